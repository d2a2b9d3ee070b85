//! The tensors of a file, by name and in order. Nothing in the header is trusted.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::json::{JsonSpan, Text, shape};
use super::wrong::Wrong;
use super::{KEY, StoredType};
use crate::sorting::{sort_by, sort_by_key};

/// The tensors of a header, with the text of the header.
#[derive(Debug)]
pub(super) struct Listing {
    json: String,
    /// The names that have escapes in the header, decoded.
    escaped: String,
    /// The place of the first tensor in the file.
    pub(super) data: u64,
    /// The tensors in the order of the file, without the checksums.
    pub(super) tensors: Vec<TensorPlace>,
    /// The indices of the tensors, sorted by name.
    by_name: Vec<u32>,
}

/// The place of a tensor, and its expected properties.
#[derive(Debug)]
pub(super) struct TensorPlace {
    name: ListedName,
    shape: JsonSpan,
    pub(super) stored: StoredType,
    /// Checksum of the tensor, in version 1.
    pub(super) checksum: u32,
    /// The place of its first byte in the file.
    pub(super) start: u64,
    pub(super) bytes: u64,
}

#[derive(Clone, Copy, Debug)]
enum ListedName {
    Plain(JsonSpan),
    Escaped(JsonSpan),
}

impl Listing {
    /// The name of a tensor.
    pub(super) fn name(&self, tensor: usize) -> &str {
        self.name_of(&self.tensors[tensor])
    }

    fn name_of(&self, tensor: &TensorPlace) -> &str {
        match tensor.name {
            ListedName::Plain(span) => span.get(&self.json),
            ListedName::Escaped(span) => span.get(&self.escaped),
        }
    }

    /// The shape of a tensor.
    pub(super) fn shape(&self, tensor: usize) -> Vec<usize> {
        // The shape was parsed before, so this cannot fail.
        shape(self.tensors[tensor].shape.get(&self.json)).unwrap_or_default()
    }

    /// The index of the tensor with this name.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        let found = self.by_name.binary_search_by(|place| self.name(*place as usize).cmp(name));
        found.ok().map(|place| self.by_name[place] as usize)
    }

    /// Removes the last tensor.
    pub(super) fn pop(&mut self) {
        let last = self.tensors.len().saturating_sub(1);
        self.by_name.retain(|place| *place as usize != last);
        self.tensors.pop();
    }

    /// The tensors of a header and the metadata under our key.
    pub(super) fn read(json: String, data: u64) -> Result<(Self, Option<String>), Wrong> {
        let malformed = |error: serde_json::Error| Wrong::Malformed(format!("its header: {error}"));
        // The number of tensors is counted first, so that no list grows to twice its length.
        let (mut count, mut escaped) = (0, 0);
        let ours = walk(&json, &mut |name, _: IgnoredAny| {
            count += 1;
            escaped += if matches!(name, Cow::Owned(_)) { name.len() } else { 0 };
            Ok(())
        })
        .map_err(malformed)?
        .is_some();
        // If another program wrote the file, other differences are not worth reporting.
        if !ours {
            return Err(Wrong::Foreign);
        }
        let (mut tensors, mut escaped) = (Vec::with_capacity(count), String::with_capacity(escaped));
        let mut wrong = None;
        let text = walk(&json, &mut |name, info: ListedInfo<'_>| {
            let Some(stored) = info.stored() else {
                wrong = Some(format!(
                    "`{}` has elements of type {}, which no parameter or state has",
                    start(&name),
                    start(&info.dtype.0)
                ));
                return Err(Error::custom("a type"));
            };
            let name = match name {
                Cow::Borrowed(name) => ListedName::Plain(JsonSpan::of(&json, name)),
                Cow::Owned(name) => {
                    let start = escaped.len();
                    escaped.push_str(&name);
                    ListedName::Escaped(JsonSpan::of(&escaped, &escaped[start..]))
                }
            };
            tensors.push(info.tensor(&json, name, stored)?);
            Ok(())
        });
        if let Some(wrong) = wrong {
            return Err(Wrong::Malformed(wrong));
        }
        let text = text.map_err(malformed)?.map(Cow::into_owned);

        // An empty tensor has the same place as the tensor after it.
        sort_by_key(&mut tensors, |tensor| (tensor.start, tensor.bytes));
        let by_name = (0..tensors.len() as u32).collect();
        let mut listing = Self { json, escaped, data, tensors, by_name };
        let mut by_name = std::mem::take(&mut listing.by_name);
        sort_by(&mut by_name, |a, b| listing.name(*a as usize).cmp(listing.name(*b as usize)));
        listing.by_name = by_name;
        let twice =
            listing.by_name.array_windows().find(|[a, b]| listing.name(*a as usize) == listing.name(*b as usize));
        if let Some([twice, _]) = twice {
            return Err(Wrong::Malformed(format!("its header: `{}` is there twice", listing.name(*twice as usize))));
        }
        for tensor in &mut listing.tensors {
            tensor.start = tensor.start.saturating_add(data);
        }
        Ok((listing, text))
    }

    /// Checks that the tensors follow each other without gaps. Returns the end of the last one.
    pub(super) fn check(&self) -> Result<u64, Wrong> {
        let mut end = self.data;
        for (place, tensor) in self.tensors.iter().enumerate() {
            let name = || self.name_of(tensor);
            let shape = self.shape(place);
            let expected = shape.iter().try_fold(tensor.stored.size(), |bytes, size| bytes.checked_mul(*size));
            if expected.map(|bytes| bytes as u64) != Some(tensor.bytes) || tensor.start != end {
                return Err(Wrong::Malformed(format!("invalid offset for tensor `{}`", name())));
            }
            end = end
                .checked_add(tensor.bytes)
                .ok_or_else(|| Wrong::Malformed(format!("invalid offset for tensor `{}`", name())))?;
        }
        Ok(end)
    }
}

/// The start of a text that may be long, for messages.
fn start(text: &str) -> &str {
    const SHOWN: usize = 200;
    &text[..text.floor_char_boundary(SHOWN)]
}

/// A tensor in a header.
#[derive(Debug, serde::Deserialize)]
pub(super) struct ListedInfo<'j> {
    #[serde(borrow)]
    dtype: Text<'j>,
    #[serde(borrow)]
    shape: &'j RawValue,
    data_offsets: (u64, u64),
}

impl ListedInfo<'_> {
    /// The range of the checksums, counted from the first tensor, and their number. `None` for any other tensor.
    pub(super) fn checksums(&self) -> Option<(Range<u64>, usize)> {
        let (start, end) = self.data_offsets;
        match *shape(self.shape.get()).ok()? {
            [count, 4] if self.dtype.0 == StoredType::U8.name() => {
                (end.checked_sub(start)? == (count as u64).checked_mul(4)?).then_some((start..end, count))
            }
            _ => None,
        }
    }

    fn stored(&self) -> Option<StoredType> {
        StoredType::ALL.into_iter().find(|stored| stored.name() == self.dtype.0)
    }

    fn tensor(&self, json: &str, name: ListedName, stored: StoredType) -> serde_json::Result<TensorPlace> {
        shape(self.shape.get())?;
        let (start, end) = self.data_offsets;
        let bytes = end.checked_sub(start).ok_or_else(|| Error::custom("invalid offset"))?;
        Ok(TensorPlace { name, shape: JsonSpan::of(json, self.shape.get()), stored, checksum: 0, start, bytes })
    }
}

/// Calls `each` with the tensors in a header. Returns the text under our key in the metadata.
pub(super) fn walk<'j, V: Deserialize<'j>>(
    json: &'j str,
    each: &mut dyn FnMut(Cow<'j, str>, V) -> serde_json::Result<()>,
) -> serde_json::Result<Option<Cow<'j, str>>> {
    struct Header<'f, 'j, V>(&'f mut dyn FnMut(Cow<'j, str>, V) -> serde_json::Result<()>);

    impl<'j, V: Deserialize<'j>> Visitor<'j> for Header<'_, 'j, V> {
        type Value = Option<Cow<'j, str>>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object of tensors")
        }

        fn visit_map<A: MapAccess<'j>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut metadata: Option<Option<Cow<'j, str>>> = None;
            while let Some(Text(key)) = map.next_key()? {
                if key != "__metadata__" {
                    let info = map.next_value().map_err(|error| in_tensor(&key, &error))?;
                    let name = start(&key).to_owned();
                    (self.0)(key, info).map_err(|error| in_tensor(&name, &error))?;
                } else if metadata.is_some() {
                    return Err(A::Error::custom("`__metadata__` is there twice"));
                } else {
                    metadata = Some(map.next_value::<Metadata<'j>>()?.0);
                }
            }
            Ok(metadata.flatten())
        }
    }

    fn in_tensor<E: Error>(name: &str, error: &dyn fmt::Display) -> E {
        E::custom(format_args!("tensor `{}`: {error}", start(name)))
    }

    let mut deserializer = serde_json::Deserializer::from_str(json);
    let text = deserializer.deserialize_map(Header(each))?;
    deserializer.end()?;
    Ok(text)
}

/// The text under our key. Texts under other keys are skipped.
struct Metadata<'j>(Option<Cow<'j, str>>);

impl<'j> Deserialize<'j> for Metadata<'j> {
    fn deserialize<D: Deserializer<'j>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;

        impl<'j> Visitor<'j> for Object {
            type Value = Metadata<'j>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'j>>(self, mut map: A) -> Result<Metadata<'j>, A::Error> {
                let mut ours = None;
                while let Some(Text(key)) = map.next_key()? {
                    let Text(value) = map.next_value()?;
                    if key == KEY && ours.replace(value).is_some() {
                        return Err(A::Error::custom(format_args!("`{key}` is there twice")));
                    }
                }
                Ok(Metadata(ours))
            }
        }

        deserializer.deserialize_map(Object)
    }
}
