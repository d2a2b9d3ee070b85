//! Every elementwise function, for every kind of value.

use optim_std::author::*;

use super::{check, check_exact};

/// All functions that round the same way on every platform.
#[optimizer(state <a = 0.0, b = 1.0>)]
#[derive(Debug, Clone)]
struct Exact {
    #[hyper(default = 0.1, scheduled, range = 0.0..1.0)]
    lr: f64,
    #[hyper(default = 3, range = -4..=5)]
    power: i32,
    #[hyper(default = 0.7)]
    bound: f64,
}

#[optimizer]
impl Exact {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let x = grad + 0.5 - *param * 0.25;
        let y = x / (1.5 + x.abs()) % 0.3;
        let z = y.abs().sqrt() + (1.0 + x.square()).rsqrt() + (2.0 + x.abs()).recip();
        let w = x.powi(3) - (1.0 + z).powi(-2) + z.powi(0) + (0.5 * y).powi(self.power) % 7.0;
        let s = w.sign() + x.copysign(y) + 1.0.copysign(-x) - t.copysign(x);
        let f = (7.0 * x).floor() - (3.0 * y).ceil() + (2.5 * w).round() - (w * 1.5).trunc();
        let m = s.min(f).max(-self.bound).min(2.0).clamp(y, z) + x.clamp(self.bound, -self.bound) + 0.3.max(x);
        let l = state.a.lerp(m, 0.3) + 0.2.lerp(x, y) + x.lerp(0.1, self.lr);
        let mask = (x < y) | (z >= 1.0) & !(w == s) & (1.0 <= x.abs());
        let other = (l > m) & (m != l) | !(x <= 0.0);
        let chosen = select(mask, l, select(other, -1.0, select(t > 2.0, m, self.lr)));
        state.b = -state.b + select(!mask | other, x, y);
        state.a = chosen % 3.0 - state.b;
        *param -= self.lr * (chosen + state.a / (1.0 + state.b.abs()));
        *param += full(t / 10.0) - full(0.1) * t;
        *param += (x.hypot(y) - 3.0.hypot(w)) * self.bound.hypot(self.lr) * 0.1 + t.hypot(self.bound.hypot(0.3)) * 0.01;
        *param %= 4.0;
    }
}

/// Functions of the mathematics library.
#[optimizer(state <a = 0.3>)]
#[derive(Debug, Clone)]
struct Library {
    #[hyper(default = 0.1, scheduled, range = 0.0..=1.0)]
    lr: f64,
    #[hyper(default = 0.9, range = 0.1..2.0)]
    base: f64,
}

#[optimizer]
impl Library {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let x = grad.tanh();
        let y = (0.5 * x).exp() + (0.1 * x).expm1() + (1.5 + x).ln() + (0.5 * x).log1p();
        let z = y.sin() * x.cos() + y.atan2(x) + self.base.atan2(x) + x.atan2(self.lr + 1.0);
        let w = y.abs().powf(1.5) + self.base.powf(x) + self.base.powf(t) * (2.0 + x).powf(-t);
        let u = (1.0 - self.base.powf(t).tanh()).sqrt() * (t + 1.0).ln() + (-t).exp() + t.sin() + self.lr.exp();
        state.a = 0.9 * state.a + 0.1 * w.tanh() * z;
        *param = *param * 0.99 - self.lr * (u * z + state.a);
    }
}

#[elementwise]
fn softsign<V: Value>(x: V) -> V {
    x / (1.0 + x.abs())
}

/// Piecewise, with fixed arguments of every type.
#[elementwise]
fn bump<V: Value>(x: V, width: f64, sharp: bool, times: usize, centre: V) -> V {
    let mut y = (x - centre) / width;
    for _ in 0..times {
        y = softsign(y) + 0.5 * y;
    }
    let inside = (y < 1.0) & !(y <= -1.0);
    if sharp { select(inside, 1.0 - y.square(), 0.0) } else { select(inside | (y > 3.0), y, centre) }
}

#[optimizer(state <a = 0.0>)]
#[derive(Debug, Clone)]
struct Users {
    #[hyper(default = 0.1, scheduled, range = 0.0..=1.0)]
    lr: f64,
    #[hyper(default = 0.5, range = 0.1..2.0)]
    width: f64,
    #[hyper(default = true)]
    sharp: bool,
    #[hyper(default = 2)]
    times: usize,
}

#[optimizer]
impl Users {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let broad = bump(grad, self.width, self.sharp, self.times, 0.1);
        let narrow = bump(t, 0.3, !self.sharp, 1, *param);
        let fixed = bump(self.width, 0.2, self.sharp, self.times, 0.3);
        let scalar = softsign(t * self.lr);
        state.a = 0.5 * state.a + softsign(broad - narrow) * softsign(fixed);
        *param -= self.lr * state.a + scalar * broad;
    }
}

/// Values with fewer axes, combined with each other and with tensors, in every order.
#[optimizer(state <row: rows = 0.5, col: cols = 0.25, number: scalar = 1.0>)]
#[derive(Debug, Clone)]
struct Broadcast {
    #[hyper(default = 0.1, scheduled, range = 0.0..=1.0)]
    lr: f64,
}

#[optimizer]
impl Broadcast {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let row = grad.row_amax().clamp(-1.0, 1.0);
        let col = grad.col_amin().clamp(-1.0, 1.0);
        let matrix = grad.matrix_amax().min(2.0);
        let outer = row * col + matrix;
        let rows = row * matrix - t;
        let cols = matrix.max(col) / (1.0 + self.lr);
        let mask = (row > col) & (outer < grad) | (matrix >= 0.5) & !(t == 2.0);
        state.row = state.row.lerp(rows.clamp(-3.0, matrix), 0.5) + select(row > 0.1, matrix, 0.3);
        state.col = select(col < matrix, state.col, cols) * 0.5 + state.number;
        let mut wide = outer * state.row - state.col * grad;
        wide += row;
        wide /= 2.0 + col.square();
        wide -= matrix;
        wide *= self.lr;
        state.number = 0.5 * state.number + t / 8.0;
        *param = select(mask, *param - wide, *param * 0.5 + state.number * row);
    }
}

#[test]
fn exact_functions() {
    check_exact::<Exact>(48);
}

#[test]
fn library_functions() {
    check::<Library>(48);
}

#[test]
fn users_functions() {
    check_exact::<Users>(48);
}

#[test]
fn kinds_meet() {
    check_exact::<Broadcast>(48);
}
