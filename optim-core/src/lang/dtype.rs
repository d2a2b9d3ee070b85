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

    /// The rounding of values of this extent, for a parameter of this type: a scalar keeps double precision.
    pub(crate) fn of(self, extent: ValueExtent) -> Self {
        if extent.dims().is_none() { Dtype::F64 } else { self }
    }

    /// The number as a state stores it: 0 if it is below the type's smallest normal number.
    pub fn flush(self, x: f64) -> f64 {
        let smallest = match self {
            Dtype::F32 => f64::from(f32::MIN_POSITIVE),
            Dtype::F64 => f64::MIN_POSITIVE,
        };
        if x.abs() < smallest { 0.0 } else { x }
    }
}
