//! The numbers of all optimizers, compared with numbers from the models before and after a step.

use optim_std::{AnyBuilder, OptimizerEntry, Threads};
use optim_tests::stock::{rows, shape_for};

use super::*;

/// Small parameters that are alike, others between them, one in another memory order, and one without elements.
fn model<T: Float>(entry: &OptimizerEntry, seed: usize) -> Model<T> {
    let shapes = [&[7][..], &[7], &[6, 5], &[7], &[3, 4, 2], &[70, 9], &[7], &[0, 3], &[6, 5]];
    let arrays = shapes.iter().enumerate().map(|(place, shape)| {
        let array = array(&shape_for(entry, shape), 100 * seed + place);
        (format!("{place}"), if place == 2 { turned(&array) } else { array })
    });
    arrays.collect()
}

/// Three steps with all numbers watched and without. The reports agree with the models, and nothing else differs.
fn agree<T: Float>(entry: &OptimizerEntry, builder: &AnyBuilder, what: &str, scale: f64) {
    let start = model::<T>(entry, 0);
    let (mut plain, mut watched) = (start.clone(), start.clone());
    let mut opt = builder.build(&start).unwrap();
    let mut other = builder.clone().watch(ALL).build(&start).unwrap();
    for step in 1..=3 {
        let mut grads = model::<T>(entry, step);
        if step == 2 {
            grads.remove("3");
        }
        let before = watched.clone();
        assert_eq!(watched_step(&mut opt, &mut plain, &grads), None);
        let found = watched_step(&mut other, &mut watched, &grads).unwrap();
        assert_eq!(plain, watched, "{what}");
        assert_eq!(found.param("3", "grad_norm").is_some(), step != 2);
        compare(&found, &before, &watched, &grads, scale, what);
    }
    assert_eq!(opt.state_dict(), other.state_dict(), "{what}");
}

#[test]
fn every_optimizer_reports_what_the_models_tell() {
    for (entry, row) in rows() {
        let builder = row.builder(entry, 0.1);
        agree::<f32>(entry, &builder, entry.name, 1.0);
        agree::<f64>(entry, &builder, entry.name, 1.0);
    }
}

/// The report has the gradient that was passed, times `grad_scale`.
#[test]
fn numbers_of_gradients_are_those_before_clipping() {
    for (entry, row) in rows().filter(|(entry, _)| ["AdamW", "SGD", "Lamb", "Muon", "Prodigy"].contains(&entry.name)) {
        let builder = row.builder(entry, 0.1).grad_scale(0.25);
        let clipped = [builder.clone(), builder.clone().clip_value(0.01), builder.clip_norm(0.02)];
        for builder in clipped {
            agree::<f32>(entry, &builder, entry.name, 0.25);
        }
    }
}

/// The watched numbers of two steps, on this number of threads.
fn on_threads(builder: &AnyBuilder, threads: Threads) -> Vec<Watched> {
    let model = |seed| {
        let shapes = [&[150_003][..], &[363, 362], &[7], &[5]];
        let arrays =
            shapes.iter().enumerate().map(|(place, shape)| (format!("{place}"), array::<f32>(shape, seed + place)));
        arrays.collect::<Model<f32>>()
    };
    let mut params = model(0);
    let mut opt = builder.clone().threads(threads).watch(ALL).build(&params).unwrap();
    (1..3).map(|step| watched_step(&mut opt, &mut params, &model(10 * step)).unwrap()).collect()
}

#[test]
fn numbers_have_the_same_bits_on_any_number_of_threads() {
    for (entry, row) in rows().filter(|(entry, _)| ["AdamW", "Lamb", "Adafactor", "Prodigy"].contains(&entry.name)) {
        let builder = row.builder(entry, 0.1);
        assert_eq!(on_threads(&builder, Threads::One), on_threads(&builder, Threads::All), "{}", entry.name);
    }
}
