//! The pass in which a state is overwritten.

use super::assert_plan;

/// The second pass needs the old value: the state is overwritten there, though its new value is known before.
#[test]
fn a_state_waits_for_its_last_reader() {
    assert_plan(
        "m = 0.0",
        "
            let old = state.m;
            state.m = grad;
            *param -= self.lr / old.norm() * old;
        ",
        "
            scalars lr
            pass over Tensor
                reads m
                computes 0
                reduces norm(m)
            scalars (lr / norm(m))
            pass over Tensor
                reads param, m, grad
                takes (lr / norm(…))
                computes 2
                param = (param - ((… / …) * m))
                m = grad
        ",
    );
}

/// The new value is stored in the first pass and read back in the second, not computed again.
#[test]
fn a_new_state_is_read_as_itself() {
    assert_plan(
        "m = 0.0",
        "
            state.m = 0.9 * state.m + grad;
            *param -= self.lr / state.m.norm() * state.m;
        ",
        "
            scalars 0.9, lr
            pass over Tensor
                reads m, grad
                takes 0.9
                computes 2
                m = ((0.9 * m) + grad)
                reduces norm(((… * …) + grad))
            scalars (lr / norm((… + grad)))
            pass over Tensor
                reads param, m as ((… * …) + grad)
                takes (lr / norm(…))
                computes 2
                param = (param - ((… / …) * (… + grad)))
        ",
    );
}

/// In the arm that changes the state, its place holds the new value.
#[test]
fn a_state_of_one_arm_is_read_as_itself() {
    assert_plan(
        "m = 0.0 if self.flag",
        "
            let update = if self.flag { state.m = 0.9 * state.m + grad.exp(); state.m } else { grad };
            *param -= self.lr / update.norm() * update;
        ",
        "
            scalars 0.9, lr
            pass over Tensor
                reads m, grad
                takes 0.9
                computes 5
                m = one of (((… * …) + exp(grad)), m)
                reduces norm(grad')
            scalars (lr / norm(grad'))
            pass over Tensor
                reads param, grad, m as ((… * …) + exp(grad))
                takes (lr / norm(grad'))
                computes 3
                param = (param - ((… / …) * grad'))
        ",
    );
}

/// So it does in an arm inside of another one.
#[test]
fn a_state_of_an_inner_arm_is_read_as_itself() {
    assert_plan(
        "m = 0.0 if self.flag",
        "
            let update = if !self.flag { grad } else {
                if self.other { state.m = 0.9 * state.m + grad.exp(); state.m } else { grad + 1.0 }
            };
            *param -= self.lr / update.norm() * update;
        ",
        "
            scalars 0.9, 1.0, lr
            pass over Tensor
                reads m, grad
                takes 0.9, 1.0
                computes 8
                m = one of (m, one of ((… + …), m))
                reduces norm(grad')
            scalars (lr / norm(grad'))
            pass over Tensor
                reads param, grad, m as ((… * …) + exp(grad))
                takes 1.0, (lr / norm(grad'))
                computes 5
                param = (param - ((… / …) * grad'))
        ",
    );
}

/// Each needs the other's old value: one pass reads both before it writes.
#[test]
fn swapped_states_are_stored_together() {
    assert_plan(
        "a = 0.0, b = 0.0",
        "
            let (a, b) = (state.a, state.b);
            state.a = b;
            state.b = a + grad;
            *param -= self.lr * grad;
        ",
        "
            scalars lr
            pass over Tensor
                reads param, a, b, grad
                takes lr
                computes 3
                param = (param - (lr * grad))
                a = b
                b = (a + grad)
        ",
    );
}

/// `a` waits for the second pass, so the old `b` in its new value does too.
#[test]
fn a_deferred_store_defers_another() {
    assert_plan(
        "a = 0.0, b = 0.0",
        "
            let old = state.a;
            state.a = state.b + grad;
            state.b = grad;
            *param -= self.lr / old.norm() * old;
        ",
        "
            scalars lr
            pass over Tensor
                reads a
                computes 0
                reduces norm(a)
            scalars (lr / norm(a))
            pass over Tensor
                reads param, a, b, grad
                takes (lr / norm(…))
                computes 3
                param = (param - ((… / …) * a))
                a = (b + grad)
                b = grad
        ",
    );
}
