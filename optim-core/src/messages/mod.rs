//! Texts of errors, warnings and reports.
//!
//! Errors contain names as they are. Where they write a name or another text that comes from a file or a user, they write it with
//! [`shown`], so that no control character of it reaches a terminal.

mod debug;
mod shown;

#[doc(hidden)]
pub use debug::{debug, debug_as_display};
pub use shown::{Shown, quoted, shown, shown_lines};
