//! The precision in which a graph is run.

use super::extent::ValueExtent;

/// Element type of the parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dtype {
    /// Single precision.
    F32,
    /// Double precision.
    F64,
}

impl Dtype {
    /// The nearest number of this type.
    pub fn round(self, x: f64) -> f64 {
        match self {
            Dtype::F32 => f64::from(x as f32),
            Dtype::F64 => x,
        }
    }

    /// The rounding of values with this extent, for a parameter of this type. Scalars keep double precision.
    pub(crate) fn of(self, extent: ValueExtent) -> Self {
        if extent.dims().is_none() { Dtype::F64 } else { self }
    }

    /// The number that a state stores: 0 instead of a number below the type's smallest normal one.
    pub fn flush(self, x: f64) -> f64 {
        let smallest = match self {
            Dtype::F32 => f64::from(f32::MIN_POSITIVE),
            Dtype::F64 => f64::MIN_POSITIVE,
        };
        if x.abs() < smallest { 0.0 } else { x }
    }
}
