//! What one step does to memory, with given settings and for one shape.

use super::{PassKind, Plan, StreamPlan};
use crate::kernel::{Moved, Recorded, Source};
use crate::shape::{Axes, ParamShape};
use crate::state::StateInfo;

/// What one step of one parameter does, with given settings: made by [`Builder::plan_for`](crate::Builder::plan_for) and
/// [`Engine::plan`](crate::Engine::plan).
///
/// The kernel itself says which passes run and over which numbers: it is called in a mode that writes passes down instead of
/// running them. So a pass or a state whose condition does not hold is not here, and a loop has as many turns as it
/// will have. Names, and what a pass computes per element, come from the [`Plan`].
///
/// Three things count though the step may do without them. A pass reads a stream that it is given, even if only a branch that
/// is not taken uses its numbers. Divisions and square roots are those of all branches of the pass, those in a loop inside of
/// the pass once. And memory is only an estimate of what is moved: of a matrix product every operand counts once, partial results of
/// reductions do not count, and a small parameter stays in cache from one pass to the next.
///
/// What is done before and after the kernel is not here: clipping, the search for numbers that are not finite, masks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepPlan {
    /// The optimizer's name.
    pub optimizer: &'static str,
    /// The parameter's shape.
    pub shape: Vec<usize>,
    /// The passes, in the order in which they run for the first time.
    pub passes: Vec<StepPass>,
    /// The states that exist.
    pub states: Vec<StepStream>,
    elements: usize,
}

/// One walk over memory, or one matrix operation, with the number of its runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepPass {
    /// Its place among [`Plan::passes`].
    pub place: usize,
    /// What it is made of.
    pub kind: PassKind,
    /// What it walks over.
    pub axes: Axes,
    /// The number of matrices, rows and columns that it walks over; those of the result, if it is a matrix operation.
    pub size: [usize; 3],
    /// How often it runs in one step: more than once in a loop.
    pub times: usize,
    /// What one run reads, each stream once.
    pub reads: Vec<StepStream>,
    /// What one run writes, each stream once. The results of reductions are here if they keep an axis.
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
    /// `param`, `grad`, a state's name, or the name of an intermediate value.
    pub name: &'static str,
    /// Which axes it has of what the pass walks over; of the parameter, if it is a state.
    pub axes: Axes,
    /// How many numbers there are.
    pub numbers: usize,
}

impl StepPlan {
    /// The plan of a step that was recorded for a parameter of this shape.
    pub(crate) fn new(
        plan: &Plan,
        shape: &[usize],
        folded: ParamShape,
        exists: impl Fn(usize) -> bool,
        recorded: Vec<(Recorded, usize)>,
    ) -> Self {
        let state = |(index, info): (usize, &StateInfo)| {
            exists(index).then(|| StepStream { name: info.name, axes: info.axes, numbers: folded.axes_len(info.axes) })
        };
        Self {
            optimizer: plan.optimizer,
            shape: shape.to_vec(),
            passes: recorded.into_iter().map(|(pass, times)| StepPass::new(plan, pass, times, &exists)).collect(),
            states: plan.states.iter().enumerate().filter_map(state).collect(),
            elements: folded.len(),
        }
    }

    /// Bytes that all passes move, with elements of `element_size` bytes; `usize::MAX` if there are more.
    pub fn bytes(&self, element_size: usize) -> usize {
        self.passes.iter().map(|pass| pass.bytes(element_size)).fold(0, usize::saturating_add)
    }

    /// Bytes that all passes move per element of the parameter, with elements of `element_size` bytes; 0 if there are none.
    /// Rows, columns and other sizes than the parameter's count with as many numbers as they have.
    pub fn bytes_per_element(&self, element_size: usize) -> f64 {
        let numbers = |pass: &StepPass| pass.moved().map(|stream| stream.numbers as f64).sum::<f64>();
        self.per_element(|pass| numbers(pass) * element_size as f64)
    }

    /// Divisions per element of the parameter, see [`StepPass::divisions`]; 0 if there are no elements.
    pub fn divisions(&self) -> f64 {
        self.per_element(|pass| pass.divisions as f64 * pass.elements())
    }

    /// Square roots per element of the parameter, see [`StepPass::square_roots`]; 0 if there are no elements.
    pub fn square_roots(&self) -> f64 {
        self.per_element(|pass| pass.square_roots as f64 * pass.elements())
    }

    /// Reductions that all passes feed.
    pub fn reductions(&self) -> usize {
        self.passes.iter().map(|pass| pass.reductions.saturating_mul(pass.times)).fold(0, usize::saturating_add)
    }

    /// Bytes of all states, with elements of `element_size` bytes; a scalar state takes 8. `usize::MAX` if there are more.
    pub fn state_bytes(&self, element_size: usize) -> usize {
        let bytes = |state: &StepStream| match state.axes {
            Axes::Scalar => size_of::<f64>(),
            _ => state.numbers.saturating_mul(element_size),
        };
        self.states.iter().map(bytes).fold(0, usize::saturating_add)
    }

    fn per_element(&self, of_run: impl Fn(&StepPass) -> f64) -> f64 {
        if self.elements == 0 {
            return 0.0;
        }
        let total: f64 = self.passes.iter().map(|pass| of_run(pass) * pass.times as f64).sum();
        total / self.elements as f64
    }
}

impl StepPass {
    fn new(plan: &Plan, pass: Recorded, times: usize, exists: &impl Fn(usize) -> bool) -> Self {
        let Recorded { place, kind, size, inputs, outputs, reductions } = pass;
        // A hand-written kernel may ask for more than its plan has.
        let known = plan.passes.get(place);
        let (known_reads, known_writes) = known.map_or((&[][..], &[][..]), |pass| (pass.reads, pass.writes));
        let is_read = |moved: &&Moved| known.is_none() || known_reads.iter().any(|read| read.source == moved.source);
        let reads = inputs.iter().chain(outputs.iter().filter(is_read)).copied();
        Self {
            place,
            kind,
            axes: known.map_or(Axes::Tensor, |pass| pass.axes),
            size,
            times,
            reads: streams(plan, reads, known_reads, exists),
            writes: streams(plan, outputs.iter().copied(), known_writes, exists),
            divisions: known.map_or(0, |pass| pass.divisions),
            square_roots: known.map_or(0, |pass| pass.square_roots),
            reductions,
            draws: known.map_or(&[], |pass| pass.draws),
        }
    }

    /// Bytes that all runs together move, with elements of `element_size` bytes; `usize::MAX` if there are more.
    pub fn bytes(&self, element_size: usize) -> usize {
        let numbers = self.moved().map(|stream| stream.numbers).fold(0, usize::saturating_add);
        numbers.saturating_mul(element_size).saturating_mul(self.times)
    }

    fn moved(&self) -> impl Iterator<Item = &StepStream> {
        self.reads.iter().chain(&self.writes)
    }

    fn elements(&self) -> f64 {
        self.size.iter().map(|&size| size as f64).product()
    }
}

/// The streams that exist, with their names, in the order of the plan.
fn streams(
    plan: &Plan,
    moved: impl Iterator<Item = Moved>,
    known: &[StreamPlan],
    exists: &impl Fn(usize) -> bool,
) -> Vec<StepStream> {
    let place = |moved: &Moved| known.iter().position(|stream| stream.source == moved.source);
    let mut moved: Vec<Moved> =
        moved.filter(|moved| !matches!(moved.source, Source::State(index) if !exists(index))).collect();
    moved.sort_by_key(|moved| place(moved).unwrap_or(known.len()));
    let stream = |moved: &Moved| {
        let name = match (place(moved), moved.source) {
            (Some(place), _) => known[place].name,
            (None, Source::Param) => "param",
            (None, Source::Grad) => "grad",
            (None, Source::State(index)) => plan.states.get(index).map_or("state", |state| state.name),
            (None, Source::Scratch(_)) => "scratch",
            (None, Source::Draw(draw)) => draw.law().name(),
        };
        StepStream { name, axes: moved.axes, numbers: moved.numbers }
    };
    moved.iter().map(stream).collect()
}
