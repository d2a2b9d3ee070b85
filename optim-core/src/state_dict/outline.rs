//! A common view of state dicts in memory and in files.

use super::dict::{GroupDict, StateDict, StateEntry};
use super::error::CheckpointError;
use super::tensor::TensorData;
use crate::dtype::DType;
use crate::shape::ParamView;

/// A state dict that is read parameter by parameter, without lists of all parameters.
pub(crate) trait Outline {
    /// The name of the optimizer.
    fn optimizer(&self) -> &str;

    /// Number of finished steps.
    fn steps(&self) -> u64;

    /// The seed of the random numbers, if it is known.
    fn seed(&self) -> Option<u64>;

    /// The norms of the gradients of the last steps.
    fn recent_norms(&self) -> &[f64];

    /// The global states.
    fn globals(&self) -> Vec<(&str, f64)>;

    /// Number of groups.
    fn group_count(&self) -> usize;

    /// The name of a group.
    fn group_name(&self, group: usize) -> &str;

    /// The optimizer of a group, if the dict has several.
    fn group_optimizer(&self, group: usize) -> Option<&str>;

    /// The optimizer of a group.
    fn optimizer_of(&self, group: usize) -> &str {
        self.group_optimizer(group).unwrap_or_else(|| self.optimizer())
    }

    /// The data of a group; `None` if it was not requested.
    fn group(&self, group: usize) -> Option<&GroupDict>;

    /// Number of parameters.
    fn len(&self) -> usize;

    /// Calls `f` with every parameter and a reader of its tensors, in the order that is fastest to read.
    fn each(&self, f: &mut EachParam<'_>) -> Result<(), CheckpointError>;
}

/// A function of a parameter and a reader of its tensors.
pub(crate) type EachParam<'f> = dyn FnMut(&ParamOutline<'_>, &mut dyn Tensors) -> Result<(), CheckpointError> + 'f;

/// The data of one parameter in a state dict.
pub(crate) struct ParamOutline<'a> {
    /// Its index in the whole list.
    pub(crate) place: usize,
    pub(crate) name: &'a str,
    pub(crate) shape: &'a [usize],
    pub(crate) view: Option<&'a ParamView>,
    pub(crate) group: usize,
    pub(crate) step_count: u64,
    pub(crate) states: &'a [(&'a str, EntryOutline<'a>)],
    pub(crate) mask: Option<EntryOutline<'a>>,
}

#[derive(Clone, Copy)]
pub(crate) enum EntryOutline<'a> {
    Scalar(f64),
    Tensor(&'a TensorData),
    /// `place` is the argument of [`Tensors::read`].
    #[cfg_attr(not(feature = "checkpoint"), allow(dead_code, reason = "there are no files"))]
    InFile {
        dtype: DType,
        shape: &'a [usize],
        place: Place,
    },
}

/// An array in a file: its tensor. If arrays are stacked there, also their number and the row.
pub(crate) type Place = (usize, Option<(u64, u32)>);

impl EntryOutline<'_> {
    /// Type and shape. A single number is a tensor without axes.
    pub(crate) fn info(&self) -> (DType, &[usize]) {
        match self {
            Self::Scalar(_) => (DType::F64, &[]),
            Self::Tensor(data) => (data.dtype(), data.shape()),
            Self::InFile { dtype, shape, .. } => (*dtype, shape),
        }
    }

    /// Calls `sink` with the bytes, piece by piece. Every piece except the last has whole elements of any type.
    pub(crate) fn read(&self, tensors: &mut dyn Tensors, sink: &mut dyn FnMut(&[u8])) -> Result<(), CheckpointError> {
        match self {
            Self::Scalar(number) => sink(&number.to_le_bytes()),
            Self::Tensor(data) => sink(data.bytes()),
            Self::InFile { place, .. } => tensors.read(*place, sink)?,
        }
        Ok(())
    }
}

/// The tensors of a file.
pub(crate) trait Tensors {
    /// Calls `sink` with the bytes of an array, piece by piece. Every piece except the last has whole elements of any type.
    fn read(&mut self, place: Place, sink: &mut dyn FnMut(&[u8])) -> Result<(), CheckpointError>;
}

/// The reader of a dict in memory, which has no tensors in a file.
struct InMemory;

impl Tensors for InMemory {
    fn read(&mut self, _: Place, _: &mut dyn FnMut(&[u8])) -> Result<(), CheckpointError> {
        Ok(())
    }
}

impl Outline for StateDict {
    fn optimizer(&self) -> &str {
        &self.optimizer
    }

    fn steps(&self) -> u64 {
        self.steps
    }

    fn seed(&self) -> Option<u64> {
        self.seed
    }

    fn recent_norms(&self) -> &[f64] {
        &self.recent_norms
    }

    fn globals(&self) -> Vec<(&str, f64)> {
        self.globals.iter().map(|(name, value)| (&**name, *value)).collect()
    }

    fn group_count(&self) -> usize {
        self.groups.len()
    }

    fn group_name(&self, group: usize) -> &str {
        &self.groups[group].name
    }

    fn group_optimizer(&self, group: usize) -> Option<&str> {
        self.groups.get(group)?.optimizer.as_deref()
    }

    fn group(&self, group: usize) -> Option<&GroupDict> {
        self.groups.get(group)
    }

    fn len(&self) -> usize {
        self.params.len()
    }

    fn each(&self, f: &mut EachParam<'_>) -> Result<(), CheckpointError> {
        let mut states = Vec::new();
        for (place, param) in self.params.iter().enumerate() {
            states.clear();
            states.extend(param.states.iter().map(|(name, state)| match state {
                &StateEntry::Scalar(number) => (&**name, EntryOutline::Scalar(number)),
                StateEntry::Tensor(data) => (&**name, EntryOutline::Tensor(data)),
            }));
            let outline = ParamOutline {
                place,
                name: &param.name,
                shape: &param.shape,
                view: param.view.as_ref(),
                group: param.group,
                step_count: param.step_count,
                states: &states,
                mask: param.mask.as_ref().map(EntryOutline::Tensor),
            };
            f(&outline, &mut InMemory)?;
        }
        Ok(())
    }
}
