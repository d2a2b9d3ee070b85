//! Hyperparameters and options after `build`.

use super::*;
use crate::hyper::schedule::from_fn;

fn built() -> Optimizer<f32> {
    let bias = |p: &crate::ParamInfo<'_>| p.ndim() == 1;
    momentum(0.5).group("bias", bias, Builder::new().set_at(LR, 0.25.into())).build(&model()).expect("valid")
}

fn lr(optimizer: &Optimizer<f32>) -> Vec<f64> {
    let values = optimizer.value("lr").expect("known");
    values.into_iter().filter_map(|(_, value)| value.as_f64()).collect()
}

#[test]
fn changes_one_group_or_all() {
    let mut optimizer = built();
    assert_eq!(lr(&optimizer), [0.5, 0.25]);
    optimizer.set_in("bias", "lr", 0.75).expect("valid");
    assert_eq!(lr(&optimizer), [0.5, 0.75]);
    optimizer.set("lr", 1.0).expect("valid");
    assert_eq!(lr(&optimizer), [1.0, 1.0]);
    optimizer.set_steps(10);
    optimizer.set_in("default", "lr", Setting::schedule(from_fn(|step| step as f64))).expect("valid");
    assert_eq!(lr(&optimizer), [10.0, 1.0]);
    let mut model = model();
    optimizer.step(&mut model, &grads(1.0)).expect("valid");
    assert_eq!((model.scale[[0, 0, 0]], model.layers[0].bias[0]), (0.5 - 10.0, 0.0));
    assert_eq!(lr(&optimizer), [11.0, 1.0]);
    assert_eq!(optimizer.group("bias").expect("known").members(), [1, 3]);
}

#[test]
fn refused_changes_change_nothing() {
    let mut optimizer = built();
    let before = snapshot(&optimizer);
    let mut refused =
        |hyper: &str, value: Setting| optimizer.set(hyper, value).expect_err("must be refused").to_string();
    assert_eq!(refused("l", 1.0.into()), "Momentum has no hyperparameter `l`\nhelp: did you mean `lr`?");
    assert_eq!(
        refused("learning_rate", 1.0.into()),
        "Momentum has no hyperparameter `learning_rate`\nhelp: there are `lr`, `pair`, `nesterov`, `mode`"
    );
    assert_eq!(refused("lr", f64::NAN.into()), "`lr` of Momentum is NaN, allowed: at least 0");
    assert_eq!(refused("lr", "fast".into()), "`lr` of Momentum cannot be fast: expected a number");
    assert_eq!(refused("lr", Setting::None), "`lr` of Momentum cannot be none: expected a number");
    assert_eq!(
        refused("nesterov", true.into()),
        "`nesterov` of Momentum cannot become true after `build`: it decides which state exists \
         (parameter `layers.0.weight`)\nhelp: build the optimizer with this value"
    );
    // The default group could be changed, the other could not: neither is.
    assert_eq!(
        refused("mode", "matrix".into()),
        "Momentum cannot update parameter `layers.0.bias` of shape [2]: it needs 2 dimensions"
    );
    assert_eq!(
        optimizer.set_in("biases", "lr", 1.0).expect_err("unknown").to_string(),
        "there is no parameter group `biases`\nhelp: did you mean `bias`?"
    );
    assert_eq!(snapshot(&optimizer), before);
    optimizer.set_in("default", "mode", "matrix").expect("the default group has matrices only");
}

#[test]
fn options_change_and_are_checked() {
    let mut optimizer = built();
    let mut model = model();
    optimizer.set_grad_scale(2.0).expect("valid");
    optimizer.set_clip_norm(Some(1000.0)).expect("valid");
    let report = optimizer.step(&mut model, &grads(0.5)).expect("valid");
    assert_eq!(report.grad_norm, Some(20.0_f64.sqrt()));
    assert_eq!(model.scale[[0, 0, 0]], 0.0);
    optimizer.set_clip_value(Some(-1.0)).expect_err("negative");
    optimizer.set_clip_norm(Some(0.0)).expect_err("zero");
    assert_eq!(
        optimizer.set_grad_scale(f64::NAN).expect_err("NaN").to_string(),
        "`grad_scale` is NaN, allowed: finite and more than 0"
    );
    optimizer.set_clip_norm(None).expect("valid");
    optimizer.set_threads(crate::kernel::Threads::One);
    assert_eq!(optimizer.step(&mut model, &grads(0.5)).expect("valid").grad_norm, None);
}

#[test]
fn settings_convert_both_ways() {
    assert_eq!(<[i32; 2]>::from_value(&(1, 2).into()), Ok([1, 2]));
    assert_eq!(<[i32; 2]>::from_value(&(1, 2, 3).into()).expect_err("three").expected, "2 values");
    assert_eq!(u8::from_value(&256.into()).expect_err("large").expected, "a whole number from 0 to 255");
    assert_eq!(u64::from_value(&u64::MAX.into_value()), Ok(u64::MAX));
    assert_eq!(i64::from_value(&Setting::Float(3.0)), Ok(3));
    for bad in [0.5, 1e300, f64::NAN, f64::INFINITY] {
        assert!(i64::from_value(&bad.into()).is_err(), "{bad}");
    }
    assert!(f32::from_value(&1e300.into()).is_err());
    assert_eq!(f64::from_value(&1.into()), Ok(1.0));
    assert_eq!(Option::<f64>::from_value(&Setting::None), Ok(None));
    assert_eq!(Option::<f64>::from_value(&1.5.into()), Ok(Some(1.5)));
    assert_eq!(Option::<bool>::from_value(&1.into()).expect_err("type").expected, "`true` or `false` or none");
    assert_eq!(Mode::from_value(&Mode::Matrix.into_value()), Ok(Mode::Matrix));
    assert_eq!(<(f64, bool)>::from_value(&(0.5, true).into()), Ok((0.5, true)));
}

#[test]
fn structs_change_by_index() {
    let mut plain = Momentum { lr: 0.1, pair: (0.5, 0.0), nesterov: false, mode: Mode::Any };
    plain.set(LR, &0.2.into()).expect("a number");
    plain.set(MODE, &"matrix".into()).expect("a name");
    let changed = Momentum { lr: 0.2, pair: (0.5, 0.0), nesterov: false, mode: Mode::Matrix };
    assert_eq!(plain, changed);
    assert!(matches!(plain.set(PAIR, &0.2.into()), Err(HyperError::Type { name: "pair", .. })));
    assert!(matches!(plain.set(4, &0.2.into()), Err(HyperError::Unknown { .. })));
    assert!(matches!(Momentum::from_values(&[]), Err(HyperError::Missing { name: "lr", .. })));
    plain.set(LR, &(-1.0).into()).expect("ranges are another matter");
    assert!(matches!(plain.validate(), Err(HyperError::Range { name: "lr", .. })));
    plain.set_scheduled(99, 99, 1.0);
    assert_eq!((plain.pair, plain.get(99)), ((0.5, 0.0), Setting::None));
}
