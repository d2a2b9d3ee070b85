//! What can go wrong between this project and PyTorch.

use std::io;
use std::path::PathBuf;

use optim_core::files::FileError;

use super::convert::ConvertError;

/// Why a file of `torch.save` was not read, or not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TorchError {
    /// The file cannot be read or written.
    #[error("cannot read or write: {0}")]
    Io(#[from] io::Error),
    /// There is no such file, or it cannot be opened.
    #[error("cannot open `{}`: {source}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// Why not: what the system says, or a [`NotAFile`](optim_core::files::NotAFile).
        source: io::Error,
    },
    /// The file cannot be made, or put in its place.
    #[error(transparent)]
    Save(#[from] FileError),
    /// The file is of another kind.
    #[error("this is no file of `torch.save` that can be read: it is {found}\nhelp: {help}")]
    Format {
        /// What it is.
        found: &'static str,
        /// What to do.
        help: &'static str,
    },
    /// The file contradicts itself, or ends early.
    #[error("the file is damaged: in `{place}`, {what}")]
    Damaged {
        /// The part of the file.
        place: String,
        /// What is wrong with it.
        what: String,
    },
    /// The file asks for code to be run. It was not run.
    #[error(
        "the file wants `{name}` to be called, which is more than data\n\
         help: nothing was called; save tensors, numbers, text, lists and dicts only, as `optimizer.state_dict()` is"
    )]
    Refused {
        /// The function or class, with its module.
        name: String,
    },
    /// The file is larger than any that training makes.
    #[error("the file has too many or too large {what}: at most {limit}")]
    Limit {
        /// What there is too much of.
        what: &'static str,
        /// How much of it is read.
        limit: u64,
    },
    /// There is nothing under this key.
    #[error("there is no `{key}` in {place}{}", keys_help(known))]
    Missing {
        /// The key.
        key: String,
        /// Where it was looked for.
        place: String,
        /// The keys that there are.
        known: Vec<String>,
    },
    /// A value of another kind.
    #[error("{place} is {found}, not {expected}")]
    Kind {
        /// Where it is.
        place: String,
        /// What it is.
        found: &'static str,
        /// What was asked for.
        expected: &'static str,
    },
    /// No optimizer's state, or more than one.
    #[error(
        "{what} in {place}{}\nhelp: choose with `get(key)`; the state of an optimizer is a dict with `state` and `param_groups`",
        keys_help(known)
    )]
    Optimizer {
        /// What is wrong.
        what: &'static str,
        /// Where it was looked for.
        place: String,
        /// The keys that there are.
        known: Vec<String>,
    },
    /// A tensor that cannot be had as it was asked for.
    #[error("tensor {place} {what}")]
    Tensor {
        /// Where it is.
        place: String,
        /// What is wrong with it.
        what: String,
    },
    /// A model has parameters for which the file has no tensor.
    #[error("there are no tensors for parameters {} in {place}{}", listed(params), keys_help(known))]
    MissingParameters {
        /// The parameters.
        params: Vec<String>,
        /// Where they were looked for.
        place: String,
        /// The keys that there are.
        known: Vec<String>,
    },
}

impl From<FileError> for ConvertError {
    fn from(error: FileError) -> Self {
        TorchError::from(error).into()
    }
}

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

/// Names joined for a message, a few of many.
pub(super) fn listed<S: AsRef<str>>(names: &[S]) -> String {
    const FEW: usize = 8;
    let quoted: Vec<String> = names.iter().take(FEW).map(|name| format!("`{}`", name.as_ref())).collect();
    let mut text = quoted.join(", ");
    if names.len() > FEW {
        text.push_str(&format!(" and {} more", names.len() - FEW));
    }
    text
}
