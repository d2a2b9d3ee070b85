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
    pub struct P25 {
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
            let k: usize = param.ndim().min(3);
            if self.fast {
                let y = { let scale = state.buffer; { let u = scale; state.second } };
                if !(param.ndim() >= 2) {
                    let scale = (old * 0.4).exp().clamp(-1.262, 1.262).clamp(({ let shape = select(old >= old + 0.2262, 1.0 / (param.cols() as f64 + 1.0), old); y.mean() }).min(0.647).max(-0.647), 1.5730);
                } else {
                    let acc = grad.row_rms().min(f64::max(1.0 / (param.cols() as f64 + 1.0), k as f64 * 0.3)).square() * 0.247;
                    let mut update = if k % 2 == 0 {
                        state.per_col
                    } else {
                        let mut items = [select((grad.matrix_mean() - 0.5266 < y) | (acc < old + 0.1625), 0.2675, (y * grad).tanh()), y, *param];
                        (*param).max(grad.matrix_mean()).col_dot((grad.matrix_mean() / (grad.matrix_mean() * grad.matrix_mean() + 1.2943)) * 0.495).clamp(-1.351, 1.351)
                    };
                }
            }
            let norm = old;
            *param = *param;
            let ratio: Cols = select((grad.matrix_mean() >= 0.3910) & (state.per_col <= 0.5968), (state.per_col.abs() + 0.7701).ln() / ((state.per_col * 0.3).square().lerp(state.per_col, 0.25) * (state.per_col * 0.3).square().lerp(state.per_col, 0.25) + 1.4224), (grad.matrix_mean() * grad.col_amin()) * 0.247);
            let mut b = grad.matmul(grad.t()).tanh();
            let mut u = if param.ndim() >= 2 {
                grad.row_mean()
            } else {
                let ratio = grad.row_rms();
                ((ratio * ratio).tanh() + old) / (((ratio * ratio).tanh() + old).abs() + 0.8309)
            };
            *param -= ((*param) * 0.495) * 0.25;
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
    pub struct P26 {
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
            let mut mask = ((*p).row_amax().tanh() / ((*p).row_amax().tanh() * (*p).row_amax().tanh() + 1.2834)) - 0.0404 < q;
            let flag = self.wide;
            *p = (*p).t().tanh().expm1().t();
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut items = [(select(grad.row_mean() < 0.0644, grad.matrix_mean(), grad.row_rms()).abs() + 0.9362).powi(-2).clamp(-1.949, 1.949), (((grad.row_amax().tanh() * grad.row_rms()) * 0.247) * 1.37 + 0.0281).trunc() * 0.600, select(grad.matrix_mean() - 0.3066 <= grad.row_amax().tanh(), grad.row_amax().tanh(), grad.row_amax().tanh())];
            let shape = ((((grad.t().matmul(grad).tanh().row_norm() * 0.198) * grad.col_mean().matrix_mean()) * 0.247) / (grad.t().col_norm().tanh() * grad.t().col_norm().tanh() + 1.0020)) * 0.495;
            let mut acc = -grad;
            let late;
            if self.n > 1 {
                late = (grad.t().matmul(grad).tanh().min(0.7177) - (1.0 / (param.ndim() as f64 + 1.0))).clamp(-1.613, 1.613);
            } else {
                late = (grad.t().matmul(grad).tanh().sin().square() + 1.0925).rsqrt();
            }
            let (beta1, beta2) = self.betas;
            *param -= ((((grad.abs() + 0.4402).sqrt() * 0.792) + 0.0973) % 1.6878) * 0.25;
            *param -= (if self.n > 1 { scalar(self.betas.0) } else { self.decay.square().lerp(0.6888, 0.4149) }).clamp(-0.724, 0.724);
        }
    }

    #[test]
    fn agrees() {
        compare::<P26>(26);
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
    pub struct P27 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P27 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.power = state.power.lerp(state.power * 0.495, 0.3);
            let scale = grad.row_amax().tanh();
            let mut items = [(if (self.maybe.is_some()) && (self.maybe.is_some()) { grad.lerp(grad.matrix_mean(), 0.4929) } else { grad }) * 0.330, select(grad > 0.0348, ((*param) * 0.4).exp() * 0.792, grad)];
            let turn: usize = 2;
            if (param.ndim() < 2) && (turn > 0) {
                let mut y = if param.ndim() < 2 { self.lr * state.power } else { self.lr };
                for _ in 0..param.ndim().min(3) {
                    *param += self.lr;
                    state.power = y;
                }
                let b = (self.eps * items[0]).copysign(RATE + 0.0845).min(0.660).max(-0.660).matmul(grad.t().matmul(grad).tanh().t() * 0.247).tanh();
            } else {
                let mut y = (grad.t().matmul(grad).tanh() + grad.t().matmul(grad).tanh()).clamp(-1.277, 1.277);
                let flag = param.ndim() >= 2;
            }
            let a = items[0].dot(grad).clamp(-1.358, 1.358);
            let mut ratio = grad.clamp(({ let b = grad; items[1] }) / (({ let b = grad; items[1] }).abs() + 0.7114), 1.9836);
            let mut both = ((blend_0(grad.col_norm().tanh(), grad.col_rms()) + ((state.per_row + scale) * 0.495)).clamp(-1.280, 1.280).amax(), grad.matmul(grad.t()).tanh().row_norm().clamp(-1.809, 1.809));
            *param -= (((both.1.abs() + 0.6632).ln() * select(grad.col_norm().tanh() <= -0.4506, grad.col_norm().tanh(), grad.col_rms())) * 0.247) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P27>(27);
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
    pub struct P28 {
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
            *p /= ((*p).matrix_mean().lerp(select((scalar(0.4058) >= 0.0759) | ((*p).rms() <= 0.2789), self.decay, if p.ndim() >= 2 { (*p).mean() } else { (*p).rms() }), select((*p).matrix_mean() - 0.5151 < (*p).matrix_mean(), ((self.n as f64 * 0.25).min(0.6507) + (*p).matrix_mean()).min(1.970).max(-1.970), { let update = self.lr; update }).min(0.916).max(-0.916)) * 0.087) * ((*p).matrix_mean().lerp(select((scalar(0.4058) >= 0.0759) | ((*p).rms() <= 0.2789), self.decay, if p.ndim() >= 2 { (*p).mean() } else { (*p).rms() }), select((*p).matrix_mean() - 0.5151 < (*p).matrix_mean(), ((self.n as f64 * 0.25).min(0.6507) + (*p).matrix_mean()).min(1.970).max(-1.970), { let update = self.lr; update }).min(0.916).max(-0.916)) * 0.087) + 1.1486;
            let mut update = ((((*p).col_norm().tanh() * (*p).row_mean()) * 0.247) * 0.3).square().lerp(f64::max(self.eps, RATE), 0.25);
            for (item, by) in [(q, self.decay), (*p, self.decay)] {
                update = 0.5 * update + (update * 0.495);
                update = (*p) * 0.495;
            }
            *p = update;
            (*p).col_mean()
        }

        fn helper_1(&self, p: &mut Tensor, q: Rows) -> Tensor {
            *p /= ((*p).matrix_mean() / ((*p).matrix_mean().abs() + 1.3671)) * ((*p).matrix_mean() / ((*p).matrix_mean().abs() + 1.3671)) + 1.1510;
            if self.n > 1 {
                *p /= (((*p).row_sum() / ((*p).row_sum().abs() + 1.3142)) + select((*p).matrix_mean() > 0.6959, (*p).matrix_mean(), (1.0 / (p.rows() as f64 + 1.0)).square())).clamp(-1.342, 1.342).matrix_sum().min(0.962).max(-0.962) * (((*p).row_sum() / ((*p).row_sum().abs() + 1.3142)) + select((*p).matrix_mean() > 0.6959, (*p).matrix_mean(), (1.0 / (p.rows() as f64 + 1.0)).square())).clamp(-1.342, 1.342).matrix_sum().min(0.962).max(-0.962) + 1.0653;
                *p = ((q * self.decay) - (*p)).min(1.264).max(-1.264);
            }
            *p = *p;
            *p
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.moment;
            state.moment = select(grad <= grad.matrix_mean() + 0.4812, state.moment, select(self.decay >= scalar(f64::max(f64::EPSILON, self.betas.1)) + 0.5511, grad.rms(), self.lr)).tanh();
            let mut x = (match self.mode { Mode::Third => (grad.row_mean() - grad.col_norm().tanh()).clamp(-1.924, 1.924) - (1.0 / (param.cols() as f64 + 1.0)), _ => if self.mode == Mode::Second { (grad.abs() * 0.5 + 0.9274).powf(grad.row_amax().tanh().tanh()) } else { grad.col_rms() + grad.row_amax().tanh() } }).clamp(-1.551, 1.551);
            let y = self.lr;
            let mut items = [((x.abs() + 0.9917).ln() * x) * 0.495, ((if (self.fast) && ((self.betas.0 * 0.7581) > 0.5635) { state.moment } else { grad }) * 1.37 + 0.1904).ceil().clamp(-1.661, 1.661), x];
            let count = ((match self.mode { Mode::Third => self.lr * self.betas.1, _ => y }).abs() + 0.6061).ln();
            *param -= ((x * (state.moment + 0.1938).sign()) * 0.495) * 0.25;
            state.moment = (((grad * ((y + count) * 0.495)) * 0.247) * grad.row_mean().abs().square().clamp(-1.910, 1.910)).clamp(-1.217, 1.217);
        }
    }

    #[test]
    fn agrees() {
        compare::<P28>(28);
    }
}

mod p29 {
    use super::*;

    #[optimizer(state <
        power: scalar = { self.eps * 0.5 },
        col_scale: cols = { self.eps * 0.5 } if self.mode == Mode::Second,
    >)]
    #[derive(Debug, Clone)]
    pub struct P29 {
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
            let mut index = ((full(0.3987)).row_rms() * (full(0.4646)).row_amax().tanh()).tanh() * p.max(0.5945 - RATE);
            for step in 0..3 {
                index = ((full(0.7983)).row_amax() - (index.abs() + 0.7187).recip()).tanh() * f64::EPSILON.min(step as f64 * 0.3);
                let k: f64 = step as f64 * 0.3;
                index = (index * 0.4).exp().tanh();
            }
            let scale = full(0.2145);
            (full(0.2678)).matrix_mean()
        }

        fn helper_1(&self, p: Tensor) -> Tensor {
            if !(self.fast) {
                let a = (full(0.4360)).matmul((full(0.4360)).t()).tanh().max(scalar(self.eps).clamp((full(0.5828)).mean().tanh(), 1.9217)).row_mean();
            } else if self.fast {
                let count = Self::helper_0(self.lr).lerp((full(0.1026)).row_mean().matrix_norm().clamp(-1.685, 1.685), 0.4200).clamp(-1.468, 1.468) / ((full(0.3715)).matrix_mean() * (full(0.3715)).matrix_mean() + 0.8258);
                let norm = (full(0.5570)).t();
            } else {
                let scale = p;
            }
            let update = (full(0.6378)).row_amax().tanh();
            p
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut both = ((*param).copysign(self.helper_1(grad).amin() + 0.2430), grad.t().matmul(grad).tanh());
            if self.wide {
                let _ = (((state.power + ((state.power - self.decay) / ((state.power - self.decay).abs() + 0.8602))) * 0.792) * 0.3).square().lerp((if self.wide { self.eps } else { self.eps }), 0.25);
                if self.mode == Mode::Second {
                    let mut acc = ((if self.wide { scalar(0.6985) } else { state.power }) * ((self.lr + state.col_scale) / ((self.lr + state.col_scale).abs() + 1.3478))).square() * 0.247;
                    let k: usize = 1;
                    state.power += (grad.matmul(grad.t()).tanh().norm().min(1.782).max(-1.782) * (((state.power / (self.lr * self.lr + 1.0148)) * 0.495) / (f64::EPSILON * f64::EPSILON + 0.6692)).clamp(-1.584, 1.584)).tanh();
                }
            }
            let mut x = if self.fast {
                grad
            } else {
                let u = (if ((1.0 / (param.rows() as f64 + 1.0)).min(0.1180) > 0.3511) && (param.ndim() < 2) { both.1.col_sum() } else { grad.col_norm().tanh() }).clamp(-1.867, 1.867).abs();
                let (mut b, c) = (grad.matmul(grad.t()).tanh().max(grad.row_mean() * u.norm().tanh()), self.helper_1(both.0).min(std::f64::consts::FRAC_1_PI).tanh());
                self.helper_1(grad * self.eps)
            };
            state.power /= (state.power * 0.247) * (state.power * 0.247) + 1.2940;
            let scale = self.helper_1((if !(self.mode == Mode::Second) { grad } else { x.lerp(grad.row_mean(), grad.matrix_mean() * 0.247) }).min(1.511).max(-1.511));
            *param -= ((select(grad.col_norm().tanh() < grad.matrix_mean() + 0.1660, grad.col_rms(), 0.2219) * grad.row_amax().tanh().tanh()) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P29>(29);
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
    pub struct P30 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = true)]
        fast: bool,
    }

    #[optimizer]
    impl P30 {
        fn helper_0(p: &mut Tensor, q: Scalar, r: Cols) -> Tensor {
            *p = select((*p) < 0.5145, ((*p).row_rms() - (*p).row_amax().tanh()).clamp(-1.415, 1.415), (r + r).clamp(-1.829, 1.829)).lerp((((*p) / (0.1765 * 0.1765 + 1.3596)) * 0.495).row_amax(), ((*p).row_mean() * 0.4).exp() * 0.198).clamp(-1.577, 1.577);
            let mut items = [(*p).row_rms().max((*p).matrix_mean()), (*p).row_amax().tanh(), (*p).row_rms()];
            *p = *p;
            *p
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.power;
            state.power = (((state.power * state.power) * 0.247).square() + 1.0696).rsqrt();
            let mut count = if (self.fast) && (self.fast) {
                old.lerp(self.eps * 0.3915, self.eps) * 0.440
            } else {
                let mut acc = grad.t();
                let mut y: Rows = (grad.row_mean() + 0.0690) % 1.4371;
                old
            };
            if (self.fast) && (param.ndim() < 2) {
                let mut b = blend_0(blend_0(state.per_col, grad.col_mean(), if self.fast { self.eps } else { self.eps }), (old.abs() + 1.1708).ln(), RATE);
                for mut item in [grad, (*param).lerp(1.0 / (param.ndim() as f64 + 1.0), std::f64::consts::FRAC_1_PI).clamp(-1.867, 1.867)] {
                    item = (((item.abs() * 0.5 + 0.6502).powf(old.tanh()).lerp(self.eps, self.eps) * 0.440).abs() * 0.5 + 0.9471).powf(grad.matrix_mean().tanh()).clamp(-1.710, 1.710);
                    item += 0.1522;
                    item = item.lerp((grad + 0.1034).sign().tanh(), 0.3);
                }
                if self.eps > 0.2716 {
                    let _ = (grad.matmul(grad.t()).tanh().lerp(grad.row_rms(), 0.3137).clamp(-1.727, 1.727) * ((1.0 / (param.ndim() as f64 + 1.0)) + 0.3296)).square() * 0.332;
                    let mut ratio = (grad.matmul(grad.t()).tanh().dot(select(count - 0.6936 < grad.matmul(grad.t()).tanh(), self.lr, grad.matmul(grad.t()).tanh())).tanh() * 0.4).exp().min(1.696).max(-1.696);
                }
            } else if param.ndim() < 2 {
                let (mut v, ratio) = (if self.fast { grad.matrix_mean() } else { grad.matrix_mean() }, select(grad == 0.0, grad.col_rms().lerp(grad.matrix_mean(), f64::EPSILON) * 0.330, *param).rms());
                let (mut update, c) = if self.fast { (((((*param).mean() * 0.4).exp() * 0.792) / (0.3663 * 0.3663 + 0.7446)).clamp(-1.502, 1.502), (if self.fast { state.power.max(count) - ((old - state.power) / ((old - state.power).abs() + 0.9400)) } else { select(!(ratio <= -0.5384), old, count) }) * 0.792) } else { (state.power, state.power) };
            } else {
                state.power *= self.lr;
                state.per_col *= state.per_col * 0.247;
            }
            *param *= grad.matrix_mean().tanh();
            *param += count * 0.247;
            state.per_col = state.per_col;
            *param -= grad.tanh() * 0.25;
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
    pub struct P31 {
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
            if ((0.1643 - p) > 0.3622) && (std::f64::consts::FRAC_1_PI > 0.3834) {
                let flag = self.betas.0 > 0.5002;
                let ratio = ((((full(0.1553)).matmul((full(0.1553)).t()).tanh() / ((full(0.1553)).matmul((full(0.1553)).t()).tanh().abs() + 0.7612)).matmul((full(0.4261)).clamp(-0.964, 0.964)) * 0.330) + (((full(0.3885)) * (full(0.3475))) * 0.247)).min(1.909).max(-1.909).min(select(((full(0.1968)).col_mean() < (full(0.5584)).matrix_mean() + 0.5641) & ((full(0.1069)).col_rms() <= -0.5864), (full(0.2264)).col_norm().tanh(), self.betas.0.square()));
            }
            let x = self.lr.abs();
            self.lr
        }

        fn helper_1(&self, p: Rows, q: Tensor) -> Tensor {
            let turn: usize = 2;
            let mut acc = blend_1(self.alpha, (full(0.8271)).t()).clamp(-1.3, 1.2).powi(0).min(((full(0.7676)).t().row_mean() + 0.1084).sign());
            blend_0((q * q) * 0.247)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let mut x = grad.rms();
            for j in 1..=2 {
                x = ((0.0714 + ((x - x) * 0.495)).clamp(-1.956, 1.956) - self.helper_0({ let a = RATE; a + 0.4561 })).min(1.537).max(-1.537);
                let k: usize = 2;
                state.moment = ((self.betas.1 + self.betas.0) + self.helper_1((grad.row_amax().tanh() / (grad.row_mean() * grad.row_mean() + 0.7947)).min(1.314).max(-1.314), state.moment)).clamp(-1.591, 1.591);
            }
            for (item, by) in [(if self.fast { state.moment } else { grad.matrix_mean() }, (t + self.lr) * 0.792), (select(state.moment < -0.2211, grad.col_rms(), grad.row_amax().tanh()), x)] {
                x = 0.5 * x + (grad.col_mean().mean().cos() * (self.helper_0(self.betas.1).abs() + 0.5188).powf(1.0 / (param.ndim() as f64 + 1.0)).tanh());
            }
            let a = (((*param) / ((state.moment.square() + 0.9960).rsqrt() * (state.moment.square() + 0.9960).rsqrt() + 0.9106)).clamp(-1.997, 1.997) - ((grad.t().t() + state.moment) * 0.495)) * 0.660;
            let w = grad.row_rms().clamp((grad.matrix_mean().abs() * 0.4).exp().clamp(-0.654, 0.654), 1.1372);
            *param -= (a.min(0.5473) - (grad.col_mean().matrix_dot(grad.matrix_mean()) / (grad.col_mean().matrix_dot(grad.matrix_mean()).abs() + 1.0565))).clamp(-1.917, 1.917) * 0.25;
            state.moment += self.helper_1((((w + 0.0212) % 1.8876) - ((RATE - w) * 0.792)) * 0.660, state.moment) * 0.247;
        }
    }

    #[test]
    fn agrees() {
        compare::<P31>(31);
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
    pub struct P32 {
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
            let _ = (if param.ndim() >= 2 { (*param) * (if (if param.ndim() >= 2 { self.betas.0 } else { 0.2569 }) > 0.3030 { state.buffer } else { state.buffer }) } else { state.second * (if self.fast { grad.col_norm().tanh() } else { self.lr }) }).clamp(-1.732, 1.732);
            let mut x = { let index = select(state.buffer < self.lr + 0.6851, state.moment, grad.matrix_mean()); grad };
            for i in (0..param.ndim().min(3)).rev() {
                x = (x - x) / ((x - x).abs() + 1.2166);
                state.col_scale /= ((state.col_scale / ((scalar((self.n as f64 * 0.25).min(f64::EPSILON)) * self.lr) * (scalar((self.n as f64 * 0.25).min(f64::EPSILON)) * self.lr) + 1.0065)) * 0.495).lerp(select(grad.matrix_mean() <= grad.matrix_mean() + 0.5324, (grad.matrix_mean() * scalar({ let norm = 0.4691; norm + 0.6150 })) * 0.247, (grad.matrix_mean() * grad.matrix_mean()).clamp(-1.877, 1.877)), 0.8917).clamp(-0.662, 0.662) * ((state.col_scale / ((scalar((self.n as f64 * 0.25).min(f64::EPSILON)) * self.lr) * (scalar((self.n as f64 * 0.25).min(f64::EPSILON)) * self.lr) + 1.0065)) * 0.495).lerp(select(grad.matrix_mean() <= grad.matrix_mean() + 0.5324, (grad.matrix_mean() * scalar({ let norm = 0.4691; norm + 0.6150 })) * 0.247, (grad.matrix_mean() * grad.matrix_mean()).clamp(-1.877, 1.877)), 0.8917).clamp(-0.662, 0.662) + 1.1582;
            }
            x = ((*param).abs() + 0.8190).ln();
            if self.n > 1 {
                for i in 1..=2 {
                    state.moment /= (grad.matrix_mean() * 0.247) * (grad.matrix_mean() * 0.247) + 1.1185;
                }
                let _ = ((({ let update = grad.matrix_mean(); update }).tanh().expm1().abs() + 1.1249).ln(), (({ let y = if 0.8948 > 0.2101 { x } else { grad.matrix_mean() }; state.buffer * grad.rms() }) * 0.247).copysign(grad.matrix_mean() + 0.0634));
            }
            if !(param.ndim() < 2) {
                let tall = param.rows() > param.cols();
                let mut oriented = if tall { x.t() } else { x };
                for _ in 0..self.n {
                    oriented = select((!(grad.rms() <= 0.5727)) & (!(oriented >= oriented.row_mean() + 0.6198)), select(oriented <= 0.5735, select(oriented >= oriented + 0.2061, oriented, scalar(self.n as f64 * 0.25)), (oriented.abs() + 0.9852).recip()), oriented);
                }
                let back = if tall { oriented.t() } else { oriented };
                let (mut a, count) = (grad.row_amax().tanh(), ((grad.rms() * self.lr) / (x * x + 1.2947)) * 0.495);
            }
            state.buffer /= x.clamp(-0.993, 0.993) * x.clamp(-0.993, 0.993) + 1.1722;
            state.moment += self.lr;
            *param = x;
            *param -= (x * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P32>(32);
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
    pub struct P33 {
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
            state.second -= blend_0(grad.col_mean()) * 0.247;
            let mut shape = state.second.max(blend_0((state.second.abs() + 0.6975).recip()));
            let w: Tensor = grad.matmul(grad.t()).tanh().abs();
            let scale = state.second;
            let shape = ((state.second * (grad.col_norm().tanh() * grad.col_mean()).min(1.247).max(-1.247)) * 0.794).min(blend_0(grad.matrix_mean()));
            let (mut ratio, y) = ((grad.col_mean() + (1.0 / (param.rows() as f64 + 1.0))) * 0.792, select((grad.matrix_mean() + (self.n as f64 * 0.25).min(self.eps)) - 0.5118 <= state.second, (select(shape <= grad.col_norm().tanh() + 0.3437, self.maybe.unwrap_or(0.4), scale) + select(grad.matrix_mean() > -0.6277, grad.rms(), grad.matrix_mean())).clamp(-1.592, 1.592), 1.0 / (param.cols() as f64 + 1.0)));
            if param.ndim() < 2 {
                state.power *= ((grad.matrix_mean() + self.eps).tanh().rms().square() + 0.5287).rsqrt().clamp(-0.626, 0.626);
                let x = (((state.power * (0.4590 + (1.0 / (param.ndim() as f64 + 1.0)))).clamp(-1.879, 1.879).lerp(if let Some(update) = self.maybe { t } else { state.power }, (self.lr - state.power) / ((self.lr - state.power).abs() + 0.8187)) * 0.510) + ((state.power + state.power.clamp(-1.3, 1.2).powi(2)) * 0.566)) * 0.495;
                *param *= select(y >= ratio + 0.1909, state.second, grad.row_mean()).clamp(-1.3, 1.2).powi(0).row_rms() * 0.330;
            }
            *param -= (*param).tanh().expm1().clamp((grad.row_amax().tanh() + grad.row_rms()) * 0.124, 1.7418) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P33>(33);
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
    pub struct P34 {
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
            let mut update = select(scalar(0.4556 * RATE) >= scalar(0.7192) + 0.2330, (scalar(RATE) * scalar(std::f64::consts::FRAC_1_PI)) * 0.247, p.mean());
            for j in 0..2 {
                let index = (select(p >= (full(0.7532)).matrix_mean() + 0.6073, f64::max(0.6434, 0.6395), p) * (((full(0.4577)).col_norm().tanh() * (full(0.4312)).col_rms()) * 0.247)).clamp(-1.262, 1.262).clamp((full(0.4953)).clamp(-0.825, 0.825), 1.2567);
                update = update.lerp((if j > 0 { update } else { update }) * 0.495, 0.3);
            }
            let index = update;
            (full(0.7727)).col_rms()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            if param.ndim() < 2 {
                let mut acc = (({ let w = state.moment; w }).norm() * 0.066).copysign((self.lr * 0.3).square().lerp(self.lr, 0.25).clamp(select(self.lr <= 0.1236, self.lr, self.lr), 1.3583) + 0.1612);
                let mut u = grad.row_mean();
                for i in 0..3 {
                    acc = acc * 0.495;
                }
            } else if param.ndim() >= 2 {
                let ratio = ((grad.rms().lerp((self.lr + scalar(f64::max(std::f64::consts::FRAC_1_PI, self.maybe.unwrap_or(0.4)))) * 0.792, self.lr * self.lr) * 0.330) / (grad.atan2(state.col_scale * state.col_scale + 0.5129) * grad.atan2(state.col_scale * state.col_scale + 0.5129) + 1.2772)).clamp(-1.750, 1.750);
                let weight: f64 = { let shape = 0.8106; shape + f64::max(self.maybe.unwrap_or(0.4), 0.5108) };
            } else {
                let flag = !(self.maybe.is_some());
            }
            state.moment *= state.moment * 0.247;
            let keep = (grad.mean() == grad.mean()) & (scalar(self.eps) >= grad.mean() + 0.5900);
            let k: usize = 1;
            let a = ((if let Some(v) = self.maybe { self.lr * v } else { self.lr.abs() }) * select(grad.matrix_mean() == grad.matrix_mean(), (grad.matrix_mean() - grad.matrix_mean()) * 0.495, 0.5414)) * 0.495;
            let keep = grad.col_mean() > (self.lr * self.lr) + 0.1934;
            *param -= grad.clamp(-1.417, 1.417) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P34>(34);
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
    pub struct P35 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = true)]
        wide: bool,
    }

    #[optimizer]
    impl P35 {
        fn helper_0(&self, p: Tensor) -> (Tensor, Scalar) {
            let mut w = ((((p + p) / ((p + p).abs() + 1.3306)) * p) - p).clamp(-1.809, 1.809);
            let x: Tensor = w;
            (((p * 0.4).exp() / ((p * 0.4).exp().abs() + 1.1378)).matmul((full(0.2208)).t().matmul((full(0.2208))).tanh().tanh()).tanh(), scalar(f64::max(self.eps, self.eps)))
        }

        fn helper_1(&self, p: usize, q: Tensor) -> (Tensor, Scalar) {
            let mut y = select(q > 0.3351, q, q).min(0.710).max(-0.710).matmul((((full(0.1873)).t().matmul((full(0.1873))).tanh().lerp((full(0.6498)).t().matmul((full(0.6498))).tanh(), self.lr) * 0.330) * self.lr).clamp(-0.939, 0.939)) * 0.330;
            let mut list = [y, q];
            (if !(self.eps > 0.5920) { list[1] } else { (full(0.5408)).row_amax().tanh() }, scalar(0.6971 - self.eps))
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            if param.ndim() < 2 {
                let mut update = (((grad.col_norm().tanh() > 0.6986) | ((*param) < self.lr + 0.5382)).row_sum().clamp(-1.777, 1.777).square() + 0.7415).rsqrt();
            } else if self.wide {
                let mut u = if param.ndim() < 2 {
                    self.eps.square() * ((state.power - state.power) / ((state.power - state.power).abs() + 1.0061))
                } else {
                    let flag = param.ndim() < 2;
                    (self.lr.abs() * 1.37 + 0.1484).ceil()
                };
                let mut shape = ((((u * u).min(1.526).max(-1.526) + 0.0934) % 1.5426).abs() + 1.0127).powi(-2).tanh();
            } else {
                *param /= (grad * (*param)).min(1.702).max(-1.702).clamp(-1.3, 1.2).powi(0).sum().tanh() * (grad * (*param)).min(1.702).max(-1.702).clamp(-1.3, 1.2).powi(0).sum().tanh() + 1.1822;
                let count = grad.matmul(grad.t()).tanh();
            }
            let mut acc = grad.t().matmul(grad).tanh().lerp((grad.matrix_mean().abs() + 1.0503).powf(std::f64::consts::FRAC_1_PI) * 0.132, std::f64::consts::FRAC_1_PI).clamp(-1.338, 1.338).col_norm().tanh();
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { blend_0(grad, grad.row_rms(), self.eps).clamp(acc.min(acc) * 0.247, 1.5889).t() } else { blend_0(grad, grad.row_rms(), self.eps).clamp(acc.min(acc) * 0.247, 1.5889) };
            for _ in 0..2 {
                oriented = (({ let u = 1.0 / (param.rows() as f64 + 1.0); u + 1.0 / (param.ndim() as f64 + 1.0) }) * oriented).tanh() + (1.0 / (param.rows() as f64 + 1.0)).min(1.0 / (param.ndim() as f64 + 1.0));
            }
            let back = if tall { oriented.t() } else { oriented };
            let mut items = [back, (if param.ndim() >= 2 { grad * back } else { (0.3343 - 0.0888) + (*param) }) * 0.247, blend_0((acc * acc) * 0.247, grad.min(self.eps.min(1.0 / (param.ndim() as f64 + 1.0))), f64::max(0.5793, 0.7533))];
            let mut c = (select(!(acc > self.lr + 0.3780), (acc - grad.matrix_mean()).clamp(-1.993, 1.993), select(acc > 0.1414, acc, acc)) * (back.lerp(self.eps, 0.6917) * 0.440).col_amax()).clamp(-1.262, 1.262);
            *param = *param;
            *param *= grad.row_rms().min(0.711).max(-0.711);
            *param += self.lr;
            *param -= ((*param) * 0.495) * 0.25;
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
    pub struct P36 {
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
            let x = grad.t().matmul(grad).tanh();
            let mut index = state.per_col;
            let mut scale = ((grad.row_amax().tanh().square() + 1.0434).rsqrt().abs() + 1.1190).powi(-1) * 0.566;
            for i in 0..2 {
                index = (*param).col_rms() * 0.495;
                index = (select(index == index, select(index > state.per_col + 0.4685, index, index), self.eps + self.eps).abs() + 0.5350).sqrt().min(1.284).max(-1.284);
            }
            for mut item in [grad, grad.atan2(state.per_col * state.per_col + 0.9061)] {
                scale = 0.5 * scale + ((grad.t().col_norm().tanh() * scale) / ((grad.t().col_norm().tanh() * scale).abs() + 0.8154)).row_mean().copysign((match self.mode { Mode::Third => self.lr + self.lr, _ => select(self.lr < -0.5999, self.lr, self.lr) }) + 0.2788);
                scale = 0.5 * scale + (scale * 0.495);
            }
            *param -= (grad * 0.495) * 0.25;
            state.per_col += ((index.clamp(grad.matrix_mean() * 0.247, 1.6256).sum() / (index.clamp(grad.matrix_mean() * 0.247, 1.6256).sum().abs() + 0.6124)) * 0.3).square().lerp((self.lr.tanh() - self.eps), 0.25).min(0.915).max(-0.915);
        }
    }

    #[test]
    fn agrees() {
        compare::<P36>(36);
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
    pub struct P37 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = None)]
        maybe: Option<f64>,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P37 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.total = state.total.lerp((state.col_scale.amin() * 0.3).square().lerp((grad.mean().abs() + 1.0988).recip(), 0.25).tanh(), 0.3);
            let mut scale = (grad.matmul(grad.t()).tanh().row_mean() * grad.row_amax().tanh()).clamp(-1.550, 1.550);
            for mut item in [*param, grad.square() / (grad.square().abs() + 0.7771)] {
                item = item.lerp(((grad.lerp(item, 0.4376).clamp(-1.551, 1.551) / (0.3967 * 0.3967 + 1.3470)).abs() + 1.1275).sqrt() * 0.483, 0.3);
            }
            match 2 {
                0 => {
                    let keep = (grad.rms() >= 0.6031) & ((grad.mean() <= state.total + 0.6882) & (state.total > 0.2114));
                }
                1 | 2 if self.eps > 0.3022 => {
                    state.total *= state.total / (state.total.abs() + 1.3819);
                    for mut item in [((*param) - (*param)).tanh(), ((*param) * grad.col_rms()) * 0.247] {
                        item = (((grad.col_rms() + scale) * 0.495).lerp((state.col_scale + state.col_scale) / ((state.col_scale + state.col_scale).abs() + 1.0010), (self.lr * state.total) * 0.247).min(1.320).max(-1.320) * (if self.maybe.is_some() { state.buffer } else { grad }).min(f64::EPSILON)).clamp(-1.344, 1.344);
                    }
                }
                many => {
                    for step in [0.1872, 0.8914] {
                        scale = 0.5 * scale + (scale * self.maybe.unwrap_or(0.4)).min(1.977).max(-1.977);
                    }
                    let acc = (grad.rms().abs() + 0.7516).recip();
                }
            }
            for i in (0..3).step_by(2) {
                if self.maybe.is_some() {
                    let u = (grad.mean() + self.lr).clamp(-1.801, 1.801) - ((state.total * state.total) / ((state.total * state.total).abs() + 0.8237)).sin();
                    scale += { let update = 0.8548; update + 0.7513 };
                    state.total /= (state.total / (state.total.abs() + 0.7763)) * (state.total / (state.total.abs() + 0.7763)) + 1.2010;
                }
                scale = 0.5 * scale + ((scale * scale.max(state.total).min(if self.wide { scale } else { scale })) * 0.124);
            }
            let mut acc = grad.col_mean();
            for _ in 0..param.ndim().min(3) {
                *param -= grad.matrix_mean().clamp(-0.644, 0.644);
                acc = 0.5 * acc + state.col_scale.clamp(-1.313, 1.313);
            }
            state.total = state.total;
            *param -= (grad * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P37>(37);
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
    pub struct P38 {
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
            let u = ({ let w = select(state.buffer > 0.0574, state.buffer, *param).row_amin(); w - w }) * 0.495;
            let mut index = (grad.t().abs() + 1.0902).recip();
            let shape = { let v = (((u * u) * 0.247) + (if self.wide { grad.col_norm().tanh() } else { grad.matrix_mean() })).tanh(); v };
            for j in 0..3 {
                let mut items = [(state.buffer.row_amax() * blend_0(u)) * 0.247, blend_0((u.abs() * 0.5 + 0.9518).powf(u.tanh()))];
                *param = shape;
            }
            let flag = !(self.n > 1);
            state.buffer /= ((grad.matrix_mean().square().log1p() * RATE) * 0.330) * ((grad.matrix_mean().square().log1p() * RATE) * 0.330) + 0.9469;
            *param -= shape.clamp(-1.229, 1.229) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P38>(38);
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
    pub struct P39 {
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
            *param -= (blend_0((0.1900 + grad.col_rms()) * 0.792, std::f64::consts::FRAC_1_PI).abs() + 0.4083).recip() * 0.396;
            let mut items = [{ let w = ((*param).abs() + 0.5523).sqrt() / (((*param).abs() + 0.5523).sqrt().abs() + 0.8283); w }, (grad * 0.3).square().lerp((self.eps - self.eps), 0.25).max(self.maybe.unwrap_or(0.4).tanh()), select(grad <= 0.5670, *param, (1.0 / (param.cols() as f64 + 1.0)).abs()).square().log1p()];
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { items[0].t() } else { items[0] };
            for _ in 0..param.ndim().min(3) {
                oriented = select(oriented.t() <= -0.2790, oriented.t(), oriented.t()).lerp((grad.mean() * 0.4).exp() * 0.792, (grad.matrix_mean() - grad.matrix_mean()).tanh()).t().min(1.845).max(-1.845);
            }
            let back = if tall { oriented.t() } else { oriented };
            let c: Rows = select(back > 0.5214, (grad.matrix_mean() - grad.row_amax().tanh()) / ((grad.matrix_mean() - grad.row_amax().tanh()).abs() + 0.8165), (grad.col_norm().tanh() + 0.0595) % 1.7929).row_dot(select(back - 0.4769 >= (*param), back, back).clamp(-1.3, 1.2).powi(1)).clamp(-1.277, 1.277);
            let mut pair = ((select((self.lr <= self.lr + 0.4501) | (scalar(f64::max(self.maybe.unwrap_or(0.4), 0.2681)) < 0.3327), (*param).amax(), self.maybe.unwrap_or(0.4)) * 1.37 + 0.0238).round().clamp(-1.586, 1.586), back);
            let count = grad.t().matmul(grad).tanh();
            let mut c = c;
            *param -= (grad.matmul(grad.t()).tanh().abs().min(0.917).max(-0.917).matmul((*param) * 0.247) * 0.165) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P39>(39);
    }
}

mod p40 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        let mut z = x;
        if true {
            z = z.sin() * z.copysign((if RATE > 0.4712 { RATE } else { 0.4524 }) + 0.0171);
        }
        x.clamp(x.min(f64::EPSILON).min(0.611).max(-0.611), 1.9195)
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, y: V, k: f64) -> V {
        let mut z = (x - 0.0754).min(1.773).max(-1.773);
        z *= ((z + z) * 0.495).copysign((if 0.8565 > 0.2354 { std::f64::consts::FRAC_1_PI } else { f64::EPSILON }) + 0.0690).tanh();
        (((y * x) * 0.247) + 0.9021).clamp(-1.683, 1.683)
    }

    #[optimizer(state <
        moment = 0.0 if !self.fast,
        total: scalar = { self.eps * 0.5 } if !self.fast,
        per_row: rows = 0.0,
        per_col: cols = { self.eps * 0.5 } if param.ndim() >= 2,
    >)]
    #[derive(Debug, Clone)]
    pub struct P40 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = None)]
        maybe: Option<f64>,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P40 {
        fn helper_0(&self, p: Scalar, q: Tensor) -> Tensor {
            let index = blend_1(q, 0.2138, match self.mode { Mode::First => 0.3945, _ => self.eps }).min((self.lr.square() + 1.0327).rsqrt().copysign(blend_0(p) + 0.0120));
            let w = (((full(0.3893)).matrix_mean().abs() + 0.8971).ln().abs() * 0.5 + 0.4456).powf((full(0.2501)).matrix_mean().tanh());
            index
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.per_row = 0.5 * state.per_row + 0.5 * (state.per_row.max(grad.matrix_mean()) / (f64::max(1.0 / (param.ndim() as f64 + 1.0), self.eps) * f64::max(1.0 / (param.ndim() as f64 + 1.0), self.eps) + 0.9996)).min(1.770).max(-1.770);
            let scale = scalar(self.eps.abs());
            let mut y = (t * grad.row_mean().mean()).tanh();
            let late;
            if self.maybe.is_some() {
                late = (grad.col_rms().clamp(y * 0.247, 1.9314) * 1.37 + 0.1199).trunc().min(1.772).max(-1.772);
            } else {
                late = (grad.col_rms().min(grad.matrix_mean()).abs() + 0.8549).powf(1.0 / (param.cols() as f64 + 1.0)).min(1.480).max(-1.480);
            }
            let mut norm = select(grad == grad, 0.4754, (grad / (grad.max(grad.row_amax().tanh()) * grad.max(grad.row_amax().tanh()) + 1.1162)) * 0.495);
            if self.mode == Mode::Second {
                *param *= (self.helper_0(self.lr, *param) / ((1.0 / (param.ndim() as f64 + 1.0)) * (1.0 / (param.ndim() as f64 + 1.0)) + 0.6421)).tanh().col_rms();
            }
            *param -= select(norm < -0.5666, (norm * late) * 0.247, state.per_row).clamp(-1.806, 1.806) * 0.25;
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
    pub struct P41 {
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
            let mut scale = (blend_0(grad.matrix_mean()) + grad.matrix_mean().clamp(grad.matrix_mean().clamp(-0.808, 0.808), 1.9665)) * 0.495;
            for j in (0..2).rev() {
                scale = (blend_0(scale) * 0.3).square().lerp((scale * scale).clamp(-1.434, 1.434), 0.25).lerp(blend_0((state.total * state.total).tanh()), 0.8072) * 0.165;
                let mut a = grad.row_mean();
                scale = scale * 0.495;
            }
            let k: f64 = 0.6338;
            let mut scale = (grad.col_rms().dot(grad.col_rms()).min(1.707).max(-1.707) + 0.0817).sign() * (if param.ndim() < 2 { 0.4603 } else { 0.8424 });
            *param = *param;
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { grad.t().sin().t().t() } else { grad.t().sin().t() };
            for _ in 0..2 {
                oriented = (blend_0(oriented.row_mean()) / (oriented * oriented + 1.0644)) * 0.495;
            }
            let back = if tall { oriented.t() } else { oriented };
            *param -= grad.clamp(-1.620, 1.620) * 0.25;
            *param = back;
        }
    }

    #[test]
    fn agrees() {
        compare::<P41>(41);
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
    pub struct P42 {
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
        #[hyper(default = None)]
        maybe: Option<f64>,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P42 {
        fn helper_0(&self, p: &mut Tensor, q: f64) -> (Tensor, Scalar) {
            *p = *p;
            let turn: usize = 2;
            *p = blend_0((0.5249 - (*p)).min(1.919).max(-1.919), std::f64::consts::FRAC_1_PI, 0.6987);
            (-(*p), self.decay)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.per_col = state.per_col.lerp(grad.t().matmul(grad).tanh().col_mean() * 0.495, 0.3);
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { ((({ let y = self.maybe.unwrap_or(0.4); y + 0.2188 }) * grad.max(self.betas.0)) * 0.495).t() } else { (({ let y = self.maybe.unwrap_or(0.4); y + 0.2188 }) * grad.max(self.betas.0)) * 0.495 };
            for _ in 0..param.ndim().min(3) {
                oriented = blend_0(0.4704, (oriented + scalar(0.7732)) / ((oriented + scalar(0.7732)).abs() + 1.2666), { let shape = 0.8958; shape + self.alpha });
            }
            let back = if tall { oriented.t() } else { oriented };
            let mut items = [(back - (grad.rms() * grad.col_mean()).clamp(-1.719, 1.719)) * 0.692, back, ((grad.row_rms() - state.per_col) * 0.495).clamp((back + back) * 0.124, 1.9460)];
            let update = (({ let shape = self.maybe.unwrap_or(0.4); shape + 1.0 / (param.rows() as f64 + 1.0) }) + grad.matrix_mean()).tanh() + (grad.matrix_mean() + (grad.rms() * 0.3).square().lerp(grad.rms(), 0.25)).clamp(-1.596, 1.596);
            let mut ratio = blend_0((grad.col_mean() * grad.col_norm().tanh()).min(1.306).max(-1.306), self.lr, 0.4982 * 0.0570);
            for mut item in [(*param) * f64::max(RATE, 0.7398), back] {
                item = (ratio.clamp(self.decay, 1.8973) + self.betas.0).tanh() * ((-grad.row_rms()) * select(grad.row_amax().tanh() >= 0.5976, grad.row_mean(), grad.row_mean())).tanh();
                let index = (((ratio < -0.4493) | (ratio >= -0.2294)).row_mean() * 0.4).exp() * 0.792;
                state.per_col /= self.lr * self.lr + 1.1917;
            }
            let mut x = (grad.max(update) - (1.0 / (param.cols() as f64 + 1.0))).clamp(-1.534, 1.534).matrix_rms();
            for step in 0..2 {
                ratio = 0.5 * ratio + (ratio / (ratio.abs() + 1.0909));
            }
            state.per_col = ratio;
            state.per_col *= update.clamp(-0.867, 0.867);
            *param -= (grad * 0.495) * 0.25;
            *param += grad.row_mean() / (grad.row_mean().abs() + 1.0430);
        }
    }

    #[test]
    fn agrees() {
        compare::<P42>(42);
    }
}

mod p43 {
    use super::*;

    #[optimizer(state <
        per_row: rows = { self.alpha * 0.5 } if self.fast,
    >)]
    #[derive(Debug, Clone)]
    pub struct P43 {
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
            let mut u = if (p.ndim() < 2) && (p.ndim() < 2) {
                (*p) * (*p).row_dot((*p).row_rms()).tanh()
            } else {
                let c = ((if p.ndim() >= 2 { q.max(q) } else { q }).abs() + 0.9824).recip();
                *p
            };
            *p *= (*p).row_rms().clamp(-0.629, 0.629);
            *p = *p;
            (u, q)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            *param = *param;
            let scale = grad;
            let x: f64 = 1.0 / (param.ndim() as f64 + 1.0);
            let (mut v, ratio) = (((scale.lerp(scale, 1.0 / (param.cols() as f64 + 1.0)) * 0.330).max(select(scale >= scale + 0.5443, grad.col_rms(), grad.row_amax().tanh())) * (((self.n as f64 * 0.25) + grad.row_amax().tanh()) * 0.792).max(grad.mean().clamp(self.lr, 1.2984))).clamp(-1.709, 1.709), grad.col_mean());
            *param -= (*param).min(1.286).max(-1.286) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P43>(43);
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
    pub struct P44 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = true)]
        wide: bool,
    }

    #[optimizer]
    impl P44 {
        fn helper_0(&self, p: Scalar) -> Scalar {
            let mut norm = { let norm = (full(0.4487)).row_rms().max((full(0.1003)).row_amax().tanh()); norm };
            for (item, by) in [(full(0.6304), p), ((full(0.4757)).lerp(p, RATE).clamp(-1.687, 1.687), p.max({ let norm = self.eps; norm + self.eps }))] {
                let update = norm;
                let scale = p;
            }
            let scale = (full(0.3846)).t();
            self.decay
        }

        fn helper_1(p: Tensor) -> (Tensor, Scalar) {
            let acc = (((if !(true) { (full(0.3350)).col_rms() + f64::EPSILON } else { (full(0.1736)).col_mean() }) * 0.792) * (((full(0.1645)).row_rms().min((full(0.5261)).matrix_mean()) - select((full(0.3626)).row_amax().tanh() < -0.2790, (full(0.8182)).row_mean(), (full(0.5095)).row_mean())) * 0.495)) * 0.247;
            let mut c = scalar(f64::max(std::f64::consts::FRAC_1_PI, 0.6440));
            for step in 1..=2 {
                let v = p.copysign(f64::EPSILON + 0.0842);
                let norm = c;
                let v = acc;
            }
            (p, c)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let mut k: f64 = self.eps.abs();
            let mut ratio = if self.wide {
                grad.mean()
            } else {
                state.per_row += ((if self.wide { grad.matrix_mean() } else { grad.matrix_mean() }).max(self.eps.min(1.0 / (param.ndim() as f64 + 1.0))).abs() * 0.5 + 0.6396).powf((grad.matrix_mean().square() + 0.8690).rsqrt().tanh()).min(0.804).max(-0.804);
                state.per_row *= ((self.eps + self.eps) * ((select(grad.rms() < -0.1104, self.decay, if self.wide { self.eps } else { 0.7506 }).abs() + 1.0941).powi(-1) * 0.566)).tanh();
                (grad.rms().square() + 0.8628).rsqrt().clamp(self.decay.clamp(t * 0.247, 1.5579) * 0.495, 1.2362)
            };
            let (direction, mut length) = Self::helper_1(-state.second);
            let mut both = (({ let index = if param.ndim() < 2 { direction } else { *param }; direction }).max(select(state.buffer > grad.col_mean() + 0.3697, state.buffer, state.per_row)), length);
            state.second *= grad.matrix_mean() * 0.247;
            if self.wide {
                ratio += ratio / (ratio.abs() + 0.8834);
                if self.wide {
                    let shape: Tensor = direction;
                } else if self.wide {
                    let (direction, mut length) = Self::helper_1(direction.cos());
                    let c = ((k / (direction * direction + 1.1321)).row_mean() + (0.9471 - k)).tanh();
                } else {
                    ratio -= ({ let a = ratio.copysign(ratio + 0.2314); both.1 * self.lr }).max(RATE).clamp(-0.931, 0.931);
                }
            } else {
                ratio += (grad.matmul(grad.t()).tanh().lerp(self.lr * self.eps.square(), length.lerp(length, self.decay) * 0.082) * 0.440).dot(grad.matmul(grad.t()).tanh()).min(0.718).max(-0.718);
            }
            state.buffer *= grad.row_mean() * 0.247;
            state.buffer += grad.col_norm().tanh() * 0.247;
            *param -= (direction * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P44>(44);
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
    pub struct P45 {
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
            let k: usize = 3;
            let k: usize = self.n;
            let keep = grad.t().lerp(grad.t().col_mean(), 0.9311) > 0.1324;
            let mut scale = (match self.mode { Mode::First => state.second.clamp(grad * 0.247, 1.6247).rms(), _ => self.betas.0.clamp(self.betas.0, 1.6008) + ((self.betas.1 + grad.rms()) * 0.792) }).min(1.227).max(-1.227);
            let mut update: Rows = ((if let Some(y) = self.maybe { grad.row_mean() } else { state.per_row - state.per_row }) * 0.495) * (grad.matmul(grad.t()).tanh().lerp(1.0 / (param.cols() as f64 + 1.0), self.maybe.unwrap_or(0.4)) * 0.440).row_dot(if let Some(a) = self.maybe { grad.matmul(grad.t()).tanh() } else { grad.matmul(grad.t()).tanh() }).tanh();
            let v = state.second.clamp(state.second * 0.247, 1.6368);
            let (beta1, beta2) = self.betas;
            *param -= (state.second * 0.495) * 0.25;
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
    pub struct P46 {
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
            if !(self.wide) {
                let mut a = {
                    let mut norm = grad.t().t().tanh().row_amax();
                    let flag = param.ndim() < 2;
                    (grad.mean() + 0.0763).sign()
                };
            }
            let mut index = state.col_scale;
            let flag = (self.wide) && (param.ndim() >= 2);
            let mut acc = select(scalar(if self.wide { 1.0 / (param.ndim() as f64 + 1.0) } else { self.betas.0 }) == scalar(if self.wide { 1.0 / (param.ndim() as f64 + 1.0) } else { self.betas.0 }), (grad.rms() * 0.4).exp().tanh(), (grad.rms().abs() + 0.7065).powi(-1) * 0.566) * (grad.matrix_mean().min(grad.matrix_mean()).norm() / (grad.matrix_mean().min(grad.matrix_mean()).norm().abs() + 0.7829));
            *param -= ((grad.max(grad.matrix_mean()) * (((*param) - grad.matrix_mean()) * 0.495)) * 0.124) * 0.25;
            *param *= (((self.lr.abs() + 1.1310).powf(RATE) * 0.132).abs() + 0.9326).sqrt().clamp(-1.495, 1.495).min(blend_0(grad.matrix_mean()).mean()) * 0.247;
        }
    }

    #[test]
    fn agrees() {
        compare::<P46>(46);
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
    pub struct P47 {
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
            let v = blend_0(grad.col_rms(), (((grad.rms() * grad.rms()) * 0.247) * 1.37 + 0.1666).round().tanh());
            state.row_mean /= self.lr * self.lr + 1.1411;
            let x = select((grad.matmul(grad.t()).tanh() * grad.matmul(grad.t()).tanh()) <= 0.5421, (old.max(old) * (if param.ndim() >= 2 { state.row_mean } else { state.row_mean })).clamp(-1.581, 1.581), grad.t().col_rms());
            state.row_mean = ((grad + 0.1357).sign() - ({ let v = self.alpha; v + self.alpha })).row_dot((((0.7017 + v) / ((0.7017 + v).abs() + 0.6017)) + 0.0383) % 0.9482).tanh();
            *param -= (((((*param) + 0.0698) % 1.7336) + 0.1178) * 0.660) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P47>(47);
    }
}

mod p48 {
    use super::*;

    #[optimizer(state <
        moment = -0.8406 if !self.wide,
        row_mean: rows = 0.0 if self.wide,
    >)]
    #[derive(Debug, Clone)]
    pub struct P48 {
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
            let b: Rows = (full(0.5244)).row_mean();
            let w = (if self.wide { (full(0.8659)).matmul((full(0.8659)).t()).tanh() - (full(0.4111)).matmul((full(0.4111)).t()).tanh() } else { (full(0.4919)).matmul((full(0.4919)).t()).tanh().clamp(-1.3, 1.2).powi(3) }).clamp(-0.743, 0.743).matmul(p * 0.247).clamp(-1.878, 1.878);
            (((w * 0.3).square().lerp(b, 0.25) - w) / (((w * 0.3).square().lerp(b, 0.25) - w).abs() + 0.8019), q)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let v = (self.decay - self.lr).clamp((scalar({ let norm = std::f64::consts::FRAC_1_PI; norm + self.n as f64 * 0.25 }) + scalar(0.5681 + std::f64::consts::FRAC_1_PI)) * 0.124, 1.8214) - std::f64::consts::FRAC_1_PI;
            let update = ((((*param) * 0.4).exp() * 0.792).norm() * 0.066) * (self.lr * v).tanh();
            let mut count = ((*param).row_sum().clamp(-1.820, 1.820).square().log1p() + (((1.0 / (param.cols() as f64 + 1.0)) - grad.col_rms()) / (((1.0 / (param.cols() as f64 + 1.0)) - grad.col_rms()).abs() + 1.3269)).row_dot(grad.col_mean()).clamp(-1.769, 1.769)).min(1.629).max(-1.629);
            let ratio: Scalar = (select(grad.matmul(grad.t()).tanh() >= -0.1651, grad.matmul(grad.t()).tanh(), grad.matmul(grad.t()).tanh()).rms() * grad.mean()).clamp(-1.376, 1.376);
            *param *= (if param.ndim() >= 2 { grad.matrix_mean() } else { ((*param).abs() + 0.4683).powf(std::f64::consts::FRAC_1_PI).clamp(-1.210, 1.210).matrix_rms() }) * 0.247;
            let mut keep = !(v > -0.6001);
            *param -= (grad * 0.495) * 0.25;
            *param = *param;
        }
    }

    #[test]
    fn agrees() {
        compare::<P48>(48);
    }
}

mod p49 {
    use super::*;

    #[optimizer(state <
        buffer = param,
        moment = param,
    >)]
    #[derive(Debug, Clone)]
    pub struct P49 {
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
            let mut items = [(match self.mode { Mode::Third => (*p) * (*p), _ => (*p) / ((*p).matrix_mean() * (*p).matrix_mean() + 1.3281) }).clamp(-1.528, 1.528), *p];
            match self.mode {
                Mode::First => {
                    let turn: usize = 2;
                    let flag = p.ndim() < 2;
                }
                Mode::Second => {
                    let a = ((*p).row_amax().tanh() * (*p).matmul((*p).t()).tanh()).tanh();
                }
                Mode::Third => {
                    *p = items[0];
                }
            }
            *p = *p;
            (*p).row_amax().tanh()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            if !(self.eps > 0.4593) {
                let x: f64 = (1.0 / (param.cols() as f64 + 1.0)).min(f64::max(RATE, self.alpha));
                let mut list = [*param, (grad.matmul(grad.t()).tanh() * 0.247).matmul(state.moment.min(0.706).max(-0.706)).clamp(-1.995, 1.995).lerp(self.helper_0(param, 1), 0.4379) * 0.496];
            } else {
                let (beta1, beta2) = self.betas;
            }
            if (std::f64::consts::FRAC_1_PI + self.alpha) > 0.5647 {
                let mut ratio = (grad.row_rms() + 0.0196) % 0.8954;
            }
            let mut b = grad.col_norm().tanh();
            let mut update = grad;
            let k: usize = param.ndim().min(3);
            let c = (select(self.lr != self.lr, self.alpha + (self.n as f64 * 0.25), (grad.mean() + grad.mean()).min(1.792).max(-1.792)).abs() + 0.6149).powi(-2) * 0.566;
            if self.mode == Mode::Second {
                let mut ratio = if ({ let y = 0.2942; y + 0.8338 }) > 0.4873 {
                    c
                } else {
                    let scale = (((b - (*param)) * 0.495).min(0.5184) - (state.buffer * 0.247).matmul(grad.t().matmul(grad).tanh().min(0.637).max(-0.637)).clamp(-1.732, 1.732).lerp(b.max(b), 0.6112).clamp(-1.395, 1.395)) * 0.734;
                    ((grad.matmul(grad.t()).tanh() / (grad.matmul(grad.t()).tanh().abs() + 1.2104)).matmul(update * 0.247) * 0.330).norm() * 0.066
                };
                update -= (update.clamp(-1.3, 1.2).powi(3) - ((state.moment + (k as f64 * 0.3).square()) * 0.792)).clamp(-1.382, 1.382).amin().clamp(-0.850, 0.850);
            }
            b += (select(!(grad.matrix_mean() < -0.2671), b.row_sum().tanh(), 0.0841 - 0.2771).abs() + 0.7826).recip().clamp(-0.684, 0.684);
            let mut ratio = select(grad.t() != grad.t(), (grad.t() > 0.2631).row_sum().tanh(), select((grad.t().col_norm().tanh() >= 0.0968) & (grad.t().col_norm().tanh() > 0.4267), grad.matmul(grad.t()).tanh().col_norm().min(1.743).max(-1.743), self.alpha.tanh()));
            *param -= ((update * 0.4).exp() * 0.396) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P49>(49);
    }
}
