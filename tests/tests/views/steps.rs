//! A step with a view has the same bits as a step with the same numbers in the view's shape.

use ndarray::ArrayD;
use optim_std::Float;
use optim_std::{AnyBuilder, Threads, registry};
use optim_tests::stock::{row, rows};
use optim_tests::takes;

use super::{LAYOUTS, Layout, Model, laid, numbers, remembered, same, seed, seen, steps, viewed};

/// Shapes of a model, each with some views. `matrices` tests optimizers of matrices with more than two axes.
const SHAPES: [(&[usize], &[&[usize]]); 3] =
    [(&[4, 6], &[&[24], &[2, 12], &[12, 2]]), (&[2, 3, 4], &[&[6, 4], &[24], &[3, 8]]), (&[12], &[&[3, 4], &[12, 1]])];

/// Names of parameters with a view, and of one without.
const NAMES: [&str; 4] = ["v0", "v1", "v2", "w"];

/// The bits after some steps of parameters of `shape`, seen in `view`. Arrays and gradients have these layouts.
fn with_view<T: Float>(
    builder: &AnyBuilder,
    shape: &[usize],
    view: &[usize],
    layouts: (Layout, Layout),
    threads: Threads,
) -> Vec<(String, Option<u64>)> {
    let of = |name: &str| if name == "w" { view } else { shape };
    // Without a view, the order of a sum may depend on the layout.
    let array = |name: &str, number, layout| match name {
        "w" => numbers(of(name), seed(name, number)),
        _ => laid(&numbers(of(name), seed(name, number)), layout),
    };
    let mut params: Model<T> = NAMES.map(|name| (name.to_owned(), array(name, 90, layouts.0))).into();
    let mut opt = viewed(builder.clone(), view).threads(threads).build(&params).unwrap();
    assert_eq!(opt.view_of("v1").unwrap().unwrap().shape(), view);
    assert_eq!(opt.view_of("w").unwrap(), None);
    steps(&mut opt, &mut params, 4, |name, number| array(name, number, layouts.1));
    remembered(&opt, &params)
}

/// The same for parameters in the shape of the view.
fn reshaped<T: Float>(builder: &AnyBuilder, shape: &[usize], view: &[usize]) -> Vec<(String, Option<u64>)> {
    let of = |name: &str| if name == "w" { view } else { shape };
    let array = |name: &str, number| -> ArrayD<T> { seen(&numbers(of(name), seed(name, number)), view) };
    let mut params: Model<T> = NAMES.map(|name| (name.to_owned(), array(name, 90))).into();
    let mut opt = builder.clone().threads(Threads::One).build(&params).unwrap();
    steps(&mut opt, &mut params, 4, array);
    remembered(&opt, &params)
}

/// Compares a view with the shape, for all layouts. `exact` unless sums have another order for transposed arrays, as without a view.
fn agree<T: Float>(builder: &AnyBuilder, (name, exact): (&str, bool), shape: &[usize], view: &[usize]) {
    let expected = reshaped::<T>(builder, shape, view);
    for param in LAYOUTS {
        for grad in [param, Layout::Fortran] {
            let found = with_view::<T>(builder, shape, view, (param, grad), Threads::One);
            let what = format!("{name} {shape:?} as {view:?}, {param:?} and {grad:?}");
            same(&found, &expected, exact || param != Layout::Fortran, &what);
        }
    }
}

/// Parameters that are divided into pieces, and parameters that threads share pass by pass.
#[test]
fn threads_change_no_bit() {
    for name in ["AdamW", "Lamb"] {
        let builder = row(name).builder(registry::find(optim_std::optimizers(), name).unwrap(), 0.1);
        for layout in [Layout::C, Layout::Fortran] {
            let run = |threads| with_view::<f32>(&builder, &[320, 512], &[32, 80, 64], (layout, Layout::C), threads);
            let one = run(Threads::One);
            same(&run(Threads::N(3)), &one, true, &format!("{name} {layout:?}"));
            let expected = reshaped::<f32>(&builder, &[320, 512], &[32, 80, 64]);
            same(&one, &expected, name != "Lamb" || layout != Layout::Fortran, &format!("{name} {layout:?}"));
        }
    }
}

#[test]
fn every_optimizer_has_the_bits_of_the_view() {
    for (entry, row) in rows() {
        let builder = row.builder(entry, 0.1);
        for (shape, views) in SHAPES {
            for view in views.iter().filter(|view| takes(entry, view)) {
                agree::<f32>(&builder, (entry.name, row.elementwise), shape, view);
                agree::<f64>(&builder, (entry.name, row.elementwise), shape, view);
            }
        }
    }
}
