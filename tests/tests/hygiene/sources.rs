//! Constants and types with the names of a pass's streams and axes, in the numbers of axes.

use optim_std::testing::check;

mod ours {
    use optim_std::author::*;

    pub struct Axes;

    impl Axes {
        pub const FIRST: usize = 0;
    }

    const Param: usize = 0;
    const Grad: usize = 1;

    /// Divides by a size along an axis. A pass repeats it for each element.
    #[optimizer(state <size: along(Axes::FIRST) = 0.0, last: without(Grad) = 0.0>)]
    #[derive(Debug, Clone)]
    pub struct PerAxis {
        #[hyper(default = 0.1, scheduled, range = 0.0..)]
        lr: f64,
    }

    #[optimizer]
    impl PerAxis {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.size = 0.9 * state.size + grad.rms_along(Axes::FIRST);
            state.last = grad.rms_without(Grad);
            *param -= self.lr * grad / (state.size + full(param.rms_along(Param)) + 1e-3) + 0.1 * state.last;
        }
    }
}

#[test]
fn axes_are_numbered_by_the_users_constants() {
    check::<ours::PerAxis>();
}
