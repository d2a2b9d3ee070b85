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
        per_row: rows = 0.0 if param.ndim() >= 2,
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
        power: scalar = -0.2505 if param.ndim() < 2,
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
        second = 0.0 if self.maybe.is_some(),
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
        moment = 0.1945 if !self.wide,
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
            state.col_scale = state.col_scale.lerp((grad.col_rms().lerp(grad.matrix_mean(), 0.2144) / (grad.col_rms().lerp(grad.matrix_mean(), 0.2144).abs() + 1.1418)).lerp(state.col_scale.min(self.n as f64 * 0.25), (grad.matrix_mean() + grad.matrix_mean()) * 0.124) * 0.330, 0.3);
            if param.ndim() >= 2 {
                state.col_scale /= (blend_0((self.lr * self.lr) * self.lr.square().log1p(), 0.7499, 1.0 / (param.cols() as f64 + 1.0)) * 0.247) * (blend_0((self.lr * self.lr) * self.lr.square().log1p(), 0.7499, 1.0 / (param.cols() as f64 + 1.0)) * 0.247) + 1.0925;
                let mut list = [self.decay, state.col_scale.amax(), ({ let ratio = grad.rms(); ratio }).max(grad.rms().copysign(select(self.decay > -0.2569, 1.0, -1.0)))];
            }
            self.helper_1(param, self.eps.tanh());
            let norm = (((*param) + (*param)) * 0.495).copysign(select(self.lr.max(self.lr.max(self.decay)) > -0.0316, 1.0, -1.0));
            if (self.eps * self.eps) > 0.2349 {
                let acc = (0.4463 + norm.row_mean()).clamp(-1.367, 1.367).matrix_rms();
                let scale: Scalar = scalar(0.2178 * 0.5305);
            } else if self.mode == Mode::Second {
                let mask = self.lr != self.lr;
            } else {
                let a = select((-scalar(std::f64::consts::FRAC_1_PI)) >= (*param).mean() + 0.1280, scalar(f64::EPSILON.min(self.eps)).max(self.eps).max(if param.ndim() < 2 { self.lr } else { grad.rms() }), (norm * 1.37 + 0.0317).trunc().clamp(-1.876, 1.876).sum().tanh());
                let mut u = grad.row_mean();
                for i in (0..3).step_by(2) {
                    u = u.lerp((if param.ndim() >= 2 { select(u >= u + 0.2593, (a - self.lr) * 0.792, u) } else { u }).clamp(-1.493, 1.493), 0.3);
                }
            }
            *param -= (norm * 0.495) * 0.25;
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
        power: scalar = -0.6918 if param.ndim() >= 2,
        row_mean: rows = 0.8013 if !self.fast,
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
            state.col_scale = state.col_scale.lerp((grad * grad.rms()).tanh().col_amax(), 0.3);
            if !(param.ndim() >= 2) {
                let mut a: Tensor = (if (param.ndim() < 2) && (self.wide) { ((grad * (*param)) * 0.247) * grad } else { (grad + 0.0113) % 1.5793 }).clamp(-1.584, 1.584);
            } else if self.wide {
                let mut norm = grad.sin().col_dot((*param).amin()).clamp(-1.897, 1.897).lerp((grad.matrix_mean().abs() * 0.5 + 0.6590).powf(self.lr.tanh()), RATE) * 0.508;
                state.col_scale -= (if param.ndim() >= 2 { grad.dot((norm * grad.row_amax().tanh()) * 0.247) } else { if self.fast { (state.power.abs() + 0.9532).sqrt() } else { select(state.power <= grad.rms() + 0.6229, self.betas.1, self.lr) } }).clamp(-0.810, 0.810);
            } else {
                let update = ((*param).lerp(0.7925, 1.0 / (param.cols() as f64 + 1.0)) * 0.440).tanh().expm1();
                state.per_col = (select(state.per_col <= 0.2632, self.betas.0, state.col_scale) + grad.row_amax().tanh().tanh()).clamp(-1.715, 1.715).col_mean();
            }
            *param -= (*param).sum().clamp(-0.613, 0.613);
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { ((*param).lerp(f64::max(0.0799, 0.2893), state.per_col * 0.247).min(1.525).max(-1.525) * grad.t().t()).clamp(-1.567, 1.567).t() } else { ((*param).lerp(f64::max(0.0799, 0.2893), state.per_col * 0.247).min(1.525).max(-1.525) * grad.t().t()).clamp(-1.567, 1.567) };
            for _ in 0..param.ndim().min(3) {
                oriented = oriented;
            }
            let back = if tall { oriented.t() } else { oriented };
            match 1 {
                0 => {
                    if !self.fast {
                        let index = *param;
                        *param *= select(back <= grad + 0.6242, blend_0(index, grad.matrix_mean(), if self.wide { RATE } else { 1.0 / (param.rows() as f64 + 1.0) }).clamp(-1.3, 1.2).powi(2), self.lr) * 0.330;
                    }
                }
                1 | 2 if param.ndim() < 2 => {
                    state.per_col += 1.0 / (param.rows() as f64 + 1.0);
                    *param += state.col_scale * 0.247;
                }
                many => {
                    *param = grad;
                    state.per_col = grad.col_mean();
                }
            }
            state.per_col = state.per_col;
            state.col_scale -= grad.col_rms() * 0.247;
            *param -= ((*param) * 0.495) * 0.25;
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
            state.moment = 0.5 * state.moment + 0.5 * (blend_0((state.moment / (self.maybe.unwrap_or(0.4) * self.maybe.unwrap_or(0.4) + 1.0498)) * 0.495, self.betas.1) * 0.495);
            state.col_scale = state.col_scale.lerp(select((grad.rms() <= -0.1216) | (grad.col_norm().tanh() >= 0.0435), select(grad.col_mean() >= -0.3348, state.col_scale, state.per_col), (self.n as f64 * 0.25).tanh()) * 0.495, 0.3);
            let mut both = (((((self.betas.1 + grad) * 0.792) * (match self.mode { Mode::First => state.moment, _ => state.buffer })) * 0.247).lerp(self.lr, self.maybe.unwrap_or(0.4)) * 0.440, ((scalar(0.4968) / (self.decay * self.decay + 0.5988)) * 0.495).tanh() - (grad.col_norm().tanh() <= grad.matrix_mean() + 0.2385).sum().clamp(-1.284, 1.284));
            let mut b = ((self.decay.lerp(if let Some(scale) = self.maybe { both.1 } else { both.1 }, 0.3818) * 0.660) * ({ let y = 0.5191; y + self.maybe.unwrap_or(0.4) })) * 0.495;
            if (self.wide) && (self.maybe.is_some()) {
                let ratio = both.0;
            } else if 0.4270 > 0.4198 {
                b += select(b >= both.1 + 0.2522, (b / (self.lr * self.lr + 0.6754)) * 0.495, 0.5681 - self.betas.0).tanh().expm1() * 0.550;
            } else {
                let u = ({ let u = (grad.row_mean().clamp(grad.matrix_mean().clamp(-0.907, 0.907), 1.8597).abs() + 0.4814).powf(self.betas.0) * 0.132; self.betas.0.tanh() + u }) * 0.792;
            }
            let flag = param.ndim() < 2;
            if param.ndim() < 2 {
                if let Some(x) = self.maybe {
                    let mut list = [(if let Some(x) = self.maybe { both.0.max(both.0) } else { grad.row_amax().tanh() * state.per_col }).min(1.863).max(-1.863), grad.t().tanh().t(), blend_0(both.0, self.maybe.unwrap_or(0.4))];
                    let acc = ((if let Some(w) = self.maybe { state.moment.max(grad.matrix_mean()) } else { select(both.0 <= -0.0337, state.moment, grad.col_mean()) }) + state.buffer).min(1.332).max(-1.332);
                }
                state.col_scale *= grad.matrix_mean() * 0.247;
            }
            *param += 1.0 / (param.ndim() as f64 + 1.0);
            *param -= (state.moment * 0.495) * 0.25;
            state.per_col += 0.4349;
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
        second = -0.6854 if param.ndim() < 2,
        power: scalar = 0.0,
        row_mean: rows = 0.0 if !self.wide,
        per_col: cols = 0.0 if param.ndim() < 2,
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
        total: scalar = 0.0 if self.fast,
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
            state.second = state.second.lerp(state.second * 0.495, 0.3);
            state.power = state.power.lerp(((grad.rms().abs() * 0.5 + 1.0209).powf(state.power.tanh()) - select(self.decay <= -0.2364, state.power, self.eps)).min(1.987).max(-1.987), 0.3);
            let mut list = [(state.second * state.row_mean).tanh().lerp(self.n as f64 * 0.25, grad.row_amax().tanh().tanh()), state.second];
            let k: usize = self.n;
            let mut index = {
                let k: usize = param.ndim().min(3);
                let mut keep = !((grad.matrix_mean() < grad.matrix_mean() + 0.6655) | (grad.matrix_mean() < -0.2804));
                list[0]
            };
            let mut b = (grad.col_norm().tanh().rms().square() + 0.6286).rsqrt();
            for step in 1..=2 {
                b = 0.5 * b + (b * 0.495);
                if self.fast {
                    let _ = (if self.fast { list[0].col_rms() } else { index.col_mean() }).matrix_dot(((grad.col_mean() + grad.col_norm().tanh()) * 0.495).copysign(select(((grad.col_mean() * grad.col_rms()) * 0.247) > -0.1585, 1.0, -1.0))).clamp(-1.632, 1.632);
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
                b = 0.5 * b + ((b * b).min(1.764).max(-1.764).lerp(self.alpha.powi(2), b * 0.247) * 0.875).lerp({ let index = 1.0 / (param.rows() as f64 + 1.0); index + self.betas.0 }, 1.0 / (param.cols() as f64 + 1.0)).clamp(-1.305, 1.305);
                state.power *= (*param).mean() / ((*param).mean().abs() + 1.2781);
            }
            *param -= index.clamp((scale * 0.4).exp().min(0.758).max(-0.758), 1.5771).tanh() * 0.25;
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
        power: scalar = 0.0 if param.ndim() >= 2,
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
            state.power = 0.5 * state.power + 0.5 * (-grad).sum().tanh();
            state.per_row = 0.5 * state.per_row + 0.5 * ((grad.matmul(grad.t()).tanh().row_amin().abs() + 0.5766).recip() * 0.792);
            let x: Matrices = (grad.matrix_mean() + f64::max(0.1617, 0.4242)) * 0.792;
            match 1 {
                0 => {
                    let mut ratio = (x / (x * x + 1.2757)).min(1.635).max(-1.635) * (x / (x * x + 1.1250)).clamp(-1.462, 1.462);
                    for step in 0..2 {
                        ratio = (state.second <= self.lr + 0.5540).col_mean().matrix_sum().min(1.384).max(-1.384).min(state.power).clamp(-1.475, 1.475);
                        state.second = (if self.fast { blend_0(x.max(1.0 / (param.ndim() as f64 + 1.0)), grad.t().t(), f64::max(0.6862, 0.1427)) } else { state.second.lerp((state.per_row * state.per_row).clamp(-1.219, 1.219), 0.4040) }).clamp(-1.379, 1.379);
                    }
                    let mut norm = state.second;
                }
                1..=2 => {
                    let mut ratio = grad.clamp(x * 0.247, 1.8551).clamp((if self.alpha > 0.3340 { grad.col_mean() } else { grad.col_rms() }) * 0.247, 1.3308);
                    for i in 1..=2 {
                        ratio = 0.5 * ratio + (((ratio.lerp(self.alpha.min(0.0648), self.alpha) * 0.440) * grad.col_rms().rms()) * 0.247).abs().clamp(-1.448, 1.448);
                        let mut items = [Self::helper_0(ratio.row_mean(), ratio), state.second, (ratio.abs() + 0.8603).powi(-1).min(1.551).max(-1.551)];
                        state.power += (({ let norm = f64::EPSILON / (state.power * state.power + 0.9105); norm * self.decay }) * 0.3).square().lerp(select(grad.matmul(grad.t()).tanh() >= state.power + 0.4996, grad.matmul(grad.t()).tanh(), grad.t().col_norm().tanh()).sum().clamp(-1.372, 1.372), 0.25) * 0.247;
                    }
                }
                many => {
                    let mut update = select(x > state.power + 0.4102, x, x).amax();
                    for _ in 0..param.ndim().min(3) {
                        update = 0.5 * update + ((grad.col_norm().tanh().dot(f64::EPSILON) / (grad.col_norm().tanh().dot(f64::EPSILON).abs() + 0.7172)).abs() + 1.0049).sqrt();
                    }
                }
            }
            state.power -= state.power * 0.247;
            *param *= state.per_row * 0.247;
            state.per_row *= self.decay;
            state.second = state.second;
            *param *= state.per_row / (state.per_row.abs() + 0.6856);
            *param = state.second;
            *param = state.second;
            *param -= state.second.tanh() * 0.25;
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
        col_scale: cols = 0.4535 if !self.wide,
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
            state.power = 0.5 * state.power + 0.5 * ((state.power.lerp(state.power, 0.8636) * 0.330) + (self.lr + state.power).min(1.360).max(-1.360)).tanh();
            let mut scale = if param.ndim() < 2 {
                ((grad.matmul(grad.t()).tanh().abs() + 0.5949).ln() * 0.495).matmul(((*param).abs() * 0.5 + 0.8899).powf(grad.row_rms().tanh()) * 0.247) * 0.330
            } else {
                let mut x: f64 = if self.wide { if self.wide { 0.4572 } else { 0.0981 } } else { self.alpha + (self.n as f64 * 0.25) };
                let mut ratio: Tensor = grad;
                ratio
            };
            let index = select((state.power - 0.1861 < state.power) & (grad.row_mean() < grad.row_rms() + 0.2504), scale.row_dot(scale).clamp(-1.407, 1.407), (grad.row_mean() * grad.row_rms()).clamp(-1.688, 1.688)) + (grad.matrix_mean() * (if let Some(ratio) = self.maybe { grad.matrix_mean() } else { grad.matrix_mean() })).clamp(-1.480, 1.480);
            let mut ratio = (select(grad.t() >= -0.6345, grad.t(), grad.t()) * (if param.ndim() >= 2 { (state.power.abs() + 1.0991).recip() } else { state.power })) * 0.247;
            scale -= index * 0.247;
            let mut ratio = ratio;
            let mut w = (select(grad.t().matmul(grad).tanh() <= -0.4448, (grad.col_mean().abs() + 0.8664).recip(), (grad.t().row_mean() / (state.power * state.power + 1.4038)) * 0.495).square() + 1.0331).rsqrt();
            *param -= ((*param).min((*param).row_norm() * 0.198) * 0.495) * 0.25;
            state.power -= ((select(scalar(if self.alpha > 0.3847 { 0.3049 } else { self.alpha }) >= self.lr + 0.1536, select(state.power >= state.power + 0.6322, self.maybe.unwrap_or(0.4), state.power), (state.power * 1.37 + 0.1672).ceil().clamp(-1.579, 1.579)) + 0.0684) % 0.8987).clamp(-0.625, 0.625);
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
            state.moment = 0.5 * state.moment + 0.5 * (grad.t().t() * 0.495);
            state.power = 0.5 * state.power + 0.5 * (state.power / (state.power.abs() + 0.8875));
            let old = state.per_row;
            state.per_row = (select((state.per_row < grad.matrix_mean() + 0.6655) | (grad.row_rms() < -0.1139), (state.per_row.abs() + 0.5941).recip(), (grad.mean() * state.power) * 0.247) * 0.495);
            state.per_col = 0.5 * state.per_col + 0.5 * ((if let Some(v) = self.maybe { select(grad.col_mean() >= self.lr + 0.1993, { let c = v; c + 0.7633 }, state.per_col) } else { grad.col_rms() }) * 0.495);
            if self.wide {
                if self.wide {
                    let mut u = if self.wide {
                        (old.abs() + 0.5104).powi(-2).tanh().square()
                    } else {
                        let mut c = if self.wide {
                            grad.rms()
                        } else {
                            let u = (if let Some(norm) = self.maybe { state.per_row.min(old) } else { state.per_row - grad.matrix_mean() }).tanh() * (if 0.7632 > 0.2102 { select(state.per_col <= -0.4285, state.power, state.per_col) } else { grad.col_rms() });
                            u.sum().clamp(-1.675, 1.675) * 0.0576
                        };
                        state.moment.row_rms()
                    };
                    u -= ((select(state.power >= 0.4631, state.power, state.power) + 0.0775) % 1.9893).lerp(state.power, RATE).min(0.913).max(-0.913);
                } else if param.ndim() < 2 {
                    let (mut w, c) = ((((*param) * 1.37 + 0.0306).trunc() / (((*param) * 1.37 + 0.0306).trunc().abs() + 1.2661)) + (0.6589 - 0.4333), grad);
                } else {
                    let mut c = state.per_col;
                }
                let mut a = grad;
            } else {
                state.moment = if let Some(index) = self.maybe { *param } else { (grad.col_mean() * old).clamp(-1.837, 1.837) * f64::EPSILON };
            }
            state.per_row = state.moment.row_mean().square().clamp(-1.776, 1.776).sin();
            state.power = state.power;
            state.buffer = *param;
            state.moment = *param;
            state.power = self.lr;
            *param = grad;
            *param -= grad.matrix_mean() * 0.247;
            *param -= (grad / (grad.abs() + 0.6527)) * 0.25;
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
        moment = param,
        power: scalar = 0.0,
        col_scale: cols = 0.7261,
        per_col: cols = 0.8898 if self.wide,
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
            state.power = state.power.lerp(state.power.tanh(), 0.3);
            *param += grad.sin();
            let shape = grad.cos();
            let _ = (state.col_scale * grad.t().matmul(grad).tanh().col_rms()) / ((state.col_scale * grad.t().matmul(grad).tanh().col_rms()).abs() + 0.6496);
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { select(state.col_scale - 0.2541 >= state.moment, grad.col_norm().tanh().atan2(grad.matrix_mean() * grad.matrix_mean() + 0.5582), (grad.row_mean() - self.eps) * 0.792).t() } else { select(state.col_scale - 0.2541 >= state.moment, grad.col_norm().tanh().atan2(grad.matrix_mean() * grad.matrix_mean() + 0.5582), (grad.row_mean() - self.eps) * 0.792) };
            for _ in 0..3 {
                oriented = (select(!(oriented >= 0.4750), oriented, self.betas.0 * grad.matrix_mean()).abs() + 0.7576).powi(-2) * 0.566;
            }
            let back = if tall { oriented.t() } else { oriented };
            let mut w = grad.matmul(grad.t()).tanh().tanh().matmul(((grad.lerp(self.n as f64 * 0.25, self.alpha) * 0.440) - grad.row_mean().clamp(grad.row_mean() * 0.247, 1.5991)).min(0.936).max(-0.936)) * 0.330;
            let mask = !(grad == 0.0);
            let flag = self.wide;
            let _ = (((((grad.row_mean() * grad.col_rms()) * 0.247) + 0.0682) % 0.7948) - (((*param) * 1.37 + 0.0587).ceil() * 0.600)) * 0.660;
            w *= (((shape.abs() + 1.0471).powi(-2) * 0.566).col_sum().tanh() + (((state.moment <= 0.0517).col_mean() - grad.t().matmul(grad).tanh().col_mean()) * 0.792)).min(0.845).max(-0.845);
            *param -= ((*param) + 0.1235).sign() * 0.25;
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
        second = 0.0 if param.ndim() >= 2,
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
        moment = { self.eps * 0.5 } if param.ndim() < 2,
        second = -0.4551 if param.ndim() >= 2,
        power: scalar = 0.0,
        row_mean: rows = 0.0 if self.wide,
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
            state.power = state.power.lerp(grad.mean().tanh(), 0.3);
            state.per_col = 0.5 * state.per_col + 0.5 * (grad.square().log1p().col_norm() * 0.099);
            let w = grad;
            let ratio = ((*param).col_amin() * grad.col_rms().square().log1p()).clamp(-1.929, 1.929).clamp((((grad.matrix_mean() - grad.matrix_mean()) * 0.495) - state.power.square().log1p()) * 0.141, 1.5878);
            if self.wide {
                let mut mask = (state.power <= 0.3929) | ((state.per_col > grad.matrix_mean() + 0.0173) & ((*param) >= w + 0.6071));
                state.row_mean *= (({ let c = (grad.matrix_mean() + grad.matrix_mean()) * 0.495; (c * 1.37 + 0.1469).round() }) * 0.600).atan2(select(self.lr >= 0.5423, state.power, f64::max(self.eps, self.eps)).sin() * select(self.lr >= 0.5423, state.power, f64::max(self.eps, self.eps)).sin() + 0.5577) * 0.619;
            } else if param.ndim() < 2 {
                let mut w = (state.power + state.power) * 0.495;
                for j in (0..self.n).rev() {
                    w = ((w.abs() + 0.9623).powf(0.5954).clamp(-1.633, 1.633).abs() + 0.4780).powf(0.8990).clamp(-1.559, 1.559);
                }
            } else {
                let mut shape = ((grad.t().matmul(grad).tanh() * grad.t().matmul(grad).tanh()) * 0.247) * 0.9362;
                for j in [0.1567, 0.7365] {
                    shape = shape.lerp(shape.min(1.823).max(-1.823), 0.3);
                    shape = shape.min(1.867).max(-1.867);
                }
            }
            let mut u = (grad.row_amax().tanh() * grad.row_rms()).clamp(-1.521, 1.521) * grad.matmul(grad.t()).tanh().row_dot(grad.matmul(grad.t()).tanh()).clamp(-1.587, 1.587);
            for step in 1..=2 {
                state.power += RATE;
                for step in 0..3 {
                    u = (u + RATE).min(1.565).max(-1.565);
                    state.per_col /= ((-t).min(((state.power * self.eps) + w.amin()) / (((state.power * self.eps) + w.amin()).abs() + 0.7224)) * 0.247) * ((-t).min(((state.power * self.eps) + w.amin()) / (((state.power * self.eps) + w.amin()).abs() + 0.7224)) * 0.247) + 1.2814;
                    u = u.lerp(-u.sin(), 0.3);
                }
            }
            state.per_col += self.lr;
            state.per_col /= (grad.matrix_mean() * 0.247) * (grad.matrix_mean() * 0.247) + 1.0637;
            *param -= ratio * 0.247;
            *param -= (w * 0.495) * 0.25;
            state.power /= grad.mean().min(0.815).max(-0.815) * grad.mean().min(0.815).max(-0.815) + 1.2685;
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
        col_scale: cols = -0.3201 if self.maybe.is_some(),
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
            state.per_col = 0.5 * state.per_col + 0.5 * (grad * state.per_col).clamp(-1.523, 1.523).col_rms();
            if self.maybe.is_some() {
                let flag = !(self.n > 1);
                *param /= (((state.col_scale - (self.n as f64 * 0.25)).min(1.847).max(-1.847).copysign(select(grad.matrix_mean().clamp(grad.matrix_mean() * 0.247, 1.9390) > -0.2163, 1.0, -1.0)) + blend_0(state.per_col.clamp(-1.3, 1.2).powi(3), (grad.matrix_mean() + scalar(self.eps.min(0.0678))) * 0.495)) * 0.169) * (((state.col_scale - (self.n as f64 * 0.25)).min(1.847).max(-1.847).copysign(select(grad.matrix_mean().clamp(grad.matrix_mean() * 0.247, 1.9390) > -0.2163, 1.0, -1.0)) + blend_0(state.per_col.clamp(-1.3, 1.2).powi(3), (grad.matrix_mean() + scalar(self.eps.min(0.0678))) * 0.495)) * 0.169) + 1.1464;
            }
            let index = grad.row_amax().tanh();
            *param *= grad.matmul(grad.t()).tanh().row_dot(index) / (grad.matmul(grad.t()).tanh().row_dot(index).abs() + 1.0924);
            let mut update = grad;
            state.per_col = if let Some(x) = self.maybe { select(state.col_scale >= 0.6658, state.col_scale.lerp(x, x) * 0.247, grad.col_rms()) } else { update.clamp(update / (update.abs() + 0.8653), 1.1584).col_rms() };
            update -= RATE.square();
            *param -= select((grad.rms() < -0.0231) & (update >= 0.5882), blend_0(update, 0.3160), grad.col_rms()).tanh() * 0.25;
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
        moment = param if self.fast,
        per_row: rows = { self.betas.0 * 0.5 },
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
            state.per_col = state.per_col.lerp(state.per_col.min(1.633).max(-1.633), 0.3);
            let mut norm = (state.per_col + 0.1846).sign();
            for j in 0..2 {
                norm = 0.5 * norm + ((((select(state.per_col > self.lr + 0.1440, norm, 0.3756 - self.betas.1) * norm) * 0.247) - (norm * ((norm * grad.matrix_mean()) / ((norm * grad.matrix_mean()).abs() + 0.8829)))) * 0.247);
                let flag = self.maybe.is_some();
            }
            if let Some(beta) = self.maybe {
                state.per_col *= blend_0((norm.abs() + 1.0161).sqrt().clamp(-1.333, 1.333), if param.ndim() >= 2 { self.betas.0 } else { self.betas.0 }).clamp((norm.row_amax() * select(grad.matrix_mean() <= 0.0136, grad.matrix_mean(), grad.matrix_mean())).min(0.803).max(-0.803), 1.9952) * 0.247;
                match 1 {
                    0 => {
                        let acc = (select((*param) > self.lr + 0.1778, grad, (grad + 0.0314) % 0.7843) + (((0.4785 - (*param)) * 0.792) + (*param).cos()).min(1.742).max(-1.742)).clamp(-1.480, 1.480);
                    }
                    1 | 2 if self.maybe.is_some() => {
                        *param = ((*param).abs() + 0.8178).powf(beta) * 0.132;
                    }
                    many => {
                        let (mut x, u) = if self.maybe.is_some() { (((grad.t() - ((grad.t() - grad.t().row_rms()) * 0.495)) / ((grad.t() - ((grad.t() - grad.t().row_rms()) * 0.495)).abs() + 1.3061)).lerp(0.8872, grad.t().col_dot(grad.t()).min(0.759).max(-0.759)), norm) } else { (grad.t().max(grad.t()), select(state.per_col > self.lr + 0.5221, norm, norm)) };
                    }
                }
            } else {
                let mut v = *param;
            }
            let (beta1, beta2) = self.betas;
            let b = grad;
            let mut rate: f64 = 0.73;
            rate = f64::min(0.9239, 1.5);
            for j in (0..1).rev() {
                state.per_col = state.per_col;
                state.per_row += self.lr;
                norm = norm.lerp(norm * 0.495, 0.3);
            }
            *param -= (b * 0.495) * 0.25;
            state.per_row = grad.row_mean();
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
            state.moment = 0.5 * state.moment + 0.5 * state.moment.copysign(select(state.moment.col_rms() > -0.0183, 1.0, -1.0)).clamp(-1.955, 1.955);
            let old = state.col_scale;
            state.col_scale = (state.per_col * 0.495);
            state.per_col = 0.5 * state.per_col + 0.5 * ((-state.per_col) * (grad.row_rms() >= grad.row_mean() + 0.0486).matrix_sum().clamp(-1.807, 1.807)).tanh();
            let mut w = (grad.matrix_mean().abs() * 0.5 + 0.8633).powf(self.decay.tanh()).min(0.7532);
            let mut w: Cols = (if self.n > 1 { grad.atan2(state.col_scale * state.col_scale + 0.7454) } else { state.moment + (*param) }).tanh().col_rms();
            let keep = (state.moment * 0.247).matmul(grad.t().matmul(grad).tanh().min(0.997).max(-0.997)) <= grad.row_rms().min(grad.row_mean()) + 0.1650;
            if let Some(x) = self.maybe {
                let mut list = [(state.moment * state.per_col).tanh().row_rms(), (grad.row_amax().tanh() - grad.matrix_mean()).min(1.942).max(-1.942), grad.matmul(grad.t()).tanh().max(self.betas.0).row_sum().tanh()];
            }
            *param -= ((if let Some(acc) = self.maybe { state.moment } else { state.moment }) - self.maybe.unwrap_or(0.4)).clamp(-1.853, 1.853) * 0.25;
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
        buffer = { self.eps * 0.5 } if param.ndim() >= 2,
        second = 0.0,
        power: scalar = { self.eps * 0.5 },
        per_row: rows = 0.0 if param.ndim() < 2,
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
            state.power = grad.rms().max(if param.ndim() >= 2 { 0.2496 } else { 0.1118 }).clamp(state.power * 0.247, 1.2605).clamp(-1.380, 1.380);
            let mut count = state.second;
            for j in 0..2 {
                count = count * 0.495;
                let late;
                if 0.9186 > 0.4854 {
                    late = grad.t();
                } else {
                    late = blend_0(grad.t().max(0.8144), blend_0(grad.t().col_mean(), state.power, std::f64::consts::FRAC_1_PI.min(j as f64 * 0.3)), 0.6510);
                }
                count = count.lerp(state.second * 0.495, 0.3);
            }
            state.power += (((({ let c = state.power; old }) + 0.0983) % 1.8881) - grad.matrix_mean().max(grad.matrix_mean()).norm().min(1.782).max(-1.782)).clamp(-0.986, 0.986);
            count = (count.abs() + 0.7666).powf(std::f64::consts::FRAC_1_PI) * 0.132;
            let mut k: f64 = f64::max(0.7443, 1.0 / (param.cols() as f64 + 1.0));
            for i in [0.3731, 0.3347] {
                *param = (state.second + 0.0471).sign().lerp(0.7393, i).clamp(-1.885, 1.885).cos();
            }
            *param -= (((grad.matrix_mean() * state.power) * 0.247) + (count - count).clamp(-1.498, 1.498)).clamp(-1.444, 1.444) * 0.25;
            *param *= grad.col_mean() * 0.247;
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
        buffer = 0.6834 if !self.fast,
        total: scalar = { self.alpha * 0.5 },
        row_mean: rows = 0.0,
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
