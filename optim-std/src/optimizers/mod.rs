//! The stock optimizers, one file each.
//!
//! In the guide: [how to write one](crate::guide::optimizers), [what differs from PyTorch and from the reference](crate::guide::differences),
//! [what they do on functions of two variables](crate::guide::gallery).

use optim_core::OptimizerEntry;

mod adadelta;
mod adafactor;
mod adagrad;
mod adam;
mod adamax;
mod adamw;
mod asgd;
mod lamb;
mod lion;
mod muon;
mod nadam;
mod radam;
mod rmsprop;
mod rprop;
mod sgd;

pub use adadelta::{Adadelta, AdadeltaBuilder};
pub use adafactor::{Adafactor, AdafactorBuilder};
pub use adagrad::{Adagrad, AdagradBuilder};
pub use adam::{Adam, AdamBuilder};
pub use adamax::{Adamax, AdamaxBuilder};
pub use adamw::{AdamW, AdamWBuilder};
pub use asgd::{ASGD, ASGDBuilder};
pub use lamb::{Lamb, LambBuilder};
pub use lion::{Lion, LionBuilder};
pub use muon::{Muon, MuonBuilder};
pub use nadam::{NAdam, NAdamBuilder};
pub use radam::{RAdam, RAdamBuilder};
pub use rmsprop::{RMSprop, RMSpropBuilder};
pub use rprop::{Rprop, RpropBuilder};
pub use sgd::{SGD, SGDBuilder};

/// Every stock optimizer, by name.
pub(crate) static ENTRIES: [OptimizerEntry; 15] = [
    OptimizerEntry::of::<Adadelta>(),
    OptimizerEntry::of::<Adafactor>(),
    OptimizerEntry::of::<Adagrad>(),
    OptimizerEntry::of::<Adam>(),
    OptimizerEntry::of::<Adamax>(),
    OptimizerEntry::of::<AdamW>(),
    OptimizerEntry::of::<ASGD>(),
    OptimizerEntry::of::<Lamb>(),
    OptimizerEntry::of::<Lion>(),
    OptimizerEntry::of::<Muon>(),
    OptimizerEntry::of::<NAdam>(),
    OptimizerEntry::of::<RAdam>(),
    OptimizerEntry::of::<RMSprop>(),
    OptimizerEntry::of::<Rprop>(),
    OptimizerEntry::of::<SGD>(),
];
