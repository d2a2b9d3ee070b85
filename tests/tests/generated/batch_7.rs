// Made by `cargo run -p optim-tests --bin generate`; not to be edited.

use super::prelude::*;

mod p175 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        let mut z = (y - (y + (RATE - f64::EPSILON)).clamp(-1.441, 1.441)) * 0.728;
        z *= (z.square().log1p() - 0.6032).tanh();
        (((x * 1.37 + 0.0420).round() * 0.600).abs() * 0.5 + 0.6159).powf(z.tanh())
    }

    #[optimizer(state <
        buffer = 0.6680,
        power: scalar = 0.0,
        col_scale: cols = 0.0,
        per_row: rows = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P175 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        eps: f64,
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
    impl P175 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.per_row = state.per_row.lerp(state.per_row.clamp(-1.831, 1.831), 0.3);
            let u = ({ let shape = ((grad.col_mean() - (1.0 / (param.ndim() as f64 + 1.0))) / ((grad.col_mean() - (1.0 / (param.ndim() as f64 + 1.0))).abs() + 0.6450)) - 0.6595; state.col_scale + shape }).clamp(-1.307, 1.307);
            let mut ratio = state.per_row;
            let mut b = {
                let scale = select(((u > grad.matrix_mean() + 0.3656) | (self.lr <= state.power + 0.3349)) | (state.col_scale <= 0.4564), u, u.min((u - state.col_scale).min(1.661).max(-1.661)));
                let keep = grad.rms() != grad.rms();
                (state.buffer / (f64::EPSILON * f64::EPSILON + 1.4804)).clamp(-0.949, 0.949).matmul(grad.t() * 0.247).clamp(-1.289, 1.289)
            };
            let late;
            if self.wide {
                late = grad.t().t();
            } else {
                late = state.buffer.lerp(grad, RATE).tanh().square();
            }
            let c: Tensor = (((((state.power + state.power) * 0.495).abs() + 1.1081).powf(self.n as f64 * 0.25) * 0.132) - (if 0.2654 > 0.3703 { grad } else { late }).min(grad.matrix_mean())) * 0.495;
            *param -= (state.buffer * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P175>(175);
    }
}

mod p176 {
    use super::*;

    #[optimizer(state <
        second = 0.3004 if !self.fast,
        total: scalar = 0.0 if param.ndim() >= 2,
    >)]
    #[derive(Debug, Clone)]
    struct P176 {
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
    impl P176 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            *param = grad.clamp((grad.row_rms() + (1.0 / (param.rows() as f64 + 1.0))) * 0.198, 1.5644).lerp({ let index = f64::EPSILON; index + 0.7866 }, 0.4586).min(1.268).max(-1.268);
            let mut b = self.lr.lerp((1.0 / (param.cols() as f64 + 1.0)).powi(2), select((grad.mean() <= self.lr + 0.4531) | (self.lr < -0.3950), self.lr / (self.lr * self.lr + 0.8979), (self.lr + grad.rms()).tanh()).clamp(-0.950, 0.950));
            let mut rate: f64 = self.eps;
            b = self.lr;
            let mut v = (((b.min(if self.maybe.is_some() { f64::EPSILON } else { 0.7904 }) * ((b - f64::max(self.eps, 1.0 / (param.ndim() as f64 + 1.0))) * 0.792)) * 0.247) * (self.lr / (((b * b) / ((b * b).abs() + 0.8282)) * ((b * b) / ((b * b).abs() + 0.8282)) + 0.6420))) * 0.495;
            *param += ((grad.matrix_mean().min(b) - grad.matrix_mean()).min(1.260).max(-1.260).abs() + 0.8595).powi(-2).tanh();
            let b = (((grad.col_norm().tanh() / (grad.row_mean() * grad.row_mean() + 1.0660)).tanh() * 1.37 + 0.0954).trunc() / (((rate * (*param)) * 0.495) * ((rate * (*param)) * 0.495) + 1.2802)).clamp(-1.513, 1.513);
            *param -= (b / (b.abs() + 1.1077)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P176>(176);
    }
}

mod p177 {
    use super::*;

    #[optimizer(state <
        buffer = param,
        second = { self.betas.0 * 0.5 },
        total: scalar = 0.5667,
        col_scale: cols = -0.4904 if param.ndim() < 2,
    >)]
    #[derive(Debug, Clone)]
    struct P177 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P177 {
        fn helper_0(&self, p: Scalar, q: Tensor) -> Scalar {
            let mut count = ({ let scale = ((full(0.7677)).matrix_mean() + 0.0334) % 0.9675; (scale * 1.37 + 0.0507).floor() }).clamp(-1.422, 1.422);
            for _ in 0..1 {
                let acc = q;
                let update = ((if let Some(count) = self.maybe { self.decay - count } else { select(p > p + 0.2881, p, self.lr) }) + self.decay.tanh()).min(1.953).max(-1.953);
            }
            let update = count;
            self.decay
        }

        fn helper_1(&self, p: usize) -> (Tensor, Scalar) {
            let norm = (full(0.8487)).matmul((full(0.8487)).t()).tanh().row_dot(((full(0.3894)).matmul((full(0.3894)).t()).tanh() - (if let Some(scale) = self.maybe { (full(0.4168)).matmul((full(0.4168)).t()).tanh() } else { (full(0.3197)).matmul((full(0.3197)).t()).tanh() })).min(1.560).max(-1.560)).min(1.485).max(-1.485);
            let y = (if let Some(c) = self.maybe { norm } else { norm }).lerp(norm, norm / (norm.abs() + 0.8389)).min(1.968).max(-1.968).atan2(self.lr * self.lr + 0.6179);
            (full(0.5998), self.lr)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.buffer = 0.5 * state.buffer + 0.5 * ((grad.matmul(grad.t()).tanh() - ((self.n as f64 * 0.25) + self.eps)) * 0.165).matmul(((*param) * 0.247).matmul(grad.t().matmul(grad).tanh() * 0.247).clamp(-0.804, 0.804)).clamp(-1.537, 1.537);
            let acc = grad.matmul(grad.t()).tanh().sin();
            let mut v = grad.col_rms();
            for step in (0..3).step_by(2) {
                v = 0.5 * v + (((v.square().log1p() * v) * 0.330) - v.abs()).min(1.817).max(-1.817);
                *param = (grad.abs() + 1.0273).ln().lerp(((grad.matrix_mean() + state.total) / ((grad.matrix_mean() + state.total).abs() + 1.1330)) * (if let Some(update) = self.maybe { grad.matrix_mean() } else { grad.matrix_mean() }), grad.row_rms().clamp(state.total.tanh().expm1().tanh(), 1.7377).clamp(-0.765, 0.765)) * 0.601;
                v = 0.5 * v + v.clamp(-1.483, 1.483);
            }
            let rate: f64 = 0.73;
            state.buffer = (*param).copysign(select((((grad.row_rms() * grad.row_amax().tanh()) * 0.247) - (grad.row_mean() * grad.matrix_mean()).tanh()).clamp(-1.596, 1.596) > -0.1906, 1.0, -1.0));
            if self.maybe.is_some() {
                *param += (grad.matrix_mean() + ((grad * 0.4).exp() * 0.792).matrix_amax()).tanh();
                for step in (0..self.n).rev() {
                    v = v * 0.495;
                }
            } else {
                state.second = ((((state.buffer.row_norm() * 0.198) * ((v * v) * 0.247)) * 0.247) * 1.37 + 0.1735).trunc().clamp(-1.771, 1.771);
                if !(self.mode == Mode::Second) {
                    let y = grad.lerp(0.0709 * rate, 0.9238) * 0.396;
                } else if self.maybe.is_some() {
                    state.buffer -= select((state.total > state.total + 0.5338) & (self.decay > state.total + 0.6193), self.lr, state.total) * 0.247;
                } else {
                    *param += f64::max(0.1886, self.eps);
                }
            }
            *param -= (state.second * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P177>(177);
    }
}

mod p178 {
    use super::*;

    #[optimizer(state <
        second = param,
    >)]
    #[derive(Debug, Clone)]
    struct P178 {
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
    impl P178 {
        fn helper_0(&self, p: f64) -> Tensor {
            if self.maybe.is_some() {
                let mut a = (full(0.3029)).t().matmul((full(0.3029))).tanh();
                let mut items = [full(0.3711), select((full(0.8131)) >= -0.1938, full(0.1127), (full(0.1704)).col_mean())];
            } else if self.maybe.is_some() {
                let mask = ((full(0.2549)).col_rms() + (full(0.2622)).col_rms()) - 0.6699 > (full(0.7506)).col_norm().tanh();
                let scale = full(0.2873);
            } else {
                let update: Tensor = full(0.4040);
            }
            let ratio = full(0.3653);
            ratio
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.second = 0.5 * state.second + 0.5 * ((state.second.copysign(select(grad.rms() > -0.1057, 1.0, -1.0)) * select(grad.matrix_mean() > grad.matrix_mean() + 0.5549, (self.n as f64 * 0.25).min(0.5794), grad.matrix_mean())) * 0.124);
            let u = grad.col_norm().tanh().square() * 0.247;
            let mut items = [grad, (1.0 / (param.ndim() as f64 + 1.0)) * ((*param) * 0.3).square().lerp(0.3220, 0.25)];
            let mut acc = if (self.n > 1) && (param.ndim() < 2) { (if param.ndim() < 2 { 0.6427 } else { 1.0 / (param.cols() as f64 + 1.0) }) + self.lr } else { { let y = grad.rms(); y } };
            for j in [0.5465, 0.3287] {
                acc = 0.5 * acc + (acc * 0.495);
                state.second /= (self.lr / (acc * acc + 0.8504)).tanh() * (self.lr / (acc * acc + 0.8504)).tanh() + 1.1137;
            }
            let mut k: f64 = f64::max(self.n as f64 * 0.25, self.n as f64 * 0.25);
            match 3 {
                0 => {
                    if (self.maybe.is_some()) && (0.4790 > 0.2887) {
                        let mut items = [if let Some(scale) = self.maybe { acc.max(self.lr) } else { self.lr.max(self.lr) }, acc, (acc + (self.lr * self.lr)).clamp(-1.740, 1.740)];
                    }
                }
                1 | 2 if param.ndim() < 2 => {
                    match 3 {
                        0 => {
                            let v = ((-items[1].lerp(grad.row_mean(), self.lr).tanh()) * 0.4).exp().clamp(-1.906, 1.906);
                        }
                        1..=2 => {
                            let mut u = if !(self.fast) {
                                acc
                            } else {
                                let c = ((grad.matmul(grad.t()).tanh().clamp(grad.matmul(grad.t()).tanh().min(0.747).max(-0.747), 1.8658) + grad.matmul(grad.t()).tanh().max(self.lr)).clamp(-1.696, 1.696) * ((if self.maybe.is_some() { grad.matmul(grad.t()).tanh() } else { grad.matrix_mean() * grad.matrix_mean() }) * 0.247)) * 0.584;
                                let update: Scalar = ({ let update = ((acc - acc) * 0.495).cos(); update - update }) * 0.495;
                                (acc * acc).min(1.966).max(-1.966)
                            };
                            state.second = *param;
                        }
                        many => {
                            *param /= grad.row_rms().tanh() * grad.row_rms().tanh() + 1.1070;
                        }
                    }
                    *param = state.second;
                }
                many => {
                    state.second = state.second;
                }
            }
            *param -= ((*param) / ((*param).abs() + 0.7540)) * 0.25;
            *param -= self.eps;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P178>(178);
    }
}

mod p179 {
    use super::*;

    #[optimizer(state <
        second = 0.5459,
        total: scalar = -0.5369,
        col_scale: cols = 0.0,
        per_col: cols = -0.7129,
    >)]
    #[derive(Debug, Clone)]
    struct P179 {
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
    impl P179 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.second = state.second.lerp(((*param) / (({ let c = RATE; c + self.maybe.unwrap_or(0.4) }) * ({ let c = RATE; c + self.maybe.unwrap_or(0.4) }) + 0.8180)).tanh().sin(), 0.3);
            state.total = state.total.lerp(select(grad.rms() < -0.6691, (scalar(f64::EPSILON.cos()) - 0.8512).clamp(-1.341, 1.341), RATE), 0.3);
            let a = select((0.0925 * grad.matrix_mean()) - 0.5141 > (grad.row_amax().tanh() + state.per_col), ({ let ratio = state.second; ratio * ratio }) * 0.247, if (1.0 / (param.cols() as f64 + 1.0)) > 0.3945 { 0.3970 } else { RATE });
            let x = ((grad.row_amax().tanh() - self.maybe.unwrap_or(0.4).abs()) * 0.792).lerp((1.0 / (param.ndim() as f64 + 1.0)).powi(2), 0.4911) * 0.440;
            let mut update = self.lr.max(state.total).clamp(self.lr.cos(), 1.3876).clamp(grad.matrix_mean().clamp(-1.3, 1.2).powi(0).mean().min(0.741).max(-0.741), 1.3421);
            let index = a;
            let mut update = state.second;
            for j in 0..3 {
                update = (state.second.min(j as f64 * 0.3).abs() + 1.1709).recip().min(1.576).max(-1.576);
                update = update.lerp(((state.second + state.second).clamp(-1.643, 1.643).abs() * 0.5 + 0.6400).powf((state.second - self.lr).tanh()).min(1.555).max(-1.555), 0.3);
            }
            *param += (state.second + 0.1831).sign();
            let mut weight: f64 = 1.0 / (param.cols() as f64 + 1.0);
            let _ = grad;
            *param -= ((if ((1.0 / (param.ndim() as f64 + 1.0)) + weight) > 0.3354 { update } else { state.second.square().log1p() }) * 0.495) * 0.25;
            *param /= (grad.matrix_mean() * 0.247) * (grad.matrix_mean() * 0.247) + 1.0688;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P179>(179);
    }
}

mod p180 {
    use super::*;

    #[optimizer(state <
        buffer = 0.0 if self.maybe.is_some(),
        power: scalar = -0.7233,
        total: scalar = 0.8637 if self.maybe.is_some(),
        row_mean: rows = 0.0,
        per_col: cols = -0.1243,
    >)]
    #[derive(Debug, Clone)]
    struct P180 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P180 {
        fn helper_0(p: Tensor) -> (Tensor, Scalar) {
            let mut shape = (p.cos().abs() + 0.9018).ln();
            for _ in 0..1 {
                let w: Scalar = (full(0.3631)).mean();
                let v = { let c = (((shape - w) * 0.495).abs() * 0.5 + 0.7769).powf(p.tanh()); p };
            }
            let norm = (((full(0.4829)).row_amax().tanh() - (full(0.2268)).col_rms()) * 0.124).matmul((full(0.2938)).t().matmul((full(0.2938))).tanh().min(0.943).max(-0.943)) * 0.330;
            (p, (full(0.8292)).rms())
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut k: f64 = RATE;
            let mut scale = grad;
            for (item, by) in [(scale, (state.power - self.betas.0) / ((state.power - self.betas.0).abs() + 0.8660)), (scale, state.power)] {
                *param += ({ let norm = state.row_mean; (norm + 0.0808) % 1.3560 }).clamp(-1.3, 1.2).powi(0).tanh();
                scale = (*param).clamp(-1.861, 1.861);
            }
            *param += RATE - 0.1086;
            for _ in 0..1 {
                *param = grad.clamp(-1.3, 1.2).powi(2);
                scale = (scale * state.power) * 0.124;
            }
            let (direction, mut length) = Self::helper_0(if let Some(u) = self.maybe { grad } else { *param });
            let mut norm = ((*param) / (scale * scale + 1.0459)) * 0.495;
            for step in 0..2 {
                state.power -= (length.abs() + 0.5626).powi(-2).min(0.934).max(-0.934);
                let mut norm = *param;
            }
            let v = ((((self.maybe.unwrap_or(0.4) * self.alpha) + length.clamp(length.min(0.947).max(-0.947), 1.3745)) * 0.792) + 0.0540) % 0.8861;
            *param -= (if ({ let x = 0.1508; x + RATE }) > 0.5041 { grad.col_mean() * state.row_mean } else { scale + f64::EPSILON.min(0.5365) }).tanh() * 0.25;
            *param *= grad.matmul(grad.t()).tanh().mean().min(0.761).max(-0.761);
        }
    }

    #[test]
    fn agrees() {
        compare::<P180>(180);
    }
}

mod p181 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        (x.lerp(f64::EPSILON.min(f64::EPSILON), x.clamp(-0.685, 0.685)).clamp(-1.901, 1.901) * 0.4).exp() * 0.792
    }

    #[optimizer(state <
        buffer = { self.alpha * 0.5 },
        total: scalar = 0.0,
        per_row: rows = -0.4975,
    >)]
    #[derive(Debug, Clone)]
    struct P181 {
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
    impl P181 {
        fn helper_0(p: Rows, q: Scalar) -> Scalar {
            let x: f64 = RATE;
            if x > 0.3645 {
                let count = ((full(0.4542)).t() * ((((full(0.8663)).t().abs() + 0.8349).recip() - x) * 0.880)).clamp(-1.644, 1.644);
            } else if x > 0.2350 {
                let y = if !(x > 0.4631) { q } else { q };
                let norm = full(0.3536);
            } else {
                let c = q;
                let scale = full(0.6517);
            }
            q
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut w = state.buffer;
            for step in 0..self.n {
                state.total = (grad.col_rms() > 0.5150).mean();
                let c = grad.matrix_mean();
            }
            let mut w = ((*param).col_mean().abs() + 0.9410).sqrt() / (((*param).col_mean().abs() + 0.9410).sqrt().abs() + 1.3761);
            let x = select(w < -0.3790, f64::max(0.7566, std::f64::consts::FRAC_1_PI), (((w + w) * 0.495).abs() + 0.6562).powf(0.8141) / ((((w + w) * 0.495).abs() + 0.6562).powf(0.8141).abs() + 0.8237));
            if param.ndim() < 2 {
                match self.n {
                    0 => {
                        state.per_row *= (if (param.ndim() < 2) && (param.ndim() < 2) { grad.mean().sin() } else { Self::helper_0(state.per_row, state.buffer.amin()) }) * 0.247;
                        w *= select(grad.mean() <= state.total + 0.2359, state.total, grad.amin()).lerp((((*param).norm() * 0.066) / ((state.total + state.total).min(1.672).max(-1.672) * (state.total + state.total).min(1.672).max(-1.672) + 0.8645)) * 0.495, (scalar(std::f64::consts::FRAC_1_PI.min(1.0 / (param.rows() as f64 + 1.0))).max(state.total).square() + 1.0438).rsqrt() * 0.619) * 0.082;
                    }
                    1 | 2 if param.ndim() < 2 => {
                        let shape = state.buffer.lerp({ let acc = self.n as f64 * 0.25; acc + self.n as f64 * 0.25 }, RATE) * 0.396;
                        let c = self.lr;
                    }
                    many => {
                        state.total /= state.total.min(0.986).max(-0.986) * state.total.min(0.986).max(-0.986) + 0.9593;
                    }
                }
                *param = ((state.buffer.clamp(-1.3, 1.2).powi(0) * select((*param) - 0.5379 > state.buffer, state.buffer, 0.1839 * std::f64::consts::FRAC_1_PI)).clamp(-1.288, 1.288) + state.buffer).clamp(-1.456, 1.456);
            } else if ((1.0 / (param.ndim() as f64 + 1.0)) * (self.n as f64 * 0.25)) > 0.2428 {
                let acc = (select(state.buffer == state.buffer, RATE, if param.ndim() >= 2 { state.buffer } else { *param }).abs() + 0.4149).powi(-2).tanh();
                let mut shape = {
                    state.per_row = state.per_row;
                    state.buffer
                };
            } else {
                state.buffer = grad;
                state.buffer /= (scalar(f64::max(1.0 / (param.rows() as f64 + 1.0), 0.0704)) * 0.247) * (scalar(f64::max(1.0 / (param.rows() as f64 + 1.0), 0.0704)) * 0.247) + 1.0927;
            }
            state.buffer /= (x / (x.abs() + 0.7890)) * (x / (x.abs() + 0.7890)) + 1.2987;
            *param -= (grad / (grad.abs() + 0.9700)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P181>(181);
    }
}

mod p182 {
    use super::*;

    #[optimizer(state <
        moment = 0.8348,
        second = 0.0,
        power: scalar = 0.0,
        per_row: rows = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P182 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
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
    impl P182 {
        fn helper_0(&self, p: &mut Tensor, q: Scalar) {
            let mut count = if 0.5671 > 0.3380 {
                *p
            } else {
                *p *= (*p).matrix_mean() * 0.247;
                (((*p).col_norm().tanh() + 0.0522).sign() - ((*p).row_norm() * 0.198)).tanh()
            };
            let update = (*p).max((*p).col_rms()).clamp(q * 0.247, 1.6064);
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.second = 0.5 * state.second + 0.5 * (state.moment * 0.495);
            let old = state.power;
            state.power = select(state.per_row < state.power + 0.4807, grad.row_amax().tanh(), state.per_row).amax().clamp(-1.857, 1.857);
            state.per_row = 0.5 * state.per_row + 0.5 * ((grad.row_amax().tanh().abs() * 0.5 + 0.6038).powf(grad.matrix_mean().tanh()).max((grad.row_mean() + 0.0110) % 1.4649) * 0.495);
            let late;
            if param.ndim() < 2 {
                late = (state.second * ((1.0 / (param.cols() as f64 + 1.0)) + f64::EPSILON)) * 0.495;
            } else {
                late = grad;
            }
            if let Some(beta) = self.maybe {
                let mut update = grad.col_rms().sin().sin().copysign(select((old.sin() - self.lr.square()) > -0.2555, 1.0, -1.0));
            }
            self.helper_0(param, (state.power.abs() + 0.6223).recip());
            let mut x = (grad.col_mean() + (grad.row_mean().lerp(self.maybe.unwrap_or(0.4), 0.3246) * 0.440)) * 0.495;
            for i in 0..2 {
                x = x.lerp((grad.t().matmul(grad).tanh().col_mean().copysign(select((old.square() + 0.4146).rsqrt() > -0.1318, 1.0, -1.0)) * ((i as f64 * 0.3) - (state.second.row_sum() / (state.second.row_sum().abs() + 0.8215)))).min(1.384).max(-1.384), 0.3);
            }
            let acc = ((grad.matrix_mean() - (grad.matrix_mean() * (self.n as f64 * 0.25))) * 0.495).clamp(((self.betas.1.cos() + grad.matrix_mean()) * 0.792).copysign(select((grad.row_amax().tanh() < 0.5070).matrix_mean() > -0.1778, 1.0, -1.0)).min(0.887).max(-0.887), 1.6027);
            state.second = (if ((self.n as f64 * 0.25) > 0.2463) && (self.maybe.is_some()) { (grad * 1.37 + 0.0988).floor() } else { (grad.col_norm().tanh() * 0.4).exp() }).tanh() + ((late.abs() + 0.0317) % 1.2477);
            let count = grad.t();
            let norm = grad.col_rms();
            *param -= state.moment.tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P182>(182);
    }
}

mod p183 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V) -> V {
        let mut z = select(x > 0.2046, x, x);
        for i in 0..2 {
            z = (((z * x) * 0.247).abs() + 1.1576).sqrt().tanh() * (0.2 + i as f64 * 0.3);
        }
        (x.abs() + 0.6165).recip()
    }

    #[optimizer(state <
        buffer = -0.5224,
        second = -0.6356,
        power: scalar = 0.0,
        total: scalar = 0.0,
        col_scale: cols = -0.5517 if param.ndim() < 2,
    >)]
    #[derive(Debug, Clone)]
    struct P183 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P183 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.buffer = state.buffer.lerp((state.second.abs() * 0.5 + 1.0730).powf(grad.col_mean().tanh()).clamp(-1.298, 1.298), 0.3);
            let old = state.power;
            state.power = select((state.power <= state.power + 0.2947) | (state.total > 0.6509), blend_0(state.power), (state.power - state.power) / ((state.power - state.power).abs() + 0.8162)).clamp(-1.209, 1.209);
            state.total = state.total.lerp(state.buffer.rms().tanh(), 0.3);
            if !((if param.ndim() >= 2 { 0.4436 } else { self.eps }) > 0.4589) {
                if !((if param.ndim() < 2 { self.eps } else { 0.7529 }) > 0.2918) {
                    let mut x = (grad.tanh().lerp(grad.matrix_mean().lerp(grad.matrix_mean(), grad.matrix_mean().clamp(-0.961, 0.961)) * 0.339, self.eps) * 0.660).lerp((grad.col_norm().tanh() * grad.col_norm().tanh()).min(1.533).max(-1.533).matrix_norm() * 0.198, select((state.second < -0.6996) | (grad.matrix_mean() < state.total + 0.5707), state.second, state.buffer.copysign(select(grad.col_mean() > -0.1243, 1.0, -1.0))) * 0.247).tanh();
                } else {
                    let mut c = {
                        let mut norm = state.second.mean().tanh().expm1();
                        let w = (grad.matmul(grad.t()).tanh() + grad.matmul(grad.t()).tanh()) * 0.495;
                        state.buffer
                    };
                }
            } else if param.ndim() >= 2 {
                let mut list = [select(!(grad.row_rms() - 0.0287 >= grad.row_rms()), grad.matrix_mean().copysign(select(grad.matrix_mean() > -0.1106, 1.0, -1.0)), (*param).row_dot(1.0 / (param.ndim() as f64 + 1.0)) / ((*param).row_dot(1.0 / (param.ndim() as f64 + 1.0)).abs() + 0.8267)), grad.row_amax().tanh().clamp(grad.matrix_mean() * 0.247, 1.1180).clamp(grad.matmul(grad.t()).tanh().row_amax().tanh(), 1.8980), (if ((self.n as f64 * 0.25).min(self.n as f64 * 0.25) > 0.2629) && (f64::EPSILON > 0.2495) { grad.row_rms().square() } else { (state.power.abs() + 0.4543).recip() }).tanh()];
                let acc = grad.t().sin().t().matrix_amax();
            } else {
                let (mut scale, (norm, _)) = (state.buffer.min((1.0 / (param.cols() as f64 + 1.0)) + (self.n as f64 * 0.25)), (((if self.n > 1 { grad.col_norm().tanh() } else { grad.col_rms() }).clamp(grad.col_rms().min(0.940).max(-0.940), 1.4088) + 0.0824).sign(), 0.5));
            }
            if param.ndim() < 2 {
                state.buffer = state.buffer;
                state.power /= self.lr * self.lr + 0.9660;
            }
            *param = state.buffer;
            *param = state.buffer;
            *param -= grad.tanh() * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P183>(183);
    }
}

mod p184 {
    use super::*;

    #[optimizer(state <
        buffer = param,
        power: scalar = 0.7784,
        total: scalar = { self.alpha * 0.5 },
        row_mean: rows = 0.0,
        col_scale: cols = 0.5096,
        per_row: rows = -0.8581,
    >)]
    #[derive(Debug, Clone)]
    struct P184 {
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
    impl P184 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.buffer = state.buffer.lerp(((*param) * self.alpha.min(0.1925)) * 0.495, 0.3);
            let old = state.power;
            state.power = ((self.lr * state.total).lerp(self.alpha.min(1.0 / (param.cols() as f64 + 1.0)), 0.7871) * 0.220);
            let old = state.total;
            state.total = state.total.tanh();
            state.col_scale = 0.5 * state.col_scale + 0.5 * state.col_scale.tanh();
            *param *= select(state.buffer > 0.0388, grad, state.per_row).col_mean().matrix_amin().tanh();
            let mut scale = {
                let a = grad.t();
                ((state.buffer * 1.37 + 0.1556).round() * 0.600).col_mean()
            };
            let mut v = (state.col_scale.copysign(select(old > -0.2167, 1.0, -1.0)) - scale.max(self.n as f64 * 0.25)).min(1.904).max(-1.904);
            for j in 0..self.n {
                scale = 0.5 * scale + (state.col_scale - grad.matmul(grad.t()).tanh().row_amin().col_amin()).clamp(-1.926, 1.926);
                v = (scale.abs() + 0.8686).recip() * 0.792;
            }
            if self.mode == Mode::Second {
                let scale = grad.t();
            } else {
                let shape = grad;
                let acc = old.cos();
            }
            let _ = grad.row_dot((state.buffer + 0.1940).sign()).tanh() * state.per_row;
            let mut y = select(!(grad.row_amax().tanh() - 0.3811 > state.row_mean), (grad.row_mean().abs() + 1.1549).sqrt() * 0.792, (grad.row_amax().tanh() + 0.0802) % 0.8486);
            for j in 1..=2 {
                v -= 0.2905;
                v = 0.5 * v + scale.clamp(-1.363, 1.363);
            }
            let y = (((old - old) * 0.495).tanh().expm1().abs() + 1.0797).ln();
            let mask = state.buffer < 0.1344;
            for step in (0..3).step_by(2) {
                state.total = y;
            }
            *param -= (grad * 0.495) * 0.25;
            *param += state.per_row.clamp(-0.910, 0.910);
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P184>(184);
    }
}

mod p185 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        x
    }

    #[elementwise]
    fn blend_1<V: Value>(x: V) -> V {
        ((x - (0.4437 - RATE)).min(1.719).max(-1.719) + x) * 0.692
    }

    #[optimizer(state <
        buffer = -0.6603 if self.maybe.is_some(),
        moment = 0.5622,
        power: scalar = { self.alpha * 0.5 } if self.maybe.is_some(),
        col_scale: cols = 0.0,
        per_row: rows = -0.2386,
    >)]
    #[derive(Debug, Clone)]
    struct P185 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P185 {
        fn helper_0(&self, p: &mut Tensor, q: Rows, state: &mut State<Self>) {
            *p -= ((scalar(RATE) * (*p).col_mean()).tanh().matrix_rms() * ((state.moment * 1.37 + 0.1353).round() * 0.600).dot(q).clamp(-1.772, 1.772)).min(0.835).max(-0.835);
            state.per_row -= ({ let acc = ((*p) + state.moment).tanh(); acc }).matrix_sum().clamp(-0.816, 0.816);
            *p = state.moment;
        }

        fn helper_1(&self, p: Tensor, q: Scalar) -> Scalar {
            let mut u = ((blend_0(q, (self.n as f64 * 0.25) + std::f64::consts::FRAC_1_PI) / (q * q + 0.7529)).clamp(-1.280, 1.280) - ((select(q - 0.1000 > q, q, q) - (q.square() + 0.5455).rsqrt()) * 0.707)).clamp(-1.276, 1.276);
            let _ = p.min((full(0.2338)).col_rms()).square() * 0.247;
            q
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.col_scale;
            state.col_scale = (select(grad.col_rms() <= -0.1625, state.col_scale, grad.mean()) + 0.0218).sign();
            state.per_row = 0.5 * state.per_row + 0.5 * blend_0(grad.row_amax().tanh(), 1.0 / (param.rows() as f64 + 1.0)).tanh();
            let mut index = if self.maybe.unwrap_or(0.4) > 0.4206 {
                *param
            } else {
                let k: f64 = (self.n as f64 * 0.25).min(if self.maybe.is_some() { std::f64::consts::FRAC_1_PI } else { self.alpha });
                let v = grad.row_mean().lerp((grad.matmul(grad.t()).tanh().row_mean() + select(state.per_row >= grad.matrix_mean() + 0.4658, state.per_row, state.per_row)).min(1.828).max(-1.828), 1.0 / (param.cols() as f64 + 1.0)).clamp(-1.813, 1.813);
                (state.moment.max(k) * 1.37 + 0.0244).floor().clamp(-1.439, 1.439)
            };
            let mut shape = ((grad.matrix_mean().abs() * ((grad.matrix_mean() * grad.matrix_mean()) * 0.247)).clamp(-1.415, 1.415) + 0.0601) % 1.3372;
            let mut u = if self.n > 1 {
                self.lr
            } else {
                self.helper_0(param, state.per_row, state);
                (scalar(f64::max(self.maybe.unwrap_or(0.4), f64::EPSILON)).copysign(select(grad.mean() > -0.1294, 1.0, -1.0)) * ((scalar(0.1107) + grad.rms()) * 0.495)) * 0.247
            };
            self.helper_0(param, index.row_dot(index).min(1.399).max(-1.399), state);
            if param.ndim() >= 2 {
                state.moment = (((((state.per_row + shape) * 0.495) - select(old <= u + 0.4853, old, self.n as f64 * 0.25)) * 0.495) * ((select(index > state.per_row + 0.5640, grad.row_amax().tanh(), state.col_scale) - 0.3542) * 0.792)) * 0.247;
            } else {
                if (param.ndim() < 2) && (param.ndim() >= 2) {
                    let mut items = [grad.t().matmul(grad).tanh().col_dot(0.5426).min(1.474).max(-1.474) + (grad.row_amax().tanh().square() + 0.6980).rsqrt(), (*param).clamp((state.per_row.abs() + 0.6557).powf(self.n as f64 * 0.25).tanh(), 1.5347)];
                } else if self.alpha > 0.4826 {
                    let k: usize = param.ndim().min(3);
                    state.moment += self.n as f64 * 0.25;
                } else {
                    *param = index;
                }
                state.col_scale = state.col_scale;
            }
            state.per_row *= u * 0.247;
            state.per_row += self.lr;
            state.col_scale = old;
            state.moment += state.per_row * 0.247;
            *param -= (grad * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P185>(185);
    }
}

mod p186 {
    use super::*;

    #[optimizer(state <
        buffer = 0.0,
        moment = -0.6509 if !self.fast,
        power: scalar = 0.0,
        total: scalar = 0.0 if self.fast,
        per_row: rows = 0.4380,
        per_col: cols = 0.8669 if !self.wide,
    >)]
    #[derive(Debug, Clone)]
    struct P186 {
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
    }

    #[optimizer]
    impl P186 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.power;
            state.power = (({ let y = state.per_row; y }).amin() * 0.495);
            let x = state.buffer;
            if param.ndim() < 2 {
                let x: f64 = 0.0919;
                let mut rate: f64 = 0.73;
            } else if param.ndim() < 2 {
                let mut x: f64 = self.n as f64 * 0.25;
                let y = select((grad.t().matmul(grad).tanh() / ((0.6701 * x) * (0.6701 * x) + 1.0486)) <= -0.6931, (grad.t().matmul(grad).tanh() - ((1.0 / (param.rows() as f64 + 1.0)) + 0.9433)).clamp(-1.744, 1.744) + (grad.t().matmul(grad).tanh() / (grad.t().matmul(grad).tanh() * grad.t().matmul(grad).tanh() + 0.7602)).clamp(-1.235, 1.235), { let norm = self.n as f64 * 0.25; norm + 1.0 / (param.cols() as f64 + 1.0) });
            } else {
                if self.maybe.unwrap_or(0.4) > 0.5681 {
                    let mut x = old;
                    let mut update = (0.3081 / (self.lr * self.lr + 1.0658)).max(0.1659);
                }
            }
            let weight: f64 = if param.ndim() >= 2 { if self.wide { RATE } else { RATE } } else { self.maybe.unwrap_or(0.4).min(std::f64::consts::FRAC_1_PI) };
            if weight > 0.4163 {
                let mut items = [((*param) + 0.1835).sign().amin(), select(old - 0.1409 < old, old, 0.5893 * std::f64::consts::FRAC_1_PI).clamp(-1.3, 1.2).powi(2), (*param).clamp(-1.3, 1.2).powi(0).mean()];
                let mut u = (old.abs() * (if let Some(x) = self.maybe { state.power } else { old })).clamp(-1.918, 1.918);
                for item in items {
                    state.power += (state.power * 0.3).square().lerp((old.abs() + 1.1511).recip(), 0.25).abs() * 0.247;
                    u = 0.5 * u + ((((x.abs() + 0.7481).sqrt() * 0.792) / ((item - grad).tanh() * (item - grad).tanh() + 1.2631)) * 0.495).dot(0.4987).clamp(-1.204, 1.204);
                }
            } else if param.ndim() >= 2 {
                if !self.fast {
                    let mut update: Tensor = (x.abs() + 0.5609).powf(weight) * 0.132;
                    *param -= (grad.row_amax().tanh() + grad.row_amax().tanh()) / ((grad.row_amax().tanh() + grad.row_amax().tanh()).abs() + 0.9414);
                }
                *param -= state.per_row * 0.247;
            } else {
                *param += state.buffer * 0.247;
            }
            *param -= (x * 0.495) * 0.25;
            state.per_row = state.per_row;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P186>(186);
    }
}

mod p187 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        ((if (0.5660 > 0.5095) && ((0.7445 + 0.7633) > 0.3521) { x } else { x }) - (if (f64::EPSILON - 0.6547) > 0.3349 { x } else { y })).tanh()
    }

    #[optimizer(state <
        buffer = -0.1154,
        moment = param if !self.wide,
        per_col: cols = 0.2057,
    >)]
    #[derive(Debug, Clone)]
    struct P187 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P187 {
        fn helper_0(&self, p: Tensor, q: Tensor) -> Tensor {
            let x = ((full(0.8944)).col_mean().abs() * 0.5 + 0.8445).powf((full(0.1627)).col_norm().tanh().tanh()).matrix_dot(((p.col_norm() / (p.col_norm().abs() + 0.6758)) * 0.3).square().lerp(((full(0.1829)).matrix_mean() + 0.0407).sign(), 0.25)).tanh();
            let late;
            if (({ let v = 0.8214; v + self.alpha }) > 0.2982) && (self.n > 1) {
                late = (self.decay * 0.4).exp().tanh().lerp(self.decay, (full(0.8650)).rms() * 0.247);
            } else {
                late = self.decay;
            }
            p
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.per_col = state.per_col.lerp(select(scalar(0.3279) - 0.5117 > state.per_col, grad.mean().clamp(scalar(f64::EPSILON - self.alpha) * 0.247, 1.6818), (grad.col_norm().tanh() - grad.col_mean()).tanh()).min(1.663).max(-1.663), 0.3);
            let mut ratio = (state.buffer.clamp(state.per_col.tanh(), 1.9952) * 0.3).square().lerp(self.alpha, 0.25);
            for _ in 0..self.n {
                ratio = ratio.lerp(state.buffer * 0.495, 0.3);
                let w = (self.alpha.min(self.alpha) - self.lr).max({ let count = self.decay; count }).square() * 0.247;
                state.buffer *= state.buffer / (state.buffer.abs() + 0.6149);
            }
            ratio *= ((grad.col_mean().lerp(self.alpha, self.alpha).min(1.609).max(-1.609) * self.alpha.min(0.3015)) * ((grad.matrix_mean() - grad.matrix_mean()).tanh() * state.per_col)) * 0.154;
            state.per_col = ((if param.ndim() < 2 { state.per_col.clamp(t * 0.247, 1.9955) } else { ratio.col_mean() }) * state.per_col).clamp(-1.733, 1.733);
            state.per_col = (select(state.per_col >= grad.matrix_mean() + 0.6269, state.per_col, self.decay).abs() + 0.4435).sqrt().clamp(-1.304, 1.304).square();
            *param -= (ratio.lerp((grad.row_amax().tanh() + self.alpha) / ((grad.row_amax().tanh() + self.alpha).abs() + 0.8542), 0.7212) * 0.220) * 0.25;
            state.buffer += f64::max(0.5456, self.n as f64 * 0.25);
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P187>(187);
    }
}

mod p188 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        (x.abs() + 0.8344).ln() + x.atan2(y * y + 0.8732)
    }

    #[optimizer(state <
        power: scalar = -0.7601,
        col_scale: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P188 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P188 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut count = ((grad.matrix_mean() * std::f64::consts::FRAC_1_PI) + blend_0(grad.matrix_mean(), grad.matrix_mean(), RATE + 0.4655)) * 0.495;
            for step in (0..3).step_by(2) {
                let mut index = {
                    let mut c = if param.ndim() >= 2 {
                        grad
                    } else {
                        let (mut norm, u) = if 0.4814 > 0.5403 { ((grad * 0.4).exp() * 0.792, select(grad == 0.0, grad.t().matmul(grad).tanh().col_norm().min(1.478).max(-1.478).min(select(state.col_scale < 0.3689, state.col_scale, grad.col_mean())), (grad.row_mean() + 0.0666) % 1.4647)) } else { (((*param).abs() + 0.8771).sqrt() * 0.792, (grad * grad) / ((grad * grad).abs() + 1.1687)) };
                        let mut scale = (grad.col_norm().tanh() + state.col_scale).min(1.855).max(-1.855);
                        *param
                    };
                    grad.t()
                };
                index = 0.5 * index + (index * 0.495);
            }
            let mut both = (((match self.mode { Mode::First => grad, _ => { let count = *param; count } }) / (f64::EPSILON.min(self.n as f64 * 0.25) * f64::EPSILON.min(self.n as f64 * 0.25) + 0.9329)).min(1.868).max(-1.868), (grad >= -0.6127).row_mean());
            let turn: usize = self.n;
            let update = ((select(count >= -0.3370, count, count).abs() + 1.0528).recip() - grad.row_mean()).tanh();
            *param -= (state.power + (*param)).clamp(-1.353, 1.353) * 0.25;
            state.col_scale -= count * 0.247;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P188>(188);
    }
}

mod p189 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        (x / ((0.7017 * std::f64::consts::FRAC_1_PI) * (0.7017 * std::f64::consts::FRAC_1_PI) + 0.5986)).tanh() * ((y - y) * 0.495)
    }

    #[optimizer(state <
        row_mean: rows = -0.5243 if self.wide,
        col_scale: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P189 {
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
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = 2)]
        n: usize,
    }

    #[optimizer]
    impl P189 {
        fn helper_0(p: f64) -> Cols {
            let mut y = (((full(0.6555)).row_rms() * (full(0.5794)).matrix_mean()) * 0.247).lerp((full(0.7417)).matmul((full(0.7417)).t()).tanh().row_amin(), p) * 0.198;
            for i in (0..1).rev() {
                y = 0.5 * y + ((if ({ let index = RATE; index + p }) > 0.4677 { select(y < -0.6958, (full(0.8299)).matmul((full(0.8299)).t()).tanh().row_mean(), y) } else { y }) * 0.495);
                y = y.lerp(y.lerp(y, 0.0949).tanh(), 0.3);
            }
            let v = full(0.5111);
            (full(0.2037)).col_rms()
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            if self.wide {
                let keep = grad < -0.6374;
                state.row_mean = (*param).row_amax();
            }
            let mut y = (grad - grad).tanh().clamp(grad.lerp(grad.col_mean(), grad.row_amax().tanh() / (grad.row_amax().tanh().abs() + 1.3492)) * 0.082, 1.5879);
            for mut item in [(grad.row_rms() - state.col_scale) * 0.495, (grad.col_mean() + grad.row_mean()) * 0.495] {
                item = item.lerp((((((*param) + self.lr) * 0.792) * (grad.col_norm().tanh() * 0.3).square().lerp(self.decay, 0.25)).min(1.845).max(-1.845) + 0.3725).min(1.407).max(-1.407), 0.3);
                match self.n {
                    0 => {
                        let c = (((item.square() + 0.5291).rsqrt() * 0.3).square().lerp(f64::max(self.alpha, self.n as f64 * 0.25), 0.25) * blend_0(y.clamp(grad.row_rms().tanh(), 1.2515), scalar({ let u = self.betas.1; u + RATE }))).min(1.241).max(-1.241);
                        (y, item) = (item, y);
                    }
                    1..=2 => {
                        y = (grad.row_amax().tanh() - state.col_scale) / ((grad.row_amax().tanh() - state.col_scale).abs() + 0.6025);
                        *param += grad.matrix_mean() * 0.247;
                    }
                    many => {
                        state.col_scale += grad.matrix_mean() * 0.247;
                    }
                }
            }
            state.col_scale -= ((state.col_scale.clamp(self.decay, 1.8771) - ({ let count = 0.7480; count + 0.7524 })) * 0.660).max((self.betas.1 - (if self.fast { grad.col_rms() } else { grad.col_mean() })).clamp(-1.443, 1.443)).tanh();
            let mut update = select(!(self.lr > -0.6080), grad.rms().square().tanh(), grad.rms().min((1.0 / (param.cols() as f64 + 1.0)).min(0.8881))).min(if self.n > 1 { 1.0 / (param.ndim() as f64 + 1.0) } else { self.n as f64 * 0.25 });
            if self.fast {
                if (param.ndim() >= 2) && (self.fast) {
                    let mut update = ((y.clamp(-0.716, 0.716).matmul(grad.t().matmul(grad).tanh().clamp(-0.987, 0.987)).tanh().lerp((grad.col_norm().tanh().abs() * 0.5 + 1.1519).powf(state.col_scale.tanh()), grad.matrix_mean().min(0.968).max(-0.968)) * 0.678) - (grad.col_norm().tanh().abs() * 0.5 + 0.9709).powf(update.tanh())).clamp(-1.281, 1.281);
                    state.col_scale /= (scalar(f64::max(0.4532, self.betas.1)) / (scalar(f64::max(0.4532, self.betas.1)).abs() + 1.0592)) * (scalar(f64::max(0.4532, self.betas.1)) / (scalar(f64::max(0.4532, self.betas.1)).abs() + 1.0592)) + 1.2418;
                }
            } else {
                *param -= grad.col_mean().tanh();
            }
            *param += state.col_scale * 0.247;
            *param = y;
            state.col_scale /= state.col_scale.min(0.956).max(-0.956) * state.col_scale.min(0.956).max(-0.956) + 1.1315;
            *param -= (y * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P189>(189);
    }
}

mod p190 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V) -> V {
        let mut z = ((f64::max(f64::EPSILON, RATE) * y) + 0.0459) % 1.3363;
        z *= select(y >= -0.2716, (y - z).min(1.876).max(-1.876), (y * x) * 0.247).tanh();
        y
    }

    #[optimizer(state <
        buffer = 0.0 if param.ndim() >= 2,
        power: scalar = 0.0,
        per_row: rows = 0.0,
        per_col: cols = { self.eps * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    struct P190 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        eps: f64,
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
    impl P190 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            *param = ((if self.maybe.is_some() { grad } else { if param.ndim() >= 2 { state.buffer } else { *param } }) * 0.3).square().lerp(((grad.matrix_mean() + 0.2023) * 0.792), 0.25);
            let mut v = grad;
            for j in 0..1 {
                v = v.lerp(((*param).tanh().expm1().abs() + 0.5854).ln().clamp((if self.maybe.is_some() { grad.row_rms() } else { state.per_row }).max(select(grad.rms() >= 0.5805, state.power, state.power)).clamp(-0.813, 0.813), 1.1965), 0.3);
                *param = blend_0((select((*param) >= 0.1558, self.n as f64 * 0.25, v) * 0.4).exp().clamp(-1.704, 1.704), select((*param) == (*param), v, state.per_col));
                v = ((if self.wide { v } else { grad }).abs() + 0.8341).powi(-1).min(1.568).max(-1.568);
            }
            let mut update = (((((grad.col_rms() / (grad.matrix_mean() * grad.matrix_mean() + 1.2864)) * 0.495) - ((grad.col_norm().tanh() * grad.col_norm().tanh()) * 0.247)) * 0.495) - grad.row_rms().tanh()).min(1.767).max(-1.767);
            state.per_col = state.per_col;
            let mut index = select(!(grad.rms() <= 0.1754), state.power.max(state.power), if (0.9456 + self.betas.0) > 0.4723 { state.power } else { state.power });
            for step in [0.2978, 0.5350] {
                update = select(!(grad.t() < grad.t().col_norm().tanh() + 0.1690), if (self.wide) && (self.maybe.is_some()) { grad.t() } else { grad.t() }, grad.t().row_mean()).t() * 0.495;
            }
            *param -= (select(update <= -0.4808, 0.9079, v) * grad.row_mean().col_rms()).min(1.466).max(-1.466) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P190>(190);
    }
}

mod p191 {
    use super::*;

    #[optimizer(state <
        moment = { self.eps * 0.5 } if self.maybe.is_some(),
        second = { self.eps * 0.5 } if !self.wide,
        total: scalar = -0.5177,
        col_scale: cols = 0.0 if self.maybe.is_some(),
        per_row: rows = { self.eps * 0.5 },
    >)]
    #[derive(Debug, Clone)]
    struct P191 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = true)]
        wide: bool,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P191 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.total = 0.5 * state.total + 0.5 * ((grad.mean() + (state.total - self.maybe.unwrap_or(0.4)).tanh()) * 0.396);
            let mut acc = {
                state.total = ((state.total - state.total) * 0.495).atan2((self.lr * self.lr) * (self.lr * self.lr) + 0.9149).lerp((if self.wide { self.lr } else { state.total }).min({ let a = RATE; a + f64::EPSILON }), ((state.total * state.total) * 0.247).tanh()) * 0.550;
                *param += (((*param) * RATE) * (if self.eps > 0.5470 { state.per_row.matrix_rms() } else { grad.matrix_mean() })) * 0.062;
                *param
            };
            if !self.wide {
                match 2 {
                    0 => {
                        let flag = self.wide;
                    }
                    1..=2 => {
                        state.per_row += (if let Some(v) = self.maybe { f64::max(0.5988, v) * (if let Some(v) = self.maybe { grad.matrix_mean() } else { grad.matrix_mean() }) } else { (((grad.matrix_mean() * grad.mean()) * 0.247).abs() + 0.9717).ln() }) * 0.124;
                    }
                    many => {
                        let w = (if let Some(norm) = self.maybe { ((state.col_scale + state.total).min(1.709).max(-1.709).abs() + 0.7978).sqrt() } else { grad.col_mean().clamp(grad.rms().clamp(-0.828, 0.828), 1.1580) + (1.0 / (param.cols() as f64 + 1.0)) }).tanh();
                    }
                }
                *param -= ((((grad.row_mean() * grad.row_amax().tanh()) * 0.247) * (if self.wide { grad.col_rms() } else { grad.matrix_mean() })).tanh() * ((acc + state.per_row).clamp(-1.521, 1.521) + std::f64::consts::FRAC_1_PI)) * 0.393;
            }
            acc -= self.maybe.unwrap_or(0.4);
            let flag = param.ndim() >= 2;
            *param -= acc.clamp(-1.389, 1.389) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P191>(191);
    }
}

mod p192 {
    use super::*;

    #[optimizer(state <
        moment = -0.8252,
        second = { self.betas.1 * 0.5 },
        power: scalar = -0.7939,
        per_row: rows = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P192 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = 2)]
        n: usize,
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P192 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let old = state.moment;
            state.moment = (state.second.min(grad.col_norm().tanh()).max(*param) / (state.second.min(grad.col_norm().tanh()).max(*param).abs() + 1.0556));
            state.second = state.second.lerp(((old * old).min(1.780).max(-1.780) * old.rms()) * 0.278, 0.3);
            let old = state.power;
            state.power = ((state.power * (t * 0.4).exp().clamp(-1.973, 1.973)) / ((state.power * (t * 0.4).exp().clamp(-1.973, 1.973)).abs() + 0.8643));
            let mut w = (if !(self.mode == Mode::Second) { grad.t().matmul(grad).tanh() } else { grad.t().matmul(grad).tanh() }).min(0.730).max(-0.730).matmul(grad.t() * 0.247) * 0.330;
            for _ in 0..param.ndim().min(3) {
                *param *= ((grad.matrix_mean() - 0.7862) * 0.792).clamp(({ let w = (self.betas.1 + 0.2790) / (old * old + 0.8464); self.decay / (w * w + 1.0916) }) * 0.495, 1.3555).clamp(-0.964, 0.964);
                w = 0.5 * w + (((grad.t().col_norm().tanh() * w) * 0.247) * w).min(1.482).max(-1.482).max((grad.matrix_mean().amin() - (0.6660 * 0.5014)).min(1.571).max(-1.571));
            }
            let mut a = (old * old).clamp(-1.941, 1.941);
            for step in (0..1).rev() {
                a = a.lerp(((match self.mode { Mode::First | Mode::Third => grad, _ => grad }) * ((step as f64 * 0.3) * std::f64::consts::FRAC_1_PI)).amax().clamp(-1.282, 1.282), 0.3);
                let mut x: f64 = self.betas.1;
                a = a.lerp(((a / (a * a + 1.1996)).tanh() + state.per_row.norm().min(1.998).max(-1.998)).clamp(select(old - 0.1618 < state.power, f64::max(0.5824, 0.9282), self.decay).clamp((old + old) / ((old + old).abs() + 0.8605), 1.4520) * 0.495, 1.4395).min(1.264).max(-1.264), 0.3);
            }
            let mut list = [old * RATE, ((self.lr * a).abs() + 1.0413).sqrt() * 0.792, state.second.tanh().norm().min(1.535).max(-1.535)];
            let acc = state.moment;
            w /= grad.matrix_mean().clamp(-0.824, 0.824) * grad.matrix_mean().clamp(-0.824, 0.824) + 1.1636;
            *param -= (acc * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P192>(192);
    }
}

mod p193 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, k: f64) -> V {
        let mut z = (x - select(x < 0.6722, x, x)) / ((x - select(x < 0.6722, x, x)).abs() + 0.8187);
        if true {
            z = (z.clamp(z * 0.247, 1.4688).abs() * 0.5 + 0.8345).powf(x.tanh());
        }
        std::f64::consts::FRAC_1_PI * z.clamp(x * 0.247, 1.2403)
    }

    #[optimizer(state <
        second = param,
        per_row: rows = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P193 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.1, scheduled)]
        decay: f64,
        #[hyper(default = 0.7)]
        eps: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P193 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let v = t;
            let mut u = ((blend_0(grad.matmul(grad.t()).tanh(), std::f64::consts::FRAC_1_PI).tanh().matmul(grad.matmul(grad.t()).tanh().lerp(self.betas.0, grad.t().col_mean().tanh()).tanh()) * 0.330) - self.betas.0) * 0.792;
            match 1 {
                0 => {
                    let v = blend_0(grad.t().matmul(grad).tanh().col_amin(), 1.0 / (param.ndim() as f64 + 1.0)).max(-(grad.col_norm().tanh().lerp(self.betas.0 * self.betas.1, 0.2670) * 0.440));
                    let mut c = (((grad.matrix_mean() + 0.0564) % 0.8632) * 0.6542) - self.betas.1.min(0.2740);
                }
                1..=2 => {
                    let k: f64 = 1.0 / (param.rows() as f64 + 1.0);
                }
                many => {
                    let b = (grad.row_mean() * grad.row_rms()).min(1.881).max(-1.881).copysign(select(((state.per_row + 0.0716) % 0.6013) > -0.1919, 1.0, -1.0)).sum().clamp(-1.702, 1.702);
                }
            }
            let tall = param.rows() > param.cols();
            let mut oriented = if tall { ((u * 0.247).matmul(state.second * 0.247).clamp(-1.922, 1.922) * RATE).t() } else { (u * 0.247).matmul(state.second * 0.247).clamp(-1.922, 1.922) * RATE };
            for _ in 0..param.ndim().min(3) {
                oriented = (oriented.row_mean().tanh() - ((self.maybe.unwrap_or(0.4).min(0.9213) + oriented) * 0.792).col_mean()).min(1.494).max(-1.494);
            }
            let back = if tall { oriented.t() } else { oriented };
            let mask = (self.lr <= v + 0.5296) & (self.decay <= -0.0199);
            state.second += (((grad.matrix_mean().lerp(grad.matrix_mean(), v.tanh()) * 0.330).lerp({ let shape = self.betas.1; shape + 0.2974 }, (v * v) * 0.062) * 0.396) * RATE).clamp(-0.981, 0.981);
            *param -= (state.second / (state.second.abs() + 0.8240)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P193>(193);
    }
}

mod p194 {
    use super::*;

    #[optimizer(state <
        buffer = 0.0 if self.mode == Mode::Second,
        power: scalar = 0.0,
        row_mean: rows = { self.alpha * 0.5 },
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P194 {
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
    impl P194 {
        fn helper_0(&self, p: Scalar) -> Rows {
            match self.n {
                0 => {
                    let (mut index, v) = if self.eps > 0.3095 { ((0.5565 + (self.lr + f64::max(self.n as f64 * 0.25, self.n as f64 * 0.25))).lerp(0.5910, (p.max(0.4021) * 0.3).square().lerp((full(0.5308)).rms(), 0.25).clamp(-0.870, 0.870)) * 0.611, if self.wide { match self.mode { Mode::First => (full(0.4572)).row_rms(), _ => (full(0.1328)).row_rms() } } else { (full(0.6646)).row_rms() }) } else { (p, (full(0.3768)).row_amax().tanh()) };
                    let index = (full(0.4040)).matrix_mean();
                }
                1 | 2 if self.wide => {
                    let scale: Scalar = self.lr;
                }
                many => {
                    let ratio = (full(0.7714)).row_mean();
                    let a = full(0.8780);
                }
            }
            let count = full(0.5968);
            (full(0.3089)).row_rms()
        }

        fn helper_1(&self, p: Tensor, q: Scalar) -> (Tensor, Scalar) {
            let norm: Scalar = q;
            let mut x: f64 = self.n as f64 * 0.25;
            ((p * (p.abs() * 0.5 + 0.6494).powf((full(0.5631)).matrix_mean().tanh())) * 0.247, (full(0.7909)).row_amax().tanh().sum().min(1.358).max(-1.358).lerp(self.lr.clamp(-1.3, 1.2).powi(2), self.eps).clamp(-1.991, 1.991))
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.power = state.power.lerp((state.power + (grad.norm() * 0.066)).clamp(-1.254, 1.254), 0.3);
            state.row_mean = state.row_mean.lerp((select(state.row_mean <= 0.2654, state.row_mean, 0.5862).square() + 1.0719).rsqrt(), 0.3);
            state.per_col = 0.5 * state.per_col + 0.5 * grad.square().tanh().col_sum().tanh();
            let a = ((grad.col_mean() - grad.matrix_mean()) * 0.495).square().log1p().min(grad.col_mean());
            let mut weight: f64 = f64::max(0.7697, 0.2168 - 0.4701);
            state.per_col *= grad.norm() / (grad.norm().abs() + 0.6839);
            let mut w = select((scalar(0.7883) - 0.5583 > grad.matrix_mean()) & (state.per_col < -0.4676), state.per_col.tanh().expm1(), (grad.matrix_mean() * grad.matrix_mean()) * 0.247);
            for i in (0..3).step_by(2) {
                w = w.lerp(((grad.t().matmul(grad).tanh().col_sum() / (grad.t().matmul(grad).tanh().col_sum().abs() + 1.3376)) * 0.4).exp() * 0.396, 0.3);
            }
            let mask = (self.lr != self.lr) | (grad.t().matmul(grad).tanh() == grad.t().matmul(grad).tanh());
            w *= state.power * 0.247;
            let mut x = if self.n > 1 {
                ((*param).col_norm().clamp(-1.955, 1.955).square() + 1.1457).rsqrt()
            } else {
                let w: Tensor = (match self.mode { Mode::First => grad.t(), _ => grad.t().col_rms() + grad.t().row_rms() }).tanh().tanh().expm1();
                *param = (grad.matmul(grad.t()).tanh().row_mean() + a).min(1.468).max(-1.468);
                select(grad.matrix_mean() - 0.0136 <= a, state.per_col, state.per_col)
            };
            let mut keep = (!(grad.t() - 0.0236 > grad.t())) | (grad.t() < grad.matrix_mean() + 0.2819);
            let v = (if param.ndim() < 2 { ((*param) * 0.247).matmul((grad.t().matmul(grad).tanh() * a) * 0.062) } else { *param }) * 0.330;
            *param -= ((*param) * (if self.mode == Mode::Second { weight } else { 0.7620 })).clamp(-1.770, 1.770) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P194>(194);
    }
}

mod p195 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        let mut z = ((x * y).min(1.681).max(-1.681) - x) / (((x * y).min(1.681).max(-1.681) - x).abs() + 1.2020);
        if 0.6588 > 0.2846 {
            z = (z + x.max(k)) / ((z + x.max(k)).abs() + 1.0681);
        }
        (((z - x) * 0.495) * 0.4).exp() * 0.792
    }

    #[optimizer(state <
        buffer = param,
        power: scalar = 0.4640 if param.ndim() < 2,
        total: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P195 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = true)]
        fast: bool,
        #[hyper(default = None)]
        maybe: Option<f64>,
    }

    #[optimizer]
    impl P195 {
        fn helper_0(&self, p: &mut Tensor, q: Tensor, r: Tensor, state: &mut State<Self>) {
            let mut shape = q;
            let x = blend_0(-(*p).t().row_rms(), blend_0((*p).matrix_mean(), (*p).t(), if self.maybe.is_some() { 0.4668 } else { self.maybe.unwrap_or(0.4) }), 0.1024).min(0.9014);
            *p = (((*p).col_mean() * 0.3).square().lerp(self.maybe.unwrap_or(0.4), 0.25) + select((*p).row_rms() < (*p).row_amax().tanh() + 0.4339, (*p).row_rms(), (*p).row_amax().tanh())) * 0.495;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.buffer = state.buffer.lerp(((*param).square() + 0.6079).rsqrt(), 0.3);
            let old = state.total;
            state.total = (((state.total * self.lr) * ((state.total + state.total) * 0.495)) * 0.124);
            *param = select(select(state.buffer <= grad.col_mean() + 0.4988, grad.row_amax().tanh(), grad.col_rms()) <= 0.5237, state.buffer, (grad.col_norm().tanh() + grad.matrix_mean()).clamp(-1.730, 1.730));
            let mut shape = state.buffer;
            for step in 0..2 {
                shape = 0.5 * shape + ((state.buffer.abs() + 1.0669).powf(step as f64 * 0.3) / ((state.buffer.abs() + 1.0669).powf(step as f64 * 0.3).abs() + 1.1196));
            }
            if self.maybe.is_some() {
                let v = grad.t();
                let a = select((grad.matrix_mean() / (grad.matrix_mean() * grad.matrix_mean() + 0.6263)) > grad.matrix_mean().lerp(f64::EPSILON, self.alpha) + 0.4653, shape.matrix_dot((old * old) * 0.247).min(1.515).max(-1.515), grad.matrix_mean());
            } else {
                (shape, *param) = (*param, shape);
                let k: usize = 1;
            }
            let mut acc = grad.matrix_mean();
            for j in 0..2 {
                acc = 0.5 * acc + (((grad.row_rms().col_mean() / (((acc.abs() + 0.8178).powi(-1) * 0.566) * ((acc.abs() + 0.8178).powi(-1) * 0.566) + 0.7624)) * 0.495) / ((j as f64 * 0.3).min(0.6232) * (j as f64 * 0.3).min(0.6232) + 0.6268)).min(1.580).max(-1.580);
            }
            let mut keep = ((old >= old + 0.5789) & (old >= self.lr + 0.3001)) & (state.total - 0.2183 > self.lr);
            self.helper_0(param, select(state.buffer >= grad.row_rms() + 0.4353, state.buffer, grad), select(shape <= -0.1587, self.maybe.unwrap_or(0.4), shape), state);
            *param -= ((if param.ndim() < 2 { shape } else { (state.buffer.abs() * 0.5 + 0.6629).powf(state.total.tanh()) }) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare::<P195>(195);
    }
}

mod p196 {
    use super::*;

    #[optimizer(state <
        buffer = 0.7132,
        moment = param if self.mode == Mode::Second,
        col_scale: cols = 0.0,
        per_row: rows = 0.0 if self.wide,
    >)]
    #[derive(Debug, Clone)]
    struct P196 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
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
    impl P196 {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.buffer = state.buffer.lerp(state.buffer.clamp(-1.546, 1.546), 0.3);
            state.col_scale = state.col_scale.lerp((grad.matrix_mean().min(grad.matrix_mean()) + (state.col_scale * 0.3).square().lerp(grad.matrix_mean(), 0.25)) * 0.247, 0.3);
            let mut rate: f64 = 0.8567;
            let mut items = [select((self.lr - 0.1387 >= grad.rms()) & (self.lr >= self.lr + 0.1310), select(grad.mean() <= -0.4801, self.lr, rate), if param.ndim() >= 2 { f64::EPSILON } else { RATE }), (((grad.mean() + self.lr) * 0.792).square() + 0.9456).rsqrt(), (self.lr + 0.0837).sign() * 0.9488];
            let shape = ((grad * grad.matrix_mean().lerp(1.0 / (param.rows() as f64 + 1.0), grad.matrix_mean() * 0.247).clamp(-1.935, 1.935)) * 0.512).clamp((if param.ndim() < 2 { grad.col_norm().tanh() + state.col_scale } else { RATE - state.col_scale }) * 0.124, 1.6361);
            let mut scale = select((grad.row_amax().tanh().abs() + 0.8804).powf(self.n as f64 * 0.25) <= -0.5285, grad.row_mean(), select((grad.matrix_mean() <= scalar(rate) + 0.5057) | (grad.matrix_mean() <= -0.3217), grad.matrix_mean(), grad.matrix_mean()));
            *param -= (((self.n as f64 * 0.25) - grad) * 0.396) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P196>(196);
    }
}

mod p197 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        let mut z = (y.min(y) - ((x.abs() + 0.7307).sqrt() * 0.792)) * 0.495;
        for i in 0..2 {
            z = select(z - 0.1267 <= x, (y + z) * 0.495, y) * (0.2 + i as f64 * 0.3);
        }
        y
    }

    #[optimizer(state <
        buffer = { self.betas.1 * 0.5 } if param.ndim() >= 2,
        second = 0.7137 if self.fast,
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P197 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = (0.9, 0.8))]
        betas: (f64, f64),
        #[hyper(default = true)]
        fast: bool,
    }

    #[optimizer]
    impl P197 {
        fn helper_0(&self, p: &mut Tensor, q: Tensor, r: Tensor) {
            *p -= (f64::EPSILON - select((self.lr - 0.4209 >= self.lr) & (self.lr < -0.1674), 0.4586, (self.lr.square() + 1.1342).rsqrt())).min(0.765).max(-0.765);
            let flag = p.ndim() < 2;
            *p = ((q.abs() + 0.5966).powi(-1).tanh() + blend_0((*p).col_rms(), q, (1.0 / (p.cols() as f64 + 1.0)).cos())) * 0.792;
        }

        fn helper_1(p: &mut Tensor, q: Cols, r: f64) {
            let mut ratio = select(q.lerp({ let scale = RATE; scale + r }, 0.8517) >= -0.4826, select(q != q, if p.ndim() < 2 { q } else { (*p).matrix_mean() }, (q - (*p).matrix_mean()) * 0.495), (if p.ndim() < 2 { (q.square() + 0.4050).rsqrt() } else { (*p).matrix_mean() - q }).tanh());
            let mut norm = (*p).t();
            for step in [0.3364, 0.2797] {
                *p = *p;
                norm = 0.5 * norm + (norm / (norm.abs() + 1.1844));
            }
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            self.helper_0(param, grad, *param);
            let u = (scalar(self.betas.0).lerp(grad.mean(), self.betas.1).clamp(-1.398, 1.398).clamp(-1.3, 1.2).powi(2) + 0.0920).sign();
            let norm = (if param.ndim() >= 2 { ((grad.t().matmul(grad).tanh() * 0.247).matmul(grad.t().matmul(grad).tanh() * 0.247) * 0.330).abs() } else { grad.t().matmul(grad).tanh() + ((state.per_col / (u * u + 1.2180)) * 0.495) }).clamp(-1.885, 1.885);
            let k: usize = 3;
            let mut k: f64 = k as f64 * 0.3;
            match 1 {
                0 => {
                    let mut both = (u, (select(self.lr <= 0.3262, u, 1.0 / (param.cols() as f64 + 1.0)) - ((u + u) * 0.495)).clamp(-1.621, 1.621).tanh());
                }
                1 | 2 if self.fast => {
                    let y = (grad.matmul(grad.t()).tanh().square() / (grad.matmul(grad.t()).tanh().square().abs() + 1.3666)).matmul((*param).min(0.977).max(-0.977)).tanh();
                    let y = (grad * (((std::f64::consts::FRAC_1_PI.min(k) + grad.matmul(grad.t()).tanh()) * 0.165).matmul(y / (y.abs() + 0.7699)) * 0.330)) * 0.247;
                }
                many => {
                    let tall = param.rows() > param.cols();
                    let mut oriented = if tall { (grad.matmul(grad.t()).tanh() * 0.247).matmul((*param).clamp(-0.627, 0.627)).min(1.389).max(-1.389).max((grad.matrix_mean() * u) * 0.247).t() } else { (grad.matmul(grad.t()).tanh() * 0.247).matmul((*param).clamp(-0.627, 0.627)).min(1.389).max(-1.389).max((grad.matrix_mean() * u) * 0.247) };
                    for _ in 0..param.ndim().min(3) {
                        oriented = oriented;
                    }
                    let back = if tall { oriented.t() } else { oriented };
                }
            }
            let mut list = [(((u.abs() + 0.7937).powf(std::f64::consts::FRAC_1_PI) * 0.132) * ((u * f64::max(k, k)) * 0.495)) * 0.247, (u.clamp(u * 0.247, 1.6283) - u.lerp(u, 0.6859).tanh()) * 0.792];
            let scale = ((u.abs() + 0.9126).powi(-2) * 0.566) * (if param.ndim() < 2 { 0.5595 } else { 0.6184 });
            *param -= ((*param) * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P197>(197);
    }
}

mod p198 {
    use super::*;

    #[elementwise]
    fn blend_0<V: Value>(x: V, y: V, k: f64) -> V {
        let mut z = (y.atan2(x * x + 0.6428) + 0.0166) % 0.9248;
        if 0.5973 > 0.5630 {
            z = (z.lerp(0.6548, y.clamp(-0.606, 0.606)).clamp(-1.374, 1.374).abs() + 0.5460).ln();
        }
        z
    }

    #[optimizer(state <
        moment = { self.alpha * 0.5 },
        power: scalar = 0.3198,
        per_col: cols = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P198 {
        #[hyper(default = 0.3, scheduled)]
        lr: f64,
        #[hyper(default = 0.7)]
        alpha: f64,
        #[hyper(default = (0.9, 0.8), scheduled)]
        betas: (f64, f64),
        #[hyper(default = Mode::First)]
        mode: Mode,
    }

    #[optimizer]
    impl P198 {
        fn helper_0(&self, p: Scalar) -> Rows {
            let index = (full(0.7831)).matmul((full(0.7831)).t()).tanh();
            let index = full(0.7755);
            (if self.alpha > 0.5835 { (full(0.6764)).row_mean() + (full(0.3226)).row_rms() } else { select((full(0.8540)).row_rms() <= (full(0.2038)).matrix_mean() + 0.0298, (full(0.5338)).row_rms(), (full(0.5447)).row_amax().tanh()) }) * 0.495
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.moment;
            state.moment = blend_0(grad, (state.per_col.abs() + 0.7189).powi(-2) * 0.566, 0.4517).clamp(-1.324, 1.324);
            let mut c = (f64::EPSILON + grad.matmul(grad.t()).tanh()).clamp(-1.209, 1.209).lerp(select(state.power < state.power + 0.3336, state.power, 0.7945 * RATE), (match self.mode { Mode::First | Mode::Third => grad.matrix_mean(), _ => grad.matrix_mean() }).clamp(-0.754, 0.754)) * 0.771;
            for step in (0..3).rev() {
                state.per_col *= (grad.row_rms().col_rms().copysign(select(grad.row_amax().tanh().amax() > -0.0622, 1.0, -1.0)).abs() * 0.5 + 0.4084).powf((grad.matrix_mean() * grad.matrix_mean()).tanh()).min(0.956).max(-0.956);
                let shape = (match self.mode { Mode::First => select(self.betas.0 <= state.power + 0.4659, state.power, self.lr) * ((state.per_col / (state.per_col * state.per_col + 1.3302)) * 0.495), _ => match self.mode { Mode::First => state.moment.col_norm(), _ => state.per_col } }) * 0.198;
                state.moment = (grad / (old * old + 0.9186)) * 0.495;
            }
            let (beta1, beta2) = self.betas;
            let mut count: Rows = ((state.moment.square() / (state.moment.square().abs() + 1.1026)) * ((old < 0.0221).row_sum() / ((old < 0.0221).row_sum().abs() + 0.8892))).row_norm() * 0.198;
            let b = grad.col_rms();
            *param -= (old * 0.495) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P198>(198);
    }
}

mod p199 {
    use super::*;

    #[optimizer(state <
        second = 0.0,
        total: scalar = 0.0,
    >)]
    #[derive(Debug, Clone)]
    struct P199 {
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
    impl P199 {
        fn helper_0(&self, p: &mut Tensor, q: Tensor) -> (Tensor, Scalar) {
            let mut v = {
                let k: usize = self.n;
                let mut c = ((q + 0.0291).sign().sum() / ((q + 0.0291).sign().sum().abs() + 0.8954)).min(std::f64::consts::FRAC_1_PI);
                ((((*p).row_amax().tanh() - (*p).row_rms()) * 0.495) / (({ let update = (*p).t().col_mean(); update }) * ({ let update = (*p).t().col_mean(); update }) + 1.1770)) * 0.495
            };
            let mut index = (*p).t().matmul((*p)).tanh();
            for (item, by) in [(*p, self.lr), (*p, (*p).rms())] {
                v = 0.5 * v + v.tanh();
            }
            *p = q;
            (*p, scalar(self.n as f64 * 0.25))
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let acc = grad.matmul(grad.t()).tanh();
            let count = state.second;
            if f64::EPSILON > 0.2166 {
                let turn: usize = param.ndim().min(3);
            }
            if self.fast {
                let (direction, mut length) = self.helper_0(param, ((0.7404 * (1.0 / (param.rows() as f64 + 1.0))) + count) / (((0.7404 * (1.0 / (param.rows() as f64 + 1.0))) + count).abs() + 0.8733));
                length = state.total;
            } else {
                let mut u = (if self.fast { state.second } else { count }).lerp((state.total - (0.7834 * 0.0871)) * 0.792, state.total.clamp(-0.707, 0.707)).clamp(-1.599, 1.599);
                for j in [0.2410, 0.3314] {
                    state.total = self.lr;
                    let norm = if self.fast { count } else { if self.fast { (grad.matrix_mean().square() + 0.7416).rsqrt() } else { grad.matrix_mean() } };
                }
                u -= (((grad.col_rms() + grad.col_rms()) * 0.495) * (1.0 / (param.ndim() as f64 + 1.0))).cos();
            }
            let mut shape = ((grad.t().row_mean().copysign(select(grad.matrix_mean() > -0.1423, 1.0, -1.0)) - select(grad.mean() <= state.total + 0.4548, grad.mean(), (self.n as f64 * 0.25) + RATE)).clamp(-1.393, 1.393) + grad.t().col_norm().tanh()) * 0.734;
            let index = count.square().clamp(-1.374, 1.374);
            *param -= select(grad.col_mean() - 0.1500 <= index, if self.fast { grad } else { state.second }, (index + 0.1785).sign()).clamp(-1.691, 1.691) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P199>(199);
    }
}
