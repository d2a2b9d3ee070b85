//! Passes under fixed conditions.

use super::assert_plan;

/// A pass that only one arm needs has its condition.
#[test]
fn a_pass_under_a_condition() {
    assert_plan(
        "row: rows = 0.0 if self.flag",
        "
            if self.flag { state.row = state.row + 1.0; }
            *param -= self.lr * grad;
        ",
        "
            scalars 1.0, lr
            pass over Rows if self.flag
                reads row
                takes 1.0
                computes 2
                row = one of ((row + 1.0), row)
            pass over Tensor
                reads param, grad
                takes lr
                computes 2
                param = (param - (lr * grad))
        ",
    );
}

/// Conditions nest; a state of the inner arm is stored under both.
#[test]
fn a_pass_under_two_conditions() {
    assert_plan(
        "row: rows = 0.0 if self.flag",
        "
            if self.flag {
                if self.other { state.row = state.row + 1.0; }
            }
            *param -= self.lr * grad;
        ",
        "
            scalars 1.0, lr
            pass over Rows if self.flag and self.other
                reads row
                takes 1.0
                computes 3
                row = one of (one of ((… + …), row), row)
            pass over Tensor
                reads param, grad
                takes lr
                computes 2
                param = (param - (lr * grad))
        ",
    );
}

/// A place that both arms change is stored under neither.
#[test]
fn a_pass_for_two_arms() {
    assert_plan(
        "row: rows = 0.0",
        "
            if self.flag { state.row = state.row + 1.0; } else { state.row = state.row * 2.0; }
            *param -= self.lr * grad;
        ",
        "
            scalars 1.0, 2.0, lr
            pass over Rows
                reads row
                takes 1.0, 2.0
                computes 3
                row = one of ((row + 1.0), (row * 2.0))
            pass over Tensor
                reads param, grad
                takes lr
                computes 2
                param = (param - (lr * grad))
        ",
    );
}

/// The condition that all results of a pass share is its own.
#[test]
fn a_pass_for_two_places() {
    assert_plan(
        "a: rows = 0.0 if self.flag, b: rows = 0.0 if self.flag",
        "
            if self.flag {
                state.a = state.a + 1.0;
                if self.other { state.b = state.b + 1.0; }
            }
            *param -= self.lr * grad;
        ",
        "
            scalars 1.0, 1.0, lr
            pass over Rows if self.flag
                reads a, b
                takes 1.0, 1.0
                computes 5
                a = one of ((a + 1.0), a)
                b = one of (one of ((… + …), b), b)
            pass over Tensor
                reads param, grad
                takes lr
                computes 2
                param = (param - (lr * grad))
        ",
    );
}

/// The pass of a reduction stands where the reduction does.
#[test]
fn a_reduction_under_a_condition() {
    assert_plan(
        "",
        "
            let scale = if self.flag { grad.norm() } else { full(1.0).mean() };
            *param -= self.lr * scale * grad;
        ",
        "
            scalars 1.0, lr
            pass over Tensor
                reads grad
                takes 1.0
                computes 1
                reduces norm(grad)
                reduces mean(full(1.0))
            scalars (lr * scale)
            pass over Tensor
                reads param, grad
                takes (lr * scale)
                computes 2
                param = (param - ((… * scale) * grad))
        ",
    );
}

/// Each arm is a condition.
#[test]
fn arms_of_a_match() {
    assert_plan(
        "row: rows = 0.0",
        "
            match self.k {
                1 => state.row = grad.row_mean(),
                _ => {}
            }
            *param -= self.lr * grad;
        ",
        "
            scalars lr
            pass over Tensor if self.k is 1
                reads param, grad
                takes lr
                computes 2
                param = (param - (lr * grad))
                reduces mean(grad)
            pass over Tensor if self.k is _
                reads param, grad
                takes lr
                computes 2
                param = (param - (lr * grad))
            pass over Rows if self.k is 1
                reads row, scratch 0 (Rows) as mean(grad)
                computes 1
                row = one of (mean(grad), row)
        ",
    );
}

/// A loop with passes has the condition of its arm.
#[test]
fn a_loop_under_a_condition() {
    assert_plan(
        "",
        "
            let mut x = grad;
            if self.flag {
                for _ in 0..self.k { x = x / x.norm(); }
            }
            *param -= self.lr * x;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                scratch 0 = grad
            loop _ in 0 .. self.k if self.flag
                carries x in scratch 0, next in scratch 1
                pass over Tensor
                    reads scratch 0 as x
                    computes 0
                    reduces norm(x)
                pass over Tensor
                    reads scratch 0 as x
                    takes norm(x)
                    computes 1
                    scratch 1 = x': (x / norm(x))
            pass over Tensor
                reads param, grad, scratch 0 as x''
                takes lr
                computes 3
                param = (param - (lr * x'''))
        ",
    );
}

/// Within an iteration a guard starts at the iteration.
#[test]
fn a_branch_in_a_loop_with_passes() {
    assert_plan(
        "",
        "
            let mut x = grad;
            if self.other {
                for _ in 0..self.k {
                    if self.flag { x = x / x.row_norm(); }
                }
            }
            *param -= self.lr * x;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                scratch 0 = grad
            loop _ in 0 .. self.k if self.other
                carries x in scratch 0, next in scratch 1
                pass over Tensor if self.flag
                    reads scratch 0 as x
                    computes 0
                    reduces norm(x)
                pass over Tensor if self.flag
                    reads scratch 0 as x, scratch 2 (Rows) as norm(x)
                    computes 2
                    scratch 1 = x'': one of (x', x)
                pass over Tensor if not self.flag
                    reads scratch 0 as x
                    computes 1
                    scratch 1 = x'': one of (x', x)
            pass over Tensor
                reads param, grad, scratch 0 as x'''
                takes lr
                computes 3
                param = (param - (lr * x''''))
        ",
    );
}
