//! Places of definitions in the source.

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
        $crate::SourcePlace { file: ::core::file!(), line: ::core::line!(), module: ::core::module_path!() }
    };
}
