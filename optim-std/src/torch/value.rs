//! Values of a file.

use std::fmt;
use std::sync::Arc;

use super::contents::Contents;
use super::decode::{Constructor, Number};
use super::dtype::DType;
use super::error::{TorchError, listed};
use super::pickle::{Id, Node, Pickle};
use super::tensor::TorchTensor;
use optim_core::__private::messages::shown;

/// A value of a [`TorchFile`](super::TorchFile): a dict, a list, a number, a tensor, ….
#[derive(Clone)]
pub struct TorchValue {
    file: Arc<Contents>,
    id: Id,
    place: String,
}

impl TorchValue {
    pub(super) fn new(file: Arc<Contents>, id: Id, place: String) -> Self {
        Self { file, id, place }
    }

    fn pickle(&self) -> &Pickle {
        &self.file.pickle
    }

    fn inside(&self, id: Id, key: impl fmt::Debug) -> Self {
        Self { file: Arc::clone(&self.file), id, place: format!("{}[{key:?}]", self.place) }
    }

    /// The place in the file, for messages: `["optimizer"]["param_groups"][0]`.
    pub fn place(&self) -> String {
        if self.place.is_empty() { "the file".to_owned() } else { self.place.clone() }
    }

    /// A description of its kind: `a dict`, `a tensor`, ….
    pub fn kind(&self) -> &'static str {
        self.pickle().kind(self.id)
    }

    pub(super) fn not(&self, expected: &'static str) -> TorchError {
        self.pickle().not(self.id, self.place(), expected)
    }

    /// The class of an object, or the function that creates it, with its module: `pathlib.PosixPath`. For a class or a function
    /// itself, its name. `None` for built-in Python data, `OrderedDict` and other containers.
    ///
    /// Reading a file does not create objects, because that would execute code. You can read the name, the
    /// [arguments](Self::arguments) and the [attributes](Self::attributes).
    ///
    /// ```
    /// use optim_std::torch::TorchFile;
    ///
    /// // `{"args": argparse.Namespace(lr=0.01), "path": pathlib.PurePosixPath("runs/1"), …}`
    /// let file = TorchFile::open("../tests/torch/foreign.pt")?;
    /// assert_eq!(file.get("args")?.get("lr")?.as_f64()?, 0.01);
    /// let path = file.get("path")?;
    /// assert_eq!(path.class(), Some("pathlib.PurePosixPath"));
    /// assert_eq!(path.arguments()?.at(0)?.as_str()?, "runs");
    /// let error = path.as_str().unwrap_err().to_string();
    /// assert!(error.starts_with("[\"path\"] is an object of `pathlib.PurePosixPath`, not text\nhelp: "));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn class(&self) -> Option<&str> {
        self.pickle().global(self.id).or_else(|| self.pickle().class(self.id))
    }

    /// The arguments of the call that creates an object, a tuple.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not an object.
    pub fn arguments(&self) -> Result<Self, TorchError> {
        let object = self.pickle().object(self.id).ok_or_else(|| self.not("an object"))?;
        Ok(self.inside_of(object.args, "arguments"))
    }

    /// The argument of an object's `__setstate__`: most often a dict of its attributes.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not an object, or has no attributes.
    pub fn attributes(&self) -> Result<Self, TorchError> {
        let object = self.pickle().object(self.id).ok_or_else(|| self.not("an object"))?;
        let state = object.state.ok_or_else(|| self.not("an object with attributes"))?;
        Ok(self.inside_of(state, "attributes"))
    }

    fn inside_of(&self, id: Id, part: &str) -> Self {
        Self { file: Arc::clone(&self.file), id, place: format!("{}.{part}", self.place) }
    }

    /// The keys of a dict that are text, in order.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not a dict.
    pub fn keys(&self) -> Result<Vec<&str>, TorchError> {
        Ok(self.pairs()?.filter_map(|(key, _)| self.pickle().str(key)).collect())
    }

    /// The value of a key of a dict.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not a dict, or there is no such key.
    pub fn get(&self, key: &str) -> Result<Self, TorchError> {
        self.find(key)?.ok_or_else(|| TorchError::Missing {
            key: key.to_owned(),
            place: self.place(),
            known: self.known(),
        })
    }

    /// Returns the value of an integer key of a dict, such as the keys of `state`.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not a dict, or there is no such key.
    pub fn entry(&self, key: usize) -> Result<Self, TorchError> {
        let found = self.pairs()?.filter(|&(id, _)| self.pickle().int(id) == Some(key as i128)).last();
        let missing = || TorchError::Missing { key: key.to_string(), place: self.place(), known: self.known() };
        found.map(|(_, value)| self.inside(value, key)).ok_or_else(missing)
    }

    /// The value of a key of a dict, if it has one.
    pub(super) fn find(&self, key: &str) -> Result<Option<Self>, TorchError> {
        // If a key occurs twice, a dict has the later value.
        let found = self.pairs()?.filter(|&(id, _)| self.pickle().str(id) == Some(key)).last();
        Ok(found.map(|(_, value)| self.inside(value, shortened(key))))
    }

    /// The number of elements of a list, a tuple or a set, or of keys of a dict.
    ///
    /// # Errors
    ///
    /// Returns an error if it is none of these.
    #[allow(clippy::len_without_is_empty, reason = "most values have no length")]
    pub fn len(&self) -> Result<usize, TorchError> {
        self.pickle().len(self.id).ok_or_else(|| self.not("a list or a dict"))
    }

    /// The elements of a list or a tuple.
    ///
    /// # Errors
    ///
    /// Returns an error if it is neither.
    pub fn elements(&self) -> Result<Vec<Self>, TorchError> {
        Ok(self.iter_elements()?.collect())
    }

    /// The elements of a list or a tuple, one by one.
    pub(super) fn iter_elements(&self) -> Result<impl Iterator<Item = Self>, TorchError> {
        let elements = self.pickle().list(self.id).ok_or_else(|| self.not("a list"))?;
        Ok(elements.enumerate().map(|(place, id)| self.inside(id, place)))
    }

    /// An element of a list or a tuple.
    ///
    /// # Errors
    ///
    /// Returns an error if it is neither, or not as long.
    pub fn at(&self, place: usize) -> Result<Self, TorchError> {
        let mut elements = self.pickle().list(self.id).ok_or_else(|| self.not("a list"))?;
        match elements.nth(place) {
            Some(id) => Ok(self.inside(id, place)),
            None => Err(TorchError::Missing { key: place.to_string(), place: self.place(), known: Vec::new() }),
        }
    }

    /// The number, if it is a number or a tensor with one element.
    ///
    /// # Errors
    ///
    /// Returns an error if it is neither.
    pub fn as_f64(&self) -> Result<f64, TorchError> {
        match self.pickle().number(self.id) {
            Some(Number::Float(number)) => Ok(number),
            Some(Number::Int(number)) => Ok(number as f64),
            _ if self.is_tensor() => self.tensor()?.to_number(),
            _ => Err(self.not("a number")),
        }
    }

    /// The integer.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not an integer, or has more than 128 bits.
    pub fn as_int(&self) -> Result<i128, TorchError> {
        match self.pickle().number(self.id) {
            Some(Number::Int(number)) => Ok(number),
            _ if self.pickle().node(self.id) == Node::Huge => Err(self.not("a whole number of at most 128 bits")),
            _ => Err(self.not("a whole number")),
        }
    }

    /// The boolean.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not a bool.
    pub fn as_bool(&self) -> Result<bool, TorchError> {
        match self.pickle().number(self.id) {
            Some(Number::Bool(value)) => Ok(value),
            _ => Err(self.not("a bool")),
        }
    }

    /// The text.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not a text.
    pub fn as_str(&self) -> Result<&str, TorchError> {
        self.pickle().str(self.id).ok_or_else(|| self.not("text"))
    }

    /// The element type, such as `torch.float32`.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not an element type.
    pub fn as_dtype(&self) -> Result<DType, TorchError> {
        self.pickle().dtype(self.id).ok_or_else(|| self.not("a type of elements"))
    }

    /// The device as torch writes it: `cpu`, `cuda:0`.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not a device.
    pub fn as_device(&self) -> Result<String, TorchError> {
        let pickle = self.pickle();
        let args = pickle
            .object(self.id)
            .filter(|_| pickle.constructor(self.id) == Some(Constructor::Device))
            .map(|object| object.args);
        let part = |place| pickle.part(args?, place);
        let kind = part(0).and_then(|id| pickle.str(id)).ok_or_else(|| self.not("a device"))?;
        Ok(match part(1).and_then(|id| pickle.int(id)) {
            Some(index) => format!("{}:{index}", shortened(kind)),
            None => shortened(kind).to_owned(),
        })
    }

    /// Returns true if it is `None`.
    pub fn is_none(&self) -> bool {
        self.pickle().node(self.id) == Node::None
    }

    /// Returns true if it is a tensor, or an array of numpy.
    pub fn is_tensor(&self) -> bool {
        let constructor = self.pickle().constructor(self.id);
        matches!(
            constructor,
            Some(Constructor::Tensor | Constructor::TensorOfType | Constructor::Array | Constructor::ArrayOfBuffer)
        )
    }

    /// The tensor or numpy array.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not a tensor or an array.
    pub fn tensor(&self) -> Result<TorchTensor, TorchError> {
        match self.pickle().layout(self.id) {
            Some(Ok(layout)) => Ok(TorchTensor::new(Arc::clone(&self.file), layout, self.place())),
            Some(Err(wrong)) => Err(TorchError::tensor(self.place(), wrong)),
            None => Err(self.not("a tensor")),
        }
    }

    /// Returns this value if it is a dict with such keys, or the only such value in it. Otherwise the error says what is wrong.
    pub(super) fn only(
        &self,
        fits: impl Fn(&[&str]) -> bool,
        error: impl Fn(&'static str, String, Vec<String>) -> TorchError,
        [none, several]: [&'static str; 2],
    ) -> Result<Self, TorchError> {
        // Dicts that contain such values have few keys.
        const MOST: usize = 64;
        let fits =
            |value: &Self| value.len().is_ok_and(|len| len <= MOST) && value.keys().is_ok_and(|keys| fits(&keys));
        if fits(self) {
            return Ok(self.clone());
        }
        let mut found = self.entries().unwrap_or_default().into_iter().map(|(_, value)| value).filter(fits);
        match (found.next(), found.next()) {
            (Some(value), None) => Ok(value),
            (first, _) => Err(error(if first.is_some() { several } else { none }, self.place(), self.known())),
        }
    }

    /// The keys for messages. If there are very many, only the first few.
    fn known(&self) -> Vec<String> {
        let pairs = self.pairs().into_iter().flatten().take(1000);
        pairs.filter_map(|(key, _)| self.pickle().str(key)).map(|key| shortened(key).to_owned()).collect()
    }

    /// The largest number of parameters that a file of this length can have.
    pub(super) fn most_entries(&self) -> usize {
        self.file.most_entries()
    }

    /// The largest number of bytes of tensors that are read at once. Many tensors in a file may use the same storage.
    #[cfg(feature = "indexmap")]
    pub(super) fn most_tensor_bytes(&self) -> u64 {
        const ALWAYS: u64 = 64 << 20;
        self.file.len.saturating_mul(16).saturating_add(ALWAYS)
    }

    pub(super) fn pairs(&self) -> Result<impl Iterator<Item = (Id, Id)>, TorchError> {
        self.pickle().dict(self.id).ok_or_else(|| self.not("a dict"))
    }

    /// The keys and values of a dict. Keys that are numbers become text; other kinds of keys are left out.
    ///
    /// A file can refer to a long text a million times at no cost, so the number of keys and the number of their bytes are limited
    /// by its length.
    pub(super) fn entries(&self) -> Result<Vec<(String, Self)>, TorchError> {
        const MOST_BYTES: usize = 1 << 26;
        let most = self.file.most_entries();
        if self.len()? > most {
            return Err(TorchError::Limit { what: "keys in a dict", limit: most as u64 });
        }
        let pickle = self.pickle();
        let mut bytes = 0;
        let entry = |(key, value): (Id, Id)| {
            let key = match (pickle.str(key), pickle.int(key)) {
                (Some(key), _) => key.to_owned(),
                (None, Some(key)) => key.to_string(),
                _ => return Ok(None),
            };
            bytes += key.len();
            if bytes > MOST_BYTES {
                return Err(TorchError::Limit { what: "bytes in the keys of a dict", limit: MOST_BYTES as u64 });
            }
            let value = self.inside(value, shortened(&key));
            Ok(Some((key, value)))
        };
        self.pairs()?.map(entry).filter_map(Result::transpose).collect()
    }
}

/// The beginning of a text, for messages.
fn shortened(text: &str) -> &str {
    const LONGEST: usize = 100;
    text.char_indices().nth(LONGEST).map_or(text, |(end, _)| &text[..end])
}

/// Prints kind and place.
impl fmt::Debug for TorchValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TorchValue({} at {}", self.kind(), shown(self.place()))?;
        match self.known() {
            keys if keys.is_empty() => f.write_str(")"),
            keys => write!(f, ", keys {})", listed(&keys)),
        }
    }
}
