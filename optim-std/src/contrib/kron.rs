use crate::author::*;

/// PSGD Kron: multiplies the gradient from both sides by triangular factors of a whitening matrix, which the optimizer
/// learns (Li 2015, [Preconditioned Stochastic Gradient Descent](https://arxiv.org/abs/1512.04202); Pooladzandi and Li
/// 2024, [Curvature-Informed SGD via General Purpose Lie-Group Preconditioners](https://arxiv.org/abs/2402.04553)).
///
/// ```text
/// m ← momentum·m + (1 − momentum)·g,   m' = m / (1 − momentumᵗ)
/// in the first flat_start steps, then every precondition_frequency steps, with random normal numbers V:
///     A = Lᵀ·m'·R,   B = L⁻¹·V·R⁻ᵀ
///     L ← L − precondition_lr·L·tril(A·Aᵀ − B·Bᵀ) / bound(A·Aᵀ + B·Bᵀ)
///     R ← R − precondition_lr·R·tril(Aᵀ·A − Bᵀ·B) / bound(Aᵀ·A + Bᵀ·B)
/// u = L·Lᵀ·m'·R·Rᵀ
/// p ← p − lr·(min(1, 1.1 / (rms(u) + 1e-6))·u + weight_decay·p)
/// ```
///
/// `L` and `R` are lower triangular and start as identities; `bound` is the paper's lower bound of the largest eigenvalue.
///
/// Parameters need at least two axes. With more, the first axis is the rows. Use another optimizer for vectors, in a
/// [`Partition`](crate::Partition).
///
/// Compared with `Kron` of the Python package `pytorch_optimizer` 4.1.0, with its defaults. Its factors are `Lᵀ` and `Rᵀ`. In the package, the share
/// of steps that change the factors falls from 1 to 0.03 between steps 500 and 4000. Here it falls at once, after `flat_start` steps. The package
/// scales both factors to equal size in some steps, which does not change the update. Here this happens in each change. In the package, a parameter
/// of more than two axes has a factor for each axis, and vectors have diagonal factors.
///
/// If the gradients of a parameter stay 0, its factors grow without limit: do not pass such gradients. In `f32` the
/// square of a gradient above 1.8e19 is infinite, and the parameter becomes NaN.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![[1.0_f64, -2.0], [0.5, 3.0]];
/// let mut opt = Kron::new().lr(LinearLR::new(0.1, 0.0, 300)).build(&x)?;
/// for _ in 0..300 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 0.1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(
    matrix,
    state <momentum_buffer = 0.0, left: (rows, rows) = eye(1.0), right: (cols, cols) = eye(1.0)>,
    requires(param.ndim() >= 2, "Kron needs matrices: the parameter has fewer than two axes"),
)]
#[derive(Debug, Clone, PartialEq)]
pub struct Kron {
    /// Learning rate, at least 0. The root mean square of a step is at most 1.1 times this number.
    #[hyper(default = 1e-3, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Momentum factor, from 0 to less than 1.
    #[hyper(default = 0.9, scheduled, range = 0.0..1.0)]
    pub momentum: f64,
    /// Decoupled weight decay, at least 0.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// Learning rate of the factors, from 0 to less than 1.
    #[hyper(default = 0.1, scheduled, range = 0.0..1.0)]
    pub precondition_lr: f64,
    /// Number of first steps that all change the factors, at least 1.
    #[hyper(default = 500, range = 1..)]
    pub flat_start: usize,
    /// Steps from one change of the factors to the next after these, at least 1.
    #[hyper(default = 33, range = 1..)]
    pub precondition_frequency: usize,
}

#[optimizer]
impl Kron {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        state.momentum_buffer = self.momentum * state.momentum_buffer + (1.0 - self.momentum) * grad;
        let mean = state.momentum_buffer / (1.0 - self.momentum.powf(t));
        if !after(self.flat_start) || every(self.precondition_frequency) {
            let a = state.left.t().matmul(mean).matmul(state.right);
            let noise = state.left.solve_lower(normal_like(mean));
            let b = state.right.solve_lower(noise.t()).t();
            let left = self.turned(state.left, a.matmul(a.t()), b.matmul(b.t()), eye(param.rows()));
            let right = self.turned(state.right, a.t().matmul(a), b.t().matmul(b), eye(param.cols()));
            let balance = (right.abs().amax() / left.abs().amax()).sqrt();
            state.left = balance * left;
            state.right = right / balance;
        }
        let whitened = state.left.matmul(state.left.t().matmul(mean)).matmul(state.right).matmul(state.right.t());
        let shorter = (1.1 / (whitened.rms() + 1e-6)).min(1.0);
        *param -= self.lr * (shorter * whitened + self.weight_decay * *param);
    }

    /// A factor after a step towards equal products.
    fn turned(&self, factor: Tensor, of_mean: Tensor, of_noise: Tensor, identity: Tensor) -> Tensor {
        let sum = of_mean + of_noise;
        // The Cholesky factor of this matrix has positive numbers on and below its diagonal, and zeros above.
        let is_lower = (identity + 1.0).cholesky() > 0.0;
        let change = factor.matmul(select(is_lower, of_mean - of_noise, 0.0));
        let largest = sum.abs().amax();
        let sum = sum / largest;
        let lengths = sum.square().col_sum();
        let longest = select(lengths >= lengths.amax(), 1.0, 0.0);
        let column = (sum * longest).row_sum();
        let ahead = (sum * column).col_sum();
        let bound = largest * (sum * (ahead / ahead.norm())).row_sum().norm();
        factor - self.precondition_lr / (bound + 1e-38) * change
    }
}
