//! Masks: elements of a parameter that stay zero while the others train.
//!
//! A mask is an array of the parameter's shape, `true` (or 1) where an element is kept. Pass it to
//! [`Optimizer::set_mask`](crate::Optimizer::set_mask) of any built optimizer. From then on, in every step that has a
//! gradient for the parameter:
//!
//! * the gradient of masked elements counts as 0: in the step, in its norms and means, in `clip_norm` and in the policy
//!   for NaN and infinity. It may be infinite or NaN;
//! * masked elements of the parameter count as 0, and are exactly 0 after the step, whatever weight decay, `eps` or
//!   averaging would do with them;
//! * the same holds for the states of [`state_names_to_sparsify`](crate::Optimizer::state_names_to_sparsify), which have a
//!   number per element. Row, column and scalar states, and states that are declared as `(rows, cols)`, are not masked.
//!
//! The lower bits of a [split](crate::Storage::Split8) parameter belong to the parameter: they keep their values until the parameter is
//! zeroed.
//!
//! So a masked step gives the same result as an unmasked step on zeroed arrays. In an elementwise optimizer, kept elements
//! have the same bits as without a mask. If a step divides 0 by 0 in a masked element, the element is still 0.
//!
//! | moment | states under the mask | parameter under the mask |
//! |---|---|---|
//! | `set_mask` | zeroed at once, from whatever initial value | as it was: the optimizer does not have it |
//! | `apply_masks` | | zeroed |
//! | a step with a gradient for it | zero | zeroed, before and after |
//! | a step without a gradient for it | zero | as it was |
//! | `set_state` and other writes of states | zero | |
//! | another `set_mask` | zeroed where newly masked; newly kept elements start from 0 | as it was, that is 0 |
//! | `clear_mask` | start from 0 | as it was |
//!
//! A mask costs one byte per element, and memory for a copy of the gradient, which stays allocated. A step makes two
//! more passes over the parameter, and one over the gradient and each masked state, on all of its threads. Parameters
//! without a mask cost nothing.
//!
//! The functions of this module create masks from arrays. Masks are plain boolean arrays, so you can combine them.

mod choose;
mod element;
mod error;
mod masks;
mod select;

pub use choose::{magnitude, nonzero, random};
pub use element::MaskElement;
pub use error::MaskError;
pub(crate) use masks::{Masked, Masks};
