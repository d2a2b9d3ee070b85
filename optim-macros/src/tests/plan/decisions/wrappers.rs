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

/// It is in scratch, where the call finds it and leaves its result; the parameter is read where it is.
#[test]
fn a_variable_lends_its_value() {
    assert_plan(
        "",
        "
            let mut ahead = *param;
            self.inner.step(&mut ahead, 2.0 * grad);
            *param += self.rate * (ahead - *param);
        ",
        "
            scalars 2.0, rate
            pass over Tensor
                reads param, grad
                takes 2.0
                computes 1
                scratch 0 = param
                scratch 1 = (2.0 * grad)
            inner optimizer updates scratch 0 by (2.0 * grad)
            pass over Tensor
                reads param, scratch 0 as ahead
                takes rate
                computes 3
                param = (param + (rate * (ahead - …)))
        ",
    );
}

/// At the other steps nothing is copied.
#[test]
fn a_variable_is_copied_where_the_optimizer_inside_runs() {
    assert_plan(
        "",
        "
            let mut ahead = *param - grad;
            if every(self.k) {
                self.inner.step(&mut ahead, grad);
            }
            *param = ahead;
        ",
        "
            pass over Tensor if every(self.k)
                reads param, grad
                computes 1
                scratch 0 = ahead: (param - grad)
            inner optimizer updates scratch 0 by grad if every(self.k)
            pass over Tensor if every(self.k)
                reads scratch 0 as ahead'
                computes 1
                param = ahead'': one of (ahead', ahead)
            pass over Tensor if not every(self.k)
                reads param, grad
                computes 2
                param = ahead'': one of (ahead', ahead)
        ",
    );
}

/// An item that may have the result of the call is read after the call, too.
#[test]
fn items_that_take_what_it_leaves_are_read_after_it() {
    assert_plan(
        "past: [tensor; self.k] = 0.0",
        "
            self.inner.step(param, grad);
            state.past[slot(self.k)] = *param;
            *param = state.past[0];
        ",
        "
            inner optimizer updates param by grad
            pass over Tensor
                reads param as param of the inner optimizer
                computes 0
                past[slot(self.k)] = param of the inner optimizer
            pass over Tensor
                reads past[0]
                computes 0
                param = past[0]
        ",
    );
    assert_plan(
        "past: [tensor; self.k] = 0.0",
        "
            self.inner.step(param, grad);
            state.past[0] = *param;
            for i in 1..self.k {
                *param += state.past[i - 1].t().t();
            }
        ",
        "
            inner optimizer updates param by grad
            pass over Tensor
                reads param as param of the inner optimizer
                computes 0
                scratch 0 = param of the inner optimizer
                past[0] = param of the inner optimizer
            loop i in 1 .. self.k
                carries iteration of param of the inner optimizer in scratch 0, next in scratch 1
                pass over Tensor
                    reads past[i - 1]
                    computes 0
                    scratch 4 = past[i - 1]
                product t(past[i - 1]) to scratch 2 (Tensor of other sizes)
                product t(t(past[i - 1])) to scratch 3
                pass over Tensor
                    reads scratch 0 as iteration of param of the inner optimizer, scratch 3 as t(t(…))
                    computes 1
                    scratch 1 = (iteration of param of the inner optimizer + t(t(…)))
            pass over Tensor
                reads scratch 0 as end of param of the inner optimizer
                computes 0
                param = end of param of the inner optimizer
        ",
    );
}
