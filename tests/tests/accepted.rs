//! Right programs that look suspicious: all of them compile, and their kernels agree with their graphs.

#![allow(clippy::excessive_precision, reason = "numbers of the published methods")]

use optim_std::prelude::*;
use optim_std::testing::check;

/// A user's own choice.
#[derive(Debug, Clone, Copy, PartialEq, Choice)]
enum Mode {
    /// First.
    Plain,
    /// Second.
    Signed,
    /// Third.
    Scaled,
}

mod numbers {
    pub(crate) const HALF: f64 = 0.5;
    pub(crate) mod deep {
        pub(crate) const TURNS: usize = 2;
    }
}

const LIMIT: f64 = 3.0;

/// Half-open sign.
#[elementwise]
fn softsign<V: Value>(x: V) -> V {
    x / (1.0 + x.abs())
}

// ------------------------------------------------------------------------------------------------------------ names

#[optimizer(state <norm = 0.0, select_ = 0.0, lr_ = 0.0>)]
#[derive(Debug, Clone)]
struct Names {
    #[hyper(scheduled)]
    lr: f64,
    #[hyper(default = 0.5)]
    r#type: f64,
    #[hyper(default = 0.5)]
    shape: f64,
    #[hyper(default = 0.5)]
    cx: f64,
}

#[optimizer]
impl Names {
    fn step(&self, p: &mut Tensor, g: Tensor, s: &mut State<Self>, count: Scalar) {
        let norm = g.norm();
        let select_ = norm + 1.0;
        let full_ = 2.0;
        let state = g * full_;
        let param = state - *p;
        let grad = param / select_;
        let (shape, cx, index, lens) = (self.shape, self.cx, 1.0, 2.0);
        let r#type = self.r#type;
        let x = grad * shape * cx * index * lens * r#type;
        let x = x + 1.0;
        let x = {
            let x = x * 0.5;
            x
        };
        let recorder = x;
        let lr = self.lr;
        s.norm = x;
        s.select_ = s.norm + g;
        s.lr_ = recorder / count;
        *p -= lr * (s.lr_ + s.select_);
    }
}

// ------------------------------------------------------------------------------------------------- conditional state

#[optimizer(state <
    largest = 0.0 if self.amsgrad,
    slow = 0.0 if self.beta1.is_some(),
    row: rows = 0.0 if param.ndim() >= 2,
    flat = 0.0 if param.ndim() < 2,
    signed = 0.0 if self.mode == Mode::Signed,
    both = 0.0 if self.amsgrad && param.ndim() >= 2,
    fast = 0.0 if self.beta1.is_none(),
    powered = 0.0 if self.power > 0,
>)]
#[derive(Debug, Clone)]
struct Conditions {
    #[hyper(scheduled)]
    lr: f64,
    #[hyper(default = true)]
    amsgrad: bool,
    #[hyper(default = None)]
    beta1: Option<f64>,
    #[hyper(default = Mode::Signed)]
    mode: Mode,
    #[hyper(default = 1)]
    power: usize,
}

#[optimizer]
impl Conditions {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut update = grad;
        let flag = self.amsgrad;
        if flag {
            state.largest = state.largest.max(grad);
            update += state.largest;
        }
        if (self.amsgrad) && (param.ndim() >= 2) {
            state.both = grad;
            state.row = grad.row_mean();
            update += state.both * state.row;
        }
        if param.ndim() < 2 {
            state.flat = grad;
        } else {
            state.row = state.row + grad.square().row_mean();
            update *= (state.row.abs() + 1.0).rsqrt();
        }
        if !(param.ndim() >= 2) {
            state.flat += grad;
        }
        if let Some(beta1) = self.beta1 {
            state.slow = state.slow.lerp(update, 1.0 - beta1);
            update = state.slow;
        } else {
            state.fast = update;
        }
        match self.mode {
            Mode::Plain | Mode::Scaled => {}
            Mode::Signed => {
                state.signed = update.sign();
                update += 0.1 * state.signed;
            }
        }
        match self.beta1 {
            Some(_) => state.slow = update,
            None => state.fast = update,
        }
        let wide = param.ndim() >= 2;
        let both = flag && wide;
        if both {
            update += state.both;
        }
        if self.mode == Mode::Signed && self.power > 0 {
            state.signed = update;
            state.powered = update;
        }
        match self.power {
            0 => {}
            _ => update = 0.5 * update,
        }
        *param -= self.lr * update;
    }
}

// ------------------------------------------------------------------------------------------------- fixed plain Rust

#[optimizer]
#[derive(Debug, Clone)]
struct Fixed {
    #[hyper(scheduled)]
    lr: f64,
    #[hyper(default = [0.1, 0.2, 0.3])]
    weights: [f64; 3],
    #[hyper(default = 3)]
    turns: usize,
    #[hyper(default = Some(0.5))]
    damping: Option<f64>,
    #[hyper(default = false)]
    left: bool,
    #[hyper(default = true)]
    right: bool,
    #[hyper(default = Mode::Scaled)]
    mode: Mode,
    #[hyper(default = (2, 0.5))]
    pair: (i32, f64),
}

#[optimizer]
impl Fixed {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let turns = usize::max(self.turns, 1).min(numbers::deep::TURNS);
        let largest = f64::max(self.weights[0], self.weights[2]).sqrt();
        let either = (self.left || self.right) & !self.left ^ false;
        let mut factor = 1.0;
        let mut round = 0;
        for i in 0..turns {
            factor *= 1.0 + i as f64;
            round += 1;
        }
        for weight in self.weights {
            factor += weight;
        }
        for (i, weight) in self.weights.iter().enumerate() {
            factor += *weight * i as f64;
        }
        let damping = self.damping.unwrap_or(0.0);
        let scale = match (self.mode, self.damping) {
            (Mode::Plain, _) => 1.0,
            (Mode::Signed | Mode::Scaled, Some(d)) if d > 0.1 => 2.0 * d,
            _ => numbers::HALF,
        };
        let bounded = if self.damping.is_some() && either { LIMIT } else { std::f64::consts::PI };
        let power = self.pair.0.pow(2) as f64 + self.pair.1.powi(self.pair.0) + f64::EPSILON + -1.0_f64.abs();
        let deferred;
        if either {
            deferred = grad * largest;
        } else {
            deferred = grad;
        }
        let area = (param.rows() * param.cols()) as f64;
        let update = deferred * factor * damping * scale + power / area;
        let update = update.clamp(-bounded, bounded) * (round as f64);
        *param -= self.lr * update;
    }
}

// ------------------------------------------------------------------------------------------------- tuples and arrays

#[optimizer(state <first = 0.0, second = 0.0>)]
#[derive(Debug, Clone)]
struct Values {
    #[hyper(scheduled)]
    lr: f64,
    #[hyper(default = (0.9, 0.99), scheduled)]
    betas: (f64, f64),
    #[hyper(default = 2)]
    turns: usize,
}

#[optimizer]
impl Values {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let (beta1, beta2) = self.betas;
        let pair = (self.turns, grad, grad.norm());
        let mut total = grad;
        for _ in 0..pair.0 {
            total += pair.1 * 0.5;
        }
        if pair.0 > 1 {
            total = total / (pair.2 + 1.0);
        }
        let [a, b] = [total, grad];
        let (mut c, d) = (a, b);
        (c, _) = (c + d, 1.0);
        let parts = [a, b, c];
        let mut sum = full(0.0);
        for part in parts {
            sum += part;
        }
        for i in 0..3 {
            sum += parts[i];
        }
        (state.first, state.second) = (beta1 * state.first + grad, beta2 * state.second + sum);
        let mixed: (f64, Tensor) = (0.5, sum);
        let (half, rest) = mixed;
        let update = {
            let inner = rest * half;
            if self.turns > 1 { inner + softsign(grad) } else { inner }
        };
        *param -= self.lr * (update + state.first);
    }
}

// ------------------------------------------------------------------------------------------------- helper functions

#[optimizer(state <average = 0.0>)]
#[derive(Debug, Clone)]
struct Helpers {
    #[hyper(scheduled)]
    lr: f64,
    #[hyper(default = 0.9)]
    beta: f64,
}

#[optimizer]
impl Helpers {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let average = self.remember(grad, self.beta, state);
        let mut update = average;
        Self::halve(&mut update);
        self.apply(param, &update);
        *param *= self.decay(0.1);
    }

    /// Keeps an average.
    fn remember(&self, x: Tensor, beta: f64, state: &mut State<Self>) -> Tensor {
        state.average = beta * state.average + (1.0 - beta) * x;
        self.limited(state.average, x.norm())
    }

    #[allow(clippy::unused_self)]
    fn limited(&self, x: Tensor, length: Scalar) -> Tensor {
        select(length > 1.0, x / length, x)
    }

    fn halve(x: &mut Tensor) {
        *x *= 0.5;
    }

    fn apply(&self, p: &mut Tensor, update: &Tensor) {
        *p -= self.lr * update;
    }

    fn decay(&self, amount: f64) -> Scalar {
        1.0 - self.lr * amount
    }
}

// ------------------------------------------------------------------------------------------------- items and places

/// Documented, with other attributes above and below.
#[allow(clippy::module_name_repetitions, reason = "an attribute above")]
#[optimizer(state <buffer = 0.0>)]
/// More documentation.
#[derive(Debug, Clone, PartialEq)]
#[must_use]
struct Outer {
    #[hyper(scheduled)]
    lr: f64,
}

mod elsewhere {
    use optim_std::prelude::{State, Tensor, optimizer as rule};

    #[rule]
    #[allow(clippy::needless_pass_by_value, reason = "an attribute on the impl")]
    /// The step, in another module.
    impl super::Outer {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            #[allow(unused_variables)]
            let unused = 1.0;
            state.buffer = grad;
            *param -= self.lr * state.buffer;
        }
    }
}

mod renamed {
    use super::Twin as Other;
    use optim_std::prelude::*;

    #[optimizer]
    impl Other {
        fn step(&self, param: &mut Tensor, grad: Tensor, _: &mut State<Self>) {
            *param -= self.lr * grad;
        }
    }
}

#[optimizer]
#[derive(Debug, Clone)]
struct Twin {
    #[hyper(scheduled)]
    lr: f64,
}

macro_rules! scaled {
    ($Name:ident, $state:ident, $factor:expr, $x:ident => $update:expr) => {
        #[optimizer(state <$state = $factor>)]
        #[derive(Debug, Clone)]
        struct $Name {
            #[hyper(scheduled)]
            lr: f64,
        }

        #[optimizer]
        impl $Name {
            fn step(&self, param: &mut Tensor, $x: Tensor, state: &mut State<Self>) {
                let update = $update;
                state.$state = $factor * update;
                *param -= self.lr * (update + state.$state);
            }
        }
    };
}
scaled!(Doubled, double, 2.0, grad => 2.0 * grad);
scaled!(Tripled, triple, 3.0, g => g + g + g);

impl Outer {
    /// Other methods live in a plain impl.
    fn halved(&self) -> f64 {
        0.5 * self.lr
    }
}

// --------------------------------------------------------------------------------------------------------------- run

#[test]
fn names() {
    check::<Names>();
}

#[test]
fn conditional_state() {
    check::<Conditions>();
}

#[test]
fn fixed_values() {
    check::<Fixed>();
}

#[test]
fn tuples_and_arrays() {
    check::<Values>();
}

#[test]
fn helper_functions() {
    check::<Helpers>();
}

#[test]
fn items_anywhere() {
    check::<Outer>();
    check::<Twin>();
    check::<Doubled>();
    check::<Tripled>();
    assert_eq!(Outer { lr: 1.0 }.halved(), 0.5);
}

#[test]
fn inside_a_function() {
    const START: f64 = 0.25;

    #[optimizer(state <a = START>)]
    #[derive(Debug, Clone)]
    struct Local {
        #[hyper(default = START, scheduled)]
        lr: f64,
    }

    #[optimizer]
    impl Local {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.a += START * grad;
            *param -= self.lr * state.a;
        }
    }

    check::<Local>();
}

/// Whether an optional scheduled number is there decides branches, in helpers and chains too; what it is decides none.
#[test]
fn optional_scheduled_numbers() {
    #[optimizer(state <avg = 0.0 if self.beta.is_some()>)]
    #[derive(Debug, Clone)]
    struct Optional {
        #[hyper(default = None, scheduled, range = 0.0..)]
        lr: Option<f64>,
        #[hyper(default = Some(0.5), none = 0.0, scheduled, range = 0.0..1.0)]
        beta: Option<f64>,
        #[hyper(default = true)]
        doubled: bool,
    }

    #[optimizer]
    impl Optional {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let lr = scalar(0.25);
            let rate = if let Some(lr) = self.lr
                && self.doubled
            {
                lr * 2.0
            } else if self.lr.is_none() {
                lr
            } else {
                lr * 0.5
            };
            *param -= (rate + lr) * self.averaged(grad, state);
        }

        fn averaged(&self, grad: Tensor, state: &mut State<Self>) -> Tensor {
            if let Some(beta) = self.beta {
                state.avg = beta * state.avg + grad;
                state.avg
            } else {
                grad
            }
        }
    }

    check::<Optional>();
}

// ------------------------------------------------------------------------------------- constants of the annotated impl

mod constants {
    pub(crate) mod home {
        use optim_std::prelude::*;

        #[optimizer(state <exp_avg = 0.0>)]
        #[derive(Debug, Clone)]
        pub(crate) struct Constants {
            #[hyper(default = 0.1, scheduled)]
            pub lr: f64,
        }

        #[scheduler]
        #[derive(Debug, Clone)]
        pub(crate) struct Halved {
            pub initial: f64,
        }

        #[scheduler]
        impl Halved {
            const HALF: f64 = 1.0 / Self::TWO;
            const TWO: f64 = 2.0;

            fn value(&self, t: Scalar) -> Scalar {
                self.initial * (t * Self::HALF).exp()
            }
        }
    }

    use optim_std::prelude::*;

    #[optimizer]
    impl home::Constants {
        /// The momentum.
        const BETA: f64 = 0.5;
        pub(crate) const TURNS: usize = 2;
        const SIGNED: bool = Self::TURNS > 1;

        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            for _ in 0..Self::TURNS {
                state.exp_avg = self.averaged(state.exp_avg, grad);
            }
            let update = if Self::SIGNED { state.exp_avg.sign() } else { state.exp_avg };
            *param -= self.lr * update;
        }

        fn averaged(&self, old: Tensor, new: Tensor) -> Tensor {
            Self::BETA * old + (1.0 - Self::BETA) * new
        }
    }

    #[test]
    fn constants_of_the_annotated_impl() {
        optim_std::testing::check::<home::Constants>();
        assert_eq!(home::Constants::TURNS, 2);
        assert!((home::Halved::new(3.0).at(2) - 3.0 * 1.0_f64.exp()).abs() < 1e-15);
    }
}

// ---------------------------------------------------------------------------- elementwise functions that call each other

/// `1 + |x|`.
#[elementwise]
fn one_plus_abs<V: Value>(x: V) -> V {
    1.0 + x.abs()
}

/// Calls another function twice, once with a fixed number.
#[elementwise]
fn two_calls<V: Value>(x: V) -> V {
    one_plus_abs(x) / one_plus_abs(2.0)
}

#[test]
fn elementwise_functions_of_others() {
    #[optimizer]
    #[derive(Debug, Clone)]
    struct Nested {
        #[hyper(default = 0.1, scheduled)]
        lr: f64,
    }

    #[optimizer]
    impl Nested {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            *param -= self.lr * grad * two_calls(grad);
        }
    }

    check::<Nested>();
}

// ------------------------------------------------------------------------------------------------- dimensions of states

mod wide {
    /// A dimension.
    pub(crate) const WIDTH: u8 = 2;
}

#[test]
fn dimensions_of_all_forms() {
    #[optimizer(state <
        /// Pairs that are kinds.
        same: (rows, cols) = param,
        per_row: ((rows), 1) = 0.5,
        per_col: (1, param.cols()) = 0.0,
        one: (1, 1) = 0.25,
        per_matrix: matrices = { self.first },
        /// Others, some of them under a condition.
        square: (param.rows(), rows) = eye({ self.first }) if param.ndim() >= 2 && self.k > 1,
        table: (wide::WIDTH, if self.k > 2 { 3 } else { self.k }) = -0.5,
        deep: (min(rows, min(cols, self.k)), min(cols, cols)) = 0.0,
        min: (min(self.k, rows), 1) = 1.0,
        rows: (self.k * 2 + 1, rows) = 0.125,
    >)]
    #[derive(Debug, Clone)]
    struct Forms {
        #[hyper(default = 0.1, scheduled)]
        lr: f64,
        #[hyper(default = 0.5, range = 0.1..=1.0)]
        first: f64,
        #[hyper(default = 2, range = 1..=4)]
        k: usize,
    }

    #[optimizer]
    impl Forms {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let k = self.k;
            state.same = state.same.lerp(grad, 0.5);
            state.per_row += grad.row_mean();
            state.per_col += grad.col_mean();
            (state.one, state.per_matrix) = (state.per_matrix * 0.5, state.one + grad.matrix_mean());
            if k > 1 && param.ndim() >= 2 {
                let (mut a, b): (Tensor, Tensor) = (state.square, grad.matmul(grad.t()));
                for _ in 0..k {
                    a = 0.5 * (a + 0.1 * b.matmul(a).tanh());
                }
                state.square = a;
                *param -= 0.01 * a.matmul(grad);
            }
            self.shrink(state);
            state.deep = full(0.25);
            state.min = select(state.min > 0.5, 0.5 * state.min, state.min + 0.4);
            let sums = [state.min.matrix_sum(), state.deep.matrix_mean(), state.table.matrix_amax()];
            for sum in sums {
                *param -= 0.01 * sum;
            }
            state.rows = 0.9 * state.rows + (state.same.row_mean().matrix_mean() - state.table.mean());
            *param -= self.lr * (state.same + state.per_row * state.per_col + state.rows.t().row_mean());
        }

        fn shrink(&self, state: &mut State<Self>) {
            state.table = self.halved(state.table);
            state.deep = self.halved(state.deep) + 0.1;
        }

        fn halved(&self, x: Tensor) -> Tensor {
            if self.k > 3 { 0.5 * x } else { x * 0.75 }
        }
    }

    check::<Forms>();
}

// ---------------------------------------------------------------------------------------------------- probe and eval

/// Functions in any order, any names, conditional state, helpers that all three share, and states that only one of them uses.
#[optimizer(state <
    average = param,
    row: rows = 0.0 if param.ndim() >= 2,
    probes: scalar = 0.0,
    shown = 0.5 if self.mode == Mode::Scaled,
>)]
#[derive(Debug, Clone)]
struct Routines {
    #[hyper(default = 0.1, scheduled, range = 0.0..1.0)]
    lr: f64,
    #[hyper(default = Mode::Scaled)]
    mode: Mode,
}

#[optimizer]
impl Routines {
    const SHARE: f64 = 0.25;

    // `mut` of a value is no write to anything.
    fn eval(&self, mut weights: Tensor, s: &State<Self>) -> Tensor {
        let entry = self.shared(weights, s.average);
        if weights.ndim() >= 2 {
            weights = weights + s.row;
        }
        match self.mode {
            Mode::Plain => weights,
            Mode::Signed => full(0.5),
            Mode::Scaled => {
                let run = self.read(s);
                weights * run + entry * s.shown
            }
        }
    }

    fn read(&self, state: &State<Self>) -> Scalar {
        state.probes + 1.0 - self.lr
    }

    fn step(&self, p: &mut Tensor, g: Tensor, s: &mut State<Self>) {
        // A state to change is one to read.
        *p -= self.lr * g / self.read(s);
        s.average = self.shared(s.average, *p);
    }

    fn shared(&self, old: Tensor, new: Tensor) -> Tensor {
        softsign(old).lerp(new, Self::SHARE)
    }

    fn probe(&self, p: &mut Tensor, _: Tensor, s: &mut State<Self>, entry: Scalar) {
        if self.mode == Mode::Plain {
            *p = self.shared(*p, s.average);
        }
        if p.ndim() >= 2 {
            s.row = p.row_mean() / entry;
        }
        s.probes += 1.0;
    }
}

#[test]
fn probe_and_eval() {
    check::<Routines>();
}
