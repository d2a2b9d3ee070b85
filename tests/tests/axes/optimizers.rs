//! Optimizers with axes by number: states along and without an axis, lists by axis, each reduction, and each place where one may occur.

use optim_std::author::*;

/// SM3 of any rank: numbers along each axis (Anil et al. 2019, arXiv:1901.11150).
#[optimizer(state <acc: [along; param.ndim()] = 0.0>)]
#[derive(Debug, Clone)]
pub(crate) struct AnyRank {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
}

#[optimizer]
impl AnyRank {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut least = full(f64::INFINITY);
        for i in 0..param.ndim() {
            least = least.min(state.acc[i]);
        }
        let new = least + grad.square();
        for i in 0..param.ndim() {
            state.acc[i] = new.amax_along(i);
        }
        *param -= self.lr * grad / (new + 1e-8).sqrt();
    }
}

/// Adam-mini with a block for each index along an axis.
#[optimizer(state <exp_avg = 0.0, block: along(self.axis) = 0.0>)]
#[derive(Debug, Clone)]
pub(crate) struct Blocks {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 0, range = 0..=3)]
    pub axis: usize,
}

#[optimizer]
impl Blocks {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let (beta1, beta2) = (0.9, 0.999);
        state.exp_avg = beta1 * state.exp_avg + (1.0 - beta1) * grad;
        state.block = beta2 * state.block + (1.0 - beta2) * grad.square().mean_along(self.axis);
        let size = self.lr / (1.0 - beta1.powf(t));
        let scale = (state.block / (1.0 - beta2.powf(t))).sqrt() + 1e-8;
        *param -= size * state.exp_avg / scale;
    }
}

/// A number for each index of all axes but the last, and one for each index of all axes but the first.
#[optimizer(state <last: without(param.ndim() - 1) = 0.5, first: without(0) = { self.lr }>, requires(param.ndim() >= 1))]
#[derive(Debug, Clone)]
pub(crate) struct Others {
    #[hyper(default = 0.1, range = 0.0..)]
    pub lr: f64,
}

#[optimizer]
impl Others {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let axis = param.ndim() - 1;
        state.last = 0.5 * state.last + grad.norm_without(axis);
        state.first = state.first.max(grad.sum_abs_without(0));
        let size = 1.0 + param.dim(0) as f64 / param.dim(7) as f64;
        *param -= self.lr / size * grad / (1.0 + state.last.abs()) * state.first.tanh();
    }
}

/// Every reduction, along and without an axis.
#[optimizer]
#[derive(Debug, Clone)]
pub(crate) struct Reductions {
    #[hyper(default = 0.01, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 1, range = 0..=4)]
    pub axis: usize,
}

#[optimizer]
impl Reductions {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let axis = self.axis;
        let one = grad.sum_along(axis) + grad.mean_along(axis) - grad.sum_abs_along(axis) * 0.5;
        let two = grad.norm_along(axis) - grad.rms_along(axis) + grad.amax_along(axis) * grad.amin_along(axis);
        let three = grad.dot_along(*param, axis) + (grad * 2.0).sum_along(self.axis);
        let counted = (grad > 0.0).sum_along(axis) - (grad > *param).mean_along(axis);
        let along = one + two + three.tanh() + counted;
        let one = grad.sum_without(axis) + grad.mean_without(axis) - grad.sum_abs_without(axis) * 0.5;
        let two = grad.norm_without(axis) - grad.rms_without(axis) + grad.amax_without(axis) * grad.amin_without(axis);
        let three = grad.dot_without(*param, axis) + (grad * 2.0).sum_without(self.axis);
        let without = one + two + three.tanh();
        let again = along.norm_along(axis) + along.mean_along(axis);
        *param -= self.lr
            * (along.clamp(-1.0, 1.0) * grad
                + without.sin()
                + full(again).tanh()
                + along.rms()
                + along.dot(grad).tanh());
    }
}

/// Masks, choices, elementwise functions, helper functions and branches on numbers along an axis.
#[optimizer(state <seen: along(1) = 0.0 if self.keep>)]
#[derive(Debug, Clone)]
pub(crate) struct Chosen {
    #[hyper(default = 0.01, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = true)]
    pub keep: bool,
}

#[elementwise]
fn soft<V: Value>(x: V, by: V) -> V {
    x / (1.0 + x.abs() * by)
}

#[optimizer]
impl Chosen {
    fn weights(&self, grad: Tensor, of: Cols) -> Tensor {
        select(of > 0.5, soft(grad, of), grad * of)
    }

    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let rms = grad.rms_along(1);
        let size: Cols = if self.keep {
            state.seen = 0.9 * state.seen + 0.1 * rms;
            state.seen
        } else {
            soft(rms, 0.5)
        };
        let mut update = self.weights(grad, size);
        if param.dim(1) > 2 {
            update += size.sum() * grad;
        } else {
            update = full(size);
        }
        *param -= self.lr * update;
    }
}

/// Lists by axis next to rows and products of matrices. Literal indices read and write items too.
#[optimizer(state <kept: [without; param.ndim()] = 0.0, row: rows = 0.0>, requires(param.ndim() >= 2))]
#[derive(Debug, Clone)]
pub(crate) struct Mixed {
    #[hyper(default = 0.01, scheduled, range = 0.0..)]
    pub lr: f64,
}

#[optimizer]
impl Mixed {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut sum = grad;
        for (place, weight) in [0.5, 0.25].iter().enumerate() {
            let before = state.kept[place];
            state.kept[place] = before * *weight + sum.mean_without(place);
            sum += before.tanh() * state.kept[place].sin();
        }
        state.row = 0.5 * state.row + sum.row_norm();
        let turned = sum.matmul(sum.t()).row_amax();
        *param -= self.lr * (sum / (1.0 + state.row) + turned.tanh() + state.kept[0].abs());
    }
}

/// Random numbers along an axis, and a number of the whole model.
#[optimizer(state <noise: along(0) = normal(0.1), total: global = 0.0>)]
#[derive(Debug, Clone)]
pub(crate) struct Noisy {
    #[hyper(default = 0.01, scheduled, shared, range = 0.0..)]
    pub lr: f64,
}

#[optimizer]
impl Noisy {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.noise = 0.5 * state.noise + uniform_like(state.noise);
        state.total = 0.5 * state.total + grad.amax_along(0).global_norm();
        *param -= self.lr * (grad * state.noise + (state.noise * grad).global_mean() * grad + state.total.tanh());
    }
}

/// Quantiles along and without an axis: of tensors, of numbers that already have the axis, and of states. The fractions are literals, settings and
/// computed numbers, some above 1. The axes are a setting, a counter, and an axis that does not exist. Some are under a fixed condition.
#[optimizer(state <middle: along(self.axis) = 0.1, fraction: scalar = 0.25, high: [without; param.ndim()] = 0.5>)]
#[derive(Debug, Clone)]
pub(crate) struct Quantiles {
    #[hyper(default = 0.01, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 0.75, range = 0.0..=1.0)]
    pub fixed: f64,
    #[hyper(default = 0.5, scheduled, range = 0.0..=1.0)]
    pub moving: f64,
    #[hyper(default = 1, range = 0..=4)]
    pub axis: usize,
    #[hyper(default = true)]
    pub limited: bool,
}

#[optimizer]
impl Quantiles {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let axis = self.axis;
        let along = grad.quantile_along(self.moving, self.axis) - (grad * *param).quantile_along(state.fraction, axis);
        let own = along.quantile_along(0.5, axis) - state.middle.quantile_along(self.fixed, axis).tanh();
        state.middle = 0.5 * state.middle + own.clamp(-4.0, 4.0);
        let mut update = grad + along.tanh();
        for i in 0..param.ndim() {
            let one = update.quantile_without(0.1, i);
            state.high[i] = 0.5 * state.high[i] + one + state.high[i].quantile_without(state.fraction, i);
            update -= 0.1 * (full(one) + update.quantile_along(0.9, i));
        }
        if self.limited {
            let limit = grad.abs().quantile_without(self.fixed, axis) + 0.1;
            update = update.clamp(-full(limit), full(limit));
        }
        update += (full(grad.quantile_along(0.3, 7)) + grad.quantile_without(0.4, 9)).tanh();
        // NaN if the fraction is above 1.
        let beyond = update.quantile_along(state.fraction * 2.0, 0);
        state.fraction = 0.9 * state.fraction + 0.07 + select(beyond == beyond, 0.01, 0.02).mean();
        *param -= self.lr * update;
    }
}

/// Only movements without rounding, so both must agree in every bit, also for NaN and infinity.
#[optimizer]
#[derive(Debug, Clone)]
pub(crate) struct ExactQuantiles {
    #[hyper(default = 0.01, scheduled, range = 0.0..=1.0)]
    pub lr: f64,
    #[hyper(default = 0, range = 0..=4)]
    pub axis: usize,
}

#[optimizer]
impl ExactQuantiles {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let infinite = 1.0 / grad.round();
        let along = infinite.quantile_along(0.45, self.axis) + grad.quantile_along(self.lr, self.axis);
        let without = infinite.quantile_without(0.3, self.axis) + grad.quantile_without(0.93, self.axis);
        *param -= self.lr * select(full(along).abs() < 1.0, grad + along, full(without).clamp(-2.0, 2.0));
        // Neighbours with weight 0, which are infinite.
        *param +=
            full(infinite.quantile_along(0.0, 0)).clamp(-2.0, 2.0) + infinite.quantile_without(0.5, 1).clamp(-2.0, 2.0);
    }
}
