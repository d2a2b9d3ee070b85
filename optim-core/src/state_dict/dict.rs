//! The state of an optimizer as data.

use super::tensor::TensorData;
use crate::dtype::DType;
use crate::hyper::Setting;
use crate::shape::ParamView;

/// The whole state of an optimizer, by name. Checkpoints contain it, and checkpoints of other programs are converted to
/// it.
///
/// [`Optimizer::state_dict`](crate::Optimizer::state_dict) returns it, and
/// [`Optimizer::load_state_dict`](crate::Optimizer::load_state_dict) loads it. It does not contain gradient options
/// (clipping, scaling, policies) and threads, which belong to the program.
#[derive(Clone, Debug, PartialEq)]
pub struct StateDict {
    /// The name of the optimizer's struct, or `Partition` if there are several.
    pub optimizer: String,
    /// Number of finished steps, which schedules use.
    pub steps: u64,
    /// The seed of random numbers. If it is `None`, an optimizer that loads this keeps its own seed.
    pub seed: Option<u64>,
    /// The recent gradient norms, the oldest first, with a policy for [`Spikes`](crate::Spikes).
    pub recent_norms: Vec<f64>,
    /// The global states: one number each.
    pub globals: Vec<(String, f64)>,
    /// The parameter groups.
    pub groups: Vec<GroupDict>,
    /// The parameters, in any order.
    pub params: Vec<ParamDict>,
}

/// A parameter group of a [`StateDict`].
#[derive(Clone, Debug, PartialEq)]
pub struct GroupDict {
    /// Its name.
    pub name: String,
    /// The group's optimizer in a [`Partition`](crate::Partition), otherwise the optimizer of the [`StateDict`].
    pub optimizer: Option<String>,
    /// Its tags.
    pub tags: Vec<String>,
    /// The factor given to schedules that need one, if it was set.
    pub adjust_learning_rate: Option<f64>,
    /// Every hyperparameter with its value or schedule.
    pub settings: Vec<(String, Setting)>,
}

/// The data of one parameter in a [`StateDict`].
#[derive(Clone, Debug, PartialEq)]
pub struct ParamDict {
    /// Its name.
    pub name: String,
    /// Its shape.
    pub shape: Vec<usize>,
    /// Its view, if it has one. States have the shape of the view.
    pub view: Option<ParamView>,
    /// The index of its group in [`StateDict::groups`].
    pub group: usize,
    /// The number of steps with a gradient for it.
    pub step_count: u64,
    /// Its existing states by name, without the step count.
    pub states: Vec<(String, StateEntry)>,
    /// Its mask, of type [`DType::Bool`], if it has one: see [`sparsity`](crate::sparsity).
    pub mask: Option<TensorData>,
}

/// One state of one parameter. A number and a tensor of type `f64` without axes mean the same.
#[derive(Clone, Debug)]
pub enum StateEntry {
    /// One number.
    Scalar(f64),
    /// One number per element, row, column or matrix.
    Tensor(TensorData),
}

/// Equal to the bit, NaN too; a number is equal to a tensor that means the same.
impl PartialEq for StateEntry {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Scalar(a), Self::Scalar(b)) => a.to_bits() == b.to_bits(),
            (Self::Tensor(a), Self::Tensor(b)) => a == b,
            (Self::Scalar(number), Self::Tensor(data)) | (Self::Tensor(data), Self::Scalar(number)) => {
                data.dtype() == DType::F64 && data.shape().is_empty() && data.bytes() == number.to_le_bytes()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_equal_tensors_that_mean_the_same() {
        let tensor = |dtype, shape: &[usize], bytes: &[u8]| {
            StateEntry::Tensor(TensorData::new(dtype, shape.to_vec(), bytes.to_vec()).expect("right lengths"))
        };
        let number = StateEntry::Scalar(1.5);
        assert_eq!(number, tensor(DType::F64, &[], &1.5_f64.to_le_bytes()));
        assert_eq!(StateEntry::Scalar(f64::NAN), StateEntry::Scalar(f64::NAN));
        assert_ne!(number, StateEntry::Scalar(-1.5));
        assert_ne!(StateEntry::Scalar(0.0), StateEntry::Scalar(-0.0));
        assert_ne!(number, tensor(DType::F64, &[1], &1.5_f64.to_le_bytes()));
        assert_ne!(number, tensor(DType::F64, &[], &2.5_f64.to_le_bytes()));
        assert_ne!(number, tensor(DType::F32, &[], &1.5_f32.to_le_bytes()));
    }
}
