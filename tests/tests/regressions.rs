//! Minimal programs that were once refused, miscompiled or not compiled.

use ndarray::ArrayD;
use optim_std::BuildError;
use optim_std::author::*;
use optim_std::prelude::*;
use optim_std::testing::check;
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

/// A number is lifted to combine with a product, whose dimensions are not the parameter's.
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

/// A dot product of a product's numbers with one number per matrix.
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

/// A value from before a branch is assigned to a state in the branch, and needed after it.
#[optimizer(state <per_col: cols = 0.0 if self.wide>)]
#[derive(Debug, Clone)]
pub struct Kept {
    #[hyper(default = true)]
    wide: bool,
}

#[optimizer]
impl Kept {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mean = grad.col_mean();
        let update = select(*param > -0.2, mean, grad.row_rms());
        if self.wide {
            state.per_col = mean;
        }
        *param -= update;
    }
}

#[test]
fn state_that_takes_a_value_in_one_arm_does_not_stand_for_it() {
    compare::<Kept>(5);
}

#[elementwise]
fn first<V: Value>(x: V, y: V) -> V {
    x + 0.0 * (y - y)
}

#[elementwise]
fn only_first<V: Value>(x: V, _y: V) -> V {
    x
}

/// An elementwise function returns an argument that was lifted to the dimensions of a product.
#[optimizer]
#[derive(Debug, Clone)]
pub struct Given;

#[optimizer]
impl Given {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let gram = grad.matmul(grad.t()).tanh();
        let weight = only_first(grad.matrix_mean(), gram) + first(0.5, gram);
        let alone = only_first(grad.matrix_mean(), gram);
        *param -= weight.matmul(grad) * 0.1 + alone.matmul(grad);
    }
}

#[test]
fn argument_given_back_by_an_elementwise_function() {
    compare::<Given>(6);
}

/// A fixed variable changes after a loop that reads it, and in a loop with reductions.
#[optimizer(state <second = 0.5>)]
#[derive(Debug, Clone)]
pub struct Changed {
    #[hyper(default = 0.7)]
    eps: f64,
    #[hyper(default = 2)]
    n: usize,
    #[hyper(default = true)]
    fast: bool,
}

#[optimizer]
impl Changed {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut k = 0.9;
        let mut update = grad;
        for _ in 0..self.n {
            update = 0.5 * update + (update.mean() * 0.1 + k);
        }
        k *= self.eps;
        let held = (k, grad.mean());
        for i in 0..self.n {
            if self.fast {
                k = k * 0.5 + i as f64;
                for j in 0..2 {
                    k += j as f64 * 0.25;
                }
            } else if i > 1 {
                k -= 0.1;
            }
            update = update * k + update.rms() + held.0;
            state.second += k;
        }
        for _ in 0..self.n {
            k *= 0.5;
        }
        state.second -= k;
        *param -= update.tanh() * held.1 * k;
    }
}

#[test]
fn fixed_variable_that_changes() {
    compare::<Changed>(7);
}

/// One condition with two names in different scopes decides the dimensions of values.
#[optimizer]
#[derive(Debug, Clone)]
pub struct Tall {
    #[hyper(default = 2)]
    n: usize,
}

#[optimizer]
impl Tall {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let mut update = grad;
        if param.ndim() >= 2 {
            let tall = param.rows() > param.cols();
            let mut x = if tall { update.t() } else { update };
            for _ in 0..self.n {
                x = x.matmul(x.t()).matmul(x).tanh();
            }
            update = if tall { x.t() } else { x };
        }
        let tall = param.rows() > param.cols();
        let x = if tall { update.t() } else { update };
        let gram = x.matmul(x.t());
        *param -= gram.mean() * update;
    }
}

#[test]
fn condition_of_sizes_in_an_inner_scope() {
    compare::<Tall>(8);
}

/// Two loops multiply the gradient. The first has no iterations.
#[optimizer]
#[derive(Debug, Clone)]
pub struct Loops {
    #[hyper(default = 2)]
    n: usize,
}

#[optimizer]
impl Loops {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let mut x = *param;
        for _ in 0..self.n {
            x = x.matmul(grad.t().matmul(grad)).tanh();
        }
        for _ in 0..2 {
            x = grad.matmul(grad.t()).matmul(x).tanh();
        }
        *param -= x;
    }
}

#[test]
fn input_multiplied_in_two_loops() {
    compare::<Loops>(9);
}

/// A fixed block as the first operand of the last operation in a block.
#[optimizer]
#[derive(Debug, Clone)]
pub struct BlockFirst {
    #[hyper(default = 0.1, scheduled, range = 0.0..1.0)]
    lr: f64,
    #[hyper(default = 0.5)]
    eps: f64,
    #[hyper(default = true)]
    fast: bool,
}

#[optimizer]
impl BlockFirst {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let a = {
            let rate = self.lr;
            ({
                let eps = self.eps;
                eps + 0.25
            }) - rate
        };
        let b = {
            let rate = self.lr;
            (if self.fast { self.eps } else { 0.25 }) * rate
        };
        *param -= grad * a * b;
    }
}

#[test]
fn block_as_the_first_operand() {
    compare::<BlockFirst>(10);
}

/// A product of an empty matrix with itself may exceed any memory: `build` returns the error, not a step.
#[test]
fn a_workspace_that_no_memory_can_hold() {
    #[optimizer]
    #[derive(Debug, Clone)]
    struct Outer {
        #[hyper(default = 0.1, scheduled)]
        lr: f64,
    }

    #[optimizer]
    impl Outer {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            *param -= self.lr * grad.matmul(grad.t()).matmul(grad);
        }
    }

    #[optimizer]
    #[derive(Debug, Clone)]
    struct ColumnMeans {
        #[hyper(default = 0.1, scheduled)]
        lr: f64,
    }

    #[optimizer]
    impl ColumnMeans {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            *param -= self.lr * (grad - grad.col_mean());
        }
    }

    let built = Outer::new().build(&ArrayD::<f32>::zeros(vec![1 << 40, 0]));
    assert!(matches!(&built, Err(BuildError::Workspace { param, .. }) if param == "param"), "{built:?}");

    // An array may have this number of elements, but no machine has the memory.
    let built = Outer::new().build(&ArrayD::<f32>::zeros(vec![1 << 40, 5, 0]));
    assert!(matches!(&built, Err(BuildError::Workspace { param, .. }) if param == "param"), "{built:?}");
    let built = ColumnMeans::new().build(&ArrayD::<f32>::zeros(vec![0, 1 << 40]));
    assert!(matches!(&built, Err(BuildError::Workspace { param, .. }) if param == "param"), "{built:?}");

    // Without rows or without matrices there is no product, for any size.
    for shape in [&[0, 1 << 40][..], &[0, 1 << 40, 5], &[0, 5, 1 << 40]] {
        let mut model = ArrayD::<f32>::zeros(shape);
        let grad = model.clone();
        Outer::new().build(&model).expect("an empty product").step(&mut model, &grad).expect("nothing to do");
    }
}

/// The result of the inner optimizer is overwritten. It is called all the same, because it has states.
#[optimizer(state <before = 0.0>)]
#[derive(Debug, Clone)]
struct Overwritten<O: Definition> {
    inner: O,
}

#[optimizer]
impl<O: Definition> Overwritten<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.before = *param;
        self.inner.step(param, grad * 0.5);
        *param = state.before - 0.1 * grad;
    }
}

#[test]
fn an_inner_step_whose_result_is_overwritten() {
    check::<Overwritten<Adam>>();
    let mut x = ArrayD::from_elem(vec![2], 1.0_f64);
    let mut opt = Overwritten::new(Adam::new()).build(&x).unwrap();
    opt.step(&mut x, &ArrayD::from_elem(vec![2], 1.0)).unwrap();
    assert!(opt.state("param", "inner.exp_avg").unwrap().iter().all(|average| (average - 0.05).abs() < 1e-12));
}

/// A value that a call reads in some steps, and that is stored in every step.
#[optimizer]
#[derive(Debug, Clone)]
struct ReadAndStored<O: Definition> {
    inner: O,
}

#[optimizer]
impl<O: Definition> ReadAndStored<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let mut update = grad;
        for _ in 0..2 {
            update = update * 0.5 + *param;
        }
        if every(2) {
            self.inner.step(param, update.tanh());
        }
        *param = update;
    }
}

#[test]
fn a_value_kept_for_a_call_at_some_steps() {
    check::<ReadAndStored<SGD>>();
}

/// Items that are numbers change once, even if the step waits several times for the whole model.
#[optimizer(state <counts: [scalar; 2] = 0.5, seen: global = 0.0>)]
#[derive(Debug, Clone)]
struct CountsAndWaits {
    #[hyper(default = 0.1, scheduled)]
    lr: f64,
}

#[optimizer]
impl CountsAndWaits {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let old = state.counts[0];
        state.counts[0] += 1.0;
        state.counts[1] = old * grad.global_norm().tanh();
        state.seen = grad.global_sum_abs().tanh();
        *param -= self.lr * (state.counts[0] + old + state.counts[1]) * grad;
    }
}

#[test]
fn scalar_items_of_a_step_in_phases() {
    check::<CountsAndWaits>();
}
