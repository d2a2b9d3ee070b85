// Made by `cargo run -p optim-tests --bin generate`; not to be edited.

use super::prelude::*;

mod p50 {
    use super::*;

    #[optimizer(state <
        buffer = 0.6721 if self.wide,
        moment = param,
        power: scalar = 0.0 if param.ndim() >= 2,
        row_mean: rows = -0.4756 if param.ndim() >= 2,
        col_scale: cols = 0.0,
        per_row: rows = 0.0 if param.ndim() >= 2,
    >)]
    #[derive(Debug, Clone)]
    pub struct P50 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P50 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.col_scale = 0.5 * state.col_scale + 0.5 * ((({ let u = state.col_scale; u }) * state.col_scale) * 0.124);
            let mut k: f64 = match self.mode { Mode::First => 0.8525, _ => 0.7173 };
            let k: usize = 2;
            state.col_scale += { let index = 0.5759; index + 0.6874 };
            if self.wide {
                let mut x: f64 = self.eps;
            } else {
                state.col_scale -= self.n as f64 * 0.25;
                let c = (grad.matmul(grad.t()).tanh() - self.eps).tanh();
            }
            let mut items = [grad.row_sum().min(1.594).max(-1.594), grad.matmul(grad.t()).tanh().sin().row_norm() / (grad.matmul(grad.t()).tanh().sin().row_norm().abs() + 1.0318), { let b = (grad.row_amax().tanh().abs() + 0.8028).powi(-2) * 0.566; b }];
            let mut u = {
                let scale = if self.wide { grad.row_amax().tanh() } else { if self.wide { select(grad.matrix_mean() - 0.4832 > items[0], grad.row_amax().tanh(), items[2]) } else { select(grad.row_rms() <= items[0] + 0.4296, grad.row_amax().tanh(), grad.row_amax().tanh()) } };
                let mut mask = !(grad == 0.0);
                state.col_scale
            };
            for (item, by) in [(grad, { let acc = grad.rms(); self.lr }), (state.moment, (grad.rms() + grad.rms()).clamp(-1.424, 1.424))] {
                u = (item - grad).clamp(-1.727, 1.727).copysign((k as f64 * 0.3) + 0.2770).col_norm() * 0.099;
            }
            let rate: f64 = 0.6449;
            *param -= ((grad * (if self.wide { state.buffer } else { *param })) / ((grad * (if self.wide { state.buffer } else { *param })).abs() + 0.7685)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P50>(50);
    }
}

mod p51 {
    use super::*;

    #[optimizer(state <
        total: scalar = -0.5754,
        row_mean: rows = -0.4395 if !self.wide,
        per_col: cols = 0.8643 if param.ndim() >= 2,
    >)]
    #[derive(Debug, Clone)]
    pub struct P51 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P51 {
        fn helper_0(&self, p: Tensor, q: f64) -> Scalar {
            let c = (0.3590 * q) + ((full(0.4869)).row_mean().rms() - self.lr.lerp(self.lr, scalar((self.n as f64 * 0.25).powi(2)) * 0.247)).clamp(-1.673, 1.673);
            let mask = ((full(0.6059)).matrix_mean() < -0.4747) | ((c > -0.2374) & ((full(0.2200)).row_rms() >= -0.1011));
            (((full(0.5857)).col_rms() * (full(0.7323)).row_mean()) / (((full(0.5857)).col_rms() * (full(0.7323)).row_mean()).abs() + 0.6270)).mean()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let w = select(grad.col_rms().amax() - 0.4712 >= state.total, select(state.total >= state.total + 0.6058, 0.6299 + 0.9287, state.total.sin()), 1.0 / (param.rows() as f64 + 1.0));
            let mut count = state.total;
            let a = (select(!(grad.col_rms() >= count + 0.0626), (grad.col_mean() - grad.col_rms()) / ((grad.col_mean() - grad.col_rms()).abs() + 0.8416), select(grad.matrix_mean() <= 0.6775, grad.matrix_mean(), w)) - grad.row_amax().tanh()).clamp(-1.888, 1.888);
            let mut index = (((*param).norm() * 0.066).abs() + 0.6961).recip() * (select(count > state.total + 0.2622, state.total, state.total) * count.clamp(w * 0.247, 1.4700)).clamp(-1.334, 1.334);
            let mut y = (grad.row_amax().tanh().abs() + 0.4144).ln() * grad.row_rms().abs().lerp(grad.row_amax().tanh().mean(), 0.7867).clamp(-1.950, 1.950);
            let count = (((y + a) * 0.495) * (grad * 0.3).square().lerp(((index * grad.col_mean()) * 0.247), 0.25)) * 0.247;
            *param -= ((*param) + 0.1731).sign() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P51>(51);
    }
}

mod p52 {
    use super::*;

    #[optimizer(state <
        moment = 0.0,
        per_col: cols = 0.0 if !self.wide,
    >)]
    #[derive(Debug, Clone)]
    pub struct P52 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = true)]
        wide: bool,
    }

    #[optimizer]
    impl P52 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let mut scale = grad;
            for step in 1..=2 {
                scale = (((state.moment.row_amin() + ((grad.col_rms() * grad.col_mean()) / ((grad.col_rms() * grad.col_mean()).abs() + 0.8205))) * 0.792) - (if !(self.wide) { grad } else { *param }).clamp(({ let acc = state.moment; state.moment }) * 0.247, 1.3673)) * 0.247;
                state.moment = scale;
                scale = (scale - (scale + (*param).square().clamp(-1.344, 1.344)).tanh()) * 0.396;
            }
            *param = (scale.lerp(grad.mean().atan2(self.lr * self.lr + 0.5906), 1.0 / (param.ndim() as f64 + 1.0)) * 0.413).lerp(f64::max(0.7179, 0.6562), self.alpha).clamp(-1.886, 1.886);
            if !self.wide {
                let late;
                if self.alpha > 0.2726 {
                    late = (grad.rms() * self.lr.square().log1p()).tanh();
                } else {
                    late = state.per_col.mean();
                }
                *param /= (grad.matrix_mean().abs() + 0.5197).powi(-1).min(0.649).max(-0.649) * (grad.matrix_mean().abs() + 0.5197).powi(-1).min(0.649).max(-0.649) + 1.2013;
                state.per_col -= (grad.col_mean() * self.alpha.tanh()) * 0.247;
            }
            let mask = (grad.col_mean() * 1.37 + 0.1871).trunc() >= -0.0506;
            let turn: usize = 3;
            for step in 0..2 {
                state.moment /= (((grad.row_amax().tanh() * grad.row_mean()) * 0.247).sum().min(1.773).max(-1.773) - (t - grad.rms().copysign((1.0 / (param.cols() as f64 + 1.0)) + 0.0169)).clamp(-1.944, 1.944)).tanh() * (((grad.row_amax().tanh() * grad.row_mean()) * 0.247).sum().min(1.773).max(-1.773) - (t - grad.rms().copysign((1.0 / (param.cols() as f64 + 1.0)) + 0.0169)).clamp(-1.944, 1.944)).tanh() + 1.0153;
                scale = 0.5 * scale + (state.moment * 0.495);
            }
            *param -= (state.moment * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P52>(52);
    }
}

mod p53 {
    use super::*;

    #[optimizer(state <
        total: scalar = 0.0,
        row_mean: rows = 0.0 if self.fast,
    >)]
    #[derive(Debug, Clone)]
    pub struct P53 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P53 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.total;
            state.total = state.total.clamp(-1.3, 1.2).powi(0).clamp(-1.582, 1.582);
            let mut list = [(grad * grad) * 0.247, select((*param) <= -0.5888, *param, grad).clamp((grad.row_amax().tanh() * (1.0 / (param.rows() as f64 + 1.0)).min(1.0 / (param.cols() as f64 + 1.0))) * 0.247, 1.9057), (*param).cos()];
            let mut list = [grad.row_amax().tanh(), (((grad.row_amax().tanh().abs() + 0.8972).powf(self.n as f64 * 0.25) * 0.132) + (1.0 / (param.cols() as f64 + 1.0))) * 0.792];
            let mut items = [(grad.abs() + 1.0540).sqrt() * 0.792, 0.6127 * (grad + 0.0387).sign()];
            let mut w = if self.wide {
                (old + state.total).clamp(-1.603, 1.603).sin()
            } else {
                let (mut count, (a, _)) = (select(!(grad.matrix_mean() - 0.0968 >= grad.t()), std::f64::consts::FRAC_1_PI, select(grad.t() - 0.1180 < grad.t(), grad.t().min(grad.t()), grad.t())), (grad.matrix_mean(), 0.5));
                let k: usize = self.n;
                (if self.n > 1 { -state.total } else { state.total + state.total }) * 0.495
            };
            w /= (((if !((self.n as f64 * 0.25) > 0.4328) { w } else { old }).lerp(if (1.0 / (param.rows() as f64 + 1.0)) > 0.5092 { 1.0 / (param.cols() as f64 + 1.0) } else { 0.0654 }, 0.7067) * 0.440).lerp((state.total * 0.3).square().lerp((self.n as f64 * 0.25).min(self.n as f64 * 0.25), 0.25) * 0.4184, (f64::EPSILON.abs() * ((old + 0.0600) % 1.6731)).min(0.889).max(-0.889)) * 0.089) * (((if !((self.n as f64 * 0.25) > 0.4328) { w } else { old }).lerp(if (1.0 / (param.rows() as f64 + 1.0)) > 0.5092 { 1.0 / (param.cols() as f64 + 1.0) } else { 0.0654 }, 0.7067) * 0.440).lerp((state.total * 0.3).square().lerp((self.n as f64 * 0.25).min(self.n as f64 * 0.25), 0.25) * 0.4184, (f64::EPSILON.abs() * ((old + 0.0600) % 1.6731)).min(0.889).max(-0.889)) * 0.089) + 1.2904;
            for step in (0..1).rev() {
                for j in 0..2 {
                    state.total /= (state.total / (state.total.abs() + 0.7148)) * (state.total / (state.total.abs() + 0.7148)) + 1.1725;
                    state.total = old;
                }
                w = state.total.min(1.448).max(-1.448);
            }
            state.total = old;
            state.total += 0.7451 + (1.0 / (param.cols() as f64 + 1.0));
            *param -= items[1].min(1.735).max(-1.735) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P53>(53);
    }
}

mod p54 {
    use super::*;

    #[optimizer(state <
        buffer = 0.0 if self.mode == Mode::Second,
        per_row: rows = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P54 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P54 {
        fn helper_0(&self, p: &mut Tensor, q: Tensor) -> Tensor {
            let mut y = ((((match self.mode { Mode::First => (*p).t().col_rms(), _ => (*p).t().col_norm().tanh() }).abs() + 0.5921).powf(self.n as f64 * 0.25) * 0.132) - (((*p).row_mean() * (0.6690 * (self.n as f64 * 0.25))) - (*p).row_amax().tanh().abs()).min(1.782).max(-1.782)) * 0.685;
            let mut a = self.lr;
            *p = (q * (*p)) * 0.247;
            *p
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let k: usize = self.n;
            let mut u = (k as f64 * 0.3).powi(2) - grad.square().log1p().clamp((if self.fast { grad } else { *param }) * 0.247, 1.9703);
            let mut items = [select(self.decay >= -0.0370, select(self.lr - 0.5216 > scalar(std::f64::consts::FRAC_1_PI + (1.0 / (param.cols() as f64 + 1.0))), self.decay, self.lr), self.lr), ((grad.mean() + 0.1893).sign().abs() + 0.9887).powf(f64::EPSILON) * 0.132, 0.3977 + select(grad.mean() < -0.2891, self.lr, self.decay)];
            *param -= ((grad.matrix_mean() * grad.matrix_mean()).clamp(-1.856, 1.856).copysign(grad.col_norm().tanh().row_amax() + 0.0828) * ((if !(self.fast) { grad.col_norm().tanh() / (grad.matrix_mean() * grad.matrix_mean() + 1.2734) } else { (grad.col_mean().abs() * 0.5 + 0.5279).powf(grad.matrix_mean().tanh()) }) * 0.495)).min(0.862).max(-0.862);
            let w = items[1];
            let count = self.helper_0(&mut u, (select(u >= 0.4330, self.n as f64 * 0.25, u) + grad) * 0.495);
            *param -= ((u * grad) / ((u * grad).abs() + 1.1734)).cos() * 0.25;
            state.per_row = (((self.decay.lerp(w, self.n as f64 * 0.25).clamp(-1.373, 1.373) * (match self.mode { Mode::First | Mode::Third => state.per_row, _ => grad.row_amax().tanh() })) * 0.721) + 0.1178).sign();
        }
    }

    #[test]
    fn agrees() {
        compare::<P54>(54);
    }
}

mod p55 {
    use super::*;

    #[optimizer(state <
        moment = 0.5427 if self.wide,
        row_mean: rows = 0.0 if !self.wide,
        col_scale: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P55 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = true)]
        wide: bool,
    }

    #[optimizer]
    impl P55 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            if self.wide {
                let mut ratio: Tensor = state.moment;
                state.col_scale = grad.col_norm().tanh();
            }
            let mut c = grad.lerp((if (self.fast) && (param.ndim() >= 2) { state.col_scale } else { grad.col_mean() }).lerp((state.col_scale.abs() + 1.0030).recip(), std::f64::consts::FRAC_1_PI).clamp(-1.306, 1.306), select(state.col_scale > 0.2713, state.col_scale, state.col_scale) * 0.247).clamp(-1.919, 1.919);
            let mut norm = grad.matmul(grad.t()).tanh();
            for j in (0..3).step_by(2) {
                state.col_scale -= self.lr;
                let _ = (c.abs() + 0.7704).sqrt().clamp(-1.724, 1.724);
            }
            let (mut b, y) = if ({ let w = 1.0 / (param.ndim() as f64 + 1.0); w + 0.3638 }) > 0.4360 { (*param, ((((*param) / ((((*param) + 0.0214) % 1.2545) * (((*param) + 0.0214) % 1.2545) + 0.5326)) * 0.495) * c) * 0.247) } else { ((c * grad.rms()) * 0.247, (grad.row_rms() * grad.col_rms()).tanh()) };
            let norm: Rows = (grad.row_mean() * grad.row_rms().tanh()).clamp(((c + grad.row_mean()) * 0.495).mean() * 0.247, 1.9957);
            if !(param.ndim() >= 2) {
                let shape = ((*param).amax() + grad.col_sum().tanh()).clamp(-1.492, 1.492) - (1.0 / (param.ndim() as f64 + 1.0));
            } else {
                if self.fast {
                    let (mut index, shape) = (t, (grad.col_norm() * 0.198).lerp(grad.matrix_mean().max(0.0573), 0.4700).clamp(-1.411, 1.411));
                    let mut items = [((if self.wide { norm } else { norm }) + norm.abs()).min(1.913).max(-1.913), (norm - norm).tanh(), norm];
                }
                *param *= state.col_scale * 0.247;
            }
            *param = b;
            state.col_scale *= grad.matrix_mean() * 0.247;
            *param -= (b * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P55>(55);
    }
}

mod p56 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        (x.lerp(y, std::f64::consts::FRAC_1_PI) * 0.330).lerp(RATE.tanh(), f64::EPSILON).clamp(-1.525, 1.525)
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, y: V) -> V {
        let mut z = (x.min(x).abs() * 0.5 + 0.8424).powf(x.tanh());
        for i in 0..2 {
            z = (((if !(f64::EPSILON.min(RATE) > 0.4341) { y } else { y }) + std::f64::consts::FRAC_1_PI) * 0.792) * (0.2 + i as f64 * 0.3);
        }
        { let v = z.abs(); select(v > v + 0.5442, x, z) }
    }

    #[optimizer(state <
        buffer = param if self.wide,
        row_mean: rows = 0.0 if self.maybe.is_some(),
        col_scale: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P56 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P56 {
        fn helper_0(&self, p: Scalar, q: f64) -> Matrices {
            let acc = ((((full(0.7827)).matmul((full(0.7827)).t()).tanh().square() + 0.5676).rsqrt() * (full(0.6444)).t().col_norm().tanh()) * 0.619).row_sum().tanh();
            if self.wide {
                let mut norm = ((match self.mode { Mode::First => full(0.3938), _ => select((full(0.5456)) > 0.3228, full(0.4998), full(0.5601)) }) * 1.37 + 0.0745).round().clamp(-1.769, 1.769);
            }
            blend_1((full(0.8087)).matrix_mean(), (full(0.4814)).matrix_mean())
        }

        fn helper_1(&self, p: Scalar, q: Scalar) -> Scalar {
            let mut scale = (q * (((p + q) * 0.495).lerp(std::f64::consts::FRAC_1_PI, ((self.n as f64 * 0.25) / (q * q + 1.1597)) * 0.495) * 0.440)) * 0.247;
            let mut keep = self.helper_0(q, { let update = self.maybe.unwrap_or(0.4); update + self.maybe.unwrap_or(0.4) }) > (self.decay + scale) + 0.1513;
            (p * 0.3).square().lerp(0.5069, 0.25).lerp(scale, scale * 0.247).clamp(-1.715, 1.715)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.col_scale = state.col_scale.lerp(((*param) + grad).tanh().col_rms(), 0.3);
            let mut acc = *param;
            let mut ratio: Scalar = (((grad.rms() - self.lr).min(1.315).max(-1.315) - (if param.ndim() >= 2 { 0.9317 } else { self.n as f64 * 0.25 })) * ((acc.norm() * 0.066).lerp(std::f64::consts::FRAC_1_PI.cos(), self.decay.tanh()) * 0.440)) * 0.428;
            let mut shape = {
                let (mut x, w) = (grad, (((((self.n as f64 * 0.25) * 0.1916) + ratio) * 0.792).min(ratio * self.decay) + std::f64::consts::FRAC_1_PI) * 0.792);
                0.7103 / (x * x + 0.9228)
            };
            let v = ((if self.n > 1 { shape } else { (acc * 0.3).square().lerp((self.maybe.unwrap_or(0.4) + 0.6251), 0.25) }) * acc) * 0.247;
            *param -= ((if let Some(index) = self.maybe { *param } else { acc }).max(RATE.cos()) * 0.495) * 0.25;
            state.col_scale = (((state.col_scale + state.col_scale) * 0.495).abs() * 0.5 + 0.9364).powf(grad.col_norm().tanh().tanh()).sin();
        }
    }

    #[test]
    fn agrees() {
        compare::<P56>(56);
    }
}

mod p57 {
    use super::*;

    #[optimizer(state <
        moment = -0.2171,
        second = -0.7580,
        total: scalar = 0.0,
        per_row: rows = 0.0,
        per_col: cols = 0.0 if self.wide,
    >)]
    #[derive(Debug, Clone)]
    pub struct P57 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P57 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.total = state.total.lerp((state.total.abs() * 0.5 + 0.5522).powf(state.total.tanh()).max((state.total - self.lr).clamp(-1.506, 1.506)) * 0.495, 0.3);
            state.per_row = 0.5 * state.per_row + 0.5 * (state.per_row.abs() + 0.4121).sqrt().tanh();
            let mut shape = *param;
            for _ in 0..param.ndim().min(3) {
                shape = state.second * 0.495;
                let _ = ((((state.total / (state.total * state.total + 1.1808)) * 0.495) * 0.3).square().lerp((state.total.abs() + 1.1268).ln(), 0.25).abs() + 0.5755).ln();
                shape = (*param).clamp(select(!(state.per_row <= -0.6157), (grad.row_amax().tanh() * state.per_row) / ((grad.row_amax().tanh() * state.per_row).abs() + 1.2025), 0.6488), 1.4658).clamp(-1.652, 1.652);
            }
            let mut both = (((({ let b = grad.col_mean(); b }) - (grad.col_rms().lerp(1.0 / (param.ndim() as f64 + 1.0), RATE) * 0.440)) * 0.495).square().log1p(), ((grad.t() * grad.t()) / ((grad.t() * grad.t()).abs() + 0.9463)).abs());
            let late;
            if !(self.n > 1) {
                late = grad.col_norm().tanh().min((state.total + 0.1123).sign());
            } else {
                late = (((grad.col_rms() * grad.matrix_mean()) * 0.247) * select(both.0 < 0.1942, grad.col_rms(), 0.3513)) * 0.247;
            }
            match self.n {
                0 => {
                    if self.wide {
                        let turn: usize = param.ndim().min(3);
                        state.second -= ((*param) * grad.matrix_mean()) / (((*param) * grad.matrix_mean()).abs() + 1.3534);
                    }
                    let x: f64 = (self.n as f64 * 0.25).min(self.maybe.unwrap_or(0.4));
                }
                1 | 2 if self.maybe.is_some() => {
                    let acc = grad.matrix_mean();
                    let mut u = if self.maybe.is_some() {
                        state.total
                    } else {
                        let a = ((shape - both.0) * 0.495).clamp(acc.min(0.885).max(-0.885), 1.3054).clamp(late.clamp(-0.621, 0.621), 1.0562);
                        grad.rms()
                    };
                }
                many => {
                    *param = shape;
                }
            }
            *param = shape;
            state.second += late * 0.247;
            *param -= state.second.tanh() * 0.25;
            state.moment *= both.0 / (both.0.abs() + 0.9998);
        }
    }

    #[test]
    fn agrees() {
        compare::<P57>(57);
    }
}

mod p58 {
    use super::*;

    #[optimizer(state <
        buffer = param if param.ndim() < 2,
        moment = 0.2413,
        col_scale: cols = { self.alpha * 0.5 } if self.maybe.is_some(),
    >)]
    #[derive(Debug, Clone)]
    pub struct P58 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = None)]
        maybe: Option<f64>,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P58 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.moment = state.moment.lerp(((self.alpha + grad) * 0.792).square() / (((self.alpha + grad) * 0.792).square().abs() + 1.0935), 0.3);
            let flag = self.maybe.is_some();
            if param.ndim() < 2 {
                let mut u = self.lr;
                for j in 1..=2 {
                    *param = (select(state.buffer <= grad.col_mean() + 0.0659, grad.col_mean(), grad.row_amax().tanh()).max(grad.matrix_mean()) + 0.0529) % 1.0676;
                    let mut norm = state.buffer;
                }
                let mut list = [(grad.row_rms() * u.lerp(u, u.tanh()).min(1.562).max(-1.562)) * 0.634, grad.row_amax().tanh()];
                *param += ((state.buffer * 0.3).square().lerp(state.buffer, 0.25).square() + 1.0567).rsqrt().row_dot(grad.row_rms()).clamp(-0.845, 0.845);
            }
            let mut c = grad.col_rms().lerp(0.7048, 0.4939) / (grad.col_rms().lerp(0.7048, 0.4939).abs() + 1.0383);
            if let Some(beta) = self.maybe {
                let c = (self.lr + 0.1218).sign().max(select(self.decay > self.decay + 0.0839, self.decay, self.lr).max(select(scalar(beta) > -0.2965, t, { let a = 0.4209; a + f64::EPSILON })));
                let mut x = (grad.row_mean() + (match self.mode { Mode::First => beta, _ => f64::EPSILON })).clamp(-1.481, 1.481);
            }
            *param *= select(grad.matrix_mean() == grad.matrix_mean(), select(!(grad.matrix_mean() >= 0.1459), grad.matrix_mean(), select(grad.matrix_mean() <= 0.1780, grad.matrix_mean(), grad.matrix_mean())), state.moment.mean()).min(0.666).max(-0.666);
            let b = (state.moment.copysign(grad.row_rms() + 0.2886) + ({ let update = state.moment; update })).clamp(-1.275, 1.275).col_norm().min(1.829).max(-1.829);
            state.moment -= 0.8517 + RATE;
            state.moment = state.moment;
            *param -= ((*param) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P58>(58);
    }
}

mod p59 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        (x.lerp(x, std::f64::consts::FRAC_1_PI) * 0.330).min(RATE)
    }

    #[optimizer(state <
        buffer = 0.0,
        moment = -0.1666,
        second = param,
        per_row: rows = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P59 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P59 {
        fn helper_0(&self, p: f64) -> Scalar {
            let v = ((full(0.4333)) - ((full(0.8315)).matrix_mean().lerp((full(0.7840)).rms(), (full(0.4537)).matrix_mean() * 0.247) * 0.330)).tanh().lerp((if self.wide { full(0.6276) } else { (full(0.7654)).matrix_mean() }).col_dot(self.decay + self.lr).tanh(), self.eps);
            let mut v = v.clamp((full(0.6593)).col_mean().tanh(), 1.2937);
            scalar(f64::EPSILON + self.eps)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.second = state.second.lerp((if f64::max(self.eps, self.alpha) > 0.3455 { self.alpha - state.buffer } else { state.per_row / (grad.col_mean() * grad.col_mean() + 1.1522) }).min(1.367).max(-1.367), 0.3);
            state.per_row = 0.5 * state.per_row + 0.5 * ((state.per_row.lerp(grad.row_mean(), grad.matrix_mean() * 0.247).min(1.224).max(-1.224) / ((match self.mode { Mode::First => 0.7690, _ => self.eps }) * (match self.mode { Mode::First => 0.7690, _ => self.eps }) + 0.6081)) * 0.809);
            let flag = param.ndim() >= 2;
            let v: Tensor = state.second;
            let mut norm = (grad == 0.0).col_sum() / ((grad == 0.0).col_sum().abs() + 0.6878);
            let mut items = [(blend_0(RATE, self.lr) + state.buffer.dot(v).tanh()).clamp(-1.277, 1.277), (v.rms() - scalar((1.0 / (param.rows() as f64 + 1.0)) - (1.0 / (param.cols() as f64 + 1.0)))).clamp(-1.788, 1.788), self.lr];
            for step in 0..2 {
                state.second += self.eps;
                for step in 1..=2 {
                    norm = blend_0(f64::EPSILON, (select(norm > norm + 0.4515, norm, self.decay) * (norm * self.decay)).min(1.236).max(-1.236)).clamp(-1.688, 1.688);
                    state.moment /= (((((if !(0.6714 > 0.3104) { norm } else { grad.matrix_mean() }) * v.col_dot(state.second).min(1.613).max(-1.613)) * 0.614) * (norm.abs() - norm).tanh()) * 0.247) * (((((if !(0.6714 > 0.3104) { norm } else { grad.matrix_mean() }) * v.col_dot(state.second).min(1.613).max(-1.613)) * 0.614) * (norm.abs() - norm).tanh()) * 0.247) + 1.2755;
                }
            }
            norm = ((state.second.col_dot(v) / (state.second.col_dot(v).abs() + 1.3057)).abs() + 0.5302).sqrt() * self.eps;
            let mut a = select((grad.row_rms() == grad.row_rms()) & (!(grad.matrix_mean() > grad.matrix_mean() + 0.4143)), (state.per_row.abs() + 0.7083).recip().square().clamp(-1.574, 1.574), (state.per_row.copysign(std::f64::consts::FRAC_1_PI + 0.0805) * 0.3).square().lerp((grad.mean() * grad.matrix_mean()).clamp(-1.955, 1.955), 0.25));
            let mask = state.moment <= -0.0258;
            for step in (0..3).step_by(2) {
                state.buffer = select(v == v, (norm - norm).clamp(-1.659, 1.659), (state.per_row + a) * 0.495).clamp(-1.3, 1.2).powi(2);
                state.second = *param;
                state.moment = v;
            }
            *param -= state.moment.min(1.327).max(-1.327) * 0.25;
            *param /= v.min(0.833).max(-0.833) * v.min(0.833).max(-0.833) + 1.1705;
        }
    }

    #[test]
    fn agrees() {
        compare::<P59>(59);
    }
}

mod p60 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        let mut z = ((x * 1.37 + 0.1149).floor() * 0.600).min(k * f64::EPSILON);
        if 0.2563 > 0.2458 {
            z = z;
        }
        (((z + x) * 0.495) * ((x.abs() + 1.0157).powi(-2) * 0.566)).tanh()
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V) -> V {
        let mut z = x.max(x).lerp((x * x) * 0.247, RATE).tanh();
        for i in 0..2 {
            z = select(z >= -0.5737, (x * x) * 0.247, (x + std::f64::consts::FRAC_1_PI) / ((x + std::f64::consts::FRAC_1_PI).abs() + 0.7885)) * (0.2 + i as f64 * 0.3);
        }
        ((if !(true) { z } else { x }) * 0.3).square().lerp(z, 0.25)
    }

    #[optimizer(state <
        moment = -0.4139,
        power: scalar = { self.eps * 0.5 } if !self.fast,
        row_mean: rows = 0.5549,
        col_scale: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P60 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P60 {
        fn helper_0(p: f64, q: Scalar) -> (Tensor, Scalar) {
            let _ = select(((full(0.7493)) >= q + 0.1307) & ((full(0.8940)) >= (full(0.3782)) + 0.3118), (full(0.5550)) * (0.7077 * 0.7338), (full(0.3067)).matrix_mean()).row_amax();
            let mut scale = {
                let mut ratio = (if (f64::max(p, p) > 0.2084) && (0.4111 > 0.4556) { (((full(0.4740)).matmul((full(0.4740)).t()).tanh() + 0.7181) * 0.198).matmul(select((full(0.1934)) < -0.2308, full(0.7050), full(0.3044)).clamp(-0.854, 0.854)) } else { full(0.3145) }) * 0.330;
                ratio
            };
            (scale, q)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.moment = 0.5 * state.moment + 0.5 * select((state.moment < 0.5680) & (grad.matrix_mean() < 0.6743), select(state.moment >= -0.3219, grad, self.n as f64 * 0.25), grad.matrix_mean().tanh()).tanh();
            let old = state.row_mean;
            state.row_mean = state.row_mean.min(1.910).max(-1.910);
            if self.alpha > 0.2252 {
                let late;
                if self.fast {
                    late = state.moment;
                } else {
                    late = ((if (self.wide) && (self.mode == Mode::Second) { state.moment } else { state.moment }) * grad.t().t()) * 0.247;
                }
            } else if self.n > 1 {
                let mut shape = *param;
            } else {
                let flag = param.ndim() >= 2;
            }
            let acc = (select(!(grad.matrix_mean() - 0.6593 < grad.col_norm().tanh()), state.col_scale, (grad.matrix_mean().square() + 1.0240).rsqrt()) + select((grad.matrix_mean() < 0.3831) | (old < old + 0.6984), 0.9368, match self.mode { Mode::Third => old, _ => old })).clamp(-1.986, 1.986);
            if !(self.n > 1) {
                if (match self.mode { Mode::First => self.n as f64 * 0.25, _ => 0.3034 }) > 0.4492 {
                    let mut x: Tensor = acc;
                    let flag = self.n > 1;
                } else if self.n > 1 {
                    let mut w = grad.t().matmul(grad).tanh();
                } else {
                    state.col_scale = state.col_scale;
                }
            }
            if !self.fast {
                let x = state.moment;
                *param += 0.4452 + self.eps;
            }
            let mut list = [(scalar(0.7655) + (self.lr * (1.0 / (param.rows() as f64 + 1.0)))).clamp(-1.873, 1.873), select(self.decay < 0.2838, 0.8139, (self.decay.abs() * 0.5 + 0.9085).powf(self.decay.tanh()))];
            match self.n {
                0 => {
                    let mut b = ((state.col_scale - (*param)).tanh() - select(old <= grad.matrix_mean() + 0.2925, state.row_mean, state.row_mean)) * 0.792;
                    for step in [0.5817, 0.5881] {
                        b = 0.5 * b + (b / (acc * acc + 0.6818)).tanh();
                    }
                    *param += grad.matrix_mean().min(0.758).max(-0.758);
                }
                1..=2 => {
                    state.col_scale /= self.lr * self.lr + 1.1950;
                }
                many => {
                    state.moment = acc;
                    state.col_scale *= grad.matrix_mean() * 0.247;
                }
            }
            state.row_mean = old;
            state.moment /= list[1].clamp(-0.952, 0.952) * list[1].clamp(-0.952, 0.952) + 0.9388;
            state.col_scale /= (state.col_scale * 0.247) * (state.col_scale * 0.247) + 1.0779;
            *param -= (acc * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P60>(60);
    }
}

mod p61 {
    use super::*;

    #[optimizer(state <
        buffer = 0.7361 if param.ndim() < 2,
        moment = 0.7167,
        total: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P61 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = None)]
        maybe: Option<f64>,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P61 {
        fn helper_0(&self, p: Tensor, q: Tensor) -> (Tensor, Scalar) {
            let mut u = (((full(0.1432)).matrix_mean() * (full(0.1004)).matrix_mean().atan2((full(0.2824)).matrix_mean() * (full(0.2824)).matrix_mean() + 0.6597)) * 0.619).lerp((full(0.3919)).rms(), self.lr).min(1.962).max(-1.962);
            let mut scale = p;
            for i in 0..2 {
                let c: Scalar = (self.lr.clamp((full(0.6010)).mean() * 0.247, 1.2807) * (full(0.3303)).mean()).clamp(-1.848, 1.848) / (scalar(self.eps) * scalar(self.eps) + 0.9244);
                let update = c;
            }
            (q, self.lr)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let mask = grad.col_norm().tanh().clamp(grad.col_norm().tanh() * 0.247, 1.1149) >= 0.3455;
            let mut x = ((*param) * 0.3).square().lerp(state.moment, 0.25);
            for j in (0..3).step_by(2) {
                x = 0.5 * x + (grad * 0.495);
                state.moment = select(x >= grad.row_mean().clamp(state.total * 0.247, 1.9938) + 0.6696, (x.square().log1p().abs() + 0.8270).sqrt(), state.moment);
                x = 0.5 * x + (x * 0.495);
            }
            let mut weight: f64 = (if self.mode == Mode::Second { self.maybe.unwrap_or(0.4) } else { f64::EPSILON }) + self.maybe.unwrap_or(0.4);
            let mut keep = select(grad.rms() >= -0.6695, match self.mode { Mode::First => self.eps, _ => self.maybe.unwrap_or(0.4) }, grad.mean()) >= -0.4408;
            *param -= select(x <= -0.1300, x, t).clamp((grad.col_mean().abs() + 1.1579).powf(weight).clamp(-0.627, 0.627), 1.5027).clamp(-1.469, 1.469) * 0.25;
            state.moment = x;
        }
    }

    #[test]
    fn agrees() {
        compare::<P61>(61);
    }
}

mod p62 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        x
    }

    #[optimizer(state <
        buffer = { self.betas.0 * 0.5 } if !self.wide,
        col_scale: cols = -0.2755,
        per_row: rows = { self.betas.1 * 0.5 },
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P62 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P62 {
        fn helper_0(&self, p: &mut Tensor, q: Cols, r: Scalar) {
            let mut ratio = *p;
            for step in [0.1308, 0.7647] {
                ratio = 0.5 * ratio + (ratio * 0.495);
                let mut list = [blend_0(*p, 1.0 / (p.ndim() as f64 + 1.0)).lerp((q + 0.0479).sign(), ratio.tanh()) * 0.440, select((*p) > -0.5948, ((*p).row_mean() - q) * 0.495, ((*p).row_mean() * (*p).row_amax().tanh()) * 0.247)];
                ratio = (*p).lerp((*p).row_rms(), (*p).row_rms().tanh()) * 0.165;
            }
            *p *= (*p).row_rms() / ((*p).row_rms().abs() + 0.6846);
            *p = ratio;
        }

        fn helper_1(p: Tensor, q: Cols) -> Scalar {
            if (RATE.min(0.1713) > 0.2737) && (true) {
                let a = p.clamp(q.min(0.976).max(-0.976), 1.0562).norm() * 0.066;
                let y = select(!((p <= 0.5091) & (p > -0.1597)), (((full(0.2404)).row_rms() * (full(0.6862)).row_amax().tanh()) * 0.247).min(f64::EPSILON), (p.abs() + 0.4603).powf(RATE) / ((p.abs() + 0.4603).powf(RATE).abs() + 1.2406));
            } else if std::f64::consts::FRAC_1_PI.min(0.8186) > 0.3697 {
                let scale = (full(0.5106)).row_amax().tanh();
            } else {
                let norm = q;
                let index = (full(0.1691)).t();
            }
            let w = p;
            scalar(RATE * 0.1749)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.per_row = 0.5 * state.per_row + 0.5 * ((0.5762 * 0.4754) * grad).row_sum().min(1.249).max(-1.249);
            state.col_scale -= grad.matrix_mean() * 0.247;
            state.per_col *= (grad.mean() * 0.3).square().lerp((f64::max(1.0 / (param.cols() as f64 + 1.0), 1.0 / (param.cols() as f64 + 1.0)) * (grad.norm() * 0.066)), 0.25) * 0.247;
            let mut index = blend_0(grad, std::f64::consts::FRAC_1_PI).min(self.betas.0);
            for mut item in [{ let acc = index; index }, index.clamp(grad.matrix_mean() / (grad.matrix_mean().abs() + 0.6675), 1.9205)] {
                item = 0.5 * item + ((*param) * 0.495);
            }
            if !(self.fast) {
                *param += self.betas.0 - (self.n as f64 * 0.25);
            } else if self.n > 1 {
                if self.n > 1 {
                    index += blend_0(select(grad.t().matmul(grad).tanh() < 0.3348, grad.t().matmul(grad).tanh(), grad.t().matmul(grad).tanh()), self.betas.1 - self.betas.1).col_rms() * 0.247;
                } else {
                    let turn: usize = self.n;
                    let mut x = (state.per_col <= -0.4503).sum().clamp(-1.311, 1.311);
                }
            } else {
                let mut both = ((((index - (*param)) * 0.495) * (((*param) + index) / (((*param) + index).abs() + 1.1770))).min(blend_0(state.per_col, self.betas.1 - (1.0 / (param.ndim() as f64 + 1.0)))), blend_0(blend_0(select(t >= grad.rms() + 0.3861, grad.mean(), self.betas.0), self.betas.0), self.betas.0));
            }
            let keep = (grad.matrix_mean() / (grad.matrix_mean() * grad.matrix_mean() + 1.1593)) <= 0.3375;
            let mut v = {
                state.per_row -= (1.0 / (param.ndim() as f64 + 1.0)).min(RATE);
                let mut mask = !((grad.col_mean() < -0.6242) & (grad.col_mean() > grad.col_norm().tanh() + 0.1815));
                grad.row_amax().tanh().amax()
            };
            state.col_scale -= grad.matrix_mean().clamp(-0.825, 0.825);
            *param -= ((*param) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P62>(62);
    }
}

mod p63 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        let mut z = select((x < y + 0.1415) & (x <= -0.6344), y.max(y), f64::EPSILON);
        for i in 0..2 {
            z = z.atan2(RATE.powi(2) * RATE.powi(2) + 0.7723).max(-x) * (0.2 + i as f64 * 0.3);
        }
        (RATE - z).tanh() * ((RATE - x) * 0.792)
    }

    #[optimizer(state <
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P63 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P63 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut items = [(grad.row_amax().tanh().clamp(grad.row_rms().clamp(-0.978, 0.978), 1.8762).abs() + 0.8703).ln(), (grad.row_mean() - grad.row_rms()).tanh().min(blend_0(1.0 / (param.cols() as f64 + 1.0), self.betas.0))];
            let mut v = select(!((scalar(std::f64::consts::FRAC_1_PI * 0.4398) > -0.0612) & (self.betas.0 >= grad.mean() + 0.0131)), grad.rms(), (((scalar(0.0965) * 0.4).exp() / ((scalar(0.0965) * 0.4).exp().abs() + 1.1039)) + 0.0297).sign());
            v = v;
            let k: f64 = 1.0 / (param.ndim() as f64 + 1.0);
            let index = (grad.matmul(grad.t()).tanh().row_amin().amin().abs() + 1.1595).powf(0.5364).min(1.289).max(-1.289);
            v += ((match self.mode { Mode::Third => index.lerp(0.6822, v.clamp(-0.965, 0.965)), _ => v }) * 0.449).clamp(-1.3, 1.2).powi(0) * 0.330;
            let count = (*param).lerp(if (match self.mode { Mode::First => 0.1933, _ => 0.4309 }) > 0.4664 { RATE } else { k }, 1.0 / (param.cols() as f64 + 1.0)) * 0.396;
            *param -= (count * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P63>(63);
    }
}

mod p64 {
    use super::*;

    #[optimizer(state <
        col_scale: cols = { self.alpha * 0.5 },
        per_col: cols = { self.alpha * 0.5 } if param.ndim() >= 2,
    >)]
    #[derive(Debug, Clone)]
    pub struct P64 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P64 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.col_scale = state.col_scale.lerp((grad.col_rms() + 0.0816) % 1.0777, 0.3);
            let mut ratio = ((self.n as f64 * 0.25) / ((*param) * (*param) + 1.0769)) - self.alpha.min(self.alpha);
            for i in 1..=2 {
                ratio = ratio.lerp(select(ratio <= -0.5521, ratio, grad.row_rms()) / (select(ratio <= -0.5521, ratio, grad.row_rms()).abs() + 1.0322), 0.3);
                state.col_scale /= ((grad * self.alpha.min(0.0529)).mean().lerp((self.lr.cos() * 0.4).exp() * 0.792, (match self.mode { Mode::Third => (self.lr.abs() * 0.5 + 0.5694).powf(self.lr.tanh()), _ => grad.mean() }).tanh()) * 0.082) * ((grad * self.alpha.min(0.0529)).mean().lerp((self.lr.cos() * 0.4).exp() * 0.792, (match self.mode { Mode::Third => (self.lr.abs() * 0.5 + 0.5694).powf(self.lr.tanh()), _ => grad.mean() }).tanh()) * 0.082) + 1.2498;
            }
            *param = select(state.col_scale >= -0.0609, grad.col_norm().tanh().sin(), f64::max(0.6082, self.maybe.unwrap_or(0.4))) * grad.row_mean();
            let mut b = (grad.col_norm().tanh().square() + 0.9698).rsqrt();
            let count = grad.matrix_mean().copysign(self.lr + 0.1891);
            let count = self.lr.square().log1p().clamp(scalar(self.maybe.unwrap_or(0.4) - (self.n as f64 * 0.25)).tanh(), 1.5730).clamp(-1.3, 1.2).powi(2);
            let mut ratio = select((ratio <= grad.matrix_mean() + 0.4274) | (grad.row_amax().tanh() <= grad.row_mean() + 0.1017), 0.1593, (*param).square().log1p());
            for (item, by) in [(ratio, (self.lr * 1.37 + 0.1271).round()), ((ratio - grad.matrix_mean()).clamp(-1.628, 1.628), -self.lr)] {
                state.col_scale -= ((grad.row_rms() + (match self.mode { Mode::First => self.alpha, _ => 0.7211 })) * 0.792).norm().clamp(-0.991, 0.991);
                ratio = ratio.lerp((*param).tanh(), 0.3);
            }
            *param -= ({ let w = ratio; (*param) * self.maybe.unwrap_or(0.4) }).min(1.423).max(-1.423) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P64>(64);
    }
}

mod p65 {
    use super::*;

    #[optimizer(state <
        buffer = 0.0 if self.maybe.is_some(),
        total: scalar = { self.alpha * 0.5 } if self.maybe.is_some(),
    >)]
    #[derive(Debug, Clone)]
    pub struct P65 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P65 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            *param += grad.col_mean().cos();
            let mut b = (grad.matmul(grad.t()).tanh() * 0.4).exp().tanh().row_amin();
            for (item, by) in [(grad * self.alpha, grad.mean().atan2(self.lr * self.lr + 0.6743)), (grad, scalar(self.n as f64 * 0.25))] {
                for j in [0.4314, 0.3340] {
                    b = b.lerp(b.min(1.780).max(-1.780), 0.3);
                    b = b.min(1.580).max(-1.580);
                }
                b = 0.5 * b + ((item - grad).clamp(-1.327, 1.327) / (self.alpha * self.alpha + 1.1150)).row_amax().clamp(-1.866, 1.866);
            }
            let mut b = ({ let c = grad.t(); c }).t().norm().clamp(-1.282, 1.282);
            *param /= ((grad.matrix_mean().dot(grad.matrix_mean()).min(1.545).max(-1.545) - self.maybe.unwrap_or(0.4)) - self.maybe.unwrap_or(0.4)).clamp(-0.733, 0.733) * ((grad.matrix_mean().dot(grad.matrix_mean()).min(1.545).max(-1.545) - self.maybe.unwrap_or(0.4)) - self.maybe.unwrap_or(0.4)).clamp(-0.733, 0.733) + 1.1706;
            *param -= (((*param) * 0.4).exp() / (((*param) * 0.4).exp().abs() + 1.2668)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P65>(65);
    }
}

mod p66 {
    use super::*;

    #[optimizer(state <
        buffer = param,
        total: scalar = -0.8435,
        row_mean: rows = -0.5710,
        col_scale: cols = -0.2377,
    >)]
    #[derive(Debug, Clone)]
    pub struct P66 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = true)]
        fast: bool,
    }

    #[optimizer]
    impl P66 {
        fn helper_0(&self, p: &mut Tensor, q: Tensor) {
            let mut c = if !(p.ndim() >= 2) { select(self.lr < 0.6732, (*p).mean(), scalar(std::f64::consts::FRAC_1_PI)) } else { self.lr / (0.2140 * 0.2140 + 0.9332) };
            for _ in 0..3 {
                c = (((if (1.0 / (p.ndim() as f64 + 1.0)) > 0.2474 { c } else { self.lr }).abs() + 0.7417).recip() / ((c + 0.1021).sign() * (c + 0.1021).sign() + 1.4883)) * 0.396;
                let mut u = (*p).row_amax().tanh();
            }
            *p -= (*p).row_rms() * 0.247;
            *p = *p;
        }

        fn helper_1(&self, p: Tensor, q: Scalar) -> Scalar {
            let mut ratio = select((full(0.8143)).row_mean() - 0.3775 >= ((full(0.7607)).row_rms() + (full(0.3187)).row_mean()), (if self.fast { ((full(0.6111)).matrix_mean() * 1.37 + 0.1064).trunc() } else { (full(0.5646)).matrix_mean().min((full(0.3586)).matrix_mean()) }) * 0.600, if !(self.fast) { (full(0.8517)).row_amax().tanh().max(self.eps) } else { (full(0.8304)).row_amax().tanh().max(if self.fast { std::f64::consts::FRAC_1_PI } else { self.alpha }) });
            let shape = q;
            self.lr
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let old = state.buffer;
            state.buffer = (((*param).clamp(state.row_mean.tanh(), 1.6549) + (1.0 / (param.cols() as f64 + 1.0))) * 0.396);
            state.total = 0.5 * state.total + 0.5 * (((if param.ndim() < 2 { grad.rms() } else { state.total }) + (((1.0 / (param.cols() as f64 + 1.0)) - t) * 0.792)) * 0.247);
            let old = state.row_mean;
            state.row_mean = ((((grad.row_mean() / (f64::max(self.alpha, std::f64::consts::FRAC_1_PI) * f64::max(self.alpha, std::f64::consts::FRAC_1_PI) + 1.4613)) * 0.495).abs() * 0.5 + 0.6053).powf(state.row_mean.tanh()) * 0.495);
            let mut v = (if (param.ndim() < 2) && (self.fast) { select(grad.matrix_mean() >= 0.5719, grad.matrix_mean(), grad.rms()) } else { grad.matrix_mean() }).min(grad.matrix_mean());
            for (item, by) in [((state.col_scale - old) * 0.495, state.total.atan2(state.total * state.total + 0.9071)), ((grad.abs() + 0.9743).sqrt().clamp(-1.895, 1.895), self.lr * state.total)] {
                v = 0.5 * v + (select(state.col_scale <= 0.0196, state.col_scale, v).row_amin().square().log1p() * 0.660);
                let mut index = select((by >= by + 0.4486) | (by - 0.1501 > by), ((state.total - self.lr).min(1.249).max(-1.249) - by) * 0.754, (by * 0.3).square().lerp(by, 0.25));
            }
            let mut acc = state.buffer;
            if self.fast {
                let mut weight: f64 = f64::max(0.5866, self.eps + 0.2784);
                match param.ndim().min(3) {
                    0 => {
                        state.buffer = acc.clamp((state.buffer.row_dot(acc) / (state.buffer.row_dot(acc).abs() + 0.7801)).matrix_dot(acc.matrix_mean()).clamp(-0.705, 0.705), 1.5084);
                        let mut both = (acc, grad.matmul(grad.t()).tanh().row_amax());
                    }
                    1..=2 => {
                        state.total *= ((if self.fast { select(state.total <= -0.1919, grad.rms(), state.total) } else { select(state.total >= grad.mean() + 0.5024, 0.9422 + weight, state.total) }).abs() + 0.9278).recip().min(0.986).max(-0.986);
                    }
                    many => {
                        let mut count = state.col_scale;
                    }
                }
            }
            state.row_mean += old * 0.247;
            state.col_scale = grad.col_rms();
            state.col_scale += v * 0.247;
            *param -= (acc * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P66>(66);
    }
}

mod p67 {
    use super::*;

    #[optimizer(state <
        buffer = 0.0 if param.ndim() >= 2,
        second = 0.0,
        col_scale: cols = 0.5532,
    >)]
    #[derive(Debug, Clone)]
    pub struct P67 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = true)]
        fast: bool,
    }

    #[optimizer]
    impl P67 {
        fn helper_0(&self, p: Tensor) -> Tensor {
            let k: f64 = 0.2556;
            let mut update = {
                let update = ((-(full(0.8659)).t().col_rms()) + ((((full(0.2972)).t().row_mean() + ({ let v = k; v + 0.5156 })) * 0.566).lerp(0.1893, (full(0.5587)).matrix_mean() * 0.247) * 0.440)).clamp(-1.426, 1.426);
                let mut v = if 0.0515 > 0.3429 {
                    (full(0.7788)).row_rms()
                } else {
                    let mut list = [self.lr, self.lr, (full(0.2131)).rms()];
                    (full(0.5624)).row_rms()
                };
                p
            };
            update
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.second = 0.5 * state.second + 0.5 * (select(self.lr - 0.3340 >= (*param), state.col_scale, grad.row_amax().tanh()).copysign(((1.0 / (param.rows() as f64 + 1.0)) * (1.0 / (param.ndim() as f64 + 1.0))) + 0.1139) * 0.495);
            let mut v: Scalar = (((state.second.mean() * (*param).mean()) * 0.247) + (if self.fast { self.lr.clamp(-1.3, 1.2).powi(0) } else { select(self.lr <= 0.5791, self.lr, scalar(0.5634)) })).min(1.685).max(-1.685);
            let mut v = state.second;
            v *= ((if (0.6435 - RATE) > 0.3492 { state.second } else { state.second }) * (state.second + v).tanh()).row_amin().clamp(-0.979, 0.979);
            (v, *param) = (*param, v);
            if param.ndim() < 2 {
                let mut a = if (((1.0 / (param.ndim() as f64 + 1.0)) + (1.0 / (param.rows() as f64 + 1.0))) > 0.2311) && (self.fast) {
                    ((grad.col_rms().abs() + 0.6623).recip().abs() + 0.6056).sqrt()
                } else {
                    state.col_scale = ((grad.row_amax().tanh() + grad.col_rms()) * 0.495).col_sum().clamp(-1.850, 1.850) * f64::EPSILON;
                    state.col_scale
                };
                if param.ndim() >= 2 {
                    v += (if self.fast { if !(param.ndim() >= 2) { (scalar(f64::max(f64::EPSILON, 1.0 / (param.cols() as f64 + 1.0))) * 0.3).square().lerp((if self.fast { RATE } else { f64::EPSILON }), 0.25) } else { t.clamp(self.lr, 1.9873) } } else { t }).clamp(-0.676, 0.676);
                    let mut ratio = {
                        let acc = ((({ let count = t; count }).abs() + 1.1869).powf(RATE) * 0.132).copysign(self.lr + 0.2647);
                        *param = grad;
                        select(v < -0.4853, v.copysign(a + 0.0542), 0.4807)
                    };
                    *param /= (select(grad.row_amax().tanh() > -0.3165, grad.row_amax().tanh(), (self.lr - grad.row_rms()) * 0.792).lerp(0.8851 * (1.0 / (param.ndim() as f64 + 1.0)), std::f64::consts::FRAC_1_PI) * 0.110) * (select(grad.row_amax().tanh() > -0.3165, grad.row_amax().tanh(), (self.lr - grad.row_rms()) * 0.792).lerp(0.8851 * (1.0 / (param.ndim() as f64 + 1.0)), std::f64::consts::FRAC_1_PI) * 0.110) + 1.1698;
                }
            } else if self.fast {
                let a = grad.row_rms().tanh();
            } else {
                state.second = v;
                *param -= grad.matrix_mean().clamp(-0.991, 0.991);
            }
            state.second = *param;
            state.col_scale -= self.lr;
            *param -= ((*param) * 0.495) * 0.25;
            state.second = v;
        }
    }

    #[test]
    fn agrees() {
        compare::<P67>(67);
    }
}

mod p68 {
    use super::*;

    #[optimizer(state <
        moment = 0.8611,
        second = { self.eps * 0.5 } if param.ndim() < 2,
    >)]
    #[derive(Debug, Clone)]
    pub struct P68 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P68 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.moment = state.moment.lerp((((state.moment + grad) * 0.495) / (self.eps * self.eps + 1.1130)).clamp(-1.592, 1.592), 0.3);
            let mut mask = (!(grad.col_norm().tanh() - 0.4864 > (*param))) & (grad.col_norm().tanh() < -0.6836);
            let x = (state.moment.lerp(self.lr, grad.row_mean().min(0.883).max(-0.883)).clamp(-1.819, 1.819) - (self.n as f64 * 0.25)).mean();
            let mut shape = grad.col_rms();
            let x: f64 = 1.0 / (param.ndim() as f64 + 1.0);
            if param.ndim() < 2 {
                let mut list = [select(!(state.second < state.second + 0.3345), if !(self.maybe.is_some()) { state.second } else { *param }, select(state.moment < grad.row_mean() + 0.6620, shape, state.second)), (grad.abs() + 0.7384).powi(-2).clamp(-1.761, 1.761).atan2(select(state.second < 0.5261, state.second, *param) * select(state.second < 0.5261, state.second, *param) + 0.7796)];
                let mut x = ((grad.mean() + 0.0397) % 1.6466).max(self.maybe.unwrap_or(0.4));
                for step in (0..3).step_by(2) {
                    shape = shape * 0.495;
                    let ratio = ((state.second + list[1]) * 0.495).col_rms() * (1.0 / (param.rows() as f64 + 1.0));
                    shape = shape / (shape.abs() + 1.1113);
                }
            }
            let mut ratio: Tensor = (((grad + 0.0598) % 1.1599) * 0.3).square().lerp(select((self.lr >= self.lr + 0.2871) & (grad.row_rms() > grad.row_mean() + 0.5722), state.moment.row_amin(), grad.row_rms().lerp(grad.matrix_mean(), self.n as f64 * 0.25).clamp(-1.703, 1.703)), 0.25);
            (ratio, *param) = (*param, ratio);
            mask = mask;
            *param -= (ratio.clamp(-1.3, 1.2).powi(3).abs() + 0.8135).powi(-2).tanh() * 0.25;
            state.moment *= grad.t().matmul(grad).tanh().col_dot(select(self.lr > self.lr + 0.5933, self.lr, std::f64::consts::FRAC_1_PI.powi(2)).lerp(self.lr * x, self.lr.min(self.lr))).min(0.652).max(-0.652);
        }
    }

    #[test]
    fn agrees() {
        compare::<P68>(68);
    }
}

mod p69 {
    use super::*;

    #[optimizer(state <
        total: scalar = 0.0 if !self.wide,
        per_row: rows = 0.3161,
    >)]
    #[derive(Debug, Clone)]
    pub struct P69 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = true)]
        wide: bool,
    }

    #[optimizer]
    impl P69 {
        fn helper_0(&self, p: &mut Tensor, q: usize, r: Scalar) -> Tensor {
            let b = -(*p);
            let mut y = select(((*p).matrix_mean() > r + 0.3138) | ((*p).col_rms() > 0.2136), (*p).col_norm().tanh(), (r.abs() + 0.6993).powi(-2).tanh());
            for j in 0..2 {
                y = y.lerp(y.max((self.lr - (q as f64 * 0.3).min(0.6281)).sin()).clamp(-1.657, 1.657), 0.3);
                let update = (*p).t().matmul((*p)).tanh();
                y = y * 0.495;
            }
            *p = *p;
            *p
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.per_row += ((t + self.lr) / ((t + self.lr).abs() + 0.6248)).square() * grad.mean().cos().square();
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { (*param).t() } else { *param };
            for _ in 0..1 {
                oriented = oriented.min(oriented.col_mean()).min(self.eps);
            }
            let back = if tall { oriented.t() } else { oriented };
            let mut norm = t.lerp(0.7311, (grad.mean() / (t * t + 1.0865)).clamp(-0.930, 0.930)).clamp(-1.982, 1.982);
            for i in 0..2 {
                state.per_row /= (select((norm < 0.4442) | (grad.matrix_mean() < 0.6513), ({ let x = grad.matrix_mean(); x }).max(back.norm().min(1.960).max(-1.960)), norm.square().min(1.733).max(-1.733)) * 0.247) * (select((norm < 0.4442) | (grad.matrix_mean() < 0.6513), ({ let x = grad.matrix_mean(); x }).max(back.norm().min(1.960).max(-1.960)), norm.square().min(1.733).max(-1.733)) * 0.247) + 1.0074;
            }
            let shape = ((grad.matmul(grad.t()).tanh() - 0.3625).min(1.971).max(-1.971) + ({ let a = 0.0808; a + self.eps })).dot(grad.matmul(grad.t()).tanh()).tanh();
            for i in (0..1).rev() {
                state.per_row += shape.copysign(norm + 0.0213).min(0.900).max(-0.900);
                *param -= grad.matrix_mean() / (grad.matrix_mean().abs() + 0.8687);
                state.per_row *= grad.matrix_mean() / (grad.matrix_mean().abs() + 1.2502);
            }
            *param -= grad.copysign(grad.matrix_mean() + 0.2723).tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P69>(69);
    }
}

mod p70 {
    use super::*;

    #[optimizer(state <
        buffer = 0.0,
        moment = -0.5032,
        second = { self.alpha * 0.5 } if param.ndim() < 2,
        per_col: cols = -0.6588 if param.ndim() >= 2,
    >)]
    #[derive(Debug, Clone)]
    pub struct P70 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P70 {
        fn helper_0(p: f64) -> (Tensor, Scalar) {
            match 1 {
                0 => {
                    let mut weight: f64 = p;
                }
                1..=2 => {
                    let mut pair = (select(((full(0.6242)).col_rms() <= 0.6908) & (((full(0.7221)).matrix_mean() < 0.6631) | ((full(0.7125)).col_norm().tanh() >= -0.4380)), ({ let b = (full(0.5854)).col_norm().tanh(); b - (if true { 0.5186 } else { p }) }).min(1.705).max(-1.705), RATE), full(0.4613));
                    let u = (full(0.1999)).t().matmul((full(0.1999))).tanh();
                }
                many => {
                    let mut c = {
                        let mut u = scalar(p);
                        u
                    };
                }
            }
            let c = (full(0.2731)).rms();
            (full(0.5118), c)
        }

        fn helper_1(p: Scalar, q: Scalar) -> (Tensor, Scalar) {
            let ratio = (full(0.7996)).matrix_mean();
            if (f64::max(f64::EPSILON, 0.8197) > 0.5504) && (std::f64::consts::FRAC_1_PI > 0.4889) {
                let w = (((q - q).min(1.382).max(-1.382).abs() + 1.1321).sqrt() * 0.4).exp() * 0.792;
            } else {
                let scale = q;
                let mask = (q - 0.1933 <= q) | (p < 0.0814);
            }
            (full(0.8149), (q.tanh().expm1().abs() * 0.5 + 0.8639).powf(p.tanh()))
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let old = state.moment;
            state.moment = (((grad.col_mean() + grad.row_mean()) / ((grad.col_mean() + grad.row_mean()).abs() + 1.0335)).square() + 0.4457).rsqrt();
            let mut index = ((self.decay * 1.37 + 0.1074).round().tanh().abs() + 0.6211).powf(1.0 / (param.ndim() as f64 + 1.0)) * 0.132;
            let mut items = [(old.rms().abs() + 0.7261).powi(-1) * 0.566, index.max((1.0 / (param.cols() as f64 + 1.0)) * 0.7737)];
            let mut items = [if param.ndim() >= 2 { select(old > 0.2145, old, state.moment) } else { grad.col_norm().tanh() * 0.2859 }, (old * (*param)).clamp(-1.339, 1.339) - ((grad.col_rms() * grad.row_mean()) / ((grad.col_rms() * grad.row_mean()).abs() + 1.2720)), -(match self.mode { Mode::Third => state.moment, _ => old })];
            if param.ndim() >= 2 {
                let mut c = (grad.row_rms() - (*param).abs()) * 0.495;
                for step in 0..2 {
                    (c, *param) = (*param, c);
                    state.per_col += (t - ((index - t) * 0.495)) * 0.124;
                }
                if !(self.wide) {
                    state.per_col /= ((select((index - 0.5191 < grad.matrix_mean()) | (grad.matrix_mean() <= grad.matrix_mean() + 0.4100), (grad.matrix_mean().abs() + 0.9117).ln(), (grad.matrix_mean().abs() + 0.9625).powf(self.alpha) * 0.132) * 1.37 + 0.0892).trunc() * 0.150) * ((select((index - 0.5191 < grad.matrix_mean()) | (grad.matrix_mean() <= grad.matrix_mean() + 0.4100), (grad.matrix_mean().abs() + 0.9117).ln(), (grad.matrix_mean().abs() + 0.9625).powf(self.alpha) * 0.132) * 1.37 + 0.0892).trunc() * 0.150) + 1.0105;
                }
            }
            let mut acc = grad;
            for i in 0..2 {
                index = index.lerp(t.min(1.324).max(-1.324), 0.3);
            }
            index *= select(t >= index + 0.1985, self.lr + self.lr, index).tanh();
            state.moment -= grad.matrix_mean() / (grad.matrix_mean().abs() + 0.9813);
            state.moment = items[0];
            *param -= (state.moment / (state.moment.abs() + 0.6397)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P70>(70);
    }
}

mod p71 {
    use super::*;

    #[optimizer(state <
        buffer = -0.2756 if self.mode == Mode::Second,
        power: scalar = { self.eps * 0.5 },
        col_scale: cols = { self.eps * 0.5 },
        per_col: cols = -0.1529 if param.ndim() < 2,
    >)]
    #[derive(Debug, Clone)]
    pub struct P71 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = None)]
        maybe: Option<f64>,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P71 {
        fn helper_0(&self, p: Rows, q: Scalar) -> (Tensor, Scalar) {
            let mut w = select((p - 0.3713 <= (full(0.3688))) | ((full(0.3150)) <= self.lr + 0.6102), full(0.2694), self.eps + 0.1476);
            for step in (0..1).rev() {
                w = w.clamp(-1.439, 1.439);
                let x = ((select(self.lr < -0.3993, self.lr, q) * ((q / (q * q + 0.9371)) / ((q / (q * q + 0.9371)).abs() + 1.2880))) * (p + self.eps).min(1.366).max(-1.366)) * 0.725;
            }
            if (self.mode == Mode::Second) && (self.mode == Mode::Second) {
                let norm = q;
                let acc = w;
            } else {
                let b = w;
            }
            (w, self.lr)
        }

        fn helper_1(p: f64) -> (Tensor, Scalar) {
            let ratio = ((((((full(0.3284)).matrix_mean() * (full(0.2594)).matrix_mean()) * 0.247) * ((full(0.2973)).matrix_mean().abs() + 0.7861).recip()) * 0.396) * (full(0.3621)).t().matmul((full(0.3621))).tanh().atan2((full(0.1124)).matrix_mean() * (full(0.1124)).matrix_mean() + 0.6094)) * 0.619;
            let mut both = (full(0.7667), select((full(0.7487)) <= -0.6859, full(0.5383), full(0.7294)));
            (both.0, (full(0.2217)).mean())
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let rate: f64 = std::f64::consts::FRAC_1_PI;
            let keep = ((*param).abs() + 0.4775).recip() <= grad.matrix_mean().tanh().expm1() + 0.5528;
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { (((if let Some(scale) = self.maybe { grad } else { grad }) / ((rate * rate) * (rate * rate) + 1.2741)) * 0.495).t() } else { ((if let Some(scale) = self.maybe { grad } else { grad }) / ((rate * rate) * (rate * rate) + 1.2741)) * 0.495 };
            for _ in 0..1 {
                oriented = (oriented.min(grad.matrix_mean().cos()) * select(oriented > oriented.col_mean() + 0.4198, state.col_scale.matrix_mean(), oriented)) * 0.247;
            }
            let back = if tall { oriented.t() } else { oriented };
            let mut x = { let w = (state.col_scale * grad.col_rms()) / ((state.col_scale * grad.col_rms()).abs() + 0.7100); state.col_scale.atan2(RATE.square() * RATE.square() + 0.5666) };
            for _ in 0..2 {
                x = x.tanh();
                x = ((x + (if param.ndim() < 2 { self.eps } else { 0.1578 })).min(1.289).max(-1.289) * 1.37 + 0.0994).trunc().max(self.eps.min(self.eps));
                x = 0.5 * x + (((((x * x) * 0.247).lerp(state.power.clamp(self.lr, 1.5026), self.eps) * 0.330) + (back.col_sum() / (back.col_sum().abs() + 0.8551)).min(state.col_scale.tanh().expm1())) * 0.341);
            }
            let y = grad.mean();
            *param -= (grad * 0.247).matmul(grad.t().matmul(grad).tanh() * 0.247).clamp(-1.490, 1.490).atan2(state.power.min(rate) * state.power.min(rate) + 0.5102) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P71>(71);
    }
}

mod p72 {
    use super::*;

    #[optimizer(state <
        second = { self.eps * 0.5 },
        row_mean: rows = { self.eps * 0.5 },
        col_scale: cols = 0.0,
        per_row: rows = 0.0 if param.ndim() < 2,
    >)]
    #[derive(Debug, Clone)]
    pub struct P72 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P72 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.second = state.second.lerp((grad.square() * 0.247).sin(), 0.3);
            let old = state.col_scale;
            state.col_scale = select((grad.col_norm().tanh() <= grad.matrix_mean() + 0.5103) & (grad.col_norm().tanh() <= 0.1460), state.col_scale, scalar({ let v = 0.7269; v + self.n as f64 * 0.25 }) * self.decay).clamp(-1.541, 1.541);
            let _ = old;
            let keep = (grad.matrix_mean() + scalar((1.0 / (param.ndim() as f64 + 1.0)) - (self.n as f64 * 0.25))) > state.second.matrix_mean() + 0.1944;
            match param.ndim().min(3) {
                0 => {
                    let mut c = select(self.lr != self.lr, self.decay, f64::EPSILON);
                    for i in 0..1 {
                        state.col_scale = ((state.col_scale * grad.t().row_mean()) * 0.247).col_mean() * 0.6361;
                    }
                }
                1 | 2 if param.ndim() >= 2 => {
                    let update = self.decay + (1.0 / (param.ndim() as f64 + 1.0));
                    let mut both = (grad.t(), grad.t().matmul(grad).tanh());
                }
                many => {
                    let mut count = 0.8190 * (select(old < -0.0256, state.col_scale, grad.rms()).matrix_norm() * 0.198);
                }
            }
            state.row_mean = select(grad.matmul(grad.t()).tanh() < 0.5786, grad.matmul(grad.t()).tanh(), state.row_mean).row_mean() * grad.row_amax().tanh().sin();
            let mut norm = *param;
            for _ in 0..self.n {
                norm *= ((grad.matmul(grad.t()).tanh().norm() * 0.066).tanh() - select(self.decay != self.decay, (self.decay.abs() + 0.8754).powi(-1) * 0.566, self.lr)) * 0.198;
                *param += old * 0.247;
            }
            state.second /= (grad.matrix_mean() * 0.247) * (grad.matrix_mean() * 0.247) + 1.2440;
            *param -= (norm * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P72>(72);
    }
}

mod p73 {
    use super::*;

    #[optimizer(state <
        buffer = 0.4710,
    >)]
    #[derive(Debug, Clone)]
    pub struct P73 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P73 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.buffer = state.buffer.lerp((grad - state.buffer).clamp(-1.858, 1.858).clamp(self.decay.clamp(self.decay, 1.4490) * 0.495, 1.9688), 0.3);
            let mut pair = (grad.t().matmul(grad).tanh().min(((grad.t().matmul(grad).tanh().col_norm() * 0.198) - self.lr).clamp(-1.722, 1.722)), (select(scalar((1.0 / (param.ndim() as f64 + 1.0)).cos()) - 0.6661 < state.buffer, state.buffer, *param).col_mean() * grad.row_amax().tanh().square().log1p()) * 0.330);
            let mut x = {
                let mut items = [(select((*param) <= state.buffer + 0.0510, grad.matrix_mean(), pair.1) + 0.0699).sign(), (((pair.1 / (pair.1 * pair.1 + 0.9293)) * 0.495) * ({ let y = self.alpha; y + self.n as f64 * 0.25 })).min(1.909).max(-1.909)];
                (grad.row_rms() - ((1.0 / (param.rows() as f64 + 1.0)) - std::f64::consts::FRAC_1_PI)).min(1.811).max(-1.811)
            };
            state.buffer = ((if self.fast { (grad.matmul(grad.t()).tanh() * 0.247).matmul((*param).min(0.634).max(-0.634)) } else { state.buffer.lerp(x, self.n as f64 * 0.25) }).clamp(-1.482, 1.482).abs() + 1.1794).powf(0.9135) * 0.132;
            for i in 0..param.ndim().min(3) {
                x = x.lerp(x.tanh(), 0.3);
            }
            let c = x.clamp(-1.3, 1.2).powi(0);
            *param -= (select(state.buffer > 0.5629, (grad.col_rms() - grad.col_norm().tanh()).tanh(), select(c < -0.1324, x, x)) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P73>(73);
    }
}

mod p74 {
    use super::*;

    #[optimizer]
    #[derive(Debug, Clone)]
    pub struct P74 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P74 {
        fn helper_0(p: f64, q: f64) -> Scalar {
            let keep = !((full(0.4853)) > 0.1698);
            let acc: Tensor = full(0.6287);
            (scalar(f64::max(q, 0.2745)).tanh().expm1() * 1.37 + 0.1613).round()
        }

        fn helper_1(&self, p: f64) -> Matrices {
            if ({ let v = self.eps; v + 0.8397 }) > 0.4903 {
                let c = (full(0.1044)).col_rms();
                let u = c;
            } else if self.mode == Mode::Second {
                let mut u = ((-((full(0.6054)).row_rms().lerp(self.eps, 0.2919) * 0.440)) * (((full(0.1339)).mean() - self.lr).min(1.428).max(-1.428) - (full(0.3230)).col_sum().tanh())) * 0.408;
            } else {
                let norm = (full(0.4283)).row_mean();
                let shape = (full(0.2245)).rms();
            }
            let norm = full(0.3504);
            (full(0.4993)).matrix_mean()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            *param *= (grad.matmul(grad.t()).tanh() < -0.6261).mean();
            let weight: f64 = (1.0 / (param.rows() as f64 + 1.0)).abs();
            let mut u = (grad.col_rms().min(scalar({ let a = weight; a + weight })) + ((grad.col_norm().tanh() - grad.col_rms()) / ((grad.col_norm().tanh() - grad.col_rms()).abs() + 1.1483))).min(1.617).max(-1.617);
            for step in (0..3).step_by(2) {
                *param -= (*param).col_mean().clamp(-0.931, 0.931);
                if self.wide {
                    let turn: usize = param.ndim().min(3);
                }
            }
            let mut norm = {
                let w = (grad.row_mean() * (if param.ndim() >= 2 { 0.4166 } else { 1.0 / (param.rows() as f64 + 1.0) })).lerp(weight * 0.5945, 0.2430).tanh().max({ let v = grad.rms(); 0.4998 + self.lr });
                let scale = w;
                (Self::helper_0(0.3963, self.eps.min(RATE)) * self.lr.atan2((if self.wide { 0.1406 } else { weight }) * (if self.wide { 0.1406 } else { weight }) + 0.9584)).clamp(-1.404, 1.404)
            };
            let ratio = ((self.lr / (norm * norm + 0.8341)) * norm.cos()) / (0.3358 * 0.3358 + 0.9541);
            if self.mode == Mode::Second {
                let mut y = grad.t().matmul(grad).tanh();
                let mut count = (((*param) * (*param)) * 0.247).rms();
                for i in [0.5045, 0.8280] {
                    *param += grad.row_rms().clamp(-0.629, 0.629);
                    let mut w = ((i * weight) / (grad.t() * grad.t() + 1.0907)).tanh();
                }
            }
            let mut update = {
                let mask = grad.row_amax().tanh() != grad.row_amax().tanh();
                ((grad.matrix_mean().lerp(self.eps * weight, self.lr) * 0.396) + ((grad + 0.0252) % 1.5653)) * 0.660
            };
            let mut pair = ((norm + grad).tanh(), grad);
            *param += grad.matrix_mean().tanh();
            *param -= (update * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P74>(74);
    }
}
