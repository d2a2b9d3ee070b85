//! Reads masks, to print or to save them.

use std::collections::BTreeMap;

use ndarray::{Array1, Array2, ArrayD, array};
use optim_std::optimizers::AdamW;
use optim_std::registry::find;

fn model() -> BTreeMap<&'static str, ArrayD<f32>> {
    BTreeMap::from([
        ("a", Array1::<f32>::ones(3).into_dyn()),
        ("b", Array2::<f32>::ones((2, 4)).into_dyn()),
        ("c", ArrayD::ones(vec![0, 2])),
    ])
}

#[test]
fn masks_by_name() {
    let mut opt = AdamW::new().build(&model()).unwrap();
    assert_eq!((opt.masks().count(), opt.mask("a").unwrap(), opt.mask_bytes()), (0, None, 0));
    let mask = array![[true, false, false, false], [false, false, false, false]];
    opt.set_mask("b", &mask).unwrap();
    opt.set_mask("c", &ArrayD::<u8>::zeros(vec![0, 2])).unwrap();
    assert_eq!(opt.mask("b").unwrap().unwrap(), mask.view().into_dyn());
    assert_eq!(opt.masks().map(|(name, mask)| (name, mask.len())).collect::<Vec<_>>(), [("b", 8), ("c", 0)]);
    let density = |opt: &optim_std::Optimizer<f32>| ["a", "b", "c"].map(|name| opt.density(name).unwrap());
    assert_eq!(density(&opt), [1.0, 0.125, 1.0]);
    assert_eq!(opt.mask_bytes(), 8 * (1 + 4));
    assert!(opt.clear_mask("b").unwrap());
    assert!(!opt.clear_mask("b").unwrap());
    assert!(!opt.clear_mask("a").unwrap());
    assert_eq!((opt.masks().count(), density(&opt)), (1, [1.0; 3]));
}

/// A second optimizer with the masks and state of the first one continues to the same bits.
#[test]
fn carried_over() {
    let builder = find(optim_std::optimizers(), "RMSprop").unwrap().builder().set("weight_decay", 0.1).unwrap();
    let mut params = model();
    let grads: BTreeMap<_, _> = model().into_iter().map(|(name, x)| (name, x * 0.5)).collect();
    let mut first = builder.build(&params).unwrap();
    // A mask with another memory order than the parameter.
    let mask = array![[true, false], [true, true], [false, true], [false, false]];
    first.set_mask("b", &mask.t()).unwrap();
    first.step(&mut params, &grads).unwrap();

    let mut copy = params.clone();
    let mut second = builder.build(&copy).unwrap();
    for (name, mask) in first.masks() {
        second.set_mask(name, &mask).unwrap();
    }
    first.visit_state(|param, state, value| second.set_state(param, state, value).unwrap());
    second.set_steps(first.steps());
    first.step(&mut params, &grads).unwrap();
    second.step(&mut copy, &grads).unwrap();
    assert_eq!(params, copy);
    assert_eq!(first.mask("b").unwrap().unwrap(), mask.t().into_dyn());
    assert_eq!((first.density("b").unwrap(), first.mask_bytes()), (0.5, 40));
    second.apply_masks(&mut copy).unwrap();
    assert_eq!(params, copy);
    assert!(second.clear_mask("b").unwrap());
}
