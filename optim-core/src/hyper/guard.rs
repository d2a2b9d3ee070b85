//! Calls of code that optimizers and schedules define, where a panic becomes an error.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::HyperError;

/// Runs code that an optimizer or a schedule defines. A panic in it becomes an error.
pub(crate) fn guarded<R>(optimizer: &'static str, run: impl FnOnce() -> R) -> Result<R, HyperError> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|panic| panicked(optimizer, &*panic))
}

fn panicked(optimizer: &'static str, panic: &(dyn Any + Send)) -> HyperError {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    let message = text.or_else(|| panic.downcast_ref::<String>().cloned());
    HyperError::Panicked { optimizer, message: message.unwrap_or_else(|| "for an unknown reason".to_owned()) }
}
