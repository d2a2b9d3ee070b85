//! Inputs of operations.

/// An input of an operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Arg {
    /// The value of the node of this number.
    Node(usize),
    /// A fixed number, the same for every element.
    Constant(f64),
}
