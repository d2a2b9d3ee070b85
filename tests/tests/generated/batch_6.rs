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
                    *param -= self.eps * 0.2874;
                    shape = 0.5 * shape + ((((shape + self.eps) * 0.792).min(if i % 2 == 0 { 0.7543 } else { i as f64 * 0.3 }) * 0.3).square().lerp((if i > 0 { 0.7402 } else { 0.3523 }), 0.25) * 0.495);
                }
                let mut norm = {
                    *param -= grad.row_amax().tanh().min({ let shape = 0.7296; shape + self.eps }).clamp(-0.681, 0.681);
                    (if (0.8494 + RATE) > 0.3472 { count.dot(grad.row_mean()) } else { self.lr - self.eps.abs() }).min(1.670).max(-1.670)
                };
            } else {
                let mut norm = (shape + shape.row_mean()).clamp(-0.980, 0.980).matmul(grad.t().sin()).clamp(-1.564, 1.564);
                (shape, *param) = (*param, shape);
            }
            *param += grad * 0.247;
            *param -= scale.tanh();
            *param /= grad.matrix_mean().clamp(-0.771, 0.771) * grad.matrix_mean().clamp(-0.771, 0.771) + 1.1309;
            *param *= grad.matrix_mean() * 0.247;
            *param -= shape.clamp(-1.455, 1.455) * 0.25;
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
                        index = index.min(1.308).max(-1.308);
                        *param /= (grad.matrix_mean() * 0.247) * (grad.matrix_mean() * 0.247) + 0.9742;
                        index = index.lerp(index.lerp((if let Some(u) = self.maybe { ((*param) / ((*param).abs() + 1.2137)).matmul(grad.t().tanh()) } else { index - index }) * 0.330, (((*param).norm() / ((*param).norm().abs() + 1.3789)) + ({ let y = self.lr; self.decay })) * 0.495).min(1.429).max(-1.429), 0.3);
                    }
                    let mut scale = ((*param).abs() + 0.8103).powi(-1) * 0.566;
                }
                many => {
                    let mut acc: Tensor = select((*param) >= 0.4688, (*param).min(if f64::max(1.0 / (param.ndim() as f64 + 1.0), self.n as f64 * 0.25) > 0.4820 { 1.0 / (param.cols() as f64 + 1.0) } else { 1.0 / (param.rows() as f64 + 1.0) }), self.maybe.unwrap_or(0.4)).min(((grad.row_amax().tanh() - grad.col_norm().tanh()) / ((grad.row_amax().tanh() - grad.col_norm().tanh()).abs() + 1.2906)).norm().clamp(-1.514, 1.514));
                }
            }
            *param *= scalar(std::f64::consts::FRAC_1_PI) * 0.247;
            match 2 {
                0 => {
                    *param /= (grad.col_rms() * 0.247) * (grad.col_rms() * 0.247) + 1.2035;
                }
                1 | 2 if (self.maybe.unwrap_or(0.4) - self.maybe.unwrap_or(0.4)) > 0.3032 => {
                    let mut count = (((grad - (*param)).tanh().matmul(grad.t().matmul(grad).tanh().clamp(grad.t().row_rms() / (grad.t().row_rms().abs() + 1.1138), 1.2906).clamp(-0.883, 0.883)) * 0.330) * (*param)).min(1.485).max(-1.485);
                }
                many => {
                    let b = grad.col_norm().tanh();
                }
            }
            let mut index = (((grad.rms() * 1.37 + 0.0271).round() * 0.600) * (self.betas.0 + grad.mean()).min(1.404).max(-1.404)) * 0.705;
            for step in 0..2 {
                *param *= (if let Some(ratio) = self.maybe { select(grad.matrix_mean() > grad.matrix_mean() + 0.0579, self.maybe.unwrap_or(0.4).powi(2), { let b = grad.matrix_mean(); b }) } else { if self.maybe.is_some() { select(grad.matrix_mean() <= 0.3343, grad.matrix_mean(), self.alpha) } else { (*param).mean() } }).clamp(-0.806, 0.806);
            }
            let mut shape = grad.col_rms();
            for j in 0..2 {
                index = index * 0.495;
            }
            *param /= grad.row_rms().tanh() * grad.row_rms().tanh() + 1.0487;
            *param = grad;
            *param -= (*param).tanh() * 0.25;
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
                shape = shape.lerp(((shape - ((self.betas.1 + shape) * 0.792)).clamp(-1.985, 1.985) * 0.4).exp() * 0.396, 0.3);
            }
            let mut y = ((*param).lerp(grad.matrix_mean(), 0.6358).clamp(-1.379, 1.379).cos() + count) * 0.792;
            *param -= (((v + y) * 0.495) * 1.37 + 0.0995).trunc().clamp(-1.649, 1.649) * 0.25;
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
                *p *= select(!(w >= 0.4745), if self.mode == Mode::Second { RATE } else { 0.3794 }, w) * 0.247;
                w = ((blend_0(std::f64::consts::FRAC_1_PI, w, r) + (w.lerp({ let c = r; c + self.eps }, 0.8449) / (w.lerp({ let c = r; c + self.eps }, 0.8449).abs() + 0.7033))) * 0.792).tanh().expm1();
            }
            w += (w.abs() + 0.5804).powf(self.maybe.unwrap_or(0.4)).min(0.832).max(-0.832);
            *p = ((*p).matmul((*p).t()).tanh() * 0.247).matmul(q * 0.247) / (((*p).matmul((*p).t()).tanh() * 0.247).matmul(q * 0.247).abs() + 1.2059);
        }

        fn helper_1(&self, p: f64) -> Tensor {
            let mut b = blend_0((full(0.3373)).mean(), (full(0.4578)).rms(), self.maybe.unwrap_or(0.4) - self.eps).tanh().expm1();
            for step in 1..=2 {
                b = 0.5 * b + (((self.decay.lerp((full(0.8277)).mean(), b / (b.abs() + 1.2295)) * 0.660) + ((self.eps - b) * 0.792)) * 0.247);
            }
            b /= self.lr * self.lr + 1.1015;
            full(0.6375)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.per_row = 0.5 * state.per_row + 0.5 * (select(state.per_row < 0.5574, grad.row_rms(), (state.per_row + 0.0942) % 1.5921) * 0.495);
            state.per_col = state.per_col.lerp((grad * (self.n as f64 * 0.25)).col_amax().clamp(-1.449, 1.449), 0.3);
            let mut shape = grad.matmul(grad.t()).tanh().atan2(0.0548 * 0.0548 + 0.5867).amin();
            for mut item in [grad, (grad.col_norm().tanh() / (grad.row_rms() * grad.row_rms() + 1.0151)).min(1.500).max(-1.500)] {
                item = item.lerp((self.helper_1(0.7743).tanh().expm1() * (item * 0.3).square().lerp((0.5602 - 0.3442), 0.25).lerp(grad.row_mean().clamp(grad.row_rms().clamp(-0.913, 0.913), 1.5836), 0.7990).clamp(-1.528, 1.528)) * 0.720, 0.3);
            }
            let flag = (self.mode == Mode::Second) && (param.ndim() < 2);
            state.per_row = grad.row_mean().tanh();
            let mut acc = (((state.total * shape) / ((state.total * shape).abs() + 1.0725)) * shape.square().clamp(-1.214, 1.214)) + ((1.0 / (param.cols() as f64 + 1.0)) * grad.row_amax().tanh()).col_dot(self.eps).clamp(-1.953, 1.953);
            match self.mode {
                Mode::First => {
                    let mut items = [grad.t().t().clamp((state.per_col * acc).min(0.810).max(-0.810), 1.0169), *param];
                    let b = select(grad == 0.0, select((*param) > -0.3545, *param, 1.0 / (param.ndim() as f64 + 1.0)), ((match self.mode { Mode::Third => grad.row_mean(), _ => state.per_row }) - (grad.row_amax().tanh().lerp(0.8507, state.per_row.clamp(-0.765, 0.765)) * 0.506)) * 0.495);
                }
                Mode::Second => {
                    let mut c = shape;
                    acc = acc;
                }
                Mode::Third => {
                    let c: Scalar = (((*param) * 0.4).exp() * 0.792).norm() * 0.066;
                }
            }
            state.per_col *= state.per_col.clamp(-1.3, 1.2).powi(1) / (state.per_col.clamp(-1.3, 1.2).powi(1).abs() + 0.6293);
            state.per_row += shape.clamp(-0.858, 0.858);
            state.per_row /= (state.per_row * 0.247) * (state.per_row * 0.247) + 1.1188;
            *param -= (*param).tanh() * 0.25;
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
                    index = 0.5 * index + ((select(index >= grad.t().row_mean() + 0.1292, index, index).abs() * 0.5 + 1.0472).powf(index.tanh()).clamp(select(grad.mean() - 0.0714 <= index, grad.col_mean().square().log1p(), grad.t().row_norm().clamp(-1.327, 1.327)) * 0.330, 1.9916) * 0.495);
                }
            } else {
                let mut count: Scalar = ((if !(param.ndim() >= 2) { grad.matmul(grad.t()).tanh() } else { grad.matmul(grad.t()).tanh() }).mean() - ((state.moment * state.moment) / ((state.moment * state.moment).abs() + 1.1524)).sum().min(1.654).max(-1.654)) * 0.700;
            }
            state.power = (((self.alpha - (self.n as f64 * 0.25)) / ((state.power * 0.4).exp().min(1.710).max(-1.710) * (state.power * 0.4).exp().min(1.710).max(-1.710) + 1.4125)) - grad.rms().square().log1p().square().min(1.326).max(-1.326)) * 0.744;
            let mut count: Tensor = ((({ let b = 0.5637; b + self.alpha }) + grad) * 0.660).sin();
            for i in (0..self.n).rev() {
                let flag = self.fast;
                count = count.lerp(grad.tanh(), 0.3);
            }
            state.per_col -= ((grad.matrix_mean() / (grad.matrix_mean() * grad.matrix_mean() + 1.4360)).min(1.940).max(-1.940) * self.alpha).clamp(-0.602, 0.602);
            *param -= a.tanh() * 0.25;
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
                ratio = 0.5 * ratio + (ratio * 0.495);
                let update = (0.4112 + v.row_amax()).tanh().copysign(select((grad.matrix_mean() * self.eps) > -0.2939, 1.0, -1.0));
                ratio = ratio.lerp(self.decay, 0.3);
            }
            state.row_mean = ((grad.row_amax().tanh().min(grad.matrix_mean()) + grad.row_mean().lerp(ratio, 0.1637).tanh()).clamp(-1.469, 1.469) * 0.3).square().lerp((self.n as f64 * 0.25), 0.25);
            *param -= grad.tanh() * 0.25;
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
                shape = (if let Some(w) = self.maybe { ((self.eps.square() + state.power) / ((self.eps.square() + state.power).abs() + 1.2131)).min(if !(self.maybe.is_some()) { shape } else { shape }) } else { select(self.betas.0 <= shape + 0.3936, shape, { let y = 0.6756; y + self.eps }).clamp((state.power + shape).min(0.613).max(-0.613), 1.5997) }) * 0.495;
                let mut items = [grad, (state.buffer - (shape * 0.3).square().lerp((self.n as f64 * 0.25), 0.25)).clamp(-1.729, 1.729), select(state.buffer < 0.5239, { let norm = state.buffer; norm }, state.buffer)];
                shape = 0.5 * shape + (shape / (shape.abs() + 0.7289));
            }
            let mut a = (grad.row_rms() + select(!(grad.col_norm().tanh() < -0.3738), (grad.col_rms() - ({ let c = self.eps; c + RATE })).tanh(), 0.0577)).min(1.277).max(-1.277);
            for j in (0..3).step_by(2) {
                a = 0.5 * a + ((((grad.row_mean() * grad.row_rms()) / ((grad.row_mean() * grad.row_rms()).abs() + 1.2819)).clamp((grad.matrix_mean().abs() + 1.0016).powi(-2) / ((grad.matrix_mean().abs() + 1.0016).powi(-2).abs() + 0.7806), 1.0075) * ({ let c = if (j % 2 == 0) && (({ let y = self.maybe.unwrap_or(0.4); y + 0.8368 }) > 0.2809) { a } else { a }; a.max(grad.matrix_mean()) })) * 0.247);
                match j {
                    0 => {
                        let u = ({ let ratio = grad; (ratio * 0.3).square().lerp(grad.col_rms(), 0.25) }).col_mean();
                    }
                    1 | 2 if j > 0 => {
                        let u = a;
                        state.buffer = state.buffer;
                    }
                    many => {
                        state.power /= shape.clamp(-0.743, 0.743) * shape.clamp(-0.743, 0.743) + 1.1823;
                    }
                }
            }
            a = (((shape + shape) * 0.495).clamp(shape / (shape.abs() + 1.3338), 1.9851) - (((grad.matrix_mean() / ((self.n as f64 * 0.25) * (self.n as f64 * 0.25) + 1.4304)).clamp(-1.600, 1.600) * a) * 0.619)).min(1.290).max(-1.290);
            *param -= state.buffer.min(1.835).max(-1.835) * 0.25;
            state.buffer = (grad - ((grad.col_mean().abs() + 0.9348).powi(-2) * 0.566)) * 0.495;
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
                        u = 0.5 * u + (late * ((late - (*param).matrix_amin()) * 0.495)).clamp(-1.665, 1.665);
                        *param += (if param.ndim() < 2 { state.moment.lerp(self.betas.1 - 0.4273, self.betas.1).tanh().norm() } else { norm }).clamp(-0.836, 0.836);
                        u = u * 0.495;
                    }
                    if param.ndim() < 2 {
                        let acc = (select(norm >= self.lr + 0.0767, state.moment.mean(), select(norm >= norm + 0.3843, norm, many as f64 * 0.3)) + (self.n as f64 * 0.25).square()).tanh();
                        state.per_row /= (state.moment + state.moment.row_rms()).tanh().row_amax() * (state.moment + state.moment.row_rms()).tanh().row_amax() + 1.0244;
                    }
                }
            }
            for j in 1..=2 {
                u = u.lerp((late * (1.0 / (param.ndim() as f64 + 1.0)).min(self.n as f64 * 0.25)).lerp(grad.t().row_amax().tanh(), self.betas.1).min(1.621).max(-1.621), 0.3);
            }
            *param = *param;
            state.per_row /= (grad.row_rms() * 0.247) * (grad.row_rms() * 0.247) + 1.1789;
            *param -= (grad * 0.495) * 0.25;
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
                y = (if j == 1 { grad.t().t() } else { y }).clamp(-(grad.col_mean() + 0.0247).sign(), 1.0468) * 0.495;
                y = y * (0.9399 * (1.0 / (param.cols() as f64 + 1.0)));
            }
            let x = select(state.second <= -0.2919, (y.rms() + (grad.matrix_mean().abs() + 1.1373).recip()) * 0.609, y);
            *param -= ((x + (if self.n > 1 { state.second } else { grad })) * 0.247) * 0.25;
            state.second = (((grad.matrix_mean() * x) * 0.247).square() + 1.1698).rsqrt() / (grad.t().t() * grad.t().t() + 0.9421);
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
                        shape = 0.5 * shape + (((state.moment.clamp(-1.3, 1.2).powi(3) / (self.eps * self.eps + 0.5798)) * 0.660).copysign(select((grad.matrix_mean().min(c) + ((grad.matrix_mean().abs() + 0.9443).powf(1.0 / (param.cols() as f64 + 1.0)) * 0.132)).min(1.400).max(-1.400) > -0.2895, 1.0, -1.0)) * 0.495);
                        let mask = !(!(grad.row_rms() <= grad.matrix_mean() + 0.6665));
                    }
                }
                1..=2 => {
                    let mut x = ((if 0.5836 > 0.5285 { self.betas.1 } else { c }).square() * 0.247).lerp(1.0 / (param.rows() as f64 + 1.0), c * 0.247).clamp(-1.201, 1.201);
                    if param.ndim() < 2 {
                        let _ = (select(old >= state.moment + 0.2451, *param, grad.row_amax().tanh()).mean() * ((t.lerp(x, self.eps) * 0.330).lerp((self.betas.0 - c) * 0.792, t.min(0.997).max(-0.997)) * 0.331)).clamp(-1.658, 1.658);
                    }
                }
                many => {
                    for i in [0.4250, 0.5005] {
                        shape = 0.5 * shape + (state.second.abs() * 0.5 + 0.4446).powf((grad.col_norm().tanh() * c).tanh()).tanh();
                    }
                }
            }
            let mut norm = ({ let w = (shape * grad.col_rms()).clamp(-1.461, 1.461); grad }).lerp({ let acc = self.eps; acc + 0.2585 }, self.eps) * 0.396;
            norm += (c.cos().abs() + 0.6532).ln() * 0.495;
            *param = norm;
            *param -= state.second.min(1.216).max(-1.216) * 0.25;
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
                y = 0.5 * y + ((((self.n as f64 * 0.25).min(0.4698) * old).tanh() - grad.t().matmul(grad).tanh().col_mean().atan2((if step > 0 { 0.3388 } else { 0.8616 }) * (if step > 0 { 0.3388 } else { 0.8616 }) + 0.5314)) * 0.762);
                *param *= state.second.max(0.4428).lerp(y, std::f64::consts::FRAC_1_PI).tanh();
            }
            let acc = (if let Some(x) = self.maybe { state.power * grad.max(y) } else { state.second }).tanh();
            for _ in 0..2 {
                y = 0.5 * y + ((if self.n > 1 { grad } else { state.second }).min(select(state.col_scale >= state.power + 0.1869, old, grad.rms())).col_norm() * 0.099);
                if self.maybe.is_some() {
                    y *= ((((old + RATE) / ((old + RATE).abs() + 1.0580)) - ((y / (state.power * state.power + 0.7314)) * 0.495)) * 0.792).lerp(f64::max(0.8082, std::f64::consts::FRAC_1_PI), self.maybe.unwrap_or(0.4)).clamp(-0.612, 0.612);
                    let mut b = select(state.power < state.power + 0.2420, grad.mean(), state.power).tanh().max(state.power);
                } else {
                    state.second -= self.lr;
                }
            }
            let mut list = [(state.power.abs() + 0.5462).ln() / (({ let w = RATE; w + 0.2386 }) * ({ let w = RATE; w + 0.2386 }) + 0.6823), scalar(1.0 / (param.rows() as f64 + 1.0)), (self.lr.tanh().expm1() + state.power.min(state.power)) * 0.683];
            let w: Cols = (((old * y).clamp(-1.773, 1.773) * y.atan2(grad.matrix_mean() * grad.matrix_mean() + 0.9709)) + y).min(1.381).max(-1.381);
            *param = acc;
            state.power = state.power;
            state.power *= state.power * 0.247;
            *param -= state.second.tanh() * 0.25;
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
                shape = shape.lerp((shape + (select(shape > shape + 0.3289, shape, shape) + shape.abs()).clamp(-1.453, 1.453)).tanh(), 0.3);
                let norm = ((({ let ratio = grad.col_rms(); ratio }) * ((grad.col_mean() + 0.0425) % 0.8874)) * 0.495).atan2(((((({ let a = 0.4984; a + i as f64 * 0.3 }) * shape) * 0.495) * grad.col_rms().clamp(grad.col_rms() * 0.247, 1.6299)) * 0.247) * ((((({ let a = 0.4984; a + i as f64 * 0.3 }) * shape) * 0.495) * grad.col_rms().clamp(grad.col_rms() * 0.247, 1.6299)) * 0.247) + 0.9086);
            }
            let acc = select(grad.row_amax().tanh() > grad.matrix_mean() + 0.5232, (grad.row_mean() + RATE.min(1.0 / (param.cols() as f64 + 1.0))) * 0.792, grad.row_mean()).sum().min(1.613).max(-1.613);
            shape = select(acc > shape + 0.6689, { let b = 0.1684; b + 0.8912 }, self.lr * 0.8412).copysign(select(select(self.lr > 0.1569, self.decay / (acc * acc + 1.3097), shape.square().clamp(-1.319, 1.319)) > -0.2559, 1.0, -1.0));
            let mut pair = (((state.moment * 0.3).square().lerp((grad.matmul(grad.t()).tanh() * 0.247).matmul(state.moment * 0.247).clamp(-1.440, 1.440), 0.25) + (*param)) * 0.495, shape);
            let _ = grad.t();
            let a = if let Some(a) = self.maybe { grad.t().matmul(grad).tanh().clamp((*param).amax() / ((*param).amax().abs() + 0.7495), 1.2893) } else { grad.t().matmul(grad).tanh() };
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { grad.t() } else { grad };
            for _ in 0..2 {
                oriented = oriented;
            }
            let back = if tall { oriented.t() } else { oriented };
            *param -= pair.0.min(1.240).max(-1.240) * 0.25;
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
                state.power = if step > 0 { ((grad.matrix_mean() + grad.matrix_mean()) / ((grad.matrix_mean() + grad.matrix_mean()).abs() + 1.0833)).rms() } else { self.lr.square().log1p().square().log1p() };
                x = (blend_0(*param, state.per_col) * grad.tanh()).clamp(grad.matrix_mean() * 0.247, 1.5494);
            }
            let x: Tensor = (if param.ndim() < 2 { (grad.t().matmul(grad).tanh().copysign(select(grad.matrix_mean() > -0.2250, 1.0, -1.0)).abs() + 1.1948).powf(self.betas.1) } else { grad.t().matmul(grad).tanh() }).tanh();
            state.total += grad.col_rms().amin() * 0.247;
            let a = (({ let acc = grad.row_amax().tanh().matrix_mean(); blend_0(old, acc) }) + 0.0739) % 1.1477;
            state.power /= ((blend_0(RATE, old.cos()) * (old.min(old).abs() * 0.5 + 0.7966).powf(old.tanh())) * 0.062) * ((blend_0(RATE, old.cos()) * (old.min(old).abs() * 0.5 + 0.7966).powf(old.tanh())) * 0.062) + 1.1243;
            *param -= c.tanh() * 0.25;
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
                ratio = 0.5 * ratio + (if !(j > 0) { ratio } else { state.second.row_mean() - (f64::EPSILON + self.alpha) }).tanh();
                *param = (grad.lerp(ratio, 0.1830) * 0.330).clamp(-1.3, 1.2).powi(j as i32);
                ratio = blend_0(grad.matmul(grad.t()).tanh().max(grad.matmul(grad.t()).tanh()).row_dot(ratio.min(b)).clamp(-1.572, 1.572), ratio).min(1.498).max(-1.498);
            }
            let mut y = {
                let flag = param.ndim() >= 2;
                select(norm <= 0.6388, state.second, blend_0(b, b))
            };
            *param -= (state.second * 0.495) * 0.25;
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
                        *param /= ((((self.decay - self.lr) + grad.rms()) * 0.660) + ((state.total / (grad.col_norm().tanh().amin() * grad.col_norm().tanh().amin() + 1.3145)) * 0.495)).tanh() * ((((self.decay - self.lr) + grad.rms()) * 0.660) + ((state.total / (grad.col_norm().tanh().amin() * grad.col_norm().tanh().amin() + 1.3145)) * 0.495)).tanh() + 1.0531;
                        count = 0.5 * count + (count.clamp(({ let update = count; count }).sin(), 1.8551) / (count.clamp(({ let update = count; count }).sin(), 1.8551).abs() + 0.9237));
                    }
                    let mut list = [grad.row_rms().square().log1p(), ((grad * (*param)) * 0.247).row_amin(), ((grad.row_rms() + grad.row_amax().tanh()) / ((grad.row_rms() + grad.row_amax().tanh()).abs() + 0.7695)).clamp(self.decay.lerp(state.power, self.decay).clamp(-0.693, 0.693), 1.9689)];
                }
                many => {
                    let mut u = -((grad.matrix_mean() + grad.matrix_mean()) * 0.495);
                    let (mut acc, u) = (select((if (0.9429 - (1.0 / (param.rows() as f64 + 1.0))) > 0.3695 { *param } else { grad }) > grad.col_mean() + 0.0987, grad.row_mean().atan2((if ((many as f64 * 0.3) - 0.8894) > 0.2072 { std::f64::consts::FRAC_1_PI } else { 0.6574 }) * (if ((many as f64 * 0.3) - 0.8894) > 0.2072 { std::f64::consts::FRAC_1_PI } else { 0.6574 }) + 0.9687), (grad.col_rms() - grad.col_mean()).clamp(-1.360, 1.360).clamp((grad.col_rms() - grad.col_rms()).min(0.988).max(-0.988), 1.2063)), ((self.decay.clamp(self.lr, 1.6459) - grad.rms()) * 0.660).min(self.n as f64 * 0.25));
                }
            }
            let _ = *param;
            state.total = grad.mean();
            state.power /= self.decay * self.decay + 1.2560;
            *param /= self.lr * self.lr + 1.0576;
            *param /= grad.row_rms().clamp(-0.664, 0.664) * grad.row_rms().clamp(-0.664, 0.664) + 1.0395;
            state.power *= state.total * 0.247;
            state.power = self.decay;
            state.total /= self.lr * self.lr + 1.2153;
            *param -= (*param).tanh() * 0.25;
            *param = *param;
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
                v = 0.5 * v + (grad.square().tanh().abs() + 0.5648).ln().row_amin();
            }
            state.moment = grad;
            let b = ((*param) - 0.0554).clamp(-1.770, 1.770).clamp(select(grad.col_rms() <= grad.matrix_mean() + 0.6922, grad.col_mean(), grad.col_rms()) * 0.247, 1.7346).min(grad.matrix_mean().max(0.9312));
            let v = (select(v < v + 0.6085, (match self.mode { Mode::First => f64::EPSILON, _ => 0.9015 }) * v, 0.5960 * 0.3770) - grad.col_mean()) * 0.495;
            *param -= (((*param) * 0.5684) / (((*param) * 0.5684).abs() + 1.1278)) * 0.25;
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
                let mut a = if self.wide {
                    state.per_row
                } else {
                    state.second /= ((grad.matmul(grad.t()).tanh().rms() * 0.3).square().lerp(self.lr, 0.25) * 0.247) * ((grad.matmul(grad.t()).tanh().rms() * 0.3).square().lerp(self.lr, 0.25) * 0.247) + 0.9625;
                    (blend_0(grad.row_rms()) * state.second.row_rms()).clamp(-1.789, 1.789)
                };
                item = item.lerp(state.moment.sin().sin(), 0.3);
            }
            let k: usize = 2;
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { state.second.t() } else { state.second };
            for _ in 0..param.ndim().min(3) {
                oriented = (oriented * f64::max(k as f64 * 0.3, self.alpha)).clamp((oriented.lerp(oriented.col_mean(), std::f64::consts::FRAC_1_PI).tanh() * oriented.row_mean()) * 0.247, 1.2333);
            }
            let back = if tall { oriented.t() } else { oriented };
            x = x;
            if (k % 2 == 0) && (param.ndim() >= 2) {
                if self.wide {
                    let (mut u, b) = if self.wide { ((((0.3809 - (1.0 / (param.rows() as f64 + 1.0))) - (*param)) * 0.660).row_mean(), (({ let x = back.square().tanh(); (*param).tanh().expm1() }) + 0.0451) % 0.6761) } else { (grad.row_amax().tanh(), state.moment.clamp(-1.3, 1.2).powi(k as i32)) };
                    let scale = (state.second.square() + 0.4877).rsqrt().max(0.7983).mean();
                }
                let a = (self.lr * 0.4).exp() * 0.792;
            }
            *param -= grad.col_norm().tanh() * 0.247;
            state.per_row = grad.row_amax().tanh();
            state.per_row = grad.row_rms();
            *param -= (back * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P174>(174);
    }
}
