//! The end of a pass, and the values that the next one reads again or from scratch.

use super::assert_plan;

/// Without a barrier there is one pass: each stream is read once and written once.
#[test]
fn one_pass_without_a_barrier() {
    assert_plan(
        "m = 0.0",
        "
            let update = state.m + grad;
            state.m = 0.9 * state.m + grad;
            *param -= self.lr * update;
        ",
        "
            scalars 0.9, lr
            pass over Tensor
                reads param, m, grad
                takes 0.9, lr
                computes 5
                param = (param - (lr * update))
                m = ((0.9 * m) + grad)
        ",
    );
}

/// Values that depend on a reduction are in a later pass; the streams are read again, the update is computed again.
#[test]
fn a_reduction_begins_a_new_pass() {
    assert_plan(
        "m = 0.0",
        "
            let update = state.m + grad;
            *param -= self.lr / update.norm() * update;
            state.m = 0.9 * state.m + grad;
        ",
        "
            scalars lr, 0.9
            pass over Tensor
                reads m, grad
                computes 1
                reduces norm(update)
            scalars (lr / norm(update))
            pass over Tensor
                reads param, m, grad
                takes (lr / norm(update)), 0.9
                computes 5
                param = (param - ((… / …) * update))
                m = ((0.9 * m) + grad)
        ",
    );
}

/// A reduction of what depends on a reduction: three passes.
#[test]
fn reductions_of_reductions_are_levels() {
    assert_plan(
        "",
        "
            let first = grad / grad.norm();
            let second = first - param.mean();
            *param -= self.lr / second.rms() * second;
        ",
        "
            scalars lr
            pass over Tensor
                reads param, grad
                computes 0
                reduces norm(grad)
                reduces mean(param)
            pass over Tensor
                reads grad
                takes norm(grad), mean(param)
                computes 2
                reduces rms(second)
            scalars (lr / rms(second))
            pass over Tensor
                reads param, grad
                takes norm(grad), mean(param), (lr / rms(second))
                computes 4
                param = (param - ((… / …) * second))
        ",
    );
}

/// Computing the update again would read three more streams: writing it once and reading it is less.
#[test]
fn three_more_streams_are_scratch() {
    assert_plan(
        "a = 0.0, b = 0.0, c = 0.0",
        "
            let update = state.a * state.b + state.c;
            *param -= self.lr / update.norm() * update;
        ",
        "
            scalars lr
            pass over Tensor
                reads a, b, c
                computes 2
                scratch 0 = update: ((a * b) + c)
                reduces norm(update)
            scalars (lr / norm(update))
            pass over Tensor
                reads param, scratch 0 as update
                takes (lr / norm(update))
                computes 2
                param = (param - ((… / …) * update))
        ",
    );
}

/// Two more streams cost what scratch would: they are read again.
#[test]
fn two_more_streams_are_read_again() {
    assert_plan(
        "a = 0.0, b = 0.0",
        "
            let update = state.a * state.b;
            *param -= self.lr / update.norm() * update;
        ",
        "
            scalars lr
            pass over Tensor
                reads a, b
                computes 1
                reduces norm(update)
            scalars (lr / norm(update))
            pass over Tensor
                reads param, a, b
                takes (lr / norm(update))
                computes 3
                param = (param - ((… / …) * update))
        ",
    );
}

/// The second pass reads all three streams anyway, so it computes the update again.
#[test]
fn streams_that_are_read_anyway_cost_nothing() {
    assert_plan(
        "a = 0.0, b = 0.0, c = 0.0",
        "
            let update = state.a * state.b + state.c;
            *param -= self.lr / update.norm() * update * (state.a + state.b + state.c);
        ",
        "
            scalars lr
            pass over Tensor
                reads a, b, c
                computes 2
                reduces norm(update)
            scalars (lr / norm(update))
            pass over Tensor
                reads param, a, b, c
                takes (lr / norm(update))
                computes 7
                param = (param - ((… * update) * (… + …)))
        ",
    );
}

/// The second pass writes `a`, so its stream counts as one that is there.
#[test]
fn a_stored_stream_is_read_anyway() {
    assert_plan(
        "a = 0.0, b = 0.0, c = 0.0",
        "
            let update = state.a * state.b + state.c;
            state.a = update / update.norm();
            *param -= self.lr * grad;
        ",
        "
            scalars lr
            pass over Tensor
                reads param, a, b, c, grad
                takes lr
                computes 4
                param = (param - (lr * grad))
                reduces norm(update)
            pass over Tensor
                reads a, b, c
                takes norm(update)
                computes 3
                a = (update / norm(update))
        ",
    );
}

/// The second pass computes `m`, so `a` and `b` cost nothing more there.
#[test]
fn a_stream_of_a_deferred_store_is_read_anyway() {
    assert_plan(
        "m = 0.0, a = 0.0, b = 0.0, c = 0.0",
        "
            let old = state.m;
            let update = state.a * state.b + state.c;
            state.m = state.a - state.b;
            *param -= self.lr / update.norm() * update * (old / old.norm());
        ",
        "
            scalars lr
            pass over Tensor
                reads m, a, b, c
                computes 2
                reduces norm(update)
                reduces norm(m)
            scalars (lr / norm(update))
            pass over Tensor
                reads param, m, a, b, c
                takes (lr / norm(update)), norm(m)
                computes 7
                param = (param - ((… * update) * (… / …)))
                m = (a - b)
        ",
    );
}

/// A heavy function is kept in scratch although its stream is read anyway.
#[test]
fn heavy_functions_are_computed_once() {
    assert_plan(
        "",
        "
            let update = grad.exp();
            *param -= self.lr / update.norm() * (update + grad);
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 2
                scratch 0 = (update + grad)
                reduces norm(update)
            scalars (lr / norm(update))
            pass over Tensor
                reads param, scratch 0 as (update + grad)
                takes (lr / norm(update))
                computes 2
                param = (param - ((… / …) * (update + grad)))
        ",
    );
}

/// So is a function of the user: nobody knows what it costs.
#[test]
fn functions_of_the_user_are_computed_once() {
    assert_plan(
        "",
        "
            let update = softsign(grad);
            *param -= self.lr / update.norm() * update;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 1
                scratch 0 = update: softsign(grad)
                reduces norm(update)
            scalars (lr / norm(update))
            pass over Tensor
                reads param, scratch 0 as update
                takes (lr / norm(update))
                computes 2
                param = (param - ((… / …) * update))
        ",
    );
}

/// So is what a loop leaves.
#[test]
fn loops_are_run_once() {
    assert_plan(
        "",
        "
            let mut update = grad;
            for _ in 0..self.k { update = update * 0.5; }
            *param -= self.lr / update.norm() * update;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 4
                scratch 0 = update'': end of grad
                reduces norm(update'')
            scalars (lr / norm(update''))
            pass over Tensor
                reads param, scratch 0 as update''
                takes (lr / norm(update''))
                computes 2
                param = (param - ((… / …) * update''))
        ",
    );
}

/// A cheap function is computed again.
#[test]
fn cheap_functions_are_computed_again() {
    assert_plan(
        "",
        "
            let update = grad.square() + 1.0;
            *param -= self.lr / update.norm() * update;
        ",
        "
            scalars 1.0, lr
            pass over Tensor
                reads grad
                takes 1.0
                computes 2
                reduces norm(update)
            scalars (lr / norm(update))
            pass over Tensor
                reads param, grad
                takes 1.0, (lr / norm(update))
                computes 4
                param = (param - ((… / …) * update))
        ",
    );
}

/// Only the last of a chain of values is kept, not those that it is computed from.
#[test]
fn only_the_frontier_is_kept() {
    assert_plan(
        "",
        "
            let first = grad.exp();
            let second = first.exp();
            *param -= self.lr / second.norm() * second;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 2
                scratch 0 = second: exp(first)
                reduces norm(second)
            scalars (lr / norm(second))
            pass over Tensor
                reads param, scratch 0 as second
                takes (lr / norm(second))
                computes 2
                param = (param - ((… / …) * second))
        ",
    );
}

/// Nobody needs it.
#[test]
fn an_unused_value_is_not_computed() {
    assert_plan(
        "",
        "
            let _unused = grad.norm() * grad;
            *param -= self.lr * grad;
        ",
        "
            scalars lr
            pass over Tensor
                reads param, grad
                takes lr
                computes 2
                param = (param - (lr * grad))
        ",
    );
}

/// A tensor of rows and columns is computed where it is used.
#[test]
fn columns_for_a_heavy_tensor() {
    assert_plan(
        "row: rows = 0.0, col: cols = 0.0",
        "
            state.row = grad.row_amax();
            state.col = grad.col_amax();
            *param -= self.lr * (state.row + state.col) * grad;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                reduces amax(grad)
                reduces amax(grad)
            pass over Cols
                reads scratch 1 (Cols) as amax(grad)
                computes 0
                col = amax(grad)
            pass over Rows
                reads scratch 0 (Rows) as amax(grad)
                computes 0
                row = amax(grad)
            pass over Tensor
                reads param, grad, row as amax(grad), col as amax(grad)
                takes lr
                computes 4
                param = (param - ((… * …) * grad))
        ",
    );
}
