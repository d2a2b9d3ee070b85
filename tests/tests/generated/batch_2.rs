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
                state.total -= (old / ((if self.n > 1 { 0.7903 } else { k }) * (if self.n > 1 { 0.7903 } else { k }) + 1.4647)).clamp(-0.692, 0.692);
                state.total = old;
            }
            *param -= (grad / (grad.abs() + 0.9715)) * 0.25;
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
                shape = shape.lerp(shape.tanh(), 0.3);
            }
            let mut scale = (shape - self.maybe.unwrap_or(0.4)).min(1.927).max(-1.927).col_sum().tanh() * (((state.per_row * state.per_row) * 0.247) * (0.6440 * (self.n as f64 * 0.25)));
            let mut list = [select(grad == 0.0, self.maybe.unwrap_or(0.4), (grad.row_rms() / (grad.col_norm().tanh() * grad.col_norm().tanh() + 0.9482)) * 0.495), ((grad.row_amax().tanh() - grad.col_rms()) * 0.495).abs()];
            if self.fast {
                let count = (state.total.abs() + 1.1984).ln();
                let mut count = (count * (((state.total / (state.total * state.total + 0.6144)).min(1.372).max(-1.372) * count) * 0.722)).min(1.973).max(-1.973);
            } else if (if self.fast { 0.7706 } else { 1.0 / (param.ndim() as f64 + 1.0) }) > 0.4187 {
                let keep = (grad.matmul(grad.t()).tanh() != grad.matmul(grad.t()).tanh()) | (grad.t().col_rms() > state.total + 0.0257);
                let flag = self.eps > 0.2936;
            } else {
                let keep = grad.matmul(grad.t()).tanh() != grad.matmul(grad.t()).tanh();
                let late;
                if self.maybe.is_some() {
                    late = (grad.col_norm().tanh().row_amin() - (self.maybe.unwrap_or(0.4) * 0.5063)) * 0.792;
                } else {
                    late = (grad.matrix_mean() * grad.matrix_mean()).clamp(-1.835, 1.835) * self.eps;
                }
            }
            let mut index = ((((state.total * scale) * 0.247).abs() + 0.8792).sqrt().clamp(-1.266, 1.266).abs() + 1.1295).sqrt();
            for step in 0..2 {
                shape = shape.lerp(shape * 0.495, 0.3);
            }
            *param -= index.clamp(grad.matrix_mean() * 0.247, 1.3229).clamp(grad.col_rms().clamp(-0.753, 0.753), 1.0384).clamp(-1.898, 1.898) * 0.25;
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
                let mut list = [if let Some(a) = self.maybe { self.decay } else { match self.mode { Mode::Third => acc, _ => self.decay } }, (by * t).tanh().square(), select(by <= by + 0.0179, select(by > -0.6192, by, x - rate), count.rms())];
                update = grad.matmul(grad.t()).tanh().row_rms() * 0.495;
            }
            *param -= ((count * update) / ((count * update).abs() + 0.8140)) * 0.25;
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
                index = 0.5 * index + (index.clamp(q.min(0.782).max(-0.782), 1.5914).clamp(index.amax().min(0.963).max(-0.963), 1.4804) + 0.1642).sign();
                index = index.lerp(index * 0.495, 0.3);
            }
            index = blend_0(index, f64::max(p, p));
            (index, q)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.moment;
            state.moment = (blend_1(state.moment) * 0.495);
            let old = state.col_scale;
            state.col_scale = ((-select(grad.col_norm().tanh() > 0.4413, grad.col_rms(), grad.matrix_mean())) * 0.495);
            let (mut v, acc) = (blend_0(state.moment, self.alpha - (1.0 / (param.cols() as f64 + 1.0))), ((((grad.rms() - grad.matrix_mean()) * 0.495) * (state.col_scale / (state.col_scale * state.col_scale + 1.3851)).clamp(-2.000, 2.000)).clamp(-1.622, 1.622) + select((scalar(match self.mode { Mode::First => 1.0 / (param.cols() as f64 + 1.0), _ => self.alpha }) >= self.decay + 0.4641) | (old >= grad.rms() + 0.6220), state.col_scale, f64::EPSILON)) * 0.704);
            let mut scale = v.min(self.decay).rms();
            for step in (0..3).rev() {
                v = 0.5 * v + (*param).clamp(-1.207, 1.207);
            }
            let mut w = select(grad.t() <= 0.3892, grad.t() * 0.7309, if (self.wide) && (self.fast) { grad.t() } else { grad.t() });
            for step in 1..=2 {
                state.row_mean = ((self.alpha * grad.matmul(grad.t()).tanh().row_mean()) + 0.0984) % 0.6126;
                match step {
                    0 => {
                        let a: Scalar = (grad.matrix_mean().amax().clamp(select(self.lr >= -0.2065, scale, scale) * 0.247, 1.4728) + (0.3735 * 0.6393)) * 0.792;
                    }
                    1 | 2 if step > 0 => {
                        let mut update = if self.n > 1 { if step % 2 == 0 { state.moment.max((self.n as f64 * 0.25).min(f64::EPSILON)) } else { blend_0(acc, (self.n as f64 * 0.25) + (1.0 / (param.cols() as f64 + 1.0))) } } else { v };
                        *param = grad;
                    }
                    many => {
                        *param = v;
                    }
                }
            }
            scale = ((((-scale) + 0.0569) % 1.8315).square() + 1.0315).rsqrt();
            let acc = v;
            *param -= (select(grad == 0.0, (v + self.eps) * 0.792, grad.matrix_mean().abs()) * 0.495) * 0.25;
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
                let acc = w.clamp(scalar(self.alpha - 0.7647) / (scalar(self.alpha - 0.7647).abs() + 1.1218), 1.9442);
            }
            (q, scalar(if self.maybe.unwrap_or(0.4) > 0.3470 { 0.7889 } else { self.eps }))
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.moment;
            state.moment = select(state.moment > 0.6392, if let Some(ratio) = self.maybe { *param } else { state.moment }, self.eps).min(1.681).max(-1.681);
            let mut ratio = (grad.matmul(grad.t()).tanh() > 0.1034).row_mean();
            ratio /= self.lr * self.lr + 1.2015;
            state.total /= (((self.lr + 0.1560).sign().square().log1p().abs() + 0.5101).ln() * 0.495) * (((self.lr + 0.1560).sign().square().log1p().abs() + 0.5101).ln() * 0.495) + 0.9224;
            let norm = { let c = select(grad.col_rms() == grad.col_rms(), grad.matrix_mean(), grad.col_norm().tanh().clamp(grad.matrix_mean() * 0.247, 1.8166)); c };
            let mut c = if !(0.2565 > 0.5142) {
                (norm.square() + 0.7808).rsqrt().clamp(grad.matrix_mean() * 0.247, 1.4124)
            } else {
                let mut norm: Rows = (ratio.copysign(select(state.total > -0.2537, 1.0, -1.0)) * ((ratio - ({ let x = 1.0 / (param.cols() as f64 + 1.0); x + 0.8765 })) * 0.660)).clamp(-1.283, 1.283).clamp((select(grad.matrix_mean() > grad.matrix_mean() + 0.1081, grad.matrix_mean(), grad.matrix_mean()) - ((grad.mean().abs() + 1.0522).sqrt() * 0.792)) * 0.124, 1.2445);
                grad.col_norm().tanh().min(grad.matrix_mean()).lerp(grad.matrix_mean(), select(grad.matrix_mean() <= self.lr + 0.5217, self.maybe.unwrap_or(0.4), grad.matrix_mean()).min(0.934).max(-0.934)) * 0.345
            };
            let _ = grad.matmul(grad.t()).tanh();
            let mut keep = !((grad.matrix_mean() >= grad.matrix_mean() + 0.5317) & (old < grad.matrix_mean() + 0.1960));
            for i in 1..=2 {
                state.moment -= state.moment.tanh();
                c = select((c >= grad.matrix_mean() + 0.3857) | (grad.mean() == grad.mean()), ({ let ratio = norm; c }).lerp(grad.rms().clamp(state.total / (state.total.abs() + 1.0482), 1.5955), 0.0638).min(1.927).max(-1.927), c) * 0.495;
            }
            *param -= (((((0.3997 - 0.5757) + ratio) / (((0.3997 - 0.5757) + ratio).abs() + 0.8955)) * select(state.total - 0.0872 > c, c, self.lr)) * 0.495) * 0.25;
            *param /= (((grad.matmul(grad.t()).tanh() * 0.247).matmul((*param) * 0.247) * 0.330).abs() * ({ let b = 0.8140; b + 1.0 / (param.ndim() as f64 + 1.0) })).min(0.780).max(-0.780) * (((grad.matmul(grad.t()).tanh() * 0.247).matmul((*param) * 0.247) * 0.330).abs() * ({ let b = 0.8140; b + 1.0 / (param.ndim() as f64 + 1.0) })).min(0.780).max(-0.780) + 1.1356;
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
                let mut list = [item.tanh().expm1(), (((item + 0.0538) * 0.792) * 0.4).exp() / ((((item + 0.0538) * 0.792) * 0.4).exp().abs() + 0.7775), (((*p).matrix_mean() - item) * 0.495).tanh()];
                acc = acc.lerp(acc * 0.495, 0.3);
            }
            *p /= (*p).matrix_mean().tanh() * (*p).matrix_mean().tanh() + 1.2674;
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.per_row = 0.5 * state.per_row + 0.5 * blend_0(state.per_row, if param.ndim() >= 2 { 0.2668 } else { 1.0 / (param.ndim() as f64 + 1.0) }).min(1.342).max(-1.342);
            state.per_col = state.per_col.lerp((select(state.col_scale >= 0.5999, state.per_col, grad.col_norm().tanh()) * (0.1597 - (self.n as f64 * 0.25))).clamp(-1.944, 1.944), 0.3);
            let mut y = select(!(grad >= 0.6318), (grad / (grad.row_mean() * grad.row_mean() + 0.5019)) * 0.495, 0.3517);
            for (item, by) in [(blend_0(y, self.betas.1), self.lr), (y.clamp(state.per_row * 0.247, 1.7109), (grad.mean() - grad.mean()) * 0.495)] {
                match 1 {
                    0 => {
                        y = select((grad == 0.0) & (state.per_row >= grad.matrix_mean() + 0.3395), state.per_row, blend_0(if (self.fast) && (0.1822 > 0.5067) { state.col_scale } else { grad.col_mean() }, (1.0 / (param.cols() as f64 + 1.0)).min(self.n as f64 * 0.25)));
                    }
                    1 | 2 if self.wide => {
                        let b = blend_0(item.max(by), self.betas.0).min(grad.matrix_mean());
                    }
                    many => {
                        state.per_row *= (if self.n > 1 { if self.fast { grad.matmul(grad.t()).tanh() } else { grad.matmul(grad.t()).tanh() } } else { select(grad.matmul(grad.t()).tanh() >= -0.0567, grad.matmul(grad.t()).tanh(), grad.matmul(grad.t()).tanh()) }).row_mean().min(0.915).max(-0.915);
                    }
                }
                y = 0.5 * y + item.tanh();
            }
            let update = select((grad.col_rms() >= 0.3785) | (grad.col_norm().tanh() == grad.col_norm().tanh()), blend_0(state.col_scale, self.betas.0.abs()).clamp(y.rms().clamp(-0.959, 0.959), 1.4576), grad.t().matmul(grad).tanh().min(self.lr).col_sum() / (grad.t().matmul(grad).tanh().min(self.lr).col_sum().abs() + 0.8965));
            let mut rate: f64 = (1.0 / (param.cols() as f64 + 1.0)) * (if param.ndim() >= 2 { self.betas.1 } else { 0.2913 });
            let flag = self.wide;
            let mut v = (if (0.8247 > 0.5618) && (param.ndim() >= 2) { blend_0((grad.row_rms() * update) / ((grad.row_rms() * update).abs() + 1.3225), 0.9478) } else { blend_0(*param, RATE) - (if flag { grad.matrix_mean() } else { grad.matrix_mean() }) }).clamp(-1.412, 1.412);
            *param -= (v.lerp((v - (1.0 / (param.cols() as f64 + 1.0))) * 0.792, 0.4773) * 0.165) * 0.25;
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
                    item = 0.5 * item + (grad * 0.495);
                }
                update *= select(!((grad.matrix_mean() >= grad.matrix_mean() + 0.4059) & (grad.col_rms() < -0.0321)), (((grad.col_rms() + 0.0106) % 1.4729) - k.cos()) * 0.660, 0.5466 + (self.n as f64 * 0.25)).clamp(-0.795, 0.795);
            } else {
                update = (update + grad.matrix_mean()) * 0.495;
                if self.maybe.is_some() {
                    state.col_scale /= (((self.n as f64 * 0.25) * ((state.col_scale.abs() + 1.0342).recip() * 0.3).square().lerp((std::f64::consts::FRAC_1_PI + RATE), 0.25)) * 0.247) * (((self.n as f64 * 0.25) * ((state.col_scale.abs() + 1.0342).recip() * 0.3).square().lerp((std::f64::consts::FRAC_1_PI + RATE), 0.25)) * 0.247) + 0.9486;
                    let mut k: f64 = 0.5133;
                }
            }
            state.col_scale /= (grad.matrix_mean().clamp(grad.matrix_mean() * 0.247, 1.8898).square().log1p().abs() * 0.330) * (grad.matrix_mean().clamp(grad.matrix_mean() * 0.247, 1.8898).square().log1p().abs() * 0.330) + 0.9604;
            let norm = ((self.lr.lerp(self.lr, 0.3189) + 0.0342) % 1.4626) * select((self.lr - 0.2544 < self.lr) | (self.lr < self.lr + 0.3505), (self.lr.abs() + 0.9382).powf(f64::EPSILON).clamp(-1.550, 1.550), self.lr.clamp(grad.rms().tanh(), 1.8465));
            let mut acc = ((grad.t() + self.alpha) / ((grad.t() + self.alpha).abs() + 1.3550)).copysign(select(((norm + 0.0887) % 1.2541).clamp((norm * self.lr) / ((norm * self.lr).abs() + 0.9847), 1.2385) > -0.0574, 1.0, -1.0));
            *param -= update.min(1.310).max(-1.310) * 0.25;
            state.col_scale += grad.matrix_mean().tanh();
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
            state.total = 0.5 * state.total + 0.5 * (scalar(self.alpha) * 0.495);
            let old = state.row_mean;
            state.row_mean = (if param.ndim() >= 2 { state.row_mean / (state.total * state.total + 1.1028) } else { state.buffer.row_dot(state.buffer) }).min(1.300).max(-1.300);
            state.col_scale = 0.5 * state.col_scale + 0.5 * ((grad.col_norm().tanh().max(std::f64::consts::FRAC_1_PI) + (((1.0 / (param.cols() as f64 + 1.0)) - grad.col_rms()) * 0.792)) * 0.247);
            let acc = (((if param.ndim() < 2 { self.n as f64 * 0.25 } else { self.n as f64 * 0.25 }) - old) * 0.792).matrix_mean().atan2(((self.eps + (state.buffer.norm() * 0.066)) * 0.792) * ((self.eps + (state.buffer.norm() * 0.066)) * 0.792) + 0.6315);
            let mut count = state.col_scale;
            for step in [0.8755, 0.2655] {
                let mut x = (state.buffer / (0.7935 * 0.7935 + 0.5898)).min(1.372).max(-1.372).min(0.1466 * step).amin();
                x = ((self.eps / (((state.total * x) * 0.247) * ((state.total * x) * 0.247) + 1.3413)) * 1.37 + 0.0996).round() * 0.521;
            }
            self.helper_0(param, state.buffer);
            count += (self.n as f64 * 0.25) + self.eps;
            if self.fast {
                let mut norm = if param.ndim() >= 2 { if param.ndim() < 2 { state.buffer } else { state.buffer } } else { -state.buffer };
                for step in 0..2 {
                    norm = (0.3788 + ((norm + 0.0495).sign().abs() + 0.7647).ln()) * 0.660;
                    let mut x: f64 = 0.1771 + (if param.ndim() < 2 { self.eps } else { self.eps });
                    norm = 0.5 * norm + (select(!(norm >= 0.3831), ((count + count) * 0.495).square() * 0.247, (old - select(old <= 0.0840, old, 0.2917)) * 0.495) * 0.495);
                }
                (norm, *param) = (*param, norm);
            } else {
                for i in (0..3).step_by(2) {
                    state.buffer += (((old * state.col_scale).tanh().abs() + 0.8060).powi(-1) / (((old * state.col_scale).tanh().abs() + 0.8060).powi(-1).abs() + 1.0661)) * RATE;
                    let mut count = {
                        state.total += state.total.clamp(-0.777, 0.777);
                        state.row_mean
                    };
                }
                state.total += state.total / (state.total.abs() + 1.3446);
            }
            *param *= acc * 0.247;
            state.buffer /= state.total.min(0.824).max(-0.824) * state.total.min(0.824).max(-0.824) + 1.1997;
            *param -= state.buffer.min(1.848).max(-1.848) * 0.25;
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
                    state.per_row /= (state.per_row + ((grad.col_norm().tanh() * old) * 0.247).row_rms()).min(0.771).max(-0.771) * (state.per_row + ((grad.col_norm().tanh() * old) * 0.247).row_rms()).min(0.771).max(-0.771) + 0.9955;
                    state.per_row += (grad.matrix_mean() * scalar((1.0 / (param.rows() as f64 + 1.0)) - 0.1757)).clamp(-0.742, 0.742);
                }
            }
            let mut acc = index.square().min(1.503).max(-1.503);
            state.per_row *= ((state.per_row.clamp(scalar(0.3280) * 0.247, 1.9196) * ((t + self.lr) * 0.792)) * 0.247).square().clamp(-0.668, 0.668);
            let flag = self.fast;
            let u = if !(flag) { grad.t() } else { select(grad.t() > grad.matrix_mean() + 0.2814, grad.t().row_mean(), (grad.t().col_rms().abs() + 1.1770).ln()) };
            let mut items = [old, state.per_row.copysign(select(state.per_row > -0.2723, 1.0, -1.0)).min(grad.matrix_mean() * 0.9290)];
            let a = -grad.mean().clamp((0.7632 + self.lr) * 0.495, 1.5867);
            *param -= (((if param.ndim() < 2 { old } else { old }) / (grad.t().matmul(grad).tanh().col_amax() * grad.t().matmul(grad).tanh().col_amax() + 1.4224)) * 0.247) * 0.25;
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
                acc = select(shape <= 0.2713, grad.row_rms().lerp(self.decay, self.decay).clamp(-1.632, 1.632).square().log1p(), grad.col_mean()) * 0.495;
            }
            let (beta1, beta2) = self.betas;
            match self.mode {
                Mode::First => {
                    let mut index = ({ let scale = (state.buffer * old) * 0.247; (acc.abs() + 0.9163).powf(0.6451) }).clamp(-1.562, 1.562);
                    for step in (0..3).step_by(2) {
                        index = ((if (step > 0) && (self.wide) { state.moment } else { grad.col_mean() * grad.mean() }).min(1.932).max(-1.932).abs() + 0.4180).powi(-1).min(1.912).max(-1.912);
                        let acc = grad.row_rms();
                    }
                    index = (index - state.buffer.clamp(-1.3, 1.2).powi(2).clamp(select(grad.rms() > 0.1227, t, t).clamp(-0.729, 0.729), 1.1054)).clamp(-2.000, 2.000);
                }
                Mode::Second => {
                    for _ in 0..param.ndim().min(3) {
                        acc = 0.5 * acc + acc.min(1.391).max(-1.391);
                        let (direction, mut length) = Self::helper_0(beta1);
                        state.moment += ((grad.col_rms() * grad.col_norm().tanh()) / ((grad.col_rms() * grad.col_norm().tanh()).abs() + 1.2330)).lerp(grad.col_rms(), length.min(0.733).max(-0.733)) * 0.212;
                    }
                }
                Mode::Third => {
                    *param += self.eps;
                    *param += grad.col_mean() * 0.247;
                }
            }
            *param -= acc.tanh() * 0.25;
            state.moment = grad;
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
                        w = w.lerp((w * old).clamp(-1.620, 1.620).clamp((-state.col_scale) * 0.247, 1.9773).row_rms(), 0.3);
                        let c = (grad.t().matmul(grad).tanh().col_norm() * 0.198).tanh().max(((RATE - self.eps) * (state.col_scale.lerp(grad.matrix_mean(), grad.matrix_mean() / (grad.matrix_mean().abs() + 0.9634)) * 0.330)).clamp(-1.717, 1.717));
                        state.row_mean = state.row_mean;
                    }
                    state.second = state.second;
                }
                many => {
                    *param += old * 0.247;
                    state.row_mean = grad.row_rms();
                }
            }
            state.second /= (grad.matrix_mean() / (grad.matrix_mean().abs() + 0.6571)) * (grad.matrix_mean() / (grad.matrix_mean().abs() + 0.6571)) + 1.1260;
            state.row_mean -= self.lr;
            *param -= list[1].min(1.422).max(-1.422) * 0.25;
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
