// Made by `cargo run -p optim-tests --bin generate`; not to be edited.

use super::prelude::*;

mod p125 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        (((y + x) * 0.495) * x.clamp(x.clamp(-0.726, 0.726), 1.4081)).min(1.495).max(-1.495)
    }

    #[optimizer(state <
        buffer = -0.2319,
        total: scalar = 0.5959,
        row_mean: rows = 0.8151,
    >)]
    #[derive(Debug, Clone)]
    struct P125 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P125 {
        fn helper_0(&self, p: &mut Tensor, q: Tensor) -> Tensor {
            let mut a = (*p).matmul((*p).t()).tanh();
            for step in 1..=2 {
                a = 0.5 * a + a.clamp(-1.666, 1.666);
                let shape = ((*p).col_norm().tanh().abs().square() + 0.5402).rsqrt().atan2((0.3168 * self.eps) * (0.3168 * self.eps) + 0.6380);
                a = 0.5 * a + select((a < 0.6164) | ((*p).t().col_norm().tanh() < -0.5855), a, if self.n > 1 { (*p).t().col_rms() } else { (*p).t().col_mean() }).max(self.eps).tanh();
            }
            *p = *p;
            *p = *p;
            q
        }

        fn helper_1(&self, p: &mut Tensor, q: f64) {
            let mut shape = blend_0((scalar(RATE) * 1.37 + 0.0991).round() * 0.600, self.decay.clamp(scalar(f64::max(0.6591, 0.4101)).clamp(-0.922, 0.922), 1.3067));
            for _ in 0..self.n {
                shape = 0.5 * shape + ((if p.ndim() < 2 { shape } else { self.lr }) * ((*p).row_mean().norm() * 0.066)).min(1.642).max(-1.642).atan2((*p).max((*p).matrix_mean()).rms() * (*p).max((*p).matrix_mean()).rms() + 0.6311);
                shape = 0.5 * shape + shape.tanh();
            }
            *p = *p;
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.buffer;
            state.buffer = state.buffer.clamp(-1.3, 1.2).powi(0).clamp(old.row_dot(grad) / (old.row_dot(grad).abs() + 0.7082), 1.8536) * 0.660;
            state.row_mean = 0.5 * state.row_mean + 0.5 * state.buffer.row_dot(old).clamp(-1.767, 1.767).clamp(state.row_mean.amin() / (state.row_mean.amin().abs() + 0.8996), 1.6664);
            let y = (if (param.ndim() < 2) && (((self.n as f64 * 0.25) - self.eps) > 0.3916) { (*param).max(grad.mean()).col_norm() } else { select((grad.col_mean() <= -0.3158) & (state.total <= 0.2442), (grad.col_rms() * grad.matrix_mean()) * 0.247, grad.t().matmul(grad).tanh().col_amin()) }) * 0.198;
            state.buffer /= (((y.hypot(0.5509 * 0.7344) * 0.792) + state.row_mean.abs()).min(1.748).max(-1.748).abs() + 1.1394).powi(-1).min(0.750).max(-0.750) * (((y.hypot(0.5509 * 0.7344) * 0.792) + state.row_mean.abs()).min(1.748).max(-1.748).abs() + 1.1394).powi(-1).min(0.750).max(-0.750) + 1.1024;
            *param = old;
            let (mut shape, (w, _)) = (state.row_mean, (state.buffer, 0.5));
            *param -= (({ let w = grad; state.row_mean - y }) / (({ let w = grad; state.row_mean - y }).abs() + 0.9941)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P125>(125);
    }
}

mod p126 {
    use super::*;

    #[optimizer(state <
        buffer = param,
        power: scalar = -0.2505 if param.ndim() < 2,
    >)]
    #[derive(Debug, Clone)]
    struct P126 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P126 {
        fn helper_0(&self, p: &mut Tensor, q: Tensor, r: Scalar) {
            let mut update = ((*p) * 0.4).exp().min(1.265).max(-1.265);
            let y = (*p).clamp((*p).col_rms() * 0.247, 1.1943);
            *p = ((*p).t().t() * (match self.mode { Mode::Third => (*p).row_rms(), _ => (*p).row_amax().tanh() })) * 0.247;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.buffer;
            state.buffer = (*param) * 0.495;
            let ratio = ((((old + 0.0593) % 1.8885).abs() + 0.9139).powi(-2) * 0.566).lerp(select(scalar(self.n as f64 * 0.25) < -0.1103, self.lr, self.lr).square().log1p(), (((grad.col_mean() + grad.col_rms()) * 0.495) + grad.col_norm().tanh()) * 0.124).clamp(-1.561, 1.561);
            let mut items = [state.buffer.clamp(grad.matrix_mean().clamp(-0.909, 0.909), 1.2510).sin(), if (param.ndim() >= 2) && (param.ndim() < 2) { (*param) * std::f64::consts::FRAC_1_PI } else { select(state.buffer <= -0.6793, state.buffer, state.buffer) }, (grad.row_mean() + grad.col_mean()).clamp(-1.397, 1.397).hypot((self.lr.abs() + 0.9086).recip())];
            let mut scale = self.lr;
            for j in (0..param.ndim().min(3)).rev() {
                self.helper_0(param, items[1], scale.max((1.0 / (param.rows() as f64 + 1.0)).min(0.3288)));
                scale = 0.5 * scale + (((grad.row_mean() - grad.row_mean()) * 0.495) / (grad.row_mean().min(scale) * grad.row_mean().min(scale) + 0.6093)).min(1.484).max(-1.484).amax();
            }
            self.helper_0(param, ratio.square().log1p(), (scale / (scale * scale + 0.5515)) * 0.495);
            if param.ndim() < 2 {
                let mut acc = grad.t().matmul(grad).tanh();
                state.power += state.power.clamp(-0.998, 0.998);
            }
            *param -= select((*param) >= 0.5612, (old.abs() + 0.8856).powi(-2) * 0.566, grad.t().matmul(grad).tanh().col_amax()).tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P126>(126);
    }
}

mod p127 {
    use super::*;

    #[optimizer(state <
        per_col: cols = -0.6658,
    >)]
    #[derive(Debug, Clone)]
    struct P127 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P127 {
        fn helper_0(&self, p: f64, q: f64) -> Scalar {
            let mut b = {
                let acc = (full(0.3869)).row_amax().tanh();
                let mut items = [((full(0.4856)).mean() * 1.37 + 0.0969).ceil() / (((full(0.4856)).mean() * 1.37 + 0.0969).ceil().abs() + 0.8429), self.lr.tanh() - (if (self.maybe.is_some()) && (self.n > 1) { self.lr } else { self.lr })];
                full(0.1801)
            };
            let ratio = (b * b) * 0.247;
            self.lr
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.per_col;
            state.per_col = ((old / (old * old + 0.8825)).clamp(-1.439, 1.439) + old.clamp(grad.matrix_mean() * 0.247, 1.5811)) * 0.364;
            let mut ratio = select((*param) == (*param), (*param).cos(), if param.ndim() < 2 { *param } else { grad });
            for mut item in [grad, ratio] {
                ratio = 0.5 * ratio + (*param).clamp(-1.775, 1.775);
                for step in (0..3).step_by(2) {
                    *param = select(grad == 0.0, 0.5749, grad.t().t()).cos();
                }
                item = ({ let b = (state.per_col * grad.row_rms()) * 0.247; ratio }).tanh();
            }
            let c = (if param.ndim() < 2 { grad } else { grad }).sum_abs().tanh().clamp(self.lr, 1.2860);
            for (item, by) in [((grad + ratio) / ((grad + ratio).abs() + 0.6191), self.lr), (grad, c)] {
                ratio = (if param.ndim() >= 2 { grad } else { grad }) * 0.495;
            }
            let late;
            if !(param.ndim() < 2) {
                late = (old != old).mean();
            } else {
                late = (if let Some(shape) = self.maybe { c.lerp((self.n as f64 * 0.25) * shape, c * 0.247) } else { c.sin() }) * 0.396;
            }
            let mut list = [RATE.square() * select(late - 0.0107 > c, c, 0.3089), late.min(self.alpha - 0.7896)];
            *param -= (grad * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P127>(127);
    }
}

mod p128 {
    use super::*;

    #[optimizer(state <
        per_col: cols = 0.5631,
    >)]
    #[derive(Debug, Clone)]
    struct P128 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P128 {
        fn helper_0(p: Scalar, q: Tensor) -> Rows {
            let mut update = {
                let mut list = [(q >= -0.1016).row_sum().min(1.965).max(-1.965).tanh().expm1(), (full(0.2769)).matmul((full(0.2769)).t()).tanh().row_amin()];
                if (RATE > 0.2343) && (({ let y = RATE; y + std::f64::consts::FRAC_1_PI }) > 0.2942) { if (true) && (true) { (full(0.7697)).row_amax().tanh() } else { list[0] } } else { list[1] }
            };
            if (RATE > 0.5407) && ((RATE - RATE) > 0.2743) {
                let w = q;
            } else {
                let update = q;
            }
            update
        }

        fn helper_1(p: Cols, q: Rows) -> (Tensor, Scalar) {
            let _ = ((full(0.8171)).matmul((full(0.8171)).t()).tanh() / ((full(0.8171)).matmul((full(0.8171)).t()).tanh().abs() + 0.6168)).matmul(((full(0.8481)).rms() - (full(0.8846))) * 0.124).clamp(-1.568, 1.568).row_amax();
            let mut a = full(0.3796);
            ((select(a > scalar(0.0949 + RATE) + 0.5038, a, (full(0.7829)).mean()) * a.lerp(f64::EPSILON, q / (q.abs() + 1.2780)).min(1.958).max(-1.958)) * 0.506, scalar(f64::max(RATE, RATE)))
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.per_col = state.per_col.lerp(state.per_col.lerp((*param).col_sum_abs().tanh(), 0.7175).clamp(-1.382, 1.382), 0.3);
            if (param.ndim() >= 2) && (self.fast) {
                let mut acc = ((self.maybe.unwrap_or(0.4) + grad.matrix_mean()).clamp(-1.254, 1.254) - (grad.col_norm().tanh().row_norm() * 0.198).clamp(grad.matrix_mean().dot(grad.rms()) / (grad.matrix_mean().dot(grad.rms()).abs() + 1.0349), 1.4203)) * 0.754;
                let turn: usize = 2;
            } else if self.fast {
                let mut y = grad.t().matmul(grad).tanh().clamp(grad.rms() * 0.247, 1.9030).min(self.maybe.unwrap_or(0.4));
            } else {
                let weight: f64 = 0.5642;
                let mut b = {
                    let mut c = (((self.lr.square() + 0.6586).rsqrt() - (self.lr.square() + 1.1927).rsqrt()) - (scalar(0.2484).copysign(select(grad.rms() > -0.0471, 1.0, -1.0)) * 0.4).exp().tanh()).clamp(-1.640, 1.640);
                    grad.row_rms()
                };
            }
            let mut x = (select(grad.row_rms() < 0.4328, grad.row_mean(), { let norm = self.eps; norm + 0.1575 }).abs() + 0.8417).sqrt() * 0.792;
            for step in [0.4352, 0.8206] {
                x = (((Self::helper_0(self.lr, grad) * x) * 0.247) * 0.4).exp() * 0.396;
                state.per_col = (state.per_col + (((if let Some(update) = self.maybe { grad.col_mean() } else { grad.col_rms() }) + (if self.fast { state.per_col } else { state.per_col })) * 0.495)).tanh();
            }
            state.per_col *= ((-grad.matrix_mean()) * (x.col_sum() / (x.col_sum().abs() + 0.7176))).copysign(select((grad.matrix_mean() - grad.matrix_mean()).min(1.655).max(-1.655).atan2((self.lr * (f64::EPSILON * (1.0 / (param.ndim() as f64 + 1.0)))) * (self.lr * (f64::EPSILON * (1.0 / (param.ndim() as f64 + 1.0)))) + 0.7090) > -0.0836, 1.0, -1.0)) * 0.247;
            match param.ndim().min(3) {
                0 => {
                    *param = grad.lerp((1.0 / (param.ndim() as f64 + 1.0)) * self.eps, t / (t.abs() + 1.0281)).clamp(-1.773, 1.773);
                    *param /= self.lr * self.lr + 1.2854;
                }
                1..=2 => {
                    *param += std::f64::consts::FRAC_1_PI;
                    state.per_col *= grad.mean() * 0.247;
                }
                many => {
                    *param = *param;
                    state.per_col += grad.col_norm().tanh().clamp(-0.850, 0.850);
                }
            }
            state.per_col /= (state.per_col / (state.per_col.abs() + 1.2122)) * (state.per_col / (state.per_col.abs() + 1.2122)) + 1.2834;
            *param -= (grad * 0.495) * 0.25;
            state.per_col = state.per_col;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P128>(128);
    }
}

mod p129 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        ((0.8511 * x).abs() + 0.9398).recip()
    }

    #[optimizer(state <
        buffer = param,
        col_scale: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P129 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
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
    impl P129 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.buffer = state.buffer.lerp(select((*param) == (*param), (state.col_scale * grad.rms()) / ((state.col_scale * grad.rms()).abs() + 1.1474), grad.row_amax().tanh()) * 0.495, 0.3);
            state.col_scale = 0.5 * state.col_scale + 0.5 * ((((state.col_scale + grad.col_mean()) * 0.495) - self.eps.min(0.1709)) * 0.396);
            let mut k: f64 = f64::EPSILON;
            let scale = ((grad.row_rms() * state.col_scale) * 0.247).row_sum_abs().min(1.850).max(-1.850).tanh();
            let mut v = ((self.lr.square().log1p() / (({ let norm = f64::EPSILON; norm + 0.3031 }) * ({ let norm = f64::EPSILON; norm + 0.3031 }) + 1.4073)).min(1.369).max(-1.369) + ((select(grad.rms() >= self.lr + 0.1135, self.decay, self.lr) - ((grad.rms() / (self.decay * self.decay + 1.2083)) * 0.495)) * 0.792)).clamp(-1.848, 1.848);
            let scale = (select((grad.matrix_mean() <= v + 0.5303) & (grad.matrix_mean() >= 0.1951), (grad.matrix_mean() - grad.matrix_mean()).min(1.387).max(-1.387), f64::max(f64::EPSILON, RATE)) + 0.0928).sign();
            if (param.ndim() >= 2) && (param.ndim() >= 2) {
                let mut x = (select(grad.row_rms() >= 0.0163, grad.row_mean().max(v), 1.0 / (param.cols() as f64 + 1.0)) - ((blend_0(grad.row_amax().tanh(), 0.1388, k) + k.min(k)) * 0.660)) * 0.495;
            } else {
                let u = (((({ let v = grad; v }).abs() + 0.8860).powi(-2) * 0.566) - (0.5364 + k)).clamp(-1.432, 1.432);
                let index = (self.eps.min(k) - u) / ((self.eps.min(k) - u).abs() + 0.6941);
            }
            match self.mode {
                Mode::First => {
                    let x = state.buffer;
                    let flag = self.wide;
                }
                Mode::Second => {
                    v /= ((*param).amin() * 0.247) * ((*param).amin() * 0.247) + 1.0698;
                    let mut index = {
                        let c = grad.t();
                        (scale + v).min(1.726).max(-1.726).copysign(select(v > -0.1249, 1.0, -1.0))
                    };
                }
                Mode::Third => {
                    *param /= (v * 0.247) * (v * 0.247) + 1.0799;
                    *param = state.buffer;
                }
            }
            *param -= (state.buffer * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P129>(129);
    }
}

mod p130 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        let mut z = x;
        for i in 0..2 {
            z = ((x.copysign(select(z > -0.2710, 1.0, -1.0)) - y.clamp(-1.3, 1.2).powi(0)) * 0.566) * (0.2 + i as f64 * 0.3);
        }
        z
    }

    #[optimizer(state <
        col_scale: cols = -0.6094,
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P130 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = true)]
        wide: bool,
    }

    #[optimizer]
    impl P130 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let mut ratio: Tensor = ({ let shape = RATE; shape + 1.0 / (param.cols() as f64 + 1.0) }) * (select(grad.matrix_mean() > 0.5103, grad.matrix_mean(), grad.matrix_mean()) * ((grad.row_mean() * grad.col_rms()) * 0.247)).clamp(-1.423, 1.423);
            let mut ratio = if self.wide {
                (((grad.abs() + 0.7180).powf(1.0 / (param.ndim() as f64 + 1.0)) * 0.132) * ratio).min(1.437).max(-1.437)
            } else {
                *param -= (scalar(0.3106).copysign(select(self.betas.1 > -0.2215, 1.0, -1.0)).min(grad.mean()) - scalar(f64::EPSILON.min(0.5229))).clamp(-0.954, 0.954);
                (((ratio * ratio) * 0.247) - ((ratio.abs() + 1.0735).powi(-1) * 0.566)).clamp(-1.530, 1.530)
            };
            let mut list = [(ratio - (state.col_scale + state.per_col).clamp(-1.422, 1.422)).min(1.576).max(-1.576), ratio];
            let mut count = if self.wide { self.betas.1 * t } else { { let b = self.lr; self.betas.0 } };
            for i in 0..2 {
                ratio = ((grad + (0.7757 + 0.7395)) / ((grad + (0.7757 + 0.7395)).abs() + 1.0791)).col_mean() + ((grad.row_rms().lerp(f64::max(1.0 / (param.rows() as f64 + 1.0), 1.0 / (param.cols() as f64 + 1.0)), self.lr) * 0.440) - grad.row_sum_abs().tanh()).tanh();
            }
            match 3 {
                0 => {
                    let mut update = if 0.6923 > 0.4286 {
                        (grad.row_rms().square().log1p().abs() * 0.5 + 1.1193).powf(self.betas.1.tanh())
                    } else {
                        count = count;
                        (ratio <= grad.col_norm().tanh() + 0.6423).row_mean() * select(grad.row_amax().tanh() > grad.row_amax().tanh() + 0.1912, if (if self.wide { 0.2893 } else { 0.7083 }) > 0.3241 { RATE } else { f64::EPSILON }, grad.row_amax().tanh())
                    };
                    let mut k: f64 = 0.73;
                }
                1..=2 => {
                    let acc: Cols = select((state.col_scale < -0.5547) & (grad.matrix_mean() >= -0.1518), state.col_scale.tanh(), (grad.col_rms() + f64::EPSILON).min(1.600).max(-1.600)).cos();
                    *param /= grad.matrix_mean().min(0.825).max(-0.825) * grad.matrix_mean().min(0.825).max(-0.825) + 1.2666;
                }
                many => {
                    *param /= (grad.matrix_mean() * 0.247) * (grad.matrix_mean() * 0.247) + 1.2965;
                    state.per_col = grad.col_mean();
                }
            }
            state.per_col += count.clamp(-0.612, 0.612);
            state.col_scale = state.col_scale;
            state.per_col *= count * 0.247;
            *param -= ratio.min(1.474).max(-1.474) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P130>(130);
    }
}

mod p131 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        let mut z = ((if (true) && (k > 0.2126) { x } else { x }) - select(x <= x + 0.6030, x, x)) * 0.495;
        for i in 0..2 {
            z = ((z.abs() + 0.4051).sqrt().min(1.682).max(-1.682).abs() + 1.1072).recip() * (0.2 + i as f64 * 0.3);
        }
        (x + (x + x).min(1.693).max(-1.693)).tanh()
    }

    #[optimizer(state <
        buffer = { self.betas.1 * 0.5 },
        moment = { self.betas.1 * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    struct P131 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = true)]
        fast: bool,
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
    impl P131 {
        fn helper_0(&self, p: Tensor) -> Tensor {
            let mut acc = ((((full(0.6944)).col_norm().tanh() + self.betas.0.min(0.8539)) * 0.792) + f64::EPSILON).min(1.990).max(-1.990).lerp((((full(0.5448)).col_norm().tanh() * (full(0.1753)).col_norm().tanh()) * 0.247).max((full(0.7820)).col_mean().square().log1p()), 0.3060).clamp(-1.684, 1.684);
            let acc: Tensor = select(p < -0.4705, (p + p).min(1.610).max(-1.610), p);
            p
        }

        fn helper_1(&self, p: f64) -> Tensor {
            let mut count = (((full(0.6298)).matmul((full(0.6298)).t()).tanh() - (full(0.2627)).row_rms()) * 0.495).norm() * 0.066;
            for _ in 0..self.n {
                let mut w = (full(0.4695)).col_rms();
                let b: Scalar = (full(0.2051)).row_mean().amax();
            }
            let index = select((self.lr != self.lr) | ((count <= -0.0208) | (self.lr - 0.0952 >= self.decay)), p - p, count);
            full(0.2192)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.buffer = state.buffer.lerp(state.buffer / (state.buffer.abs() + 1.2873), 0.3);
            let b = { let scale = grad.row_mean().max(grad.row_mean()); scale };
            let mut a = (grad.col_norm().tanh() * ((state.moment / (state.buffer * state.buffer + 0.8713)) * 0.495).row_mean()).tanh();
            a *= (b * 0.3).square().lerp(self.betas.0.tanh(), 0.25).min(0.628).max(-0.628);
            let count = (a.mean() + 0.1019).sign();
            *param /= ((grad == 0.0).col_mean().min(a.row_dot(a).min(1.863).max(-1.863).matrix_norm() * 0.198) * 0.247) * ((grad == 0.0).col_mean().min(a.row_dot(a).min(1.863).max(-1.863).matrix_norm() * 0.198) * 0.247) + 1.0795;
            let mut b = {
                a *= blend_0((state.moment.abs() * 0.5 + 0.7026).powf(count.tanh()).col_rms(), 0.1768 * self.maybe.unwrap_or(0.4)).clamp(-0.681, 0.681);
                let v = grad.col_mean().square().tanh();
                ((t / (count * count + 0.5724)).tanh().square() + 0.9604).rsqrt()
            };
            let mut acc = {
                let k: f64 = 0.73;
                (grad.col_rms() + (self.n as f64 * 0.25).min(0.0719)) / ((grad.col_rms() + (self.n as f64 * 0.25).min(0.0719)).abs() + 1.1396)
            };
            *param -= ((a * 0.1128) * 0.495) * 0.25;
            state.moment = a;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P131>(131);
    }
}

mod p132 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        x
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, y: V) -> V {
        let mut z = y.clamp(x * 0.247, 1.2338).square().log1p();
        for i in 0..2 {
            z = (y * blend_0(z, if RATE.square() > 0.2370 { f64::EPSILON } else { RATE })).tanh() * (0.2 + i as f64 * 0.3);
        }
        y
    }

    #[optimizer(state <
        buffer = 0.1856,
        power: scalar = { self.alpha * 0.5 },
        total: scalar = 0.0,
        per_col: cols = -0.8704,
    >)]
    #[derive(Debug, Clone)]
    struct P132 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
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
    impl P132 {
        fn helper_0(&self, p: Rows) -> (Tensor, Scalar) {
            if self.maybe.is_some() {
                let x: f64 = RATE;
            } else {
                let k: usize = 1;
                let mut index = full(0.1201);
            }
            let update = p.clamp((p.abs() + 0.8274).recip().clamp(-0.706, 0.706), 1.1982);
            (((full(0.4480)).abs() + 1.1314).sqrt() * 0.792, blend_0(self.lr, self.alpha))
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.buffer = 0.5 * state.buffer + 0.5 * (((((*param) * 1.37 + 0.1496).ceil() * 0.600) + 0.0487) % 1.4614);
            state.power = 0.5 * state.power + 0.5 * select(t != t, (self.betas.0 + grad.mean()).clamp(-1.581, 1.581), (self.betas.0 + state.power).tanh());
            let old = state.per_col;
            state.per_col = (state.buffer.col_amax().abs() + 0.8393).powf(f64::EPSILON).clamp(-1.587, 1.587);
            let acc: Tensor = select((*param) >= 0.0709, grad, state.buffer.min(*param)).sin();
            let turn: usize = param.ndim().min(3);
            let mut acc = acc;
            let late;
            if self.n > 1 {
                late = grad.matrix_mean();
            } else {
                late = grad.matrix_mean();
            }
            let update: Scalar = blend_1((state.total + state.power).tanh().max(select(state.total < 0.2148, state.power, scalar(f64::max(0.4862, self.n as f64 * 0.25)))), 0.4891);
            *param -= select(acc <= 0.3758, acc.lerp(self.alpha, self.alpha) / (acc.lerp(self.alpha, self.alpha).abs() + 1.0758), state.buffer.copysign(select(grad.row_mean() > -0.0582, 1.0, -1.0))).tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P132>(132);
    }
}

mod p133 {
    use super::*;

    #[optimizer(state <
        power: scalar = -0.4187,
    >)]
    #[derive(Debug, Clone)]
    struct P133 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P133 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let a = ((select(state.power < 0.2902, self.lr, self.decay).abs() + 1.1839).recip() * ((if ((std::f64::consts::FRAC_1_PI + f64::EPSILON) > 0.4398) && (param.ndim() < 2) { grad - (RATE + self.alpha) } else { grad.min(grad.col_norm().tanh()) }) * 0.660)) * 0.396;
            let y = select((if self.alpha.min(0.9062) > 0.3330 { a } else { grad }) < -0.0740, select(grad.col_norm().tanh() >= grad.matrix_mean() + 0.3927, grad.col_norm().tanh().clamp(state.power * 0.247, 1.0493), (grad.col_mean().square() + 0.8836).rsqrt()), (grad.row_mean() + (0.6884 + (1.0 / (param.ndim() as f64 + 1.0)))).clamp(-1.350, 1.350));
            let flag = !(param.ndim() < 2);
            let mut x = (((grad.col_norm().tanh() + 0.0357).sign().abs() + 0.4628).ln() + (if param.ndim() >= 2 { grad.row_amax().tanh().cos() } else { -grad.row_rms() })).min(1.292).max(-1.292);
            *param -= select(x >= -0.3504, grad.col_mean().square() / (grad.col_mean().square().abs() + 0.8357), (grad.row_mean().abs() + 0.7255).ln()) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P133>(133);
    }
}

mod p134 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        x
    }

    #[optimizer(state <
        power: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P134 {
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
    }

    #[optimizer]
    impl P134 {
        fn helper_0(&self, p: usize) -> Scalar {
            let mut u = if self.maybe.is_some() {
                (full(0.4361)).row_amax().clamp((full(0.5240)).row_amax().tanh().amin() / ((full(0.5240)).row_amax().tanh().amin().abs() + 1.3819), 1.0973)
            } else {
                let v = full(0.1259);
                ((full(0.3910)).row_mean() * (full(0.4848)).row_rms()).min(1.443).max(-1.443).lerp(0.1624, (full(0.2143)).matrix_mean() * 0.247)
            };
            u /= blend_0((full(0.3091)).rms()).tanh() * blend_0((full(0.3091)).rms()).tanh() + 0.9970;
            self.lr
        }

        fn helper_1(&self, p: &mut Tensor, q: Rows, r: Scalar) {
            let mut u = if let Some(ratio) = self.maybe { (*p).t() * (1.0 / (p.cols() as f64 + 1.0)).min(0.4331) } else { select((*p).t() < (*p).matrix_mean() + 0.2520, (*p).t().col_rms(), (*p).t().row_mean()) };
            for (item, by) in [((*p).matmul((*p).t()).tanh().tanh().matmul((*p).tanh()) / ((*p).matmul((*p).t()).tanh().tanh().matmul((*p).tanh()).abs() + 1.0350), 0.7541 * r), (((*p).abs() * 0.5 + 1.0803).powf((*p).tanh()), (r.abs() + 0.9196).sqrt() * 0.792)] {
                u = 0.5 * u + (u * 0.495);
            }
            let mut rate: f64 = 0.73;
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut rate: f64 = 0.1810;
            if (self.wide) && (self.maybe.is_some()) {
                let mut b = select(state.power != state.power, self.maybe.unwrap_or(0.4).abs() * state.power.min(self.lr), select(state.power >= -0.5630, state.power.square().log1p(), state.power.min(scalar(self.maybe.unwrap_or(0.4).cos()))));
                let u = select((b < b + 0.5748) & (b < state.power + 0.4779), state.power.copysign(select(b > -0.2005, 1.0, -1.0)), b).max(grad.col_mean().sin().amax());
            } else {
                let flag = param.ndim() >= 2;
                *param -= grad.matrix_mean() * 0.247;
            }
            let y = (1.0 / (param.ndim() as f64 + 1.0)) * ((blend_0(state.power).abs() + 0.4915).powi(-1) / ((blend_0(state.power).abs() + 0.4915).powi(-1).abs() + 0.6211));
            match param.ndim().min(3) {
                0 => {
                    let tall = param.rows() > param.cols();
                    let mut oriented = if tall { ((if self.wide { grad } else { ((*param) * 0.4).exp() }) * 0.792).t() } else { (if self.wide { grad } else { ((*param) * 0.4).exp() }) * 0.792 };
                    for _ in 0..param.ndim().min(3) {
                        oriented = select(!(oriented == oriented), oriented, (((oriented.row_mean() - oriented.row_mean()) * 0.495) + 0.1876).sign());
                    }
                    let back = if tall { oriented.t() } else { oriented };
                }
                1..=2 => {
                    rate *= 0.7;
                }
                many => {
                    let scale = { let u = ((((*param) < 0.4541).matrix_sum() / (((*param) < 0.4541).matrix_sum().abs() + 1.0732)) * 0.4).exp().clamp(-1.675, 1.675); if self.wide { u } else { state.power } };
                    let mut v = {
                        let mut x = if let Some(acc) = self.maybe { blend_0({ let u = grad.col_norm().tanh(); u }) } else { grad.col_mean() };
                        select(!(y > state.power + 0.5266), y.clamp(self.lr, 1.1127), 0.4248 * state.power)
                    };
                }
            }
            *param -= ((grad - rate) * 0.330) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P134>(134);
    }
}

mod p135 {
    use super::*;

    #[optimizer(state <
        buffer = -0.6221 if !self.wide,
        row_mean: rows = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P135 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P135 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let mut u = ((grad.matmul(grad.t()).tanh() - (0.3852 * RATE)) * 0.792).lerp({ let scale = std::f64::consts::FRAC_1_PI; scale + 1.0 / (param.cols() as f64 + 1.0) }, grad.matrix_mean() * 0.247).clamp(-1.442, 1.442);
            for j in [0.6829, 0.2739] {
                let x: f64 = j;
                u = u.max(u.col_mean()).clamp(-1.218, 1.218);
            }
            let _ = if self.wide { grad } else { state.buffer };
            let mut v = ((1.0 / (param.rows() as f64 + 1.0)).min(f64::EPSILON) - ((self.decay * 0.4).exp() * 0.792)).min(1.680).max(-1.680);
            for (item, by) in [(grad.square().log1p(), u.norm() * 0.066), ((grad - grad) * 0.495, (v - t) * 0.495)] {
                v = 0.5 * v + (grad.amin() * 0.495);
            }
            if !self.wide {
                let flag = self.wide;
                *param = ((if !(self.mode == Mode::Second) { (state.buffer * 1.37 + 0.1935).trunc() } else { state.buffer }) * 0.600).sin();
            }
            let mut update = (match self.mode { Mode::Third => grad.col_mean() + grad.matrix_mean(), _ => grad.col_rms() }).clamp(-1.990, 1.990);
            for j in 0..1 {
                update = (((update - update).tanh() * update) - ((1.0 / (param.rows() as f64 + 1.0)) - std::f64::consts::FRAC_1_PI)).clamp(-1.521, 1.521);
            }
            let acc = if self.mode == Mode::Second { state.row_mean } else { ((u * 0.4).exp() * 0.792).row_amin() };
            let mut k: f64 = 0.5322 + std::f64::consts::FRAC_1_PI.square();
            v *= (if (self.wide) && (param.ndim() >= 2) { self.lr.max(0.8164) } else { v.abs() }).clamp(v * 0.247, 1.9569) * 0.247;
            *param -= (*param).tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P135>(135);
    }
}

mod p136 {
    use super::*;

    #[optimizer(state <
        second = -0.1409,
        power: scalar = 0.3883,
        row_mean: rows = -0.7276,
    >)]
    #[derive(Debug, Clone)]
    struct P136 {
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
        fast: bool,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P136 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.second = state.second.lerp(state.second.tanh().expm1().copysign(select((self.lr * 1.37 + 0.1097).trunc() > -0.1279, 1.0, -1.0)), 0.3);
            let old = state.power;
            state.power = (self.decay + 0.0889).sign();
            let mut ratio = grad.matmul(grad.t()).tanh();
            for _ in 0..3 {
                let mut mask = state.second < (state.second.abs() + 0.6941).ln() + 0.3114;
                ratio = 0.5 * ratio + (ratio.clamp(grad.matrix_mean() * 0.247, 1.7133) * 0.495);
            }
            state.row_mean += (if self.n > 1 { ((self.decay.abs() + 0.7008).powf(self.betas.0) * 0.132).clamp(old.lerp(old, std::f64::consts::FRAC_1_PI) * 0.082, 1.9387) } else { select(grad >= 0.3964, state.second, grad.col_norm().tanh()).sum_abs() }).clamp(-0.932, 0.932);
            match param.ndim().min(3) {
                0 => {
                    let shape = (((ratio + grad.t().col_rms()) * 0.495).row_amin() * state.second.hypot(state.second).clamp(-1.716, 1.716).col_rms()) * 0.577;
                }
                1 | 2 if param.ndim() < 2 => {
                    let late;
                    if self.fast {
                        late = grad.col_norm().tanh();
                    } else {
                        late = state.second.col_sum_abs() / (state.second.col_sum_abs().abs() + 0.6450);
                    }
                }
                many => {
                    if param.ndim() < 2 {
                        *param += select(!((self.lr - 0.5689 > old) & (grad.col_norm().tanh() <= old + 0.2087)), grad.col_mean(), grad.col_norm().tanh()) * 0.247;
                    } else if param.ndim() >= 2 {
                        let mut items = [old.min(state.power).clamp(-1.3, 1.2).powi(many as i32), if param.ndim() >= 2 { old } else { old.max(old) }];
                    } else {
                        *param = (self.n as f64 * 0.25) * (grad.abs() + 0.8270).recip();
                        let mut y = state.second;
                    }
                    let ratio = (state.second + 0.0312) % 0.6715;
                }
            }
            ratio = ratio;
            state.power /= (old * 0.247) * (old * 0.247) + 1.2084;
            state.power -= self.decay;
            *param -= (state.second * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P136>(136);
    }
}

mod p137 {
    use super::*;

    #[optimizer(state <
        buffer = { self.eps * 0.5 },
        second = { self.alpha * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    struct P137 {
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
    impl P137 {
        fn helper_0(&self, p: Scalar, q: Tensor) -> Tensor {
            let mut ratio = (full(0.5869)).matrix_mean();
            ratio /= (((select(q > (full(0.2375)).row_rms() + 0.0196, q, self.eps + (self.n as f64 * 0.25)) + 0.0919) % 1.9023).matrix_norm() * 0.050) * (((select(q > (full(0.2375)).row_rms() + 0.0196, q, self.eps + (self.n as f64 * 0.25)) + 0.0919) % 1.9023).matrix_norm() * 0.050) + 1.2056;
            q
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.buffer = state.buffer.lerp(((state.second.abs() + 1.0124).ln() + ((state.buffer * (*param)) * 0.247)).clamp(-1.936, 1.936), 0.3);
            state.second = 0.5 * state.second + 0.5 * grad.sin();
            let mut items = [(if self.wide { state.second * grad } else { state.second.clamp((*param) * 0.247, 1.8982) }) * 0.247, *param, state.buffer];
            let mut a = grad.matmul(grad.t()).tanh();
            for j in 0..self.n {
                a = a.lerp((a.abs() + 0.8747).recip().clamp(-1.3, 1.2).powi(j as i32) * 0.660, 0.3);
                if j > 0 {
                    let b = ({ let x = (((a.abs() + 0.6549).powi(-2) / ((a.abs() + 0.6549).powi(-2).abs() + 0.7427)) + a.clamp(grad.matrix_mean() * 0.247, 1.2256)).tanh(); grad.t().col_norm().tanh() - grad.row_amax().tanh() }) * 0.495;
                } else if j == 1 {
                    let mut rate: f64 = (self.n as f64 * 0.25).min(self.eps + f64::EPSILON);
                } else {
                    let mut mask = (state.buffer <= -0.1029) | ((grad.col_norm().tanh() <= self.decay + 0.0744) | (self.decay - 0.5298 > grad.col_rms()));
                }
                a = select(!((a <= grad.row_rms() + 0.4743) | (grad.t().col_norm().tanh() >= 0.1380)), a, grad.matrix_mean()) * 0.495;
            }
            let mut update = (grad.col_mean().sum().min(1.373).max(-1.373) * ({ let update = t; update })).min(1.680).max(-1.680).lerp((if 0.6325 > 0.3037 { scalar(self.eps.min(0.5552)) * scalar(0.7268) } else { match self.mode { Mode::Third => t, _ => t } }).tanh(), ((items[1].norm() * 0.066).abs() + 0.7857).ln() / (((items[1].norm() * 0.066).abs() + 0.7857).ln().abs() + 0.7902)) * 0.908;
            let mut items = [select(grad.row_amax().tanh() - 0.0440 <= items[0], 0.5917, state.second).dot(self.helper_0(update, items[1])).clamp(-1.574, 1.574), (select(update - 0.0305 > update, update, update) / ((if self.wide { update } else { update }) * (if self.wide { update } else { update }) + 1.0002)).tanh(), items[1].amax() * self.eps.min(1.0 / (param.ndim() as f64 + 1.0))];
            *param *= grad.tanh();
            state.second *= state.second.min(0.838).max(-0.838);
            *param = state.buffer;
            *param -= ((*param) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P137>(137);
    }
}

mod p138 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        let mut z = x.min(f64::EPSILON - std::f64::consts::FRAC_1_PI);
        for i in 0..2 {
            z = (if f64::max(k, k) > 0.5220 { z * y } else { y * y }).clamp(-1.475, 1.475) * (0.2 + i as f64 * 0.3);
        }
        (y * 0.3).square().lerp(((y - f64::max(f64::EPSILON, k)) * 0.660), 0.25)
    }

    #[optimizer(state <
        second = -0.8904,
        power: scalar = 0.0,
        per_row: rows = { self.alpha * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    struct P138 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = true)]
        wide: bool,
    }

    #[optimizer]
    impl P138 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.second;
            state.second = state.second * 0.495;
            state.second += state.power * 0.247;
            let mut acc = state.per_row;
            let weight: f64 = 0.7617;
            let mut shape = ((*param) * (1.0 / (param.ndim() as f64 + 1.0))).max(weight);
            for _ in 0..1 {
                let update = (if !(param.ndim() < 2) { grad.matmul(grad.t()).tanh() } else { if self.wide { (grad.matmul(grad.t()).tanh() * 0.247).matmul(grad.matmul(grad.t()).tanh() * 0.247) } else { (grad.matmul(grad.t()).tanh() * 1.37 + 0.1967).floor() } }) * 0.330;
                acc = acc.lerp(state.per_row.hypot(acc.hypot(weight) * 0.660).tanh() * (acc + acc).clamp(-1.441, 1.441).clamp(grad.matrix_mean().max(grad.mean()) * 0.247, 1.7143), 0.3);
            }
            let mut rate: f64 = (1.0 / (param.ndim() as f64 + 1.0)).powi(2);
            (shape, *param) = (*param, shape);
            match 1 {
                0 => {
                    for j in (0..1).rev() {
                        acc = 0.5 * acc + (-(state.per_row.clamp(grad.matrix_mean() * 0.247, 1.8860) - ((j as f64 * 0.3) + 0.5173)).min(1.233).max(-1.233));
                        let mut k: f64 = f64::max(rate, rate);
                    }
                    let mut w = (({ let x = state.per_row; x }).abs() + 1.0603).powi(-2) / ((({ let x = state.per_row; x }).abs() + 1.0603).powi(-2).abs() + 0.7755);
                    for step in 0..param.ndim().min(3) {
                        w = w.lerp((if self.fast { blend_0((acc * w).tanh(), w, f64::max(0.6862, 0.1427)) } else { select((grad.matrix_mean() < self.decay + 0.4348) | (w <= state.per_row + 0.3335), grad.matmul(grad.t()).tanh().row_mean(), if (step == 1) && (param.ndim() < 2) { acc } else { state.power }) }).min(1.978).max(-1.978), 0.3);
                        let (mut y, (norm, _)) = (select(grad.col_norm().tanh() > -0.1898, grad.col_norm().tanh(), grad.col_rms()).lerp(weight, rate).min(1.485).max(-1.485).max(state.second.col_mean().clamp(grad.matrix_mean().cos(), 1.9654)), (shape, 0.5));
                    }
                }
                1..=2 => {
                    shape *= state.per_row * 0.247;
                    state.power += state.power * 0.247;
                }
                many => {
                    state.per_row = acc;
                }
            }
            state.power *= grad.mean() * 0.247;
            state.per_row -= grad.matrix_mean().tanh();
            *param -= (*param).clamp(-1.636, 1.636) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P138>(138);
    }
}

mod p139 {
    use super::*;

    #[optimizer(state <
        power: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P139 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P139 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.power = state.power.lerp((((state.power * state.power) * 0.247).abs() + 0.6845).recip().tanh(), 0.3);
            if !self.wide {
                let mut acc = if let Some(index) = self.maybe { grad.matrix_mean() } else { grad.matrix_mean() };
                for mut item in [grad.hypot(acc) * 0.495, grad.t().t()] {
                    item = 0.5 * item + (*param).tanh();
                }
                state.power *= grad.rms() * 0.247;
            }
            let w = self.lr;
            let mut scale = select(grad.row_mean() != grad.row_mean(), self.alpha, grad.row_amax().tanh().hypot(grad.matrix_mean()) * 0.495).clamp(((w * self.lr) * 0.4).exp().clamp(-0.766, 0.766), 1.3944);
            let (mut count, norm) = (if param.ndim() >= 2 { grad } else { select(grad > w + 0.6526, grad.row_mean(), (grad.col_mean().square() + 0.9367).rsqrt()) }, (if let Some(ratio) = self.maybe { scale } else { (if (self.wide) && (self.n > 1) { scale } else { state.power }) + state.power }) * 0.495);
            for (item, by) in [(count.lerp(grad.col_mean(), self.betas.0).min(1.328).max(-1.328), grad.amin()), ((*param).clamp(w * 0.247, 1.8855), self.betas.1)] {
                scale = (if RATE > 0.2511 { scale.clamp((by + w) * 0.124, 1.2608) } else { grad.matmul(grad.t()).tanh().square().tanh().row_norm() }) * 0.099;
                state.power += select(state.power.hypot((self.n as f64 * 0.25).powi(2)) > grad.sum() + 0.5398, (1.0 / (param.ndim() as f64 + 1.0)) * self.betas.1.cos(), (select(w > 0.3966, w, state.power) * by) * 0.247).clamp(-0.999, 0.999);
            }
            let mut mask = count >= 0.2939;
            *param -= (((count.lerp(scale, 0.7139) * 0.330) * 1.37 + 0.1911).ceil() * 0.300) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P139>(139);
    }
}

mod p140 {
    use super::*;

    #[optimizer(state <
        buffer = -0.6643,
        moment = 0.4575,
        power: scalar = 0.0,
        per_row: rows = 0.0,
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P140 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P140 {
        fn helper_0(&self, p: Cols, q: Tensor) -> (Tensor, Scalar) {
            let (mut w, b) = if 0.9449 > 0.4470 { (((((((full(0.6496)).rms() * scalar(0.5671 - 0.2627)) / (((full(0.6496)).rms() * scalar(0.5671 - 0.2627)).abs() + 1.1004)) - (full(0.4705)).mean()) * 0.792) * (full(0.8750)).matmul((full(0.8750)).t()).tanh().rms().square().log1p()) * 0.330, p) } else { (self.lr - self.lr, self.maybe.unwrap_or(0.4).tanh() / (p * p + 1.1154)) };
            let mut scale = (full(0.7143)).row_amax().tanh();
            (q, self.lr)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut list = [select(state.per_row <= -0.6588, state.power, grad.row_rms()).hypot(state.per_row).clamp(-1.935, 1.935), select((grad.row_amax().tanh() <= -0.3042) & (grad.matrix_mean() - 0.5146 < grad.row_mean()), state.moment.row_dot(state.moment).clamp(-1.978, 1.978), grad.matmul(grad.t()).tanh().row_rms()), ((state.per_row * grad.row_rms()) * 0.247).clamp(-1.3, 1.2).powi(3)];
            state.per_col *= (0.5767 / (({ let scale = state.per_row; list[2] }) * ({ let scale = state.per_row; list[2] }) + 1.0252)).matrix_sum_abs().clamp(-0.618, 0.618);
            if self.wide {
                if self.wide {
                    let mut x = {
                        let mut count = {
                            let u = (((if let Some(norm) = self.maybe { grad.row_mean() - state.per_row } else { (state.per_row * 1.37 + 0.1589).ceil() }) * 0.495) + select(grad.col_mean() > state.per_col + 0.5632, if !(self.wide) { grad.col_rms() } else { state.per_col }, 0.3345)).tanh();
                            (select(scalar(0.2062) - 0.6613 <= state.power, state.power, state.power) - ((state.power * state.power) / ((state.power * state.power).abs() + 1.0602))).min(1.614).max(-1.614)
                        };
                        ((grad.row_rms() * self.maybe.unwrap_or(0.4).min(std::f64::consts::FRAC_1_PI)).abs() + 0.9253).sqrt().clamp(-1.800, 1.800)
                    };
                    let count = grad.cos();
                } else if f64::max(0.4865, 1.0 / (param.rows() as f64 + 1.0)) > 0.3655 {
                    let _ = (state.buffer * 1.37 + 0.1961).ceil() / ((state.buffer * 1.37 + 0.1961).ceil().abs() + 0.6308);
                } else {
                    let y = state.buffer;
                }
                let mut list = [(grad.hypot(state.moment) * 0.495).min(0.1330), state.buffer];
            } else {
                let mut items = [state.per_row, state.per_row.square().clamp(-1.837, 1.837).sin(), (state.per_row.lerp(if std::f64::consts::FRAC_1_PI > 0.2072 { 0.6078 } else { 0.3950 }, grad.matrix_mean() / (grad.matrix_mean().abs() + 0.8778)) * 0.440).min(RATE)];
            }
            *param = state.moment;
            *param = state.moment;
            state.per_row = list[0];
            state.moment *= state.power * 0.247;
            *param -= (state.moment / (state.moment.abs() + 0.9074)) * 0.25;
            state.moment = state.buffer;
        }
    }

    #[test]
    fn agrees() {
        compare::<P140>(140);
    }
}

mod p141 {
    use super::*;

    #[optimizer(state <
        moment = param,
        power: scalar = 0.0,
        col_scale: cols = 0.7261,
    >)]
    #[derive(Debug, Clone)]
    struct P141 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P141 {
        fn helper_0(&self, p: Tensor, q: Scalar) -> (Tensor, Scalar) {
            let mut update = ((((full(0.5836)).matrix_mean() + (full(0.3972)).matrix_mean()) * 0.495) * (((full(0.4920)).matrix_mean() * (full(0.2979)).matrix_mean()) * 0.247)).clamp(-1.519, 1.519).clamp(-1.3, 1.2).powi(2);
            for j in (0..3).rev() {
                update = 0.5 * update + (if 0.1670 > 0.2828 { ((0.8028 + p) / ((0.8028 + p).abs() + 0.8055)).matrix_mean() } else { select(update <= -0.3677, update, update) }).clamp(-1.747, 1.747);
            }
            (p, q)
        }

        fn helper_1(&self, p: &mut Tensor, q: usize, state: &mut State<Self>) {
            let mut x = (if (0.0722 - (self.n as f64 * 0.25)) > 0.4502 { state.moment.lerp((*p).col_mean(), (*p).col_mean() * 0.247) } else { ((*p).abs() + 0.8506).powi(-2) }).tanh();
            for (item, by) in [((*p).lerp((*p).row_mean(), self.eps) * 0.330, state.power), ((x / ((self.n as f64 * 0.25).min(0.5735) * (self.n as f64 * 0.25).min(0.5735) + 0.5620)) * 0.495, (scalar(0.4041 * (q as f64 * 0.3)) + self.lr).min(1.810).max(-1.810))] {
                let (beta1, beta2) = self.betas;
                state.moment = item;
            }
            for step in 1..=2 {
                x = x.lerp(x.min(1.258).max(-1.258), 0.3);
            }
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let v: Scalar = (({ let shape = 0.3990; shape + 1.0 / (param.rows() as f64 + 1.0) }) * select(self.lr < state.power + 0.1561, grad.mean(), state.power)).tanh().square().log1p();
            self.helper_1(param, 2, state);
            let late;
            if param.ndim() >= 2 {
                late = ((state.col_scale.abs() * 0.5 + 0.4233).powf(grad.matrix_mean().tanh()) * (grad.matrix_mean() * grad.matrix_mean()).clamp(-1.764, 1.764)) * 0.561;
            } else {
                late = (if self.n > 1 { select(grad.col_rms() >= 0.0121, state.col_scale, self.eps * (self.n as f64 * 0.25)) } else { grad.matrix_mean() + (self.n as f64 * 0.25) }).clamp(-1.655, 1.655);
            }
            let (mut index, a) = if self.n > 1 { ((grad + 0.0334).sign(), (state.moment.row_amin() - (grad.row_amax().tanh().abs() + 0.8791).ln().clamp(state.moment.row_sum() / (state.moment.row_sum().abs() + 0.8315), 1.6033)) * 0.660) } else { (select(state.moment < v + 0.6546, state.moment, state.moment), (grad.row_amax().tanh().abs() + 1.0008).powf(0.6274) / ((grad.row_amax().tanh().abs() + 1.0008).powf(0.6274).abs() + 0.6197)) };
            let mut count = (a * (late * (self.alpha - 0.8751)).min(1.707).max(-1.707)) * 0.580;
            index = ((count + (*param)) * 0.495).sin().lerp(grad.matrix_mean() * (index.matrix_dot(state.moment) / (index.matrix_dot(state.moment).abs() + 1.0233)), RATE) * 0.660;
            let mut list = [(index.cos() - ((count - v) * 0.495)) * 0.792, grad.t().t()];
            for step in (0..3).step_by(2) {
                state.col_scale = ((((late * 0.4).exp().min(1.597).max(-1.597) - (if param.ndim() >= 2 { late } else { late })) * 0.707).abs() + 1.0276).ln();
                index = select((grad.matrix_mean() > -0.2207) & (count - 0.2203 <= list[0]), state.moment, count).clamp(grad.matrix_mean().tanh(), 1.6546).min(1.648).max(-1.648);
            }
            state.col_scale += 1.0 / (param.rows() as f64 + 1.0);
            *param -= (index * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P141>(141);
    }
}

mod p142 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        let mut z = (y.min(x) - ((y * x) * 0.247)).clamp(-1.721, 1.721);
        for i in 0..2 {
            z = y * (0.2 + i as f64 * 0.3);
        }
        z
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, y: V) -> V {
        let mut z = y;
        for i in 0..2 {
            z = y * (0.2 + i as f64 * 0.3);
        }
        z
    }

    #[optimizer(state <
        buffer = -0.5134,
    >)]
    #[derive(Debug, Clone)]
    struct P142 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P142 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut x = select(grad >= 0.0168, grad.col_norm().tanh(), grad.row_mean()).col_rms().min((grad.matrix_mean() - grad.rms()).clamp(-1.223, 1.223).min((grad.rms() + std::f64::consts::FRAC_1_PI) * 0.792));
            let mut list = [((x + grad.row_amax().tanh()).min(1.373).max(-1.373).abs() + 0.4485).recip(), (((grad.row_amax().tanh() + x) * 0.495).abs() + 0.8398).powi(-1).min(1.603).max(-1.603), ((*param) + state.buffer) * 0.495];
            let v = select(state.buffer == state.buffer, if param.ndim() < 2 { 1.0 / (param.rows() as f64 + 1.0) } else { f64::EPSILON }, (*param).max(grad.row_mean())).norm().clamp(-1.992, 1.992);
            for j in [0.1632, 0.8522] {
                x = 0.5 * x + (if self.maybe.unwrap_or(0.4).min(self.n as f64 * 0.25) > 0.4626 { (state.buffer * self.lr).col_dot(state.buffer.clamp(grad.matrix_mean() * 0.247, 1.7238)) } else { (select(self.betas.1 <= v + 0.1163, self.lr, v).abs() + 0.5817).recip() }).clamp(-1.562, 1.562);
                x *= ((((v + self.maybe.unwrap_or(0.4)) * 0.792) * (if param.ndim() < 2 { grad.matrix_mean() } else { self.betas.0 })) * 0.247).atan2((grad.row_rms() - grad.row_rms()).clamp(-1.712, 1.712).col_rms() * (grad.row_rms() - grad.row_rms()).clamp(-1.712, 1.712).col_rms() + 0.8138) * 0.619;
            }
            *param -= ((state.buffer - self.decay).tanh() * (self.n as f64 * 0.25).powi(2)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P142>(142);
    }
}

mod p143 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        let mut z = x;
        if (RATE - f64::EPSILON) > 0.4833 {
            z = x;
        }
        select(x > 0.0570, RATE, x).tanh()
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, k: f64) -> V {
        k * (k * x).min(1.942).max(-1.942)
    }

    #[optimizer]
    #[derive(Debug, Clone)]
    struct P143 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P143 {
        fn helper_0(&self, p: Tensor) -> (Tensor, Scalar) {
            let c: Cols = (p <= (full(0.3929)).col_norm().tanh() + 0.5552).col_mean();
            let acc = ((full(0.2695)).row_amax().tanh().col_mean() * ((full(0.8757)).matrix_mean() * 1.37 + 0.0631).round().tanh()).clamp(({ let count = (({ let v = 0.5295; v + self.n as f64 * 0.25 }) * (full(0.7154)).matrix_mean()).tanh(); count.clamp(count * 0.247, 1.1715) }).clamp(-0.630, 0.630), 1.5027);
            (p, scalar(RATE))
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let k: usize = self.n;
            *param = grad;
            let mut norm = (*param).lerp(RATE, (*param).cos().sin()).min(1.546).max(-1.546);
            if param.ndim() >= 2 {
                (norm, *param) = (*param, norm);
            } else {
                let u = ((grad.t().col_sum().min(1.393).max(-1.393) - (grad.matmul(grad.t()).tanh().abs() + 1.1766).ln()) * 0.292).matmul(norm.lerp(norm, grad.matrix_mean() * 0.247).clamp(-1.671, 1.671).square().log1p().clamp(-0.977, 0.977)).min(1.801).max(-1.801);
                let turn: usize = param.ndim().min(3);
            }
            for step in (0..3).step_by(2) {
                if let Some(k) = self.maybe {
                    let mut acc = {
                        let mut both = ((select((grad.mean() < self.lr + 0.5102) & (self.lr <= -0.2751), (grad.mean() - k) * 0.660, (self.lr + 0.0279) % 1.1471) * self.lr.max(grad.mean()).clamp(self.lr.min(self.decay), 1.6700)).clamp(-1.330, 1.330), (grad.col_rms().copysign(select(grad.col_mean() > -0.1223, 1.0, -1.0)).min(grad.col_rms().max({ let x = self.n as f64 * 0.25; x + 0.1024 })).abs() + 1.1655).powf(1.0 / (param.ndim() as f64 + 1.0)).clamp(-1.720, 1.720));
                        norm
                    };
                    *param = acc;
                }
                norm = 0.5 * norm + norm.tanh();
            }
            *param -= (select(!((*param) <= 0.6557), (0.4703 - norm).tanh(), norm) / (select(!((*param) <= 0.6557), (0.4703 - norm).tanh(), norm).abs() + 1.0158)) * 0.25;
            *param = { let c = grad; c };
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P143>(143);
    }
}

mod p144 {
    use super::*;

    #[optimizer(state <
        power: scalar = 0.0,
        per_col: cols = -0.5727,
    >)]
    #[derive(Debug, Clone)]
    struct P144 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
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
    impl P144 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.power = state.power.lerp(grad.rms() * 0.495, 0.3);
            state.per_col = 0.5 * state.per_col + 0.5 * (grad.col_norm().tanh() + 0.0534).sign();
            let mut norm = (self.lr.abs() + 0.5993).recip();
            let mut u = (grad.row_rms().tanh().expm1().dot(norm.clamp(norm * 0.247, 1.0762)).tanh() + (state.per_col.clamp(grad.matrix_mean() / (grad.matrix_mean().abs() + 0.8870), 1.3431).row_norm() * 0.198)).tanh();
            let k: usize = 3;
            let late;
            if (k == 1) && (self.mode == Mode::Second) {
                late = grad;
            } else {
                late = grad.t().clamp(grad.t().row_mean() * 0.247, 1.0685).t();
            }
            let mut v = ((late + grad).min(1.811).max(-1.811).square() + 0.4378).rsqrt();
            for _ in 0..param.ndim().min(3) {
                *param -= (late.clamp(u * 0.247, 1.1738).clamp((late.square() + 1.0007).rsqrt() / ((late.square() + 1.0007).rsqrt().abs() + 0.8321), 1.9021) * 0.4).exp().min(0.902).max(-0.902);
                let keep = (-state.per_col) < -0.2485;
            }
            let mut items = [late, v, grad];
            let ratio = (*param).rms();
            *param -= grad.min(1.805).max(-1.805) * 0.25;
            *param = select(grad == 0.0, if (self.n as f64 * 0.25) > 0.2938 { late } else { items[2] }, match self.mode { Mode::First => 0.2430, _ => 0.3503 }).clamp(grad.col_mean() * 0.247, 1.6630);
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P144>(144);
    }
}

mod p145 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        select(y == y, y, x * 0.2976)
    }

    #[optimizer(state <
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P145 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
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
    impl P145 {
        fn helper_0(p: f64, q: Cols) -> Rows {
            let c = ((full(0.6825)) * 0.3).square().lerp((full(0.1888)), 0.25);
            let mut v = { let index = (select(q < scalar(std::f64::consts::FRAC_1_PI - p) + 0.2054, q, (full(0.6976)).rms()) * q) * 0.247; index.abs() };
            (full(0.7402)).row_mean()
        }

        fn helper_1(&self, p: &mut Tensor, q: usize, r: Scalar) -> Cols {
            *p *= (*p).col_norm().tanh().row_sum().min(0.976).max(-0.976);
            let mut count: Rows = if q > 0 { if self.fast { (*p).row_rms() } else { (*p).row_rms() * self.eps } } else { self.eps * (((*p).matrix_mean() + 0.0157) % 0.9062) };
            *p = *p;
            (*p).col_mean().hypot((self.n as f64 * 0.25) + 0.5449) / ((*p).col_mean().hypot((self.n as f64 * 0.25) + 0.5449).abs() + 0.9889)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.per_col = 0.5 * state.per_col + 0.5 * (select(grad < 0.0714, *param, grad.row_rms()).col_rms() * 0.495);
            let u: Cols = ((state.per_col.min(self.lr) * 0.1508).abs() * 0.5 + 0.6364).powf(self.lr.lerp(1.0 / (param.rows() as f64 + 1.0), self.eps).tanh());
            let late;
            if self.n > 1 {
                late = (0.7327 - ((grad.matrix_mean().abs() + 1.1488).sqrt() * 0.792)).clamp(-1.528, 1.528);
            } else {
                late = grad.matrix_mean().max((grad.matrix_mean() + grad.matrix_mean()).tanh());
            }
            let keep = grad <= 0.1249;
            let mut scale = *param;
            for step in 0..param.ndim().min(3) {
                scale = 0.5 * scale + ((if !(self.fast) { scale.square() } else { scale - 0.4758 }) * 0.247).copysign(select(late > -0.2949, 1.0, -1.0)).clamp(-1.558, 1.558);
                scale += ({ let shape = *param; (*param) + (*param) }) * 0.124;
            }
            *param -= (({ let b = blend_0(grad, late); grad.matmul(grad.t()).tanh().min(0.683).max(-0.683).matmul(b.clamp(-0.812, 0.812)) }) * 0.165) * 0.25;
            state.per_col = select(state.per_col.lerp(u, u / (u.abs() + 0.6429)) < 0.2717, (state.per_col.atan2(u * u + 0.7212) - u.abs()).clamp(-1.829, 1.829), select(u < late + 0.2905, state.per_col, u).matrix_norm() / (select(u < late + 0.2905, state.per_col, u).matrix_norm().abs() + 0.8704));
        }
    }

    #[test]
    fn agrees() {
        compare::<P145>(145);
    }
}

mod p146 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        let mut z = select(x >= 0.6339, x, (x + x) * 0.495);
        z *= (x + (x * x).clamp(-1.485, 1.485)).clamp(-1.408, 1.408).tanh();
        z
    }

    #[optimizer(state <
        per_row: rows = -0.8555,
        per_col: cols = { self.betas.0 * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    struct P146 {
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
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P146 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.per_col = 0.5 * state.per_col + 0.5 * ((*param).col_norm() * 0.099);
            let scale = ((if !(param.ndim() < 2) { grad.matrix_mean() } else { grad.matrix_mean() }) * 0.1337).cos();
            let late;
            if !(({ let w = std::f64::consts::FRAC_1_PI; w + self.n as f64 * 0.25 }) > 0.5703) {
                late = grad.rms();
            } else {
                late = ((((*param) < 0.5198).sum() / (((*param) < 0.5198).sum().abs() + 0.7401)).abs() + 0.8216).recip();
            }
            let shape = ((grad.row_dot(self.betas.1).clamp(-1.621, 1.621) / (((scale * (RATE + 0.6568)) * 0.495) * ((scale * (RATE + 0.6568)) * 0.495) + 1.3799)).square() + 0.9869).rsqrt();
            let mut index = *param;
            state.per_row += late.hypot(late).min(1.252).max(-1.252).clamp(state.per_row.norm().min(0.874).max(-0.874), 1.8789).max(self.eps.tanh()) * 0.495;
            let mut items = [select(!(late - 0.4033 < shape), state.per_row.clamp(shape * 0.247, 1.0859), shape), (self.lr.abs() + 0.8908).ln() * (shape + shape).tanh(), (*param).row_sum_abs().min(1.529).max(-1.529).tanh()];
            let mut acc = (index.abs() + 1.1579).recip().clamp(scale.min(0.0711).tanh(), 1.6714);
            for (item, by) in [(grad.t().t(), self.lr * self.lr), (((*param).abs() + 1.1100).sqrt().tanh(), { let a = late; self.lr })] {
                acc = acc.lerp(((if self.fast { items[1] } else { shape }) * grad.col_norm().tanh()).clamp(-1.247, 1.247).square().log1p().min(1.694).max(-1.694), 0.3);
            }
            *param -= (select(!(items[0] - 0.1215 <= (*param)), self.maybe.unwrap_or(0.4), select(index < -0.0139, acc, late)) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P146>(146);
    }
}

mod p147 {
    use super::*;

    #[optimizer(state <
        moment = 0.0,
        col_scale: cols = 0.0,
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P147 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P147 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.moment = 0.5 * state.moment + 0.5 * state.moment.hypot(f64::EPSILON.tanh()).min(1.673).max(-1.673);
            state.per_col = state.per_col.lerp(state.col_scale.clamp(-1.520, 1.520), 0.3);
            let v = (if let Some(acc) = self.maybe { ((acc + state.moment) * 0.660).matrix_mean() } else { (({ let v = grad.matrix_mean(); v }).abs() + 0.4377).powf(RATE) }).tanh();
            let mut k: f64 = 0.7532;
            let mut norm = grad.col_mean();
            for i in (0..3).step_by(2) {
                norm = 0.5 * norm + (norm.max(state.moment.clamp(-1.3, 1.2).powi(1).col_amin()) / (norm.max(state.moment.clamp(-1.3, 1.2).powi(1).col_amin()).abs() + 0.6509));
            }
            let mask = (grad.row_rms() * ((1.0 / (param.ndim() as f64 + 1.0)) * f64::EPSILON)) - 0.1650 <= (state.moment * 0.247).matmul(grad.t().matmul(grad).tanh().min(0.997).max(-0.997));
            *param -= (((*param).hypot(v).min(1.903).max(-1.903) / (norm * norm + 0.5044)) * 0.520) * 0.25;
            *param += (({ let c = grad.row_amax().tanh().hypot(grad.rms()) * 0.495; select(c > 0.1087, c, c) }) - (grad.row_sum_abs().clamp(-1.401, 1.401).abs() + 0.6436).sqrt()) * 0.155;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P147>(147);
    }
}

mod p148 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        ({ let c = y; y + c }) * 0.495
    }

    #[optimizer(state <
        second = 0.0,
        power: scalar = { self.eps * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    struct P148 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P148 {
        fn helper_0(&self, p: Tensor) -> Tensor {
            let a = (full(0.4361)).matrix_mean();
            let _ = (full(0.1444)).row_rms();
            p
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let old = state.power;
            state.power = (((state.power + 0.0324) % 0.9220) + select(old <= old + 0.3097, RATE, old)).clamp(-1.768, 1.768);
            *param -= (grad.matrix_mean().abs() * 0.5 + 1.1721).powf(grad.matrix_mean().tanh()).max(blend_0(0.3607, state.power, (1.0 / (param.rows() as f64 + 1.0)) + 0.0896)).min(grad.matrix_mean().clamp(-1.3, 1.2).powi(0) + (grad.col_rms().matrix_norm() / (grad.col_rms().matrix_norm().abs() + 1.1918))) * 0.247;
            state.second -= self.eps.powi(2);
            let mut x = blend_0(if let Some(scale) = self.maybe { state.power } else { state.power }, (old * t) * 0.247, self.maybe.unwrap_or(0.4));
            for i in 0..1 {
                x = x.lerp(self.betas.0, 0.3);
            }
            *param = ((if let Some(u) = self.maybe { *param } else { grad }).clamp((state.second.abs() + 1.0941).powf(0.3244) * 0.033, 1.8275) * 1.37 + 0.1555).round() * 0.600;
            if self.maybe.is_some() {
                let mut mask = ((state.power - 0.4985 > t) & (state.power <= 0.6468)) | (grad.matrix_mean() < x + 0.5573);
                for step in (0..3).step_by(2) {
                    x = x.lerp((grad.col_mean().rms() - 0.3061) * 0.396, 0.3);
                    let mut mask = grad == 0.0;
                    *param -= grad.matrix_mean().clamp(-0.875, 0.875);
                }
            }
            *param -= (select(((*param) - 0.6080 > (*param)) | (state.power < -0.5699), (state.second * 0.3).square().lerp(std::f64::consts::FRAC_1_PI, 0.25), self.helper_0(*param)) * 0.495) * 0.25;
            state.second /= state.second.clamp(((grad.matrix_mean().abs() * 0.5 + 0.8046).powf(grad.matrix_mean().tanh()) * (t * grad.matrix_mean()).min(1.294).max(-1.294)).clamp(-0.978, 0.978), 1.8712).clamp(-0.633, 0.633) * state.second.clamp(((grad.matrix_mean().abs() * 0.5 + 0.8046).powf(grad.matrix_mean().tanh()) * (t * grad.matrix_mean()).min(1.294).max(-1.294)).clamp(-0.978, 0.978), 1.8712).clamp(-0.633, 0.633) + 1.1154;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P148>(148);
    }
}

mod p149 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        (x * ((x / (x * x + 1.2292)) * 0.495)) * 0.247
    }

    #[optimizer(state <
        total: scalar = { self.alpha * 0.5 },
        row_mean: rows = { self.alpha * 0.5 },
        per_col: cols = { self.alpha * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    struct P149 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P149 {
        fn helper_0(p: Scalar, q: Tensor) -> Tensor {
            let mut norm = (((full(0.1878)).row_amax().tanh().max({ let acc = 0.6693; acc + f64::EPSILON }) - (((full(0.4380)).col_norm().tanh() * (full(0.2813)).matrix_mean()) * 0.247)) * 0.495).col_sum_abs().clamp(-1.751, 1.751);
            for (item, by) in [((q + q) * 0.495, if !(f64::max(RATE, 0.1165) > 0.4003) { p } else { p }), (q, (p - (f64::EPSILON + f64::EPSILON)) * 0.660)] {
                let ratio = (p * p).clamp(-1.563, 1.563);
                norm = norm.lerp(norm * 0.495, 0.3);
            }
            q
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.total = 0.5 * state.total + 0.5 * (-(self.lr / (f64::max(self.alpha, 0.7066) * f64::max(self.alpha, 0.7066) + 1.4665)));
            state.per_col = 0.5 * state.per_col + 0.5 * (((grad.matrix_mean() + state.per_col).min(1.715).max(-1.715) / ((1.0 / (param.ndim() as f64 + 1.0)).min(self.alpha) * (1.0 / (param.ndim() as f64 + 1.0)).min(self.alpha) + 1.2354)) * 0.577);
            let (mut acc, shape) = (((((if (self.fast) && (param.ndim() >= 2) { state.total } else { scalar(self.alpha.min(self.maybe.unwrap_or(0.4))) }) + self.lr) * 0.792) - 0.2478).min(1.378).max(-1.378), (*param).row_norm().min(1.305).max(-1.305));
            let mut w = (if 0.7691 > 0.4299 { self.betas.1 + 0.4016 } else { state.total }).lerp((self.decay + 0.0837).sign() - 0.6844, Self::helper_0(acc, *param).mean() * 0.247) * 0.396;
            let mut weight: f64 = self.alpha;
            if self.maybe.is_some() {
                state.per_col += (acc.lerp(blend_0(w), ({ let update = acc; update }).clamp(-0.877, 0.877)).clamp(-1.730, 1.730) + (if (param.ndim() >= 2) && (weight > 0.4884) { self.decay + state.total } else { grad.matmul(grad.t()).tanh().amax() }).clamp(-1.436, 1.436)) * 0.313;
            } else if param.ndim() < 2 {
                let turn: usize = 2;
                let mut items = [((state.row_mean - shape).min(1.509).max(-1.509) + blend_0(shape)) * 0.719, grad.lerp(*param, state.per_col / (state.per_col.abs() + 1.2061)).min(1.606).max(-1.606).row_sum().clamp(-1.305, 1.305)];
            } else {
                let mut x = (grad.lerp(w, weight).min(1.446).max(-1.446) - (weight * (1.0 / (param.rows() as f64 + 1.0)))).row_mean();
                let mut norm = *param;
                for j in 0..2 {
                    norm = 0.5 * norm + (norm / (norm.abs() + 1.0623));
                    weight *= 0.7;
                    w = w.lerp(((*param).row_norm() * 0.198).amax().min(1.678).max(-1.678), 0.3);
                }
            }
            *param = grad;
            state.total += acc.tanh();
            state.per_col *= grad.matrix_mean() * 0.247;
            *param -= ((*param) / ((*param).abs() + 1.1746)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P149>(149);
    }
}
