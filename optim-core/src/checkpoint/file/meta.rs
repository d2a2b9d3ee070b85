//! What a file says beside its tensors.

use std::collections::HashSet;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde::{Deserialize as Read, Serialize as Write, Serializer};

/// The JSON object under our key.
#[derive(Debug, Read, Write)]
pub(super) struct Meta {
    pub(super) format: String,
    pub(super) version: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) optimizer: Option<OptimizerMeta>,
    /// Names of the saved parameters, in the order of the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) params: Option<Vec<String>>,
    #[serde(default)]
    pub(super) extra: Pairs<String>,
}

/// What every version has.
#[derive(Read)]
pub(super) struct Version {
    pub(super) format: String,
    pub(super) version: u64,
}

#[derive(Debug, Read, Write)]
pub(super) struct OptimizerMeta {
    pub(super) name: String,
    pub(super) steps: u64,
    pub(super) groups: Vec<GroupMeta>,
    pub(super) params: Vec<ParamMeta>,
}

#[derive(Debug, Read, Write)]
pub(super) struct GroupMeta {
    pub(super) name: String,
    pub(super) tags: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) adjust_learning_rate: Option<f64>,
    pub(super) settings: Pairs<serde_json::Value>,
}

#[derive(Debug, Read, Write)]
pub(super) struct ParamMeta {
    pub(super) name: String,
    pub(super) shape: Vec<usize>,
    pub(super) group: usize,
    pub(super) steps: u64,
    pub(super) states: Vec<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) masked: bool,
}

/// An object as a list: in order, and no key twice.
#[derive(Debug)]
pub(super) struct Pairs<V>(pub(super) Vec<(String, V)>);

impl<V> Default for Pairs<V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<V: Write> Write for Pairs<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Pairs<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object<V>(PhantomData<V>);

        impl<'de, V: Deserialize<'de>> Visitor<'de> for Object<V> {
            type Value = Pairs<V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let (mut pairs, mut seen) = (Vec::new(), HashSet::new());
                while let Some(key) = map.next_key::<String>()? {
                    first::<A::Error>(&mut seen, &key)?;
                    pairs.push((key, map.next_value()?));
                }
                Ok(Pairs(pairs))
            }
        }

        deserializer.deserialize_map(Object(PhantomData))
    }
}

/// Checks that a key was not there before.
pub(super) fn first<E: Error>(seen: &mut HashSet<String>, key: &str) -> Result<(), E> {
    match seen.insert(key.to_owned()) {
        true => Ok(()),
        false => Err(E::custom(format_args!("`{key}` is there twice"))),
    }
}
