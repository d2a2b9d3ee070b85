//! The operations of candle.

use std::marker::PhantomData;

use candle_core::{D, DType, Device, Result, Tensor};

use super::Element;
use super::element::dtype;
use crate::evaluate::{Backend, Fold, compose};
use crate::lang::{Binary, Comparison, Dtype, Unary};

/// The tensors of candle on one device, with elements of type `T`.
///
/// `atan2` and powers with a tensor as exponent are computed on the host: candle has no such functions, or not for negative numbers.
#[derive(Clone, Debug)]
pub struct CandleBackend<T> {
    device: Device,
    element: PhantomData<fn() -> T>,
}

impl<T> CandleBackend<T> {
    /// The backend of a device.
    #[must_use]
    pub const fn new(device: Device) -> Self {
        Self { device, element: PhantomData }
    }
}

/// `e^x - 1`, computed from the hyperbolic tangent near 0, where the difference loses all digits.
fn expm1(x: &Tensor) -> Result<Tensor> {
    let tanh = (x * 0.5)?.tanh()?;
    let near = ((&tanh * 2.0)? / (1.0 - &tanh)?)?;
    x.abs()?.lt(0.5)?.where_cond(&near, &(x.exp()? - 1.0)?)
}

/// `ln(1 + x)`, corrected for the rounding of `1 + x`.
fn log1p(x: &Tensor) -> Result<Tensor> {
    let sum = (x + 1.0)?;
    let added = (&sum - 1.0)?;
    let near = ((sum.log()? * x)? / &added)?;
    let plain = sum.log()?;
    let result = sum.eq(1.0)?.where_cond(x, &near)?;
    // The formula gives infinity divided by infinity.
    x.abs()?.gt(1e9)?.where_cond(&plain, &result)
}

/// Both tensors, broadcast to their joint shape.
fn joint(a: &Tensor, b: &Tensor) -> Result<(Tensor, Tensor)> {
    let shape = a.shape().broadcast_shape_binary_op(b.shape(), "broadcast")?;
    Ok((a.broadcast_as(&shape)?, b.broadcast_as(&shape)?))
}

impl<T: Element> Backend for CandleBackend<T> {
    type Tensor = Tensor;
    type Mask = Tensor;
    type Error = candle_core::Error;

    fn dtype(&self) -> Dtype {
        if dtype::<T>() == DType::F64 { Dtype::F64 } else { Dtype::F32 }
    }

    fn fill(&self, value: f64, shape: [usize; 3]) -> Result<Tensor> {
        Tensor::full(T::cast(value), shape.to_vec(), &self.device)
    }

    fn upload(&self, data: &[f64], shape: [usize; 3]) -> Result<Tensor> {
        let data: Vec<T> = data.iter().map(|x| T::cast(*x)).collect();
        Tensor::from_vec(data, shape.to_vec(), &self.device)
    }

    fn download(&self, x: &Tensor) -> Result<Vec<f64>> {
        x.flatten_all()?.to_dtype(DType::F64)?.to_vec1()
    }

    fn shape(&self, x: &Tensor) -> [usize; 3] {
        // This backend has no tensors of another rank.
        x.dims().try_into().unwrap_or([0; 3])
    }

    fn unary(&self, op: Unary, x: &Tensor) -> Result<Tensor> {
        match op {
            Unary::Neg => x.neg(),
            Unary::Abs => x.abs(),
            Unary::Sqrt => x.sqrt(),
            Unary::Rsqrt => x.sqrt()?.recip(),
            Unary::Recip => x.recip(),
            Unary::Square => x.sqr(),
            Unary::Exp => x.exp(),
            Unary::Expm1 => expm1(x),
            Unary::Ln => x.log(),
            Unary::Log1p => log1p(x),
            Unary::Sin => x.sin(),
            Unary::Cos => x.cos(),
            Unary::Tanh => x.tanh(),
            Unary::Sign => compose::sign(self, x),
            Unary::Floor => x.floor(),
            Unary::Ceil => x.ceil(),
            Unary::Round => compose::round(self, x),
            Unary::Trunc => compose::trunc(self, x),
        }
    }

    fn binary(&self, op: Binary, a: &Tensor, b: &Tensor) -> Result<Tensor> {
        match op {
            Binary::Add => a.broadcast_add(b),
            Binary::Sub => a.broadcast_sub(b),
            Binary::Mul => a.broadcast_mul(b),
            Binary::Div => a.broadcast_div(b),
            Binary::Rem => compose::rem(self, a, b),
            Binary::Min => compose::extremum(self, Comparison::Lt, a, b),
            Binary::Max => compose::extremum(self, Comparison::Gt, a, b),
            Binary::Powf | Binary::Atan2 => compose::binary_on_host(self, op, a, b),
            Binary::Hypot => compose::hypot(self, a, b),
            Binary::Copysign => compose::copysign(self, a, b),
        }
    }

    fn binary_number(&self, op: Binary, a: &Tensor, b: f64) -> Result<Tensor> {
        match op {
            Binary::Add => a.affine(1.0, b),
            Binary::Sub => a.affine(1.0, -b),
            Binary::Mul => a.affine(b, 0.0),
            Binary::Powf => a.powf(b),
            op => self.binary(op, a, &self.fill(b, [1; 3])?),
        }
    }

    fn number_binary(&self, op: Binary, a: f64, b: &Tensor) -> Result<Tensor> {
        match op {
            Binary::Add | Binary::Mul => self.binary_number(op, b, a),
            Binary::Sub => b.affine(-1.0, a),
            op => self.binary(op, &self.fill(a, [1; 3])?, b),
        }
    }

    fn compare(&self, op: Comparison, a: &Tensor, b: &Tensor) -> Result<Tensor> {
        match op {
            Comparison::Lt => a.broadcast_lt(b),
            Comparison::Le => a.broadcast_le(b),
            Comparison::Gt => a.broadcast_gt(b),
            Comparison::Ge => a.broadcast_ge(b),
            Comparison::Eq => a.broadcast_eq(b),
            Comparison::Ne => a.broadcast_ne(b),
        }
    }

    fn and(&self, a: &Tensor, b: &Tensor) -> Result<Tensor> {
        a.broadcast_minimum(b)
    }

    fn or(&self, a: &Tensor, b: &Tensor) -> Result<Tensor> {
        a.broadcast_maximum(b)
    }

    fn not(&self, a: &Tensor) -> Result<Tensor> {
        a.eq(0_u8)
    }

    fn select(&self, mask: &Tensor, a: &Tensor, b: &Tensor) -> Result<Tensor> {
        let (a, b) = joint(a, b)?;
        let (mask, a) = joint(mask, &a)?;
        mask.where_cond(&a, &b.broadcast_as(a.shape())?)
    }

    fn reduce(&self, fold: Fold, x: &Tensor, axes: [bool; 3]) -> Result<Tensor> {
        let axes: Vec<usize> = (0..3).filter(|axis| axes[*axis]).collect();
        let of = |x: &Tensor| match fold {
            Fold::Sum => x.sum_keepdim(axes.as_slice()),
            Fold::Max => axes.iter().try_fold(x.clone(), |x, axis| x.max_keepdim(*axis)),
            Fold::Min => axes.iter().try_fold(x.clone(), |x, axis| x.min_keepdim(*axis)),
        };
        if fold == Fold::Sum {
            return of(x);
        }
        // candle drops NaN.
        let is_nan = x.ne(x)?.to_dtype(dtype::<T>())?.sum_keepdim(axes.as_slice())?.gt(0.0)?;
        self.select(&is_nan, &self.fill(f64::NAN, [1; 3])?, &of(x)?)
    }

    fn matmul(&self, a: &Tensor, b: &Tensor) -> Result<Tensor> {
        a.contiguous()?.matmul(&b.contiguous()?)
    }

    fn transpose(&self, x: &Tensor) -> Result<Tensor> {
        x.transpose(D::Minus2, D::Minus1)
    }

    fn broadcast(&self, x: &Tensor, shape: [usize; 3]) -> Result<Tensor> {
        x.broadcast_as(shape.to_vec())
    }

    fn reshape(&self, x: &Tensor, shape: [usize; 3]) -> Result<Tensor> {
        x.reshape(shape.to_vec())
    }

    fn first_cols(&self, x: &Tensor, n: usize) -> Result<Tensor> {
        x.narrow(D::Minus1, 0, n)
    }

    fn keep(&self, x: Tensor) -> Result<Tensor> {
        x.force_contiguous()
    }
}
