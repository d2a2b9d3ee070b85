//! The data to save, as rows and columns: parameters, and their arrays.
//!
//! Nothing is copied and no list is made, because a model may have millions of parameters with few elements.

use std::io;

use ndarray::ArrayViewD;

use super::tensor::{TensorData, encode};
use crate::dtype::DType;
use crate::kernel::{self, Float, Stored, TensorRef};
use crate::shape::ParamView;

/// The number of bytes in memory at a time, whole elements of any type.
pub(crate) const PIECE: usize = 1 << 18;

/// A table with a row for each parameter.
pub(crate) trait Table {
    /// The number of rows.
    fn len(&self) -> usize;

    /// The parameter of a row.
    fn row(&self, row: usize) -> Row<'_>;

    /// The columns: all arrays that a parameter may have.
    fn columns(&self) -> &[Column<'_>];

    /// An array of a row, if it exists.
    fn cell(&self, row: usize, column: usize) -> Option<Box<dyn Elements + '_>>;
}

/// Facts about a parameter besides its arrays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<'t> {
    pub(crate) name: &'t str,
    pub(crate) shape: &'t [usize],
    pub(crate) view: Option<&'t ParamView>,
    pub(crate) group: usize,
    pub(crate) steps: u64,
}

/// One array of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Column<'t> {
    /// The parameter itself.
    Value,
    /// The state of this name.
    State(&'t str),
    /// The mask.
    Mask,
}

/// An array of any layout, as bytes.
pub(crate) trait Elements {
    fn dtype(&self) -> DType;

    fn shape(&self) -> &[usize];

    /// Calls `sink` with all bytes in C order, piece by piece.
    fn bytes(&self, sink: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()>;
}

impl<T: Float> Elements for ArrayViewD<'_, T> {
    fn dtype(&self) -> DType {
        T::DTYPE
    }

    fn shape(&self) -> &[usize] {
        (**self).shape()
    }

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

/// The elements of a parameter. Elements of two bytes are not converted.
impl<T: Float> Elements for TensorRef<'_, T> {
    fn dtype(&self) -> DType {
        TensorRef::dtype(self)
    }

    fn shape(&self) -> &[usize] {
        TensorRef::shape(self)
    }

    fn bytes(&self, sink: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        match self.elements() {
            kernel::Elements::Native(view) => view.bytes(sink),
            kernel::Elements::Half(codes, _) => {
                let (mut codes, mut piece) = (codes.iter(), Vec::with_capacity(PIECE.min(2 * codes.len())));
                loop {
                    piece.clear();
                    piece.extend(codes.by_ref().take(PIECE / 2).flat_map(|code| code.to_le_bytes()));
                    if piece.is_empty() {
                        return Ok(());
                    }
                    sink(&piece)?;
                }
            }
        }
    }
}

impl Elements for &Stored {
    fn dtype(&self) -> DType {
        // Every stored array has one.
        self.storage().dtype().unwrap_or(DType::U8)
    }

    fn shape(&self) -> &[usize] {
        Stored::shape(self)
    }

    fn bytes(&self, sink: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        self.code_bytes(PIECE, sink)
    }
}

/// The scales of a state that is stored in blocks.
pub(crate) struct Scales<'a> {
    scales: &'a [f32],
    shape: [usize; 1],
}

impl<'a> Scales<'a> {
    /// `None` if it has another storage.
    pub(crate) fn of(stored: &'a Stored) -> Option<Self> {
        stored.scales().map(|scales| Self { scales, shape: [scales.len()] })
    }
}

impl Elements for Scales<'_> {
    fn dtype(&self) -> DType {
        DType::F32
    }

    fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn bytes(&self, sink: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        let mut buffer = Vec::new();
        self.scales.chunks(PIECE / size_of::<f32>()).try_for_each(|piece| {
            encode(piece, &mut buffer);
            sink(&buffer)
        })
    }
}

impl Elements for ArrayViewD<'_, bool> {
    fn dtype(&self) -> DType {
        DType::Bool
    }

    fn shape(&self) -> &[usize] {
        (**self).shape()
    }

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
    fn dtype(&self) -> DType {
        TensorData::dtype(self)
    }

    fn shape(&self) -> &[usize] {
        TensorData::shape(self)
    }

    fn bytes(&self, sink: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        sink(TensorData::bytes(self))
    }
}

impl Elements for f64 {
    fn dtype(&self) -> DType {
        DType::F64
    }

    fn shape(&self) -> &[usize] {
        &[]
    }

    fn bytes(&self, sink: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        sink(&self.to_le_bytes())
    }
}
