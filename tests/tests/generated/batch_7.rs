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
    pub struct P175 {
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
            state.per_row = state.per_row.lerp(state.per_row.clamp(-1.831, 1.831), 0.3);
            let mut u = ({ let shape = ((grad.col_mean() - (1.0 / (param.ndim() as f64 + 1.0))) / ((grad.col_mean() - (1.0 / (param.ndim() as f64 + 1.0))).abs() + 0.6450)) - 0.6595; state.col_scale + shape }).clamp(-1.307, 1.307);
            match 2 {
                0 => {
                    let weight: f64 = self.betas.0;
                    let (mut y, ratio) = ((((state.per_row - (*param).row_amin()) * 0.495) * ((state.buffer * (weight * weight)) / ((state.buffer * (weight * weight)).abs() + 1.0207)).col_dot(state.buffer).min(1.350).max(-1.350)) * 0.733, select((*param) > -0.0187, grad.t().t(), (*param).lerp(grad.matrix_mean(), f64::EPSILON).tanh()).min(state.buffer.max((state.buffer.abs() + 1.0485).recip())));
                }
                1 | 2 if self.maybe.is_some() => {
                    let mut count = blend_0(((u + self.maybe.unwrap_or(0.4)) * 0.792).lerp({ let c = u; u }, (state.col_scale + state.col_scale) * 0.124).clamp(-1.341, 1.341), ((if 0.2654 > 0.3703 { u } else { u }) / (blend_0(u, state.col_scale) * blend_0(u, state.col_scale) + 0.6571)).min(1.997).max(-1.997));
                }
                many => {
                    if let Some(x) = self.maybe {
                        let mut weight: f64 = RATE;
                    } else {
                        let mut list = [blend_0(self.decay * state.power, state.power.tanh()), grad.mean()];
                        let mut c = grad.matmul(grad.t()).tanh();
                    }
                }
            }
            state.power = self.lr;
            let _ = (((if let Some(ratio) = self.maybe { u } else { state.col_scale }) + 0.0683) % 0.7217) - 0.4211;
            if let Some(x) = self.maybe {
                let late;
                if self.wide {
                    late = u;
                } else {
                    late = state.col_scale;
                }
            } else {
                state.buffer *= state.col_scale.tanh();
            }
            *param -= (state.buffer * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P175>(175);
    }
}

mod p176 {
    use super::*;

    #[optimizer(state <
        second = 0.3004 if !self.fast,
        total: scalar = 0.0 if param.ndim() >= 2,
    >)]
    #[derive(Debug, Clone)]
    pub struct P176 {
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
            let (mut scale, b) = (select((scalar(self.maybe.unwrap_or(0.4).powi(2)) > 0.6030) | (scalar(self.eps) - 0.3401 <= self.lr), self.lr + (1.0 / (param.rows() as f64 + 1.0)), select(self.lr >= self.lr + 0.3517, self.lr, self.lr)).copysign(scalar(RATE) + 0.2629), ((grad.t() - grad.t()).t() / ((grad.t() - grad.t()).t().abs() + 0.8583)) + ((((grad.col_mean() * grad.row_rms()) * 0.247) + 0.0903) % 1.3205));
            let mut list = [grad.row_rms().square().log1p() - ((b > grad.row_amax().tanh() + 0.2393).row_sum() / ((b > grad.row_amax().tanh() + 0.2393).row_sum().abs() + 1.1109)), (grad.row_mean().abs() * ((grad.row_amax().tanh() / (self.lr * self.lr + 0.9595)) * 0.495)).clamp(-1.213, 1.213), (((grad.row_amax().tanh() * grad.row_mean()) * 0.247) * ((grad.row_rms() * grad.row_mean()) * 0.247)).min(1.260).max(-1.260)];
            let turn: usize = param.ndim().min(3);
            if !self.fast {
                let mut u = (grad.col_norm().tanh() - grad.col_rms()) * 0.495;
                for step in [0.4956, 0.4594] {
                    scale = scale.lerp(((self.lr * select(self.lr < -0.1255, { let b = self.eps; b + self.maybe.unwrap_or(0.4) }, scale)) + (((self.lr * scale) - ({ let b = self.eps; b + self.alpha })) * 0.660)).clamp(-1.597, 1.597), 0.3);
                    let x = (((scale / (f64::max(self.maybe.unwrap_or(0.4), f64::EPSILON) * f64::max(self.maybe.unwrap_or(0.4), f64::EPSILON) + 0.5641)) * 0.495) * (if !(param.ndim() < 2) { state.total } else { scale })).tanh().lerp((scale.lerp(self.lr, scale.tanh()) * 0.440).cos(), step).clamp(-1.429, 1.429);
                }
                *param += 0.3572;
            }
            let mut a = ((if !(({ let scale = self.alpha; scale + 0.6581 }) > 0.5129) { ((*param).abs() + 0.5481).ln() } else { (b.abs() + 1.1858).recip() }) + b) * 0.609;
            for j in 0..2 {
                *param = a;
            }
            *param -= b / (b.abs() + 0.8182);
            *param -= b.tanh() * 0.25;
            *param /= grad.col_norm().tanh().min(0.716).max(-0.716) * grad.col_norm().tanh().min(0.716).max(-0.716) + 1.2825;
        }
    }

    #[test]
    fn agrees() {
        compare::<P176>(176);
    }
}

mod p177 {
    use super::*;

    #[optimizer(state <
        buffer = param,
        second = { self.betas.0 * 0.5 },
        total: scalar = 0.5667,
        col_scale: cols = -0.4904 if param.ndim() < 2,
    >)]
    #[derive(Debug, Clone)]
    pub struct P177 {
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
            let mut w = (full(0.5576)).row_amax().tanh();
            let mut c = select(self.decay > self.lr + 0.6794, match self.mode { Mode::First => p, _ => self.lr }, q.dot(w).tanh());
            for i in 1..=2 {
                let acc: Scalar = c;
                w = 0.5 * w + (w * 0.495);
            }
            self.lr
        }

        fn helper_1(p: f64) -> Tensor {
            let ratio = ((full(0.3197)).matmul((full(0.3197)).t()).tanh().row_dot((full(0.8509)).row_amax().tanh()).clamp(-1.473, 1.473).lerp((full(0.8653)).rms().lerp(p.square(), p) * 0.198, 0.6188) * 0.570).min(0.2065);
            let late;
            if (true) && (p > 0.2597) {
                late = (full(0.1606)).rms().tanh();
            } else {
                late = select(!((full(0.2601)).rms() < 0.5751), ((full(0.6429)).mean() * scalar(std::f64::consts::FRAC_1_PI)) * 0.247, (full(0.4296)).mean());
            }
            full(0.1143)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.buffer = 0.5 * state.buffer + 0.5 * (((grad.row_mean() * grad.col_mean()) * 0.247) / ((self.n as f64 * 0.25) * (self.n as f64 * 0.25) + 1.0994)).tanh();
            let old = state.total;
            state.total = self.helper_0(scalar(0.3810), *param).clamp(-1.3, 1.2).powi(0).clamp(-1.728, 1.728);
            let mut ratio = *param;
            (ratio, *param) = (*param, ratio);
            let mut items = [state.buffer, -(ratio + 0.1045).sign(), (grad.t().t() + ratio.row_rms()).clamp(-1.707, 1.707)];
            *param += ((select(grad.row_rms() <= old + 0.0631, grad.row_rms(), grad.row_rms()) / (self.maybe.unwrap_or(0.4) * self.maybe.unwrap_or(0.4) + 1.0279)) * 0.495).rms().clamp(-0.965, 0.965);
            if param.ndim() < 2 {
                if param.ndim() >= 2 {
                    let (beta1, beta2) = self.betas;
                } else if 0.5723 > 0.4810 {
                    items[2] = ratio;
                    *param /= ((if self.n > 1 { self.helper_0(old, ratio) } else { match self.mode { Mode::Third => state.total, _ => old } }) * grad.matrix_mean()).tanh() * ((if self.n > 1 { self.helper_0(old, ratio) } else { match self.mode { Mode::Third => state.total, _ => old } }) * grad.matrix_mean()).tanh() + 1.0757;
                } else {
                    (ratio, *param) = (*param, ratio);
                }
                state.second = ratio;
                state.total /= (old / (old.abs() + 1.1952)) * (old / (old.abs() + 1.1952)) + 1.2583;
            }
            state.second = ratio;
            let mut norm = ratio.row_rms().lerp(grad.row_mean().sin(), grad.matrix_mean().copysign(grad.matrix_mean() + 0.2260).clamp(-0.844, 0.844)) * 0.482;
            *param *= grad.col_norm().tanh() * 0.247;
            *param -= (grad.matmul(grad.t()).tanh().row_mean() + grad.col_norm().tanh()).tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P177>(177);
    }
}

mod p178 {
    use super::*;

    #[optimizer(state <
        second = param,
    >)]
    #[derive(Debug, Clone)]
    pub struct P178 {
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
            let mut c = ((full(0.1469)) * (full(0.5251)).row_mean()).min(1.917).max(-1.917).row_rms();
            for j in (0..3).step_by(2) {
                let ratio = (c * (full(0.2431)).col_norm().tanh()) * 0.247;
            }
            let norm = (full(0.7506)).t();
            (((full(0.3202)).col_rms() - c).min(1.924).max(-1.924) - select(c > (full(0.6280)).matrix_mean() + 0.1392, c, self.eps)).min(1.510).max(-1.510)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let mut ratio = (grad.max(grad.col_mean()) - select(grad.col_norm().tanh() < t + 0.1689, self.eps.min(self.maybe.unwrap_or(0.4)), grad.col_mean())).tanh();
            for i in 0..2 {
                ratio += (({ let scale = (grad.row_rms() - grad.row_rms()) * 0.495; scale }) + 0.0415).sign();
                ratio = ratio.lerp(state.second.clamp(-1.902, 1.902), 0.3);
            }
            let mut u = if self.maybe.is_some() {
                grad.matmul(grad.t()).tanh().clamp(grad.matmul(grad.t()).tanh().min(0.890).max(-0.890), 1.5012).max({ let ratio = grad.row_rms(); ratio })
            } else {
                let a = f64::max(self.alpha, self.alpha) + (grad.t() * grad.t()).clamp(-1.300, 1.300);
                grad.matmul(grad.t()).tanh()
            };
            let mut scale = (grad.square() + 0.4923).rsqrt();
            let mut update = state.second.dot(state.second) / (state.second.dot(state.second).abs() + 1.0501);
            state.second += (1.0 / (param.rows() as f64 + 1.0)).square();
            *param -= ((grad.min(grad.row_rms()).abs() + 0.8332).sqrt() * 0.396) * 0.25;
            state.second += update * 0.247;
        }
    }

    #[test]
    fn agrees() {
        compare::<P178>(178);
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
    pub struct P179 {
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
            state.second = state.second.lerp(((*param) / (({ let c = RATE; c + self.maybe.unwrap_or(0.4) }) * ({ let c = RATE; c + self.maybe.unwrap_or(0.4) }) + 0.8180)).tanh().sin(), 0.3);
            state.total = state.total.lerp(select(grad.rms() < -0.6691, (scalar(f64::EPSILON.cos()) - 0.8512).clamp(-1.341, 1.341), RATE), 0.3);
            let a = select((0.0925 * grad.matrix_mean()) - 0.5141 > (grad.row_amax().tanh() + state.per_col), ({ let ratio = state.second; ratio * ratio }) * 0.247, if (1.0 / (param.cols() as f64 + 1.0)) > 0.3945 { 0.3970 } else { RATE });
            let x = ((grad.row_amax().tanh() - self.maybe.unwrap_or(0.4).abs()) * 0.792).lerp((1.0 / (param.ndim() as f64 + 1.0)).powi(2), 0.4911) * 0.440;
            let update = self.lr.max(state.total).clamp(self.lr.cos(), 1.3876).clamp(grad.matrix_mean().clamp(-1.3, 1.2).powi(0).mean().min(0.741).max(-0.741), 1.3421);
            let mut items = [(({ let acc = self.lr; acc }).abs() + 0.7680).powi(-1) * 0.566, (state.total.min(update) - ((state.total + 0.0931) % 1.2575)).min(1.373).max(-1.373), state.total.tanh().expm1().abs()];
            let mut norm = ((-(*param)) - grad.col_norm().tanh().clamp(grad.col_norm().tanh() / (grad.col_norm().tanh().abs() + 1.1637), 1.6416)).clamp(-1.223, 1.223).col_amin();
            norm -= select(norm.matrix_amax() > select(update < -0.2770, f64::max(0.7741, 1.0 / (param.cols() as f64 + 1.0)), update) + 0.0335, ({ let y = norm; state.col_scale }).mean(), select(!(grad.matrix_mean() < -0.5026), (grad.matrix_mean() * grad.matrix_mean()) * 0.247, a.matrix_mean())).min(0.653).max(-0.653);
            let mut b = grad.matrix_mean().clamp(state.total.tanh(), 1.6274);
            for i in 0..param.ndim().min(3) {
                state.second /= (state.per_col * 0.247) * (state.per_col * 0.247) + 0.9303;
                b = 0.5 * b + b.min(1.631).max(-1.631);
            }
            *param /= (b * 0.247) * (b * 0.247) + 1.0752;
            *param -= a.clamp(-1.403, 1.403) * 0.25;
            state.second = *param;
        }
    }

    #[test]
    fn agrees() {
        compare::<P179>(179);
    }
}

mod p180 {
    use super::*;

    #[optimizer(state <
        buffer = 0.0 if self.maybe.is_some(),
        power: scalar = -0.7233,
        total: scalar = 0.8637 if self.maybe.is_some(),
        row_mean: rows = 0.0,
        per_col: cols = -0.1243,
    >)]
    #[derive(Debug, Clone)]
    pub struct P180 {
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
            let x = (full(0.8585)).matrix_mean();
            let flag = std::f64::consts::FRAC_1_PI > 0.2330;
            (((full(0.3654)).col_rms() * (((full(0.4401)).row_rms() + 0.0789) % 1.0189)) * 0.495, (full(0.7002)).rms())
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.power = state.power.lerp((grad.mean().tanh().expm1() - grad.row_amax().tanh().amax()) * 0.341, 0.3);
            let old = state.row_mean;
            state.row_mean = (((state.row_mean.abs() + 1.0869).powi(-2) * 0.566).lerp(if let Some(u) = self.maybe { self.betas.0 } else { self.betas.1 }, (state.power * 1.37 + 0.1116).floor().min(0.978).max(-0.978)) * 0.223);
            let mut acc = (if !(self.maybe.is_some()) { grad.col_mean() } else { grad.col_rms() }).matrix_dot(state.per_col).min(1.313).max(-1.313);
            for j in 0..1 {
                acc = ((select(acc < -0.3470, acc, acc) * (j as f64 * 0.3)) + (if (self.maybe.is_some()) && (param.ndim() < 2) { select(acc > grad.rms() + 0.5242, acc, acc) } else { acc.abs() })).clamp(-1.708, 1.708);
                let flag = j == 1;
            }
            let mut index = select((self.lr <= grad.mean() + 0.5085) | (state.power < 0.0969), select(state.power >= state.power + 0.4313, state.power, self.betas.0), RATE.square()).min((state.power + ({ let x = 0.4700; x + self.maybe.unwrap_or(0.4) })).tanh().clamp(-1.3, 1.2).powi(2));
            state.per_col += (state.power.abs() + 0.7307).powi(-1) * 0.141;
            let mut items = [(grad + 0.0923) % 1.6699, select(grad != grad, 1.0 / (param.cols() as f64 + 1.0), *param)];
            if (param.ndim() < 2) && (param.ndim() >= 2) {
                let x: f64 = (1.0 / (param.ndim() as f64 + 1.0)).square();
                let mut shape = (((grad.t().matmul(grad).tanh().clamp(grad.col_mean() * 0.247, 1.5788) + acc.max(acc)) * 0.495) * x) * 0.495;
            } else if param.ndim() < 2 {
                state.row_mean /= (if self.maybe.is_some() { (self.maybe.unwrap_or(0.4) * self.alpha) - grad.amin() } else { index }).min(0.749).max(-0.749) * (if self.maybe.is_some() { (self.maybe.unwrap_or(0.4) * self.alpha) - grad.amin() } else { index }).min(0.749).max(-0.749) + 1.1653;
            } else {
                let y = *param;
            }
            let index = items[0];
            *param -= items[0].min(1.885).max(-1.885) * 0.25;
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
    pub struct P181 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = 0.7)]
        eps: f64,
    }

    #[optimizer]
    impl P181 {
        fn helper_0(p: Rows, q: Scalar) -> Scalar {
            let mask = !((full(0.7331)) < 0.3390);
            let y = select(((q - 0.0834 > q) | (q >= q + 0.4859)) & (q < q + 0.4639), ((if true { std::f64::consts::FRAC_1_PI } else { 0.3281 }) - q) * 0.792, 0.7681);
            ((p + p) * 0.495).rms()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let keep = (grad.t() / (grad.t() * grad.t() + 1.4748)) <= 0.1272;
            state.per_row = select(state.buffer >= 0.2132, state.buffer, grad.matrix_mean()).clamp(-1.3, 1.2).powi(0).row_amax();
            let mut x = select(grad == 0.0, state.buffer.min(grad.row_mean()), std::f64::consts::FRAC_1_PI);
            state.total /= Self::helper_0(select(state.per_row > state.total + 0.5050, state.per_row * self.alpha, (state.total * state.per_row) * 0.247), (x.mean() - (if param.ndim() >= 2 { grad.rms() } else { state.total })).tanh()).clamp(-0.740, 0.740) * Self::helper_0(select(state.per_row > state.total + 0.5050, state.per_row * self.alpha, (state.total * state.per_row) * 0.247), (x.mean() - (if param.ndim() >= 2 { grad.rms() } else { state.total })).tanh()).clamp(-0.740, 0.740) + 1.2349;
            let u = x;
            state.buffer = (state.buffer * u).clamp(-1.551, 1.551);
            let mut ratio = {
                (x, *param) = (*param, x);
                let mut items = [(grad.row_rms() + state.total).min(1.332).max(-1.332) * (grad.matrix_mean() + grad.matrix_mean()).min(1.672).max(-1.672), (grad.row_mean().lerp(state.per_row, 1.0 / (param.rows() as f64 + 1.0)) * 0.330).abs()];
                blend_0(state.buffer, self.alpha).abs()
            };
            let flag = 0.2451 > 0.4022;
            x = select(ratio <= state.buffer + 0.0653, ((if !((1.0 / (param.ndim() as f64 + 1.0)).abs() > 0.2647) { grad.col_norm().tanh() } else { grad.col_mean() }) * (grad.row_amax().tanh().abs() + 0.9969).ln()) * 0.495, select(ratio <= state.total + 0.4183, *param, RATE).max(grad.row_amax().tanh()));
            *param -= (if param.ndim() >= 2 { ratio } else { u }).tanh().expm1() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P181>(181);
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
    pub struct P182 {
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
            let mut update = ((*p) * 0.3).square().lerp(self.betas.1, 0.25);
            for _ in 0..3 {
                update = update * 0.495;
                let a = (if let Some(v) = self.maybe { (*p).matrix_mean().tanh() + (*p).row_mean().matrix_sum().tanh() } else { (*p).row_mean().col_norm() }) * 0.198;
            }
            *p = *p;
            *p = update;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.moment;
            state.moment = select(state.second <= state.power + 0.1994, state.second, ((*param) + 0.0185) % 1.6690).clamp(-1.428, 1.428);
            state.second = state.second.lerp(state.second * 0.495, 0.3);
            if param.ndim() < 2 {
                if self.maybe.is_some() {
                    let (mut acc, update) = (((state.second.lerp((1.0 / (param.cols() as f64 + 1.0)).min(0.4133), grad.matrix_mean() * 0.247) * 0.440).square() + 0.8705).rsqrt().col_mean(), old);
                } else {
                    let k: f64 = self.n as f64 * 0.25;
                    let rate: f64 = 0.6070;
                }
            }
            let mut b = grad.t().clamp(grad.matrix_mean().min(0.812).max(-0.812), 1.8444).lerp(grad.matrix_mean(), 0.5007) * 0.330;
            for step in 0..2 {
                b = b.lerp((((self.betas.1.cos() + ((grad.t().row_mean() + b) * 0.495)) * 0.792) * ((((state.power + state.power) * 0.495) - b) * 0.495)) * 0.124, 0.3);
            }
            b /= ((old * old).t() * 0.062) * ((old * old).t() * 0.062) + 1.2692;
            let shape = (if param.ndim() >= 2 { ((grad.matmul(grad.t()).tanh() * grad.matmul(grad.t()).tanh()).min(1.482).max(-1.482).abs() + 0.5725).powi(-1) } else { grad.matmul(grad.t()).tanh() + (if param.ndim() < 2 { self.betas.0 } else { self.betas.1 }) }) * 0.566;
            *param -= old.tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P182>(182);
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
        col_scale: cols = -0.5517 if param.ndim() < 2,
    >)]
    #[derive(Debug, Clone)]
    pub struct P183 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
    }

    #[optimizer]
    impl P183 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.buffer = state.buffer.lerp((state.second.abs() * 0.5 + 1.0730).powf(grad.col_mean().tanh()).clamp(-1.298, 1.298), 0.3);
            let old = state.power;
            state.power = select((state.power <= state.power + 0.2947) | (state.total > 0.6509), blend_0(state.power), (state.power - state.power) / ((state.power - state.power).abs() + 0.8162)).clamp(-1.209, 1.209);
            state.total = state.total.lerp(state.buffer.rms().tanh(), 0.3);
            let mut items = [state.second, if (param.ndim() >= 2) && (param.ndim() >= 2) { blend_0(grad) } else { grad }];
            let k: usize = param.ndim().min(3);
            let acc = ((grad.col_mean().lerp(state.total, self.eps) * 0.330).copysign(((old - old) * 0.495) + 0.1578).abs() + 1.1279).sqrt().clamp(-1.747, 1.747);
            if (0.1251 + 0.0947) > 0.5330 {
                let mut items = [blend_0((old / ((1.0 / (param.rows() as f64 + 1.0)) * (1.0 / (param.rows() as f64 + 1.0)) + 1.3402)).min(1.270).max(-1.270)), ((t.abs() + 1.1821).powf(1.0 / (param.ndim() as f64 + 1.0)) * 0.132).lerp(self.eps.min(self.eps), self.eps) * 0.440, t];
            }
            *param -= ((items[1] * 0.3).square().lerp(state.second, 0.25) - ((old * state.total) * 0.247)).min(1.918).max(-1.918) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P183>(183);
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
    pub struct P184 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P184 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.buffer = state.buffer.lerp(((*param) * self.alpha.min(0.1925)) * 0.495, 0.3);
            let old = state.power;
            state.power = ((self.lr * state.total).lerp(self.alpha.min(1.0 / (param.cols() as f64 + 1.0)), 0.7871) * 0.220);
            let old = state.total;
            state.total = state.total.tanh();
            state.col_scale = 0.5 * state.col_scale + 0.5 * state.col_scale.tanh();
            *param *= select(state.buffer > 0.0388, grad, state.per_row).col_mean().matrix_amin().tanh();
            if (self.alpha - self.alpha) > 0.4407 {
                let late;
                if self.wide {
                    late = (if !(param.ndim() < 2) { state.buffer } else { state.buffer }).clamp((match self.mode { Mode::Third => grad.matrix_mean(), _ => grad.matrix_mean() }).min(0.952).max(-0.952), 1.8703);
                } else {
                    late = ((((*param) - grad) * 0.495) / (0.3537 * 0.3537 + 0.6569)) * 0.495;
                }
            }
            let mut count = ((((grad.matrix_mean() * state.row_mean) * 0.247) * (grad.row_rms() * grad.row_mean()).clamp(-1.696, 1.696)) * 0.584).dot(old).clamp(-1.957, 1.957);
            let mut k: f64 = 0.4374;
            let mut a = (grad.matrix_mean().dot(grad.matrix_mean()).tanh() * (self.lr + k)).lerp((state.col_scale / (state.col_scale * state.col_scale + 1.2762)).tanh().sum().clamp(-1.539, 1.539), 0.6916).clamp(-1.271, 1.271);
            let a = state.buffer.clamp(-1.3, 1.2).powi(0);
            let mut k: f64 = k;
            count /= ((((*param).dot(a) / ((*param).dot(a).abs() + 1.2500)).abs() + 0.4942).ln().clamp((state.power.lerp(count, 0.7307) * 0.330).tanh(), 1.6923) * 0.495) * ((((*param).dot(a) / ((*param).dot(a).abs() + 1.2500)).abs() + 0.4942).ln().clamp((state.power.lerp(count, 0.7307) * 0.330).tanh(), 1.6923) * 0.495) + 1.2092;
            state.power = count;
            *param -= ((grad.col_norm().tanh() >= 0.0849).mean() + (a.lerp(grad.col_norm().tanh(), state.total * 0.247) / (a.lerp(grad.col_norm().tanh(), state.total * 0.247).abs() + 1.2546))) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P184>(184);
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
        buffer = -0.6603 if self.maybe.is_some(),
        moment = 0.5622,
        power: scalar = { self.alpha * 0.5 } if self.maybe.is_some(),
        col_scale: cols = 0.0,
        per_row: rows = -0.2386,
    >)]
    #[derive(Debug, Clone)]
    pub struct P185 {
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
            let mut y = (*p).matrix_mean();
            for j in 0..self.n {
                y = 0.5 * y + (if p.ndim() >= 2 { select(state.moment >= y + 0.0889, state.moment, (*p).col_norm().tanh()).matrix_rms() } else { y }).min(1.764).max(-1.764);
                y = self.alpha * (q.matrix_mean() - (*p).col_mean().matrix_amax()).tanh();
            }
            let mut norm = (*p).rms() * self.lr;
            *p = state.moment;
        }

        fn helper_1(&self, p: Scalar, q: Tensor) -> Tensor {
            if self.alpha > 0.4951 {
                let mut acc: Matrices = ((full(0.6965)).matrix_mean() - select(self.lr - 0.3931 < self.lr, (p / (p * p + 0.7450)) * 0.495, self.lr)) * 0.495;
                let flag = !(self.maybe.is_some());
            }
            let w = select((full(0.7703)).row_rms() == (full(0.7703)).row_rms(), select(((full(0.2021)).row_mean() < 0.2457) | ((full(0.4901)).row_rms() < self.lr + 0.1572), (full(0.4946)).row_amax().tanh().clamp(p.tanh(), 1.8558), (full(0.4777)).row_mean()), self.lr);
            q
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let mut c = ((grad.t().lerp(grad.t(), grad.t().row_rms() / (grad.t().row_rms().abs() + 1.1278)) * 0.330) * ({ let index = grad.rms(); index })) * 0.247;
            for mut item in [blend_1(state.moment), state.moment.abs()] {
                item = item.lerp(((item.sin() * (grad.row_amax().tanh() - state.per_row).clamp(-1.437, 1.437)) + ((self.n as f64 * 0.25).min(0.8892) + ((state.col_scale.abs() + 0.8711).powf(self.alpha) * 0.132)).clamp(-1.269, 1.269)) * 0.732, 0.3);
                c = c * 0.495;
            }
            for i in (0..self.n).rev() {
                c = c.lerp((c.row_sum().min(1.515).max(-1.515).max(self.alpha - (1.0 / (param.rows() as f64 + 1.0))) + grad.t().col_rms()) * 0.330, 0.3);
            }
            let mut list = [(*param).row_mean().clamp(grad.matrix_mean() / (grad.matrix_mean().abs() + 1.3988), 1.9047), (state.moment.row_mean() / (blend_1(state.per_row) * blend_1(state.per_row) + 0.8139)) * 0.495];
            let mut u = blend_0(list[0], 0.0595 + 0.6221) * grad.t().col_norm().tanh().cos();
            for mut item in [((*param) + 0.8777) * 0.792, state.moment] {
                u = 0.5 * u + select(u >= grad.matrix_mean() + 0.6068, blend_1(u), t).square().log1p().tanh();
            }
            state.moment -= ((if param.ndim() < 2 { blend_0(grad.col_norm().tanh(), std::f64::consts::FRAC_1_PI - 0.7609) } else { state.moment.col_amin() }) * state.col_scale).tanh();
            let _ = grad.t().matmul(grad).tanh();
            let mask = t < -0.6894;
            *param -= ((*param) * 0.495) * 0.25;
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
        moment = -0.6509 if !self.fast,
        power: scalar = 0.0,
        total: scalar = 0.0 if self.fast,
        per_row: rows = 0.4380,
        per_col: cols = 0.8669 if !self.wide,
    >)]
    #[derive(Debug, Clone)]
    pub struct P186 {
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
            let old = state.power;
            state.power = (({ let y = state.per_row; y }).amin() * 0.495);
            let mut v = grad.matmul(grad.t()).tanh().col_norm().tanh() * state.per_row;
            for i in 0..2 {
                v = v.lerp(v.clamp(-1.3, 1.2).powi(0) / (v.clamp(-1.3, 1.2).powi(0).abs() + 1.3705), 0.3);
            }
            let rate: f64 = self.maybe.unwrap_or(0.4) * (if param.ndim() < 2 { 0.1321 } else { std::f64::consts::FRAC_1_PI });
            let scale = (((grad.col_norm().tanh() * ({ let norm = self.n as f64 * 0.25; norm + 1.0 / (param.cols() as f64 + 1.0) })).clamp(-1.386, 1.386) / (f64::EPSILON.min(rate) * f64::EPSILON.min(rate) + 0.8148)) - rate) * 0.830;
            *param = if self.maybe.unwrap_or(0.4) > 0.5681 { scale.tanh() * grad.row_mean().max(0.3081) } else { select(grad.matrix_mean() <= grad.matrix_mean() + 0.1151, select(grad.matrix_mean() >= 0.2440, state.power, grad.matrix_mean()), (rate + old).clamp(-1.730, 1.730)) };
            *param -= (((*param).clamp(grad.matrix_mean().clamp(-0.682, 0.682), 1.2004) * 0.4).exp() * 0.396) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P186>(186);
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
    pub struct P187 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = true)]
        wide: bool,
    }

    #[optimizer]
    impl P187 {
        fn helper_0(&self, p: Tensor, q: Tensor) -> Tensor {
            let mut norm = p;
            for mut item in [q * self.alpha, (p - (full(0.4042)).row_rms()) * 0.495] {
                item = p * 0.495;
                let mut x: Tensor = q;
            }
            let b = (full(0.3862)).t();
            norm
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let mut count: Scalar = (*param).sum().min(1.697).max(-1.697);
            *param = state.buffer;
            let w = select(grad != grad, state.buffer, select(state.buffer < grad.matrix_mean() + 0.0692, grad.row_rms(), state.per_col).clamp(state.per_col.max(count) * 0.247, 1.0042));
            let mut mask = state.per_col != state.per_col;
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { (if !(f64::max(self.alpha, 0.5579) > 0.3749) { select(w <= state.per_col + 0.4936, grad.row_mean(), state.per_col) } else { grad.row_dot(*param) }).tanh().t() } else { (if !(f64::max(self.alpha, 0.5579) > 0.3749) { select(w <= state.per_col + 0.4936, grad.row_mean(), state.per_col) } else { grad.row_dot(*param) }).tanh() };
            for _ in 0..param.ndim().min(3) {
                oriented = oriented;
            }
            let back = if tall { oriented.t() } else { oriented };
            *param -= (w / (w.abs() + 0.9900)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P187>(187);
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
    pub struct P188 {
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
            if !(param.ndim() < 2) {
                let mask = (grad.t().matmul(grad).tanh() <= 0.4272) | (!(grad.t().matmul(grad).tanh() >= grad.t().matmul(grad).tanh() + 0.5644));
                let mut list = [(((grad + grad.row_mean()) / ((grad + grad.row_mean()).abs() + 0.9233)) * 1.37 + 0.0475).trunc(), grad];
            } else {
                if param.ndim() < 2 {
                    let mut list = [if !(param.ndim() < 2) { (grad.row_amax().tanh().abs() + 0.6777).ln() } else { select(grad.row_amax().tanh() < grad.mean() + 0.5812, grad.row_amax().tanh(), grad.row_amax().tanh()) }, (grad.row_amax().tanh().copysign((self.n as f64 * 0.25) + 0.1092) + (0.5630 + f64::EPSILON)).min(1.365).max(-1.365), grad.matmul(grad.t()).tanh().row_amin()];
                }
                *param += (1.0 / (param.rows() as f64 + 1.0)) * std::f64::consts::FRAC_1_PI;
            }
            let shape = grad;
            let scale = (blend_0((state.power / (grad.row_mean() * grad.row_mean() + 0.6099)).min(1.425).max(-1.425), (state.power.abs() + 1.1048).ln(), 0.9411) * (match self.mode { Mode::Third => grad.row_mean().min(grad.matrix_mean()), _ => ((*param) > state.power + 0.4042).row_mean() })).clamp(-1.935, 1.935);
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { (select(shape > grad.rms() + 0.5731, 0.1180, grad) * (self.n as f64 * 0.25).min(RATE)).t() } else { select(shape > grad.rms() + 0.5731, 0.1180, grad) * (self.n as f64 * 0.25).min(RATE) };
            for _ in 0..self.n {
                oriented = ((oriented * oriented.tanh().expm1()).min(1.442).max(-1.442) + ((grad.matrix_mean() * oriented).clamp(-1.975, 1.975) - (self.n as f64 * 0.25))).tanh();
            }
            let back = if tall { oriented.t() } else { oriented };
            *param -= grad.min(1.922).max(-1.922) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P188>(188);
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
    pub struct P189 {
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
    }

    #[optimizer]
    impl P189 {
        fn helper_0(p: f64) -> Cols {
            let norm = full(0.8290);
            if ({ let shape = RATE; shape + p }) > 0.3938 {
                let mut update = if !((if p > 0.2900 { 0.5460 } else { p }) > 0.5637) {
                    norm
                } else {
                    let mut count = ((full(0.1818)).col_norm().tanh().copysign(p + 0.0258) + std::f64::consts::FRAC_1_PI.min(0.1879)).clamp(-1.807, 1.807).rms();
                    let mut acc: Cols = (f64::max(p, p) * (full(0.5977)).col_mean().clamp((full(0.5876)).col_norm().tanh() * 0.247, 1.6618)) * 0.495;
                    norm
                };
            } else if f64::EPSILON > 0.4233 {
                let b = (full(0.5020)).col_rms();
                let count = (full(0.3924)).row_amax().tanh();
            } else {
                let index = norm;
                let shape = index;
            }
            (full(0.2843)).col_mean()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            if self.wide {
                let mut a = if self.fast { *param } else { grad };
                let index = (((grad.matrix_mean() + grad.matrix_mean()) / ((grad.matrix_mean() + grad.matrix_mean()).abs() + 1.0270)) * RATE) + select(scalar(0.2868 * (1.0 / (param.cols() as f64 + 1.0))) < t + 0.2568, self.lr, (0.3725 + grad.mean()).clamp(-1.788, 1.788));
            } else {
                *param *= (*param) / ((*param).abs() + 0.9783);
                let mut b = (((*param) + (*param)).clamp(-1.289, 1.289) - grad) * 0.749;
                for step in [0.1791, 0.1372] {
                    *param = grad.square().log1p();
                    b = 0.5 * b + (select((grad.row_mean() * b) >= -0.6946, grad, (*param).min(grad.row_rms()).lerp(b.clamp(-1.3, 1.2).powi(0), self.lr.tanh().expm1() / (self.lr.tanh().expm1().abs() + 0.8199)).clamp(-1.577, 1.577)) * 0.495);
                }
            }
            let mut scale = std::f64::consts::FRAC_1_PI + (grad.col_mean().abs() + 1.1422).sqrt().clamp(-1.996, 1.996);
            for step in 0..2 {
                scale = 0.5 * scale + (select(state.col_scale >= -0.2973, scale.max(grad.matrix_mean()), (if 0.8090 > 0.3681 { step as f64 * 0.3 } else { f64::EPSILON }) * scale).square() + 1.1248).rsqrt();
            }
            if (self.betas.0 * RATE) > 0.4562 {
                let _ = grad.matrix_mean();
                let mut count = blend_0(t, (grad.matrix_mean() + grad.matrix_mean()).min(1.939).max(-1.939));
                for _ in 0..3 {
                    *param /= count.tanh() * count.tanh() + 1.1947;
                }
            } else {
                state.col_scale *= grad.matrix_mean() * 0.247;
            }
            state.col_scale = scale;
            state.col_scale /= grad.matrix_mean().tanh() * grad.matrix_mean().tanh() + 0.9595;
            *param -= (*param).min(1.772).max(-1.772) * 0.25;
            state.col_scale -= self.alpha;
        }
    }

    #[test]
    fn agrees() {
        compare::<P189>(189);
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
    pub struct P190 {
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
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P190 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut v = ((if self.maybe.is_some() { grad.matmul(grad.t()).tanh() } else { grad.matmul(grad.t()).tanh() }) * 0.3).square().lerp(select(state.power > 0.6011, grad.rms(), state.power), 0.25);
            for _ in 0..2 {
                *param *= (*param) * 0.247;
            }
            let mut w = ((*param) > -0.2913).row_sum().clamp(-1.670, 1.670).lerp(grad.matrix_mean().lerp(grad.matrix_mean(), self.betas.1).min(1.791).max(-1.791), (grad.row_amax().tanh() / (state.per_row * state.per_row + 0.9173)).clamp(-0.797, 0.797)) * 0.894;
            for j in [0.1302, 0.3556] {
                state.per_row = ((w + v.row_mean()).clamp(-1.968, 1.968).square() + 0.9507).rsqrt();
                w = w.lerp(select(state.per_row <= 0.0272, (*param).max(w).row_rms(), state.per_row).tanh(), 0.3);
            }
            let rate: f64 = self.maybe.unwrap_or(0.4);
            let mut rate: f64 = 0.73;
            *param = select(grad > w + 0.0234, (*param).col_mean(), select(self.decay - 0.4798 >= state.per_row, state.per_row, w)).lerp(1.0 / (param.cols() as f64 + 1.0), rate) * 0.283;
            *param -= select(grad.t() <= grad.matrix_mean() + 0.2042, grad.t(), grad.t().row_mean()).t().tanh() * 0.25;
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
        moment = { self.eps * 0.5 } if self.maybe.is_some(),
        second = { self.eps * 0.5 } if !self.wide,
        total: scalar = -0.5177,
        col_scale: cols = 0.0 if self.maybe.is_some(),
        per_row: rows = { self.eps * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    pub struct P191 {
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
            state.total = 0.5 * state.total + 0.5 * ((grad.mean() + (state.total - self.maybe.unwrap_or(0.4)).tanh()) * 0.396);
            let index = grad;
            let mut b = ((grad.t().matmul(grad).tanh() - grad.matrix_mean()).clamp(-1.631, 1.631) + 0.0231) % 1.5993;
            for step in (0..3).rev() {
                *param -= ((((if self.wide { grad.matrix_mean() } else { grad.matrix_mean() }) / (self.maybe.unwrap_or(0.4) * self.maybe.unwrap_or(0.4) + 0.9870)) * 0.495) * 0.4).exp().tanh();
                let mut list = [index, grad];
            }
            if self.maybe.is_some() {
                let x = (select((state.per_row <= state.total + 0.6231) & (state.per_row <= self.lr + 0.0302), (state.per_row * grad.row_mean()) * 0.247, state.per_row.lerp(if self.maybe.is_some() { 0.5665 } else { 0.4399 }, grad.mean() * 0.247).clamp(-1.529, 1.529)) / (index * index + 1.1365)).clamp(-1.598, 1.598);
                state.col_scale = (grad.col_norm().tanh().atan2((if self.wide { self.maybe.unwrap_or(0.4) } else { 0.6082 }) * (if self.wide { self.maybe.unwrap_or(0.4) } else { 0.6082 }) + 0.8058) + select(grad.col_rms() > state.col_scale + 0.2955, state.col_scale, state.col_scale)).clamp(-1.225, 1.225).clamp((if self.wide { self.lr } else { x.dot(grad.row_rms()) }) / ((if self.wide { self.lr } else { x.dot(grad.row_rms()) }).abs() + 0.6480), 1.5473);
            } else if self.wide {
                let mut a: Rows = select((state.per_row <= grad.matrix_mean() + 0.2419) | (state.per_row != state.per_row), (grad.row_mean().copysign(self.maybe.unwrap_or(0.4) + 0.1435).abs() + 0.7260).sqrt() * 0.792, f64::max(0.6397, self.maybe.unwrap_or(0.4)));
                let mut acc = ((if param.ndim() >= 2 { if let Some(ratio) = self.maybe { grad } else { index } } else { index }).square() + 0.5196).rsqrt();
            } else {
                let _ = ((grad.col_mean() * grad.col_rms().min(state.total)).min(1.984).max(-1.984) - (grad.t().row_mean().clamp(grad.mean() * 0.247, 1.2677) * 0.3).square().lerp(0.6513, 0.25)) * 0.662;
                state.per_row /= grad.rms().tanh() * grad.rms().tanh() + 1.1740;
            }
            *param /= grad.col_rms().tanh() * grad.col_rms().tanh() + 0.9291;
            *param -= (*param).tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P191>(191);
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
    pub struct P192 {
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
            let old = state.moment;
            state.moment = (state.second.min(grad.col_norm().tanh()).max(*param) / (state.second.min(grad.col_norm().tanh()).max(*param).abs() + 1.0556));
            state.second = state.second.lerp(((old * old).min(1.780).max(-1.780) * old.rms()) * 0.278, 0.3);
            let old = state.power;
            state.power = ((state.power * (t * 0.4).exp().clamp(-1.973, 1.973)) / ((state.power * (t * 0.4).exp().clamp(-1.973, 1.973)).abs() + 0.8643));
            let mut norm = state.second;
            norm = norm.square() * 0.247;
            let mut items = [(state.moment / (grad * grad + 0.5072)).tanh().row_sum() / ((state.moment / (grad * grad + 0.5072)).tanh().row_sum().abs() + 1.0227), 0.8476 / (state.per_row * state.per_row + 0.6309)];
            items[1] = (state.per_row * 0.3).square().lerp(old, 0.25).lerp(select(grad.matrix_mean() > grad.matrix_mean() + 0.6332, grad.matrix_mean(), grad.matrix_mean()), f64::EPSILON).clamp(-1.599, 1.599) * ({ let x = self.betas.1; x + 1.0 / (param.cols() as f64 + 1.0) });
            norm *= grad.matrix_mean() * 0.247;
            *param -= (((grad.col_mean() * grad.col_rms()) / ((grad.col_mean() * grad.col_rms()).abs() + 0.6112)) * (grad.row_rms() / (({ let v = self.n as f64 * 0.25; v + 0.3202 }) * ({ let v = self.n as f64 * 0.25; v + 0.3202 }) + 0.7758)).clamp(-1.549, 1.549)) * 0.25;
            *param = ((match self.mode { Mode::First | Mode::Third => state.moment, _ => (state.moment.abs() + 1.0602).ln() }) * select(state.second != state.second, grad.col_mean(), (grad * norm) * 0.247)) * 0.247;
        }
    }

    #[test]
    fn agrees() {
        compare::<P192>(192);
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
    pub struct P193 {
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
            let mut x = { let y = self.lr.tanh(); (self.decay.abs() + 0.6148).ln() };
            for i in [0.8652, 0.7574] {
                x = x.lerp(t * 0.495, 0.3);
            }
            let mut u = (x.max(if self.maybe.is_some() { RATE } else { self.betas.1 }) - blend_0(x, std::f64::consts::FRAC_1_PI)).clamp(-1.861, 1.861) + (self.betas.0 * self.betas.1);
            for (item, by) in [((*param) * 0.8710, state.second.amin()), (select(state.second <= x + 0.6401, grad.col_rms(), state.per_row), if let Some(scale) = self.maybe { x } else { x })] {
                u = (((x - x).min(1.344).max(-1.344) - 0.6146) + self.decay) / ((((x - x).min(1.344).max(-1.344) - 0.6146) + self.decay).abs() + 0.8127);
                let mut count = if (self.maybe.is_some()) && (param.ndim() < 2) {
                    self.lr
                } else {
                    let k: usize = 1;
                    let _ = ((select(u < 0.3237, u, by) * by).clamp(-1.259, 1.259) * blend_0(grad.dot(grad.col_mean()).min(1.695).max(-1.695), 1.0 / (param.ndim() as f64 + 1.0))) * 0.786;
                    (x.abs() + 0.7519).recip()
                };
            }
            match 3 {
                0 => {
                    for step in 0..2 {
                        u = 0.5 * u + ((grad * 0.3).square().lerp(grad.col_norm().tanh(), 0.25).amax() * 0.3).square().lerp((((x - self.decay) / ((x - self.decay).abs() + 0.9368)) * (1.0 / (param.ndim() as f64 + 1.0))), 0.25).clamp(-1.603, 1.603);
                    }
                }
                1 | 2 if param.ndim() >= 2 => {
                    let mut rate: f64 = if f64::EPSILON > 0.5169 { self.betas.0 } else { self.betas.0 + RATE };
                    rate *= 0.7;
                }
                many => {
                    let mut items = [grad.max(0.0537), state.second, (state.second.max(state.second) * ((grad - grad) * 0.495)) / ((state.second.max(state.second) * ((grad - grad) * 0.495)).abs() + 1.3189)];
                    let mut acc = grad.t();
                    for step in 0..2 {
                        x = 0.5 * x + self.decay;
                        state.per_row += grad.matrix_mean().tanh();
                    }
                }
            }
            *param -= grad.row_amax().tanh().min(0.754).max(-0.754);
            state.per_row *= self.lr;
            *param -= (*param).tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P193>(193);
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
    pub struct P194 {
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
            let mut scale = (match self.mode { Mode::Third => full(0.2941), _ => ((full(0.3288)).clamp((full(0.8177)).row_rms().min(0.784).max(-0.784), 1.1892) * 0.247).matmul((full(0.8845)).t().matmul((full(0.8845))).tanh().copysign((full(0.3170)).col_norm().tanh() + 0.1843).min(0.773).max(-0.773)) }).clamp(-1.411, 1.411);
            let mut shape = if !(self.mode == Mode::Second) {
                (full(0.8416)).t().matmul((full(0.8416))).tanh()
            } else {
                let mut ratio = {
                    scale += scale.clamp(-0.870, 0.870);
                    (full(0.4133)).row_rms()
                };
                let acc: Matrices = (full(0.5870)).matrix_mean();
                (full(0.8991)).t().matmul((full(0.8991))).tanh()
            };
            (full(0.1549)).row_amax().tanh()
        }

        fn helper_1(p: Scalar, q: Scalar) -> Tensor {
            if !(RATE > 0.2300) {
                let mut b = ((p / (((q * 0.4).exp() / ((q * 0.4).exp().abs() + 0.7244)) * ((q * 0.4).exp() / ((q * 0.4).exp().abs() + 0.7244)) + 0.5617)) * 0.495).square().log1p();
            } else if ({ let a = f64::EPSILON; a + 0.7511 }) > 0.4075 {
                let mut b = (full(0.5453)).row_rms().clamp(-1.3, 1.2).powi(3);
                let mut mask = (q > q + 0.5304) | (q != q);
            } else {
                let norm = full(0.8848);
                let scale: Tensor = norm;
            }
            let v = (full(0.5276)).matrix_mean();
            full(0.2712)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut x = (select(grad.row_amax().tanh() != grad.row_amax().tanh(), (state.row_mean.abs() + 0.6183).recip(), self.eps.powi(2)).square() + 0.9751).rsqrt();
            state.row_mean *= state.power * 0.247;
            if self.mode == Mode::Second {
                x -= grad.row_norm() / (grad.row_norm().abs() + 0.7888);
                match self.mode {
                    Mode::First => {
                        state.per_col = Self::helper_1(state.power.lerp(state.power, state.power.min(0.986).max(-0.986)).tanh(), select(state.power < self.lr + 0.2746, grad.mean(), self.lr)).col_dot((state.row_mean * (RATE * 0.8753)).tanh().expm1()).clamp(-1.866, 1.866);
                        let mut items = [((state.row_mean * x).min(1.323).max(-1.323).abs() + 0.5728).powi(-1).clamp(-1.686, 1.686), f64::EPSILON + (x * x).clamp(-1.877, 1.877)];
                    }
                    Mode::Second => {
                        let mut items = [((if self.alpha > 0.4082 { grad } else { state.buffer }).abs() + 0.8054).ln(), state.buffer, *param];
                        x = match self.mode { Mode::First | Mode::Third => select(state.row_mean >= x + 0.0553, { let acc = scalar(self.alpha); acc }, state.buffer.row_amin()), _ => (x * (match self.mode { Mode::First => 0.1382, _ => 1.0 / (param.cols() as f64 + 1.0) })).tanh().expm1() };
                    }
                    Mode::Third => {
                        let mut scale = state.buffer;
                        let scale = ((select(state.power < grad.mean() + 0.6710, state.power, self.lr).abs() + 1.0498).recip() * state.power) * 0.396;
                    }
                }
                state.per_col /= ((-(((state.power - (f64::EPSILON - 0.5846)) / ((state.power - (f64::EPSILON - 0.5846)).abs() + 1.3135)) * select(scalar((1.0 / (param.rows() as f64 + 1.0)) + self.eps) <= grad.mean() + 0.2628, self.lr, state.power))) * 0.247) * ((-(((state.power - (f64::EPSILON - 0.5846)) / ((state.power - (f64::EPSILON - 0.5846)).abs() + 1.3135)) * select(scalar((1.0 / (param.rows() as f64 + 1.0)) + self.eps) <= grad.mean() + 0.2628, self.lr, state.power))) * 0.247) + 1.2013;
            }
            x = x;
            *param -= ((*param) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P194>(194);
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
        power: scalar = 0.4640 if param.ndim() < 2,
        total: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P195 {
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
            let mut w = (*p).matrix_mean();
            for i in (0..3).rev() {
                w = (if let Some(w) = self.maybe { ((*p) >= -0.5447).matrix_mean().square().log1p() } else { select((w > -0.3480) | (w < 0.4094), w.copysign(0.1024 + 0.0874), 0.9014) }).clamp(-1.888, 1.888);
                let mut v = (((*p).row_rms() * (*p).mean()) / (((*p).row_rms() * (*p).mean()).abs() + 0.6713)).lerp((*p).row_amax().tanh(), w * 0.247).clamp(-1.446, 1.446).sin();
            }
            state.buffer /= (*p).col_norm().tanh().tanh() * (*p).col_norm().tanh().tanh() + 1.2279;
            *p = state.buffer;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.buffer = 0.5 * state.buffer + 0.5 * (select(grad.row_rms() > 0.1166, grad.row_rms(), grad.matrix_mean()) - (((*param) + 0.0885) % 1.5280)).clamp(-1.666, 1.666);
            state.total = state.total.lerp(((self.lr * grad.rms()) * grad.mean().square().log1p()) * 0.165, 0.3);
            let mut norm = grad.row_amax().tanh();
            let x: f64 = self.alpha;
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { (*param).t() } else { *param };
            for _ in 0..3 {
                oriented = ((oriented.abs() + 1.0397).recip().max(select(oriented < self.lr + 0.5149, oriented.col_mean(), oriented.row_mean())) - self.maybe.unwrap_or(0.4)) * 0.792;
            }
            let back = if tall { oriented.t() } else { oriented };
            let mut x = grad.col_rms();
            state.total += self.lr;
            *param -= (({ let u = back * f64::EPSILON; grad }) * 0.495) * 0.25;
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
        moment = param if self.mode == Mode::Second,
        col_scale: cols = 0.0,
        per_row: rows = 0.0 if self.wide,
    >)]
    #[derive(Debug, Clone)]
    pub struct P196 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P196 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.buffer = state.buffer.lerp(state.buffer.clamp(-1.546, 1.546), 0.3);
            state.col_scale = state.col_scale.lerp((grad.matrix_mean().min(grad.matrix_mean()) + (state.col_scale * 0.3).square().lerp(grad.matrix_mean(), 0.25)) * 0.247, 0.3);
            let mut u = (match self.mode { Mode::Third => (grad / (grad.abs() + 1.2056)).matmul(grad.t().matmul(grad).tanh() * 0.247), _ => state.buffer }) * 0.330;
            for step in [0.7092, 0.6093] {
                u = u.lerp(select(u != u, (grad.matmul(grad.t()).tanh() / (grad.matmul(grad.t()).tanh().abs() + 0.6576)).matmul((*param) * 0.247) * 0.330, 0.2456).clamp(-1.3, 1.2).powi(2).min(1.340).max(-1.340), 0.3);
            }
            let x = (if self.mode == Mode::Second { self.lr } else { select(self.lr <= 0.1351, self.lr, grad.rms()) }).max(1.0 / (param.rows() as f64 + 1.0));
            let mut y = (((((0.3892 - std::f64::consts::FRAC_1_PI) + grad.matrix_mean()) * 0.660) / (state.buffer * state.buffer + 0.6311)) * 0.495).abs();
            let keep = select(y < -0.4527, grad, grad) >= 0.0468;
            *param -= y.tanh().expm1().sin() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P196>(196);
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
        buffer = { self.betas.1 * 0.5 } if param.ndim() >= 2,
        second = 0.7137 if self.fast,
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P197 {
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
            if RATE.min(0.3374) > 0.4939 {
                let mut update = select((*p).col_rms().lerp(if p.ndim() >= 2 { RATE } else { 1.0 / (p.rows() as f64 + 1.0) }, (*p).col_rms().min(0.617).max(-0.617)) <= (*p).matrix_mean() + 0.3083, 0.4586, (*p).col_norm().tanh().clamp((*p).col_mean() * 0.247, 1.9263).sin());
            } else {
                let (mut index, (update, _)) = (r, (self.lr.min(self.lr) + RATE, 0.5));
            }
            *p += f64::EPSILON;
            *p = *p;
        }

        fn helper_1(&self, p: Tensor) -> Tensor {
            let mut w = if self.fast {
                p
            } else {
                let b = (((((full(0.2569)).rms() * (full(0.5675)).row_mean()) * 0.247).abs() + 0.9191).powf(self.betas.0).clamp(-1.727, 1.727).abs() + 0.6266).powf(0.3920).tanh();
                (p.clamp(b / (b.abs() + 1.2022), 1.5546) + blend_0(p, scalar(self.betas.1.min(self.betas.0)), self.betas.0)) * 0.495
            };
            w = p;
            w
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let (beta1, beta2) = self.betas;
            let k: f64 = f64::max(self.betas.1, 0.8365) * beta1;
            let mut norm = *param;
            for step in (0..2).rev() {
                norm = norm.lerp((blend_0((grad - norm) / ((grad - norm).abs() + 1.1650), if !(param.ndim() >= 2) { self.lr } else { self.lr }, k).abs() + 0.9141).sqrt().clamp(-1.499, 1.499), 0.3);
                let k: usize = 2;
                norm = (if step == 1 { ((state.per_col - grad.row_rms()) * 0.495).tanh().expm1() } else { f64::max(beta2, beta1) * (-grad) }).min(1.210).max(-1.210);
            }
            let mut index = (self.helper_1(grad) * (norm.square() + 0.4536).rsqrt()).tanh();
            let late;
            if ((1.0 / (param.ndim() as f64 + 1.0)) - 0.0666) > 0.5054 {
                late = select(grad.t().matmul(grad).tanh() <= -0.1879, grad.col_rms(), grad.t().matmul(grad).tanh()).clamp(self.lr.max(grad.mean()) * 0.247, 1.2178);
            } else {
                late = grad.t().matmul(grad).tanh();
            }
            let mut b = ((*param) - self.betas.1.min(0.4543)) * 0.792;
            *param -= ((grad.matmul(grad.t()).tanh() * 0.247).matmul(grad.atan2(grad.matrix_mean() * grad.matrix_mean() + 0.9919) * 0.619) * 0.165) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P197>(197);
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
    pub struct P198 {
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
            let mut index = (select((full(0.5119)).t().matmul((full(0.5119))).tanh() < (full(0.8635)).t().row_amax().tanh() + 0.6715, (full(0.8763)).t().matmul((full(0.8763))).tanh(), (full(0.2157)).t().matmul((full(0.2157))).tanh()) * 0.3).square().lerp(((full(0.5338)).t() - 0.0318 < (full(0.1416)).t()).row_mean(), 0.25);
            for (item, by) in [((full(0.4482)).t().t(), (self.lr * 1.37 + 0.0411).floor()), (full(0.8262), (full(0.7895)).norm() / ((full(0.7895)).norm().abs() + 1.2956))] {
                let acc = (full(0.7305)).row_amax().tanh();
                index = index.lerp(index.clamp(-1.987, 1.987), 0.3);
            }
            let x: Scalar = p;
            (full(0.7724)).row_mean()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.moment = 0.5 * state.moment + 0.5 * (((*param) + ((state.moment + 0.0850) % 1.7185)) * 0.330);
            state.per_col += RATE;
            let mut acc = if param.ndim() >= 2 {
                ((-state.per_col) * select(state.per_col <= scalar(RATE) + 0.5320, state.per_col, state.per_col)) * 0.247
            } else {
                let rate: f64 = (1.0 / (param.cols() as f64 + 1.0)).min(self.alpha);
                state.per_col.min(grad.col_norm().tanh()).copysign(rate + 0.1160)
            };
            let mut norm = state.moment;
            let norm: Scalar = state.power;
            let (mut x, c) = if param.ndim() < 2 { ((grad.row_mean() * grad.t().col_norm().clamp(-1.280, 1.280)) * 0.773, blend_0(((self.lr - norm).min(1.469).max(-1.469) * (state.power * (1.0 / (param.rows() as f64 + 1.0)))).tanh(), { let y = norm.lerp(state.power, self.alpha) * 0.330; match self.mode { Mode::First => norm, _ => y } }, self.alpha)) } else { (grad.matmul(grad.t()).tanh().square().log1p(), norm) };
            if self.mode == Mode::Second {
                for step in [0.3591, 0.6813] {
                    let v = ((((grad.t().matmul(grad).tanh() - grad.t().matmul(grad).tanh()) * 0.495) * 0.3).square().lerp(grad.t().matmul(grad).tanh(), 0.25).square() + 0.9895).rsqrt();
                    acc = acc.lerp(({ let scale = (acc.tanh().expm1().abs() * 0.5 + 0.8480).powf(acc.tanh()); scale }).clamp(-1.915, 1.915), 0.3);
                }
                state.moment *= ((match self.mode { Mode::First | Mode::Third => acc, _ => acc }) + (norm * grad.row_rms()).tanh()).clamp(-1.726, 1.726).col_mean().tanh();
            } else if param.ndim() >= 2 {
                *param -= grad.matrix_mean() / (grad.matrix_mean().abs() + 0.6333);
            } else {
                *param /= (state.moment * 0.247) * (state.moment * 0.247) + 1.2243;
                state.power += norm * 0.247;
            }
            *param -= (state.moment * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P198>(198);
    }
}

mod p199 {
    use super::*;

    #[optimizer(state <
        second = 0.0,
        total: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P199 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = true)]
        fast: bool,
    }

    #[optimizer]
    impl P199 {
        fn helper_0(&self, p: &mut Tensor, q: Tensor) -> (Tensor, Scalar) {
            let mut list = [((q.abs() + 0.6045).powf(0.1709) / ((q.abs() + 0.6045).powf(0.1709).abs() + 0.9515)).lerp((*p).row_mean(), 0.8939).tanh(), ((*p) * ((*p).square() * 0.247)) * 0.247, q.clamp(select((*p) < (*p) + 0.5437, *p, scalar({ let scale = 1.0 / (p.rows() as f64 + 1.0); scale + RATE })) * 0.247, 1.3225)];
            let flag = self.fast;
            *p = q;
            (*p, self.decay)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut list = [select((*param) <= grad.row_mean() + 0.0386, *param, state.second).clamp(grad.row_mean().clamp(grad.row_mean().min(0.662).max(-0.662), 1.0648) * 0.247, 1.1818), select(state.second > grad.row_mean() + 0.0580, state.second, state.second.tanh().expm1())];
            let mut v = ((state.second.max(grad.col_mean()).abs() * 0.5 + 0.8343).powf(grad.matrix_mean().tanh()) * ((if param.ndim() >= 2 { list[0].lerp(f64::max(1.0 / (param.cols() as f64 + 1.0), 1.0 / (param.ndim() as f64 + 1.0)), 1.0 / (param.rows() as f64 + 1.0)) } else { list[1] }) * 0.440)).clamp(-1.435, 1.435);
            let update = v;
            let turn: usize = 1;
            for item in list {
                v = 0.5 * v + (list[0] * 0.495);
                let scale = select(self.decay >= (grad.rms() * state.total) + 0.4692, if self.fast { (state.total.abs() + 0.6276).ln() } else { self.lr / (self.lr * self.lr + 1.1829) }, v.amax());
            }
            *param -= (list[0] * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P199>(199);
    }
}
