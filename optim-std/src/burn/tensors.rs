//! burn's tensors as a backend of the evaluator.

use burn_core::tensor::{Bool, DType, Device, ExecutionError, Tensor, TensorData};
use optim_core::__private::messages::shown;
use optim_core::evaluate::{Backend, Fold, compose};
use optim_core::lang::{Binary, Comparison, Dtype, Unary};

/// The operations of burn on one device, with elements of one type. A lazy backend, for example with fusion, runs them when a result is
/// read.
#[derive(Clone)]
pub(super) struct BurnBackend {
    device: Device,
    dtype: DType,
}

type Done = Result<Tensor<3>, BurnTensorError>;

/// An error of burn for a tensor that cannot be read.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum BurnTensorError {
    /// The device failed.
    #[error(transparent)]
    Execution(#[from] ExecutionError),
    /// The data contradicts its description.
    #[error("the data of a tensor cannot be read: {}", shown(.0))]
    Data(String),
}

optim_core::__private::messages::debug_as_display!(BurnTensorError);

impl BurnBackend {
    /// `dtype` is `F32` or `F64`.
    pub(super) fn new(device: Device, dtype: DType) -> Self {
        Self { device, dtype }
    }

    pub(super) fn device(&self) -> &Device {
        &self.device
    }
}

/// Both tensors, broadcast to their joint shape.
fn joint(a: &Tensor<3>, b: &Tensor<3>) -> (Tensor<3>, Tensor<3>) {
    let shape = compose::broadcast_shape(a.dims(), b.dims());
    (repeat(a, shape), repeat(b, shape))
}

fn repeat(x: &Tensor<3>, shape: [usize; 3]) -> Tensor<3> {
    if x.dims() == shape { x.clone() } else { x.clone().expand(shape) }
}

fn repeat_mask(x: &Tensor<3, Bool>, shape: [usize; 3]) -> Tensor<3, Bool> {
    if x.dims() == shape { x.clone() } else { x.clone().expand(shape) }
}

impl Backend for BurnBackend {
    type Tensor = Tensor<3>;
    type Mask = Tensor<3, Bool>;
    type Error = BurnTensorError;

    fn dtype(&self) -> Dtype {
        match self.dtype {
            DType::F64 => Dtype::F64,
            _ => Dtype::F32,
        }
    }

    fn fill(&self, value: f64, shape: [usize; 3]) -> Done {
        Ok(Tensor::full(shape, value, (&self.device, self.dtype)))
    }

    fn upload(&self, data: &[f64], shape: [usize; 3]) -> Done {
        let data = TensorData::new(data.to_vec(), shape).convert_dtype(self.dtype);
        Ok(Tensor::from_data(data, (&self.device, self.dtype)))
    }

    fn download(&self, x: &Tensor<3>) -> Result<Vec<f64>, BurnTensorError> {
        let data = x.clone().try_into_data()?;
        data.convert_dtype(DType::F64).try_into_vec().map_err(|error| BurnTensorError::Data(format!("{error:?}")))
    }

    fn shape(&self, x: &Tensor<3>) -> [usize; 3] {
        x.dims()
    }

    fn unary(&self, op: Unary, x: &Tensor<3>) -> Done {
        let y = x.clone();
        Ok(match op {
            Unary::Neg => y.neg(),
            Unary::Abs => y.abs(),
            Unary::Sqrt => y.sqrt(),
            Unary::Rsqrt => y.sqrt().recip(),
            Unary::Recip => y.recip(),
            Unary::Square => y.clone() * y,
            Unary::Exp => y.exp(),
            // burn has no `expm1`. `exp(x) - 1` loses all digits of small numbers. This formula loses none.
            Unary::Expm1 => (x.clone() * 0.5).tanh() * (y.exp() + 1.0),
            Unary::Ln => y.log(),
            Unary::Log1p => y.log1p(),
            Unary::Sin => y.sin(),
            Unary::Cos => y.cos(),
            Unary::Tanh => y.tanh(),
            Unary::Floor => y.floor(),
            Unary::Ceil => y.ceil(),
            // burn's own `sign` differs for NaN, and its `round` for halves.
            Unary::Sign => return compose::sign(self, x),
            Unary::Round => return compose::round(self, x),
            Unary::Trunc => return compose::trunc(self, x),
        })
    }

    fn binary(&self, op: Binary, a: &Tensor<3>, b: &Tensor<3>) -> Done {
        let (x, y) = (a.clone(), b.clone());
        Ok(match op {
            Binary::Add => x + y,
            Binary::Sub => x - y,
            Binary::Mul => x * y,
            Binary::Div => x / y,
            Binary::Rem => {
                let (x, y) = joint(a, b);
                x.fmod(y)
            }
            Binary::Powf => {
                let (x, y) = joint(a, b);
                x.powf(y)
            }
            Binary::Atan2 => {
                let (x, y) = joint(a, b);
                x.atan2(y)
            }
            // burn's `min_pair` and `max_pair` may drop NaN.
            Binary::Min => return compose::extremum(self, Comparison::Lt, a, b),
            Binary::Max => return compose::extremum(self, Comparison::Gt, a, b),
            Binary::Hypot => return compose::hypot(self, a, b),
            Binary::Copysign => return compose::copysign(self, a, b),
        })
    }

    fn binary_number(&self, op: Binary, a: &Tensor<3>, b: f64) -> Done {
        let x = a.clone();
        Ok(match op {
            Binary::Add => x + b,
            Binary::Sub => x - b,
            Binary::Mul => x * b,
            Binary::Div => x / b,
            Binary::Powf => x.powf_scalar(b),
            _ => return self.binary(op, a, &self.fill(b, [1; 3])?),
        })
    }

    fn number_binary(&self, op: Binary, a: f64, b: &Tensor<3>) -> Done {
        let y = b.clone();
        Ok(match op {
            Binary::Add => y + a,
            Binary::Sub => y.neg() + a,
            Binary::Mul => y * a,
            _ => return self.binary(op, &self.fill(a, [1; 3])?, b),
        })
    }

    fn compare(&self, op: Comparison, a: &Tensor<3>, b: &Tensor<3>) -> Result<Tensor<3, Bool>, BurnTensorError> {
        let (a, b) = joint(a, b);
        Ok(match op {
            Comparison::Lt => a.lower(b),
            Comparison::Le => a.lower_equal(b),
            Comparison::Gt => a.greater(b),
            Comparison::Ge => a.greater_equal(b),
            Comparison::Eq => a.equal(b),
            Comparison::Ne => a.not_equal(b),
        })
    }

    fn and(&self, a: &Tensor<3, Bool>, b: &Tensor<3, Bool>) -> Result<Tensor<3, Bool>, BurnTensorError> {
        let shape = compose::broadcast_shape(a.dims(), b.dims());
        Ok(repeat_mask(a, shape).bool_and(repeat_mask(b, shape)))
    }

    fn or(&self, a: &Tensor<3, Bool>, b: &Tensor<3, Bool>) -> Result<Tensor<3, Bool>, BurnTensorError> {
        let shape = compose::broadcast_shape(a.dims(), b.dims());
        Ok(repeat_mask(a, shape).bool_or(repeat_mask(b, shape)))
    }

    fn not(&self, a: &Tensor<3, Bool>) -> Result<Tensor<3, Bool>, BurnTensorError> {
        Ok(a.clone().bool_not())
    }

    fn select(&self, mask: &Tensor<3, Bool>, a: &Tensor<3>, b: &Tensor<3>) -> Done {
        let shape = compose::broadcast_shape(compose::broadcast_shape(a.dims(), b.dims()), mask.dims());
        Ok(repeat(b, shape).mask_where(repeat_mask(mask, shape), repeat(a, shape)))
    }

    fn reduce(&self, fold: Fold, x: &Tensor<3>, axes: [bool; 3]) -> Done {
        let mut y = x.clone();
        for axis in (0..3).filter(|axis| axes[*axis] && x.dims()[*axis] != 1) {
            y = match fold {
                Fold::Sum => y.sum_dim(axis),
                Fold::Max => propagated(&y, axis, y.clone().max_dim(axis)),
                Fold::Min => propagated(&y, axis, y.clone().min_dim(axis)),
            };
        }
        Ok(y)
    }

    fn matmul(&self, a: &Tensor<3>, b: &Tensor<3>) -> Done {
        Ok(a.clone().matmul(b.clone()))
    }

    fn transpose(&self, x: &Tensor<3>) -> Done {
        Ok(x.clone().swap_dims(1, 2))
    }

    fn broadcast(&self, x: &Tensor<3>, shape: [usize; 3]) -> Done {
        Ok(repeat(x, shape))
    }

    fn reshape(&self, x: &Tensor<3>, shape: [usize; 3]) -> Done {
        Ok(x.clone().reshape(shape))
    }

    fn first_cols(&self, x: &Tensor<3>, n: usize) -> Done {
        Ok(x.clone().narrow(2, 0, n))
    }
}

/// The largest or smallest numbers along an axis. NaN propagates here, but not in all of burn's backends.
fn propagated(x: &Tensor<3>, axis: usize, reduced: Tensor<3>) -> Tensor<3> {
    let nan = x.clone().is_nan().any_dim(axis);
    reduced.mask_fill(nan, f64::NAN)
}
