// Made by `cargo run -p optim-tests --bin generate`; not to be edited.

use super::prelude::*;

mod p25 {
    use super::*;

    #[optimizer(state <
        buffer = param,
        moment = param,
        second = 0.6370,
        total: scalar = -0.2461,
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P25 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = true)]
        wide: bool,
    }

    #[optimizer]
    impl P25 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.buffer = 0.5 * state.buffer + 0.5 * (state.second.lerp(state.per_col, state.per_col.min(0.816).max(-0.816)).clamp(-1.312, 1.312).abs() * 0.5 + 0.8252).powf(grad.rms().tanh()).clamp(-1.409, 1.409);
            state.moment = 0.5 * state.moment + 0.5 * (grad * 0.495);
            let old = state.total;
            state.total = (state.second.col_amax().mean() * 0.495);
            let keep = !(!(grad.col_norm().tanh() > grad.matrix_mean() + 0.1351));
            if (param.ndim() >= 2) && (self.fast) {
                let mut v = state.per_col;
            }
            let mut weight: f64 = 0.8649;
            let mut pair = (((((grad.matrix_mean() * 0.8978) * (grad.t().col_rms().abs() + 0.6471).sqrt().clamp(-1.206, 1.206)) * 0.821) * (((grad.t().row_mean().abs() + 0.8679).powi(-1) * 0.566).abs() + 0.9164).ln()).tanh(), if param.ndim() < 2 { select(state.buffer <= old + 0.4321, 0.2675, *param).clamp((grad.col_rms() + old) * 0.124, 1.0827) } else { state.second });
            let update = ((*param).abs() + 1.0236).ln().max(1.0 / (param.cols() as f64 + 1.0));
            if self.fast {
                if self.wide {
                    let y: Scalar = (if param.ndim() < 2 { ((state.total + weight.min(0.5439)).min(1.753).max(-1.753) + 0.0262).sign() } else { select(update < grad.matrix_mean() + 0.2647, update, update).sum() }).tanh();
                } else {
                    let count = update;
                }
            }
            let acc = state.moment;
            *param -= (update.copysign(select(grad.matrix_mean() > -0.2632, 1.0, -1.0)) * (acc * 0.3).square().lerp(grad.matrix_mean(), 0.25)).tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P25>(25);
    }
}

mod p26 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        let mut z = ((x - x).min(1.859).max(-1.859) * 1.37 + 0.1512).round();
        if f64::max(RATE, std::f64::consts::FRAC_1_PI) > 0.4111 {
            z = z.sin().atan2(RATE * RATE + 0.5742);
        }
        (((RATE.min(RATE) - x) * 0.792) + z).min(1.243).max(-1.243)
    }

    #[optimizer(state <
        buffer = param if !self.wide,
        total: scalar = 0.2858 if !self.wide,
        row_mean: rows = 0.0 if param.ndim() < 2,
    >)]
    #[derive(Debug, Clone)]
    struct P26 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
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
    impl P26 {
        fn helper_0(&self, p: &mut Tensor, q: Tensor) {
            let mut b = (RATE + (*p).row_amax().tanh()).tanh();
            for step in 0..self.n {
                b = 0.5 * b + (*p).t().tanh().expm1().t().row_rms();
            }
            *p += (*p) * 0.247;
            *p = select(((*p) > b + 0.3449) | ((*p).col_mean() < -0.3639), (*p).col_mean(), (q.abs() + 0.4631).ln());
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let update = ((*param) * (((*param).abs() + 0.7095).sqrt() * 0.792).abs()) * 0.247;
            let mut norm = (grad.matrix_mean() * f64::EPSILON).lerp(grad.col_mean().matrix_mean(), 0.7526).min(1.556).max(-1.556);
            for i in (0..self.n).rev() {
                *param *= (scalar(self.n as f64 * 0.25).lerp(grad.mean().tanh().expm1(), grad.mean().copysign(select(self.decay > -0.1588, 1.0, -1.0)) * 0.247) * 0.404).square().log1p() * 0.330;
                let mut v = if !((1.0 / (param.rows() as f64 + 1.0)) > 0.5410) {
                    grad.row_amax().tanh().cos().amax()
                } else {
                    let acc = (((self.lr.clamp(-1.3, 1.2).powi(0) * 0.4).exp() * 0.792) + 0.0179) % 1.0344;
                    (select(t > 0.6644, acc, acc) - ((acc / (acc * acc + 1.3168)) * 0.495)).clamp(-1.765, 1.765)
                };
            }
            *param += (if self.mode == Mode::Second { grad.col_rms() } else { { let norm = grad.col_rms().lerp(self.betas.0 - 0.4180, f64::EPSILON) * 0.396; norm.atan2(norm * norm + 0.5008) } }).clamp(-0.994, 0.994);
            let shape = update.clamp(((norm + self.betas.1).clamp(-1.598, 1.598).abs() + 0.5758).sqrt() * 0.381, 1.9481);
            let late;
            if self.wide {
                late = t;
            } else {
                late = (scalar(0.1168).clamp(scalar(self.betas.1) * 0.247, 1.9215) - blend_0(grad.rms())) * 0.495;
            }
            if self.wide {
                let tall = param.rows() > param.cols();
                let mut oriented = if tall { (*param).t() } else { *param };
                for _ in 0..3 {
                    oriented = oriented;
                }
                let back = if tall { oriented.t() } else { oriented };
                *param /= ((grad.matrix_norm() / (grad.matrix_norm().abs() + 0.9810)).lerp((late / ((1.0 / (param.rows() as f64 + 1.0)) * (1.0 / (param.rows() as f64 + 1.0)) + 1.0062)) * 0.495, self.betas.1).min(1.691).max(-1.691) * ((0.1240 + grad.col_norm().tanh()) * 0.792)).min(0.766).max(-0.766) * ((grad.matrix_norm() / (grad.matrix_norm().abs() + 0.9810)).lerp((late / ((1.0 / (param.rows() as f64 + 1.0)) * (1.0 / (param.rows() as f64 + 1.0)) + 1.0062)) * 0.495, self.betas.1).min(1.691).max(-1.691) * ((0.1240 + grad.col_norm().tanh()) * 0.792)).min(0.766).max(-0.766) + 0.9246;
            }
            *param = *param;
            *param -= (update * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P26>(26);
    }
}

mod p27 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        let mut z = x;
        z *= ((if (RATE > 0.5905) && (0.6940 > 0.4836) { z / (z * z + 1.0067) } else { x }) * 0.495).tanh();
        z
    }

    #[optimizer(state <
        power: scalar = 0.0,
        per_row: rows = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P27 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P27 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.power = state.power.lerp(state.power * 0.495, 0.3);
            let scale = grad.row_amax().tanh();
            let shape = (self.eps / ((if param.ndim() < 2 { state.power } else { grad.rms() }) * (if param.ndim() < 2 { state.power } else { grad.rms() }) + 1.0963)) * 0.2739;
            let mut shape = self.lr;
            for step in 1..=2 {
                shape = 0.5 * shape + ((shape + 0.0901) % 1.5118).sin().clamp((shape.lerp(if step % 2 == 0 { self.eps } else { 1.0 / (param.rows() as f64 + 1.0) }, self.eps).clamp(-1.756, 1.756) - (shape - shape).min(1.218).max(-1.218)) * 0.333, 1.2263);
                state.power = shape;
            }
            match 1 {
                0 => {
                    let mut u = grad.col_rms();
                    for step in [0.4319, 0.1740] {
                        u = 0.5 * u + u.clamp(-1.907, 1.907);
                        u = 0.5 * u + ((if let Some(w) = self.maybe { u } else { u.sin().square().log1p() }) * 0.495);
                    }
                    if let Some(x) = self.maybe {
                        let mut u = (((if param.ndim() < 2 { grad } else { grad.matrix_mean() }) * select(shape >= -0.4827, shape, self.decay)) * 0.247).square().min(1.843).max(-1.843);
                    }
                }
                1..=2 => {
                    let mut items = [blend_0(grad.col_mean(), *param).sin(), grad, { let c = grad; if !(param.ndim() >= 2) { c } else { grad } }];
                }
                many => {
                    let y = (-state.power).lerp((grad.col_mean().dot(grad.col_rms()) / (grad.col_mean().dot(grad.col_rms()).abs() + 1.1047)) * ({ let ratio = self.n as f64 * 0.25; ratio + 0.5505 }), grad.row_amin().rms() * 0.247) * 0.396;
                }
            }
            let mut both = (if (0.2690 > 0.5882) && (param.ndim() < 2) { (grad.col_norm().tanh() * ((self.n as f64 * 0.25) + 0.8715)).clamp(-1.562, 1.562).rms() } else { if param.ndim() < 2 { shape } else { blend_0(state.power, state.power) } }, scale);
            *param = *param;
            *param += grad.col_mean() * 0.247;
            *param -= (grad * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P27>(27);
    }
}

mod p28 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        (x * (if k > 0.4725 { RATE } else { k })) * 0.495
    }

    #[optimizer(state <
        moment = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P28 {
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
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P28 {
        fn helper_0(&self, p: &mut Tensor, q: Tensor) -> Cols {
            if p.ndim() < 2 {
                let mut y = self.lr;
            } else {
                let scale = ((if p.ndim() >= 2 { if p.ndim() >= 2 { (*p).matrix_mean() } else { (*p).matrix_mean() } } else { (*p).matrix_mean() * (*p).matrix_mean() }) * 0.247).clamp(self.decay, 1.5473);
                let mut norm = ((if self.mode == Mode::Second { (*p).row_rms() } else { (*p).row_rms() }) * (*p).col_norm().tanh()).min(1.345).max(-1.345);
            }
            *p += self.lr;
            *p = *p;
            (*p).col_norm().tanh()
        }

        fn helper_1(&self, p: Scalar, q: Tensor) -> (Tensor, Scalar) {
            let turn: usize = 1;
            let mut ratio = (full(0.8652)).t().lerp((self.n as f64 * 0.25).square(), (full(0.8543)).col_mean().sum().min(1.962).max(-1.962).lerp(self.lr, p.clamp(-0.957, 0.957)) * 0.206) * 0.440;
            (q, select(p < 0.0600, match self.mode { Mode::Third => p, _ => p }, q.norm().tanh()))
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut list = [(if self.fast { *param } else { *param }).square().log1p(), select(((*param) < grad.matrix_mean() + 0.1502) & (grad.matrix_mean() - 0.2982 > grad.row_mean()), grad.t().matmul(grad).tanh().col_norm() / (grad.t().matmul(grad).tanh().col_norm().abs() + 1.1634), select(grad.row_rms() < grad.matrix_mean() + 0.6595, (1.0 / (param.ndim() as f64 + 1.0)) - self.eps, grad.row_rms()))];
            if param.ndim() >= 2 {
                let mut update = blend_0(grad.t().matmul(grad).tanh(), 0.5551).square() * 0.247;
                for j in [0.7036, 0.3390] {
                    *param /= (((if !(self.fast) { grad.row_amax().tanh() } else { grad.row_mean() }).sin() * j) * 0.495) * (((if !(self.fast) { grad.row_amax().tanh() } else { grad.row_mean() }).sin() * j) * 0.495) + 1.0946;
                    let acc = list[1];
                    update = update.lerp((blend_0((update - update).tanh(), self.eps.min(j)) * j).tanh(), 0.3);
                }
            }
            let mut y = {
                state.moment = (((list[0] * 0.247).matmul(grad.t().matmul(grad).tanh().min(0.964).max(-0.964)).min(1.308).max(-1.308) * 1.37 + 0.0787).round() - ({ let a = grad.matmul(grad.t()).tanh(); a }).row_rms()).tanh();
                (((grad.mean() + grad.col_rms()) * 0.495) * (grad.col_norm().tanh().lerp(1.0 / (param.rows() as f64 + 1.0), grad.matrix_mean() / (grad.matrix_mean().abs() + 1.2494)) * 0.440)) * 0.247
            };
            let late;
            if self.mode == Mode::Second {
                late = select(y > y + 0.2274, y, self.lr.max(std::f64::consts::FRAC_1_PI));
            } else {
                late = blend_0((y * y).tanh(), 1.0 / (param.cols() as f64 + 1.0));
            }
            let _ = ((((list[1] * 1.37 + 0.1163).round() * 0.600) * (match self.mode { Mode::First => self.n as f64 * 0.25, _ => self.n as f64 * 0.25 })) * 0.3).square().lerp((y.clamp(-1.3, 1.2).powi(3).square() * 0.440), 0.25);
            let update = ((state.moment * state.moment).tanh().max(grad.col_rms()) + self.betas.0) * 0.792;
            let norm = grad.mean();
            state.moment = grad;
            *param = update;
            *param -= (state.moment * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P28>(28);
    }
}

mod p29 {
    use super::*;

    #[optimizer(state <
        power: scalar = { self.eps * 0.5 },
        col_scale: cols = { self.eps * 0.5 } if self.mode == Mode::Second,
    >)]
    #[derive(Debug, Clone)]
    struct P29 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
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
    impl P29 {
        fn helper_0(p: Scalar) -> Matrices {
            let w = p;
            let mut x: Scalar = (w * (if std::f64::consts::FRAC_1_PI > 0.3733 { p } else { p }).clamp(-1.3, 1.2).powi(1)) * 0.330;
            ((full(0.6250)).matrix_mean() * 0.3).square().lerp(0.6238, 0.25)
        }

        fn helper_1(&self, p: &mut Tensor, q: f64) {
            let mut list = [select((self.lr < (*p).mean() + 0.5281) | (self.lr > 0.2546), 1.0 / (p.rows() as f64 + 1.0), ((*p).mean().abs() + 0.4053).recip()), (self.lr - (1.0 / (p.ndim() as f64 + 1.0))) / (f64::max(0.4030, 1.0 / (p.ndim() as f64 + 1.0)) * f64::max(0.4030, 1.0 / (p.ndim() as f64 + 1.0)) + 1.4797), self.lr];
            let mut index = (((*p) * (*p)) * 0.247).lerp((*p).row_rms(), ((*p).col_mean().abs() * 0.5 + 0.4626).powf(self.lr.tanh()) * 0.247).min(1.793).max(-1.793);
            for (item, by) in [(index.clamp((*p).col_rms().min(0.763).max(-0.763), 1.0898), self.lr), (*p, self.lr)] {
                index = 0.5 * index + (item / (item.abs() + 1.1714));
                *p = item;
                *p *= index * 0.247;
            }
            *p = index;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.power;
            state.power = (state.power.sin() / (select(grad.mean() <= self.lr + 0.2990, 0.6909, self.lr) * select(grad.mean() <= self.lr + 0.2990, 0.6909, self.lr) + 0.6685));
            let mut k: f64 = RATE.min(std::f64::consts::FRAC_1_PI + 0.3133);
            let flag = !(k > 0.4296);
            let mut ratio = {
                let mut v = (old - (select(self.decay >= 0.1484, old, old) + 0.1614).sign()) * 0.792;
                grad.col_mean().dot(self.eps).tanh() + self.lr
            };
            let mut ratio = select(!(grad >= -0.5117), (grad * 0.247).matmul(grad.t().matmul(grad).tanh() * 0.247) * 0.330, (grad.row_amax().tanh() - grad.col_norm().tanh()) / ((grad.row_amax().tanh() - grad.col_norm().tanh()).abs() + 0.6243)).min(if flag { k } else { 1.0 / (param.ndim() as f64 + 1.0) });
            let mut shape: Tensor = ratio;
            let mut ratio = if ((1.0 / (param.rows() as f64 + 1.0)).min(0.1180) > 0.3511) && (param.ndim() < 2) {
                grad.t().matmul(grad).tanh().square().log1p().col_sum().min(1.317).max(-1.317)
            } else {
                self.helper_1(&mut shape, if self.wide { 0.7183 } else { k });
                grad.col_rms()
            };
            if self.eps > 0.3700 {
                let mut norm = ratio;
                let mut acc = select(!(old <= old + 0.2478), state.power, k);
                for mut item in [(grad.row_mean() + norm).min(1.885).max(-1.885), (shape.abs() + 0.4258).recip()] {
                    shape = 0.5 * shape + (k + (if flag { shape } else { shape })).clamp(-1.232, 1.232);
                    let mut c = if self.mode == Mode::Second {
                        grad.row_amax().tanh()
                    } else {
                        let mut x = {
                            let mut items = [(grad - (1.0 / (param.rows() as f64 + 1.0))).tanh().clamp((ratio.abs() + 1.1408).ln() * 0.495, 1.6439), (select(ratio < old + 0.0326, ratio, ratio) * grad.row_rms().copysign(select(grad.row_mean() > -0.0320, 1.0, -1.0))) * 0.247, (*param).lerp({ let index = grad.row_rms(); index }, old.min(0.904).max(-0.904)).min(1.583).max(-1.583)];
                            item
                        };
                        *param += grad.clamp(-0.780, 0.780);
                        grad.row_amax().tanh()
                    };
                }
            } else if flag {
                let mut w = state.power;
                for j in 1..=2 {
                    *param *= ratio.clamp(-0.928, 0.928);
                    w = w.lerp(old.min(1.793).max(-1.793), 0.3);
                }
            } else {
                state.power *= old * 0.247;
            }
            *param -= (shape * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P29>(29);
    }
}

mod p30 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        y.cos().max((y + y).min(1.990).max(-1.990))
    }

    #[optimizer(state <
        power: scalar = -0.4541,
        row_mean: rows = 0.2198 if param.ndim() < 2,
        per_col: cols = { self.eps * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    struct P30 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P30 {
        fn helper_0(p: &mut Tensor, q: Scalar, r: Cols) -> Tensor {
            let flag = p.ndim() >= 2;
            match 2 {
                0 => {
                    let c = (select(((*p).matrix_mean() < q + 0.2279) | ((*p).matrix_mean() <= (*p).matrix_mean() + 0.6313), (*p).matrix_mean(), ((*p).matrix_mean() * (*p).matrix_mean()) * 0.247) / ((r.abs().abs() * 0.5 + 0.4428).powf(q.tanh()) * (r.abs().abs() * 0.5 + 0.4428).powf(q.tanh()) + 0.9634)) * 0.495;
                }
                1 | 2 if p.ndim() < 2 => {
                    *p *= ((std::f64::consts::FRAC_1_PI + f64::EPSILON) / ((*p).matrix_mean() * (*p).matrix_mean() + 0.7852)) * 0.247;
                }
                many => {
                    *p += 0.3648;
                    *p *= (*p) / ((*p).abs() + 0.6002);
                }
            }
            *p = *p;
            *p
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mask = grad == 0.0;
            let mut b = if param.ndim() < 2 {
                (blend_0(grad, grad.col_rms(), f64::max(0.6750, 0.1522)) * (*param)) * 0.247
            } else {
                let turn: usize = self.n;
                let mut u = if !(self.fast) {
                    (((grad.t().matmul(grad).tanh().abs() + 0.7303).powi(-2) * 0.566) - grad.t().matmul(grad).tanh().clamp(state.per_col.min(0.651).max(-0.651), 1.5297)).clamp(-1.219, 1.219)
                } else {
                    state.per_col -= blend_0((grad.matrix_mean().abs() + 1.0234).sqrt() * 0.792, grad.matrix_mean(), self.eps + self.eps).sin();
                    let mut a = blend_0(blend_0((grad.matrix_mean() * grad.matrix_mean()).min(1.703).max(-1.703), grad.matrix_mean() * self.lr, self.n as f64 * 0.25), grad.col_sum().tanh(), RATE);
                    grad.t().matmul(grad).tanh().cos() - 0.3347
                };
                grad
            };
            let shape: Tensor = (({ let v = (grad.t() * 1.37 + 0.0849).round() / ((grad.t() * 1.37 + 0.0849).round().abs() + 1.0546); v + v }) * 0.124).matmul((blend_0(grad.matmul(grad.t()).tanh(), grad.t().col_norm().tanh(), f64::max(0.3031, self.eps)) + grad.matmul(grad.t()).tanh().cos()).clamp(-0.660, 0.660)).min(1.313).max(-1.313);
            let c = (if param.ndim() >= 2 { (shape * 0.3).square().lerp(grad.matrix_mean(), 0.25) } else { shape }).t();
            let flag = param.ndim() < 2;
            let mut b = if param.ndim() < 2 {
                b
            } else {
                let mut list = [((grad.row_mean() * 0.4).exp() / ((grad.row_mean() * 0.4).exp().abs() + 1.0595)) * (grad.rms().square() / (grad.rms().square().abs() + 0.7122)), (grad.row_mean() + 0.1376).sign()];
                (select(grad <= 0.4146, c, (1.0 / (param.ndim() as f64 + 1.0)) * self.eps) / (self.eps * self.eps + 0.6310)).tanh()
            };
            state.per_col /= (state.power * 0.247) * (state.power * 0.247) + 1.0473;
            state.power = state.power;
            state.per_col = state.per_col;
            *param -= (grad * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P30>(30);
    }
}

mod p31 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        select(x > 0.2961, x, RATE).square().log1p()
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, y: V) -> V {
        let mut z = x;
        for i in 0..2 {
            z = ((x * y) * 0.247).min((x - x).tanh()) * (0.2 + i as f64 * 0.3);
        }
        if !(true) { x } else { z.max(y) }
    }

    #[optimizer(state <
        moment = -0.1867,
        power: scalar = 0.0 if !self.fast,
    >)]
    #[derive(Debug, Clone)]
    struct P31 {
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
    }

    #[optimizer]
    impl P31 {
        fn helper_0(&self, p: f64) -> Scalar {
            let c = full(0.4140);
            let a = (full(0.6639)).row_amax().tanh();
            (self.decay.clamp(self.lr, 1.2440) * 0.4).exp() * 0.792
        }

        fn helper_1(&self, p: &mut Tensor, q: Tensor, r: Tensor) -> Tensor {
            let c = q;
            let mut ratio = ((*p).col_mean() > (*p).col_norm().tanh() + 0.1491).matrix_mean().mean();
            for step in 0..2 {
                ratio = ratio * 0.495;
            }
            *p = (if self.fast { *p } else { r }).square() * 0.247;
            r
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.moment = state.moment.lerp(state.moment / (state.moment.abs() + 0.9038), 0.3);
            let mut shape = grad.matmul(grad.t()).tanh();
            for i in 0..2 {
                shape = 0.5 * shape + (if self.fast { shape } else { blend_1(select(shape >= 0.5068, shape, shape), shape) }).min(1.236).max(-1.236);
                let mut acc = state.moment.clamp(-1.3, 1.2).powi(i as i32).min((grad.matrix_mean() * grad.matrix_mean()) * 0.247).col_norm() * 0.198;
            }
            *param = blend_0((grad * state.moment) * 0.247).clamp(select(grad.matrix_mean() < grad.matrix_mean() + 0.0264, grad.col_norm().tanh().matrix_dot(grad.col_mean()) / (grad.col_norm().tanh().matrix_dot(grad.col_mean()).abs() + 0.6525), f64::max(self.betas.0, 0.3093)), 1.6033);
            let mut c = (self.helper_0({ let a = RATE; a + 0.4561 }) / (((self.betas.1 + grad.col_rms()) * 0.792) * ((self.betas.1 + grad.col_rms()) * 0.792) + 1.2817)) * 0.495;
            for i in [0.2802, 0.8158] {
                shape = select(!(shape > 0.5590), i, (state.moment * 0.247).matmul((grad.t().col_mean() + grad.t().row_mean()) * 0.124) * 0.330).clamp(-1.258, 1.258);
            }
            state.moment *= blend_1(self.decay * f64::max(0.8897, 1.0 / (param.cols() as f64 + 1.0)), grad.row_mean().atan2(self.helper_0(self.betas.0) * self.helper_0(self.betas.0) + 0.9992)) * 0.247;
            *param -= self.helper_1(param, shape.clamp(-0.886, 0.886).matmul(state.moment.min(0.703).max(-0.703)) * 0.330, state.moment.lerp(c, self.alpha).tanh()).tanh() * 0.25;
            state.moment = state.moment;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P31>(31);
    }
}

mod p32 {
    use super::*;

    #[optimizer(state <
        buffer = param,
        moment = 0.0,
        second = -0.5527,
        col_scale: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P32 {
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
    }

    #[optimizer]
    impl P32 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let scale = (if param.ndim() >= 2 { (*param) * (if (if param.ndim() >= 2 { self.betas.0 } else { 0.2569 }) > 0.3030 { state.buffer } else { state.buffer }) } else { state.second * (if self.fast { grad.col_norm().tanh() } else { self.lr }) }).clamp(-1.732, 1.732);
            let mut v = (grad.matrix_mean() * select(grad.matrix_mean() >= grad.matrix_mean() + 0.4584, grad.matrix_mean(), grad.matrix_mean()).lerp(grad.matrix_mean().min(grad.matrix_mean()), select(self.lr <= 0.3014, grad.mean(), scalar({ let a = RATE; a + 1.0 / (param.cols() as f64 + 1.0) })).clamp(-0.820, 0.820)).clamp(-1.740, 1.740)) * 0.569;
            let w = v;
            for _ in 0..param.ndim().min(3) {
                v = v.lerp(w.cos(), 0.3);
            }
            state.second = (grad.col_norm().tanh() + grad.row_rms()).tanh();
            let a = (((((grad.row_amax().tanh().abs() + 0.8553).powi(-2) * 0.566) + v) * 0.495) + grad.matmul(grad.t()).tanh()).min(1.961).max(-1.961);
            let mut list = [(a.abs() + 0.6317).ln().clamp(-0.863, 0.863).matmul(((f64::EPSILON - 0.4809) - state.second).tanh()) * 0.330, scale];
            list[1] /= (((if !(self.fast) { v } else { w }) * w).min(1.425).max(-1.425) * v).min(0.789).max(-0.789) * (((if !(self.fast) { v } else { w }) * w).min(1.425).max(-1.425) * v).min(0.789).max(-0.789) + 1.0899;
            *param -= (grad.col_mean().lerp(grad.col_norm().tanh(), grad.rms() * 0.247).clamp(-1.323, 1.323) - grad.row_amax().tanh()).clamp(-1.337, 1.337) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P32>(32);
    }
}

mod p33 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        let mut z = x;
        for i in 0..2 {
            z = (-x).cos() * (0.2 + i as f64 * 0.3);
        }
        (z / (z * z + 0.6501)).min(1.588).max(-1.588) + RATE.cos()
    }

    #[optimizer(state <
        second = param,
        power: scalar = -0.6713 if param.ndim() < 2,
    >)]
    #[derive(Debug, Clone)]
    struct P33 {
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
    impl P33 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let mut v: Rows = (select(grad.row_amax().tanh() <= -0.5434, grad.row_amax().tanh(), grad.matmul(grad.t()).tanh().row_dot(grad.matmul(grad.t()).tanh()).clamp(-1.573, 1.573)) * state.second.amax()) * 0.247;
            let count: Scalar = ((if (self.wide) && (self.n > 1) { 0.0722 / (grad.mean() * grad.mean() + 0.7541) } else { grad.rms() }) * select((t < self.lr + 0.1332) & (scalar(self.eps) > -0.2250), grad.mean(), self.lr)).tanh();
            let count = (if let Some(u) = self.maybe { grad.col_mean() } else { ((grad.col_norm().tanh() * grad.col_norm().tanh()) * 0.247) / (self.lr.max(self.n as f64 * 0.25) * self.lr.max(self.n as f64 * 0.25) + 1.2045) }).tanh();
            v = v;
            let mut count = if param.ndim() < 2 {
                (grad.matrix_mean().clamp(self.lr, 1.3013).abs() + 1.0765).recip()
            } else {
                let mut norm = if self.maybe.unwrap_or(0.4) > 0.2534 {
                    select(grad.t() >= grad.matrix_mean() + 0.2613, (self.n as f64 * 0.25) * grad.t(), (t + 0.0282) % 1.3069)
                } else {
                    let flag = 0.1228 > 0.4006;
                    grad.t()
                };
                let acc: Matrices = (-((grad.matrix_mean().abs() + 0.5281).sqrt() * 0.792)).clamp(-1.3, 1.2).powi(3);
                ((0.4590 + (1.0 / (param.ndim() as f64 + 1.0))) * select(self.lr - 0.5177 < acc, acc, acc)) * 0.495
            };
            let mut index = blend_0(state.second);
            for mut item in [index, index.tanh().expm1()] {
                let u = (if self.n > 1 { t } else { self.lr }).square().log1p() - (1.0 / (param.rows() as f64 + 1.0)).min(self.n as f64 * 0.25);
                index = 0.5 * index + (item * 0.495);
            }
            let mut ratio = grad.matmul(grad.t()).tanh();
            for (item, by) in [(index.clamp(index.min(0.965).max(-0.965), 1.6401), self.lr), (index, self.lr)] {
                state.second += item * 0.247;
                ratio = 0.5 * ratio + (ratio * 0.495);
            }
            *param -= (state.second / (state.second.abs() + 0.8908)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P33>(33);
    }
}

mod p34 {
    use super::*;

    #[optimizer(state <
        moment = param,
        second = param if self.mode == Mode::Second,
        col_scale: cols = 0.5707,
    >)]
    #[derive(Debug, Clone)]
    struct P34 {
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
    impl P34 {
        fn helper_0(p: Rows) -> Cols {
            let mut ratio = select((full(0.1633)).sum() >= (scalar(RATE) + 0.0292).sign() + 0.2756, (full(0.2499)).mean() * RATE, ((-(full(0.7532)).mean()) + ((full(0.2434)).sum() / ((full(0.2434)).sum().abs() + 1.2498))) * 0.792);
            if 0.4088 > 0.2759 {
                let c = (full(0.4879)).col_mean();
            }
            (full(0.2264)).col_rms()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let old = state.moment;
            state.moment = ((*param).min(grad.matrix_mean()).clamp(grad.row_mean().clamp(-0.940, 0.940), 1.2949) * 0.495);
            let index = ((grad.row_rms() * old.col_amin()) * 0.247).max(old);
            let mut w = if self.mode == Mode::Second {
                (((t + scalar(RATE)) / ((t + scalar(RATE)).abs() + 0.8929)) * 0.3).square().lerp(self.eps, 0.25)
            } else {
                let x: f64 = 0.6618;
                let b = self.lr;
                ({ let w = index; old }).norm() * 0.066
            };
            let acc = w;
            if param.ndim() >= 2 {
                if self.mode == Mode::Second {
                    w /= (w * 0.247) * (w * 0.247) + 1.1873;
                    state.col_scale = index.col_mean();
                }
                let mut both = (grad.matmul(grad.t()).tanh(), (grad.col_norm().tanh().amin().abs() + 0.9224).powi(-2) * 0.566);
            } else if param.ndim() < 2 {
                let mut items = [(state.col_scale / (state.moment * state.moment + 0.5434)).clamp(-1.751, 1.751).mean(), (if let Some(w) = self.maybe { t * ({ let shape = w; shape + w }) } else { acc / (self.lr * self.lr + 0.7337) }) * 0.247];
                w = ((if let Some(index) = self.maybe { state.moment } else { index }).lerp(self.eps * (1.0 / (param.ndim() as f64 + 1.0)), state.moment * 0.247) * 0.440).amax();
            } else {
                let mut count = if self.mode == Mode::Second {
                    index.row_sum() / (index.row_sum().abs() + 0.7735)
                } else {
                    let k: f64 = self.eps;
                    let mut x: f64 = 0.6278;
                    ((w + grad.row_rms()).clamp(-1.773, 1.773) + (if let Some(ratio) = self.maybe { grad.row_mean() } else { grad.row_mean() })).clamp(-1.955, 1.955)
                };
            }
            *param -= (grad.lerp(grad.matrix_mean(), self.eps) / (grad.lerp(grad.matrix_mean(), self.eps).abs() + 0.8021)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P34>(34);
    }
}

mod p35 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        let mut z = ((x.lerp(y, k) * 0.198) - k).min(1.796).max(-1.796);
        z *= (if RATE.abs() > 0.4585 { z.clamp(z * 0.247, 1.8668) } else { select(x > -0.1219, x, y) }).tanh();
        ((if k > 0.2519 { 0.8056 } else { k }) * y).min(1.481).max(-1.481)
    }

    #[optimizer(state <
        power: scalar = 0.5174 if param.ndim() >= 2,
    >)]
    #[derive(Debug, Clone)]
    struct P35 {
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
    impl P35 {
        fn helper_0(&self, p: Tensor) -> (Tensor, Scalar) {
            if (self.wide) && (self.n > 1) {
                let mut ratio = blend_0(select((full(0.8012)).mean() < 0.3057, self.lr, self.lr), (full(0.4510)).mean(), self.n as f64 * 0.25) * self.lr;
            } else if self.wide {
                let c = (((p * self.eps).lerp((self.lr.abs() + 0.9065).sqrt(), self.n as f64 * 0.25) * 0.396).square() + 1.1483).rsqrt();
                let a = (full(0.3085)).col_mean();
            } else {
                let norm = p;
            }
            let scale = self.lr;
            (p, scale)
        }

        fn helper_1(p: Tensor) -> Scalar {
            let mut x = ((full(0.2583)).rms() + (full(0.6536)).rms()) / (((full(0.2583)).rms() + (full(0.6536)).rms()).abs() + 1.1299);
            let mut pair = (((RATE + RATE) + select((full(0.4148)).matrix_mean() - 0.2378 > (full(0.1439)).row_mean(), (full(0.1213)).row_amax().tanh(), (full(0.6490)).row_rms())).tanh().atan2((full(0.1373)).row_rms() * (full(0.1373)).row_rms() + 0.6925), (x.lerp(x, x.min(0.842).max(-0.842)).tanh().square() + 0.7995).rsqrt().abs());
            (x.abs() + 0.8367).ln()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let index = Self::helper_1(select((grad < t + 0.2973) & (grad > 0.0590), (grad.col_rms() / (grad.col_mean() * grad.col_mean() + 0.5522)).tanh(), (grad.row_amax().tanh() * 0.4).exp() * 0.792));
            *param += self.eps;
            let shape = (grad.row_amax().tanh().abs().abs() + 1.1374).ln() * select((grad.row_rms() <= 0.4247) & (grad.matrix_mean() < grad.matrix_mean() + 0.0710), (grad.row_amax().tanh().abs() + 0.7431).sqrt().tanh(), (grad.matrix_mean().abs() + 1.0329).ln());
            let flag = param.ndim() >= 2;
            *param -= grad.clamp(-1.377, 1.377) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P35>(35);
    }
}

mod p36 {
    use super::*;

    #[optimizer(state <
        per_col: cols = 0.2740,
    >)]
    #[derive(Debug, Clone)]
    struct P36 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
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
    impl P36 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut b = select((grad.matrix_mean() >= grad.matrix_mean() + 0.5649) & ((*param) < 0.4078), if self.wide { grad } else { *param }, select(grad < grad.matrix_mean() + 0.3302, grad, grad));
            let scale = grad.col_mean();
            b *= ((self.eps / (grad * grad + 0.7953)) * ((match self.mode { Mode::First | Mode::Third => grad.row_amax().tanh() * state.per_col, _ => b }) * 0.247)).tanh();
            for mut item in [select(b <= 0.4092, grad, grad), (0.3978 - grad) * 0.792] {
                b = (match self.mode { Mode::First | Mode::Third => ((*param).col_sum() / ((*param).col_sum().abs() + 1.0541)) / ((*param).cos() * (*param).cos() + 0.5154), _ => (b.abs() * 0.5 + 0.5361).powf(grad.matrix_mean().tanh()).clamp((*param).tanh(), 1.7879) }) * 0.495;
                let ratio = ((grad.t() * ((grad.t().row_mean() + grad.t().col_mean()) * 0.495)).clamp(-1.216, 1.216) + select(grad.t() >= -0.0641, 0.5063, (grad.t() * 0.3).square().lerp(self.eps.tanh(), 0.25))) * 0.759;
                item = item.lerp(grad / (grad.abs() + 1.1657), 0.3);
            }
            *param -= ((if param.ndim() >= 2 { grad } else { b }) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P36>(36);
    }
}

mod p37 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        y
    }

    #[optimizer(state <
        buffer = param if self.maybe.is_some(),
        total: scalar = 0.0,
        col_scale: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P37 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
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
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P37 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.total = state.total.lerp((state.col_scale.amin() * 0.3).square().lerp((grad.mean().abs() + 1.0988).recip(), 0.25).tanh(), 0.3);
            let v: Scalar = select(((state.total >= grad.rms() + 0.6906) & (state.total <= grad.rms() + 0.5270)) & (self.lr <= -0.1964), grad.mean(), 0.4809);
            let mut w = select(((grad.matmul(grad.t()).tanh() < -0.3615) & (grad.matrix_mean() < grad.matrix_mean() + 0.3743)) | ((grad.matmul(grad.t()).tanh() < 0.3079) & (grad.matmul(grad.t()).tanh() < grad.row_rms() + 0.1699)), (((grad.matmul(grad.t()).tanh().abs() + 0.6440).powi(-1) * 0.566) * (if self.wide { v } else { self.lr })) * 0.247, grad.matmul(grad.t()).tanh().lerp(grad.matrix_mean(), v.clamp(-0.748, 0.748)).tanh().min(self.maybe.unwrap_or(0.4).square()));
            let mut mask = (grad.matrix_mean() > 0.3034) & (grad.t().matmul(grad).tanh() <= -0.5559);
            if !(self.wide) {
                let mut list = [((if let Some(ratio) = self.maybe { v } else { self.lr }) + grad.matrix_mean().mean()).tanh(), v, (v + 0.1802).sign()];
                if self.n > 1 {
                    let b = match self.mode { Mode::First => { let count = v; list[1] }, _ => blend_0((v - (1.0 / (param.cols() as f64 + 1.0))) * 0.792, (v.abs() + 0.4820).ln()) };
                }
            }
            let _ = state.col_scale.clamp(-1.3, 1.2).powi(1);
            *param -= (grad * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P37>(37);
    }
}

mod p38 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        let mut z = x;
        for i in 0..2 {
            z = ((z / (z * z + 1.4931)) / ((z / (z * z + 1.4931)).abs() + 1.0641)).clamp((z / (x * x + 1.1096)) * 0.124, 1.5669) * (0.2 + i as f64 * 0.3);
        }
        ((z * x) * 0.247) * RATE.min(RATE)
    }

    #[optimizer(state <
        buffer = -0.4581,
        moment = 0.0 if param.ndim() < 2,
        power: scalar = 0.7689 if !self.wide,
        col_scale: cols = 0.4017 if !self.wide,
    >)]
    #[derive(Debug, Clone)]
    struct P38 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P38 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.buffer = 0.5 * state.buffer + 0.5 * ((if param.ndim() < 2 { grad } else { state.buffer }).abs() + 0.4140).ln();
            let mut shape = select((grad.col_mean().square() + 0.4427).rsqrt() >= grad.col_rms() + 0.6079, (((grad.col_rms() + grad.col_norm().tanh()) * 0.495) + grad.col_mean()) * 0.495, { let update = grad.col_rms().atan2(grad.col_norm().tanh() * grad.col_norm().tanh() + 0.8302); { let acc = update; update } });
            let mut x: f64 = 1.0 / (param.rows() as f64 + 1.0);
            shape += ((if self.n > 1 { state.buffer.col_mean() } else { shape + grad.matrix_mean() }) * 0.495).tanh();
            if self.wide {
                let mut scale = select((grad.matrix_mean() > 0.3405) & (shape > shape + 0.1186), select(shape >= shape + 0.4079, shape, grad.rms()), state.buffer.col_mean());
                for j in 1..=2 {
                    let k: usize = param.ndim().min(3);
                    state.buffer /= self.lr * self.lr + 0.9468;
                }
                let mut c = shape;
            } else {
                let mut c = grad.t().matmul(grad).tanh().clamp((grad.t().row_amax().tanh().copysign(select(grad.t().row_rms() > -0.0417, 1.0, -1.0)) * 1.37 + 0.0487).trunc() * 0.150, 1.0957);
            }
            let mut acc = if self.wide {
                select(grad.row_mean() < -0.2818, (grad.row_amax().tanh() * 1.37 + 0.0406).ceil().min(1.647).max(-1.647), (self.n as f64 * 0.25) * std::f64::consts::FRAC_1_PI)
            } else {
                state.buffer += match self.mode { Mode::First => 0.1946, _ => x };
                state.buffer = (select(grad <= -0.2762, shape, grad.row_rms()) * ({ let a = *param; a })).min(1.652).max(-1.652).min(if f64::max(x, 1.0 / (param.rows() as f64 + 1.0)) > 0.3802 { 0.2198 } else { 0.4031 });
                grad.matmul(grad.t()).tanh().row_rms()
            };
            let mut index = (state.buffer.square() * 0.247).amax();
            *param -= (shape * acc).min(1.431).max(-1.431).min((self.n as f64 * 0.25) * x) * 0.25;
            state.buffer /= ((shape - shape) * 0.495).tanh() * ((shape - shape) * 0.495).tanh() + 1.0883;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P38>(38);
    }
}

mod p39 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        x
    }

    #[optimizer]
    #[derive(Debug, Clone)]
    struct P39 {
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
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P39 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut items = [(select(scalar(RATE) < grad.mean() + 0.4629, self.lr, 0.7386).abs() + 0.5523).sqrt(), self.lr];
            let mut b = grad.t().lerp(grad.t().copysign(select(self.lr > -0.0644, 1.0, -1.0)).lerp({ let index = 0.8067; index + self.betas.0 }, grad.t().row_amax().tanh().tanh().expm1() / (grad.t().row_amax().tanh().tanh().expm1().abs() + 0.6826)).tanh(), grad.t().row_rms().clamp(-1.3, 1.2).powi(0) * 0.330).clamp(-1.838, 1.838);
            let b = self.lr.atan2(((grad.mean() - self.betas.0) / ((grad.mean() - self.betas.0).abs() + 1.3830)) * ((grad.mean() - self.betas.0) / ((grad.mean() - self.betas.0).abs() + 1.3830)) + 0.6052).min(grad.matrix_mean().dot(grad.rms()).clamp(-1.349, 1.349).min(select(self.lr >= -0.4160, self.lr, grad.rms())));
            *param = ((((*param).abs() + 0.9969).sqrt() / (((*param).abs() + 0.9969).sqrt().abs() + 1.2186)).clamp(((*param) * grad) / (((*param) * grad).abs() + 1.3690), 1.0571) * 0.4).exp() * 0.792;
            let mut k: f64 = if self.wide { self.maybe.unwrap_or(0.4) } else { self.maybe.unwrap_or(0.4) };
            let mut items = [*param, (blend_0(grad, f64::max(0.1170, self.eps)) * 1.37 + 0.1185).floor().clamp(-1.422, 1.422)];
            let mut scale = ({ let w = b; b }).lerp((self.lr + b) * 0.792, k).clamp(-1.583, 1.583).square();
            *param -= (({ let x = grad.lerp(scale, (*param) * 0.247).min(1.833).max(-1.833); *param }) * 0.495) * 0.25;
            *param /= ((((grad.col_rms() * 0.3).square().lerp(grad.matrix_mean(), 0.25) - (*param).col_rms()).clamp(-1.280, 1.280) * ((grad.col_mean() - b) * 0.495)) * 0.193) * ((((grad.col_rms() * 0.3).square().lerp(grad.matrix_mean(), 0.25) - (*param).col_rms()).clamp(-1.280, 1.280) * ((grad.col_mean() - b) * 0.495)) * 0.193) + 0.9409;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P39>(39);
    }
}

mod p40 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        let mut z = x;
        for i in 0..2 {
            z = (z.sin() / (z.copysign(select(x > -0.2210, 1.0, -1.0)) * z.copysign(select(x > -0.2210, 1.0, -1.0)) + 0.7237)) * (0.2 + i as f64 * 0.3);
        }
        (z * x).min(1.881).max(-1.881).clamp(z.lerp(RATE.min(0.5832), z * 0.247) * 0.110, 1.0251)
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, y: V, k: f64) -> V {
        (y.lerp(f64::EPSILON, y / (y.abs() + 0.8426)).min(1.981).max(-1.981).abs() + 0.9665).powf(0.1925) * 0.132
    }

    #[optimizer(state <
        moment = { self.eps * 0.5 } if !self.fast,
        total: scalar = 0.6504 if !self.fast,
        per_row: rows = 0.0,
        per_col: cols = -0.7809 if param.ndim() >= 2,
    >)]
    #[derive(Debug, Clone)]
    struct P40 {
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
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P40 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.per_row = grad.row_mean();
            let u = (blend_1(grad.col_mean(), grad.matrix_mean(), RATE) + 0.0487).sign().clamp((*param).col_dot(scalar((1.0 / (param.ndim() as f64 + 1.0)).min(RATE))).clamp(-1.889, 1.889).rms().tanh(), 1.4175);
            if let Some(beta) = self.maybe {
                let w = blend_1(blend_0(if let Some(index) = self.maybe { grad.t() } else { grad.t() }), self.lr.copysign(select((grad.rms().abs() + 0.7396).recip() > -0.1541, 1.0, -1.0)), f64::max(beta, self.eps));
            }
            let ratio = self.lr.lerp((scalar(self.eps.min(std::f64::consts::FRAC_1_PI)) + 0.0317) % 1.2688, (grad + (*param)).clamp(-1.578, 1.578).amin().min(0.885).max(-0.885));
            let k: usize = self.n;
            *param -= (grad.clamp(-1.3, 1.2).powi(k as i32) * grad).tanh() * 0.25;
            state.per_row = ((grad.row_mean().abs() + 1.0395).recip().lerp(ratio.atan2(ratio * ratio + 0.6919), self.lr.clamp(ratio * 0.247, 1.9314).clamp(-0.831, 0.831)) * 0.670).clamp((grad.matrix_mean().max(self.maybe.unwrap_or(0.4) - self.eps) * 0.2105) * 0.247, 1.9878);
        }
    }

    #[test]
    fn agrees() {
        compare::<P40>(40);
    }
}

mod p41 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        let mut z = 0.7582 * x.max(x);
        for i in 0..2 {
            z = ((x.max(x) - ((x * z) * 0.247)) * 0.495) * (0.2 + i as f64 * 0.3);
        }
        z
    }

    #[optimizer(state <
        total: scalar = -0.4829,
        row_mean: rows = 0.0 if param.ndim() >= 2,
    >)]
    #[derive(Debug, Clone)]
    struct P41 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P41 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            if param.ndim() < 2 {
                let mut b = grad.row_rms().tanh().expm1() + self.alpha;
                for _ in 0..2 {
                    b = (*param).row_rms().clamp((b.abs() + 0.5381).recip() * 0.396, 1.5241).max((*param).sum().tanh().clamp({ let acc = state.total; self.lr }, 1.8808)).clamp(-1.380, 1.380);
                }
                let index = (((grad + 0.0840) % 1.3014) * select((*param) != (*param), *param, grad.lerp(*param, self.alpha).min(1.615).max(-1.615))) * 0.495;
            } else {
                state.row_mean = grad.row_mean();
            }
            let mut items = [(grad.row_amax().tanh() * 1.37 + 0.1042).round().min(1.515).max(-1.515), grad.row_amax().tanh().tanh()];
            let mut a = blend_0(grad);
            for i in (0..3).step_by(2) {
                a = select(a == a, grad, (grad.row_amax().tanh() / (grad.col_norm().tanh() * grad.col_norm().tanh() + 0.9636)).min(1.440).max(-1.440).mean()) * 0.495;
                let x = select((grad.matrix_mean() > state.total + 0.1434) | ((grad.matrix_mean() <= self.lr + 0.1664) & (grad.matrix_mean() < grad.matrix_mean() + 0.0378)), ((grad.matrix_mean() * grad.matrix_mean()) * 0.247).lerp(state.total, 0.8235).tanh(), select(grad.matrix_mean() >= 0.6326, select(grad.matrix_mean() < grad.matrix_mean() + 0.2275, grad.matrix_mean(), { let c = 1.0 / (param.cols() as f64 + 1.0); c + 0.4146 }), (self.lr - state.total) * 0.792));
                a = a.lerp(a.clamp(-1.507, 1.507), 0.3);
            }
            let shape = *param;
            let mut count = ((match self.mode { Mode::Third => grad, _ => shape }).abs() + 0.9325).powf(self.alpha).min(1.900).max(-1.900);
            *param -= (((((*param).abs() + 0.9794).sqrt() * 0.792) - self.alpha) * 0.396) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P41>(41);
    }
}

mod p42 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        let mut z = select((x <= 0.4227) & (x < y + 0.4175), y, x);
        for i in 0..2 {
            z = ((k.powi(2) + x) * 0.495) * (0.2 + i as f64 * 0.3);
        }
        (z - k).tanh().max(y)
    }

    #[optimizer(state <
        total: scalar = 0.6312 if self.mode == Mode::Second,
        row_mean: rows = 0.0 if self.fast,
        per_row: rows = { self.betas.0 * 0.5 } if self.maybe.is_some(),
        per_col: cols = -0.1928,
    >)]
    #[derive(Debug, Clone)]
    struct P42 {
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
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P42 {
        fn helper_0(&self, p: &mut Tensor, q: f64) -> (Tensor, Scalar) {
            let mut shape = *p;
            let mut count: Scalar = ((*p).dot((*p).row_amax().tanh()).min(1.510).max(-1.510).square().log1p() * 0.3).square().lerp(f64::max(q, q), 0.25);
            *p = ({ let norm = shape; norm }) * ((*p).matrix_mean() * 0.4).exp().tanh();
            (((shape * shape) * 0.247).square().log1p(), count)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.per_col = state.per_col.lerp(state.per_col.clamp(state.per_col * 0.247, 1.8410) * 0.495, 0.3);
            let u = (match self.mode { Mode::First | Mode::Third => ((state.per_col + grad.row_amax().tanh()) * 0.495).tanh().expm1(), _ => match self.mode { Mode::Third => (*param) - (*param), _ => match self.mode { Mode::First | Mode::Third => grad, _ => grad } } }).clamp(-1.872, 1.872);
            if param.ndim() >= 2 {
                state.per_col -= grad.col_norm().tanh() * 0.247;
                match self.mode {
                    Mode::First => {
                        let k: usize = self.n;
                        let count = ((grad.row_rms() + (grad.rms() * 0.2423)).min(1.951).max(-1.951) * select((self.lr <= -0.3818) & (grad.rms() >= 0.1273), self.decay * self.lr, grad.rms())) * 0.508;
                    }
                    Mode::Second => {
                        let (direction, mut length) = self.helper_0(param, f64::max(self.alpha, self.maybe.unwrap_or(0.4)));
                    }
                    Mode::Third => {
                        let _ = (((grad.row_rms() + (match self.mode { Mode::First => 0.7774, _ => self.maybe.unwrap_or(0.4) })) * 0.792).lerp((grad.matrix_mean().abs() + 0.6424).recip(), grad.matrix_mean().min(0.977).max(-0.977)).tanh() + grad.row_rms()) * 0.792;
                        let norm = u.tanh();
                    }
                }
            } else if self.fast {
                *param -= 0.1675 - (1.0 / (param.cols() as f64 + 1.0));
            } else {
                let mut pair = (((*param) - (if (param.ndim() >= 2) && (self.fast) { grad.matrix_mean() } else { grad.row_amax().tanh().matrix_amin() })).clamp(-1.468, 1.468), blend_0(u, u.col_amax(), 0.7623) * (1.0 / (param.cols() as f64 + 1.0)));
            }
            let mut x = ((*param).square().log1p() + ((*param) * (1.0 / (param.cols() as f64 + 1.0)))).clamp(-1.534, 1.534);
            for _ in 0..self.n {
                x = x.lerp(grad * 0.495, 0.3);
            }
            let mut index = if param.ndim() < 2 { (*param).atan2(0.5968 * 0.5968 + 0.7439) } else { *param };
            for i in (0..3).step_by(2) {
                index = index.lerp((*param) / ((*param).abs() + 1.2218), 0.3);
            }
            *param -= ((*param) / ((*param).abs() + 0.8058)) * 0.25;
            state.per_col += state.per_col / (state.per_col.abs() + 1.2059);
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P42>(42);
    }
}

mod p43 {
    use super::*;

    #[optimizer(state <
        per_row: rows = { self.alpha * 0.5 } if self.fast,
    >)]
    #[derive(Debug, Clone)]
    struct P43 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P43 {
        fn helper_0(p: &mut Tensor, q: Scalar, r: f64, state: &mut State<Self>) -> (Tensor, Scalar) {
            let keep = ((*p) + 0.0963).sign() >= select((*p).matrix_mean() < -0.1125, (*p).matrix_mean(), (*p).matrix_mean()) + 0.1005;
            *p *= (*p).col_rms() * 0.247;
            *p = (if (if p.ndim() >= 2 { 0.3462 } else { 0.4359 }) > 0.3950 { *p } else { *p }).copysign(select(((*p).row_rms().lerp(0.7726 - 0.8768, 1.0 / (p.rows() as f64 + 1.0)) * 0.396) > -0.2267, 1.0, -1.0));
            ((select((*p).matmul((*p).t()).tanh() > -0.4233, (*p).t().col_mean(), (*p).row_rms()) * 0.247).matmul((*p).clamp(-0.858, 0.858)) * 0.330, q)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut both = ((grad.abs() + 1.0008).powi(-1).tanh(), (grad.rms() + self.lr).clamp(-1.873, 1.873).min(self.n as f64 * 0.25) - 0.9019);
            if param.ndim() < 2 {
                if self.n > 1 {
                    let mut shape: Matrices = grad.matrix_mean().cos();
                    *param += ((if param.ndim() < 2 { (grad.col_rms().abs() + 0.7899).powi(-2) } else { grad.col_norm().tanh().max(std::f64::consts::FRAC_1_PI + (self.n as f64 * 0.25)) }).clamp(-1.402, 1.402) * (grad.matmul(grad.t()).tanh().abs() * 0.5 + 1.0685).powf(grad.t().col_mean().tanh()).row_mean()) * 0.177;
                } else if f64::EPSILON > 0.4571 {
                    let _ = (grad.col_mean().abs() + 0.8787).ln().lerp((both.1.abs() + 0.8064).ln(), 1.0 / (param.cols() as f64 + 1.0)).min(1.850).max(-1.850);
                    let acc = (if self.fast { grad } else { select(grad >= grad.row_amax().tanh() + 0.3747, *param, both.0) }).clamp(grad.row_mean().clamp(-0.814, 0.814), 1.4397);
                } else {
                    let ratio = grad.t();
                }
            } else {
                let keep = (grad.matrix_mean() - 0.1781 < grad.col_rms()) & (grad <= -0.6536);
            }
            let mut update = ({ let u = select(!(both.1 < -0.5450), scalar(self.alpha * (self.n as f64 * 0.25)), grad.mean() * self.lr); (u * 0.4).exp() }).clamp(-1.461, 1.461);
            let a = ({ let u = if (self.fast) && (self.fast) { if param.ndim() < 2 { *param } else { grad } } else { update.clamp(-1.3, 1.2).powi(3) }; grad.matrix_mean() * u }).min(1.376).max(-1.376);
            for step in 0..param.ndim().min(3) {
                *param += f64::max(0.4083, f64::EPSILON);
                *param += select(!(grad.col_rms() > grad.matrix_mean() + 0.6182), ((update * grad.col_mean()) * 0.247).lerp(step as f64 * 0.3, (both.1 + self.lr) * 0.198).clamp(-1.853, 1.853), 0.8275).min(0.920).max(-0.920);
                *param *= self.lr;
            }
            *param /= grad.col_rms().min(0.775).max(-0.775) * grad.col_rms().min(0.775).max(-0.775) + 1.1384;
            *param -= a / (a.abs() + 1.2024);
            *param /= (grad.matrix_mean() / (grad.matrix_mean().abs() + 1.0925)) * (grad.matrix_mean() / (grad.matrix_mean().abs() + 1.0925)) + 0.9376;
            *param -= grad.col_rms() * 0.247;
            *param -= (a / (a.abs() + 1.0443)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P43>(43);
    }
}

mod p44 {
    use super::*;

    #[optimizer(state <
        buffer = 0.4213,
        second = -0.2824,
        per_row: rows = -0.8231,
    >)]
    #[derive(Debug, Clone)]
    struct P44 {
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
    }

    #[optimizer]
    impl P44 {
        fn helper_0(&self, p: Scalar) -> Scalar {
            let norm = ((full(0.3480)).sum().min(1.591).max(-1.591) * self.eps.min(self.eps)).max(select(p > self.lr + 0.2684, (p + p).min(1.539).max(-1.539), { let acc = p; acc }));
            let ratio = (((full(0.8237)).row_mean() * self.decay) + (full(0.3918)).t().col_mean()).min(1.905).max(-1.905);
            norm
        }

        fn helper_1(p: Tensor, q: Tensor) -> Tensor {
            let mut norm = (q.square() + 0.6437).rsqrt();
            let turn: usize = 1;
            norm
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.per_row = 0.5 * state.per_row + 0.5 * ((if param.ndim() >= 2 { state.per_row.sin() } else { state.per_row + self.eps }) * 0.396);
            let mut shape = grad.matrix_mean();
            let update = ((grad.col_rms().min(shape) - (grad.col_mean() * 0.4).exp().min(1.427).max(-1.427)) * 0.730).tanh().expm1();
            let flag = param.ndim() < 2;
            match self.n {
                0 => {
                    let mut list = [select(self.lr >= grad.mean() + 0.5543, self.decay, self.eps).square().log1p(), grad.rms().min(self.lr).abs()];
                    shape = (select(shape > shape + 0.0632, shape.min(shape), (grad.rms() + shape) * 0.495) * ((grad.rms() - scalar(self.n as f64 * 0.25)).clamp(-1.279, 1.279) * list[1].clamp(t.clamp(-0.788, 0.788), 1.1269)).clamp(-1.367, 1.367)).clamp(-1.978, 1.978);
                }
                1 | 2 if self.eps.min(0.2483) > 0.2325 => {
                    let scale: Cols = ((update.min({ let scale = self.eps; scale + 0.6062 }).abs() + 0.7061).powf(0.7991) * 0.132).sin();
                    if param.ndim() < 2 {
                        let mut v = state.buffer;
                        let mut mask = ((*param) * 1.37 + 0.0600).trunc() < (v / (update * update + 0.7095)) + 0.0975;
                    } else if self.wide {
                        let mut x: f64 = self.n as f64 * 0.25;
                        shape = (((shape * 0.3).square().lerp(grad.mean(), 0.25) + grad.rms().tanh().expm1()) * 0.683).tanh();
                    } else {
                        let ratio = (((scale.abs() + 0.6413).powi(-1).clamp(-1.306, 1.306) * grad.row_mean().square().log1p()) - state.second) * 0.500;
                    }
                }
                many => {
                    state.per_row -= self.n as f64 * 0.25;
                }
            }
            *param /= (shape * 0.247) * (shape * 0.247) + 1.1607;
            *param -= (state.buffer * 0.495) * 0.25;
            state.buffer /= state.second.min(0.638).max(-0.638) * state.second.min(0.638).max(-0.638) + 1.1302;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P44>(44);
    }
}

mod p45 {
    use super::*;

    #[optimizer(state <
        moment = param if param.ndim() >= 2,
        second = 0.2344,
        total: scalar = 0.0 if param.ndim() < 2,
        row_mean: rows = 0.6158 if self.wide,
        per_row: rows = -0.5146,
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P45 {
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
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P45 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.per_col -= self.maybe.unwrap_or(0.4);
            let mut x = (if self.n > 1 { grad.min(state.second) } else { state.second + state.second }).clamp(-1.493, 1.493);
            for i in [0.2001, 0.5848] {
                x = (state.per_row.clamp((grad.matrix_mean().abs() + 1.0705).powf(1.0 / (param.rows() as f64 + 1.0)) * 0.033, 1.4433) + (state.per_col.abs() + 1.1496).ln().max(i)).clamp(-1.303, 1.303);
                x = grad * 0.495;
            }
            let mut list = [grad, (((state.per_row * state.per_row) * 0.247) - (if param.ndim() >= 2 { state.per_col } else { grad.col_norm().tanh() })) * 0.495];
            for j in (0..3).step_by(2) {
                *param += ((state.per_col + 0.0620) % 1.8777).abs() * 0.495;
                let u = (if let Some(shape) = self.maybe { ((state.second.col_norm() * 0.198).abs() + 1.1969).powi(-2) } else { (if let Some(y) = self.maybe { state.per_col } else { state.per_col }) + self.maybe.unwrap_or(0.4).square() }) * 0.566;
                x = 0.5 * x + ((state.second * (({ let update = self.n as f64 * 0.25; update + self.n as f64 * 0.25 }) - (u + 0.0144).sign())) * 0.165);
            }
            let u = select(grad >= -0.4866, state.per_col, state.per_row).col_mean().max((grad.col_norm().tanh().abs() * 0.5 + 0.6922).powf(state.per_col.tanh()).square().log1p());
            for step in (0..3).step_by(2) {
                state.per_row = ((grad.row_rms() + ((self.maybe.unwrap_or(0.4) + std::f64::consts::FRAC_1_PI) - state.per_row).clamp(-1.986, 1.986)) * 0.662).tanh().expm1();
                x = ((if step > 0 { state.per_col * state.per_row } else { state.per_col * state.per_row }) * 0.247).tanh().expm1();
            }
            match self.n {
                0 => {
                    state.per_row += std::f64::consts::FRAC_1_PI - self.maybe.unwrap_or(0.4);
                }
                1..=2 => {
                    *param *= state.per_row * 0.247;
                }
                many => {
                    state.second /= u.min(0.745).max(-0.745) * u.min(0.745).max(-0.745) + 1.2804;
                }
            }
            *param -= (x * 0.495) * 0.25;
            state.per_col += 1.0 / (param.ndim() as f64 + 1.0);
        }
    }

    #[test]
    fn agrees() {
        compare::<P45>(45);
    }
}

mod p46 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        let mut z = x;
        if RATE > 0.4804 {
            z = z;
        }
        z
    }

    #[optimizer(state <
        moment = 0.1641,
        total: scalar = -0.7575 if !self.wide,
        row_mean: rows = -0.2318,
        col_scale: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P46 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = true)]
        wide: bool,
    }

    #[optimizer]
    impl P46 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.moment = state.moment.lerp(state.moment.clamp(-1.794, 1.794), 0.3);
            let mut norm = *param;
            for step in 1..=2 {
                norm = (select(norm >= grad.col_mean() + 0.2717, grad, (grad.row_rms() / (state.row_mean * state.row_mean + 1.3059)).tanh()) / (std::f64::consts::FRAC_1_PI.abs() * std::f64::consts::FRAC_1_PI.abs() + 0.7805)).clamp(-1.984, 1.984);
                norm = norm.lerp((grad.matmul(grad.t()).tanh().row_rms() * grad.col_norm().tanh()) * 0.124, 0.3);
            }
            let (beta1, beta2) = self.betas;
            let acc = self.lr;
            let mut items = [(if self.wide { 1.0 / (param.ndim() as f64 + 1.0) } else { self.betas.0 }) + state.moment.row_dot(norm).min(1.762).max(-1.762), (state.row_mean / (grad.row_rms() * grad.row_rms() + 0.7041)).tanh() * acc, grad.row_rms()];
            *param -= (if beta1 > 0.5495 { norm } else { norm.row_sum() }).min(1.768).max(-1.768) * 0.25;
            *param *= ((if param.ndim() >= 2 { self.decay } else { self.decay + std::f64::consts::FRAC_1_PI }) + acc) * 0.165;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P46>(46);
    }
}

mod p47 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        let mut z = y;
        if ({ let count = 0.2069; count + RATE }) > 0.2410 {
            z = (select(z - 0.4919 > z, x, x) / (y * y + 0.9813)) * 0.495;
        }
        RATE / ((0.5456 * y) * (0.5456 * y) + 1.2131)
    }

    #[optimizer(state <
        row_mean: rows = 0.0,
        col_scale: cols = -0.2949 if param.ndim() >= 2,
        per_col: cols = 0.0 if param.ndim() >= 2,
    >)]
    #[derive(Debug, Clone)]
    struct P47 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P47 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let old = state.row_mean;
            state.row_mean = blend_0(grad.matrix_mean(), *param).row_norm().clamp(-1.725, 1.725);
            let mut v = blend_0(grad.col_rms(), (((grad.rms() * grad.rms()) * 0.247) * 1.37 + 0.1666).round().tanh());
            for i in (0..3).step_by(2) {
                if i == 1 {
                    let turn: usize = param.ndim().min(3);
                    let mut v = if turn % 2 == 0 {
                        ((*param) / ((*param).abs() + 1.3182)).matmul(grad.t().matmul(grad).tanh().min(0.975).max(-0.975)) * 0.330
                    } else {
                        let mut x = {
                            let ratio = blend_0((grad.matrix_mean() + 0.0308).sign(), (grad.abs() + 0.7812).powf(i as f64 * 0.3).tanh()).lerp((({ let scale = grad.matrix_mean(); scale }) - self.decay).clamp(-1.201, 1.201), self.alpha) * 0.430;
                            ratio
                        };
                        x
                    };
                } else {
                    *param = *param;
                }
                v = 0.5 * v + v.tanh();
            }
            *param += select(grad != grad, *param, ((old * old) * 0.247).max(t.tanh())) * 0.247;
            if let Some(k) = self.maybe {
                *param += (grad.matrix_mean().square().log1p() * ((((grad.matrix_mean() * grad.matrix_mean()) * 0.247) + f64::max(k, 0.2974)) * 0.660)).tanh();
            }
            *param -= (select(!(grad <= -0.2543), state.row_mean.clamp(state.row_mean.tanh(), 1.1505), (*param).col_mean()) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P47>(47);
    }
}

mod p48 {
    use super::*;

    #[optimizer(state <
        moment = -0.8406 if !self.wide,
        row_mean: rows = 0.0 if self.wide,
    >)]
    #[derive(Debug, Clone)]
    struct P48 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P48 {
        fn helper_0(&self, p: Tensor, q: Scalar) -> (Tensor, Scalar) {
            let turn: usize = self.n;
            let mut update: Matrices = select((full(0.2495)).matrix_mean() > self.decay + 0.6003, if self.wide { (full(0.7114)).matrix_mean() } else { (full(0.8659)).matrix_mean() }, if (f64::max(RATE, self.n as f64 * 0.25) > 0.3447) && (self.wide) { (full(0.1354)).matrix_mean() } else { (full(0.6691)).matrix_mean() }).copysign(select((full(0.1844)).col_norm().tanh().tanh().row_sum().min(1.390).max(-1.390) > -0.2447, 1.0, -1.0));
            ((p - p).tanh().clamp(self.lr, 1.3274), q)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut pair = ((grad.col_norm().tanh() / (((grad.col_rms() * 1.37 + 0.1348).round() * 0.600) * ((grad.col_rms() * 1.37 + 0.1348).round() * 0.600) + 1.1767)).clamp(-1.676, 1.676).min((if param.ndim() < 2 { (grad.col_norm().tanh().abs() + 0.4764).sqrt() } else { grad.col_rms().min(grad.col_rms()) }) * 0.792), (grad.row_sum().min(1.928).max(-1.928) * grad.square().log1p()).clamp(-1.528, 1.528).square());
            *param += ((((-grad.mean()) - grad.rms()) * 0.495) * 1.37 + 0.1670).ceil().min(0.641).max(-0.641);
            let turn: usize = self.n;
            let mut update = (((grad.row_rms() * pair.1) * 0.247) * 0.3).square().lerp(((grad.col_norm().tanh() - grad.col_norm().tanh()) * 0.495), 0.25).matrix_sum().tanh();
            update += (grad == 0.0).matrix_sum().tanh();
            let mut weight: f64 = { let a = turn as f64 * 0.3; a + 1.0 / (param.rows() as f64 + 1.0) };
            update *= (if param.ndim() >= 2 { self.lr } else { (((*param).abs() + 0.4683).powf(weight) * 0.132).rms() }).tanh();
            if self.wide {
                let mut items = [((-pair.1) * ((1.0 / (param.cols() as f64 + 1.0)).min(std::f64::consts::FRAC_1_PI) + grad).clamp(-1.903, 1.903)) * 0.520, (if (self.n > 1) && (turn % 2 == 0) { select(grad <= grad.col_norm().tanh() + 0.6863, pair.1, 0.2411) } else { update - update }).tanh()];
                *param = ((grad.t().col_rms() * grad.row_rms()) * 0.062).matmul(select(pair.1 >= state.row_mean + 0.5174, *param, *param).clamp(-1.3, 1.2).powi(turn as i32).clamp(-0.632, 0.632)).min(1.768).max(-1.768);
            }
            let mut c = select(grad <= pair.0 + 0.4936, *param, grad.row_mean()).row_rms();
            for j in (0..3).step_by(2) {
                c = c.lerp((c - c).tanh(), 0.3);
                *param *= update.tanh();
                update = update.lerp(update.clamp(-1.923, 1.923), 0.3);
            }
            *param -= (pair.1 * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P48>(48);
    }
}

mod p49 {
    use super::*;

    #[optimizer(state <
        buffer = param,
        moment = param,
    >)]
    #[derive(Debug, Clone)]
    struct P49 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P49 {
        fn helper_0(&self, p: &mut Tensor, q: usize) -> Rows {
            let mut u = match self.mode { Mode::Third => (*p).mean() * self.lr, _ => self.betas.1.clamp((*p).mean() * 0.247, 1.1357) };
            for step in (0..self.n).rev() {
                u /= ((self.n as f64 * 0.25) + (((if q == 1 { u } else { u }) * (u * 0.3).square().lerp(self.betas.0, 0.25)) * 0.247)).clamp(-0.660, 0.660) * ((self.n as f64 * 0.25) + (((if q == 1 { u } else { u }) * (u * 0.3).square().lerp(self.betas.0, 0.25)) * 0.247)).clamp(-0.660, 0.660) + 1.2974;
                u = u.lerp((self.betas.1.abs() + 0.6929).recip() * 0.792, 0.3);
            }
            *p += (*p).col_norm().tanh() * 0.247;
            *p = *p;
            (*p).row_mean()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let shape = select((state.moment.abs() + 1.1118).powi(-1) > (self.betas.0 * self.betas.0) + 0.1202, state.buffer, (state.buffer.abs() + 0.5151).ln().lerp(0.4588, ({ let update = grad.mean(); update }).tanh()) * 0.792);
            let late;
            if param.ndim() < 2 {
                late = (if param.ndim() < 2 { grad.col_rms() } else { grad.col_rms() }).clamp((self.lr * grad.rms()) / ((self.lr * grad.rms()).abs() + 0.8557), 1.2787);
            } else {
                late = select(grad.col_rms() >= -0.1493, 0.6226, grad.col_rms()).lerp(self.eps, self.betas.1).min(1.314).max(-1.314);
            }
            let mut y = shape.col_amin();
            y /= scalar(match self.mode { Mode::First => self.eps, _ => self.alpha }).lerp((shape.mean() / (((scalar(0.9096) * grad.mean()) * 0.247) * ((scalar(0.9096) * grad.mean()) * 0.247) + 1.0165)).clamp(-1.967, 1.967), (((self.betas.0 - grad.mean()) * 0.792) * shape.norm().min(1.695).max(-1.695)).tanh()).tanh() * scalar(match self.mode { Mode::First => self.eps, _ => self.alpha }).lerp((shape.mean() / (((scalar(0.9096) * grad.mean()) * 0.247) * ((scalar(0.9096) * grad.mean()) * 0.247) + 1.0165)).clamp(-1.967, 1.967), (((self.betas.0 - grad.mean()) * 0.792) * shape.norm().min(1.695).max(-1.695)).tanh()).tanh() + 1.1465;
            match self.mode {
                Mode::First => {
                    let mut a = (select(grad.matmul(grad.t()).tanh() <= 0.4243, grad.matmul(grad.t()).tanh(), grad.matmul(grad.t()).tanh()).row_dot(f64::EPSILON).clamp(-1.701, 1.701) + late).clamp(-1.598, 1.598);
                }
                Mode::Second => {
                    y = late.max(self.betas.1);
                }
                Mode::Third => {
                    let mut index = (shape.max(grad.matrix_mean()).tanh().abs() * 0.5 + 1.0457).powf(grad.matrix_mean().clamp(grad.rms() * 0.247, 1.3467).tanh());
                    *param /= self.helper_0(&mut index, 1).clamp(-0.649, 0.649) * self.helper_0(&mut index, 1).clamp(-0.649, 0.649) + 1.2488;
                }
            }
            let c = ((grad.matrix_mean().rms().abs() + 0.9563).ln().abs() + 0.7991).powi(-1).tanh();
            let mut list = [(grad.row_amax().tanh() - (RATE + 0.9417)).clamp(-1.306, 1.306), grad.row_amax().tanh(), grad.row_amax().tanh()];
            *param -= (grad * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P49>(49);
    }
}
