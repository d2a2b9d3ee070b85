//! Errors of writing and loading checkpoints.

use std::collections::HashSet;
use std::io;
use std::path::PathBuf;

use super::report::LoadReport;
use crate::files::FileError;
use crate::hyper::HyperError;
use crate::messages::{quoted, shown};
use crate::names::LookupError;

/// The error of writing or loading a checkpoint. Nothing has changed then.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// It was saved by another optimizer.
    #[error("the checkpoint was saved by {} and cannot be loaded into {}", shown(found), shown(expected))]
    Optimizer {
        /// The optimizer it was to be loaded into.
        expected: String,
        /// The checkpoint's optimizer.
        found: String,
    },
    /// Names, shapes, states, types or groups differ.
    #[error(
        "the checkpoint does not match the optimizer:{0}\nhelp: `LoadOptions` can load what matches (`matching`), convert types (`cast`), \
         or keep hyperparameters (`keep_hyperparameters`)"
    )]
    Differs(Box<LoadReport>),
    /// The optimizer does not allow the hyperparameters of the checkpoint.
    #[error("in parameter group `{}` of the checkpoint: {error}", shown(group))]
    Hyper {
        /// The group.
        group: String,
        /// The error.
        #[source]
        error: HyperError,
    },
    /// A name is used twice.
    #[error("two {} are called `{}`", shown(what), shown(name))]
    Twice {
        /// The kind of the names: `parameters`, `states of …`, `parameter groups`, `hyperparameters of …`.
        what: String,
        /// The name.
        name: String,
    },
    /// A renamed parameter is not in the checkpoint.
    #[error(
        "parameter `{}` is renamed to `{}`, which the checkpoint does not have{}",
        shown(param),
        shown(name),
        nearest.as_ref().map_or_else(String::new, |nearest| format!("\nhelp: it has `{}`", shown(nearest)))
    )]
    NoSuchName {
        /// The parameter.
        param: String,
        /// Its name in the checkpoint.
        name: String,
        /// The most similar name that no other parameter has.
        nearest: Option<String>,
    },
    /// Two parameters are renamed to one name.
    #[error(
        "parameters `{}` and `{}` are both renamed to `{}` of the checkpoint\nhelp: give each parameter another name",
        shown(&params[0]),
        shown(&params[1]),
        shown(name)
    )]
    OneName {
        /// The name in the checkpoint.
        name: String,
        /// The first two parameters.
        params: [String; 2],
    },
    /// Two optimizers were added to one file.
    #[error(
        "this cannot be saved: a checkpoint has place for one optimizer, and got {} and {}\n\
         help: save each to a separate file",
        shown(first),
        shown(second)
    )]
    TwoOptimizers {
        /// The optimizer that was added first.
        first: String,
        /// The optimizer that was added after it.
        second: String,
    },
    /// A parameter is in a group that does not exist.
    #[error("parameter `{}` of the checkpoint is in group {group} of {count}", shown(param))]
    NoSuchGroup {
        /// The parameter.
        param: String,
        /// The group's place.
        group: usize,
        /// Number of groups.
        count: usize,
    },
    /// The step count of an optimizer inside of another one is not one.
    #[error(
        "state `{}` of parameter `{}` counts steps, and the checkpoint's is {value:?}; allowed: a whole number from 0 to 2^53",
        shown(state),
        shown(param)
    )]
    StepCount {
        /// The parameter.
        param: String,
        /// The state: `inner.step`.
        state: String,
        /// The value in the checkpoint.
        value: f64,
    },
    /// There is not enough memory to load the data.
    #[error("not enough memory for `{}`: {elements} elements", shown(name))]
    OutOfMemory {
        /// The parameter or its state.
        name: String,
        /// Its number of elements.
        elements: usize,
    },
    /// A schedule of the checkpoint was a closure or other code without a name, and the optimizer has no schedule in
    /// its place.
    #[error(
        "`{}` of group `{}` had a schedule without a name, {}, and now has none\n\
         help: build the optimizer with the schedule, or load with `keep_hyperparameters`",
        shown(hyper),
        shown(group),
        shown(text)
    )]
    ScheduleIsCode {
        /// The group.
        group: String,
        /// The hyperparameter.
        hyper: String,
        /// The schedule's description of itself.
        text: String,
    },
    /// No schedule of this name is known.
    #[error(
        "`{}` of group `{}` in the checkpoint: {error}\nhelp: give `LoadOptions::registry` one that knows it",
        shown(hyper),
        shown(group)
    )]
    UnknownSchedule {
        /// The group.
        group: String,
        /// The hyperparameter.
        hyper: String,
        /// The error of the registry.
        #[source]
        error: Box<LookupError>,
    },
    /// The file cannot be read or written.
    #[error("cannot {action} `{}`: {}", shown(path.display()), shown(error))]
    Io {
        /// The action that failed.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The error of the system, or a [`NotAFile`](crate::files::NotAFile).
        #[source]
        error: io::Error,
    },
    /// The file is shorter or longer than it says.
    #[error(
        "`{}` has {found} bytes where its header asks for {expected}: it is cut off or not a checkpoint", shown(path.display())
    )]
    Length {
        /// The file.
        path: PathBuf,
        /// Number of bytes that there should be.
        expected: u64,
        /// Number of bytes that there are.
        found: u64,
    },
    /// The file is of another kind.
    #[error("`{}` is not a checkpoint: it is {found}\nhelp: {help}", shown(path.display()))]
    Kind {
        /// The file.
        path: PathBuf,
        /// The kind of the file.
        found: &'static str,
        /// A suggestion.
        help: &'static str,
    },
    /// The file does not have the format of a checkpoint.
    #[error("`{}` is not a checkpoint: {}", shown(path.display()), shown(reason))]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// A safetensors file that something else has written.
    #[error(
        "`{}` holds tensors, but was not written as a checkpoint of an optimizer\n\
         help: read parameters from it with `optim_std::safetensors::SafetensorsFile::open`", shown(path.display())
    )]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The file has a newer version.
    #[error("`{}` has version {version} of the format, this program knows versions up to {known}", shown(path.display()))]
    Newer {
        /// The file.
        path: PathBuf,
        /// The file's version.
        version: u64,
        /// The last version that is known.
        known: u64,
    },
    /// The tensors of the file are not those that its metadata tells.
    #[error(
        "`{}` is an incomplete checkpoint: it lacks tensors {}, and has others {}", shown(path.display()), few(missing), few(unexpected)
    )]
    Contents {
        /// The file.
        path: PathBuf,
        /// Tensors that should be there.
        missing: Vec<String>,
        /// Tensors that should not.
        unexpected: Vec<String>,
    },
    /// Bytes have changed since the file was written.
    #[error("`{}` is damaged: the checksum of {} is wrong", shown(path.display()), shown(what))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The place.
        what: String,
    },
    /// The file does not contain the data to load.
    #[error("`{}` holds no {what}", shown(path.display()))]
    NotSaved {
        /// The file.
        path: PathBuf,
        /// `optimizer` or `parameters`.
        what: &'static str,
    },
    /// The parameters differ so much that their description has no place in a file.
    #[error(
        "this cannot be saved: the description of {params} parameters takes {bytes} bytes or more, allowed: {limit}\n\
         help: parameters of one shape, group and set of states are described together; join small parameters, or save \
         parts of the model in separate files"
    )]
    HeaderTooLong {
        /// Number of parameters.
        params: usize,
        /// Bytes of their description, as far as it was made.
        bytes: usize,
        /// The largest number of bytes.
        limit: usize,
    },
    /// The data can't be stored in a file.
    #[error("this cannot be saved: {}", shown(reason))]
    Unwritable {
        /// The reason.
        reason: String,
    },
}

crate::messages::debug_as_display!(CheckpointError);

impl From<FileError> for CheckpointError {
    fn from(FileError { action, path, error }: FileError) -> Self {
        Self::Io { action, path, error }
    }
}

/// Checks that no name is there twice.
pub(crate) fn once<'a>(what: &str, names: impl IntoIterator<Item = &'a str>) -> Result<(), CheckpointError> {
    once_of(|| what.to_owned(), names)
}

/// Checks that no name occurs twice; `what` is only called for the error.
pub(crate) fn once_of<'a>(
    what: impl FnOnce() -> String,
    names: impl IntoIterator<Item = &'a str>,
) -> Result<(), CheckpointError> {
    let mut seen = HashSet::new();
    match names.into_iter().find(|name| !seen.insert(*name)) {
        None => Ok(()),
        Some(twice) => Err(CheckpointError::Twice { what: what(), name: twice.to_owned() }),
    }
}

/// The first duplicate name. Only eight bytes are kept for each name, because there may be millions.
pub(crate) fn twice<'a, I: Iterator<Item = &'a str>>(names: impl Fn() -> I) -> Option<&'a str> {
    let hash = std::hash::RandomState::new();
    let hash = |name: &str| std::hash::BuildHasher::hash_one(&hash, name);
    let mut hashes: Vec<u64> = names().map(hash).collect();
    hashes.sort_unstable();
    let mut alike: Vec<u64> = hashes.array_windows().filter(|[a, b]| a == b).map(|[a, _]| *a).collect();
    drop(hashes);
    alike.dedup();
    // The first one, unless the hashes are equal by chance.
    let among = names().enumerate().filter(|(_, name)| alike.binary_search(&hash(name)).is_ok());
    let mut twice = among.filter(|(place, name)| names().skip(place + 1).any(|other| other == *name));
    twice.next().map(|(_, name)| name)
}

/// The first few names, and the number of others.
fn few(names: &[String]) -> String {
    const FEW: usize = 8;
    let first = quoted(&names[..names.len().min(FEW)]);
    match names.len().saturating_sub(FEW) {
        _ if names.is_empty() => "none".to_owned(),
        0 => first,
        more => format!("{first} and {more} more"),
    }
}
