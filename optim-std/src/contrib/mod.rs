//! Optimizers beyond those of the reference, one file each: feature `contrib`, off by default.
//!
//! They are written like [the others](mod@crate::optimizers), and found by name like them. What differs from the program that an
//! optimizer was compared with is in its documentation.

mod yogi;

crate::stock::list! {($) __contrib:
    yogi::Yogi,
}
