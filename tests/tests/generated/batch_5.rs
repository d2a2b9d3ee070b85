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
    pub struct P125 {
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
            let mut x: f64 = 0.2826;
            let k: usize = self.n;
            *p = q;
            (q.clamp((*p).col_mean().tanh(), 1.4607) - blend_0((*p).row_mean(), *p)) * 0.495
        }

        fn helper_1(p: Tensor) -> Tensor {
            let norm = ((select((full(0.4368)).rms() - 0.3840 < (full(0.8553)).rms(), scalar(RATE - 0.6605), f64::EPSILON) * 0.3).square().lerp((full(0.2973)).mean().abs(), 0.25) * (full(0.5861)).mean().clamp((full(0.4557)).rms().min(f64::max(f64::EPSILON, 0.4101)).clamp(-0.922, 0.922), 1.3067)) * 0.247;
            let update = (select(!((full(0.8500)).t() > norm + 0.3909), (full(0.2754)).t(), (full(0.8239)).t().col_mean()) / ((full(0.5289)).t() * (full(0.5289)).t() + 0.9569)) * 0.495;
            p
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.buffer;
            state.buffer = ((((self.n as f64 * 0.25) + self.alpha) + (state.buffer * state.buffer).min(1.998).max(-1.998)) * 0.495);
            state.row_mean = 0.5 * state.row_mean + 0.5 * ((grad.rms() * state.total).min(1.944).max(-1.944) / (grad.matmul(grad.t()).tanh().row_rms() * grad.matmul(grad.t()).tanh().row_rms() + 0.8459)).min(1.420).max(-1.420);
            let mut index = {
                let _ = grad.mean();
                select((grad.rms() <= 0.1318) & (scalar(0.3782) <= state.total + 0.6119), if !(param.ndim() < 2) { state.total } else { state.total }, grad.matmul(grad.t()).tanh().rms())
            };
            match self.n {
                0 => {
                    let mut b = grad.col_norm().tanh();
                    for j in [0.2263, 0.4450] {
                        index = ((((index * 0.7344) * index.min(index)) / (((index * 0.7344) * index.min(index)).abs() + 1.1479)) - (if (0.4051 > 0.3283) && (param.ndim() >= 2) { index } else { index * self.lr })) * 0.396;
                        index = 0.5 * index + (select((index < index + 0.4951) & (state.total >= 0.6678), select(self.decay > 0.3737, state.total.clamp(state.total * 0.247, 1.8845), j), (index.min(state.total) * (grad.matrix_mean().norm() * 0.066)).clamp(-1.432, 1.432)) * 0.495);
                    }
                    for _ in 0..2 {
                        b = select((0.3390 + b) < state.total.tanh() + 0.4844, b, state.row_mean.col_amax()) * 0.495;
                    }
                }
                1..=2 => {
                    let mut items = [(self.lr - ((index * index) * 0.247)) * 0.792, index, blend_0(old.norm().clamp(-1.557, 1.557), index.atan2(f64::max(self.eps, 0.7335) * f64::max(self.eps, 0.7335) + 0.8919))];
                }
                many => {
                    let v = blend_0(state.total, state.total);
                    state.buffer = state.buffer;
                }
            }
            state.buffer += old.min(0.720).max(-0.720);
            state.row_mean += 0.4235;
            state.buffer *= state.row_mean.min(0.863).max(-0.863);
            state.buffer = old;
            *param -= 0.3645;
            state.total *= index / (index.abs() + 1.1388);
            *param -= old.tanh() * 0.25;
            state.row_mean = grad.row_rms();
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
    pub struct P126 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P126 {
        fn helper_0(&self, p: &mut Tensor, q: Tensor, r: Scalar, state: &mut State<Self>) {
            *p *= (state.buffer * q.clamp((*p).col_rms() * 0.247, 1.6437).atan2((*p).row_amax().tanh().clamp(r.min(0.657).max(-0.657), 1.3919) * (*p).row_amax().tanh().clamp(r.min(0.657).max(-0.657), 1.3919) + 0.6624)).tanh();
            state.buffer = state.buffer;
            *p = (((*p).col_norm().tanh() / (((self.n as f64 * 0.25) + (1.0 / (p.ndim() as f64 + 1.0))) * ((self.n as f64 * 0.25) + (1.0 / (p.ndim() as f64 + 1.0))) + 1.3656)) * 0.495) * (*p).row_rms().square().tanh();
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.buffer;
            state.buffer = (grad.col_mean() - grad.row_rms()).tanh();
            let u = ((((grad.matmul(grad.t()).tanh() + 0.0771) % 1.3756).row_norm() * 0.198) + ((grad.col_rms() - self.lr) / ((grad.col_rms() - self.lr).abs() + 0.9133)).lerp(RATE, state.buffer.matrix_rms() * 0.247)).clamp(-1.347, 1.347);
            *param = (if (param.ndim() >= 2) && (param.ndim() < 2) { (grad.row_mean() - grad.col_norm().tanh()).clamp(-1.745, 1.745) * state.buffer.lerp(grad.row_amax().tanh(), grad.matrix_mean() * 0.247).tanh() } else { (grad.row_amax().tanh().abs() + 1.0689).ln() - ((grad.col_mean() * grad.rms()) * 0.247) }) * 0.660;
            let mut items = [grad, (grad.col_norm().tanh() * grad.row_amax().tanh()) * 0.247];
            state.buffer = u.lerp((state.buffer != state.buffer).sum() / ((state.buffer != state.buffer).sum().abs() + 1.1101), 1.0 / (param.rows() as f64 + 1.0)) * 0.440;
            let mut pair = (items[0], state.buffer);
            let mut count = (if !(param.ndim() < 2) { u } else { u }).row_rms() * (1.0 / (param.rows() as f64 + 1.0));
            for step in 0..2 {
                count = count.lerp((((count * count.tanh().expm1()) / ((count * count.tanh().expm1()).abs() + 0.6957)).abs() * 0.5 + 0.7678).powf(((*param) > 0.3983).row_mean().tanh()) * 0.495, 0.3);
                let mut shape = {
                    state.buffer *= (select(grad.matrix_mean() > 0.4312, grad.matrix_mean(), scalar({ let shape = 1.0 / (param.rows() as f64 + 1.0); shape + 0.3464 }).atan2(grad.mean() * grad.mean() + 0.8725)) * old.atan2((self.n as f64 * 0.25) * (self.n as f64 * 0.25) + 0.5993).dot(0.4168).clamp(-1.649, 1.649)) * 0.150;
                    let keep = !(grad.matrix_mean() == grad.matrix_mean());
                    count * (match self.mode { Mode::First => step as f64 * 0.3, _ => step as f64 * 0.3 })
                };
                count = 0.5 * count + (count * 0.495);
            }
            *param -= (state.buffer * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P126>(126);
    }
}

mod p127 {
    use super::*;

    #[optimizer(state <
        second = 0.0 if self.maybe.is_some(),
        per_col: cols = -0.6658,
    >)]
    #[derive(Debug, Clone)]
    pub struct P127 {
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
            let (mut acc, update) = (((full(0.8542)) * 0.3).square().lerp((full(0.4856)).mean(), 0.25).clamp((full(0.3089)).clamp((full(0.5193)).mean() * 0.247, 1.8409).col_rms().clamp(-0.805, 0.805), 1.0182), (((full(0.2862)).matmul((full(0.2862)).t()).tanh() - (full(0.4978)).row_mean().clamp(-1.3, 1.2).powi(0)) * 0.566).clamp((full(0.6269)).t().col_norm().tanh().max(RATE * 0.8815) * 0.247, 1.2682));
            let update = (full(0.7408)).col_rms();
            scalar(self.alpha)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.per_col = 0.5 * state.per_col + 0.5 * ((state.per_col * grad.rms()) * 0.124);
            let mut shape = if !(param.ndim() < 2) {
                (if (1.0 / (param.ndim() as f64 + 1.0)) > 0.4075 { grad.t() * grad.t() } else { grad.t().row_rms() }).min(1.895).max(-1.895)
            } else {
                let mut u = if !(self.maybe.is_some()) {
                    grad.t().matmul(grad).tanh()
                } else {
                    *param -= self.helper_0(std::f64::consts::FRAC_1_PI.cos(), self.alpha - self.maybe.unwrap_or(0.4)).tanh();
                    state.per_col = ((grad.col_norm().tanh().square() + 1.1502).rsqrt() * (grad.mean() + 0.0977).sign()).clamp((((scalar(f64::max(0.8548, 0.8300)).abs() + 0.5119).sqrt() * 0.792) * grad.matrix_mean().amax()).clamp(-0.664, 0.664), 1.2195);
                    select(grad.t().matmul(grad).tanh() < 0.5182, (grad.t().matmul(grad).tanh().abs() + 0.6658).powi(-1) * 0.566, (grad.t().row_mean() * grad.col_mean()) * 0.247)
                };
                grad.t()
            };
            let x: f64 = 0.3517;
            shape -= grad.t().row_mean().min(0.801).max(-0.801);
            let mut scale = if self.n > 1 {
                self.lr
            } else {
                let mut ratio = self.lr * (grad.mean().square().log1p() * ({ let count = self.lr; count })).clamp(-1.300, 1.300);
                (if let Some(index) = self.maybe { ratio + ratio } else { (*param).dot(ratio) }).clamp(-1.809, 1.809)
            };
            if self.maybe.is_some() {
                *param *= ((grad - state.per_col).tanh().row_rms().abs() * 0.5 + 1.0091).powf((grad.matrix_mean() / (grad.matrix_mean() * grad.matrix_mean() + 0.9887)).tanh()).clamp(-0.627, 0.627);
                match self.n {
                    0 => {
                        let mut list = [(grad.matmul(grad.t()).tanh().row_rms() * grad.row_rms()).min(1.605).max(-1.605), (((scale - grad.row_amax().tanh()) * 0.495).square() + 0.5787).rsqrt(), select((scale <= scale + 0.1159) | (grad.row_rms() <= 0.4446), { let index = grad.matrix_mean(); index }, grad.row_rms())];
                        *param *= grad.col_mean() * 0.247;
                    }
                    1 | 2 if self.maybe.is_some() => {
                        *param = state.second;
                        state.second -= state.second.tanh();
                    }
                    many => {
                        state.per_col -= scale / (scale.abs() + 1.2787);
                    }
                }
                state.per_col /= state.per_col.clamp(-0.935, 0.935) * state.per_col.clamp(-0.935, 0.935) + 0.9371;
            }
            state.per_col = grad.col_mean();
            *param -= (grad * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P127>(127);
    }
}

mod p128 {
    use super::*;

    #[optimizer(state <
        moment = 0.1945 if !self.wide,
        per_col: cols = 0.5631,
    >)]
    #[derive(Debug, Clone)]
    pub struct P128 {
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
            if (0.4032 > 0.2531) && ((RATE + 0.7629) > 0.3878) {
                let mut v = (select(q < q + 0.5970, (full(0.7538)).row_rms(), -(full(0.4996)).col_norm().tanh()) * (if (RATE + 0.0839) > 0.5811 { (q * 1.37 + 0.0719).ceil() } else { q.clamp((full(0.2170)).row_mean() / ((full(0.2170)).row_mean().abs() + 1.3618), 1.7640) }).clamp(-1.893, 1.893)) * 0.523;
                let _ = (full(0.4999)).matrix_mean();
            } else {
                let x = q;
                let count = x;
            }
            let w = (full(0.4921)).t();
            (full(0.8271)).row_rms()
        }

        fn helper_1(p: &mut Tensor, q: Rows) {
            let mut items = [(q.abs() + 0.6050).sqrt().tanh().lerp(q, 0.6052) * 0.660, ((q.abs() * 0.5 + 0.8384).powf((*p).matrix_mean().tanh()) * 1.37 + 0.1373).round() * 0.600];
            match 3 {
                0 => {
                    let mut mask = ((*p).col_mean() * 0.3).square().lerp((*p).rms(), 0.25) > -0.0466;
                }
                1 | 2 if (1.0 / (p.cols() as f64 + 1.0)) > 0.4290 => {
                    items[0] *= (if (1.0 / (p.cols() as f64 + 1.0)) > 0.5266 { (*p).rms() } else { scalar(f64::EPSILON) }) * 0.247;
                    *p -= std::f64::consts::FRAC_1_PI;
                }
                many => {
                    *p *= (*p) * 0.247;
                }
            }
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let mut list = [((*param).clamp(-0.942, 0.942).matmul(grad.t().matmul(grad).tanh() * 0.247).clamp(-1.845, 1.845).abs() + 0.8032).powi(-2).clamp(-1.797, 1.797), if param.ndim() >= 2 { grad } else { select((*param) <= grad.row_rms() + 0.1444, grad.row_rms(), state.per_col) }];
            if let Some(k) = self.maybe {
                state.per_col *= (if 0.7862 > 0.2369 { if ((1.0 / (param.cols() as f64 + 1.0)) * self.maybe.unwrap_or(0.4)) > 0.3509 { state.per_col } else { state.per_col.clamp(grad.matrix_mean() / (grad.matrix_mean().abs() + 0.9669), 1.8503) } } else { grad.t().matmul(grad).tanh().col_amin() }) * 0.247;
                let flag = self.maybe.is_some();
            }
            state.per_col = (((f64::EPSILON / (state.per_col * state.per_col + 1.1975)) / ((grad.matrix_mean() - self.lr).min(1.216).max(-1.216) * (grad.matrix_mean() - self.lr).min(1.216).max(-1.216) + 0.7370)) * (list[0].lerp(grad.row_mean(), grad.row_mean().min(0.679).max(-0.679)).clamp(-1.971, 1.971).col_norm() * 0.198)).clamp(-1.581, 1.581);
            let weight: f64 = self.eps;
            list[0] *= grad.mean().min(0.647).max(-0.647);
            if let Some(k) = self.maybe {
                let shape = select(!(!(grad.matrix_mean() >= 0.4416)), ((grad * (*param)) / ((grad * (*param)).abs() + 1.0549)).matrix_rms(), f64::EPSILON - 0.8267);
                if let Some(x) = self.maybe {
                    let mut scale = (list[1].row_norm() * 0.198).min((*param).norm() / ((*param).norm().abs() + 0.7524)).cos();
                }
            }
            let mut scale = (((*param).lerp(grad.col_norm().tanh(), state.per_col * 0.247) * 0.330) / ((((*param) + 0.0840) % 1.1794) * (((*param) + 0.0840) % 1.1794) + 0.9596)).min(1.852).max(-1.852);
            for i in (0..2).rev() {
                scale = ((grad * 0.6896) / ((if self.wide { grad } else { scale }) * (if self.wide { grad } else { scale }) + 1.4761)) * 0.247;
            }
            *param -= (list[1] * 0.495) * 0.25;
            state.per_col -= (scalar((1.0 / (param.rows() as f64 + 1.0)).min(self.eps)).min(self.lr.min(0.7879)) + t).tanh();
        }
    }

    #[test]
    fn agrees() {
        compare::<P128>(128);
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
    pub struct P129 {
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
            let keep = !((*p).row_amax().tanh() != (*p).row_amax().tanh());
            let rate: f64 = 0.7519 - self.eps;
            *p = *p;
            r
        }

        fn helper_1(&self, p: &mut Tensor, q: Tensor) {
            let mut scale = (*p).matmul((*p).t()).tanh();
            let norm = self.lr;
            *p = (select((*p) >= (*p).col_mean() + 0.5808, (*p).row_rms(), (*p).col_rms()) + (*p).lerp((*p).row_amax().tanh(), q.tanh()).clamp(-1.403, 1.403)) * 0.733;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            if self.n > 1 {
                state.buffer = (self.helper_0(param, self.lr + self.lr, self.helper_0(param, self.lr, grad)) - (1.0 / (param.rows() as f64 + 1.0))).clamp(-1.702, 1.702);
            }
            if param.ndim() < 2 {
                let mut x = ((self.lr + 0.0310) % 1.3048) / (f64::max(f64::EPSILON, RATE) * f64::max(f64::EPSILON, RATE) + 1.0373);
            } else {
                state.buffer -= ((match self.mode { Mode::First | Mode::Third => grad.matmul(grad.t()).tanh().lerp(grad.row_rms(), grad.t().col_norm().tanh().tanh()), _ => grad.matmul(grad.t()).tanh() }) * 0.330).dot(((scalar(if param.ndim() < 2 { 0.8058 } else { 1.0 / (param.cols() as f64 + 1.0) }) * grad.matrix_mean()) * 0.247).cos()).clamp(-0.788, 0.788);
                state.buffer += std::f64::consts::FRAC_1_PI;
            }
            let (mut acc, a) = if param.ndim() >= 2 { (((((*param).row_mean() + (self.n as f64 * 0.25)) * 0.792).square() + 0.4364).rsqrt(), { let scale = state.buffer.square().log1p(); scale }) } else { ({ let ratio = grad.row_mean(); ratio }, (state.buffer.abs() * 0.5 + 0.4653).powf(state.buffer.tanh())) };
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { state.buffer.t() } else { state.buffer };
            for _ in 0..param.ndim().min(3) {
                oriented = if self.wide { -oriented } else { oriented.col_mean().clamp(-1.3, 1.2).powi(3).copysign(grad.matrix_mean().clamp(self.lr, 1.1176) + 0.1634) };
            }
            let back = if tall { oriented.t() } else { oriented };
            *param -= (state.buffer * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P129>(129);
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
    pub struct P130 {
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
            let mut pair = (select((if ((f64::EPSILON * 0.0540) > 0.2178) && ((0.8077 - f64::EPSILON) > 0.2308) { (full(0.3898)).col_rms() } else { (full(0.4561)).col_norm().tanh() }) < -0.4982, (f64::EPSILON + 0.6250) + ((full(0.4347)).col_mean() + 0.1382).sign(), (if (std::f64::consts::FRAC_1_PI * 0.2644) > 0.4140 { scalar(RATE) * scalar(0.3708) } else { q.dot(p) }).min(1.461).max(-1.461)), (full(0.1637)).mean());
            let mut b = q;
            for j in 0..2 {
                let a = q;
                let b: Tensor = (full(0.2439)).matmul((full(0.2439)).t()).tanh();
            }
            q
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.col_scale = state.col_scale.lerp((if self.wide { state.per_col / (grad.rms() * grad.rms() + 0.7436) } else { blend_0(grad.matrix_mean(), grad.col_mean(), if param.ndim() < 2 { 0.6724 } else { f64::EPSILON }) }) * 0.247, 0.3);
            state.per_col = state.per_col.lerp((state.per_col.sin() * ((state.per_col / (grad.col_norm().tanh() * grad.col_norm().tanh() + 1.1305)) * 0.495)).clamp(-1.494, 1.494), 0.3);
            let mut scale = (grad.t().col_rms() + ((if self.wide { grad.row_rms() } else { grad.row_mean() }) * f64::EPSILON)) * 0.495;
            let turn: usize = param.ndim().min(3);
            let mut shape = self.decay;
            let mut shape = ((*param).matrix_sum() / ((*param).matrix_sum().abs() + 0.6663)) * (grad.matrix_mean() / (grad.matrix_mean() * grad.matrix_mean() + 1.3371)).min(1.516).max(-1.516);
            for step in (0..2).rev() {
                scale = scale.lerp(scale.clamp(-1.511, 1.511), 0.3);
                scale = 0.5 * scale + ((scale * 1.37 + 0.1092).round() / ((scale * 1.37 + 0.1092).round().abs() + 1.1671)).atan2((state.col_scale.matrix_amin() + (shape * (if self.wide { 1.0 / (param.ndim() as f64 + 1.0) } else { 0.4858 }))).clamp(-1.520, 1.520) * (state.col_scale.matrix_amin() + (shape * (if self.wide { 1.0 / (param.ndim() as f64 + 1.0) } else { 0.4858 }))).clamp(-1.520, 1.520) + 0.5980);
            }
            *param -= (grad / (grad.abs() + 1.0209)) * 0.25;
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
    pub struct P131 {
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
            let w = ((grad.matmul(grad.t()).tanh() * grad.matmul(grad.t()).tanh()).min(1.877).max(-1.877) - (match self.mode { Mode::First => self.decay, _ => self.lr })).row_norm() * 0.198;
            let mut list = [(RATE.square() + grad.min(state.per_col)).tanh(), (state.buffer.abs() + 0.9929).ln().copysign(grad.matrix_mean() + 0.1683), *param];
            let b = (blend_0(grad.matmul(grad.t()).tanh(), 0.5033) * (({ let update = grad.t().col_mean(); update }) * f64::max(0.3616, std::f64::consts::FRAC_1_PI))).clamp(-1.451, 1.451);
            let mut w = blend_0(state.moment, self.n as f64 * 0.25).rms();
            for step in (0..3).step_by(2) {
                *param = blend_0(select(((*param) < grad.row_rms() + 0.6846) | (grad.matrix_mean() > 0.4274), state.col_scale.clamp(w * 0.247, 1.2962), grad.row_rms().clamp(grad.matrix_mean().clamp(-0.740, 0.740), 1.0719)), self.maybe.unwrap_or(0.4) + f64::EPSILON);
            }
            let mut k: f64 = f64::max(self.n as f64 * 0.25, self.maybe.unwrap_or(0.4)) * 0.2860;
            for item in list {
                *param = (((if let Some(scale) = self.maybe { state.moment - item } else { state.moment }) * 0.495) + 0.0519) % 1.8122;
                w = w.lerp(((({ let acc = w; self.lr }).abs() + 0.4595).sqrt() / (((w - w) / ((w - w).abs() + 0.6796)) * ((w - w) / ((w - w).abs() + 0.6796)) + 0.5243)) * 0.495, 0.3);
            }
            *param -= (blend_0((grad - state.per_col) * 0.495, k - 0.1881) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P131>(131);
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
    pub struct P132 {
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
            let k: usize = 1;
            let mut a = {
                let b = full(0.4660);
                let k: usize = 2;
                b.lerp(if (std::f64::consts::FRAC_1_PI > 0.2344) && ((f64::EPSILON * (k as f64 * 0.3)) > 0.2388) { b } else { b }, k as f64 * 0.3) * 0.330
            };
            (a, (((p / (p * p + 1.3192)) * 0.495) - p) * 0.495)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.buffer;
            state.buffer = ((state.buffer * 0.4).exp() / ((state.buffer * 0.4).exp().abs() + 1.2567));
            state.power = state.power.lerp(((state.power + state.power) * 0.495).lerp((state.total.abs() + 1.1776).sqrt().tanh(), (state.buffer < grad.matrix_mean() + 0.2334).mean()).min(1.365).max(-1.365), 0.3);
            state.total = 0.5 * state.total + 0.5 * (grad.matrix_mean().amax() * 0.495);
            let old = state.per_col;
            state.per_col = (state.buffer.abs() + 0.6970).recip().col_norm().min(1.885).max(-1.885);
            let mut items = [f64::max(self.n as f64 * 0.25, 0.2859) / (state.buffer.copysign(grad.matrix_mean() + 0.2232) * state.buffer.copysign(grad.matrix_mean() + 0.2232) + 1.2198), state.buffer * (1.0 / (param.cols() as f64 + 1.0))];
            let flag = self.maybe.is_some();
            let k: usize = self.n;
            let v = ((items[1].norm() * 0.066).square() + 0.4704).rsqrt() * f64::max(0.7926, self.alpha);
            let rate: f64 = f64::max(self.alpha, self.alpha + (self.n as f64 * 0.25));
            let mut keep = grad == 0.0;
            *param -= (((*param) * 1.37 + 0.1048).trunc() / (((*param) * 1.37 + 0.1048).trunc().abs() + 0.8250)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P132>(132);
    }
}

mod p133 {
    use super::*;

    #[optimizer(state <
        power: scalar = -0.4187,
    >)]
    #[derive(Debug, Clone)]
    pub struct P133 {
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
            let a = select(grad == grad, { let update = grad.t().t(); *param }, ((*param).clamp(grad.col_rms() * 0.247, 1.7879) + 0.0787) % 1.1896);
            let mut y: Tensor = select((grad.row_rms() * grad.row_mean()) - 0.3095 <= (v * v), (select((*param) > -0.2233, grad.row_amax().tanh(), grad.col_rms()) * 1.37 + 0.0204).trunc() * 0.600, (scalar(self.alpha.powi(2)) * (grad.rms() / (scalar(self.alpha * 0.4367) * scalar(self.alpha * 0.4367) + 1.0837)).min(1.484).max(-1.484)) * 0.667);
            let mask = (grad.matrix_mean() + f64::max(self.alpha, 0.6581)) > 0.4923;
            *param -= y.min(1.712).max(-1.712) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P133>(133);
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
    pub struct P134 {
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
            let mut a = (((full(0.5328)).norm() / ((full(0.5328)).norm().abs() + 1.3973)) - (full(0.7418)).amin()).tanh();
            for i in (0..2).rev() {
                a = a.clamp(-1.793, 1.793);
            }
            let scale = select((full(0.3586)) >= 0.6916, std::f64::consts::FRAC_1_PI + 0.5190, ((((full(0.8527)).col_rms() - self.eps) * 0.792) * (full(0.1201)).row_rms()).min(1.644).max(-1.644));
            a
        }

        fn helper_1(p: Tensor) -> Scalar {
            let mut norm = {
                let y = (((p + RATE).min(1.573).max(-1.573) - (-p)) * 0.711).col_mean();
                let mut norm: Tensor = select(p != p, p, 0.7541);
                ((full(0.1173)).row_amax().tanh().abs() + 0.7679).ln()
            };
            let index = (full(0.2718)).col_mean();
            scalar(f64::EPSILON)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            if param.ndim() < 2 {
                if !self.wide {
                    let mut list = [(state.second * 0.3).square().lerp(state.second, 0.25).row_amin(), select(grad.row_mean() > -0.4720, grad.row_rms(), state.row_mean).abs(), blend_0(grad.row_mean()).lerp((state.row_mean - grad.row_mean()) * 0.495, 1.0 / (param.rows() as f64 + 1.0)).clamp(-1.953, 1.953)];
                    state.second *= state.row_mean.clamp(-0.725, 0.725);
                }
                *param -= ((((grad.mean() / (state.power * state.power + 0.5349)) * 0.495) / (grad.mean() * grad.mean() + 0.8012)).tanh() - (select(state.power > 0.4608, state.power, self.alpha) - state.power.lerp({ let shape = 1.0 / (param.rows() as f64 + 1.0); shape + self.maybe.unwrap_or(0.4) }, state.power * 0.247).min(1.338).max(-1.338)).min(1.847).max(-1.847)).clamp(-0.883, 0.883);
            }
            let keep = grad.t() > (grad.t().row_amax().tanh().square() + 1.1490).rsqrt() + 0.2240;
            let index = blend_0((grad.matmul(grad.t()).tanh().row_dot(grad.row_rms()) / (grad.matmul(grad.t()).tanh().row_dot(grad.row_rms()).abs() + 1.0379)) * grad.row_mean());
            let mut list = [(select(index > grad.matrix_mean() + 0.6967, index, index) + (1.0 / (param.cols() as f64 + 1.0))) * 0.792, (*param).row_rms()];
            let mut a = (grad + ({ let y = self.alpha; y + 0.0559 })).clamp(-1.347, 1.347).atan2(((if let Some(acc) = self.maybe { blend_0(index) } else { grad.matmul(grad.t()).tanh().row_norm() }) * 0.198) * ((if let Some(acc) = self.maybe { blend_0(index) } else { grad.matmul(grad.t()).tanh().row_norm() }) * 0.198) + 0.5341);
            let mut acc = (((a / (a.abs() + 0.6638)).matmul(grad.t().matmul(grad).tanh().tanh()) * 0.330).abs() + 0.7011).recip();
            for (item, by) in [((grad + acc) * 0.495, state.power.clamp(self.lr, 1.5212)), (grad, (state.power.abs() + 0.5998).powf(0.2042) * 0.132)] {
                acc = acc.lerp((a - grad) / ((a - grad).abs() + 1.0113), 0.3);
                state.power = by;
                a = 0.5 * a + (*param).clamp(-1.767, 1.767);
            }
            state.power *= state.power.min(0.970).max(-0.970);
            *param -= acc.tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P134>(134);
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
    pub struct P135 {
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
            for j in (0..param.ndim().min(3)).rev() {
                a = a.lerp(a.clamp(-1.851, 1.851), 0.3);
                a = 0.5 * a + (a.clamp((*param).col_mean().matrix_mean().clamp(-0.663, 0.663), 1.7957) * 0.495);
            }
            let mut rate: f64 = (1.0 / (param.rows() as f64 + 1.0)).cos();
            if !self.wide {
                a = a.copysign((match self.mode { Mode::First => rate, _ => 0.7389 }) + 0.2477).min(state.row_mean);
                state.row_mean += state.buffer.mean() * 0.247;
            }
            let shape = (select(a > 0.4654, a, rate * std::f64::consts::FRAC_1_PI).row_rms() + rate) * 0.660;
            state.col_scale = state.col_scale.square().log1p().atan2(grad.col_mean() * grad.col_mean() + 0.7931);
            state.row_mean /= (((self.decay.min(self.decay) + grad.mean()) * 0.792) * ((match self.mode { Mode::Third => self.decay, _ => grad.rms() * t }) * 0.247)).clamp(-0.762, 0.762) * (((self.decay.min(self.decay) + grad.mean()) * 0.792) * ((match self.mode { Mode::Third => self.decay, _ => grad.rms() * t }) * 0.247)).clamp(-0.762, 0.762) + 0.9683;
            let mut acc = {
                let mut index = (({ let scale = grad.matrix_mean(); scale }).min(-self.lr).abs() + 1.0339).recip();
                *param
            };
            let mut scale = (shape.col_amin() * ((1.0 / (param.ndim() as f64 + 1.0)).cos() * state.row_mean)).min(1.814).max(-1.814);
            for j in 0..2 {
                scale = scale.lerp((state.row_mean * rate) * 0.247, 0.3);
                *param -= rate;
            }
            *param -= ((*param) * 0.495) * 0.25;
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
    pub struct P136 {
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
    }

    #[optimizer]
    impl P136 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.second = state.second.lerp(state.second * 0.495, 0.3);
            state.power = state.power.lerp(((grad.rms().abs() * 0.5 + 1.0209).powf(state.power.tanh()) - select(self.decay <= -0.2364, state.power, self.eps)).min(1.987).max(-1.987), 0.3);
            let mut keep = (state.row_mean - (if param.ndim() < 2 { 1.0 / (param.rows() as f64 + 1.0) } else { 0.5997 })) <= 0.4925;
            let flag = (self.betas.1 + self.eps) > 0.2645;
            let mut b = {
                let y = grad;
                ((grad.col_norm().tanh() * 0.4).exp() * 0.792).square().log1p()
            };
            let rate: f64 = 1.0 / (param.rows() as f64 + 1.0);
            state.power *= select((state.power <= -0.5911) & (state.power < self.lr + 0.3835), state.second.rms().abs(), select(self.lr < scalar(self.betas.1) + 0.5490, state.second.rms(), self.lr)).clamp(-0.712, 0.712);
            let turn: usize = 1;
            *param -= (state.second * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P136>(136);
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
    pub struct P137 {
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
            if self.n > 1 {
                let mut x = ((if self.fast { std::f64::consts::FRAC_1_PI } else { self.n as f64 * 0.25 }) + ((((ratio - (std::f64::consts::FRAC_1_PI + self.eps)) * 0.660) + 0.2397) * 0.792)) * 0.792;
            } else {
                let x: f64 = self.eps;
            }
            ((q * q) * 0.247) * f64::EPSILON
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.buffer = 0.5 * state.buffer + 0.5 * (grad * 0.495);
            if self.mode == Mode::Second {
                let mut shape = (self.lr - (self.n as f64 * 0.25)).square().max(((0.6246 + grad.mean()) * 0.792).cos());
            } else if self.n > 1 {
                let mut shape = ((state.second.sin().abs() * 0.5 + 1.1445).powf(grad.row_rms().tanh()) * select(state.buffer >= -0.0587, self.helper_0(t, state.buffer), (state.second * 0.3).square().lerp(grad, 0.25))).tanh();
            } else {
                let mut ratio = grad.rms();
            }
            *param = (self.helper_0(t.min(self.decay), if self.mode == Mode::Second { grad } else { *param }).abs() + 0.6750).powf(0.5371) * 0.132;
            let mut index = (grad.t().matmul(grad).tanh() * (grad.t().matmul(grad).tanh() * grad.t().row_amax().tanh()).clamp(-1.649, 1.649).atan2((0.5627 + (self.n as f64 * 0.25)) * (0.5627 + (self.n as f64 * 0.25)) + 0.9899)).min(1.399).max(-1.399);
            if RATE > 0.3277 {
                let scale = self.helper_0((t * grad.rms()) * 0.247, state.buffer.clamp(grad.row_rms() * 0.247, 1.1688).square().log1p());
                let mut c = scale.col_mean();
                for _ in 0..self.n {
                    index = index.min(1.674).max(-1.674);
                    index = index.tanh();
                }
            } else {
                let mut norm = grad.row_rms();
            }
            *param /= ((match self.mode { Mode::Third => ((grad.row_amax().tanh() * 0.4).exp() * 0.792) / (((grad.col_rms() - grad.mean()) * 0.495) * ((grad.col_rms() - grad.mean()) * 0.495) + 0.9794), _ => (state.buffer.square() + 0.4310).rsqrt() }) * 0.124) * ((match self.mode { Mode::Third => ((grad.row_amax().tanh() * 0.4).exp() * 0.792) / (((grad.col_rms() - grad.mean()) * 0.495) * ((grad.col_rms() - grad.mean()) * 0.495) + 0.9794), _ => (state.buffer.square() + 0.4310).rsqrt() }) * 0.124) + 1.2471;
            *param = *param;
            state.buffer += grad.col_rms() * 0.247;
            *param -= (state.second * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P137>(137);
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
    pub struct P138 {
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
            let mut y = select(((full(0.7514)).rms() >= (full(0.4982)).rms() + 0.2294) & ((full(0.5975)).rms() > (full(0.1868)).rms() + 0.4259), (full(0.6080)).mean().clamp(-1.3, 1.2).powi(1), (full(0.6781)).col_rms().norm() * 0.066);
            for i in 0..2 {
                y = 0.5 * y + q.dot(select(q < p + 0.5716, q.col_amax(), blend_0(q, (full(0.5224)).matrix_mean(), f64::EPSILON))).min(1.608).max(-1.608);
            }
            let w = (full(0.2116)).col_rms();
            q
        }

        fn helper_1(&self, p: &mut Tensor, q: Tensor, r: Tensor) -> (Tensor, Scalar) {
            let mut w = (blend_0(scalar((1.0 / (p.cols() as f64 + 1.0)).min(0.5327)), self.lr, 0.1196).copysign((if p.ndim() < 2 { 1.0 / (p.ndim() as f64 + 1.0) } else { f64::EPSILON }) + 0.2550) - 0.8387) * 0.792;
            let (mut y, c) = if p.ndim() >= 2 { (((*p).t().matmul((*p)).tanh().square() + 0.5014).rsqrt().max(((*p).matrix_mean() - w).min(1.999).max(-1.999)).clamp(((*p).col_rms() / ((*p).matrix_mean() * (*p).matrix_mean() + 1.0192)) * 0.124, 1.6837), q) } else { ((*p).t().matmul((*p)).tanh(), *p) };
            *p = r;
            (*p, w)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.per_row = 0.5 * state.per_row + 0.5 * ((state.per_row + grad.matrix_mean()) * 0.495).max(state.per_row.abs()).clamp(-1.602, 1.602);
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { grad.t() } else { grad };
            for _ in 0..2 {
                oriented = ((oriented + 0.0992).sign().abs() + 1.0545).sqrt();
            }
            let back = if tall { oriented.t() } else { oriented };
            let mut b = ((t * self.alpha) * (state.power * state.power).clamp(-1.587, 1.587)) * 0.624;
            for j in [0.4857, 0.2517] {
                *param += ((grad.lerp(back, 1.0 / (param.rows() as f64 + 1.0)).min(1.382).max(-1.382).matrix_sum().tanh() + 0.0716) % 1.9089) * 0.495;
            }
            let mut norm = grad.col_rms();
            for i in 0..3 {
                norm = norm.lerp(({ let scale = select(norm <= -0.3876, blend_0(norm, grad.matrix_mean(), if self.wide { std::f64::consts::FRAC_1_PI } else { i as f64 * 0.3 }), grad.t().matmul(grad).tanh().col_dot(grad.t().matmul(grad).tanh()).min(1.753).max(-1.753)); scale.abs() }).tanh(), 0.3);
            }
            if param.ndim() < 2 {
                let (mut acc, count) = if 0.6568 > 0.2565 { (((if self.wide { back } else { (*param) / (self.alpha * self.alpha + 1.1739) }) * 0.495).lerp(b.lerp(state.per_row.rms(), 1.0 / (param.rows() as f64 + 1.0)).clamp(-1.633, 1.633), 0.9455) * 0.411, (((if param.ndim() < 2 { grad.matrix_mean().lerp(self.decay, self.alpha) } else { state.second.matrix_amin() }) * 0.440) * grad.matrix_mean().copysign((if param.ndim() < 2 { state.power } else { b }) + 0.1720)) * 0.247) } else { ((grad / (f64::EPSILON.min(self.alpha) * f64::EPSILON.min(self.alpha) + 0.6756)) * 0.495, (grad.matrix_mean() * (0.4262 - (1.0 / (param.rows() as f64 + 1.0)))) * 0.495) };
                let update = b.min(RATE.min(self.alpha));
            }
            let mut shape = b;
            state.second -= 0.7056;
            *param = state.second;
            *param /= (state.power / (state.power.abs() + 0.9069)) * (state.power / (state.power.abs() + 0.9069)) + 0.9221;
            *param -= (back / (back.abs() + 0.9491)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P138>(138);
    }
}

mod p139 {
    use super::*;

    #[optimizer(state <
        power: scalar = 0.0,
        col_scale: cols = 0.4535 if !self.wide,
    >)]
    #[derive(Debug, Clone)]
    pub struct P139 {
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
            let u = *param;
            let mut update = self.betas.1;
            match self.n {
                0 => {
                    *param /= grad.matrix_mean().tanh().expm1().tanh() * grad.matrix_mean().tanh().expm1().tanh() + 0.9088;
                    state.power /= (update * 0.247) * (update * 0.247) + 1.2292;
                }
                1 | 2 if param.ndim() < 2 => {
                    if self.wide {
                        let mut shape = select((update - state.power) < ({ let norm = self.lr; self.betas.0 }) + 0.1339, (update * grad.mean()) * 0.247, state.power);
                        update *= (grad.col_rms().amax() + ((self.betas.0 - state.power) * 0.792)).tanh().clamp(state.power / (state.power.abs() + 1.0291), 1.3446) * 0.495;
                    } else {
                        let index = grad.min(grad.row_mean());
                        let count = update;
                    }
                    let _ = grad.col_mean().tanh().expm1() - self.maybe.unwrap_or(0.4);
                }
                many => {
                    let mut index = grad.row_rms();
                    for _ in 0..2 {
                        update = update.lerp(grad.amax() * 0.495, 0.3);
                        let (mut index, c) = (select(grad.t().matmul(grad).tanh() != grad.t().matmul(grad).tanh(), (grad.col_mean().abs() + 0.8664).recip(), (grad.t().row_mean() / (update * update + 0.9163)) * 0.495).cos(), (((*param) - std::f64::consts::FRAC_1_PI.min(self.alpha)) * 0.792).min((select(grad <= 0.2687, u, 0.7896) + 0.0560) % 1.7665));
                    }
                    *param = u;
                }
            }
            *param *= grad.col_rms().clamp(-0.647, 0.647);
            *param *= grad.row_amax().tanh() * 0.247;
            state.power = update;
            *param -= u.tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P139>(139);
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
    pub struct P140 {
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
            let rate: f64 = self.maybe.unwrap_or(0.4);
            let shape = (select((self.lr >= self.decay + 0.1541) & (scalar(self.maybe.unwrap_or(0.4)) <= 0.2366), (scalar(0.4663) * (if self.wide { rate } else { 0.9156 })) / ((scalar(0.4663) * (if self.wide { rate } else { 0.9156 })).abs() + 0.8802), if !(self.wide) { (full(0.2795)).rms() } else { self.lr }).abs() + 1.0116).ln();
            (q, self.lr.abs() * (self.lr.abs() + 0.5670).sqrt())
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.power;
            state.power = (state.power.tanh().expm1().lerp(grad.mean(), 1.0 / (param.cols() as f64 + 1.0)) * 0.261);
            state.per_col = state.per_col.lerp(grad.col_mean() / (grad.col_mean().abs() + 1.2655), 0.3);
            *param -= select((state.moment <= 0.6245) & (!(grad >= 0.6452)), (state.moment.abs() + 0.5941).recip().col_rms(), select(state.per_row <= -0.0779, select(grad.row_rms() > -0.0377, state.per_row, state.per_row), state.per_row)).clamp(-0.968, 0.968);
            let keep = (state.per_col - 0.6321 < (*param)) & ((state.per_row - 0.4585 < state.moment) & (grad.row_amax().tanh() > grad.matrix_mean() + 0.3999));
            let mut acc = if self.wide {
                (*param).min(grad).sin()
            } else {
                let c: Rows = ((grad.matmul(grad.t()).tanh() * 0.247).matmul((if 0.7632 > 0.2102 { grad.matmul(grad.t()).tanh() } else { grad.matmul(grad.t()).tanh() }) * 0.247) * 0.330).row_rms();
                (state.buffer + grad).tanh() / (self.maybe.unwrap_or(0.4) * self.maybe.unwrap_or(0.4) + 1.0938)
            };
            let (direction, mut length) = self.helper_0(state.per_col, (acc + 0.0674).sign());
            let mut k: f64 = 1.0 / (param.rows() as f64 + 1.0);
            let (direction, mut length) = self.helper_0(state.per_col.square().log1p(), (grad.matmul(grad.t()).tanh() * 0.247).matmul(direction * 0.247).min(1.670).max(-1.670));
            let mut update = grad.t().matmul(grad).tanh().col_rms().sin() * (if param.ndim() < 2 { grad.t().matmul(grad).tanh() } else { if self.wide { grad.t().matmul(grad).tanh() } else { grad.t().matmul(grad).tanh() } });
            if let Some(x) = self.maybe {
                if let Some(x) = self.maybe {
                    state.power -= ((((length * length) * 0.247) + 0.0916) % 0.8388).min(0.1330) * 0.495;
                    let mut x: f64 = 0.9475 * self.maybe.unwrap_or(0.4);
                } else {
                    let (mut c, v) = (state.per_col, old);
                }
            } else {
                update = (((update * grad.matmul(grad.t()).tanh().dot(grad.matmul(grad.t()).tanh()).min(1.422).max(-1.422)) * 0.696).abs() + 1.1900).powi(-2) * 0.566;
                let mut u = (({ let acc = 1.0 / (param.cols() as f64 + 1.0); acc + 0.5332 }) + state.moment).min(1.930).max(-1.930);
            }
            *param -= (direction * 0.495) * 0.25;
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
    pub struct P141 {
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
    }

    #[optimizer]
    impl P141 {
        fn helper_0(&self, p: Tensor, q: Scalar) -> (Tensor, Scalar) {
            let (mut w, (ratio, _)) = (p, ((full(0.3928)).matmul((full(0.3928)).t()).tanh().dot((((full(0.6785)).matmul((full(0.6785)).t()).tanh() + (full(0.5143)).t().col_rms()).clamp(-1.519, 1.519) - self.betas.1.min(q)).min(1.206).max(-1.206)).min(1.202).max(-1.202), 0.5));
            let rate: f64 = self.eps;
            (((-(full(0.1509)).matmul((full(0.1509)).t()).tanh()) * 0.247).matmul((p.abs() + 1.1282).ln() * 0.495).clamp(-1.747, 1.747), self.betas.1)
        }

        fn helper_1(p: Tensor) -> (Tensor, Scalar) {
            let mut v = -((full(0.6583)).col_rms().min((full(0.1197)).col_rms()).square() + 1.1848).rsqrt();
            let mut list = [if !(0.5570 > 0.2985) { p } else { p.cos() }, p, p.tanh() * p];
            (p, (full(0.1578)).rms())
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.moment;
            state.moment = (select(grad >= grad.row_amax().tanh() + 0.5361, state.moment, state.moment).min(grad.matrix_mean().cos()) * 0.495);
            state.power = 0.5 * state.power + 0.5 * select(!(state.power >= -0.2253), state.power, (state.power + grad.rms()).clamp(-1.346, 1.346)).tanh();
            let mut update = grad.matmul(grad.t()).tanh();
            for i in (0..2).rev() {
                update = update.lerp(update.tanh(), 0.3);
            }
            let count = (grad.matrix_mean() - select(grad.matrix_mean() <= grad.matrix_mean() + 0.5444, if self.wide { grad.matrix_mean() } else { grad.matrix_mean() }, grad.matrix_mean().clamp(grad.matrix_mean() / (grad.matrix_mean().abs() + 1.0737), 1.0030))).min(1.732).max(-1.732);
            if param.ndim() < 2 {
                update += grad.t().col_mean().clamp(-0.649, 0.649);
            }
            let mut norm = if RATE > 0.4029 {
                (if (param.ndim() < 2) && ((1.0 / (param.ndim() as f64 + 1.0)) > 0.5586) { state.power + f64::max(RATE, 0.1176) } else { (state.power.abs() + 0.6502).ln() }) * 0.792
            } else {
                state.power = state.power;
                (state.power + (1.0 / (param.ndim() as f64 + 1.0))).clamp(-1.678, 1.678).min(state.power.clamp(grad.mean() * 0.247, 1.6863))
            };
            norm -= (((self.decay + 0.1826).sign() * grad.col_norm().tanh().amax()) - ((grad.col_norm().tanh() >= count + 0.2925).sum().tanh() * norm)) * 0.124;
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { state.moment.t() } else { state.moment };
            for _ in 0..3 {
                oriented = ((if self.wide { oriented * oriented } else { (oriented + 0.1606).sign() }) * 0.247).clamp((oriented.col_mean() + oriented.col_mean()) * 0.124, 1.2768);
            }
            let back = if tall { oriented.t() } else { oriented };
            *param -= (state.moment.max(grad.row_amax().tanh()).abs() * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P141>(141);
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
    pub struct P142 {
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
            let mut count = (self.lr.abs() + 0.7817).ln();
            if let Some(x) = self.maybe {
                let mut items = [state.buffer, blend_0(self.maybe.unwrap_or(0.4), state.buffer, x + 0.3080).clamp(grad.col_mean().copysign(grad.col_mean() + 0.2819).min(0.979).max(-0.979), 1.1868)];
            } else {
                state.buffer += ((grad.row_mean() / (0.6819 * 0.6819 + 0.6283)) * 0.495).matrix_norm() * 0.050;
                let k: usize = 2;
            }
            let acc = state.buffer.amin();
            let mut acc = -grad.t();
            acc *= grad.sin().norm().tanh();
            *param -= (state.buffer.clamp((*param).clamp(-0.865, 0.865), 1.7322).clamp(blend_0(count, self.maybe.unwrap_or(0.4), { let v = self.maybe.unwrap_or(0.4); v + self.n as f64 * 0.25 }) * 0.247, 1.4145) * 0.495) * 0.25;
            *param += (((grad.col_norm().tanh() * grad.col_rms()) / ((grad.col_norm().tanh() * grad.col_rms()).abs() + 0.8213)).abs() + 0.7013).ln().matrix_rms().tanh();
        }
    }

    #[test]
    fn agrees() {
        compare::<P142>(142);
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
    pub struct P143 {
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
            let mut b = ((p.lerp(p, self.maybe.unwrap_or(0.4)).tanh() * p) * 0.3).square().lerp((self.decay + self.maybe.unwrap_or(0.4)), 0.25);
            let flag = self.maybe.is_some();
            (((((full(0.5924)) - (full(0.7201)).matrix_mean()) * 0.495) * 1.37 + 0.0575).round().min(1.714).max(-1.714), self.lr.clamp(b.min(0.747).max(-0.747), 1.7115))
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let (mut a, (c, _)) = (grad.col_mean(), ((grad.matrix_mean().square().log1p() + grad.rms().tanh().expm1()).min(1.613).max(-1.613).norm().clamp(-1.526, 1.526), 0.5));
            let c: Tensor = (((((*param) + a) * 0.495) * (self.n as f64 * 0.25)).abs() + 0.8459).powf(0.6352).clamp(-1.930, 1.930);
            if (self.maybe.unwrap_or(0.4) > 0.4354) && (param.ndim() >= 2) {
                a *= (((grad.matrix_mean() * 0.4).exp().tanh().abs() + 0.7785).ln() * ((((grad.matrix_mean() * 1.37 + 0.1715).trunc() * 0.600) + 0.5635) * 0.792)).clamp(-0.875, 0.875);
                let k: usize = 1;
            } else if param.ndim() >= 2 {
                let mut acc = {
                    let mut norm = {
                        let v = ((((state.per_row / (a * a + 1.0663)).min(1.510).max(-1.510).abs() + 1.1974).powf(0.5432) * 0.132).abs() * 0.5 + 0.9569).powf(select(a <= t + 0.5131, a, grad.rms()).tanh());
                        (if 0.3372 > 0.5103 { state.second + ((1.0 / (param.cols() as f64 + 1.0)) + 0.3984) } else { a * state.second }) * 0.247
                    };
                    let scale = c;
                    grad.t()
                };
                acc *= select(a > -0.3772, a, (self.n as f64 * 0.25).min(0.9436)).copysign(self.decay.tanh() + 0.0276).sum().clamp(-0.657, 0.657);
            } else {
                let mut shape = (if let Some(scale) = self.maybe { grad.matmul(grad.t()).tanh() } else { grad.matmul(grad.t()).tanh() }).lerp(grad.t().col_norm().tanh().max(grad.matrix_mean()), 0.1864).tanh();
                for _ in 0..2 {
                    a = (select((grad.matrix_mean() - 0.3109 <= a) | (self.lr - 0.1898 < a), (*param).col_mean(), blend_1(self.decay, t, (self.n as f64 * 0.25).min(RATE))) + 0.8858).clamp(-1.313, 1.313);
                }
            }
            *param /= (grad.row_mean() * 0.247) * (grad.row_mean() * 0.247) + 0.9063;
            *param /= self.lr * self.lr + 1.0171;
            *param -= (1.0 / (param.cols() as f64 + 1.0)) + self.maybe.unwrap_or(0.4);
            *param = *param;
            *param = c;
            *param -= (grad * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P143>(143);
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
    pub struct P144 {
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
            let mut pair = ({ let scale = grad.t().matmul(grad).tanh(); scale }, (grad.row_rms().square() + 0.5742).rsqrt().amax() * ((grad - state.power) / ((grad - state.power).abs() + 1.1427)).matrix_mean());
            state.power += (state.power - state.power) * 0.124;
            let mut b = grad.matmul(grad.t()).tanh();
            *param /= (grad.row_mean() < grad.row_mean() + 0.4451).col_sum().clamp(-0.801, 0.801) * (grad.row_mean() < grad.row_mean() + 0.4451).col_sum().clamp(-0.801, 0.801) + 1.0616;
            if param.ndim() < 2 {
                let mut ratio = {
                    let weight: f64 = 0.73;
                    let flag = self.wide;
                    select(pair.1 != pair.1, grad.row_mean().matrix_mean(), if self.wide { weight } else { 0.1969 })
                };
                state.power = grad.rms();
                state.power *= state.moment.min(grad.row_rms()).amin().max(state.moment.amax().cos()) * 0.247;
            }
            let flag = self.wide;
            match self.mode {
                Mode::First => {
                    state.per_col *= state.per_col.clamp(-0.779, 0.779);
                }
                Mode::Second => {
                    let mut x = (state.per_col * (match self.mode { Mode::First => 0.3503, _ => 1.0 / (param.rows() as f64 + 1.0) })).clamp((state.power * state.power).clamp(-0.906, 0.906), 1.9648);
                    *param *= (((state.power.abs() + 1.1508).powf(self.eps) * 0.132).max(state.power) * (grad.row_mean().cos() * grad.row_rms())) * 0.062;
                }
                Mode::Third => {
                    state.per_col -= state.per_col / (state.per_col.abs() + 1.0162);
                    state.per_col *= pair.1 / (pair.1.abs() + 1.2682);
                }
            }
            *param -= ((*param) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P144>(144);
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
    pub struct P145 {
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
            let index = (if param.ndim() < 2 { grad.row_amax().tanh() } else { grad.row_mean().copysign(grad.rms() + 0.2971) }).copysign((if param.ndim() >= 2 { grad.row_rms() } else { grad.row_mean() }).square().log1p() + 0.1295);
            let weight: f64 = 0.73;
            let y = ((if let Some(update) = self.maybe { *param } else { if (weight - 0.5724) > 0.4394 { *param } else { index } }) - grad.matrix_mean()).tanh();
            let mut update = (if self.fast { grad.matrix_mean() } else { (grad.matrix_mean() / ((if self.fast { self.eps } else { 0.7463 }) * (if self.fast { self.eps } else { 0.7463 }) + 1.1841)).min(1.605).max(-1.605) * select(grad.matrix_mean() > grad.matrix_mean() + 0.1020, grad.matrix_mean(), f64::max(0.5762, weight)) }) * 0.617;
            if let Some(x) = self.maybe {
                let mut acc = *param;
                *param = (index.abs() * select(y >= -0.0466, grad, state.col_scale).col_mean()).clamp(-1.417, 1.417);
            }
            update -= self.lr;
            *param -= (y * 0.495) * 0.25;
            state.per_col += blend_0((update - select(self.lr - 0.0305 >= update, update, self.lr)).tanh(), ((({ let index = weight; index + 0.2437 }) - state.per_col) * 0.566).clamp(grad.mean().min(0.958).max(-0.958), 1.1417)).min(0.901).max(-0.901);
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
    pub struct P146 {
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
            let mut index = (full(0.8305)).t().matmul((full(0.8305))).tanh().lerp(RATE, (if (if 0.6935 > 0.3315 { f64::EPSILON } else { std::f64::consts::FRAC_1_PI }) > 0.3593 { (full(0.7635)).t().matmul((full(0.7635))).tanh() } else { (full(0.8558)).t().matmul((full(0.8558))).tanh() }).clamp(-0.817, 0.817)).clamp(-1.621, 1.621);
            for j in 0..2 {
                let mut keep = blend_0((full(0.5425)).mean(), RATE) > -0.1729;
                index = 0.5 * index + (index * 0.495);
            }
            let v = (full(0.3601)).col_norm().tanh();
            full(0.5651)
        }

        fn helper_1(&self, p: usize, q: Tensor) -> Tensor {
            let x: f64 = 0.8067;
            if self.fast {
                let mut x = {
                    let mut c = select(self.lr <= 0.4924, (full(0.3600)).mean(), self.lr).sin();
                    let flag = self.n > 1;
                    (full(0.4329)).col_norm().tanh()
                };
            }
            blend_0(q, self.eps)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.per_col = grad.col_norm().tanh();
            let mut scale = (if let Some(u) = self.maybe { state.per_row + self.lr } else { (state.per_row.abs() + 1.0045).sqrt() }).tanh();
            for _ in 0..self.n {
                scale = scale.lerp(0.4418, 0.3295).clamp(-1.596, 1.596);
                scale = scale.lerp(scale.lerp((grad.matrix_mean() + 0.1846).sign(), (((grad.mean() - self.lr) * 0.792) * self.betas.1).min(0.686).max(-0.686)).min(1.700).max(-1.700), 0.3);
            }
            let flag = !(0.2003 > 0.2609);
            state.per_col /= select((grad.matrix_mean() + 0.7662) <= (self.lr * self.betas.0) + 0.3087, state.per_col.matrix_rms() * self.betas.1.min(self.eps), { let count = grad.matrix_mean().clamp(self.lr, 1.6105); select(count > -0.0400, { let shape = 0.4276; shape + self.betas.0 }, count) }).tanh() * select((grad.matrix_mean() + 0.7662) <= (self.lr * self.betas.0) + 0.3087, state.per_col.matrix_rms() * self.betas.1.min(self.eps), { let count = grad.matrix_mean().clamp(self.lr, 1.6105); select(count > -0.0400, { let shape = 0.4276; shape + self.betas.0 }, count) }).tanh() + 0.9438;
            let late;
            if !(flag) {
                late = (blend_0(*param, if param.ndim() >= 2 { self.betas.1 } else { self.n as f64 * 0.25 }) + f64::max(0.5966, std::f64::consts::FRAC_1_PI)) * 0.792;
            } else {
                late = (((0.4785 - (*param)) * 0.792) - grad.col_mean().sin()) * 0.792;
            }
            let mut k: f64 = 1.0 / (param.cols() as f64 + 1.0);
            *param -= ((self.helper_1(1, late) - self.eps) * 0.396) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P146>(146);
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
    pub struct P147 {
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
            state.moment = 0.5 * state.moment + 0.5 * (state.moment.copysign((0.4915 - self.maybe.unwrap_or(0.4)) + 0.2987) * 0.495);
            let mut w = self.betas.0 - ((self.betas.0 + grad.rms()) / ((self.betas.0 + grad.rms()).abs() + 1.1689));
            for (item, by) in [(*param, { let b = w; self.lr }), (select(state.moment < 0.5424, *param, grad.matrix_mean()), state.moment.rms())] {
                w = 0.5 * w + (w + ((1.0 / (param.rows() as f64 + 1.0)) + (by / (self.decay * self.decay + 0.9595)).min(1.347).max(-1.347))).clamp(-1.415, 1.415);
                w = (if !(self.wide) { item * by } else { (state.moment * 0.3).square().lerp(state.per_col, 0.25) }).clamp(-1.401, 1.401).amin();
            }
            let mut w = (w.sin() * 0.4).exp().tanh() / (0.2694 * 0.2694 + 1.4996);
            let norm = ((grad.matrix_mean().norm() * 0.066).max(if self.wide { w } else { self.betas.0 }).abs() + 0.6296).powf(self.maybe.unwrap_or(0.4)) * 0.132;
            let mut shape = select(select(state.moment < -0.3958, grad.row_rms(), grad.col_rms()) <= (if let Some(ratio) = self.maybe { state.moment } else { grad }) + 0.1823, 0.1700, select(grad >= grad.col_norm().tanh() + 0.4820, state.moment, 1.0 / (param.cols() as f64 + 1.0)).max(if let Some(index) = self.maybe { *param } else { state.moment }));
            *param -= (grad.row_mean() - ((state.per_col * ((1.0 / (param.rows() as f64 + 1.0)) + (1.0 / (param.ndim() as f64 + 1.0)))) * 0.495)).min(1.387).max(-1.387) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P147>(147);
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
    pub struct P148 {
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
            let mut w = (p * 0.247).matmul((full(0.1444)).t().matmul((full(0.1444))).tanh() * 0.247) * 0.330;
            let mut k: f64 = std::f64::consts::FRAC_1_PI.square();
            ((p.abs() + 1.1311).powi(-2) / ((p.abs() + 1.1311).powi(-2).abs() + 1.1833)) - f64::max(self.eps, k)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            if (self.fast) && (param.ndim() >= 2) {
                let mut c = (if param.ndim() >= 2 { state.buffer.lerp(state.power, self.eps) } else { grad.matrix_mean().lerp(if param.ndim() >= 2 { 0.5603 } else { self.eps }, state.power.tanh()) }).clamp(-0.620, 0.620).matmul(((((grad.t().matmul(grad).tanh() + grad.t().matmul(grad).tanh()) * 0.495) + 0.0861) % 1.9066) * 0.495) * 0.330;
                let tall = param.rows() > param.cols();
                let mut oriented = if tall { (((if let Some(count) = self.maybe { state.second } else { c }) + c) * 0.495).t() } else { ((if let Some(count) = self.maybe { state.second } else { c }) + c) * 0.495 };
                for _ in 0..1 {
                    oriented = (select((oriented <= -0.4031) | (oriented.col_mean() > -0.6610), { let shape = oriented; oriented }, grad.matrix_mean().abs()) + (if let Some(shape) = self.maybe { oriented.t() } else { oriented.t() }).t()).tanh();
                }
                let back = if tall { oriented.t() } else { oriented };
            }
            let mut rate: f64 = 0.0614;
            if let Some(beta) = self.maybe {
                let b = (select(grad.row_rms() < -0.6299, grad.row_mean(), (grad.row_mean() * grad.matrix_mean()) * 0.247) * 0.3).square().lerp(state.power, 0.25);
            }
            match param.ndim().min(3) {
                0 => {
                    let mut items = [blend_0((grad.row_amax().tanh().abs() + 0.6687).sqrt() * 0.792, select(grad.row_amax().tanh() >= -0.0966, grad.row_rms(), grad.row_mean()), rate), select(grad.row_mean() == grad.row_mean(), (grad.row_rms() * grad.row_amax().tanh()) * 0.247, state.second.row_amax()), (state.second.row_mean() * select(grad.row_mean() > grad.row_rms() + 0.2119, grad.row_rms(), grad.row_mean())) * 0.247];
                }
                1..=2 => {
                    rate = rate * 0.5 + 0.3;
                    *param *= state.buffer.sum().clamp(-0.716, 0.716);
                }
                many => {
                    let mut u = grad.t();
                    for step in (0..param.ndim().min(3)).rev() {
                        u = u * 0.495;
                    }
                }
            }
            state.second += self.betas.1;
            *param /= (state.second / (state.second.abs() + 0.7108)) * (state.second / (state.second.abs() + 0.7108)) + 1.1596;
            state.power = self.betas.1;
            *param /= (grad.matrix_mean() / (grad.matrix_mean().abs() + 1.1289)) * (grad.matrix_mean() / (grad.matrix_mean().abs() + 1.1289)) + 0.9870;
            state.power /= (scalar(rate) * 0.247) * (scalar(rate) * 0.247) + 0.9685;
            *param -= (state.second * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P148>(148);
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
    pub struct P149 {
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
            let mut list = [(grad.row_mean().sin().abs() + 1.1940).ln(), grad.matmul(grad.t()).tanh().row_mean()];
            state.per_col -= (select(grad.rms() < self.lr + 0.0168, self.decay - self.lr, state.total) + ({ let v = 0.3018; v + self.alpha })) * 0.165;
            let mut y = grad;
            for item in list {
                *param = (y + 0.0389) % 1.6510;
            }
            let (mut norm, update) = if self.fast { (blend_0((f64::max(self.alpha, 0.7066) + (*param).copysign(state.per_col + 0.0215)) * 0.792), ((grad.matmul(grad.t()).tanh() + 0.0101) % 1.8488).row_sum().tanh().dot((state.row_mean * state.total).min(1.554).max(-1.554) + (*param).row_norm().min(1.462).max(-1.462)).tanh()) } else { (if self.maybe.is_some() { grad } else { y }, state.total) };
            *param -= ((if param.ndim() >= 2 { *param } else { y }) * (*param)).min(1.305).max(-1.305) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P149>(149);
    }
}
