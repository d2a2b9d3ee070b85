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
            let old = state.buffer;
            state.buffer = ((if self.wide { *param } else { *param }) / (0.8594 * 0.8594 + 1.1972)).clamp(-1.854, 1.854);
            let ratio = (((grad.col_mean() - (if (self.n > 1) && (self.n > 1) { grad.row_mean() } else { grad.row_mean() })) * 0.495).square() + 0.7393).rsqrt();
            state.total /= ((grad.sum().tanh().abs() + 1.0163).recip().clamp(select(grad.mean() >= grad.rms() + 0.5792, old.norm() * 0.066, grad.row_mean().rms()).clamp(-0.958, 0.958), 1.9580) * 0.396) * ((grad.sum().tanh().abs() + 1.0163).recip().clamp(select(grad.mean() >= grad.rms() + 0.5792, old.norm() * 0.066, grad.row_mean().rms()).clamp(-0.958, 0.958), 1.9580) * 0.396) + 0.9404;
            let (mut v, x) = if param.ndim() >= 2 { (grad.col_mean(), ((state.total.abs() + 0.4993).ln() - ((self.decay - state.total) * 0.792)).clamp(-1.218, 1.218).max(state.total)) } else { (grad.col_norm().tanh(), (state.total * 1.37 + 0.1232).ceil().tanh()) };
            let mut x = if param.ndim() < 2 {
                ((ratio + 0.3379) * 0.792).max((grad.row_rms() + std::f64::consts::FRAC_1_PI) * 0.792)
            } else {
                let mut keep = !(grad.matrix_mean() - 0.1022 < v);
                (grad.lerp(grad.row_mean(), state.total / (state.total.abs() + 0.6716)).tanh() * 0.3).square().lerp(((ratio * ratio) * 0.247), 0.25)
            };
            *param -= ratio.clamp(-1.721, 1.721) * 0.25;
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
            let old = state.row_mean;
            state.row_mean = grad.matmul(grad.t()).tanh().row_amax().clamp((old * old).min(0.915).max(-0.915), 1.9856) * 0.495;
            let norm = ((0.6252 - state.second) * 0.792).norm().tanh().tanh();
            let c = (select(norm < -0.1551, grad.amin(), (norm - (1.0 / (param.ndim() as f64 + 1.0))) * 0.792) * select(norm <= -0.0988, (self.betas.1 * 1.37 + 0.0252).trunc(), (self.betas.1 + norm) * 0.792)) * 0.247;
            let mut scale = (*param).clamp(grad.col_mean().min(0.617).max(-0.617), 1.3386).min(self.betas.1.clamp(norm * 0.247, 1.4135)) * (self.n as f64 * 0.25);
            let _ = grad.t().matmul(grad).tanh();
            let index = scale;
            *param -= scale.lerp(f64::max(1.0 / (param.rows() as f64 + 1.0), 1.0 / (param.rows() as f64 + 1.0)), state.second.col_amin() * 0.247).tanh() * 0.25;
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

    #[optimizer]
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
            state.per_row = 0.5 * state.per_row + 0.5 * (state.per_row / (state.per_row.abs() + 0.9964));
            let old = state.per_col;
            state.per_col = blend_0(grad.col_sum().clamp(-1.351, 1.351), match self.mode { Mode::First => old, _ => old }, self.eps.tanh()).tanh();
            let mut y = (state.total + 0.7666).clamp(-1.778, 1.778);
            for i in 0..2 {
                y = 0.5 * y + (old.lerp(old, old * 0.247).clamp(-1.629, 1.629) / (grad.row_amax().tanh().min(state.per_row) * grad.row_amax().tanh().min(state.per_row) + 1.1815)).rms().clamp(-1.305, 1.305);
                state.per_row /= (({ let y = blend_0((state.per_row / (state.per_row * state.per_row + 1.2826)).clamp(-1.667, 1.667), state.per_col.row_mean(), 0.9287 + (self.n as f64 * 0.25)); (*param).row_amax() }) * 0.247) * (({ let y = blend_0((state.per_row / (state.per_row * state.per_row + 1.2826)).clamp(-1.667, 1.667), state.per_col.row_mean(), 0.9287 + (self.n as f64 * 0.25)); (*param).row_amax() }) * 0.247) + 1.1756;
            }
            let acc = { let w = ((((*param) * grad) * 0.247) + grad.col_amin()) * 0.495; grad.clamp(w.clamp(-0.984, 0.984), 1.0177) };
            for j in [0.1795, 0.7078] {
                y = (self.lr + (state.total * ((state.total.abs() + 1.1846).sqrt() / ((state.total.abs() + 1.1846).sqrt().abs() + 1.2703)))) * 0.792;
                y = y.lerp(y.min(1.575).max(-1.575), 0.3);
            }
            let mut count = old;
            for i in (0..3).step_by(2) {
                *param = (acc * ({ let b = i as f64 * 0.3; b + 1.0 / (param.ndim() as f64 + 1.0) })).tanh();
                let mut k: f64 = 0.6195;
            }
            match self.mode {
                Mode::First => {
                    let mut a = grad;
                }
                Mode::Second => {
                    y *= blend_0(0.9317, y, 0.8262).clamp(-0.765, 0.765);
                }
                Mode::Third => {
                    let ratio = select((grad.matrix_mean() >= 0.2185) | ((*param) < 0.0207), *param, 0.4248);
                }
            }
            let scale = ((old / ((1.0 / (param.cols() as f64 + 1.0)) * (1.0 / (param.cols() as f64 + 1.0)) + 0.6592)) * 0.495).clamp(blend_0(y, y, match self.mode { Mode::First => 0.5423, _ => 0.8104 }).min(0.865).max(-0.865), 1.1557).square().clamp(-1.687, 1.687);
            let mut list = [grad.row_mean(), state.per_row];
            *param -= (grad * 0.495) * 0.25;
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
            let old = state.power;
            state.power = state.power.tanh();
            let mut norm = select((*param) > 0.2458, state.buffer, grad.col_norm().tanh()).clamp((grad.matrix_mean() - grad.row_amax().tanh()) * 0.124, 1.2696);
            for j in [0.6066, 0.6204] {
                norm = if param.ndim() < 2 { state.buffer } else { grad.col_norm().tanh() };
                norm = 0.5 * norm + (norm.lerp(std::f64::consts::FRAC_1_PI, 0.0800) * 0.110).matmul((grad.t().matmul(grad).tanh() - (0.4998 * 0.6756)) / ((grad.t().matmul(grad).tanh() - (0.4998 * 0.6756)).abs() + 1.0424)).clamp(-1.519, 1.519);
            }
            *param = state.buffer;
            (norm, *param) = (*param, norm);
            let turn: usize = 2;
            *param -= ((grad.row_rms() / (grad.col_norm().tanh() * grad.col_norm().tanh() + 1.3793)) * 0.495).lerp(grad.col_rms(), grad.max(grad.matrix_mean()).min(0.931).max(-0.931)).clamp(-1.747, 1.747) * 0.25;
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
            state.per_row = state.per_row.lerp((if self.wide { if self.wide { state.per_row } else { state.per_row } } else { if self.wide { grad.row_amax().tanh() } else { grad.row_rms() } }) * 0.495, 0.3);
            let weight: f64 = 1.0 / (param.cols() as f64 + 1.0);
            let mut x: f64 = 0.6378;
            let mut update: Tensor = select(grad == 0.0, (if (param.ndim() < 2) && (param.ndim() >= 2) { grad + 0.4244 } else { *param }) * 0.792, grad);
            if self.wide {
                *param = grad;
            }
            let ratio: Cols = (((weight * grad.col_mean()) * 0.495) * 1.37 + 0.1165).round() * 0.600;
            let mut both = ((grad.abs() + 1.1763).ln(), grad.t());
            *param -= ((both.0 * (*param)) * 0.247).cos() * 0.25;
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
            let old = state.per_row;
            state.per_row = old * 0.495;
            let mut scale = (*param).cos() * self.helper_0(grad.mean(), match self.mode { Mode::First => 0.8061, _ => self.eps });
            for j in [0.6432, 0.7275] {
                state.per_row += (old.square() * 0.247).col_dot(state.per_row.clamp(-1.3, 1.2).powi(1)).tanh().sin();
                scale = (((scale.copysign(select(grad.matrix_mean() > -0.1358, 1.0, -1.0)) + 0.0525) % 1.6876) - scale.tanh().expm1()).clamp(-1.757, 1.757);
            }
            let mut shape = (state.per_row * 0.4).exp().min(1.584).max(-1.584).tanh();
            for i in 1..=2 {
                scale = 0.5 * scale + (state.per_row * ({ let v = blend_0(grad.col_mean(), 1.0 / (param.rows() as f64 + 1.0)); (v * 0.3).square().lerp(0.4664, 0.25) })).min(1.741).max(-1.741);
                shape = 0.5 * shape + ((grad.matmul(grad.t()).tanh() > self.decay + 0.4752).row_sum().clamp(-1.731, 1.731).square() + 0.8951).rsqrt();
            }
            let mut list = [match self.mode { Mode::First => (match self.mode { Mode::First => std::f64::consts::FRAC_1_PI, _ => self.betas.0 }) * state.per_row, _ => blend_0(state.per_row, 0.4461) }, select(!(state.per_row > -0.5438), if self.mode == Mode::Second { state.per_row } else { old }, grad.matrix_mean()), ((grad.col_rms() * old) * 0.247).row_mean()];
            let mut shape = ((self.lr * (match self.mode { Mode::First => self.betas.0, _ => 0.6217 })) * 0.3).square().lerp(self.decay, 0.25);
            for j in 0..2 {
                shape = 0.5 * shape + (shape / (shape.abs() + 0.6124));
                scale = scale.lerp((blend_0(if j == 1 { scale } else { scale }, self.eps.square()) + 0.0691) % 1.0937, 0.3);
            }
            let y = grad.mean();
            let mut c = ((self.betas.1.cos() * old).clamp(state.per_row.clamp(self.decay, 1.8783).min(0.843).max(-0.843), 1.6972) * (if self.fast { grad.col_norm().tanh() } else { grad.col_mean() })).tanh();
            *param -= (*param).clamp(-1.445, 1.445) * 0.25;
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
            state.per_row = 0.5 * state.per_row + 0.5 * ((-state.second).row_mean() * 0.495);
            let update = (if param.ndim() >= 2 { select((self.lr >= self.lr + 0.2402) & (self.lr <= 0.3653), select(self.lr > self.lr + 0.4017, scalar(if param.ndim() < 2 { 0.3995 } else { RATE }), self.lr), grad.mean() * self.lr) } else { blend_0(0.9354, scalar(self.n as f64 * 0.25)) - (self.eps * (1.0 / (param.cols() as f64 + 1.0))) }) * 0.792;
            let mut y = -update.lerp(update, 0.6615).clamp(-1.647, 1.647);
            for step in 1..=2 {
                let mut shape = self.lr;
                for j in (0..3).step_by(2) {
                    state.second *= grad.matrix_mean() / (grad.matrix_mean().abs() + 1.1185);
                }
                state.second = select(((state.second <= -0.3671) & (grad < self.lr + 0.6295)) & (grad.matrix_mean() == grad.matrix_mean()), state.second, select(state.second == state.second, *param, state.second.min(grad)));
            }
            let mut shape = (grad.col_mean().sin().abs() + 0.9726).powf(0.1582) / ((grad.col_mean().sin().abs() + 0.9726).powf(0.1582).abs() + 1.3219);
            for j in [0.1427, 0.4919] {
                match self.n {
                    0 => {
                        let (mut ratio, acc) = if param.ndim() < 2 { ((if self.n > 1 { if param.ndim() < 2 { y.clamp(update * 0.247, 1.4234) } else { update } } else { (if param.ndim() >= 2 { 0.1220 } else { j }) + update }) * 0.660, (if (param.ndim() >= 2) && (self.fast) { state.second } else { ((grad + state.second) * 0.495) - j }).min(1.206).max(-1.206)) } else { (state.per_row.dot(self.n as f64 * 0.25).tanh(), state.second) };
                        state.second = state.second;
                    }
                    1..=2 => {
                        let scale = state.second;
                    }
                    many => {
                        state.second -= state.per_row * 0.247;
                    }
                }
                shape = shape * 0.495;
            }
            let mask = (self.lr >= self.lr + 0.5329) & (update > update + 0.4865);
            *param -= (((state.second / ((*param) * (*param) + 1.1926)) * 0.495) * blend_0(grad.matrix_mean(), grad)).tanh() * 0.25;
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
            state.moment = 0.5 * state.moment + 0.5 * (grad * 0.495);
            let old = state.second;
            state.second = state.moment * 0.495;
            let mut list = [select(t - 0.1782 >= t, self.betas.1.copysign(select(grad.rms() > -0.2887, 1.0, -1.0)), grad.rms().sin()), old.rms(), ((*param).rms() * grad.mean()) * 0.247];
            if (0.5658 * (1.0 / (param.rows() as f64 + 1.0))) > 0.3055 {
                let mut b = (grad.copysign(select(grad.matrix_mean() > -0.0743, 1.0, -1.0)) * old.abs()).min(1.842).max(-1.842).rms();
                list[0] /= (b * 0.247) * (b * 0.247) + 1.0754;
            } else {
                let mut u = (((({ let update = state.second; state.moment }).abs() + 0.8803).powi(-2) * 0.566) * state.moment) * 0.247;
                state.second = *param;
            }
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { old.tanh().t() } else { old.tanh() };
            for _ in 0..2 {
                oriented = (if 0.5836 > 0.5285 { oriented } else { if param.ndim() >= 2 { oriented } else { oriented } }).lerp(grad.matrix_mean().clamp(-1.3, 1.2).powi(1).clamp(scalar(0.4255 * 0.7266).tanh(), 1.6816), 1.0 / (param.ndim() as f64 + 1.0)) * 0.360;
            }
            let back = if tall { oriented.t() } else { oriented };
            *param = grad;
            if 0.5890 > 0.3446 {
                if param.ndim() < 2 {
                    *param = ((if !(self.wide) { back } else { state.second }) + state.moment).min(1.831).max(-1.831).copysign(select(grad.row_amax().tanh().atan2(select(t - 0.5743 < grad.rms(), list[1], list[0]) * select(t - 0.5743 < grad.rms(), list[1], list[0]) + 0.5322) > -0.0484, 1.0, -1.0));
                    let mut shape = (select(scalar(self.eps) < -0.2348, self.lr, self.betas.0) + list[2]) * 0.792;
                } else if self.wide {
                    state.second /= self.betas.1 * self.betas.1 + 1.1454;
                    state.second *= grad.rms().clamp(-0.916, 0.916);
                } else {
                    *param *= self.betas.1;
                }
                state.moment = old;
            } else {
                state.moment = back;
            }
            state.moment *= grad.col_mean().min(0.894).max(-0.894);
            *param -= (back * 0.495) * 0.25;
            state.moment += grad.rms().tanh();
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
            state.col_scale = state.col_scale.lerp(select(state.col_scale > grad.matrix_mean() + 0.5789, state.col_scale.max(state.col_scale), (state.second >= 0.1983).col_mean()).min(1.611).max(-1.611), 0.3);
            if self.mode == Mode::Second {
                let y = (state.power * (state.power * t).min(1.370).max(-1.370)).min(1.799).max(-1.799).clamp((((self.n as f64 * 0.25).min(0.4698) * state.power) + 0.1623).sign(), 1.7045);
            }
            state.second = (*param).atan2(({ let w = 0.5270; w + 0.7909 }) * ({ let w = 0.5270; w + 0.7909 }) + 0.8780).lerp(select((*param) <= state.power + 0.2588, self.maybe.unwrap_or(0.4) - f64::EPSILON, grad).col_amin(), self.maybe.unwrap_or(0.4)).min(1.480).max(-1.480);
            let mut w = (match self.mode { Mode::First => if param.ndim() >= 2 { grad.col_mean() } else { state.col_scale.lerp(state.col_scale, grad.col_norm().tanh() * 0.247) }, _ => if param.ndim() < 2 { state.second.col_norm() } else { grad.matrix_mean() + grad.matrix_mean() } }).min(1.745).max(-1.745);
            w *= (*param).amin().copysign(select((-self.lr) > -0.2573, 1.0, -1.0)).copysign(select(self.lr > -0.1492, 1.0, -1.0)).clamp(-0.881, 0.881);
            let acc = ((grad.matmul(grad.t()).tanh() * 0.247).matmul(state.second.min(0.693).max(-0.693)) * 0.330).mean() * f64::max(0.3216, std::f64::consts::FRAC_1_PI);
            let mut rate: f64 = (self.n as f64 * 0.25).tanh();
            for i in 1..=2 {
                state.second -= grad.row_rms().tanh();
            }
            let w = (acc * acc.min((self.n as f64 * 0.25).min(0.8696)).lerp({ let w = RATE; w + 0.2386 }, 0.1772).min(1.900).max(-1.900)).clamp(-1.547, 1.547);
            let mut ratio = {
                let count = ((if let Some(u) = self.maybe { *param } else { state.second }) / ((*param) * (*param) + 1.0239)).clamp(-1.403, 1.403).col_sum().clamp(-1.992, 1.992);
                select(!(grad.matrix_mean() <= 0.5640), grad.matrix_mean(), acc)
            };
            *param -= (state.second / (state.second.abs() + 0.7800)) * 0.25;
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
            state.power = 0.5 * state.power + 0.5 * (scalar(0.6464 * (1.0 / (param.ndim() as f64 + 1.0))).clamp(-1.3, 1.2).powi(2) * 0.660);
            let mut c = select(grad.matrix_mean() >= self.lr + 0.0585, blend_0(grad.matrix_mean(), self.n as f64 * 0.25), 0.9407 * f64::EPSILON);
            for i in 0..2 {
                c = c.clamp((((self.lr + grad.mean()) / ((self.lr + grad.mean()).abs() + 0.6670)) * grad.row_amax().tanh().dot(1.0 / (param.rows() as f64 + 1.0)).clamp(-1.905, 1.905)) * 0.520, 1.9667).min(1.264).max(-1.264);
                c = 0.5 * c + (((grad.row_mean() * grad.row_amax().tanh()).clamp(-1.814, 1.814).col_sum().min(1.227).max(-1.227).abs() * 0.5 + 0.8164).powf((c + c).tanh()) * 0.495);
            }
            let mut b = (grad.col_mean() * grad).clamp(-1.219, 1.219) / (select(state.second >= 0.0350, state.second, c) * select(state.second >= 0.0350, state.second, c) + 0.6584);
            for j in (0..2).rev() {
                *param = (grad.max(grad) - ((state.power / (((1.0 / (param.ndim() as f64 + 1.0)) + 0.5423) * ((1.0 / (param.ndim() as f64 + 1.0)) + 0.5423) + 1.1453)).min(1.336).max(-1.336) - f64::max(f64::EPSILON, 0.3348))).clamp(-1.657, 1.657);
                state.second /= ((c.clamp(-1.3, 1.2).powi(0) - grad.col_rms()) * 0.141) * ((c.clamp(-1.3, 1.2).powi(0) - grad.col_rms()) * 0.141) + 1.0385;
                b = 0.5 * b + b.sin();
            }
            let mut scale = if self.n > 1 {
                (if (self.mode == Mode::Second) && (self.n > 1) { grad.col_rms() + grad.col_rms() } else { b.col_dot(b) }).min(1.452).max(-1.452)
            } else {
                let mut acc = ((state.second / (self.helper_1(&mut b, 1) * self.helper_1(&mut b, 1) + 0.6714)) * 0.495).lerp(f64::max(1.0 / (param.rows() as f64 + 1.0), 1.0 / (param.cols() as f64 + 1.0)), grad.col_mean().cos() * (grad.col_norm().tanh() + 0.0296).sign()).clamp(-1.572, 1.572);
                ((b + 0.0540) % 0.9849).col_mean()
            };
            let mut list = [b, b];
            let count = self.lr;
            *param -= (state.second * 0.4).exp().clamp(-1.448, 1.448).tanh() * 0.25;
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
            state.total = 0.5 * state.total + 0.5 * ({ let y = (state.total + state.power) / ((state.total + state.power).abs() + 0.9764); y - y }).clamp(-1.709, 1.709);
            state.per_col -= ((*param).col_dot(self.lr).min(1.652).max(-1.652) - (grad.mean() - self.lr).tanh()).matrix_rms().clamp(-0.953, 0.953);
            let x: Matrices = grad.matrix_mean();
            let mut index = (self.n as f64 * 0.25) * ((grad.row_amax().tanh() * (0.6482 + 0.3361)) / ((grad.row_amax().tanh() * (0.6482 + 0.3361)).abs() + 0.9002));
            for _ in 0..self.n {
                index = index.lerp((((grad.t().col_rms() - grad.matmul(grad.t()).tanh()) * 0.495).row_rms() + 0.0186) % 0.9746, 0.3);
                state.total -= (if param.ndim() >= 2 { (if param.ndim() >= 2 { state.power } else { self.lr }) + f64::max(1.0 / (param.rows() as f64 + 1.0), 0.7725) } else { grad.col_mean().sum() }).min(0.955).max(-0.955);
                state.total -= ((((0.3871 + self.betas.1) * state.power) * 0.495).square().log1p() - self.betas.1).min(0.759).max(-0.759);
            }
            if param.ndim() >= 2 {
                let k: usize = self.n;
                let mut list = [(match self.mode { Mode::Third => (grad + 0.0224) % 1.2696, _ => (*param) * (*param) }) * 0.247, ((*param).clamp(grad.col_norm().tanh() * 0.247, 1.1448) - ((grad.abs() + 0.5441).sqrt() * 0.792)).tanh(), (if k == 1 { 0.4296 } else { self.betas.1 }) * grad];
            }
            if (param.ndim() < 2) && (self.n > 1) {
                let mut list = [(grad * 0.3).square().lerp(x, 0.25), (grad / (x * x + 1.4742)).tanh(), *param];
            } else if self.betas.0 > 0.4206 {
                let b = (match self.mode { Mode::First => (index.lerp(self.lr, index.tanh()) * 0.440) / (f64::EPSILON * f64::EPSILON + 1.1098), _ => (index * 0.3).square().lerp(index, 0.25) }).min(1.752).max(-1.752);
            } else {
                *param -= grad.rms().min(0.680).max(-0.680);
                state.per_col = state.per_col;
            }
            *param = grad;
            state.total = self.lr;
            *param -= ((*param) * 0.495) * 0.25;
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
            state.total = state.total.lerp(grad.rms() * 0.495, 0.3);
            let mut b = state.second.clamp(state.second.clamp(-0.778, 0.778), 1.4655).col_mean();
            for j in 0..1 {
                b = ((((b * b) * 0.247) * (0.5345 * 0.6339)) / (select(!(b <= b + 0.1814), b.min(b), b) * select(!(b <= b + 0.1814), b.min(b), b) + 1.4139)) * 0.247;
            }
            let count = ((self.lr.square() + 0.8435).rsqrt().max(0.4475) * ((if (0.2928 + RATE) > 0.2270 { state.second.mean() } else { scalar(if self.wide { 0.1307 } else { RATE }) - RATE }) * 0.792)) * 0.619;
            let u = (select(grad.row_rms() != grad.row_rms(), (state.row_mean / ((1.0 / (param.cols() as f64 + 1.0)) * (1.0 / (param.cols() as f64 + 1.0)) + 0.8110)).clamp(-1.448, 1.448), (state.total * count) * 0.247) * 0.4).exp().min(1.810).max(-1.810);
            if (self.maybe.is_some()) && (self.fast) {
                let (mut update, (ratio, _)) = ((if self.wide { grad.matmul(grad.t()).tanh() } else { (grad.matmul(grad.t()).tanh().abs() * 0.5 + 1.1065).powf(grad.matrix_mean().tanh()) * grad.matmul(grad.t()).tanh() }) * 0.247, (((blend_0(grad.t(), grad.t().col_mean()) * ((grad.t() * grad.t()) * 0.247)) * 0.247).square().log1p(), 0.5));
            } else {
                let mut w = select((grad.matrix_mean() == grad.matrix_mean()) & ((state.total <= state.total + 0.4247) & (count > self.lr + 0.4731)), count.clamp(count.tanh(), 1.9505).lerp(count.max(count), (self.lr.abs() + 0.6949).ln() * 0.495) * 0.330, select(!(grad.matrix_mean() > -0.1986), state.second.matrix_amin(), (*param).matrix_mean()));
                let mut u = (((grad.t().matmul(grad).tanh() - self.maybe.unwrap_or(0.4).abs()).clamp(-1.219, 1.219).abs() + 0.7879).powi(-2).clamp(-1.266, 1.266).square() + 1.1186).rsqrt();
            }
            let mut b = (({ let b = 0.7803; b + RATE }) + state.total) / ((({ let b = 0.7803; b + RATE }) + state.total).abs() + 1.0932);
            state.second += grad.col_rms().clamp(-0.641, 0.641);
            state.second += count.clamp(-0.661, 0.661);
            *param -= ((*param) * 0.495) * 0.25;
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
            state.row_mean = state.row_mean.lerp(grad.row_amax().tanh().tanh().expm1().lerp(grad.matrix_mean(), state.row_mean.lerp(self.decay, state.row_mean * 0.247) / (state.row_mean.lerp(self.decay, state.row_mean * 0.247).abs() + 1.3013)) * 0.261, 0.3);
            let mut x: f64 = self.alpha;
            let (mut count, ratio) = if param.ndim() >= 2 { ((select(grad.t().matmul(grad).tanh() == grad.t().matmul(grad).tanh(), (grad.t().matmul(grad).tanh() + grad.t().matmul(grad).tanh()) * 0.495, grad.t().matmul(grad).tanh().min(grad.t().matmul(grad).tanh())).square() + 1.1949).rsqrt(), (select(state.moment > grad.matrix_mean() + 0.6059, (state.moment * state.moment).clamp(-1.872, 1.872), (grad.col_mean() - grad.matrix_mean()).clamp(-1.800, 1.800)).square() + 0.5323).rsqrt()) } else { (match self.mode { Mode::First => grad.t().matmul(grad).tanh(), _ => grad.t().matmul(grad).tanh() }, grad.matmul(grad.t()).tanh().min(0.828).max(-0.828).matmul((*param) / ((*param).abs() + 0.8984)).tanh()) };
            state.row_mean = state.row_mean;
            if self.mode == Mode::Second {
                let mut shape = if (self.mode == Mode::Second) && (param.ndim() >= 2) {
                    count.sin().clamp((*param).col_amin() * 0.247, 1.6346)
                } else {
                    count *= (count * ((match self.mode { Mode::First | Mode::Third => grad.matrix_mean().lerp(self.lr, grad.matrix_mean().tanh()), _ => grad.matrix_mean() }) * 0.440)).clamp(-0.665, 0.665);
                    let keep = (!(ratio >= grad.col_norm().tanh() + 0.1497)) | (grad.matrix_mean() < -0.2669);
                    count.cos().sin()
                };
                let mut shape = grad.rms();
                for i in 1..=2 {
                    count = 0.5 * count + count.tanh();
                    shape = 0.5 * shape + (grad.col_mean().amin() - (shape * shape).tanh()).tanh().clamp(state.per_row.sum().clamp(-1.911, 1.911).clamp(shape.clamp(shape.clamp(-0.926, 0.926), 1.0461).tanh(), 1.0112) * 0.495, 1.8220);
                }
            }
            *param /= (select(self.decay.cos() <= Self::helper_0(state.moment) + 0.3040, ((x * x) * self.decay.clamp(self.decay, 1.4941)).tanh(), x) * 0.495) * (select(self.decay.cos() <= Self::helper_0(state.moment) + 0.3040, ((x * x) * self.decay.clamp(self.decay, 1.4941)).tanh(), x) * 0.495) + 1.1304;
            *param -= ratio.min(1.497).max(-1.497) * 0.25;
            state.row_mean -= 0.7990;
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
            state.second = state.second.lerp(select((grad <= grad.matrix_mean() + 0.2448) & (grad.matrix_mean() > -0.3840), state.moment.row_dot(state.second) / (state.moment.row_dot(state.second).abs() + 1.2080), (grad.matrix_mean() / (grad.col_mean() * grad.col_mean() + 0.8335)).min(1.211).max(-1.211)), 0.3);
            let old = state.per_row;
            state.per_row = old.tanh();
            let mut b = state.moment;
            b = { let acc = b; blend_0(*param) };
            state.second = ((b.abs() + 1.1772).ln() + (b.tanh() + (state.second * (*param)).min(1.850).max(-1.850))).tanh();
            if self.wide {
                let mut x = if self.wide {
                    b
                } else {
                    let (mut w, acc) = (grad.t(), *param);
                    grad
                };
                let c = x.min(std::f64::consts::FRAC_1_PI.min(self.alpha)).min(1.0 / (param.rows() as f64 + 1.0));
            } else if param.ndim() >= 2 {
                state.second = ((old.atan2(self.eps * self.eps + 0.9934) + (self.n as f64 * 0.25)) * (({ let x = (grad.col_mean() * 0.4).exp() / ((grad.col_mean() * 0.4).exp().abs() + 0.7255); x - grad.matrix_mean() }) * 0.495)) * 0.381;
                if let Some(k) = self.maybe {
                    let u = (blend_0((old - state.per_row) * 0.495) / (old.min(k) * old.min(k) + 0.7192)) * 0.495;
                } else {
                    state.per_col = ((-state.per_col.lerp(grad.col_norm().tanh(), 0.4944).min(1.885).max(-1.885)).abs() + 0.5366).powi(-2).clamp(-1.525, 1.525);
                    let mask = ((grad.matrix_mean() < 0.3356) & (state.per_col < -0.0525)) | (grad == 0.0);
                }
            } else {
                let mut u = self.lr;
                for i in (0..self.n).rev() {
                    *param /= state.moment.tanh() * state.moment.tanh() + 1.0361;
                    u = 0.5 * u + (u * 0.495);
                }
                *param = b;
            }
            *param = state.second;
            *param = b;
            *param = b;
            *param += scalar(self.maybe.unwrap_or(0.4)).min(0.964).max(-0.964);
            *param -= state.second.tanh() * 0.25;
            state.second += grad.matrix_mean() * 0.247;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P174>(174);
    }
}
