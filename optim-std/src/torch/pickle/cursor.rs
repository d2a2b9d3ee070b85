//! A reader of the bytes in a pickle.

use crate::torch::error::TorchError;

pub(super) struct ByteCursor<'a> {
    bytes: &'a [u8],
    place: usize,
}

impl<'a> ByteCursor<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, place: 0 }
    }

    /// The number of bytes that were read.
    pub(super) fn place(&self) -> usize {
        self.place
    }

    /// An error at this place.
    pub(super) fn damaged(&self, what: impl Into<String>) -> TorchError {
        TorchError::damaged(format!("data.pkl, byte {}", self.place), what)
    }

    pub(super) fn take(&mut self, len: u64) -> Result<&'a [u8], TorchError> {
        self.check(len)?;
        let taken = self.bytes.get(self.place..self.place + len as usize).unwrap_or_default();
        self.place += taken.len();
        Ok(taken)
    }

    /// Checks that this many bytes follow.
    pub(super) fn check(&self, len: u64) -> Result<(), TorchError> {
        let left = self.bytes.len() - self.place;
        if len > left as u64 { Err(self.damaged("it ends early")) } else { Ok(()) }
    }

    pub(super) fn u8(&mut self) -> Result<u8, TorchError> {
        let byte = self.take(1)?.first().copied();
        byte.ok_or_else(|| self.damaged("it ends early"))
    }

    pub(super) fn line(&mut self) -> Result<&'a str, TorchError> {
        let rest = self.bytes.get(self.place..).unwrap_or_default();
        let len = rest.iter().position(|&byte| byte == b'\n').ok_or_else(|| self.damaged("a line has no end"))?;
        let line = std::str::from_utf8(&rest[..len]).map_err(|_| self.damaged("a name is not UTF-8"))?;
        self.place += len + 1;
        Ok(line)
    }
}

/// An integer in two's complement, little-endian; `None` if it has more than 128 bits.
pub(super) fn long(bytes: &[u8]) -> Option<i128> {
    let negative = bytes.last().is_some_and(|&byte| byte >= 0x80);
    let mut number = [if negative { 0xff } else { 0 }; 16];
    number.get_mut(..bytes.len())?.copy_from_slice(bytes);
    Some(i128::from_le_bytes(number))
}
