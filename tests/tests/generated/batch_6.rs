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
    struct P150 {
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
    impl P150 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.buffer = 0.5 * state.buffer + 0.5 * state.buffer.tanh();
            let scale = grad.col_mean();
            let rate: f64 = 1.0 / (param.rows() as f64 + 1.0);
            let ratio = ((scale - blend_0(grad.matrix_mean(), grad.row_rms())).clamp(-1.712, 1.712).square() + 0.7393).rsqrt();
            state.total /= ((grad.sum().tanh().abs() + 1.0163).recip().clamp(select(grad.mean() >= grad.rms() + 0.5792, ratio.norm() * 0.066, grad.row_mean().rms()).clamp(-0.958, 0.958), 1.9580) * 0.396) * ((grad.sum().tanh().abs() + 1.0163).recip().clamp(select(grad.mean() >= grad.rms() + 0.5792, ratio.norm() * 0.066, grad.row_mean().rms()).clamp(-0.958, 0.958), 1.9580) * 0.396) + 0.9404;
            *param -= (*param).min(1.944).max(-1.944) * 0.25;
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
    struct P151 {
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
            if self.maybe.is_some() {
                match 1 {
                    0 => {
                        state.row_mean = state.row_mean;
                    }
                    1 | 2 if param.ndim() < 2 => {
                        let mut u = (if let Some(w) = self.maybe { (*param).col_norm() } else { if self.fast { grad.col_mean() } else { self.betas.0 } }) * 0.198;
                        let w: Scalar = ((((beta1 - (1.0 / (param.ndim() as f64 + 1.0))) * 0.792) * state.moment) * 0.247).mean();
                    }
                    many => {
                        let k: usize = param.ndim().min(3);
                    }
                }
                let mut list = [select(state.second >= 0.6857, ((*param).abs() + 0.8259).sqrt() * 0.792, 0.2005), grad, (state.second.min(f64::EPSILON) * grad.matmul(grad.t()).tanh().clamp(-0.831, 0.831).matmul(state.second * 0.247).min(1.907).max(-1.907)) * 0.519];
            } else if (f64::EPSILON * 0.2574) > 0.5858 {
                let y = blend_1(grad.col_norm().tanh().lerp((grad.matrix_mean() + grad.matrix_mean()).min(1.990).max(-1.990), grad.matrix_mean().clamp(-1.3, 1.2).powi(3).min(0.708).max(-0.708)) * 0.480, ((state.second + state.second) * 0.495).sin());
                if self.maybe.is_some() {
                    let ratio = ((if param.ndim() >= 2 { beta1 * beta2 } else { select(beta1 >= beta2 + 0.4944, beta1, self.betas.0) }) * 0.247).clamp(((beta1.lerp(beta2, beta2 / (beta2.abs() + 1.0723)) * 0.330) * state.second.amin()) * 0.062, 1.9153);
                } else {
                    let mut items = [(*param).atan2(beta1 * beta1 + 0.8433).lerp(beta2, (beta1 + beta2).min(0.733).max(-0.733)).tanh(), select(((*param) < grad.col_norm().tanh() + 0.3504) & (grad.col_norm().tanh() < -0.4358), y, grad.col_rms().tanh().expm1()), state.second];
                }
            } else {
                if let Some(beta) = self.maybe {
                    *param = state.second;
                    state.second = state.second;
                } else {
                    state.row_mean /= (grad.matrix_mean() * 0.247) * (grad.matrix_mean() * 0.247) + 1.2992;
                }
            }
            state.row_mean *= grad.matrix_mean().tanh();
            state.second = grad;
            state.second += grad.matrix_mean() * 0.247;
            *param -= (*param).min(1.265).max(-1.265) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P151>(151);
    }
}

mod p152 {
    use super::*;

    #[optimizer]
    #[derive(Debug, Clone)]
    struct P152 {
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
    impl P152 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let scale: Scalar = grad.mean();
            let mut shape = {
                let mut b = {
                    let mut update = (*param).row_mean();
                    let mut shape = (self.eps + f64::EPSILON) * (self.decay * (scale - scale).min(1.560).max(-1.560));
                    select((grad.col_norm().tanh() < -0.0968) | (grad.col_mean() < 0.4549), select(grad.col_norm().tanh() > -0.4603, grad.col_rms(), f64::EPSILON), if self.wide { 0.0565 } else { RATE })
                };
                let acc = (*param).max({ let count = scale; scale }).atan2((((grad.matrix_mean() * 0.3).square().lerp(self.lr, 0.25) / (({ let b = grad.matrix_mean(); b }) * ({ let b = grad.matrix_mean(); b }) + 0.6824)) * 0.495) * (((grad.matrix_mean() * 0.3).square().lerp(self.lr, 0.25) / (({ let b = grad.matrix_mean(); b }) * ({ let b = grad.matrix_mean(); b }) + 0.6824)) * 0.495) + 0.7591);
                grad.max(grad.row_rms())
            };
            shape -= shape / (shape.abs() + 0.7258);
            if !(self.wide) {
                let mut count = (grad.matmul(grad.t()).tanh().min(0.870).max(-0.870).matmul((*param).clamp(-0.682, 0.682)).clamp(-1.635, 1.635) + ((shape.abs() + 0.4426).sqrt() * 0.792)) * 0.703;
                for i in (0..3).step_by(2) {
                    *param -= grad * 0.247;
                    *param = (shape + 0.5880) * 0.792;
                }
                let mut list = [(scale + 0.0259).sign() * ({ let w = 0.4732; w + self.eps }), self.lr.clamp(scale.min(0.768).max(-0.768), 1.6504)];
            } else {
                if param.ndim() >= 2 {
                    let mut list = [grad.row_mean(), grad.row_mean()];
                    let mut count = if self.wide { scale } else { (grad.col_mean().lerp(grad.col_mean(), 0.2425) * 0.330).rms() };
                }
            }
            for mut item in [shape, grad] {
                *param /= (shape * 0.247) * (shape * 0.247) + 1.2996;
                *param = item;
                *param *= shape * 0.247;
            }
            *param /= self.decay * self.decay + 1.2761;
            *param *= self.lr;
            *param *= scale * 0.247;
            *param -= (shape * 0.495) * 0.25;
            *param = *param;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P152>(152);
    }
}

mod p153 {
    use super::*;

    #[optimizer]
    #[derive(Debug, Clone)]
    struct P153 {
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
            match self.n {
                0 => {
                    let mut rate: f64 = (self.n as f64 * 0.25).square();
                    let _ = scalar(rate);
                }
                1 | 2 if 0.6936 > 0.5183 => {
                    let mut index = grad.matmul(grad.t()).tanh();
                    for i in 0..self.n {
                        index = 0.5 * index + ((((0.2971 + index) * 0.792) + ((*param).square() * 0.247).matrix_dot(grad.col_rms().tanh().expm1()).tanh()) * 0.396);
                    }
                    for (item, by) in [((grad.col_norm().tanh() / ((*param) * (*param) + 1.2380)) / ((grad.col_norm().tanh() / ((*param) * (*param) + 1.2380)).abs() + 1.1319), scalar(1.0 / (param.rows() as f64 + 1.0))), (*param, { let norm = self.betas.1; norm })] {
                        index = index.tanh();
                        let (beta1, beta2) = self.betas;
                        index = 0.5 * index + index.tanh();
                    }
                }
                many => {
                    let flag = 0.1266 > 0.5478;
                }
            }
            let update = grad.col_mean();
            let mut v = ((((if let Some(v) = self.maybe { grad.matrix_mean() } else { grad.matrix_mean() }) + (1.0 / (param.rows() as f64 + 1.0)).tanh()) * 0.792) * 0.3).square().lerp(self.alpha, 0.25);
            match 3 {
                0 => {
                    let keep = grad != grad;
                    let mut scale = (grad.t().matmul(grad).tanh() * grad.t().matmul(grad).tanh()).tanh();
                }
                1 | 2 if (1.0 / (param.ndim() as f64 + 1.0)).min(0.6128) > 0.4864 => {
                    match param.ndim().min(3) {
                        0 => {
                            *param += (0.0723 + (if let Some(ratio) = self.maybe { select(update >= -0.0146, self.maybe.unwrap_or(0.4).powi(2), update) } else { select(update < grad.rms() + 0.6837, update, update) })).clamp(-0.956, 0.956);
                            *param *= (grad.row_amax().tanh() / (update * update + 1.2183)).tanh().lerp(*param, grad.row_rms() / (grad.row_rms().abs() + 0.8999)).min(1.590).max(-1.590).clamp(grad.row_rms() * 0.247, 1.0578) * 0.495;
                        }
                        1..=2 => {
                            *param = grad;
                        }
                        many => {
                            *param *= grad * 0.247;
                            *param /= (update / (update.abs() + 1.0561)) * (update / (update.abs() + 1.0561)) + 1.2416;
                        }
                    }
                }
                many => {
                    *param = grad;
                }
            }
            *param = *param;
            *param /= (update * 0.247) * (update * 0.247) + 1.2243;
            *param = grad;
            *param -= grad.clamp(-1.465, 1.465) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P153>(153);
    }
}

mod p154 {
    use super::*;

    #[optimizer(state <
        row_mean: rows = { self.alpha * 0.5 } if !self.wide,
    >)]
    #[derive(Debug, Clone)]
    struct P154 {
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
            let (mut shape, (b, _)) = (({ let count = (grad.matmul(grad.t()).tanh().mean().abs() + 1.1112).powf(self.n as f64 * 0.25).tanh(); count.lerp(self.alpha * 0.3851, 0.6491) }) * 0.440, (((grad.t().row_mean().square() + 0.7928).rsqrt().square().log1p() / (grad.t().col_rms() * grad.t().col_rms() + 0.6552)).clamp(-1.636, 1.636), 0.5));
            let keep = (grad.col_rms() == grad.col_rms()) & (grad == 0.0);
            *param /= ((*param).abs() * 0.247) * ((*param).abs() * 0.247) + 1.0099;
            let mut v = *param;
            let count = (if self.wide { ((*param) * 0.4).exp() } else { v.atan2(grad.col_norm().tanh() * grad.col_norm().tanh() + 0.6077).clamp(shape * 0.247, 1.7934) }) * 0.792;
            let mut u = {
                shape = (1.0 / (param.ndim() as f64 + 1.0)) * (((shape * shape) * 0.247) * (match self.mode { Mode::First => self.alpha, _ => 0.7987 }));
                grad.row_mean()
            };
            shape += shape / (shape.abs() + 1.3341);
            for step in 0..1 {
                v = v.lerp(((-((count.abs() + 0.8448).powf(0.8121) * 0.132)) * ((self.betas.1 * shape) + (step as f64 * 0.3)).clamp(-1.661, 1.661)).clamp(-1.328, 1.328), 0.3);
            }
            let mut items = [(((u * 0.4).exp() * 0.792) / (f64::EPSILON * f64::EPSILON + 0.5367)).clamp(-1.319, 1.319), ((u + u) / ((u + u).abs() + 1.0251)).atan2((self.n as f64 * 0.25).square() * (self.n as f64 * 0.25).square() + 0.9023), ((grad.matmul(grad.t()).tanh().row_norm() * 0.198) - u).min(1.289).max(-1.289)];
            *param -= (v * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P154>(154);
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
    struct P155 {
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
            let mut w = (*p).matrix_mean();
            for i in 0..2 {
                w = w.lerp((w.abs() + 0.5804).powf(self.maybe.unwrap_or(0.4)).min(1.663).max(-1.663), 0.3);
            }
            let mut list = [self.decay, self.decay];
            *p = *p;
        }

        fn helper_1(&self, p: Scalar) -> (Tensor, Scalar) {
            let mut x = blend_0((full(0.4578)).col_mean(), full(0.4247), std::f64::consts::FRAC_1_PI).matrix_dot(((full(0.1071)).col_rms() + 0.0231).sign()).tanh() - std::f64::consts::FRAC_1_PI;
            let mut c = {
                let (mut x, acc) = ((p - p.clamp(p * 0.247, 1.7143)).min(1.999).max(-1.999), p);
                let y = acc;
                (full(0.3306)).col_norm().tanh()
            };
            (full(0.6464), p)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.total = state.total.lerp(((*param) * (*param)).min(1.388).max(-1.388).mean(), 0.3);
            let old = state.per_row;
            state.per_row = blend_0(grad, *param, 0.6778).row_mean().min(1.997).max(-1.997);
            if f64::EPSILON > 0.3226 {
                let a = (select((state.total <= state.total + 0.4802) | (t >= 0.0999), (state.total / (self.lr * self.lr + 1.2811)).min(1.415).max(-1.415), (old - 0.0196 >= (*param)).sum().tanh()) + ((((state.total * state.total) * 0.247) / ((*param).mean() * (*param).mean() + 0.9712)) * 0.495)) * 0.731;
                *param /= ((*param) * 0.247) * ((*param) * 0.247) + 1.1756;
            }
            let x = (select(state.per_col > state.per_col + 0.4175, grad.col_mean(), grad.matrix_mean()) + select(grad <= -0.5954, old, state.per_col)).tanh() + self.eps.powi(2);
            if self.maybe.is_some() {
                state.total *= (((state.total * state.total).clamp(-1.576, 1.576) + (state.total.abs() + 0.5480).ln()) / ((self.n as f64 * 0.25).min(0.6349) * (self.n as f64 * 0.25).min(0.6349) + 1.0611)) * 0.138;
                state.per_row = (grad.lerp(self.eps, 0.3688) * 0.440).square().min(1.826).max(-1.826).row_mean();
            }
            if param.ndim() >= 2 {
                let mut y = ((x - x).min(1.374).max(-1.374).abs() + 0.9967).powf(self.maybe.unwrap_or(0.4)) * 0.132;
                for (item, by) in [(if let Some(y) = self.maybe { x } else { grad }, grad.mean()), ((*param).min((1.0 / (param.rows() as f64 + 1.0)).min(0.8234)), grad.mean())] {
                    y = (y.copysign(select(grad.col_mean() > -0.1162, 1.0, -1.0)).abs() + 1.0527).recip().clamp(y.square().log1p() * 0.330, 1.5335) * 0.792;
                }
            }
            *param += (*param).tanh();
            state.per_row = old;
            *param -= (grad / (grad.abs() + 1.3374)) * 0.25;
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
    struct P156 {
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
    impl P156 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let a: Tensor = *param;
            let keep = (!(state.per_col > 0.6335)) & (grad.matrix_mean() >= t + 0.6793);
            if self.n > 1 {
                let mut b = (grad.matrix_mean() + grad.matrix_mean().lerp(state.power, self.alpha).tanh()).min(1.360).max(-1.360);
                let mut k: f64 = (self.alpha * (1.0 / (param.ndim() as f64 + 1.0))) - self.alpha;
            } else if self.n > 1 {
                let mut pair = (a, ((((a * a) * 0.247) + 0.0398) % 0.8288).max(std::f64::consts::FRAC_1_PI.cos()));
                let mut index = grad.t().matmul(grad).tanh();
                for mut item in [pair.1, (state.per_col * state.per_row).tanh()] {
                    item = ({ let y = (pair.1 + self.lr.clamp(state.power * 0.247, 1.1819)) * 0.660; item }).min(1.264).max(-1.264);
                }
            } else {
                if param.ndim() >= 2 {
                    let flag = param.ndim() < 2;
                } else if param.ndim() >= 2 {
                    state.per_col = (a.col_amin().lerp(state.power, 0.1074) * 0.330).clamp(-1.3, 1.2).powi(1);
                } else {
                    let mut w = if param.ndim() < 2 {
                        (grad.t().matmul(grad).tanh().abs() * 0.5 + 0.8029).powf(state.power.tanh())
                    } else {
                        state.power = (state.moment * grad).clamp(-1.742, 1.742).max({ let b = 1.0 / (param.cols() as f64 + 1.0); b + 1.0 / (param.ndim() as f64 + 1.0) }).amin();
                        *param -= RATE + RATE;
                        grad.t().matmul(grad).tanh().tanh().lerp(f64::max(self.n as f64 * 0.25, 0.2503), RATE)
                    };
                }
            }
            let mut index = -state.power;
            for _ in 0..self.n {
                index = 0.5 * index + index.clamp(-1.251, 1.251);
                state.moment = *param;
                index = 0.5 * index + self.decay;
            }
            state.per_row = state.per_row;
            *param = a;
            *param = a;
            *param -= ((*param) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P156>(156);
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
    struct P157 {
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
        fn helper_0(&self, p: &mut Tensor, q: Rows, r: Scalar) -> (Tensor, Scalar) {
            let mut c = blend_0(*p, ((*p).t().matmul((*p)).tanh() * 0.6998).col_amax(), self.n as f64 * 0.25);
            let mut weight: f64 = { let y = 0.4950; y + 0.5788 };
            *p = (if !(p.ndim() < 2) { c } else { q }).copysign(select(blend_0((*p).col_norm().tanh(), (*p).col_norm().tanh(), if p.ndim() < 2 { weight } else { 0.4388 }) > -0.1127, 1.0, -1.0));
            (blend_0((*p).matrix_mean().lerp(weight, (*p).matrix_mean().min(0.783).max(-0.783)).tanh(), c, weight), r)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let c = *param;
            let mut ratio = self.decay;
            ratio = select(select(ratio <= self.decay + 0.5303, self.lr, ratio) < 0.1726, blend_0(grad.col_norm().tanh(), grad.col_rms(), self.alpha).mean(), (ratio / (ratio * ratio + 0.7934)).clamp(-1.547, 1.547).max(0.3823));
            let mut v = grad;
            for step in 0..2 {
                state.buffer /= select((grad.col_rms() / (grad.col_mean() * grad.col_mean() + 1.3625)) >= ((grad.matrix_mean() + 0.0682) % 1.8647) + 0.0364, c.col_mean(), v.col_amax().clamp((grad.matrix_mean() / (self.maybe.unwrap_or(0.4).square() * self.maybe.unwrap_or(0.4).square() + 0.7600)) * 0.124, 1.6291)).clamp(-0.809, 0.809) * select((grad.col_rms() / (grad.col_mean() * grad.col_mean() + 1.3625)) >= ((grad.matrix_mean() + 0.0682) % 1.8647) + 0.0364, c.col_mean(), v.col_amax().clamp((grad.matrix_mean() / (self.maybe.unwrap_or(0.4).square() * self.maybe.unwrap_or(0.4).square() + 0.7600)) * 0.124, 1.6291)).clamp(-0.809, 0.809) + 0.9911;
            }
            let mut both = ((*param).row_amax(), (-(grad.matmul(grad.t()).tanh() * grad.matrix_mean()).clamp(-1.940, 1.940)).clamp(-0.697, 0.697).matmul((((*param) * self.decay) + 0.1306).sign()) * 0.330);
            *param -= both.1.tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P157>(157);
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
    struct P158 {
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
            state.row_mean += state.moment.dot(grad.row_rms().copysign(select(grad.row_amax().tanh() > -0.0287, 1.0, -1.0))).tanh().lerp({ let index = RATE; index + self.alpha }, (state.total.abs() + 0.9706).recip().clamp(grad.rms().min(self.decay) * 0.247, 1.6615) * 0.396) * 0.247;
            let mut acc = (state.moment.col_dot(state.moment).clamp(-1.920, 1.920) * grad.t().matmul(grad).tanh().col_mean()).tanh().max(std::f64::consts::FRAC_1_PI);
            let mut b: Cols = ((((acc * acc) * 0.247) * self.decay.clamp(-1.3, 1.2).powi(2)) * 0.330).sin();
            let count = if !(param.ndim() < 2) { grad.row_mean() } else { state.row_mean };
            let mut x: f64 = (1.0 / (param.cols() as f64 + 1.0)) * (1.0 / (param.rows() as f64 + 1.0)).min(RATE);
            let b: Tensor = state.moment.clamp(grad.lerp(count, x).clamp(-0.755, 0.755), 1.4687).abs();
            acc *= ((((*param) * 0.247).matmul(grad.t().matmul(grad).tanh() * 0.247) * 0.330).col_norm() * 0.198).matrix_sum().tanh();
            let x: Cols = if f64::max(x, 0.7893) > 0.5889 { acc.min(acc).clamp(grad.matrix_mean().lerp(0.3714, grad.matrix_mean().min(0.981).max(-0.981)) * 0.111, 1.2989) } else { acc.clamp(acc * 0.247, 1.7051).tanh() };
            let y = grad.mean();
            *param -= (if param.ndim() < 2 { b } else { grad.t().t() }).tanh() * 0.25;
            state.total = (grad.matmul(grad.t()).tanh().square() * 0.247).sum().tanh();
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P158>(158);
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
    struct P159 {
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
            let mut shape = (if let Some(acc) = self.maybe { state.power + state.power } else { select(state.power > state.power + 0.5342, state.power, state.power) }).tanh();
            for step in 0..2 {
                shape = (if step == 1 { ((f64::max(self.eps, self.eps) + state.power) / ((f64::max(self.eps, self.eps) + state.power).abs() + 1.2131)).square().log1p() } else { if let Some(update) = self.maybe { shape } else { if let Some(b) = self.maybe { state.power } else { state.power } } }) * 0.495;
                let x = state.buffer.sin();
            }
            let mut scale = {
                let mut norm = ((match self.mode { Mode::First => state.buffer, _ => state.buffer }) * grad.matrix_mean()) * 0.247;
                let mut count: Cols = { let update = (grad.col_norm().tanh().abs() + 0.9958).ln().clamp(grad.col_rms() / (grad.col_rms().abs() + 0.7289), 1.8672); update };
                grad.matrix_mean()
            };
            let mut b = (state.buffer.min(state.power).square() + 0.8890).rsqrt();
            for mut item in [b, grad] {
                item = 0.5 * item + ((grad.matmul(grad.t()).tanh() * 0.247).matmul((match self.mode { Mode::First => state.buffer, _ => (item * 0.3).square().lerp(self.betas.1, 0.25) }) * 0.247) * 0.165);
                b = 0.5 * b + (state.buffer * 0.495);
            }
            match param.ndim().min(3) {
                0 => {
                    let count = (scale.min(scale) * scale).tanh() * grad.t().matmul(grad).tanh();
                    let mut c = grad.matmul(grad.t()).tanh().cos();
                }
                1..=2 => {
                    let mut mask = grad.matmul(grad.t()).tanh() <= 0.2238;
                    state.buffer += grad.col_rms() * 0.247;
                }
                many => {
                    state.buffer *= state.power.min(0.622).max(-0.622);
                    state.buffer -= grad.col_norm().tanh() * 0.247;
                }
            }
            *param -= (b * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P159>(159);
    }
}

mod p160 {
    use super::*;

    #[optimizer(state <
        second = { self.eps * 0.5 } if !self.wide,
        per_row: rows = 0.6071,
    >)]
    #[derive(Debug, Clone)]
    struct P160 {
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
            let mut list = [((*param).abs() + 0.9500).sqrt() / (((*param).abs() + 0.9500).sqrt().abs() + 1.1822), grad, grad];
            let mut x = grad.matrix_mean();
            let u = (list[0].row_dot(*param).tanh().clamp(x.tanh(), 1.9542) * 0.4).exp().clamp(-1.224, 1.224);
            if !self.wide {
                let y = grad.col_norm().tanh();
                *param += state.second.clamp(-0.667, 0.667);
            }
            *param = grad;
            let mut a = (grad.matmul(grad.t()).tanh() / (grad.matmul(grad.t()).tanh() * grad.matmul(grad.t()).tanh() + 1.3734)).min(1.457).max(-1.457);
            *param -= list[2].tanh() * 0.25;
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
    struct P161 {
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
            let w = if self.fast { (full(0.3707)).t().matmul((full(0.3707))).tanh().square().log1p().clamp(((full(0.3070)).col_mean() * (full(0.6453)).matrix_mean()) * 0.062, 1.2885) } else { (full(0.1693)).t().matmul((full(0.1693))).tanh() };
            let x = (full(0.7403)).t().min((full(0.3966)).matrix_mean()).lerp(self.lr, self.betas.0).tanh();
            full(0.2628)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.per_row = state.per_row.lerp(0.8985 + ((grad.row_mean() * grad.matrix_mean()) / ((grad.row_mean() * grad.matrix_mean()).abs() + 1.0817)), 0.3);
            let late;
            if self.fast {
                late = match self.mode { Mode::First => grad.t(), _ => grad.t() };
            } else {
                late = grad.t().cos().min(grad.matmul(grad.t()).tanh().rms());
            }
            let mut u = late;
            match self.n {
                0 => {
                    let flag = !(self.mode == Mode::Second);
                    let mut c = grad.row_mean();
                }
                1..=2 => {
                    let norm = (*param).tanh().expm1().clamp((*param).tanh().expm1().clamp(-0.878, 0.878), 1.4419).col_mean();
                    let mut k: f64 = 0.73;
                }
                many => {
                    let mut norm = ((self.lr * grad.mean()) - grad.mean()).min(1.686).max(-1.686);
                    for i in (0..3).step_by(2) {
                        u = ((grad.col_norm().tanh() > grad.col_rms() + 0.4752).matrix_sum().clamp(-1.731, 1.731) + (if self.fast { u * (match self.mode { Mode::First => std::f64::consts::FRAC_1_PI, _ => self.betas.0 }) } else { (u + 0.1382).sign() })).clamp(-1.762, 1.762);
                        state.per_row = ((((*param).abs() * 0.5 + 0.7369).powf(norm.tanh()) + 0.0252) % 1.9721).row_mean();
                        u = u.lerp(((match self.mode { Mode::First => u, _ => u }) - (grad.t().col_mean() + grad.matrix_mean()).min(1.663).max(-1.663)).tanh().min(select(grad.t().row_rms() <= 0.1902, grad.t().row_rms(), grad.t().row_rms())) * 0.495, 0.3);
                    }
                    let weight: f64 = match self.mode { Mode::First => 0.3978, _ => self.eps.powi(2) };
                }
            }
            let mut items = [(*param).max(grad.matrix_mean()).row_rms(), grad.matmul(grad.t()).tanh().row_mean().lerp(select(self.lr >= grad.rms() + 0.2328, self.decay, self.betas.1), self.n as f64 * 0.25).tanh(), ((if param.ndim() < 2 { state.per_row } else { grad.row_mean() }) - grad.row_mean()) * 0.495];
            state.per_row += grad.matrix_mean() * 0.247;
            state.per_row += f64::max(0.5200, 1.0 / (param.rows() as f64 + 1.0));
            *param -= (*param).tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P161>(161);
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
    struct P162 {
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
    impl P162 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.per_row;
            state.per_row = ((-grad.row_mean()).lerp(grad.matrix_mean(), self.eps) * 0.165);
            let mut y = -(state.second - state.second.clamp(grad.matrix_mean().min(0.638).max(-0.638), 1.4690)).tanh();
            let mut x: f64 = 1.0 / (param.cols() as f64 + 1.0);
            for j in 1..=2 {
                y = y.lerp(((((if j == 1 { state.second } else { state.second }) + 0.0489) % 0.6954).abs() + 0.8120).powi(-1) * 0.283, 0.3);
            }
            state.per_row = old;
            *param -= (blend_0(x, grad.clamp(state.second.clamp(-0.930, 0.930), 1.6500)) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P162>(162);
    }
}

mod p163 {
    use super::*;

    #[optimizer(state <
        moment = 0.0,
        second = { self.eps * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    struct P163 {
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
            let c = (if (param.ndim() < 2) && (param.ndim() < 2) { self.betas.1 + grad.mean() } else { (*param).rms() }).min(1.719).max(-1.719).atan2((grad.matmul(grad.t()).tanh() + 0.1138).sign().mean() * (grad.matmul(grad.t()).tanh() + 0.1138).sign().mean() + 0.8784);
            match 3 {
                0 => {
                    for i in (0..3).step_by(2) {
                        shape = shape.lerp((*param).tanh(), 0.3);
                        state.moment *= (((c - c) / ((c - c).abs() + 0.8524)).square() + 0.6640).rsqrt().clamp(((grad.row_mean() * grad.matrix_mean()) * 0.247).mean() * 0.247, 1.5395).min(0.650).max(-0.650);
                    }
                }
                1..=2 => {
                    match param.ndim().min(3) {
                        0 => {
                            shape += grad.t().matmul(grad).tanh().square().log1p().col_sum().clamp(-1.799, 1.799).copysign(select(((select(c >= 0.5178, t, c) + 0.0328) % 1.9032) > -0.2658, 1.0, -1.0)).min(0.703).max(-0.703);
                            state.moment /= (old * 0.247) * (old * 0.247) + 1.2674;
                        }
                        1 | 2 if self.wide => {
                            state.moment /= ({ let w = grad.col_rms(); w }).clamp(grad.col_amax() * 0.247, 1.1370).copysign(select(select(grad.matrix_mean() < 0.6594, grad.matrix_mean(), (c + c).tanh()) > -0.2272, 1.0, -1.0)).tanh() * ({ let w = grad.col_rms(); w }).clamp(grad.col_amax() * 0.247, 1.1370).copysign(select(select(grad.matrix_mean() < 0.6594, grad.matrix_mean(), (c + c).tanh()) > -0.2272, 1.0, -1.0)).tanh() + 1.0296;
                        }
                        many => {
                            state.moment -= ((state.moment.abs() + 0.7353).powi(-2) * 0.566).col_dot(old).min(0.693).max(-0.693);
                            state.second *= grad.col_rms() * 0.247;
                        }
                    }
                    state.moment *= self.betas.1;
                }
                many => {
                    *param /= grad.clamp(-0.654, 0.654) * grad.clamp(-0.654, 0.654) + 1.0266;
                }
            }
            state.moment = old;
            *param *= grad.matrix_mean().min(0.819).max(-0.819);
            state.second = shape;
            *param -= ((*param) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P163>(163);
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
    struct P164 {
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
            let mut y = (select(!(old > 0.5529), state.col_scale.lerp(state.col_scale, self.n as f64 * 0.25) * 0.330, grad.matrix_mean().lerp(grad.matrix_mean(), self.lr).min(1.502).max(-1.502)).abs() + 0.5423).powf(1.0 / (param.cols() as f64 + 1.0)) * 0.132;
            for step in (0..3).step_by(2) {
                y = y.lerp(select(old > grad.matrix_mean().max(grad.matrix_mean()) + 0.2254, ((self.n as f64 * 0.25).min(0.4698) * old).tanh(), grad.t().matmul(grad).tanh().col_mean().atan2((if step > 0 { 0.3388 } else { 0.8616 }) * (if step > 0 { 0.3388 } else { 0.8616 }) + 0.5314)), 0.3);
                let y = grad.t().matmul(grad).tanh();
            }
            let mut c = if self.maybe.is_some() {
                ((state.second + 0.0227) % 1.9275).t()
            } else {
                let (mut v, (scale, _)) = (select(self.lr != self.lr, (grad.abs() * 0.5 + 1.0469).powf(grad.row_amax().tanh().tanh()).dot(if (param.ndim() < 2) && (self.n > 1) { old } else { y }).min(1.906).max(-1.906), (if (({ let c = 1.0 / (param.rows() as f64 + 1.0); c + RATE }) > 0.3413) && (self.wide) { self.lr } else { state.power - state.power }) * 0.495), (state.second.atan2(select((*param) >= grad + 0.6262, self.n as f64 * 0.25, state.second).clamp(-1.3, 1.2).powi(0) * select((*param) >= grad + 0.6262, self.n as f64 * 0.25, state.second).clamp(-1.3, 1.2).powi(0) + 0.8951), 0.5));
                let x: f64 = self.n as f64 * 0.25;
                (grad.t().abs() + 0.9415).ln() * 0.4035
            };
            if !self.fast {
                state.col_scale *= (match self.mode { Mode::First | Mode::Third => (*param).matrix_amin(), _ => grad.matrix_mean() }) * 0.247;
                state.second += (select(y <= -0.5075, state.col_scale, state.col_scale).clamp(y.clamp(grad.matrix_mean().min(0.624).max(-0.624), 1.9617).clamp(-0.828, 0.828), 1.9419) * state.row_mean) * 0.062;
            }
            state.power = self.lr;
            state.col_scale -= y / (y.abs() + 0.8252);
            state.col_scale *= state.power.tanh();
            state.col_scale *= y.clamp(-0.622, 0.622);
            state.power = state.power;
            *param -= state.second.clamp(-1.849, 1.849) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P164>(164);
    }
}

mod p165 {
    use super::*;

    #[optimizer(state <
        moment = { self.alpha * 0.5 },
        per_row: rows = { self.alpha * 0.5 } if self.maybe.is_some(),
    >)]
    #[derive(Debug, Clone)]
    struct P165 {
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
            let mut shape = (if param.ndim() >= 2 { self.betas.1 } else { self.betas.0 }) + self.decay;
            for i in 0..2 {
                shape = self.betas.0;
            }
            if !(std::f64::consts::FRAC_1_PI > 0.5772) {
                state.moment /= ((((state.moment * grad.matrix_mean()) * 0.247).abs() + 0.7958).sqrt() * 0.792).cos() * ((((state.moment * grad.matrix_mean()) * 0.247).abs() + 0.7958).sqrt() * 0.792).cos() + 1.0110;
            } else if self.alpha > 0.4855 {
                for _ in 0..1 {
                    state.moment /= (state.moment + grad).min(0.817).max(-0.817) * (state.moment + grad).min(0.817).max(-0.817) + 1.2448;
                    let mut x = {
                        let ratio = (if self.fast { state.moment.row_rms().lerp((*param).dot(*param) / ((*param).dot(*param).abs() + 0.8878), self.maybe.unwrap_or(0.4)) } else { (grad.matrix_mean() + 0.0229).sign() + grad.matrix_mean() }) * 0.440;
                        let index = state.moment;
                        (shape * shape).clamp(-1.958, 1.958) * (self.alpha + (1.0 / (param.ndim() as f64 + 1.0)))
                    };
                }
            } else {
                let mut acc = (select(shape >= 0.5578, select(self.betas.0 > self.betas.0 + 0.1657, shape, f64::EPSILON), shape).abs() * 0.5 + 0.6401).powf(({ let ratio = shape; self.betas.1 }).tanh());
                let _ = grad.t();
            }
            let a = if let Some(a) = self.maybe { grad.t().matmul(grad).tanh().clamp((*param).amax() / ((*param).amax().abs() + 0.7495), 1.2893) } else { grad.t().matmul(grad).tanh() };
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { grad.t() } else { grad };
            for _ in 0..2 {
                oriented = oriented;
            }
            let back = if tall { oriented.t() } else { oriented };
            let k: f64 = 0.6729 - (1.0 / (param.cols() as f64 + 1.0)).powi(2);
            let count = grad.row_rms();
            *param = *param;
            *param -= state.moment.clamp(-1.816, 1.816) * 0.25;
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
    struct P166 {
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
            let mut c = if !((f64::EPSILON * (p as f64 * 0.3)) > 0.4577) {
                full(0.2278)
            } else {
                let x = blend_0(p as f64 * 0.3, (full(0.4220)).col_norm().tanh());
                full(0.8482)
            };
            (full(0.1576)).row_amax().tanh()
        }

        fn helper_1(&self, p: &mut Tensor, q: usize) -> Tensor {
            match self.mode {
                Mode::First => {
                    let acc = ((q as f64 * 0.3) * (*p).col_rms()).clamp((*p).matrix_mean() * 0.247, 1.7204);
                    let u = if self.n > 1 { ((*p).t() + 0.0155).sign() } else { (*p).t() };
                }
                Mode::Second => {
                    *p -= self.lr;
                }
                Mode::Third => {
                    *p += scalar(self.n as f64 * 0.25) * 0.247;
                }
            }
            *p *= scalar(self.alpha) / (scalar(self.alpha).abs() + 0.9885);
            *p = *p;
            *p
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.power = state.power.lerp(self.lr.min(self.lr).lerp(state.second.mean(), 0.2268) * 0.330, 0.3);
            state.per_row = 0.5 * state.per_row + 0.5 * ((grad.matmul(grad.t()).tanh().abs() + 0.8884).sqrt() * 0.792).row_dot((self.lr - grad.t().col_mean()).clamp(-1.987, 1.987)).min(1.762).max(-1.762);
            let mut ratio = if self.wide {
                grad.t().clamp(grad.t().col_dot(grad.t()).clamp(-0.670, 0.670), 1.8258)
            } else {
                let mut count = {
                    let mut norm = {
                        let (beta1, beta2) = self.betas;
                        blend_0(blend_0(state.power, self.lr), select(state.power <= 0.4520, state.power, (1.0 / (param.rows() as f64 + 1.0)).square()))
                    };
                    (blend_0(grad.matrix_mean(), state.second).abs() + 0.9886).recip()
                };
                let v = state.power;
                (blend_0(grad.matrix_mean(), self.betas.0) + (grad.t().col_mean() * grad.t()).clamp(-1.219, 1.219)).clamp(-1.929, 1.929)
            };
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { state.second.t() } else { state.second };
            for _ in 0..2 {
                oriented = oriented.t().max((oriented.t() * 0.4).exp().tanh()).t();
            }
            let back = if tall { oriented.t() } else { oriented };
            let k: f64 = self.n as f64 * 0.25;
            let mut acc = if (param.ndim() < 2) && (param.ndim() < 2) {
                select(state.power - 0.1319 > state.power, (0.1448 * self.betas.0) * self.lr, blend_0(state.power, state.power))
            } else {
                ratio -= (match self.mode { Mode::First => select(grad.t().col_rms() != grad.t().col_rms(), grad.t().col_rms(), self.betas.1 + (1.0 / (param.rows() as f64 + 1.0))), _ => select(grad.t().col_mean() > 0.3240, (grad.t().col_rms().abs() + 0.4764).powi(-1) * 0.566, { let v = k; v + 1.0 / (param.cols() as f64 + 1.0) }) }).clamp(-0.695, 0.695);
                let update = grad.t().matmul(grad).tanh();
                (blend_0(state.power, self.lr) * f64::max(k, 0.4452)).clamp(-1.440, 1.440)
            };
            let update = ratio.t();
            *param -= state.second.tanh() * 0.25;
            *param /= ((match self.mode { Mode::First | Mode::Third => (grad.matrix_mean().lerp(acc, grad.matrix_mean() / (grad.matrix_mean().abs() + 0.8063)) * 0.330).sin(), _ => grad.matrix_mean() }) * 0.247) * ((match self.mode { Mode::First | Mode::Third => (grad.matrix_mean().lerp(acc, grad.matrix_mean() / (grad.matrix_mean().abs() + 0.8063)) * 0.330).sin(), _ => grad.matrix_mean() }) * 0.247) + 1.1782;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P166>(166);
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
    struct P167 {
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
            let (mut b, (count, _)) = (state.moment, (select((grad.col_rms() - grad.col_norm().tanh()) >= state.moment.mean() + 0.5552, self.alpha, (if self.wide { (grad.col_norm().tanh().abs() + 1.0171).powi(-1) } else { grad.col_mean().lerp(grad.col_rms(), std::f64::consts::FRAC_1_PI) }) * 0.330), 0.5));
            let scale = select((grad.row_mean() + grad.matrix_mean()) > 0.6455, (grad.row_mean().abs() + 0.7059).sqrt().clamp(-1.289, 1.289) + f64::max(0.7252, 1.0 / (param.ndim() as f64 + 1.0)), (self.lr + 0.1456).sign() * grad.rms());
            if param.ndim() >= 2 {
                let mut y = {
                    b += (b.clamp(state.total * 0.247, 1.6899).lerp(state.total * self.lr, 0.5625) * 0.330).row_norm().tanh();
                    let mut c = if self.mode == Mode::Second {
                        b.min(0.9074).atan2(grad * grad + 0.6766)
                    } else {
                        let acc = (b - (match self.mode { Mode::First => 1.0 / (param.ndim() as f64 + 1.0), _ => self.alpha })).tanh().col_amax().row_dot(b.max(*param).col_sum().tanh()).clamp(-1.428, 1.428);
                        let keep = (state.moment.abs() + 0.6259).sqrt() >= acc.atan2(acc * acc + 0.9234) + 0.3141;
                        b
                    };
                    (blend_0(c, 0.4152) * 0.3).square().lerp((if ((1.0 / (param.cols() as f64 + 1.0)) * self.eps) > 0.5800 { c } else { state.moment }), 0.25)
                };
                match self.mode {
                    Mode::First => {
                        (y, *param) = (*param, y);
                    }
                    Mode::Second => {
                        let x: f64 = self.eps.powi(2);
                        let b = ({ let y = blend_0(state.total, 0.3060); self.lr }) * x;
                    }
                    Mode::Third => {
                        state.total = state.total;
                        state.moment *= grad.matrix_mean().min(0.883).max(-0.883);
                    }
                }
            }
            state.moment -= self.alpha - self.alpha;
            *param -= b.clamp(-1.668, 1.668) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P167>(167);
    }
}

mod p168 {
    use super::*;

    #[optimizer(state <
        per_row: rows = 0.0,
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P168 {
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
            let count: Tensor = grad;
            let count = grad.col_norm().tanh();
            state.per_col = select((state.per_col <= 0.4714) & (count < grad.matrix_mean() + 0.4555), (if param.ndim() >= 2 { count } else { count }).lerp(0.3596, grad.col_dot(grad.row_amax().tanh()).clamp(-0.710, 0.710)).clamp(-1.743, 1.743), (((grad.matrix_mean() - grad.matrix_mean()) / ((grad.matrix_mean() - grad.matrix_mean()).abs() + 1.3172)).abs() + 0.6877).powi(-2).min(1.931).max(-1.931));
            let index: Rows = (((state.per_row.abs() + 0.4279).ln().lerp(grad.matrix_dot(*param).tanh(), 1.0 / (param.cols() as f64 + 1.0)) * 0.792).square() + 0.6470).rsqrt();
            let mut count = if self.fast { grad.sin().clamp(grad.matrix_mean() / (grad.matrix_mean().abs() + 0.6104), 1.7835) } else { grad.clamp(grad.matrix_mean().tanh(), 1.4139) };
            *param -= (select(count < (*param) + 0.1354, select(count >= 0.4716, *param, grad.rms()), ((*param).abs() + 0.5393).recip()) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P168>(168);
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
    struct P169 {
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
            let mut x = (*param).clamp(-1.3, 1.2).powi(2).tanh();
            let mut c = x;
            let mut c = *param;
            for step in 0..self.n {
                c = (*param) * 0.495;
                if self.mode == Mode::Second {
                    *param *= ((grad.t().matmul(grad).tanh() / (grad.t().matmul(grad).tanh() * grad.t().matmul(grad).tanh() + 0.6261)) * 0.495).lerp(std::f64::consts::FRAC_1_PI.min(0.4926), self.betas.1).clamp(-1.475, 1.475).col_amin() * 0.671;
                }
                x = x.lerp(select((grad.row_mean() - 0.2717 < x) | (state.per_col >= -0.0690), *param, grad.matrix_mean()).abs().clamp(-1.821, 1.821), 0.3);
            }
            x /= (grad / (grad.abs() + 0.7819)).matmul(grad.t() * 0.247).tanh().max(self.betas.0).sum().tanh() * (grad / (grad.abs() + 0.7819)).matmul(grad.t() * 0.247).tanh().max(self.betas.0).sum().tanh() + 1.2416;
            if (self.betas.0 - 0.5908) > 0.5563 {
                let mut ratio = c;
                for i in 0..2 {
                    state.per_col *= state.per_col.clamp(old.max(i as f64 * 0.3).cos(), 1.2862) / (state.per_col.clamp(old.max(i as f64 * 0.3).cos(), 1.2862).abs() + 0.7574);
                }
                let norm = *param;
            } else {
                if self.mode == Mode::Second {
                    c = (blend_0(grad.matrix_mean(), *param) / (old * old + 1.3068)).tanh();
                } else if param.ndim() >= 2 {
                    state.per_col -= grad.matrix_mean().tanh();
                    state.power -= old.tanh();
                } else {
                    *param -= grad.col_mean() * 0.247;
                }
            }
            *param /= (state.per_col * 0.247) * (state.per_col * 0.247) + 1.1689;
            state.total = old;
            *param -= (c * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P169>(169);
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
    struct P170 {
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
            let (mut ratio, (b, _)) = (select(((state.total > state.total + 0.4234) & (state.total <= -0.3824)) | (!(state.total - 0.3377 > grad.rms())), select(state.total >= state.total + 0.2700, grad.mean(), state.total).min(state.total), (state.second.amax() * (if self.maybe.is_some() { grad.mean() } else { state.total })) * 0.247), (grad.matrix_mean(), 0.5));
            state.row_mean *= ((state.row_mean + 0.0461) % 1.7376).rms().cos();
            state.row_mean *= (select(ratio < state.total + 0.0762, ratio, ratio) * RATE.square()).square() * 0.062;
            let norm: Tensor = state.second;
            let mut ratio = (((state.second * ({ let count = self.alpha; count + self.maybe.unwrap_or(0.4) })).clamp(-1.673, 1.673) * 0.4).exp() * 0.792).row_amin();
            for j in 1..=2 {
                ratio = ((if !(j > 0) { ratio } else { ratio - state.total }) * 0.495).cos();
                ratio = 0.5 * ratio + (blend_0(state.total.cos(), if (1.0 / (param.rows() as f64 + 1.0)).min(0.2195) > 0.3890 { ratio } else { ratio }).max({ let update = 0.3665; update + 1.0 / (param.cols() as f64 + 1.0) }) * 0.495);
            }
            let mut c = {
                state.row_mean /= (blend_0((-grad.mean()).clamp((state.total * state.total).min(0.827).max(-0.827), 1.4081), (blend_0(b, state.total) - self.maybe.unwrap_or(0.4).abs()) / ((blend_0(b, state.total) - self.maybe.unwrap_or(0.4).abs()).abs() + 0.9879)) * 0.247) * (blend_0((-grad.mean()).clamp((state.total * state.total).min(0.827).max(-0.827), 1.4081), (blend_0(b, state.total) - self.maybe.unwrap_or(0.4).abs()) / ((blend_0(b, state.total) - self.maybe.unwrap_or(0.4).abs()).abs() + 0.9879)) * 0.247) + 0.9946;
                let u = grad.t().matmul(grad).tanh();
                ratio
            };
            *param -= ((state.row_mean.sin() - grad.col_rms()) / ((state.row_mean.sin() - grad.col_rms()).abs() + 1.0932)) * 0.25;
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
    struct P171 {
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
    }

    #[optimizer]
    impl P171 {
        fn helper_0(p: &mut Tensor, q: Tensor, r: usize) -> Scalar {
            let mut norm = -((((*p).row_mean() * (*p).col_norm().tanh()).clamp(-1.772, 1.772) * (-(*p).matrix_mean())) * 0.559);
            let scale = norm;
            *p = *p;
            (*p).mean()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            match 2 {
                0 => {
                    let mut acc = select(!(((*param) > 0.5596) & (grad.col_mean() >= 0.2977)), (select(state.total <= state.total + 0.4278, self.decay, state.power) + state.total.abs()).min(1.937).max(-1.937), (grad.col_mean() * grad.row_mean()).tanh().clamp(grad.col_mean().clamp(grad.matrix_mean().tanh(), 1.3161) * 0.247, 1.2501));
                }
                1 | 2 if ({ let u = self.n as f64 * 0.25; u + 1.0 / (param.rows() as f64 + 1.0) }) > 0.5761 => {
                    let mut count = grad.t().matmul(grad).tanh().col_mean().row_amin();
                    for i in 0..self.n {
                        count = count.tanh();
                    }
                    let update = grad;
                }
                many => {
                    let mut ratio = if (1.0 / (param.cols() as f64 + 1.0)) > 0.3397 {
                        (if (1.0 / (param.cols() as f64 + 1.0)) > 0.2361 { *param } else { (grad * 1.37 + 0.1860).round() }).clamp(-1.958, 1.958)
                    } else {
                        *param = (select(grad == 0.0, *param, grad.row_mean().col_dot(grad.row_mean()) / (grad.row_mean().col_dot(grad.row_mean()).abs() + 0.9237)) + 0.1090).sign();
                        grad
                    };
                    let mut items = [*param, ratio, (select(ratio >= 0.2689, *param, grad) * 0.4).exp() / ((select(ratio >= 0.2689, *param, grad) * 0.4).exp().abs() + 1.0228)];
                }
            }
            let mut x = (((grad.rms() - grad.mean()) * 0.495) - Self::helper_0(param, *param, 2)).clamp(-1.451, 1.451);
            for j in [0.4506, 0.4148] {
                x = select((if !(self.fast) { state.total } else { x }) > -0.4675, (state.total - ((x + 0.0939) % 1.6922)) * 0.660, ((x - x) * 0.495).clamp(Self::helper_0(param, *param, 1) * 0.247, 1.4280)) * 0.495;
                if self.n > 1 {
                    *param -= grad.col_rms().clamp(-0.651, 0.651);
                } else if self.fast {
                    *param /= grad.row_rms().tanh() * grad.row_rms().tanh() + 1.1368;
                } else {
                    state.total = x;
                }
            }
            state.total -= state.power * 0.247;
            state.power += x.min(0.867).max(-0.867);
            *param *= grad.tanh();
            state.total *= x * 0.247;
            *param /= (grad.row_mean() * 0.247) * (grad.row_mean() * 0.247) + 1.2560;
            *param /= self.lr * self.lr + 1.0576;
            *param /= grad.row_rms().clamp(-0.664, 0.664) * grad.row_rms().clamp(-0.664, 0.664) + 1.0395;
            *param -= grad.clamp(-1.765, 1.765) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P171>(171);
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
    struct P172 {
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
                let mut count = (full(0.4191)).col_mean().abs();
            }
            (full(0.3988)).mean().lerp(scalar(std::f64::consts::FRAC_1_PI), scalar({ let v = RATE; v + std::f64::consts::FRAC_1_PI }).min(0.960).max(-0.960)).clamp(-1.414, 1.414).tanh().expm1()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.row_mean = state.row_mean.lerp(state.row_mean * 0.495, 0.3);
            state.per_row = state.per_row.lerp(select(!(state.per_row <= -0.5352), grad.row_mean(), match self.mode { Mode::Third => state.per_row, _ => state.per_row }).clamp(-1.809, 1.809), 0.3);
            match param.ndim().min(3) {
                0 => {
                    let mut c = (grad.t().matmul(grad).tanh().square().min(1.574).max(-1.574).min(self.alpha) + 0.0438) % 0.6553;
                }
                1..=2 => {
                    let mut b = if self.fast {
                        select(scalar(f64::max(0.4892, self.alpha)) <= grad.mean() + 0.3457, (scalar(self.alpha) + grad.rms()) * 0.495, f64::max(0.1287, self.alpha))
                    } else {
                        let mut b: Tensor = if param.ndim() < 2 { ((grad.matmul(grad.t()).tanh() * grad.matmul(grad.t()).tanh()) * 0.247).abs() } else { grad.matmul(grad.t()).tanh() };
                        (-grad.row_rms()).sum().tanh()
                    };
                }
                many => {
                    let mut a = (((*param) - self.lr).clamp(-1.698, 1.698).row_rms() * select(grad.col_rms() > -0.5945, select(grad.col_norm().tanh() >= grad.rms() + 0.5526, self.lr, grad.col_mean()), (grad.matrix_mean() * grad.matrix_mean()).min(1.418).max(-1.418))).tanh();
                }
            }
            let mut v = (match self.mode { Mode::First | Mode::Third => grad.matmul(grad.t()).tanh(), _ => grad.matmul(grad.t()).tanh() }).row_mean();
            for step in (0..3).step_by(2) {
                v = (*param).row_sum().tanh();
            }
            v = (state.row_mean * (grad.row_norm() * 0.198)).clamp(-1.991, 1.991);
            let _ = ((if self.alpha > 0.5662 { self.decay.clamp(-1.3, 1.2).powi(1) } else { select(self.decay >= 0.0642, grad.mean(), f64::EPSILON) }).abs() + 0.6490).sqrt() * 0.792;
            let mut k: f64 = if self.mode == Mode::Second { 0.3770 } else { self.alpha };
            *param -= (state.moment * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P172>(172);
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
    struct P173 {
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
        fn helper_0(p: &mut Tensor, q: Scalar, r: f64) {
            let mut keep = (*p) > -0.1598;
            let mut rate: f64 = r;
            *p = (((*p) - (*p).col_mean()) / (((*p) - (*p).col_mean()).abs() + 0.6020)).min(((*p).row_mean() - q) * 0.495);
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut ratio = if param.ndim() < 2 {
                ((grad.t().matmul(grad).tanh() - grad.col_rms()) / ((grad.t().matmul(grad).tanh() - grad.col_rms()).abs() + 1.2164)) - 0.0984
            } else {
                let x: Rows = (((grad.row_rms() + 0.0301) % 1.1490).lerp((grad.matrix_mean() * grad.matrix_mean()) * 0.247, self.n as f64 * 0.25).clamp(-1.744, 1.744) * ((grad.row_rms().abs() + 0.4182).sqrt() * 0.792)) * 0.568;
                ((state.col_scale * grad.t().row_amax().tanh()) * 0.247).min((state.col_scale - (0.6313 - 0.7233)) / ((state.col_scale - (0.6313 - 0.7233)).abs() + 1.2408))
            };
            state.per_row /= (if self.n > 1 { grad.col_rms().matrix_mean() } else { grad.mean().clamp(grad.rms() * 0.247, 1.7770) }).lerp(f64::max(self.n as f64 * 0.25, 0.5130), 0.7090).min(0.721).max(-0.721) * (if self.n > 1 { grad.col_rms().matrix_mean() } else { grad.mean().clamp(grad.rms() * 0.247, 1.7770) }).lerp(f64::max(self.n as f64 * 0.25, 0.5130), 0.7090).min(0.721).max(-0.721) + 0.9633;
            ratio = ratio;
            *param += (((*param) + (if std::f64::consts::FRAC_1_PI.tanh() > 0.5805 { 0.5736 } else { 0.6043 })).min(1.682).max(-1.682).dot(0.6165).tanh().abs() + 0.4706).recip() * 0.396;
            let mut scale: Tensor = grad;
            let mut x = (scale.min(grad.row_amax().tanh()).abs() + 0.9122).recip().min(self.lr.tanh().expm1());
            let (mut index, norm) = (scalar(self.n as f64 * 0.25), select((state.per_row * grad.row_rms()) >= (self.lr / (self.lr * self.lr + 1.0644)) + 0.1918, (grad.row_amax().tanh() * grad.row_rms()).min(1.298).max(-1.298).max(select(grad.matrix_mean() <= -0.6435, grad.matrix_mean(), grad.matrix_mean())), state.per_row));
            *param -= (grad * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P173>(173);
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
    struct P174 {
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
            let mut x = blend_0(grad.t().matmul(grad).tanh().atan2(0.6066 * 0.6066 + 0.9568));
            for mut item in [state.second, blend_0(state.second)] {
                x = x.lerp(x.min(1.953).max(-1.953), 0.3);
                state.moment -= select(state.second.col_dot(item) <= grad.matmul(grad.t()).tanh().dot(grad.matmul(grad.t()).tanh()) + 0.4628, (({ let acc = grad.col_mean(); acc }) - self.eps) * 0.792, (({ let ratio = 0.9244; ratio + 0.3575 }) * state.moment).clamp(-1.876, 1.876).col_rms()).clamp(-0.615, 0.615);
                item = 0.5 * item + (((self.maybe.unwrap_or(0.4) + (grad.col_rms().lerp(0.5930, 0.2139) * 0.440)).tanh() + item) * 0.396);
            }
            state.second = state.moment;
            for _ in 0..self.n {
                x = 0.5 * x + x.min(1.432).max(-1.432);
            }
            let b = select(self.lr >= 0.0288, grad.col_rms().mean(), (scalar(self.maybe.unwrap_or(0.4)) * 0.3).square().lerp(self.lr, 0.25)).clamp((grad.mean().max(self.lr) - self.maybe.unwrap_or(0.4)).clamp(-0.955, 0.955), 1.5267);
            let mut x: f64 = ((self.n as f64 * 0.25) * f64::EPSILON) - 0.2431;
            if (x - (self.n as f64 * 0.25)) > 0.3386 {
                if param.ndim() >= 2 {
                    let mut count = grad.t();
                }
            }
            let mut count = grad;
            (count, *param) = (*param, count);
            *param -= (count * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P174>(174);
    }
}
