use crate::author::*;

/// SOAP: Adam in the eigenbasis of Shampoo's second moments (Vyas et al. 2024,
/// [Improving and Stabilizing Shampoo using Adam](https://arxiv.org/abs/2409.11321)).
///
/// ```text
/// g' ← Uᵀ·g·V
/// m ← β₁·m + (1 − β₁)·g'
/// v ← β₂·v + (1 − β₂)·g'²
/// p ← p − lr·√(1 − β₂ᵗ⁻¹) / (1 − β₁ᵗ⁻¹)·U·(m / (√v + eps))·Vᵀ     with lr alone unless correct_bias
/// p ← p − lr·weight_decay·p
/// L ← β·L + (1 − β)·g·gᵀ,   R ← β·R + (1 − β)·gᵀ·g     where β is shampoo_beta, or else β₂
/// at steps f + 1, 2f + 1, …, where f is precondition_frequency:
///     sort the columns of U by the diagonal of Uᵀ·L·U, those of V by Vᵀ·R·V, the largest first; the rows and columns of v with them
///     U ← Q of L·U, V ← Q of R·V (QR)
///     rotate m from the old bases to the new ones
/// ```
///
/// The first step does not move the parameter: it computes `U` and `V` as the eigenvectors of `g·gᵀ` and `gᵀ·g`.
///
/// Parameters need at least two axes. With more, the first axis is the rows. Use another optimizer for vectors, in a
/// [`Partition`](crate::Partition).
///
/// Compared with `SOAP` of the Python package `pytorch_optimizer` 4.1.0, with its defaults, which turns the bases at the same steps. The package
/// turns them in single precision, and gives a parameter of more than two axes a basis for each axis. Eigenvectors of equal eigenvalues can be any
/// basis of their space. So if the first gradient does not have full rank, other programs take other steps. In `f32` the square of a gradient above
/// 1.8e19 is infinite, and the parameter becomes NaN.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![[1.0_f64, -2.0], [0.5, 3.0]];
/// let mut opt = SOAP::new().lr(0.05).build(&x)?;
/// for _ in 0..400 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(
    matrix,
    state <
        exp_avg: (rows, cols) = 0.0,
        exp_avg_sq: (rows, cols) = 0.0,
        l: (rows, rows) = 0.0,
        r: (cols, cols) = 0.0,
        u: (rows, rows) = 0.0,
        v: (cols, cols) = 0.0,
    >,
    requires(param.ndim() >= 2, "SOAP needs matrices: the parameter has fewer than two axes"),
)]
#[derive(Debug, Clone, PartialEq)]
pub struct SOAP {
    /// Learning rate, at least 0: about the step size of each element.
    #[hyper(default = 3e-3, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Decay rates of the first and second moment, from 0 to less than 1.
    #[hyper(default = (0.95, 0.95), scheduled, range = 0.0..1.0)]
    pub betas: (f64, f64),
    /// Decoupled weight decay, at least 0.
    #[hyper(default = 1e-2, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// Steps from one turn of the bases to the next, at least 1. The first turn comes one step later, because the first
    /// step only computes the bases.
    #[hyper(default = 10, range = 1..)]
    pub precondition_frequency: usize,
    /// Decay rate of `L` and `R`, from 0 to less than 1. By default, it is the decay rate of the second moment.
    #[hyper(default = None, scheduled, range = 0.0..1.0)]
    pub shampoo_beta: Option<f64>,
    /// If false, the moments are not corrected for their start at 0.
    #[hyper(default = true)]
    pub correct_bias: bool,
    /// Added to the root of the second moment, at least 0.
    #[hyper(default = 1e-8, scheduled, range = 0.0..)]
    pub eps: f64,
}

#[optimizer]
impl SOAP {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let (beta1, beta2) = self.betas;
        let beta = if let Some(beta) = self.shampoo_beta { beta } else { beta2 };
        state.l = beta * state.l + (1.0 - beta) * grad.matmul(grad.t());
        state.r = beta * state.r + (1.0 - beta) * grad.t().matmul(grad);
        if at(1) {
            let (u, _) = state.l.eigh();
            let (v, _) = state.r.eigh();
            state.u = u;
            state.v = v;
        } else {
            let turned = state.u.t().matmul(grad).matmul(state.v);
            state.exp_avg = beta1 * state.exp_avg + (1.0 - beta1) * turned;
            state.exp_avg_sq = beta2 * state.exp_avg_sq + (1.0 - beta2) * turned.square();
            let update = state.u.matmul(state.exp_avg / (state.exp_avg_sq.sqrt() + self.eps)).matmul(state.v.t());
            let step_size = if self.correct_bias {
                self.lr * (1.0 - beta2.powf(t - 1.0)).sqrt() / (1.0 - beta1.powf(t - 1.0))
            } else {
                self.lr
            };
            *param -= step_size * update;
            *param *= 1.0 - self.lr * self.weight_decay;
            if every(self.precondition_frequency, self.precondition_frequency + 1) {
                let (of_l, of_r) = (state.l.matmul(state.u), state.r.matmul(state.v));
                // The diagonals of Uᵀ·L·U and of Vᵀ·R·V.
                let of_rows = (-(state.u * of_l).col_sum()).argsort();
                let of_cols = (-(state.v * of_r).col_sum()).argsort();
                let (u, _) = of_l.take_cols(of_rows).qr();
                let (v, _) = of_r.take_cols(of_cols).qr();
                let mean = state.u.matmul(state.exp_avg).matmul(state.v.t());
                state.exp_avg = u.t().matmul(mean).matmul(v);
                state.exp_avg_sq = state.exp_avg_sq.take_cols(of_cols).t().take_cols(of_rows).t();
                state.u = u;
                state.v = v;
            }
        }
    }
}
