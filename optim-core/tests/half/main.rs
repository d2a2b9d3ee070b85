//! Parameters and gradients of two bytes: steps, rounding, masks, files, errors.

#![allow(missing_docs, reason = "the optimizers here are read in these files only")]

mod around;
mod split;
mod steps;
mod views;
mod watch;

use half::{bf16, f16};
use ndarray::{ArrayD, Axis, IxDyn, ShapeBuilder};
use optim_core::lang::{State, Tensor};
use optim_core::{Definition, Optimizer, Parameters, StateView};
use optim_macros::optimizer;

/// One pass.
#[optimizer(crate = optim_core, state <exp_avg = 0.0, exp_avg_sq = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Adam {
    #[hyper(default = 0.01, scheduled, range = 0.0..)]
    pub(crate) lr: f64,
}

#[optimizer]
impl Adam {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.exp_avg = 0.9 * state.exp_avg + 0.1 * grad;
        state.exp_avg_sq = 0.99 * state.exp_avg_sq + 0.01 * grad.square();
        *param -= self.lr * state.exp_avg / (state.exp_avg_sq.sqrt() + 1e-8);
    }

    fn eval(&self, param: Tensor, state: &State<Self>) -> Tensor {
        param + state.exp_avg
    }
}

/// Passes that tell rows and columns apart, and numbers of the whole parameter.
#[optimizer(crate = optim_core, state <row: rows = 0.0, col: cols = 0.0, first = param>)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Factored {
    #[hyper(default = 0.01, scheduled, range = 0.0..)]
    pub(crate) lr: f64,
}

#[optimizer]
impl Factored {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.row = 0.9 * state.row + 0.1 * grad.square().row_mean();
        state.col = 0.9 * state.col + 0.1 * grad.square().col_mean();
        let update = grad / ((state.row * state.col).sqrt() + 1e-3);
        let update = update / (1.0_f64).max(update.rms()) + 0.01 * (*param - state.first);
        *param -= self.lr * param.rms() * update;
    }
}

/// Weights in a state, which the inner optimizer steps.
#[optimizer(crate = optim_core, state <master = param>)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Held<O: Definition> {
    pub(crate) inner: O,
}

#[optimizer]
impl<O: Definition> Held<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        self.inner.step(&mut state.master, grad);
        *param = state.master;
    }
}

/// An element type of models.
pub(crate) trait Element: Copy + Default + Send + Sync + 'static {
    /// Rounded by the crate that has the type.
    fn rounded(x: f32) -> Self;
    fn number(self) -> f32;
    fn bits(self) -> u32;
}

macro_rules! element {
    ($($type:ident: $rounded:expr, $number:expr;)*) => {
        $(impl Element for $type {
            fn rounded(x: f32) -> Self {
                $rounded(x)
            }
            fn number(self) -> f32 {
                $number(self)
            }
            fn bits(self) -> u32 {
                self.to_bits().into()
            }
        })*
    };
}
element! {
    f32: |x| x, |x| x;
    bf16: bf16::from_f32, bf16::to_f32;
    f16: f16::from_f32, f16::to_f32;
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Layout {
    C,
    Fortran,
    Reversed,
}

pub(crate) const LAYOUTS: [Layout; 3] = [Layout::C, Layout::Fortran, Layout::Reversed];

/// Numbers between -1 and 1 of several sizes, the same for the same seed.
pub(crate) fn numbers<E: Element>(shape: &[usize], seed: u64, layout: Layout) -> ArrayD<E> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let size = 10_f64.powi(-((state >> 20 & 3) as i32));
        E::rounded((((state >> 40) as f64 / 8_388_608.0 - 1.0) * size) as f32)
    };
    let logical = ArrayD::from_shape_simple_fn(IxDyn(shape), &mut next);
    laid(&logical, layout)
}

/// The same array in another layout.
pub(crate) fn laid<E: Element>(array: &ArrayD<E>, layout: Layout) -> ArrayD<E> {
    let shape = array.shape();
    let mut to = match layout {
        Layout::C => ArrayD::default(IxDyn(shape)),
        Layout::Fortran => ArrayD::default(IxDyn(shape).f()),
        Layout::Reversed => {
            let mut to = ArrayD::default(IxDyn(shape));
            (0..shape.len()).for_each(|axis| to.invert_axis(Axis(axis)));
            to
        }
    };
    to.assign(array);
    to
}

pub(crate) fn bits<E: Element>(array: &ArrayD<E>) -> Vec<u32> {
    array.iter().map(|x| x.bits()).collect()
}

/// All arrays and numbers of the states.
pub(crate) fn states(optimizer: &Optimizer<f32>) -> Vec<u64> {
    let mut all = Vec::new();
    optimizer.visit_state(|_, _, state| match state {
        StateView::Scalar(x) => all.push(x.to_bits()),
        StateView::Array(array) => all.extend(array.iter().map(|x| u64::from(x.to_bits()))),
    });
    all
}

/// Asserts that an array is a model whose steps compute with `f32`.
pub(crate) fn is_model<P: Parameters<Elem = f32>>(_: &P) {}
