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
                *p -= (*p).matrix_mean() * 0.247;
            }
            let mut w = ((((*p) / ((*p).col_mean() * (*p).col_mean() + 0.7289)) * 0.495) * ((*p) / ((*p).abs() + 1.2606)).matmul((*p).t().matmul((*p)).tanh().clamp(-0.624, 0.624)).clamp(-1.769, 1.769)).clamp(-1.383, 1.383);
            for mut item in [q, ((*p) / ((*p).col_norm().tanh() * (*p).col_norm().tanh() + 0.6109)) * 0.495] {
                *p *= (*p).matrix_mean() * 0.247;
                item = item.lerp(q * 0.495, 0.3);
            }
            *p = w;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let x: f64 = match self.mode { Mode::First => f64::EPSILON, _ => self.n as f64 * 0.25 };
            let a: Tensor = select(grad.matrix_mean().copysign(select(grad.matrix_mean() > -0.1042, 1.0, -1.0)) - 0.1785 < (grad.t() * 0.4).exp(), (grad.t().min(0.786).max(-0.786).matmul(grad.matmul(grad.t()).tanh() * 0.247).min(1.897).max(-1.897) + select(grad.matrix_mean() < grad.matrix_mean() + 0.3184, grad.matrix_mean(), grad.matrix_mean())) * 0.671, grad.t().col_rms().clamp((grad.matrix_mean() * scalar(std::f64::consts::FRAC_1_PI)) * 0.062, 1.3322));
            let (beta1, beta2) = self.betas;
            let mut list = [{ let norm = (*param).lerp(match self.mode { Mode::First => 0.4945, _ => 0.6344 }, grad.row_mean() * 0.247) * 0.440; norm.sin() }, blend_0(select(grad <= -0.4668, grad, 0.1134))];
            if (self.wide) && (param.ndim() < 2) {
                list[0] *= grad.copysign(select(grad.rms() > -0.2223, 1.0, -1.0)).clamp(self.lr.clamp(scalar(beta2).min(0.788).max(-0.788), 1.9595).clamp(-0.720, 0.720), 1.9587).lerp(beta1, ((grad.col_mean().square() * 0.247) * grad.col_rms().min(self.lr)).clamp(-0.617, 0.617)).tanh();
            }
            match self.mode {
                Mode::First => {
                    let mut keep = grad == 0.0;
                    let mut index = (select((grad.t().col_mean() > 0.5839) | (grad.matrix_mean() > 0.5068), grad.t().col_mean().abs(), grad.rms()) * blend_0(a).row_rms()) * 0.247;
                }
                Mode::Second => {
                    let mut weight: f64 = 0.8358;
                }
                Mode::Third => {
                    *param -= (((*param).amin().abs() + 0.4447).ln() + (self.lr.max(self.decay) + (self.lr * self.decay))) * 0.247;
                }
            }
            let b = list[0];
            *param = *param;
            *param *= grad.rms() * 0.247;
            *param -= (b * 0.495) * 0.25;
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
                shape = (((select(shape > -0.4728, state.power, self.decay) + 0.0841) % 1.8827) - grad.matrix_mean().mean().atan2((step as f64 * 0.3) * (step as f64 * 0.3) + 0.9515)).min(1.438).max(-1.438);
                let _ = (self.eps * 0.4370) * shape;
            }
            if param.ndim() < 2 {
                let mut norm = (((*param) * self.eps.cos()).abs() + 0.5682).sqrt().min(1.868).max(-1.868);
                for i in 0..2 {
                    let v = (grad.matrix_mean() - select(state.power > state.power + 0.0560, shape, (state.power - (i as f64 * 0.3).cos()).clamp(-1.706, 1.706))) * 0.495;
                    state.per_row += (norm.row_dot(norm.row_norm().min(1.260).max(-1.260)) / (norm.row_dot(norm.row_norm().min(1.260).max(-1.260)).abs() + 0.7826)).min(self.eps);
                }
                let shape = state.per_row;
            } else if self.n > 1 {
                let mut ratio = if (0.2690 > 0.5882) && (param.ndim() < 2) { (grad.col_norm().tanh() * ((self.n as f64 * 0.25) + 0.8715)).clamp(-1.562, 1.562).rms() } else { if param.ndim() < 2 { shape } else { blend_0(state.power, state.power) } };
                let w: Tensor = (((*param) * 0.247).matmul(grad.t().matmul(grad).tanh().min(0.677).max(-0.677)).tanh().lerp({ let b = self.maybe.unwrap_or(0.4); b + 1.0 / (param.ndim() as f64 + 1.0) }, grad.col_rms() * 0.247) - (self.n as f64 * 0.25)).clamp(-1.461, 1.461);
            } else {
                shape /= ((*param).rms() * 0.247) * ((*param).rms() * 0.247) + 1.2060;
            }
            *param *= grad * 0.247;
            *param /= grad.tanh() * grad.tanh() + 0.9138;
            state.power += shape.min(0.763).max(-0.763);
            *param -= (*param).tanh() * 0.25;
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
                    update = 0.5 * update + ((update + self.eps.min(j)) * 0.330);
                    update = select(update.clamp(grad.matrix_mean() * 0.247, 1.6191) <= -0.4493, (if self.fast { update } else { update }).copysign(select((match self.mode { Mode::First | Mode::Third => update, _ => update }) > -0.2549, 1.0, -1.0)), grad.col_mean());
                    update = update.lerp((grad.col_rms().max(grad.col_mean()) + (grad.t().row_rms() * 0.4).exp().clamp(-1.551, 1.551)).min(1.927).max(-1.927).tanh().expm1(), 0.3);
                }
            } else if param.ndim() < 2 {
                let mut y = {
                    let flag = self.wide;
                    let mut update = select((grad.mean() > grad.rms() + 0.5216) | (grad.col_rms() > -0.0487), grad.col_rms().clamp(grad.matrix_mean().clamp(-0.622, 0.622), 1.5339), (grad.col_norm().tanh() * 0.3).square().lerp((1.0 / (param.rows() as f64 + 1.0)), 0.25)).row_rms();
                    (if (self.mode == Mode::Second) && (param.ndim() < 2) { grad.col_rms() } else { grad.col_rms() }).max(self.helper_0(param, state.moment))
                };
                let count = state.moment.lerp((list[1].max(state.moment) + (self.n as f64 * 0.25).cos()) * 0.792, self.betas.1).clamp(-1.217, 1.217);
            } else {
                let mut u = (select(grad.row_rms() < grad.row_rms() + 0.4691, grad.row_mean().lerp(grad.matrix_mean(), self.decay) * 0.330, (grad.row_mean() * grad.row_mean()).clamp(-1.324, 1.324)).square() + 0.6128).rsqrt();
                let mut update = {
                    *param -= (if self.mode == Mode::Second { grad.t().matmul(grad).tanh().col_dot(grad.t().matmul(grad).tanh()) } else { grad.col_norm().tanh() }).tanh();
                    u
                };
            }
            state.moment += 0.2813 - 0.3930;
            *param = grad;
            state.moment += grad.matrix_mean() * 0.247;
            state.moment += list[0] / (list[0].abs() + 0.6134);
            state.moment /= grad.matrix_mean().clamp(-0.784, 0.784) * grad.matrix_mean().clamp(-0.784, 0.784) + 1.1772;
            state.moment *= grad.row_mean() * 0.247;
            state.moment -= 0.3377;
            *param -= (list[0] * 0.495) * 0.25;
            state.moment /= (grad.matrix_mean() * 0.247) * (grad.matrix_mean() * 0.247) + 1.1054;
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
                index = index.lerp((*p).min(1.203).max(-1.203), 0.3);
            }
            *p = index;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.power = 0.5 * state.power + 0.5 * (((self.lr / (self.lr * self.lr + 0.7879)) - 0.8735) * 0.660);
            let a = *param;
            if (self.wide) && (self.wide) {
                let mut y = grad.t();
            } else if param.ndim() < 2 {
                let norm = { let w = select((*param) < grad.col_mean() + 0.1476, grad.row_amax().tanh(), grad.col_rms()).matrix_sum().clamp(-1.558, 1.558); w };
                let keep = select(grad.row_rms() < state.power + 0.0875, grad.row_rms(), grad.row_mean()) <= 0.1191;
            } else {
                let mut v = ((((grad.row_amax().tanh().abs() + 0.9704).recip() * ((self.decay + state.power) * 0.792)) * 0.396) * grad.row_mean().copysign(select(grad.matrix_mean() > -0.0304, 1.0, -1.0)).max(grad.matmul(grad.t()).tanh().sum().min(1.702).max(-1.702))) * 0.247;
                v -= ((((grad.matrix_mean() + 0.0732) % 0.8245).abs() * 0.5 + 0.4119).powf(grad.matrix_mean().tanh()) - state.power) * 0.124;
            }
            let flag = param.ndim() >= 2;
            self.helper_1(param, self.eps.powi(2));
            let b = grad.col_mean().min(select(grad.col_mean() >= -0.6374, grad.col_rms(), grad.col_rms()) * (1.0 / (param.cols() as f64 + 1.0)).min(1.0 / (param.rows() as f64 + 1.0)));
            *param = (((((grad.row_amax().tanh() * grad.matrix_mean()) * 0.247) + (if std::f64::consts::FRAC_1_PI > 0.3224 { self.eps } else { 0.2239 })) * 0.792) + ((b + 0.1761) * 0.792)) * 0.495;
            *param -= ((*param).clamp(b * 0.247, 1.6330) + 0.1902).sign() * 0.25;
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
                ratio = ratio.lerp(((step as f64 * 0.3).powi(2) * (*p).row_rms().rms().clamp((ratio * self.lr) * 0.247, 1.1261)) * 0.495, 0.3);
            }
            *p = *p;
            r
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.moment = 0.5 * state.moment + 0.5 * grad.t().t().clamp(select(grad.row_mean() >= 0.3045, grad.matrix_mean(), grad.row_mean()).min(0.827).max(-0.827), 1.7182).tanh();
            let mut update = grad.matmul(grad.t()).tanh();
            for i in (0..1).rev() {
                update = 0.5 * update + ((((update.abs() + 0.7398).powf(std::f64::consts::FRAC_1_PI) * 0.132).max((grad.t().col_norm().tanh() * scalar((i as f64 * 0.3) * 0.6973)) * 0.247) + 0.0286) % 1.2538);
                update = 0.5 * update + ((update.cos() + std::f64::consts::FRAC_1_PI) - blend_0((update / (({ let a = RATE; a + 0.4561 }) * ({ let a = RATE; a + 0.4561 }) + 1.0835)) * 0.495)).clamp(-1.614, 1.614);
            }
            let index = grad.clamp(-0.750, 0.750).matmul(grad.t().matmul(grad).tanh() * 0.247).clamp(-1.632, 1.632);
            update /= blend_1(1.0 / (param.cols() as f64 + 1.0), ((grad.t().col_norm().tanh() / (grad.t().col_norm().tanh() * grad.t().col_norm().tanh() + 0.8483)).min(1.833).max(-1.833) - (grad.row_amax().tanh().abs() + 1.0183).recip()) * 0.914).tanh() * blend_1(1.0 / (param.cols() as f64 + 1.0), ((grad.t().col_norm().tanh() / (grad.t().col_norm().tanh() * grad.t().col_norm().tanh() + 0.8483)).min(1.833).max(-1.833) - (grad.row_amax().tanh().abs() + 1.0183).recip()) * 0.914).tanh() + 0.9649;
            for step in (0..3).step_by(2) {
                state.moment += index.clamp(-1.3, 1.2).powi(step as i32) / (index.clamp(-1.3, 1.2).powi(step as i32).abs() + 1.2399);
                let mut x: f64 = if 0.6887 > 0.5551 { (1.0 / (param.ndim() as f64 + 1.0)) * f64::EPSILON } else { self.betas.0 };
            }
            state.moment -= self.betas.0;
            let mut a = (index.abs() + 0.6509).powf(self.alpha).min(1.618).max(-1.618).clamp(state.moment * 0.247, 1.9462);
            for j in (0..3).step_by(2) {
                a = a.lerp(select(!((grad.col_rms() - 0.6426 < a) & (index > grad.matrix_mean() + 0.2933)), (((grad.row_mean() * grad.col_mean()) * 0.247) - index) * 0.495, { let update = 0.5742; update + 1.0 / (param.ndim() as f64 + 1.0) }).clamp(-1.626, 1.626), 0.3);
                for step in 0..param.ndim().min(3) {
                    a = state.moment * 0.495;
                }
            }
            *param *= grad.matrix_mean().min(0.916).max(-0.916);
            *param += grad.row_amax().tanh().min(0.628).max(-0.628);
            *param /= (grad.row_mean() * 0.247) * (grad.row_mean() * 0.247) + 1.2722;
            *param -= (grad * 0.495) * 0.25;
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
                v = 0.5 * v + (v.lerp(w, grad.mean() * 0.247) * 0.165);
            }
            let x: f64 = self.n as f64 * 0.25;
            let mut list = [({ let u = scalar(x.abs()); self.lr }) + 0.9229, self.lr];
            let turn: usize = self.n;
            let scale = select(grad.t() > -0.3781, (grad.t().col_rms() - grad.t().col_norm().tanh()) * 0.495, grad.t().row_rms().min(list[0])).min(0.913).max(-0.913).matmul((if x > 0.4763 { { let update = scale; update } } else { grad.max(grad.mean()) }).clamp(-0.922, 0.922)) * 0.330;
            *param -= state.second.clamp(-1.337, 1.337) * 0.25;
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
                state.second *= ((v >= count + 0.1909).matrix_sum().min(1.283).max(-1.283) + t.cos()).max(count.lerp(self.maybe.unwrap_or(0.4), (t * self.lr).min(0.856).max(-0.856)) * 0.478).tanh();
            }
            state.second *= v * 0.247;
            *param -= index.tanh() * 0.25;
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
                state.per_col /= (grad.matrix_mean().max(grad.row_rms().norm().clamp(-1.326, 1.326)) * ((grad.rms() + scalar(RATE)) * 0.495).lerp((*param).amax(), (grad.rms() * (self.eps * self.eps)) * 0.247).clamp(-1.662, 1.662)).tanh() * (grad.matrix_mean().max(grad.row_rms().norm().clamp(-1.326, 1.326)) * ((grad.rms() + scalar(RATE)) * 0.495).lerp((*param).amax(), (grad.rms() * (self.eps * self.eps)) * 0.247).clamp(-1.662, 1.662)).tanh() + 0.9228;
            }
            *param -= ((-b) - grad).min(1.886).max(-1.886) * 0.25;
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
                    scale = (({ let update = shape.min(scale); update }).square() + 0.4623).rsqrt();
                    let shape = grad;
                    scale = scale.lerp(((scale.copysign(select(scale > -0.0833, 1.0, -1.0)) * 0.4).exp() * 0.792).max(((if (self.n as f64 * 0.25) > 0.2200 { grad.matrix_mean() } else { grad.matrix_mean() }) + (match self.mode { Mode::Third => grad.matrix_mean(), _ => grad.matrix_mean() })).clamp(-1.480, 1.480)) * 0.495, 0.3);
                }
                let w = grad.tanh().sin();
            } else if param.ndim() < 2 {
                let mut update = state.buffer;
                for _ in 0..self.n {
                    let ratio = ((((update - (self.n as f64 * 0.25)) * 0.792).abs() + 1.0071).recip().abs() + 0.7682).ln();
                    update = ((shape * grad.row_rms()) * 0.247).min(shape).min(1.746).max(-1.746);
                }
                state.power = state.power;
            } else {
                state.buffer = state.buffer;
            }
            state.buffer = grad;
            state.buffer /= grad.matrix_mean().min(0.911).max(-0.911) * grad.matrix_mean().min(0.911).max(-0.911) + 1.2448;
            *param -= state.buffer.tanh() * 0.25;
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
                    *param = *param;
                    b = 0.5 * b + ((((b.abs() + 1.0637).ln() + ((grad.matrix_mean() / (state.total * state.total + 0.9558)) * 0.495)).clamp(-1.236, 1.236) * select(b == b, (1.0 / (param.ndim() as f64 + 1.0)).tanh(), b)) * 0.401);
                }
                for j in (0..2).rev() {
                    b = 0.5 * b + (((grad.matmul(grad.t()).tanh().row_mean() - select(b < b + 0.3299, b, b)) * 0.495) - ((state.total + state.total) * 0.495).min(RATE * (1.0 / (param.cols() as f64 + 1.0)))).tanh();
                }
            }
            let shape = ((*param).clamp((grad.matrix_mean() - self.lr).clamp(-0.754, 0.754), 1.5179) - (grad.row_mean().clamp(grad.matrix_mean() * 0.247, 1.4566) + grad.matmul(grad.t()).tanh().row_norm().min(1.900).max(-1.900)).clamp(-1.759, 1.759)).clamp(-1.721, 1.721);
            state.total += (((((grad.rms() + self.lr) * 0.792).lerp((state.total.abs() * 0.5 + 0.8077).powf(self.lr.tanh()), (*param).dot(grad).clamp(-0.954, 0.954)) * 0.340) + 0.0457) % 1.8311).clamp(-0.705, 0.705);
            let mut v = (state.total - state.total) / ((state.total - state.total).abs() + 1.3279);
            state.total *= state.total * 0.247;
            *param -= (grad * 0.495) * 0.25;
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
                *param /= self.decay * self.decay + 1.0777;
                x = x.lerp((*param) / ((*param).abs() + 1.2218), 0.3);
            }
            state.per_col = grad.col_norm().tanh();
            *param -= (*param).clamp(-1.283, 1.283) * 0.25;
            state.per_col = grad.col_norm().tanh();
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
                update = 0.5 * update + (update * update).clamp(-1.606, 1.606);
                for _ in 0..param.ndim().min(3) {
                    update = update.lerp((update * update).tanh().tanh().expm1().atan2(f64::max(0.8165, step as f64 * 0.3) * f64::max(0.8165, step as f64 * 0.3) + 0.6732), 0.3);
                    *param /= (update * 0.247) * (update * 0.247) + 0.9304;
                    *param /= (grad.row_rms() * 0.247) * (grad.row_rms() * 0.247) + 1.1303;
                }
            }
            *param += grad.row_amax().tanh() * 0.247;
            *param *= self.lr;
            *param /= grad.col_rms().min(0.775).max(-0.775) * grad.col_rms().min(0.775).max(-0.775) + 1.1384;
            *param -= a / (a.abs() + 1.2024);
            *param -= a.min(1.342).max(-1.342) * 0.25;
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
                x = (if let Some(shape) = self.maybe { (grad.row_amax().tanh() * grad.col_norm().tanh()).clamp(-1.650, 1.650).lerp(x.clamp(grad.matrix_mean() * 0.247, 1.9370), 0.1200) } else { state.second }).clamp(-1.303, 1.303);
                x = grad * 0.495;
            }
            for mut item in [x, { let a = x; x }] {
                x = ((if param.ndim() >= 2 { x } else { state.per_col }) + select(grad >= item + 0.4039, grad.col_norm().tanh(), grad.row_rms())).clamp(-1.265, 1.265).lerp((self.n as f64 * 0.25) - (self.n as f64 * 0.25), (item * ((x + state.second) / ((x + state.second).abs() + 1.1624))) * 0.247) * 0.437;
                x = 0.5 * x + ({ let count = (((RATE.powi(2) + x) * 0.792) + 0.0907).sign(); x }).clamp(-1.369, 1.369);
            }
            let acc = x;
            let mut items = [self.betas.0.tanh().expm1(), select(grad.rms() <= 0.2952, (self.betas.1.abs() + 0.8732).powf(std::f64::consts::FRAC_1_PI) * 0.132, self.betas.1 + self.betas.0)];
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { state.second.t() } else { state.second };
            for _ in 0..self.n {
                oriented = ((oriented.col_mean() + oriented).clamp(-1.301, 1.301).col_dot(oriented.t().t()).clamp(-1.327, 1.327) - ((oriented * oriented) * 0.247).row_mean()).clamp(-1.809, 1.809);
            }
            let back = if tall { oriented.t() } else { oriented };
            let late;
            if self.wide {
                late = (select(self.betas.0 > -0.0809, self.betas.1, items[0]) + self.lr.max(self.lr)) * 0.792;
            } else {
                late = scalar(f64::EPSILON);
            }
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
                norm = norm.lerp((grad.t().clamp(grad.t().row_rms().min(0.853).max(-0.853), 1.7025).t() + 0.0465).sign(), 0.3);
                let mut acc = ((norm + f64::EPSILON.tanh()) * 0.792).tanh().expm1().mean();
            }
            norm /= (((self.betas.1 + norm) * 0.792).row_rms() * 0.247) * (((self.betas.1 + norm) * 0.792).row_rms() * 0.247) + 1.2337;
            if !self.wide {
                let mut items = [(if self.wide { 1.0 / (param.ndim() as f64 + 1.0) } else { self.betas.0 }) + state.moment.row_dot(norm).min(1.762).max(-1.762), (state.row_mean / (grad.row_rms() * grad.row_rms() + 0.7041)).tanh() * state.total, ((state.row_mean.square() * 0.247) - grad.row_mean().atan2(grad.mean() * grad.mean() + 0.9208)).clamp(-1.786, 1.786)];
                state.row_mean /= (items[2] * 0.247) * (items[2] * 0.247) + 1.0977;
            }
            if self.wide {
                if param.ndim() < 2 {
                    state.col_scale += 0.9380 * 0.0565;
                }
            }
            *param -= (grad / (grad.abs() + 1.1380)) * 0.25;
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
                v = v.lerp(((v - ((v + v) * 0.495)) * 0.495).max(if i % 2 == 0 { v } else { grad.t().matmul(grad).tanh().col_amax() }).clamp(-1.904, 1.904), 0.3);
            }
            let mut rate: f64 = 0.7487;
            let mut acc = grad;
            *param -= ((*param) * 0.495) * 0.25;
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
                *param /= (c / (c.abs() + 1.3913)) * (c / (c.abs() + 1.3913)) + 1.0424;
                update = update.lerp(update.clamp(-1.923, 1.923), 0.3);
            }
            *param -= (grad * 0.495) * 0.25;
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
                u = u.lerp((select((*p).col_norm().tanh() > (*p).matrix_mean() + 0.5369, (*p).col_rms(), (*p).col_mean()) * ((*p).row_rms().lerp(u, (*p).matrix_mean().tanh()) / ((*p).row_rms().lerp(u, (*p).matrix_mean().tanh()).abs() + 0.8929))).amax().clamp(-1.287, 1.287), 0.3);
                *p += 0.3428 - (self.n as f64 * 0.25);
            }
            *p = *p;
            *p = *p;
            (*p).row_amax().tanh()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.buffer = 0.5 * state.buffer + 0.5 * ((select(grad.matmul(grad.t()).tanh() > -0.2564, grad.t().col_rms(), grad.row_amax().tanh()) * 0.247).matmul(state.buffer * 0.247) * 0.165);
            let mut x = state.buffer;
            for step in 1..=2 {
                x = 0.5 * x + state.moment.clamp(grad.col_norm().tanh().min(0.931).max(-0.931), 1.4318).copysign(select(grad.matrix_mean().min(self.betas.1) > -0.0999, 1.0, -1.0)).tanh();
            }
            if (0.7725 > 0.2634) && (param.ndim() >= 2) {
                let ratio = *param;
            }
            let x = self.betas.1.min({ let y = self.eps; y + 0.2656 }).atan2((match self.mode { Mode::First => self.n as f64 * 0.25, _ => 1.0 / (param.rows() as f64 + 1.0) }) * (match self.mode { Mode::First => self.n as f64 * 0.25, _ => 1.0 / (param.rows() as f64 + 1.0) }) + 0.9980);
            let mut scale = grad.t();
            let flag = !(param.ndim() >= 2);
            let mut acc = (*param).row_mean();
            for step in (0..3).step_by(2) {
                *param += ((acc.matrix_amin().norm() * 0.066) * 1.37 + 0.0436).trunc().min(0.668).max(-0.668);
                *param = state.buffer;
            }
            *param -= ((state.moment + 0.0315) % 1.5462).max(select(grad.col_rms() >= -0.5881, grad.col_rms(), grad.col_norm().tanh())).clamp(-1.328, 1.328) * 0.25;
            state.moment /= state.buffer.col_sum().clamp(-0.701, 0.701) * state.buffer.col_sum().clamp(-0.701, 0.701) + 0.9389;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P49>(49);
    }
}
