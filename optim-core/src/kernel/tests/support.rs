//! Arrays of any layout, deterministic numbers, comparisons.

#[cfg(feature = "rayon")]
use std::sync::LazyLock;

use ndarray::{ArrayD, Axis, IxDyn, Slice};

use crate::kernel::{Float, Level, Threads, levels};

/// Pseudo-random numbers, the same in every run.
pub(in crate::kernel) struct Random(pub u64);

impl Random {
    pub(in crate::kernel) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    /// A number in `[-1, 1)`.
    pub(in crate::kernel) fn number(&mut self) -> f64 {
        self.next() as f64 / f64::from(1u32 << 30) - 1.0
    }
}

/// The layout of an array in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::kernel) enum Layout {
    C,
    F,
    /// The last two axes exchanged.
    Swapped,
    /// Axes rotated.
    Rotated,
    /// Every second element of a larger array.
    Stepped,
    /// Walked backwards along every axis.
    Reversed,
    /// The middle of a larger array.
    Cropped,
}

pub(in crate::kernel) const LAYOUTS: [Layout; 7] =
    [Layout::C, Layout::F, Layout::Swapped, Layout::Rotated, Layout::Stepped, Layout::Reversed, Layout::Cropped];

/// The same numbers in another layout.
pub(in crate::kernel) fn laid_out<T: Float>(array: &ArrayD<T>, layout: Layout) -> ArrayD<T> {
    let n = array.ndim();
    let permuted = |order: Vec<usize>| {
        let inverse: Vec<usize> = (0..n).map(|k| order.iter().position(|&o| o == k).unwrap()).collect();
        array.view().permuted_axes(order).as_standard_layout().into_owned().permuted_axes(inverse)
    };
    let grown = |step: usize, before: usize| {
        let shape: Vec<usize> = array.shape().iter().map(|&len| len * step + 2 * before).collect();
        let mut large = ArrayD::from_elem(IxDyn(&shape), T::cast(77.0));
        for axis in 0..n {
            let (start, len) = (before as isize, array.len_of(Axis(axis)));
            let end = Some(start + (len * step) as isize);
            large.slice_axis_inplace(Axis(axis), Slice::new(start, end, step as isize));
        }
        large.assign(array);
        large
    };
    match layout {
        Layout::C => array.as_standard_layout().into_owned(),
        Layout::F => permuted((0..n).rev().collect()),
        Layout::Swapped if n >= 2 => permuted((0..n - 2).chain([n - 1, n - 2]).collect()),
        Layout::Rotated if n >= 2 => permuted((1..n).chain([0]).collect()),
        Layout::Swapped | Layout::Rotated => array.clone(),
        Layout::Stepped => grown(2, 0),
        Layout::Cropped => grown(1, 1),
        Layout::Reversed => {
            let mut reversed = array.clone();
            (0..n).for_each(|axis| reversed.invert_axis(Axis(axis)));
            let mut reversed = reversed.as_standard_layout().into_owned();
            (0..n).for_each(|axis| reversed.invert_axis(Axis(axis)));
            reversed
        }
    }
}

/// Levels and threads to compare: each level on one thread, each number of threads at the best level.
pub(in crate::kernel) fn ways(threads: &[Threads]) -> Vec<(Level, Threads)> {
    let levels = levels();
    let best = levels[levels.len() - 1];
    let one = levels.into_iter().map(|level| (level, Threads::One));
    one.chain(threads.iter().map(|&threads| (best, threads))).collect()
}

/// Runs a closure in a pool of seven threads, however many the machine has.
#[cfg(feature = "rayon")]
pub(in crate::kernel) fn on_seven_threads<R: Send>(run: impl FnOnce() -> R + Send) -> R {
    static POOL: LazyLock<rayon::ThreadPool> =
        LazyLock::new(|| rayon::ThreadPoolBuilder::new().num_threads(7).build().unwrap());
    POOL.install(run)
}

/// Runs a closure.
#[cfg(not(feature = "rayon"))]
pub(in crate::kernel) fn on_seven_threads<R: Send>(run: impl FnOnce() -> R + Send) -> R {
    run()
}

/// Random numbers of a shape.
pub(in crate::kernel) fn random<T: Float>(shape: &[usize], random: &mut Random) -> ArrayD<T> {
    ArrayD::from_shape_simple_fn(IxDyn(shape), || T::cast(random.number()))
}

/// The numbers in C order.
pub(in crate::kernel) fn numbers<T: Float>(array: &ArrayD<T>) -> Vec<f64> {
    array.iter().map(|x| x.as_()).collect()
}

/// Panics where two numbers are further apart than rounding explains.
pub(in crate::kernel) fn assert_close<T: Float>(got: &[f64], expected: &[f64], what: &str) {
    assert_eq!(got.len(), expected.len(), "{what}: length");
    let tolerance = if T::DTYPE.size() == 4 { 1e-5 } else { 1e-10 };
    for (k, (&a, &b)) in got.iter().zip(expected).enumerate() {
        let close = a == b || (a - b).abs() <= tolerance * (1.0 + b.abs()) || (a.is_nan() && b.is_nan());
        assert!(close, "{what}: element {k} is {a}, not {b}");
    }
}

/// Panics where two numbers differ in any bit. A NaN is a NaN: its sign and its payload are left open.
pub(in crate::kernel) fn assert_same(got: &[f64], expected: &[f64], what: &str) {
    assert_eq!(got.len(), expected.len(), "{what}: length");
    for (k, (a, b)) in got.iter().zip(expected).enumerate() {
        let same = a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
        assert!(same, "{what}: element {k} is {a}, not {b}");
    }
}
