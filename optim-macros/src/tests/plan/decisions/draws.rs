//! Random numbers: computed in whatever pass reads them, and kept nowhere.

use super::assert_plan;

/// They are no stream in memory, so the step stays one pass.
#[test]
fn a_draw_is_computed_in_its_pass() {
    assert_plan(
        "",
        "let noise = normal_like(grad); *param -= self.lr * (grad + noise);",
        "
            scalars lr
            pass over Tensor
                reads param, grad, noise
                takes lr
                computes 3
                param = (param - (lr * (grad + noise)))
        ",
    );
}

/// The norm needs all of them before the second pass, which draws them again.
#[test]
fn a_draw_is_computed_again() {
    assert_plan(
        "",
        "let noise = normal_like(grad); *param -= self.lr * noise / noise.norm();",
        "
            scalars lr
            pass over Tensor
                reads noise
                computes 0
                reduces norm(noise)
            pass over Tensor
                reads param, noise
                takes lr, norm(noise)
                computes 3
                param = (param - ((… * noise) / norm(noise)))
        ",
    );
}

/// Other numbers in each iteration: the loop has a pass of its own.
#[test]
fn a_loop_with_draws_has_passes() {
    assert_plan(
        "",
        "let mut x = grad; for _ in 0..self.k { x = 0.5 * x + normal_like(x); } *param -= self.lr * x;",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                scratch 0 = grad
            loop _ in 0 .. self.k
                carries x in scratch 0, next in scratch 1
                scalars 0.5
                pass over Tensor
                    reads scratch 0 as x, normal_like 0
                    takes 0.5
                    computes 2
                    scratch 1 = x': ((0.5 * x) + normal_like 0)
            pass over Tensor
                reads param, scratch 0 as x''
                takes lr
                computes 2
                param = (param - (lr * x''))
        ",
    );
}
