//! The stock optimizers, one file each.

mod adafactor;
mod adamw;
mod lamb;
mod lion;
mod muon;
mod sgd;

pub use adafactor::{Adafactor, AdafactorBuilder};
pub use adamw::{AdamW, AdamWBuilder};
pub use lamb::{Lamb, LambBuilder};
pub use lion::{Lion, LionBuilder};
pub use muon::{Muon, MuonBuilder};
pub use sgd::{SGD, SGDBuilder};

use optim_core::OptimizerEntry;

/// Every stock optimizer, by name.
pub(crate) static ENTRIES: [OptimizerEntry; 6] = [
    OptimizerEntry::of::<Adafactor>(),
    OptimizerEntry::of::<AdamW>(),
    OptimizerEntry::of::<Lamb>(),
    OptimizerEntry::of::<Lion>(),
    OptimizerEntry::of::<Muon>(),
    OptimizerEntry::of::<SGD>(),
];
