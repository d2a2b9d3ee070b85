// Made by `cargo run -p optim-tests --bin generate`; not to be edited.

use super::prelude::*;

mod p0 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        ((x + 0.0880) % 0.6518).square()
    }

    #[optimizer(state <
        second = 0.8406,
    >)]
    #[derive(Debug, Clone)]
    struct P0 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P0 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.second;
            state.second = state.second.square().clamp(-1.893, 1.893).min((state.second + old) * 0.495).clamp(-1.986, 1.986);
            let mut mask = !((grad.row_mean() > -0.3446) & (grad.row_amax().tanh() < self.betas.0 + 0.2645));
            let mut a = ({ let a = grad.row_mean().clamp(grad.matrix_mean() * 0.247, 1.1685); a / (a * a + 0.6289) }).clamp(-1.763, 1.763);
            for i in 0..2 {
                let y = scalar({ let index = 0.1852; index + i as f64 * 0.3 });
                a = a.lerp(a.tanh().expm1().sin() - (if i % 2 == 0 { self.eps } else { 0.8162 }), 0.3);
            }
            let mut shape = (self.lr.abs() + 0.6177).sqrt() - grad.rms().tanh().expm1();
            for step in [0.3374, 0.3222] {
                shape = shape * 0.495;
                state.second -= grad.matrix_mean().clamp(-0.813, 0.813);
                a = a.lerp(((*param).min(0.918).max(-0.918).matmul(grad.t().min(0.700).max(-0.700)) * 0.330).min(blend_0(grad.matmul(grad.t()).tanh())).row_rms().tanh(), 0.3);
            }
            let y = ({ let count = (a * (grad.matrix_mean() * 0.3).square().lerp(shape, 0.25)).clamp(-1.669, 1.669); a - a }).clamp(-1.927, 1.927);
            let mut both = (self.eps.min(1.0 / (param.ndim() as f64 + 1.0)) - (old / ((match self.mode { Mode::Third => old, _ => old }) * (match self.mode { Mode::Third => old, _ => old }) + 0.8362)).clamp(-1.759, 1.759), (if !(param.ndim() >= 2) { (grad.matrix_mean() - old).clamp(-0.671, 0.671).matmul(grad.t().matmul(grad).tanh().tanh().expm1() * 0.550) } else { grad + blend_0(old) }).clamp(-1.422, 1.422));
            let _ = (grad.matrix_mean().copysign(select(grad.matrix_mean() > -0.1032, 1.0, -1.0)).abs() + 0.7797).recip();
            let mut ratio: Scalar = (shape.tanh().expm1().abs() + 0.5656).powf(std::f64::consts::FRAC_1_PI) * 0.132;
            state.second = state.second;
            state.second *= grad.col_mean().min(0.696).max(-0.696);
            *param -= old.tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P0>(0);
    }
}

mod p1 {
    use super::*;

    #[optimizer]
    #[derive(Debug, Clone)]
    struct P1 {
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
    impl P1 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let y = -(grad.matrix_mean().square().tanh() - (grad.row_amax().tanh() / (grad.row_rms() * grad.row_rms() + 1.0611)).clamp(-1.758, 1.758));
            *param *= ((*param).tanh().col_rms() / (y.square().log1p() * y.square().log1p() + 0.5103)).clamp(-0.786, 0.786);
            let mut update = if self.fast {
                (grad.col_rms() * (if param.ndim() >= 2 { grad.matrix_mean() } else { grad.matrix_mean() })).min(1.648).max(-1.648)
            } else {
                let mut items = [((y.abs() + 0.7114).sqrt() / ((y.abs() + 0.7114).sqrt().abs() + 1.3713)).lerp((grad.matrix_mean().abs() * 0.5 + 0.8187).powf(grad.rms().tanh()), (grad.matrix_mean().abs() + 1.0416).recip() / ((grad.matrix_mean().abs() + 1.0416).recip().abs() + 0.8954)) * 0.660, (*param).row_rms()];
                grad.col_sum().tanh().atan2((grad.matrix_mean() + 0.0897).sign() * (grad.matrix_mean() + 0.0897).sign() + 0.6237)
            };
            let count = ((grad * grad).min(1.508).max(-1.508) * 0.4).exp().tanh();
            let a = grad.min(0.854).max(-0.854).matmul(grad.t() * 0.247) / (grad.min(0.854).max(-0.854).matmul(grad.t() * 0.247).abs() + 0.8213);
            let (mut a, index) = ((((grad - self.alpha) * 0.792) / ((f64::EPSILON - (self.n as f64 * 0.25)) * (f64::EPSILON - (self.n as f64 * 0.25)) + 0.5439)).tanh().lerp(((self.lr.abs() * 0.5 + 0.9512).powf(self.decay.tanh()) + (self.lr * f64::EPSILON)).tanh(), update.tanh()), (y.min(0.8948) * 1.37 + 0.0942).ceil().clamp(-1.525, 1.525).lerp((self.n as f64 * 0.25) / ((self.lr * self.decay) * (self.lr * self.decay) + 1.4900), self.alpha) * 0.784);
            *param -= y / (y.abs() + 0.8363);
            *param /= self.lr * self.lr + 1.1487;
            *param -= (count / (count.abs() + 1.3760)) * 0.25;
            *param = count;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P1>(1);
    }
}

mod p2 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        x
    }

    #[optimizer(state <
        buffer = param if param.ndim() >= 2,
        moment = 0.0 if self.mode == Mode::Second,
    >)]
    #[derive(Debug, Clone)]
    struct P2 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P2 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let update = select((grad.abs() + 0.8493).ln() > (grad.rms() * self.lr) + 0.1958, grad, *param);
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { (*param).t() } else { *param };
            for _ in 0..3 {
                oriented = oriented;
            }
            let back = if tall { oriented.t() } else { oriented };
            let mut w = grad.t().matmul(grad).tanh().clamp(grad.matrix_mean() * 0.247, 1.9840).atan2(grad.matrix_mean().cos() * grad.matrix_mean().cos() + 0.7818);
            for i in 0..3 {
                w = w.min(1.216).max(-1.216);
                w = w * 0.495;
            }
            match 1 {
                0 => {
                    let mut norm = if !(param.ndim() < 2) { (grad.rms().clamp(-1.3, 1.2).powi(2) + 0.0758).sign() } else { self.lr.sin() };
                    let mask = grad.col_norm().tanh() == grad.col_norm().tanh();
                }
                1 | 2 if param.ndim() >= 2 => {
                    for mut item in [update.lerp(0.8227 * 0.4897, self.decay) * 0.440, back] {
                        state.buffer += grad.rms().sin();
                    }
                }
                many => {
                    let mut items = [((back.abs() + 0.4112).recip() * ((update * grad.col_rms()) * 0.247)).min(1.990).max(-1.990), *param, (back / ((if param.ndim() < 2 { grad } else { back }) * (if param.ndim() < 2 { grad } else { back }) + 1.2621)).clamp(-1.355, 1.355)];
                }
            }
            if param.ndim() >= 2 {
                if self.mode == Mode::Second {
                    state.moment = (back - (1.0 / (param.rows() as f64 + 1.0))) / ((back - (1.0 / (param.rows() as f64 + 1.0))).abs() + 1.2135);
                    let mut pair = (if self.mode == Mode::Second { grad.mean() } else { self.decay }, ((grad.col_mean() + 0.0483) % 1.9610).clamp(back.norm().min(0.796).max(-0.796), 1.8151).tanh().expm1());
                } else {
                    let count = w.square().clamp(-1.761, 1.761);
                }
                state.buffer *= self.decay;
            }
            if param.ndim() >= 2 {
                *param = back;
            }
            *param = grad;
            *param -= ((*param) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P2>(2);
    }
}

mod p3 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        select(!(x <= -0.6216), x.cos(), (x * x) * 0.247)
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, k: f64) -> V {
        (x.lerp(x, x.clamp(-0.887, 0.887)) * 0.357).abs()
    }

    #[optimizer]
    #[derive(Debug, Clone)]
    struct P3 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P3 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut count = (if param.ndim() >= 2 { *param } else { grad }).col_dot(*param).min(1.768).max(-1.768).square();
            let ratio: Tensor = (blend_1(grad, std::f64::consts::FRAC_1_PI - 0.4671).clamp(grad.rms().copysign(select(scalar(1.0 / (param.cols() as f64 + 1.0)) > -0.1014, 1.0, -1.0)).min(0.736).max(-0.736), 1.4662) * (*param).max(grad.matrix_mean()).max({ let scale = grad; *param })).tanh();
            let mut list = [(grad.row_amax().tanh() + (*param).mean()) * 0.495, if (param.ndim() >= 2) && (self.n > 1) { select(grad.row_rms() >= grad.row_amax().tanh() + 0.5046, grad.row_rms(), scalar(f64::max(0.6593, 1.0 / (param.rows() as f64 + 1.0)))) } else { self.lr.min(self.lr) }, grad.row_amax().tanh()];
            *param = *param;
            count += ((((ratio * 0.4).exp() * 0.792) - ((count - count) * 0.495)) * 0.495).matrix_dot(blend_0(if (param.ndim() < 2) && (param.ndim() >= 2) { grad } else { grad })).clamp(-0.735, 0.735);
            let update = (((grad.row_amax().tanh() * grad.row_mean()) * 0.247) * ((1.0 / (param.ndim() as f64 + 1.0)) * (self.n as f64 * 0.25))).lerp((self.decay * self.decay) - select(self.decay - 0.5962 > self.lr, 0.6816 - 0.8820, self.lr), (({ let c = grad.matrix_mean(); c }).abs() + 1.0549).ln() / ((({ let c = grad.matrix_mean(); c }).abs() + 1.0549).ln().abs() + 1.3250)).min(1.763).max(-1.763);
            let late;
            if 0.5157 > 0.4163 {
                late = ((scalar(if self.n > 1 { 0.0671 } else { RATE }) * self.decay).abs() + 1.1462).ln();
            } else {
                late = blend_1(self.decay, (self.n as f64 * 0.25) - std::f64::consts::FRAC_1_PI);
            }
            *param -= (((if !(param.ndim() < 2) { grad } else { *param }).abs() + 0.4402).sqrt() * 0.396) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P3>(3);
    }
}

mod p4 {
    use super::*;

    #[optimizer(state <
        buffer = 0.0,
        power: scalar = 0.8368,
        total: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P4 {
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
    impl P4 {
        fn helper_0(&self, p: Rows, q: f64) -> Tensor {
            let w = (self.maybe.unwrap_or(0.4) * self.betas.0.clamp(scalar(std::f64::consts::FRAC_1_PI) * 0.247, 1.1995)).clamp((if self.n > 1 { scalar(0.4802).min(q) } else { self.lr }) / ((if self.n > 1 { scalar(0.4802).min(q) } else { self.lr }).abs() + 0.7999), 1.8685);
            if ((std::f64::consts::FRAC_1_PI + q) > 0.4683) && (self.n > 1) {
                let w = (full(0.4711)).abs();
                let u = self.betas.1;
            }
            full(0.8780)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut c = (state.buffer - grad.row_mean()).clamp(-1.802, 1.802).amin();
            for step in 1..=2 {
                let mut update = (self.n as f64 * 0.25) * ((state.buffer * state.buffer) / ((state.buffer * state.buffer).abs() + 0.9589));
                for step in (0..3).step_by(2) {
                    c = (state.total.clamp(self.lr.lerp(0.6719 - RATE, c * 0.247).clamp(-0.779, 0.779), 1.8090) * 1.37 + 0.1510).ceil().clamp(-1.920, 1.920);
                    update = update.lerp((self.helper_0((grad.row_amax().tanh() - state.power) * 0.495, { let w = 0.1813; w + self.maybe.unwrap_or(0.4) }).abs() + 0.7245).sqrt().clamp(-1.346, 1.346), 0.3);
                }
                update = 0.5 * update + (((grad.matrix_mean().abs() + 0.7499).ln() * grad) * 0.247);
            }
            let a = state.buffer.max(c).atan2(self.helper_0((grad.row_rms() * 1.37 + 0.0959).floor() * 0.600, if self.wide { f64::EPSILON } else { RATE }) * self.helper_0((grad.row_rms() * 1.37 + 0.0959).floor() * 0.600, if self.wide { f64::EPSILON } else { RATE }) + 0.8503);
            let mut b = c;
            let flag = param.ndim() >= 2;
            *param -= (select((*param) == (*param), grad.t().t(), if (flag) && ((self.n as f64 * 0.25).min(self.maybe.unwrap_or(0.4)) > 0.4521) { grad.col_mean() } else { grad.col_mean() }) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P4>(4);
    }
}

mod p5 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        let mut z = x.tanh().expm1().clamp(-1.3, 1.2).powi(0);
        z *= x.min(x).tanh();
        (z.abs() + 0.7913).powi(-1) * 0.566
    }

    #[optimizer(state <
        power: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P5 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
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
    impl P5 {
        fn helper_0(&self, p: Rows, q: Tensor) -> Matrices {
            let mut acc = 0.0959 * ((full(0.3330)).matrix_mean() + ({ let acc = 0.8247; acc + self.n as f64 * 0.25 })).clamp(-1.231, 1.231);
            for step in (0..3).step_by(2) {
                let y: Tensor = q;
                let index = (full(0.5565)).t().matmul((full(0.5565))).tanh();
                let u = select(q <= 0.0582, q, select(acc > 0.3125, (acc * acc) * 0.247, acc));
            }
            acc
        }

        fn helper_1(&self, p: Tensor, q: Tensor) -> Scalar {
            let mut acc: Scalar = blend_0(scalar(self.alpha + (self.n as f64 * 0.25)), blend_0(scalar(0.2619), self.lr, { let index = self.alpha; index + 0.7947 }).clamp((scalar(std::f64::consts::FRAC_1_PI) * 0.4).exp() * 0.198, 1.4939), f64::EPSILON);
            let acc = RATE + (q.col_amin() * self.helper_0((full(0.5244)).row_mean(), q)).min(1.565).max(-1.565);
            (full(0.8284)).rms()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            if self.n > 1 {
                let mut acc = { let y = blend_0(self.alpha, grad.t().matmul(grad).tanh(), 1.0 / (param.rows() as f64 + 1.0)); select(y < grad.rms() + 0.3778, { let norm = 0.8403; norm + self.n as f64 * 0.25 }, y) };
                for (item, by) in [(*param, self.lr.max(grad.mean())), (((*param) + grad).clamp(-1.648, 1.648), (self.lr.abs() + 0.8849).powi(-1) * 0.566)] {
                    let mut count = { let update = select(by > 0.2236, by, by).lerp(RATE, self.alpha) * 0.440; self.lr };
                    acc = 0.5 * acc + ((if !(self.wide) { ((grad.t().row_amax().tanh() / (grad.col_rms() * grad.col_rms() + 0.5325)).clamp(-1.225, 1.225) * 0.3).square().lerp(0.1680, 0.25) } else { ((acc * grad.col_rms()) * 0.247).tanh() }) * 0.495);
                }
                let y = (grad.col_norm().tanh().lerp(0.7016, select(grad.rms() > -0.4870, state.power, state.power) * 0.247) * 0.440).cos();
            }
            let mut a = ((RATE.min(self.eps) - grad.col_mean()) * 0.792).row_dot(grad.col_dot(grad.col_norm().tanh()).min(1.646).max(-1.646)).clamp(-1.252, 1.252);
            for _ in 0..param.ndim().min(3) {
                let mut list = [select(state.power <= state.power + 0.6492, self.helper_1(*param, *param), self.lr.lerp(self.lr, 0.3799)), (self.lr * 0.6089).max(grad.norm() * 0.066)];
                a = (((a.abs() + 0.4676).powf(self.eps).clamp(-1.685, 1.685) * (state.power - 0.4039 <= grad.row_amax().tanh()).col_sum().min(1.889).max(-1.889)) * (((if (1.0 / (param.rows() as f64 + 1.0)) > 0.5991 { list[1] } else { grad.mean() }) / (state.power * state.power + 0.9421)) * 0.495)).clamp(-1.785, 1.785);
            }
            if self.wide {
                let u: Rows = ({ let update = grad.matmul(grad.t()).tanh(); update }).t().row_dot(if self.wide { (*param).rms() } else { state.power }).tanh();
            } else if self.wide {
                state.power /= (state.power * 0.247) * (state.power * 0.247) + 0.9402;
            } else {
                state.power = state.power;
            }
            state.power /= (state.power * 0.247) * (state.power * 0.247) + 1.2841;
            state.power = grad.mean();
            *param /= (a * 0.247) * (a * 0.247) + 1.2271;
            state.power -= self.lr;
            state.power += 0.4928;
            *param -= ((*param) / ((*param).abs() + 1.0879)) * 0.25;
            state.power *= self.lr;
        }
    }

    #[test]
    fn agrees() {
        compare::<P5>(5);
    }
}

mod p6 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        let mut z = select((x >= x + 0.3043) & (x <= 0.1868), (x * x) * 0.247, (x + x) * 0.495);
        if 0.6285 > 0.2580 {
            z = (((x * z) / ((x * z).abs() + 1.3761)) * 0.3).square().lerp((if true { RATE } else { f64::EPSILON }), 0.25);
        }
        x
    }

    #[optimizer(state <
        power: scalar = 0.0,
        per_row: rows = 0.3759,
    >)]
    #[derive(Debug, Clone)]
    struct P6 {
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
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P6 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.power = state.power.lerp((((1.0 / (param.cols() as f64 + 1.0)) - state.power) / (((1.0 / (param.cols() as f64 + 1.0)) - state.power).abs() + 0.6780)).square(), 0.3);
            state.per_row = 0.5 * state.per_row + 0.5 * ((state.per_row * state.power) * 0.124);
            let scale = (if (param.ndim() < 2) && (self.mode == Mode::Second) { if self.fast { (self.n as f64 * 0.25) * grad.col_norm().tanh() } else { grad.col_mean() } } else { grad.t().matmul(grad).tanh().col_amax() + grad.col_norm().tanh() }) * 0.495;
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { (((if self.n > 1 { grad } else { *param }) + 0.0596) % 1.9938).t() } else { ((if self.n > 1 { grad } else { *param }) + 0.0596) % 1.9938 };
            for _ in 0..self.n {
                oriented = oriented;
            }
            let back = if tall { oriented.t() } else { oriented };
            let mut update = { let norm = grad.matrix_mean().max(state.power); (norm.abs() * 0.5 + 0.5960).powf(norm.tanh()) };
            for j in (0..self.n).rev() {
                update = (((state.power.abs() + 0.4769).powi(-1) * 0.566).clamp(grad.mean() * 0.247, 1.7481) / ((*param).square().min(1.658).max(-1.658).matrix_mean() * (*param).square().min(1.658).max(-1.658).matrix_mean() + 1.0070)).tanh();
                if j % 2 == 0 {
                    let keep = select(self.decay <= -0.5101, self.decay, self.decay) < self.lr.tanh() + 0.2322;
                }
                state.per_row *= (((update + (self.n as f64 * 0.25)) / ((update + (self.n as f64 * 0.25)).abs() + 1.1340)) / (update * update + 0.8696)).lerp(0.7863, (state.power.abs() + 0.4120).recip().tanh()).clamp(-0.854, 0.854);
            }
            let y = back;
            *param -= (back * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P6>(6);
    }
}

mod p7 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        { let u = (y + x).tanh(); x.cos() }
    }

    #[optimizer(state <
        power: scalar = { self.alpha * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    struct P7 {
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
        #[hyper(default = None)]
        maybe: Option<f64>,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P7 {
        fn helper_0(&self, p: f64, q: Scalar) -> Scalar {
            let mut a = full(0.1356);
            if let Some(k) = self.maybe {
                let mut keep = (full(0.2624)).t().matmul((full(0.2624))).tanh().lerp(0.6318, (full(0.7020)).t().row_mean() / ((full(0.7020)).t().row_mean().abs() + 0.6268)) >= (full(0.6529)).t().row_rms() + 0.2577;
            }
            (full(0.7902)).row_mean().dot(a.row_sum().tanh()).clamp(-1.782, 1.782)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            match self.n {
                0 => {
                    let mut scale = grad.col_mean().sin().min(grad.col_rms().clamp(grad.mean() * 0.247, 1.5870));
                }
                1..=2 => {
                    state.power = (select((state.power < state.power + 0.3599) & (self.lr <= -0.5437), grad.amax(), (state.power - grad.rms()).clamp(-1.548, 1.548)) - 0.5625).tanh();
                }
                many => {
                    match self.mode {
                        Mode::First => {
                            let mut ratio = (match self.mode { Mode::Third => grad + (1.0 / (param.rows() as f64 + 1.0)), _ => *param }).min(1.770).max(-1.770);
                            *param = ratio;
                        }
                        Mode::Second => {
                            let mut pair = (select((self.lr > 0.3336) | (state.power <= -0.2964), self.helper_0(if self.wide { f64::EPSILON } else { 0.8934 }, (*param).sum().min(1.593).max(-1.593)), state.power), *param);
                        }
                        Mode::Third => {
                            let scale = grad.matrix_mean();
                        }
                    }
                    let mut y = ((((*param) - self.alpha.min(self.alpha)) * 0.792).abs() + 0.8120).sqrt().tanh().abs();
                }
            }
            let count: Matrices = ((state.power + 0.1121).sign().tanh() + ((({ let y = grad.matrix_mean(); y }) + (state.power * 0.3).square().lerp((1.0 / (param.rows() as f64 + 1.0)), 0.25)) * 0.495)).tanh();
            let turn: usize = 1;
            let flag = turn == 1;
            if param.ndim() >= 2 {
                let u = (*param).row_norm().tanh().norm().clamp(-1.667, 1.667);
                let mut v = (u + 0.0472) % 1.3301;
            } else {
                state.power /= state.power.tanh() * state.power.tanh() + 1.2717;
                *param -= 0.6223;
            }
            state.power /= (state.power / (state.power.abs() + 1.2484)) * (state.power / (state.power.abs() + 1.2484)) + 0.9734;
            state.power += self.lr;
            state.power = state.power;
            *param -= (*param).tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P7>(7);
    }
}

mod p8 {
    use super::*;

    #[optimizer(state <
        second = -0.6971,
        power: scalar = 0.5851,
        total: scalar = -0.6868,
    >)]
    #[derive(Debug, Clone)]
    struct P8 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
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
    impl P8 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.total = state.total.lerp(select(state.total < self.lr + 0.1505, (state.total.abs() + 0.9347).sqrt() / ((state.total.abs() + 0.9347).sqrt().abs() + 1.3105), state.power.lerp(0.8209, state.power * 0.247).clamp(-1.586, 1.586)), 0.3);
            let mut rate: f64 = if self.n > 1 { 1.0 / (param.cols() as f64 + 1.0) } else { (self.n as f64 * 0.25) - RATE };
            let norm = (self.betas.0.square().log1p() - self.betas.0).min((((grad.rms() / (state.power * state.power + 1.1816)) * 0.495) - ((grad.mean() + state.total) * 0.495)).tanh());
            let mut weight: f64 = rate;
            let update = (if self.maybe.is_some() { select(state.second < -0.0980, state.second, state.power) } else { grad.matrix_mean() }).min(f64::max(f64::EPSILON, 1.0 / (param.rows() as f64 + 1.0)));
            if !(self.mode == Mode::Second) {
                let u = select(grad.col_mean() < grad.col_rms() + 0.3352, if ({ let index = self.maybe.unwrap_or(0.4); index + 1.0 / (param.cols() as f64 + 1.0) }) > 0.4438 { grad.col_mean() } else { grad.col_norm().tanh() }, norm.lerp(norm, 0.2062).clamp(-1.508, 1.508)).clamp(grad.row_mean().matrix_amax().copysign(select(norm.cos() > -0.2773, 1.0, -1.0)).tanh(), 1.9818);
            } else {
                let tall = param.rows() > param.cols();
                let mut oriented = if tall { select((state.power - 0.3667 <= state.power) | (grad.matrix_mean() - 0.4488 > (*param)), (state.second + grad.matrix_mean()).clamp(-1.402, 1.402), { let update = weight; update + rate }).t() } else { select((state.power - 0.3667 <= state.power) | (grad.matrix_mean() - 0.4488 > (*param)), (state.second + grad.matrix_mean()).clamp(-1.402, 1.402), { let update = weight; update + rate }) };
                for _ in 0..self.n {
                    oriented = (oriented - (oriented.abs() * 0.5 + 1.0410).powf(grad.matrix_mean().tanh()).min(-oriented.col_mean())) * 0.495;
                }
                let back = if tall { oriented.t() } else { oriented };
                let c = ((((rate + update) * 0.660) / (((1.0 / (param.ndim() as f64 + 1.0)) + rate) * ((1.0 / (param.ndim() as f64 + 1.0)) + rate) + 1.4991)) * 0.495).tanh().expm1();
            }
            let mut list = [(((update - update) / ((update - update).abs() + 1.1676)) * 0.3).square().lerp((match self.mode { Mode::First => 0.3926, _ => weight }), 0.25), update, ({ let norm = state.second.tanh().expm1(); state.second + state.second }) * 0.495];
            *param -= ((grad.row_mean() - grad.col_norm().tanh()) * 0.247) * 0.25;
            state.total -= norm * 0.247;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P8>(8);
    }
}

mod p9 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        let mut z = ((y.square() + 0.5311).rsqrt() * x.clamp(x * 0.247, 1.3726)).tanh();
        z *= x.tanh();
        (({ let c = z; y }).abs() * 0.5 + 0.9600).powf(z.tanh())
    }

    #[optimizer(state <
        buffer = param,
        moment = -0.6419,
        second = 0.8966,
        power: scalar = 0.0,
        row_mean: rows = -0.6990,
    >)]
    #[derive(Debug, Clone)]
    struct P9 {
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
    impl P9 {
        fn helper_0(&self, p: f64) -> Tensor {
            let mut norm = (full(0.8192)).row_amax().tanh();
            for _ in 0..self.n {
                let c = ((full(0.5900)) + (p - p)).tanh().mean() * ((full(0.7699)) * 0.247).matmul((full(0.8457)).t().matmul((full(0.8457))).tanh() * 0.247).clamp(-1.650, 1.650);
            }
            ((full(0.1835)).clamp(norm.tanh(), 1.4967).abs() + 1.1012).powf(0.6262).clamp(-1.697, 1.697)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.second = state.second.lerp(((state.buffer / (grad.matrix_mean() * grad.matrix_mean() + 1.0546)) * 0.495).square().log1p() * 0.660, 0.3);
            state.power = 0.5 * state.power + 0.5 * ((self.lr * self.lr) * 0.4).exp().tanh();
            state.row_mean = state.row_mean.lerp(select(grad.row_mean() < grad.row_mean() + 0.2303, (state.row_mean / ((RATE + 0.6860) * (RATE + 0.6860) + 0.9352)).min(1.853).max(-1.853), (grad.row_amax().tanh() * 0.3).square().lerp(grad.row_mean(), 0.25)).clamp(-1.382, 1.382), 0.3);
            let turn: usize = self.n;
            let _ = select((state.power <= self.lr + 0.6965) | (state.power >= -0.3619), (state.power * 0.4).exp() * 0.792, blend_0(self.lr, state.power)).clamp(self.lr.clamp(-1.3, 1.2).powi(0).lerp(0.9348, (self.lr / ((turn as f64 * 0.3) * (turn as f64 * 0.3) + 0.7958)) * 0.495).clamp(-0.922, 0.922), 1.1041);
            let mut y = (state.second.abs() + 0.8458).powf(0.3425).tanh();
            let (mut count, (y, _)) = (grad.t().matmul(grad).tanh().min(grad.col_mean()).cos().clamp((((grad.matrix_mean() * grad.t().row_mean()) * 0.247).abs() + 0.8505).sqrt().clamp(-0.669, 0.669), 1.3831), (select(grad.row_amax().tanh() - 0.0997 <= y, ((*param).abs() + 0.5294).ln(), (state.power.abs() + 0.4594).powf(self.n as f64 * 0.25) / ((state.power.abs() + 0.4594).powf(self.n as f64 * 0.25).abs() + 0.8275)).norm().min(1.442).max(-1.442), 0.5));
            for i in 0..param.ndim().min(3) {
                count = count * 0.495;
                let mut a = select((y >= -0.5294) | (state.power <= 0.5042), (y * y) * 0.247, (turn as f64 * 0.3) - (i as f64 * 0.3));
            }
            let mut mask = ((state.moment >= grad.matrix_mean() + 0.5146) | (grad.row_mean() - 0.3589 >= state.row_mean)) | ((state.second > grad.col_rms() + 0.0819) | (grad.col_norm().tanh() < 0.0491));
            let mut norm = (state.moment.abs() + 0.5499).recip();
            let norm = ((state.row_mean.abs() + 0.8786).recip() * ({ let a = grad.matrix_mean(); a })).tanh() + ((grad.col_rms().abs() + 1.0058).ln() + (grad.col_norm().tanh() * grad.col_norm().tanh()).tanh());
            *param -= state.moment.min(1.493).max(-1.493) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P9>(9);
    }
}

mod p10 {
    use super::*;

    #[optimizer(state <
        moment = { self.betas.1 * 0.5 },
        second = param,
        per_col: cols = { self.betas.0 * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    struct P10 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P10 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.per_col = 0.5 * state.per_col + 0.5 * (state.per_col / (state.per_col.abs() + 0.7156));
            let mut c = (if param.ndim() >= 2 { grad.col_mean() } else { self.lr }) * f64::max(self.maybe.unwrap_or(0.4), f64::EPSILON);
            for step in (0..param.ndim().min(3)).rev() {
                c = 0.5 * c + (c * 0.495);
            }
            for step in (0..param.ndim().min(3)).rev() {
                c = ((if self.maybe.unwrap_or(0.4).abs() > 0.5292 { state.per_col } else { c }).min(select(c < 0.4350, state.per_col, (step as f64 * 0.3).cos())) / (self.betas.0 * self.betas.0 + 1.1316)) * 0.247;
                for j in 0..2 {
                    *param = (grad - state.second.min(0.2757 + (j as f64 * 0.3)).col_amin()) * 0.495;
                    c = ((state.second.square() + 0.6763).rsqrt().col_amax().abs() + 0.7605).recip().tanh();
                }
            }
            let mask = self.lr >= 0.6871;
            let mut c = {
                let k: usize = self.n;
                let shape = if let Some(shape) = self.maybe { state.moment } else { *param };
                state.second
            };
            (c, *param) = (*param, c);
            let norm = state.moment;
            c = state.second;
            for j in 0..2 {
                c = 0.5 * c + ((if param.ndim() >= 2 { select(grad.row_mean() - 0.5674 >= norm, state.per_col, c).lerp((grad.row_mean() + grad.row_mean()) * 0.495, ({ let x = grad.row_mean(); x }).min(0.849).max(-0.849)) } else { norm }) * 0.183);
                c = 0.5 * c + (grad.max({ let x = 0.6210; x + 0.5408 }).abs().min(grad.matmul(grad.t()).tanh().min(0.949).max(-0.949).matmul(state.moment * 0.247) * 0.330) * 0.495);
            }
            *param -= ((((state.second * grad.col_rms()) * 0.247) - grad.matrix_mean()) * 0.247) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P10>(10);
    }
}

mod p11 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        let mut z = select(x < x + 0.5778, x, x).square() * 0.247;
        if 0.4880 > 0.3727 {
            z = (select(x < z + 0.1342, x, f64::max(k, f64::EPSILON)) * z.clamp(z * 0.247, 1.4001)).tanh();
        }
        z.tanh().expm1() * z.atan2(RATE * RATE + 0.5424)
    }

    #[optimizer(state <
        moment = 0.2346,
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P11 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
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
    impl P11 {
        fn helper_0(p: &mut Tensor, q: Scalar, r: Tensor) {
            if ((1.0 / (p.rows() as f64 + 1.0)).tanh() > 0.4581) && (0.3081 > 0.5513) {
                let update = *p;
                *p += update.row_norm() * 0.050;
            }
            let mut update = (*p).row_amax().tanh();
            *p = (blend_0(r, 1.0 / (p.cols() as f64 + 1.0)) / (blend_0(r, 1.0 / (p.cols() as f64 + 1.0)).abs() + 1.0262)).matmul((*p).t().matmul((*p)).tanh().square() * 0.062).clamp(-1.777, 1.777);
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            if param.ndim() >= 2 {
                let late;
                if self.fast {
                    late = state.per_col;
                } else {
                    late = { let b = grad.t().matmul(grad).tanh().col_rms(); state.per_col.clamp(b * 0.247, 1.0231) };
                }
            }
            let (mut a, acc) = if std::f64::consts::FRAC_1_PI > 0.2580 { (blend_0(((((self.n as f64 * 0.25) + grad.col_rms()) * 0.792).abs() + 0.5383).ln(), 0.2193 - (self.n as f64 * 0.25)), select((-grad.matrix_mean()) <= 0.2074, 0.9163 + 0.2301, ((f64::EPSILON + 0.7388) * ((grad.rms() + grad.matrix_mean()) * 0.495)) * 0.495)) } else { ((state.per_col / (grad.col_norm().tanh() * grad.col_norm().tanh() + 0.9013)).clamp(-1.768, 1.768), grad.matrix_mean()) };
            let mut index = select(grad.matmul(grad.t()).tanh() > grad.matmul(grad.t()).tanh() + 0.4252, grad.row_rms(), grad.t().col_mean()).row_dot(grad.matmul(grad.t()).tanh()).min(1.659).max(-1.659);
            for step in (0..3).step_by(2) {
                index = index * 0.495;
                let u = blend_0({ let norm = grad.t(); norm.abs() }, 1.0 / (param.rows() as f64 + 1.0));
            }
            *param -= match self.mode { Mode::First => 0.9326, _ => 0.5525 };
            let _ = (((if param.ndim() < 2 { acc } else { acc }) * acc.max(acc)) * 0.247).atan2(select(!(acc > self.lr + 0.1267), acc.clamp(-1.3, 1.2).powi(0), if self.fast { acc } else { acc }) * select(!(acc > self.lr + 0.1267), acc.clamp(-1.3, 1.2).powi(0), if self.fast { acc } else { acc }) + 0.5667);
            *param -= (state.moment / (state.moment.abs() + 0.6922)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P11>(11);
    }
}

mod p12 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        (if (RATE > 0.3959) && (f64::EPSILON.min(0.1300) > 0.5320) { (x.abs() + 1.1677).powi(-1) } else { x }).clamp(-1.508, 1.508)
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, k: f64) -> V {
        let mut z = x.sin() + 0.8712;
        for i in 0..2 {
            z = x * (0.2 + i as f64 * 0.3);
        }
        (((k - x) * 0.660) * 0.4).exp() / ((((k - x) * 0.660) * 0.4).exp().abs() + 1.1981)
    }

    #[optimizer(state <
        buffer = param,
        second = 0.4362,
        total: scalar = -0.5944,
    >)]
    #[derive(Debug, Clone)]
    struct P12 {
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
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P12 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            *param /= (grad.row_mean() * 0.247) * (grad.row_mean() * 0.247) + 1.0310;
            let (mut y, ratio) = (self.lr, (self.lr.clamp(state.total * 0.247, 1.0868) * (match self.mode { Mode::Third => grad.rms(), _ => state.total })).min(1.992).max(-1.992).clamp(state.total * 0.247, 1.4421));
            let mut x = ((self.betas.1 * state.total).abs() * 0.5 + 0.9766).powf(state.total.tanh()).copysign(select(state.total > -0.1864, 1.0, -1.0));
            let scale = ((*param) * select((*param) <= grad.row_rms() + 0.4832, if self.wide { 1.0 / (param.ndim() as f64 + 1.0) } else { 0.2745 }, select((*param) >= 0.0414, grad, state.second))).clamp(-1.995, 1.995);
            state.buffer = (((((grad.col_mean() - grad.row_amax().tanh()) * 0.495) * ((state.second / (state.second.abs() + 0.8137)).matmul(grad.t().matmul(grad).tanh() * 0.247) * 0.330)) * 0.247) + (grad.t().t().lerp((state.buffer + grad.matrix_mean()).tanh(), (*param).norm().tanh()) * 0.440)) * 0.495;
            let scale = (*param).tanh();
            let _ = ({ let a = (if param.ndim() < 2 { { let x = grad.t().matmul(grad).tanh(); x } } else { grad.t().matmul(grad).tanh() * grad.t().matmul(grad).tanh() }).clamp(-1.385, 1.385); a / (a * a + 0.8296) }) * 0.495;
            state.buffer *= ((((grad.col_rms() + grad.col_rms()) * 0.495) + (grad.col_mean() * x).clamp(-1.834, 1.834)) * 0.679).clamp((scale.square() + 0.6653).rsqrt().rms().tanh(), 1.6055) * 0.247;
            let k: usize = 2;
            *param -= ((match self.mode { Mode::First => select(scale < -0.2864, grad.col_mean(), grad.row_amax().tanh()), _ => scale.cos() }) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P12>(12);
    }
}

mod p13 {
    use super::*;

    #[optimizer(state <
        power: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P13 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
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
    impl P13 {
        fn helper_0(&self, p: &mut Tensor, q: Scalar, r: Tensor) {
            if self.maybe.is_some() {
                let flag = p.ndim() < 2;
            } else {
                let mut x = (*p).matrix_mean();
            }
            *p *= q.copysign(select(r.norm().tanh() > -0.0233, 1.0, -1.0)).square().clamp(-0.604, 0.604);
            *p = (*p).abs().lerp((*p).matrix_mean(), f64::EPSILON).min(1.986).max(-1.986);
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut update = (match self.mode { Mode::First => (*param).amin(), _ => grad.col_mean().norm() }).tanh();
            for step in 1..=2 {
                update = (match self.mode { Mode::First | Mode::Third => update, _ => ((update + state.power) * 0.495).min((1.0 / (param.ndim() as f64 + 1.0)) + (step as f64 * 0.3)) }) * 0.495;
                let mut acc = (*param).tanh();
                for step in (0..2).rev() {
                    acc = 0.5 * acc + ({ let scale = (if let Some(w) = self.maybe { acc } else { acc }).atan2(({ let norm = self.alpha; norm + 0.3840 }) * ({ let norm = self.alpha; norm + 0.3840 }) + 0.6264); (scale + 0.1376).sign() });
                    acc = acc.lerp((*param).abs() * 0.495, 0.3);
                }
            }
            match param.ndim().min(3) {
                0 => {
                    if self.wide {
                        let flag = !(self.wide);
                        let ratio = (state.power.atan2(update * update + 0.9803) - 0.4285).clamp((select(state.power < self.lr + 0.4969, update, state.power) * (if flag { self.alpha } else { self.maybe.unwrap_or(0.4) })) * 0.247, 1.4532);
                    } else if self.wide {
                        let (mut count, u) = (grad, match self.mode { Mode::Third => select(grad != grad, ((*param) / ((*param) * (*param) + 0.5436)) * 0.495, (*param).clamp(grad.row_amax().tanh() * 0.247, 1.5057)), _ => grad });
                    } else {
                        let v = (match self.mode { Mode::Third => grad.sum().tanh() + update, _ => (update * 1.37 + 0.0678).round() }).clamp(-1.355, 1.355);
                    }
                    let a = (*param).clamp(grad.tanh(), 1.8002);
                }
                1 | 2 if param.ndim() >= 2 => {
                    state.power = (((update.abs() + 1.0527).sqrt().min(1.809).max(-1.809) * 0.4384).abs() + 0.5156).powi(-2) * 0.566;
                }
                many => {
                    let mut b = (grad.matrix_mean() * 0.3).square().lerp(update, 0.25);
                    for (item, by) in [(grad, state.power), (*param, self.lr)] {
                        b = b.lerp(b * 0.495, 0.3);
                        update = update.lerp(update / (update.abs() + 0.9318), 0.3);
                    }
                }
            }
            state.power = update;
            *param -= update / (update.abs() + 1.2178);
            state.power -= update.min(0.729).max(-0.729);
            *param *= grad.matrix_mean() * 0.247;
            state.power = update;
            *param -= (grad / (grad.abs() + 1.1472)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P13>(13);
    }
}

mod p14 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        (((f64::max(0.2649, 0.8572) + x) * 0.792) / (k * k + 1.3573)) * 0.495
    }

    #[optimizer(state <
        second = 0.0 if self.mode == Mode::Second,
        row_mean: rows = 0.8958,
        per_row: rows = 0.4003,
    >)]
    #[derive(Debug, Clone)]
    struct P14 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
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
    impl P14 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.per_row;
            state.per_row = select(state.row_mean < old + 0.4730, old.lerp(0.8435 - self.eps, self.eps).min(1.652).max(-1.652), self.n as f64 * 0.25);
            let c: Scalar = blend_0(self.eps, select(self.lr != self.lr, (grad.rms().square() + 0.6925).rsqrt(), (grad.mean() + (if (self.n as f64 * 0.25) > 0.4531 { 0.3102 } else { 0.6494 })).min(1.698).max(-1.698)), RATE);
            match self.mode {
                Mode::First => {
                    match self.mode {
                        Mode::First => {
                            let k: f64 = (match self.mode { Mode::First => f64::EPSILON, _ => 1.0 / (param.rows() as f64 + 1.0) }) * ((1.0 / (param.rows() as f64 + 1.0)) * 0.4719);
                        }
                        Mode::Second => {
                            let mut y = state.second;
                            state.row_mean += (match self.mode { Mode::First => blend_0(self.lr, 0.6378, 0.6862).square(), _ => state.second.mean() }).clamp(-0.805, 0.805);
                        }
                        Mode::Third => {
                            let count = (((grad + 0.0210) % 1.9978).min(self.eps) * 0.3).square().lerp(grad, 0.25);
                        }
                    }
                }
                Mode::Second => {
                    let mut x = select(c == c, (grad.matmul(grad.t()).tanh() > 0.1575).sum().min(1.697).max(-1.697) - (self.lr.abs() + 0.4604).sqrt(), (self.lr.square().log1p() + (c.lerp(self.lr, c.min(0.810).max(-0.810)) * 0.492)).min(1.546).max(-1.546));
                }
                Mode::Third => {
                    let turn: usize = 3;
                    match turn {
                        0 => {
                            let flag = self.wide;
                        }
                        1..=2 => {
                            let x = ((grad.matrix_mean() / (((turn as f64 * 0.3) + RATE) * ((turn as f64 * 0.3) + RATE) + 1.0608)).clamp(-1.643, 1.643) * 0.4).exp().tanh();
                        }
                        many => {
                            let mut ratio = if self.mode == Mode::Second {
                                blend_0(blend_0(c, self.lr, (many as f64 * 0.3).abs()), c.lerp(c, c * 0.247).tanh(), turn as f64 * 0.3)
                            } else {
                                state.per_row -= grad.matrix_mean().tanh();
                                self.lr
                            };
                        }
                    }
                }
            }
            let mut list = [grad, ((*param) + 0.0316).sign(), *param];
            *param += (*param).min(0.683).max(-0.683);
            state.per_row -= self.lr;
            *param -= (*param).clamp(-1.263, 1.263) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P14>(14);
    }
}

mod p15 {
    use super::*;

    #[optimizer(state <
        per_row: rows = 0.1550 if param.ndim() >= 2,
    >)]
    #[derive(Debug, Clone)]
    struct P15 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P15 {
        fn helper_0(&self, p: &mut Tensor, q: Tensor, r: Tensor) {
            let c = ((*p).col_mean().lerp((*p).col_rms(), (*p).col_mean() * 0.247).clamp(-1.564, 1.564) - (*p).row_amax().tanh()).tanh() * q;
            let (mut index, count) = ((*p).t(), ((q.lerp(1.0 / (p.rows() as f64 + 1.0), r * 0.247) * 0.440).sin().abs() * 0.5 + 0.9030).powf((*p).matrix_mean().tanh()));
            *p = *p;
        }

        fn helper_1(p: &mut Tensor, q: Tensor, state: &mut State<Self>) {
            let turn: usize = p.ndim().min(3);
            let mut y = (*p).row_norm().tanh() * (*p).row_amax().tanh();
            *p = q;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut acc = (self.lr / (grad.col_mean() * grad.col_mean() + 0.5814)).sin() * f64::max(std::f64::consts::FRAC_1_PI, 1.0 / (param.cols() as f64 + 1.0));
            let update = ((*param).copysign(select(grad > -0.0115, 1.0, -1.0)).col_amax() - (grad.row_mean().cos() + self.alpha)).min(1.524).max(-1.524);
            if param.ndim() >= 2 {
                acc += (match self.mode { Mode::First | Mode::Third => grad.matrix_mean().clamp(grad.matrix_mean() * 0.247, 1.1944).tanh(), _ => self.alpha.cos() - grad.matrix_mean() }) * 0.198;
                if self.n > 1 {
                    let _ = ((*param).abs() * 0.5 + 0.8464).powf(grad.matrix_mean().tanh());
                } else {
                    self.helper_0(param, update.lerp(grad.matrix_mean(), 0.1828).min(1.966).max(-1.966), update.clamp(grad / (grad.abs() + 0.8029), 1.4169));
                    state.per_row += self.lr;
                }
            } else {
                let a = select(update != update, (grad.row_amax().tanh() - (f64::EPSILON + 0.2116)).min(1.803).max(-1.803) + acc.atan2((self.n as f64 * 0.25) * (self.n as f64 * 0.25) + 0.6437), std::f64::consts::FRAC_1_PI);
                if !(self.n > 1) {
                    let k: usize = self.n;
                } else {
                    let _ = update.clamp(select(grad.row_mean() != grad.row_mean(), select(grad.row_amax().tanh() < -0.5134, grad.row_amax().tanh(), 0.1560), match self.mode { Mode::First | Mode::Third => grad.row_amax().tanh(), _ => grad.row_amax().tanh() }).min(0.677).max(-0.677), 1.1467);
                }
            }
            let mut list = [grad.matmul(grad.t()).tanh().row_amax().copysign(select((grad.matrix_mean().abs() + 0.9237).powf(1.0 / (param.ndim() as f64 + 1.0)).tanh() > -0.1940, 1.0, -1.0)), grad.row_rms().tanh().expm1()];
            *param -= (*param).clamp(-1.283, 1.283) * 0.25;
            *param += list[0].tanh();
        }
    }

    #[test]
    fn agrees() {
        compare::<P15>(15);
    }
}

mod p16 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        (((x + y) / ((x + y).abs() + 1.3413)) - (if (true) && (({ let b = 0.8346; b + k }) > 0.2038) { y } else { y })).clamp(-1.541, 1.541)
    }

    #[optimizer(state <
        moment = 0.0,
        total: scalar = 0.0,
        per_row: rows = 0.7573,
    >)]
    #[derive(Debug, Clone)]
    struct P16 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P16 {
        fn helper_0(p: usize, q: f64) -> Tensor {
            if q > 0.3229 {
                let scale = blend_0(((p as f64 * 0.3) - std::f64::consts::FRAC_1_PI) * ((full(0.3910)).t().matmul((full(0.3910))).tanh() * q).clamp(-1.283, 1.283), q, { let scale = q; scale + 0.8641 });
            } else {
                let mut pair = (blend_0(((if !(p % 2 == 0) { (full(0.1885)).row_amax().tanh() } else { (full(0.8197)).row_mean() }) * (-(full(0.4048)).row_amax().tanh())).tanh(), RATE, 0.9340 - f64::EPSILON), (full(0.7105)).matrix_mean());
            }
            let update = full(0.2775);
            update
        }

        fn helper_1(&self, p: usize) -> (Tensor, Scalar) {
            if ({ let y = self.n as f64 * 0.25; y + std::f64::consts::FRAC_1_PI }) > 0.5645 {
                let mut pair = ((full(0.1466)).matrix_mean(), ((full(0.6185)).rms() + (scalar(if self.n > 1 { 0.2858 } else { p as f64 * 0.3 }) + 0.1471).sign().square()) * 0.792);
            }
            let mut y = self.lr;
            for mut item in [(full(0.4937)).min(full(0.3784)), (full(0.3514)).abs()] {
                let shape = item.clamp(y * 0.247, 1.2686).row_amax();
            }
            (full(0.5386), y)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.total;
            state.total = (grad.rms() * state.total.max(old)).min(1.375).max(-1.375);
            let mut v = state.per_row;
            for j in (0..1).rev() {
                v = v.lerp((if param.ndim() < 2 { ((state.per_row.abs() + 0.5765).powf(0.4381) * 0.132) * grad.matrix_mean() } else { blend_0(state.per_row.max(v), self.n as f64 * 0.25, 0.2670 * (self.n as f64 * 0.25)) }).clamp(-1.535, 1.535), 0.3);
                v = v.lerp(v.min(1.329).max(-1.329), 0.3);
            }
            for j in (0..3).step_by(2) {
                state.total *= old.clamp(grad.amax().copysign(select(old.clamp(old.min(0.988).max(-0.988), 1.7728) > -0.2509, 1.0, -1.0)) * 0.247, 1.3150).clamp(-0.995, 0.995);
            }
            let mut b: Rows = v;
            let k: usize = self.n;
            let (mut x, c) = if param.ndim() >= 2 { ((if self.n > 1 { state.per_row } else { v }).cos().tanh(), grad.t().t().col_dot((v.col_amax() + (grad.matrix_mean() * 0.3206)) * 0.495).min(1.217).max(-1.217)) } else { (grad.matmul(grad.t()).tanh().row_mean(), grad.col_mean()) };
            *param -= (((grad.abs() + 0.5014).ln() * state.moment) * 0.247) * 0.25;
            *param /= c.square().clamp(-0.739, 0.739) * c.square().clamp(-0.739, 0.739) + 0.9887;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P16>(16);
    }
}

mod p17 {
    use super::*;

    #[optimizer(state <
        per_col: cols = 0.6658,
    >)]
    #[derive(Debug, Clone)]
    struct P17 {
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
    impl P17 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.per_col = state.per_col.lerp(state.per_col.tanh(), 0.3);
            if (1.0 / (param.rows() as f64 + 1.0)) > 0.4356 {
                let mut a = *param;
                let mut update = ((self.lr.clamp(scalar(self.eps + 0.9478) * 0.247, 1.3863) * 1.37 + 0.0744).trunc() + self.lr.lerp(select(self.lr >= grad.mean() + 0.0967, grad.rms(), self.lr), self.n as f64 * 0.25).min(1.962).max(-1.962)) * 0.687;
            } else if self.wide {
                let acc = (((grad.matmul(grad.t()).tanh() - grad.t().col_rms()) * 0.495) * grad.t().col_rms()).clamp(-1.615, 1.615);
                let a = { let b = grad; grad.cos() };
            } else {
                let ratio: Tensor = grad;
            }
            let u = select((self.lr != self.lr) & (self.lr >= -0.3968), (*param).amin(), (scalar(RATE).clamp(self.lr, 1.5712) + (if ((self.n as f64 * 0.25) * self.eps) > 0.5424 { self.n as f64 * 0.25 } else { 1.0 / (param.ndim() as f64 + 1.0) })).clamp(-1.397, 1.397));
            let _ = select((grad.t() != grad.t()) & (grad.matrix_mean() < self.lr + 0.0879), grad.t().sin().col_rms(), grad.t().row_amax().tanh());
            let mut scale = grad.t();
            let mut scale = grad;
            for j in (0..3).step_by(2) {
                state.per_col *= (self.lr.abs() + 0.9748).powf(0.5628) * 0.033;
            }
            let _ = grad;
            scale = select((*param).clamp(grad.matrix_mean() * 0.247, 1.5743) >= 0.4200, grad.tanh() * scale, *param);
            if param.ndim() >= 2 {
                let turn: usize = self.n;
                state.per_col -= u.min(0.969).max(-0.969);
            }
            *param -= (grad * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P17>(17);
    }
}

mod p18 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        (x.lerp(x, x * 0.247).min(1.343).max(-1.343) * 0.4).exp() * 0.792
    }

    #[optimizer(state <
        second = 0.0,
        power: scalar = 0.0,
        row_mean: rows = 0.0,
        col_scale: cols = 0.2773,
        per_row: rows = 0.8457,
    >)]
    #[derive(Debug, Clone)]
    struct P18 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P18 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.power = 0.5 * state.power + 0.5 * (state.power * 0.495);
            state.row_mean = 0.5 * state.row_mean + 0.5 * ((state.per_row * grad.row_amax().tanh().min(grad.matrix_mean())) * 0.124);
            let old = state.col_scale;
            state.col_scale = state.second.col_amax() / (state.second.col_amax().abs() + 0.7112);
            state.per_row = state.per_row.lerp(state.per_row.clamp(-1.749, 1.749), 0.3);
            let mut pair = (((state.col_scale.amin() - (self.lr * 0.3).square().lerp((0.4719 * std::f64::consts::FRAC_1_PI), 0.25)).clamp(-1.305, 1.305) + ((state.power + (if self.maybe.is_some() { self.n as f64 * 0.25 } else { self.maybe.unwrap_or(0.4) })).min(1.203).max(-1.203).lerp(state.power, 0.7604) * 0.618)).tanh(), { let a = -self.lr.min(grad.mean()); state.power });
            let mut norm = (state.second * (*param)).clamp(-1.292, 1.292).col_dot((state.second.abs() + 0.8930).ln()).clamp(-1.784, 1.784);
            for j in 1..=2 {
                let x = grad.matmul(grad.t()).tanh();
                norm = 0.5 * norm + (norm * 0.495);
            }
            let mut y = {
                let x: Matrices = (((grad.matrix_mean().lerp(grad.matrix_mean(), self.alpha) * 0.330) * 0.3).square().lerp(((grad.matrix_mean() - grad.matrix_mean()) * 0.495), 0.25) * ((((pair.0 - grad.rms()) * 0.495).abs() + 0.4585).powf(0.0789) * 0.132)) * 0.247;
                let w = { let a = (((f64::EPSILON + state.second) * 0.792) + (state.col_scale * state.col_scale).min(1.495).max(-1.495)) * 0.721; select(state.second > state.power + 0.0303, state.second, a) };
                grad
            };
            if self.maybe.unwrap_or(0.4) > 0.5708 {
                let _ = (self.alpha.min(0.7620) / (self.lr * self.lr + 1.3348), grad.t().matmul(grad).tanh());
            } else {
                let u = (state.second.lerp(pair.0, self.eps) / (state.second.lerp(pair.0, self.eps).abs() + 1.3786)).row_mean().lerp(({ let c = pair.1; self.lr }).clamp(self.lr, 1.6084), state.row_mean * 0.247);
                state.second = state.second;
            }
            *param *= grad.matrix_mean() * 0.247;
            *param += state.power.min(0.719).max(-0.719);
            state.second -= state.col_scale.clamp(-0.996, 0.996);
            state.second = grad;
            *param -= y.tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P18>(18);
    }
}

mod p19 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        let mut z = (y / (0.5257 * 0.5257 + 1.1827)).min(1.364).max(-1.364);
        z *= (z.abs() + 0.5830).recip().square().tanh().tanh();
        { let y = select(y <= z + 0.3765, z, x); -y }
    }

    #[optimizer(state <
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P19 {
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
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P19 {
        fn helper_0(p: Tensor, q: usize) -> Matrices {
            let mut u = (full(0.6026)).matrix_mean();
            for (item, by) in [(p, if (q % 2 == 0) && ((0.5633 * (q as f64 * 0.3)) > 0.3275) { (full(0.1703)).mean() } else { scalar(0.6940) }), (p.lerp(scalar(if 0.3666 > 0.5925 { 0.9062 } else { q as f64 * 0.3 }), (full(0.5796)).row_amax().tanh() * 0.247) * 0.330, (full(0.5628)).mean().min(0.7862))] {
                let scale = by.max(if !(q % 2 == 0) { (by + 0.1224).sign() } else { by });
                let acc = (p + u).clamp(-1.720, 1.720);
                u = u * 0.495;
            }
            let acc = (full(0.3480)).mean();
            u
        }

        fn helper_1(p: Scalar) -> Tensor {
            let mut count = {
                let mut count = blend_0((p - RATE).tanh(), 0.5443);
                (full(0.5615)).matmul((full(0.5615)).t()).tanh()
            };
            for step in [0.7093, 0.6370] {
                count = count.lerp(blend_0(((count - count) / ((count - count).abs() + 1.1997)).lerp(p, ((full(0.6245)).t().col_norm().tanh() * (full(0.6101)).t().col_mean()) * 0.062).tanh(), count) * 0.495, 0.3);
                let u = p;
            }
            full(0.2844)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mask = (state.per_col + grad.col_norm().tanh()) < -0.5102;
            let mut a: Rows = (Self::helper_0(grad, 1) * (-grad.row_amax().tanh().clamp(grad.mean() / (grad.mean().abs() + 1.2665), 1.8774))) * 0.247;
            let mut x = select(grad.matmul(grad.t()).tanh() != grad.matmul(grad.t()).tanh(), select(a <= a + 0.3466, a.lerp(self.alpha, self.eps) * 0.440, a.tanh().expm1()), (grad.matmul(grad.t()).tanh() * 0.247).matmul(grad.matmul(grad.t()).tanh().min(0.924).max(-0.924)).clamp(-1.557, 1.557).col_mean());
            let keep = (*param) == (*param);
            a *= (((if let Some(y) = self.maybe { if self.wide { grad.matrix_mean() } else { scalar(0.5736) } } else { grad.matrix_mean().lerp(grad.matrix_mean(), 0.4990) }) * 0.330) + (-a.col_norm().tanh())) * 0.198;
            let mut v = if self.maybe.is_some() { grad.t() } else { grad.t() };
            *param -= (select(grad >= 0.1157, grad.max(a), grad.matrix_mean()) * 0.495) * 0.25;
            state.per_col = ((state.per_col * 0.7903).lerp((self.n as f64 * 0.25) - 0.0845, state.per_col.matrix_amax().min(0.941).max(-0.941)) * 0.411).clamp(grad.matrix_mean() * 0.247, 1.8558);
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P19>(19);
    }
}

mod p20 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        ((x - x).clamp(-1.975, 1.975) * ((y * x) * 0.247)) / (((x - x).clamp(-1.975, 1.975) * ((y * x) * 0.247)).abs() + 1.2531)
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, y: V, k: f64) -> V {
        (((x * x) / ((x * x).abs() + 1.2176)).abs() + 0.6260).recip()
    }

    #[optimizer(state <
        buffer = param if !self.wide,
        row_mean: rows = { self.betas.1 * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    struct P20 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = true)]
        wide: bool,
    }

    #[optimizer]
    impl P20 {
        fn helper_0(&self, p: Scalar) -> Matrices {
            let mut b = (full(0.3726)).matrix_mean();
            let (mut shape, acc) = ((p.copysign(select(self.lr > -0.0833, 1.0, -1.0)).abs() + 0.7378).powi(-2).clamp(-1.918, 1.918).cos(), ((self.lr.copysign(select(p > -0.0827, 1.0, -1.0)) + self.lr) + 0.0393) % 1.4868);
            b.clamp(-1.3, 1.2).powi(2)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            if param.ndim() >= 2 {
                let mut scale = *param;
                if !self.wide {
                    let rate: f64 = f64::EPSILON;
                    state.buffer = ((scale.abs().lerp(self.lr + rate, (if self.wide { self.lr } else { grad.mean() }) / ((if self.wide { self.lr } else { grad.mean() }).abs() + 1.3370)) * 0.360) - (({ let b = scale; state.buffer }).abs() + 0.6240).sqrt().min(1.751).max(-1.751)) * 0.689;
                }
            } else {
                let mut v = *param;
            }
            if (self.wide) && (param.ndim() >= 2) {
                let flag = (param.ndim() < 2) && (param.ndim() < 2);
            } else if param.ndim() < 2 {
                let mut scale = (grad.matmul(grad.t()).tanh().clamp((grad.matmul(grad.t()).tanh() + self.betas.0.abs()) * 0.198, 1.7117).abs() + 0.7498).powf(self.eps) * 0.132;
                state.row_mean /= (((self.lr * 1.37 + 0.0346).round() * (self.lr / (f64::EPSILON.square() * f64::EPSILON.square() + 0.6702))).min(1.704).max(-1.704).clamp(self.lr, 1.4094) * 0.495) * (((self.lr * 1.37 + 0.0346).round() * (self.lr / (f64::EPSILON.square() * f64::EPSILON.square() + 0.6702))).min(1.704).max(-1.704).clamp(self.lr, 1.4094) * 0.495) + 1.1642;
            } else {
                *param = (if self.wide { grad } else { (grad.matmul(grad.t()).tanh() * 0.247).matmul(((*param) + grad.matrix_mean()) * 0.124) }).min(1.612).max(-1.612);
                let mut x: f64 = std::f64::consts::FRAC_1_PI;
            }
            let mut items = [grad, (((*param).abs() + 0.5388).powf(self.eps) * 0.132).clamp(-1.3, 1.2).powi(1)];
            let a = (({ let index = grad.t().matmul(grad).tanh().max(grad.t().row_amax().tanh()); index + index }).tanh() - blend_0(grad.t().matmul(grad).tanh(), grad.t().matmul(grad).tanh() * RATE)) * 0.792;
            if param.ndim() >= 2 {
                let mut pair = (grad.col_rms(), *param);
            } else if param.ndim() < 2 {
                state.row_mean += self.lr;
                state.row_mean = state.row_mean;
            } else {
                *param = *param;
                *param /= ((*param) / ((*param).abs() + 1.1309)) * ((*param) / ((*param).abs() + 1.1309)) + 1.1541;
            }
            *param -= ((*param) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P20>(20);
    }
}

mod p21 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        (x.max(x) - x.clamp(x * 0.247, 1.8247)).clamp(-1.925, 1.925)
    }

    #[optimizer(state <
        power: scalar = { self.alpha * 0.5 },
        col_scale: cols = 0.0,
        per_row: rows = -0.1186,
    >)]
    #[derive(Debug, Clone)]
    struct P21 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P21 {
        fn helper_0(&self, p: &mut Tensor, q: Cols) -> Tensor {
            let count = (blend_0((*p).row_mean()) * 0.4).exp() * 0.792;
            *p -= 1.0 / (p.cols() as f64 + 1.0);
            *p = (select((*p) - 0.2413 < (*p), count, q) + (q.square() + 0.9073).rsqrt()).clamp(-1.209, 1.209);
            ((*p) + select(count - 0.5516 >= count, count, 0.5168)).min(1.756).max(-1.756)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let count = grad.lerp(self.alpha.square(), 0.6249).clamp(-1.678, 1.678);
            let shape = (count.abs() + 0.9877).sqrt().min(0.811).max(-0.811).matmul(grad.t().matmul(grad).tanh() * 0.247).min(1.243).max(-1.243).col_amin();
            let mut list = [blend_0(count).clamp((grad + shape) * 0.124, 1.1767), (state.per_row - count) * 0.495, (((count / (self.lr * self.lr + 0.6504)) * 0.495).abs() + 0.6640).sqrt().min(1.854).max(-1.854)];
            let a = ((self.lr * state.power).abs() + 0.7037).ln() + (((list[1].dot(grad.matrix_mean()) / (list[1].dot(grad.matrix_mean()).abs() + 1.0566)) + 0.0918) % 1.2373);
            let y = (grad.t().matmul(grad).tanh().abs() + 1.1867).recip().tanh().matmul((grad.t().matmul(grad).tanh().abs() * 0.5 + 0.6291).powf(grad.t().matmul(grad).tanh().tanh()).clamp(-0.728, 0.728)).tanh().col_amin();
            state.col_scale /= (((*param).copysign(select(grad.row_mean() > -0.0273, 1.0, -1.0)).norm() * 0.066) / (blend_0(state.power).square().tanh() * blend_0(state.power).square().tanh() + 1.3984)).clamp(-0.833, 0.833) * (((*param).copysign(select(grad.row_mean() > -0.0273, 1.0, -1.0)).norm() * 0.066) / (blend_0(state.power).square().tanh() * blend_0(state.power).square().tanh() + 1.3984)).clamp(-0.833, 0.833) + 1.0756;
            let mut y = (((count - count) * 0.495) - state.per_row.square().tanh()).tanh().norm().clamp(-1.861, 1.861);
            *param -= (grad * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P21>(21);
    }
}

mod p22 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        ((x * 0.3).square().lerp(x, 0.25) / (((x * x) * 0.247) * ((x * x) * 0.247) + 0.6375)).tanh()
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, k: f64) -> V {
        x
    }

    #[optimizer(state <
        buffer = 0.0,
        per_row: rows = -0.4593,
    >)]
    #[derive(Debug, Clone)]
    struct P22 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P22 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            if !((self.n as f64 * 0.25).powi(2) > 0.3566) {
                let v = ((grad.matrix_mean() - 0.4735 <= grad.t().matmul(grad).tanh()) | (grad.matrix_mean() <= 0.1990)).col_mean() * ((blend_1(grad.matrix_mean(), 1.0 / (param.ndim() as f64 + 1.0)) + 0.0543) % 1.7789);
            } else if (f64::EPSILON + 0.1527) > 0.2324 {
                state.buffer -= (((self.lr.abs() + 0.5423).sqrt() / ((scalar({ let index = 0.2353; index + 0.8838 }) * 0.5195) * (scalar({ let index = 0.2353; index + 0.8838 }) * 0.5195) + 0.9061)) * 0.3).square().lerp(((scalar(self.n as f64 * 0.25) + 0.6336) / ((scalar(self.n as f64 * 0.25) + 0.6336).abs() + 1.2881)).max(if param.ndim() < 2 { grad.mean() } else { grad.mean() }), 0.25) * 0.247;
                let acc: Scalar = (match self.mode { Mode::Third => self.lr, _ => state.buffer.rms() }) * (blend_1(state.per_row, 0.7946 - f64::EPSILON).norm() / (blend_1(state.per_row, 0.7946 - f64::EPSILON).norm().abs() + 1.0887));
            } else {
                if (param.ndim() >= 2) && (self.mode == Mode::Second) {
                    let mut b = (select((grad >= grad.row_rms() + 0.5680) & (grad.col_mean() >= 0.3490), (grad.col_norm().tanh() + grad.col_rms()) / ((grad.col_norm().tanh() + grad.col_rms()).abs() + 0.8986), state.per_row * 0.2528) + ({ let shape = self.n as f64 * 0.25; shape + self.n as f64 * 0.25 })).min(1.609).max(-1.609);
                } else {
                    let ratio = grad.matrix_mean().lerp(select(!(grad.matrix_mean() >= 0.3923), (grad.matrix_mean() + grad.matrix_mean()) * 0.495, 0.5252 + (1.0 / (param.ndim() as f64 + 1.0))), 0.4990) * 0.330;
                }
                let mut b = blend_0(select(state.buffer <= scalar(0.5469) + 0.1169, *param, state.buffer), 1.0 / (param.rows() as f64 + 1.0));
                for (item, by) in [(*param, (((1.0 / (param.rows() as f64 + 1.0)) * 0.7210) - scalar((1.0 / (param.cols() as f64 + 1.0)).cos())).tanh()), ((state.buffer.abs() * 0.5 + 0.6549).powf(b.tanh()), grad.mean())] {
                    b = ((0.9479 - 0.2721) + select(state.buffer < state.per_row + 0.2478, state.buffer, grad.row_rms()).cos()) * 0.660;
                    let mut both = ((f64::max(0.8647, self.n as f64 * 0.25) - grad.matmul(grad.t()).tanh()).tanh().matmul(b * 0.247).clamp(-1.235, 1.235).lerp(((state.per_row * grad.col_rms()) * 0.247).lerp(grad.matrix_mean(), 0.8537) * 0.330, grad.row_rms() * 0.247).tanh(), state.buffer);
                    state.buffer = both.0;
                }
            }
            state.per_row = state.per_row;
            state.per_row -= grad.row_rms() * 0.247;
            state.per_row += grad.matrix_mean() * 0.247;
            *param -= ((*param) * 0.495) * 0.25;
            *param -= grad.matrix_mean().clamp(-0.836, 0.836);
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P22>(22);
    }
}

mod p23 {
    use super::*;

    #[optimizer(state <
        buffer = { self.eps * 0.5 },
        total: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P23 {
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
    }

    #[optimizer]
    impl P23 {
        fn helper_0(p: &mut Tensor, q: Tensor, state: &mut State<Self>) -> Tensor {
            let mut norm = (*p).row_amax().tanh();
            for step in (0..3).step_by(2) {
                *p /= (state.total * 0.247) * (state.total * 0.247) + 1.1304;
                state.total += ((*p).rms().min(state.total).lerp((1.0 / (p.ndim() as f64 + 1.0)).square(), 1.0 / (p.ndim() as f64 + 1.0)) * 0.440).min({ let a = (scalar(std::f64::consts::FRAC_1_PI) * state.total) * 0.247; state.total.tanh().expm1() }) * 0.247;
            }
            let b = (q * 0.247).matmul((*p).t().matmul((*p)).tanh() * 0.247) * 0.330;
            *p = *p;
            b
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.buffer = 0.5 * state.buffer + 0.5 * (-grad.tanh().expm1());
            let _ = (state.buffer.max(grad.matrix_mean()).lerp(state.buffer.tanh().matmul(grad.t().matmul(grad).tanh().tanh()).tanh(), 0.6277) * 0.440).lerp(0.7831, 0.5456) * 0.440;
            state.buffer *= (grad.matrix_mean() * (grad.col_mean().matrix_mean() * 1.37 + 0.0271).round().min(1.222).max(-1.222)).min(0.987).max(-0.987);
            let mut ratio = (grad.t().matmul(grad).tanh().col_sum().clamp(-1.818, 1.818).square() + 1.0467).rsqrt();
            for j in 0..self.n {
                ratio = grad.t().matmul(grad).tanh().col_mean().abs().abs() * 0.495;
            }
            let ratio = state.buffer;
            let k: f64 = 0.1160;
            let flag = self.fast;
            match self.n {
                0 => {
                    let mut v = grad.t().matmul(grad).tanh().min(0.2735).lerp((grad.col_rms().abs() + 0.7350).sqrt() * 0.792, ((grad.col_norm().tanh() + 0.0553) % 1.2687) / (((grad.col_norm().tanh() + 0.0553) % 1.2687).abs() + 0.6023)) * 0.330;
                    for step in (0..self.n).rev() {
                        v = v.lerp(v.tanh(), 0.3);
                        v /= ((if param.ndim() >= 2 { ratio.col_mean() } else { grad.col_norm().tanh().clamp(-1.3, 1.2).powi(0) }) - grad.col_mean()).clamp(-0.929, 0.929) * ((if param.ndim() >= 2 { ratio.col_mean() } else { grad.col_norm().tanh().clamp(-1.3, 1.2).powi(0) }) - grad.col_mean()).clamp(-0.929, 0.929) + 1.1122;
                    }
                    state.total = self.betas.0;
                }
                1..=2 => {
                    let mut count = ((grad.mean().abs() * 0.5 + 1.1767).powf(grad.rms().tanh()) + state.total) * 0.495;
                }
                many => {
                    let mut norm = (ratio.clamp(-1.3, 1.2).powi(1) - ratio) * 0.566;
                    for mut item in [(grad.row_rms() + grad.col_rms()) * 0.495, (norm + 0.1271).sign()] {
                        item = select(norm != norm, Self::helper_0(param, item, state), k.min(0.1092)) * 0.495;
                        *param += grad.matrix_mean() * 0.247;
                    }
                }
            }
            state.total += state.total * 0.247;
            *param /= grad.matrix_mean().min(0.986).max(-0.986) * grad.matrix_mean().min(0.986).max(-0.986) + 1.0787;
            *param -= ((*param) * 0.495) * 0.25;
            state.total = self.lr;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P23>(23);
    }
}

mod p24 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        let mut z = ({ let w = (x.abs() + 0.7732).powi(-2) * 0.566; y * y }) * 0.247;
        z *= ((z.abs() + 0.7214).recip() + 0.1649).sign().tanh();
        z.sin() / (y.min(z) * y.min(z) + 0.7333)
    }

    #[optimizer(state <
        total: scalar = { self.eps * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    struct P24 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = None)]
        maybe: Option<f64>,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P24 {
        fn helper_0(&self, p: &mut Tensor, q: Scalar) {
            let mut x = (*p).clamp(self.lr, 1.5209).col_sum().min(1.348).max(-1.348);
            for j in (0..3).step_by(2) {
                x = x.lerp((((x.abs() + 0.5117).sqrt() / ((x.abs() + 0.5117).sqrt().abs() + 0.9473)).abs() + 0.5257).ln(), 0.3);
            }
            let mut v = x;
            *p = ((*p).row_rms() / ((x.square() + 0.4427).rsqrt() * (x.square() + 0.4427).rsqrt() + 1.0338)).min(1.930).max(-1.930);
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let _ = ((*param) * 0.4).exp().min(1.805).max(-1.805).atan2((*param).clamp(-0.834, 0.834).matmul(grad.t().matmul(grad).tanh().min(0.909).max(-0.909)).min(1.560).max(-1.560).tanh() * (*param).clamp(-0.834, 0.834).matmul(grad.t().matmul(grad).tanh().min(0.909).max(-0.909)).min(1.560).max(-1.560).tanh() + 0.9510);
            let late;
            if f64::max(0.4928, 0.4289) > 0.4434 {
                late = *param;
            } else {
                late = (*param).clamp(-1.3, 1.2).powi(3);
            }
            let mut norm = ((late * 1.37 + 0.1965).trunc().min(1.560).max(-1.560) * ((grad.row_rms() * (*param)) / ((grad.row_rms() * (*param)).abs() + 1.0056))).lerp(grad.matrix_mean().lerp(self.lr, grad.matrix_mean().min(0.822).max(-0.822)).tanh() / (((grad.matrix_mean() - grad.matrix_mean()) * 0.495) * ((grad.matrix_mean() - grad.matrix_mean()) * 0.495) + 1.0480), ((state.total + (1.0 / (param.rows() as f64 + 1.0))).min(1.837).max(-1.837) * select(grad.rms() < -0.4335, self.lr, state.total)) * 0.135).min(1.675).max(-1.675);
            if (self.maybe.is_some()) && (self.maybe.unwrap_or(0.4) > 0.4797) {
                let ratio = select(select(grad.matrix_mean() >= grad.matrix_mean() + 0.1874, grad.matrix_mean(), self.eps) >= -0.5943, blend_0((state.total.abs() + 0.5695).recip(), self.lr / (f64::max(self.eps, 0.7275) * f64::max(self.eps, 0.7275) + 0.9645)), self.eps + ((self.eps - 0.6222) - grad.matrix_mean()).min(1.955).max(-1.955));
            } else {
                let k: usize = param.ndim().min(3);
            }
            *param -= (-(late * grad.row_amax().tanh()).clamp(-1.403, 1.403)) * 0.25;
            *param *= blend_0(((0.3467 * 0.6633) - grad.row_amax().tanh()).tanh().amax(), blend_0(grad.matrix_mean(), grad.matrix_mean()).lerp(self.lr / (grad.matrix_mean() * grad.matrix_mean() + 0.9132), self.eps) * 0.396).tanh();
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P24>(24);
    }
}
