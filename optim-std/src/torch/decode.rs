//! The meaning of values in a pickle: tensors, numpy's arrays and scalars, objects of unknown classes.

use std::sync::Arc;

use optim_core::checkpoint::{self, TensorData};

use super::dtype::DType;
use super::error::TorchError;
use super::pickle::{Id, Node, Object, Pickle, Runs};

/// Constructors of data, by the names in pickles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Constructor {
    /// `torch._utils._rebuild_tensor_v2(storage, offset, size, stride, …)`.
    Tensor,
    /// `torch._utils._rebuild_tensor_v3(storage, offset, size, stride, requires_grad, hooks, dtype, …)`.
    TensorOfType,
    /// `numpy.core.multiarray.scalar(dtype, bytes)`.
    Scalar,
    /// `numpy.core.multiarray._reconstruct(…)`, whose state is `(version, shape, dtype, is_fortran, bytes)`.
    Array,
    /// `numpy.core.numeric._frombuffer(bytes, dtype, shape, order)`.
    ArrayOfBuffer,
    /// `torch.device(type, index)`.
    Device,
    /// A class whose attributes are a dict: `argparse.Namespace`.
    Attributes,
    /// Bytes: `_codecs.encode(text, "latin1")`.
    Bytes,
}

/// A number of numpy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    Bool(bool),
    Int(i128),
    Float(f64),
}

/// The elements of a tensor.
#[derive(Clone, Debug)]
pub(super) enum ElementSource {
    /// In a storage: its key.
    Storage(Box<str>),
    /// In an array, little-endian.
    Bytes(Arc<[u8]>),
}

/// The places of a tensor's elements in the storage, and their order. Strides and offset count elements.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) elements: ElementSource,
    pub(super) dtype: DType,
    pub(super) offset: usize,
    pub(super) shape: Vec<usize>,
    pub(super) strides: Vec<usize>,
}

/// The reason why a tensor cannot be described.
type Wrong = &'static str;

impl Constructor {
    fn of(class: &str) -> Option<Self> {
        if let Some(name) = class.strip_prefix("numpy.core.").or(class.strip_prefix("numpy._core.")) {
            return match name {
                "multiarray.scalar" => Some(Self::Scalar),
                "multiarray._reconstruct" => Some(Self::Array),
                "numeric._frombuffer" => Some(Self::ArrayOfBuffer),
                _ => None,
            };
        }
        match class {
            "torch._utils._rebuild_tensor" | "torch._utils._rebuild_tensor_v2" => Some(Self::Tensor),
            "torch._utils._rebuild_tensor_v3" => Some(Self::TensorOfType),
            "torch.device" => Some(Self::Device),
            "argparse.Namespace" | "types.SimpleNamespace" => Some(Self::Attributes),
            "_codecs.encode" | "builtins.bytes" | "__builtin__.bytes" => Some(Self::Bytes),
            "builtins.bytearray" | "__builtin__.bytearray" => Some(Self::Bytes),
            _ => None,
        }
    }
}

impl Pickle {
    pub(super) fn constructor(&self, id: Id) -> Option<Constructor> {
        self.class(id).and_then(Constructor::of)
    }

    /// The class or function in the call that creates an object, with its module.
    pub(super) fn class(&self, id: Id) -> Option<&str> {
        // The called function may itself be the result of a call.
        const MOST_NESTED: usize = 8;
        let mut callee = self.object(id)?.callee;
        for _ in 0..MOST_NESTED {
            callee = match self.node(callee) {
                Node::Global(..) => return self.global(callee),
                // Before version 1.6, torch kept the source of modules next to their classes: `('module', class, file, source)`.
                Node::Outside(id) => self.part(id, 1)?,
                _ => self.object(callee)?.callee,
            };
        }
        None
    }

    /// The element type of a class or a value of torch.
    pub(super) fn dtype(&self, id: Id) -> Option<DType> {
        let name = self.global(id)?.strip_prefix("torch.")?;
        let name = name.strip_prefix("cuda.").unwrap_or(name);
        match name.strip_suffix("Storage") {
            Some("storage.Untyped" | "Untyped") => Some(DType::U8),
            Some(name) => DType::of_storage(name),
            None => DType::of_torch(name),
        }
    }

    /// The key and the class of a storage: `('storage', class, key, location, elements, view)`.
    pub(super) fn storage(&self, id: Id) -> Option<(Id, Id)> {
        let Node::Outside(about) = self.node(id) else { return None };
        let (kind, class, key) = (self.part(about, 0)?, self.part(about, 1)?, self.part(about, 2)?);
        (self.str(kind)? == "storage" && self.str(key).is_some()).then_some((key, class))
    }

    /// The keys and values of a dict, or of an object that is a dict.
    pub(super) fn dict(&self, id: Id) -> Option<impl Iterator<Item = (Id, Id)>> {
        self.entries(id).map(|entries| self.pairs(entries))
    }

    fn entries(&self, id: Id) -> Option<Runs> {
        if let Node::Dict(entries) = self.node(id) {
            return Some(entries);
        }
        let object = self.object(id)?;
        match (object.state.map(|state| self.node(state)), self.constructor(id)) {
            (Some(Node::Dict(attributes)), Some(Constructor::Attributes)) => Some(attributes),
            _ => Some(object.entries).filter(|entries| !entries.is_empty()),
        }
    }

    /// The number of elements of a list, tuple or set, or of keys of a dict, or of an object that is one of these.
    pub(super) fn len(&self, id: Id) -> Option<usize> {
        match self.node(id) {
            Node::List(runs) | Node::Set(runs) => Some(self.count(runs)),
            Node::Tuple(_, len) => Some(len as usize),
            _ => match self.entries(id) {
                Some(entries) => Some(self.count(entries) / 2),
                None => self
                    .object(id)
                    .map(|object| object.elements)
                    .filter(|list| !list.is_empty())
                    .map(|list| self.count(list)),
            },
        }
    }

    /// The elements of a list or a tuple, or of an object that is a list.
    pub(super) fn list(&self, id: Id) -> Option<impl Iterator<Item = Id>> {
        match self.node(id) {
            Node::List(_) | Node::Tuple(..) => self.elements(id),
            _ => self
                .object(id)
                .filter(|object| !object.elements.is_empty())
                .map(|object| self.run_elements(object.elements)),
        }
    }

    /// A number of Python or of numpy.
    pub(super) fn number(&self, id: Id) -> Option<Number> {
        match self.node(id) {
            Node::Bool(value) => Some(Number::Bool(value)),
            Node::Int(_) | Node::Long(_) => self.int(id).map(Number::Int),
            Node::Float(_) => self.float(id).map(Number::Float),
            _ if self.constructor(id) == Some(Constructor::Scalar) => {
                let args = self.object(id)?.args;
                let (code, big_endian) = self.numpy_dtype(self.part(args, 0)?)?;
                let mut bytes = self.to_bytes(self.part(args, 1)?, code.1)?;
                if big_endian {
                    bytes.reverse();
                }
                scalar(code, &bytes)
            }
            _ => None,
        }
    }

    /// A tensor, or an array of numpy.
    pub(super) fn layout(&self, id: Id) -> Option<Result<Layout, Wrong>> {
        let object = self.object(id)?;
        match self.constructor(id)? {
            Constructor::Tensor => Some(self.tensor(object.args, false)),
            Constructor::TensorOfType => Some(self.tensor(object.args, true)),
            Constructor::Array => Some(self.array(object)),
            Constructor::ArrayOfBuffer => {
                let part = |place| self.part(object.args, place);
                let fortran = part(3).and_then(|order| self.str(order)) == Some("F");
                Some(self.array_of(part(0), part(1), part(2), fortran))
            }
            _ => None,
        }
    }

    fn tensor(&self, args: Id, of_type: bool) -> Result<Layout, Wrong> {
        let part = |place: usize| self.part(args, place);
        let storage = part(0).and_then(|id| match self.node(id) {
            Node::Outside(about) => Some((self.storage(id)?, self.part(about, 5))),
            _ => None,
        });
        let ((key, class), view) = storage.ok_or("has no storage")?;
        if view.is_some_and(|view| self.node(view) != Node::None) {
            return Err(
                "is in a part of a storage, as torch before 0.4 wrote it: load it with torch, and save it again",
            );
        }
        let class = if of_type { part(6).ok_or("has no type of elements")? } else { class };
        let dtype = self.dtype(class).ok_or("has a type of elements that is not known")?;
        let offset = part(1).and_then(|id| self.int(id)).ok_or("has no offset")?;
        let offset = usize::try_from(offset).map_err(|_| "has a wrong offset")?;
        let (shape, strides) = (self.sizes(part(2)), self.sizes(part(3)));
        let (Some(shape), Some(strides)) = (shape, strides) else { return Err("has no shape or strides") };
        if shape.len() != strides.len() {
            return Err("has more axes than strides, or fewer");
        }
        let elements = ElementSource::Storage(self.str(key).unwrap_or_default().into());
        Ok(Layout { elements, dtype, offset, shape, strides })
    }

    /// Lengths of axes, or strides.
    fn sizes(&self, list: Option<Id>) -> Option<Vec<usize>> {
        // No array has more axes than this.
        const MOST_AXES: usize = 64;
        let sizes = self.list(list?)?.take(MOST_AXES + 1).map(|id| usize::try_from(self.int(id)?).ok());
        sizes.collect::<Option<Vec<_>>>().filter(|sizes| sizes.len() <= MOST_AXES)
    }

    fn array(&self, object: Object) -> Result<Layout, Wrong> {
        let state = object.state.ok_or("has no elements")?;
        let part = |place| self.part(state, place);
        let fortran = part(3).is_some_and(|order| self.node(order) == Node::Bool(true));
        self.array_of(part(4), part(2), part(1), fortran)
    }

    fn array_of(
        &self,
        bytes: Option<Id>,
        dtype: Option<Id>,
        shape: Option<Id>,
        fortran: bool,
    ) -> Result<Layout, Wrong> {
        let shape = self.sizes(shape).ok_or("has no shape")?;
        let dtype = dtype.and_then(|dtype| self.numpy_dtype(dtype));
        let ((kind, size), big_endian) = dtype.ok_or("has a type of elements that is not known")?;
        let dtype = match (kind, size) {
            (b'f', 8) => DType::F64,
            (b'f', 4) => DType::F32,
            (b'f', 2) => DType::F16,
            (b'i', 8) => DType::I64,
            (b'i', 4) => DType::I32,
            (b'i', 2) => DType::I16,
            (b'i', 1) => DType::I8,
            (b'u', 1) => DType::U8,
            (b'b', 1) => DType::Bool,
            _ => DType::Other,
        };
        let mut elements = Vec::new();
        if dtype != DType::Other {
            // An array of objects has a list here.
            let len = shape.iter().try_fold(size, |len, &axis| len.checked_mul(axis)).ok_or("is too large")?;
            elements = bytes
                .and_then(|bytes| self.to_bytes(bytes, len))
                .ok_or("has no elements, or another number of them")?;
            if big_endian {
                elements.chunks_exact_mut(size).for_each(<[u8]>::reverse);
            }
        }
        let mut strides = vec![0; shape.len()];
        let mut stride = 1_usize;
        for axis in 0..shape.len() {
            let axis = if fortran { axis } else { shape.len() - 1 - axis };
            strides[axis] = stride;
            stride = stride.saturating_mul(shape[axis]);
        }
        Ok(Layout { elements: ElementSource::Bytes(Arc::from(elements)), dtype, offset: 0, shape, strides })
    }

    /// The kind and size of numpy's elements, and true if their bytes are in the other order: `numpy.dtype("f8", …)`.
    fn numpy_dtype(&self, id: Id) -> Option<((u8, usize), bool)> {
        let object = self.object(id).filter(|_| self.class(id) == Some("numpy.dtype"))?;
        let code = self.str(self.part(object.args, 0)?)?;
        let (kind, size) = code.split_at_checked(1)?;
        let order = object.state.and_then(|state| self.str(self.part(state, 1)?));
        Some(((kind.bytes().next()?, size.parse().ok()?), order == Some(">")))
    }

    /// The bytes of a text or of bytes. Old protocols write bytes as text.
    fn to_bytes(&self, id: Id, len: usize) -> Option<Vec<u8>> {
        // Python 2 has the same type for text and bytes.
        if let Some(bytes) = self.bytes(id).or(self.str(id).map(str::as_bytes)) {
            return (bytes.len() == len).then(|| bytes.to_vec());
        }
        let object = self.object(id).filter(|_| self.constructor(id) == Some(Constructor::Bytes))?;
        let Some(first) = self.part(object.args, 0) else { return (len == 0).then(Vec::new) };
        match self.str(first) {
            // Each byte is a character of one or two bytes.
            Some(text) if len.checked_mul(2).is_some_and(|most| (len..=most).contains(&text.len())) => {
                let bytes: Option<Vec<u8>> = text.chars().map(|char| u8::try_from(char).ok()).collect();
                bytes.filter(|bytes| bytes.len() == len)
            }
            Some(_) => None,
            None => self.bytes(first).filter(|bytes| bytes.len() == len).map(<[u8]>::to_vec),
        }
    }

    /// A description of its kind.
    pub(super) fn kind(&self, id: Id) -> &'static str {
        match self.node(id) {
            Node::None => "none",
            Node::Bool(_) => "a bool",
            Node::Int(_) | Node::Long(_) | Node::Huge => "a whole number",
            Node::Float(_) => "a number",
            Node::Str(..) => "text",
            Node::Bytes(..) => "bytes",
            Node::Tuple(..) => "a tuple",
            Node::List(_) => "a list",
            Node::Set(_) => "a set",
            Node::Dict(_) => "a dict",
            Node::Global(..) if self.dtype(id).is_some() => "a type of elements",
            Node::Global(..) => "a class",
            Node::Outside(_) if self.storage(id).is_some() => "a storage",
            Node::Outside(_) => "a reference to another file",
            Node::Call(..) | Node::Object(_) => match self.constructor(id) {
                Some(Constructor::Tensor | Constructor::TensorOfType) => "a tensor",
                Some(Constructor::Array | Constructor::ArrayOfBuffer) => "an array",
                Some(Constructor::Scalar) => "a number",
                Some(Constructor::Device) => "a device",
                Some(Constructor::Attributes) => "a dict",
                Some(Constructor::Bytes) => "bytes",
                None => "an object",
            },
        }
    }

    /// The error for a value of another kind.
    pub(super) fn not(&self, id: Id, place: String, expected: &'static str) -> TorchError {
        let opaque = match self.node(id) {
            Node::Global(..) if self.dtype(id).is_none() => self.global(id).map(|name| ("the name", name)),
            Node::Call(..) | Node::Object(_) if self.constructor(id).is_none() => {
                Some(("an object", self.class(id).unwrap_or("a class of no name")))
            }
            _ => None,
        };
        match opaque {
            Some((what, class)) => {
                TorchError::Opaque { place, what, class: class.to_owned(), expected, help: self.help(id, class) }
            }
            None => TorchError::Kind { place, found: self.kind(id), expected },
        }
    }

    /// A suggestion for an object that cannot be read.
    fn help(&self, id: Id, class: &str) -> &'static str {
        match class.rsplit('.').next().unwrap_or(class) {
            "_rebuild_sparse_tensor" => "the tensor is sparse: save `tensor.to_dense()`",
            "_rebuild_qtensor" => "the tensor is quantized: save `tensor.dequantize()`",
            "_rebuild_meta_tensor_no_storage" => {
                "the tensor is on the device `meta` and has no elements: save it after it got some, with `to_empty` say"
            }
            "_rebuild_nested_tensor" => "the tensor is nested: save its parts, `tensor.unbind()`",
            "_rebuild_wrapper_subclass" | "DTensor" | "ShardedTensor" => {
                "the tensor is a part of one on several machines: save `tensor.full_tensor()`"
            }
            _ if self.has_attribute(id, "_parameters") => {
                "the module was saved whole: in Python, save `module.state_dict()`"
            }
            _ if self.has_attribute(id, "param_groups") => {
                "the optimizer was saved whole: in Python, save `optimizer.state_dict()`"
            }
            _ => {
                "nothing of a file is executed; look inside with `arguments` and `attributes`, or save plain data in its place"
            }
        }
    }

    fn has_attribute(&self, id: Id, name: &str) -> bool {
        const MOST: usize = 100;
        let state = self.object(id).and_then(|object| object.state);
        state
            .and_then(|state| self.dict(state))
            .is_some_and(|mut pairs| pairs.by_ref().take(MOST).any(|(key, _)| self.str(key) == Some(name)))
    }
}

fn scalar((kind, size): (u8, usize), bytes: &[u8]) -> Option<Number> {
    if bytes.len() != size {
        return None;
    }
    let mut wide = [0; 16];
    wide.get_mut(..size)?.copy_from_slice(bytes);
    let unsigned = i128::from_le_bytes(wide);
    match (kind, size) {
        (b'b', 1) => Some(Number::Bool(unsigned != 0)),
        (b'u', 1..=8) => Some(Number::Int(unsigned)),
        (b'i', 1..=8) => {
            let shift = 128 - 8 * size as u32;
            Some(Number::Int(unsigned << shift >> shift))
        }
        (b'f', 2 | 4 | 8) => {
            let dtype = match size {
                2 => checkpoint::DType::F16,
                4 => checkpoint::DType::F32,
                _ => checkpoint::DType::F64,
            };
            TensorData::new(dtype, Vec::new(), bytes.to_vec()).ok()?.to_f64().first().copied().map(Number::Float)
        }
        _ => None,
    }
}
