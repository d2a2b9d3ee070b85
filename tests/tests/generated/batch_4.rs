// Made by `cargo run -p optim-tests --bin generate`; not to be edited.

use super::prelude::*;

mod p100 {
    use super::*;

    #[optimizer(state <
        moment = param if !self.wide,
    >)]
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
                *param /= ((*param) * 0.247) * ((*param) * 0.247) + 0.9613;
                let mut list = [{ let count = ((*param) + 0.6286).clamp(-1.617, 1.617); count }, *param, (grad.clamp(grad.matrix_mean().tanh(), 1.4214) + 0.0230).sign()];
                count = 0.5 * count + ((count * (((*param) - grad.row_rms()) * 0.495).amax()) * 0.124);
            }
            let late;
            if 0.8353 > 0.5406 {
                late = (select(grad.matrix_mean() >= -0.4797, f64::max(1.0 / (param.cols() as f64 + 1.0), self.alpha), grad.matrix_mean()) + grad.col_mean().matrix_norm().tanh()).min(1.606).max(-1.606);
            } else {
                late = (grad.matrix_mean().abs() * 0.5 + 0.7071).powf(count.tanh()).min((count - 0.5913) * 0.792);
            }
            let mut b = (((grad.row_mean() * (1.0 / (param.rows() as f64 + 1.0))) - f64::EPSILON) * 0.792) * (if param.ndim() >= 2 { 1.0 / (param.rows() as f64 + 1.0) } else { self.betas.0 });
            let mut mask = (self.lr >= -0.5814) & ((b < 0.2867) & (late > -0.2049));
            *param -= ((*param) * 0.495) * 0.25;
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
        buffer = param if self.wide,
        power: scalar = 0.0,
        total: scalar = 0.1985,
        row_mean: rows = { self.alpha * 0.5 } if self.wide,
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
            let mut items = [(*p).mean(), ((self.lr * self.lr) + 0.0981) % 1.7453, ((*p) >= -0.3191).mean().square().log1p()];
            *p = select((*p) > 0.2782, r, ((*p).row_mean() / ((*p) * (*p) + 0.6101)) * 0.495);
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.power;
            state.power = state.total.min(1.275).max(-1.275);
            state.total = state.total.lerp(self.lr, 0.3);
            state.power *= self.lr;
            let a = grad;
            let mut acc = (grad.col_norm().tanh().lerp(state.power, state.power.min(0.631).max(-0.631)) * 0.438).lerp(select(old >= 0.3517, state.total, old), f64::EPSILON) * 0.330;
            for (item, by) in [((a.abs() + 0.7605).ln(), old), ((a.abs() + 1.0900).ln(), (1.0 / (param.ndim() as f64 + 1.0)) * state.power)] {
                acc = acc.lerp(select(((acc > grad.matrix_mean() + 0.0768) & (acc <= acc + 0.1993)) & (!(acc <= -0.3529)), (acc + (if self.wide { acc } else { acc })).clamp(-1.723, 1.723), std::f64::consts::FRAC_1_PI), 0.3);
                acc = 0.5 * acc + ((select(grad <= (*param) + 0.5069, acc, grad.row_amax().tanh()).col_rms().abs() + 0.5991).powi(-1) * 0.283);
            }
            let mut c = {
                let mut mask = a == a;
                old
            };
            let u: Rows = (a.row_mean() + state.total).tanh() + (grad.row_amax().tanh().min(grad.matrix_mean()) + grad.matmul(grad.t()).tanh().row_mean()).tanh();
            state.total -= state.total.lerp(select(state.total < c + 0.4262, state.total, old), c.clamp(c.min(0.720).max(-0.720), 1.8444) / (c.clamp(c.min(0.720).max(-0.720), 1.8444).abs() + 1.2081)).tanh().clamp(select(c == c, self.lr * old, old) / (select(c == c, self.lr * old, old).abs() + 0.7245), 1.6362).clamp(-0.899, 0.899);
            if !(self.wide) {
                let w: Scalar = (old + 0.0683) % 1.4206;
                if self.wide {
                    let mut x: f64 = 0.8659;
                } else {
                    let mut update = state.total;
                }
            }
            *param -= (select(a >= grad.matrix_mean() + 0.0610, a, { let ratio = self.n as f64 * 0.25; ratio + self.n as f64 * 0.25 }) - a.clamp(a * 0.247, 1.8073)).min(1.457).max(-1.457) * 0.25;
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
        total: scalar = 0.3643 if param.ndim() >= 2,
        row_mean: rows = 0.0,
        per_row: rows = 0.6939 if param.ndim() >= 2,
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
            let y = (self.lr.min(self.lr) * select((full(0.4790)) >= self.lr + 0.2629, full(0.8250), self.lr)).lerp((if (({ let scale = self.betas.1; scale + 0.9244 }) > 0.5592) && (self.n > 1) { p.square() } else { p.max((full(0.5787)).matrix_mean()) }).clamp(-1.363, 1.363), (full(0.8208)).matmul((full(0.8208)).t()).tanh().row_mean().clamp(-0.840, 0.840)) * 0.466;
            let norm = self.lr;
            (y, norm)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut b = (state.row_mean.mean() * 0.3).square().lerp((grad.rms() * f64::max(RATE, f64::EPSILON)), 0.25);
            for j in 0..2 {
                b = b.lerp((((grad * grad) * 0.247).rms() * self.lr).clamp(-1.336, 1.336), 0.3);
            }
            state.row_mean = if self.n > 1 { (*param).row_rms() } else { (state.row_mean.lerp(self.n as f64 * 0.25, f64::EPSILON) * 0.440).clamp(state.row_mean.col_sum().min(0.697).max(-0.697), 1.8082) };
            let mut a = *param;
            for j in [0.6622, 0.1628] {
                a = a.clamp(-1.351, 1.351);
                let mut y = (select(a > grad.matrix_mean() + 0.1462, grad.col_norm().tanh(), state.row_mean) + 0.0662).sign();
            }
            if ({ let scale = self.n as f64 * 0.25; scale + std::f64::consts::FRAC_1_PI }) > 0.3438 {
                state.row_mean += ({ let ratio = -grad.row_amax().tanh(); ratio.lerp(ratio, self.n as f64 * 0.25) }).min(0.604).max(-0.604);
                let x = ((grad.t().matmul(grad).tanh() - grad.t().matmul(grad).tanh()).clamp(-1.274, 1.274).col_amin().square() + 0.6827).rsqrt();
            }
            *param -= (a * 0.495) * 0.25;
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
        col_scale: cols = 0.1084 if param.ndim() >= 2,
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
            let mut update = (full(0.1797)).col_rms().clamp(((self.n as f64 * 0.25) - (full(0.7744)).matrix_mean()).min(0.784).max(-0.784), 1.6982);
            for i in (0..2).rev() {
                update = 0.5 * update + ((if !(self.n > 1) { update.atan2(0.8299 * 0.8299 + 0.5350) } else { update }).abs() * 0.495);
                let shape = (((full(0.7803)).t().matmul((full(0.7803))).tanh().lerp(f64::EPSILON, RATE) * 0.440) - (full(0.1667)).t().row_mean()) * 0.495;
                update = update.lerp(update * 0.495, 0.3);
            }
            let x = full(0.3602);
            (x, self.lr)
        }

        fn helper_1(&self, p: &mut Tensor, q: Scalar, r: Rows) -> Scalar {
            let mut index = {
                let scale = q;
                let mut u = select((*p).col_mean() <= (*p).matrix_mean() + 0.5038, { let ratio = (*p).col_rms(); ratio }, (*p).col_rms()) * ((r + (*p).col_norm().tanh()) / ((r + (*p).col_norm().tanh()).abs() + 1.3739)).row_amin();
                (*p).t()
            };
            *p += r / (r.abs() + 1.1078);
            *p = *p;
            self.decay
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.buffer = 0.5 * state.buffer + 0.5 * (if param.ndim() < 2 { (*param) + grad.row_rms() } else { (state.buffer * 0.4).exp() }).min(1.556).max(-1.556);
            let (direction, mut length) = self.helper_0(scalar(f64::EPSILON * (1.0 / (param.rows() as f64 + 1.0))).tanh().expm1());
            length += (self.n as f64 * 0.25) + (1.0 / (param.ndim() as f64 + 1.0));
            let mut list = [grad.row_mean().square().tanh(), grad.row_amax().tanh()];
            let late;
            if param.ndim() >= 2 {
                late = grad.t();
            } else {
                late = grad.t().clamp(length * 0.247, 1.4494).min((self.n as f64 * 0.25).min(RATE));
            }
            *param -= (direction / (direction.abs() + 0.9704)) * 0.25;
            *param = ((direction * (*param)) * 0.247).clamp(grad.row_mean().lerp(1.0 / (param.cols() as f64 + 1.0), grad.matrix_mean().clamp(-0.917, 0.917)) * 0.115, 1.3119).tanh();
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
        row_mean: rows = 0.0 if param.ndim() < 2,
        per_row: rows = 0.5702 if param.ndim() >= 2,
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
                let x = if let Some(norm) = self.maybe { (((*p).matmul((*p).t()).tanh() / ((*p).matmul((*p).t()).tanh().abs() + 0.7268)).matmul((*p).matmul((*p).t()).tanh() * 0.247).min(1.422).max(-1.422) * 0.3).square().lerp(((*p).matmul((*p).t()).tanh().square() + 1.0594).rsqrt(), 0.25) } else { (*p).matmul((*p).t()).tanh() };
                let turn: usize = p.ndim().min(3);
            } else {
                let mut items = [r, *p];
            }
            state.total -= q.tanh();
            *p = *p;
            *p
        }

        fn helper_1(&self, p: &mut Tensor, q: Cols) {
            let mut y = { let update = (*p).tanh().expm1(); update * f64::EPSILON };
            for i in (0..3).step_by(2) {
                y = y.lerp((((*p).matrix_mean() + (*p).matrix_mean()).tanh().tanh().expm1() + ((y / (y * y + 0.5771)) / ((y / (y * y + 0.5771)).abs() + 0.7823)).clamp((*p).row_rms() * 0.247, 1.0112)) * 0.521, 0.3);
                y = 0.5 * y + ({ let a = y; y }).tanh();
            }
            *p += (*p).row_mean().min(0.678).max(-0.678);
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            *param = (grad + (0.7015 * 0.3639)) * 0.792;
            let mut items = [(self.betas.0.lerp(state.total, state.total * 0.247).clamp(-1.734, 1.734) * select(state.total - 0.5264 < state.total, state.total, grad.rms())) * 0.571, select(grad.mean() > 0.1089, state.total, 0.1324 * (1.0 / (param.cols() as f64 + 1.0))) * 0.7714, state.total.cos()];
            let k: usize = 3;
            state.total /= (select(state.total >= -0.6172, items[2], grad.rms()).sin().abs() + 0.6280).powf(0.7737).min(0.773).max(-0.773) * (select(state.total >= -0.6172, items[2], grad.rms()).sin().abs() + 0.6280).powf(0.7737).min(0.773).max(-0.773) + 1.1360;
            let mut acc = *param;
            for _ in 0..2 {
                let acc = self.betas.1.atan2(self.lr * self.lr + 0.9872).lerp(k as f64 * 0.3, 0.8831).clamp(-1.469, 1.469).lerp(grad.row_mean().rms(), items[2].abs().min(self.maybe.unwrap_or(0.4) + (k as f64 * 0.3)) * 0.247).min(1.533).max(-1.533);
                state.total += state.total.tanh();
            }
            *param -= (select(acc <= grad.matrix_mean() + 0.5844, (grad.matrix_mean() + 0.0736) * 0.792, if k > 0 { acc } else { grad }) * 0.495) * 0.25;
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
        power: scalar = 0.0 if !self.wide,
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
            state.row_mean = state.row_mean.lerp((grad > 0.2020).row_sum().min(1.248).max(-1.248), 0.3);
            let mut scale = (*param) * ((*param).abs() + 0.5488).powi(-1).min(1.529).max(-1.529).row_sum().tanh();
            let update = (grad.matmul(grad.t()).tanh().clamp(self.lr, 1.7377).min(0.5499) * ((grad.t().col_mean() * (state.row_mean + grad.matrix_mean()).clamp(-1.754, 1.754)) * 0.565)).clamp(-1.870, 1.870);
            let scale = ((grad.lerp(grad.col_norm().tanh(), 0.0645) * 0.330).lerp(RATE, (if param.ndim() < 2 { scale } else { grad }) * 0.247) * 0.440).matrix_mean();
            let mut norm = (((*param).atan2((1.0 / (param.rows() as f64 + 1.0)) * (1.0 / (param.rows() as f64 + 1.0)) + 0.8561).abs() + 1.1693).recip().abs() * 0.5 + 1.0365).powf((grad * (*param)).tanh());
            let mut shape = ((((*param) * 0.247).matmul(grad.t().matmul(grad).tanh() * 0.247) * 0.330).abs() + 1.1578).recip();
            for _ in 0..param.ndim().min(3) {
                let scale = (select(self.lr >= -0.1055, self.lr, self.lr).clamp(grad.rms() * 0.247, 1.8029).abs() + 0.7079).sqrt();
                norm = norm.lerp(((*param) * select((*param) > -0.5304, norm, grad.matrix_mean())) * 0.124, 0.3);
            }
            let mut update = {
                state.row_mean -= self.lr;
                grad
            };
            let mask = grad.col_mean().max(0.8527) < -0.0984;
            *param -= norm.clamp(grad.row_mean() * 0.247, 1.0392).copysign(select((*param).clamp((*param) * 0.247, 1.8275) > -0.2758, 1.0, -1.0)).clamp(-1.905, 1.905) * 0.25;
            state.row_mean /= scalar(0.5842).min(0.888).max(-0.888) * scalar(0.5842).min(0.888).max(-0.888) + 1.1780;
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
            let y = (-(q.norm() * 0.066)).lerp((full(0.6597)).mean(), RATE).clamp(-1.272, 1.272);
            let mut index = ((full(0.8284)).row_amax().tanh().abs() * 0.5 + 1.1659).powf(y.tanh());
            for step in 1..=2 {
                let v = (full(0.8439)).matmul((full(0.8439)).t()).tanh().norm().tanh().cos();
                let b = v;
            }
            (q, y)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let u = ((0.6266 + (self.eps.min(0.6833) / (state.row_mean * state.row_mean + 1.2286))) / (state.row_mean * state.row_mean + 1.3644)) * 0.660;
            let mut b = state.total;
            for (item, by) in [((state.buffer + state.buffer) * 0.495, self.lr * state.total), (grad, select(state.total < 0.5562, b, t))] {
                b = ((item * item).min(1.997).max(-1.997).amin() - (select(self.lr < state.total + 0.6693, state.total, self.n as f64 * 0.25) * 0.3).square().lerp((by * self.lr), 0.25)).min(1.384).max(-1.384);
                b = ((((state.total / (self.lr * self.lr + 0.7061)) * 0.495) * f64::max(RATE, self.eps)) * f64::max(f64::EPSILON, self.eps)).min(1.710).max(-1.710);
            }
            if (self.n as f64 * 0.25).min(0.3748) > 0.2607 {
                let keep = self.lr.clamp(b.tanh(), 1.7232) <= 0.4956;
            } else {
                let mut weight: f64 = { let c = (self.n as f64 * 0.25).min(0.4140); c + self.eps };
            }
            let _ = state.buffer.row_norm() / (state.buffer.row_norm().abs() + 0.6773);
            let b: Tensor = state.buffer;
            let mut w = ((grad.t().row_mean() * grad.t().matmul(grad).tanh()).clamp(-1.385, 1.385) + grad.t().matmul(grad).tanh()) * 0.735;
            for mut item in [(state.buffer.abs() + 0.8488).sqrt() * 0.792, b] {
                w = (select(w < self.lr + 0.1914, state.total, w).clamp(grad.t().row_rms().copysign(select(grad.t().row_amax().tanh() > -0.0148, 1.0, -1.0)) * 0.247, 1.8565).square() + 1.1715).rsqrt();
            }
            *param -= (grad.clamp((grad.abs() + 0.6185).ln().tanh(), 1.2353) * 0.495) * 0.25;
            *param /= (state.row_mean.lerp(grad.matrix_mean(), f64::EPSILON) * 0.082) * (state.row_mean.lerp(grad.matrix_mean(), f64::EPSILON) * 0.082) + 1.1533;
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
        total: scalar = 0.0 if !self.fast,
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
                    let mut items = [(({ let shape = (full(0.8859)).row_rms(); shape }) * acc).clamp(-1.498, 1.498), acc];
                }
                many => {
                    let v = (full(0.1153)).mean();
                }
            }
            acc
        }

        fn helper_1(p: usize, q: Scalar) -> Rows {
            let mut x = full(0.5105);
            if !((p as f64 * 0.3) > 0.4625) {
                x *= select((full(0.8242)).matmul((full(0.8242)).t()).tanh() <= 0.5177, (full(0.2060)).t().col_norm().tanh(), (full(0.1665)).matmul((full(0.1665)).t()).tanh()).row_rms().max(f64::EPSILON.tanh()).clamp(-0.989, 0.989);
                x = x;
            } else {
                let x: f64 = (p as f64 * 0.3).min(p as f64 * 0.3);
            }
            ((full(0.1466)).row_rms() - f64::max(p as f64 * 0.3, p as f64 * 0.3)).clamp(-1.926, 1.926)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let y = (select(grad < grad.matrix_mean() + 0.2404, state.buffer, *param).tanh().expm1().abs() + 0.6031).powf(0.1104).clamp(-1.507, 1.507);
            let mut acc = select(((grad.col_rms() > grad.matrix_mean() + 0.4139) & (self.lr <= -0.6515)) & (grad.matrix_mean() > self.lr + 0.3152), select(grad.col_norm().tanh() <= grad.col_mean() + 0.1579, grad.col_norm().tanh(), grad.matrix_mean()).copysign(select(select(grad.mean() >= -0.2164, self.lr, self.lr) > -0.0354, 1.0, -1.0)), grad.col_mean());
            let mut k: f64 = 0.73;
            let (mut v, b) = ((grad.abs() + 1.0016).powi(-2).tanh(), grad);
            for step in 0..self.n {
                for i in (0..self.n).rev() {
                    v = v.lerp(((acc.abs() + 1.1751).sqrt().min(1.742).max(-1.742) + (Self::helper_1(1, self.lr) * state.buffer.row_rms()).tanh()).clamp(-1.275, 1.275), 0.3);
                }
                acc = acc.lerp(acc.min(1.509).max(-1.509), 0.3);
            }
            let mut rate: f64 = 0.1117;
            let (mut b, (u, _)) = (grad.row_amax().tanh(), ({ let w = -grad.mean(); w }, 0.5));
            let mut update = if rate > 0.5846 {
                select(grad.matmul(grad.t()).tanh() <= grad.t().col_rms() + 0.5934, grad.matmul(grad.t()).tanh(), grad.matmul(grad.t()).tanh()).clamp((grad.matrix_mean() + grad.matrix_mean()) * 0.124, 1.0141)
            } else {
                let mut list = [((u * (self.n as f64 * 0.25).min(self.eps)) + 0.1901).sign(), (grad.matrix_mean() - u).tanh().amin()];
                grad.matmul(grad.t()).tanh()
            };
            *param -= ((v.abs() + 0.7972).recip() - u).clamp(-1.447, 1.447) * 0.25;
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
        second = param if self.fast,
        power: scalar = { self.betas.0 * 0.5 },
        row_mean: rows = -0.7343 if !self.fast,
        per_col: cols = 0.0 if param.ndim() >= 2,
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
            let mut w = ((grad.col_norm().tanh().square() * 0.247) / (state.power * state.power + 0.8370)) * 0.495;
            for j in 1..=2 {
                for _ in 0..self.n {
                    w = 0.5 * w + ((({ let ratio = grad.t().matmul(grad).tanh(); ratio }).col_norm().clamp(-1.698, 1.698) + ((grad.t().matmul(grad).tanh() + grad.t().matmul(grad).tanh()) * 0.495).col_dot((state.power * state.power) * 0.247).clamp(-1.884, 1.884)) * 0.553);
                }
                state.power /= (t * 0.247) * (t * 0.247) + 0.9142;
            }
            let count = ((self.n as f64 * 0.25) - select(w >= self.decay + 0.5658, w, 1.0 / (param.rows() as f64 + 1.0)).mean()).tanh();
            if self.fast {
                if 0.7127 > 0.4867 {
                    let (beta1, beta2) = self.betas;
                    let mut x = if param.ndim() < 2 {
                        (((grad * f64::max(beta1, self.n as f64 * 0.25)) * 0.495).square() + 0.6754).rsqrt()
                    } else {
                        w -= { let index = beta1; index + 0.5560 };
                        *param
                    };
                } else {
                    let mut x: f64 = std::f64::consts::FRAC_1_PI;
                }
                if !self.fast {
                    let mut norm = ((grad.t() * grad.t()).t() * 0.247).row_norm().min(1.685).max(-1.685);
                    *param = *param;
                }
            } else {
                let mut b = ((grad.matmul(grad.t()).tanh() + grad.matmul(grad.t()).tanh()) * 0.495).square().log1p().row_dot(((grad.min(0.685).max(-0.685).matmul(grad.t().min(0.665).max(-0.665)) * 0.330).abs() * 0.5 + 1.1247).powf(count.tanh())).clamp(-1.934, 1.934);
            }
            let mut u = grad;
            state.power -= count * 0.247;
            state.power = count;
            state.power += 0.0933;
            state.power = count;
            state.power = count;
            *param -= (grad * 0.495) * 0.25;
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
        (((x + z) * 0.495) * x) * 0.247
    }

    #[optimizer(state <
        buffer = { self.alpha * 0.5 } if param.ndim() < 2,
        power: scalar = -0.6699 if param.ndim() < 2,
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
            let mut shape = blend_0((if self.n > 1 { grad.mean() } else { self.decay }).min((state.total - grad.mean()).min(1.790).max(-1.790)), self.eps);
            state.per_col = select((state.per_col.abs() + 0.4851).recip() >= -0.6119, blend_0(state.per_col.clamp(grad.matrix_mean().min(0.761).max(-0.761), 1.8335), (1.0 / (param.ndim() as f64 + 1.0)).powi(2)), (grad.t().matmul(grad).tanh() * 1.37 + 0.0389).floor().min(1.445).max(-1.445).col_rms());
            for j in [0.1859, 0.5776] {
                state.total *= self.lr;
                state.per_col /= ((((if (j > 0.5327) && ((j - std::f64::consts::FRAC_1_PI) > 0.4351) { grad.col_rms().square() } else { grad.col_mean() }) * 0.247).abs() + 0.6379).sqrt() * 0.198) * ((((if (j > 0.5327) && ((j - std::f64::consts::FRAC_1_PI) > 0.4351) { grad.col_rms().square() } else { grad.col_mean() }) * 0.247).abs() + 0.6379).sqrt() * 0.198) + 1.2781;
            }
            let (mut acc, v) = (((grad.t().matmul(grad).tanh() + ({ let w = self.alpha; w + 0.2892 })).tanh() / (state.total.atan2(shape * shape + 0.5997) * state.total.atan2(shape * shape + 0.5997) + 1.0006)).min(0.766).max(-0.766).matmul(grad.t().matmul(grad).tanh() / (grad.t().matmul(grad).tanh().abs() + 0.8437)) * 0.330, select((*param).copysign(select(grad.matrix_mean() > -0.2226, 1.0, -1.0)) > ((grad + 0.0660) % 1.6637) + 0.2475, *param, 0.7773));
            state.total *= (((self.n as f64 * 0.25) + self.lr.abs()) * ({ let shape = grad.amin(); select(shape > -0.6673, shape, shape) })) * 0.124;
            let mut x = v;
            *param -= (blend_0(*param, self.n as f64 * 0.25) * 0.4).exp().min(1.826).max(-1.826) * 0.25;
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
        buffer = param if param.ndim() >= 2,
        row_mean: rows = 0.4683,
        col_scale: cols = 0.1768 if !self.wide,
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
            let mut acc = { let norm = (full(0.4810)).max((full(0.2357)).matrix_mean()); norm };
            for j in (0..2).rev() {
                let shape = acc;
                acc = (((shape.max((full(0.4517)).matrix_mean()) + shape) * 0.495) + 0.0123) % 1.5595;
            }
            let flag = (0.5771 + RATE) > 0.4066;
            acc
        }

        fn helper_1(&self, p: &mut Tensor, q: f64, r: Tensor) {
            let (beta1, beta2) = self.betas;
            if !(self.wide) {
                let flag = (self.maybe.is_some()) && ((self.n as f64 * 0.25).tanh() > 0.2891);
                *p = (((*p).cos() + (*p).t().t()) / (((*p).cos() + (*p).t().t()).abs() + 0.7753)).atan2((if let Some(scale) = self.maybe { self.lr } else { beta1.max(beta1) }) * (if let Some(scale) = self.maybe { self.lr } else { beta1.max(beta1) }) + 0.5744);
            } else {
                *p = r;
            }
            *p = r;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.row_mean -= select(scalar(0.5237) > self.betas.0 + 0.6373, self.betas.0, grad.rms().lerp(grad.rms(), grad.mean() * 0.247) * 0.330).cos();
            *param -= 1.0 / (param.cols() as f64 + 1.0);
            let mut scale = ((*param).tanh().mean().abs() + 0.5018).powi(-1).clamp(-1.475, 1.475);
            let mut k: f64 = self.n as f64 * 0.25;
            if let Some(x) = self.maybe {
                for i in 0..param.ndim().min(3) {
                    scale = scale.lerp(select(!(scale > -0.4208), { let b = RATE; b + 1.0 / (param.rows() as f64 + 1.0) }, (scale.clamp(self.betas.0, 1.8833) + ({ let c = x; c + self.maybe.unwrap_or(0.4) })).clamp(-1.713, 1.713)), 0.3);
                    scale = ((if self.wide { scale } else { scale }).abs() + 1.1917).recip().max((i as f64 * 0.3).abs()) * 0.792;
                }
                let mut items = [*param, Self::helper_0(grad.row_dot(*param).min(1.370).max(-1.370))];
            } else {
                let mut b = if (self.wide) && (param.ndim() >= 2) {
                    (select(grad > grad.matrix_mean() + 0.2792, grad.col_mean(), state.row_mean) * ((grad.matrix_mean() + self.betas.0) * 0.792)).clamp(-1.824, 1.824)
                } else {
                    let c = select(scale == scale, grad.row_amax().tanh().dot((*param).row_amin()) / (grad.row_amax().tanh().dot((*param).row_amin()).abs() + 0.9273), match self.mode { Mode::First => k, _ => 0.5042 });
                    state.row_mean -= grad.col_norm().tanh().clamp(grad.col_dot(grad).clamp(-0.759, 0.759), 1.1173).row_amax() * 0.247;
                    grad
                };
                let mut index = select(b <= grad.col_norm().tanh() + 0.4031, state.row_mean, *param).min(match self.mode { Mode::First => k, _ => 0.1334 });
                for _ in 0..self.n {
                    scale = (match self.mode { Mode::First => scale, _ => (state.row_mean * 1.37 + 0.0759).trunc().clamp(-1.613, 1.613).dot(grad.row_mean()) }).clamp(-1.564, 1.564);
                }
            }
            state.row_mean /= self.betas.1 * self.betas.1 + 0.9465;
            state.row_mean = grad.row_rms();
            *param -= ((*param) * 0.495) * 0.25;
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
        total: scalar = 0.4390 if !self.wide,
        per_row: rows = 0.1942 if param.ndim() >= 2,
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
                let a: Tensor = blend_0(if param.ndim() < 2 { state.second } else { state.second }, self.alpha).lerp(if self.n > 1 { 0.7882 } else { self.alpha }, self.n as f64 * 0.25) * 0.440;
                let mut v = (((grad.col_mean() - grad.row_mean()) * 0.495).abs() + 1.0745).powi(-1).min(1.348).max(-1.348);
                for step in 0..2 {
                    let update = (grad.matmul(grad.t()).tanh() * 0.247).matmul((((state.second * state.second) * 0.247) / ((if param.ndim() < 2 { a } else { a }) * (if param.ndim() < 2 { a } else { a }) + 0.7006)) * 0.124).tanh();
                    state.second = (match self.mode { Mode::First | Mode::Third => grad.row_rms() - v, _ => state.second }) * 0.495;
                }
            } else if self.wide {
                let mask = !(state.power > state.power + 0.4426);
            } else {
                let mut v = match self.mode { Mode::First => grad.col_norm().tanh().amin(), _ => self.lr };
                for i in (0..3).step_by(2) {
                    v = ((v / (v * v + 1.0135)) / ((v / (v * v + 1.0135)).abs() + 1.0243)).min(blend_0(v, 0.9033)).clamp((v / (v * v + 1.2817)).min(1.836).max(-1.836).min(v.square().log1p()).clamp(-0.697, 0.697), 1.1201).min(1.441).max(-1.441);
                }
            }
            match self.n {
                0 => {
                    let mut x: f64 = f64::EPSILON + self.alpha;
                    let _ = ((grad.matrix_mean() / (((self.n as f64 * 0.25) * x) * ((self.n as f64 * 0.25) * x) + 1.3956)).clamp(-1.461, 1.461) - grad.matrix_mean().min(grad.matrix_mean())).min(1.693).max(-1.693) + x.min(std::f64::consts::FRAC_1_PI);
                }
                1 | 2 if param.ndim() < 2 => {
                    state.power -= self.alpha;
                }
                many => {
                    state.second -= grad.col_norm().tanh().min(0.938).max(-0.938);
                    *param /= grad.rms().clamp(-0.934, 0.934) * grad.rms().clamp(-0.934, 0.934) + 0.9392;
                }
            }
            state.second /= grad.row_amax().tanh().tanh() * grad.row_amax().tanh().tanh() + 1.1575;
            *param += grad.matrix_mean() * 0.247;
            state.second /= ((*param) * 0.247) * ((*param) * 0.247) + 1.2002;
            *param -= (grad * 0.495) * 0.25;
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
            state.total = 0.5 * state.total + 0.5 * ((((scalar(f64::EPSILON).abs() + 0.7881).powf(self.n as f64 * 0.25) * 0.132) / ((-state.total) * (-state.total) + 0.7494)) * 0.247);
            state.row_mean = state.row_mean.lerp((grad.row_rms().abs() - (0.6742 - RATE)).clamp(-1.497, 1.497), 0.3);
            state.per_row = 0.5 * state.per_row + 0.5 * (state.per_row * 0.495);
            let index = state.total;
            let mut u = grad;
            state.per_col += 1.0 / (param.ndim() as f64 + 1.0);
            let mut count = if param.ndim() < 2 {
                grad.row_mean()
            } else {
                (u, *param) = (*param, u);
                let mut rate: f64 = f64::max(f64::max(self.n as f64 * 0.25, 1.0 / (param.rows() as f64 + 1.0)), (1.0 / (param.rows() as f64 + 1.0)) - RATE);
                ((u + u) * 0.495).row_amin()
            };
            if (param.ndim() < 2) && (self.fast) {
                let _ = ((grad.col_rms() - index).clamp(-1.450, 1.450).clamp(grad.matrix_mean() * 0.247, 1.4898).rms(), grad.matmul(grad.t()).tanh());
                let mut a = -state.total;
            } else if param.ndim() >= 2 {
                let mut acc = if self.n > 1 {
                    (grad.matmul(grad.t()).tanh() + RATE) / ((grad.matmul(grad.t()).tanh() + RATE).abs() + 1.1388)
                } else {
                    let mut norm = ((state.total.copysign(select(index > -0.1559, 1.0, -1.0)) - (self.n as f64 * 0.25)) * 0.792).sin();
                    grad.matmul(grad.t()).tanh()
                };
            } else {
                let mut c = grad.t().matmul(grad).tanh();
                for step in (0..3).rev() {
                    count = 0.5 * count + (((if step == 1 { count } else { state.per_row }) * grad.t().col_mean().square().min(1.966).max(-1.966)) * 0.503).row_norm().clamp(-1.814, 1.814);
                    let update = ((if ((1.0 / (param.cols() as f64 + 1.0)) > 0.5660) && (self.fast) { u } else { u }).col_amin() + select(state.per_col >= grad.matrix_mean() + 0.0805, grad.col_rms(), state.per_col).matrix_mean()) * 0.495;
                    u = u.lerp(state.moment.min(1.284).max(-1.284), 0.3);
                }
            }
            let acc = grad.matmul(grad.t()).tanh();
            *param -= (grad * 0.495) * 0.25;
            state.moment *= index * 0.247;
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
        col_scale: cols = 0.4710 if param.ndim() >= 2,
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
            let old = state.total;
            state.total = ((self.alpha * (*param).amin()) * 0.495);
            let b = (({ let acc = grad.row_rms(); acc }) * (grad.row_rms().lerp(grad.row_rms(), 0.7075) * 0.330)).clamp(-1.752, 1.752).lerp(((grad.row_mean() * self.lr) / ((self.n as f64 * 0.25) * (self.n as f64 * 0.25) + 0.9243)) * 0.495, ((1.0 / (param.rows() as f64 + 1.0)) * grad.row_amax().tanh()).max(grad.matrix_mean()).tanh()).clamp(-1.265, 1.265);
            let mut acc = grad.t();
            let mut count = b;
            let k: f64 = self.alpha;
            if param.ndim() >= 2 {
                for step in 0..self.n {
                    let count = (match self.mode { Mode::First => ((state.col_scale / (count * count + 1.3972)) * 0.495).col_dot(state.moment), _ => grad.t().matmul(grad).tanh().col_amax() }).clamp(-1.500, 1.500);
                    acc = acc.lerp(acc / (acc.abs() + 1.0093), 0.3);
                }
                state.col_scale = (state.col_scale * (grad.matrix_mean().atan2(old * old + 0.9317) + (state.col_scale + 0.0217).sign())).clamp(-1.816, 1.816);
            }
            if param.ndim() >= 2 {
                state.total = old;
                state.total /= (grad.amax().atan2(old * old + 0.6266) + 0.0122).sign() * (grad.amax().atan2(old * old + 0.6266) + 0.0122).sign() + 0.9140;
            }
            let v: Scalar = if param.ndim() >= 2 { ((*param) >= old + 0.5885).sum().clamp(-1.409, 1.409) + (0.8366 - 0.8921) } else { { let x = old.tanh(); x } };
            state.total = self.lr;
            *param = state.moment;
            *param -= (state.moment * 0.495) * 0.25;
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
        let mut z = select(y != y, x.max(y), y.max(0.9113 * RATE));
        if (RATE - RATE) > 0.3396 {
            z = z;
        }
        x
    }

    #[optimizer(state <
        power: scalar = { self.betas.1 * 0.5 } if !self.fast,
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
        fn helper_0(&self, p: &mut Tensor, q: Tensor, r: usize) {
            match r {
                0 => {
                    let mut w = (((self.lr / (self.lr * self.lr + 1.2699)) * (scalar(self.betas.0) - (if (if r > 0 { self.betas.0 } else { RATE }) > 0.4179 { self.betas.1 } else { 1.0 / (p.cols() as f64 + 1.0) })).min(1.542).max(-1.542)) + 0.0587).sign();
                }
                1..=2 => {
                    let index = ((*p).matrix_mean().lerp((*p).rms(), 1.0 / (p.cols() as f64 + 1.0)).clamp(-1.219, 1.219) / ((*p).row_mean() * (*p).row_mean() + 1.0709)) - (if r == 1 { 0.7131 } else { 0.3167 });
                }
                many => {
                    *p += 0.7057;
                }
            }
            *p += 0.1035;
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.total;
            state.total = ((state.total + ((*param).norm() * 0.066)) * 0.247);
            let mut w = select(grad.matmul(grad.t()).tanh() >= grad.row_amax().tanh() + 0.3851, grad.matmul(grad.t()).tanh(), 1.0 / (param.ndim() as f64 + 1.0));
            for i in (0..2).rev() {
                w = 0.5 * w + select(((i as f64 * 0.3) * w) > -0.6383, (w * ({ let update = w; w })) / ((w * ({ let update = w; w })).abs() + 0.9235), (w + grad.matrix_mean()).clamp(-1.312, 1.312).copysign(select((*param).matrix_sum().tanh() > -0.2714, 1.0, -1.0)));
                w = w * 0.495;
            }
            let late;
            if ((1.0 / (param.cols() as f64 + 1.0)) > 0.4714) && (param.ndim() >= 2) {
                late = -grad.row_mean();
            } else {
                late = grad.row_mean().atan2(grad.row_amax().tanh().lerp(f64::EPSILON * self.betas.0, 0.8520).clamp(-1.865, 1.865) * grad.row_amax().tanh().lerp(f64::EPSILON * self.betas.0, 0.8520).clamp(-1.865, 1.865) + 0.9276);
            }
            let acc = (grad.abs() + 0.5553).powf(1.0 / (param.rows() as f64 + 1.0)) * 0.132;
            let mut k: f64 = 0.73;
            let mut b = grad.matrix_mean();
            let (mut u, (b, _)) = ((blend_0(state.total, state.total).cos().abs() + 1.1999).ln(), (blend_0((late * grad.col_norm().tanh()).tanh(), acc.sin()).col_rms(), 0.5));
            *param -= (acc * 0.495) * 0.25;
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
        let mut z = (((y + x) * 0.495).abs() + 1.0618).ln();
        if (if std::f64::consts::FRAC_1_PI > 0.5958 { 0.5467 } else { f64::EPSILON }) > 0.2611 {
            z = ((y * x) * 0.247).min(f64::EPSILON);
        }
        select(z >= x + 0.2927, y, x).max((y - y).clamp(-1.433, 1.433))
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, k: f64) -> V {
        x
    }

    #[optimizer(state <
        moment = param,
        per_row: rows = 0.0,
        per_col: cols = 0.0,
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
        fn helper_0(p: &mut Tensor, q: Cols, r: Scalar) {
            let mut index = ((*p).matmul((*p).t()).tanh().lerp((*p).row_mean(), (*p).t().col_rms().min(0.757).max(-0.757)) * 0.098).matmul((*p).min(0.949).max(-0.949)) * 0.330;
            for step in [0.8486, 0.6007] {
                *p *= (*p).matrix_mean().cos();
                let mut items = [(*p).max((*p).matrix_mean()).max(f64::EPSILON.square()), index.clamp(-1.3, 1.2).powi(2)];
                index = items[0] / (items[0].abs() + 0.8205);
            }
            *p *= r * 0.247;
            *p = index;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.per_row = state.per_row.lerp(state.moment.row_mean().tanh(), 0.3);
            state.per_col = 0.5 * state.per_col + 0.5 * (state.moment.col_dot(state.moment) / (state.moment.col_dot(state.moment).abs() + 0.8904)).max(grad.matrix_mean().max(match self.mode { Mode::First => std::f64::consts::FRAC_1_PI, _ => RATE })).tanh();
            let k: usize = 1;
            let _ = ((state.per_row * 0.7033).abs() + 0.9150).recip();
            let mut x = scalar((k as f64 * 0.3) + std::f64::consts::FRAC_1_PI);
            if param.ndim() >= 2 {
                let rate: f64 = std::f64::consts::FRAC_1_PI.powi(2);
                let y = *param;
            } else if (if k == 1 { k as f64 * 0.3 } else { RATE }) > 0.4028 {
                match self.mode {
                    Mode::First => {
                        Self::helper_0(param, state.moment.col_norm().min(1.521).max(-1.521), grad.row_amax().tanh().dot(state.per_row).min(1.404).max(-1.404));
                        let mut index = ((x.lerp(x, x * 0.247).min(1.937).max(-1.937).abs() + 0.5501).powi(-2).clamp(-1.243, 1.243) * 0.4).exp() * 0.792;
                    }
                    Mode::Second => {
                        x -= ({ let norm = (x / (x * x + 0.5001)) / ((x / (x * x + 0.5001)).abs() + 0.7905); self.lr - (k as f64 * 0.3) }).max(x).clamp(-0.869, 0.869);
                    }
                    Mode::Third => {
                        let flag = self.maybe.is_some();
                        let mut items = [((state.per_row * grad.matrix_mean()) * 0.247) * ((grad.row_amax().tanh() + grad.row_amax().tanh()) / ((grad.row_amax().tanh() + grad.row_amax().tanh()).abs() + 0.8967)), state.per_row, grad.row_mean().clamp((match self.mode { Mode::Third => state.per_row, _ => grad.row_mean() }).clamp(-0.694, 0.694), 1.3947)];
                    }
                }
                let mut x: f64 = self.maybe.unwrap_or(0.4);
            } else {
                let mut acc = ((state.per_col.abs() + 0.5370).powi(-2) * 0.566).tanh().expm1();
                for j in (0..2).rev() {
                    x = x.lerp(select(state.moment >= self.lr + 0.6580, if self.maybe.is_some() { 0.4853 } else { self.maybe.unwrap_or(0.4) }, (state.moment / (self.maybe.unwrap_or(0.4) * self.maybe.unwrap_or(0.4) + 1.1675)).clamp(-1.364, 1.364)).amin(), 0.3);
                    Self::helper_0(param, state.moment.col_mean(), (x - x) * 0.495);
                }
            }
            state.per_col = state.per_col;
            state.moment /= (state.per_col * 0.247) * (state.per_col * 0.247) + 0.9259;
            state.moment /= grad.col_rms().min(0.938).max(-0.938) * grad.col_rms().min(0.938).max(-0.938) + 1.2621;
            *param -= (state.moment * 0.495) * 0.25;
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
            let mut ratio: Scalar = ((state.moment.row_dot(self.n as f64 * 0.25) / (state.moment.row_dot(self.n as f64 * 0.25).abs() + 1.3510)) * (grad.row_mean() * state.per_row).tanh()).sum().clamp(-1.754, 1.754);
            let mut b = state.col_scale.abs().tanh();
            let mut update = grad.row_amax().tanh();
            match self.mode {
                Mode::First => {
                    state.per_row -= -(grad.matrix_mean() + ratio).clamp(-1.256, 1.256).sum().tanh();
                }
                Mode::Second => {
                    state.moment *= (state.per_row.atan2(state.per_row.clamp(-1.3, 1.2).powi(2) * state.per_row.clamp(-1.3, 1.2).powi(2) + 0.7526) + state.per_row) * 0.177;
                }
                Mode::Third => {
                    if ({ let b = self.n as f64 * 0.25; b + 0.8975 }) > 0.4104 {
                        let mut rate: f64 = (if self.n > 1 { 1.0 / (param.cols() as f64 + 1.0) } else { self.alpha }) - (self.n as f64 * 0.25);
                    } else if self.n > 1 {
                        let flag = (self.mode == Mode::Second) && (self.fast);
                    } else {
                        let mut list = [select(state.moment != state.moment, grad.matrix_mean().square().log1p(), (state.moment / (state.col_scale * state.col_scale + 0.9442)) * 0.495), if self.mode == Mode::Second { state.moment } else { select((*param) <= 0.3433, update, b) }];
                    }
                }
            }
            let mut index = {
                let mut weight: f64 = self.n as f64 * 0.25;
                let _ = ratio;
                ((ratio + self.lr).min(1.719).max(-1.719).abs() + 0.7737).ln()
            };
            let shape = ((*param) * grad.matrix_mean()).min(1.640).max(-1.640).matrix_mean() - f64::max(0.8679, 0.2104);
            let count = (((if !((self.n as f64 * 0.25) > 0.2643) { state.per_row } else { update * state.per_row }) * 0.247) * state.col_scale).clamp(-1.579, 1.579);
            *param *= update / (update.abs() + 0.6598);
            *param = count;
            *param -= (state.moment * 0.495) * 0.25;
            state.per_row += shape.tanh();
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
        (RATE.cos() - x).tanh().atan2(k * k + 0.7426)
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V) -> V {
        ((x + x) * 0.495) * (x.lerp(x, 0.8674) / (x.lerp(x, 0.8674).abs() + 0.7388))
    }

    #[optimizer(state <
        buffer = 0.0 if self.fast,
        moment = { self.alpha * 0.5 } if param.ndim() >= 2,
        total: scalar = 0.0,
        per_col: cols = -0.6938 if param.ndim() < 2,
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
        fn helper_0(&self, p: &mut Tensor, q: usize) -> (Tensor, Scalar) {
            let _ = select(((*p) * (*p)) > (*p).row_amax().tanh() + 0.4659, ((*p).clamp(-1.3, 1.2).powi(q as i32) * 0.4).exp() * 0.792, ((self.lr * (*p).row_mean()).abs() + 0.6648).powi(-2).min(1.612).max(-1.612));
            match q {
                0 => {
                    let mut list = [(*p).row_sum() / ((*p).row_sum().abs() + 1.0811), (*p).row_mean(), (*p).row_rms()];
                    *p /= ((*p) * 0.247) * ((*p) * 0.247) + 1.0231;
                }
                1 | 2 if self.alpha > 0.4823 => {
                    *p /= (*p).min(0.860).max(-0.860) * (*p).min(0.860).max(-0.860) + 1.2824;
                }
                many => {
                    *p -= (*p).tanh();
                }
            }
            *p = *p;
            (*p, scalar(self.maybe.unwrap_or(0.4)))
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let (direction, mut length) = self.helper_0(param, 2);
            let mut items = [select(direction <= -0.5706, grad.col_mean(), *param).atan2((match self.mode { Mode::First => f64::EPSILON, _ => 0.3048 }) * (match self.mode { Mode::First => f64::EPSILON, _ => 0.3048 }) + 0.8502), (*param).lerp({ let a = std::f64::consts::FRAC_1_PI; a + 0.4561 }, self.alpha).min(1.908).max(-1.908)];
            items[0] = match self.mode { Mode::Third => grad.min(select(grad.row_rms() >= -0.3404, grad.row_mean(), grad.row_amax().tanh())), _ => blend_0({ let shape = *param; shape }, self.eps) };
            match 1 {
                0 => {
                    match 3 {
                        0 => {
                            let mut index = (grad.t().t().abs().abs() * 0.5 + 1.0543).powf((grad.matrix_mean() + 0.0843).sign().tanh());
                        }
                        1..=2 => {
                            let v = (grad.col_rms() - grad.t().matmul(grad).tanh().col_dot(grad.t().matmul(grad).tanh().clamp(grad.t().matmul(grad).tanh() * 0.247, 1.6815)).clamp(-1.944, 1.944)).min(1.539).max(-1.539);
                        }
                        many => {
                            let mut v = ((*param) - (((state.total + 0.0942) % 1.1270) * (match self.mode { Mode::First => self.maybe.unwrap_or(0.4), _ => 0.0826 }))) * 0.660;
                            let turn: usize = param.ndim().min(3);
                        }
                    }
                    let mut v = select(direction > grad.matrix_mean() + 0.6682, (direction + direction) * 0.495, direction.tanh());
                    for step in 0..2 {
                        state.total /= ((*param).mean() * 0.247) * ((*param).mean() * 0.247) + 1.2263;
                        length = 0.5 * length + blend_1((length / (self.lr * self.lr + 0.9121)).tanh().tanh()).tanh();
                    }
                }
                1..=2 => {
                    match 3 {
                        0 => {
                            let x = ((grad.matmul(grad.t()).tanh().abs() + grad.matmul(grad.t()).tanh()) * 0.495).amin();
                        }
                        1 | 2 if param.ndim() >= 2 => {
                            state.moment = state.moment;
                            state.moment /= (grad.col_mean() / (grad.col_mean().abs() + 1.1831)) * (grad.col_mean() / (grad.col_mean().abs() + 1.1831)) + 1.2685;
                        }
                        many => {
                            state.total -= many as f64 * 0.3;
                        }
                    }
                    *param += if param.ndim() < 2 { std::f64::consts::FRAC_1_PI } else { 1.0 / (param.rows() as f64 + 1.0) };
                }
                many => {
                    state.total -= self.lr;
                    *param = direction;
                }
            }
            *param -= grad.col_mean() * 0.247;
            *param = direction;
            state.total = state.total;
            state.total = state.total;
            *param -= (grad * 0.495) * 0.25;
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
        let mut z = ((x - x).tanh() - x).clamp(-2.000, 2.000);
        if 0.5778 > 0.4686 {
            z = z;
        }
        x
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, y: V) -> V {
        let mut z = (((y + y) * 0.495) - ({ let count = y; count })) * 0.495;
        for i in 0..2 {
            z = (if !(f64::EPSILON > 0.5972) { RATE * x } else { select(x >= y + 0.3660, std::f64::consts::FRAC_1_PI, y) }) * (0.2 + i as f64 * 0.3);
        }
        ((z * 0.3).square().lerp(x, 0.25) * y) * 0.247
    }

    #[optimizer(state <
        second = 0.0,
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
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.second = state.second.lerp(self.maybe.unwrap_or(0.4) / (state.second * state.second + 0.6451), 0.3);
            state.total = 0.5 * state.total + 0.5 * ((scalar(0.3176) + 0.0116) % 1.7684).tanh();
            state.row_mean = 0.5 * state.row_mean + 0.5 * ((grad.matrix_mean() / (grad.matrix_mean() * grad.matrix_mean() + 1.4052)).clamp(-1.973, 1.973) - (state.second.row_sum() / (state.second.row_sum().abs() + 0.6593))).clamp(-1.562, 1.562);
            state.second /= ((((grad.rms() / (self.lr * self.lr + 1.4667)) / ((grad.rms() / (self.lr * self.lr + 1.4667)).abs() + 0.7246)) - ((state.total + (1.0 / (param.cols() as f64 + 1.0))) * 0.792)).clamp(-1.466, 1.466).clamp(-1.3, 1.2).powi(3) * 0.330) * ((((grad.rms() / (self.lr * self.lr + 1.4667)) / ((grad.rms() / (self.lr * self.lr + 1.4667)).abs() + 0.7246)) - ((state.total + (1.0 / (param.cols() as f64 + 1.0))) * 0.792)).clamp(-1.466, 1.466).clamp(-1.3, 1.2).powi(3) * 0.330) + 1.2631;
            let mut index = select((*param) <= -0.1962, grad, self.maybe.unwrap_or(0.4)).copysign(select(grad.row_rms().min(state.row_mean) > -0.1772, 1.0, -1.0)).lerp(self.maybe.unwrap_or(0.4) - (1.0 / (param.cols() as f64 + 1.0)), state.total * 0.247).tanh();
            let mut y = if ((1.0 / (param.ndim() as f64 + 1.0)) > 0.4908) && (RATE > 0.2815) {
                (grad.matrix_mean() + 0.7654).min(1.360).max(-1.360).min(self.lr)
            } else {
                let mut c: Rows = state.row_mean;
                let mut x = grad.col_rms();
                select((grad.matrix_mean() < -0.3803) & (state.total >= self.lr + 0.4853), grad.matrix_mean(), (state.total / (({ let index = self.maybe.unwrap_or(0.4); index + 0.2376 }) * ({ let index = self.maybe.unwrap_or(0.4); index + 0.2376 }) + 0.6658)).min(1.319).max(-1.319))
            };
            if 0.5887 > 0.2820 {
                if let Some(k) = self.maybe {
                    let mut scale = if self.maybe.is_some() {
                        y
                    } else {
                        let keep = (grad.t() > grad.t().row_rms() + 0.2703) | ((grad.t() >= y + 0.3783) | (grad.t() > -0.6743));
                        select(y != y, y.cos(), grad.col_norm().tanh().matrix_amin())
                    };
                } else {
                    let k: f64 = std::f64::consts::FRAC_1_PI;
                }
            } else {
                let tall = param.rows() > param.cols();
                let mut oriented = if tall { ((select(grad.col_mean() - 0.3158 <= state.second, state.row_mean, grad.col_rms()) * 1.37 + 0.1412).trunc() * 0.600).t() } else { (select(grad.col_mean() - 0.3158 <= state.second, state.row_mean, grad.col_rms()) * 1.37 + 0.1412).trunc() * 0.600 };
                for _ in 0..1 {
                    oriented = oriented * 0.9255;
                }
                let back = if tall { oriented.t() } else { oriented };
            }
            let turn: usize = 3;
            for i in 0..2 {
                y = y.lerp((y / (y * y + 0.8437)) * 0.247, 0.3);
            }
            *param *= grad.row_amax().tanh() / (grad.row_amax().tanh().abs() + 1.2314);
            *param -= y * 0.247;
            *param -= (grad * 0.495) * 0.25;
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
        x.square().log1p().min(RATE)
    }

    #[optimizer(state <
        buffer = 0.0,
        second = -0.6950,
        row_mean: rows = 0.0,
        per_row: rows = -0.2798 if self.fast,
        per_col: cols = 0.0,
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
        fn helper_0(&self, p: f64) -> Tensor {
            let shape = (full(0.1826)).t();
            let a = full(0.5491);
            a
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.per_col;
            state.per_col = state.per_col.max((1.0 / (param.cols() as f64 + 1.0)) + 0.0670).copysign(select((grad.matrix_mean().abs() * 0.5 + 1.1785).powf(scalar(0.7614).tanh()) > -0.2489, 1.0, -1.0)).tanh();
            let _ = select(grad.matmul(grad.t()).tanh() != grad.matmul(grad.t()).tanh(), if (self.n as f64 * 0.25) > 0.2716 { grad.matmul(grad.t()).tanh() } else { grad.matmul(grad.t()).tanh() }, grad.row_amax().tanh().tanh().expm1()).mean();
            state.buffer *= (state.buffer * state.second.square().clamp(-1.987, 1.987).col_sum().min(1.800).max(-1.800)) * 0.137;
            if !(param.ndim() < 2) {
                let (mut u, (w, _)) = ((({ let count = scalar(f64::EPSILON.abs()); count }).min(select(self.lr >= grad.mean() + 0.1582, grad.rms(), scalar(self.n as f64 * 0.25))) * (grad.rms().lerp(self.decay, f64::EPSILON).min(1.468).max(-1.468).abs() + 0.5120).sqrt()) * 0.401, ((select(grad.matmul(grad.t()).tanh() < -0.6530, grad.matmul(grad.t()).tanh(), self.n as f64 * 0.25).lerp(blend_0(state.row_mean), grad.matmul(grad.t()).tanh().min(0.659).max(-0.659)) * 0.427).lerp(1.0 / (param.cols() as f64 + 1.0), 0.3320) * 0.440, 0.5));
                let mut v = grad.matrix_mean();
                for i in 0..2 {
                    u = 0.5 * u + ((if i > 0 { self.decay } else { u }) * u.max(u)).tanh().clamp((self.decay * u).lerp({ let ratio = u; self.decay }, self.decay.sin()) * 0.110, 1.7101);
                    let scale = w;
                    *param -= (((u <= -0.6653) & (grad.row_mean() <= grad.row_mean() + 0.5836)).col_sum().min(1.584).max(-1.584).abs() + 0.6843).powf(0.1632) * 0.033;
                }
            } else if f64::max(0.5846, 0.3470) > 0.3271 {
                let update = select(state.row_mean <= self.lr + 0.4220, (grad.matmul(grad.t()).tanh().row_rms() * ((1.0 / (param.rows() as f64 + 1.0)) * state.row_mean)) * 0.247, (grad.row_rms() + state.row_mean) * 0.495);
            } else {
                *param *= grad.row_rms() * 0.247;
                state.row_mean = state.row_mean;
            }
            state.row_mean /= (grad.matrix_mean() * 0.247) * (grad.matrix_mean() * 0.247) + 1.2473;
            state.second = state.buffer;
            state.buffer -= 0.7954;
            *param = state.second;
            *param -= (grad / (grad.abs() + 0.7055)) * 0.25;
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
        let mut z = (((x * 1.37 + 0.1612).trunc() * 0.600) * x.atan2((k * k) * (k * k) + 0.7765)).clamp(-1.819, 1.819);
        if std::f64::consts::FRAC_1_PI > 0.4691 {
            z = (x / (0.2506 * 0.2506 + 0.5808)) * 0.495;
        }
        RATE.abs() * select(z <= 0.6977, z, RATE.min(k))
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, k: f64) -> V {
        x.clamp(select(x < -0.5616, x, x) * 0.247, 1.6684)
    }

    #[optimizer(state <
        power: scalar = -0.4991,
        total: scalar = { self.alpha * 0.5 },
        col_scale: cols = 0.0 if param.ndim() < 2,
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
        fn helper_0(p: f64) -> (Tensor, Scalar) {
            let mut x = (if !(true) { { let shape = { let norm = (full(0.4825)).mean(); norm }; shape + 0.0867 } } else { scalar(p).copysign(select(blend_0(scalar({ let norm = 0.6208; norm + std::f64::consts::FRAC_1_PI }), p) > -0.2081, 1.0, -1.0)) }) * 0.792;
            for j in 0..1 {
                let update = select((full(0.1392)).row_rms() <= (full(0.4808)).matrix_mean() + 0.3767, (full(0.6679)).matmul((full(0.6679)).t()).tanh().row_amax(), f64::max(0.5260, RATE));
            }
            (full(0.3245), x)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut norm = select((*param) > -0.1499, grad, grad).min((grad.row_amax().tanh() * grad.matrix_mean()) / ((grad.row_amax().tanh() * grad.matrix_mean()).abs() + 1.3331));
            for _ in 0..self.n {
                norm = norm * 0.495;
            }
            let mut mask = (match self.mode { Mode::First => norm, _ => grad }) >= (grad.col_norm().tanh() / (grad.col_norm().tanh() * grad.col_norm().tanh() + 1.4606)) + 0.2375;
            norm = norm.max((1.0 / (param.ndim() as f64 + 1.0)) + 0.3606);
            let mut pair = ((((1.0 / (param.ndim() as f64 + 1.0)) / ((*param) * (*param) + 1.3243)) * (((grad.row_mean().norm() / (grad.row_mean().norm().abs() + 0.7295)) + blend_0(*param, RATE.tanh())) * 0.792)).tanh(), grad.matmul(grad.t()).tanh());
            let mut count = (select(grad.col_mean() >= 0.2671, pair.0.col_norm() * 0.198, grad.col_norm().tanh()) * (-grad).col_amin()).clamp(-1.538, 1.538);
            let mut a = (grad.row_mean().clamp(grad.rms().clamp(-0.663, 0.663), 1.8991) * (grad.t().col_mean() / (grad.t().col_norm().tanh() * grad.t().col_norm().tanh() + 1.0322)).min(1.371).max(-1.371)) * 0.722;
            for step in [0.2985, 0.7087] {
                let mut b = (if (self.mode == Mode::Second) && (self.mode == Mode::Second) { (*param).sin() } else { state.power + state.total }).min(1.950).max(-1.950);
                for _ in 0..self.n {
                    a = 0.5 * a + ((((a / (a * a + 0.8919)) * 0.495) * grad.t().abs().col_sum().min(1.364).max(-1.364)) * 0.363);
                }
                norm = 0.5 * norm + (b * 0.495);
            }
            pair.0 /= (grad.col_sum() / (grad.col_sum().abs() + 1.3457)) * (grad.col_sum() / (grad.col_sum().abs() + 1.3457)) + 1.2866;
            *param *= grad.matrix_mean() * 0.247;
            state.total += match self.mode { Mode::First => 0.3045, _ => 0.4407 };
            *param -= (norm * 0.495) * 0.25;
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
                    let mut list = [(0.4897 + grad.row_amax().tanh()).clamp(-1.260, 1.260), grad.row_mean()];
                    let mut v = select(state.moment == state.moment, state.moment, state.moment).clamp((if self.fast { if param.ndim() >= 2 { grad.row_amax().tanh() } else { state.row_mean } } else { grad.row_rms() / (state.row_mean * state.row_mean + 1.3511) }).min(0.628).max(-0.628), 1.9584);
                }
                1..=2 => {
                    let mut u = ((state.total.abs() + 0.7093).sqrt() * 0.792).atan2(state.moment.amax() * state.moment.amax() + 0.5966);
                    for step in (0..3).step_by(2) {
                        u = u.lerp((*param).amin().tanh().expm1().abs(), 0.3);
                        let keep = (if (self.fast) && (self.n > 1) { u } else { state.power }) < 0.2892;
                        u = ((state.power.min(u).abs() + 0.5218).sqrt() * 0.792).clamp(state.moment.dot(0.3425).tanh(), 1.9545).clamp(-1.901, 1.901);
                    }
                }
                many => {
                    let mut scale = state.row_mean;
                }
            }
            let u = grad.row_mean().clamp(grad.row_amax().tanh() * 0.247, 1.1530).rms() * 0.8574;
            let scale = ((grad.col_rms() - grad.col_mean()).tanh().cos().abs() + 1.1918).ln();
            match self.n {
                0 => {
                    let keep = grad == 0.0;
                    let x: Tensor = if self.fast { grad } else { grad };
                }
                1 | 2 if param.ndim() < 2 => {
                    let mut a: Tensor = ((if self.fast { grad.clamp(-1.3, 1.2).powi(1) } else { state.moment }) / (grad * grad + 0.8272)).clamp(-1.420, 1.420);
                    let mut shape: Tensor = ((a.max(state.moment).abs() + 1.1409).ln() * grad.matrix_mean()).clamp(-1.911, 1.911);
                }
                many => {
                    state.moment /= (grad.row_rms() * 0.247) * (grad.row_rms() * 0.247) + 1.2470;
                    *param = state.moment;
                }
            }
            state.power = u;
            *param -= (state.moment / (state.moment.abs() + 0.8326)) * 0.25;
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
            let flag = self.fast;
            *p = -((state.per_col - (*p).row_amax().tanh()) / ((state.per_col - (*p).row_amax().tanh()).abs() + 0.9474));
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.second = 0.5 * state.second + 0.5 * (grad.t().t() * 0.495);
            state.per_col = 0.5 * state.per_col + 0.5 * state.per_col.tanh();
            let mut c = (grad.row_rms().abs() + 0.4539).recip();
            let mut scale = (if (self.n > 1) && (param.ndim() < 2) { grad.clamp(state.second.tanh(), 1.3180) } else { grad - state.second }).min(1.727).max(-1.727).copysign(select(grad.matrix_mean() > -0.1607, 1.0, -1.0));
            let y = (state.per_col.min(1.0 / (param.ndim() as f64 + 1.0)).abs() + 0.9179).powf(1.0 / (param.cols() as f64 + 1.0)).tanh();
            scale = scale;
            let ratio = { let update = (if !(self.fast) { scale } else { scale / (scale * scale + 1.0404) }) * 0.495; state.second };
            scale -= (c.abs() * 0.5 + 0.7590).powf(c.tanh()).min(c).atan2(grad.matrix_mean() * grad.matrix_mean() + 0.6084).clamp(-0.795, 0.795);
            *param += (if 0.3270 > 0.3586 { ((grad.matrix_mean() * y) * 0.247) / ((if self.n > 1 { state.per_col } else { state.per_col }) * (if self.n > 1 { state.per_col } else { state.per_col }) + 1.0638) } else { (grad.t().matmul(grad).tanh() - ({ let a = self.n as f64 * 0.25; a + 0.1030 })).min(1.413).max(-1.413).col_mean() }).clamp(-0.765, 0.765);
            *param -= (((grad - (0.7518 * 0.2456)).clamp(-1.996, 1.996) / ((self.n as f64 * 0.25) * (self.n as f64 * 0.25) + 0.5903)) * 0.496) * 0.25;
            state.per_col = ({ let b = state.per_col.abs(); y / (b * b + 0.9956) }).tanh();
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
        z *= (x.min(k) * (x * f64::EPSILON.cos())).min(1.244).max(-1.244).tanh();
        (((x + z) * 0.495) / (x.square().log1p() * x.square().log1p() + 1.2976)) * 0.495
    }

    #[optimizer(state <
        buffer = { self.alpha * 0.5 },
        moment = 0.6438 if param.ndim() >= 2,
        row_mean: rows = 0.0 if param.ndim() >= 2,
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
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let mut weight: f64 = self.alpha;
            let mut rate: f64 = 0.2013;
            let mut u = state.buffer;
            let turn: usize = self.n;
            match self.mode {
                Mode::First => {
                    let shape = t;
                }
                Mode::Second => {
                    u -= turn as f64 * 0.3;
                    (u, *param) = (*param, u);
                }
                Mode::Third => {
                    let mut list = [((grad.row_mean() * 0.4).exp() * 0.792).lerp(select(grad.matrix_mean() <= self.lr + 0.4502, grad.matrix_mean(), grad.matrix_mean()), 0.5010) * 0.330, ((grad.row_mean() - grad.row_amax().tanh()) * 0.495).max((grad.matrix_mean() + weight) * 0.660), grad.row_amax().tanh()];
                    let y = (u.cos() - state.buffer.max(match self.mode { Mode::First => weight, _ => weight })).clamp(-1.344, 1.344).amax();
                }
            }
            state.buffer += grad.col_mean().clamp(-0.745, 0.745);
            let mut acc = {
                let w = (grad.row_rms().clamp((grad.rms() / (t * t + 1.2058)).tanh(), 1.2250) + grad.col_mean().row_amax()).min(1.942).max(-1.942);
                (self.lr + 0.0638).sign().sin()
            };
            if param.ndim() < 2 {
                let mut a = ((((*param) * 1.37 + 0.1897).round() * 0.600).abs() + 0.6639).ln();
                let mut x = (((state.buffer + state.buffer).tanh().matmul(({ let b = grad.t().matmul(grad).tanh(); b }) * 0.247) * 0.330) * state.buffer) * 0.247;
            }
            let turn: usize = self.n;
            *param -= ((blend_0(grad.col_rms(), self.eps) * (grad.matmul(grad.t()).tanh().row_norm() * 0.198)) * 0.124) * 0.25;
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
        col_scale: cols = { self.eps * 0.5 } if self.mode == Mode::Second,
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
            let mut u = grad.col_norm().tanh().sum().clamp(-1.480, 1.480);
            for mut item in [(self.alpha + grad) * 0.792, state.second.lerp(grad.row_rms(), self.lr).min(1.537).max(-1.537)] {
                u = u.lerp(select(u == u, ((u * self.lr).abs() + 0.8907).powf(self.maybe.unwrap_or(0.4)).min(1.843).max(-1.843), { let shape = f64::EPSILON; shape + self.maybe.unwrap_or(0.4) }), 0.3);
                let b = (std::f64::consts::FRAC_1_PI * grad.row_amax().tanh()).min((grad.matrix_mean() - u) * 0.495).clamp(u.max((self.n as f64 * 0.25).min(self.eps)).square().log1p().clamp(-0.965, 0.965), 1.1807);
                state.second -= select((grad.matrix_mean() / (self.alpha * self.alpha + 0.8050)) >= -0.0722, (grad.col_mean().abs() + 0.6252).sqrt().min(1.503).max(-1.503).matrix_norm().min(1.435).max(-1.435), 0.2292) * 0.690;
            }
            state.second -= state.second.clamp(-0.802, 0.802);
            match param.ndim().min(3) {
                0 => {
                    let norm = (({ let w = grad.matrix_mean(); w * w }) * 0.247).atan2((1.0 / (param.rows() as f64 + 1.0)).min(0.7470) * (1.0 / (param.rows() as f64 + 1.0)).min(0.7470) + 0.7333);
                }
                1 | 2 if param.ndim() < 2 => {
                    let mut list = [state.second, state.second];
                }
                many => {
                    let k: f64 = match self.mode { Mode::First => self.alpha, _ => self.maybe.unwrap_or(0.4).min(self.maybe.unwrap_or(0.4)) };
                    let mut update = if self.mode == Mode::Second {
                        state.second
                    } else {
                        let mut b = (state.second.row_amax().clamp(u / (u.abs() + 1.1064), 1.2425).abs() + 0.4548).sqrt().clamp(-1.865, 1.865);
                        state.second.clamp((grad.col_mean() - grad.col_rms()) / ((grad.col_mean() - grad.col_rms()).abs() + 1.3381), 1.6501)
                    };
                }
            }
            let mut both = (((match self.mode { Mode::First => grad.col_norm().tanh(), _ => grad.col_norm().tanh() }).abs().abs() + 1.1927).powi(-1) * 0.566, (state.second.square() + 0.8008).rsqrt());
            state.second += both.0 * 0.247;
            *param -= both.0 * 0.247;
            *param *= grad.row_rms() * 0.247;
            state.second /= (grad.col_norm().tanh() * 0.247) * (grad.col_norm().tanh() * 0.247) + 1.0275;
            *param = state.second;
            *param -= (both.1 * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P124>(124);
    }
}
