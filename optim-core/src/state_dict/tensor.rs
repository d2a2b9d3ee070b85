//! Tensors of a checkpoint, as bytes.

use std::fmt;

use ndarray::iter::IterMut;
use ndarray::{ArrayD, ArrayRef, Dimension, IxDyn};

use crate::dtype::DType;
use crate::kernel::{Elements, Float, Half, Stored, TensorRef};

/// A tensor as data: element type, shape, and the elements in C order, little-endian.
#[derive(Clone, PartialEq, Eq)]
pub struct TensorData {
    dtype: DType,
    shape: Vec<usize>,
    bytes: Vec<u8>,
}

/// The bytes don't fit the shape of the tensor.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("{found} bytes do not make a tensor of shape {shape:?} and type {dtype}")]
#[non_exhaustive]
pub struct TensorDataError {
    /// The element type.
    pub dtype: DType,
    /// The shape.
    pub shape: Vec<usize>,
    /// Number of bytes.
    pub found: usize,
}

crate::messages::debug_as_display!(TensorDataError);

impl TensorData {
    /// A tensor of its elements in C order, little-endian.
    ///
    /// # Errors
    ///
    /// Returns an error if there are more or fewer bytes than type and shape ask for, or no memory could hold the shape.
    pub fn new(dtype: DType, shape: Vec<usize>, bytes: Vec<u8>) -> Result<Self, TensorDataError> {
        // The array library requires that the product of the non-empty axes fits.
        let full: Vec<usize> = shape.iter().copied().filter(|size| *size > 0).collect();
        let addressable = dtype.bytes_of(&full).is_some_and(|bytes| isize::try_from(bytes).is_ok());
        if addressable && dtype.bytes_of(&shape) == Some(bytes.len()) {
            Ok(Self { dtype, shape, bytes })
        } else {
            Err(TensorDataError { dtype, shape, found: bytes.len() })
        }
    }

    /// The same elements, in C order, in another shape.
    ///
    /// # Errors
    ///
    /// Returns an error if the shape has more or fewer elements.
    pub fn reshaped(self, shape: &[usize]) -> Result<Self, TensorDataError> {
        Self::new(self.dtype, shape.to_vec(), self.bytes)
    }

    /// A copy of an array of any layout.
    pub fn from_array<T: Float, D: Dimension>(array: &ArrayRef<T, D>) -> Self {
        let mut bytes = Vec::new();
        match array.as_slice() {
            Some(elements) => encode(elements, &mut bytes),
            None => encode(&array.iter().copied().collect::<Vec<T>>(), &mut bytes),
        }
        Self { dtype: T::DTYPE, shape: array.shape().to_vec(), bytes }
    }

    /// A copy of an array of any layout, rounded to the nearest numbers of two bytes: `BF16` or `F16`. Of another type as
    /// [`from_array`](Self::from_array).
    pub fn rounded<T: Float, D: Dimension>(array: &ArrayRef<T, D>, dtype: DType) -> Self {
        let half = match dtype {
            DType::BF16 => Half::Bf16,
            DType::F16 => Half::F16,
            DType::F32 | DType::F64 | DType::Bool | DType::U8 | DType::I8 | DType::U16 => {
                return Self::from_array(array);
            }
        };
        let bytes = array.iter().flat_map(|number| half.code(*number).to_le_bytes()).collect();
        Self { dtype, shape: array.shape().to_vec(), bytes }
    }

    /// A copy of a parameter's elements. Elements of two bytes are not converted.
    pub fn from_view<T: Float>(view: &TensorRef<'_, T>) -> Self {
        match view.elements() {
            Elements::Native(array) => Self::from_array(&array),
            Elements::Half(codes, half) => {
                let bytes = codes.iter().flat_map(|code| code.to_le_bytes()).collect();
                Self { dtype: half.dtype(), shape: codes.shape().to_vec(), bytes }
            }
        }
    }

    /// A copy of the codes of a state in a compressed storage.
    pub(crate) fn from_stored(stored: &Stored) -> Self {
        let mut bytes = Vec::with_capacity(stored.bytes());
        let Ok(()) = stored.code_bytes::<std::convert::Infallible>(usize::MAX, &mut |piece| {
            bytes.extend_from_slice(piece);
            Ok(())
        });
        Self { dtype: stored.storage().dtype().unwrap_or(DType::U8), shape: stored.shape().to_vec(), bytes }
    }

    /// A copy of a mask of any layout.
    pub fn from_mask<D: Dimension>(mask: &ArrayRef<bool, D>) -> Self {
        let bytes = mask.iter().map(|kept| u8::from(*kept)).collect();
        Self { dtype: DType::Bool, shape: mask.shape().to_vec(), bytes }
    }

    /// The elements as an array in C order, rounded where their type is wider.
    pub fn to_array<T: Float>(&self) -> ArrayD<T> {
        let mut array = ArrayD::from_elem(IxDyn(&self.shape), T::ZERO);
        Destination::array(&mut array).take(self.dtype, &self.bytes);
        array
    }

    /// The elements in C order.
    pub fn to_f64(&self) -> Vec<f64> {
        let mut numbers = vec![0.0; self.bytes.len() / self.dtype.size()];
        Destination::Slice(&mut numbers).take(self.dtype, &self.bytes);
        numbers
    }

    /// The element type.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// Length of each axis.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The elements in C order, little-endian.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// Type and shape; not the elements, which may be gigabytes.
impl fmt::Debug for TensorData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TensorData({} {:?})", self.dtype, self.shape)
    }
}

/// Replaces the buffer by the bytes of these elements, little-endian.
pub(crate) fn encode<T: Float>(elements: &[T], buffer: &mut Vec<u8>) {
    buffer.resize(size_of_val(elements), 0);
    for (place, element) in buffer.chunks_exact_mut(size_of::<T>()).zip(elements) {
        place.copy_from_slice(&element.to_bits().to_le_bytes()[..size_of::<T>()]);
    }
}

/// The array to which the elements of a tensor are written, piece by piece in C order.
pub(crate) enum Destination<'a, T> {
    /// An array in C order.
    Slice(&'a mut [T]),
    /// Any other layout, which is several times slower.
    Elements(IterMut<'a, T, IxDyn>),
}

impl<'a, T: Float> Destination<'a, T> {
    pub(crate) fn array(array: &'a mut ArrayD<T>) -> Self {
        match array.is_standard_layout() {
            true => Self::Slice(array.as_slice_mut().unwrap_or_default()),
            false => Self::Elements(array.iter_mut()),
        }
    }

    /// Writes the elements in these bytes. Elements of the same type keep every bit, also of NaN.
    pub(crate) fn take(&mut self, dtype: DType, bytes: &[u8]) {
        match self {
            Self::Slice(rest) => {
                let count = (bytes.len() / dtype.size()).min(rest.len());
                let (now, later) = std::mem::take(rest).split_at_mut(count);
                decode(dtype, bytes, now.iter_mut());
                *rest = later;
            }
            Self::Elements(elements) => decode(dtype, bytes, elements),
        }
    }
}

fn decode<'a, T: Float>(dtype: DType, bytes: &[u8], out: impl Iterator<Item = &'a mut T>) {
    match dtype {
        DType::Bool => each(bytes, out, |[byte]: [u8; 1]| if byte == 0 { T::ZERO } else { T::ONE }),
        DType::U8 => each(bytes, out, |[code]: [u8; 1]| T::cast(code.into())),
        DType::I8 => each(bytes, out, |code| T::cast(i8::from_le_bytes(code).into())),
        DType::U16 => each(bytes, out, |bytes| T::cast(u16::from_le_bytes(bytes).into())),
        DType::F16 => each(bytes, out, |bytes| T::cast(half(u16::from_le_bytes(bytes)))),
        DType::BF16 => each(bytes, out, |bytes| {
            let upper = u32::from(u16::from_le_bytes(bytes));
            T::cast(f32::from_bits(upper << 16).into())
        }),
        // A conversion to `f64` and back would change some patterns of NaN.
        DType::F32 if T::DTYPE == DType::F32 => {
            each(bytes, out, |bytes| T::from_bits(u32::from_le_bytes(bytes).into()));
        }
        DType::F32 => each(bytes, out, |bytes| T::cast(f32::from_le_bytes(bytes).into())),
        DType::F64 => each(bytes, out, |bytes| T::cast(f64::from_le_bytes(bytes))),
    }
}

fn each<'a, T: 'a, const N: usize>(bytes: &[u8], out: impl Iterator<Item = &'a mut T>, read: impl Fn([u8; N]) -> T) {
    for (&bytes, place) in bytes.as_chunks::<N>().0.iter().zip(out) {
        *place = read(bytes);
    }
}

/// The number with this half-precision pattern.
fn half(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from((bits >> 10) & 0x1f), f64::from(bits & 0x3ff));
    let size = match exponent {
        0 => fraction * 2.0_f64.powi(-24),
        0x1f if fraction == 0.0 => f64::INFINITY,
        0x1f => f64::NAN,
        exponent => (1024.0 + fraction) * 2.0_f64.powi(exponent - 25),
    };
    if bits >> 15 == 0 { size } else { -size }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    #[test]
    fn half_precision() {
        let cases = [
            (0x0000, 0.0),
            (0x3c00, 1.0),
            (0xc000, -2.0),
            (0x7bff, 65504.0),
            (0x0400, 2.0_f64.powi(-14)),
            (0x0001, 2.0_f64.powi(-24)),
            (0x3555, 0.333_251_953_125),
            (0xfc00, f64::NEG_INFINITY),
        ];
        for (bits, number) in cases {
            assert_eq!(half(bits).to_bits(), number.to_bits(), "{bits:#x}");
        }
        assert!(half(0x7e00).is_nan() && half(0x8000).is_sign_negative());
    }

    #[test]
    fn every_bit_is_kept_and_layouts_do_not_matter() {
        let signalling = f32::from_bits(0x7fa0_0001);
        let array = array![[signalling, f32::INFINITY, 1e-45], [-0.0, 1.5, -2.5]];
        let data = TensorData::from_array(&array.t());
        assert_eq!((data.dtype(), data.shape(), data.bytes().len()), (DType::F32, &[3, 2][..], 24));
        let back = data.to_array::<f32>();
        assert!(back.iter().zip(array.t().iter()).all(|(a, b)| a.to_bits() == b.to_bits()));
        assert_eq!(data.to_f64()[2..4], [f64::INFINITY, 1.5]);
        assert_eq!(data.to_array::<f64>()[[2, 1]], -2.5);
        let signalling = f64::from_bits(0x7ff4_0000_0000_0001);
        let back = TensorData::from_array(&array![signalling]).to_array::<f64>();
        assert_eq!(back[[0]].to_bits(), signalling.to_bits());
    }

    #[test]
    fn lengths_are_checked() {
        let make = |shape: &[usize], bytes| TensorData::new(DType::BF16, shape.to_vec(), vec![0; bytes]);
        assert!(make(&[2, 3], 12).is_ok() && make(&[], 2).is_ok());
        assert_eq!(make(&[0, 1 << 20], 0).unwrap().to_array::<f64>().shape(), [0, 1 << 20]);
        assert_eq!(make(&[3], 5).unwrap_err().to_string(), "5 bytes do not make a tensor of shape [3] and type bf16");
        assert!(make(&[usize::MAX, usize::MAX], 8).is_err() && make(&[0, usize::MAX], 0).is_err());
        assert_eq!(TensorData::from_mask(&array![true, false]).to_f64(), [1.0, 0.0]);
        let bf16 = TensorData::new(DType::BF16, vec![1], 0x3fc0_u16.to_le_bytes().to_vec()).unwrap();
        assert_eq!(bf16.to_f64(), [1.5]);
    }
}
