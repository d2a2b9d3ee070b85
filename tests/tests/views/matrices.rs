//! Optimizers that flatten a parameter with more than two axes to one matrix: a view makes it a batch of matrices instead.

use ndarray::{ArrayD, Axis, Slice, s};
use optim_std::Float;
use optim_std::optimizers::{Muon, MuonCoefficients};
use optim_std::{AnyBuilder, Threads, registry};
use optim_tests::stock::row;

use super::{LAYOUTS, Layout, Model, laid, numbers, remembered, same, seed, steps, viewed};

/// The optimizers with `matrix`.
const OF_MATRICES: [&str; 10] =
    ["AdaMuon", "APOLLO", "GaLore", "Kron", "Muon", "MuonClip", "NorMuon", "SM3", "SOAP", "Shampoo"];

fn builder(name: &str) -> AnyBuilder {
    row(name).builder(registry::find(optim_std::optimizers(), name).unwrap(), 0.1)
}

/// A part of the first axis, as a separate array.
fn part<T: Float>(array: &ArrayD<T>, place: usize, size: usize) -> ArrayD<T> {
    array.slice_axis(Axis(0), Slice::from(place * size..(place + 1) * size)).to_owned()
}

/// A parameter that is seen as `count` matrices gets the same numbers as `count` separate parameters. Sums over a batch may be divided differently.
fn as_parts(name: &str, builder: &AnyBuilder, shape: &[usize], view: &[usize], layout: Layout) {
    let (count, size) = (view[0], shape[0] / view[0]);
    let grad = |number| numbers::<f64>(shape, seed(name, number));
    let mut whole = Model::from([("v".to_owned(), laid(&grad(90), layout))]);
    let mut opt = viewed(builder.clone(), view).build(&whole).unwrap();
    steps(&mut opt, &mut whole, 4, |_, number| laid(&grad(number), layout));
    let own = |array: ArrayD<f64>, place| {
        let matrix = part(&array, place, size);
        ArrayD::from_shape_vec(&view[1..], matrix.iter().copied().collect()).unwrap()
    };
    let names = (0..count).map(|place| (format!("{place:02}"), own(grad(90), place)));
    let mut parts: Model<f64> = names.collect();
    let mut others = builder.build(&parts).unwrap();
    steps(&mut others, &mut parts, 4, |name, number| own(grad(number), name.parse().unwrap()));
    for (place, matrix) in parts.values().enumerate() {
        for (x, y) in part(&whole["v"], place, size).iter().zip(matrix) {
            assert!((x - y).abs() < 1e-12, "{name} {shape:?} {place} {layout:?}: {x} {y}");
        }
    }
}

#[test]
fn a_batch_is_stepped_as_its_matrices_are_alone() {
    // Kron draws random numbers, and each parameter draws others.
    for name in OF_MATRICES.into_iter().filter(|name| *name != "Kron") {
        for layout in LAYOUTS {
            // Experts, heads of a projection, and a kernel as slices.
            as_parts(name, &builder(name), &[3, 4, 5], &[3, 4, 5], layout);
            as_parts(name, &builder(name), &[12, 5], &[4, 3, 5], layout);
            as_parts(name, &builder(name), &[6, 2, 3, 2], &[6, 6, 2], layout);
        }
    }
}

/// Heads, and heads of queries, keys and values: any axes before the last two.
#[test]
fn muon_per_head() {
    let (heads, head_dim, width) = (2, 3, 5);
    let muon = Muon::new().lr(0.1).weight_decay(0.1).coefficients(MuonCoefficients::PolarExpress);
    let flat = muon.clone().view("heads", |p| p.name() == "v", move |p| [3 * heads, head_dim, p.dim(1)]);
    let deep = muon.view("heads", |p| p.name() == "v", move |p| vec![3, heads, head_dim, p.dim(1)]);
    let array = |number| numbers::<f64>(&[3 * heads * head_dim, width], seed("v", number));
    let of = |builder: AnyBuilder| {
        let mut params = Model::from([("v".to_owned(), array(90))]);
        let mut opt = builder.build(&params).unwrap();
        steps(&mut opt, &mut params, 3, |_, number| array(number));
        remembered(&opt, &params)
    };
    assert_eq!(of(flat.into()), of(deep.into()));
}

/// No view gives the same result as the view of one matrix.
#[test]
fn without_a_view_a_kernel_is_one_matrix() {
    let shape = [4, 3, 2, 2];
    for name in OF_MATRICES {
        let of = |builder: AnyBuilder| {
            let mut params = Model::from([("v".to_owned(), numbers::<f64>(&shape, 1))]);
            let mut opt = builder.build(&params).unwrap();
            steps(&mut opt, &mut params, 3, |name, number| numbers(&shape, seed(name, number)));
            remembered(&opt, &params)
        };
        same(&of(builder(name)), &of(viewed(builder(name), &[4, 12])), true, name);
    }
}

/// Large enough that threads share the matrices of a batch, and pieces of it.
#[test]
fn threads_change_no_bit() {
    let shape = [32, 48, 96];
    let of = |threads, layout| {
        let array = |number| laid(&numbers::<f32>(&shape, number), layout);
        let mut params = Model::from([("v".to_owned(), array(9))]);
        let mut opt = viewed(builder("Muon"), &[64, 24, 96]).threads(threads).build(&params).unwrap();
        steps(&mut opt, &mut params, 2, |_, number| array(number));
        remembered(&opt, &params)
    };
    for layout in [Layout::C, Layout::Fortran] {
        let one = of(Threads::One, layout);
        assert_eq!(one, of(Threads::N(3), layout));
        assert_eq!(one, of(Threads::One, Layout::C));
    }
}

/// The momentum of one head, compared with plain lists: five Newton–Schulz iterations of each head alone.
#[test]
fn a_head_against_plain_loops() {
    let (heads, rows, cols) = (3, 2, 4);
    let array = |number| numbers::<f64>(&[heads * rows, cols], seed("plain", number));
    let (start, grad) = (array(90), array(0));
    let mut param = start.clone();
    let mut opt = Muon::new().lr(0.1).view("heads", |_| true, move |p| [heads, rows, p.dim(1)]).build(&param).unwrap();
    opt.step(&mut param, &grad).unwrap();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let rows_of = |m: &[Vec<f64>], n: &[Vec<f64>]| -> Vec<Vec<f64>> {
        m.iter()
            .map(|row| (0..n[0].len()).map(|c| dot(row, &n.iter().map(|n| n[c]).collect::<Vec<_>>())).collect())
            .collect()
    };
    for head in 0..heads {
        let lines = grad.slice(s![head * rows..(head + 1) * rows, ..]);
        // The first momentum is 0.05 of the gradient. The update is 0.05 of the gradient and 0.95 of the momentum.
        let mut x: Vec<Vec<f64>> =
            lines.outer_iter().map(|row| row.map(|g| 0.05 * g + 0.95 * 0.05 * g).to_vec()).collect();
        let norm = x.iter().flatten().map(|x| x * x).sum::<f64>().sqrt() + 1e-7;
        x.iter_mut().flatten().for_each(|x| *x /= norm);
        for _ in 0..5 {
            let a: Vec<Vec<f64>> = x.iter().map(|one| x.iter().map(|other| dot(one, other)).collect()).collect();
            let (square, ax) = (rows_of(&a, &a), rows_of(&a, &x));
            let aax = rows_of(&square, &x);
            for r in 0..rows {
                for c in 0..cols {
                    x[r][c] = 3.4445 * x[r][c] - 4.7750 * ax[r][c] + 2.0315 * aax[r][c];
                }
            }
        }
        for (r, row) in x.iter().enumerate() {
            for (c, x) in row.iter().enumerate() {
                let at = [head * rows + r, c];
                assert!((param[at] - (start[at] - 0.1 * x)).abs() < 1e-12, "{head} {at:?}");
            }
        }
    }
}
