//! Hand-written steps, as generated code would write them.

use crate::kernel::program::{self as number, Describe, Description, Program, StepNumbers};
use crate::kernel::{
    AnyKernel, Batching, Extent, Float, Operand, Reduction, Source, StepContext, Stream, WrittenElement, inlined, math,
};
use crate::shape::{Axes, ParamShape};
use crate::time::Time;
use crate::watched::WatchSums;

/// A described step as a kernel, which is described in each run.
macro_rules! described {
    ($($Step:ident: $elementwise:literal $Batching:ident;)*) => {$(
        impl<T: Float> AnyKernel<T> for $Step {
            fn is_elementwise(&self, _: usize) -> bool {
                $elementwise
            }

            fn batching(&self, _: usize) -> Batching {
                Batching::$Batching
            }

            fn slots(&self, _: usize, shape: ParamShape) -> Vec<usize> {
                Self::scratch(shape)
            }

            fn run(&self, entry: usize, cx: &mut StepContext<'_, T>) {
                let lens = Self::scratch(cx.shape());
                cx.reserve(lens.len(), &|_, to| to.copy_from_slice(&lens));
                let program = Program::describe::<T>(cx.shape(), Time::new(cx.claim.t()), None, 0, WatchSums::NONE, |to| self.describe(entry, to));
                program.run(cx, &mut StepNumbers::default(), 0, &|_| ());
            }
        }
    )*};
}
described! {
    Adam: true Many;
    Lars: false Few;
    Products: false Alone;
    Factored: false Alone;
}

/// Adam with a running maximum that may be absent and a power of beta kept as scalar state.
#[derive(Clone, Copy)]
pub(super) struct Adam {
    pub(super) lr: f64,
}

/// States: 0 first moment, 1 second moment, 2 maximum (may be absent), 3 power of beta1 (scalar).
impl Adam {
    fn scratch(_: ParamShape) -> Vec<usize> {
        Vec::new()
    }
}

impl<T: Float> Describe<T> for Adam {
    fn describe_written<'k>(&'k self, _: usize, _: &mut Description<'_, 'k, WrittenElement>) {
        unreachable!("a hand-written loop is not data")
    }

    fn describe<'k>(&'k self, _: usize, cx: &mut Description<'_, 'k, T>) {
        let power = cx.scalar(3) * 0.9;
        cx.set_scalar(3, power);
        let size = self.lr / (1.0 - power);
        let root = 1.0 / number::sqrt(1.0 - number::powf(0.99, cx.t()));
        let (b1, c1, b2, c2) = (T::cast(0.9), T::cast(0.1), T::cast(0.99), T::cast(0.01));
        let eps = T::cast(1e-8);
        let body = inlined(
            #[inline(always)]
            move |size: T, root: T, g: &[T], p: &mut [T], m: &mut [T], v: &mut [T], x: &mut [T]| {
                let n = g.len();
                let (p, m, v, x) = (&mut p[..n], &mut m[..n], &mut v[..n], &mut x[..n]);
                for k in 0..n {
                    let mean = b1 * m[k] + c1 * g[k];
                    let square = b2 * v[k] + c2 * (g[k] * g[k]);
                    let max = math::max(x[k], square);
                    p[k] -= size * mean / (square.sqrt() * root + eps);
                    m[k] = math::flush(mean);
                    v[k] = math::flush(square);
                    x[k] = math::flush(max);
                }
            },
        );
        let states =
            [Source::Param.tensor(), Source::State(0).tensor(), Source::State(1).tensor(), Source::State(2).tensor()];
        cx.pass(
            cx.shape(),
            [Source::Grad.tensor()],
            states,
            [],
            [size, root],
            #[inline(always)]
            move |[size, root], [g], [p, m, v, x], []| body(size, root, g, p, m, v, x),
        );
    }
}

/// The same in plain double precision, for one element: returns the parameter and the moments.
pub(super) fn adam(lr: f64, power: f64, t: f64, p: f64, g: f64, m: f64, v: f64) -> (f64, f64, f64) {
    let (m, v) = (0.9 * m + 0.1 * g, 0.99 * v + 0.01 * g * g);
    let denominator = v.sqrt() / (1.0 - 0.99_f64.powf(t)).sqrt() + 1e-8;
    (p - lr / (1.0 - power * 0.9) * m / denominator, m, v)
}

/// Momentum scaled by the ratio of two norms: a reduction between two passes. State 0 is the momentum.
#[derive(Clone, Copy)]
pub(super) struct Lars {
    pub(super) lr: f64,
}

impl Lars {
    fn scratch(_: ParamShape) -> Vec<usize> {
        Vec::new()
    }
}

impl<T: Float> Describe<T> for Lars {
    fn describe_written<'k>(&'k self, _: usize, _: &mut Description<'_, 'k, WrittenElement>) {
        unreachable!("a hand-written loop is not data")
    }

    fn describe<'k>(&'k self, _: usize, cx: &mut Description<'_, 'k, T>) {
        let extent = Extent::from(cx.shape());
        let b = T::cast(0.9);
        let body = inlined(
            #[inline(always)]
            move |p: &[T], g: &[T], m: &mut [T], x: &mut [f64], y: &mut [f64]| {
                let n = g.len();
                let (p, m, x, y) = (&p[..n], &mut m[..n], &mut x[..n], &mut y[..n]);
                for k in 0..n {
                    let u = b * m[k] + g[k];
                    m[k] = math::flush(u);
                    (x[k], y[k]) = (p[k].as_() * p[k].as_(), u.as_() * u.as_());
                }
            },
        );
        let norm = Reduction::norm();
        let [weight, update] = cx.pass(
            extent,
            [Source::Param.tensor(), Source::Grad.tensor()],
            [Source::State(0).tensor()],
            [norm, norm],
            [0.0; 0],
            #[inline(always)]
            move |[], [p, g], [m], [x, y]| body(p, g, m, x, y),
        );
        let body = inlined(
            #[inline(always)]
            |rate: T, m: &[T], p: &mut [T]| {
                let n = m.len();
                let p = &mut p[..n];
                for k in 0..n {
                    p[k] -= rate * m[k];
                }
            },
        );
        cx.pass(
            extent,
            [Source::State(0).tensor()],
            [Source::Param.tensor()],
            [],
            [self.lr * weight / update],
            #[inline(always)]
            move |[rate], [m], [p], []| body(rate, m, p),
        );
    }
}

/// `p -= lr · (g · gᵀ · g)ᵀᵀ`: products, a transpose and a swap through scratch.
#[derive(Clone, Copy)]
pub(super) struct Products {
    pub(super) lr: f64,
}

impl Products {
    fn scratch(shape: ParamShape) -> Vec<usize> {
        let square = shape.batch().saturating_mul(shape.rows()).saturating_mul(shape.rows());
        vec![shape.len(), square, shape.len(), shape.len()]
    }
}

impl<T: Float> Describe<T> for Products {
    fn describe_written<'k>(&'k self, _: usize, _: &mut Description<'_, 'k, WrittenElement>) {
        unreachable!("a hand-written loop is not data")
    }

    fn describe<'k>(&'k self, _: usize, cx: &mut Description<'_, 'k, T>) {
        let shape = cx.shape();
        let (rows, cols) = (shape.rows(), shape.cols());
        let copy = inlined(
            #[inline(always)]
            |from: &[T], to: &mut [T]| to.copy_from_slice(from),
        );
        cx.pass(
            shape,
            [Source::Grad.tensor()],
            [Source::Scratch(0).tensor()],
            [],
            [0.0; 0],
            #[inline(always)]
            move |[], [g], [x], []| copy(g, x),
        );
        let x = Operand::new(0, rows, cols);
        cx.matmul(x, x.transposed(), 1);
        cx.matmul(Operand::new(1, rows, rows), x, 2);
        cx.transpose(Operand { slot: 2, ..x }, 3);
        cx.transpose(Operand::new(3, cols, rows), 2);
        cx.swap(0, 2);
        let lr = T::cast(self.lr);
        let body = inlined(
            #[inline(always)]
            move |x: &[T], p: &mut [T]| {
                for (p, &x) in p.iter_mut().zip(x) {
                    *p -= lr * x;
                }
            },
        );
        cx.pass(
            shape,
            [Source::Scratch(0).tensor()],
            [Source::Param.tensor()],
            [],
            [0.0; 0],
            #[inline(always)]
            move |[], [x], [p], []| body(x, p),
        );
    }
}

/// A factored second moment: means by row and by column, then an update that multiplies both.
#[derive(Clone, Copy)]
pub(super) struct Factored {
    pub(super) lr: f64,
}

impl Factored {
    fn scratch(shape: ParamShape) -> Vec<usize> {
        vec![shape.axes_len(Axes::Rows), shape.axes_len(Axes::Cols)]
    }
}

impl<T: Float> Describe<T> for Factored {
    fn describe_written<'k>(&'k self, _: usize, _: &mut Description<'_, 'k, WrittenElement>) {
        unreachable!("a hand-written loop is not data")
    }

    fn describe<'k>(&'k self, _: usize, cx: &mut Description<'_, 'k, T>) {
        let extent = Extent::from(cx.shape());
        let body = inlined(
            #[inline(always)]
            |g: &[T], a: &mut [f64], b: &mut [f64]| {
                let n = g.len();
                let (a, b) = (&mut a[..n], &mut b[..n]);
                for k in 0..n {
                    let square = g[k].as_() * g[k].as_();
                    (a[k], b[k]) = (square, square);
                }
            },
        );
        cx.pass(
            extent,
            [Source::Grad.tensor()],
            [],
            [Reduction::rms().keep(Axes::Rows, 0), Reduction::rms().keep(Axes::Cols, 1)],
            [0.0; 0],
            #[inline(always)]
            move |[], [g], [], [a, b]| body(g, a, b),
        );
        let lr = T::cast(self.lr);
        let body = inlined(
            #[inline(always)]
            move |g: &[T], r: &[T], c: &[T], p: &mut [T]| {
                let n = g.len();
                let (r, c, p) = (&r[..n], &c[..n], &mut p[..n]);
                for k in 0..n {
                    p[k] -= lr * g[k] / (r[k] * c[k]);
                }
            },
        );
        let rows = Stream { source: Source::Scratch(0), axes: Axes::Rows };
        let cols = Stream { source: Source::Scratch(1), axes: Axes::Cols };
        cx.pass(
            extent,
            [Source::Grad.tensor(), rows, cols],
            [Source::Param.tensor()],
            [],
            [0.0; 0],
            #[inline(always)]
            move |[], [g, r, c], [p], []| body(g, r, c, p),
        );
    }
}
