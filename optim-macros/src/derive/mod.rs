//! The derives: models as parameters, enums as hyperparameters.

pub(crate) mod choice;
pub(crate) mod parameters;
