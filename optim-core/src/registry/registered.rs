//! The list of optimizers that fills itself; that of schedules is `hyper/schedule/list.rs`.

use super::OptimizerEntry;

#[cfg(feature = "inventory")]
inventory::collect!(OptimizerEntry);

/// Every optimizer that has registered itself, sorted by name and place: the order of registration is the linker's.
#[cfg(feature = "inventory")]
pub(super) fn optimizers() -> Vec<OptimizerEntry> {
    let mut entries: Vec<OptimizerEntry> = inventory::iter::<OptimizerEntry>.into_iter().copied().collect();
    crate::sorting::sort_by_key(&mut entries, |entry| (entry.name, entry.source.file, entry.source.line));
    entries
}

/// Every optimizer that has registered itself: none without the feature `inventory`.
#[cfg(not(feature = "inventory"))]
pub(super) fn optimizers() -> Vec<OptimizerEntry> {
    Vec::new()
}

/// Registers a type by name, for generated code: `__register!(Optimizer(OptimizerEntry), Lion)`.
///
/// Each type of entries has a list of its own; the word in front of it is for whoever reads the expansion.
///
/// The feature of this crate decides between the two definitions, not a feature of the crate that the code is generated in.
#[cfg(feature = "inventory")]
#[doc(hidden)]
#[macro_export]
macro_rules! __register {
    ($kind:ident($entry:ident), $ty:ty) => {
        $crate::__private::inventory::submit! {
            $crate::__private::$entry::of::<$ty>()
        }
    };
}

/// Without the feature `inventory` nothing registers itself.
#[cfg(not(feature = "inventory"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __register {
    ($kind:ident($entry:ident), $ty:ty) => {};
}
