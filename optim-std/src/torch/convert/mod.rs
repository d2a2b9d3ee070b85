//! Conversion between the state of an optimizer in a torch file and a [`StateDict`].
//!
//! | file | purpose |
//! |---|---|
//! | `dialect` | the program that wrote a file, or that will read it |
//! | `names`, `by_name` | matching the parameters of the file with the parameters here |
//! | `here` | the optimizer here, limited to the parts that a file can contain |
//! | `groups` | parameters in different groups |
//! | `settings`, `read` | hyperparameters of the groups |
//! | `states` | states and step counts of the parameters |
//! | `views` | states of parameters with views |
//! | `wrappers` | states of wrappers, and averaged weights |
//! | `note`, `error` | notes about a conversion, and errors |

mod by_name;
mod dialect;
mod error;
mod groups;
mod here;
mod names;
mod note;
mod read;
mod settings;
mod states;
mod views;
mod wrappers;

pub(super) use by_name::by_name;
pub use dialect::Dialect;
pub use error::ConvertError;
pub(super) use here::{Here, HereGroup, HereParam, HereRule};
pub use names::Names;
pub(super) use names::refuse_unordered;
pub(super) use note::Gathered;
pub use note::Note;
pub(super) use settings::{EPS_AFTER_CORRECTION, GroupSettings, NO_MATHEMATICS, USE_MUON, formula_notes, number};
pub(super) use states::power;
pub(super) use views::{in_file, note_matrices};
pub(super) use wrappers::{Averaging, MODULE, N_AVERAGED, averaged_steps, is_mean, refuse_uneven};

use optim_core::checkpoint::{GroupDict, ParamDict, StateDict, StateEntry};
use optim_core::{Float, LoadParams, Optimizer};
use read::ReadGroups;
use states::Converted;
use wrappers::Averaged;

use super::optimizer::OptimizerState;

impl OptimizerState {
    /// Converts the state for an optimizer that was built with the same settings and groups, so that training continues where it
    /// stopped. Returns the state for [`load_state_dict`](optim_core::Optimizer::load_state_dict), and notes about the differences.
    ///
    /// It only reads the optimizer: its names, shapes, groups and existing states. It reads the tensors of the file at once. A
    /// parameter without a state in the file, because it never had a gradient, gets its initial state. Torch's Adam and AdamW
    /// add `eps` after the bias correction, and the converted settings do the same: see [`keep_eps`](Self::keep_eps).
    ///
    /// ```
    /// use optim_std::ndarray::{Array1, Array2, Array3};
    /// use optim_std::prelude::*;
    /// use optim_std::torch::{Names, TorchFile};
    ///
    /// #[derive(Parameters)]
    /// struct Model {
    ///     weight: Array2<f32>,
    ///     bias: Array1<f32>,
    ///     conv: Array3<f32>,
    /// }
    ///
    /// let mut model =
    ///     Model { weight: Array2::zeros((3, 4)), bias: Array1::zeros(4), conv: Array3::zeros((2, 3, 2)) };
    /// let mut opt = AdamW::new().group("no_decay", |p| p.name() == "bias", |h| h).build(&model)?;
    ///
    /// let file = TorchFile::open("../tests/torch/adamw.pt")?;
    /// file.get("model")?.load_params(&mut model)?;
    /// let names = Names::listed(["weight", "conv", "bias"]);   // in the order of torch's groups
    /// let (state, notes) = file.optimizer()?.convert_for(&opt, &names)?;
    /// opt.load_state_dict(&state, &LoadOptions::strict())?;
    /// for note in notes {
    ///     println!("{note}");
    /// }
    /// # assert_eq!(opt.steps(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`ConvertError`].
    pub fn convert_for<T: Float>(
        &self,
        opt: &Optimizer<T>,
        names: &Names,
    ) -> Result<(StateDict, Vec<Note>), ConvertError> {
        let here = Here::of(opt);
        here.used_rules().try_for_each(HereRule::refuse_globals)?;
        let mut notes = Vec::new();
        let averaged = self.averaged_for(&here, names, &mut notes)?;
        // For every parameter here, its index in the file.
        let places = names.places(self, &here)?;
        let read = ReadGroups::read(self, &here, &places, &mut notes)?;
        let mut gathered = Gathered::default();
        let mut groups = Vec::with_capacity(here.groups.len());
        let mut dialects = Vec::with_capacity(here.groups.len());
        for (place, group) in here.groups.iter().enumerate() {
            let found = read.of_group(self, &here, place, &places)?;
            let settings = match found {
                Some(found) => found.merged(group, &mut notes, &mut gathered),
                None => settings::unchanged(group),
            };
            dialects.push(found.map(|found| found.dialect));
            groups.push(GroupDict {
                name: group.name.to_owned(),
                optimizer: here.rules[group.rule].name.map(|_| group.group.optimizer().to_owned()),
                tags: group.group.tags().to_vec(),
                adjust_learning_rate: group.group.adjust_learning_rate(),
                settings,
            });
        }
        let mut converted = Vec::with_capacity(here.params.len());
        for (param, &file) in here.params.iter().zip(&places) {
            let rule = here.rule_of(param.group);
            let states = states::convert::<T>(rule, param, &self.params[file], &groups[param.group], &mut gathered)?;
            note_matrices(rule.optimizer, param, &mut gathered);
            converted.push(states);
        }
        if !gathered.counts {
            notes.push(Note::StepsUnknown);
        }
        gathered.into_notes(&mut notes);
        for (place, (group, dialect)) in groups.iter().zip(dialects).enumerate() {
            let Some(dialect) = dialect else { continue };
            formula_notes(here.rule_of(place).optimizer, dialect, group, &mut notes);
        }

        let (steps, params) = together(opt, &here, converted, averaged.as_ref(), &mut notes)?;
        for (group, known) in groups.iter_mut().zip(&here.groups) {
            group.settings = known.with_own(std::mem::take(&mut group.settings));
        }
        let optimizer = if opt.rules().next().is_some() { "Partition" } else { opt.name() };
        let globals = opt.globals().map(|(state, value)| (state.to_owned(), value)).collect();
        Ok((
            StateDict {
                optimizer: optimizer.to_owned(),
                steps,
                seed: None,
                recent_norms: Vec::new(),
                globals,
                groups,
                params,
            },
            notes,
        ))
    }

    /// The averaged weights for the wrappers here; an error if no wrapper has room for them.
    fn averaged_for(
        &self,
        here: &Here<'_>,
        names: &Names,
        notes: &mut Vec<Note>,
    ) -> Result<Option<Averaged>, ConvertError> {
        let averages = here.used_rules().all(|rule| Averaging::of(rule).is_some());
        let given = match self.averaged.as_slice() {
            [] => None,
            [_] if !averages => {
                let optimizer = here.used_rules().find(|rule| Averaging::of(rule).is_none());
                return Err(ConvertError::NoAverage { optimizer: optimizer.map_or("", |rule| rule.whole) });
            }
            [given] => Some(given),
            [_, _, ..] => {
                let help = "call `averaged` once, for the weights of the whole model";
                return Err(ConvertError::Twice { what: "average of the weights", help });
            }
        };
        for rule in here.used_rules() {
            if !self.inner {
                let help = match Averaging::of(rule) {
                    Some(_) if given.is_none() => {
                        "give the `AveragedModel` of torch with `averaged(…)`; or read the inner optimizer alone, \
                         with `inner()`: what wrappers keep stays as it is"
                    }
                    _ => "read the inner optimizer alone, with `inner()`: what wrappers keep stays as it is",
                };
                rule.refuse_wrappers(given.is_some(), help)?;
            } else if let Some(states) = rule.left_out(given.is_some()) {
                notes.push(Note::WrapperKept { optimizer: rule.whole, inner: rule.optimizer, states });
            }
        }
        let plain = LoadParams::new();
        let rename = if let Names::Renamed(rename) = names { rename } else { &plain };
        given.map(|given| Averaged::read(given, here, rename)).transpose()
    }
}

/// The parameters with the states of the optimizers and their wrappers, and the number of steps.
fn together<T: Float>(
    opt: &Optimizer<T>,
    here: &Here<'_>,
    converted: Vec<Converted>,
    averaged: Option<&Averaged>,
    notes: &mut Vec<Note>,
) -> Result<(u64, Vec<ParamDict>), ConvertError> {
    let most = converted.iter().filter_map(|states| states.count).max().unwrap_or(0);
    let is_wrapped = here.rules.iter().any(|rule| !rule.wrappers.is_empty());
    // The states of wrappers stay unchanged.
    let mut before = if is_wrapped { opt.state_dict().params } else { Vec::new() }.into_iter();
    let (mut steps, mut params) = (0, Vec::with_capacity(here.params.len()));
    for (place, (param, converted)) in here.params.iter().zip(converted).enumerate() {
        let (rule, group) = (here.rule_of(param.group), &here.groups[param.group]);
        // SGD and Muon have no step counts. If other parameters have counts, SGD and Muon took the same number of steps.
        let inside = converted.count.unwrap_or(if converted.fresh { 0 } else { most });
        let outside = group.steps_outside(inside).ok_or(ConvertError::WrapperSteps {
            optimizer: rule.whole,
            inner: rule.optimizer,
            steps: inside,
        })?;
        steps = steps.max(outside);
        let mut own = before.next().map_or_else(Vec::new, |before| before.states);
        own.retain(|(state, _)| rule.is_own(state));
        // The wrapper is between the gradients of one step. Its states contain a part of the step, but the count returns to the beginning of the
        // step.
        let inside_now = rule.steps_inside(opt, param.name, rule.wrappers.len());
        if opt.step_count(param.name).ok() != group.steps_outside(inside_now) {
            wrappers::restart(opt, rule, (param.name, group), &mut own, notes);
        }
        let counts = group.group.inner_counts(outside).into_iter();
        let mut new: Vec<(String, StateEntry)> =
            counts.map(|(state, count)| (state, StateEntry::Scalar(count as f64))).collect();
        if let Some(averaged) = averaged {
            new.extend(averaged.states(place, param, rule)?);
        }
        own.retain(|(state, _)| new.iter().all(|(other, _)| other != state));
        let prefix = rule.prefix();
        new.extend(converted.states.into_iter().map(|(state, entry)| (format!("{prefix}{state}"), entry)));
        own.append(&mut new);
        params.push(ParamDict {
            name: param.name.to_owned(),
            shape: param.shape.to_vec(),
            view: param.view.cloned(),
            group: param.group,
            step_count: outside,
            states: own,
            mask: None,
        });
    }
    Ok((steps, params))
}
