//! The places where items may be, and the forms in which users write them.

use optim_std::author::*;
use optim_std::testing::check;

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
    use optim_std::author::{State, Tensor, optimizer as rule};

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
    use optim_std::author::*;

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
    /// Other methods are in a plain impl.
    fn halved(&self) -> f64 {
        0.5 * self.lr
    }
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

mod constants {
    pub(crate) mod home {
        use optim_std::author::*;

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

    use optim_std::author::*;

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
