//! Random masks, shapes, layouts, options and optimizers, compared with the same training with hand-written masking.

use ndarray::ArrayD;
use optim_std::Threads;
use proptest::prelude::*;
use proptest::sample::select;

use super::bed::{
    LAYOUTS, Masks, Model, arrays, assert_zero, build, builder, entries, make_hostile, step_by_hand, views, views_mut,
    zero_states,
};

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn as_by_hand(
        optimizer in 0..15_usize,
        shapes in prop::collection::vec(prop::collection::vec(0..6_usize, 2..4), 1..4),
        layouts in (select(&LAYOUTS[..]), select(&LAYOUTS[..])),
        harsh: bool,
        clip_norm in prop::option::of(0.01..10.0),
        density in 0.0..1.0,
        seed in 0..1000_usize,
    ) {
        let names = ["a", "b", "c"];
        let shapes: Vec<(&str, &[usize])> = names.into_iter().zip(shapes.iter().map(Vec::as_slice)).collect();
        let mut builder = builder(&optim_std::optimizers()[optimizer], harsh).threads(Threads::One);
        if let Some(norm) = clip_norm {
            builder = builder.clip_norm(norm);
        }
        let random = |name: &str, shape: &[usize], round: u64| {
            let seed = seed as u64 ^ (round << 32) ^ (u64::from(name.as_bytes()[0]) << 40);
            optim_std::sparsity::random(&ArrayD::<f32>::zeros(shape), density, seed).unwrap()
        };
        let mut masks = Masks::new();
        let mut masked: Model<f32> = arrays(&shapes, layouts.0, seed);
        let mut by_hand = masked.clone();
        let mut of_masked = build(&builder, &masked, &masks);
        let mut of_hand = build(&builder, &by_hand, &masks);
        for step in 0..4 {
            if step < 2 {
                // In the second step, all parameters but the first get another mask.
                for (name, shape) in shapes.iter().skip(step) {
                    let mask = random(name, shape, step as u64);
                    of_masked.set_mask(name, &mask).unwrap();
                    masks.insert((*name).to_owned(), mask);
                }
            }
            if step == 3 && masks.remove("b").is_some() {
                prop_assert!(of_masked.clear_mask("b").unwrap());
            }
            let mut grads: Model<f32> = arrays(&shapes, layouts.1, seed + step + 1);
            make_hostile(&mut grads, &masks);
            // Under a new mask, elements are zero before the step, too.
            zero_states(&mut of_hand, &masks);
            of_masked.step(&mut views_mut(&mut masked), &views(&grads)).unwrap();
            step_by_hand(&mut of_hand, &mut by_hand, &grads, &masks);
            assert_zero(&of_masked, &masked, &masks, of_masked.name());
            prop_assert_eq!(entries(&of_masked, &masked), entries(&of_hand, &by_hand));
        }
    }
}
