//! The tensors of a file, by name and in order: nothing in the header is believed.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::json::{JsonSpan, Text, shape};
use super::wrong::Wrong;
use super::{KEY, StoredType};
use crate::sorting::{sort_by, sort_by_key};

/// Tensors of a header, which is kept.
#[derive(Debug)]
pub(super) struct Listing {
    json: String,
    /// Names that have escapes in the header.
    escaped: String,
    /// The place of the first tensor.
    pub(super) data: u64,
    /// In the order of the file, without the checksums.
    pub(super) tensors: Vec<TensorPlace>,
    /// Places of the tensors, by name.
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
    /// Place of its first byte in the file.
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
        // It was read before.
        shape(self.tensors[tensor].shape.get(&self.json)).unwrap_or_default()
    }

    /// The place of the tensor of this name.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        let found = self.by_name.binary_search_by(|place| self.name(*place as usize).cmp(name));
        found.ok().map(|place| self.by_name[place] as usize)
    }

    /// Takes the last tensor away.
    pub(super) fn pop(&mut self) {
        let last = self.tensors.len().saturating_sub(1);
        self.by_name.retain(|place| *place as usize != last);
        self.tensors.pop();
    }

    /// The tensors of a header and the metadata under our key.
    pub(super) fn read(json: String, data: u64) -> Result<(Self, Option<String>), Wrong> {
        let malformed = |error: serde_json::Error| Wrong::Malformed(format!("its header: {error}"));
        // The sizes are found first, so that no list grows to twice its length.
        let (mut count, mut escaped) = (0, 0);
        let ours = walk(&json, &mut |name, _: IgnoredAny| {
            count += 1;
            escaped += if matches!(name, Cow::Owned(_)) { name.len() } else { 0 };
            Ok(())
        })
        .map_err(malformed)?
        .is_some();
        // If another program wrote the file, no other difference is worth reporting.
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

        // Empty tensors start where the next one does.
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

    /// Checks that tensors are one after the other, and gives the end of the last.
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

/// A tensor as a header has it.
#[derive(Debug, serde::Deserialize)]
pub(super) struct ListedInfo<'j> {
    #[serde(borrow)]
    dtype: Text<'j>,
    #[serde(borrow)]
    shape: &'j RawValue,
    data_offsets: (u64, u64),
}

impl ListedInfo<'_> {
    /// The bytes of a tensor of small numbers, from where tensors begin, and its rows, if it is the one of checksums.
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

/// Calls `each` with the tensors of a header, and gives the text under our key of its metadata.
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

/// The text under our key; those under others are not kept.
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
