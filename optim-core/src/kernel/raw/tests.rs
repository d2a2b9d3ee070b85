//! Strided memory: which axes it has, and tiles on their way from and to it.

use ndarray::{Array, IxDyn};

use super::base::Base;
use super::gather::{Axis, Numbers, is_line, lay, push_axes};
use crate::kernel::tests::support::{LAYOUTS, laid_out, numbers};

fn axes(shape: &[usize], strides: &[isize]) -> Vec<Axis> {
    // What is there before belongs to another array.
    let mut axes = vec![Axis { len: 2, stride: shape[0] as isize * strides[0] }];
    push_axes(&mut axes, shape, Some(strides), 0..shape.len());
    axes.split_off(1)
}

#[test]
fn neighbouring_axes_of_one_run_are_joined() {
    let axis = |len, stride| Axis { len, stride };
    assert_eq!(axes(&[2, 3, 4], &[12, 4, 1]), [axis(24, 1)]);
    assert_eq!(axes(&[2, 3, 4], &[24, 8, 2]), [axis(24, 2)]);
    assert_eq!(axes(&[2, 3, 4], &[-12, -4, -1]), [axis(24, -1)]);
    assert_eq!(axes(&[2, 3, 4], &[20, 4, 1]), [axis(2, 20), axis(12, 1)]);
    assert_eq!(axes(&[2, 3, 4], &[15, 5, 1]), [axis(6, 5), axis(4, 1)]);
    assert_eq!(axes(&[4, 1, 3], &[1, 99, 4]), [axis(4, 1), axis(3, 4)]);
    assert_eq!(axes(&[1, 1], &[1, 1]), []);
}

#[test]
fn a_line_is_at_most_one_axis_of_neighbours() {
    let axis = |len, stride| Axis { len, stride };
    assert!(is_line(&[]) && is_line(&[axis(4, 1)]));
    assert!(!is_line(&[axis(4, 2)]) && !is_line(&[axis(4, -1)]) && !is_line(&[axis(2, 9), axis(4, 1)]));
}

#[test]
#[cfg_attr(miri, ignore = "too slow")]
fn any_stretch_is_gathered_and_scattered() {
    for shape in [&[7][..], &[3, 5], &[2, 3, 4], &[2, 3, 2, 2]] {
        let len = shape.iter().product();
        let counted = Array::from_shape_vec(IxDyn(shape), (0..len).map(|k| k as f64).collect()).unwrap();
        for layout in LAYOUTS {
            let mut array = laid_out(&counted, layout);
            let mut axes = vec![Axis { len: 2, stride: 1 }];
            let (first, last) = lay(&mut axes, shape, Some(array.strides()), 0..shape.len());
            let elements = Numbers::new(Base::new(array.as_mut_ptr()), len, &axes[first..last]);
            for (start, n) in (0..len).flat_map(|start| (0..=len - start).map(move |n| (start, n))) {
                let mut tile = vec![-1.0; len];
                // SAFETY: nobody writes the array meanwhile.
                let read = unsafe { elements.read(start, n, &mut tile) };
                assert_eq!(read, &numbers(&counted)[start..start + n], "{shape:?} {layout:?}");
                assert!(tile[n..].iter().all(|&x| x == -1.0));
                tile.fill(0.5);
                // SAFETY: nobody reads or writes the array meanwhile.
                unsafe { elements.scatter(start, &tile[..n]) };
                let changed: Vec<_> = (0..len).filter(|&k| numbers(&array)[k] == 0.5).collect();
                assert_eq!(changed, Vec::from_iter(start..start + n), "{shape:?} {layout:?}");
                array.assign(&counted);
            }
        }
    }
}

#[test]
fn numbers_end_with_their_array() {
    let mut array = Array::from_shape_fn((3, 4), |(row, col)| (row * 4 + col) as f64);
    for (start, n) in [(12, 1), (13, 0), (0, 13), (usize::MAX, 1), (1, usize::MAX)] {
        let mut buffer = [0.0; 20];
        let mut refused = |axes: &[Axis]| {
            let elements = Numbers::new(Base::new(array.as_mut_ptr()), 12, axes);
            // SAFETY: nobody writes the array meanwhile.
            let read = || unsafe { elements.read(start, n, &mut buffer) }.len();
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(read)).is_err()
        };
        assert!(refused(&[]), "{n} from {start} of a line");
        assert!(refused(&[Axis { len: 3, stride: 4 }, Axis { len: 4, stride: 1 }]), "{n} from {start} of a matrix");
    }
}
