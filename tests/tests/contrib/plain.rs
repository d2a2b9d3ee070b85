//! Optimizers without recordings, in plain Rust after their papers or programs.

use ndarray::{Array1, Array2, Axis, array};
use optim_std::draw::{DrawKey, Law};
use optim_std::prelude::*;

/// A gradient that depends on the parameter and the step.
fn gradient(x: &Array2<f64>, t: usize) -> Array2<f64> {
    Array2::from_shape_fn(x.dim(), |(i, j)| (x[[i, j]] * (i + 1) as f64 + (t * (j + 2)) as f64).sin())
}

fn start(shape: (usize, usize)) -> Array2<f64> {
    Array2::from_shape_fn(shape, |(i, j)| ((3 * i + 7 * j) as f64).cos())
}

fn same(found: &Array2<f64>, expected: &Array2<f64>, what: &str) {
    assert!((found - expected).iter().all(|d| d.abs() < 1e-12), "{what}: {found} {expected}");
}

#[test]
fn row_wise_adagrad_has_a_sum_for_each_row() {
    let (lr, decay, initial, eps) = (0.3, 0.1, 0.2, 1e-3);
    let mut x = start((4, 3));
    let builder = RowWiseAdagrad::new().lr(lr).weight_decay(decay).initial_accumulator_value(initial).eps(eps);
    let mut opt = builder.build(&x).unwrap();
    let (mut expected, mut sums) = (x.clone(), [initial; 4]);
    for t in 1..=9 {
        let mut grad = gradient(&x, t);
        // A row that no example looked up.
        grad.row_mut(t % 4).fill(0.0);
        opt.step(&mut x, &grad).unwrap();
        for i in (0..4).filter(|i| *i != t % 4) {
            let of_row: Vec<f64> = (0..3).map(|j| grad[[i, j]] + decay * expected[[i, j]]).collect();
            sums[i] += of_row.iter().map(|g| g * g).sum::<f64>() / 3.0;
            for j in 0..3 {
                expected[[i, j]] -= lr * of_row[j] / (f64::sqrt(sums[i]) + eps);
            }
        }
        same(&x, &expected, &format!("step {t}"));
    }
    assert_eq!(opt.state("param", "sum").unwrap().shape(), [4]);
}

#[test]
fn rmsprop_tf_starts_at_one_and_has_eps_in_the_root() {
    for (momentum, centered, decoupled, inside) in
        [(0.0, false, false, true), (0.9, false, true, true), (0.8, true, false, false), (0.7, true, true, true)]
    {
        let (lr, alpha, eps, decay) = (0.02, 0.9, 1e-3, 0.1);
        let mut x = start((2, 3));
        let builder = RMSpropTF::new().lr(lr).alpha(alpha).eps(eps).weight_decay(decay).momentum(momentum);
        let builder = builder.centered(centered).decoupled_decay(decoupled).lr_in_momentum(inside);
        let mut opt = builder.build(&x).unwrap();
        let mut expected = x.clone();
        let (mut v, mut a, mut b) =
            (Array2::<f64>::ones((2, 3)), Array2::<f64>::zeros((2, 3)), Array2::<f64>::zeros((2, 3)));
        for t in 1..=8 {
            let grad = gradient(&x, t);
            opt.step(&mut x, &grad).unwrap();
            for (place, p) in expected.indexed_iter_mut() {
                let mut g = grad[place];
                if decoupled {
                    *p *= 1.0 - lr * decay;
                } else {
                    g += decay * *p;
                }
                v[place] += (1.0 - alpha) * (g * g - v[place]);
                a[place] += (1.0 - alpha) * (g - a[place]);
                let second = if centered { v[place] - a[place] * a[place] } else { v[place] };
                let update = g / f64::sqrt(second + eps);
                if momentum > 0.0 {
                    b[place] = momentum * b[place] + if inside { lr * update } else { update };
                    *p -= if inside { b[place] } else { lr * b[place] };
                } else {
                    *p -= lr * update;
                }
            }
            same(&x, &expected, &format!("momentum {momentum}, step {t}"));
        }
    }
}

/// A lower learning rate changes only future steps.
#[test]
fn rmsprop_tf_keeps_the_learning_rate_of_each_step() {
    let steps = |inside: bool| {
        let mut x = array![1.0_f64];
        let builder = RMSpropTF::new().lr(LinearLR::new(0.1, 0.0, 2)).momentum(0.9).lr_in_momentum(inside);
        let mut opt = builder.build(&x).unwrap();
        for _ in 0..4 {
            opt.step(&mut x, &array![1.0]).unwrap();
        }
        x[0]
    };
    assert!(steps(true) < steps(false) - 0.1, "{} {}", steps(true), steps(false));
}

#[test]
fn adam_mini_has_a_second_moment_for_each_block() {
    let (lr, (beta1, beta2), eps, decay) = (0.05, (0.8, 0.9), 1e-3, 0.1);
    for block in [AdamMiniBlock::Rows, AdamMiniBlock::Matrices, AdamMiniBlock::Whole] {
        // Two heads with two rows each.
        let mut x = start((4, 3)).into_shape_with_order((2, 2, 3)).unwrap();
        let builder = AdamMini::new().lr(lr).betas((beta1, beta2)).eps(eps).weight_decay(decay).block(block);
        let mut opt = builder.build(&x).unwrap();
        let of_row = |row: usize| match block {
            AdamMiniBlock::Rows => row,
            AdamMiniBlock::Matrices => row / 2,
            AdamMiniBlock::Whole => 0,
        };
        let mut expected = start((4, 3));
        let (mut m, mut v) = (Array2::<f64>::zeros((4, 3)), [0.0; 4]);
        for t in 1..=9 {
            let grad = gradient(&expected, t);
            opt.step(&mut x, &grad.clone().into_shape_with_order((2, 2, 3)).unwrap()).unwrap();
            let old = v;
            for (block, v) in v.iter_mut().enumerate() {
                let rows: Vec<usize> = (0..4).filter(|row| of_row(*row) == block).collect();
                let squares: Vec<f64> = rows.iter().flat_map(|row| grad.row(*row).mapv(|g| g * g).to_vec()).collect();
                if !squares.is_empty() {
                    *v = beta2 * old[block] + (1.0 - beta2) * squares.iter().sum::<f64>() / squares.len() as f64;
                }
            }
            for ((i, j), p) in expected.indexed_iter_mut() {
                m[[i, j]] = beta1 * m[[i, j]] + (1.0 - beta1) * grad[[i, j]];
                let mean = m[[i, j]] / (1.0 - beta1.powi(t as i32));
                let root = (v[of_row(i)] / (1.0 - beta2.powi(t as i32))).sqrt() + eps;
                *p = *p * (1.0 - lr * decay) - lr * mean / root;
            }
            same(&x.clone().into_shape_with_order((4, 3)).unwrap(), &expected, &format!("{block:?}, step {t}"));
        }
    }
}

/// The states have the promised size: a number per row, and one for a vector.
#[test]
fn adam_mini_has_half_of_adams_states() {
    let model = std::collections::BTreeMap::from([
        ("bias", ndarray::ArrayD::<f32>::zeros(vec![7])),
        ("weight", ndarray::ArrayD::<f32>::zeros(vec![7, 100])),
    ]);
    let opt = AdamMini::new().build(&model).unwrap();
    let mut count = 0;
    opt.visit_state(|_, _, view| {
        if let optim_std::StateView::Array(array) = view {
            count += array.len();
        }
    });
    // `exp_avg` of both, and a number for each row. Scalars are not arrays.
    assert_eq!(count, 7 + 700 + 7);
}

/// APOLLO in plain Rust, after the authors' program, with the projections from its state.
#[test]
fn apollo_scales_gradients_by_their_projection() {
    let (lr, (beta1, beta2), eps, decay, scale, rank, gap) = (0.05, (0.8, 0.9), 1e-4, 0.1, 4.0, 2, 4);
    for (shape, of_tensor) in [((3, 5), false), ((5, 3), false), ((4, 4), true), ((6, 4), true), ((2, 6), false)] {
        let mut x = start(shape);
        let scale_type = if of_tensor { ApolloScale::Tensor } else { ApolloScale::Channel };
        let builder = APOLLO::new().lr(lr).betas((beta1, beta2)).eps(eps).weight_decay(decay).rank(rank);
        let mut opt = builder.update_proj_gap(gap).scale(scale).scale_type(scale_type).build(&x).unwrap();
        // Transposing makes a tall matrix a wide one.
        let (wide, low) = (shape.0 <= shape.1, rank < shape.0.min(shape.1));
        let side = |x: &Array2<f64>| if wide { x.clone() } else { x.t().to_owned() };
        let (mut expected, mut moments, mut old): (_, Option<[Array2<f64>; 2]>, f64) = (x.clone(), None, 0.0);
        let mut drawn: Vec<Array2<f64>> = Vec::new();
        for t in 1..=10 {
            let grad = gradient(&x, t);
            opt.step(&mut x, &grad).unwrap();
            let grad = side(&grad);
            let projected = if low {
                let name = if wide { "left" } else { "right" };
                let state = opt.state("param", name).unwrap().to_owned().into_dimensionality().unwrap();
                let projection = side(&state);
                if t % gap == 1 {
                    assert!(!drawn.contains(&projection));
                    drawn.push(projection.clone());
                }
                assert_eq!(drawn.last(), Some(&projection));
                projection.dot(&grad)
            } else {
                grad.clone()
            };
            let zeros = || Array2::zeros(projected.raw_dim());
            let [m, v] = moments.get_or_insert_with(|| [zeros(), zeros()]);
            *m = beta1 * &*m + (1.0 - beta1) * &projected;
            *v = beta2 * &*v + (1.0 - beta2) * &projected * &projected;
            let normed = &*m / (v.mapv(f64::sqrt) + eps);
            let norm = |x: &Array2<f64>| x.iter().map(|x| x * x).sum::<f64>().sqrt();
            let norms = |x: &Array2<f64>| -> Array1<f64> {
                if of_tensor {
                    Array1::from_elem(x.ncols(), norm(x))
                } else {
                    x.map_axis(Axis(0), |column| column.dot(&column).sqrt())
                }
            };
            let update = if low {
                let mut update = &grad * &(norms(&normed) / (norms(&projected) + 1e-8));
                if old > 0.0 {
                    update /= f64::max(norm(&update) / (old + 1e-8), 1.01) / 1.01;
                }
                old = norm(&update);
                update * scale.sqrt()
            } else {
                normed
            };
            let step_size = lr * (1.0 - beta2.powi(t as i32)).sqrt() / (1.0 - beta1.powi(t as i32));
            expected = (&expected - step_size * side(&update)) * (1.0 - lr * decay);
            assert!((&x - &expected).iter().all(|d| d.abs() < 1e-10), "{shape:?}, step {t}: {x} {expected}");
        }
        assert_eq!(drawn.len(), if low { 3 } else { 0 });
    }
}

/// Random numbers divided by the root of the rank keep lengths on average.
#[test]
fn projections_of_apollo_have_the_size_of_the_paper() {
    let mut x = Array2::<f64>::ones((40, 50));
    let mut opt = APOLLO::new().rank(30).build(&x).unwrap();
    let grad = x.clone();
    opt.step(&mut x, &grad).unwrap();
    let projection = opt.state("param", "left").unwrap();
    let square = projection.iter().map(|x| x * x).sum::<f64>() / 40.0;
    assert!((0.9..1.1).contains(&square), "{square}");
    assert!(projection.sum().abs() < 4.0 * 40_f64.sqrt(), "{}", projection.sum());
}

#[test]
fn muon_clip_scales_rows_of_loud_heads() {
    let (threshold, alpha) = (50.0, 0.3);
    let logits = array![10.0, 50.0, 80.0, 500.0];
    let roles = [(QkClip::Query, alpha), (QkClip::Key, 1.0 - alpha), (QkClip::QueryRotary, 1.0)];
    for (role, power) in roles {
        let (mut x, mut plain) = (start((4, 3)), start((4, 3)));
        let builder = MuonClip::new().lr(0.01).qk_clip_threshold(threshold).qk_clip_alpha(alpha);
        let mut opt = builder.clone().qk_clip(role).build(&x).unwrap();
        let mut without = builder.build(&plain).unwrap();
        let grad = gradient(&x, 1);
        without.step(&mut plain, &grad).unwrap();
        assert!(opt.step(&mut x, &grad).is_err());
        let inputs = Inputs::new().tensors("max_logits", &logits);
        opt.with_inputs(&inputs).step(&mut x, &grad).unwrap();
        let factor = logits.mapv(|logit| f64::powf(threshold / f64::max(logit, threshold), power));
        same(&x, &(&plain * &factor.insert_axis(Axis(1))), &format!("{role:?}"));
        assert_eq!(x.row(1), plain.row(1));
    }
}

#[test]
fn scion_gives_vectors_a_root_mean_square() {
    let mut x = array![1.0_f64, -2.0, 0.5];
    let mut opt = SCION::new().lr(0.1).momentum(0.5).scale(2.0).weight_decay(0.1).build(&x).unwrap();
    let (mut expected, mut d) = (x.clone(), Array1::<f64>::zeros(3));
    for t in 1..=5 {
        let grad = x.mapv(|x| (x + t as f64).sin());
        opt.step(&mut x, &grad).unwrap();
        d = 0.5 * d + 0.5 * grad;
        let rms = (d.dot(&d) / 3.0).sqrt() + 1e-8;
        expected = expected * 0.99 - 0.2 * &d / rms;
        assert!((&x - &expected).iter().all(|d| d.abs() < 1e-14), "step {t}: {x} {expected}");
    }
}

/// The solution `x` of `l·x = b` with a lower triangular `l`.
fn solved(l: &Array2<f64>, b: &Array2<f64>) -> Array2<f64> {
    let mut x = b.clone();
    for i in 0..x.nrows() {
        for j in 0..x.ncols() {
            let known: f64 = (0..i).map(|k| l[[i, k]] * x[[k, j]]).sum();
            x[[i, j]] = (x[[i, j]] - known) / l[[i, i]];
        }
    }
    x
}

/// A factor of Kron after its change.
fn turned(factor: &Array2<f64>, of_mean: &Array2<f64>, of_noise: &Array2<f64>, rate: f64) -> Array2<f64> {
    let (n, sum) = (factor.nrows(), of_mean + of_noise);
    let lower = Array2::from_shape_fn((n, n), |(i, j)| if j <= i { of_mean[[i, j]] - of_noise[[i, j]] } else { 0.0 });
    let norm = |x: &Array1<f64>| x.dot(x).sqrt();
    let longest = sum.columns().into_iter().map(|column| column.to_owned()).max_by(|a, b| norm(a).total_cmp(&norm(b)));
    let ahead = sum.dot(&longest.unwrap());
    let bound = norm(&sum.dot(&(&ahead / norm(&ahead))));
    factor - &(rate / bound * factor.dot(&lower))
}

/// Kron in plain Rust, with the random numbers of its step.
#[test]
fn kron_whitens_by_two_triangles() {
    let (lr, momentum, decay, rate, flat, every) = (0.02, 0.8, 0.1, 0.2, 3, 4);
    for shape in [(3, 5), (5, 3), (4, 4), (1, 3)] {
        let mut x = start(shape);
        let builder = Kron::new().lr(lr).momentum(momentum).weight_decay(decay).precondition_lr(rate);
        let mut opt = builder.flat_start(flat).precondition_frequency(every).seed(7).build(&x).unwrap();
        let (mut expected, mut mean) = (x.clone(), Array2::zeros(shape));
        let (mut left, mut right) = (Array2::eye(shape.0), Array2::eye(shape.1));
        let mut last = None;
        for t in 1..=13 {
            let grad = gradient(&x, t);
            opt.step(&mut x, &grad).unwrap();
            mean = momentum * &mean + (1.0 - momentum) * &grad;
            let whole = &mean / (1.0 - momentum.powi(t as i32));
            if t <= flat || t % every == 0 {
                let draw = DrawKey::new(7).param("param").draw(Law::Normal, t as u64, 0, &[]);
                let noise = Array2::from_shape_fn(shape, |(i, j)| draw.number((i * shape.1 + j) as u64));
                let a = left.t().dot(&whole).dot(&right);
                let b = solved(&right, &solved(&left, &noise).t().to_owned()).t().to_owned();
                let new = turned(&left, &a.dot(&a.t()), &b.dot(&b.t()), rate);
                right = turned(&right, &a.t().dot(&a), &b.t().dot(&b), rate);
                left = new;
            }
            let update = left.dot(&left.t()).dot(&whole).dot(&right).dot(&right.t());
            let rms = (update.iter().map(|u| u * u).sum::<f64>() / update.len() as f64).sqrt();
            let shorter = f64::min(1.1 / (rms + 1e-6), 1.0);
            expected = &expected - lr * (shorter * update + decay * &expected);
            assert!((&x - &expected).iter().all(|d| d.abs() < 1e-10), "{shape:?}, step {t}: {x} {expected}");
            // Both factors are equally large and triangular. They do not change between two updates of the factors.
            let state =
                |name| opt.state("param", name).unwrap().to_owned().into_dimensionality::<ndarray::Ix2>().unwrap();
            let (l, r) = (state("left"), state("right"));
            let largest = |x: &Array2<f64>| x.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
            assert!((largest(&l) / largest(&r) - 1.0).abs() < 1e-12);
            assert!(l.indexed_iter().chain(r.indexed_iter()).all(|((i, j), x)| j <= i || *x == 0.0));
            assert!(last.is_none_or(|old| (old == l) == (t > flat && t % every != 0)));
            last = Some(l);
        }
    }
}

/// Gradients with a fixed covariance are white after multiplication with the factors, which do not know the covariance.
#[test]
fn kron_finds_the_scale_of_each_direction() {
    let normal = |t: u64, index: usize| DrawKey::new(1).draw(Law::Normal, t, 0, &[]).number(index as u64);
    let (rows, cols) = (array![10.0, 1.0, 0.1], array![3.0, 0.3]);
    let mut x: Array2<f64> = Array2::zeros((3, 2));
    let mut opt = Kron::new().lr(0.0).momentum(0.0).flat_start(4000).precondition_lr(0.02).build(&x).unwrap();
    for t in 0..4000 {
        let grad = Array2::from_shape_fn((3, 2), |(i, j)| rows[i] * cols[j] * normal(t, 2 * i + j));
        opt.step(&mut x, &grad).unwrap();
    }
    let state = |name| opt.state("param", name).unwrap().to_owned().into_dimensionality::<ndarray::Ix2>().unwrap();
    let (left, right) = (state("left"), state("right"));
    let mut lengths: Array2<f64> = Array2::zeros((3, 2));
    for t in 4000..8000 {
        let grad = Array2::from_shape_fn((3, 2), |(i, j)| rows[i] * cols[j] * normal(t, 2 * i + j));
        let white = left.dot(&left.t()).dot(&grad).dot(&right).dot(&right.t());
        lengths += &(&white * &white / 4000.0);
    }
    // The lengths were between 0.03 and 30 before.
    assert!(lengths.iter().all(|length| (0.4..2.5).contains(&length.sqrt())), "{lengths}");
}
