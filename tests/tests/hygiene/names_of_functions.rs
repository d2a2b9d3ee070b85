//! Functions with the names of macros, of methods of the language, and of variables of the step.

use optim_std::author::*;

mod functions {
    use optim_std::author::*;

    #[elementwise]
    pub(super) fn max<V: Value>(x: V, least: f64) -> V {
        x.max(least)
    }

    #[elementwise]
    pub(super) fn column<V: Value>(x: V) -> V {
        inner::half(x) + 1.0
    }

    pub(super) mod inner {
        use optim_std::author::*;

        #[elementwise]
        pub(in super::super) fn half<V: Value>(x: V) -> V {
            0.5 * x
        }
    }
}

#[allow(unused_macros, reason = "only its name counts")]
macro_rules! half {
    () => {};
}

use functions::inner::half;
use functions::{column, max};

#[elementwise]
fn test<V: Value>(x: V) -> V {
    half(x)
}

#[optimizer]
#[derive(Debug, Clone)]
struct Named {
    #[hyper(default = 0.5)]
    least: f64,
}

#[optimizer]
impl Named {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let half = half(grad) + functions::inner::half(grad);
        let column = column(half) + max(grad, self.least) + test(self.least);
        *param -= column * self::functions::column(self.least);
    }
}

#[test]
fn functions_are_found_whatever_else_is_called_so() {
    optim_std::testing::check::<Named>();
}

#[test]
fn functions_in_functions_are_found() {
    #[elementwise]
    fn third<V: Value>(x: V) -> V {
        half(x) / 1.5
    }

    #[optimizer]
    #[derive(Debug, Clone)]
    struct Local {}

    #[optimizer]
    impl Local {
        fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
            *param -= third(grad);
        }
    }

    optim_std::testing::check::<Local>();
}
