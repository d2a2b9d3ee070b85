//! Masks: elements of a parameter that stay zero while the others train.
//!
//! A mask is an array of the parameter's shape, `true` (or 1) where an element is kept. Pass it to
//! [`Optimizer::set_mask`](crate::Engine::set_mask) of any built optimizer. From then on, in every step that has a
//! gradient for the parameter:
//!
//! * the gradient of masked elements counts as 0: in the step, in its norms and means, in `clip_norm` and in the policy
//!   for NaN and infinity. It may be infinite or NaN;
//! * masked elements of the parameter count as 0, and are exactly 0 after the step, whatever weight decay, `eps` or
//!   averaging would do with them;
//! * the same holds for the states of [`state_names_to_sparsify`](crate::Engine::state_names_to_sparsify), which have a
//!   number per element. Row, column and scalar states are not masked.
//!
//! So a masked step is an unmasked one between zeroed arrays: kept elements of an elementwise optimizer get the same bits as
//! without a mask, and a step that divides 0 by 0 under the mask still leaves 0 there.
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
//! A mask costs one byte per element, and a copy of the gradient that is kept for the next step. A step makes two more
//! passes over the parameter and one over the gradient and each such state, shared among the step's threads. Parameters
//! without a mask pay nothing.
//!
//! The functions of this module make masks from arrays. They are plain boolean arrays: combine them as such.

mod choose;
mod element;
mod error;
mod masks;
mod select;

pub use choose::{magnitude, nonzero, random};
pub use element::MaskElement;
pub use error::MaskError;
pub(crate) use masks::{Masked, Masks};
