//! Writing tensors piece by piece.

use std::io::{self, Write};

use crc32fast::Hasher;
use ndarray::ArrayViewD;

use super::PIECE;
use crate::checkpoint::tensor::encode;
use crate::checkpoint::{DType, TensorData};
use crate::kernel::Float;

/// A tensor on its way into a file.
pub(crate) struct Tensor<'a> {
    pub(crate) key: String,
    pub(crate) dtype: DType,
    pub(crate) shape: Vec<usize>,
    elements: Box<dyn Elements + 'a>,
}

trait Elements {
    /// Calls `sink` with all bytes, piece by piece.
    fn bytes(&self, sink: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()>;
}

impl<'a> Tensor<'a> {
    pub(crate) fn array<T: Float>(key: String, array: ArrayViewD<'a, T>) -> Self {
        Self { key, dtype: T::DTYPE, shape: array.shape().to_vec(), elements: Box::new(array) }
    }

    pub(super) fn data(key: String, data: &'a TensorData) -> Self {
        Self { key, dtype: data.dtype(), shape: data.shape().to_vec(), elements: Box::new(data) }
    }

    pub(super) fn mask(key: String, mask: ArrayViewD<'a, bool>) -> Self {
        Self { key, dtype: DType::Bool, shape: mask.shape().to_vec(), elements: Box::new(mask) }
    }

    /// Calls `sink` with all bytes, piece by piece.
    pub(crate) fn bytes(&self, sink: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        self.elements.bytes(sink)
    }

    pub(super) fn number(key: String, number: f64) -> Self {
        Self { key, dtype: DType::F64, shape: Vec::new(), elements: Box::new(number) }
    }
}

impl<T: Float> Elements for ArrayViewD<'_, T> {
    fn bytes(&self, sink: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        let count = PIECE / size_of::<T>();
        let mut buffer = Vec::new();
        if let Some(elements) = self.as_slice() {
            return elements.chunks(count).try_for_each(|piece| {
                encode(piece, &mut buffer);
                sink(&buffer)
            });
        }
        let mut elements = self.iter().copied();
        let mut piece = Vec::new();
        loop {
            piece.clear();
            piece.extend(elements.by_ref().take(count));
            if piece.is_empty() {
                return Ok(());
            }
            encode(&piece, &mut buffer);
            sink(&buffer)?;
        }
    }
}

impl Elements for ArrayViewD<'_, bool> {
    fn bytes(&self, sink: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        let mut elements = self.iter().map(|kept| u8::from(*kept));
        let mut piece = Vec::with_capacity(self.len().min(PIECE));
        loop {
            piece.clear();
            piece.extend(elements.by_ref().take(PIECE));
            if piece.is_empty() {
                return Ok(());
            }
            sink(&piece)?;
        }
    }
}

impl Elements for &TensorData {
    fn bytes(&self, sink: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        sink(TensorData::bytes(self))
    }
}

impl Elements for f64 {
    fn bytes(&self, sink: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        sink(&self.to_le_bytes())
    }
}

/// Writes header and tensors, then the checksums of both.
pub(super) fn write(file: &mut impl Write, header: &[u8], tensors: &[Tensor<'_>]) -> io::Result<()> {
    let mut checksums = Vec::with_capacity(tensors.len() + 1);
    file.write_all(header)?;
    checksums.push(crc32fast::hash(header));
    for tensor in tensors {
        let mut hasher = Hasher::new();
        tensor.bytes(&mut |piece| {
            hasher.update(piece);
            file.write_all(piece)
        })?;
        checksums.push(hasher.finalize());
    }
    checksums.into_iter().try_for_each(|checksum| file.write_all(&checksum.to_le_bytes()))
}
