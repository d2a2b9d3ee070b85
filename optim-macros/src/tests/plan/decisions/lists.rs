//! Items of lists: what is known to be in them.

use super::assert_plan;

/// It is not known before the run which item another index names: it is read again.
#[test]
fn an_item_that_may_have_changed_is_read_again() {
    assert_plan(
        "h: [tensor; 3] = 0.0",
        "
            let old = state.h[self.k];
            state.h[0] = grad;
            *param -= state.h[self.k] + old;
        ",
        "
            pass over Tensor
                reads h[self.k]
                computes 0
                scratch 0 = old: h[self.k]
            pass over Tensor
                reads grad
                computes 0
                h[0] = grad
            pass over Tensor
                reads param, scratch 0 as old, h[self.k]
                computes 2
                param = (param - (h[self.k] + old))
        ",
    );
}

/// An item that an iteration has changed is read after the loop.
#[test]
fn an_item_is_read_again_after_a_loop() {
    assert_plan(
        "h: [tensor; 3] = 0.0",
        "
            let old = state.h[0];
            for i in 0..self.k {
                state.h[i] = 0.5 * state.h[i] + grad;
            }
            *param -= state.h[0] + old;
        ",
        "
            pass over Tensor
                reads h[0]
                computes 0
                scratch 0 = old: h[0]
            loop i in 0 .. self.k
                scalars 0.5
                pass over Tensor
                    reads grad, h[i]
                    takes 0.5
                    computes 2
                    h[i] = ((0.5 * h[i]) + grad)
            pass over Tensor
                reads param, scratch 0 as old, h[0]
                computes 2
                param = (param - (h[0] + old))
        ",
    );
}

/// One arm overwrites what another one may have put there: both do it.
#[test]
fn an_item_of_two_arms_is_overwritten_in_both() {
    assert_plan(
        "h: [tensor; 3] = 0.0",
        "
            if self.flag {
                state.h[0] = grad;
            }
            if self.other {
                state.h[0] = 2.0 * grad;
            }
            *param -= grad;
        ",
        "
            scalars 2.0
            pass over Tensor
                reads param, grad
                computes 1
                param = (param - grad)
                h[0] = grad
            pass over Tensor if self.other
                reads grad
                takes 2.0
                computes 1
                h[0] = (2.0 * grad)
        ",
    );
}

/// A value that was just put there is known, and one that is overwritten at once is not stored.
#[test]
fn an_item_that_is_known_is_not_read() {
    assert_plan(
        "h: [tensor; 3] = 0.0",
        "
            state.h[1] = 2.0 * grad;
            state.h[1] = grad;
            *param -= state.h[1];
        ",
        "
            pass over Tensor
                reads param, grad
                computes 1
                param = (param - grad)
                h[1] = grad
        ",
    );
}
