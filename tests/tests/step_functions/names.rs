//! Names in a body have the meaning at the definition.

use optim_std::author::*;
use optim_std::testing::check;

mod parts {
    use optim_std::author::*;

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
        use optim_std::author::*;

        const LIMIT: f64 = 2.0;

        #[optimizer]
        pub(super) fn limited(x: Tensor) -> Tensor {
            x.clamp(-LIMIT, LIMIT)
        }
    }

    use deep::limited as shortened;

    /// Calls a function of another module, which has a constant of the same name, under another name.
    #[optimizer(uses(shortened, soft))]
    pub(super) fn both(x: Tensor) -> Tensor {
        soft(shortened(x), ROUNDS) + LIMIT
    }
}

/// Another function with the same name.
#[optimizer]
fn soft(x: Tensor) -> Tensor {
    0.5 * x
}

// Constants with the same names as in the bodies.
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

mod one {
    use optim_std::author::*;

    #[elementwise]
    fn bend<V: Value>(x: V) -> V {
        x / (1.0 + x.abs())
    }

    #[optimizer]
    fn scale(x: Tensor) -> Tensor {
        0.5 * x
    }

    #[optimizer(uses(scale))]
    pub fn scaled(x: Tensor) -> Tensor {
        scale(bend(x))
    }
}

mod two {
    #[allow(non_camel_case_types, reason = "the name of a private function elsewhere")]
    #[derive(Debug, PartialEq, Eq)]
    pub(super) struct scale(pub(super) u8);
    pub(super) const fn bend(x: u8) -> u8 {
        x / 2
    }
}

/// A private function is invisible outside its module.
#[test]
fn private_functions_are_not_in_glob_imports() {
    use one::*;
    use two::*;

    #[optimizer]
    #[derive(Debug, Clone)]
    struct Globbed {}

    #[optimizer(uses(scaled))]
    impl Globbed {
        fn step(&self, param: &mut Tensor, grad: Tensor, _: &mut State<Self>) {
            *param -= scaled(grad);
        }
    }

    let halved: scale = scale(bend(4));
    assert_eq!(halved, scale(2));
    let mut x = ndarray::array![1.0_f64];
    Globbed::new().build(&x).unwrap().step(&mut x, &ndarray::array![1.0]).unwrap();
    assert_eq!(x[0], 0.75);
}
