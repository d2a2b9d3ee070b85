use crate::author::*;
use crate::shelf::orthogonalized;

/// Scion: steps of a given length, measured in a norm that suits each layer (Pethick et al. 2025,
/// [Training Deep Learning Models with Norm-Constrained LMOs](https://arxiv.org/abs/2502.07529)).
///
/// ```text
/// p ← p − lr·weight_decay·p (without constraint)
/// d ← d + momentum·(g − d)
/// p ← (1 − lr)·p (with constraint)
/// p ← p − lr·scale·u,   where u is
///     √(rows/cols)·(Newton–Schulz of d)     spectral
///     sign(d) / cols                        sign
///     d / (rms of each column + 1e-8)       col
///     d / (√cols·norm of each row + 1e-8)   row
///     d / (rms of d + 1e-8)                 bias
/// ```
///
/// `auto` is `spectral` for matrices and `bias` for vectors. For the last layer, the authors use `sign` with a much larger `scale`, and `constraint`,
/// which keeps parameters in the ball of radius `scale` around 0. A parameter of more than two axes is one matrix, and its first axis is the rows.
///
/// Compared with `SCION` of the Python package `pytorch_optimizer` 4.1.0, with its defaults and the defaults of its norms, but with its iterations in
/// double precision instead of `bfloat16`. In the package, convolutions with `auto` have the factor `√(outputs/inputs)` over the size of the kernel.
/// `weight_decouple = false` and the method `init` are left out. `momentum` is the weight of the *new* gradient, as in the paper.
///
/// One NaN in a gradient makes the whole matrix NaN.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![[1.0_f64, -2.0], [0.5, 3.0]];
/// let mut opt = SCION::new().lr(LinearLR::new(0.05, 0.0, 400)).build(&x)?;
/// for _ in 0..400 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 0.1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(matrix, state <d = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub struct SCION {
    /// Learning rate, at least 0.
    #[hyper(default = 1e-3, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Weight of the new gradient, from 0 to 1.
    #[hyper(default = 0.1, scheduled, range = 0.0..=1.0)]
    pub momentum: f64,
    /// If true, parameters stay in the ball of radius `scale`.
    #[hyper(default = false)]
    pub constraint: bool,
    /// The norm that measures the length of a step.
    #[hyper(default = LMONorm::Auto)]
    pub norm_type: LMONorm,
    /// Length of a step at a learning rate of 1, at least 0.
    #[hyper(default = 1.0, scheduled, range = 0.0..)]
    pub scale: f64,
    /// Decoupled weight decay, at least 0; it has no effect with `constraint`.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
}

/// The norm that measures the length of a step of [`SCION`].
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum LMONorm {
    /// Chosen by the number of axes.
    Auto,
    /// Largest singular value.
    Spectral,
    /// Largest element.
    Sign,
    /// Root mean square.
    Bias,
    /// Largest root mean square of a column.
    Col,
    /// Largest norm of a row.
    Row,
}

#[optimizer(uses(orthogonalized))]
impl SCION {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param *= if self.constraint { 1.0 - self.lr } else { 1.0 - self.lr * self.weight_decay };
        state.d = state.d.lerp(grad, self.momentum);
        let d = state.d;
        let matrix = param.ndim() >= 2;
        let (rows, cols) = (param.rows() as f64, param.cols() as f64);
        let step_size = self.lr * self.scale;
        if self.norm_type == LMONorm::Spectral || (self.norm_type == LMONorm::Auto && matrix) {
            *param -= step_size * (rows / cols).sqrt() * orthogonalized(d, 5);
        } else {
            match self.norm_type {
                LMONorm::Sign => *param -= step_size / cols * d.sign(),
                LMONorm::Col => *param -= step_size * d / (d.col_rms() + 1e-8),
                LMONorm::Row => *param -= step_size * d / (cols.sqrt() * d.row_norm() + 1e-8),
                _ => *param -= step_size / (d.rms() + 1e-8) * d,
            }
        }
    }
}
