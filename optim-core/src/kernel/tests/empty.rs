//! Steps of nothing: whatever the sizes beside an axis without entries, no element is there to be computed.

use ndarray::{ArrayD, IxDyn};

use super::by_hand::with_row;
use super::kernels::{Factored, Products};
use super::record::recorded;
use crate::kernel::scan::Scan;
use crate::kernel::{AnyKernel, Arenas, Describe, Extent, GradLoad, TensorRef, Threads, run_row, scan};
use crate::shape::{Axes, ParamShape};

/// Too large to be multiplied by itself.
const LARGE: usize = 1 << 40;

#[test]
fn a_step_of_nothing_does_nothing_whatever_the_other_sizes() {
    let (products, factored) = (Products { lr: 0.1 }, Factored { lr: 0.1 });
    let kernels: [(&dyn AnyKernel<f32>, &dyn Describe<f32>); 2] = [(&products, &products), (&factored, &factored)];
    for shape in [&[0, LARGE, 5][..], &[0, 5, LARGE], &[0, 1 << 20, LARGE], &[LARGE, 0, 1 << 20, 0]] {
        let folded = ParamShape::of(shape);
        for (kernel, optimizer) in kernels {
            // As `build` does.
            assert!(kernel.scratch(0, folded) <= isize::MAX as usize, "{shape:?}");
            let (mut params, grads) = ([ArrayD::zeros(IxDyn(shape))], [ArrayD::zeros(IxDyn(shape))]);
            with_row(kernel, (&mut params, &grads), &mut [Vec::new()], (1, 0, GradLoad::PLAIN), |row| {
                run_row(row, 0, None, &Arenas::default(), Threads::One);
            });
            let passes = recorded(optimizer, shape);
            assert!(passes.iter().all(|pass| pass.writes.iter().all(|moved| moved.numbers == 0)));
            let read = scan(&[TensorRef::from_array(&grads[0])], 1.0, &Arenas::default(), Threads::One);
            assert_eq!(read, Scan { norm_squared: 0.0, not_finite: Vec::new() });
        }
    }
}

#[test]
fn without_matrices_there_are_no_rows_and_columns() {
    let none = Extent::new(0, LARGE, LARGE);
    for axes in [Axes::Tensor, Axes::Rows, Axes::Cols, Axes::Matrices] {
        assert_eq!(none.over(axes).len(), 0);
    }
    assert_eq!((none.len(), none.over(Axes::Scalar).len()), (0, 1));
}
