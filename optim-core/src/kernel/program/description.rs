//! The interface with which generated code describes a step.

use std::sync::atomic::{AtomicU64, Ordering};

use super::frame::Frame;
use super::inner_count::InnerCount;
use super::inside::Inside;
use super::list::Scalars;
use super::op::{CallParts, CallWork, DescribedPass, LibraryCall, Noted, PassParameters, Program, StepOp};
use super::operand::{Drawn, ScalarOperand, ScalarSource};
use super::register::Register;
use super::rows::ScalarRows;
use crate::draw::{Draw, Law};
use crate::kernel::{Extent, Float, Fold, LoopNumber, Operand, PassLoop, Reduction, Source, Stream, Streams};
use crate::shape::ParamShape;
use crate::time::{Clock, Questions, StepCount, Time};
use crate::watched::{OutputNumber, OutputSet, ReportedNumber, UNREPORTED, WatchSums};

/// The description of a step, in progress.
pub struct Description<'p, 'k, E: LoopNumber> {
    pub(super) rows: &'p ScalarRows,
    pub(super) ops: Vec<StepOp<'k, E::Float>>,
    /// The first row that is not part of an operation yet.
    pub(super) from: usize,
    shape: ParamShape,
    /// The frame of the current optimizer, and its inner optimizer with the frame of both.
    pub(super) frame: Frame,
    pub(super) inside: Option<(Inside<'k, E>, Frame)>,
    /// The scalar states of the parameter; `None` if they are not known.
    states: Option<&'p dyn Fn(usize) -> f64>,
    /// The numbers to which scalar and global states were set, for items that are read afterwards.
    set: Vec<(usize, Register<'p>)>,
    set_globals: Vec<(usize, Register<'p>)>,
    /// The operation that begins the current group of passes.
    pieces: Option<usize>,
    /// Questions about time, and true if the description consists only of them.
    questions: Questions,
    only_asks: bool,
    /// The outputs that are watched.
    pub(super) outputs: OutputSet,
    note: Option<&'static [&'static str]>,
}

impl<E: LoopNumber> std::fmt::Debug for Description<'_, '_, E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Description").field("shape", &self.shape).finish_non_exhaustive()
    }
}

impl<'p, 'k, E: LoopNumber> Description<'p, 'k, E> {
    pub(crate) fn new(
        rows: &'p ScalarRows,
        shape: ParamShape,
        time: Time,
        states: Option<&'p dyn Fn(usize) -> f64>,
    ) -> Self {
        Self {
            rows,
            ops: Vec::new(),
            from: 0,
            shape,
            frame: Frame::new(time),
            inside: None,
            states,
            set: Vec::new(),
            set_globals: Vec::new(),
            pieces: None,
            questions: Questions::default(),
            only_asks: false,
            outputs: OutputSet::NONE,
            note: None,
        }
    }

    /// Ends the description. Returns the operations and the questions.
    pub(crate) fn finish(mut self) -> (Vec<StepOp<'k, E::Float>>, Questions) {
        self.end_scalars();
        (self.ops, self.questions)
    }

    /// The parameter's shape.
    #[must_use]
    pub const fn shape(&self) -> ParamShape {
        self.shape
    }

    /// The step count of the described step. The program is also valid for other steps if all questions about the step count were asked of
    /// [`clock`](Self::clock).
    #[must_use]
    pub const fn time(&self) -> Time {
        self.frame.count.time
    }

    /// Returns true if the description consists only of questions.
    #[must_use]
    pub const fn only_asks(&self) -> bool {
        self.only_asks
    }

    /// Adds the questions of a function that asks and describes nothing else.
    pub(crate) fn ask(
        shape: ParamShape,
        count: StepCount,
        to: &mut Questions,
        function: impl for<'r> FnOnce(&mut Description<'r, 'k, E>),
    ) {
        let rows = ScalarRows::new(0);
        let mut description = Description::new(&rows, shape, count.time, None);
        (description.frame.count, description.only_asks) = (count, true);
        description.questions = std::mem::take(to);
        function(&mut description);
        *to = description.questions;
    }

    /// The step count as a clock that records each question.
    pub const fn clock(&mut self) -> Clock<'_> {
        Clock::new(self.frame.count, &mut self.questions)
    }

    /// Returns true if the step is described for a plan, so the states are not known.
    pub(crate) const fn is_planned(&self) -> bool {
        self.states.is_none()
    }

    /// The next step of an optimizer that counts its finished steps in this state.
    pub(super) fn count_of(&self, state: usize, planned: u64) -> u64 {
        self.states.map_or(planned, |states| InnerCount::next(states(state)))
    }

    /// Counts a finished step of an optimizer that counts its steps in this state.
    pub(super) fn count_step(&mut self, state: usize) {
        let step = self.source(ScalarSource::Count(state));
        self.push(StepOp::Set(state, step.operand()));
    }

    fn source(&self, source: ScalarSource) -> Register<'p> {
        Register::new(self.rows, self.rows.source(source))
    }

    /// The setting at a place among the settings that the optimizer gives for each step.
    #[must_use]
    pub fn setting(&self, place: usize) -> Register<'p> {
        Register::new(self.rows, self.rows.setting(self.frame.settings + place))
    }

    /// The step count as a number.
    #[must_use]
    pub fn t(&self) -> Register<'p> {
        match self.frame.count.state {
            None => Register::new(self.rows, self.rows.step_count()),
            Some(state) => self.source(ScalarSource::Count(state)),
        }
    }

    /// The value of a scalar state before this step; 0 for any other state.
    #[must_use]
    pub fn scalar(&self, state: usize) -> Register<'p> {
        self.source(ScalarSource::State(self.frame.state(state)))
    }

    /// The current value of a scalar item of a list, which the step may have set; 0 for any other state.
    #[must_use]
    pub fn scalar_item(&self, state: usize) -> Register<'p> {
        last(&self.set, self.frame.state(state)).unwrap_or_else(|| self.scalar(state))
    }

    /// The value of a global state before this step; 0 for any other state.
    #[must_use]
    pub fn global(&self, state: usize) -> Register<'p> {
        self.source(ScalarSource::Global(self.frame.state(state)))
    }

    /// The current value of an item of a list of global states, which the step may have set.
    #[must_use]
    pub fn global_item(&self, state: usize) -> Register<'p> {
        last(&self.set_globals, self.frame.state(state)).unwrap_or_else(|| self.global(state))
    }

    /// The number of a scalar input; 0 for any other input.
    #[must_use]
    pub fn input(&self, input: usize) -> Register<'p> {
        self.source(ScalarSource::Input(self.frame.input(input)))
    }

    /// The draw of this step at `place` among its draws, in these iterations of the loops around it.
    #[must_use]
    pub fn draw(&self, law: Law, place: u32, iterations: &[u64]) -> Draw {
        self.drawn(law, place, iterations, false)
    }

    /// A draw of the step's probe, which has other random numbers than the step.
    #[must_use]
    pub fn draw_of_probe(&self, law: Law, place: u32, iterations: &[u64]) -> Draw {
        self.drawn(law, place, iterations, true)
    }

    fn drawn(&self, law: Law, place: u32, iterations: &[u64], probe: bool) -> Draw {
        let Frame { draws, count, .. } = &self.frame;
        let (within, iterations) = (draws.clone(), iterations.to_vec());
        Draw::described(self.rows.draw(Drawn { law, place, iterations, probe, within, count: count.state }), law)
    }

    /// The first number of a draw.
    #[must_use]
    pub fn number_of(&self, draw: Draw) -> Register<'p> {
        self.source(ScalarSource::Draw(draw.place()))
    }

    /// Sets the value of a scalar state after this step.
    pub fn set_scalar(&mut self, state: usize, value: impl Into<Register<'p>>) {
        let (state, value) = (self.frame.state(state), value.into());
        self.set.push((state, value));
        self.push(StepOp::Set(state, value.operand()));
    }

    /// Sets the value of a global state after this step. It must be the same in all parameters.
    pub fn set_global(&mut self, state: usize, value: impl Into<Register<'p>>) {
        let (state, value) = (self.frame.state(state), value.into());
        self.set_globals.push((state, value));
        self.push(StepOp::SetGlobal(state, value.operand()));
    }

    /// The number of an output that the step has not assigned.
    #[must_use]
    pub fn unreported(&self) -> Register<'p> {
        Register::new(self.rows, ScalarOperand::Fixed(UNREPORTED))
    }

    /// Reports the number of an output, if the step has assigned it.
    pub fn report(&mut self, output: usize, value: impl Into<Register<'p>>) {
        self.report_item((output, 0), value.into());
    }

    /// Reports the items of a list that the step has set.
    pub fn report_list(&mut self, output: usize, numbers: &Scalars<'p>) {
        numbers.each().for_each(|(item, value)| self.report_item((output, item), value));
    }

    fn report_item(&mut self, (output, item): (usize, usize), value: Register<'p>) {
        let (output, value) = (self.frame.outputs + output, value.operand());
        let is_assigned = !matches!(value, ScalarOperand::Fixed(x) if x.to_bits() == UNREPORTED.to_bits());
        if is_assigned && self.outputs.has(output) {
            self.push(StepOp::Report(ReportedNumber::Output(OutputNumber { output, item }), value));
        }
    }

    /// Joins numbers of all parameters that reach this place of the step. The key is larger than the keys of all earlier places. The number of
    /// wrappers around this optimizer is appended to it.
    pub fn joined<const N: usize>(
        &mut self,
        key: &[u64],
        adds: [(Fold, impl Into<Register<'p>>); N],
    ) -> [Register<'p>; N] {
        let adds = adds.map(|(fold, number)| (fold, number.into().operand()));
        let results = [(); N].map(|()| self.given(true));
        let key = [&self.frame.keys, key, &[self.frame.keys.len() as u64 / 2]].concat();
        self.push(StepOp::Join(key, adds.to_vec(), results.map(Register::operand).to_vec()));
        results
    }

    /// A number that the next operation sets.
    pub(crate) fn given(&mut self, shared: bool) -> Register<'p> {
        self.end_scalars();
        let number = self.rows.given(shared);
        self.from = self.rows.count();
        Register::new(self.rows, number)
    }

    /// Sets the names of intermediate values and items among the streams of the next pass or call, for plans.
    pub const fn names(&mut self, names: &'static [&'static str]) {
        self.note = Some(names);
    }

    /// Exchanges two scratch slots.
    pub fn swap(&mut self, a: usize, b: usize) {
        self.push(StepOp::Swap(self.frame.slot(a), self.frame.slot(b)));
    }

    /// The operand of the current optimizer, with its slot in the program.
    pub(crate) const fn own_operand(&self, operand: Operand) -> Operand {
        self.frame.operand(operand)
    }

    pub(crate) const fn own_slot(&self, slot: usize) -> usize {
        self.frame.slot(slot)
    }

    /// Describes a call of a library on slots of the program. It may run side by side with the calls before it.
    pub(crate) fn call(&mut self, called: CallParts, work: CallWork<'k, E::Float>) {
        let call = LibraryCall { called, note: self.noted(), work };
        self.end_scalars();
        let count = self.ops.len();
        let ends_pieces = self.ops.iter().any(|op| matches!(op, StepOp::Pieces(_, until) if *until == count));
        match self.ops.last_mut() {
            Some(StepOp::Calls(calls)) if !ends_pieces && call.joins(calls) => calls.push(call),
            _ => self.ops.push(StepOp::Calls(vec![call])),
        }
    }

    /// The note of the next pass or call, with the names of the current optimizer.
    fn noted(&mut self) -> Noted {
        Noted { note: self.note.take(), names: self.frame.names.clone() }
    }

    /// Begins a group of passes that may run piece by piece. Only these passes use the scratch slots `local`.
    pub fn begin_pieces(&mut self, local: &[usize]) {
        let local = local.iter().map(|slot| self.frame.slot(*slot)).collect();
        self.end_scalars();
        self.pieces = Some(self.ops.len());
        self.ops.push(StepOp::Pieces(local, self.ops.len() + 1));
    }

    /// Ends the group of passes.
    pub fn end_pieces(&mut self) {
        let until = self.ops.len();
        if let Some(begin) = self.pieces.take()
            && let Some(StepOp::Pieces(_, end)) = self.ops.get_mut(begin)
        {
            *end = until;
        }
    }

    /// Describes one pass over an index space. `tile` computes consecutive stretches of it, and receives the `casts` in the element type. Returns the
    /// results of reductions that keep no axis. All other reductions write to their scratch slots.
    pub fn pass<N: Into<Register<'p>> + Copy, const I: usize, const O: usize, const R: usize, const K: usize>(
        &mut self,
        extent: impl Into<Extent>,
        inputs: [Stream; I],
        outputs: [Stream; O],
        reductions: [Reduction; R],
        casts: [N; K],
        tile: impl Fn([E; K], [&[E]; I], [&mut [E]; O], [&mut [E::Wide]; R]) + Send + Sync + 'k,
    ) -> [Register<'p>; R] {
        self.pass_with(
            extent,
            inputs,
            outputs,
            reductions,
            casts,
            [],
            #[inline(always)]
            move |casts, [], inputs, outputs, reductions| tile(casts, inputs, outputs, reductions),
        )
    }

    /// Like [`pass`](Self::pass), with further `numbers`, which the closure receives in double precision.
    #[allow(clippy::too_many_arguments, reason = "each is a part of a pass, which generated code writes")]
    pub fn pass_with<
        N: Into<Register<'p>> + Copy,
        const I: usize,
        const O: usize,
        const R: usize,
        const K: usize,
        const L: usize,
    >(
        &mut self,
        extent: impl Into<Extent>,
        inputs: [Stream; I],
        outputs: [Stream; O],
        reductions: [Reduction; R],
        casts: [N; K],
        numbers: [Register<'p>; L],
        tile: impl Fn([E; K], [E::Wide; L], [&[E]; I], [&mut [E]; O], [&mut [E::Wide]; R]) + Send + Sync + 'k,
    ) -> [Register<'p>; R] {
        let (casts, numbers) = (operands(casts), operands(numbers));
        let streams = Streams { inputs: &inputs, outputs: &outputs, reductions: &reductions };
        let parameters = self.parameters(extent.into(), streams, (&casts, &numbers));
        let results = registers(self.rows, &parameters.results);
        E::describe_pass(self, parameters, tile);
        results
    }

    /// The parts of a pass that do not depend on its loop. Adds its results to the rows of the program.
    fn parameters(
        &mut self,
        extent: Extent,
        Streams { inputs, outputs, reductions }: Streams<'_>,
        (casts, numbers): (&[ScalarOperand], &[ScalarOperand]),
    ) -> PassParameters {
        self.end_scalars();
        let is_state = |output: &Stream| matches!(output.source, Source::State(_));
        let flushed = (0..u64::BITS).zip(outputs).fold(0, |all, (k, output)| all | u64::from(is_state(output)) << k);
        let (mut inputs, mut outputs, mut reductions) = (inputs.to_vec(), outputs.to_vec(), reductions.to_vec());
        self.frame.rename(&mut inputs, &mut outputs, &mut reductions);
        let results = reductions.iter().map(|_| self.given(false).operand()).collect();
        let streams = Streams { inputs: &inputs, outputs: &outputs, reductions: &reductions };
        let (casts, numbers, note) = (casts.into(), numbers.into(), self.noted());
        PassParameters { casts, numbers, results, note, flushed, ..PassParameters::of(extent, streams) }
    }

    /// Adds a pass after the rows that it needs.
    pub(crate) fn add_pass(&mut self, parameters: PassParameters, body: Box<PassLoop<'k, E::Float>>) {
        self.ops.push(StepOp::Pass(DescribedPass { parameters, body }));
    }

    /// Adds an operation that computes the rows so far.
    pub(super) fn end_scalars(&mut self) {
        let count = self.rows.count();
        if count > self.from {
            self.ops.push(StepOp::Scalars(self.from..count));
            self.from = count;
        }
    }

    fn push(&mut self, op: StepOp<'k, E::Float>) {
        self.end_scalars();
        self.ops.push(op);
    }
}

fn operands<'p, N: Into<Register<'p>>, const K: usize>(registers: [N; K]) -> [ScalarOperand; K] {
    registers.map(|register| register.into().operand())
}

fn registers<'p, const R: usize>(rows: &'p ScalarRows, operands: &[ScalarOperand]) -> [Register<'p>; R] {
    std::array::from_fn(|place| Register::new(rows, operands[place]))
}

/// The last number to which a state was set.
fn last<'p>(set: &[(usize, Register<'p>)], state: usize) -> Option<Register<'p>> {
    set.iter().rev().find(|(place, _)| *place == state).map(|(_, register)| *register)
}

impl<'k, T: Float> Program<'k, T> {
    /// Describes the program for a parameter of this shape, at this time, with these scalar states if they are known, and with this number of
    /// numeric settings.
    pub(crate) fn describe<E: LoopNumber<Float = T>>(
        shape: ParamShape,
        time: Time,
        states: Option<&dyn Fn(usize) -> f64>,
        settings: usize,
        watch: WatchSums,
        step: impl for<'p> FnOnce(&mut Description<'p, 'k, E>),
    ) -> Self {
        let rows = ScalarRows::new(settings);
        let mut description = Description::new(&rows, shape, time, states);
        description.outputs = watch.outputs;
        step(&mut description);
        let before = description.watch(watch);
        let (mut ops, questions) = description.finish();
        let (code, places) = rows.finish();
        for op in &mut ops {
            if let StepOp::Scalars(rows) = op {
                *rows = places[rows.start]..places[rows.end];
            }
        }
        static PROGRAMS: AtomicU64 = AtomicU64::new(1);
        Self { number: PROGRAMS.fetch_add(1, Ordering::Relaxed), code, ops, questions, before }
    }
}
