//! Last stage: generated code.
//!
//! | file | output |
//! |---|---|
//! | `settings`, `schedule` | the struct half of an optimizer, of a schedule |
//! | `hyperparameters`, `builder`, `declarations`, `allow` | parts of a struct half: fields as data, builder, expressions of the attribute, lints |
//! | `definition_macro`, `forward` | the connection from the struct half to the impl half: the hidden macro, and its call |
//! | `step`, `formula` | the impl half of an optimizer, of a schedule |
//! | `definition`, `kernel`, `trace` | parts of a step: declarations, loops, the body on recording handles |
//! | `routines` | additions for `probe` and `eval`: entries of the kernel, graphs |
//! | `wrapper` | additions for a wrapper: the call of the inner optimizer |
//! | `elementwise` | an elementwise function; like `formula` it prints its body with `generic`, over one type of numbers |
//! | `body`, `dimensions`, `fixed`, `printed` | shared by printers of a body: blocks, dimensions, fixed expressions, operators with parentheses |
//! | `planned`, `parts` | shared by the others: a function after all stages; defaults, positions |
//! | `scope` | the block around generated items, which keeps their variables apart from items of the user's module |
//! | `refused`, `stub` | replacements for a struct or an impl with errors |

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
mod parts;
pub(crate) mod planned;
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
