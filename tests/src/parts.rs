//! Step functions that tests call from another crate.

use optim_std::author::*;

/// The size of an update.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// Unchanged.
    Own,
    /// Multiplied by a half.
    Half,
    /// Scaled to a norm of about 1.
    One,
}

#[optimizer]
fn in_size(update: Tensor, size: Size) -> Tensor {
    match size {
        Size::Own => update,
        Size::Half => 0.5 * update,
        Size::One => update / (1e-8 + update.norm()),
    }
}

/// An update in one size, and in another size.
#[optimizer(uses(in_size))]
pub fn in_sizes(update: Tensor, size: Size) -> Tensor {
    in_size(update, size) + in_size(update, if size == Size::Half { Size::One } else { Size::Half })
}
