//! Watched numbers: sums over a parameter, its change and its gradient. A program computes them in the pass that writes the parameter.

use std::sync::Arc;

use super::Description;
use super::computation::Computation;
use super::loop_code::{LoopCode, LoopLine, LoopOperand, LoopWork};
use super::op::{DescribedPass, PassParameters, StepOp};
use crate::kernel::raw::{PassLoop, WatchedLoop};
use crate::kernel::{Extent, Float, LoopNumber, Moves, Reduction, Source, Streams};
use crate::shape::Axes;
use crate::watched::{ReportedNumber, WatchSums, WatchedSum};

impl WatchedSum {
    const fn reduction(self) -> Reduction {
        match self {
            Self::Param | Self::Update | Self::Grad | Self::Product => Reduction::sum(),
            Self::GradMax => Reduction::amax(),
        }
    }
}

impl<E: LoopNumber> Description<'_, '_, E> {
    /// Adds the computation of these sums to the described step. The pass that writes the parameter computes them, if it is the only one and covers
    /// the whole parameter. Otherwise a copy from before the step is compared with the parameter after it. Returns the scratch slot of the copy.
    pub(super) fn watch(&mut self, sums: WatchSums) -> Option<usize> {
        let list = sums.list();
        if list.is_empty() {
            return None;
        }
        self.end_scalars();
        let whole = Extent::from(self.shape());
        let writes = |op: &StepOp<'_, _>| matches!(op, StepOp::Pass(pass) if pass.parameters.writes_param().is_some());
        let writers: Vec<usize> = (0..self.ops.len()).filter(|place| writes(&self.ops[*place])).collect();
        let mut kept = None;
        let place = match writers[..] {
            [only] if self.is_whole(only, whole) => only,
            _ => {
                if sums.update && !writers.is_empty() {
                    let slot = self.ops.iter().flat_map(StepOp::slots).max().map_or(0, |slot| slot + 1);
                    self.keep_param(whole, slot);
                    kept = Some(slot);
                }
                let before = kept.map_or(Source::Param, Source::Scratch);
                let inputs = [before, Source::Param].map(Source::tensor);
                let inputs = if sums.update { &inputs[..] } else { &[] };
                let streams = Streams { inputs, outputs: &[], reductions: &[] };
                let code = Some(Arc::new(LoopCode::default()));
                let parameters = PassParameters { code, ..PassParameters::of(whole, streams) };
                self.ops.push(StepOp::Pass(DescribedPass { parameters, body: nothing() }));
                self.ops.len() - 1
            }
        };
        let results: Vec<_> = list.iter().map(|_| self.rows.given(false)).collect();
        self.from = self.rows.count();
        if let Some(StepOp::Pass(pass)) = self.ops.get_mut(place) {
            pass.watch(sums, &list);
            pass.parameters.results = pass.parameters.results.iter().copied().chain(results.iter().copied()).collect();
        }
        self.ops.extend(
            list.into_iter().zip(results).map(|(sum, result)| StepOp::Report(ReportedNumber::Sum(sum), result)),
        );
        kept
    }

    /// Returns true if the operation at a place is a pass that writes the whole parameter.
    fn is_whole(&self, place: usize, whole: Extent) -> bool {
        let StepOp::Pass(DescribedPass { parameters, .. }) = &self.ops[place] else { return false };
        let outputs = parameters.moves.streams().outputs;
        parameters.extent == whole && parameters.writes_param().is_some_and(|place| outputs[place].axes == Axes::Tensor)
    }

    /// Inserts a first pass that copies the parameter to a scratch slot.
    fn keep_param(&mut self, whole: Extent, slot: usize) {
        let (inputs, outputs) = ([Source::Param.tensor()], [Source::Scratch(slot).tensor()]);
        let code = LoopCode::new(Vec::new(), vec![LoopOperand::Input(0)], Vec::new());
        let streams = Streams { inputs: &inputs, outputs: &outputs, reductions: &[] };
        let parameters = PassParameters { code: Some(Arc::new(code)), ..PassParameters::of(whole, streams) };
        for op in &mut self.ops {
            if let StepOp::Pieces(_, until) = op {
                *until += 1;
            }
        }
        let body: Box<PassLoop<'_, E::Float>> = Box::new(|isa, work| {
            work.run(
                isa,
                #[inline(always)]
                |[], [], [from], [to], []| to.copy_from_slice(from),
            );
        });
        self.ops.insert(0, StepOp::Pass(DescribedPass { parameters, body }));
    }
}

impl<T: Float> DescribedPass<'_, T> {
    /// Adds these sums to the pass, after its own reductions.
    fn watch(&mut self, sums: WatchSums, list: &[WatchedSum]) {
        let Streams { inputs, outputs, reductions } = self.parameters.moves.streams();
        let own = inputs.len();
        let mut all = inputs.to_vec();
        if sums.grad || sums.grad_max {
            all.push(Source::RawGrad.tensor());
        }
        let (before, after) = match self.parameters.writes_param() {
            Some(output) => (all.len() + output, all.len() + output),
            None => (0, 1),
        };
        let update = sums.update.then_some((before, after));
        self.parameters.watched = match self.parameters.writes_param() {
            Some(output) if sums.update => vec![LoopOperand::Output(output)],
            None if sums.update => (0..own).map(LoopOperand::Input).collect(),
            _ => Vec::new(),
        };
        self.parameters.watched.extend((own..all.len()).map(LoopOperand::Input));
        // The sums are over the numbers in memory, so the loop must not decode them itself.
        self.parameters.takes_halves = false;
        let grad = (all.len() > own).then_some(own);
        let reductions: Vec<_> = reductions.iter().copied().chain(list.iter().map(|sum| sum.reduction())).collect();
        let scalars = (self.parameters.casts.len(), self.parameters.numbers.len());
        let (body, own) = (std::mem::replace(&mut self.body, nothing()), (own, reductions.len() - list.len()));
        let watched = WatchedLoop::new(body, own, scalars, (update, grad), list.to_vec());
        self.parameters.moves = Moves::new(Streams { inputs: &all, outputs, reductions: &reductions }, list.len());
        self.body = Box::new(move |isa, work| watched.run(isa, work));
    }
}

/// A loop that does nothing.
fn nothing<'k, T: Float>() -> Box<PassLoop<'k, T>> {
    Box::new(|_, _| {})
}

/// The loop of a pass, with the arguments of the watched sums.
pub(super) fn watched_code(code: &Arc<LoopCode>, pass: &PassParameters, sums: WatchSums) -> Arc<LoopCode> {
    let Streams { inputs, reductions, .. } = pass.moves.streams();
    if reductions.len() == code.reductions.len() {
        return Arc::clone(code);
    }
    let mut code = LoopCode::clone(code);
    let (before, after) = match pass.writes_param() {
        Some(output) => (LoopOperand::Output(output), code.outputs[output]),
        None => (LoopOperand::Input(0), LoopOperand::Input(1)),
    };
    let grad = LoopOperand::Input(inputs.len().saturating_sub(1));
    let mut add = |computation, [a, b]: [LoopOperand; 2]| {
        code.lines.push(LoopLine { wide: true, work: LoopWork::Compute(computation, [a, b, LoopOperand::Fixed(0.0)]) });
        LoopOperand::Line(code.lines.len() - 1)
    };
    let none = LoopOperand::Fixed(0.0);
    let mut numbers = Vec::new();
    for sum in sums.list() {
        let mut update = || add(Computation::Sub, [after, before]);
        numbers.push(match sum {
            WatchedSum::Param => add(Computation::Square, [before, none]),
            WatchedSum::Update => {
                let update = update();
                add(Computation::Square, [update, none])
            }
            WatchedSum::Grad => add(Computation::Square, [grad, none]),
            WatchedSum::Product => {
                let update = update();
                add(Computation::Mul, [update, grad])
            }
            WatchedSum::GradMax => add(Computation::Abs, [grad, none]),
        });
    }
    code.reductions.extend(numbers);
    Arc::new(code)
}
