//! Operations that are composed of others, for libraries that lack them.

use super::Backend;
use crate::lang::{Binary, Comparison, Op, Unary, elementwise};

/// `x` to the power `n` by repeated squaring, in the order of the kernels.
///
/// # Errors
///
/// Returns the errors of the library.
pub fn powi<B: Backend + ?Sized>(backend: &B, x: &B::Tensor, n: i32) -> Result<B::Tensor, B::Error> {
    let (mut rest, mut factor, mut power) = (n.unsigned_abs(), x.clone(), None);
    while rest != 0 {
        if rest & 1 == 1 {
            power = Some(match power {
                None => factor.clone(),
                Some(power) => backend.binary(Binary::Mul, &power, &factor)?,
            });
        }
        rest >>= 1;
        if rest != 0 {
            factor = backend.binary(Binary::Mul, &factor, &factor)?;
        }
    }
    match power {
        None => backend.fill(1.0, backend.shape(x)),
        Some(power) if n < 0 => backend.unary(Unary::Recip, &power),
        Some(power) => Ok(power),
    }
}

/// The smaller ([`Comparison::Lt`]) or the larger ([`Comparison::Gt`]) of two; NaN if either is.
///
/// # Errors
///
/// Returns the errors of the library.
pub fn extremum<B: Backend + ?Sized>(
    backend: &B,
    wins: Comparison,
    a: &B::Tensor,
    b: &B::Tensor,
) -> Result<B::Tensor, B::Error> {
    let nan = backend.compare(Comparison::Ne, a, a)?;
    let first = backend.or(&backend.compare(wins, a, b)?, &nan)?;
    backend.select(&first, a, b)
}

/// -1, 0 or 1; NaN of NaN.
///
/// # Errors
///
/// Returns the errors of the library.
pub fn sign<B: Backend + ?Sized>(backend: &B, x: &B::Tensor) -> Result<B::Tensor, B::Error> {
    let number = |value| backend.fill(value, [1; 3]);
    let zero = number(0.0)?;
    let negative = backend.compare(Comparison::Lt, x, &zero)?;
    let positive = backend.compare(Comparison::Gt, x, &zero)?;
    let rest = backend.select(&negative, &number(-1.0)?, x)?;
    backend.select(&positive, &number(1.0)?, &rest)
}

/// Nearest integer, half away from zero.
///
/// # Errors
///
/// Returns the errors of the library.
pub fn round<B: Backend + ?Sized>(backend: &B, x: &B::Tensor) -> Result<B::Tensor, B::Error> {
    let whole = trunc(backend, x)?;
    let rest = backend.unary(Unary::Abs, &backend.binary(Binary::Sub, x, &whole)?)?;
    let away = backend.compare(Comparison::Ge, &rest, &backend.fill(0.5, [1; 3])?)?;
    let next = backend.binary(Binary::Add, &whole, &sign(backend, x)?)?;
    backend.select(&away, &next, &whole)
}

/// The integer part.
///
/// # Errors
///
/// Returns the errors of the library.
pub fn trunc<B: Backend + ?Sized>(backend: &B, x: &B::Tensor) -> Result<B::Tensor, B::Error> {
    let negative = backend.compare(Comparison::Lt, x, &backend.fill(0.0, [1; 3])?)?;
    backend.select(&negative, &backend.unary(Unary::Ceil, x)?, &backend.unary(Unary::Floor, x)?)
}

/// `a % b` with the sign of `a`: `a - trunc(a / b) * b`, which is less exact than the operation where `a / b` is large.
///
/// # Errors
///
/// Returns the errors of the library.
pub fn rem<B: Backend + ?Sized>(backend: &B, a: &B::Tensor, b: &B::Tensor) -> Result<B::Tensor, B::Error> {
    let whole = trunc(backend, &backend.binary(Binary::Div, a, b)?)?;
    backend.binary(Binary::Sub, a, &backend.binary(Binary::Mul, &whole, b)?)
}

/// `x` with the sign of `sign`, -0 included; the sign of NaN counts as positive.
///
/// # Errors
///
/// Returns the errors of the library.
pub fn copysign<B: Backend + ?Sized>(backend: &B, x: &B::Tensor, sign: &B::Tensor) -> Result<B::Tensor, B::Error> {
    let zero = backend.fill(0.0, [1; 3])?;
    let size = backend.unary(Unary::Abs, x)?;
    // 1 / -0 is negative; 1 / -∞ is -0, so the number itself is asked as well.
    let inverse = backend.unary(Unary::Recip, sign)?;
    let below = backend.compare(Comparison::Lt, sign, &zero)?;
    let negative = backend.or(&below, &backend.compare(Comparison::Lt, &inverse, &zero)?)?;
    backend.select(&negative, &backend.unary(Unary::Neg, &size)?, &size)
}

/// `sqrt(x * x + y * y)` without overflow: the longer side times the root of 1 plus the square of the ratio. Infinite if either is, even
/// with NaN.
///
/// # Errors
///
/// Returns the errors of the library.
pub fn hypot<B: Backend + ?Sized>(backend: &B, x: &B::Tensor, y: &B::Tensor) -> Result<B::Tensor, B::Error> {
    let (x, y) = (backend.unary(Unary::Abs, x)?, backend.unary(Unary::Abs, y)?);
    let longer = extremum(backend, Comparison::Gt, &x, &y)?;
    let shorter = extremum(backend, Comparison::Lt, &x, &y)?;
    let number = |value| backend.fill(value, [1; 3]);
    let is_zero = backend.compare(Comparison::Eq, &longer, &number(0.0)?)?;
    let ratio = backend.binary(Binary::Div, &shorter, &backend.select(&is_zero, &number(1.0)?, &longer)?)?;
    let root = backend
        .unary(Unary::Sqrt, &backend.binary(Binary::Add, &backend.unary(Unary::Square, &ratio)?, &number(1.0)?)?)?;
    let length = backend.binary(Binary::Mul, &longer, &root)?;
    let infinity = number(f64::INFINITY)?;
    let infinite = backend
        .or(&backend.compare(Comparison::Eq, &x, &infinity)?, &backend.compare(Comparison::Eq, &y, &infinity)?)?;
    backend.select(&infinite, &infinity, &length)
}

/// An elementwise function computed on the host: the tensor is downloaded, the result uploaded.
///
/// # Errors
///
/// Returns the errors of the library.
pub fn unary_on_host<B: Backend + ?Sized>(backend: &B, op: Unary, x: &B::Tensor) -> Result<B::Tensor, B::Error> {
    let dtype = backend.dtype();
    let mut data = backend.download(x)?;
    data.iter_mut().for_each(|x| *x = elementwise(&Op::Unary(op), &[*x], |x| dtype.round(x)));
    backend.upload(&data, backend.shape(x))
}

/// An elementwise function of two tensors, computed on the host.
///
/// # Errors
///
/// Returns the errors of the library.
pub fn binary_on_host<B: Backend + ?Sized>(
    backend: &B,
    op: Binary,
    a: &B::Tensor,
    b: &B::Tensor,
) -> Result<B::Tensor, B::Error> {
    let shape = broadcast_shape(backend.shape(a), backend.shape(b));
    let dtype = backend.dtype();
    let mut left = backend.download(&backend.broadcast(a, shape)?)?;
    let right = backend.download(&backend.broadcast(b, shape)?)?;
    for (a, b) in left.iter_mut().zip(right) {
        *a = elementwise(&Op::Binary(op), &[*a, b], |x| dtype.round(x));
    }
    backend.upload(&left, shape)
}

/// The first `n` columns, copied on the host.
///
/// # Errors
///
/// Returns the errors of the library.
pub fn first_cols_on_host<B: Backend + ?Sized>(backend: &B, x: &B::Tensor, n: usize) -> Result<B::Tensor, B::Error> {
    let [batch, rows, cols] = backend.shape(x);
    let data = backend.download(x)?;
    let first: Vec<f64> = data.chunks(cols.max(1)).flat_map(|row| row.iter().take(n).copied()).collect();
    backend.upload(&first, [batch, rows, n])
}

/// The same elements in another shape, copied on the host.
///
/// # Errors
///
/// Returns the errors of the library.
pub fn reshape_on_host<B: Backend + ?Sized>(
    backend: &B,
    x: &B::Tensor,
    shape: [usize; 3],
) -> Result<B::Tensor, B::Error> {
    backend.upload(&backend.download(x)?, shape)
}

/// The shape of two tensors after broadcasting axes of size 1.
pub fn broadcast_shape(a: [usize; 3], b: [usize; 3]) -> [usize; 3] {
    std::array::from_fn(|axis| if a[axis] == 1 { b[axis] } else { a[axis] })
}
