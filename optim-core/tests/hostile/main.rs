//! Descriptions of steps with arguments that nobody should pass: an error, a panic or a result, never undefined behaviour.
//!
//! There is no `unsafe` here, so whatever happens to memory is the kernels' doing. `fuzz/README.md` says how to run this
//! under AddressSanitizer.

#![forbid(unsafe_code)]

mod axes;
mod described;
mod random;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use optim_core::__private::Extent;
use optim_core::shape::ParamShape;

/// Panics of the kernels are what this is about: only those of the tests are printed.
fn quietly() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if info.location().is_some_and(|at| at.file().contains("hostile")) {
                print(info);
            }
        }));
    });
}

/// The message of the panic that a closure ends with.
fn refused<R>(f: impl FnOnce() -> R) -> String {
    quietly();
    let Err(panic) = catch_unwind(AssertUnwindSafe(f)) else { panic!("it is not refused") };
    match panic.downcast::<String>() {
        Ok(message) => *message,
        Err(panic) => panic.downcast::<&str>().map_or_else(|_| "not a message".to_owned(), |message| (*message).into()),
    }
}

#[test]
fn an_extent_has_no_more_elements_than_an_array() {
    let message = "an extent has no more elements than an array can have";
    let most = isize::MAX as usize;
    for [batch, rows, cols] in [
        // Units times reductions were 2⁶³ · 2 and wrapped to 0.
        [1 << 63, 128, 128],
        [1 << 32, 1 << 31, 1],
        [usize::MAX, 1, 1],
        [1, 1, most + 1],
        // As of arrays, of an extent without elements too.
        [1 << 40, 0, 1 << 40],
    ] {
        assert_eq!(refused(|| Extent::new(batch, rows, cols)), message, "{batch} {rows} {cols}");
    }
    assert_eq!(refused(|| Extent::from(ParamShape::of(&[usize::MAX, 2, 2]))), message);
    assert_eq!(Extent::new(1 << 31, 1 << 31, 1).len(), 1 << 62);
    assert_eq!(Extent::new(1, most, 1).len(), most);
    assert_eq!(Extent::new(1 << 40, 0, 1 << 20).len(), 0);
}
