//! The minimized functions: three problems with exact gradients.

use ndarray::{Array2, ArrayD, IxDyn, arr1, arr2};

type Arrays = Vec<ArrayD<f64>>;

/// A function of a few arrays.
pub(crate) struct Problem {
    pub(crate) name: &'static str,
    pub(crate) start: fn() -> Arrays,
    /// The loss and its gradient.
    pub(crate) loss: fn(&[ArrayD<f64>]) -> (f64, Arrays),
    pub(crate) steps: usize,
    /// The loss that must be reached in the given number of steps.
    pub(crate) reached: f64,
}

pub(crate) static PROBLEMS: [Problem; 3] = [
    Problem { name: "quadratic", start: quadratic_start, loss: quadratic, steps: 600, reached: 2e-3 },
    Problem { name: "Rosenbrock", start: rosenbrock_start, loss: rosenbrock, steps: 3000, reached: 0.03 },
    Problem { name: "network", start: network_start, loss: network, steps: 300, reached: 0.01 },
];

/// Pseudorandom numbers from -1 to 1.
pub(crate) fn numbers(shape: &[usize], seed: u64) -> ArrayD<f64> {
    let mut state = seed.wrapping_mul(0xd134_2543_de82_ef95) ^ 0x9e37_79b9_7f4a_7c15;
    ArrayD::from_shape_simple_fn(IxDyn(shape), || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let bits = (state ^ (state >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (bits >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    })
}

fn quadratic_start() -> Arrays {
    vec![numbers(&[3, 4], 1), numbers(&[8], 2)]
}

/// Half the squared length of the reflected vector of all elements, weighted from 0.1 to 10: a bowl that is a hundred
/// times as steep in one direction as in another. Because of the reflection, none of these directions is an axis.
fn quadratic(params: &[ArrayD<f64>]) -> (f64, Arrays) {
    let x: Vec<f64> = params.iter().flatten().copied().collect();
    let count = x.len();
    let normal: Vec<f64> = (0..count).map(|place| 1.0 + (place % 3) as f64).collect();
    let mirrored = |x: &[f64]| -> Vec<f64> {
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let share = 2.0 * dot(&normal, x) / dot(&normal, &normal);
        x.iter().zip(&normal).map(|(x, normal)| x - share * normal).collect()
    };
    let weight = |place: usize| 10_f64.powf(2.0 * place as f64 / (count - 1) as f64 - 1.0);
    let y = mirrored(&x);
    let loss = y.iter().enumerate().map(|(place, y)| 0.5 * weight(place) * y * y).sum();
    let weighted: Vec<f64> = y.iter().enumerate().map(|(place, y)| weight(place) * y).collect();
    // The reflection is its own transpose.
    let mut slope = mirrored(&weighted).into_iter();
    let grads = params.iter().map(|param| param.mapv(|_| slope.next().unwrap_or_default())).collect();
    (loss, grads)
}

fn rosenbrock_start() -> Arrays {
    vec![arr1(&[-1.2, 1.0]).into_dyn()]
}

/// A curved valley with its lowest point at (1, 1).
fn rosenbrock(params: &[ArrayD<f64>]) -> (f64, Arrays) {
    let [x, y] = [0, 1].map(|place| params[0].iter().nth(place).copied().unwrap_or_default());
    let (to_one, to_curve) = (1.0 - x, y - x * x);
    let slope = [-2.0 * to_one - 400.0 * x * to_curve, 200.0 * to_curve];
    let mut slope = slope.into_iter();
    let grads = vec![params[0].mapv(|_| slope.next().unwrap_or_default())];
    (to_one * to_one + 100.0 * to_curve * to_curve, grads)
}

const HIDDEN: usize = 8;

fn network_start() -> Arrays {
    let first = numbers(&[HIDDEN, 2], 3);
    vec![first, numbers(&[HIDDEN], 4) * 0.1, numbers(&[1, HIDDEN], 5) * 0.5, numbers(&[1], 6) * 0.1]
}

/// Mean squared error of two layers, with a tanh between them, that learn the product of two numbers.
fn network(params: &[ArrayD<f64>]) -> (f64, Arrays) {
    let matrix = |place: usize, rows, cols| -> Array2<f64> {
        Array2::from_shape_vec((rows, cols), params[place].iter().copied().collect()).unwrap()
    };
    let (weight1, bias1) = (matrix(0, HIDDEN, 2), matrix(1, 1, HIDDEN));
    let (weight2, bias2) = (matrix(2, 1, HIDDEN), matrix(3, 1, 1));
    let places = [-1.0, -0.4, 0.2, 0.8];
    let inputs: Vec<[f64; 2]> = places.iter().flat_map(|x| places.map(|y| [*x, y])).collect();
    let inputs = arr2(&inputs);
    let targets = Array2::from_shape_fn((inputs.nrows(), 1), |(row, _)| inputs[[row, 0]] * inputs[[row, 1]]);

    let hidden = (inputs.dot(&weight1.t()) + &bias1).mapv_into(f64::tanh);
    let error = hidden.dot(&weight2.t()) + &bias2 - targets;
    let count = inputs.nrows() as f64;
    let of_output = &error * (2.0 / count);
    let of_hidden = of_output.dot(&weight2) * hidden.mapv(|unit| 1.0 - unit * unit);
    let grads = [
        of_hidden.t().dot(&inputs),
        of_hidden.sum_axis(ndarray::Axis(0)).insert_axis(ndarray::Axis(0)),
        of_output.t().dot(&hidden),
        of_output.sum_axis(ndarray::Axis(0)).insert_axis(ndarray::Axis(0)),
    ];
    let like = |(grad, param): (&Array2<f64>, &ArrayD<f64>)| {
        ArrayD::from_shape_vec(param.raw_dim(), grad.iter().copied().collect()).unwrap()
    };
    (error.mapv(|error| error * error).sum() / count, grads.iter().zip(params).map(like).collect())
}

#[test]
fn gradients_are_those_of_finite_differences() {
    const STEP: f64 = 1e-5;
    for problem in &PROBLEMS {
        let start = (problem.start)();
        let (_, grads) = (problem.loss)(&start);
        for (param, grad) in grads.iter().enumerate() {
            for (place, slope) in grad.iter().enumerate() {
                let at = |step: f64| {
                    let mut params = start.clone();
                    *params[param].iter_mut().nth(place).unwrap() += step;
                    (problem.loss)(&params).0
                };
                let difference = (at(STEP) - at(-STEP)) / (2.0 * STEP);
                assert!((difference - slope).abs() < 1e-6 * (1.0 + slope.abs()), "{}: {param}, {place}", problem.name);
            }
        }
    }
}
