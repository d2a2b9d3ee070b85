//! The memory accesses of one step, with given settings and for one shape.

use super::{PassKind, PassPlan, Plan, StepProgram, StreamPlan};
use crate::kernel::{Moved, Recorded, Source, Storage};
use crate::shape::{Axes, Dims, ParamShape};
use crate::sorting::sort_by_key;
use crate::state::StateInfo;
use crate::time::Program;

/// The memory accesses of one step of one parameter, with given settings: made by [`Builder::plan_for`](crate::Builder::plan_for) and
/// [`Engine::plan`](crate::Engine::plan).
///
/// The kernel itself says which passes run and over which numbers: it is called in a mode that writes passes down instead of
/// running them. So a pass or a state whose condition does not hold is not here, and a loop has as many iterations as it
/// will have. Names, and what a pass computes per element, come from the [`Plan`].
///
/// Three things count though the step may do without them. A pass reads a stream that it is given, even if only a branch that
/// is not taken uses its numbers. Divisions and square roots are those of all branches of the pass, those in a loop inside of
/// the pass once. And memory is only an estimate of what is moved: of a matrix product every operand counts once, partial results of
/// reductions do not count, and a small parameter stays in cache from one pass to the next.
///
/// Gradients count as if their elements were those of the parameter.
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
    /// The programs of the step: more than one where timed conditions, such as `every(10)`, decide. In the order of
    /// their first steps.
    pub programs: Vec<StepProgram>,
    /// The passes of `probe`, which [`step_with`](crate::Engine::step_with) runs before the step.
    pub probe: Vec<StepPass>,
    /// The passes of `eval`.
    pub eval: Vec<StepPass>,
    /// The values that `probe` may change, of which there is a copy.
    pub backup: Vec<StepStream>,
    /// The states that exist.
    pub states: Vec<StepStream>,
    /// The number of phases of the step, each of which runs over all parameters before the next one: one more than it waits for
    /// numbers of the whole model.
    pub phases: usize,
    /// Numbers that the parameter keeps in scratch from phase to phase.
    pub kept: usize,
    elements: usize,
}

/// One walk over memory, or one matrix operation, with the number of its runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepPass {
    /// Its place among [`Plan::passes`], or among the plan's passes of its routine.
    pub place: usize,
    /// The kind of work.
    pub kind: PassKind,
    /// The axes that it walks over.
    pub axes: Axes,
    /// The number of matrices, rows and columns that it walks over; those of the result, if it is a matrix operation.
    pub size: [usize; 3],
    /// The number of runs in one step: more than 1 in a loop.
    pub times: usize,
    /// The streams that one run reads, each once.
    pub reads: Vec<StepStream>,
    /// The streams that one run writes, each once. The results of reductions are here if they keep an axis.
    pub writes: Vec<StepStream>,
    /// Divisions for each element that it walks over, see [`PassPlan::divisions`](super::PassPlan::divisions).
    pub divisions: usize,
    /// Square roots for each element that it walks over, see [`PassPlan::square_roots`](super::PassPlan::square_roots).
    pub square_roots: usize,
    /// Reductions that one run feeds.
    pub reductions: usize,
    /// Random numbers that one run computes: for each draw, which axes it has of what the pass walks over.
    pub draws: &'static [Axes],
}

/// A sequence of numbers: a stream of a pass, or a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepStream {
    /// `param`, `grad`, the name of a state or an input, or that of an intermediate value.
    pub name: &'static str,
    /// Its axes among those that the pass walks over; among the parameter's, if it is a state.
    pub axes: Axes,
    /// The number of elements.
    pub numbers: usize,
    /// The storage of the elements.
    pub storage: Storage,
}

impl StepStream {
    /// Bytes of its numbers, with elements of `element_size` bytes; `usize::MAX` if there are more.
    pub const fn bytes(&self, element_size: usize) -> usize {
        match self.storage.bytes(self.numbers) {
            Some(bytes) => bytes,
            None => self.numbers.saturating_mul(element_size),
        }
    }

    /// The same, where there may be more bytes than a `usize` holds.
    fn bytes_uncapped(&self, element_size: usize) -> f64 {
        match self.storage.bytes(self.numbers) {
            Some(bytes) => bytes as f64,
            None => self.numbers as f64 * element_size as f64,
        }
    }
}

/// The recorded passes of each routine of an optimizer over one parameter, and how often each runs.
pub(crate) struct Recordings {
    /// By program.
    pub(crate) step: Vec<(Program, Vec<(Recorded, usize)>)>,
    /// Most cuts of any program, and the numbers in scratch that outlives a pass.
    pub(crate) cuts: usize,
    pub(crate) kept: usize,
    pub(crate) probe: Vec<(Recorded, usize)>,
    pub(crate) eval: Vec<(Recorded, usize)>,
}

/// Facts about the states and inputs of a parameter.
pub(crate) struct Known<'k> {
    /// True if a source has numbers: a state in a place exists, an input is given at some step.
    pub(crate) has: &'k dyn Fn(Source) -> bool,
    /// The declared state that a state in a place is of.
    pub(crate) declared: &'k dyn Fn(usize) -> usize,
    /// The number of items of a declared state: 1 for a state that is not a list, 0 if the condition does not hold.
    pub(crate) items: &'k dyn Fn(usize) -> usize,
    pub(crate) dims: &'k dyn Fn(usize) -> Option<Dims>,
    /// The storage of a declared state.
    pub(crate) storage: &'k dyn Fn(usize) -> Storage,
    /// The storage of the parameter.
    pub(crate) param: Storage,
}

impl Known<'_> {
    /// The recorded passes without those that do not exist, items named by their list: so passes over one item after the
    /// other are one pass.
    fn declared(&self, plan: &Plan, recorded: Vec<(Recorded, usize)>) -> Vec<(Recorded, usize)> {
        let lists = plan.states.iter().any(|state| state.list.is_some());
        let mut passes: Vec<(Recorded, usize)> = Vec::with_capacity(recorded.len());
        for (mut pass, times) in recorded {
            for streams in [&mut pass.inputs, &mut pass.outputs] {
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
}

impl StepPlan {
    /// The plan of routines that were recorded for a parameter of this shape.
    pub(crate) fn new(
        plan: &Plan,
        (shape, folded): (&[usize], ParamShape),
        known: &Known<'_>,
        recorded: Recordings,
    ) -> Self {
        let (mut step, mut programs) = (Vec::new(), Vec::new());
        for (program, own) in recorded.step {
            let own = known.declared(plan, own);
            let mut places = Vec::with_capacity(own.len());
            for pass in own {
                places.push(step.iter().position(|known| *known == pass).unwrap_or(step.len()));
                if places.last() == Some(&step.len()) {
                    step.push(pass);
                }
            }
            programs.push(StepProgram::new(&program, places));
        }
        let storage = |source| match source {
            Source::State(index) => (known.storage)(index),
            Source::Param => known.param,
            Source::Grad => match known.param {
                Storage::Bf16Stochastic => Storage::Bf16,
                other => other,
            },
            Source::Input(_) | Source::Scratch(_) | Source::Draw(_) => Storage::Native,
        };
        let passes = |plan: &Plan, known: &[PassPlan], recorded: Vec<(Recorded, usize)>| {
            recorded.into_iter().map(|(pass, times)| StepPass::new(plan, known, (pass, times), &storage)).collect()
        };
        let routine = |recorded| known.declared(plan, recorded);
        let state = |(index, info): (usize, &StateInfo)| {
            let items = (known.items)(index);
            (items > 0).then(|| {
                let numbers = folded.sizes((known.dims)(index)).into_iter().fold(items, usize::saturating_mul);
                StepStream { name: info.name, axes: info.axes, numbers, storage: (known.storage)(index) }
            })
        };
        let backup = |source: &Source| match *source {
            Source::Param => {
                let (name, axes, storage) = ("param", Axes::Tensor, Storage::Native);
                Some(StepStream { name, axes, numbers: folded.len(), storage })
            }
            Source::State(index) => state((index, plan.states.get(index)?)),
            Source::Grad | Source::Input(_) | Source::Scratch(_) | Source::Draw(_) => None,
        };
        Self {
            optimizer: plan.optimizer,
            shape: shape.to_vec(),
            passes: passes(plan, plan.passes, step),
            programs,
            probe: passes(plan, plan.probe, routine(recorded.probe)),
            eval: passes(plan, plan.eval, routine(recorded.eval)),
            backup: plan.backup.iter().filter_map(backup).collect(),
            states: plan.states.iter().enumerate().filter_map(state).collect(),
            phases: recorded.cuts.saturating_add(1),
            kept: recorded.kept,
            elements: folded.len(),
        }
    }

    /// Bytes that all passes of a step move, with elements of `element_size` bytes; `usize::MAX` if there are more. Where steps
    /// differ, those of the step that moves most.
    pub fn bytes(&self, element_size: usize) -> usize {
        self.most(|pass| pass.bytes(element_size))
    }

    /// Bytes that `probe` moves before the step, its copy of what it changes not counted. The same units as [`bytes`](Self::bytes).
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

    /// Bytes of the copy of what `probe` may change, counted like [`state_bytes`](Self::state_bytes).
    pub fn backup_bytes(&self, element_size: usize) -> usize {
        size_of_all(&self.backup, element_size)
    }

    /// Bytes that all passes of a step move per element of the parameter, with elements of `element_size` bytes; 0 if there are
    /// none. Where steps differ it is the mean over a long run, as everything per element is.
    /// Rows, columns and other sizes than the parameter's count with as many numbers as they have.
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

    /// Reductions that all passes of a step feed: of the step with most of them, where steps differ.
    pub fn reductions(&self) -> usize {
        self.most(|pass| pass.reductions.saturating_mul(pass.times))
    }

    /// The largest sum of any program.
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

/// Bytes that passes move.
fn bytes_of(passes: &[StepPass], element_size: usize) -> usize {
    passes.iter().map(|pass| pass.bytes(element_size)).fold(0, usize::saturating_add)
}

/// Bytes of arrays and numbers in memory.
fn size_of_all(kept: &[StepStream], element_size: usize) -> usize {
    let bytes = |stream: &StepStream| match stream.axes {
        Axes::Scalar => stream.numbers.saturating_mul(size_of::<f64>()),
        _ => stream.bytes(element_size),
    };
    kept.iter().map(bytes).fold(0, usize::saturating_add)
}

impl StepPass {
    fn new(
        plan: &Plan,
        known: &[PassPlan],
        (pass, times): (Recorded, usize),
        storage: &dyn Fn(Source) -> Storage,
    ) -> Self {
        let Recorded { place, kind, size, inputs, outputs, reductions } = pass;
        // A hand-written kernel may ask for more than its plan has.
        let known = known.get(place);
        let (known_reads, known_writes) = known.map_or((&[][..], &[][..]), |pass| (pass.reads, pass.writes));
        let reads = match known {
            Some(_) => read_of(&inputs, &outputs, known_reads),
            None => inputs.iter().chain(&outputs).copied().collect(),
        };
        Self {
            place,
            kind,
            axes: known.map_or(Axes::Tensor, |pass| pass.axes),
            size,
            times,
            reads: streams(plan, reads, known_reads, storage),
            writes: streams(plan, outputs, known_writes, storage),
            divisions: known.map_or(0, |pass| pass.divisions),
            square_roots: known.map_or(0, |pass| pass.square_roots),
            reductions,
            draws: known.map_or(&[], |pass| pass.draws),
        }
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

/// The streams that a pass reads: its inputs, and those outputs that the plan lists as read. In a list a pass may read one item and
/// write another.
fn read_of(inputs: &[Moved], outputs: &[Moved], known: &[StreamPlan]) -> Vec<Moved> {
    let mut reads = inputs.to_vec();
    for moved in outputs {
        let count =
            |sources: &mut dyn Iterator<Item = Source>| sources.filter(|source| *source == moved.source).count();
        let wanted = count(&mut known.iter().map(|read| read.source));
        if wanted > count(&mut reads.iter().map(|read| read.source)) {
            reads.push(*moved);
        }
    }
    reads
}

/// Streams with their names, in the order of the plan.
fn streams(
    plan: &Plan,
    moved: Vec<Moved>,
    known: &[StreamPlan],
    storage: &dyn Fn(Source) -> Storage,
) -> Vec<StepStream> {
    let mut left: Vec<bool> = vec![true; known.len()];
    let mut placed: Vec<(Option<usize>, Moved)> = Vec::with_capacity(moved.len());
    for moved in moved {
        // Several items of one list have one source.
        let mut same = (0..known.len()).filter(|place| known[*place].source == moved.source);
        let place = same.clone().find(|place| left[*place]).or_else(|| same.next());
        if let Some(place) = place {
            left[place] = false;
        }
        placed.push((place, moved));
    }
    sort_by_key(&mut placed, |(place, _)| place.unwrap_or(known.len()));
    let stream = |(place, moved): &(Option<usize>, Moved)| {
        let name = match (*place, moved.source) {
            (Some(place), _) => known[place].name,
            (None, Source::Param) => "param",
            (None, Source::Grad) => "grad",
            (None, Source::State(index)) => plan.states.get(index).map_or("state", |state| state.name),
            (None, Source::Input(index)) => plan.inputs.get(index).map_or("input", |input| input.name),
            (None, Source::Scratch(_)) => "scratch",
            (None, Source::Draw(draw)) => draw.law().name(),
        };
        // A call knows the extents of its operands, the plan their kinds.
        let axes = place.map_or(moved.axes, |place| known[place].axes);
        StepStream { name, axes, numbers: moved.numbers, storage: storage(moved.source) }
    };
    placed.iter().map(stream).collect()
}
