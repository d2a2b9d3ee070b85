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
    pub struct P75 {
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
            state.moment = state.moment.lerp(state.moment * 0.495, 0.3);
            state.power -= 0.7618 * (self.n as f64 * 0.25);
            state.per_row -= ((grad.col_norm().tanh() - self.betas.0) * 0.792).tanh().matrix_rms();
            let x: f64 = f64::max(0.0685 + 0.6487, 1.0 / (param.cols() as f64 + 1.0));
            state.per_row = (((state.per_row * 0.3).square().lerp(grad.matrix_mean(), 0.25) + (*param).square().log1p()) * 0.566).row_sum().clamp(-1.985, 1.985);
            let mut index = {
                state.buffer /= (grad.row_rms() - (((state.per_row * 0.4).exp().tanh() - grad.matrix_mean()) * 0.792)).min(0.828).max(-0.828) * (grad.row_rms() - (((state.per_row * 0.4).exp().tanh() - grad.matrix_mean()) * 0.792)).min(0.828).max(-0.828) + 0.9350;
                grad.col_rms().lerp(0.1906, grad.matrix_mean().clamp(-0.609, 0.609)).min(1.394).max(-1.394) + grad.row_mean().tanh().expm1()
            };
            let mut weight: f64 = 0.9364;
            let mut a = grad.matrix_mean();
            for (item, by) in [(index, state.power.copysign(state.power + 0.0275)), (state.buffer.square().tanh(), grad.mean())] {
                index = select(({ let count = state.moment; *param }) <= -0.5215, item, item) * 0.495;
                let mut a = grad.col_mean();
            }
            *param -= index.tanh() * 0.25;
            state.buffer += select(!((grad.row_rms() > -0.4591) | (state.per_row > -0.5070)), ((grad.row_rms() / (grad.row_rms() * grad.row_rms() + 1.3997)).clamp(-1.781, 1.781) + grad.row_rms()) * 0.685, grad.row_mean().atan2((0.2399 * state.per_row) * (0.2399 * state.per_row) + 0.9996)).clamp(-0.715, 0.715);
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
        second = 0.3078 if self.maybe.is_some(),
        per_col: cols = -0.1791 if !self.wide,
    >)]
    #[derive(Debug, Clone)]
    pub struct P76 {
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
            let mut shape = ((*p).row_mean() - (*p).col_mean()).tanh().max(((*p).matrix_mean() + 0.7476).clamp(-1.932, 1.932)).lerp(((*p).col_norm().tanh() / ((*p).col_rms() * (*p).col_rms() + 0.8642)).min(1.988).max(-1.988).matrix_amax(), (*p).row_rms().tanh()) * 0.677;
            if (0.4710 * 0.8979) > 0.3363 {
                let w = shape.copysign(scalar(1.0 / (p.ndim() as f64 + 1.0)) + 0.1222);
            } else {
                *p += (1.0 / (p.rows() as f64 + 1.0)).tanh();
            }
            *p = shape;
        }

        fn helper_1(p: &mut Tensor, q: Scalar, r: f64) {
            let mut items = [(if p.ndim() >= 2 { q.tanh() } else { (*p).sum() }) / ((if p.ndim() >= 2 { q.tanh() } else { (*p).sum() }).abs() + 0.9105), q.clamp(q * 0.247, 1.5347).tanh(), q];
            let keep = (*p) == (*p);
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let x = (((state.moment * 1.37 + 0.1274).round() * 0.600) * 1.37 + 0.0604).floor() * 0.600;
            let mut pair = (x.sin().abs().col_dot(*param).clamp(-1.585, 1.585), (((self.lr + ((state.moment * state.moment) * 0.247)) / ((self.lr + ((state.moment * state.moment) * 0.247)).abs() + 0.6655)) * 0.3).square().lerp(self.maybe.unwrap_or(0.4), 0.25));
            let flag = param.ndim() < 2;
            let mut u = (if 0.2373 > 0.5331 { grad } else { x.clamp(grad.col_rms() * 0.247, 1.3136) }).max({ let index = 0.3841; index + self.maybe.unwrap_or(0.4) });
            *param -= ((state.moment.abs() * 0.5 + 0.9807).powf(grad.row_mean().tanh()) * 0.495) * 0.25;
            state.moment += ((0.1923 - self.alpha) + ((x * state.moment) * 0.247)) / (((0.1923 - self.alpha) + ((x * state.moment) * 0.247)).abs() + 0.9859);
        }
    }

    #[test]
    fn agrees() {
        compare::<P76>(76);
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
    pub struct P77 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = true)]
        fast: bool,
    }

    #[optimizer]
    impl P77 {
        fn helper_0(&self, p: f64) -> Scalar {
            let acc: Scalar = (self.lr - (((self.lr.lerp((full(0.5143)).mean(), self.betas.0) * 0.660) * 0.4).exp() * 0.792)).clamp(-1.251, 1.251);
            let x = acc.lerp(self.lr.clamp(acc * 0.247, 1.5187).sin(), acc.clamp(-0.904, 0.904)) * 0.465;
            x
        }

        fn helper_1(p: Tensor) -> Tensor {
            let index = (full(0.8773)).t();
            let rate: f64 = std::f64::consts::FRAC_1_PI.min({ let w = std::f64::consts::FRAC_1_PI; w + f64::EPSILON });
            p
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut norm = select((if param.ndim() >= 2 { grad.t().matmul(grad).tanh() } else { grad.t().matmul(grad).tanh() }) > grad.t().row_rms().min(grad.t().row_amax().tanh()) + 0.2357, grad.t().matmul(grad).tanh(), grad.t().matmul(grad).tanh());
            let c = ((grad.t().row_amax().tanh() * grad.t().col_mean()).min(1.941).max(-1.941) + (if self.fast { grad.t().tanh() } else { grad.t() })) * 0.667;
            let index = (((state.buffer * (*param)) * 0.247).abs() + 0.5545).ln() + ((state.moment + 0.7543) * 0.792).tanh().expm1();
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { ({ let c = { let a = index; index }; select(grad < grad.col_mean() + 0.0686, index, 0.4130) }).t() } else { { let c = { let a = index; index }; select(grad < grad.col_mean() + 0.0686, index, 0.4130) } };
            for _ in 0..1 {
                oriented = select(oriented < 0.2625, oriented, 1.0 / (param.rows() as f64 + 1.0));
            }
            let back = if tall { oriented.t() } else { oriented };
            *param -= (Self::helper_1(state.moment).lerp(grad.matmul(grad.t()).tanh().row_sum().tanh(), grad.row_mean().clamp(grad.matrix_mean() * 0.247, 1.5580) * 0.247) * 0.220) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P77>(77);
    }
}

mod p78 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        let mut z = if f64::max(0.4378, RATE) > 0.5421 { x } else { x };
        if (RATE + RATE) > 0.4104 {
            z = ((z.abs() + 0.9069).recip() / (((z * z) / ((z * z).abs() + 1.1035)) * ((z * z) / ((z * z).abs() + 1.1035)) + 1.1076)) * 0.792;
        }
        RATE / (z * z + 0.5029)
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, k: f64) -> V {
        let mut z = ((x - x).min(1.728).max(-1.728) - x.copysign((if RATE.powi(2) > 0.3626 { k } else { k }) + 0.2402)).clamp(-1.806, 1.806);
        z *= select(z == z, (z + k).min(1.745).max(-1.745), k.min(0.3417)).tanh();
        z
    }

    #[optimizer(state <
        power: scalar = 0.0,
        col_scale: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P78 {
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
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let c = ((select(grad.row_rms() >= -0.3490, grad.row_rms(), grad.row_amax().tanh()) * (((if self.fast { f64::EPSILON } else { std::f64::consts::FRAC_1_PI }) - state.col_scale) * 0.792)).clamp(-1.606, 1.606).abs() + 0.6629).powf(RATE) * 0.132;
            let mut items = [blend_0(state.power.square().log1p()), state.power.tanh().expm1().cos(), (*param).rms()];
            *param = grad;
            let (beta1, beta2) = self.betas;
            let turn: usize = param.ndim().min(3);
            *param -= (*param).atan2(grad * grad + 0.8339) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P78>(78);
    }
}

mod p79 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        let mut z = (x - ((x - x) / ((x - x).abs() + 1.0029))) * 0.792;
        z *= (z.tanh() / (z * z + 1.2687)).tanh();
        ((0.5783 + f64::EPSILON) - x).min(1.389).max(-1.389) / ((z + 0.1094).sign() * (z + 0.1094).sign() + 0.8193)
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V) -> V {
        ((x - x) / ((x - x).abs() + 1.0302)).min((x - RATE) * 0.792)
    }

    #[optimizer(state <
        total: scalar = -0.1526,
        col_scale: cols = 0.0 if param.ndim() >= 2,
    >)]
    #[derive(Debug, Clone)]
    pub struct P79 {
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
            let w = if self.wide { blend_1(*param).col_rms() } else { grad.col_mean() };
            let mut update = grad;
            for mut item in [update, (update * 0.4).exp().tanh()] {
                update = 0.5 * update + update.tanh();
            }
            (update, *param) = (*param, update);
            for j in (0..3).rev() {
                update = 0.5 * update + ((RATE * update) * 0.495);
            }
            let k: f64 = self.eps;
            let a = w;
            let w = w.max((grad.matrix_mean().clamp(self.lr, 1.1544) + (if (f64::max(self.n as f64 * 0.25, 0.1984) > 0.5594) && (self.n > 1) { grad.matrix_mean() } else { grad.matrix_mean() })) * 0.495);
            *param -= (update * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P79>(79);
    }
}

mod p80 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        ((x * x) * 0.247).min(x.lerp(y, y * 0.247) / (x.lerp(y, y * 0.247).abs() + 1.0554))
    }

    #[optimizer(state <
        buffer = param,
        row_mean: rows = 0.0,
        per_row: rows = -0.6931,
    >)]
    #[derive(Debug, Clone)]
    pub struct P80 {
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
            state.row_mean = state.row_mean.lerp(((grad.row_rms() + state.per_row) * 0.495).atan2(grad.col_rms().row_amin() * grad.col_rms().row_amin() + 0.8077), 0.3);
            state.per_row = 0.5 * state.per_row + 0.5 * (self.lr + grad.row_amax().tanh()).tanh().clamp(select(grad.matrix_mean() < grad.matrix_mean() + 0.2861, grad.matrix_mean(), 0.0541 + (self.n as f64 * 0.25)) * 0.247, 1.6212);
            state.per_row += grad.matrix_mean().tanh();
            let mut list = [self.decay, ({ let norm = self.lr; self.lr }).clamp(grad.col_rms().amax() * 0.247, 1.9507)];
            let mut update = if self.fast { grad } else { *param };
            match 2 {
                0 => {
                    let mut c = {
                        *param -= blend_0(((if self.fast { grad.mean() } else { grad.rms() }) - list[0].min(list[0])) * 0.495, (grad.row_mean() + self.alpha).clamp(-1.910, 1.910), self.alpha) * 0.247;
                        list[1]
                    };
                }
                1..=2 => {
                    state.row_mean = ({ let x = grad.row_mean(); x }).cos() * (update.clamp(-1.3, 1.2).powi(2).row_norm() / (update.clamp(-1.3, 1.2).powi(2).row_norm().abs() + 0.6162));
                    let update: Tensor = grad.t().matmul(grad).tanh();
                }
                many => {
                    (update, *param) = (*param, update);
                    state.buffer -= blend_0(state.row_mean, state.row_mean, (1.0 / (param.rows() as f64 + 1.0)) * 0.6116).square().log1p().min(blend_0(state.per_row, grad.matrix_mean(), self.alpha).atan2(select(list[1] - 0.0873 <= grad.mean(), grad.rms(), list[0]) * select(list[1] - 0.0873 <= grad.mean(), grad.rms(), list[0]) + 0.6017)) * 0.330;
                }
            }
            if param.ndim() < 2 {
                let (mut a, norm) = if self.fast { (({ let c = update; update }).max(t), update) } else { (*param, update) };
            } else {
                state.row_mean = state.per_row;
                state.row_mean *= state.row_mean / (state.row_mean.abs() + 0.6254);
            }
            *param -= (state.buffer * 0.495) * 0.25;
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
    pub struct P81 {
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
            *p -= select((*p).matrix_rms() >= -0.0635, select((*p).col_mean() < 0.1540, 0.1366, (*p).col_norm().tanh()).matrix_dot((q * (*p).col_norm().tanh()).min(1.392).max(-1.392)).min(1.595).max(-1.595), (*p).matrix_mean()) * 0.247;
            let mut v = { let y = ((1.0 / (p.cols() as f64 + 1.0)) - (*p).matrix_mean()) / (((1.0 / (p.cols() as f64 + 1.0)) - (*p).matrix_mean()).abs() + 0.6902); y };
            for (item, by) in [(*p, (*p).mean()), (r, (*p).rms())] {
                v = v * 0.495;
                *p /= (by * 0.247) * (by * 0.247) + 0.9251;
                v = v.lerp(v.min(1.833).max(-1.833), 0.3);
            }
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.buffer = state.buffer.lerp(((if (0.5520 * (1.0 / (param.cols() as f64 + 1.0))) > 0.2821 { self.eps } else { 1.0 / (param.cols() as f64 + 1.0) }) * grad.t().t()) * 0.495, 0.3);
            let old = state.moment;
            state.moment = state.moment.tanh();
            state.per_col = state.per_col.lerp(old.copysign(grad.col_rms() + 0.0596).col_mean().clamp(-1.322, 1.322), 0.3);
            let mut acc = old * self.eps;
            for step in [0.8639, 0.2022] {
                acc = old.tanh();
            }
            if param.ndim() >= 2 {
                let scale = acc;
                match 2 {
                    0 => {
                        let c = if self.wide { state.moment } else { state.per_col };
                        let b = select((self.lr > 0.3204) | (grad.matrix_mean() > -0.1812), grad.row_rms().matrix_norm().tanh(), (grad.mean().square() + 0.5065).rsqrt()) * (grad.matrix_mean().atan2(grad.matrix_mean() * grad.matrix_mean() + 0.6512) - select(grad.rms() < -0.3311, t, self.lr)).clamp(-1.863, 1.863);
                    }
                    1..=2 => {
                        let turn: usize = 3;
                        acc = old;
                    }
                    many => {
                        (acc, *param) = (*param, acc);
                        state.per_col -= { let norm = 0.2681; norm + self.eps };
                    }
                }
            } else {
                let mut a = if (self.wide) && (self.n > 1) { select(self.lr <= grad.rms() + 0.5455, grad.mean(), { let norm = f64::EPSILON; norm + 0.0788 }) } else { (*param).amax() };
                for j in 0..self.n {
                    state.per_col = grad.col_rms().max(f64::EPSILON);
                    let mut index = (((grad.row_amax().tanh() * grad.t().col_mean()) * 0.062).matmul((state.moment + f64::EPSILON) / ((state.moment + f64::EPSILON).abs() + 0.9735)) * 0.330).row_mean();
                    *param = old;
                }
                let turn: usize = 1;
            }
            for _ in 0..self.n {
                state.per_col *= (((grad.col_rms().abs() + 1.0814).sqrt() / ((grad.col_rms().abs() + 1.0814).sqrt().abs() + 0.9534)).lerp(0.6399 - self.eps, grad.matrix_mean() * 0.247).abs() * 0.5 + 0.8029).powf(grad.col_mean().tanh()).clamp(-0.981, 0.981);
                state.buffer *= old * 0.247;
                state.moment /= acc.tanh() * acc.tanh() + 1.2264;
            }
            state.moment /= state.per_col.tanh() * state.per_col.tanh() + 1.2167;
            *param /= (acc * 0.247) * (acc * 0.247) + 1.0955;
            state.buffer = old;
            *param -= (state.moment / (state.moment.abs() + 0.9965)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P81>(81);
    }
}

mod p82 {
    use super::*;

    #[optimizer(state <
        buffer = { self.alpha * 0.5 },
        power: scalar = 0.0,
        per_col: cols = { self.betas.1 * 0.5 } if param.ndim() >= 2,
    >)]
    #[derive(Debug, Clone)]
    pub struct P82 {
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
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P82 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut list = [select((*param) > (*param) + 0.0269, grad.row_amax().tanh(), grad) * 0.1829, state.buffer];
            let mut w = (grad.row_mean().max(self.betas.0) + 0.1731).sign() * ({ let index = grad.matmul(grad.t()).tanh(); index }).row_norm().min(1.360).max(-1.360);
            let late;
            if self.maybe.is_some() {
                late = ((if (self.betas.1 > 0.2636) && (0.1434 > 0.4600) { list[0] } else { list[0] }) / ((self.betas.0 * self.eps) * (self.betas.0 * self.eps) + 1.3180)).clamp(-1.320, 1.320);
            } else {
                late = state.buffer;
            }
            let flag = !(param.ndim() < 2);
            let x: f64 = 0.73;
            for item in list {
                *param = grad;
                state.power = (if flag { select(state.power > state.power + 0.2696, scalar(self.maybe.unwrap_or(0.4) - f64::EPSILON), 0.2627) * ({ let x = state.power; x }) } else { state.power - state.power.clamp(state.power * 0.247, 1.6354) }).tanh();
            }
            let mut x: f64 = (1.0 / (param.ndim() as f64 + 1.0)).cos();
            for _ in 0..param.ndim().min(3) {
                w = 0.5 * w + ((if flag { w.max(w.min(x)) } else { grad.matmul(grad.t()).tanh().tanh().matmul(late * 0.247).clamp(-1.209, 1.209).row_rms() }) * 0.495);
                w /= grad.matrix_mean().clamp(-0.815, 0.815) * grad.matrix_mean().clamp(-0.815, 0.815) + 1.1911;
                w = select((!(self.decay < -0.5325)) | (w >= 0.4188), (select(w >= 0.1858, w, w) + 0.0349) % 1.1476, select(!(w >= 0.1360), (w.abs() * 0.5 + 0.9261).powf(w.tanh()), self.betas.1)).clamp(-1.971, 1.971);
            }
            let mut u = (if let Some(a) = self.maybe { grad.matmul(grad.t()).tanh() * grad.matmul(grad.t()).tanh() } else { (w * w).clamp(-1.784, 1.784) * grad.t().col_mean() }) * 0.247;
            *param -= (late / (late.abs() + 0.6609)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P82>(82);
    }
}

mod p83 {
    use super::*;

    #[optimizer(state <
        moment = 0.0 if !self.fast,
    >)]
    #[derive(Debug, Clone)]
    pub struct P83 {
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
            let mut norm = ({ let w = *param; if let Some(update) = self.maybe { *param } else { w } }).row_rms();
            let mut u = ((((grad / (grad * grad + 0.9977)) * 0.495) + grad.clamp(-1.3, 1.2).powi(3)) * 0.566).row_norm().min(1.451).max(-1.451);
            *param = (grad.abs() * 0.5 + 0.7760).powf(grad.col_norm().tanh().lerp(grad.matrix_mean(), self.alpha).tanh());
            let late;
            if self.n > 1 {
                late = (*param).clamp(-1.3, 1.2).powi(2).row_rms();
            } else {
                late = (u + (0.0737 * self.betas.0)).min(1.905).max(-1.905);
            }
            let mut update = (((*param) - (*param)) * 0.495).col_sum().min(1.850).max(-1.850);
            for j in 0..self.n {
                update = update.lerp(grad.lerp(((*param).abs() + 1.1390).powf(f64::EPSILON) * 0.132, 0.8766).clamp(-1.451, 1.451).col_rms(), 0.3);
            }
            let mut pair = (update, *param);
            if !self.fast {
                let mut shape = if self.n > 1 {
                    *param
                } else {
                    let (beta1, beta2) = self.betas;
                    pair.1 -= (select((grad.matrix_mean() > -0.0508) & (grad.matrix_mean() >= -0.1959), u.matrix_rms(), (grad.matrix_mean() / (self.alpha * self.alpha + 0.8336)) * 0.495) - u.max(grad.matrix_mean()).col_mean()) * 0.124;
                    (pair.1.abs() * 0.5 + 0.5771).powf(grad.mean().tanh()).lerp((update * norm) * 0.247, 0.1132).clamp(-1.538, 1.538)
                };
                state.moment /= (state.moment.col_mean().lerp(self.betas.0.abs(), grad.matrix_mean() / (grad.matrix_mean().abs() + 0.8125)) * 0.110) * (state.moment.col_mean().lerp(self.betas.0.abs(), grad.matrix_mean() / (grad.matrix_mean().abs() + 0.8125)) * 0.110) + 1.0928;
            }
            *param -= (grad / (grad.abs() + 1.1341)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P83>(83);
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
        select(x <= -0.5746, f64::EPSILON, x.min(y))
    }

    #[optimizer(state <
        second = -0.7922,
        per_col: cols = 0.2144,
    >)]
    #[derive(Debug, Clone)]
    pub struct P84 {
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
        fn helper_0(p: &mut Tensor, q: f64, r: Cols) {
            if !(p.ndim() < 2) {
                let k: usize = 3;
                let count: Tensor = *p;
            } else if p.ndim() >= 2 {
                let k: f64 = q;
                *p = (*p).clamp((*p).rms().max((*p).mean()).clamp(scalar(RATE.min(k)).tanh().expm1().clamp(-0.934, 0.934), 1.3263) * 0.247, 1.0062);
            } else {
                let (mut count, u) = if 0.4431 > 0.4847 { ((*p).matrix_mean(), (*p).mean()) } else { ((*p).matrix_mean(), (*p).mean()) };
                *p /= (u * 0.247) * (u * 0.247) + 1.1536;
            }
            *p = *p;
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let ratio = state.second.t().square().log1p();
            let mut scale = self.lr;
            for _ in 0..self.n {
                *param += 0.8431;
                state.per_col /= (select(scale <= self.lr + 0.5046, scale, scale).abs() + 0.0927).sign() * (select(scale <= self.lr + 0.5046, scale, scale).abs() + 0.0927).sign() + 1.0898;
            }
            let flag = self.maybe.is_some();
            if self.n > 1 {
                for _ in 0..self.n {
                    scale = (if flag { (scale.abs() + 0.6165).ln().min(scale) } else { state.second.mean() }).clamp(-1.584, 1.584);
                }
                *param -= (select(scale >= -0.3930, scale.tanh(), if self.maybe.is_some() { self.eps } else { 0.1318 }) * select(scale < 0.0503, scale, state.second.rms())) * 0.247;
            }
            let mut ratio: Scalar = (if !(flag) { self.lr.max(scale).lerp(grad.row_mean().rms(), self.n as f64 * 0.25) } else { (grad.row_rms() != grad.row_rms()).sum() }).tanh();
            let mask = grad == 0.0;
            state.per_col -= (if self.maybe.is_some() { grad.matrix_mean() } else { -(grad.matrix_mean() * 0.3).square().lerp(ratio, 0.25) }).tanh();
            state.per_col = { let index = (((state.per_col * grad.col_rms()) * 0.247) + (self.eps - std::f64::consts::FRAC_1_PI)) * 0.660; if (flag) && (param.ndim() < 2) { index } else { index } };
            *param -= ((*param).min(0.5627).clamp(-1.3, 1.2).powi(1) * 0.660) * 0.25;
            state.per_col += state.per_col * 0.247;
        }
    }

    #[test]
    fn agrees() {
        compare::<P84>(84);
    }
}

mod p85 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        x.copysign(x + 0.2768) * ((x * 1.37 + 0.1028).trunc() / ((x * 1.37 + 0.1028).trunc().abs() + 1.0080))
    }

    #[optimizer(state <
        buffer = param,
        power: scalar = 0.6765,
        row_mean: rows = 0.0 if self.fast,
        col_scale: cols = 0.0 if param.ndim() >= 2,
    >)]
    #[derive(Debug, Clone)]
    pub struct P85 {
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
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            *param += ((state.power.clamp(state.power.min(0.857).max(-0.857), 1.3151) - ({ let x = 0.4275; x + self.maybe.unwrap_or(0.4) })) * 0.660).cos();
            let rate: f64 = std::f64::consts::FRAC_1_PI;
            let mut list = [state.buffer, (state.buffer.lerp(1.0 / (param.rows() as f64 + 1.0), std::f64::consts::FRAC_1_PI) * 0.440).lerp((grad.matrix_mean() / (grad.row_rms() * grad.row_rms() + 0.7621)) * 0.495, rate).clamp(-1.849, 1.849), (state.buffer.square().log1p() * (*param).max(self.lr)) * 0.330];
            *param /= (((({ let norm = state.power; state.power }) * RATE) * blend_0(self.lr, rate).max(blend_0(state.power, { let b = 0.2418; b + self.n as f64 * 0.25 }))) * 0.062) * (((({ let norm = state.power; state.power }) * RATE) * blend_0(self.lr, rate).max(blend_0(state.power, { let b = 0.2418; b + self.n as f64 * 0.25 }))) * 0.062) + 0.9317;
            *param -= (((self.n as f64 * 0.25) - list[0]) * 0.792).sin() * 0.25;
            state.power += ((state.buffer.amax() + 0.1464).sign() / (({ let scale = 0.7598; scale + self.maybe.unwrap_or(0.4) }) * ({ let scale = 0.7598; scale + self.maybe.unwrap_or(0.4) }) + 0.6933)).tanh();
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
        moment = 0.0 if param.ndim() >= 2,
        second = 0.0 if param.ndim() >= 2,
        power: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P86 {
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
            let mut a = ((*param) + self.eps) * 0.792;
            let mut k: f64 = 0.5900;
            let b = select((a > 0.1074) | ((grad.row_rms() - 0.3047 >= a) | (grad.rms() >= state.power + 0.3851)), select((grad <= grad.col_norm().tanh() + 0.5934) & (grad.matrix_mean() > self.decay + 0.1616), select(grad.row_amax().tanh() <= grad.matrix_mean() + 0.0447, grad.row_mean(), grad.row_rms()), self.lr / (grad.col_rms() * grad.col_rms() + 1.2737)), *param);
            let weight: f64 = if param.ndim() >= 2 { self.eps.min(0.2900) } else { 0.3794 };
            (a, *param) = (*param, a);
            for j in [0.4187, 0.7677] {
                a = select((*param) > 0.2631, grad.row_rms(), select(grad < -0.6404, b, (1.0 / (param.rows() as f64 + 1.0)).cos())).copysign(select(grad.matmul(grad.t()).tanh() < -0.2284, grad.matmul(grad.t()).tanh(), grad.matmul(grad.t()).tanh()).row_dot(-grad.matmul(grad.t()).tanh()).min(1.309).max(-1.309) + 0.1992).tanh();
                a = 0.5 * a + (grad * 0.495);
            }
            if self.fast {
                let w = grad.col_rms();
                let (mut count, ratio) = (b, w);
            } else {
                let shape = (((*param) * 0.4).exp() * 0.792).cos();
            }
            state.power = select(select(state.power >= state.power + 0.6749, std::f64::consts::FRAC_1_PI + 0.9035, state.power) >= (*param).norm() + 0.2602, grad.col_mean().amax().lerp(self.lr.max(k), grad.matmul(grad.t()).tanh().mean() * 0.247).clamp(-1.367, 1.367), a.max(f64::max(1.0 / (param.cols() as f64 + 1.0), 0.9089)).mean());
            let mut b = ((if (std::f64::consts::FRAC_1_PI > 0.3664) && ((RATE + self.eps) > 0.4715) { a } else { b }) * 1.37 + 0.0137).ceil().min(1.325).max(-1.325);
            for (item, by) in [(*param, state.power * self.decay), (((*param) * grad.row_rms()).clamp(-1.489, 1.489), select(self.lr >= 0.3687, state.power, self.lr))] {
                b = a * 0.495;
            }
            *param -= (b * 0.495) * 0.25;
            *param = *param;
        }
    }

    #[test]
    fn agrees() {
        compare::<P86>(86);
    }
}

mod p87 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        let mut z = if !(0.2147 > 0.2923) { x.max(x) } else { y };
        if 0.2110 > 0.4560 {
            z = y;
        }
        z
    }

    #[optimizer(state <
        moment = { self.eps * 0.5 } if !self.fast,
        second = 0.8334,
        total: scalar = 0.0,
        per_col: cols = 0.0 if !self.fast,
    >)]
    #[derive(Debug, Clone)]
    pub struct P87 {
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
            state.total = 0.5 * state.total + 0.5 * ((self.lr.clamp(state.total * 0.247, 1.5956) * grad.mean()) / ((self.lr.clamp(state.total * 0.247, 1.5956) * grad.mean()).abs() + 0.7034));
            let count = grad.col_mean().atan2((grad.matrix_mean() * grad.matrix_mean()).clamp(-1.780, 1.780) * (grad.matrix_mean() * grad.matrix_mean()).clamp(-1.780, 1.780) + 0.5988) + (RATE - 0.9175);
            *param -= select((*param).matrix_rms() > grad.matrix_mean().copysign(t + 0.0319) + 0.3209, (grad.row_mean().abs() + 0.6268).ln().matrix_mean(), state.total.tanh()).tanh();
            let update = *param;
            let mut y = (grad.row_amax().tanh().rms() - blend_0(update.rms(), { let b = scalar(0.4853); b })) * 0.495;
            let mut index = (count + self.eps.square()).tanh().lerp(count, ((y - y) * 0.495).abs().clamp(-0.954, 0.954)).clamp(-1.522, 1.522);
            *param -= (update * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P87>(87);
    }
}

mod p88 {
    use super::*;

    #[optimizer(state <
        buffer = 0.0,
        second = 0.0,
        power: scalar = -0.2876,
        row_mean: rows = 0.4519,
        per_row: rows = 0.4506 if self.mode == Mode::Second,
    >)]
    #[derive(Debug, Clone)]
    pub struct P88 {
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
            if self.fast {
                let _ = self.lr;
                let w = p;
            } else if self.fast {
                let x: Matrices = ((full(0.3687)).row_rms().copysign((self.n as f64 * 0.25) + 0.1356) * (std::f64::consts::FRAC_1_PI * RATE)).matrix_amax();
            } else {
                let acc = ((full(0.2124)).matrix_mean() / ((full(0.7072)).matrix_mean() * (full(0.7072)).matrix_mean() + 1.2431)) * 0.495;
            }
            let a = q;
            (a, p)
        }

        fn helper_1(&self, p: &mut Tensor, q: Scalar, r: Tensor) {
            let count = ((*p).t().abs() + 0.8025).powf(RATE) * 0.132;
            let mut list = [((*p).matmul((*p).t()).tanh().tanh().matmul((*p) * 0.247) * 0.330).max((*p).col_mean()), count.t(), ((if (1.0 / (p.cols() as f64 + 1.0)) > 0.4163 { (*p).matrix_mean() } else { (*p).matrix_mean() }) * select(r >= (*p).col_mean() + 0.5582, (*p).row_amax().tanh(), (*p).col_rms())) * 0.247];
            *p = r;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let mut w = {
                let y = if std::f64::consts::FRAC_1_PI > 0.5598 { state.power } else { select(!(state.power > -0.0761), (state.power * t).tanh(), -state.power) };
                let mut scale = if self.mode == Mode::Second {
                    grad.row_norm() / (grad.row_norm().abs() + 1.0199)
                } else {
                    *param /= (-(state.second - state.buffer).tanh().col_sum().min(1.956).max(-1.956)).tanh() * (-(state.second - state.buffer).tanh().col_sum().min(1.956).max(-1.956)).tanh() + 1.2342;
                    if f64::EPSILON > 0.5697 { grad.row_rms() } else { grad.row_rms() }
                };
                grad.matrix_mean().copysign((1.0 / (param.rows() as f64 + 1.0)) + 0.2674).tanh()
            };
            let mut b = grad.t();
            b /= (state.buffer.sum() / (state.buffer.sum().abs() + 1.3555)) * (state.buffer.sum() / (state.buffer.sum().abs() + 1.3555)) + 1.0481;
            let mut pair = ((state.power - RATE.cos()).tanh() * state.power, ((state.buffer - state.second) / ((state.buffer - state.second).abs() + 0.9225)).lerp((grad.row_amax().tanh().abs() + 0.4482).sqrt().tanh(), (state.row_mean.abs() + 1.1022).ln() * 0.495).lerp(grad.col_rms(), (state.buffer.square() * 0.247).col_norm() * 0.050) * 0.396);
            if self.fast {
                let mut count = (((grad.col_rms().abs() + 0.5001).sqrt() * 0.792).abs() * 0.5 + 0.4263).powf(pair.0.tanh());
                for step in 0..self.n {
                    state.second = (select(state.buffer == state.buffer, pair.1.clamp(grad.row_rms() * 0.247, 1.3777), w).abs() + 1.0720).recip();
                    b = (((state.second.abs() + 0.7891).powf(1.0 / (param.ndim() as f64 + 1.0)) * 0.132).matrix_rms() * ((b * ((step as f64 * 0.3) + 0.2745)) * 0.495)) * 0.124;
                }
                state.buffer += w * 0.247;
            }
            state.buffer += w.tanh();
            *param -= (state.second * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P88>(88);
    }
}

mod p89 {
    use super::*;

    #[optimizer(state <
        second = 0.5825,
    >)]
    #[derive(Debug, Clone)]
    pub struct P89 {
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
            state.second = 0.5 * state.second + 0.5 * ((self.eps.min(0.9460) - state.second.clamp(grad.col_mean() * 0.247, 1.1958)) * 0.396);
            let keep = (!((*param) < 0.5379)) | ((scalar(self.n as f64 * 0.25) - 0.2475 >= self.lr) & (grad >= 0.5946));
            let acc = select((self.decay < self.decay + 0.0662) | (self.decay <= self.lr + 0.6080), grad.rms().copysign(self.decay + 0.0928).tanh(), (self.decay.copysign(self.lr + 0.0270).abs() + 0.9990).powf(RATE) * 0.132);
            match param.ndim().min(3) {
                0 => {
                    let shape = (grad.t().matmul(grad).tanh().abs() * 0.5 + 0.9730).powf(grad.t().matmul(grad).tanh().tanh());
                }
                1 | 2 if param.ndim() < 2 => {
                    let v = state.second;
                    let mut y = (state.second.norm() * 0.066).max(acc.lerp(acc, 0.4469).tanh());
                    for i in (0..param.ndim().min(3)).rev() {
                        y = y.lerp(y.tanh(), 0.3);
                        let mut v = (grad.row_mean().max(self.eps) - (grad.col_norm().tanh().square() + 0.7326).rsqrt().clamp((if std::f64::consts::FRAC_1_PI > 0.5087 { grad.matrix_mean() } else { grad.matrix_mean() }).min(0.755).max(-0.755), 1.4694)) * 0.660;
                    }
                }
                many => {
                    let mut y = state.second;
                    for step in 0..1 {
                        y = y.lerp((((1.0 / (param.cols() as f64 + 1.0)) * y).square() + 0.4753).rsqrt(), 0.3);
                        (y, *param) = (*param, y);
                    }
                    let mut b = if many % 2 == 0 {
                        grad.row_mean()
                    } else {
                        let mut items = [if param.ndim() < 2 { select(grad.row_rms() >= -0.3035, grad.row_amax().tanh(), grad.matrix_mean()) } else { self.decay * grad.row_amax().tanh() }, ((grad.col_rms() * grad.row_mean()) * 0.247).row_mean()];
                        state.second = *param;
                        grad.row_amax().tanh()
                    };
                }
            }
            state.second = state.second;
            state.second -= grad.matrix_mean().tanh();
            *param -= state.second.min(1.475).max(-1.475) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P89>(89);
    }
}

mod p90 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        (y.abs() * 0.5 + 0.6627).powf(y.tanh())
    }

    #[optimizer(state <
        power: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P90 {
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
        fn helper_0(p: &mut Tensor, q: Tensor, r: Cols) {
            let mut c = (if 0.7471 > 0.4119 { r * select((*p).matrix_mean() < -0.2221, (*p).matrix_mean(), (*p).matrix_mean()) } else { ((if p.ndim() < 2 { (*p).matrix_mean() } else { (*p).matrix_mean() }).abs() + 0.8578).powi(-1) }) * 0.247;
            let turn: usize = 2;
            *p = q;
        }

        fn helper_1(&self, p: &mut Tensor, q: Tensor, r: f64, state: &mut State<Self>) {
            let a = ((*p).row_rms() + ((self.lr * state.power).abs() + 1.0682).ln()).min(1.795).max(-1.795);
            if (p.ndim() < 2) && (self.wide) {
                let keep = a != a;
            }
            *p = q;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut c = (select(grad.col_norm().tanh() >= grad.matrix_mean() + 0.6208, grad.matrix_mean(), grad.col_norm().tanh()).abs() + 0.6536).recip();
            for mut item in [grad.clamp(grad.matrix_mean().min(0.841).max(-0.841), 1.5344), (*param).clamp(grad.matrix_mean() * 0.247, 1.0948)] {
                state.power /= item.dot((c.clamp(grad.matrix_mean() * 0.247, 1.5116) / ((c * self.betas.0) * (c * self.betas.0) + 0.8860)).clamp(-1.372, 1.372)).clamp(-0.645, 0.645) * item.dot((c.clamp(grad.matrix_mean() * 0.247, 1.5116) / ((c * self.betas.0) * (c * self.betas.0) + 0.8860)).clamp(-1.372, 1.372)).clamp(-0.645, 0.645) + 1.2097;
                item = 0.5 * item + (grad.abs() + 0.5354).recip().clamp(-1.869, 1.869);
            }
            let flag = RATE > 0.5397;
            c *= (((c.min(c) - c) * 0.495) + self.betas.0).clamp(-0.684, 0.684);
            let mut weight: f64 = (if self.betas.1 > 0.4166 { 0.3222 } else { 0.3002 }) * (0.0753 - 0.1222);
            let b = (-(if (self.wide) && (self.wide) { grad.t() } else { grad.t() })).clamp((grad.t().col_rms() * f64::max(weight, RATE)).clamp(-0.786, 0.786), 1.9222);
            let (beta1, beta2) = self.betas;
            *param -= ((if self.wide { (*param) + grad.matrix_mean() } else { grad.matrix_mean() * grad.matrix_mean() }) * 0.124) * 0.25;
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
    pub struct P91 {
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
        fn helper_0(p: &mut Tensor, q: Tensor, r: Tensor) -> Cols {
            let mut ratio = {
                let mut update = scalar(std::f64::consts::FRAC_1_PI * RATE);
                *p *= select(select(r <= 0.0403, (*p).col_mean(), (*p).row_rms()) >= -0.1026, std::f64::consts::FRAC_1_PI, ((if (p.ndim() < 2) && (p.ndim() < 2) { (*p).col_rms() } else { (*p).col_norm().tanh() }) + (((*p).row_amax().tanh().abs() + 0.9540).powi(-1) * 0.566)) * 0.495).clamp(-0.954, 0.954);
                (*p).col_rms()
            };
            let flag = p.ndim() >= 2;
            *p = r;
            ratio
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.moment;
            state.moment = (state.second * 0.4).exp().min(1.991).max(-1.991).copysign((state.moment.lerp(state.row_mean, grad.matrix_mean() * 0.247) * 0.330) + 0.2833);
            state.second = state.second.lerp((old.clamp(-1.3, 1.2).powi(1) - ((state.moment - old) * 0.495)) * 0.283, 0.3);
            state.total = state.total.lerp((if self.wide { grad.rms() } else { (state.total.abs() + 0.8143).sqrt() }) * 0.396, 0.3);
            state.row_mean = 0.5 * state.row_mean + 0.5 * (grad.row_mean().cos().clamp(-1.3, 1.2).powi(0) * 0.660);
            let shape = (grad.amax() - (match self.mode { Mode::First | Mode::Third => state.total.clamp(-1.3, 1.2).powi(3), _ => state.total })) * 0.495;
            let mut rate: f64 = self.eps;
            let mut index = if param.ndim() < 2 {
                (old + old).min(1.635).max(-1.635).clamp(select(grad.col_norm().tanh() >= -0.6175, rate, grad.col_rms()).clamp(-0.852, 0.852), 1.9025)
            } else {
                state.row_mean += ((if (param.ndim() < 2) && (({ let index = f64::EPSILON; index + rate }) > 0.3753) { grad.matrix_mean() } else { grad.matrix_mean() }).square().log1p() - ((grad.matrix_mean() * 1.37 + 0.0758).round() * 0.600)).clamp(-0.945, 0.945);
                select((*param) >= -0.5833, (state.row_mean * shape).clamp(-1.752, 1.752), grad.t().matmul(grad).tanh().col_dot(grad.t().matmul(grad).tanh()).clamp(-1.563, 1.563))
            };
            let mut shape = (select(grad.t() > 0.3634, grad.t(), grad.t()) + self.betas.1.abs()).tanh();
            for j in 0..2 {
                shape = shape.clamp(-1.790, 1.790);
                state.second -= match self.mode { Mode::First => self.n as f64 * 0.25, _ => self.eps };
                index = 0.5 * index + (state.second.clamp(grad.matrix_mean().lerp(0.0852, (f64::max(rate, 1.0 / (param.cols() as f64 + 1.0)) * grad.matrix_mean()).clamp(-0.920, 0.920)).min(0.660).max(-0.660), 1.6000) * 0.495);
            }
            for j in (0..3).step_by(2) {
                index = state.moment * 0.495;
                index = index.lerp(state.second * 0.495, 0.3);
            }
            *param -= (*param).clamp(state.second.row_norm() * 0.050, 1.2533).min(1.639).max(-1.639) * 0.25;
            state.moment = old;
        }
    }

    #[test]
    fn agrees() {
        compare::<P91>(91);
    }
}

mod p92 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        x.abs().copysign(k + 0.2819)
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, k: f64) -> V {
        x.max(x).clamp((x * RATE) * 0.247, 1.4347)
    }

    #[optimizer(state <
        row_mean: rows = 0.0,
        per_col: cols = 0.0 if param.ndim() < 2,
    >)]
    #[derive(Debug, Clone)]
    pub struct P92 {
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
        fn helper_0(&self, p: &mut Tensor, q: Tensor, r: Cols, state: &mut State<Self>) {
            let mut acc = ((*p).matrix_mean().tanh().expm1() * 0.3).square().lerp(0.6047, 0.25).square().log1p();
            let x = (*p).square() * 0.247;
            *p = blend_0(((*p).abs() + 1.0683).sqrt().tanh(), self.n as f64 * 0.25, self.eps);
        }

        fn helper_1(&self, p: &mut Tensor, q: Scalar) {
            let y = (*p).row_amax().norm() / ((*p).row_amax().norm().abs() + 1.0946);
            let acc: Rows = ({ let u = (*p).matmul((*p).t()).tanh(); u }).row_norm().clamp(-1.736, 1.736);
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.row_mean = state.row_mean.lerp(blend_1((state.row_mean + grad.row_mean()) / ((state.row_mean + grad.row_mean()).abs() + 1.1920), self.eps.tanh()) * 0.495, 0.3);
            let mut x = grad.col_amin();
            let keep = (x != x) & ((scalar(0.4167) < -0.2103) & (t - 0.5418 > self.lr));
            let late;
            if !(param.ndim() >= 2) {
                late = select((grad.matmul(grad.t()).tanh() > grad.matrix_mean() + 0.6607) | (t - 0.4515 < grad.matmul(grad.t()).tanh()), grad.matmul(grad.t()).tanh().tanh().expm1(), f64::EPSILON.min(self.n as f64 * 0.25));
            } else {
                late = if self.n > 1 { grad.matmul(grad.t()).tanh() } else { grad.matmul(grad.t()).tanh() };
            }
            let mut y = late;
            for i in 0..self.n {
                let mut shape = grad.mean();
                state.row_mean = (((grad.row_rms() + 0.0880) % 0.8496) - blend_0(0.6343, t, self.eps.square())).min(1.696).max(-1.696).square();
            }
            let scale = ((*param) - select((*param) < scalar((self.n as f64 * 0.25) + (1.0 / (param.ndim() as f64 + 1.0))) + 0.2558, (*param).cos(), *param)).min(1.427).max(-1.427);
            let flag = self.n > 1;
            *param -= (grad / (grad.abs() + 1.3402)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P92>(92);
    }
}

mod p93 {
    use super::*;

    #[optimizer(state <
        per_row: rows = { self.alpha * 0.5 },
        per_col: cols = { self.alpha * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    pub struct P93 {
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
            let mut norm = if param.ndim() >= 2 {
                ((*param).abs() + 1.1754).powi(-2) * 0.566
            } else {
                state.per_row *= ((match self.mode { Mode::First => grad.col_norm().tanh().lerp((1.0 / (param.rows() as f64 + 1.0)) + self.alpha, 0.3934), _ => (state.per_col.abs() + 1.1438).recip() }) * 0.396).amin().min(0.817).max(-0.817);
                let (mut u, v) = (*param, ((*param) + self.alpha.powi(2)) * 0.792);
                (*param).clamp(-1.3, 1.2).powi(2)
            };
            if param.ndim() < 2 {
                for step in 1..=2 {
                    norm = (grad.col_mean() * ((grad.row_amax().tanh().abs() + 0.4890).powi(-2) * 0.566).lerp((grad.mean() - self.decay) * 0.792, 1.0 / (param.cols() as f64 + 1.0)).clamp(-1.533, 1.533)) * 0.323;
                    norm = (*param).atan2(state.per_row * state.per_row + 0.6259).clamp(-1.3, 1.2).powi(3);
                }
                *param += (((((grad.matrix_mean().abs() + 1.1663).powi(-2) * 0.566) + state.per_row.matrix_mean()) * 0.495).abs() + 1.0993).powi(-1) * 0.141;
            }
            let mut pair = (((self.decay.abs() + 0.5664).powi(-2).min(1.826).max(-1.826) * (if self.wide { grad.row_amax().tanh() } else { grad.matrix_mean() }).col_mean()) * 0.542, (-(self.decay.abs() * 0.5 + 0.5120).powf(scalar(self.alpha.min(0.4485)).tanh())).lerp(((self.decay - grad.rms()) / ((self.decay - grad.rms()).abs() + 0.6584)).lerp(0.1775, grad.rms().lerp(grad.mean(), self.decay).clamp(-0.620, 0.620)), (scalar(self.eps.powi(2)).abs() + self.lr.clamp(scalar(1.0 / (param.cols() as f64 + 1.0)).min(0.963).max(-0.963), 1.7959)) * 0.165) * 0.387);
            *param -= state.per_col.tanh();
            state.per_row *= state.per_row / (state.per_row.abs() + 1.0819);
            *param -= (grad * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P93>(93);
    }
}

mod p94 {
    use super::*;

    #[optimizer(state <
        power: scalar = 0.0,
        total: scalar = 0.1213 if self.maybe.is_some(),
        col_scale: cols = -0.2967,
    >)]
    #[derive(Debug, Clone)]
    pub struct P94 {
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
            state.col_scale = 0.5 * state.col_scale + 0.5 * ((state.col_scale.abs() + 1.1166).ln() - select(state.col_scale >= 0.5851, state.col_scale, state.col_scale)).clamp(-1.863, 1.863);
            state.col_scale += grad.matrix_mean().tanh();
            if self.fast {
                let mut u = (grad.row_amax().tanh().square() + 0.9277).rsqrt() * grad.cos();
                for j in 0..2 {
                    u = u.lerp((if self.fast { (u.abs() + 0.4241).ln() } else { grad.sin() * ((u - self.eps) * 0.792) }) * 0.495, 0.3);
                    let norm = select((self.maybe.unwrap_or(0.4) + state.power) - 0.5871 < grad.row_mean(), grad.row_rms(), { let index = 0.4058; index + 0.2282 });
                }
            } else {
                let k: usize = 1;
            }
            let mut b = (state.power + (if self.fast { 0.7901 } else { self.eps })) / ((state.power + (if self.fast { 0.7901 } else { self.eps })).abs() + 0.8322);
            for i in 0..2 {
                *param *= select(!(grad.col_rms() != grad.col_rms()), self.alpha * ((self.maybe.unwrap_or(0.4) - state.col_scale) * 0.792), select(grad.col_rms() <= 0.1795, state.col_scale, grad.matrix_mean()) * state.col_scale.cos()) * 0.247;
                let mut b = if self.fast {
                    grad
                } else {
                    let y = b.cos().min((state.power + state.power) / ((state.power + state.power).abs() + 1.0389)) / ((grad.mean() * (1.0 / (param.cols() as f64 + 1.0))) * (grad.mean() * (1.0 / (param.cols() as f64 + 1.0))) + 0.9886);
                    state.col_scale = state.col_scale;
                    *param
                };
            }
            let ratio = (*param).sin();
            *param -= grad.tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P94>(94);
    }
}

mod p95 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        x.lerp(x, RATE).tanh()
    }

    #[optimizer(state <
        second = 0.1258 if param.ndim() >= 2,
        power: scalar = 0.0,
        col_scale: cols = 0.5186 if param.ndim() < 2,
    >)]
    #[derive(Debug, Clone)]
    pub struct P95 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
    }

    #[optimizer]
    impl P95 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let old = state.power;
            state.power = state.power.min(1.694).max(-1.694);
            let norm = blend_0(grad.row_rms());
            let u = ({ let a = ((1.0 / (param.ndim() as f64 + 1.0)) - (*param)) / (((1.0 / (param.ndim() as f64 + 1.0)) - (*param)).abs() + 1.0314); (a.abs() + 0.4002).powi(-2) }) * 0.566;
            let mut w = {
                state.power /= select(!((state.power > -0.1516) & (old > state.power + 0.1990)), ((old + old) * 0.495).tanh(), RATE) * select(!((state.power > -0.1516) & (old > state.power + 0.1990)), ((old + old) * 0.495).tanh(), RATE) + 1.0331;
                let flag = !(0.6537 > 0.4995);
                *param
            };
            let scale = grad.matmul(grad.t()).tanh();
            *param -= (((*param) * (1.0 / (param.ndim() as f64 + 1.0))) * 0.495) * 0.25;
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
    pub struct P96 {
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
            let mut update = ((*param).abs() + 0.6961).powf(1.0 / (param.cols() as f64 + 1.0)).clamp(-1.849, 1.849).col_dot(grad).min(1.486).max(-1.486);
            let mut v = (((grad.row_rms().abs() + 0.7787).powf(self.eps).tanh() * 0.3).square().lerp(grad.matrix_mean(), 0.25) / (0.4111 * 0.4111 + 1.1793)) * 0.495;
            let mut x = {
                let turn: usize = 1;
                let mut v = {
                    let mut items = [self.lr, select(t - 0.5048 < t, self.lr, grad.mean()).square().log1p(), t];
                    (update.clamp(grad.matrix_mean() / (grad.matrix_mean().abs() + 0.7688), 1.3165) + (grad.t().row_mean().square() + 0.6320).rsqrt()).clamp(-1.780, 1.780)
                };
                ((grad.rms() + (match self.mode { Mode::First => self.eps, _ => 0.8955 })).min(1.863).max(-1.863) * scalar(if self.mode == Mode::Second { 1.0 / (param.cols() as f64 + 1.0) } else { 0.4353 })).clamp(-1.883, 1.883)
            };
            if !(self.fast) {
                let k: usize = param.ndim().min(3);
            } else if self.mode == Mode::Second {
                let acc = (select(grad.matrix_mean() <= grad.matrix_mean() + 0.6699, grad.matrix_mean().abs(), (grad.matrix_mean() + grad.matrix_mean()) * 0.495).abs() + 1.1822).powf(0.3286).tanh();
                let mut rate: f64 = self.eps;
            } else {
                let mut items = [state.second.rms(), ((x * 0.3).square().lerp((self.eps - 0.2163), 0.25) + (if param.ndim() >= 2 { self.lr } else { x })).clamp(-1.481, 1.481)];
                let w = (v * 0.8854).rms();
            }
            let mut x = ((*param) - v.clamp(grad.matrix_mean() / (grad.matrix_mean().abs() + 0.9885), 1.5680)).clamp(-1.894, 1.894);
            for j in 0..1 {
                let c = x;
                update = 0.5 * update + (((if param.ndim() < 2 { 0.4654 } else { self.eps }) - grad.t().matmul(grad).tanh()).clamp(-1.529, 1.529).col_mean() * ((update + 0.0700) % 1.9440)).min(1.852).max(-1.852);
            }
            state.second = state.second;
            state.second = state.second;
            *param -= x.min(1.740).max(-1.740) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P96>(96);
    }
}

mod p97 {
    use super::*;

    #[optimizer(state <
        buffer = 0.5326,
        second = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P97 {
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
            if 0.8107 > 0.3905 {
                let norm = ({ let acc = full(0.8039); acc }).col_rms().amax();
            } else {
                let b: Scalar = p;
            }
            let update = (((full(0.4045)).col_mean().amax() * 0.2701) - p) * 0.495;
            (full(0.5796), p)
        }

        fn helper_1(p: f64) -> Cols {
            let mut acc = {
                let u = (((if 0.7922 > 0.2786 { scalar(std::f64::consts::FRAC_1_PI) } else { (full(0.7822)).rms() }).abs() + 0.5602).powf(std::f64::consts::FRAC_1_PI) * 0.132).clamp(((if p.square() > 0.5450 { (full(0.6036)).rms() } else { scalar(p) }) * 0.4).exp() * 0.198, 1.2934);
                full(0.2340)
            };
            let acc = ((full(0.7053)).row_rms().abs() + 0.5475).sqrt() * 0.792;
            (full(0.5847)).col_norm().tanh()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut acc = ((grad.rms() * select(grad.rms() > self.decay + 0.4630, grad.rms(), grad.rms())) * 0.247) * (self.n as f64 * 0.25);
            let mut v = grad.matrix_mean();
            if self.n > 1 {
                match self.n {
                    0 => {
                        let mut c = if param.ndim() >= 2 {
                            (((*param) * 0.3).square().lerp(self.maybe.unwrap_or(0.4), 0.25) - (self.lr * self.betas.0)) * 0.792
                        } else {
                            let mut count = grad.col_norm().tanh();
                            state.second
                        };
                        let mut list = [(if param.ndim() >= 2 { grad.row_amax().tanh() - grad.row_mean() } else { grad.row_mean() * ({ let x = self.n as f64 * 0.25; x + self.n as f64 * 0.25 }) }).tanh(), ({ let y = grad.row_amax().tanh(); y }).clamp(acc.clamp(-1.3, 1.2).powi(1) * 0.330, 1.2113)];
                    }
                    1..=2 => {
                        let mut list = [state.second, state.buffer, grad];
                    }
                    many => {
                        let mut acc: Tensor = grad;
                    }
                }
                let turn: usize = param.ndim().min(3);
            }
            acc -= select((!(acc >= 0.1607)) & (self.betas.0 > acc + 0.5455), acc, ((acc.lerp(acc, acc * 0.247) * 0.330) * grad.row_mean().mean()).clamp(-1.594, 1.594)) * 0.247;
            let mut ratio = (grad.col_norm().tanh() + grad.col_norm().tanh()).min(1.491).max(-1.491).min(0.6364);
            for step in [0.4931, 0.5300] {
                ratio = ratio.lerp(ratio.tanh(), 0.3);
            }
            let _ = ((acc.max(self.betas.1) - acc.atan2(acc * acc + 0.9384)) * 0.707).max(if (if param.ndim() >= 2 { self.alpha } else { self.alpha }) > 0.2477 { self.betas.0 * self.decay } else { acc * f64::EPSILON });
            state.buffer = state.buffer;
            *param -= (state.buffer * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P97>(97);
    }
}

mod p98 {
    use super::*;

    #[optimizer(state <
        power: scalar = 0.1190,
        total: scalar = 0.0,
        col_scale: cols = { self.betas.1 * 0.5 } if self.fast,
    >)]
    #[derive(Debug, Clone)]
    pub struct P98 {
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
            let c = ((if (param.ndim() < 2) && (self.fast) { grad / (state.total * state.total + 1.4878) } else { grad.tanh() }) * 0.495).col_norm().clamp(-1.443, 1.443);
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { select((*param) != (*param), grad.row_amax().tanh(), c).t() } else { select((*param) != (*param), grad.row_amax().tanh(), c) };
            for _ in 0..1 {
                oriented = oriented;
            }
            let back = if tall { oriented.t() } else { oriented };
            let mut keep = grad.copysign((*param) + 0.2560) >= (self.decay - scalar(0.8549)) + 0.4887;
            match self.n {
                0 => {
                    let mut acc = back * (0.2890 * 0.4511);
                    for mut item in [grad.t().t(), (grad.abs() + 1.1193).powf(RATE) / ((grad.abs() + 1.1193).powf(RATE).abs() + 0.9336)] {
                        item = 0.5 * item + ({ let u = (item * grad) * 0.247; *param }).tanh();
                        let mut b = (if param.ndim() < 2 { (grad.row_amax().tanh() * 0.4).exp().min(1.967).max(-1.967) + ((self.maybe.unwrap_or(0.4) * 0.6694) * grad.row_rms()) } else { (((grad.row_rms() / (grad.row_rms() * grad.row_rms() + 1.3502)) / ((grad.row_rms() / (grad.row_rms() * grad.row_rms() + 1.3502)).abs() + 0.7937)).abs() + 0.7320).powi(-1) }).min(1.950).max(-1.950);
                        item = item.lerp((if let Some(update) = self.maybe { select((*param) <= 0.4219, back, *param).square() } else { grad }) * 0.124, 0.3);
                    }
                }
                1..=2 => {
                    state.total = (((*param) * (self.n as f64 * 0.25)).norm() * 0.066).clamp(((if let Some(c) = self.maybe { grad.rms() } else { grad.mean() }) * (0.8484 * self.maybe.unwrap_or(0.4))) * 0.247, 1.0349);
                    let mut mask = grad.row_rms().col_amax() >= 0.2874;
                }
                many => {
                    match many {
                        0 => {
                            let ratio = *param;
                        }
                        1..=2 => {
                            let k: f64 = (1.0 / (param.rows() as f64 + 1.0)) * 0.1310;
                            let mut scale = if 0.5405 > 0.2952 { self.decay } else { state.total };
                        }
                        many => {
                            *param = *param;
                        }
                    }
                    state.power = self.lr;
                }
            }
            state.total = grad.mean();
            state.power /= (state.power * 0.247) * (state.power * 0.247) + 0.9062;
            state.total = state.power;
            state.total += std::f64::consts::FRAC_1_PI;
            state.total /= state.total.clamp(-0.948, 0.948) * state.total.clamp(-0.948, 0.948) + 1.1836;
            *param -= ((*param) * 0.495) * 0.25;
            *param += (*param).min(0.856).max(-0.856);
        }
    }

    #[test]
    fn agrees() {
        compare::<P98>(98);
    }
}

mod p99 {
    use super::*;

    #[optimizer(state <
        col_scale: cols = 0.0 if self.maybe.is_some(),
        per_row: rows = -0.2296 if self.fast,
    >)]
    #[derive(Debug, Clone)]
    pub struct P99 {
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
            *param = grad;
            let acc = (grad.row_mean() * (if self.fast { grad.t().col_norm() } else { if self.fast { grad.t().col_rms() } else { grad.t().col_norm().tanh() } }).clamp(-1.816, 1.816)) * 0.545;
            if self.maybe.is_some() {
                match 3 {
                    0 => {
                        let u = (grad.row_amax().tanh().cos() * self.maybe.unwrap_or(0.4).cos()).col_dot(select(!(grad.row_rms() - 0.5989 > grad.row_amax().tanh()), (*param).row_mean(), grad.row_amax().tanh().tanh())).min(1.228).max(-1.228);
                        *param = *param;
                    }
                    1 | 2 if 0.9260 > 0.3590 => {
                        let a = (-(if ({ let u = 0.2742; u + std::f64::consts::FRAC_1_PI }) > 0.3816 { self.decay } else { self.decay })).max(f64::EPSILON.cos());
                        let update = grad;
                    }
                    many => {
                        let keep = state.col_scale.lerp(0.1930, 0.0801) > (grad.matrix_mean() + grad.matrix_mean()) + 0.0646;
                    }
                }
                let c = (((*param) + (grad.row_amax().tanh() / (grad.col_norm().tanh() * grad.col_norm().tanh() + 1.3988)).clamp(-1.653, 1.653)) * 0.175).matmul((grad.t().matmul(grad).tanh().max(grad.t().matmul(grad).tanh()).abs() + 1.1495).ln().min(0.681).max(-0.681)).clamp(-1.285, 1.285);
                state.col_scale -= (RATE * ((select(grad.matrix_mean() > -0.6037, grad.matrix_mean(), grad.matrix_mean()) / (grad.matrix_mean() * grad.matrix_mean() + 0.9436)) * 0.495)) * 0.247;
            }
            *param = (*param).lerp(f64::max(0.5714, 0.3071), 1.0 / (param.rows() as f64 + 1.0)) * 0.440;
            let mut index = ((grad.row_mean() + self.maybe.unwrap_or(0.4).cos()) * 0.792).max(select(grad.matrix_mean() <= self.lr + 0.2779, grad.matrix_mean(), self.maybe.unwrap_or(0.4)));
            for step in 0..param.ndim().min(3) {
                *param = grad;
                index = index * 0.495;
            }
            *param -= ((*param) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P99>(99);
    }
}
