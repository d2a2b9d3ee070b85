//! The stock optimizers, one file each.
//!
//! In the guide: [how to write one](crate::guide::optimizers), [what differs from PyTorch and from the reference](crate::guide::differences),
//! [what they do on functions of two variables](crate::guide::gallery).
//!
//! To add an optimizer, add a file, its `mod` line and its row in the list below.

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

crate::stock::list! {($) __optimizers:
    adadelta::Adadelta,
    adafactor::Adafactor,
    adagrad::Adagrad,
    adam::Adam,
    adamax::Adamax,
    adamw::AdamW,
    asgd::ASGD,
    lamb::Lamb,
    lion::Lion,
    muon::Muon,
    nadam::NAdam,
    radam::RAdam,
    rmsprop::RMSprop,
    rprop::Rprop,
    sgd::SGD,
}
