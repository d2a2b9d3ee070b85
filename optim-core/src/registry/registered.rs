//! The list of optimizers and schedules that fills itself.

/// An entry of the list that every `#[optimizer]` and `#[scheduler]` of the program adds itself to.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Registered {
    Optimizer(super::OptimizerEntry),
    Schedule(crate::schedule::ScheduleEntry),
}

#[cfg(feature = "inventory")]
inventory::collect!(Registered);

/// Everything that has registered itself, in no certain order.
#[cfg(feature = "inventory")]
pub(super) fn registered() -> impl Iterator<Item = Registered> {
    inventory::iter::<Registered>.into_iter().copied()
}

/// Everything that has registered itself: nothing without the feature `inventory`.
#[cfg(not(feature = "inventory"))]
pub(super) fn registered() -> impl Iterator<Item = Registered> {
    std::iter::empty()
}

/// Registers a type by name, for generated code: `__register!(Optimizer(OptimizerEntry), Lion)`.
///
/// Which of the two definitions counts is this crate's feature, not one of the crate that the code is generated in.
#[cfg(feature = "inventory")]
#[doc(hidden)]
#[macro_export]
macro_rules! __register {
    ($kind:ident($entry:ident), $ty:ty) => {
        $crate::__private::inventory::submit! {
            $crate::__private::Registered::$kind($crate::__private::$entry::of::<$ty>())
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
