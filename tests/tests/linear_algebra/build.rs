//! Errors of `build`, and the results of a step for numbers without a decomposition.

use ndarray::{Array2, Array3, array};
use optim_std::author::*;
use optim_std::prelude::*;

use super::optimizers::*;

#[optimizer]
#[derive(Debug, Clone)]
pub(crate) struct Tall {
    #[hyper(default = 2)]
    pub(crate) rank: usize,
    #[hyper(default = 4)]
    pub(crate) root: i32,
}

#[optimizer]
impl Tall {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let (q, r) = grad.qr();
        let few = grad.first_cols(self.rank);
        *param -= q.matmul(r.matmul(r.t()).inv_root(self.root, 0.1)) + few.matmul(few.t()).matmul(grad);
    }
}

fn refused(rows: usize, cols: usize, tall: &Tall) -> String {
    let model = array_of(rows, cols);
    let builder = Tall::new().rank(tall.rank).root(tall.root);
    builder.build(&[model]).unwrap_err().to_string()
}

fn array_of(rows: usize, cols: usize) -> Array2<f64> {
    Array2::from_shape_fn((rows, cols), |(r, c)| 1.0 / (1.0 + r as f64 + 2.0 * c as f64))
}

#[test]
fn matrices_of_other_sizes_are_errors_of_build() {
    let tall = || Tall { rank: 2, root: 4 };
    assert!(Tall::new().build(&[array_of(3, 3)]).is_ok());
    assert_eq!(
        refused(2, 3, &tall()),
        "Tall cannot update parameter `0` of shape [2, 3]: `qr` of (rows, cols), of size 1x2x3: it takes matrices with at \
         least as many rows as columns (batch x rows x cols)\n\
         help: transpose it where it is wide, `if param.rows() < param.cols()`"
    );
    let message = refused(3, 1, &tall());
    assert!(message.contains("parameter `0` of shape [3, 1]: `first_cols(2)` of (rows, cols)"), "{message}");
    assert!(refused(3, 3, &Tall { rank: 0, ..tall() }).contains("`first_cols(0)`"));
    for root in [0, -1] {
        let message = refused(3, 3, &Tall { root, ..tall() });
        assert!(message.ends_with("`inv_root` takes a root of at least 1"), "{message}");
    }
}

#[test]
fn a_parameter_without_elements_is_no_problem() {
    for shape in [(0, 0), (0, 3), (3, 0)] {
        let mut model = [Array2::<f32>::zeros(shape)];
        let mut opt = Roots::new().build(&model).unwrap();
        opt.step(&mut model, &[Array2::<f32>::zeros(shape)]).unwrap();
        let mut opt = Singular::new().build(&model).unwrap();
        opt.step(&mut model, &[Array2::<f32>::zeros(shape)]).unwrap();
    }
}

#[test]
fn what_is_not_finite_gives_nan_and_ends() {
    for number in [f64::NAN, f64::INFINITY] {
        let mut model = [array![[1.0, 2.0], [3.0, 4.0]]];
        let grads = [array![[1.0, number], [0.0, 1.0]]];
        let mut opt = Rotated::new().build(&model).unwrap();
        opt.step(&mut model, &grads).unwrap();
        assert!(model[0].iter().all(|x| x.is_nan()));
    }
}

/// Five decompositions, none of which needs another.
#[optimizer]
#[derive(Debug, Clone)]
pub(crate) struct FiveBases;

#[optimizer]
impl FiveBases {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let (a, b, c) = (grad.matmul(grad.t()), grad.t().matmul(grad), grad + 2.0);
        let ((u, values), (v, _)) = (a.eigh(), b.eigh());
        let ((p, _), (q, _)) = (grad.qr(), c.qr());
        let root = (a + eye(param.rows())).inv_root(2, 0.0);
        *param -= (u * values + root + p.matmul(q.t())).matmul(grad).matmul(v);
    }
}

/// All threads share the matrices of a large parameter, and calls that do not need each other.
#[test]
fn a_large_batch_has_the_same_bits_on_any_number_of_threads() {
    let step = |threads: usize, bad: Option<usize>| {
        let number = |(k, r, c): (usize, usize, usize)| ((k * 441 + r * 21 + c) as f32 * 0.37).sin();
        let mut model = Array3::from_shape_fn((300, 21, 21), number);
        let mut grads = model.mapv(|x| (x * 37.0).cos());
        if let Some(bad) = bad {
            grads[[bad, 3, 4]] = f32::NAN;
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut opt = FiveBases::new().build(&model).unwrap();
        pool.install(|| (0..2).try_for_each(|_| opt.step(&mut model, &grads).map(drop))).unwrap();
        model.mapv(f32::to_bits)
    };
    let expected = step(1, None);
    assert_eq!(step(2, None), expected);
    assert_eq!(step(5, None), expected);
    let with_nan = step(5, Some(123));
    for (index, (matrix, expected)) in with_nan.outer_iter().zip(expected.outer_iter()).enumerate() {
        if index == 123 {
            assert!(matrix.iter().all(|bits| f32::from_bits(*bits).is_nan()));
        } else {
            assert_eq!(matrix, expected, "matrix {index}");
        }
    }
}

/// Any number of threads computes the same numbers.
#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let step = |threads| {
        let mut model: Vec<Array2<f32>> = (3..20).map(|n| array_of(n, 60).map(|x| *x as f32)).collect();
        let grads: Vec<Array2<f32>> = model.iter().map(|x| x.map(|x| (x * 37.0).sin())).collect();
        let mut opt = Singular::new().threads(threads).build(&model).unwrap();
        opt.step(&mut model, &grads).unwrap();
        model
    };
    assert_eq!(step(Threads::One), step(Threads::All));
}
