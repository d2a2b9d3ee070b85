//! Comments in kernels, which explain their text when it is printed.

use std::fmt;

use cubecl::prelude::*;

/// A note on the next operations of a kernel. Names are added when the text is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Remark {
    /// The load of a stream.
    Load(usize),
    /// A line of arithmetic.
    Line(usize),
    /// The store of a stream.
    Store(usize),
    /// The result of a cube.
    Reduction(usize),
    /// The work of a cube.
    Cube,
    /// The loop over its elements.
    Elements,
}

/// The text in the kernel, which [`parse`](Remark::parse) reads again.
impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Load(place) => write!(f, "@load {place}"),
            Self::Line(place) => write!(f, "@line {place}"),
            Self::Store(place) => write!(f, "@store {place}"),
            Self::Reduction(place) => write!(f, "@reduction {place}"),
            Self::Cube => f.write_str("@cube 0"),
            Self::Elements => f.write_str("@elements 0"),
        }
    }
}

#[cfg(feature = "print")]
impl Remark {
    /// Reads the text of a comment. `None` if it is another comment.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (kind, place) = text.trim().strip_prefix('@')?.split_once(' ')?;
        let place = place.parse().ok()?;
        Some(match kind {
            "load" => Self::Load(place),
            "line" => Self::Line(place),
            "store" => Self::Store(place),
            "reduction" => Self::Reduction(place),
            "cube" => Self::Cube,
            "elements" => Self::Elements,
            _ => return None,
        })
    }
}

/// Adds a comment, if kernels can be printed.
#[cube]
#[allow(unused_variables, reason = "CubeCL writes a second function, which uses them")]
pub(crate) fn remark(#[comptime] remark: Remark) {
    intrinsic!(|scope| {
        if cfg!(feature = "print") {
            cube_comment::expand(scope, &remark.to_string());
        }
    });
}
