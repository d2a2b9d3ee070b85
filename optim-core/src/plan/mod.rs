//! The memory accesses of a kernel, as data.
//!
//! A [`Plan`] is made when the optimizer is compiled, and has everything that may run with any settings and any shape. A
//! [`StepPlan`] has what runs with certain ones.

mod display;
mod program;
mod step;

#[doc(inline)]
pub use crate::kernel::PassKind;
pub use program::{Runs, StepProgram};
pub(crate) use step::{Known, Recordings};
pub use step::{StepPass, StepPlan, StepStream};

use crate::input::InputInfo;
use crate::kernel::Source;
use crate::shape::Axes;
use crate::state::StateInfo;

/// The passes of an optimizer's kernel over one parameter, counted when the optimizer was compiled.
///
/// It is the union over all settings and shapes: a pass or a state that exists under a condition counts, and the passes of a
/// loop count once. [`Builder::plan_for`](crate::Builder::plan_for) counts what runs with certain settings and one shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The optimizer's name.
    pub optimizer: &'static str,
    /// The passes of the step, in the order in which they run.
    pub passes: &'static [PassPlan],
    /// The passes of `probe`, which `step_with` runs before the step; empty without it.
    pub probe: &'static [PassPlan],
    /// The passes of `eval`; empty without it.
    pub eval: &'static [PassPlan],
    /// The values that `probe` may change: the parameter, states. [`Engine::step_with`](crate::Engine::step_with) keeps a copy of them.
    pub backup: &'static [Source],
    /// The declared states.
    pub states: &'static [StateInfo],
    /// The declared inputs: what the caller gives besides gradients.
    pub inputs: &'static [InputInfo],
    /// True if it knows anything of the whole model: it has global states, or reduces over all parameters.
    pub global: bool,
}

/// One walk over the elements of a parameter, or one matrix operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassPlan {
    /// The axes that the pass walks over.
    pub axes: Axes,
    /// The kind of pass: a loop over elements, or library work.
    pub kind: PassKind,
    /// The streams that are read, each once per pass.
    pub reads: &'static [StreamPlan],
    /// The streams that are written, each once per pass.
    pub writes: &'static [StreamPlan],
    /// Divisions per element of the pass, reciprocals included. Those under a fixed condition count, and those in a loop count
    /// once.
    pub divisions: usize,
    /// Square roots per element of the pass, reciprocal ones included, counted like divisions.
    pub square_roots: usize,
    /// Reductions that the pass feeds.
    pub reductions: usize,
    /// Random numbers that the pass computes: for each draw, which of the parameter's axes it has. Nothing is moved for them.
    pub draws: &'static [Axes],
    /// When the pass runs, in words: `if self.adam`, `in each iteration of 0..self.ns_steps`; `None` for once and always.
    pub condition: Option<&'static str>,
    /// True if it stands for the pass before it: the two are one pass at different steps, and no step runs both.
    pub instead: bool,
}

/// A sequence of numbers that a pass reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamPlan {
    /// `param`, `grad`, the name of a state or an input, or that of an intermediate value.
    pub name: &'static str,
    /// The place of the numbers.
    pub source: Source,
    /// The axes of the parameter that it has.
    pub axes: Axes,
    /// True if it exists only under a fixed condition.
    pub conditional: bool,
}

impl StreamPlan {
    /// A stream that always exists.
    #[must_use]
    pub const fn new(name: &'static str, source: Source, axes: Axes) -> Self {
        Self { name, source, axes, conditional: false }
    }

    /// Declares that it exists only under a fixed condition.
    #[must_use]
    pub const fn conditional(self) -> Self {
        Self { conditional: true, ..self }
    }
}

impl PassPlan {
    /// A loop that always runs and moves and counts nothing; what follows changes that.
    #[must_use]
    pub const fn over(axes: Axes) -> Self {
        let kind = PassKind::Loop;
        Self {
            axes,
            kind,
            reads: &[],
            writes: &[],
            divisions: 0,
            square_roots: 0,
            reductions: 0,
            draws: &[],
            condition: None,
            instead: false,
        }
    }

    /// A matrix product.
    #[must_use]
    pub const fn matmul() -> Self {
        Self { kind: PassKind::Matmul, ..Self::over(Axes::Tensor) }
    }

    /// A transposition.
    #[must_use]
    pub const fn transpose() -> Self {
        Self { kind: PassKind::Transpose, ..Self::over(Axes::Tensor) }
    }

    /// Another call of linear algebra.
    #[must_use]
    pub const fn call(kind: PassKind) -> Self {
        Self { kind, ..Self::over(Axes::Tensor) }
    }

    /// Sets the streams that the pass [reads](Self::reads).
    #[must_use]
    pub const fn reads(self, reads: &'static [StreamPlan]) -> Self {
        Self { reads, ..self }
    }

    /// Sets the streams that the pass [writes](Self::writes).
    #[must_use]
    pub const fn writes(self, writes: &'static [StreamPlan]) -> Self {
        Self { writes, ..self }
    }

    /// With this number of [divisions](Self::divisions).
    #[must_use]
    pub const fn divisions(self, divisions: usize) -> Self {
        Self { divisions, ..self }
    }

    /// With this number of [square roots](Self::square_roots).
    #[must_use]
    pub const fn square_roots(self, square_roots: usize) -> Self {
        Self { square_roots, ..self }
    }

    /// With this number of [reductions](Self::reductions).
    #[must_use]
    pub const fn reductions(self, reductions: usize) -> Self {
        Self { reductions, ..self }
    }

    /// With these [draws](Self::draws).
    #[must_use]
    pub const fn draws(self, draws: &'static [Axes]) -> Self {
        Self { draws, ..self }
    }

    /// Sets the [condition](Self::condition) under which the pass runs.
    #[must_use]
    pub const fn condition(self, condition: &'static str) -> Self {
        Self { condition: Some(condition), ..self }
    }

    /// Declares that the pass stands [for the pass before it](Self::instead).
    #[must_use]
    pub const fn instead(self) -> Self {
        Self { instead: true, ..self }
    }

    /// Bytes moved per element of the parameter by a pass over it, with elements of `element_size` bytes: every
    /// stream with one number per element counts, the others are too small to matter. Conditional streams count.
    pub fn bytes_per_element(&self, element_size: usize) -> usize {
        let streams = self.reads.iter().chain(self.writes);
        streams.filter(|stream| stream.axes == Axes::Tensor).count() * element_size
    }
}

impl Plan {
    /// Sets the passes of `probe`.
    #[must_use]
    pub const fn with_probe(self, probe: &'static [PassPlan]) -> Self {
        Self { probe, ..self }
    }

    /// Sets the passes of `eval`.
    #[must_use]
    pub const fn with_eval(self, eval: &'static [PassPlan]) -> Self {
        Self { eval, ..self }
    }

    /// Bytes moved per element of the parameter by all passes of the step, see [`PassPlan::bytes_per_element`]. Of passes that run
    /// at different steps the largest one counts.
    pub fn bytes_per_element(&self, element_size: usize) -> usize {
        self.sum(|pass| pass.bytes_per_element(element_size))
    }

    /// Divisions per element of the parameter.
    pub fn divisions(&self) -> usize {
        self.per_element(|pass| pass.divisions)
    }

    /// Square roots per element of the parameter.
    pub fn square_roots(&self) -> usize {
        self.per_element(|pass| pass.square_roots)
    }

    /// Random numbers per element of the parameter.
    pub fn draws(&self) -> usize {
        self.per_element(|pass| pass.draws.iter().filter(|axes| **axes == Axes::Tensor).count())
    }

    fn per_element(&self, count: impl Fn(&PassPlan) -> usize) -> usize {
        self.sum(|pass| if pass.axes == Axes::Tensor { count(pass) } else { 0 })
    }

    /// The sum over all passes, of those that stand for each other the largest.
    fn sum(&self, of_pass: impl Fn(&PassPlan) -> usize) -> usize {
        let alternatives = self.passes.chunk_by(|_, next| next.instead);
        alternatives.map(|passes| passes.iter().map(&of_pass).max().unwrap_or(0)).sum()
    }

    /// Returns true if the whole step is one loop in which every element stands alone: it runs in memory order, may be cut
    /// anywhere, and is limited by memory bandwidth alone. Its loops may be different ones at different steps.
    pub fn is_elementwise(&self) -> bool {
        let alone = |pass: &PassPlan| {
            pass.kind == PassKind::Loop
                && pass.reductions == 0
                && pass.reads.iter().chain(pass.writes).all(|stream| stream.axes == Axes::Tensor)
                && pass.draws.iter().all(|axes| *axes == Axes::Tensor)
        };
        self.passes.iter().all(alone) && self.passes.iter().filter(|pass| !pass.instead).count() == 1
    }

    /// Returns true if what runs depends on settings or on the shape: a stream or a pass is conditional, or is in a loop.
    pub fn is_conditional(&self) -> bool {
        let conditional = |stream: &StreamPlan| stream.conditional;
        self.passes.iter().chain(self.probe).chain(self.eval).any(|pass| {
            pass.condition.is_some() || pass.reads.iter().any(conditional) || pass.writes.iter().any(conditional)
        })
    }

    /// Bytes per element of the parameter of the copy of what `probe` may change, conditional states included.
    pub fn backup_bytes_per_element(&self, element_size: usize) -> usize {
        let is_tensor = |source: &&Source| match **source {
            Source::Param => true,
            Source::State(state) => self.states.get(state).is_some_and(StateInfo::is_tensor),
            Source::Grad | Source::Input(_) | Source::Scratch(_) | Source::Draw(_) => false,
        };
        self.backup.iter().filter(is_tensor).count() * element_size
    }

    /// State bytes per element of the parameter, conditional states included. A list counts as one of its items. Only states with a number
    /// for each element count: [`StepPlan::state_bytes`] has all of them, for one shape.
    pub fn state_bytes_per_element(&self, element_size: usize) -> usize {
        self.states.iter().filter(|state| state.is_tensor()).count() * element_size
    }
}
