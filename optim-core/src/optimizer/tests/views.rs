//! Models without a struct of arrays: views of slices, names and shapes alone, a flat buffer.

use std::collections::BTreeMap;

use super::*;
use crate::builder::BuildError;
use crate::gradient::NonFinite;
use crate::optimizer::{Optimizer, StepError};
use crate::params::{Named, Shapes};
use crate::registry::OptimizerEntry;

/// All parameters in one buffer.
#[derive(Clone, Debug, PartialEq)]
struct Flat {
    data: Vec<f32>,
    /// Names and shapes, in the order of the buffer.
    parts: Vec<(String, Vec<usize>)>,
}

impl Flat {
    /// The parameters of another model.
    fn of(model: &impl Parameters<Elem = f32>) -> Self {
        let mut flat = Self { data: Vec::new(), parts: Vec::new() };
        model.visit(Name::ROOT, &mut |name, array| {
            flat.parts.push((name.to_string(), array.shape().to_vec()));
            flat.data.extend(array.to_ndarray());
        });
        flat
    }
}

impl Parameters for Flat {
    type Elem = f32;

    fn visit<'a>(&'a self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorRef<'a, f32>)) {
        let mut rest = &*self.data;
        for (part, shape) in &self.parts {
            let Some((own, others)) = rest.split_at_checked(shape.iter().product()) else { return };
            rest = others;
            if let Ok(view) = TensorRef::from_slice(own, shape) {
                f(name.child(part), view);
            }
        }
    }

    fn visit_mut<'a>(&'a mut self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorMut<'a, f32>)) {
        let mut rest = &mut *self.data;
        for (part, shape) in &self.parts {
            let Some((own, others)) = rest.split_at_mut_checked(shape.iter().product()) else { return };
            rest = others;
            if let Ok(view) = TensorMut::from_slice(own, shape) {
                f(name.child(part), view);
            }
        }
    }
}

type Views<'v> = Named<&'v str, TensorMut<'v, f32>>;

/// The parts of a buffer as views, in the order `order`.
fn views<'v>(flat: &'v mut Flat, order: &[usize]) -> Views<'v> {
    let mut views: Vec<Option<(&str, TensorMut<'_, f32>)>> = Vec::new();
    let mut rest = &mut *flat.data;
    for (name, shape) in &flat.parts {
        let (own, others) = rest.split_at_mut(shape.iter().product());
        rest = others;
        views.push(Some((name, TensorMut::from_slice(own, shape).expect("fits"))));
    }
    order.iter().filter_map(|&place| views[place].take()).collect()
}

/// The change to parameters and gradients before a step.
type Change = dyn Fn(&mut Views<'_>, &mut Named<String, ArrayD<f32>>);

/// Different numbers, in the shape of a model.
fn numbers(flat: &Flat, seed: usize) -> Flat {
    let number = |k: usize| ((k * 37 + seed * 11) % 17) as f32 - 8.0;
    Flat { data: (0..flat.data.len()).map(number).collect(), parts: flat.parts.clone() }
}

fn builder() -> Builder<Momentum> {
    momentum(0.125).grad_scale(0.5).clip_norm(3.0).clip_value(0.75).non_finite(NonFinite::Error)
}

#[test]
fn views_step_like_arrays() {
    let mut arrays = model();
    let mut flat = Flat::of(&arrays);
    let mut shown = flat.clone();
    let mut by_array = builder().build(&arrays).expect("valid");
    let mut by_flat = builder().build(&flat).expect("valid");
    let mut by_view = builder().build(&views(&mut shown, &[0, 1, 2, 3, 4])).expect("valid");
    assert_eq!(snapshot(&by_flat), snapshot(&by_array));
    assert_eq!(snapshot(&by_view), snapshot(&by_array));
    let mask = array![[true, false, true], [false, true, true]];
    for optimizer in [&mut by_array, &mut by_flat, &mut by_view] {
        optimizer.set_mask("layers.1.weight", &mask).expect("valid");
    }
    for (step, order) in [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 0, 4, 1, 3]].into_iter().enumerate() {
        let grads = numbers(&flat, step);
        by_array.step(&mut arrays, &grads).expect("valid");
        by_flat.step(&mut flat, &grads).expect("valid");
        // The same gradients, transposed in memory, and none for what has none.
        let transposed: Vec<(String, Vec<usize>, Vec<f32>)> = transposed(&grads);
        let grads: Named<&str, Option<TensorRef<'_, f32>>> = transposed
            .iter()
            .map(|(name, shape, data)| {
                let strides = [shape.len() == 2].map(|two| if two { vec![1, shape[0]] } else { Vec::new() });
                let view = match &*strides[0] {
                    [] => TensorRef::from_slice(data, shape),
                    _ => TensorRef::from_strided(data, 0, shape, &[1_usize, 2]),
                };
                (&**name, Some(view.expect("fits")))
            })
            .collect();
        by_view.step(&mut views(&mut shown, &order), &grads).expect("valid");
        assert_eq!(Flat::of(&arrays), flat);
        assert_eq!(flat, shown);
        assert_eq!(snapshot(&by_flat), snapshot(&by_array));
        assert_eq!(snapshot(&by_view), snapshot(&by_array));
    }
    by_view.apply_masks(&mut views(&mut shown, &[3, 1, 4, 0, 2])).expect("valid");
    by_array.apply_masks(&mut arrays).expect("valid");
    assert_eq!(Flat::of(&arrays), shown);
}

/// Name, shape and numbers of each part; those of matrices column by column.
fn transposed(flat: &Flat) -> Vec<(String, Vec<usize>, Vec<f32>)> {
    let mut parts = Vec::new();
    flat.visit(Name::ROOT, &mut |name, array| {
        let view = array.to_ndarray();
        let view = if view.ndim() == 2 { view.reversed_axes() } else { view };
        parts.push((name.to_string(), array.shape().to_vec(), view.iter().copied().collect()));
    });
    parts
}

#[test]
fn wrong_views_change_nothing() {
    let mut flat = Flat::of(&model());
    let mut optimizer = builder().build(&flat).expect("valid");
    let grads = numbers(&flat, 0);
    optimizer.step(&mut flat, &grads).expect("valid");
    let fails = |flat: &mut Flat, change: &Change| {
        let before = (flat.clone(), snapshot(&optimizer));
        let mut named = Named::new();
        grads.visit(Name::ROOT, &mut |name, grad| named.push(name.to_string(), grad.to_ndarray().to_owned()));
        let mut optimizer = optimizer.clone();
        let mut shown = views(flat, &[0, 1, 2, 3, 4]);
        change(&mut shown, &mut named);
        let error = optimizer.step(&mut shown, &named).expect_err("must fail");
        assert_eq!((flat.clone(), snapshot(&optimizer)), before);
        error.to_string()
    };
    let (read, mut other) = ([0.0; 2], [0.0; 2]);
    let missing = fails(&mut flat, &|views, _| views.0.truncate(4));
    assert_eq!(missing, "parameter `scale` is missing or read-only, but the optimizer was built with it");
    assert_eq!(
        fails(&mut flat, &|views, _| views.0[1].0 = "layers.0.weight"),
        "parameter `layers.0.weight` has shape [2], it had [2, 3] when the optimizer was built"
    );
    assert_eq!(
        fails(&mut flat, &|views, _| views.0[2].0 = "layers.0.weight"),
        "two parameters are called `layers.0.weight`"
    );
    assert_eq!(
        fails(&mut flat, &|views, _| views.0[1].0 = "layers.0.bais"),
        "parameter `layers.0.bais` did not exist when the optimizer was built\nhelp: did you mean `layers.0.bias`?"
    );
    let again = fails(&mut flat, &|_, grads| grads.push("scale".to_owned(), grads.0[4].1.clone()));
    assert_eq!(again, "there are two gradients for parameter `scale`");
    let shape = fails(&mut flat, &|_, grads| grads.0[3].1 = ArrayD::zeros(vec![1, 2]));
    assert_eq!(shape, "the gradient of parameter `layers.1.bias` has shape [1, 2], the parameter has [2]");
    let nan = fails(&mut flat, &|_, grads| grads.0[3].1[0] = f32::NAN);
    assert_eq!(nan, "the gradient of parameter `layers.1.bias` is not finite");
    // Views that can only be read are not parameters.
    let named = Named(vec![("layers.0.bias", TensorRef::from_slice(&read, &[2]).expect("fits"))]);
    let mut optimizer = momentum(0.1).build(&named).expect("valid");
    let error = optimizer.step(&mut named.clone(), &named).expect_err("read-only");
    assert!(matches!(error, StepError::MissingParameter { param } if param == "layers.0.bias"));
    let mut view = TensorMut::from_slice(&mut other, &[2]).expect("fits");
    let error = optimizer.step(&mut view, &named).expect_err("called otherwise");
    assert!(matches!(error, StepError::UnknownParameter { param, .. } if param == "param"));
}

#[test]
fn names_and_shapes_are_enough_to_build() {
    let arrays = model();
    let list = [
        ("layers.0.weight", &[2, 3][..]),
        ("layers.0.bias", &[2]),
        ("layers.1.weight", &[2, 3]),
        ("layers.1.bias", &[2]),
        ("scale", &[2, 1, 2]),
    ];
    let shapes = Shapes::<f32>::new(list);
    let bias = |builder: Builder<Momentum>| builder.group("bias", |p| p.ndim() == 1, momentum(0.5));
    let by_array = bias(builder()).build(&arrays).expect("valid");
    let mut by_shape = bias(builder()).build(&shapes).expect("valid");
    assert_eq!(snapshot(&by_shape), snapshot(&by_array));
    assert!(by_shape.param_names().eq(list.map(|(name, _)| name)));
    assert_eq!(by_shape.group_of("scale").expect("known").name(), "default");
    assert_eq!(by_shape.group_of("layers.1.bias").expect("known").name(), "bias");
    let mut model = arrays.clone();
    by_shape.step(&mut model, &grads(1.0)).expect("valid");
    assert_ne!(model, arrays);

    let entry = OptimizerEntry::of::<Momentum>();
    let mut any: Optimizer<f32> = entry.builder().set("lr", 0.125).expect("known").build(&shapes).expect("valid");
    let mut flat = Flat::of(&arrays);
    let grads = numbers(&flat, 1);
    any.step(&mut views(&mut flat, &[1, 0, 2, 3, 4]), &grads).expect("valid");
    let mut expected = arrays.clone();
    momentum(0.125).build(&arrays).expect("valid").step(&mut expected, &grads).expect("valid");
    assert_eq!(flat, Flat::of(&expected));
}

#[test]
fn what_shapes_do_not_say_is_refused() {
    let build = |shapes: &[(&str, &[usize])]| momentum(0.1).build(&Shapes::<f64>::new(shapes.iter().copied()));
    assert_eq!(build(&[]).expect_err("empty"), BuildError::NoParameters);
    let error = build(&[("a", &[1]), ("b", &[1]), ("a", &[1])]).expect_err("twice");
    assert_eq!(error, BuildError::DuplicateParameter { param: "a".to_owned() });
    let nesterov = |builder: Builder<Momentum>| builder.set_at(NESTEROV, true.into());
    let error = nesterov(momentum(0.1)).build(&Shapes::<f32>::new([("w", [2, 3])])).expect_err("no values");
    assert_eq!(
        error.to_string(),
        "state `origin` of parameter `w` starts as a copy of the parameter, but only the shape was given\n\
         help: build from the arrays instead of `Shapes`"
    );
    let data = [1.0_f32, 2.0, 3.0];
    let named = Named(vec![("w", TensorRef::from_slice(&data, &[3]).expect("fits"))]);
    let optimizer = nesterov(momentum(0.1)).build(&named).expect("values are there");
    assert_eq!(optimizer.state("w", "origin").expect("exists"), ndarray::arr1(&data).into_dyn());
    for shape in [&[usize::MAX][..], &[usize::MAX, usize::MAX], &[1 << 32, 1 << 32], &[1 << 62, 2, 0]] {
        let error = build(&[("huge", shape)]).expect_err("too large");
        assert_eq!(error, BuildError::TooLarge { param: "huge".to_owned(), shape: shape.to_vec() });
    }
    for shape in [&[isize::MAX as usize][..], &[1 << 31, 1 << 30], &[1 << 62, 0]] {
        let error = build(&[("huge", shape)]).expect_err("too large");
        assert!(matches!(error, BuildError::OutOfMemory { .. }), "{error}");
    }
    let error = build(&[("w", &[usize::MAX, 2])]).expect_err("too large").to_string();
    assert_eq!(
        error,
        "parameter `w` of shape [18446744073709551615, 2] is too large: allowed are 9223372036854775807 elements, \
         sizes of 0 not counted"
    );
}

#[test]
fn lists_of_anything_keep_their_order() {
    let mut list = Named::<String, BTreeMap<&str, Array1<f32>>>::default();
    list.extend(["z", "a"].map(|name| (name.to_owned(), BTreeMap::from([("w", array![1.0]), ("b", array![2.0])]))));
    let optimizer = momentum(0.1).build(&list).expect("valid");
    assert!(optimizer.param_names().eq(["z.b", "z.w", "a.b", "a.w"]));
    let (left, right): (Named<_, _>, Named<_, _>) = [(("a", array![1.0]), ("a", array![2.0]))].into_iter().unzip();
    assert_eq!((left, right), (Named(vec![("a", array![1.0])]), Named(vec![("a", array![2.0])])));
}

#[cfg(feature = "checkpoint")]
#[test]
fn views_are_saved_and_loaded() {
    use crate::{Checkpoint, CheckpointFile};

    let path = std::env::temp_dir().join(format!("optim-views-{}.safetensors", std::process::id()));
    let mut saved = Flat::of(&model());
    let mut optimizer = momentum(0.5).build(&saved).expect("valid");
    let grads = numbers(&saved, 2);
    optimizer.step(&mut views(&mut saved, &[0, 1, 2, 3, 4]), &grads).expect("valid");
    Checkpoint::new().params(&views(&mut saved, &[1, 0, 2, 4, 3])).optimizer(&optimizer).save(&path).expect("saved");
    let mut loaded = Flat::of(&model());
    let mut other = momentum(0.5).build(&loaded).expect("valid");
    let file = CheckpointFile::open(&path).expect("valid");
    std::fs::remove_file(&path).expect("is there");
    let before = (loaded.clone(), snapshot(&other));
    let mut fewer = views(&mut loaded, &[0, 1, 2, 3]);
    file.load(&mut fewer, &mut other).expect_err("a parameter is missing");
    assert_eq!((loaded.clone(), snapshot(&other)), before);
    file.load(&mut views(&mut loaded, &[4, 3, 2, 1, 0]), &mut other).expect("all are there");
    assert_eq!((loaded, snapshot(&other)), (saved, snapshot(&optimizer)));
}
