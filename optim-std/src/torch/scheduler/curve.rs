//! The schedule for a class of torch and its arguments.

use std::sync::Arc;

use optim_core::schedule::ScheduleRef;

use super::{INNER, Plain, SchedulerError, SchedulerKind, SchedulerState};
use crate::prelude::*;

type Curve = Arc<dyn Schedule>;

impl SchedulerState {
    fn argument(&self, key: &str, expected: &'static str) -> SchedulerError {
        let found = self.get(key).map_or_else(|| "missing".to_owned(), Plain::brief);
        SchedulerError::Argument { kind: self.kind, key: key.to_owned(), found, expected }
    }

    pub(super) fn number(&self, key: &str) -> Result<f64, SchedulerError> {
        self.get(key).and_then(Plain::number).ok_or_else(|| self.argument(key, "a number"))
    }

    pub(super) fn whole(&self, key: &str) -> Result<u64, SchedulerError> {
        let whole = self.get(key).and_then(Plain::whole).and_then(|whole| u64::try_from(whole).ok());
        whole.ok_or_else(|| self.argument(key, "a whole number from 0"))
    }

    /// The number of a group, from a list with one for each group.
    pub(super) fn of_group(&self, key: &str, group: usize) -> Result<f64, SchedulerError> {
        let list = self.get(key).and_then(Plain::elements);
        list.and_then(|list| list.get(group)?.number()).ok_or_else(|| self.argument(key, "a number for each group"))
    }

    /// The steps at which the next scheduler of a `SequentialLR` begins.
    pub(super) fn milestones(&self) -> Result<Vec<u64>, SchedulerError> {
        let key = "_milestones";
        let wholes = self.get(key).and_then(Plain::elements).and_then(|list| {
            list.iter().map(|milestone| u64::try_from(milestone.whole()?).ok()).collect::<Option<Vec<_>>>()
        });
        wholes
            .filter(|milestones| milestones.len() + 1 == self.inner.len())
            .ok_or_else(|| self.argument(key, "a list of whole numbers, one fewer than `_schedulers`"))
    }

    /// The milestones of a `MultiStepLR`, a `Counter`. A milestone that counts twice is listed twice.
    fn counted_milestones(&self) -> Result<Vec<u64>, SchedulerError> {
        const MOST: u64 = 1 << 10;
        let wrong = || self.argument("milestones", "whole numbers and how often each counts");
        let mut milestones = Vec::new();
        match self.get("milestones") {
            Some(Plain::Dict(entries)) => {
                for (milestone, count) in entries {
                    let milestone: u64 = milestone.parse().map_err(|_| wrong())?;
                    let count = count.whole().and_then(|count| u64::try_from(count).ok()).ok_or_else(wrong)?;
                    if milestones.len() as u64 + count > MOST {
                        return Err(wrong());
                    }
                    milestones.extend((0..count).map(|_| milestone));
                }
            }
            Some(Plain::List(list)) => {
                for milestone in list {
                    milestones.push(milestone.whole().and_then(|whole| u64::try_from(whole).ok()).ok_or_else(wrong)?);
                }
            }
            _ => return Err(wrong()),
        }
        milestones.sort_unstable();
        Ok(milestones)
    }

    /// The schedule of a group, as a function of the scheduler's steps. If `base` is given, it replaces the group's own learning
    /// rate.
    pub(super) fn curve(&self, group: usize, base: Option<f64>) -> Result<Curve, SchedulerError> {
        let base = match base.or_else(|| self.base_lrs.get(group).copied()) {
            Some(base) => base,
            None => return Err(self.argument(super::BASE_LRS, "a number for each group")),
        };
        let curve: Curve = match self.kind {
            SchedulerKind::Step => Arc::new(StepLR::new(base, self.whole("step_size")?, self.number("gamma")?)),
            SchedulerKind::MultiStep => {
                Arc::new(MultiStepLR::new(base, self.number("gamma")?, self.counted_milestones()?))
            }
            SchedulerKind::Constant => {
                let rates = [base * self.number("factor")?, base];
                Arc::new(PiecewiseConstantLR::new(rates, [self.whole("total_iters")?]))
            }
            SchedulerKind::Linear => {
                let (start, end) = (self.number("start_factor")?, self.number("end_factor")?);
                Arc::new(LinearLR::new(base * start, base * end, self.whole("total_iters")?))
            }
            SchedulerKind::Exponential => Arc::new(ExponentialLR::new(base, 1, self.number("gamma")?)),
            SchedulerKind::Polynomial => {
                Arc::new(PolynomialLR::new(base, 0.0, self.whole("total_iters")?).power(self.number("power")?))
            }
            SchedulerKind::CosineAnnealing => {
                Arc::new(CosineAnnealingLR::new(base, self.whole("T_max")?).eta_min(self.number("eta_min")?))
            }
            SchedulerKind::CosineAnnealingWarmRestarts => {
                let schedule = CosineAnnealingWarmRestarts::new(base, self.whole("T_0")?);
                Arc::new(schedule.t_mult(self.whole("T_mult")?).eta_min(self.number("eta_min")?))
            }
            SchedulerKind::Cyclic => Arc::new(self.cyclic(base, self.of_group("max_lrs", group)?)?),
            SchedulerKind::Sequential => {
                let parts = self.inner.iter().map(|inner| Ok(ScheduleRef::new(inner.curve(group, None)?)));
                let parts = parts.collect::<Result<Vec<_>, SchedulerError>>()?;
                Arc::new(SequentialLR::new(parts, self.milestones()?))
            }
            SchedulerKind::Chained => self.chained(group, base)?,
            SchedulerKind::Lambda => return Err(SchedulerError::NoFunction { kind: self.kind }),
            SchedulerKind::OneCycle => return Err(SchedulerError::NeedsOptimizer),
            SchedulerKind::ReduceOnPlateau => {
                return Err(SchedulerError::Plateau { last_lrs: self.last_lrs.clone() });
            }
            SchedulerKind::Unknown => {
                let keys = self.entries.iter().map(|(key, _)| key.clone()).collect();
                return Err(SchedulerError::Unknown { keys });
            }
        };
        curve.validate()?;
        Ok(curve)
    }

    /// The cycles of a `CyclicLR` between two values.
    pub(super) fn cyclic(&self, base: f64, max: f64) -> Result<CyclicLR, SchedulerError> {
        let (size, ratio) = (self.number("total_size")?, self.number("step_ratio")?);
        // The product is an integer, up to rounding.
        let up = (size * ratio).round();
        let down = size - up;
        let whole = |steps: f64| (1.0..=1e15).contains(&steps) && steps.fract() == 0.0;
        if !whole(up) || !whole(down) || (up - size * ratio).abs() > 1e-6 {
            return Err(self.argument("step_ratio", "the share of a whole number of steps up in `total_size`"));
        }
        let mode = match self.get("mode") {
            Some(Plain::Text(mode)) if mode == "triangular" => CyclicMode::Triangular,
            Some(Plain::Text(mode)) if mode == "triangular2" => CyclicMode::Triangular2,
            Some(Plain::Text(mode)) if mode == "exp_range" => CyclicMode::ExpRange,
            _ => return Err(self.argument("mode", "`triangular`, `triangular2` or `exp_range`")),
        };
        let schedule = CyclicLR::new(base, max).step_size_up(up as u64).step_size_down(down as u64).mode(mode);
        Ok(if self.get("gamma").is_some() { schedule.gamma(self.number("gamma")?) } else { schedule })
    }

    /// The product of the factors of all inner schedulers.
    fn chained(&self, group: usize, base: f64) -> Result<Curve, SchedulerError> {
        let [first, others @ ..] = self.inner.as_slice() else {
            return Err(self.argument(INNER, "a list of states"));
        };
        if others.is_empty() {
            return first.curve(group, Some(base));
        }
        if let Some(part) = self.inner.iter().find(|part| !part.is_factor()) {
            return Err(SchedulerError::Chained { kind: part.kind });
        }
        let factors = others.iter().map(|other| other.curve(group, Some(1.0))).collect::<Result<Vec<_>, _>>()?;
        // `ChainedScheduler` divides each by its initial value, but in torch they start with a factor.
        let start: f64 = factors.iter().map(Schedule::initial_value).product();
        let parts = std::iter::once(first.curve(group, Some(base * start))?).chain(factors);
        Ok(Arc::new(ChainedScheduler::new(parts.map(ScheduleRef::new).collect::<Vec<_>>())))
    }

    /// Returns true if a scheduler multiplies the learning rate by a factor that depends only on the step. `CosineAnnealingLR` does
    /// that until it rises again.
    fn is_factor(&self) -> bool {
        match self.kind {
            SchedulerKind::Step
            | SchedulerKind::MultiStep
            | SchedulerKind::Constant
            | SchedulerKind::Linear
            | SchedulerKind::Exponential
            | SchedulerKind::Polynomial => true,
            SchedulerKind::CosineAnnealing => self.get("eta_min").and_then(Plain::number) == Some(0.0),
            _ => false,
        }
    }
}
