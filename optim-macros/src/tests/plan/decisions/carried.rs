//! The values that loops with passes carry from iteration to iteration.

use super::assert_plan;

/// The inner loop is part of the pass of an iteration.
#[test]
fn a_light_loop_in_a_loop_with_passes() {
    assert_plan(
        "",
        "
            let mut x = grad;
            for _ in 0..self.k {
                for _ in 0..2 { x = x * 0.5 + *param; }
                x = x / x.norm();
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
                pass over Tensor
                    reads param, scratch 0 as x
                    computes 5
                    scratch 2 = x''': end of x
                    reduces norm(x''')
                pass over Tensor
                    reads scratch 2 as x'''
                    takes norm(x''')
                    computes 1
                    scratch 1 = x'''': (x''' / norm(x'''))
            pass over Tensor
                reads param, scratch 0 as x'''''
                takes lr
                computes 2
                param = (param - (lr * x'''''))
        ",
    );
}

/// It goes to the carried variable's slot at once.
#[test]
fn a_value_that_a_loop_only_starts_from() {
    assert_plan(
        "",
        "
            let mut x = grad * 2.0;
            for _ in 0..self.k { x = x / x.norm(); }
            *param -= self.lr * x;
        ",
        "
            scalars 2.0, lr
            pass over Tensor
                reads grad
                takes 2.0
                computes 1
                scratch 0 = x: (grad * 2.0)
            loop _ in 0 .. self.k
                carries x' in scratch 0, next in scratch 1
                pass over Tensor
                    reads scratch 0 as x'
                    computes 0
                    reduces norm(x')
                pass over Tensor
                    reads scratch 0 as x'
                    takes norm(x')
                    computes 1
                    scratch 1 = x'': (x' / norm(x'))
            pass over Tensor
                reads param, scratch 0 as x'''
                takes lr
                computes 2
                param = (param - (lr * x'''))
        ",
    );
}

/// The carried variable changes, so the value has a slot of its own too.
#[test]
fn a_value_that_a_loop_starts_from_and_uses() {
    assert_plan(
        "",
        "
            let first = grad * 2.0;
            let mut x = first;
            for _ in 0..self.k { x = x / x.norm() + first; }
            *param -= self.lr * x;
        ",
        "
            scalars 2.0, lr
            pass over Tensor
                reads grad
                takes 2.0
                computes 1
                scratch 0 = first: (grad * 2.0)
                scratch 1 = first: (grad * 2.0)
            loop _ in 0 .. self.k
                carries x in scratch 1, next in scratch 2
                pass over Tensor
                    reads scratch 1 as x
                    computes 0
                    reduces norm(x)
                pass over Tensor
                    reads scratch 0 as first, scratch 1 as x
                    takes norm(x)
                    computes 2
                    scratch 2 = x': ((x / norm(x)) + first)
            pass over Tensor
                reads param, scratch 1 as x''
                takes lr
                computes 2
                param = (param - (lr * x''))
        ",
    );
}

/// So has one that an iteration may leave in the variable.
#[test]
fn a_value_that_a_loop_starts_from_and_returns_to() {
    assert_plan(
        "",
        "
            let first = grad * 2.0;
            let mut x = first;
            let mut y = first;
            for _ in 0..self.k { y = y / x.norm(); x = first; }
            *param -= self.lr * (x + y);
        ",
        "
            scalars 2.0, lr
            pass over Tensor
                reads grad
                takes 2.0
                computes 1
                scratch 0 = first: (grad * 2.0)
                scratch 1 = first: (grad * 2.0)
                scratch 2 = first: (grad * 2.0)
            loop _ in 0 .. self.k
                carries first' in scratch 1, next in scratch 3
                carries y in scratch 2, next in scratch 4
                pass over Tensor
                    reads scratch 0 as first, scratch 1 as first'
                    computes 0
                    scratch 3 = first: (grad * 2.0)
                    reduces norm(first')
                pass over Tensor
                    reads scratch 2 as y
                    takes norm(first')
                    computes 1
                    scratch 4 = y': (y / norm(first'))
            pass over Tensor
                reads param, scratch 1 as first'', scratch 2 as y''
                takes lr
                computes 3
                param = (param - (lr * (first'' + y'')))
        ",
    );
}

/// Without an iteration the variable keeps what it had, so that is computed though no iteration reads it.
#[test]
fn a_loop_that_may_not_run() {
    assert_plan(
        "",
        "
            let mut x = grad * grad.norm();
            for _ in 0..self.k { x = *param / param.norm(); }
            *param -= self.lr * x;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                reduces norm(grad)
            pass over Tensor
                reads grad
                takes norm(grad)
                computes 1
                scratch 0 = x: (grad * norm(grad))
            loop _ in 0 .. self.k
                carries x' in scratch 0, next in scratch 1
                pass over Tensor
                    reads param
                    computes 0
                    reduces norm(param)
                pass over Tensor
                    reads param
                    takes norm(param)
                    computes 1
                    scratch 1 = x'': (param / norm(param))
            pass over Tensor
                reads param, scratch 0 as x'''
                takes lr
                computes 2
                param = (param - (lr * x'''))
        ",
    );
}

/// Rows from outside of the loop are kept before its pass.
#[test]
fn rows_in_a_loop_over_tensors() {
    assert_plan(
        "row: rows = 0.0",
        "
            let scale = state.row * 2.0;
            let mut x = grad;
            for _ in 0..self.k { x = x * scale; }
            *param -= self.lr * x;
        ",
        "
            scalars 2.0, lr
            pass over Rows
                reads row
                takes 2.0
                computes 1
                scratch 0 (Rows) = scale: (row * 2.0)
            pass over Tensor
                reads param, grad, scratch 0 (Rows) as scale
                takes lr
                computes 5
                param = (param - (lr * x''))
        ",
    );
}

/// A value before both loops is kept once.
#[test]
fn two_loops_share_a_value() {
    assert_plan(
        "",
        "
            let update = grad.exp();
            let mut x = grad;
            for _ in 0..self.k { x = x / x.norm() + update; }
            let mut y = x;
            for _ in 0..2 { y = y / y.norm() + update; }
            *param -= self.lr * y;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 1
                scratch 1 = grad
                scratch 0 = update: exp(grad)
            loop _ in 0 .. self.k
                carries x in scratch 1, next in scratch 3
                pass over Tensor
                    reads scratch 1 as x
                    computes 0
                    reduces norm(x)
                pass over Tensor
                    reads scratch 0 as update, scratch 1 as x
                    takes norm(x)
                    computes 2
                    scratch 3 = x': ((x / norm(x)) + update)
            pass over Tensor
                reads scratch 1 as x''
                computes 0
                scratch 2 = x'': end of grad
            loop _ in 0 .. 2
                carries y in scratch 2, next in scratch 4
                pass over Tensor
                    reads scratch 2 as y
                    computes 0
                    reduces norm(y)
                pass over Tensor
                    reads scratch 0 as update, scratch 2 as y
                    takes norm(y)
                    computes 2
                    scratch 4 = y': ((y / norm(y)) + update)
            pass over Tensor
                reads param, scratch 2 as y''
                takes lr
                computes 2
                param = (param - (lr * y''))
        ",
    );
}

/// A value of the outer iteration is kept for the inner loop, in a slot of the iteration.
#[test]
fn a_value_of_a_iteration_in_an_inner_loop() {
    assert_plan(
        "",
        "
            let mut x = grad;
            for _ in 0..self.k {
                let half = x * 0.5;
                for _ in 0..2 { x = x / x.norm() + half; }
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
                    scratch 3 = x: iteration of grad
                    scratch 2 = half: (x * 0.5)
                loop _ in 0 .. 2
                    carries x' in scratch 3, next in scratch 4
                    pass over Tensor
                        reads scratch 3 as x'
                        computes 0
                        reduces norm(x')
                    pass over Tensor
                        reads scratch 2 as half, scratch 3 as x'
                        takes norm(x')
                        computes 2
                        scratch 4 = x'': ((x' / norm(x')) + half)
                pass over Tensor
                    reads scratch 3 as x'''
                    computes 0
                    scratch 1 = x''': end of x
            pass over Tensor
                reads param, scratch 0 as x''''
                takes lr
                computes 2
                param = (param - (lr * x''''))
        ",
    );
}

/// Both are read before either is overwritten: the next values have slots of their own.
#[test]
fn carried_values_that_swap() {
    assert_plan(
        "",
        "
            let (mut x, mut y) = (grad, *param);
            for _ in 0..self.k { let z = x / x.norm(); x = y; y = z; }
            *param -= self.lr * (x - y);
        ",
        "
            scalars lr
            pass over Tensor
                reads param, grad
                computes 0
                scratch 1 = param
                scratch 0 = grad
            loop _ in 0 .. self.k
                carries x in scratch 0, next in scratch 2
                carries z in scratch 1, next in scratch 3
                pass over Tensor
                    reads scratch 0 as x, scratch 1 as z
                    computes 0
                    scratch 2 = z: iteration of param
                    reduces norm(x)
                pass over Tensor
                    reads scratch 0 as x
                    takes norm(x)
                    computes 1
                    scratch 3 = z': (x / norm(x))
            pass over Tensor
                reads param, scratch 0 as x', scratch 1 as z''
                takes lr
                computes 3
                param = (param - (lr * (x' - z'')))
        ",
    );
}
