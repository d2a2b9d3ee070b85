//! The bytes of a pickle, from front to back.

use crate::torch::error::TorchError;

pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    place: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, place: 0 }
    }

    /// An error at this place.
    pub(super) fn damaged(&self, what: impl Into<String>) -> TorchError {
        TorchError::damaged(format!("data.pkl, byte {}", self.place), what)
    }

    pub(super) fn take(&mut self, len: u64) -> Result<&'a [u8], TorchError> {
        let end = usize::try_from(len).ok().and_then(|len| self.place.checked_add(len));
        let taken = end.and_then(|end| self.bytes.get(self.place..end));
        let taken = taken.ok_or_else(|| self.damaged("it ends early"))?;
        self.place += taken.len();
        Ok(taken)
    }

    pub(super) fn u8(&mut self) -> Result<u8, TorchError> {
        let byte = self.take(1)?.first().copied();
        byte.ok_or_else(|| self.damaged("it ends early"))
    }

    pub(super) fn text(&mut self, len: u64) -> Result<&'a str, TorchError> {
        let bytes = self.take(len)?;
        std::str::from_utf8(bytes).map_err(|_| self.damaged("text is no UTF-8"))
    }

    pub(super) fn line(&mut self) -> Result<&'a str, TorchError> {
        let rest = self.bytes.get(self.place..).unwrap_or_default();
        let len = rest.iter().position(|&byte| byte == b'\n').ok_or_else(|| self.damaged("a line has no end"))?;
        let line = self.text(len as u64)?;
        self.place += 1;
        Ok(line)
    }

    /// A whole number in two's complement, of any length.
    pub(super) fn long(&mut self, len: u64) -> Result<i128, TorchError> {
        const MOST: u64 = size_of::<i128>() as u64;
        if len > MOST {
            return Err(TorchError::Limit { what: "bytes in a whole number", limit: MOST });
        }
        let bytes = self.take(len)?;
        let negative = bytes.last().is_some_and(|&byte| byte >= 0x80);
        let mut number = [if negative { 0xff } else { 0 }; 16];
        number[..bytes.len()].copy_from_slice(bytes);
        Ok(i128::from_le_bytes(number))
    }
}
