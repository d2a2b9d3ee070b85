//! Optimizers with local lists: of each kind, at each allowed place.

use optim_std::author::*;
use optim_std::ndarray::array;
use optim_std::prelude::*;

/// Sums over more and more gradients of the last steps. The newest counts twice.
#[optimizer(state <queue: [tensor; self.k] = 0.0>)]
#[derive(Debug, Clone)]
pub(crate) struct Sums {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 3, range = 1..=5)]
    pub k: usize,
}

#[optimizer]
impl Sums {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.queue[slot(self.k)] = grad;
        let mut sums = [grad; self.k];
        for i in 0..self.k {
            sums[i] += state.queue[i];
            if i > 0 {
                sums[i] += sums[i - 1];
            }
        }
        *param -= self.lr * sums[self.k - 1];
    }
}

/// A list of scalars passes numbers from one loop to the next. Each is a reduction.
#[optimizer(state <buffers: [tensor; self.n] = 0.0>)]
#[derive(Debug, Clone)]
pub(crate) struct Weighed {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 3, range = 1..=4)]
    pub n: usize,
}

#[optimizer]
impl Weighed {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut norms = [0.0; self.n];
        let mut total = scalar(0.0);
        for i in 0..self.n {
            let beta = 1.0 - 0.1f64.powi(i as i32);
            state.buffers[i] = beta * state.buffers[i] + grad;
            norms[i] = state.buffers[i].norm();
            total += norms[i];
        }
        let mut update = full(0.0);
        for i in 0..self.n {
            update += norms[i] / (total + 1e-8) * state.buffers[i];
        }
        *param -= self.lr * update;
    }
}

/// Lists of rows and of columns, and one with other dimensions.
#[optimizer]
#[derive(Debug, Clone)]
pub(crate) struct Sides {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 2, range = 1..=4)]
    pub k: usize,
}

#[optimizer]
impl Sides {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let mut rows = [grad.row_mean(); self.k];
        let mut cols = [grad.col_mean(); self.k + 1];
        let mut r#loop = [grad.matrix_mean(); self.k];
        for i in 0..self.k {
            rows[i] *= i as f64;
            cols[i + 1] += cols[i] + rows[i].col_sum();
            r#loop[i] += 0.5;
        }
        *param -= self.lr * (rows[self.k - 1] * cols[self.k] + r#loop[0]);
    }
}

/// Items are factors of products.
#[optimizer]
#[derive(Debug, Clone)]
pub(crate) struct Powers {
    #[hyper(default = 0.01, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 3, range = 1..=4)]
    pub k: usize,
}

#[optimizer]
impl Powers {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let unit = grad / (grad.norm() + 1.0);
        let mut powers = [unit.matmul(unit.t()); self.k];
        for i in 1..self.k {
            powers[i] = powers[i - 1].matmul(powers[0]);
        }
        *param -= self.lr * powers[self.k - 1].matmul(unit);
    }
}

/// One list under a condition, one in a loop, and one of a helper function that is called twice.
#[optimizer]
#[derive(Debug, Clone)]
pub(crate) struct Placed {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 3, range = 1..=4)]
    pub k: usize,
    #[hyper(default = true)]
    pub twice: bool,
}

#[optimizer]
impl Placed {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let k = self.k + 1;
        let mut update = grad;
        if self.twice {
            let mut turns = [grad; k];
            for i in 1..k {
                turns[i] = 0.5 * turns[i - 1];
            }
            update += turns[self.k];
        } else if param.ndim() > 1 {
            let halves = [grad * 0.5; k];
            update += halves[k - 1];
        }
        for i in 0..self.k {
            let mut inner = [update; 2 * self.k];
            inner[2 * i + 1] *= 0.5;
            update += 0.1 * inner[i] + 0.1 * inner[2 * i + 1];
        }
        *param -= self.lr * (self.smooth(update, 2) + self.smooth(grad, self.k));
    }

    fn smooth(&self, x: Tensor, n: usize) -> Tensor {
        let mut parts = [x; n];
        let mut sum = full(0.0);
        for i in 0..n {
            parts[i] /= (i + 1) as f64;
            sum += parts[i];
        }
        sum
    }
}

/// Ring buffers: items by slot, under a timed condition.
#[optimizer(state <last = 0.0>)]
#[derive(Debug, Clone)]
pub(crate) struct Turned {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 3, range = 1..=4)]
    pub k: usize,
}

#[optimizer]
impl Turned {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut ring = [state.last; self.k];
        ring[slot(self.k)] = grad;
        if every(2) {
            let mut lasts = [state.last; self.k];
            lasts[self.k - 1] += ring[0].norm();
            ring[0] *= lasts[0] + lasts[self.k - 1];
            state.last = ring[slot(self.k, 1)];
        }
        let mut sum = full(0.0);
        for i in 0..self.k {
            sum += ring[i];
        }
        *param -= self.lr * sum;
    }
}

/// Numbers of the whole model split a step into phases. The lists are kept.
#[optimizer]
#[derive(Debug, Clone)]
pub(crate) struct Joint {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 3, range = 1..=4, shared)]
    pub k: usize,
}

#[optimizer]
impl Joint {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let mut parts = [grad; self.k];
        let mut norms = [0.0; self.k];
        for i in 0..self.k {
            parts[i] *= (i + 1) as f64;
            norms[i] = parts[i].global_norm();
        }
        norms[0] += 1.0;
        let mean = norms[self.k - 1].global_mean();
        *param -= self.lr * parts[self.k - 1] / (mean + norms[0]);
    }
}

/// The inner optimizer updates an item.
#[optimizer]
#[derive(Debug, Clone)]
pub(crate) struct Around<O: Definition> {
    pub inner: O,
    #[hyper(default = 3, range = 1..=4)]
    pub k: usize,
}

#[optimizer]
impl<O: Definition> Around<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let mut points = [*param; self.k];
        let mut norms = [0.0; self.k];
        for i in 1..self.k {
            points[i] = 0.5 * points[i - 1];
            norms[i] = norms[i - 1] + points[i].norm();
        }
        self.inner.step(&mut points[self.k - 1], grad);
        let mut sum = full(0.0);
        for i in 0..self.k {
            sum += norms[i] / (norms[self.k - 1] + 1.0) * points[i];
        }
        *param = sum;
    }
}

pub(crate) type AroundSgd = Around<SGD>;

/// A probe and the weights for evaluation have separate lists.
#[optimizer(state <average = param>)]
#[derive(Debug, Clone)]
pub(crate) struct Read {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 3, range = 1..=4)]
    pub k: usize,
}

#[optimizer]
impl Read {
    fn probe(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut norms = [grad.norm(); self.k];
        norms[self.k - 1] += 1.0;
        *param += 0.01 * grad / norms[0];
        state.average *= 0.5;
    }

    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad;
        state.average = 0.5 * (state.average + *param);
    }

    fn eval(&self, param: Tensor, state: &State<Self>) -> Tensor {
        let mut between = [param; self.k];
        for i in 1..self.k {
            between[i] = 0.5 * (between[i - 1] + state.average);
        }
        between[self.k - 1]
    }
}

/// The items are the gradient, doubled as often as their index says.
#[optimizer]
#[derive(Debug, Clone)]
pub(crate) struct Doubled {
    #[hyper(default = 4)]
    pub k: usize,
    /// The index of the item that is used.
    #[hyper(default = 2)]
    pub at: usize,
}

#[optimizer]
impl Doubled {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let doubled = [grad; self.k];
        let mut doubled = [doubled[0]; self.k];
        let mut counts = [0.5; self.k];
        for i in 1..self.k {
            doubled[i] = doubled[i - 1] + doubled[i - 1];
            counts[i] += counts[i - 1];
        }
        *param -= doubled[self.at] + counts[self.at];
    }
}

#[test]
fn items_are_what_was_put_into_them() {
    for (at, updated) in [(0, [-1.5, -2.5]), (2, [-5.5, -9.5]), (3, [-10.0, -18.0])] {
        let mut x = array![0.0, 0.0];
        let mut opt = Doubled::new().at(at).build(&x).unwrap();
        for step in 1..=2 {
            opt.step(&mut x, &array![1.0, 2.0]).unwrap();
            assert_eq!(x, array![updated[0], updated[1]] * f64::from(step), "item {at}");
        }
    }
}

#[test]
fn an_index_and_a_length_are_checked_before_training() {
    let build = |k: usize, at: usize| Doubled::new().k(k).at(at).build(&array![0.0]).map(drop);
    assert!(build(1, 0).is_ok() && build(1 << 16, 3).is_ok());
    let beyond = build(3, 3).unwrap_err().to_string();
    assert!(beyond.contains("`doubled[3]`: the list `doubled` has 3 items"), "{beyond}");
    for (k, says) in [(0, "the list `doubled` would have 0 items"), ((1 << 16) + 1, "would have 65537 items")] {
        let wrong = build(k, 0).unwrap_err().to_string();
        assert!(wrong.contains(says), "{wrong}");
    }
}
