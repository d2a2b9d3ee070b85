//! Recorded steps that read their numbers on the device: the host has written the numbers of many steps in advance.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use cubecl::prelude::Client;
use cubecl::server::Handle;
use cubecl_environment::stream::StreamId;
use optim_core::StepReport;
use optim_core::program::{DescribedStep, DeviceReport, GivenToStep};

use crate::GpuOptimizer;
use crate::clipping;
use crate::error::GpuError;
use crate::launch::{self, Array, write};
use crate::optimizer::new_generation;
use crate::plan::Ready;
use crate::plan::{Key, Kind, key};
use crate::step_table::{History, StepTable, words_of_a_step};

/// The numbers of the next steps on the device: made by [`GpuOptimizer::look_ahead`].
///
/// The numbers are settings, such as the learning rate of a schedule, and everything that the host computes from settings and step counts. It computes them
/// in double precision and rounds them, as for [`step`](GpuOptimizer::step). They include the keys of random numbers. Only numbers that change from step to
/// step take memory for each step, and numbers that several parameters share take it once: see [`device_bytes`](Self::device_bytes).
#[derive(Debug)]
pub struct StepsAhead {
    common: Common,
    generation: u64,
    /// An identifier that no other table has. Its recordings have it too.
    id: u64,
    table: StepTable,
    on_device: Array,
    /// The number of finished steps in the table.
    done: usize,
}

/// Facts that all steps have in common.
#[derive(Debug)]
struct Common {
    key: Key,
    has_grad: Vec<bool>,
    ready: Arc<Ready>,
}

/// A step that was recorded: made by [`GpuOptimizer::record_ahead`].
#[derive(Debug)]
pub struct RecordedAhead {
    id: u64,
    /// Kept, because a recording contains their addresses.
    _arrays: Vec<Array>,
}

impl StepsAhead {
    /// The steps that are left before a [`refill`](GpuOptimizer::refill).
    pub fn left(&self) -> usize {
        self.table.steps - self.done
    }

    /// Bytes on the device. The host keeps a copy of the same numbers.
    ///
    /// Each step takes 4 bytes for each number that changes. AdamW with a schedule has 11 such numbers for all parameters in a group together, so 1,000 steps
    /// take 44 KB. Random numbers take up to 32 bytes for each draw of each parameter in each step. Each number of a parameter takes 8 more bytes, once.
    pub fn device_bytes(&self) -> u64 {
        4 * self.on_device.len as u64
    }
}

impl GpuOptimizer {
    /// Computes the numbers of the next steps and copies them to the device. Recordings replay them without the host: see
    /// [`record_ahead`](Self::record_ahead). It takes as long as the host needs to describe this many steps.
    ///
    /// The result has at least one step and at most as many as you ask for. It ends before a step with another program, for example because of `every(10)`,
    /// and before a step that is [watched](optim_core::Optimizer::watch). It also ends if the next step cannot be described, or if the buffer of the device is
    /// full. [`StepsAhead::left`] returns the number of steps. A parameter has a gradient if `grads` has one for it.
    ///
    /// Call [`step`](Self::step) with the same gradients and programs before, on the same thread. Call `look_ahead` before the recording begins, because it
    /// allocates.
    ///
    /// # Errors
    ///
    /// [`GpuError::Replay`] if there was no such step, or the next step is watched; other errors as in [`step`](Self::step). Nothing has changed then.
    pub fn look_ahead(&mut self, grads: &[Option<Handle>], steps: usize) -> Result<StepsAhead, GpuError> {
        let grads = self.given("gradient", grads.iter().map(Option::as_ref))?;
        let has_grad: Vec<bool> = grads.iter().map(Option::is_some).collect();
        if StreamId::current() != self.stream {
            return Err(GpuError::Replay);
        }
        self.follow_thread()?;
        let key = key(&self.describe(&has_grad)?, Kind::Step);
        let Some(ready) = self.plans.get(&key).map(Arc::clone) else { return Err(GpuError::Replay) };
        let common = Common { key, has_grad, ready };
        let most = usize::try_from(self.residence.layout.most_bytes() / 4).unwrap_or(usize::MAX).min(u32::MAX as usize);
        let table = self.coming(&common, steps, most)?;
        // Room for any numbers of one step, so `refill` always has a place for it.
        let words = table.words().len().max(words_of_a_step(common.ready.plan.registers)).min(most);
        // The table has no steps yet, so the kernel is compiled and does nothing.
        let on_device = Array::new(&self.client, &vec![0_u32; words]);
        launch::next_step(&self.client, &on_device, &common.ready.registers);
        let (generation, id, none) = (self.generation, new_generation(), StepTable::default());
        let mut ahead = StepsAhead { common, generation, id, table: none, on_device, done: 0 };
        self.upload(&mut ahead, table);
        Ok(ahead)
    }

    /// Copies the numbers of the next steps to the device again, beginning with the current step, for the same recordings. Call it after
    /// [`GpuError::UsedUp`] and [`GpuError::Outdated`]. It returns the number of steps: at least one, at most `steps`, and no more than there is room for.
    ///
    /// # Errors
    ///
    /// [`GpuError::Replay`] if the next step has another program, or if [`change_state`](Self::change_state) or a step on another thread came after
    /// [`look_ahead`](Self::look_ahead): call [`step`](Self::step) then. Nothing has changed then.
    pub fn refill(&mut self, ahead: &mut StepsAhead, steps: usize) -> Result<usize, GpuError> {
        self.is_of(ahead)?;
        let table = self.coming(&ahead.common, steps, ahead.on_device.len)?;
        self.upload(ahead, table);
        Ok(ahead.left())
    }

    /// Like [`record`](Self::record), for a step whose numbers are on the device. The first launch reads the numbers of the next step and counts the step. So one
    /// recording can contain several steps between other launches. Call `record_ahead` once for each step.
    ///
    /// ```no_run
    /// # use optim_gpu::{GpuError, GpuOptimizer, cubecl::{prelude::Client, server::Handle}};
    /// # fn f(client: &Client, mut optimizer: GpuOptimizer, params: &[Handle], grads: &[Option<Handle>]) -> Result<(), Box<dyn std::error::Error>> {
    /// client.graph_prepare()?;
    /// optimizer.step(params, grads)?; // compiles the kernels
    /// let mut ahead = optimizer.look_ahead(grads, 1000)?;
    /// client.start_capture()?;
    /// let recorded = [optimizer.record_ahead(&ahead, params, grads)?]; // behind the launches of the model
    /// let graph = client.stop_capture()?;
    /// while ahead.left() > 0 {
    ///     // SAFETY: all buffers of the recording are still there, and nobody else uses them meanwhile.
    ///     let run = || unsafe { graph.replay() }.map_err(|error| GpuError::Device(error.to_string()));
    ///     optimizer.replay_ahead(&mut ahead, &recorded, run)?;
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`GpuError::Replay`] on another thread, or if `ahead` belongs to other gradients, another optimizer, or this optimizer before
    /// [`change_state`](Self::change_state); other errors as in [`step`](Self::step).
    pub fn record_ahead(
        &mut self,
        ahead: &StepsAhead,
        params: &[Handle],
        grads: &[Option<Handle>],
    ) -> Result<RecordedAhead, GpuError> {
        let params = self.given("array", params.iter().map(Some))?;
        let grads = self.given("gradient", grads.iter().map(Option::as_ref))?;
        if StreamId::current() != self.stream
            || !grads.iter().map(Option::is_some).eq(ahead.common.has_grad.iter().copied())
        {
            return Err(GpuError::Replay);
        }
        self.is_of(ahead)?;
        launch::next_step(&self.client, &ahead.on_device, &ahead.common.ready.registers);
        let mut arrays = self.launch_to_record(&ahead.common.ready, params, grads);
        arrays.extend([ahead.on_device.clone(), ahead.common.ready.registers.clone()]);
        Ok(RecordedAhead { id: ahead.id, _arrays: arrays })
    }

    /// Runs a recording of the steps in `recorded`, which [`record_ahead`](Self::record_ahead) recorded: calls `run`, which replays the recording, and counts its
    /// steps. The host sends nothing to the device. Returns the reports of the steps, in order. A checkpoint between two calls has the counts, schedules and
    /// states of the steps so far.
    ///
    /// The host computes the numbers of these steps again, for its own counts, and compares them. So it notices a change of settings, unless the numbers
    /// stay the same.
    ///
    /// # Errors
    ///
    /// Before `run`: [`GpuError::UsedUp`] if fewer steps are left. [`GpuError::Outdated`] if a coming step has other numbers than the device has, or
    /// if another call made a step with this program in between. In both cases, call [`refill`](Self::refill). [`GpuError::Replay`] as in
    /// [`replay`](Self::replay), and if the recording belongs to other numbers. A setting that you change gives the step another program: record it
    /// again. If `run` fails, its error, and no step is counted.
    pub fn replay_ahead(
        &mut self,
        ahead: &mut StepsAhead,
        recorded: &[RecordedAhead],
        run: impl FnOnce() -> Result<(), GpuError>,
    ) -> Result<Vec<StepReport>, GpuError> {
        self.is_of(ahead)?;
        if recorded.is_empty() || recorded.iter().any(|recorded| recorded.id != ahead.id) {
            return Err(GpuError::Replay);
        }
        let count = recorded.len();
        if ahead.left() < count {
            return Err(GpuError::UsedUp { steps: count, left: ahead.left() });
        }
        // Numbers that do not change are in the registers alone.
        if ahead.common.ready.numbers_of.load(Ordering::Relaxed) != ahead.id {
            return Err(GpuError::Outdated);
        }
        let mut steps: Vec<DescribedStep> = Vec::with_capacity(count);
        let has_grad = &|place: usize| ahead.common.has_grad[place];
        let given = GivenToStep { has_grad, number: &|_| None, has_array: &|_, _| false };
        let mut found = Ok(());
        self.host.describe_steps(&given, &self.scalars, |step| {
            if key(&step, Kind::Step) != ahead.common.key {
                found = Err(GpuError::Replay);
            } else if !ahead.table.has(ahead.done + steps.len(), &ahead.common.ready.plan.numbers(&step)) {
                found = Err(GpuError::Outdated);
            }
            steps.push(step);
            found.is_ok() && steps.len() < count
        })?;
        found?;
        self.norm = None;
        if let Err(error) = run() {
            // The device may have counted some of them.
            write_done(&self.client, ahead);
            return Err(error);
        }
        ahead.done += count;
        let finished = steps.iter().map(|step| {
            self.launched(&ahead.common.ready, step, 1);
            self.host.finish_step(step, &DeviceReport::default())
        });
        Ok(finished.collect())
    }

    /// Checks that the steps belong to this optimizer with its current arrays.
    fn is_of(&mut self, ahead: &StepsAhead) -> Result<(), GpuError> {
        self.follow_thread()?;
        if self.generation == ahead.generation { Ok(()) } else { Err(GpuError::Replay) }
    }

    /// The numbers of the next steps, as many as a table of `words` holds.
    fn coming(&mut self, common: &Common, steps: usize, words: usize) -> Result<StepTable, GpuError> {
        let (mut history, mut clips) = (History::default(), false);
        let has_grad = &|place: usize| common.has_grad[place];
        let given = GivenToStep { has_grad, number: &|_| None, has_array: &|_, _| false };
        let result = self.host.describe_steps(&given, &self.scalars, |step| {
            if step.is_watched || key(&step, Kind::Step) != common.key {
                return false;
            }
            clips = step.clip_norm.is_some();
            history.add(&common.ready.plan.numbers(&step));
            history.steps() < steps && history.words() < words
        });
        if history.steps() == 0 {
            result?;
            return Err(GpuError::Replay);
        }
        // The device multiplies it by the factor of clipping.
        let written = if clips { &[clipping::SCALE][..] } else { &[] };
        Ok(history.table(words, written))
    }

    fn upload(&mut self, ahead: &mut StepsAhead, table: StepTable) {
        self.norm = None;
        ahead.common.ready.numbers_of.store(ahead.id, Ordering::Relaxed);
        write(&self.client, &ahead.common.ready.registers.handle, &table.first());
        let mut words = table.words();
        words.resize(ahead.on_device.len, 0);
        write(&self.client, &ahead.on_device.handle, &words);
        (ahead.table, ahead.done) = (table, 0);
    }
}

/// Writes the number of finished steps to the device.
fn write_done(client: &Client, ahead: &StepsAhead) {
    let first = ahead.on_device.handle.clone().offset_end(4 * (ahead.on_device.len as u64 - 1));
    write(client, &first, &[u32::try_from(ahead.done).unwrap_or(u32::MAX)]);
}
