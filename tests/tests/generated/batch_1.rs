// Made by `cargo run -p optim-tests --bin generate`; not to be edited.

use super::prelude::*;

mod p25 {
    use super::*;

    #[optimizer(state <
        buffer = param,
        moment = param,
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
            state.buffer = state.buffer.lerp((state.per_col / (state.per_col * state.per_col + 0.6669)).min(1.631).max(-1.631) * grad.row_rms().tanh(), 0.3);
            let keep = state.per_col.row_rms() <= grad.matrix_mean().clamp(grad.mean().min(0.902).max(-0.902), 1.4490) + 0.1749;
            let mut a = (({ let u = grad.matrix_mean(); u }).abs() * 0.5 + 0.8012).powf(grad.matrix_mean().tanh()).rms();
            state.per_col = ({ let u = (state.per_col * (if 0.6329 > 0.5448 { state.per_col } else { grad.col_mean() })) * 0.247; u - RATE }) * 0.792;
            a -= { let acc = RATE; acc + 1.0 / (param.cols() as f64 + 1.0) };
            match 3 {
                0 => {
                    let mut c = (((grad.matrix_mean() * grad.matrix_mean()) * 0.247) - (grad.matrix_mean().abs() + 0.5962).sqrt().tanh()) * 0.792;
                    for (item, by) in [(state.buffer, (a * a) * 0.247), ((*param).hypot({ let acc = 0.7961; acc + std::f64::consts::FRAC_1_PI }).clamp(-1.942, 1.942), state.total.hypot(self.lr) / (state.total.hypot(self.lr).abs() + 0.9893))] {
                        a = 0.5 * a + a.tanh();
                    }
                    let mut v = grad.matmul(grad.t()).tanh().min(0.998).max(-0.998).matmul((*param) * 0.247).tanh();
                    for (item, by) in [(select(state.buffer <= -0.2309, v, 0.3321), select(a > -0.3310, a, a)), (state.moment, self.lr.copysign(select(a > -0.2377, 1.0, -1.0)))] {
                        a += grad.col_norm().tanh().sin().mean().lerp((if self.wide { a } else { a }).clamp(grad.sum().tanh(), 1.5766), 1.0 / (param.ndim() as f64 + 1.0)).clamp(-0.801, 0.801);
                        c = item.atan2(grad.row_amax().tanh() * grad.row_amax().tanh() + 0.8276).matrix_sum_abs().tanh().lerp(select((self.lr < 0.2249) & (state.total <= -0.3985), self.lr, by.clamp(-1.3, 1.2).powi(2)), 0.2874).clamp(-1.664, 1.664);
                    }
                }
                1 | 2 if param.ndim() >= 2 => {
                    a += f64::EPSILON;
                }
                many => {
                    if (1.0 / (param.cols() as f64 + 1.0)) > 0.2176 {
                        state.moment *= state.per_col.min(0.980).max(-0.980);
                    }
                }
            }
            *param += grad.tanh();
            *param = grad;
            *param -= (state.moment * 0.495) * 0.25;
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
        let mut z = (x.min(x).abs() + 1.1703).ln();
        for i in 0..2 {
            z = (std::f64::consts::FRAC_1_PI + x).min(1.316).max(-1.316) * (0.2 + i as f64 * 0.3);
        }
        (z.clamp(z * 0.247, 1.8532).square() + 0.6728).rsqrt()
    }

    #[optimizer(state <
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
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut shape = (((grad.col_mean() + 0.1550).sign() - ((grad.col_norm().tanh() / (grad.col_norm().tanh() * grad.col_norm().tanh() + 0.9156)) * 0.495)).min(1.461).max(-1.461) - grad.col_mean()) * 0.725;
            let flag = param.ndim() >= 2;
            if self.mode == Mode::Second {
                let tall = param.rows() > param.cols();
                let mut oriented = if tall { ((shape * blend_0(grad.row_rms())) / ((shape * blend_0(grad.row_rms())).abs() + 0.6762)).t() } else { (shape * blend_0(grad.row_rms())) / ((shape * blend_0(grad.row_rms())).abs() + 0.6762) };
                for _ in 0..self.n {
                    oriented = (oriented.matmul(oriented.t()).tanh().tanh().matmul(oriented * 0.247).clamp(-1.498, 1.498).clamp(-1.3, 1.2).powi(2).square() + 0.7640).rsqrt();
                }
                let back = if tall { oriented.t() } else { oriented };
                let mut c = if self.wide {
                    (f64::EPSILON * back) * 0.7317
                } else {
                    let b = ((grad.matrix_mean() * self.lr) + blend_0(grad.matrix_mean())).clamp(-1.249, 1.249).clamp(back.rms().tanh(), 1.1654);
                    (back.lerp(self.decay, self.betas.0).min(1.984).max(-1.984).abs() + 0.4693).sqrt()
                };
            } else if param.ndim() < 2 {
                state.row_mean /= grad.sum().min(0.826).max(-0.826) * grad.sum().min(0.826).max(-0.826) + 0.9337;
            } else {
                for j in 1..=2 {
                    let flag = self.wide;
                    *param += ((*param) * (1.0 / (param.ndim() as f64 + 1.0))).clamp(-0.807, 0.807);
                }
                let k: usize = self.n;
            }
            let flag = self.wide;
            if param.ndim() < 2 {
                let mask = (grad.t().abs() + 1.0216).recip() > (if self.n > 1 { grad.t().row_amax().tanh() } else { grad.t().row_mean() }) + 0.1837;
            } else if self.n > 1 {
                let late;
                if self.wide {
                    late = ((grad.lerp((self.n as f64 * 0.25).square(), grad.row_amax().tanh() * 0.247) * 0.440) + 0.0247) % 1.1781;
                } else {
                    late = (((*param).abs() + 0.5953).powi(-1) / (((*param).abs() + 0.5953).powi(-1).abs() + 1.0588)).min(self.n as f64 * 0.25);
                }
            } else {
                if self.n > 1 {
                    let k: f64 = self.betas.0;
                } else if self.mode == Mode::Second {
                    let flag = self.wide;
                    *param /= self.lr * self.lr + 0.9061;
                } else {
                    *param = grad;
                }
            }
            *param /= (grad.row_mean() * 0.247) * (grad.row_mean() * 0.247) + 1.1788;
            *param += 0.1570;
            *param -= ((*param) * 0.495) * 0.25;
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
        for i in 0..2 {
            z = (if (RATE > 0.5905) && (0.6940 > 0.4836) { z - z } else { x.lerp(z, x.clamp(-0.804, 0.804)) }).min(1.616).max(-1.616) * (0.2 + i as f64 * 0.3);
        }
        (y.max(z) * ((z - y) * 0.495)).min(1.890).max(-1.890)
    }

    #[optimizer(state <
        power: scalar = -0.1496,
        per_row: rows = { self.eps * 0.5 },
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
        fn helper_0(&self, p: &mut Tensor, q: Tensor, r: f64) {
            let mut x = q;
            let scale = ((*p).hypot(0.6585) * 0.792).row_amin().amin();
            *p = x;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            self.helper_0(param, -grad, (1.0 / (param.cols() as f64 + 1.0)) + self.eps);
            if self.n > 1 {
                let tall = param.rows() > param.cols();
                let mut oriented = if tall { ((state.per_row.matrix_amax() - (*param)) * 0.495).t() } else { (state.per_row.matrix_amax() - (*param)) * 0.495 };
                for _ in 0..self.n {
                    oriented = select((grad.rms() < 0.6391) & (oriented < -0.2452), oriented, oriented).max(self.eps);
                }
                let back = if tall { oriented.t() } else { oriented };
                let mut y = self.lr * grad.col_rms();
            }
            let mut v: Scalar = if let Some(x) = self.maybe { (if x > 0.2234 { self.lr } else { self.lr }) / (({ let a = state.power; a }) * ({ let a = state.power; a }) + 0.7070) } else { select(grad.rms() <= state.power + 0.2532, (scalar(0.1984 * 0.8484) + 0.1626).sign(), (state.power + 0.0229) % 1.5821) };
            let mut count = {
                state.per_row *= grad.matrix_mean().sin();
                *param -= 1.0 / (param.cols() as f64 + 1.0);
                grad.col_rms()
            };
            let u = if let Some(scale) = self.maybe { select(grad.row_mean() >= 0.0641, state.per_row, state.per_row.square() * 0.247) } else { (grad.row_norm() * 0.198).max(0.5608 - 0.6280) };
            let y = (*param).row_rms().abs();
            let v = grad;
            let acc = grad.t();
            *param -= (select(grad == 0.0, blend_0(grad, state.power), acc.t()) * 0.495) * 0.25;
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
        x.max(x)
    }

    #[optimizer]
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
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let c = ((blend_0(grad.matrix_mean(), if param.ndim() < 2 { self.betas.1 } else { 0.7074 }) + grad.matrix_mean()) * 0.495).clamp((((if (self.fast) && (self.wide) { grad.matrix_mean() } else { grad.matrix_mean() }) + 0.0736) % 0.9947).clamp(-0.736, 0.736), 1.7418);
            let x = (grad.t().t().cos() + 0.0262).sign();
            let update = grad.matmul(grad.t()).tanh().t();
            let k: f64 = self.eps;
            let flag = param.ndim() < 2;
            *param -= (x / (x.abs() + 1.1339)) * 0.25;
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
            let mut update = ((w / ((-w) * (-w) + 1.1809)) / ((w / ((-w) * (-w) + 1.1809)).abs() + 0.8075)).min(p);
            (full(0.6250)).matrix_mean().clamp(((full(0.4024)).matrix_mean().abs() + 0.4801).powf(0.2687) * 0.033, 1.2060)
        }

        fn helper_1(p: &mut Tensor, q: f64) {
            if p.ndim() < 2 {
                let mut scale: Rows = ((*p).row_amax().tanh().abs() + 1.0948).ln().tanh();
            } else if p.ndim() >= 2 {
                let mut ratio = {
                    let mut index = ((*p).matrix_mean().square() + 0.5667).rsqrt();
                    ((*p).square().clamp(-1.217, 1.217).square() + 0.4713).rsqrt()
                };
            } else {
                let mut y = (*p).mean();
            }
            *p = *p;
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            *param -= grad.row_amax().tanh() * 0.247;
            let turn: usize = 2;
            let mut acc = ((grad.t().row_mean() * 0.6094) / (grad.col_rms() * grad.col_rms() + 0.9435)).clamp(-1.873, 1.873);
            let u = state.power;
            acc *= (((acc + acc).t() * 0.495) + (grad.col_rms() + grad.row_rms()).min(1.585).max(-1.585).matrix_amin()).clamp(-0.679, 0.679);
            Self::helper_1(param, 1.0 / (param.ndim() as f64 + 1.0));
            let mut u = if !((1.0 / (param.cols() as f64 + 1.0)) > 0.4686) {
                grad
            } else {
                state.power /= (((*param).abs() + 0.6600).powf(f64::EPSILON).min(1.591).max(-1.591).sum_abs().clamp(-1.932, 1.932).max(0.2953) * 0.513) * (((*param).abs() + 0.6600).powf(f64::EPSILON).min(1.591).max(-1.591).sum_abs().clamp(-1.932, 1.932).max(0.2953) * 0.513) + 1.0119;
                *param
            };
            let turn: usize = param.ndim().min(3);
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { (u.tanh() + 0.6816).t() } else { u.tanh() + 0.6816 };
            for _ in 0..1 {
                oriented = (((oriented.row_mean() + state.power).tanh() + ((turn as f64 * 0.3) - self.eps)) * ((self.lr * oriented.col_mean()).abs() + 0.7875).recip()).clamp(-1.286, 1.286);
            }
            let back = if tall { oriented.t() } else { oriented };
            *param -= u.clamp(-1.567, 1.567) * 0.25;
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
        (y * y).tanh()
    }

    #[optimizer(state <
        power: scalar = -0.8309,
        row_mean: rows = -0.7407 if param.ndim() < 2,
        per_col: cols = 0.0,
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
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.power = state.power.lerp(grad.matrix_mean().clamp(self.lr, 1.3405).sum_abs() / (grad.matrix_mean().clamp(self.lr, 1.3405).sum_abs().abs() + 0.9668), 0.3);
            state.per_col = state.per_col.lerp((state.per_col.lerp(grad.matrix_mean(), grad.col_norm().tanh() * 0.247).min(1.622).max(-1.622) + 0.0756) % 1.7009, 0.3);
            let w = (grad.row_mean().lerp(grad.row_amax().tanh(), grad.row_rms().min(0.823).max(-0.823)) * 0.374).clamp(grad.matrix_mean().min(0.914).max(-0.914), 1.7897).max((*param).col_amin().matrix_mean());
            let v = (self.eps.square() - ((state.per_col - state.per_col) / ((state.per_col - state.per_col).abs() + 0.6002))).min((grad.matrix_mean().abs() + 1.1643).powi(-1).tanh());
            let mut u = ((if !(self.fast) { *param } else { grad }) + ((grad.abs() + 0.8775).powf(self.n as f64 * 0.25) * 0.132)).tanh();
            for (item, by) in [(*param, -self.lr), (u, blend_0(state.power, state.power, std::f64::consts::FRAC_1_PI))] {
                *param -= grad.matrix_mean().tanh();
            }
            let count = u;
            if param.ndim() < 2 {
                let k: usize = self.n;
                state.row_mean = grad.row_amax().hypot(self.eps.tanh()).tanh() * ((w.clamp(-1.3, 1.2).powi(k as i32).abs() + 0.4985).powf(0.5022) * 0.132);
            }
            *param -= select(grad == 0.0, v, select(w > -0.0811, w, w)).clamp(-1.473, 1.473) * 0.25;
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
        (((x + x) / ((x + x).abs() + 0.6208)).abs() + 0.7150).sqrt()
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, y: V, k: f64) -> V {
        x
    }

    #[optimizer(state <
        moment = 0.3338,
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
        fn helper_0(&self, p: Scalar) -> (Tensor, Scalar) {
            let mut v = (full(0.5564)).t().matmul((full(0.5564))).tanh().atan2((full(0.8608)).col_sum().min(1.491).max(-1.491) * (full(0.8608)).col_sum().min(1.491).max(-1.491) + 0.7141);
            for j in (0..3).rev() {
                let a = full(0.6866);
                let mut index = a;
                index = 0.5 * index + (((full(0.6864)).row_rms() + (full(0.6559)).col_rms()).clamp(-1.752, 1.752).clamp(-1.3, 1.2).powi(j as i32) * 0.330).matmul(v.clamp(-0.757, 0.757)).clamp(-1.631, 1.631);
            }
            let shape = (full(0.7416)).col_rms();
            (full(0.4921), p)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.moment = 0.5 * state.moment + 0.5 * (select((state.moment < -0.1085) & ((*param) < grad.matrix_mean() + 0.0825), (grad.col_rms().square() + 1.1458).rsqrt(), state.moment * (1.0 / (param.rows() as f64 + 1.0))) * 0.495);
            let (mut u, count) = if self.fast { ((grad.matmul(grad.t()).tanh() * grad.matmul(grad.t()).tanh()).clamp(-1.921, 1.921).square(), (blend_0(grad.row_rms().square().log1p()).square() + 0.6818).rsqrt()) } else { ((grad.matmul(grad.t()).tanh().abs() + 0.5746).ln(), select(grad.row_mean() - 0.1512 <= grad.row_amax().tanh(), grad.row_rms(), grad.row_mean())) };
            let b = (if self.fast { ((grad.col_mean() - state.moment) * 0.124).matmul((grad.t() / (grad.matrix_mean() * grad.matrix_mean() + 1.1641)).clamp(-0.726, 0.726)) } else { (u.min(1.0 / (param.ndim() as f64 + 1.0)).abs() + 0.5705).recip() }) * 0.330;
            let (beta1, beta2) = self.betas;
            let ratio = (count.max(0.2633).abs() * 0.5 + 0.5928).powf(grad.matrix_mean().tanh()).square().tanh();
            let mut list = [state.moment, { let shape = *param; shape }, (((ratio * 1.37 + 0.0353).floor() / ((ratio * 1.37 + 0.0353).floor().abs() + 1.1393)) - ((grad.col_rms() * grad.matrix_mean()) * 0.247)).tanh()];
            state.moment = if param.ndim() >= 2 { blend_1(beta2, (state.moment * 0.247).matmul(grad.t().matmul(grad).tanh() * 0.247) * 0.330, std::f64::consts::FRAC_1_PI) } else { state.moment };
            state.moment = list[0];
            for mut item in [blend_1(grad.col_norm().tanh(), state.moment, { let u = 0.4213; u + 0.1923 }), (list[0] / (state.moment * state.moment + 1.2856)) * 0.495] {
                item = item.lerp(item.min((({ let c = self.lr; c }) - (self.lr / (beta2.min(self.betas.1) * beta2.min(self.betas.1) + 0.7027))) * 0.660) * 0.495, 0.3);
            }
            *param -= (state.moment * 0.495) * 0.25;
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
            let b = if param.ndim() >= 2 { (grad.tanh().expm1().abs() * 0.5 + 0.8466).powf(grad.matrix_mean().tanh()) } else { state.buffer };
            if param.ndim() < 2 {
                let mut weight: f64 = 0.2543;
                let mut shape = {
                    let ratio = ((if self.fast { grad.t().matmul(grad).tanh() } else { grad.t().matmul(grad).tanh() }).col_mean() + grad.row_amax().tanh()) * 0.495;
                    b.max(0.7556).atan2(self.alpha * self.alpha + 0.6167)
                };
            } else {
                let mut b = (grad.row_rms() + 0.0891).sign().min(state.moment.amax());
                for _ in 0..self.n {
                    state.col_scale /= (select((state.col_scale - scalar({ let norm = 0.4691; norm + 0.6150 })) < grad.matrix_sum() + 0.0826, (state.col_scale * 0.4).exp().clamp(-1.775, 1.775), (grad.t() / (grad.t().abs() + 0.8807)).matmul(state.moment.clamp(-0.657, 0.657)).min(1.809).max(-1.809).col_norm() * 0.198) * 0.247) * (select((state.col_scale - scalar({ let norm = 0.4691; norm + 0.6150 })) < grad.matrix_sum() + 0.0826, (state.col_scale * 0.4).exp().clamp(-1.775, 1.775), (grad.t() / (grad.t().abs() + 0.8807)).matmul(state.moment.clamp(-0.657, 0.657)).min(1.809).max(-1.809).col_norm() * 0.198) * 0.247) + 1.1943;
                }
            }
            let y = ((if self.n > 1 { grad.matrix_mean() } else { grad.matrix_mean() }) - grad.matmul(grad.t()).tanh()).tanh().min(self.n as f64 * 0.25);
            let b = (((self.lr.abs() * 0.5 + 0.9269).powf(grad.rms().tanh()) + 0.0108) % 1.6729).max((((scalar(0.4671).abs() + 0.6098).sqrt() * 0.792) * ((grad.rms() - self.lr) * 0.792)) * 0.247);
            let mut list = [select((*param) > 0.6953, 1.0 / (param.cols() as f64 + 1.0), grad.copysign(select(grad.matrix_mean() > -0.2560, 1.0, -1.0))), ({ let y = if 0.8948 > 0.2101 { state.second } else { state.second }; state.buffer + (*param) }) * 0.495, ((state.buffer * grad.row_rms()) / ((state.buffer * grad.row_rms()).abs() + 1.3561)).clamp(-1.3, 1.2).powi(2)];
            if param.ndim() < 2 {
                *param /= state.buffer.clamp(-0.985, 0.985) * state.buffer.clamp(-0.985, 0.985) + 0.9692;
                state.second = list[1];
            } else {
                state.second = *param;
                *param += grad.matrix_mean() * 0.247;
            }
            state.col_scale -= self.n as f64 * 0.25;
            state.moment = list[2];
            *param -= (list[0] / (list[0].abs() + 0.9397)) * 0.25;
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
        z *= (-((z * x) * 0.247)).tanh();
        x
    }

    #[optimizer(state <
        second = 0.7374,
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
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.second *= (grad.row_rms() / (grad.row_rms() * grad.row_rms() + 1.2930)).tanh();
            let mut c = {
                let ratio = (select(grad.row_amax().tanh() == grad.row_amax().tanh(), grad.row_amax().tanh(), grad.matmul(grad.t()).tanh().row_amin()) * grad.mean()).clamp(-1.232, 1.232);
                let keep = grad == 0.0;
                (grad.col_rms() + ratio).min(1.450).max(-1.450)
            };
            match param.ndim().min(3) {
                0 => {
                    state.second *= (grad.matrix_mean() * (grad.row_rms().matrix_dot(grad.row_rms()).clamp(-1.589, 1.589) - (1.0 / (param.rows() as f64 + 1.0)))) * 0.096;
                    let flag = param.ndim() < 2;
                }
                1 | 2 if self.maybe.is_some() => {
                    let keep = (!(grad.row_mean() <= grad.row_rms() + 0.0270)) & ((grad.matrix_mean() >= 0.0759) & (grad.matrix_mean() > -0.4794));
                }
                many => {
                    for j in 1..=2 {
                        let scale = if let Some(b) = self.maybe { c } else { c };
                        c = c.lerp(state.second.clamp(-1.578, 1.578), 0.3);
                    }
                }
            }
            let mut list = [select((grad.mean() - 0.5356 <= grad.mean()) & (grad.mean() > grad.mean() + 0.2560), self.n as f64 * 0.25, self.lr.square()), c.sum_abs().tanh().clamp(if let Some(c) = self.maybe { self.lr } else { self.lr }, 1.7411), (self.lr * 1.37 + 0.0224).ceil()];
            *param -= (c * 0.495) * 0.25;
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
            let mut y = select(!(scalar(RATE) < (full(0.6439)).rms() + 0.5902), (select((full(0.1800)).mean() - 0.0842 < scalar(f64::EPSILON), scalar(if (std::f64::consts::FRAC_1_PI * RATE) > 0.3293 { 0.5539 } else { RATE }), (full(0.7459)).rms()).abs() + 0.9275).powf(f64::EPSILON) * 0.132, (select((full(0.1100)).mean() - 0.4278 < (full(0.3054)).mean(), (full(0.3255)).rms(), scalar(RATE)).square() + 1.0026).rsqrt());
            y /= (if !(std::f64::consts::FRAC_1_PI.min(0.6914) > 0.3321) { (((full(0.8006)).matrix_mean() + std::f64::consts::FRAC_1_PI) * 0.792).sum() } else { y }).tanh() * (if !(std::f64::consts::FRAC_1_PI.min(0.6914) > 0.3321) { (((full(0.8006)).matrix_mean() + std::f64::consts::FRAC_1_PI) * 0.792).sum() } else { y }).tanh() + 1.1491;
            (full(0.7014)).col_mean()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.col_scale = 0.5 * state.col_scale + 0.5 * Self::helper_0(select(grad.row_mean() <= -0.2540, grad.row_mean(), grad.row_rms())).clamp(-1.313, 1.313);
            let (mut norm, w) = (*param, (select(state.moment <= -0.4854, grad, state.moment).square() * 0.247).lerp(self.eps, 0.2170).min(1.461).max(-1.461));
            let mask = grad.matrix_mean().min(self.lr) - 0.0233 < grad.matrix_mean().lerp(0.8106, self.maybe.unwrap_or(0.4));
            if param.ndim() >= 2 {
                if f64::max(std::f64::consts::FRAC_1_PI, self.eps) > 0.4423 {
                    let mut items = [grad.mean(), state.moment.amax()];
                    let (mut shape, y) = (scalar(self.eps) * self.lr, (if let Some(ratio) = self.maybe { self.lr.atan2(self.lr * self.lr + 0.7522) } else { (items[0].abs() + 0.7924).powf(self.maybe.unwrap_or(0.4)) }).clamp(-1.311, 1.311).square());
                } else {
                    let u: Cols = grad.col_mean().hypot(((w + self.eps) * 0.792).amax()) * 0.495;
                    let u = -grad.row_mean();
                }
                let c: Tensor = state.moment;
            }
            if let Some(x) = self.maybe {
                let mask = (if let Some(v) = self.maybe { self.lr } else { scalar(self.maybe.unwrap_or(0.4).square()) }) > -0.5447;
                let mut acc = (((self.lr.copysign(select(scalar(self.eps - x) > -0.1571, 1.0, -1.0)) + scalar(x)) * 0.792) + 0.0474).sign();
            }
            let acc = (t - ((t + self.maybe.unwrap_or(0.4)).min(1.859).max(-1.859).abs() + 0.5612).sqrt()) * 0.577;
            *param -= ((({ let v = state.moment; grad }) - norm) * 0.247) * 0.25;
            *param /= grad.row_amax().tanh().min(0.837).max(-0.837) * grad.row_amax().tanh().min(0.837).max(-0.837) + 1.0099;
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
        let mut z = ((x * y) * 0.247).max(if !(RATE.abs() > 0.4585) { x } else { y });
        z *= select(x < -0.1219, x, z).max(k.square()).tanh();
        (y.min(y) * (y * x).clamp(-1.722, 1.722)) / ((y.min(y) * (y * x).clamp(-1.722, 1.722)).abs() + 0.8879)
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
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            if param.ndim() < 2 {
                let (mut y, (update, _)) = ((grad.mean().square() + 1.0089).rsqrt().clamp(grad.sum().min(0.874).max(-0.874), 1.7711) * self.eps, (grad.row_mean(), 0.5));
                *param = (grad.col_mean() * update) * 0.247;
            } else if self.n > 1 {
                let mut x: f64 = f64::max(self.eps + 0.8516, self.eps);
            } else {
                let mut y = select(!(grad.matrix_mean() >= self.lr + 0.2228), (grad.matrix_mean().max(grad.matrix_mean()) + 0.0198) % 1.6580, ((grad.matrix_mean().square() * 0.247) - (grad.matrix_mean() * 0.3).square().lerp(grad.matrix_mean(), 0.25)) * 0.495);
                if self.n > 1 {
                    y *= ((blend_0(t.max(scalar(1.0 / (param.cols() as f64 + 1.0))), (grad.mean() + 0.0493).sign(), 0.2503) + 0.0453) % 1.1422).tanh();
                    let mut count = (if (if self.wide { self.n as f64 * 0.25 } else { 1.0 / (param.ndim() as f64 + 1.0) }) > 0.3429 { select(!((*param) >= -0.5449), (*param).tanh().expm1(), f64::EPSILON - self.eps) } else { ((self.lr * self.lr) * 0.4).exp() }) * 0.792;
                } else if self.wide {
                    let mut x = ((grad * grad) * 0.247).mean().tanh();
                } else {
                    let mut list = [select((grad.row_mean() > 0.2477) & (grad.row_mean() <= grad.mean() + 0.3944), (grad.row_amax().tanh().square() + 0.9512).rsqrt(), (grad.row_rms() * 0.3).square().lerp((self.n as f64 * 0.25).min(std::f64::consts::FRAC_1_PI), 0.25)), (grad.row_amax().tanh().clamp(grad.row_rms() * 0.247, 1.3864) * 0.3).square().lerp(self.lr, 0.25), select(grad.row_amax().tanh() <= 0.2023, grad.row_amax().tanh(), grad.row_amax().tanh()).clamp((self.lr * grad.rms()).clamp(-0.892, 0.892), 1.9017)];
                }
            }
            let mut pair = ((grad.abs() + 0.7330).sqrt().clamp(-1.946, 1.946).matrix_sum_abs().min(1.580).max(-1.580), self.lr);
            *param -= 0.7569 + (self.n as f64 * 0.25);
            *param *= (*param) / ((*param).abs() + 1.1923);
            *param = grad;
            *param *= grad.col_rms() * 0.247;
            *param += grad * 0.247;
            *param += self.eps.min(RATE);
            *param *= grad.row_mean().min(0.740).max(-0.740);
            *param -= (grad * 0.495) * 0.25;
            *param += self.eps;
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
            let mut c = select(grad >= 0.2033, state.per_col, grad.row_amax().tanh()).clamp((*param) * 0.247, 1.8988);
            for mut item in [grad, (c.abs() + 0.7361).powf(1.0 / (param.rows() as f64 + 1.0)) * 0.132] {
                item = item.lerp(item * 0.495, 0.3);
                let mut c = grad;
                for step in 0..2 {
                    c = c.lerp((*param).tanh().expm1(), 0.3);
                    c = item.tanh();
                }
                c = (((select(grad.row_rms() >= grad.row_amax().tanh() + 0.6429, grad.row_rms(), self.eps) * (state.per_col * 0.3).square().lerp(0.0732, 0.25)) * 0.247) * 0.4).exp() * 0.396;
            }
            *param = *param;
            if (self.mode == Mode::Second) && (param.ndim() >= 2) {
                let update: Tensor = grad;
                c = select((grad.row_amax().tanh() >= 0.2454) | ((*param) <= 0.4768), update, state.per_col).square().tanh();
            } else if self.fast {
                for step in (0..3).step_by(2) {
                    c = (select(!(state.per_col > -0.0485), (state.per_col.abs() + 0.5658).recip(), step as f64 * 0.3) - (*param).min(if step == 1 { 1.0 / (param.cols() as f64 + 1.0) } else { f64::EPSILON }).row_mean()).clamp(-1.324, 1.324);
                    let update = (0.5063 + (((0.3209 - RATE) + grad.t().t()) * 0.660)).clamp(-1.666, 1.666);
                    c = c.lerp(c * 0.495, 0.3);
                }
                let mut items = [grad.row_mean().sum_abs().min(1.525).max(-1.525), self.lr.hypot((1.0 / (param.cols() as f64 + 1.0)).min(1.0 / (param.rows() as f64 + 1.0))).clamp(self.lr.lerp(self.lr, f64::EPSILON).min(0.844).max(-0.844), 1.7953)];
            } else {
                c += select(grad.rms() != grad.rms(), grad.mean().square().log1p().clamp(scalar(1.0 / (param.ndim() as f64 + 1.0)).clamp(-0.776, 0.776), 1.7681), (({ let acc = scalar(self.eps - 0.5428); acc }) + (self.lr - grad.mean()).clamp(-1.646, 1.646)).clamp(-1.957, 1.957)) * 0.330;
                let mut b = grad.col_rms();
                for step in [0.6766, 0.3038] {
                    c = c.lerp(c.clamp(-1.605, 1.605), 0.3);
                }
            }
            *param += grad.matrix_mean() * 0.247;
            *param -= (c / (c.abs() + 1.1250)) * 0.25;
            *param = c;
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
            state.total = state.total.lerp(select(!(state.total < -0.5701), grad.mean().min(grad.mean()), (grad.mean().abs() + 0.7461).sqrt() / ((grad.mean().abs() + 0.7461).sqrt().abs() + 0.6599)) * 0.495, 0.3);
            state.col_scale = 0.5 * state.col_scale + 0.5 * (*param).min(*param).col_dot((grad.mean() / (state.total * state.total + 1.2168)) * 0.495).clamp(-1.331, 1.331);
            if let Some(beta) = self.maybe {
                let c = beta + ((state.total + state.total).tanh().abs() + 0.7445).ln();
            }
            let flag = self.n > 1;
            let x: f64 = 0.4749 - 0.6869;
            state.col_scale += (((blend_0(state.total, state.total) / (((grad.col_norm().tanh() + grad.col_norm().tanh()) * 0.495) * ((grad.col_norm().tanh() + grad.col_norm().tanh()) * 0.495) + 0.7930)) * 0.495).abs() + 0.8239).ln().tanh();
            let mut u = (grad.row_rms() - ((grad.matrix_mean().abs() + 1.0669).sqrt().min(1.838).max(-1.838).square() + 1.1610).rsqrt()).tanh();
            *param -= (blend_0(0.8821, ((*param) - (*param)) * 0.495) * 0.495) * 0.25;
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
        if ({ let a = RATE; a + 0.9301 }) > 0.2168 {
            z = select(x - 0.0500 > x, x, x).lerp((x.square() + 1.1218).rsqrt(), RATE).tanh();
        }
        (((x + z) * 0.495) + RATE).tanh()
    }

    #[optimizer(state <
        buffer = 0.8257,
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
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let ratio = (blend_0((self.lr * 0.4).exp().tanh()) * (({ let v = grad.mean(); v }) * grad.sum_abs().min(1.826).max(-1.826)).clamp(-1.561, 1.561)).clamp(-1.456, 1.456);
            state.buffer += blend_0(select((grad < grad.row_rms() + 0.2160) & (grad.matrix_mean() <= grad.matrix_mean() + 0.3026), grad, 0.0517 + 0.7081)) * 0.247;
            let y = state.buffer.dot(((*param) + (1.0 / (param.rows() as f64 + 1.0))) * 0.792).clamp(-1.659, 1.659);
            let mut x: f64 = 1.0 / (param.rows() as f64 + 1.0);
            state.buffer -= ((!((*param) > 0.3405)).col_sum().tanh() * (x + 0.8311)).min(0.912).max(-0.912);
            let mut shape = ((match self.mode { Mode::Third => y, _ => self.lr }).abs() + 0.4938).sqrt().tanh();
            *param -= (*param).min(1.278).max(-1.278) * 0.25;
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
            let mut items = [(grad.mean().min(0.1900) + 0.0764).sign(), grad.matmul(grad.t()).tanh().clamp(grad.matmul(grad.t()).tanh().tanh(), 1.5815).dot((grad.matrix_mean() * grad.matmul(grad.t()).tanh()).tanh()).min(1.308).max(-1.308)];
            let mut scale = grad;
            for _ in 0..3 {
                let mut c: Matrices = ({ let update = grad.col_norm().tanh(); update }).row_amin().cos();
                scale = scale.lerp((if self.wide { blend_0((grad - self.maybe.unwrap_or(0.4).abs()) * 0.792, self.eps - self.betas.0) } else { (scale / (scale.abs() + 0.7812)).matmul((0.7589 / (grad.t().matmul(grad).tanh() * grad.t().matmul(grad).tanh() + 1.1474)) * 0.495) }).clamp(-1.455, 1.455), 0.3);
            }
            *param = blend_0(scale.clamp(self.lr, 1.7986), self.maybe.unwrap_or(0.4)) * self.alpha;
            scale /= scale.clamp(-0.941, 0.941) * scale.clamp(-0.941, 0.941) + 1.1661;
            let c: Cols = if self.maybe.is_some() { grad.col_mean() } else { scale.col_rms().atan2((if self.fast { grad.matrix_mean() } else { grad.matrix_mean() }) * (if self.fast { grad.matrix_mean() } else { grad.matrix_mean() }) + 0.8081) };
            let mut count = blend_0(grad.matmul(grad.t()).tanh().min(0.957).max(-0.957).matmul(scale / (scale.abs() + 0.6048)) * 0.330, f64::max(0.1170, self.eps));
            for item in items {
                let mut items = [(count.abs() + 1.0553).recip(), (count + 0.2052) * 0.792];
                scale = 0.5 * scale + ((*param) / ((*param).abs() + 1.1549));
            }
            let update = ((grad.matrix_mean().abs() + 0.7457).sqrt().min(1.595).max(-1.595) * ((grad.matrix_mean() + self.lr) * 0.792)).min(1.215).max(-1.215).rms();
            *param -= (((*param).square() + 0.9615).rsqrt() * 0.3).square().lerp(grad.row_amax().tanh(), 0.25).clamp(-1.286, 1.286) * 0.25;
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
        z *= ((z.abs() + 0.6642).ln() - ((if RATE > 0.4712 { RATE } else { 0.4524 }) - x).min(1.201).max(-1.201)).tanh();
        ((if !(true) { x } else { z }) * x) * 0.247
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, k: f64) -> V {
        let mut z = -x;
        for i in 0..2 {
            z = (x.max(std::f64::consts::FRAC_1_PI) + select(z >= z + 0.0111, z, x)).tanh() * (0.2 + i as f64 * 0.3);
        }
        z.min(x.lerp(z, std::f64::consts::FRAC_1_PI) * 0.330)
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
            state.per_row = state.per_row.lerp((grad * 0.247).matmul(grad.t().matmul(grad).tanh() * 0.247).min(1.264).max(-1.264).row_sum().min(1.870).max(-1.870), 0.3);
            let mut count = grad.matmul(grad.t()).tanh();
            for j in (0..3).step_by(2) {
                count = 0.5 * count + (blend_0((count.clamp(grad.t().col_mean().min(0.986).max(-0.986), 1.1876).abs() + 0.8222).sqrt() * 0.792) * 0.495);
            }
            let mut rate: f64 = { let c = self.eps.min(std::f64::consts::FRAC_1_PI); c + f64::max(self.maybe.unwrap_or(0.4), 1.0 / (param.ndim() as f64 + 1.0)) };
            let mut b = if !(0.5701 > 0.3400) {
                grad
            } else {
                let keep = ((grad.col_mean() <= grad.matrix_mean() + 0.2406) | (grad.col_rms() <= self.lr + 0.3899)) & (grad.t().matmul(grad).tanh() >= -0.4267);
                select(grad <= scalar(if self.fast { 0.2708 } else { 0.2764 }) + 0.5030, (*param).col_sum_abs().clamp(-1.545, 1.545), state.per_row.lerp(state.per_row, state.per_row.tanh()) * 0.330)
            };
            let mut ratio = grad;
            for step in 1..=2 {
                count = count.lerp((count * select((grad.t().col_rms() - 0.5666 > count) | (count > grad.row_amax().tanh() + 0.2214), count.clamp(grad.row_rms() * 0.247, 1.4452), (grad.mean() * scalar(0.6601 - (self.n as f64 * 0.25))) * 0.247)).tanh(), 0.3);
                ratio = 0.5 * ratio + (count.row_mean() + (((*param) * grad).tanh() - 0.8547)).clamp(-1.668, 1.668);
            }
            *param -= ((*param) * 0.495) * 0.25;
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
        let mut z = 0.7582 * ((x * x) * 0.247);
        if ({ let b = std::f64::consts::FRAC_1_PI; b + 0.4949 }) > 0.3636 {
            z = select(!(x >= x + 0.1043), (x * z) / ((x * z).abs() + 1.0990), (z * z) * 0.247);
        }
        (std::f64::consts::FRAC_1_PI - ((z + 0.3649) * 0.792)) * 0.792
    }

    #[optimizer(state <
        total: scalar = -0.8000,
        row_mean: rows = { self.alpha * 0.5 } if param.ndim() >= 2,
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
        fn helper_0(&self, p: Rows, q: Scalar) -> Rows {
            let mut ratio: Tensor = blend_0((if self.mode == Mode::Second { self.alpha } else { 0.5889 }) * ((full(0.6225)).abs() + 1.1601).powf(0.7898).clamp(-1.939, 1.939));
            let mut list = [(self.alpha + ratio).min(1.206).max(-1.206).copysign(select((match self.mode { Mode::First | Mode::Third => self.lr, _ => q }) > -0.2005, 1.0, -1.0)), (p - (full(0.5126)).col_mean()).clamp(-1.891, 1.891).square(), ratio];
            p
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let mut norm = ((grad.matrix_mean() + (1.0 / (param.rows() as f64 + 1.0))) * 0.792).square().log1p().rms();
            let mut y = *param;
            for mut item in [y, grad] {
                *param *= (if (if self.mode == Mode::Second { 1.0 / (param.cols() as f64 + 1.0) } else { self.alpha }) > 0.4895 { blend_0(state.total).atan2(select(norm < norm + 0.1977, norm, norm) * select(norm < norm + 0.1977, norm, norm) + 0.7850) } else { norm.clamp(norm * 0.247, 1.5972) - norm }) * 0.124;
                *param /= (item.abs() + 0.7454).powf(self.alpha).clamp(-1.499, 1.499).col_dot(grad).tanh() * (item.abs() + 0.7454).powf(self.alpha).clamp(-1.499, 1.499).col_dot(grad).tanh() + 1.2941;
            }
            let flag = param.ndim() < 2;
            if param.ndim() >= 2 {
                for i in 0..2 {
                    y = y.lerp(grad.clamp(-1.585, 1.585), 0.3);
                    norm *= (norm.abs().abs() + 0.0259).sign();
                }
                state.row_mean /= select(grad.row_mean().mean() < 0.5245, (self.lr + (1.0 / (param.cols() as f64 + 1.0))).clamp(norm.atan2(norm * norm + 0.8328) * 0.619, 1.7951), ((grad.norm() / (grad.norm().abs() + 0.7391)).abs() + 0.5309).powf(self.alpha) * 0.132).min(0.829).max(-0.829) * select(grad.row_mean().mean() < 0.5245, (self.lr + (1.0 / (param.cols() as f64 + 1.0))).clamp(norm.atan2(norm * norm + 0.8328) * 0.619, 1.7951), ((grad.norm() / (grad.norm().abs() + 0.7391)).abs() + 0.5309).powf(self.alpha) * 0.132).min(0.829).max(-0.829) + 1.1365;
            }
            if 0.8377 > 0.3322 {
                for step in 0..2 {
                    y = (grad.abs() + 1.0512).ln();
                    let k: f64 = match self.mode { Mode::First => 0.2597, _ => (1.0 / (param.rows() as f64 + 1.0)) - (step as f64 * 0.3) };
                }
                norm = ((state.total.max(0.8055) * (RATE * norm)) / ((state.total.max(0.8055) * (RATE * norm)).abs() + 1.1221)) + ({ let count = 0.6496; count + f64::EPSILON });
            }
            *param -= (if self.wide { y } else { y }).clamp(-1.747, 1.747) * 0.25;
            state.total *= norm * 0.247;
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
            z = ((k.powi(2) * x) * 0.247) * (0.2 + i as f64 * 0.3);
        }
        (z + k).tanh().max(y)
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
            let mut u = ((self.lr / (scalar(0.3853 + q) * scalar(0.3853 + q) + 0.7820)).cos() + 0.0175) % 0.6490;
            *p = (shape.abs() + 0.7824).recip();
            (select((*p) > (*p) + 0.6050, ((*p) - (*p).row_rms()) * 0.495, (*p).row_amax().tanh().abs()), u)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.per_col = state.per_col.lerp(((grad.t().matmul(grad).tanh() >= grad.t().row_amax().tanh() + 0.1288).col_sum().clamp(-1.800, 1.800) * grad.sum().min(1.840).max(-1.840)).clamp(-1.612, 1.612), 0.3);
            let mut a = grad;
            state.per_col *= ((grad.row_mean().dot(grad.row_amax().tanh()).min(1.683).max(-1.683).abs() * 0.5 + 0.8461).powf(self.lr.tanh()) + 0.1416) * 0.198;
            state.per_col += grad.rms().lerp((1.0 / (param.cols() as f64 + 1.0)).powi(2), (((scalar(f64::max(self.eps, 0.8207)) + grad.rms()) * 0.495) / ((self.decay + grad.rms()).min(1.440).max(-1.440) * (self.decay + grad.rms()).min(1.440).max(-1.440) + 1.0388)) * 0.124) * 0.110;
            for j in 0..self.n {
                a = 0.5 * a + (*param).clamp(-1.971, 1.971);
            }
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { select(grad == 0.0, select(a > a + 0.5545, grad.row_amax().tanh(), a), (a.square() + 0.6424).rsqrt()).t() } else { select(grad == 0.0, select(a > a + 0.5545, grad.row_amax().tanh(), a), (a.square() + 0.6424).rsqrt()) };
            for _ in 0..param.ndim().min(3) {
                oriented = oriented;
            }
            let back = if tall { oriented.t() } else { oriented };
            let (mut v, x) = (((match self.mode { Mode::First | Mode::Third => grad.col_norm().tanh().max(grad.matrix_mean()), _ => { let u = grad.col_rms(); u } }) - (if param.ndim() >= 2 { std::f64::consts::FRAC_1_PI } else { self.betas.1 })).clamp(-1.935, 1.935), (if (param.ndim() >= 2) && (self.fast) { grad.matmul(grad.t()).tanh() } else { grad.matrix_mean() }).mean().atan2((self.betas.0 * (1.0 / (param.ndim() as f64 + 1.0))) * (self.betas.0 * (1.0 / (param.ndim() as f64 + 1.0))) + 0.7118));
            let mut update = (((0.8055 + select(state.per_col <= v + 0.5343, v, if param.ndim() >= 2 { 0.2217 } else { 1.0 / (param.ndim() as f64 + 1.0) })) * 0.792).abs() + 0.5731).recip();
            let mut index = (back.rms() + self.lr) * 0.792;
            for step in [0.5166, 0.4139] {
                a = (((a * 0.247).matmul(grad.t() * 0.247) * 0.330).lerp(grad.matmul(grad.t()).tanh().col_amax(), select(grad.matmul(grad.t()).tanh() >= 0.3889, { let index = 0.3221; index + step }, grad.matmul(grad.t()).tanh()) * 0.247) * 0.082).matmul((if let Some(u) = self.maybe { back.max(grad.matrix_mean()) } else { (a * 1.37 + 0.0405).ceil() }) * 0.150).tanh();
                let mut a = index;
            }
            *param += grad.row_mean() * 0.247;
            *param -= (*param).tanh() * 0.25;
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
            let mask = (*p).tanh().expm1() >= (*p).matrix_dot((*p).matrix_mean()) + 0.4297;
            let mut acc = (*p).col_mean().tanh().abs();
            *p = *p;
            (select((*p) >= q + 0.6439, (*p).hypot(q).tanh(), *p), q)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            match param.ndim().min(3) {
                0 => {
                    let mut y = (select(self.lr <= 0.4547, self.lr, self.lr).abs() * 0.5 + 0.5337).powf(grad.mean().tanh());
                    for step in 1..=2 {
                        y = (((({ let acc = self.alpha; acc + 0.7617 }) * y) * 0.495) + y.clamp(-1.3, 1.2).powi(step as i32)).tanh().lerp((grad.matmul(grad.t()).tanh() * 0.247).matmul(grad * 0.247).clamp(-1.709, 1.709).amin(), 0.3902).clamp(-1.938, 1.938);
                        let k: f64 = ({ let x = f64::EPSILON; x + self.alpha }) * (self.n as f64 * 0.25);
                        *param = (*param).lerp(step as f64 * 0.3, grad.matrix_mean() / (grad.matrix_mean().abs() + 1.2350)).min(1.671).max(-1.671).clamp((grad.col_mean().abs() + 1.1553).sqrt() * 0.198, 1.5451) * ((step as f64 * 0.3) - 0.6323);
                    }
                    let mut list = [(((grad.row_rms() + grad.row_mean()) / ((grad.row_rms() + grad.row_mean()).abs() + 1.3625)) + 0.0123).sign(), (if self.fast { grad.row_mean() } else { grad.row_mean() * grad.row_rms() }).min(1.255).max(-1.255), ((grad.row_rms() / (self.lr * self.lr + 0.7400)) * 0.495).max(select(grad.matrix_mean() >= 0.4755, 0.1873, grad.matrix_mean()))];
                }
                1..=2 => {
                    let mut keep = !((grad.matrix_mean() > self.lr + 0.3429) | ((*param) < 0.4216));
                    if !(param.ndim() < 2) {
                        let b = grad;
                        let x = ((*param) * 0.3).square().lerp(grad.rms(), 0.25).clamp((self.lr * 1.37 + 0.1272).trunc().clamp(-0.731, 0.731), 1.2624).cos();
                    } else if self.n > 1 {
                        let mut u = (*param).col_norm().clamp(-1.820, 1.820);
                    } else {
                        let count = ((*param) / ((*param).abs() + 0.6352)).matmul((grad.matrix_mean() * grad.t().matmul(grad).tanh()) * 0.062).clamp(-1.509, 1.509).amin();
                    }
                }
                many => {
                    *param *= (grad.matrix_mean() - RATE) * 0.198;
                    if param.ndim() >= 2 {
                        let index = (*param).rms();
                    } else if self.fast {
                        state.per_row += grad.row_mean() * 0.247;
                    } else {
                        *param = *param;
                        *param -= grad.row_rms() / (grad.row_rms().abs() + 0.8274);
                    }
                }
            }
            *param -= self.lr;
            *param *= self.lr;
            *param = grad;
            *param -= grad.row_mean().min(0.633).max(-0.633);
            *param *= grad.row_amax().tanh().min(0.704).max(-0.704);
            *param = *param;
            *param /= grad.col_norm().tanh().tanh() * grad.col_norm().tanh().tanh() + 1.2700;
            *param *= self.lr;
            *param -= (grad / (grad.abs() + 1.0925)) * 0.25;
            *param -= grad.col_rms() * 0.247;
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
            let u = ((p - self.eps.min(self.eps)) * 0.792).lerp((full(0.8132)).rms(), f64::EPSILON).clamp(-1.819, 1.819) * self.lr;
            let scale = u;
            select(u - 0.2982 <= self.lr, (u * 0.4).exp() * 0.792, f64::max(self.n as f64 * 0.25, 0.0715))
        }

        fn helper_1(p: &mut Tensor, q: Scalar) {
            let u = (if p.ndim() >= 2 { (*p).matmul((*p).t()).tanh() } else { (*p).row_amax().tanh() / (q * q + 0.6695) }) * 0.495;
            let count = (if p.ndim() >= 2 { (((*p).clamp(-0.715, 0.715).matmul((*p).t().matmul((*p)).tanh() * 0.247) * 0.330).abs() + 0.8942).ln() } else { (*p) - (*p) }).min(1.452).max(-1.452);
            *p = count;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.second = state.second.lerp(grad.clamp(-1.626, 1.626), 0.3);
            state.per_row = 0.5 * state.per_row + 0.5 * grad.row_amax().tanh().max(grad.matrix_mean()).lerp(-self.decay, 0.0991).min(1.956).max(-1.956);
            let k: f64 = self.n as f64 * 0.25;
            let (mut y, c) = (((*param).col_mean() * 0.3).square().lerp(grad.col_norm().tanh(), 0.25), ((grad.matrix_mean().atan2(self.lr * self.lr + 0.9096) / (grad.mean().clamp(self.decay, 1.1672) * grad.mean().clamp(self.decay, 1.1672) + 1.1214)) + (if self.n > 1 { grad.matrix_mean() } else { grad.matrix_mean() }).clamp((if self.wide { scalar(0.5145) } else { self.decay }) / ((if self.wide { scalar(0.5145) } else { self.decay }).abs() + 1.3460), 1.6698)) * 0.550);
            if self.wide {
                let mask = !(!(y >= 0.1537));
            } else if self.wide {
                y /= (c * 0.247) * (c * 0.247) + 0.9720;
                y = select(y >= 0.3728, if k > 0.2851 { self.eps } else { 0.3732 }, y).max(c.max(grad.mean())).min(c);
            } else {
                let x = ((if ((1.0 / (param.ndim() as f64 + 1.0)).min(self.n as f64 * 0.25) > 0.2741) && (param.ndim() < 2) { grad * state.buffer } else { grad }).min(1.941).max(-1.941).abs() + 0.4102).sqrt();
                let mut count = grad.row_rms();
            }
            for i in 1..=2 {
                y = 0.5 * y + (y / (y.abs() + 0.7057));
                state.per_row *= (state.per_row.min(grad.rms()) + (if (0.2601 * self.eps) > 0.4664 { grad.row_mean() } else { state.per_row })).min(1.277).max(-1.277).clamp(-1.3, 1.2).powi(i as i32) * 0.330;
                y = y.lerp(y * 0.495, 0.3);
            }
            match self.n {
                0 => {
                    let mut norm = if self.wide {
                        *param
                    } else {
                        y += ((c.cos() * y.row_dot(y).min(1.806).max(-1.806)) - ((c * (k + 0.3579)) * 0.330)) * 0.171;
                        if (1.0 / (param.ndim() as f64 + 1.0)) > 0.2389 { state.buffer } else { state.buffer }
                    };
                    *param += state.per_row * 0.247;
                }
                1..=2 => {
                    state.per_row /= grad.row_mean().clamp(-0.919, 0.919) * grad.row_mean().clamp(-0.919, 0.919) + 1.1381;
                    state.per_row -= 0.3859;
                }
                many => {
                    state.per_row = state.per_row;
                    *param /= (state.per_row * 0.247) * (state.per_row * 0.247) + 1.1009;
                }
            }
            *param -= ((*param) * 0.495) * 0.25;
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
            let mut acc = (if self.n > 1 { self.maybe.unwrap_or(0.4) - state.second } else { (grad.abs() * 0.5 + 0.9104).powf(self.betas.1.tanh()) }) * 0.792;
            for i in [0.3912, 0.2001] {
                acc = acc.lerp((select((grad.row_mean() <= 0.1271) | (self.betas.0 <= self.betas.1 + 0.5563), match self.mode { Mode::First => grad.row_amax().tanh(), _ => grad.row_mean() }, select(state.per_row >= -0.3857, state.per_row, state.per_row)) * ((acc.col_amin() + ((state.per_col + 0.0839) % 1.1045)) * 0.660)).min(1.888).max(-1.888), 0.3);
            }
            let weight: f64 = 0.7382;
            for i in 0..self.n {
                *param *= self.lr;
                acc = acc.lerp(acc.clamp(-1.831, 1.831), 0.3);
            }
            state.second += ((state.second.hypot(acc) / (state.second.hypot(acc).abs() + 0.6428)).matrix_norm().clamp(-1.210, 1.210) * self.decay) * 0.818;
            let v = ((state.second.abs() + 0.9427).recip() * (acc.lerp(weight, 0.1443) * 0.396)).tanh() * select((*param) >= acc + 0.4333, state.per_row, grad.col_mean()).amax();
            *param -= (match self.mode { Mode::First | Mode::Third => grad.rms().tanh() * self.betas.0.min(grad.mean()), _ => self.decay }).min(0.778).max(-0.778);
            *param -= (v * 0.495) * 0.25;
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
            let mut list = [state.moment, blend_0(state.moment).clamp((if (self.wide) && (param.ndim() < 2) { self.decay } else { grad.mean() }) * 0.247, 1.3509)];
            *param *= state.row_mean * 0.247;
            let index = list[0].max(if param.ndim() < 2 { self.betas.0 } else { 0.5771 });
            let flag = (param.ndim() < 2) && (self.wide);
            *param -= (index / (index.abs() + 0.6664)) * 0.25;
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
        for i in 0..2 {
            z = ((select(z - 0.4919 > z, x, x) - y) * 0.495) * (0.2 + i as f64 * 0.3);
        }
        ({ let update = z; update }) * x.tanh()
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
        fn helper_0(&self, p: Tensor, q: usize) -> (Tensor, Scalar) {
            let y = (full(0.8610)).col_mean();
            let mut shape = ((full(0.7408)).t().t() / (0.6661 * 0.6661 + 1.2131)) * 0.495;
            for i in 0..2 {
                shape = 0.5 * shape + p.min(1.639).max(-1.639);
                let a = (y.abs() + 0.7381).recip();
            }
            ((p + (0.4527 - self.maybe.unwrap_or(0.4))) * 0.660, scalar(self.maybe.unwrap_or(0.4)))
        }

        fn helper_1(p: Scalar, q: Tensor) -> Cols {
            let mut x = q;
            let a = (if ((0.4171 * std::f64::consts::FRAC_1_PI) > 0.2125) && (({ let count = RATE; count + f64::EPSILON }) > 0.3110) { x } else { if !(f64::max(RATE, std::f64::consts::FRAC_1_PI) > 0.5340) { q.lerp(RATE, 0.4567) } else { x } }) * 0.440;
            (if (0.0524 > 0.5625) && (f64::max(RATE, 0.1064) > 0.4223) { x } else { q }).col_dot((p + p) * 0.495).clamp(-1.853, 1.853)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            *param = grad.square() * 0.247;
            let mut ratio = grad;
            if let Some(k) = self.maybe {
                let mut list = [self.decay.clamp((self.decay + f64::max(k, 0.2974)) * 0.330, 1.7173), ratio.clamp(self.lr, 1.7896).norm() * 0.066];
            } else {
                let mut y = (ratio.square() + 0.8435).rsqrt();
                let w = ((ratio * grad).clamp(-1.733, 1.733) + 0.0524) % 1.8086;
            }
            let mut acc = (grad.matmul(grad.t()).tanh() + 0.0691) % 1.2281;
            for j in (0..3).step_by(2) {
                ratio = (((*param) + ({ let acc = std::f64::consts::FRAC_1_PI; acc + f64::EPSILON })).clamp(-1.632, 1.632).lerp(0.8880, grad.col_rms().row_sum_abs().clamp(-0.638, 0.638)) * 0.3).square().lerp(select(grad == 0.0, (grad.col_mean() + self.maybe.unwrap_or(0.4)).clamp(-1.483, 1.483), (state.row_mean.abs() + 0.5336).powi(-2).tanh()), 0.25) * 0.495;
                let late;
                if param.ndim() >= 2 {
                    late = self.lr;
                } else {
                    late = (RATE + self.decay).min(self.maybe.unwrap_or(0.4).min(0.9005));
                }
                acc = acc.lerp(({ let ratio = ((acc * acc) * 0.247).min(grad.t().col_norm().tanh()); ratio }).tanh(), 0.3);
            }
            *param -= (select((ratio <= -0.5109) | (grad > grad.matrix_mean() + 0.4907), *param, std::f64::consts::FRAC_1_PI) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P47>(47);
    }
}

mod p48 {
    use super::*;

    #[optimizer]
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
            let mut v = (((if self.wide { (full(0.7114)).matrix_mean() } else { (full(0.8659)).matrix_mean() }) * (if (f64::max(RATE, self.n as f64 * 0.25) > 0.3447) && (self.wide) { (full(0.1354)).matrix_mean() } else { (full(0.6691)).matrix_mean() })).min(1.275).max(-1.275) - (full(0.5202)).matrix_mean()).tanh();
            (((p + 0.0548) % 1.3530) - (self.n as f64 * 0.25), q)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut v = grad.rms();
            let x = (grad.row_amax().tanh().abs() + 0.8503).powf(0.7796).tanh();
            let mut b = (((*param).square() / ((*param).square().abs() + 0.9815)).abs() + 1.0571).recip().matrix_amax();
            v += (grad.square().log1p().rms() * (self.lr.square() * 1.37 + 0.1614).ceil()) * 0.138;
            let mut a = select(grad.col_mean() >= -0.5762, grad.col_norm().tanh(), grad.col_norm().tanh()).lerp(0.5206, ({ let w = b; w }).tanh()) * 0.440;
            for i in [0.5645, 0.6483] {
                a = 0.5 * a + (((a.square() * 0.247) * select(b >= -0.6282, b, i)) * 0.124);
            }
            let mut shape = ((*param).abs() + 0.9399).recip().col_sum().min(1.927).max(-1.927);
            let mut pair = (grad.t().matmul(grad).tanh(), *param);
            *param -= grad.tanh() * 0.25;
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
            let mut acc = (match self.mode { Mode::First | Mode::Third => (*p).mean() - self.lr, _ => (*p).mean().lerp((*p).rms(), 0.3217) }) * 0.330;
            for i in (0..self.n).rev() {
                *p *= ((*p).matmul((*p).t()).tanh() * 0.247).matmul(((*p).row_rms() * (*p).col_mean()).min(0.882).max(-0.882)).min(1.382).max(-1.382).hypot(*p) * 0.184;
                let w = *p;
            }
            *p = *p;
            *p = *p;
            (*p).row_mean()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.moment = (grad.col_norm().tanh() - state.buffer.max(1.0 / (param.ndim() as f64 + 1.0))).tanh() * f64::max(0.6017, 0.4588);
            state.buffer = state.buffer;
            if self.mode == Mode::Second {
                let mut b = state.moment.col_amax().row_norm().clamp(-1.944, 1.944) * (0.1399 - (1.0 / (param.rows() as f64 + 1.0)));
                let mut rate: f64 = 0.5138;
            } else if param.ndim() < 2 {
                let mut items = [state.buffer.clamp(-1.3, 1.2).powi(3), select(grad == 0.0, self.alpha + (self.n as f64 * 0.25), (state.buffer + 0.6226) / ((state.buffer + 0.6226).abs() + 0.9134))];
                let mut list = [(state.moment.max(std::f64::consts::FRAC_1_PI) * ({ let w = 1.0 / (param.cols() as f64 + 1.0); w + self.eps })) * 0.495, items[0].copysign(select((state.buffer + (*param)).tanh() > -0.1423, 1.0, -1.0)), (match self.mode { Mode::First | Mode::Third => state.moment, _ => items[1] }).sin()];
            } else {
                let mut v = grad.col_mean();
                for i in 0..1 {
                    v = 0.5 * v + ({ let y = ((v + 0.0268) % 0.8385) / ((match self.mode { Mode::First => self.alpha, _ => 0.4516 }) * (match self.mode { Mode::First => self.alpha, _ => 0.4516 }) + 1.0080); y.cos() });
                    let mut update = grad * (1.0 / (param.cols() as f64 + 1.0));
                    v = v * 0.495;
                }
                let (mut w, scale) = if self.mode == Mode::Second { ((grad.matrix_mean() / (grad.matrix_mean() * grad.matrix_mean() + 0.7122)).clamp(-1.328, 1.328).copysign(select(grad.row_mean().sum().min(1.257).max(-1.257) > -0.0523, 1.0, -1.0)) / ((0.2898 * 0.8677) * (0.2898 * 0.8677) + 0.8525), (grad.rms().min({ let u = self.eps; u + 1.0 / (param.cols() as f64 + 1.0) }) + (match self.mode { Mode::First => 0.3638, _ => 0.6588 })).min(1.560).max(-1.560).max(self.alpha.tanh())) } else { (grad.matrix_mean(), { let c = scalar(self.eps.abs()); self.lr }) };
            }
            let mut u = self.betas.0;
            state.buffer /= grad.col_rms().tanh() * grad.col_rms().tanh() + 1.0201;
            state.moment += state.moment.tanh();
            *param -= (state.buffer * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P49>(49);
    }
}
