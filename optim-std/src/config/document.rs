//! A configuration as a tree with the place of each part in the file.

use std::fmt;
use std::sync::Arc;

use optim_core::{Schedule, Setting};

use super::place::TextPosition;
use optim_core::__private::messages::{quoted, shown};

/// A value of a configuration, from YAML, JSON or Rust values.
///
/// ```
/// use optim_std::config::Document;
///
/// let read = Document::parse("AdamW: {lr: 0.001, betas: [0.9, 0.95]}")?;
/// let made = Document::map([(
///     "AdamW",
///     Document::map([("lr", Document::from(0.001)), ("betas", Document::list([0.9, 0.95]))]),
/// )]);
/// assert_eq!(read, made);
/// # Ok::<(), optim_std::config::ConfigError>(())
/// ```
///
/// Two documents are equal if their values are equal. The places in files do not matter.
#[derive(Clone, Debug)]
pub struct Document {
    pub(super) data: Data,
    pub(super) at: Option<TextPosition>,
}

/// The content of a document.
#[derive(Clone, Debug)]
pub(super) enum Data {
    Null,
    Bool(bool),
    Int(i128),
    Float(f64),
    Text(String),
    List(Vec<Document>),
    Map(Vec<(Key, Document)>),
    /// A schedule from Rust.
    Schedule(Arc<dyn Schedule>),
}

/// The name of an entry of a mapping.
#[derive(Clone, Debug)]
pub(super) struct Key {
    pub(super) name: String,
    pub(super) at: Option<TextPosition>,
}

impl Document {
    /// A mapping.
    pub fn map<K: Into<String>, V: Into<Self>>(entries: impl IntoIterator<Item = (K, V)>) -> Self {
        let entry = |(name, value): (K, V)| (Key { name: name.into(), at: None }, value.into());
        Data::Map(entries.into_iter().map(entry).collect()).into()
    }

    /// A list.
    pub fn list<V: Into<Self>>(items: impl IntoIterator<Item = V>) -> Self {
        Data::List(items.into_iter().map(Into::into).collect()).into()
    }

    /// The document `null`.
    pub fn null() -> Self {
        Data::Null.into()
    }

    /// Returns true if this is null, an empty mapping or an empty list.
    pub fn is_empty(&self) -> bool {
        match &self.data {
            Data::Null => true,
            Data::List(items) => items.is_empty(),
            Data::Map(entries) => entries.is_empty(),
            _ => false,
        }
    }
}

impl From<Data> for Document {
    fn from(data: Data) -> Self {
        Self { data, at: None }
    }
}

macro_rules! from {
    ($($from:ty => |$value:ident| $make:expr;)*) => {$(
        impl From<$from> for Document {
            fn from($value: $from) -> Self {
                $make.into()
            }
        }
    )*};
}

from! {
    bool => |value| Data::Bool(value);
    i32 => |value| Data::Int(value.into());
    i64 => |value| Data::Int(value.into());
    u32 => |value| Data::Int(value.into());
    u64 => |value| Data::Int(value.into());
    usize => |value| Data::Int(value as i128);
    f32 => |value| Data::Float(value.into());
    f64 => |value| Data::Float(value);
    &str => |value| Data::Text(value.to_owned());
    String => |value| Data::Text(value);
    Arc<dyn Schedule> => |value| Data::Schedule(value);
    Setting => |value| match value {
        Setting::None => Data::Null,
        Setting::Bool(value) => Data::Bool(value),
        Setting::Int(number) => Data::Int(number),
        Setting::Float(number) => Data::Float(number),
        Setting::Choice(name) => Data::Text(name),
        Setting::Tuple(parts) => Data::List(parts.into_iter().map(Self::from).collect()),
        Setting::Scheduled(schedule) => Data::Schedule(schedule),
    };
}

impl<V: Into<Self>> From<Vec<V>> for Document {
    fn from(items: Vec<V>) -> Self {
        Self::list(items)
    }
}

impl<V: Into<Self>> From<Option<V>> for Document {
    fn from(value: Option<V>) -> Self {
        value.map_or_else(Self::null, Into::into)
    }
}

impl<K: Into<String>, V: Into<Self>, const N: usize> From<[(K, V); N]> for Document {
    fn from(entries: [(K, V); N]) -> Self {
        Self::map(entries)
    }
}

impl From<&Self> for Document {
    fn from(document: &Self) -> Self {
        document.clone()
    }
}

impl PartialEq for Document {
    fn eq(&self, other: &Self) -> bool {
        match (&self.data, &other.data) {
            (Data::Null, Data::Null) => true,
            (Data::Bool(a), Data::Bool(b)) => a == b,
            (Data::Int(a), Data::Int(b)) => a == b,
            (Data::Float(a), Data::Float(b)) => a == b,
            (Data::Text(a), Data::Text(b)) => a == b,
            (Data::List(a), Data::List(b)) => a == b,
            (Data::Map(a), Data::Map(b)) => {
                let named = |a: &(Key, Self), b: &(Key, Self)| a.0.name == b.0.name && a.1 == b.1;
                a.len() == b.len() && a.iter().all(|entry| b.iter().any(|other| named(entry, other)))
            }
            (Data::Schedule(a), Data::Schedule(b)) => {
                Setting::Scheduled(Arc::clone(a)) == Setting::Scheduled(Arc::clone(b))
            }
            _ => false,
        }
    }
}

/// The value in words, for messages: `the text "x"`, `a list of 3`.
impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST: usize = 40;
        match &self.data {
            Data::Null => f.write_str("nothing"),
            Data::Bool(value) => write!(f, "`{value}`"),
            Data::Int(number) => write!(f, "the number {number}"),
            Data::Float(number) => write!(f, "the number {number:?}"),
            Data::Text(text) if text.chars().count() > LONGEST => {
                write!(f, "the text {:?}…", text.chars().take(LONGEST).collect::<String>())
            }
            Data::Text(text) => write!(f, "the text {text:?}"),
            Data::List(items) => write!(f, "a list of {}", items.len()),
            Data::Map(entries) if entries.is_empty() => f.write_str("an empty mapping"),
            Data::Map(entries) => {
                let names: Vec<_> = entries.iter().take(4).map(|(key, _)| key.name.as_str()).collect();
                let more = if entries.len() > names.len() { ", …" } else { "" };
                write!(f, "a mapping with {}{more}", quoted(names))
            }
            Data::Schedule(schedule) => write!(f, "the schedule {}", shown(format_args!("{schedule:?}"))),
        }
    }
}
