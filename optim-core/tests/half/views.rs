//! Views: parameters of two bytes that the optimizer sees in another shape.

use half::{bf16, f16};
use ndarray::{ArrayD, IxDyn};
use optim_core::{Builder, Definition, Parameters, Storage};

use super::*;

/// The bits after some steps of a parameter that is seen in a shape, or that has it.
fn run<O: Definition, E: Element>(
    view: &[usize],
    with_view: bool,
    layouts: (Layout, Layout),
    storage: Storage,
) -> Vec<u64>
where
    ArrayD<E>: Parameters<Elem = f32>,
{
    let array = |seed, layout| {
        let model = numbers::<E>(&[6, 40], seed, Layout::C);
        match with_view {
            true => laid(&model, layout),
            false => ArrayD::from_shape_vec(IxDyn(view), model.iter().copied().collect()).unwrap(),
        }
    };
    let mut model = array(1, layouts.0);
    let shape = view.to_vec();
    let builder = Builder::<O>::new().seed(5).storage("param", storage);
    let builder = if with_view { builder.view("seen", |_| true, move |_| shape.clone()) } else { builder };
    let mut optimizer = builder.build(&model).unwrap();
    optimizer.set_mask("param", &array(2, Layout::C).map(|x| x.number() > -0.5)).unwrap();
    for step in 0..3 {
        optimizer.step(&mut model, &array(10 + step, layouts.1)).unwrap();
    }
    bits(&model).into_iter().map(u64::from).chain(states(&optimizer)).collect()
}

#[test]
fn they_are_stepped_as_if_they_had_the_shape() {
    for view in [&[240][..], &[8, 30], &[2, 3, 40]] {
        for layouts in LAYOUTS.into_iter().flat_map(|param| LAYOUTS.map(|grad| (param, grad))) {
            for storage in [Storage::Native, Storage::Bf16Stochastic, Storage::Split8, Storage::Split16] {
                let run = |with_view| run::<Adam, bf16>(view, with_view, layouts, storage);
                assert_eq!(run(true), run(false), "{view:?} {layouts:?} {storage:?}");
            }
            let of = |with_view| run::<Factored, f16>(view, with_view, layouts, Storage::Native);
            if view.len() > 1 {
                assert_eq!(of(true), of(false), "{view:?} {layouts:?}");
            }
        }
    }
}
