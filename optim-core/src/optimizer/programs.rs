//! Steps as data, for devices that run programs: the programs, their numbers, and a call that finishes a step.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::dynamic::AnyDefinition;
use super::error::StepError;
use super::step::Ran;
use super::{Optimizer, Param, StepReport, Watched};
use crate::definition::Routine;
use crate::draw::Law;
use crate::gradient::{GradientOptions, NonFinite};
use crate::input::InputInfo;
use crate::kernel::program::{DeviceScalar, HostNumbers, ProgramData};
use crate::kernel::{InnerCount, StateSlot, StepSettings, StepsDone, WatchedNumbers};
use crate::messages::shown;
use crate::time::Time;
use crate::watched::{ReportedNumber, WatchSums, WatchedSum};

/// The next step of an optimizer as data. Created by [`Optimizer::describe_step`].
#[derive(Debug)]
pub struct DescribedStep {
    /// The entries, in the order in which they run. Each runs for all parameters with a gradient.
    pub entries: Vec<Vec<ParamProgram>>,
    /// The factor of all gradients.
    pub grad_scale: f64,
    /// The largest norm of all scaled gradients together. If `max / (norm + 1e-6)` is below 1 or NaN, it is a further factor.
    pub clip_norm: Option<f64>,
    /// The limit to which the elements of scaled gradients are clamped.
    pub clip_value: Option<f64>,
    /// True if it reports numbers.
    pub is_watched: bool,
    params: Vec<usize>,
}

/// The next step of one parameter as data.
#[derive(Debug)]
pub struct ParamProgram {
    /// The place of the parameter among [`Optimizer::params`].
    pub param: usize,
    /// The place of its optimizer among the rules of a [`Partition`](crate::Partition); 0 without one.
    pub rule: usize,
    /// The program.
    pub program: Arc<ProgramData>,
    /// The numbers of the registers that the host computes. All others are 0.
    pub numbers: Vec<f64>,
    /// The draws, to which streams refer by index: the law, and the node of the tree of random numbers.
    pub draws: Vec<(Law, [u32; 4])>,
    /// The nodes of the random bits for rounding: first of the parameter, then of its states, if they are stored in
    /// [`Storage::Bf16Stochastic`](crate::Storage).
    pub roundings: Vec<[u32; 4]>,
    stores: Vec<(DeviceScalar, f64)>,
}

/// Numbers that a device reports about a step; empty by default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeviceReport {
    /// If the step is watched, the numbers of [`ProgramData::reports`] for each parameter of each entry, in their order.
    pub numbers: Vec<Vec<f64>>,
    /// The [`StepReport::grad_norm`].
    pub grad_norm: Option<f64>,
}

/// The arguments of a step, except the numbers in the arrays.
pub struct GivenToStep<'a> {
    /// True if the parameter at a place has a gradient.
    pub has_grad: &'a dyn Fn(usize) -> bool,
    /// The input of this name, if it is one number.
    pub number: &'a dyn Fn(&str) -> Option<f64>,
    /// True if the input of this name has an array for the parameter at a place.
    pub has_array: &'a dyn Fn(&str, usize) -> bool,
}

impl std::fmt::Debug for GivenToStep<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GivenToStep").finish_non_exhaustive()
    }
}

/// The error of describing a step as data.
#[derive(Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ProgramError {
    /// An error that a step on the host would report as well.
    #[error(transparent)]
    Step(#[from] StepError),
    /// The optimizer needs something that these devices don't support.
    #[error("{feature} cannot run on the device{}: {help}", of_param(param.as_deref()))]
    Unsupported {
        /// The parameter, if it is about one.
        param: Option<String>,
        /// The thing that the optimizer does.
        feature: &'static str,
        /// The thing to do instead.
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

impl Optimizer<f32> {
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
                let about = self.about_of(param);
                let states = |state| self.host_scalar(place, DeviceScalar::State(state), &none);
                for entries in [about.entries_of(Routine::Probe), about.entries_of(Routine::Step)] {
                    // `build` has refused steps with too many programs.
                    let programs = definition.programs(&entries, param.folded).unwrap_or_default();
                    let firsts = |entry| programs.iter().map(move |one| (entry, one.first()));
                    for (entry, first) in entries.flat_map(firsts) {
                        let kind = (param.folded, Time::new(first), WatchSums::NONE);
                        let program = definition.program_data(entry, kind, &states, &all[rule]);
                        all[rule].extend(program.resident());
                    }
                }
            }
            if all.iter().map(BTreeSet::len).sum::<usize>() == before {
                return Ok(all);
            }
        }
    }

    /// The programs of all steps for each parameter, by its place. A device must be able to run all of them.
    ///
    /// # Errors
    ///
    /// [`ProgramError`].
    pub fn device_programs(&self, resident: &DeviceScalars) -> Result<Vec<(usize, Arc<ProgramData>)>, ProgramError> {
        self.check_programs()?;
        let none = SetSoFar::new();
        let mut all = Vec::new();
        for (place, param) in self.params.iter().enumerate() {
            let definition = self.groups[param.group].definition();
            let known = resident.get(self.rule_at(place)).cloned().unwrap_or_default();
            let about = self.about_of(param);
            for entries in [about.entries_of(Routine::Probe), about.entries_of(Routine::Step), about.eval.clone()] {
                let programs = definition.programs(&entries, param.folded).unwrap_or_default();
                let states = |state| self.host_scalar(place, DeviceScalar::State(state), &none);
                for (entry, first) in entries.flat_map(|entry| programs.iter().map(move |one| (entry, one.first()))) {
                    let kind = (param.folded, Time::new(first), WatchSums::NONE);
                    all.push((place, definition.program_data(entry, kind, &states, &known)));
                }
            }
        }
        Ok(all)
    }

    fn check_programs(&self) -> Result<(), ProgramError> {
        if self.around.is_some() {
            return Err(unsupported(None, "a wrapper around a partition", "put the wrapper around each rule"));
        }
        if self.options.non_finite != NonFinite::Off || self.options.spikes.is_some() {
            return Err(unsupported(
                None,
                "an option that decides by the gradients whether there is a step (`non_finite`, `spikes`)",
                "look at the gradients before they are given to the step",
            ));
        }
        Ok(())
    }

    /// Returns the next step as data, for the parameters with a gradient, by index. Nothing changes before
    /// [`finish_step`](Self::finish_step). If the optimizer [has a probe](Self::has_probe), the gradients are the ones after
    /// it.
    ///
    /// # Errors
    ///
    /// [`ProgramError`].
    pub fn describe_step(
        &mut self,
        given: &GivenToStep<'_>,
        resident: &DeviceScalars,
    ) -> Result<DescribedStep, ProgramError> {
        self.describe(Routine::Step, given, resident)
    }

    /// Returns the probe before the next step as data, like [`describe_step`](Self::describe_step). If you do not [finish](Self::finish_step) the
    /// step after it, the parameters stay where the probe has moved them.
    ///
    /// # Errors
    ///
    /// [`ProgramError`].
    pub fn describe_probe(
        &mut self,
        given: &GivenToStep<'_>,
        resident: &DeviceScalars,
    ) -> Result<DescribedStep, ProgramError> {
        self.describe(Routine::Probe, given, resident)
    }

    fn describe(
        &mut self,
        routine: Routine,
        given: &GivenToStep<'_>,
        resident: &DeviceScalars,
    ) -> Result<DescribedStep, ProgramError> {
        self.check_programs()?;
        self.advance()?;
        let params: Vec<usize> = (0..self.params.len()).filter(|place| (given.has_grad)(*place)).collect();
        for place in &params {
            self.check_inputs(*place, given)?;
        }
        let is_watched = routine == Routine::Step && self.watch.is_due(self.steps);
        if is_watched && self.has_probe() && self.watch.sums().update {
            let feature = "a watched number of the update of an optimizer with a probe";
            return Err(unsupported(None, feature, "watch other numbers, or run the step on the host"));
        }
        let watch: Vec<WatchSums> = (0..self.rules.len())
            .map(|rule| if is_watched { self.watch.of_rule(rule) } else { WatchSums::NONE })
            .collect();
        let entries_of = |rule: usize| match watch[rule].outputs.is_empty() {
            true => self.rules[rule].about.entries_of(routine),
            false => self.rules[rule].about.watched_entries(),
        };
        let most = (0..self.rules.len()).map(|rule| entries_of(rule).len()).max().unwrap_or(0);
        let (mut entries, mut set) = (Vec::with_capacity(most), SetSoFar::new());
        for number in 0..most {
            let mut entry = Vec::with_capacity(params.len());
            for place in &params {
                let rule = self.rule_at(*place);
                if let Some(own) = entries_of(rule).nth(number) {
                    let definition = self.groups[self.params[*place].group].definition();
                    let t = self.counts[*place].next();
                    entry.push(self.describe_entry(
                        (*place, own, t, watch[rule]),
                        definition,
                        given,
                        resident,
                        &set,
                    )?);
                }
            }
            let stores =
                |own: &ParamProgram| own.stores.iter().map(move |(scalar, x)| (own.param, *scalar, *x)).collect();
            if let Some(own) = entry.iter().find(|own| routine == Routine::Probe && !own.stores.is_empty()) {
                let help = "run the step on the host";
                return Err(unsupported(Some(&self.params[own.param]), "a probe that sets a scalar state", help));
            }
            set.extend(entry.iter().flat_map(|own: &ParamProgram| -> Vec<_> { stores(own) }));
            entries.push(entry);
        }
        let GradientOptions { scale, clip_norm, clip_value, .. } = self.options;
        Ok(DescribedStep { entries, grad_scale: scale, clip_norm, clip_value, is_watched, params })
    }

    /// Returns `eval` as data, see [`has_eval`](Self::has_eval): the program turns copies of the parameters into the
    /// weights for evaluation.
    ///
    /// # Errors
    ///
    /// [`ProgramError`].
    pub fn describe_eval(&self, resident: &DeviceScalars) -> Result<DescribedStep, ProgramError> {
        let definitions = self.definitions_of_last_step()?;
        let given = GivenToStep { has_grad: &|_| true, number: &|_| None, has_array: &|_, _| false };
        let most = self.rules.iter().map(|rule| rule.about.eval.len()).max().unwrap_or(0);
        let (mut entries, none) = (Vec::with_capacity(most), SetSoFar::new());
        for number in 0..most {
            let mut entry = Vec::new();
            for (place, param) in self.params.iter().enumerate() {
                if let Some(own) = self.about_of(param).eval.clone().nth(number) {
                    let (definition, t) = (&*definitions[param.group], self.counts[place].get());
                    entry.push(self.describe_entry(
                        (place, own, t, WatchSums::NONE),
                        definition,
                        &given,
                        resident,
                        &none,
                    )?);
                }
            }
            entries.push(entry);
        }
        let params = (0..self.params.len()).collect();
        Ok(DescribedStep { entries, grad_scale: 1.0, clip_norm: None, clip_value: None, is_watched: false, params })
    }

    fn describe_entry(
        &self,
        (place, entry, t, watch): (usize, usize, u64, WatchSums),
        definition: &dyn AnyDefinition,
        given: &GivenToStep<'_>,
        resident: &DeviceScalars,
        set: &SetSoFar,
    ) -> Result<ParamProgram, ProgramError> {
        let param = &self.params[place];
        let rule = self.groups[param.group].rule();
        let state = |state| self.host_scalar(place, DeviceScalar::State(state), set);
        let global = |state| self.host_scalar(place, DeviceScalar::Global(state), set);
        let time = Time::new(t);
        let known = resident.get(rule).cloned().unwrap_or_default();
        let program = definition.program_data(entry, (param.folded, time, watch), &state, &known);
        if program.resident().any(|scalar| !known.contains(&scalar)) {
            return Err(unsupported(
                Some(param),
                "a scalar state that only later steps set from a reduction",
                "run the step on the host",
            ));
        }
        let mut settings = StepSettings::default();
        definition.description::<f32>().settings_of(entry, &mut settings);
        let inputs = self.about_of(param).inputs;
        let given = HostNumbers {
            input: &|input| inputs.get(input).and_then(|info| (given.number)(info.name)).unwrap_or(0.0),
            settings: settings.numbers(),
            time,
            state: &state,
            global: &global,
            draw: &|drawn| drawn.at(param.draws, time, |state_| InnerCount::next(state(state_))),
        };
        let numbers = program.numbers(&given);
        let (draws, stores) = (program.draws(&given), program.host_stores(&numbers));
        let roundings = self.roundings(place, t);
        Ok(ParamProgram { param: place, rule, program, numbers, draws, roundings, stores })
    }

    /// Checks that a parameter has the inputs that are due.
    fn check_inputs(&self, place: usize, given: &GivenToStep<'_>) -> Result<(), ProgramError> {
        for (index, info) in self.about_of(&self.params[place]).inputs.iter().enumerate() {
            let is_given =
                if info.global { (given.number)(info.name).is_some() } else { (given.has_array)(info.name, place) };
            if !is_given && self.is_due(index, place) {
                let param = self.params[place].name.to_string();
                return Err(StepError::MissingInput { input: info.name, param, global: info.global }.into());
            }
        }
        Ok(())
    }

    /// The length of the array of an input for a parameter, by the place of the input among the inputs of the parameter's optimizer; `None` if it is
    /// not due at the next step.
    pub fn input_len(&self, param: usize, input: usize) -> Option<usize> {
        let own = self.inputs_at(param).get(input).filter(|info| !info.global);
        own.and_then(|_| self.due_shape(input, param)).map(|shape| shape.iter().product())
    }

    /// The inputs that a parameter's optimizer declares.
    pub fn inputs_at(&self, param: usize) -> &'static [InputInfo] {
        self.params.get(param).map_or(&[], |param| self.about_of(param).inputs)
    }

    /// The current value of a scalar on the host, after the entries so far.
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

    /// Finishes a step that a device has run: updates the scalars on the host, the step counts and the schedules. After
    /// several steps of [`describe_steps`](Self::describe_steps), call it once for each, in order.
    pub fn finish_step(&mut self, step: &DescribedStep, reported: &DeviceReport) -> StepReport {
        // The report has the numbers of this step, even if later steps were described since. There is no error, because there was none then.
        let _ = self.advance();
        let watched = step.is_watched.then(|| self.watched_by_device(step, &reported.numbers));
        self.go_on(step);
        let grad_norm = reported.grad_norm;
        let ran = Ran { grad_norm, norm: None, not_finite: Vec::new(), spike: None, watched };
        self.finish(step.params.len(), ran)
    }

    /// Updates the scalars on the host and the step counts of parameters.
    pub(super) fn go_on(&mut self, step: &DescribedStep) {
        for own in step.entries.iter().flatten() {
            for (scalar, x) in &own.stores {
                self.put_scalar(own.param, *scalar, *x);
            }
        }
        for place in &step.params {
            if let Some(count) = self.counts.get_mut(*place) {
                *count = StepsDone::new(count.next());
            }
        }
    }

    fn watched_by_device(&self, step: &DescribedStep, reported: &[Vec<f64>]) -> Watched {
        let mut numbers: Vec<(usize, WatchedNumbers)> =
            step.params.iter().map(|place| (*place, [0.0; WatchedSum::COUNT])).collect();
        let mut outputs = Vec::new();
        for (own, values) in step.entries.iter().flatten().zip(reported) {
            for (number, value) in own.program.reported.iter().zip(values) {
                match number {
                    ReportedNumber::Output(output) => outputs.push((own.param, (own.rule, *output), *value)),
                    ReportedNumber::Sum(sum) => {
                        let of_param = numbers.iter_mut().find(|(place, _)| *place == own.param);
                        of_param.into_iter().for_each(|(_, numbers)| numbers[*sum as usize] = *value);
                    }
                }
            }
        }
        self.watch.report(&self.params, numbers.into_iter(), self.options.scale, &outputs)
    }

    /// Sets a scalar or a global state to the value from a device.
    pub fn put_scalar(&mut self, param: usize, scalar: DeviceScalar, x: f64) {
        match scalar {
            DeviceScalar::State(state) => {
                if let Some(slot @ StateSlot::Scalar { .. }) = self.slot_mut(param, state) {
                    *slot = StateSlot::scalar(x);
                }
            }
            DeviceScalar::Global(state) => {
                let rule = self.rule_at(param);
                let globals = self.rules[rule].globals.as_ref();
                if globals.is_some_and(|globals| state < globals.values.len()) {
                    self.put_global(rule, state, x);
                }
            }
        }
    }

    /// The place of a parameter's optimizer among the rules of a [`Partition`](crate::Partition); 0 without one.
    pub fn rule_at(&self, param: usize) -> usize {
        self.params.get(param).map_or(0, |param| self.groups[param.group].rule())
    }

    /// Returns a scalar or a global state, as it is on the host.
    pub fn scalar_at(&self, param: usize, scalar: DeviceScalar) -> f64 {
        if param >= self.params.len() {
            return f64::NAN;
        }
        self.host_scalar(param, scalar, &SetSoFar::new())
    }

    /// The mask of a parameter, true for kept elements, in C order, and for each of its states true if the mask applies to it, too. `None` without a
    /// mask.
    pub fn mask_at(&self, param: usize) -> Option<(Vec<bool>, Vec<bool>)> {
        self.params.get(param)?;
        let masked = self.masks.get(param).filter(|masked| !masked.kept().is_empty())?;
        let states = self.states_of(&self.params[param]).iter().map(|state| state.info.sparsify);
        Some((masked.kept().iter().copied().collect(), states.collect()))
    }

    /// Names of the states and global states of a parameter's optimizer, by the same places. The parameter may lack some of them.
    pub fn state_names_at(&self, param: usize) -> impl Iterator<Item = &str> {
        let states = self.params.get(param).map(|param| self.states_of(param));
        states.into_iter().flat_map(|states| states.iter()).map(|state| &*state.name)
    }
}
