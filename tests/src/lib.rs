//! What the tests of this workspace share: reading of golden data.

pub mod compare;
pub mod generate;
pub mod manifest;
pub mod tensors;

use std::path::PathBuf;

/// What can go wrong while golden data is read; the text says where.
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
