//! The states of a parameter in another library's form.

use std::io::Write;

use ndarray::{ArrayRef, IxDyn, arr0};
use optim_core::checkpoint::{DType, GroupDict, TensorData};
use optim_core::{Float, Group, Optimizer, StateView, Storage};

use super::layout::Member;
use super::layout::write_key;
use crate::torch::convert::{
    ConvertError, Dialect, Gathered, HereParam, HereRule, in_file, note_matrices, number, power,
};
use crate::torch::error::TorchError;
use crate::torch::output::Output;

/// Writes the number of a parameter and its states. Writes neither if the other library would not have states yet.
pub(super) fn write<T: Float, W: Write>(
    opt: &Optimizer<T>,
    dialect: Dialect,
    (rule, param): (&HereRule<'_>, &HereParam<'_>),
    member: &Member<'_>,
    group: &GroupDict,
    file: &mut Output<W>,
    gathered: &mut Gathered,
) -> Result<(), ConvertError> {
    let (optimizer, name) = (rule.optimizer, param.name);
    let prefix = rule.prefix();
    let steps = rule.steps_inside(opt, name, rule.wrappers.len());
    // torch's SGD and Muon do not count steps, so a momentum that was converted from torch has no count either.
    let counts = dialect != Dialect::Torch || !matches!(optimizer, "SGD" | "Muon");
    let moves = |state: &String| match opt.state_value(name, &format!("{prefix}{state}")) {
        Ok(StateView::Array(array)) => array.iter().any(|&element| element != T::ZERO),
        _ => false,
    };
    let fresh = steps == 0 && !(matches!(optimizer, "SGD" | "Muon") && rule.declared.iter().any(moves));
    if dialect == Dialect::Torch {
        note_matrices(optimizer, param, gathered);
    }
    if fresh && optimizer == "SGD" && number(group, "dampening", 0) != Some(0.0) {
        gathered.undamped.push(name.to_owned());
    }
    // In torch, a parameter with states has taken a step. Only Adagrad creates its states at once.
    if fresh && dialect != Dialect::Cerebras && optimizer != "Adagrad" {
        return Ok(());
    }
    write_key(&mut file.pickle, member.key);
    file.pickle.begin_dict();
    let reads_count = opt.group_of(name).is_ok_and(Group::innermost_uses_step);
    write_count(dialect, steps, (counts, reads_count), file)?;
    let mut powers_agree = true;
    for state in &rule.declared {
        let full = format!("{prefix}{state}");
        // The state does not exist with these settings.
        let Ok(view) = opt.state_value(name, &full) else { continue };
        match view {
            StateView::Scalar(found) if dialect != Dialect::Cerebras && state.ends_with("_power") => {
                let beta = number(group, "betas", usize::from(state != "beta1_power")).unwrap_or(f64::NAN);
                let exact = power(beta, steps);
                powers_agree &= (found - exact).abs() <= 1e-6 * exact;
            }
            StateView::Scalar(number) => {
                file.pickle.str(state);
                let data = match dialect {
                    Dialect::Cerebras => TensorData::from_array(&arr0(number as f32)),
                    _ => TensorData::from_array(&arr0(T::cast(number))),
                };
                file.tensor(&data)?;
            }
            StateView::Array(array) => {
                file.pickle.str(state);
                file.tensor(&data_of(opt, param, &full, &array)?)?;
            }
        }
    }
    file.pickle.end_dict();
    if !powers_agree {
        gathered.no_step.push(name.to_owned());
    }
    Ok(())
}

/// Writes the number of steps, if the other library has it: torch if its optimizer `counts`, Cerebras if its optimizer `reads_count`.
fn write_count<W: Write>(
    dialect: Dialect,
    steps: u64,
    (counts, reads_count): (bool, bool),
    file: &mut Output<W>,
) -> Result<(), ConvertError> {
    match dialect {
        Dialect::Torch if counts => {
            file.pickle.str("step");
            file.tensor(&TensorData::from_array(&arr0(steps as f32)))?;
        }
        Dialect::Cerebras if reads_count => {
            file.pickle.str("step");
            file.tensor(&TensorData::from_array(&arr0(steps as f32)))?;
        }
        Dialect::HuggingFace => {
            file.pickle.str("step");
            file.pickle.int(steps.into());
        }
        Dialect::Torch | Dialect::Cerebras => {}
    }
    Ok(())
}

/// The elements of a state, in its shape in a file.
pub(super) fn data_of<T: Float>(
    opt: &Optimizer<T>,
    param: &HereParam<'_>,
    state: &str,
    array: &ArrayRef<T, IxDyn>,
) -> Result<TensorData, ConvertError> {
    // Numbers of two bytes are copied. torch has no blocks of 8-bit codes, so the numbers are written instead.
    let dtype = match opt.storage(param.name, state) {
        Ok(Storage::Bf16 | Storage::Bf16Stochastic) => DType::BF16,
        Ok(Storage::F16) => DType::F16,
        _ => T::DTYPE,
    };
    let theirs = in_file((param.name, param.shape), param.view, (state, array.shape()))?;
    let data = TensorData::rounded(array, dtype).reshaped(theirs);
    Ok(data.map_err(|error| TorchError::damaged(state, format!("{error}")))?)
}
