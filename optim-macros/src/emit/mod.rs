//! Last stage: tokens.
//!
//! | file | what it writes |
//! |---|---|
//! | `settings`, `schedule` | the struct half of an optimizer, of a schedule |
//! | `hyperparameters`, `builder`, `declarations`, `allow` | parts of a struct half: the fields as data, the builder, what the attribute says as methods, lints |
//! | `definition_macro`, `forward` | the way from the struct half to the impl half: the hidden macro, and its call |
//! | `step`, `formula` | the impl half of an optimizer, of a schedule |
//! | `definition`, `kernel`, `trace` | parts of a step: what the attribute says, the loops, the body over recording handles |
//! | `routines` | what `probe` and `eval` add to a step: entries of the kernel, graphs |
//! | `wrapper` | what a wrapper adds to a step: how it calls the inner optimizer |
//! | `elementwise` | an elementwise function; it and `formula` print their bodies by `generic`, over one type of numbers |
//! | `body`, `dimensions`, `fixed`, `printed` | what all printers of a checked body share: blocks, dimensions, fixed expressions, and operators with the parentheses that they need |
//! | `scope` | the block around generated items, where their variables are variables whatever the module defines |
//! | `refused`, `stub` | what stands besides the errors of a struct, of an impl |

mod allow;
mod body;
mod builder;
mod calls;
mod declarations;
pub(crate) mod definition;
mod definition_macro;
mod dimensions;
pub(crate) mod elementwise;
pub(crate) mod fixed;
pub(crate) mod formula;
pub(crate) mod forward;
pub(crate) mod generic;
mod hyperparameters;
mod kernel;
mod printed;
mod refused;
mod routines;
pub(crate) mod schedule;
pub(crate) mod scope;
pub(crate) mod settings;
pub(crate) mod step;
pub(crate) mod step_function;
pub(crate) mod stub;
mod trace;
mod wrapper;
