//! Optimizers of `contrib` against computations of their own, and against recordings that count in part.

use ndarray::{Array1, Array2, array};
use optim_std::prelude::*;
use optim_tests::conformance::tensors::Tensors;

/// Sophia-G in plain numbers, after algorithm 3 of its paper.
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

/// Numbers of a tensor at one place of its first axis.
fn slice(tensors: &Tensors, key: &str, place: usize) -> Array2<f64> {
    let all = tensors.get(key).unwrap().into_dimensionality::<ndarray::Ix3>().unwrap();
    all.index_axis(ndarray::Axis(0), place).to_owned()
}

/// The recorded runs up to the package's first turn of the bases, which is in single precision, to the last digits: see
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

/// The turned bases stay orthonormal, and come nearer to eigenvectors, the largest value first.
#[test]
fn soap_turns_its_bases_towards_eigenvectors() {
    let mut x = Array2::<f64>::zeros((5, 3));
    let mut opt = SOAP::new().precondition_frequency(2).build(&x).unwrap();
    let scales = [3.0, 1.0, 0.3];
    // The last step turns them.
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
