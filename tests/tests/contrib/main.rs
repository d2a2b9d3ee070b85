//! Optimizers of `contrib`, compared with independent computations, and with recordings of which only a part counts.

mod accumulate;
mod plain;
mod wrappers;

use ndarray::{Array1, Array2, array};
use optim_std::prelude::*;
use optim_tests::conformance::tensors::Tensors;

/// Sophia-G in plain Rust, after algorithm 3 of its paper.
#[test]
fn sophia_is_what_its_paper_says() {
    let (lr, (beta1, beta2), rho, decay, k) = (0.01, (0.9, 0.8), 0.5, 0.1, 3);
    let mut x = array![1.0_f64, -2.0, 0.3, 0.0];
    let mut opt = SophiaG::new().lr(lr).betas((beta1, beta2)).rho(rho).weight_decay(decay).k(k).build(&x).unwrap();
    let (mut expected, mut m, mut h) = (x.clone(), Array1::<f64>::zeros(4), Array1::<f64>::zeros(4));
    let (mut clipped, mut free) = (0, 0);
    for t in 1..=12_usize {
        let grad = x.mapv(|x| (3.0 * x + t as f64).sin() * 0.2);
        let hessian = x.mapv(|x| 0.4 + (x * t as f64).cos());
        let due = t.is_multiple_of(k);
        assert_eq!(opt.due("hessian").unwrap().is_empty(), !due);
        let inputs = Inputs::new().tensors_where_due("hessian", &hessian);
        opt.with_inputs(&inputs).step(&mut x, &grad).unwrap();
        for i in 0..4 {
            expected[i] -= lr * decay * expected[i];
            m[i] = beta1 * m[i] + (1.0 - beta1) * grad[i];
            if due {
                h[i] = beta2 * h[i] + (1.0 - beta2) * hessian[i];
            }
            let step = m[i] / f64::max(rho * h[i], 1e-12);
            if step.abs() > 1.0 {
                clipped += 1;
            } else {
                free += 1;
            }
            expected[i] -= lr * step.clamp(-1.0, 1.0);
        }
        assert!((&x - &expected).iter().all(|d| d.abs() < 1e-14), "step {t}: {x} {expected}");
    }
    assert!(clipped > 5 && free > 5, "{clipped} {free}");
}

/// The numbers of a tensor at one index of its first axis.
fn slice(tensors: &Tensors, key: &str, place: usize) -> Array2<f64> {
    let all = tensors.get(key).unwrap().into_dimensionality::<ndarray::Ix3>().unwrap();
    all.index_axis(ndarray::Axis(0), place).to_owned()
}

/// The recorded runs, with all digits, up to the package's first turn of the bases, which is in single precision: see
/// `goldens/README.md`.
#[test]
fn soap_does_what_is_recorded() {
    let tensors = Tensors::read(&optim_tests::goldens().join("SOAP.safetensors")).unwrap();
    for (run, frequency, decay, steps) in [("default", 10, 0.01, 10), ("often", 3, 0.1, 3)] {
        let start = tensors.get("init/square").unwrap().into_dimensionality::<ndarray::Ix2>().unwrap().to_owned();
        let mut x = start.clone();
        let builder = SOAP::new().lr(0.01).weight_decay(decay).precondition_frequency(frequency);
        let mut opt = builder.build(&x).unwrap();
        for t in 1..=steps {
            opt.step(&mut x, &slice(&tensors, "grads/square", t - 1)).unwrap();
            if let Some(place) = [1, 2, 3, 5, 10].iter().position(|recorded| *recorded == t) {
                let expected = slice(&tensors, &format!("{run}/float64/params/square"), place);
                assert!((&x - &expected).iter().all(|d| d.abs() < 1e-13), "{run}, step {t}");
            }
        }
        assert_ne!(x, start);
    }
}

/// The turned bases stay orthonormal and approach eigenvectors, the largest value first.
#[test]
fn soap_turns_its_bases_towards_eigenvectors() {
    let mut x = Array2::<f64>::zeros((5, 3));
    let mut opt = SOAP::new().precondition_frequency(2).build(&x).unwrap();
    let scales = [3.0, 1.0, 0.3];
    // The last step turns the bases.
    for t in 0..61 {
        let grad = Array2::from_shape_fn((5, 3), |(r, c)| ((7 * r + 3 * c + t * (r + 2)) as f64).sin() * scales[c]);
        opt.step(&mut x, &grad).unwrap();
    }
    let state =
        |name: &str| -> Array2<f64> { opt.state("param", name).unwrap().to_owned().into_dimensionality().unwrap() };
    for (basis, moment) in [("u", "l"), ("v", "r")] {
        let (basis, moment) = (state(basis), state(moment));
        let product = basis.t().dot(&basis);
        assert!((&product - &Array2::<f64>::eye(product.nrows())).iter().all(|d| d.abs() < 1e-12), "{product}");
        let turned = basis.t().dot(&moment).dot(&basis);
        let diagonal = turned.diag();
        assert!(diagonal.windows(2).into_iter().all(|pair| pair[0] >= pair[1] * 0.9), "{diagonal}");
        let off = (&turned - &Array2::from_diag(&diagonal)).iter().map(|x| x.abs()).fold(0.0, f64::max);
        assert!(off < 0.2 * diagonal[0], "{turned}");
    }
}

/// Eigenvectors of a symmetric matrix as columns, the largest eigenvalue first, by Jacobi rotations.
fn eigenvectors(mut a: Array2<f64>) -> Array2<f64> {
    let n = a.nrows();
    let mut vectors = Array2::<f64>::eye(n);
    for _ in 0..30 {
        for (p, q) in (0..n).flat_map(|p| (p + 1..n).map(move |q| (p, q))) {
            if a[[p, q]] == 0.0 {
                continue;
            }
            let angle = 0.5 * f64::atan2(2.0 * a[[p, q]], a[[q, q]] - a[[p, p]]);
            let mut turn = Array2::<f64>::eye(n);
            (turn[[p, p]], turn[[q, q]]) = (angle.cos(), angle.cos());
            (turn[[p, q]], turn[[q, p]]) = (angle.sin(), -angle.sin());
            a = turn.t().dot(&a).dot(&turn);
            vectors = vectors.dot(&turn);
        }
    }
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|i, j| a[[*j, *j]].total_cmp(&a[[*i, *i]]));
    vectors.select(ndarray::Axis(1), &order)
}

/// GaLore in plain Rust, after algorithm 2 of its paper, on either side and next to plain Adam.
#[test]
fn galore_is_what_its_paper_says() {
    let (lr, (beta1, beta2), eps, decay, scale, rank, gap) = (0.05, (0.8, 0.9), 1e-4, 0.1, 0.5, 2, 4);
    for shape in [(3, 5), (5, 3), (4, 4), (2, 6), (1, 4)] {
        let mut x = Array2::from_shape_fn(shape, |(i, j)| ((3 * i + 7 * j) as f64).cos());
        let builder = GaLore::new().lr(lr).betas((beta1, beta2)).eps(eps).weight_decay(decay);
        let mut opt = builder.rank(rank).update_proj_gap(gap).scale(scale).build(&x).unwrap();
        let (mut expected, wide, low) = (x.clone(), shape.0 <= shape.1, rank < shape.0.min(shape.1));
        // Transposing makes a tall matrix a wide one.
        let side = |x: &Array2<f64>| if wide { x.clone() } else { x.t().to_owned() };
        let mut basis = Array2::zeros((0, 0));
        let mut moments: Option<[Array2<f64>; 2]> = None;
        for t in 1..=11 {
            let grad = Array2::from_shape_fn(shape, |(i, j)| ((i + 1) as f64 * x[[i, j]] + (t * (j + 2)) as f64).sin());
            opt.step(&mut x, &grad).unwrap();
            let grad = side(&grad);
            if low && t % gap == 1 {
                basis = eigenvectors(grad.dot(&grad.t())).slice_move(ndarray::s![.., ..rank]);
                basis.columns_mut().into_iter().filter(|column| column.sum() < 0.0).for_each(|mut column| {
                    column.mapv_inplace(|x| -x);
                });
            }
            let projected = if low { basis.t().dot(&grad) } else { grad };
            let zeros = || Array2::zeros(projected.raw_dim());
            let [m, v] = moments.get_or_insert_with(|| [zeros(), zeros()]);
            *m = beta1 * &*m + (1.0 - beta1) * &projected;
            *v = beta2 * &*v + (1.0 - beta2) * &projected * &projected;
            let (m, v) = (&*m / (1.0 - beta1.powi(t as i32)), &*v / (1.0 - beta2.powi(t as i32)));
            let direction = m / (v.mapv(f64::sqrt) + eps);
            let update = if low { scale * basis.dot(&direction) } else { direction };
            expected = (&expected - lr * side(&update)) * (1.0 - lr * decay);
            assert!((&x - &expected).iter().all(|d| d.abs() < 1e-10), "{shape:?}, step {t}: {x} {expected}");
        }
    }
}

/// The states of GaLore are small for a wide matrix and for a tall one.
#[test]
fn galore_keeps_small_states() {
    let numbers = |shape: &[usize]| {
        let plan = GaLore::new().rank(4).plan_for(shape).unwrap();
        plan.states.iter().filter(|state| state.name != "step").map(|state| state.numbers).sum::<usize>()
    };
    assert_eq!(numbers(&[16, 100]), (16 + 2 * 100) * 4);
    assert_eq!(numbers(&[100, 16]), (16 + 2 * 100) * 4);
    assert_eq!(numbers(&[4, 100]), 2 * 400, "as Adam");
    assert_eq!(numbers(&[100]), 2 * 100);
    assert_eq!(numbers(&[8, 5, 5, 4]), (8 + 2 * 100) * 4, "the first axis by all others");
}
