//! Every stock optimizer under masks.

use optim_std::{Float, OptimizerEntry, Threads};
use optim_tests::stock::{row, rows};
use optim_tests::takes;

use super::bed::{
    LAYOUTS, Layout, Masks, Model, all_bits, arrays, assert_zero, build, builder, entries, make_hostile, masks,
    step_by_hand, views, views_mut,
};

const SHAPES: &[(&str, &[usize])] = &[
    ("cube", &[2, 3, 4]),
    ("empty", &[0, 3]),
    ("free", &[4, 5]),
    ("matrix", &[7, 5]),
    ("number", &[]),
    ("vector", &[9]),
];

/// Enough elements for several threads.
const LARGE: &[(&str, &[usize])] = &[("free", &[100, 100]), ("matrix", &[110, 302]), ("small", &[3, 4])];

/// Trains with masks and hostile gradients under them. Compares with hand-written masking, and with training without masks.
fn check<T: Float>(entry: &OptimizerEntry, layouts: (Layout, Layout), harsh: bool) {
    let shapes: Vec<_> = SHAPES.iter().copied().filter(|(_, shape)| takes(entry, shape)).collect();
    let what = format!("{} {} {layouts:?} harsh: {harsh}", entry.name, T::DTYPE);
    let builder = builder(entry, harsh).threads(Threads::One);
    let (masks, none) = (masks(&shapes), Masks::new());
    let mut masked: Model<T> = arrays(&shapes, layouts.0, 1);
    let (mut by_hand, mut without) = (masked.clone(), masked.clone());
    let mut of_masked = build(&builder, &masked, &masks);
    let mut of_hand = build(&builder, &by_hand, &none);
    let mut of_without = build(&builder, &without, &none);
    for step in 2..5 {
        let mut grads: Model<T> = arrays(&shapes, layouts.1, step);
        make_hostile(&mut grads, &masks);
        of_masked.step(&mut views_mut(&mut masked), &views(&grads)).unwrap();
        step_by_hand(&mut of_hand, &mut by_hand, &grads, &masks);
        of_without.step(&mut views_mut(&mut without), &views(&grads)).unwrap();

        assert_zero(&of_masked, &masked, &masks, &what);
        let found = entries(&of_masked, &masked);
        let expected = entries(&of_hand, &by_hand);
        if let Some((found, expected)) = found.iter().zip(&expected).find(|(a, b)| a != b) {
            panic!("{what}, step {step}: {found:x?}, by hand {expected:x?}");
        }
        if entry.is_global() {
            // The mask of one parameter affects all.
            continue;
        }
        let elementwise = row(entry.name).elementwise;
        for (found, expected) in found.iter().zip(&entries(&of_without, &without)) {
            let (array, place, _) = expected;
            let name = array.split(' ').next().unwrap();
            let kept = match masks.get(name) {
                None => true,
                Some(mask) => elementwise && (array.contains("power") || mask.iter().nth(*place) == Some(&true)),
            };
            assert!(!kept || found == expected, "{what}, step {step}: {found:x?}, without masks {expected:x?}");
        }
    }
}

fn check_all<T: Float>(layout: Layout) {
    for entry in optim_std::optimizers() {
        for grads in LAYOUTS {
            for harsh in [false, true] {
                check::<T>(entry, (layout, grads), harsh);
            }
        }
    }
}

#[test]
fn c_order_f32() {
    check_all::<f32>(Layout::C);
}

#[test]
fn c_order_f64() {
    check_all::<f64>(Layout::C);
}

#[test]
fn fortran_order_f32() {
    check_all::<f32>(Layout::Fortran);
}

#[test]
fn fortran_order_f64() {
    check_all::<f64>(Layout::Fortran);
}

#[test]
fn sliced_f32() {
    check_all::<f32>(Layout::Sliced);
}

#[test]
fn sliced_f64() {
    check_all::<f64>(Layout::Sliced);
}

/// Any number of threads gives the same bits.
fn threads<T: Float>(layouts: (Layout, Layout)) {
    let masks = masks(LARGE);
    let start: Model<T> = arrays(LARGE, layouts.0, 1);
    let grads = [2, 3].map(|step| {
        let mut grads: Model<T> = arrays(LARGE, layouts.1, step);
        make_hostile(&mut grads, &masks);
        grads
    });
    let three = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    for entry in optim_std::optimizers() {
        let run = |threads| {
            let mut model = start.clone();
            let mut optimizer = build(&builder(entry, false).threads(threads), &model, &masks);
            for grads in &grads {
                optimizer.step(&mut views_mut(&mut model), &views(grads)).unwrap();
                assert_zero(&optimizer, &model, &masks, entry.name);
            }
            all_bits(&optimizer, &model)
        };
        let one = run(Threads::One);
        for threads in [Threads::N(2), Threads::All] {
            assert!(three.install(|| run(threads)) == one, "{} {threads:?}", entry.name);
        }
    }
}

#[test]
fn threads_f32() {
    threads::<f32>((Layout::Sliced, Layout::Fortran));
}

#[test]
fn threads_f64() {
    threads::<f64>((Layout::C, Layout::C));
}

/// The reference's lists, in the order of the declarations here.
#[test]
fn states_to_sparsify() {
    for (entry, row) in rows() {
        let model: Model<f32> = arrays(&[("w", &[2, 3])], Layout::C, 0);
        let names = build(&builder(entry, false), &model, &Masks::new()).state_names_to_sparsify();
        assert_eq!(names.join(" "), row.sparse, "{}", entry.name);
    }
}
