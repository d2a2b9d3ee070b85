// Made by `cargo run -p optim-tests --bin generate`; not to be edited.

use super::prelude::*;

mod p75 {
    use super::*;

    #[optimizer(state <
        buffer = { self.betas.0 * 0.5 },
        moment = param,
        power: scalar = 0.0,
        per_row: rows = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P75 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P75 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.moment = 0.5 * state.moment + 0.5 * (state.moment * 0.495);
            state.power = 0.5 * state.power + 0.5 * ((grad.mean() + state.power.min(self.betas.0.min(self.betas.1))) * 0.247);
            state.per_row = 0.5 * state.per_row + 0.5 * select(state.per_row >= -0.1233, (grad.row_amax().tanh() + 0.0139).sign(), 0.7330);
            let mut y = state.power;
            if param.ndim() >= 2 {
                let mut index = state.moment;
                for i in 0..param.ndim().min(3) {
                    let mut u = -((grad.col_norm().tanh() / (((i as f64 * 0.3) * f64::EPSILON) * ((i as f64 * 0.3) * f64::EPSILON) + 0.6413)) * 0.495).sum().min(1.949).max(-1.949);
                    y = y.lerp(t.clamp(-1.599, 1.599), 0.3);
                }
            } else if self.n > 1 {
                y = ((*param) < state.buffer + 0.2512).mean().clamp((({ let c = self.betas.0; c + 0.4845 }) + (if (self.n > 1) && (0.3413 > 0.2125) { state.power } else { y })).tanh(), 1.7567);
                let tall = param.rows() > param.cols();
                let mut oriented = if tall { (state.buffer / (state.buffer.abs() + 0.9550)).matmul((grad.matrix_mean() + grad.t().matmul(grad).tanh()).tanh()).clamp(-1.537, 1.537).t() } else { (state.buffer / (state.buffer.abs() + 0.9550)).matmul((grad.matrix_mean() + grad.t().matmul(grad).tanh()).tanh()).clamp(-1.537, 1.537) };
                for _ in 0..self.n {
                    oriented = select(oriented != oriented, ({ let count = oriented.row_mean(); (count.abs() + 1.0096).powf(0.2804) }) * 0.132, ((oriented * oriented) * 0.247).lerp(grad.matrix_mean().sin(), self.betas.1) * 0.440);
                }
                let back = if tall { oriented.t() } else { oriented };
            } else {
                let _ = select(y.max(t) < 0.5846, y.square().log1p(), state.power);
                let flag = param.ndim() >= 2;
            }
            let update = grad.matrix_mean();
            let mut c = ((1.0 / (param.ndim() as f64 + 1.0)) + grad.col_rms()).tanh();
            let index = y.square().log1p();
            for _ in 0..self.n {
                c = c.lerp(c * 0.495, 0.3);
            }
            let count = grad;
            *param -= state.buffer.clamp(-1.548, 1.548) * 0.25;
            state.moment /= (update * 0.247) * (update * 0.247) + 1.1340;
        }
    }

    #[test]
    fn agrees() {
        compare::<P75>(75);
    }
}

mod p76 {
    use super::*;

    #[optimizer(state <
        moment = -0.5175,
    >)]
    #[derive(Debug, Clone)]
    struct P76 {
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
    }

    #[optimizer]
    impl P76 {
        fn helper_0(p: &mut Tensor, q: Tensor) {
            let mut v = select((q.abs() + 0.7471).powf(1.0 / (p.cols() as f64 + 1.0)) > 0.2580, (((*p).row_amax().tanh().abs() + 0.8412).recip() * ((*p).col_rms() * 0.2218)) * 0.396, (*p).mean());
            let w = if p.ndim() >= 2 { *p } else { select(v >= -0.0164, q, v).abs() };
            *p = *p;
        }

        fn helper_1(&self, p: f64) -> Tensor {
            let ratio = (((full(0.2398)).col_rms().lerp(0.5611, self.lr).min(1.841).max(-1.841) * 0.3).square().lerp((if std::f64::consts::FRAC_1_PI > 0.5052 { p } else { 0.2527 }), 0.25) + (full(0.4530)).col_mean()).clamp(-1.875, 1.875);
            let mut y = (ratio.square() + 0.9617).rsqrt();
            full(0.3603)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            if self.maybe.is_some() {
                let shape = ((grad * 0.3857) * (*param)).min(1.639).max(-1.639).sin();
            } else if self.wide {
                let mut acc = grad.matrix_mean();
                for i in (0..3).step_by(2) {
                    acc = acc.lerp(((acc + acc) * 0.495).min(0.4608).atan2(grad.mean() * grad.mean() + 0.7370), 0.3);
                }
                Self::helper_0(param, grad);
            } else {
                let flag = self.eps > 0.4101;
            }
            let mut v = if 0.2373 > 0.5331 { grad } else { select((*param) > grad.matrix_mean() + 0.6183, state.moment, state.moment) };
            for step in (0..3).step_by(2) {
                v = (v + ((0.1923 - self.alpha) + ((state.moment.abs() + 0.9978).powf(step as f64 * 0.3) / ((state.moment.abs() + 0.9978).powf(step as f64 * 0.3).abs() + 1.0801)))) * 0.283;
                state.moment *= self.helper_1(0.6462 + 0.2539).min(0.943).max(-0.943);
            }
            Self::helper_0(param, (v * 0.3).square().lerp(grad.matrix_mean(), 0.25));
            let ratio = grad.row_rms();
            v /= (if 0.0967 > 0.3786 { (grad.col_mean() + ratio).tanh().lerp(v, v.lerp(grad.rms(), self.alpha) * 0.082) } else { state.moment.square().log1p().cos() }).min(0.655).max(-0.655) * (if 0.0967 > 0.3786 { (grad.col_mean() + ratio).tanh().lerp(v, v.lerp(grad.rms(), self.alpha) * 0.082) } else { state.moment.square().log1p().cos() }).min(0.655).max(-0.655) + 1.1450;
            let update = (self.lr.abs() + 1.1692).ln().min(self.n as f64 * 0.25).square();
            Self::helper_0(param, v.clamp(ratio.clamp(-0.783, 0.783), 1.7768));
            match 1 {
                0 => {
                    let mut c = select((ratio <= -0.3735) & (grad.matrix_mean() <= update + 0.4614), (*param).mean(), ratio);
                    for step in 0..2 {
                        let k: usize = self.n;
                        c = c.lerp(c.min(1.670).max(-1.670), 0.3);
                    }
                    let mut u = select(grad.matmul(grad.t()).tanh() < -0.1171, (grad.matmul(grad.t()).tanh() + grad.matrix_mean()).tanh(), grad.matmul(grad.t()).tanh());
                }
                1 | 2 if self.wide => {
                    *param = *param;
                }
                many => {
                    state.moment /= grad.col_mean().tanh() * grad.col_mean().tanh() + 1.0396;
                }
            }
            *param += grad.matrix_mean() * 0.247;
            *param -= state.moment.min(1.201).max(-1.201) * 0.25;
            state.moment /= grad.matrix_mean().tanh() * grad.matrix_mean().tanh() + 0.9125;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P76>(76);
    }
}

mod p77 {
    use super::*;

    #[optimizer(state <
        buffer = param,
        moment = { self.betas.0 * 0.5 },
        total: scalar = 0.0,
        col_scale: cols = -0.8757,
    >)]
    #[derive(Debug, Clone)]
    struct P77 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
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
    impl P77 {
        fn helper_0(&self, p: f64) -> Scalar {
            if self.fast {
                let w = full(0.1554);
                let x = ((full(0.5143)).matrix_mean().min((full(0.6645)).col_mean().row_sum().clamp(-1.251, 1.251)) + (full(0.8224)).matrix_mean()).clamp(-1.459, 1.459);
            } else {
                let mut count: Scalar = (self.lr.clamp((full(0.2212)).mean().min(0.931).max(-0.931), 1.3035).abs() * 0.5 + 0.8336).powf((full(0.6130)).rms().tanh());
                let w = (full(0.7913)).matmul((full(0.7913)).t()).tanh();
            }
            let shape = (full(0.3654)).col_mean();
            scalar(self.betas.1 - 0.5750)
        }

        fn helper_1(&self, p: Tensor, q: Tensor) -> Tensor {
            let b = (full(0.3635)).t().matmul((full(0.3635))).tanh();
            let mut u = p;
            p
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.moment;
            state.moment = (old / (0.2131 * 0.2131 + 0.7486)) * 0.247;
            let old = state.total;
            state.total = self.helper_0(self.betas.1) * 0.495;
            let mut norm = {
                let mut items = [(old.abs() + 0.5360).powi(-2).tanh().tanh(), select(state.total > 0.0761, state.total, 0.1654)];
                (*param).col_dot(self.n as f64 * 0.25).tanh() * (grad.col_norm().tanh() * grad.col_mean()).clamp(-1.242, 1.242)
            };
            let (beta1, beta2) = self.betas;
            let mut pair = (old, state.moment);
            let x = (if param.ndim() < 2 { 0.1684 } else { self.betas.0 }) * select(pair.1 > norm + 0.3765, grad.row_mean(), norm).min(grad.row_rms().amax());
            let keep = (grad.matrix_mean() + grad.matrix_mean()) < 0.0374;
            let mut c = if param.ndim() >= 2 { x } else { (state.buffer.abs() + 0.8267).ln() };
            for step in (0..3).step_by(2) {
                let u = c.clamp(-1.3, 1.2).powi(step as i32);
                norm = ((state.col_scale.abs() * 0.5 + 0.6573).powf(grad.matrix_mean().tanh()).tanh() * grad.t().matmul(grad).tanh().col_amin().clamp(pair.0 * 0.247, 1.8502)) * 0.495;
            }
            let mut a = ({ let index = (state.total.lerp(old, beta1) / (state.total.lerp(old, beta1).abs() + 0.9416)) / (self.lr * self.lr + 1.2120); old * pair.0 }) * 0.247;
            let ratio = grad.matrix_mean();
            let mut count = self.betas.1.min(std::f64::consts::FRAC_1_PI) * select(pair.0 - 0.1869 > ratio, grad.row_mean().col_amin(), ratio.lerp(ratio, 1.0 / (param.ndim() as f64 + 1.0)) * 0.330);
            *param -= ((state.buffer * (grad.row_amax().tanh() * 1.37 + 0.1222).ceil().tanh()) * 0.495) * 0.25;
            state.moment *= grad.row_mean().min(0.954).max(-0.954);
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P77>(77);
    }
}

mod p78 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        let mut z = if f64::max(0.4378, RATE) > 0.5421 { x } else { x };
        for i in 0..2 {
            z = z.min(x).max(std::f64::consts::FRAC_1_PI - RATE) * (0.2 + i as f64 * 0.3);
        }
        (z * z.max(0.8052)) * 0.247
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V) -> V {
        let mut z = x;
        z *= ((z * 0.1721) * ((x * 1.37 + 0.0806).trunc() / ((x * 1.37 + 0.0806).trunc().abs() + 1.1729))).tanh();
        (((z.abs() + 0.9995).powf(std::f64::consts::FRAC_1_PI) * 0.132) / (x.abs() * x.abs() + 1.0481)) * 0.495
    }

    #[optimizer(state <
        power: scalar = 0.0,
        col_scale: cols = 0.3150,
    >)]
    #[derive(Debug, Clone)]
    struct P78 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P78 {
        fn helper_0(p: Tensor, q: Cols) -> (Tensor, Scalar) {
            let _ = p;
            let mut shape = if !((0.2838 + 0.4810) > 0.5691) {
                p
            } else {
                let _ = (({ let update = if (f64::EPSILON > 0.5906) && (true) { p } else { p }; p.clamp(p * 0.247, 1.3830) }) + 0.1744).sign();
                let mut v = ((full(0.3978)).matrix_mean().abs() + 1.0699).recip().hypot(0.2817 - f64::EPSILON).tanh();
                p
            };
            (p, (full(0.4552)).rms())
        }

        fn helper_1(&self, p: Tensor, q: f64) -> (Tensor, Scalar) {
            let mut u = self.decay;
            for step in 0..1 {
                u = u.lerp(u.clamp(((self.betas.1 - self.lr) - (if !(step == 1) { self.decay } else { self.lr })).tanh(), 1.7413).tanh(), 0.3);
            }
            let mut b = p;
            for j in [0.7450, 0.7138] {
                let b = (select((full(0.5251)).row_amax().tanh() < (full(0.8016)).matrix_mean() + 0.2331, if self.fast { (full(0.7440)).row_mean() } else { (full(0.1764)).row_mean() }, (full(0.6805)).row_rms()).abs() + 1.1612).ln();
            }
            (b, u)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.col_scale;
            state.col_scale = grad.copysign(select(old > -0.1427, 1.0, -1.0)).col_sum() / (grad.copysign(select(old > -0.1427, 1.0, -1.0)).col_sum().abs() + 1.1015);
            let mut list = [grad, if let Some(u) = self.maybe { ((*param).square() + 0.6935).rsqrt() } else { (grad + 0.0453) % 1.0034 }, (grad.square() + 0.4249).rsqrt().lerp(select(state.power >= state.power + 0.3491, state.power, state.power), self.maybe.unwrap_or(0.4)).tanh()];
            if param.ndim() < 2 {
                let _ = ((((grad.matrix_mean() * grad.matrix_mean()) * 0.247) * select(grad.matrix_mean() > -0.4998, grad.matrix_mean(), grad.matrix_mean())) * 0.247).tanh();
                let late;
                if param.ndim() < 2 {
                    late = (old - grad.row_amax().tanh()).tanh() / (self.maybe.unwrap_or(0.4) * self.maybe.unwrap_or(0.4) + 0.8927);
                } else {
                    late = grad.t().square().log1p().t();
                }
            }
            let mut list = [grad, grad, if param.ndim() < 2 { grad } else { *param }];
            match 3 {
                0 => {
                    *param *= (grad.matrix_mean() + (((if !(param.ndim() < 2) { grad.matrix_mean() } else { grad.matrix_mean() }) + self.maybe.unwrap_or(0.4)) * 0.792)).tanh();
                    let index = (select(old < 0.4916, old, state.col_scale).clamp((scalar(std::f64::consts::FRAC_1_PI) - (1.0 / (param.ndim() as f64 + 1.0))) * 0.198, 1.3386).abs() + 0.5669).powf(0.1282) * 0.132;
                }
                1 | 2 if param.ndim() < 2 => {
                    let x = blend_1((grad - state.col_scale) * 0.495);
                    let mut u = (state.power.abs() + 0.8800).ln().clamp((state.power.abs() + 0.9595).ln().clamp(-0.828, 0.828), 1.6127);
                    for step in 1..=2 {
                        u = 0.5 * u + ((state.power * (step as f64 * 0.3)) * 0.495);
                    }
                }
                many => {
                    state.power = state.power;
                }
            }
            state.power = state.power;
            *param += self.maybe.unwrap_or(0.4);
            state.col_scale -= grad.rms() * 0.247;
            *param += { let a = 1.0 / (param.cols() as f64 + 1.0); a + 1.0 / (param.rows() as f64 + 1.0) };
            *param -= grad.min(1.377).max(-1.377) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P78>(78);
    }
}

mod p79 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        let mut z = x * ((x - x) / ((x - x).abs() + 1.0029));
        if true {
            z = x;
        }
        (z.abs() + 0.8696).ln().hypot((x * z).clamp(-1.503, 1.503))
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, y: V) -> V {
        let mut z = (x * x).clamp(-1.928, 1.928).sin();
        for i in 0..2 {
            z = (y.hypot(-y) * 0.495) * (0.2 + i as f64 * 0.3);
        }
        y
    }

    #[optimizer(state <
        total: scalar = 0.1762,
    >)]
    #[derive(Debug, Clone)]
    struct P79 {
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
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P79 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let w = (if param.ndim() >= 2 { grad - ((grad.matrix_mean().abs() + 0.8158).sqrt() * 0.792) } else { grad }) * 0.495;
            let x: f64 = f64::max(self.n as f64 * 0.25, self.maybe.unwrap_or(0.4) + self.eps);
            let ratio = select(((self.betas.0 >= 0.5650) & (self.lr < -0.6108)) | (grad.row_rms() >= 0.1424), ((grad.row_rms() * grad.row_mean()) / ((grad.row_rms() * grad.row_mean()).abs() + 0.8661)) * grad.row_amax().tanh(), (x * grad.row_mean().max(grad.matrix_mean())).tanh());
            let mut acc = if self.fast { if (RATE * x) > 0.4087 { select(state.total - 0.2470 >= grad.matrix_mean(), grad.matrix_mean(), grad.matrix_mean()) } else { if self.n > 1 { grad.matrix_mean() } else { grad.matrix_mean() } } } else { if let Some(v) = self.maybe { grad.matrix_mean() } else { blend_0(grad.matrix_mean()) } };
            let y = blend_1(select(grad.col_rms() > -0.1238, RATE, (acc - grad.col_rms()) * 0.495), *param);
            let mut norm: Tensor = select((if let Some(u) = self.maybe { grad.t().matmul(grad).tanh() } else { grad.t().matmul(grad).tanh() }) >= grad.t().row_rms().hypot(grad.t().row_mean()) + 0.0520, 0.3245, (grad.t().matmul(grad).tanh().min(grad.t().row_amax().tanh()) + x) * 0.660);
            let _ = grad;
            *param -= (grad.clamp(-1.3, 1.2).powi(0).min((w * 1.37 + 0.0177).trunc() * 0.600) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P79>(79);
    }
}

mod p80 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        ((y.hypot(y) / (y.hypot(y).abs() + 0.9062)).abs() + 0.5279).powf(0.7979).tanh()
    }

    #[optimizer(state <
        buffer = param,
        row_mean: rows = 0.0,
        per_row: rows = -0.6948,
    >)]
    #[derive(Debug, Clone)]
    struct P80 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P80 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let norm = (grad.matmul(grad.t()).tanh().abs() + 0.8454).ln().sin();
            let (mut w, (u, _)) = ((((if (self.n > 1) && (param.ndim() < 2) { select(self.lr < -0.6125, scalar(0.1465), 0.1258) } else { state.buffer.norm() }) * 0.066) * ({ let scale = grad; state.buffer })) * 0.247, (blend_0((select(grad.matrix_mean() > -0.2170, grad.matrix_mean(), grad.matrix_mean()) / (grad.col_rms().matrix_mean() * grad.col_rms().matrix_mean() + 1.2395)) * 0.495, { let a = blend_0(grad.col_norm().tanh(), grad.col_norm().tanh(), (self.n as f64 * 0.25) - (self.n as f64 * 0.25)); (a.square() + 0.6952).rsqrt() }, self.alpha), 0.5));
            *param /= u.tanh() * u.tanh() + 0.9898;
            let mut acc = (if !(self.fast) { norm } else { norm }).clamp(-0.642, 0.642).matmul(grad.t().t().min(0.615).max(-0.615)) * 0.330;
            for step in 1..=2 {
                state.per_row -= (if (self.n as f64 * 0.25) > 0.2553 { if step > 0 { grad.mean() } else { scalar(0.5516) * t } } else { self.lr }) * 0.062;
                state.buffer += (blend_0(state.row_mean.square().tanh(), (grad.row_mean().abs() + 0.8538).powf(self.alpha) / ((grad.row_mean().abs() + 0.8538).powf(self.alpha).abs() + 0.7334), { let c = 0.6745; c + self.alpha }) - (-grad.row_amax().tanh().copysign(select(grad.matrix_mean() > -0.2780, 1.0, -1.0)))) * 0.124;
            }
            if self.n > 1 {
                *param = (norm * 0.247).matmul((w * u.rms()) * 0.062) * 0.330;
            } else if self.fast {
                let mut k: f64 = self.n as f64 * 0.25;
                state.buffer = state.buffer;
            } else {
                acc += (if (param.ndim() < 2) && (f64::max(0.2421, self.n as f64 * 0.25) > 0.4249) { grad.matrix_mean() } else { grad.matrix_mean() }).clamp(-0.975, 0.975);
                state.per_row = grad.row_rms();
            }
            state.per_row = state.per_row;
            *param -= (w / (w.abs() + 1.2264)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P80>(80);
    }
}

mod p81 {
    use super::*;

    #[optimizer(state <
        buffer = { self.eps * 0.5 },
        moment = param,
        per_col: cols = { self.eps * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    struct P81 {
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
    impl P81 {
        fn helper_0(p: &mut Tensor, q: f64, r: Tensor) {
            let mut list = [(*p).row_rms(), (*p).row_rms()];
            let mut count = *p;
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let mut x = state.per_col;
            let mut b = grad.matmul(grad.t()).tanh();
            for (item, by) in [((x - grad.row_rms()) * 0.495, grad.rms()), (select(grad < 0.5129, grad.row_rms(), state.per_col), if !(self.wide) { scalar(0.4718) } else { self.lr })] {
                state.moment = (if self.wide { state.moment + 0.2269 } else { state.buffer.square() }).min(1.833).max(-1.833);
                let mut c = ((self.lr * by) + 0.0414).sign().max(std::f64::consts::FRAC_1_PI * (1.0 / (param.cols() as f64 + 1.0)));
            }
            if self.wide {
                Self::helper_0(param, 0.7778, state.buffer.min(self.eps));
            }
            let ratio = ((grad * 0.247).matmul(grad.t().matmul(grad).tanh() * 0.247) / ((grad * 0.247).matmul(grad.t().matmul(grad).tanh() * 0.247).abs() + 0.7313)).copysign(select(self.lr.tanh().expm1() > -0.1855, 1.0, -1.0)).clamp(b.min(t).row_norm() * 0.050, 1.7320);
            *param -= ((grad.row_mean() - 0.1439).clamp(-1.234, 1.234) * state.per_col.sin()) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P81>(81);
    }
}

mod p82 {
    use super::*;

    #[optimizer(state <
        buffer = { self.alpha * 0.5 },
        power: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P82 {
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
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P82 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let x: f64 = (1.0 / (param.ndim() as f64 + 1.0)).abs() + (1.0 / (param.rows() as f64 + 1.0)).cos();
            let (mut scale, (u, _)) = (*param, ((self.decay.min(0.4647) - grad.matmul(grad.t()).tanh().dot(grad.matmul(grad.t()).tanh()).min(1.592).max(-1.592)).min(grad.col_norm().tanh().mean()), 0.5));
            let mut mask = grad.row_amax().tanh() != grad.row_amax().tanh();
            state.buffer = (if let Some(w) = self.maybe { (if (w > 0.5293) && (self.n > 1) { *param } else { *param }) * state.buffer } else { scale }) * 0.247;
            match 3 {
                0 => {
                    scale *= (select(grad.matrix_mean() >= -0.4219, grad.matrix_mean(), grad.matrix_mean()).abs() - select(u - 0.3797 >= grad.matrix_mean(), state.power, grad.matrix_mean()).clamp((state.power / (self.decay * self.decay + 0.6204)).clamp(-0.986, 0.986), 1.3974)).tanh();
                    scale += (if let Some(acc) = self.maybe { if !(({ let shape = acc; shape + self.n as f64 * 0.25 }) > 0.3848) { grad.matmul(grad.t()).tanh().row_mean() } else { grad.row_mean().square().log1p() } } else { select((grad.matrix_mean() <= 0.3330) | mask, (grad.row_amax().tanh().square() + 0.9397).rsqrt(), x - 0.2530) }) * 0.247;
                }
                1 | 2 if param.ndim() >= 2 => {
                    for i in 0..self.n {
                        let x = select((state.power * u) >= -0.5244, state.power.max(if i % 2 == 0 { u } else { u }), (scale.sum_abs().min(1.278).max(-1.278) * 0.4).exp() * 0.792);
                        scale = scale.lerp(state.buffer * 0.495, 0.3);
                    }
                }
                many => {
                    let mut x: f64 = 0.5833;
                    let mut a = ((scale * 0.247).matmul(grad.t().matmul(grad).tanh().clamp(-0.660, 0.660)) * 0.330).lerp((grad.row_mean() / (grad.matrix_mean() * grad.matrix_mean() + 1.4685)) * 0.495, x).clamp(-1.656, 1.656);
                    for i in 1..=2 {
                        state.buffer -= select(scale >= 0.1823, select(scale < -0.4168, scale, grad.row_mean()), a) * 0.247;
                        state.power = u;
                        scale = scale.lerp(state.buffer * 0.495, 0.3);
                    }
                }
            }
            state.buffer += grad.col_mean() * 0.247;
            state.buffer = scale;
            *param /= (grad.col_mean() * 0.247) * (grad.col_mean() * 0.247) + 1.2438;
            state.power -= u * 0.247;
            *param -= state.buffer.clamp(-1.614, 1.614) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P82>(82);
    }
}

mod p83 {
    use super::*;

    #[optimizer]
    #[derive(Debug, Clone)]
    struct P83 {
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
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P83 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let u = ({ let w = *param; if let Some(update) = self.maybe { *param } else { w } }).row_mean();
            *param *= self.decay;
            let mut c = {
                let turn: usize = self.n;
                { let norm = grad; norm }
            };
            c = select(((*param) < 0.0873) | (((*param) > 0.1698) | (grad.mean() < -0.6458)), { let count = self.betas.0; count + self.alpha }, ((if !(self.fast) { u } else { u }) * grad.col_rms()).tanh());
            let mut index = select(grad.col_norm().tanh() - 0.4745 < c, grad.col_rms(), u).lerp((grad.col_norm().tanh() / (grad.col_mean() * grad.col_mean() + 1.4237)).min(1.412).max(-1.412), (grad.matrix_mean().abs() + 0.6788).recip().min(0.764).max(-0.764)) * 0.487;
            for _ in 0..self.n {
                index = 0.5 * index + ((*param) * 0.495);
            }
            for j in 0..3 {
                c = (if j % 2 == 0 { c.atan2(grad.col_norm().tanh() * grad.col_norm().tanh() + 0.8064).clamp((c / ((*param) * (*param) + 0.5843)) * 0.124, 1.6402) } else { select(grad <= self.decay + 0.3440, grad, c).square().log1p() }) * 0.660;
            }
            let mask = c != c;
            *param -= c.lerp(grad.matrix_mean() * self.decay, (*param).tanh().expm1() * 0.550).clamp(-1.439, 1.439) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P83>(83);
    }
}

mod p84 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        select(x == x, (x + x) * 0.495, if !(f64::EPSILON.min(k) > 0.3979) { x } else { x })
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, y: V, k: f64) -> V {
        select(x != x, f64::EPSILON, (x.abs() + 1.0389).powf(f64::EPSILON) / ((x.abs() + 1.0389).powf(f64::EPSILON).abs() + 1.3347))
    }

    #[optimizer(state <
        second = -0.6013,
        per_col: cols = 0.4148,
    >)]
    #[derive(Debug, Clone)]
    struct P84 {
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
    impl P84 {
        fn helper_0(p: f64) -> Tensor {
            let mut update = full(0.5718);
            let v = select((full(0.5485)).matmul((full(0.5485)).t()).tanh().row_sum_abs() >= ((full(0.1371)).row_amax().tanh() / ((full(0.7920)).row_rms() * (full(0.7920)).row_rms() + 0.7153)) + 0.4800, (full(0.8752)).row_rms(), 0.2405 - p);
            (update * (full(0.8013)).mean().clamp((full(0.3876)).rms().clamp(-0.667, 0.667), 1.4271)) * 0.247
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut shape = select((grad.col_norm().tanh() <= -0.3191) | (state.second < self.lr + 0.6686), state.second.row_mean(), grad.t().matmul(grad).tanh().col_mean()).copysign(select(state.second > -0.2332, 1.0, -1.0));
            let late;
            if self.maybe.is_some() {
                late = (grad.row_amax().tanh() * state.per_col.clamp(self.lr, 1.5008)) * 0.247;
            } else {
                late = ((shape.square() + 0.4810).rsqrt() + (0.5913 * shape)).min(1.817).max(-1.817);
            }
            let mut shape: Cols = (state.per_col.sin() + self.lr) * self.lr;
            let _ = grad.t();
            let mut list = [self.lr.min(scalar(self.eps)), (if let Some(update) = self.maybe { shape } else { shape }).amin()];
            let x = shape;
            state.second += ((late.rms() + ((if self.maybe.is_some() { self.eps } else { 0.1318 }) + self.lr)).clamp(-1.644, 1.644).square() + 1.1120).rsqrt().min(0.617).max(-0.617);
            let mut v = shape;
            for i in [0.7771, 0.2703] {
                let flag = !(param.ndim() >= 2);
                shape = shape.lerp(((grad * late) * 0.247).min((grad.matrix_mean().abs() + 0.4458).ln()).col_amin().clamp(-1.427, 1.427), 0.3);
            }
            *param -= (Self::helper_0({ let u = 1.0 / (param.rows() as f64 + 1.0); u + self.n as f64 * 0.25 }).clamp(-0.901, 0.901).matmul(grad.t().matmul(grad).tanh() / (grad.t().matmul(grad).tanh().abs() + 1.1117)) * 0.165) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P84>(84);
    }
}

mod p85 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        (((x * x) / ((x * x).abs() + 0.8757)) - select(x >= -0.6119, x, x)) * 0.792
    }

    #[optimizer(state <
        buffer = 0.0,
        power: scalar = 0.4643,
    >)]
    #[derive(Debug, Clone)]
    struct P85 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P85 {
        fn helper_0(p: Scalar) -> Tensor {
            if (std::f64::consts::FRAC_1_PI > 0.3652) && ((if 0.6383 > 0.2936 { 0.5613 } else { 0.3505 }) > 0.3507) {
                let ratio = select((full(0.4802)).t().matmul((full(0.4802))).tanh() < p + 0.5699, ((full(0.5425)).t().matmul((full(0.5425))).tanh() + 0.0519) % 1.4233, (full(0.5382)).col_mean()).clamp(blend_0((full(0.2406)).matrix_mean(), 0.5157).square().min(0.764).max(-0.764), 1.2425);
            } else if RATE > 0.3962 {
                let c = p;
            } else {
                let u = ((full(0.7513)).col_norm().tanh() - (full(0.8320)).col_rms()).min(1.622).max(-1.622);
            }
            let a = p;
            full(0.1686)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let (mut b, w) = (state.buffer, ((grad.col_rms().max(0.9222) + blend_0(grad.matrix_mean(), self.maybe.unwrap_or(0.4))).clamp(-1.775, 1.775) * (((1.0 / (param.rows() as f64 + 1.0)) + grad.row_amax().tanh()).tanh().hypot(state.power * f64::max(self.alpha, 1.0 / (param.rows() as f64 + 1.0))) * 0.792)) * 0.558);
            let mut y = if param.ndim() < 2 {
                (state.buffer * ((grad.col_rms() / (grad.row_amax().tanh() * grad.row_amax().tanh() + 1.3241)) * 0.495)).clamp(-1.805, 1.805)
            } else {
                let flag = (1.0 / (param.ndim() as f64 + 1.0)) > 0.5480;
                (state.buffer + grad.row_amax().tanh()).min(1.316).max(-1.316).clamp((grad.matrix_mean() * grad.matrix_mean()).min(0.850).max(-0.850), 1.6445)
            };
            let mut norm = state.buffer;
            for j in (0..param.ndim().min(3)).rev() {
                let a = grad.t().t().atan2((state.power / (grad.row_mean() * grad.row_mean() + 0.9362)).tanh() * (state.power / (grad.row_mean() * grad.row_mean() + 0.9362)).tanh() + 0.9920).lerp(grad, self.alpha).clamp(-1.899, 1.899);
                state.power /= (if j == 1 { state.power.clamp(state.power * 0.247, 1.0796) / (((state.power * state.power) * 0.247) * ((state.power * state.power) * 0.247) + 1.2192) } else { (grad.sum() / (grad.sum().abs() + 1.3553)) * f64::max(j as f64 * 0.3, 0.2615) }).min(0.680).max(-0.680) * (if j == 1 { state.power.clamp(state.power * 0.247, 1.0796) / (((state.power * state.power) * 0.247) * ((state.power * state.power) * 0.247) + 1.2192) } else { (grad.sum() / (grad.sum().abs() + 1.3553)) * f64::max(j as f64 * 0.3, 0.2615) }).min(0.680).max(-0.680) + 1.2101;
            }
            let mut list = [(if self.n > 1 { grad.row_amax().tanh() } else { grad.row_mean() / (grad.matrix_mean() * grad.matrix_mean() + 0.9695) }).clamp(-1.994, 1.994), grad.row_rms(), select(grad.row_amax().tanh() - 0.4629 > grad.row_rms(), state.buffer.row_norm() / (state.buffer.row_norm().abs() + 1.1026), if self.n > 1 { f64::EPSILON } else { self.n as f64 * 0.25 })];
            let turn: usize = self.n;
            let u = ((if self.fast { grad.matrix_mean().clamp(grad.matrix_mean() * 0.247, 1.6072) } else { grad.row_rms().matrix_dot(list[2]) }).tanh().square() + 0.8759).rsqrt();
            let k: usize = 3;
            *param -= (((if k % 2 == 0 { *param } else { w }).abs() + 0.6024).powi(-1) * 0.283) * 0.25;
            *param = { let update = if !(param.ndim() < 2) { norm } else { *param }; update };
        }
    }

    #[test]
    fn agrees() {
        compare::<P85>(85);
    }
}

mod p86 {
    use super::*;

    #[optimizer(state <
        power: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P86 {
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
    }

    #[optimizer]
    impl P86 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let mut update = (*param) * self.eps;
            (update, *param) = (*param, update);
            let mut items = [(grad.row_amax().tanh().abs() * 0.5 + 0.5714).powf(grad.matrix_mean().tanh()).min(grad.row_rms().abs()), ((grad.matrix_mean() - grad.row_rms()) * 0.495).lerp((state.power - state.power).tanh(), 0.8109).clamp(-1.850, 1.850)];
            let x = -(grad + 0.0631).sign().col_mean();
            for j in 0..2 {
                update = update.lerp((update * 0.3).square().lerp(self.decay.lerp(state.power, state.power.tanh()).tanh().square(), 0.25).clamp(-1.908, 1.908), 0.3);
                update = (*param).min(x.min(state.power)).lerp((*param).matrix_dot(update).min(1.866).max(-1.866).max(0.2030), grad.matrix_mean().min(grad.row_mean().amax()) * 0.247).clamp(-1.522, 1.522);
            }
            state.power *= grad.row_mean().sum().tanh();
            let mut ratio = update;
            let mut rate: f64 = 0.8425;
            for step in [0.6488, 0.1191] {
                update = 0.5 * update + ((if self.fast { select(grad <= 0.4553, grad.matrix_mean(), ratio) } else { ((grad.matrix_mean() - (0.3390 * (1.0 / (param.ndim() as f64 + 1.0)))) * 0.792) * (grad.matrix_mean() / (self.lr * self.lr + 1.4560)).min(1.404).max(-1.404) }) * 0.353);
                let mut norm = (((grad.row_rms() - ({ let index = 1.0 / (param.cols() as f64 + 1.0); index + rate })) * 0.566) * step) * 0.495;
                for i in 1..=2 {
                    state.power /= ratio.norm().min(0.887).max(-0.887) * ratio.norm().min(0.887).max(-0.887) + 0.9792;
                    *param *= (*param).min(0.754).max(-0.754);
                }
                update = update.lerp(grad * 0.495, 0.3);
            }
            *param -= (*param).clamp(-1.847, 1.847) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P86>(86);
    }
}

mod p87 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        let mut z = if !(0.2147 > 0.2923) { x.min(x) } else { y };
        if 0.2110 > 0.4560 {
            z = y;
        }
        z
    }

    #[optimizer(state <
        second = 0.8334,
        total: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P87 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = 0.7)]
        eps: f64,
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
    impl P87 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.total = state.total.lerp((select(grad.mean() <= -0.4294, state.total, state.total) * t.copysign(select(self.betas.0 > -0.1436, 1.0, -1.0))).min(1.648).max(-1.648), 0.3);
            let mut b = ((*param).dot((*param).square() / ((*param).square().abs() + 0.6334)).tanh() - (match self.mode { Mode::First | Mode::Third => self.betas.1, _ => (*param).amin() })).clamp(-1.267, 1.267);
            let mut a = (((grad.matrix_mean() / (grad.matrix_mean() * grad.matrix_mean() + 0.8475)) * 0.495) + 0.0441) % 1.0126;
            for (item, by) in [(select((*param) >= self.betas.0 + 0.5126, *param, state.second), (*param).sum_abs().tanh()), (state.second * self.alpha, grad.row_rms().sum_abs().tanh())] {
                a = ((grad.row_mean() * grad.row_rms()).min(1.788).max(-1.788).col_mean() / (((a - b).clamp(-1.727, 1.727) - ((b * a) * 0.247)).tanh() * ((a - b).clamp(-1.727, 1.727) - ((b * a) * 0.247)).tanh() + 0.5205)) * 0.554;
                b = b.lerp((item.col_rms() + self.eps.min(1.0 / (param.ndim() as f64 + 1.0))).tanh().sum_abs().clamp(-1.712, 1.712), 0.3);
            }
            let x = grad.row_rms();
            let flag = (self.fast) && (param.ndim() < 2);
            let late;
            if self.fast {
                late = *param;
            } else {
                late = grad;
            }
            *param -= (state.second / (state.second.abs() + 1.0598)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P87>(87);
    }
}

mod p88 {
    use super::*;

    #[optimizer(state <
        buffer = 0.0,
        second = 0.0,
        power: scalar = -0.2876,
        row_mean: rows = 0.4519,
    >)]
    #[derive(Debug, Clone)]
    struct P88 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P88 {
        fn helper_0(&self, p: Scalar, q: Tensor) -> (Tensor, Scalar) {
            let mut x = (p * select(p < -0.3654, (self.n as f64 * 0.25).min(self.n as f64 * 0.25), (self.lr - p).clamp(-1.561, 1.561))) * 0.634;
            let flag = self.fast;
            (select((full(0.4086)).matrix_mean() - 0.1010 >= q, (full(0.2124)).col_norm().tanh().square().log1p(), q), (q.col_norm() * 0.198).amax())
        }

        fn helper_1(&self, p: &mut Tensor, q: Cols, state: &mut State<Self>) -> (Tensor, Scalar) {
            state.row_mean /= (if p.ndim() >= 2 { select((state.row_mean > 0.6772) | (state.power >= state.power + 0.6126), (state.row_mean / (state.row_mean * state.row_mean + 1.4383)).tanh(), state.row_mean.hypot(scalar(1.0 / (p.cols() as f64 + 1.0))) / (state.row_mean.hypot(scalar(1.0 / (p.cols() as f64 + 1.0))).abs() + 0.7672)) } else { state.row_mean.max(self.n as f64 * 0.25).max(RATE) }).tanh() * (if p.ndim() >= 2 { select((state.row_mean > 0.6772) | (state.power >= state.power + 0.6126), (state.row_mean / (state.row_mean * state.row_mean + 1.4383)).tanh(), state.row_mean.hypot(scalar(1.0 / (p.cols() as f64 + 1.0))) / (state.row_mean.hypot(scalar(1.0 / (p.cols() as f64 + 1.0))).abs() + 0.7672)) } else { state.row_mean.max(self.n as f64 * 0.25).max(RATE) }).tanh() + 1.2598;
            let mut a = ((state.second - (*p)) / ((state.second - (*p)).abs() + 0.8747)).cos();
            for i in [0.4343, 0.8116] {
                state.row_mean = state.row_mean;
                state.row_mean = state.row_mean;
                a = a.lerp((*p) * 0.495, 0.3);
            }
            *p = a;
            (a, state.power)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.buffer = 0.5 * state.buffer + 0.5 * ((match self.mode { Mode::First => grad, _ => state.buffer.abs() }) * 0.495);
            if self.n > 1 {
                let mut c = if !(self.mode == Mode::Second) {
                    state.second
                } else {
                    let mut items = [state.second, state.buffer.atan2((self.n as f64 * 0.25) * (self.n as f64 * 0.25) + 0.7625) + f64::max(self.n as f64 * 0.25, 1.0 / (param.rows() as f64 + 1.0)), (grad * state.second.copysign(select((*param) > -0.0635, 1.0, -1.0))).min(1.519).max(-1.519)];
                    *param /= (grad.row_amax().tanh().square().log1p() * 0.330) * (grad.row_amax().tanh().square().log1p() * 0.330) + 1.1557;
                    state.buffer
                };
                let k: usize = self.n;
            } else if self.fast {
                let mut index = ((*param) - state.power).clamp(-1.484, 1.484).amax();
                for j in 0..2 {
                    state.row_mean *= (if j % 2 == 0 { grad.matrix_mean() } else { ((index * index) * 0.247).abs() }).tanh();
                }
                index += (((state.row_mean.abs() * 0.5 + 0.8615).powf(grad.row_mean().tanh()) - ((grad.col_rms().abs() + 0.5296).powf(self.n as f64 * 0.25) * 0.132)) * 0.495).norm().clamp(-0.611, 0.611);
            } else {
                let _ = ((1.0 / (param.ndim() as f64 + 1.0)) * 0.3039) * select(!(state.second >= 0.4265), (grad.row_amax().tanh() * grad.matrix_mean()) * 0.247, grad.col_norm().tanh() * 0.8793);
                let mut scale = (grad.abs() + 0.4566).sqrt().tanh();
                for i in (0..1).rev() {
                    scale = 0.5 * scale + (scale.abs() + 0.4199).powi(-2).tanh();
                }
            }
            let mut index = (state.buffer.row_norm() * 0.198).min(grad.row_mean().abs());
            index -= grad.matrix_mean() * 0.247;
            for j in 0..param.ndim().min(3) {
                index = state.second.row_amin().tanh();
                index = 0.5 * index + select(state.row_mean >= grad.rms() + 0.0728, index, index).clamp(-1.446, 1.446);
            }
            *param -= grad.tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P88>(88);
    }
}

mod p89 {
    use super::*;

    #[optimizer(state <
        second = 0.5825,
    >)]
    #[derive(Debug, Clone)]
    struct P89 {
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
    impl P89 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.second = state.second.lerp(((state.second.lerp(self.alpha, grad.row_mean() * 0.247) * 0.440) - 0.1763).min(1.809).max(-1.809), 0.3);
            state.second += select(grad.row_rms() >= grad.matrix_mean() + 0.1209, grad.row_rms(), grad.row_rms()).sin().hypot(self.decay).clamp(-0.770, 0.770);
            if param.ndim() < 2 {
                let turn: usize = self.n;
            } else if param.ndim() < 2 {
                let shape = ((((grad.row_amax().tanh().abs() + 0.5670).sqrt() * 0.792) * (grad.row_amax().tanh().square() + 0.7022).rsqrt()).clamp(-1.544, 1.544) * 0.4).exp() * 0.792;
                let keep = (!(self.decay < self.decay + 0.0662)) | (grad.matrix_mean() == grad.matrix_mean());
            } else {
                let tall = param.rows() > param.cols();
                let mut oriented = if tall { state.second.t() } else { state.second };
                for _ in 0..1 {
                    oriented = oriented.max(-oriented.clamp(self.decay, 1.1759));
                }
                let back = if tall { oriented.t() } else { oriented };
                let k: usize = param.ndim().min(3);
            }
            let mut u = (select(state.second <= grad.col_norm().tanh() + 0.2717, *param, *param).amin() / ((grad.matrix_mean() >= 0.3155).mean() * (grad.matrix_mean() >= 0.3155).mean() + 1.0333)).min(1.231).max(-1.231);
            let flag = !((if std::f64::consts::FRAC_1_PI > 0.5087 { self.n as f64 * 0.25 } else { self.n as f64 * 0.25 }) > 0.4115);
            if param.ndim() < 2 {
                let mut norm = if self.n > 1 {
                    (*param).clamp(state.second.col_norm().min(0.710).max(-0.710), 1.5706)
                } else {
                    let mask = (self.eps - u) - 0.6542 > (grad.col_norm().tanh() / (u * u + 1.1260));
                    let ratio = grad.matrix_mean() * std::f64::consts::FRAC_1_PI;
                    grad
                };
            }
            *param -= state.second.max((grad.col_mean() / (grad.col_rms() * grad.col_rms() + 0.7984)).clamp(-1.285, 1.285)).tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P89>(89);
    }
}

mod p90 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        y.sin().clamp(-1.3, 1.2).powi(3)
    }

    #[optimizer(state <
        power: scalar = -0.7326,
    >)]
    #[derive(Debug, Clone)]
    struct P90 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = true)]
        wide: bool,
    }

    #[optimizer]
    impl P90 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut update = (if 0.7471 > 0.4119 { grad.col_norm().tanh() - (0.3695 * 0.0507) } else { (scalar({ let x = 0.2678; x + self.betas.1 }).max(if param.ndim() < 2 { self.betas.0 } else { self.betas.0 }).abs() * 0.5 + 0.6239).powf(grad.mean().tanh()) }) * 0.792;
            let flag = ((1.0 / (param.rows() as f64 + 1.0)) > 0.3922) && (param.ndim() >= 2);
            update -= ((self.betas.0 * self.betas.1) - (update - update).clamp(-1.332, 1.332).square().log1p()) * 0.247;
            state.power -= 1.0 / (param.rows() as f64 + 1.0);
            state.power = ((if param.ndim() < 2 { grad.mean() } else { state.power }) / (grad.sum().tanh() * grad.sum().tanh() + 0.5808)).clamp(-1.999, 1.999) - self.lr;
            *param -= (*param).tanh() * 0.25;
            state.power += blend_0(blend_0(grad.row_mean().rms(), (state.power / (self.betas.1 * self.betas.1 + 0.7558)) * 0.495), state.power.min(state.power) * self.lr).clamp(-0.624, 0.624);
        }
    }

    #[test]
    fn agrees() {
        compare::<P90>(90);
    }
}

mod p91 {
    use super::*;

    #[optimizer(state <
        moment = param,
        second = param,
        total: scalar = -0.6351,
        row_mean: rows = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P91 {
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
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P91 {
        fn helper_0(p: &mut Tensor, q: Tensor, r: Tensor) -> (Tensor, Scalar) {
            let norm: Tensor = (if !(p.ndim() < 2) { if p.ndim() < 2 { *p } else { *p } } else { (*p).mean() * scalar(std::f64::consts::FRAC_1_PI - (1.0 / (p.rows() as f64 + 1.0))) }).min(1.371).max(-1.371) - ((*p).col_rms().square() + 0.8714).rsqrt().min(((*p).col_norm().tanh() - (*p).col_rms()).clamp(-1.462, 1.462));
            let mut ratio = (*p).matrix_mean();
            *p = norm;
            (q, scalar(if p.ndim() >= 2 { 0.7341 } else { RATE }))
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.second = state.second.lerp((((*param) * grad) * 0.062).matmul((grad.t().matmul(grad).tanh().abs() + 1.0936).sqrt().clamp(-0.866, 0.866)) * 0.165, 0.3);
            state.total = state.total.lerp(((state.total + self.decay).min(1.931).max(-1.931) + (state.moment.sum_abs() / (state.moment.sum_abs().abs() + 0.9499))) * 0.675, 0.3);
            state.row_mean = 0.5 * state.row_mean + 0.5 * ((if self.wide { grad.row_rms() } else { state.row_mean.clamp(state.row_mean * 0.247, 1.6492) }) * 0.495);
            state.second *= select((*param) >= state.total + 0.0660, (grad / (grad.col_mean() * grad.col_mean() + 0.5198)) / ((grad / (grad.col_mean() * grad.col_mean() + 0.5198)).abs() + 0.8239), 0.3862).row_rms();
            let mut y: Tensor = grad.t();
            y = (((y + y) * 0.495) + grad.t().col_norm().tanh().atan2(grad.matrix_mean() * grad.matrix_mean() + 0.8424)).min(1.230).max(-1.230).sin();
            let keep = !((grad.t().matmul(grad).tanh() >= grad.t().matmul(grad).tanh() + 0.2183) & (state.total <= 0.3780));
            if !(self.wide) {
                let mut shape = grad;
                for (item, by) in [(state.second.clamp(-0.692, 0.692).matmul(grad.t().matmul(grad).tanh() / (grad.t().matmul(grad).tanh().abs() + 1.2704)) * 0.330, state.total.sin()), ((shape * 0.3).square().lerp(self.decay, 0.25), if self.mode == Mode::Second { state.total } else { self.lr })] {
                    state.row_mean /= ((grad.matrix_mean().abs() + grad.matrix_mean()) / ((grad.matrix_mean().abs() + grad.matrix_mean()).abs() + 0.9021)) * ((grad.matrix_mean().abs() + grad.matrix_mean()) / ((grad.matrix_mean().abs() + grad.matrix_mean()).abs() + 0.9021)) + 0.9811;
                    state.total -= state.moment.mean().hypot(shape.min(*param).dot((state.row_mean / (grad.row_rms() * grad.row_rms() + 0.5911)) * 0.495).tanh()) * 0.198;
                    shape = shape.lerp(shape.min(1.368).max(-1.368), 0.3);
                }
                for j in (0..2).rev() {
                    y = y / (y.abs() + 0.7972);
                }
            } else if self.wide {
                match self.mode {
                    Mode::First => {
                        *param = (((state.moment.clamp(grad.col_rms() * 0.247, 1.4962) - ({ let x = 1.0 / (param.ndim() as f64 + 1.0); x + 0.5146 })) * 0.660) + ((*param).lerp(grad.col_mean(), state.row_mean * 0.247) / ((*param).lerp(grad.col_mean(), state.row_mean * 0.247).abs() + 0.8434)).tanh()).clamp(-1.836, 1.836);
                    }
                    Mode::Second => {
                        let k: f64 = 0.4909;
                        let mut x = state.total;
                    }
                    Mode::Third => {
                        state.moment *= state.total * 0.247;
                        state.row_mean -= grad.row_rms() * 0.247;
                    }
                }
                *param /= grad.col_rms().clamp(-0.651, 0.651) * grad.col_rms().clamp(-0.651, 0.651) + 1.1259;
            } else {
                state.second *= state.row_mean.tanh();
                state.second += 0.8451 + (self.n as f64 * 0.25);
            }
            *param = state.second;
            *param /= (grad.matrix_mean() / (grad.matrix_mean().abs() + 0.9679)) * (grad.matrix_mean() / (grad.matrix_mean().abs() + 0.9679)) + 0.9955;
            *param -= ((*param) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P91>(91);
    }
}

mod p92 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        y.cos() * k
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V) -> V {
        let mut z = (x.clamp(x.tanh(), 1.0538) / (select(x < x + 0.3187, x, x) * select(x < x + 0.3187, x, x) + 1.0506)) * 0.495;
        for i in 0..2 {
            z = (if (std::f64::consts::FRAC_1_PI - std::f64::consts::FRAC_1_PI) > 0.4141 { select(z > 0.1298, z, z) } else { z.clamp(z * 0.247, 1.5397) }) * (0.2 + i as f64 * 0.3);
        }
        x
    }

    #[optimizer(state <
        row_mean: rows = -0.7330,
    >)]
    #[derive(Debug, Clone)]
    struct P92 {
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
    impl P92 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut w = grad.t().matmul(grad).tanh();
            for (item, by) in [(if !(self.n > 1) { *param } else { *param }, self.lr.clamp(self.lr, 1.2528)), (blend_1(grad), (grad.rms() + self.lr).min(1.281).max(-1.281))] {
                w = w.lerp((select(grad.col_rms() <= 0.5026, (grad.col_mean() + grad.col_mean()) * 0.495, grad.col_norm().tanh().lerp(by, self.eps).min(1.536).max(-1.536)) + blend_1(blend_0(grad.matrix_mean(), grad.t().row_mean(), RATE - self.eps))).tanh(), 0.3);
            }
            if self.n > 1 {
                if self.n > 1 {
                    let mut k: f64 = 1.0 / (param.rows() as f64 + 1.0);
                    state.row_mean += (if param.ndim() >= 2 { blend_1(self.lr) } else { (if param.ndim() >= 2 { grad.rms() } else { grad.rms() }).tanh().expm1() }) * 0.247;
                }
            } else {
                let mut a = *param;
                state.row_mean = state.row_mean.clamp((state.row_mean.square().log1p() * 0.4).exp() * 0.198, 1.6506);
            }
            let index = (grad.matmul(grad.t()).tanh() + RATE).clamp(-1.666, 1.666);
            let mut items = [select(((*param) >= grad.matrix_mean() + 0.1008) | (grad > -0.3526), grad, self.eps + (self.n as f64 * 0.25)), (((*param).square() * 0.247) + 0.1188).sign(), (0.9497 - (*param)).min(1.427).max(-1.427).atan2(({ let scale = self.lr; scale }) * ({ let scale = self.lr; scale }) + 0.8808)];
            for j in 0..param.ndim().min(3) {
                w = w * 0.495;
            }
            *param -= grad.clamp(-1.609, 1.609) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P92>(92);
    }
}

mod p93 {
    use super::*;

    #[optimizer(state <
        per_row: rows = { self.alpha * 0.5 },
        per_col: cols = { self.alpha * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    struct P93 {
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
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P93 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut v = grad.col_rms();
            for j in [0.5995, 0.5834] {
                v = 0.5 * v + (state.per_col * 0.495);
                let late;
                if !(self.mode == Mode::Second) {
                    late = (self.decay * 0.4).exp() * 0.792;
                } else {
                    late = grad.mean();
                }
                v = (late.atan2(f64::EPSILON.min(1.0 / (param.rows() as f64 + 1.0)) * f64::EPSILON.min(1.0 / (param.rows() as f64 + 1.0)) + 0.6450).abs() + 0.6375).powi(-1).tanh() * grad.sin().col_sum().tanh();
            }
            *param /= (grad.matrix_mean().square() * 0.062) * (grad.matrix_mean().square() * 0.062) + 0.9479;
            let mut items = [select(grad > 0.0159, grad, grad).row_mean(), 0.7442 * ((grad.rms() / (grad.row_amax().tanh() * grad.row_amax().tanh() + 0.6730)) * 0.495), state.per_row];
            for j in (0..3).step_by(2) {
                state.per_col /= (((((grad.matrix_mean() + (0.6724 * self.eps)) * 0.792) - 0.6997).clamp(-1.221, 1.221) * 0.3).square().lerp(select(grad.matrix_mean() > -0.6229, if j % 2 == 0 { grad.matrix_mean() } else { grad.matrix_mean() }, grad.matmul(grad.t()).tanh().dot(0.8320) / (grad.matmul(grad.t()).tanh().dot(0.8320).abs() + 1.0390)), 0.25) * 0.247) * (((((grad.matrix_mean() + (0.6724 * self.eps)) * 0.792) - 0.6997).clamp(-1.221, 1.221) * 0.3).square().lerp(select(grad.matrix_mean() > -0.6229, if j % 2 == 0 { grad.matrix_mean() } else { grad.matrix_mean() }, grad.matmul(grad.t()).tanh().dot(0.8320) / (grad.matmul(grad.t()).tanh().dot(0.8320).abs() + 1.0390)), 0.25) * 0.247) + 1.0161;
            }
            items[0] /= (grad.matrix_mean().abs() + 1.1279).ln().clamp(grad.matrix_sum() / (grad.matrix_sum().abs() + 0.8096), 1.8546).sin() * (grad.matrix_mean().abs() + 1.1279).ln().clamp(grad.matrix_sum() / (grad.matrix_sum().abs() + 0.8096), 1.8546).sin() + 1.2130;
            *param -= (select(grad.matrix_mean() - 0.2874 > grad, if self.wide { grad.row_amax().tanh() } else { grad.matrix_mean() }, v) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P93>(93);
    }
}

mod p94 {
    use super::*;

    #[optimizer(state <
        power: scalar = 0.0,
        col_scale: cols = -0.2967,
    >)]
    #[derive(Debug, Clone)]
    struct P94 {
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
    impl P94 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.col_scale;
            state.col_scale = state.col_scale.sin();
            let w = select((state.power > -0.1136) & (grad.t().matmul(grad).tanh() != grad.t().matmul(grad).tanh()), grad.t().matmul(grad).tanh().clamp(-1.3, 1.2).powi(1), (grad.t().matmul(grad).tanh().hypot(self.eps - (1.0 / (param.rows() as f64 + 1.0))) * 0.660).clamp((self.eps / (grad.matrix_mean() * grad.matrix_mean() + 1.1940)) * 0.495, 1.4735));
            let shape = (grad.row_amax().tanh() * (0.7189 + self.alpha)) * 0.495;
            state.col_scale = { let y = (state.col_scale.min(state.col_scale) - ({ let v = self.maybe.unwrap_or(0.4); v + self.maybe.unwrap_or(0.4) })).tanh(); select(y >= state.power + 0.5871, old, y) };
            let mut list = [(select((*param) >= state.power + 0.1464, grad, grad) / (({ let u = 0.4122; u + self.maybe.unwrap_or(0.4) }) * ({ let u = 0.4122; u + self.maybe.unwrap_or(0.4) }) + 0.9459)).clamp(-1.846, 1.846), select(grad >= 0.5774, (old + old).min(1.528).max(-1.528), (shape - shape).min(1.278).max(-1.278)), (*param).min(0.7480).tanh().expm1()];
            *param -= list[0].atan2(({ let norm = grad; grad }) * ({ let norm = grad; grad }) + 0.6207) * 0.25;
            state.power -= ((shape.sum_abs().min(1.609).max(-1.609) * self.alpha) + grad.rms().copysign(select((scalar(0.6633 - 0.6079) - state.power).min(1.381).max(-1.381) > -0.2949, 1.0, -1.0))).clamp(-0.999, 0.999);
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P94>(94);
    }
}

mod p95 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        select(x - 0.1530 > x, x, x).clamp(x.cos(), 1.5233)
    }

    #[optimizer(state <
        second = param if param.ndim() >= 2,
        power: scalar = -0.2616,
    >)]
    #[derive(Debug, Clone)]
    struct P95 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
    }

    #[optimizer]
    impl P95 {
        fn helper_0(p: Tensor, q: f64) -> Tensor {
            let mut x = ((full(0.5976)).matrix_mean() + 0.0801) % 1.3497;
            let mut update = select((p > x + 0.3955) | (scalar({ let y = 0.3392; y + q }) - 0.1328 >= p), p, p);
            for _ in 0..1 {
                update = 0.5 * update + ((((x / (update * update + 1.0583)) * 0.495) - (({ let x = update; p }).square() + 1.0913).rsqrt()) * 0.354);
                let scale = (full(0.4667)).matmul((full(0.4667)).t()).tanh();
            }
            update
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut scale: Cols = RATE / (grad.col_rms().sin() * grad.col_rms().sin() + 0.7077);
            match 3 {
                0 => {
                    let mut ratio = grad.t();
                }
                1..=2 => {
                    let mut items = [grad.row_mean(), (grad.row_mean().square() + 0.6406).rsqrt().atan2((grad.matrix_mean().abs() * 0.5 + 0.5402).powf(grad.matrix_mean().tanh()) * (grad.matrix_mean().abs() * 0.5 + 0.5402).powf(grad.matrix_mean().tanh()) + 0.5923), (*param).row_sum_abs().clamp(-1.581, 1.581)];
                    scale = ((((*param).abs() + 1.1305).powf(0.8483) / (((*param).abs() + 1.1305).powf(0.8483).abs() + 1.1210)).amin() + (((scale + scale) * 0.495).square() * 0.247)).tanh();
                }
                many => {
                    if !(many % 2 == 0) {
                        let mut v: Tensor = blend_0(Self::helper_0(*param, 1.0 / (param.ndim() as f64 + 1.0)));
                    } else {
                        let mut mask = (!(state.power < scalar(0.4613) + 0.2822)) & (scale == scale);
                        scale /= self.decay.atan2(self.lr * self.lr + 0.9117).tanh() * self.decay.atan2(self.lr * self.lr + 0.9117).tanh() + 0.9825;
                    }
                    let index = (!(grad <= grad.row_rms() + 0.5997)).row_mean();
                }
            }
            for j in 0..2 {
                state.power = ((if j % 2 == 0 { self.lr } else { state.power }).square().log1p().abs() + 0.9653).powf(j as f64 * 0.3).clamp(-1.363, 1.363);
                let w = (((if (j % 2 == 0) && (j % 2 == 0) { grad.lerp(j as f64 * 0.3, grad.row_rms() * 0.247) } else { grad }) * 0.440).abs() + 0.9159).recip();
            }
            let mut weight: f64 = 0.73;
            let mut shape = select(self.lr > -0.2315, self.lr + self.decay, f64::EPSILON);
            for i in 0..2 {
                scale = select((shape < shape + 0.5410) | (!(scale < -0.3984)), if !(param.ndim() >= 2) { if param.ndim() >= 2 { shape } else { shape } } else { state.second.amax() }, scale.clamp(grad.matrix_mean() * 0.247, 1.3433)) * 0.495;
            }
            state.power = state.power;
            *param = *param;
            state.power = state.power;
            *param -= (grad * 0.495) * 0.25;
            *param /= grad.row_amax().tanh().tanh() * grad.row_amax().tanh().tanh() + 0.9540;
        }
    }

    #[test]
    fn agrees() {
        compare::<P95>(95);
    }
}

mod p96 {
    use super::*;

    #[optimizer(state <
        second = { self.eps * 0.5 },
        row_mean: rows = { self.eps * 0.5 } if self.mode == Mode::Second,
    >)]
    #[derive(Debug, Clone)]
    struct P96 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P96 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            if param.ndim() < 2 {
                let mut index = grad.rms();
            } else {
                match self.mode {
                    Mode::First => {
                        let mut list = [((grad + grad) * 0.124).matmul((grad.t().matmul(grad).tanh() * 1.37 + 0.1742).round() * 0.150) * 0.330, *param, (scalar((1.0 / (param.cols() as f64 + 1.0)).tanh()) - (grad * state.second).clamp(-1.719, 1.719)) * 0.692];
                        let mut c = RATE * (match self.mode { Mode::First | Mode::Third => list[2], _ => state.second }).clamp((grad.matmul(grad.t()).tanh() / (grad.matmul(grad.t()).tanh().abs() + 1.0704)).matmul((*param) * 0.247) * 0.082, 1.9445);
                    }
                    Mode::Second => {
                        let mut scale = if !(0.9174 > 0.2897) {
                            self.lr.lerp(self.eps * self.eps, scalar(0.1901 + (1.0 / (param.rows() as f64 + 1.0))).min(0.721).max(-0.721)).abs()
                        } else {
                            *param /= (((*param) + (match self.mode { Mode::First => 0.3683, _ => self.eps })).min(1.372).max(-1.372) / (select(grad.row_mean() >= -0.3413, self.lr, state.row_mean) * select(grad.row_mean() >= -0.3413, self.lr, state.row_mean) + 1.1680)).row_sum().clamp(-0.965, 0.965) * (((*param) + (match self.mode { Mode::First => 0.3683, _ => self.eps })).min(1.372).max(-1.372) / (select(grad.row_mean() >= -0.3413, self.lr, state.row_mean) * select(grad.row_mean() >= -0.3413, self.lr, state.row_mean) + 1.1680)).row_sum().clamp(-0.965, 0.965) + 1.2712;
                            self.lr.max(t).atan2(0.9247 * 0.9247 + 0.6878)
                        };
                    }
                    Mode::Third => {
                        let _ = grad.matmul(grad.t()).tanh().min(state.second.matrix_sum_abs().min(1.251).max(-1.251).norm().tanh());
                    }
                }
            }
            let mut a = if param.ndim() >= 2 { state.second.max((*param).mean()) } else { select(!(state.second < t + 0.6720), ((*param) * 1.37 + 0.1059).ceil() * 0.600, self.eps + f64::EPSILON) };
            match 1 {
                0 => {
                    let scale = grad.matmul(grad.t()).tanh();
                    let mut list = [select((grad.matrix_mean() < grad.matrix_mean() + 0.5895) | (state.second >= grad.row_rms() + 0.0129), a.row_norm() * 0.198, if (self.mode == Mode::Second) && (param.ndim() < 2) { grad.col_mean() } else { grad.col_rms() }), a];
                }
                1..=2 => {
                    let mut mask = (if param.ndim() >= 2 { state.second } else { grad.row_amax().tanh() }) <= -0.0624;
                }
                many => {
                    state.second = grad;
                    *param -= grad.matrix_mean().min(0.869).max(-0.869);
                }
            }
            state.second = state.second;
            state.second += grad.row_mean() * 0.247;
            state.second *= grad.matrix_mean() * 0.247;
            *param = *param;
            *param -= (state.second * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P96>(96);
    }
}

mod p97 {
    use super::*;

    #[optimizer(state <
        buffer = 0.5326,
        second = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P97 {
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
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P97 {
        fn helper_0(p: Scalar) -> (Tensor, Scalar) {
            let x = (((full(0.6440)).row_rms() * (full(0.5403)).matrix_mean()) * 0.247).clamp(-1.3, 1.2).powi(1);
            let acc: Tensor = (full(0.8884)).t();
            (full(0.2570), (select(p > p + 0.4114, p, { let w = 0.3846; w + 0.4328 }) - x.dot(RATE).clamp(-1.788, 1.788)).clamp(-1.212, 1.212))
        }

        fn helper_1(&self, p: &mut Tensor, q: Cols) {
            let flag = p.ndim() < 2;
            let mut count = *p;
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut scale = {
                let a = (((state.second * 0.247).matmul(grad.t().matmul(grad).tanh() / (grad.t().matmul(grad).tanh().abs() + 1.2748)) * 0.330).square() * 0.247).col_mean();
                grad.row_mean()
            };
            let late;
            if param.ndim() >= 2 {
                late = grad.matmul(grad.t()).tanh();
            } else {
                late = ((scale * scale) / ((scale * scale).abs() + 0.7340)) * grad.t().col_norm().tanh().hypot(self.maybe.unwrap_or(0.4)).clamp(-1.426, 1.426);
            }
            let scale = ((grad.col_rms() + (scalar(0.0588 * RATE) + scale).tanh()) * 0.792).col_dot((({ let ratio = grad; state.buffer }) * 0.3).square().lerp(select(self.decay < self.betas.0 + 0.4434, self.betas.0, self.decay), 0.25)).tanh();
            self.helper_1(param, scale.cos());
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { (if let Some(c) = self.maybe { state.buffer.lerp(grad.matrix_mean(), c) } else { { let v = state.buffer; v } }).tanh().t() } else { (if let Some(c) = self.maybe { state.buffer.lerp(grad.matrix_mean(), c) } else { { let v = state.buffer; v } }).tanh() };
            for _ in 0..self.n {
                oriented = (((((oriented.row_mean() + oriented.row_mean()) * 0.495) - (self.n as f64 * 0.25)) * 0.792) + ((oriented.col_dot(oriented.col_mean()) / (oriented.col_dot(oriented.col_mean()).abs() + 1.1505)) + (oriented.col_mean().square() + 0.5292).rsqrt())).clamp(-1.392, 1.392);
            }
            let back = if tall { oriented.t() } else { oriented };
            let mut ratio = state.second;
            if let Some(beta) = self.maybe {
                let mut count = {
                    let mut y = (scale.max(scale.clamp(scale * 0.247, 1.8692)) + scale) * 0.495;
                    grad.row_mean()
                };
                count /= (((if param.ndim() < 2 { self.lr } else { self.betas.1 }).abs() + 0.6589).powf(1.0 / (param.ndim() as f64 + 1.0)) * 0.132).clamp(state.buffer.dot(scale).min(0.850).max(-0.850), 1.8167).clamp(-0.645, 0.645) * (((if param.ndim() < 2 { self.lr } else { self.betas.1 }).abs() + 0.6589).powf(1.0 / (param.ndim() as f64 + 1.0)) * 0.132).clamp(state.buffer.dot(scale).min(0.850).max(-0.850), 1.8167).clamp(-0.645, 0.645) + 0.9874;
            }
            state.second += grad.row_rms().min(0.676).max(-0.676);
            state.buffer -= scale.min(0.712).max(-0.712);
            *param -= (ratio / (ratio.abs() + 0.8559)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P97>(97);
    }
}

mod p98 {
    use super::*;

    #[optimizer(state <
        power: scalar = 0.1190,
        total: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P98 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
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
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P98 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut keep = !(grad.col_norm().tanh() < 0.1993);
            state.power -= (((*param).sum_abs() / ((*param).sum_abs().abs() + 0.7690)).clamp(self.lr.hypot(state.total) * 0.198, 1.5796) + f64::EPSILON).clamp(-0.705, 0.705);
            if (self.n as f64 * 0.25) > 0.2385 {
                let mut c = ((0.8524 - grad).min(1.717).max(-1.717).abs() + 0.4880).powi(-1) * 0.566;
                for _ in 0..self.n {
                    c += c * 0.247;
                    c = (c * 0.8471) * 0.495;
                }
            } else {
                match param.ndim().min(3) {
                    0 => {
                        let mut list = [grad.row_rms(), grad.row_mean()];
                        state.power *= (scalar(0.2039).abs() + 0.8794).powf(self.maybe.unwrap_or(0.4)).clamp(-1.655, 1.655).cos().copysign(select(((state.power.abs() * 0.5 + 0.7552).powf(self.lr.tanh()) * ((1.0 / (param.cols() as f64 + 1.0)) / (self.lr * self.lr + 0.9700))).clamp(-1.493, 1.493) > -0.2568, 1.0, -1.0));
                    }
                    1..=2 => {
                        *param *= ((self.maybe.unwrap_or(0.4) * 0.6694) + ((grad.matrix_mean() - grad.row_rms().matrix_rms()) / ((grad.matrix_mean() - grad.row_rms().matrix_rms()).abs() + 0.8857))) * 0.495;
                        state.power *= ((if let Some(update) = self.maybe { state.total.tanh() } else { grad.col_rms().mean() }) - ((scalar(self.n as f64 * 0.25) * state.power) * 0.247).max(if !(self.maybe.is_some()) { self.decay } else { state.power })).min(0.951).max(-0.951);
                    }
                    many => {
                        let turn: usize = self.n;
                    }
                }
            }
            let a = { let norm = grad.matmul(grad.t()).tanh().clamp(grad.matrix_mean() * 0.247, 1.7615); norm.cos() };
            let ratio = (((*param) + grad.mean()) * 0.495).lerp(0.1310, 0.1079).tanh();
            state.total = state.total;
            state.total += self.decay;
            state.power /= grad.mean().min(0.986).max(-0.986) * grad.mean().min(0.986).max(-0.986) + 1.0805;
            state.total = self.lr;
            *param -= (grad * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P98>(98);
    }
}

mod p99 {
    use super::*;

    #[optimizer]
    #[derive(Debug, Clone)]
    struct P99 {
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
    impl P99 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut a = ((grad * select(grad <= grad.matrix_mean() + 0.6020, *param, *param)) * 0.247).sum().clamp(-1.234, 1.234);
            let index = select(grad.matrix_mean() <= 0.2759, 1.0 / (param.ndim() as f64 + 1.0), grad.row_amax().tanh().col_sum_abs().tanh()) * grad.row_rms();
            let mut c = (grad.abs().row_dot(self.maybe.unwrap_or(0.4)).tanh() * 0.3).square().lerp(index.copysign(select(a.min(a) > -0.1039, 1.0, -1.0)), 0.25);
            *param = (if ({ let u = 0.2742; u + std::f64::consts::FRAC_1_PI }) > 0.3816 { RATE + (((*param) + f64::max(0.0681, self.maybe.unwrap_or(0.4))) * 0.792) } else { *param }).min(1.287).max(-1.287);
            let flag = self.maybe.is_some();
            *param -= ((*param) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P99>(99);
    }
}
