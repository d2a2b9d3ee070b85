//! Facts about a pass that are not in its streams.

use crate::shape::Axes;

/// Facts about a pass or a call that [`plan_for`](crate::Builder::plan_for) shows beside its streams. A constant of generated code.
///
/// The streams of a pass are numbered in this order: inputs without random numbers, outputs, results of reductions that keep an axis. Those
/// of a call: operands, results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassNote {
    /// The axes that it walks over.
    pub axes: Axes,
    /// The streams that are read, in the order in which the step reads them.
    pub reads: &'static [usize],
    /// The name of each stream that is an intermediate value or an item of a list; empty for any other.
    pub names: &'static [&'static str],
    /// Divisions per element, reciprocals included. Those of all branches of the pass count, and those in a loop once.
    pub divisions: usize,
    /// Square roots per element, reciprocal ones included, counted like divisions.
    pub square_roots: usize,
}

impl PassNote {
    /// A pass that reads and computes nothing; what follows changes that.
    #[must_use]
    pub const fn over(axes: Axes) -> Self {
        Self { axes, reads: &[], names: &[], divisions: 0, square_roots: 0 }
    }

    /// Sets the streams that are [read](Self::reads).
    #[must_use]
    pub const fn reads(self, reads: &'static [usize]) -> Self {
        Self { reads, ..self }
    }

    /// Sets the [names](Self::names) of streams.
    #[must_use]
    pub const fn names(self, names: &'static [&'static str]) -> Self {
        Self { names, ..self }
    }

    /// Sets the number of [divisions](Self::divisions).
    #[must_use]
    pub const fn divisions(self, divisions: usize) -> Self {
        Self { divisions, ..self }
    }

    /// Sets the number of [square roots](Self::square_roots).
    #[must_use]
    pub const fn square_roots(self, square_roots: usize) -> Self {
        Self { square_roots, ..self }
    }
}
