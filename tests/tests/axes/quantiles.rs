//! Quantiles along and without an axis, compared with numpy, and cases without quantiles.

use optim_std::Float;
use optim_std::author::*;
use optim_std::ndarray::{ArrayD, Axis, IxDyn, Slice};

/// Keeps the quantiles of the gradient.
#[optimizer(state <along: along(self.axis) = 0.0, without: without(self.axis) = 0.0>)]
#[derive(Debug, Clone)]
struct Kept {
    #[hyper(default = 0, range = 0..=9)]
    axis: usize,
    #[hyper(default = 0.5, scheduled)]
    q: f64,
}

#[optimizer]
impl Kept {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.along = grad.quantile_along(self.q, self.axis);
        state.without = grad.quantile_without(self.q, self.axis);
        *param -= grad;
    }
}

/// Both states after one step with this gradient.
fn quantiles<T: Float>(grad: &ArrayD<T>, axis: usize, q: f64) -> [ArrayD<f64>; 2] {
    let mut param = grad.clone();
    let mut opt = Kept::new().axis(axis).q(q).build(&param).unwrap();
    opt.step(&mut param, grad).unwrap();
    ["along", "without"].map(|state| opt.state("param", state).unwrap().mapv(T::as_))
}

fn close(found: &ArrayD<f64>, expected: &[f64], by: f64) -> bool {
    let near = |(a, b): (&f64, &f64)| (a - b).abs() <= by * b.abs().max(1.0) || a.is_nan() && b.is_nan();
    found.len() == expected.len() && found.iter().zip(expected).all(near)
}

/// A shape and its elements; for each axis, quantiles of the fractions 0.3 and 0.85 over all other axes, and over this one.
type Recorded = (&'static [usize], &'static [f64], &'static [[[&'static [f64]; 2]; 2]]);

/// Recordings of `numpy.quantile(x, q, axis=…)`, numpy 2.4.6. A vector has no other axes, so each number is its own quantile.
const RECORDED: &[Recorded] = &[
    (
        &[5],
        &[-1.58, 1.06, 2.43, -3.89, 3.07],
        &[[[&[-1.58, 1.06, 2.43, -3.89, 3.07], &[-1.052]], [&[-1.58, 1.06, 2.43, -3.89, 3.07], &[2.686]]]],
    ),
    (
        &[3, 4],
        &[1.02, 3.13, 1.09, 4.65, -3.75, 7.1, 4.81, -2.4, 2.64, 1.78, -6.98, 2.38],
        &[
            [
                [&[1.083, -2.535, 0.9039999999999992], &[-0.8879999999999999, 2.59, -2.138, 0.46799999999999997]],
                [&[3.9659999999999997, 6.0695, 2.523], &[2.154, 5.909, 3.6939999999999995, 3.9690000000000003]],
            ],
            [
                [&[-0.8879999999999999, 2.59, -2.138, 0.46799999999999997], &[1.083, -2.535, 0.9039999999999992]],
                [&[2.154, 5.909, 3.6939999999999995, 3.9690000000000003], &[3.9659999999999997, 6.0695, 2.523]],
            ],
        ],
    ),
    (
        &[2, 3, 4],
        &[
            -2.34, -1.0, -2.41, -1.71, 0.29, 0.39, -6.24, -1.07, -5.38, -5.08, -1.39, 3.42, 2.52, -2.42, -2.84, -3.31,
            0.57, 3.75, 0.07, 2.77, 1.26, 6.02, -8.03, -8.52,
        ],
        &[
            [
                [
                    &[-2.3890000000000002, -2.714],
                    &[
                        -0.8820000000000001,
                        -1.994,
                        -2.711,
                        -2.83,
                        0.374,
                        1.3980000000000001,
                        -4.347,
                        0.08199999999999985,
                        -3.388,
                        -1.7500000000000004,
                        -6.037999999999999,
                        -4.938,
                    ],
                ],
                [
                    &[0.32499999999999996, 3.1129999999999995],
                    &[
                        1.791,
                        -1.213,
                        -2.4745,
                        -1.95,
                        0.5279999999999999,
                        3.246,
                        -0.8765000000000003,
                        2.194,
                        0.2639999999999999,
                        4.3549999999999995,
                        -2.386,
                        1.6289999999999998,
                    ],
                ],
            ],
            [
                [
                    &[-2.419, 0.09200000000000003, -5.35],
                    &[-3.556, -2.632, -3.942, -1.326, 0.984, 1.282, -4.916, -5.394],
                ],
                [
                    &[-1.0354999999999999, 2.6600000000000006, 3.3120000000000003],
                    &[
                        -0.49900000000000005,
                        -0.02700000000000008,
                        -1.696,
                        2.0729999999999995,
                        2.142,
                        5.3389999999999995,
                        -0.8029999999999999,
                        0.9459999999999997,
                    ],
                ],
            ],
            [
                [
                    &[-1.025, -1.71, -4.54, -2.51],
                    &[-2.347, -1.5870000000000006, -5.11, -2.887, 0.5199999999999999, -8.078999999999999],
                ],
                [
                    &[1.575, 4.3175, -1.025, 2.9325],
                    &[
                        -1.3195000000000001,
                        0.345,
                        1.2554999999999992,
                        0.29699999999999926,
                        3.3089999999999997,
                        3.877999999999999,
                    ],
                ],
            ],
        ],
    ),
    (
        &[2, 3, 2, 2],
        &[
            -0.79, 2.55, -1.64, 1.7, -4.69, -5.04, -2.87, 3.37, 2.79, -2.85, 0.72, -2.59, 0.08, -4.46, -0.19, -2.94,
            -0.18, -2.61, -3.29, 0.45, -1.35, 0.09, -1.68, 2.45,
        ],
        &[
            [
                [
                    &[-2.7720000000000002, -2.331],
                    &[
                        -0.529,
                        -2.357,
                        -1.2049999999999998,
                        -1.548,
                        -3.337,
                        -4.311,
                        -3.164,
                        1.326,
                        -0.10799999999999987,
                        -1.968,
                        -0.96,
                        -1.0779999999999998,
                    ],
                ],
                [
                    &[2.634, 0.21599999999999986],
                    &[
                        -0.0505,
                        1.4984999999999997,
                        -0.40750000000000003,
                        1.004,
                        -0.8565000000000003,
                        -2.9745,
                        -2.9330000000000003,
                        2.932,
                        2.1689999999999996,
                        -0.3510000000000001,
                        0.35999999999999993,
                        1.694,
                    ],
                ],
            ],
            [
                [
                    &[-1.555, -3.248, -1.647],
                    &[
                        -2.3500000000000005,
                        -3.726,
                        -2.132,
                        -0.016000000000000236,
                        -0.6480000000000001,
                        -3.35,
                        -2.324,
                        -0.9060000000000001,
                    ],
                ],
                [
                    &[1.6190000000000002, 0.4185000000000001, 2.3635000000000006],
                    &[
                        1.7159999999999997,
                        0.9299999999999995,
                        0.0119999999999999,
                        2.8689999999999998,
                        0.001999999999999988,
                        -0.7200000000000001,
                        -0.637,
                        1.85,
                    ],
                ],
            ],
            [
                [
                    &[-2.778, -2.317],
                    &[
                        -1.385,
                        1.9549999999999998,
                        -4.144,
                        -2.517,
                        1.3410000000000002,
                        -2.7720000000000002,
                        -0.109,
                        -4.004,
                        -2.357,
                        -1.692,
                        -1.581,
                        0.798,
                    ],
                ],
                [
                    &[0.9509999999999991, 1.9624999999999997],
                    &[
                        -0.9175,
                        2.4225,
                        -3.1430000000000002,
                        2.1085,
                        2.4795,
                        -2.629,
                        0.03949999999999999,
                        -3.168,
                        -0.6465000000000001,
                        -0.009000000000000064,
                        -1.3995,
                        2.096,
                    ],
                ],
            ],
            [
                [
                    &[-1.668, -2.778],
                    &[
                        0.21199999999999997,
                        -0.6379999999999999,
                        -4.9350000000000005,
                        -0.9980000000000002,
                        -1.158,
                        -1.597,
                        -3.098,
                        -2.115,
                        -1.881,
                        -2.168,
                        -0.918,
                        -0.44100000000000006,
                    ],
                ],
                [
                    &[0.30399999999999977, 2.485],
                    &[
                        2.049,
                        1.1989999999999998,
                        -4.742500000000001,
                        2.434,
                        1.944,
                        0.22349999999999998,
                        -0.6010000000000002,
                        -0.6025,
                        -0.5445,
                        -0.11100000000000015,
                        -0.12600000000000006,
                        1.8305000000000002,
                    ],
                ],
            ],
        ],
    ),
];

#[test]
fn they_are_numpys() {
    for (shape, numbers, axes) in RECORDED {
        let x = ArrayD::from_shape_vec(IxDyn(shape), numbers.to_vec()).unwrap();
        // The same elements in another memory order, and as every second element of a larger array.
        let turned = x.t().as_standard_layout().into_owned().reversed_axes();
        let mut wide = ArrayD::zeros([&shape[..shape.len() - 1], &[2 * shape[shape.len() - 1]]].concat());
        wide.slice_axis_mut(Axis(shape.len() - 1), Slice::new(0, None, 2)).assign(&x);
        let mut sliced = wide;
        sliced.slice_axis_inplace(Axis(shape.len() - 1), Slice::new(0, None, 2));
        for (axis, expected) in axes.iter().enumerate() {
            for (q, expected) in [0.3, 0.85].into_iter().zip(expected) {
                let found = [&x, &turned, &sliced].map(|x| quantiles(x, axis, q));
                let single = quantiles(&x.mapv(|x| x as f32), axis, q);
                for place in 0..2 {
                    let what = format!("{q} of axis {axis} of {shape:?}, {place}");
                    assert!(close(&found[0][place], expected[place], 1e-14), "{what}: {:?}", found[0][place]);
                    assert!(found.iter().all(|other| other[place] == found[0][place]), "{what}");
                    assert!(close(&single[place], expected[place], 3e-7), "{what}: {:?}", single[place]);
                }
            }
        }
        // An axis that does not exist: all numbers, and each number.
        let [all, each] = quantiles(&x, 9, 0.0);
        assert!(
            close(&all, &[numbers.iter().copied().fold(f64::INFINITY, f64::min)], 0.0) && close(&each, numbers, 0.0)
        );
    }
}

#[test]
fn nan_is_where_a_number_is_nan() {
    let mut x = ArrayD::from_shape_fn(vec![2, 3, 4], |place| (place[0] * 12 + place[1] * 4 + place[2]) as f32);
    x[[1, 0, 2]] = f32::NAN;
    let nan: fn(&ArrayD<f64>) -> Vec<usize> =
        |x| x.iter().enumerate().filter(|(_, x)| x.is_nan()).map(|(place, _)| place).collect();
    for (axis, along, without) in [(0, 1, 2), (1, 0, 6), (2, 2, 3)] {
        let [first, second] = quantiles(&x, axis, 0.5);
        assert_eq!((nan(&first), nan(&second)), (vec![along], vec![without]), "{axis}");
    }
}

#[test]
fn there_are_none_of_nothing_and_beyond() {
    let all_nan = |x: &ArrayD<f64>| x.iter().all(|x| x.is_nan());
    let x = ArrayD::<f64>::ones(vec![2, 3]);
    for q in [-0.1, 1.1, 2.0] {
        let found = quantiles(&x, 1, q);
        assert_eq!([3, 2], [0, 1].map(|place: usize| found[place].len()));
        assert!(found.iter().all(all_nan), "{q}");
    }
    for (shape, axis, len) in
        [(&[0, 2][..], 0, [0, 2]), (&[0, 2], 1, [2, 0]), (&[2, 0, 3], 1, [0, 6]), (&[0], 0, [0, 1])]
    {
        let found = quantiles(&ArrayD::<f64>::ones(shape), axis, 0.5);
        assert_eq!(len, [0, 1].map(|place: usize| found[place].len()), "{shape:?} {axis}");
        assert!(found.iter().all(all_nan), "{shape:?} {axis}: {found:?}");
    }
    let [along, without] = quantiles(&ArrayD::<f64>::ones(vec![]), 0, 0.5);
    assert!(along[[0]] == 1.0 && without.iter().all(|x| *x == 1.0));
}
