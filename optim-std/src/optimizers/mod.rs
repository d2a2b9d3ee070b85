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
