//! The lists of stock optimizers.

/// Lists the optimizers of a module, `file::Name` for each. Exports the items in their files, and creates `ENTRIES`,
/// the list for lookups by name. Also creates a macro with which tests call a function for each type.
///
/// The first two arguments are a dollar sign, for the inner macro, and that macro's name.
macro_rules! list {
    (($dollar:tt) $types:ident: $($file:ident::$Optimizer:ident,)*) => {
        $(pub use $file::*;)*

        /// Every optimizer of this module, by name.
        pub(crate) static ENTRIES: &[optim_core::OptimizerEntry] =
            &[$(optim_core::OptimizerEntry::of::<$Optimizer>()),*];

        /// `[callback] tokens` becomes `callback! { tokens Name Name … }`, with the names of all optimizers of the module.
        #[doc(hidden)]
        #[macro_export]
        macro_rules! $types {
            ([$dollar($dollar callback:tt)*] $dollar($dollar tokens:tt)*) => {
                $dollar($dollar callback)*! { $dollar($dollar tokens)* $($Optimizer)* }
            };
        }
    };
}

pub(crate) use list;
