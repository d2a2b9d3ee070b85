//! The state of a scheduler after more steps, and its file.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use optim_core::files;

use super::cycle::cycle;
use super::{INNER, LAST_EPOCH, LAST_LRS, Plain, SchedulerKind, SchedulerState};
use crate::prelude::*;
use crate::torch::error::TorchError;
use crate::torch::output::Output;
use crate::torch::pickle::PickleWriter;

impl SchedulerState {
    /// Writes the state to a file that `torch.load` reads, as `torch.save(scheduler.state_dict(), path)` does: `scheduler.pt` of the Hugging
    /// Face Trainer. An existing file stays until the new one is complete.
    ///
    /// ```
    /// use optim_std::torch::TorchFile;
    ///
    /// let scheduler = TorchFile::open("../tests/torch/scheduler_hf_linear.pt")?.scheduler()?;
    /// let schedules = scheduler.linear_with_warmup(4, 10)?;
    /// // … steps with them, then for torch to resume from:
    /// let path = std::env::temp_dir().join("optim-docs-scheduler.pt");
    /// schedules.state_at(8).save(&path)?;
    /// assert_eq!(TorchFile::open(&path)?.scheduler()?.steps(), 8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the state has an object of a class, which cannot be written, or the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), TorchError> {
        files::replace(path, |out| self.write(out).map(drop))
    }

    /// Writes the file to a writer, and returns the writer.
    ///
    /// # Errors
    ///
    /// The same errors as [`save`](Self::save).
    pub fn write<W: Write>(&self, out: W) -> Result<W, TorchError> {
        self.writable()?;
        let mut file = Output::new(out);
        self.write_dict(&mut file.pickle);
        file.finish()
    }

    /// The error for a state that cannot be written.
    pub(in crate::torch) fn writable(&self) -> Result<(), TorchError> {
        self.entries.iter().try_for_each(|(_, value)| value.writable())?;
        self.inner.iter().try_for_each(Self::writable)
    }

    pub(in crate::torch) fn write_dict(&self, w: &mut PickleWriter) {
        w.begin_dict();
        for (key, value) in &self.entries {
            w.str(key);
            match value {
                Plain::Dict(milestones) if self.kind == SchedulerKind::MultiStep && key == "milestones" => {
                    w.counter(
                        milestones
                            .iter()
                            .filter_map(|(milestone, count)| Some((milestone.parse().ok()?, count.whole()?.into()))),
                    );
                }
                value => value.write(w),
            }
        }
        if !self.inner.is_empty() {
            w.str(INNER);
            w.begin_list();
            self.inner.iter().for_each(|state| state.write_dict(w));
            w.end_list();
        }
        w.end_dict();
    }

    /// The state at another step of the scheduler, with the values of its schedules.
    pub(super) fn advanced(&self, epoch: u64, curves: &[Arc<dyn Schedule>]) -> Self {
        let mut state = self.clone();
        // A state cannot contain a larger number.
        let epoch = epoch.min(i64::MAX as u64);
        let last_lrs: Vec<f64> = curves.iter().map(|curve| curve.at(epoch)).collect();
        match self.kind {
            SchedulerKind::Sequential => {
                let starts = self.milestones().unwrap_or_default();
                for (place, inner) in state.inner.iter_mut().enumerate() {
                    let start = if place == 0 { 0 } else { starts.get(place - 1).copied().unwrap_or(0) };
                    let end = starts.get(place).copied().unwrap_or(u64::MAX);
                    // It stops at the last step before the next scheduler begins.
                    if start <= epoch && start < end {
                        let own = inner.own_curves();
                        *inner = inner.advanced(epoch.min(end - 1) - start, &own);
                    }
                }
            }
            SchedulerKind::Chained => state.advance_chained(epoch),
            SchedulerKind::CosineAnnealingWarmRestarts => {
                if let (Ok(first), Ok(factor)) = (self.whole("T_0"), self.whole("T_mult")) {
                    let (current, length) = cycle(epoch, first, factor);
                    state.put("T_cur", Plain::Int(current.into()));
                    state.put("T_i", Plain::Int(length.into()));
                }
            }
            _ => {}
        }
        // Torch does not call its own `step`. Composite schedulers have no count.
        if let Some(count) = self.get("_step_count").and_then(Plain::whole)
            && self.kind != SchedulerKind::CosineAnnealingWarmRestarts
        {
            let more = i128::from(epoch) - i128::from(self.last_epoch.max(0));
            state.put("_step_count", Plain::Int(i128::from(count) + more));
        }
        state.last_epoch = epoch as i64;
        if self.get(LAST_EPOCH).is_some() {
            state.put(LAST_EPOCH, Plain::Int(epoch.into()));
        }
        state.put(LAST_LRS, Plain::list(&last_lrs));
        state.last_lrs = last_lrs;
        state
    }

    /// Advances all schedulers of a chain. Each one sees a learning rate with this step's factors of the schedulers before it, and
    /// with the previous step's factors of the schedulers after it.
    fn advance_chained(&mut self, epoch: u64) {
        if let [only] = self.inner.as_mut_slice() {
            *only = only.advanced(epoch, &only.own_curves());
            return;
        }
        let groups = 0..self.base_lrs.len();
        let factors = |inner: &Self| groups.clone().map(|group| inner.curve(group, Some(1.0)).ok()).collect();
        let factors: Vec<Vec<Option<Arc<dyn Schedule>>>> = self.inner.iter().map(factors).collect();
        for place in 0..self.inner.len() {
            let rate = |group: usize| {
                let factor = |(other, factors): (usize, &Vec<Option<Arc<dyn Schedule>>>)| {
                    let at = if other <= place { Some(epoch) } else { epoch.checked_sub(1) };
                    factors[group].as_ref().zip(at).map_or(1.0, |(factor, at)| factor.at(at))
                };
                self.base_lrs[group] * factors.iter().enumerate().map(factor).product::<f64>()
            };
            let last_lrs: Vec<f64> = groups.clone().map(rate).collect();
            let mut advanced = self.inner[place].advanced(epoch, &[]);
            advanced.put(LAST_LRS, Plain::list(&last_lrs));
            self.inner[place] = Self { last_lrs, ..advanced };
        }
    }

    /// The schedules of an inner scheduler. The outer scheduler has already created them.
    fn own_curves(&self) -> Vec<Arc<dyn Schedule>> {
        (0..self.base_lrs.len()).filter_map(|group| self.curve(group, None).ok()).collect()
    }

    fn put(&mut self, key: &str, value: Plain) {
        match self.entries.iter_mut().find(|(known, _)| known == key) {
            Some((_, known)) => *known = value,
            None => self.entries.push((key.to_owned(), value)),
        }
    }
}
