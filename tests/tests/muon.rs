//! Muon: the update is nearly orthogonal, and agrees with an independent computation.

use std::collections::BTreeMap;

use ndarray::{Array2, Array3, Array4, ArrayD};
use optim_std::optimizers::{Muon, MuonBuilder, MuonCoefficients, MuonScale};
use optim_std::{BuildError, HyperError, MatmulPrecision, Setting, Threads};

type Matrix = Vec<Vec<f64>>;

/// Pseudorandom numbers.
fn number(place: usize, seed: usize) -> f64 {
    let bits =
        (place as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (seed as u64).wrapping_mul(0xd134_2543_de82_ef95);
    let bits = (bits ^ (bits >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (bits >> 11) as f64 / (1_u64 << 53) as f64 * 2.0 - 1.0
}

fn matrix(rows: usize, cols: usize, seed: usize) -> Matrix {
    (0..rows).map(|r| (0..cols).map(|c| number(r * cols + c, seed)).collect()).collect()
}

fn transposed(a: &Matrix) -> Matrix {
    (0..a[0].len()).map(|c| a.iter().map(|row| row[c]).collect()).collect()
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let columns = transposed(b);
    let dot = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum();
    a.iter().map(|row| columns.iter().map(|column| dot(row, column)).collect()).collect()
}

/// Applies `f` to the elements of two matrices.
fn zip(a: &Matrix, b: &Matrix, f: impl Fn(f64, f64) -> f64) -> Matrix {
    a.iter().zip(b).map(|(a, b)| a.iter().zip(b).map(|(a, b)| f(*a, *b)).collect()).collect()
}

/// Newton–Schulz iterations with the paper's coefficients.
fn orthogonal(update: &Matrix, steps: usize) -> Matrix {
    iterated(update, 1.0, (0..steps).map(|_| [3.4445, -4.7750, 2.0315]))
}

/// Iterations with these coefficients, from a matrix divided by a multiple of its norm.
fn iterated(update: &Matrix, margin: f64, coefficients: impl Iterator<Item = [f64; 3]>) -> Matrix {
    let tall = update.len() > update[0].len();
    let mut x = if tall { transposed(update) } else { update.clone() };
    let norm = margin * x.iter().flatten().map(|x| x * x).sum::<f64>().sqrt() + 1e-7;
    x = zip(&x, &x, |x, _| x / norm);
    for [first, second, third] in coefficients {
        let a = product(&x, &transposed(&x));
        let b = zip(&a, &product(&a, &a), |a, square| second * a + third * square);
        x = zip(&x, &product(&b, &x), |x, bx| first * x + bx);
    }
    if tall { transposed(&x) } else { x }
}

/// A step of Muon on plain lists.
struct Plain {
    param: Matrix,
    momentum: Matrix,
}

impl Plain {
    fn step(&mut self, grad: &Matrix, lr: f64, decay: f64) {
        const BETA: f64 = 0.95;
        self.momentum = zip(&self.momentum, grad, |m, g| BETA * m + (1.0 - BETA) * g);
        let update = zip(grad, &self.momentum, |g, m| (1.0 - BETA) * g + BETA * m);
        let scale = (self.param.len() as f64 / self.param[0].len() as f64).max(1.0).sqrt();
        self.param = zip(&self.param, &orthogonal(&update, 5), |p, x| p * (1.0 - lr * decay) - lr * scale * x);
    }
}

/// Squares of the singular values: eigenvalues of the smaller Gram matrix, by Jacobi rotations.
fn singular_values(a: &Matrix) -> Vec<f64> {
    let wide = if a.len() > a[0].len() { transposed(a) } else { a.clone() };
    let mut gram = product(&wide, &transposed(&wide));
    let n = gram.len();
    for _ in 0..60 {
        for p in 0..n {
            for q in p + 1..n {
                if gram[p][q] == 0.0 {
                    continue;
                }
                let theta = (gram[q][q] - gram[p][p]) / (2.0 * gram[p][q]);
                let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
                let c = 1.0 / (t * t + 1.0).sqrt();
                let s = t * c;
                let rotated = |x: f64, y: f64| (c * x - s * y, s * x + c * y);
                for row in &mut gram {
                    (row[p], row[q]) = rotated(row[p], row[q]);
                }
                let (above, below) = gram.split_at_mut(q);
                for (x, y) in above[p].iter_mut().zip(&mut below[0]) {
                    (*x, *y) = rotated(*x, *y);
                }
            }
        }
    }
    (0..n).map(|k| gram[k][k].max(0.0).sqrt()).collect()
}

fn array(a: &Matrix) -> Array2<f64> {
    Array2::from_shape_fn((a.len(), a[0].len()), |(r, c)| a[r][c])
}

#[test]
fn agrees_with_plain_loops() {
    for (rows, cols) in [(4, 4), (3, 8), (8, 3), (1, 6), (6, 1), (1, 1), (17, 31), (40, 23)] {
        let mut plain = Plain { param: matrix(rows, cols, 1), momentum: vec![vec![0.0; cols]; rows] };
        let mut param = array(&plain.param);
        let mut optimizer = Muon::new().lr(0.1).weight_decay(0.2).build(&param).unwrap();
        for step in 0..4 {
            let grad = matrix(rows, cols, 10 + step);
            plain.step(&grad, 0.1, 0.2);
            optimizer.step(&mut param, &array(&grad)).unwrap();
            for ((r, c), found) in param.indexed_iter() {
                let expected = plain.param[r][c];
                assert!(
                    (found - expected).abs() <= 1e-11,
                    "{rows}x{cols}, step {step}, ({r}, {c}): {found} {expected}"
                );
            }
        }
    }
}

/// A matrix whose singular values differ by at most a factor of four. The bound of `band` applies to it.
fn well_conditioned(rows: usize, cols: usize, seed: usize) -> Matrix {
    let small = rows.min(cols);
    let mut a = orthogonal(&matrix(rows, cols, seed), 30);
    // Scaled along rows or columns, whichever are fewer.
    for (r, row) in a.iter_mut().enumerate() {
        for (c, x) in row.iter_mut().enumerate() {
            let k = if rows <= cols { r } else { c };
            *x *= 0.5 + k as f64 / small as f64;
        }
    }
    a
}

/// The movement of the parameter in one step from zero, per learning rate and scale.
fn update_of(grad: &Array2<f64>) -> Matrix {
    let mut param: Array2<f64> = Array2::zeros(grad.raw_dim());
    let mut optimizer = Muon::new().lr(1.0).build(&param).unwrap();
    optimizer.step(&mut param, grad).unwrap();
    let scale = (grad.nrows() as f64 / grad.ncols() as f64).max(1.0).sqrt();
    param.rows().into_iter().map(|row| row.iter().map(|x| -x / scale).collect()).collect()
}

/// The limits of the singular values. One iteration maps x to p(x) = 3.4445 x - 4.7750 x³ + 2.0315 x⁵. Between 0.55 and
/// 1.21, the minimum of p is 0.682, at x² = 1.103. Between this minimum and 1.21, the maximum is p(0.682) = 1.134.
fn band() -> std::ops::RangeInclusive<f64> {
    let p = |x: f64| 3.4445 * x - 4.7750 * x.powi(3) + 2.0315 * x.powi(5);
    let discriminant = 14.325_f64.powi(2) - 4.0 * 3.4445 * 10.1575;
    let least = p(((14.325 + discriminant.sqrt()) / 20.315).sqrt());
    let band = least - 1e-9..=p(least) + 1e-9;
    assert!(*band.start() > 0.68 && *band.end() < 1.135, "{band:?}");
    band
}

#[test]
fn singular_values_of_the_update_are_near_one() {
    for (rows, cols) in [(8, 8), (6, 20), (20, 6), (32, 24), (1, 9), (9, 1)] {
        for seed in 0..3 {
            let grad = well_conditioned(rows, cols, seed);
            let values = singular_values(&update_of(&array(&grad)));
            assert_eq!(values.len(), rows.min(cols));
            for value in values {
                assert!(band().contains(&value), "{rows}x{cols}, seed {seed}: {value}");
            }
        }
    }
}

#[test]
fn the_length_of_the_gradient_does_not_matter() {
    let grad = array(&well_conditioned(5, 9, 3));
    let update = update_of(&grad);
    for factor in [1e-3, 1e3] {
        let scaled = update_of(&(factor * &grad));
        for (a, b) in update.iter().flatten().zip(scaled.iter().flatten()) {
            assert!((a - b).abs() <= 2e-3, "{factor}: {a} {b}");
        }
    }
}

/// The update of the first step, with the default momentum.
fn first(grad: &Matrix) -> Matrix {
    zip(grad, grad, |g, _| (0.05 + 0.95 * 0.05) * g)
}

/// Polar Express with the authors' margin of a hundredth. The result is the sign of the matrix.
#[test]
fn polar_express_makes_singular_values_one() {
    const PAPER: [[f64; 3]; 8] = [
        [8.287_212_018_145_63, -23.595_886_519_098_837, 17.300_387_312_530_933],
        [4.107_059_111_542_203, -2.947_849_916_737_910_6, 0.544_843_108_292_660_1],
        [3.948_690_853_482_294_6, -2.908_902_115_962_949, 0.551_819_139_437_013_7],
        [3.318_419_657_370_601_5, -2.488_488_024_314_874, 0.510_048_940_123_72],
        [2.300_652_019_954_817, -1.668_903_984_574_749_3, 0.418_807_311_952_567_3],
        [1.891_301_407_787_398, -1.267_995_827_194_586_8, 0.376_804_089_485_248_35],
        [1.875_001_480_853_447_9, -1.250_001_645_399_948_7, 0.375_000_164_547_424_8],
        [1.875, -1.25, 0.375],
    ];
    let of_iteration = |i: usize| {
        let [a, b, c] = PAPER[i.min(7)];
        if i < 7 { [a / 1.01, b / 1.01_f64.powi(3), c / 1.01_f64.powi(5)] } else { [a, b, c] }
    };
    for (rows, cols) in [(8, 8), (6, 20), (20, 6), (32, 24), (1, 9), (9, 1)] {
        for (steps, limit) in [(6, 0.01), (8, 1e-9), (11, 1e-9)] {
            let grad = well_conditioned(rows, cols, steps);
            let mut param: Array2<f64> = Array2::zeros((rows, cols));
            let builder = Muon::new().lr(1.0).coefficients(MuonCoefficients::PolarExpress).ns_steps(steps);
            builder.adjust_lr_fn(MuonScale::Original).build(&param).unwrap().step(&mut param, &array(&grad)).unwrap();
            let scale = (rows as f64 / cols as f64).max(1.0).sqrt();
            let update: Matrix = param.rows().into_iter().map(|row| row.iter().map(|x| -x / scale).collect()).collect();
            let expected = iterated(&first(&grad), 1.01, (0..steps).map(of_iteration));
            for (found, expected) in update.iter().flatten().zip(expected.iter().flatten()) {
                assert!((found - expected).abs() <= 1e-11, "{rows}x{cols}: {found} {expected}");
            }
            for value in singular_values(&update) {
                assert!((value - 1.0).abs() <= limit, "{rows}x{cols}, {steps} iterations: {value}");
            }
        }
    }
}

#[test]
fn scales_and_coefficients_are_settings() {
    let (rows, cols) = (12, 5);
    let grad = array(&well_conditioned(rows, cols, 1));
    let step = |builder: MuonBuilder| {
        let mut param: Array2<f64> = Array2::zeros((rows, cols));
        builder.lr(1.0).build(&param).unwrap().step(&mut param, &grad).unwrap();
        param
    };
    let plain = step(Muon::new()) / (rows as f64 / cols as f64).sqrt();
    for (scale, expected) in [
        (MuonScale::Original, (12.0_f64 / 5.0).sqrt()),
        (MuonScale::MatchRmsAdamw, 0.2 * 12.0_f64.sqrt()),
        (MuonScale::Spectral, (12.0_f64 / 5.0).sqrt()),
    ] {
        let found = step(Muon::new().adjust_lr_fn(scale));
        assert!((&found - &(expected * &plain)).iter().all(|off| off.abs() < 1e-12), "{scale:?}");
    }
    // A wide matrix has a smaller spectral scale.
    let wide = grad.t().to_owned();
    let of_wide = |scale| {
        let mut param: Array2<f64> = Array2::zeros((cols, rows));
        Muon::new().lr(1.0).adjust_lr_fn(scale).build(&param).unwrap().step(&mut param, &wide).unwrap();
        param[[0, 0]]
    };
    let ratio = of_wide(MuonScale::Spectral) / of_wide(MuonScale::Original);
    assert!((ratio - (5.0_f64 / 12.0).sqrt()).abs() < 1e-12, "{ratio}");

    let cubic = step(Muon::new().ns_coefficients((1.5, -0.5, 0.0)).ns_steps(3));
    let rows_of = |a: &Array2<f64>| -> Matrix { a.rows().into_iter().map(|row| row.to_vec()).collect() };
    let expected = iterated(&first(&rows_of(&grad)), 1.0, (0..3).map(|_| [1.5, -0.5, 0.0]));
    let scale = (rows as f64 / cols as f64).sqrt();
    for (found, expected) in cubic.iter().zip(expected.iter().flatten()) {
        assert!((found + scale * expected).abs() < 1e-11, "{found} {expected}");
    }
}

/// The kernel of a convolution, [out, in, height, width], is a matrix of `out` rows.
#[test]
fn more_than_two_axes_are_one_matrix() {
    for (shape, cols) in [((3, 2, 4, 5), 40), ((50, 2, 3, 3), 18), ((6, 6, 1, 1), 6), ((1, 2, 3, 1), 6)] {
        let of = |seed: usize| {
            let (_, i, h, w) = shape;
            Array4::from_shape_fn(shape, |(o, c, y, x)| number(((o * i + c) * h + y) * w + x, seed))
        };
        let flat = |array: &Array4<f64>| array.to_shape((shape.0, cols)).unwrap().to_owned();
        let (mut kernel, mut matrix) = (of(1), flat(&of(1)));
        // Another memory order does not change the matrix.
        let mut turned = of(1).reversed_axes().as_standard_layout().to_owned().reversed_axes();
        let mut of_kernel = Muon::new().build(&kernel).unwrap();
        let mut of_matrix = Muon::new().build(&matrix).unwrap();
        let mut of_turned = Muon::new().build(&turned).unwrap();
        assert_eq!(of_kernel.state("param", "momentum_buffer").unwrap().shape(), kernel.shape());
        for seed in 2..5 {
            let grad = of(seed);
            of_kernel.step(&mut kernel, &grad).unwrap();
            of_turned.step(&mut turned, &grad).unwrap();
            of_matrix.step(&mut matrix, &flat(&grad)).unwrap();
            let close = |a: f64, b: f64| (a - b).abs() <= 1e-12 * b.abs().max(1.0);
            assert!(flat(&kernel).iter().zip(&matrix).all(|(a, b)| close(*a, *b)), "{shape:?}, seed {seed}");
            assert!(kernel.iter().zip(&turned).all(|(a, b)| close(*a, *b)), "{shape:?}, seed {seed}");
        }
    }
}

#[test]
fn fewer_than_two_dimensions_are_refused() {
    let model = BTreeMap::from([("weight", ArrayD::<f32>::zeros(vec![3, 2])), ("bias", ArrayD::zeros(vec![3]))]);
    let error = Muon::new().build(&model).unwrap_err();
    let BuildError::Hyper { error: HyperError::Parameter { optimizer, param, shape, message }, .. } = &error else {
        panic!("{error:?}")
    };
    assert_eq!((*optimizer, param.as_str(), &shape[..]), ("Muon", "bias", &[3][..]));
    assert!(message.contains("fewer than 2 dimensions"), "{message}");
    assert!(error.to_string().contains("`bias`"), "{error}");
    assert!(Muon::new().build(&ndarray::arr0(1.0_f32)).is_err());
}

#[test]
fn zero_gradients_give_no_update() {
    let mut param = Array3::<f32>::ones((2, 3, 4));
    let mut optimizer = Muon::new().build(&param).unwrap();
    optimizer.step(&mut param, &Array3::<f32>::zeros((2, 3, 4))).unwrap();
    assert_eq!(param, Array3::<f32>::ones((2, 3, 4)));
}

#[test]
fn iterations_are_at_least_one() {
    let error = Muon::new().ns_steps(0).build(&Array2::<f32>::zeros((2, 2))).unwrap_err();
    assert!(matches!(&error, BuildError::Hyper { error: HyperError::Range { name: "ns_steps", .. }, .. }), "{error:?}");
    let optimizer = Muon::new().ns_steps(7).build(&Array2::<f32>::zeros((2, 2))).unwrap();
    assert_eq!(optimizer.value_in("default", "ns_steps").unwrap(), Setting::Int(7));
}

/// Five steps of a matrix of 300 × 280, and the parameter after them.
fn steps<T: optim_std::Float>(precision: MatmulPrecision, threads: Threads) -> Array2<T> {
    let number = |seed| move |(row, col)| T::cast(number(280 * row + col, seed));
    let mut param = Array2::from_shape_fn((300, 280), number(1));
    let mut optimizer = Muon::new().lr(0.1).matmul_precision(precision).threads(threads).build(&param).unwrap();
    assert_eq!(optimizer.clone().matmul_precision(), precision);
    for seed in 2..7 {
        optimizer.step(&mut param, &Array2::from_shape_fn((300, 280), number(seed))).unwrap();
    }
    param
}

/// Singular values after the iterations are between 0.7 and 1.2 in full precision. Numbers of 8 bits change them by a
/// few hundredths, and an element of the update, about 0.06, by less.
#[test]
fn products_of_rounded_numbers() {
    let full = steps::<f32>(MatmulPrecision::Full, Threads::One);
    let rounded = steps::<f32>(MatmulPrecision::Bf16, Threads::One);
    assert_eq!(steps::<f32>(MatmulPrecision::Bf16, Threads::N(3)), rounded, "threads do not matter");
    let largest = full.iter().zip(&rounded).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    let norm = |array: &Array2<f32>| array.iter().map(|x| x * x).sum::<f32>().sqrt();
    let moved = norm(&(&full - &Array2::from_shape_fn((300, 280), |(row, col)| number(280 * row + col, 1) as f32)));
    let between = norm(&(&full - &rounded)) / moved;
    assert!(between > 1e-4 && between < 0.02, "{between}");
    assert!(largest < 0.01, "{largest}");
    let doubles = steps::<f64>(MatmulPrecision::Full, Threads::One);
    assert_eq!(steps::<f64>(MatmulPrecision::Bf16, Threads::One), doubles, "f64 is not rounded");
}
