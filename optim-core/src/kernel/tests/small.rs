//! Numbers, views and memory.

use ndarray::{ArrayD, Axis, IxDyn};

use super::by_hand::with_row;
use super::kernels::Adam;
use super::support::{LAYOUTS, Random, laid_out, random};
use crate::kernel::arena::PendingNumber;
use crate::kernel::math::{clamp, flush, lerp, max, min, powi, round, sign};
use crate::kernel::raw::Jobs;
use crate::kernel::{Float, GradLoad, Level, StateSlot, TensorMut, TensorRef, levels, with_level, zeroed};

#[test]
fn special_numbers() {
    fn check<T: Float>() {
        let (x, nan, one) = (T::cast, T::nan(), T::ONE);
        assert!(sign(x(-3.0)) == -one && sign(x(2.0)) == one && sign(T::ZERO) == T::ZERO && sign(nan).is_nan());
        for (a, b) in [(nan, one), (one, nan)] {
            assert!(min(a, b).is_nan() && max(a, b).is_nan(), "unlike `a.min(b)`");
            assert!(a.min(b) == one && T::max(a, b) == one, "the methods are those of everybody");
        }
        assert!(clamp(nan, T::ZERO, one).is_nan());
        assert!(min(one, x(2.0)) == one && max(one, x(2.0)) == x(2.0));
        assert!(clamp(x(5.0), x(3.0), one) == one, "crossed bounds give the upper one");
        assert!(powi(x(1.5), 3) == x(3.375) && powi(x(2.0), -2) == x(0.25) && powi(x(7.0), 0) == one);
        assert!(powi(x(2.0), i32::MIN) == T::ZERO);
        let least = T::min_positive_value();
        let tiny = least / x(2.0);
        assert!(flush(tiny) == T::ZERO && flush(-tiny) == T::ZERO && flush(least) == least);
        assert!(flush(nan).is_nan() && flush(T::neg_infinity()) == T::neg_infinity());
        assert!(round(x(2.5)) == x(3.0) && round(x(-2.5)) == x(-3.0));
        assert!(lerp(one, x(3.0), x(0.25)) == x(1.5));
    }
    check::<f32>();
    check::<f64>();
}

#[test]
fn scalar_states_are_never_subnormal() {
    let (mut params, grads) = ([ArrayD::from_elem(IxDyn(&[]), 1.0_f32)], [ArrayD::from_elem(IxDyn(&[]), 1.0_f32)]);
    for (to, is) in [(1e-300, 1e-300), (1e-310, 0.0), (f64::MIN_POSITIVE, f64::MIN_POSITIVE), (-1e-320, 0.0)] {
        let mut states = [vec![StateSlot::scalar(0.5), StateSlot::Absent]];
        with_row(&Adam { lr: 0.1 }, (&mut params, &grads), &mut states, (1, 0, GradLoad::PLAIN), |row| {
            let mut jobs = Jobs::Row(row);
            jobs.set_number((0, 1), PendingNumber::State(0), to);
            jobs.set_number((0, 1), PendingNumber::State(1), 2.0);
        });
        let [StateSlot::Scalar { value, .. }, StateSlot::Absent] = states[0][..] else { panic!("{states:?}") };
        assert_eq!(value, is);
    }
}

#[test]
fn views_are_the_array() {
    let mut r = Random(3);
    for shape in [&[][..], &[4], &[3, 5], &[2, 3, 4], &[0, 3], &[3, 0], &[2, 0, 4], &[1, 4]] {
        for layout in LAYOUTS {
            let mut array: ArrayD<f32> = laid_out(&random(shape, &mut r), layout);
            let copy = array.clone();
            let view = TensorRef::from_array(&array);
            assert_eq!(view.to_ndarray(), copy.view());
            assert_eq!((view.len(), view.is_empty(), view.shape()), (copy.len(), copy.is_empty(), copy.shape()));
            let mut view = TensorMut::from_array(&mut array);
            assert_eq!(view.reborrow().to_ndarray(), copy.view());
            assert_eq!(view.to_ndarray_mut().expect("a number each"), copy.view());
            assert_eq!((view.len(), view.is_empty(), view.shape()), (copy.len(), copy.is_empty(), copy.shape()));
            view.to_ndarray_mut().expect("a number each").mapv_inplace(|x| x + 1.0);
            assert_eq!(array, copy + 1.0);
        }
    }
    let one = ArrayD::from_elem(IxDyn(&[1, 1]), 2.0_f64);
    let repeated = one.broadcast(IxDyn(&[3, 4])).unwrap();
    assert_eq!(TensorRef::from_array(&repeated).to_ndarray(), repeated);
    let mut backwards = repeated.to_owned();
    backwards.invert_axis(Axis(1));
    assert_eq!(TensorRef::from_array(&backwards).to_ndarray(), repeated);
}

#[test]
#[cfg_attr(miri, ignore = "too slow")]
fn zeroed_memory_is_zero() {
    assert!(zeroed::<f32>(0).is_empty());
    assert!(zeroed::<f64>(3 << 20).iter().all(|&x| x == 0.0));
}

#[test]
fn levels_are_lowered_to_what_there_is() {
    let best = *levels().last().unwrap();
    with_level(Level::Avx512, || assert!(Level::current() <= Level::Avx512));
    assert!(levels()[0] == Level::Baseline && best >= Level::Baseline);
}
