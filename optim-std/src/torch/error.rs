//! Errors of the exchange with PyTorch.

use std::io;
use std::path::PathBuf;

use optim_core::LoadParamsError;
use optim_core::files::FileError;

use optim_core::__private::messages::{quoted, shown};

/// The error of reading or writing a file of `torch.save`.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum TorchError {
    /// The file cannot be read or written.
    #[error("cannot read or write: {}", shown(.0))]
    Io(#[from] io::Error),
    /// There is no such file, or it cannot be opened.
    #[error("cannot open `{}`: {}", shown(path.display()), shown(source))]
    Open {
        /// The file.
        path: PathBuf,
        /// The reason: the error of the system, or a [`NotAFile`](optim_core::files::NotAFile).
        source: io::Error,
    },
    /// The file can't be created, or renamed to its final name.
    #[error(transparent)]
    Save(#[from] FileError),
    /// The file is of another kind.
    #[error("this is not a readable file of `torch.save`: it is {found}\nhelp: {help}")]
    Format {
        /// The kind of the file.
        found: &'static str,
        /// A suggestion.
        help: &'static str,
    },
    /// The file contradicts itself, or ends early.
    #[error("the file is damaged: in `{}`, {}", shown(place), shown(what))]
    Damaged {
        /// The part of the file.
        place: String,
        /// The reason.
        what: String,
    },
    /// The value is an object of an unknown class, not data. Reading the file did not create the object, and executes nothing.
    #[error("{} is {what} of `{}`, not {expected}\nhelp: {help}", shown(place), shown(class))]
    Opaque {
        /// The place in the file.
        place: String,
        /// The kind of the value.
        what: &'static str,
        /// The class or function, with its module.
        class: String,
        /// A description of the requested value.
        expected: &'static str,
        /// A suggestion.
        help: &'static str,
    },
    /// The values of a file would take more memory than any file that torch writes.
    #[error("the file is damaged: the first {place} bytes of its pickle need more than {limit} bytes of memory")]
    Memory {
        /// The number of bytes of the pickle that were read.
        place: u64,
        /// The memory limit for the values of a file of this length.
        limit: u64,
    },
    /// The file is larger than any file of a training run.
    #[error("the file has too many or too large {what}: at most {limit}")]
    Limit {
        /// The name of the quantity that is too large.
        what: &'static str,
        /// The largest accepted amount.
        limit: u64,
    },
    /// There is nothing under this key.
    #[error("there is no `{}` in {}{}", shown(key), shown(place), keys_help(known))]
    Missing {
        /// The key.
        key: String,
        /// The place that was searched.
        place: String,
        /// The existing keys.
        known: Vec<String>,
    },
    /// The value has another kind.
    #[error("{} is {found}, not {expected}", shown(place))]
    Kind {
        /// The place in the file.
        place: String,
        /// The kind of the value.
        found: &'static str,
        /// A description of the requested value.
        expected: &'static str,
    },
    /// The file has no optimizer state, or more than one.
    #[error(
        "{what} in {}{}\nhelp: choose with `get(key)`; the state of an optimizer is a dict with `state` and `param_groups`",
        shown(place),
        keys_help(known)
    )]
    Optimizer {
        /// The reason.
        what: &'static str,
        /// The place that was searched.
        place: String,
        /// The existing keys.
        known: Vec<String>,
    },
    /// The file has no scheduler state, or more than one.
    #[error(
        "{what} in {}{}\nhelp: choose with `get(key)`; the state of a scheduler is a dict with `last_epoch`, `base_lrs` and `_last_lr`",
        shown(place),
        keys_help(known)
    )]
    Scheduler {
        /// The reason.
        what: &'static str,
        /// The place that was searched.
        place: String,
        /// The existing keys.
        known: Vec<String>,
    },
    /// A tensor can't be read in this form.
    #[error("tensor {} {}", shown(place), shown(what))]
    Tensor {
        /// The place in the file.
        place: String,
        /// The reason.
        what: String,
    },
    /// The tensors of a dict don't fit the model.
    #[error("parameters of {}: {error}", shown(place))]
    Params {
        /// The dict.
        place: String,
        /// The error.
        #[source]
        error: LoadParamsError,
    },
    /// The model has duplicate names, or parameters that can't be written.
    #[error("parameter `{}` of the model {what}", shown(param))]
    Parameter {
        /// The parameter.
        param: String,
        /// The reason.
        what: &'static str,
    },
}

optim_core::__private::messages::debug_as_display!(TorchError);

impl TorchError {
    pub(super) fn damaged(place: impl Into<String>, what: impl Into<String>) -> Self {
        Self::Damaged { place: place.into(), what: what.into() }
    }

    pub(super) fn tensor(place: impl Into<String>, what: impl Into<String>) -> Self {
        Self::Tensor { place: place.into(), what: what.into() }
    }
}

fn keys_help(known: &[String]) -> String {
    if known.is_empty() { String::new() } else { format!("\nhelp: the keys there are {}", listed(known)) }
}

/// Joins names for a message. If there are many, only the first few.
pub(super) fn listed<S: AsRef<str>>(names: &[S]) -> String {
    const FEW: usize = 8;
    let mut text = quoted(names.iter().take(FEW).map(AsRef::as_ref));
    if names.len() > FEW {
        text.push_str(&format!(" and {} more", names.len() - FEW));
    }
    text
}
