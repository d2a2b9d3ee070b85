//! The backend of `ndarray`: plain operations on the host, with which the evaluator is tested.

use std::convert::Infallible;
use std::marker::PhantomData;

use ndarray::{ArcArray, Array3, Axis, Ix3, Zip, s};

use super::Backend;
use super::compose::broadcast_shape;
use crate::dtype::DType;
use crate::kernel::{Float, Fold, math};
use crate::lang::{Binary, Comparison, Dtype, Ternary, Unary};

/// The backend of `ndarray`, for elements of type `T`. It computes element by element as the kernels do; sums are of type `T`.
#[derive(Clone, Copy, Debug, Default)]
pub struct NdarrayBackend<T>(PhantomData<fn() -> T>);

impl<T> NdarrayBackend<T> {
    /// The backend.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

type HostTensor<T> = ArcArray<T, Ix3>;
type HostMask = ArcArray<bool, Ix3>;
type HostResult<T> = Result<T, Infallible>;

fn zip<A: Clone, C: Clone>(a: &ArcArray<A, Ix3>, b: &ArcArray<A, Ix3>, f: impl Fn(&A, &A) -> C) -> ArcArray<C, Ix3> {
    let shape = broadcast_shape(sizes(a), sizes(b));
    let (a, b) = (repeat(a, shape), repeat(b, shape));
    Zip::from(&a).and(&b).map_collect(f).into_shared()
}

fn sizes<A>(x: &ArcArray<A, Ix3>) -> [usize; 3] {
    x.dim().into()
}

/// Broadcasts axes of size 1. Any other shape stays unchanged.
fn repeat<A: Clone>(x: &ArcArray<A, Ix3>, shape: [usize; 3]) -> ArcArray<A, Ix3> {
    match x.broadcast(shape) {
        Some(view) if sizes(x) != shape => view.to_shared(),
        _ => x.clone(),
    }
}

impl<T: Float> Backend for NdarrayBackend<T> {
    type Tensor = HostTensor<T>;
    type Mask = HostMask;
    type Error = Infallible;

    fn dtype(&self) -> Dtype {
        match T::DTYPE {
            DType::F64 => Dtype::F64,
            _ => Dtype::F32,
        }
    }

    fn fill(&self, value: f64, shape: [usize; 3]) -> HostResult<HostTensor<T>> {
        Ok(Array3::from_elem(shape, T::cast(value)).into_shared())
    }

    fn upload(&self, data: &[f64], shape: [usize; 3]) -> HostResult<HostTensor<T>> {
        let mut numbers = data.iter();
        Ok(Array3::from_shape_simple_fn(shape, || numbers.next().map_or(T::nan(), |x| T::cast(*x))).into_shared())
    }

    fn download(&self, x: &HostTensor<T>) -> HostResult<Vec<f64>> {
        Ok(x.iter().map(|x| x.as_()).collect())
    }

    fn shape(&self, x: &HostTensor<T>) -> [usize; 3] {
        sizes(x)
    }

    fn unary(&self, op: Unary, x: &HostTensor<T>) -> HostResult<HostTensor<T>> {
        let f: fn(T) -> T = match op {
            Unary::Neg => |x| -x,
            Unary::Abs => math::abs,
            Unary::Sqrt => math::sqrt,
            Unary::Rsqrt => math::rsqrt,
            Unary::Recip => math::recip,
            Unary::Square => math::square,
            Unary::Exp => math::exp,
            Unary::Expm1 => math::expm1,
            Unary::Ln => math::ln,
            Unary::Log1p => math::log1p,
            Unary::Sin => math::sin,
            Unary::Cos => math::cos,
            Unary::Tanh => math::tanh,
            Unary::Sign => math::sign,
            Unary::Floor => math::floor,
            Unary::Ceil => math::ceil,
            Unary::Round => math::round,
            Unary::Trunc => math::trunc,
        };
        Ok(x.mapv(f).into_shared())
    }

    fn binary(&self, op: Binary, a: &HostTensor<T>, b: &HostTensor<T>) -> HostResult<HostTensor<T>> {
        let f: fn(T, T) -> T = match op {
            Binary::Add => |a, b| a + b,
            Binary::Sub => |a, b| a - b,
            Binary::Mul => |a, b| a * b,
            Binary::Div => |a, b| a / b,
            Binary::Rem => |a, b| a % b,
            Binary::Min => math::min,
            Binary::Max => math::max,
            Binary::Powf => math::powf,
            Binary::Atan2 => math::atan2,
            Binary::Hypot => math::hypot,
            Binary::Copysign => math::copysign,
        };
        Ok(zip(a, b, |a, b| f(*a, *b)))
    }

    fn ternary(
        &self,
        op: Ternary,
        a: &HostTensor<T>,
        b: &HostTensor<T>,
        c: &HostTensor<T>,
    ) -> HostResult<HostTensor<T>> {
        let shape = broadcast_shape(broadcast_shape(sizes(a), sizes(b)), sizes(c));
        let f: fn(T, T, T) -> T = match op {
            Ternary::Clamp => math::clamp,
            Ternary::Lerp => math::lerp,
        };
        let [a, b, c] = [a, b, c].map(|x| repeat(x, shape));
        Ok(Zip::from(&a).and(&b).and(&c).map_collect(|a, b, c| f(*a, *b, *c)).into_shared())
    }

    fn compare(&self, op: Comparison, a: &HostTensor<T>, b: &HostTensor<T>) -> HostResult<HostMask> {
        let f: fn(&T, &T) -> bool = match op {
            Comparison::Lt => |a, b| a < b,
            Comparison::Le => |a, b| a <= b,
            Comparison::Gt => |a, b| a > b,
            Comparison::Ge => |a, b| a >= b,
            Comparison::Eq => |a, b| a == b,
            Comparison::Ne => |a, b| a != b,
        };
        Ok(zip(a, b, f))
    }

    fn and(&self, a: &HostMask, b: &HostMask) -> HostResult<HostMask> {
        Ok(zip(a, b, |a, b| *a && *b))
    }

    fn or(&self, a: &HostMask, b: &HostMask) -> HostResult<HostMask> {
        Ok(zip(a, b, |a, b| *a || *b))
    }

    fn not(&self, a: &HostMask) -> HostResult<HostMask> {
        Ok(a.mapv(|yes| !yes).into_shared())
    }

    fn select(&self, mask: &HostMask, a: &HostTensor<T>, b: &HostTensor<T>) -> HostResult<HostTensor<T>> {
        let shape = broadcast_shape(broadcast_shape(sizes(a), sizes(b)), sizes(mask));
        let [a, b] = [a, b].map(|x| repeat(x, shape));
        let mask = repeat(mask, shape);
        Ok(Zip::from(&mask).and(&a).and(&b).map_collect(|mask, a, b| if *mask { *a } else { *b }).into_shared())
    }

    fn reduce(&self, fold: Fold, x: &HostTensor<T>, axes: [bool; 3]) -> HostResult<HostTensor<T>> {
        let mut x = x.clone();
        for axis in (0..3).filter(|axis| axes[*axis]) {
            let reduced = match fold {
                Fold::Sum => x.sum_axis(Axis(axis)),
                Fold::Max => x.fold_axis(Axis(axis), T::neg_infinity(), |a, b| math::max(*a, *b)),
                Fold::Min => x.fold_axis(Axis(axis), T::infinity(), |a, b| math::min(*a, *b)),
            };
            x = reduced.insert_axis(Axis(axis)).into_shared();
        }
        Ok(x)
    }

    fn matmul(&self, a: &HostTensor<T>, b: &HostTensor<T>) -> HostResult<HostTensor<T>> {
        let ((batch, rows, _), (_, _, cols)) = (a.dim(), b.dim());
        let mut product = Array3::zeros((batch, rows, cols));
        for (mut product, (a, b)) in product.outer_iter_mut().zip(a.outer_iter().zip(b.outer_iter())) {
            product.assign(&a.dot(&b));
        }
        Ok(product.into_shared())
    }

    fn transpose(&self, x: &HostTensor<T>) -> HostResult<HostTensor<T>> {
        let mut x = x.clone();
        x.swap_axes(1, 2);
        Ok(x)
    }

    fn broadcast(&self, x: &HostTensor<T>, shape: [usize; 3]) -> HostResult<HostTensor<T>> {
        Ok(repeat(x, shape))
    }

    fn reshape(&self, x: &HostTensor<T>, shape: [usize; 3]) -> HostResult<HostTensor<T>> {
        Ok(x.to_shape(shape).map_or_else(|_| x.clone(), |reshaped| reshaped.into_owned().into_shared()))
    }

    fn first_cols(&self, x: &HostTensor<T>, n: usize) -> HostResult<HostTensor<T>> {
        Ok(x.slice(s![.., .., ..n]).to_shared())
    }
}
