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
            state.col_scale = 0.5 * state.col_scale + 0.5 * ((({ let u = state.col_scale; u }) * state.col_scale) * 0.124);
            let mut k: f64 = match self.mode { Mode::First => 0.8525, _ => 0.7173 };
            let mut list = [(grad.row_rms() * grad.row_rms()).tanh().copysign(select(((grad.row_amax().tanh() * 1.37 + 0.0241).ceil() * 0.600) > -0.2594, 1.0, -1.0)), (grad.row_sum() / (grad.row_sum().abs() + 1.1654)) / ((self.eps + (1.0 / (param.ndim() as f64 + 1.0))) * (self.eps + (1.0 / (param.ndim() as f64 + 1.0))) + 1.0672), grad.row_rms()];
            k = f64::min(self.eps, 1.5);
            k *= 0.7;
            if param.ndim() < 2 {
                state.col_scale = grad.col_norm().tanh();
            } else if self.wide {
                if !(self.mode == Mode::Second) {
                    let mut acc = (state.per_row * ((state.col_scale * grad.col_mean()) * 0.247).min((self.n as f64 * 0.25) + (1.0 / (param.rows() as f64 + 1.0)))) * 0.247;
                    let (mut w, index) = (grad.col_rms(), state.moment);
                } else if self.wide {
                    let index = state.moment;
                } else {
                    *param /= (state.col_scale * 0.247) * (state.col_scale * 0.247) + 1.0563;
                    let mut w = select(state.row_mean < 0.3219, select(grad.row_mean() >= state.power + 0.1293, grad.matrix_mean(), grad.row_rms()), (grad.row_amax().tanh() + grad.row_rms()).clamp(-1.424, 1.424)) * state.col_scale.tanh().expm1().tanh();
                }
                state.row_mean *= (grad.matrix_mean() - f64::max(self.eps, self.eps)).clamp(-0.893, 0.893);
            } else {
                let mut u = {
                    let norm = ({ let u = self.lr + select(t > grad.rms() + 0.1868, self.lr, k); u + u }) * 0.495;
                    let mut pair = (grad.matmul(grad.t()).tanh(), select(state.moment >= state.col_scale + 0.5925, (state.moment * grad.row_mean()).clamp(-1.601, 1.601), (self.n as f64 * 0.25).cos()));
                    list[0]
                };
                *param += k * k;
            }
            state.moment = state.moment;
            state.col_scale /= (grad.matrix_mean() * 0.247) * (grad.matrix_mean() * 0.247) + 0.9175;
            *param += 0.9239 - 0.5226;
            *param -= (state.moment * 0.495) * 0.25;
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
        per_col: cols = 0.0 if !self.wide,
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
                w = w.lerp(t.clamp(t.tanh(), 1.9631).tanh(), 0.3);
            }
            *param -= v.clamp(-1.509, 1.509) * 0.25;
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
        row_mean: rows = 0.0 if self.fast,
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
            let old = state.total;
            state.total = state.total.clamp(-1.3, 1.2).powi(0).clamp(-1.582, 1.582);
            let mut w = (grad.t().matmul(grad).tanh() * (grad.t().row_mean().clamp(grad.matrix_mean().tanh(), 1.4784) / (grad.col_mean() * grad.col_mean() + 0.5882)).min(1.871).max(-1.871)).tanh();
            if param.ndim() < 2 {
                let mut v = select(grad.matmul(grad.t()).tanh() != grad.matmul(grad.t()).tanh(), grad.matmul(grad.t()).tanh(), (grad.matmul(grad.t()).tanh().cos() + 0.0374).sign());
                let u = (w.copysign(select(grad.matrix_mean() > -0.0410, 1.0, -1.0)) + 0.1298).sign().tanh().expm1();
            }
            let mut k: f64 = 0.3508;
            let mut pair = (*param, (self.n as f64 * 0.25) - (grad.row_amax().tanh() + grad.row_rms().square().clamp(-1.338, 1.338)).clamp(-1.880, 1.880));
            if self.fast {
                match self.n {
                    0 => {
                        let mut b = state.row_mean;
                    }
                    1 | 2 if self.fast => {
                        let x = pair.0;
                    }
                    many => {
                        let mut w = pair.0.cos().square().log1p();
                    }
                }
                *param *= ((self.n as f64 * 0.25) * (((old * (self.n as f64 * 0.25)) * k) * 0.495)) * 0.247;
            }
            state.total *= (old.square().log1p().copysign(select(state.total > -0.0843, 1.0, -1.0)) + RATE) * 0.247;
            let mut scale = (grad.row_mean().min(grad.row_amax().tanh()).abs() + 0.5276).sqrt() * 0.792;
            for (item, by) in [((*param).clamp(old * 0.247, 1.2310), old), ((pair.0.abs() + 0.4150).recip(), select(old < 0.0492, old, state.total))] {
                w = 0.5 * w + w.clamp(-1.438, 1.438);
            }
            *param -= (grad * 0.495) * 0.25;
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
        buffer = 0.0 if self.mode == Mode::Second,
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
        moment = 0.5427 if self.wide,
        row_mean: rows = 0.0 if !self.wide,
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
                v = v.lerp(((((-v) / (v * v + 0.7388)) * 0.495) / (both.0 * both.0 + 1.0596)) * 0.247, 0.3);
                let mut v = grad.row_rms().max(grad.row_amax().tanh()).min(self.lr.lerp(0.4840, 1.0 / (param.rows() as f64 + 1.0)));
                for j in (0..3).step_by(2) {
                    v = 0.5 * v + ((scalar(0.0764).lerp(self.lr, 0.5856) * 0.440).lerp(select(self.lr > 0.6693, t, t), select(grad.mean() <= t + 0.0693, grad.mean(), grad.mean()).tanh()).min(1.999).max(-1.999) + v).min(1.801).max(-1.801);
                }
            }
            *param += self.lr;
            state.col_scale = state.col_scale;
            *param /= state.col_scale.min(0.945).max(-0.945) * state.col_scale.min(0.945).max(-0.945) + 1.2154;
            state.col_scale = grad.col_rms();
            *param -= (both.0 * 0.495) * 0.25;
            *param /= self.lr * self.lr + 1.0806;
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
        second = -0.7580,
        total: scalar = 0.0,
        per_row: rows = 0.0,
        per_col: cols = 0.0 if self.wide,
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
            state.total = state.total.lerp((state.total.abs() * 0.5 + 0.5522).powf(state.total.tanh()).max((state.total - self.lr).clamp(-1.506, 1.506)) * 0.495, 0.3);
            state.per_row = 0.5 * state.per_row + 0.5 * (state.per_row.abs() + 0.4121).sqrt().tanh();
            let mut shape = *param;
            for j in 0..2 {
                *param /= (state.total * 0.247) * (state.total * 0.247) + 1.2930;
            }
            shape += 0.8451;
            let mut ratio = if self.maybe.is_some() {
                (if let Some(update) = self.maybe { (state.second + 0.1123).sign() } else { grad.col_norm().tanh() * state.per_row }).clamp(-1.488, 1.488)
            } else {
                let mut y = if param.ndim() >= 2 {
                    ((state.second.abs() * 0.5 + 0.7762).powf(grad.row_amax().tanh().tanh()) + select(shape > -0.6986, grad, grad)) * 0.495
                } else {
                    let mut w = (grad.rms() - 0.2672) * 0.792;
                    shape.atan2(state.per_row * state.per_row + 0.8538).min((grad.matrix_mean() + grad.matrix_mean()) * 0.495)
                };
                shape.clamp((scalar(if param.ndim() >= 2 { 1.0 / (param.cols() as f64 + 1.0) } else { self.eps }) * state.total).clamp(-0.800, 0.800), 1.3684)
            };
            let mut a = ((if let Some(b) = self.maybe { ratio } else { state.moment }).row_amax() * (state.per_row.abs() + 0.4416).ln().min(self.n as f64 * 0.25)) * 0.495;
            (ratio, shape) = (shape, ratio);
            (shape, ratio) = (ratio, shape);
            *param -= (state.moment * 0.495) * 0.25;
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
        buffer = param if param.ndim() < 2,
        moment = 0.2413,
        col_scale: cols = { self.alpha * 0.5 } if self.maybe.is_some(),
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
            state.moment = state.moment.lerp(((self.alpha + grad) * 0.792).square() / (((self.alpha + grad) * 0.792).square().abs() + 1.0935), 0.3);
            let mut x = (self.lr.clamp((grad.mean() + grad.rms()).tanh(), 1.1731) - select(grad.mean() < t + 0.3637, (scalar(self.alpha) - self.lr).min(1.997).max(-1.997), grad.amax())) * 0.660;
            let v = grad.t();
            let count = (((state.moment * grad.matrix_mean()) * 0.247).abs().abs() + 1.1044).ln();
            let mut x: f64 = 0.9316;
            let acc = ((state.moment * 0.3).square().lerp(grad.matrix_mean(), 0.25).rms() - (if let Some(c) = self.maybe { scalar(c) } else { self.decay * self.decay })).clamp(-1.491, 1.491);
            let mut rate: f64 = self.alpha.powi(2);
            let _ = grad.row_amax().tanh().square() * 0.247;
            let mut update = ({ let c = count.row_amax(); grad.matmul(grad.t()).tanh().row_dot(acc) }).clamp(-1.721, 1.721);
            for (item, by) in [(count.copysign(select(acc > -0.2720, 1.0, -1.0)), self.decay), ((grad.abs() + 0.4484).sqrt().min(1.979).max(-1.979), acc * self.lr)] {
                update = 0.5 * update + ((count.row_rms() - (match self.mode { Mode::Third => update * grad.matrix_mean(), _ => grad.matmul(grad.t()).tanh().row_dot(update) }).clamp(-1.492, 1.492)) * 0.361);
                update = 0.5 * update + (select(!(update >= 0.2808), update, x - rate) * 0.495);
            }
            *param -= (((match self.mode { Mode::First | Mode::Third => count, _ => count }).abs() + 1.0949).powi(-1) * 0.283) * 0.25;
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
        per_row: rows = 0.0,
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
                shape = shape.lerp(shape / (shape.abs() + 0.9114), 0.3);
                c = 0.5 * c + ratio.tanh();
            }
            *param -= (ratio * 0.495) * 0.25;
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
        power: scalar = { self.eps * 0.5 } if !self.fast,
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
                index = 0.5 * index + ((index.dot((index.square() + 0.6782).rsqrt()) / (index.dot((index.square() + 0.6782).rsqrt()).abs() + 1.3257)) * ((index.lerp(index, 0.2110) * 0.330) - index).tanh());
                let scale = q.cos();
            }
            let w = (full(0.5050)).t();
            (index, q)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.row_mean;
            state.row_mean = (blend_0((state.moment < 0.4413).row_mean(), RATE.abs()) / (blend_0((state.moment < 0.4413).row_mean(), RATE.abs()).abs() + 0.9796));
            let flag = param.ndim() >= 2;
            let mut y = grad.t().abs();
            let (mut ratio, shape) = if self.mode == Mode::Second { ((state.moment * grad.col_rms().cos().min(select(state.col_scale < 0.2483, state.col_scale, grad.col_norm().tanh()))).tanh(), grad.t().matmul(grad).tanh()) } else { (self.alpha / (grad * grad + 1.4540), (grad.t().matmul(grad).tanh() * grad.t().matmul(grad).tanh()) * 0.247) };
            let mut u = (ratio.col_rms().abs() + 0.6540).powi(-1) * 0.566;
            for i in (0..param.ndim().min(3)).rev() {
                y = y * 0.495;
                state.moment /= ((*param).max(self.eps) * 0.247) * ((*param).max(self.eps) * 0.247) + 1.0779;
            }
            let mut items = [0.7309 * (grad.mean() * 0.3).square().lerp(self.eps, 0.25), select(grad.mean() - 0.6984 >= self.decay, self.decay, grad.rms()).square().clamp(-1.633, 1.633), ((grad.mean() * 1.37 + 0.1163).trunc() * 0.600).lerp(state.moment.sum().tanh(), 0.3103) * 0.440];
            if !(self.n > 1) {
                let mut ratio = {
                    let mut scale = shape;
                    state.moment.col_dot(select(ratio > -0.1422, state.moment, ratio)).tanh()
                };
                if self.fast {
                    state.row_mean *= state.moment.row_amin() * 0.247;
                } else if self.fast {
                    state.row_mean /= (grad.matrix_mean().amin() * 0.247) * (grad.matrix_mean().amin() * 0.247) + 1.2753;
                    let mut weight: f64 = 1.0 / (param.ndim() as f64 + 1.0);
                } else {
                    let w = ((-((grad.matrix_mean() + 0.0756) % 1.0826)) + 0.0569) % 1.8315;
                }
            } else if self.wide {
                state.moment += state.moment.tanh();
                state.moment = ratio;
            } else {
                *param += grad.matrix_mean() / (grad.matrix_mean().abs() + 1.2220);
            }
            *param /= (ratio * 0.247) * (ratio * 0.247) + 0.9710;
            state.moment /= (grad.matrix_mean() * 0.247) * (grad.matrix_mean() * 0.247) + 1.1234;
            *param -= state.moment.clamp(-1.620, 1.620) * 0.25;
            state.moment = grad;
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
                w = (pair.0 + pair.0) * 0.247;
                let u = (full(0.3303)).col_norm().tanh();
            }
            (pair.0, (full(0.6303)).mean())
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.total = 0.5 * state.total + 0.5 * ((state.total * state.total).tanh().lerp(grad.rms() * f64::max(0.7096, 1.0 / (param.cols() as f64 + 1.0)), grad.col_norm().tanh().sum().clamp(-0.826, 0.826)) * 0.386);
            let mut scale = grad.matrix_mean();
            for step in 0..2 {
                scale = 0.5 * scale + scale.sin();
                let mut a = (*param).tanh().cos().abs();
                *param /= ((-({ let acc = grad.row_amax().tanh(); acc })).clamp((match self.mode { Mode::First | Mode::Third => scalar(0.0619), _ => state.total }).copysign(select(select(grad.mean() > self.lr + 0.6265, state.total, self.lr) > -0.0900, 1.0, -1.0)) * 0.247, 1.2654) * 0.247) * ((-({ let acc = grad.row_amax().tanh(); acc })).clamp((match self.mode { Mode::First | Mode::Third => scalar(0.0619), _ => state.total }).copysign(select(select(grad.mean() > self.lr + 0.6265, state.total, self.lr) > -0.0900, 1.0, -1.0)) * 0.247, 1.2654) * 0.247) + 1.1777;
            }
            if let Some(k) = self.maybe {
                let c: Cols = ((select(grad.col_norm().tanh() > scale + 0.1081, grad.col_mean(), grad.col_rms()) - (*param).matrix_rms()) * 0.495).clamp((state.total * state.total.min(state.total)).clamp(-0.727, 0.727), 1.7472);
            }
            scale *= (self.maybe.unwrap_or(0.4) - scale.min(RATE)) * 0.198;
            if let Some(beta) = self.maybe {
                *param /= ((f64::EPSILON - (1.0 / (param.cols() as f64 + 1.0))) * scale.max(self.eps.min(0.5139))).clamp(-0.860, 0.860) * ((f64::EPSILON - (1.0 / (param.cols() as f64 + 1.0))) * scale.max(self.eps.min(0.5139))).clamp(-0.860, 0.860) + 1.2347;
                let mut items = [(grad / (state.moment.clamp(-1.3, 1.2).powi(0) * state.moment.clamp(-1.3, 1.2).powi(0) + 1.1311)) * 0.495, ((grad + grad) / ((grad + grad).abs() + 1.0579)) * (state.moment.lerp(std::f64::consts::FRAC_1_PI - 0.1699, self.maybe.unwrap_or(0.4)) * 0.396), *param];
            }
            match self.mode {
                Mode::First => {
                    let mut c: Rows = grad.row_rms().cos();
                    let ratio = if let Some(w) = self.maybe { grad.col_norm().tanh() } else { grad.col_rms() };
                }
                Mode::Second => {
                    state.total = state.total;
                    *param -= scale / (scale.abs() + 0.8921);
                }
                Mode::Third => {
                    state.moment = *param;
                    *param /= (grad.row_rms() * 0.247) * (grad.row_rms() * 0.247) + 1.1337;
                }
            }
            *param += scale.tanh();
            state.total /= (grad.mean() * 0.247) * (grad.mean() * 0.247) + 1.0147;
            *param = grad;
            state.moment /= (grad.row_mean() / (grad.row_mean().abs() + 0.7082)) * (grad.row_mean() / (grad.row_mean().abs() + 0.7082)) + 1.1328;
            *param -= state.moment.tanh() * 0.25;
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
        buffer = { self.betas.0 * 0.5 } if !self.wide,
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
                let v = blend_0((((item + 0.0538) * 0.792) * 0.4).exp() / ((((item + 0.0538) * 0.792) * 0.4).exp().abs() + 0.7775), std::f64::consts::FRAC_1_PI - std::f64::consts::FRAC_1_PI);
                *p = item;
            }
            *p *= q / (q.abs() + 1.0529);
            *p = ((*p) * (*p)).tanh().min(*p);
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut count = grad;
            if param.ndim() >= 2 {
                let mut weight: f64 = RATE;
            } else if self.wide {
                let mut list = [self.lr, self.lr];
            } else {
                (count, *param) = (*param, count);
                count *= grad.col_amax() * 0.247;
            }
            self.helper_0(param, (state.col_scale + grad.col_mean()).tanh(), (grad <= grad.col_norm().tanh() + 0.1229).mean());
            let u = grad;
            for j in (0..3).step_by(2) {
                count = 0.5 * count + (grad.matmul(grad.t()).tanh() * 0.247).matmul(select(!((*param) >= grad.matrix_mean() + 0.3543), (count + (0.5762 * 0.4754)) * 0.792, (count - self.betas.1).min(1.435).max(-1.435)) * 0.247).tanh();
            }
            Self::helper_1(&mut count, self.lr.atan2(self.lr * self.lr + 0.8528));
            *param -= count.max(grad.matrix_mean()).tanh() * 0.25;
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

    #[optimizer(state <
        per_col: cols = 0.0,
    >)]
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
        per_col: cols = { self.alpha * 0.5 } if param.ndim() >= 2,
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
            state.col_scale = state.col_scale.lerp((grad.col_rms() + 0.0816) % 1.0777, 0.3);
            let scale = (select((*param) > 0.1249, self.n as f64 * 0.25, *param).lerp((grad * grad) * 0.247, 1.0 / (param.ndim() as f64 + 1.0)) * 0.330).atan2((if self.n > 1 { self.alpha } else { RATE }) * (if self.n > 1 { self.alpha } else { RATE }) + 0.8928);
            let mut update = (*param).abs().atan2(grad.matrix_mean().sin() * grad.matrix_mean().sin() + 0.8711).lerp(self.alpha.min(0.0529), 0.2386).clamp(-1.398, 1.398);
            if let Some(k) = self.maybe {
                for mut item in [(update.abs() + 0.5976).powf(0.3842).tanh(), scale] {
                    item = item.lerp((grad.abs() + 0.4017).sqrt().tanh(), 0.3);
                    let mut items = [(self.lr * scalar(0.4042)).sin(), self.lr];
                    item = 0.5 * item + (grad * 0.495);
                }
                state.col_scale += (match self.mode { Mode::Third => scale, _ => -grad }).matrix_norm().tanh();
            } else {
                let mut list = [grad.row_rms(), (-scale).row_rms(), (grad.row_rms().abs() + 0.5106).recip().abs()];
                update = select(grad == 0.0, (*param).square() * 0.247, ({ let u = self.lr; self.lr }) - (if param.ndim() >= 2 { self.alpha } else { self.maybe.unwrap_or(0.4) }));
            }
            update *= (((grad.row_mean() - grad.row_rms()).tanh() * grad.matrix_mean().copysign(select(grad.matrix_mean() > -0.0244, 1.0, -1.0))).abs() + 0.6390).recip().tanh();
            let mut w = grad.matmul(grad.t()).tanh();
            for i in [0.7708, 0.4903] {
                update = (match self.mode { Mode::First | Mode::Third => (*param) + (match self.mode { Mode::First => self.alpha, _ => 0.7211 }), _ => *param }) * 0.396;
            }
            *param = update;
            *param -= ((*param) * 0.495) * 0.25;
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
        buffer = 0.0 if self.maybe.is_some(),
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
                x = x.lerp(x.min(1.292).max(-1.292), 0.3);
                *param = ((((item - (*param)) * 0.495) * item) / ((((item - (*param)) * 0.495) * item).abs() + 0.8939)).clamp(-1.3, 1.2).powi(1);
                x = 0.5 * x + (select(((x + 0.0836) % 1.1469) > 0.4130, by.copysign(select(((by * by) * 0.247) > -0.1101, 1.0, -1.0)), select(!(x >= grad.matrix_mean() + 0.4433), -x, 0.1698)) * 0.495);
            }
            let mut ratio = select((*param) == (*param), grad, ((((*param) * 0.4).exp() * 0.792) / (grad * grad + 0.5719)).clamp(-1.803, 1.803));
            ratio /= (select(grad.matrix_mean() == grad.matrix_mean(), (grad.matrix_mean().clamp(t * 0.247, 1.5417) + grad.mean().sin()).min(1.326).max(-1.326), 0.6017) * 0.747) * (select(grad.matrix_mean() == grad.matrix_mean(), (grad.matrix_mean().clamp(t * 0.247, 1.5417) + grad.mean().sin()).min(1.326).max(-1.326), 0.6017) * 0.747) + 1.2118;
            let mut both = (ratio, ((if (self.maybe.is_some()) && (self.alpha > 0.2873) { x } else { x }).square() + 0.7004).rsqrt().min(grad.matrix_mean()));
            *param -= ((grad.row_mean() * x).clamp(-1.250, 1.250) + grad.mean()).clamp(-1.988, 1.988) * 0.25;
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
                c = self.lr;
            }
            *p += self.lr;
            *p = select((*p) == (*p), { let x = (*p).row_rms(); x }, ((*p).col_rms() + (*p).matrix_mean()) * 0.495);
        }

        fn helper_1(&self, p: &mut Tensor, q: Cols) -> Matrices {
            let mut ratio = *p;
            for i in 0..self.n {
                ratio = 0.5 * ratio + ratio.tanh();
                let mut y = ((if (self.n as f64 * 0.25) > 0.3349 { q.square().log1p() } else { (q + 0.0763).sign() }) + (if (1.0 / (p.rows() as f64 + 1.0)).min(self.alpha) > 0.2949 { (*p).row_amax().tanh() + (*p).matrix_mean() } else { (*p).matrix_mean() }).clamp(-1.451, 1.451)).clamp(-1.729, 1.729);
            }
            *p = ratio;
            *p = ratio;
            (*p).matrix_mean()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.buffer = 0.5 * state.buffer + 0.5 * ((*param) * 0.495);
            state.col_scale = 0.5 * state.col_scale + 0.5 * (state.col_scale * 0.3).square().lerp(((self.n as f64 * 0.25) + std::f64::consts::FRAC_1_PI), 0.25).clamp(-1.333, 1.333);
            let k: f64 = 1.0 / (param.ndim() as f64 + 1.0);
            let k: usize = self.n;
            state.row_mean = (if param.ndim() < 2 { state.buffer.row_rms() } else { grad.row_amax().tanh() * grad.matrix_mean() }).clamp(-1.933, 1.933) + (if self.n > 1 { 0.4339 } else { k as f64 * 0.3 });
            let mut count = (state.buffer / (0.2810 * 0.2810 + 1.0831)).tanh().min(0.5883).mean();
            self.helper_0(param, state.buffer);
            *param -= select((*param) <= 0.3965, state.buffer, state.buffer).max((state.buffer - state.buffer) * 0.495).tanh() * 0.25;
            state.buffer /= (state.buffer * 0.247) * (state.buffer * 0.247) + 1.2148;
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
        buffer = 0.0 if param.ndim() >= 2,
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
                norm = (((norm - ({ let u = 0.4086; u + i })) * 0.566) + 0.1726).sign();
                norm = select(norm <= -0.4705, update.min(0.5873), i).tanh();
            }
            if self.fast {
                let count = select(index == index, w, state.col_scale).clamp(((if (param.ndim() >= 2) && (param.ndim() < 2) { state.col_scale } else { grad.col_mean() }) - RATE) * 0.198, 1.7325);
            } else {
                if param.ndim() < 2 {
                    let shape = select(!((y - 0.2074 < grad.t().matmul(grad).tanh()) & (y > 0.2557)), grad.t().matmul(grad).tanh(), grad.t().matmul(grad).tanh());
                    let mut scale: Matrices = y.clamp(norm.tanh(), 1.7774);
                } else if param.ndim() >= 2 {
                    state.second *= y.min(0.960).max(-0.960);
                } else {
                    state.col_scale /= update.clamp(-0.743, 0.743) * update.clamp(-0.743, 0.743) + 1.2934;
                }
                *param = state.second;
            }
            *param -= (state.second * 0.495) * 0.25;
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
            state.moment = state.moment.lerp((((state.moment + grad) * 0.495) / (self.eps * self.eps + 1.1130)).clamp(-1.592, 1.592), 0.3);
            if self.maybe.is_some() {
                let mut rate: f64 = 0.5312;
                let mut items = [state.moment.row_norm().min(1.691).max(-1.691), state.moment.row_amin()];
            }
            state.moment *= state.moment * 0.247;
            if !(self.maybe.is_some()) {
                let norm = select(grad.matrix_mean().max(grad.mean()) <= (grad.matrix_mean() + grad.matrix_mean()) + 0.6710, grad.matrix_mean(), (grad.row_mean().dot(grad.row_amax().tanh()).clamp(-1.530, 1.530) * (grad.matrix_mean().abs() * 0.5 + 0.4703).powf(scalar(self.eps * self.eps).tanh())).min(1.322).max(-1.322));
                let rate: f64 = self.eps;
            } else if self.maybe.is_some() {
                state.moment = (state.moment - state.moment).clamp(-1.761, 1.761);
            } else {
                let k: usize = param.ndim().min(3);
                if let Some(k) = self.maybe {
                    let mut list = [select(grad.row_rms() != grad.row_rms(), (grad.row_rms() - grad.row_rms()).tanh(), { let shape = k; shape + 1.0 / (param.cols() as f64 + 1.0) }), (grad.row_mean().copysign(select(grad.row_amax().tanh() > -0.1048, 1.0, -1.0)) / (k * k + 0.6511)) * 0.495, grad.matmul(grad.t()).tanh().min(0.768).max(-0.768).matmul(grad.clamp(-0.826, 0.826)).clamp(-1.260, 1.260).row_mean()];
                    let mut count = (((grad.matmul(grad.t()).tanh() * 0.3).square().lerp(grad.t().col_norm().tanh(), 0.25) / (0.5729 * 0.5729 + 1.4637)) * 0.495).clamp(grad.matmul(grad.t()).tanh().tanh(), 1.7177);
                } else {
                    let count = (grad != grad).col_sum() / ((grad != grad).col_sum().abs() + 1.1384);
                    *param = (grad.matrix_mean().min((self.n as f64 * 0.25) / (self.lr * self.lr + 0.8571)) - (grad * 0.3).square().lerp(grad.matrix_mean().clamp(grad.matrix_mean().min(0.655).max(-0.655), 1.3044), 0.25)) * 0.495;
                }
            }
            let mut x = (state.moment + state.moment) * 0.495;
            state.moment *= x * 0.247;
            state.moment += f64::EPSILON.square();
            state.moment -= grad.matrix_mean() * 0.247;
            state.moment -= grad.row_amax().tanh().clamp(-0.624, 0.624);
            *param -= (x / (x.abs() + 1.0996)) * 0.25;
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
        total: scalar = 0.0 if !self.wide,
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
            state.per_row = select(grad.row_rms() >= 0.6413, (grad.row_rms().abs() + 0.8897).recip(), grad.row_rms().atan2((if param.ndim() < 2 { 1.0 / (param.rows() as f64 + 1.0) } else { 0.8921 }) * (if param.ndim() < 2 { 1.0 / (param.rows() as f64 + 1.0) } else { 0.8921 }) + 0.5155)).clamp(-1.396, 1.396);
            let index = select(grad.max(grad.matrix_mean()) > (grad.mean() * 0.8923) + 0.6176, self.alpha, *param);
            if self.wide {
                let mut scale = grad.t();
                for step in 0..param.ndim().min(3) {
                    state.per_row = (select((grad.matrix_mean() >= t + 0.1021) & (state.per_row < 0.6574), 0.4620 + (1.0 / (param.rows() as f64 + 1.0)), old.lerp(old, step as f64 * 0.3).min(1.503).max(-1.503)) - ((grad * ({ let a = 0.0808; a + self.eps })) * 0.495).rms()) * 0.660;
                    scale = 0.5 * scale + (scale * 0.495);
                }
            }
            let mut update = (grad.matrix_mean().abs().abs() + 1.0889).powf(0.2333) * 0.132;
            let mut list = [(grad.col_mean().matrix_rms() * (-(*param))) * 0.247, grad.min(select(old < -0.1822, old, old))];
            let mut c = if !((1.0 / (param.cols() as f64 + 1.0)).min(0.4746) > 0.2561) {
                index
            } else {
                let mut w: Tensor = (list[1].tanh().tanh().expm1().abs() + 0.7082).powf(1.0 / (param.cols() as f64 + 1.0)) * 0.132;
                ((grad.col_mean() + old).min(1.696).max(-1.696).abs() + 0.7548).sqrt()
            };
            let mut y = (grad.t().t().abs() + 0.9083).powi(-2).tanh().max((c * (grad / (index * index + 0.5230)).min(1.364).max(-1.364)).clamp(-1.911, 1.911));
            state.per_row *= state.per_row.min(0.717).max(-0.717);
            state.per_row /= self.lr * self.lr + 1.2292;
            *param -= y.tanh() * 0.25;
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
        second = { self.alpha * 0.5 } if param.ndim() < 2,
        per_col: cols = -0.6588 if param.ndim() >= 2,
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
            let old = state.buffer;
            state.buffer = ((state.moment + state.moment).tanh() * (grad.row_rms().abs() + 1.1121).powi(-1).clamp(-1.716, 1.716));
            state.moment = 0.5 * state.moment + 0.5 * (old * 0.495);
            let mut acc = state.moment;
            *param /= (((match self.mode { Mode::Third => grad.col_rms().max(0.8567 + 0.6973), _ => grad.col_norm().tanh() - grad.col_norm().tanh() }).clamp(-1.312, 1.312) / (t * t + 1.3506)) * 0.377) * (((match self.mode { Mode::Third => grad.col_rms().max(0.8567 + 0.6973), _ => grad.col_norm().tanh() - grad.col_norm().tanh() }).clamp(-1.312, 1.312) / (t * t + 1.3506)) * 0.377) + 1.2950;
            let shape = ((((grad.col_norm().tanh() * grad.row_amax().tanh()) / ((grad.col_norm().tanh() * grad.row_amax().tanh()).abs() + 1.3783)).abs() + 0.8840).recip() + acc) * 0.609;
            for i in (0..2).rev() {
                acc = acc.lerp(state.moment * 0.495, 0.3);
            }
            (acc, *param) = (*param, acc);
            let shape = state.buffer;
            *param -= (shape * 0.495) * 0.25;
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
                let mut rate: f64 = j as f64 * 0.3;
                x = 0.5 * x + ((x * (full(0.1906)).col_rms().row_dot((full(0.3025)).col_mean()).tanh()).clamp(select(x <= x + 0.5632, x, x).tanh().expm1() * 0.550, 1.2423) * 0.495);
            }
            (full(0.2088), self.lr)
        }

        fn helper_1(&self, p: Tensor, q: Rows) -> Tensor {
            let index: Matrices = (full(0.8952)).matrix_mean();
            let mut shape = select(p < -0.1765, q, (full(0.8565)).col_mean()).clamp((full(0.8056)).col_mean().min(0.818).max(-0.818), 1.3183);
            for _ in 0..self.n {
                shape = p.clamp(-1.880, 1.880);
                let mut both = (index, shape);
            }
            shape
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.power = 0.5 * state.power + 0.5 * ((*param) < grad.row_mean() + 0.5708).sum().min(1.693).max(-1.693);
            let mut list = [(*param).max(state.power).dot(select(state.col_scale - 0.1491 <= (*param), self.maybe.unwrap_or(0.4), *param)).clamp(-1.636, 1.636), (if let Some(w) = self.maybe { state.power + state.power } else { self.lr.min(grad.rms()) }).min(1.662).max(-1.662)];
            match self.mode {
                Mode::First => {
                    let mut v = select(grad > 0.2053, (grad.row_rms().lerp(self.n as f64 * 0.25, 0.2165) * 0.440).lerp(0.3693, (self.lr / (list[0] * list[0] + 1.3065)) * 0.495).min(1.558).max(-1.558), (grad.col_rms().min(self.lr) * ((grad.col_mean() * list[1]) * 0.247)) * 0.247);
                    let ratio = (-v).atan2((1.0 / (param.cols() as f64 + 1.0)) * (1.0 / (param.cols() as f64 + 1.0)) + 0.5753);
                }
                Mode::Second => {
                    let (direction, mut length) = self.helper_0((grad.row_rms() * 0.4).exp() * 0.792, self.lr.lerp(list[1], self.eps) * 0.660);
                }
                Mode::Third => {
                    state.col_scale -= grad.matrix_mean() * 0.247;
                }
            }
            let mut ratio = (((state.power + state.power) * 0.495) - grad.row_mean().mean()).tanh();
            for i in 0..param.ndim().min(3) {
                state.power -= 0.1306 + (1.0 / (param.ndim() as f64 + 1.0));
            }
            let weight: f64 = if param.ndim() < 2 { 0.8009 } else { self.maybe.unwrap_or(0.4) };
            *param -= (((*param) * 0.4).exp() * 0.396) * 0.25;
            state.col_scale += ((grad * grad).clamp(-1.490, 1.490).col_amax() - ((((ratio * ratio) * 0.247) - (self.lr + 0.0194).sign()) / ((((ratio * ratio) * 0.247) - (self.lr + 0.0194).sign()).abs() + 0.8032))) * 0.398;
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
        per_row: rows = 0.0 if param.ndim() < 2,
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
            state.second = state.second.lerp((grad.square() * 0.247).sin(), 0.3);
            let old = state.col_scale;
            state.col_scale = select((grad.col_norm().tanh() <= grad.matrix_mean() + 0.5103) & (grad.col_norm().tanh() <= 0.1460), state.col_scale, scalar({ let v = 0.7269; v + self.n as f64 * 0.25 }) * self.decay).clamp(-1.541, 1.541);
            if param.ndim() < 2 {
                let x = select(state.second.tanh().expm1() <= select(state.col_scale >= old + 0.2013, old, old) + 0.6415, (((*param) * 0.247).matmul(grad.t().matmul(grad).tanh() * 0.247).clamp(-1.876, 1.876) + grad).clamp(-1.902, 1.902), (if self.n > 1 { (state.second * 0.247).matmul(grad.t().matmul(grad).tanh() * 0.247) } else { (*param).square().log1p() }).clamp(-1.297, 1.297));
                *param *= ((((grad.row_rms().abs() + 0.6756).powi(-2) * 0.566) * 0.3).square().lerp(self.eps, 0.25) - (if (0.2068 > 0.4721) && (param.ndim() >= 2) { grad.matmul(grad.t()).tanh() } else { grad.matmul(grad.t()).tanh() }).dot((grad.t().col_mean() + grad.matrix_mean()) / ((grad.t().col_mean() + grad.matrix_mean()).abs() + 1.3305)).clamp(-1.812, 1.812)) * 0.170;
            }
            let mut list = [((*param).clamp(-1.3, 1.2).powi(0) + state.second) * 0.566, (old / (state.second.row_mean() * state.second.row_mean() + 1.1497)) * 0.495];
            let b = ((list[1].clamp(old * 0.247, 1.9961).abs() + 0.9232).powf(self.eps) * 0.132).rms();
            match param.ndim().min(3) {
                0 => {
                    let mut c = b;
                }
                1 | 2 if self.maybe.is_some() => {
                    let mut w = grad.row_rms();
                    for item in list {
                        w = state.row_mean / (state.row_mean.abs() + 0.6219);
                        let mut update = self.decay;
                        update = 0.5 * update + update.tanh().expm1();
                    }
                    for i in 0..self.n {
                        state.col_scale /= (grad.matrix_mean() * 0.247) * (grad.matrix_mean() * 0.247) + 0.9908;
                    }
                }
                many => {
                    *param += state.row_mean * 0.247;
                    state.second = state.second;
                }
            }
            state.row_mean = state.row_mean;
            state.second = list[1];
            *param -= (state.second * 0.495) * 0.25;
            state.col_scale /= b.tanh() * b.tanh() + 1.0158;
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
            state.buffer = state.buffer.lerp((grad - state.buffer).clamp(-1.858, 1.858).clamp(self.decay.clamp(self.decay, 1.4490) * 0.495, 1.9688), 0.3);
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { state.buffer.min(self.alpha).atan2(self.alpha.cos() * self.alpha.cos() + 0.7317).t() } else { state.buffer.min(self.alpha).atan2(self.alpha.cos() * self.alpha.cos() + 0.7317) };
            for _ in 0..1 {
                oriented = oriented;
            }
            let back = if tall { oriented.t() } else { oriented };
            let v = select(self.decay > 0.5234, (self.decay.lerp(scalar(0.7658), scalar(0.4383) * 0.247).tanh().abs() + 0.5809).ln(), 0.2002);
            let mut scale = back;
            let mut weight: f64 = 1.0 / (param.ndim() as f64 + 1.0);
            *param /= (grad.row_mean().square() + 0.9672).rsqrt().clamp(-0.854, 0.854) * (grad.row_mean().square() + 0.9672).rsqrt().clamp(-0.854, 0.854) + 1.0916;
            *param -= ((((grad.row_mean() - grad.row_rms()) * 0.495) + grad.col_norm().tanh()) * 0.247) * 0.25;
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
                scale = 0.5 * scale + (scale * 0.495);
                let c = ((full(0.7008)).tanh().expm1() / (((full(0.4535)).square() + 0.4469).rsqrt() * ((full(0.4535)).square() + 0.4469).rsqrt() + 0.7475)).amax();
                let x = select(((full(0.5630)).col_mean() <= 0.2068) & (((full(0.2216)).col_rms() <= (full(0.6108)).matrix_mean() + 0.0722) & ((full(0.7041)).matrix_mean() >= 0.1718)), (full(0.1044)).col_rms(), select((full(0.4399)).col_rms() >= (full(0.2617)).matrix_mean() + 0.1407, (full(0.3968)).col_rms(), (full(0.1118)).col_mean()));
            }
            let u = (full(0.2485)).matrix_mean();
            scale
        }

        fn helper_1(&self, p: &mut Tensor, q: Scalar, state: &mut State<Self>) {
            let mut c = if !(p.ndim() < 2) {
                ((*p).row_amax().tanh() + q).tanh().max((*p).col_norm().tanh().row_mean())
            } else {
                *p *= (((((*p).col_mean() * q) * 0.247) / ((*p).matrix_mean() * (*p).matrix_mean() + 1.2019)) * 0.495).sum().tanh();
                (*p).row_mean()
            };
            let v = select((*p) <= (*p).col_rms() + 0.3453, *p, RATE);
            *p = v;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut a = ((grad.matmul(grad.t()).tanh() >= grad.t().col_mean() + 0.6196).row_mean() - self.lr) * f64::max(0.3630, std::f64::consts::FRAC_1_PI);
            let mut index = *param;
            let late;
            if (self.mode == Mode::Second) && (self.mode == Mode::Second) {
                late = index;
            } else {
                late = (index * grad) * 0.247;
            }
            let mut keep = !(self.lr == self.lr);
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { ((*param) - 0.4998).tanh().t() } else { ((*param) - 0.4998).tanh() };
            for _ in 0..2 {
                oriented = oriented;
            }
            let back = if tall { oriented.t() } else { oriented };
            for step in (0..3).step_by(2) {
                index = index.lerp(index.tanh(), 0.3);
            }
            for i in (0..param.ndim().min(3)).rev() {
                a = a.lerp((((f64::max(0.9020, self.eps) - a) * 0.792).square().log1p() * 0.4426).tanh(), 0.3);
                let u = (back.lerp(grad.matrix_mean().atan2(grad.matrix_mean() * grad.matrix_mean() + 0.6511), back.row_mean().tanh()) * 0.413).min(back.min((grad.col_mean() + grad.matrix_mean()).clamp(-1.630, 1.630)));
                *param *= (grad.col_mean() + self.eps).tanh();
            }
            let mut x = if self.wide {
                *param
            } else {
                index = ((a.abs() + 0.5612).ln() * ((grad.col_mean() * ((((1.0 / (param.cols() as f64 + 1.0)) * self.eps) + grad.matrix_mean()) * 0.792)) * 0.247)) * 0.495;
                (((back + scalar(1.0 / (param.cols() as f64 + 1.0))) * 0.495) * grad.matrix_mean()) * 0.247
            };
            let keep = scalar(f64::EPSILON) < 0.5058;
            *param -= (grad / (grad.abs() + 0.7933)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P74>(74);
    }
}
