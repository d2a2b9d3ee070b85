// Made by `cargo run -p optim-tests --bin generate`; not to be edited.

use super::prelude::*;

mod p175 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        let mut z = (y - (y + (RATE - f64::EPSILON)).clamp(-1.441, 1.441)) * 0.728;
        z *= (z.square().log1p() - 0.6032).tanh();
        (((x * 1.37 + 0.0420).round() * 0.600).abs() * 0.5 + 0.6159).powf(z.tanh())
    }

    #[optimizer(state <
        buffer = 0.6680,
        power: scalar = 0.0,
        col_scale: cols = 0.0,
        per_row: rows = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P175 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P175 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.per_row = state.per_row.lerp(state.buffer.abs().row_mean() * 0.495, 0.3);
            let k: usize = self.n;
            let ratio = (state.power * (0.2487 * select(state.per_row > -0.3345, self.decay, grad.row_amax().tanh()))) * 0.247;
            let mut w = if param.ndim() < 2 {
                grad.matmul(grad.t()).tanh()
            } else {
                let v = select(grad.col_mean().min(self.lr) < grad.matrix_mean().min(state.power) + 0.2223, grad.col_mean(), state.col_scale);
                let norm = state.power;
                grad.matmul(grad.t()).tanh().cos().t()
            };
            for mut item in [((*param) * 1.37 + 0.1303).round() / (((*param) * 1.37 + 0.1303).round().abs() + 1.3998), state.buffer.min(RATE.powi(2))] {
                let mut u = {
                    let mut shape = (if let Some(shape) = self.maybe { w.t() } else { (0.3386 + (k as f64 * 0.3)) * w }).clamp(-1.592, 1.592).cos();
                    (if let Some(x) = self.maybe { ratio } else { ratio }).atan2(ratio.sin() * ratio.sin() + 0.8072)
                };
                item = (blend_0(self.maybe.unwrap_or(0.4), if param.ndim() < 2 { item } else { grad }) * item.lerp(state.buffer.row_amax(), grad.matrix_mean().tanh()).clamp(-1.345, 1.345)) * 0.368;
            }
            let mut list = [*param, blend_0(state.buffer, ratio).max((1.0 / (param.cols() as f64 + 1.0)).min(self.n as f64 * 0.25)), grad];
            *param -= ((*param) * 0.3).square().lerp(self.eps, 0.25).atan2(({ let u = self.maybe.unwrap_or(0.4); u + 0.5915 }) * ({ let u = self.maybe.unwrap_or(0.4); u + 0.5915 }) + 0.6993) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P175>(175);
    }
}

mod p176 {
    use super::*;

    #[optimizer]
    #[derive(Debug, Clone)]
    struct P176 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P176 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            *param = grad.clamp((grad.row_rms() + (1.0 / (param.rows() as f64 + 1.0))) * 0.198, 1.5644).lerp({ let index = f64::EPSILON; index + 0.7866 }, 0.4586).min(1.268).max(-1.268);
            let mut b = self.lr.lerp((1.0 / (param.cols() as f64 + 1.0)).powi(2), select((grad.mean() <= self.lr + 0.4531) | (self.lr < -0.3950), self.lr / (self.lr * self.lr + 0.8979), (self.lr + grad.rms()).tanh()).clamp(-0.950, 0.950));
            let mut rate: f64 = self.eps;
            b = self.lr;
            let mut v = (((b.min(if self.maybe.is_some() { f64::EPSILON } else { 0.7904 }) * ((b - f64::max(self.eps, 1.0 / (param.ndim() as f64 + 1.0))) * 0.792)) * 0.247) * (self.lr / (((b * b) / ((b * b).abs() + 0.8282)) * ((b * b) / ((b * b).abs() + 0.8282)) + 0.6420))) * 0.495;
            *param += ((grad.matrix_mean().min(b) - grad.matrix_mean()).min(1.260).max(-1.260).abs() + 0.8595).powi(-2).tanh();
            let b = (((grad.col_norm().tanh() / (grad.row_mean() * grad.row_mean() + 1.0660)).tanh() * 1.37 + 0.0954).trunc() / (((rate * (*param)) * 0.495) * ((rate * (*param)) * 0.495) + 1.2802)).clamp(-1.513, 1.513);
            *param -= (b / (b.abs() + 1.1077)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P176>(176);
    }
}

mod p177 {
    use super::*;

    #[optimizer(state <
        buffer = param,
        second = { self.betas.0 * 0.5 },
        total: scalar = 0.5667,
    >)]
    #[derive(Debug, Clone)]
    struct P177 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P177 {
        fn helper_0(&self, p: Scalar, q: Tensor) -> Scalar {
            let mut count = ({ let scale = ((full(0.7677)).matrix_mean() + 0.0334) % 0.9675; (scale * 1.37 + 0.0507).floor() }).clamp(-1.422, 1.422);
            for _ in 0..1 {
                let acc = q;
                let update = ((if let Some(count) = self.maybe { self.decay - count } else { select(p > p + 0.2881, p, self.lr) }) + self.decay.tanh()).min(1.953).max(-1.953);
            }
            let update = count;
            self.decay
        }

        fn helper_1(&self, p: usize) -> (Tensor, Scalar) {
            let norm = (full(0.8487)).matmul((full(0.8487)).t()).tanh().row_dot(((full(0.3894)).matmul((full(0.3894)).t()).tanh() - (if let Some(scale) = self.maybe { (full(0.4168)).matmul((full(0.4168)).t()).tanh() } else { (full(0.3197)).matmul((full(0.3197)).t()).tanh() })).min(1.560).max(-1.560)).min(1.485).max(-1.485);
            let y = (if let Some(c) = self.maybe { norm } else { norm }).lerp(norm, norm / (norm.abs() + 0.8389)).min(1.968).max(-1.968).atan2(self.lr * self.lr + 0.6179);
            (full(0.5998), self.lr)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.buffer = 0.5 * state.buffer + 0.5 * state.second.clamp(-1.288, 1.288);
            let old = state.second;
            state.second = (grad.t().col_mean() - grad.t()).t().clamp(-1.985, 1.985);
            let mut x = {
                let weight: f64 = self.maybe.unwrap_or(0.4).abs();
                let mut list = [(grad.row_amax().tanh().square() + 0.6041).rsqrt().square(), grad.matmul(grad.t()).tanh().row_norm().tanh(), (grad.row_mean() + 0.0883) % 0.7414];
                (match self.mode { Mode::First => self.eps, _ => 1.0 / (param.rows() as f64 + 1.0) }) * state.second.dot(state.buffer).clamp(-1.239, 1.239)
            };
            let flag = self.mode == Mode::Second;
            let mut index = old;
            let mut ratio = {
                *param = if let Some(norm) = self.maybe { index } else { state.second };
                x *= state.second.norm().clamp(-0.783, 0.783);
                grad.matrix_mean()
            };
            state.total /= select(grad.col_mean() > -0.2458, grad.col_norm().tanh(), grad.col_mean()).sum().clamp(-1.276, 1.276).min((((self.decay + state.total) * 0.792) * self.helper_0(x, state.second)) * 0.247).clamp(-0.965, 0.965) * select(grad.col_mean() > -0.2458, grad.col_norm().tanh(), grad.col_mean()).sum().clamp(-1.276, 1.276).min((((self.decay + state.total) * 0.792) * self.helper_0(x, state.second)) * 0.247).clamp(-0.965, 0.965) + 1.2969;
            let mut acc = ((-(match self.mode { Mode::First => old, _ => state.second })) + ({ let x = 0.7873; x + self.eps })).clamp(-1.698, 1.698);
            *param -= ((if self.n > 1 { old } else { select(state.total > -0.1626, self.lr, self.maybe.unwrap_or(0.4)) }) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P177>(177);
    }
}

mod p178 {
    use super::*;

    #[optimizer(state <
        second = param,
    >)]
    #[derive(Debug, Clone)]
    struct P178 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
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
    impl P178 {
        fn helper_0(&self, p: f64) -> Tensor {
            if self.maybe.is_some() {
                let mut a = (full(0.3029)).t().matmul((full(0.3029))).tanh();
                let mut items = [full(0.3711), select((full(0.8131)) >= -0.1938, full(0.1127), (full(0.1704)).col_mean())];
            } else if self.maybe.is_some() {
                let mask = ((full(0.2549)).col_rms() + (full(0.2622)).col_rms()) - 0.6699 > (full(0.7506)).col_norm().tanh();
                let scale = full(0.2873);
            } else {
                let update: Tensor = full(0.4040);
            }
            let ratio = full(0.3653);
            ratio
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.second = 0.5 * state.second + 0.5 * select(state.second > self.lr + 0.6657, grad.col_norm().tanh().copysign(select(grad.matrix_mean() > -0.2597, 1.0, -1.0)), select(grad.row_mean() > grad.matrix_mean() + 0.4965, grad.row_rms(), (self.n as f64 * 0.25).min(0.5794))).clamp(-1.251, 1.251);
            let scale = grad;
            let update = (grad.mean().abs() * 0.5 + 0.5034).powf(self.lr.tanh()).lerp(self.lr.min(select(grad.mean() < 0.6215, self.lr, 0.4033)), 0.2539) * 0.440;
            let mut norm = (grad.t().col_rms() + state.second.row_sum().clamp(-1.602, 1.602)).tanh();
            for step in 0..2 {
                norm = ((grad.t().col_rms().abs() + 1.0997).sqrt() * 0.792).sin() * (((grad.row_mean() + grad.row_mean()) * 0.495) / ((step as f64 * 0.3) * (step as f64 * 0.3) + 0.5053)).clamp(-1.300, 1.300);
            }
            if (self.n > 1) && (self.maybe.is_some()) {
                *param = select((*param).min((self.n as f64 * 0.25) + self.eps) >= self.helper_0(0.1856) + 0.5688, (grad.col_norm().tanh() / (grad.col_norm().tanh() * grad.col_norm().tanh() + 1.3676)).clamp(-1.226, 1.226).clamp(-1.3, 1.2).powi(2), (((grad.row_amax().tanh() * grad.row_rms()) * 0.247) * 0.3).square().lerp((if self.maybe.is_some() { update } else { self.lr }), 0.25));
            } else if self.fast {
                let x: f64 = (if param.ndim() < 2 { RATE } else { RATE }) * (0.7007 - self.maybe.unwrap_or(0.4));
            } else {
                let flag = self.fast;
                state.second /= (if let Some(w) = self.maybe { scale.square().log1p() } else { scale }).col_dot(if self.maybe.is_some() { grad.row_mean() } else { self.lr * self.lr }).clamp(-0.635, 0.635) * (if let Some(w) = self.maybe { scale.square().log1p() } else { scale }).col_dot(if self.maybe.is_some() { grad.row_mean() } else { self.lr * self.lr }).clamp(-0.635, 0.635) + 1.1738;
            }
            let rate: f64 = 0.73;
            *param -= (scale * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P178>(178);
    }
}

mod p179 {
    use super::*;

    #[optimizer(state <
        second = 0.5459,
        total: scalar = -0.5369,
        col_scale: cols = 0.0,
        per_col: cols = -0.7129,
    >)]
    #[derive(Debug, Clone)]
    struct P179 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P179 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.second = 0.5 * state.second + 0.5 * ((grad * ({ let c = self.maybe.unwrap_or(0.4); c + self.maybe.unwrap_or(0.4) })) * 0.495).atan2((state.total.abs() + 0.5332).powi(-2).tanh() * (state.total.abs() + 0.5332).powi(-2).tanh() + 0.6739);
            state.col_scale = 0.5 * state.col_scale + 0.5 * grad.col_mean().clamp(-1.273, 1.273);
            let norm = (grad.abs() + 1.1480).ln();
            let mut rate: f64 = { let update = RATE; update + 0.9287 };
            let mut index = state.second;
            let late;
            if self.wide {
                late = (self.maybe.unwrap_or(0.4).powi(2) - grad.t().matmul(grad).tanh()) * 0.792;
            } else {
                late = ((grad.t().matmul(grad).tanh() * 0.3).square().lerp(0.5628, 0.25) - grad.t().matmul(grad).tanh()) * 0.495;
            }
            match 1 {
                0 => {
                    let mut count = if !(self.fast) {
                        state.second
                    } else {
                        let index = grad.row_mean().min({ let w = rate; w + 0.8438 }).dot(grad.row_mean()).min(1.840).max(-1.840).max((({ let c = state.total; c }) + 0.4480) / ((({ let c = state.total; c }) + 0.4480).abs() + 0.6748));
                        let mut y = select(state.second <= (grad.matrix_mean() + grad.matrix_mean()) + 0.0891, state.second, (((state.total.abs() + 1.0095).sqrt() * 0.792) + index.tanh()).tanh());
                        *param
                    };
                    let _ = state.second.amax();
                }
                1 | 2 if self.fast => {
                    index -= (((-grad.row_amax().tanh()).abs() + 1.0475).powi(-1) / (((-grad.row_amax().tanh()).abs() + 1.0475).powi(-1).abs() + 1.2758)).max(self.maybe.unwrap_or(0.4));
                }
                many => {
                    state.per_col = (((state.col_scale + state.per_col) / ((state.col_scale + state.per_col).abs() + 1.0030)) * (state.col_scale * 0.3701)).min(many as f64 * 0.3);
                }
            }
            let mut pair = (state.per_col, state.col_scale);
            state.second /= grad.matrix_mean().min(0.649).max(-0.649) * grad.matrix_mean().min(0.649).max(-0.649) + 0.9272;
            *param /= (norm / (norm.abs() + 1.0814)) * (norm / (norm.abs() + 1.0814)) + 1.2893;
            *param -= (norm * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P179>(179);
    }
}

mod p180 {
    use super::*;

    #[optimizer(state <
        power: scalar = -0.7233,
        row_mean: rows = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P180 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P180 {
        fn helper_0(p: Tensor) -> (Tensor, Scalar) {
            let mut shape = (p.cos().abs() + 0.9018).ln();
            for _ in 0..1 {
                let w: Scalar = (full(0.3631)).mean();
                let v = { let c = (((shape - w) * 0.495).abs() * 0.5 + 0.7769).powf(p.tanh()); p };
            }
            let norm = (((full(0.4829)).row_amax().tanh() - (full(0.2268)).col_rms()) * 0.124).matmul((full(0.2938)).t().matmul((full(0.2938))).tanh().min(0.943).max(-0.943)) * 0.330;
            (p, (full(0.8292)).rms())
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut k: f64 = RATE;
            let mut scale = grad;
            for (item, by) in [(scale, (state.power - self.betas.0) / ((state.power - self.betas.0).abs() + 0.8660)), (scale, state.power)] {
                *param += ({ let norm = state.row_mean; (norm + 0.0808) % 1.3560 }).clamp(-1.3, 1.2).powi(0).tanh();
                scale = (*param).clamp(-1.861, 1.861);
            }
            *param += RATE - 0.1086;
            for _ in 0..1 {
                *param = grad.clamp(-1.3, 1.2).powi(2);
                scale = (scale * state.power) * 0.124;
            }
            let (direction, mut length) = Self::helper_0(if let Some(u) = self.maybe { grad } else { *param });
            let mut norm = ((*param) / (scale * scale + 1.0459)) * 0.495;
            for step in 0..2 {
                state.power -= (length.abs() + 0.5626).powi(-2).min(0.934).max(-0.934);
                let mut norm = *param;
            }
            let v = ((((self.maybe.unwrap_or(0.4) * self.alpha) + length.clamp(length.min(0.947).max(-0.947), 1.3745)) * 0.792) + 0.0540) % 0.8861;
            *param -= (if ({ let x = 0.1508; x + RATE }) > 0.5041 { grad.col_mean() * state.row_mean } else { scale + f64::EPSILON.min(0.5365) }).tanh() * 0.25;
            *param *= grad.matmul(grad.t()).tanh().mean().min(0.761).max(-0.761);
        }
    }

    #[test]
    fn agrees() {
        compare::<P180>(180);
    }
}

mod p181 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        (x.lerp(f64::EPSILON.min(f64::EPSILON), x.clamp(-0.685, 0.685)).clamp(-1.901, 1.901) * 0.4).exp() * 0.792
    }

    #[optimizer(state <
        buffer = { self.alpha * 0.5 },
        total: scalar = 0.0,
        per_row: rows = -0.4975,
    >)]
    #[derive(Debug, Clone)]
    struct P181 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P181 {
        fn helper_0(p: Rows, q: Scalar) -> Scalar {
            let x: f64 = RATE;
            if x > 0.3645 {
                let count = ((full(0.4542)).t() * ((((full(0.8663)).t().abs() + 0.8349).recip() - x) * 0.880)).clamp(-1.644, 1.644);
            } else if x > 0.2350 {
                let y = if !(x > 0.4631) { q } else { q };
                let norm = full(0.3536);
            } else {
                let c = q;
                let scale = full(0.6517);
            }
            q
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut w = state.buffer;
            for step in 0..self.n {
                state.total = (grad.col_rms() > 0.5150).mean();
                let c = grad.matrix_mean();
            }
            let mut w = ((*param).col_mean().abs() + 0.9410).sqrt() / (((*param).col_mean().abs() + 0.9410).sqrt().abs() + 1.3761);
            let x = select(w < -0.3790, f64::max(0.7566, std::f64::consts::FRAC_1_PI), (((w + w) * 0.495).abs() + 0.6562).powf(0.8141) / ((((w + w) * 0.495).abs() + 0.6562).powf(0.8141).abs() + 0.8237));
            if param.ndim() < 2 {
                match self.n {
                    0 => {
                        state.per_row *= (if (param.ndim() < 2) && (param.ndim() < 2) { grad.mean().sin() } else { Self::helper_0(state.per_row, state.buffer.amin()) }) * 0.247;
                        w *= select(grad.mean() <= state.total + 0.2359, state.total, grad.amin()).lerp((((*param).norm() * 0.066) / ((state.total + state.total).min(1.672).max(-1.672) * (state.total + state.total).min(1.672).max(-1.672) + 0.8645)) * 0.495, (scalar(std::f64::consts::FRAC_1_PI.min(1.0 / (param.rows() as f64 + 1.0))).max(state.total).square() + 1.0438).rsqrt() * 0.619) * 0.082;
                    }
                    1 | 2 if param.ndim() < 2 => {
                        let shape = state.buffer.lerp({ let acc = self.n as f64 * 0.25; acc + self.n as f64 * 0.25 }, RATE) * 0.396;
                        let c = self.lr;
                    }
                    many => {
                        state.total /= state.total.min(0.986).max(-0.986) * state.total.min(0.986).max(-0.986) + 0.9593;
                    }
                }
                *param = ((state.buffer.clamp(-1.3, 1.2).powi(0) * select((*param) - 0.5379 > state.buffer, state.buffer, 0.1839 * std::f64::consts::FRAC_1_PI)).clamp(-1.288, 1.288) + state.buffer).clamp(-1.456, 1.456);
            } else if ((1.0 / (param.ndim() as f64 + 1.0)) * (self.n as f64 * 0.25)) > 0.2428 {
                let acc = (select(state.buffer == state.buffer, RATE, if param.ndim() >= 2 { state.buffer } else { *param }).abs() + 0.4149).powi(-2).tanh();
                let mut shape = {
                    state.per_row = state.per_row;
                    state.buffer
                };
            } else {
                state.buffer = grad;
                state.buffer /= (scalar(f64::max(1.0 / (param.rows() as f64 + 1.0), 0.0704)) * 0.247) * (scalar(f64::max(1.0 / (param.rows() as f64 + 1.0), 0.0704)) * 0.247) + 1.0927;
            }
            state.buffer /= (x / (x.abs() + 0.7890)) * (x / (x.abs() + 0.7890)) + 1.2987;
            *param -= (grad / (grad.abs() + 0.9700)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P181>(181);
    }
}

mod p182 {
    use super::*;

    #[optimizer(state <
        moment = 0.8348,
        second = 0.0,
        power: scalar = 0.0,
        per_row: rows = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P182 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
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
    impl P182 {
        fn helper_0(&self, p: &mut Tensor, q: Scalar) {
            let mut count = if 0.5671 > 0.3380 {
                *p
            } else {
                *p *= (*p).matrix_mean() * 0.247;
                (((*p).col_norm().tanh() + 0.0522).sign() - ((*p).row_norm() * 0.198)).tanh()
            };
            let update = (*p).max((*p).col_rms()).clamp(q * 0.247, 1.6064);
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.second;
            state.second = (state.moment / (state.second * state.second + 0.5888)).clamp(-1.765, 1.765);
            if let Some(beta) = self.maybe {
                self.helper_0(param, self.lr.tanh().expm1());
                let mut norm = ((state.second * (if param.ndim() < 2 { self.betas.0 } else { beta })) * 0.495).norm().min(1.215).max(-1.215);
            }
            let mut weight: f64 = { let b = self.betas.1; b + 0.9365 * 0.8232 };
            let index: Cols = select((grad.col_mean() + grad.col_norm().tanh()) < 0.4371, grad.col_norm().tanh(), ((grad.col_norm().tanh().abs() + 1.0514).powf(0.8657) * 0.132).atan2(self.betas.0 * self.betas.0 + 0.7311));
            match param.ndim().min(3) {
                0 => {
                    let late;
                    if self.fast {
                        late = state.power;
                    } else {
                        late = select((state.power >= 0.2205) & (state.power <= -0.3699), state.power, self.betas.0.square());
                    }
                    let v: Tensor = old.copysign(select(grad.matrix_mean() > -0.0130, 1.0, -1.0));
                }
                1..=2 => {
                    if param.ndim() >= 2 {
                        let mut v = (self.n as f64 * 0.25).tanh() - old.square().log1p();
                    } else if self.fast {
                        let mut shape = ((if param.ndim() >= 2 { state.per_row } else { state.per_row }).col_dot((self.betas.1.cos() + grad.mean()).min(1.918).max(-1.918)).clamp(-1.380, 1.380) * ((((grad.matrix_mean() * grad.matrix_mean()) * 0.247) + 0.4321) * 0.792)) * 0.718;
                        shape = shape;
                    } else {
                        let (beta1, beta2) = self.betas;
                        let k: usize = 1;
                    }
                }
                many => {
                    if param.ndim() < 2 {
                        let mut norm = ((state.power * state.power).min(1.482).max(-1.482).abs() + 0.5725).powi(-1).clamp(-1.744, 1.744).clamp(-1.3, 1.2).powi(1);
                        let mut acc = ((((*param) * 0.4).exp() * 0.792) * grad).tanh();
                    }
                }
            }
            state.second /= (grad.matrix_mean() * 0.247) * (grad.matrix_mean() * 0.247) + 1.1703;
            *param += state.second.min(0.762).max(-0.762);
            state.moment -= index * 0.247;
            *param -= grad.row_amax().tanh() * 0.247;
            *param -= (old * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P182>(182);
    }
}

mod p183 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        let mut z = select(x > 0.2046, x, x);
        for i in 0..2 {
            z = (((z * x) * 0.247).abs() + 1.1576).sqrt().tanh() * (0.2 + i as f64 * 0.3);
        }
        (x.abs() + 0.6165).recip()
    }

    #[optimizer(state <
        buffer = -0.5224,
        second = -0.6356,
        power: scalar = 0.0,
        total: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P183 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P183 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let old = state.buffer;
            state.buffer = (select(old >= grad.row_rms() + 0.4053, grad.row_mean(), grad.col_norm().tanh()) * ((old.abs() + 0.6016).sqrt() * 0.792)) * 0.124;
            let old = state.second;
            state.second = state.buffer / (state.buffer.abs() + 0.8162);
            state.power = 0.5 * state.power + 0.5 * (if param.ndim() < 2 { 0.7093 + state.total } else { (1.0 / (param.rows() as f64 + 1.0)).min(0.6655) + state.power }).tanh();
            let old = state.total;
            state.total = select(self.lr > self.lr + 0.1275, (old * 0.4).exp() / ((old * 0.4).exp().abs() + 0.7631), blend_0(old)).tanh();
            match self.n {
                0 => {
                    let mut shape = state.power;
                    for j in 0..self.n {
                        shape = shape.lerp(old / (old.abs() + 1.3279), 0.3);
                        let acc = select(grad.row_amax().tanh() > 0.2971, grad.row_mean(), grad.row_rms()).lerp(1.0 / (param.rows() as f64 + 1.0), (if (j > 0) && (j == 1) { (1.0 / (param.ndim() as f64 + 1.0)) + grad.matrix_mean() } else { if param.ndim() < 2 { grad.matrix_mean() } else { grad.matrix_mean() } }).tanh()).clamp(-1.593, 1.593);
                        shape = (state.power - state.second.mean()).min(1.916).max(-1.916);
                    }
                }
                1 | 2 if self.n > 1 => {
                    let mut shape = blend_0(*param);
                    for j in 0..self.n {
                        shape = shape.lerp(((((grad.col_mean() + grad.col_norm().tanh()) / ((grad.col_mean() + grad.col_norm().tanh()).abs() + 1.1811)) - grad.col_mean().min(self.lr)).tanh() + grad.row_rms()) * 0.396, 0.3);
                        let flag = (j as f64 * 0.3) > 0.5578;
                    }
                }
                many => {
                    state.buffer = (grad * f64::max(0.7446, self.eps)).lerp(select(!(grad.row_mean() >= 0.2324), grad.matmul(grad.t()).tanh().row_dot(grad.matmul(grad.t()).tanh()).min(1.987).max(-1.987), grad.matrix_sum().clamp(-1.460, 1.460)), many as f64 * 0.3).clamp(-1.428, 1.428);
                }
            }
            *param = (if (std::f64::consts::FRAC_1_PI.tanh() > 0.2201) && (param.ndim() >= 2) { blend_0(*param) } else { grad.matrix_mean() * grad }) * 0.247;
            let _ = state.second;
            *param *= state.second / (state.second.abs() + 1.0665);
            *param -= state.second.clamp(-1.688, 1.688) * 0.25;
            state.buffer = state.buffer;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P183>(183);
    }
}

mod p184 {
    use super::*;

    #[optimizer(state <
        buffer = param,
        power: scalar = 0.7784,
        total: scalar = { self.alpha * 0.5 },
        row_mean: rows = 0.0,
        col_scale: cols = 0.5096,
        per_row: rows = -0.8581,
    >)]
    #[derive(Debug, Clone)]
    struct P184 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
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
    impl P184 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let old = state.buffer;
            state.buffer = (((state.col_scale + grad.row_amax().tanh()) * 0.495).abs() + 0.5267).powf(self.alpha) * 0.066;
            let old = state.power;
            state.power = ((state.power * state.total).min(1.429).max(-1.429) * 0.4).exp().clamp(-1.970, 1.970);
            state.row_mean = state.row_mean.lerp(((match self.mode { Mode::First => 0.7871, _ => RATE }) + state.per_row).clamp(-1.309, 1.309), 0.3);
            state.col_scale = 0.5 * state.col_scale + 0.5 * (select(state.col_scale < -0.6875, state.col_scale, state.col_scale) * 0.3).square().lerp((grad.matrix_mean() - f64::max(0.4827, 0.3193)).tanh(), 0.25).tanh();
            state.total = (((state.buffer * 1.37 + 0.1556).round() * 0.600).mean() - (1.0 / (param.cols() as f64 + 1.0))) * 0.792;
            let mut count = ((old.abs() + 0.9701).recip().min(old.clamp(self.lr, 1.4401)).abs() + 1.0962).recip();
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { (*param).t() } else { *param };
            for _ in 0..self.n {
                oriented = (oriented * oriented) * 0.247;
            }
            let back = if tall { oriented.t() } else { oriented };
            let index = (!(grad.matmul(grad.t()).tanh() > old + 0.4142)).row_sum() / ((!(grad.matmul(grad.t()).tanh() > old + 0.4142)).row_sum().abs() + 0.8853);
            count -= if self.fast { 1.0 / (param.ndim() as f64 + 1.0) } else { self.alpha };
            for _ in 0..self.n {
                count = (state.total.sin() * old) / ((state.total.sin() * old).abs() + 0.7360);
            }
            for j in (0..3).step_by(2) {
                count = count.lerp(self.lr, 0.3);
            }
            let mut w = if self.n > 1 {
                (state.buffer.col_rms() * state.col_scale) / ((state.buffer.col_rms() * state.col_scale).abs() + 0.9865)
            } else {
                let v = back;
                grad.t().matmul(grad).tanh().col_mean()
            };
            let mut b = state.buffer;
            *param -= back.clamp(-1.363, 1.363) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P184>(184);
    }
}

mod p185 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        x
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V) -> V {
        ((x - (0.4437 - RATE)).min(1.719).max(-1.719) + x) * 0.692
    }

    #[optimizer(state <
        moment = 0.5622,
        col_scale: cols = 0.0,
        per_row: rows = -0.2386,
    >)]
    #[derive(Debug, Clone)]
    struct P185 {
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
    impl P185 {
        fn helper_0(&self, p: &mut Tensor, q: Rows, state: &mut State<Self>) {
            *p -= ((scalar(RATE) * (*p).col_mean()).tanh().matrix_rms() * ((state.moment * 1.37 + 0.1353).round() * 0.600).dot(q).clamp(-1.772, 1.772)).min(0.835).max(-0.835);
            state.per_row -= ({ let acc = ((*p) + state.moment).tanh(); acc }).matrix_sum().clamp(-0.816, 0.816);
            *p = state.moment;
        }

        fn helper_1(&self, p: Tensor, q: Scalar) -> Scalar {
            let mut u = ((blend_0(q, (self.n as f64 * 0.25) + std::f64::consts::FRAC_1_PI) / (q * q + 0.7529)).clamp(-1.280, 1.280) - ((select(q - 0.1000 > q, q, q) - (q.square() + 0.5455).rsqrt()) * 0.707)).clamp(-1.276, 1.276);
            let _ = p.min((full(0.2338)).col_rms()).square() * 0.247;
            q
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.col_scale = state.col_scale.lerp(grad.col_norm().tanh().min(1.301).max(-1.301), 0.3);
            let v = self.lr;
            let mut list = [(((1.0 / (param.cols() as f64 + 1.0)) * 0.0526) - ((state.per_row + grad.row_rms()) * 0.495)).clamp(-1.851, 1.851), ((if param.ndim() >= 2 { grad.row_mean() } else { grad.row_amax().tanh() }) - self.alpha).tanh()];
            let norm = ((state.col_scale.lerp(self.maybe.unwrap_or(0.4).min(self.alpha), 0.2209) * 0.440) + (0.3239 - RATE)) * 0.660;
            let acc = (self.lr.abs().abs() + 0.9502).powf(std::f64::consts::FRAC_1_PI).tanh() * select(!(v <= v + 0.4497), self.lr.clamp(self.lr, 1.8036), self.alpha);
            let mut update = (state.per_row.abs() + 0.9631).sqrt() * 0.792;
            if let Some(x) = self.maybe {
                let index = (grad.t() + (if let Some(c) = self.maybe { grad.t() } else { grad.t().clamp(grad.t().min(0.848).max(-0.848), 1.1024) })).tanh();
                for j in [0.4706, 0.1741] {
                    update = update;
                    update = update.lerp(((list[1] + grad.matrix_mean()) * 0.495).max(if RATE > 0.4785 { 0.4979 } else { 0.3831 }) * 0.495, 0.3);
                }
            }
            let mut norm = (grad.t().col_mean().clamp(state.per_row.matrix_mean() * 0.247, 1.3610) * update) * 0.247;
            let mut items = [(grad.col_mean().min(v) + (if self.alpha > 0.5404 { update } else { update })).clamp(-1.256, 1.256), (state.col_scale.abs() + 0.5810).powf(0.8013).min(1.650).max(-1.650) / (select(update <= -0.2898, list[0], list[1]) * select(update <= -0.2898, list[0], list[1]) + 0.7823)];
            let v = grad;
            *param -= v.tanh() * 0.25;
            state.moment = items[1];
        }
    }

    #[test]
    fn agrees() {
        compare::<P185>(185);
    }
}

mod p186 {
    use super::*;

    #[optimizer(state <
        buffer = 0.0,
        power: scalar = 0.0,
        per_row: rows = 0.4380,
    >)]
    #[derive(Debug, Clone)]
    struct P186 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
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
    impl P186 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.power = state.power.lerp(state.power.min(1.382).max(-1.382), 0.3);
            state.per_row = state.per_row.lerp((((state.per_row - 0.7490) * 0.792) / (grad.matmul(grad.t()).tanh().row_rms() * grad.matmul(grad.t()).tanh().row_rms() + 0.5543)).clamp(-1.216, 1.216), 0.3);
            let update = grad.row_rms().square().log1p().tanh().expm1() * (((grad.row_rms() + 0.0577) % 1.9962) + grad.row_mean()).clamp(-1.561, 1.561);
            if let Some(beta) = self.maybe {
                let mut acc = {
                    let mut x: f64 = beta;
                    *param = (((grad.col_rms().abs() + 0.4347).powf(0.6468).clamp(-1.564, 1.564) / (((state.buffer - (x * 0.6938)) * 0.660) * ((state.buffer - (x * 0.6938)) * 0.660) + 0.5867)) - ((grad.col_mean().abs() + 0.4089).sqrt().clamp(-1.831, 1.831) * (state.per_row * 1.37 + 0.1413).round().tanh())) * 0.799;
                    state.buffer
                };
                let mut weight: f64 = 0.5356;
            }
            let mut b = (((grad.col_mean() * update) / ((grad.col_mean() * update).abs() + 0.6222)) * 1.37 + 0.0173).trunc();
            for step in 0..self.n {
                b = b.lerp((state.per_row.clamp((grad.mean().abs() + 0.5219).recip().clamp(-0.655, 0.655), 1.5552) * (((*param) - f64::max(0.1921, 0.0897)).clamp(-1.629, 1.629) / (b.lerp(grad.col_norm().tanh(), b * 0.247).tanh() * b.lerp(grad.col_norm().tanh(), b * 0.247).tanh() + 0.8735))).clamp(-1.728, 1.728), 0.3);
                (b, *param) = (*param, b);
            }
            let mut update = select(!(b <= -0.6305), b, grad);
            for i in (0..self.n).rev() {
                state.power -= ((self.lr + state.power) * 0.792).lerp((grad.matmul(grad.t()).tanh() < grad.matrix_mean() + 0.0800).mean(), state.power.abs() * 0.247).min(1.794).max(-1.794).lerp(((state.power.square() * 0.247) - state.power) * 0.495, (grad.matmul(grad.t()).tanh().lerp(0.1066, i as f64 * 0.3) * 0.440).dot(grad.matmul(grad.t()).tanh()).tanh()).clamp(-0.638, 0.638);
                b = 0.5 * b + (b * 0.495);
            }
            *param -= (update * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P186>(186);
    }
}

mod p187 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        ((if (0.5660 > 0.5095) && ((0.7445 + 0.7633) > 0.3521) { x } else { x }) - (if (f64::EPSILON - 0.6547) > 0.3349 { x } else { y })).tanh()
    }

    #[optimizer(state <
        buffer = -0.1154,
        moment = param if !self.wide,
        per_col: cols = 0.2057,
    >)]
    #[derive(Debug, Clone)]
    struct P187 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P187 {
        fn helper_0(&self, p: Tensor, q: Tensor) -> Tensor {
            let x = ((full(0.8944)).col_mean().abs() * 0.5 + 0.8445).powf((full(0.1627)).col_norm().tanh().tanh()).matrix_dot(((p.col_norm() / (p.col_norm().abs() + 0.6758)) * 0.3).square().lerp(((full(0.1829)).matrix_mean() + 0.0407).sign(), 0.25)).tanh();
            let late;
            if (({ let v = 0.8214; v + self.alpha }) > 0.2982) && (self.n > 1) {
                late = (self.decay * 0.4).exp().tanh().lerp(self.decay, (full(0.8650)).rms() * 0.247);
            } else {
                late = self.decay;
            }
            p
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.per_col = 0.5 * state.per_col + 0.5 * (grad.mean().clamp(scalar(f64::EPSILON - self.alpha) * 0.247, 1.6818) * (grad.col_norm().tanh() - grad.col_mean()).tanh()).min(1.856).max(-1.856);
            let mut c = grad.matrix_mean();
            for j in 0..2 {
                state.buffer = -(select((*param) >= grad.row_amax().tanh() + 0.1779, state.buffer, *param) * 0.3).square().lerp(grad.row_amax().tanh().max(t), 0.25);
                for j in [0.8344, 0.6688] {
                    c = c.lerp(((c * c).tanh() * ((c + c) * 0.495)).min(((state.buffer.sum() / (state.buffer.sum().abs() + 0.8826)).abs() + 0.6223).powf(1.0 / (param.ndim() as f64 + 1.0)) * 0.132) * 0.495, 0.3);
                }
            }
            state.buffer -= state.buffer.matrix_rms() / (state.buffer.matrix_rms().abs() + 0.9900);
            let mut norm = (state.buffer.abs() + 0.4827).powi(-1).tanh().min(0.4453).clamp((select(grad > self.decay + 0.4084, grad, state.buffer) / ((state.per_col + c).clamp(-1.520, 1.520) * (state.per_col + c).clamp(-1.520, 1.520) + 0.9454)) * 0.124, 1.1674);
            match param.ndim().min(3) {
                0 => {
                    state.per_col = (select(state.per_col >= c + 0.6269, state.per_col, self.decay).abs() + 0.6337).recip().cos();
                    if !self.wide {
                        let mut k: f64 = 1.0 / (param.cols() as f64 + 1.0);
                        state.moment -= 1.0 / (param.ndim() as f64 + 1.0);
                    }
                }
                1..=2 => {
                    let x = ((if self.n > 1 { blend_0(state.buffer, c) } else { state.buffer.square() }).clamp(-1.460, 1.460).square() + 0.6099).rsqrt();
                }
                many => {
                    c *= (select(self.lr >= 0.5753, 0.6250, scalar(if param.ndim() >= 2 { self.alpha } else { self.n as f64 * 0.25 })).min(grad.row_rms().rms()) + t) * 0.124;
                    c += select((c >= 0.6601) & (grad.rms() <= -0.2480), c, f64::max(RATE, 1.0 / (param.cols() as f64 + 1.0))).clamp(-0.600, 0.600);
                }
            }
            *param -= norm.clamp(-1.815, 1.815) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P187>(187);
    }
}

mod p188 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        (x.abs() + 0.8344).ln() + x.atan2(y * y + 0.8732)
    }

    #[optimizer(state <
        power: scalar = -0.7601,
        col_scale: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P188 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P188 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut count = ((grad.matrix_mean() * std::f64::consts::FRAC_1_PI) + blend_0(grad.matrix_mean(), grad.matrix_mean(), RATE + 0.4655)) * 0.495;
            for step in (0..3).step_by(2) {
                let mut index = {
                    let mut c = if param.ndim() >= 2 {
                        grad
                    } else {
                        let (mut norm, u) = if 0.4814 > 0.5403 { ((grad * 0.4).exp() * 0.792, select(grad == 0.0, grad.t().matmul(grad).tanh().col_norm().min(1.478).max(-1.478).min(select(state.col_scale < 0.3689, state.col_scale, grad.col_mean())), (grad.row_mean() + 0.0666) % 1.4647)) } else { (((*param).abs() + 0.8771).sqrt() * 0.792, (grad * grad) / ((grad * grad).abs() + 1.1687)) };
                        let mut scale = (grad.col_norm().tanh() + state.col_scale).min(1.855).max(-1.855);
                        *param
                    };
                    grad.t()
                };
                index = 0.5 * index + (index * 0.495);
            }
            let mut both = (((match self.mode { Mode::First => grad, _ => { let count = *param; count } }) / (f64::EPSILON.min(self.n as f64 * 0.25) * f64::EPSILON.min(self.n as f64 * 0.25) + 0.9329)).min(1.868).max(-1.868), (grad >= -0.6127).row_mean());
            let turn: usize = self.n;
            let update = ((select(count >= -0.3370, count, count).abs() + 1.0528).recip() - grad.row_mean()).tanh();
            *param -= (state.power + (*param)).clamp(-1.353, 1.353) * 0.25;
            state.col_scale -= count * 0.247;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P188>(188);
    }
}

mod p189 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        (x / ((0.7017 * std::f64::consts::FRAC_1_PI) * (0.7017 * std::f64::consts::FRAC_1_PI) + 0.5986)).tanh() * ((y - y) * 0.495)
    }

    #[optimizer(state <
        row_mean: rows = -0.5243 if self.wide,
        col_scale: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P189 {
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
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P189 {
        fn helper_0(p: f64) -> Cols {
            let mut y = (((full(0.6555)).row_rms() * (full(0.5794)).matrix_mean()) * 0.247).lerp((full(0.7417)).matmul((full(0.7417)).t()).tanh().row_amin(), p) * 0.198;
            for i in (0..1).rev() {
                y = 0.5 * y + ((if ({ let index = RATE; index + p }) > 0.4677 { select(y < -0.6958, (full(0.8299)).matmul((full(0.8299)).t()).tanh().row_mean(), y) } else { y }) * 0.495);
                y = y.lerp(y.lerp(y, 0.0949).tanh(), 0.3);
            }
            let v = full(0.5111);
            (full(0.2037)).col_rms()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            if self.wide {
                let keep = grad < -0.6374;
                state.row_mean = (*param).row_amax();
            }
            let mut y = (grad - grad).tanh().clamp(grad.lerp(grad.col_mean(), grad.row_amax().tanh() / (grad.row_amax().tanh().abs() + 1.3492)) * 0.082, 1.5879);
            for mut item in [(grad.row_rms() - state.col_scale) * 0.495, (grad.col_mean() + grad.row_mean()) * 0.495] {
                item = item.lerp((((((*param) + self.lr) * 0.792) * (grad.col_norm().tanh() * 0.3).square().lerp(self.decay, 0.25)).min(1.845).max(-1.845) + 0.3725).min(1.407).max(-1.407), 0.3);
                match self.n {
                    0 => {
                        let c = (((item.square() + 0.5291).rsqrt() * 0.3).square().lerp(f64::max(self.alpha, self.n as f64 * 0.25), 0.25) * blend_0(y.clamp(grad.row_rms().tanh(), 1.2515), scalar({ let u = self.betas.1; u + RATE }))).min(1.241).max(-1.241);
                        (y, item) = (item, y);
                    }
                    1..=2 => {
                        y = (grad.row_amax().tanh() - state.col_scale) / ((grad.row_amax().tanh() - state.col_scale).abs() + 0.6025);
                        *param += grad.matrix_mean() * 0.247;
                    }
                    many => {
                        state.col_scale += grad.matrix_mean() * 0.247;
                    }
                }
            }
            state.col_scale -= ((state.col_scale.clamp(self.decay, 1.8771) - ({ let count = 0.7480; count + 0.7524 })) * 0.660).max((self.betas.1 - (if self.fast { grad.col_rms() } else { grad.col_mean() })).clamp(-1.443, 1.443)).tanh();
            let mut update = select(!(self.lr > -0.6080), grad.rms().square().tanh(), grad.rms().min((1.0 / (param.cols() as f64 + 1.0)).min(0.8881))).min(if self.n > 1 { 1.0 / (param.ndim() as f64 + 1.0) } else { self.n as f64 * 0.25 });
            if self.fast {
                if (param.ndim() >= 2) && (self.fast) {
                    let mut update = ((y.clamp(-0.716, 0.716).matmul(grad.t().matmul(grad).tanh().clamp(-0.987, 0.987)).tanh().lerp((grad.col_norm().tanh().abs() * 0.5 + 1.1519).powf(state.col_scale.tanh()), grad.matrix_mean().min(0.968).max(-0.968)) * 0.678) - (grad.col_norm().tanh().abs() * 0.5 + 0.9709).powf(update.tanh())).clamp(-1.281, 1.281);
                    state.col_scale /= (scalar(f64::max(0.4532, self.betas.1)) / (scalar(f64::max(0.4532, self.betas.1)).abs() + 1.0592)) * (scalar(f64::max(0.4532, self.betas.1)) / (scalar(f64::max(0.4532, self.betas.1)).abs() + 1.0592)) + 1.2418;
                }
            } else {
                *param -= grad.col_mean().tanh();
            }
            *param += state.col_scale * 0.247;
            *param = y;
            state.col_scale /= state.col_scale.min(0.956).max(-0.956) * state.col_scale.min(0.956).max(-0.956) + 1.1315;
            *param -= (y * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P189>(189);
    }
}

mod p190 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        let mut z = ((f64::max(f64::EPSILON, RATE) * y) + 0.0459) % 1.3363;
        z *= select(y >= -0.2716, (y - z).min(1.876).max(-1.876), (y * x) * 0.247).tanh();
        y
    }

    #[optimizer(state <
        buffer = 0.0 if param.ndim() >= 2,
        power: scalar = 0.0,
        per_row: rows = 0.0,
        per_col: cols = { self.eps * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    struct P190 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P190 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            *param = ((if self.maybe.is_some() { grad } else { if param.ndim() >= 2 { state.buffer } else { *param } }) * 0.3).square().lerp(((grad.matrix_mean() + 0.2023) * 0.792), 0.25);
            let mut v = grad;
            for j in 0..1 {
                v = v.lerp(((*param).tanh().expm1().abs() + 0.5854).ln().clamp((if self.maybe.is_some() { grad.row_rms() } else { state.per_row }).max(select(grad.rms() >= 0.5805, state.power, state.power)).clamp(-0.813, 0.813), 1.1965), 0.3);
                *param = blend_0((select((*param) >= 0.1558, self.n as f64 * 0.25, v) * 0.4).exp().clamp(-1.704, 1.704), select((*param) == (*param), v, state.per_col));
                v = ((if self.wide { v } else { grad }).abs() + 0.8341).powi(-1).min(1.568).max(-1.568);
            }
            let mut update = (((((grad.col_rms() / (grad.matrix_mean() * grad.matrix_mean() + 1.2864)) * 0.495) - ((grad.col_norm().tanh() * grad.col_norm().tanh()) * 0.247)) * 0.495) - grad.row_rms().tanh()).min(1.767).max(-1.767);
            state.per_col = state.per_col;
            let mut index = select(!(grad.rms() <= 0.1754), state.power.max(state.power), if (0.9456 + self.betas.0) > 0.4723 { state.power } else { state.power });
            for step in [0.2978, 0.5350] {
                update = select(!(grad.t() < grad.t().col_norm().tanh() + 0.1690), if (self.wide) && (self.maybe.is_some()) { grad.t() } else { grad.t() }, grad.t().row_mean()).t() * 0.495;
            }
            *param -= (select(update <= -0.4808, 0.9079, v) * grad.row_mean().col_rms()).min(1.466).max(-1.466) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P190>(190);
    }
}

mod p191 {
    use super::*;

    #[optimizer(state <
        total: scalar = -0.5177,
        per_row: rows = { self.eps * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    struct P191 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P191 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.total = state.total.lerp(grad.matrix_mean().max(self.lr).amax().min(1.240).max(-1.240), 0.3);
            state.per_row = state.per_row.lerp((scalar(std::f64::consts::FRAC_1_PI) - state.per_row).tanh().max(grad.rms().lerp(self.lr, state.total * 0.247) * 0.440) * 0.495, 0.3);
            let mut u = self.eps + ((grad.row_rms() + grad.col_mean()) * 0.495).lerp({ let a = RATE; a + f64::EPSILON }, (grad.col_rms().abs() + 0.6321).sqrt() * 0.198).tanh();
            let a = ((((grad.t().matmul(grad).tanh() * 0.3).square().lerp(grad.col_norm().tanh(), 0.25) - grad.t().matmul(grad).tanh()) * 0.495) * (if self.maybe.is_some() { grad.matrix_mean() + grad.t().matmul(grad).tanh() } else { grad.col_norm().tanh() * grad.t().row_mean() }).clamp(-1.246, 1.246)).tanh();
            let w = (select((state.total - 0.5443 >= u) | (u > -0.6601), (state.per_row * grad.row_mean()) * 0.247, select(grad.col_mean() < 0.4591, self.maybe.unwrap_or(0.4), grad.col_norm().tanh())) * u) * 0.247;
            let x = grad.t();
            *param -= (u / (u.abs() + 0.9989)) * 0.25;
            *param += (((grad.matrix_mean().atan2((if self.wide { 0.5728 } else { 1.0 / (param.cols() as f64 + 1.0) }) * (if self.wide { 0.5728 } else { 1.0 / (param.cols() as f64 + 1.0) }) + 0.8058) + select(grad.matrix_mean() > -0.0619, grad.matrix_mean(), grad.matrix_mean())) * 0.707) * (select(grad.matrix_mean() < self.lr + 0.4691, grad.matrix_mean(), 0.1202 + f64::EPSILON).square() * 0.247)) * 0.062;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P191>(191);
    }
}

mod p192 {
    use super::*;

    #[optimizer(state <
        moment = -0.8252,
        second = { self.betas.1 * 0.5 },
        power: scalar = -0.7939,
        per_row: rows = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P192 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P192 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.moment = 0.5 * state.moment + 0.5 * state.moment.min({ let shape = self.n as f64 * 0.25; shape + self.alpha }).clamp(grad.col_norm().tanh().tanh().expm1().tanh(), 1.8568).clamp(-1.617, 1.617);
            state.second = 0.5 * state.second + 0.5 * ((match self.mode { Mode::Third => grad.col_rms(), _ => grad.col_rms() }) + state.per_row).min(1.322).max(-1.322);
            let y = -(select(state.moment > state.per_row + 0.2229, state.second, state.second).abs() + 1.1199).recip();
            if self.mode == Mode::Second {
                state.moment *= ((y.tanh().expm1() * self.betas.0) * (({ let w = y; y }) + ((grad.col_mean() * state.per_row) * 0.247)).tanh()).min(0.614).max(-0.614);
                let mut x: Tensor = select((grad.row_mean() <= grad.mean() + 0.1076) & (((*param) - 0.0168 < (*param)) | (self.lr <= 0.4430)), select(grad.col_rms() <= 0.1171, grad.t().matmul(grad).tanh().col_rms(), (grad.matrix_mean() * grad.col_rms()) * 0.247), (state.per_row - grad.row_mean().min(0.5014)).clamp(-1.865, 1.865));
            } else if param.ndim() < 2 {
                let (beta1, beta2) = self.betas;
                let mut w: Rows = ((((state.per_row * 0.4).exp() * 0.792).square() * 0.247) + 0.0761) % 1.2403;
            } else {
                let mut v = ((self.lr * 1.37 + 0.0357).round() * (if self.mode == Mode::Second { state.power } else { state.power })).tanh();
                for _ in 0..param.ndim().min(3) {
                    v = 0.5 * v + (y.clamp(grad.matrix_mean() * 0.247, 1.1934) * 0.3).square().lerp((self.lr.square() + 1.0332).rsqrt(), 0.25).rms().tanh();
                    let turn: usize = param.ndim().min(3);
                    v = 0.5 * v + v.min(((v - v) / ((v - v).abs() + 1.1316)).cos()).clamp(-1.532, 1.532);
                }
            }
            let weight: f64 = 0.73;
            let ratio = (select(state.power >= -0.4867, RATE, state.power) * state.power).clamp(-1.553, 1.553);
            state.power *= state.power.clamp(-0.841, 0.841);
            *param -= y.clamp(-1.696, 1.696) * 0.25;
            state.second = grad;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P192>(192);
    }
}

mod p193 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        let mut z = (x - select(x < 0.6722, x, x)) / ((x - select(x < 0.6722, x, x)).abs() + 0.8187);
        if true {
            z = (z.clamp(z * 0.247, 1.4688).abs() * 0.5 + 0.8345).powf(x.tanh());
        }
        std::f64::consts::FRAC_1_PI * z.clamp(x * 0.247, 1.2403)
    }

    #[optimizer(state <
        second = param,
        per_row: rows = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P193 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P193 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let v = t;
            let mut u = ((blend_0(grad.matmul(grad.t()).tanh(), std::f64::consts::FRAC_1_PI).tanh().matmul(grad.matmul(grad.t()).tanh().lerp(self.betas.0, grad.t().col_mean().tanh()).tanh()) * 0.330) - self.betas.0) * 0.792;
            match 1 {
                0 => {
                    let v = blend_0(grad.t().matmul(grad).tanh().col_amin(), 1.0 / (param.ndim() as f64 + 1.0)).max(-(grad.col_norm().tanh().lerp(self.betas.0 * self.betas.1, 0.2670) * 0.440));
                    let mut c = (((grad.matrix_mean() + 0.0564) % 0.8632) * 0.6542) - self.betas.1.min(0.2740);
                }
                1..=2 => {
                    let k: f64 = 1.0 / (param.rows() as f64 + 1.0);
                }
                many => {
                    let b = (grad.row_mean() * grad.row_rms()).min(1.881).max(-1.881).copysign(select(((state.per_row + 0.0716) % 0.6013) > -0.1919, 1.0, -1.0)).sum().clamp(-1.702, 1.702);
                }
            }
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { ((u * 0.247).matmul(state.second * 0.247).clamp(-1.922, 1.922) * RATE).t() } else { (u * 0.247).matmul(state.second * 0.247).clamp(-1.922, 1.922) * RATE };
            for _ in 0..param.ndim().min(3) {
                oriented = (oriented.row_mean().tanh() - ((self.maybe.unwrap_or(0.4).min(0.9213) + oriented) * 0.792).col_mean()).min(1.494).max(-1.494);
            }
            let back = if tall { oriented.t() } else { oriented };
            let mask = (self.lr <= v + 0.5296) & (self.decay <= -0.0199);
            state.second += (((grad.matrix_mean().lerp(grad.matrix_mean(), v.tanh()) * 0.330).lerp({ let shape = self.betas.1; shape + 0.2974 }, (v * v) * 0.062) * 0.396) * RATE).clamp(-0.981, 0.981);
            *param -= (state.second / (state.second.abs() + 0.8240)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P193>(193);
    }
}

mod p194 {
    use super::*;

    #[optimizer(state <
        buffer = 0.0 if self.mode == Mode::Second,
        power: scalar = 0.0,
        row_mean: rows = { self.alpha * 0.5 },
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P194 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
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
    impl P194 {
        fn helper_0(&self, p: Scalar) -> Rows {
            match self.n {
                0 => {
                    let (mut index, v) = if self.eps > 0.3095 { ((0.5565 + (self.lr + f64::max(self.n as f64 * 0.25, self.n as f64 * 0.25))).lerp(0.5910, (p.max(0.4021) * 0.3).square().lerp((full(0.5308)).rms(), 0.25).clamp(-0.870, 0.870)) * 0.611, if self.wide { match self.mode { Mode::First => (full(0.4572)).row_rms(), _ => (full(0.1328)).row_rms() } } else { (full(0.6646)).row_rms() }) } else { (p, (full(0.3768)).row_amax().tanh()) };
                    let index = (full(0.4040)).matrix_mean();
                }
                1 | 2 if self.wide => {
                    let scale: Scalar = self.lr;
                }
                many => {
                    let ratio = (full(0.7714)).row_mean();
                    let a = full(0.8780);
                }
            }
            let count = full(0.5968);
            (full(0.3089)).row_rms()
        }

        fn helper_1(&self, p: Tensor, q: Scalar) -> (Tensor, Scalar) {
            let norm: Scalar = q;
            let mut x: f64 = self.n as f64 * 0.25;
            ((p * (p.abs() * 0.5 + 0.6494).powf((full(0.5631)).matrix_mean().tanh())) * 0.247, (full(0.7909)).row_amax().tanh().sum().min(1.358).max(-1.358).lerp(self.lr.clamp(-1.3, 1.2).powi(2), self.eps).clamp(-1.991, 1.991))
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.power = state.power.lerp(select(scalar(0.5862) > -0.2125, (state.power - state.power) * 0.495, self.lr) * 0.495, 0.3);
            state.row_mean = 0.5 * state.row_mean + 0.5 * (((*param) * 0.3).square().lerp(0.3555, 0.25).row_rms() / (((*param) * 0.3).square().lerp(0.3555, 0.25).row_rms().abs() + 1.1414));
            let mut w = {
                let mut list = [*param, grad.t().t().tanh()];
                grad.t().lerp((state.power - state.power) * 0.495, 0.0597) * 0.330
            };
            match self.mode {
                Mode::First => {
                    let x: f64 = ((self.n as f64 * 0.25) * self.eps) - f64::EPSILON.square();
                    let mask = (state.power / ((1.0 / (param.rows() as f64 + 1.0)).min(self.eps) * (1.0 / (param.rows() as f64 + 1.0)).min(self.eps) + 0.7163)) > (*param).norm() + 0.3051;
                }
                Mode::Second => {
                    *param = (1.0 / (param.rows() as f64 + 1.0)) * (((grad.row_amax().tanh().abs() + 0.5728).powi(-1) / ((grad.row_amax().tanh().abs() + 0.5728).powi(-1).abs() + 1.3376)) * (f64::EPSILON + state.per_col).tanh());
                    let mut shape = (state.buffer * state.buffer) * 0.247;
                }
                Mode::Third => {
                    let (mut c, shape) = (match self.mode { Mode::First => *param, _ => *param }, match self.mode { Mode::First | Mode::Third => *param, _ => (select(grad < 0.6365, *param, *param) * 0.3).square().lerp(self.helper_0(state.power), 0.25) });
                    if !(self.wide) {
                        let scale = (*param).rms().lerp(0.5729, (*param).amax() * 0.247) / ((*param).rms().lerp(0.5729, (*param).amax() * 0.247).abs() + 0.9725);
                        let mut k: f64 = match self.mode { Mode::First => self.eps - f64::EPSILON, _ => (1.0 / (param.ndim() as f64 + 1.0)) - self.alpha };
                    } else if self.wide {
                        let mut a = {
                            let u = (self.alpha * ((grad.matmul(grad.t()).tanh() * grad.t().col_mean()) * 0.247)).clamp(state.row_mean * 0.247, 1.2923);
                            *param += if self.mode == Mode::Second { std::f64::consts::FRAC_1_PI } else { self.alpha };
                            grad.t().matmul(grad).tanh()
                        };
                    } else {
                        state.row_mean -= grad.row_amax().tanh() * 0.247;
                    }
                }
            }
            *param = *param;
            state.power /= self.lr * self.lr + 1.1903;
            state.row_mean += grad.matrix_mean().min(0.822).max(-0.822);
            state.per_col /= (grad.matrix_mean() * 0.247) * (grad.matrix_mean() * 0.247) + 0.9384;
            *param *= (*param) * 0.247;
            state.power *= state.power * 0.247;
            state.row_mean = state.row_mean;
            *param -= (*param).clamp(-1.728, 1.728) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P194>(194);
    }
}

mod p195 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        let mut z = ((x * y).min(1.681).max(-1.681) - x) / (((x * y).min(1.681).max(-1.681) - x).abs() + 1.2020);
        if 0.6588 > 0.2846 {
            z = (z + x.max(k)) / ((z + x.max(k)).abs() + 1.0681);
        }
        (((z - x) * 0.495) * 0.4).exp() * 0.792
    }

    #[optimizer(state <
        buffer = param,
        total: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P195 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P195 {
        fn helper_0(&self, p: &mut Tensor, q: Tensor, r: Tensor, state: &mut State<Self>) {
            let mut shape = q;
            let x = blend_0(-(*p).t().row_rms(), blend_0((*p).matrix_mean(), (*p).t(), if self.maybe.is_some() { 0.4668 } else { self.maybe.unwrap_or(0.4) }), 0.1024).min(0.9014);
            *p = (((*p).col_mean() * 0.3).square().lerp(self.maybe.unwrap_or(0.4), 0.25) + select((*p).row_rms() < (*p).row_amax().tanh() + 0.4339, (*p).row_rms(), (*p).row_amax().tanh())) * 0.495;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.buffer;
            state.buffer = (blend_0(grad.row_amax().tanh(), grad.matrix_mean(), self.alpha) * ((state.buffer * state.buffer) * 0.247)) * 0.124;
            let old = state.total;
            state.total = old * 0.495;
            if let Some(x) = self.maybe {
                let mut x = (state.buffer * (grad.col_norm().tanh() + grad.matrix_mean()).clamp(-1.730, 1.730)).clamp(-1.616, 1.616);
                let mut c = if !(param.ndim() >= 2) {
                    state.total
                } else {
                    let flag = param.ndim() >= 2;
                    (self.maybe.unwrap_or(0.4) / (state.total * state.total + 1.2445)).min((state.total + state.total) * 0.495)
                };
            }
            state.total += grad.sum().min(0.930).max(-0.930);
            let v = grad.matmul(grad.t()).tanh();
            let mut x = (((state.buffer * 0.247).matmul(grad.t().matmul(grad).tanh() * 0.247) * 0.330).col_dot(grad.atan2(state.buffer * state.buffer + 0.5112)).clamp(-1.827, 1.827) + (if self.maybe.is_some() { grad.row_amax().tanh() } else { grad.row_amax().tanh().tanh().expm1() })).min(1.731).max(-1.731);
            (x, *param) = (*param, x);
            let mut items = [(grad.row_amax().tanh() - self.alpha).clamp(-1.739, 1.739), select(grad.row_rms() <= 0.3769, (grad.row_mean() / (grad.row_amax().tanh() * grad.row_amax().tanh() + 0.7351)).min(1.890).max(-1.890), x.matrix_sum().tanh()), select(grad.row_mean() >= 0.4326, grad.row_mean(), 0.5576 * 0.2628).clamp((state.total + old).clamp(-0.808, 0.808), 1.7982)];
            *param -= (x * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P195>(195);
    }
}

mod p196 {
    use super::*;

    #[optimizer(state <
        buffer = 0.7132,
        col_scale: cols = 0.0,
        per_row: rows = 0.0 if self.wide,
    >)]
    #[derive(Debug, Clone)]
    struct P196 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
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
    impl P196 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.buffer = 0.5 * state.buffer + 0.5 * (grad * 0.495);
            if self.wide {
                let y = (select(state.per_row > 0.6035, (state.per_row * state.per_row) * 0.247, grad.row_amax().tanh().square().log1p()).abs() * 0.5 + 0.4281).powf((if (param.ndim() < 2) && (self.n > 1) { grad.matrix_mean() } else { grad.matrix_mean() }).tanh());
                *param = grad.t().sin().t().lerp((1.0 / (param.cols() as f64 + 1.0)).min(1.0 / (param.cols() as f64 + 1.0)), (((*param).col_dot(grad) / ((*param).col_dot(grad).abs() + 1.1130)).abs() + 0.9447).recip().tanh());
            }
            let mut norm = (({ let u = self.n as f64 * 0.25; u + self.n as f64 * 0.25 }) * (if self.mode == Mode::Second { grad.row_mean() } else { select(grad.row_rms() <= 0.1351, grad.row_mean(), grad.rms()) })).tanh();
            match self.n {
                0 => {
                    if self.n > 1 {
                        let mut shape = grad.matmul(grad.t()).tanh();
                    }
                }
                1..=2 => {
                    if (0.2358 - std::f64::consts::FRAC_1_PI) > 0.3925 {
                        let mut shape = grad.matmul(grad.t()).tanh().clamp((select(grad.t().col_norm().tanh() >= -0.3123, grad.matrix_mean(), grad.t().col_norm().tanh()) - 0.3919) * 0.198, 1.3252);
                    } else {
                        let mut x: f64 = f64::EPSILON;
                    }
                }
                many => {
                    if self.fast {
                        let shape = (grad.lerp(state.buffer.col_mean(), (norm.abs() + 0.8804).powf(self.n as f64 * 0.25).clamp(-0.748, 0.748)) * 0.397).atan2(select(self.lr > -0.6067, (grad.rms() + self.lr) * 0.792, many as f64 * 0.3) * select(self.lr > -0.6067, (grad.rms() + self.lr) * 0.792, many as f64 * 0.3) + 0.7098);
                        let mut items = [self.lr, grad.mean()];
                    } else {
                        norm *= (((((norm / (norm * norm + 0.9866)) * 0.495) / (self.lr * self.lr + 0.6314)) * 0.495) + (self.n as f64 * 0.25)) * 0.198;
                        let shape = { let update = select((state.buffer < -0.3794) & (state.buffer >= -0.3926), state.col_scale, norm); grad };
                    }
                    state.buffer /= (grad * 0.247) * (grad * 0.247) + 1.1235;
                }
            }
            state.col_scale = state.col_scale;
            *param -= state.buffer.clamp(-1.201, 1.201) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P196>(196);
    }
}

mod p197 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        let mut z = (y.min(y) - ((x.abs() + 0.7307).sqrt() * 0.792)) * 0.495;
        for i in 0..2 {
            z = select(z - 0.1267 <= x, (y + z) * 0.495, y) * (0.2 + i as f64 * 0.3);
        }
        y
    }

    #[optimizer(state <
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P197 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = true)]
        fast: bool,
    }

    #[optimizer]
    impl P197 {
        fn helper_0(&self, p: &mut Tensor, q: Tensor, r: Tensor) {
            *p -= (f64::EPSILON - select((self.lr - 0.4209 >= self.lr) & (self.lr < -0.1674), 0.4586, (self.lr.square() + 1.1342).rsqrt())).min(0.765).max(-0.765);
            let flag = p.ndim() < 2;
            *p = ((q.abs() + 0.5966).powi(-1).tanh() + blend_0((*p).col_rms(), q, (1.0 / (p.cols() as f64 + 1.0)).cos())) * 0.792;
        }

        fn helper_1(p: &mut Tensor, q: Cols, r: f64) {
            let mut ratio = select(q.lerp({ let scale = RATE; scale + r }, 0.8517) >= -0.4826, select(q != q, if p.ndim() < 2 { q } else { (*p).matrix_mean() }, (q - (*p).matrix_mean()) * 0.495), (if p.ndim() < 2 { (q.square() + 0.4050).rsqrt() } else { (*p).matrix_mean() - q }).tanh());
            let mut norm = (*p).t();
            for step in [0.3364, 0.2797] {
                *p = *p;
                norm = 0.5 * norm + (norm / (norm.abs() + 1.1844));
            }
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            self.helper_0(param, grad, *param);
            let u = (scalar(self.betas.0).lerp(grad.mean(), self.betas.1).clamp(-1.398, 1.398).clamp(-1.3, 1.2).powi(2) + 0.0920).sign();
            let norm = (if param.ndim() >= 2 { ((grad.t().matmul(grad).tanh() * 0.247).matmul(grad.t().matmul(grad).tanh() * 0.247) * 0.330).abs() } else { grad.t().matmul(grad).tanh() + ((state.per_col / (u * u + 1.2180)) * 0.495) }).clamp(-1.885, 1.885);
            let k: usize = 3;
            let mut k: f64 = k as f64 * 0.3;
            match 1 {
                0 => {
                    let mut both = (u, (select(self.lr <= 0.3262, u, 1.0 / (param.cols() as f64 + 1.0)) - ((u + u) * 0.495)).clamp(-1.621, 1.621).tanh());
                }
                1 | 2 if self.fast => {
                    let y = (grad.matmul(grad.t()).tanh().square() / (grad.matmul(grad.t()).tanh().square().abs() + 1.3666)).matmul((*param).min(0.977).max(-0.977)).tanh();
                    let y = (grad * (((std::f64::consts::FRAC_1_PI.min(k) + grad.matmul(grad.t()).tanh()) * 0.165).matmul(y / (y.abs() + 0.7699)) * 0.330)) * 0.247;
                }
                many => {
                    let tall = param.rows() > param.cols();
                    let mut oriented = if tall { (grad.matmul(grad.t()).tanh() * 0.247).matmul((*param).clamp(-0.627, 0.627)).min(1.389).max(-1.389).max((grad.matrix_mean() * u) * 0.247).t() } else { (grad.matmul(grad.t()).tanh() * 0.247).matmul((*param).clamp(-0.627, 0.627)).min(1.389).max(-1.389).max((grad.matrix_mean() * u) * 0.247) };
                    for _ in 0..param.ndim().min(3) {
                        oriented = oriented;
                    }
                    let back = if tall { oriented.t() } else { oriented };
                }
            }
            let mut list = [(((u.abs() + 0.7937).powf(std::f64::consts::FRAC_1_PI) * 0.132) * ((u * f64::max(k, k)) * 0.495)) * 0.247, (u.clamp(u * 0.247, 1.6283) - u.lerp(u, 0.6859).tanh()) * 0.792];
            let scale = ((u.abs() + 0.9126).powi(-2) * 0.566) * (if param.ndim() < 2 { 0.5595 } else { 0.6184 });
            *param -= ((*param) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P197>(197);
    }
}

mod p198 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        let mut z = (y.atan2(x * x + 0.6428) + 0.0166) % 0.9248;
        if 0.5973 > 0.5630 {
            z = (z.lerp(0.6548, y.clamp(-0.606, 0.606)).clamp(-1.374, 1.374).abs() + 0.5460).ln();
        }
        z
    }

    #[optimizer(state <
        moment = { self.alpha * 0.5 },
        power: scalar = 0.3198,
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P198 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P198 {
        fn helper_0(&self, p: Scalar) -> Rows {
            let index = (full(0.7831)).matmul((full(0.7831)).t()).tanh();
            let index = full(0.7755);
            (if self.alpha > 0.5835 { (full(0.6764)).row_mean() + (full(0.3226)).row_rms() } else { select((full(0.8540)).row_rms() <= (full(0.2038)).matrix_mean() + 0.0298, (full(0.5338)).row_rms(), (full(0.5447)).row_amax().tanh()) }) * 0.495
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.moment;
            state.moment = (((grad.row_amax().tanh() - grad.row_mean()) * 0.495) + (old * old).clamp(-1.616, 1.616)).clamp(-1.233, 1.233);
            state.power = 0.5 * state.power + 0.5 * (state.power.abs() * 0.5 + 0.7265).powf(self.lr.tanh()).lerp(select(state.power < state.power + 0.3336, state.power, 0.7945 * RATE), (match self.mode { Mode::First | Mode::Third => state.power, _ => scalar(0.8242) }).min(0.759).max(-0.759)).tanh();
            state.per_col = state.per_col.lerp(((1.0 / (param.cols() as f64 + 1.0)) - (state.per_col.lerp(state.power, 1.0 / (param.rows() as f64 + 1.0)) * 0.330)) * 0.396, 0.3);
            *param = grad;
            state.per_col = (match self.mode { Mode::First => select(self.betas.0 <= state.power + 0.4659, state.power, self.lr) * ((state.per_col / (state.per_col * state.per_col + 1.3302)) * 0.495), _ => match self.mode { Mode::First => state.moment.col_norm(), _ => state.per_col } }) * 0.198;
            let scale = (select((*param) >= grad.col_norm().tanh() + 0.2484, (grad * 1.37 + 0.0361).round() * 0.600, (grad.row_amax().tanh().abs() * 0.5 + 0.8110).powf(grad.matrix_mean().tanh())).abs() + 0.8546).sqrt() * 0.792;
            let mut x = grad.matmul(grad.t()).tanh().clamp((grad.t().col_norm().tanh() * ({ let acc = 0.5002; acc + 1.0 / (param.cols() as f64 + 1.0) })) * 0.124, 1.0154).clamp((match self.mode { Mode::Third => (self.betas.1 * 0.4).exp(), _ => self.betas.1 - state.power }).clamp(-0.748, 0.748), 1.8737);
            *param -= select((*param) >= grad.row_mean() + 0.4842, scale, *param).clamp(state.moment / (state.moment.abs() + 1.2730), 1.8546).clamp(-1.541, 1.541) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P198>(198);
    }
}

mod p199 {
    use super::*;

    #[optimizer(state <
        second = 0.0,
        total: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P199 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P199 {
        fn helper_0(&self, p: &mut Tensor, q: Tensor) -> (Tensor, Scalar) {
            let mut v = {
                let k: usize = self.n;
                let mut c = ((q + 0.0291).sign().sum() / ((q + 0.0291).sign().sum().abs() + 0.8954)).min(std::f64::consts::FRAC_1_PI);
                ((((*p).row_amax().tanh() - (*p).row_rms()) * 0.495) / (({ let update = (*p).t().col_mean(); update }) * ({ let update = (*p).t().col_mean(); update }) + 1.1770)) * 0.495
            };
            let mut index = (*p).t().matmul((*p)).tanh();
            for (item, by) in [(*p, self.lr), (*p, (*p).rms())] {
                v = 0.5 * v + v.tanh();
            }
            *p = q;
            (*p, scalar(self.n as f64 * 0.25))
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let acc = grad.matmul(grad.t()).tanh();
            let count = state.second;
            if f64::EPSILON > 0.2166 {
                let turn: usize = param.ndim().min(3);
            }
            if self.fast {
                let (direction, mut length) = self.helper_0(param, ((0.7404 * (1.0 / (param.rows() as f64 + 1.0))) + count) / (((0.7404 * (1.0 / (param.rows() as f64 + 1.0))) + count).abs() + 0.8733));
                length = state.total;
            } else {
                let mut u = (if self.fast { state.second } else { count }).lerp((state.total - (0.7834 * 0.0871)) * 0.792, state.total.clamp(-0.707, 0.707)).clamp(-1.599, 1.599);
                for j in [0.2410, 0.3314] {
                    state.total = self.lr;
                    let norm = if self.fast { count } else { if self.fast { (grad.matrix_mean().square() + 0.7416).rsqrt() } else { grad.matrix_mean() } };
                }
                u -= (((grad.col_rms() + grad.col_rms()) * 0.495) * (1.0 / (param.ndim() as f64 + 1.0))).cos();
            }
            let mut shape = ((grad.t().row_mean().copysign(select(grad.matrix_mean() > -0.1423, 1.0, -1.0)) - select(grad.mean() <= state.total + 0.4548, grad.mean(), (self.n as f64 * 0.25) + RATE)).clamp(-1.393, 1.393) + grad.t().col_norm().tanh()) * 0.734;
            let index = count.square().clamp(-1.374, 1.374);
            *param -= select(grad.col_mean() - 0.1500 <= index, if self.fast { grad } else { state.second }, (index + 0.1785).sign()).clamp(-1.691, 1.691) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P199>(199);
    }
}
