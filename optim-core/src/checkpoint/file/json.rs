//! JSON in files, read item by item: only the caller keeps anything.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Result;

use crate::checkpoint::table::Texts;
use crate::shape::ParamView;

/// A part of a text, as a range that is kept next to the text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct JsonSpan {
    start: u32,
    len: u32,
}

impl JsonSpan {
    /// The range of `part` in `text`. Texts are at most as long as a header.
    pub(super) fn of(text: &str, part: &str) -> Self {
        let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        Self { start: start as u32, len: part.len() as u32 }
    }

    pub(super) fn get(self, text: &str) -> &str {
        text.get(self.start as usize..(self.start + self.len) as usize).unwrap_or_default()
    }
}

/// A text of JSON, borrowed where it has no escapes.
#[derive(Debug)]
pub(super) struct Text<'t>(pub(super) Cow<'t, str>);

impl<'de: 't, 't> Deserialize<'de> for Text<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        struct Borrowed<'t>(PhantomData<&'t str>);

        impl<'de: 't, 't> Visitor<'de> for Borrowed<'t> {
            type Value = Text<'t>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_str<E: Error>(self, text: &'de str) -> std::result::Result<Text<'t>, E> {
                Ok(Text(Cow::Borrowed(text)))
            }

            fn visit_str<E: Error>(self, text: &str) -> std::result::Result<Text<'t>, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }
        }

        deserializer.deserialize_str(Borrowed(PhantomData))
    }
}

/// Number of items of a list.
pub(super) fn count(json: &str) -> Result<usize> {
    let mut count = 0;
    walk(json, &mut |_: IgnoredAny| {
        count += 1;
        Ok(())
    })?;
    Ok(count)
}

/// Calls `each` with the items of a list.
pub(super) fn walk<'t, V: Deserialize<'t>>(json: &'t str, each: &mut dyn FnMut(V) -> Result<()>) -> Result<()> {
    struct Items<'f, V>(&'f mut dyn FnMut(V) -> Result<()>);

    impl<'t, V: Deserialize<'t>> Visitor<'t> for Items<'_, V> {
        type Value = ();

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list")
        }

        fn visit_seq<A: SeqAccess<'t>>(self, mut items: A) -> std::result::Result<(), A::Error> {
            while let Some(item) = items.next_element()? {
                (self.0)(item).map_err(A::Error::custom)?;
            }
            Ok(())
        }
    }

    let mut deserializer = serde_json::Deserializer::from_str(json);
    deserializer.deserialize_seq(Items(each))?;
    deserializer.end()
}

/// Calls `each` with the entries of an object. A duplicate key is an error.
pub(super) fn pairs<'t, V: Deserialize<'t>>(json: &'t str, each: &mut dyn FnMut(&str, V) -> Result<()>) -> Result<()> {
    let hash = std::hash::RandomState::new();
    let hash = |key: &str| std::hash::BuildHasher::hash_one(&hash, key);
    // Keys are compared by hash, in eight bytes for a key of any length.
    let mut count = 0;
    visit(json, &mut |_, _: IgnoredAny| {
        count += 1;
        Ok(())
    })?;
    let mut keys = Vec::with_capacity(count);
    visit(json, &mut |key, _: IgnoredAny| {
        keys.push(hash(key));
        Ok(())
    })?;
    keys.sort_unstable();
    if let Some([twice, _]) = keys.array_windows().find(|[a, b]| a == b) {
        let mut before = false;
        visit(json, &mut |key, _: IgnoredAny| match hash(key) == *twice {
            true if std::mem::replace(&mut before, true) => {
                Err(serde_json::Error::custom(format_args!("`{key}` is there twice")))
            }
            _ => Ok(()),
        })?;
    }
    drop(keys);
    visit(json, each)
}

/// Calls `each` with the entries of an object.
fn visit<'t, V: Deserialize<'t>>(json: &'t str, each: &mut dyn FnMut(&str, V) -> Result<()>) -> Result<()> {
    struct Pairs<'f, V>(&'f mut dyn FnMut(&str, V) -> Result<()>);

    impl<'t, V: Deserialize<'t>> Visitor<'t> for Pairs<'_, V> {
        type Value = ();

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> std::result::Result<(), A::Error> {
            while let Some(Text(key)) = map.next_key()? {
                (self.0)(&key, map.next_value()?).map_err(A::Error::custom)?;
            }
            Ok(())
        }
    }

    let mut deserializer = serde_json::Deserializer::from_str(json);
    deserializer.deserialize_map(Pairs(each))?;
    deserializer.end()
}

/// A list of texts.
pub(super) fn texts(json: &str) -> Result<Texts> {
    let count = count(json)?;
    let mut texts = Texts::with_capacity(count, json.len().saturating_sub(3 * count));
    walk(json, &mut |Text(text): Text<'_>| {
        let _ = texts.push(&text);
        Ok(())
    })?;
    texts.shrink();
    Ok(texts)
}

/// An object of texts: its keys and values, alternating.
pub(super) fn entries(json: &str) -> Result<Texts> {
    let mut texts = Texts::default();
    pairs(json, &mut |key, Text(value): Text<'_>| {
        let _ = texts.push(&key);
        let _ = texts.push(&value);
        Ok(())
    })?;
    texts.shrink();
    Ok(texts)
}

/// The largest number of axes of a tensor in a file.
pub(super) const MOST_AXES: usize = 256;

/// A list of sizes.
pub(super) fn shape(json: &str) -> Result<Vec<usize>> {
    let mut shape = Vec::new();
    walk(json, &mut |size| {
        if shape.len() == MOST_AXES {
            return Err(serde_json::Error::custom(format_args!("a shape has more than {MOST_AXES} axes")));
        }
        shape.push(size);
        Ok(())
    })?;
    Ok(shape)
}

/// A view, `{"name": "heads", "shape": [12, 64, 768]}`; `None` for an empty text.
pub(super) fn view(json: &str) -> Result<Option<ParamView>> {
    #[derive(serde::Deserialize)]
    struct ViewText<'t> {
        #[serde(borrow)]
        name: Text<'t>,
        #[serde(borrow)]
        shape: &'t serde_json::value::RawValue,
    }

    if json.is_empty() {
        return Ok(None);
    }
    let ViewText { name, shape: axes } = serde_json::from_str(json)?;
    Ok(Some(ParamView::new(name.0, shape(axes.get())?)))
}

/// Returns true if JSON may have more values than `most`.
pub(super) fn is_longer(json: &str, most: usize) -> bool {
    // Every value except the first follows a comma or an opening bracket. Those in strings count, too, which is only stricter.
    json.bytes().filter(|byte| matches!(byte, b',' | b'[' | b'{' | b':')).nth(most).is_some()
}
