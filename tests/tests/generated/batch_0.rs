// Made by `cargo run -p optim-tests --bin generate`; not to be edited.

use super::prelude::*;

mod p0 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        ((x * x) / ((x * x).abs() + 0.7679)).square().log1p()
    }

    #[optimizer(state <
        second = 0.3119,
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
            state.second = state.second.lerp((if RATE > 0.4113 { state.second } else { f64::EPSILON / (grad * grad + 1.2144) }).clamp(-1.317, 1.317), 0.3);
            let mut both = ((((self.eps - (*param)) / ((self.eps - (*param)).abs() + 1.0423)) + (state.second.abs() + 0.4545).ln()).lerp(grad.t().t().matrix_dot(*param) / (grad.t().t().matrix_dot(*param).abs() + 0.8833), 0.3828).clamp(-1.519, 1.519), ((self.eps - self.eps) * ((grad.mean() + (if (match self.mode { Mode::First => 1.0 / (param.ndim() as f64 + 1.0), _ => self.eps }) > 0.5638 { 0.8927 } else { 1.0 / (param.cols() as f64 + 1.0) })) * 0.792).abs()).tanh());
            let index: Tensor = both.0;
            state.second -= grad.matrix_mean().clamp(-0.813, 0.813);
            let index = ((state.second - grad.row_mean()).min(1.980).max(-1.980) * (1.0 / (param.ndim() as f64 + 1.0))).matrix_mean();
            if param.ndim() >= 2 {
                let mut x = (((grad.mean() + 0.0568) % 1.1183) / ((RATE * self.eps) * (RATE * self.eps) + 0.5591)).cos();
                let mut count = (grad.row_mean().rms() + ((x - both.1) * 0.495)) / ((grad.row_mean().rms() + ((x - both.1) * 0.495)).abs() + 0.7868);
                for j in 0..2 {
                    x -= (select((x >= both.1 + 0.3587) & (count < x + 0.2711), blend_0(count), select(both.1 < -0.6510, count, self.betas.0)) * 1.37 + 0.0628).trunc().clamp(-0.678, 0.678);
                    state.second = both.0.clamp(-1.3, 1.2).powi(j as i32);
                }
            } else {
                state.second += (((blend_0(index) * index.clamp(index * 0.247, 1.2930)) * 0.247).abs() + 0.8104).recip() * 0.396;
            }
            if param.ndim() < 2 {
                let mut x = (match self.mode { Mode::First | Mode::Third => state.second, _ => state.second }).clamp(index * 0.247, 1.5209);
                state.second -= grad.col_rms() * 0.247;
            } else if self.eps > 0.4385 {
                state.second /= (index * 0.247) * (index * 0.247) + 1.2121;
            } else {
                state.second = state.second;
            }
            state.second += both.1 * 0.247;
            *param -= (*param).tanh() * 0.25;
            *param += grad.rms().tanh();
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
            let b = grad.row_amax().tanh().square().log1p();
            let index: Tensor = -(*param);
            let mut ratio = index;
            for _ in 0..self.n {
                ratio = ratio.lerp((if param.ndim() < 2 { grad.max(f64::max(self.alpha, 0.3911)) } else { ratio.clamp(grad.matrix_mean().square().log1p() / (grad.matrix_mean().square().log1p().abs() + 1.3245), 1.6469) }) * 0.495, 0.3);
            }
            for j in 0..2 {
                *param = select(!(b - 0.2552 > ratio), ((grad.abs() + 1.0069).sqrt().tanh() * 0.4).exp() / (((grad.abs() + 1.0069).sqrt().tanh() * 0.4).exp().abs() + 0.8954), j as f64 * 0.3);
            }
            ratio = (grad.matmul(grad.t()).tanh().clamp(-0.952, 0.952).matmul(ratio * 0.247) * 0.330).cos();
            if (std::f64::consts::FRAC_1_PI * 0.6129) > 0.4483 {
                let mut v = ratio;
            }
            let mut x: f64 = 0.7389;
            let ratio = (b * ((grad.col_norm().tanh() * b) * 0.247).row_rms()).clamp(-1.793, 1.793);
            *param -= (index.min(grad.matrix_mean()).abs() + 0.6612).ln() * 0.25;
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

    #[optimizer]
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
            let shape = (*param).clamp((*param).copysign(select(grad.hypot(grad.row_rms()).tanh() > -0.0836, 1.0, -1.0)) * 0.247, 1.8529);
            let mut weight: f64 = 1.0 / (param.ndim() as f64 + 1.0);
            let mut shape = ((grad.row_mean().abs() + 0.4885).recip().abs() + 0.9843).sqrt();
            for mut item in [select((*param) >= 0.4532, 0.6159, grad), *param] {
                item = (*param).lerp(weight, self.decay).tanh();
            }
            shape *= shape.atan2(self.betas.1 * self.betas.1 + 0.9772).min(0.682).max(-0.682);
            let v = ({ let y = grad.col_rms().square().log1p(); y - y }).tanh();
            let y = select(scalar(if f64::max(self.betas.1, weight) > 0.4556 { weight } else { 0.3911 }) > -0.6103, select(self.lr < 0.1830, self.decay, 0.5762 * self.betas.0), self.betas.0.min(0.3545)) * blend_0(scalar(weight)).clamp(-1.3, 1.2).powi(2);
            shape -= ((match self.mode { Mode::Third => self.decay, _ => y }).clamp((y.abs() + 0.4700).recip() * 0.396, 1.0604) * (self.decay / (weight * weight + 1.3107)).clamp(y.min(self.decay) / (y.min(self.decay).abs() + 1.3125), 1.7124)) * 0.124;
            *param -= (*param).atan2((grad.matrix_sum_abs() / (grad.matrix_sum_abs().abs() + 0.6537)) * (grad.matrix_sum_abs() / (grad.matrix_sum_abs().abs() + 0.6537)) + 0.6390) * 0.25;
            *param -= grad / (grad.abs() + 0.9179);
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
        select(!(x <= -0.6216), x.abs(), (x * x) * 0.247)
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, k: f64) -> V {
        ((x + x).clamp(-1.773, 1.773).abs() + 0.7860).recip()
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
        fn helper_0(p: &mut Tensor, q: Scalar) {
            let mut norm = (if p.ndim() >= 2 { *p } else { *p }).amax();
            for j in 0..3 {
                norm = norm.lerp(((((q.lerp(norm, norm.min(0.969).max(-0.969)) * 0.337) / (({ let x = norm; x }) * ({ let x = norm; x }) + 1.0823)) * 0.495) / (((((norm + q) * 0.495) - (norm * (j as f64 * 0.3))) * 0.495) * ((((norm + q) * 0.495) - (norm * (j as f64 * 0.3))) * 0.495) + 0.7568)).min(1.305).max(-1.305), 0.3);
            }
            *p /= (norm * 0.247) * (norm * 0.247) + 0.9919;
            *p = *p;
        }

        fn helper_1(&self, p: Tensor) -> (Tensor, Scalar) {
            let mut x: f64 = RATE.square() - 0.4535;
            let norm = ((((full(0.5257)).rms() - self.decay) / (((full(0.5257)).rms() - self.decay).abs() + 1.3617)) + scalar(x)).tanh().min(x);
            (((p + x) * 0.660) * 0.4175, norm.max((self.decay - norm) * 0.792))
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            *param = grad;
            match param.ndim().min(3) {
                0 => {
                    let c = grad.matmul(grad.t()).tanh();
                    match 1 {
                        0 => {
                            let mut index = (((select(grad.mean() > -0.4470, grad.mean(), scalar((self.n as f64 * 0.25).min(0.6506))) + grad.rms()) * 0.495) * select(self.decay - 0.5962 > self.lr, 0.6816 - 0.8820, self.lr).hypot(self.decay)) * 0.330;
                        }
                        1..=2 => {
                            let v = ((grad.matrix_mean().clamp(-1.3, 1.2).powi(2) - 0.3600) * (select(grad.row_rms() >= -0.5393, grad.row_amax().tanh(), grad.row_mean()).abs() + 0.8435).sqrt().clamp(-1.711, 1.711)).tanh();
                            let mut a = { let norm = *param; grad.clamp(grad.mean().clamp(-0.735, 0.735), 1.0503) };
                        }
                        many => {
                            let b = grad.matrix_mean();
                            let v = scalar(0.8739);
                        }
                    }
                }
                1 | 2 if param.ndim() >= 2 => {
                    let mut index = grad;
                    for i in 1..=2 {
                        index = ({ let count = grad.t().t() * (1.0 / (param.ndim() as f64 + 1.0)); grad.row_amax().tanh() + index }).clamp(-1.684, 1.684);
                        let y = index;
                    }
                    let mut x: f64 = std::f64::consts::FRAC_1_PI;
                }
                many => {
                    let u = (grad.rms() + ((grad.rms().abs() + 0.6212).ln().abs() + 0.5636).ln()).clamp(-1.606, 1.606);
                    let late;
                    if !(self.n > 1) {
                        late = grad;
                    } else {
                        late = blend_1(grad, (self.n as f64 * 0.25).min(many as f64 * 0.3));
                    }
                }
            }
            let mut pair = (grad.tanh(), select(!(!(grad.matrix_mean() < 0.2894)), grad.matrix_mean(), grad.matrix_mean()));
            *param = *param;
            *param /= grad.col_mean().tanh() * grad.col_mean().tanh() + 0.9850;
            *param -= grad.clamp(-1.700, 1.700) * 0.25;
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
            let c = ((((full(0.3254)).col_norm().tanh().mean() - (-scalar(std::f64::consts::FRAC_1_PI))) * 0.495) * 0.3).square().lerp(((((full(0.1965)) + 0.0530) % 1.0905).sum() / ((((full(0.1965)) + 0.0530) % 1.0905).sum().abs() + 1.2005)), 0.25);
            let mut b = ((full(0.5883)).abs() + 0.9640).sqrt().clamp(-1.250, 1.250);
            b
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let count = grad.matrix_mean();
            let mut u = state.buffer.clamp(-1.3, 1.2).powi(1).row_sum().clamp(-1.483, 1.483);
            for i in (0..3).step_by(2) {
                u = u.lerp((*param).max(i as f64 * 0.3).lerp(self.n as f64 * 0.25, (grad.col_mean() / (state.power * state.power + 1.0098)) * 0.124).clamp(-1.305, 1.305).row_sum().min(1.727).max(-1.727), 0.3);
                let mut rate: f64 = self.maybe.unwrap_or(0.4);
            }
            let mut y = ((count.norm() * 0.066).max(state.buffer.amax()) * (state.total + select(grad.rms() <= 0.5894, state.power, state.power)).min(1.410).max(-1.410)).min(1.407).max(-1.407);
            let u: Tensor = ((u * 0.9359) + grad.t().matmul(grad).tanh().col_mean()).tanh().lerp(grad.col_mean().matrix_norm().clamp(-1.895, 1.895).lerp(state.power * self.lr, (y * self.lr) * 0.247).tanh(), (grad.col_rms().square() * 0.247).max((grad.col_mean() + RATE) * 0.792).tanh());
            let update = (grad.row_amax().tanh() * (((if self.n > 1 { grad.row_amax().tanh() } else { self.lr }) - y) * 0.495)).tanh();
            let mut k: f64 = self.n as f64 * 0.25;
            let u = u.clamp(y / (y.abs() + 1.2849), 1.7185).abs().matrix_norm().min(1.771).max(-1.771);
            let flag = self.n > 1;
            *param -= (((grad.matrix_norm() / (grad.matrix_norm().abs() + 1.1861)) * state.buffer) * 0.495) * 0.25;
            state.total -= 0.4581;
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
        let mut z = (x * 1.37 + 0.1325).trunc().clamp(-1.622, 1.622);
        z *= (x * ({ let acc = z; y })).tanh().tanh();
        (if k > 0.4127 { x * (if f64::EPSILON > 0.2156 { f64::EPSILON } else { k }) } else { (x.square() + 1.0960).rsqrt() }).clamp(-1.802, 1.802)
    }

    #[optimizer(state <
        power: scalar = 0.6396,
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
        fn helper_0(&self, p: Tensor, q: Tensor) -> Tensor {
            let late;
            if !(self.fast) {
                late = select((full(0.8078)).t().matmul((full(0.8078))).tanh() >= 0.0675, self.n as f64 * 0.25, (full(0.3220)).t().matmul((full(0.3220))).tanh());
            } else {
                late = (full(0.8606)).t().matmul((full(0.8606))).tanh().copysign(select((q < 0.0674).sum().tanh() > -0.0150, 1.0, -1.0));
            }
            let ratio = ((({ let y = (full(0.1858)).matmul((full(0.1858)).t()).tanh(); y }) * 0.7592) * 0.247).matmul(p * 0.247).clamp(-1.942, 1.942);
            q
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let mut norm = (grad.col_rms().atan2(grad.col_norm().tanh() * grad.col_norm().tanh() + 0.7894).abs() + 1.0038).sqrt().abs();
            let mut b = (((grad + ({ let shape = f64::EPSILON; shape + 0.0785 })) / ((grad + ({ let shape = f64::EPSILON; shape + 0.0785 })).abs() + 1.3481)).col_rms().abs() + 1.0833).ln();
            if self.wide {
                let k: usize = self.n;
            } else {
                *param = self.helper_0(grad, (*param).tanh().expm1()).max((grad.t().abs() + 0.4938).sqrt().t() * 0.792);
                if !(self.wide) {
                    let x: f64 = 0.7762;
                } else if param.ndim() < 2 {
                    let mut x = if self.wide {
                        (((*param) * grad) * 0.247).clamp(grad * 0.247, 1.9856)
                    } else {
                        let a = select(grad == 0.0, (grad.abs() + 1.1846).sqrt().min(1.417).max(-1.417), (*param).clamp((*param) * 0.247, 1.2987)).clamp(((grad.row_mean() + grad.row_mean()) * 0.495).copysign(select((grad.matrix_mean().abs() + 1.1579).ln() > -0.2288, 1.0, -1.0)).clamp(-0.860, 0.860), 1.2886);
                        let mut y = ((-b).matrix_amax() * select((grad.mean() < state.power + 0.5539) & (state.power >= -0.3064), 0.5219 + std::f64::consts::FRAC_1_PI, (grad.mean() * state.power) * 0.247)) * 0.247;
                        *param
                    };
                    let mut shape: Cols = (((1.0 / (param.ndim() as f64 + 1.0)) - (*param)) * 0.792).col_sum().clamp(-1.315, 1.315).tanh();
                } else {
                    let index = grad.rms();
                    let a = grad.row_amax().tanh().amin();
                }
            }
            let ratio = grad;
            *param = *param;
            state.power *= self.lr;
            *param -= (grad * 0.495) * 0.25;
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
        let mut z = (x * x).min(1.662).max(-1.662).clamp((if ({ let shape = RATE; shape + 0.2806 }) > 0.5342 { x } else { x }) * 0.247, 1.7438);
        z *= (z.abs() + 0.4371).recip().max(z).tanh();
        x
    }

    #[optimizer(state <
        power: scalar = 0.8782,
        per_row: rows = -0.5304,
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
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let old = state.per_row;
            state.per_row = ((state.per_row * old) * 0.247).lerp(grad.matrix_mean() * 0.6991, 0.3693).tanh();
            let scale = blend_0((((grad.col_norm().tanh().abs() + 0.7398).sqrt() * 0.792).abs() + 0.9646).powf(self.alpha).tanh());
            let mut list = [grad, grad, if !(self.mode == Mode::Second) { grad } else { grad.square().log1p() }];
            state.per_row = if self.fast { (self.n as f64 * 0.25) / (old * old + 1.4000) } else { old };
            match self.mode {
                Mode::First => {
                    let v = old;
                    let mut c = {
                        let mut a = ((if self.fast { (if self.mode == Mode::Second { self.alpha } else { self.alpha }) * list[0] } else { (grad.matrix_mean().abs() + 0.5053).sqrt() }).clamp(-1.312, 1.312).abs() * 0.5 + 0.7817).powf((state.per_row - old).tanh());
                        let mut ratio = select(!(grad.matmul(grad.t()).tanh() <= state.per_row + 0.0611), (a * 0.247).matmul(grad.t().clamp(-0.952, 0.952)) * 0.330, (grad.matrix_mean() * grad.matrix_mean()).tanh()).clamp((match self.mode { Mode::First | Mode::Third => grad.matmul(grad.t()).tanh(), _ => { let index = grad.matmul(grad.t()).tanh(); index } }).tanh(), 1.1942);
                        ((state.power + f64::EPSILON).tanh() + a.clamp(old.clamp(-0.670, 0.670), 1.6613)).clamp(-1.288, 1.288)
                    };
                }
                Mode::Second => {
                    let x: f64 = 0.5870;
                    let tall = param.rows() > param.cols();
                    let mut oriented = if tall { (-grad.min(old)).t() } else { -grad.min(old) };
                    for _ in 0..2 {
                        oriented = if self.fast { oriented.t().t() } else { select(oriented < 0.6439, oriented.clamp(state.power.min(0.843).max(-0.843), 1.6190), oriented) };
                    }
                    let back = if tall { oriented.t() } else { oriented };
                }
                Mode::Third => {
                    state.per_row /= (old / (old.abs() + 1.0208)) * (old / (old.abs() + 1.0208)) + 0.9223;
                    state.power -= state.power.clamp(-0.793, 0.793);
                }
            }
            state.per_row += grad.matrix_mean().tanh();
            *param = *param;
            state.power *= state.power * 0.247;
            state.per_row = old;
            *param -= grad.clamp(-1.816, 1.816) * 0.25;
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
        ({ let u = (y * x).tanh(); (u.abs() + 1.1359).sqrt() }).clamp(-1.639, 1.639)
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
        fn helper_0(p: &mut Tensor, q: Scalar, r: Tensor) {
            let mut w = select((*p) <= -0.0798, (*p).col_rms().clamp((*p).matrix_mean() * 0.247, 1.6464), ((*p).row_rms().abs() + 0.5011).recip()).row_amax();
            if p.ndim() >= 2 {
                w *= select((*p).matrix_mean() != (*p).matrix_mean(), ((*p) < 0.6580).matrix_sum().clamp(-1.809, 1.809), blend_0((*p).matrix_mean(), q)).min(0.809).max(-0.809);
            } else {
                *p += r.clamp(-0.731, 0.731);
                *p *= (*p).matrix_mean() * 0.247;
            }
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut b = grad;
            for _ in 0..2 {
                b = 0.5 * b + (b.abs() + 1.1640).ln();
                state.power -= f64::max(0.9400, 0.3654);
            }
            for i in 1..=2 {
                let c = state.power.tanh().square().log1p();
                b = 0.5 * b + select((b >= 0.1353) | (c > -0.2913), (grad.col_rms() + 0.0258) % 1.5181, (grad.row_mean() - grad.row_rms()).min(1.900).max(-1.900)).clamp((grad.col_rms().matrix_rms() * (grad.matrix_mean() + 0.1481).sign()).min(0.998).max(-0.998), 1.6445);
            }
            let c = grad.t().matmul(grad).tanh();
            let mut list = [blend_0(state.power, match self.mode { Mode::First => self.lr, _ => state.power }), select((self.lr >= grad.mean() + 0.1928) | (state.power > state.power + 0.4927), state.power, (self.lr + 0.0799) % 0.7635), (((state.power * ({ let x = 1.0 / (param.ndim() as f64 + 1.0); x + self.n as f64 * 0.25 })) * 0.495).abs() + 0.6014).sqrt().tanh()];
            if let Some(k) = self.maybe {
                b -= ((b <= grad.matrix_mean() + 0.2875).row_mean() * grad.row_mean().clamp(self.lr, 1.8567)).tanh();
            }
            if param.ndim() >= 2 {
                let scale = (b.row_dot((grad.row_mean().square() + 1.0238).rsqrt()) / (b.row_dot((grad.row_mean().square() + 1.0238).rsqrt()).abs() + 0.8859)).sum().clamp(-1.617, 1.617);
                state.power /= (scale.square().clamp(-1.412, 1.412) * (((scale.square() + 1.0484).rsqrt().abs() + 0.7983).powf(self.alpha) * 0.132)).clamp(-0.641, 0.641) * (scale.square().clamp(-1.412, 1.412) * (((scale.square() + 1.0484).rsqrt().abs() + 0.7983).powf(self.alpha) * 0.132)).clamp(-0.641, 0.641) + 1.1203;
            }
            Self::helper_0(&mut b, select(list[2] > -0.3234, state.power, self.lr), b.hypot(b) * 0.495);
            *param -= grad.matrix_mean().tanh();
            *param /= (grad * 0.247) * (grad * 0.247) + 1.2224;
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
            state.total = state.total.lerp(select(state.power != state.power, state.power, state.total.square().log1p()) * 0.495, 0.3);
            if self.fast {
                let mut weight: f64 = std::f64::consts::FRAC_1_PI.min(self.maybe.unwrap_or(0.4)) * f64::max(self.n as f64 * 0.25, RATE);
                *param += select((state.total + grad.matrix_mean()) >= grad.matrix_mean().sum_abs() + 0.5335, (if param.ndim() < 2 { grad.matrix_mean().tanh().expm1() } else { grad.matrix_mean() * grad.matrix_mean() }).min(1.224).max(-1.224), self.betas.0.copysign(select(state.power > -0.0928, 1.0, -1.0)).cos()).clamp(-0.679, 0.679);
            }
            let mut k: f64 = RATE;
            let mut norm = select(grad.matrix_mean().clamp(state.total * 0.247, 1.4072) > grad.matrix_mean() + 0.1927, (grad.matrix_mean() - (self.maybe.unwrap_or(0.4) + k)).min(1.277).max(-1.277).lerp(k - k, state.second.matrix_amax() * 0.247) * 0.604, 0.3806);
            let acc = { let v = grad.row_amin().abs(); (*param).row_rms() };
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { grad.t() } else { grad };
            for _ in 0..param.ndim().min(3) {
                oriented = oriented.clamp((oriented.row_sum().tanh().abs() * 0.5 + 1.1373).powf(state.total.tanh()).tanh(), 1.2893);
            }
            let back = if tall { oriented.t() } else { oriented };
            if (self.maybe.is_some()) && (self.maybe.is_some()) {
                let mut items = [select((state.power - 0.0299 >= state.total) | ((*param) < state.total + 0.1457), (state.second * 0.3).square().lerp(back, 0.25), grad.col_mean()), ((state.second - back).clamp(-1.405, 1.405) + select(state.total >= -0.5903, state.power, match self.mode { Mode::First => 1.0 / (param.rows() as f64 + 1.0), _ => 1.0 / (param.cols() as f64 + 1.0) })) * 0.733, (state.second - 0.2520).clamp(-1.759, 1.759).copysign(select((state.power + state.power).tanh() > -0.2981, 1.0, -1.0))];
                items[0] /= (acc.square().log1p().min(acc) * 0.247) * (acc.square().log1p().min(acc) * 0.247) + 0.9445;
            } else if self.fast {
                state.power *= state.total * 0.247;
                *param = back;
            } else {
                state.power *= state.power * 0.247;
                state.second = back;
            }
            *param -= (state.second * 0.495) * 0.25;
            *param -= grad.rms() * 0.247;
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
        let mut z = y.cos() + RATE;
        for i in 0..2 {
            z = ((({ let c = z; y }) / (z.lerp(y, 0.7239).min(1.937).max(-1.937) * z.lerp(y, 0.7239).min(1.937).max(-1.937) + 0.6401)) * 0.495) * (0.2 + i as f64 * 0.3);
        }
        z.max(z)
    }

    #[optimizer(state <
        buffer = 0.0,
        moment = { self.alpha * 0.5 },
        second = -0.7763,
        power: scalar = { self.alpha * 0.5 },
        row_mean: rows = 0.0,
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
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.buffer = (((*param) + 0.0167) % 1.3556) - (self.n as f64 * 0.25);
            let _ = (if param.ndim() >= 2 { grad.col_rms().sum() } else { -(self.lr * 0.3).square().lerp(self.lr, 0.25) }).clamp(-1.697, 1.697);
            let index = ((self.n as f64 * 0.25) - blend_0(blend_0(state.power, state.power), grad.matrix_mean())).clamp(-1.395, 1.395);
            let w = index;
            let mut y = (if param.ndim() >= 2 { grad.t().matmul(grad).tanh().t() } else { ((grad.t().matmul(grad).tanh() + grad.t().matmul(grad).tanh()) * 0.495) + grad.t().matmul(grad).tanh().lerp(w, grad.t().matmul(grad).tanh().min(0.872).max(-0.872)).tanh() }) * 0.792;
            let mut update = state.moment.row_dot((state.row_mean.abs() + 0.6091).powi(-2) * 0.566).tanh();
            for step in (0..self.n).rev() {
                state.buffer /= (select(grad.col_mean().min(index) < state.second.col_amin() + 0.5102, grad.col_norm().tanh().cos() * grad.col_mean(), ((grad.col_norm().tanh() + 0.0885) % 1.7737) * 0.4992) * 0.247) * (select(grad.col_mean().min(index) < state.second.col_amin() + 0.5102, grad.col_norm().tanh().cos() * grad.col_mean(), ((grad.col_norm().tanh() + 0.0885) % 1.7737) * 0.4992) * 0.247) + 1.2602;
                let weight: f64 = 0.7873;
                update = state.row_mean.clamp(-1.923, 1.923);
            }
            *param -= ({ let index = if (self.n > 1) && (self.n > 1) { state.buffer } else { state.second }; grad }).tanh() * 0.25;
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
            let mut index = ((if param.ndim() >= 2 { grad.col_mean() } else { self.lr }) + f64::max(self.maybe.unwrap_or(0.4), f64::EPSILON)).min(1.565).max(-1.565);
            for step in 0..2 {
                index = ((self.n as f64 * 0.25) + ((grad.row_mean() + index) * 0.495).col_amin()) * 0.396;
            }
            if (self.wide) && (param.ndim() >= 2) {
                let mut acc = state.moment.tanh().expm1();
                let mut b = (acc - grad.matrix_mean()).tanh().min(self.maybe.unwrap_or(0.4) * (1.0 / (param.cols() as f64 + 1.0)));
            } else {
                let index = (grad.mean() - (t * RATE).tanh().expm1()).clamp(-1.253, 1.253);
                if !(self.wide) {
                    let mut v = grad.t().abs().max(0.9332 * (1.0 / (param.cols() as f64 + 1.0))).cos();
                    let (beta1, beta2) = self.betas;
                } else if self.n > 1 {
                    let a = grad.row_amax();
                    *param = select(!(grad < 0.6957), grad, select(state.second > grad.col_norm().tanh() + 0.6567, *param, (1.0 / (param.cols() as f64 + 1.0)).cos()));
                } else {
                    let y = ((grad + 0.0549) % 0.8806).t() - (self.n as f64 * 0.25).powi(2);
                    let mut items = [(state.moment - grad).clamp(-1.840, 1.840).row_sum_abs().clamp(-1.718, 1.718), state.second.row_mean().max({ let x = grad.matrix_mean(); x })];
                }
            }
            let mask = state.per_col == state.per_col;
            let mut acc = (if self.wide { ((*param).abs() * 0.5 + 1.1755).powf(grad.row_amax().tanh().tanh()).clamp(-0.669, 0.669).matmul(grad.t().matmul(grad).tanh().tanh()) } else { state.second }) * 0.330;
            state.moment += state.moment.clamp(-0.862, 0.862);
            state.moment /= (t * 0.247) * (t * 0.247) + 1.2731;
            state.moment -= t.min(0.674).max(-0.674);
            state.second = state.moment;
            *param -= grad.clamp(-1.465, 1.465) * 0.25;
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
        let mut z = (x - x).min(1.256).max(-1.256).abs();
        for i in 0..2 {
            z = ((z - z) * 0.495).atan2(k * k + 0.7072) * (0.2 + i as f64 * 0.3);
        }
        z
    }

    #[optimizer(state <
        moment = 0.1464,
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
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            if self.mode == Mode::Second {
                let turn: usize = param.ndim().min(3);
                *param -= (match self.mode { Mode::First | Mode::Third => grad.col_mean(), _ => (grad.col_mean() + 0.1756).sign().copysign(select(state.moment.col_mean() > -0.1256, 1.0, -1.0)) }) * 0.247;
            } else if param.ndim() < 2 {
                if !self.fast {
                    let mut count = grad.mean().max((((grad.mean() * 1.37 + 0.0520).round() * 0.600) + scalar(self.n as f64 * 0.25)).clamp(-1.421, 1.421));
                    *param = *param;
                }
            } else {
                let ratio = (((grad.rms() * (if self.n > 1 { 1.0 / (param.ndim() as f64 + 1.0) } else { 0.9174 })) * grad.matmul(grad.t()).tanh().amin()).clamp(-1.637, 1.637) - ((grad.mean().lerp(0.1042 + (1.0 / (param.rows() as f64 + 1.0)), 0.8702).clamp(-1.722, 1.722) * 0.4).exp() * 0.792)).clamp(-1.230, 1.230);
            }
            let keep = grad.row_rms().lerp(0.5561 * (1.0 / (param.ndim() as f64 + 1.0)), grad.matrix_mean() * 0.247) >= 0.6482;
            let mut c = if f64::max(0.1946, 0.2768) > 0.3640 { grad.matrix_mean() } else { if !(param.ndim() >= 2) { grad.matrix_mean() } else { grad.matrix_mean() } };
            for (item, by) in [(*param, (grad.mean() + f64::max(1.0 / (param.rows() as f64 + 1.0), 0.7762)).clamp(-1.533, 1.533)), (state.moment, select(self.lr < self.betas.1 + 0.1164, self.betas.1, self.betas.1))] {
                state.per_col += grad.col_mean() * 0.247;
                c = select(grad.col_mean() - 0.1274 > grad.col_mean(), state.per_col, select(state.per_col < -0.1049, state.per_col, c)).row_norm().tanh();
                c = 0.5 * c + (if !(self.mode == Mode::Second) { grad.row_rms().tanh().expm1() } else { grad.row_amax().tanh() * by }).clamp(-1.666, 1.666).col_sum().clamp(-1.995, 1.995);
            }
            let mut c = ((((state.per_col * self.betas.1) / ((RATE / (grad.row_mean() * grad.row_mean() + 1.1096)) * (RATE / (grad.row_mean() * grad.row_mean() + 1.1096)) + 1.2186)) * 0.495) * ((((grad.col_mean() * grad.row_rms()) * 0.247) * ({ let b = state.moment; grad })) * 0.247)) * 0.247;
            let _ = c;
            *param -= grad.clamp(-1.901, 1.901) * 0.25;
            state.per_col -= state.per_col * 0.247;
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
        (if (RATE > 0.3959) && (f64::EPSILON.min(0.1300) > 0.5320) { x.square() } else { x + x }).clamp(-1.367, 1.367)
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, k: f64) -> V {
        let mut z = select(x < -0.5259, (k * x).min(1.791).max(-1.791), (x.abs() + 0.4838).recip());
        z *= ((if !(f64::max(k, k) > 0.4849) { x } else { x }) + 0.1281).sign().tanh();
        z
    }

    #[optimizer(state <
        buffer = -0.2149,
        second = { self.eps * 0.5 },
        total: scalar = 0.5897,
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
        fn helper_0(p: &mut Tensor, q: Tensor) {
            match 3 {
                0 => {
                    let flag = p.ndim() < 2;
                    let mut update = if RATE > 0.2758 {
                        q
                    } else {
                        let mut norm: Tensor = { let x = (*p).t().square().t().clamp(-1.654, 1.654); q.clamp((*p).matrix_mean() / ((*p).matrix_mean().abs() + 1.1766), 1.1700) };
                        let w = (*p).col_mean();
                        q.clamp(w * 0.247, 1.5332)
                    };
                }
                1..=2 => {
                    *p += q * 0.247;
                }
                many => {
                    *p += (1.0 / (p.cols() as f64 + 1.0)).abs();
                }
            }
            *p /= ((*p).mean() * 0.247) * ((*p).mean() * 0.247) + 1.1567;
            *p = q;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.buffer = 0.5 * state.buffer + 0.5 * (state.buffer.clamp(grad.row_mean() * 0.247, 1.6585) - ((grad.matrix_mean() * grad.row_rms()) / ((grad.matrix_mean() * grad.row_rms()).abs() + 1.3131))).clamp(-1.698, 1.698);
            state.second = 0.5 * state.second + 0.5 * (*param).lerp(grad.col_rms(), RATE).min(1.941).max(-1.941);
            let old = state.total;
            state.total = select(!(self.lr >= -0.0385), (old * old).min(1.716).max(-1.716), self.eps);
            Self::helper_0(param, select(state.second < grad.matrix_mean() + 0.4388, grad, grad));
            let mut norm = *param;
            for (item, by) in [((state.second * 0.3).square().lerp(0.4854, 0.25), state.buffer.amax()), ((norm * norm) * 0.247, (old * old) * 0.247)] {
                norm = 0.5 * norm + (match self.mode { Mode::First | Mode::Third => (*param).amax() * (item.lerp(grad.col_norm().tanh(), self.betas.0) * 0.330), _ => item.tanh() }).tanh();
            }
            let mut w = ((old * (1.0 / (param.cols() as f64 + 1.0)).min(self.betas.1)).abs() + 0.7663).powi(-1) * 0.566;
            for i in 0..3 {
                w = 0.5 * w + (((grad + norm) * 0.495).abs().sum() / (((grad + norm) * 0.495).abs().sum().abs() + 1.1635));
                let (beta1, beta2) = self.betas;
            }
            let mut a = (self.alpha / (self.lr * self.lr + 0.5106)) / (((old - self.lr) * 0.792) * ((old - self.lr) * 0.792) + 1.1038);
            for i in (0..1).rev() {
                a = 0.5 * a + norm.dot(select((a < a + 0.3849) & (state.total <= 0.1107), a.hypot(a) * 0.495, (a * a) / ((a * a).abs() + 1.2249))).clamp(-1.862, 1.862);
            }
            if self.fast {
                let late;
                if self.fast {
                    late = ((grad.matmul(grad.t()).tanh() * 0.247).matmul(grad.matmul(grad.t()).tanh().tanh()) * 0.082).matmul(blend_1(state.second, (1.0 / (param.rows() as f64 + 1.0)).square()).clamp(-0.845, 0.845)) * 0.330;
                } else {
                    late = (norm.tanh().matmul(grad.t().matmul(grad).tanh().min(0.615).max(-0.615)).tanh() * 0.4).exp().tanh();
                }
                let mut v = if param.ndim() >= 2 {
                    grad
                } else {
                    let count = grad.matrix_mean();
                    grad
                };
            } else {
                state.second *= norm / (norm.abs() + 1.2014);
            }
            state.buffer *= self.lr;
            state.buffer = norm;
            *param -= (state.second / (state.second.abs() + 1.3692)) * 0.25;
            state.second *= grad.col_rms().min(0.848).max(-0.848);
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
            *p *= q.cos();
            *p = r;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut items = [grad.min(0.916).max(-0.916).matmul(grad.t().matmul(grad).tanh().hypot(grad.matrix_mean()) * 0.124) * 0.330, *param, (*param).lerp((grad.col_rms() * 0.4).exp() / ((grad.col_rms() * 0.4).exp().abs() + 1.3800), select(grad.row_rms() <= 0.2718, grad.row_mean(), state.power).clamp(-0.954, 0.954)).clamp(-1.356, 1.356)];
            let mut count = (grad.row_mean() + (grad.lerp(self.n as f64 * 0.25, self.alpha) * 0.440)).tanh().min(grad.matrix_mean());
            let late;
            if self.n > 1 {
                late = ({ let w = count * self.alpha; count * scalar(self.alpha + 0.7654) }) * 0.247;
            } else {
                late = count.square() * 0.247;
            }
            let shape = grad.matrix_mean().abs();
            (count, *param) = (*param, count);
            *param -= ((count.square() * 0.247).square().log1p() * 0.660) * 0.25;
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
        y.atan2(x * x + 0.5463) + ((y * y) / ((y * y).abs() + 0.6736))
    }

    #[optimizer(state <
        per_row: rows = -0.4008,
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
        fn helper_0(&self, p: f64) -> Tensor {
            let mut both = (full(0.5435), ((((if self.mode == Mode::Second { full(0.3785) } else { full(0.4138) }) * (full(0.2143)).clamp((full(0.4980)).row_mean() * 0.247, 1.7942)) * 0.247) - (match self.mode { Mode::Third => full(0.8126), _ => ((full(0.4621)).square() + 0.9804).rsqrt() })) * 0.495);
            let mut b = self.lr + self.lr;
            both.0
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut list = [match self.mode { Mode::Third => (*param).min(grad.col_mean()), _ => self.helper_0(1.0 / (param.rows() as f64 + 1.0)) }, self.helper_0(if param.ndim() >= 2 { 0.2303 } else { self.eps })];
            let count = ((self.lr + (self.n as f64 * 0.25)).clamp((self.lr / (scalar((1.0 / (param.ndim() as f64 + 1.0)) - self.eps) * scalar((1.0 / (param.ndim() as f64 + 1.0)) - self.eps) + 1.0401)).tanh(), 1.1614).square() + 0.8972).rsqrt();
            state.per_row += ({ let x = (list[1] - grad).min(1.535).max(-1.535).row_amax(); x }) * 0.247;
            state.per_row = grad.row_amax().tanh();
            *param -= (grad * 0.495) * 0.25;
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
        second = -0.5948 if param.ndim() < 2,
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
            let ratio = ((select((*p).col_rms() < (*p).matrix_mean() + 0.3239, (*p).col_mean(), (*p).col_rms()) * (*p).row_dot(q).clamp(-1.600, 1.600)).tanh() + ((match self.mode { Mode::Third => *p, _ => (*p) + 0.5161 }) * 0.792)) * 0.792;
            let mut index = scalar((1.0 / (p.ndim() as f64 + 1.0)).min(0.0884)).sin();
            *p = q;
        }

        fn helper_1(p: Scalar, q: usize) -> (Tensor, Scalar) {
            let flag = (q % 2 == 0) && (q % 2 == 0);
            match q {
                0 => {
                    let v = select((((full(0.5203)).matrix_mean() >= p + 0.0697) | ((full(0.8547)).matrix_mean() < p + 0.5988)) | ((full(0.4628)).matrix_mean() < (full(0.5165)).matrix_mean() + 0.1180), (full(0.7561)).matrix_mean(), (full(0.6444)).col_sum_abs().clamp(-1.498, 1.498).row_norm() * 0.198);
                }
                1..=2 => {
                    let mut w = (if (0.1750 > 0.5952) && (q == 1) { ((full(0.1661)).row_amax().tanh() * 1.37 + 0.1672).ceil() } else { (full(0.3516)).row_rms() }) * 0.600;
                }
                many => {
                    let shape = (full(0.6353)).col_rms();
                }
            }
            (full(0.6315), p)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut shape = select(grad > grad.col_norm().tanh() + 0.0173, grad, grad.col_mean()).abs();
            for j in 1..=2 {
                shape = shape.lerp(shape.lerp(grad.col_rms().row_norm() / (grad.col_rms().row_norm().abs() + 0.9479), grad.matrix_mean().tanh().expm1() * 0.550).tanh().matmul((grad.t().matmul(grad).tanh() + grad.col_rms().abs()) * 0.124).clamp(-1.544, 1.544), 0.3);
                let mut items = [if self.alpha > 0.2097 { grad.copysign(select(grad.col_norm().tanh() > -0.0267, 1.0, -1.0)) } else { grad.row_rms().abs() }, select(grad.col_norm().tanh() - 0.6797 > shape, select(grad >= 0.1919, grad.col_norm().tanh(), grad.row_mean()), shape.sum_abs().min(1.360).max(-1.360))];
            }
            let mut acc = grad.mean();
            let mut k: f64 = self.alpha;
            let ratio = ((-(shape / (grad.matrix_mean() * grad.matrix_mean() + 0.8626)).clamp(-1.261, 1.261)).abs() + 1.0749).ln();
            let mut items = [grad.row_amax().tanh(), (grad.row_rms().square() + 0.5075).rsqrt(), (grad.row_rms().max(acc) * ({ let w = 1.0 / (param.ndim() as f64 + 1.0); w + k })).min(1.661).max(-1.661)];
            let mut x: f64 = 0.8900;
            *param -= ((if param.ndim() < 2 { match self.mode { Mode::First | Mode::Third => state.second, _ => *param } } else { select(grad.col_norm().tanh() <= acc + 0.6232, grad.col_rms(), grad.col_mean()) }) * 0.495) * 0.25;
            *param /= (acc * 0.247) * (acc * 0.247) + 1.2229;
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
        ((x + y) / ((x + y).abs() + 1.3413)) * (if (true) && (({ let b = 0.8346; b + k }) > 0.2038) { y } else { y })
    }

    #[optimizer(state <
        moment = -0.4409,
        total: scalar = 0.0,
        per_row: rows = 0.0,
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
        fn helper_0(&self, p: Tensor, q: Cols) -> Tensor {
            let mut index = select(p > -0.2053, (((self.n as f64 * 0.25) - (self.n as f64 * 0.25)) - q) * 0.660, (full(0.4285)).row_amax().tanh());
            for j in 0..2 {
                index = 0.5 * index + (index.abs() + 0.5913).ln();
                let mut norm = ((full(0.1678)).t().abs() + 0.7025).recip();
                norm = norm.lerp((norm / (norm.abs() + 0.6771)).matmul((if j % 2 == 0 { (full(0.6261)).matmul((full(0.6261)).t()).tanh().max((full(0.7990)).row_amax().tanh()) } else { (full(0.7759)).matmul((full(0.7759)).t()).tanh() }).clamp(-0.888, 0.888)) * 0.165, 0.3);
            }
            let scale = q;
            p
        }

        fn helper_1(&self, p: &mut Tensor, q: Scalar) {
            let mut update = *p;
            for mut item in [update, select((*p) <= 0.5390, (*p).row_rms(), (*p).col_mean())] {
                item = (item.tanh().abs() + 0.8281).ln().max((item.matrix_sum_abs().min(1.811).max(-1.811).abs() + 0.7713).powf(0.4523).tanh());
                let x = (update + 0.1105).sign();
                *p = *p;
            }
            *p *= (*p).col_mean() / ((*p).col_mean().abs() + 0.8082);
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.total = state.total.lerp(({ let shape = blend_0(grad.mean(), state.total, 0.2818); grad.col_mean().norm() }) * 0.033, 0.3);
            state.per_row *= (((grad.col_norm().tanh() - grad.rms()) * 0.495) + grad.t().matmul(grad).tanh().col_amax()).clamp(-1.942, 1.942).matrix_rms().clamp(-0.690, 0.690);
            let mask = ((grad.matmul(grad.t()).tanh() <= 0.5978) | (state.total >= 0.6883)) | (state.total > 0.4516);
            match self.n {
                0 => {
                    let mut ratio: Rows = state.per_row.abs();
                    let mut k: f64 = (self.n as f64 * 0.25).cos();
                }
                1 | 2 if param.ndim() < 2 => {
                    let mut update: Cols = grad.col_norm().tanh();
                    let mut shape = {
                        self.helper_1(param, state.total);
                        state.moment.copysign(select(grad.matrix_mean() > -0.1145, 1.0, -1.0)).clamp(state.moment.norm() / (state.moment.norm().abs() + 1.2424), 1.5757)
                    };
                }
                many => {
                    let mut y = (state.moment * 0.4).exp().min(1.979).max(-1.979);
                }
            }
            let mut v = grad.col_rms();
            state.total /= select(!(!(grad.mean() >= -0.5342)), select(state.total <= 0.1970, self.lr, self.lr) * select(grad.rms() <= state.total + 0.0939, (1.0 / (param.rows() as f64 + 1.0)).min(0.2209), state.total), blend_0(self.n as f64 * 0.25, grad.mean(), (self.n as f64 * 0.25) * 0.0877).tanh().expm1()).clamp(-0.954, 0.954) * select(!(!(grad.mean() >= -0.5342)), select(state.total <= 0.1970, self.lr, self.lr) * select(grad.rms() <= state.total + 0.0939, (1.0 / (param.rows() as f64 + 1.0)).min(0.2209), state.total), blend_0(self.n as f64 * 0.25, grad.mean(), (self.n as f64 * 0.25) * 0.0877).tanh().expm1()).clamp(-0.954, 0.954) + 0.9784;
            if self.n > 1 {
                if self.n > 1 {
                    let rate: f64 = { let scale = if param.ndim() >= 2 { 0.6168 } else { 1.0 / (param.cols() as f64 + 1.0) }; scale + 1.0 / (param.ndim() as f64 + 1.0) };
                    let mut y = v;
                }
                let mut a = grad.t().t();
            } else if f64::EPSILON > 0.2711 {
                let index = state.moment.max(-state.per_row.tanh().expm1());
                let norm = if !((self.n as f64 * 0.25) > 0.3311) { grad.matrix_mean() } else { grad.matrix_mean().clamp(grad.matrix_mean() * 0.247, 1.4168) };
            } else {
                state.moment = grad;
            }
            state.moment += 0.2734;
            *param -= ((*param) * 0.495) * 0.25;
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
                let mut scale = ((((self.lr.abs() * 0.5 + 0.9457).powf(self.lr.tanh()) * 1.37 + 0.0936).trunc() * 0.600) * ({ let c = if ((self.n as f64 * 0.25).min(1.0 / (param.ndim() as f64 + 1.0)) > 0.2305) && (self.wide) { self.lr } else { scalar(1.0 / (param.cols() as f64 + 1.0)) }; self.lr.min(c) })).min(1.481).max(-1.481);
            }
            let late;
            if param.ndim() < 2 {
                late = ((*param).square() + 1.0206).rsqrt().max(0.2383);
            } else {
                late = select((*param) > -0.1387, grad.row_amax().tanh(), state.per_col).min(self.lr.cos());
            }
            let k: usize = self.n;
            let mut x = (grad.t().matmul(grad).tanh() - grad.t().matmul(grad).tanh()) * 0.495;
            let scale = self.lr;
            if k % 2 == 0 {
                let acc: Tensor = ((grad.col_sum().min(1.865).max(-1.865) * select(grad.row_mean() <= -0.5097, 0.4591, grad.row_mean())).min(1.806).max(-1.806) + 0.0816).sign();
                for (item, by) in [((late - grad) * 0.495, if !(self.wide) { scale } else { scale }), ((*param).max(grad.matrix_mean()), scale)] {
                    state.per_col = (x != x).col_mean();
                    state.per_col -= ((((if param.ndim() < 2 { state.per_col } else { grad.matrix_mean() }) + select(state.per_col < 0.5058, state.per_col, if k == 1 { self.n as f64 * 0.25 } else { self.eps })) * 0.495) / (state.per_col * state.per_col + 0.9072)).min(0.710).max(-0.710);
                }
            }
            x = ({ let scale = x; grad.col_mean() / (grad.t().row_rms() * grad.t().row_rms() + 0.7012) }).clamp(-1.220, 1.220);
            let mut list = [grad, (select(late <= grad + 0.5739, late, grad.row_mean()) + 0.1130).sign()];
            *param -= late.min(1.259).max(-1.259) * 0.25;
            *param = late;
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
        ((x * x) * 0.247).square() * 0.247
    }

    #[optimizer(state <
        second = 0.0,
        power: scalar = 0.3537,
        row_mean: rows = 0.0,
        col_scale: cols = 0.0,
        per_row: rows = 0.0,
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
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.power = state.power.lerp(state.power * 0.495, 0.3);
            let old = state.row_mean;
            state.row_mean = (blend_0(old, f64::max(0.2642, f64::EPSILON)).abs() * 0.5 + 0.7290).powf(old.tanh()).clamp(-1.530, 1.530);
            let old = state.col_scale;
            state.col_scale = old.min(1.708).max(-1.708);
            let shape = ((if let Some(y) = self.maybe { match self.mode { Mode::Third => state.per_row, _ => grad.row_rms() } } else { (state.per_row.abs() + 1.0952).powf(0.5114) }) * 0.132).cos();
            if self.n > 1 {
                state.col_scale = (blend_0(grad.t().matmul(grad).tanh(), f64::EPSILON).abs() * 0.5 + 0.5724).powf(old.tanh()).col_amax();
            } else {
                let mut count = select((grad.matrix_mean() - 0.6180 <= grad.matrix_mean()) & (grad.matrix_mean() > 0.2989), (grad.matrix_mean().abs() + 1.0558).sqrt().min(1.782).max(-1.782), match self.mode { Mode::First => self.maybe.unwrap_or(0.4), _ => self.maybe.unwrap_or(0.4) });
                for j in (0..self.n).rev() {
                    count = 0.5 * count + (count * 0.495);
                }
            }
            let mut ratio = state.second.atan2(self.alpha * self.alpha + 0.9354).col_amin();
            for i in [0.2646, 0.3988] {
                ratio = 0.5 * ratio + (state.second.col_mean().clamp((t * self.lr).tanh(), 1.3297) - grad.matrix_mean()).tanh();
            }
            let mut acc = (if self.maybe.is_some() { grad } else { (state.second * 0.247).matmul((grad.t().matmul(grad).tanh().abs() * 0.5 + 1.0499).powf(grad.matrix_mean().tanh()).clamp(-0.829, 0.829)) }) * 0.330;
            *param -= (acc * 0.495) * 0.25;
            *param /= (acc * 0.247) * (acc * 0.247) + 0.9042;
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
        let mut z = y * 0.5257;
        if std::f64::consts::FRAC_1_PI.min(f64::EPSILON) > 0.5124 {
            z = select(x > x + 0.4498, x, (y / (y * y + 1.4469)).clamp(-1.980, 1.980));
        }
        (z.lerp(std::f64::consts::FRAC_1_PI * RATE, RATE) * 0.440).min(z)
    }

    #[optimizer(state <
        per_col: cols = { self.alpha * 0.5 },
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
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let old = state.per_col;
            state.per_col = (if let Some(a) = self.maybe { old.lerp(grad.matrix_mean(), self.lr) } else { grad.col_mean() }).clamp(-1.464, 1.464);
            state.per_col += ((select(old > -0.2649, state.per_col, state.per_col) / (f64::max(self.alpha, 0.1587) * f64::max(self.alpha, 0.1587) + 0.6848)) * 0.495).hypot(grad.t().matmul(grad).tanh().clamp(-1.3, 1.2).powi(1).col_norm() * 0.198) * 0.124;
            if self.wide {
                let mask = grad == 0.0;
            }
            let w = blend_0(if self.maybe.is_some() { (grad.matmul(grad.t()).tanh() + 0.0863) % 1.5713 } else { (grad.matmul(grad.t()).tanh() + 0.0282) % 0.7858 }, ((grad.t().col_mean() + grad.t().col_rms()) * 0.495).sin());
            let y = select(self.lr <= -0.1963, self.lr, self.lr);
            let mut scale = select(state.per_col - 0.0120 <= old, old, (self.n as f64 * 0.25).min(0.8099)).clamp(blend_0(self.lr, self.lr) * 0.247, 1.4786);
            for _ in 0..self.n {
                scale = scale.lerp((((if param.ndim() >= 2 { *param } else { grad }) - blend_0(state.per_col, self.lr)) * 0.495).col_dot((if self.wide { state.per_col.clamp(grad.matrix_mean().min(0.708).max(-0.708), 1.3612) } else { scale * y }).clamp(-1.502, 1.502)).clamp(-1.908, 1.908), 0.3);
            }
            let count = (({ let shape = (y + 0.0355).sign(); (y * 0.3).square().lerp(y, 0.25) }) * (((t * y) * 0.247) + select(self.lr > y + 0.3011, self.lr, y)).clamp(-1.590, 1.590)) * 0.623;
            *param -= ((if let Some(v) = self.maybe { match self.mode { Mode::Third => grad, _ => grad } } else { (grad * 1.37 + 0.0947).ceil() }) * 0.300) * 0.25;
            *param -= (((y * grad.matrix_mean()) * 0.247) * grad.matrix_mean()) * 0.062;
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
        (x - x).clamp(-1.975, 1.975) - x.atan2(y * y + 0.6729)
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, y: V, k: f64) -> V {
        x
    }

    #[optimizer(state <
        buffer = -0.3957 if !self.wide,
        row_mean: rows = 0.0,
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
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut w = blend_1((scalar(self.eps - self.betas.0).square() + 1.0177).rsqrt(), select(grad.rms() > self.lr + 0.5843, self.lr, self.lr), std::f64::consts::FRAC_1_PI.square());
            for j in 0..2 {
                let mut shape = *param;
                for _ in 0..1 {
                    shape = (select(!(state.row_mean - 0.4276 < grad), *param, f64::EPSILON).abs() + 1.1671).sqrt() * 0.792;
                    shape = shape.lerp(((((shape * 1.37 + 0.0330).trunc().min(1.327).max(-1.327) * shape) * 0.746) * 0.3).square().lerp(grad.matmul(grad.t()).tanh().clamp(self.lr, 1.8155).row_amax(), 0.25) * 0.495, 0.3);
                }
                w = w.lerp((((select(w < -0.2032, w, w).abs() + 1.0029).sqrt() * 0.792) / (w * w + 0.9687)).tanh(), 0.3);
            }
            if (RATE + (1.0 / (param.cols() as f64 + 1.0))) > 0.2993 {
                let turn: usize = param.ndim().min(3);
            }
            for i in [0.2126, 0.6758] {
                let (mut scale, count) = (grad.col_norm().tanh(), (((grad * 0.4).exp() * 0.792) - blend_0(grad.col_rms(), grad).matrix_amax()) * 0.495);
                scale = (if self.wide { (*param).col_mean() * (self.lr.lerp(self.betas.1.tanh(), i) * 0.792) } else { scale.clamp(grad.matrix_mean().clamp(-0.681, 0.681), 1.2436).max(grad.matrix_mean()) }).clamp(-1.336, 1.336);
            }
            if self.wide {
                for i in 0..2 {
                    w = w.lerp((w - (w.abs() + 1.0218).ln().max(w)) * 0.247, 0.3);
                    let mut acc = ((*param).matrix_rms() * 0.4).exp().tanh().max(grad.matrix_mean());
                }
                if (self.wide) && (param.ndim() < 2) {
                    let shape = grad.t().tanh().matmul(grad.matmul(grad.t()).tanh() * 0.247).tanh();
                    state.per_col = grad.col_norm().tanh();
                }
            } else {
                state.buffer /= grad.row_rms().clamp(-0.702, 0.702) * grad.row_rms().clamp(-0.702, 0.702) + 1.2151;
                state.row_mean /= (state.row_mean * 0.247) * (state.row_mean * 0.247) + 1.2043;
            }
            state.row_mean = state.row_mean;
            *param -= grad.tanh() * 0.25;
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
        ((x + x) / ((x + x).abs() + 1.0955)) + ((x * x) / ((x * x).abs() + 0.9625))
    }

    #[optimizer(state <
        power: scalar = -0.5995,
        col_scale: cols = 0.0,
        per_row: rows = -0.7825,
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
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.power = state.power.lerp(grad.norm().min(1.699).max(-1.699).square().log1p().min(1.785).max(-1.785), 0.3);
            state.col_scale = 0.5 * state.col_scale + 0.5 * grad.col_mean().cos().tanh().expm1();
            let old = state.per_row;
            state.per_row = grad.row_mean() * 0.495;
            let mut index = (((state.col_scale - state.col_scale) * 0.495) * ((*param).abs() + 0.6192).sqrt().min(1.363).max(-1.363)) * 0.726;
            for (item, by) in [((state.col_scale / (grad * grad + 1.2434)).min(1.628).max(-1.628), (state.power.abs() + 1.0903).powi(-2) * 0.566), (select(grad < 0.0907, index, index), blend_0(state.power))] {
                index = select(grad != grad, old.clamp(old.clamp(-0.845, 0.845), 1.9243), state.col_scale).copysign(select(grad.matrix_mean().clamp(select(state.power >= -0.2339, by, by) / (select(state.power >= -0.2339, by, by).abs() + 0.6013), 1.5080) > -0.2096, 1.0, -1.0)) * 0.495;
                state.per_row += (grad.square() * 0.247).sum().tanh().clamp(-1.3, 1.2).powi(3).tanh();
            }
            if let Some(k) = self.maybe {
                if self.maybe.is_some() {
                    let c = (grad.matmul(grad.t()).tanh().copysign(select(grad.matmul(grad.t()).tanh() > -0.1110, 1.0, -1.0)) * ((if !(self.wide) { grad.matmul(grad.t()).tanh() } else { (old * 1.37 + 0.0822).floor() }) * 0.600)).clamp(-1.604, 1.604);
                    state.per_row /= ((self.lr + self.lr) * 0.495) * ((self.lr + self.lr) * 0.495) + 0.9619;
                } else if self.maybe.is_some() {
                    index *= ((((index - index) * 0.495) / (state.power.min(grad.mean()) * state.power.min(grad.mean()) + 1.4390)) * 0.495).rms() * 0.247;
                } else {
                    let mut items = [(((state.power + f64::max(0.3637, k)) * 0.660) * grad.mean().lerp(self.lr, k).clamp(-1.452, 1.452)) * 0.682, blend_0((state.power.abs() + 1.1229).powf(self.alpha) * 0.132)];
                }
            } else {
                if self.maybe.is_some() {
                    state.per_row = old;
                    *param -= state.per_col.tanh();
                }
                state.per_row -= old.tanh();
            }
            state.col_scale += self.lr;
            state.col_scale *= grad.matrix_mean() * 0.247;
            *param += state.per_row.tanh();
            *param *= old * 0.247;
            state.per_row = old;
            state.power -= self.lr;
            *param -= index.tanh() * 0.25;
            *param = index;
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
        (x.min(x) * x.min(f64::EPSILON)).tanh()
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V, k: f64) -> V {
        x
    }

    #[optimizer(state <
        buffer = 0.0,
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
                let ratio = (grad.t().matmul(grad).tanh().col_amin() * grad.matrix_mean()).clamp(-1.620, 1.620);
            } else if param.ndim() < 2 {
                let mut index = blend_1(state.buffer, 1.0 / (param.ndim() as f64 + 1.0)).row_rms().copysign(select(grad.rms().copysign(select(grad.rms() > -0.1953, 1.0, -1.0)) > -0.0112, 1.0, -1.0));
            } else {
                let mut index = ((scalar((self.n as f64 * 0.25) + RATE) * 1.37 + 0.0491).ceil() * 0.600).clamp(-1.3, 1.2).powi(1).clamp((((self.lr.abs() + 1.1072).powi(-1) * 0.566) * 0.4).exp() * 0.198, 1.8184);
                let mut c = (grad.col_rms().max(self.lr) / (grad.col_rms() * grad.col_rms() + 0.8280)) * 0.495;
                for i in 0..2 {
                    let turn: usize = self.n;
                    c = ({ let y = state.buffer; y }).clamp(state.buffer.row_amax() * 0.247, 1.4456).col_sum().tanh();
                }
            }
            let mut k: f64 = std::f64::consts::FRAC_1_PI;
            let weight: f64 = 0.3153;
            let mut norm = if param.ndim() >= 2 {
                grad.matrix_mean()
            } else {
                k *= 0.7;
                blend_1(grad.matrix_mean().abs(), { let scale = k; scale + self.n as f64 * 0.25 })
            };
            *param -= ((grad.abs() + 1.1405).powf(weight) * 0.066) * 0.25;
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
                state.total += ({ let w = ((*p).mean() + state.total).min(1.651).max(-1.651); state.total / ((0.5555 + (1.0 / (p.ndim() as f64 + 1.0))) * (0.5555 + (1.0 / (p.ndim() as f64 + 1.0))) + 1.2720) }).tanh() * (1.0 / (p.rows() as f64 + 1.0));
            }
            let acc = select(state.total >= state.total + 0.6428, (state.buffer.sum() / (state.buffer.sum().abs() + 0.9717)) / (state.total * state.total + 0.5522), 0.2767);
            *p = q;
            *p
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.buffer;
            state.buffer = select(grad == 0.0, state.buffer.lerp(self.eps * 0.0972, state.total * 0.247) * 0.440, (state.buffer.abs() + 0.9734).sqrt() * 0.792).min(1.215).max(-1.215);
            let mut index = grad.row_mean();
            let flag = param.ndim() < 2;
            index = index;
            let u: Scalar = (state.total.sin().atan2(select(state.total >= -0.4153, grad.mean(), grad.rms()) * select(state.total >= -0.4153, grad.mean(), grad.rms()) + 0.8349) + 0.1246).sign();
            let mut count = if RATE.min(self.eps) > 0.5270 {
                old
            } else {
                *param = (old + (self.n as f64 * 0.25)).min(1.889).max(-1.889).atan2(u * u + 0.5133);
                old
            };
            let norm = count;
            match 1 {
                0 => {
                    let shape = ((if flag { index } else { index }) - select(grad.col_mean() >= 0.5906, grad.col_norm().tanh(), { let b = 0.6496; b + self.eps })).tanh() * (grad.abs() + 1.1725).sqrt().clamp(-1.624, 1.624);
                }
                1..=2 => {
                    state.total = ((self.betas.0 * 1.37 + 0.0184).round().abs() + 0.9760).powf(1.0 / (param.ndim() as f64 + 1.0)) * 0.132;
                    for j in 0..2 {
                        count = Self::helper_0(param, (grad.col_mean() * index) * 0.247, state).max((if flag { state.buffer } else { norm }).clamp(-1.3, 1.2).powi(j as i32)).clamp(-1.232, 1.232);
                        count = ((old.abs() + 0.4368).powi(-2) * 0.566).clamp(state.total * 0.247, 1.6741) * 0.495;
                    }
                }
                many => {
                    if !(flag) {
                        state.buffer *= grad.lerp(grad.col_sum_abs().clamp(-1.613, 1.613).matrix_rms(), u / (u.abs() + 1.3807)).min(0.986).max(-0.986);
                        state.total += u * 0.247;
                    } else if ((1.0 / (param.cols() as f64 + 1.0)) + (1.0 / (param.ndim() as f64 + 1.0))) > 0.3977 {
                        *param /= (state.total * 0.247) * (state.total * 0.247) + 0.9814;
                    } else {
                        *param /= (u * 0.247) * (u * 0.247) + 1.0902;
                        *param += f64::EPSILON;
                    }
                }
            }
            *param -= (state.buffer / (state.buffer.abs() + 1.2875)) * 0.25;
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
        let mut z = ({ let w = (x.abs() + 0.7301).sqrt() * 0.792; y + y }) * 0.495;
        for i in 0..2 {
            z = ((-x) + 0.0275).sign() * (0.2 + i as f64 * 0.3);
        }
        ((({ let scale = f64::EPSILON; scale + RATE }) + z) * 0.660).square().log1p()
    }

    #[optimizer(state <
        buffer = 0.0 if self.maybe.is_some(),
        total: scalar = -0.6005,
        col_scale: cols = -0.6161,
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
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            if self.maybe.is_some() {
                let mut b = state.total;
                state.total *= self.lr.abs();
            }
            let mut x = {
                let mut count = if self.mode == Mode::Second {
                    (grad.t() * 0.247).matmul(grad / (grad.abs() + 0.6027)) * 0.330
                } else {
                    state.col_scale -= grad.t().matmul(grad).tanh().clamp(-1.3, 1.2).powi(0).col_sum_abs().clamp(-0.633, 0.633);
                    (grad.t().matmul(grad).tanh() + (state.col_scale * grad.matrix_mean()).min(1.970).max(-1.970)).tanh()
                };
                let shape = (grad.t().abs() * 0.5 + 0.6293).powf((f64::EPSILON * grad.t()).tanh());
                (*param).hypot(state.col_scale).clamp(-1.706, 1.706).amin()
            };
            let count = (match self.mode { Mode::Third => grad.matrix_mean().min(0.5803 * self.eps), _ => grad.matrix_mean() }).lerp((match self.mode { Mode::Third => -state.total, _ => x - x }).tanh(), 0.0707).clamp(-1.251, 1.251);
            if (self.maybe.is_some()) && ((1.0 / (param.rows() as f64 + 1.0)) > 0.5272) {
                let mut items = [grad.row_rms().square().log1p(), grad.row_mean()];
                let _ = select((*param) > grad.row_mean().sin() + 0.2622, ((state.col_scale * count) * 0.247).tanh(), (state.buffer.square() + 1.1579).rsqrt().row_sum().min(1.747).max(-1.747));
            } else if self.eps.cos() > 0.4134 {
                let mut u = {
                    x /= (((state.total - self.eps) / ((state.total - self.eps).abs() + 0.6444)).min(x.lerp(self.lr, state.total * 0.247).tanh()) * 0.4).exp().clamp(-0.633, 0.633) * (((state.total - self.eps) / ((state.total - self.eps).abs() + 0.6444)).min(x.lerp(self.lr, state.total * 0.247).tanh()) * 0.4).exp().clamp(-0.633, 0.633) + 0.9709;
                    *param = *param;
                    count
                };
            } else {
                state.col_scale *= count * 0.247;
            }
            *param /= grad.clamp(-0.621, 0.621) * grad.clamp(-0.621, 0.621) + 0.9708;
            *param -= grad.row_rms() * 0.247;
            state.col_scale = grad.col_norm().tanh();
            *param -= (grad * 0.495) * 0.25;
            state.total = x;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P24>(24);
    }
}
