//! States that exist under a condition, and the ways to ensure the condition.

use super::Mode;
use optim_std::author::*;
use optim_std::testing::check;

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

#[test]
fn conditional_state() {
    check::<Conditions>();
}

/// A condition may depend on the presence of an optional scheduled number, also in helpers and chains, but not on its value.
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
