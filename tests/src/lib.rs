//! What the tests of this workspace share: comparing kernels with graphs, generating programs, replaying recordings, listing messages.

pub mod compare;
pub mod conformance;
pub mod generate;
pub mod messages;

use std::path::PathBuf;

/// What can go wrong while recordings are read and replayed; the text says where.
pub type Error = Box<dyn std::error::Error + Send + Sync>;

/// The folder of the golden files.
#[must_use]
pub fn goldens() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("goldens")
}

/// Calls a function with each stock optimizer as its type: `each_optimizer!(has_one_pass)`.
#[macro_export]
macro_rules! each_optimizer {
    ($call:ident $(, $argument:expr)*) => {
        $crate::each_optimizer!(
            @ $call ($($argument),*)
            ASGD Adadelta Adafactor Adagrad Adam AdamW Adamax Lamb Lion Muon NAdam RAdam RMSprop Rprop SGD
        );
    };
    (@ $call:ident $arguments:tt $($optimizer:ident)*) => {
        $($call::<optim_std::optimizers::$optimizer> $arguments;)*
    };
}
