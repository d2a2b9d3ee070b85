//! Steps as data, for devices that run programs by themselves: what they do, with which numbers, and that they are done.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::error::StepError;
use super::step::Ran;
use super::{Engine, Param, StepReport};
use crate::definition::Routine;
use crate::draw::Law;
use crate::kernel::program::{DeviceScalar, HostNumbers, ProgramData};
use crate::kernel::{InnerCount, StateSlot, StepSettings, StepsDone};
use crate::messages::shown;
use crate::state::StateView;
use crate::time::Time;
use crate::watched::WatchSums;

/// The coming step of an optimizer as data: made by [`Engine::describe_step`].
#[derive(Debug)]
pub struct DescribedStep {
    /// What runs one after another; each for all parameters with a gradient.
    pub entries: Vec<Vec<ParamProgram>>,
    /// The factor of all gradients.
    pub grad_scale: f64,
    /// The largest absolute value that a scaled gradient keeps.
    pub clip_value: Option<f64>,
    params: Vec<usize>,
}

/// The coming step of one parameter as data.
#[derive(Debug)]
pub struct ParamProgram {
    /// The place of the parameter among [`Engine::params`].
    pub param: usize,
    /// The place of its optimizer among the rules of a [`Partition`](crate::Partition); 0 without one.
    pub rule: usize,
    /// The program.
    pub program: Arc<ProgramData>,
    /// The numbers of its registers, as far as the host computes them.
    pub numbers: Vec<f64>,
    /// The draws that streams name by their places: the law, and the node of the tree of random numbers.
    pub draws: Vec<(Law, [u32; 4])>,
    stores: Vec<(DeviceScalar, f64)>,
}

/// Why a step cannot be described as data.
#[derive(Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ProgramError {
    /// An error that a step on the host would report as well.
    #[error(transparent)]
    Step(#[from] StepError),
    /// The optimizer does what such devices do not.
    #[error("{feature} cannot run on the device{}: {help}", of_param(param.as_deref()))]
    Unsupported {
        /// The parameter, if it is about one.
        param: Option<String>,
        /// What the optimizer does.
        feature: &'static str,
        /// What to do instead.
        help: &'static str,
    },
}

crate::messages::debug_as_display!(ProgramError);

fn of_param(param: Option<&str>) -> String {
    param.map_or_else(String::new, |param| format!(", for parameter `{}`", shown(param)))
}

fn unsupported(param: Option<&Param>, feature: &'static str, help: &'static str) -> ProgramError {
    ProgramError::Unsupported { param: param.map(|param| param.name.to_string()), feature, help }
}

/// The scalars that live on the device, for each rule.
pub type DeviceScalars = Vec<BTreeSet<DeviceScalar>>;

/// Scalar states that earlier entries of the step have set.
type SetSoFar = Vec<(usize, DeviceScalar, f64)>;

impl Engine<f32> {
    /// Checks that all steps can be described as data, and finds the scalars that live on the device: those that a step sets from a reduction.
    ///
    /// # Errors
    ///
    /// [`ProgramError`].
    pub fn device_scalars(&self) -> Result<DeviceScalars, ProgramError> {
        self.check_programs()?;
        let mut all: DeviceScalars = vec![BTreeSet::new(); self.rules.len()];
        let none = SetSoFar::new();
        loop {
            let before: usize = all.iter().map(BTreeSet::len).sum();
            for (place, param) in self.params.iter().enumerate() {
                let (definition, rule) = (self.groups[param.group].definition(), self.groups[param.group].rule());
                let entries = self.about_of(param).entries_of(Routine::Step);
                // `build` has refused steps with too many programs.
                let programs = definition.programs(&entries, param.folded).unwrap_or_default();
                let states = |state| self.host_scalar(place, DeviceScalar::State(state), &none);
                for (entry, first) in entries.flat_map(|entry| programs.iter().map(move |one| (entry, one.first()))) {
                    let kind = (param.folded, Time::new(first), WatchSums::NONE);
                    let program = definition.program_data(entry, kind, &states, &all[rule]);
                    all[rule].extend(program.resident());
                }
            }
            if all.iter().map(BTreeSet::len).sum::<usize>() == before {
                return Ok(all);
            }
        }
    }

    fn check_programs(&self) -> Result<(), ProgramError> {
        let on_host = "run the step on the host";
        if self.has_probe() {
            return Err(StepError::NeedsProbe { optimizer: self.name() }.into());
        }
        if self.around.is_some() {
            return Err(unsupported(None, "a wrapper around a partition", "put the wrapper around each rule"));
        }
        if self.options.needs_scan() {
            return Err(unsupported(
                None,
                "an option that looks at all gradients before the step (`clip_norm`, `non_finite`, `spikes`)",
                "clip the gradients before they are given to the step",
            ));
        }
        if !self.masks.is_empty() {
            return Err(unsupported(None, "a mask", on_host));
        }
        for (place, param) in self.params.iter().enumerate() {
            if !self.about_of(param).inputs.is_empty() {
                return Err(unsupported(Some(param), "an input of the step", on_host));
            }
            if self.slots_of(place).iter().any(|slot| matches!(slot, StateSlot::Stored(_))) {
                return Err(unsupported(Some(param), "a state in fewer bytes", "build it without `storage`"));
            }
        }
        Ok(())
    }

    /// The coming step as data, for the parameters that have a gradient by their places. Nothing has changed before
    /// [`finish_step`](Self::finish_step).
    ///
    /// # Errors
    ///
    /// [`ProgramError`].
    pub fn describe_step(
        &mut self,
        has_grad: &dyn Fn(usize) -> bool,
        resident: &DeviceScalars,
    ) -> Result<DescribedStep, ProgramError> {
        self.check_programs()?;
        self.advance()?;
        let params: Vec<usize> = (0..self.params.len()).filter(|place| has_grad(*place)).collect();
        let most = self.rules.iter().map(|rule| rule.about.entries_of(Routine::Step).len()).max().unwrap_or(0);
        let (mut entries, mut set) = (Vec::with_capacity(most), SetSoFar::new());
        for number in 0..most {
            let mut entry = Vec::with_capacity(params.len());
            for place in &params {
                let own = self.about_of(&self.params[*place]).entries_of(Routine::Step);
                if let Some(own) = own.clone().nth(number) {
                    entry.push(self.describe_entry(*place, own, resident, &set)?);
                }
            }
            let stores =
                |own: &ParamProgram| own.stores.iter().map(move |(scalar, x)| (own.param, *scalar, *x)).collect();
            set.extend(entry.iter().flat_map(|own: &ParamProgram| -> Vec<_> { stores(own) }));
            entries.push(entry);
        }
        let load = self.options.load();
        Ok(DescribedStep { entries, grad_scale: load.scale, clip_value: load.clip, params })
    }

    fn describe_entry(
        &self,
        place: usize,
        entry: usize,
        resident: &DeviceScalars,
        set: &SetSoFar,
    ) -> Result<ParamProgram, ProgramError> {
        let param = &self.params[place];
        let (definition, rule) = (self.groups[param.group].definition(), self.groups[param.group].rule());
        let state = |state| self.host_scalar(place, DeviceScalar::State(state), set);
        let global = |state| self.host_scalar(place, DeviceScalar::Global(state), set);
        let time = Time::new(self.counts[place].next());
        let known = resident.get(rule).cloned().unwrap_or_default();
        let program = definition.program_data(entry, (param.folded, time, WatchSums::NONE), &state, &known);
        if program.resident().any(|scalar| !known.contains(&scalar)) {
            return Err(unsupported(
                Some(param),
                "a scalar state that only later steps set from a reduction",
                "run the step on the host",
            ));
        }
        let mut settings = StepSettings::default();
        definition.description::<f32>().settings_of(entry, &mut settings);
        let given = HostNumbers {
            settings: settings.numbers(),
            time,
            state: &state,
            global: &global,
            draw: &|drawn| drawn.at(param.draws, time, |state_| InnerCount::next(state(state_))),
        };
        let numbers = program.numbers(&given);
        let (draws, stores) = (program.draws(&given), program.host_stores(&numbers));
        Ok(ParamProgram { param: place, rule, program, numbers, draws, stores })
    }

    /// A scalar on the host, as the entries so far leave it.
    fn host_scalar(&self, place: usize, scalar: DeviceScalar, set: &SetSoFar) -> f64 {
        let rule = self.groups[self.params[place].group].rule();
        let is_it = |(param, known, _): &&(usize, DeviceScalar, f64)| {
            let shares = match scalar {
                DeviceScalar::State(_) => *param == place,
                DeviceScalar::Global(_) => self.groups[self.params[*param].group].rule() == rule,
            };
            *known == scalar && shares
        };
        if let Some((_, _, x)) = set.iter().rev().find(is_it) {
            return *x;
        }
        match scalar {
            DeviceScalar::State(state) => match self.slots_of(place).get(state) {
                Some(StateSlot::Scalar { value, .. }) => *value,
                _ => 0.0,
            },
            DeviceScalar::Global(state) => {
                let globals = self.rules[rule].globals.as_ref();
                globals.and_then(|globals| globals.values.get(state).copied()).unwrap_or(0.0)
            }
        }
    }

    /// A device has done the step: the scalars on the host, step counts and schedules go on.
    pub fn finish_step(&mut self, step: &DescribedStep) -> StepReport {
        for own in step.entries.iter().flatten() {
            for (scalar, x) in &own.stores {
                self.put_scalar(own.param, *scalar, *x);
            }
        }
        for place in &step.params {
            let count = &mut self.counts[*place];
            *count = StepsDone::new(count.next());
        }
        let ran = Ran { grad_norm: None, norm: None, not_finite: Vec::new(), spike: None, watched: None };
        self.finish(step.params.len(), ran)
    }

    /// Sets a scalar or a global state: what a device has left in it.
    pub fn put_scalar(&mut self, param: usize, scalar: DeviceScalar, x: f64) {
        let rule = self.groups[self.params[param].group].rule();
        match scalar {
            DeviceScalar::State(state) => {
                let at = param * self.width() + state;
                if matches!(self.slots[at], StateSlot::Scalar { .. }) {
                    self.slots[at] = StateSlot::scalar(x);
                }
            }
            DeviceScalar::Global(state) => self.put_global(rule, state, x),
        }
    }

    /// The place of a parameter's optimizer among the rules of a [`Partition`](crate::Partition); 0 without one.
    pub fn rule_at(&self, param: usize) -> usize {
        self.groups[self.params[param].group].rule()
    }

    /// A scalar or a global state, as it is on the host.
    pub fn scalar_at(&self, param: usize, scalar: DeviceScalar) -> f64 {
        self.host_scalar(param, scalar, &SetSoFar::new())
    }

    /// The states of a parameter by their places, which programs name them by; `None` where it does not have the state.
    pub fn states_at(&self, param: usize) -> Vec<Option<StateView<'_, f32>>> {
        self.slots_of(param).iter().map(super::read::view).collect()
    }

    /// Names of the states and global states of a parameter's optimizer by the same places, whether the parameter has them or not.
    pub fn state_names_at(&self, param: usize) -> impl ExactSizeIterator<Item = &str> {
        self.states_of(&self.params[param]).iter().map(|state| &*state.name)
    }

    /// The elements of a state that is an array, in C order; `false` if it is none of this length.
    pub fn put_state_at(&mut self, param: usize, state: usize, elements: &[f32]) -> bool {
        let at = param * self.width() + state;
        match &mut self.slots[at] {
            StateSlot::Array(array) if array.len() == elements.len() => {
                array.iter_mut().zip(elements).for_each(|(to, from)| *to = *from);
                true
            }
            _ => false,
        }
    }
}
