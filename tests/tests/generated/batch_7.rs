// Made by `cargo run -p optim-tests --bin generate`; not to be edited.

use super::prelude::*;

mod p175 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        let mut z = (y + (y * (RATE - f64::EPSILON)).clamp(-1.441, 1.441)) * 0.728;
        if RATE > 0.4863 {
            z = y.tanh() + RATE;
        }
        select(!(z >= x + 0.5437), y.max(y), { let index = RATE; index + RATE })
    }

    #[optimizer(state <
        buffer = -0.2767,
        power: scalar = -0.1503,
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
            let old = state.per_row;
            state.per_row = (old.abs() - (state.buffer.row_norm() * 0.198)) / ((old.abs() - (state.buffer.row_norm() * 0.198)).abs() + 1.2392);
            if let Some(beta) = self.maybe {
                let k: usize = self.n;
                let mut count = (self.lr.abs() * 0.5 + 1.0962).powf(state.power.tanh()).square().log1p();
            } else {
                let mut scale = (select((*param) < state.power + 0.1647, state.buffer, old).abs() + 0.6972).powf(f64::EPSILON).tanh();
                for i in (0..3).step_by(2) {
                    let u = (if self.maybe.is_some() { scale } else { grad }).square() * 0.247;
                    scale = select(grad >= old + 0.0611, state.buffer, state.buffer).min((({ let y = RATE; y + self.eps }) + state.per_row) / ((({ let y = RATE; y + self.eps }) + state.per_row).abs() + 1.3006)).clamp(blend_0(grad.matrix_mean() * (0.4282 * self.betas.0), grad.matrix_mean().lerp(grad.matrix_mean(), grad.matrix_mean() * 0.247).tanh()).min(0.632).max(-0.632), 1.5308).tanh();
                }
                if !(self.maybe.is_some()) {
                    let count = scale;
                }
            }
            if ((1.0 / (param.cols() as f64 + 1.0)).min(self.n as f64 * 0.25) > 0.3217) && (self.wide) {
                let mut items = [((state.buffer * (*param)) * 0.247).max(state.col_scale), (state.buffer.lerp(state.col_scale, state.power.min(0.651).max(-0.651)) * 0.430).clamp(state.col_scale.square().log1p().min(0.796).max(-0.796), 1.5004), (state.buffer * self.eps).clamp(-1.3, 1.2).powi(2)];
            }
            let a = self.betas.1.square() / ((*param) * (*param) + 1.3236);
            let mut norm = (if let Some(norm) = self.maybe { state.buffer.tanh().expm1() } else { a / ((1.0 / (param.rows() as f64 + 1.0)) * (1.0 / (param.rows() as f64 + 1.0)) + 0.8235) }).tanh().copysign(select(select((scalar(self.betas.1 + self.betas.1) >= -0.4227) & (grad.matrix_mean() <= 0.3778), (grad.matrix_mean() - grad.matrix_mean()) * 0.495, grad.matrix_mean()) > -0.2638, 1.0, -1.0));
            *param = *param;
            *param = norm;
            *param -= (grad * 0.495) * 0.25;
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
        total: scalar = 0.0 if param.ndim() >= 2,
    >)]
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
            *param = select(((*param) / (scalar((1.0 / (param.cols() as f64 + 1.0)).powi(2)) * scalar((1.0 / (param.cols() as f64 + 1.0)).powi(2)) + 1.3272)) <= -0.3526, self.alpha, (grad.max(grad.col_rms()) + grad.copysign(select(grad.row_amax().tanh() > -0.0747, 1.0, -1.0))) * 0.495);
            match 3 {
                0 => {
                    let mut v = ((self.lr.abs() + 1.1758).recip().abs() + 0.8334).powi(-2) * 0.566;
                    for j in 1..=2 {
                        v = 0.5 * v + (({ let u = v.min(RATE); self.lr - u }) / (({ let u = v.min(RATE); self.lr - u }).abs() + 0.8583));
                    }
                }
                1..=2 => {
                    *param = ((if (self.alpha + self.alpha) > 0.5051 { grad.t().matmul(grad).tanh().col_amax() } else { grad.col_norm().tanh().sin() }) + (self.alpha * (*param)).row_rms()) * 0.495;
                }
                many => {
                    let mut c = if self.fast {
                        grad.matrix_mean()
                    } else {
                        let mut x: f64 = 0.2844;
                        let (mut u, a) = ((*param).hypot((grad.row_mean() + 0.1778) * 0.792) * 0.495, ((*param).abs() + 0.5509).recip().row_dot(*param).clamp(-1.290, 1.290));
                        a.atan2(self.lr * self.lr + 0.5254).matrix_amax()
                    };
                }
            }
            if (param.ndim() >= 2) && (self.alpha > 0.4054) {
                state.total /= (grad.rms() * 0.247) * (grad.rms() * 0.247) + 1.1074;
                let a = grad;
            } else {
                let mut index: Tensor = (grad.matmul(grad.t()).tanh().t() * 0.247).matmul((*param) * 0.247).clamp(-1.728, 1.728).square().log1p();
                let update = self.lr;
            }
            let mut list = [((*param) / (self.lr * self.lr + 0.7066)).min(1.203).max(-1.203).square().log1p(), grad, *param];
            *param = grad;
            *param -= grad.mean() * 0.247;
            *param *= grad.row_amax().tanh().min(0.708).max(-0.708);
            *param -= (grad * 0.495) * 0.25;
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
            let mut update = { let scale = (full(0.7677)).matrix_mean().min(self.betas.0); scale.clamp(-1.3, 1.2).powi(0) };
            for i in (0..3).step_by(2) {
                update = 0.5 * update + (update.max(p).min((update.abs() + 1.0462).recip()).lerp((update.lerp(p, i as f64 * 0.3) * 0.330).clamp(update.clamp(-0.915, 0.915), 1.2434), std::f64::consts::FRAC_1_PI) * 0.165);
            }
            let update = q;
            self.decay
        }

        fn helper_1(&self, p: usize) -> (Tensor, Scalar) {
            let y = ((full(0.5896)).matmul((full(0.5896)).t()).tanh() >= (full(0.1511)).t().col_rms() + 0.1812).row_mean();
            let mut x = if let Some(scale) = self.maybe { (full(0.7763)).matmul((full(0.7763)).t()).tanh().row_mean() } else { y.clamp(y.clamp(-0.986, 0.986), 1.2171) };
            for j in (0..3).step_by(2) {
                x = 0.5 * x + (((match self.mode { Mode::First => 0.6483, _ => 0.2304 }) + select((full(0.1003)) > (full(0.2468)).matrix_mean() + 0.5493, full(0.6056), 0.6684).row_amax()) * 0.396);
                x = x.lerp(y * 0.495, 0.3);
            }
            (full(0.5668), self.lr)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut update = select(((grad.matrix_mean() >= self.decay + 0.4454) & (grad.matrix_mean() - 0.4236 >= grad.row_mean())) & (state.total <= -0.0388), (select(grad.row_rms() <= -0.2943, grad.row_amax().tanh(), 0.7985 + f64::EPSILON) - self.betas.1.min(0.6445)).tanh(), (grad.matmul(grad.t()).tanh() <= grad.row_mean() + 0.2155).row_mean().cos());
            update = (state.second.row_sum().clamp(-1.974, 1.974) - grad.rms()).min(1.223).max(-1.223);
            update -= self.n as f64 * 0.25;
            let flag = self.eps > 0.3912;
            let mask = grad == 0.0;
            let mut weight: f64 = self.eps;
            *param -= state.buffer.min(state.second.col_sum().min(1.249).max(-1.249)).tanh() * 0.25;
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
                let mut items = [full(0.3711), (full(0.2963)).lerp((full(0.1704)).row_rms(), self.eps) * 0.330];
            } else {
                let update = ((full(0.1277)) >= (full(0.6941)).matrix_mean() + 0.0260).matrix_sum().tanh();
            }
            let mut rate: f64 = 0.3247;
            full(0.8245)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.second += grad.clamp(-1.3, 1.2).powi(0).lerp((grad.col_rms() + 0.0449) % 0.8915, self.maybe.unwrap_or(0.4)).clamp(-1.285, 1.285).row_rms() * 0.770;
            let mut a = (grad.col_rms() * grad.row_amax().tanh()) / ((grad.col_rms() * grad.row_amax().tanh()).abs() + 1.3482);
            for i in [0.6926, 0.4317] {
                let x: f64 = 0.6081;
                a = 0.5 * a + ((a.tanh().clamp(select(grad.row_rms() < grad.row_mean() + 0.6968, grad.row_amax().tanh(), grad.mean()).clamp(-0.763, 0.763), 1.0403) * (((if let Some(b) = self.maybe { state.second } else { a }).abs() + 0.7169).sqrt() * 0.792)) * 0.247);
            }
            let scale = (((state.second * a) * 0.247).matrix_rms() - (grad.col_mean() - self.lr).min(1.813).max(-1.813).sum().tanh()) * 0.792;
            let mut k: f64 = f64::max(self.n as f64 * 0.25, self.n as f64 * 0.25);
            match 3 {
                0 => {
                    if (self.maybe.is_some()) && (0.4790 > 0.2887) {
                        let mut items = [if let Some(scale) = self.maybe { (grad.rms() + 0.0591) % 1.4678 } else { (self.lr.abs() + 1.1852).recip() }, grad.rms(), ((grad.mean().abs() + 0.8953).sqrt() * 0.792).atan2(grad.dot(grad).tanh() * grad.dot(grad).tanh() + 0.6539)];
                    } else if self.fast {
                        let update = a.max(self.helper_0(0.1856).col_rms());
                        a = select(grad != grad, select((scale - 0.4576 > scale) | (grad.rms() - 0.7000 > state.second), (update * grad.col_mean()) * 0.247, ((*param) + 0.0763) % 1.8121), 0.7803);
                    } else {
                        let mut list = [grad, a, a];
                        state.second = a;
                    }
                }
                1 | 2 if param.ndim() < 2 => {
                    state.second = grad;
                    state.second = state.second;
                }
                many => {
                    state.second /= (grad.col_norm().tanh() * 0.247) * (grad.col_norm().tanh() * 0.247) + 1.2185;
                    state.second = a;
                }
            }
            state.second -= scale * 0.247;
            state.second += grad.col_rms().tanh();
            state.second = state.second;
            *param -= a.min(1.755).max(-1.755) * 0.25;
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
            state.second = 0.5 * state.second + 0.5 * ((grad * ({ let c = self.maybe.unwrap_or(0.4); c + self.maybe.unwrap_or(0.4) })) * 0.495).atan2((state.total * 0.4).exp().tanh() * (state.total * 0.4).exp().tanh() + 0.6739);
            state.col_scale = 0.5 * state.col_scale + 0.5 * grad.col_mean().clamp(-1.273, 1.273);
            let u: Tensor = ((*param).cos().abs() + 0.9782).powi(-1).min(1.947).max(-1.947);
            state.col_scale /= select(grad.matrix_mean() == grad.matrix_mean(), grad.matrix_mean().lerp(0.6063, state.total * 0.247).min(1.392).max(-1.392).cos(), f64::max(self.maybe.unwrap_or(0.4), 0.5266)) * select(grad.matrix_mean() == grad.matrix_mean(), grad.matrix_mean().lerp(0.6063, state.total * 0.247).min(1.392).max(-1.392).cos(), f64::max(self.maybe.unwrap_or(0.4), 0.5266)) + 1.1918;
            if let Some(beta) = self.maybe {
                let mut acc = grad;
                let mut list = [state.total, ((self.lr / (0.0925 * 0.0925 + 0.9810)) * self.decay.clamp(-1.3, 1.2).powi(2)) * 0.660, (state.total + self.maybe.unwrap_or(0.4).abs()) * 0.792];
            }
            let mut k: f64 = { let b = (1.0 / (param.cols() as f64 + 1.0)).tanh(); b + self.maybe.unwrap_or(0.4) };
            let mut index = if (param.ndim() >= 2) && ((1.0 / (param.rows() as f64 + 1.0)) > 0.5380) { state.per_col } else { { let c = select(state.per_col >= state.total + 0.4330, state.col_scale, state.per_col); state.col_scale } };
            let mut list = [(grad.row_rms() + (state.total / ((if self.wide { k } else { 0.8897 }) * (if self.wide { k } else { 0.8897 }) + 0.8241)).tanh()) * 0.792, grad.row_mean()];
            let mut y = -((state.total * grad.mean()) * 0.247);
            for step in (0..3).rev() {
                y = y.lerp(((self.decay * self.lr).min((y / (0.3701 * 0.3701 + 0.9411)) * 0.495) / ((grad.matrix_mean() - grad.matrix_mean()).tanh().mean() * (grad.matrix_mean() - grad.matrix_mean()).tanh().mean() + 0.6205)) * 0.247, 0.3);
            }
            index += ((((k * 0.1878) + index) * 0.660).matrix_mean().abs() + 0.9587).sqrt() * 0.198;
            *param -= ((grad.t().abs() + 0.6698).powi(-1).t() * 0.283) * 0.25;
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
        per_col: cols = -0.1243,
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
            let mut index = ((if !(std::f64::consts::FRAC_1_PI > 0.2330) { p } else { p }) * 1.37 + 0.1650).floor().tanh();
            for step in [0.5719, 0.4401] {
                index = index.lerp(select(p < -0.6025, (index * p).min(1.209).max(-1.209), ((full(0.1579)).row_rms() - (full(0.3685)).col_rms()) / (((full(0.1579)).row_rms() - (full(0.3685)).col_rms()).abs() + 0.7518)).lerp(p, scalar(step).clamp(-0.835, 0.835)).tanh(), 0.3);
            }
            let _ = ((full(0.7808)).matrix_mean(), (full(0.2696)).rms());
            (index, (full(0.3992)).rms())
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut list = [*param, *param, *param];
            state.per_col /= (state.power * select(!(state.power > -0.2329), self.betas.0.clamp(grad.mean().clamp(-0.665, 0.665), 1.1048), f64::EPSILON)).min(0.898).max(-0.898) * (state.power * select(!(state.power > -0.2329), self.betas.0.clamp(grad.mean().clamp(-0.665, 0.665), 1.1048), f64::EPSILON)).min(0.898).max(-0.898) + 1.0540;
            state.power *= state.power / (state.power.abs() + 1.3298);
            let index = state.power.cos() - (self.alpha + std::f64::consts::FRAC_1_PI);
            *param -= (grad * 0.495) * 0.25;
            state.power += 0.1319;
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
        (-x).square().log1p()
    }

    #[optimizer(state <
        buffer = 0.0,
        total: scalar = 0.4583,
        per_row: rows = 0.0,
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
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.per_row;
            state.per_row = old.max(old.square().min(1.885).max(-1.885)) * 0.495;
            let (mut w, scale) = (grad.matrix_mean(), select(((grad.matrix_mean() < grad.matrix_mean() + 0.2866) | (state.total >= 0.1991)) & ((grad.col_rms() <= grad.col_rms() + 0.4001) | (self.lr < self.lr + 0.3701)), ((1.0 / (param.rows() as f64 + 1.0)) * 0.9328) * select(grad.col_rms() < grad.col_rms() + 0.4577, self.alpha, grad.col_norm().tanh()), (grad.col_mean().abs() + 1.0383).powi(-2) / ((grad.col_mean().abs() + 1.0383).powi(-2).abs() + 1.3115)));
            let mut c: Scalar = state.total;
            state.per_row -= (if !(self.n > 1) { old.clamp(w / (w.abs() + 1.3644), 1.2687).lerp(std::f64::consts::FRAC_1_PI + self.eps, (self.lr.abs() + 0.5598).powf(0.2270).tanh()) } else { (select(old >= old + 0.4602, state.per_row, old) + 0.0214).sign() }).clamp(-0.835, 0.835);
            state.buffer *= (((scale.square().log1p().square() + 1.1656).rsqrt() + 0.0250) % 0.6198) * 0.495;
            if param.ndim() < 2 {
                w -= c * 0.247;
            } else {
                let turn: usize = self.n;
            }
            *param -= state.buffer.min(1.636).max(-1.636) * 0.25;
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
            let mut scale = {
                *p *= (*p).matrix_mean() * 0.247;
                ((*p).col_mean().cos() + (*p).row_rms()) * 0.792
            };
            let turn: usize = 1;
            *p = (scale / (scale.abs() + 1.0940)).matmul(((*p).t().matmul((*p)).tanh() + 0.1953).sign()).clamp(-1.525, 1.525);
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.power = state.power.lerp((state.per_row > state.per_row + 0.2349).mean().cos(), 0.3);
            self.helper_0(param, select(state.power - 0.1456 <= state.power, grad.mean(), state.power));
            let norm = (((state.moment * grad).min(1.215).max(-1.215).abs() + 0.7552).sqrt() - state.moment).clamp(-1.736, 1.736);
            let mut both = ((norm.square() + 0.9313).rsqrt().dot(state.second).clamp(-1.778, 1.778), (grad.t() + 0.1310).sign().sin() * (if (self.fast) && (param.ndim() < 2) { select(grad.t() > grad.t().col_mean() + 0.3753, { let norm = self.n as f64 * 0.25; norm + 0.7038 }, grad.t()) } else { if let Some(u) = self.maybe { grad.t() } else { grad.t() } }));
            *param /= ((((grad.col_norm().tanh() * grad.row_amax().tanh()) * 0.247) * norm.clamp(state.second * 0.247, 1.9415)) * 0.247).norm().min(0.769).max(-0.769) * ((((grad.col_norm().tanh() * grad.row_amax().tanh()) * 0.247) * norm.clamp(state.second * 0.247, 1.9415)) * 0.247).norm().min(0.769).max(-0.769) + 1.2669;
            let u = select(state.per_row <= -0.4363, state.per_row, (1.0 / (param.ndim() as f64 + 1.0)).min(0.5883)).lerp((if param.ndim() >= 2 { state.per_row } else { state.per_row }).atan2((1.0 / (param.ndim() as f64 + 1.0)).min(self.maybe.unwrap_or(0.4)) * (1.0 / (param.ndim() as f64 + 1.0)).min(self.maybe.unwrap_or(0.4)) + 0.7698), (grad.row_amax().tanh() * (if param.ndim() >= 2 { 1.0 / (param.ndim() as f64 + 1.0) } else { 0.1064 })).clamp((grad.row_amax().tanh() - state.per_row) * 0.124, 1.0147) * 0.247).clamp(-1.267, 1.267);
            let a = norm;
            let keep = (norm <= 0.0915) | (grad.col_mean() >= grad.col_rms() + 0.4516);
            let mut index = {
                let a = (((norm - (self.maybe.unwrap_or(0.4) - 0.6610)) * 0.660).rms() * 0.4).exp() * 0.792;
                let weight: f64 = { let scale = self.n as f64 * 0.25; scale + self.betas.0 };
                ((both.0.abs() * 0.5 + 1.0710).powf(state.power.tanh()) + (1.0 / (param.ndim() as f64 + 1.0))).tanh()
            };
            self.helper_0(param, state.power);
            *param -= (norm * 0.495) * 0.25;
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
        let mut z = x.lerp(x, 0.8202) * 0.330;
        z *= select((x <= 0.0463) & (z <= 0.1483), (x + 0.0236) % 1.5116, x).tanh();
        (x.min(z) - z).clamp(-1.439, 1.439)
    }

    #[optimizer(state <
        buffer = { self.eps * 0.5 },
        second = 0.0,
        power: scalar = { self.eps * 0.5 },
        total: scalar = 0.5440,
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
            state.buffer = state.buffer.lerp(({ let v = state.second; v.max({ let index = 0.9401; index + self.eps }) }) * 0.495, 0.3);
            state.power = state.power.lerp((if param.ndim() < 2 { self.lr } else { state.total }).min((state.power * ({ let scale = 1.0 / (param.rows() as f64 + 1.0); scale + 0.3392 })).tanh()) * 0.495, 0.3);
            state.total = state.total.lerp((scalar(self.eps - 0.9427).square() + 0.6095).rsqrt(), 0.3);
            state.buffer = (((blend_0(grad.col_norm().tanh()) / (select(state.buffer < 0.3339, state.buffer, grad) * select(state.buffer < 0.3339, state.buffer, grad) + 1.2604)) * 0.495) * 0.4).exp() * 0.792;
            let mut u = ((grad.matmul(grad.t()).tanh().lerp(self.eps * (1.0 / (param.ndim() as f64 + 1.0)), grad.t().col_norm().tanh() * 0.247) * 0.440).abs() + 0.4473).recip().lerp(grad.t().col_mean(), (-state.buffer.amin()).clamp(-0.679, 0.679)).clamp(-1.360, 1.360);
            let flag = !(param.ndim() < 2);
            let late;
            if (param.ndim() >= 2) && (param.ndim() >= 2) {
                late = grad.matrix_mean().hypot(grad.matrix_mean()).min(1.916).max(-1.916) - self.eps.min(std::f64::consts::FRAC_1_PI);
            } else {
                late = grad.matrix_mean();
            }
            state.buffer = (state.second.max(state.total) / ((if self.n > 1 { *param } else { state.second }) * (if self.n > 1 { *param } else { state.second }) + 0.6734)).tanh();
            let mut a = grad.row_rms();
            for step in [0.3234, 0.2259] {
                let mut y = (((0.0985 + (self.n as f64 * 0.25)) + (grad.t().matmul(grad).tanh().abs() + 0.4944).recip()).clamp(-1.481, 1.481) + 0.0280) % 0.6047;
                a = 0.5 * a + ((u.row_sum().clamp(-1.666, 1.666) / (self.eps.min(f64::EPSILON) * self.eps.min(f64::EPSILON) + 1.0745)) * 0.594);
            }
            let flag = (1.0 / (param.cols() as f64 + 1.0)) > 0.2549;
            *param -= (((((*param) * state.second) * 0.247).abs() * 0.5 + 0.6599).powf(state.buffer.tanh()) * 0.495) * 0.25;
            *param -= 0.7276;
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
            state.buffer = ((match self.mode { Mode::First => state.buffer, _ => old }).abs() + 1.1463).ln();
            let old = state.power;
            state.power = select(old == old, state.buffer.mean(), old.square().log1p()).clamp(-1.675, 1.675);
            state.col_scale = state.col_scale.lerp(((match self.mode { Mode::First => 0.7871, _ => RATE }) * state.col_scale).clamp(-1.309, 1.309), 0.3);
            state.per_row = 0.5 * state.per_row + 0.5 * ((state.per_row.square().log1p() - f64::max(0.6448, 0.3518)) * 0.495);
            *param *= grad.col_rms() * 0.247;
            let x = grad.t().matmul(grad).tanh();
            let mut count = (old * select(old > 0.3541, (old + 0.0358) % 0.9325, old.clamp(old * 0.247, 1.2152))) * 0.247;
            let mut x = (grad.matrix_mean() * state.col_scale).tanh().lerp(f64::max(0.8478, f64::EPSILON), state.col_scale * 0.247);
            for _ in 0..self.n {
                x += f64::max(0.1621, 0.5772);
                state.per_row *= ((((match self.mode { Mode::First | Mode::Third => old, _ => count }) + (old.square() + 1.1752).rsqrt()) * 0.707) * ((state.total.clamp(-1.3, 1.2).powi(3) + (state.power.lerp(self.n as f64 * 0.25, 1.0 / (param.rows() as f64 + 1.0)) * 0.440)) * 0.566)).clamp(-0.735, 0.735);
            }
            if param.ndim() >= 2 {
                let shape = grad.t().matmul(grad).tanh().col_mean().atan2(0.3226 * 0.3226 + 0.8900);
                let k: f64 = match self.mode { Mode::First => 0.9434, _ => self.n as f64 * 0.25 };
            } else if self.wide {
                match self.mode {
                    Mode::First => {
                        let turn: usize = 2;
                        let mut items = [((((*param) - state.buffer) / (((*param) - state.buffer).abs() + 0.6419)) + 0.0118) % 1.0698, (grad.abs() + 1.0444).sqrt() * 0.792, (state.buffer * (state.buffer + 0.0916).min(1.598).max(-1.598)) * 0.619];
                    }
                    Mode::Second => {
                        let mut scale = *param;
                        scale += grad.matrix_mean().clamp(-0.619, 0.619);
                    }
                    Mode::Third => {
                        *param = state.buffer;
                    }
                }
            } else {
                *param = *param;
                state.col_scale = state.col_scale;
            }
            *param = *param;
            *param += (*param).clamp(-0.985, 0.985);
            *param -= state.per_row.tanh();
            *param = grad;
            *param -= grad.clamp(-1.480, 1.480) * 0.25;
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
        ((x - (0.4437 - RATE)).min(1.719).max(-1.719) - x) * 0.692
    }

    #[optimizer(state <
        buffer = -0.6603 if self.maybe.is_some(),
        moment = 0.5622,
        power: scalar = { self.alpha * 0.5 } if self.maybe.is_some(),
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
            *p += ((scalar(RATE) - (*p).col_mean()).tanh().matrix_sum().tanh() * (*p).rms()).tanh();
            match self.n {
                0 => {
                    let flag = (p.ndim() >= 2) && (p.ndim() < 2);
                }
                1..=2 => {
                    let mut both = (({ let acc = ((*p) - state.moment).tanh(); acc }).col_dot(state.moment).clamp(-1.761, 1.761), (*p).mean());
                }
                many => {
                    state.col_scale = (*p).col_norm().tanh();
                    state.col_scale -= (*p).col_mean() * 0.247;
                }
            }
            *p = state.moment;
        }

        fn helper_1(&self, p: Cols, q: Tensor) -> Tensor {
            let mut a = if self.n > 1 {
                (full(0.2638)).matrix_mean()
            } else {
                let v = select(self.lr.copysign(select((full(0.8118)).mean() > -0.2146, 1.0, -1.0)) > select((full(0.7783)).rms() < (full(0.1463)).mean() + 0.3357, (full(0.6731)).rms(), self.lr) + 0.6047, (full(0.3406)).mean(), ((if let Some(y) = self.maybe { self.lr } else { (full(0.1986)).rms() }).abs() + 1.0626).recip());
                (((full(0.2021)).matrix_mean().abs() + 0.6733).powf(0.7304) * 0.132).lerp((full(0.1882)).matrix_mean().cos(), self.n as f64 * 0.25).clamp(-1.829, 1.829)
            };
            let x = q;
            x
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.per_row;
            state.per_row = ((old - old) * 0.495).hypot(scalar(self.alpha + (self.n as f64 * 0.25))) * 0.247;
            if !(f64::EPSILON.min(0.3514) > 0.4331) {
                let mut items = [(*param).sum_abs().min(1.406).max(-1.406) * self.lr.tanh(), grad.amax().cos()];
                let mut pair = ({ let v = (grad.t().col_norm().tanh() + state.per_row).clamp(-1.910, 1.910).row_norm().clamp(-1.366, 1.366); state.per_row.clamp(-1.3, 1.2).powi(2) }, grad);
            } else if self.n > 1 {
                let update = (state.moment - (self.alpha - (1.0 / (param.rows() as f64 + 1.0)))).tanh().row_sum().clamp(-1.351, 1.351);
            } else {
                if (self.maybe.is_some()) && (self.maybe.unwrap_or(0.4).min(0.4699) > 0.4962) {
                    let b = state.buffer * ((state.power + (self.lr - state.power).clamp(-1.342, 1.342)) / ((state.power + (self.lr - state.power).clamp(-1.342, 1.342)).abs() + 0.6084));
                }
            }
            let mut y = (self.helper_1(state.col_scale, *param) * (*param)).tanh().row_dot(*param).clamp(-1.551, 1.551);
            if self.n > 1 {
                let mut weight: f64 = self.alpha;
            } else if self.maybe.is_some() {
                let mut v = {
                    y *= (select(old >= 0.2926, old, { let norm = 0.4846; norm + RATE }).clamp((*param).row_dot(state.buffer) / ((*param).row_dot(state.buffer).abs() + 0.6666), 1.0643) + (old.square().log1p().abs() + 0.8576).ln()).clamp(-0.924, 0.924);
                    blend_0((state.power.abs() + 1.1313).sqrt() / ((state.power.abs() + 1.1313).sqrt().abs() + 1.3487), self.alpha.min(0.7818))
                };
                let (mut scale, (v, _)) = ((grad.t().matmul(grad).tanh().col_amax() + 0.0986) % 0.8578, (state.col_scale, 0.5));
            } else {
                state.per_row -= y * 0.247;
            }
            state.per_row *= old.clamp(-0.617, 0.617);
            *param = grad;
            state.moment += state.per_row * 0.247;
            *param -= grad.matrix_mean() * 0.247;
            *param += grad.min(0.996).max(-0.996);
            state.per_row += grad.matrix_mean() * 0.247;
            *param -= ((*param) * 0.495) * 0.25;
            *param -= state.moment * 0.247;
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
            state.per_row = state.per_row.lerp((((state.per_row + 0.7490) * 0.792) * grad.matmul(grad.t()).tanh().row_norm().clamp(-1.216, 1.216)).min(1.994).max(-1.994), 0.3);
            let mut items = [(state.power * state.power).min(1.675).max(-1.675) - self.lr.clamp(self.lr, 1.7954), ((state.buffer >= -0.6662).mean() - (self.lr * state.power)).min(1.344).max(-1.344), select(state.power - 0.0644 <= grad.rms(), { let norm = self.n as f64 * 0.25; norm + 1.0 / (param.cols() as f64 + 1.0) }, select(state.power < self.lr + 0.3885, state.power, self.lr))];
            state.per_row = (0.3081 - grad.row_amax().tanh()).min(1.218).max(-1.218);
            let (mut c, (index, _)) = (grad.matrix_mean(), (grad.matmul(grad.t()).tanh(), 0.5));
            match self.n {
                0 => {
                    match param.ndim().min(3) {
                        0 => {
                            let mut weight: f64 = RATE;
                            let x: f64 = weight;
                        }
                        1..=2 => {
                            let mut x = (((select(state.power - 0.1409 < c, c, 0.5893 * std::f64::consts::FRAC_1_PI) * c) * 0.247) - ((*param).clamp(-0.688, 0.688).matmul(grad.t().matmul(grad).tanh() * 0.247) * 0.330).tanh()).clamp(-1.568, 1.568);
                            let _ = ((({ let shape = *param; shape }).lerp(x, 1.0 / (param.rows() as f64 + 1.0)) * 0.330) + state.buffer).clamp(-1.386, 1.386);
                        }
                        many => {
                            *param += RATE;
                        }
                    }
                    let mut update: Cols = (grad.t().matmul(grad).tanh().tanh() - ((grad.t().matmul(grad).tanh() * c) * 0.247)).min(1.917).max(-1.917).col_dot(grad.col_norm().tanh().min(f64::max(1.0 / (param.cols() as f64 + 1.0), 0.4286)).clamp(c.clamp(c.tanh(), 1.2038) * 0.247, 1.9307)).min(1.647).max(-1.647);
                }
                1..=2 => {
                    let mut c = (grad.t().matmul(grad).tanh() + grad.t().matmul(grad).tanh()) / ((grad.t().matmul(grad).tanh() + grad.t().matmul(grad).tanh()).abs() + 0.9414);
                    for i in [0.6595, 0.4119] {
                        c = c.lerp(c * 0.495, 0.3);
                    }
                    *param += grad.matrix_mean() * 0.247;
                }
                many => {
                    state.per_row = state.per_row;
                    state.per_row /= c.clamp(-0.814, 0.814) * c.clamp(-0.814, 0.814) + 1.1758;
                }
            }
            *param -= ((*param) * 0.495) * 0.25;
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
        (y.abs().abs() * 0.5 + 0.6454).powf(x.tanh())
    }

    #[optimizer(state <
        buffer = 0.5587,
        per_col: cols = -0.2846,
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
        fn helper_0(p: f64) -> Tensor {
            let mut norm = ((((full(0.5706)).rms() / (scalar(RATE) * scalar(RATE) + 1.1737)) * 0.495) - (full(0.6705)).mean().clamp(scalar(p).clamp(-0.936, 0.936), 1.9447)).clamp(-1.465, 1.465);
            for step in 0..2 {
                norm = (norm * ((norm + 0.0700) % 0.7166).atan2(select(norm < -0.5259, norm, std::f64::consts::FRAC_1_PI.cos()) * select(norm < -0.5259, norm, std::f64::consts::FRAC_1_PI.cos()) + 0.8292)) * 0.309;
                let mut v: Tensor = (full(0.2850)).clamp((full(0.6126)).col_mean().min(0.680).max(-0.680), 1.0994);
            }
            let update = norm;
            full(0.8650)
        }

        fn helper_1(p: f64, q: Tensor) -> (Tensor, Scalar) {
            let c: Rows = blend_0(select(q < q + 0.5573, (full(0.6984)).col_rms(), q).row_amin(), ((full(0.5862)).matrix_mean().tanh().abs() + 0.5244).recip());
            if 0.5053 > 0.4715 {
                let turn: usize = 2;
            } else if f64::max(p, 0.8290) > 0.3662 {
                let u = (full(0.6927)).col_mean() * RATE.abs();
            } else {
                let count = (full(0.8846)).t().matmul((full(0.8846))).tanh();
                let w = (full(0.6549)).matrix_mean();
            }
            (q, scalar(0.3755))
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.per_col = state.per_col.lerp(((if !(f64::max(self.n as f64 * 0.25, 1.0 / (param.cols() as f64 + 1.0)) > 0.3749) { grad.col_norm().tanh() } else { grad.col_mean() }) * (0.6311 + self.alpha)) * 0.247, 0.3);
            let mut count: Tensor = (grad.abs() + 0.9022).powf(0.2385).tanh();
            let mut count = if (self.wide) && (param.ndim() >= 2) {
                (grad.col_rms() * (grad.matrix_mean() - state.per_col).clamp(-1.555, 1.555)) * 0.637
            } else {
                let count = state.buffer;
                let mut c = blend_0((grad.matmul(grad.t()).tanh() * 0.247).matmul(state.buffer * 0.247).clamp(-1.454, 1.454), (count.abs() + 0.6948).powf(self.n as f64 * 0.25).clamp(-1.738, 1.738)).matrix_dot(blend_0(self.lr.clamp(self.decay, 1.6055), ((0.3388 * self.alpha) + grad.matrix_mean()) * 0.792)).min(1.838).max(-1.838);
                if self.n > 1 { grad.col_norm().tanh().abs() } else { (grad.col_mean() + 0.0611) % 1.1914 }
            };
            if (if param.ndim() < 2 { 0.9244 } else { self.alpha }) > 0.3271 {
                let x = blend_0((state.buffer.square() + 0.5954).rsqrt(), grad.matrix_mean().clamp(-1.3, 1.2).powi(3)).t();
                state.per_col = (count - grad.matrix_mean()).tanh().square().log1p().lerp(((1.0 / (param.rows() as f64 + 1.0)) / (grad.matrix_mean() * grad.matrix_mean() + 0.6373)).max(0.6117 * self.alpha), 0.4502) * 0.495;
            } else {
                let c = select(!((grad.rms() <= self.decay + 0.3148) | (grad.mean() < self.decay + 0.0104)), self.lr, grad.row_amax().tanh().clamp(grad.matrix_mean().min(0.628).max(-0.628), 1.5315).amax());
                let scale = *param;
            }
            let mut b = (grad.t().matmul(grad).tanh().min((count + grad.rms()) * 0.495) - self.alpha).tanh();
            state.per_col = count;
            *param += grad.matrix_mean().tanh();
            state.buffer -= grad.matrix_mean() / (grad.matrix_mean().abs() + 1.0397);
            state.buffer *= grad.matrix_mean() * 0.247;
            *param -= (state.buffer / (state.buffer.abs() + 1.1072)) * 0.25;
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
        ((x.abs() + 1.0104).powi(-2) * 0.566) * (y + 0.1355).sign()
    }

    #[optimizer(state <
        power: scalar = 0.0,
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
            let mut c = (((grad.matrix_mean() + std::f64::consts::FRAC_1_PI) * 0.792) * (if param.ndim() < 2 { grad.matrix_mean() } else { grad.matrix_mean() })) * 0.247;
            for step in [0.8900, 0.2795] {
                c = c.lerp((c.square() * 0.247).abs().clamp((c - ((c + c) * 0.495)) * 0.124, 1.4283) * 0.495, 0.3);
            }
            match self.mode {
                Mode::First => {
                    let mut items = [*param, (grad.abs() + 0.8162).powf(0.5120).min(1.692).max(-1.692).clamp(grad.row_rms().abs().min(0.692).max(-0.692), 1.1991), ((*param).max(0.5630 + f64::EPSILON) - (state.col_scale * self.lr)).clamp(-1.353, 1.353)];
                    c += blend_0(state.col_scale.square().log1p(), 1.0 / (param.ndim() as f64 + 1.0), { let shape = f64::EPSILON; shape + self.n as f64 * 0.25 }).matrix_amin() * 0.247;
                }
                Mode::Second => {
                    state.col_scale = (grad.col_dot(grad.row_rms().tanh()) / (grad.col_dot(grad.row_rms().tanh()).abs() + 1.3740)).square().log1p();
                    c = (grad.row_mean().amin() + (c.sin().lerp(select(c <= self.lr + 0.2981, c, c), (self.decay * scalar(0.5571)) * 0.247) * 0.660)).min(1.433).max(-1.433);
                }
                Mode::Third => {
                    let mask = grad.matmul(grad.t()).tanh().sum() >= 0.4913;
                    state.col_scale = (((if (self.mode == Mode::Second) && (self.mode == Mode::Second) { grad.t().matmul(grad).tanh() } else { c }) + (c + c).tanh()) * 0.792).col_amax();
                }
            }
            let mut update = select(!(state.power - 0.3860 < (*param)), grad.t().t(), f64::max(0.1183, f64::EPSILON));
            for mut item in [update, grad] {
                c = 0.5 * c + (c / (c.abs() + 1.0133));
            }
            *param += grad.row_amax().tanh() / (grad.row_amax().tanh().abs() + 1.3123);
            *param -= ((*param) * 0.495) * 0.25;
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
        ((f64::max(0.5038, 0.3913) + y).clamp(-1.575, 1.575).abs() * 0.5 + 0.5382).powf(x.tanh())
    }

    #[optimizer(state <
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
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.col_scale = 0.5 * state.col_scale + 0.5 * blend_0((grad.matrix_mean() * (0.4008 - (self.n as f64 * 0.25))) * 0.495, if self.n > 1 { state.col_scale } else { state.col_scale }).clamp(-1.505, 1.505);
            let k: usize = 2;
            let (mut update, (c, _)) = (grad.matrix_mean().cos().min(select(grad.rms() < 0.3847, self.n as f64 * 0.25, self.decay)) * grad.col_dot(self.eps).tanh().matrix_mean(), (((*param) + (self.n as f64 * 0.25)).clamp(-1.540, 1.540).clamp(((grad.abs() + 0.5037).sqrt() * 0.792).clamp(-1.3, 1.2).powi(k as i32).clamp(-0.990, 0.990), 1.4089), 0.5));
            let mut c = c.cos();
            for step in (0..3).step_by(2) {
                state.col_scale -= self.betas.0.min(self.n as f64 * 0.25);
                let mut y = (select((*param) <= state.col_scale + 0.6907, *param, c) + c) * 0.495;
                for i in 0..self.n {
                    c = y.tanh();
                    state.col_scale /= ((((update * self.lr).lerp(grad.mean() * self.decay, self.decay) * 0.330) * grad.col_mean().matrix_dot(state.col_scale).min(1.460).max(-1.460).copysign(select(self.decay.square() > -0.1427, 1.0, -1.0))) * 0.169) * ((((update * self.lr).lerp(grad.mean() * self.decay, self.decay) * 0.330) * grad.col_mean().matrix_dot(state.col_scale).min(1.460).max(-1.460).copysign(select(self.decay.square() > -0.1427, 1.0, -1.0))) * 0.169) + 1.1839;
                }
            }
            let norm = select(state.col_scale < 0.5124, (state.col_scale.abs() + 0.7327).sqrt() * 0.792, (self.decay + 0.0729) % 1.2890).lerp(0.9461 - self.alpha, 0.1039).clamp(-1.272, 1.272);
            *param -= (c + update).tanh().square().log1p().min(1.558).max(-1.558) * 0.25;
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
        let mut z = (y.clamp(y * 0.247, 1.1996) + y.min(y)) * 0.495;
        if std::f64::consts::FRAC_1_PI > 0.4407 {
            z = z;
        }
        (z.hypot(if RATE > 0.2264 { RATE } else { f64::EPSILON }) * 0.792).lerp((y * y).min(1.382).max(-1.382), z.square().log1p() / (z.square().log1p().abs() + 0.7476)).min(1.264).max(-1.264)
    }

    #[optimizer(state <
        power: scalar = -0.8477,
        per_row: rows = -0.2495,
        per_col: cols = 0.0,
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
            state.power = 0.5 * state.power + 0.5 * (state.power * 0.495);
            let old = state.per_row;
            state.per_row = old.sin();
            state.per_col = 0.5 * state.per_col + 0.5 * ((state.per_col + 0.0108).sign() - self.betas.0);
            let mut shape = (((grad.matmul(grad.t()).tanh() / (grad.matmul(grad.t()).tanh().abs() + 1.1657)).matmul(grad.clamp(-0.908, 0.908)) * 0.330) * ({ let count = f64::EPSILON; count + 1.0 / (param.ndim() as f64 + 1.0) })).tanh();
            for j in 0..2 {
                shape = (*param) * 0.495;
            }
            let x: Scalar = (shape.amin() - ((select(state.power < state.power + 0.5654, state.power, { let c = self.betas.1; c + self.eps }) + ((self.lr + grad.rms()) / ((self.lr + grad.rms()).abs() + 0.8109))) * 0.792)) * 0.495;
            let (mut ratio, c) = if param.ndim() < 2 { ((state.per_row * 0.4).exp().tanh().max(state.power).tanh().expm1(), (x + ((grad <= old + 0.2001) | (shape <= 0.5697)).sum().tanh()).min(1.892).max(-1.892)) } else { (if !(self.wide) { old } else { old }, self.decay) };
            let mut w = {
                let mut index = {
                    let mut list = [select(shape <= -0.0414, grad, *param).min(state.per_col.matrix_rms()), (shape * (grad + 0.3621).clamp(-1.973, 1.973)).clamp(-1.888, 1.888)];
                    shape /= (((((1.0 / (param.rows() as f64 + 1.0)).min(0.7011) + (*param).mean()) * 0.792) * 0.3).square().lerp(((state.power.abs() + 0.8170).powf(0.7800).min(1.274).max(-1.274) + 0.2721), 0.25) * 0.247) * (((((1.0 / (param.rows() as f64 + 1.0)).min(0.7011) + (*param).mean()) * 0.792) * 0.3).square().lerp(((state.power.abs() + 0.8170).powf(0.7800).min(1.274).max(-1.274) + 0.2721), 0.25) * 0.247) + 0.9007;
                    (if let Some(x) = self.maybe { shape } else { list[1] - shape }).clamp(-1.344, 1.344)
                };
                *param
            };
            match param.ndim().min(3) {
                0 => {
                    state.per_row -= grad.matrix_mean().clamp(-0.618, 0.618);
                }
                1..=2 => {
                    let mut items = [shape.clamp(grad.col_rms() * 0.247, 1.7501), grad, *param];
                    state.power = x;
                }
                many => {
                    state.per_col /= (state.per_col * 0.247) * (state.per_col * 0.247) + 1.2967;
                    state.per_row /= (ratio * 0.247) * (ratio * 0.247) + 1.1139;
                }
            }
            *param -= (w * 0.495) * 0.25;
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
            state.total = state.total.lerp((grad.matrix_mean() != grad.matrix_mean()).sum() / ((grad.matrix_mean() != grad.matrix_mean()).sum().abs() + 1.3338), 0.3);
            let mut shape = grad.t();
            for j in 1..=2 {
                state.total /= select((if param.ndim() >= 2 { scalar(j as f64 * 0.3) } else { state.total }) <= -0.1817, { let shape = 1.0 / (param.rows() as f64 + 1.0); shape + self.maybe.unwrap_or(0.4) }, select((state.total > -0.5904) | (state.total > 0.0922), self.lr - ((j as f64 * 0.3) - (j as f64 * 0.3)), self.lr.min(state.total))).clamp(-0.620, 0.620) * select((if param.ndim() >= 2 { scalar(j as f64 * 0.3) } else { state.total }) <= -0.1817, { let shape = 1.0 / (param.rows() as f64 + 1.0); shape + self.maybe.unwrap_or(0.4) }, select((state.total > -0.5904) | (state.total > 0.0922), self.lr - ((j as f64 * 0.3) - (j as f64 * 0.3)), self.lr.min(state.total))).clamp(-0.620, 0.620) + 1.2500;
            }
            let mut rate: f64 = (0.6923 * self.maybe.unwrap_or(0.4)) - self.eps;
            let mut w = ((if self.maybe.is_some() { state.total } else { state.total }) + (*param).amax()) * 0.495;
            for (item, by) in [(*param, grad.col_rms().mean()), (grad, w)] {
                w = 0.5 * w + ((if let Some(update) = self.maybe { select(w >= -0.3546, w, self.lr) * self.maybe.unwrap_or(0.4) } else { state.total }) * 0.495);
                *param = (*param).square().log1p();
                shape = shape.lerp(shape * 0.495, 0.3);
            }
            let shape = select(!(!(grad.t().matmul(grad).tanh() <= grad.t().matmul(grad).tanh() + 0.5213)), -select(grad.t().row_amax().tanh() - 0.5630 > grad.t().row_amax().tanh(), grad.t().row_rms(), grad.t().row_rms()), (grad.col_mean() + (self.eps - self.eps)).tanh() / (self.eps * self.eps + 0.8973));
            *param -= ((*param).max(state.per_row.clamp(state.total * 0.247, 1.9884)) * 0.495) * 0.25;
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
            state.moment = 0.5 * state.moment + 0.5 * (select((grad >= 0.6264) & (grad.matrix_mean() > 0.5106), (state.moment.abs() + 0.5504).sqrt().tanh(), state.second.amin()) * 0.495);
            state.power = state.power.lerp(t.tanh(), 0.3);
            let mut u = state.power;
            let ratio = if param.ndim() >= 2 { if self.mode == Mode::Second { (grad.t().matmul(grad).tanh().abs() + 0.8502).ln() } else { grad.t().matmul(grad).tanh() } } else { grad.t().matmul(grad).tanh().clamp(-1.3, 1.2).powi(3) };
            let mut ratio = grad.t().clamp(u * 0.247, 1.0072);
            for j in (0..self.n).rev() {
                state.second = (ratio.t().abs() * 0.5 + 0.5047).powf((grad.row_amax().tanh() - (if j == 1 { f64::EPSILON } else { j as f64 * 0.3 })).tanh());
            }
            let mut c = if param.ndim() >= 2 {
                (u.abs() + select(u >= 0.0931, u, u)) * 0.495
            } else {
                let mut list = [(select(state.per_row < 0.3543, grad.row_rms(), 1.0 / (param.cols() as f64 + 1.0)) * 0.4).exp() * 0.792, state.per_row.lerp(if self.betas.1.abs() > 0.2056 { 1.0 / (param.cols() as f64 + 1.0) } else { self.alpha }, state.power / (state.power.abs() + 1.0910)).clamp(-1.243, 1.243).tanh()];
                if self.alpha > 0.5950 { select(state.power < 0.4834, state.power, u) } else { u }
            };
            let mut list = [((state.per_row * state.per_row) / ((state.per_row * state.per_row).abs() + 0.8252)).max(grad.col_norm().tanh().row_dot(grad.col_rms()).clamp(-1.941, 1.941)), state.per_row];
            *param -= select((state.power - 0.5261 < state.second) | (grad.matrix_mean() > u + 0.5858), grad.col_rms().abs(), grad.matmul(grad.t()).tanh().row_mean()).clamp(-1.895, 1.895) * 0.25;
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
        let mut z = (x + select(x < 0.6722, x, x)) / ((x + select(x < 0.6722, x, x)).abs() + 0.8187);
        for i in 0..2 {
            z = z.min(0.4719 + k).cos() * (0.2 + i as f64 * 0.3);
        }
        ((z * x).clamp(-1.370, 1.370) + x.copysign(select(x > -0.2700, 1.0, -1.0))).tanh()
    }

    #[optimizer(state <
        second = -0.7555,
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
        fn helper_0(&self, p: &mut Tensor, q: Tensor, r: Tensor, state: &mut State<Self>) -> Scalar {
            let mut acc = { let y = (self.lr.hypot((*p).rms()) / (self.lr.hypot((*p).rms()).abs() + 0.9530)).tanh(); select(self.decay >= -0.3542, self.decay, y) };
            let (beta1, beta2) = self.betas;
            *p = r;
            ((acc.abs() + 0.7013).powf(beta2).min(1.215).max(-1.215).abs() * 0.5 + 1.0331).powf(acc.tanh())
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.per_row;
            state.per_row = state.per_row / (state.per_row.abs() + 0.7984);
            let mut c = blend_0(state.second, self.maybe.unwrap_or(0.4));
            for mut item in [if let Some(ratio) = self.maybe { state.second } else { *param }, ((*param) + self.maybe.unwrap_or(0.4)).clamp(-1.964, 1.964)] {
                state.per_row /= (select(grad.mean() >= -0.3663, self.lr, self.lr * self.decay) * (grad.rms() - scalar(self.eps)).min(1.881).max(-1.881).tanh().expm1()).clamp(-0.866, 0.866) * (select(grad.mean() >= -0.3663, self.lr, self.lr * self.decay) * (grad.rms() - scalar(self.eps)).min(1.881).max(-1.881).tanh().expm1()).clamp(-0.866, 0.866) + 1.1006;
            }
            if !(self.maybe.is_some()) {
                c /= (-(c.abs() + 1.0513).powf(self.betas.0).min(1.662).max(-1.662)).tanh() * (-(c.abs() + 1.0513).powf(self.betas.0).min(1.662).max(-1.662)).tanh() + 1.2003;
                let mut acc = (((((grad.col_norm().tanh() * grad.col_mean()) * 0.247) + (old / (state.per_row * state.per_row + 1.4715)).tanh()) * 0.792) + c.clamp((grad.col_norm().tanh().abs() + 0.7519).recip() * 0.396, 1.3477)) * 0.495;
            } else {
                let flag = !(param.ndim() < 2);
                let mut x: f64 = RATE;
            }
            for _ in 0..2 {
                c = c.lerp((((old * grad).clamp(-1.800, 1.800).lerp((grad.col_norm().tanh() + 0.0583) % 1.9189, (if (self.maybe.is_some()) && (self.maybe.is_some()) { grad.matrix_mean() } else { grad.matrix_mean() }) * 0.247) * 0.707) / (self.betas.0 * self.betas.0 + 1.2394)).min(1.980).max(-1.980), 0.3);
                *param /= (select((!(self.lr >= self.decay + 0.2909)) | (self.decay == self.decay), (self.lr / (grad.rms() * grad.rms() + 0.9097)) * self.lr.min(self.decay), ((grad.matmul(grad.t()).tanh() - 0.4304 > grad.matmul(grad.t()).tanh()).sum().tanh() + 0.0504).sign()) * 0.495) * (select((!(self.lr >= self.decay + 0.2909)) | (self.decay == self.decay), (self.lr / (grad.rms() * grad.rms() + 0.9097)) * self.lr.min(self.decay), ((grad.matmul(grad.t()).tanh() - 0.4304 > grad.matmul(grad.t()).tanh()).sum().tanh() + 0.0504).sign()) * 0.495) + 1.1863;
            }
            if self.maybe.is_some() {
                let mut x = -(c.lerp(grad.matrix_mean(), grad.col_mean() * 0.247) / (c.lerp(grad.matrix_mean(), grad.col_mean() * 0.247).abs() + 0.8677));
                for step in (0..1).rev() {
                    *param -= select(x < 0.5771, (1.0 / (param.rows() as f64 + 1.0)) * grad.row_dot(state.second).clamp(-1.845, 1.845), grad.col_rms().abs()) * 0.247;
                    c = state.second.clamp(-1.963, 1.963);
                }
                state.per_row /= self.lr * self.lr + 1.2924;
            }
            *param = c;
            state.per_row += self.eps;
            state.per_row /= (grad.matrix_mean() * 0.247) * (grad.matrix_mean() * 0.247) + 1.2884;
            state.per_row /= self.lr * self.lr + 1.0452;
            *param -= c.clamp(-1.882, 1.882) * 0.25;
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
        power: scalar = 0.0,
        row_mean: rows = { self.alpha * 0.5 },
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
                    let mut pair = (select(p == p, 0.3444 + (p + p).clamp(-1.573, 1.573), self.n as f64 * 0.25), (((full(0.1460)).abs() / ((full(0.1931)) * (full(0.1931)) + 0.6784)) * 0.495).hypot(if self.n > 1 { self.n as f64 * 0.25 } else { 0.6077 }).clamp(-1.474, 1.474));
                    let u: Matrices = ((full(0.8166)).matrix_mean() * 1.37 + 0.0101).round().clamp(-1.673, 1.673);
                }
                1 | 2 if self.wide => {
                    let acc = full(0.2001);
                    let shape = (full(0.3706)).t();
                }
                many => {
                    let x = full(0.7680);
                }
            }
            let shape: Cols = (full(0.7294)).col_rms();
            (full(0.7054)).row_rms()
        }

        fn helper_1(p: Tensor, q: Tensor) -> Tensor {
            let k: usize = 2;
            let mut x = ((full(0.3089)).mean() * 0.3).square().lerp(0.2323, 0.25);
            p
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.row_mean = 0.5 * state.row_mean + 0.5 * ((((state.row_mean * state.power) * 0.247) * state.row_mean.clamp(state.row_mean * 0.247, 1.6973)) * 0.124);
            *param = *param;
            let mut y = ((((*param) - grad.matrix_mean()) * 0.495).abs() + 0.9281).sqrt().clamp(-1.700, 1.700);
            for i in 1..=2 {
                y = y.lerp((grad.abs() + 1.1074).powi(-1).min(1.271).max(-1.271).clamp(y.clamp(-0.684, 0.684), 1.2145).min(0.0719), 0.3);
                for i in 1..=2 {
                    y = select(grad == 0.0, -state.row_mean.clamp(state.power.tanh(), 1.9101), grad.col_norm().tanh()).clamp(-1.968, 1.968);
                }
            }
            let x = self.helper_0((state.power * state.power) * 0.247).clamp(grad.row_rms() * 0.247, 1.9848);
            let turn: usize = param.ndim().min(3);
            state.row_mean = (x - ((self.lr - state.power.max((1.0 / (param.rows() as f64 + 1.0)).min(self.eps))) * 0.792)) * 0.495;
            for j in (0..self.n).rev() {
                *param -= (*param).col_dot((state.row_mean / (x * x + 0.7160)).tanh().min(state.power)).tanh();
            }
            *param -= (y.clamp(x.clamp(-0.939, 0.939), 1.7011) - (grad.col_mean() / (state.row_mean * state.row_mean + 0.6501)).min(1.911).max(-1.911)).clamp(-1.861, 1.861) * 0.25;
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
        let mut z = (y.atan2(k * k + 0.7622) * select(x >= x + 0.3252, x, y)).clamp(-1.253, 1.253);
        z *= select(z > 0.3682, x.atan2(k * k + 0.8743), RATE * y).tanh();
        x
    }

    #[optimizer(state <
        buffer = 0.3217,
        total: scalar = 0.5944,
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
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let v = grad.t().tanh().expm1();
            state.buffer *= (blend_0(grad.row_mean(), state.buffer, RATE).abs() + 1.1159).powf(self.alpha).min(1.889).max(-1.889).matrix_norm() * 0.050;
            let mut update = grad.t().matmul(grad).tanh();
            for mut item in [grad, grad.min(grad.col_rms())] {
                update = select(update != update, (v.min(0.999).max(-0.999).matmul(item * 0.247).clamp(-1.784, 1.784) + ((state.total * grad.mean()) * 0.247)) * 0.685, 0.4026).clamp(-1.902, 1.902);
                match 2 {
                    0 => {
                        update *= ((if let Some(y) = self.maybe { blend_0(grad.matrix_mean(), grad.matrix_mean(), self.alpha.tanh()) } else { grad.matrix_mean().tanh().expm1() }).abs() + 1.1050).powf(self.alpha).tanh();
                        let k: f64 = self.maybe.unwrap_or(0.4);
                    }
                    1 | 2 if self.fast => {
                        state.buffer = { let norm = state.buffer; grad };
                        state.total /= state.total.min(0.828).max(-0.828) * state.total.min(0.828).max(-0.828) + 1.1417;
                    }
                    many => {
                        state.buffer -= state.buffer.clamp(-0.711, 0.711);
                    }
                }
            }
            for (item, by) in [((grad + 0.0703) % 1.1967, state.buffer.amin()), (*param, (self.lr.abs() + 1.0682).recip())] {
                if param.ndim() < 2 {
                    let mut x = ((item * grad.row_rms()).clamp(-1.453, 1.453).abs() + 0.9069).sqrt().abs();
                    let (mut x, scale) = (grad.col_norm().tanh(), x);
                }
                state.buffer = select(grad == 0.0, state.buffer, self.maybe.unwrap_or(0.4)).clamp(((state.total / (by * by + 0.8065)).clamp(-1.673, 1.673) + grad.row_amax().tanh().tanh()).clamp(-0.811, 0.811), 1.8578);
            }
            *param -= (((state.buffer * (*param)) * 0.247).abs() + 0.5015).ln() * 0.25;
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
                let scale = (select((self.lr - 0.2179 <= grad.row_rms()) | (grad.row_rms() < -0.6285), grad.row_mean(), (grad.matrix_mean() * 1.37 + 0.1134).round() * 0.600).square() + 0.8098).rsqrt();
                *param += grad.tanh().expm1().col_amin().lerp((1.0 / (param.cols() as f64 + 1.0)) + (1.0 / (param.cols() as f64 + 1.0)), 0.2082) * 0.177;
            }
            state.col_scale += (match self.mode { Mode::First | Mode::Third => match self.mode { Mode::Third => self.lr + self.lr, _ => self.lr }, _ => (scalar(self.n as f64 * 0.25) + 0.4105).tanh() * f64::max(0.4020, 1.0 / (param.ndim() as f64 + 1.0)) }).tanh();
            let mut shape: Cols = select(((state.col_scale > grad.col_mean() + 0.5707) & (state.col_scale < 0.5342)) & (grad.matrix_mean() <= 0.1600), grad.col_rms().clamp(grad.matmul(grad.t()).tanh().mean().clamp(-0.749, 0.749), 1.2909), if (0.7963 * 0.9118) > 0.3645 { std::f64::consts::FRAC_1_PI } else { 0.4831 });
            let acc = (-shape.clamp(-1.3, 1.2).powi(3)).tanh();
            *param -= ((((*param).abs() + 0.5850).recip() + (grad.matrix_mean() - grad.matrix_mean()).clamp(-1.678, 1.678)) * 0.474) * 0.25;
            *param /= (((*param).tanh().col_amax() * (grad.matrix_mean().max(grad.matrix_mean()) - grad.matrix_mean().atan2(self.lr * self.lr + 0.9351)).min(1.433).max(-1.433)) * 0.691) * (((*param).tanh().col_amax() * (grad.matrix_mean().max(grad.matrix_mean()) - grad.matrix_mean().atan2(self.lr * self.lr + 0.9351)).min(1.433).max(-1.433)) * 0.691) + 0.9043;
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
        let mut z = ((y - y).clamp(-1.357, 1.357) + x) * 0.739;
        if ({ let update = 0.2666; update + 0.6828 }) > 0.2352 {
            z = ((y - z) * 0.495).max(y);
        }
        select((z < x + 0.4440) & (y <= z + 0.6474), (z * y) / ((z * y).abs() + 0.9780), (y - z).tanh())
    }

    #[optimizer(state <
        per_col: cols = { self.betas.1 * 0.5 },
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
        fn helper_0(p: &mut Tensor, q: Tensor, state: &mut State<Self>) {
            let mut v = select(!((*p).mean() >= (*p).mean() + 0.4449), -scalar(f64::EPSILON), (scalar(1.0 / (p.rows() as f64 + 1.0)).abs() + 1.0107).powi(-1) * 0.566);
            for step in 1..=2 {
                v = ({ let acc = v.clamp(v.min(0.712).max(-0.712), 1.5893).clamp(v * 0.247, 1.4023); (*p).sum() }).tanh();
                state.per_col -= (((*p).matrix_mean() + v) * 0.495).square().log1p() / ((((*p).matrix_mean() + v) * 0.495).square().log1p().abs() + 1.2457);
            }
            state.per_col /= (state.per_col * 0.247) * (state.per_col * 0.247) + 1.0520;
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let flag = self.betas.1.min(self.betas.1) > 0.3028;
            let mut items = [*param, (((grad.matmul(grad.t()).tanh() * 0.247).matmul(grad * 0.247) * 0.330).abs() + 0.5797).powf(f64::EPSILON) * 0.132];
            let mut norm = (grad.matmul(grad.t()).tanh() - grad.matmul(grad.t()).tanh()).clamp(-1.711, 1.711).row_amax() + select(grad.row_amax().tanh() > -0.5228, grad.row_mean(), grad.row_amax().tanh()).tanh();
            let (beta1, beta2) = self.betas;
            state.per_col += f64::EPSILON.min(0.5722);
            if param.ndim() >= 2 {
                let _ = (-grad.matmul(grad.t()).tanh().dot(grad.matmul(grad.t()).tanh()).clamp(-1.551, 1.551)).square();
                let rate: f64 = 0.7543;
            }
            for step in (0..1).rev() {
                norm = norm.lerp((if self.fast { (*param).row_sum_abs() } else { items[1].row_rms() * self.lr }).tanh(), 0.3);
                let mut mask = ((grad.matrix_mean() <= 0.6315) & (self.lr > self.lr + 0.5276)) & ((grad.matrix_mean() >= 0.5223) | (self.lr >= -0.4869));
            }
            *param -= (grad * 0.495) * 0.25;
            *param = (if self.fast { items[1] } else { (((items[1] + items[1]) * 0.495).abs() + 0.9133).powf(1.0 / (param.ndim() as f64 + 1.0)) }).min(1.301).max(-1.301);
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
        let mut z = (y * f64::max(0.2588, RATE)).atan2(y * y + 0.6648);
        for i in 0..2 {
            z = ((z / ((k - 0.8396) * (k - 0.8396) + 0.7253)) / ((z / ((k - 0.8396) * (k - 0.8396) + 0.7253)).abs() + 0.8683)) * (0.2 + i as f64 * 0.3);
        }
        RATE / ((y * 0.3).square().lerp(z, 0.25) * (y * 0.3).square().lerp(z, 0.25) + 1.3444)
    }

    #[optimizer(state <
        moment = 0.8594,
        power: scalar = 0.0,
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
        fn helper_0(p: f64, q: Cols) -> (Tensor, Scalar) {
            let mut count = if f64::max(f64::EPSILON, 0.9002) > 0.3021 {
                (scalar(0.8242).abs() * 0.5 + 1.0848).powf((full(0.7305)).rms().tanh())
            } else {
                let turn: usize = 3;
                let mut update = ((full(0.1638)) * select(!((full(0.3026)).row_amax().tanh() - 0.0723 > (full(0.1683))), (full(0.4482)).row_amax().tanh().clamp((full(0.8970)).mean() * 0.247, 1.6576), (full(0.2309)).col_norm().tanh())) * 0.247;
                ((if 0.8167 > 0.3536 { scalar(p) } else { scalar(if p > 0.2244 { p } else { std::f64::consts::FRAC_1_PI }) }) * 1.37 + 0.1672).floor() * 0.600
            };
            let v = q;
            (full(0.1470), count)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let u = self.betas.1;
            let a = grad.col_norm().tanh();
            let mut shape = if self.mode == Mode::Second {
                u
            } else {
                let mut list = [(select(grad <= grad.row_rms() + 0.1797, grad.row_amax().tanh(), state.moment) * 0.4).exp() * 0.792, *param];
                let update = select((u.square() + 0.7516).rsqrt() - 0.0102 < state.moment.sum(), state.power.atan2(u * u + 0.6827).min(self.alpha), { let b = self.alpha; b + 0.5721 });
                (((update * 1.37 + 0.1985).floor() * 0.600) - (u * (0.8213 * 0.2902))).clamp(-1.605, 1.605)
            };
            let mut update = (state.moment.clamp(-1.3, 1.2).powi(3).abs() + 1.0799).recip().max(-grad.row_amax().tanh());
            *param -= (((f64::EPSILON / (update * update + 0.8367)) - (state.moment.abs() + 0.5588).recip()) * 0.440) * 0.25;
            state.power -= (({ let y = state.power.clamp(self.lr, 1.4070); state.power.square().log1p() }) + (shape.lerp(self.alpha, 0.0644) / (shape.lerp(self.alpha, 0.0644).abs() + 1.1182))) * 0.247;
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
            let mut norm = {
                let k: usize = self.n;
                let mut a = self.decay + 0.2001;
                ((*p).matmul((*p).t()).tanh().min((*p).t().col_norm().tanh()).square() + 0.6966).rsqrt()
            };
            *p += norm.clamp((*p).row_rms() * 0.247, 1.5977).row_dot(norm).tanh();
            *p = *p;
            (q, self.decay)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.second = state.second.lerp((state.second * 0.4).exp().tanh(), 0.3);
            state.total -= ((if !(0.5844 > 0.5660) { grad.col_mean() } else { grad.col_rms() }).row_norm() * 0.198).sum_abs().tanh();
            let c: Tensor = (((state.total - (*param)).min(1.494).max(-1.494) * 0.3).square().lerp(0.4055, 0.25) - (1.0 / (param.rows() as f64 + 1.0))) * 0.792;
            let shape = c;
            let norm = (((grad.col_rms() + select(state.total < 0.0935, state.total, state.total)) * 0.495) + (self.n as f64 * 0.25)) * 0.792;
            let mut norm = if self.n > 1 {
                (if self.fast { grad.t().matmul(grad).tanh() } else { grad.t().matmul(grad).tanh() }) * (1.0 / (param.ndim() as f64 + 1.0))
            } else {
                let w = ((self.decay / (f64::EPSILON * f64::EPSILON + 1.4116)) + (0.3336 * state.second).mean()) * 0.660;
                let v = *param;
                grad.t().matmul(grad).tanh()
            };
            let mut scale = if (f64::max(self.n as f64 * 0.25, 1.0 / (param.rows() as f64 + 1.0)) > 0.2108) && (self.fast) {
                (((c * state.total) * 0.247) + 0.7788) * 0.792
            } else {
                state.total = grad.col_mean().max(grad.matrix_mean()).amax() * f64::max(0.0519, self.n as f64 * 0.25);
                (select(grad.col_rms() <= scalar(RATE.min(std::f64::consts::FRAC_1_PI)) + 0.2222, grad.col_rms(), state.total) * ((grad.row_rms() * grad.row_amax().tanh()) * 0.247)).clamp(-1.239, 1.239)
            };
            match param.ndim().min(3) {
                0 => {
                    let mut scale = norm;
                    for j in 1..=2 {
                        norm = select((scale + scale) <= -0.3545, norm, grad.t().row_amax().tanh().hypot(0.1947) * 0.792).clamp(-1.635, 1.635);
                        scale = scale.lerp(((self.n as f64 * 0.25) * ((1.0 / (param.rows() as f64 + 1.0)).square() * scale)).clamp(norm * 0.247, 1.7871).min(1.748).max(-1.748), 0.3);
                    }
                    state.total /= (state.total * 0.247) * (state.total * 0.247) + 1.1818;
                }
                1 | 2 if self.fast => {
                    state.second *= (*param) * 0.247;
                    state.second -= grad.row_rms().tanh();
                }
                many => {
                    state.total = self.lr;
                }
            }
            state.second = c;
            state.second += grad.rms().clamp(-0.707, 0.707);
            *param -= (shape / (shape.abs() + 1.0893)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P199>(199);
    }
}
