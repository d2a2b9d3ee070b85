//! Matrix products and transposes.

use super::assert_plan;

/// A product writes the next value's slot itself.
#[test]
fn a_product_is_the_next_value() {
    assert_plan(
        "",
        "
            let mut x = grad;
            for _ in 0..self.k { x = x.matmul(x.t()).matmul(x); }
            *param -= self.lr * x.row_mean();
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                scratch 1 = grad
            loop _ in 0 .. self.k
                carries x in scratch 1, next in scratch 3
                product matmul(x, t(x)) to scratch 4 (Tensor of other sizes)
                product x': matmul(matmul(x, t(x)), x) to scratch 3
            pass over Tensor
                reads scratch 1 as x''
                computes 0
                reduces mean(x'')
            pass over Rows
                reads scratch 0 (Rows) as mean(x'')
                takes lr
                computes 1
                scratch 2 (Rows) = (lr * mean(x''))
            pass over Tensor
                reads param, scratch 2 (Rows) as (lr * mean(x''))
                computes 1
                param = (param - (lr * mean(x'')))
        ",
    );
}

/// A product reads a loop's result in the loop's own slot.
#[test]
fn what_a_loop_leaves_is_not_copied() {
    assert_plan(
        "",
        "
            let mut x = grad;
            for _ in 0..self.k { x = x / x.norm(); }
            *param -= self.lr * x.matmul(x.t()).matmul(x);
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                scratch 2 = grad
            loop _ in 0 .. self.k
                carries x in scratch 2, next in scratch 3
                pass over Tensor
                    reads scratch 2 as x
                    computes 0
                    reduces norm(x)
                pass over Tensor
                    reads scratch 2 as x
                    takes norm(x)
                    computes 1
                    scratch 3 = x': (x / norm(x))
            product matmul(x'', t(x'')) to scratch 0 (Tensor of other sizes)
            product matmul(matmul(x'', t(x'')), x'') to scratch 1
            pass over Tensor
                reads param, scratch 1 as matmul(matmul(x'', …), x'')
                takes lr
                computes 2
                param = (param - (lr * matmul(…, x'')))
        ",
    );
}

/// In an arm it has its own slot, and a pass chooses.
#[test]
fn a_product_in_an_arm_is_copied() {
    assert_plan(
        "",
        "
            let mut x = grad;
            for _ in 0..self.k { x = if self.flag { x.matmul(x.t()).matmul(x) } else { x * 0.5 }; }
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
                product matmul(x, t(x)) to scratch 2 (Tensor of other sizes)
                product matmul(matmul(x, t(x)), x) to scratch 3
                pass over Tensor
                    reads scratch 0 as x, scratch 3 as matmul(matmul(x, …), x)
                    takes 0.5
                    computes 2
                    scratch 1 = x': one of (matmul(matmul(x, …), x), (x * 0.5))
            pass over Tensor
                reads param, scratch 0 as x''
                takes lr
                computes 2
                param = (param - (lr * x''))
        ",
    );
}

/// A product reads its operand transposed: nothing is written for it.
#[test]
fn transposed_for_a_product_only() {
    assert_plan(
        "",
        "
            *param -= self.lr * grad.matmul(grad.t()).matmul(grad);
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                scratch 2 = grad
            product matmul(grad, t(grad)) to scratch 0 (Tensor of other sizes)
            product matmul(matmul(grad, t(grad)), grad) to scratch 1
            pass over Tensor
                reads param, scratch 1 as matmul(matmul(grad, …), grad)
                takes lr
                computes 2
                param = (param - (lr * matmul(…, grad)))
        ",
    );
}

/// An elementwise reader needs the transposed values in memory.
#[test]
fn transposed_for_others_too() {
    assert_plan(
        "",
        "
            let turned = grad.t();
            *param -= self.lr * (grad.matmul(turned).matmul(grad) + turned.t());
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                scratch 4 = grad
            product turned: t(grad) to scratch 0 (Tensor of other sizes)
            product matmul(grad, turned) to scratch 1 (Tensor of other sizes)
            product t(turned) to scratch 3
            product matmul(matmul(grad, turned), grad) to scratch 2
            pass over Tensor
                reads param, scratch 2 as matmul(matmul(grad, turned), grad), scratch 3 as t(turned)
                takes lr
                computes 3
                param = (param - (lr * (… + …)))
        ",
    );
}

/// A product in a loop does not fold what stands before it.
#[test]
fn transposed_before_a_loop() {
    assert_plan(
        "",
        "
            let turned = grad.t();
            let mut x = grad;
            for _ in 0..self.k { x = grad.matmul(turned).matmul(x); }
            *param -= self.lr * x;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                scratch 1 = grad
                scratch 2 = grad
            product turned: t(grad) to scratch 0 (Tensor of other sizes)
            loop _ in 0 .. self.k
                carries x in scratch 1, next in scratch 3
                product matmul(grad, turned) to scratch 4 (Tensor of other sizes)
                product x': matmul(matmul(grad, turned), x) to scratch 3
            pass over Tensor
                reads param, scratch 1 as x''
                takes lr
                computes 2
                param = (param - (lr * x''))
        ",
    );
}

/// A loop with one product is one with barriers.
#[test]
fn transposed_in_a_light_loop_of_a_frame() {
    assert_plan(
        "",
        "
            let mut x = grad;
            for _ in 0..self.k { let y = x.t(); x = x.matmul(y).matmul(x); }
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
                product matmul(x, y) to scratch 2 (Tensor of other sizes)
                product x': matmul(matmul(x, y), x) to scratch 1
            pass over Tensor
                reads param, scratch 0 as x''
                takes lr
                computes 2
                param = (param - (lr * x''))
        ",
    );
}

/// Products read parameter and gradient where they are, computed operands from scratch.
#[test]
fn products_of_inputs() {
    assert_plan(
        "",
        "
            let scaled = grad * 2.0;
            *param -= self.lr * (*param).matmul(scaled.t()).matmul(grad);
        ",
        "
            scalars 2.0, lr
            pass over Tensor
                reads param, grad
                takes 2.0
                computes 1
                scratch 3 = param
                scratch 4 = grad
                scratch 2 = scaled: (grad * 2.0)
            product matmul(param, t(scaled)) to scratch 0 (Tensor of other sizes)
            product matmul(matmul(param, t(scaled)), grad) to scratch 1
            pass over Tensor
                reads param, scratch 1 as matmul(matmul(…, …), grad)
                takes lr
                computes 2
                param = (param - (lr * matmul(…, grad)))
        ",
    );
}

/// Each result of a call has a slot of its own, and one that nobody reads has none.
#[test]
fn results_of_a_call_have_slots() {
    assert_plan(
        "",
        "
            let (_, w) = grad.matmul(grad.t()).eigh();
            *param -= self.lr * w.sum() * grad;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                scratch 2 = grad
            product matmul(grad, t(grad)) to scratch 0 (Tensor of other sizes)
            call eigh(matmul(grad, t(grad))) to nowhere, scratch 1 (Cols of other sizes)
            pass over Cols of other sizes
                reads scratch 1 (Cols of other sizes) as w
                computes 0
                reduces sum(w)
            scalars (lr * sum(w))
            pass over Tensor
                reads param, grad
                takes (lr * sum(w))
                computes 2
                param = (param - ((… * …) * grad))
        ",
    );
}
