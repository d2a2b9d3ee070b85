//! Schedules for all parameter groups of a scheduler, checked against its file.

use std::sync::Arc;

use optim_core::schedule::{IntoSchedule, ScheduleRef};
use optim_core::{Float, Group, Optimizer, Setting};

use super::error::CHANGED;
use super::{Plain, SchedulerError, SchedulerKind, SchedulerState};
use crate::prelude::*;
use crate::torch::optimizer::{OptimizerState, SavedGroup};

/// The largest difference between a learning rate of the file and of the schedule, relative to the scheduler's initial learning rate.
const TOLERANCE: f64 = 1e-9;
const TOLERANCE_SINGLE: f64 = 1e-5;

/// Schedules that continue a scheduler of torch, one for each parameter group. [`SchedulerState::schedule`] and its
/// other methods return it.
#[derive(Clone, Debug)]
pub struct GroupSchedules {
    pub(super) state: SchedulerState,
    /// A schedule for each group, as a function of the scheduler's steps.
    pub(super) curves: Vec<Arc<dyn Schedule>>,
    /// The momentum of each group, if the scheduler changes it.
    momentum: Option<Momentum>,
    every: u64,
}

/// A momentum that a scheduler changes.
#[derive(Clone, Debug)]
pub(super) struct Momentum {
    /// True if it is the first of `betas`.
    is_beta: bool,
    curves: Vec<Arc<dyn Schedule>>,
}

impl SchedulerState {
    /// Returns the schedules that continue this scheduler.
    ///
    /// Every class of torch is a stock schedule or a combination of them; [the guide](crate::guide::torch) lists them. Their values
    /// at [`steps`](Self::steps) are compared with [`last_lrs`](Self::last_lrs).
    ///
    /// # Errors
    ///
    /// Returns an error if the file lacks something that the schedule needs, or has other learning rates. The message says what to do.
    pub fn schedule(&self) -> Result<GroupSchedules, SchedulerError> {
        let groups = 0..self.base_lrs().len().max(1);
        let curves = groups.clone().map(|group| self.curve(group, None)).collect::<Result<_, _>>()?;
        let momentum = match self.kind() {
            SchedulerKind::Cyclic if self.get("cycle_momentum") == Some(&Plain::Bool(true)) => {
                let curve = |group| {
                    let (base, max) = (self.of_group("base_momentums", group)?, self.of_group("max_momentums", group)?);
                    // `momentum` goes down when the learning rate goes up.
                    Ok(Arc::new(self.cyclic(0.0, 0.0)?.momentum(base, max)) as Arc<dyn Schedule>)
                };
                Some(self.momentum(groups.map(curve).collect::<Result<_, SchedulerError>>()?))
            }
            _ => None,
        };
        GroupSchedules::checked(self, curves, momentum)
    }

    /// The schedules that continue a `OneCycleLR`. Its highest and lowest learning rates are in the groups of the optimizer's state.
    ///
    /// ```no_run
    /// # use optim_std::torch::TorchFile;
    /// let file = TorchFile::open("run.pt")?;
    /// let schedules = file.scheduler()?.one_cycle(&file.optimizer()?)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if this is another scheduler, or if the optimizer belongs to another run. Also returns the errors of
    /// [`schedule`](Self::schedule).
    pub fn one_cycle(&self, optimizer: &OptimizerState) -> Result<GroupSchedules, SchedulerError> {
        let total = self.whole("total_steps")?;
        let wrong = || self.wrong_phases();
        let phases = self.get("_schedule_phases").and_then(Plain::elements).ok_or_else(wrong)?;
        let end = match phases.first() {
            Some(Plain::Dict(phase)) => {
                phase.iter().find(|(key, _)| key == "end_step").and_then(|(_, end)| end.number())
            }
            _ => None,
        };
        let pct_start = (end.ok_or_else(wrong)? + 1.0) / total as f64;
        let anneal = match self.get("_anneal_func_type") {
            Some(Plain::Text(name)) if name == "linear" => AnnealStrategy::Linear,
            _ => AnnealStrategy::Cos,
        };
        let rate = |group: &SavedGroup, key: &str| -> Result<f64, SchedulerError> {
            match group.get(key) {
                Some(value) => Ok(value.as_f64()?),
                None => Err(SchedulerError::Argument {
                    kind: self.kind(),
                    key: format!("{}[\"{key}\"]", group.place),
                    found: "missing".to_owned(),
                    expected: "a number, in the optimizer's state of the same run",
                }),
            }
        };
        if optimizer.groups.len() != self.base_lrs().len() {
            return Err(SchedulerError::Groups { file: self.base_lrs().len(), here: optimizer.groups.len() });
        }
        let cycles = self.get("cycle_momentum") == Some(&Plain::Bool(true));
        let (mut curves, mut momenta) = (Vec::new(), Vec::new());
        for (group, &base) in optimizer.groups.iter().zip(self.base_lrs()) {
            let (max, min) = (rate(group, "max_lr")?, rate(group, "min_lr")?);
            let curve = OneCycleLR::new(base, max)
                .total_steps(total)
                .pct_start(pct_start)
                .three_phase(phases.len() == 3)
                .anneal_strategy(anneal)
                .final_div_factor(base / min);
            curve.validate()?;
            if cycles {
                let momentum = curve.momentum(rate(group, "base_momentum")?, rate(group, "max_momentum")?);
                momenta.push(Arc::new(momentum) as Arc<dyn Schedule>);
            }
            curves.push(Arc::new(curve) as Arc<dyn Schedule>);
        }
        GroupSchedules::checked(self, curves, cycles.then(|| self.momentum(momenta)))
    }

    /// Continues this scheduler with your own schedules. `make` gets the initial learning rate of a group.
    ///
    /// ```
    /// use optim_std::prelude::*;
    /// use optim_std::torch::TorchFile;
    ///
    /// // LambdaLR(optimizer, lambda epoch: 0.95 ** epoch)
    /// let scheduler = TorchFile::open("../tests/torch/scheduler_lambda.pt")?.scheduler()?;
    /// let schedules = scheduler.with(|base_lr| ExponentialLR::new(base_lr, 1, 0.95))?;
    /// assert!(scheduler.with(|base_lr| ExponentialLR::new(base_lr, 1, 0.96)).is_err());  // the file has other values
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a schedule is not valid, or the file has other learning rates.
    pub fn with<Kind, S: IntoSchedule<Kind>>(&self, make: impl Fn(f64) -> S) -> Result<GroupSchedules, SchedulerError> {
        let curve = |&base: &f64| -> Result<Arc<dyn Schedule>, SchedulerError> {
            let curve: ScheduleRef = make(base).into_schedule();
            let curve = curve.schedule().map_or_else(|| Arc::new(ConstantLR::new(curve.at(0))) as _, Arc::clone);
            curve.validate()?;
            Ok(curve)
        };
        GroupSchedules::checked(self, self.base_lrs().iter().map(curve).collect::<Result<_, _>>()?, None)
    }

    /// Returns true if a value equals the file's, up to rounding.
    pub(super) fn agrees(&self, value: f64, base: f64, last: f64) -> bool {
        let tolerance = if self.single { TOLERANCE_SINGLE } else { TOLERANCE };
        (value - last).abs() <= tolerance * base.abs().max(last.abs())
    }

    fn momentum(&self, curves: Vec<Arc<dyn Schedule>>) -> Momentum {
        Momentum { is_beta: self.get("use_beta1") == Some(&Plain::Bool(true)), curves }
    }

    fn wrong_phases(&self) -> SchedulerError {
        SchedulerError::Argument {
            kind: self.kind(),
            key: "_schedule_phases".to_owned(),
            found: self.get("_schedule_phases").map_or_else(|| "missing".to_owned(), Plain::brief),
            expected: "a list of phases with `end_step`",
        }
    }
}

impl GroupSchedules {
    /// Compares the values with the file's.
    pub(super) fn checked(
        state: &SchedulerState,
        curves: Vec<Arc<dyn Schedule>>,
        momentum: Option<Momentum>,
    ) -> Result<Self, SchedulerError> {
        let steps = state.steps();
        for (group, (curve, &last_lr)) in curves.iter().zip(state.last_lrs()).enumerate() {
            let (value, base) = (curve.at(steps), state.base_lrs().get(group).copied().unwrap_or(0.0));
            if !state.agrees(value, base, last_lr) {
                let help = CHANGED.to_owned();
                return Err(SchedulerError::Differs { group, steps, value, last_lr, help });
            }
        }
        Ok(Self { state: state.clone(), curves, momentum, every: 1 })
    }

    /// Stretches the schedules for a scheduler whose `step()` was called once every `steps` steps of the optimizer, such as once per epoch.
    #[must_use]
    pub fn every(self, steps: u64) -> Self {
        Self { every: steps.max(1), ..self }
    }

    /// Returns the schedule of a group of the file, as a function of the optimizer's steps. Groups are counted from 0.
    /// An index beyond the last group returns the last group's schedule.
    pub fn group(&self, group: usize) -> Arc<dyn Schedule> {
        self.per_step(&self.curves, group)
    }

    /// Attaches the schedules to the parameter groups of an optimizer: `lr`, and the momentum if the scheduler changes it. Load the
    /// state of the optimizer first. Groups with parameters must match the groups of the file in order, unless all groups of the file
    /// have the same learning rates. In a partition, the groups of the first rule come first.
    ///
    /// A schedule that a group already has is replaced.
    ///
    /// # Errors
    ///
    /// Returns an error if the optimizer has finished another number of steps than the scheduler, or has other groups or learning rates. Nothing
    /// has changed then.
    pub fn attach<T: Float>(&self, opt: &mut Optimizer<T>) -> Result<(), SchedulerError> {
        // A schedule counts the steps of the innermost optimizer, whose settings have the wrappers' fields as a prefix.
        let inner_steps = |group: &Group| group.inner_counts(opt.steps()).last().map(|(_, count)| *count);
        let used = opt.groups().iter().filter(|group| !group.members().is_empty());
        let done: Vec<(&str, u64)> =
            used.map(|group| (group.name(), inner_steps(group).unwrap_or(opt.steps()))).collect();
        let differ = done.windows(2).any(|pair| pair[0].1 != pair[1].1);
        for &(group, steps) in &done {
            self.check_steps(steps, differ.then_some(group))?;
        }
        let prefix =
            |group: &Group| group.wrappers().into_iter().flat_map(|(_, field)| [field, "."]).collect::<String>();
        let same =
            |curves: &[Arc<dyn Schedule>]| curves.windows(2).all(|pair| pair[0].arguments() == pair[1].arguments());
        let equal = |rates: &[f64]| rates.windows(2).all(|pair| pair[0] == pair[1]);
        let uniform = same(&self.curves)
            && self.momentum.as_ref().is_none_or(|momentum| same(&momentum.curves))
            && equal(self.state.base_lrs())
            && equal(self.state.last_lrs());
        let mut changes = Vec::new();
        let infos = opt.group_infos();
        let here = infos.iter().zip(opt.groups()).filter(|(info, _)| !info.members.is_empty());
        let count = here.clone().count();
        if !uniform && count != self.curves.len() {
            return Err(SchedulerError::Groups { file: self.curves.len(), here: count });
        }
        for (place, (info, group)) in here.enumerate() {
            let (place, prefix) = (if uniform { 0 } else { place }, prefix(group));
            let full = |hyper: &str| format!("{prefix}{hyper}");
            let now =
                |hyper: &str| info.settings.iter().find(|(name, _)| *name == full(hyper)).map(|(_, value)| *value);
            if let (Some(lr), Some(&last_lr)) = (now("lr").and_then(Setting::as_f64), self.state.last_lrs().get(place))
            {
                let base = self.state.base_lrs().get(place).copied().unwrap_or(0.0);
                // The optimizer's file may have it in single precision.
                if (lr - last_lr).abs() > TOLERANCE_SINGLE * base.abs().max(last_lr.abs()) {
                    let group = info.name.to_owned();
                    return Err(SchedulerError::GroupRate { group, here: lr, place, last_lr });
                }
            }
            changes.push((info.name.to_owned(), full("lr"), Setting::Scheduled(self.group(place))));
            if let Some(momentum) = &self.momentum {
                let curve = Setting::Scheduled(self.per_step(&momentum.curves, place));
                let (hyper, value) = match (momentum.is_beta, now("betas")) {
                    (true, Some(Setting::Tuple(betas))) => {
                        ("betas", Setting::Tuple(std::iter::once(curve).chain(betas.iter().skip(1).cloned()).collect()))
                    }
                    (true, _) => ("betas", curve),
                    (false, _) => ("momentum", curve),
                };
                changes.push((info.name.to_owned(), full(hyper), value));
            }
        }
        opt.set_together(changes.iter().map(|(group, hyper, value)| (&**group, &**hyper, value.clone())))?;
        Ok(())
    }

    /// The scheduler's state after `steps` steps of the optimizer, from which torch can resume.
    pub fn state_at(&self, steps: u64) -> SchedulerState {
        self.state.advanced(steps / self.every, &self.curves)
    }

    fn per_step(&self, curves: &[Arc<dyn Schedule>], group: usize) -> Arc<dyn Schedule> {
        let Some(curve) = curves.get(group).or(curves.last()) else { return Arc::new(ConstantLR::new(f64::NAN)) };
        match self.every {
            1 => Arc::clone(curve),
            every => Arc::new(EpochLR::new(Arc::clone(curve), every)),
        }
    }

    fn check_steps(&self, optimizer: u64, group: Option<&str>) -> Result<(), SchedulerError> {
        let (scheduler, every) = (self.state.steps(), self.every);
        if optimizer / every == scheduler {
            return Ok(());
        }
        let help = if optimizer == 0 {
            format!(
                "load the optimizer's state first; if its file does not count steps, as that of SGD does not, call `opt.set_steps({})`",
                scheduler.saturating_mul(every)
            )
        } else if scheduler > 0 && every == 1 && optimizer.is_multiple_of(scheduler) {
            format!(
                "if the scheduler's `step()` was called once in {0} steps, per epoch, call `every({0})`",
                optimizer / scheduler
            )
        } else {
            "call `every(n)` if the scheduler's `step()` was called once in n steps, or attach `group(…)` to the optimizer with \
             `opt.schedule(…)`"
                .to_owned()
        };
        Err(SchedulerError::Steps { scheduler, optimizer, group: group.map(str::to_owned), every, help })
    }
}
