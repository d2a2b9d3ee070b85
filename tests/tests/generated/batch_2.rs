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
            state.col_scale = 0.5 * state.col_scale + 0.5 * select((state.col_scale >= -0.6319) & (state.col_scale - 0.5629 < state.col_scale), f64::max(0.1681, RATE), state.col_scale).min(1.325).max(-1.325);
            let w = (((grad.matrix_mean() + self.lr) * 0.792) + (grad * state.col_scale).min(1.831).max(-1.831)).tanh() - self.eps;
            let mut index = select(grad.t().matmul(grad).tanh() != grad.t().matmul(grad).tanh(), grad.t().matmul(grad).tanh().square().tanh(), -grad.t().matmul(grad).tanh());
            for j in 0..2 {
                let mut u = if !(j == 1) {
                    ((grad.row_amax().tanh() + state.col_scale) * 0.495).row_norm() * 0.198
                } else {
                    let k: usize = 1;
                    ((match self.mode { Mode::Third => self.lr, _ => scalar(0.4847 - (k as f64 * 0.3)) }) + state.moment.row_rms()) * 0.495
                };
                u = 0.5 * u + (select(u == u, u, { let update = 0.3622; update + 1.0 / (param.rows() as f64 + 1.0) }) * 0.495);
            }
            let (mut v, (shape, _)) = ((grad.t().col_rms() / (grad.t() * grad.t() + 1.1242)).clamp(-0.927, 0.927).matmul((state.col_scale + grad.row_amax().tanh()) * 0.124).min(1.562).max(-1.562).col_rms(), (select(grad.col_rms() == grad.col_rms(), index.col_amin(), -state.col_scale).max((self.lr + grad.rms()).clamp(-1.542, 1.542)), 0.5));
            let mut update = ((w.square() + 0.9903).rsqrt().square().square() + 1.0782).rsqrt();
            state.col_scale += scalar(0.8764) * 0.247;
            let mut x: f64 = 0.73;
            state.col_scale *= t * 0.247;
            state.moment += f64::EPSILON - (1.0 / (param.ndim() as f64 + 1.0));
            *param -= select((grad.matrix_mean() - 0.0339 <= grad.matrix_mean()) | (update <= -0.1454), (update.abs() * 0.5 + 0.9381).powf(w.tanh()), select(w < -0.2996, update, x + 0.3695)).clamp(-1.668, 1.668) * 0.25;
            *param = (select(update >= -0.3022, grad.row_rms(), shape) + RATE).tanh().clamp(grad * 0.247, 1.5114);
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
            let mut ratio: Scalar = ((0.3590 * q) - (p.norm() * 0.066).max(select(self.lr > -0.2179, (full(0.4989)).rms(), self.lr))).min(1.260).max(-1.260);
            let mut a = p;
            ratio
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            match self.n {
                0 => {
                    let mut index = ((grad.rms() * 1.37 + 0.0705).ceil().clamp(-1.575, 1.575) * self.helper_0(grad, (self.n as f64 * 0.25).min(self.n as f64 * 0.25))).tanh() - (if !(self.wide) { self.lr } else { state.total }).atan2((state.total.lerp(state.total, 1.0 / (param.ndim() as f64 + 1.0)) * 0.330) * (state.total.lerp(state.total, 1.0 / (param.ndim() as f64 + 1.0)) * 0.330) + 0.8945);
                    let shape = select(state.total != state.total, (*param).tanh().expm1().amin(), state.total.max(0.6539).tanh().expm1());
                }
                1..=2 => {
                    if (self.wide) && (self.n > 1) {
                        let mut k: f64 = RATE;
                        let y = ((*param).clamp(grad.col_rms() * 0.247, 1.5971) + k).tanh().matmul((((grad.t().row_rms() + grad.t().row_mean()) * 0.495) + grad.col_mean()) * 0.124).min(1.713).max(-1.713);
                    } else if 0.5094 > 0.5309 {
                        let mut shape: Tensor = (((*param).abs() * 0.5 + 1.0842).powf(scalar(f64::max(self.alpha, 0.3789)).tanh()) - self.alpha).tanh().square();
                    } else {
                        let mut list = [*param, select((*param) == (*param), (grad.col_rms().abs() + 1.0407).powi(-2) * 0.566, (grad.square() + 0.7450).rsqrt()), grad];
                        let mut u = (list[0] + grad).min(1.571).max(-1.571).square().log1p().sum().clamp(-1.255, 1.255);
                    }
                    let mut x = grad;
                    for step in [0.5139, 0.6047] {
                        x = (*param) * 0.495;
                        let mut pair = ((-grad.matmul(grad.t()).tanh().row_rms()).cos(), grad.matmul(grad.t()).tanh().row_amin());
                    }
                }
                many => {
                    state.total -= state.total.min(0.787).max(-0.787);
                }
            }
            state.total = state.total;
            state.total = self.lr;
            state.total *= state.total.clamp(-0.635, 0.635);
            state.total = self.lr;
            state.total /= scalar(1.0 / (param.ndim() as f64 + 1.0)).clamp(-0.784, 0.784) * scalar(1.0 / (param.ndim() as f64 + 1.0)).clamp(-0.784, 0.784) + 1.0605;
            *param -= ((*param) / ((*param).abs() + 1.1876)) * 0.25;
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
            let mut items = [grad.row_mean(), grad.matmul(grad.t()).tanh().row_amin(), state.moment.row_sum_abs().clamp(-1.314, 1.314) * ((grad.matrix_mean().abs() + 0.9243).sqrt() / ((grad.matrix_mean().abs() + 0.9243).sqrt().abs() + 0.7955))];
            let mut x = if param.ndim() < 2 {
                (if (self.wide) && (self.wide) { t } else { grad.mean() }).sin()
            } else {
                let mut scale = if !(self.wide) { { let shape = grad.t().matmul(grad).tanh().sin(); shape } } else { grad.t().matmul(grad).tanh() };
                scale = scale;
                (self.lr.min(0.3218).abs() + 1.0040).ln()
            };
            if !(param.ndim() >= 2) {
                match 2 {
                    0 => {
                        state.moment = state.moment;
                    }
                    1..=2 => {
                        state.moment += 0.2442 + 0.0540;
                    }
                    many => {
                        let (mut x, v) = (grad.row_amax().tanh(), state.moment);
                        x -= (({ let update = 0.1137; update + 0.2418 }) * ((grad.matrix_mean() / (f64::max(0.5271, 0.9168) * f64::max(0.5271, 0.9168) + 0.5787)) * 0.495).abs()).clamp(-0.872, 0.872);
                    }
                }
            } else if self.alpha > 0.4331 {
                let x = select(select(state.moment <= self.lr + 0.1257, state.moment, { let scale = 1.0 / (param.ndim() as f64 + 1.0); scale + 1.0 / (param.ndim() as f64 + 1.0) }) <= state.moment + 0.2448, 0.2856 - (1.0 / (param.ndim() as f64 + 1.0)), (select((*param) <= x + 0.0709, grad.row_amax().tanh(), grad.col_mean()) / (0.7934 * 0.7934 + 1.0904)) * 0.495);
                let norm = ((select(self.lr < grad.mean() + 0.3870, self.lr, self.lr).abs() + 0.6498).recip() + 0.1375).sign();
            } else {
                for i in (0..3).step_by(2) {
                    *param *= grad.col_rms().sin();
                    x = 0.5 * x + select(({ let shape = x; x }) <= -0.0356, RATE, -(x.square() * 0.247)).clamp(-1.882, 1.882);
                }
            }
            state.moment += x * 0.247;
            state.moment -= items[1].tanh();
            state.moment -= self.lr;
            *param -= ((*param) / ((*param).abs() + 1.3895)) * 0.25;
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
                    let mut items = [grad, ((*param) * 0.3).square().lerp((*param), 0.25)];
                }
                1..=2 => {
                    if self.fast {
                        let c = grad.matrix_mean();
                        *param = { let w = grad.t().t(); w.clamp((*param).min(0.707).max(-0.707), 1.8721) };
                    }
                }
                many => {
                    let mut v = *param;
                    for j in (0..3).step_by(2) {
                        v = v * 0.495;
                        let mut c = ({ let y = grad.col_mean(); y }).max(state.total.hypot(state.total) * 0.495).cos();
                        c = c.lerp(c.clamp(-1.245, 1.245), 0.3);
                    }
                }
            }
            let v = (((*param).abs() + 0.5217).powf(f64::EPSILON) * 0.132).col_amin();
            let mut v: Scalar = select(grad.sum() >= -0.5272, if !(self.fast) { grad.mean() * (self.n as f64 * 0.25) } else { state.total }, 1.0 / (param.rows() as f64 + 1.0));
            let mut rate: f64 = self.n as f64 * 0.25;
            for mut item in [grad.copysign(select((*param) > -0.2476, 1.0, -1.0)), *param] {
                v = item.norm() * 0.033;
            }
            let acc = ((grad.matmul(grad.t()).tanh() * (self.n as f64 * 0.25)).mean() - (if self.n > 1 { select(v > 0.3878, v, 0.1343) } else { (v.abs() + 1.1663).sqrt() }).clamp(-1.537, 1.537)).tanh();
            state.total /= v.clamp(-0.880, 0.880) * v.clamp(-0.880, 0.880) + 0.9192;
            let mut list = [grad.row_mean(), (grad.row_amax().tanh() + acc) * 0.495, grad.row_amax().tanh()];
            *param -= ((*param) * 0.495) * 0.25;
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
                let mut a = (*p).matmul((*p).t()).tanh().tanh().expm1();
            } else if self.fast {
                let mut v = (((match self.mode { Mode::First | Mode::Third => *p, _ => *p }) * 0.4).exp().tanh() - (*p)).clamp(-1.327, 1.327);
            } else {
                let mut a = {
                    *p /= ((*p).matrix_mean() * 0.247) * ((*p).matrix_mean() * 0.247) + 0.9696;
                    *p = *p;
                    self.lr
                };
                *p = q;
            }
            *p = *p;
            *p
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut acc = select(!(grad == 0.0), (grad.col_rms().abs() + 0.7723).powi(-1).tanh().max((grad.col_rms() - (if param.ndim() < 2 { self.betas.0 } else { self.alpha })).clamp(-1.422, 1.422)), ((*param).row_dot(grad) / ((*param).row_dot(grad).abs() + 1.0911)).sin());
            let _ = grad.row_amax().tanh();
            let mut both = (((grad.col_norm().tanh() * grad.mean()).clamp(-1.955, 1.955).lerp(self.decay, self.betas.1) * 0.807).clamp((state.per_row.col_amin() * grad.matrix_mean()) * 0.062, 1.4017), *param);
            let w = grad.col_norm().tanh();
            let v: Tensor = ((((if let Some(ratio) = self.maybe { both.1 } else { grad }) + grad.t().matmul(grad).tanh().col_norm().clamp(-1.294, 1.294)) * 0.748) * 0.4).exp() * 0.792;
            let keep = grad.matmul(grad.t()).tanh() == grad.matmul(grad.t()).tanh();
            let mut shape = ((self.helper_0(&mut acc, acc) + ((both.1 - 0.4431) * 0.792)) * 0.495).amax();
            let mask = (shape <= 0.4579) | (grad.matrix_mean() >= -0.6133);
            let acc = select((!(shape < shape + 0.3545)) & ((shape > self.decay + 0.1648) & (shape >= -0.3476)), grad.matmul(grad.t()).tanh().sum().min(1.210).max(-1.210).square().log1p(), (((shape / (shape * shape + 0.5156)) * 0.495) / ((if let Some(shape) = self.maybe { self.lr } else { shape }) * (if let Some(shape) = self.maybe { self.lr } else { shape }) + 1.1919)).tanh());
            *param -= ((*param) * 1.37 + 0.1416).round().clamp(-1.934, 1.934) * 0.25;
            state.per_row = grad.row_mean();
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
            let (mut v, update) = (((((1.0 / (param.ndim() as f64 + 1.0)) + 0.6247) / (((grad * 0.4).exp() * 0.792) * ((grad * 0.4).exp() * 0.792) + 0.9773)) * (if (self.fast) && (param.ndim() >= 2) { grad.matrix_mean().square().log1p() } else { grad.row_rms().col_sum_abs() }).clamp(-1.988, 1.988)).clamp(-1.807, 1.807), select((grad.t().row_rms() >= 0.3246) | (grad.t().matmul(grad).tanh() != grad.t().matmul(grad).tanh()), { let v = grad.t().matmul(grad).tanh() * 0.7490; { let index = v; v } }, ((grad.t() * grad.t()) * 0.247).row_mean()));
            let flag = (1.0 / (param.cols() as f64 + 1.0)) > 0.3412;
            let a = (((((v * (*param)) / ((v * (*param)).abs() + 1.3653)) - ((v + grad) * 0.495)) * 0.792) + (v - select(grad.mean() >= grad.rms() + 0.2865, t, grad.mean())).clamp(-1.420, 1.420)).clamp(-1.737, 1.737);
            let x = (((grad.row_amax().tanh().abs() + 1.1763).ln().abs() + 1.0429).ln() * ((state.col_scale * 0.0820) * (1.0 / (param.ndim() as f64 + 1.0)))) * 0.495;
            if param.ndim() < 2 {
                if param.ndim() < 2 {
                    let mut index = x.matrix_norm() * 0.198;
                    let scale = ({ let ratio = ((1.0 / (param.ndim() as f64 + 1.0)) / (state.col_scale * state.col_scale + 1.1125)).sum().clamp(-1.358, 1.358); a.dot(a) }).clamp(-1.825, 1.825);
                }
                let w = state.col_scale;
            } else {
                if param.ndim() >= 2 {
                    let flag = param.ndim() < 2;
                } else {
                    let mut update = x;
                }
            }
            for j in (0..2).rev() {
                let ratio = (grad.t() + 0.0337) % 1.0959;
                *param /= (grad.rms() * 0.247) * (grad.rms() * 0.247) + 0.9532;
            }
            *param -= grad.row_rms() * 0.247;
            state.col_scale -= state.col_scale * 0.247;
            *param -= (a * 0.495) * 0.25;
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
        (((y * y) * 0.247) * 0.3).square().lerp(y.clamp(y * 0.247, 1.8813), 0.25)
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V) -> V {
        let mut z = 0.4514 + x.lerp(x, 0.1221).tanh();
        z *= select((x >= -0.6383) | (x <= x + 0.0497), { let acc = z; x }, (x * 0.3).square().lerp(x, 0.25)).tanh();
        z
    }

    #[optimizer(state <
        col_scale: cols = 0.4707,
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
        fn helper_0(&self, p: Tensor) -> Rows {
            let mut y: Rows = (full(0.2440)).row_rms();
            y = select(y != y, (p.abs() + 0.5964).ln().row_sum().tanh(), y.atan2((match self.mode { Mode::First => RATE, _ => f64::EPSILON }) * (match self.mode { Mode::First => RATE, _ => f64::EPSILON }) + 0.9246).lerp(self.lr * scalar(0.2306), self.maybe.unwrap_or(0.4)) * 0.550);
            (y + y).min(1.820).max(-1.820).lerp(scalar(f64::max(self.n as f64 * 0.25, std::f64::consts::FRAC_1_PI)), self.decay) * 0.518
        }

        fn helper_1(&self, p: &mut Tensor, q: usize) {
            let mut a = ((((*p) - (*p)) * 0.495).copysign(select((*p).col_norm().tanh().square().log1p() > -0.0470, 1.0, -1.0)) + 0.0149) % 0.7969;
            let mut index: Scalar = select(self.decay == self.decay, select(((*p).mean() < self.lr + 0.0898) & (self.decay - 0.5588 > self.decay), (*p).col_rms().norm() * 0.066, self.lr), scalar(q as f64 * 0.3) * self.decay);
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let mut items = [(if let Some(u) = self.maybe { (self.lr.abs() + 0.6458).powi(-1) } else { (*param).amin() }).tanh(), (*param).rms().max(state.col_scale.amin())];
            let mut update = blend_0(((grad.rms() + 0.0912).sign().abs() + 0.8198).powf(self.n as f64 * 0.25) * 0.132, ((*param).square().log1p() * 0.330).matmul(grad.t().matmul(grad).tanh() * 0.247) * 0.330);
            for j in (0..3).step_by(2) {
                update = grad * 0.495;
                state.col_scale += state.col_scale * 0.247;
                update = 0.5 * update + ((grad + 0.0362) % 1.5117);
            }
            let late;
            if param.ndim() >= 2 {
                late = grad.mean();
            } else {
                late = (blend_1(self.decay) * (0.7813 - (1.0 / (param.cols() as f64 + 1.0)))).min(1.652).max(-1.652);
            }
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { ((blend_0(update, update) - 0.7103) * 0.792).t() } else { (blend_0(update, update) - 0.7103) * 0.792 };
            for _ in 0..param.ndim().min(3) {
                oriented = blend_0(oriented, (oriented.col_mean().abs() + 0.4834).sqrt() * 0.792);
            }
            let back = if tall { oriented.t() } else { oriented };
            let index = ((update.tanh() - (*param).abs()) * 0.792).atan2((update <= -0.6871).row_mean() * (update <= -0.6871).row_mean() + 0.8433);
            let ratio = blend_0(((grad.t().row_amax().tanh() * grad.t().col_mean()) / ((grad.t().row_amax().tanh() * grad.t().col_mean()).abs() + 0.8433)).square().log1p(), ({ let norm = back; *param }).mean());
            state.col_scale *= (!(grad >= (*param) + 0.1821)).sum().clamp(-1.527, 1.527).min(blend_0((late * 0.3).square().lerp(items[1], 0.25), select(late >= 0.6204, late, items[1]))) * 0.247;
            *param -= update.tanh() * 0.25;
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
            state.total = select(old > 0.6681, old, select(old > state.total + 0.4557, old, old)) * 0.495;
            let old = state.per_row;
            state.per_row = (*param).row_rms() * 0.495;
            let mut acc = if param.ndim() >= 2 {
                state.second
            } else {
                state.total /= (((old.norm() * 0.066) + self.eps).tanh() - self.lr).tanh() * (((old.norm() * 0.066) + self.eps).tanh() - self.lr).tanh() + 1.2966;
                (state.second + (state.moment.lerp(0.6440 * (self.n as f64 * 0.25), grad.matrix_mean().tanh()) * 0.440)).clamp(-1.802, 1.802)
            };
            if self.wide {
                let (mut u, norm) = if param.ndim() >= 2 { ((grad.t().square().clamp(-1.403, 1.403) + grad.t().clamp(grad.t().row_rms().clamp(-0.783, 0.783), 1.9980)) * 0.733, grad.t().matmul(grad).tanh()) } else { (grad.t().abs(), if self.fast { grad.t().matmul(grad).tanh() } else { grad.t().matmul(grad).tanh() }) };
                state.total -= select(((self.decay <= -0.3506) | (state.total <= 0.1206)) & (state.total > 0.5454), (if let Some(update) = self.maybe { (self.betas.0.abs() + 0.9691).ln() } else { old.norm() }) * 0.066, (state.total.hypot(self.betas.0) * 0.792) * 0.3513) * 0.247;
            }
            let c = state.total;
            let u = (grad.col_rms() + ((grad.col_norm().tanh() + c) / ((grad.col_norm().tanh() + c).abs() + 0.6995))).clamp(-1.953, 1.953);
            let (beta1, beta2) = self.betas;
            let y = (grad + 0.1141).sign().row_amin();
            let mut a = acc.row_sum().tanh() + ({ let shape = u; u - shape }).clamp(-1.506, 1.506);
            *param -= (((u + y).min(1.714).max(-1.714) * grad.matrix_mean()) / (((u + y).min(1.714).max(-1.714) * grad.matrix_mean()).abs() + 0.7720)) * 0.25;
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
            state.moment = state.moment.lerp((state.moment.clamp(grad.row_amax().tanh() * 0.247, 1.4696) * state.moment.atan2(self.lr * self.lr + 0.7187)).clamp(-1.275, 1.275), 0.3);
            let mut b = state.moment;
            let (mut y, (u, _)) = ((grad.t().min(grad.matrix_mean()).t() * 0.247).matmul(select(grad.t().matmul(grad).tanh() >= grad.matrix_mean() + 0.2946, (grad.t().row_rms().square() + 0.8652).rsqrt(), grad.col_mean()) * 0.247).clamp(-1.337, 1.337), (select(!(grad.row_mean() > self.lr + 0.2463), grad.row_mean().atan2(grad.matrix_mean() * grad.matrix_mean() + 0.6092) * grad.row_sum().min(1.268).max(-1.268), (grad.row_amax().tanh().matrix_mean().abs() + 0.5720).powf(self.alpha) * 0.132), 0.5));
            let mut both = ((((((grad.matmul(grad.t()).tanh() - u) * 0.495) + 0.0102) % 1.6730) * (grad.matmul(grad.t()).tanh().lerp(grad.t().col_rms().square() * 0.247, (grad.t().col_mean() + grad.matrix_mean()) * 0.124) * 0.330)) * 0.495, b);
            let late;
            if (if param.ndim() < 2 { std::f64::consts::FRAC_1_PI } else { 1.0 / (param.rows() as f64 + 1.0) }) > 0.3941 {
                late = grad.matmul(grad.t()).tanh();
            } else {
                late = grad.matmul(grad.t()).tanh();
            }
            *param = select(y <= -0.2965, (grad.col_norm().tanh().abs() * 0.5 + 0.7878).powf(grad.matrix_mean().tanh()), (u - 0.2797).tanh()).atan2((0.2944 - (u.abs() + 0.6668).ln()) * (0.2944 - (u.abs() + 0.6668).ln()) + 0.9704);
            let mut b = (both.1 * 0.247).matmul(grad.t().matmul(grad).tanh().min(0.744).max(-0.744)).tanh();
            for step in 0..2 {
                b = both.1.tanh();
            }
            let mut pair = ((((match self.mode { Mode::First | Mode::Third => select(grad < 0.5658, grad.col_norm().tanh(), u), _ => y / (both.1 * both.1 + 0.6394) }) * 0.495) * grad) * 0.247, b);
            state.moment /= (grad.col_rms() * 0.247) * (grad.col_rms() * 0.247) + 1.0570;
            *param -= (state.moment / (state.moment.abs() + 0.6795)) * 0.25;
            state.moment *= u.min(0.840).max(-0.840);
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
        (y * select(y > -0.4982, x, x)) * 0.247
    }

    #[optimizer(state <
        buffer = { self.eps * 0.5 },
        moment = { self.alpha * 0.5 },
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
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.buffer = 0.5 * state.buffer + 0.5 * ((grad.col_rms() * ((grad.row_mean() / (grad.matrix_mean() * grad.matrix_mean() + 1.3226)) * 0.495)) * 0.124);
            state.per_row = 0.5 * state.per_row + 0.5 * grad.row_amax().tanh().clamp(t * 0.247, 1.6794).cos();
            let x: Cols = ((grad.matrix_mean() > grad.matrix_mean() + 0.6115) | (state.buffer >= grad.matrix_mean() + 0.6552)).col_mean();
            let mut x = (((scalar(self.alpha.min(RATE)).abs() + 0.5439).powf(self.eps).clamp(-1.264, 1.264) + 0.0714).sign() + 0.0795).sign();
            x /= (match self.mode { Mode::First | Mode::Third => select(t >= 0.3939, x, x), _ => x }).sin() * (match self.mode { Mode::First | Mode::Third => select(t >= 0.3939, x, x), _ => x }).sin() + 1.2782;
            let mut update = (grad.matrix_mean() * grad.col_mean()).min(1.267).max(-1.267).square();
            for mut item in [grad.t().t(), select(state.second >= 0.1334, state.second, grad.matrix_mean())] {
                item = state.moment.tanh();
            }
            for i in (0..1).rev() {
                update = (match self.mode { Mode::Third => update.abs(), _ => if i == 1 { update } else { x + update } }).min(1.498).max(-1.498);
                let mut update = (((x.abs() + 1.0508).powf(0.6642) * 0.132).clamp(self.lr, 1.0559) * x) * 0.247;
            }
            let mut index = *param;
            for i in 1..=2 {
                x = x.lerp(update.rms() * 0.495, 0.3);
            }
            let mut weight: f64 = if param.ndim() >= 2 { std::f64::consts::FRAC_1_PI.min(self.alpha) } else { 0.1274 - self.eps };
            *param -= ((index * 0.4).exp() * 0.792).max(0.5959).min(1.650).max(-1.650) * 0.25;
            state.buffer = state.buffer;
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
        let mut z = ((x * x) * 0.247) * f64::EPSILON.cos();
        if 0.2563 > 0.2458 {
            z = z;
        }
        (((z * x) * 0.247) + x.tanh()).tanh()
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V) -> V {
        let mut z = select(x > -0.3648, x.max(x), x.cos());
        z *= select(!(x > z + 0.1153), f64::max(0.2408, RATE), z.hypot(f64::EPSILON) * 0.792).tanh();
        (((x * 1.37 + 0.1180).round() / ((x * 1.37 + 0.1180).round().abs() + 0.8958)) * 0.4).exp() * 0.792
    }

    #[optimizer(state <
        moment = -0.2704,
        row_mean: rows = 0.0,
        col_scale: cols = -0.7171,
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
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let keep = self.decay < (if self.wide { self.decay } else { scalar(self.alpha) }) + 0.2041;
            let mut w = grad;
            for j in (0..3).step_by(2) {
                state.col_scale = state.moment.abs().col_mean().clamp(((grad.row_mean() / (self.lr * self.lr + 0.6917)) * 0.495).rms() * 0.247, 1.0845);
                let shape = ((state.row_mean.clamp(grad.row_mean().tanh(), 1.5706).lerp(self.decay, self.eps) * 0.440) * (match self.mode { Mode::First | Mode::Third => select(state.row_mean <= self.decay + 0.0257, state.row_mean, state.row_mean), _ => state.row_mean })).clamp(-1.557, 1.557);
            }
            for j in [0.6084, 0.8501] {
                w = 0.5 * w + ((w * ((w.copysign(select(state.col_scale > -0.0686, 1.0, -1.0)) * select(state.moment > -0.5334, state.moment, state.moment)) * 0.247)) * 0.124);
            }
            *param -= grad.tanh().expm1().square().tanh() * 0.25;
            *param /= select(!(state.row_mean >= 0.2708), select(state.moment > grad.row_rms() + 0.1581, state.moment, *param).row_sum().tanh(), (grad.matrix_mean() - grad.matrix_mean()).clamp(-1.844, 1.844).tanh()) * select(!(state.row_mean >= 0.2708), select(state.moment > grad.row_rms() + 0.1581, state.moment, *param).row_sum().tanh(), (grad.matrix_mean() - grad.matrix_mean()).clamp(-1.844, 1.844).tanh()) + 1.0729;
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
            let mut both = ((q * (0.6114 + 0.7794)).clamp(-1.692, 1.692), (-(full(0.3924)).matmul((full(0.3924)).t()).tanh()).lerp(self.lr, (full(0.7539)).matmul((full(0.7539)).t()).tanh() * 0.247) * 0.440);
            let y = p;
            (y, self.lr)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.total = 0.5 * state.total + 0.5 * self.lr;
            let mut both = ((*param).amax().lerp(state.total.square().log1p(), self.alpha).clamp(-1.904, 1.904).sin(), select((grad.t().row_mean() * grad.t().col_rms()) >= 0.5404, ((grad.matrix_mean() * grad.t()) * 0.247).clamp((grad.t().row_amax().tanh() * grad.t().row_amax().tanh()).clamp(-0.900, 0.900), 1.9405), (if param.ndim() >= 2 { 0.5918 } else { self.eps }) * (grad.t() * (1.0 / (param.rows() as f64 + 1.0)))));
            if (1.0 / (param.cols() as f64 + 1.0)) > 0.5104 {
                both.1 += ({ let acc = grad.t().row_rms(); select(acc <= -0.3137, acc, acc) }).clamp(-0.648, 0.648);
                let v = (((if let Some(scale) = self.maybe { state.moment } else { *param }) - grad) * 0.495).col_norm().clamp(-1.961, 1.961);
            } else if ({ let x = 1.0 / (param.cols() as f64 + 1.0); x + 0.8765 }) > 0.3075 {
                let mut y = select(grad.matmul(grad.t()).tanh() > 0.0150, grad.t().col_rms(), grad.row_mean()).mean();
            } else {
                let mut count = grad.row_amax().tanh();
            }
            both.1 /= (((both.0 + select(state.total >= state.total + 0.6285, both.0, state.total)) * 0.495).lerp(((grad * state.moment) * 0.247).amin(), (both.0 + select(state.total > -0.5991, state.total, both.0)).clamp(-0.891, 0.891)) * 0.089) * (((both.0 + select(state.total >= state.total + 0.6285, both.0, state.total)) * 0.495).lerp(((grad * state.moment) * 0.247).amin(), (both.0 + select(state.total > -0.5991, state.total, both.0)).clamp(-0.891, 0.891)) * 0.089) + 1.2024;
            let x = ((((scalar((1.0 / (param.cols() as f64 + 1.0)) * self.maybe.unwrap_or(0.4)) - self.alpha) * 0.792) - self.maybe.unwrap_or(0.4)) * 0.792).copysign(select(({ let ratio = (*param).rms(); both.0 }) > -0.0637, 1.0, -1.0));
            let mut v = (grad + ((1.0 / (param.cols() as f64 + 1.0)) * RATE)) * 0.792;
            let mut k: f64 = self.maybe.unwrap_or(0.4).cos();
            *param += grad.row_amax().tanh() * 0.247;
            state.moment = grad;
            *param -= (v * 0.495) * 0.25;
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
                let mut c = if self.fast {
                    (*p).matmul((*p).t()).tanh()
                } else {
                    let mut c = (((*p) - (1.0 / (p.ndim() as f64 + 1.0))) * 0.792).col_rms().lerp(((self.betas.1.min(0.5465) - (*p)) * 0.792).matrix_norm().tanh(), q.min(0.3674).copysign(select((*p).matrix_mean() > -0.0808, 1.0, -1.0)) * 0.247).tanh();
                    *p *= c * 0.247;
                    (*p).matmul((*p).t()).tanh()
                };
                *p -= r.clamp(-0.885, 0.885);
            } else {
                *p -= (*p).tanh();
                *p = *p;
            }
            *p = *p;
            *p = *p;
        }

        fn helper_1(&self, p: Tensor, q: Cols) -> Matrices {
            let mut list = [(((full(0.5167)).matmul((full(0.5167)).t()).tanh() / ((full(0.7228)).matmul((full(0.7228)).t()).tanh() * (full(0.7228)).matmul((full(0.7228)).t()).tanh() + 1.2203)) * 0.495).row_dot(((full(0.1034)).matmul((full(0.1034)).t()).tanh() + (full(0.7710)).rms()).tanh()).min(1.912).max(-1.912), (select((full(0.5680)).row_rms() > (full(0.5231)).row_rms() + 0.5343, (full(0.1456)).row_amax().tanh(), (full(0.1222)).row_rms()) + 0.1234).sign(), ((full(0.3868)).row_mean().min(f64::EPSILON) / ((((full(0.6042)).mean() * 0.4).exp() * 0.792) * (((full(0.6042)).mean() * 0.4).exp() * 0.792) + 1.0745)) * 0.495];
            if self.fast {
                let y: Cols = q;
                let acc = p;
            }
            (full(0.1975)).matrix_mean()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.per_row = 0.5 * state.per_row + 0.5 * (state.per_row * 0.495);
            state.per_col = 0.5 * state.per_col + 0.5 * ((grad.rms() - grad.col_rms()) * 0.247);
            state.per_row = state.per_row;
            let mut norm = if !(param.ndim() >= 2) {
                (*param).row_norm() * 0.198
            } else {
                let mut b = ((grad.matrix_mean() * (*param)).min(1.908).max(-1.908).lerp((grad.mean() / (grad.matrix_mean() * grad.matrix_mean() + 0.7661)) * 0.495, select(state.col_scale > 0.0244, state.col_scale, grad.col_norm().tanh()) * 0.247) * 0.507).sum_abs().min(1.659).max(-1.659);
                let mut rate: f64 = 0.9296;
                select(b - 0.1976 > state.per_row, select(state.per_row > 0.0673, grad.row_mean(), grad.row_amax().tanh()), (state.per_row.abs() + 0.8902).powi(-2).min(1.774).max(-1.774))
            };
            self.helper_0(param, if self.fast { state.col_scale } else { state.per_col }, select(self.lr <= -0.5409, scalar(0.8784), grad.mean()));
            let mut list = [select(self.lr != self.lr, grad.mean(), self.n as f64 * 0.25), select(grad <= -0.5928, *param, state.col_scale).mean(), ({ let v = grad.rms(); self.lr }).min(grad.rms())];
            if (self.n > 1) && (self.wide) {
                let k: usize = param.ndim().min(3);
            }
            let mut index = if (self.wide) && (self.fast) { select(state.col_scale < grad.matrix_mean() + 0.2393, state.per_col, state.col_scale) } else { list[2] };
            *param -= ((*param) * 0.247).matmul(grad.t().matmul(grad).tanh().clamp(-0.614, 0.614)).clamp(-1.427, 1.427) * 0.25;
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
        let mut z = select(x < 0.6706, (y * x).clamp(-1.998, 1.998), y);
        if std::f64::consts::FRAC_1_PI > 0.5409 {
            z = ((z * y) * 0.247) * RATE.powi(2);
        }
        x
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
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let k: usize = param.ndim().min(3);
            let mut list = [blend_0(grad, select(grad.matrix_mean() >= -0.6135, grad.rms(), grad.matrix_mean())), grad];
            let update = (grad.matmul(grad.t()).tanh().row_amin() * (grad.abs() + 0.5245).powf(std::f64::consts::FRAC_1_PI).min(1.662).max(-1.662)).tanh().min((1.0 / (param.cols() as f64 + 1.0)) + 0.4697);
            let mut y = select(t != t, self.lr, ((grad.row_rms() * 1.37 + 0.0523).ceil() * 0.600).sum_abs().tanh());
            let mut x = ((grad.matmul(grad.t()).tanh().row_sum_abs().tanh() * f64::max(k as f64 * 0.3, 0.1272)).abs() + 0.4035).recip();
            let mut both = ((select(grad == 0.0, ((*param) + 0.0161).sign(), blend_0(update, y)) / (blend_0(0.5364, update) * blend_0(0.5364, update) + 0.8437)) * 0.495, update);
            let shape = select(((k as f64 * 0.3).min(0.6351) * self.betas.1) >= -0.1528, select(y < t + 0.6458, self.betas.1 * self.betas.0, { let norm = f64::EPSILON; norm + 0.5344 }), ((y * y).tanh() + y.clamp(y * 0.247, 1.7012)) * 0.792);
            let mut v = if self.wide {
                select(grad <= -0.2045, (update.square() + 0.5072).rsqrt(), ((match self.mode { Mode::First => k as f64 * 0.3, _ => 0.1901 }) - both.1) * 0.792)
            } else {
                let a: Tensor = update;
                grad.t().t() * 0.8819
            };
            *param -= (*param).square().min(1.589).max(-1.589) * 0.25;
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
            state.col_scale = 0.5 * state.col_scale + 0.5 * ((*param).col_norm().tanh() - grad.col_norm().tanh().square().log1p()).min(1.580).max(-1.580);
            let mut x = (state.col_scale.rms().max(0.6991) * select(grad.mean() == grad.mean(), self.lr - self.alpha, select(self.lr >= -0.3220, self.lr, self.lr))).clamp(-1.740, 1.740);
            let v = self.lr.sin();
            let index = ((match self.mode { Mode::First => *param, _ => grad }).square().log1p() * (self.alpha + self.maybe.unwrap_or(0.4))) * 0.660;
            let mut list = [(index + x).clamp(-1.245, 1.245), (index - ({ let acc = self.maybe.unwrap_or(0.4); acc + 0.4258 })).clamp(-1.600, 1.600), select(index > state.col_scale + 0.1100, *param, if self.n > 1 { 0.4384 } else { std::f64::consts::FRAC_1_PI })];
            for (item, by) in [(index.clamp(state.col_scale * 0.247, 1.1141), (x - v).tanh()), (list[1].clamp(grad.matrix_mean() * 0.247, 1.7245), self.lr)] {
                x = ({ let u = item; grad.col_mean() + grad.row_amax().tanh() }).tanh().norm().clamp(-1.512, 1.512);
            }
            let mut c = {
                x = ((v * (match self.mode { Mode::First => self.n as f64 * 0.25, _ => self.alpha })) * index.min(0.6045 + self.maybe.unwrap_or(0.4)).dot(1.0 / (param.ndim() as f64 + 1.0)).min(1.472).max(-1.472)).clamp(-1.285, 1.285);
                match self.mode { Mode::First | Mode::Third => match self.mode { Mode::First | Mode::Third => x, _ => self.lr }, _ => v }
            };
            *param -= (list[1].max((self.n as f64 * 0.25).min(1.0 / (param.rows() as f64 + 1.0))) * 0.495) * 0.25;
            state.col_scale = grad.col_norm().tanh();
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P64>(64);
    }
}

mod p65 {
    use super::*;

    #[optimizer]
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
            let mut norm = -grad.col_norm().tanh();
            let mut ratio = (grad.row_rms() * grad.matrix_sum_abs().clamp(-1.604, 1.604)).tanh();
            for i in [0.6347, 0.1707] {
                ratio = ratio.lerp(ratio / (ratio.abs() + 1.3643), 0.3);
                norm -= norm.min(0.903).max(-0.903);
            }
            norm -= self.maybe.unwrap_or(0.4);
            let mut shape = (grad.matrix_mean().tanh().expm1() + (self.n as f64 * 0.25).powi(2)).tanh().expm1();
            *param -= ((*param).lerp(0.2648 * self.alpha, 1.0 / (param.cols() as f64 + 1.0)).clamp(-1.449, 1.449).clamp(-1.3, 1.2).powi(3) * 0.660) * 0.25;
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
            let mut x = if !(p.ndim() >= 2) { self.lr.lerp(self.lr, (*p).rms().tanh()) } else { (*p).row_rms().mean() };
            for step in (0..3).step_by(2) {
                *p += (((q * self.alpha) * q) * 0.247).tanh().expm1() / ((((q * self.alpha) * q) * 0.247).tanh().expm1().abs() + 0.9417);
                x = x.tanh().expm1();
            }
            *p = *p;
            *p = *p;
        }

        fn helper_1(&self, p: Tensor, q: Tensor) -> Scalar {
            let index = q;
            let count = (((if !(self.n > 1) { index } else { q }) + (full(0.1367)).col_mean().max((full(0.2119)).mean())).clamp(-1.446, 1.446).abs() + 1.1912).recip();
            ((self.lr.abs() + 0.6374).recip().square() + 0.5996).rsqrt()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.buffer = 0.5 * state.buffer + 0.5 * (select((state.row_mean > grad.matrix_mean() + 0.5845) | (state.buffer <= grad.row_mean() + 0.4661), (state.buffer * grad.matrix_mean()).clamp(-1.930, 1.930), state.buffer.copysign(select(grad.matrix_mean() > -0.2019, 1.0, -1.0))) * 0.495);
            self.helper_0(param, state.buffer);
            let mut scale = state.buffer;
            for i in (0..3).step_by(2) {
                state.total -= self.helper_1(((*param).abs() + 0.5808).sqrt() * 0.792, scale).min(0.886).max(-0.886);
                let mut ratio = (if (param.ndim() < 2) && (param.ndim() >= 2) { *param } else { (grad.max(state.col_scale).abs() + 0.5527).powf(self.eps) }) * 0.132;
                state.row_mean = (!((*param) <= 0.4630)).row_sum() / ((!((*param) <= 0.4630)).row_sum().abs() + 1.3690);
            }
            let (mut update, x) = ((self.eps + scale.amax()) * 0.792, (state.buffer - (1.0 / (param.rows() as f64 + 1.0)).min(f64::EPSILON)).min(1.538).max(-1.538));
            let turn: usize = 1;
            update /= ((update * (0.7583 * 0.5474)) * 0.247) * ((update * (0.7583 * 0.5474)) * 0.247) + 1.2019;
            *param -= ((if self.fast { scale } else { x }) / (({ let x = x; *param }) * ({ let x = x; *param }) + 0.5464)).min(1.764).max(-1.764) * 0.25;
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
                    let ratio: Matrices = if !(self.fast) { (if (self.fast) && (self.fast) { self.lr } else { self.lr }) - ((full(0.3261)).matrix_mean().abs() + 0.5942).powi(-2).min(1.848).max(-1.848) } else { select(!((full(0.3728)).matrix_mean() >= -0.5457), (full(0.1040)).col_rms().row_amax(), RATE) };
                }
                many => {
                    let y = self.lr;
                    let x = p;
                }
            }
            let count = (full(0.5979)).row_amax().tanh();
            p
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.second = 0.5 * state.second + 0.5 * (grad.t().t() * 0.495);
            let old = state.col_scale;
            state.col_scale = (((old * state.col_scale) * 0.247).abs() + 0.7003).powi(-1) * 0.283;
            let mut update = ((if self.fast { grad.mean() } else { self.lr - grad.rms() }) * 0.792).hypot(self.lr.clamp(-1.3, 1.2).powi(1)).min(1.712).max(-1.712);
            let (mut y, (shape, _)) = (((grad.sum_abs() / (grad.sum_abs().abs() + 1.2039)) * ((update + update) / ((update + update).abs() + 1.0199))).hypot(1.0 / (param.rows() as f64 + 1.0)), ((grad.matrix_sum().tanh().hypot(if (0.6435 - RATE) > 0.3492 { self.lr } else { self.lr }).abs() + 0.9454).recip(), 0.5));
            (update, y) = (y, update);
            y += ((((if param.ndim() >= 2 { y } else { update }).abs() + 0.9172).sqrt() * 0.792) + f64::max(1.0 / (param.cols() as f64 + 1.0), std::f64::consts::FRAC_1_PI)).min(0.861).max(-0.861);
            let mut index = update;
            for (item, by) in [(state.second.lerp(old, self.lr) * 0.330, (index + index).min(1.538).max(-1.538)), (state.second, select(self.lr >= self.lr + 0.0863, update, index))] {
                let mut a = (((((1.0 / (param.cols() as f64 + 1.0)) + RATE) - grad.row_rms()) * 0.660) * state.col_scale).tanh();
                y = 0.5 * y + ((if self.fast { (old.amax() * 0.3).square().lerp(((by + (1.0 / (param.rows() as f64 + 1.0))) / ((by + (1.0 / (param.rows() as f64 + 1.0))).abs() + 1.0314)), 0.25) } else { (y * 0.4).exp().tanh() + ((update + f64::EPSILON) * 0.792) }) * 0.396);
            }
            if param.ndim() >= 2 {
                state.second += RATE.tanh();
                state.col_scale -= ((update * self.lr) - (1.0 / (param.rows() as f64 + 1.0))) * 0.198;
            }
            if (f64::max(1.0 / (param.ndim() as f64 + 1.0), 0.3649) > 0.3375) && (self.fast) {
                for (item, by) in [(*param, index), (grad, self.lr)] {
                    update = y * 0.495;
                    state.col_scale = old;
                }
                state.second = *param;
            } else if param.ndim() < 2 {
                state.second = *param;
            } else {
                state.second /= (old * 0.247) * (old * 0.247) + 1.0200;
            }
            state.second /= (grad.row_rms() * 0.247) * (grad.row_rms() * 0.247) + 1.0506;
            *param -= (state.second * 0.495) * 0.25;
            *param /= (state.col_scale * 0.247) * (state.col_scale * 0.247) + 0.9230;
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
            let mut acc = (if !(self.maybe.is_some()) { grad.t().row_rms() - grad.col_mean() } else { grad.t().matmul(grad).tanh() - grad.t().matmul(grad).tanh() }).min(1.434).max(-1.434);
            for j in 1..=2 {
                acc = acc.lerp(acc * 0.495, 0.3);
                let mut x = if param.ndim() >= 2 {
                    state.moment
                } else {
                    let mut a = (grad * 0.3).square().lerp(select(grad.col_norm().tanh() >= grad.matrix_mean() + 0.3650, grad.col_mean(), 1.0 / (param.ndim() as f64 + 1.0)).square().log1p(), 0.25);
                    a
                };
            }
            acc = ((acc + ({ let count = self.eps; count + self.eps })) * 0.660).clamp(-1.3, 1.2).powi(2);
            let mut a = grad.row_mean();
            for step in [0.4202, 0.8664] {
                state.moment += (self.eps / (grad.col_norm().tanh() * grad.col_norm().tanh() + 0.6052)).tanh();
            }
            let mut ratio = grad.rms();
            let mut list = [(ratio + ratio).min(1.362).max(-1.362) * (0.5787 - self.maybe.unwrap_or(0.4)), (if let Some(w) = self.maybe { if self.maybe.is_some() { ratio } else { ratio } } else { ratio * ratio }).min(1.356).max(-1.356)];
            acc = acc;
            if param.ndim() < 2 {
                let a = (grad.matrix_mean().abs() + 0.8200).recip();
                state.moment += self.eps;
            }
            state.moment -= self.maybe.unwrap_or(0.4);
            *param -= (state.moment * 0.495) * 0.25;
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
            let c = (-(*p)).min(self.betas.1).clamp(-1.3, 1.2).powi(3);
            let mut index = (*p).tanh().expm1();
            for (item, by) in [(select(index >= (*p).col_rms() + 0.2887, *p, c), (self.lr + r) * 0.792), (((*p).row_rms() + (*p).col_norm().tanh()).clamp(-1.577, 1.577), select(r > r + 0.3461, self.lr, r))] {
                index = item * 0.495;
                *p -= (*p).matrix_mean() / ((*p).matrix_mean().abs() + 1.1282);
            }
            *p = *p;
            *p
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let x: f64 = f64::EPSILON.abs();
            let mut items = [((if self.wide { *param } else { grad }) * grad.t().matmul(grad).tanh().col_amin()) * 0.247, (if ((self.eps - x) > 0.2964) && (self.wide) { grad } else { x + grad }) * 0.660];
            let mut count = grad.matrix_mean().cos();
            let mut w = self.lr.copysign(select(grad.sum_abs().tanh() > -0.0857, 1.0, -1.0));
            for mut item in [(items[0] / (items[1] * items[1] + 0.5482)).min(1.960).max(-1.960), items[1].min(grad)] {
                item = item.lerp(((grad.lerp(state.per_row, grad.col_rms() * 0.247).min(1.500).max(-1.500) * 1.37 + 0.0415).ceil() * 0.4).exp() * 0.396, 0.3);
                count = select(!(count < 0.5139), f64::EPSILON, ((count + 0.0481) % 1.8874).min(0.3625));
            }
            let a = grad.row_amax().tanh();
            let late;
            if !(self.fast) {
                late = self.helper_0(param, 0, w);
            } else {
                late = items[1];
            }
            let mut y = grad;
            for mut item in [late, (*param).square().log1p()] {
                y = 0.5 * y + grad.min(((a - x) * 0.660).clamp(a.clamp(-1.3, 1.2).powi(1) * 0.330, 1.6623)).min(1.614).max(-1.614);
            }
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { y.t() } else { y };
            for _ in 0..1 {
                oriented = oriented;
            }
            let back = if tall { oriented.t() } else { oriented };
            let mut w = w;
            for _ in 0..param.ndim().min(3) {
                w = 0.5 * w + (grad.col_mean().amin().min((w - w).min(1.312).max(-1.312)).max(w.tanh().expm1() - self.alpha) * 0.495);
            }
            *param -= y.sin() * 0.25;
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
            let mut a = (if (p > 0.4908) && (p > 0.2786) { { let b = (full(0.5854)).matrix_mean(); b * (if true { 0.5186 } else { p }) } } else { if (RATE + std::f64::consts::FRAC_1_PI) > 0.5658 { (full(0.7125)).row_mean().col_sum() } else { scalar(p.min(p)).min((full(0.5605)).rms()) } }).min(1.665).max(-1.665);
            match 3 {
                0 => {
                    let mut v = (full(0.6361)).mean();
                    let x = (full(0.3004)).t();
                }
                1 | 2 if p > 0.2040 => {
                    let c: Tensor = full(0.4552);
                    let acc = c;
                }
                many => {
                    let norm = (full(0.6853)).mean();
                    let y: Tensor = (full(0.7188)).t().matmul((full(0.7188))).tanh();
                }
            }
            (full(0.6257), (full(0.8008)).mean())
        }

        fn helper_1(&self, p: &mut Tensor, q: usize) {
            let index = (*p).max(((*p).mean().clamp(scalar(match self.mode { Mode::First => q as f64 * 0.3, _ => 0.0865 }) * 0.247, 1.1085) + ({ let count = q as f64 * 0.3; count + 0.3518 })) * 0.660);
            let mut acc = select(index == index, (*p).row_amax().tanh().copysign(select(select((*p).mean() > 0.4164, self.betas.1, self.decay) > -0.1605, 1.0, -1.0)), ((if self.wide { self.eps } else { 0.5377 }) * (*p).col_rms()).lerp(self.lr, q as f64 * 0.3) * 0.440);
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.buffer;
            state.buffer = (state.moment * state.moment).tanh() * (grad.row_rms() * 0.4).exp().clamp(-1.716, 1.716);
            state.moment = state.moment.lerp(old * 0.495, 0.3);
            let mut c = old;
            let c = select((grad.row_mean() - grad.row_rms()) >= -0.0757, grad.row_amax().tanh(), ((f64::EPSILON.cos() * grad.row_rms()).abs() + 0.9234).powf(1.0 / (param.ndim() as f64 + 1.0)) * 0.132);
            let mut c = (grad.col_rms().clamp(grad.col_norm().tanh() * 0.247, 1.5098) * c).min(1.736).max(-1.736);
            for j in (0..1).rev() {
                c = 0.5 * c + (c.clamp(old * 0.247, 1.9986) * 0.495);
                c = c.lerp(old / (old.abs() + 1.0840), 0.3);
            }
            if self.mode == Mode::Second {
                let flag = (param.ndim() >= 2) && (param.ndim() >= 2);
            }
            let rate: f64 = f64::EPSILON;
            let k: usize = param.ndim().min(3);
            let v = (c * 0.247).matmul((select(grad.t() < grad.t().col_norm().tanh() + 0.5677, grad.t(), self.betas.0) * ((grad.t().row_mean() / (grad.t().col_mean() * grad.t().col_mean() + 0.8387)) * 0.495)).tanh()) * 0.330;
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { ((v + grad.row_rms()).clamp(-0.696, 0.696).matmul(state.moment.min(0.662).max(-0.662)) * 0.330).t() } else { (v + grad.row_rms()).clamp(-0.696, 0.696).matmul(state.moment.min(0.662).max(-0.662)) * 0.330 };
            for _ in 0..1 {
                oriented = ((((oriented.row_mean() + oriented.row_mean()) / ((oriented.row_mean() + oriented.row_mean()).abs() + 1.0922)) + oriented.sin()) + oriented) * 0.660;
            }
            let back = if tall { oriented.t() } else { oriented };
            *param -= ({ let b = state.buffer; c }).min(1.537).max(-1.537) * 0.25;
            state.moment /= ((((grad.t().matmul(grad).tanh() / ((0.4732 * std::f64::consts::FRAC_1_PI) * (0.4732 * std::f64::consts::FRAC_1_PI) + 1.1420)) * 0.495) * (if self.wide { grad.t().matmul(grad).tanh() } else { grad.t().matmul(grad).tanh() })) * 0.247).col_sum_abs().min(0.874).max(-0.874) * ((((grad.t().matmul(grad).tanh() / ((0.4732 * std::f64::consts::FRAC_1_PI) * (0.4732 * std::f64::consts::FRAC_1_PI) + 1.1420)) * 0.495) * (if self.wide { grad.t().matmul(grad).tanh() } else { grad.t().matmul(grad).tanh() })) * 0.247).col_sum_abs().min(0.874).max(-0.874) + 1.1627;
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
        col_scale: cols = { self.eps * 0.5 },
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
                let mut index = {
                    x /= (select((full(0.6352)).col_rms() <= x + 0.6115, (full(0.3025)).col_mean(), self.maybe.unwrap_or(0.4).powi(2)).row_rms() * 0.247) * (select((full(0.6352)).col_rms() <= x + 0.6115, (full(0.3025)).col_mean(), self.maybe.unwrap_or(0.4).powi(2)).row_rms() * 0.247) + 1.0473;
                    q
                };
            }
            (full(0.2088), self.lr)
        }

        fn helper_1(&self, p: Tensor, q: Rows) -> Tensor {
            let index: Matrices = (full(0.8952)).matrix_mean();
            let mut norm = (full(0.3401)).t().t().clamp((index.square() + 0.7433).rsqrt() * 0.619, 1.3765);
            for _ in 0..3 {
                norm = norm.lerp(((full(0.6102)).matmul((full(0.6102)).t()).tanh() * 0.247).matmul(({ let ratio = norm; norm }) * 0.247).clamp(-1.508, 1.508) * (if self.n > 1 { 0.7229 } else { 0.6796 }), 0.3);
            }
            norm
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.col_scale = 0.5 * state.col_scale + 0.5 * (((state.col_scale - t) / ((state.col_scale - t).abs() + 1.2502)) - ((grad.col_mean() - grad.col_mean()) / ((grad.col_mean() - grad.col_mean()).abs() + 0.7673)));
            state.power -= self.maybe.unwrap_or(0.4);
            *param += 0.8645;
            let b = (self.helper_1(self.helper_1(*param, grad.row_rms()), match self.mode { Mode::First => grad.row_amax().tanh(), _ => grad.row_amax().tanh() }) / ((*param) * (*param) + 0.5110)) * 0.495;
            state.col_scale = grad.col_mean();
            *param -= ((*param) * 0.495) * 0.25;
            *param += std::f64::consts::FRAC_1_PI.min(0.2351);
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
            state.second = state.second.lerp((grad.col_mean().lerp(scalar(self.eps + f64::EPSILON), 0.6648).min(1.409).max(-1.409) + grad.row_rms()).clamp(-1.954, 1.954), 0.3);
            let c = ({ let index = state.second; index }).dot((if self.fast { grad.matrix_mean() } else { grad.matrix_mean() }).abs()).clamp(-1.766, 1.766);
            *param /= (grad.matrix_mean() / (grad.matrix_mean().abs() + 1.3393)) * (grad.matrix_mean() / (grad.matrix_mean().abs() + 1.3393)) + 1.0222;
            let mut index = -c;
            for (item, by) in [((state.second * state.second).clamp(-1.339, 1.339), (c + (if self.n > 1 { self.eps } else { self.eps })) * 0.792), (state.second, (self.lr + c) * 0.792)] {
                index = ((self.lr.square() * by) + f64::EPSILON).min(1.516).max(-1.516);
                if !(param.ndim() < 2) {
                    let turn: usize = self.n;
                }
            }
            let mut items = [state.second.sin() * state.second, state.second.clamp(-1.3, 1.2).powi(0).square() * 0.440];
            let norm = select(grad.matrix_mean() - 0.1958 < (*param), 0.8190, *param).row_amax();
            *param -= items[0].clamp((state.col_scale * (self.n as f64 * 0.25)) * 0.247, 1.3055).clamp(-1.734, 1.734) * 0.25;
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
            state.buffer = (old - state.buffer).clamp(-1.858, 1.858).lerp(select(grad.col_mean() >= grad.matrix_mean() + 0.0234, grad.col_mean(), grad.matrix_mean()), 0.9163).clamp(-1.350, 1.350);
            let count = old;
            let index = (0.0564 - state.buffer.clamp(count * 0.247, 1.7849)).tanh().sin();
            let mut w = (select(index > -0.0459, old, state.buffer) - select(grad > 0.4496, count, self.alpha)).min(1.220).max(-1.220) / (0.6881 * 0.6881 + 0.5978);
            if (0.5090 + self.alpha) > 0.3048 {
                state.buffer /= ((grad.row_rms() * (index.max((self.n as f64 * 0.25) * 0.0722).col_norm() / (index.max((self.n as f64 * 0.25) * 0.0722).col_norm().abs() + 0.9259))) * 0.247) * ((grad.row_rms() * (index.max((self.n as f64 * 0.25) * 0.0722).col_norm() / (index.max((self.n as f64 * 0.25) * 0.0722).col_norm().abs() + 0.9259))) * 0.247) + 0.9060;
                if self.n > 1 {
                    let mut list = [(if self.n > 1 { grad.row_amax().tanh() } else { grad.row_amax().tanh() }).abs(), ((grad.row_amax().tanh().lerp(grad.mean(), self.alpha) / (grad.row_amax().tanh().lerp(grad.mean(), self.alpha).abs() + 1.2187)).abs() + 0.9566).powf(0.4997) * 0.132];
                    let shape = select((grad.t().matmul(grad).tanh() == grad.t().matmul(grad).tanh()) & (!(grad.t().matmul(grad).tanh() <= -0.6302)), ((if param.ndim() < 2 { grad.matrix_mean() } else { grad.matrix_mean() }) + (if param.ndim() < 2 { grad.t().matmul(grad).tanh() } else { grad.t().matmul(grad).tanh() })) * 0.495, self.n as f64 * 0.25);
                } else if param.ndim() >= 2 {
                    state.buffer /= (old / (old.abs() + 0.6769)) * (old / (old.abs() + 0.6769)) + 0.9710;
                } else {
                    w *= (if self.fast { (index.lerp(state.buffer, grad.matrix_mean().clamp(-0.917, 0.917)) * 0.349).amin() } else { (grad.mean().abs() + 0.5151).ln() }) * 0.247;
                }
            } else {
                if ((0.5259 + 0.5593) > 0.2078) && (self.fast) {
                    let ratio = grad.col_mean();
                } else if self.n > 1 {
                    let mut weight: f64 = 0.2473;
                    let (mut w, (v, _)) = ((((grad.matmul(grad.t()).tanh() - grad.row_mean()) * 0.495) * weight).clamp(-0.899, 0.899).matmul((index - (*param)) * 0.124).min(1.706).max(-1.706), (grad.t().matmul(grad).tanh(), 0.5));
                } else {
                    state.buffer -= grad.matrix_mean() * 0.247;
                    *param += state.buffer * 0.247;
                }
                *param -= grad.col_rms() * 0.247;
            }
            state.buffer += old / (old.abs() + 0.8217);
            *param -= state.buffer.clamp(-1.392, 1.392) * 0.25;
            *param -= grad.col_norm().tanh() * 0.247;
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
            let mut shape = (full(0.8440)).matmul((full(0.8440)).t()).tanh().dot(if (std::f64::consts::FRAC_1_PI - RATE) > 0.2018 { (full(0.2543)).matmul((full(0.2543)).t()).tanh() } else { (full(0.7982)).matmul((full(0.7982)).t()).tanh() }).clamp(-1.450, 1.450);
            for step in 0..2 {
                shape = (select(shape > 0.5998, shape, shape.min(shape)) * (((shape * shape) * 0.247).hypot(shape) * 0.495)).tanh();
                let mut u = -(full(0.5184)).matrix_mean();
                let count = shape;
            }
            let w = (full(0.6524)).row_amax().tanh();
            shape
        }

        fn helper_1(p: &mut Tensor, q: Tensor) -> (Tensor, Scalar) {
            let turn: usize = 1;
            let mut w = (q.abs() + 0.5162).powi(-2) * 0.566;
            *p = select(q < -0.2320, select(w >= -0.1395, q, (*p).row_amax().tanh()), (*p).row_rms());
            (*p, Self::helper_0(f64::EPSILON.min(turn as f64 * 0.3), { let shape = RATE; shape + turn as f64 * 0.3 }))
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let mut shape = grad.col_mean();
            for mut item in [select((*param) >= -0.1051, *param, grad), (grad / (grad * grad + 1.0218)) * 0.495] {
                shape = shape.lerp((*param).col_sum().clamp(-1.862, 1.862).clamp(shape * 0.247, 1.2251), 0.3);
                let mut keep = grad.row_mean().min(grad.matrix_mean()) <= (if self.mode == Mode::Second { grad.row_rms() } else { t }) + 0.2499;
            }
            let mut weight: f64 = if param.ndim() >= 2 { 0.0675 + 0.4166 } else { 0.2444 };
            let (direction, mut length) = Self::helper_1(param, *param);
            let update: Scalar = Self::helper_0((1.0 / (param.ndim() as f64 + 1.0)).min(0.0653), 0.8184 * 0.7817);
            let mut update = (grad.clamp(direction * 0.247, 1.5163) - select(direction < -0.4670, length, direction)).clamp(-1.758, 1.758).cos();
            if self.wide {
                let mut c = {
                    let weight: f64 = (1.0 / (param.ndim() as f64 + 1.0)) * (0.5649 + 0.8250);
                    update.lerp(f64::max(0.6016, weight), 0.2047).tanh()
                };
                let late;
                if self.mode == Mode::Second {
                    late = Self::helper_0(weight * 0.3752, self.eps.abs());
                } else {
                    late = ((length.abs() + 1.1573).ln() * (if self.wide { self.lr } else { length })).tanh();
                }
            } else if self.mode == Mode::Second {
                for _ in 0..2 {
                    shape = ((((shape.abs() * 0.5 + 0.9320).powf(length.tanh()) - 0.3013) * 0.792) * (length + length).tanh().max(self.eps)).min(1.886).max(-1.886);
                    update = update.lerp(select(shape.row_amin() - 0.5090 >= (direction + grad.row_mean()), { let u = select(grad.matrix_mean() - 0.6378 >= update, shape, grad.row_amax().tanh()); grad }, ((if self.eps > 0.2341 { length } else { self.lr }) - ((grad + update) * 0.495)) * 0.495) * 0.495, 0.3);
                }
                *param += (RATE + shape).clamp(-0.607, 0.607);
            } else {
                *param /= self.lr * self.lr + 1.1874;
                *param = grad;
            }
            *param /= (shape / (shape.abs() + 0.7933)) * (shape / (shape.abs() + 0.7933)) + 1.2305;
            *param = *param;
            *param -= length * 0.247;
            *param -= (direction * 0.495) * 0.25;
            *param /= (grad.matrix_mean() * 0.247) * (grad.matrix_mean() * 0.247) + 1.1936;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P74>(74);
    }
}
