use crate::author::*;

/// Shampoo: multiplies each gradient by roots of its second moments, from the left for rows and from the right for
/// columns (Gupta et al. 2018, [Preconditioned Stochastic Tensor Optimization](https://arxiv.org/abs/1802.09568)).
///
/// ```text
/// g ← (1 − momentum)·g + momentum·u, from the second step on
/// g ← g + weight_decay·p,   or p ← p − lr·weight_decay·p with weight_decouple
/// L ← L + g·gᵀ
/// R ← R + gᵀ·g
/// u ← (L + matrix_eps)^(−1/4)·g·(R + matrix_eps)^(−1/4)
/// p ← p − lr·u
/// ```
///
/// The roots are computed again every `preconditioning_compute_steps` steps, which is most of the work. Before the
/// first time they are zero, and the parameter does not move.
///
/// Parameters need at least two axes. With more, the first axis is the rows. Use another optimizer for vectors, in a
/// [`Partition`](crate::Partition).
///
/// Compared with `Shampoo` of the Python package `pytorch_optimizer` 4.1.0, with its defaults. As in the package, momentum mixes the last update into
/// the gradient, and weight decay is applied after that. In the package, `L` and `R` start as `matrix_eps` times the identity, which is the same, and
/// a parameter of more than two axes has a root for each axis.
///
/// The sums only grow, so steps become shorter, as in Adagrad. NaN or infinity in a gradient makes the parameter NaN permanently. In `f32`, so does a
/// gradient above 1.8e19, because its square is infinite. Set a policy for such gradients, or clip them.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![[1.0_f64, -2.0], [0.5, 3.0]];
/// let mut opt = Shampoo::new().lr(1.0).build(&x)?;
/// for _ in 0..200 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(
    matrix,
    state <
        l: (rows, rows) = 0.0,
        r: (cols, cols) = 0.0,
        root_l: (rows, rows) = 0.0,
        root_r: (cols, cols) = 0.0,
        update = 0.0 if self.momentum > 0.0,
    >,
    requires(self.matrix_eps > 0.0, "`matrix_eps` is 0, and a root of zero divides by zero"),
    requires(param.ndim() >= 2, "Shampoo needs matrices: the parameter has fewer than two axes"),
)]
#[derive(Debug, Clone, PartialEq)]
pub struct Shampoo {
    /// Learning rate, at least 0.
    #[hyper(default = 1e-3, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Weight of the last update in the gradient, from 0 to less than 1.
    #[hyper(default = 0.0, range = 0.0..1.0)]
    pub momentum: f64,
    /// Weight decay, at least 0.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// Steps from one computation of the roots to the next, at least 1.
    #[hyper(default = 1, range = 1..)]
    pub preconditioning_compute_steps: usize,
    /// Added to the second moments on their diagonals, more than 0.
    #[hyper(default = 1e-6, range = 0.0..)]
    pub matrix_eps: f64,
    /// If true, weight decay acts on the parameter, as in AdamW. Otherwise it is part of the gradient.
    #[hyper(default = false)]
    pub weight_decouple: bool,
}

#[optimizer]
impl Shampoo {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut grad = grad;
        if self.momentum > 0.0 {
            if !at(1) {
                grad = grad.lerp(state.update, self.momentum);
            }
        }
        if self.weight_decouple {
            *param *= 1.0 - self.lr * self.weight_decay;
        } else {
            grad += self.weight_decay * *param;
        }
        state.l += grad.matmul(grad.t());
        state.r += grad.t().matmul(grad);
        if every(self.preconditioning_compute_steps) {
            state.root_l = state.l.inv_root(4, self.matrix_eps);
            state.root_r = state.r.inv_root(4, self.matrix_eps);
        }
        let update = state.root_l.matmul(grad).matmul(state.root_r);
        if self.momentum > 0.0 {
            state.update = update;
        }
        *param -= self.lr * update;
    }
}
