//! Writes plain data and descriptions of tensors, in protocol 2, which every torch reads.

use crate::torch::dtype::DType;

/// A pickle while it is written.
pub(in crate::torch) struct PickleWriter {
    bytes: Vec<u8>,
}

impl PickleWriter {
    pub(in crate::torch) fn new() -> Self {
        Self { bytes: vec![0x80, 2] }
    }

    pub(in crate::torch) fn finish(mut self) -> Vec<u8> {
        self.bytes.push(b'.');
        self.bytes
    }

    pub(in crate::torch) fn none(&mut self) {
        self.bytes.push(b'N');
    }

    pub(in crate::torch) fn bool(&mut self, value: bool) {
        self.bytes.push(if value { 0x88 } else { 0x89 });
    }

    pub(in crate::torch) fn int(&mut self, number: i128) {
        match i32::try_from(number) {
            Ok(number) => {
                self.bytes.push(b'J');
                self.bytes.extend(number.to_le_bytes());
            }
            Err(_) => {
                self.bytes.extend([0x8a, size_of::<i128>() as u8]);
                self.bytes.extend(number.to_le_bytes());
            }
        }
    }

    pub(in crate::torch) fn float(&mut self, number: f64) {
        self.bytes.push(b'G');
        self.bytes.extend(number.to_be_bytes());
    }

    /// Text, cut off at 4 GiB.
    pub(in crate::torch) fn str(&mut self, text: &str) {
        let text = text.get(..u32::MAX as usize).unwrap_or(text);
        self.bytes.push(b'X');
        self.bytes.extend((text.len() as u32).to_le_bytes());
        self.bytes.extend(text.as_bytes());
    }

    /// Begins a dict. Keys and values follow, alternating, up to [`end_dict`](Self::end_dict).
    pub(in crate::torch) fn begin_dict(&mut self) {
        self.bytes.extend(b"}(");
    }

    pub(in crate::torch) fn end_dict(&mut self) {
        self.bytes.push(b'u');
    }

    /// A dict; `contents` writes keys and values, alternating.
    pub(in crate::torch) fn dict<R>(&mut self, contents: impl FnOnce(&mut Self) -> R) -> R {
        self.between(b"}(", contents, b"u")
    }

    /// Begins a list. Its elements follow, up to [`end_list`](Self::end_list).
    pub(in crate::torch) fn begin_list(&mut self) {
        self.bytes.extend(b"](");
    }

    pub(in crate::torch) fn end_list(&mut self) {
        self.bytes.push(b'e');
    }

    /// Begins a tuple. Its elements follow, up to [`end_tuple`](Self::end_tuple).
    pub(in crate::torch) fn begin_tuple(&mut self) {
        self.bytes.push(b'(');
    }

    pub(in crate::torch) fn end_tuple(&mut self) {
        self.bytes.push(b't');
    }

    pub(in crate::torch) fn list<R>(&mut self, contents: impl FnOnce(&mut Self) -> R) -> R {
        self.between(b"](", contents, b"e")
    }

    /// A `collections.Counter`: numbers, and the count of each.
    pub(in crate::torch) fn counter(&mut self, counts: impl Iterator<Item = (i128, i128)>) {
        self.global("collections", "Counter");
        self.tuple(|w| {
            w.dict(|w| {
                for (number, count) in counts {
                    w.int(number);
                    w.int(count);
                }
            });
        });
        self.bytes.push(b'R');
    }

    pub(in crate::torch) fn tuple<R>(&mut self, contents: impl FnOnce(&mut Self) -> R) -> R {
        self.between(b"(", contents, b"t")
    }

    /// A tensor that fills a storage in C order.
    pub(in crate::torch) fn tensor(&mut self, storage: usize, dtype: DType, shape: &[usize]) {
        self.global("torch._utils", "_rebuild_tensor_v2");
        self.tuple(|w| {
            w.tuple(|w| {
                w.str("storage");
                w.global("torch", &dtype.storage());
                w.str(&storage.to_string());
                w.str("cpu");
                w.size(shape.iter().product());
            });
            w.bytes.push(b'Q');
            w.int(0);
            w.tuple(|w| shape.iter().for_each(|&axis| w.size(axis)));
            w.tuple(|w| {
                for axis in 0..shape.len() {
                    w.size(shape[axis + 1..].iter().product());
                }
            });
            w.bool(false);
            // No hooks.
            w.global("collections", "OrderedDict");
            w.bytes.extend(b")R");
        });
        self.bytes.push(b'R');
    }

    fn size(&mut self, size: usize) {
        self.int(size as i128);
    }

    fn global(&mut self, module: &str, name: &str) {
        self.bytes.push(b'c');
        for line in [module, name] {
            self.bytes.extend(line.as_bytes());
            self.bytes.push(b'\n');
        }
    }

    fn between<R>(&mut self, before: &[u8], contents: impl FnOnce(&mut Self) -> R, after: &[u8]) -> R {
        self.bytes.extend(before);
        let result = contents(self);
        self.bytes.extend(after);
        result
    }
}
