//! All functions of the step language, and random numbers of all kinds.

use optim_std::Optimizer;
use optim_std::author::*;

use crate::support::{CLOSE, Model, compare};

const SHAPES: [&[usize]; 3] = [&[7], &[3, 40], &[300]];

/// The number of functions in `Functions`.
const COUNT: usize = 36;

/// A step that sets the parameter to a function of the gradient and the parameter.
#[optimizer]
#[derive(Debug, Clone, PartialEq)]
struct Functions {
    /// The function to compute.
    #[hyper(default = 0)]
    which: usize,
}

#[optimizer]
impl Functions {
    fn step(&self, param: &mut Tensor, grad: Tensor, _: &mut State<Self>) {
        let (x, y) = (4.0 * grad, *param);
        *param = match self.which {
            0 => -x,
            1 => x.abs(),
            2 => x.abs().sqrt(),
            3 => (x.abs() + 0.1).rsqrt(),
            4 => (x.abs() + 0.1).recip(),
            5 => x.square(),
            6 => x.exp(),
            7 => x.expm1(),
            8 => (1e-4 * x).expm1(),
            9 => (x.abs() + 0.01).ln(),
            10 => x.abs().log1p(),
            11 => (1e-4 * x).log1p(),
            12 => x.sin(),
            13 => x.cos(),
            14 => x.tanh() + (1e-4 * x).tanh() + (100.0 * x).tanh(),
            15 => x.sign() + (0.0 * x).sign(),
            16 => x.floor(),
            17 => x.ceil(),
            18 => x.round() + ((2.0 * x).round() / 2.0).round(),
            19 => x.trunc(),
            20 => x % y,
            21 => x.min(y),
            22 => x.max(y),
            23 => x.abs().powf(y),
            24 => (4.0 * x.round() + 2.0).powf(3.0) + (4.0 * x.round() + 2.0).powf(2.0),
            25 => x.atan2(y),
            26 => x.hypot(y),
            27 => x.copysign(y),
            28 => x.clamp(-0.5, 0.75),
            29 => x.lerp(y, 0.3),
            30 => select(x < y, x, 2.0 * y) + select(x <= y, 1.0, 0.5 * x),
            31 => select(x > y, x, 2.0 * y) + select(x >= y, 1.0, 0.5 * x),
            32 => select((x == y) | (x != x), 1.0, y),
            33 => select(!(x > 0.0) & (y > 0.0), x, y),
            34 => x.powi(3) + (x.abs() + 1.0).powi(-2),
            _ => x / (y.abs() + 0.5),
        };
    }
}

#[test]
fn functions_are_those_of_the_host() {
    for which in 0..COUNT {
        let build = |model: &Model| -> Optimizer<f32> {
            Functions::new().which(which).build(model).unwrap_or_else(|error| panic!("{error}"))
        };
        let compared = compare(&build, &SHAPES, 1, &|_, _| true).unwrap_or_else(|error| panic!("{error}"));
        assert!(compared.params <= CLOSE, "function {which}: {compared:?}");
    }
}

/// A step with uniform and normal numbers of all kinds, some of them in a loop.
#[optimizer(state <sum = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
struct Jitter {
    /// Learning rate.
    #[hyper(default = 0.1, scheduled)]
    lr: f64,
}

#[optimizer]
impl Jitter {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let one = uniform_like(scalar(0.0));
        let row = uniform_like(grad.row_sum()) - normal_like(grad.col_sum());
        let mut noise = uniform_like(grad) - 0.5;
        for _ in 0..3 {
            noise = 0.5 * noise + 0.1 * normal_like(grad) * uniform_like(grad);
        }
        state.sum = state.sum + noise * one + row;
        *param -= self.lr * (grad + state.sum);
    }
}

#[test]
fn random_numbers_of_all_kinds_are_those_of_the_host() {
    let build = |model: &Model| Jitter::new().seed(3).build(model).expect("it builds");
    let compared = compare(&build, &SHAPES, 5, &|_, _| true).unwrap_or_else(|error| panic!("{error}"));
    assert!(compared.params <= CLOSE && compared.states <= CLOSE, "{compared:?}");
}

/// A step with products of transposed and other matrices, a diagonal, columns, and identity matrices.
#[optimizer]
#[derive(Debug, Clone, PartialEq)]
struct Products {
    /// Learning rate.
    #[hyper(default = 0.1, scheduled)]
    lr: f64,
}

#[optimizer]
impl Products {
    fn step(&self, param: &mut Tensor, grad: Tensor, _: &mut State<Self>) {
        let (left, right) = (grad.t().matmul(*param), param.t().matmul(grad.matmul(grad.t()).t()));
        let diagonal = param.matmul(grad.t()).diag().t();
        let columns = grad.first_cols(2).matmul(param.first_cols(2).t());
        let (above, below) = (eye(param.rows()) - grad.matmul(param.t()), 0.5 * eye(param.cols()));
        let turned = above.matmul(grad).matmul(below);
        *param -= self.lr * (grad.matmul(left) + right.t() + diagonal + columns.matmul(grad) + turned);
    }
}

#[test]
fn products_are_those_of_the_host() {
    let build = |model: &Model| Products::new().build(model).expect("it builds");
    // Tiles are 16 × 16, and 64 × 64 for large products.
    let shapes: [&[usize]; 8] =
        [&[3, 4], &[20, 33], &[2, 5, 6], &[16, 16], &[0, 3], &[70, 130], &[64, 64], &[2, 65, 67]];
    let compared = compare(&build, &shapes, 2, &|_, _| true).unwrap_or_else(|error| panic!("{error}"));
    assert!(compared.params <= CLOSE, "{compared:?}");
}
