//! States of wrappers. PyTorch has an equivalent only for averaged weights: `torch.optim.swa_utils.AveragedModel`.

use ndarray::ArrayD;
use optim_core::checkpoint::{StateEntry, TensorData};
use optim_core::{Float, LoadParams, Optimizer, StateView};

use super::{ConvertError, Here, HereGroup, HereParam, HereRule, Note};
use crate::torch::error::TorchError;
use crate::torch::value::TorchValue;

/// The states of `Ema` and `SWA`: the averaged weights, and in `SWA` the number of weights in the mean.
const AVERAGE: &str = "average";
const COUNT: &str = "n_averaged";

/// The count of an `AveragedModel`, and the prefix of its parameters' names.
pub(in crate::torch) const N_AVERAGED: &str = "n_averaged";
pub(in crate::torch) const MODULE: &str = "module.";

/// A wrapper that averages weights.
pub(in crate::torch) struct Averaging {
    /// Its index among the wrappers.
    depth: usize,
    /// The name of the state with the averaged weights.
    pub(in crate::torch) state: String,
    /// The name of the state that counts them, in `SWA`.
    count: Option<String>,
}

impl Averaging {
    /// The outermost wrapper of a rule that averages weights.
    pub(in crate::torch) fn of(rule: &HereRule<'_>) -> Option<Self> {
        rule.wrappers.iter().enumerate().find_map(|(depth, (name, _))| {
            let own = |state: &str| format!("{}{state}", rule.prefix_at(depth));
            let has = |state: &String| rule.own_states.contains(state);
            let state = Some(own(AVERAGE)).filter(has)?;
            match *name {
                "Ema" => Some(Self { depth, state, count: None }),
                "SWA" => Some(Self { depth, state, count: Some(own(COUNT)).filter(has) }),
                _ => None,
            }
        })
    }

    /// The number of weights in the average of a parameter.
    fn count_of<T: Float>(&self, opt: &Optimizer<T>, rule: &HereRule<'_>, param: &str) -> u64 {
        match self.count.as_ref().map(|state| opt.state_value(param, state)) {
            Some(Ok(StateView::Scalar(number))) => number as u64,
            _ => rule.steps_inside(opt, param, self.depth),
        }
    }
}

/// The common count of all averages. `None` if not every parameter has an average of the same kind, or if the means
/// have different numbers of weights: an `AveragedModel` has only one count.
pub(in crate::torch) fn averaged_steps<T: Float>(opt: &Optimizer<T>, here: &Here<'_>) -> Option<u64> {
    let rules: Vec<Option<Averaging>> = here.rules.iter().map(Averaging::of).collect();
    let mut common: Option<(bool, u64)> = None;
    for param in &here.params {
        let rule = here.groups[param.group].rule;
        let averaging = rules[rule].as_ref()?;
        let (is_mean, count) = (averaging.count.is_some(), averaging.count_of(opt, &here.rules[rule], param.name));
        let (known_mean, known) = *common.get_or_insert((is_mean, count));
        if known_mean != is_mean || is_mean && known != count {
            return None;
        }
        // A moving average only distinguishes the first weights from later ones, so the largest count is used.
        common = Some((is_mean, known.max(count)));
    }
    common.map(|(_, count)| count)
}

/// # Errors
///
/// [`ConvertError::UnevenAverages`] if parameters have means of different numbers of weights.
pub(in crate::torch) fn refuse_uneven<T: Float>(opt: &Optimizer<T>, here: &Here<'_>) -> Result<(), ConvertError> {
    if here.used_rules().any(|rule| Averaging::of(rule).is_none()) {
        return Ok(());
    }
    let mut first: Option<(&str, u64)> = None;
    for param in &here.params {
        let rule = here.rule_of(param.group);
        let Some(averaging) = Averaging::of(rule).filter(|averaging| averaging.count.is_some()) else { continue };
        let count = averaging.count_of(opt, rule, param.name);
        let (other, known) = *first.get_or_insert((param.name, count));
        if known != count {
            let params = [other.to_owned(), param.name.to_owned()];
            return Err(ConvertError::UnevenAverages { optimizer: rule.whole, params, counts: [known, count] });
        }
    }
    Ok(())
}

/// Returns true if the averages are means. A mean does not exist before its first weights.
pub(in crate::torch) fn is_mean(here: &Here<'_>) -> bool {
    here.used_rules().any(|rule| Averaging::of(rule).is_some_and(|averaging| averaging.count.is_some()))
}

impl HereRule<'_> {
    /// The states of the wrappers that a file has no place for. `averaged` says if the file has a place for averages. `None` if nothing is left out.
    pub(in crate::torch) fn left_out(&self, averaged: bool) -> Option<Vec<String>> {
        let placed = Averaging::of(self).filter(|_| averaged);
        if self.wrappers.len() == usize::from(placed.is_some()) {
            return None;
        }
        let has_place = |state: &String| {
            placed.as_ref().is_some_and(|placed| *state == placed.state || placed.count.as_ref() == Some(state))
        };
        Some(self.own_states.iter().filter(|state| !has_place(state)).cloned().collect())
    }

    /// Refuses wrappers that a file has no place for.
    pub(in crate::torch) fn refuse_wrappers(&self, averaged: bool, help: &'static str) -> Result<(), ConvertError> {
        match self.left_out(averaged) {
            None => Ok(()),
            Some(states) => Err(ConvertError::Wrapper {
                optimizer: self.whole,
                inner: self.optimizer,
                state: states.into_iter().next(),
                help,
            }),
        }
    }
}

/// Resets the states of wrappers that use several gradients per step to their values before the first step, and notes which.
pub(super) fn restart<T: Float>(
    opt: &Optimizer<T>,
    rule: &HereRule<'_>,
    (param, group): (&str, &HereGroup<'_>),
    own: &mut Vec<(String, StateEntry)>,
    notes: &mut Vec<Note>,
) {
    let counts = group.group.inner_counts(0);
    let mut scales = Vec::new();
    let is_timed =
        |depth: usize| counts.iter().any(|(state, _)| *state == format!("{}step", rule.prefix_at(depth + 1)));
    for depth in (0..rule.wrappers.len()).filter(|depth| is_timed(*depth)) {
        let (prefix, inside) = (rule.prefix_at(depth), rule.prefix_at(depth + 1));
        for (state, entry) in
            own.iter_mut().filter(|(state, _)| state.starts_with(&prefix) && !state.starts_with(&inside))
        {
            let Some(first) = opt.first_number(param, state) else { continue };
            match entry {
                StateEntry::Scalar(number) => *number = first,
                StateEntry::Tensor(data) => {
                    // States with 8-bit codes become plain numbers without scales.
                    scales.push(format!("{state}.scale"));
                    let numbers = ArrayD::from_elem(data.shape(), T::cast(first));
                    *data = TensorData::rounded(&numbers, data.dtype());
                }
            }
            note_restart(rule.whole, state, notes);
        }
    }
    own.retain(|(state, _)| !scales.contains(state));
}

/// Moves a state from the kept ones to the restarted ones in the notes.
fn note_restart(whole: &'static str, restarted: &str, notes: &mut Vec<Note>) {
    for note in &mut *notes {
        match note {
            Note::WrapperKept { optimizer, states, .. } if *optimizer == whole => {
                states.retain(|state| state != restarted);
            }
            Note::WrapperRestarted { optimizer, states } if *optimizer == whole => {
                if states.iter().all(|state| state != restarted) {
                    states.push(restarted.to_owned());
                }
                return;
            }
            _ => {}
        }
    }
    notes.push(Note::WrapperRestarted { optimizer: whole, states: vec![restarted.to_owned()] });
}

/// The data of an `AveragedModel` in a file.
pub(super) struct Averaged {
    /// Its parameters, and for each parameter here its index among them.
    params: Vec<TorchValue>,
    places: Vec<usize>,
    count: u64,
}

impl Averaged {
    pub(super) fn read(value: &TorchValue, here: &Here<'_>, rename: &LoadParams) -> Result<Self, ConvertError> {
        let number = value.get(N_AVERAGED)?.as_f64()?;
        let is_count = (0.0..=9_007_199_254_740_992.0).contains(&number) && number.fract() == 0.0;
        if !is_count {
            let what = format!("`{N_AVERAGED}` is {number:?}, which is not a valid count");
            return Err(TorchError::damaged(value.place(), what).into());
        }
        // The entries also contain buffers.
        let mut entries = value.entries()?;
        entries.retain(|(key, _)| key.starts_with(MODULE));
        let names: Vec<&str> = entries.iter().map(|(key, _)| &**key).collect();
        let found = rename.find(here.params.iter().map(|param| param.name), &names);
        let missing = here.params.iter().zip(&found.places).filter(|(_, place)| place.is_none());
        let missing: Vec<String> = missing.map(|(param, _)| param.name.to_owned()).collect();
        if !missing.is_empty() {
            let help = "give the averaged weights of this model, in `averaged`";
            return Err(ConvertError::Names { missing, unknown: Vec::new(), help });
        }
        let places = found.places.into_iter().flatten().collect();
        Ok(Self { params: entries.into_iter().map(|(_, value)| value).collect(), places, count: number as u64 })
    }

    /// The states of the wrapper for the parameter with this index.
    pub(super) fn states(
        &self,
        place: usize,
        param: &HereParam<'_>,
        rule: &HereRule<'_>,
    ) -> Result<Vec<(String, StateEntry)>, ConvertError> {
        let Some(averaging) = Averaging::of(rule) else { return Ok(Vec::new()) };
        let tensor = self.params[self.places[place]].tensor()?;
        if tensor.shape() != param.shape {
            return Err(ConvertError::Shape {
                param: param.name.to_owned(),
                state: averaging.state,
                expected: param.shape.to_vec(),
                found: tensor.shape().to_vec(),
            });
        }
        let seen = param.view.map_or(param.shape, |view| view.shape());
        let wrong = |error| TorchError::damaged(format!("state {AVERAGE}"), format!("{error}"));
        let data = tensor.to_data()?.reshaped(seen).map_err(wrong)?;
        let count = averaging.count.map(|state| (state, StateEntry::Scalar(self.count as f64)));
        Ok(std::iter::once((averaging.state, StateEntry::Tensor(data))).chain(count).collect())
    }
}
