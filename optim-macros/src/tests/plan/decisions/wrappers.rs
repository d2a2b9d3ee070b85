//! Wrappers: what is computed before and after the call of the inner optimizer, and what is kept for it.

use super::super::plans;
use super::unindented;

/// Asserts the plan of a body over the states in `states`, the settings below and an optimizer inside.
#[track_caller]
fn assert_plan(states: &str, body: &str, expected: &str) {
    let text = format!(
        "#[optimizer(state <{states}>)]
        struct Body<O: Definition> {{ inner: O, #[hyper(scheduled)] rate: f64, k: usize, flag: bool }}
        #[optimizer]
        impl<O: Definition> Body<O> {{
            fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {{ {body} }}
        }}"
    );
    let (_, found) = plans(&text).remove(0);
    let expected = unindented(expected);
    assert!(found == expected, "{body}\nexpected\n{expected}\nfound\n{found}");
}

/// At the other steps nothing is written for it.
#[test]
fn a_gradient_is_kept_where_the_optimizer_inside_runs() {
    assert_plan(
        "sum = 0.0",
        "
            state.sum += grad;
            if every(self.k) {
                self.inner.step(param, state.sum / self.k as f64);
                state.sum = full(0.0);
            }
        ",
        "
            scalars (self.k as f64), 0.0
            pass over Tensor if every(self.k)
                reads sum, grad
                takes (self.k as f64), 0.0
                computes 4
                sum = one of (full(0.0), (sum + grad))
                scratch 0 = ((sum + grad) / (self.k as f64))
            pass over Tensor if not every(self.k)
                reads sum, grad
                computes 2
                sum = one of (full(0.0), (sum + grad))
            inner optimizer updates param by ((… + grad) / (self.k as f64)) if every(self.k)
        ",
    );
}

#[test]
fn a_state_as_the_gradient_is_copied() {
    assert_plan(
        "sum = 0.0",
        "
            state.sum += grad;
            if every(self.k) {
                self.inner.step(param, state.sum);
            }
        ",
        "
            pass over Tensor if every(self.k)
                reads sum, grad
                computes 1
                sum = (sum + grad)
                scratch 0 = (sum + grad)
            pass over Tensor if not every(self.k)
                reads sum, grad
                computes 1
                sum = (sum + grad)
            inner optimizer updates param by (sum + grad) if every(self.k)
        ",
    );
}

/// The value that it leaves in its place is read there.
#[test]
fn the_place_holds_what_the_optimizer_inside_leaves() {
    assert_plan(
        "slow = param",
        "
            self.inner.step(param, grad);
            if every(self.k) {
                state.slow += self.rate * (*param - state.slow);
                *param = state.slow;
            }
        ",
        "
            scalars rate
            inner optimizer updates param by grad
            pass over Tensor if every(self.k)
                reads slow, param as param of the inner optimizer
                takes rate
                computes 5
                param = one of ((slow + (… * …)), param of the inner optimizer)
                slow = one of ((slow + (… * …)), slow)
        ",
    );
}

/// The old value of its place is copied, and stays in scratch for all readers: not every one of them knows whether it ran.
#[test]
fn the_old_value_of_the_place_is_kept() {
    assert_plan(
        "last = 0.0",
        "
            let before = *param;
            if every(self.k) {
                self.inner.step(param, before);
            }
            state.last = *param - before;
        ",
        "
            pass over Tensor
                reads param
                computes 0
                scratch 0 = param
            inner optimizer updates param by param if every(self.k)
            pass over Tensor
                reads scratch 0 as param, param as param of the inner optimizer
                computes 1
                last = (param of the inner optimizer - param)
        ",
    );
}
