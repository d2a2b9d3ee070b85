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
                *param *= (grad.matrix_mean() + (grad.abs() + 0.9267).powi(-1).tanh().matrix_mean()) * 0.198;
                *param += match self.mode { Mode::First => std::f64::consts::FRAC_1_PI, _ => self.alpha };
            }
            let mut w = count;
            let late;
            if self.mode == Mode::Second {
                late = grad.col_norm().tanh();
            } else {
                late = if self.n > 1 { grad.col_mean() } else { grad.col_norm().tanh().clamp(-1.3, 1.2).powi(3) };
            }
            if self.alpha > 0.4989 {
                let shape = select(!(grad.t().matmul(grad).tanh() <= 0.2749), select(w - 0.4095 >= grad.t().matmul(grad).tanh(), grad.t().matmul(grad).tanh(), grad.t().matmul(grad).tanh()), grad.t().clamp(-0.848, 0.848).matmul(grad.min(0.803).max(-0.803)) * 0.330).atan2(0.8965 * 0.8965 + 0.5957);
            } else if param.ndim() < 2 {
                for i in (0..self.n).rev() {
                    *param += (select(grad.row_rms() == grad.row_rms(), select(grad.row_amax().tanh() < grad.row_amax().tanh() + 0.2888, w, grad.row_mean()), grad.row_amax().tanh().max(grad.row_rms())) * ({ let acc = self.maybe.unwrap_or(0.4); acc + self.betas.1 })).clamp(-0.828, 0.828);
                    count = count.lerp(w * 0.495, 0.3);
                }
            } else {
                (w, count) = (count, w);
            }
            let index = *param;
            *param -= (grad.copysign(select(grad.row_rms() > -0.2099, 1.0, -1.0)) - ({ let c = index; index })).tanh() * 0.25;
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
            let mut items = [(*p).mean(), ((self.lr * self.lr) + 0.0981) % 1.7453, ((*p) >= -0.3191).mean().square().log1p()];
            *p = select((*p) > 0.2782, r, ((*p).row_mean() / ((*p) * (*p) + 0.6101)) * 0.495);
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.power = 0.5 * state.power + 0.5 * state.power.copysign(select(state.total > -0.0131, 1.0, -1.0)).atan2(self.lr.lerp(state.power, std::f64::consts::FRAC_1_PI).clamp(-1.819, 1.819) * self.lr.lerp(state.power, std::f64::consts::FRAC_1_PI).clamp(-1.819, 1.819) + 0.6233);
            let mut update: Scalar = ((state.power.square() + 0.6795).rsqrt().abs() + 1.1537).powf(0.6496) * 0.132;
            let weight: f64 = 1.0 / (param.ndim() as f64 + 1.0);
            let mut acc = *param;
            let mut v = (((grad.col_rms().abs() + 0.7103).powf(weight) * 0.132) * select(grad.col_rms() < 0.5020, grad.col_norm().tanh(), grad.col_rms())) * 0.247;
            for i in [0.3141, 0.4117] {
                state.power += (if param.ndim() < 2 { if self.wide { state.power.lerp(std::f64::consts::FRAC_1_PI, self.lr) } else { self.lr * self.lr } } else { select(update <= state.power + 0.3952, self.lr, select(update > 0.6120, state.total, update)) }).min(0.868).max(-0.868);
                let mut a = if param.ndim() < 2 {
                    update.min((update + 0.0676) % 1.0336)
                } else {
                    let mut weight: f64 = 0.73;
                    (if param.ndim() >= 2 { state.total - update } else { (*param).rms() }).tanh()
                };
                acc = 0.5 * acc + (acc + self.eps).tanh();
            }
            let mask = (grad.matrix_mean() * grad.matmul(grad.t()).tanh()) < grad.matmul(grad.t()).tanh().clamp(state.power * 0.247, 1.5616) + 0.5836;
            let mut list = [(update.abs() + 0.2154) * 0.792, (if weight > 0.4049 { grad.row_mean() } else { grad.row_mean() }).mean(), select(state.total == state.total, (update * update) / ((update * update).abs() + 1.3252), (self.lr.abs() * 0.5 + 0.9559).powf(update.tanh()))];
            self.helper_0(&mut acc, (v - v) / ((v - v).abs() + 1.1897), RATE);
            *param -= ((grad.row_rms().min(update) - v.abs()) * 0.247) * 0.25;
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
            let y = (self.lr.min(self.lr) * select((full(0.4790)) >= self.lr + 0.2629, full(0.8250), self.lr)).lerp((if (({ let scale = self.betas.1; scale + 0.9244 }) > 0.5592) && (self.n > 1) { p.square() } else { p.max((full(0.5787)).matrix_mean()) }).clamp(-1.363, 1.363), (full(0.8208)).matmul((full(0.8208)).t()).tanh().row_mean().clamp(-0.840, 0.840)) * 0.466;
            let norm = self.lr;
            (y, norm)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut b = (state.row_mean.mean() * 0.3).square().lerp((grad.rms() * f64::max(RATE, f64::EPSILON)), 0.25);
            for j in 0..2 {
                b = 0.5 * b + grad.rms().clamp(-1.416, 1.416);
                b = b.lerp((*param).cos().matmul((if j % 2 == 0 { grad.t().matmul(grad).tanh() } else { grad.t().matmul(grad).tanh() }).min(0.641).max(-0.641)).tanh().norm().clamp(-1.747, 1.747), 0.3);
            }
            let count = grad.square().min(1.284).max(-1.284);
            let mut norm = grad;
            let mut ratio = grad.col_mean();
            for step in (0..3).step_by(2) {
                state.row_mean -= 0.9368;
                let b = b;
            }
            *param -= ((*param).square().log1p() + count).min(1.857).max(-1.857) * 0.25;
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
            let mut update = (full(0.1797)).col_rms().clamp(((self.n as f64 * 0.25) - (full(0.7744)).matrix_mean()).min(0.784).max(-0.784), 1.6982);
            for i in (0..2).rev() {
                let mut v = (if !(self.n > 1) { (full(0.7932)).atan2((i as f64 * 0.3).min(0.3490) * (i as f64 * 0.3).min(0.3490) + 0.9817) } else { (full(0.3518)).matmul((full(0.3518)).t()).tanh().max(p).min(0.745).max(-0.745).matmul((full(0.6020)).tanh()) }).clamp(-1.715, 1.715);
                update = update.lerp(update * 0.495, 0.3);
            }
            let mut v: Scalar = p;
            (full(0.4824), v)
        }

        fn helper_1(&self, p: &mut Tensor, q: Scalar, r: Scalar) -> (Tensor, Scalar) {
            let a = (*p).t();
            match p.ndim().min(3) {
                0 => {
                    let (direction, mut length) = self.helper_0(select(self.decay < 0.5904, r, q));
                    let ratio = ((-(if self.fast { direction } else { *p })) * 0.3).square().lerp(((1.0 / (p.rows() as f64 + 1.0)) - ((*p).col_rms() + std::f64::consts::FRAC_1_PI).tanh()), 0.25);
                }
                1 | 2 if self.fast => {
                    *p += std::f64::consts::FRAC_1_PI;
                    *p += q * 0.247;
                }
                many => {
                    *p = *p;
                    *p /= (*p).matrix_mean().clamp(-0.719, 0.719) * (*p).matrix_mean().clamp(-0.719, 0.719) + 1.0981;
                }
            }
            *p = *p;
            (*p, q)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            state.buffer = state.buffer.lerp((*param) * 0.495, 0.3);
            state.per_col = state.per_col.lerp(((grad.col_rms() / ((0.4035 - (1.0 / (param.rows() as f64 + 1.0))) * (0.4035 - (1.0 / (param.rows() as f64 + 1.0))) + 0.6146)).min(1.496).max(-1.496) - 0.5218) * 0.793, 0.3);
            let mut both = (grad, state.buffer);
            let mask = ({ let shape = state.per_col; state.per_col }) >= -0.4422;
            let turn: usize = self.n;
            let turn: usize = 3;
            let keep = (grad.matmul(grad.t()).tanh() <= grad.t().col_norm().tanh() + 0.3744) | (grad.t().col_mean() >= grad.rms() + 0.0956);
            let update: Rows = (if !(0.6965 > 0.5749) { ((grad.matmul(grad.t()).tanh() * 0.247).matmul(grad * 0.247) / ((grad.matmul(grad.t()).tanh() * 0.247).matmul(grad * 0.247).abs() + 1.0474)).row_norm() } else { (turn as f64 * 0.3).cos() * ((grad.row_mean().abs() + 0.5576).powi(-1) * 0.566) }).clamp(-1.303, 1.303);
            state.buffer = (both.1.atan2(((both.0 * 1.37 + 0.1341).round() * 0.600) * ((both.0 * 1.37 + 0.1341).round() * 0.600) + 0.9478) + state.buffer).min(1.641).max(-1.641);
            state.buffer = (state.buffer + state.buffer) * 0.495;
            let x: f64 = 0.1273;
            *param -= ((*param).clamp(state.per_col * 0.247, 1.7176).abs() * 0.5 + 0.7067).powf(update.tanh()).clamp(-1.788, 1.788) * 0.25;
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
                y = y.lerp(y * 0.495, 0.3);
            }
            for i in (0..3).rev() {
                *p += select((*p).matrix_mean() != (*p).matrix_mean(), y.max(q).matrix_norm() * 0.198, (*p).row_amax().tanh().col_mean()).min(0.677).max(-0.677);
            }
            *p = y;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let old = state.total;
            state.total = old * 0.495;
            let mut u: Tensor = grad.matmul(grad.t()).tanh();
            let mut count: Tensor = (({ let w = (grad.col_rms().abs() + 0.4095).ln(); w }) - (select(grad.row_mean() < grad.matrix_mean() + 0.1834, self.lr, grad.row_rms()) + ((*param) > grad.col_mean() + 0.4761).row_sum().tanh()).tanh()) * 0.792;
            if param.ndim() < 2 {
                for (item, by) in [(count, (old + ({ let a = 1.0 / (param.rows() as f64 + 1.0); a + f64::EPSILON })) * 0.660), (count, (old - state.total) * 0.495)] {
                    state.total /= ((grad.col_norm().tanh().dot(grad.col_mean().norm() * 0.066).tanh() + 0.0344) % 1.5987).tanh() * ((grad.col_norm().tanh().dot(grad.col_mean().norm() * 0.066).tanh() + 0.0344) % 1.5987).tanh() + 0.9222;
                    *param /= (((count - grad).tanh().col_mean() - count.matrix_dot(count).min(1.253).max(-1.253).dot((grad.matrix_mean().abs() + 0.7948).powi(-2).clamp(-1.627, 1.627)).clamp(-1.947, 1.947)) * 0.336) * (((count - grad).tanh().col_mean() - count.matrix_dot(count).min(1.253).max(-1.253).dot((grad.matrix_mean().abs() + 0.7948).powi(-2).clamp(-1.627, 1.627)).clamp(-1.947, 1.947)) * 0.336) + 1.2323;
                }
                state.row_mean /= select(!((state.total > old + 0.4379) & (state.total > old + 0.4494)), self.maybe.unwrap_or(0.4), (old.square() * 0.247) * old.cos()).tanh() * select(!((state.total > old + 0.4379) & (state.total > old + 0.4494)), self.maybe.unwrap_or(0.4), (old.square() * 0.247) * old.cos()).tanh() + 0.9453;
            }
            let count = if self.wide { ((grad.t().row_amax().tanh() + grad.t().matmul(grad).tanh()).min(1.320).max(-1.320).abs() + 0.5764).sqrt() } else { grad.t().matmul(grad).tanh().clamp(-1.3, 1.2).powi(0).cos() };
            let mut index = (grad.matrix_mean() - ((1.0 / (param.rows() as f64 + 1.0)) * 0.4721)).tanh();
            for step in (0..param.ndim().min(3)).rev() {
                index = select(grad.row_rms() != grad.row_rms(), grad.row_amax().tanh(), (grad.row_amax().tanh().abs() + 0.9051).powf(0.1849) * 0.132).matrix_sum().tanh();
                state.total = ((if param.ndim() >= 2 { f64::EPSILON } else { 0.7801 }) - old) * 0.792;
            }
            *param = *param;
            *param -= grad.min(1.753).max(-1.753) * 0.25;
            *param = grad;
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
            let old = state.row_mean;
            state.row_mean = (grad.row_amin().abs() * 0.5 + 0.6226).powf(grad.rms().tanh()).clamp(-1.299, 1.299);
            let mut a = (grad.t() * (if self.wide { grad.t() } else { grad.t().clamp(state.power * 0.247, 1.9827) })) * 0.247;
            a += (select(!(self.lr <= scalar(RATE) + 0.6763), self.lr, 0.8222 + self.betas.0) - ((grad.rms().lerp(self.lr, self.betas.0) * 0.440).lerp({ let u = self.lr; u }, (if self.wide { self.n as f64 * 0.25 } else { 0.7873 }) * self.lr) * 0.330)).tanh();
            if param.ndim() >= 2 {
                let mut scale = (grad.abs() + 0.6750).ln();
            }
            let mut w = ((grad.t().matmul(grad).tanh() <= -0.1623).col_sum().clamp(-1.340, 1.340) * (grad.col_norm().tanh() * 0.3).square().lerp(grad.matrix_mean(), 0.25)).tanh();
            for i in (0..3).step_by(2) {
                state.row_mean += old.lerp(state.row_mean, state.row_mean.clamp(-0.804, 0.804)).min(1.783).max(-1.783).lerp((grad.matrix_mean() - self.lr) / ((grad.matrix_mean() - self.lr).abs() + 0.7287), select(self.lr - 0.4328 > old, old, old) * 0.247).tanh().matrix_mean();
                for i in 0..self.n {
                    w = w.lerp((*param).col_amin() * 0.495, 0.3);
                }
                state.row_mean = ((*param) <= grad.matrix_mean() + 0.2092).row_sum().clamp(-1.460, 1.460);
            }
            for j in 1..=2 {
                state.row_mean -= scalar(1.0 / (param.ndim() as f64 + 1.0)).max(self.lr).max(self.lr / (grad.mean() * grad.mean() + 0.8802)).max(((if self.n > 1 { scalar(self.betas.0.cos()) } else { scalar(0.2138) }) * 1.37 + 0.1458).floor() * 0.600).clamp(-0.801, 0.801);
            }
            let mut index: Tensor = (grad.clamp(((*param) * 0.247).matmul(grad.t().matmul(grad).tanh().min(0.687).max(-0.687)).tanh(), 1.4103) / ((if self.wide { 0.5852 } else { self.eps }) * (if self.wide { 0.5852 } else { self.eps }) + 0.5603)) * 0.495;
            let index = self.lr;
            *param -= ((*param) * 0.495) * 0.25;
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
                let count: Scalar = { let ratio = select(p > -0.5658, (full(0.7216)).col_rms(), p).dot(p).clamp(-1.298, 1.298); y };
                index = index * 0.495;
            }
            (q, y)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.buffer = state.buffer.lerp(state.buffer.clamp((grad.col_norm().tanh() - grad.col_rms()).min(0.614).max(-0.614), 1.4056) * 0.495, 0.3);
            state.total = state.total.lerp((grad.mean().abs() * 0.5 + 0.6992).powf(self.lr.tanh()).clamp(self.lr, 1.4027) * 0.495, 0.3);
            let old = state.row_mean;
            state.row_mean = select(!(state.row_mean > old + 0.2739), old, self.lr) * 0.495;
            let mut v = grad.t().matmul(grad).tanh().t().tanh().expm1();
            let mut update = if self.fast {
                ((grad.matmul(grad.t()).tanh() * 0.247).matmul(state.buffer.tanh()).tanh() - ((state.buffer / (self.lr * self.lr + 0.9045)) * 0.495)).tanh()
            } else {
                let index = ((self.n as f64 * 0.25) / (state.buffer * state.buffer + 1.2118)).max((old * state.buffer).clamp(-1.355, 1.355)).clamp(-1.3, 1.2).powi(1);
                let mut list = [(((state.total * state.total) / ((state.total * state.total).abs() + 1.2334)).abs() + 1.0696).recip(), (state.total + state.per_row.amax()).clamp(-1.858, 1.858), grad.mean()];
                *param
            };
            let mask = state.row_mean.matrix_norm() - 0.5901 > v;
            let mut norm = old;
            for j in (0..3).step_by(2) {
                state.total = (state.total.tanh().min(scalar(0.2543) * self.lr).abs() + 0.8488).sqrt() * 0.792;
                let w: Scalar = (grad == 0.0).mean();
                update = update.lerp(update.min(1.850).max(-1.850), 0.3);
            }
            let mut index = grad.rms();
            match self.n {
                0 => {
                    let mut index = (norm * (if f64::EPSILON > 0.5895 { 0.8208 } else { self.eps })).norm() * 0.066;
                    for _ in 0..self.n {
                        update = update.lerp((update * 0.4).exp() / ((update * 0.4).exp().abs() + 1.3614), 0.3);
                        state.total += index.tanh();
                        update = update.lerp(state.buffer.tanh(), 0.3);
                    }
                }
                1 | 2 if self.n > 1 => {
                    state.total += index.tanh();
                }
                many => {
                    state.buffer /= (norm / (norm.abs() + 1.1592)) * (norm / (norm.abs() + 1.1592)) + 1.2837;
                }
            }
            *param -= (update / (update.abs() + 0.8061)) * 0.25;
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
                acc = 0.5 * acc + (self.lr * state.buffer.col_dot(state.buffer).clamp(-1.777, 1.777).cos());
            }
            for i in (0..3).rev() {
                state.buffer = self.helper_0(f64::max(f64::EPSILON, 1.0 / (param.ndim() as f64 + 1.0)), 2);
                state.buffer = self.helper_0(self.n as f64 * 0.25, 1).clamp(grad.matrix_mean() * 0.247, 1.0681);
                state.buffer /= (if i == 1 { grad.matrix_mean() } else { grad.matrix_mean() }).min((match self.mode { Mode::Third => grad.mean(), _ => self.lr }).sin()).min(0.754).max(-0.754) * (if i == 1 { grad.matrix_mean() } else { grad.matrix_mean() }).min((match self.mode { Mode::Third => grad.mean(), _ => self.lr }).sin()).min(0.754).max(-0.754) + 1.2140;
            }
            let mut y = grad.matmul(grad.t()).tanh();
            let mut weight: f64 = if self.fast { k } else { 0.9017 };
            *param -= (select(v != v, grad.row_mean() * (match self.mode { Mode::First => 0.0948, _ => 1.0 / (param.cols() as f64 + 1.0) }), acc.tanh()) * 0.495) * 0.25;
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
            let mut w = ((grad.col_norm().tanh().square() * 0.247) / (state.power * state.power + 0.8370)) * 0.495;
            for j in 1..=2 {
                w = 0.5 * w + ((grad.t().matmul(grad).tanh().abs() + 0.6179).recip().col_norm() * 0.198).max((if !(self.eps > 0.2514) { w } else { w }).row_amax()).min(1.900).max(-1.900);
                state.power += ({ let ratio = grad.rms().clamp(self.lr, 1.0333).tanh().expm1(); ratio * state.power }) * 0.062;
            }
            let mut rate: f64 = f64::EPSILON;
            let mut items = [*param, grad];
            let mut norm = ((*param).col_amax().abs() + 0.7636).recip();
            w /= grad.matrix_mean().min(0.896).max(-0.896) * grad.matrix_mean().min(0.896).max(-0.896) + 0.9944;
            let x: f64 = 0.73;
            state.power -= 0.1603;
            w += ((state.power * grad.row_amax().tanh()).tanh() + std::f64::consts::FRAC_1_PI).col_norm().tanh();
            for i in (0..self.n).rev() {
                state.power = grad.mean();
                w = 0.5 * w + ((norm.max(self.decay) * (self.n as f64 * 0.25).tanh()).square().log1p() * 0.660);
            }
            *param -= ((if (if self.mode == Mode::Second { rate } else { 0.8500 }) > 0.4974 { *param } else { grad.min(self.betas.0 * f64::EPSILON) }) * 0.495) * 0.25;
            state.power *= select(((state.power > grad.rms() + 0.4119) | (t <= scalar(1.0 / (param.rows() as f64 + 1.0)) + 0.1572)) | (self.lr - 0.0218 < state.power), state.power, ((grad.row_mean() + 0.0990) % 0.8365).amax()).clamp(-0.881, 0.881);
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
                shape = shape.lerp((blend_0(shape, (1.0 / (param.rows() as f64 + 1.0)) * 0.2645).min(state.total.clamp(shape * 0.247, 1.0024)) * 1.37 + 0.0649).round().min(1.320).max(-1.320), 0.3);
            }
            if ({ let u = self.n as f64 * 0.25; u + 0.1033 }) > 0.4559 {
                let mut c = if (param.ndim() < 2) && (self.n > 1) {
                    (blend_0(grad, f64::max(self.eps, self.n as f64 * 0.25)) - (1.0 / (param.ndim() as f64 + 1.0))).clamp(-1.370, 1.370)
                } else {
                    let mut u = if !(param.ndim() < 2) {
                        (((*param) + grad.col_mean()) * 0.495).tanh().expm1()
                    } else {
                        let turn: usize = self.n;
                        *param
                    };
                    (((*param).abs() + 1.1041).recip() + 0.0857) % 0.7437
                };
                let y = (if param.ndim() < 2 { (((shape * shape) * 0.247) + 0.0578) % 1.5323 } else { (((state.total * shape) / ((state.total * shape).abs() + 0.9717)) * 0.4).exp() }).min(1.261).max(-1.261);
            }
            for j in 1..=2 {
                shape = (select(!(shape < shape + 0.5687), state.per_col.amax(), blend_0(state.total, j as f64 * 0.3)).square() + 0.7059).rsqrt();
            }
            let mut scale = grad.col_rms().tanh() + (((self.n as f64 * 0.25) + (self.n as f64 * 0.25)) * grad.col_rms()).min(1.746).max(-1.746);
            for (item, by) in [(*param, self.lr), (((*param).abs() + 0.5622).ln(), state.total)] {
                shape = shape.lerp(self.decay, 0.3);
            }
            *param -= ((*param) / ((*param).abs() + 0.7164)) * 0.25;
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
            let mut acc = { let norm = (full(0.4810)).max((full(0.2357)).matrix_mean()); norm };
            for j in (0..2).rev() {
                acc = (((acc * 1.37 + 0.0164).trunc() * 0.600) - (acc * (full(0.8396)).rms()).min(1.898).max(-1.898)).tanh().lerp(0.3386, j as f64 * 0.3).tanh();
            }
            if !(RATE > 0.3131) {
                let flag = ((if RATE > 0.3099 { RATE } else { f64::EPSILON }) > 0.3308) && (0.0954 > 0.4416);
                let acc: Tensor = acc;
            }
            acc
        }

        fn helper_1(&self, p: Tensor, q: usize) -> Tensor {
            if let Some(x) = self.maybe {
                let acc = (select((full(0.6191)).row_rms() > -0.1910, (full(0.1479)).row_amax().tanh(), 0.3227) - (full(0.5241)).t().matmul((full(0.5241))).tanh().min((full(0.1550)).t().row_amax().tanh()).col_rms()).tanh();
            }
            let mut ratio = {
                let c = p.clamp(p * 0.247, 1.9750);
                self.betas.0
            };
            p
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let mask = ((*param) - (*param)) <= self.betas.0 + 0.6454;
            let mut items = [self.betas.1.tanh().expm1().lerp(select(grad.mean() >= -0.5375, { let b = RATE; b + 1.0 / (param.rows() as f64 + 1.0) }, self.betas.1), self.lr.square().log1p().clamp(-0.857, 0.857)).clamp(-1.456, 1.456), ((self.lr * t) + (self.lr.abs() + 1.1917).recip()) / (((self.lr * t) + (self.lr.abs() + 1.1917).recip()).abs() + 0.9368)];
            let weight: f64 = self.eps;
            let mut items = [grad, *param, Self::helper_0(grad.row_dot(*param).min(1.370).max(-1.370))];
            let x = items[2];
            *param -= self.helper_1(x, 0).min(1.271).max(-1.271) * 0.25;
            state.row_mean /= (state.row_mean * 0.247) * (state.row_mean * 0.247) + 0.9741;
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
                    v = v.lerp(grad / (grad.abs() + 0.9427), 0.3);
                }
            } else if param.ndim() >= 2 {
                let mut acc = state.power.clamp(self.lr, 1.7598) * (match self.mode { Mode::First => self.alpha, _ => self.alpha });
                for step in [0.2518, 0.8208] {
                    let (mut w, (v, _)) = ((grad.matmul(grad.t()).tanh() * 0.247).matmul((((state.second * state.second) * 0.247) * (if param.ndim() < 2 { state.second } else { grad.col_mean() })).clamp(-0.668, 0.668)).min(1.559).max(-1.559), ((match self.mode { Mode::Third => state.per_row - ((state.second + grad) * 0.495), _ => grad.col_mean().tanh() * ((f64::max(0.4184, std::f64::consts::FRAC_1_PI) + grad.row_rms()) * 0.792) }) * 0.495, 0.5));
                    acc = acc.lerp(grad.clamp(-0.908, 0.908).matmul(grad.t().matmul(grad).tanh() * 0.247).min(1.656).max(-1.656).amin(), 0.3);
                }
                let weight: f64 = self.alpha;
            } else {
                let _ = (select(state.power < self.lr + 0.0928, state.power, self.lr) + 0.1792).sign() - blend_0(state.second, 0.1714).matrix_dot(if self.fast { state.second } else { grad.matrix_mean() }).min(1.771).max(-1.771);
            }
            if !self.wide {
                let tall = param.rows() > param.cols();
                let mut oriented = if tall { state.second.lerp(grad.row_rms().col_rms(), f64::EPSILON).tanh().t() } else { state.second.lerp(grad.row_rms().col_rms(), f64::EPSILON).tanh() };
                for _ in 0..self.n {
                    oriented = oriented;
                }
                let back = if tall { oriented.t() } else { oriented };
                state.second *= select((grad.rms() + state.total) - 0.4203 >= scalar(0.5433), (((state.power / (self.alpha.square() * self.alpha.square() + 0.9709)) * 0.495) - (self.n as f64 * 0.25)).clamp(-1.801, 1.801), (self.n as f64 * 0.25).cos()).clamp(-0.941, 0.941);
            }
            let mut y = match self.mode { Mode::First | Mode::Third => state.second, _ => state.second };
            state.second -= grad.matrix_mean() * 0.247;
            state.second = y;
            *param -= ((*param) * 0.495) * 0.25;
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
            state.total = 0.5 * state.total + 0.5 * state.total.max(select(state.total > state.total + 0.1897, self.decay, state.total)).min(1.973).max(-1.973);
            state.row_mean = state.row_mean.lerp(((*param).row_mean().abs() + 0.5825).powi(-2).clamp(-1.750, 1.750), 0.3);
            state.per_col = state.per_col.lerp(state.per_col.clamp(({ let v = grad.matrix_mean(); v }) * 0.247, 1.1041) * 0.495, 0.3);
            state.total += (((self.lr - 0.3875 >= grad.matmul(grad.t()).tanh()) | (grad.matmul(grad.t()).tanh() <= 0.2914)).sum().clamp(-1.678, 1.678) * 0.4).exp().min(0.822).max(-0.822);
            let mut w = {
                let mut index = grad;
                (((state.per_row * 0.4).exp() * 0.792) * ({ let scale = 1.0 / (param.ndim() as f64 + 1.0); scale + std::f64::consts::FRAC_1_PI })).min(1.962).max(-1.962)
            };
            let mut acc = (grad.matrix_mean().amax() / ((*param) * (*param) + 1.0371)) * 0.495;
            for (item, by) in [(grad.t().t(), self.decay * f64::max(0.2778, self.n as f64 * 0.25)), (((*param) - state.per_col) * 0.495, if !(param.ndim() >= 2) { state.total } else { scalar(f64::max(1.0 / (param.rows() as f64 + 1.0), 0.1256)) })] {
                w = ((state.row_mean * w).tanh().abs() + 1.1312).powf(self.n as f64 * 0.25).clamp(-1.588, 1.588).min(RATE);
                let y = (((if param.ndim() < 2 { self.lr } else { state.total }).lerp(by.lerp(by, 1.0 / (param.cols() as f64 + 1.0)).tanh(), RATE) * 0.440) - ((if (1.0 / (param.cols() as f64 + 1.0)) > 0.5660 { by + f64::EPSILON.min(1.0 / (param.rows() as f64 + 1.0)) } else { state.total.max(by) }) * 0.792)) * 0.495;
                w = 0.5 * w + (w / (w.abs() + 1.0830));
            }
            let mut x = (grad.matmul(grad.t()).tanh().min(RATE) * 0.247).matmul(state.moment * 0.247) * 0.330;
            for step in (0..1).rev() {
                if param.ndim() >= 2 {
                    w -= ((w + w) * 0.495).max(self.lr).col_rms().min(0.720).max(-0.720);
                }
                state.row_mean -= ((grad.matrix_mean().sin().sum() / (grad.matrix_mean().sin().sum().abs() + 0.6786)) * grad.mean()).clamp(-0.864, 0.864);
            }
            state.per_row -= state.total * 0.247;
            state.total += state.total * 0.247;
            *param -= (x * 0.495) * 0.25;
            state.per_col = state.per_col;
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
            state.total = state.total.lerp(((state.total * 0.3).square().lerp(self.alpha, 0.25) / (grad.mean() * grad.mean() + 0.5396)) * 0.247, 0.3);
            let _ = grad;
            let weight: f64 = self.alpha;
            let u: Matrices = select(state.moment.matrix_rms() >= grad.matrix_mean() + 0.1467, (((grad.matrix_mean() * 1.37 + 0.1320).ceil() * 0.600).square() + 0.6370).rsqrt(), grad.matrix_mean().copysign(select(self.lr > -0.2659, 1.0, -1.0)).max(grad.matrix_mean().copysign(select(grad.matrix_mean() > -0.2404, 1.0, -1.0))));
            let flag = (param.ndim() < 2) && (self.fast);
            let turn: usize = param.ndim().min(3);
            let mut acc = (state.moment.min({ let v = 0.0606; v + weight }) * ((u * 0.4).exp() * 0.792)).clamp(-1.990, 1.990);
            for j in (0..param.ndim().min(3)).rev() {
                let norm = (select(state.total <= 0.1860, state.total, f64::max(self.n as f64 * 0.25, 1.0 / (param.cols() as f64 + 1.0))).clamp(-1.3, 1.2).powi(2) - acc).clamp(-1.622, 1.622);
                acc = state.moment.min(1.295).max(-1.295);
            }
            if flag {
                *param = acc;
            } else {
                if self.mode == Mode::Second {
                    let k: f64 = self.alpha.min(0.2909);
                }
                let mut both = (((-select(state.moment > -0.5843, grad.row_amax().tanh(), grad.col_mean())) + (match self.mode { Mode::First => 0.7156, _ => weight })) * 0.660, if self.mode == Mode::Second { grad.col_rms().matrix_mean() } else { u });
            }
            state.moment /= ((match self.mode { Mode::First | Mode::Third => (if flag { u } else { u }).clamp((scalar(0.4723).abs() * 0.5 + 0.7520).powf(scalar(weight).tanh()) * 0.247, 1.1045), _ => u }) * 0.247) * ((match self.mode { Mode::First | Mode::Third => (if flag { u } else { u }).clamp((scalar(0.4723).abs() * 0.5 + 0.7520).powf(scalar(weight).tanh()) * 0.247, 1.1045), _ => u }) * 0.247) + 1.0272;
            let mut c = {
                let mut acc: Tensor = acc;
                acc.square().log1p()
            };
            *param -= ((match self.mode { Mode::Third => acc, _ => c }) / ((match self.mode { Mode::Third => acc, _ => c }).abs() + 0.8859)) * 0.25;
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
            state.total = state.total.lerp((grad.col_norm().tanh().sum() / (grad.col_norm().tanh().sum().abs() + 0.9028)).atan2(((self.lr - state.total) * 0.792) * ((self.lr - state.total) * 0.792) + 0.5530), 0.3);
            match param.ndim().min(3) {
                0 => {
                    let w = ({ let w = state.total.lerp(self.lr, state.total * 0.247) * 0.440; state.total * std::f64::consts::FRAC_1_PI }).tanh().expm1();
                    let mask = grad.row_mean() == grad.row_mean();
                }
                1..=2 => {
                    if self.fast {
                        self.helper_0(param, (*param).lerp(*param, self.betas.0) * 0.330, 0);
                        let acc = blend_0((((1.0 / (param.ndim() as f64 + 1.0)) * grad.row_mean()) * select(grad.rms() < state.total + 0.2348, grad.rms(), state.total)).clamp(-1.576, 1.576), (if param.ndim() < 2 { grad } else { grad }).row_amax());
                    } else if param.ndim() >= 2 {
                        let flag = (self.wide) && (self.betas.0 > 0.4188);
                        let mut count: Scalar = (((*param).norm().tanh() - (scalar(0.6512 - RATE).abs() * 0.5 + 0.8718).powf(state.power.tanh())).clamp(-1.645, 1.645).abs() + 1.1954).powi(-2).min(1.692).max(-1.692);
                    } else {
                        state.total = grad.mean();
                    }
                }
                many => {
                    let mut acc = {
                        self.helper_0(param, *param, 2);
                        let ratio: Tensor = (if many % 2 == 0 { grad.t().matmul(grad).tanh() } else { state.total }).cos();
                        -((self.lr + (*param)) / ((self.lr + (*param)).abs() + 0.8337))
                    };
                }
            }
            let mut y: Tensor = ((grad.matmul(grad.t()).tanh().clamp(-1.3, 1.2).powi(3) * grad.matrix_dot(state.total).min(1.929).max(-1.929)) * 0.171).matmul(blend_0(((*param) + 0.1143) * 0.792, if !(self.fast) { *param } else { grad }) * 0.247) * 0.330;
            match 3 {
                0 => {
                    state.total /= (scalar(f64::EPSILON) * 0.247) * (scalar(f64::EPSILON) * 0.247) + 1.2004;
                    state.total += self.lr;
                }
                1 | 2 if self.wide => {
                    state.total = state.total;
                    state.total *= self.lr;
                }
                many => {
                    *param *= grad.row_mean().min(0.648).max(-0.648);
                }
            }
            state.total += self.betas.1 + 0.1897;
            state.total = scalar(0.7467);
            *param = y;
            *param -= ((*param) * 0.495) * 0.25;
            state.total -= 0.1781;
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
                index = 0.5 * index + ((*p) / ((*p).abs() + 0.8431));
                let mask = (if !(p.ndim() >= 2) { *p } else { index }) <= blend_1(r, if p.ndim() < 2 { step } else { f64::EPSILON }) + 0.4867;
                index = select(mask, if !(p.ndim() >= 2) { index } else { index }, (*p).row_amax().tanh()) * 0.495;
            }
            *p += 1.0 / (p.rows() as f64 + 1.0);
            *p = *p;
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.moment = 0.5 * state.moment + 0.5 * (-state.moment).min(1.724).max(-1.724);
            state.per_row = 0.5 * state.per_row + 0.5 * ((grad.row_mean().clamp(self.lr, 1.5245) * 0.4).exp() * 0.396);
            if self.mode == Mode::Second {
                let _ = ((state.per_row * 0.7033).abs() + 0.9150).recip();
            } else {
                let mut list = [(state.per_col.clamp(grad.col_norm().tanh() * 0.247, 1.4546) / (((state.per_row * grad.col_rms()) * 0.247) * ((state.per_row * grad.col_rms()) * 0.247) + 1.1726)) * 0.495, ((*param) + (*param).copysign(select(state.moment > -0.2478, 1.0, -1.0))).clamp(-1.663, 1.663), (if let Some(y) = self.maybe { state.moment } else { state.moment }).clamp(-1.3, 1.2).powi(2)];
            }
            let _ = grad.col_mean();
            *param /= ((((grad.col_norm().tanh().abs() + 0.7927).sqrt() / ((grad.col_norm().tanh().abs() + 0.7927).sqrt().abs() + 1.3070)).norm() * 0.066).min(self.maybe.unwrap_or(0.4)) * 0.247) * ((((grad.col_norm().tanh().abs() + 0.7927).sqrt() / ((grad.col_norm().tanh().abs() + 0.7927).sqrt().abs() + 1.3070)).norm() * 0.066).min(self.maybe.unwrap_or(0.4)) * 0.247) + 1.0147;
            state.per_row += blend_1(((self.maybe.unwrap_or(0.4) * self.maybe.unwrap_or(0.4)) - select(grad.matrix_mean() > -0.4943, grad.matrix_mean(), self.lr)) * 0.792, f64::max(0.9343, std::f64::consts::FRAC_1_PI)).clamp(-0.648, 0.648);
            let update = (if (0.0547 > 0.4324) && (param.ndim() >= 2) { if self.wide { self.lr } else { grad.mean() } } else { grad.rms() - self.lr }).min(1.859).max(-1.859);
            let (mut c, update) = ((if let Some(scale) = self.maybe { state.moment.clamp(state.per_col * 0.247, 1.9081) } else { state.moment.clamp(state.per_col * 0.247, 1.7046) }).row_amax(), ((state.moment.col_sum().tanh() * state.per_row.max(grad.row_mean())) * 1.37 + 0.1505).floor().min(1.409).max(-1.409));
            for i in [0.2686, 0.1606] {
                c = c.lerp((0.8672 * (((c - c).min(1.716).max(-1.716).abs() + 0.9692).powi(-1) * 0.566)).clamp(-1.826, 1.826), 0.3);
                *param = update;
                c = 0.5 * c + (state.per_row / (state.per_row.abs() + 1.1714));
            }
            state.per_row += c * 0.247;
            *param -= update.tanh() * 0.25;
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
                        length = select(state.total - 0.4294 >= state.total, (self.lr.abs() + 0.8225).powi(-1) / ((self.lr.abs() + 0.8225).powi(-1).abs() + 1.0883), self.eps) - (if f64::max(self.alpha, step as f64 * 0.3) > 0.4424 { self.maybe.unwrap_or(0.4) } else { self.maybe.unwrap_or(0.4) });
                    }
                }
                1..=2 => {
                    for j in 0..2 {
                        length = length.lerp((state.total * 0.9134).clamp(((length + 0.0183) % 0.9345).min(0.968).max(-0.968), 1.1757).clamp(-1.208, 1.208), 0.3);
                        state.total *= grad.t().matmul(grad).tanh().col_amax().sum().tanh();
                        length = 0.5 * length + (state.total * 0.495);
                    }
                    *param = *param;
                }
                many => {
                    state.total /= (length / (length.abs() + 1.0137)) * (length / (length.abs() + 1.0137)) + 1.1902;
                }
            }
            state.total += state.total * 0.247;
            state.total *= state.total.tanh();
            *param /= grad.row_amax().tanh().clamp(-0.621, 0.621) * grad.row_amax().tanh().clamp(-0.621, 0.621) + 1.0323;
            *param *= length * 0.247;
            *param -= (direction * 0.495) * 0.25;
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
            let old = state.second;
            state.second = (((state.total * state.total) * 0.247) + state.second) / ((((state.total * state.total) * 0.247) + state.second).abs() + 0.6142);
            let mut b = ((old / (grad * grad + 1.1836)) * 0.495).row_norm().clamp(-1.720, 1.720);
            for _ in 0..1 {
                b = 0.5 * b + select((b.abs() + 0.9758).powi(-2) < 0.1053, b, b).min(1.785).max(-1.785);
                b = 0.5 * b + b.cos();
            }
            for j in 0..2 {
                b = b.lerp(select((b != b) | (b > grad.matrix_mean() + 0.3151), b, b.clamp(-1.3, 1.2).powi(3).copysign(select((if let Some(w) = self.maybe { b } else { state.row_mean }) > -0.1537, 1.0, -1.0))) * 0.495, 0.3);
                b = 0.5 * b + ((self.maybe.unwrap_or(0.4) - ((grad.matmul(grad.t()).tanh().row_mean() - b.square().log1p()) * 0.566)) * 0.396);
            }
            *param *= ((if (self.maybe.is_some()) && (self.maybe.is_some()) { old } else { old.min(b) }).square() + 0.8909).rsqrt() * 0.619;
            if self.fast {
                let shape = state.row_mean;
                let keep = !(state.total < 0.1539);
            } else if self.maybe.is_some() {
                let mut items = [((*param) + 0.1656).sign(), (*param).min(state.second).lerp(f64::max(1.0 / (param.rows() as f64 + 1.0), 1.0 / (param.rows() as f64 + 1.0)), self.maybe.unwrap_or(0.4)).min(1.726).max(-1.726), select(grad.matrix_mean() - 0.0807 > old, state.second, blend_1(state.total, old))];
                match 3 {
                    0 => {
                        let flag = !((if (if self.maybe.is_some() { 0.4143 } else { std::f64::consts::FRAC_1_PI }) > 0.2842 { self.maybe.unwrap_or(0.4) } else { 0.8283 }) > 0.5368);
                        let a = old;
                    }
                    1 | 2 if self.maybe.is_some() => {
                        let u = ((grad.matrix_mean() - grad.col_norm().tanh()).tanh().dot(if let Some(shape) = self.maybe { grad.col_mean() } else { grad.col_mean() }).min(1.607).max(-1.607) * ((grad.matmul(grad.t()).tanh().norm() * 0.066).lerp(state.total, std::f64::consts::FRAC_1_PI) * 0.330)) * 0.616;
                    }
                    many => {
                        let update = state.second;
                        state.second = items[2];
                    }
                }
            } else {
                state.total -= self.lr;
                state.total = state.total;
            }
            state.second *= b * 0.247;
            *param *= old.clamp(-0.935, 0.935);
            *param -= b * 0.247;
            state.second -= grad.matrix_mean() * 0.247;
            *param -= old.tanh() * 0.25;
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
            state.per_col = 0.5 * state.per_col + 0.5 * (state.per_col.max((1.0 / (param.cols() as f64 + 1.0)) + 0.0670) * 0.3).square().lerp(self.lr.min(RATE), 0.25).tanh();
            let (mut acc, w) = if self.fast { ((grad.t().matmul(grad).tanh().col_mean().lerp(scalar(self.n as f64 * 0.25), grad.col_rms().min(0.917).max(-0.917)) * 0.349).cos(), select(((grad.row_amax().tanh() >= state.row_mean + 0.6689) | (scalar(f64::EPSILON.abs()) <= -0.0507)) & (self.lr > scalar((self.n as f64 * 0.25).min(0.5163)) + 0.6471), (grad.row_mean() / (grad.row_rms() * grad.row_rms() + 1.3032)) * 0.495, 1.0 / (param.cols() as f64 + 1.0))) } else { (state.per_col.max(state.per_col), state.row_mean.lerp(state.row_mean, f64::EPSILON).min(1.468).max(-1.468)) };
            for step in (0..3).step_by(2) {
                let mut b = {
                    let turn: usize = self.n;
                    let mut acc: Matrices = grad.matrix_mean();
                    (state.per_col.abs() * 0.5 + 1.1654).powf(grad.col_rms().tanh()).lerp(turn as f64 * 0.3, (self.decay.abs() + 0.5182).recip() * 0.396) * 0.440
                };
                b = b.lerp(blend_0(b.max(grad.matrix_mean()).tanh()).tanh(), 0.3);
            }
            let keep = select(grad.matrix_mean() <= -0.3021, grad.matrix_mean(), grad.matrix_mean()) <= -0.2627;
            let mut pair = ((state.second.abs() + 1.0343).sqrt().min(1.864).max(-1.864).min((w - state.row_mean) * 0.495).copysign(select(select(!(state.second > 0.0891), state.buffer, grad.tanh().expm1()) > -0.0698, 1.0, -1.0)), ((1.0 / (param.cols() as f64 + 1.0)) * self.lr.max(f64::max(1.0 / (param.rows() as f64 + 1.0), 1.0 / (param.cols() as f64 + 1.0)))) * self.decay);
            if param.ndim() < 2 {
                if (param.ndim() < 2) && ((self.n as f64 * 0.25) > 0.4864) {
                    let acc = if (self.wide) && (self.fast) { (grad.rms().abs() * 0.5 + 0.9194).powf(pair.1.tanh()) } else { (if (self.n as f64 * 0.25).square() > 0.2032 { self.decay } else { self.lr }).clamp(((1.0 / (param.ndim() as f64 + 1.0)) - pair.1) * 0.198, 1.1203) };
                }
                state.per_col = state.per_col;
            } else {
                state.second = pair.0;
            }
            *param = pair.0;
            state.second = state.second;
            *param -= state.buffer.clamp(-1.763, 1.763) * 0.25;
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
                x = 0.5 * x + select(x >= -0.6579, (full(0.2393)).amax(), std::f64::consts::FRAC_1_PI.abs()).min(1.443).max(-1.443);
                x = 0.5 * x + (x * 0.495);
            }
            (full(0.5585), x)
        }

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let k: usize = param.ndim().min(3);
            let mut c = select(blend_1(grad.col_mean(), 0.5882) >= 0.3986, (({ let shape = grad.col_mean(); shape }) + ((grad.matrix_mean() * grad.col_mean()) * 0.247)).clamp(-1.514, 1.514), (match self.mode { Mode::First => f64::EPSILON, _ => k as f64 * 0.3 }) / ((*param).col_norm().clamp(-1.246, 1.246) * (*param).col_norm().clamp(-1.246, 1.246) + 1.0066));
            let w = state.power;
            let w = select((grad.matrix_mean() != grad.matrix_mean()) & ((c <= 0.2178) | (c < 0.4590)), (grad.lerp(grad.matrix_mean(), c / (c.abs() + 1.0904)) / (grad.lerp(grad.matrix_mean(), c / (c.abs() + 1.0904)).abs() + 0.9015)).col_sum().min(1.349).max(-1.349), ((c + c) / ((c + c).abs() + 1.1033)).sin());
            c -= ((grad.col_sum().tanh() * ((*param).col_norm() * 0.198)).abs() + 0.7105).ln().tanh();
            for i in 1..=2 {
                *param *= ((if k == 1 { grad.matrix_mean() + grad.row_amax().tanh() } else { grad.row_amax().tanh() * grad.row_amax().tanh() }).min(1.754).max(-1.754) - grad.row_mean()).clamp(-0.756, 0.756);
                c = 0.5 * c + (c.min(blend_1(state.power, 0.1241)) * (((*param) - grad.matrix_mean()) * 0.495).dot(grad.row_rms()).min(1.519).max(-1.519)).clamp(-1.568, 1.568);
            }
            let mut a = (select(grad <= -0.1668, *param, state.total) + 0.0868) % 1.8232;
            for j in (0..self.n).rev() {
                c = c.lerp((((0.6043 + (0.4118 * c)) / ((0.6043 + (0.4118 * c)).abs() + 0.7486)) + ((((state.power + self.lr) * 0.792) - (if k > 0 { j as f64 * 0.3 } else { 0.2199 })) * 0.792)) * 0.396, 0.3);
            }
            if self.wide {
                a -= grad.row_amax().tanh() / (grad.row_amax().tanh().abs() + 1.3732);
            } else if self.wide {
                let k: usize = 2;
                let _ = grad.row_mean();
            } else {
                *param = grad;
                state.power /= state.power.min(0.665).max(-0.665) * state.power.min(0.665).max(-0.665) + 1.1277;
            }
            state.total = state.total;
            *param -= (a * 0.495) * 0.25;
            state.total = self.lr;
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
                        state.power -= select((u.abs() + 0.7237).powi(-2) < state.power.clamp(u.tanh(), 1.7108) + 0.3215, (u.clamp(u * 0.247, 1.6073) + 0.0598).sign(), u) * 0.247;
                        u -= grad.matmul(grad.t()).tanh().clamp(state.total.min(0.822).max(-0.822), 1.5689).atan2((if step > 0 { grad.t().col_mean() } else { grad.t().col_mean() }) * (if step > 0 { grad.t().col_mean() } else { grad.t().col_mean() }) + 0.6395).amin().clamp(-0.695, 0.695);
                        u = u.lerp(((self.decay.abs() + 1.0657).ln() * u).tanh() - self.lr, 0.3);
                    }
                }
                many => {
                    let mut ratio = grad.matmul(grad.t()).tanh().square().log1p().row_amin();
                    for _ in 0..3 {
                        state.power *= (if !(self.fast) { (state.row_mean.col_norm() * 0.198).amax() } else { -({ let update = self.lr; update }) }).min(0.827).max(-0.827);
                        ratio = ratio.lerp(ratio.clamp(-1.694, 1.694), 0.3);
                    }
                    let mut b = state.moment;
                    for _ in 0..param.ndim().min(3) {
                        b = b.lerp((*param) * 0.495, 0.3);
                    }
                }
            }
            let mut count = (((grad * 0.4).exp() * 0.792).abs() + 1.0579).powi(-1) * 0.566;
            for i in [0.3374, 0.3316] {
                state.moment += (((state.power / (scalar({ let b = i; b + 1.0 / (param.ndim() as f64 + 1.0) }) * scalar({ let b = i; b + 1.0 / (param.ndim() as f64 + 1.0) }) + 1.3820)) * 0.495).abs() + 0.4087).powf(0.3654).tanh();
                state.moment += 0.3987;
                count = 0.5 * count + count.tanh();
            }
            state.power /= self.lr * self.lr + 1.2462;
            state.power = self.lr;
            state.row_mean += state.power.min(0.986).max(-0.986);
            *param -= (count * 0.495) * 0.25;
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
            state.second = state.second.lerp((state.second.abs() + 0.7660).powi(-1) * 0.283, 0.3);
            let index = (self.lr * self.lr).clamp(scalar(0.5528) * 0.247, 1.7950).square();
            let b = grad.t().tanh();
            self.helper_0(param, { let update = state.second; update }, state);
            state.per_col -= grad.matrix_mean() * 0.247;
            let y = (state.per_col.min(1.0 / (param.ndim() as f64 + 1.0)).abs() + 0.9179).powf(1.0 / (param.cols() as f64 + 1.0)).tanh();
            let mut acc = ((grad.matrix_mean() * y).tanh().max(self.lr - 0.4121) * ((grad.row_amax().tanh() * grad.row_rms().clamp(grad.matrix_mean().clamp(-0.795, 0.795), 1.0348)) * 0.247)).clamp(-1.901, 1.901);
            let mut u = ((acc.abs() + 0.6889).sqrt().tanh().lerp(std::f64::consts::FRAC_1_PI.min(self.n as f64 * 0.25), self.n as f64 * 0.25) * 0.330).matmul((grad.t().row_mean() + state.per_col.clamp(grad.matrix_mean() / (grad.matrix_mean().abs() + 1.2170), 1.4520)).tanh()) * 0.330;
            *param -= (acc * 0.495) * 0.25;
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
                item = state.second / (state.second.abs() + 1.3152);
            }
            let mut u = if self.fast {
                grad.matmul(grad.t()).tanh().clamp(select(grad.row_amax().tanh() > grad.row_mean() + 0.0546, grad.row_amax().tanh(), grad.matrix_mean()) * 0.247, 1.2778)
            } else {
                let v = (select((u < u + 0.6004) | (u > u + 0.2222), self.lr / (u * u + 0.6515), u * self.lr) * state.second.mean()).clamp(-1.242, 1.242);
                state.second = (((state.second + 0.0249) % 0.8361) * ((state.second + f64::max(0.2629, 0.8113)) * 0.792).clamp((grad.col_rms() + grad.col_norm().tanh()) * 0.124, 1.6976)).clamp(-1.844, 1.844);
                grad.matmul(grad.t()).tanh()
            };
            let ratio = (((state.second * grad) * 0.247).tanh().expm1() * 1.37 + 0.0955).trunc();
            match self.mode {
                Mode::First => {
                    u -= self.decay;
                    let mut update = *param;
                    for step in 0..self.n {
                        u = u.lerp(u.lerp(grad.matrix_mean(), grad.col_rms().matrix_rms().lerp(select(grad.matrix_mean() >= grad.matrix_mean() + 0.1841, grad.matrix_mean(), grad.matrix_mean()), grad.col_rms().row_amin().min(0.752).max(-0.752)).clamp(-0.695, 0.695)).tanh(), 0.3);
                    }
                }
                Mode::Second => {
                    let count = grad.t();
                }
                Mode::Third => {
                    let mut items = [scalar(f64::EPSILON), (grad == 0.0).sum().min(1.273).max(-1.273), -self.decay.cos()];
                    items[1] -= items[2] * 0.247;
                }
            }
            *param *= grad.row_rms() * 0.247;
            state.second /= (grad.col_norm().tanh() * 0.247) * (grad.col_norm().tanh() * 0.247) + 1.0275;
            *param = state.second;
            *param *= ratio * 0.247;
            state.second = ratio;
            *param -= (state.second / (state.second.abs() + 0.8080)) * 0.25;
        }
    }

    #[test]
    fn agrees() {
        compare_double::<P124>(124);
    }
}
