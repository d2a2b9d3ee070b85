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
                count = count.lerp(select(!(count >= count + 0.5698), (count + count) * 0.495, self.betas.0).clamp((q.matrix_sum().min(1.522).max(-1.522) * 1.37 + 0.1172).trunc().tanh(), 1.1205).clamp(-1.658, 1.658), 0.3);
                let shape = (full(0.3931)).col_mean();
            }
            let a = q;
            p
        }

        fn helper_1(p: f64, q: Cols) -> (Tensor, Scalar) {
            let x: f64 = 0.73;
            let mut c = select(!((full(0.8685)).rms() <= (full(0.2887)).mean() + 0.1718), (full(0.3076)).amin(), (scalar(0.2090) * 0.4).exp() * 0.792);
            for mut item in [(full(0.7253)).atan2((full(0.2468)).matrix_mean() * (full(0.2468)).matrix_mean() + 0.6473), ((full(0.3530)) - (full(0.6184))) / (((full(0.3530)) - (full(0.6184))).abs() + 0.9243)] {
                item = 0.5 * item + item.clamp(-1.557, 1.557);
                let mut norm = item;
                norm = 0.5 * norm + (item * 0.495);
            }
            (full(0.8001), c)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let old = state.buffer;
            state.buffer = (({ let ratio = state.buffer; ratio }).min(state.second) * 0.495);
            let old = state.second;
            state.second = (((*param) * (match self.mode { Mode::First => self.eps, _ => 1.0 / (param.rows() as f64 + 1.0) })).abs() + 0.8569).powi(-1).min(1.594).max(-1.594);
            state.total = state.total.lerp(state.total.tanh().lerp(self.helper_0(scalar((1.0 / (param.cols() as f64 + 1.0)) + (1.0 / (param.cols() as f64 + 1.0))), old), (grad.rms() * state.total) * 0.062).clamp(-1.291, 1.291), 0.3);
            let mut scale = {
                state.second *= grad.col_mean().tanh();
                let (mut v, (u, _)) = (((match self.mode { Mode::Third => grad.col_rms() * grad.col_norm().tanh(), _ => (grad.col_mean().abs() + 1.1631).recip() }).min(1.354).max(-1.354) + grad.row_mean()).min(1.226).max(-1.226), (grad.col_norm().tanh(), 0.5));
                (u.max(self.n as f64 * 0.25) + ((u * u) * 0.247)).tanh()
            };
            *param += (grad.matrix_mean() + (-old).matrix_amax()) * 0.124;
            let mut norm = ((grad.matrix_mean() * (f64::EPSILON * self.betas.0)) / ((0.1628 * 0.5109) * (0.1628 * 0.5109) + 1.4937)).tanh();
            for i in 1..=2 {
                let mut shape = (((norm.abs() - select(norm <= norm + 0.1991, norm, (1.0 / (param.cols() as f64 + 1.0)) - 0.7480)) * 0.495) * 1.37 + 0.1301).trunc() * 0.600;
                state.total /= (((state.total.abs() + 1.0074).sqrt() * 0.792).clamp(-1.3, 1.2).powi(1) + (if self.mode == Mode::Second { self.n as f64 * 0.25 } else { self.n as f64 * 0.25 })).clamp(-0.836, 0.836) * (((state.total.abs() + 1.0074).sqrt() * 0.792).clamp(-1.3, 1.2).powi(1) + (if self.mode == Mode::Second { self.n as f64 * 0.25 } else { self.n as f64 * 0.25 })).clamp(-0.836, 0.836) + 1.1243;
            }
            let mut keep = (state.total == state.total) | ((state.total <= state.total + 0.0855) | (state.total > state.total + 0.2960));
            state.buffer /= (state.buffer * 0.247) * (state.buffer * 0.247) + 1.1036;
            let mut scale = (((self.betas.1 + scale) * 0.792) / (scale * scale + 0.7170)) * 0.495;
            *param -= state.buffer.tanh() * 0.25;
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
                let mut update = if (self.n > 1) && (self.n > 1) {
                    *param
                } else {
                    let mut scale = if !(param.ndim() < 2) {
                        (select(grad.row_amax().tanh() - 0.5855 > grad.row_amax().tanh(), grad.row_amax().tanh(), grad.row_rms()) * acc.lerp(0.2614 + self.maybe.unwrap_or(0.4), self.eps).min(1.727).max(-1.727)).clamp(-1.293, 1.293)
                    } else {
                        let norm = items[1];
                        grad.row_rms()
                    };
                    acc += (self.n as f64 * 0.25).min(self.maybe.unwrap_or(0.4));
                    items[0]
                };
                update = 0.5 * update + (items[0] * 0.495);
            }
            *param = (*param).lerp((1.0 / (param.rows() as f64 + 1.0)) - self.maybe.unwrap_or(0.4), self.n as f64 * 0.25) * 0.396;
            for (item, by) in [(((*param) * state.second) * 0.247, acc.clamp(-1.3, 1.2).powi(2)), ((state.second - std::f64::consts::FRAC_1_PI) / ((state.second - std::f64::consts::FRAC_1_PI).abs() + 0.8183), self.lr - self.lr)] {
                acc = (((by.min(by) - (self.lr * 0.5215)) / ((by.min(by) - (self.lr * 0.5215)).abs() + 1.2370)) + 0.1971).sign();
                let mut list = [(item * 0.3).square().lerp(0.1908, 0.25), (u * grad.row_rms()).min(1.597).max(-1.597).clamp((item.square() + 0.6133).rsqrt() * 0.619, 1.2772)];
                state.second *= (by * (if param.ndim() < 2 { 0.6068 } else { self.eps })).min(0.872).max(-0.872);
            }
            *param -= items[1].tanh() * 0.25;
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
                for j in 0..2 {
                    let mut scale = {
                        state.col_scale *= ((((state.second.norm() / (state.second.norm().abs() + 1.0030)) + (grad.matrix_mean() * 0.3701)) * 0.792) * grad.matrix_mean()).min(0.625).max(-0.625);
                        state.per_col *= grad.matrix_mean().clamp(-0.888, 0.888);
                        grad.t().matmul(grad).tanh()
                    };
                    update = 0.5 * update + (index * 0.495);
                }
                update = 0.5 * update + (state.second / (state.second.abs() + 1.0814));
            }
            let v = grad.matmul(grad.t()).tanh();
            let update = ((state.total <= self.decay + 0.0886) & (x <= 0.0486)).mean().clamp(state.total.square().log1p().clamp(state.total * 0.247, 1.5777).clamp(-0.686, 0.686), 1.1572);
            state.second /= x.tanh() * x.tanh() + 1.2105;
            *param -= index.min(1.372).max(-1.372) * 0.25;
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
                let w = p.clamp((full(0.3394)).matrix_mean().clamp(-0.625, 0.625), 1.7502).row_sum().clamp(-1.795, 1.795).copysign(select((full(0.1155)).mean() > -0.1687, 1.0, -1.0));
                let count = (w.abs() - w) * 0.495;
            }
            let y = (full(0.2938)).matrix_mean();
            (p, scalar(std::f64::consts::FRAC_1_PI.square()))
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.power = 0.5 * state.power + 0.5 * (*param).clamp(grad.matrix_mean().tanh(), 1.4697).rms().tanh();
            state.row_mean = state.row_mean.lerp((((state.row_mean / (scalar(self.maybe.unwrap_or(0.4)) * scalar(self.maybe.unwrap_or(0.4)) + 0.8309)) * 0.495) / (0.0510 * 0.0510 + 0.8530)).clamp(-1.261, 1.261), 0.3);
            state.per_col = 0.5 * state.per_col + 0.5 * ((grad.col_mean() / (grad.matrix_mean().tanh().expm1() * grad.matrix_mean().tanh().expm1() + 0.8581)) * 0.247);
            let acc: Scalar = grad.mean();
            let mut index = select(grad.matmul(grad.t()).tanh() > grad.matrix_mean() + 0.0930, (*param).row_dot(grad).min(1.384).max(-1.384), grad.t().col_rms() * f64::EPSILON);
            for _ in 0..2 {
                index = select(acc - 0.4313 < index, index, 1.0 / (param.ndim() as f64 + 1.0)).copysign(select((grad.row_amax().tanh().matrix_norm() * 0.198) > -0.2015, 1.0, -1.0)).max(self.alpha).tanh();
                for j in (0..2).rev() {
                    index = index * 0.495;
                    let update = *param;
                    index = index.lerp((((index * 0.4).exp() * 0.792) + ((-grad.row_rms()) * (j as f64 * 0.3))).clamp(-1.212, 1.212), 0.3);
                }
            }
            let mut list = [(state.row_mean * (state.row_mean / (grad.matrix_mean() * grad.matrix_mean() + 1.2122)).clamp(-1.642, 1.642)) * 0.603, grad.row_amax().tanh()];
            let mut items = [(grad.row_amax().tanh() + grad.t().matmul(grad).tanh().col_sum().clamp(-1.206, 1.206)) * 0.761, grad, (grad * 1.37 + 0.1787).ceil().tanh() * (state.power * self.betas.0)];
            for step in 0..2 {
                *param *= ((-grad.matrix_mean()).clamp((grad.matrix_mean() / (f64::max(self.maybe.unwrap_or(0.4), self.alpha) * f64::max(self.maybe.unwrap_or(0.4), self.alpha) + 1.1632)) * 0.124, 1.8739) * ({ let x = self.alpha; x + 0.8550 })) * 0.124;
            }
            let flag = (self.maybe.is_some()) && (param.ndim() >= 2);
            *param -= ((*param) * 0.495) * 0.25;
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
                state.per_row -= grad.row_rms().max({ let c = 0.6456; c + std::f64::consts::FRAC_1_PI }).clamp(-0.988, 0.988);
                w = w.lerp(state.buffer.min(grad.row_mean()) * 0.495, 0.3);
            }
            let (mut x, (update, _)) = (((((w * state.per_row) * 0.247) + 0.4992) * 0.792).clamp(-1.3, 1.2).powi(3), (if f64::EPSILON > 0.3476 { grad.col_norm().tanh().square().log1p() } else { (-grad.col_norm().tanh()).clamp(grad.col_rms().sin(), 1.5902) }, 0.5));
            let late;
            if (self.n > 1) && ((self.n as f64 * 0.25) > 0.3725) {
                late = (-state.buffer) * (if self.n > 1 { self.n as f64 * 0.25 } else { self.n as f64 * 0.25 });
            } else {
                late = x;
            }
            for step in (0..3).step_by(2) {
                w = 0.5 * w + ((late.abs() * 0.5 + 0.8469).powf(grad.matrix_mean().tanh()).clamp((grad.row_rms() + grad.row_amax().tanh()).clamp(-0.991, 0.991), 1.7881).clamp((state.per_row * grad.matrix_mean()).clamp(-1.715, 1.715).copysign(select((self.lr / (self.lr * self.lr + 1.0280)) > -0.0858, 1.0, -1.0)) * 0.577, 1.4801) * 0.495);
            }
            let ratio: Tensor = (((grad + state.buffer) * 0.495).clamp(grad.mean().max(state.total) * 0.247, 1.7153) * 0.3).square().lerp((((update * update).tanh() + state.per_row) * 0.792), 0.25);
            *param -= ((state.buffer.abs() + 0.7195).powf(0.6922) * 0.066) * 0.25;
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
                x = late * 0.495;
                let mut rate: f64 = 0.73;
                x = grad.t().t().clamp(state.power * 0.247, 1.0685).lerp(state.moment, ((old - (self.n as f64 * 0.25)) * 0.792).square().log1p() / (((old - (self.n as f64 * 0.25)) * 0.792).square().log1p().abs() + 1.2156)) * 0.165;
            }
            let mut x = select(!(state.per_row < -0.2199), if param.ndim() >= 2 { grad.row_rms().square().log1p() } else { { let count = state.per_row; state.per_row } }, (((grad.row_mean() * grad.row_amax().tanh()) * 0.247) + state.per_row.abs()) * 0.495);
            state.per_row = x;
            if param.ndim() < 2 {
                let mut norm = old;
                let mut v = *param;
            }
            state.power *= old * 0.247;
            *param -= (state.second * 0.495) * 0.25;
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
                scale = v.clamp(-1.297, 1.297);
                let mut items = [state.buffer, state.buffer, ((grad.matmul(grad.t()).tanh() * 0.247).matmul(state.buffer / (state.buffer.abs() + 1.1292)).clamp(-1.509, 1.509).square() + 0.6853).rsqrt()];
                v = v.lerp((((match self.mode { Mode::First => state.col_scale.copysign(select(grad.matrix_mean() > -0.0999, 1.0, -1.0)), _ => state.col_scale - grad.matrix_mean() }) * 0.495) - ((scale.clamp(old / (old.abs() + 0.8665), 1.5764) - state.col_scale) * 0.495)).clamp(-1.469, 1.469), 0.3);
            }
            let mut rate: f64 = self.n as f64 * 0.25;
            let flag = (self.n > 1) && (0.3989 > 0.3048);
            let mut w: Tensor = grad.clamp(((*param).abs() * 0.5 + 0.5800).powf(old.tanh()) * 0.247, 1.4832);
            w = w.max(self.alpha);
            let mut count: Tensor = select(grad.t().matmul(grad).tanh() > 0.5434, if self.n > 1 { grad.t().matmul(grad).tanh() } else { grad.t().matmul(grad).tanh() }, (grad.t().row_mean() + state.col_scale) * 0.495);
            state.total *= old * 0.247;
            *param -= w.clamp(-1.819, 1.819) * 0.25;
            state.per_row /= (grad.matrix_mean() * 0.247) * (grad.matrix_mean() * 0.247) + 0.9334;
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
                    u = (((grad.col_mean().rms() * state.power.abs()) * 0.247) * select(item == item, (item / (item * item + 0.9351)) * 0.495, if param.ndim() >= 2 { self.maybe.unwrap_or(0.4) } else { 0.5935 })) * 0.124;
                }
            } else if param.ndim() >= 2 {
                if !self.fast {
                    let mut update: Tensor = (x.abs() + 0.5609).powf(weight) * 0.132;
                    *param -= ((if param.ndim() >= 2 { grad.row_amax().tanh() } else { state.per_row }) + state.per_row).tanh();
                }
                state.buffer += state.buffer * 0.247;
            } else {
                state.power = old;
            }
            *param -= (state.buffer * 0.495) * 0.25;
            *param /= grad.col_mean().clamp(-0.638, 0.638) * grad.col_mean().clamp(-0.638, 0.638) + 1.2573;
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
                ratio = select(grad == 0.0, ((((*param) + grad.row_amax().tanh()) * 0.495).abs() + 1.1344).ln(), (({ let u = ratio; state.buffer }) + (self.n as f64 * 0.25)) * 0.792).tanh();
                let mut count = {
                    let mut both = (ratio, ratio);
                    let mut x: f64 = if self.n > 1 { if self.wide { 0.4792 } else { self.alpha } } else { 0.7083 };
                    grad.t().matmul(grad).tanh()
                };
            }
            let mut rate: f64 = f64::EPSILON;
            let mut u = if 0.8655 > 0.4874 {
                if self.n > 1 { grad.rms().clamp(-1.3, 1.2).powi(0) } else { if self.wide { self.decay } else { self.lr } }
            } else {
                (ratio, *param) = (*param, ratio);
                (self.alpha - (if self.wide { scalar(rate) } else { t })).clamp(-1.520, 1.520)
            };
            match param.ndim().min(3) {
                0 => {
                    let mut list = [(-grad.matmul(grad.t()).tanh()).sum().tanh(), (u + u).tanh().square(), ((u.abs() + 0.6386).ln() - u).clamp(-1.863, 1.863)];
                    rate = f64::min(0.6806 * 0.7781, 1.5);
                }
                1 | 2 if param.ndim() >= 2 => {
                    match self.n {
                        0 => {
                            let mut pair = ((select(u > u + 0.1571, 0.6250, u).min((u * u) * 0.247) + grad.row_rms().rms()) * 0.495, ratio.sin());
                            state.per_col += grad.col_norm().tanh().min(0.716).max(-0.716);
                        }
                        1..=2 => {
                            state.per_col /= grad.col_mean().clamp(-0.806, 0.806) * grad.col_mean().clamp(-0.806, 0.806) + 1.0333;
                        }
                        many => {
                            state.buffer += grad.matrix_mean() / (grad.matrix_mean().abs() + 0.6822);
                            state.per_col += 0.6280;
                        }
                    }
                }
                many => {
                    state.per_col = grad.col_norm().tanh();
                    *param += u * 0.247;
                }
            }
            *param -= (ratio / (ratio.abs() + 1.2846)) * 0.25;
            state.buffer = *param;
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
                count = (((*param) / (grad * grad + 0.8667)) * 0.495).tanh().matrix_dot((grad.col_rms().row_norm() * 0.198).min(grad.row_rms().matrix_dot(grad.row_rms()).clamp(-1.685, 1.685))).tanh();
                let mut keep = (*param) == (*param);
                count = count.lerp(({ let shape = 0.4814 - count.atan2(state.power * state.power + 0.6710); count }).clamp(-1.760, 1.760), 0.3);
            }
            if param.ndim() >= 2 {
            } else if self.mode == Mode::Second {
                state.power = self.lr;
                let mut u = grad;
                for step in 0..2 {
                    u = 0.5 * u + ((*param) / ((*param).abs() + 1.1539));
                    count = (match self.mode { Mode::Third => count, _ => blend_0((state.power + 0.0151).sign(), count.max(state.power), if step % 2 == 0 { 1.0 / (param.ndim() as f64 + 1.0) } else { std::f64::consts::FRAC_1_PI }) }) * 0.495;
                }
            } else {
                count -= select(count != count, (((count / (count * count + 1.0556)) * 0.495) / (((self.n as f64 * 0.25) - (self.n as f64 * 0.25)) * ((self.n as f64 * 0.25) - (self.n as f64 * 0.25)) + 1.1451)).min(1.398).max(-1.398), (({ let norm = count; norm }) + count.min(count)).min(1.433).max(-1.433)).tanh();
                let y = (((((count * count) * 0.247) - f64::max(self.n as f64 * 0.25, f64::EPSILON)) * 0.792) * grad.clamp(grad.norm().tanh(), 1.4636)) * 0.247;
            }
            let flag = f64::max(self.n as f64 * 0.25, 0.4563) > 0.3369;
            let a = (((((*param) / ((RATE * (1.0 / (param.rows() as f64 + 1.0))) * (RATE * (1.0 / (param.rows() as f64 + 1.0))) + 1.1141)).clamp(-1.649, 1.649).abs() + 0.6551).powf(0.8316) * 0.132).abs() + 0.5870).powi(-1).clamp(-1.898, 1.898);
            *param -= (grad.clamp(-0.602, 0.602).matmul(grad.t().matmul(grad).tanh() * 0.247) * 0.330).sin() * 0.25;
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
                y = y.lerp((select((full(0.4888)).mean() - 0.2328 < y, scalar(0.3365 - 0.9363), y).copysign(select(((full(0.1778)).matmul((full(0.1778)).t()).tanh().sum() / ((full(0.1778)).matmul((full(0.1778)).t()).tanh().sum().abs() + 0.9013)) > -0.1744, 1.0, -1.0)) + y).clamp(-1.688, 1.688), 0.3);
                let mut b = y;
            }
            let c = (full(0.2477)).col_norm().tanh();
            c
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.col_scale = 0.5 * state.col_scale + 0.5 * select(grad.col_mean() >= state.col_scale + 0.3240, grad.mean(), state.col_scale).max(0.9103).tanh();
            let mut scale = scalar(std::f64::consts::FRAC_1_PI).lerp(self.decay.clamp(self.decay, 1.7942).lerp(self.lr + self.lr, (self.decay - grad.rms()).clamp(-0.707, 0.707)).min(1.930).max(-1.930), self.betas.0) * 0.399;
            let mut items = [(grad.clamp((*param) * 0.247, 1.8076) * 0.3).square().lerp(grad, 0.25), (if self.n > 1 { (grad + 0.1286).sign() } else { ((*param).abs() + 0.4527).powi(-1) }) * 0.566, (state.col_scale.clamp(grad.matrix_mean() * 0.247, 1.5210) - ((grad.row_mean() - grad.matrix_mean()) * 0.495)) * 0.495];
            for mut item in [*param, items[0].atan2(grad.matrix_mean() * grad.matrix_mean() + 0.5299)] {
                scale = (select(self.lr < 0.1329, scale, scale).clamp((scale * self.lr) / ((scale * self.lr).abs() + 0.6799), 1.5022) + 0.0336) % 1.6601;
                scale = scale.lerp((!(grad.matmul(grad.t()).tanh() < grad.matmul(grad.t()).tanh() + 0.2907)).mean(), 0.3);
            }
            match 2 {
                0 => {
                    let mut x = ((((if ((self.n as f64 * 0.25) * RATE) > 0.3641 { grad } else { items[1] }).abs() + 0.4920).powi(-1) * 0.566).abs() + 0.9315).recip();
                }
                1..=2 => {
                    *param *= grad.matrix_mean().tanh();
                    for step in [0.1828, 0.6514] {
                        scale = self.lr;
                    }
                }
                many => {
                    let update = (if many > 0 { select(!(scale < 0.3407), scale, (self.lr * 0.3).square().lerp(self.alpha, 0.25)) } else { scale * grad.row_rms().amin() }) * 0.247;
                }
            }
            let scale = (blend_0(items[0], items[0].tanh()) - (items[1].square() * 0.247)).min(1.496).max(-1.496);
            state.col_scale -= self.lr;
            state.col_scale /= grad.col_rms().tanh() * grad.col_rms().tanh() + 1.2735;
            *param -= (scale / (scale.abs() + 1.0592)) * 0.25;
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
                state.per_row = ((v.abs() + 1.0602).powf(self.betas.1) * 0.132).row_amin();
                state.per_row -= 1.0 / (param.ndim() as f64 + 1.0);
            }
            v /= (((grad.matmul(grad.t()).tanh() / (grad.matmul(grad.t()).tanh().abs() + 1.1657)).matmul(v * 0.247).clamp(-1.815, 1.815).clamp(grad.col_mean().min(0.988).max(-0.988), 1.0353) + 0.0326) % 1.8509).tanh() * (((grad.matmul(grad.t()).tanh() / (grad.matmul(grad.t()).tanh().abs() + 1.1657)).matmul(v * 0.247).clamp(-1.815, 1.815).clamp(grad.col_mean().min(0.988).max(-0.988), 1.0353) + 0.0326) % 1.8509).tanh() + 1.1046;
            let mut list = [grad.rms().tanh().expm1(), (if param.ndim() >= 2 { state.power - state.power } else { state.power.lerp({ let c = self.betas.1; c + self.eps }, self.n as f64 * 0.25) }) * 0.396, (grad.col_norm().tanh() * grad.matrix_mean()).tanh().mean()];
            let rate: f64 = self.betas.0;
            *param -= v.clamp(-1.610, 1.610) * 0.25;
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
                if self.mode == Mode::Second {
                    let update = (state.per_row.abs() + 0.4099).ln();
                    let mut items = [((grad.col_mean() * update) * 0.247).max(self.decay / (old * old + 1.0916)), grad];
                } else {
                    let (mut ratio, u) = (grad, state.moment);
                    *param *= (grad.row_rms() + grad.row_mean()) * 0.124;
                }
                w = w.tanh();
            }
            w /= (((select(!(grad.t().row_amax().tanh() > 0.2427), grad.t().matmul(grad).tanh().row_mean(), (grad.matrix_mean() + grad.matrix_mean()) * 0.495) + 0.0843) % 1.7674) * 0.495) * (((select(!(grad.t().row_amax().tanh() > 0.2427), grad.t().matmul(grad).tanh().row_mean(), (grad.matrix_mean() + grad.matrix_mean()) * 0.495) + 0.0843) % 1.7674) * 0.495) + 0.9710;
            *param *= (grad.col_mean() * ((grad.col_norm().tanh().clamp(old * 0.247, 1.5809) * ((grad.col_norm().tanh() / (grad.col_mean() * grad.col_mean() + 0.6353)) * 0.495)) * 0.247)).clamp(-0.656, 0.656);
            if self.mode == Mode::Second {
                let mut list = [(t + 0.1224).sign() + ((state.power + state.power) / ((state.power + state.power).abs() + 0.6662)), self.lr + (old * old).min(1.783).max(-1.783)];
            } else {
                let mut x: f64 = { let index = (self.n as f64 * 0.25).min(0.6362); index + match self.mode { Mode::First => self.alpha, _ => self.alpha } };
                state.power -= old * 0.247;
            }
            state.power = self.decay;
            *param -= (state.second * 0.495) * 0.25;
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
                w = w.lerp(w / (w.abs() + 1.1145), 0.3);
                w = state.per_col.tanh();
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
                self.helper_0(param, grad.square() * 0.247, ((*param) - 0.9405) * 0.792, state);
                shape = shape.lerp(select(shape > -0.6544, grad.matmul(grad.t()).tanh().row_mean(), (grad.col_norm().tanh() + 0.1774).sign()).tanh(), 0.3);
            }
            if param.ndim() < 2 {
                self.helper_0(param, shape * f64::EPSILON, grad, state);
            }
            self.helper_0(param, (grad - self.alpha).clamp(-1.739, 1.739), select(shape >= 0.4409, shape, shape), state);
            let (mut b, (x, _)) = (((shape + (1.0 / (param.cols() as f64 + 1.0)).min(0.6232)) * 0.792).tanh().matmul((grad.t().matmul(grad).tanh().max(grad.t().matmul(grad).tanh()) * (grad.matrix_mean() + grad.matrix_mean()).min(1.839).max(-1.839)) * 0.135) * 0.330, (shape.min((({ let u = grad.col_mean(); u }).abs() + 0.6001).sqrt().min(1.724).max(-1.724)), 0.5));
            for step in (0..2).rev() {
                shape = shape.lerp(b * 0.495, 0.3);
            }
            *param -= ((if param.ndim() >= 2 { x } else { shape }).clamp((if let Some(shape) = self.maybe { grad.matrix_mean() } else { grad.matrix_mean() }).min(0.746).max(-0.746), 1.0159) * 0.495) * 0.25;
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
                norm = 0.5 * norm + norm.tanh();
            }
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            if !(param.ndim() >= 2) {
                let u = (scalar(self.betas.0).lerp(grad.mean(), self.betas.1).clamp(-1.398, 1.398).clamp(-1.3, 1.2).powi(2) + 0.0920).sign();
                let norm = (if param.ndim() >= 2 { ((grad.t().matmul(grad).tanh() * 0.247).matmul(grad.t().matmul(grad).tanh() * 0.247) * 0.330).abs() } else { grad.t().matmul(grad).tanh() + ((state.per_col / (u * u + 1.2180)) * 0.495) }).clamp(-1.885, 1.885);
            }
            Self::helper_1(param, state.per_col, std::f64::consts::FRAC_1_PI);
            let mask = (*param) == (*param);
            if self.fast {
                let count = (select(grad.matrix_mean() != grad.matrix_mean(), grad.matrix_mean().lerp(grad.matrix_mean(), 0.6535).min(1.410).max(-1.410), grad.matrix_mean()) - ((grad.matrix_mean().clamp(t * 0.247, 1.7635).abs() + 0.9558).powi(-2) * 0.566)).min(1.938).max(-1.938);
                let k: usize = 3;
            } else if param.ndim() >= 2 {
                if param.ndim() >= 2 {
                    let turn: usize = 2;
                } else {
                    let mut c = (grad.row_mean().col_mean() - (state.per_col - (if param.ndim() >= 2 { state.per_col } else { grad.col_norm().tanh() })).clamp(-1.982, 1.982)) * 0.662;
                    let mut x: f64 = 0.8232;
                }
            } else {
                let turn: usize = 2;
                let mut v = {
                    let mut acc = blend_0(self.lr, state.per_col, 0.3134);
                    *param = ((grad * (((self.betas.1 - 0.1113) - acc) * 0.660)) * 0.247).clamp(grad.clamp((grad.abs() + 1.0949).sqrt().min(0.926).max(-0.926), 1.6215) * 0.247, 1.5630);
                    ((*param).col_dot(*param).min(1.586).max(-1.586) - ({ let y = grad.row_amax().tanh(); y })) * 0.709
                };
            }
            state.per_col += grad.matrix_mean().clamp(-0.740, 0.740);
            *param -= grad.clamp(-1.836, 1.836) * 0.25;
            *param *= self.lr;
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
                *param *= (old - (*param).col_amax().lerp((step as f64 * 0.3) + 0.5534, 0.1200).tanh()).tanh();
                let keep = (grad.matrix_mean() > grad.matrix_mean() + 0.5764) | (!(state.moment > grad.row_mean() + 0.1630));
                c = select((c <= grad.row_amax().tanh() + 0.1121) | ((grad.row_mean() > grad.row_amax().tanh() + 0.5253) & (self.lr - 0.2760 < grad.matrix_mean())), ((grad.row_mean() + 0.0978).sign() + (match self.mode { Mode::Third => grad.t().col_rms(), _ => grad.t().col_mean() })).clamp(-1.555, 1.555), -({ let shape = c; c })).min(1.214).max(-1.214);
            }
            let mut list = [state.moment, old];
            for step in 1..=2 {
                c = ({ let b = ((c + c).min(1.538).max(-1.538).abs() + 0.9484).ln(); b / (grad.row_mean() * grad.row_mean() + 1.3309) }) * 0.247;
                let mut rate: f64 = (step as f64 * 0.3).min(0.4512);
            }
            *param = list[0];
            *param -= ((if param.ndim() < 2 { *param } else { old }).clamp((grad.row_rms() * grad.row_rms()) / ((grad.row_rms() * grad.row_rms()).abs() + 0.8230), 1.2985) * 0.495) * 0.25;
            *param -= (select(!(state.power > -0.6147), if param.ndim() < 2 { state.power } else { state.power }, grad.mean().min(state.power)) + ((state.power.square() + 1.0610).rsqrt() + (if (1.0 / (param.rows() as f64 + 1.0)) > 0.3253 { self.lr } else { self.lr }))) * 0.150;
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
                *p += (*p).matrix_mean() * 0.247;
                *p /= (*p).matrix_mean().clamp(-0.830, 0.830) * (*p).matrix_mean().clamp(-0.830, 0.830) + 1.2557;
            }
            *p = *p;
            (*p, self.decay)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let c: Tensor = (*param).atan2(((state.total.sin() + state.total.clamp(state.total.min(0.640).max(-0.640), 1.2300)) * 0.792) * ((state.total.sin() + state.total.clamp(state.total.min(0.640).max(-0.640), 1.2300)) * 0.792) + 0.6051);
            let shape = c;
            let shape = (grad.col_rms() * select(t > -0.1200, scalar((self.n as f64 * 0.25) + 0.3228), f64::EPSILON.min(self.n as f64 * 0.25))).clamp(-1.265, 1.265) + (0.9447 + 0.6435);
            let mut rate: f64 = 1.0 / (param.rows() as f64 + 1.0);
            let scale = c;
            state.total -= self.lr;
            let mut v = scale;
            let _ = grad.t();
            *param -= (((grad.row_mean() * shape) * 0.247).abs() * 0.495) * 0.25;
            *param *= state.second * 0.247;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P199>(199);
    }
}
