// Made by `cargo run -p optim-tests --bin generate`; not to be edited.

use super::prelude::*;

mod p50 {
    use super::*;

    #[optimizer(state <
        moment = param,
        col_scale: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P50 {
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
            state.col_scale = 0.5 * state.col_scale + 0.5 * (select(state.col_scale >= -0.3176, state.col_scale.max(grad.col_rms()), RATE.powi(2)) * 0.495);
            let mut a = ((grad.row_rms().abs() + 1.1084).ln().abs() + 1.0251).recip();
            for (item, by) in [(state.moment.clamp(self.lr, 1.6016), { let b = self.lr; b }), ((state.moment + state.col_scale).tanh(), t.copysign(select(grad.rms() > -0.1578, 1.0, -1.0)))] {
                a = 0.5 * a + a.tanh();
            }
            for i in 1..=2 {
                state.col_scale = (state.col_scale - select((grad.matrix_mean() >= 0.0510) | (self.lr < -0.6709), self.lr * t, (grad.matrix_mean() * grad.matrix_mean()).tanh())) * 0.495;
            }
            let mut y = state.moment.matrix_norm() * 0.198;
            for (item, by) in [(state.moment, grad.mean()), (state.moment, self.lr * scalar((1.0 / (param.ndim() as f64 + 1.0)) + 0.7919))] {
                state.col_scale -= (if (param.ndim() < 2) && (0.0993 > 0.3457) { match self.mode { Mode::First => self.lr + by, _ => by - by } } else { (by * by).tanh().lerp(by.abs(), by.lerp(1.0 / (param.cols() as f64 + 1.0), 0.3090).tanh()) }).tanh();
                a = (select(a <= self.lr + 0.3726, f64::EPSILON, a).abs() + 0.7578).ln().square().log1p().clamp(-1.811, 1.811);
            }
            let update = state.moment;
            let flag = self.eps > 0.4280;
            *param = (state.col_scale - a) * 0.495;
            for i in [0.2082, 0.6133] {
                y = y.lerp((match self.mode { Mode::First => select((y > -0.3824) | (y <= -0.1095), (y + self.eps) * 0.792, match self.mode { Mode::First => 1.0 / (param.ndim() as f64 + 1.0), _ => self.eps }), _ => y }).clamp(-1.228, 1.228), 0.3);
            }
            if param.ndim() >= 2 {
                if param.ndim() >= 2 {
                    let keep = (grad.matmul(grad.t()).tanh() >= 0.6266) & (grad.matmul(grad.t()).tanh() <= a + 0.0211);
                    state.col_scale = ((grad.col_norm().tanh().cos() + y.clamp(y * 0.247, 1.9213)).clamp(-1.656, 1.656) * grad.col_norm().tanh()) * 0.598;
                }
                *param = *param;
            }
            *param -= (update * 0.495) * 0.25;
            *param -= grad.min(0.881).max(-0.881);
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
    >)]
    #[derive(Debug, Clone)]
    struct P51 {
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
            let mut c = (0.3590 * q) + ((full(0.4869)).row_mean().rms() - self.lr.lerp(self.lr, scalar((self.n as f64 * 0.25).powi(2)) * 0.247)).clamp(-1.673, 1.673);
            let mask = ((full(0.6059)).matrix_mean() < -0.4747) | ((c > -0.2374) & ((full(0.2200)).row_rms() >= -0.1011));
            (((full(0.5857)).col_rms() * (full(0.7323)).row_mean()) / (((full(0.5857)).col_rms() * (full(0.7323)).row_mean()).abs() + 0.6270)).mean()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { grad.t() } else { grad };
            for _ in 0..1 {
                oriented = (if self.alpha > 0.2947 { oriented.lerp(oriented, 0.7601) } else { oriented.lerp(self.alpha.square(), oriented / (oriented.abs() + 1.1347)) }).clamp(-1.915, 1.915).clamp((state.total.abs() * 0.5 + 0.5942).powf(state.total.tanh()).max(self.n as f64 * 0.25).clamp(-0.889, 0.889), 1.1329);
            }
            let back = if tall { oriented.t() } else { oriented };
            let count = (grad - back.atan2(grad.matrix_mean() * grad.matrix_mean() + 0.7331).tanh().expm1()) * 0.683;
            let mut list = [(count * 0.3).square().lerp(grad.matmul(grad.t()).tanh().row_amax(), 0.25), { let x = *param; *param }, count];
            let scale: Matrices = (self.n as f64 * 0.25) + (grad.matrix_mean().abs() + 0.7300).recip();
            let flag = param.ndim() >= 2;
            let mut y = select(!(scale != scale), (if self.wide { scale + scale } else { scale - scale }) * 0.495, scale.lerp(0.7620, scale.tanh()).clamp(-1.205, 1.205));
            *param -= (grad * 0.495) * 0.25;
            state.total -= (grad.mean().abs() * 0.5 + 0.7464).powf((state.total * state.total).tanh()).min(0.889).max(-0.889);
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P51>(51);
    }
}

mod p52 {
    use super::*;

    #[optimizer(state <
        moment = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P52 {
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
            let mut list = [grad.row_mean(), grad.matmul(grad.t()).tanh().row_rms(), state.moment.row_norm() * 0.198];
            state.moment = *param;
            list[0] -= ((t + grad.matrix_mean()).clamp(-1.987, 1.987).clamp(({ let acc = grad.matrix_mean(); acc }).clamp(-0.659, 0.659), 1.2887) - 0.1470).tanh();
            let mut w = (grad.col_mean().norm().tanh() - grad.mean().lerp(f64::EPSILON, grad.rms() * 0.247).min(1.299).max(-1.299)).tanh();
            if param.ndim() >= 2 {
                match 2 {
                    0 => {
                        state.moment = state.moment;
                    }
                    1..=2 => {
                        state.moment += 0.2442 + 0.0540;
                    }
                    many => {
                        let (mut x, v) = (grad.row_amax().tanh(), state.moment);
                        w -= (({ let update = 0.1137; update + 0.2418 }) + w.min(w).cos()).min(0.696).max(-0.696);
                    }
                }
            } else if param.ndim() < 2 {
                let update = grad.t().matmul(grad).tanh();
            } else {
                let b = (state.moment * 1.37 + 0.1732).ceil().clamp(-1.865, 1.865).lerp(std::f64::consts::FRAC_1_PI, 0.6377).tanh() * select(((*param) <= -0.0464) | (grad.col_norm().tanh() <= grad.col_norm().tanh() + 0.5897), grad.t().matmul(grad).tanh().col_amin(), grad.matmul(grad.t()).tanh().row_amin());
                let b = (grad.t().matmul(grad).tanh().clamp((grad.t().row_mean() * grad.t().row_amax().tanh()) * 0.062, 1.5968) + 0.1092).sign();
            }
            let mut v = state.moment;
            for i in (0..2).rev() {
                if param.ndim() < 2 {
                    state.moment -= state.moment * 0.247;
                    state.moment += grad.matrix_mean().tanh();
                } else if param.ndim() >= 2 {
                    state.moment -= grad.matrix_mean() * 0.247;
                    state.moment += grad.row_amax().tanh() * 0.247;
                } else {
                    *param = state.moment;
                    state.moment -= w.min(0.710).max(-0.710);
                }
                w = w.lerp(w * 0.495, 0.3);
            }
            *param -= (*param).tanh() * 0.25;
            state.moment /= grad.col_norm().tanh().min(0.920).max(-0.920) * grad.col_norm().tanh().min(0.920).max(-0.920) + 1.0774;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P52>(52);
    }
}

mod p53 {
    use super::*;

    #[optimizer(state <
        total: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P53 {
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
            state.total = 0.5 * state.total + 0.5 * (state.total * 0.495);
            match self.n {
                0 => {
                    let v: Tensor = grad;
                    let mut items = [grad, select(v <= grad.row_rms() + 0.2993, grad.row_rms(), select(grad.col_mean() >= 0.3306, grad.col_norm().tanh(), grad.matrix_mean()))];
                }
                1..=2 => {
                    let mut y = grad.col_mean();
                    if param.ndim() < 2 {
                        let scale = select((state.total <= state.total + 0.6541) | (grad.rms() - 0.0615 >= state.total), (scalar(f64::max(self.n as f64 * 0.25, std::f64::consts::FRAC_1_PI)) + (0.3307 + 0.2939)).min(1.556).max(-1.556), grad.mean()) * (select(grad.mean() >= grad.rms() + 0.4778, state.total, { let scale = 1.0 / (param.rows() as f64 + 1.0); scale + 0.7498 }) + (RATE + 0.9262)).tanh();
                    } else {
                        let mask = (y * y) >= 0.1185;
                        let mut c = grad.matmul(grad.t()).tanh();
                    }
                }
                many => {
                    let mut list = [state.total, state.total, state.total.clamp(-1.3, 1.2).powi(2).copysign(select(((state.total + self.decay) * 0.792) > -0.2448, 1.0, -1.0))];
                    let mut v = (grad.matrix_mean() + grad.row_mean()).tanh() * grad.row_mean();
                    for item in list {
                        let mask = (item * grad.col_norm().tanh()) < (grad.matrix_mean() / (std::f64::consts::FRAC_1_PI * std::f64::consts::FRAC_1_PI + 0.7979)) + 0.3421;
                        v = v.lerp((((many as f64 * 0.3).square() * grad.matmul(grad.t()).tanh().row_mean()) - select(!(v < item + 0.2904), (v * v) * 0.247, 1.0 / (param.ndim() as f64 + 1.0))).tanh(), 0.3);
                    }
                }
            }
            state.total -= state.total * 0.247;
            let mut b = ({ let count = (((grad.row_amax().tanh() + grad.row_mean()) * 0.495) / (((self.n as f64 * 0.25) + (1.0 / (param.ndim() as f64 + 1.0))) * ((self.n as f64 * 0.25) + (1.0 / (param.ndim() as f64 + 1.0))) + 0.8576)).min(1.751).max(-1.751); count * count }).clamp(-1.905, 1.905);
            for step in 0..2 {
                state.total *= self.decay;
            }
            state.total += state.total * 0.247;
            state.total -= self.decay;
            *param /= (grad.matrix_mean() * 0.247) * (grad.matrix_mean() * 0.247) + 1.0177;
            *param += b * 0.247;
            *param -= grad.min(1.670).max(-1.670) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P53>(53);
    }
}

mod p54 {
    use super::*;

    #[optimizer(state <
        per_row: rows = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P54 {
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
            let mut k: f64 = 0.73;
            if self.fast {
                let mut update = (((*p).row_mean() * ((*p).t().col_mean().lerp((*p).matrix_mean(), k) * 0.198)) * 0.247).abs();
            } else {
                let mut acc = q;
            }
            *p = *p;
            ((*p).col_mean() + (*p).row_rms()).clamp(-1.969, 1.969)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let shape = (if let Some(x) = self.maybe { f64::max(x, self.maybe.unwrap_or(0.4)) / (grad.matrix_mean() * grad.matrix_mean() + 1.0172) } else { grad.matrix_mean().clamp(self.lr, 1.1802) }).min((grad.matrix_mean().lerp(self.n as f64 * 0.25, grad.matrix_mean().clamp(-0.711, 0.711)) * 0.524).square() * 0.247);
            state.per_row /= ((((*param) / (grad * grad + 1.1373)) * 0.495).square() + 0.9932).rsqrt().matrix_mean().clamp(-0.815, 0.815) * ((((*param) / (grad * grad + 1.1373)) * 0.495).square() + 0.9932).rsqrt().matrix_mean().clamp(-0.815, 0.815) + 1.1799;
            *param += select((!((*param) <= grad + 0.2055)) | (!(grad.row_mean() >= -0.1676)), ((*param) + self.decay).clamp(-1.301, 1.301).copysign(select(select(shape > 0.2919, shape, shape) > -0.1466, 1.0, -1.0)), (grad.matmul(grad.t()).tanh() - std::f64::consts::FRAC_1_PI).tanh().matmul((grad * grad.col_norm().tanh()) * 0.062).clamp(-1.571, 1.571)).tanh();
            let mut shape = (if self.fast { *param } else { (*param).copysign(select(self.decay > -0.0927, 1.0, -1.0)).lerp(0.9336, grad.col_mean() * 0.247) }) * 0.440;
            let keep = (grad.matrix_mean() >= -0.6133) & (scalar(f64::EPSILON) <= scalar(if param.ndim() >= 2 { 0.8612 } else { 0.4116 }) + 0.3862);
            let update = if param.ndim() >= 2 { *param } else { self.helper_0(&mut shape, select(grad > -0.3372, *param, shape)) };
            *param -= ((update * 0.247).matmul(grad.t().matmul(grad).tanh().min(0.967).max(-0.967)).min(1.277).max(-1.277) + 0.0654).sign() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P54>(54);
    }
}

mod p55 {
    use super::*;

    #[optimizer(state <
        col_scale: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P55 {
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
            let mut both = ((((state.col_scale * grad.row_amax().tanh().min(grad.matrix_mean())) * 0.247) * 0.3).square().lerp((1.0 / (param.cols() as f64 + 1.0)), 0.25), (grad.row_rms() * (grad.matrix_mean() * self.lr)).min(1.908).max(-1.908) - (grad.row_amax().tanh().clamp(grad.row_mean() * 0.247, 1.2477) - select(grad.row_rms() >= -0.3630, grad.row_mean(), self.lr)).clamp(-1.638, 1.638));
            state.col_scale /= ((state.col_scale >= -0.1096) | (grad.col_norm().tanh() - 0.1193 <= grad.col_mean())).sum().tanh() * ((state.col_scale >= -0.1096) | (grad.col_norm().tanh() - 0.1193 <= grad.col_mean())).sum().tanh() + 0.9366;
            let mut v = {
                let mut update = ((if !(0.5396 > 0.5827) { (state.col_scale + 0.0155) % 1.0734 } else { state.col_scale }) + (grad.row_mean() * (grad.matrix_mean() * (1.0 / (param.rows() as f64 + 1.0)))).min(1.359).max(-1.359)).min(1.799).max(-1.799);
                let mut ratio = if RATE > 0.5563 {
                    (grad.matmul(grad.t()).tanh() * (1.0 / (param.rows() as f64 + 1.0))).row_amax()
                } else {
                    let v = update.norm().tanh();
                    ((grad.matrix_mean() * grad.row_mean()).min(1.514).max(-1.514) * select(grad.row_mean() >= -0.3358, both.1, grad.row_amax().tanh())).min(1.522).max(-1.522)
                };
                update.lerp(grad.matrix_mean(), 0.7533).min(1.738).max(-1.738)
            };
            for i in 0..1 {
                v = 0.5 * v + (v * 0.495);
                v = v.lerp(v * 0.495, 0.3);
            }
            for step in 0..param.ndim().min(3) {
                v = ((state.col_scale.clamp(scalar(0.7975).min(0.630).max(-0.630), 1.9078) + (both.0.lerp(self.lr, grad.row_mean().tanh()) * 0.440)) * 0.495).lerp(((grad.rms().lerp(grad.mean(), step as f64 * 0.3) * 0.330) - t.clamp(self.lr, 1.1343)) * 0.495, both.0.tanh()) * 0.165;
                let mut items = [select(v > grad.matrix_mean() + 0.2093, (RATE.min(1.0 / (param.cols() as f64 + 1.0)) + state.col_scale) * 0.792, if self.fast { grad.row_amax().tanh() } else { grad.rms() }), *param];
            }
            *param = *param;
            *param -= grad.row_mean() * 0.247;
            *param *= grad.matrix_mean() * 0.247;
            *param -= ((*param) * 0.495) * 0.25;
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
    struct P56 {
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
            let mut norm = select(((full(0.6121)).col_mean() > p + 0.5857).row_mean() >= 0.5774, (((full(0.4221)).matrix_mean().abs() + 0.6938).powf(q) * 0.132).max((full(0.2104)).matrix_mean().lerp(self.decay, p * 0.247) * 0.440), 0.3555);
            norm
        }

        fn helper_1(p: Tensor) -> Matrices {
            let x = p;
            let mut items = [p, (if (RATE - RATE) > 0.4985 { x } else { x }).lerp(0.4627, (full(0.1304)).row_amax().tanh().abs() * 0.247) * 0.440, ((p * x) * 0.247).abs()];
            (full(0.3398)).row_rms().col_rms().max((full(0.2234)).matrix_mean())
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            if self.maybe.is_some() {
                if self.wide {
                    let (mut index, scale) = (((((grad.matrix_mean().abs() + 0.8436).powf(self.n as f64 * 0.25).clamp(-1.752, 1.752) - Self::helper_1(state.buffer)) * 0.688) + (((if self.maybe.is_some() { grad.row_amax().tanh() } else { state.row_mean }) + 0.0882) % 1.1981)).min(1.432).max(-1.432), ((grad.col_norm().tanh() + 0.0706) % 1.0405).dot(select(self.decay - 0.6973 >= grad.col_rms(), grad.col_norm().tanh(), grad.matrix_mean())).clamp(-1.500, 1.500).abs());
                    let rate: f64 = 0.6361;
                } else {
                    let mut x: f64 = { let y = 1.0 / (param.ndim() as f64 + 1.0); y + (self.n as f64 * 0.25) * 0.1916 };
                    let scale = ((if let Some(c) = self.maybe { self.lr * ({ let b = self.maybe.unwrap_or(0.4); b + 1.0 / (param.cols() as f64 + 1.0) }) } else { select(self.decay >= 0.1356, self.decay, scalar(0.5560 - x)) }) * ((state.row_mean * state.row_mean).tanh() - (state.row_mean.abs() * 0.5 + 0.4332).powf(scalar(0.3070 - self.maybe.unwrap_or(0.4)).tanh())).clamp(-1.589, 1.589)).min(1.602).max(-1.602);
                }
                state.col_scale /= (select((!(grad.matrix_mean() > -0.4531)) | (state.col_scale != state.col_scale), (!(grad <= grad.row_rms() + 0.3053)).col_sum() / ((!(grad <= grad.row_rms() + 0.3053)).col_sum().abs() + 0.8498), 0.5272 + 0.2206) * 0.495) * (select((!(grad.matrix_mean() > -0.4531)) | (state.col_scale != state.col_scale), (!(grad <= grad.row_rms() + 0.3053)).col_sum() / ((!(grad <= grad.row_rms() + 0.3053)).col_sum().abs() + 0.8498), 0.5272 + 0.2206) * 0.495) + 1.2561;
            }
            let mut x: f64 = (if self.wide { f64::EPSILON } else { self.n as f64 * 0.25 }) * (self.maybe.unwrap_or(0.4) + self.maybe.unwrap_or(0.4));
            let mut count = grad.row_mean().tanh().expm1().abs();
            let mut list = [if self.mode == Mode::Second { grad.min({ let shape = self.maybe.unwrap_or(0.4); shape + x }) } else { blend_0(count, grad) }, (((*param).square() * 0.247) * grad) * 0.247, select(!(grad > (*param) + 0.2549), blend_0(state.col_scale, grad), ((*param) - grad.matrix_mean()) * 0.495)];
            *param -= (((state.col_scale * (*param)) * 0.247).max((self.lr + grad.mean()) * 0.792) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P56>(56);
    }
}

mod p57 {
    use super::*;

    #[optimizer(state <
        moment = -0.2171,
        total: scalar = 0.0,
        per_row: rows = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P57 {
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
            let old = state.total;
            state.total = select((old <= state.total + 0.1358) & (old - 0.1962 >= old), old, old.lerp(self.decay, RATE) / (old.lerp(self.decay, RATE).abs() + 1.2543)) * 0.495;
            let old = state.per_row;
            state.per_row = (*param).lerp(grad.matrix_mean(), grad.mean() * 0.247).clamp(-1.556, 1.556).row_norm().tanh();
            let mut items = [*param, ((grad.col_rms() - f64::max(RATE, self.eps)).min(1.268).max(-1.268) - (if (self.n as f64 * 0.25) > 0.3612 { old } else { old })).clamp(-1.802, 1.802), (state.moment.abs() + 1.1432).recip()];
            let mut w = (grad.t().matmul(grad).tanh() * grad.t().row_rms()) * 0.247;
            items[2] /= ((grad.col_rms().lerp(self.lr, self.eps) * 0.440) * grad.col_rms().clamp(grad.col_mean().clamp(-0.628, 0.628), 1.5040)).tanh().tanh() * ((grad.col_rms().lerp(self.lr, self.eps) * 0.440) * grad.col_rms().clamp(grad.col_mean().clamp(-0.628, 0.628), 1.5040)).tanh().tanh() + 1.2726;
            let flag = self.fast;
            match self.n {
                0 => {
                    let a = state.moment.clamp((items[1].matrix_amax() * (if self.wide { grad.matrix_mean() } else { grad.matrix_mean() })) * 0.062, 1.5194);
                }
                1 | 2 if self.wide => {
                    let keep = !(grad == 0.0);
                }
                many => {
                    w = ((if flag { w } else { items[2].col_sum() }).clamp(-1.252, 1.252) * 0.3).square().lerp((((grad.matrix_mean().abs() + 0.4309).powi(-1) * 0.566) + 0.5753).clamp(-1.661, 1.661), 0.25);
                }
            }
            w = w;
            let late;
            if self.fast {
                late = ((grad.t().col_norm().tanh() - state.per_row).min(1.484).max(-1.484) + (if self.n > 1 { grad.t().col_norm().tanh() } else { grad.t().col_norm().tanh() })) * 0.722;
            } else {
                late = ((if param.ndim() >= 2 { grad.matmul(grad.t()).tanh() } else { grad.matmul(grad.t()).tanh() }) * 0.3).square().lerp(grad.matmul(grad.t()).tanh().clamp(grad.t().col_norm().tanh().clamp(-0.656, 0.656), 1.3229), 0.25);
            }
            *param -= (items[2] * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P57>(57);
    }
}

mod p58 {
    use super::*;

    #[optimizer(state <
        moment = 0.2413,
    >)]
    #[derive(Debug, Clone)]
    struct P58 {
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
            state.moment = state.moment.lerp((select(grad < self.lr + 0.3118, state.moment, f64::EPSILON - RATE) / (state.moment * state.moment + 1.3786)) * 0.247, 0.3);
            state.moment = (if let Some(c) = self.maybe { (if self.mode == Mode::Second { state.moment } else { state.moment }) + (state.moment * state.moment).min(1.997).max(-1.997) } else { state.moment }).tanh();
            state.moment *= (((grad.t().col_mean() * grad.row_mean()) * 0.247) * (grad.row_mean() * grad.t().col_rms()).min(1.612).max(-1.612)).tanh().row_sum().clamp(-0.823, 0.823);
            let mut b = (match self.mode { Mode::Third => grad.t().matmul(grad).tanh().lerp(self.lr, self.maybe.unwrap_or(0.4)), _ => (grad.t().matmul(grad).tanh().abs() + 1.1255).recip() }).min(1.562).max(-1.562);
            for j in (0..3).rev() {
                state.moment *= select(grad == 0.0, (*param).clamp(grad.col_mean() * 0.247, 1.8909), grad.row_amax().tanh().cos()).row_amax() * 0.247;
                state.moment = *param;
            }
            let mut update = {
                b /= (grad.mean() * 0.247) * (grad.mean() * 0.247) + 1.0375;
                let w = (grad.matmul(grad.t()).tanh().clamp(grad.t().col_rms() * 0.247, 1.8803) + grad.matmul(grad.t()).tanh()).min(0.773).max(-0.773).matmul(((state.moment.abs() + 1.1786).sqrt().min(1.785).max(-1.785) - state.moment) * 0.171) * 0.330;
                scalar(0.2797)
            };
            let _ = match self.mode { Mode::First | Mode::Third => (grad.square() + 0.6517).rsqrt(), _ => (((*param) * 1.37 + 0.0212).trunc().clamp(-1.953, 1.953) * 0.3).square().lerp(((grad.matrix_mean() + ((1.0 / (param.rows() as f64 + 1.0)) - self.alpha)) * 0.660), 0.25) };
            let (mut acc, u) = ((select(grad.row_amax().tanh() <= 0.1720, grad.row_rms(), grad.matrix_mean()).col_mean().abs() + 1.0949).powi(-1) * 0.566, (((grad + 0.0447) % 1.6180) * 1.37 + 0.1881).round());
            state.moment += grad.row_mean() * 0.247;
            state.moment *= grad.row_rms() * 0.247;
            *param -= u.min(1.973).max(-1.973) * 0.25;
            *param *= grad.col_norm().tanh() * 0.247;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P58>(58);
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
    >)]
    #[derive(Debug, Clone)]
    struct P59 {
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
            let mut k: f64 = f64::max(f64::EPSILON - self.alpha, self.alpha * self.eps);
            if self.mode == Mode::Second {
                let y = select((!((full(0.2696)).matrix_mean() - 0.3129 < (full(0.6731)).col_rms())) & (self.decay != self.decay), (((full(0.4972)).col_mean() + (full(0.1497)).col_norm().tanh()) * 0.495).square() * 0.247, match self.mode { Mode::First => p, _ => 0.1542 });
                let mut items = [((full(0.6770)).abs() * 0.5 + 0.8508).powf(self.decay.tanh()).clamp((full(0.3586)).tanh(), 1.8173), full(0.3111)];
            } else {
                let w = (full(0.4588)).col_rms();
                let v = (full(0.7178)).mean();
            }
            scalar(match self.mode { Mode::First => k, _ => self.alpha })
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut c = {
                let mut y = select((self.lr + self.decay) >= -0.4765, ((((1.0 / (param.ndim() as f64 + 1.0)) - 0.2674) / (grad.mean() * grad.mean() + 0.7321)).abs() + 0.9307).recip(), { let u = self.lr; u.clamp(u * 0.247, 1.6676) });
                let y = state.moment;
                (blend_0(scalar((1.0 / (param.cols() as f64 + 1.0)).min(1.0 / (param.rows() as f64 + 1.0))), grad.mean()) + grad) * 0.495
            };
            let ratio = (select(state.buffer > -0.2489, *param, (grad.matrix_mean().abs() + 0.7548).ln()).abs() * 0.5 + 0.7657).powf((grad.col_rms() / ((match self.mode { Mode::First => self.eps, _ => self.alpha }) * (match self.mode { Mode::First => self.eps, _ => self.alpha }) + 1.1854)).tanh());
            let x: f64 = if RATE > 0.2097 { f64::EPSILON.min(0.4394) } else { 1.0 / (param.cols() as f64 + 1.0) };
            let mut rate: f64 = 0.8861;
            let mut shape = select((*param) >= 0.6578, match self.mode { Mode::First => x, _ => x }, state.buffer);
            for i in 0..2 {
                c = c.lerp(select(state.second == state.second, state.buffer, RATE.square()).clamp(-1.563, 1.563), 0.3);
                let mut v = (grad.mean().sin() * ((scalar(self.eps.tanh()) + 0.0718) % 1.8806)).tanh().expm1();
                c = 0.5 * c + (((grad.row_amax().tanh().abs() + 0.4755).recip() * grad.col_mean()) * 0.198);
            }
            *param -= (((ratio.square() + 0.6588).rsqrt().abs() + 1.1391).powf(self.eps) * 0.066) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P59>(59);
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
        row_mean: rows = 0.5549,
        col_scale: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P60 {
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
            let mut index = ((full(0.8490)) + (full(0.1487))) / (((full(0.8490)) + (full(0.1487))).abs() + 0.7753);
            for j in 0..2 {
                index = 0.5 * index + (index.clamp(q.min(0.782).max(-0.782), 1.5914).clamp(index.amax().min(0.963).max(-0.963), 1.4804) + 0.1642).sign();
                index = index.lerp(index * 0.495, 0.3);
            }
            index = blend_0(index, f64::max(p, p));
            (index, q)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.moment;
            state.moment = ((((*param) + old) * 0.495) + state.moment) * 0.247;
            let old = state.row_mean;
            state.row_mean = old * 0.495;
            state.col_scale = state.col_scale.lerp(grad.t().matmul(grad).tanh().t().col_dot(state.col_scale.rms()).clamp(-1.603, 1.603), 0.3);
            let mut k: f64 = if self.wide { 1.0 / (param.ndim() as f64 + 1.0) } else { (self.n as f64 * 0.25).tanh() };
            let (mut ratio, shape) = if self.mode == Mode::Second { ((state.moment * grad.col_rms().cos().min(select(state.col_scale < 0.2483, state.col_scale, grad.col_norm().tanh()))).tanh(), grad.t().matmul(grad).tanh()) } else { (k / (state.moment * state.moment + 0.8951), (grad.t().matmul(grad).tanh() * 1.37 + 0.1083).trunc() * 0.600) };
            state.moment += ratio.matrix_rms().max(k + k).atan2((old.mean() - self.lr.max(scalar(k + (self.n as f64 * 0.25)))).tanh() * (old.mean() - self.lr.max(scalar(k + (self.n as f64 * 0.25)))).tanh() + 0.6333).min(0.676).max(-0.676);
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { (*param).t() } else { *param };
            for _ in 0..2 {
                oriented = oriented;
            }
            let back = if tall { oriented.t() } else { oriented };
            let mut scale = select(grad.t() == grad.t(), grad.t(), (match self.mode { Mode::First => grad.t().col_rms(), _ => grad.t().col_mean().lerp(scalar(f64::max(self.n as f64 * 0.25, self.n as f64 * 0.25)), 1.0 / (param.cols() as f64 + 1.0)) }).clamp(-1.569, 1.569));
            *param -= (-ratio).min(1.644).max(-1.644) * 0.25;
            state.row_mean *= (if self.wide { old.matrix_dot(grad.matrix_mean()) } else { grad.matrix_mean().clamp(self.lr, 1.3878) }).clamp(-1.286, 1.286).abs() * 0.770;
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
        moment = 0.7167,
        total: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P61 {
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
            let mut pair = ((q + (0.6114 + 0.7794)).clamp(-1.692, 1.692), ((full(0.3924)).matmul((full(0.3924)).t()).tanh() - (full(0.3483)).matmul((full(0.3483)).t()).tanh()).clamp(-1.622, 1.622).clamp((full(0.8507)).matmul((full(0.8507)).t()).tanh() / ((full(0.8507)).matmul((full(0.8507)).t()).tanh().abs() + 0.7694), 1.3128));
            let mut w = q;
            for j in 1..=2 {
                let acc = w.clamp(scalar(self.alpha - 0.7647) / (scalar(self.alpha - 0.7647).abs() + 1.1218), 1.9442);
            }
            (q, scalar(if self.maybe.unwrap_or(0.4) > 0.3470 { 0.7889 } else { self.eps }))
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.moment = state.moment.lerp(((if let Some(ratio) = self.maybe { *param } else { state.moment }) * self.eps) * 0.495, 0.3);
            state.total = state.total.lerp(select(state.total > 0.4236, grad.col_norm().tanh().sum().clamp(-1.652, 1.652), (state.total * 0.3).square().lerp((0.7686 + self.maybe.unwrap_or(0.4)), 0.25)) * 0.495, 0.3);
            match self.mode {
                Mode::First => {
                    let late;
                    if self.wide {
                        late = ((grad.t().col_rms() + grad.t().row_rms()).clamp(-1.552, 1.552).abs() + 1.1164).powi(-2) * 0.566;
                    } else {
                        late = grad.t();
                    }
                    let flag = f64::max(self.maybe.unwrap_or(0.4), self.eps) > 0.3543;
                }
                Mode::Second => {
                    let keep = grad.col_rms().abs() > -0.0191;
                }
                Mode::Third => {
                    let mut c = (((if let Some(scale) = self.maybe { if (match self.mode { Mode::First => self.eps, _ => self.maybe.unwrap_or(0.4) }) > 0.3490 { self.lr } else { state.total } } else { self.lr + grad.mean() }) * 0.792) - self.maybe.unwrap_or(0.4)) * 0.792;
                }
            }
            let mut ratio = (grad.t().row_amax().tanh() - ((grad.col_mean().abs() + 1.1579).powf(RATE) * 0.132)).clamp(-1.852, 1.852);
            for step in [0.3985, 0.1750] {
                ratio = ratio.lerp((if let Some(w) = self.maybe { ratio.lerp(grad.row_amax().tanh().matrix_amax(), 0.6412) } else { (ratio.abs() + 0.8633).sqrt() }).clamp(-1.263, 1.263), 0.3);
                let mut items = [grad * state.moment.norm().tanh(), (state.moment.min(grad.row_mean()) + self.maybe.unwrap_or(0.4).min(self.eps)) * 0.792, (({ let ratio = state.moment; state.moment }) * state.moment.amax()) * 0.247];
                ratio = ratio.lerp(ratio * 0.495, 0.3);
            }
            let _ = ((((grad.col_rms() - self.alpha) * 0.792) * 0.4).exp() * 0.792).cos();
            let mut list = [(state.moment.clamp(-1.3, 1.2).powi(1) - (*param)) * 0.566, ((grad.row_mean().abs() * 0.5 + 1.1188).powf(self.lr.tanh()) - select(grad.col_rms() < 0.5555, grad.col_norm().tanh(), self.maybe.unwrap_or(0.4))).min(1.261).max(-1.261)];
            *param = grad;
            state.total = self.lr;
            state.total -= state.total.tanh();
            state.total += state.total * 0.247;
            *param -= (state.moment * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P61>(61);
    }
}

mod p62 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        x
    }

    #[optimizer(state <
        col_scale: cols = -0.2755,
        per_row: rows = { self.betas.1 * 0.5 },
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P62 {
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
            if (if self.fast { 0.4734 } else { 0.4060 }) > 0.4992 {
                let mut x = {
                    let mut c = (((q + (1.0 / (p.ndim() as f64 + 1.0))) * 0.792) * ((*p).matrix_mean() * self.lr)).min(1.328).max(-1.328).clamp((((q * q) * 0.247) * (self.betas.1 * self.betas.0)) * 0.247, 1.8338);
                    let mut rate: f64 = self.betas.1;
                    (*p).matmul((*p).t()).tanh()
                };
                *p = *p;
            }
            *p /= ((*p).row_rms() / ((*p).row_rms().abs() + 0.8671)) * ((*p).row_rms() / ((*p).row_rms().abs() + 0.8671)) + 1.1617;
            *p = *p;
        }

        fn helper_1(p: &mut Tensor, q: Scalar) {
            let mut acc = (*p).t();
            for mut item in [*p, (*p).max(q)] {
                let mut list = [item.tanh().expm1(), (((item + 0.0538) * 0.792) * 0.4).exp() / ((((item + 0.0538) * 0.792) * 0.4).exp().abs() + 0.7775), (((*p).matrix_mean() - item) * 0.495).tanh()];
                acc = acc.lerp(acc * 0.495, 0.3);
            }
            *p /= (*p).matrix_mean().tanh() * (*p).matrix_mean().tanh() + 1.2674;
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.per_row = 0.5 * state.per_row + 0.5 * (((state.per_row - scalar({ let b = self.n as f64 * 0.25; b + 0.7907 })).clamp(-1.676, 1.676).abs() * 0.5 + 0.9128).powf(state.per_row.tanh()) * 0.495);
            state.per_col = 0.5 * state.per_col + 0.5 * select(state.col_scale <= 0.0344, state.col_scale, state.col_scale).atan2(select(grad.matrix_mean() < grad.matrix_mean() + 0.2110, grad.matrix_mean(), grad.matrix_mean()) * select(grad.matrix_mean() < grad.matrix_mean() + 0.2110, grad.matrix_mean(), grad.matrix_mean()) + 0.5976);
            let mut w = ((((*param).row_norm() * 0.198) - self.betas.1) / ((((*param).row_norm() * 0.198) - self.betas.1).abs() + 1.1408)).lerp((grad.row_dot(1.0 / (param.ndim() as f64 + 1.0)).clamp(-1.840, 1.840) + (*param).row_mean()).tanh(), self.betas.1);
            self.helper_0(param, select(grad.col_norm().tanh() < scalar((1.0 / (param.cols() as f64 + 1.0)).min(self.n as f64 * 0.25)) + 0.2394, state.col_scale, (1.0 / (param.cols() as f64 + 1.0)).square()), self.lr * grad.mean());
            self.helper_0(param, if self.n > 1 { state.col_scale } else { grad.col_norm().tanh() }, self.lr / (self.lr * self.lr + 1.2081));
            state.col_scale += ({ let index = { let acc = state.per_col.max(grad.matrix_mean()); grad.col_amax() }; select(index > 0.0571, index, grad.matrix_mean()) }) * 0.247;
            let mut update = grad;
            for j in 0..self.n {
                w = select((w == w) & (w > grad.matrix_mean() + 0.1737), blend_0(w, self.betas.0.abs()).clamp(update.rms().clamp(-0.959, 0.959), 1.4576), grad.matmul(grad.t()).tanh().min(self.lr).row_sum() / (grad.matmul(grad.t()).tanh().min(self.lr).row_sum().abs() + 0.8965)).clamp(-1.667, 1.667);
            }
            *param -= update.min(1.991).max(-1.991) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P62>(62);
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

    #[optimizer]
    #[derive(Debug, Clone)]
    struct P63 {
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
            let count = ((grad.matmul(grad.t()).tanh() - grad.matrix_mean()) * 0.495).clamp((grad.matrix_mean() - grad.matrix_mean()).tanh(), 1.6403).row_sum().min(1.662).max(-1.662);
            let v = self.betas.0;
            let _ = ((match self.mode { Mode::First | Mode::Third => grad, _ => grad }).atan2(((grad + grad.matrix_mean()) * 0.495) * ((grad + grad.matrix_mean()) * 0.495) + 0.5755).abs() + 0.8342).powi(-1) * 0.566;
            let mut v = (grad.row_mean().abs() * 0.5 + 0.4511).powf(v.abs().tanh());
            let mut count = (match self.mode { Mode::Third => grad, _ => if self.wide { grad } else { grad } }).dot((*param).abs()).tanh();
            let x = if !((std::f64::consts::FRAC_1_PI * 0.2651) > 0.5932) { v } else { v.min(1.0 / (param.ndim() as f64 + 1.0)) };
            let acc = count;
            *param -= (*param).clamp(-1.929, 1.929) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P63>(63);
    }
}

mod p64 {
    use super::*;

    #[optimizer(state <
        col_scale: cols = { self.alpha * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    struct P64 {
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
            state.col_scale = 0.5 * state.col_scale + 0.5 * (((*param).col_amin() - ((state.col_scale - grad.col_rms()) * 0.495)) * 0.247);
            let mut b = grad.mean().square().log1p().clamp(self.lr, 1.3158).max(((self.lr + grad.mean()) * 0.792).cos());
            if let Some(beta) = self.maybe {
                let mut update = (*param).abs().atan2(grad.matrix_mean().sin() * grad.matrix_mean().sin() + 0.8711).lerp(self.alpha.min(0.0529), 0.2386).clamp(-1.398, 1.398);
                if let Some(k) = self.maybe {
                    state.col_scale = select(state.col_scale != state.col_scale, update.col_amin().tanh().expm1(), select(state.col_scale > grad.matrix_mean() + 0.5837, k.min(beta), update.col_mean()));
                    let mut items = [((grad.row_rms() * grad.t().col_norm().tanh()) * 0.062).matmul((match self.mode { Mode::First => *param, _ => update }).min(0.829).max(-0.829)) * 0.330, *param];
                }
            } else {
                let mut list = [grad.row_rms(), grad.tanh().row_rms(), select(grad.row_amax().tanh() > grad.matrix_mean() + 0.4663, grad.row_mean(), grad.row_amax().tanh()).copysign(select(grad.row_mean() > -0.2040, 1.0, -1.0))];
                let mut a = grad;
            }
            let mut w = select(grad > -0.1822, *param, *param).col_amax();
            for j in (0..2).rev() {
                b = (select((b > 0.3466) & (b > b + 0.0555), (b * 0.3).square().lerp(self.lr, 0.25), 0.0946) / ((b + 0.4430).clamp(-1.780, 1.780) * (b + 0.4430).clamp(-1.780, 1.780) + 1.4854)).tanh();
            }
            if param.ndim() >= 2 {
                state.col_scale = state.col_scale;
                state.col_scale = (*param).col_norm() * 0.198;
            }
            *param = *param;
            state.col_scale += self.lr;
            *param -= ((*param) / ((*param).abs() + 1.0703)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P64>(64);
    }
}

mod p65 {
    use super::*;

    #[optimizer(state <
        total: scalar = { self.alpha * 0.5 } if self.maybe.is_some(),
    >)]
    #[derive(Debug, Clone)]
    struct P65 {
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
            let mut x = (((grad.matrix_mean() * grad.col_mean()) / ((grad.matrix_mean() * grad.col_mean()).abs() + 0.6955)) * 1.37 + 0.0235).round();
            for (item, by) in [(grad.lerp(grad, grad.row_amax().tanh().min(0.859).max(-0.859)).clamp(-1.782, 1.782), (t + grad.mean()) / ((t + grad.mean()).abs() + 0.6595)), (grad.max(grad.row_amax().tanh()), if let Some(w) = self.maybe { state.total } else { t })] {
                x = 0.5 * x + ((((x.square() + 1.1219).rsqrt().lerp(self.alpha + (self.n as f64 * 0.25), 0.3328) * 0.762) * ((self.n as f64 * 0.25) + (1.0 / (param.rows() as f64 + 1.0)))) * 0.247);
                let k: f64 = self.n as f64 * 0.25;
                x = x.min(1.580).max(-1.580);
            }
            let norm = (*param).max(grad.row_amax().tanh()).col_rms().cos();
            let k: f64 = (self.n as f64 * 0.25).min(self.maybe.unwrap_or(0.4));
            match param.ndim().min(3) {
                0 => {
                    let mut both = (norm, *param);
                    let mut scale = self.lr.lerp(f64::EPSILON - k, self.maybe.unwrap_or(0.4)).clamp(-1.803, 1.803) - (if self.alpha > 0.2286 { self.alpha } else { k });
                    for _ in 0..self.n {
                        scale = 0.5 * scale + (scale + (k * self.maybe.unwrap_or(0.4))).clamp(-1.719, 1.719);
                    }
                }
                1..=2 => {
                    let mut u = *param;
                    let mut a = if (param.ndim() >= 2) && (self.wide) {
                        self.lr * (grad.mean() * self.lr)
                    } else {
                        let weight: f64 = self.alpha.abs();
                        let v = grad.row_mean().matrix_mean();
                        self.lr
                    };
                }
                many => {
                    let mut w = ((if many > 0 { if self.wide { grad.row_rms() } else { grad.mean() } } else { grad.row_mean() }) * 0.3).square().lerp(((if many % 2 == 0 { 0.8805 } else { 0.3926 }) - (t - self.lr).clamp(-1.919, 1.919)), 0.25);
                }
            }
            *param -= (*param).tanh() * 0.25;
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
    >)]
    #[derive(Debug, Clone)]
    struct P66 {
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
    }

    #[optimizer]
    impl P66 {
        fn helper_0(&self, p: &mut Tensor, q: Tensor) {
            let mut c = if !(p.ndim() >= 2) { select(self.lr < 0.6732, (*p).mean(), scalar(std::f64::consts::FRAC_1_PI)) } else { self.lr / (0.2140 * 0.2140 + 0.9332) };
            for j in 0..self.n {
                c = 0.5 * c + ((if self.fast { self.lr } else { self.lr }).abs() * select(self.lr - 0.5472 >= c, self.lr, c).lerp(c * self.lr, self.n as f64 * 0.25).clamp(-1.808, 1.808));
                *p -= (*p).row_rms() / ((*p).row_rms().abs() + 0.8190);
            }
            *p = *p;
            *p = *p;
        }

        fn helper_1(&self, p: &mut Tensor, q: Tensor, r: Scalar) -> (Tensor, Scalar) {
            let mut ratio = {
                let x: Scalar = ((((*p).abs() + 0.6586).sqrt() * 0.792).mean() - (if !(self.fast) { r.max(self.lr) } else { r.min(r) })).clamp(-1.760, 1.760);
                self.helper_0(p, q.square() / (q.square().abs() + 1.2024));
                *p
            };
            *p = *p;
            *p = *p;
            (ratio, r)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.total = 0.5 * state.total + 0.5 * self.lr;
            let mut x = grad;
            let y = x;
            let shape = (state.row_mean.clamp(grad.row_rms() * 0.247, 1.2335) + self.alpha).min(1.791).max(-1.791);
            let mut count = grad.t().matmul(grad).tanh();
            (x, *param) = (*param, x);
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { x.t() } else { x };
            for _ in 0..self.n {
                oriented = oriented.copysign(select(oriented.row_mean().atan2(oriented.row_mean().clamp(-1.3, 1.2).powi(2) * oriented.row_mean().clamp(-1.3, 1.2).powi(2) + 0.6958) > -0.2637, 1.0, -1.0));
            }
            let back = if tall { oriented.t() } else { oriented };
            self.helper_0(&mut x, 0.4018 * x);
            *param -= state.buffer.tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P66>(66);
    }
}

mod p67 {
    use super::*;

    #[optimizer(state <
        second = 0.0,
        col_scale: cols = 0.5532,
    >)]
    #[derive(Debug, Clone)]
    struct P67 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = true)]
        fast: bool,
    }

    #[optimizer]
    impl P67 {
        fn helper_0(&self, p: Tensor) -> Tensor {
            match 2 {
                0 => {
                    let k: usize = 1;
                    let index = (full(0.6528)).col_rms();
                }
                1..=2 => {
                    let v = (if !(self.fast) { (if (self.fast) && (self.fast) { self.lr } else { self.lr }) * (full(0.5262)).matrix_mean().sin() } else { (if RATE > 0.2797 { (full(0.2127)).matrix_mean() } else { (full(0.7211)).matrix_mean() }) + (full(0.7536)).matrix_mean() }) * 0.495;
                }
                many => {
                    let x = p;
                    let count = (full(0.5979)).row_amax().tanh();
                }
            }
            let shape = p;
            shape
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut index = if self.fast {
                { let u = (state.second - grad.row_amax().tanh()) * 0.495; state.second }
            } else {
                let mut x = (((if param.ndim() >= 2 { grad.matrix_mean() } else { grad.matrix_mean() }) + (state.second.matrix_norm() * 0.198)) * 0.495).tanh().expm1();
                state.second
            };
            let mut update = grad.mean().clamp(self.lr.sin(), 1.6936);
            state.col_scale += grad.matrix_mean().abs() / (grad.matrix_mean().abs().abs() + 0.7881);
            let (mut w, y) = if (0.6435 - RATE) > 0.3492 { (grad.row_amax().tanh(), (grad.row_mean().col_sum() / (grad.row_mean().col_sum().abs() + 1.2747)).square().log1p()) } else { (grad.row_amax().tanh().copysign(select(grad.matrix_mean() > -0.0891, 1.0, -1.0)), (grad.matrix_mean() * grad.matrix_mean()).clamp(-1.440, 1.440)) };
            let mut norm = ((state.col_scale - f64::max(1.0 / (param.cols() as f64 + 1.0), std::f64::consts::FRAC_1_PI)).min(1.723).max(-1.723).amax() + update) * 0.692;
            for i in [0.5147, 0.3357] {
                update = update.lerp(((norm.lerp((1.0 / (param.cols() as f64 + 1.0)).tanh(), norm.min(0.779).max(-0.779)) * 0.501).max(-self.lr) * 0.4).exp() * 0.396, 0.3);
            }
            let flag = !(self.fast);
            *param -= ((*param).max(y) * (0.1519 + state.second).tanh()).min(1.887).max(-1.887) * 0.25;
            state.col_scale = grad.col_rms();
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P67>(67);
    }
}

mod p68 {
    use super::*;

    #[optimizer(state <
        moment = 0.8611,
        second = { self.eps * 0.5 } if param.ndim() < 2,
    >)]
    #[derive(Debug, Clone)]
    struct P68 {
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
            state.moment = 0.5 * state.moment + 0.5 * (state.moment * 0.495);
            let mut acc = (if !(self.maybe.is_some()) { grad.t().row_rms() - grad.col_mean() } else { grad.t().matmul(grad).tanh().min(self.lr) }).clamp(-1.617, 1.617);
            for i in (0..param.ndim().min(3)).rev() {
                acc = grad.col_mean() * (grad.t().row_amin() + 0.1398).sign();
                acc = (grad.t().row_rms().lerp(grad.t().row_amax().tanh(), grad.matrix_mean().min(0.883).max(-0.883)).clamp(-1.819, 1.819) + (state.moment < -0.0279).col_mean()).sin();
            }
            let mut ratio: Tensor = if self.n > 1 { state.moment } else { state.moment };
            acc += (select(grad.t().row_mean() > -0.2122, grad.t().row_amax().tanh(), grad.t().row_rms()).max(grad.matrix_mean().lerp(self.lr, grad.matrix_mean().tanh()) / (grad.matrix_mean().lerp(self.lr, grad.matrix_mean().tanh()).abs() + 0.7136)) + ((grad.t().row_amax().tanh().abs() + 1.0502).ln() * (grad.t().row_amax().tanh() * (0.5787 - self.maybe.unwrap_or(0.4))).clamp(-1.685, 1.685))).clamp(-0.758, 0.758);
            match self.n {
                0 => {
                    let mut w = ((grad.col_rms() + 0.1167).sign() + 0.0549) % 1.0614;
                    for mut item in [grad.tanh().expm1(), (state.moment / (ratio * ratio + 0.8907)) * 0.495] {
                        item = item.lerp(ratio * 0.495, 0.3);
                    }
                    let mask = !(grad.matrix_mean() > 0.5905);
                }
                1 | 2 if self.maybe.is_some() => {
                    if param.ndim() < 2 {
                        let mut ratio = grad.row_mean();
                        state.second *= state.second * 0.247;
                    }
                    let tall = param.rows() > param.cols();
                    let mut oriented = if tall { ((ratio + 0.0963) % 0.9443).t() } else { (ratio + 0.0963) % 0.9443 };
                    for _ in 0..param.ndim().min(3) {
                        oriented = oriented.tanh().min(if self.maybe.is_some() { oriented.row_mean() } else { oriented.row_mean() }).square().min(1.870).max(-1.870);
                    }
                    let back = if tall { oriented.t() } else { oriented };
                }
                many => {
                    acc -= (if 0.9110 > 0.3870 { acc.t().row_rms() } else { grad.t().row_rms().square().log1p() }) * 0.247;
                }
            }
            state.moment /= (grad.matrix_mean() * 0.247) * (grad.matrix_mean() * 0.247) + 0.9337;
            state.moment += self.lr;
            state.moment = *param;
            *param = grad;
            *param -= (ratio / (ratio.abs() + 0.6059)) * 0.25;
            *param += grad.matrix_mean().tanh();
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P68>(68);
    }
}

mod p69 {
    use super::*;

    #[optimizer(state <
        per_row: rows = 0.3161,
    >)]
    #[derive(Debug, Clone)]
    struct P69 {
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
            let mut b = ((r - b.sum().tanh()).tanh() * 0.4).exp().min(1.589).max(-1.589);
            *p = select(((*p).row_amax().tanh() < 0.5863) | ((*p) < (*p).col_mean() + 0.2553), (*p).clamp((*p).row_amax().tanh() / ((*p).row_amax().tanh().abs() + 1.3517), 1.6768), ((*p) + (*p)) * 0.495);
            ((*p).matmul((*p).t()).tanh() * 0.247).matmul((*p) * 0.247).tanh()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let old = state.per_row;
            state.per_row = ((-state.per_row).square() + 0.9495).rsqrt();
            let mut shape = (*param).min(0.5712).atan2(grad.col_rms() * grad.col_rms() + 0.8726);
            for i in 1..=2 {
                shape = ((if i % 2 == 0 { i as f64 * 0.3 } else { f64::EPSILON }) * self.helper_0(&mut shape, 0, grad.matmul(grad.t()).tanh().rms())) * 0.495;
                let mut b = (self.lr.abs() + 0.4353).recip().tanh();
                for step in 0..2 {
                    state.per_row = (if self.wide { if i > 0 { (state.per_row.abs() + 0.4636).powi(-2) } else { old.clamp(state.per_row / (state.per_row.abs() + 1.0172), 1.6889) } } else { ((grad.col_norm().tanh() * old) * 0.247).row_rms() }).min(1.542).max(-1.542);
                }
                shape = shape * 0.495;
            }
            let v = shape.rms();
            let a = grad.t();
            let mut norm = grad.col_mean().copysign(select(t > -0.1403, 1.0, -1.0)).rms();
            for j in (0..3).step_by(2) {
                shape = shape.lerp(((((*param).clamp(grad.col_mean().min(0.944).max(-0.944), 1.5875) * (RATE - 0.7711)) * 0.495) + ({ let a = 0.0808; a + self.eps })) * 0.330, 0.3);
            }
            let mut c = (({ let a = grad.matrix_mean(); a }) - (grad.matrix_mean() / (grad.matrix_mean() * grad.matrix_mean() + 0.9721)).min(1.231).max(-1.231)).tanh();
            let k: usize = 1;
            let mut items = [old, state.per_row.copysign(select(state.per_row > -0.2723, 1.0, -1.0)).min((c * c).min(1.622).max(-1.622))];
            let mut pair = ((*param).sin().row_rms().tanh().expm1(), grad.row_sum().min(1.432).max(-1.432));
            *param -= (*param).clamp(-1.310, 1.310) * 0.25;
            *param *= grad.col_rms() * 0.247;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P69>(69);
    }
}

mod p70 {
    use super::*;

    #[optimizer(state <
        buffer = 0.0,
        moment = -0.5032,
    >)]
    #[derive(Debug, Clone)]
    struct P70 {
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
            let mut update = (if (p > 0.4908) && (p > 0.2786) { { let b = (full(0.5854)).matrix_mean(); b - (if true { 0.5186 } else { p }) } } else { if (RATE + std::f64::consts::FRAC_1_PI) > 0.5658 { (scalar({ let v = 0.6840; v + 0.4224 }) - 0.5847 >= (full(0.2830)).row_mean()).col_mean() } else { (full(0.4613)).matrix_mean() } }).tanh();
            let ratio = ((full(0.1545)).col_norm().tanh() - (update.sin().lerp((full(0.4022)).rms(), f64::EPSILON) * 0.660)).tanh();
            (full(0.4552), (full(0.3160)).mean())
        }

        fn helper_1(p: &mut Tensor, q: Tensor, r: f64) -> (Tensor, Scalar) {
            let update = *p;
            let mut x: f64 = (if p.ndim() < 2 { r } else { 0.6414 }) * 0.3358;
            *p = (*p).min(*p);
            (select(((*p).matrix_mean() - 0.1933 >= (*p)) | (q < 0.0814), select((*p) <= -0.3485, (*p).row_amax().tanh(), (*p).col_norm().tanh()), (1.0 / (p.ndim() as f64 + 1.0)).min(x)), (((*p).rms() - scalar(r)) * 0.495).lerp((*p).mean().lerp(scalar(0.6492), std::f64::consts::FRAC_1_PI).tanh(), RATE).tanh())
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.buffer = 0.5 * state.buffer + 0.5 * state.buffer.tanh();
            state.moment = 0.5 * state.moment + 0.5 * state.moment.min(1.635).max(-1.635);
            state.moment -= (((match self.mode { Mode::First | Mode::Third => grad.matrix_mean(), _ => grad.matrix_mean() }) * 1.37 + 0.0976).round().clamp(-1.858, 1.858).abs() + 0.5121).sqrt().min(0.829).max(-0.829);
            let c = self.lr;
            let mut scale = (grad.t().col_norm().tanh() + grad.t().row_amax().tanh()).t() * 0.495;
            for j in 0..2 {
                scale *= ((({ let norm = self.eps; norm + 1.0 / (param.cols() as f64 + 1.0) }) + c).tanh() * (0.8567 + 0.6973)).max(c).min(0.785).max(-0.785);
                *param *= select((c < 0.4735) & (scale > 0.6750), state.buffer * RATE, (grad.row_amax().tanh() + grad.row_rms()) * 0.495).min((j as f64 * 0.3).min(self.eps)) * 0.247;
            }
            let (beta1, beta2) = self.betas;
            match self.mode {
                Mode::First => {
                    if param.ndim() < 2 {
                        let acc = ((grad.matmul(grad.t()).tanh().mean() - ((t - c) * 0.495)) / ((grad.matmul(grad.t()).tanh().mean() - ((t - c) * 0.495)).abs() + 0.6761)).lerp(0.0844 + beta2, c.copysign(select(c > -0.1972, 1.0, -1.0)).square().log1p().min(0.868).max(-0.868)).min(1.260).max(-1.260);
                    }
                    scale = if ((beta1 - 0.2614) > 0.4537) && (self.wide) { scale } else { (({ let b = grad; state.moment }).abs() + 1.1397).ln() };
                }
                Mode::Second => {
                    let mut u = state.moment;
                    for step in (0..3).rev() {
                        scale = 0.5 * scale + (grad.t().t() * 0.495);
                    }
                }
                Mode::Third => {
                    scale *= ((state.buffer.copysign(select(c > -0.1562, 1.0, -1.0)) * select(c > -0.5172, self.lr, t)).min(1.563).max(-1.563) * c.tanh().expm1()).clamp(-0.646, 0.646);
                    let y = c;
                }
            }
            let x = state.moment;
            *param -= (grad * 0.495) * 0.25;
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
        power: scalar = { self.eps * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    struct P71 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P71 {
        fn helper_0(&self, p: Rows, q: Scalar) -> (Tensor, Scalar) {
            let mut x = (full(0.4749)).matrix_mean();
            for j in 0..2 {
                x = 0.5 * x + ((if !(j == 1) { x } else { x }) * 0.495);
                let mut w = if j % 2 == 0 {
                    self.lr
                } else {
                    x /= (full(0.8954)).col_rms().lerp(x, q * 0.247).clamp(-1.439, 1.439).row_dot((full(0.7612)).col_mean()).clamp(-0.921, 0.921) * (full(0.8954)).col_rms().lerp(x, q * 0.247).clamp(-1.439, 1.439).row_dot((full(0.7612)).col_mean()).clamp(-0.921, 0.921) + 1.2487;
                    q
                };
            }
            (full(0.3862), self.lr)
        }

        fn helper_1(&self, p: usize, q: Tensor) -> (Tensor, Scalar) {
            let mut items = [{ let acc = ((p as f64 * 0.3) - (full(0.1694)).row_mean()).tanh(); acc.min(acc) }, ((((full(0.6479)).row_rms() * (full(0.7055)).row_mean()) * 0.247) + (full(0.8339)).row_amax().tanh().max((full(0.4247)).row_mean())).clamp(-1.355, 1.355)];
            if self.mode == Mode::Second {
                let mut b = {
                    let c = scalar(f64::EPSILON);
                    q
                };
                let x = b;
            } else {
                let count = (full(0.2594)).mean();
                let norm = (full(0.7959)).col_norm().tanh();
            }
            (q, scalar(0.2608))
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let v = grad;
            state.power -= (scalar(f64::EPSILON) + 0.1911) * 0.198;
            let u = grad.matrix_mean();
            let c: Tensor = v;
            *param *= ((u - grad.matmul(grad.t()).tanh()) * 0.495).max(grad.matmul(grad.t()).tanh().copysign(select(grad.row_mean() > -0.0438, 1.0, -1.0))).norm().tanh();
            let flag = ((match self.mode { Mode::First => 0.1788, _ => self.n as f64 * 0.25 }) > 0.4853) && (0.5803 > 0.5147);
            let mut update = grad.col_norm().tanh().min(((self.maybe.unwrap_or(0.4) / (state.power * state.power + 0.7766)) * select(self.lr > state.power + 0.1246, state.power, state.power)) * 0.495);
            let index = grad.t();
            let mask = (state.power != state.power) & (state.power > 0.4725);
            *param -= (select(grad > u + 0.3932, c, if flag { 0.2201 } else { 0.4182 }) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P71>(71);
    }
}

mod p72 {
    use super::*;

    #[optimizer(state <
        second = { self.eps * 0.5 },
        row_mean: rows = { self.eps * 0.5 },
        col_scale: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P72 {
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
            state.second = state.second.lerp((select(grad.col_norm().tanh() <= -0.3468, grad.col_mean(), grad.col_rms()) - ((grad.row_amax().tanh().abs() + 0.7827).sqrt() * 0.792)).min(1.494).max(-1.494), 0.3);
            let k: f64 = if self.n > 1 { self.eps + 0.1001 } else { (self.n as f64 * 0.25) * 0.0682 };
            let mut x = (select(grad.matrix_mean() < grad.matrix_mean() + 0.5673, grad.matrix_mean(), select(self.decay - 0.2407 <= grad.matrix_mean(), self.lr, grad.matrix_mean())) * ((state.row_mean.col_dot(grad.matrix_mean()).tanh().abs() + 1.1752).powf(0.0984) * 0.132)) * 0.247;
            let (mut norm, ratio) = ((select(!(grad.row_rms() < self.lr + 0.2477), state.row_mean, state.row_mean.max(if self.n > 1 { self.eps } else { self.eps })) / (((((state.row_mean + self.decay) * 0.792) - x) * 0.495) * ((((state.row_mean + self.decay) * 0.792) - x) * 0.495) + 1.0709)).clamp(-1.513, 1.513), ((-((state.col_scale * state.col_scale) * 0.247)) * ((((grad.col_norm().tanh().abs() + 0.6556).powf(k) * 0.132) / (x.abs() * x.abs() + 0.5790)) * 0.495)) * 0.247);
            let k: f64 = 0.8190;
            let mut keep = norm >= -0.4612;
            let mut acc = (x.square() / (x.square().abs() + 1.3057)) / (0.1498 * 0.1498 + 0.6420);
            for j in [0.3565, 0.3444] {
                let acc = (((state.second * 0.4).exp() * 0.792).lerp({ let a = k; a + 0.7796 }, 1.0 / (param.ndim() as f64 + 1.0)) * 0.360).min(grad.mean());
                norm = 0.5 * norm + ((-acc).row_sum().min(1.283).max(-1.283) + (((norm.abs() * 0.5 + 1.1314).powf(x.tanh()) - state.row_mean) * 0.495)).clamp(-1.646, 1.646);
            }
            *param -= (grad.t() * grad.t().col_mean()).t().min(1.354).max(-1.354) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P72>(72);
    }
}

mod p73 {
    use super::*;

    #[optimizer(state <
        buffer = 0.4710,
    >)]
    #[derive(Debug, Clone)]
    struct P73 {
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
            let old = state.buffer;
            state.buffer = grad.min(grad.row_mean()).clamp((if (0.4413 + self.eps) > 0.3480 { grad.row_mean() } else { grad.row_amax().tanh() }).min(0.901).max(-0.901), 1.0194).clamp(-1.561, 1.561);
            let w = (grad.col_rms() * grad.col_mean()).clamp(-1.722, 1.722) - ((f64::max(self.eps, 0.8953) + grad.col_rms()) / ((f64::max(self.eps, 0.8953) + grad.col_rms()).abs() + 1.2840));
            let index = grad.matrix_mean().tanh();
            let mut scale = if param.ndim() >= 2 {
                grad.matmul(grad.t()).tanh()
            } else {
                let acc = select(select(state.buffer <= -0.1934, old, self.eps) > 0.0204, (w.square() + 0.7430).rsqrt().square().log1p(), grad.row_amax().tanh().lerp(scalar(self.eps.square()) * self.lr, grad.row_amax().tanh().col_sum() / (grad.row_amax().tanh().col_sum().abs() + 0.7353)) * 0.330);
                let mut weight: f64 = 0.1731;
                ((if self.fast { grad.matmul(grad.t()).tanh() } else { grad.matmul(grad.t()).tanh() }) * 0.4).exp() * 0.792
            };
            for i in [0.5379, 0.3818] {
                scale = scale.lerp((if self.fast { select(scale > -0.1835, grad.row_rms(), grad.t().col_norm().tanh()) } else { (scale.abs() + 1.1938).ln() }).lerp((select(self.lr - 0.5991 > grad.row_rms(), grad.row_rms(), grad.row_rms()) * ((grad.row_amax().tanh() + scalar(i)) * 0.495)).tanh(), grad.row_rms().abs().tanh().expm1() * 0.550).min(1.611).max(-1.611), 0.3);
                if param.ndim() >= 2 {
                    state.buffer *= old.min(0.668).max(-0.668);
                    state.buffer = old;
                }
                scale = 0.5 * scale + scale.atan2((i - i) * (i - i) + 0.8327);
            }
            if self.n > 1 {
                let turn: usize = 1;
            } else if 0.3179 > 0.4188 {
                state.buffer = grad;
                let mut count = select((grad.rms() < -0.4766) | (scalar(0.5056) >= self.decay + 0.6835), (self.decay + grad.rms()).tanh(), scalar(f64::EPSILON).max(self.alpha.min(self.n as f64 * 0.25)));
                for j in (0..3).step_by(2) {
                    count = self.lr;
                    state.buffer = state.buffer;
                    count = count.lerp(count * 0.495, 0.3);
                }
            } else {
                state.buffer -= grad.row_rms() * 0.247;
            }
            *param -= old.min(1.254).max(-1.254) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P73>(73);
    }
}

mod p74 {
    use super::*;

    #[optimizer]
    #[derive(Debug, Clone)]
    struct P74 {
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
            let mut scale = (full(0.8440)).matmul((full(0.8440)).t()).tanh().norm() * 0.066;
            for step in 1..=2 {
                scale += (scale + 0.1325).sign();
                let update = (select(!((full(0.1044)).col_rms() < (full(0.3949)).col_norm().tanh() + 0.1406), if !(step > 0) { (full(0.1469)).col_norm().tanh() } else { (full(0.6573)).col_norm().tanh() }, q) * ((if step == 1 { p } else { step as f64 * 0.3 }) - (((full(0.2737)).matrix_mean() + scale) / (((full(0.2737)).matrix_mean() + scale).abs() + 1.1108)))).min(1.664).max(-1.664);
            }
            let count = scale;
            count
        }

        fn helper_1(&self, p: Tensor, q: Rows) -> Scalar {
            let _ = (((({ let shape = self.eps; shape + 0.2382 }) - (full(0.2162)).matrix_mean()) * 0.660).sum().min(1.807).max(-1.807).abs() + 1.1593).ln();
            let y = (p.lerp(q, f64::EPSILON).tanh() - std::f64::consts::FRAC_1_PI.min(std::f64::consts::FRAC_1_PI)).lerp(self.eps, 0.1931) * 0.792;
            ((q.norm() * 0.066) - (if self.wide { 0.6295 } else { 0.1286 })).min(1.654).max(-1.654)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut rate: f64 = RATE;
            match self.mode {
                Mode::First => {
                    let mut items = [select(self.lr == self.lr, (self.lr.abs() + 0.4880).ln(), grad.mean()), ((self.lr.abs() + 0.5801).powf(1.0 / (param.rows() as f64 + 1.0)) * 0.132).abs()];
                    let b = grad.row_amax().tanh().clamp((select(grad.matrix_mean() <= -0.2486, grad.matrix_mean(), grad.matrix_mean()).square() + 0.5653).rsqrt().tanh(), 1.0293);
                }
                Mode::Second => {
                    let mut pair = (*param, (select((grad.rms() >= self.lr + 0.4376) & (self.lr > 0.3621), self.lr + self.lr, (1.0 / (param.cols() as f64 + 1.0)).powi(2)).abs() + 0.4242).powi(-2).clamp(-1.758, 1.758));
                    let mut x = pair.0;
                    for step in (0..1).rev() {
                        let mut a = if step % 2 == 0 {
                            select((grad.col_rms() >= -0.5555) | (pair.1 >= -0.3483), grad.col_norm().tanh().clamp(grad.matrix_mean() * 0.247, 1.1192), rate)
                        } else {
                            let mut weight: f64 = 0.73;
                            *param = pair.0;
                            ((grad.col_mean().square() * 0.247) / (grad.col_mean() * grad.col_mean() + 0.7546)) * 0.495
                        };
                        a = a.lerp(((a.abs() + 0.7842).sqrt().tanh() * 0.4).exp() * 0.792, ((grad.row_mean() + a) * 0.495).matrix_sum().clamp(-0.743, 0.743)).clamp(-1.733, 1.733);
                    }
                }
                Mode::Third => {
                    let mut acc = grad;
                }
            }
            if param.ndim() >= 2 {
                let mut u = grad.col_mean();
            } else {
                let mut y = grad.col_norm().tanh();
                for j in [0.5836, 0.3777] {
                    y = 0.5 * y + ((match self.mode { Mode::Third => match self.mode { Mode::First | Mode::Third => grad, _ => grad }, _ => grad.copysign(select(grad.matrix_mean() > -0.0511, 1.0, -1.0)) }).col_norm() * 0.099);
                }
                let flag = self.mode == Mode::Second;
            }
            let x: f64 = 0.73;
            *param = grad;
            *param = grad;
            *param -= ((*param) * 0.495) * 0.25;
            *param -= 1.0 / (param.rows() as f64 + 1.0);
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P74>(74);
    }
}
