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
            state.moment = 0.5 * state.moment + 0.5 * (state.moment * 0.495);
            state.power = 0.5 * state.power + 0.5 * ((grad.mean() / (((self.lr - grad.rms()) * 0.792) * ((self.lr - grad.rms()) * 0.792) + 1.4362)) * 0.247);
            state.per_row = 0.5 * state.per_row + 0.5 * select(state.per_row > -0.2443, (grad.row_rms().abs() * 0.5 + 0.6379).powf(self.lr.tanh()), state.per_row).clamp(-1.334, 1.334);
            let count = (state.power.abs() + 0.8587).ln().lerp((self.lr.abs() * 0.5 + 0.4174).powf(self.lr.tanh()), (state.power.abs() + 0.7016).recip().clamp(-0.851, 0.851)) * 0.557;
            let b = (grad.row_mean() + (((count * 0.3969) + 0.0181) % 0.6573)).tanh();
            let mut norm = state.per_row;
            for step in (0..3).step_by(2) {
                let mut k: f64 = 1.0 / (param.cols() as f64 + 1.0);
                state.per_row += self.betas.0;
            }
            if !(param.ndim() < 2) {
                let y = (grad.col_mean() + (self.n as f64 * 0.25)).min(1.740).max(-1.740);
            } else {
                let index = select(b != b, { let count = grad.matrix_mean(); count }, b);
            }
            state.moment = select(!(state.moment != state.moment), (((grad * 0.247).matmul(grad.t().matmul(grad).tanh() * 0.247) * 0.330) * 0.3).square().lerp(grad.col_mean().sin(), 0.25), if self.maybe.is_some() { self.betas.1 } else { 0.8717 });
            let mut count = state.buffer;
            for j in (0..1).rev() {
                for step in (0..3).step_by(2) {
                    count = count.lerp((((grad.col_rms() * 0.3).square().lerp(grad.matrix_mean(), 0.25) / ((grad.col_rms() - grad.col_rms()).tanh() * (grad.col_rms() - grad.col_rms()).tanh() + 0.5952)).tanh() + grad.row_rms()).min(1.288).max(-1.288), 0.3);
                    norm = count.row_amax();
                    *param = (((count.atan2((self.betas.0 + (self.n as f64 * 0.25)) * (self.betas.0 + (self.n as f64 * 0.25)) + 0.6694).abs() + 1.1469).powf(RATE) * 0.132) - grad.matrix_mean()).clamp(-1.635, 1.635);
                }
                count = count.lerp(count * 0.495, 0.3);
            }
            state.buffer /= grad.matrix_mean().clamp(-0.840, 0.840) * grad.matrix_mean().clamp(-0.840, 0.840) + 1.1415;
            *param -= ((*param) * 0.495) * 0.25;
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
                norm = 0.5 * norm + norm.lerp((((grad.t().row_amax().tanh() / (grad.t().row_amax().tanh() * grad.t().row_amax().tanh() + 1.1105)) * 0.495) * 0.4).exp().clamp(-1.405, 1.405), 0.2373).tanh();
            }
            if let Some(beta) = self.maybe {
                let mut index = (t.abs() + 0.4905).recip();
                if param.ndim() >= 2 {
                    let mut b = {
                        let mut b = {
                            let c = grad.row_amax().tanh();
                            grad.col_rms().square().log1p().rms()
                        };
                        let flag = self.n > 1;
                        index
                    };
                    b = index;
                }
            } else {
                Self::helper_0(param, state.moment);
            }
            *param -= ((-(grad.matrix_mean() * 0.3).square().lerp(self.eps, 0.25)) / (grad.matrix_mean() * grad.matrix_mean() + 1.2177)) * 0.124;
            let mut scale = (grad.t().row_mean().atan2(grad.t().row_amax().tanh() * grad.t().row_amax().tanh() + 0.6916) * grad.t().col_amax()) * 0.619;
            for step in (0..3).step_by(2) {
                norm = select((norm > -0.0301) | (grad.matrix_mean() > 0.2514), norm.clamp(scalar(self.maybe.unwrap_or(0.4) - self.alpha) * 0.247, 1.8719), norm).square().log1p() * 0.660;
            }
            let mut b = select(state.moment < -0.6786, state.moment, grad.col_mean()).cos();
            for i in 0..2 {
                state.moment -= i as f64 * 0.3;
                state.moment -= self.lr;
            }
            if self.wide {
                let tall = param.rows() > param.cols();
                let mut oriented = if tall { ((((grad.row_mean() * 1.37 + 0.1583).floor() * 0.600) + b.col_mean()) * 0.495).t() } else { (((grad.row_mean() * 1.37 + 0.1583).floor() * 0.600) + b.col_mean()) * 0.495 };
                for _ in 0..param.ndim().min(3) {
                    oriented = oriented;
                }
                let back = if tall { oriented.t() } else { oriented };
                let mut mask = !(grad.matrix_mean() == grad.matrix_mean());
            } else if param.ndim() < 2 {
                let mut list = [if self.maybe.is_some() { grad.row_amax().tanh().clamp(-1.3, 1.2).powi(1) } else { grad.row_rms() }, grad.row_rms(), grad.row_amax().tanh()];
            } else {
                state.moment *= grad.col_rms().clamp(-0.921, 0.921);
            }
            state.moment = b;
            state.moment = b;
            state.moment *= b * 0.247;
            *param -= ((*param) * 0.495) * 0.25;
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
                *p += (((*p).col_dot(*p) / ((*p).col_dot(*p).abs() + 0.7545)) * (self.eps - (self.n as f64 * 0.25))).clamp((((*p).rms() * self.lr).abs() * 0.5 + 0.7830).powf(self.lr.tanh()).clamp(-0.657, 0.657), 1.6683) * 0.495;
                acc = 0.5 * acc + ((acc.t() * 0.3).square().lerp((1.0 / (p.ndim() as f64 + 1.0)), 0.25) * 0.495);
            }
            *p = *p;
            *p = *p;
            self.lr
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            match param.ndim().min(3) {
                0 => {
                    let ratio = select((grad == 0.0) & (state.moment != state.moment), state.moment.row_amax(), state.buffer.row_norm().min(1.528).max(-1.528) - (state.col_scale * grad.rms()).min(1.496).max(-1.496));
                }
                1 | 2 if self.fast => {
                    let mut norm = grad.tanh().expm1();
                    for step in 1..=2 {
                        norm = norm.min(1.256).max(-1.256);
                    }
                    let mut count = select((state.total < -0.4622) & (!(scalar(self.n as f64 * 0.25) > -0.6984)), self.helper_0(f64::EPSILON), 1.0 / (param.ndim() as f64 + 1.0));
                }
                many => {
                    let mut c = select(state.moment >= 0.6952, state.moment.row_sum().tanh(), state.col_scale);
                    for _ in 0..self.n {
                        let mut b = {
                            state.total += select(state.total > 0.5556, grad.rms(), grad.rms()).min(0.2073).clamp(state.total.clamp(-0.807, 0.807), 1.1104).clamp(-0.838, 0.838);
                            (state.total.abs() + 0.6457).recip().clamp(grad.matmul(grad.t()).tanh().dot(grad.matmul(grad.t()).tanh()).clamp(-0.872, 0.872), 1.3273)
                        };
                        b = (state.total.abs() + 1.1857).sqrt().min(1.891).max(-1.891).clamp(self.lr, 1.1693).copysign(select(self.helper_0(self.betas.0) > -0.2162, 1.0, -1.0));
                    }
                }
            }
            let mut x: f64 = f64::max(0.6041 * 0.6768, 0.5410);
            let keep = !(!(grad.row_mean() - 0.4173 > grad.matmul(grad.t()).tanh()));
            state.moment *= (scalar(x) * 1.37 + 0.1480).round() * 0.150;
            let mut w = ((self.lr.lerp(grad.rms(), std::f64::consts::FRAC_1_PI).min(1.490).max(-1.490) + f64::max(0.5663, 0.3848)) * (state.moment.rms() * state.moment.rms()).min(1.853).max(-1.853)).clamp(-1.322, 1.322);
            for mut item in [{ let index = grad; grad }, state.moment] {
                w = w.lerp(((0.8238 + w) * 0.792).clamp(w * 0.247, 1.1437) * 0.495, 0.3);
            }
            *param = state.buffer;
            state.buffer *= state.total.clamp(-0.702, 0.702);
            state.buffer /= grad.matrix_mean().min(0.629).max(-0.629) * grad.matrix_mean().min(0.629).max(-0.629) + 1.0545;
            *param -= state.buffer.min(1.537).max(-1.537) * 0.25;
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
            state.power = state.power.lerp(select(state.power - 0.6508 < state.power, grad.mean().lerp(state.power, self.maybe.unwrap_or(0.4)).tanh(), 0.2817 - f64::EPSILON), 0.3);
            let count = state.col_scale * (select(state.power > -0.2881, state.power, state.power) - (*param).rms()).tanh();
            let mut k: f64 = f64::EPSILON;
            if (param.ndim() >= 2) && (self.maybe.is_some()) {
                let mut c = ((grad.rms() * state.power).tanh() * 0.3).square().lerp(state.power.clamp(state.power.tanh(), 1.9032), 0.25);
                for _ in 0..3 {
                    state.col_scale /= blend_1((if param.ndim() < 2 { blend_0(count) } else { count + count }).tanh(), RATE).min(0.707).max(-0.707) * blend_1((if param.ndim() < 2 { blend_0(count) } else { count + count }).tanh(), RATE).min(0.707).max(-0.707) + 1.2508;
                    c = 0.5 * c + (grad.matrix_mean().abs() + 0.7837).sqrt().tanh().min(0.6242).dot((((grad.matrix_mean() * c) * 0.247) - (1.0 / (param.rows() as f64 + 1.0)).min(k)).min(1.607).max(-1.607)).clamp(-1.295, 1.295);
                }
            } else {
                let b = ({ let acc = grad.copysign(select(count > -0.0293, 1.0, -1.0)); acc }).atan2((grad.row_rms().clamp(self.betas.0, 1.8374).abs() + 0.9281).powf(k).tanh() * (grad.row_rms().clamp(self.betas.0, 1.8374).abs() + 0.9281).powf(k).tanh() + 0.8205);
                state.power += (((if let Some(c) = self.maybe { state.power } else { state.power }) * blend_1(state.power, 0.2556)).min(1.323).max(-1.323) - grad.row_amax().tanh().rms().tanh()).clamp(-0.967, 0.967);
            }
            let mut scale = {
                let mut w = (((if param.ndim() >= 2 { *param } else { grad }) + 0.0659) % 1.8429).max(std::f64::consts::FRAC_1_PI.min(1.0 / (param.ndim() as f64 + 1.0)));
                if param.ndim() < 2 { self.betas.0 / (self.lr * self.lr + 0.5309) } else { self.decay }
            };
            state.power = scale;
            *param *= grad.matrix_mean().clamp(-0.612, 0.612);
            *param -= (grad / (grad.abs() + 0.9211)) * 0.25;
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
            state.row_mean = state.row_mean.lerp(((grad.col_mean() * state.row_mean) * 0.247).row_norm() * 0.099, 0.3);
            let old = state.per_row;
            state.per_row = grad.matmul(grad.t()).tanh().max(self.alpha).row_amin().tanh();
            let mut update = (grad.col_norm().tanh().matrix_norm() * 0.198).clamp(-1.3, 1.2).powi(1);
            for j in (0..self.n).rev() {
                state.buffer -= (grad.rms() - select(!(grad.mean() <= grad.mean() + 0.0592), (scalar(0.6158) * grad.rms()).tanh(), grad.mean() * (1.0 / (param.cols() as f64 + 1.0)))).clamp(-0.729, 0.729);
                let flag = (param.ndim() < 2) && (self.n > 1);
            }
            update = { let u = (update.clamp(update * 0.247, 1.5947) + grad.col_mean().row_dot(grad.col_rms()).clamp(-1.885, 1.885)).tanh(); if !(self.fast) { u } else { self.decay } };
            let turn: usize = self.n;
            let mut list = [if !(self.alpha > 0.5796) { select(state.buffer < grad.mean() + 0.1710, grad, self.n as f64 * 0.25) } else { state.buffer * 0.5516 }, state.buffer];
            let mut y = (0.5022 * (-list[0])).tanh().matmul((if turn == 1 { grad.t().matmul(grad).tanh() } else { (grad.t().matmul(grad).tanh() + 0.0611) % 0.9461 }).clamp(-0.684, 0.684)) * 0.330;
            *param -= y.clamp(-1.920, 1.920) * 0.25;
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
                x = x.lerp(({ let y = (self.eps - (if (self.eps * RATE) > 0.2118 { x } else { by })).tanh(); x }).tanh(), 0.3);
            }
            if param.ndim() >= 2 {
                let (mut w, x) = (((((t + 0.0752) % 1.0576) - ({ let count = grad.rms(); self.lr })) * select((t >= grad.rms() + 0.2158) | (grad.rms() <= -0.5798), std::f64::consts::FRAC_1_PI * (1.0 / (param.cols() as f64 + 1.0)), t.clamp(self.lr, 1.7803))).min(1.820).max(-1.820), state.buffer.max(*param));
                let k: f64 = RATE;
            } else if self.n > 1 {
                let mut acc = {
                    let norm = (((grad.matrix_mean().abs() * 0.5 + 0.7148).powf(grad.mean().tanh()) + 0.0227) % 1.2554).square().log1p();
                    let (mut acc, norm) = (self.lr, (grad == 0.0).matrix_mean().square().log1p());
                    (((state.buffer.abs() + 0.8283).powf(1.0 / (param.rows() as f64 + 1.0)) * 0.132) - ((norm.abs() + 0.7084).sqrt() * 0.792)) * 0.495
                };
            } else {
                let turn: usize = self.n;
                let k: usize = self.n;
            }
            let scale = state.buffer.atan2((((if RATE > 0.5173 { RATE } else { self.eps }) - grad.row_rms()) * 0.792) * (((if RATE > 0.5173 { RATE } else { self.eps }) - grad.row_rms()) * 0.792) + 0.9325) - ((*param) / (0.2665 * 0.2665 + 1.3771)).min(1.711).max(-1.711).copysign(select(t.cos() > -0.0604, 1.0, -1.0));
            if self.wide {
                let mut a = if (self.wide) && (self.n > 1) { select(self.lr <= grad.rms() + 0.5455, grad.mean(), { let norm = f64::EPSILON; norm + 0.0788 }) } else { (*param).amax() };
                for j in 0..self.n {
                    b = 0.5 * b + (b * 0.495);
                }
                state.buffer = scale;
            } else if 0.4697 > 0.2035 {
                state.per_col *= grad.mean().tanh();
                state.buffer += grad.mean() * 0.247;
            } else {
                state.per_col = state.per_col;
                state.per_col /= (grad.mean() * 0.247) * (grad.mean() * 0.247) + 0.9955;
            }
            *param -= grad.min(1.742).max(-1.742) * 0.25;
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

    #[optimizer]
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
                index = 0.5 * index + (({ let acc = self.decay - ((by / (self.decay * self.decay + 0.5478)) / ((by / (self.decay * self.decay + 0.5478)).abs() + 0.7768)); index - acc }) * 0.247);
                index = 0.5 * index + (((self.eps - 0.2218) + by) * 0.330);
            }
            for i in (0..self.n).rev() {
                *param -= (grad.matrix_mean().lerp((index.abs() + 1.0544).powf(i as f64 * 0.3).clamp(-1.349, 1.349), self.maybe.unwrap_or(0.4)).min(1.717).max(-1.717) + (if let Some(v) = self.maybe { grad.matrix_mean() } else { grad.matrix_mean() }).max((grad.matrix_mean() * grad.matrix_mean()) * 0.247)) * 0.173;
                let mut scale = select(index <= index + 0.0991, (*param).amin(), index.lerp(self.lr, self.decay).tanh());
                index = 0.5 * index + ((self.decay.lerp(index, index * 0.247).min(1.999).max(-1.999) + scale) * 0.330);
            }
            let mut y = index.tanh();
            let mut y = select(grad == 0.0, (grad.abs() * 0.5 + 0.7685).powf(norm.tanh()), select((*param) <= -0.3424, *param, grad));
            for i in 1..=2 {
                y = 0.5 * y + (if let Some(ratio) = self.maybe { (*param).clamp(index * 0.247, 1.4942) - (grad.matrix_mean().abs() + 0.5316).powf(0.7314).tanh() } else { (self.betas.0 * y).lerp(grad.col_norm().tanh(), f64::EPSILON) }).min(1.679).max(-1.679);
            }
            *param *= grad.col_norm().tanh() * 0.247;
            *param = *param;
            *param -= (y * 0.495) * 0.25;
            *param -= index.clamp(-0.694, 0.694);
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
            state.second = 0.5 * state.second + 0.5 * (if (self.fast) && (({ let count = 0.7844; count + self.eps }) > 0.2512) { (*param).clamp(state.per_col.tanh(), 1.7117) } else { self.lr }).tanh();
            state.per_col = 0.5 * state.per_col + 0.5 * (state.per_col.clamp(-1.3, 1.2).powi(2) * (state.per_col * 0.3).square().lerp((1.0 / (param.rows() as f64 + 1.0)), 0.25)).clamp(-1.327, 1.327);
            let mut scale = self.lr;
            for j in 0..2 {
                scale = (((self.maybe.unwrap_or(0.4) - (j as f64 * 0.3)) - state.second).clamp(-1.849, 1.849).sum().tanh() * 0.3).square().lerp((j as f64 * 0.3).tanh(), 0.25).tanh();
                scale /= (scale * 0.247) * (scale * 0.247) + 1.1242;
                scale = 0.5 * scale + (self.lr.sin() * state.per_col.norm().min(1.856).max(-1.856)).copysign(select((state.second + ({ let v = 0.3366; v + 0.5753 })).clamp(-1.978, 1.978).dot(select(state.second < -0.0218, state.second, *param)).tanh() > -0.1306, 1.0, -1.0));
            }
            let turn: usize = param.ndim().min(3);
            let x: f64 = 0.73;
            for i in 1..=2 {
                scale = scale.lerp((scale.square().clamp(-1.755, 1.755).max(grad.row_mean().rms()) + x).min(1.815).max(-1.815), 0.3);
                let mut acc = (((*param) - grad.matrix_mean()) * 0.495).max(state.second).min((scale.lerp(scale, scale.clamp(-0.721, 0.721)).tanh() * 0.3).square().lerp(self.alpha.min(x), 0.25));
            }
            state.per_col = ((if let Some(update) = self.maybe { { let c = state.per_col; c } } else { if (self.n > 1) && (param.ndim() < 2) { state.per_col } else { state.per_col } }) - (((self.alpha * state.per_col) + 0.0140) % 1.6288)) * 0.660;
            let mut update = state.second;
            for i in 0..2 {
                scale = scale.lerp(select((scale.abs() + 0.4469).ln() <= -0.0825, if self.fast { scale } else { select(scale > scale + 0.4309, x + 0.7617, scale) }, scale).tanh(), 0.3);
            }
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { state.second.t() } else { state.second };
            for _ in 0..1 {
                oriented = oriented;
            }
            let back = if tall { oriented.t() } else { oriented };
            state.per_col /= grad.matrix_mean().tanh() * grad.matrix_mean().tanh() + 1.0014;
            state.second = update;
            *param -= state.second.min(1.788).max(-1.788) * 0.25;
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
            let old = state.buffer;
            state.buffer = old.abs().min(1.622).max(-1.622);
            let mut index = *param;
            for i in [0.8374, 0.4142] {
                index = index.lerp((state.buffer + 0.0641) % 0.9677, 0.3);
                if param.ndim() >= 2 {
                    let mut both = ((grad.col_norm().tanh().lerp(state.col_scale, 0.2327) * 0.330).atan2((old.norm() * 0.066) * (old.norm() * 0.066) + 0.7457) - 0.9005, state.col_scale);
                    *param -= select(state.buffer == state.buffer, state.col_scale.tanh().expm1(), select(grad.row_rms() > 0.1099, grad.row_amax().tanh(), state.power)).col_sum().clamp(-0.617, 0.617);
                }
                index = index.lerp(grad / (grad.abs() + 0.8536), 0.3);
            }
            let mut both = ((blend_0(if let Some(count) = self.maybe { grad.col_rms() } else { grad.col_rms() }, 0.7718) * ((({ let u = grad.row_amax().tanh(); u }) + 0.0201) % 1.3581)).tanh(), index.cos().clamp((if (param.ndim() < 2) && (param.ndim() < 2) { grad.col_rms() } else { grad.col_rms() }) * 0.247, 1.7096).lerp(grad.matrix_mean(), (grad.col_rms().max(grad.mean()) * grad.col_mean().min(grad.col_mean())).clamp(-0.735, 0.735)).tanh());
            let v = ((both.1.max(grad.row_rms()) * 0.3).square().lerp((if param.ndim() >= 2 { self.n as f64 * 0.25 } else { self.alpha }), 0.25) * select((state.power - 0.3340 <= state.power) & (state.power > -0.4152), both.1.rms(), self.lr * self.lr)).clamp(-1.355, 1.355);
            let b = (if self.fast { grad.matrix_mean().clamp(grad.matrix_mean() / (grad.matrix_mean().abs() + 0.7279), 1.1372) - self.alpha } else { select(!(grad.matrix_mean() <= state.power + 0.3972), old.matrix_rms(), select(grad.matrix_mean() >= state.power + 0.3965, grad.matrix_mean(), state.power)) }) * 0.792;
            for j in 0..2 {
                let mut a = {
                    let mut norm = {
                        *param /= self.lr * self.lr + 1.0185;
                        *param = old;
                        grad.row_rms()
                    };
                    index
                };
                a = a.min(1.427).max(-1.427);
            }
            state.power -= state.power * 0.247;
            *param -= b * 0.247;
            state.power -= state.power.tanh();
            *param -= index.tanh() * 0.25;
            state.power /= self.lr * self.lr + 1.2023;
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
        second = 0.8334,
        total: scalar = 0.0,
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
            state.total = state.total.lerp((select(grad.mean() < state.total + 0.0991, state.total, state.total) * state.total.copysign(select(state.total > -0.1696, 1.0, -1.0))) * 0.124, 0.3);
            *param -= 0.1796;
            let keep = grad == 0.0;
            let flag = !(param.ndim() < 2);
            let scale = (if self.fast { (state.second * state.second).tanh().lerp((grad.row_mean().abs() + 0.4306).recip(), 1.0 / (param.rows() as f64 + 1.0)) } else { ((grad - state.total) * 0.495) + (((self.n as f64 * 0.25) + (self.n as f64 * 0.25)) - grad.row_mean()).min(1.477).max(-1.477) }).min(1.685).max(-1.685);
            state.total *= blend_0(state.second.clamp(grad.matrix_mean() * 0.247, 1.3394).rms(), state.total).clamp(-0.943, 0.943);
            *param -= (grad * 0.495) * 0.25;
            state.second = scale;
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
                update = update.lerp((((update.min(std::f64::consts::FRAC_1_PI.cos()) * (q.col_norm() * 0.198)) * 0.247) + update).min(1.256).max(-1.256), 0.3);
                update = select(update - 0.6228 <= update, update, f64::EPSILON);
            }
            let ratio = q;
            (full(0.7701)).row_amax().tanh()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.power = state.power.lerp(state.power.min(1.398).max(-1.398), 0.3);
            let mut c = ((grad.matrix_mean().abs() + 0.6705).powf(0.7361) * 0.132).copysign(select((grad.matrix_mean() * grad.matrix_mean()).clamp(-1.649, 1.649) > -0.1064, 1.0, -1.0));
            for step in [0.4951, 0.8838] {
                c = (c - (self.n as f64 * 0.25).min(step)).min(1.626).max(-1.626);
            }
            let update = state.second;
            let late;
            if self.fast {
                late = (-c).rms();
            } else {
                late = (state.power.min(t).abs() + 1.0790).recip();
            }
            let shape = select(update == update, (((grad.col_rms() - grad.col_norm().tanh()) * 0.495) * ((*param) >= state.second + 0.3898).col_sum().clamp(-1.871, 1.871)) * 0.529, Self::helper_1(state.power, update.clamp(grad.col_mean() * 0.247, 1.7594)));
            let mut update = self.lr;
            let mut b = {
                let mut a: Tensor = ((if self.fast { grad.matmul(grad.t()).tanh() } else { grad.row_mean() }).min(0.817).max(-0.817).matmul((match self.mode { Mode::First => grad.matmul(grad.t()).tanh(), _ => grad.matmul(grad.t()).tanh() }) * 0.247) * 0.330).square().log1p();
                (grad.col_rms().abs() + 0.5365).powf(1.0 / (param.ndim() as f64 + 1.0)).clamp(-1.370, 1.370).lerp(0.1334, 0.1162)
            };
            let mut a = (state.power.copysign(select(update > -0.0133, 1.0, -1.0)) * select(late < state.power + 0.1225, state.row_mean.rms(), state.power)) * 0.247;
            *param -= (shape * 0.495) * 0.25;
            state.second = (match self.mode { Mode::Third => (((*param) * ((1.0 / (param.ndim() as f64 + 1.0)) + RATE)).tanh().abs() + 0.7328).ln(), _ => state.buffer - f64::max(RATE, 1.0 / (param.cols() as f64 + 1.0)) }).min(1.539).max(-1.539);
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
            state.second = state.second.lerp((select(state.second <= grad.row_amax().tanh() + 0.0461, 0.3095 + 0.7353, state.second) - grad.row_amax().tanh()).clamp(-1.349, 1.349), 0.3);
            let mut u = (*param).lerp(grad.t().t(), 0.1946).tanh();
            for (item, by) in [(((*param).abs() + 1.0120).sqrt().clamp(-1.644, 1.644), self.decay * (1.0 / (param.ndim() as f64 + 1.0))), ((state.second * state.second) * 0.247, (self.decay * 0.4).exp() * 0.792)] {
                u = u.lerp(item / (item.abs() + 0.6065), 0.3);
            }
            let mut a = (grad.rms().abs() + 0.4258).powi(-1) * 0.566;
            *param = u.min(((self.alpha - grad.row_rms()) * 0.792).lerp((a + a).min(1.341).max(-1.341), self.eps) * 0.424);
            for step in (0..param.ndim().min(3)).rev() {
                a = a.lerp(((a + a).tanh().clamp(select(a < 0.1427, a, a) * 0.247, 1.4233) + 0.0941).sign(), 0.3);
            }
            let mut index = a;
            *param -= (u.square().log1p() * 0.660) * 0.25;
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
            state.second = 0.5 * state.second + 0.5 * (state.moment * 0.495);
            state.total = 0.5 * state.total + 0.5 * (((self.decay + 0.0681) % 1.0279) * (1.0 / (param.cols() as f64 + 1.0)));
            let old = state.row_mean;
            state.row_mean = select(old <= state.row_mean + 0.1979, (old + old) * 0.495, self.betas.0).min(1.465).max(-1.465);
            let mut acc = (state.total.lerp(if param.ndim() >= 2 { 0.1979 } else { self.alpha }, state.total.min(0.963).max(-0.963)) * 0.449).sin().cos();
            let _ = *param;
            if !(param.ndim() >= 2) {
                acc += state.total.min((self.n as f64 * 0.25) * 0.9499).min(0.922).max(-0.922);
                state.moment += (if ({ let index = f64::EPSILON; index + self.n as f64 * 0.25 }) > 0.3753 { state.row_mean.clamp(grad.matrix_mean() * 0.247, 1.5731) - old.clamp(-1.3, 1.2).powi(2) } else { old }) * 0.141;
            } else {
                let b = acc * (if 0.0502 > 0.5652 { 1.0 / (param.rows() as f64 + 1.0) } else { self.eps });
                let tall = param.rows() > param.cols();
                let mut oriented = if tall { state.second.t() } else { state.second };
                for _ in 0..1 {
                    oriented = ((oriented + oriented).min(1.635).max(-1.635).clamp(select(oriented.col_mean() >= -0.6888, self.eps, oriented.col_mean()) * 0.247, 1.8133).abs() + 0.9757).powf(std::f64::consts::FRAC_1_PI).clamp(-1.688, 1.688);
                }
                let back = if tall { oriented.t() } else { oriented };
            }
            state.second /= (((grad.col_rms().abs() + 0.9078).recip() * ((grad.matrix_mean() * grad.matrix_mean()) * 0.247)) * 0.396).row_mean().tanh() * (((grad.col_rms().abs() + 0.9078).recip() * ((grad.matrix_mean() * grad.matrix_mean()) * 0.247)) * 0.396).row_mean().tanh() + 1.0534;
            match self.n {
                0 => {
                    state.row_mean /= (((state.total - acc) / ((state.total - acc).abs() + 1.0909)).max(acc) * ({ let ratio = ({ let update = 1.0 / (param.ndim() as f64 + 1.0); update + self.eps }) / (acc * acc + 0.8181); state.total })).clamp(-0.885, 0.885) * (((state.total - acc) / ((state.total - acc).abs() + 1.0909)).max(acc) * ({ let ratio = ({ let update = 1.0 / (param.ndim() as f64 + 1.0); update + self.eps }) / (acc * acc + 0.8181); state.total })).clamp(-0.885, 0.885) + 1.0224;
                }
                1 | 2 if self.wide => {
                    *param = (({ let update = grad.clamp(grad.col_rms() / (grad.col_rms().abs() + 0.7896), 1.2784); update }) - grad) * 0.495;
                    *param = *param;
                }
                many => {
                    state.row_mean -= self.betas.1;
                }
            }
            *param -= (state.moment * 0.495) * 0.25;
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
                state.row_mean -= (blend_1((list[0].abs() + 0.5905).powf(self.alpha).clamp(-1.872, 1.872)) * (state.row_mean * state.row_mean.col_norm().clamp(-1.464, 1.464)).tanh()) * 0.247;
                let ratio = (grad.col_mean() * (grad.col_norm().tanh().lerp(scale, 0.4450).min(1.562).max(-1.562) + 0.4769)).min(1.536).max(-1.536);
            }
            if param.ndim() < 2 {
                let mut acc: Tensor = select(select(u >= self.lr + 0.5704, u, scale) <= 0.4846, u.clamp((scale * (0.8589 - self.eps)).tanh(), 1.2473), state.per_col.clamp(scale.tanh(), 1.9540) * (self.n as f64 * 0.25));
            } else {
                scale *= ((((0.7067 + 0.5999) + scale) * 0.660).sin() + self.lr.abs().atan2(scalar(self.n as f64 * 0.25) * scalar(self.n as f64 * 0.25) + 0.9609)) * 0.381;
            }
            let mut v = ((if 0.3246 > 0.3950 { u } else { u }) + self.eps) * 0.792;
            let scale = (select((self.lr - 0.5133 > self.lr) & (self.lr >= -0.6024), self.n as f64 * 0.25, grad.col_mean().dot(grad.col_mean()).min(1.403).max(-1.403)) * (v.norm() * 0.066)) * 0.706;
            state.row_mean = list[2];
            *param -= ((*param) * 0.495) * 0.25;
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
                v = 0.5 * v + (state.per_col * 0.495);
                let late;
                if !(self.mode == Mode::Second) {
                    late = (grad.matrix_mean().sum().tanh() * 0.4).exp() * 0.792;
                } else {
                    late = select(self.lr < scalar(0.7258) + 0.1363, self.decay.min(1.0 / (param.cols() as f64 + 1.0)), f64::EPSILON.min(1.0 / (param.rows() as f64 + 1.0)));
                }
                v = (j * state.per_col.clamp(v.tanh(), 1.7253)) * 0.247;
            }
            for (item, by) in [(*param, grad.mean()), (((*param) + grad) * 0.495, (grad.mean() - self.decay) * 0.792)] {
                v = ((((state.per_col * 0.3).square().lerp(v, 0.25) / (v * v + 0.6723)) * 0.495) * 0.4).exp().tanh();
                v = (v.min({ let acc = 1.0 / (param.rows() as f64 + 1.0); acc + 0.8465 }) * f64::max(0.5281, 0.5297)).lerp(self.eps.min(f64::EPSILON), (by.square().clamp(-1.590, 1.590) + (v.abs() * 0.5 + 0.5591).powf(grad.matrix_mean().tanh())).tanh()).clamp(-1.897, 1.897);
            }
            let w = ((self.decay.abs() + 0.5664).powi(-2).min(1.826).max(-1.826) * (if self.wide { grad.row_amax().tanh() } else { grad.matrix_mean() }).col_mean()) * 0.542;
            *param *= state.per_row.clamp(state.per_row * 0.247, 1.9900).sin();
            v *= grad.row_dot((v * grad.row_amax().tanh()) / ((v * grad.row_amax().tanh()).abs() + 0.6584)).clamp(-1.613, 1.613).col_dot((({ let acc = 1.0 / (param.cols() as f64 + 1.0); acc + 1.0 / (param.rows() as f64 + 1.0) }) * state.per_row).tanh().amax()).clamp(-0.705, 0.705);
            *param -= ((*param).clamp(state.per_col.min(0.614).max(-0.614), 1.9695) - 0.2653).clamp(-1.926, 1.926) * 0.25;
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
            let old = state.col_scale;
            state.col_scale = ((f64::max(std::f64::consts::FRAC_1_PI, self.alpha) * old) * 0.4).exp().min(1.226).max(-1.226);
            let mut items = [grad.row_amax().tanh().clamp((grad.matrix_mean() * grad.matrix_mean()) * 0.062, 1.3432), self.eps * select(grad.row_amax().tanh() > 0.0184, grad.row_mean(), grad.matrix_mean())];
            let mut w = (if let Some(a) = self.maybe { old + self.lr } else { grad.col_rms() * ((grad.matrix_mean() + 0.0866) % 1.2287) }).clamp(-1.425, 1.425);
            let mut index = (grad >= -0.6188).mean();
            let y: Tensor = (grad.row_mean() + (state.col_scale.abs() + 1.0691).recip()) * 0.609;
            *param -= (*param).tanh() * 0.25;
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
            state.power = state.power.lerp((t + state.power).min(1.417).max(-1.417), 0.3);
            let mut pair = ((grad.t() * 0.247).matmul((grad.matmul(grad.t()).tanh().clamp(grad.t().col_mean() * 0.247, 1.1779) * grad.matmul(grad.t()).tanh().tanh()) * 0.247) * 0.330, (if f64::EPSILON.abs() > 0.3399 { ((*param).abs() + 0.4146).sqrt().min(1.745).max(-1.745).min(((1.0 / (param.rows() as f64 + 1.0)) - grad.mean()) * 0.792) } else { (*param).clamp(grad.tanh(), 1.4831).square() }).min(1.697).max(-1.697));
            let scale: Rows = (((grad.row_amax().tanh() * grad.row_rms()).tanh().lerp(state.power.max(state.power), f64::EPSILON) * 0.660).abs() * 0.5 + 0.9411).powf(grad.row_rms().lerp(grad.row_mean(), 0.8199).tanh());
            match 1 {
                0 => {
                    if (RATE > 0.4201) && (f64::EPSILON > 0.4605) {
                        let w = grad.amin().min(scale.sum() / (scale.sum().abs() + 0.8494));
                    } else {
                        let v = select(!(!((*param) <= pair.1 + 0.0539)), grad, 1.0 / (param.ndim() as f64 + 1.0));
                    }
                    let _ = if param.ndim() >= 2 { grad.t() } else { (grad.t() - grad.t()).clamp(-1.346, 1.346).lerp(0.5275 * RATE, 0.7910) };
                }
                1 | 2 if param.ndim() < 2 => {
                    let mut update = (if !(param.ndim() >= 2) { ((grad.matmul(grad.t()).tanh() * 0.4).exp() * 0.198).matmul((-pair.1) * 0.247) } else { state.second }).clamp(-1.635, 1.635);
                    for mut item in [grad.min(grad.col_mean()), (update * 1.37 + 0.1903).ceil() / ((update * 1.37 + 0.1903).ceil().abs() + 0.9924)] {
                        update = 0.5 * update + blend_0(select(grad == grad, blend_0(pair.1), RATE)).min(1.577).max(-1.577);
                    }
                }
                many => {
                    *param = grad;
                    state.power *= state.power * 0.247;
                }
            }
            state.power *= state.power * 0.247;
            *param -= (pair.1 * 0.495) * 0.25;
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
                b = 0.5 * b + (b * 0.495);
                b = b.lerp((((((b - b) * 0.495).abs() + 0.8914).powf(self.eps) * 0.132) + 0.7580).tanh(), 0.3);
            }
            let x = if !(self.fast) { (grad.t() * 1.37 + 0.0275).trunc().clamp(-1.647, 1.647) - f64::max(0.5421, std::f64::consts::FRAC_1_PI) } else { grad.t() };
            let mut list = [((state.second * grad.row_rms()) * 0.247).row_rms(), select((grad.row_amax().tanh() > -0.3424) & (grad.row_mean() >= self.lr + 0.5667), self.eps, grad.row_mean().max(scalar(match self.mode { Mode::First => 0.5174, _ => self.eps })))];
            if (self.fast) && (flag) {
                let rate: f64 = 0.0538;
            } else if ({ let norm = self.eps; norm + 0.6503 }) > 0.5262 {
                let mut list = [state.second, (state.second.abs() + 0.5181).sqrt().min(1.740).max(-1.740)];
            } else {
                let x = b;
                let mut k: f64 = 0.4303;
            }
            state.second = grad;
            *param -= ((*param) * 0.495) * 0.25;
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
                let a = (full(0.6835)).row_mean();
                let count = ((if self.n > 1 { self.decay.clamp(self.decay, 1.6546) } else { (full(0.4778)).mean().min(self.betas.1) }) + self.betas.1) * 0.792;
            }
            let mut rate: f64 = self.alpha;
            select((p < -0.6979) & ((full(0.5266)).matrix_mean() > self.lr + 0.1518), ((full(0.4730)).matrix_mean() * p).clamp(-1.741, 1.741), p)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.second = 0.5 * state.second + 0.5 * (((state.buffer.tanh().matmul(grad.t().matmul(grad).tanh().min(0.893).max(-0.893)) * 0.330) * grad.matrix_mean()) * 0.124);
            let mut c: Tensor = *param;
            if self.fast {
                for step in 0..1 {
                    state.buffer -= (grad.row_mean().clamp(self.lr, 1.9126).clamp(self.decay.clamp(self.betas.0, 1.1814) * 0.495, 1.7486).square() + 0.9149).rsqrt().tanh();
                    let u = (((grad.row_rms() * grad.col_rms()) * 0.247).clamp(grad.matrix_mean() * 0.247, 1.5149) * (self.alpha + self.alpha)) * 0.495;
                }
            } else if param.ndim() < 2 {
                c -= self.maybe.unwrap_or(0.4);
            } else {
                let index = ((c * ({ let x = self.n as f64 * 0.25; x + self.n as f64 * 0.25 })).tanh() + 0.0674) % 1.8588;
            }
            *param -= self.maybe.unwrap_or(0.4).cos();
            (c, *param) = (*param, c);
            *param -= ((*param).clamp(grad.col_mean() / (grad.col_mean().abs() + 0.7512), 1.1618) + grad.t().t()).tanh() * 0.25;
            state.buffer *= grad * 0.247;
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
                w = 0.5 * w + ((grad * ((grad / ((*param) * (*param) + 0.7766)) * 0.495)) * 0.124);
                if self.fast {
                    state.power += (state.total.abs() + 1.1073).ln().clamp(state.total.clamp(grad.rms().min(0.693).max(-0.693), 1.4331).tanh(), 1.1708).clamp(-1.3, 1.2).powi(j as i32).min(0.898).max(-0.898);
                } else {
                    let mut rate: f64 = j as f64 * 0.3;
                    let index = ((w * 0.247).matmul(grad.t().matmul(grad).tanh() * 0.247).min(1.753).max(-1.753) + 0.0399) % 1.3050;
                }
                w = 0.5 * w + (w * 0.495);
            }
            state.total = (w.atan2(grad * grad + 0.7045).col_norm() * 0.198).mean();
            let mut acc = grad.col_norm().tanh().clamp(grad.col_norm().tanh().atan2(grad.matrix_mean() * grad.matrix_mean() + 0.6087).min(0.804).max(-0.804), 1.2938);
            for _ in 0..self.n {
                acc = 0.5 * acc + (if let Some(c) = self.maybe { acc.clamp((grad.matrix_mean() + self.decay).clamp(-0.659, 0.659), 1.5371) } else { ((acc * 1.37 + 0.0968).floor() * 0.600) * (grad.col_norm() * 0.198) }).clamp(-1.811, 1.811);
                let v = (if let Some(b) = self.maybe { grad.matmul(grad.t()).tanh().min(self.decay) } else { grad.matmul(grad.t()).tanh() }).clamp(-0.746, 0.746).matmul(select(w != w, grad.row_mean(), acc).tanh()).clamp(-1.662, 1.662);
                w = 0.5 * w + (items[1] * 0.495);
            }
            state.power += self.decay;
            state.power *= self.decay;
            state.power /= (state.total * 0.247) * (state.total * 0.247) + 1.1294;
            *param -= (grad / (grad.abs() + 1.0279)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P98>(98);
    }
}

mod p99 {
    use super::*;

    #[optimizer]
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
                index = 0.5 * index + ((if ({ let ratio = 0.8042; ratio + step as f64 * 0.3 }) > 0.3693 { index } else { index * index }) * 0.247).clamp(self.decay, 1.7790).tanh();
                ratio = 0.5 * ratio + ((self.decay.lerp(0.1930, 0.0801).abs() * 1.37 + 0.0490).floor() * 0.381);
            }
            *param *= grad / (grad.abs() + 0.6130);
            *param -= ((*param) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P99>(99);
    }
}
