use crate::author::*;

/// Muon: momentum made orthogonal by Newton–Schulz iterations (Jordan et al. 2024,
/// <https://kellerjordan.github.io/posts/muon>).
///
/// ```text
/// b ← momentum·b + (1 − momentum)·g
/// x = (1 − momentum)·g + momentum·b (nesterov) or b, divided by its norm
/// ns_steps times: x ← a·x + (b·A + c·A²)·x,   A = x·xᵀ,  (a, b, c) = ns_coefficients
/// p ← p·(1 − lr·weight_decay) − lr·scale·x
/// ```
///
/// Use it for the matrices of hidden layers: all singular values of the update are near 1. A parameter with more than two axes is one matrix, and its
/// first axis is the rows. With a [view](crate::guide::groups#views) it is a batch of matrices, each orthogonalized separately:
/// `.view("heads", |p| p.name().ends_with("qkv.weight"), |p| [3 * heads, head_dim, p.dim(1)])`, and
/// `.view("experts", |p| p.ndim() == 3, |p| p.shape().to_vec())` for one matrix of each expert. `build` returns an error for parameters with fewer
/// than two axes. Train them, embeddings and the last layer with another optimizer, in a [`Partition`](crate::Partition).
///
/// With the default coefficients, singular values become 0.5 to 1.2. With `coefficients` `PolarExpress` (Amsel et al. 2025,
/// [The Polar Express](https://arxiv.org/abs/2505.16932)) each iteration has other coefficients, and `x` is first divided by 1.01 times its norm.
/// After 6 iterations, singular values above a thousandth of the norm are between 0.99 and 1.01. After 8 iterations, they are 1 to 14 digits.
///
/// `adjust_lr_fn` is the scale of the update:
///
/// | | scale | `lr` |
/// |---|---|---|
/// | `Original` | √max(1, rows/cols) | about the size of the singular values of a step, 0.02 |
/// | `MatchRmsAdamw` | 0.2·√max(rows, cols) (Liu et al. 2025, [Muon is Scalable](https://arxiv.org/abs/2502.16982)) | as for AdamW |
/// | `Spectral` | √(rows/cols) (Bernstein 2025, [Deriving Muon](https://jeremybernste.in/writing/deriving-muon)) | the same for all widths |
///
/// `torch.optim.Muon` only takes matrices of two axes, iterates in `bfloat16`, uses `eps` as a lower bound of the norm
/// instead of adding it, and has other defaults: `lr` 1e-3 instead of 0.02, `weight_decay` 0.1 instead of 0. Its
/// momentum is larger by a constant factor, which the division by the norm removes.
///
/// If all gradients have been zero, the update is 0. With `eps = 0` it is NaN (0/0). One NaN in a gradient makes the
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
    /// Momentum factor, from 0 to less than 1.
    #[hyper(default = 0.95, scheduled, range = 0.0..1.0)]
    pub momentum: f64,
    /// Decoupled weight decay, at least 0: the fraction of the parameter that a step removes, per unit of learning
    /// rate.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// Uses Nesterov momentum: the update is the gradient interpolated with the new momentum.
    #[hyper(default = true)]
    pub nesterov: bool,
    /// Number of Newton–Schulz iterations, at least 1.
    #[hyper(default = 5, range = 1..)]
    pub ns_steps: usize,
    /// The coefficients of the iterations: `Fixed` uses `ns_coefficients` in all of them, `PolarExpress` has others for each iteration.
    #[hyper(default = MuonCoefficients::Fixed)]
    pub coefficients: MuonCoefficients,
    /// The coefficients a, b and c of every iteration, with `coefficients` `Fixed`.
    #[hyper(default = (3.4445, -4.7750, 2.0315))]
    pub ns_coefficients: (f64, f64, f64),
    /// The scale of an update.
    #[hyper(default = MuonScale::Original)]
    pub adjust_lr_fn: MuonScale,
    /// Added to the norm before the division by it, at least 0.
    #[hyper(default = 1e-7, scheduled, range = 0.0..)]
    pub eps: f64,
}

/// The coefficients of the iterations of [`Muon`].
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum MuonCoefficients {
    /// The same three in all iterations.
    Fixed,
    /// Three for each iteration, so that it converges quickly: Polar Express.
    PolarExpress,
}

/// The scale of an update of [`Muon`].
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum MuonScale {
    /// √max(1, rows/cols)
    Original,
    /// 0.2·√max(rows, cols): an update has the root mean square of an update of AdamW.
    MatchRmsAdamw,
    /// √(rows/cols): an update has the spectral norm of the weights, for any width.
    Spectral,
}

/// The coefficients of Polar Express for singular values from 1e-3 to 1. Further iterations use the last ones.
const POLAR_EXPRESS: [(f64, f64, f64); 8] = [
    (8.28721201814563, -23.595886519098837, 17.300387312530933),
    (4.107059111542203, -2.9478499167379106, 0.5448431082926601),
    (3.9486908534822946, -2.908902115962949, 0.5518191394370137),
    (3.3184196573706015, -2.488488024314874, 0.51004894012372),
    (2.300652019954817, -1.6689039845747493, 0.4188073119525673),
    (1.891301407787398, -1.2679958271945868, 0.37680408948524835),
    (1.8750014808534479, -1.2500016453999487, 0.3750001645474248),
    (1.875, -1.25, 0.375),
];

/// The safety margin that keeps [`POLAR_EXPRESS`] in the range of convergence.
const MARGIN: f64 = 1.01;

#[optimizer]
impl Muon {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.momentum_buffer = state.momentum_buffer.lerp(grad, 1.0 - self.momentum);
        let update =
            if self.nesterov { grad.lerp(state.momentum_buffer, self.momentum) } else { state.momentum_buffer };
        let tall = param.rows() > param.cols();
        let mut x = if tall { update.t() } else { update };
        let polar = self.coefficients == MuonCoefficients::PolarExpress;
        x = x / ((if polar { MARGIN } else { 1.0 }) * x.matrix_norm() + self.eps);
        for i in 0..self.ns_steps {
            let (a, b, c) = if polar { POLAR_EXPRESS[i.min(7)] } else { self.ns_coefficients };
            // The last coefficients converge from all results of the previous iterations.
            let margin = if polar && i < 7 { MARGIN } else { 1.0 };
            let (a, b, c) = (a / margin, b / margin.powf(3.0), c / margin.powf(5.0));
            let square = x.matmul(x.t());
            x = a * x + (b * square + c * square.matmul(square)).matmul(x);
        }
        if tall {
            x = x.t();
        }
        let (rows, cols) = (param.rows() as f64, param.cols() as f64);
        let scale = match self.adjust_lr_fn {
            MuonScale::Original => (rows / cols).max(1.0).sqrt(),
            MuonScale::MatchRmsAdamw => 0.2 * rows.max(cols).sqrt(),
            MuonScale::Spectral => (rows / cols).sqrt(),
        };
        *param *= 1.0 - self.lr * self.weight_decay;
        *param -= self.lr * scale * x;
    }
}
