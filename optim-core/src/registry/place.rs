//! Where something was defined, and the list that fills itself.

use std::fmt;

/// The place of a definition in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourcePlace {
    /// The file, as the compiler was told of it.
    pub file: &'static str,
    /// The line, from 1.
    pub line: u32,
    /// The module.
    pub module: &'static str,
}

impl SourcePlace {
    /// The place of what was not made by a macro.
    pub const UNKNOWN: Self = Self { file: "", line: 0, module: "" };
}

/// `src/main.rs:12 (in my_crate)`.
impl fmt::Display for SourcePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::UNKNOWN {
            return f.write_str("an unknown place");
        }
        write!(f, "{}:{} (in {})", self.file, self.line, self.module)
    }
}

/// The place of the outermost macro call, for generated code.
#[doc(hidden)]
#[macro_export]
macro_rules! __source {
    () => {
        $crate::registry::SourcePlace { file: ::core::file!(), line: ::core::line!(), module: ::core::module_path!() }
    };
}

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
