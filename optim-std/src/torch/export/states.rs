//! States of a parameter, as another library keeps them.

use std::io::Write;

use ndarray::arr0;
use optim_core::checkpoint::{DType, GroupDict, TensorData};
use optim_core::{AnyOptimizer, Float, StateView, Storage};

use super::layout::Member;
use super::{Output, write_key};
use crate::torch::convert::{ConvertError, Dialect, Gathered, in_file, number, power};
use crate::torch::error::TorchError;

/// Writes the number of a parameter and its states; neither where the other library has none yet.
pub(super) fn write<T: Float, W: Write>(
    opt: &dyn AnyOptimizer<T>,
    dialect: Dialect,
    member: &Member<'_>,
    group: &GroupDict,
    file: &mut Output<W>,
    gathered: &mut Gathered,
) -> Result<(), ConvertError> {
    let (optimizer, param) = (opt.name(), member.param);
    let wrong = |error| TorchError::damaged(format!("parameter {param}"), format!("{error}"));
    let steps = opt.step_count(param).map_err(wrong)?;
    // SGD of torch counts no steps: a momentum that came from there has none either.
    let moves = |state| match opt.state_value(param, state) {
        Ok(StateView::Array(array)) => array.iter().any(|&element| element != T::ZERO),
        _ => false,
    };
    let fresh = steps == 0 && !(optimizer == "SGD" && opt.state_names().any(moves));
    if fresh && optimizer == "SGD" && number(group, "dampening", 0) != Some(0.0) {
        gathered.undamped.push(param.to_owned());
    }
    // Torch takes a parameter with state for one that has begun; Adagrad begins when it is made.
    if fresh && dialect != Dialect::Cerebras && optimizer != "Adagrad" {
        return Ok(());
    }
    write_key(&mut file.pickle, member.key);
    file.pickle.begin_dict();
    let reads_count = opt.state_names().any(|state| state == "step");
    match dialect {
        Dialect::Torch if optimizer != "SGD" => {
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
    let mut powers_agree = true;
    let view_of = opt.view_of(param).map_err(wrong)?;
    let own = view_of.and_then(|_| opt.params().find(|info| info.name() == param));
    for state in opt.state_names().filter(|&state| state != "step") {
        // A state that does not exist with these settings.
        let Ok(view) = opt.state_value(param, state) else { continue };
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
                // Numbers of two bytes as they are. Torch has no blocks of 8 bits: what is kept so is written as it is read.
                let dtype = match opt.storage(param, state) {
                    Ok(Storage::Bf16 | Storage::Bf16Stochastic) => DType::BF16,
                    Ok(Storage::F16) => DType::F16,
                    _ => T::DTYPE,
                };
                let data = TensorData::rounded(&array, dtype);
                file.tensor(&match own {
                    None => data,
                    Some(own) => {
                        let theirs = in_file((param, own.shape()), view_of, (state, array.shape()))?;
                        data.reshaped(theirs).map_err(|error| TorchError::damaged(state, format!("{error}")))?
                    }
                })?;
            }
        }
    }
    file.pickle.end_dict();
    if !powers_agree {
        gathered.no_step.push(param.to_owned());
    }
    Ok(())
}
