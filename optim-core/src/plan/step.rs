//! The memory accesses of one step, with given settings and for one shape.

use std::borrow::Cow;

use super::{PassKind, StepProgram};
use crate::input::InputInfo;
use crate::kernel::{Moved, PlannedPass, Source, Storage};
use crate::shape::{Axes, ParamShape};
use crate::state::{REST, StateInfo};
use crate::time::Program;

/// The memory accesses of one step of one parameter, with given settings. [`Builder::plan_for`](crate::Builder::plan_for) and
/// [`Optimizer::plan`](crate::Optimizer::plan) return it.
///
/// It describes exactly the step that will run: passes, streams and operations whose conditions are false are left out, and loops have their
/// actual number of iterations.
///
/// The bytes moved are an estimate. Each operand of a matrix product counts once, and partial results of reductions do not count. In
/// practice, a small parameter stays in cache from one pass to the next, and a stream in fewer bytes or another order is decoded or copied
/// even if no number of it is used.
///
/// Gradients count as if they had the element type of the parameter.
///
/// Work before and after the kernel is not included: clipping, the search for numbers that are not finite, masks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepPlan {
    /// The optimizer's name.
    pub optimizer: &'static str,
    /// The parameter's shape.
    pub shape: Vec<usize>,
    /// The passes of all programs of the step, each once, in the order in which they run for the first time.
    pub passes: Vec<StepPass>,
    /// The programs of the step, in the order of their first steps. There are several if the step has timed conditions,
    /// such as `every(10)`.
    pub programs: Vec<StepProgram>,
    /// The passes of `probe`, which [`step_with`](crate::Optimizer::step_with) runs before the step.
    pub probe: Vec<StepPass>,
    /// The passes of `eval`.
    pub eval: Vec<StepPass>,
    /// The values that `probe` may change, and that are copied before it.
    pub backup: Vec<StepStream>,
    /// The states that exist.
    pub states: Vec<StepStream>,
    /// The number of phases of the step. Each phase runs over all parameters before the next one begins, and ends where the
    /// step waits for numbers of the whole model.
    pub phases: usize,
    /// Numbers that the parameter keeps in scratch from phase to phase.
    pub kept: usize,
    elements: usize,
}

/// One walk over memory, or one matrix operation, with the number of its runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepPass {
    /// The kind of work.
    pub kind: PassKind,
    /// The axes that it walks over.
    pub axes: Axes,
    /// The number of matrices, rows and columns that it walks over; for a matrix operation, of the result.
    pub size: [usize; 3],
    /// The number of runs in one step: more than 1 in a loop, or if several passes move and compute the same.
    pub times: usize,
    /// The streams that one run reads, each once.
    pub reads: Vec<StepStream>,
    /// The streams that one run writes, each once. The results of reductions are here if they keep an axis.
    pub writes: Vec<StepStream>,
    /// Divisions for each element that it walks over, reciprocals included.
    pub divisions: usize,
    /// Square roots for each element that it walks over, reciprocal ones included.
    pub square_roots: usize,
    /// Reductions that one run computes.
    pub reductions: usize,
    /// Random numbers that one run computes: for each draw, which axes it has of what the pass walks over.
    pub draws: Vec<Axes>,
}

/// A sequence of numbers: a stream of a pass, or a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepStream {
    /// `param`, `grad`, or the name of a state, an input, an intermediate value or an item of a list. Names of a wrapper's inner
    /// optimizer begin with the wrapper's field. The lower bits of a [split](Storage::Split8) parameter are the state `param-rest`.
    pub name: Cow<'static, str>,
    /// Its axes: for a stream of a pass, among the axes of the pass; for a state, among the axes of the parameter; for a matrix operation, all.
    pub axes: Axes,
    /// The number of elements.
    pub numbers: usize,
    /// The storage of the elements.
    pub storage: Storage,
}

impl StepStream {
    /// Bytes of its numbers, with elements of `element_size` bytes; `usize::MAX` if there are more.
    pub fn bytes(&self, element_size: usize) -> usize {
        match self.storage.bytes(self.numbers) {
            Some(bytes) => bytes.saturating_add(self.numbers.saturating_mul(self.bytes_of_array())),
            None => self.numbers.saturating_mul(element_size),
        }
    }

    /// The bytes of an element in the parameter's own array, if the parameter is split and this stream is not its lower bits; otherwise 0.
    fn bytes_of_array(&self) -> usize {
        if self.storage.is_split() && self.name != REST { size_of::<u16>() } else { 0 }
    }

    /// The number of bytes, which may be larger than a `usize`.
    fn bytes_uncapped(&self, element_size: usize) -> f64 {
        match self.storage.bytes(self.numbers) {
            Some(bytes) => bytes as f64 + self.numbers as f64 * self.bytes_of_array() as f64,
            None => self.numbers as f64 * element_size as f64,
        }
    }
}

/// The recorded passes of each routine of an optimizer for one parameter, and the number of their runs.
pub(crate) struct Recordings {
    /// By program.
    pub(crate) step: Vec<(Program, Vec<(PlannedPass, usize)>)>,
    /// The largest number of cuts of any program, and the numbers that stay in scratch across a cut.
    pub(crate) cuts: usize,
    pub(crate) kept: usize,
    pub(crate) probe: Vec<(PlannedPass, usize)>,
    pub(crate) eval: Vec<(PlannedPass, usize)>,
}

/// Facts about an optimizer, and about the states and inputs of one parameter.
#[derive(Clone, Copy)]
pub(crate) struct Known<'k> {
    pub(crate) optimizer: &'static str,
    /// The declared states.
    pub(crate) states: &'static [StateInfo],
    /// The declared inputs.
    pub(crate) inputs: &'static [InputInfo],
    /// The values that `probe` may change.
    pub(crate) backup: &'static [Source],
    /// Returns true if a source has numbers: its state exists, or its input is due at some step.
    pub(crate) has: &'k dyn Fn(Source) -> bool,
    /// The index of the declared state to which a place belongs.
    pub(crate) declared: &'k dyn Fn(usize) -> usize,
    /// The number of items of a declared state: 1 if it is not a list, 0 if it does not exist.
    pub(crate) items: &'k dyn Fn(usize) -> usize,
    /// The number of elements of a declared state, of all items together.
    pub(crate) numbers: &'k dyn Fn(usize) -> usize,
    /// The storage of a declared state.
    pub(crate) storage: &'k dyn Fn(usize) -> Storage,
    /// The storage of the parameter.
    pub(crate) param: Storage,
}

impl Known<'_> {
    /// The recorded passes. Absent streams are removed, and items have the name of their list, so passes over different items
    /// become equal.
    fn declared(&self, recorded: Vec<(PlannedPass, usize)>) -> Vec<(PlannedPass, usize)> {
        let lists = self.states.iter().any(|state| state.list.is_some());
        let mut passes: Vec<(PlannedPass, usize)> = Vec::with_capacity(recorded.len());
        for (mut pass, times) in recorded {
            for streams in [&mut pass.reads, &mut pass.writes] {
                streams.retain(|moved| (self.has)(moved.source));
                for moved in streams {
                    if let Source::State(place) = &mut moved.source {
                        *place = (self.declared)(*place);
                    }
                }
            }
            match passes.iter_mut().find(|(known, _)| lists && *known == pass) {
                Some((_, known)) => *known = known.saturating_add(times),
                None => passes.push((pass, times)),
            }
        }
        passes
    }

    /// A stream of a pass, with its name and how it is stored.
    fn stream(&self, moved: Moved) -> StepStream {
        let name = moved.name.unwrap_or_else(|| {
            Cow::Borrowed(match moved.source {
                Source::Param => "param",
                Source::Grad | Source::RawGrad => "grad",
                Source::State(index) => self.states.get(index).map_or("state", |state| state.name),
                Source::Input(index) => self.inputs.get(index).map_or("input", |input| input.name),
                Source::Scratch(_) | Source::Item(..) | Source::Repeated(_) | Source::Draw(_) => "scratch",
            })
        });
        StepStream { name, axes: moved.axes, numbers: moved.numbers, storage: self.storage_of(moved.source) }
    }

    fn storage_of(&self, source: Source) -> Storage {
        match (source, self.param) {
            (Source::State(index), _) => (self.storage)(index),
            (Source::Param, stored) => stored,
            (Source::Grad | Source::RawGrad, Storage::Bf16Stochastic | Storage::Split8 | Storage::Split16) => {
                Storage::Bf16
            }
            (Source::Grad | Source::RawGrad, stored) => stored,
            (Source::Input(_) | Source::Scratch(_) | Source::Item(..) | Source::Repeated(_) | Source::Draw(_), _) => {
                Storage::Native
            }
        }
    }
}

impl StepPlan {
    /// The plan of routines that were recorded for a parameter of this shape.
    pub(crate) fn new((shape, folded): (&[usize], ParamShape), known: &Known<'_>, recorded: Recordings) -> Self {
        let (mut step, mut programs) = (Vec::new(), Vec::new());
        for (program, own) in recorded.step {
            let own = known.declared(own);
            let mut places = Vec::with_capacity(own.len());
            for pass in own {
                places.push(step.iter().position(|known| *known == pass).unwrap_or(step.len()));
                if places.last() == Some(&step.len()) {
                    step.push(pass);
                }
            }
            programs.push(StepProgram::new(&program, places));
        }
        let passes = |recorded: Vec<(PlannedPass, usize)>| {
            recorded.into_iter().map(|(pass, times)| StepPass::new(known, pass, times)).collect()
        };
        // `eval` reads and writes only the arrays, not the lower bits of split parameters.
        let eval = known.declared(recorded.eval).into_iter();
        let param = if known.param.is_split() { Storage::Bf16 } else { known.param };
        let eval = eval.map(|(pass, times)| StepPass::new(&Known { param, ..*known }, pass, times)).collect();
        let state = |(index, info): (usize, &StateInfo)| {
            let items = (known.items)(index);
            (items > 0).then(|| {
                let numbers = (known.numbers)(index);
                StepStream { name: Cow::Borrowed(info.name), axes: info.axes, numbers, storage: (known.storage)(index) }
            })
        };
        let rest = || {
            let (name, axes, storage) = (Cow::Borrowed(REST), Axes::Tensor, known.param);
            storage.is_split().then_some(StepStream { name, axes, numbers: folded.len(), storage })
        };
        let backup_of_rest = if known.backup.contains(&Source::Param) { rest() } else { None };
        let backup = |source: &Source| match *source {
            Source::Param => {
                let (name, axes, storage) = (Cow::Borrowed("param"), Axes::Tensor, Storage::Native);
                Some(StepStream { name, axes, numbers: folded.len(), storage })
            }
            Source::State(index) => state((index, known.states.get(index)?)),
            Source::Grad
            | Source::RawGrad
            | Source::Input(_)
            | Source::Scratch(_)
            | Source::Item(..)
            | Source::Repeated(_)
            | Source::Draw(_) => None,
        };
        Self {
            optimizer: known.optimizer,
            shape: shape.to_vec(),
            passes: passes(step),
            programs,
            probe: passes(known.declared(recorded.probe)),
            eval,
            backup: known.backup.iter().filter_map(backup).chain(backup_of_rest).collect(),
            states: known.states.iter().enumerate().filter_map(state).chain(rest()).collect(),
            phases: recorded.cuts.saturating_add(1),
            kept: recorded.kept,
            elements: folded.len(),
        }
    }

    /// Returns true if every program of the step is one loop over independent elements. Such a step runs in memory order, can be
    /// divided anywhere, and is limited only by memory bandwidth.
    pub fn is_elementwise(&self) -> bool {
        let alone = |place: &usize| {
            let pass = &self.passes[*place];
            (pass.kind, pass.times, pass.reductions) == (PassKind::Loop, 1, 0)
                && pass.moved().all(|stream| stream.axes == Axes::Tensor)
                && pass.draws.iter().all(|axes| *axes == Axes::Tensor)
        };
        self.programs.iter().all(|program| matches!(&program.passes[..], [pass] if alone(pass)))
    }

    /// Bytes that all passes of a step move, with elements of `element_size` bytes; `usize::MAX` if there are more. If steps
    /// differ, this is the step that moves most.
    pub fn bytes(&self, element_size: usize) -> usize {
        self.most(|pass| pass.bytes(element_size))
    }

    /// Bytes that `probe` moves before the step, without the backup of the arrays that it changes. The same units as [`bytes`](Self::bytes).
    pub fn probe_bytes(&self, element_size: usize) -> usize {
        bytes_of(&self.probe, element_size)
    }

    /// Bytes that `eval` moves, in the same units.
    pub fn eval_bytes(&self, element_size: usize) -> usize {
        bytes_of(&self.eval, element_size)
    }

    /// Bytes that the parameter keeps in scratch from phase to phase, with elements of `element_size` bytes.
    pub fn phase_bytes(&self, element_size: usize) -> usize {
        self.kept.saturating_mul(element_size)
    }

    /// Bytes of the copy of the values that `probe` may change, counted like [`state_bytes`](Self::state_bytes).
    pub fn backup_bytes(&self, element_size: usize) -> usize {
        size_of_all(&self.backup, element_size)
    }

    /// Bytes that all passes of a step move per element of the parameter, with elements of `element_size` bytes; 0 if there are
    /// none. If steps differ, this is the mean over a long run, like all numbers per element. Arrays of other sizes than the
    /// parameter, such as rows and columns, count with their own number of elements.
    pub fn bytes_per_element(&self, element_size: usize) -> f64 {
        self.per_element(|pass| pass.moved().map(|stream| stream.bytes_uncapped(element_size)).sum())
    }

    /// Divisions per element of the parameter, see [`StepPass::divisions`]; 0 if there are no elements.
    pub fn divisions(&self) -> f64 {
        self.per_element(|pass| pass.divisions as f64 * pass.elements())
    }

    /// Square roots per element of the parameter, see [`StepPass::square_roots`]; 0 if there are no elements.
    pub fn square_roots(&self) -> f64 {
        self.per_element(|pass| pass.square_roots as f64 * pass.elements())
    }

    /// Reductions that all passes of a step feed. If steps differ, this is the step with most reductions.
    pub fn reductions(&self) -> usize {
        self.most(|pass| pass.reductions.saturating_mul(pass.times))
    }

    /// The largest sum over the passes of a program.
    fn most(&self, of_pass: impl Fn(&StepPass) -> usize) -> usize {
        let sum = |program: &StepProgram| {
            program.passes.iter().map(|place| of_pass(&self.passes[*place])).fold(0, usize::saturating_add)
        };
        self.programs.iter().map(sum).max().unwrap_or(0)
    }

    /// Bytes of all states, with elements of `element_size` bytes; a scalar state takes 8. `usize::MAX` if there are more.
    pub fn state_bytes(&self, element_size: usize) -> usize {
        size_of_all(&self.states, element_size)
    }

    fn per_element(&self, of_run: impl Fn(&StepPass) -> f64) -> f64 {
        if self.elements == 0 {
            return 0.0;
        }
        let of_pass = |place: &usize| of_run(&self.passes[*place]) * self.passes[*place].times as f64;
        let of_program = |program: &StepProgram| program.passes.iter().map(of_pass).sum::<f64>() * program.share();
        self.programs.iter().map(of_program).sum::<f64>() / self.elements as f64
    }
}

/// The bytes that passes move.
fn bytes_of(passes: &[StepPass], element_size: usize) -> usize {
    passes.iter().map(|pass| pass.bytes(element_size)).fold(0, usize::saturating_add)
}

/// The bytes of arrays and numbers in memory.
fn size_of_all(kept: &[StepStream], element_size: usize) -> usize {
    let bytes = |stream: &StepStream| match stream.axes {
        Axes::Scalar => stream.numbers.saturating_mul(size_of::<f64>()),
        _ => stream.bytes(element_size),
    };
    kept.iter().map(bytes).fold(0, usize::saturating_add)
}

impl StepPass {
    fn new(known: &Known<'_>, pass: PlannedPass, times: usize) -> Self {
        let PlannedPass { kind, axes, size, reads, writes, reductions, draws, divisions, square_roots } = pass;
        let [reads, writes] = [reads, writes].map(|moved| moved.into_iter().map(|moved| known.stream(moved)).collect());
        Self { kind, axes, size, times, reads, writes, divisions, square_roots, reductions, draws }
    }

    /// Bytes that all runs together move, with elements of `element_size` bytes; `usize::MAX` if there are more.
    pub fn bytes(&self, element_size: usize) -> usize {
        let once = self.moved().map(|stream| stream.bytes(element_size)).fold(0, usize::saturating_add);
        once.saturating_mul(self.times)
    }

    fn moved(&self) -> impl Iterator<Item = &StepStream> {
        self.reads.iter().chain(&self.writes)
    }

    fn elements(&self) -> f64 {
        self.size.iter().map(|&size| size as f64).product()
    }
}
