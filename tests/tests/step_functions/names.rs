//! Names: those of a body mean what they mean where it is defined.

use optim_std::prelude::*;
use optim_std::testing::check;

mod parts {
    use optim_std::prelude::*;

    const LIMIT: f64 = 0.75;
    const ROUNDS: usize = 2;
    const TABLE: [(f64, f64); 3] = [(1.0, 0.5), (0.5, 0.25), (0.25, 0.125)];

    #[elementwise]
    fn softened<V: Value>(x: V) -> V {
        x / (1.0 + x.abs() / LIMIT)
    }

    /// Constants, in expressions, bounds and patterns, and a private function.
    #[optimizer]
    pub(super) fn soft(x: Tensor, mode: usize) -> Tensor {
        let mut y = softened(x);
        for i in 0..ROUNDS {
            let (a, b) = TABLE[i.min(2)];
            y = a * y + b * softened(y);
        }
        match mode {
            ROUNDS => -y,
            _ => y.clamp(-LIMIT, LIMIT),
        }
    }

    mod deep {
        use optim_std::prelude::*;

        const LIMIT: f64 = 2.0;

        #[optimizer]
        pub(super) fn limited(x: Tensor) -> Tensor {
            x.clamp(-LIMIT, LIMIT)
        }
    }

    use deep::limited as shortened;

    /// Calls one of another module, with a constant of the same name, under another name.
    #[optimizer(uses(shortened, soft))]
    pub(super) fn both(x: Tensor) -> Tensor {
        soft(shortened(x), ROUNDS) + LIMIT
    }
}

/// Another function of the same name.
#[optimizer]
fn soft(x: Tensor) -> Tensor {
    0.5 * x
}

// Constants of the same names as those in the bodies.
const LIMIT: &str = "not a number";
#[allow(dead_code, reason = "only its name matters")]
const ROUNDS: f64 = 0.5;

use parts::both as renamed;

#[optimizer]
#[derive(Debug, Clone)]
struct Named {
    #[hyper(default = 0.1, scheduled)]
    lr: f64,
}

#[optimizer(uses(soft, parts::soft, renamed))]
impl Named {
    fn step(&self, param: &mut Tensor, grad: Tensor, _: &mut State<Self>) {
        *param -= self.lr * (soft(grad) + parts::soft(grad, 2) + renamed(grad));
    }
}

#[test]
fn names_mean_what_they_mean_where_a_function_is_defined() {
    check::<Named>();
    assert!(LIMIT.len() > 3);
}

#[test]
fn functions_may_stand_in_functions() {
    const WEIGHT: f64 = 0.25;

    #[optimizer]
    fn inner(x: Tensor) -> Tensor {
        WEIGHT * x
    }

    #[optimizer(uses(inner))]
    fn outer(x: Tensor) -> Tensor {
        inner(x) + inner(-x).square()
    }

    #[optimizer]
    #[derive(Debug, Clone)]
    struct Inside {
        #[hyper(default = 0.1)]
        lr: f64,
    }

    #[optimizer(uses(outer))]
    impl Inside {
        fn step(&self, param: &mut Tensor, grad: Tensor, _: &mut State<Self>) {
            *param -= self.lr * outer(grad);
        }
    }
    check::<Inside>();
}
