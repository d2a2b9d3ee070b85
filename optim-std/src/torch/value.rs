//! Values of a file, to look into.

use std::fmt;
use std::sync::Arc;

use super::error::{TorchError, listed};
use super::file::Contents;
use super::optimizer::OptimizerState;
use super::pickle::{Id, Node};
use super::tensor::TorchTensor;

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

    fn node(&self) -> &Node {
        self.file.node(self.id)
    }

    fn inside(&self, id: Id, key: impl fmt::Debug) -> Self {
        Self { file: Arc::clone(&self.file), id, place: format!("{}[{key:?}]", self.place) }
    }

    /// Where it is in the file, for messages: `["optimizer"]["param_groups"][0]`.
    pub fn place(&self) -> String {
        if self.place.is_empty() { "the file".to_owned() } else { self.place.clone() }
    }

    /// What it is, in words: `a dict`, `a tensor`, ….
    pub fn kind(&self) -> &'static str {
        self.node().kind()
    }

    pub(super) fn not(&self, expected: &'static str) -> TorchError {
        TorchError::Kind { place: self.place(), found: self.kind(), expected }
    }

    /// The keys of a dict that are text, in order.
    ///
    /// # Errors
    ///
    /// When it is no dict.
    pub fn keys(&self) -> Result<Vec<&str>, TorchError> {
        let keys = self.pairs()?.iter().filter_map(|&(key, _)| match self.file.node(key) {
            Node::Str(key) => Some(&**key),
            _ => None,
        });
        Ok(keys.collect())
    }

    /// The value of a key of a dict.
    ///
    /// # Errors
    ///
    /// When it is no dict, or there is no such key.
    pub fn get(&self, key: &str) -> Result<Self, TorchError> {
        self.find(key)?.ok_or_else(|| TorchError::Missing {
            key: key.to_owned(),
            place: self.place(),
            known: self.known(),
        })
    }

    /// The value of a key of a dict that is a whole number, as those of `state` are.
    ///
    /// # Errors
    ///
    /// When it is no dict, or there is no such key.
    pub fn entry(&self, key: usize) -> Result<Self, TorchError> {
        let is_key = |id| matches!(self.file.node(id), Node::Int(number) if *number == key as i128);
        let found = self.pairs()?.iter().rev().find(|&&(id, _)| is_key(id));
        let missing = || TorchError::Missing { key: key.to_string(), place: self.place(), known: self.known() };
        found.map(|&(_, value)| self.inside(value, key)).ok_or_else(missing)
    }

    /// The value of a key of a dict, if it has one.
    pub(super) fn find(&self, key: &str) -> Result<Option<Self>, TorchError> {
        // Of two values for one key, the later one is the dict's.
        let found = self
            .pairs()?
            .iter()
            .rev()
            .find(|&&(id, _)| matches!(self.file.node(id), Node::Str(text) if **text == *key));
        Ok(found.map(|&(_, value)| self.inside(value, shortened(key))))
    }

    /// The number of elements of a list, a tuple or a set, or of keys of a dict.
    ///
    /// # Errors
    ///
    /// When it is none of these.
    #[allow(clippy::len_without_is_empty, reason = "most values have no length")]
    pub fn len(&self) -> Result<usize, TorchError> {
        match self.node() {
            Node::List(parts) | Node::Tuple(parts) | Node::Set(parts) => Ok(parts.len()),
            Node::Dict(pairs) => Ok(pairs.len()),
            _ => Err(self.not("a list or a dict")),
        }
    }

    /// The elements of a list or a tuple.
    ///
    /// # Errors
    ///
    /// When it is neither.
    pub fn elements(&self) -> Result<Vec<Self>, TorchError> {
        match self.node() {
            Node::List(parts) | Node::Tuple(parts) => {
                Ok(parts.iter().enumerate().map(|(place, &id)| self.inside(id, place)).collect())
            }
            _ => Err(self.not("a list")),
        }
    }

    /// An element of a list or a tuple.
    ///
    /// # Errors
    ///
    /// When it is neither, or not as long.
    pub fn at(&self, place: usize) -> Result<Self, TorchError> {
        match self.node() {
            Node::List(parts) | Node::Tuple(parts) => match parts.get(place) {
                Some(&id) => Ok(self.inside(id, place)),
                None => Err(TorchError::Missing { key: place.to_string(), place: self.place(), known: Vec::new() }),
            },
            _ => Err(self.not("a list")),
        }
    }

    /// The number, where it is one or a tensor with one element.
    ///
    /// # Errors
    ///
    /// When it is neither.
    pub fn as_f64(&self) -> Result<f64, TorchError> {
        match *self.node() {
            Node::Float(number) => Ok(number),
            Node::Int(number) => Ok(number as f64),
            Node::Tensor(_) => self.tensor()?.to_number(),
            _ => Err(self.not("a number")),
        }
    }

    /// The whole number.
    ///
    /// # Errors
    ///
    /// When it is none.
    pub fn as_int(&self) -> Result<i128, TorchError> {
        match *self.node() {
            Node::Int(number) => Ok(number),
            _ => Err(self.not("a whole number")),
        }
    }

    /// `True` or `False`.
    ///
    /// # Errors
    ///
    /// When it is neither.
    pub fn as_bool(&self) -> Result<bool, TorchError> {
        match *self.node() {
            Node::Bool(value) => Ok(value),
            _ => Err(self.not("a bool")),
        }
    }

    /// The text.
    ///
    /// # Errors
    ///
    /// When it is none.
    pub fn as_str(&self) -> Result<&str, TorchError> {
        match self.node() {
            Node::Str(text) => Ok(text),
            _ => Err(self.not("text")),
        }
    }

    /// Whether it is `None`.
    pub fn is_none(&self) -> bool {
        matches!(self.node(), Node::None)
    }

    /// Whether it is a tensor.
    pub fn is_tensor(&self) -> bool {
        matches!(self.node(), Node::Tensor(_))
    }

    /// The tensor, to be read.
    ///
    /// # Errors
    ///
    /// When it is none.
    pub fn tensor(&self) -> Result<TorchTensor, TorchError> {
        match self.node() {
            Node::Tensor(layout) => Ok(TorchTensor::new(Arc::clone(&self.file), (**layout).clone(), self.place())),
            _ => Err(self.not("a tensor")),
        }
    }

    /// The state of an optimizer: this value, or the one value of this dict that is one.
    ///
    /// # Errors
    ///
    /// When there is none, or more than one, or it is not as `optimizer.state_dict()` makes it.
    pub fn optimizer(&self) -> Result<OptimizerState, TorchError> {
        self.only(
            |keys| keys.contains(&"state") && keys.contains(&"param_groups"),
            |what, place, known| TorchError::Optimizer { what, place, known },
            ["there is no state of an optimizer", "there are several states of optimizers"],
        )
        .and_then(|value| OptimizerState::read(&value))
    }

    /// This value, if it is a dict with such keys, or the one value of this dict that is one; the error says what is wrong.
    pub(super) fn only(
        &self,
        fits: impl Fn(&[&str]) -> bool,
        error: impl Fn(&'static str, String, Vec<String>) -> TorchError,
        [none, several]: [&'static str; 2],
    ) -> Result<Self, TorchError> {
        // What is looked for has few keys.
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

    /// Keys for messages, the first of very many.
    fn known(&self) -> Vec<String> {
        let pairs = self.pairs().unwrap_or_default().iter().take(1000);
        let keys = pairs.filter_map(|&(key, _)| match self.file.node(key) {
            Node::Str(key) => Some(shortened(key).to_owned()),
            _ => None,
        });
        keys.collect()
    }

    fn pairs(&self) -> Result<&[(Id, Id)], TorchError> {
        match self.node() {
            Node::Dict(pairs) => Ok(pairs),
            _ => Err(self.not("a dict")),
        }
    }

    /// Keys and values of a dict; keys that are numbers as text.
    ///
    /// A file may use one long text a million times, at no cost for it: so many keys, and so many bytes of them, are the most.
    pub(super) fn entries(&self) -> Result<Vec<(String, Self)>, TorchError> {
        const MOST: usize = 1 << 20;
        const MOST_BYTES: usize = 1 << 26;
        let pairs = self.pairs()?;
        if pairs.len() > MOST {
            return Err(TorchError::Limit { what: "keys in a dict", limit: MOST as u64 });
        }
        let mut bytes = 0;
        let entry = |&(key, value): &(Id, Id)| {
            let key = match self.file.node(key) {
                Node::Str(key) => key.to_string(),
                Node::Int(key) => key.to_string(),
                other => {
                    let (place, found) = (format!("a key of {}", self.place()), other.kind());
                    return Err(TorchError::Kind { place, found, expected: "text or a number" });
                }
            };
            bytes += key.len();
            if bytes > MOST_BYTES {
                return Err(TorchError::Limit { what: "bytes in the keys of a dict", limit: MOST_BYTES as u64 });
            }
            let value = self.inside(value, shortened(&key));
            Ok((key, value))
        };
        pairs.iter().map(entry).collect()
    }
}

/// The beginning of a text, for messages.
fn shortened(text: &str) -> &str {
    const LONGEST: usize = 100;
    text.char_indices().nth(LONGEST).map_or(text, |(end, _)| &text[..end])
}

/// Kind and place.
impl fmt::Debug for TorchValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TorchValue({} at {}", self.kind(), self.place())?;
        match self.known() {
            keys if keys.is_empty() => f.write_str(")"),
            keys => write!(f, ", keys {})", listed(&keys)),
        }
    }
}
