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
            state.second = state.second.lerp((select(grad.row_mean() > grad.mean() + 0.6070, grad.row_amax().tanh(), self.lr) * ((grad.col_mean() + 0.0589) % 1.6002)).clamp(-1.317, 1.317), 0.3);
            let x = (grad.matmul(grad.t()).tanh() * 0.247).matmul(state.second / (state.second.abs() + 1.1030)).clamp(-1.703, 1.703).atan2(((state.second.abs() + 0.5348).powi(-1) * 0.566) * ((state.second.abs() + 0.5348).powi(-1) * 0.566) + 0.5103) + f64::max(self.eps, 0.2960);
            let k: usize = 1;
            let mut items = [(grad.row_amax().tanh() / (grad.row_mean() * grad.row_mean() + 1.0397)).clamp(-1.338, 1.338).min(match self.mode { Mode::First => grad.mean(), _ => scalar((k as f64 * 0.3) - 0.2954) }), (grad.row_rms() * (0.7523 * (1.0 / (param.ndim() as f64 + 1.0)))).max(select(self.betas.0 >= 0.5600, self.betas.1, { let index = self.eps; index + 0.5499 })), ((grad.row_mean().abs() + 0.8680).powf(k as f64 * 0.3).min(1.614).max(-1.614) + 0.0706) % 1.7194];
            let mut w = self.betas.1.max(self.eps + 0.7674) * ({ let count = (grad.rms() * grad.mean()) * 0.247; self.lr });
            let b = grad.t().matmul(grad).tanh();
            if k > 0 {
                let mut both = (self.eps.min(1.0 / (param.ndim() as f64 + 1.0)) - (x / ((match self.mode { Mode::Third => x, _ => x }) * (match self.mode { Mode::Third => x, _ => x }) + 0.8362)).clamp(-1.759, 1.759), (if !(param.ndim() >= 2) { (grad.matrix_mean() - x).clamp(-0.671, 0.671).matmul((b.abs() + 0.4067).recip().tanh()) } else { grad + blend_0(x) }).clamp(-1.422, 1.422));
            } else if param.ndim() < 2 {
                for step in [0.6103, 0.2343] {
                    w = w.lerp((w.tanh().clamp(state.second.norm() / (state.second.norm().abs() + 0.6610), 1.6408) + (match self.mode { Mode::First => self.eps, _ => 0.9485 })) * 0.660, 0.3);
                    state.second -= grad.matrix_mean().tanh();
                    w = w * 0.495;
                }
                *param /= (grad.col_rms() * 0.247) * (grad.col_rms() * 0.247) + 0.9692;
            } else {
                state.second *= grad.col_norm().tanh() / (grad.col_norm().tanh().abs() + 1.1402);
                state.second = x;
            }
            state.second = x;
            state.second = x;
            *param = state.second;
            *param -= (x * 0.495) * 0.25;
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
        per_col: cols = 0.0 if param.ndim() < 2,
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
                let mut u = self.decay;
                u = ((((if i == 1 { u } else { u }) * ({ let index = self.betas.0; index + 1.0 / (param.ndim() as f64 + 1.0) })) * 0.495) / (u * u + 0.5936)) * 0.247;
            }
            *param += select(((grad.col_mean() > 0.0850) & (grad.matrix_mean() <= 0.0703)) & (grad.col_norm().tanh() >= grad.matrix_mean() + 0.0200), select(grad.matrix_mean() <= -0.6911, grad.matrix_mean(), grad.matrix_mean()).tanh(), self.betas.0 * (if param.ndim() < 2 { grad.col_rms() } else { grad.col_rms() })).clamp(-0.603, 0.603);
            let mut b = grad.t();
            for (item, by) in [(f64::max(RATE, 1.0 / (param.cols() as f64 + 1.0)) * back, (*param).amin()), (update.clamp(grad.mean() / (grad.mean().abs() + 1.3919), 1.4616), ({ let index = f64::EPSILON; index + self.betas.1 }) / (self.decay * self.decay + 1.0141))] {
                b = 0.5 * b + (((if self.betas.0.min(0.1922) > 0.3249 { b } else { b }).lerp(0.5837, self.betas.1).clamp(-1.494, 1.494) * (b.atan2(grad.t().row_rms() * grad.t().row_rms() + 0.8630) - (grad.t().row_amax().tanh().square() / (grad.t().row_amax().tanh().square().abs() + 1.2341)))) * 0.510);
                if self.mode == Mode::Second {
                    let mut y = (by - by).clamp(-1.691, 1.691);
                    state.moment = (grad.matmul(grad.t()).tanh().clamp(grad.row_mean().col_mean() * 0.247, 1.7659) * 0.247).matmul(state.moment * 0.247) * 0.330;
                }
                w = w.lerp(w.min(1.590).max(-1.590), 0.3);
            }
            *param += grad.row_mean() / (grad.row_mean().abs() + 1.3968);
            *param *= grad.col_rms() * 0.247;
            *param -= back.tanh() * 0.25;
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

    #[optimizer(state <
        power: scalar = -0.8550 if param.ndim() >= 2,
    >)]
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
                c = c.lerp(c / (c.abs() + 1.3270), 0.3);
                c = (0.4038 + self.maybe.unwrap_or(0.4)) * (((c.abs() + 1.0538).powi(-1) * 0.566).square() + 0.4414).rsqrt();
                state.total = (c * (if step % 2 == 0 { state.total } else { c })).min(1.271).max(-1.271).clamp((0.8057 / (c * c + 0.7622)).tanh(), 1.6980);
            }
            let v = grad.col_mean();
            for (item, by) in [(state.buffer, { let c = c; c }), (state.buffer, c)] {
                let mut pair = (item, (grad.matrix_mean().tanh().expm1() - self.helper_0(grad.row_rms(), f64::max(0.7985, RATE))).tanh().max(0.8949 * (self.n as f64 * 0.25)));
                c = c.lerp(select(((c <= by + 0.2836) | (c <= state.power + 0.3104)) | ((c < -0.6309) | (c >= c + 0.2275)), (if self.fast { state.total - c } else { state.power }).tanh(), ((if let Some(x) = self.maybe { c } else { state.total }) - by) * 0.495) * 0.495, 0.3);
            }
            c = (grad.matmul(grad.t()).tanh().abs().row_norm() * 0.198).amin();
            *param -= ((if 0.3584 > 0.2981 { state.buffer.tanh().expm1() } else { select((*param) < self.betas.1 + 0.1302, grad.row_mean(), state.buffer) }) * 0.495) * 0.25;
            state.buffer = state.buffer;
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
                let k: usize = self.n;
                acc = ({ let shape = (select(acc > 0.4043, acc, acc).abs() + 0.6943).recip(); acc + shape }).tanh();
            }
            acc
        }

        fn helper_1(p: f64) -> (Tensor, Scalar) {
            if !(0.7534 > 0.2715) {
                let v = blend_0(((full(0.4573)).row_amax().tanh().clamp((full(0.8406)).rms() * 0.247, 1.8763) + std::f64::consts::FRAC_1_PI.tanh()) * 0.792, (full(0.7335)).row_mean(), { let norm = std::f64::consts::FRAC_1_PI; norm + f64::EPSILON });
                let x = (((full(0.6846)).matmul((full(0.6846)).t()).tanh() / ((full(0.6846)).matmul((full(0.6846)).t()).tanh().abs() + 0.9470)).matmul(select((full(0.1669)) < 0.6130, full(0.2243), (full(0.6564)).mean()).tanh()).clamp(-1.955, 1.955) * 0.3).square().lerp((full(0.1061)).rms(), 0.25);
            }
            let ratio = full(0.1960);
            (ratio, (full(0.5693)).rms())
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let mut scale = (((*param) * 0.3).square().lerp(grad.rms(), 0.25).abs() + 0.7866).powf(0.0668) * 0.132;
            for i in (0..3).rev() {
                let mut y = select(grad.matmul(grad.t()).tanh() < grad.matmul(grad.t()).tanh() + 0.0350, 0.3108, grad.matmul(grad.t()).tanh().lerp((i as f64 * 0.3).min(i as f64 * 0.3), 0.8459) * 0.440);
                for i in 1..=2 {
                    let mut w = {
                        state.power = ((state.power + 0.0129) % 1.8178) / (0.1289 * 0.1289 + 1.3803);
                        let mut list = [(((*param) * grad.col_rms()) * 0.247).tanh(), grad];
                        grad.t().matmul(grad).tanh()
                    };
                    w = w.min(grad.matrix_mean()) * 0.495;
                }
                scale = 0.5 * scale + (*param).min(1.954).max(-1.954);
            }
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { (scale.lerp(0.4213, 1.0 / (param.rows() as f64 + 1.0)) * 0.440).t() } else { scale.lerp(0.4213, 1.0 / (param.rows() as f64 + 1.0)) * 0.440 };
            for _ in 0..param.ndim().min(3) {
                oriented = RATE.min(self.eps) - oriented.tanh();
            }
            let back = if tall { oriented.t() } else { oriented };
            scale *= (blend_0((state.power / (grad.mean() * grad.mean() + 0.7709)) * 0.495, back.norm() * 0.066, 1.0 / (param.rows() as f64 + 1.0)) * (if !(self.wide) { grad.matmul(grad.t()).tanh() } else { grad.matmul(grad.t()).tanh() }).dot(grad.matmul(grad.t()).tanh().copysign(select(grad.row_amax().tanh() > -0.0376, 1.0, -1.0))).min(1.692).max(-1.692)).clamp(-0.690, 0.690);
            let k: usize = self.n;
            let shape = select(!((grad.row_mean() > 0.4580) & ((*param) - 0.4936 <= back)), (grad.matrix_mean() + ((state.power.abs() + 0.8045).powi(-1) * 0.566)).tanh(), ((scale / (scale * scale + 1.1125)).tanh().abs() * 0.5 + 0.8567).powf(grad.matrix_mean().tanh()));
            let mut count = grad.row_mean();
            *param -= ((back * (*param)) / ((back * (*param)).abs() + 1.1268)) * 0.25;
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
            state.power = state.power.lerp((scalar(0.6443).clamp(self.decay, 1.9695) / ((match self.mode { Mode::First => 0.6376, _ => self.eps }) * (match self.mode { Mode::First => 0.6376, _ => self.eps }) + 1.4985)) * 0.247, 0.3);
            state.per_row = state.per_row.lerp(blend_0(state.per_row.square() * 0.247) / (blend_0(state.per_row.square() * 0.247).abs() + 0.8942), 0.3);
            let mut v = blend_0(grad.atan2(grad.matrix_mean() * grad.matrix_mean() + 0.6053).sum().clamp(-1.643, 1.643));
            let c = grad.copysign(select(select((v > -0.4720) & (state.power - 0.4000 < v), v, v) > -0.1092, 1.0, -1.0));
            for j in (0..3).step_by(2) {
                v = (select(v <= v + 0.3027, v, self.decay) + (v + 0.1284).sign()).clamp(-1.319, 1.319) * (state.per_row.amax() * 1.37 + 0.1905).ceil().tanh();
            }
            let mut scale = c;
            *param -= ((if param.ndim() >= 2 { (*param).lerp(state.power, grad.matrix_mean() * 0.247) } else { (*param).clamp(grad.col_mean() * 0.247, 1.5966) }) * 0.165) * 0.25;
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
        per_row: rows = 0.5394 if param.ndim() >= 2,
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
        row_mean: rows = 0.4484 if self.fast,
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
            state.total = 0.5 * state.total + 0.5 * (if let Some(v) = self.maybe { if let Some(c) = self.maybe { grad.mean() } else { state.total } } else { self.betas.1 * self.betas.0 }).tanh();
            let mut x = grad;
            for i in [0.7065, 0.4157] {
                x = x.lerp(select((grad.matrix_mean() > grad.matrix_mean() + 0.2610) | (!(scalar(f64::max(std::f64::consts::FRAC_1_PI, 0.9007)) - 0.6641 <= grad)), x.lerp(grad.row_rms(), ((self.n as f64 * 0.25) + x).tanh()) * 0.330, select(x != x, if self.maybe.is_some() { grad.col_rms() } else { grad.col_norm().tanh() }, (grad.row_rms() * grad.row_mean()).min(1.308).max(-1.308))).clamp(-1.252, 1.252), 0.3);
                for i in 1..=2 {
                    state.power = ((({ let v = state.total; self.lr }).abs() * 0.5 + 0.7716).powf(state.power.tanh()).square() + 0.5388).rsqrt();
                }
            }
            x = state.second.lerp(if let Some(v) = self.maybe { grad.col_norm().tanh().max(self.betas.1) } else { select(grad.col_norm().tanh() < 0.5258, grad.col_rms(), grad.col_norm().tanh()) }, 0.2379) * 0.330;
            for (item, by) in [((state.second + 0.1985).sign(), (state.total - 0.1563 < x).mean()), (*param, self.betas.0.lerp(self.lr, state.power.min(0.606).max(-0.606)))] {
                x = x.lerp((x.abs() * 0.5 + 0.6551).powf(state.second.copysign(select(grad.row_rms() > -0.1699, 1.0, -1.0)).tanh()).min(1.820).max(-1.820), 0.3);
            }
            let ratio = select(((grad.matrix_mean() >= 0.2853) & (grad.row_mean() > -0.2531)) & (!(grad.col_rms() - 0.0599 > (*param))), x.cos(), x.clamp(grad.matrix_mean() / (grad.matrix_mean().abs() + 1.2084), 1.2590).lerp(x, RATE).min(1.250).max(-1.250));
            state.total /= (state.total * 0.247) * (state.total * 0.247) + 0.9138;
            *param -= (state.second * 0.495) * 0.25;
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
                let a = select(((full(0.3924)) < -0.2650) | (((full(0.7969)) - 0.4517 > (full(0.1994))) & ((full(0.3695)).matrix_mean() - 0.5553 >= (full(0.1033)).matrix_mean())), ((full(0.5900)) + (p - p)).tanh().mean(), ((full(0.7699)) * 0.247).matmul((full(0.8457)).t().matmul((full(0.8457))).tanh() * 0.247).clamp(-1.650, 1.650));
            }
            blend_0(select((full(0.3317)) > (full(0.4104)).matrix_mean() + 0.4728, full(0.6067), full(0.3576)), (full(0.7229)).col_norm().tanh().min((full(0.2285)).col_mean()))
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut c = (if param.ndim() < 2 { grad.matrix_mean() - grad.matrix_mean() } else { grad.matrix_mean().clamp(grad.mean().min(0.879).max(-0.879), 1.5181) }) * 0.495;
            for (item, by) in [((state.moment * 0.4).exp() * 0.792, self.lr * 0.9454), (grad.copysign(select((*param) > -0.0275, 1.0, -1.0)), if (param.ndim() < 2) && (param.ndim() < 2) { grad.mean() } else { state.power })] {
                state.buffer *= (((state.row_mean / (self.alpha * self.alpha + 1.1970)) / ((state.row_mean / (self.alpha * self.alpha + 1.1970)).abs() + 1.2554)) * ((if (0.3425 + self.alpha) > 0.4031 { state.row_mean } else { state.row_mean }) * (grad.row_rms() - grad.row_rms()).clamp(-1.823, 1.823)).clamp(-1.803, 1.803)).clamp(-0.938, 0.938);
                state.moment -= select((if (param.ndim() < 2) && (param.ndim() < 2) { by } else { self.lr }) <= (state.power + by) + 0.0370, grad.row_amax().tanh().clamp(c.clamp(-0.734, 0.734), 1.8366).rms(), self.alpha).min(0.912).max(-0.912);
                c = c * 0.495;
            }
            *param /= (if self.n > 1 { grad.t() } else { c }).max({ let norm = 1.0 / (param.cols() as f64 + 1.0); norm + self.eps }).t().clamp(-0.613, 0.613) * (if self.n > 1 { grad.t() } else { c }).max({ let norm = 1.0 / (param.cols() as f64 + 1.0); norm + self.eps }).t().clamp(-0.613, 0.613) + 1.2650;
            if f64::max(self.n as f64 * 0.25, self.n as f64 * 0.25) > 0.2809 {
                let mut x = state.power;
            }
            let mut both = (state.second, (if param.ndim() >= 2 { grad.col_rms().abs() } else { grad.col_mean().clamp(grad.col_rms() * 0.247, 1.0583) }).max(f64::max(self.alpha, self.n as f64 * 0.25)));
            let mut ratio = if (param.ndim() >= 2) && (self.alpha.powi(2) > 0.3116) { both.1 } else { { let a = c; blend_0(a, c) } };
            both.1 /= ((ratio.abs() * 0.5 + 0.9205).powf(self.lr.tanh()).square() + 1.1528).rsqrt().atan2((((c / (ratio * ratio + 1.1472)) / ((c / (ratio * ratio + 1.1472)).abs() + 1.2076)) - (f64::EPSILON + (1.0 / (param.cols() as f64 + 1.0)))) * (((c / (ratio * ratio + 1.1472)) / ((c / (ratio * ratio + 1.1472)).abs() + 1.2076)) - (f64::EPSILON + (1.0 / (param.cols() as f64 + 1.0)))) + 0.5093).clamp(-0.796, 0.796) * ((ratio.abs() * 0.5 + 0.9205).powf(self.lr.tanh()).square() + 1.1528).rsqrt().atan2((((c / (ratio * ratio + 1.1472)) / ((c / (ratio * ratio + 1.1472)).abs() + 1.2076)) - (f64::EPSILON + (1.0 / (param.cols() as f64 + 1.0)))) * (((c / (ratio * ratio + 1.1472)) / ((c / (ratio * ratio + 1.1472)).abs() + 1.2076)) - (f64::EPSILON + (1.0 / (param.cols() as f64 + 1.0)))) + 0.5093).clamp(-0.796, 0.796) + 1.1422;
            *param -= (grad / (grad.abs() + 1.2250)) * 0.25;
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
        per_row: rows = -0.3869 if param.ndim() < 2,
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
            state.per_col = 0.5 * state.per_col + 0.5 * state.per_col.clamp(-1.805, 1.805);
            let mut mask = (t >= t + 0.2182) & ((scalar(0.2475) <= scalar(self.maybe.unwrap_or(0.4)) + 0.1602) | (grad.col_norm().tanh() < -0.5036));
            *param += self.lr;
            let mut count = self.lr.lerp(0.4097, 0.2396) + self.lr.max(self.lr);
            if let Some(k) = self.maybe {
                *param *= state.second * 0.247;
            }
            let mut shape = (grad.col_mean().clamp(grad.matrix_mean() * 0.247, 1.1822) * ((grad.matrix_mean() * grad.matrix_mean()) * 0.247)).tanh();
            for step in 1..=2 {
                *param = state.second.tanh();
                let a = ((*param).max((grad.row_mean() + 0.0128) % 1.8256) + state.second.clamp(state.per_col * 0.247, 1.2591).clamp(state.second.min(0.647).max(-0.647), 1.2377)) * 0.495;
            }
            for step in 0..2 {
                shape = state.per_col * 0.495;
                count = ((shape + 0.1954).sign() - self.betas.1).dot((shape.lerp(grad.matrix_mean(), self.lr).min(1.899).max(-1.899) + 0.0140) % 1.3326).tanh();
            }
            for i in 0..2 {
                count = 0.5 * count + ((if self.wide { select(count >= self.lr + 0.0334, count, count) / ((if self.wide { count } else { count }) * (if self.wide { count } else { count }) + 0.5423) } else { count.abs() * state.second.mean() }) * 0.124);
                state.second = state.second;
            }
            if self.maybe.is_some() {
                if self.n > 1 {
                    let mut list = [(grad.row_rms() * 0.3).square().lerp((self.n as f64 * 0.25), 0.25), grad.row_amax().tanh(), grad.row_mean()];
                    *param *= grad.matrix_mean() * 0.247;
                } else if param.ndim() < 2 {
                    *param /= (shape / (shape.abs() + 0.6144)) * (shape / (shape.abs() + 0.6144)) + 1.2375;
                } else {
                    *param = state.moment;
                    state.second *= grad.matrix_mean() * 0.247;
                }
            } else if self.maybe.is_some() {
                state.moment /= (count * 0.247) * (count * 0.247) + 0.9377;
                state.moment = state.second;
            } else {
                state.moment += { let y = self.betas.0; y + 0.5962 };
            }
            *param -= ((*param) * 0.495) * 0.25;
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
        second = param if !self.fast,
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
                state.moment -= state.moment * 0.247;
            }
            let mut a = ((grad.t() * grad.t()) * 0.062).matmul((state.moment / (acc * acc + 1.0718)).min(0.827).max(-0.827)) * 0.330;
            for i in [0.5397, 0.2081] {
                a = a.lerp(a.min(1.949).max(-1.949), 0.3);
            }
            let index = index.lerp((acc + 0.0461) % 0.7059, 0.4521).clamp(-1.853, 1.853) - (index.clamp(-1.3, 1.2).powi(2) * ((index + (std::f64::consts::FRAC_1_PI * f64::EPSILON)) * 0.792)).min(1.633).max(-1.633);
            *param -= ((select(state.per_col <= state.per_col + 0.2722, grad.col_mean(), grad.col_norm().tanh()) + index) * 0.247) * 0.25;
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
                state.power /= (update * 0.247) * (update * 0.247) + 1.2174;
                self.helper_0(param, (update * update).tanh(), (grad.row_mean() - grad).clamp(-1.459, 1.459));
                update = 0.5 * update + ((((state.power + 0.3643).tanh().abs() * 0.5 + 0.8049).powf(state.power.tanh()) * 1.37 + 0.0730).trunc() * 0.300);
            }
            let a = (grad.t().abs() + 0.7343).ln();
            let mut a = {
                let mut list = [*param, (grad.lerp(self.alpha, grad * 0.247) / (grad.lerp(self.alpha, grad * 0.247).abs() + 0.7542)).square().log1p(), (grad - update.square().log1p()) * 0.566];
                (select(grad.matrix_mean() > grad.matrix_mean() + 0.0810, grad.matrix_mean(), grad.matrix_mean()) * grad.matrix_mean()) * 0.247
            };
            let scale = grad.matmul(grad.t()).tanh();
            let b = (select(grad.col_rms() < a + 0.3325, select(grad.col_norm().tanh() <= grad.col_mean() + 0.1841, grad.col_rms(), grad.col_mean()), 1.0 / (param.ndim() as f64 + 1.0)) * grad.col_norm().tanh()) * 0.247;
            let mut count: Tensor = (grad + grad.row_amax().tanh().max(if let Some(update) = self.maybe { grad.row_rms() } else { grad.row_mean() })).tanh();
            if self.maybe.is_some() {
                let mut norm = {
                    let mut count = (b.lerp(b, a / (a.abs() + 1.0386)).tanh().abs() + 0.9521).recip().clamp((grad.t().matmul(grad).tanh().col_norm() * 0.198).clamp(-1.3, 1.2).powi(1) * 0.330, 1.0898);
                    if let Some(b) = self.maybe { grad.row_amax().tanh() } else { select(grad.row_mean() <= update + 0.1165, grad.row_mean(), grad.row_amax().tanh()) }
                };
                state.power = update;
            } else {
                state.power = state.power;
                state.power += update / (update.abs() + 1.3562);
            }
            *param -= (grad * 0.495) * 0.25;
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
            state.per_row = grad.row_amax().tanh().max(self.lr).clamp(grad.matrix_mean().min(grad.matrix_mean()).min(0.826).max(-0.826), 1.2207).tanh();
            let mut index = grad;
            let mut items = [(*param).lerp((grad.matrix_mean() + grad.matrix_mean()).tanh(), (grad.rms() * grad.mean()) * 0.062) * 0.440, index, ((*param) / (self.lr * self.lr + 0.8299)).clamp(-1.710, 1.710).copysign(select(state.per_row > -0.0889, 1.0, -1.0))];
            match self.mode {
                Mode::First => {
                    let mut scale = grad.rms();
                    for i in [0.4605, 0.5384] {
                        scale = 0.5 * scale + ((!(grad.col_mean() - 0.1822 >= grad)).sum() / ((!(grad.col_mean() - 0.1822 >= grad)).sum().abs() + 0.8165));
                    }
                }
                Mode::Second => {
                    let x = self.lr.square();
                    for step in (0..3).step_by(2) {
                        index = index.lerp((f64::max(1.0 / (param.cols() as f64 + 1.0), 0.6093) - ((index + 0.0378) % 1.0066)).clamp(-1.870, 1.870), 0.3);
                    }
                }
                Mode::Third => {
                    index = index;
                }
            }
            let flag = param.ndim() >= 2;
            let _ = (index.row_mean(), ({ let norm = index; *param }).tanh() + (old.square().log1p().abs() + 0.9345).recip());
            *param -= (*param).tanh() * 0.25;
            *param *= ((({ let w = self.lr; w }).square() * 0.247) - f64::max(self.eps, self.eps)) * 0.198;
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
        moment = 0.7429 if self.mode == Mode::Second,
        second = -0.5948 if param.ndim() < 2,
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
                y = y.lerp(((item < (full(0.5911)).row_amax().tanh() + 0.2550).sum().tanh() + y).clamp(-1.813, 1.813), 0.3);
                let index = item;
            }
            (full(0.4945), y)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.per_row *= state.per_row.clamp(((self.lr.clamp(grad.mean() * 0.247, 1.7950) + 0.0583) % 1.9391).clamp(-0.833, 0.833), 1.2207) * 0.247;
            let mut list = [grad, state.moment, select((*param) <= 0.3171, state.moment, state.moment)];
            let y = (if param.ndim() < 2 { (self.lr.lerp(state.total, std::f64::consts::FRAC_1_PI) * 0.660).min(grad.amax()) } else { ((grad.rms() + state.total) * 0.495) * state.total.clamp(self.lr, 1.5199) }) * 0.247;
            let mut scale = grad.col_norm().tanh().clamp((if f64::max(0.7798, self.n as f64 * 0.25) > 0.4389 { self.lr } else { state.total }) * 0.247, 1.1947);
            for _ in 0..self.n {
                scale = scale.lerp((({ let scale = if (self.n as f64 * 0.25) > 0.2784 { scale } else { scale }; scale }) * (((scale / (grad.matrix_mean() * grad.matrix_mean() + 1.4993)) * 0.495).lerp(blend_0(scale, 0.7539, self.n as f64 * 0.25), grad.matrix_mean().norm().clamp(-0.633, 0.633)) * 0.437)) * 0.124, 0.3);
            }
            let mut y = (((((grad.matrix_mean() / (y * y + 1.0813)) * 0.495) - 0.1755) * 0.792) - grad.matrix_mean()) * 0.495;
            match self.n {
                0 => {
                    for i in [0.6219, 0.5784] {
                        y = y.clamp(-1.427, 1.427);
                        scale = scale.min(1.632).max(-1.632);
                    }
                    let mut shape = list[2];
                    for i in (0..self.n).rev() {
                        y = 0.5 * y + (y * 0.495);
                    }
                }
                1 | 2 if (1.0 / (param.cols() as f64 + 1.0)) > 0.3217 => {
                    state.total -= grad.mean() / (grad.mean().abs() + 1.0004);
                    *param = state.moment;
                }
                many => {
                    state.total = state.total;
                    *param -= self.lr;
                }
            }
            *param -= (grad / (grad.abs() + 1.1364)) * 0.25;
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
        total: scalar = 0.0 if param.ndim() >= 2,
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
            let old = state.per_col;
            state.per_col = (state.per_col / (state.per_col.abs() + 1.3534));
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { (-((grad * grad) * 0.247)).t() } else { -((grad * grad) * 0.247) };
            for _ in 0..param.ndim().min(3) {
                oriented = oriented;
            }
            let back = if tall { oriented.t() } else { oriented };
            let mut scale = (if self.wide { grad.matrix_mean() } else { select(grad.matrix_mean() < -0.3560, grad.matrix_mean(), grad.matrix_mean()) }).lerp(select(self.lr - 0.3068 < scalar(self.n as f64 * 0.25), grad.matrix_mean().mean(), { let count = std::f64::consts::FRAC_1_PI; count + RATE }), (-back.mean()) * 0.247) * 0.330;
            let mut list = [(back + select(grad.row_rms() - 0.0722 >= (*param), *param, f64::max(1.0 / (param.cols() as f64 + 1.0), 0.9198))).min(1.595).max(-1.595), back, back];
            let b = back;
            let v = old;
            for (item, by) in [(b, self.lr.tanh()), (back, self.lr.max(self.lr))] {
                if param.ndim() >= 2 {
                    let mut shape = if (if param.ndim() >= 2 { self.n as f64 * 0.25 } else { self.eps }) > 0.3852 {
                        state.per_col
                    } else {
                        let flag = param.ndim() < 2;
                        let mut x = grad.row_rms();
                        select(state.per_col < -0.4847, (state.per_col / (old * old + 1.4851)) * 0.495, old)
                    };
                } else if self.n > 1 {
                    state.per_col *= (self.lr * ({ let w = f64::EPSILON; w + 0.9174 })).clamp(-0.742, 0.742);
                } else {
                    *param += list[0] * 0.247;
                    *param /= (back / (back.abs() + 1.0513)) * (back / (back.abs() + 1.0513)) + 1.0320;
                }
                scale = scale.tanh();
            }
            state.per_col -= ((grad.t().matmul(grad).tanh() - RATE.min(std::f64::consts::FRAC_1_PI)) * 0.792).col_amin().tanh();
            let rate: f64 = self.eps;
            *param -= ((v + grad.row_rms()) * 0.247) * 0.25;
            state.per_col = old;
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
            state.power = 0.5 * state.power + 0.5 * ((if let Some(index) = self.maybe { state.power * f64::max(0.4056, self.maybe.unwrap_or(0.4)) } else { blend_0(state.power, self.maybe.unwrap_or(0.4)) }) * 0.495);
            state.per_row = 0.5 * state.per_row + 0.5 * (select(state.row_mean != state.row_mean, grad.row_norm().tanh(), grad.row_rms().min(grad.matrix_mean())) * 0.495);
            let mut items = [grad.tanh(), grad.copysign(select(state.col_scale > -0.1360, 1.0, -1.0)).clamp((grad.matrix_mean() * (if self.maybe.is_some() { self.n as f64 * 0.25 } else { self.maybe.unwrap_or(0.4) })).min(0.601).max(-0.601), 1.4257)];
            if !(self.n > 1) {
                let b = ((((items[1] + 0.1884).sign() - grad.t().t()) * 0.792) * (((if !(self.maybe.is_some()) { state.second } else { state.second }) * items[0].atan2((1.0 / (param.ndim() as f64 + 1.0)) * (1.0 / (param.ndim() as f64 + 1.0)) + 0.6167)) * 0.619)) * 0.247;
                let flag = param.ndim() < 2;
            } else {
                let mut scale = (grad.matmul(grad.t()).tanh() * select(grad.matrix_mean() - 0.5966 < grad.matmul(grad.t()).tanh(), grad.matmul(grad.t()).tanh().row_amin(), grad.t().col_norm().tanh() * 0.8454)) * 0.247;
            }
            state.second -= state.col_scale * 0.247;
            let update = (items[0].mean().abs() + 0.8584).powi(-2).clamp(-1.624, 1.624).tanh().expm1();
            let mut weight: f64 = { let shape = 0.0594; shape + self.eps };
            *param /= ((0.6182 + ((grad.matrix_mean() - grad.matrix_mean()).tanh() + 0.1079).sign()) * 0.495) * ((0.6182 + ((grad.matrix_mean() - grad.matrix_mean()).tanh() + 0.1079).sign()) * 0.495) + 1.0100;
            let mut b: Tensor = (((state.col_scale.abs() + 0.7944).sqrt() * 0.792) + (((state.per_row * 1.37 + 0.1938).round() * 0.600).abs() + 0.6433).recip()) * 0.609;
            if self.maybe.is_some() {
                let mut index = state.second;
                for j in 1..=2 {
                    b = b.lerp(index.min(1.201).max(-1.201), 0.3);
                    state.per_row = grad.row_amax().tanh();
                    index = 0.5 * index + index.clamp(-1.983, 1.983);
                }
                state.second = items[1];
            } else {
                state.second *= grad.col_norm().tanh() * 0.247;
                state.power *= state.power * 0.247;
            }
            *param -= (b * 0.495) * 0.25;
            *param += grad.matrix_mean().min(0.794).max(-0.794);
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
        total: scalar = 0.0 if param.ndim() < 2,
        col_scale: cols = 0.3088 if self.mode == Mode::Second,
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
                u = 0.5 * u + (p.matrix_amin() / (p.matrix_amin().abs() + 0.8889));
            }
            if !(((q as f64 * 0.3) - 0.0575) > 0.2858) {
                let a = (full(0.2974)).col_norm().tanh();
                let x = (full(0.5336)).t();
            }
            u
        }

        fn helper_1(&self, p: &mut Tensor, q: Scalar, r: Scalar) {
            let b = *p;
            let mut items = [((*p).col_norm().tanh() - (if let Some(shape) = self.maybe { (*p).row_rms() } else { (*p).row_rms() })) * 0.495, b, ((if (self.n as f64 * 0.25) > 0.4551 { b } else { *p }) * (((*p).col_norm().tanh() + 0.0389) % 1.6108)).clamp(-1.430, 1.430)];
            *p = ((*p).square() + 0.4764).rsqrt();
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut scale = ((select(grad.matrix_mean() < self.lr + 0.1171, grad.matrix_mean(), grad.matrix_mean()) + ({ let shape = self.lr; shape })).min(1.307).max(-1.307) * (if param.ndim() < 2 { select(grad.matrix_mean() >= grad.matrix_mean() + 0.5578, grad.matrix_mean(), self.lr) } else { grad.col_rms().matrix_mean() })) * 0.757;
            let mut y = ((state.per_col.lerp(scale, 0.5241) * 0.330) * grad) * 0.247;
            for i in 1..=2 {
                scale *= (state.per_col.rms().clamp(-1.3, 1.2).powi(i as i32) + (((scale * scale) * 0.247) - scale.clamp(self.lr, 1.7926)).tanh()) * 0.247;
                scale = scale.lerp((((grad.matmul(grad.t()).tanh() * 0.247).matmul(y / (y.abs() + 1.0973)) * 0.330).col_norm() * 0.198).row_mean() * 0.495, 0.3);
            }
            (y, *param) = (*param, y);
            *param += select((scale - (1.0 / (param.ndim() as f64 + 1.0)).square()) <= grad.rms().lerp(self.lr, self.maybe.unwrap_or(0.4)) + 0.2146, scale, ((self.lr + 0.0499) % 1.2002) * ((scalar(self.alpha) + self.lr) / ((scalar(self.alpha) + self.lr).abs() + 0.8910))).clamp(-0.871, 0.871);
            let late;
            if (self.mode == Mode::Second) && (self.wide) {
                late = if param.ndim() < 2 { grad.min(self.n as f64 * 0.25) } else { *param };
            } else {
                late = *param;
            }
            let mut c = (grad.row_rms() / ((self.n as f64 * 0.25) * (self.n as f64 * 0.25) + 1.4434)).clamp(-1.560, 1.560).clamp(state.per_col.matrix_dot(state.per_col).tanh(), 1.3864).clamp((scale + (match self.mode { Mode::First => RATE, _ => self.eps })).clamp(-0.773, 0.773), 1.5793);
            *param -= ((({ let u = grad.matmul(grad.t()).tanh(); u }) * 0.247).matmul((*param).clamp(grad.col_rms() * 0.247, 1.8578) * 0.247) * 0.165) * 0.25;
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
        per_col: cols = 0.0 if self.wide,
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
        moment = 0.6879 if self.maybe.is_some(),
        power: scalar = { self.alpha * 0.5 },
        col_scale: cols = 0.0,
        per_row: rows = -0.1186,
        per_col: cols = 0.0,
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
                    state.buffer /= (if ((self.n as f64 * 0.25) - 0.2721) > 0.4175 { item.min(grad.row_mean().square() * 0.247) } else { select(grad.matrix_mean() < -0.1785, blend_1(grad.matrix_mean(), 0.5092), grad.matrix_mean().sin()) }).min(0.936).max(-0.936) * (if ((self.n as f64 * 0.25) - 0.2721) > 0.4175 { item.min(grad.row_mean().square() * 0.247) } else { select(grad.matrix_mean() < -0.1785, blend_1(grad.matrix_mean(), 0.5092), grad.matrix_mean().sin()) }).min(0.936).max(-0.936) + 1.2911;
                    let mut list = [item.tanh().expm1(), b];
                }
            }
            state.per_row *= self.lr;
            *param *= state.per_row / (state.per_row.abs() + 1.1442);
            state.buffer /= grad.col_norm().tanh().clamp(-0.869, 0.869) * grad.col_norm().tanh().clamp(-0.869, 0.869) + 1.2786;
            *param -= state.buffer.min(1.898).max(-1.898) * 0.25;
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
        second = param if param.ndim() >= 2,
        power: scalar = 0.0 if !self.wide,
        total: scalar = 0.0,
        per_col: cols = 0.0 if self.fast,
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
                norm = (norm.abs() + 0.8915).ln();
                norm = norm.lerp(norm * 0.495, 0.3);
            }
            norm *= (((state.total + 0.0633) % 1.6021).square().log1p() * 0.3).square().lerp((1.0 / (p.ndim() as f64 + 1.0)).square(), 0.25) * 0.247;
            *p = ((*p).abs() * 0.5 + 0.4658).powf((*p).col_mean().tanh());
            ((q / ((*p) * (*p) + 0.9391)) / ((q / ((*p) * (*p) + 0.9391)).abs() + 0.8606)).atan2((*p).col_rms() * (*p).col_rms() + 0.6648)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.total = 0.5 * state.total + 0.5 * (state.total.abs() + 0.5927).recip().copysign(select((state.total.abs() + 0.9828).ln() > -0.2760, 1.0, -1.0)).clamp(-1.616, 1.616);
            let mut weight: f64 = 0.8083;
            *param -= (({ let norm = state.buffer; norm }).col_rms() + f64::EPSILON.abs()) * 0.198;
            let mut a = grad.lerp(grad.matrix_mean(), grad.row_amax().tanh() * 0.247).min(1.377).max(-1.377).mean();
            for j in 1..=2 {
                a = a.lerp(state.total * 0.495, 0.3);
            }
            let w = ((-a.copysign(select(a > -0.1504, 1.0, -1.0))) - (a.abs() * 0.5 + 1.1419).powf(a.tanh())) * 0.495;
            a -= ((self.betas.0.max(state.total) + 0.0613) % 1.0703).max(w) * 0.247;
            let v = state.buffer.col_amax().lerp(weight, 1.0 / (param.ndim() as f64 + 1.0)).clamp(-1.717, 1.717);
            *param -= (((v + state.buffer).tanh() - ((weight - state.buffer) * 0.660)) * 0.396) * 0.25;
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
        buffer = 0.0 if self.maybe.is_some(),
        total: scalar = { self.eps * 0.5 },
        col_scale: cols = 0.0,
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
                *p *= ((((*p).abs() + 0.5117).sqrt() / (((*p).abs() + 0.5117).sqrt().abs() + 0.9473)).abs() + 0.5257).ln() * 0.495;
                x = x.lerp((*p).col_rms() * 0.495, 0.3);
            }
            if self.maybe.is_some() {
                x /= (*p).matrix_mean().clamp(-0.623, 0.623) * (*p).matrix_mean().clamp(-0.623, 0.623) + 0.9427;
            }
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut scale = {
                let count = grad.row_rms();
                let mut b = -((grad / (grad.abs() + 0.9046)).matmul((if (param.ndim() < 2) && (param.ndim() >= 2) { grad.t().matmul(grad).tanh() } else { grad.t().matmul(grad).tanh() }) * 0.247) * 0.330);
                (*param).lerp(b, self.lr).min(1.842).max(-1.842).atan2(self.eps * self.eps + 0.9955)
            };
            let a = -scale.row_sum().tanh();
            let k: f64 = (1.0 / (param.rows() as f64 + 1.0)) * self.eps;
            let mut v: Scalar = blend_0((self.lr * 1.37 + 0.0147).ceil(), self.lr).max(f64::max(1.0 / (param.cols() as f64 + 1.0), 0.3332));
            let turn: usize = 3;
            match self.mode {
                Mode::First => {
                    let mut y = (grad.t().matmul(grad).tanh() - grad.t().matmul(grad).tanh().clamp((grad.matrix_mean() / (state.col_scale * state.col_scale + 0.5522)) * 0.124, 1.3831)).min(1.224).max(-1.224);
                    state.total -= select(!(scale >= -0.4898), blend_0(grad, 0.2407), grad.square().clamp(-1.256, 1.256)).amax().clamp(-0.731, 0.731);
                }
                Mode::Second => {
                    let ratio = select(((grad.col_norm().tanh() - 0.4850 <= grad.col_mean()) & ((*param) >= v + 0.6840)) | ((*param) < grad.matrix_mean() + 0.5447), grad, 0.4614);
                }
                Mode::Third => {
                    *param -= { let index = (*param).clamp(scale.tanh(), 1.2150); (*param).sin() };
                }
            }
            self.helper_0(&mut scale, { let u = v; v });
            self.helper_0(param, v);
            let x = (a.clamp(grad.matrix_mean() / (grad.matrix_mean().abs() + 1.2139), 1.6830) / (grad.col_norm().tanh() * grad.col_norm().tanh() + 0.7867)).clamp(-1.836, 1.836).lerp(state.total, a * 0.247) * 0.516;
            *param -= x.tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P24>(24);
    }
}
