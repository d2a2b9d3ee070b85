//! Nothing that is kept from step to step outlives its truth: whatever happens between steps, a step of many parameters is that of each
//! parameter alone.

use ndarray::{Axis, IxDyn, ShapeBuilder};

use super::*;
use crate::kernel::Threads;
use crate::optimizer::StepError;
use crate::params::{Named, ParamInfo};
use crate::state_dict::LoadOptions;

const COUNT: usize = 40;
/// A group of its own, in the middle of others like it.
const SLOW: std::ops::Range<usize> = 10..20;

/// Runs of small vectors of two lengths, and matrices, which have a state more.
fn shape(place: usize) -> Vec<usize> {
    match place {
        0..25 => vec![5],
        25..34 => vec![7],
        _ => vec![2, 3],
    }
}

fn name(place: usize) -> String {
    format!("layers.{place}")
}

/// Numbers that differ from place to place and from step to step.
fn numbers<T: Float>(shape: &[usize], place: usize, step: usize) -> ArrayD<T> {
    let mut next = 37 * place + 101 * step;
    ArrayD::from_shape_simple_fn(IxDyn(shape), || {
        next = (next * 421 + 1663) % 7875;
        T::cast(next as f64 / 7875.0 - 0.5)
    })
}

/// One optimizer for all parameters, and one for each of them.
struct Both<T: Float> {
    many: Optimizer<T>,
    each: Vec<Optimizer<T>>,
    of_many: Vec<ArrayD<T>>,
    of_each: Vec<ArrayD<T>>,
    steps: usize,
}

impl<T: Float> Both<T> {
    /// After two steps with all gradients.
    fn new() -> Self {
        let slow: Vec<String> = SLOW.map(name).collect();
        let builder = |place: Option<usize>| {
            let (builder, slow) = (momentum(0.5).threads(Threads::One), slow.clone());
            if !place.is_none_or(|place| SLOW.contains(&place)) {
                return builder;
            }
            let in_group = move |param: &ParamInfo<'_>| slow.iter().any(|name| name == param.name());
            builder.group("slow", in_group, Builder::new().set_at(LR, 0.25.into()))
        };
        let arrays: Vec<ArrayD<T>> = (0..COUNT).map(|place| numbers(&shape(place), place, 0)).collect();
        let named = |places: std::ops::Range<usize>| Named(places.map(|place| (name(place), &arrays[place])).collect());
        let mut both = Self {
            many: builder(None).build(&named(0..COUNT)).expect("valid"),
            each: (0..COUNT)
                .map(|place| builder(Some(place)).build(&named(place..place + 1)).expect("valid"))
                .collect(),
            of_many: arrays.clone(),
            of_each: arrays.clone(),
            steps: 0,
        };
        both.step_all();
        both.step_all();
        both
    }

    fn step_all(&mut self) {
        self.step(&(0..COUNT).collect::<Vec<_>>(), |_| true);
    }

    /// A step of parameters in this order, some of them with a gradient.
    fn step(&mut self, order: &[usize], given: impl Fn(usize) -> bool) {
        self.steps += 1;
        let grads = |places: &[usize]| {
            let given = places.iter().filter(|place| given(**place));
            Named(given.map(|&place| (name(place), numbers::<T>(&shape(place), place, self.steps))).collect())
        };
        let mut arrays: Vec<Option<&mut ArrayD<T>>> = self.of_many.iter_mut().map(Some).collect();
        let in_order = order.iter().map(|&place| (name(place), arrays[place].take().expect("each comes once")));
        let report = self.many.step(&mut Named(in_order.collect()), &grads(order)).expect("valid");
        assert_eq!(report.updated, order.iter().filter(|place| given(**place)).count());
        for (place, (optimizer, array)) in self.each.iter_mut().zip(&mut self.of_each).enumerate() {
            optimizer.step(&mut Named(vec![(name(place), array)]), &grads(&[place])).expect("valid");
        }
        self.check();
    }

    /// All numbers are the same.
    fn check(&self) {
        for (place, optimizer) in self.each.iter().enumerate() {
            assert_eq!(self.of_many[place], self.of_each[place], "parameter {place} in step {}", self.steps);
            for state in ["momentum_buffer", "total", "step"] {
                let [many, each] = [&self.many, optimizer].map(|of| of.state(&name(place), state).expect("it exists"));
                assert_eq!(many, each, "`{state}` of {place} in step {}", self.steps);
            }
        }
    }

    /// Changes all optimizers alike.
    fn change(&mut self, change: impl Fn(&mut Optimizer<T>)) {
        std::iter::once(&mut self.many).chain(&mut self.each).for_each(change);
    }
}

/// Two steps after something that happens between steps.
fn after<T: Float>(happens: impl Fn(&mut Both<T>)) {
    let mut both = Both::new();
    happens(&mut both);
    both.step_all();
    both.step_all();
}

#[test]
fn parameters_in_another_order() {
    after::<f32>(|both| {
        both.step(&(0..COUNT).rev().collect::<Vec<_>>(), |_| true);
        both.step(&(0..COUNT).map(|place| (place * 7) % COUNT).collect::<Vec<_>>(), |place| place % 9 != 4);
    });
}

#[test]
fn parameters_elsewhere_in_memory() {
    after::<f32>(|both| {
        // The old ones are there until the new ones have their place.
        let new = both.of_many.clone();
        both.of_many = new;
        both.step_all();
        // Backwards, column by column, with gaps.
        for (place, array) in both.of_many.iter_mut().enumerate() {
            match place % 4 {
                0 => {
                    array.invert_axis(Axis(0));
                    array.assign(&both.of_each[place]);
                }
                1 => {
                    let mut columns = ArrayD::zeros(IxDyn(array.shape()).f());
                    columns.assign(array);
                    *array = columns;
                }
                2 => {
                    let mut wide = ArrayD::zeros([array.shape(), &[2]].concat());
                    wide.index_axis_mut(Axis(array.ndim()), 0).assign(array);
                    *array = wide.index_axis_move(Axis(array.ndim()), 0);
                }
                _ => {}
            }
        }
    });
}

#[test]
fn some_gradients_are_missing() {
    for gap in [1, 3, 7] {
        after::<f32>(|both| {
            let order: Vec<usize> = (0..COUNT).collect();
            both.step(&order, |place| place % (gap + 1) != 0);
            both.step(&order, |place| place < 20);
            // The group of its own is frozen.
            both.step(&order, |place| !SLOW.contains(&place));
            both.step(&order, |_| false);
        });
    }
}

#[test]
fn the_same_count_of_steps_with_other_numbers() {
    after::<f32>(|both| {
        let order: Vec<usize> = (0..COUNT).collect();
        both.step(&order, |place| place % 2 == 0);
        both.change(|optimizer| optimizer.set("lr", 0.125).expect("valid"));
        both.step(&order, |place| place % 2 == 1);
    });
}

#[test]
fn states_are_set() {
    after::<f32>(|both| {
        for place in [3, 4, 26, 39] {
            let (name, buffer) = (name(place), numbers::<f32>(&shape(place), place, 50));
            for optimizer in [&mut both.many, &mut both.each[place]] {
                optimizer.set_state(&name, "momentum_buffer", buffer.view()).expect("valid");
                optimizer.set_state(&name, "total", 0.75).expect("valid");
            }
        }
        both.step_all();
        for place in [3, 11] {
            both.many.set_step_count(&name(place), 9).expect("known");
            both.each[place].set_step_count(&name(place), 9).expect("known");
        }
    });
}

#[test]
fn states_are_loaded() {
    after::<f32>(|both| {
        let saved: Vec<_> = std::iter::once(&both.many).chain(&both.each).map(Optimizer::state_dict).collect();
        both.step_all();
        for (optimizer, saved) in std::iter::once(&mut both.many).chain(&mut both.each).zip(&saved) {
            optimizer.load_state_dict(saved, &LoadOptions::default()).expect("it is its own");
        }
        for place in 0..COUNT {
            both.of_each[place].assign(&both.of_many[place]);
        }
        both.check();
    });
}

#[test]
fn settings_are_changed() {
    after::<f64>(|both| {
        both.change(|optimizer| optimizer.set("lr", 0.0625).expect("valid"));
        both.step_all();
        both.change(|optimizer| {
            if optimizer.group("slow").is_ok() {
                optimizer.set_in("slow", "lr", 0.5).expect("valid");
            }
        });
        both.step_all();
        both.change(|optimizer| optimizer.set_grad_scale(0.5).expect("valid"));
        both.step_all();
        both.many.set_threads(Threads::All);
    });
}

#[test]
fn what_is_refused_changes_nothing() {
    after::<f32>(|both| {
        let grads = Named((0..COUNT).map(|place| (name(place), numbers::<f32>(&shape(place), place, 60))).collect());
        let before = both.of_many.clone();
        let fewer = both.of_many.iter_mut().enumerate().filter(|(place, _)| *place != 17);
        let mut fewer = Named(fewer.map(|(place, array)| (name(place), array)).collect());
        let refused = both.many.step(&mut fewer, &grads);
        assert_eq!(refused, Err(StepError::MissingParameter { param: name(17) }));
        let renamed = both.of_many.iter_mut().enumerate().map(|(place, array)| match place {
            17 => ("layers.017".to_owned(), array),
            _ => (name(place), array),
        });
        let refused = both.many.step(&mut Named(renamed.collect::<Vec<_>>()), &grads);
        assert!(matches!(refused, Err(StepError::UnknownParameter { param, .. }) if param == "layers.017"));
        let (mut twice, mut other) = (both.of_many.clone(), both.of_many[3].clone());
        let mut twice = Named(twice.iter_mut().enumerate().map(|(place, array)| (name(place), array)).collect());
        twice.push(name(3), &mut other);
        let refused = both.many.step(&mut twice, &grads);
        assert_eq!(refused, Err(StepError::DuplicateParameter { param: name(3) }));
        assert_eq!(both.of_many, before);
        both.check();
    });
}

#[test]
fn a_clone_has_states_of_its_own() {
    after::<f32>(|both| {
        let mut clone = both.many.clone();
        let mut arrays = both.of_many.clone();
        let grads = Named((0..COUNT).map(|place| (name(place), numbers::<f32>(&shape(place), place, 70))).collect());
        for _ in 0..2 {
            let arrays = arrays.iter_mut().enumerate();
            clone.step(&mut Named(arrays.map(|(place, array)| (name(place), array)).collect()), &grads).expect("valid");
        }
        both.check();
        // The one that it was made from goes away.
        let clone = both.many.clone();
        both.many = clone;
        both.step_all();
    });
}

#[test]
fn places_in_a_list_are_names() {
    let mut model: Vec<ArrayD<f32>> = (0..COUNT).map(|place| numbers(&shape(place), place, 0)).collect();
    let grads: Vec<ArrayD<f32>> = (0..COUNT).map(|place| numbers(&shape(place), place, 1)).collect();
    let mut expected = model.clone();
    let mut optimizer = momentum(0.5).threads(Threads::One).build(&model).expect("valid");
    optimizer.step(&mut model, &grads).expect("valid");
    for ((array, grad), found) in expected.iter_mut().zip(&grads).zip(&model) {
        momentum(0.5).build(&*array).expect("valid").step(array, grad).expect("valid");
        assert_eq!(array, found);
    }
    let refused = optimizer.step(&mut model, &vec![&grads[..]]);
    assert!(matches!(refused, Err(StepError::UnknownGradient { param, .. }) if param == "0.0"));
    let refused = optimizer.step(&mut model, &grads[1..]);
    assert!(matches!(refused, Err(StepError::GradientShape { param, .. }) if param == "24"));
}
