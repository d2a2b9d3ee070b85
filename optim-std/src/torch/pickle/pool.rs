//! Growing storage that is never copied, so that its memory is proportional to its contents.

/// A list in pieces of equal length.
#[derive(Debug)]
pub(super) struct Pool<T> {
    pieces: Vec<Vec<T>>,
    len: usize,
}

/// The number of elements in a piece.
const PIECE: usize = 1 << 12;

impl<T: Copy> Pool<T> {
    pub(super) const fn new() -> Self {
        Self { pieces: Vec::new(), len: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Bytes of its elements.
    pub(super) fn bytes(&self) -> usize {
        self.len * size_of::<T>()
    }

    pub(super) fn get(&self, index: usize) -> Option<T> {
        self.pieces.get(index / PIECE)?.get(index % PIECE).copied()
    }

    pub(super) fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        self.pieces.get_mut(index / PIECE)?.get_mut(index % PIECE)
    }

    pub(super) fn push(&mut self, value: T) {
        match self.pieces.last_mut() {
            Some(piece) if piece.len() < PIECE => piece.push(value),
            // Only the first piece grows, because most files are small.
            Some(_) => {
                let mut piece = Vec::with_capacity(PIECE);
                piece.push(value);
                self.pieces.push(piece);
            }
            None => self.pieces.push(vec![value]),
        }
        self.len += 1;
    }

    /// Drops all elements from `len` on.
    pub(super) fn truncate(&mut self, len: usize) {
        if len >= self.len {
            return;
        }
        self.pieces.truncate(len.div_ceil(PIECE));
        if let Some(piece) = self.pieces.last_mut() {
            piece.truncate(len - (len - 1) / PIECE * PIECE);
        }
        self.len = len;
    }
}

/// Text in pieces. A text is one range of bytes, within one piece.
#[derive(Debug)]
pub(super) struct Texts {
    /// The first byte of each piece, and the piece.
    pieces: Vec<(u32, String)>,
    /// Capacity of all pieces.
    bytes: usize,
}

impl Texts {
    pub(super) const fn new() -> Self {
        Self { pieces: Vec::new(), bytes: 0 }
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Adds a text, given in parts. Returns its first byte and its length.
    pub(super) fn push(&mut self, parts: &[&str]) -> (u32, u32) {
        const CAPACITY: usize = 1 << 12;
        let len: usize = parts.iter().map(|part| part.len()).sum();
        let full = self.pieces.last().is_none_or(|(_, piece)| piece.capacity() - piece.len() < len);
        if full {
            let start = self.pieces.last().map_or(0, |(start, piece)| *start as usize + piece.len());
            let capacity = len.max(CAPACITY);
            self.bytes += capacity;
            self.pieces.push((start as u32, String::with_capacity(capacity)));
        }
        let Some((start, piece)) = self.pieces.last_mut() else { return (0, 0) };
        let first = *start as usize + piece.len();
        parts.iter().for_each(|part| piece.push_str(part));
        (first as u32, len as u32)
    }

    pub(super) fn get(&self, (first, len): (u32, u32)) -> &str {
        // An empty piece may begin at the same byte as the next one, so the search returns the last piece.
        let after = self.pieces.partition_point(|&(start, _)| start <= first);
        let Some((start, piece)) = after.checked_sub(1).and_then(|place| self.pieces.get(place)) else { return "" };
        let from = (first - start) as usize;
        piece.get(from..from + len as usize).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pool_is_a_list() {
        let mut pool = Pool::new();
        for value in 0..3 * PIECE {
            pool.push(value);
        }
        for len in [3 * PIECE, 2 * PIECE + 1, 2 * PIECE, 2 * PIECE - 1, 1, 0] {
            pool.truncate(len);
            assert_eq!((pool.len(), pool.get(len), pool.bytes()), (len, None, 8 * len));
            assert_eq!(len.checked_sub(1).and_then(|last| pool.get(last)), len.checked_sub(1));
        }
        pool.push(7);
        *pool.get_mut(0).unwrap() += 1;
        assert_eq!((pool.get(0), pool.get(1)), (Some(8), None));
    }

    #[test]
    fn texts_come_back() {
        let mut texts = Texts::new();
        let all: Vec<String> = (0..3000).map(|place| "ä".repeat(place * 7 % 41)).chain(["x".repeat(1 << 20)]).collect();
        let ranges: Vec<_> = all.iter().map(|text| texts.push(&[text, ""])).collect();
        for (text, range) in all.iter().zip(ranges) {
            assert_eq!(texts.get(range), text);
        }
        let kept: usize = all.iter().map(String::len).sum();
        assert!(texts.bytes() < kept + kept / 8, "{} bytes for {kept}", texts.bytes());
        assert_eq!(texts.get((u32::MAX, 5)), "");
    }
}
