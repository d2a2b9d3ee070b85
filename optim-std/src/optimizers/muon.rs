use crate::prelude::*;

/// Muon: momentum made orthogonal by Newton–Schulz iterations (Jordan et al. 2024,
/// <https://kellerjordan.github.io/posts/muon>).
///
/// ```text
/// b ← momentum·b + (1 − momentum)·g
/// x = (1 − momentum)·g + momentum·b (nesterov) or b, divided by its norm
/// ns_steps times: x ← a·x + (b·A + c·A²)·x,   A = x·xᵀ,  (a, b, c) = (3.4445, −4.7750, 2.0315)
/// p ← p·(1 − lr·weight_decay) − lr·√max(1, rows/cols)·x
/// ```
///
/// For the matrices of hidden layers: the singular values of the update are all near 1. A parameter of more than two
/// axes is one matrix, its first axis by all others. Parameters of fewer than two axes are refused by `build`: give
/// them, and embeddings and the last layer, to another optimizer.
///
/// `torch.optim.Muon` takes matrices of two axes only, iterates in `bfloat16`, bounds the norm by `eps` from below
/// instead of adding it, and has other defaults: `lr` 1e-3 instead of 0.02, `weight_decay` 0.1 instead of 0. Its
/// momentum is this one times a constant, which the division by the norm takes out.
///
/// If all gradients have been zero, the update is 0, and NaN with `eps = 0` (0/0). One NaN in a gradient makes the
/// whole matrix NaN.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![[1.0_f64, -2.0], [0.5, 3.0]];
/// let mut opt = Muon::new().lr(0.02).build(&x)?;
/// for _ in 0..400 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 0.2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(
    state <momentum_buffer = 0.0>,
    matrix,
    requires(param.ndim() >= 2, "Muon orthogonalizes matrices: put parameters of fewer than 2 dimensions in another optimizer")
)]
#[derive(Debug, Clone, PartialEq)]
pub struct Muon {
    /// Learning rate, at least 0: about the size of the step's singular values.
    #[hyper(default = 0.02, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Weight of the old momentum, from 0 to less than 1.
    #[hyper(default = 0.95, scheduled, range = 0.0..1.0)]
    pub momentum: f64,
    /// Decoupled weight decay, at least 0: the share of the parameter that a step removes, per unit of learning rate.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// Looks ahead: the update is the gradient interpolated with the new momentum.
    #[hyper(default = true)]
    pub nesterov: bool,
    /// Number of Newton–Schulz iterations, at least 1.
    #[hyper(default = 5, range = 1..)]
    pub ns_steps: usize,
    /// Added to the norm before the division by it, at least 0.
    #[hyper(default = 1e-7, scheduled, range = 0.0..)]
    pub eps: f64,
}

#[optimizer]
impl Muon {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.momentum_buffer = state.momentum_buffer.lerp(grad, 1.0 - self.momentum);
        let update =
            if self.nesterov { grad.lerp(state.momentum_buffer, self.momentum) } else { state.momentum_buffer };
        let tall = param.rows() > param.cols();
        let mut x = if tall { update.t() } else { update };
        x = x / (x.matrix_norm() + self.eps);
        for _ in 0..self.ns_steps {
            let a = x.matmul(x.t());
            let b = -4.7750 * a + 2.0315 * a.matmul(a);
            x = 3.4445 * x + b.matmul(x);
        }
        if tall {
            x = x.t();
        }
        let scale = (param.rows() as f64 / param.cols() as f64).max(1.0).sqrt();
        *param *= 1.0 - self.lr * self.weight_decay;
        *param -= self.lr * scale * x;
    }
}
