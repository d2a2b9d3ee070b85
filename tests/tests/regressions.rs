//! Programs that once were refused, miscompiled or not compiled at all, as small as they could be made.

use optim_std::prelude::*;
use optim_tests::compare::compare;

/// A variable that gets its value later.
#[optimizer]
#[derive(Debug, Clone)]
pub struct Late {
    #[hyper(default = true)]
    fast: bool,
}

#[optimizer]
impl Late {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let update;
        if self.fast {
            update = grad.sign();
        } else {
            update = grad * 0.5;
        }
        *param -= update;
    }
}

#[test]
fn variable_declared_without_value() {
    compare::<Late>(1);
}

/// A name bound by a pattern decides a branch inside a pass.
#[optimizer]
#[derive(Debug, Clone)]
pub struct Bound {
    #[hyper(default = 2)]
    n: usize,
    #[hyper(default = None)]
    maybe: Option<f64>,
}

#[optimizer]
impl Bound {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let mut update = grad;
        match self.n {
            0 => update = -grad,
            many => {
                if many % 2 == 0 {
                    update = *param;
                }
            }
        }
        if let Some(beta) = self.maybe {
            for i in 0..2 {
                update = if beta > 0.5 { update * beta } else { update * (i as f64 + beta) };
            }
        }
        *param -= update;
    }
}

#[test]
fn branch_on_a_name_that_a_pattern_binds() {
    compare::<Bound>(2);
}

/// A number is lifted to meet a product, whose sizes are not those of the parameter.
#[optimizer]
#[derive(Debug, Clone)]
pub struct Lifted {
    #[hyper(default = 0.1, scheduled)]
    lr: f64,
    #[hyper(default = true)]
    fast: bool,
}

#[optimizer]
impl Lifted {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let gram = grad.matmul(grad.t());
        let weight = if self.fast { gram } else { self.lr };
        let per_column = if self.fast { grad.t().row_mean() } else { self.lr };
        *param -= weight.matmul(grad).tanh() * 0.1 + per_column.matrix_sum();
    }
}

#[test]
fn number_lifted_to_the_sizes_of_a_product() {
    compare::<Lifted>(3);
}

/// A product of all pairs of a product's numbers and one number per matrix.
#[optimizer]
#[derive(Debug, Clone)]
pub struct Dotted {
    #[hyper(default = 0.1, scheduled)]
    lr: f64,
}

#[optimizer]
impl Dotted {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let gram = grad.matmul(grad.t()).tanh();
        *param -= self.lr * gram.dot(grad.matrix_mean()).tanh() * grad + gram.row_dot(self.lr);
    }
}

#[test]
fn dot_with_fewer_axes() {
    compare::<Dotted>(4);
}
