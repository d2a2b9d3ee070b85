//! User programs that are generic over the element type: `Float` is a `num_traits::Float`, and the step language does
//! not interfere.

use ndarray::{Array1, Array2, ArrayView1, array};
use optim_std::author::*;
use optim_std::prelude::*;

/// Methods, constants, conversions and functions as values, with the names in `num_traits`.
fn numbers<T: Float>() {
    let (half, two) = (T::from(0.5).unwrap(), T::one() + T::one());
    let x: T = (two * two + T::zero()).sqrt().max(half).min(T::infinity()).abs().powi(3);
    assert_eq!(x, T::from_u8(8).unwrap());
    assert_eq!((T::cast(8.0), T::ONE - T::one()), (x, T::ZERO));
    let back: f64 = x.as_();
    assert_eq!((back, x.to_f64(), x.to_usize()), (8.0, Some(8.0), Some(8)));
    assert!(T::nan().is_nan() && !T::neg_infinity().is_finite() && T::min_positive_value() > T::zero());
    assert_eq!(T::nan().max(half), half, "as everywhere: only steps keep NaN");
    // With a path, each name has one meaning.
    let roots = [T::one(), two * two].map(T::sqrt);
    assert_eq!((roots, T::max(half, two), T::clamp(x, half, two)), ([T::one(), two], two, two));
    assert_eq!([half, two].into_iter().fold(T::neg_infinity(), T::max), two);
    assert_eq!(roots.iter().sum::<T>() + roots.into_iter().sum(), T::from_i32(6).unwrap());
    let mut sum = half;
    sum += two;
    sum *= two;
    assert_eq!(format!("{sum} {sum:?} {sum:e}"), "5 5.0 5e0");
}

/// A function that does not know about optimizers.
fn elsewhere<T: num_traits::Float + num_traits::NumAssign>(x: &mut T) {
    *x += x.exp().ln();
}

/// A layer, with the arithmetic of arrays.
#[derive(Parameters)]
struct Linear<T: Float> {
    weight: Array2<T>,
    bias: Array1<T>,
}

impl<T: Float> Linear<T> {
    fn forward(&self, x: &ArrayView1<'_, T>) -> Array1<T> {
        (self.weight.dot(x) + &self.bias).mapv(T::tanh) * T::cast(0.5)
    }
}

/// Half of the squared distance to `target`, and its gradient.
fn distance<T: Float>(x: &Array1<T>, target: &Array1<T>) -> (T, Array1<T>) {
    let away = x - target;
    (away.mapv(|x| x.powi(2)).sum() * T::cast(0.5), away)
}

/// The mean of all numbers in a model of any type.
fn mean<P: Parameters>(model: &P) -> f64 {
    let (mut sum, mut count) = (0.0, 0);
    model.visit(optim_std::Name::ROOT, &mut |_, view| {
        sum += view.to_ndarray().iter().fold(0.0, |sum, &x| sum + num_traits::AsPrimitive::<f64>::as_(x));
        count += view.len();
    });
    sum / count as f64
}

fn everything<T: Float>() {
    numbers::<T>();
    let mut x = T::one();
    elsewhere(&mut x);
    assert!((x - T::cast(2.0)).abs() <= T::epsilon() * T::cast(4.0));

    let linear = Linear { weight: Array2::<T>::eye(2), bias: Array1::zeros(2) };
    assert_eq!(linear.forward(&array![T::zero(), T::cast(100.0)].view()), array![T::zero(), T::cast(0.5)]);
    assert_eq!(mean(&linear), 2.0 / 6.0);

    let target = array![T::cast(1.0), T::cast(-2.0)];
    let mut model = Array1::zeros(2);
    let mut opt = AdamW::new().lr(0.1).weight_decay(0.0).build(&model).unwrap();
    let (first, _) = distance(&model, &target);
    for _ in 0..200 {
        let (_, grad) = distance(&model, &target);
        opt.step(&mut model, &grad).unwrap();
    }
    assert!(distance(&model, &target).0 < first * T::cast(1e-3));
}

#[test]
fn generic_programs_have_the_methods_of_num_traits() {
    everything::<f32>();
    everything::<f64>();
}

/// Steps keep their meaning if the traits of `num_traits` are in scope, with all their methods and with their own names.
mod beside_num_traits {
    use num_traits::*;
    use optim_std::author::{Scalar, State, Tensor, Value, elementwise, optimizer, scheduler};

    fn root<T: Float>(x: T) -> T {
        x.sqrt()
    }

    #[elementwise]
    fn bounded<V: Value>(x: V) -> V {
        x.max(-1.0).min(1.0).sqrt().powi(2)
    }

    #[optimizer(state <largest = 0.0, mean: rows = 0.0>)]
    #[derive(Debug, Clone)]
    struct Beside {
        #[hyper(default = 0.1, scheduled, range = 0.0..)]
        lr: f64,
        #[hyper(default = 3, range = 1..)]
        power: i32,
        #[hyper(default = 0.25, range = 0.0..)]
        bound: f64,
    }

    #[optimizer]
    impl Beside {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let bound = self.bound.sqrt().max(0.1).powi(self.power).clamp(0.1, 0.2);
            state.largest = state.largest.max(grad.abs()).min(1e3);
            state.mean = grad.square().row_mean();
            let rate = self.lr.min(1.0 / t.sqrt()) * 2.0.hypot(self.bound);
            *param -= rate * bounded(grad / (state.largest + 1e-6)).clamp(-bound, bound) / (state.mean.sqrt() + 1.0);
        }
    }

    #[scheduler]
    #[derive(Debug, Clone)]
    struct Falling {
        #[hyper(range = 0.0..)]
        first: f64,
    }

    #[scheduler]
    impl Falling {
        fn value(&self, t: Scalar) -> Scalar {
            (self.first / (1.0 + t).sqrt()).max(1e-6)
        }
    }

    #[test]
    fn steps_are_what_they_are_without() {
        assert_eq!(root(4.0), 2.0);
        optim_std::testing::check::<Beside>();
        assert_eq!(optim_std::Schedule::value(&Falling::new(1.0), 3.0), 0.5);
    }
}
