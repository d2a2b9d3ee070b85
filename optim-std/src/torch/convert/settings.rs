//! Hyperparameters in the groups of a file.

use optim_core::Setting;
use optim_core::checkpoint::GroupDict;

use super::here::HereGroup;
use super::note::Gathered;
use super::{ConvertError, Dialect, Here, Note};
use crate::torch::error::TorchError;
use crate::torch::optimizer::SavedGroup;
use crate::torch::value::TorchValue;

/// Entries that do not affect a step here: how torch computes, where schedules started, and the names and kinds of groups.
pub(in crate::torch) const NO_MATHEMATICS: [&str; 14] = [
    "foreach",
    "fused",
    "capturable",
    "differentiable",
    "initial_lr",
    "max_lr",
    "min_lr",
    "max_momentum",
    "base_momentum",
    "swa_lr",
    "name",
    "group_name",
    "tags",
    USE_MUON,
];

/// The setting of Adam and AdamW that says where `eps` is added. It is never in a file, because each library always adds it at the same place.
pub(in crate::torch) const EPS_AFTER_CORRECTION: &str = "eps_after_correction";

/// The entry that marks Muon's groups in programs that combine Muon with another optimizer. They have fewer settings than `torch.optim.Muon`.
pub(in crate::torch) const USE_MUON: &str = "use_muon";

/// Settings of Muon that torch expresses differently, or does not have.
const ADJUST_LR_FN: &str = "adjust_lr_fn";
const MUON_COEFFICIENTS: &str = "coefficients";

/// Arguments of optimizers in all dialects. If a group has one that does not exist here, the step in torch is different.
const MATHEMATICS: [&str; 27] = [
    "maximize",
    "amsgrad",
    "nesterov",
    "centered",
    "momentum",
    "dampening",
    "weight_decay",
    "betas",
    "eps",
    "lr_decay",
    "momentum_decay",
    "lambd",
    "alpha",
    "rho",
    "t0",
    "etas",
    "step_sizes",
    "beta2_decay",
    "d",
    "ns_coefficients",
    "adjust_lr_fn",
    "adam",
    "relative_step",
    "warmup_init",
    "scale_parameter",
    "clip_threshold",
    "beta1",
];

/// The hyperparameters of a group in a file.
pub(in crate::torch) struct GroupSettings {
    pub(super) dialect: Dialect,
    /// Every hyperparameter, and its value if the file has it.
    values: Vec<(&'static str, Option<Setting>)>,
    /// The initial learning rate of the group's scheduler.
    initial_lr: Option<f64>,
    one_cycle: bool,
    keep_eps: bool,
}

/// Notes settings of the file that the optimizer here does not have. Refuses those that change the mathematics.
fn note_others(
    group: &SavedGroup,
    hypers: &[(&'static str, &Setting)],
    optimizer: &'static str,
    notes: &mut Vec<Note>,
) -> Result<(), ConvertError> {
    for (key, value) in &group.settings {
        if hypers.iter().any(|(hyper, _)| hyper == key) || handled(key) || NO_MATHEMATICS.contains(&&**key) {
            continue;
        }
        if !MATHEMATICS.contains(&&**key) {
            notes.push(Note::LeftOut { place: group.place.clone(), key: key.clone() });
        } else if is_active(value)? {
            let why = "does not have\nhelp: if training shall go on without it, save the file with this switched off";
            return Err(unsupported(group, key, value, optimizer, why));
        }
    }
    Ok(())
}

impl GroupSettings {
    /// Reads a group for the optimizer of a rule here.
    pub(in crate::torch) fn read(
        group: &SavedGroup,
        here: &Here<'_>,
        rule: usize,
        notes: &mut Vec<Note>,
    ) -> Result<Self, ConvertError> {
        let optimizer = here.rules[rule].optimizer;
        let dialect = Dialect::of(optimizer, group);
        let known = here.groups.iter().find(|group| group.rule == rule);
        let hypers = known.map(|group| &*group.settings).unwrap_or_default();
        if let Some(value) = group.get(USE_MUON)
            && let is_muon = is_active(value)?
            && is_muon != optimizer.contains("Muon")
        {
            let (place, in_rule) = (group.place.clone(), here.rules[rule].name.is_some());
            return Err(ConvertError::UseMuon { place, value: is_muon, optimizer, in_rule });
        }
        let is_short = optimizer == "Muon" && group.get(USE_MUON).is_some();
        let mut values = Vec::with_capacity(hypers.len());
        let mut missing = Vec::new();
        for &(hyper, now) in hypers {
            let value = match group.get(source(optimizer, hyper, group)) {
                // torch writes `None` for the default.
                value if hyper == ADJUST_LR_FN && value.is_none_or(TorchValue::is_none) => {
                    Some(Setting::Choice("original".to_owned()))
                }
                Some(value) => Some(setting(value, 0)?),
                None if hyper == MUON_COEFFICIENTS => Some(Setting::Choice("fixed".to_owned())),
                None if hyper == "correct_bias" => Some(Setting::Bool(true)),
                None if hyper == EPS_AFTER_CORRECTION => Some(Setting::Bool(dialect == Dialect::Torch)),
                None => {
                    // torch added switches and optional values over time. It has always had the numbers.
                    let is_fixed = is_short && matches!(hyper, "ns_steps" | "ns_coefficients" | "eps");
                    if !is_fixed && !matches!(now, Setting::Bool(_) | Setting::None) {
                        missing.push(hyper);
                    }
                    None
                }
            };
            values.push((hyper, value));
        }
        if optimizer == "Adafactor" && group.get("beta2_decay").is_some() {
            return Err(ConvertError::OtherMethod {
                optimizer,
                why: "`torch.optim.Adafactor` bounds the learning rate and clips in another way, and has no average of gradients",
                help: "load the parameters and start here with an optimizer that has no state yet, or save one of \
                       `transformers.Adafactor`, which is the same as here",
            });
        }
        if !missing.is_empty() {
            let found = group.settings.iter().map(|(key, _)| key.clone()).collect();
            return Err(ConvertError::Optimizer { optimizer, missing, found });
        }
        refuse_other_mathematics(group, optimizer)?;
        note_others(group, hypers, optimizer, notes)?;
        // A wrong type is not an error here, because the entry has no effect on a step.
        let initial_lr = group.get("initial_lr").and_then(|value| value.as_f64().ok());
        let one_cycle = group.get("max_lr").is_some() && group.get("min_lr").is_some();
        Ok(Self { dialect, values, initial_lr, one_cycle, keep_eps: group.keep_eps })
    }

    /// The first hyperparameter that differs between the groups.
    pub(super) fn differs(&self, other: &Self) -> Option<&'static str> {
        self.values.iter().zip(&other.values).find(|(a, b)| a.1 != b.1).map(|(a, _)| a.0)
    }

    /// The settings for a group here: the settings of the file, but schedules are kept. With `keep_eps`, the place of
    /// `eps` is kept too, as for a schedule of `eps`.
    pub(super) fn merged(
        &self,
        group: &HereGroup<'_>,
        notes: &mut Vec<Note>,
        gathered: &mut Gathered,
    ) -> Vec<(String, Setting)> {
        let name = || group.name.to_owned();
        let is_scheduled = |(hyper, now): &(&str, &Setting)| *hyper == "eps" && now.is_scheduled();
        let keep_eps = self.keep_eps || group.settings.iter().any(is_scheduled);
        let has_place = group.settings.iter().any(|(hyper, _)| *hyper == EPS_AFTER_CORRECTION);
        let mut merged = Vec::with_capacity(self.values.len());
        for ((hyper, found), (_, now)) in self.values.iter().zip(&group.settings) {
            if let (Some(initial_lr), "lr", Some(lr), false) =
                (self.initial_lr, *hyper, found.as_ref().and_then(Setting::as_f64), now.is_scheduled())
            {
                gathered.scheduled.push((name(), initial_lr, lr));
                gathered.one_cycle |= self.one_cycle;
            }
            let value = match found {
                _ if *hyper == EPS_AFTER_CORRECTION && keep_eps => (*now).clone(),
                _ if now.is_scheduled() => {
                    notes.push(Note::ScheduleKept { group: name(), hyper });
                    (*now).clone()
                }
                Some(found) => {
                    if let ("eps", Dialect::Torch, true, Some(here), Some(file)) =
                        (*hyper, self.dialect, has_place, now.as_f64(), found.as_f64())
                        && here != file
                    {
                        notes.push(Note::EpsReplaced { group: name(), here, file });
                    }
                    found.clone()
                }
                // A setting that is off may be missing in the file.
                None if matches!(now, Setting::Bool(false) | Setting::None) => (*now).clone(),
                None => {
                    notes.push(Note::Kept { group: name(), hyper });
                    (*now).clone()
                }
            };
            merged.push(((*hyper).to_owned(), value));
        }
        merged
    }
}

/// The current settings of a group.
pub(super) fn unchanged(group: &HereGroup<'_>) -> Vec<(String, Setting)> {
    group.settings.iter().map(|&(hyper, value)| (hyper.to_owned(), value.clone())).collect()
}

/// The name of a hyperparameter in a group of the file.
fn source<'h>(optimizer: &str, hyper: &'h str, group: &SavedGroup) -> &'h str {
    match (optimizer, hyper) {
        // The reference's Adam and AdamW write the same groups, so the penalty must not be read as the decay.
        ("Adam", "weight_decay") if group.get("l2_regularization_rate").is_some() => "l2_regularization_rate",
        _ => hyper,
    }
}

/// Keys that [`refuse_other_mathematics`] and [`source`] handle.
fn handled(key: &str) -> bool {
    matches!(key, "decoupled_weight_decay" | "l2_regularization_rate" | "correct_bias")
}

/// Checks settings whose meaning depends on others.
fn refuse_other_mathematics(group: &SavedGroup, optimizer: &'static str) -> Result<(), ConvertError> {
    let active = |key: &str| group.get(key).map_or(Ok(false), is_active);
    let refuse = |key: &str, why| match group.get(key) {
        Some(value) => Err(unsupported(group, key, value, optimizer, why)),
        None => Ok(()),
    };
    let decays = active("weight_decay")?;
    let decoupled = group.get("decoupled_weight_decay").map(is_active).transpose()?;
    match (optimizer, decoupled) {
        ("Adam", Some(true)) if decays => refuse("decoupled_weight_decay", "does not have\nhelp: build `AdamW`")?,
        ("AdamW", Some(false)) if decays => {
            refuse("decoupled_weight_decay", "always has\nhelp: build `Adam`, where `weight_decay` is a penalty")?;
        }
        ("AdamW", _) => {}
        ("Adam", _) => {}
        (_, Some(true)) if decays => refuse("decoupled_weight_decay", "does not have")?,
        _ => {}
    }
    if optimizer == "AdamW" && active("l2_regularization_rate")? {
        refuse("l2_regularization_rate", "does not have\nhelp: build `Adam`")?;
    }
    if optimizer == "Adam" && decays && group.get("l2_regularization_rate").is_some() {
        refuse("weight_decay", "has only as a penalty\nhelp: build `AdamW`")?;
    }
    if optimizer != "AdamW" && group.get("correct_bias").is_some() && !active("correct_bias")? {
        refuse("correct_bias", "always has\nhelp: build `AdamW` with `correct_bias(false)`")?;
    }
    Ok(())
}

/// Returns true for a switch that is on, a number other than 0, and anything else except `None`.
fn is_active(value: &TorchValue) -> Result<bool, TorchError> {
    if value.is_none() {
        return Ok(false);
    }
    match value.as_bool() {
        Ok(on) => Ok(on),
        Err(_) if value.is_tensor() => Ok(value.as_f64()? != 0.0),
        Err(_) => Ok(value.as_f64().map_or(true, |number| number != 0.0)),
    }
}

/// A value of a group as data.
fn setting(value: &TorchValue, depth: usize) -> Result<Setting, TorchError> {
    /// The deepest nesting, pairs of pairs. A file may contain lists that contain themselves.
    const MOST_NESTED: usize = 2;
    const LONGEST: usize = 8;
    const LONGEST_TEXT: usize = 256;
    if value.is_none() {
        return Ok(Setting::None);
    }
    if let Ok(value) = value.as_bool() {
        return Ok(Setting::Bool(value));
    }
    if let Ok(number) = value.as_int() {
        return Ok(Setting::Int(number));
    }
    if let Ok(text) = value.as_str()
        && text.len() <= LONGEST_TEXT
    {
        return Ok(Setting::Choice(text.to_owned()));
    }
    if depth < MOST_NESTED
        && !value.is_tensor()
        && value.len().is_ok_and(|len| len <= LONGEST)
        && let Ok(parts) = value.elements()
    {
        return Ok(Setting::Tuple(parts.iter().map(|part| setting(part, depth + 1)).collect::<Result<_, _>>()?));
    }
    value.as_f64().map(Setting::Float)
}

fn unsupported(
    group: &SavedGroup,
    key: &str,
    value: &TorchValue,
    optimizer: &'static str,
    why: &'static str,
) -> ConvertError {
    let value = setting(value, 0).map_or_else(|_| value.kind().to_owned(), |value| value.to_string());
    ConvertError::Unsupported { place: group.place.clone(), key: key.to_owned(), value, optimizer, why }
}

/// Notes about differences between the formulas of the dialect and of this crate, with these settings.
pub(in crate::torch) fn formula_notes(optimizer: &str, dialect: Dialect, group: &GroupDict, notes: &mut Vec<Note>) {
    let name = || group.name.clone();
    let get = |hyper: &str| number(group, hyper, 0);
    let setting = |hyper: &str| group.settings.iter().find(|(name, _)| name == hyper).map(|(_, value)| value);
    let before = setting(EPS_AFTER_CORRECTION) == Some(&Setting::Bool(false));
    let eps_is_scheduled = setting("eps").is_some_and(Setting::is_scheduled);
    match (optimizer, dialect) {
        ("Adam" | "AdamW", Dialect::Torch) if before && !eps_is_scheduled && get("eps") != Some(0.0) => {
            let (eps, beta2) = (get("eps").unwrap_or(f64::NAN), number(group, "betas", 1).unwrap_or(f64::NAN));
            notes.push(Note::EpsPlacement { group: name(), eps, beta2 });
        }
        ("AdamW", Dialect::HuggingFace) if get("weight_decay") != Some(0.0) => {
            notes.push(Note::DecayAfterUpdate { group: name(), weight_decay: get("weight_decay").unwrap_or(f64::NAN) });
        }
        ("Muon", Dialect::Torch) if !notes.contains(&Note::MuonPrecision) => notes.push(Note::MuonPrecision),
        ("NAdam", Dialect::Torch) if get("betas") != Some(0.0) && !notes.contains(&Note::NAdamCorrection) => {
            notes.push(Note::NAdamCorrection);
        }
        _ => {}
    }
}

/// A number in a setting; for a schedule, its value before the first step. `component` is the index in a tuple.
pub(in crate::torch) fn number(group: &GroupDict, hyper: &str, component: usize) -> Option<f64> {
    let (_, value) = group.settings.iter().find(|(name, _)| name == hyper)?;
    match value.at(0) {
        Setting::Tuple(parts) => parts.get(component)?.as_f64(),
        Setting::None => Some(0.0),
        value => value.as_f64(),
    }
}
