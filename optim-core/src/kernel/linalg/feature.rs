//! The check that the feature `linalg` is on where a step needs it.

/// Proof that there is the feature `linalg`, for generated code: `__requires_linalg!("eigh")`.
///
/// The feature of this crate decides between the two definitions, not a feature of the crate that the code is generated in.
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
