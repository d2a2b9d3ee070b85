//! Texts of errors, warnings and reports.

mod debug;

#[doc(hidden)]
pub use debug::{debug, debug_as_display};
