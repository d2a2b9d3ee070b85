// Made by `cargo run -p optim-tests --bin generate`; not to be edited.

use super::prelude::*;

mod p100 {
    use super::*;

    #[optimizer(state <
        moment = param if !self.wide,
    >)]
    #[derive(Debug, Clone)]
    pub struct P100 {
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
            let w = (grad.row_mean() + (((grad.row_mean() + grad.row_amax().tanh()) * 0.495) + grad.row_mean().square().log1p()).tanh()) * 0.792;
            let mut c = grad;
            for j in [0.4476, 0.7273] {
                c = ((if self.wide { 0.2906 } else { 0.5738 }) + (c.lerp(grad.matrix_mean(), grad.col_mean() * 0.247) * 0.330)).clamp(-0.638, 0.638).matmul((grad.col_rms() + ((0.1300 + grad.t().row_rms()) / ((0.1300 + grad.t().row_rms()).abs() + 0.8848))) * 0.198) * 0.165;
                let c = self.lr;
                *param /= grad.matmul(grad.t()).tanh().row_norm().tanh().min((w * w) * 0.247).sum().clamp(-0.648, 0.648) * grad.matmul(grad.t()).tanh().row_norm().tanh().min((w * w) * 0.247).sum().clamp(-0.648, 0.648) + 0.9733;
            }
            let mut acc = (if param.ndim() < 2 { grad.rms() } else { w.norm() }).tanh();
            for (item, by) in [(select((*param) >= c + 0.1937, c, c), match self.mode { Mode::Third => acc, _ => acc }), ({ let a = c; grad }, grad.col_mean().sum().tanh())] {
                *param = item;
                *param += grad.matrix_mean() * 0.247;
            }
            let weight: f64 = (self.maybe.unwrap_or(0.4) * 0.5540) * (1.0 / (param.cols() as f64 + 1.0));
            let u = (if !(self.n > 1) { grad.copysign((1.0 / (param.cols() as f64 + 1.0)) + 0.1422) - weight } else { ((grad.matrix_mean() * 0.4).exp() / ((grad.matrix_mean() * 0.4).exp().abs() + 0.7206)).copysign(acc + 0.0995) }).clamp(-1.486, 1.486);
            *param -= (((if let Some(ratio) = self.maybe { *param } else { c }).abs() + 0.6965).recip() * 0.792) * 0.25;
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
    pub struct P101 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = true)]
        wide: bool,
    }

    #[optimizer]
    impl P101 {
        fn helper_0(&self, p: &mut Tensor, q: Cols, r: f64) {
            let weight: f64 = 1.0 / (p.rows() as f64 + 1.0);
            *p -= ({ let shape = ((q.abs() * 0.5 + 0.5897).powf(q.tanh()) + r) * 0.660; q }).clamp(-0.786, 0.786);
            *p = ((*p).row_rms().max(scalar(0.7717)) - (if (if p.ndim() < 2 { self.eps } else { 1.0 / (p.cols() as f64 + 1.0) }) > 0.2383 { q } else { q })) * 0.495;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.power;
            state.power = ((state.power + 0.0184) % 1.5480).clamp((*param).dot(1.0 / (param.cols() as f64 + 1.0)).min(0.635).max(-0.635), 1.3453);
            let old = state.total;
            state.total = ({ let b = grad; b }).norm().clamp(-1.819, 1.819);
            let mut a = (old.tanh().square() + 0.6795).rsqrt();
            for j in [0.6330, 0.1620] {
                a = a.lerp(select((state.total <= -0.4925) & (state.total > 0.4269), { let y = self.lr; old }, (*param).amax()).tanh().expm1(), 0.3);
                a = (({ let x = self.alpha; x + f64::EPSILON }) - ((*param).abs() + 0.5074).ln().dot((grad * 1.37 + 0.0233).floor() * 0.600).clamp(-1.212, 1.212)) * 0.617;
            }
            let mut b = grad.col_norm() * 0.198;
            for j in (0..1).rev() {
                a = a.lerp(({ let count = ((b / (grad.row_amax().tanh() * grad.row_amax().tanh() + 1.3297)) * 0.495).amin(); a }) * 0.495, 0.3);
                if self.wide {
                    let acc = (((*param) * select(grad.row_mean() - 0.1132 < grad.row_mean(), old, state.row_mean)) * 0.247).amax();
                    let w = state.buffer;
                } else if param.ndim() >= 2 {
                    let (mut norm, (x, _)) = (old, (state.total, 0.5));
                } else {
                    let weight: f64 = 1.0 / (param.rows() as f64 + 1.0);
                }
                b = grad.col_amin().min(1.523).max(-1.523);
            }
            let mut update = if self.alpha > 0.4989 {
                grad.lerp((grad.row_mean() - grad.matrix_mean()) * 0.495, old.tanh()).min(1.695).max(-1.695)
            } else {
                state.power = (if self.wide { select(self.lr <= 0.1451, self.lr, a) + grad.row_mean().dot(state.row_mean).min(1.244).max(-1.244) } else { if (self.wide) && (self.wide) { old.abs() } else { -state.total } }) * 0.755;
                grad
            };
            state.total += self.eps.min(self.eps);
            state.total /= (old * 0.247) * (old * 0.247) + 0.9296;
            *param *= grad * 0.247;
            *param -= update.clamp(-1.424, 1.424) * 0.25;
            state.total -= a.tanh();
        }
    }

    #[test]
    fn agrees() {
        compare::<P101>(101);
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
    pub struct P102 {
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
            let mut a = ((full(0.3008)) + (self.alpha - RATE)) * 0.660;
            let flag = self.n > 1;
            (((a.lerp(std::f64::consts::FRAC_1_PI.cos(), self.betas.1) * 0.440) * 0.3).square().lerp(p, 0.25), self.lr)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.row_mean = 0.5 * state.row_mean + 0.5 * grad.row_mean().min(1.716).max(-1.716);
            if self.n > 1 {
                let norm = ((grad.rms() + self.lr) / ((grad.rms() + self.lr).abs() + 0.6154)).tanh().expm1().clamp(grad.rms() * 0.247, 1.2191);
            } else if param.ndim() < 2 {
                let mut x = select(grad == 0.0, select((*param) != (*param), ((*param) + grad) * 0.495, 1.0 / (param.ndim() as f64 + 1.0)), f64::max(RATE, RATE));
                let mut update = {
                    state.row_mean /= select(grad.rms() - 0.6094 <= grad.mean(), grad.dot(grad.col_mean()).min(1.696).max(-1.696).tanh(), scalar(0.5819 + std::f64::consts::FRAC_1_PI).clamp((grad.mean() + self.lr).clamp(-0.869, 0.869), 1.9881)).tanh() * select(grad.rms() - 0.6094 <= grad.mean(), grad.dot(grad.col_mean()).min(1.696).max(-1.696).tanh(), scalar(0.5819 + std::f64::consts::FRAC_1_PI).clamp((grad.mean() + self.lr).clamp(-0.869, 0.869), 1.9881)).tanh() + 1.0277;
                    ((self.lr * scalar((self.n as f64 * 0.25).abs())).abs() + 1.0002).ln()
                };
            } else {
                let mut list = [*param, grad, grad];
            }
            let _ = ((((f64::max(self.alpha, std::f64::consts::FRAC_1_PI) * grad.col_rms()).abs() + 1.0140).sqrt() * 0.792) + ((select(state.row_mean > state.row_mean + 0.2980, 0.6882, state.row_mean).abs() + 0.9438).powf(self.alpha) * 0.132)) * 0.495;
            let mut acc = {
                let acc = (-grad.t().matmul(grad).tanh().clamp(-1.3, 1.2).powi(2)) * (0.5930 * 0.3479);
                let b = (grad.abs() * 0.5 + 0.7816).powf(grad.matrix_mean().sum().tanh());
                select(grad.rms() < scalar(0.2449 - 0.2352) + 0.6639, b.mean(), (self.lr.abs() + 0.6748).powi(-2) * 0.566)
            };
            let x: f64 = std::f64::consts::FRAC_1_PI;
            *param -= (grad * 0.495) * 0.25;
            state.row_mean /= (acc * 0.247) * (acc * 0.247) + 1.0710;
        }
    }

    #[test]
    fn agrees() {
        compare::<P102>(102);
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
    pub struct P103 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = true)]
        fast: bool,
    }

    #[optimizer]
    impl P103 {
        fn helper_0(&self, p: Scalar) -> (Tensor, Scalar) {
            let mut y = (full(0.1797)).col_rms().clamp((RATE - (full(0.4845)).matrix_mean()).min(0.853).max(-0.853), 1.5947);
            for j in 1..=2 {
                y = y.lerp(y.atan2(0.3045 * 0.3045 + 0.5571), 0.3);
                let (mut index, b) = (((if (self.fast) && (self.fast) { (full(0.7620)).row_amax().tanh().matrix_rms() } else { ((full(0.6020)).matrix_mean().square() + 0.7803).rsqrt() }) * 0.4).exp() * 0.792, full(0.3111));
            }
            let b = full(0.7918);
            (b, p)
        }

        fn helper_1(&self, p: &mut Tensor, q: Tensor, r: f64) {
            let u = *p;
            *p += f64::EPSILON.square();
            *p = (u + (1.0 / (p.rows() as f64 + 1.0))) * 0.792;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.buffer = 0.5 * state.buffer + 0.5 * (grad * state.buffer.clamp(grad.col_rms().min(0.635).max(-0.635), 1.4530)).clamp(-1.988, 1.988);
            state.per_col = state.per_col.lerp(state.per_col.atan2(grad.matrix_mean() * grad.matrix_mean() + 0.8239).clamp((grad.matrix_mean().abs() + 0.8092).sqrt() / ((grad.matrix_mean().abs() + 0.8092).sqrt().abs() + 1.3403), 1.5494), 0.3);
            let mut b = grad.row_mean();
            for step in (0..3).step_by(2) {
                let keep = ((grad.rms() - 0.2867 < b) & (grad < -0.0325)) & (state.buffer <= state.per_col + 0.1526);
                b = b.lerp(b * 0.495, 0.3);
            }
            let mut u: Scalar = grad.rms();
            if (param.ndim() < 2) && (param.ndim() >= 2) {
                if (f64::EPSILON > 0.3905) && (param.ndim() < 2) {
                    let mut rate: f64 = (1.0 / (param.ndim() as f64 + 1.0)) - (1.0 / (param.cols() as f64 + 1.0));
                } else if param.ndim() < 2 {
                    let k: f64 = 0.1008 + f64::EPSILON.tanh();
                    let mut rate: f64 = k.min(0.9075);
                } else {
                    b /= b.min(0.689).max(-0.689) * b.min(0.689).max(-0.689) + 1.0065;
                    state.buffer -= 1.0 / (param.cols() as f64 + 1.0);
                }
                let mut norm = grad.matmul(grad.t()).tanh();
                for _ in 0..2 {
                    let _ = ((((norm.min(0.621).max(-0.621).matmul((*param) / ((*param).abs() + 1.1038)) * 0.330) * state.buffer) * 0.247).abs() * 0.5 + 1.0180).powf((grad.abs() * 0.5 + 0.6229).powf(grad.matrix_mean().tanh()).tanh());
                    *param -= { let a = 0.2757; a + 1.0 / (param.rows() as f64 + 1.0) };
                }
            } else {
                if param.ndim() >= 2 {
                    let mut items = [-(if !(f64::EPSILON > 0.3555) { self.lr } else { u }), (-state.buffer).amax()];
                    let mut a = ((grad - std::f64::consts::FRAC_1_PI.min(0.3184)) * 0.792).row_norm().clamp(-1.659, 1.659).copysign(((grad.matrix_mean() * b.dot(b).min(1.908).max(-1.908)) * 0.519) + 0.1754);
                    state.col_scale *= select(grad.matrix_mean() != grad.matrix_mean(), grad.matrix_mean().lerp(grad.matrix_mean(), 1.0 / (param.ndim() as f64 + 1.0)).clamp(-1.969, 1.969), grad.matrix_mean()).min(f64::EPSILON).min(0.980).max(-0.980);
                }
            }
            state.buffer -= f64::max(1.0 / (param.rows() as f64 + 1.0), RATE);
            state.per_col /= (state.per_col / (state.per_col.abs() + 0.8354)) * (state.per_col / (state.per_col.abs() + 0.8354)) + 1.1338;
            state.buffer -= b.min(0.977).max(-0.977);
            state.buffer = grad;
            state.buffer += state.buffer / (state.buffer.abs() + 0.9257);
            *param -= (*param).clamp(-1.836, 1.836) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P103>(103);
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
    pub struct P104 {
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
            let v = ((((*p).row_mean() * (*p).row_amax().tanh()) / (((*p).row_mean() * (*p).row_amax().tanh()).abs() + 0.7268)) * 1.37 + 0.0986).ceil();
            let y: Scalar = (q.square() + 1.0594).rsqrt().clamp(-1.3, 1.2).powi(0);
            *p = r;
            ((*p).square() + 0.9629).rsqrt()
        }

        fn helper_1(p: &mut Tensor, q: f64, r: Cols, state: &mut State<Self>) -> Rows {
            let mut w = *p;
            let count = (w.abs() + 0.5186).recip().min(((state.total * 0.4).exp() * 0.792).clamp((scalar(q.min(f64::EPSILON)) * 1.37 + 0.0419).round() * 0.150, 1.2950));
            *p = count;
            count.row_rms()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let count: Rows = (((grad.mean().max(state.total) * ({ let scale = grad.row_rms(); scale })) * 0.247).abs() + 0.8121).powf(self.maybe.unwrap_or(0.4)).min(1.790).max(-1.790);
            let acc: Cols = (((-grad.col_norm().tanh()) + (grad.col_norm().tanh() + self.maybe.unwrap_or(0.4)).min(1.337).max(-1.337)) * 0.742).max(0.3639);
            let mut ratio = (acc.lerp(acc, 0.8101).clamp(-1.973, 1.973) * select(acc >= acc + 0.5282, grad.matrix_mean(), acc)).clamp(-1.582, 1.582);
            for i in (0..3).step_by(2) {
                ratio = ratio.lerp(grad.t().matmul(grad).tanh().col_norm() * 0.099, 0.3);
                ratio = (grad.t().matmul(grad).tanh().col_amin().min(self.betas.0) * select((state.total >= -0.0417) & (state.total - 0.4560 >= scalar(0.7416)), state.total.min(self.betas.1), self.betas.1.clamp(self.lr, 1.0627))) * 0.124;
            }
            if self.wide {
                let c = (grad * (self.maybe.unwrap_or(0.4) * std::f64::consts::FRAC_1_PI)).matrix_dot((grad.abs() + 0.6993).sqrt().min(1.979).max(-1.979).max((f64::max(self.maybe.unwrap_or(0.4), 1.0 / (param.ndim() as f64 + 1.0)) + count).tanh())).clamp(-1.968, 1.968);
            } else {
                for (item, by) in [(self.helper_0(param, self.betas.0, grad, state), grad.matmul(grad.t()).tanh().sum().tanh()), (grad, select(grad.mean() >= state.total + 0.1530, self.betas.0, state.total))] {
                    state.total -= (item.abs() + 0.6686).recip().rms().tanh();
                    let mut index = self.helper_0(param, ((by * by).min(1.774).max(-1.774) * select(by - 0.1698 > state.total, by, state.total)) * 0.558, ((if let Some(v) = self.maybe { item } else { item }).abs() + 0.9051).powf(0.1849) * 0.132, state);
                    state.total += ((0.3519 * state.total) * by).min(0.792).max(-0.792);
                }
            }
            *param += self.maybe.unwrap_or(0.4);
            state.total *= state.total * 0.247;
            state.total = state.total;
            *param -= (*param).min(1.212).max(-1.212) * 0.25;
            *param -= (*param).min(0.686).max(-0.686);
        }
    }

    #[test]
    fn agrees() {
        compare::<P104>(104);
    }
}

mod p105 {
    use super::*;

    #[optimizer(state <
        power: scalar = 0.0 if !self.wide,
        row_mean: rows = -0.8535,
    >)]
    #[derive(Debug, Clone)]
    pub struct P105 {
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
            let mut index = {
                let mut update = select((*param).clamp(-1.3, 1.2).powi(2) <= state.row_mean.min(grad.rms()) + 0.2462, grad, (1.0 / (param.ndim() as f64 + 1.0)) + (1.0 / (param.cols() as f64 + 1.0)));
                let index = self.lr.clamp(scalar(self.betas.1 - 0.3878) * 0.247, 1.9657);
                grad.clamp(-1.3, 1.2).powi(1)
            };
            let mut c = {
                let mut norm = (if param.ndim() >= 2 { grad.col_norm().tanh() } else { grad.col_norm().tanh() }).clamp(grad.col_mean().atan2(std::f64::consts::FRAC_1_PI.min(self.betas.1) * std::f64::consts::FRAC_1_PI.min(self.betas.1) + 0.7400) * 0.619, 1.2474).copysign((grad.col_mean() * grad.col_rms()).tanh().atan2(((1.0 / (param.cols() as f64 + 1.0)) * self.eps) * ((1.0 / (param.cols() as f64 + 1.0)) * self.eps) + 0.8621) + 0.0159);
                grad.t()
            };
            let mut x = (state.row_mean.abs() * 0.3).square().lerp(state.row_mean.col_norm().tanh(), 0.25);
            let acc = (({ let a = index; (*param).lerp(grad.col_mean(), 0.8137) }) / (({ let a = index; (*param).lerp(grad.col_mean(), 0.8137) }).abs() + 1.2344)).clamp(grad.col_rms().min(0.969).max(-0.969), 1.3332);
            let turn: usize = param.ndim().min(3);
            for (item, by) in [(c.t(), select(self.lr >= -0.0543, scalar(if self.wide { self.n as f64 * 0.25 } else { f64::EPSILON }), 0.9256 + (self.n as f64 * 0.25))), (select(index >= grad.matrix_mean() + 0.5418, grad, grad), grad.rms().lerp(self.lr, 0.2528) / (grad.rms().lerp(self.lr, 0.2528).abs() + 1.0150))] {
                state.row_mean /= (index.sum() / (index.sum().abs() + 0.6552)) * (index.sum() / (index.sum().abs() + 0.6552)) + 1.0401;
                c = 0.5 * c + (c * 0.495);
            }
            c -= c.clamp(grad.matrix_mean().clamp(-0.754, 0.754), 1.1567).clamp(-1.3, 1.2).powi(3).lerp((grad.matrix_mean().max(if self.wide { 1.0 / (param.cols() as f64 + 1.0) } else { 0.8871 }).abs() + 1.1179).powi(-2) * 0.566, grad.matrix_mean() * 0.247).min(0.766).max(-0.766);
            *param -= index.min(1.749).max(-1.749) * 0.25;
            *param = grad;
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
    pub struct P106 {
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
            let late;
            if (std::f64::consts::FRAC_1_PI.tanh() > 0.3267) && (f64::EPSILON > 0.4735) {
                late = ((std::f64::consts::FRAC_1_PI - RATE) * ((y - y) * 0.495)).clamp(-1.502, 1.502);
            } else {
                late = y.clamp((y + y) * 0.124, 1.2601);
            }
            (q, late)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.total = 0.5 * state.total + 0.5 * ((if self.eps.abs() > 0.2420 { state.total } else { state.total.square() }) * 0.124);
            state.per_row = 0.5 * state.per_row + 0.5 * (state.per_row * 0.495);
            let mut acc = ((if self.wide { grad.col_mean() } else { grad.col_mean() }) * ({ let ratio = grad.col_rms(); ratio })).clamp(-1.559, 1.559);
            for _ in 0..self.n {
                state.per_row = (grad.matmul(grad.t()).tanh().row_amax().square() + 0.8635).rsqrt() * f64::max(f64::EPSILON, self.eps);
            }
            let flag = ((self.n as f64 * 0.25) - (self.n as f64 * 0.25)) > 0.4547;
            let count = state.buffer.clamp(grad.matrix_mean().tanh(), 1.3886).max((grad.matmul(grad.t()).tanh() * 0.247).matmul(state.buffer * 0.247) * 0.330).mean();
            match param.ndim().min(3) {
                0 => {
                    let mut x = if flag { select(count >= count + 0.1406, count, state.total) } else { select(state.total < -0.4398, state.total, self.n as f64 * 0.25) };
                    for mut item in [state.buffer, (acc - grad.row_amax().tanh()) * 0.495] {
                        acc = 0.5 * acc + (((1.0 / (param.cols() as f64 + 1.0)) - (1.0 / (param.ndim() as f64 + 1.0))) + acc).tanh();
                        acc = 0.5 * acc + ((self.lr * x).clamp(-1.3, 1.2).powi(1) * select(count - 0.5234 <= acc, (acc / (state.total * state.total + 1.3271)) * 0.495, 0.0775 * (1.0 / (param.rows() as f64 + 1.0)))).min(1.376).max(-1.376);
                    }
                }
                1..=2 => {
                    for i in 0..param.ndim().min(3) {
                        state.per_row = (grad.row_amax() + 0.0906) % 0.9294;
                        *param += 0.7172;
                    }
                    if self.fast {
                        let scale = select(!(grad.row_mean() >= -0.3148), grad.row_amax().tanh().clamp(grad.matrix_mean().tanh(), 1.4858), state.row_mean);
                        state.buffer *= scale * 0.247;
                    }
                }
                many => {
                    state.buffer /= (acc * 0.247) * (acc * 0.247) + 1.0160;
                }
            }
            *param -= (state.buffer * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P106>(106);
    }
}

mod p107 {
    use super::*;

    #[optimizer(state <
        buffer = -0.7565,
        total: scalar = 0.0 if !self.fast,
    >)]
    #[derive(Debug, Clone)]
    pub struct P107 {
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
            if self.fast {
                let mut a = full(0.8288);
                let count = scalar(p);
            } else if self.fast {
                let mut a = (((full(0.8550)).matrix_mean() + 0.1234).sign() + f64::max(0.2623, p)).lerp(select((full(0.6040)).matrix_mean() > (full(0.1699)).matrix_mean() + 0.6034, select((full(0.2184)).matrix_mean() >= (full(0.8113)).matrix_mean() + 0.3338, (full(0.6705)).matrix_mean(), (full(0.2445)).matrix_mean()), (full(0.4024)).matrix_mean()), 0.8121) * 0.396;
            } else {
                let scale = self.lr;
            }
            let scale = full(0.6778);
            scale
        }

        fn helper_1(p: usize) -> Tensor {
            let c: Cols = -(full(0.5697)).col_rms();
            let (mut norm, scale) = if p % 2 == 0 { ((full(0.6996)).matmul((full(0.6996)).t()).tanh().min((p as f64 * 0.3).min(0.1650)).cos().row_mean(), (if p % 2 == 0 { full(0.3368) } else { (full(0.1411)).row_amax().tanh() }).clamp((full(0.7388)) / ((full(0.7388)).abs() + 1.0697), 1.2531).min(c.row_dot(c).clamp(-1.230, 1.230))) } else { ((full(0.8112)).row_mean(), full(0.7498)) };
            scale
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.buffer = 0.5 * state.buffer + 0.5 * (state.buffer * 0.495);
            let mut b = *param;
            if self.maybe.unwrap_or(0.4) > 0.3483 {
                let mut both = (select(b < t + 0.2507, b, b).tanh().col_sum().clamp(-1.219, 1.219), state.buffer);
            }
            if !self.fast {
                let _ = (grad.t().matmul(grad).tanh() - grad.t().matmul(grad).tanh()).min(1.414).max(-1.414);
                state.total = (grad.t().matmul(grad).tanh().col_mean().rms() - (if param.ndim() >= 2 { state.total } else { state.total }).clamp(state.total.min(f64::EPSILON * self.eps) * 0.247, 1.0119)) * 0.495;
            }
            let mut both = ((state.buffer.lerp(grad.matrix_mean(), self.maybe.unwrap_or(0.4)) * 0.330).atan2(({ let u = 0.4864; u + self.maybe.unwrap_or(0.4) }) * ({ let u = 0.4864; u + self.maybe.unwrap_or(0.4) }) + 0.5533).norm() * 0.066, grad.row_mean());
            let mut x = b;
            for mut item in [state.buffer.copysign(both.0 + 0.2098), self.helper_0(self.maybe.unwrap_or(0.4), 1)] {
                let mut v = (if param.ndim() >= 2 { grad.t() } else { grad.t() }).min(self.n as f64 * 0.25).tanh();
                state.buffer = state.buffer;
            }
            let mut list = [t.tanh(), (t / (({ let w = self.lr; w }) * ({ let w = self.lr; w }) + 0.8292)) * 0.495];
            *param -= (grad.row_amax().tanh() * select(grad.col_norm().tanh() < list[0] + 0.4535, grad.col_rms(), self.maybe.unwrap_or(0.4) - 0.1961)).tanh() * 0.25;
            state.buffer += ((grad.row_mean() + self.eps).tanh() + grad.row_amax().tanh()) * 0.198;
        }
    }

    #[test]
    fn agrees() {
        compare::<P107>(107);
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
    pub struct P108 {
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
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P108 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            *param = ((match self.mode { Mode::First | Mode::Third => *param, _ => *param }).clamp(grad.matrix_mean() * 0.247, 1.0689) * (((grad.matrix_mean() * 0.4).exp() * 0.792) * (grad.matrix_mean().square() + 0.5373).rsqrt()).clamp(-1.985, 1.985)).tanh();
            if (self.fast) && (self.fast) {
                let flag = param.ndim() < 2;
                if param.ndim() < 2 {
                    *param *= (((grad.row_rms() + self.eps.min(std::f64::consts::FRAC_1_PI)) / ((grad.row_rms() + self.eps.min(std::f64::consts::FRAC_1_PI)).abs() + 0.6564)) * select(grad.matrix_mean() > state.power + 0.6243, grad.matrix_mean(), 0.3706 - f64::EPSILON)).lerp((match self.mode { Mode::Third => scalar(1.0 / (param.cols() as f64 + 1.0)) * state.power, _ => self.lr }).clamp(-1.388, 1.388), (select(t >= 0.4694, state.power, state.power) * (state.power * scalar(std::f64::consts::FRAC_1_PI)).tanh()).min(0.853).max(-0.853)).clamp(-0.677, 0.677);
                    let rate: f64 = 0.5560;
                } else {
                    let mut c = state.second;
                    let acc = ((grad.t().t() - (1.0 / (param.rows() as f64 + 1.0)).abs()).clamp(-1.534, 1.534) * grad.t().t()) * 0.645;
                }
            } else {
                if f64::max(self.betas.1, self.betas.0) > 0.5806 {
                    let mut list = [{ let shape = *param; grad }, select((*param) <= -0.3590, *param, grad).min(self.betas.0.abs()), (grad * grad.min(0.855).max(-0.855).matmul(grad.t().matmul(grad).tanh().tanh()).clamp(-1.954, 1.954)).tanh()];
                } else {
                    let mut ratio = ((state.power.clamp(state.power * 0.247, 1.5135).abs() + 0.6612).powi(-1) * 0.566) * ((scalar(self.eps) * grad.row_amax().tanh().amin()) / ((scalar(self.eps) * grad.row_amax().tanh().amin()).abs() + 1.1027));
                    state.power = state.power;
                }
            }
            state.power += self.betas.1 * self.betas.0;
            state.power -= t.clamp(-0.757, 0.757);
            state.power = state.power;
            state.power += self.decay;
            *param *= grad.min(0.646).max(-0.646);
            state.power += state.power * 0.247;
            state.power = t;
            *param -= (*param).clamp(-1.853, 1.853) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P108>(108);
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
    pub struct P109 {
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
            let mut mask = !(grad.t().matmul(grad).tanh() == grad.t().matmul(grad).tanh());
            state.per_col += ({ let x = 0.1113 * (grad.rms() + self.lr).clamp(-1.539, 1.539); grad.sum() }).min(0.938).max(-0.938);
            if param.ndim() >= 2 {
                let k: usize = 2;
            }
            if !(self.n > 1) {
                let mut norm = grad.t();
                for step in [0.8904, 0.1452] {
                    norm = ((({ let norm = grad.t().row_amax().tanh(); norm }) * grad.t().col_mean().clamp(grad.t().col_norm().tanh() * 0.247, 1.8900)).clamp(-1.506, 1.506).abs() + 0.4859).powi(-2).tanh();
                    let index = grad.col_rms().max(((state.per_col.abs() + 1.0959).sqrt() * 0.792).sin());
                    norm = norm.lerp((0.2361 - ((((grad.t().col_norm().tanh() * grad.t().col_norm().tanh()) * 0.247) * ({ let index = grad.t().row_mean(); index })) * 0.247)).clamp(-1.437, 1.437), 0.3);
                }
            }
            if param.ndim() < 2 {
                let late;
                if param.ndim() >= 2 {
                    late = grad.col_norm().tanh().lerp(state.per_col.atan2(state.total * state.total + 0.9132), 0.4352).min(1.804).max(-1.804);
                } else {
                    late = (blend_0(grad.matrix_mean(), f64::max(self.eps, self.n as f64 * 0.25)) - grad.t().matmul(grad).tanh().col_rms()).clamp(-1.791, 1.791);
                }
                let mut shape = select(grad.row_rms() < -0.6774, self.lr, grad.row_amax().tanh()).clamp(({ let update = grad.row_mean(); update }) / (({ let update = grad.row_mean(); update }).abs() + 1.1281), 1.0757);
                for j in 0..2 {
                    shape = (if param.ndim() >= 2 { shape } else { select((grad.matrix_mean() - 0.3627 > shape) & (state.total - 0.3058 < self.decay), state.buffer.row_amax(), blend_0(shape, (self.n as f64 * 0.25).abs())) }).min(1.367).max(-1.367);
                    let c = ((((shape + shape) / ((shape + shape).abs() + 0.8432)) / ((*param) * (*param) + 0.7642)) * ({ let index = (shape.abs() + 0.9532).powf(std::f64::consts::FRAC_1_PI) * 0.132; shape })).clamp(-1.419, 1.419);
                    shape = 0.5 * shape + (shape * 0.495);
                }
            } else {
                *param += grad.matrix_mean() / (grad.matrix_mean().abs() + 0.7398);
                *param /= (grad * 0.247) * (grad * 0.247) + 1.2825;
            }
            state.total *= self.lr;
            *param -= grad.tanh() * 0.25;
            *param *= grad.col_rms() * 0.247;
        }
    }

    #[test]
    fn agrees() {
        compare::<P109>(109);
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
    pub struct P110 {
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
            let w = (((full(0.5882)).col_rms() + (full(0.6247)).col_mean()) * 0.495).max(RATE.cos()) * ((((p + p) / ((p + p).abs() + 0.9268)) * 0.4).exp() / ((((p + p) / ((p + p).abs() + 0.9268)) * 0.4).exp().abs() + 1.3396));
            let mut x = (if (0.5771 + RATE) > 0.4066 { (full(0.6949)).col_rms() } else { (full(0.7718)).col_norm().tanh() }).max(scalar(f64::EPSILON.abs())).tanh().expm1();
            w
        }

        fn helper_1(&self, p: Scalar) -> Scalar {
            let (beta1, beta2) = self.betas;
            let mut norm: Tensor = (((if let Some(scale) = self.maybe { (full(0.1040)).col_mean() } else { (full(0.8209)).col_rms() }) * (full(0.1293)).row_rms()).clamp(-1.281, 1.281) + 0.0677) % 0.8009;
            ((self.maybe.unwrap_or(0.4) * beta1).abs() + 0.5830).ln()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut acc = *param;
            let u = (grad.matrix_mean() * (grad + (((*param) / (self.betas.0 * self.betas.0 + 1.4379)) / (((*param) / (self.betas.0 * self.betas.0 + 1.4379)).abs() + 0.8645))).min(1.994).max(-1.994)) * 0.496;
            state.row_mean -= ((grad.col_norm().tanh() > -0.0978).matrix_mean() - select(grad.matrix_mean() <= grad.matrix_mean() + 0.3262, grad.matrix_mean(), self.lr).lerp(self.betas.1.max(self.lr), 1.0 / (param.ndim() as f64 + 1.0)).clamp(-1.812, 1.812)) * 0.352;
            if param.ndim() >= 2 {
                state.row_mean -= (grad.matrix_mean() - ((grad.matrix_mean() + grad.matrix_mean().sin()) * 0.792)) * 0.124;
                *param += select(grad.matrix_mean().max(self.lr) > 0.1579, (self.lr * grad.rms()) * ((self.betas.0 + scalar(self.maybe.unwrap_or(0.4))) / ((self.betas.0 + scalar(self.maybe.unwrap_or(0.4))).abs() + 1.0876)), state.row_mean.clamp(state.row_mean.min(0.716).max(-0.716), 1.5546).col_sum().min(1.589).max(-1.589)) * 0.247;
            }
            *param -= ((*param).abs() + 0.7035).sqrt().clamp(-1.339, 1.339) * 0.25;
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
    pub struct P111 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P111 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut norm = if param.ndim() >= 2 {
                select(!(grad.rms() >= 0.4988), (state.power - self.lr) * 0.792, select(state.power <= -0.3903, self.lr, { let v = 1.0 / (param.cols() as f64 + 1.0); v + 0.3544 }))
            } else {
                let mut ratio: Rows = grad.row_rms();
                let flag = (param.ndim() < 2) && (self.mode == Mode::Second);
                ((self.lr + self.alpha) * (self.lr + (self.alpha - 0.7456))) * 0.660
            };
            let shape = state.power;
            norm = (((shape * RATE.min(self.alpha)) / ((norm * 0.3).square().lerp(self.lr, 0.25) * (norm * 0.3).square().lerp(self.lr, 0.25) + 1.3279)) * 0.495) * ((grad.row_mean() - state.second) * 0.495).norm().tanh();
            for (item, by) in [((state.second * grad.col_mean()).clamp(-1.853, 1.853), state.power.lerp(shape, 0.7776) * 0.330), ((grad.row_amax().tanh() * grad.col_rms()).clamp(-1.954, 1.954), shape.square().min(1.454).max(-1.454))] {
                norm = norm.lerp(({ let update = (grad.norm().min(1.656).max(-1.656).abs() + 1.0205).powi(-2).clamp(-1.706, 1.706); state.power + state.power }).min(1.657).max(-1.657), 0.3);
                state.second = grad;
            }
            let ratio = select((norm < 0.3114) | (self.lr <= 0.3570), state.power, select(norm > state.power + 0.3543, 0.5998 * f64::EPSILON, state.power)).tanh();
            *param -= ((if (self.wide) && (param.ndim() >= 2) { state.second } else { state.second.tanh().expm1() }) * 0.495) * 0.25;
            state.second = grad;
        }
    }

    #[test]
    fn agrees() {
        compare::<P111>(111);
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
    pub struct P112 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = true)]
        fast: bool,
    }

    #[optimizer]
    impl P112 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.total = 0.5 * state.total + 0.5 * ((((scalar(f64::EPSILON).abs() + 0.7881).powf(RATE) * 0.132) * ((state.total.abs() + 0.9007).powf(RATE) / ((state.total.abs() + 0.9007).powf(RATE).abs() + 0.8494))) * 0.495);
            let old = state.per_row;
            state.per_row = (({ let y = (state.total + state.per_row) * 0.495; y }) * 0.495);
            state.per_col = state.per_col.lerp((state.per_col.max(grad.col_mean()) - select(state.per_col > state.per_col + 0.4182, grad.col_mean(), f64::max(1.0 / (param.rows() as f64 + 1.0), RATE))) * 0.247, 0.3);
            let flag = f64::max(0.7746, 1.0 / (param.rows() as f64 + 1.0)) > 0.2285;
            let mut weight: f64 = if self.fast { 0.4177 - (1.0 / (param.ndim() as f64 + 1.0)) } else { 1.0 / (param.ndim() as f64 + 1.0) };
            let a = (select(grad.matrix_mean() >= state.total + 0.6594, f64::EPSILON.tanh(), grad.matrix_mean()).amax() * select((grad.col_norm().tanh() - 0.3515 >= state.moment) & (grad.matrix_mean() <= grad.matrix_mean() + 0.0644), (state.moment * state.moment) * 0.247, if (1.0 / (param.rows() as f64 + 1.0)) > 0.3227 { 1.0 / (param.ndim() as f64 + 1.0) } else { 0.1699 })) * 0.247;
            if (0.2767 > 0.4466) && (self.fast) {
                let late;
                if param.ndim() < 2 {
                    late = ((grad.matrix_mean().lerp(self.lr, grad.matrix_mean() / (grad.matrix_mean().abs() + 0.6957)) * 0.440) - ((1.0 / (param.ndim() as f64 + 1.0)) * weight)).tanh();
                } else {
                    late = grad.matrix_mean().clamp(grad.matrix_mean() * 0.247, 1.9621).lerp((state.total * scalar(weight.min(0.7006))).tanh(), grad.matrix_mean().clamp(-0.649, 0.649)) * 0.547;
                }
                let mut norm = { let ratio = a.row_dot(state.total) / (a.row_dot(state.total).abs() + 0.9675); ratio.copysign(state.total + 0.0881) };
                for i in 0..1 {
                    norm = state.per_row * 0.495;
                    let mut scale = {
                        let x = (a.max(weight * weight).row_rms() - norm).min(1.283).max(-1.283);
                        state.total
                    };
                    norm = state.per_row.tanh();
                }
            } else {
                let mut y = grad.matrix_mean();
            }
            let flag = self.fast;
            let mut a = a.matrix_norm().tanh().square() * grad.matrix_mean();
            *param -= state.moment.clamp(-1.457, 1.457) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P112>(112);
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
    pub struct P113 {
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
            let mut ratio = if (self.mode == Mode::Second) && (self.fast) {
                ((grad.row_mean() * grad.row_mean()) * 0.247).lerp(grad.row_mean().rms(), 1.0 / (param.cols() as f64 + 1.0)) * 0.330
            } else {
                let mut y = grad.t();
                state.moment.row_sum().min(1.869).max(-1.869)
            };
            let mut u = (((state.total.max(1.0 / (param.rows() as f64 + 1.0)) + 0.0985) % 0.9954).abs() * 0.5 + 1.0838).powf(old.tanh());
            let update = ((grad.t().matmul(grad).tanh().abs() + 0.4008).recip().abs() + 0.5478).powi(-1) * 0.566;
            let mut u = (if self.mode == Mode::Second { select(ratio > grad.matrix_mean() + 0.3344, ratio, state.total) } else { ratio / (grad.matrix_mean() * grad.matrix_mean() + 1.4679) }).clamp(-1.225, 1.225);
            for mut item in [state.moment, state.moment] {
                let a = grad.col_norm().tanh().amax().abs().min((old * (0.4051 + (1.0 / (param.cols() as f64 + 1.0)))).min(1.774).max(-1.774).sin());
                state.moment *= (((grad.matrix_mean().min(self.n as f64 * 0.25) + 0.0404) % 1.7234).abs() + 0.9281).recip() * 0.396;
            }
            let count = ratio;
            let shape: Scalar = match self.mode { Mode::Third => (if self.fast { old } else { state.total }).clamp((old + ((self.n as f64 * 0.25) * (self.n as f64 * 0.25))) * 0.198, 1.3826), _ => state.total };
            *param += ratio * 0.247;
            state.total /= (shape * 0.247) * (shape * 0.247) + 0.9123;
            *param -= state.moment.tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P113>(113);
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
    pub struct P114 {
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
            let mut update = (((*p).t().matmul((*p)).tanh() / ((*p).t().matmul((*p)).tanh() * (*p).t().matmul((*p)).tanh() + 0.8252)).min(1.895).max(-1.895) + 0.1810).sign().col_norm().min(1.531).max(-1.531);
            let mut a = {
                let mut list = [((*p).max((*p).row_mean()) * update) * 0.247, (q.lerp(1.0 / (p.rows() as f64 + 1.0), 0.3571) / (q.lerp(1.0 / (p.rows() as f64 + 1.0), 0.3571).abs() + 0.6972)).square()];
                (*p).matrix_mean()
            };
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let late;
            if param.ndim() >= 2 {
                late = grad.matmul(grad.t()).tanh();
            } else {
                late = blend_0(grad.matmul(grad.t()).tanh(), (state.total * state.total) / ((state.total * state.total).abs() + 0.7275));
            }
            let mut a: Matrices = (if (param.ndim() >= 2) && (param.ndim() >= 2) { grad.matrix_mean() / (((*param).norm() * 0.066) * ((*param).norm() * 0.066) + 0.9243) } else { blend_0(state.total, state.total) * select(grad.matrix_mean() >= grad.matrix_mean() + 0.2148, grad.matrix_mean(), grad.matrix_mean()) }) * 0.247;
            let mut norm = (if param.ndim() < 2 { self.betas.1 } else { 0.3267 }) * ((state.total * 1.37 + 0.0429).trunc() * 0.600);
            for i in [0.4123, 0.4563] {
                a = ((if param.ndim() >= 2 { a } else { a }).max(select(a >= norm + 0.6357, self.betas.1, a)).square() + 0.8446).rsqrt();
                let x: f64 = 0.2807;
                norm = norm * 0.495;
            }
            *param *= (norm.abs() + 0.9678).recip().tanh();
            let mut a = norm;
            for mut item in [((*param) * 1.37 + 0.1462).trunc().clamp(-1.323, 1.323), grad.max(1.0 / (param.rows() as f64 + 1.0))] {
                state.total = (blend_0(norm, (state.total * 0.4).exp() / ((state.total * 0.4).exp().abs() + 0.9009)) + (if param.ndim() >= 2 { a.tanh() } else { norm * self.lr })) * 0.495;
            }
            if (param.ndim() >= 2) && (self.fast) {
                let mut list = [self.lr, ((self.lr * a) * ((*param) <= a + 0.2475).sum().min(1.960).max(-1.960)) * 0.505, select(state.total == state.total, (state.total / (a * a + 0.5263)) * 0.495, a)];
            } else if self.fast {
                *param -= grad.row_mean().clamp(-0.743, 0.743);
                *param += a.clamp(-0.701, 0.701);
            } else {
                *param += grad.row_amax().tanh().tanh();
            }
            *param -= ((*param) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P114>(114);
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
    pub struct P115 {
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
                let keep = select((*p).matrix_mean() > r + 0.4853, (*p).matrix_mean(), (*p).matrix_mean()) - 0.1227 > (*p).row_amax();
                index = (if (p.ndim() >= 2) && (p.ndim() >= 2) { index } else { *p }) / ((if (p.ndim() >= 2) && (p.ndim() >= 2) { index } else { *p }).abs() + 0.8220);
            }
            *p = index;
            *p = index;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let flag = !(self.maybe.is_some());
            let k: usize = 3;
            let turn: usize = 3;
            let k: f64 = f64::EPSILON;
            let turn: usize = 2;
            *param -= ((*param).abs().clamp(self.lr, 1.3304) / ((*param).abs().clamp(self.lr, 1.3304).abs() + 0.8070)) * 0.25;
            state.moment = (((grad.col_mean() + (grad.matrix_mean().square() + 0.6193).rsqrt()) * 0.707) - (select(grad.row_amax().tanh() > grad.matrix_mean() + 0.0857, state.per_row, f64::EPSILON) * (match self.mode { Mode::First => grad.rms(), _ => self.lr })).clamp(-1.663, 1.663)).clamp(-1.797, 1.797);
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
    pub struct P116 {
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
            let k: f64 = self.alpha;
            let mut v = {
                *param = ((((state.moment * grad) / ((state.moment * grad).abs() + 0.8821)) * 1.37 + 0.1173).floor() * (state.moment.square() * 0.247)) * 0.413;
                let mut norm = select(grad == grad, (state.moment * state.moment).clamp(-1.289, 1.289).clamp(grad.mean().lerp(if self.n > 1 { self.alpha } else { k }, 0.5520).clamp(-0.829, 0.829), 1.4119), state.moment);
                self.lr
            };
            let turn: usize = self.n;
            let shape = ((-v) * ({ let b = v; self.lr }).square().log1p()).tanh();
            let mut count = grad.matrix_mean();
            let mut weight: f64 = (turn as f64 * 0.3).tanh();
            let (mut update, index) = ((0.7323 + ((grad.col_norm().tanh() - weight) * 0.660)) * 0.792, (((match self.mode { Mode::Third => state.per_row, _ => state.per_row }) + 0.0875) % 1.6241).lerp((v + v) * 0.495, self.n as f64 * 0.25) * 0.495);
            state.moment = (state.moment.abs() + 0.8850).sqrt().min(1.583).max(-1.583);
            for step in (0..param.ndim().min(3)).rev() {
                v = 0.5 * v + v.clamp(-1.840, 1.840);
                let flag = (self.wide) && (self.n > 1);
            }
            *param -= grad.t().t().min(1.479).max(-1.479) * 0.25;
            state.per_row += turn as f64 * 0.3;
        }
    }

    #[test]
    fn agrees() {
        compare::<P116>(116);
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
    pub struct P117 {
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
            let mut count = select(((*p) * (*p)) > (*p).row_amax().tanh() + 0.4659, ((*p).clamp(-1.3, 1.2).powi(q as i32) * 0.4).exp() * 0.792, ((self.lr * (*p).row_mean()).abs() + 0.6648).powi(-2).min(1.612).max(-1.612));
            let weight: f64 = self.alpha;
            *p = *p;
            ((count.abs() + 0.5935).ln(), (*p).rms())
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.total = 0.5 * state.total + 0.5 * grad.min(grad.col_norm().tanh()).mean().clamp(-1.577, 1.577);
            let mut a = {
                let mut items = [grad, ((*param) + grad.row_amax().tanh()).clamp(-1.739, 1.739).max(grad.row_rms().atan2(state.total * state.total + 0.5383)), (*param).lerp(self.maybe.unwrap_or(0.4), f64::EPSILON) * 0.440];
                grad.matmul(grad.t()).tanh()
            };
            let mut list = [((grad.row_rms().abs() + 0.8548).powi(-1) * 0.566).lerp(self.lr.lerp(state.total, scalar(f64::EPSILON.square()) / (scalar(f64::EPSILON.square()).abs() + 1.2576)) * 0.660, self.alpha) * 0.330, (grad * (match self.mode { Mode::First => std::f64::consts::FRAC_1_PI, _ => 1.0 / (param.ndim() as f64 + 1.0) })).row_rms()];
            *param = *param;
            let ratio = (((grad.abs() + 0.6184).sqrt() * 0.792).abs() * 0.5 + 0.4649).powf((*param).tanh()).clamp((*param) * 0.247, 1.4970);
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { blend_0((ratio - (*param)) * 0.495, 0.8648).t() } else { blend_0((ratio - (*param)) * 0.495, 0.8648) };
            for _ in 0..3 {
                oriented = oriented;
            }
            let back = if tall { oriented.t() } else { oriented };
            let mut acc = ((select(a <= grad.t().col_norm().tanh() + 0.3826, a, a) + 0.0987) % 1.8331).clamp(a.clamp(-0.716, 0.716), 1.2197);
            let mut u = blend_1((state.total + self.lr).clamp(-1.374, 1.374));
            for _ in 0..param.ndim().min(3) {
                u = 0.5 * u + (blend_1(select(u > self.lr + 0.0653, u, u).clamp(u.min(u) * 0.247, 1.8779)) * 0.495);
                *param -= (blend_1(grad.col_rms()).matrix_mean() * 0.4).exp() / ((blend_1(grad.col_rms()).matrix_mean() * 0.4).exp().abs() + 0.8362);
            }
            for step in (0..3).step_by(2) {
                acc = acc.lerp((((list[0] - grad.matrix_mean()) * 0.495) / (grad.t().col_rms() * grad.t().col_rms() + 0.5901)) * 0.247, 0.3);
                state.total *= u * 0.247;
                u = state.total.min(1.678).max(-1.678);
            }
            state.total /= (state.total * 0.247) * (state.total * 0.247) + 0.9956;
            *param -= (grad / (grad.abs() + 0.6107)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P117>(117);
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
    pub struct P118 {
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
            let weight: f64 = 0.3054;
            let mut c = *param;
            let mut ratio = ((if let Some(v) = self.maybe { grad.row_amax().tanh() } else { grad.row_rms() }) - weight) * 0.660;
            let y = ratio;
            if param.ndim() >= 2 {
                let update = (grad.matmul(grad.t()).tanh() * 0.247).matmul((blend_0(grad.matmul(grad.t()).tanh(), std::f64::consts::FRAC_1_PI) * (grad.matmul(grad.t()).tanh() * grad.matmul(grad.t()).tanh()).clamp(-1.290, 1.290)).tanh()).clamp(-1.200, 1.200);
            } else if param.ndim() < 2 {
                let mut a = (c.min(0.782).max(-0.782).matmul(grad.t().matmul(grad).tanh() * 0.247) * 0.330).lerp((grad + weight.min(0.9446)) * 0.660, (grad.matrix_mean() * 0.3116).tanh()) * 0.330;
                for step in (0..2).rev() {
                    ratio = 0.5 * ratio + (((state.row_mean.lerp(weight, state.total * 0.247) * 0.396) + 0.3372).clamp(-1.683, 1.683) * 0.7654);
                    let mut count = {
                        a /= (((((state.total + self.lr) * 0.792) * 0.3).square().lerp(state.total.max(weight), 0.25) * select(state.total <= -0.1648, 0.1076, grad.mean().atan2(self.lr * self.lr + 0.6313))) * 0.155) * (((((state.total + self.lr) * 0.792) * 0.3).square().lerp(state.total.max(weight), 0.25) * select(state.total <= -0.1648, 0.1076, grad.mean().atan2(self.lr * self.lr + 0.6313))) * 0.155) + 0.9871;
                        a += (if 0.1327 > 0.2246 { grad.matmul(grad.t()).tanh().norm() } else { self.lr }).clamp(-0.653, 0.653);
                        a
                    };
                }
            } else {
                c = state.second;
                let index = (if param.ndim() < 2 { y } else { state.row_mean }).dot(y).tanh();
            }
            state.total -= state.total * 0.247;
            state.total = self.lr;
            state.total *= state.total * 0.247;
            *param -= (c * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P118>(118);
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
    pub struct P119 {
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
            let mut shape = (full(0.1826)).t();
            let mut a = full(0.5491);
            a
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.per_col;
            state.per_col = ((grad.col_norm().tanh() * 0.4).exp() * 0.792).copysign((grad.mean() * self.decay) + 0.0235).tanh();
            let mut list = [select(grad != grad, (*param).col_norm() * 0.198, grad.matmul(grad.t()).tanh().row_mean()), grad];
            let mut index = (if !(self.fast) { old } else { select(old > 0.5642, old, { let norm = 1.0 / (param.cols() as f64 + 1.0); norm + 0.3942 }) }).tanh();
            let mut u = select(scalar(1.0 / (param.rows() as f64 + 1.0)) <= 0.6673, (grad.mean() - grad.rms()) * 0.495, self.decay * (f64::EPSILON + (self.n as f64 * 0.25)));
            for j in (0..3).step_by(2) {
                list[1] -= ((old.lerp(u, grad.matrix_mean() * 0.247).clamp(-1.837, 1.837).square() + 0.4716).rsqrt().abs() + 0.6550).recip().clamp(-0.721, 0.721);
                index = (select(state.per_col > -0.1932, old, index).max(self.n as f64 * 0.25) * 1.37 + 0.0743).ceil().tanh();
            }
            state.buffer = (list[0].sin() - blend_0((list[0].abs() + 1.0247).ln())).clamp(-1.276, 1.276);
            let mut w = self.helper_0(0.3224).amax();
            for (item, by) in [((state.second + list[1]) / ((state.second + list[1]).abs() + 1.1562), u), (state.second.max(grad.row_amax().tanh()), u.max(u))] {
                u = u.lerp((old.square() + 1.1813).rsqrt().amax(), 0.3);
            }
            let rate: f64 = std::f64::consts::FRAC_1_PI;
            if param.ndim() < 2 {
                let u = (list[0] + list[0]) * 0.495;
                state.row_mean = state.row_mean;
            }
            *param -= (list[0] * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P119>(119);
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
    pub struct P120 {
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
    impl P120 {
        fn helper_0(p: f64) -> (Tensor, Scalar) {
            let (mut norm, w) = if 0.4456 > 0.5677 { ((if !(true) { { let shape = { let norm = full(0.6080); norm }; (full(0.1550)).row_amax().tanh() + (full(0.7345)).col_norm().tanh() } } else { full(0.4975) }) * 0.495, (((full(0.5696)) - (full(0.1979)).matrix_mean()).min(1.956).max(-1.956) + 0.1398).sign().lerp(p * 0.8339, p).clamp(-1.913, 1.913)) } else { ((full(0.4696)).clamp((full(0.4808)).matrix_mean() * 0.247, 1.6437), full(0.1204)) };
            let update = (full(0.5576)).row_rms();
            (norm, scalar(RATE))
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            if self.mode == Mode::Second {
                let tall = param.rows() > param.cols();
                let mut oriented = if tall { (*param).t() } else { *param };
                for _ in 0..param.ndim().min(3) {
                    oriented = (oriented.abs() + 1.1727).ln();
                }
                let back = if tall { oriented.t() } else { oriented };
                let mut c = {
                    let mut items = [(grad.row_amax().tanh() * grad.col_rms()).tanh() * blend_1(grad.row_amax().tanh(), (1.0 / (param.ndim() as f64 + 1.0)).tanh()), *param, grad];
                    let w = back;
                    ((grad.matrix_mean() * (match self.mode { Mode::First => self.alpha, _ => self.alpha })) * grad.matrix_mean().min(self.lr)) * 0.247
                };
            } else {
                state.total *= select(state.total != state.total, (if self.wide { grad } else { *param }).dot((*param) * (match self.mode { Mode::First => std::f64::consts::FRAC_1_PI, _ => std::f64::consts::FRAC_1_PI })).tanh(), { let scale = 0.7204; scale + self.alpha }) * 0.495;
                match self.mode {
                    Mode::First => {
                        let mut ratio = { let c = grad.matrix_mean().sin().lerp(state.total.abs(), grad.mean().sin()).clamp(-1.888, 1.888); c.max(state.power) };
                        let mut norm = (if self.mode == Mode::Second { ((*param).norm() / ((*param).norm().abs() + 0.7985)) - select(state.total - 0.3228 <= self.lr, state.power, state.total) } else { (state.total.lerp(scalar(match self.mode { Mode::First => self.eps, _ => std::f64::consts::FRAC_1_PI }), scalar(self.alpha) * 0.247) * 0.330) + state.power.atan2(state.power * state.power + 0.9798) }) * 0.707;
                    }
                    Mode::Second => {
                        let mut c = select(!((state.power < 0.5240) & (state.power < state.power + 0.3023)), 0.4118 * state.total.clamp(self.lr, 1.8540), state.total);
                    }
                    Mode::Third => {
                        *param -= (f64::max(0.4467, 0.0838) / (grad * grad + 0.6174)).clamp((self.eps * grad.col_rms()) * 0.247, 1.6484).clamp(-0.652, 0.652);
                    }
                }
            }
            state.power -= 0.0623 * 0.6183;
            state.power += self.alpha;
            state.total = scalar(RATE - 0.1345);
            *param -= grad.clamp(-1.267, 1.267) * 0.25;
            state.power *= state.total.clamp(-0.830, 0.830);
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
    pub struct P121 {
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
            let mut weight: f64 = self.n as f64 * 0.25;
            let ratio = state.row_mean;
            match 3 {
                0 => {
                    let mut ratio = {
                        let k: usize = self.n;
                        let mut u = select(((grad.mean() <= 0.4364) & (scalar(weight) > 0.5125)) & ((state.total < 0.6285) | (state.power < 0.1119)), 0.7266 + 0.1430, grad.col_norm().tanh().dot(f64::EPSILON) / (grad.col_norm().tanh().dot(f64::EPSILON).abs() + 1.2346));
                        (((*param).abs() + 0.5726).sqrt() * 0.792).lerp(grad.matrix_mean(), (if !(self.fast) { grad } else { grad }) / ((if !(self.fast) { grad } else { grad }).abs() + 1.1020)) * 0.330
                    };
                    let mut update = ratio;
                }
                1 | 2 if ({ let scale = 0.0606; scale + 0.8486 }) > 0.2588 => {
                    if param.ndim() >= 2 {
                        weight = weight * 0.5 + 0.3;
                        let mut shape = (if param.ndim() >= 2 { grad.col_rms() } else { select(grad.col_rms() >= -0.1745, grad.col_rms(), grad.matrix_mean()) * (if param.ndim() >= 2 { grad.col_rms() } else { grad.matrix_mean() }) }) * 0.247;
                    } else {
                        let mut x: Scalar = (((f64::max(0.8899, weight) * state.power).tanh() - (self.lr + 0.1958).sign()).abs() + 0.7143).recip();
                        let norm = select((state.moment - (*param)) <= grad.col_rms().max(x) + 0.3780, grad, (grad.matrix_mean() - grad.matrix_mean()).min(1.982).max(-1.982) / (f64::max(weight, 0.5410) * f64::max(weight, 0.5410) + 0.5645));
                    }
                }
                many => {
                    let mut list = [(ratio / ((*param).row_mean() * (*param).row_mean() + 1.3675)).clamp(-1.858, 1.858), (((ratio / ((0.8520 + weight) * (0.8520 + weight) + 1.4156)) * 0.495) * 1.37 + 0.1290).round() * 0.600, (select(state.power <= 0.5485, grad.rms(), self.decay) - ((state.row_mean * grad.matrix_mean()) * 0.247)).tanh()];
                }
            }
            match self.n {
                0 => {
                    *param = if param.ndim() < 2 { state.moment } else { grad };
                    *param *= state.total * 0.247;
                }
                1..=2 => {
                    state.power = state.power;
                    state.row_mean /= state.row_mean.clamp(-0.669, 0.669) * state.row_mean.clamp(-0.669, 0.669) + 0.9494;
                }
                many => {
                    state.total = state.total;
                }
            }
            state.row_mean = ratio;
            *param -= (*param).min(1.762).max(-1.762) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P121>(121);
    }
}

mod p122 {
    use super::*;

    #[optimizer(state <
        second = -0.4336,
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    pub struct P122 {
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
            let (mut update, (u, _)) = (select((self.lr <= 0.6506) | ((*p).mean() >= self.lr + 0.5518), (*p).rms().min(self.lr), self.n as f64 * 0.25).max((q.rms().abs() + 0.7660).powi(-1) * 0.566), (((select((*p).row_mean() - 0.2726 >= (*p).row_rms(), (*p).row_amax().tanh(), (*p).row_amax().tanh()) * (*p).row_amax().tanh().tanh()) - (*p).matrix_mean()) * 0.495, 0.5));
            state.per_col += state.per_col * 0.247;
            *p = state.second;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.second;
            state.second = (grad * 0.495);
            let k: usize = 3;
            let (mut a, ratio) = ((state.per_col - ((((grad.matrix_mean().abs() + 0.6925).powf(k as f64 * 0.3) * 0.132) + old.amax()) * 0.495)) * 0.495, ((old.abs() * 0.5 + 0.9146).powf(self.lr.tanh()).col_norm() * 0.198).min((k as f64 * 0.3).abs() / (grad.col_rms().norm().tanh() * grad.col_rms().norm().tanh() + 1.2550)));
            self.helper_0(param, (old * 0.3).square().lerp(grad.mean(), 0.25), state);
            let mut items = [grad.lerp(select(grad.mean() < 0.2939, self.lr, scalar((k as f64 * 0.3).cos())), (grad.matrix_mean() / (grad.mean() * grad.mean() + 0.5866)) * 0.124) * 0.330, if self.fast { old } else { grad.t().t() }, (state.per_col * grad.row_mean()).tanh().atan2(grad.row_rms() * grad.row_rms() + 0.6922)];
            *param -= items[1].min(1.306).max(-1.306) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P122>(122);
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
    pub struct P123 {
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
    impl P123 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let mut norm: Scalar = (((t - scalar(self.eps - self.alpha)) * 0.495).tanh().abs() + 1.1840).ln();
            let mut acc = (if 0.2046 > 0.5713 { grad.t().matmul(grad).tanh().copysign(grad.t().matmul(grad).tanh() + 0.1993).lerp((norm + norm).min(1.247).max(-1.247), grad.t().row_rms() * 0.247) } else { select(self.lr >= norm + 0.4024, norm, self.lr).square() }).tanh();
            let y = state.buffer.clamp(-1.3, 1.2).powi(3);
            let x = y;
            state.buffer /= ((*param) * 0.247) * ((*param) * 0.247) + 0.9978;
            let b = (grad.row_mean().matrix_dot(grad.row_mean()).min(1.970).max(-1.970).max(self.lr * t) + (((grad.matrix_mean() + self.eps.min(self.eps)) * 0.792) * grad.col_rms().row_dot(grad.col_rms()).tanh())) * 0.495;
            for step in (0..3).step_by(2) {
                acc = acc.lerp((acc.abs() + 0.5016).ln(), 0.3);
                acc = acc.lerp(select(acc.tanh() > -0.1106, grad.col_rms().abs().tanh().expm1(), grad.t().row_rms().cos() * (match self.mode { Mode::First => step as f64 * 0.3, _ => 1.0 / (param.rows() as f64 + 1.0) })), 0.3);
            }
            *param *= (((grad.row_mean().min(b) + self.lr.max(self.lr)) * 0.792) - grad.matmul(grad.t()).tanh().row_norm().tanh()) * 0.198;
            let mut items = [(if param.ndim() < 2 { grad } else { grad }).row_norm() * 0.198, ({ let acc = grad.row_amax().tanh(); acc }).lerp(b, b * 0.247) * 0.330];
            *param -= state.buffer.min(1.335).max(-1.335) * 0.25;
            state.buffer /= self.lr * self.lr + 1.0096;
        }
    }

    #[test]
    fn agrees() {
        compare::<P123>(123);
    }
}

mod p124 {
    use super::*;

    #[optimizer(state <
        second = { self.alpha * 0.5 },
        col_scale: cols = { self.eps * 0.5 } if self.mode == Mode::Second,
    >)]
    #[derive(Debug, Clone)]
    pub struct P124 {
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
            let mut b = (grad.clamp(grad.col_rms().tanh(), 1.7436).col_norm() * 0.198).clamp(-1.3, 1.2).powi(2);
            for (item, by) in [(select((*param) > 0.4654, grad, *param), scalar(match self.mode { Mode::First => self.n as f64 * 0.25, _ => self.maybe.unwrap_or(0.4) }) * self.lr), (state.second, grad.rms())] {
                b = ((std::f64::consts::FRAC_1_PI * item.col_dot(item).min(1.345).max(-1.345)) + (0.1347 * self.eps)) * 0.844;
            }
            let mut both = (({ let b = grad; grad.col_norm().tanh() + grad.row_mean() }) * 0.495, ((state.second + (0.8113 * 0.3034)) / ((state.second + (0.8113 * 0.3034)).abs() + 0.6435)).clamp(((*param).abs() + 0.9581).sqrt().clamp(-1.267, 1.267).col_dot(*param).tanh(), 1.1646));
            let norm = -select(!(b >= b + 0.5150), grad.col_amax(), grad.matrix_mean());
            if self.fast {
                let mut rate: f64 = self.maybe.unwrap_or(0.4) * 0.3981;
            } else {
                let mut index = grad.matmul(grad.t()).tanh().clamp(grad.row_rms().min(0.839).max(-0.839), 1.8248).clamp(-0.721, 0.721).matmul(grad.atan2(b * b + 0.7149).tanh()) * 0.330;
                let mut v = {
                    let _ = grad.t();
                    let mut weight: f64 = self.maybe.unwrap_or(0.4);
                    grad.t().matmul(grad).tanh()
                };
            }
            let mut shape = *param;
            for (item, by) in [((grad.matmul(grad.t()).tanh() / (grad.matmul(grad.t()).tanh().abs() + 0.8588)).matmul(shape * 0.247) * 0.330, select(grad.rms() <= self.decay + 0.1980, self.decay, 0.5599)), (state.second.max(grad.row_amax().tanh()), if (self.n > 1) && (self.fast) { self.decay } else { self.lr })] {
                shape = 0.5 * shape + state.second.tanh();
            }
            if self.mode == Mode::Second {
                state.col_scale *= self.lr;
                state.col_scale = norm;
            }
            state.second = grad;
            state.second -= self.n as f64 * 0.25;
            *param -= (shape * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P124>(124);
    }
}
