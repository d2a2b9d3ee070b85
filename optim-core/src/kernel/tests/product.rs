//! Products of numbers that are rounded to `bf16`.

use ndarray::{Array2, ArrayView2, ShapeBuilder, s};

use super::support::Random;
use crate::kernel::level::{Isa, levels, with_level};
use crate::kernel::product::multiply;
use crate::kernel::storage::half::upper_half;

fn rounded(x: f32) -> f64 {
    f64::from(f32::from_bits(u32::from(upper_half(x)) << 16))
}

/// Checks a product: it is the one of the rounded numbers, but for the rounding of its sums, and has the same bits at every level.
fn check(a: &ArrayView2<'_, f32>, b: &ArrayView2<'_, f32>) {
    let (rows, inner, cols) = (a.nrows(), a.ncols(), b.ncols());
    let run = |level| {
        let mut product = Array2::from_elem((rows, cols + 1), 7.0_f32);
        multiply(with_level(level, Isa::current), a, b, product.as_slice_mut().unwrap(), cols + 1);
        assert!(product.column(cols).iter().all(|&x| x == 7.0), "what is beside the product stays");
        product
    };
    let products: Vec<_> = levels().into_iter().map(run).collect();
    assert!(products.iter().all(|product| product == products[0]));
    for ((i, j), &found) in products[0].slice(s![.., ..cols]).indexed_iter() {
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
        [(0, 3, 2), (3, 0, 2), (2, 3, 0), (1, 1, 1), (8, 2, 48), (7, 5, 47), (17, 513, 50), (9, 1025, 3), (40, 64, 100)]
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
        let mut product = Array2::from_elem((4, 1), 0.0);
        multiply(with_level(level, Isa::current), &a.view(), &b.view(), product.as_slice_mut().unwrap(), 1);
        assert_eq!(product[(0, 0)], f32::INFINITY);
        assert!(product[(1, 0)].is_nan());
        assert_eq!(product[(2, 0)], f32::INFINITY, "1e39");
        assert_eq!(product[(3, 0)], tiny);
    }
}
