//! Watched numbers of parameters and gradients of two bytes.

use super::*;

/// The numbers are those of a model of four bytes with the same numbers, whose parameters are not rounded.
#[test]
fn numbers_are_those_before_rounding() {
    let arrays = |seed: usize| {
        let mut next = seed as f32;
        let mut number = || {
            next = (next * 1.37 + 0.11) % 1.0;
            bf16::from_f32(next - 0.5)
        };
        vec![
            ArrayD::from_shape_simple_fn(IxDyn(&[9, 40]), &mut number),
            ArrayD::from_shape_simple_fn(IxDyn(&[7]), number),
        ]
    };
    let wide = |arrays: &[ArrayD<bf16>]| arrays.iter().map(|array| array.mapv(bf16::to_f32)).collect::<Vec<_>>();
    let (mut params, grads) = (arrays(1), arrays(2));
    let (mut wide_params, wide_grads) = (wide(&params), wide(&grads));
    let all = ["param_norm", "update_norm", "cosine", "grad_norm", "grad_amax"];
    let mut opt = Adam::new().watch(all).build(&params).unwrap();
    let mut other = Adam::new().watch(all).build(&wide_params).unwrap();
    let found = opt.step(&mut params, &grads).unwrap().watched.unwrap();
    let expected = other.step(&mut wide_params, &wide_grads).unwrap().watched.unwrap();
    assert_eq!(found, expected);
    assert!(found.model("update_norm").unwrap() > 0.0);
    assert_eq!(params, wide_params.iter().map(|array| array.mapv(bf16::from_f32)).collect::<Vec<_>>());
}
