//! The operations of a program.

use std::ops::Range;

use super::rows::{FEW, Numbers, Operand, Scalars};
use crate::kernel::{Cx, Extent, Float, Fold, PassNote, Reduction, Source, Stream};
use crate::time::Time;

/// One operation of a step.
pub(crate) enum Op<'k, T: Float> {
    /// Arithmetic on scalars: these rows.
    Scalars(Range<usize>),
    /// One walk over memory.
    Pass(Box<dyn AnyPass<T> + 'k>),
    /// A call of a library.
    Call(Call<'k, T>),
    /// Two scratch slots are exchanged.
    Swap(usize, usize),
    /// The operations behind it up to a place go over pieces of the parameter, with these slots of their own.
    Pieces(Vec<usize>, usize),
    /// Numbers of all parameters: the key of the place, what a parameter adds, and the joint numbers.
    Join(Vec<u64>, Vec<(Fold, Operand)>, Vec<Operand>),
    /// The optimizer inside of a wrapper runs: the key of the place, and what stands for its parameter and its gradient.
    Inner(u64, Source, Source),
    /// A scalar state takes a number, which is seen from the next step on.
    Set(usize, Operand),
    /// So does a global state.
    SetGlobal(usize, Operand),
}

/// A call of a library on scratch slots.
pub(crate) struct Call<'k, T: Float> {
    pub(crate) note: Option<&'static PassNote>,
    pub(crate) run: RunCall<'k, T>,
}

type RunCall<'k, T> = Box<dyn Fn(&mut Cx<'_, T>, &Numbers) + Send + Sync + 'k>;

/// One step of parameters that are alike.
pub(crate) struct Program<'k, T: Float> {
    /// The number of the program: no two have the same.
    pub(crate) number: u64,
    pub(crate) scalars: Scalars,
    pub(crate) ops: Vec<Op<'k, T>>,
}

/// A pass whose numbers of streams are not known.
pub(crate) trait AnyPass<T: Float>: Send + Sync {
    /// Runs it for the parameter of a context, or for all of its block: with these numbers, to which it adds its own.
    fn run(&self, cx: &mut Cx<'_, T>, scalars: &Scalars, numbers: &mut Numbers);
}

/// A pass: its streams, and the loop over a tile.
pub(crate) struct Pass<F, const I: usize, const O: usize, const R: usize, const K: usize, const L: usize> {
    pub(crate) extent: Extent,
    pub(crate) inputs: [Stream; I],
    pub(crate) outputs: [Stream; O],
    pub(crate) reductions: [Reduction; R],
    /// The scalars that it is given, rounded to the element type and as they are, and those that it gives.
    pub(crate) casts: [Operand; K],
    pub(crate) numbers: [Operand; L],
    pub(crate) results: [Operand; R],
    pub(crate) note: Option<&'static PassNote>,
    pub(crate) tile: F,
}

impl<T: Float, F, const I: usize, const O: usize, const R: usize, const K: usize, const L: usize> AnyPass<T>
    for Pass<F, I, O, R, K, L>
where
    F: Fn([T; K], [f64; L], [&[T]; I], [&mut [T]; O], [&mut [f64]; R]) + Send + Sync,
{
    fn run(&self, cx: &mut Cx<'_, T>, scalars: &Scalars, numbers: &mut Numbers) {
        let mut inputs = self.inputs;
        if !scalars.draws.is_empty() {
            for stream in &mut inputs {
                if let Source::Draw(draw) = stream.source {
                    stream.source = Source::Draw(cx.drawn(&scalars.draws[draw.place()]));
                }
            }
        }
        if let Some(note) = self.note {
            cx.note(note);
        }
        cx.pass_described(
            self.extent,
            &inputs,
            &self.outputs,
            &self.reductions,
            (&self.casts, &self.numbers, &self.results),
            numbers,
            // By a reference to the closure it would not be compiled for each instruction set.
            #[inline(always)]
            |casts, numbers, inputs, outputs, reductions| (self.tile)(casts, numbers, inputs, outputs, reductions),
        );
    }
}

impl<T: Float> Program<'_, T> {
    /// True if it is the program of a step, too.
    pub(crate) fn holds(&self, time: Time) -> bool {
        self.scalars.asked.iter().all(|question| question.holds(time))
    }

    /// Runs the step of the parameter of a context, or of all of its block, from an operation on. Returns the operation at which it waits for numbers of
    /// the whole model.
    pub(crate) fn run(&self, cx: &mut Cx<'_, T>, numbers: &mut Numbers, from: usize) -> Option<usize> {
        if from == 0 {
            self.scalars.begin((self.number, cx.step()), !cx.block.is_empty(), numbers);
        }
        let mut next = from;
        while let Some(op) = self.ops.get(next) {
            match op {
                Op::Pieces(local, until) => {
                    cx.begin_pieces(local);
                    while cx.next_piece() {
                        for op in &self.ops[next + 1..*until] {
                            let _ = self.run_op(op, cx, numbers);
                        }
                    }
                    next = *until;
                }
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

    /// Runs an operation; `None` if it waits for numbers of the whole model.
    fn run_op(&self, op: &Op<'_, T>, cx: &mut Cx<'_, T>, numbers: &mut Numbers) -> Option<()> {
        match op {
            Op::Scalars(rows) => {
                let draws = &self.scalars.draws;
                if cx.block.is_empty() {
                    self.scalars.run(rows.clone(), numbers, &|from| cx.number(from, draws, 0));
                } else {
                    let count = cx.block.len().min(FEW);
                    self.scalars.run_block(rows.clone(), numbers, count, &|from, item| cx.number(from, draws, item));
                }
            }
            Op::Pass(pass) => pass.run(cx, &self.scalars, numbers),
            Op::Call(Call { note, run }) => {
                if let Some(note) = *note {
                    cx.note(note);
                }
                run(cx, numbers);
            }
            Op::Swap(a, b) => cx.swap(*a, *b),
            Op::Join(key, adds, results) => {
                let adds = adds.iter().map(|(fold, operand)| (*fold, numbers.of(*operand)));
                let joined = cx.join(key, adds.collect())?;
                for (result, number) in results.iter().zip(joined) {
                    numbers.set(*result, number);
                }
            }
            Op::Inner(key, place, grad) => {
                if cx.inner(*key, *place, *grad) {
                    return None;
                }
            }
            Op::Set(state, from) => match numbers.each(*from).filter(|_| cx.block.len() <= FEW) {
                Some(each) => cx.set_scalars(*state, each),
                None => cx.set_scalar(*state, numbers.of(*from)),
            },
            Op::SetGlobal(state, from) => cx.set_global(*state, numbers.of(*from)),
            Op::Pieces(..) => unreachable!("pieces have no pieces"),
        }
        Some(())
    }
}
