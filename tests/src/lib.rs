//! What the tests of this workspace share: comparing kernels with graphs, generating programs, replaying recordings.

pub mod compare;
pub mod conformance;
pub mod generate;

use std::path::PathBuf;

/// What can go wrong while recordings are read and replayed; the text says where.
pub type Error = Box<dyn std::error::Error + Send + Sync>;

/// The folder of the golden files.
#[must_use]
pub fn goldens() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("goldens")
}
