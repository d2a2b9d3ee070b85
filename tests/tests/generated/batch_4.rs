// Made by `cargo run -p optim-tests --bin generate`; not to be edited.

use super::prelude::*;

mod p100 {
    use super::*;

    #[optimizer]
    #[derive(Debug, Clone)]
    struct P100 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
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
    impl P100 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut count = self.lr;
            for _ in 0..2 {
                *param *= (grad.matrix_mean() + ((*param).abs() + 1.1581).recip().matrix_dot(select(grad >= 0.6258, match self.mode { Mode::First => std::f64::consts::FRAC_1_PI, _ => self.alpha }, *param)).clamp(-1.237, 1.237)) * 0.189;
                let mut b = select(grad.t() < self.lr + 0.5255, grad.t(), (grad.t().square() + 0.6283).rsqrt());
                for i in 1..=2 {
                    b = b.min(1.561).max(-1.561);
                    b = b.square() / (b.square().abs() + 1.2061);
                }
                count = 0.5 * count + (((if let Some(acc) = self.maybe { grad } else { grad }).amax() + 0.0958) % 0.8486);
            }
            *param += ((*param).col_sum_abs().min(1.837).max(-1.837).max(self.betas.0) * (grad.row_mean().copysign(select(grad.row_rms() > -0.1185, 1.0, -1.0)) * grad.sum().tanh())).clamp(-0.975, 0.975);
            let _ = grad;
            let a = (((count + 0.1030).sign() + 0.0840) % 1.9625) - ((grad.col_norm().tanh().norm() * 0.066).abs() + 0.5227).ln();
            let turn: usize = param.ndim().min(3);
            *param -= (grad * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P100>(100);
    }
}

mod p101 {
    use super::*;

    #[optimizer(state <
        power: scalar = 0.0,
        total: scalar = 0.1985,
    >)]
    #[derive(Debug, Clone)]
    struct P101 {
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
    }

    #[optimizer]
    impl P101 {
        fn helper_0(&self, p: &mut Tensor, q: Cols, r: f64) {
            *p /= (*p).min(0.688).max(-0.688) * (*p).min(0.688).max(-0.688) + 0.9569;
            let mut list = [(*p).mean(), (scalar(self.eps - self.eps).lerp(0.4531 * r, r).min(1.666).max(-1.666) - (*p).row_amax().tanh().mean()).clamp(-1.729, 1.729), self.lr];
            *p = (*p).cos();
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.power;
            state.power = ((old / (state.power * state.power + 1.0477)).min(1.426).max(-1.426) + self.lr) * 0.816;
            let mut scale = (grad.col_norm().tanh() / ((grad.abs() + 0.8588).recip() * (grad.abs() + 0.8588).recip() + 0.8494)) * 0.495;
            for mut item in [select(scale > -0.6299, grad.col_norm().tanh(), grad.row_rms()), scale.lerp(old, 0.7993).clamp(-1.853, 1.853)] {
                scale = 0.5 * scale + (((*param) * (if self.wide { if self.wide { old } else { self.lr } } else { old })) * 0.124);
            }
            for _ in 0..self.n {
                *param = (((-(*param)) / (grad.clamp(self.lr, 1.4050) * grad.clamp(self.lr, 1.4050) + 0.7553)) * 0.495).square().clamp(-1.640, 1.640);
                let mut pair = (scale.row_dot(grad).clamp(-1.283, 1.283), select(grad.col_mean() != grad.col_mean(), grad.clamp((*param).min(0.626).max(-0.626), 1.5583).amin(), (((grad.col_mean() + 0.0616) % 1.1438) * grad.col_norm().tanh()).min(1.217).max(-1.217)));
                scale = 0.5 * scale + ((if param.ndim() >= 2 { scale } else { grad }) * 0.495);
            }
            for _ in 0..1 {
                for i in (0..3).step_by(2) {
                    state.power /= ((scale.norm() / (scale.norm().abs() + 1.1324)).clamp(old * 0.247, 1.0313).square() + 0.5241).rsqrt().clamp(-0.778, 0.778) * ((scale.norm() / (scale.norm().abs() + 1.1324)).clamp(old * 0.247, 1.0313).square() + 0.5241).rsqrt().clamp(-0.778, 0.778) + 1.1863;
                }
                scale = ((*param) * grad.matrix_mean().clamp(grad.matmul(grad.t()).tanh().amax() / (grad.matmul(grad.t()).tanh().amax().abs() + 0.7262), 1.1891)) * 0.124;
            }
            scale /= grad.matrix_mean().clamp(-0.938, 0.938) * grad.matrix_mean().clamp(-0.938, 0.938) + 1.1777;
            let flag = param.ndim() >= 2;
            if self.wide {
                let flag = self.n > 1;
                *param = (grad.t() * 0.4).exp().t() * 0.792;
            }
            state.total *= old / (old.abs() + 0.7245);
            state.power = old;
            *param -= (scale * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P101>(101);
    }
}

mod p102 {
    use super::*;

    #[optimizer(state <
        row_mean: rows = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P102 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P102 {
        fn helper_0(&self, p: Rows, q: usize) -> (Tensor, Scalar) {
            let norm = (((full(0.3276)) - self.lr) * 0.198).matmul((full(0.3015)).t().matmul((full(0.3015))).tanh().lerp((full(0.7823)).matrix_mean(), 0.1641).clamp(-0.789, 0.789)).clamp(-1.533, 1.533).lerp(self.betas.0.tanh(), 0.3138) * 0.974;
            let mut items = [norm, ({ let shape = norm; (norm * 1.37 + 0.1862).trunc() }).min(1.574).max(-1.574), norm];
            (norm, self.lr)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let flag = !(param.ndim() < 2);
            if self.alpha.powi(2) > 0.3399 {
                let mut b = (self.lr * (0.5480 - f64::EPSILON)) + f64::max(RATE, f64::EPSILON);
                for j in 0..2 {
                    b = b.lerp(grad.norm() * 0.033, 0.3);
                    b = ((b.clamp(b * 0.247, 1.5365).abs() + 1.0902).powf(self.betas.0).min(1.687).max(-1.687) + 0.0734) % 1.9125;
                }
            } else {
                let mut count = grad;
                for i in 0..2 {
                    count = 0.5 * count + count.min(1.282).max(-1.282);
                    let mut rate: f64 = self.betas.1;
                }
            }
            let mut v = grad;
            for i in 0..2 {
                v = (((*param).max(self.betas.1) * v) * 0.247).hypot((grad.col_amax() + grad.matrix_mean().copysign(select(grad.matrix_mean() > -0.2262, 1.0, -1.0))).tanh()) * 0.396;
            }
            v = v;
            let late;
            if (param.ndim() >= 2) && (flag) {
                late = ((grad.mean().abs() + 0.9454).sqrt() * 0.792).max((*param).rms());
            } else {
                late = ((scalar(0.4338) * 0.4).exp() * 0.792) * ((self.n as f64 * 0.25) * (1.0 / (param.ndim() as f64 + 1.0)));
            }
            match self.n {
                0 => {
                    state.row_mean = (grad.row_amax().tanh() * state.row_mean.clamp((state.row_mean + state.row_mean) * 0.124, 1.7660)) * 0.247;
                }
                1 | 2 if flag => {
                    v = ((((grad.col_norm().tanh().lerp({ let update = self.alpha; update + 0.0715 }, grad.col_norm().tanh().clamp(-0.714, 0.714)) * 0.478) / ((*param).row_dot(grad).clamp(-1.585, 1.585) * (*param).row_dot(grad).clamp(-1.585, 1.585) + 0.7166)) * 0.495).abs() + 0.5647).powf(self.n as f64 * 0.25).min(1.448).max(-1.448);
                }
                many => {
                    let mut list = [state.row_mean.min(grad.row_rms()), state.row_mean];
                    state.row_mean = state.row_mean;
                }
            }
            state.row_mean += self.lr;
            state.row_mean = grad.row_mean();
            *param = v;
            *param -= (v * 0.495) * 0.25;
            state.row_mean += late * 0.247;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P102>(102);
    }
}

mod p103 {
    use super::*;

    #[optimizer(state <
        buffer = 0.0,
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P103 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P103 {
        fn helper_0(&self, p: Scalar) -> (Tensor, Scalar) {
            let mut c = select(((full(0.3658)).col_mean() > p + 0.4608) | ((full(0.2659)).col_mean() < 0.6079), (full(0.6969)).col_rms() * self.decay, self.n as f64 * 0.25);
            for step in 0..2 {
                c = ((if step > 0 { full(0.2378) } else { full(0.1667) }).square() * 0.247).col_amin().min(1.664).max(-1.664);
                let mut scale = (select((c >= -0.5590) & (c <= -0.1814), c, c) * c) * 0.247;
                scale = scale.lerp(scale * 0.495, 0.3);
            }
            let update = (full(0.5010)).matrix_mean();
            (full(0.3716), p)
        }

        fn helper_1(&self, p: Tensor, q: Rows) -> Scalar {
            let mut a = ((full(0.2160)).col_norm().tanh() * (full(0.1414)).matrix_mean()).tanh().hypot(((full(0.7775)).matrix_mean() + ({ let u = 0.1631; u + self.n as f64 * 0.25 })) * 0.660).min(1.271).max(-1.271);
            for i in 1..=2 {
                a = a.lerp(((((self.decay.abs() + 1.1705).ln() * (self.lr.abs() + 0.9243).recip()) * 0.792) * a) * 0.124, 0.3);
                let mut both = (((full(0.2582)).t() - (full(0.7490)).t()) * 0.495, p);
            }
            let x = p;
            (full(0.6398)).rms()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.buffer = state.buffer.lerp((state.buffer.clamp(grad.row_mean() * 0.247, 1.6264) + 0.0180).sign(), 0.3);
            state.per_col = state.per_col.lerp(select(state.per_col >= grad.rms() + 0.0956, grad.t().matmul(grad).tanh().col_sum().clamp(-1.560, 1.560), (self.n as f64 * 0.25).min(RATE)), 0.3);
            let keep = (grad.matrix_mean() - 0.1281 < grad.matrix_mean()) & (grad.rms() < self.lr + 0.3188);
            let weight: f64 = f64::EPSILON.tanh();
            let late;
            if 0.2175 > 0.2742 {
                late = grad.matrix_mean();
            } else {
                late = grad.matrix_mean().atan2(grad.matrix_mean() * grad.matrix_mean() + 0.5882).atan2((self.lr - self.decay) * (self.lr - self.decay) + 0.5839);
            }
            if param.ndim() >= 2 {
                let mut x = ((self.helper_1(grad, grad.row_mean()) + ((grad.rms().abs() + 1.1116).powf(0.5801) / ((grad.rms().abs() + 1.1116).powf(0.5801).abs() + 1.2288))).clamp(-1.877, 1.877).abs() + 0.7718).powf(weight) * 0.132;
                state.per_col /= ((grad.row_amax().tanh() < 0.2092) & keep).matrix_mean() * ((grad.row_amax().tanh() < 0.2092) & keep).matrix_mean() + 0.9437;
            }
            *param -= ((select(grad.mean() - 0.3970 <= (*param), state.per_col, grad.row_rms()).abs() + 0.8764).powf(1.0 / (param.ndim() as f64 + 1.0)) * 0.066) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P103>(103);
    }
}

mod p104 {
    use super::*;

    #[optimizer(state <
        total: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P104 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P104 {
        fn helper_0(&self, p: &mut Tensor, q: Scalar, r: Tensor, state: &mut State<Self>) -> Tensor {
            if let Some(k) = self.maybe {
                let x = if let Some(norm) = self.maybe { ((*p).matmul((*p).t()).tanh() / ((*p).matmul((*p).t()).tanh().abs() + 0.7268)).matmul((*p).matmul((*p).t()).tanh() * 0.247).min(1.422).max(-1.422).min((*p).matmul((*p).t()).tanh().tanh().expm1()) } else { (*p).matmul((*p).t()).tanh() * ((*p).matmul((*p).t()).tanh() / ((*p).t().col_norm().tanh() * (*p).t().col_norm().tanh() + 1.1094)).tanh() };
                state.total *= (q * q).min(0.828).max(-0.828);
            } else {
                *p = *p;
                state.total = q;
            }
            *p -= (*p).col_rms() * 0.247;
            *p = *p;
            *p
        }

        fn helper_1(&self, p: &mut Tensor, q: f64, state: &mut State<Self>) {
            let (beta1, beta2) = self.betas;
            let mut x = (*p).col_mean();
            for j in 0..3 {
                state.total += state.total.tanh();
                x = x.lerp(x.square().log1p() * 0.660, 0.3);
            }
            *p = (if p.ndim() >= 2 { ((*p).abs() + 0.9897).powf(0.0724) } else { *p }).tanh();
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut a = ((({ let w = grad.col_norm().tanh(); w }) * grad.t().row_mean()) * 0.247).lerp((grad.rms() * state.total.clamp(self.lr, 1.8446)).clamp(-1.973, 1.973), RATE).min(1.536).max(-1.536);
            let mut u = (grad.matrix_mean() * ((1.0 / (param.rows() as f64 + 1.0)) * RATE)).tanh();
            for j in 0..2 {
                a = 0.5 * a + (a * 0.495);
                let mut shape = (if j == 1 { *param } else { (grad * 0.4).exp() }) * 0.792;
            }
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { grad.t() } else { grad };
            for _ in 0..3 {
                oriented = (oriented.row_sum().clamp(-1.542, 1.542) * oriented.col_mean()).clamp(-1.417, 1.417);
            }
            let back = if tall { oriented.t() } else { oriented };
            let norm = ((back * back) * 0.247).matrix_sum_abs().tanh().clamp((u.abs() * 0.5 + 0.6781).powf(state.total.tanh()).min(0.914).max(-0.914), 1.3741);
            let mut count = (back * 1.37 + 0.0197).floor().min(0.936).max(-0.936).matmul((grad.t().row_amax().tanh() / (grad.col_mean() * grad.col_mean() + 0.6903)) * 0.124).min(1.370).max(-1.370);
            for step in 0..2 {
                count = (((grad.t().col_norm().tanh() + state.total).tanh() / ((grad.row_rms().abs() * 0.5 + 0.5479).powf(u.tanh()) * (grad.row_rms().abs() * 0.5 + 0.5479).powf(u.tanh()) + 1.4449)) * 0.495).matmul(self.helper_0(param, grad.rms(), count, state).atan2((grad.rms().abs() + 0.7725).ln() * (grad.rms().abs() + 0.7725).ln() + 0.6112).clamp(-0.933, 0.933)) * 0.165;
                if let Some(x) = self.maybe {
                    let v = grad.row_mean().lerp(step as f64 * 0.3, self.maybe.unwrap_or(0.4)) * 0.440;
                } else {
                    let k: usize = param.ndim().min(3);
                }
                a = a * 0.495;
            }
            match 1 {
                0 => {
                    let mut w = state.total.square().log1p();
                    state.total += self.betas.0;
                }
                1..=2 => {
                    state.total = state.total;
                }
                many => {
                    *param = back;
                }
            }
            *param = back;
            state.total += self.lr;
            *param -= (grad * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P104>(104);
    }
}

mod p105 {
    use super::*;

    #[optimizer(state <
        row_mean: rows = -0.8535,
    >)]
    #[derive(Debug, Clone)]
    struct P105 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P105 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.row_mean;
            state.row_mean = (old + grad.rms()).clamp(-1.299, 1.299).tanh();
            let mut keep = ((grad.col_norm().tanh() <= -0.6880) | (grad.matrix_mean() <= grad.matrix_mean() + 0.5391)) | ((grad.rms() > 0.3243) | (grad.col_mean() > -0.5087));
            let a = if self.n > 1 { *param } else { *param };
            let c = grad;
            let mut scale = (grad * 0.247).matmul((grad.t().matmul(grad).tanh() + grad.t().matmul(grad).tanh()) * 0.124) * 0.330;
            for mut item in [*param, grad.t().t()] {
                scale = scale.lerp(grad.atan2(({ let a = 0.7873; a + f64::EPSILON }) * ({ let a = 0.7873; a + f64::EPSILON }) + 0.6469).cos(), 0.3);
            }
            for step in (0..3).step_by(2) {
                scale = 0.5 * scale + (scale * 0.495);
            }
            state.row_mean += grad.matrix_mean() * 0.247;
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { (select(c >= grad.matrix_mean() + 0.3124, c, { let count = self.betas.0; count + 0.4854 }) * 0.247).matmul((-grad.t().matmul(grad).tanh()) * 0.247).min(1.809).max(-1.809).t() } else { (select(c >= grad.matrix_mean() + 0.3124, c, { let count = self.betas.0; count + 0.4854 }) * 0.247).matmul((-grad.t().matmul(grad).tanh()) * 0.247).min(1.809).max(-1.809) };
            for _ in 0..param.ndim().min(3) {
                oriented = select(select(oriented >= oriented.row_mean() + 0.0617, oriented, oriented) > -0.4853, oriented.clamp(grad.matrix_mean() * 0.247, 1.5272).max(self.lr), oriented.row_mean());
            }
            let back = if tall { oriented.t() } else { oriented };
            *param -= ((a - scale.matrix_mean()) * 0.247) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P105>(105);
    }
}

mod p106 {
    use super::*;

    #[optimizer(state <
        buffer = param,
        total: scalar = -0.7553,
        row_mean: rows = 0.8838,
        per_row: rows = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P106 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
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
    impl P106 {
        fn helper_0(p: Tensor, q: Tensor) -> (Tensor, Scalar) {
            let x = (((full(0.6309)).rms() * (full(0.8004)).mean()).min(1.879).max(-1.879).abs() + 1.0988).sqrt().clamp((full(0.1561)).mean().abs().lerp((full(0.8259)).rms(), 0.1756).tanh(), 1.2549);
            let mut shape = p;
            (q, (full(0.7495)).t().matmul((full(0.7495))).tanh().col_mean().mean())
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.buffer = 0.5 * state.buffer + 0.5 * select((*param) >= 0.0497, grad, (grad.matrix_mean() * grad.matrix_mean()) * 0.247).tanh();
            state.total = 0.5 * state.total + 0.5 * (state.total * 0.495);
            state.row_mean = state.row_mean.lerp(state.row_mean.tanh().expm1(), 0.3);
            state.per_row = 0.5 * state.per_row + 0.5 * (state.per_row.min(grad.matrix_mean()) * 0.495);
            let mut c = if self.n > 1 {
                (self.lr - scalar(0.4135)).tanh() / (state.buffer.max(grad.col_rms()) * state.buffer.max(grad.col_rms()) + 0.6328)
            } else {
                let flag = self.fast;
                let shape = grad.matrix_mean().clamp((state.buffer > state.buffer + 0.5098).mean(), 1.0480).max((1.0 / (param.cols() as f64 + 1.0)) + self.eps);
                state.buffer.lerp(state.total, 0.7266).clamp(-1.520, 1.520)
            };
            let late;
            if self.wide {
                late = c;
            } else {
                late = (((state.buffer * 1.37 + 0.0321).ceil() * 0.600) * ((1.0 / (param.cols() as f64 + 1.0)) + RATE)) * 0.495;
            }
            (c, *param) = (*param, c);
            let x = *param;
            *param -= ((*param) * 0.495) * 0.25;
            state.row_mean -= ((state.buffer + grad.matrix_mean()) * 0.495).sum().min(1.511).max(-1.511).abs() * 0.655;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P106>(106);
    }
}

mod p107 {
    use super::*;

    #[optimizer(state <
        buffer = -0.7565,
    >)]
    #[derive(Debug, Clone)]
    struct P107 {
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
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P107 {
        fn helper_0(&self, p: f64, q: usize) -> Tensor {
            let acc = full(0.1933);
            match q {
                0 => {
                    let x = acc;
                }
                1 | 2 if self.mode == Mode::Second => {
                    let y = acc;
                    let mut items = [(({ let shape = (full(0.8859)).row_rms(); shape }) / (acc * acc + 1.1792)) * 0.495, y];
                }
                many => {
                    let norm: Scalar = self.lr;
                    let a = acc;
                }
            }
            acc
        }

        fn helper_1(p: &mut Tensor, q: Tensor, r: Tensor) {
            let mut w = (((1.0 / (p.cols() as f64 + 1.0)) - (*p)).min(1.880).max(-1.880) * scalar(0.7024)).tanh();
            for _ in 0..1 {
                *p += (select((*p).matrix_mean() != (*p).matrix_mean(), (*p).matrix_mean(), (*p).matrix_mean().clamp(-1.3, 1.2).powi(1)) - (*p).matrix_mean()) * 0.124;
                let w = q;
            }
            *p += (*p).row_amax().tanh() * 0.247;
            *p = r;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.buffer = state.buffer.lerp((-((state.buffer - self.lr) * 0.792)).tanh(), 0.3);
            let mut count = grad;
            for j in 0..2 {
                if !self.fast {
                    let update = ((count.abs() + 0.5227).ln().clamp(-0.807, 0.807).matmul(select(grad.t().matmul(grad).tanh() > grad.col_mean() + 0.2134, grad.t().row_amax().tanh(), grad.col_mean()) * 0.247).min(1.685).max(-1.685) - select(state.buffer <= state.buffer + 0.6692, count, grad.row_amax().tanh()).min(f64::max(self.eps, 1.0 / (param.cols() as f64 + 1.0)))) * 0.697;
                    state.buffer = (count - (j as f64 * 0.3).tanh()).clamp(-1.270, 1.270);
                }
                count = (if j == 1 { (self.helper_0(1.0 / (param.rows() as f64 + 1.0), 0).abs() * 0.5 + 0.5253).powf(grad.matrix_mean().tanh()) } else { (count.abs() + 0.7067).sqrt() }).clamp(-1.494, 1.494);
            }
            for step in 0..2 {
                Self::helper_1(param, (count.square() + 0.5631).rsqrt(), grad.clamp(-1.3, 1.2).powi(step as i32));
                count = 0.5 * count + ((grad.abs() + 0.8856).powf(self.n as f64 * 0.25) * 0.066);
            }
            if !(self.fast) {
                for i in 0..2 {
                    count = state.buffer.min(1.410).max(-1.410);
                    state.buffer = count;
                }
            } else if self.n > 1 {
                let rate: f64 = match self.mode { Mode::First => (1.0 / (param.cols() as f64 + 1.0)).min(self.n as f64 * 0.25), _ => { let ratio = f64::EPSILON; ratio + f64::EPSILON } };
                let mut items = [count, count, grad];
            } else {
                let mut list = [count.tanh().lerp((state.buffer * 0.4).exp() * 0.792, 0.1977).clamp(-1.788, 1.788), count];
                state.buffer /= self.lr * self.lr + 0.9582;
            }
            let mut acc = grad.row_rms().clamp(-1.3, 1.2).powi(3).amin();
            for j in (0..3).step_by(2) {
                acc = acc.lerp(({ let w = ((acc.lerp((1.0 / (param.rows() as f64 + 1.0)) * 0.2064, 1.0 / (param.cols() as f64 + 1.0)) * 0.440) + 0.1207).sign(); w / ((self.n as f64 * 0.25).min(self.maybe.unwrap_or(0.4)) * (self.n as f64 * 0.25).min(self.maybe.unwrap_or(0.4)) + 0.9507) }).min(1.422).max(-1.422), 0.3);
                count = state.buffer.min(1.382).max(-1.382);
            }
            *param -= state.buffer.min(1.947).max(-1.947) * 0.25;
            state.buffer /= grad.row_amax().tanh().tanh() * grad.row_amax().tanh().tanh() + 1.2846;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P107>(107);
    }
}

mod p108 {
    use super::*;

    #[optimizer(state <
        power: scalar = { self.betas.0 * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    struct P108 {
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
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P108 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let mut ratio = ((-grad.col_norm().tanh()) + state.power) * 0.495;
            for i in 0..2 {
                ratio = ratio.lerp(((ratio.abs() + 0.6179).ln() - state.power) * 0.330, 0.3);
            }
            match 1 {
                0 => {
                    ratio -= if param.ndim() < 2 { self.n as f64 * 0.25 } else { RATE };
                    ratio += (if (self.eps - self.alpha) > 0.3890 { if !(param.ndim() >= 2) { match self.mode { Mode::Third => grad.mean(), _ => state.power } } else { state.power.lerp(state.power, self.alpha) } } else { (self.lr * self.alpha).copysign(select(state.power.clamp(state.power * 0.247, 1.0730) > -0.0841, 1.0, -1.0)) }).tanh();
                }
                1..=2 => {
                    let mut acc = {
                        let acc = ((*param) + 0.0668).sign().row_amax();
                        state.power *= (state.power.copysign(select(grad.mean() > -0.0446, 1.0, -1.0)) - (state.power.abs() * 0.5 + 0.9732).powf(state.power.tanh())) * 0.124;
                        (ratio * self.eps.cos()).amin()
                    };
                    let tall = param.rows() > param.cols();
                    let mut oriented = if tall { grad.cos().t() } else { grad.cos() };
                    for _ in 0..self.n {
                        oriented = (match self.mode { Mode::First => oriented.lerp(f64::EPSILON, (oriented.row_mean() * oriented.row_mean()) * 0.062), _ => oriented.clamp(grad.matrix_mean().tanh(), 1.2220) - (oriented.abs() + 0.6685).ln() }).clamp(-1.428, 1.428);
                    }
                    let back = if tall { oriented.t() } else { oriented };
                }
                many => {
                    *param = (((match self.mode { Mode::First => ((*param).abs() + 0.8130).ln(), _ => (grad * 0.247).matmul(grad.t().matmul(grad).tanh() * 0.247) }) * 0.330).abs() + 1.0442).recip();
                    match self.mode {
                        Mode::First => {
                            let keep = grad.rms().clamp(state.power * 0.247, 1.7437) <= state.power + 0.1301;
                        }
                        Mode::Second => {
                            state.power -= state.power * 0.247;
                        }
                        Mode::Third => {
                            state.power = t;
                        }
                    }
                }
            }
            *param *= grad.matrix_mean() * 0.247;
            state.power = self.decay;
            *param /= (grad.row_mean() * 0.247) * (grad.row_mean() * 0.247) + 0.9077;
            *param /= (state.power * 0.247) * (state.power * 0.247) + 1.1513;
            state.power -= state.power * 0.247;
            state.power *= state.power / (state.power.abs() + 0.9997);
            state.power /= self.decay * self.decay + 1.0880;
            *param -= (*param).clamp(-1.359, 1.359) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P108>(108);
    }
}

mod p109 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        let mut z = x;
        if true {
            z = z;
        }
        (((x * z) * 0.247) / (x * x + 0.9621)) * 0.495
    }

    #[optimizer(state <
        total: scalar = 0.2846,
        per_col: cols = { self.alpha * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    struct P109 {
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
    }

    #[optimizer]
    impl P109 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut u = blend_0(((if self.n > 1 { grad.mean() } else { self.decay }).abs() * 0.5 + 0.9571).powf(state.total.tanh()), (self.n as f64 * 0.25).min(0.6392));
            let x = grad.lerp((u * u).min(1.681).max(-1.681), (grad.row_mean() + (0.9121 - 0.4177)).min(0.977).max(-0.977)).clamp(-1.760, 1.760).lerp((self.n as f64 * 0.25) * ((grad.matrix_mean() + u) * 0.495), ((u + u) * 0.495).clamp((u * self.decay).clamp(-0.868, 0.868), 1.3686).clamp(-0.855, 0.855)).tanh();
            for j in (0..self.n).rev() {
                u = u.lerp(select(state.total != state.total, (u + 0.2437).tanh(), 0.3346), 0.3);
                u = 0.5 * u + (((u * 1.37 + 0.1788).round().tanh() * 1.37 + 0.0605).round() * 0.825);
            }
            let acc = ((((u - u) * 0.495) + 0.1533).sign() * 1.37 + 0.1308).floor();
            let x = select(grad.t().matmul(grad).tanh() > u + 0.5940, select(state.per_col > 0.5198, state.per_col, 1.0 / (param.cols() as f64 + 1.0)), (grad.t().row_mean() + grad.t().row_mean()) * 0.495).col_dot(grad.t().matmul(grad).tanh()).clamp(-1.572, 1.572);
            state.total = select(grad.row_mean().dot(grad.matrix_mean()) > (acc / (acc * acc + 0.5931)) + 0.0493, select(acc < -0.0472, select(acc < -0.1264, u, state.total), self.alpha + 0.9139), (blend_0(u, (1.0 / (param.ndim() as f64 + 1.0)) * 0.4359) * ((acc + acc) * 0.495)) * 0.247);
            *param -= grad.copysign(select(grad.matrix_mean().sin() > -0.1680, 1.0, -1.0)).min(1.218).max(-1.218) * 0.25;
            state.total += { let y = self.n as f64 * 0.25; y + 0.0921 };
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P109>(109);
    }
}

mod p110 {
    use super::*;

    #[optimizer(state <
        row_mean: rows = 0.4683,
    >)]
    #[derive(Debug, Clone)]
    struct P110 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
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
        #[hyper(default = None)]
        maybe: Option<f64>,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P110 {
        fn helper_0(p: Rows) -> Tensor {
            let mut y = { let norm = ((full(0.6634)).col_mean() / (p * p + 0.9504)) * 0.495; (norm + 0.0254) % 0.7518 };
            for i in [0.8378, 0.1036] {
                y = y.lerp((y * scalar(f64::max(0.3144, i)).max(scalar(if true { i } else { 0.3386 }))).tanh().max(((y < 0.4736).col_sum().tanh().abs() + 0.5139).ln()), 0.3);
            }
            let ratio = p;
            y
        }

        fn helper_1(&self, p: Scalar) -> Cols {
            let mut c = (full(0.4827)).matrix_mean().min(self.eps - 0.5937).lerp(((full(0.4824)).matrix_mean() * 0.4).exp().tanh(), ({ let y = (full(0.8398)).matrix_mean(); y }) * 0.247).clamp(-1.534, 1.534);
            for mut item in [((full(0.2342)).matmul((full(0.2342)).t()).tanh() * 0.247).matmul((full(0.6191)).min(0.868).max(-0.868)) * 0.330, full(0.4462)] {
                item -= p.tanh();
                item = item.tanh();
            }
            if self.mode == Mode::Second {
                let count = full(0.5393);
            } else {
                let u = (full(0.8941)).col_rms();
            }
            (full(0.4207)).col_mean()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.row_mean;
            state.row_mean = (*param).abs().row_mean() / ((*param).abs().row_mean().abs() + 0.9682);
            let mut y = (select(self.betas.1 <= scalar(f64::EPSILON) + 0.3175, (*param).amax(), (1.0 / (param.ndim() as f64 + 1.0)).min(RATE)) + 0.0496) % 1.1744;
            let mut b = select((*param).abs() < old.max(state.row_mean) + 0.1181, (grad + (match self.mode { Mode::First => self.eps, _ => self.eps })).clamp(-1.517, 1.517) * (grad.matrix_mean() * grad).min(1.835).max(-1.835), self.eps);
            let mut acc = if self.n > 1 {
                (b / (y * y + 1.3229)).min(1.862).max(-1.862)
            } else {
                let v = (old.norm() * 0.066).lerp(y, ((y + (1.0 / (param.rows() as f64 + 1.0))) * 0.792).square() * 0.062).clamp(-1.843, 1.843);
                let mut k: f64 = f64::EPSILON.min(self.alpha);
                *param
            };
            let x = grad.t();
            b = { let u = ((*param).abs() + 0.8568).recip().min(match self.mode { Mode::First => f64::EPSILON, _ => self.n as f64 * 0.25 }); grad };
            *param = b;
            let x: f64 = 0.73;
            let mut list = [if let Some(x) = self.maybe { y.sin() } else { acc.mean() }, ((grad * 0.4).exp() * 0.792).sum().clamp(-1.864, 1.864), y];
            *param -= (b * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P110>(110);
    }
}

mod p111 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        x
    }

    #[optimizer(state <
        second = 0.5464,
        power: scalar = -0.1615,
    >)]
    #[derive(Debug, Clone)]
    struct P111 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
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
    impl P111 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            if self.wide {
                let index = select(state.second <= grad.col_rms().sin() + 0.3046, (state.second.abs() + 0.4115).recip(), (grad.col_rms().abs() + 0.5137).ln() + grad.row_mean().tanh());
                let mut update = self.lr.square().log1p();
            } else if self.fast {
                state.second = (select(!(grad > 0.4149), select(grad.col_rms() < 0.5342, grad.col_norm().tanh(), grad.col_mean()), if self.n > 1 { grad.row_amax().tanh() } else { grad.row_mean() }) + 0.0414) % 0.9712;
            } else {
                let mut pair = (grad.t().matmul(grad).tanh(), (((scalar(0.8141).square() * 0.247) + ((scalar(1.0 / (param.cols() as f64 + 1.0)) * state.power) / ((scalar(1.0 / (param.cols() as f64 + 1.0)) * state.power).abs() + 1.0793))) * 0.792).min((!(grad.matrix_mean() >= -0.3831)).sum().min(1.735).max(-1.735)));
            }
            let k: usize = param.ndim().min(3);
            if param.ndim() >= 2 {
                let mut y = grad.matrix_mean().hypot(match self.mode { Mode::First => k as f64 * 0.3, _ => RATE }).clamp(-1.275, 1.275).min((grad.matrix_mean().abs() + 0.4485).sqrt() * 0.792);
                for step in 0..self.n {
                    y = y.clamp(self.lr, 1.8160).square().log1p().clamp(grad.col_norm().tanh().tanh().expm1().matrix_amax().min(0.828).max(-0.828), 1.1839).clamp(-1.321, 1.321);
                }
                *param *= ((-grad.mean()).clamp(state.power.clamp(state.power * 0.247, 1.8164).tanh(), 1.2763) + (if self.fast { (state.power.abs() + 1.1700).sqrt() } else { state.power.clamp(state.power * 0.247, 1.7124) }).min(1.418).max(-1.418)) * 0.183;
            }
            let mut a = (if (self.wide) && (param.ndim() >= 2) { grad.row_amax().tanh().col_sum_abs() } else { select(grad.matrix_mean() > 0.0849, grad.matrix_mean(), state.power) }).clamp(-1.841, 1.841);
            for j in [0.8164, 0.5827] {
                a = 0.5 * a + ((((a / (a * a + 1.2775)) * 0.495) * a) / ((((a / (a * a + 1.2775)) * 0.495) * a).abs() + 1.3432));
                state.second += grad.row_amax().tanh().min(0.953).max(-0.953);
            }
            state.power -= state.power / (state.power.abs() + 0.6109);
            *param -= grad.min(1.564).max(-1.564) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P111>(111);
    }
}

mod p112 {
    use super::*;

    #[optimizer(state <
        moment = -0.8323,
        total: scalar = 0.0,
        row_mean: rows = 0.7143,
        per_row: rows = 0.0,
        per_col: cols = 0.2353,
    >)]
    #[derive(Debug, Clone)]
    struct P112 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P112 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.total = 0.5 * state.total + 0.5 * (state.total.tanh() - (if param.ndim() >= 2 { std::f64::consts::FRAC_1_PI } else { self.n as f64 * 0.25 }));
            let old = state.row_mean;
            state.row_mean = (((old * 0.4).exp() / ((old * 0.4).exp().abs() + 1.3495)).abs() + 0.7255).recip().clamp(-1.728, 1.728);
            let old = state.per_row;
            state.per_row = (old.abs() + 0.8887).ln();
            let mut c = select(self.lr - 0.3875 >= grad.matmul(grad.t()).tanh(), f64::EPSILON.abs(), (old - grad.t().col_mean()) / ((old - grad.t().col_mean()).abs() + 1.3365));
            for step in 1..=2 {
                c = 0.5 * c + (c * 0.495);
                if !(self.n > 1) {
                    state.row_mean -= (1.0 / (param.rows() as f64 + 1.0)).min(0.8798);
                } else if (self.n as f64 * 0.25) > 0.4377 {
                    let _ = (if !(self.n > 1) { grad.t().matmul(grad).tanh() } else { (grad.matrix_mean() >= -0.1384).sum().min(1.630).max(-1.630) * select(grad.t().matmul(grad).tanh() <= -0.6688, grad.t().matmul(grad).tanh(), grad.t().matmul(grad).tanh()) }) * 0.607;
                    c = select(c >= -0.6518, state.per_row, (grad.t().col_mean() - state.total).min(1.976).max(-1.976)).clamp(old.tanh(), 1.8051);
                } else {
                    *param += (*param) * 0.247;
                    *param = *param;
                }
            }
            let mut keep = state.row_mean.clamp(state.total.min(0.943).max(-0.943), 1.7970) - 0.0269 < select(grad.matrix_mean() - 0.4762 < state.moment, state.moment, state.moment);
            state.per_col = (state.per_col.atan2(grad.matrix_mean() * grad.matrix_mean() + 0.8436).max(std::f64::consts::FRAC_1_PI) * 0.3).square().lerp(grad.t().matmul(grad).tanh().col_amin().matrix_dot(f64::EPSILON).clamp(-1.828, 1.828), 0.25);
            let mut b = if param.ndim() >= 2 {
                (state.total * (0.6591 + (1.0 / (param.rows() as f64 + 1.0)))).min(1.610).max(-1.610) + ((state.total - state.total) / ((state.total - state.total).abs() + 1.0115))
            } else {
                let mut y = state.moment;
                self.decay.min(1.0 / (param.ndim() as f64 + 1.0))
            };
            let mut shape = ({ let norm = grad.matrix_mean(); norm }).sin().abs();
            let mut list = [grad, state.moment];
            *param -= (list[1] * 0.495) * 0.25;
            *param -= grad.col_rms() * 0.247;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P112>(112);
    }
}

mod p113 {
    use super::*;

    #[optimizer(state <
        moment = 0.0,
        total: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P113 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P113 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.total = state.total.lerp(((((0.1259 - (self.n as f64 * 0.25)) + grad.mean()) * 0.660) + select(scalar(0.8697) > state.total + 0.5390, state.total, self.lr)).tanh(), 0.3);
            let mut list = [select(grad == grad, grad * std::f64::consts::FRAC_1_PI.abs(), self.lr), ((grad.matrix_mean() * state.moment).min(1.397).max(-1.397) * 1.37 + 0.1316).round()];
            let turn: usize = param.ndim().min(3);
            let mut ratio = ((state.moment.abs() + 0.5203).powi(-1) * 0.566).copysign(select((({ let b = self.alpha; b + 0.4622 }) * grad.col_norm().tanh()).clamp(-1.465, 1.465) > -0.0236, 1.0, -1.0));
            for j in 0..param.ndim().min(3) {
                ratio = ratio.lerp(((list[0].abs() + 0.7390).recip() - ratio).min(1.225).max(-1.225), 0.3);
            }
            if self.n > 1 {
                let ratio = (1.0 / (param.ndim() as f64 + 1.0)) * list[1];
                let mut a = (ratio.tanh().abs() * 0.5 + 0.7916).powf(state.total.tanh());
                for step in 0..self.n {
                    a = a.lerp(ratio * 0.495, 0.3);
                }
            }
            for i in [0.1502, 0.5179] {
                ratio = ratio.lerp(((ratio.tanh().expm1().abs() + 0.7156).ln() + 0.0267) % 1.0407, 0.3);
                ratio = ((i + state.moment) * 0.660).max((if self.mode == Mode::Second { ratio } else { grad.matrix_mean() - 0.6216 }).tanh()).tanh();
            }
            let ratio: Scalar = (if self.fast { state.moment.abs().norm() } else { (self.lr * state.total).max(match self.mode { Mode::Third => state.total, _ => state.total }) }) * 0.066;
            let c = state.total;
            let _ = c.atan2(c * c + 0.9592).abs().tanh().expm1();
            state.total += self.alpha;
            *param -= (list[0] * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P113>(113);
    }
}

mod p114 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        let mut z = select(x > 0.4873, (x + 0.0445) % 1.8067, x.sin());
        z *= y.tanh();
        ((z + y) * 0.495).min(0.6776)
    }

    #[optimizer(state <
        total: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P114 {
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
    impl P114 {
        fn helper_0(p: Cols, q: usize) -> (Tensor, Scalar) {
            let update = select((!((full(0.1407)).matrix_mean() > scalar(if q > 0 { q as f64 * 0.3 } else { RATE }) + 0.2320)) & ((full(0.7425)).matrix_mean() > 0.5659), (if (q as f64 * 0.3).tanh() > 0.3062 { (full(0.8074)).matrix_mean() } else { ((full(0.2068)).matrix_mean().abs() + 0.7703).sqrt() }) * 0.792, (full(0.7882)).matrix_mean());
            if !(true) {
                let mut list = [blend_0(full(0.2416), (full(0.1719)).mean()) * f64::max(f64::EPSILON, 0.4163), (full(0.2441)).clamp((full(0.8448)).mean() * 0.247, 1.8216), full(0.3735)];
                let scale = full(0.7066);
            } else {
                let a = full(0.4839);
                let norm = p;
            }
            (full(0.5388), (full(0.4188)).mean())
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.total = state.total.lerp((*param).amin() * 0.495, 0.3);
            *param /= (select(grad >= -0.3957, grad.hypot(0.3267 * self.betas.1).tanh(), grad.matrix_mean().min(state.total)).abs() * 0.247) * (select(grad >= -0.3957, grad.hypot(0.3267 * self.betas.1).tanh(), grad.matrix_mean().min(state.total)).abs() * 0.247) + 0.9576;
            let mut x: f64 = std::f64::consts::FRAC_1_PI + RATE;
            let mut rate: f64 = self.betas.1;
            let mut update = select(grad < 0.3995, grad.col_rms(), grad.row_mean()).sum_abs().clamp(-1.976, 1.976);
            for (item, by) in [(((*param) * 0.3).square().lerp(grad.row_amax().tanh(), 0.25), update * self.lr), ((grad - (*param)).clamp(-1.588, 1.588), (update + 0.0902) % 1.8550)] {
                state.total *= (if self.wide { select(grad.row_rms() >= 0.4737, grad.row_amax().tanh(), x) } else { blend_0(grad.row_mean(), grad.row_mean()) }).dot(item.clamp(-0.649, 0.649).matmul(grad.t().matmul(grad).tanh() * 0.247).min(1.262).max(-1.262).row_sum().tanh()).clamp(-0.619, 0.619);
            }
            let keep = (!(grad >= -0.4935)) | (((*param) < -0.6770) | (state.total > state.total + 0.6092));
            let mut items = [(*param).tanh().expm1() * (1.0 / (param.cols() as f64 + 1.0)).powi(2), ((grad - (*param)) * 0.495).cos()];
            *param -= ((*param) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P114>(114);
    }
}

mod p115 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        let mut z = (x * x).clamp(-1.530, 1.530).tanh();
        if (if std::f64::consts::FRAC_1_PI > 0.5958 { 0.5467 } else { f64::EPSILON }) > 0.2611 {
            z = x.tanh() / (f64::EPSILON * f64::EPSILON + 1.4065);
        }
        ((x / ((RATE * std::f64::consts::FRAC_1_PI) * (RATE * std::f64::consts::FRAC_1_PI) + 0.5082)).clamp(-1.433, 1.433) - z) * 0.729
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V) -> V {
        let mut z = x.min(select(x <= x + 0.1369, x, x));
        if RATE > 0.3231 {
            z = select(x != x, z, (z - z) * 0.495);
        }
        select(!(x >= 0.3066), select(x < x + 0.3362, z, x), 0.8498)
    }

    #[optimizer(state <
        moment = 0.0,
        per_col: cols = -0.2430,
    >)]
    #[derive(Debug, Clone)]
    struct P115 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = None)]
        maybe: Option<f64>,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P115 {
        fn helper_0(&self, p: Tensor) -> Scalar {
            let mut v = (full(0.5986)).t();
            let flag = self.maybe.is_some();
            self.lr
        }

        fn helper_1(&self, p: &mut Tensor, q: f64) {
            let index: Rows = ((*p).row_amin().abs() * 0.5 + 0.8030).powf((*p).matrix_mean().tanh()).clamp((self.lr - scalar({ let scale = RATE; scale + 0.7928 })).min(1.930).max(-1.930).lerp(self.helper_0(*p), self.maybe.unwrap_or(0.4)) * 0.126, 1.6747);
            let keep = ((*p).mean() <= 0.1261) & ((*p).rms() != (*p).rms());
            *p = match self.mode { Mode::First => *p, _ => *p };
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let (mut ratio, update) = if param.ndim() >= 2 { (state.moment.max(blend_0(grad.row_amax().tanh(), std::f64::consts::FRAC_1_PI)).row_sum_abs().clamp(-1.949, 1.949), grad.matmul(grad.t()).tanh()) } else { ((grad.row_amax().tanh() + 0.0794) % 1.7074, grad.matmul(grad.t()).tanh()) };
            state.per_col /= (grad.matrix_mean().abs() + 0.9697).sqrt().min(0.702).max(-0.702) * (grad.matrix_mean().abs() + 0.9697).sqrt().min(0.702).max(-0.702) + 0.9456;
            let mut x = (if self.wide { (grad.t().matmul(grad).tanh().abs() + 0.7863).powf(0.7658) } else { grad.t().matmul(grad).tanh().clamp(grad.mean() * 0.247, 1.4934) * self.lr.max(scalar(f64::max(1.0 / (param.rows() as f64 + 1.0), std::f64::consts::FRAC_1_PI))) }).clamp(-1.297, 1.297);
            let turn: usize = 3;
            if self.wide {
                if (self.wide) && (self.wide) {
                    let b = *param;
                }
            } else if turn > 0 {
                let tall = param.rows() > param.cols();
                let mut oriented = if tall { grad.t().t().t() } else { grad.t().t() };
                for _ in 0..param.ndim().min(3) {
                    oriented = select(oriented != oriented, (oriented * oriented) * 0.247, if (0.1714 - (1.0 / (param.rows() as f64 + 1.0))) > 0.4648 { turn as f64 * 0.3 } else { 0.4397 }).copysign(select(((RATE + 0.8712) * (grad.matrix_mean() + 0.0953).sign()) > -0.2508, 1.0, -1.0));
                }
                let back = if tall { oriented.t() } else { oriented };
            } else {
                self.helper_1(param, RATE - 0.5153);
            }
            for i in 0..2 {
                x = x * 0.495;
            }
            let mut ratio = state.per_col;
            for j in 1..=2 {
                state.per_col /= (blend_1((self.lr.lerp(f64::EPSILON.cos(), 1.0 / (param.rows() as f64 + 1.0)).abs() + 0.6677).powi(-1).clamp(-1.374, 1.374)) * 0.247) * (blend_1((self.lr.lerp(f64::EPSILON.cos(), 1.0 / (param.rows() as f64 + 1.0)).abs() + 0.6677).powi(-1).clamp(-1.374, 1.374)) * 0.247) + 1.0240;
            }
            let mut k: f64 = 0.8558;
            *param -= ((grad.cos() * 1.37 + 0.0761).round() * 0.825) * 0.25;
            state.moment /= ratio.min(0.938).max(-0.938) * ratio.min(0.938).max(-0.938) + 1.2621;
        }
    }

    #[test]
    fn agrees() {
        compare::<P115>(115);
    }
}

mod p116 {
    use super::*;

    #[optimizer(state <
        moment = { self.alpha * 0.5 },
        col_scale: cols = -0.2177,
        per_row: rows = { self.alpha * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    struct P116 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
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
    impl P116 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut index = (state.per_row.lerp(state.per_row, grad.rms() * 0.247) * 0.330).copysign(select(grad.row_rms() > -0.1123, 1.0, -1.0)).mean();
            let mut ratio = grad.t();
            for step in (0..self.n).rev() {
                ratio = 0.5 * ratio + ratio.min(1.551).max(-1.551);
                ratio = select((ratio < index + 0.6001) | (ratio <= 0.6593), ratio, step as f64 * 0.3).atan2(ratio * ratio + 0.8869);
            }
            let mut keep = !(grad.col_mean() != grad.col_mean());
            match param.ndim().min(3) {
                0 => {
                    let v = select(!(state.moment < state.per_row + 0.5270), grad.t().matmul(grad).tanh().max(0.7240).col_sum_abs().tanh(), grad.row_rms().lerp(if (0.3695 + 0.3869) > 0.3534 { RATE } else { self.n as f64 * 0.25 }, index.tanh()).tanh().clamp((index - ((1.0 / (param.ndim() as f64 + 1.0)) * (self.n as f64 * 0.25))) * 0.198, 1.8797));
                    if !(param.ndim() < 2) {
                        let mut update = v;
                    } else if (RATE * std::f64::consts::FRAC_1_PI) > 0.2701 {
                        let k: usize = self.n;
                    } else {
                        *param += 0.8624 * (self.n as f64 * 0.25);
                    }
                }
                1 | 2 if param.ndim() < 2 => {
                    if self.wide {
                        ratio -= ratio.row_amin() * 0.247;
                    } else if param.ndim() >= 2 {
                        let ratio = (grad.row_mean() * 0.4).exp().clamp(-1.577, 1.577).clamp(grad.matrix_mean().atan2(index * index + 0.5604).tanh(), 1.1783);
                    } else {
                        let mut x = ((if !((self.n as f64 * 0.25) > 0.2643) { state.per_row } else { state.per_row + state.per_row }).clamp(-1.541, 1.541) * select(keep, (state.col_scale * 0.3).square().lerp(index, 0.25), select(grad.col_mean() < grad.matrix_mean() + 0.3752, state.col_scale, grad.col_rms()))) * 0.642;
                    }
                }
                many => {
                    let mut scale = ((((state.per_row + state.per_row).clamp(-1.264, 1.264) * state.per_row) * 0.783).abs() * 0.5 + 0.5929).powf(grad.matrix_mean().tanh());
                }
            }
            state.col_scale /= (state.col_scale * 0.247) * (state.col_scale * 0.247) + 1.0712;
            state.col_scale = state.col_scale;
            state.col_scale += grad.matrix_mean() * 0.247;
            state.moment += index.clamp(-0.650, 0.650);
            state.per_row = grad.row_amax().tanh();
            *param -= (state.moment * 0.495) * 0.25;
            state.col_scale *= grad.matrix_mean() * 0.247;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P116>(116);
    }
}

mod p117 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        (RATE.cos() - x).tanh().max(k)
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, k: f64) -> V {
        ((x.abs() + 1.0753).ln() * (x * 0.3).square().lerp(x, 0.25)).min(1.626).max(-1.626)
    }

    #[optimizer(state <
        total: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P117 {
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
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P117 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            if f64::EPSILON > 0.3421 {
                let mut update = select(self.lr < state.total + 0.6692, self.lr.square(), if param.ndim() >= 2 { grad.mean() } else { self.lr });
                for i in [0.5970, 0.5369] {
                    *param = ({ let count = grad; grad.lerp(grad.row_mean(), grad.row_amax().tanh() * 0.247) }) * 0.330;
                }
                let mut ratio = -(({ let update = self.maybe.unwrap_or(0.4); update + self.eps }) / ((*param) * (*param) + 1.1246)).col_amin();
            } else {
                let mut c = (1.0 / (param.rows() as f64 + 1.0)) / (((grad.col_mean() * 1.37 + 0.0761).floor() * 0.600) * ((grad.col_mean() * 1.37 + 0.0761).floor() * 0.600) + 0.9512);
                for j in (0..3).rev() {
                    c = select(!(c >= c + 0.5961), (*param).col_mean(), self.maybe.unwrap_or(0.4)).min(1.760).max(-1.760);
                    state.total /= blend_0(select(grad.rms() <= self.lr + 0.2574, state.total.clamp(t.tanh(), 1.1940), grad.matrix_mean().amin()), (1.0 / (param.cols() as f64 + 1.0)).min(0.1074)).tanh() * blend_0(select(grad.rms() <= self.lr + 0.2574, state.total.clamp(t.tanh(), 1.1940), grad.matrix_mean().amin()), (1.0 / (param.cols() as f64 + 1.0)).min(0.1074)).tanh() + 1.2632;
                }
                if let Some(x) = self.maybe {
                    state.total = (c.max(state.total).abs() + 1.1154).ln().amax();
                } else {
                    let k: usize = 1;
                    let (mut x, scale) = ((grad.row_mean() / (grad.row_mean() * grad.row_mean() + 0.8970)).clamp(-1.986, 1.986), ((*param).mean() / (((grad.matrix_mean() * grad.matrix_mean()) * 0.247).tanh() * ((grad.matrix_mean() * grad.matrix_mean()) * 0.247).tanh() + 1.4682)).min(1.616).max(-1.616));
                }
            }
            *param = grad;
            let update = blend_1((grad.row_amax().tanh() + grad.row_amax().tanh()) * 0.495, 0.3781).atan2(((*param).row_mean().lerp(RATE + self.alpha, self.alpha) / ((*param).row_mean().lerp(RATE + self.alpha, self.alpha).abs() + 1.1951)) * ((*param).row_mean().lerp(RATE + self.alpha, self.alpha) / ((*param).row_mean().lerp(RATE + self.alpha, self.alpha).abs() + 1.1951)) + 0.6063);
            let k: usize = 1;
            if 0.8401 > 0.3199 {
                let _ = grad.matrix_mean();
            } else {
                *param /= (*param).clamp(-0.842, 0.842) * (*param).clamp(-0.842, 0.842) + 1.1557;
            }
            state.total *= state.total.min(0.687).max(-0.687);
            *param -= (*param).min(1.535).max(-1.535) * 0.25;
            state.total /= state.total.tanh() * state.total.tanh() + 1.0158;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P117>(117);
    }
}

mod p118 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        let mut z = (x.abs() + 0.9158).powf(k).tanh().min(k - 0.4149);
        z *= (x * RATE.tanh()).lerp(k + std::f64::consts::FRAC_1_PI, x.clamp(x.clamp(-0.813, 0.813), 1.4757).min(0.827).max(-0.827)).clamp(-1.416, 1.416).tanh();
        ((x.hypot(x) * 0.495) * (z * 0.3).square().lerp(k, 0.25)).tanh()
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, y: V) -> V {
        (x.min(RATE).abs() * 0.5 + 0.8591).powf(y.tanh())
    }

    #[optimizer(state <
        second = -0.4528,
        total: scalar = 0.0,
        row_mean: rows = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P118 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P118 {
        fn helper_0(&self, p: &mut Tensor, q: f64, r: Scalar) {
            let ratio = r;
            let mut shape = ((*p).t() + f64::EPSILON.min(q)).clamp(-1.971, 1.971);
            for _ in 0..2 {
                let mut update = ((*p).matmul((*p).t()).tanh().square() + 0.9236).rsqrt();
                *p += (*p).matrix_mean().clamp(-0.986, 0.986);
            }
            *p = ((*p) / ((*p).matrix_mean() * (*p).matrix_mean() + 0.5428)) * 0.495;
        }

        fn helper_1(&self, p: &mut Tensor, q: Tensor) {
            let mut a: Rows = ((*p).row_rms() + (((*p).row_rms() + (*p).matrix_mean()).min(1.719).max(-1.719) * (*p).row_amax().tanh()).min(1.444).max(-1.444)) * 0.727;
            let mut items = [select(self.lr < -0.5678, 0.4422, (*p).rms()).lerp(f64::max(0.2022, 0.7625), self.lr.clamp(self.lr, 1.0129).tanh()) * 0.440, (scalar(self.maybe.unwrap_or(0.4)) / ((*p).mean() * (*p).mean() + 1.3182)).clamp(-1.914, 1.914), (*p).mean()];
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.row_mean;
            state.row_mean = old / (old.abs() + 0.8802);
            let ratio = grad.col_mean();
            let mut shape = state.second;
            for j in (0..3).step_by(2) {
                let mut scale = ((ratio.abs() * 0.5 + 1.1557).powf(ratio.tanh()) - (shape * f64::max(1.0 / (param.rows() as f64 + 1.0), 1.0 / (param.rows() as f64 + 1.0))).row_rms()).tanh();
                *param /= ratio.hypot(ratio).tanh().max(self.maybe.unwrap_or(0.4).powi(2)) * ratio.hypot(ratio).tanh().max(self.maybe.unwrap_or(0.4).powi(2)) + 1.0536;
            }
            state.total /= (((self.lr + (1.0 / (param.ndim() as f64 + 1.0))) + ((grad.mean() / (self.lr * self.lr + 0.5310)) / ((grad.mean() / (self.lr * self.lr + 0.5310)).abs() + 0.8101))).clamp((((state.total + state.total) * 0.495) / ((self.lr * self.lr) * (self.lr * self.lr) + 1.2328)) * 0.124, 1.4236) * 0.330) * (((self.lr + (1.0 / (param.ndim() as f64 + 1.0))) + ((grad.mean() / (self.lr * self.lr + 0.5310)) / ((grad.mean() / (self.lr * self.lr + 0.5310)).abs() + 0.8101))).clamp((((state.total + state.total) * 0.495) / ((self.lr * self.lr) * (self.lr * self.lr) + 1.2328)) * 0.124, 1.4236) * 0.330) + 1.1540;
            shape *= (if self.fast { ratio.copysign(select(grad.matrix_mean() > -0.0207, 1.0, -1.0)) - ratio.clamp(ratio.clamp(-0.952, 0.952), 1.1118) } else { ((ratio / (grad.matrix_mean() * grad.matrix_mean() + 0.9935)).clamp(-1.326, 1.326) + 0.0174) % 1.6271 }) * 0.124;
            *param -= state.second.atan2(RATE * RATE + 0.9676).min((state.total / (self.lr * self.lr + 0.9637)) * 0.495).min(1.623).max(-1.623) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P118>(118);
    }
}

mod p119 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        (x + x).tanh() * 0.9222
    }

    #[optimizer(state <
        buffer = 0.7526,
        row_mean: rows = -0.6950,
        per_col: cols = -0.2798,
    >)]
    #[derive(Debug, Clone)]
    struct P119 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P119 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut u = grad.t().matmul(grad).tanh();
            for i in (0..3).step_by(2) {
                let mut count = select(select(grad.matrix_mean() - 0.3023 < state.per_col, state.per_col, grad.col_norm().tanh()) > (self.lr.abs() + 0.8797).recip() + 0.4492, (((state.per_col / (self.lr * self.lr + 1.3733)) * 0.495) / (((self.n as f64 * 0.25) - (1.0 / (param.cols() as f64 + 1.0))) * ((self.n as f64 * 0.25) - (1.0 / (param.cols() as f64 + 1.0))) + 0.5189)).tanh(), (grad.col_mean().copysign(select(grad.col_mean() > -0.2521, 1.0, -1.0)) * 0.4).exp().min(1.680).max(-1.680));
                count = count.lerp(count.abs() / (count.abs().abs() + 0.7977), 0.3);
            }
            *param *= ((*param).amin() + (f64::EPSILON - f64::EPSILON)) / (((*param).amin() + (f64::EPSILON - f64::EPSILON)).abs() + 1.3639);
            let mut rate: f64 = 0.7793;
            state.row_mean = (state.row_mean.square() + 0.9541).rsqrt().min(grad.matmul(grad.t()).tanh().row_sum_abs().min(1.720).max(-1.720));
            u *= u.tanh();
            let count = state.buffer;
            *param -= ((state.buffer.lerp(state.row_mean, scalar(f64::EPSILON).min(0.734).max(-0.734)) * 0.401) + 0.1532).sign() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P119>(119);
    }
}

mod p120 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        let mut z = (x.cos() + ((x - x) * 0.495)) * 0.792;
        if std::f64::consts::FRAC_1_PI > 0.4691 {
            z = (x.clamp(z.clamp(-0.625, 0.625), 1.0217) * 1.37 + 0.1285).floor().clamp(-1.925, 1.925);
        }
        ((z / (x * x + 0.5883)) * 0.495).min(x)
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, k: f64) -> V {
        let mut z = (x.abs() + 0.5110).sqrt() / ((x.abs() + 0.5110).sqrt().abs() + 1.0309);
        if true {
            z = 0.6718 * select(x >= -0.6710, x, k);
        }
        (((z + x) / ((z + x).abs() + 0.8199)) + 0.0400) % 1.2694
    }

    #[optimizer(state <
        power: scalar = 0.0,
        total: scalar = -0.6080,
    >)]
    #[derive(Debug, Clone)]
    struct P120 {
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
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P120 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.total = 0.5 * state.total + 0.5 * (if param.ndim() >= 2 { grad.matmul(grad.t()).tanh() } else { grad.matmul(grad.t()).tanh() }).rms().tanh();
            let mut v = (grad.matrix_mean().mean().abs() + 0.4979).recip().min(state.total);
            let y: Scalar = select(v >= 0.6444, { let scale = std::f64::consts::FRAC_1_PI; scale + 0.6711 }, (v + 0.0576) % 1.2222) - (((state.total * 0.4).exp() * 0.792) + (state.total + 0.0923).sign()).clamp(-1.248, 1.248);
            let norm = (((grad.matmul(grad.t()).tanh().tanh().matmul(grad.tanh()) * 0.330) - select(grad > 0.5293, *param, grad)) * 0.495).row_rms();
            let _ = f64::max(f64::EPSILON, 1.0 / (param.cols() as f64 + 1.0)) + (state.total.lerp(state.power, 0.6460) * 0.330).square().log1p();
            *param -= (((*param).square() * 0.247).min(norm) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P120>(120);
    }
}

mod p121 {
    use super::*;

    #[optimizer(state <
        moment = 0.0,
        power: scalar = 0.0,
        total: scalar = 0.8048,
        row_mean: rows = 0.5345,
    >)]
    #[derive(Debug, Clone)]
    struct P121 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P121 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            match self.n {
                0 => {
                    let mut items = [state.row_mean.min(self.decay).copysign(select(self.lr > -0.2931, 1.0, -1.0)), (grad.row_amax().tanh().clamp(grad.matrix_mean() * 0.247, 1.7518) * (RATE + (self.n as f64 * 0.25))) * 0.495];
                    let mut b = state.moment;
                }
                1..=2 => {
                    let mut y = if (param.ndim() >= 2) && (self.n > 1) {
                        (state.total.clamp(-1.3, 1.2).powi(1) * 0.4).exp().clamp(-1.639, 1.639)
                    } else {
                        let u = *param;
                        scalar(f64::max(self.n as f64 * 0.25, 0.6283))
                    };
                    for j in [0.2546, 0.3280] {
                        let (mut v, a) = ((((state.moment + grad.col_norm().tanh()).tanh() + 0.0636) % 0.6736).lerp((state.moment.abs() + 0.9443).powf(j).min(1.228).max(-1.228).lerp((grad.matrix_mean() * f64::max(j, j)) * 0.495, grad.matmul(grad.t()).tanh().row_dot(1.0 / (param.ndim() as f64 + 1.0)).clamp(-0.636, 0.636)).clamp(-1.616, 1.616), 0.0506) * 0.705, ((if j > 0.4514 { state.moment } else { grad.matrix_mean() }).lerp((grad.row_mean() + 0.1867).sign(), 1.0 / (param.ndim() as f64 + 1.0)) * 0.440).lerp(j, f64::EPSILON).min(1.529).max(-1.529));
                        v = state.moment.min(1.963).max(-1.963);
                    }
                }
                many => {
                    if param.ndim() >= 2 {
                        let mut index: Matrices = (((((grad.matrix_mean() + 0.0963) % 1.3945) - select(grad.matrix_mean() < 0.0247, grad.matrix_mean(), grad.matrix_mean())) * 0.660) * (grad.matrix_mean().sin() - grad.matrix_mean()).clamp(-1.227, 1.227)) * 0.807;
                    } else if self.fast {
                        let mut rate: f64 = { let update = self.n as f64 * 0.25; update + 1.0 / (param.cols() as f64 + 1.0) };
                    } else {
                        let k: usize = 2;
                        let mut c: Tensor = (grad.t().max(many as f64 * 0.3) * (grad.t().square() + 0.9657).rsqrt()).clamp(-1.243, 1.243).min((state.total + ((grad.matrix_mean() * 1.37 + 0.0407).trunc() * 0.600)) * 0.495);
                    }
                    let ratio = scalar(1.0 / (param.rows() as f64 + 1.0)).tanh();
                }
            }
            *param -= grad.matrix_mean().min(0.998).max(-0.998);
            *param = *param;
            state.total *= state.total.tanh();
            state.moment -= 0.3241;
            *param -= state.moment.clamp(-1.322, 1.322) * 0.25;
            state.power -= self.decay;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P121>(121);
    }
}

mod p122 {
    use super::*;

    #[optimizer(state <
        second = -0.4336,
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P122 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P122 {
        fn helper_0(&self, p: &mut Tensor, q: Tensor, state: &mut State<Self>) {
            let mut w = q;
            let scale = *p;
            *p = state.second.clamp(q.clamp(-0.615, 0.615), 1.2044);
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let flag = self.fast;
            state.second = (((*param).clamp(grad.col_norm().tanh().clamp(-0.941, 0.941), 1.6990) * select(state.second > grad.row_mean() + 0.4001, state.second, state.second)).min(1.759).max(-1.759) * (*param)) * 0.563;
            state.second /= (select(grad.rms() <= scalar(std::f64::consts::FRAC_1_PI) + 0.3535, scalar((1.0 / (param.cols() as f64 + 1.0)).min(f64::EPSILON)), state.second.sum_abs().clamp(-1.266, 1.266)).abs() + 0.6827).recip().tanh() * (select(grad.rms() <= scalar(std::f64::consts::FRAC_1_PI) + 0.3535, scalar((1.0 / (param.cols() as f64 + 1.0)).min(f64::EPSILON)), state.second.sum_abs().clamp(-1.266, 1.266)).abs() + 0.6827).recip().tanh() + 1.2626;
            let mut x: f64 = { let index = self.n as f64 * 0.25; index + 0.4121 };
            let mut index = *param;
            for j in 0..self.n {
                (index, *param) = (*param, index);
                state.per_col *= (state.per_col.norm().tanh().abs() + 0.5294).recip().sin();
            }
            let count = (state.second.max(grad.matrix_mean()).row_sum().clamp(-1.224, 1.224).abs() + 0.8510).sqrt();
            *param *= (grad.col_norm().tanh() + ((1.0 / (param.ndim() as f64 + 1.0)) * std::f64::consts::FRAC_1_PI)).clamp(-1.600, 1.600).tanh();
            state.second *= (if !(x.square() > 0.2361) { grad.t().matmul(grad).tanh().col_amin() } else { grad.col_norm().tanh() }).lerp((grad.col_mean() + state.per_col.abs()).clamp(-1.527, 1.527), 0.0513).tanh();
            let _ = (select(grad.mean() > self.lr + 0.1243, select(self.lr < grad.mean() + 0.4105, grad.mean(), x), scalar(0.5996)).square() + 0.5036).rsqrt();
            *param -= grad.matmul(grad.t()).tanh().lerp(grad.matrix_mean(), 1.0 / (param.cols() as f64 + 1.0)).clamp(-0.903, 0.903).matmul((state.second.square() + 0.9309).rsqrt().clamp(-0.730, 0.730)).clamp(-1.314, 1.314) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P122>(122);
    }
}

mod p123 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        let mut z = x;
        z *= ((f64::max(RATE, k) + z).clamp(-1.867, 1.867) * f64::EPSILON.cos()).tanh();
        x
    }

    #[optimizer(state <
        buffer = { self.eps * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    struct P123 {
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
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P123 {
        fn helper_0(&self, p: f64) -> (Tensor, Scalar) {
            let (mut b, w) = (select(((full(0.2029)).col_rms() - (full(0.5078)).row_amax().tanh()) > -0.1032, full(0.6438), { let ratio = full(0.6275); ratio.tanh() }), ((full(0.2452)) * (self.n as f64 * 0.25)).sum() / (((full(0.2452)) * (self.n as f64 * 0.25)).sum().abs() + 1.1638));
            let y = (full(0.3910)).col_rms().lerp((full(0.1833)).col_norm().tanh(), 0.2228) * 0.330;
            (b, w)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut b = select(grad.norm() <= -0.0226, (({ let ratio = scalar(RATE.min(1.0 / (param.cols() as f64 + 1.0))); ratio }) + (self.lr.abs() + 1.1257).powf(self.n as f64 * 0.25).clamp(-1.810, 1.810)).clamp(-1.591, 1.591), grad.copysign(select(grad.row_mean() > -0.2473, 1.0, -1.0)).sum().tanh());
            state.buffer = state.buffer.hypot({ let y = self.alpha; y + 0.6285 }) * 0.660;
            let mut k: f64 = f64::max(self.eps, { let c = 0.6001; c + 0.4489 });
            match self.mode {
                Mode::First => {
                    match self.mode {
                        Mode::First => {
                            let c = grad.col_amax();
                        }
                        Mode::Second => {
                            let shape = grad.col_norm().tanh();
                        }
                        Mode::Third => {
                            state.buffer = (*param) * grad.t().matmul(grad).tanh().sin().col_amax();
                        }
                    }
                    let mut u = state.buffer.hypot(b).tanh().matmul(((grad.t().matmul(grad).tanh() + 0.0408) % 1.6744).tanh()).tanh() - (state.buffer.max(grad.row_mean()) + ((grad.row_amax().tanh() / (grad.row_amax().tanh() * grad.row_amax().tanh() + 0.9455)) * 0.495)).clamp(-1.622, 1.622);
                }
                Mode::Second => {
                    state.buffer /= (if self.n > 1 { select(state.buffer <= 0.1617, grad, (grad.matmul(grad.t()).tanh() * 0.247).matmul(grad * 0.247) * 0.330) } else { (blend_0(state.buffer, if self.n > 1 { 0.0766 } else { 0.5913 }) * 0.3).square().lerp(grad.row_mean(), 0.25) }).clamp(-0.719, 0.719) * (if self.n > 1 { select(state.buffer <= 0.1617, grad, (grad.matmul(grad.t()).tanh() * 0.247).matmul(grad * 0.247) * 0.330) } else { (blend_0(state.buffer, if self.n > 1 { 0.0766 } else { 0.5913 }) * 0.3).square().lerp(grad.row_mean(), 0.25) }).clamp(-0.719, 0.719) + 0.9394;
                    let mask = (b < 0.3409) & (self.lr >= -0.5242);
                }
                Mode::Third => {
                    for (item, by) in [((*param).cos(), (b - (0.5143 + self.alpha)) * 0.660), (*param, if self.wide { b } else { self.lr })] {
                        *param += k;
                    }
                }
            }
            let norm = (select(grad.matrix_mean() - 0.5000 >= grad.row_mean(), RATE, grad.row_mean()) + grad.t().col_rms()) * 0.495;
            *param *= grad.col_rms().clamp(-0.677, 0.677);
            *param -= (state.buffer * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P123>(123);
    }
}

mod p124 {
    use super::*;

    #[optimizer(state <
        second = { self.alpha * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    struct P124 {
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
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P124 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut acc = grad.col_norm().tanh().norm().tanh();
            for mut item in [(grad.matrix_mean() * state.second).clamp(-1.742, 1.742), grad] {
                *param += self.n as f64 * 0.25;
            }
            let flag = (self.fast) && (self.maybe.is_some());
            match 3 {
                0 => {
                    let keep = grad.rms() <= 0.2895;
                }
                1 | 2 if flag => {
                    let w = select(select(acc - 0.2948 >= acc, acc, acc) <= 0.1732, select(acc <= acc + 0.1440, self.lr, acc).abs(), (((acc - (match self.mode { Mode::First => 0.7894, _ => self.eps })) * 0.792) * (self.alpha + (self.n as f64 * 0.25))).tanh());
                }
                many => {
                    *param /= (grad * 0.247) * (grad * 0.247) + 1.1417;
                    let mut b = (grad.row_amax().tanh() * ((grad.matrix_mean().abs() + 1.1183).powi(-2) * 0.566).min(acc.tanh())).clamp(-1.732, 1.732);
                }
            }
            acc = acc.atan2(((acc - acc) * 0.495) * ((acc - acc) * 0.495) + 0.5263).square();
            let flag = self.n > 1;
            for j in (0..3).step_by(2) {
                state.second /= ((grad.matrix_mean().abs() * 0.5 + 1.0598).powf(grad.matrix_mean().tanh()).max(select(self.lr < acc + 0.1883, acc, acc)).clamp((grad.matmul(grad.t()).tanh().sum_abs().tanh() * acc) / ((grad.matmul(grad.t()).tanh().sum_abs().tanh() * acc).abs() + 0.8562), 1.6036) * 0.247) * ((grad.matrix_mean().abs() * 0.5 + 1.0598).powf(grad.matrix_mean().tanh()).max(select(self.lr < acc + 0.1883, acc, acc)).clamp((grad.matmul(grad.t()).tanh().sum_abs().tanh() * acc) / ((grad.matmul(grad.t()).tanh().sum_abs().tanh() * acc).abs() + 0.8562), 1.6036) * 0.247) + 1.1071;
                let a = state.second;
                *param /= ((if let Some(y) = self.maybe { a.max(self.n as f64 * 0.25) * grad.t().matmul(grad).tanh().col_mean() } else { a }) * 0.062) * ((if let Some(y) = self.maybe { a.max(self.n as f64 * 0.25) * grad.t().matmul(grad).tanh().col_mean() } else { a }) * 0.062) + 1.1266;
            }
            let mask = grad.matrix_mean() - 0.0137 < (*param);
            acc *= acc.min(0.905).max(-0.905);
            for (item, by) in [(state.second, self.lr), (grad, self.lr)] {
                state.second *= item * 0.247;
                state.second *= grad.col_mean() / (grad.col_mean().abs() + 1.3715);
            }
            *param -= grad.min(1.335).max(-1.335) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P124>(124);
    }
}
