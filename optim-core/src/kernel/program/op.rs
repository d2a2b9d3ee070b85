//! The operations of a program.

use std::ops::Range;
use std::sync::Arc;

use super::code::{ScalarCode, StepNumbers};
use super::inner_count::InnerCount;
use super::loop_code::{LoopCode, LoopOperand};
use super::names::Names;
use super::operand::ScalarOperand;
use super::settings::StepSettings;
use crate::kernel::linalg::MatrixCall;
use crate::kernel::record::RecordedStep;
use crate::kernel::resolve::Order;
use crate::kernel::{Extent, Float, Fold, Moves, Need, Operand, PassKind, PassLoop, Source, StepContext, Streams};
use crate::shape::Axes;
use crate::time::{Questions, Time};
use crate::watched::ReportedNumber;

/// One operation of a step.
pub(crate) enum StepOp<'k, T: Float> {
    /// Arithmetic on scalars: a range of lines.
    Scalars(Range<usize>),
    /// One walk over memory.
    Pass(DescribedPass<'k, T>),
    /// Calls of a library that may run side by side: none writes a slot that another reads or writes.
    Calls(Vec<LibraryCall<'k, T>>),
    /// An exchange of two scratch slots.
    Swap(usize, usize),
    /// A group: the operations after it, up to this index, may run piece by piece. Only they use these slots.
    Pieces(Vec<usize>, usize),
    /// A join of numbers of all parameters: the key of the place, the contributions of a parameter, and the joined numbers.
    Join(Vec<u64>, Vec<(Fold, ScalarOperand)>, Vec<ScalarOperand>),
    /// An assignment to a scalar state. It takes effect after the step.
    Set(usize, ScalarOperand),
    /// An assignment to a global state. It takes effect after the step.
    SetGlobal(usize, ScalarOperand),
    /// A report of a watched number.
    Report(ReportedNumber, ScalarOperand),
}

/// A call of a library on scratch slots.
pub(crate) struct LibraryCall<'k, T: Float> {
    pub(crate) called: CallParts,
    pub(crate) note: Noted,
    pub(crate) work: CallWork<'k, T>,
}

/// A call of a library as data: its kind, its operands and its results.
pub(crate) struct CallParts {
    pub(crate) kind: PassKind,
    /// The extent of its first result, or of its operand if the result is one number.
    pub(crate) extent: Extent,
    pub(crate) operands: Vec<Operand>,
    /// The slots and the extents of the wanted results.
    pub(crate) results: Vec<(usize, Extent)>,
    /// The memory that it needs besides operands and results.
    pub(crate) need: Need,
}

/// The note of a pass or a call, and the names of its optimizer.
#[derive(Debug, Default)]
pub(crate) struct Noted {
    /// The names of streams that are intermediate values or items of a list. Other streams have an empty name, or none at the end. The order in a
    /// pass: inputs except random numbers, outputs, results of reductions that keep an axis. In a call: operands, results.
    pub(crate) note: Option<&'static [&'static str]>,
    pub(crate) names: Option<Arc<Names>>,
}

type WholeWork<'k, T> = dyn Fn(&mut StepContext<'_, T>, &mut StepNumbers) + Send + Sync + 'k;

/// The work of a call.
pub(crate) enum CallWork<'k, T: Float> {
    /// All of it. Such a call is alone.
    Whole(Box<WholeWork<'k, T>>),
    /// The same for each matrix of a batch.
    EachMatrix(MatrixCall<'k, T>),
}

/// One step of similar parameters.
pub(crate) struct Program<'k, T: Float> {
    /// The unique number of the program.
    pub(crate) number: u64,
    pub(crate) code: ScalarCode,
    pub(crate) ops: Vec<StepOp<'k, T>>,
    pub(crate) questions: Questions,
    /// The scratch slot with a copy of the parameter before the step, if a watched number needs it.
    pub(crate) before: Option<usize>,
}

/// A pass as data: its streams and its scalars.
#[derive(Debug)]
pub struct PassParameters {
    pub(crate) extent: Extent,
    pub(crate) moves: Moves,
    /// The scalars that it reads, rounded to the element type and not rounded, and the scalars that it sets.
    pub(crate) casts: Box<[ScalarOperand]>,
    pub(crate) numbers: Box<[ScalarOperand]>,
    pub(crate) results: Box<[ScalarOperand]>,
    pub(crate) note: Noted,
    /// True if the loop is compiled, and reads and writes upper halves of numbers itself.
    pub(crate) takes_halves: bool,
    /// The outputs to which the loop writes no subnormal number, a bit for each of the first 64: outputs that are states for the optimizer of the
    /// loop. A wrapper's state can be the parameter for its inner optimizer; then it is not one of them.
    pub(crate) flushed: u64,
    /// The loop as data, if it was recorded.
    pub(crate) code: Option<Arc<LoopCode>>,
    /// The streams that watched sums read. The loop may or may not read them, too.
    pub(crate) watched: Vec<LoopOperand>,
}

/// A pass: its streams, and the loop over a tile.
pub(crate) struct DescribedPass<'k, T: Float> {
    pub(crate) parameters: PassParameters,
    pub(crate) body: Box<PassLoop<'k, T>>,
}

impl<T: Float> StepOp<'_, T> {
    /// The scratch slots that it uses.
    pub(super) fn slots(&self) -> Vec<usize> {
        match self {
            Self::Pass(pass) => {
                let streams = pass.parameters.moves.streams();
                let kept = streams.reductions.iter().filter(|reduction| reduction.keep != Axes::Scalar);
                streams.all().filter_map(|stream| stream.source.slot()).chain(kept.map(|kept| kept.into)).collect()
            }
            Self::Calls(calls) => calls.iter().flat_map(|call| call.called.slots()).collect(),
            Self::Swap(a, b) => vec![*a, *b],
            Self::Pieces(local, _) => local.clone(),
            Self::Scalars(_) | Self::Join(..) | Self::Set(..) | Self::SetGlobal(..) | Self::Report(..) => Vec::new(),
        }
    }
}

/// The largest number of calls that run side by side.
pub(crate) const SIDE_BY_SIDE: usize = 4;

impl<T: Float> LibraryCall<'_, T> {
    /// Returns true if it can run side by side with these calls.
    pub(super) fn joins(&self, calls: &[Self]) -> bool {
        let by_matrix = |call: &Self| matches!(call.work, CallWork::EachMatrix(_));
        let all = calls.iter().all(|call| by_matrix(call) && call.called.is_apart_from(&self.called));
        all && by_matrix(self) && calls.len() < SIDE_BY_SIDE
    }
}

impl CallParts {
    /// The scratch slots of its operands and its results.
    pub(crate) fn slots(&self) -> impl Iterator<Item = usize> {
        let operands = self.operands.iter().map(|operand| operand.slot);
        operands.chain(self.results.iter().map(|(slot, _)| *slot))
    }

    /// Returns true if neither call writes to a slot of the other.
    pub(super) fn is_apart_from(&self, other: &Self) -> bool {
        let writes = |a: &Self, b: &Self| a.results.iter().any(|(into, _)| b.slots().any(|slot| slot == *into));
        !writes(self, other) && !writes(other, self)
    }
}

impl PassParameters {
    /// The place of the parameter among its outputs.
    pub(super) fn writes_param(&self) -> Option<usize> {
        self.moves.streams().outputs.iter().position(|stream| stream.source == Source::Param)
    }

    /// A pass over these streams without scalars.
    pub(crate) fn of(extent: Extent, streams: Streams<'_>) -> Self {
        Self {
            extent,
            moves: Moves::new(streams, 0),
            casts: Box::default(),
            numbers: Box::default(),
            results: Box::default(),
            note: Noted::default(),
            takes_halves: false,
            flushed: 0,
            code: None,
            watched: Vec::new(),
        }
    }
}

impl<T: Float> Program<'_, T> {
    /// Returns true if the program is also valid for a step at this time, and for a parameter with these scalar states.
    pub(crate) fn holds(&self, time: Time, states: &dyn Fn(usize) -> f64) -> bool {
        self.questions.hold(time, |state| InnerCount::next(states(state)))
    }

    /// The memory that its calls need, besides their operands and results.
    pub(crate) fn need(&self) -> Need {
        let groups = self.ops.iter().filter_map(|op| if let StepOp::Calls(calls) = op { Some(calls) } else { None });
        let of_group = |calls: &Vec<LibraryCall<'_, T>>| {
            let need = calls.iter().fold(Need::default(), |most, call| most.max(call.called.need));
            let tasks_of = |call: &LibraryCall<'_, T>| match call.work {
                CallWork::Whole(_) => 1,
                CallWork::EachMatrix(_) => call.called.extent.batch,
            };
            let tasks = calls.iter().map(tasks_of).fold(0, usize::saturating_add);
            Need { tasks: if need == Need::default() { 0 } else { tasks }, ..need }
        };
        groups.map(of_group).fold(Need::default(), Need::max)
    }

    /// Records its passes and calls.
    pub(crate) fn record(&self, to: &mut RecordedStep) {
        for op in &self.ops {
            match op {
                StepOp::Pass(pass) => to.pass(&pass.parameters),
                StepOp::Calls(calls) => calls.iter().for_each(|call| to.call(&call.called, &call.note)),
                StepOp::Join(..) => to.cut(),
                StepOp::Scalars(_)
                | StepOp::Pieces(..)
                | StepOp::Swap(..)
                | StepOp::Set(..)
                | StepOp::SetGlobal(..)
                | StepOp::Report(..) => {}
            }
        }
    }

    /// Sets the order of all passes over a range of elements. If two passes walked in different orders, one of them would access elements that belong
    /// to another thread.
    fn order(&self, cx: &mut StepContext<'_, T>) {
        if cx.claim.is_plain() || cx.claim.order().is_none() {
            return;
        }
        let mut passes = self.ops.iter().filter_map(|op| match op {
            StepOp::Pass(pass) => Some(&pass.parameters),
            _ => None,
        });
        let by_memory = passes.all(|pass| {
            let Streams { inputs, outputs, reductions } = pass.moves.streams();
            Order::of_pass(&cx.claim, pass.extent, inputs.iter().chain(outputs), reductions) == Order::Memory
        });
        cx.claim.set_order(if by_memory { Order::Memory } else { Order::C });
    }

    /// Runs the step for the parameter of a context, or for its whole block, from the operation `from`. `settings` adds the settings. Returns the
    /// operation at which it waits for numbers of the whole model.
    pub(crate) fn run(
        &self,
        cx: &mut StepContext<'_, T>,
        numbers: &mut StepNumbers,
        from: usize,
        settings: &dyn Fn(&mut StepSettings),
    ) -> Option<usize> {
        if from == 0 {
            if let Some(slot) = self.before {
                cx.reserve_copy(slot);
            }
            self.order(cx);
            let (run, block) = ((self.number, cx.claim.t()), (!cx.block.is_empty()).then(|| cx.block.different()));
            self.code.begin(run, block, numbers, &cx.arena.pool.powers, settings);
        }
        let mut next = from;
        while let Some(op) = self.ops.get(next) {
            match op {
                StepOp::Pieces(local, until) => match self.piece_size(next + 1..*until, cx) {
                    // Runs the passes as if there were no group.
                    None => next += 1,
                    Some(size) => {
                        cx.in_pieces(size, local, |cx| {
                            for op in &self.ops[next + 1..*until] {
                                let _ = self.run_op(op, cx, numbers);
                            }
                        });
                        next = *until;
                    }
                },
                op => {
                    if self.run_op(op, cx, numbers).is_none() {
                        return Some(next);
                    }
                    next += 1;
                }
            }
        }
        None
    }

    /// The number of matrices of a context's parameter that these operations may process at a time; `None` for the whole parameter at once.
    pub(crate) fn piece_size(&self, ops: Range<usize>, cx: &mut StepContext<'_, T>) -> Option<usize> {
        let passes = self.ops[ops].iter().filter_map(|op| match op {
            StepOp::Pass(pass) => Some(&pass.parameters),
            _ => None,
        });
        cx.piece_size(passes)
    }

    /// Runs an operation. Returns `None` if it waits for numbers of the whole model.
    fn run_op(&self, op: &StepOp<'_, T>, cx: &mut StepContext<'_, T>, numbers: &mut StepNumbers) -> Option<()> {
        match op {
            StepOp::Scalars(lines) if lines.is_empty() => {}
            StepOp::Scalars(lines) => {
                let (draws, powers) = (&self.code.draws, &cx.arena.pool.powers);
                if cx.block.is_empty() {
                    let source = |from| cx.number(from, draws, 0);
                    self.code.run(lines.clone(), numbers, powers, &source);
                } else {
                    let source = |from, item| cx.number(from, draws, item);
                    self.code.run_block(lines.clone(), numbers, cx.block.different(), powers, &source);
                }
            }
            StepOp::Pass(pass) => cx.pass_described(&pass.parameters, &self.code.draws, numbers, &*pass.body),
            StepOp::Calls(calls) => match &calls[..] {
                [LibraryCall { work: CallWork::Whole(work), .. }] => work(cx, numbers),
                calls => cx.for_each_matrix(calls, numbers),
            },
            StepOp::Swap(a, b) => cx.arena.scratch.swap(*a, *b),
            StepOp::Join(key, adds, results) => {
                let adds = adds.iter().map(|(fold, operand)| (*fold, numbers.of(*operand)));
                let joined = cx.join(key, adds.collect())?;
                for (result, number) in results.iter().zip(joined) {
                    numbers.set(*result, number);
                }
            }
            StepOp::Set(state, from) => match numbers.each(*from).filter(|_| cx.block.different() > 1) {
                Some(each) => cx.set_scalars(*state, each),
                None => cx.set_scalar(*state, numbers.of(*from)),
            },
            StepOp::SetGlobal(state, from) => cx.set_global(*state, numbers.of(*from)),
            StepOp::Report(number, from) => match numbers.each(*from) {
                Some(each) => cx.report_each(*number, each),
                None => cx.report(*number, numbers.of(*from)),
            },
            StepOp::Pieces(..) => unreachable!("pieces have no pieces"),
        }
        Some(())
    }
}
