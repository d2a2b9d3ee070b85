//! Strided memory: which axes it has, and tiles on their way from and to it.

use ndarray::{Array, IxDyn};

use super::support::{LAYOUTS, laid_out, numbers};
use crate::kernel::gather::{Axis, gather, is_line, push_axes, scatter};

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
            let axes = axes(shape, array.strides());
            for (start, n) in (0..len).flat_map(|start| (0..=len - start).map(move |n| (start, n))) {
                let mut tile = vec![-1.0; len];
                // SAFETY: the axes are those of the array, the stretch lies inside it, and the buffer is as long.
                unsafe { gather(array.as_ptr(), &axes, start, n, tile.as_mut_ptr()) };
                assert_eq!(tile[..n], numbers(&counted)[start..start + n], "{shape:?} {layout:?}");
                assert!(tile[n..].iter().all(|&x| x == -1.0));
                tile.fill(0.5);
                // SAFETY: as above.
                unsafe { scatter(tile.as_ptr(), &axes, start, n, array.as_mut_ptr()) };
                let changed: Vec<_> = (0..len).filter(|&k| numbers(&array)[k] == 0.5).collect();
                assert_eq!(changed, Vec::from_iter(start..start + n), "{shape:?} {layout:?}");
                array.assign(&counted);
            }
        }
    }
}
