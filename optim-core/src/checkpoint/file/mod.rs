//! Checkpoints as files: [safetensors](https://github.com/huggingface/safetensors), so that other programs can read
//! them.
//!
//! # The format, version 1
//!
//! A safetensors file is the length of a header (8 bytes, little-endian), the header (JSON, padded with spaces to a
//! multiple of 8 bytes), and the tensors, one behind the other, elements little-endian in C order. The tensors here are
//!
//! | name | what |
//! |---|---|
//! | `params/<parameter>` | a parameter |
//! | `optimizer/<parameter>/<state>` | a state of a parameter. A `scalar` state is `F64` without axes |
//! | `masks/<parameter>` | the mask of a parameter that says `"masked": true`, `BOOL` |
//! | `checksums` | the last one, `U8` of shape `[n + 1, 4]`: CRC-32 (ISO-HDLC, that of zip), little-endian, of everything in front of the tensors, then of every other tensor in the order of the file |
//!
//! Names of parameters may be any text, slashes and nothing included; names of states have no slash. Everything else is
//! one JSON object, as text under the key `optim` of the header's `__metadata__`:
//!
//! ```json
//! {
//!   "format": "optim-checkpoint",
//!   "version": 1,
//!   "optimizer": {
//!     "name": "AdamW",
//!     "steps": 120,
//!     "groups": [{ "name": "default", "tags": [], "settings": { "lr": 0.001, "betas": [0.9, 0.999], "amsgrad": false } }],
//!     "params": [{ "name": "fc1.weight", "shape": [3, 2], "group": 0, "steps": 120, "states": ["exp_avg", "exp_avg_sq"] }]
//!   },
//!   "params": ["fc1.weight"],
//!   "extra": { "epoch": "3" }
//! }
//! ```
//!
//! `optimizer` or `params` is missing where none was saved. A setting is `null`, a boolean, a number (with a point or an
//! exponent if it is not whole by its type), the name of a choice, a list, or an object: `{"schedule": "LinearLR",
//! "arguments": {…}}` with settings as arguments, `{"schedule": null, "text": "…"}` for a schedule that is only code,
//! `{"float": "nan"}` (or `inf`, `-inf`), `{"int": "…"}` for whole numbers beyond 64 bits.

pub(crate) mod atomic;
mod header;
mod meta;
mod open;
mod optimizer;
mod params;
mod read;
mod save;
mod setting;
pub(crate) mod write;

pub use open::CheckpointFile;
pub use save::Checkpoint;

/// What the header says a file is.
const FORMAT: &str = "optim-checkpoint";
/// The key of the metadata.
const KEY: &str = "optim";
/// The version of the format that is written, and the last that is read.
const VERSION: u64 = 1;
/// The tensor of checksums.
const CHECKSUMS: &str = "checksums";
/// Longer headers are neither written nor read, here and in the `safetensors` library.
const LONGEST_HEADER: usize = 100_000_000;
/// Bytes that are in memory at a time; whole elements of any type.
const PIECE: usize = 1 << 18;

/// Whether the metadata of a safetensors file is that of a checkpoint, of any version.
pub(crate) fn is_checkpoint(metadata: &std::collections::BTreeMap<String, String>) -> bool {
    metadata.get(KEY).is_some_and(|text| text.contains(FORMAT))
}

fn param_key(param: &str) -> String {
    format!("params/{param}")
}

fn mask_key(param: &str) -> String {
    format!("masks/{param}")
}

fn state_key(param: &str, state: &str) -> String {
    format!("optimizer/{param}/{state}")
}
