//! The check that the feature `linalg` is enabled if a step needs it.

/// A check in generated code that the feature `linalg` is enabled: `__requires_linalg!("eigh")`.
///
/// The feature of this crate selects one of the two definitions. Features of the crate that contains the generated code have no effect.
#[cfg(feature = "linalg")]
#[doc(hidden)]
#[macro_export]
macro_rules! __requires_linalg {
    ($call:literal) => {};
}

/// Without the feature `linalg` there are no such functions.
///
/// ```compile_fail
/// optim_core::__private::requires_linalg!("eigh");
/// # fn main() {}
/// ```
#[cfg(not(feature = "linalg"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __requires_linalg {
    ($call:literal) => {
        ::core::compile_error!(::core::concat!(
            "`",
            $call,
            "` needs the feature `linalg`, which is not enabled\n",
            "help: write `optim-std = { version = \"…\", features = [\"linalg\"] }` in `Cargo.toml`"
        ));
    };
}
