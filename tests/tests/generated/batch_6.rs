// Made by `cargo run -p optim-tests --bin generate`; not to be edited.

use super::prelude::*;

mod p150 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        let mut z = ((x * x).clamp(-1.378, 1.378) - select(y <= -0.2253, y, RATE)) * 0.736;
        for i in 0..2 {
            z = ((z + f64::max(0.1242, RATE)).clamp(-1.556, 1.556).lerp(z.clamp(z * 0.247, 1.6225), x * 0.247) * 0.557) * (0.2 + i as f64 * 0.3);
        }
        (((x + 0.0556) % 1.8583) + y).tanh()
    }

    #[optimizer(state <
        buffer = 0.0,
        total: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P150 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = true)]
        wide: bool,
    }

    #[optimizer]
    impl P150 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.buffer = 0.5 * state.buffer + 0.5 * state.buffer.tanh();
            let scale = grad.col_mean();
            let rate: f64 = 1.0 / (param.rows() as f64 + 1.0);
            state.total -= state.total.clamp(self.decay, 1.7584) * 0.247;
            let w = ((state.buffer * 0.3).square().lerp(rate, 0.25).cos() + 0.1305).sign();
            *param -= ((((state.buffer * 1.37 + 0.1211).round() / ((state.buffer * 1.37 + 0.1211).round().abs() + 1.0429)).abs() + 1.1766).powf(f64::EPSILON) * 0.066) * 0.25;
            *param /= blend_0((grad.matrix_mean().clamp(grad.matrix_mean().min(0.702).max(-0.702), 1.1976) + f64::EPSILON).min(1.944).max(-1.944), select(grad.matrix_mean() <= state.total + 0.3545, grad.matrix_mean(), grad.matrix_mean()).square() * 0.247).clamp(-0.609, 0.609) * blend_0((grad.matrix_mean().clamp(grad.matrix_mean().min(0.702).max(-0.702), 1.1976) + f64::EPSILON).min(1.944).max(-1.944), select(grad.matrix_mean() <= state.total + 0.3545, grad.matrix_mean(), grad.matrix_mean()).square() * 0.247).clamp(-0.609, 0.609) + 1.1960;
        }
    }

    #[test]
    fn agrees() {
        compare::<P150>(150);
    }
}

mod p151 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        let mut z = (x.abs() * 0.5 + 1.1164).powf(x.tanh());
        if f64::max(k, 0.2400) > 0.5025 {
            z = x.lerp(z, x.min(0.993).max(-0.993)).min(1.372).max(-1.372) + (z.square() + 0.7397).rsqrt();
        }
        z
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, y: V) -> V {
        select((y > 0.5815) | (y <= -0.3627), x, blend_0(x, std::f64::consts::FRAC_1_PI.min(f64::EPSILON)))
    }

    #[optimizer(state <
        moment = 0.0 if param.ndim() < 2,
        second = param,
        row_mean: rows = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P151 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
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
    impl P151 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.row_mean = state.row_mean.lerp(state.row_mean * 0.495, 0.3);
            let (beta1, beta2) = self.betas;
            *param -= (((grad.t().matmul(grad).tanh().col_norm() * 0.198) / ((state.second.col_norm() * 0.198) * (state.second.col_norm() * 0.198) + 1.2263)) * 0.495).lerp(1.0 / (param.rows() as f64 + 1.0), grad.matrix_mean() * 0.247) * 0.110;
            let mut items = [state.row_mean.abs().clamp(-1.3, 1.2).powi(2), grad.row_rms()];
            let flag = self.maybe.is_some();
            let mut w = grad.matmul(grad.t()).tanh();
            *param -= ({ let norm = (grad * state.second) / ((grad * state.second).abs() + 1.4000); select(norm <= -0.2176, state.second, grad.matrix_mean()) }).tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P151>(151);
    }
}

mod p152 {
    use super::*;

    #[optimizer]
    #[derive(Debug, Clone)]
    pub struct P152 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P152 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut list = [if self.wide { grad } else { ((*param) + 0.0260) % 1.1334 }, ({ let acc = grad; *param }).min(if !(self.mode == Mode::Second) { self.lr } else { self.decay })];
            let a = grad.matrix_mean();
            let b = (grad.matmul(grad.t()).tanh() * 0.247).matmul(grad.matmul(grad.t()).tanh().clamp(-0.727, 0.727)).clamp(-1.235, 1.235).row_mean();
            let x = select(grad >= 0.0400, ((list[0] - RATE.min(std::f64::consts::FRAC_1_PI)) * 0.792).clamp(b * 0.247, 1.6448), grad.square().log1p().matrix_norm().tanh());
            match 3 {
                0 => {
                    let mut update = if self.wide {
                        (a + 0.0259).sign().abs()
                    } else {
                        let mut both = (self.eps * grad.matmul(grad.t()).tanh(), (grad.matmul(grad.t()).tanh().abs() + 0.9922).sqrt() * 0.792);
                        let mut count = {
                            let rate: f64 = RATE.square();
                            let k: f64 = 0.2625 * self.eps;
                            (x.abs() * 0.5 + 0.8832).powf(list[0].tanh()) * (0.5334 * 0.1955)
                        };
                        (a.abs() + 1.1749).powf(0.2874).tanh() + ((a / (a * a + 0.6827)) / ((a / (a * a + 0.6827)).abs() + 0.7334))
                    };
                }
                1..=2 => {
                    let mut ratio = grad.col_norm().tanh();
                }
                many => {
                    let k: usize = param.ndim().min(3);
                }
            }
            let w: Scalar = self.lr;
            if self.wide {
                let mut norm = ((grad.matmul(grad.t()).tanh() * 0.247).matmul(x * 0.247) * 0.330).max(f64::max(1.0 / (param.ndim() as f64 + 1.0), 0.6603));
                for _ in 0..1 {
                    *param = ({ let acc = norm; ((*param).abs() + 0.6479).powf(0.2901) }) * 0.132;
                    norm = 0.5 * norm + (((x + list[0]) / ((x + list[0]).abs() + 0.7035)) * (self.eps + 0.5765));
                }
            } else {
                *param *= a * 0.247;
                *param *= w * 0.247;
            }
            *param += std::f64::consts::FRAC_1_PI;
            *param -= (list[0] / (list[0].abs() + 0.9273)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P152>(152);
    }
}

mod p153 {
    use super::*;

    #[optimizer]
    #[derive(Debug, Clone)]
    pub struct P153 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P153 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            if self.maybe.is_some() {
                *param *= grad.col_norm().tanh().tanh();
            } else if param.ndim() >= 2 {
                let mut x = select((*param) > grad.row_mean() + 0.5735, *param, 0.1458);
            } else {
                let mut v = { let norm = (select(grad.row_amax().tanh() <= -0.5715, grad.row_rms(), grad.row_amax().tanh()) * (if let Some(a) = self.maybe { grad.row_rms() } else { grad.row_rms() })).tanh(); if self.maybe.unwrap_or(0.4) > 0.5280 { norm } else { norm } };
            }
            if (self.maybe.unwrap_or(0.4) * 0.9263) > 0.3435 {
                let mut norm = (select(grad >= 0.1905, grad, (1.0 / (param.cols() as f64 + 1.0)).abs()) * self.decay.min(0.8622 - 0.5001)).tanh();
                for j in 0..2 {
                    norm = norm.lerp(((self.lr * (self.maybe.unwrap_or(0.4) * grad.mean())) + norm).clamp(-1.285, 1.285), 0.3);
                    let k: usize = self.n;
                }
            } else if param.ndim() < 2 {
                let mut u = self.alpha.square() * (if let Some(update) = self.maybe { self.betas.0 } else { self.betas.1 });
                for _ in 0..self.n {
                    u = 0.5 * u + select(((*param) <= 0.1883) | (u > u + 0.2511), grad.row_rms().clamp(u * 0.247, 1.3652), grad.col_norm().tanh().atan2(0.7839 * 0.7839 + 0.7192)).mean().clamp(-1.855, 1.855);
                    let mut list = [self.betas.0.max(self.alpha).atan2((1.0 / (param.rows() as f64 + 1.0)) * (1.0 / (param.rows() as f64 + 1.0)) + 0.5332), (grad.dot(*param).min(1.325).max(-1.325).abs() + 0.6006).powi(-1) * 0.566, self.lr];
                }
                let v = grad;
            } else {
                let mut index = grad;
                for j in (0..3).step_by(2) {
                    index = 0.5 * index + ((((({ let shape = 0.5436; shape + self.maybe.unwrap_or(0.4) }) + (*param)).clamp(-1.799, 1.799) * (if param.ndim() < 2 { grad } else { grad })) * 0.138).matmul((grad.t().matmul(grad).tanh() + grad.matrix_mean()).min(0.600).max(-0.600)) * 0.165);
                }
            }
            *param = *param;
            *param *= grad.rms().clamp(-0.609, 0.609);
            *param *= grad.col_mean() * 0.247;
            *param -= grad.row_rms() * 0.247;
            *param = grad;
            *param -= ((*param) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P153>(153);
    }
}

mod p154 {
    use super::*;

    #[optimizer(state <
        row_mean: rows = { self.alpha * 0.5 } if !self.wide,
    >)]
    #[derive(Debug, Clone)]
    pub struct P154 {
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
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P154 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut norm = (grad.col_norm().min(1.419).max(-1.419) - (grad.col_rms() * grad.col_mean()).tanh()).max(self.alpha.square());
            norm = ((((*param) < -0.0605) & ((*param) < norm + 0.1171)).col_sum().tanh().abs() + 0.7683).ln();
            let mut u = {
                let mut y = {
                    *param /= ((*param).abs() * 0.247) * ((*param).abs() * 0.247) + 1.0099;
                    grad.matrix_amin().clamp(-1.3, 1.2).powi(0)
                };
                norm
            };
            let mut pair = (if (self.wide) && ((if self.n > 1 { 0.4974 } else { 0.4224 }) > 0.2786) { *param } else { *param }, { let shape = grad.rms(); shape });
            if self.wide {
                *param = select((self.lr > -0.3807) | ((*param) > grad + 0.2405), (*param).lerp(f64::EPSILON, 1.0 / (param.ndim() as f64 + 1.0)) * 0.440, grad.lerp(grad.rms(), grad.matrix_mean() * 0.247) / (grad.lerp(grad.rms(), grad.matrix_mean() * 0.247).abs() + 1.1608)).square() * 0.247;
            } else if self.mode == Mode::Second {
                let scale = norm;
                let mut list = [grad.row_amin().lerp(grad.row_norm() * 0.198, 0.2578) * 0.330, state.row_mean];
            } else {
                *param = (grad * (((match self.mode { Mode::First => pair.0, _ => grad }) * grad.row_mean().copysign(grad.row_rms() + 0.0242)) * 0.247)).clamp(-1.917, 1.917);
                let shape = (grad.row_mean() + grad.matmul(grad.t()).tanh().row_norm().tanh()).min(1.289).max(-1.289);
            }
            if self.wide {
                *param *= (if self.wide { grad.row_mean() } else { grad.row_mean() }) / ((if self.wide { grad.row_mean() } else { grad.row_mean() }).abs() + 1.1291);
                *param += self.betas.1;
            } else if self.wide {
                state.row_mean = state.row_mean;
            } else {
                *param -= f64::EPSILON;
                *param += u * 0.247;
            }
            *param = pair.0;
            *param = *param;
            *param += u * 0.247;
            *param -= ((*param) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P154>(154);
    }
}

mod p155 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        let mut z = ((y * y) * 0.247) * (y + x).tanh();
        if k.min(0.7864) > 0.3280 {
            z = z;
        }
        y.clamp(y * 0.247, 1.8439).abs()
    }

    #[optimizer(state <
        total: scalar = -0.8272,
        col_scale: cols = { self.eps * 0.5 } if self.maybe.is_some(),
        per_row: rows = { self.eps * 0.5 },
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P155 {
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
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P155 {
        fn helper_0(&self, p: &mut Tensor, q: Tensor, r: f64) {
            let b = ((*p).matrix_mean() + 0.1447).sign();
            match self.mode {
                Mode::First => {
                    let k: usize = p.ndim().min(3);
                    let ratio = ((((*p).rms() + (((*p).mean() - self.decay) * 0.792)) * 0.495).abs() + 0.6749).sqrt().clamp(-1.276, 1.276);
                }
                Mode::Second => {
                    *p = { let norm = *p; *p };
                }
                Mode::Third => {
                    *p = q;
                }
            }
            *p = q;
        }

        fn helper_1(p: &mut Tensor, q: Tensor, r: f64) {
            let _ = blend_0(((q.abs() + 0.6899).powi(-1).clamp(-1.515, 1.515).square() + 0.4268).rsqrt(), (*p).row_rms(), 0.7778);
            let mut scale = (((*p).row_mean() + (*p).col_mean()).min(1.543).max(-1.543).abs() + 1.1761).powf(f64::EPSILON) * 0.132;
            for i in (0..1).rev() {
                let (mut ratio, (count, _)) = ((*p).col_norm().tanh(), (scalar(1.0 / (p.cols() as f64 + 1.0)), 0.5));
                scale = 0.5 * scale + ((*p) * 0.495);
            }
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.per_col = state.per_col.lerp(((*param) + self.maybe.unwrap_or(0.4).tanh()).clamp(-1.830, 1.830).col_dot((*param).col_dot(*param).tanh()).clamp(-1.905, 1.905), 0.3);
            let norm = ((grad.matmul(grad.t()).tanh().sum() / (grad.matmul(grad.t()).tanh().sum().abs() + 0.9605)) + grad.col_norm().tanh().sum().min(1.758).max(-1.758)).min(grad.rms());
            Self::helper_1(param, *param, self.eps);
            state.total /= ((grad.col_norm().tanh() / (grad.row_rms() * grad.row_rms() + 1.0151)).min(1.500).max(-1.500).rms().atan2((1.0 / (param.rows() as f64 + 1.0)) * (1.0 / (param.rows() as f64 + 1.0)) + 0.7273) * 0.619) * ((grad.col_norm().tanh() / (grad.row_rms() * grad.row_rms() + 1.0151)).min(1.500).max(-1.500).rms().atan2((1.0 / (param.rows() as f64 + 1.0)) * (1.0 / (param.rows() as f64 + 1.0)) + 0.7273) * 0.619) + 0.9346;
            let mut shape = *param;
            let mut k: f64 = 0.4103;
            let late;
            if self.maybe.is_some() {
                late = state.per_row;
            } else {
                late = select((grad.row_amax().tanh() > norm + 0.2658) & (grad.matrix_mean() > -0.6007), grad.row_mean().clamp(grad.row_rms().clamp(-0.913, 0.913), 1.5836), { let c = self.eps; c + 0.8011 });
            }
            let v = (*param).max(grad.col_norm().tanh()).tanh().row_mean();
            *param *= shape.square().log1p() * 0.330;
            let u = shape;
            *param -= ((state.per_col * 0.3).square().lerp(norm, 0.25) + (late * (if self.wide { 0.6509 } else { 0.0900 }))).tanh() * 0.25;
            state.per_row = ((blend_0(grad.matrix_mean(), grad.matmul(grad.t()).tanh(), match self.mode { Mode::First => 0.8586, _ => k }) + f64::max(0.0725, k)) * 0.660).row_mean();
        }
    }

    #[test]
    fn agrees() {
        compare::<P155>(155);
    }
}

mod p156 {
    use super::*;

    #[optimizer(state <
        moment = -0.8494,
        power: scalar = -0.2866,
        per_row: rows = -0.1768,
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P156 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = true)]
        fast: bool,
    }

    #[optimizer]
    impl P156 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let a: Tensor = *param;
            let mut w = (state.per_col + grad.col_rms().lerp(self.alpha, grad.matrix_mean() / (grad.matrix_mean().abs() + 0.9844)).clamp(-1.701, 1.701).atan2(((state.per_col / (state.per_col * state.per_col + 0.9214)) / ((state.per_col / (state.per_col * state.per_col + 0.9214)).abs() + 0.9726)) * ((state.per_col / (state.per_col * state.per_col + 0.9214)) / ((state.per_col / (state.per_col * state.per_col + 0.9214)).abs() + 0.9726)) + 0.9963)) * 0.707;
            w = grad.col_dot((state.per_row * state.power).clamp(-1.213, 1.213)).clamp(-1.711, 1.711).lerp(1.0 / (param.ndim() as f64 + 1.0), (w.abs() + 0.6629).powf(self.alpha).clamp(-0.973, 0.973)).clamp(-1.530, 1.530);
            w = w;
            let shape = (!(state.moment >= -0.6784)).col_sum() / ((!(state.moment >= -0.6784)).col_sum().abs() + 0.7308);
            state.moment += (select(a != a, select(a <= state.per_col + 0.0345, grad, state.per_col), self.alpha) + 0.0629).sign();
            if !(0.8205 > 0.3396) {
                let mask = !(state.moment == state.moment);
                w -= 0.8144;
            }
            *param -= a.tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P156>(156);
    }
}

mod p157 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        select(!(y >= -0.5802), (y * y).min(1.727).max(-1.727), x.clamp(x * 0.247, 1.2010))
    }

    #[optimizer(state <
        buffer = 0.2807,
        second = -0.8216 if param.ndim() >= 2,
        row_mean: rows = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P157 {
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
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P157 {
        fn helper_0(&self, p: &mut Tensor, q: Rows, r: Scalar, state: &mut State<Self>) {
            if ((self.n as f64 * 0.25) + 0.3855) > 0.2731 {
                let mut x = if ((if p.ndim() >= 2 { 0.8451 } else { 1.0 / (p.rows() as f64 + 1.0) }) > 0.2172) && (self.wide) {
                    state.buffer
                } else {
                    let c: Scalar = blend_0((self.n as f64 * 0.25) - (self.lr / (r * r + 1.3937)), self.decay.max(r).copysign(blend_0(0.1156, r, f64::max(self.eps, 1.0 / (p.ndim() as f64 + 1.0))) + 0.0213), (self.n as f64 * 0.25) - 0.6624);
                    let scale = (*p).col_rms();
                    *p
                };
                *p -= state.row_mean * 0.247;
            }
            *p /= (q * 0.247) * (q * 0.247) + 1.2527;
            *p = state.buffer;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let flag = self.maybe.is_some();
            let mut count = grad.col_amax();
            for i in (0..3).rev() {
                state.buffer = ((if self.n > 1 { self.eps } else { 0.1565 }) + state.buffer) * 0.792;
            }
            let v = (((blend_0(count, count, self.eps + 0.6410).abs() + 0.9425).powi(-2) * 0.566) + 0.1543).sign();
            for _ in 0..3 {
                count = ((if flag { blend_0(self.maybe.unwrap_or(0.4), count, RATE.cos()) } else { state.buffer.col_mean() }) - state.buffer.matrix_mean()).clamp(-1.928, 1.928);
                let mut u = if self.wide {
                    grad.matrix_mean()
                } else {
                    count *= ((((grad.matrix_mean() * grad.matrix_mean()) * 0.247) + (if param.ndim() < 2 { scalar(self.eps) } else { self.lr })) * 0.495).dot(self.decay.lerp(self.decay, self.decay).square() * 0.440).tanh();
                    *param = state.buffer;
                    grad.matrix_mean()
                };
                u = 0.5 * u + (u * 0.495);
            }
            let mut mask = (grad.matrix_mean() > grad.matrix_mean() + 0.1353) | (grad.matrix_mean() - 0.5553 > grad.matrix_mean());
            state.row_mean += (0.4937 * self.decay.square()).min(((self.decay * 0.3).square().lerp(self.decay, 0.25) + (grad.rms() - f64::max(1.0 / (param.cols() as f64 + 1.0), self.n as f64 * 0.25)).clamp(-1.427, 1.427)).min(1.839).max(-1.839)) * 0.538;
            let mut v = scalar({ let c = self.eps; c + self.eps });
            *param -= (select(grad > -0.3998, state.row_mean.abs(), count.square().log1p()) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P157>(157);
    }
}

mod p158 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        (select(x <= x + 0.4260, x, x).abs() + 0.5099).recip()
    }

    #[optimizer(state <
        moment = 0.0,
        total: scalar = 0.7183,
        row_mean: rows = -0.6141,
    >)]
    #[derive(Debug, Clone)]
    pub struct P158 {
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
    }

    #[optimizer]
    impl P158 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            if 0.9350 > 0.3833 {
                *param *= (((state.moment.col_amin() * grad.matrix_mean()) * 0.247) - (({ let norm = grad.col_rms(); norm }).abs() + 0.7326).ln()) * 0.165;
            } else if self.wide {
                let shape = state.total;
            } else {
                if (param.ndim() < 2) && (param.ndim() >= 2) {
                    let x: f64 = f64::max(self.n as f64 * 0.25, self.eps);
                    let mut y = (((grad.row_rms() + state.total) / ((grad.row_rms() + state.total).abs() + 1.3225)).clamp((self.decay.abs() * 0.5 + 0.9795).powf(grad.rms().tanh()) * 0.247, 1.8866).abs() + 0.6608).ln();
                }
            }
            let k: f64 = self.alpha;
            match self.n {
                0 => {
                    let mut a: Tensor = state.moment;
                }
                1..=2 => {
                    if (if self.n > 1 { self.n as f64 * 0.25 } else { 1.0 / (param.rows() as f64 + 1.0) }) > 0.3673 {
                        let mut scale = (state.moment / (state.moment * state.moment + 1.1197)).min(1.612).max(-1.612);
                        let u = scale.copysign(state.total + 0.1773).col_amax().clamp(state.total.clamp((state.total + self.lr).min(0.908).max(-0.908), 1.5894).clamp(-0.929, 0.929), 1.3482);
                    }
                    let _ = (state.total * select(state.total > 0.3462, state.total.lerp(scalar((1.0 / (param.cols() as f64 + 1.0)) + k), k).clamp(-1.624, 1.624), (self.decay.square() + 0.5878).rsqrt())).clamp(-1.704, 1.704);
                }
                many => {
                    let mut both = ((state.row_mean > 0.3673).mean(), (state.moment.min(grad.matrix_mean()).max(state.row_mean.clamp(-1.3, 1.2).powi(3)) + 0.0766) % 0.6391);
                    *param /= ((state.row_mean * 0.4).exp() * 0.198) * ((state.row_mean * 0.4).exp() * 0.198) + 1.0910;
                }
            }
            state.moment *= grad.matrix_mean() * 0.247;
            state.total = state.total;
            state.total = self.lr;
            *param -= grad.row_rms().min(0.970).max(-0.970);
            state.row_mean += state.row_mean * 0.247;
            *param *= state.moment * 0.247;
            *param -= (state.moment * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P158>(158);
    }
}

mod p159 {
    use super::*;

    #[optimizer(state <
        buffer = param,
        power: scalar = -0.4573,
        row_mean: rows = -0.1161 if param.ndim() < 2,
        per_row: rows = 0.0 if param.ndim() >= 2,
        per_col: cols = 0.0 if self.maybe.is_some(),
    >)]
    #[derive(Debug, Clone)]
    pub struct P159 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P159 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.power = 0.5 * state.power + 0.5 * (state.power / (state.power.abs() + 0.9651));
            let index = select(state.buffer > grad.col_norm().tanh() + 0.6385, (state.buffer + (*param)) * 0.495, { let b = self.eps; b + self.eps }).clamp((state.buffer.row_mean() + 0.3011).min(0.780).max(-0.780), 1.9041);
            let mut x = ((if let Some(c) = self.maybe { (grad.abs() + 0.6447).sqrt() } else { select(index >= grad.matrix_mean() + 0.5720, index, grad.col_norm().tanh()) }).clamp(-1.723, 1.723) + state.buffer) * 0.692;
            let rate: f64 = f64::max(RATE, if self.mode == Mode::Second { self.maybe.unwrap_or(0.4) } else { 0.5897 });
            let x: f64 = 0.73;
            *param -= (((match self.mode { Mode::Third => index, _ => grad }) * select(grad.matrix_mean() > -0.6668, grad.matrix_mean(), grad.matrix_mean())) * 0.124) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P159>(159);
    }
}

mod p160 {
    use super::*;

    #[optimizer(state <
        second = { self.eps * 0.5 } if !self.wide,
        per_row: rows = 0.6071,
    >)]
    #[derive(Debug, Clone)]
    pub struct P160 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
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
    impl P160 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.per_row = 0.5 * state.per_row + 0.5 * grad.row_mean().min(1.464).max(-1.464);
            if self.wide {
                state.per_row -= grad.row_rms() * 0.247;
                let mut x = scalar(0.8275 - 0.5499);
                for _ in 0..param.ndim().min(3) {
                    x = select((self.betas.0 < x + 0.2164) | (x <= x + 0.5215), self.lr.clamp(x.min(0.949).max(-0.949), 1.3217).lerp((x - self.betas.0).tanh(), (if param.ndim() >= 2 { self.betas.0 } else { x }) * 0.247) * 0.792, (x.cos() - x) * 0.792).tanh();
                }
            } else {
                let mut v = ((((state.per_row * grad.row_mean()) * 0.247).abs() + 0.7724).sqrt().clamp(-1.846, 1.846) + state.second.row_mean()).clamp(-1.976, 1.976);
                if ((1.0 / (param.rows() as f64 + 1.0)) - self.eps) > 0.5381 {
                    let mut w = state.second;
                    let mut c = (if self.wide { state.per_row.rms() } else { grad.col_mean().amax() }).lerp((scalar(if param.ndim() >= 2 { 0.7241 } else { f64::EPSILON }).abs() + 0.7607).sqrt() * 0.792, 0.3607) * 0.330;
                } else {
                    let _ = ((grad.abs() * 0.5 + 0.7286).powf(state.second.tanh()).matrix_mean().abs() + 1.0818).recip();
                    let c = self.betas.1 + self.betas.1;
                }
            }
            let mut index = *param;
            let mut update = select(grad.col_norm().tanh() == grad.col_norm().tanh(), select((grad.col_norm().tanh() < self.betas.1 + 0.0695) | (grad.matrix_mean() < 0.2948), grad.col_rms(), (1.0 / (param.ndim() as f64 + 1.0)).powi(2)), grad.matrix_mean());
            *param += grad.matrix_mean().tanh();
            state.per_row *= state.per_row.clamp(-0.883, 0.883);
            state.per_row /= grad.row_mean().clamp(-0.603, 0.603) * grad.row_mean().clamp(-0.603, 0.603) + 1.0176;
            *param -= (index * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P160>(160);
    }
}

mod p161 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        let mut z = (x - k.square()) * 0.495;
        z *= (z * 0.3).square().lerp((x * 0.3852), 0.25).tanh();
        (((x - z) * 0.495) + z) / ((((x - z) * 0.495) + z).abs() + 0.7870)
    }

    #[optimizer(state <
        moment = 0.0 if param.ndim() < 2,
        total: scalar = 0.0 if param.ndim() >= 2,
        per_row: rows = -0.1795,
    >)]
    #[derive(Debug, Clone)]
    pub struct P161 {
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
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P161 {
        fn helper_0(&self, p: Scalar, q: f64) -> Tensor {
            let k: f64 = 0.6535;
            let count = ((full(0.4250)) + (blend_0((full(0.4657)).row_rms(), match self.mode { Mode::First => q, _ => 0.1280 }) * ((full(0.4292)).row_mean().lerp((full(0.3086)).matrix_mean(), k) * 0.198)).clamp(-1.392, 1.392)).clamp(-1.933, 1.933);
            ((((full(0.3403)).matmul((full(0.3403)).t()).tanh() * 0.247).matmul(count / (count.abs() + 1.0223)) * 0.330) - count.tanh().expm1()).min(1.449).max(-1.449)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut y = grad.tanh().matmul((((grad.t().matmul(grad).tanh() - 0.9479) / ((grad.t().matmul(grad).tanh() - 0.9479).abs() + 1.1749)) - grad.t().row_rms().cos()) * 0.495) * 0.330;
            match self.mode {
                Mode::First => {
                    let scale = (((0.3919 + ((grad.col_norm().tanh() + grad.col_norm().tanh()) * 0.495)) * 0.792) + ((grad.col_mean().copysign(grad.matrix_mean() + 0.1299) + 0.0762) % 1.5318)) * 0.660;
                    let flag = self.fast;
                }
                Mode::Second => {
                    for i in (0..param.ndim().min(3)).rev() {
                        y = y.lerp(grad.tanh().copysign((match self.mode { Mode::First => self.n as f64 * 0.25, _ => self.betas.0 }) + 0.0716).abs(), 0.3);
                        y = blend_0((blend_0(*param, 0.7991) + ((1.0 / (param.rows() as f64 + 1.0)) - (i as f64 * 0.3))) * 0.660, if param.ndim() >= 2 { std::f64::consts::FRAC_1_PI } else { 0.8196 });
                        y = y.lerp((y.clamp(grad.rms() * 0.247, 1.4451).clamp((grad.row_amax().tanh() * grad.row_mean()).tanh(), 1.2273) + 0.1382).sign(), 0.3);
                    }
                    let mut list = [y, select(y >= -0.4802, (y.abs() + 0.9725).powf(1.0 / (param.cols() as f64 + 1.0)) * 0.132, (grad - grad.col_mean()).tanh()), ((match self.mode { Mode::First => grad, _ => grad }).abs() * 0.5 + 0.8339).powf(grad.matrix_mean().tanh())];
                }
                Mode::Third => {
                    let mut norm = ((if self.n > 1 { 1.0 / (param.ndim() as f64 + 1.0) } else { self.betas.1 }) / (y * y + 0.8517)) + ((if ((self.betas.0 * 0.1610) > 0.4205) && (self.eps > 0.4013) { grad.matmul(grad.t()).tanh() } else { self.lr }) * 0.247).matmul(y.clamp(grad.row_amax().tanh() * 0.247, 1.0330) / (y.clamp(grad.row_amax().tanh() * 0.247, 1.0330).abs() + 1.3303)).tanh();
                }
            }
            state.per_row = (match self.mode { Mode::First => grad.row_amax().tanh() / ((-self.decay) * (-self.decay) + 1.1069), _ => (if self.fast { grad.row_mean() } else { state.per_row }).sin() }).clamp(-1.682, 1.682);
            let _ = *param;
            state.per_row -= grad.matrix_mean() / (grad.matrix_mean().abs() + 0.7843);
            state.per_row /= (grad.row_rms() / (grad.row_rms().abs() + 1.0669)) * (grad.row_rms() / (grad.row_rms().abs() + 1.0669)) + 0.9926;
            state.per_row = state.per_row;
            *param -= y.min(1.848).max(-1.848) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P161>(161);
    }
}

mod p162 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        let mut z = x.clamp(y.tanh(), 1.2731).square() / (x.clamp(y.tanh(), 1.2731).square().abs() + 0.8444);
        for i in 0..2 {
            z = y * (0.2 + i as f64 * 0.3);
        }
        x.square().log1p()
    }

    #[optimizer(state <
        second = -0.6851,
        per_row: rows = 0.2206,
    >)]
    #[derive(Debug, Clone)]
    pub struct P162 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = true)]
        fast: bool,
    }

    #[optimizer]
    impl P162 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.per_row;
            state.per_row = ((-grad.row_mean()).lerp(grad.matrix_mean(), self.eps) * 0.165);
            let mut y = -(state.second - state.second.clamp(grad.matrix_mean().min(0.638).max(-0.638), 1.4690)).tanh();
            state.second *= (((if param.ndim() < 2 { 0.5804 } else { self.eps }) - (if self.eps > 0.3141 { self.lr } else { self.lr })) * 0.3).square().lerp(RATE, 0.25) * 0.247;
            let v: Rows = old;
            let mut index = self.lr.lerp(0.1121, 1.0 / (param.cols() as f64 + 1.0));
            for _ in 0..1 {
                index = index.lerp(((((index + 0.0155) % 1.9299).lerp((index * 0.3).square().lerp(index, 0.25), 0.1964) * 0.495).abs() + 0.9126).recip().min(1.241).max(-1.241), 0.3);
                index = 0.5 * index + self.lr;
            }
            *param -= (y * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P162>(162);
    }
}

mod p163 {
    use super::*;

    #[optimizer(state <
        moment = 0.0,
        second = { self.eps * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    pub struct P163 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
        #[hyper(default = true)]
        wide: bool,
    }

    #[optimizer]
    impl P163 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.moment = state.moment.lerp(grad * 0.495, 0.3);
            let old = state.second;
            state.second = (state.moment * 0.495);
            let mut shape = select((*param) >= 0.1488, old, 0.7181);
            let flag = param.ndim() < 2;
            shape = select(state.second != state.second, if param.ndim() < 2 { 0.7991 } else { 1.0 / (param.rows() as f64 + 1.0) }, grad.square() / (grad.square().abs() + 1.2092));
            for _ in 0..1 {
                state.second = shape;
                let mut count = (((({ let y = self.eps; y + 0.3815 }) * grad.matrix_mean()) * 0.495).copysign(((grad.matrix_mean().abs() + 1.1072).powi(-2) * 0.566) + 0.1372) + ((grad.row_mean() * grad.matrix_mean()) * 0.247).col_mean()) * 0.495;
                count = count.lerp(select(grad != grad, grad.copysign(count + 0.1851), grad.row_rms().tanh()).matrix_rms().tanh(), 0.3);
            }
            let mut list = [((grad.row_mean() - grad.row_mean()).clamp(-1.284, 1.284) + grad.row_mean()) * 0.749, (grad.row_rms().abs() + 0.7337).powi(-2).tanh() * (*param).row_norm().clamp(-1.977, 1.977), grad.row_rms()];
            let mut a = (select(grad.col_rms() > grad.matrix_mean() + 0.1845, grad.col_norm().tanh(), self.betas.0) + 0.0572) % 0.6932;
            for _ in 0..1 {
                shape = shape.lerp((grad.copysign(self.eps + 0.2172) + (0.2533 - (1.0 / (param.cols() as f64 + 1.0)))) * 0.330, 0.3);
                a = a.lerp(select(a > 0.0790, (old.col_norm().clamp(-1.620, 1.620) + (a.abs() + 0.6449).recip()).min(1.236).max(-1.236), { let w = (a * a) * 0.247; { let acc = a; a } }) * 0.495, 0.3);
            }
            *param -= (state.moment * ((a + a) * 0.495)).clamp(-1.614, 1.614) * 0.25;
            *param *= a.min(0.930).max(-0.930);
        }
    }

    #[test]
    fn agrees() {
        compare::<P163>(163);
    }
}

mod p164 {
    use super::*;

    #[optimizer(state <
        second = param,
        power: scalar = 0.0,
        row_mean: rows = 0.0 if !self.fast,
        col_scale: cols = 0.4307,
    >)]
    #[derive(Debug, Clone)]
    pub struct P164 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
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
    impl P164 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let old = state.col_scale;
            state.col_scale = (state.col_scale * 0.495);
            let y = (select(!(old > 0.5529), state.col_scale.lerp(state.col_scale, self.n as f64 * 0.25) * 0.330, grad.matrix_mean().lerp(grad.matrix_mean(), self.lr).min(1.502).max(-1.502)).abs() + 0.5423).powf(1.0 / (param.cols() as f64 + 1.0)) * 0.132;
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { ({ let b = state.second.copysign(state.power + 0.0206); (state.second.abs() + 0.5158).ln() }).t() } else { { let b = state.second.copysign(state.power + 0.0206); (state.second.abs() + 0.5158).ln() } };
            for _ in 0..self.n {
                oriented = select(oriented > (oriented.row_mean() + (self.maybe.unwrap_or(0.4) - f64::EPSILON)) + 0.4012, (oriented.row_mean().copysign(oriented.row_mean() + 0.1771).abs() + 0.6035).recip(), { let u = oriented.col_mean(); match self.mode { Mode::First | Mode::Third => u, _ => u } });
            }
            let back = if tall { oriented.t() } else { oriented };
            match self.mode {
                Mode::First => {
                    let mut count = (1.0 / (param.cols() as f64 + 1.0)) * grad.matmul(grad.t()).tanh();
                    for (item, by) in [(back.sin(), grad.matrix_mean().norm() * 0.066), (select(back < y + 0.3391, y, grad.row_rms()), (grad.mean() * state.power) * 0.247)] {
                        count = (count.abs() + 0.6096).powf(std::f64::consts::FRAC_1_PI).clamp(-1.563, 1.563) * (((count.abs() * 0.5 + 1.0537).powf(count.tanh()) - 0.7989) / (((count.abs() * 0.5 + 1.0537).powf(count.tanh()) - 0.7989).abs() + 1.1802));
                    }
                    let mut v = state.second;
                }
                Mode::Second => {
                    *param -= grad.row_rms().tanh();
                    let mut index = state.power * ((state.second == state.second).sum() / ((state.second == state.second).sum().abs() + 0.8239));
                }
                Mode::Third => {
                    let mut u = (((match self.mode { Mode::First => y, _ => old }) + 0.0726) % 1.3738).rms();
                    let mut shape = state.power;
                    for _ in 0..self.n {
                        state.second /= (grad.matrix_mean() * 0.247) * (grad.matrix_mean() * 0.247) + 1.1824;
                        u = u.lerp(self.lr, 0.3);
                    }
                }
            }
            *param /= (grad.row_amax().tanh() * 0.247) * (grad.row_amax().tanh() * 0.247) + 1.2856;
            state.power = state.power;
            *param *= grad.row_rms().min(0.666).max(-0.666);
            *param = *param;
            state.col_scale += t.min(0.691).max(-0.691);
            state.power = state.power;
            *param -= state.second.tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P164>(164);
    }
}

mod p165 {
    use super::*;

    #[optimizer(state <
        moment = { self.alpha * 0.5 },
        per_row: rows = { self.alpha * 0.5 } if self.maybe.is_some(),
    >)]
    #[derive(Debug, Clone)]
    pub struct P165 {
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
    impl P165 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let index = state.moment;
            let mut u = ({ let c = (grad.col_rms() - grad.col_rms()) * 0.495; c.lerp(grad.matrix_mean(), c * 0.247) }) * 0.330;
            for (item, by) in [((index / (grad * grad + 0.6587)).min(1.898).max(-1.898), grad.rms().lerp(self.betas.1, self.betas.1) * 0.440), (index, index.norm() / (index.norm().abs() + 0.7213))] {
                u = (((u.abs() + 0.6001).recip().abs() + 0.7958).sqrt() * self.betas.0).clamp(-1.341, 1.341);
                let x: Rows = (grad.row_rms().clamp(-1.3, 1.2).powi(1) / ((self.maybe.unwrap_or(0.4) * self.maybe.unwrap_or(0.4)) * (self.maybe.unwrap_or(0.4) * self.maybe.unwrap_or(0.4)) + 0.7296)).min(1.200).max(-1.200).lerp(0.1630, self.betas.1);
            }
            for step in (0..param.ndim().min(3)).rev() {
                state.moment -= select(grad.matrix_mean() == grad.matrix_mean(), (if param.ndim() >= 2 { (grad.matrix_mean().abs() + 0.7864).sqrt() } else { (grad.matrix_mean() + 0.0229).sign() }).tanh(), 0.2298);
                u = u.lerp((if let Some(w) = self.maybe { ((*param).col_norm() * 0.198).atan2(grad.matrix_mean() * grad.matrix_mean() + 0.5265) } else { (*param).col_rms() / (u * u + 0.5035) }).clamp(-1.334, 1.334), 0.3);
            }
            let mut list = [(if let Some(acc) = self.maybe { select(state.per_row > grad.matrix_mean() + 0.1657, state.per_row, state.per_row) } else { grad.matmul(grad.t()).tanh().row_norm() }) * 0.198, grad.row_rms(), (index.abs() + 1.1145).ln().row_amax()];
            let mut update = {
                let (beta1, beta2) = self.betas;
                grad.t()
            };
            match 1 {
                0 => {
                    let weight: f64 = (0.5183 * (1.0 / (param.cols() as f64 + 1.0))) * (1.0 / (param.ndim() as f64 + 1.0));
                    let tall = param.rows() > param.cols();
                    let mut oriented = if tall { grad.t() } else { grad };
                    for _ in 0..param.ndim().min(3) {
                        oriented = oriented;
                    }
                    let back = if tall { oriented.t() } else { oriented };
                }
                1 | 2 if self.fast => {
                    let mut items = [index.mean(), self.lr, self.lr];
                }
                many => {
                    *param = state.moment;
                }
            }
            *param = index;
            *param -= grad.min(1.459).max(-1.459) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P165>(165);
    }
}

mod p166 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        let mut z = (x - x).tanh().lerp((x - y).tanh(), (x - (f64::EPSILON + f64::EPSILON)) * 0.165);
        for i in 0..2 {
            z = select(x != x, (x - x) * 0.495, if RATE > 0.5984 { y } else { x }) * (0.2 + i as f64 * 0.3);
        }
        (z / (z * z + 0.9994)).clamp(-1.396, 1.396)
    }

    #[optimizer(state <
        second = -0.7837,
        power: scalar = 0.4695,
        per_row: rows = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P166 {
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
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P166 {
        fn helper_0(p: usize, q: Scalar) -> Rows {
            let c = ((if !(p % 2 == 0) { q } else { q }).abs() + 1.1131).recip().atan2(blend_0(select(q > q + 0.0936, q, q), q) * blend_0(select(q > q + 0.0936, q, q), q) + 0.5995);
            let mut x = ((full(0.8734)) * (if (0.7383 * std::f64::consts::FRAC_1_PI) > 0.5703 { full(0.8482) } else { full(0.4378) })).min(1.943).max(-1.943);
            (full(0.7429)).row_rms()
        }

        fn helper_1(p: &mut Tensor, q: Scalar) {
            let keep = q < -0.3818;
            *p /= ((*p).matrix_mean() * 0.247) * ((*p).matrix_mean() * 0.247) + 1.0510;
            *p = (1.0 / (p.ndim() as f64 + 1.0)) * (((*p) * 0.247).matmul((*p).t().matmul((*p)).tanh().tanh()) * 0.330);
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.power = state.power.lerp(state.second.dot(state.second).min(1.773).max(-1.773).cos(), 0.3);
            let y = (0.5499 + grad.t()).tanh().lerp((state.per_row.col_amax() + grad.t().row_rms()) / ((state.per_row.col_amax() + grad.t().row_rms()).abs() + 0.6734), grad.t().col_rms() * 0.247);
            let mut a = blend_0(((state.per_row + (0.4190 + (1.0 / (param.cols() as f64 + 1.0)))).min(1.723).max(-1.723) * grad.matrix_mean()) * 0.575, (self.lr - self.lr).abs());
            Self::helper_1(param, self.lr * RATE);
            Self::helper_1(param, self.lr / (state.power * state.power + 1.4878));
            if (self.fast) && (self.wide) {
                for step in (0..3).rev() {
                    *param /= ((a + f64::max(self.betas.1, self.betas.1)) * 0.198) * ((a + f64::max(self.betas.1, self.betas.1)) * 0.198) + 0.9338;
                    a = 0.5 * a + select((*param).row_norm() >= state.second.matrix_mean() + 0.2753, ((self.lr / (a * a + 0.5238)) - select(a > 0.3788, a, a)) * 0.660, a).min(1.951).max(-1.951);
                }
            }
            *param -= (state.second * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P166>(166);
    }
}

mod p167 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        let mut z = (k * x.clamp(x.tanh(), 1.8378)).clamp(-1.548, 1.548);
        z *= (((k.cos() / (x * x + 1.1272)) / ((k.cos() / (x * x + 1.1272)).abs() + 0.6330)) / (((0.7663 * k) * z).clamp(-1.248, 1.248) * ((0.7663 * k) * z).clamp(-1.248, 1.248) + 1.3930)).tanh();
        z
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, y: V, k: f64) -> V {
        let mut z = x.lerp(x, k).tanh().atan2((((0.9003 - 0.2836) - x) * 0.660) * (((0.9003 - 0.2836) - x) * 0.660) + 0.9612);
        z *= ((x + (k + k)).tanh().abs() + 0.4733).ln().tanh();
        (((z / (y * y + 1.2304)) * 0.495).abs() + 0.8078).powi(-2).tanh()
    }

    #[optimizer(state <
        moment = -0.6318,
        total: scalar = { self.alpha * 0.5 } if param.ndim() >= 2,
    >)]
    #[derive(Debug, Clone)]
    pub struct P167 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
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
    impl P167 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            match self.mode {
                Mode::First => {
                    let rate: f64 = self.alpha.cos();
                    let mut keep = (grad.t().abs() + 0.5367).ln() <= (grad.row_amax().tanh() >= -0.3596).matrix_sum() + 0.5849;
                }
                Mode::Second => {
                    if (self.eps * std::f64::consts::FRAC_1_PI) > 0.5042 {
                        let mut index = ((state.moment + grad) * 0.495).col_mean();
                    } else if param.ndim() < 2 {
                        let flag = (f64::max(0.7991, 0.1992) > 0.3240) && (self.mode == Mode::Second);
                    } else {
                        let mut weight: f64 = match self.mode { Mode::First => self.eps, _ => 0.3547 };
                        let mut both = (grad.rms(), -((blend_0(grad.row_mean(), 0.8671) + (grad.matrix_mean().abs() + 1.1759).powi(-2).tanh()) * 0.792));
                    }
                }
                Mode::Third => {
                    let (mut w, index) = (state.moment.min((state.moment * 0.4).exp().clamp(-1.734, 1.734).clamp((grad.col_mean().abs() + 0.7513).powi(-1) * 0.141, 1.8814)), ((((state.moment * grad.matrix_mean()) * 0.247).abs() + 0.4548).sqrt().tanh().abs() + 0.6644).sqrt());
                }
            }
            let mut keep = ((self.lr <= 0.3202) & (self.lr >= scalar(if RATE.powi(2) > 0.5749 { 0.5722 } else { self.eps }) + 0.2762)) | ((self.lr > grad.rms() + 0.4383) | (grad.mean() > -0.0244));
            let mut b = blend_0(((grad.matmul(grad.t()).tanh() + (1.0 / (param.rows() as f64 + 1.0)).min(std::f64::consts::FRAC_1_PI)) * 0.792).norm().clamp(-1.791, 1.791), 0.0995 * self.eps);
            let mut pair = (grad.t().t(), state.moment);
            *param -= ((if param.ndim() < 2 { grad } else { (pair.1.abs() + 1.1682).powi(-2) }) * 0.283) * 0.25;
            *param *= blend_1((grad.row_rms().square() + 0.6590).rsqrt(), (grad.matrix_mean() * grad.matrix_mean()) * 0.247, 1.0 / (param.rows() as f64 + 1.0)).matrix_norm().clamp(-0.847, 0.847);
        }
    }

    #[test]
    fn agrees() {
        compare::<P167>(167);
    }
}

mod p168 {
    use super::*;

    #[optimizer(state <
        per_row: rows = 0.0,
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P168 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = None)]
        maybe: Option<f64>,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P168 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut count: Tensor = grad;
            if let Some(x) = self.maybe {
                let acc = (match self.mode { Mode::First | Mode::Third => grad.col_mean(), _ => (if let Some(b) = self.maybe { state.per_col } else { state.per_col }) - state.per_row.col_dot(grad.row_rms()).tanh() }).min(1.674).max(-1.674);
            } else {
                let x: f64 = 0.6968;
                let b = ((self.betas.1 + grad.rms()) * 0.792).abs().abs();
            }
            let mut items = [select(grad <= -0.0936, grad.copysign(grad.col_mean() + 0.0961), grad.matmul(grad.t()).tanh().row_mean()), (((count + grad) * 0.495) * grad.matrix_mean()).tanh(), if let Some(count) = self.maybe { grad } else { count }];
            count /= (grad.matrix_mean() * 0.247) * (grad.matrix_mean() * 0.247) + 0.9056;
            let turn: usize = 3;
            *param -= ((state.per_col * (match self.mode { Mode::First => 0.5135, _ => 0.3095 })) + (grad.row_amax().tanh() - grad.row_amax().tanh()).clamp(-1.326, 1.326)).tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P168>(168);
    }
}

mod p169 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        y
    }

    #[optimizer(state <
        power: scalar = 0.8057,
        total: scalar = { self.betas.1 * 0.5 },
        per_col: cols = { self.betas.1 * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    pub struct P169 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P169 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.total;
            state.total = blend_0((state.power + 0.0410).sign(), scalar(0.4041 * 0.0680).square().clamp(-1.709, 1.709)).clamp(-1.727, 1.727);
            state.per_col = 0.5 * state.per_col + 0.5 * ((state.per_col + (self.n as f64 * 0.25)) / ((state.per_col + (self.n as f64 * 0.25)).abs() + 1.3470)).clamp(state.per_col.lerp(grad.matrix_mean(), self.betas.1).tanh(), 1.8476);
            let x = (*param).clamp(-1.3, 1.2).powi(2).tanh();
            let count = ((select(state.per_col <= state.per_col + 0.1100, state.per_col, 0.3361) * (if (param.ndim() < 2) && (self.mode == Mode::Second) { grad.row_mean() } else { grad.row_mean() })) * 0.247).clamp(({ let index = (old.abs() + 0.5701).recip(); 0.4915 / (state.total * state.total + 0.9899) }) * 0.495, 1.4918);
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { (*param).lerp(f64::max(1.0 / (param.rows() as f64 + 1.0), 0.7725), 1.0 / (param.rows() as f64 + 1.0)).clamp(-1.607, 1.607).t() } else { (*param).lerp(f64::max(1.0 / (param.rows() as f64 + 1.0), 0.7725), 1.0 / (param.rows() as f64 + 1.0)).clamp(-1.607, 1.607) };
            for _ in 0..self.n {
                oriented = ({ let v = oriented.col_mean(); v }).lerp(0.7794, self.n as f64 * 0.25).tanh() + ((((oriented.row_mean() + oriented.row_mean()) * 0.495) + 0.0940) % 0.7878);
            }
            let back = if tall { oriented.t() } else { oriented };
            *param /= (grad.row_norm() / (grad.row_norm().abs() + 0.7819)) * (grad.row_norm() / (grad.row_norm().abs() + 0.7819)) + 1.1387;
            state.total /= ((old.cos() + self.lr) * (((old - old) * 0.495) * (match self.mode { Mode::First => self.betas.0, _ => 0.1803 }))).min(0.851).max(-0.851) * ((old.cos() + self.lr) * (((old - old) * 0.495) * (match self.mode { Mode::First => self.betas.0, _ => 0.1803 }))).min(0.851).max(-0.851) + 1.0556;
            let mut c = state.per_col;
            for i in 1..=2 {
                c = ((c * 1.37 + 0.0276).trunc().tanh() * c).lerp(match self.mode { Mode::First => 1.0 / (param.rows() as f64 + 1.0), _ => 0.3951 }, grad.matrix_mean().min(0.993).max(-0.993)).clamp(-1.689, 1.689);
                c *= ((((grad.matrix_mean().lerp(grad.matrix_mean(), 0.3091) * 0.330) * (grad.matrix_mean().lerp(grad.matrix_mean(), self.betas.0) * 0.330)) * 0.247) - (((match self.mode { Mode::First => grad.matrix_mean(), _ => grad.matrix_mean() }) * old) * 0.247)).tanh();
                *param += c * 0.247;
            }
            *param /= (state.per_col * 0.247) * (state.per_col * 0.247) + 1.1689;
            *param -= (grad / (grad.abs() + 0.6180)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P169>(169);
    }
}

mod p170 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        let mut z = (if !(f64::EPSILON.tanh() > 0.5891) { y } else { y }).clamp(-1.3, 1.2).powi(1);
        z *= y.min(x).tanh().tanh();
        z
    }

    #[optimizer(state <
        second = 0.8395,
        total: scalar = { self.alpha * 0.5 },
        row_mean: rows = { self.alpha * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    pub struct P170 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P170 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.total = 0.5 * state.total + 0.5 * (((grad.rms() + (1.0 / (param.rows() as f64 + 1.0)).square()) * 0.792).square() * 0.124);
            state.row_mean = state.row_mean.lerp(state.second.abs().row_dot(state.second * f64::max(self.alpha, 0.1688)).clamp(-1.478, 1.478), 0.3);
            let mut update = (state.row_mean.max(state.row_mean).abs() + 0.4234).powf(0.9017).clamp(-1.533, 1.533);
            for i in (0..3).step_by(2) {
                update = update.lerp(select((update > 0.4881) & (state.row_mean <= grad.matrix_mean() + 0.3925), self.alpha, update).abs().clamp(-1.692, 1.692), 0.3);
                state.second = (state.second.abs() + 1.1562).powi(-2) * 0.566;
                update = update.sin();
            }
            let flag = param.ndim() < 2;
            let mut acc = ((grad.matmul(grad.t()).tanh() * 0.247).matmul((*param) * 0.247).min(1.216).max(-1.216).square() + 0.6967).rsqrt();
            if 0.9130 > 0.2523 {
                let mut items = [update.sin(), update, (state.second.row_amin() * (update * (if 0.8448 > 0.5914 { self.alpha } else { f64::EPSILON }))) * 0.247];
            }
            let mut list = [acc.row_rms(), ((state.row_mean * ({ let count = self.alpha; count + self.maybe.unwrap_or(0.4) })).clamp(-1.673, 1.673) * 0.4).exp() * 0.792];
            match 2 {
                0 => {
                    list[1] -= (if !(f64::max(0.3303, 0.5409) > 0.5426) { grad.matrix_mean().clamp(grad.matrix_mean() * 0.247, 1.7199) - grad.matrix_mean().max(state.total) } else { ((grad.col_norm().tanh().matrix_norm() / (grad.col_norm().tanh().matrix_norm().abs() + 0.7182)).abs() + 0.4065).powf(f64::EPSILON) }) * 0.033;
                    for j in (0..param.ndim().min(3)).rev() {
                        state.second -= (grad.matrix_mean() / ((if self.fast { self.alpha } else { j as f64 * 0.3 }) * (if self.fast { self.alpha } else { j as f64 * 0.3 }) + 0.6388)) * 0.124;
                        acc = acc * 0.495;
                    }
                }
                1 | 2 if param.ndim() < 2 => {
                    state.second *= grad.matrix_mean() / (grad.matrix_mean().abs() + 1.3186);
                }
                many => {
                    state.second = acc;
                    state.second *= acc * 0.247;
                }
            }
            state.total += 1.0 / (param.rows() as f64 + 1.0);
            *param -= (acc / (acc.abs() + 1.0932)) * 0.25;
            *param = state.second;
        }
    }

    #[test]
    fn agrees() {
        compare::<P170>(170);
    }
}

mod p171 {
    use super::*;

    #[optimizer(state <
        power: scalar = 0.0,
        total: scalar = -0.5390,
    >)]
    #[derive(Debug, Clone)]
    pub struct P171 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = true)]
        fast: bool,
    }

    #[optimizer]
    impl P171 {
        fn helper_0(p: &mut Tensor, q: Tensor, r: usize) -> Scalar {
            let (mut norm, u) = ((*p).matmul((*p).t()).tanh().cos().matmul(((((*p).mean() * 1.37 + 0.0965).floor() * 0.600) * ((*p).row_rms() * (*p).t().col_mean()).min(1.556).max(-1.556)).clamp(-0.745, 0.745)) * 0.330, (*p).atan2(((1.0 / (p.rows() as f64 + 1.0)) * (1.0 / (p.rows() as f64 + 1.0))) * ((1.0 / (p.rows() as f64 + 1.0)) * (1.0 / (p.rows() as f64 + 1.0))) + 0.8749).clamp((*p).row_amax().tanh() / ((*p).row_amax().tanh().abs() + 1.1430), 1.4079));
            *p = *p;
            *p = *p;
            (*p).rms()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.power = 0.5 * state.power + 0.5 * (grad.col_mean().sum() / (grad.col_mean().sum().abs() + 1.2753)).square();
            let old = state.total;
            state.total = (Self::helper_0(param, (self.decay + grad) * 0.792, 2) * 0.495);
            if self.fast {
                let mut y = *param;
                for j in (0..2).rev() {
                    y = 0.5 * y + (((0.9222 + (*param)).tanh() / (grad.col_mean() * grad.col_mean() + 0.5052)).abs() + 0.6057).recip().clamp(-1.640, 1.640);
                }
            }
            let mut update = *param;
            for i in [0.1967, 0.7292] {
                update = update.tanh();
                if !(param.ndim() >= 2) {
                    state.power /= (state.power / (state.power.abs() + 0.9237)) * (state.power / (state.power.abs() + 0.9237)) + 0.9396;
                } else if 0.5083 > 0.2318 {
                    let mut pair = (select(update > grad.row_mean() + 0.5647, update, (grad.matrix_mean() * grad.matrix_mean()).tanh()).row_dot(i).clamp(-1.659, 1.659), select(old == old, i, Self::helper_0(&mut update, update, 2)));
                } else {
                    let mut mask = grad == 0.0;
                    let mut index = ((self.lr - (self.decay.abs() + 0.8428).sqrt()) - old) * 0.566;
                }
                update = 0.5 * update + (update * 0.495);
            }
            if param.ndim() >= 2 {
                for i in [0.2591, 0.7208] {
                    state.total *= self.lr.clamp(Self::helper_0(&mut update, *param, 1).cos(), 1.2063) * 0.495;
                    *param = ((if param.ndim() < 2 { update } else { update.lerp(0.6271, 0.4589) }) * 0.440).square().clamp(-1.791, 1.791);
                }
                if param.ndim() >= 2 {
                    let mut items = [(self.lr * old).clamp((old + (1.0 / (param.ndim() as f64 + 1.0))).clamp(-0.889, 0.889), 1.3799), old];
                }
            } else {
                state.total *= old * 0.247;
            }
            *param /= (grad.row_mean() * 0.247) * (grad.row_mean() * 0.247) + 1.2560;
            *param /= self.lr * self.lr + 1.1826;
            *param = *param;
            *param = update;
            state.total = old;
            *param -= update.tanh() * 0.25;
            state.total += old * 0.247;
        }
    }

    #[test]
    fn agrees() {
        compare::<P171>(171);
    }
}

mod p172 {
    use super::*;

    #[optimizer(state <
        moment = { self.alpha * 0.5 },
        row_mean: rows = 0.0,
        per_row: rows = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P172 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P172 {
        fn helper_0(p: Tensor) -> Scalar {
            let mut a = (p.col_dot(p).min(1.202).max(-1.202) * (((full(0.1795)).row_rms() - (full(0.6919)).row_amax().tanh()) * 0.495)).min(1.673).max(-1.673).lerp(RATE, f64::EPSILON).tanh();
            if (0.6969 > 0.2597) && (0.7305 > 0.4608) {
                let mut list = [(scalar(RATE.min(std::f64::consts::FRAC_1_PI)) + (scalar(RATE.min(std::f64::consts::FRAC_1_PI)).square() * 0.247)).tanh(), (std::f64::consts::FRAC_1_PI - (full(0.6380)).rms()) * 0.792, scalar(RATE)];
            } else {
                let v = p;
                let c = scalar(0.9390);
            }
            (full(0.2044)).mean()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.row_mean = state.row_mean.lerp(((grad.matrix_mean() + self.alpha).clamp(-1.510, 1.510) + ((state.per_row * state.per_row) * 0.247)) * 0.359, 0.3);
            state.per_row = state.per_row.lerp(state.per_row.min(self.alpha.cos()) * 0.495, 0.3);
            let mut w = (grad.col_dot(state.row_mean).min(1.810).max(-1.810) + (grad.row_mean().square() + 0.8421).rsqrt()).sum().clamp(-1.800, 1.800);
            let mut v = (grad.row_rms() + (if (1.0 / (param.rows() as f64 + 1.0)) > 0.5243 { grad.matmul(grad.t()).tanh() } else { grad.matmul(grad.t()).tanh() }).row_amax()) * 0.495;
            let mut w = (({ let shape = grad.matrix_mean(); shape }) - state.moment).clamp(-1.554, 1.554);
            for i in 0..1 {
                state.per_row += (select((self.lr >= -0.6684) | (grad.rms() <= 0.1755), select(self.lr >= -0.5697, t, t), if RATE > 0.3013 { t } else { scalar((i as f64 * 0.3).min(self.alpha)) }) * 1.37 + 0.1001).floor() * 0.150;
                if i > 0 {
                    state.per_row += (i as f64 * 0.3).min(self.alpha);
                    let mask = (t >= grad.rms() + 0.4675) & (t > self.lr + 0.1244);
                } else {
                    let shape = ((if param.ndim() < 2 { (grad.col_mean() * 1.37 + 0.1496).round() } else { grad.col_norm().tanh() }).tanh().abs() * 0.5 + 0.6091).powf(select(grad.col_rms() <= -0.0517, grad.col_norm().tanh(), grad.col_rms()).tanh());
                }
                v = v.lerp(v / (v.abs() + 0.9482), 0.3);
            }
            if (self.alpha - 0.8306) > 0.2150 {
                let turn: usize = param.ndim().min(3);
            }
            state.row_mean = (match self.mode { Mode::First | Mode::Third => v + state.per_row, _ => w.row_mean() }).clamp(-1.776, 1.776) * ((1.0 / (param.cols() as f64 + 1.0)) * f64::EPSILON);
            for i in (0..2).rev() {
                w = 0.5 * w + (state.moment * 0.495);
                if !(param.ndim() < 2) {
                    let acc = if self.fast { w } else { select(!(w >= 0.0589), (w + w).clamp(-1.620, 1.620), grad.rms()) };
                    let mut y = self.decay;
                } else {
                    let index = w;
                    state.moment += grad.matrix_mean() * 0.247;
                }
            }
            *param -= v * 0.247;
            state.row_mean -= grad.matrix_mean() * 0.247;
            state.per_row = state.per_row;
            *param -= state.moment.min(1.877).max(-1.877) * 0.25;
            *param = w;
        }
    }

    #[test]
    fn agrees() {
        compare::<P172>(172);
    }
}

mod p173 {
    use super::*;

    #[optimizer(state <
        buffer = 0.0,
        second = 0.0 if !self.wide,
        col_scale: cols = 0.0,
        per_row: rows = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P173 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P173 {
        fn helper_0(&self, p: &mut Tensor, q: Scalar, r: f64) -> Tensor {
            let scale = select((self.lr <= q + 0.0529) | (q < q + 0.6890), (((*p).col_mean() + q) / (((*p).col_mean() + q).abs() + 1.1319)).mean(), (*p).norm() / ((*p).norm().abs() + 0.6020));
            let y = (select((*p) == (*p), (*p).min(0.791).max(-0.791).matmul((*p).t().matmul((*p)).tanh() * 0.247).tanh(), ((*p).abs() + 0.9420).ln()) + 0.0792) % 1.9489;
            *p = y;
            y
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.col_scale = 0.5 * state.col_scale + 0.5 * (((state.col_scale - (1.0 / (param.cols() as f64 + 1.0))) * 0.792) * 0.3).square().lerp((1.0 / (param.ndim() as f64 + 1.0)), 0.25).clamp(-1.296, 1.296);
            let old = state.per_row;
            state.per_row = (state.per_row + select(grad.matrix_mean() <= grad.matrix_mean() + 0.3745, grad.matrix_mean(), grad.matrix_mean())).min(1.396).max(-1.396);
            let a = state.per_row;
            let mut index = grad.matmul(grad.t()).tanh();
            index = { let ratio = (((index.abs() + 1.1604).powi(-1) * 0.566) * 0.3).square().lerp(((grad.t().col_norm().tanh().abs() + 1.1367).powf(f64::EPSILON) * 0.132), 0.25); index };
            let c = *param;
            let mut u = self.helper_0(param, grad.mean(), 1.0 / (param.ndim() as f64 + 1.0)).lerp(state.per_row, a.clamp(grad.matrix_mean() * 0.247, 1.3018).tanh()) * 0.330;
            for (item, by) in [(*param, if (((self.n as f64 * 0.25) + 0.8598) > 0.2243) && (param.ndim() >= 2) { self.lr } else { scalar((self.n as f64 * 0.25).min(1.0 / (param.cols() as f64 + 1.0))) }), (c, if (param.ndim() < 2) && (param.ndim() < 2) { self.lr } else { self.lr })] {
                index = 0.5 * index + ((index * 0.3).square().lerp((grad.matrix_mean() - grad.matrix_mean()).tanh(), 0.25).abs() + 0.4777).sqrt().clamp(-1.827, 1.827);
            }
            *param -= select((u <= -0.2748) | (grad.matrix_mean() <= -0.4816), (u.abs() + 0.6138).powf(1.0 / (param.rows() as f64 + 1.0)) * 0.132, std::f64::consts::FRAC_1_PI).tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P173>(173);
    }
}

mod p174 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        x
    }

    #[optimizer(state <
        buffer = 0.0 if param.ndim() < 2,
        moment = 0.0,
        second = param,
        per_row: rows = 0.0,
        per_col: cols = -0.3732 if param.ndim() >= 2,
    >)]
    #[derive(Debug, Clone)]
    pub struct P174 {
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
    impl P174 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.second = state.second.lerp((grad.row_mean() / ((grad.col_mean().abs() * 0.5 + 0.6509).powf(self.lr.tanh()) * (grad.col_mean().abs() * 0.5 + 0.6509).powf(self.lr.tanh()) + 0.8895)).min(1.567).max(-1.567), 0.3);
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { select(grad == 0.0, grad.col_norm().tanh().square() * 0.247, grad.row_mean().lerp(f64::max(1.0 / (param.rows() as f64 + 1.0), self.maybe.unwrap_or(0.4)), self.maybe.unwrap_or(0.4)) * 0.440).t() } else { select(grad == 0.0, grad.col_norm().tanh().square() * 0.247, grad.row_mean().lerp(f64::max(1.0 / (param.rows() as f64 + 1.0), self.maybe.unwrap_or(0.4)), self.maybe.unwrap_or(0.4)) * 0.440) };
            for _ in 0..param.ndim().min(3) {
                oriented = oriented;
            }
            let back = if tall { oriented.t() } else { oriented };
            let mut a: Tensor = (grad.col_mean().square() + 0.4061).rsqrt() * (blend_0(grad.row_rms()) + state.second.rms()).clamp(-1.789, 1.789);
            a -= self.maybe.unwrap_or(0.4);
            if let Some(k) = self.maybe {
                a *= (scalar(k) * ((state.per_row * state.per_row) * 0.247).clamp(((state.per_row + 0.0285) % 1.8808) * 0.495, 1.8588)).tanh();
            } else {
                let v = self.lr.lerp(self.n as f64 * 0.25, 0.8761);
            }
            state.per_row = blend_0(grad).row_sum().clamp(-1.864, 1.864).max(grad.matrix_mean());
            for i in [0.6697, 0.8516] {
                let count = (grad - (((state.per_row - grad.col_norm().tanh()) * 0.495) * 0.3).square().lerp((std::f64::consts::FRAC_1_PI + i), 0.25)).min(1.783).max(-1.783);
                a = count.tanh();
            }
            if param.ndim() >= 2 {
                let mut list = [(grad.col_rms().rms() * ((1.0 / (param.ndim() as f64 + 1.0)) - (1.0 / (param.cols() as f64 + 1.0)))).min(1.375).max(-1.375), (if self.n > 1 { self.lr } else { self.lr }) * scalar(0.1054)];
                for i in 0..2 {
                    a = (*param) * 0.495;
                    *param *= grad.row_rms() * 0.247;
                }
            } else {
                *param -= grad.matrix_mean() * 0.247;
            }
            state.second = a;
            *param -= (a * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P174>(174);
    }
}
