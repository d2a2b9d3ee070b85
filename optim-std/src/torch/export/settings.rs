//! The hyperparameters of a group in another library's form.

use std::io::Write;

use ndarray::ArrayD;
use optim_core::Setting;
use optim_core::checkpoint::{GroupDict, TensorData};

use super::{PlainValue, copy, write_setting};
use crate::torch::convert::{ConvertError, Dialect, EPS_AFTER_CORRECTION, NO_MATHEMATICS, Note};
use crate::torch::dtype::DType;
use crate::torch::error::TorchError;
use crate::torch::optimizer::SavedGroup;
use crate::torch::output::Output;
use crate::torch::value::TorchValue;

/// The optimizers of `torch.optim`, with arguments that only exist there. Without them, a step in torch fails.
const TORCH: [(&str, &[&str]); 12] = [
    ("SGD", &["foreach", "differentiable", "fused"]),
    ("ASGD", &["foreach", "differentiable", "capturable"]),
    ("Adadelta", &["foreach", "differentiable", "capturable"]),
    ("Adagrad", &["foreach", "differentiable", "fused"]),
    ("Adam", &["maximize", "foreach", "capturable", "differentiable", "fused", "decoupled_weight_decay"]),
    ("AdamW", &["maximize", "foreach", "capturable", "differentiable", "fused", "decoupled_weight_decay"]),
    ("Adamax", &["foreach", "differentiable", "capturable"]),
    ("Muon", &[]),
    ("NAdam", &["decoupled_weight_decay", "maximize", "foreach", "capturable", "differentiable"]),
    ("RAdam", &["maximize", "foreach", "capturable", "decoupled_weight_decay", "differentiable"]),
    ("RMSprop", &["capturable", "foreach", "maximize", "differentiable"]),
    ("Rprop", &["foreach", "maximize", "differentiable", "capturable"]),
];

const HUGGING_FACE: [&str; 2] = ["AdamW", "Adafactor"];

const CEREBRAS: [&str; 14] = [
    "SGD",
    "ASGD",
    "Adadelta",
    "Adafactor",
    "Adagrad",
    "Adam",
    "AdamW",
    "Adamax",
    "Lamb",
    "Lion",
    "NAdam",
    "RAdam",
    "RMSprop",
    "Rprop",
];

/// The settings of a group, without its parameters.
pub(super) fn of(
    optimizer: &'static str,
    dialect: Dialect,
    group: &GroupDict,
) -> Result<Vec<(String, Setting)>, ConvertError> {
    let mut settings = group.settings.clone();
    for (hyper, value) in &mut settings {
        // torch writes 0 if the momentum is off.
        if hyper == "momentum" && *value == Setting::None {
            *value = Setting::Float(0.0);
        }
    }
    match dialect {
        // It is not an argument in torch. A note explains the difference of the formulas.
        Dialect::Torch => settings.retain(|(hyper, _)| hyper != EPS_AFTER_CORRECTION),
        Dialect::HuggingFace | Dialect::Cerebras => {
            remove(&mut settings, group, optimizer, EPS_AFTER_CORRECTION, false)?;
        }
    }
    match dialect {
        Dialect::Torch => {
            let more = TORCH.iter().find(|row| row.0 == optimizer).ok_or_else(|| not_there(optimizer, dialect))?.1;
            remove(&mut settings, group, optimizer, "correct_bias", true)?;
            if optimizer == "Muon" {
                remove(&mut settings, group, optimizer, "coefficients", Setting::Choice("fixed".to_owned()))?;
                if let Some((key, scale)) = settings.iter().find(|(_, value)| *value == spectral()) {
                    return Err(unsupported(group, optimizer, key.clone(), scale));
                }
            }
            for &key in more {
                let value = match key {
                    "foreach" | "fused" => Setting::None,
                    "decoupled_weight_decay" => Setting::Bool(optimizer == "AdamW"),
                    _ => Setting::Bool(false),
                };
                settings.push((key.to_owned(), value));
            }
        }
        Dialect::HuggingFace if HUGGING_FACE.contains(&optimizer) => {
            remove(&mut settings, group, optimizer, "amsgrad", false)?;
        }
        Dialect::Cerebras if CEREBRAS.contains(&optimizer) => {
            if matches!(optimizer, "Adam" | "AdamW") {
                // Both optimizers write both settings, and each uses one of them.
                let mut penalty = Setting::Float(0.0);
                if optimizer == "Adam" {
                    if let Some((_, decay)) = settings.iter_mut().find(|(hyper, _)| hyper == "weight_decay") {
                        std::mem::swap(decay, &mut penalty);
                    }
                    settings.push(("correct_bias".to_owned(), Setting::Bool(true)));
                }
                settings.push(("l2_regularization_rate".to_owned(), penalty));
            }
        }
        Dialect::HuggingFace | Dialect::Cerebras => return Err(not_there(optimizer, dialect)),
    }
    Ok(settings)
}

/// Writes the settings of a group, and if another file's layout is kept, the other settings of its group.
pub(super) fn write<W: Write>(
    file: &mut Output<W>,
    here: Option<&PlainValue>,
    like: Option<&SavedGroup>,
    initial_lr: Option<f64>,
    notes: &mut Vec<Note>,
) -> Result<(), TorchError> {
    const INITIAL_LR: &str = "initial_lr";
    let settings = here.map_or(&[][..], |plain| &plain.settings);
    let is_new = |key: &str| key == INITIAL_LR && initial_lr.is_some();
    for (key, theirs) in like.map_or(&[][..], |group| &group.settings) {
        // Entries about how torch computes are copied unchanged.
        let ours = settings.iter().find(|(hyper, _)| hyper == key).filter(|_| !NO_MATHEMATICS.contains(&&**key));
        match ours {
            _ if is_new(key) => {}
            Some((_, value)) => {
                file.pickle.str(key);
                write_as(file, value, theirs)?;
            }
            None if copy::is_plain(theirs) => {
                file.pickle.str(key);
                copy::write(file, theirs)?;
            }
            None => notes.push(Note::LeftOut {
                place: like.map_or_else(String::new, |group| group.place.clone()),
                key: key.clone(),
            }),
        }
    }
    for (key, value) in settings {
        let is_needed = match like {
            None => true,
            // An older release does not have this setting. If it is off, it is not written.
            Some(group) => {
                let is_off = matches!(value, Setting::None | Setting::Bool(false));
                group.get(key).is_none() && !is_off && !NO_MATHEMATICS.contains(&&**key)
            }
        };
        if is_needed {
            file.pickle.str(key);
            write_setting(&mut file.pickle, value);
        }
    }
    if let Some(number) = initial_lr {
        file.pickle.str(INITIAL_LR);
        file.pickle.float(number);
    }
    Ok(())
}

/// Writes a setting. A number becomes a tensor if it was a tensor in the other file.
fn write_as<W: Write>(file: &mut Output<W>, value: &Setting, like: &TorchValue) -> Result<(), TorchError> {
    let (Some(number), Ok(tensor)) = (value.as_f64(), like.tensor()) else {
        write_setting(&mut file.pickle, value);
        return Ok(());
    };
    let shape = vec![1; tensor.shape().len()];
    match tensor.dtype() {
        DType::F64 => file.tensor(&TensorData::from_array(&ArrayD::from_elem(shape, number))),
        _ => file.tensor(&TensorData::from_array(&ArrayD::from_elem(shape, number as f32))),
    }
}

fn not_there(optimizer: &'static str, dialect: Dialect) -> ConvertError {
    ConvertError::NotThere { optimizer, dialect: dialect.name() }
}

/// Removes a switch that does not exist in torch, if it has the only value that torch supports.
fn remove(
    settings: &mut Vec<(String, Setting)>,
    group: &GroupDict,
    optimizer: &'static str,
    hyper: &str,
    only: impl Into<Setting>,
) -> Result<(), ConvertError> {
    let Some(place) = settings.iter().position(|(name, _)| name == hyper) else { return Ok(()) };
    let (key, value) = settings.remove(place);
    if value == only.into() { Ok(()) } else { Err(unsupported(group, optimizer, key, &value)) }
}

/// The scale of Muon's updates that torch does not have.
fn spectral() -> Setting {
    Setting::Choice("spectral".to_owned())
}

fn unsupported(group: &GroupDict, optimizer: &'static str, key: String, value: &Setting) -> ConvertError {
    let place = format!("group `{}`", group.name);
    ConvertError::Unsupported { place, key, value: value.to_string(), optimizer, why: "does not have there" }
}
