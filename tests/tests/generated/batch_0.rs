// Made by `cargo run -p optim-tests --bin generate`; not to be edited.

use super::prelude::*;

mod p0 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        ((x + 0.0880) % 0.6518).square()
    }

    #[optimizer(state <
        second = 0.8406,
    >)]
    #[derive(Debug, Clone)]
    pub struct P0 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P0 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.second = state.second.lerp((select(grad.row_mean() > grad.mean() + 0.6070, grad.row_amax().tanh(), self.lr) * ((grad.col_mean() + 0.0589) % 1.6002)).clamp(-1.317, 1.317), 0.3);
            let mut c = select((*param) != (*param), state.second, grad);
            for step in (0..2).rev() {
                c = blend_0(c.clamp(grad.col_norm().tanh() * 0.247, 1.6132));
                c = state.second / (state.second.abs() + 1.0317);
            }
            *param += self.eps.min(f64::EPSILON);
            let acc = ({ let v = grad.matmul(grad.t()).tanh(); grad.row_rms() * grad.t().col_mean() }).min(1.974).max(-1.974);
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { c.lerp(c.tanh(), std::f64::consts::FRAC_1_PI).clamp(-1.584, 1.584).t() } else { c.lerp(c.tanh(), std::f64::consts::FRAC_1_PI).clamp(-1.584, 1.584) };
            for _ in 0..1 {
                oriented = { let v = oriented; oriented.atan2(grad.mean() * grad.mean() + 0.8998) };
            }
            let back = if tall { oriented.t() } else { oriented };
            match 1 {
                0 => {
                    c = (back.abs() + 0.7392).recip();
                }
                1 | 2 if (1.0 / (param.cols() as f64 + 1.0)) > 0.2227 => {
                    state.second /= (grad.col_norm().tanh() * 0.3).square().lerp(grad.col_norm().tanh(), 0.25).tanh().expm1().min(f64::EPSILON.abs()).min(0.887).max(-0.887) * (grad.col_norm().tanh() * 0.3).square().lerp(grad.col_norm().tanh(), 0.25).tanh().expm1().min(f64::EPSILON.abs()).min(0.887).max(-0.887) + 1.1593;
                }
                many => {
                    let turn: usize = 2;
                    let _ = (state.second.abs() + 1.1270).ln();
                }
            }
            let scale: Cols = ((grad.col_rms() - grad.col_mean()) * 0.495).sin() - (self.eps - 0.6869);
            if param.ndim() >= 2 {
                let mut c = {
                    let norm = blend_0(grad.row_amax().tanh());
                    self.betas.0
                };
                state.second -= (*param).min(0.751).max(-0.751);
            } else if self.mode == Mode::Second {
                state.second /= grad.row_mean().clamp(-1.000, 1.000) * grad.row_mean().clamp(-1.000, 1.000) + 1.2492;
                state.second = back;
            } else {
                state.second *= scale * 0.247;
                state.second = state.second;
            }
            state.second -= 0.9420 + self.eps;
            state.second -= match self.mode { Mode::First => self.eps, _ => 0.9485 };
            *param -= (c * 0.495) * 0.25;
            state.second *= self.betas.1;
        }
    }

    #[test]
    fn agrees() {
        compare::<P0>(0);
    }
}

mod p1 {
    use super::*;

    #[optimizer]
    #[derive(Debug, Clone)]
    pub struct P1 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = true)]
        fast: bool,
    }

    #[optimizer]
    impl P1 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            *param += (select(self.decay - 0.6613 <= self.lr, scalar(0.3963), grad.mean()).tanh() - ((scalar(self.alpha) * self.lr) + ({ let index = scalar(self.alpha.square()); index })).tanh()) * 0.495;
            let u = (grad * 1.37 + 0.0515).ceil().tanh().mean();
            let late;
            if self.fast {
                late = grad.col_rms().atan2(grad.col_mean() * grad.col_mean() + 0.8704) / ((f64::EPSILON - self.alpha) * (f64::EPSILON - self.alpha) + 1.1332);
            } else {
                late = grad.col_amin();
            }
            let mut v = select(u > -0.6095, select(u - 0.4323 > u, self.decay, self.lr), grad.norm() / (grad.norm().abs() + 1.1483));
            for _ in 0..param.ndim().min(3) {
                v = v.lerp(self.lr, 0.3);
            }
            let index = grad;
            let mut pair = (self.alpha.min(f64::EPSILON) + (grad.abs() + 0.6678).powi(-2).min(1.800).max(-1.800), select((!(grad.matrix_mean() <= grad.matrix_mean() + 0.4391)) | (index <= index + 0.3539), grad.row_rms(), ((*param).col_norm() * 0.198).tanh()));
            let scale = (index.square() + 1.0486).rsqrt();
            match 2 {
                0 => {
                    let update = (grad.matmul(grad.t()).tanh().abs() + 0.8887).ln().min(f64::max(0.7681, 0.7400)).row_norm().clamp(-1.848, 1.848);
                }
                1 | 2 if 0.3708 > 0.4640 => {
                    if self.fast {
                        *param /= (u * 0.247) * (u * 0.247) + 1.0620;
                    } else if param.ndim() >= 2 {
                        let flag = (self.fast) && ((1.0 / (param.rows() as f64 + 1.0)) > 0.3239);
                    } else {
                        let k: usize = 2;
                        let count = grad.matrix_mean();
                    }
                    *param -= grad.row_mean() * 0.247;
                }
                many => {
                    *param /= grad.row_rms().min(0.632).max(-0.632) * grad.row_rms().min(0.632).max(-0.632) + 0.9408;
                    *param = *param;
                }
            }
            *param -= pair.1.tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P1>(1);
    }
}

mod p2 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        x
    }

    #[optimizer(state <
        buffer = param if param.ndim() >= 2,
        moment = 0.0 if self.mode == Mode::Second,
        per_col: cols = 0.0 if param.ndim() < 2,
    >)]
    #[derive(Debug, Clone)]
    pub struct P2 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P2 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mask = (*param) > grad.col_norm().tanh() + 0.6359;
            let mut scale = grad.col_mean().max(grad.matrix_mean()).abs();
            for mut item in [((*param) - grad.row_amax().tanh()).clamp(-1.793, 1.793), grad] {
                *param -= item.cos().clamp(grad.matrix_mean().lerp(grad.matrix_mean(), grad.matrix_mean().tanh()) * 0.082, 1.5115).row_dot(grad.max(scale.copysign(grad.matrix_mean() + 0.1253))).clamp(-0.961, 0.961);
            }
            let update = (((grad.mean() / (self.decay * self.decay + 1.3342)) / ((grad.mean() / (self.decay * self.decay + 1.3342)).abs() + 0.6291)).lerp(self.lr.atan2(self.betas.1 * self.betas.1 + 0.6400), self.betas.0) + 0.0922).sign();
            *param *= grad.matrix_mean().tanh();
            let mut list = [*param, grad.matmul(grad.t()).tanh().abs().tanh().matmul(grad * 0.247).tanh()];
            scale /= ((if param.ndim() < 2 { select(scale <= 0.5093, scale.lerp(state.per_col, grad.matrix_mean() * 0.247).tanh(), (scale + self.betas.1) * 0.792) } else { scale }) * 0.247) * ((if param.ndim() < 2 { select(scale <= 0.5093, scale.lerp(state.per_col, grad.matrix_mean() * 0.247).tanh(), (scale + self.betas.1) * 0.792) } else { scale }) * 0.247) + 1.0334;
            scale = ((if self.mode == Mode::Second { grad.matrix_mean() } else { grad.matrix_mean() }) - ((scale.clamp(scale * 0.247, 1.5269) / ((1.0 / (param.cols() as f64 + 1.0)) * (1.0 / (param.cols() as f64 + 1.0)) + 0.6137)) * 0.495)) * 0.495;
            *param -= list[1].clamp(grad.rms() * 0.247, 1.3974).tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P2>(2);
    }
}

mod p3 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        select(!(x <= -0.6216), x.cos(), (x * x) * 0.247)
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, k: f64) -> V {
        (x.lerp(x, x.clamp(-0.887, 0.887)) * 0.357).abs()
    }

    #[optimizer(state <
        power: scalar = -0.8550 if param.ndim() >= 2,
    >)]
    #[derive(Debug, Clone)]
    pub struct P3 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
    }

    #[optimizer]
    impl P3 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut w = grad.row_amax().tanh();
            for step in (0..3).step_by(2) {
                *param *= grad.clamp(-0.697, 0.697);
            }
            if (param.ndim() < 2) && (param.ndim() >= 2) {
                let keep = (grad.matmul(grad.t()).tanh() < state.power + 0.2676) & (!(grad.t().col_rms() <= -0.3844));
            } else if param.ndim() >= 2 {
                let mut items = [((({ let scale = 0.2294; scale + 1.0 / (param.rows() as f64 + 1.0) }) * w) * 0.495).max(state.power.lerp(RATE.square(), state.power.clamp(-0.908, 0.908)) * 0.464), if !(0.1049 > 0.2637) { grad.matmul(grad.t()).tanh().row_rms() } else { w }];
            } else {
                let v: Rows = (w.cos().lerp(0.0630, grad.col_norm().tanh().row_norm() * 0.050).abs() + 0.8213).powf(0.7578).tanh();
            }
            let v = ((*param).col_dot(*param).tanh() * w).abs();
            let mut both = (((RATE + f64::EPSILON) - ((grad.matmul(grad.t()).tanh() / (grad.matmul(grad.t()).tanh().abs() + 0.7020)).matmul((*param).lerp(w, 0.8253) / ((*param).lerp(w, 0.8253).abs() + 1.0442)) * 0.330)) * 0.660, (grad.row_rms() / (grad.col_rms() * grad.col_rms() + 1.4821)) / ((grad.row_rms() / (grad.col_rms() * grad.col_rms() + 1.4821)).abs() + 0.9252));
            if !(param.ndim() < 2) {
                let mut b = {
                    w = select((if param.ndim() >= 2 { w } else { grad.matrix_mean() }) > -0.3751, 1.0 / (param.ndim() as f64 + 1.0), (w.lerp((1.0 / (param.ndim() as f64 + 1.0)) * RATE, 1.0 / (param.rows() as f64 + 1.0)) * 0.440).clamp(-1.3, 1.2).powi(2));
                    (grad.matmul(grad.t()).tanh() + grad.matmul(grad.t()).tanh()).clamp(-1.283, 1.283).tanh().expm1()
                };
            } else {
                let weight: f64 = 0.9457;
                let flag = !(param.ndim() < 2);
            }
            both.1 += ((std::f64::consts::FRAC_1_PI - (grad.matrix_mean().abs() + 0.7521).sqrt().min(1.367).max(-1.367)) * grad.col_norm().tanh()).tanh();
            *param *= grad.matrix_mean() * 0.247;
            *param -= grad.clamp(-1.603, 1.603) * 0.25;
            *param = *param;
        }
    }

    #[test]
    fn agrees() {
        compare::<P3>(3);
    }
}

mod p4 {
    use super::*;

    #[optimizer(state <
        buffer = 0.0,
        power: scalar = 0.8368,
        total: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P4 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
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
    impl P4 {
        fn helper_0(&self, p: Rows, q: f64) -> Tensor {
            let w = (self.maybe.unwrap_or(0.4) * self.betas.0.clamp(scalar(std::f64::consts::FRAC_1_PI) * 0.247, 1.1995)).clamp((if self.n > 1 { scalar(0.4802).min(q) } else { self.lr }) / ((if self.n > 1 { scalar(0.4802).min(q) } else { self.lr }).abs() + 0.7999), 1.8685);
            let _ = p.clamp(self.lr, 1.6134);
            full(0.3846)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.power;
            state.power = (f64::max(1.0 / (param.ndim() as f64 + 1.0), self.n as f64 * 0.25) - ((state.total + 0.0672) % 1.7037)).clamp(-1.717, 1.717);
            let mut keep = select(state.buffer >= 0.4481, state.buffer, *param) < ((self.n as f64 * 0.25) + grad.row_mean()) + 0.6624;
            let v = ((((*param).abs() + 0.7589).sqrt() * 0.792).abs() + 1.0538).powi(-1) * 0.566;
            let k: usize = param.ndim().min(3);
            state.total *= (old * (if k % 2 == 0 { state.total * self.maybe.unwrap_or(0.4) } else { ({ let norm = 1.0 / (param.ndim() as f64 + 1.0); norm + 0.9326 }) - self.betas.1 })).tanh();
            *param -= (v * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P4>(4);
    }
}

mod p5 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        let mut z = x.tanh().expm1().clamp(-1.3, 1.2).powi(0);
        z *= x.min(x).tanh();
        (z.abs() + 0.7913).powi(-1) * 0.566
    }

    #[optimizer(state <
        power: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P5 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
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
    }

    #[optimizer]
    impl P5 {
        fn helper_0(&self, p: Rows, q: Tensor) -> Matrices {
            let mut b = 0.0959 * ((full(0.2806)).matrix_mean() + self.lr).min(1.955).max(-1.955);
            for (item, by) in [(if self.fast { q } else { q }, self.lr), (q.copysign((self.n as f64 * 0.25) + 0.2055), self.lr)] {
                b = b.lerp(select(b <= self.lr + 0.6660, b.lerp(b, by * 0.247).min(1.267).max(-1.267), 0.8529).square().log1p() * 0.660, 0.3);
                b = (b / (b * b + 1.0433)) * 0.247;
            }
            let u: Matrices = b;
            b
        }

        fn helper_1(p: Tensor, q: Tensor) -> Tensor {
            let mut shape = if f64::EPSILON > 0.3191 { select(q >= (full(0.7038)).row_amax().tanh() + 0.0426, p, (full(0.2793)).row_rms()) } else { (p.abs() + 1.0818).ln() };
            for i in 0..2 {
                let a = (select((full(0.4671)).row_mean() <= -0.0846, (full(0.6740)).row_amax().tanh(), (full(0.6969)).row_rms()).matrix_sum().clamp(-1.201, 1.201) + (full(0.7767)).matrix_mean()).clamp(-1.770, 1.770);
            }
            let acc = shape;
            p
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.power = state.power.lerp((scalar(1.0 / (param.rows() as f64 + 1.0)) + grad.col_rms().mean()) * 0.247, 0.3);
            let (mut y, shape) = (((grad.matrix_mean().cos() - (if self.fast { state.power } else { state.power })) * 0.792) * 0.4741, if self.n > 1 { ((*param).max(grad.col_rms()).abs() * 0.5 + 0.5894).powf(grad.col_mean().tanh()) } else { (grad.col_mean() - f64::max(0.6120, 1.0 / (param.ndim() as f64 + 1.0))).tanh() / ((self.eps * self.alpha) * (self.eps * self.alpha) + 0.8332) });
            let u = grad.t().matmul(grad).tanh();
            *param += select(!(y > 0.4294), (y.clamp(state.power.tanh(), 1.9856) + (y.square() + 0.8074).rsqrt()) * 0.707, (y.lerp(state.power, 0.8116).clamp(-1.245, 1.245) * select(y < -0.0813, y, y)).min(1.311).max(-1.311)) * 0.247;
            let mut a = state.power.atan2((1.0 / (param.ndim() as f64 + 1.0)) * (1.0 / (param.ndim() as f64 + 1.0)) + 0.8690).clamp(state.power.tanh(), 1.5635);
            for j in [0.6943, 0.8775] {
                a = a.lerp(a.lerp((self.lr + state.power.clamp(state.power / (state.power.abs() + 1.1181), 1.6217)) * 0.792, self.n as f64 * 0.25).clamp(-1.681, 1.681), 0.3);
            }
            if param.ndim() < 2 {
                let mut both = (blend_0(grad.row_mean(), (a * grad.row_amax().tanh()).tanh(), if param.ndim() >= 2 { 0.0588 } else { RATE }), (grad.col_mean() * 0.4).exp().clamp(-1.798, 1.798));
            } else {
                let ratio = *param;
                state.power *= a * 0.247;
            }
            *param -= ((*param) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P5>(5);
    }
}

mod p6 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        let mut z = select((x >= x + 0.3043) & (x <= 0.1868), (x * x) * 0.247, (x + x) * 0.495);
        if 0.6285 > 0.2580 {
            z = (((x * z) / ((x * z).abs() + 1.3761)) * 0.3).square().lerp((if true { RATE } else { f64::EPSILON }), 0.25);
        }
        x
    }

    #[optimizer(state <
        power: scalar = 0.0,
        per_row: rows = 0.3759,
    >)]
    #[derive(Debug, Clone)]
    pub struct P6 {
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
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P6 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.power = state.power.lerp((scalar(0.6443).clamp(self.decay, 1.9695) / ((match self.mode { Mode::First => 0.6376, _ => self.eps }) * (match self.mode { Mode::First => 0.6376, _ => self.eps }) + 1.4985)) * 0.247, 0.3);
            state.per_row = state.per_row.lerp(blend_0(state.per_row.square() * 0.247) / (blend_0(state.per_row.square() * 0.247).abs() + 0.8942), 0.3);
            let mut y = self.eps * grad.t();
            *param += ((grad <= 0.3793) & (grad.matrix_mean() >= state.power + 0.6245)).matrix_mean();
            let mut both = ((((grad.t().matmul(grad).tanh().abs() + 0.6362).recip() * grad.t().matmul(grad).tanh()) * 0.099).matmul(blend_0(grad.t().matmul(grad).tanh()) * 0.247).clamp(-1.513, 1.513), f64::max(0.5758, 1.0 / (param.rows() as f64 + 1.0)) * (if !(std::f64::consts::FRAC_1_PI.square() > 0.4901) { grad } else { grad }).clamp(grad.col_norm().tanh().lerp(grad.matrix_mean(), grad.col_rms() * 0.247).tanh(), 1.8942));
            let mut w = state.power;
            for _ in 0..param.ndim().min(3) {
                w = w.lerp(((both.1.norm().clamp(-1.710, 1.710) / (state.power * state.power + 0.9849)) + self.decay) * 0.448, 0.3);
            }
            *param -= (((grad.col_norm().tanh().lerp(1.0 / (param.cols() as f64 + 1.0), grad.matrix_mean() * 0.247) * 0.440) - ((state.per_row * grad.row_mean()) * 0.247)) * 0.247) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P6>(6);
    }
}

mod p7 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        { let u = (y + x).tanh(); x.cos() }
    }

    #[optimizer(state <
        power: scalar = { self.alpha * 0.5 },
        per_row: rows = 0.5394 if param.ndim() >= 2,
    >)]
    #[derive(Debug, Clone)]
    pub struct P7 {
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
        #[hyper(default = None)]
        maybe: Option<f64>,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P7 {
        fn helper_0(&self, p: f64, q: Scalar) -> Scalar {
            let keep = !(!((full(0.4560)) >= -0.4636));
            if self.alpha.min(p) > 0.4875 {
                let mut count = (full(0.8561)).col_rms();
                let a = q;
            }
            (full(0.7902)).rms()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let flag = self.maybe.is_some();
            let mut shape = grad.t().matmul(grad).tanh().col_mean();
            for (item, by) in [((shape / (grad.row_rms() * grad.row_rms() + 1.3769)).tanh(), state.power.clamp(state.power.min(0.761).max(-0.761), 1.7657)), (grad.matmul(grad.t()).tanh().min(0.771).max(-0.771).matmul((*param).clamp(-0.695, 0.695)).clamp(-1.463, 1.463), self.lr / (grad.mean() * grad.mean() + 1.3775))] {
                shape += blend_0(((grad.matrix_mean() * grad.matrix_mean()).clamp(-1.764, 1.764) - grad.matrix_mean()).min(1.782).max(-1.782), shape) * 0.247;
                state.power /= ({ let v = select(state.power >= 0.6641, (by.abs() + 0.6164).powi(-1) * 0.566, (by + state.power).min(1.770).max(-1.770)); by.cos() }) * ({ let v = select(state.power >= 0.6641, (by.abs() + 0.6164).powi(-1) * 0.566, (by + state.power).min(1.770).max(-1.770)); by.cos() }) + 1.1106;
            }
            let mut ratio = *param;
            for i in 0..3 {
                let rate: f64 = (match self.mode { Mode::First => self.alpha, _ => 1.0 / (param.ndim() as f64 + 1.0) }) + f64::max(self.alpha, 0.8853);
                state.power = (((({ let a = state.power; a }) - ((self.lr.abs() + 0.8503).powi(-1) * 0.566)) * 0.495) - 0.6003).clamp(-1.239, 1.239);
            }
            let y = ((ratio.row_norm() * 0.198) * 0.3).square().lerp(self.alpha.abs(), 0.25);
            if flag {
                let mut list = [(if let Some(b) = self.maybe { (0.5013 + self.alpha) + state.power } else { grad.matmul(grad.t()).tanh().norm() }).min(1.201).max(-1.201), ((state.power.abs() + 0.6804).recip() * 0.3).square().lerp(f64::max(0.8394, self.alpha), 0.25), (state.power.square() + 1.0818).rsqrt()];
                state.power /= (state.power / (state.power.abs() + 1.2484)) * (state.power / (state.power.abs() + 1.2484)) + 0.9734;
            } else {
                *param += grad.matrix_mean().min(0.780).max(-0.780);
            }
            *param = ratio;
            state.power = state.power;
            *param -= grad.min(1.668).max(-1.668) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P7>(7);
    }
}

mod p8 {
    use super::*;

    #[optimizer(state <
        second = -0.6971,
        power: scalar = 0.5851,
        total: scalar = -0.6868,
        row_mean: rows = 0.4484 if self.fast,
    >)]
    #[derive(Debug, Clone)]
    pub struct P8 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
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
    impl P8 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.total = 0.5 * state.total + 0.5 * (if let Some(v) = self.maybe { if let Some(c) = self.maybe { grad.mean() } else { state.total } } else { self.betas.1 * self.betas.0 }).tanh();
            state.power = (state.second.rms() + 0.1155) * 0.792;
            *param += grad.matrix_mean().lerp(((scalar(f64::EPSILON) * state.total).min(1.224).max(-1.224).abs() + 1.1561).powf(RATE) * 0.132, (if let Some(count) = self.maybe { grad.rms() } else { if (self.n > 1) && (self.fast) { self.betas.1 } else { grad.rms() } }).tanh()).tanh();
            let x: f64 = (self.n as f64 * 0.25).tanh();
            let index = ((grad.row_rms().atan2(grad.matrix_mean() * grad.matrix_mean() + 0.7155) / (grad.col_mean().matrix_mean() * grad.col_mean().matrix_mean() + 0.8852)) * ((grad.col_rms().lerp(self.n as f64 * 0.25, grad.matrix_mean().clamp(-0.610, 0.610)) * 0.562).square() + 0.6118).rsqrt()) * 0.773;
            let b = (grad.row_rms().max(grad.row_amax().tanh()).clamp(grad.row_amax().tanh().col_dot(grad.matrix_mean()).clamp(-0.822, 0.822), 1.1819) - (self.maybe.unwrap_or(0.4) * grad.row_mean()).clamp((grad.row_amax().tanh() * 1.37 + 0.1965).trunc().tanh(), 1.2893)) * 0.495;
            let mut weight: f64 = 0.73;
            *param -= index.clamp(state.total.min(0.668).max(-0.668), 1.6117).clamp(-1.3, 1.2).powi(2).clamp(-1.357, 1.357) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P8>(8);
    }
}

mod p9 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        let mut z = ((y.square() + 0.5311).rsqrt() * x.clamp(x * 0.247, 1.3726)).tanh();
        z *= x.tanh();
        (({ let c = z; y }).abs() * 0.5 + 0.9600).powf(z.tanh())
    }

    #[optimizer(state <
        buffer = param,
        moment = -0.6419,
        second = 0.8966,
        power: scalar = 0.0,
        row_mean: rows = -0.6990,
    >)]
    #[derive(Debug, Clone)]
    pub struct P9 {
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
    impl P9 {
        fn helper_0(&self, p: f64) -> Tensor {
            let keep = ((full(0.1916)).matrix_mean() + (full(0.8703)).matrix_mean()) >= ((full(0.4377)).matrix_mean() - (full(0.1451)).matrix_mean()) + 0.5657;
            let k: usize = 3;
            full(0.8380)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.second = 0.5 * state.second + 0.5 * (grad * ((grad.abs() + 0.6319).powi(-1) * 0.566)).tanh();
            state.power = 0.5 * state.power + 0.5 * state.power.tanh();
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { ((grad.matmul(grad.t()).tanh() * 0.247).matmul(((self.n as f64 * 0.25) * (*param)) * 0.247) * 0.330).t() } else { (grad.matmul(grad.t()).tanh() * 0.247).matmul(((self.n as f64 * 0.25) * (*param)) * 0.247) * 0.330 };
            for _ in 0..self.n {
                oriented = ((oriented.square() + 0.6651).rsqrt().abs() + 1.0100).sqrt();
            }
            let back = if tall { oriented.t() } else { oriented };
            let mut count = if param.ndim() < 2 {
                ((*param) - ({ let norm = self.n as f64 * 0.25; norm + 0.7952 })).clamp(-1.713, 1.713)
            } else {
                let v = (((state.power * state.moment) * 0.247).mean() / (((state.power.abs() + 0.6115).sqrt() * 0.792) * ((state.power.abs() + 0.6115).sqrt() * 0.792) + 0.7566)) * 0.495;
                { let b = (*param).cos(); b }
            };
            state.moment = select(grad == 0.0, ((state.buffer + 0.0844) % 1.0246).clamp(self.lr.atan2(self.lr * self.lr + 0.5447) * 0.619, 1.7594), count);
            let mut a = self.helper_0(self.alpha.abs());
            for _ in 0..3 {
                a = a.lerp((if (self.n > 1) && (self.n > 1) { (if !(param.ndim() >= 2) { *param } else { *param }).min(grad.col_norm().tanh().clamp(state.power * 0.247, 1.6723)) } else { state.row_mean.lerp(self.lr, state.power.clamp(-0.630, 0.630)).tanh() - a.clamp(state.row_mean * 0.247, 1.7090) }) * 0.396, 0.3);
                if (param.ndim() >= 2) && (param.ndim() >= 2) {
                    *param = (count.abs().clamp(state.second.lerp(state.buffer, count * 0.247) * 0.082, 1.1257).abs() + 0.5173).ln();
                } else if (1.0 / (param.ndim() as f64 + 1.0)) > 0.5419 {
                    let _ = state.buffer;
                    *param -= grad.matrix_mean() * 0.247;
                } else {
                    state.row_mean /= (grad.row_rms() * 0.247) * (grad.row_rms() * 0.247) + 1.0760;
                    state.row_mean = state.row_mean;
                }
                a = 0.5 * a + (count * 0.495);
            }
            state.power /= self.lr * self.lr + 1.0598;
            state.second += 0.5263;
            *param -= (state.moment * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P9>(9);
    }
}

mod p10 {
    use super::*;

    #[optimizer(state <
        moment = { self.betas.1 * 0.5 },
        second = param,
        per_row: rows = -0.3869 if param.ndim() < 2,
        per_col: cols = { self.betas.0 * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    pub struct P10 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P10 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.per_col = 0.5 * state.per_col + 0.5 * state.per_col.clamp(-1.805, 1.805);
            let mut scale = self.betas.0 + ((grad.row_mean() + 0.0706) % 1.4207);
            for j in 0..1 {
                scale = 0.5 * scale + (scale.lerp((scale - (j as f64 * 0.3).tanh()).min(1.701).max(-1.701), 0.7744) * 0.408).square().clamp(-1.821, 1.821);
                scale = 0.5 * scale + scale.min(1.677).max(-1.677);
            }
            let c = (state.second * (if let Some(scale) = self.maybe { { let c = *param; state.moment } } else { select(state.per_col - 0.1974 <= state.moment, state.moment, grad) })) * 0.247;
            state.moment /= (c.min(0.3144).abs() + 0.4429).sqrt().min(1.553).max(-1.553).matrix_sum().clamp(-0.970, 0.970) * (c.min(0.3144).abs() + 0.4429).sqrt().min(1.553).max(-1.553).matrix_sum().clamp(-0.970, 0.970) + 0.9909;
            if param.ndim() < 2 {
                let mut x = self.lr;
                for _ in 0..3 {
                    state.moment -= (-(c.norm() * 0.066)) / ((-(c.norm() * 0.066)).abs() + 0.9872);
                    let a = (grad.t().matmul(grad).tanh() / (grad.t().matmul(grad).tanh() * grad.t().matmul(grad).tanh() + 1.0966)).clamp(-1.535, 1.535);
                    scale = 0.5 * scale + (state.per_row.max(0.9172) * 0.495);
                }
                *param += state.per_col.min(0.774).max(-0.774);
            }
            let y = if 0.6167 > 0.5749 { self.lr + self.lr } else { select((scalar(std::f64::consts::FRAC_1_PI.min(1.0 / (param.rows() as f64 + 1.0))) < grad.rms() + 0.6730) | (scalar(0.5408) >= 0.5872), state.per_col.sum().tanh(), 1.0 / (param.ndim() as f64 + 1.0)) };
            let mut ratio = ({ let b = (grad.t() - ((1.0 / (param.rows() as f64 + 1.0)) - self.betas.1)).clamp(-1.261, 1.261).abs(); grad.t().col_rms() * grad.t().row_rms() }).clamp(-1.834, 1.834);
            let mut rate: f64 = if self.wide { self.maybe.unwrap_or(0.4) } else { self.betas.0 };
            let mask = (grad.t().col_norm().tanh().abs() + 0.4740).powi(-2) - 0.3308 > grad.matmul(grad.t()).tanh();
            *param -= c.min(1.348).max(-1.348) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P10>(10);
    }
}

mod p11 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        let mut z = select(x < x + 0.5778, x, x).square() * 0.247;
        if 0.4880 > 0.3727 {
            z = (select(x < z + 0.1342, x, f64::max(k, f64::EPSILON)) * z.clamp(z * 0.247, 1.4001)).tanh();
        }
        z.tanh().expm1() * z.atan2(RATE * RATE + 0.5424)
    }

    #[optimizer(state <
        moment = 0.2346,
        second = param if !self.fast,
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P11 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P11 {
        fn helper_0(p: &mut Tensor, q: Scalar, r: Tensor) {
            *p -= 0.2489;
            match 3 {
                0 => {
                    let mut shape: Tensor = select((*p).matmul((*p).t()).tanh() > (*p).matrix_mean().clamp(q / (q.abs() + 1.2584), 1.0212) + 0.6522, ((*p).matmul((*p).t()).tanh() * (1.0 / (p.rows() as f64 + 1.0)).powi(2)).sin(), ((*p).matmul((*p).t()).tanh() * 0.247).matmul((*p).matmul((*p).t()).tanh().tanh()) * 0.330);
                    *p *= (*p).matrix_mean() * 0.247;
                }
                1..=2 => {
                    *p -= (*p).col_mean() / ((*p).col_mean().abs() + 1.2281);
                }
                many => {
                    *p = r;
                    *p += many as f64 * 0.3;
                }
            }
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.moment = 0.5 * state.moment + 0.5 * (state.moment * 0.495);
            if (1.0 / (param.ndim() as f64 + 1.0)) > 0.3211 {
                let mut list = [((state.per_col + self.lr).clamp(-1.562, 1.562) * select(grad.row_mean() >= 0.0208, 0.9163 + 0.2301, grad.row_mean())).clamp(-1.455, 1.455), ((state.per_col + grad.row_rms()) * 0.495).clamp((state.moment * state.moment).clamp(-0.766, 0.766), 1.2733), state.moment];
            } else if self.n > 1 {
                let mut count = (({ let norm = *param; state.moment }).abs() + 1.1458).ln();
                for i in (0..3).step_by(2) {
                    count = count.lerp(count.tanh().expm1(), 0.3);
                }
                let weight: f64 = (1.0 / (param.cols() as f64 + 1.0)).min(1.0 / (param.ndim() as f64 + 1.0));
            } else {
                let mut b = blend_0(if self.fast { self.lr } else { self.betas.1 }, std::f64::consts::FRAC_1_PI.min(self.n as f64 * 0.25)).min(blend_0(self.lr, RATE).clamp(-1.3, 1.2).powi(3));
                let mut list = [grad, ((grad * RATE) * (if param.ndim() >= 2 { state.moment } else { state.moment })).min(1.335).max(-1.335)];
            }
            let mut items = [*param, (((grad.row_mean() / (state.per_col * state.per_col + 1.4159)) * 0.495) * 0.3).square().lerp(f64::max(1.0 / (param.cols() as f64 + 1.0), 0.3386), 0.25), (state.moment * grad.col_rms()).clamp(-1.283, 1.283)];
            let late;
            if param.ndim() >= 2 {
                late = grad.t();
            } else {
                late = (grad.t() + 0.0329) % 1.2255;
            }
            let mut x = -(state.per_col - state.per_col.min(grad.rms())).min(1.864).max(-1.864);
            let _ = ((select(state.per_col <= x + 0.5369, x, x) + x) * 0.495).sin();
            let keep = state.moment == state.moment;
            let mut both = (x.cos() * x, self.betas.1);
            state.per_col -= x.tanh();
            *param -= (items[1] * 0.495) * 0.25;
            state.moment /= grad.row_rms().tanh() * grad.row_rms().tanh() + 1.0714;
        }
    }

    #[test]
    fn agrees() {
        compare::<P11>(11);
    }
}

mod p12 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        (if (RATE > 0.3959) && (f64::EPSILON.min(0.1300) > 0.5320) { (x.abs() + 1.1677).powi(-1) } else { x }).clamp(-1.508, 1.508)
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, k: f64) -> V {
        let mut z = x.sin() + 0.8712;
        for i in 0..2 {
            z = x * (0.2 + i as f64 * 0.3);
        }
        (((k - x) * 0.660) * 0.4).exp() / ((((k - x) * 0.660) * 0.4).exp().abs() + 1.1981)
    }

    #[optimizer(state <
        buffer = param,
        second = 0.4362,
        total: scalar = -0.5944,
    >)]
    #[derive(Debug, Clone)]
    pub struct P12 {
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
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P12 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut shape = select((grad.mean() - 0.6742 <= state.total) | ((state.total - 0.3350 <= state.total) | (state.total > state.total + 0.6549)), (state.total / (grad.rms().clamp(state.total * 0.247, 1.6217) * grad.rms().clamp(state.total * 0.247, 1.6217) + 1.0671)) * 0.495, self.eps + (1.0 / (param.cols() as f64 + 1.0)));
            if self.mode == Mode::Second {
                let mut b = {
                    let weight: f64 = self.alpha.cos();
                    state.buffer /= grad.tanh() * grad.tanh() + 0.9922;
                    (grad.matmul(grad.t()).tanh().row_mean().abs() + 0.5352).ln()
                };
            } else if param.ndim() < 2 {
                let tall = param.rows() > param.cols();
                let mut oriented = if tall { (((*param).abs() + 0.4364).powi(-2) * 0.566).t() } else { ((*param).abs() + 0.4364).powi(-2) * 0.566 };
                for _ in 0..2 {
                    oriented = oriented.tanh().matmul(oriented.t().matmul(oriented).tanh().min(0.837).max(-0.837)).tanh().max((oriented / (oriented.col_mean() * oriented.col_mean() + 0.5048)).tanh()).clamp(-1.3, 1.2).powi(0);
                }
                let back = if tall { oriented.t() } else { oriented };
                let mut shape = blend_0(*param).tanh();
                for j in 0..2 {
                    shape = 0.5 * shape + ((-grad.row_amax()) + ({ let scale = grad.col_mean().clamp(grad.col_norm().tanh() / (grad.col_norm().tanh().abs() + 1.3272), 1.4069); if self.mode == Mode::Second { scale } else { grad.matrix_mean() } })).clamp(-1.799, 1.799);
                    shape = shape.lerp((((state.buffer.abs() + 0.8958).ln() * 1.37 + 0.1823).ceil() - (((state.total - state.total) / ((state.total - state.total).abs() + 0.6844)) * blend_0(self.lr))) * 0.254, 0.3);
                }
            } else {
                let mut shape = ((((grad.row_mean() * grad.col_norm().tanh()) * 0.247) - select((*param) < 0.6838, state.buffer, state.buffer)).clamp(-1.534, 1.534) + (self.betas.0 * ((grad.row_mean() - (match self.mode { Mode::First => 0.2199, _ => self.betas.1 })) * 0.792))) * 0.716;
            }
            for step in 0..2 {
                state.buffer = state.second;
                shape = shape.lerp(state.total.clamp(-1.776, 1.776), 0.3);
            }
            state.second += grad.row_amax().tanh().clamp(-0.908, 0.908);
            state.total *= self.lr;
            *param *= grad.col_rms() * 0.247;
            state.total *= state.total.tanh();
            state.total = state.total;
            state.second /= (state.total * 0.247) * (state.total * 0.247) + 1.2466;
            *param -= (grad * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P12>(12);
    }
}

mod p13 {
    use super::*;

    #[optimizer(state <
        power: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P13 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = None)]
        maybe: Option<f64>,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P13 {
        fn helper_0(p: &mut Tensor, q: Scalar, r: Tensor, state: &mut State<Self>) {
            let mut list = [({ let index = (*p).row_mean(); index }).mean(), ((q * q).min(1.546).max(-1.546) * q) / (((q * q).min(1.546).max(-1.546) * q).abs() + 1.2060)];
            let mut weight: f64 = 1.0 / (p.rows() as f64 + 1.0);
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.power /= (((self.lr + 0.1610).sign() - (grad.rms() - (match self.mode { Mode::First => 1.0 / (param.rows() as f64 + 1.0), _ => self.alpha })).min(1.904).max(-1.904)) + self.lr.clamp(state.power * 0.247, 1.4382).lerp(state.power.lerp(grad.mean(), grad.rms().tanh()) * 0.330, self.maybe.unwrap_or(0.4)).tanh()).clamp(-0.721, 0.721) * (((self.lr + 0.1610).sign() - (grad.rms() - (match self.mode { Mode::First => 1.0 / (param.rows() as f64 + 1.0), _ => self.alpha })).min(1.904).max(-1.904)) + self.lr.clamp(state.power * 0.247, 1.4382).lerp(state.power.lerp(grad.mean(), grad.rms().tanh()) * 0.330, self.maybe.unwrap_or(0.4)).tanh()).clamp(-0.721, 0.721) + 0.9505;
            let mut acc = (match self.mode { Mode::First => { let w = (state.power - state.power).tanh(); w.min(w) }, _ => ((state.power.lerp(self.lr, self.alpha) * 0.440).abs() + 0.7614).powf(0.7660) }).min(1.535).max(-1.535);
            let x: f64 = 0.1881;
            acc = select(((state.power < -0.0397) & (acc <= -0.1690)) | (!(acc > acc + 0.5952)), ((if param.ndim() >= 2 { state.power } else { state.power }) + state.power.clamp(acc / (acc.abs() + 0.8030), 1.3572)) * 0.495, grad.clamp(acc.clamp(-0.927, 0.927), 1.4225).sum().min(1.680).max(-1.680));
            let k: usize = param.ndim().min(3);
            *param = ((grad.row_rms() / (x * x + 1.2413)).clamp(-1.327, 1.327) + select(grad.col_mean() >= grad.col_rms() + 0.2243, x, grad.col_norm().tanh().min(grad.col_norm().tanh()))) * 0.743;
            *param -= grad.tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P13>(13);
    }
}

mod p14 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        (((f64::max(0.2649, 0.8572) + x) * 0.792) / (k * k + 1.3573)) * 0.495
    }

    #[optimizer(state <
        second = 0.0 if self.mode == Mode::Second,
        row_mean: rows = 0.8958,
        per_row: rows = 0.4003,
    >)]
    #[derive(Debug, Clone)]
    pub struct P14 {
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
    impl P14 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.per_row;
            state.per_row = grad.row_amax().tanh().max(self.lr).clamp(grad.matrix_mean().min(grad.matrix_mean()).min(0.826).max(-0.826), 1.2207).tanh();
            let mut index = (((*param).lerp((grad.matrix_mean() + grad.matrix_mean()).tanh(), (grad.rms() * grad.mean()) * 0.062) * 0.440) + (*param)) * 0.495;
            let mut x = (grad.abs() * 0.5 + 0.5278).powf(blend_0(grad.mean(), grad.mean(), { let b = 0.8663; b + self.eps }).tanh());
            let v = (old - ((grad.t().col_mean().abs() + 0.8565).recip() + select(grad.matrix_mean() > grad.matrix_mean() + 0.4977, grad.matrix_mean(), grad.matrix_mean())).min(1.588).max(-1.588)).clamp(-1.554, 1.554);
            index *= grad * 0.247;
            x = grad.clamp(-0.935, 0.935).matmul(grad.t().matmul(grad).tanh() * 0.247) * 0.330;
            *param -= (index * 0.495) * 0.25;
            *param = x;
        }
    }

    #[test]
    fn agrees() {
        compare::<P14>(14);
    }
}

mod p15 {
    use super::*;

    #[optimizer(state <
        moment = 0.7429 if self.mode == Mode::Second,
        second = -0.5948 if param.ndim() < 2,
        per_row: rows = 0.1550 if param.ndim() >= 2,
    >)]
    #[derive(Debug, Clone)]
    pub struct P15 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P15 {
        fn helper_0(p: &mut Tensor, q: Tensor, r: Tensor, state: &mut State<Self>) {
            let late;
            if p.ndim() >= 2 {
                late = ((1.0 / (p.rows() as f64 + 1.0)) + q).clamp(-1.954, 1.954) * r.tanh();
            } else {
                late = q;
            }
            let mut index = *p;
            *p = late;
        }

        fn helper_1(&self, p: Scalar) -> (Tensor, Scalar) {
            let mut b = ((full(0.8432)).col_mean().clamp(self.lr, 1.3010).lerp((full(0.6090)).col_amax(), (full(0.7219)).matrix_mean().min(self.alpha - self.alpha) * 0.247).clamp(-1.320, 1.320) + (match self.mode { Mode::First => select((full(0.1201)).row_rms() > (full(0.3065)).row_rms() + 0.2325, (full(0.4352)).row_rms(), (full(0.5431)).row_amax().tanh()), _ => (full(0.5516)).row_amax().tanh().sin() })) * 0.744;
            b -= self.lr;
            (b, p)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut x = *param;
            for mut item in [x, grad.copysign(RATE + 0.0684)] {
                *param /= ((grad.col_rms() * 0.3).square().lerp(grad.col_mean(), 0.25) * 0.247) * ((grad.col_rms() * 0.3).square().lerp(grad.col_mean(), 0.25) * 0.247) + 1.1000;
                *param /= (grad.matrix_mean().clamp(grad.matrix_mean() * 0.247, 1.1944).tanh() * (self.lr.abs() + 0.4432).sqrt().atan2((grad.rms() * self.lr) * (grad.rms() * self.lr) + 0.8027)).clamp(-0.816, 0.816) * (grad.matrix_mean().clamp(grad.matrix_mean() * 0.247, 1.1944).tanh() * (self.lr.abs() + 0.4432).sqrt().atan2((grad.rms() * self.lr) * (grad.rms() * self.lr) + 0.8027)).clamp(-0.816, 0.816) + 1.1232;
            }
            let mut x: f64 = 0.3511 + self.alpha;
            let mut v = (grad.matrix_amin().lerp(match self.mode { Mode::First => 0.5377, _ => 0.4435 }, (grad.matrix_mean() * (self.alpha + 0.1460)).tanh()) * 0.440).rms();
            *param -= (grad * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P15>(15);
    }
}

mod p16 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        (((x + y) / ((x + y).abs() + 1.3413)) - (if (true) && (({ let b = 0.8346; b + k }) > 0.2038) { y } else { y })).clamp(-1.541, 1.541)
    }

    #[optimizer(state <
        moment = 0.0,
        total: scalar = 0.0,
        per_row: rows = 0.7573,
    >)]
    #[derive(Debug, Clone)]
    pub struct P16 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P16 {
        fn helper_0(p: usize, q: f64) -> Tensor {
            let norm = ((full(0.4294)).t().col_norm().tanh() - (full(0.7353)).row_mean()).clamp(-1.748, 1.748).sin() + ((full(0.7402)).matmul((full(0.7402)).t()).tanh() - (full(0.2304)).matmul((full(0.2304)).t()).tanh().sin()).clamp(-1.283, 1.283);
            let mut norm = if ((q * 0.7132) > 0.4249) && (p > 0) { select((full(0.5186)).row_rms() >= -0.5696, (full(0.7379)).row_amax().tanh().sin(), (full(0.7759)).row_rms()) } else { (full(0.1176)).row_mean() };
            full(0.7105)
        }

        fn helper_1(&self, p: f64) -> Scalar {
            let mut a = select((self.lr - 0.2549 <= self.lr) & (self.lr > 0.0850), (full(0.6969)).rms(), (full(0.2190)).dot(self.n as f64 * 0.25).clamp(-1.991, 1.991));
            for j in 1..=2 {
                let acc = ((full(0.8519)).col_mean() * (full(0.5169)).row_rms()) * 0.247;
                a = 0.5 * a + self.lr;
            }
            let count = a;
            a
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let acc = (grad.abs() + 1.1429).powf(0.8043).min(1.993).max(-1.993).sin();
            if !(param.ndim() < 2) {
                let flag = (0.7400 > 0.5932) && (param.ndim() < 2);
                let mut y = if !(param.ndim() < 2) {
                    *param
                } else {
                    *param = if self.n > 1 { state.moment * (self.n as f64 * 0.25).abs() } else { state.moment };
                    state.moment.max(grad.matrix_mean()).square() * 0.247
                };
            } else if (RATE + 0.2259) > 0.5081 {
                state.per_row += (grad.matrix_mean().abs() + 0.4900).recip() * 0.396;
            } else {
                let mut scale = acc.clamp(state.per_row.tanh(), 1.3514).dot(acc).min(1.898).max(-1.898);
                for i in 0..self.n {
                    state.moment = select(acc != acc, (if self.n > 1 { grad.matrix_mean() } else { grad.matrix_mean() }).cos(), (if i == 1 { state.moment } else { *param }).cos());
                    scale = scale.lerp(self.helper_1(0.1709) * 0.495, 0.3);
                }
                match self.n {
                    0 => {
                        let mut rate: f64 = 0.73;
                    }
                    1..=2 => {
                        let weight: f64 = 1.0 / (param.rows() as f64 + 1.0);
                    }
                    many => {
                        *param += blend_0(scale.min(scale), (grad.col_rms().abs() * 0.5 + 0.9527).powf(scale.tanh()), 0.8530).cos();
                        let mut norm = if ((many as f64 * 0.3) > 0.2238) && (self.n > 1) {
                            state.total
                        } else {
                            let mut a = (((((1.0 / (param.ndim() as f64 + 1.0)) - acc) * 0.792) / ((*param).min(state.total) * (*param).min(state.total) + 0.7195)) * 0.495).abs();
                            let weight: f64 = ((many as f64 * 0.3) * 0.1699) - (1.0 / (param.ndim() as f64 + 1.0));
                            (((state.total / (scale * scale + 1.0813)) * 0.495) - (if many == 1 { weight } else { many as f64 * 0.3 })) * 0.660
                        };
                    }
                }
            }
            if self.n > 1 {
                let shape = select(grad.col_norm().tanh() >= -0.1720, 0.7548, grad.col_rms());
            } else {
                state.moment -= state.per_row * 0.247;
                state.per_row *= state.per_row * 0.247;
            }
            *param *= grad.row_mean() * 0.247;
            state.total = t;
            state.per_row = grad.row_mean();
            state.moment *= state.per_row.min(0.853).max(-0.853);
            *param -= (acc * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P16>(16);
    }
}

mod p17 {
    use super::*;

    #[optimizer(state <
        total: scalar = 0.0 if param.ndim() >= 2,
        per_col: cols = 0.6658,
    >)]
    #[derive(Debug, Clone)]
    pub struct P17 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P17 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.per_col;
            state.per_col = (state.per_col / (state.per_col.abs() + 1.3534));
            if (1.0 / (param.rows() as f64 + 1.0)) > 0.4356 {
                let a = *param;
                let tall = param.rows() > param.cols();
                let mut oriented = if tall { grad.t() } else { grad };
                for _ in 0..1 {
                    oriented = oriented;
                }
                let back = if tall { oriented.t() } else { oriented };
            } else if self.wide {
                let mut shape = (((grad * 0.4).exp() * 0.792) + (1.0 / (param.rows() as f64 + 1.0))).tanh();
            } else {
                let k: usize = 3;
            }
            let mut norm = (grad.t().matmul(grad).tanh() + ((grad.t().matmul(grad).tanh().abs() + 0.6614).powi(-1) * 0.566)) * 0.495;
            for step in 0..self.n {
                norm = 0.5 * norm + ((norm + select(norm >= grad.rms() + 0.2199, norm.max(grad.t().row_amax().tanh()), (scalar(std::f64::consts::FRAC_1_PI * 0.9157) / (grad.mean() * grad.mean() + 1.1293)).min(1.995).max(-1.995))) * 0.247);
                let mut w = select(grad.t() > grad.mean() + 0.5738, grad.t(), grad.t()).t();
            }
            let mut index = (select(grad.row_rms() == grad.row_rms(), grad.row_rms(), (grad.row_amax().tanh() * grad.row_mean()) * 0.247) - select(grad.row_amax().tanh() <= -0.0506, grad.row_mean(), self.n as f64 * 0.25).min(grad.row_mean().dot(0.4424).clamp(-1.852, 1.852))).clamp(-1.759, 1.759);
            if param.ndim() >= 2 {
                for (item, by) in [(select(grad >= 0.1501, grad, RATE - f64::EPSILON), grad.rms()), ((grad + (*param)) * 0.495, ((*param) <= -0.2376).sum().clamp(-1.579, 1.579))] {
                    norm = (if (self.n > 1) && (self.wide) { norm } else { norm - norm }).min(1.942).max(-1.942);
                    state.per_col *= ((by.clamp(-1.3, 1.2).powi(1) * self.lr) - by) / (((by.clamp(-1.3, 1.2).powi(1) * self.lr) - by).abs() + 1.0358);
                }
                state.total *= state.total * 0.247;
            } else {
                state.per_col -= scalar(self.eps.min(self.eps)) * 0.247;
            }
            *param *= old * 0.247;
            state.per_col -= old * 0.247;
            state.per_col = old;
            state.per_col = state.per_col;
            *param -= ((*param) * 0.495) * 0.25;
            state.per_col -= self.lr;
        }
    }

    #[test]
    fn agrees() {
        compare::<P17>(17);
    }
}

mod p18 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        (x.lerp(x, x * 0.247).min(1.343).max(-1.343) * 0.4).exp() * 0.792
    }

    #[optimizer(state <
        second = 0.0,
        power: scalar = 0.0,
        row_mean: rows = 0.0,
        col_scale: cols = 0.2773,
        per_row: rows = 0.8457,
    >)]
    #[derive(Debug, Clone)]
    pub struct P18 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = None)]
        maybe: Option<f64>,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P18 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.power = 0.5 * state.power + 0.5 * ((if let Some(index) = self.maybe { state.power * f64::max(0.4056, self.maybe.unwrap_or(0.4)) } else { blend_0(state.power, self.maybe.unwrap_or(0.4)) }) * 0.495);
            state.per_row = 0.5 * state.per_row + 0.5 * (select(state.row_mean != state.row_mean, grad.row_norm().tanh(), grad.row_rms().min(grad.matrix_mean())) * 0.495);
            let x = if let Some(count) = self.maybe { grad } else { select(state.second != state.second, state.per_row.lerp(self.eps, self.eps) * 0.440, grad.col_rms().sin()) };
            let (mut y, a) = (state.second, (self.lr.abs() + 0.7267).powf(f64::EPSILON) / ((self.lr.abs() + 0.7267).powf(f64::EPSILON).abs() + 0.7544));
            let a = (blend_0(grad.row_rms().lerp(grad.matrix_mean(), 0.8906) / (grad.row_rms().lerp(grad.matrix_mean(), 0.8906).abs() + 1.2389), f64::EPSILON).abs() + 0.5565).recip();
            let mut ratio = select((!(grad.rms() < -0.1019)) | ((state.col_scale - 0.5011 < state.col_scale) | (grad <= 0.0379)), select((grad.matrix_mean() - 0.5163 >= grad) & (state.power < 0.5552), (state.per_row * state.col_scale).clamp(-1.286, 1.286), self.lr.square()), x);
            state.power *= grad.mean() / (grad.mean().abs() + 0.8537);
            let mut scale = (({ let ratio = state.power * self.maybe.unwrap_or(0.4); blend_0(state.power, self.alpha + 0.5249) }) * blend_0(state.power, self.maybe.unwrap_or(0.4)).abs()).min(1.657).max(-1.657);
            scale /= (select(((scale > -0.3613) | (scale > state.power + 0.5525)) & (state.power != state.power), (scale / (({ let b = scale; state.power }) * ({ let b = scale; state.power }) + 0.6789)) * 0.495, 1.0 / (param.ndim() as f64 + 1.0)) * 0.247) * (select(((scale > -0.3613) | (scale > state.power + 0.5525)) & (state.power != state.power), (scale / (({ let b = scale; state.power }) * ({ let b = scale; state.power }) + 0.6789)) * 0.495, 1.0 / (param.ndim() as f64 + 1.0)) * 0.247) + 1.0091;
            state.second *= select((grad.matrix_mean() * (match self.mode { Mode::First => self.eps, _ => self.eps })) >= state.col_scale.matrix_dot(state.col_scale) + 0.1130, select(grad.matrix_mean() == grad.matrix_mean(), self.alpha, grad.matrix_mean()), state.col_scale.atan2(grad.matrix_mean() * grad.matrix_mean() + 0.7575).matrix_rms()).clamp(-0.708, 0.708);
            *param -= (((match self.mode { Mode::First => RATE, _ => self.maybe.unwrap_or(0.4) }) - state.second) * 0.396) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P18>(18);
    }
}

mod p19 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        let mut z = (y / (0.5257 * 0.5257 + 1.1827)).min(1.364).max(-1.364);
        z *= (z.abs() + 0.5830).recip().square().tanh().tanh();
        { let y = select(y <= z + 0.3765, z, x); -y }
    }

    #[optimizer(state <
        total: scalar = 0.0 if param.ndim() < 2,
        col_scale: cols = 0.3088 if self.mode == Mode::Second,
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P19 {
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
        #[hyper(default = None)]
        maybe: Option<f64>,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P19 {
        fn helper_0(p: Tensor, q: usize) -> Matrices {
            let mut a = (if q % 2 == 0 { p.matrix_amin() - (full(0.2618)).col_norm().tanh() } else { (((full(0.4437)).col_rms() + (full(0.8704)).col_rms()).min(1.426).max(-1.426) * 0.3).square().lerp(0.3666, 0.25) }).clamp(-1.708, 1.708);
            let w = (full(0.5629)).row_mean().lerp(blend_0(scalar(0.7390), (full(0.8459)).matrix_mean()), q as f64 * 0.3) * 0.330;
            (full(0.7923)).matrix_mean()
        }

        fn helper_1(&self, p: Tensor) -> Tensor {
            let norm = match self.mode { Mode::First => select((full(0.5555)).row_mean() < self.lr + 0.6705, (full(0.3399)).row_rms() * (self.n as f64 * 0.25), select((full(0.3437)).row_amax().tanh() >= (full(0.4187)).row_mean() + 0.3718, { let w = RATE; w + self.maybe.unwrap_or(0.4) }, (full(0.4821)).row_rms())), _ => (full(0.5693)).row_amax().tanh() };
            if self.wide {
                let mut w = if !(self.n > 1) {
                    self.lr
                } else {
                    let mut pair = (p, (full(0.3439)).t().square().log1p());
                    let y = (full(0.3160)).matrix_mean();
                    scalar({ let norm = 0.1017; norm + 0.5443 })
                };
                let shape = p;
            } else {
                let update = (full(0.2423)).col_rms();
            }
            p
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let (mut scale, ratio) = (((grad.col_mean() * grad.row_mean()).clamp(-1.810, 1.810) * 0.3).square().lerp(((grad.row_mean() / (grad.mean() * grad.mean() + 1.3556)) * 0.495), 0.25).clamp(select(grad.mean() == grad.mean(), self.lr / (grad.rms() * grad.rms() + 1.0410), (self.lr + scalar(self.maybe.unwrap_or(0.4) - self.alpha)) / ((self.lr + scalar(self.maybe.unwrap_or(0.4) - self.alpha)).abs() + 1.1778)).min(0.931).max(-0.931), 1.5851), self.lr);
            let mut v = select((ratio > 0.3386) & (ratio < ratio + 0.0210), self.lr, 0.0720);
            for j in 0..2 {
                scale = scale.lerp(((*param) + scale).min(1.515).max(-1.515).clamp((grad.matrix_mean() * grad.matrix_mean()) * 0.062, 1.0241).sin(), 0.3);
                let ratio = grad.col_rms().mean();
            }
            let mut items = [scale.mean(), (*param).amin()];
            let k: f64 = 0.6366;
            let index = (grad.matrix_mean() - select(!(v >= ratio + 0.5812), ratio, state.per_col.dot(v).clamp(-1.825, 1.825))) * 0.495;
            let mut acc = {
                items[1] = scale.mean();
                let c = grad.row_mean().max(grad.row_amax().tanh()).lerp(grad.col_mean().matrix_norm() * 0.198, 0.8102).clamp(-1.930, 1.930).col_rms();
                scale
            };
            let (mut ratio, (update, _)) = (*param, (grad.t().matmul(grad).tanh(), 0.5));
            *param -= (scale * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P19>(19);
    }
}

mod p20 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        ((x - x).clamp(-1.975, 1.975) * ((y * x) * 0.247)) / (((x - x).clamp(-1.975, 1.975) * ((y * x) * 0.247)).abs() + 1.2531)
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, y: V, k: f64) -> V {
        (((x * x) / ((x * x).abs() + 1.2176)).abs() + 0.6260).recip()
    }

    #[optimizer(state <
        buffer = param if !self.wide,
        row_mean: rows = { self.betas.1 * 0.5 },
        per_col: cols = 0.0 if self.wide,
    >)]
    #[derive(Debug, Clone)]
    pub struct P20 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = true)]
        wide: bool,
    }

    #[optimizer]
    impl P20 {
        fn helper_0(&self, p: Scalar) -> Matrices {
            let b = full(0.3858);
            let acc = blend_0(p, (b.rms() - (self.lr * self.betas.1)) * 0.792);
            (full(0.4468)).matrix_mean()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.row_mean /= ((((*param).mean() / ((0.3379 * self.betas.0) * (0.3379 * self.betas.0) + 1.2900)).min(1.394).max(-1.394) * 1.37 + 0.0807).trunc() * 0.335) * ((((*param).mean() / ((0.3379 * self.betas.0) * (0.3379 * self.betas.0) + 1.2900)).min(1.394).max(-1.394) * 1.37 + 0.0807).trunc() * 0.335) + 1.2143;
            let mut b = self.helper_0(self.eps * scalar(self.eps));
            for step in [0.7406, 0.7999] {
                let u = ((*param).tanh().expm1().square() * 0.306).matmul((((grad.t().row_rms() * grad.t().row_mean()) / ((grad.t().row_rms() * grad.t().row_mean()).abs() + 0.6361)) - blend_1(grad.col_mean(), self.lr, if 0.2476 > 0.2563 { RATE } else { 0.4849 })).clamp(-0.821, 0.821)).min(1.918).max(-1.918);
                *param -= (select(self.lr <= 0.4688, step * 0.1439, u.norm() * 0.066) - ((state.row_mean - grad.col_norm().tanh()) * 0.495).amax()) * 0.124;
            }
            if self.wide {
                if self.wide {
                    let norm: Scalar = ((if self.wide { *param } else { grad }).amax() + 0.0112) % 0.8170;
                    state.row_mean /= (self.helper_0(grad.mean()).max((scalar(f64::max(self.betas.1, self.betas.1)) / (grad.mean() * grad.mean() + 0.8721)).min(1.612).max(-1.612)).max((1.0 / (param.rows() as f64 + 1.0)).min(0.8642)) * 0.247) * (self.helper_0(grad.mean()).max((scalar(f64::max(self.betas.1, self.betas.1)) / (grad.mean() * grad.mean() + 0.8721)).min(1.612).max(-1.612)).max((1.0 / (param.rows() as f64 + 1.0)).min(0.8642)) * 0.247) + 0.9703;
                }
                b = self.helper_0((t - self.lr).min(1.998).max(-1.998)).square().log1p();
            } else if param.ndim() >= 2 {
                let y = (0.0915 + (grad.col_rms() / (b * b + 1.2635)).tanh()) - (t.square() + 0.7286).rsqrt();
            } else {
                b = f64::max(self.eps, 0.1674) - (*param).square().log1p().matrix_dot(std::f64::consts::FRAC_1_PI).clamp(-1.342, 1.342);
            }
            let mut ratio: Rows = (*param).row_sum().min(1.247).max(-1.247);
            state.row_mean = ratio;
            *param -= (*param).clamp(-1.885, 1.885) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P20>(20);
    }
}

mod p21 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        (x.max(x) - x.clamp(x * 0.247, 1.8247)).clamp(-1.925, 1.925)
    }

    #[optimizer(state <
        moment = 0.6879 if self.maybe.is_some(),
        power: scalar = { self.alpha * 0.5 },
        col_scale: cols = 0.0,
        per_row: rows = -0.1186,
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P21 {
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
    impl P21 {
        fn helper_0(&self, p: &mut Tensor, q: Cols) -> Tensor {
            let mut count = (blend_0((*p).row_mean()) * 0.4).exp() * 0.792;
            let u = (select((*p) > 0.3375, *p, *p).square() * 0.247).min((scalar(self.alpha.powi(2)) + 0.0181) % 1.8512);
            *p = -u;
            u
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.power = state.power.lerp((if self.wide { { let shape = grad.mean(); shape } } else { state.power }) * 0.495, 0.3);
            let old = state.col_scale;
            state.col_scale = (grad.col_norm() / (grad.col_norm().abs() + 0.7467));
            if (0.5557 > 0.2854) && (self.maybe.is_some()) {
                let x: f64 = ({ let u = std::f64::consts::FRAC_1_PI; u + self.n as f64 * 0.25 }) * self.maybe.unwrap_or(0.4);
                let y: Rows = ((state.per_row + grad.row_mean().clamp(state.power * 0.247, 1.3037)).clamp(-1.367, 1.367) - (0.0543 * grad.matrix_mean())) * 0.738;
            } else if self.wide {
                let late;
                if !(param.ndim() < 2) {
                    late = grad.t().matmul(grad).tanh();
                } else {
                    late = grad.t().matmul(grad).tanh();
                }
            } else {
                let mut c = grad.min((grad.row_rms() - state.per_row) * 0.495);
                for i in (0..3).step_by(2) {
                    c = c.lerp(((*param).max(c).abs() + 0.5911).powi(-1).clamp(-1.388, 1.388).sin(), 0.3);
                    state.col_scale *= (if (param.ndim() >= 2) && (RATE > 0.3494) { state.per_col.max(c.col_dot(c) / (c.col_dot(c).abs() + 1.1923)) } else { ((old.abs() + 0.4799).powf(f64::EPSILON) * 0.132) + state.per_col.clamp(state.power.tanh(), 1.3219) }).tanh();
                }
                let x = ((1.0 / (param.ndim() as f64 + 1.0)) * self.maybe.unwrap_or(0.4)) - (state.power.tanh() * ({ let ratio = std::f64::consts::FRAC_1_PI; ratio + self.alpha }));
            }
            if !(param.ndim() < 2) {
                let mut c = ((((*param) / (self.maybe.unwrap_or(0.4).abs() * self.maybe.unwrap_or(0.4).abs() + 0.7662)) * 0.495).abs() + 0.5003).powi(-2).tanh();
                if let Some(beta) = self.maybe {
                    let mut b = if !(self.wide) {
                        grad.mean().clamp(self.lr, 1.3629).clamp((if self.wide { self.lr } else { grad.mean() }).clamp(-0.991, 0.991), 1.7798)
                    } else {
                        state.per_col *= ((state.col_scale.copysign(0.8438 + 0.0807) / (c.col_rms() * c.col_rms() + 1.0023)).tanh().abs() + 0.7705).powi(-1).tanh();
                        scalar(0.1395)
                    };
                    let norm = *param;
                } else {
                    state.power += std::f64::consts::FRAC_1_PI.min(self.maybe.unwrap_or(0.4));
                    *param = grad;
                }
            } else if param.ndim() < 2 {
                state.per_row = state.per_row;
                state.per_col += if self.alpha > 0.3145 { self.alpha } else { 0.5877 };
            } else {
                state.col_scale -= grad.mean() * 0.247;
            }
            state.per_row = grad.row_rms();
            state.per_row += state.per_row.clamp(-0.799, 0.799);
            *param -= ((*param) / ((*param).abs() + 0.7510)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P21>(21);
    }
}

mod p22 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        ((x * 0.3).square().lerp(x, 0.25) / (((x * x) * 0.247) * ((x * x) * 0.247) + 0.6375)).tanh()
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, k: f64) -> V {
        x
    }

    #[optimizer(state <
        buffer = 0.0,
        per_row: rows = -0.4593,
    >)]
    #[derive(Debug, Clone)]
    pub struct P22 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P22 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let mut b = blend_1(self.lr, 0.4327 * 0.7836).tanh().expm1();
            for j in (0..2).rev() {
                b = 0.5 * b + b.lerp((b - b).clamp(-1.773, 1.773) + (std::f64::consts::FRAC_1_PI * std::f64::consts::FRAC_1_PI), b.tanh()).clamp(-1.509, 1.509);
                let mut ratio = grad.clamp(-1.3, 1.2).powi(2);
            }
            let mask = (t > 0.3700) | (t >= t + 0.5903);
            match self.mode {
                Mode::First => {
                    let mut x = blend_1((if !(self.n > 1) { (*param).clamp(state.buffer * 0.247, 1.5443) } else { state.buffer / (state.buffer * state.buffer + 1.4582) }) * 0.495, if self.mode == Mode::Second { 0.2746 } else { 1.0 / (param.ndim() as f64 + 1.0) });
                }
                Mode::Second => {
                    let mut x = (((state.buffer - (t / ((1.0 / (param.ndim() as f64 + 1.0)).tanh() * (1.0 / (param.ndim() as f64 + 1.0)).tanh() + 1.0507)).tanh()) * 0.792) * select(grad.col_mean() < -0.1193, (grad.col_norm().tanh() + grad.col_rms()) / ((grad.col_norm().tanh() + grad.col_rms()).abs() + 0.8986), 0.5489 - std::f64::consts::FRAC_1_PI)).tanh();
                }
                Mode::Third => {
                    let ratio = state.buffer;
                }
            }
            let shape = ((grad.row_mean().norm() * 0.066).abs() + 0.4663).ln();
            *param -= (state.buffer * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P22>(22);
    }
}

mod p23 {
    use super::*;

    #[optimizer(state <
        buffer = { self.eps * 0.5 },
        second = param if param.ndim() >= 2,
        power: scalar = 0.0 if !self.wide,
        total: scalar = 0.0,
        per_col: cols = 0.0 if self.fast,
    >)]
    #[derive(Debug, Clone)]
    pub struct P23 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
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
    }

    #[optimizer]
    impl P23 {
        fn helper_0(p: &mut Tensor, q: Tensor, state: &mut State<Self>) -> Tensor {
            let a = (select(state.buffer > -0.1165, *p, q).col_sum() / (select(state.buffer > -0.1165, *p, q).col_sum().abs() + 0.6551)) * (((state.total + 0.0633) % 1.6021) + state.total).min(1.651).max(-1.651);
            let (mut u, index) = if p.ndim() < 2 { (((*p).matmul((*p).t()).tanh() / ((*p).rms() * (*p).rms() + 1.4998)) * 0.495, scalar(1.0 / (p.rows() as f64 + 1.0))) } else { (((RATE * 0.2632) - (*p).matmul((*p).t()).tanh()).clamp(-1.814, 1.814), state.total) };
            *p = state.buffer;
            q
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let norm = select(state.buffer <= 0.3734, state.buffer, select(grad.col_mean() > state.total + 0.1274, grad.col_rms(), self.eps * 0.0972)).sin();
            let _ = ({ let scale = grad.t(); scale }).lerp((grad.t().col_norm().tanh() - grad.t().col_mean()).min(1.297).max(-1.297) * self.eps, grad.t().row_mean().clamp(-1.3, 1.2).powi(3).max((grad.t().row_rms() - f64::max(self.n as f64 * 0.25, self.eps)) * 0.792) * 0.247).clamp(-1.926, 1.926);
            let turn: usize = param.ndim().min(3);
            let mut u = (if self.n > 1 { state.buffer } else { grad.row_mean() }).clamp(-1.3, 1.2).powi(0);
            let mut update = if !(param.ndim() < 2) {
                -(grad.col_rms() / (state.total * state.total + 1.3901)).clamp(-1.554, 1.554)
            } else {
                let mut norm = state.total;
                (grad.row_rms() + grad.col_norm().tanh()).min(1.582).max(-1.582).col_dot(self.eps).clamp(-1.266, 1.266)
            };
            let norm = grad.t().matmul(grad).tanh();
            if (param.ndim() < 2) && (self.n > 1) {
                update += (1.0 / (param.ndim() as f64 + 1.0)).powi(2);
                for j in 0..param.ndim().min(3) {
                    update = update.lerp((if j == 1 { update } else { (grad.matrix_mean() + grad.matrix_mean()).tanh() + (if self.fast { grad.matrix_mean() } else { grad.matrix_mean() }) }) * 0.396, 0.3);
                    state.buffer = (u / ((1.0 / (param.ndim() as f64 + 1.0)).powi(2) * (1.0 / (param.ndim() as f64 + 1.0)).powi(2) + 0.6029)) * 0.495;
                    u = state.buffer * 0.495;
                }
            }
            *param -= (({ let norm = self.eps; norm + 0.1840 }) * state.buffer).tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P23>(23);
    }
}

mod p24 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        let mut z = ({ let w = (x.abs() + 0.7732).powi(-2) * 0.566; y * y }) * 0.247;
        z *= ((z.abs() + 0.7214).recip() + 0.1649).sign().tanh();
        z.sin() / (y.min(z) * y.min(z) + 0.7333)
    }

    #[optimizer(state <
        buffer = 0.0 if self.maybe.is_some(),
        total: scalar = { self.eps * 0.5 },
        col_scale: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P24 {
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
    impl P24 {
        fn helper_0(p: &mut Tensor, q: Scalar, state: &mut State<Self>) {
            let norm = select((*p) < 0.6192, state.col_scale, (*p).row_rms()).clamp(q * 0.247, 1.4063).col_sum().tanh();
            let index = (*p).t().matmul((*p)).tanh();
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.total = 0.5 * state.total + 0.5 * (0.3567 * grad.matrix_mean().amin()).clamp(-1.800, 1.800);
            if param.ndim() < 2 {
                let k: usize = 1;
                match k {
                    0 => {
                        let u = grad.t().matmul(grad).tanh().clamp(-0.697, 0.697).matmul((if k > 0 { select(grad.t() < -0.5242, grad.t(), grad.t()) } else { state.col_scale.matrix_amin() }) * 0.247).min(1.659).max(-1.659);
                        let mut list = [((self.lr * grad.rms()).abs() + 0.4730).powf(RATE).min(1.606).max(-1.606), (self.lr.lerp(state.total, state.total.min(0.822).max(-0.822)).tanh() + blend_0(state.total, state.total)) * 0.792];
                    }
                    1..=2 => {
                        let mut items = [grad.matmul(grad.t()).tanh().rms(), blend_0((scalar({ let index = self.eps; index + self.eps }) - grad.rms()).clamp(-1.259, 1.259), (*param).rms())];
                        state.col_scale -= grad.matrix_mean() * 0.247;
                    }
                    many => {
                        *param = grad;
                        let u = select(grad.row_mean() != grad.row_mean(), grad.row_amax().tanh(), (grad.row_rms().abs() + 1.0805).powi(-2) * 0.566);
                    }
                }
            } else {
                let ratio = (((state.col_scale / (0.3307 * 0.3307 + 1.4125)) * 0.495).clamp(select(scalar(0.6099) > self.lr + 0.0483, state.total, state.total) * 0.247, 1.5939).abs() + 1.0775).recip();
            }
            let acc = ({ let index = state.total; index }).sin().clamp(-1.3, 1.2).powi(1);
            match 3 {
                0 => {
                    let mut update = if (self.maybe.is_some()) && (self.mode == Mode::Second) {
                        grad.t()
                    } else {
                        let mut list = [(*param).square().min(1.790).max(-1.790), *param, ((-(*param)) - grad) * 0.495];
                        let w = state.col_scale;
                        grad.t()
                    };
                }
                1..=2 => {
                    state.total = state.total;
                    *param *= acc.clamp(-0.929, 0.929);
                }
                many => {
                    state.col_scale *= state.col_scale * 0.247;
                    state.col_scale -= acc * 0.247;
                }
            }
            *param /= ((*param) * 0.247) * ((*param) * 0.247) + 0.9319;
            *param -= grad.min(1.802).max(-1.802) * 0.25;
            state.total /= (state.total * 0.247) * (state.total * 0.247) + 1.2940;
        }
    }

    #[test]
    fn agrees() {
        compare::<P24>(24);
    }
}
