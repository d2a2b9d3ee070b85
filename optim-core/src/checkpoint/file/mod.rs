//! Checkpoints as files: [safetensors](https://github.com/huggingface/safetensors), so that other programs can read
//! them.
//!
//! In version 1 of a file, every array is a tensor with its own name. In version 2, for more than 50,000 arrays, arrays of
//! one shape are stacked. This page describes both in short; `optim_std::guide::checkpoints` has the details.
//!
//! # Version 1
//!
//! A safetensors file is the length of a header (8 bytes, little-endian), the header (JSON, padded with spaces to a
//! multiple of 8 bytes), and the tensors, one after the other, elements little-endian in C order. The tensors here are
//!
//! | name | what |
//! |---|---|
//! | `params/<parameter>` | a parameter |
//! | `optimizer/<parameter>/<state>` | a state of a parameter. A `scalar` state is `F64` without axes |
//! | `masks/<parameter>` | the mask of a parameter that says `"masked": true`, `BOOL` |
//! | `checksums` | the last one, `U8` of shape `[n + 1, 4]`: CRC-32 (ISO-HDLC, that of zip), little-endian, of everything in front of the tensors, then of every other tensor in the order of the file |
//!
//! Names of parameters may be any text, with slashes, or empty. Names of states have no slash. Everything else is one
//! JSON object, as text under the key `optim` of the header's `__metadata__`:
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
//! `optimizer` or `params` is missing if it was not saved. A seed other than 0 is `"seed": 7` after `steps`. Global states are
//! `"globals": {"d": 1e-6}` in the same place. A setting is `null`, a boolean, a number (with a point or an exponent if it is not whole
//! by its type), the name of a choice, a list, or an object: `{"schedule": "LinearLR", "arguments": {…}}` with settings as arguments,
//! `{"schedule": null, "text": "…"}` for a schedule that is only code, `{"float": "nan"}` (or `inf`, `-inf`), `{"int": "…"}` for whole
//! numbers beyond 64 bits.
//!
//! # Version 2
//!
//! In the metadata, `params` and `optimizer.params` are lists of stacks: parameters of one shape, group and set of
//! states, `{"shape": [1], "group": 0, "count": 1000000, "states": ["exp_avg"], "masked": true}`. Row `r` of each tensor
//! of a stack belongs to its parameter `r`; `<k>` is the stack's index in the list.
//!
//! | name | what |
//! |---|---|
//! | `params/<k>/values` | the parameters, `[count, …shape]` |
//! | `optimizer/<k>/states/<state>`, `optimizer/<k>/masks` | their states and masks, `[count, …]` |
//! | `optimizer/<k>/steps` | their numbers of steps, `U64` |
//! | `…/<k>/names`, `…/<k>/lengths` | the names one after the other, `U8`, and the bytes of each, `U32` |
//! | `…/<k>/places` | the place of each parameter in the whole list, `U32` |
//! | `checksums` | the last one, `U8` of shape `[n + 1, 4]`: CRC-32 of everything in front of the tensors, then of each block of 262,144 bytes in front of this tensor |
//!
//! | file | purpose |
//! |---|---|
//! | `save` | [`Checkpoint`]: the data to save |
//! | `named`, `stacked` | a file of version 1, of version 2 |
//! | `front`, `write` | the header; bytes with their checksums |
//! | `open`, `header`, `listing` | [`CheckpointFile`]; the first checks; the tensors by name |
//! | `meta`, `setting`, `json` | the metadata, hyperparameters in it, JSON item by item |
//! | `stacks`, `read` | names and places of version 2; arrays with their checksums |
//! | `params`, `optimizer` | loading |
//! | `wrong` | errors, without the path |

mod contents;
mod front;
mod header;
mod json;
mod listing;
mod meta;
mod named;
mod open;
mod optimizer;
mod params;
mod read;
mod save;
mod setting;
mod stacked;
mod stacks;
mod write;
mod wrong;

pub use contents::Checkpoint;
pub use open::CheckpointFile;

use crate::dtype::DType;
use crate::state_dict::table::PIECE;

/// The name of the format in the header.
const FORMAT: &str = "optim-checkpoint";
/// The key of our metadata in the header.
const KEY: &str = "optim";
/// The version with stacks.
const STACKED: u64 = 2;
/// The newest version that can be read.
const VERSION: u64 = STACKED;
/// The name of the tensor with the checksums.
const CHECKSUMS: &str = "checksums";
/// The longest header that is written or read, the same limit as in the `safetensors` library.
const LONGEST_HEADER: usize = 100_000_000;
/// The number of bytes per checksum in version 2, whole elements of any type.
const BLOCK: usize = PIECE;

/// The list of saved parameters, and the prefix of its tensors' names.
const PARAMS: &str = "params";
/// The list of parameters of an optimizer, and the prefix of its tensors' names.
const OPTIMIZER: &str = "optimizer";

/// Returns true if the metadata of a safetensors file belongs to a checkpoint, of any version.
pub(crate) fn is_checkpoint(metadata: &std::collections::BTreeMap<String, String>) -> bool {
    metadata.get(KEY).is_some_and(|text| text.contains(FORMAT))
}

fn param_key(param: &str) -> String {
    format!("{PARAMS}/{param}")
}

fn mask_key(param: &str) -> String {
    format!("masks/{param}")
}

fn state_key(param: &str, state: &str) -> String {
    format!("{OPTIMIZER}/{param}/{state}")
}

/// The name of a tensor in a stack, in version 2.
fn stack_key(list: &str, place: usize, name: &str) -> String {
    format!("{list}/{place}/{name}")
}

/// The type of a tensor's elements in a file: numbers of a model, or numbers of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StoredType {
    Elements(DType),
    U32,
    U64,
}

impl StoredType {
    /// The type of bytes.
    const U8: Self = Self::Elements(DType::U8);

    const ALL: [Self; 10] = [
        Self::Elements(DType::Bool),
        Self::Elements(DType::F16),
        Self::Elements(DType::BF16),
        Self::Elements(DType::F32),
        Self::Elements(DType::F64),
        Self::U8,
        Self::Elements(DType::I8),
        Self::Elements(DType::U16),
        Self::U32,
        Self::U64,
    ];

    /// Bytes of an element.
    const fn size(self) -> usize {
        match self {
            Self::Elements(dtype) => dtype.size(),
            Self::U32 => 4,
            Self::U64 => 8,
        }
    }

    /// Its name in safetensors files.
    const fn name(self) -> &'static str {
        match self {
            Self::Elements(DType::Bool) => "BOOL",
            Self::Elements(DType::F16) => "F16",
            Self::Elements(DType::BF16) => "BF16",
            Self::Elements(DType::F32) => "F32",
            Self::Elements(DType::F64) => "F64",
            Self::Elements(DType::U8) => "U8",
            Self::Elements(DType::I8) => "I8",
            Self::Elements(DType::U16) => "U16",
            Self::U32 => "U32",
            Self::U64 => "U64",
        }
    }
}
