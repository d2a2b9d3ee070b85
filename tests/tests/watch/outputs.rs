//! Outputs that definitions declare.

use optim_std::prelude::*;
use optim_std::testing::check;

/// Outputs of all kinds: of norms before and after a barrier, of settings, under conditions, in a helper.
#[optimizer(
    state <exp_avg = 0.0, steps: global = 0.0>,
    output <
        update_rms: scalar,
        ratio: scalar if param.ndim() >= 2,
        total: global,
        due: scalar,
        rate: scalar if self.tell,
    >,
)]
#[derive(Debug, Clone, PartialEq)]
struct Reporting {
    /// Learning rate.
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    lr: f64,
    /// Weight of the old average.
    #[hyper(default = 0.9, range = 0.0..1.0)]
    beta: f64,
    /// Whether the rate is reported.
    #[hyper(default = false)]
    tell: bool,
}

#[optimizer]
impl Reporting {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, output: &mut Output<Self>) {
        state.exp_avg = self.beta * state.exp_avg + (1.0 - self.beta) * grad;
        state.steps += 1.0;
        let update = state.exp_avg / (state.exp_avg.norm() + 1e-8);
        *param -= self.lr * update;
        output.total = grad.global_sum() + state.steps;
        self.tell(*param, update, output);
        if every(2) {
            output.due = (update - grad).amax();
        }
    }

    fn tell(&self, param: Tensor, update: Tensor, output: &mut Output<Self>) {
        output.update_rms = scalar(0.0);
        let rms = update.rms();
        output.update_rms = rms;
        if param.ndim() >= 2 {
            output.ratio = update.norm() / param.norm();
        }
        if self.tell {
            output.rate = self.lr;
        }
    }
}

#[test]
fn kernels_report_what_graphs_do() {
    check::<Reporting>();
}
