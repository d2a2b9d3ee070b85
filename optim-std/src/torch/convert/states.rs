//! States and step counts of the parameters of a file.

use ndarray::{ArrayD, IxDyn};
use optim_core::Float;
use optim_core::checkpoint::{GroupDict, StateEntry, TensorData};

use super::note::Gathered;
use super::settings::number;
use super::{ConvertError, HereParam, HereRule, in_file};
use crate::torch::error::TorchError;
use crate::torch::optimizer::SavedParam;
use crate::torch::value::TorchValue;

/// The states of one parameter.
pub(super) struct Converted {
    /// The step count of the file, if it has one.
    pub(super) count: Option<u64>,
    /// True if the file has no states.
    pub(super) fresh: bool,
    pub(super) states: Vec<(String, StateEntry)>,
}

/// Converts the states of a parameter. `group` has the hyperparameters of the parameter after the conversion.
pub(super) fn convert<T: Float>(
    rule: &HereRule<'_>,
    param: &HereParam<'_>,
    saved: &SavedParam,
    group: &GroupDict,
    gathered: &mut Gathered,
) -> Result<Converted, ConvertError> {
    let mut values = saved.states()?;
    // A momentum that does not exist yet is `None` in torch.
    values.retain(|(_, value)| !value.is_none());
    let value_of = |state: &str| values.iter().find(|(name, _)| name == state).map(|(_, value)| value);

    let count = step_count(param.name, value_of("step"))?;
    let fresh = count.unwrap_or(0) == 0 && values.iter().all(|(name, _)| name == "step");
    let powers = powers_of_betas(value_of, group)?;
    // After `t` steps, the file has the power for the next step: `beta^(t + 1)`.
    let of_powers = powers.iter().find_map(|&(_, beta, power)| steps_of_power(beta, power));
    gathered.counts |= count.is_some() || of_powers.is_some();
    let count = count.or(of_powers);
    let steps = count.unwrap_or(0);

    let mut states = Vec::new();
    for (state, shape) in &param.states {
        let entry = match (value_of(state), shape) {
            (Some(value), None) => StateEntry::Scalar(match powers.iter().find(|power| power.0 == state) {
                // The file has the power in single precision. One minus it needs more digits.
                Some(&(_, beta, power)) => exact_power(beta, power, steps),
                None => value.as_f64()?,
            }),
            (Some(value), Some(shape)) => {
                let theirs = in_file((param.name, param.shape), param.view, (state, shape))?;
                let data = tensor(param.name, state, theirs, value)?;
                let wrong = |error| TorchError::damaged(format!("state {state}"), format!("{error}"));
                StateEntry::Tensor(data.reshaped(shape).map_err(wrong)?)
            }
            (None, _) => {
                let number = match (&**state, number(group, "betas", 0), number(group, "betas", 1)) {
                    ("beta1_power", Some(beta), _) | ("beta2_power", _, Some(beta)) => power(beta, steps),
                    _ if fresh => initial(rule.optimizer, state, group),
                    _ => {
                        return Err(ConvertError::MissingState { param: param.name.to_owned(), state: state.clone() });
                    }
                };
                match shape {
                    None => StateEntry::Scalar(number),
                    Some(shape) => {
                        let array = ArrayD::from_elem(IxDyn(shape), T::cast(number));
                        StateEntry::Tensor(TensorData::from_array(&array))
                    }
                }
            }
        };
        states.push((state.clone(), entry));
    }
    states.extend(absent_here(rule, param, &values)?);
    if fresh && rule.optimizer == "SGD" && !param.states.is_empty() && number(group, "dampening", 0) != Some(0.0) {
        gathered.undamped.push(param.name.to_owned());
    }
    Ok(Converted { count, fresh, states })
}

/// The powers of betas in the file: their names, the betas, and the values.
fn powers_of_betas<'v>(
    value_of: impl Fn(&str) -> Option<&'v TorchValue>,
    group: &GroupDict,
) -> Result<Vec<(&'static str, f64, f64)>, ConvertError> {
    let mut powers = Vec::new();
    for (place, state) in ["beta1_power", "beta2_power"].into_iter().enumerate() {
        if let (Some(value), Some(beta)) = (value_of(state), number(group, "betas", place)) {
            powers.push((state, beta, value.as_f64()?));
        }
    }
    Ok(powers)
}

/// States of the file that the parameter does not have here, because the settings differ.
fn absent_here(
    rule: &HereRule<'_>,
    param: &HereParam<'_>,
    values: &[(String, TorchValue)],
) -> Result<Vec<(String, StateEntry)>, ConvertError> {
    let mut found = Vec::new();
    for (state, value) in values {
        if param.states.iter().any(|(name, _)| name == state) || is_left_out(state) {
            continue;
        }
        if !rule.declared.contains(state) {
            return Err(ConvertError::UnknownState {
                optimizer: rule.optimizer,
                param: param.name.to_owned(),
                state: state.clone(),
                known: rule.declared.clone(),
            });
        }
        // The state would exist with other settings, and loading reports them. No state is larger than its parameter.
        let elements = |shape: &[usize]| shape.iter().fold(1_usize, |all, &axis| all.saturating_mul(axis));
        let shape = value.tensor()?.shape().to_vec();
        let shape = if elements(&shape) > elements(param.shape).max(1) { param.shape } else { &shape };
        found.push((state.clone(), StateEntry::Tensor(tensor(param.name, state, shape, value)?)));
    }
    Ok(found)
}

/// Returns true for entries of the file that are not states: counts, and a diagnostic of Adafactor.
fn is_left_out(state: &str) -> bool {
    matches!(state, "step" | "RMS" | "beta1_power" | "beta2_power")
}

fn step_count(param: &str, value: Option<&TorchValue>) -> Result<Option<u64>, ConvertError> {
    // Up to this number, integers are exact in `f64`.
    const LARGEST: f64 = 9_007_199_254_740_992.0;
    let Some(value) = value else { return Ok(None) };
    let count = value.as_f64()?;
    if (0.0..=LARGEST).contains(&count) && count.fract() == 0.0 {
        Ok(Some(count as u64))
    } else {
        Err(ConvertError::StepCount { param: param.to_owned(), value: count })
    }
}

/// A state, read only after its shape has been checked.
fn tensor(param: &str, state: &str, shape: &[usize], value: &TorchValue) -> Result<TensorData, ConvertError> {
    let tensor = value.tensor()?;
    if tensor.shape() != shape {
        return Err(ConvertError::Shape {
            param: param.to_owned(),
            state: state.to_owned(),
            expected: shape.to_vec(),
            found: tensor.shape().to_vec(),
        });
    }
    Ok(tensor.to_data()?)
}

/// The power of a beta after this number of steps.
pub(in crate::torch) fn power(beta: f64, steps: u64) -> f64 {
    beta.powf(steps as f64 + 1.0)
}

/// The number of steps after which the power has this value, within its precision.
fn steps_of_power(beta: f64, power: f64) -> Option<u64> {
    // Near the smallest numbers of single precision, digits are lost.
    if !(power > 1e-30 && power < 1.0 && beta > 0.0 && beta < 1.0) {
        return None;
    }
    let steps = (power.ln() / beta.ln()).round() - 1.0;
    (0.0..1e15).contains(&steps).then_some(steps as u64)
}

/// The exact power, if the number equals it in single precision.
fn exact_power(beta: f64, found: f64, steps: u64) -> f64 {
    let exact = power(beta, steps);
    // Each step rounds once.
    let tolerance = exact * 1e-7 * (steps as f64 + 2.0);
    if (exact - found).abs() <= tolerance.min(exact * 1e-3) { exact } else { found }
}

/// The value of a state before the first step.
fn initial(optimizer: &str, state: &str, group: &GroupDict) -> f64 {
    let of = |hyper| number(group, hyper, 0).unwrap_or(0.0);
    match (optimizer, state) {
        ("ASGD", "eta") | ("Rprop", "step_size") => of("lr"),
        ("ASGD", "mu") | ("NAdam", "mu_product") => 1.0,
        ("Adagrad", "sum") => of("initial_accumulator_value"),
        _ => 0.0,
    }
}
