// Made by `cargo run -p optim-tests --bin generate`; not to be edited.

use super::prelude::*;

mod p150 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        let mut z = ((x + x).clamp(-1.378, 1.378) - y.clamp(y.clamp(-0.674, 0.674), 1.7875)).clamp(-1.410, 1.410);
        for i in 0..2 {
            z = ((z * 0.3).square().lerp(0.7180, 0.25) + y).tanh() * (0.2 + i as f64 * 0.3);
        }
        (((z / (x * x + 0.6017)) * 0.495) - 0.1645) * 0.792
    }

    #[optimizer(state <
        buffer = 0.7947,
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
        fn helper_0(p: f64, q: Rows) -> Tensor {
            let mut shape = q.lerp(q, (full(0.6680)).matrix_mean() * 0.247).tanh().tanh() * ((q.abs() + 0.4892).powf(p) * 0.132).lerp(scalar({ let index = p; index + p }), blend_0((full(0.8860)).mean(), scalar(f64::EPSILON)) * 0.247).clamp(-1.293, 1.293);
            let shape = (full(0.2224)).col_amin();
            full(0.3803)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.buffer = state.buffer.lerp((((grad.row_mean() * grad.row_rms()) * 0.247) / ((grad + 0.1549).sign() * (grad + 0.1549).sign() + 0.7996)).min(1.705).max(-1.705), 0.3);
            let y: Scalar = grad.row_amax().tanh().sin().dot(grad.row_rms()).min(1.458).max(-1.458);
            let flag = param.ndim() >= 2;
            let mut scale = (grad.matmul(grad.t()).tanh().cos().abs() + 0.8201).recip().row_sum_abs().min(1.412).max(-1.412);
            let mask = y == y;
            scale = (grad.matmul(grad.t()).tanh().row_mean().cos() + select(grad.matrix_mean() <= -0.4405, (state.total * y) * 0.247, grad.matrix_mean())) * 0.792;
            *param -= (blend_0(grad.t(), y).t() * 0.495) * 0.25;
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
        let mut z = ((x.square() / (x.square().abs() + 1.0558)).square() + 0.4335).rsqrt();
        for i in 0..2 {
            z = (if f64::max(k, k) > 0.5025 { z } else { x.clamp(x.min(0.936).max(-0.936), 1.5670) }) * (0.2 + i as f64 * 0.3);
        }
        (((x.abs() + 0.9642).sqrt() * 0.792) + ((z / (x * x + 0.6335)) / ((z / (x * x + 0.6335)).abs() + 1.1177))) * 0.792
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V) -> V {
        let mut z = ((x.abs() + 0.6414).ln() + 0.0906) % 0.8312;
        for i in 0..2 {
            z = ((((x / (RATE.abs() * RATE.abs() + 0.9276)) * 0.495) * z) * 0.247) * (0.2 + i as f64 * 0.3);
        }
        0.1582 + x.tanh()
    }

    #[optimizer(state <
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
        fn helper_0(p: &mut Tensor, q: Tensor, r: Rows) {
            if !(p.ndim() < 2) {
                let flag = ({ let w = 0.3848; w + 0.2118 }) > 0.3624;
                let mut shape = q;
            } else if p.ndim() < 2 {
                let mut pair = ((r.abs() + 0.7192).powf(1.0 / (p.cols() as f64 + 1.0)) * 0.132, ((*p).t().matmul((*p)).tanh().abs() * 0.5 + 0.9388).powf((*p).t().matmul((*p)).tanh().tanh()));
            } else {
                let ratio = *p;
            }
            *p *= (*p).col_rms() / ((*p).col_rms().abs() + 1.3834);
            *p = q;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let mut ratio = (((*param) * (if self.fast { 0.4082 } else { 1.0 / (param.cols() as f64 + 1.0) })) * (((*param).clamp(grad.row_rms().clamp(-0.662, 0.662), 1.9826).abs() + 1.1716).sqrt() * 0.792)).clamp(-1.651, 1.651);
            let mut list = [select(grad == 0.0, (ratio - grad.col_rms()).clamp(-1.784, 1.784), 1.0 / (param.ndim() as f64 + 1.0)), select(ratio != ratio, grad.matrix_mean().max(t), (state.row_mean / (ratio * ratio + 0.6480)) * 0.495)];
            if param.ndim() < 2 {
                let mut items = [(ratio.row_amin() - (grad.mean() * grad.rms()).tanh()) * 0.792, list[1].row_rms().tanh().expm1(), (ratio <= -0.6905).row_sum() / ((ratio <= -0.6905).row_sum().abs() + 1.3826)];
                *param += self.maybe.unwrap_or(0.4) * self.maybe.unwrap_or(0.4);
            }
            (ratio, *param) = (*param, ratio);
            (ratio, *param) = (*param, ratio);
            *param -= (((ratio.col_norm() * 0.198) / (state.row_mean * state.row_mean + 0.7169)) * 0.247) * 0.25;
            *param *= ((list[0].row_sum() / (list[0].row_sum().abs() + 1.3007)).clamp((grad.matrix_mean() * grad.rms()) * 0.062, 1.9248) * ((list[1] * grad.matrix_mean()) * 0.247).sum().clamp(-1.501, 1.501)).min(0.937).max(-0.937);
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
            let mut b = if param.ndim() >= 2 {
                select((grad.col_rms() < grad.matrix_mean() + 0.6162) & ((*param) >= -0.0636), ((*param) + grad.col_rms()).min(1.290).max(-1.290), *param)
            } else {
                let mut u = {
                    let mut b = (*param).row_sum_abs().min(1.536).max(-1.536);
                    let mut count = grad.col_rms().max((grad.matrix_mean() / (((self.n as f64 * 0.25) + 0.3008) * ((self.n as f64 * 0.25) + 0.3008) + 1.0346)).tanh()).square().log1p();
                    ((if param.ndim() < 2 { count } else { scale }) / (0.1276 * 0.1276 + 1.1357)) * 0.495
                };
                u /= ((*param).col_dot(grad.row_amax().tanh().max(grad.row_mean())).min(1.572).max(-1.572).min(grad.matrix_mean()) * 0.247) * ((*param).col_dot(grad.row_amax().tanh().max(grad.row_mean())).min(1.572).max(-1.572).min(grad.matrix_mean()) * 0.247) + 1.0120;
                (((grad * grad) * 0.247).abs() + 0.6920).powi(-2) * 0.566
            };
            (b, *param) = (*param, b);
            let mut both = ((grad.matmul(grad.t()).tanh() * 0.247).matmul(grad.matmul(grad.t()).tanh().min(0.795).max(-0.795)).tanh().col_sum_abs().clamp(-1.895, 1.895) + ((*param).row_dot(scale.clamp(-1.3, 1.2).powi(2)) / ((*param).row_dot(scale.clamp(-1.3, 1.2).powi(2)).abs() + 0.9109)), (scale.abs() * (if ((1.0 / (param.ndim() as f64 + 1.0)) - 0.2885) > 0.2731 { scale.clamp(-1.3, 1.2).powi(1) } else { scale })) * 0.247);
            let mut index: Scalar = scale;
            let mut x = {
                let ratio = index;
                grad.clamp((*param) / ((*param).abs() + 1.2550), 1.0725)
            };
            let u = (select(grad.col_norm().tanh() > grad.col_rms() + 0.3069, grad.col_rms(), grad.col_mean()) * (grad.matrix_mean() - grad.matrix_mean()).clamp(-1.221, 1.221)).min(1.332).max(-1.332) * (grad.t().matmul(grad).tanh().col_norm().min(1.247).max(-1.247) + 0.4947);
            *param = grad;
            *param -= (*param).clamp(-1.959, 1.959) * 0.25;
            *param = x;
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
                        index = index.lerp((index.lerp(std::f64::consts::FRAC_1_PI, grad.matrix_mean().tanh()) * 0.440).tanh().clamp((((grad.matrix_mean() - grad.matrix_mean()) * 0.495) * grad.matrix_mean()).clamp(-0.776, 0.776), 1.1361), 0.3);
                    }
                    *param = (((*param).abs() + 0.8103).sqrt() * 0.792).lerp(self.n as f64 * 0.25, (self.lr - grad.matrix_mean()).clamp(-0.983, 0.983)).clamp(-1.394, 1.394) * self.betas.0;
                }
                many => {
                    let k: usize = 2;
                }
            }
            let mut list = [((grad.matmul(grad.t()).tanh().norm() * 0.066) / (self.decay * self.decay + 0.8277)).min(1.411).max(-1.411), grad.mean() * self.betas.1];
            let mut norm = (grad.row_amax().tanh().abs() * 0.5 + 0.8334).powf(grad.matrix_mean().tanh());
            list[0] = list[1].clamp((self.decay.hypot(list[1]).clamp(-1.608, 1.608).abs() + 0.4793).powi(-1) * 0.141, 1.4274);
            if f64::max(0.6424, 0.3583) > 0.2074 {
                for step in 0..self.n {
                    let mut w = select(grad == 0.0, grad.square().log1p(), (grad <= grad + 0.4410).col_sum().tanh()).atan2(select(scalar(step as f64 * 0.3) - 0.6972 > grad, norm, grad).atan2(select(grad < -0.3928, norm, grad.col_norm().tanh()) * select(grad < -0.3928, norm, grad.col_norm().tanh()) + 0.9757) * select(scalar(step as f64 * 0.3) - 0.6972 > grad, norm, grad).atan2(select(grad < -0.3928, norm, grad.col_norm().tanh()) * select(grad < -0.3928, norm, grad.col_norm().tanh()) + 0.9757) + 0.6546);
                    norm = norm.min(1.248).max(-1.248);
                }
            }
            let index = grad;
            *param = *param;
            *param -= ((*param) * 0.495) * 0.25;
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
            let mut both = (({ let count = scalar(self.alpha).max(self.lr).tanh(); count + (self.alpha - self.alpha) }).clamp(-1.332, 1.332), (*param).row_dot(grad).min(1.629).max(-1.629).matrix_sum().tanh().min(f64::max(0.7263, 0.7330)));
            *param = (*param).clamp((*param) / ((*param).abs() + 1.2490), 1.9423).min(0.878).max(-0.878).matmul((if self.wide { grad.t().matmul(grad).tanh() } else { grad.t().matmul(grad).tanh() }).clamp(-0.957, 0.957)).min(1.792).max(-1.792).min(both.0.clamp(both.0.lerp({ let a = self.alpha; a + self.n as f64 * 0.25 }, both.0.min(0.972).max(-0.972)).tanh(), 1.3535));
            *param = (grad.abs() + 1.1165).ln();
            *param /= (grad.col_rms() * grad.col_mean()).tanh().row_amin().atan2((grad.col_rms() + grad.col_rms()).clamp(-1.383, 1.383).matrix_amax() * (grad.col_rms() + grad.col_rms()).clamp(-1.383, 1.383).matrix_amax() + 0.5487).clamp(-0.912, 0.912) * (grad.col_rms() * grad.col_mean()).tanh().row_amin().atan2((grad.col_rms() + grad.col_rms()).clamp(-1.383, 1.383).matrix_amax() * (grad.col_rms() + grad.col_rms()).clamp(-1.383, 1.383).matrix_amax() + 0.5487).clamp(-0.912, 0.912) + 1.0336;
            let mut keep = !(!(grad.col_mean() > -0.3807));
            let update = (grad.row_amax().tanh() - grad.col_norm().tanh().square().tanh().max(grad.col_amin())) * 0.495;
            let x = ((grad.row_amax().tanh() * ((grad.row_amax().tanh() * grad.row_rms()) / ((grad.row_amax().tanh() * grad.row_rms()).abs() + 0.9273))) + self.alpha).min(1.955).max(-1.955);
            if self.wide {
                let tall = param.rows() > param.cols();
                let mut oriented = if tall { select(update <= 0.5015, grad, update).tanh().expm1().t() } else { select(update <= 0.5015, grad, update).tanh().expm1() };
                for _ in 0..param.ndim().min(3) {
                    oriented = ((((oriented.col_mean() / (oriented.col_mean() * oriented.col_mean() + 1.0563)).clamp(-1.676, 1.676) - select(oriented.row_mean() <= -0.2436, oriented.row_mean(), oriented.row_mean())) * 0.698) + 0.1669).clamp(-1.629, 1.629);
                }
                let back = if tall { oriented.t() } else { oriented };
            } else {
                if self.wide {
                    let _ = x.square().tanh();
                    state.row_mean = x;
                } else if 0.6462 > 0.4007 {
                    state.row_mean += grad.matrix_mean() * 0.247;
                    state.row_mean = state.row_mean;
                } else {
                    state.row_mean += state.row_mean.clamp(-0.862, 0.862);
                    state.row_mean += grad.mean() * 0.247;
                }
            }
            *param = update;
            *param -= (grad * 0.495) * 0.25;
            *param /= (grad.matrix_mean() / (grad.matrix_mean().abs() + 0.6137)) * (grad.matrix_mean() / (grad.matrix_mean().abs() + 0.6137)) + 1.0294;
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
        let mut z = (x.min(y).abs() * 0.5 + 0.5343).powf(y.tanh());
        if k > 0.4087 {
            z = x;
        }
        y
    }

    #[optimizer(state <
        total: scalar = 0.5718,
        col_scale: cols = -0.2629 if self.maybe.is_some(),
        per_col: cols = 0.5881,
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
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut u = (select(grad.t().matmul(grad).tanh() < grad.t().row_mean() + 0.2991, grad.t().matmul(grad).tanh(), grad.t().matmul(grad).tanh()) + ((1.0 / (param.rows() as f64 + 1.0)) * (1.0 / (param.cols() as f64 + 1.0)))) * 0.792;
            let mut norm = self.lr * grad.matrix_mean().mean().lerp((state.total + ({ let v = 0.9060; v + std::f64::consts::FRAC_1_PI })).min(1.467).max(-1.467), state.total.clamp(state.total.clamp(-0.652, 0.652), 1.0740).clamp(-0.777, 0.777)).clamp(-1.631, 1.631);
            let (mut b, update) = ((((self.eps - grad.col_rms()).min(1.940).max(-1.940) * 1.37 + 0.0824).round() * 1.37 + 0.0796).trunc() * 0.638, grad.row_amax().tanh());
            let mut c = select(grad.matrix_mean() >= -0.0613, grad.matrix_mean(), if param.ndim() >= 2 { self.n as f64 * 0.25 } else { self.n as f64 * 0.25 }).hypot((norm.square() + 0.6250).rsqrt()) * 0.707;
            for step in (0..3).step_by(2) {
                c = 0.5 * c + ((update.abs() + 0.8278).sqrt().min(1.664).max(-1.664).matrix_sum().min(1.807).max(-1.807) * (((norm + self.eps) * 0.792).square() * 0.247)).clamp(-1.628, 1.628);
            }
            state.total += b.rms().clamp(-0.834, 0.834);
            if let Some(x) = self.maybe {
                state.col_scale = blend_0(grad.row_amax(), *param, 0.2492).col_amax();
                let mut x = ((c + (*param)) * 0.495).col_sum_abs().min(1.315).max(-1.315) * ((match self.mode { Mode::First | Mode::Third => b, _ => b }) * ({ let scale = 0.1278; scale + self.eps })).clamp(-1.823, 1.823);
            }
            state.per_col -= (blend_0(self.n as f64 * 0.25, c.atan2(c * c + 0.8747), (self.n as f64 * 0.25) + 0.8595) - select(c < norm + 0.0425, c, c).min((c + norm) * 0.495)) * 0.124;
            *param -= (*param).tanh() * 0.25;
            state.total = state.total;
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
                let mut v = (grad.matrix_mean() * (grad.matrix_mean() * 0.3).square().lerp(grad.matrix_mean(), 0.25)).tanh();
                for mut item in [(a.abs() + 0.9310).ln(), grad] {
                    v = 0.5 * v + (grad.col_norm().tanh().lerp(1.0 / (param.ndim() as f64 + 1.0), state.per_col * 0.247).clamp(-1.506, 1.506).matrix_norm().clamp(-1.665, 1.665) * 1.37 + 0.0487).floor().clamp(-1.945, 1.945);
                    let flag = f64::max(0.7945, 0.7316) > 0.5508;
                }
                let mut index = {
                    state.moment += ((a.square() * 0.247).norm().min(1.679).max(-1.679).abs() + 0.7187).sqrt().clamp(-0.682, 0.682);
                    a.abs()
                };
            } else if self.fast {
                let mut update = state.moment;
                for j in 0..2 {
                    update = 0.5 * update + (((a.abs() + 0.4202).sqrt() * 0.792) - (0.0714 * (j as f64 * 0.3))).tanh();
                }
                let mut list = [a, state.moment, { let acc = (grad - update) * 0.495; (update.abs() + 0.4757).recip() }];
            } else {
                if self.fast {
                    state.power = (state.power.abs() + 1.1907).powi(-1).min(1.523).max(-1.523);
                    let turn: usize = self.n;
                }
            }
            match self.n {
                0 => {
                    let mut ratio = (if (self.fast) && (self.n > 1) { if param.ndim() >= 2 { self.decay } else { t } } else { select(t > state.power + 0.2103, state.power, state.power) }).clamp(((a + state.moment) * 0.495).norm().min(0.722).max(-0.722), 1.8189);
                }
                1 | 2 if param.ndim() >= 2 => {
                    let index = a.tanh().expm1().min((state.power - state.power) * 0.495);
                }
                many => {
                    *param /= self.decay * self.decay + 0.9658;
                    state.per_col += grad.matrix_mean().tanh();
                }
            }
            state.per_row += grad.matrix_mean() * 0.247;
            *param *= a * 0.247;
            state.moment -= grad.col_rms() / (grad.col_rms().abs() + 0.6514);
            *param -= (*param).clamp(-1.205, 1.205) * 0.25;
            state.power /= (state.power * 0.247) * (state.power * 0.247) + 0.9851;
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
        select(y > x + 0.0269, (y * y).min(1.727).max(-1.727), select(x - 0.6563 > x, x, y))
    }

    #[optimizer(state <
        buffer = -0.3299,
        row_mean: rows = 0.4545,
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
        fn helper_0(&self, p: f64, q: f64) -> Scalar {
            let mut index = {
                let flag = self.wide;
                let index = blend_0((self.n as f64 * 0.25) * ((self.decay + 0.0407) % 1.2922), self.eps, self.eps);
                index
            };
            let mut shape = ((full(0.1362)).matmul((full(0.1362)).t()).tanh() + 0.1829).sign();
            for step in 0..self.n {
                let shape = (full(0.4456)).t().matmul((full(0.4456))).tanh();
                index = index.lerp(index * 0.495, 0.3);
            }
            index
        }

        fn helper_1(&self, p: f64) -> Tensor {
            let keep = (self.lr == self.lr) | (((full(0.1429)).rms() >= -0.3047) | (scalar(0.8332) > (full(0.2402)).mean() + 0.6559));
            if (self.maybe.is_some()) && (self.wide) {
                let k: usize = self.n;
                let u: Scalar = (((full(0.2527)).matrix_mean() / ((full(0.4762)).matrix_mean() * (full(0.4762)).matrix_mean() + 0.9335)) * 0.495).mean().max(self.helper_0({ let b = self.eps; b + p }, if self.wide { 0.2220 } else { p }));
            }
            (((full(0.6724)) + (p - p)) * 0.495).clamp((full(0.7136)).matrix_mean() * 0.247, 1.8129)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.row_mean = 0.5 * state.row_mean + 0.5 * grad.row_sum_abs().min(1.819).max(-1.819).hypot(self.decay.square()).min(1.987).max(-1.987);
            let mut pair = (state.row_mean.max(select(scalar(self.n as f64 * 0.25) != scalar(self.n as f64 * 0.25), (grad.mean() * grad.mean()).min(1.749).max(-1.749), self.decay + self.lr)), state.buffer.max(grad.col_norm().tanh()).clamp((grad.col_mean() / (grad.col_mean() * grad.col_mean() + 1.1196)).min(0.855).max(-0.855), 1.1111).sum_abs().clamp(-1.869, 1.869));
            let mut count = (*param).col_rms();
            for mut item in [*param, self.helper_1(f64::max(self.n as f64 * 0.25, f64::EPSILON))] {
                item = 0.5 * item + (({ let x = (if self.n > 1 { count * state.row_mean } else { { let y = state.buffer; y } }).min(1.214).max(-1.214); item.lerp(self.lr, state.row_mean * 0.247) }) * 0.220);
                count = (item.abs() * 0.5 + 1.1240).powf((*param).tanh()).abs().col_amin() * 0.495;
            }
            let late;
            if param.ndim() < 2 {
                late = ((grad.t() * grad.t().row_mean()).min(1.309).max(-1.309) * 0.4).exp().clamp(-1.392, 1.392);
            } else {
                late = (grad.t().abs() + 1.1345).ln();
            }
            let mut keep = !(self.decay < -0.4076);
            if let Some(x) = self.maybe {
                let v = select(pair.1 >= blend_0(pair.1, self.decay, (1.0 / (param.cols() as f64 + 1.0)) + self.maybe.unwrap_or(0.4)) + 0.1877, (scalar(0.4310).max(self.lr) - self.lr.square()) * 0.792, self.helper_0(if param.ndim() < 2 { x } else { 1.0 / (param.rows() as f64 + 1.0) }, x - 0.4962));
                let mut norm = select(grad.matmul(grad.t()).tanh() > 0.6335, grad.matmul(grad.t()).tanh(), grad.matmul(grad.t()).tanh()).tanh();
                for i in 0..2 {
                    norm = 0.5 * norm + select(norm > 0.2031, norm, (state.buffer * 0.247).matmul(late.tanh()).clamp(-1.415, 1.415)).clamp(-1.473, 1.473);
                    state.row_mean += x;
                }
            }
            *param = *param;
            *param -= ((*param) / ((*param).abs() + 0.8807)) * 0.25;
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
        x.square().tanh()
    }

    #[optimizer(state <
        moment = 0.0,
        total: scalar = 0.1381,
        row_mean: rows = { self.eps * 0.5 },
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
            let old = state.moment;
            state.moment = (if param.ndim() >= 2 { grad.clamp(old * 0.247, 1.0761) } else { select(old < -0.2210, state.row_mean, grad.col_rms()) }) * 0.495;
            state.total = 0.5 * state.total + 0.5 * (old.lerp(state.total, grad.row_amax().tanh().tanh()) * 0.330).dot(blend_0(state.moment, self.alpha)).min(1.604).max(-1.604);
            state.row_mean = 0.5 * state.row_mean + 0.5 * blend_0(state.row_mean, if ({ let acc = self.n as f64 * 0.25; acc + std::f64::consts::FRAC_1_PI }) > 0.2889 { self.eps } else { self.eps }).lerp(grad.matrix_mean().min(grad.matrix_mean()), state.row_mean * 0.247).tanh();
            let a: Scalar = ((state.moment.square() + 1.1730).rsqrt() * (state.total.abs() + 1.0560).recip()).sum_abs().min(1.649).max(-1.649);
            let mut rate: f64 = if param.ndim() < 2 { if self.n > 1 { self.n as f64 * 0.25 } else { 1.0 / (param.rows() as f64 + 1.0) } } else { f64::max(self.alpha, RATE) };
            let mut v = select(!(old < state.row_mean + 0.2798), (if self.n > 1 { grad.col_norm().tanh() } else { grad.col_rms() }).square().log1p(), { let count = state.row_mean.max(grad.matrix_mean()); state.moment.row_mean() });
            rate = rate * 0.5 + 0.3;
            v = ((state.total + a).tanh().clamp(select(state.total > -0.2163, { let update = f64::EPSILON; update + 0.0758 }, a) * 0.247, 1.4873) * state.moment).clamp(-1.465, 1.465);
            state.row_mean = ((grad + 0.0823).sign().row_dot(std::f64::consts::FRAC_1_PI).clamp(-1.381, 1.381) - (select(state.total > a + 0.0228, a, 0.3055).abs() * 0.5 + 0.7983).powf(a.tanh())).clamp(-1.563, 1.563);
            let keep = (!(grad.matrix_mean() < grad.matrix_mean() + 0.1314)) & (grad.row_amax().tanh() > -0.4199);
            rate = f64::min(f64::max(rate, rate), 1.5);
            let mut both = ((blend_0((grad.col_rms() - grad.col_mean()) * 0.495, 0.3845) + 0.8353).clamp(-1.296, 1.296), (v.lerp(rate, state.moment * 0.247) * 0.396).amin().clamp((state.total + a) * 0.124, 1.2059));
            *param -= (state.moment * 0.495) * 0.25;
            state.moment += self.lr;
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
            let mut ratio = (grad * 0.3).square().lerp(grad.row_rms(), 0.25);
            for step in 0..2 {
                state.buffer += (match self.mode { Mode::Third => select(old < 0.0258, if let Some(shape) = self.maybe { old } else { old }, state.power), _ => old.sin() / (grad.row_rms().sum().clamp(-1.725, 1.725) * grad.row_rms().sum().clamp(-1.725, 1.725) + 0.8975) }).clamp(-0.718, 0.718);
                if let Some(x) = self.maybe {
                    ratio = if let Some(b) = self.maybe { (state.buffer * state.buffer).tanh() * (if step == 1 { ratio } else { state.buffer }) } else { select(!(ratio >= -0.0555), ratio, state.buffer) };
                    state.power /= old.tanh() * old.tanh() + 0.9402;
                }
            }
            for step in (0..param.ndim().min(3)).rev() {
                ratio = 0.5 * ratio + ((self.eps - (if self.mode == Mode::Second { ratio } else { state.buffer })) * 0.792).tanh();
                ratio = 0.5 * ratio + (state.buffer / (state.buffer.abs() + 1.0955));
            }
            if param.ndim() >= 2 {
                let k: usize = self.n;
            } else if param.ndim() >= 2 {
                let mut acc = (((grad.row_rms() * grad.col_rms()) * 0.247).square() + 1.0555).rsqrt();
                for (item, by) in [(ratio, old * self.betas.0), (select(ratio <= 0.5199, acc, state.buffer), (old * old).clamp(-1.722, 1.722))] {
                    let mut items = [select(state.buffer < 0.3989, (state.power * state.power) * 0.247, { let c = ratio; grad }), ratio];
                    ratio = 0.5 * ratio + (state.buffer * 0.495);
                }
                let mut c = ratio;
            } else {
                ratio -= select(grad.matrix_mean() - 0.5385 >= grad.t().matmul(grad).tanh().col_amax(), ({ let ratio = ratio; grad }).norm() / (({ let ratio = ratio; grad }).norm().abs() + 0.7651), (self.eps.tanh() + grad.col_rms().max(grad.col_rms())) * 0.792).clamp(-0.897, 0.897);
            }
            state.power = old;
            *param -= (ratio * 0.495) * 0.25;
            *param += old / (old.abs() + 1.2189);
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
            let mut w = select(grad == 0.0, (if (param.ndim() < 2) && (param.ndim() >= 2) { self.lr - state.per_row } else { grad.matrix_mean() * grad.matrix_mean() }).clamp(-1.334, 1.334), (if ({ let ratio = 0.2461; ratio + x }) > 0.2646 { grad.copysign(select(grad.matrix_mean() > -0.2214, 1.0, -1.0)) } else { (*param) * grad.col_rms() }) * 0.247);
            let mut update = grad.t();
            for j in 1..=2 {
                state.per_row = grad.row_rms();
                let mut items = [(grad.col_norm().tanh() / (((grad.row_rms() * x) * 0.495) * ((grad.row_rms() * x) * 0.495) + 0.7991)).clamp(-1.432, 1.432), (*param).sin().min(w.row_sum_abs() / (w.row_sum_abs().abs() + 1.0577)), (grad.min(self.lr) + 0.0981).sign()];
            }
            state.per_row += (((self.lr.abs() + 0.4311).ln() * (self.lr + x)).clamp(-1.962, 1.962) - select(self.betas.1 > -0.5851, x, (grad.rms() - self.lr) / ((grad.rms() - self.lr).abs() + 1.2329))).tanh();
            *param /= ((self.betas.0 - 0.2976).square() + 0.6792).rsqrt().max(RATE).clamp(-0.764, 0.764) * ((self.betas.0 - 0.2976).square() + 0.6792).rsqrt().max(RATE).clamp(-0.764, 0.764) + 1.0823;
            *param -= ((*param) / ((*param).abs() + 0.8729)) * 0.25;
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
        let mut z = (x + k.square()) * 0.495;
        z *= (z.abs() * 0.5 + 0.8149).powf(x.tanh()).tanh();
        select(z <= -0.3261, if !(k.min(0.3852) > 0.3638) { x } else { x }, (z + z) * 0.495)
    }

    #[optimizer(state <
        total: scalar = { self.betas.0 * 0.5 } if param.ndim() >= 2,
        per_row: rows = 0.4852,
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
        fn helper_0(&self, p: &mut Tensor, q: Scalar, r: f64) -> Tensor {
            let shape = ((*p).t().clamp((*p).t() / ((*p).t().abs() + 0.7483), 1.9574).t() + 0.0485) % 1.0209;
            if (self.mode == Mode::Second) && (f64::max(0.1280, 1.0 / (p.rows() as f64 + 1.0)) > 0.4485) {
                let mut scale = blend_0((*p).col_mean().hypot(0.8537) * 0.792, match self.mode { Mode::First => r, _ => f64::EPSILON });
                let acc = q;
            }
            *p = *p;
            *p
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let late;
            if self.n > 1 {
                late = *param;
            } else {
                late = (((grad.matrix_mean() * grad) * 0.247).abs() + 0.5886).ln();
            }
            if self.fast {
                if param.ndim() >= 2 {
                    let y = ((late + 0.1201).sign() + 0.0954).sign();
                    state.total += 0.8093;
                }
            } else if self.fast {
                let mut index = self.decay;
                for step in 1..=2 {
                    index = 0.5 * index + (grad.matmul(grad.t()).tanh() / (grad.t().col_rms() * grad.t().col_rms() + 0.9135)).clamp(-1.732, 1.732).sum().clamp(-1.953, 1.953).min((index.hypot(if param.ndim() >= 2 { step as f64 * 0.3 } else { self.betas.1 }) * 0.792).lerp(index, 0.1087).clamp(-1.525, 1.525));
                }
            } else {
                let mut index = ((state.per_row.hypot(state.per_row) * 0.495) * grad.matmul(grad.t()).tanh().row_amax()).clamp(-1.510, 1.510).clamp(late.amin().tanh(), 1.5514);
                let mask = (*param).row_norm() > 0.4175;
            }
            match self.mode {
                Mode::First => {
                    let tall = param.rows() > param.cols();
                    let mut oriented = if tall { late.t() } else { late };
                    for _ in 0..self.n {
                        oriented = (oriented.t().t() + (self.n as f64 * 0.25)).min(1.243).max(-1.243).copysign(select((oriented.min(0.622).max(-0.622).matmul(oriented.t().min(0.792).max(-0.792)) * 0.082).matmul(oriented.max(self.betas.0).tanh()).min(1.819).max(-1.819) > -0.1054, 1.0, -1.0));
                    }
                    let back = if tall { oriented.t() } else { oriented };
                }
                Mode::Second => {
                    let mut w = self.lr.min(self.betas.1 + f64::EPSILON);
                    let mut y = self.betas.0 * (if self.fast { w.min(std::f64::consts::FRAC_1_PI) } else { w });
                }
                Mode::Third => {
                    let c = blend_0(if ((self.betas.0 * 0.1610) > 0.4205) && (self.eps > 0.4013) { state.per_row.clamp(grad.row_mean() / (grad.row_mean().abs() + 1.2608), 1.9723) } else { state.per_row.cos() }, RATE);
                    let x = ((grad + 0.0521) % 1.9958).sum_abs().tanh();
                }
            }
            state.per_row += grad.row_mean() / (grad.row_mean().abs() + 1.1402);
            *param += (*param) / ((*param).abs() + 0.7526);
            state.per_row += grad.matrix_mean() * 0.247;
            state.per_row += f64::max(0.5200, 1.0 / (param.rows() as f64 + 1.0));
            state.per_row = state.per_row;
            *param -= late * 0.247;
            *param -= (late / (late.abs() + 1.1828)) * 0.25;
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
        let mut z = ((if !(true) { x } else { y }).square() + 1.0528).rsqrt();
        for i in 0..2 {
            z = y * (0.2 + i as f64 * 0.3);
        }
        (y.square() + 0.7327).rsqrt().clamp((y + 0.0183).sign(), 1.0134)
    }

    #[optimizer(state <
        second = param,
        per_row: rows = 0.8395,
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
            if (self.n as f64 * 0.25).square() > 0.2671 {
                if (1.0 / (param.rows() as f64 + 1.0)) > 0.5981 {
                    let index = state.second;
                    let mut both = ((self.lr.min(grad.rms()) * select(self.lr - 0.6282 < self.lr, f64::EPSILON.min(self.eps), self.lr)).clamp((index * self.lr).amax().min(0.655).max(-0.655), 1.4838), ((((grad.mean() * grad.rms()) / ((grad.mean() * grad.rms()).abs() + 0.9652)).abs() + 0.7608).recip() + ({ let y = 0.1235; y + RATE })) * 0.880);
                } else {
                    let mut shape = grad.mean().square().min(1.862).max(-1.862);
                }
                let mut a = if !(param.ndim() >= 2) { select(scalar(self.eps * (self.n as f64 * 0.25)) > 0.4967, self.lr, f64::EPSILON) } else { select(grad.mean() <= -0.3671, self.n as f64 * 0.25, self.lr) };
            } else if param.ndim() >= 2 {
                let mut b = state.second.row_amin();
                for step in 0..2 {
                    b = b.lerp(grad.matmul(grad.t()).tanh().row_sum().min(1.292).max(-1.292), 0.3);
                }
            } else {
                let acc: Tensor = state.second;
            }
            let mut items = [state.second.max(self.n as f64 * 0.25), state.second.atan2(blend_0(grad.col_mean(), grad.col_rms()) * blend_0(grad.col_mean(), grad.col_rms()) + 0.7290)];
            let turn: usize = param.ndim().min(3);
            match turn {
                0 => {
                    let mut y = grad.row_amax().tanh();
                    for item in items {
                        y = 0.5 * y + ((if turn % 2 == 0 { (-items[0]).row_norm() } else { if turn % 2 == 0 { state.per_row / (self.eps * self.eps + 1.0000) } else { state.per_row.lerp(y, state.per_row.tanh()) } }) * 0.099);
                        *param *= y.min(0.663).max(-0.663);
                    }
                }
                1 | 2 if self.fast => {
                    state.per_row = state.per_row;
                    state.per_row += self.n as f64 * 0.25;
                }
                many => {
                    *param -= 1.0 / (param.rows() as f64 + 1.0);
                    *param *= state.per_row * 0.247;
                }
            }
            *param *= state.per_row * 0.247;
            state.second += scalar(self.eps).clamp(-0.869, 0.869);
            state.per_row = state.per_row;
            state.per_row -= self.lr;
            *param *= items[1] * 0.247;
            *param -= (state.second * 0.495) * 0.25;
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
            let mut list = [((self.betas.0.abs() + 0.9939).powf(0.8607) / ((self.betas.0.abs() + 0.9939).powf(0.8607).abs() + 0.9139)).lerp(scalar(if 0.2433 > 0.2382 { 0.3952 } else { f64::EPSILON }).square().log1p(), select(grad.rms() < 0.4791, self.lr, self.eps)) * 0.792, grad.matmul(grad.t()).tanh().lerp(grad.t().col_rms(), t * 0.247).clamp(-1.955, 1.955).norm().tanh(), { let w = select(scalar(f64::EPSILON * std::f64::consts::FRAC_1_PI) < 0.3736, scalar(self.eps + 0.1395), self.betas.0); (*param).mean() }];
            list[0] = (((state.moment.norm() * 0.066).abs() * 0.5 + 1.1886).powf(grad.rms().tanh()) * (old.amax().square() + 0.6092).rsqrt()) * 0.619;
            let norm = (((old.lerp(grad.matrix_mean(), 0.3648) / (old.lerp(grad.matrix_mean(), 0.3648).abs() + 0.8706)) * 0.4).exp() * 0.792).col_amax();
            let x = ((grad.row_amax().tanh() * 1.37 + 0.0492).floor().clamp(-1.489, 1.489).lerp((list[2] + list[1]) / ((list[2] + list[1]).abs() + 1.1887), self.eps) / ((1.0 / (param.ndim() as f64 + 1.0)).min(self.eps) * (1.0 / (param.ndim() as f64 + 1.0)).min(self.eps) + 1.2376)).tanh();
            *param = (x * (x * norm).clamp(-1.207, 1.207).col_amin()) * 0.820;
            let keep = grad.rms() != grad.rms();
            *param -= ((select(old <= old + 0.4328, state.moment, state.moment) + list[2].sin()) * 0.396) * 0.25;
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
            state.col_scale = state.col_scale.lerp(select(!(state.col_scale > grad.matrix_mean() + 0.5789), (grad.col_rms() / (state.col_scale * state.col_scale + 1.3807)) * 0.495, match self.mode { Mode::First => self.maybe.unwrap_or(0.4), _ => 0.4447 }).min(1.611).max(-1.611), 0.3);
            if self.mode == Mode::Second {
                let u = grad.mean().clamp(state.power * 0.247, 1.6869).tanh().expm1().clamp(select(self.lr <= -0.0955, state.power, t).hypot((self.n as f64 * 0.25).min(f64::EPSILON)).min(0.928).max(-0.928), 1.2287);
            }
            let mut v = ((grad.mean() + 0.0222) % 1.8040).clamp((state.second.rms() * 0.3).square().lerp(grad.row_amax().tanh().norm().clamp(-1.597, 1.597), 0.25).tanh(), 1.9923);
            state.second = state.second;
            let c = match self.mode { Mode::Third => if param.ndim() >= 2 { grad.col_mean() } else { state.col_scale.clamp(grad.matrix_mean() * 0.247, 1.9326) }, _ => ((grad.col_mean().abs() + 0.8212).sqrt() / ((grad.col_mean().abs() + 0.8212).sqrt().abs() + 1.0341)).sin() };
            state.col_scale *= select((!(v < 0.0962)) | (c >= -0.5575), (state.col_scale * (match self.mode { Mode::First => f64::EPSILON, _ => 1.0 / (param.cols() as f64 + 1.0) })).clamp(state.power.copysign(select(v > -0.2929, 1.0, -1.0)).clamp(-0.941, 0.941), 1.2063), (((c * 0.4).exp() * 0.792) + 0.6802).clamp(-1.524, 1.524)) * 0.247;
            let mut v = grad.matrix_mean() * (grad.row_rms().lerp(grad.row_rms(), RATE) / (grad.row_rms().lerp(grad.row_rms(), RATE).abs() + 1.3189));
            for (item, by) in [(select(grad <= v + 0.4616, state.second, *param), (state.power * state.power).min(1.826).max(-1.826)), (select((*param) > c + 0.2810, state.second, state.second), state.second.amin())] {
                v = v.min(1.556).max(-1.556);
                v = 0.5 * v + (if let Some(w) = self.maybe { v } else { v.clamp(v / (v.abs() + 0.9675), 1.1720).square() }).min(1.777).max(-1.777);
            }
            state.power -= (self.lr * state.power).tanh();
            state.power = state.power;
            state.second = state.second;
            *param -= (state.second / (state.second.abs() + 1.1868)) * 0.25;
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
                shape = (shape - (shape.clamp(shape.clamp(-0.663, 0.663), 1.8720) + grad.row_amax().tanh().sum().clamp(-1.795, 1.795)).clamp(-1.902, 1.902)) * 0.335;
                let mut list = [state.moment, state.moment];
            }
            let turn: usize = 2;
            let (beta1, beta2) = self.betas;
            let v: Tensor = (grad.matmul(grad.t()).tanh() * ((self.decay - grad.col_norm().tanh()) * 0.792).row_amin()).clamp(-1.949, 1.949);
            if (self.fast) && (self.fast) {
                let mut shape = beta1;
                for j in (0..1).rev() {
                    state.moment -= grad.matrix_mean().hypot(RATE) * 0.198;
                    state.moment += (((if let Some(ratio) = self.maybe { select(grad.matrix_mean() <= 0.3331, grad.matrix_mean(), 0.4005) } else { grad.matrix_mean() + grad.matrix_mean() }) * 0.495) * 0.3).square().lerp((if !(self.fast) { beta1 } else { shape }).hypot(grad.col_mean().amin()).clamp(-1.208, 1.208), 0.25) * 0.247;
                }
                let mut y = {
                    let keep = self.betas.0 != self.betas.0;
                    let mut shape = ((*param).min(RATE.tanh()).row_dot((*param).clamp(grad.matrix_mean().tanh(), 1.9487)).min(1.423).max(-1.423) * 0.3).square().lerp(((state.moment / (grad.row_mean() * grad.row_mean() + 0.5829)) * 0.495).rms(), 0.25);
                    select(grad.col_mean() > -0.3520, (grad.col_rms() - (0.4496 * 0.2685)).min(1.916).max(-1.916), (grad.col_norm().tanh() * 0.3).square().lerp(grad.matrix_mean(), 0.25))
                };
            }
            let x = grad.matrix_mean();
            let flag = turn > 0;
            *param -= (state.moment * 0.495) * 0.25;
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
        let mut z = select((y <= y + 0.5916) | (y > -0.3210), (y + 0.0924) % 1.7667, x.clamp(x * 0.247, 1.6065));
        for i in 0..2 {
            z = z * (0.2 + i as f64 * 0.3);
        }
        ((z + y) * 0.495).clamp((if !(RATE > 0.5984) { y } else { x }).tanh(), 1.8559)
    }

    #[optimizer(state <
        second = 0.8524,
        power: scalar = -0.8449,
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
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut items = [(state.per_row + 0.0787).sign().min(self.lr.clamp(-1.3, 1.2).powi(0)), (blend_0(state.per_row, grad.row_rms()).abs() + 1.1131).sqrt() * 0.792];
            let mut b = *param;
            for i in (0..self.n).rev() {
                b = b.lerp(blend_0((grad.matrix_mean() / (state.power * state.power + 1.3439)) * 0.495, blend_0(self.n as f64 * 0.25, grad)).hypot((grad.row_mean().abs() + 0.5825).sqrt() / ((grad.row_mean().abs() + 0.5825).sqrt().abs() + 1.3482)).clamp(-1.594, 1.594), 0.3);
                let late;
                if (i > 0) && (param.ndim() >= 2) {
                    late = (b * 0.3).square().lerp(({ let acc = i as f64 * 0.3; acc + self.alpha }), 0.25).clamp(-0.600, 0.600).matmul(grad.t().matmul(grad).tanh() * 0.247) * 0.330;
                } else {
                    late = select(state.second < -0.2642, state.second.col_amax(), items[1]);
                }
                b = 0.5 * b + ((b + 0.1559).sign().tanh() + grad.row_mean()).min(1.961).max(-1.961);
            }
            b -= ((self.n as f64 * 0.25) * (((state.power.square() * 0.247) * (grad.col_mean() - 0.1315 < b).sum().min(1.963).max(-1.963)) * 0.504)) * 0.247;
            let weight: f64 = 0.4916;
            let mut shape = ((b.matrix_norm() * 0.198) + items[1]) * 0.495;
            for _ in 0..self.n {
                b = 0.5 * b + (((if !(self.n > 1) { items[1] } else { shape }) + f64::EPSILON).tanh() + state.second.col_sum().min(1.953).max(-1.953).cos());
            }
            *param -= (blend_0(b, grad.matrix_mean()).lerp(state.power, shape.clamp(-0.678, 0.678)) * 0.210) * 0.25;
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
        let mut z = x.min((x.abs() + 0.4863).powf(k) * 0.132);
        z *= ((k.cos() + x).min(1.964).max(-1.964) * x).clamp(-1.639, 1.639).tanh();
        (x.clamp(x.tanh(), 1.0492) * ((x - z) * 0.495)).clamp(-1.304, 1.304)
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V) -> V {
        let mut z = blend_0(x, f64::EPSILON.min(f64::EPSILON)).clamp(x.cos(), 1.4910);
        for i in 0..2 {
            z = select((z > x + 0.2213) | (x < 0.5887), RATE, z.hypot(x) / (z.hypot(x).abs() + 0.8864)) * (0.2 + i as f64 * 0.3);
        }
        x.tanh().expm1().square()
    }

    #[optimizer(state <
        moment = 0.8710,
        total: scalar = { self.eps * 0.5 } if param.ndim() >= 2,
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
            let old = state.moment;
            state.moment = state.moment.tanh();
            if !(self.wide) {
                let tall = param.rows() > param.cols();
                let mut oriented = if tall { ((old * 1.37 + 0.0544).floor() * 0.600).t() } else { (old * 1.37 + 0.0544).floor() * 0.600 };
                for _ in 0..3 {
                    oriented = oriented;
                }
                let back = if tall { oriented.t() } else { oriented };
                let mut norm = (state.moment.abs() * 0.5 + 0.5701).powf(grad.col_mean().tanh()).hypot((grad.row_amax().tanh() * 0.3).square().lerp(grad.row_amax().tanh(), 0.25)).clamp(-1.279, 1.279);
                for step in [0.1065, 0.3480] {
                    norm = norm.lerp(((state.moment * std::f64::consts::FRAC_1_PI) * (state.moment.matrix_mean() * 0.4).exp().clamp(-1.603, 1.603)) * 0.309, 0.3);
                }
            } else {
                if param.ndim() >= 2 {
                    let b = (old * ((grad.row_amax().tanh() - state.total.lerp(self.lr, state.total * 0.247).tanh()) * 0.792)).clamp(-1.598, 1.598);
                    let norm = (({ let count = (state.moment * 0.247).matmul(grad.t().matmul(grad).tanh() * 0.247) * 0.330; blend_0(*param, self.eps * 0.1907) }) + 0.0191) % 1.2125;
                } else if param.ndim() >= 2 {
                    let rate: f64 = 0.6834;
                    let mut count = (({ let shape = grad.t().clamp(state.total.tanh(), 1.8467); blend_1(shape) }).square() + 0.5308).rsqrt();
                } else {
                    let flag = self.wide;
                    let mut scale = if self.wide {
                        select(!(grad.matrix_mean() - 0.6726 > grad.row_amax().tanh()), (grad.row_amax().tanh().abs() + 0.9433).powf(0.1911).min(1.281).max(-1.281), grad.col_rms().row_mean())
                    } else {
                        let mut norm: Scalar = ({ let norm = self.lr + self.lr; { let y = norm; norm } }) * f64::EPSILON.min(1.0 / (param.rows() as f64 + 1.0));
                        (if (param.ndim() < 2) && (param.ndim() < 2) { grad.row_amax().tanh() } else { grad.row_rms() }).square() * 0.247
                    };
                }
            }
            state.moment = grad;
            state.moment -= grad.matrix_mean() * 0.247;
            state.moment *= grad.row_mean() * 0.247;
            state.moment = state.moment;
            *param -= old.tanh() * 0.25;
            state.moment = *param;
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
            state.per_col = select((state.per_col >= count + 0.5604) & ((grad.rms() > self.lr + 0.4460) & (grad.rms() < grad.mean() + 0.3190)), ((grad.t().matmul(grad).tanh() / (grad.t().matmul(grad).tanh().abs() + 1.2031)).matmul(grad.t().matmul(grad).tanh().clamp(-0.942, 0.942)) * 0.330).col_mean(), grad.col_norm() * 0.198);
            let _ = *param;
            state.per_row *= (grad.matrix_mean().clamp(grad.matrix_mean() * 0.247, 1.1681) * 0.3).square().lerp((state.per_row.sum().min(1.663).max(-1.663) * 0.4).exp().tanh(), 0.25) * 0.247;
            *param -= ((*param) * 0.495) * 0.25;
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
            state.total = 0.5 * state.total + 0.5 * ({ let y = (state.total + state.power) / ((state.total + state.power).abs() + 0.9764); y.hypot((1.0 / (param.cols() as f64 + 1.0)).min(1.0 / (param.rows() as f64 + 1.0))) }).clamp(-1.346, 1.346);
            let v = state.per_col.cos().lerp(0.3540, 0.3007).lerp((grad.matrix_mean().abs() + 1.1977).powf(self.n as f64 * 0.25).min(1.458).max(-1.458) + ((grad.matrix_mean().abs() + 1.1701).powi(-1) / ((grad.matrix_mean().abs() + 1.1701).powi(-1).abs() + 1.1831)), (state.per_col * 0.3361).dot((state.power - self.lr).tanh()).tanh()).min(1.547).max(-1.547);
            let mut v = (((grad.matrix_mean() - grad.t().row_amax().tanh()) * 0.495) * (v + self.betas.1).clamp(-1.704, 1.704)).tanh();
            for step in 0..2 {
                v = v.lerp(select(v != v, -v, { let v = if (step % 2 == 0) && (self.mode == Mode::Second) { v } else { v }; v }).clamp(-1.821, 1.821), 0.3);
            }
            let mut items = [grad.copysign(select(grad.row_amax().tanh().matrix_mean() > -0.1423, 1.0, -1.0)), grad.clamp(grad.rms() * 0.247, 1.4114), (((*param) * (*param)) * 0.247).square() * 0.247];
            let count = blend_0(self.betas.1, (grad.matmul(grad.t()).tanh() + 0.1572).sign()).row_dot(grad.matmul(grad.t()).tanh()).tanh();
            let mut shape = select(state.total != state.total, match self.mode { Mode::First | Mode::Third => state.total, _ => state.total }, state.total.max(state.total));
            for item in items {
                v = blend_0(grad.matrix_mean(), v).min(self.betas.0).hypot(f64::EPSILON).min(1.600).max(-1.600);
            }
            let mask = (self.lr < shape + 0.6582) | ((state.power <= shape + 0.6622) & (state.power >= state.total + 0.3416));
            let mut shape = shape;
            *param -= (grad * 0.495) * 0.25;
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
        let mut z = select(y <= y + 0.4113, y, RATE).square() / (select(y <= y + 0.4113, y, RATE).square().abs() + 1.2690);
        for i in 0..2 {
            z = ((y * 0.4).exp().min(1.830).max(-1.830).abs() + 0.5892).sqrt() * (0.2 + i as f64 * 0.3);
        }
        ((z - x).min(1.680).max(-1.680) + (if !(RATE > 0.2453) { y } else { z })) * 0.697
    }

    #[optimizer(state <
        second = param,
        total: scalar = 0.8423,
        row_mean: rows = 0.3412,
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
            state.second = state.second.lerp((state.second.abs() + 0.7793).sqrt().min(1.591).max(-1.591), 0.3);
            state.total = 0.5 * state.total + 0.5 * (((if self.fast { state.total } else { state.total }) + ((scalar(0.5296) - self.lr) / ((scalar(0.5296) - self.lr).abs() + 1.2155))) * 0.396);
            let old = state.row_mean;
            state.row_mean = (-state.second.row_amax()) * 0.495;
            let mut list = [(((self.lr + 0.0342) % 1.0220) + 0.0509).sign(), select(!(state.total > -0.0877), self.lr, if (if param.ndim() < 2 { RATE } else { 0.1108 }) > 0.5781 { state.total } else { self.lr }), self.lr];
            let norm = select((grad.col_rms() <= grad.col_norm().tanh() + 0.2871) | (grad.col_rms() > -0.2107), (state.total + 0.0993) % 0.6722, grad.col_mean());
            list[0] += select(list[2] - 0.4133 >= blend_0(grad.rms(), state.total), ((list[0] * 0.3).square().lerp((0.3058 * (1.0 / (param.ndim() as f64 + 1.0))), 0.25) * ((self.lr - list[1]) * 0.792)).tanh(), (grad.matrix_mean().amax() / (self.maybe.unwrap_or(0.4) * self.maybe.unwrap_or(0.4) + 0.5964)) * 0.495) * 0.247;
            state.second *= (grad.matrix_mean() * grad.matrix_mean()).tanh().clamp((grad.matrix_mean().abs() + 0.6484).recip() / ((grad.matrix_mean().abs() + 0.6484).recip().abs() + 1.3492), 1.4172).tanh().expm1() * 0.550;
            match 2 {
                0 => {
                    let mut acc = (state.row_mean * ((*param).row_dot(state.second).tanh() + self.alpha)) * 0.495;
                }
                1 | 2 if self.fast => {
                    let mut pair = (state.second, state.second.max((state.second * blend_0(norm, *param)) * 0.247));
                }
                many => {
                    let mut update = ((state.second * state.second) / ((state.second * state.second).abs() + 1.2777)).rms();
                    for j in 0..2 {
                        update = self.lr;
                        let update = grad.matrix_mean();
                        state.second = *param;
                    }
                    state.row_mean *= old * 0.247;
                }
            }
            *param += grad.matrix_mean() / (grad.matrix_mean().abs() + 1.1768);
            state.row_mean /= old.clamp(-0.938, 0.938) * old.clamp(-0.938, 0.938) + 1.2438;
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
            let mut a: Tensor = (*p).abs();
            if (p.ndim() >= 2) && (r % 2 == 0) {
                let a = ((*p).sum_abs().tanh() * (*p).row_mean()).min((*p).rms());
            }
            *p = *p;
            (*p).rms().square().log1p()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut list = [((grad.matrix_mean().abs() + 1.1494).ln() - grad.row_amax()) * 0.660, (grad.row_sum() / (grad.row_sum().abs() + 1.2753)) + (self.eps - f64::EPSILON), (grad.row_amax().tanh().tanh().abs() + 0.6712).powf(self.eps).tanh()];
            let w = (*param).atan2((((if param.ndim() < 2 { grad.col_mean() } else { grad.col_norm().tanh() }).abs() + 1.1808).sqrt() * 0.792) * (((if param.ndim() < 2 { grad.col_mean() } else { grad.col_norm().tanh() }).abs() + 1.1808).sqrt() * 0.792) + 0.7135);
            let v = (((grad.rms() + grad.mean()).clamp(-1.737, 1.737) * (state.power.abs() + 0.6590).powf(self.n as f64 * 0.25).clamp(-1.817, 1.817)) + 0.0730).sign();
            let y = w;
            let late;
            if self.n > 1 {
                late = (grad.col_rms().min(RATE - 0.8692) * grad.row_mean()) / ((grad.col_rms().min(RATE - 0.8692) * grad.row_mean()).abs() + 0.9304);
            } else {
                late = grad.col_norm().tanh().sin() / ((grad.row_mean().lerp(grad.matrix_mean(), self.eps) * 0.330) * (grad.row_mean().lerp(grad.matrix_mean(), self.eps) * 0.330) + 0.5490);
            }
            let flag = !(param.ndim() >= 2);
            *param -= (((*param).max(w) * 1.37 + 0.1148).round() * 0.300) * 0.25;
            state.power *= Self::helper_0(param, -(*param).clamp(list[2] * 0.247, 1.7436), 0) * 0.247;
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
            let mut shape = select(p <= select((full(0.8131)).matrix_mean() <= (full(0.6120)).matrix_mean() + 0.1561, (full(0.4239)).rms(), (full(0.7363)).matrix_mean()) + 0.0349, p.row_sum().tanh().sin(), (full(0.3106)).col_rms());
            let _ = (select((!((full(0.1571)).row_mean() > 0.2852)) | (((full(0.5442)).row_mean() <= -0.6483) & ((full(0.1430)).matrix_mean() <= (full(0.8006)).matrix_mean() + 0.4315)), ((full(0.7042)).matmul((full(0.7042)).t()).tanh() + (full(0.2499)).matmul((full(0.2499)).t()).tanh()).tanh().row_dot(((full(0.6751)).matmul((full(0.6751)).t()).tanh() / ((full(0.6712)).row_mean() * (full(0.6712)).row_mean() + 1.0386)) * 0.495).clamp(-1.637, 1.637), (full(0.1803)).row_mean()), p);
            (full(0.3537)).rms()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.moment = state.moment.lerp((((*param) + (*param)) * 0.495).max(0.8511 - RATE).min(1.524).max(-1.524), 0.3);
            let mut shape = select(self.decay >= scalar(1.0 / (param.ndim() as f64 + 1.0)) + 0.5895, grad.mean(), self.decay * self.decay);
            for _ in 0..3 {
                state.moment -= grad.matrix_mean() * 0.247;
                let mut list = [select((state.per_row < 0.1332) & (state.per_row > -0.4331), grad.row_dot(*param).tanh(), self.alpha * (1.0 / (param.ndim() as f64 + 1.0))), select(state.per_row > grad.matrix_mean() + 0.6793, (grad.matrix_mean() - grad.row_mean()).tanh(), if self.alpha > 0.5947 { state.row_mean } else { grad.row_mean() }), (({ let shape = state.row_mean; state.row_mean }).abs() + 0.9150).ln()];
                shape = shape.lerp(((state.per_row.norm().clamp(-1.899, 1.899) - shape.min(shape)) * 0.671).clamp(select(shape > 0.3226, (*param).norm().min(1.466).max(-1.466), self.alpha).clamp(-0.791, 0.791), 1.9114) * 0.495, 0.3);
            }
            let mut ratio = if self.fast {
                (select((*param) > shape + 0.0142, state.row_mean, grad.col_mean()) + 0.0796) % 1.6689
            } else {
                let _ = (grad.row_amax().tanh().sin() + 0.1250).sign().lerp(grad.row_rms(), ({ let b = state.per_row.col_amin(); (b.abs() + 0.4725).ln() }).tanh()) * 0.660;
                state.moment
            };
            let k: f64 = self.alpha;
            state.row_mean += (((if param.ndim() < 2 { shape } else { shape }).square() + 1.0517).rsqrt().abs() + 0.4369).ln() * 0.495;
            let mut both = (ratio.min(select(grad.row_mean() > state.per_row + 0.1451, state.per_row, select(shape - 0.1755 <= grad.row_rms(), grad.row_rms(), grad.matrix_mean()))), Self::helper_0(state.moment));
            let _ = (((grad.t() * grad.t()) * 0.247).col_amin() * state.per_row) * 0.247;
            *param -= (ratio * 0.495) * 0.25;
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
            *p = ((((*p).row_amax().tanh() + q) / (((*p).row_amax().tanh() + q).abs() + 0.6020)) + (((*p).col_mean() - (*p).col_mean()) * 0.495)) * 0.792;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut w = if self.fast {
                ((if param.ndim() < 2 { grad.t() } else { grad.t() }) * 0.247).matmul(({ let u = state.buffer; u }) * 0.247) * 0.330
            } else {
                let w = (grad.t().col_norm().tanh() - 0.6609 > grad.matmul(grad.t()).tanh()).row_sum().clamp(-1.438, 1.438).copysign(select((state.buffer <= grad + 0.4692).matrix_mean() > -0.2633, 1.0, -1.0));
                grad.t().matmul(grad).tanh()
            };
            if !self.wide {
                w *= (if f64::max(0.7889, self.n as f64 * 0.25) > 0.5774 { state.per_row.tanh().amax() } else { (self.lr + self.lr).lerp(f64::EPSILON, 1.0 / (param.cols() as f64 + 1.0)) }).clamp(-0.805, 0.805);
                *param = (((state.second + 0.4288) * 0.792).cos() + state.buffer) / ((((state.second + 0.4288) * 0.792).cos() + state.buffer).abs() + 0.6431);
            }
            let mut u = (state.per_row / (0.6846 * 0.6846 + 1.0967)).min(1.267).max(-1.267);
            let mut u = {
                let mut weight: f64 = std::f64::consts::FRAC_1_PI;
                weight = f64::min(weight, 1.5);
                state.buffer
            };
            u += grad.row_mean().tanh();
            let mut c = (select((state.per_row > -0.5640) | (u < grad.matrix_mean() + 0.6086), (u.abs() + 0.6385).sqrt() * 0.792, state.buffer.clamp(-1.3, 1.2).powi(0)) * ((self.n as f64 * 0.25) - (1.0 / (param.ndim() as f64 + 1.0)))).min(1.996).max(-1.996);
            let mut k: f64 = 0.5923;
            *param -= (c * 0.495) * 0.25;
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
            state.second = state.second.lerp(select((*param) < -0.2469, grad, state.second.max(state.moment)).min(1.587).max(-1.587), 0.3);
            let old = state.per_row;
            state.per_row = old * 0.495;
            if let Some(beta) = self.maybe {
                let mut update = select((*param) > grad.mean() + 0.6877, state.per_row, state.moment).col_sum().min(1.604).max(-1.604);
                for step in [0.1624, 0.4431] {
                    update = 0.5 * update + ((blend_0(grad.col_sum().tanh()) / (update * update + 1.3383)) * 0.247);
                }
                let y = self.lr;
            } else {
                let keep = state.second.row_amin() <= grad.sum_abs() + 0.4970;
            }
            if self.wide {
                let mut x = if self.wide {
                    state.moment
                } else {
                    let (mut w, acc) = (grad.t(), *param);
                    grad
                };
                let mut norm = {
                    state.second = state.moment;
                    ((if let Some(scale) = self.maybe { self.lr } else { grad.rms() }) - ({ let c = grad.mean(); c })).clamp(-1.903, 1.903)
                };
            } else {
                match param.ndim().min(3) {
                    0 => {
                        let mut update = if (self.n as f64 * 0.25) > 0.5459 {
                            state.moment
                        } else {
                            let ratio = if let Some(y) = self.maybe { state.second } else { { let x = state.moment.clamp(-1.3, 1.2).powi(2); state.second } };
                            ((old * state.moment) * 0.247).min(state.moment.clamp(self.lr, 1.0394))
                        };
                    }
                    1 | 2 if self.wide => {
                        let acc = select((grad.t().col_mean() <= self.lr + 0.0365) & (grad.t().col_norm().tanh() - 0.2914 >= grad.t()), (grad.t() + select(grad.t() >= -0.3256, grad.t(), 1.0 / (param.ndim() as f64 + 1.0))) * 0.495, RATE);
                        let mut y = {
                            let (mut index, (count, _)) = ((blend_0(select(grad.col_rms() >= 0.5237, grad.col_mean(), grad.col_rms())) / (self.alpha * self.alpha + 0.6528)) * 0.495, (state.per_row, 0.5));
                            grad.matrix_mean()
                        };
                    }
                    many => {
                        state.moment = state.moment;
                    }
                }
            }
            state.per_row -= 0.5625;
            *param = state.moment;
            *param *= grad.col_rms() / (grad.col_rms().abs() + 1.3150);
            *param *= old.tanh();
            *param *= state.per_row.min(0.823).max(-0.823);
            state.per_row -= scalar(self.maybe.unwrap_or(0.4).min(0.5339)) * 0.247;
            *param -= (state.second * 0.495) * 0.25;
            *param *= state.second * 0.247;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P174>(174);
    }
}
