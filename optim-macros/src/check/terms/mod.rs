//! The meanings of terms by themselves: written types, signatures, operands and methods of plain Rust.

pub(crate) mod operands;
pub(crate) mod plain_methods;
pub(crate) mod shapes;
pub(crate) mod signatures;
pub(crate) mod types;
