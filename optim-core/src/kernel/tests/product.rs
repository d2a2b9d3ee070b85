//! Products of matrices, with each loop that the machine has.

use ndarray::{Array2, ArrayView2, ShapeBuilder, s};

use super::support::Random;
use crate::Float;
use crate::kernel::level::Isa;
use crate::kernel::product::{Panels, Size, multiply};
use crate::kernel::raw::{Dot, Packed, full_choices, rounded_choices};
use crate::kernel::storage::half::upper_half;

/// The number of elements after which a sum in the type of the numbers is added to the result.
const DEPTH: usize = 128;

/// The bits of a number; a NaN has the same bits as any other NaN.
fn bits<T: Float>(x: T) -> u64 {
    if x.is_nan() { u64::MAX } else { x.to_bits() }
}

/// The product of two matrices, in a row of two equal ones.
fn product<T: Float, P: Packed<T>>(
    dot: &Dot<T, P>,
    a: &ArrayView2<'_, T>,
    b: &ArrayView2<'_, T>,
    workers: usize,
) -> Array2<T> {
    let (rows, cols) = (a.nrows(), b.ncols());
    let mut twice = vec![T::cast(7.0); 2 * rows * cols];
    let (mut panels, isa) = (Panels::default(), Isa::current());
    let size = |rows, cols| Size { rows, cols, half: false };
    // The numbers that another product has left do not matter.
    multiply(dot, &mut panels, (isa, 1), (|_| b.t(), |_| a.t()), size(cols, rows), &mut twice);
    multiply(dot, &mut panels, (isa, workers), (|_| *a, |_| *b), size(rows, cols), &mut twice);
    let bits: Vec<_> = twice.iter().map(|x| bits(*x)).collect();
    assert_eq!(bits[..rows * cols], bits[rows * cols..]);
    twice.truncate(rows * cols);
    Array2::from_shape_vec((rows, cols), twice).unwrap()
}

/// The sum of products that a loop computes: `add` adds a product to a sum.
fn in_blocks<T: Float>(a: &[T], b: &[T], add: fn(T, T, T) -> T) -> T {
    let sums = a.chunks(DEPTH).zip(b.chunks(DEPTH)).map(|(a, b)| {
        let products = a.iter().zip(b);
        products.fold(T::ZERO, |sum, (&a, &b)| add(sum, a, b))
    });
    sums.reduce(|sum, block| sum + block).unwrap_or(T::ZERO)
}

fn fused<T: Float>(a: &[T], b: &[T]) -> T {
    in_blocks(a, b, |sum, a, b| a.mul_add(b, sum))
}

fn not_fused<T: Float>(a: &[T], b: &[T]) -> T {
    let at_once = cfg!(any(target_feature = "fma", target_arch = "aarch64"));
    if at_once { fused(a, b) } else { in_blocks(a, b, |sum, a, b| sum + a * b) }
}

fn rounded(x: f32) -> f32 {
    flushed(f32::from_bits(u32::from(upper_half(x)) << 16))
}

fn flushed(x: f32) -> f32 {
    if x.abs() < f32::MIN_POSITIVE { 0.0_f32.copysign(x) } else { x }
}

/// Adds the product of two rounded numbers, which is exact.
fn add_rounded(sum: f32, a: f32, b: f32) -> f32 {
    flushed(rounded(a).mul_add(rounded(b), sum))
}

/// The second product of each pair first.
fn in_pairs(a: &[f32], b: &[f32]) -> f32 {
    a.chunks(2)
        .zip(b.chunks(2))
        .fold(0.0, |sum, (a, b)| a.iter().zip(b).rev().fold(sum, |sum, (&a, &b)| add_rounded(sum, a, b)))
}

/// The first products of 16 pairs, the second ones, then both sums.
fn in_groups(a: &[f32], b: &[f32]) -> f32 {
    a.chunks(32).zip(b.chunks(32)).fold(0.0, |sum, (a, b)| {
        let half = |first: usize| {
            let products = a.iter().zip(b).skip(first).step_by(2);
            products.fold(0.0, |sum, (&a, &b)| add_rounded(sum, a, b))
        };
        flushed(sum + flushed(half(0) + half(1)))
    })
}

/// Checks a product: each element has the bits of the sum that the loop is to compute.
fn check<T: Float, P: Packed<T>>(
    dot: &Dot<T, P>,
    sum: fn(&[T], &[T]) -> T,
    (a, b): (&ArrayView2<'_, T>, &ArrayView2<'_, T>),
) {
    let one = product(dot, a, b, 1);
    assert_eq!(product(dot, a, b, 3).mapv(bits), one.mapv(bits), "threads do not matter");
    for ((i, j), &found) in one.indexed_iter() {
        let (row, col) = (a.row(i).to_vec(), b.column(j).to_vec());
        let expected = sum(&row, &col);
        let size = (a.nrows(), row.len(), b.ncols());
        assert!(
            found == expected || found.is_nan() && expected.is_nan(),
            "{found} for {expected} at {i}, {j} of {size:?}"
        );
    }
}

/// Checks products with all layouts of the operands.
fn check_layouts<T: Float, P: Packed<T>>(dot: &Dot<T, P>, sum: fn(&[T], &[T]) -> T) {
    let mut random = Random(8);
    for (rows, inner, cols) in
        [(3, 0, 2), (1, 1, 1), (8, 2, 48), (7, 5, 47), (17, 513, 50), (9, 1025, 3), (40, 64, 100), (130, 30, 66)]
    {
        let mut numbers = |rows: usize, cols: usize, f: bool| {
            let mut array = Array2::<T>::zeros((rows, cols).set_f(f));
            array.iter_mut().for_each(|x| *x = T::cast(random.number()));
            array
        };
        for layouts in 0..4 {
            let a = numbers(rows, inner, layouts & 1 == 1);
            let b = numbers(inner, cols, layouts & 2 == 2);
            check(dot, sum, (&a.view(), &b.view()));
        }
        let (a, b) = (numbers(2 * rows, 2 * inner, false), numbers(2 * inner, 2 * cols, true));
        check(dot, sum, (&a.slice(s![..;2, ..;2]), &b.slice(s![..;2, ..;2])));
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn products_of_any_size_and_layout() {
    fn full<T: Float>() {
        let [any, avx2, avx512] = full_choices::<T>();
        any.iter().for_each(|dot| check_layouts(dot, not_fused));
        avx2.iter().chain(&avx512).for_each(|dot| check_layouts(dot, fused));
    }
    full::<f32>();
    full::<f64>();
    let [any, avx512, amx] = rounded_choices();
    any.iter().chain(&avx512).for_each(|dot| check_layouts(dot, in_pairs));
    amx.iter().for_each(|dot| check_layouts(dot, in_groups));
}

#[test]
fn special_numbers() {
    let tiny = f32::MIN_POSITIVE;
    let a =
        Array2::from_shape_vec((4, 2), vec![f32::INFINITY, 1.0, f32::NAN, 0.0, tiny / 2.0, 1e38, tiny, -0.0]).unwrap();
    let b = Array2::from_shape_vec((2, 1), vec![1.0, 10.0]).unwrap();
    let check = |product: Array2<f32>| {
        assert_eq!(product[(0, 0)], f32::INFINITY);
        assert!(product[(1, 0)].is_nan());
        assert_eq!(product[(2, 0)], f32::INFINITY, "1e39");
        assert_eq!(product[(3, 0)], tiny);
    };
    full_choices().iter().flatten().for_each(|dot| check(product(dot, &a.view(), &b.view(), 1)));
    rounded_choices().iter().flatten().for_each(|dot| check(product(dot, &a.view(), &b.view(), 1)));
}

/// Instructions and plain code give the same bits for any patterns.
#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn any_patterns() {
    let mut state = 5_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 32) as u32
    };
    for round in 0..60 {
        let mut number = || {
            f32::from_bits(match round % 3 {
                0 => random() & 0xffff_0000,
                // From 0.5 to 2, of either sign.
                1 => (random() & 0x80ff_0000) | 0x3f00_0000,
                // Close to overflow and to subnormal numbers.
                _ => (random() & 0x80ff_0000) | 0x7f00_0000 >> (random() & 24),
            })
        };
        let a = Array2::from_shape_simple_fn((8, 50), &mut number);
        let b = Array2::from_shape_simple_fn((50, 48), &mut number);
        let [any, avx512, amx] = rounded_choices();
        any.iter().chain(&avx512).for_each(|dot| check(dot, in_pairs, (&a.view(), &b.view())));
        amx.iter().for_each(|dot| check(dot, in_groups, (&a.view(), &b.view())));
        full_choices()[1..].iter().flatten().for_each(|dot| check(dot, fused, (&a.view(), &b.view())));
    }
}

/// Products whose sums or batches are packed in several parts.
#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn products_are_packed_part_by_part() {
    fn long<T: Float, P: Packed<T>>(dot: &Dot<T, P>, sum: fn(&[T], &[T]) -> T) {
        let mut random = Random(9);
        let mut numbers = |rows, cols| Array2::from_shape_simple_fn((rows, cols), || T::cast(random.number()));
        let (a, b) = (numbers(2100, 777), numbers(777, 20));
        check(dot, sum, (&a.slice(s![..5, ..]), &b.view()));
        let whole = product(dot, &a.view(), &b.view(), 2);
        assert_eq!(whole.slice(s![..5, ..]), product(dot, &a.slice(s![..5, ..]), &b.view(), 1));
    }
    let full = full_choices::<f32>();
    long(full.iter().flatten().next_back().unwrap(), if full[1].is_some() { fused } else { not_fused });
    let rounded = rounded_choices();
    long(rounded.iter().flatten().next_back().unwrap(), if rounded[2].is_some() { in_groups } else { in_pairs });

    // Each line has 256 pairs, so that about fifty matrices are packed at once.
    let (count, rows, cols) = (120, 20, 30);
    let mut random = Random(9);
    let mut numbers = |len| (0..len).map(|_| random.number() as f32).collect::<Vec<_>>();
    let (a, b) = (numbers(count * rows * 512), numbers(count * 512 * cols));
    let a = |k| ArrayView2::from_shape((rows, 512), &a[k * rows * 512..][..rows * 512]).unwrap();
    let b = |k| ArrayView2::from_shape((512, cols), &b[k * 512 * cols..][..512 * cols]).unwrap();
    for dot in rounded.iter().flatten() {
        for workers in [1, 3] {
            let mut all = vec![7.0; count * rows * cols];
            let size = Size { rows, cols, half: false };
            multiply(dot, &mut Panels::default(), (Isa::current(), workers), (a, b), size, &mut all);
            for k in 0..count {
                let found = &all[k * rows * cols..][..rows * cols];
                assert_eq!(found, product(dot, &a(k), &b(k), 1).as_slice().unwrap(), "product {k}");
            }
        }
    }
}

#[test]
fn half_of_a_product_is_what_is_left_of_the_diagonal() {
    fn half<T: Float, P: Packed<T>>(dot: &Dot<T, P>) {
        let mut random = Random(10);
        let n = 330;
        let a = Array2::from_shape_simple_fn((n, 33), || T::cast(random.number()));
        let whole = product(dot, &a.view(), &a.t(), 1);
        assert_eq!(whole, whole.t());
        for workers in [1, 2] {
            let mut half = vec![T::cast(7.0); n * n];
            let size = Size { rows: n, cols: n, half: true };
            let run = (Isa::current(), workers);
            multiply(dot, &mut Panels::default(), run, (|_| a.view(), |_| a.t()), size, &mut half);
            for (k, &found) in half.iter().enumerate() {
                let (row, col) = (k / n, k % n);
                if col < (row / 64 + 1) * 64 {
                    assert_eq!(found, whole[(row, col)], "element {row}, {col}");
                }
            }
            assert_eq!(half[n - 1], T::cast(7.0), "the other half is left out");
        }
    }
    full_choices::<f32>().iter().flatten().for_each(half);
    full_choices::<f64>().iter().flatten().for_each(half);
    rounded_choices().iter().flatten().for_each(half);
}
