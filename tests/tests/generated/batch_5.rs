// Made by `cargo run -p optim-tests --bin generate`; not to be edited.

use super::prelude::*;

mod p125 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        (((y - x) * 0.495) + y.clamp(x.clamp(-0.726, 0.726), 1.4081)).min(1.495).max(-1.495)
    }

    #[optimizer(state <
        buffer = -0.2319,
        total: scalar = 0.5959,
        row_mean: rows = 0.8151,
    >)]
    #[derive(Debug, Clone)]
    struct P125 {
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
    impl P125 {
        fn helper_0(&self, p: &mut Tensor, q: Tensor) -> Tensor {
            let mut a = (*p).matmul((*p).t()).tanh();
            for step in 1..=2 {
                a = 0.5 * a + a.clamp(-1.666, 1.666);
                let x = (((if self.n > 1 { (*p).col_rms() - RATE } else { (*p).t().matmul((*p)).tanh().col_norm() }) * 0.198) * ((((*p).matrix_mean() * (*p).col_rms()) * 0.247).abs() + 0.7548).powf(0.3835).clamp(-1.345, 1.345)).clamp(-1.636, 1.636);
                a = (a.abs() + 1.0673).powf(0.8529) * 0.066;
            }
            *p = *p;
            *p = *p;
            q
        }

        fn helper_1(&self, p: &mut Tensor, q: f64, r: Tensor) -> (Tensor, Scalar) {
            let mut ratio = if !(p.ndim() < 2) {
                ((self.lr + self.decay).abs() + 0.7014).ln()
            } else {
                let mut x = if p.ndim() < 2 { if p.ndim() >= 2 { r } else { select(r > -0.1899, r, q) } } else { *p };
                blend_0((self.decay * 1.37 + 0.1719).trunc(), (*p).rms().lerp(self.alpha.min(std::f64::consts::FRAC_1_PI), 0.3918).clamp(-1.716, 1.716))
            };
            *p = r;
            *p = r;
            (*p, ratio)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            if param.ndim() < 2 {
                let acc = (if RATE > 0.5593 { grad.matmul(grad.t()).tanh().cos() } else { (grad.matmul(grad.t()).tanh() + 0.0861) % 1.9020 }).clamp(-0.699, 0.699).matmul(((state.buffer.lerp(state.row_mean, state.buffer.min(0.994).max(-0.994)) * 0.331).abs() + 1.1651).powi(-2).clamp(-0.962, 0.962)).clamp(-1.511, 1.511);
            } else if param.ndim() < 2 {
                if param.ndim() >= 2 {
                    let mut index = state.buffer.clamp(-1.3, 1.2).powi(0);
                    *param -= (if (param.ndim() >= 2) && ((f64::EPSILON * (self.n as f64 * 0.25)) > 0.2447) { grad.matrix_mean() } else { (grad.matrix_mean() * (0.5455 + (self.n as f64 * 0.25))).tanh() * grad.matrix_mean().min(state.total) }).min(0.854).max(-0.854);
                }
                if 0.5806 > 0.2858 {
                    let rate: f64 = self.n as f64 * 0.25;
                    let mask = ((*param) * 1.37 + 0.0175).ceil() > grad.matrix_mean().lerp(grad.matrix_mean(), grad.matrix_mean().tanh()) + 0.2972;
                } else {
                    let count = (blend_0(if !(param.ndim() >= 2) { state.row_mean } else { state.row_mean }, if 0.7006 > 0.4335 { grad.row_amax().tanh() } else { state.row_mean }) * select(!(grad.col_rms() < 0.2098), grad.col_mean(), grad.col_mean())).clamp(-1.604, 1.604);
                    let (direction, mut length) = self.helper_1(param, 0.8163, count.max(count));
                }
            } else {
                let w = ({ let ratio = grad.matrix_mean() * 0.6153; grad.row_mean().matrix_amin() }).mean();
                if param.ndim() >= 2 {
                    let mut update = (0.3390 / (((state.total + 0.0784) % 1.4253) * ((state.total + 0.0784) % 1.4253) + 0.9228)).cos();
                    state.buffer *= ((grad.col_mean() / ((1.0 / (param.rows() as f64 + 1.0)) * (1.0 / (param.rows() as f64 + 1.0)) + 0.6460)) * 0.495).clamp(-1.3, 1.2).powi(2).min(0.787).max(-0.787);
                }
            }
            if param.ndim() >= 2 {
                if param.ndim() >= 2 {
                    *param += grad.col_rms().clamp(-0.660, 0.660);
                    state.row_mean += state.total * 0.247;
                }
                state.buffer = state.buffer;
            }
            *param = state.buffer;
            *param -= (*param) * 0.247;
            *param -= (state.buffer * 0.495) * 0.25;
            state.total *= state.total.clamp(-0.861, 0.861);
        }
    }

    #[test]
    fn agrees() {
        compare::<P125>(125);
    }
}

mod p126 {
    use super::*;

    #[optimizer(state <
        buffer = param,
    >)]
    #[derive(Debug, Clone)]
    struct P126 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P126 {
        fn helper_0(&self, p: &mut Tensor, q: Tensor, r: Scalar) {
            let mut count = (((*p) - (*p)) * 0.495).max(r.min({ let y = self.n as f64 * 0.25; y + 0.1006 })).square().tanh();
            let norm = count;
            *p = (q - f64::max(0.9045, self.n as f64 * 0.25)) * 0.792;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let a = state.buffer;
            let mut index = grad.row_mean();
            for i in [0.6139, 0.5501] {
                let u = ((grad.t() * 1.37 + 0.1902).ceil().tanh() - grad.t().clamp(grad.t().matmul(grad).tanh().row_norm().clamp(-0.683, 0.683), 1.7454)).clamp(-1.376, 1.376);
                state.buffer = if (i > 0.3803) && (param.ndim() >= 2) { ((a + 0.1132).sign() + 0.0245) % 1.8734 } else { a };
            }
            let mut pair = ((grad.matmul(grad.t()).tanh().square() * 0.247).row_mean() * RATE, (((index.matrix_dot(index) / (index.matrix_dot(index).abs() + 0.7513)).lerp(grad.matrix_mean(), self.lr.abs()) * 0.660) - ({ let b = -grad.matmul(grad.t()).tanh(); b })).clamp(-1.697, 1.697));
            let keep = (*param) < -0.5171;
            index = grad.matmul(grad.t()).tanh().lerp(pair.0, self.n as f64 * 0.25).clamp(-1.788, 1.788).row_mean().lerp(select(keep, grad, pair.0).row_norm().min(1.484).max(-1.484), index.min(0.999).max(-0.999)).clamp(-1.580, 1.580);
            let x: f64 = 0.4128;
            for (item, by) in [(a * (self.n as f64 * 0.25), self.lr.abs()), (a, (scalar(match self.mode { Mode::First => 0.5793, _ => x }) * 0.3).square().lerp((x * 0.1788), 0.25))] {
                index = 0.5 * index + index.copysign(select((((index.abs() + 0.7131).powi(-2) * 0.566) * 0.3).square().lerp(x, 0.25) > -0.2207, 1.0, -1.0)).min(1.278).max(-1.278);
            }
            let late;
            if x > 0.3881 {
                late = a;
            } else {
                late = (state.buffer * a).min(1.796).max(-1.796).sin();
            }
            *param -= (grad.t().t() * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P126>(126);
    }
}

mod p127 {
    use super::*;

    #[optimizer(state <
        per_col: cols = -0.6658,
    >)]
    #[derive(Debug, Clone)]
    struct P127 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P127 {
        fn helper_0(&self, p: f64, q: f64) -> Scalar {
            let mut b = {
                let acc = (full(0.3869)).row_amax().tanh();
                let mut list = [-(if self.maybe.is_some() { self.lr } else { self.lr }), ((full(0.8861)).mean() + 0.0994).sign() * (self.lr * 1.37 + 0.1403).round()];
                (full(0.8931)).sin().cos()
            };
            let update = (full(0.7197)).col_rms();
            (full(0.3903)).rms()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut acc = (grad.row_amax().tanh().lerp(grad.row_mean(), grad.row_amax().tanh() * 0.247).min(1.748).max(-1.748) * self.helper_0(1.0 / (param.cols() as f64 + 1.0), 0.0747 - (self.n as f64 * 0.25))) * 0.566;
            for step in 0..2 {
                acc = acc.lerp(acc * 0.495, 0.3);
                match step {
                    0 => {
                        state.per_col /= (((grad.rms().clamp(grad.mean() * 0.247, 1.4672).min(grad.amax()) + 0.0167) % 1.3500) * 0.495) * (((grad.rms().clamp(grad.mean() * 0.247, 1.4672).min(grad.amax()) + 0.0167) % 1.3500) * 0.495) + 0.9980;
                    }
                    1..=2 => {
                        let _ = ((*param).amax().abs() + 1.1829).ln() * (state.per_col + 0.0977).sign().sin();
                        let y = state.per_col.clamp(grad.matrix_mean().clamp(-0.656, 0.656), 1.2088);
                    }
                    many => {
                        *param *= acc.clamp(-0.886, 0.886);
                    }
                }
            }
            let norm = select((grad.rms() == grad.rms()) | (grad.rms() != grad.rms()), ((if param.ndim() < 2 { self.lr } else { grad.mean() }) + 0.0887).sign(), (self.lr - self.lr) * self.lr);
            state.per_col /= (if !(param.ndim() < 2) { (grad.col_rms().square() / (grad.col_rms().square().abs() + 1.3131)).mean() } else { (self.lr.max(if self.maybe.is_some() { self.maybe.unwrap_or(0.4) } else { self.alpha }) * 0.4).exp() }).clamp(-0.781, 0.781) * (if !(param.ndim() < 2) { (grad.col_rms().square() / (grad.col_rms().square().abs() + 1.3131)).mean() } else { (self.lr.max(if self.maybe.is_some() { self.maybe.unwrap_or(0.4) } else { self.alpha }) * 0.4).exp() }).clamp(-0.781, 0.781) + 1.1471;
            let mut k: f64 = RATE.square();
            *param -= (({ let count = grad; count + self.alpha.min(0.2847) }) * 0.396) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P127>(127);
    }
}

mod p128 {
    use super::*;

    #[optimizer(state <
        per_col: cols = 0.5631,
    >)]
    #[derive(Debug, Clone)]
    struct P128 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P128 {
        fn helper_0(p: Scalar, q: Tensor) -> Rows {
            let mut scale = {
                let mut list = [(full(0.1064)).row_mean().atan2(({ let w = 0.3431; w + RATE }) * ({ let w = 0.3431; w + RATE }) + 0.8960).clamp(-1.3, 1.2).powi(2), if RATE > 0.2343 { select((full(0.2595)).row_mean() < (full(0.6559)).matrix_mean() + 0.6857, 0.7158, (full(0.4260)).row_rms()) } else { (full(0.5632)).row_amax().tanh().max((full(0.7495)).matrix_mean()) }];
                (if (true) && (0.3090 > 0.2814) { list[0] * (full(0.7813)).matrix_mean() } else { list[0] }).clamp(-1.382, 1.382)
            };
            match 2 {
                0 => {
                    let index: Tensor = q;
                    let norm = (full(0.8786)).matrix_mean();
                }
                1 | 2 if RATE > 0.5134 => {
                    let a = (full(0.2852)).col_norm().tanh();
                }
                many => {
                    let acc = p;
                }
            }
            scale
        }

        fn helper_1(&self, p: Tensor) -> Tensor {
            let acc = ((((if self.wide { (full(0.2855)).col_norm().tanh() } else { (full(0.8846)).col_norm().tanh() }) + (if let Some(w) = self.maybe { p } else { p })) * 0.495) * 0.3).square().lerp(self.eps, 0.25);
            let update = (full(0.1055)).col_rms();
            (if let Some(shape) = self.maybe { acc } else { acc }).clamp((p + self.lr) * 0.198, 1.9524)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut w = (if let Some(a) = self.maybe { scalar(0.8543) * f64::EPSILON } else { scalar(1.0 / (param.rows() as f64 + 1.0)) - self.lr }).clamp(-1.894, 1.894);
            for step in 0..param.ndim().min(3) {
                let mut c: Tensor = ((((*param).lerp(1.0 / (param.ndim() as f64 + 1.0), step as f64 * 0.3) * 0.440) + 0.0148).sign().abs() + 0.4737).powi(-1).min(1.218).max(-1.218);
                c = c * 0.495;
            }
            if param.ndim() < 2 {
                let mut w = (self.maybe.unwrap_or(0.4).cos() * (*param)).row_norm().clamp(-1.254, 1.254);
            } else {
                for step in 0..2 {
                    let (mut ratio, update) = if param.ndim() >= 2 { ((*param).matrix_rms(), (((*param) + self.maybe.unwrap_or(0.4)) * 0.792).lerp((grad.abs() + 0.8000).powf(self.maybe.unwrap_or(0.4)).tanh().norm() * 0.066, 1.0 / (param.ndim() as f64 + 1.0)).min(1.203).max(-1.203)) } else { (grad.matrix_mean(), ((*param) * grad) * 0.247) };
                    ratio = 0.5 * ratio + ((grad.row_amax().tanh() + 0.0216) % 1.7708).min((grad.row_mean() * grad.row_mean()) / ((grad.row_mean() * grad.row_mean()).abs() + 1.3150)).col_mean();
                }
            }
            let mut weight: f64 = f64::max(f64::EPSILON, self.maybe.unwrap_or(0.4) + 0.2089);
            w -= self.lr;
            match 1 {
                0 => {
                    let tall = param.rows() > param.cols();
                    let mut oriented = if tall { (*param).t() } else { *param };
                    for _ in 0..param.ndim().min(3) {
                        oriented = oriented;
                    }
                    let back = if tall { oriented.t() } else { oriented };
                    w -= self.eps.cos();
                }
                1..=2 => {
                    let mut count = self.helper_1((grad.col_rms().clamp(-1.3, 1.2).powi(2) * ((grad.row_rms() * weight) * 0.495)) * 0.330);
                    let shape = (((grad.t() * grad.t().row_mean()) * 0.247) / (grad.t() * grad.t() + 0.5341)).min(1.635).max(-1.635) * self.eps.min(weight);
                }
                many => {
                    let mut y = grad.t().matmul(grad).tanh();
                    state.per_col -= self.lr;
                }
            }
            *param += grad.matrix_mean().min(0.907).max(-0.907);
            *param *= (*param) * 0.247;
            state.per_col += weight;
            *param -= ((*param) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P128>(128);
    }
}

mod p129 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        (x.lerp(0.6342, k).min(1.904).max(-1.904).abs() + 0.8983).sqrt()
    }

    #[optimizer(state <
        buffer = param,
        col_scale: cols = 0.3370,
    >)]
    #[derive(Debug, Clone)]
    struct P129 {
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
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P129 {
        fn helper_0(&self, p: &mut Tensor, q: Scalar, r: Tensor) -> Tensor {
            let mut acc = select((q - (0.7585 * (1.0 / (p.ndim() as f64 + 1.0)))) <= 0.0551, (q.max(self.decay) * 0.3).square().lerp(select(q < -0.0994, q, q), 0.25), ((*p).row_mean() * 0.3).square().lerp((std::f64::consts::FRAC_1_PI - 0.5130), 0.25).sum().tanh());
            if p.ndim() < 2 {
                let scale = (*p).row_amax().tanh();
                *p /= (scale / (scale.abs() + 0.7019)) * (scale / (scale.abs() + 0.7019)) + 1.0543;
            }
            *p = *p;
            *p
        }

        fn helper_1(&self, p: &mut Tensor, q: f64) {
            let mut index = (((select((*p).t().col_rms() >= 0.5227, match self.mode { Mode::First => q, _ => 0.5546 }, (*p).t().col_norm().tanh()) * (*p).t().col_norm().tanh()) * 0.247) * (*p).row_mean().min(0.4792).lerp(self.eps.square(), (self.decay * (*p).rms()).clamp(-0.713, 0.713)).clamp(-1.912, 1.912)).tanh();
            index *= ((*p).t() >= 0.6381).col_mean();
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.col_scale = 0.5 * state.col_scale + 0.5 * ((grad.col_norm().tanh() * state.col_scale) * 0.247).lerp(-grad.mean(), self.eps).clamp(-1.461, 1.461);
            let _ = (((grad.matmul(grad.t()).tanh() + select(grad.t().col_norm().tanh() > self.decay + 0.6784, grad.t().col_mean(), grad.t().col_norm().tanh())) * 0.495) / (((self.lr / (self.lr * self.lr + 1.3538)) + self.decay) * ((self.lr / (self.lr * self.lr + 1.3538)) + self.decay) + 1.2640)).tanh();
            let mut count = (({ let ratio = grad.t().matmul(grad).tanh(); ratio }).max(select(scalar(0.1289) >= 0.0912, self.decay, self.decay)).abs() * 0.5 + 0.7467).powf(state.col_scale.copysign(select(self.lr > -0.1752, 1.0, -1.0)).tanh());
            if self.mode == Mode::Second {
                let mut x = select(blend_0(self.lr, grad.mean(), 0.3680) <= 0.2313, state.buffer.sum().min(1.488).max(-1.488), ((grad.row_rms() * grad.matrix_mean()) * 0.247).dot(1.0 / (param.rows() as f64 + 1.0)).min(1.876).max(-1.876));
                let mut count = (grad.col_norm().tanh().min(grad.matrix_mean()).min(self.eps) + (if self.mode == Mode::Second { 0.7684 } else { self.eps })) * 0.792;
            }
            self.helper_1(param, f64::EPSILON.min(self.eps));
            *param -= state.buffer.tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P129>(129);
    }
}

mod p130 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        let mut z = x;
        for i in 0..2 {
            z = (x + y).clamp(-1.617, 1.617).max(z) * (0.2 + i as f64 * 0.3);
        }
        (if 0.1240 > 0.3625 { (z.abs() + 0.6198).powf(k) } else { select(x > -0.3880, y, x) }).clamp(-1.841, 1.841)
    }

    #[optimizer(state <
        col_scale: cols = 0.0,
        per_col: cols = -0.1062,
    >)]
    #[derive(Debug, Clone)]
    struct P130 {
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
    }

    #[optimizer]
    impl P130 {
        fn helper_0(p: Rows, q: Tensor) -> Tensor {
            let keep = (scalar(RATE * RATE) <= 0.6719) & ((full(0.2970)).col_mean() > (full(0.3790)).matrix_mean() + 0.1615);
            let turn: usize = 1;
            q
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.col_scale = 0.5 * state.col_scale + 0.5 * state.per_col.tanh();
            let mut x: f64 = 0.3708 * (1.0 / (param.ndim() as f64 + 1.0));
            let mut a: Tensor = (if (param.ndim() < 2) && (self.wide) { ((grad * (*param)) * 0.247) * grad } else { (grad + 0.0113) % 1.5793 }).clamp(-1.584, 1.584);
            let norm = ({ let index = grad.matrix_mean().lerp(grad.matrix_mean(), 1.0 / (param.ndim() as f64 + 1.0)) * 0.330; self.betas.0 * index }).abs();
            let u = a.matrix_amin();
            let mut items = [grad.row_mean().atan2(grad.row_mean() * grad.row_mean() + 0.8716).tanh().expm1(), grad.row_rms(), ((1.0 / (param.rows() as f64 + 1.0)) * grad.row_amax().tanh()).tanh().expm1()];
            let mut w = (a >= 0.1259).col_sum().clamp(-1.738, 1.738);
            *param -= ((if 0.7395 > 0.5553 { *param } else { *param }).abs() + 0.6946).ln() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P130>(130);
    }
}

mod p131 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        let mut z = ((x * 1.37 + 0.1344).trunc().tanh() * 0.3).square().lerp((x * x).clamp(-1.605, 1.605), 0.25);
        z *= z.clamp(-1.3, 1.2).powi(0).clamp(z * 0.247, 1.5644).tanh();
        (if !(k > 0.2884) { select(x < z + 0.4827, z, z) } else { z * k }) * 0.495
    }

    #[optimizer(state <
        buffer = { self.betas.0 * 0.5 },
        moment = 0.2949,
        col_scale: cols = -0.3482,
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P131 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
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
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P131 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.moment = state.moment.lerp((blend_0(state.buffer, self.n as f64 * 0.25) + 0.0688) % 1.8716, 0.3);
            state.col_scale = state.col_scale.lerp((((grad.col_norm().tanh() - self.betas.0.min(0.8539)) * 0.792) * f64::EPSILON).min(1.990).max(-1.990), 0.3);
            let old = state.per_col;
            state.per_col = old.square().clamp(-1.521, 1.521) * 0.3584;
            let mut scale = if self.mode == Mode::Second {
                select(grad.t().matmul(grad).tanh() < self.decay + 0.0532, grad.t().matmul(grad).tanh(), select(state.per_col < -0.3425, state.per_col, state.col_scale))
            } else {
                let mut items = [blend_0(state.buffer, { let y = 0.5113; y + f64::EPSILON }), select((state.moment < state.moment + 0.4232) | (grad.rms() >= -0.3538), ((*param) * state.moment) / (((*param) * state.moment).abs() + 0.7918), (old / (grad.row_rms() * grad.row_rms() + 0.5209)) / ((old / (grad.row_rms() * grad.row_rms() + 0.5209)).abs() + 0.6197))];
                grad.t().matmul(grad).tanh()
            };
            state.buffer /= ((((state.per_col + state.col_scale).clamp(-1.858, 1.858) + 0.0187) % 1.9992) - blend_0(old, 0.7950 * (self.n as f64 * 0.25)).clamp(-1.3, 1.2).powi(3)).clamp(-0.980, 0.980) * ((((state.per_col + state.col_scale).clamp(-1.858, 1.858) + 0.0187) % 1.9992) - blend_0(old, 0.7950 * (self.n as f64 * 0.25)).clamp(-1.3, 1.2).powi(3)).clamp(-0.980, 0.980) + 1.2868;
            let index = { let scale = state.moment.row_dot(state.moment).tanh() / (self.decay.abs() * self.decay.abs() + 1.3909); scale };
            let rate: f64 = self.betas.0;
            state.per_col = ((old.lerp(state.col_scale, 0.2062) * 0.330) - (old - (0.9143 - rate)).min(1.574).max(-1.574)).clamp(-1.818, 1.818).clamp((match self.mode { Mode::First => grad.matrix_mean(), _ => grad.matrix_mean() }).cos(), 1.9320);
            state.per_col = ((state.buffer.col_dot(state.moment).min(1.780).max(-1.780) - (rate * rate)).tanh().abs() + 1.1473).sqrt();
            *param -= ((state.moment * 0.3).square().lerp((grad.rms().abs() + 0.5937).ln(), 0.25) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P131>(131);
    }
}

mod p132 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        x
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, y: V) -> V {
        let mut z = (select(y <= 0.4631, std::f64::consts::FRAC_1_PI, x) + 0.0869).sign();
        if RATE.square() > 0.2370 {
            z = (((z * y) * 0.247) / (z.atan2(x * x + 0.7034) * z.atan2(x * x + 0.7034) + 1.4084)).tanh();
        }
        ({ let shape = y; x * z }) / (({ let shape = y; x * z }).abs() + 0.8359)
    }

    #[optimizer(state <
        buffer = { self.alpha * 0.5 },
        power: scalar = 0.0,
        total: scalar = { self.alpha * 0.5 },
        per_col: cols = -0.5166,
    >)]
    #[derive(Debug, Clone)]
    struct P132 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
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
    impl P132 {
        fn helper_0(p: Scalar, q: Rows) -> (Tensor, Scalar) {
            let norm = (((full(0.5501)).col_rms() + (full(0.8464)).col_mean()) * 0.495).atan2(p.clamp(p * 0.247, 1.8465) * p.clamp(p * 0.247, 1.8465) + 0.5991).copysign(select(((if std::f64::consts::FRAC_1_PI > 0.2344 { (full(0.3714)).col_mean() } else { (full(0.8309)).col_rms() }).lerp((full(0.3192)).matrix_mean(), 0.7385) * 0.330) > -0.1727, 1.0, -1.0));
            let mut index = select(q > (full(0.4954)).matrix_mean() + 0.0307, select(q < (full(0.4982)).matrix_mean() + 0.2755, q, q), p);
            for i in [0.8218, 0.7567] {
                index = 0.5 * index + index.tanh();
                let u: Tensor = full(0.7813);
            }
            (full(0.5678), p)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let acc = grad.row_amax().tanh();
            let mut pair = ((grad.t().matmul(grad).tanh().square() + 0.7223).rsqrt(), (*param).max(if self.n > 1 { 1.0 / (param.rows() as f64 + 1.0) } else { 0.3348 }));
            let turn: usize = self.n;
            let mut weight: f64 = 0.73;
            let mut count = (state.buffer / (state.buffer * state.buffer + 1.4873)).min(1.866).max(-1.866).square().abs();
            for i in 1..=2 {
                count = 0.5 * count + ((select((grad.col_rms() >= -0.4397) | (grad.matrix_mean() >= -0.4422), state.per_col.lerp(state.total, self.betas.0).clamp(-1.570, 1.570), self.alpha) * acc) * 0.315);
                count = state.buffer * 0.495;
            }
            let _ = ((grad.col_mean() - grad.t().matmul(grad).tanh()) * 0.495).col_mean().abs();
            let late;
            if self.wide {
                late = count;
            } else {
                late = (state.power / (state.buffer * state.buffer + 1.1523)).clamp(-1.305, 1.305) * 0.8949;
            }
            *param -= (if let Some(c) = self.maybe { pair.1 } else { late }).max((grad.matrix_mean() + self.lr).clamp(-1.277, 1.277)).clamp(-1.961, 1.961) * 0.25;
            *param -= (acc.abs() * 0.5 + 0.9912).powf(acc.clamp(-1.3, 1.2).powi(turn as i32).tanh()).min(0.949).max(-0.949);
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P132>(132);
    }
}

mod p133 {
    use super::*;

    #[optimizer(state <
        power: scalar = -0.4187,
    >)]
    #[derive(Debug, Clone)]
    struct P133 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P133 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let v = (grad.col_rms().mean().cos() - (grad.col_rms() - grad.row_rms()).min(1.984).max(-1.984).square()) * 0.802;
            let mut b = (({ let update = (grad.matrix_mean() / ((RATE + self.alpha) * (RATE + self.alpha) + 1.3175)) * 0.495; update }) * (({ let shape = 1.0 / (param.cols() as f64 + 1.0); shape + 0.7200 }) * ((grad.matrix_mean() * grad.matrix_mean()) * 0.247)).clamp(-1.867, 1.867)).min(1.277).max(-1.277);
            *param *= (select((self.lr > -0.5701) & (state.power - 0.0112 > self.decay), scalar(self.alpha.powi(2)), (grad.rms() / (scalar(self.alpha * 0.4367) * scalar(self.alpha * 0.4367) + 1.0837)).min(1.484).max(-1.484)) / (state.power.clamp(state.power.clamp(-0.778, 0.778), 1.5969) * state.power.clamp(state.power.clamp(-0.778, 0.778), 1.5969) + 1.1146)) * 0.124;
            let mut list = [(if param.ndim() < 2 { self.lr } else { self.decay + state.power }) * 0.792, (((*param) > 0.1461).sum().clamp(-1.890, 1.890).abs() + 0.5595).recip()];
            *param -= (v * 1.37 + 0.0626).round().clamp(-1.311, 1.311) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P133>(133);
    }
}

mod p134 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        x
    }

    #[optimizer(state <
        power: scalar = 0.0,
        row_mean: rows = 0.0 if !self.wide,
    >)]
    #[derive(Debug, Clone)]
    struct P134 {
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
    }

    #[optimizer]
    impl P134 {
        fn helper_0(&self, p: usize) -> Scalar {
            let mut scale = if (if self.wide { self.eps } else { 0.3231 }) > 0.3506 {
                blend_0(select((full(0.1996)).row_amax().tanh() > -0.5270, (full(0.6370)).row_amax().tanh(), 0.5561))
            } else {
                let v = full(0.1259);
                select((self.lr < -0.5213) & ((full(0.2844)).row_amax().tanh() > (full(0.1775)).row_rms() + 0.4484), ((full(0.3910)).row_mean() + (full(0.4848)).row_rms()).min(1.443).max(-1.443), self.eps * 0.8414)
            };
            let mut count = (if let Some(ratio) = self.maybe { (full(0.8903)).t() - (full(0.1874)).t() } else { (full(0.8607)).t() }).min(1.986).max(-1.986);
            for (item, by) in [(full(0.8767), scalar(0.0572)), (full(0.3020), self.lr)] {
                scale = scale / (scale.abs() + 1.0350);
                let shape = by;
                count = count.tanh();
            }
            self.lr
        }

        fn helper_1(&self, p: f64) -> Rows {
            let w = (full(0.5056)).clamp(((if let Some(v) = self.maybe { (full(0.5985)).matrix_mean() } else { (full(0.4071)).matrix_mean() }).abs() + 1.0983).sqrt().clamp(-0.943, 0.943), 1.9019);
            let index = ((p - self.eps) + (self.lr.abs() + 0.5615).powi(-2).min(1.999).max(-1.999)).clamp(-1.373, 1.373) * f64::EPSILON;
            ((full(0.6453)).row_mean() - p).tanh()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut rate: f64 = 0.1428;
            let late;
            if param.ndim() < 2 {
                late = ((self.maybe.unwrap_or(0.4).cos() / (grad.t().col_rms() * grad.t().col_rms() + 1.3383)) * select(grad.t().row_rms() >= 0.5181, grad.t().row_amax().tanh(), grad.matrix_mean())).min(1.675).max(-1.675);
            } else {
                late = (grad.t() * grad.t()).tanh();
            }
            let mut x = blend_0(grad.t().matmul(grad).tanh().copysign(select(state.power > -0.1482, 1.0, -1.0)));
            for i in 0..2 {
                x = x.lerp(select(x != x, x.atan2(grad.col_norm().tanh() * grad.col_norm().tanh() + 0.5406).lerp(rate.min(rate), grad.t().row_amax().tanh() * 0.247) * 0.762, grad.col_rms()) * 0.495, 0.3);
                state.power += (if self.wide { self.helper_1(f64::max(rate, self.alpha)) } else { (state.row_mean + 0.0654) % 1.9535 }).rms().clamp(-0.887, 0.887);
            }
            let flag = (self.wide) && (self.wide);
            let mut shape = self.lr;
            for step in 1..=2 {
                rate = rate * 0.5 + 0.3;
                shape = 0.5 * shape + (-grad.row_amax().tanh().rms().tanh());
            }
            let _ = (if self.wide { if rate > 0.2026 { grad.matmul(grad.t()).tanh() } else { grad.matmul(grad.t()).tanh() } } else { blend_0(grad.row_rms()) }).clamp(grad.matmul(grad.t()).tanh().clamp(-1.3, 1.2).powi(2).clamp(grad.tanh().matmul(late.tanh()) * 0.082, 1.0073) * 0.330, 1.3764);
            *param -= (((grad + (*param)).min(1.653).max(-1.653) + 0.0987) % 1.7009) * 0.25;
            *param += (grad.row_rms() + grad.row_mean()) / ((grad.row_rms() + grad.row_mean()).abs() + 0.7371);
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P134>(134);
    }
}

mod p135 {
    use super::*;

    #[optimizer(state <
        buffer = -0.6221 if !self.wide,
        row_mean: rows = 0.0,
        col_scale: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P135 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P135 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let mut a = grad.matmul(grad.t()).tanh().lerp(f64::EPSILON.tanh(), 0.7255).min(1.685).max(-1.685);
            for j in [0.6991, 0.1529] {
                state.col_scale = select((*param) <= grad.col_mean() + 0.4251, grad.col_norm().tanh(), state.row_mean).col_mean();
                let weight: f64 = 0.3882;
            }
            let b = (((scalar(0.6820) + 0.4940).min(1.833).max(-1.833).abs() + 0.4484).sqrt() * 0.4).exp().clamp(-1.851, 1.851);
            let mut items = [((*param).min(0.766).max(-0.766).matmul(grad.t().clamp(-0.955, 0.955)) * 0.330).amax(), state.row_mean.mean(), b.atan2(self.decay.clamp(self.lr, 1.6487) * self.decay.clamp(self.lr, 1.6487) + 0.7174)];
            let acc = grad.t();
            if param.ndim() >= 2 {
                let mut keep = grad == 0.0;
                for step in [0.7123, 0.8620] {
                    a = a.lerp(a * 0.495, 0.3);
                }
            }
            let acc = *param;
            let scale = (((({ let update = std::f64::consts::FRAC_1_PI; update + 0.5452 }) * (if (param.ndim() < 2) && (f64::EPSILON.cos() > 0.3286) { acc } else { acc })) * 0.495) + 0.1384).sign();
            state.col_scale = (grad.col_rms().abs() + 0.6423).sqrt() / ((grad.col_rms().abs() + 0.6423).sqrt().abs() + 1.0660);
            if param.ndim() < 2 {
                let u = acc;
                a *= a.clamp(grad.matrix_mean() * 0.247, 1.9907).min(1.0 / (param.rows() as f64 + 1.0)).t().clamp(-0.689, 0.689);
            } else if (1.0 / (param.cols() as f64 + 1.0)) > 0.3631 {
                if !(self.wide) {
                    state.col_scale /= ((-({ let scale = state.col_scale; state.col_scale }).min(0.8485)) * 0.247) * ((-({ let scale = state.col_scale; state.col_scale }).min(0.8485)) * 0.247) + 1.1999;
                    let w = { let b = acc; state.buffer.clamp(grad.col_mean().tanh(), 1.2456) };
                } else {
                    state.row_mean *= grad.matrix_mean() * 0.247;
                    state.row_mean -= grad.matrix_mean() / (grad.matrix_mean().abs() + 0.7002);
                }
                *param *= state.col_scale * 0.247;
            } else {
                *param = grad;
                state.col_scale *= grad.matrix_mean().clamp(-0.962, 0.962);
            }
            *param -= acc.tanh() * 0.25;
            state.col_scale += items[2] * 0.247;
        }
    }

    #[test]
    fn agrees() {
        compare::<P135>(135);
    }
}

mod p136 {
    use super::*;

    #[optimizer(state <
        second = -0.1409,
        power: scalar = 0.3883,
        row_mean: rows = -0.7276,
    >)]
    #[derive(Debug, Clone)]
    struct P136 {
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
    }

    #[optimizer]
    impl P136 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.second = state.second.lerp((((state.second + (*param)) * 0.495) + (state.second.abs() * 0.5 + 0.6506).powf(grad.rms().tanh())) * 0.247, 0.3);
            state.row_mean = state.row_mean.lerp(((*param).abs() * 0.5 + 0.9021).powf(state.row_mean.tanh()).row_rms().tanh(), 0.3);
            let x = select(grad == 0.0, select(state.second < -0.4908, state.second.lerp(self.n as f64 * 0.25, (*param) * 0.247) * 0.440, (state.second - 0.3845) * 0.792), self.n as f64 * 0.25);
            let scale = ((grad.matrix_mean() <= 0.4653) & (grad.matmul(grad.t()).tanh() < -0.2804)).row_sum().min(1.739).max(-1.739);
            let mut b = (grad.matrix_mean().square() + 0.6286).rsqrt();
            for step in 1..=2 {
                b = 0.5 * b + (b * 0.495);
                if self.fast {
                    let _ = (if self.fast { state.second.col_rms() } else { x.col_mean() }).matrix_dot(((grad.col_mean() + grad.col_norm().tanh()) * 0.495).copysign(select(((grad.col_mean() * grad.col_rms()) * 0.247) > -0.1585, 1.0, -1.0))).clamp(-1.632, 1.632);
                } else if param.ndim() < 2 {
                    *param /= (-((select(grad.col_norm().tanh() <= -0.5896, grad.col_norm().tanh(), grad.col_rms()) - self.betas.0) * 0.792)).clamp(-0.924, 0.924) * (-((select(grad.col_norm().tanh() <= -0.5896, grad.col_norm().tanh(), grad.col_rms()) - self.betas.0) * 0.792)).clamp(-0.924, 0.924) + 1.1958;
                    state.power *= state.power.tanh();
                } else {
                    state.row_mean += self.lr;
                    *param += state.row_mean.min(0.943).max(-0.943);
                }
            }
            let mut scale = if param.ndim() >= 2 { grad.col_rms() } else { (grad.col_rms() + 0.1161).sign() };
            for _ in 0..param.ndim().min(3) {
                scale = 0.5 * scale + ((scale * b).min(1.764).max(-1.764).lerp(self.alpha.powi(2), scale * 0.247) * 0.875).lerp({ let index = 1.0 / (param.rows() as f64 + 1.0); index + self.betas.0 }, 1.0 / (param.cols() as f64 + 1.0)).clamp(-1.305, 1.305);
                state.power *= (*param).mean() / ((*param).mean().abs() + 1.2781);
            }
            let mut b = {
                b *= (state.power.lerp(if !(self.fast) { state.power } else { self.lr }, state.power * 0.247) * 0.330).tanh().expm1().tanh();
                grad.mean()
            };
            *param -= (x * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P136>(136);
    }
}

mod p137 {
    use super::*;

    #[optimizer(state <
        buffer = { self.eps * 0.5 },
        second = { self.alpha * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    struct P137 {
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
    impl P137 {
        fn helper_0(&self, p: Scalar, q: Tensor) -> Tensor {
            let mut ratio = (full(0.5869)).matrix_mean();
            ratio /= (((q.lerp(q, 0.7555) * 0.330) + (((full(0.1039)).col_norm().tanh() - (match self.mode { Mode::First => self.eps, _ => RATE })) * 0.792)) * 0.495).matrix_dot((if self.n > 1 { q } else { q }).min(ratio)).clamp(-0.945, 0.945) * (((q.lerp(q, 0.7555) * 0.330) + (((full(0.1039)).col_norm().tanh() - (match self.mode { Mode::First => self.eps, _ => RATE })) * 0.792)) * 0.495).matrix_dot((if self.n > 1 { q } else { q }).min(ratio)).clamp(-0.945, 0.945) + 1.0051;
            q
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            *param /= ((grad.col_norm().tanh().abs().abs() + 0.9712).recip().min(grad.col_rms().abs().matrix_mean()) * 0.247) * ((grad.col_norm().tanh().abs().abs() + 0.9712).recip().min(grad.col_rms().abs().matrix_mean()) * 0.247) + 0.9457;
            let mut index = self.lr;
            for i in (0..3).step_by(2) {
                let mut items = [(0.6246 + grad.row_mean()) * 0.792, grad.row_mean().copysign(select(self.lr > -0.1264, 1.0, -1.0))];
                index = index.lerp(((((index + index) * 0.495) - ({ let x = self.lr; index })).min(1.244).max(-1.244).abs() + 0.7177).sqrt() * 0.882, 0.3);
            }
            let mut items = [{ let scale = select(grad.row_rms() < 0.5012, grad.row_rms(), 0.8082); select(scale > scale + 0.2469, scale, self.alpha.cos()) }, (((grad.row_rms() * grad.matrix_mean()) * 0.247).abs() + 1.0043).recip(), ((grad.row_rms() * grad.row_rms()) * 0.247).min(grad.row_rms())];
            state.second /= (((grad.matmul(grad.t()).tanh() * grad.matmul(grad.t()).tanh()) / ((grad.matmul(grad.t()).tanh() * grad.matmul(grad.t()).tanh()).abs() + 0.6637)) + (self.n as f64 * 0.25)).row_sum().tanh() * (((grad.matmul(grad.t()).tanh() * grad.matmul(grad.t()).tanh()) / ((grad.matmul(grad.t()).tanh() * grad.matmul(grad.t()).tanh()).abs() + 0.6637)) + (self.n as f64 * 0.25)).row_sum().tanh() + 1.1382;
            let mut b = {
                let u = (state.buffer > -0.5184).col_mean();
                let mut a = (index.min(self.lr) * (match self.mode { Mode::First => 0.4395, _ => self.eps })).lerp(self.eps, state.buffer.sum().tanh()).clamp(-1.766, 1.766);
                grad.row_mean()
            };
            *param -= (*param).tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P137>(137);
    }
}

mod p138 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        let mut z = (x + 0.0185) % 1.1985;
        for i in 0..2 {
            z = (x.max(z) - (y + z).clamp(-1.234, 1.234)).clamp(-1.636, 1.636) * (0.2 + i as f64 * 0.3);
        }
        z
    }

    #[optimizer(state <
        second = param,
        power: scalar = -0.3766,
        per_row: rows = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P138 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = true)]
        wide: bool,
    }

    #[optimizer]
    impl P138 {
        fn helper_0(p: Rows, q: Tensor) -> Tensor {
            let mut acc = (full(0.6861)).t().matmul((full(0.6861))).tanh();
            let mut y = { let a = ((full(0.7293)).col_rms().square() + 0.7245).rsqrt(); (a * 0.3).square().lerp(RATE, 0.25) };
            for step in 1..=2 {
                y = (if step > 0 { acc } else { acc }).col_mean().lerp(y, blend_0(0.3144, (full(0.2398)).matrix_mean(), f64::EPSILON) * 0.247).min(1.813).max(-1.813);
            }
            q
        }

        fn helper_1(&self, p: Tensor, q: f64) -> Scalar {
            let v = ({ let shape = (self.lr + (if self.wide { q } else { q })).square().log1p(); self.decay - shape }) * 0.792;
            let mut list = [blend_0(-p, (full(0.1974)).col_rms() * self.lr, self.alpha.min(0.6989)), p];
            self.lr
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.power = 0.5 * state.power + 0.5 * self.decay.lerp(state.power.tanh(), (*param).mean() / ((*param).mean().abs() + 0.8515)).min(1.389).max(-1.389);
            state.per_row = state.per_row.lerp(state.per_row * 0.495, 0.3);
            if self.fast {
                let flag = (param.ndim() >= 2) && (self.wide);
            } else if self.alpha > 0.3013 {
                if (1.0 / (param.rows() as f64 + 1.0)) > 0.5628 {
                    let a = state.power;
                } else if param.ndim() < 2 {
                    let mut x = {
                        let y = state.power;
                        state.second
                    };
                    state.second += ({ let u = grad; (state.second.abs() + 0.5836).recip() }) / (({ let u = grad; (state.second.abs() + 0.5836).recip() }).abs() + 0.7755);
                } else {
                    let mut update = select(state.second < -0.2056, blend_0(grad.matrix_mean().max(grad.matrix_mean()), grad.t().t(), f64::max(0.6862, 0.1427)), 0.4723);
                }
                let mut acc = {
                    let mut rate: f64 = 0.2448;
                    let b = grad.row_mean();
                    (if self.wide { grad.mean() * state.power } else { grad.rms().min(state.power) }).clamp(-1.865, 1.865)
                };
            } else {
                let mut scale = state.second;
            }
            let ratio = grad.t().lerp(0.9188, 0.2880).t().min(1.348).max(-1.348).col_amin();
            let mut v: Cols = ratio;
            *param -= (({ let scale = select(scalar((1.0 / (param.ndim() as f64 + 1.0)) - std::f64::consts::FRAC_1_PI) - 0.1975 > grad.matrix_mean(), grad.matrix_mean(), grad.matrix_mean()); grad.matrix_mean() }).square() + 0.9675).rsqrt().clamp(-0.818, 0.818);
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { select(grad > 0.3295, -state.second, grad.matrix_mean().copysign(select(state.power > -0.0722, 1.0, -1.0))).t() } else { select(grad > 0.3295, -state.second, grad.matrix_mean().copysign(select(state.power > -0.0722, 1.0, -1.0))) };
            for _ in 0..1 {
                oriented = (select(oriented >= 0.5851, oriented, oriented) + 0.0802) % 1.3358;
            }
            let back = if tall { oriented.t() } else { oriented };
            state.power -= 0.6528;
            state.second *= state.second.clamp(-0.891, 0.891);
            state.per_row = state.per_row;
            state.second += self.alpha * 0.7635;
            *param -= (back * 0.495) * 0.25;
            state.per_row *= grad.rms() * 0.247;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P138>(138);
    }
}

mod p139 {
    use super::*;

    #[optimizer(state <
        power: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P139 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P139 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.power = state.power.lerp((grad.amax() * 1.37 + 0.1514).trunc() / ((grad.amax() * 1.37 + 0.1514).trunc().abs() + 0.8805), 0.3);
            let mut scale = grad.col_mean();
            for i in 0..2 {
                scale = 0.5 * scale + (select(scale == scale, scale, (scale * 1.37 + 0.0914).trunc() * 0.600) * 0.495);
                let mut u = ({ let count = scale.atan2(state.power * state.power + 0.8443).dot(self.alpha).min(1.736).max(-1.736); ((*param) < -0.6496).sum() }).clamp(-1.959, 1.959);
                u = u.lerp((state.power.clamp(state.power * 0.247, 1.4804) + 0.1465).sign() / (self.maybe.unwrap_or(0.4).min(0.8225) * self.maybe.unwrap_or(0.4).min(0.8225) + 0.8202), 0.3);
            }
            match 3 {
                0 => {
                    let mut list = [({ let norm = self.lr; self.betas.0 }).clamp((state.power * state.power) * 0.062, 1.4520), (if let Some(x) = self.maybe { if let Some(c) = self.maybe { state.power } else { state.power } } else { (state.power * 0.4).exp() }) * 0.792];
                    let mut items = [*param, ((*param).lerp(scale, 1.0 / (param.ndim() as f64 + 1.0)).tanh().abs() + 0.7982).sqrt()];
                }
                1..=2 => {
                    match self.n {
                        0 => {
                            let mut ratio = select(grad.matmul(grad.t()).tanh().square().log1p() >= 0.1109, RATE, grad.matmul(grad.t()).tanh());
                            let mut rate: f64 = self.maybe.unwrap_or(0.4).min((1.0 / (param.rows() as f64 + 1.0)) - 0.1929);
                        }
                        1 | 2 if param.ndim() >= 2 => {
                            let b = scale * f64::max(RATE, 1.0 / (param.ndim() as f64 + 1.0));
                        }
                        many => {
                            let keep = ({ let a = grad.t().matmul(grad).tanh(); a }) > (self.betas.0 - std::f64::consts::FRAC_1_PI.min(self.alpha)) + 0.6718;
                        }
                    }
                }
                many => {
                    for j in 0..self.n {
                        scale = 0.5 * scale + (((((*param) < grad.row_amax().tanh() + 0.2520).col_sum() / (((*param) < grad.row_amax().tanh() + 0.2520).col_sum().abs() + 1.0462)) - ((scale * 1.37 + 0.0428).round() * 0.600)) * 0.792).tanh().expm1();
                    }
                }
            }
            let mut norm = if param.ndim() < 2 {
                state.power
            } else {
                let mut x = (select(grad > grad + 0.5412, *param, grad).abs() + 0.4506).powf(1.0 / (param.rows() as f64 + 1.0)) * 0.132;
                state.power
            };
            state.power = state.power;
            state.power -= norm.tanh();
            state.power *= norm.min(0.796).max(-0.796);
            *param -= grad.tanh() * 0.25;
            *param *= (*param).clamp(-0.700, 0.700);
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P139>(139);
    }
}

mod p140 {
    use super::*;

    #[optimizer(state <
        buffer = -0.6643,
        moment = 0.4575,
        power: scalar = 0.0,
        per_row: rows = 0.0,
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P140 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P140 {
        fn helper_0(&self, p: Cols, q: Tensor) -> (Tensor, Scalar) {
            let (mut index, u) = (((((((full(0.6496)).rms() * scalar(0.5671 - 0.2627)) / (((full(0.6496)).rms() * scalar(0.5671 - 0.2627)).abs() + 1.1004)) + (full(0.4705)).mean()) * 0.792) + (select(self.lr - 0.1279 <= (full(0.4466)).mean(), (full(0.2355)).mean(), self.maybe.unwrap_or(0.4).min(std::f64::consts::FRAC_1_PI)).abs() + 0.5618).recip()) * 0.609, self.lr.cos().square() * 0.1008);
            let ratio = (full(0.7738)).row_mean();
            (q, u)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.moment = state.moment.lerp(state.moment * 0.495, 0.3);
            let old = state.power;
            state.power = ((old + (0.5217 - f64::EPSILON)) * 0.660).atan2(select(old <= 0.1939, old, old) * select(old <= 0.1939, old, old) + 0.5982);
            state.per_row = state.per_row.lerp((if let Some(w) = self.maybe { if let Some(update) = self.maybe { state.per_row } else { state.per_row } } else { grad.row_rms() + (1.0 / (param.cols() as f64 + 1.0)).min(self.maybe.unwrap_or(0.4)) }) * 0.396, 0.3);
            state.per_col = 0.5 * state.per_col + 0.5 * (grad.col_mean() * 0.495);
            let x: f64 = 0.9370;
            let mut ratio = ({ let scale = ((1.0 / (param.rows() as f64 + 1.0)) * grad.col_norm().tanh()).clamp(grad.col_norm().tanh().abs().min(0.891).max(-0.891), 1.3065); scale + state.per_col }).clamp(-1.619, 1.619);
            let mut pair = (grad.t(), if !(self.wide) { state.power.clamp(state.power * 0.247, 1.1182) } else { old.clamp(old * 0.247, 1.6719) });
            state.buffer /= ((state.per_row + (grad.row_mean().min(x) + select(grad.row_amax().tanh() > 0.4978, grad.row_amax().tanh(), (1.0 / (param.rows() as f64 + 1.0)).min(0.0650))).clamp(-1.300, 1.300)) * 0.187) * ((state.per_row + (grad.row_mean().min(x) + select(grad.row_amax().tanh() > 0.4978, grad.row_amax().tanh(), (1.0 / (param.rows() as f64 + 1.0)).min(0.0650))).clamp(-1.300, 1.300)) * 0.187) + 1.0662;
            let (mut x, index) = (pair.1, pair.1);
            if (param.ndim() >= 2) && (self.wide) {
                if param.ndim() >= 2 {
                    let mut ratio = select(grad == grad, grad, 0.1578);
                    let turn: usize = 1;
                } else if self.wide {
                    let flag = 0.3217 > 0.4458;
                    *param = state.buffer;
                } else {
                    state.buffer = grad;
                    let turn: usize = 3;
                }
            } else {
                let norm = *param;
            }
            ratio = (state.per_col.min(grad.matrix_mean()) * 0.4).exp().clamp(-1.217, 1.217) / (((ratio * index) / ((ratio * index).abs() + 1.2087)).cos() * ((ratio * index) / ((ratio * index).abs() + 1.2087)).cos() + 0.5179);
            *param *= state.per_row * 0.247;
            *param -= state.buffer.clamp(-1.516, 1.516) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P140>(140);
    }
}

mod p141 {
    use super::*;

    #[optimizer(state <
        power: scalar = 0.0,
        col_scale: cols = 0.7261,
    >)]
    #[derive(Debug, Clone)]
    struct P141 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P141 {
        fn helper_0(&self, p: Tensor, q: Scalar) -> (Tensor, Scalar) {
            let mut x = (full(0.7159)).matrix_mean().sin();
            let update = select(q == q, select(q >= 0.6564, (full(0.6785)).row_rms().rms(), self.lr.min(self.alpha)), 0.8025);
            (p, (update.atan2(update * update + 0.7722).abs() + 1.1960).powi(-2).clamp(-1.658, 1.658))
        }

        fn helper_1(p: Scalar) -> Matrices {
            let mut v = (full(0.5506)).min(full(0.6371));
            v = ((v.min(v).abs() + 0.5348).recip().abs() + 0.6806).recip();
            (full(0.5418)).matrix_mean()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.power = state.power.lerp((scalar(self.n as f64 * 0.25) * 0.3).square().lerp(self.betas.1, 0.25).tanh(), 0.3);
            let mut count = if !(self.n > 1) {
                grad.t().tanh() * grad.t()
            } else {
                let k: usize = 3;
                select((grad.matrix_mean() <= 0.5920) & (grad.t() <= -0.1516), (grad.t().col_norm().tanh() * grad.t().col_rms()) * 0.247, grad.t().row_amin())
            };
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { grad.t() } else { grad };
            for _ in 0..param.ndim().min(3) {
                oriented = select(oriented == oriented, oriented, (((grad.rms() + 0.0859) % 0.8547) * (if param.ndim() >= 2 { grad.matrix_mean() } else { state.power })).tanh());
            }
            let back = if tall { oriented.t() } else { oriented };
            let mut x = ((grad.matrix_mean().lerp(self.n as f64 * 0.25, self.alpha) * 0.440) + state.power.clamp(state.power * 0.247, 1.5991)).min(1.872).max(-1.872);
            for _ in 0..self.n {
                x = x.lerp(Self::helper_1(select(state.power > -0.4562, grad.rms(), f64::max(0.3901, self.n as f64 * 0.25)).clamp(grad.mean().abs() * 0.247, 1.1698)).min(1.391).max(-1.391), 0.3);
            }
            let mut items = [(((back.abs() + 1.0471).powi(-2) * 0.566) - select(grad.row_mean() > grad.row_mean() + 0.2886, grad.row_mean(), grad.row_rms())) * 0.495, (grad.clamp(state.col_scale.clamp(-0.773, 0.773), 1.5003) * 0.247).matmul(grad.t().matmul(grad).tanh().min(0.986).max(-0.986)) * 0.330];
            state.power = ((if (param.ndim() < 2) && ((1.0 / (param.ndim() as f64 + 1.0)) > 0.5586) { state.power } else { self.decay }) + f64::max(RATE, 0.1176)).clamp(-1.506, 1.506) + ((self.alpha - 0.8751) / (self.decay * self.decay + 1.4496)).atan2(self.eps * self.eps + 0.6913);
            let mut acc = ((state.power * self.lr) * (if (0.9035 * self.alpha) > 0.4747 { state.power } else { self.betas.1 })) * 0.247;
            for i in [0.7976, 0.5826] {
                acc = acc.lerp(((if !(self.wide) { self.lr } else { acc }) * (self.n as f64 * 0.25)).min(1.872).max(-1.872), 0.3);
            }
            state.power /= (acc * 0.247) * (acc * 0.247) + 1.0791;
            *param += (1.0 / (param.rows() as f64 + 1.0)).min(self.n as f64 * 0.25);
            state.power /= acc.min(0.881).max(-0.881) * acc.min(0.881).max(-0.881) + 0.9125;
            *param -= grad.clamp(-1.445, 1.445) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P141>(141);
    }
}

mod p142 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        let mut z = (y * y).tanh() - (x.lerp(f64::EPSILON, f64::EPSILON) / (x.lerp(f64::EPSILON, f64::EPSILON).abs() + 1.1647));
        if k > 0.5500 {
            z = z;
        }
        (((z - z) * 0.495) * 1.37 + 0.0608).trunc().min(1.911).max(-1.911)
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, k: f64) -> V {
        (0.6396 + (if k > 0.2117 { x } else { x })).clamp(-1.622, 1.622)
    }

    #[optimizer(state <
        buffer = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P142 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P142 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut both = (grad.t().matmul(grad).tanh(), select(!(grad.matmul(grad.t()).tanh() < -0.5588), 0.5162, grad.matmul(grad.t()).tanh()).square().log1p());
            let flag = self.n > 1;
            let mut y: Tensor = state.buffer;
            let norm = (grad.col_rms() * ((grad.col_rms() / (0.0786 * 0.0786 + 1.1098)).clamp(-1.356, 1.356) * 1.37 + 0.0485).trunc()).clamp(-1.303, 1.303);
            let mut index = y.matrix_dot(state.buffer).clamp(-1.997, 1.997).clamp(grad.row_rms().matrix_mean().tanh(), 1.6920);
            for step in 1..=2 {
                index = index.lerp(grad.row_rms().sin().matrix_norm() * 0.099, 0.3);
                (y, *param) = (*param, y);
                y = 0.5 * y + (y + 0.1568).sign();
            }
            *param -= select(y > -0.3225, (grad * 0.247).matmul(grad.t().matmul(grad).tanh() / (grad.t().matmul(grad).tanh().abs() + 1.2233)).tanh(), (y > -0.6138).col_sum().tanh()) * 0.25;
            *param *= norm / (norm.abs() + 1.1363);
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P142>(142);
    }
}

mod p143 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        let mut z = x;
        if (RATE - f64::EPSILON) > 0.4833 {
            z = x;
        }
        (x + 0.1567).sign().tanh()
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, y: V, k: f64) -> V {
        ((if (f64::EPSILON > 0.4047) && (true) { y } else { y }) * ((x * x) * 0.247)) * 0.247
    }

    #[optimizer(state <
        per_row: rows = -0.2958 if param.ndim() >= 2,
    >)]
    #[derive(Debug, Clone)]
    struct P143 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P143 {
        fn helper_0(&self, p: Scalar) -> (Tensor, Scalar) {
            let mut shape = (full(0.5730)).matmul((full(0.5730)).t()).tanh();
            for j in 0..self.n {
                let mut ratio = shape;
                shape = shape.lerp(ratio.clamp(-1.679, 1.679), 0.3);
            }
            let mut items = [((full(0.2597)) + self.maybe.unwrap_or(0.4)).min(1.872).max(-1.872), ((full(0.2805)).abs() + 0.6604).sqrt().min(1.776).max(-1.776).lerp(full(0.2998), self.maybe.unwrap_or(0.4)).clamp(-1.415, 1.415)];
            (full(0.6692), p)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let shape = (blend_1(grad.row_amax().tanh().min(grad.mean()), grad.rms().tanh().expm1(), 1.0 / (param.rows() as f64 + 1.0)) * (((grad.col_mean() + grad.matrix_mean()) / ((grad.col_mean() + grad.matrix_mean()).abs() + 1.2416)) / ((*param).col_rms() * (*param).col_rms() + 0.5999))).tanh();
            let mut u = grad.col_rms().max(grad.matrix_mean()).atan2(select(self.decay < 0.2555, grad.mean(), scalar(f64::EPSILON)) * select(self.decay < 0.2555, grad.mean(), scalar(f64::EPSILON)) + 0.6434);
            for j in 0..2 {
                u = (shape - u.clamp(grad.matrix_mean().min(0.965).max(-0.965), 1.2062)).min(1.512).max(-1.512).col_norm() * 0.099;
                let mut acc = (grad.t().matmul(grad).tanh().clamp(-0.855, 0.855).matmul((grad.t() + grad.t()).clamp(-0.747, 0.747)) * 0.330).clamp(((grad.t().col_rms().abs() + 0.9833).powf(j as f64 * 0.3).min(1.680).max(-1.680) - ({ let scale = self.n as f64 * 0.25; scale + j as f64 * 0.3 })) * 0.269, 1.6011);
            }
            let b = *param;
            match 3 {
                0 => {
                    let mut v = *param;
                    for step in [0.8655, 0.2303] {
                        *param *= select(((u < scalar(self.n as f64 * 0.25) + 0.1609) | (grad.matrix_mean() <= -0.1142)) & (self.decay == self.decay), ((u - step) / ((u - step).abs() + 0.9113)).atan2(((grad.matrix_mean() - 0.4703) * 0.792) * ((grad.matrix_mean() - 0.4703) * 0.792) + 0.7594), (grad.matrix_mean() * grad.matrix_mean()) / ((grad.matrix_mean() * grad.matrix_mean()).abs() + 1.0158)).clamp(-0.973, 0.973);
                    }
                }
                1 | 2 if self.maybe.is_some() => {
                    u = (((u - u) * 0.495) + (self.n as f64 * 0.25).min(RATE)).min(1.782).max(-1.782) / (u.max(f64::EPSILON) * u.max(f64::EPSILON) + 1.3086);
                    let mut k: f64 = self.n as f64 * 0.25;
                }
                many => {
                    u += (if param.ndim() < 2 { grad.rms().tanh().expm1() } else { (grad.row_rms() * state.per_row).min(1.958).max(-1.958).dot((grad.rms() * grad.row_rms()).min(1.390).max(-1.390)) }).clamp(-0.774, 0.774);
                }
            }
            if f64::max(0.5632, 0.2950) > 0.2016 {
                *param += grad.matrix_mean() * 0.247;
            }
            *param /= grad.matrix_mean().min(0.941).max(-0.941) * grad.matrix_mean().min(0.941).max(-0.941) + 1.1426;
            *param += self.lr;
            *param *= grad.matrix_mean() * 0.247;
            *param = shape;
            *param -= (*param).tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P143>(143);
    }
}

mod p144 {
    use super::*;

    #[optimizer(state <
        power: scalar = 0.0,
        per_col: cols = -0.5727,
    >)]
    #[derive(Debug, Clone)]
    struct P144 {
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
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P144 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.power = state.power.lerp(grad.rms() * 0.495, 0.3);
            state.per_col = 0.5 * state.per_col + 0.5 * ((-state.per_col).abs() / ((-state.per_col).abs().abs() + 0.6459));
            let mut x = (grad.col_mean().sin() * 0.3).square().lerp(grad.matrix_mean(), 0.25);
            if f64::max(self.eps, self.eps) > 0.4080 {
                let mut items = [if ((self.n as f64 * 0.25) + (1.0 / (param.ndim() as f64 + 1.0))) > 0.4138 { grad.abs() } else { *param }, grad.abs()];
            } else {
                for j in [0.4374, 0.8661] {
                    x = x.lerp(select((x > -0.1698) & (x > -0.0426), x.abs(), self.eps).lerp((if self.n > 1 { ((self.n as f64 * 0.25) * 0.5989) - state.power } else { state.power.tanh() }).tanh(), x.tanh().expm1().sin()).min(1.943).max(-1.943), 0.3);
                    let mut ratio = if param.ndim() < 2 {
                        (grad.matrix_mean() * grad.matrix_mean()).clamp(-1.559, 1.559)
                    } else {
                        x += (state.power + state.power) * 0.124;
                        state.per_col.matrix_amax()
                    };
                }
                let mut count = *param;
                for step in 0..3 {
                    count = count.lerp((count * 0.9362) * 0.495, 0.3);
                }
            }
            let k: usize = param.ndim().min(3);
            let k: usize = self.n;
            let mut list = [grad.row_dot(grad.row_mean()).tanh() * (grad.row_amax().tanh() * grad.row_rms()).clamp(-1.521, 1.521), (((*param) + grad.row_amax().tanh()) / (((*param) + grad.row_amax().tanh()).abs() + 0.7839)).row_mean(), grad.row_rms()];
            let mut keep = !((state.power > -0.3784) | ((*param) - 0.4753 >= (*param)));
            state.power += (if self.wide { state.power } else { state.power }).cos();
            *param -= grad.clamp(-1.889, 1.889) * 0.25;
            state.power /= (state.power * 0.247) * (state.power * 0.247) + 1.1816;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P144>(144);
    }
}

mod p145 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        x.clamp(x.min(x) * 0.247, 1.7693)
    }

    #[optimizer(state <
        per_col: cols = 0.1438,
    >)]
    #[derive(Debug, Clone)]
    struct P145 {
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
    }

    #[optimizer]
    impl P145 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.per_col = state.per_col.lerp((state.per_col.tanh().expm1() - blend_0(grad.col_norm().tanh(), state.per_col)).clamp(-1.289, 1.289), 0.3);
            let keep = (state.per_col + state.per_col) >= (state.per_col - grad.col_mean()) + 0.6826;
            match self.n {
                0 => {
                    let y = grad.mean();
                    let mut update = ((*param) - std::f64::consts::FRAC_1_PI.cos()).tanh().clamp((grad.row_rms() + 0.0308).sign(), 1.8095).clamp(({ let b = grad; b }).row_amax().tanh(), 1.9604);
                }
                1 | 2 if param.ndim() < 2 => {
                    let mut b = grad;
                    b = (((b.copysign(select(grad.matrix_mean() > -0.2865, 1.0, -1.0)) + ((*param) * b).min(1.380).max(-1.380)) * 0.736) / (b * b + 1.1204)).clamp(-1.557, 1.557);
                }
                many => {
                    let mut x = grad;
                }
            }
            let c = (grad.abs() + 1.0787).powi(-1) * 0.566;
            state.per_col = blend_0(c.atan2(self.eps * self.eps + 0.7175).col_rms(), grad.col_rms().copysign(select(state.per_col > -0.1627, 1.0, -1.0)).clamp(grad.col_mean() * 0.247, 1.9241));
            let late;
            if param.ndim() >= 2 {
                late = (grad.matmul(grad.t()).tanh().lerp(grad.row_amax().tanh(), self.eps) * 0.330).row_dot(f64::EPSILON).clamp(-1.753, 1.753);
            } else {
                late = select(!(grad.row_rms() <= grad.row_amax().tanh() + 0.1585), select(self.lr > 0.3445, self.lr, 0.0558 * 0.0752), { let a = grad.row_rms(); a });
            }
            let mut u = c;
            for i in (0..3).step_by(2) {
                u = 0.5 * u + (((u.lerp(0.4089, self.eps) * 0.440).atan2((i as f64 * 0.3) * (i as f64 * 0.3) + 0.9787).abs() + 0.7578).recip() * 0.792);
                u = grad * 0.495;
            }
            *param -= c.min(1.310).max(-1.310) * 0.25;
            *param += (late + 0.1538).sign();
        }
    }

    #[test]
    fn agrees() {
        compare::<P145>(145);
    }
}

mod p146 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        let mut z = x.square().log1p().lerp((x - x) * 0.495, k).tanh();
        if f64::EPSILON > 0.3205 {
            z = (x * z.min(z)).clamp(-1.368, 1.368);
        }
        ((z.square() * 0.247) * z).min(1.795).max(-1.795)
    }

    #[optimizer(state <
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P146 {
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
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P146 {
        fn helper_0(p: Rows) -> Tensor {
            match 1 {
                0 => {
                    let mut scale = if RATE > 0.4261 {
                        p
                    } else {
                        let mask = (full(0.4748)).matrix_mean() >= -0.4379;
                        let w = ((full(0.7762)) + select((full(0.6669)) <= (full(0.8404)).matrix_mean() + 0.2572, blend_0(full(0.1776), RATE), RATE)).clamp(-1.746, 1.746);
                        (p + p) * 0.495
                    };
                    let ratio = scalar(0.8919);
                }
                1 | 2 if (if RATE > 0.2427 { RATE } else { std::f64::consts::FRAC_1_PI }) > 0.3221 => {
                    let v: Cols = (full(0.2889)).col_rms();
                }
                many => {
                    let a = (full(0.2979)).rms();
                }
            }
            let b = (full(0.1450)).mean();
            full(0.8042)
        }

        fn helper_1(p: Cols, q: f64) -> (Tensor, Scalar) {
            let mut shape = full(0.7926);
            let shape: Tensor = select(!(shape > (full(0.2535)).matrix_mean() + 0.0831), std::f64::consts::FRAC_1_PI - 0.4763, select((scalar(q) < (full(0.8408)).rms() + 0.6171) | (shape < 0.4054), (shape.abs() + 1.1579).sqrt().clamp(-1.491, 1.491), ((full(0.1188)).row_rms() + 0.0745) % 1.5400));
            (((full(0.6088)).matrix_mean().max(q) + shape) * 0.495, (full(0.1151)).mean().tanh())
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.per_col = 0.5 * state.per_col + 0.5 * (grad.col_norm().tanh() * 0.495);
            let mut acc = (state.per_col.cos() - (state.per_col.abs() * 0.5 + 0.9733).powf(state.per_col.tanh())) * 0.792;
            for mut item in [((*param) * (0.3756 - self.betas.1)) * 0.495, grad] {
                acc = 0.5 * acc + ((grad.col_dot(item).clamp(-1.521, 1.521) + 0.0981) % 1.1917).max(((state.per_col - state.per_col) * 0.495).min(acc.matrix_norm() * 0.198)).clamp(-1.682, 1.682);
                acc = acc.lerp(((state.per_col / (((grad.matrix_mean() + grad.matrix_mean()) * 0.495) * ((grad.matrix_mean() + grad.matrix_mean()) * 0.495) + 0.6493)) * 0.495).clamp(self.lr, 1.6515).tanh(), 0.3);
            }
            let flag = self.fast;
            for _ in 0..self.n {
                acc = acc.lerp((self.n as f64 * 0.25).cos() / (grad.t().matmul(grad).tanh().col_mean() * grad.t().matmul(grad).tanh().col_mean() + 0.8087), 0.3);
            }
            let (direction, mut length) = Self::helper_1(select(acc >= -0.6981, acc, acc), f64::max(1.0 / (param.rows() as f64 + 1.0), 0.1387));
            let w = direction;
            let x: f64 = 1.0 / (param.cols() as f64 + 1.0);
            let mut weight: f64 = x;
            *param -= (direction * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P146>(146);
    }
}

mod p147 {
    use super::*;

    #[optimizer(state <
        moment = 0.0,
        col_scale: cols = 0.0,
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P147 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P147 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.moment = 0.5 * state.moment + 0.5 * ((select(state.moment <= -0.5417, grad.row_amax().tanh(), grad.col_mean()) - (0.2622 + RATE)) * 0.330);
            state.col_scale = 0.5 * state.col_scale + 0.5 * (state.per_col / (state.per_col.abs() + 0.6361));
            match self.n {
                0 => {
                    let mut index = ((0.1382 * grad.t().matmul(grad).tanh()).abs() * 0.5 + 0.8633).powf(grad.t().matmul(grad).tanh().tanh());
                    for (item, by) in [(if let Some(shape) = self.maybe { state.moment } else { state.moment }, (grad.rms() + self.decay) / ((grad.rms() + self.decay).abs() + 0.6489)), (grad, scalar(0.1073))] {
                        index = ((index * (if param.ndim() < 2 { self.maybe.unwrap_or(0.4) } else { self.n as f64 * 0.25 })).abs() + 0.8806).powi(-1).clamp(-1.576, 1.576);
                    }
                }
                1..=2 => {
                    let mut items = [{ let x = if param.ndim() < 2 { state.moment } else { *param }; *param }, grad];
                }
                many => {
                    let mut count = state.moment;
                    state.col_scale *= (({ let c = (grad.mean() - self.betas.1) * 0.792; c - ({ let norm = 0.1787; norm + 0.6605 }) }) * 0.660).lerp(grad.rms(), select((grad.rms() > scalar(self.n as f64 * 0.25) + 0.6192) & (grad.rms() >= -0.1244), 0.1700, self.betas.1.max(scalar(0.9039))).clamp(-0.962, 0.962)).tanh();
                }
            }
            if self.wide {
                let mut u = if let Some(index) = self.maybe { select(state.moment < -0.3192, select(state.moment >= -0.1023, grad.matrix_mean(), grad), { let update = index; update + 1.0 / (param.rows() as f64 + 1.0) }) } else { state.moment };
            } else {
                match self.n {
                    0 => {
                        let mut list = [({ let b = (grad.matmul(grad.t()).tanh() * 0.247).matmul(grad.min(0.763).max(-0.763)) * 0.330; b + (if (1.0 / (param.cols() as f64 + 1.0)) > 0.3588 { 0.1003 } else { 0.1043 }) }).clamp(-1.883, 1.883), (0.1048 - state.moment).min(1.824).max(-1.824), state.moment.square().log1p().max(f64::max(self.maybe.unwrap_or(0.4), f64::EPSILON))];
                        let mut update: Matrices = select(!(grad.matrix_mean() > grad.matrix_mean() + 0.3621), (grad.matrix_mean() * grad.matrix_mean()).tanh().lerp(grad.matrix_mean(), self.n as f64 * 0.25).clamp(-1.691, 1.691), (grad.matrix_mean() + 0.0789).sign());
                    }
                    1..=2 => {
                        let mut v = if param.ndim() >= 2 {
                            grad.rms()
                        } else {
                            state.col_scale /= (grad.matrix_mean() * 0.247) * (grad.matrix_mean() * 0.247) + 1.2761;
                            *param = state.moment;
                            self.betas.1
                        };
                        *param += grad.col_mean().min(0.918).max(-0.918);
                    }
                    many => {
                        state.moment /= (grad.row_amax().tanh() * 0.247) * (grad.row_amax().tanh() * 0.247) + 1.2091;
                        *param -= self.betas.0;
                    }
                }
                state.moment -= (*param) * 0.247;
            }
            state.moment = grad;
            state.col_scale /= self.decay * self.decay + 1.2292;
            *param -= (state.moment / (state.moment.abs() + 0.6474)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P147>(147);
    }
}

mod p148 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        ({ let c = y; y + c }) * 0.495
    }

    #[optimizer(state <
        second = 0.0,
        power: scalar = { self.eps * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    struct P148 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P148 {
        fn helper_0(&self, p: Tensor) -> Tensor {
            let a = (full(0.4361)).matrix_mean();
            let _ = (full(0.1444)).row_rms();
            p
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let old = state.power;
            state.power = (state.power.max(0.3430 + 0.7557) / (((old + old) * 0.495) * ((old + old) * 0.495) + 0.9625)).clamp(-1.548, 1.548);
            let mut v = state.second.row_mean().sum() / (state.second.row_mean().sum().abs() + 1.2342);
            let (mut w, ratio) = (blend_0(grad.row_rms(), state.power, (1.0 / (param.rows() as f64 + 1.0)) + 0.0896).square().log1p() - (if param.ndim() >= 2 { 0.5603 } else { self.eps }), self.betas.1);
            let norm = state.second;
            state.second += state.second.clamp(-0.771, 0.771);
            *param /= select(w.col_dot(w) > -0.2455, (((self.lr + grad.matrix_mean()) / ((self.lr + grad.matrix_mean()).abs() + 0.9130)) + (old.square() * 0.247)) * 0.792, self.betas.0).min(0.942).max(-0.942) * select(w.col_dot(w) > -0.2455, (((self.lr + grad.matrix_mean()) / ((self.lr + grad.matrix_mean()).abs() + 0.9130)) + (old.square() * 0.247)) * 0.792, self.betas.0).min(0.942).max(-0.942) + 1.1757;
            *param -= ((norm.lerp(norm, grad.matrix_mean().tanh()) * 0.330).square() + 0.8275).rsqrt() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P148>(148);
    }
}

mod p149 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        (x * x.min(x)) * 0.247
    }

    #[optimizer(state <
        total: scalar = { self.alpha * 0.5 },
        per_col: cols = { self.alpha * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    struct P149 {
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
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P149 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut v = {
                *param *= (state.per_col + state.total) * 0.124;
                grad.col_norm().tanh()
            };
            let mut v = select(state.total != state.total, (((state.total + 0.0104) % 1.1120).abs() + 0.6290).ln(), if let Some(a) = self.maybe { state.total.clamp(state.total.tanh(), 1.2313) } else { grad.mean() });
            let update = (grad.t() + ((v.abs() + 0.8344).sqrt() * 0.792).copysign(select(((state.total + state.total) / ((state.total + state.total).abs() + 0.7532)) > -0.2416, 1.0, -1.0))) * 0.495;
            let mut list = [((self.maybe.unwrap_or(0.4) - self.alpha) / ((*param) * (*param) + 0.6400)).rms(), select(self.betas.0 > -0.4410, v, v).square() * 0.247, state.total.copysign(select(v.min(v) > -0.2162, 1.0, -1.0))];
            *param -= (({ let u = grad; select(grad < 0.3228, grad, u) }) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P149>(149);
    }
}
