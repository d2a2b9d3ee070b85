//! Products of numbers that are rounded to `bf16`.

use ndarray::{Array2, ArrayView2, ShapeBuilder, s};

use super::support::Random;
use crate::kernel::level::{Isa, Level, levels, with_level};
use crate::kernel::product::{Panels, multiply};
use crate::kernel::storage::half::upper_half;

fn rounded(x: f32) -> f64 {
    f64::from(f32::from_bits(u32::from(upper_half(x)) << 16))
}

/// The product of two matrices at a level, in a row of two equal ones.
fn product(level: Level, a: &ArrayView2<'_, f32>, b: &ArrayView2<'_, f32>, workers: usize) -> Array2<f32> {
    let (rows, cols) = (a.nrows(), b.ncols());
    let mut twice = vec![7.0; 2 * rows * cols];
    let (mut panels, isa) = (Panels::default(), with_level(level, Isa::current));
    // The numbers that another product has left do not matter.
    multiply(&mut panels, (isa, 1), (|_| b.t(), |_| a.t()), (cols, rows), false, &mut twice);
    multiply(&mut panels, (isa, workers), (|_| *a, |_| *b), (rows, cols), false, &mut twice);
    let bits: Vec<_> = twice.iter().map(|x| x.to_bits()).collect();
    assert_eq!(bits[..rows * cols], bits[rows * cols..]);
    twice.truncate(rows * cols);
    Array2::from_shape_vec((rows, cols), twice).unwrap()
}

/// Checks a product: it is the one of the rounded numbers, but for the rounding of its sums, and has the same bits at every level.
fn check(a: &ArrayView2<'_, f32>, b: &ArrayView2<'_, f32>) {
    let (rows, inner, cols) = (a.nrows(), a.ncols(), b.ncols());
    let one = product(Level::Baseline, a, b, 1);
    assert!(levels().into_iter().all(|level| product(level, a, b, 3) == one));
    for ((i, j), &found) in one.indexed_iter() {
        let terms = || (0..inner).map(|k| rounded(a[(i, k)]) * rounded(b[(k, j)]));
        let (expected, size) = (terms().sum::<f64>(), terms().map(f64::abs).sum::<f64>());
        // Each of the sums is rounded once.
        let bound = size * (inner + 1) as f64 * f64::from(f32::EPSILON / 2.0);
        assert!(
            (f64::from(found) - expected).abs() <= bound,
            "{found} for {expected} at {i}, {j} of {rows}×{inner}×{cols}"
        );
        // Rounding the numbers changes each term by two parts in 512.
        let exact: f64 = (0..inner).map(|k| f64::from(a[(i, k)]) * f64::from(b[(k, j)])).sum();
        assert!((f64::from(found) - exact).abs() <= bound + size * 2.02 / 256.0, "{found} for {exact}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn products_of_any_size_and_layout() {
    let mut random = Random(8);
    for (rows, inner, cols) in
        [(3, 0, 2), (1, 1, 1), (8, 2, 48), (7, 5, 47), (17, 513, 50), (9, 1025, 3), (40, 64, 100), (130, 30, 66)]
    {
        let mut numbers = |rows: usize, cols: usize, f: bool| {
            let mut array = Array2::<f32>::zeros((rows, cols).set_f(f));
            array.iter_mut().for_each(|x| *x = random.number() as f32);
            array
        };
        for layouts in 0..4 {
            let a = numbers(rows, inner, layouts & 1 == 1);
            let b = numbers(inner, cols, layouts & 2 == 2);
            check(&a.view(), &b.view());
        }
        let (a, b) = (numbers(2 * rows, 2 * inner, false), numbers(2 * inner, 2 * cols, true));
        check(&a.slice(s![..;2, ..;2]), &b.slice(s![..;2, ..;2]));
    }
}

#[test]
fn special_numbers() {
    let tiny = f32::MIN_POSITIVE;
    let a =
        Array2::from_shape_vec((4, 2), vec![f32::INFINITY, 1.0, f32::NAN, 0.0, tiny / 2.0, 1e38, tiny, -0.0]).unwrap();
    let b = Array2::from_shape_vec((2, 1), vec![1.0, 10.0]).unwrap();
    for level in levels() {
        let product = product(level, &a.view(), &b.view(), 1);
        assert_eq!(product[(0, 0)], f32::INFINITY);
        assert!(product[(1, 0)].is_nan());
        assert_eq!(product[(2, 0)], f32::INFINITY, "1e39");
        assert_eq!(product[(3, 0)], tiny);
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn a_row_of_products_is_packed_part_by_part() {
    // One has 72 · 256 pairs, so that about fifty are packed at once.
    let (count, rows, cols) = (120, 20, 30);
    let mut random = Random(9);
    let mut numbers = |len| (0..len).map(|_| random.number() as f32).collect::<Vec<_>>();
    let (a, b) = (numbers(count * rows * 512), numbers(count * 512 * cols));
    let a = |k| ArrayView2::from_shape((rows, 512), &a[k * rows * 512..][..rows * 512]).unwrap();
    let b = |k| ArrayView2::from_shape((512, cols), &b[k * 512 * cols..][..512 * cols]).unwrap();
    let isa = Isa::current();
    let all = [1, 3].map(|workers| {
        let mut all = vec![7.0; count * rows * cols];
        multiply(&mut Panels::default(), (isa, workers), (a, b), (rows, cols), false, &mut all);
        all
    });
    for k in 0..count {
        let alone = product(Level::Baseline, &a(k), &b(k), 1);
        for all in &all {
            let found = &all[k * rows * cols..][..rows * cols];
            assert_eq!(found, alone.as_slice().unwrap(), "product {k}");
        }
    }
}

#[test]
fn half_of_a_product_is_what_is_left_of_the_diagonal() {
    let mut random = Random(10);
    let a = Array2::from_shape_simple_fn((150, 33), || random.number() as f32);
    let whole = product(Level::Baseline, &a.view(), &a.t(), 1);
    let mut half = vec![7.0; 150 * 150];
    multiply(&mut Panels::default(), (Isa::current(), 2), (|_| a.view(), |_| a.t()), (150, 150), true, &mut half);
    for (k, &found) in half.iter().enumerate() {
        let (row, col) = (k / 150, k % 150);
        let expected = if col < (row / 64 + 1) * 64 { whole[(row, col)] } else { 7.0 };
        assert_eq!(found, expected, "element {row}, {col}");
    }
}
