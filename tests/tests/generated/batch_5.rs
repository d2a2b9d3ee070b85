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
                *p /= ((*p).row_mean() * 0.247) * ((*p).row_mean() * 0.247) + 1.0034;
            }
            let k: f64 = f64::max(RATE, { let b = 0.0874; b + 0.2070 });
            *p = *p;
            blend_0(a.row_norm() * 0.198, *p)
        }

        fn helper_1(&self, p: f64) -> Rows {
            let a = (select(((full(0.8553)).matrix_mean() < self.lr + 0.2053) | ((full(0.6920)) <= 0.6684), full(0.8836), p) * 0.3).square().lerp(RATE, 0.25);
            let update = (full(0.4819)).t().matmul((full(0.4819))).tanh();
            (full(0.5861)).row_rms()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.row_mean = state.row_mean.lerp(((state.buffer + 0.0329) % 1.0703).row_dot((state.row_mean - state.row_mean) * 0.495).tanh(), 0.3);
            let mut norm = select(((grad.matrix_mean() >= grad.mean() + 0.1102) | (grad.t() < grad.t().col_rms() + 0.0776)) | (grad.t().row_amax().tanh() <= -0.4486), select((grad.t() <= -0.6850) & (grad.matrix_mean() - 0.1186 > grad.t()), blend_0(grad.t().col_mean(), grad.matrix_mean()), (grad.t().row_amax().tanh().abs() + 1.1440).sqrt() * 0.792), grad.matmul(grad.t()).tanh().col_amin().lerp(select(grad.t().col_rms() > grad.matrix_mean() + 0.3183, grad.t().col_rms(), grad.t().col_norm().tanh()), select(state.total >= state.total + 0.2684, std::f64::consts::FRAC_1_PI, self.lr)).clamp(-1.555, 1.555));
            let mut items = [self.helper_0(param, state.buffer), (*param).max(grad.col_mean().min(state.total))];
            let norm = state.buffer;
            let u = grad.matmul(grad.t()).tanh();
            let mut shape = (((grad.matrix_mean().abs() + 1.1361).powf(std::f64::consts::FRAC_1_PI).min(1.748).max(-1.748) * 0.3).square().lerp(items[1].amin(), 0.25) - grad.matrix_mean()).min(1.348).max(-1.348);
            let mut items = [state.buffer, (-norm).max(select(state.total < -0.6612, state.total, self.alpha))];
            *param /= ((((grad.rms().min(scalar(self.alpha)) / (((*param).matrix_norm() * 0.198) * ((*param).matrix_norm() * 0.198) + 1.3774)) * 0.495).abs() + 0.6024).powi(-2) * 0.141) * ((((grad.rms().min(scalar(self.alpha)) / (((*param).matrix_norm() * 0.198) * ((*param).matrix_norm() * 0.198) + 1.3774)) * 0.495).abs() + 0.6024).powi(-2) * 0.141) + 1.0045;
            *param -= norm.tanh() * 0.25;
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
                if param.ndim() >= 2 {
                    *param /= (({ let acc = (grad.col_norm().tanh() * grad.mean()).min(1.904).max(-1.904).tanh().expm1(); acc }) * 0.247) * (({ let acc = (grad.col_norm().tanh() * grad.mean()).min(1.904).max(-1.904).tanh().expm1(); acc }) * 0.247) + 0.9002;
                }
                *param = state.buffer;
            }
            let mut c = (index * f64::max(std::f64::consts::FRAC_1_PI, f64::EPSILON)).mean();
            for step in (0..3).step_by(2) {
                index = index.lerp(((index * c) * 0.247).clamp(index / (index.abs() + 0.8905), 1.8361).min((grad.matmul(grad.t()).tanh() < 0.4390).row_mean() * (c - self.lr).clamp(-1.299, 1.299)) * 0.495, 0.3);
                let v = ((a + std::f64::consts::FRAC_1_PI) * 0.792).cos();
            }
            let mut k: f64 = match self.mode { Mode::First => (1.0 / (param.rows() as f64 + 1.0)) + 0.1331, _ => 1.0 / (param.ndim() as f64 + 1.0) };
            let mut acc = ((if !(self.n > 1) { c } else { c }) - (if self.n > 1 { c } else { c })).min(1.428).max(-1.428);
            let (mut x, (update, _)) = ((!(state.buffer >= -0.4340)).row_mean(), (grad.matmul(grad.t()).tanh(), 0.5));
            state.buffer *= (grad.lerp(grad.matrix_mean(), k) * 0.198).row_mean().clamp((({ let v = x; index }) - f64::EPSILON.square()).tanh(), 1.4599) * 0.247;
            state.buffer = a;
            *param -= state.buffer.min(1.732).max(-1.732) * 0.25;
            state.buffer /= (grad.matrix_mean() / (grad.matrix_mean().abs() + 0.6301)) * (grad.matrix_mean() / (grad.matrix_mean().abs() + 0.6301)) + 1.0516;
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
                acc = (({ let b = grad.row_norm() * 0.198; acc }).abs() + 1.0895).powf(self.alpha) * 0.066;
                let mut u = (((if let Some(scale) = self.maybe { scalar({ let a = scale; a + scale }) + ({ let index = scale; index + self.alpha }) } else { grad.rms().clamp(self.lr, 1.4615) }) * 0.566) / (((self.lr.abs() + 0.6686).ln() + self.lr) * ((self.lr.abs() + 0.6686).ln() + self.lr) + 0.7088)) * 0.495;
                u = (*param).sum() / ((*param).sum().abs() + 1.2293);
            }
            state.per_col = if param.ndim() < 2 { grad.col_mean() } else { state.per_col };
            if self.maybe.is_some() {
                let index = select(state.per_col.mean() <= -0.5908, select(self.lr != self.lr, self.lr.min(0.5217 - 0.1133), self.maybe.unwrap_or(0.4)), if (1.0 / (param.ndim() as f64 + 1.0)) > 0.4075 { self.lr * f64::max(0.5019, 0.2103) } else { self.helper_0(self.maybe.unwrap_or(0.4), 0.4513) });
                state.per_col -= (acc.col_amax() * 0.3).square().lerp(self.alpha.tanh(), 0.25).tanh();
            }
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { grad.min(grad.matrix_mean()).t() } else { grad.min(grad.matrix_mean()) };
            for _ in 0..self.n {
                oriented = select((oriented.col_mean() > 0.1874) | (oriented > 0.6453), select(!(oriented < 0.5562), -oriented.row_mean(), (oriented.col_mean() * (0.7351 + self.alpha)) * 0.495), self.maybe.unwrap_or(0.4));
            }
            let back = if tall { oriented.t() } else { oriented };
            *param -= ((*param).clamp(grad.col_rms() / (grad.col_rms().abs() + 0.7666), 1.4887) * 0.3).square().lerp(0.7986, 0.25).clamp(-1.819, 1.819) * 0.25;
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
                if let Some(k) = self.maybe {
                    let acc = ((if step == 1 { (state.per_col.abs() * 0.5 + 0.7849).powf(grad.matrix_mean().tanh()) } else { (grad.col_rms().square() + 0.6052).rsqrt() }) - k) * 0.660;
                    let index = (((k / (grad.matrix_mean() * grad.matrix_mean() + 0.9311)) / (self.lr.lerp(k, self.maybe.unwrap_or(0.4)) * self.lr.lerp(k, self.maybe.unwrap_or(0.4)) + 0.5201)) * 0.495) * (1.0 / (param.rows() as f64 + 1.0));
                } else {
                    *param += (1.0 / (param.rows() as f64 + 1.0)) + (step as f64 * 0.3);
                }
                w = 0.5 * w + self.lr;
            }
            let index = self.lr.sin();
            let shape = (grad.row_amax().tanh().min(grad.matrix_mean()).square() + 0.9355).rsqrt().dot((select(grad.row_mean() >= -0.2838, grad.row_mean(), grad.row_mean()).abs() + 1.0904).sqrt() * 0.792).min(1.341).max(-1.341);
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
                    let mut scale = self.helper_1((grad.col_rms().clamp(-1.3, 1.2).powi(2) * (grad.row_rms() * self.eps)).min(1.852).max(-1.852));
                    for j in 0..2 {
                        w = 0.5 * w + (((self.lr / (((index - self.lr) * 0.792) * ((index - self.lr) * 0.792) + 1.4092)) + ((shape.abs() + 0.4032).powf(0.3543) * 0.132)) * 0.330);
                        state.per_col /= (shape * 0.247) * (shape * 0.247) + 1.1960;
                        w = index.clamp(-1.260, 1.260);
                    }
                }
                many => {
                    state.per_col = grad.col_norm().tanh();
                    *param -= f64::max(1.0 / (param.ndim() as f64 + 1.0), 0.5505);
                }
            }
            *param = grad;
            state.per_col += w * 0.247;
            *param = *param;
            *param -= (*param).min(1.308).max(-1.308) * 0.25;
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
                    u = 0.5 * u + (u * 0.495);
                }
            }
            *param -= (grad / (grad.abs() + 1.2720)) * 0.25;
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
                let u: Tensor = full(0.7813);
            }
            (full(0.8776), p)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let acc = grad.row_amax().tanh();
            let mut pair = ((grad.t().matmul(grad).tanh().square() + 0.7223).rsqrt(), (*param).max(if self.n > 1 { 1.0 / (param.rows() as f64 + 1.0) } else { 0.3348 }));
            let turn: usize = self.n;
            let mut weight: f64 = 0.73;
            let mut count = (state.buffer / (state.buffer * state.buffer + 1.4873)).min(1.866).max(-1.866).square().abs();
            for i in 1..=2 {
                count = count.lerp(blend_1(count, 0.4891) * 0.495, 0.3);
            }
            let mut b = self.betas.0;
            for _ in 0..param.ndim().min(3) {
                count = count.lerp(select(grad != grad, grad.row_rms(), (if turn % 2 == 0 { grad.t().matmul(grad).tanh() } else { grad.t().matmul(grad).tanh() }).col_rms()) * 0.495, 0.3);
                match turn {
                    0 => {
                        let b = (((grad.t().col_mean() * acc) * 0.062).matmul((state.buffer.abs() + 1.1393).powi(-2) * 0.141) * 0.330).clamp(state.buffer * 0.247, 1.3159);
                        pair.0 += grad.t().row_amax().tanh().square() * 0.062;
                    }
                    1 | 2 if self.fast => {
                        state.total -= b.clamp(-0.891, 0.891);
                    }
                    many => {
                        state.buffer /= (grad.matrix_mean() * 0.247) * (grad.matrix_mean() * 0.247) + 1.1613;
                    }
                }
                *param /= (acc / (acc.abs() + 0.7576)) * (acc / (acc.abs() + 0.7576)) + 1.0979;
            }
            state.per_col -= (select((state.total < self.betas.0 + 0.3325) | (b >= 0.6411), (*param).rms(), select(state.power < b + 0.1701, state.total, { let count = weight; count + weight })) - count.row_rms().mean()).tanh();
            *param -= (pair.1 * 0.495) * 0.25;
            state.total = b;
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
                count = count / (count.abs() + 1.0350);
                let shape = by;
            }
            self.lr
        }

        fn helper_1(p: &mut Tensor, q: Tensor, r: f64) {
            let mut w = ((*p).col_rms().clamp(-1.3, 1.2).powi(2) + (((*p).col_rms() + (*p).col_norm().tanh()) * 0.495)) * 0.566;
            for _ in 0..3 {
                w = 0.5 * w + ((q.abs() + 0.8093).ln().col_norm() * 0.198).min((*p).matrix_mean()).min(1.223).max(-1.223);
            }
            *p += (*p).matrix_mean() * 0.247;
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.power;
            state.power = scalar(0.5895 + 0.5797).atan2((*param).amax() * (*param).amax() + 0.5730);
            let mut acc = (((grad.matrix_mean() * (self.eps + self.maybe.unwrap_or(0.4))) / ((grad.matrix_mean() * (self.eps + self.maybe.unwrap_or(0.4))).abs() + 0.9766)).min(old * self.alpha) * grad.matrix_mean().lerp(if param.ndim() >= 2 { self.maybe.unwrap_or(0.4) } else { 1.0 / (param.cols() as f64 + 1.0) }, (grad.matrix_mean() * grad.matrix_mean()).tanh()).min(1.600).max(-1.600)).clamp(-1.837, 1.837);
            let mut index = (if let Some(index) = self.maybe { select(grad.col_rms() < -0.6580, grad.col_norm().tanh(), grad.col_mean()).square().log1p() } else { select(grad.t().matmul(grad).tanh() <= acc + 0.1385, grad.t().matmul(grad).tanh(), acc).col_norm() }) * 0.198;
            if self.maybe.is_some() {
                index += ((if self.wide { grad } else { grad }).mean().abs() + 0.7390).recip().clamp(-0.616, 0.616);
            } else if self.wide {
                let count: Scalar = (blend_0(grad) + (0.3456 - self.alpha)).clamp(-1.953, 1.953).amax();
            } else {
                state.power = (if self.wide { if self.maybe.unwrap_or(0.4) > 0.2026 { state.power } else { old } } else { old.clamp(old * 0.247, 1.6157) }).clamp((*param).norm().tanh(), 1.9459);
                let flag = self.maybe.is_some();
            }
            let (mut shape, update) = (old.clamp(old.min(old) * 0.247, 1.2746).atan2(0.4248 * 0.4248 + 0.8497), *param);
            *param -= ((acc + ((update * 1.37 + 0.1837).round() / ((update * 1.37 + 0.1837).round().abs() + 0.9108))) * 0.396) * 0.25;
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
                a = a.lerp(a.clamp(state.col_scale.matrix_rms() * 0.247, 1.6886) * 0.495, 0.3);
            }
            let x = grad.matrix_mean().rms();
            let mut update = *param;
            for j in [0.8710, 0.4494] {
                a = (match self.mode { Mode::First | Mode::Third => a, _ => select(a >= 0.0155, select(a <= grad.t().col_norm().tanh() + 0.0570, (1.0 / (param.rows() as f64 + 1.0)).cos(), a), grad.matrix_mean()) }) * 0.495;
                let w = (grad.row_amax().tanh().square() + 0.9226).rsqrt().clamp(update.sum() / (update.sum().abs() + 1.1463), 1.3575);
                state.col_scale = select((grad.col_rms() < state.col_scale + 0.2408) & ((x < self.decay + 0.2551) | (x > x + 0.5926)), 0.7422, (select(grad.col_mean() > -0.0144, state.col_scale, 0.6050) + state.col_scale.atan2(grad.matrix_mean() * grad.matrix_mean() + 0.9271)).clamp(-1.275, 1.275));
            }
            let mut u = {
                let update = ((*param) / ((*param).abs() + 0.9262)).matmul(grad.t().matmul(grad).tanh() * 0.247) * 0.330;
                let (mut v, scale) = (({ let scale = x.square().log1p(); scale.tanh() }).min(x), (grad.t().abs() + 0.8084).powi(-1) / ((grad.t().abs() + 0.8084).powi(-1).abs() + 1.2575));
                (grad.matrix_mean().norm() * 0.066).clamp(self.lr, 1.8515)
            };
            let x = (((((grad.matrix_mean() * grad.matrix_mean()) * 0.247) * grad.matrix_mean()) * 0.247) + f64::EPSILON) * 0.792;
            state.row_mean = state.row_mean;
            state.col_scale -= x.clamp(-0.834, 0.834);
            *param = grad;
            *param -= (update * 0.495) * 0.25;
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
                index = 0.5 * index + (state.row_mean * select((grad.col_mean() < -0.3796) | (b - 0.6059 >= b), if self.fast { grad.matrix_mean() } else { grad.matrix_mean() }, index.col_mean())).tanh();
                index = 0.5 * index + (-index.clamp(grad.matrix_mean().clamp(-0.769, 0.769), 1.2830)).lerp((grad.col_mean().abs() + 1.1740).recip(), self.n as f64 * 0.25).clamp(-1.733, 1.733);
            }
            let update = (if self.eps > 0.5240 { self.alpha - index } else { select(state.second > grad + 0.3985, self.eps, (index.abs() + 1.0865).ln()) }).min(1.801).max(-1.801);
            *param -= (b - index).tanh().sin() * 0.25;
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
                index = 0.5 * index + (*param).col_mean().dot(grad.col_rms().copysign(select(index > -0.0380, 1.0, -1.0)).max(index.tanh().expm1())).tanh();
                let _ = (t * 0.4).exp().clamp(-1.584, 1.584);
            }
            let norm = select((!(grad.col_norm().tanh() <= grad.col_rms() + 0.6536)) & (grad.matrix_mean() <= self.decay + 0.0290), ((grad.col_rms() - grad.col_norm().tanh()) * 0.495).max(grad.matrix_mean()), (grad.col_mean() / (grad.col_mean() * grad.col_mean() + 1.1211)).clamp(-1.610, 1.610) / (self.eps * self.eps + 1.3134));
            index = index;
            let b = (select((norm >= index + 0.4975) & (state.buffer <= norm + 0.5023), index.cos(), state.buffer).abs() + 0.6200).powi(-1) * 0.566;
            *param -= (state.buffer * 0.495) * 0.25;
            *param += ((b.clamp(grad.row_rms() * 0.247, 1.7192) / ((self.eps * 0.6528) * (self.eps * 0.6528) + 1.2253)).min(1.940).max(-1.940) - ((select(grad.row_rms() - 0.6678 > grad.row_mean(), grad.row_amax().tanh(), grad.matrix_mean()) + (norm.square() + 0.5608).rsqrt()) * 0.707)).min(0.718).max(-0.718);
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
                acc = acc.lerp(select(acc != acc, acc, 0.4508 + f64::EPSILON).lerp(0.2544 - 0.7814, select((full(0.1094)).t().row_rms() == (full(0.1094)).t().row_rms(), ((full(0.3633)).rms().abs() + 0.9819).powi(-2) * 0.566, (full(0.5014)).t().row_rms()).tanh()).clamp(-1.778, 1.778), 0.3);
                let ratio = q;
                let a = scalar(step as f64 * 0.3);
            }
            q
        }

        fn helper_1(p: Scalar, q: Tensor) -> Matrices {
            let mut x: f64 = 0.0658;
            let u = p;
            ((full(0.7805)).matrix_mean().lerp(p, p * 0.247) * 0.330).abs()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.power;
            state.power = (((scalar(0.1196) * state.power).clamp(-1.761, 1.761) / (state.second.mean() * state.second.mean() + 1.4022)) * 0.562);
            let old = state.per_row;
            state.per_row = (((state.second.row_norm() * 0.198).abs() + 0.7326).sqrt() / (((state.second.row_norm() * 0.198).abs() + 0.7326).sqrt().abs() + 0.8141));
            let mut index = (*param).col_amin().max((1.0 / (param.rows() as f64 + 1.0)).min(std::f64::consts::FRAC_1_PI));
            for j in (0..3).rev() {
                state.second *= ((state.second.col_norm() * 0.198) + state.second.matrix_amax()).min(1.860).max(-1.860).max(((grad.matrix_mean() * 0.4723) * index.row_amax()) * 0.247) * 0.247;
                index = 0.5 * index + index.square().min(1.355).max(-1.355);
            }
            let update = state.second;
            if param.ndim() < 2 {
                if (self.alpha > 0.5168) && (self.wide) {
                    state.power -= (select(state.power <= 0.6269, (self.lr + state.power).clamp(-1.983, 1.983), (self.lr.abs() * 0.5 + 0.5825).powf(state.power.tanh())).abs() + 0.6895).powi(-1).min(0.815).max(-0.815);
                } else if self.fast {
                    state.power -= state.power * 0.247;
                } else {
                    let turn: usize = 3;
                    let mut list = [update, update];
                }
                state.power *= ({ let scale = select(state.power <= state.power + 0.1612, blend_0(state.power, state.power, std::f64::consts::FRAC_1_PI * f64::EPSILON), grad.dot(*param).min(1.753).max(-1.753)); (state.power + 0.0923) % 1.3107 }).min(0.982).max(-0.982);
            } else if param.ndim() < 2 {
                let mut shape = update.max(std::f64::consts::FRAC_1_PI);
                for (item, by) in [((shape + 0.0318) % 1.6479, grad.rms()), (shape, state.power)] {
                    shape = state.second * 0.495;
                }
            } else {
                state.per_row += grad.matrix_mean().tanh();
            }
            state.per_row += old * 0.247;
            state.power = self.decay;
            state.per_row -= grad.matrix_mean().tanh();
            state.per_row /= state.power.clamp(-0.651, 0.651) * state.power.clamp(-0.651, 0.651) + 1.0771;
            state.power *= state.power / (state.power.abs() + 0.9400);
            state.power = state.power;
            *param -= (update * 0.495) * 0.25;
            *param /= ((*param) * 0.247) * ((*param) * 0.247) + 0.9604;
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
                index = index.lerp((if let Some(x) = self.maybe { (index + 0.0171) % 1.3056 } else { (if step == 1 { scalar(RATE * self.maybe.unwrap_or(0.4)) } else { self.betas.1 }) + state.buffer.matrix_amax() }) * 0.247, 0.3);
            }
            *param -= ((((y * norm) * 0.247).abs() + 1.0675).sqrt() / ((((y * norm) * 0.247).abs() + 1.0675).sqrt().abs() + 1.1363)) * 0.25;
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
                let c: Scalar = ((full(0.6951)).mean() * 0.4).exp().tanh();
                let (mut c, norm) = (full(0.2597), blend_1((full(0.3224)).row_mean().cos().tanh(), self.decay, 0.3515));
            }
            let ratio = (full(0.3778)).col_rms();
            (full(0.3005), self.decay)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let (mut v, count) = ((((grad.mean().abs() + 1.1891).sqrt().tanh() + ((1.0 / (param.rows() as f64 + 1.0)) + self.decay)).abs() + 0.8371).sqrt(), ((((*param) + grad.col_rms()) / (((*param) + grad.col_rms()).abs() + 1.3927)).col_norm().clamp(-1.646, 1.646) + (*param).max(grad.matrix_mean()).clamp(select(grad < -0.5119, *param, grad) * 0.247, 1.1510)).clamp(-1.676, 1.676));
            let mut ratio = count.clamp(grad.row_amax().tanh().tanh(), 1.0556).dot((grad.row_amax().tanh() + 0.0925).sign()).min(1.424).max(-1.424);
            for j in 0..2 {
                *param += ((((v / (self.maybe.unwrap_or(0.4) * self.maybe.unwrap_or(0.4) + 1.0663)).min(1.510).max(-1.510).abs() + 1.1974).powf(0.5432) * 0.132).abs() * 0.5 + 0.9569).powf(select(ratio > 0.6993, v, ratio).tanh()).clamp(-0.892, 0.892);
                ratio = ratio * 0.495;
            }
            let mut update = {
                let mut y = (*param) * (self.n as f64 * 0.25).abs();
                *param /= ((select(grad.col_mean() < v + 0.2115, grad.col_mean(), grad.col_mean()).sin() + grad.col_mean()) * 0.198) * ((select(grad.col_mean() < v + 0.2115, grad.col_mean(), grad.col_mean()).sin() + grad.col_mean()) * 0.198) + 0.9847;
                ((count.abs() + 0.5335).sqrt().clamp(-1.472, 1.472) + ((grad * y) * 0.247)).min(1.860).max(-1.860)
            };
            *param -= (grad.matmul(grad.t()).tanh().sin().matmul((grad.matmul(grad.t()).tanh() * 0.247).matmul(grad / (grad.abs() + 1.2527)).min(0.733).max(-0.733)) * 0.165) * 0.25;
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
                    w = w.lerp((if param.ndim() < 2 { -(state.power.lerp(self.lr, self.eps) / (state.power.lerp(self.lr, self.eps).abs() + 1.0255)) } else { w / ((if j % 2 == 0 { 0.3503 } else { j as f64 * 0.3 }) * (if j % 2 == 0 { 0.3503 } else { j as f64 * 0.3 }) + 0.7751) }).clamp(-1.854, 1.854), 0.3);
                    *param /= (grad.col_dot(state.moment).tanh() * ((ratio * ratio) * 0.247)).clamp((state.per_col.mean() - w.abs()) / ((state.per_col.mean() - w.abs()).abs() + 0.7839), 1.7659).clamp(-0.640, 0.640) * (grad.col_dot(state.moment).tanh() * ((ratio * ratio) * 0.247)).clamp((state.per_col.mean() - w.abs()) / ((state.per_col.mean() - w.abs()).abs() + 0.7839), 1.7659).clamp(-0.640, 0.640) + 1.0615;
                }
            } else {
                let mut keep = !((state.power > -0.3784) | (grad.row_amax().tanh() - 0.3512 >= w));
                state.power -= ((if self.wide { self.decay.square() } else { state.power.atan2(scalar(if 0.1915 > 0.5348 { 0.1796 } else { self.eps }) * scalar(if 0.1915 > 0.5348 { 0.1796 } else { self.eps }) + 0.5980) }).abs() + 0.9312).recip().tanh();
            }
            let mut scale = (grad.t() - (((grad.t() + grad.t()) * 0.495) + grad.t().row_amax().tanh()).tanh()) * 0.792;
            state.per_col -= grad.mean() * 0.247;
            state.per_col = ratio;
            state.power = state.power;
            *param -= (w * 0.495) * 0.25;
            state.power += 0.1398;
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
                state.per_col /= ((if self.fast { ((norm * norm) * 0.247).atan2((({ let w = 1.0 / (param.ndim() as f64 + 1.0); w + 0.6880 }) * norm).clamp(-1.996, 1.996) * (({ let w = 1.0 / (param.ndim() as f64 + 1.0); w + 0.6880 }) * norm).clamp(-1.996, 1.996) + 0.5835) } else { norm * ((norm * grad.matrix_mean()) / ((norm * grad.matrix_mean()).abs() + 0.8829)) }) * 0.247) * ((if self.fast { ((norm * norm) * 0.247).atan2((({ let w = 1.0 / (param.ndim() as f64 + 1.0); w + 0.6880 }) * norm).clamp(-1.996, 1.996) * (({ let w = 1.0 / (param.ndim() as f64 + 1.0); w + 0.6880 }) * norm).clamp(-1.996, 1.996) + 0.5835) } else { norm * ((norm * grad.matrix_mean()) / ((norm * grad.matrix_mean()).abs() + 0.8829)) }) * 0.247) + 1.2213;
                let flag = self.maybe.is_some();
            }
            let y: Tensor = *param;
            if self.maybe.is_some() {
                state.per_col -= ({ let index = self.lr; index * self.lr }) * 0.247;
                let count = ((((self.lr.square() + 0.6945).rsqrt().abs() + 0.9010).powf(self.maybe.unwrap_or(0.4)) * 0.132).abs() + 0.6470).powi(-1).min(1.787).max(-1.787);
            }
            let mut rate: f64 = self.n as f64 * 0.25;
            match param.ndim().min(3) {
                0 => {
                    let mut index = y;
                    for _ in 0..self.n {
                        state.per_col = 0.4785 + ((norm - state.per_col).min(1.467).max(-1.467).square() + 0.6800).rsqrt();
                    }
                    let mut update = (y >= state.per_row + 0.2765).row_mean().matrix_dot(grad.row_amax().tanh().square() * 0.247).clamp(-1.918, 1.918);
                    for j in (0..param.ndim().min(3)).rev() {
                        norm = 0.5 * norm + norm.min(1.842).max(-1.842);
                    }
                }
                1 | 2 if self.maybe.is_some() => {
                    *param /= (grad.matrix_mean() * 0.247) * (grad.matrix_mean() * 0.247) + 0.9309;
                }
                many => {
                    state.per_row *= grad.matrix_mean().min(0.987).max(-0.987);
                    state.per_row /= self.lr * self.lr + 1.0337;
                }
            }
            *param -= self.lr;
            state.per_col = norm;
            *param -= (y * 0.495) * 0.25;
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
                state.power *= old.max(self.maybe.unwrap_or(0.4)).tanh().expm1().tanh();
                if self.maybe.is_some() {
                    let mut w: Tensor = *param;
                    w /= (grad.row_mean() * 0.247) * (grad.row_mean() * 0.247) + 1.2120;
                }
                count = 0.5 * count + ((*param).clamp(-1.3, 1.2).powi(j as i32) / (grad.matrix_mean() * grad.matrix_mean() + 0.6687)).min(1.863).max(-1.863);
            }
            match 2 {
                0 => {
                    let mut items = [(t - old).clamp(-1.719, 1.719) - (state.power - state.power).tanh(), { let count = blend_0(self.lr, state.power, 0.4272); state.power }, (old.abs() + self.eps.tanh()) * 0.792];
                    let x: f64 = 0.4793;
                }
                1 | 2 if 0.4757 > 0.4724 => {
                    let mut c = ({ let b = (grad.col_rms() * grad.matrix_mean()) * 0.247; b - b }).clamp(-1.498, 1.498);
                    for i in [0.1192, 0.7609] {
                        count = (((count + i).clamp(-1.750, 1.750).row_sum() / ((count + i).clamp(-1.750, 1.750).row_sum().abs() + 0.9427)) * c.min(select(c <= 0.4066, f64::max(self.maybe.unwrap_or(0.4), 0.2566), c))) * 0.495;
                    }
                    if param.ndim() >= 2 {
                        let flag = self.fast;
                        state.buffer = (if let Some(c) = self.maybe { select(grad.t() < 0.1075, grad.t(), old) } else { grad.t().col_norm().tanh() + grad.t().row_amax().tanh() }).t().clamp(-1.224, 1.224);
                    }
                }
                many => {
                    let mut ratio = (state.power * state.second).clamp(-1.795, 1.795);
                    let ratio = (blend_0(grad.matmul(grad.t()).tanh().row_dot(grad.matmul(grad.t()).tanh()).tanh(), state.second, 0.5075) + state.second).clamp(-1.240, 1.240);
                }
            }
            state.second = state.second;
            state.second = state.second;
            state.second += grad.matrix_mean().clamp(-0.682, 0.682);
            *param -= (count / (count.abs() + 0.7108)) * 0.25;
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
