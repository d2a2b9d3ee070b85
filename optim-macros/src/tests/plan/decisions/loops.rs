//! Loops that run inside of a pass, and loops with passes inside.

use super::assert_plan;

/// Elements of one shape: the loop is inside of the pass, with the scalars in it.
#[test]
fn a_loop_over_one_shape_runs_in_its_pass() {
    assert_plan(
        "",
        "
            let mut x = grad;
            let mut weight = self.lr;
            for _ in 0..self.k { x = x * 0.5 + *param * weight; weight = weight * 0.9; }
            *param -= self.lr * x;
        ",
        "
            scalars weight: lr
            pass over Tensor
                reads param, grad
                takes weight
                computes 11
                param = (param - (weight * x''))
        ",
    );
}

/// Rows and tensors in one loop: each iteration has passes of its own.
#[test]
fn a_loop_over_two_shapes_has_passes() {
    assert_plan(
        "row: rows = 0.0",
        "
            let mut x = grad;
            let mut row = state.row;
            for _ in 0..self.k { row = row * 0.5; x = x + row; }
            *param -= self.lr * x;
        ",
        "
            scalars lr
            pass over Rows
                reads row
                computes 0
                scratch 1 (Rows) = row
            pass over Tensor
                reads grad
                computes 0
                scratch 0 = grad
            loop _ in 0 .. self.k
                carries x in scratch 0, next in scratch 2
                carries row in scratch 1 (Rows), next in scratch 3 (Rows)
                scalars 0.5
                pass over Rows
                    reads scratch 1 (Rows) as row
                    takes 0.5
                    computes 1
                    scratch 3 (Rows) = row': (row * 0.5)
                    scratch 4 (Rows) = row': (row * 0.5)
                pass over Tensor
                    reads scratch 0 as x, scratch 4 (Rows) as row'
                    computes 1
                    scratch 2 = x': (x + row')
            pass over Tensor
                reads param, scratch 0 as x''
                takes lr
                computes 2
                param = (param - (lr * x''))
        ",
    );
}

/// The shapes of all arms count.
#[test]
fn two_shapes_in_an_arm_of_a_loop() {
    assert_plan(
        "row: rows = 0.0",
        "
            let mut x = grad;
            for _ in 0..self.k { if self.flag { let y = state.row * 0.5; x = x + y; } else { x = x + 1.0; } }
            *param -= self.lr * x;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                scratch 0 = grad
            loop _ in 0 .. self.k
                carries x in scratch 0, next in scratch 1
                scalars 0.5, 1.0
                pass over Rows if self.flag
                    reads row
                    takes 0.5
                    computes 1
                    scratch 2 (Rows) = y: (row * 0.5)
                pass over Tensor if self.flag
                    reads scratch 0 as x, scratch 2 (Rows) as y
                    computes 2
                    scratch 1 = x''': one of (x', x'')
                pass over Tensor if not self.flag
                    reads scratch 0 as x
                    takes 1.0
                    computes 2
                    scratch 1 = x''': one of (x', x'')
            pass over Tensor
                reads param, scratch 0 as x''''
                takes lr
                computes 2
                param = (param - (lr * x''''))
        ",
    );
}

/// A reduction in each iteration; the loop's result is read in the pass after it.
#[test]
fn a_reduction_in_a_loop() {
    assert_plan(
        "",
        "
            let mut x = grad;
            for _ in 0..self.k { x = x / (x.norm() + 1.0); }
            *param -= self.lr * x;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                scratch 0 = grad
            loop _ in 0 .. self.k
                carries x in scratch 0, next in scratch 1
                scalars 1.0
                pass over Tensor
                    reads scratch 0 as x
                    computes 0
                    reduces norm(x)
                scalars (norm(x) + 1.0)
                pass over Tensor
                    reads scratch 0 as x
                    takes (norm(x) + 1.0)
                    computes 1
                    scratch 1 = x': (x / (norm(x) + 1.0))
            pass over Tensor
                reads param, scratch 0 as x''
                takes lr
                computes 2
                param = (param - (lr * x''))
        ",
    );
}

/// A scalar needs no slot.
#[test]
fn a_loop_with_a_barrier_carries_scalars() {
    assert_plan(
        "",
        "
            let mut x = grad;
            let mut scale = self.lr;
            for _ in 0..self.k { scale = scale * x.norm(); x = x * scale; }
            *param -= scale * x;
        ",
        "
            scalars scale: lr
            pass over Tensor
                reads grad
                computes 0
                scratch 0 = grad
            loop _ in 0 .. self.k
                carries x in scratch 0, next in scratch 1
                carries scale' as a scalar
                pass over Tensor
                    reads scratch 0 as x
                    computes 0
                    reduces norm(x)
                scalars scale'': (scale' * norm(x))
                pass over Tensor
                    reads scratch 0 as x
                    takes scale''
                    computes 1
                    scratch 1 = x': (x * scale'')
            pass over Tensor
                reads param, scratch 0 as x''
                takes scale'''
                computes 2
                param = (param - (scale''' * x''))
        ",
    );
}

/// Values that an iteration needs from outside are in scratch, except inputs.
#[test]
fn a_loop_with_a_barrier_takes_values() {
    assert_plan(
        "m = 0.0",
        "
            let update = grad * 2.0;
            let mut x = state.m;
            for _ in 0..self.k { x = x / x.norm() + update * grad; }
            state.m = x;
            *param -= self.lr * x;
        ",
        "
            scalars 2.0, lr
            pass over Tensor
                reads m, grad
                takes 2.0
                computes 1
                scratch 1 = m
                scratch 0 = update: (grad * 2.0)
            loop _ in 0 .. self.k
                carries x in scratch 1, next in scratch 2
                pass over Tensor
                    reads scratch 1 as x
                    computes 0
                    reduces norm(x)
                pass over Tensor
                    reads grad, scratch 0 as update, scratch 1 as x
                    takes norm(x)
                    computes 3
                    scratch 2 = x': ((x / norm(x)) + (update * grad))
            pass over Tensor
                reads param, scratch 1 as x''
                takes lr
                computes 2
                param = (param - (lr * x''))
                m = x'': end of m
        ",
    );
}

/// The old state is read in every iteration: it is overwritten after the loop.
#[test]
fn a_state_waits_for_a_loop() {
    assert_plan(
        "m = 0.0",
        "
            let old = state.m;
            state.m = grad;
            let mut x = grad;
            for _ in 0..self.k { x = x / x.norm() + old; }
            *param -= self.lr * x;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                scratch 0 = grad
            loop _ in 0 .. self.k
                carries x in scratch 0, next in scratch 1
                pass over Tensor
                    reads scratch 0 as x
                    computes 0
                    reduces norm(x)
                pass over Tensor
                    reads m, scratch 0 as x
                    takes norm(x)
                    computes 2
                    scratch 1 = x': ((x / norm(x)) + m)
            pass over Tensor
                reads param, grad, scratch 0 as x''
                takes lr
                computes 2
                param = (param - (lr * x''))
                m = grad
        ",
    );
}

/// The inner loop has passes, so the outer one has.
#[test]
fn loops_in_loops() {
    assert_plan(
        "",
        "
            let mut x = grad;
            for _ in 0..self.k {
                x = x * 0.5;
                for _ in 0..2 { x = x / x.norm(); }
            }
            *param -= self.lr * x;
        ",
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
                    reads scratch 0 as x
                    takes 0.5
                    computes 1
                    scratch 2 = x': (x * 0.5)
                loop _ in 0 .. 2
                    carries x'' in scratch 2, next in scratch 3
                    pass over Tensor
                        reads scratch 2 as x''
                        computes 0
                        reduces norm(x'')
                    pass over Tensor
                        reads scratch 2 as x''
                        takes norm(x'')
                        computes 1
                        scratch 3 = x''': (x'' / norm(x''))
                pass over Tensor
                    reads scratch 2 as x''''
                    computes 0
                    scratch 1 = x'''': end of x'
            pass over Tensor
                reads param, scratch 0 as x'''''
                takes lr
                computes 2
                param = (param - (lr * x'''''))
        ",
    );
}
