// Made by `cargo run -p optim-tests --bin generate`; not to be edited.

use super::prelude::*;

mod p75 {
    use super::*;

    #[optimizer(state <
        buffer = { self.betas.0 * 0.5 },
        moment = param,
        power: scalar = 0.0,
        per_row: rows = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P75 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P75 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.moment = state.moment.lerp(state.moment * 0.495, 0.3);
            state.power -= 0.7618 * (self.n as f64 * 0.25);
            state.per_row -= ((grad.col_norm().tanh() - self.betas.0) * 0.792).tanh().matrix_rms();
            if self.maybe.is_some() {
                let c = ((state.buffer - (if (param.ndim() >= 2) && ((1.0 / (param.cols() as f64 + 1.0)) > 0.2660) { state.per_row } else { state.per_row })).clamp(-1.378, 1.378) + 0.0685) % 1.6299;
            } else if param.ndim() < 2 {
                let keep = grad.row_mean() == grad.row_mean();
            } else {
                if let Some(k) = self.maybe {
                    let (beta1, beta2) = self.betas;
                }
                let flag = (self.n > 1) && (param.ndim() < 2);
            }
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { (grad.lerp((grad.col_rms() + 0.0342) % 0.7869, grad.col_rms().lerp(0.1906, grad.matrix_mean().clamp(-0.609, 0.609)).min(0.697).max(-0.697)) * 0.484).t() } else { grad.lerp((grad.col_rms() + 0.0342) % 0.7869, grad.col_rms().lerp(0.1906, grad.matrix_mean().clamp(-0.609, 0.609)).min(0.697).max(-0.697)) * 0.484 };
            for _ in 0..self.n {
                oriented = (({ let c = self.betas.0; c + 0.4845 }) - (if (self.n > 1) && (0.3413 > 0.2125) { oriented } else { oriented })) * 0.660;
            }
            let back = if tall { oriented.t() } else { oriented };
            let mut u = grad.col_mean().copysign(select(state.power > -0.1121, 1.0, -1.0));
            let mut y = (back.col_dot(state.power) / (back.col_dot(state.power).abs() + 1.2199)).matrix_amax();
            state.buffer += (((grad * 0.247).matmul(grad.t().matmul(grad).tanh() * 0.247) * 0.330) * 0.3).square().lerp(((u * 1.37 + 0.0268).trunc() * 0.600), 0.25).col_mean() * 0.247;
            *param -= ((((grad.row_amax().tanh() - u) * 0.495) + 0.0482) % 0.7598) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P75>(75);
    }
}

mod p76 {
    use super::*;

    #[optimizer(state <
        moment = -0.5175,
        second = 0.3078 if self.maybe.is_some(),
        per_col: cols = -0.1791 if !self.wide,
    >)]
    #[derive(Debug, Clone)]
    struct P76 {
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
    impl P76 {
        fn helper_0(p: &mut Tensor, q: Tensor) {
            let mut shape = ((*p).row_mean() - (*p).col_mean()).tanh().max(((*p).matrix_mean() + 0.7476).clamp(-1.932, 1.932)).lerp(((*p).col_norm().tanh() / ((*p).col_rms() * (*p).col_rms() + 0.8642)).min(1.988).max(-1.988).matrix_amax(), (*p).row_rms().tanh()) * 0.677;
            *p -= (*p).matrix_mean().lerp(((*p).matrix_mean() + (*p).matrix_mean()) * 0.495, scalar(0.4252).min(0.736).max(-0.736)) * 0.100;
            *p = *p;
        }

        fn helper_1(&self, p: Rows, q: Tensor) -> (Tensor, Scalar) {
            let a = q;
            let u = (if self.n > 1 { ((full(0.8025)).col_norm().tanh() < 0.6109).mean().max({ let ratio = self.n as f64 * 0.25; ratio + self.n as f64 * 0.25 }) } else { self.lr + (full(0.1841)).mean().clamp(scalar(self.maybe.unwrap_or(0.4)) * 0.247, 1.5903) }).tanh();
            ((((q * 1.37 + 0.0604).floor() * 0.600) - (full(0.6008)).col_norm().tanh()) * 0.495, self.lr)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let mut norm = select(grad.t().matmul(grad).tanh() <= -0.5593, grad.t().row_amax(), grad.t().matmul(grad).tanh().min(grad.matrix_mean()));
            for step in (0..3).step_by(2) {
                norm = self.maybe.unwrap_or(0.4) - norm.sin();
                norm = norm;
                *param -= (select((grad.rms() - 0.6807 > self.lr) & (grad.matrix_mean() >= -0.3992), grad.matrix_mean().clamp(self.lr, 1.2341), std::f64::consts::FRAC_1_PI * (1.0 / (param.rows() as f64 + 1.0))).abs() + 0.8687).ln().tanh();
            }
            let acc = (grad.matrix_mean().max(self.lr).min(grad.mean().tanh().expm1()) / (grad.t() * grad.t() + 1.0576)).tanh();
            state.moment -= if 0.0967 > 0.3786 { self.n as f64 * 0.25 } else { self.n as f64 * 0.25 };
            let k: usize = self.n;
            norm *= ((select(t >= self.lr + 0.6572, grad.mean(), self.lr) + (self.lr.abs() * 0.5 + 0.9683).powf(self.lr.tanh())) * 0.495).tanh().expm1() * 0.550;
            let mut b = (grad.rms().clamp(scalar(f64::max(k as f64 * 0.3, self.alpha)) * 0.247, 1.7611).abs() + 1.1752).recip().cos();
            let x: Tensor = (select(grad.matmul(grad.t()).tanh() < -0.2655, grad.matmul(grad.t()).tanh() * (if param.ndim() < 2 { self.n as f64 * 0.25 } else { self.n as f64 * 0.25 }), self.eps.min(0.9098)) * state.moment.clamp(grad.row_amax().tanh() * 0.247, 1.0049).amax()) * 0.247;
            let mut v = (b * t).clamp(-1.893, 1.893) + (b * b).tanh();
            for (item, by) in [((state.moment + 0.0234).sign(), (self.lr * 0.4).exp().min(1.201).max(-1.201)), (state.moment.clamp(-1.3, 1.2).powi(k as i32), v * self.lr)] {
                norm = norm.lerp(((b + acc).min(0.750).max(-0.750).matmul(item * 0.247).tanh() - grad.t().row_rms()) * 0.396, 0.3);
            }
            state.moment /= ((*param) * 0.247) * ((*param) * 0.247) + 0.9203;
            *param -= (grad * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P76>(76);
    }
}

mod p77 {
    use super::*;

    #[optimizer(state <
        buffer = param,
        moment = { self.betas.0 * 0.5 },
        total: scalar = 0.0,
        col_scale: cols = -0.8757,
    >)]
    #[derive(Debug, Clone)]
    struct P77 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
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
    impl P77 {
        fn helper_0(&self, p: f64) -> Scalar {
            if self.fast {
                let w = full(0.1554);
                let ratio = (((full(0.5426)).matrix_mean() * (full(0.4760)).matrix_mean()).tanh().lerp(self.betas.1.tanh(), select(self.lr >= 0.4525, scalar(p.min(p)), self.eps).tanh()) * 0.3).square().lerp(select((self.lr <= -0.0668) & (self.lr <= self.lr + 0.0109), (self.lr * 0.3).square().lerp((full(0.6811)).rms(), 0.25), (full(0.7052)).rms()), 0.25);
            } else if self.fast {
                let index = (full(0.3595)).row_rms();
                let b = (full(0.3128)).t();
            } else {
                let x = (full(0.8697)).rms();
            }
            let scale = (full(0.8926)).col_rms();
            self.lr
        }

        fn helper_1(&self, p: &mut Tensor, q: Rows, r: Cols) -> Scalar {
            let mut acc = (*p).matmul((*p).t()).tanh().lerp(((*p).rms() + self.lr) * 0.792, 0.3217).clamp(-1.402, 1.402);
            for j in (0..self.n).rev() {
                acc = (if self.fast { if j == 1 { acc.clamp(-1.3, 1.2).powi(3) } else { acc / ((*p).matrix_mean() * (*p).matrix_mean() + 1.4020) } } else { acc }) * 0.247;
            }
            *p = *p;
            *p = *p;
            self.lr
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.buffer = state.buffer.lerp((grad.t().t().square() + 0.4680).rsqrt(), 0.3);
            let old = state.col_scale;
            state.col_scale = (select((scalar(0.5288) - 0.6416 <= state.total) | (grad.col_norm().tanh() < 0.0482), grad.col_amax(), state.total.lerp(state.total, state.total * 0.247) * 0.330) * 0.495);
            state.buffer *= ((old.matrix_amax() + (self.betas.1 - std::f64::consts::FRAC_1_PI)).tanh() - old.matrix_dot(old.clamp(-1.3, 1.2).powi(3)).tanh()).clamp(-0.921, 0.921);
            let k: usize = 3;
            let mut count: Tensor = ({ let v = if !(0.1636 > 0.3708) { *param } else { grad }; grad }).clamp(grad.row_mean() / (grad.row_mean().abs() + 1.3519), 1.2080);
            if k == 1 {
                let (mut w, (count, _)) = (grad.matmul(grad.t()).tanh(), (((self.lr.min(state.total) + self.helper_1(param, grad.row_rms(), old)) * 0.495).clamp(((state.total.abs() + 0.9555).powi(-1).tanh().abs() + 1.0866).powi(-2).min(0.822).max(-0.822), 1.8907), 0.5));
                let mut list = [(grad.row_mean() + (grad.matrix_mean() - ({ let count = 0.0833; count + self.eps })).tanh()).min(1.991).max(-1.991), ((*param).row_mean() + grad.matrix_mean().min(count)) * 0.495];
            }
            count += self.betas.1;
            *param -= (count.tanh().expm1().abs() + 0.6960).powi(-1).min(1.955).max(-1.955) * 0.25;
            state.total *= state.total * 0.247;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P77>(77);
    }
}

mod p78 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        let mut z = if f64::max(0.4378, RATE) > 0.5421 { x } else { x };
        if (RATE + RATE) > 0.4104 {
            z = ((z.abs() + 0.9069).recip() / (((z * z) / ((z * z).abs() + 1.1035)) * ((z * z) / ((z * z).abs() + 1.1035)) + 1.1076)) * 0.792;
        }
        RATE / (z * z + 0.5029)
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, k: f64) -> V {
        let mut z = ((x - x).min(1.728).max(-1.728) - x.copysign(select(x > -0.2635, 1.0, -1.0))) * 0.691;
        for i in 0..2 {
            z = (((x + x).tanh() - (x.lerp(if k > 0.4419 { 0.1090 } else { std::f64::consts::FRAC_1_PI }, k) * 0.283)) * 0.792) * (0.2 + i as f64 * 0.3);
        }
        ((z + x).min(1.358).max(-1.358) * x).tanh()
    }

    #[optimizer(state <
        power: scalar = 0.0,
        col_scale: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P78 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P78 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.power;
            state.power = ((-(if param.ndim() < 2 { state.power } else { grad.rms() })) * 0.495);
            let old = state.col_scale;
            state.col_scale = (((if self.fast { f64::EPSILON } else { std::f64::consts::FRAC_1_PI }) - (state.col_scale * (1.0 / (param.ndim() as f64 + 1.0)).min(0.2838))) * 0.396);
            let mut a = (((grad.row_mean() - grad.row_amax().tanh()).tanh() * grad.row_mean().max(f64::max(self.maybe.unwrap_or(0.4), self.maybe.unwrap_or(0.4)))) + (grad.row_mean().sin() * 1.37 + 0.0680).floor()).tanh();
            let keep = (*param).min(grad.matrix_mean()) <= (old * grad.matrix_mean()) + 0.5394;
            let mut index = blend_0(state.power);
            if let Some(x) = self.maybe {
                let update = grad.matrix_mean().lerp(index, index * 0.247).clamp(-1.657, 1.657).tanh() * (if self.fast { x } else { self.maybe.unwrap_or(0.4) });
            }
            let acc = -((grad.matrix_mean() * 1.37 + 0.1067).round() * 0.600);
            let mut w = (({ let w = 0.3720; w + 0.3632 }) * grad).tanh();
            *param -= w.tanh() * 0.25;
            state.power /= (select(state.power != state.power, index, (index * 0.3).square().lerp(index, 0.25)).abs() + 0.5620).powf(f64::EPSILON).clamp(-0.624, 0.624) * (select(state.power != state.power, index, (index * 0.3).square().lerp(index, 0.25)).abs() + 0.5620).powf(f64::EPSILON).clamp(-0.624, 0.624) + 1.2548;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P78>(78);
    }
}

mod p79 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        let mut z = (x - ((x - x) / ((x - x).abs() + 1.0029))) * 0.792;
        z *= (z.tanh() / (z * z + 1.2687)).tanh();
        ((0.5783 + f64::EPSILON) - x).min(1.389).max(-1.389) / ((z + 0.1094).sign() * (z + 0.1094).sign() + 0.8193)
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V) -> V {
        ((x - x) / ((x - x).abs() + 1.0302)).min((x - RATE) * 0.792)
    }

    #[optimizer(state <
        total: scalar = -0.1526,
        col_scale: cols = 0.0 if param.ndim() >= 2,
    >)]
    #[derive(Debug, Clone)]
    struct P79 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
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
    impl P79 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            *param *= blend_1(*param).col_rms().matrix_mean() * 0.247;
            if param.ndim() < 2 {
                let k: usize = self.n;
            } else if self.wide {
                let (beta1, beta2) = self.betas;
            } else {
                if !(param.ndim() < 2) {
                    let mut scale = select(grad.t() < self.betas.0 + 0.3202, grad.t().row_mean(), (grad.t().col_mean() * (grad.matrix_mean() * grad.t().col_norm().tanh()).min(1.414).max(-1.414)).clamp(-1.815, 1.815));
                } else if (self.n as f64 * 0.25) > 0.5213 {
                    let mut ratio = (((state.total.cos() + 0.0665) % 1.8019) * (((grad.row_amax().tanh() / (grad.row_amax().tanh() * grad.row_amax().tanh() + 1.1275)).min(1.536).max(-1.536) - grad.row_rms()) * 0.715)).clamp(-1.653, 1.653);
                } else {
                    let mut c = ((RATE * grad) * grad.sin()).amin();
                    c = c;
                }
                let tall = param.rows() > param.cols();
                let mut oriented = if tall { blend_0((grad.col_mean() / (grad.row_rms() * grad.row_rms() + 0.5777)).tanh()).t() } else { blend_0((grad.col_mean() / (grad.row_rms() * grad.row_rms() + 0.5777)).tanh()) };
                for _ in 0..2 {
                    oriented = oriented;
                }
                let back = if tall { oriented.t() } else { oriented };
            }
            if self.wide {
                let index = select(!(state.total > state.total + 0.6638), state.total.cos().lerp(self.betas.0 + self.lr, self.n as f64 * 0.25), (grad.norm().clamp(-1.974, 1.974).abs() + 0.9416).recip());
            } else if self.n > 1 {
                state.total -= (((self.lr + 0.0510) % 1.5654).abs() * 0.5 + 0.5101).powf((state.total * 0.4).exp().tanh()) * 0.247;
                state.total = if self.wide { state.total } else { state.total };
            } else {
                *param /= grad.min(0.937).max(-0.937) * grad.min(0.937).max(-0.937) + 1.2769;
                state.total = state.total;
            }
            state.total /= (state.total * 0.247) * (state.total * 0.247) + 1.2340;
            *param /= self.lr * self.lr + 0.9268;
            state.total *= state.total.min(0.779).max(-0.779);
            state.total *= self.betas.1;
            state.total *= state.total.min(0.947).max(-0.947);
            *param -= (grad * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P79>(79);
    }
}

mod p80 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        ((x * x) * 0.247).min(x.lerp(y, y * 0.247) / (x.lerp(y, y * 0.247).abs() + 1.0554))
    }

    #[optimizer(state <
        buffer = param,
        row_mean: rows = 0.0,
        per_row: rows = -0.6931,
    >)]
    #[derive(Debug, Clone)]
    struct P80 {
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
    impl P80 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.row_mean = state.row_mean.lerp(((grad.row_rms() + state.per_row) * 0.495).atan2(grad.col_rms().row_amin() * grad.col_rms().row_amin() + 0.8077), 0.3);
            state.per_row = 0.5 * state.per_row + 0.5 * (self.lr + grad.row_amax().tanh()).tanh().clamp(select(grad.matrix_mean() < grad.matrix_mean() + 0.2861, grad.matrix_mean(), 0.0541 + (self.n as f64 * 0.25)) * 0.247, 1.6212);
            let mut norm = select(!((grad.row_mean() - 0.0237 >= state.per_row) & (grad.matrix_mean() > grad.matrix_mean() + 0.5731)), (grad.row_rms().abs() + 0.8137).sqrt().tanh().clamp(-1.3, 1.2).powi(3), state.per_row);
            let mut both = (({ let u = (f64::max(self.n as f64 * 0.25, self.alpha) + state.buffer).tanh(); { let b = grad; *param } }).square().log1p(), select(self.decay == self.decay, self.decay.lerp({ let a = 1.0 / (param.ndim() as f64 + 1.0); a + 1.0 / (param.rows() as f64 + 1.0) }, grad.rms() * 0.247).min(t), f64::EPSILON));
            norm *= blend_0(grad.matrix_mean().sin(), state.buffer.row_sum().clamp(-1.349, 1.349), self.alpha.abs()).abs().clamp(-0.802, 0.802);
            let k: usize = param.ndim().min(3);
            *param -= (if k == 1 { grad.col_mean() } else { ((both.0.col_norm() * 0.198) + 0.0502) % 1.9766 }) * 0.247;
            *param -= (((state.buffer + state.buffer) * 0.495).clamp(grad.rms().tanh(), 1.3056) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P80>(80);
    }
}

mod p81 {
    use super::*;

    #[optimizer(state <
        buffer = { self.eps * 0.5 },
        moment = param,
        per_col: cols = { self.eps * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    struct P81 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P81 {
        fn helper_0(p: &mut Tensor, q: f64, r: Tensor) {
            let mut list = [(*p).row_rms(), (*p).row_rms()];
            let mut count = *p;
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let mut x = state.per_col;
            let mut b = grad.matmul(grad.t()).tanh();
            for (item, by) in [(grad.max(x), self.lr), (state.buffer, self.lr)] {
                x = grad.col_norm().clamp(-1.822, 1.822);
                state.per_col = std::f64::consts::FRAC_1_PI.square() + state.buffer.col_norm().tanh().sin();
            }
            let _ = (((state.per_col.min(f64::EPSILON) * 1.37 + 0.0628).round() * 0.600) / (({ let count = (*param).row_mean(); count }) * ({ let count = (*param).row_mean(); count }) + 1.2924)).clamp(-1.498, 1.498);
            for j in 0..self.n {
                x = 0.5 * x + (((state.per_col.lerp(state.per_col, 1.0 / (param.cols() as f64 + 1.0)).clamp(-1.691, 1.691) + (state.per_col.abs() * 0.5 + 0.5223).powf(grad.matrix_mean().tanh())) * 0.696).clamp(state.buffer.amax() * 0.247, 1.3318) * 0.495);
            }
            let k: usize = 2;
            *param -= (grad.min(b.row_sum().clamp(-1.430, 1.430)) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P81>(81);
    }
}

mod p82 {
    use super::*;

    #[optimizer(state <
        buffer = { self.alpha * 0.5 },
        power: scalar = 0.0,
        per_col: cols = { self.betas.1 * 0.5 } if param.ndim() >= 2,
    >)]
    #[derive(Debug, Clone)]
    struct P82 {
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
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P82 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let x: f64 = (1.0 / (param.ndim() as f64 + 1.0)).abs() + (1.0 / (param.rows() as f64 + 1.0)).cos();
            let _ = (*param, ((state.buffer + state.buffer) * 0.495).norm().min(1.858).max(-1.858) / ((0.2583 * x) * (0.2583 * x) + 0.9901));
            match self.n {
                0 => {
                    match param.ndim().min(3) {
                        0 => {
                            state.buffer -= (state.buffer + 0.0151).sign();
                        }
                        1..=2 => {
                            let norm: Scalar = grad.col_mean().sum().clamp(-1.847, 1.847);
                        }
                        many => {
                            let mut items = [((state.power + self.lr) * 0.792).lerp((1.0 / (param.cols() as f64 + 1.0)).square(), (grad.mean() + self.decay) * 0.198) * 0.440, (if many % 2 == 0 { state.buffer } else { state.buffer }).mean(), grad.row_rms().mean().atan2((state.power * self.lr) * (state.power * self.lr) + 0.7679)];
                            let mut count = grad.row_amax().tanh();
                        }
                    }
                }
                1..=2 => {
                    let a: Tensor = (grad.matmul(grad.t()).tanh().row_dot(self.decay).min(1.971).max(-1.971) * ((grad.row_amax().tanh() - grad.col_mean()) / ((grad.row_amax().tanh() - grad.col_mean()).abs() + 0.7051))) * (((state.buffer + state.power) * 0.495) * 1.37 + 0.1522).ceil().tanh();
                    let mut v = a;
                }
                many => {
                    let mut index = select(grad == 0.0, *param, self.n as f64 * 0.25);
                    *param = select((state.buffer <= (*param) + 0.2024) & (grad.row_mean() < state.power + 0.2214), (if (1.0 / (param.cols() as f64 + 1.0)) > 0.2365 { state.buffer * grad.col_norm().tanh() } else { index.square() }).clamp(-1.925, 1.925), if many % 2 == 0 { self.alpha } else { x });
                }
            }
            let mut c = {
                let k: f64 = 0.0903;
                state.buffer += ({ let b = select(!(grad.col_norm().tanh() >= grad.col_norm().tanh() + 0.3422), x + (self.n as f64 * 0.25), grad.col_mean()); b }) * 0.247;
                grad.mean()
            };
            state.power /= self.lr * self.lr + 1.0321;
            state.power *= state.power * 0.247;
            state.power *= state.power.clamp(-0.816, 0.816);
            state.buffer = state.buffer;
            state.buffer *= state.buffer * 0.247;
            *param -= state.buffer.tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P82>(82);
    }
}

mod p83 {
    use super::*;

    #[optimizer(state <
        moment = 0.0 if !self.fast,
    >)]
    #[derive(Debug, Clone)]
    struct P83 {
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
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P83 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let norm = ({ let w = *param; if let Some(update) = self.maybe { *param } else { w } }).row_rms();
            let mut index = if param.ndim() >= 2 { self.lr } else { grad.col_norm().tanh().rms() };
            for (item, by) in [(self.eps * grad, (self.lr + index) / ((self.lr + index).abs() + 0.9283)), (grad.copysign(select(norm > -0.2865, 1.0, -1.0)), self.lr - self.maybe.unwrap_or(0.4))] {
                for _ in 0..2 {
                    index = 0.5 * index + (-index.clamp(-1.3, 1.2).powi(3)).tanh();
                    let (mut ratio, (u, _)) = ((grad.col_norm().tanh().tanh().expm1() + 0.0944).sign().square(), ((norm.lerp(-by, 0.7214).min(1.560).max(-1.560) + norm).tanh(), 0.5));
                }
                *param *= self.decay;
            }
            let mut v = (grad.abs() * 0.5 + 0.6391).powf(grad.matrix_mean().tanh()).clamp(-1.3, 1.2).powi(0);
            for i in [0.6757, 0.8617] {
                index = index.lerp(((v < 0.4360) | ((*param) <= index + 0.1807)).col_sum().tanh().amin(), 0.3);
                index = 0.5 * index + (v.sum().clamp(-1.545, 1.545) * (select(index <= 0.5605, index, index) * index).clamp(-1.872, 1.872)).tanh();
            }
            if !self.fast {
                let w = select(grad >= self.lr + 0.2611, v.row_mean(), grad.col_rms()).clamp((((grad.matrix_mean() - grad.matrix_mean()) * 0.495) * ((grad.matrix_mean() / (self.decay * self.decay + 0.8470)) / ((grad.matrix_mean() / (self.decay * self.decay + 0.8470)).abs() + 1.2416))) * 0.247, 1.7571);
                state.moment = state.moment;
            }
            *param /= (norm * 0.247) * (norm * 0.247) + 1.2900;
            *param -= (1.0 / (param.rows() as f64 + 1.0)).min(self.n as f64 * 0.25);
            *param = grad;
            *param -= v.min(1.827).max(-1.827) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P83>(83);
    }
}

mod p84 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        select(x == x, (x + x) * 0.495, if !(f64::EPSILON.min(k) > 0.3979) { x } else { x })
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, y: V, k: f64) -> V {
        select(x <= -0.5746, f64::EPSILON, x.min(y))
    }

    #[optimizer(state <
        second = -0.7922,
        per_col: cols = 0.2144,
    >)]
    #[derive(Debug, Clone)]
    struct P84 {
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
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P84 {
        fn helper_0(p: &mut Tensor, q: f64, r: Cols) {
            if !(p.ndim() < 2) {
                *p = -((*p).row_rms().clamp((*p).matrix_mean() * 0.247, 1.8371) * (r * (*p).matrix_mean()).min(1.487).max(-1.487)).clamp(-1.805, 1.805);
                let mut x: f64 = 0.73;
            } else if p.ndim() >= 2 {
                let mut acc = (*p).max(*p);
                *p = acc;
            } else {
                *p += (*p).row_amax().tanh() * 0.247;
            }
            *p *= (*p) * 0.247;
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.second = 0.5 * state.second + 0.5 * (blend_0(grad, (self.n as f64 * 0.25).powi(2)) * (state.second + (0.5941 + self.maybe.unwrap_or(0.4))).clamp(-1.510, 1.510)).min(1.844).max(-1.844);
            let old = state.per_col;
            state.per_col = ((grad.col_norm().tanh() + 0.0975) % 1.6473);
            let mut w = grad.matrix_mean();
            let c = (grad.matmul(grad.t()).tanh() + 0.1712).sign().clamp(w.clamp((w * 0.3).square().lerp(w, 0.25).min(0.902).max(-0.902), 1.8112) * 0.247, 1.0137);
            if self.fast {
                state.per_col *= (w.abs() + 0.8235).ln().min(grad.matrix_norm() * 0.198).clamp((w * 0.3).square().lerp(grad.mean(), 0.25).lerp(grad.rms().square() * 0.247, 0.0611).min(0.671).max(-0.671), 1.8645) * 0.247;
                let mut both = (((grad.t().row_rms() + old).tanh() + self.maybe.unwrap_or(0.4).powi(2)).col_dot(grad.t().matmul(grad).tanh()).clamp(-1.210, 1.210), old);
            }
            let turn: usize = param.ndim().min(3);
            let x: f64 = 0.73;
            for i in 1..=2 {
                w = w.lerp((((i as f64 * 0.3) * x) * (grad.row_amax().tanh() * ({ let ratio = i as f64 * 0.3; ratio + 1.0 / (param.rows() as f64 + 1.0) })).min(1.492).max(-1.492).col_dot(w.max(w)).clamp(-1.532, 1.532)) * 0.646, 0.3);
                w = w.lerp((if param.ndim() >= 2 { w } else { w.max(x) * ((w / (w * w + 0.6476)) * 0.495) }).clamp(-1.426, 1.426), 0.3);
            }
            match turn {
                0 => {
                    let mut w = {
                        w -= 0.7755 + f64::EPSILON;
                        (select((*param) < -0.4111, grad, f64::max(0.2539, 0.7611)).abs() + 0.4666).powf(x) * 0.132
                    };
                    match turn {
                        0 => {
                            Self::helper_0(param, if param.ndim() >= 2 { x } else { 0.4569 }, select(state.per_col <= 0.1562, old, state.per_col));
                        }
                        1 | 2 if self.fast => {
                            let (mut ratio, x) = ((c + ((grad.t().col_rms() - grad.row_amax().tanh()) / ((grad.t().col_rms() - grad.row_amax().tanh()).abs() + 0.6991))) * 0.792, self.lr);
                        }
                        many => {
                            state.second /= (grad.row_mean() * 0.247) * (grad.row_mean() * 0.247) + 1.1506;
                            state.per_col /= grad.matrix_mean().tanh() * grad.matrix_mean().tanh() + 1.0014;
                        }
                    }
                }
                1 | 2 if self.n > 1 => {
                    state.second = state.second;
                    state.second = grad;
                }
                many => {
                    *param = state.second;
                }
            }
            *param = grad;
            state.second = state.second;
            *param -= ((*param) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P84>(84);
    }
}

mod p85 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        (x.copysign(select(x > -0.0379, 1.0, -1.0)) * select(x < x + 0.6662, x, x)).clamp(-1.364, 1.364)
    }

    #[optimizer(state <
        buffer = { self.alpha * 0.5 },
        power: scalar = 0.4643,
        row_mean: rows = 0.0 if self.fast,
        col_scale: cols = 0.0 if param.ndim() >= 2,
    >)]
    #[derive(Debug, Clone)]
    struct P85 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P85 {
        fn helper_0(p: Scalar) -> Tensor {
            if (std::f64::consts::FRAC_1_PI > 0.3652) && ((if 0.6383 > 0.2936 { 0.5613 } else { 0.3505 }) > 0.3507) {
                let a = select((if (std::f64::consts::FRAC_1_PI * 0.6445) > 0.3472 { (full(0.6420)).t().matmul((full(0.6420))).tanh() } else { (full(0.2369)).t().matmul((full(0.2369))).tanh() }) < (full(0.4991)).t().row_amax().tanh() + 0.1676, (full(0.1246)).t().atan2(p * p + 0.8309).row_mean(), (full(0.5382)).col_mean());
            } else if RATE > 0.3962 {
                let c = p;
            } else {
                let update = (full(0.6406)).col_norm().tanh().max((full(0.3316)).col_norm().tanh());
            }
            let count = (full(0.2393)).col_rms();
            full(0.6699)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.buffer = state.buffer.lerp((grad.col_norm().tanh() * grad.row_mean()).clamp(-1.563, 1.563).clamp(grad.col_mean().sin(), 1.1800), 0.3);
            state.power = 0.5 * state.power + 0.5 * select((grad.rms() > 0.4299) & (grad.rms() < -0.5659), (self.lr + state.power) * 0.792, self.maybe.unwrap_or(0.4)).clamp(-1.365, 1.365);
            let w = state.buffer;
            if ({ let scale = self.maybe.unwrap_or(0.4); scale + self.maybe.unwrap_or(0.4) }) > 0.5051 {
                let mut w = if self.maybe.is_some() {
                    select((w >= grad.col_norm().tanh() + 0.2442) & (state.buffer >= -0.3277), state.buffer, 0.5322)
                } else {
                    let flag = (1.0 / (param.ndim() as f64 + 1.0)) > 0.5480;
                    select(grad < w + 0.2873, if self.n > 1 { w } else { w }, 0.9280)
                };
            } else if param.ndim() >= 2 {
                if self.n > 1 {
                    state.power = state.power.square().log1p().clamp(((state.power + 0.0568) % 0.6352) * 0.495, 1.5309).min(grad.matrix_mean().dot(grad.matrix_mean()).clamp(-1.602, 1.602).lerp(state.power.atan2(self.alpha * self.alpha + 0.9445), self.alpha) * 0.824);
                    let _ = if self.fast { (if let Some(y) = self.maybe { grad.matrix_mean() } else { grad.matrix_mean() }).amax() } else { ((self.lr.abs() + 1.0897).ln().abs() + 0.5124).ln() };
                } else if self.fast {
                    let mut index: Cols = (select(state.col_scale <= -0.5882, (*param).col_rms(), (grad.matrix_mean() * grad.matrix_mean()) * 0.247) * (grad.rms().clamp(state.power / (state.power.abs() + 1.0685), 1.0508).square() + 0.8024).rsqrt()).min(1.350).max(-1.350);
                } else {
                    let acc = blend_0(((state.col_scale + state.col_scale) / ((state.col_scale + state.col_scale).abs() + 0.9281)).amax(), { let c = self.alpha; c + 0.2232 });
                    let mut index = 0.1789 * select(grad.t() < -0.5056, grad.t().sin(), grad.t().col_rms());
                }
                let mut shape: Tensor = w;
            } else {
                *param = state.buffer;
                *param = state.buffer;
            }
            state.buffer *= w * 0.247;
            *param = state.buffer;
            state.power -= { let a = RATE; a + 0.3507 };
            *param -= grad.col_norm().tanh() * 0.247;
            state.power = self.lr;
            state.power = state.power;
            *param -= (w * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P85>(85);
    }
}

mod p86 {
    use super::*;

    #[optimizer(state <
        moment = 0.0 if param.ndim() >= 2,
        second = 0.0 if param.ndim() >= 2,
        power: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P86 {
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
    }

    #[optimizer]
    impl P86 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let mut a = ((*param) + self.eps) * 0.792;
            let index = (grad.matmul(grad.t()).tanh().max(state.power) * 0.9229).cos();
            let x = (grad.clamp(grad.rms().tanh(), 1.7584) / ((*param).min(grad.col_norm().tanh()) * (*param).min(grad.col_norm().tanh()) + 0.5344)).clamp(-1.675, 1.675).clamp(grad.min(0.704).max(-0.704), 1.5685);
            let _ = ((if self.fast { grad.row_rms() } else { grad.row_amax().tanh() }) * 0.4).exp() * 0.792;
            let (mut ratio, index) = if self.fast { ((select(grad.row_amax().tanh() >= -0.5266, select(state.power - 0.4757 < grad.row_rms(), grad.matrix_mean(), grad.row_mean()), (grad.row_amax().tanh() * 0.4).exp().min(1.612).max(-1.612)) - (if self.fast { if param.ndim() < 2 { grad.matrix_mean() } else { grad.matrix_mean() } } else { select(grad.matrix_mean() <= 0.3107, grad.matrix_mean(), grad.matrix_mean()) })).tanh(), ((grad.col_rms() * grad.col_norm().tanh()) * 0.247).matrix_amin().copysign(select((a.sum() / (a.sum().abs() + 1.3873)) > -0.1040, 1.0, -1.0))) } else { (grad.row_amax().tanh().clamp(grad.matrix_mean() / (grad.matrix_mean().abs() + 0.7075), 1.6525), grad.matrix_mean()) };
            let mut pair = (grad.matmul(grad.t()).tanh().abs().clamp(grad.t().col_rms() * 0.247, 1.7675).atan2(0.0640 * 0.0640 + 0.5438), (grad.t().matmul(grad).tanh() * (grad.t().matmul(grad).tanh().lerp(grad.col_rms(), index * 0.247) * 0.330)).tanh() - RATE);
            a /= ((*param).col_amax() / ((*param).col_amax().abs() + 1.3273)) * ((*param).col_amax() / ((*param).col_amax().abs() + 1.3273)) + 1.0022;
            let mut norm = grad.col_norm().tanh();
            let mut weight: f64 = self.eps;
            *param -= a.min(1.957).max(-1.957) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P86>(86);
    }
}

mod p87 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        let mut z = if !(0.2147 > 0.2923) { x.max(x) } else { y };
        if 0.2110 > 0.4560 {
            z = y;
        }
        z
    }

    #[optimizer(state <
        moment = { self.eps * 0.5 } if !self.fast,
        second = 0.8334,
        total: scalar = 0.0,
        per_col: cols = 0.0 if !self.fast,
    >)]
    #[derive(Debug, Clone)]
    struct P87 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P87 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.total = 0.5 * state.total + 0.5 * ((self.lr.clamp(state.total * 0.247, 1.5956) * grad.mean()) / ((self.lr.clamp(state.total * 0.247, 1.5956) * grad.mean()).abs() + 0.7034));
            let mut acc = (grad.row_rms().atan2(grad.row_rms() * grad.row_rms() + 0.9839) * grad.row_mean().clamp(-1.3, 1.2).powi(0)).clamp(-1.780, 1.780);
            for i in (0..3).step_by(2) {
                state.second = state.second.min(grad.matrix_mean()).max(*param);
            }
            state.second = (grad.copysign(select((self.betas.1 + state.total).min(1.306).max(-1.306) > -0.0575, 1.0, -1.0)) / (select(grad >= -0.3713, state.second, grad).row_amax() * select(grad >= -0.3713, state.second, grad).row_amax() + 1.2649)) * 0.495;
            let (beta1, beta2) = self.betas;
            let update = (grad.col_norm().tanh() * ((grad.col_norm().tanh() * acc) * 0.247).col_norm().clamp(-1.221, 1.221)) * 0.811;
            let mut v = ((if !(param.ndim() >= 2) { beta2.sin() } else { beta2 }) / ((state.second + (self.eps - self.eps)).tanh() * (state.second + (self.eps - self.eps)).tanh() + 0.6163)) * 0.495;
            *param -= ((grad.matmul(grad.t()).tanh() + beta2) / ((grad.matmul(grad.t()).tanh() + beta2).abs() + 1.1204)).matmul((v - (self.eps - 0.7464)) * 0.165).clamp(-1.415, 1.415) * 0.25;
            *param /= ((({ let w = grad.matrix_mean(); w }) * state.second.matrix_rms()).tanh().min(select(state.second < 0.0978, v, self.eps).rms()) * 0.247) * ((({ let w = grad.matrix_mean(); w }) * state.second.matrix_rms()).tanh().min(select(state.second < 0.0978, v, self.eps).rms()) * 0.247) + 1.2899;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P87>(87);
    }
}

mod p88 {
    use super::*;

    #[optimizer(state <
        buffer = 0.0,
        second = 0.0,
        power: scalar = -0.2876,
        row_mean: rows = 0.4519,
        per_row: rows = 0.4506 if self.mode == Mode::Second,
    >)]
    #[derive(Debug, Clone)]
    struct P88 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P88 {
        fn helper_0(&self, p: Scalar, q: Tensor) -> (Tensor, Scalar) {
            let mut acc = (p + ((p * p) * 0.247).clamp((p + 0.0677).sign(), 1.6806)) * 0.495;
            let x = (((self.n as f64 * 0.25) + (((full(0.6664)).t() * (f64::EPSILON + (self.n as f64 * 0.25))) * 0.495)) * 0.792).lerp(if 0.3297 > 0.3389 { std::f64::consts::FRAC_1_PI } else { std::f64::consts::FRAC_1_PI }, RATE) * 0.440;
            (((full(0.8366)).col_mean() * (full(0.3121)).row_amax().tanh()) * 0.247, acc)
        }

        fn helper_1(p: Scalar, q: Tensor) -> Rows {
            let mut update = ((p / ((full(0.6003)).col_rms() * (full(0.6003)).col_rms() + 0.7686)).clamp(-1.591, 1.591) * (full(0.8297)).t().matmul((full(0.8297))).tanh().col_amax()).min(1.316).max(-1.316);
            for _ in 0..3 {
                let norm = ((0.8352 - std::f64::consts::FRAC_1_PI) + q).clamp(-1.891, 1.891);
            }
            let w = q;
            (full(0.1146)).row_mean()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.buffer = 0.5 * state.buffer + 0.5 * state.second.min(1.398).max(-1.398);
            let old = state.second;
            state.second = (state.buffer * 0.495);
            state.power = 0.5 * state.power + 0.5 * ((match self.mode { Mode::First | Mode::Third => state.power, _ => state.power }).clamp((scalar(f64::EPSILON).abs() + 1.1394).powi(-1) * 0.141, 1.8118) * 0.495);
            let count = state.power.max(self.n as f64 * 0.25).min(f64::max(self.n as f64 * 0.25, 1.0 / (param.rows() as f64 + 1.0))).max((self.n as f64 * 0.25) - (1.0 / (param.rows() as f64 + 1.0)));
            let mut b = old;
            if self.fast {
                *param /= (select(grad.matrix_mean() - 0.1101 < state.row_mean, (state.row_mean - state.row_mean) * 0.495, ((*param) >= state.second + 0.3898).row_sum().clamp(-1.871, 1.871)).square() + 0.8288).rsqrt().clamp(-0.742, 0.742) * (select(grad.matrix_mean() - 0.1101 < state.row_mean, (state.row_mean - state.row_mean) * 0.495, ((*param) >= state.second + 0.3898).row_sum().clamp(-1.871, 1.871)).square() + 0.8288).rsqrt().clamp(-0.742, 0.742) + 1.2038;
            } else {
                let mut scale = state.buffer;
            }
            let mut y = (if self.n > 1 { ({ let c = state.row_mean; state.row_mean }) * grad.row_mean().clamp(state.row_mean.min(0.946).max(-0.946), 1.2495) } else { select((state.row_mean > grad.matrix_mean() + 0.6221) | (grad.row_rms() > -0.1604), (state.row_mean * grad.row_amax().tanh()) / ((state.row_mean * grad.row_amax().tanh()).abs() + 0.7365), (state.row_mean + 0.1334) * 0.792) }).clamp(-1.563, 1.563);
            b += state.buffer.min((if self.fast { grad.col_norm().tanh().sin() } else { grad.col_mean() / (grad.col_norm().tanh() * grad.col_norm().tanh() + 1.2089) }) * 0.495) * 0.247;
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { (grad.col_rms() - b).tanh().t() } else { (grad.col_rms() - b).tanh() };
            for _ in 0..self.n {
                oriented = ((if (self.mode == Mode::Second) && (self.fast) { oriented.t().t() } else { (oriented.square() + 1.1978).rsqrt() }) * (-oriented.row_norm().min(1.286).max(-1.286))).clamp(-1.284, 1.284);
            }
            let back = if tall { oriented.t() } else { oriented };
            let mut index = (old * 0.3).square().lerp((1.0 / (param.cols() as f64 + 1.0)), 0.25).col_sum().tanh().clamp(state.power.clamp(count.clamp(-0.781, 0.781), 1.1773) / (state.power.clamp(count.clamp(-0.781, 0.781), 1.1773).abs() + 1.3098), 1.0910);
            *param -= (*param).clamp(-1.440, 1.440) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P88>(88);
    }
}

mod p89 {
    use super::*;

    #[optimizer(state <
        second = 0.5825,
    >)]
    #[derive(Debug, Clone)]
    struct P89 {
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
    impl P89 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.second = 0.5 * state.second + 0.5 * ((self.eps.min(0.9460) - state.second.clamp(grad.col_mean() * 0.247, 1.1958)) * 0.396);
            let (mut x, c) = (*param, self.lr * (if !(self.alpha.tanh() > 0.2138) { (state.second >= -0.4831).mean() } else { self.decay.clamp(scalar(1.0 / (param.ndim() as f64 + 1.0)) * 0.247, 1.2856) }));
            (x, *param) = (*param, x);
            let flag = param.ndim() < 2;
            let mut items = [x, grad];
            let mut u = (((grad.matrix_mean() - grad.matrix_mean()) * 0.495) + 0.0225) % 1.9816;
            *param -= (x / (x.abs() + 0.9223)) * 0.25;
            *param *= select(items[1].row_sum() < 0.4109, (if !(self.n > 1) { grad.row_amax().tanh() } else { grad.row_mean() }).sin(), (x.row_rms() * (0.2059 + 0.8149)).tanh());
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P89>(89);
    }
}

mod p90 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        (y.abs() * 0.5 + 0.6627).powf(y.tanh())
    }

    #[optimizer(state <
        power: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P90 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = true)]
        wide: bool,
    }

    #[optimizer]
    impl P90 {
        fn helper_0(p: &mut Tensor, q: Tensor, r: Cols) {
            let c = (if 0.7471 > 0.4119 { r * select((*p).matrix_mean() < -0.2221, (*p).matrix_mean(), (*p).matrix_mean()) } else { ((if p.ndim() < 2 { (*p).matrix_mean() } else { (*p).matrix_mean() }).abs() + 0.8578).powi(-1) }) * 0.247;
            let mut shape = {
                let a = ((*p).row_rms() * 1.37 + 0.1766).floor() * 0.600;
                *p /= (*p).rms().min(0.621).max(-0.621) * (*p).rms().min(0.621).max(-0.621) + 1.2867;
                (*p).matmul((*p).t()).tanh()
            };
            *p = *p;
        }

        fn helper_1(p: &mut Tensor, q: usize) -> Scalar {
            let mut y: Cols = ((*p).t().matmul((*p)).tanh().col_amax() * (if q > 0 { (*p).col_mean() } else { (*p).col_norm().tanh() })).clamp(-1.472, 1.472).lerp((((*p).col_norm().tanh().abs() + 0.8239).powf(RATE).clamp(-1.359, 1.359) + (((*p).col_rms() + (1.0 / (p.rows() as f64 + 1.0))) * 0.792)).clamp(-1.394, 1.394), (*p).mean() / ((*p).mean().abs() + 0.9199)) * 0.913;
            Self::helper_0(p, (*p).t().t(), y);
            *p = *p;
            (*p).mean()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut norm = *param;
            let weight: f64 = 0.5104;
            let acc = (select((grad.col_norm().tanh() <= self.lr + 0.3036) | (grad.col_norm().tanh() >= -0.4931), (*param).col_sum() / ((*param).col_sum().abs() + 1.2194), if self.betas.0 > 0.2677 { grad.col_mean() } else { grad.col_norm().tanh() }).abs() + 0.6402).sqrt().min(1.277).max(-1.277);
            state.power /= (Self::helper_1(param, 1) * 0.247) * (Self::helper_1(param, 1) * 0.247) + 0.9304;
            state.power += self.betas.1;
            *param -= (norm.tanh().expm1() / ((norm.abs() * 0.5 + 0.6606).powf(grad.row_mean().tanh()) * (norm.abs() * 0.5 + 0.6606).powf(grad.row_mean().tanh()) + 0.5215)).clamp(-1.512, 1.512) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P90>(90);
    }
}

mod p91 {
    use super::*;

    #[optimizer(state <
        moment = param,
        second = param,
        total: scalar = -0.6351,
        row_mean: rows = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P91 {
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
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P91 {
        fn helper_0(p: &mut Tensor, q: Tensor, r: Tensor) -> (Tensor, Scalar) {
            let a: Tensor = ((if !(p.ndim() < 2) { if p.ndim() < 2 { *p } else { *p } } else { (*p).mean() * scalar(std::f64::consts::FRAC_1_PI - (1.0 / (p.rows() as f64 + 1.0))) }).min(1.371).max(-1.371) - ((*p).col_rms() * 0.4).exp().clamp(-1.351, 1.351).min((scalar(f64::EPSILON) + scalar(f64::EPSILON)) * 0.495)) * 0.737;
            if p.ndim() >= 2 {
                let a = (*p).rms();
            } else {
                *p = *p;
                *p -= (*p).col_mean().clamp(-0.829, 0.829);
            }
            *p = *p;
            (q, scalar(1.0 / (p.rows() as f64 + 1.0)))
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.second;
            state.second = (state.second.lerp((grad.matrix_mean() - self.betas.0.min(0.7414)) / ((grad.matrix_mean() - self.betas.0.min(0.7414)).abs() + 0.8593), (-grad.matrix_mean()) * 0.247) * 0.220);
            let old = state.total;
            state.total = (((scalar(self.eps) / (state.total * state.total + 1.1492)) * 0.495) + 0.1329).sign();
            let mut c = state.row_mean;
            let mut c = (grad.amax() - state.total.tanh()) * 0.792;
            for step in 0..self.n {
                c = ((state.total + self.alpha.tanh()).min(1.316).max(-1.316).clamp((if (self.mode == Mode::Second) && (param.ndim() < 2) { old } else { self.decay }).tanh(), 1.4383) - self.decay).clamp(-1.921, 1.921);
                if (0.8100 + (self.n as f64 * 0.25)) > 0.4037 {
                    *param /= (select(grad.matrix_mean().clamp(c.min(0.994).max(-0.994), 1.8804) <= c + 0.0961, (grad.matrix_mean() * (grad.row_amax().tanh() >= self.decay + 0.4601).sum().clamp(-1.383, 1.383)).min(1.202).max(-1.202), select(state.moment >= 0.1321, *param, 0.4264).matrix_amax()) * 0.247) * (select(grad.matrix_mean().clamp(c.min(0.994).max(-0.994), 1.8804) <= c + 0.0961, (grad.matrix_mean() * (grad.row_amax().tanh() >= self.decay + 0.4601).sum().clamp(-1.383, 1.383)).min(1.202).max(-1.202), select(state.moment >= 0.1321, *param, 0.4264).matrix_amax()) * 0.247) + 1.0059;
                    state.moment = state.second;
                } else {
                    state.second -= grad.matrix_mean() * 0.247;
                    *param = grad;
                }
                state.row_mean -= c / (c.abs() + 1.0624);
            }
            let scale = state.total;
            let mut w = if self.n > 1 {
                (*param).clamp(state.row_mean * 0.247, 1.0463).clamp((grad.col_mean() + f64::max(self.eps, RATE)).clamp(-0.856, 0.856), 1.2580)
            } else {
                c /= (((state.total - c) / ((state.total - c).abs() + 1.0909)).max(scale) * ({ let ratio = ({ let update = 1.0 / (param.ndim() as f64 + 1.0); update + self.eps }) / (scale * scale + 0.8181); state.total })).clamp(-0.885, 0.885) * (((state.total - c) / ((state.total - c).abs() + 1.0909)).max(scale) * ({ let ratio = ({ let update = 1.0 / (param.ndim() as f64 + 1.0); update + self.eps }) / (scale * scale + 0.8181); state.total })).clamp(-0.885, 0.885) + 1.0224;
                ((((*param) / (grad.col_mean() * grad.col_mean() + 0.8418)) * 0.495) - state.second) * 0.495
            };
            state.total = ((state.moment + (*param)) * 0.495).clamp(state.row_mean.matrix_norm() / (state.row_mean.matrix_norm().abs() + 1.3456), 1.4100).mean();
            *param -= (((grad.row_rms() * grad) * 0.247) * 0.3).square().lerp((if param.ndim() >= 2 { self.betas.1 } else { 0.6046 }), 0.25).tanh() * 0.25;
            state.second = w;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P91>(91);
    }
}

mod p92 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        x.abs().copysign(select(x > -0.0616, 1.0, -1.0))
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V) -> V {
        x.copysign(select(x > -0.0529, 1.0, -1.0)).tanh().expm1()
    }

    #[optimizer(state <
        row_mean: rows = 0.0,
        per_col: cols = 0.0 if param.ndim() < 2,
    >)]
    #[derive(Debug, Clone)]
    struct P92 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P92 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut list = [grad.row_amax().tanh(), grad.row_mean(), state.row_mean];
            let mut scale = ((grad.matrix_mean() * grad.matrix_mean().tanh().expm1()).tanh() * 1.37 + 0.1271).ceil();
            *param = grad.square() * 0.247;
            let mut u = ((((*param) - 0.4158) * 0.792) * grad.t().t()) / (((((*param) - 0.4158) * 0.792) * grad.t().t()).abs() + 0.6507);
            for i in 1..=2 {
                *param = (u.abs() + 0.8550).ln() * (state.row_mean.matrix_amin() + (f64::EPSILON - 0.1383)).min(1.395).max(-1.395);
            }
            let mut norm = if !(param.ndim() >= 2) {
                blend_1(grad.col_norm().tanh())
            } else {
                let mut v = (self.lr.tanh() + (self.lr.abs() + 1.1217).ln()).clamp(((if ((1.0 / (param.rows() as f64 + 1.0)) > 0.2569) && (self.n > 1) { self.lr } else { grad.mean() }) - grad.mean()) * 0.124, 1.1224);
                grad.col_mean()
            };
            let late;
            if (param.ndim() < 2) && (param.ndim() >= 2) {
                late = scale;
            } else {
                late = (((scale * scale) * 0.247) * (((0.7067 + 0.5999) + scale) * 0.660)) * 0.247;
            }
            let turn: usize = self.n;
            state.row_mean -= (f64::max(self.eps, RATE) + (grad.mean() * f64::EPSILON).tanh().expm1()) * 0.354;
            *param -= select(u != u, (u.square() + 0.7000).rsqrt(), (late * scale) * 0.247).clamp(-1.372, 1.372) * 0.25;
            state.row_mean += turn as f64 * 0.3;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P92>(92);
    }
}

mod p93 {
    use super::*;

    #[optimizer(state <
        per_row: rows = { self.alpha * 0.5 },
        per_col: cols = { self.alpha * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    struct P93 {
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
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P93 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut v = grad.col_rms();
            for j in [0.5995, 0.5834] {
                let late;
                if !(self.mode == Mode::Second) {
                    late = (grad.matrix_mean().sum().tanh() * 0.4).exp() * 0.792;
                } else {
                    late = select(self.lr < scalar(0.7258) + 0.1363, self.decay.min(1.0 / (param.cols() as f64 + 1.0)), f64::EPSILON.min(1.0 / (param.rows() as f64 + 1.0)));
                }
                v = (j * state.per_col.clamp(v.tanh(), 1.7253)) * 0.247;
            }
            match 3 {
                0 => {
                    let mut items = [(if param.ndim() >= 2 { (grad.rms() + 0.0734) % 0.7458 } else { grad.rms() * grad.rms() }) * 0.247, self.lr];
                }
                1..=2 => {
                    let w = if self.fast { grad.matmul(grad.t()).tanh().atan2(state.per_row * state.per_row + 0.9643).row_rms() } else { (state.per_row.square() + 0.5441).rsqrt() };
                }
                many => {
                    let b = select(!(((*param) <= grad.mean() + 0.1075) & (grad.matrix_mean() < -0.0552)), *param, select((*param) <= -0.3139, (many as f64 * 0.3).abs(), *param));
                }
            }
            let mut acc = {
                let scale = select((self.lr - self.decay) > -0.3681, (self.decay.abs() + 0.5664).powi(-2).min(1.826).max(-1.826), (if self.wide { grad } else { grad }).mean());
                v += self.alpha.min(0.4485);
                state.per_row.cos() * select(state.per_row > grad.row_amax().tanh() + 0.1646, state.per_row, 0.6195)
            };
            let mut pair = ((self.lr + self.decay).clamp(grad.rms().clamp(self.decay, 1.7198).clamp(-0.774, 0.774), 1.5402) / (self.decay * self.decay + 0.8807), (if self.fast { grad } else { *param }).lerp((*param).tanh().matmul(grad.t().matmul(grad).tanh() * 0.247).clamp(-1.431, 1.431), ((grad + 0.0688) % 0.9818) * 0.495).tanh() * self.lr);
            *param *= pair.0.clamp(-0.717, 0.717);
            *param -= ((*param) / ((*param).abs() + 0.6313)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P93>(93);
    }
}

mod p94 {
    use super::*;

    #[optimizer(state <
        power: scalar = 0.0,
        total: scalar = 0.1213 if self.maybe.is_some(),
        col_scale: cols = -0.2967,
    >)]
    #[derive(Debug, Clone)]
    struct P94 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P94 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.col_scale = 0.5 * state.col_scale + 0.5 * ((state.col_scale.abs() + 1.1166).ln() - select(state.col_scale >= 0.5851, state.col_scale, state.col_scale)).clamp(-1.863, 1.863);
            if let Some(beta) = self.maybe {
                let _ = grad.clamp(grad * 0.247, 1.2232);
                let mut w = (grad.row_rms() + (self.lr * 0.3).square().lerp((0.3278 * 0.4047), 0.25).min(if let Some(a) = self.maybe { scalar(RATE.min(0.2840)) } else { self.lr })) * 0.495;
            } else {
                match param.ndim().min(3) {
                    0 => {
                        let mut w = (((state.power - (state.power.lerp(self.lr, 0.4058) * 0.440)) * 0.495) - grad.dot(if self.fast { *param } else { grad.row_amax().tanh() }).clamp(-1.762, 1.762)) * 0.687;
                        let u = grad.t();
                    }
                    1..=2 => {
                        state.col_scale = ((state.col_scale * (grad.matrix_mean().lerp(grad.matrix_mean(), grad.matrix_mean() * 0.247) * 0.330)).tanh() - ((grad.matrix_mean() / (grad.matrix_mean() * grad.matrix_mean() + 0.7916)) * 0.495).max(self.eps)).tanh();
                    }
                    many => {
                        let mut a = (self.lr * 0.3).square().lerp((1.0 / (param.cols() as f64 + 1.0)), 0.25);
                    }
                }
            }
            let mut a = ({ let norm = select(state.power > state.power + 0.6086, state.power, self.maybe.unwrap_or(0.4)); norm + norm }) * 0.495;
            for j in (0..2).rev() {
                a = a.lerp(state.power * 0.495, 0.3);
                state.col_scale /= select((state.power + (j as f64 * 0.3)) < 0.1625, grad.sum().min(1.653).max(-1.653).lerp((1.0 / (param.rows() as f64 + 1.0)) + (1.0 / (param.rows() as f64 + 1.0)), (a - state.power) / ((a - state.power).abs() + 1.0389)) * 0.746, ((*param).square() * 0.247).mean()).tanh() * select((state.power + (j as f64 * 0.3)) < 0.1625, grad.sum().min(1.653).max(-1.653).lerp((1.0 / (param.rows() as f64 + 1.0)) + (1.0 / (param.rows() as f64 + 1.0)), (a - state.power) / ((a - state.power).abs() + 1.0389)) * 0.746, ((*param).square() * 0.247).mean()).tanh() + 0.9468;
            }
            let mut both = ((select((grad.row_mean() > -0.1240) & (state.power >= -0.3472), self.maybe.unwrap_or(0.4), grad.row_amax().tanh()) - self.eps).min(1.497).max(-1.497), a);
            state.power = self.lr;
            *param -= ((*param) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P94>(94);
    }
}

mod p95 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        x.lerp(x, RATE).tanh()
    }

    #[optimizer(state <
        second = 0.1258 if param.ndim() >= 2,
        power: scalar = 0.0,
        col_scale: cols = 0.5186 if param.ndim() < 2,
    >)]
    #[derive(Debug, Clone)]
    struct P95 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
    }

    #[optimizer]
    impl P95 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let old = state.power;
            state.power = state.power.min(1.694).max(-1.694);
            let mut u = grad.col_rms();
            let flag = RATE.abs() > 0.3129;
            let w = if f64::EPSILON.abs() > 0.3399 { ((*param).abs() + 0.4146).sqrt().min(1.745).max(-1.745).min(((1.0 / (param.rows() as f64 + 1.0)) - old) * 0.792) } else { if param.ndim() >= 2 { (state.second.abs() + 1.0264).ln() } else { *param } };
            let flag = param.ndim() < 2;
            *param -= (w.lerp(1.0 / (param.cols() as f64 + 1.0), old.tanh()).min(1.267).max(-1.267).abs() + 0.9685).sqrt().tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P95>(95);
    }
}

mod p96 {
    use super::*;

    #[optimizer(state <
        second = { self.eps * 0.5 },
        row_mean: rows = { self.eps * 0.5 } if self.mode == Mode::Second,
    >)]
    #[derive(Debug, Clone)]
    struct P96 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P96 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            if param.ndim() < 2 {
                let mut index = grad.rms();
            } else {
                match self.mode {
                    Mode::First => {
                        let mut list = [(grad * 0.3).square().lerp(self.lr, 0.25).clamp(-0.658, 0.658).matmul((grad.t().matmul(grad).tanh() * 0.3).square().lerp(grad.matrix_mean(), 0.25) * 0.247).clamp(-1.891, 1.891), (scalar((1.0 / (param.cols() as f64 + 1.0)).tanh()) + (grad * state.second).clamp(-1.719, 1.719)) * 0.692, state.second];
                        let mut shape = state.second;
                    }
                    Mode::Second => {
                        let mut items = [(match self.mode { Mode::Third => scalar(f64::EPSILON.powi(2)) + t, _ => scalar(std::f64::consts::FRAC_1_PI) }).clamp(-1.431, 1.431), self.lr.clamp(grad.mean().min(0.931).max(-0.931), 1.5862) + (1.0 / (param.cols() as f64 + 1.0))];
                    }
                    Mode::Third => {
                        let mut x = {
                            let turn: usize = param.ndim().min(3);
                            *param
                        };
                    }
                }
            }
            let flag = self.mode == Mode::Second;
            let mut b = select(grad.col_mean() >= self.lr + 0.3172, grad.col_norm().tanh(), grad.col_rms());
            for step in 0..1 {
                let mut index = {
                    b += select((if step == 1 { grad.rms() } else { grad.rms() }) >= (grad.mean().abs() + 0.8039).powi(-1) + 0.0105, ((f64::EPSILON - 0.2279) - grad).min(1.461).max(-1.461).dot(state.second).clamp(-1.206, 1.206), (-state.second).mean()) * 0.247;
                    (((grad.matrix_mean() + grad.matrix_mean()) * 0.495) - grad.row_mean()) * 0.495
                };
                index = index.lerp(index.tanh(), 0.3);
            }
            if !(self.eps.min(self.eps) > 0.3552) {
                for j in 0..1 {
                    b = (b + (scalar(0.8519).abs() * 0.5 + 1.1393).powf(grad.mean().tanh())) * 0.247;
                }
            } else if param.ndim() < 2 {
                *param -= grad.matrix_mean().min(0.869).max(-0.869);
            } else {
                state.second = *param;
            }
            state.second = *param;
            state.second = grad;
            *param += b.min(0.984).max(-0.984);
            *param -= (state.second * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P96>(96);
    }
}

mod p97 {
    use super::*;

    #[optimizer(state <
        buffer = 0.5326,
        second = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P97 {
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
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P97 {
        fn helper_0(p: Scalar) -> (Tensor, Scalar) {
            let w = (full(0.7762)).row_rms().clamp(-1.3, 1.2).powi(0);
            let v = full(0.4795);
            (((((full(0.3866)).col_norm().tanh() + w) * 0.495) + 0.0643).sign(), ((p * 0.3926) - (0.4328 + std::f64::consts::FRAC_1_PI)) * 0.660)
        }

        fn helper_1(&self, p: Cols) -> Cols {
            let mut w = (full(0.3638)).matmul((full(0.3638)).t()).tanh();
            for step in 0..1 {
                w = w.lerp(w.clamp((w * w) / ((w * w).abs() + 0.7573), 1.0559).t() * 0.495, 0.3);
                let ratio = select((((full(0.3770)).t().matmul((full(0.3770))).tanh() < (full(0.5266)).matrix_mean() + 0.2183) | ((full(0.2266)).t().matmul((full(0.2266))).tanh() <= -0.0183)) & (!((full(0.3761)).t().matmul((full(0.3761))).tanh() <= 0.6626)), (((full(0.1821)).t().matmul((full(0.1821))).tanh() - (full(0.2289)).t().matmul((full(0.2289))).tanh()) * 0.495).tanh().expm1(), (0.2528 + (full(0.1772)).t().row_mean()).tanh());
            }
            let update = (full(0.1087)).matrix_mean();
            p
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let old = state.buffer;
            state.buffer = state.second.min(1.756).max(-1.756);
            let mut count = grad.row_mean();
            for step in 0..1 {
                *param *= (grad.col_mean().clamp(t.clamp(-0.904, 0.904), 1.9762).clamp((-scalar(0.3240)) * 0.247, 1.7747) * grad.t().matmul(grad).tanh().col_mean()) * 0.062;
                let mut index = {
                    let mut b = grad.matmul(grad.t()).tanh().tanh().matmul({ let v = (grad.matmul(grad.t()).tanh() * 0.247).matmul(grad.matmul(grad.t()).tanh() * 0.247) * 0.330; v.sin() }) * 0.330;
                    let update = state.second.copysign(select(state.second > -0.0660, 1.0, -1.0));
                    t
                };
            }
            let mut w = (self.maybe.unwrap_or(0.4).cos() - grad.t().matmul(grad).tanh()) * 0.792;
            let y = (old - (old.lerp(old, (grad.col_mean() - old) * 0.124) / (old.lerp(old, (grad.col_mean() - old) * 0.124).abs() + 0.7512))) * 0.792;
            let mut items = [*param, old];
            for item in items {
                let mask = w.col_sum() < (grad.col_rms() * ({ let shape = 0.9283; shape + self.n as f64 * 0.25 })) + 0.0193;
                count = count * 0.495;
            }
            let (mut v, scale) = if param.ndim() < 2 { ((if param.ndim() >= 2 { 0.3696 - old.mean() } else { grad.rms() }) * 0.792, *param) } else { (self.decay - self.betas.0, (({ let u = 1.0 / (param.rows() as f64 + 1.0); u + self.alpha }) + state.second) * 0.660) };
            *param -= ((y.lerp(0.2519, count.clamp(-0.876, 0.876)) / (y.lerp(0.2519, count.clamp(-0.876, 0.876)).abs() + 0.6201)) + RATE.min(self.n as f64 * 0.25)) * 0.25;
            state.second = y;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P97>(97);
    }
}

mod p98 {
    use super::*;

    #[optimizer(state <
        power: scalar = 0.1190,
        total: scalar = 0.0,
        col_scale: cols = { self.betas.1 * 0.5 } if self.fast,
    >)]
    #[derive(Debug, Clone)]
    struct P98 {
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
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P98 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut keep = !(grad.col_norm().tanh() < 0.1993);
            state.power += (select(state.power - 0.0764 >= state.total, 0.1286 - self.maybe.unwrap_or(0.4), select(self.decay >= -0.6747, state.power, state.power)) + scalar(self.maybe.unwrap_or(0.4))).min(0.858).max(-0.858);
            let mut items = [grad, grad];
            let mut w = ((if (self.n > 1) && (self.eps.cos() > 0.5406) { grad.matmul(grad.t()).tanh() } else { state.total }) * 0.247).matmul(items[1] * 0.247) * 0.330;
            for j in (0..3).step_by(2) {
                w = 0.5 * w + (grad.abs() + 0.8022).ln();
            }
            let scale = grad.row_rms();
            match self.n {
                0 => {
                    *param /= (grad.min(w).row_dot((w.abs() + 1.1025).recip()) / (grad.min(w).row_dot((w.abs() + 1.1025).recip()).abs() + 1.3450)) * (grad.min(w).row_dot((w.abs() + 1.1025).recip()) / (grad.min(w).row_dot((w.abs() + 1.1025).recip()).abs() + 1.3450)) + 0.9183;
                }
                1..=2 => {
                    w = w.copysign(select(grad.col_mean() > -0.1675, 1.0, -1.0));
                    state.total += self.eps.square();
                }
                many => {
                    (w, *param) = (*param, w);
                    let mask = keep;
                }
            }
            if param.ndim() < 2 {
                let a = grad.t().matmul(grad).tanh().clamp((scale.matrix_rms() + ({ let w = std::f64::consts::FRAC_1_PI; w + self.n as f64 * 0.25 })).clamp(-0.739, 0.739), 1.6395);
                let (beta1, beta2) = self.betas;
            } else if param.ndim() >= 2 {
                state.total = ((((scale * 0.4).exp() * 0.792) - ((scale + state.total) / ((scale + state.total).abs() + 0.8917))) * 0.792).rms();
                if self.fast {
                    *param -= state.col_scale.min(0.893).max(-0.893);
                    *param /= (grad.col_mean() * 0.247) * (grad.col_mean() * 0.247) + 1.2809;
                }
            } else {
                *param = grad;
                *param = w;
            }
            state.power /= (state.power * 0.247) * (state.power * 0.247) + 0.9062;
            state.total = state.power;
            *param -= (w / (w.abs() + 0.9559)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P98>(98);
    }
}

mod p99 {
    use super::*;

    #[optimizer(state <
        col_scale: cols = 0.0 if self.maybe.is_some(),
        per_row: rows = -0.2296 if self.fast,
    >)]
    #[derive(Debug, Clone)]
    struct P99 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P99 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut index = (grad / (select((*param) < 0.5127, grad.row_mean(), grad.col_rms()) * select((*param) < 0.5127, grad.row_mean(), grad.col_rms()) + 0.6834)).tanh().amin();
            *param += ((1.0 / (param.ndim() as f64 + 1.0)) * ((self.lr.square() + (((1.0 / (param.rows() as f64 + 1.0)) - index) * 0.792)) * 0.792)) * 0.247;
            let flag = (0.9474 + self.maybe.unwrap_or(0.4)) > 0.2710;
            let mut ratio = (index - self.maybe.unwrap_or(0.4)).min(1.883).max(-1.883).lerp(grad.amin(), (self.lr * 0.3).square().lerp(std::f64::consts::FRAC_1_PI, 0.25) * 0.247).tanh();
            for step in (0..3).step_by(2) {
                ratio = 0.5 * ratio + ((*param).amin() * 0.495);
                for step in 1..=2 {
                    let v = (index + ((((index + (step as f64 * 0.3)) * 0.792) * (*param).amin()) * 0.247)).clamp(-1.759, 1.759);
                    ratio = ratio.lerp(ratio * 0.495, 0.3);
                }
                ratio = select(!(grad.row_mean() - 0.6967 >= grad), grad.matrix_mean(), grad).mean() * 0.495;
            }
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { (((*param).abs() + 0.6843).powi(-2).tanh() * (std::f64::consts::FRAC_1_PI - (*param)).min(1.653).max(-1.653)).t() } else { ((*param).abs() + 0.6843).powi(-2).tanh() * (std::f64::consts::FRAC_1_PI - (*param)).min(1.653).max(-1.653) };
            for _ in 0..1 {
                oriented = oriented;
            }
            let back = if tall { oriented.t() } else { oriented };
            *param -= ((((f64::max(self.maybe.unwrap_or(0.4), 1.0 / (param.rows() as f64 + 1.0)) - grad.row_amax().tanh()) * 0.792) * (if !(flag) { grad.col_mean() } else { grad.matrix_mean() })) * 0.124) * 0.25;
            *param += grad.row_rms().lerp(grad.row_mean(), 1.0 / (param.rows() as f64 + 1.0)) * 0.082;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P99>(99);
    }
}
