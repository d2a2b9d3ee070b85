//! Wrappers of `contrib` in plain Rust, after their papers.

use ndarray::{Array2, ArrayD, Axis, array};
use optim_std::prelude::*;
use optim_std::testing::{Check, check};

fn gradient(x: &Array2<f64>, t: usize) -> Array2<f64> {
    Array2::from_shape_fn(x.dim(), |(i, j)| (x[[i, j]] * (i + 1) as f64 + (t * (j + 2)) as f64).sin())
}

fn start() -> Array2<f64> {
    Array2::from_shape_fn((4, 3), |(i, j)| ((3 * i + 7 * j) as f64).cos())
}

#[test]
fn kernels_are_graphs() {
    check::<Cautious<AdamW>>();
    check::<Cautious<Muon>>();
    check::<GradientCentralization<AdamW>>();
    check::<AGC<SGD>>();
    check::<AGC<Lamb>>();
    check::<Grokfast<AdamW>>();
    check::<SWA<SGD>>();
    check::<SWA<Lookahead<AdamW>>>();
    check::<Cautious<AGC<Grokfast<GradientCentralization<AdamW>>>>>();
    let often = Check::new().steps(9).set("swa_freq", 2_usize).set("swa_start", 3_usize);
    optim_tests::agrees::<SWA<AdamW>>(often, 20);
}

/// C-AdamW of the paper: AdamW with a masked and scaled update.
#[test]
fn cautious_adamw_leaves_out_what_goes_against_the_gradient() {
    let (lr, (beta1, beta2), eps, decay) = (0.1, (0.9, 0.99), 1e-3, 0.02);
    let mut x = start();
    let inner = AdamW::new().lr(lr).betas((beta1, beta2)).eps(eps);
    let mut opt = Cautious::new(inner).weight_decay(decay).build(&x).unwrap();
    let (mut expected, mut m, mut v) = (x.clone(), Array2::<f64>::zeros((4, 3)), Array2::<f64>::zeros((4, 3)));
    let (mut kept, mut left) = (0, 0);
    for t in 1..=20 {
        let grad = gradient(&x, t);
        opt.step(&mut x, &grad).unwrap();
        m = beta1 * &m + (1.0 - beta1) * &grad;
        v = beta2 * &v + (1.0 - beta2) * &grad * &grad;
        let correction = (1.0 - beta2.powi(t as i32)).sqrt() / (1.0 - beta1.powi(t as i32));
        let update = lr * correction * &m / (v.mapv(f64::sqrt) + eps);
        let agrees = (&update * &grad).mapv(|product| f64::from(u8::from(product > 0.0)));
        kept += agrees.sum() as usize;
        left += 12 - agrees.sum() as usize;
        let share = f64::max(agrees.sum() / 12.0, 1e-3);
        expected = &expected * (1.0 - decay) - &update * &agrees / share;
        assert!((&x - &expected).iter().all(|d| d.abs() < 1e-12), "step {t}: {x} {expected}");
    }
    assert!(kept > 20 && left > 20, "{kept} {left}");
}

#[test]
fn centred_gradients_have_no_mean() {
    let (lr, x) = (0.5, start());
    let grad = gradient(&x, 1);
    let mut moved = x.clone();
    GradientCentralization::new(SGD::new(lr)).build(&x).unwrap().step(&mut moved, &grad).unwrap();
    let means = grad.mean_axis(Axis(1)).unwrap().insert_axis(Axis(1));
    assert!((&moved - &(&x - lr * (&grad - &means))).iter().all(|d| d.abs() < 1e-14));
    let mut same = x.clone();
    let builder = GradientCentralization::new(SGD::new(lr)).gc_conv_only(true);
    builder.build(&x).unwrap().step(&mut same, &grad).unwrap();
    assert_eq!(same, &x - &(lr * &grad));
}

/// If the inner optimizer treats a convolution kernel as one matrix, the mean of each output is subtracted. Otherwise nothing is.
#[test]
fn kernels_of_convolutions_are_centred_where_they_are_matrices() {
    let grad = ArrayD::from_shape_fn(vec![2, 3, 2, 2], |place| (place[0] + 2 * place[1] + place[3]) as f64);
    let mut x = ArrayD::<f64>::zeros(vec![2, 3, 2, 2]);
    GradientCentralization::new(SCION::new().lr(1.0).momentum(1.0).norm_type(LMONorm::Bias))
        .build(&x)
        .unwrap()
        .step(&mut x, &grad)
        .unwrap();
    assert!(x.outer_iter().all(|output| output.sum().abs() < 1e-12), "{x}");
    let mut x = ArrayD::<f64>::zeros(vec![2, 3, 2, 2]);
    GradientCentralization::new(SGD::new(1.0)).build(&x).unwrap().step(&mut x, &grad).unwrap();
    assert_eq!(x, -grad);
}

#[test]
fn gradients_are_clipped_row_by_row() {
    let (clip, eps) = (0.05, 0.5);
    let mut x = start();
    x.row_mut(1).fill(1e-9);
    let mut grad = gradient(&x, 1);
    grad.row_mut(2).mapv_inplace(|g| g * 1e-3);
    let mut moved = x.clone();
    AGC::new(SGD::new(1.0)).clip_val(clip).eps(eps).build(&x).unwrap().step(&mut moved, &grad).unwrap();
    for i in 0..4 {
        let norm = |row: ndarray::ArrayView1<'_, f64>| row.dot(&row).sqrt();
        let most = clip * f64::max(norm(x.row(i)), eps);
        let factor = f64::min(most / norm(grad.row(i)), 1.0);
        let expected = &x.row(i) - &(factor * &grad.row(i));
        assert!((&moved.row(i) - &expected).iter().all(|d| d.abs() < 1e-14), "row {i}");
    }
    // One row is not clipped, one is clipped to `eps`.
    assert_eq!(moved.row(2), &x.row(2) - &grad.row(2));
    assert!((&moved.row(1) - &x.row(1)).iter().map(|d| d * d).sum::<f64>().sqrt() < clip * eps * 1.000_001);
}

#[test]
fn slow_gradients_are_amplified() {
    let (alpha, lamb, lr) = (0.8, 3.0, 0.1);
    let mut x = start();
    let mut opt = Grokfast::new(SGD::new(lr)).alpha(alpha).lamb(lamb).build(&x).unwrap();
    let (mut expected, mut slow) = (x.clone(), None::<Array2<f64>>);
    for t in 1..=10 {
        let grad = gradient(&x, t);
        opt.step(&mut x, &grad).unwrap();
        let average = slow.map_or_else(|| grad.clone(), |slow| alpha * slow + (1.0 - alpha) * &grad);
        expected = &expected - &(lr * (&grad + &(lamb * &average)));
        slow = Some(average);
        assert!((&x - &expected).iter().all(|d| d.abs() < 1e-12), "step {t}: {x} {expected}");
    }
}

#[test]
fn swa_is_the_mean_of_weights_at_its_steps() {
    let mut x = start();
    let mut opt = SWA::new(SGD::new(0.1).momentum(0.9)).swa_start(4).swa_freq(3).build(&x).unwrap();
    let mut seen: Vec<Array2<f64>> = Vec::new();
    for t in 1..=12 {
        let grad = gradient(&x, t);
        opt.step(&mut x, &grad).unwrap();
        if [4, 7, 10].contains(&t) {
            seen.push(x.clone());
        }
        let average = opt.eval_weights(&x).unwrap();
        let expected = match seen.len() {
            0 => x.clone(),
            count => seen.iter().fold(Array2::zeros((4, 3)), |sum, x| sum + x) / count as f64,
        };
        assert!((&average - &expected).iter().all(|d| d.abs() < 1e-14), "step {t}");
    }
    assert_eq!(seen.len(), 3);
}

#[test]
fn master_weights_of_the_type_that_is_computed_with_change_nothing() {
    let (mut x, mut other) = (start(), start());
    let inner = || SWA::new(AdamW::new().lr(0.1)).swa_start(2).swa_freq(1);
    let (mut opt, mut plain) = (MasterWeights::new(inner()).build(&x).unwrap(), inner().build(&x).unwrap());
    for t in 1..=5 {
        let grad = gradient(&x, t);
        opt.step(&mut x, &grad).unwrap();
        plain.step(&mut other, &grad).unwrap();
        assert_eq!(x, other);
        assert_eq!(opt.state("param", "master").unwrap(), x.clone().into_dyn());
        assert_eq!(opt.eval_weights(&x).unwrap(), plain.eval_weights(&x).unwrap());
    }
}

/// Every wrapper by name, around any optimizer.
#[test]
fn wrappers_are_found_in_configurations() {
    use optim_std::config::Config;
    for wrapper in ["AGC", "Cautious", "Ema", "GradientCentralization", "Grokfast", "Lookahead", "MasterWeights", "SWA"]
    {
        let text = format!("optimizer: {{{wrapper}: {{inner: {{AdamW: {{lr: 0.1}}}}}}}}");
        let config = Config::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        let mut x = array![[1.0_f64, -2.0]];
        let mut opt = config.build(&x).unwrap_or_else(|error| panic!("{error}"));
        let before = x.clone();
        opt.step(&mut x, &array![[1.0, 3.0]]).unwrap();
        assert_ne!(x, before, "{wrapper}");
    }
}
