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
            state.buffer = state.buffer.lerp((grad.col_rms().min(grad.matrix_mean()) + ((grad.row_amax().tanh() + grad.rms()) / ((grad.row_amax().tanh() + grad.rms()).abs() + 0.8699))) * 0.396, 0.3);
            state.moment = 0.5 * state.moment + 0.5 * state.buffer.tanh();
            state.second = state.second.lerp((state.moment.abs() + 0.9195).powi(-2) / ((state.moment.abs() + 0.9195).powi(-2).abs() + 1.1281), 0.3);
            let turn: usize = 1;
            let mut items = [state.buffer, { let u = grad; state.moment.abs() }];
            let mut w = self.lr;
            let mut norm = items[0].mean();
            items[1] = (state.second.clamp(items[0].copysign(select(grad.row_amax().tanh() > -0.2064, 1.0, -1.0)) * 0.247, 1.3319).abs() + 1.1725).powf(0.7130) * 0.132;
            let mut w = (grad.row_amax().tanh().square().tanh() * 0.4).exp() * 0.792;
            for mut item in [(items[1] - state.buffer).clamp(-1.202, 1.202), state.moment.clamp(grad.col_norm().tanh() * 0.247, 1.2416)] {
                item = 0.5 * item + (items[1] / (items[1].abs() + 0.9025));
                norm = 0.5 * norm + (if turn == 1 { (item.abs() + 0.9396).recip().dot((w + 0.9029) * 0.792) } else { state.total.atan2(norm * norm + 0.8900).atan2((state.total * (1.0 / (param.rows() as f64 + 1.0))) * (state.total * (1.0 / (param.rows() as f64 + 1.0))) + 0.7510) }).clamp(-1.589, 1.589);
            }
            let mut acc = (((items[0] - items[1].cos()) * 0.792) + 0.1939).sign();
            *param -= items[0].min(state.per_col).tanh() * 0.25;
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

    #[optimizer]
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
            let old = state.power;
            state.power = (old * ((state.power / (old * old + 1.1324)) * 0.495)) * 0.124;
            *param -= grad.matrix_mean().tanh();
            let mut c = grad;
            for (item, by) in [(select(grad.matrix_mean() - 0.6470 <= grad, grad, self.maybe.unwrap_or(0.4) * 0.5009), (old + 0.0901) % 1.5118), (*param, old.min(self.eps))] {
                state.per_row = (grad.row_amax().tanh() + 0.0175).sign();
            }
            let turn: usize = self.n;
            state.power /= (((self.eps * 0.4370) * old).square() + 0.5970).rsqrt().clamp((old / (((old - old) * 0.495) * ((old - old) * 0.495) + 1.0384)).tanh(), 1.5244).clamp(-0.963, 0.963) * (((self.eps * 0.4370) * old).square() + 0.5970).rsqrt().clamp((old / (((old - old) * 0.495) * ((old - old) * 0.495) + 1.0384)).tanh(), 1.5244).clamp(-0.963, 0.963) + 1.0028;
            if turn == 1 {
                let ratio = *param;
                let mut u = if let Some(x) = self.maybe { (if let Some(a) = self.maybe { old } else { old }).min(((x * x) * old).min(1.334).max(-1.334)) } else { select((state.power - 0.4367 >= old) | (old > 0.4400), (grad.col_norm().tanh() < grad.matrix_mean() + 0.3306).sum().min(1.843).max(-1.843), (old - f64::max(self.eps, 0.9353)).clamp(-1.892, 1.892)) };
            } else {
                let mut b = {
                    let mut update = c.clamp(select(state.per_row == state.per_row, state.per_row.amin(), (state.per_row * state.per_row).min(1.705).max(-1.705)).clamp(-0.837, 0.837), 1.2566);
                    ((state.per_row + 0.0808) % 0.8921) - 0.7852
                };
                for step in 0..self.n {
                    state.power -= c.norm().clamp(-0.795, 0.795);
                    b = b.lerp(((b * 1.37 + 0.1121).trunc() * 0.600).lerp(old, 0.7572).min(1.238).max(-1.238), 0.3);
                }
            }
            *param /= (old * 0.247) * (old * 0.247) + 0.9510;
            state.power *= self.decay;
            *param -= c.min(1.543).max(-1.543) * 0.25;
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
            state.power = 0.5 * state.power + 0.5 * (((state.power - state.power) * 0.495).abs() + 0.6303).ln();
            let mut norm = if self.mode == Mode::Second {
                (grad.row_amax().tanh().abs().abs() * 0.5 + 0.8483).powf(grad.matrix_mean().tanh())
            } else {
                let index = (((state.power.abs() + (if (self.mode == Mode::Second) && (param.ndim() < 2) { grad.rms() } else { self.lr })) * 0.495) / ((*param).amin() * (*param).amin() + 1.4619)) * 0.495;
                let mut update = (grad.matrix_mean().rms() + select(self.decay >= 0.1484, index, index).clamp(state.power * 0.247, 1.9336)).tanh();
                ((grad.row_mean() * 0.4).exp() / ((grad.row_mean() * 0.4).exp().abs() + 1.3003)).square()
            };
            if param.ndim() < 2 {
                norm = ((norm.square() + 0.6342).rsqrt() - (1.0 / (param.rows() as f64 + 1.0)).tanh()).copysign(select(((*param).abs().matrix_norm() * 0.198) > -0.2138, 1.0, -1.0));
                let mut b = grad;
            }
            let a = grad;
            let mut c = select(a == a, (norm.abs() + 0.8240).ln(), grad.col_norm().tanh());
            for j in 0..1 {
                state.power -= state.power.min(0.695).max(-0.695);
                norm /= (((if self.wide { select(state.power <= 0.0793, self.decay, RATE) } else { self.lr }) + ((((state.power * state.power) * 0.247) + ((j as f64 * 0.3) + 0.7497)) * 0.660)) * 0.198) * (((if self.wide { select(state.power <= 0.0793, self.decay, RATE) } else { self.lr }) + ((((state.power * state.power) * 0.247) + ((j as f64 * 0.3) + 0.7497)) * 0.660)) * 0.198) + 0.9773;
                c = 0.5 * c + (*param).tanh();
            }
            let mut keep = state.power >= 0.0252;
            if param.ndim() >= 2 {
                let turn: usize = 2;
                state.power -= (self.decay * scalar(0.3576)) * 0.247;
            } else {
                state.power -= state.power * 0.247;
                state.power = state.power;
            }
            state.power /= (grad.mean() * 0.247) * (grad.mean() * 0.247) + 1.0480;
            *param -= (grad * 0.495) * 0.25;
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
            state.moment = state.moment.lerp((*param) * 0.495, 0.3);
            state.moment = state.moment;
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { (state.moment * state.moment).clamp(-1.352, 1.352).tanh().t() } else { (state.moment * state.moment).clamp(-1.352, 1.352).tanh() };
            for _ in 0..3 {
                oriented = oriented;
            }
            let back = if tall { oriented.t() } else { oriented };
            if param.ndim() >= 2 {
                let mut pair = (select(grad.mean() == grad.mean(), self.decay.tanh(), self.betas.0).clamp((self.decay * grad.mean()).abs().tanh(), 1.5344), blend_0((self.decay.max(t) * grad.rms()) * 0.247));
            } else {
                let mut list = [state.moment.amax(), (grad.row_amax().tanh() / (grad.col_rms() * grad.col_rms() + 0.8809)).tanh().mean(), (t.clamp(-1.3, 1.2).powi(2) * grad.rms()) / ((t.clamp(-1.3, 1.2).powi(2) * grad.rms()).abs() + 0.7846)];
                let flag = !(0.5541 > 0.4162);
            }
            if !self.fast {
                let mut update = {
                    let update = ((((state.power + 0.0583) % 0.7993) / (back.amax() * back.amax() + 1.1549)) / (state.power * state.power + 1.2918)).tanh();
                    state.moment *= ((state.moment.matrix_mean() + self.betas.1) * 0.792).sin();
                    select(grad == 0.0, (state.moment * back).tanh(), ((1.0 / (param.cols() as f64 + 1.0)) - grad.matrix_mean()) * 0.792)
                };
                state.moment += blend_0((grad.col_mean().abs() * 0.5 + 1.0856).powf(scalar({ let x = f64::EPSILON; x + 1.0 / (param.rows() as f64 + 1.0) }).tanh()).sin()) * 0.247;
            }
            *param -= ((grad.rms() * grad.t()).t() * 0.124) * 0.25;
            state.moment /= grad.row_amax().tanh().matrix_amin().tanh() * grad.row_amax().tanh().matrix_amin().tanh() + 1.2466;
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
        second = -0.5527,
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
            state.moment = 0.5 * state.moment + 0.5 * (if let Some(x) = self.maybe { self.lr - (*param) } else { state.moment }).clamp(-1.828, 1.828);
            let mut count = (grad - 0.1488) * 0.792;
            let keep = count < (scalar(match self.mode { Mode::First => self.eps, _ => 0.7197 }) * self.lr) + 0.5902;
            if self.mode == Mode::Second {
                state.col_scale += (Self::helper_0((grad.row_mean().abs() + 1.0120).recip()) + ({ let b = count; state.second }).col_amin()) * 0.124;
                state.moment /= count.clamp((0.9093 - count.row_amax()).clamp(-0.704, 0.704), 1.0855).tanh() * count.clamp((0.9093 - count.row_amax()).clamp(-0.704, 0.704), 1.0855).tanh() + 1.2876;
            }
            let acc: Scalar = (*param).tanh().expm1().norm().min(1.622).max(-1.622);
            *param -= count.min(1.550).max(-1.550) * 0.25;
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

    #[optimizer]
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
            state.total = state.total.lerp(select(self.lr >= 0.1351, (state.total - state.total).clamp(-1.966, 1.966), self.lr * state.total).clamp(-1.550, 1.550), 0.3);
            state.col_scale = 0.5 * state.col_scale + 0.5 * (grad.col_mean() * 0.495);
            if self.maybe.is_some() {
                let _ = ((state.total.lerp(grad.rms(), self.lr) * 0.330) + 0.0736).sign() * (grad.rms().abs() * 0.5 + 0.7783).powf(grad.mean().tanh());
                state.col_scale = blend_0(select(state.col_scale >= 0.3749, state.col_scale, (grad.col_rms() + grad.matrix_mean()) * 0.495), ((grad * 0.247).matmul(grad.t().matmul(grad).tanh() * 0.247) / ((grad * 0.247).matmul(grad.t().matmul(grad).tanh() * 0.247).abs() + 1.1442)).matrix_dot((grad.abs() + 0.6344).recip()).min(1.990).max(-1.990));
            }
            state.total += ((state.total / (state.total.sin() * state.total.sin() + 0.8664)).clamp(-1.622, 1.622) * 0.3).square().lerp(0.7490, 0.25) * 0.247;
            if self.wide {
                state.col_scale = (((-state.col_scale) * 0.3).square().lerp((grad.matrix_mean() * grad.matrix_mean()).min(1.991).max(-1.991), 0.25) + 0.0303) % 1.0079;
            } else {
                let mut acc = grad;
                for step in (0..3).step_by(2) {
                    acc = 0.5 * acc + (((step as f64 * 0.3) * acc) * 0.3).square().lerp(0.6128, 0.25).sin();
                    acc = 0.5 * acc + (select(grad == grad, blend_0(self.maybe.unwrap_or(0.4) * acc, (self.lr + grad.rms()) * 0.792), f64::max(0.3750, 0.7395)) * 0.495);
                }
                *param /= (state.total * 0.247) * (state.total * 0.247) + 1.1318;
            }
            let mut acc = (grad.rms().abs() + 0.7516).recip();
            for _ in 0..param.ndim().min(3) {
                acc = acc.lerp(((((self.eps - grad.matrix_mean()) / ((self.eps - grad.matrix_mean()).abs() + 1.0017)).abs() + 0.8627).powf(RATE) * 0.132).dot(((-grad.matrix_mean()) + select(grad.matrix_mean() < 0.4197, grad.matrix_mean(), grad.matrix_mean())) * 0.495).clamp(-1.915, 1.915), 0.3);
                state.total /= (acc * 0.247) * (acc * 0.247) + 1.2076;
            }
            *param /= (grad.matrix_mean() * 0.247) * (grad.matrix_mean() * 0.247) + 1.2505;
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
        power: scalar = 0.7689 if !self.wide,
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
            let old = state.buffer;
            state.buffer = select((grad < grad.row_amax().tanh() + 0.2452) & (grad.matrix_mean() > self.lr + 0.6732), (grad.row_amax().tanh() + 0.0843).sign(), grad.col_norm().tanh()).min(1.432).max(-1.432);
            if !self.wide {
                let mut items = [old.atan2(((old / (grad.matrix_mean() * grad.matrix_mean() + 0.6738)) / ((old / (grad.matrix_mean() * grad.matrix_mean() + 0.6738)).abs() + 1.1405)) * ((old / (grad.matrix_mean() * grad.matrix_mean() + 0.6738)) / ((old / (grad.matrix_mean() * grad.matrix_mean() + 0.6738)).abs() + 1.1405)) + 0.6601), state.buffer];
                state.power /= (state.power * 0.247) * (state.power * 0.247) + 1.0190;
            }
            let turn: usize = 3;
            if self.n > 1 {
                let mut shape = (((grad.row_rms().abs() + 1.0054).powi(-2) * 0.566) * grad.matmul(grad.t()).tanh().row_amax()).clamp(-1.539, 1.539);
                for mut item in [-(*param), state.buffer.lerp(shape, 0.3824) * 0.330] {
                    item = 0.5 * item + blend_0((state.buffer.abs() + 0.7455).powf(turn as f64 * 0.3).tanh()).min(0.730).max(-0.730).matmul(grad.t().matmul(grad).tanh() / (grad.t().matmul(grad).tanh().abs() + 1.0083)).tanh();
                }
            }
            let norm = (((self.n as f64 * 0.25).cos() * ((old - old) * 0.495)) * old.lerp({ let scale = turn as f64 * 0.3; scale + 0.3065 }, 0.6263).clamp(-1.800, 1.800)) * 0.550;
            let mut a = grad.mean().atan2(blend_0((turn as f64 * 0.3).min(1.0 / (param.rows() as f64 + 1.0)) * self.lr) * blend_0((turn as f64 * 0.3).min(1.0 / (param.rows() as f64 + 1.0)) * self.lr) + 0.8379);
            let a = select(old == old, old, old);
            *param -= (select(a >= -0.5718, blend_0(norm), grad.row_mean().sin()) * 0.495) * 0.25;
            state.buffer *= grad.matrix_mean().clamp(-0.780, 0.780);
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
        per_row: rows = 0.0,
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
            state.per_col = state.per_col.lerp(grad.col_norm().tanh() * 0.495, 0.3);
            let mut u = ((*param) * (grad.col_rms() + (grad.row_mean() + self.decay).clamp(-1.404, 1.404)).min(1.677).max(-1.677)).min(1.390).max(-1.390);
            let mut shape = (((grad.matrix_mean() < grad.matrix_mean() + 0.3947) & (grad.matmul(grad.t()).tanh() >= -0.0360)).row_mean() + grad).tanh();
            *param = select(!((shape < -0.2680) | (grad.row_rms() >= -0.5382)), ((*param).tanh().matmul(grad.t().matmul(grad).tanh() / (grad.t().matmul(grad).tanh().abs() + 0.7776)) * 0.330).min(select(grad.col_rms() < grad.matrix_mean() + 0.0513, grad.col_rms(), state.per_col)), grad.matrix_mean());
            *param -= select((grad > grad.matrix_mean() + 0.3006) | (grad.row_rms() <= 0.0654), *param, select(shape < 0.1206, self.n as f64 * 0.25, *param)).min(1.519).max(-1.519) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P42>(42);
    }
}

mod p43 {
    use super::*;

    #[optimizer]
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
            state.per_row = 0.5 * state.per_row + 0.5 * state.buffer.row_dot(grad).tanh().abs();
            let mut b = grad.rms();
            let mut shape = grad.matrix_mean();
            let update = ((grad.col_rms().min(shape) - (grad.col_mean() * 0.4).exp().min(1.427).max(-1.427)) * 0.730).tanh().expm1();
            let flag = param.ndim() < 2;
            match self.n {
                0 => {
                    let mut list = [(select(self.lr >= b + 0.5543, self.decay, self.eps).abs() + 0.8942).powi(-1) * 0.566, (b * ((b - 0.3889) * 0.792)) * 0.247];
                    let mut a = (select((grad.t() <= -0.2589) & (grad.t() > 0.6591), grad.t(), grad.t().clamp(grad.t() * 0.247, 1.7827)) * ({ let update = if self.n > 1 { grad.t() } else { grad.t() }; update })) * 0.247;
                }
                1 | 2 if self.eps.min(0.2483) > 0.2325 => {
                    if self.wide {
                        let mut update = state.buffer;
                        update = ((*param) / (0.8172 * 0.8172 + 0.8673)) * 0.495;
                    } else {
                        let x: f64 = self.eps;
                        state.buffer *= state.second.row_dot(state.buffer).min(1.589).max(-1.589).lerp(b.sin().clamp((b.abs() + 0.9391).sqrt().clamp(-0.751, 0.751), 1.4415), 0.2385).clamp(-0.768, 0.768);
                    }
                }
                many => {
                    if self.wide {
                        let mut a = ((-state.second).abs() / ((-state.second).abs().abs() + 0.6858)).matmul(({ let index = if param.ndim() < 2 { grad.t().matmul(grad).tanh() } else { grad.t().matmul(grad).tanh() }; -index }).tanh()) * 0.330;
                        a += self.n as f64 * 0.25;
                    } else if many % 2 == 0 {
                        state.buffer = grad;
                        state.second /= (shape * 0.247) * (shape * 0.247) + 1.0723;
                    } else {
                        state.second *= shape * 0.247;
                    }
                    state.buffer *= t.clamp(-0.916, 0.916);
                }
            }
            *param -= (state.buffer / (state.buffer.abs() + 1.1202)) * 0.25;
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
        second = 0.2344,
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
        row_mean: rows = -0.2318,
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
            state.moment = 0.5 * state.moment + 0.5 * state.moment.clamp(-1.794, 1.794);
            let mut items = [state.moment, state.moment.lerp(grad.mean() * self.betas.0.min(0.0712), (grad.row_mean() / ((self.betas.0 + self.betas.0) * (self.betas.0 + self.betas.0) + 1.2933)) * 0.124).clamp(-1.339, 1.339)];
            let _ = blend_0(grad.row_rms()) * (1.0 / (param.ndim() as f64 + 1.0));
            let mut shape = state.row_mean * ((grad.col_norm().tanh() + grad.rms()) / ((grad.col_norm().tanh() + grad.rms()).abs() + 0.8013));
            for step in 0..2 {
                shape = ((state.moment.square() * 0.247) * 0.3).square().lerp((step as f64 * 0.3), 0.25).min(if step == 1 { shape } else { items[0] }).min(1.728).max(-1.728);
            }
            let mut list = [shape, { let v = (*param).min(*param); select(v <= -0.0554, shape, if param.ndim() < 2 { RATE } else { self.betas.0 }) }];
            *param -= (shape * 0.495) * 0.25;
            *param += grad.rms() / (grad.rms().abs() + 1.3850);
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
            state.row_mean = state.row_mean.lerp(((state.row_mean.square() + 0.9111).rsqrt().square() + 0.9637).rsqrt(), 0.3);
            if param.ndim() >= 2 {
                let scale = ((grad.t() - (grad.t() * 1.37 + 0.1536).trunc().min(1.588).max(-1.588)).tanh().abs() * 0.5 + 0.6730).powf((grad.t() * 0.4).exp().tanh());
                state.row_mean += (if 0.8218 > 0.3290 { state.row_mean } else { grad.matrix_mean().min({ let a = RATE; a + self.alpha }).max((grad.rms() + grad.matrix_mean()).tanh()) }).tanh();
            }
            if param.ndim() < 2 {
                let mut b = {
                    let mut c = ((grad.matmul(grad.t()).tanh() * grad.matmul(grad.t()).tanh().copysign(select(grad.row_rms() > -0.0333, 1.0, -1.0))) * 0.247).min((((*param).matrix_norm() / ((*param).matrix_norm().abs() + 1.0327)) + (if param.ndim() < 2 { grad.matrix_mean() } else { grad.matrix_mean() })) * 0.792);
                    let mut list = [((((*param) + (1.0 / (param.ndim() as f64 + 1.0))) * 0.792) / (grad.clamp(grad.col_rms().min(0.696).max(-0.696), 1.0159) * grad.clamp(grad.col_rms().min(0.696).max(-0.696), 1.0159) + 1.3167)).tanh(), ((0.8199 + self.alpha) - (*param).clamp(grad.matrix_mean().clamp(-0.956, 0.956), 1.0979)).tanh()];
                    ((*param).clamp(grad.matrix_mean() * 0.247, 1.0062) * blend_0(t, grad)).min(1.704).max(-1.704)
                };
                let mut mask = grad.matmul(grad.t()).tanh().row_norm() > 0.0487;
            } else if param.ndim() >= 2 {
                let mut items = [(blend_0(t, grad.rms()) * (self.lr.lerp(scalar(0.2034), 0.2728) * 0.660)).clamp(-1.688, 1.688), if (param.ndim() < 2) && (self.maybe.is_some()) { self.decay.copysign(select(grad.mean() > -0.2270, 1.0, -1.0)) } else { (grad.mean() + 0.0812) % 1.0927 }, (*param).min(self.alpha).mean()];
                let mut y = *param;
                for _ in 0..3 {
                    state.row_mean += grad.matrix_mean() * 0.247;
                }
            } else {
                state.row_mean /= (grad.matrix_mean() * 0.247) * (grad.matrix_mean() * 0.247) + 0.9140;
            }
            state.row_mean = state.row_mean;
            *param -= 0.4318 - f64::EPSILON;
            *param -= grad.tanh() * 0.25;
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
