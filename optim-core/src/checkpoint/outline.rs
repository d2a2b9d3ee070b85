//! One view of a state dict, whether its tensors are in memory or in a file.

use super::dict::{GroupDict, StateDict, StateEntry};
use super::error::CheckpointError;
use super::tensor::{DType, TensorData};

/// A state dict without its tensors.
pub(crate) struct Outline<'a> {
    pub(crate) optimizer: &'a str,
    pub(crate) steps: u64,
    pub(crate) groups: &'a [GroupDict],
    pub(crate) params: Vec<ParamOutline<'a>>,
}

pub(crate) struct ParamOutline<'a> {
    pub(crate) name: &'a str,
    pub(crate) shape: &'a [usize],
    pub(crate) group: usize,
    pub(crate) step_count: u64,
    pub(crate) states: Vec<(&'a str, EntryOutline<'a>)>,
    pub(crate) mask: Option<EntryOutline<'a>>,
}

#[derive(Clone, Copy)]
pub(crate) enum EntryOutline<'a> {
    Scalar(f64),
    /// `place` is what [`Tensors::read`] takes.
    Tensor {
        dtype: DType,
        shape: &'a [usize],
        place: usize,
    },
}

/// The tensors of an outline.
pub(crate) trait Tensors {
    /// Calls `sink` with the bytes of a tensor, piece by piece; every piece but the last is whole elements of any type.
    fn read(&mut self, place: usize, sink: &mut dyn FnMut(&[u8])) -> Result<(), CheckpointError>;
}

/// Tensors that are in memory.
pub(crate) struct InMemory<'a>(Vec<&'a TensorData>);

impl Tensors for InMemory<'_> {
    fn read(&mut self, place: usize, sink: &mut dyn FnMut(&[u8])) -> Result<(), CheckpointError> {
        sink(self.0[place].bytes());
        Ok(())
    }
}

impl StateDict {
    pub(crate) fn outline(&self) -> (Outline<'_>, InMemory<'_>) {
        fn tensor<'a>(data: &'a TensorData, tensors: &mut Vec<&'a TensorData>) -> EntryOutline<'a> {
            tensors.push(data);
            EntryOutline::Tensor { dtype: data.dtype(), shape: data.shape(), place: tensors.len() - 1 }
        }
        let mut tensors = Vec::new();
        let params = self.params.iter().map(|param| {
            let states = param.states.iter().map(|(name, state)| match state {
                &StateEntry::Scalar(number) => (&**name, EntryOutline::Scalar(number)),
                StateEntry::Tensor(data) => (&**name, tensor(data, &mut tensors)),
            });
            ParamOutline {
                name: &param.name,
                shape: &param.shape,
                group: param.group,
                step_count: param.step_count,
                states: states.collect(),
                mask: param.mask.as_ref().map(|data| tensor(data, &mut tensors)),
            }
        });
        let params = params.collect();
        let outline = Outline { optimizer: &self.optimizer, steps: self.steps, groups: &self.groups, params };
        (outline, InMemory(tensors))
    }
}
