//! A walk through a document, with the place of every value and checks of its type.

use std::fmt;

use optim_core::__private::nearest;

use super::document::{Data, Document, Key};
use super::error::{ConfigError, Problem, Remark, Warning};
use super::place::Place;
use super::yaml;

/// A value of a document and the path to it.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'d> {
    pub(super) document: &'d Document,
    pub(super) path: String,
    /// The number of lists and mappings around the value.
    depth: usize,
}

/// An entry of a mapping.
#[derive(Clone, Debug)]
pub(super) struct Entry<'d> {
    pub(super) key: &'d Key,
    pub(super) value: Cursor<'d>,
}

impl<'d> Cursor<'d> {
    pub(super) fn root(document: &'d Document) -> Self {
        Self { document, path: String::new(), depth: 0 }
    }

    pub(super) fn data(&self) -> &'d Data {
        &self.document.data
    }

    pub(super) fn place(&self) -> Place {
        Place::of(self.document.at.clone(), &self.path)
    }

    pub(super) fn error(&self, problem: impl Into<Problem>) -> ConfigError {
        ConfigError::new(self.place(), problem)
    }

    /// The error for a value of another type.
    pub(super) fn expected(&self, expected: impl fmt::Display) -> ConfigError {
        self.error(Problem::Type { expected: expected.to_string(), found: self.document.to_string() })
    }

    /// The entries of a mapping; none for `null`.
    pub(super) fn entries(&self, expected: &str) -> Result<Vec<Entry<'d>>, ConfigError> {
        match self.data() {
            Data::Null => Ok(Vec::new()),
            Data::Map(entries) => Ok(entries.iter().map(|(key, value)| self.entry(key, value)).collect()),
            _ => Err(self.expected(expected)),
        }
    }

    fn entry(&self, key: &'d Key, value: &'d Document) -> Entry<'d> {
        let dot = if self.path.is_empty() { "" } else { "." };
        Entry { key, value: self.inner(value, format!("{}{dot}{}", self.path, key.name)) }
    }

    fn inner(&self, document: &'d Document, path: String) -> Self {
        Self { document, path, depth: self.depth + 1 }
    }

    /// Refuses a document from Rust that is nested too deeply for the stack. In a text, the parser limits the depth.
    pub(super) fn shallow(&self) -> Result<(), ConfigError> {
        if self.depth <= yaml::DEEPEST {
            return Ok(());
        }
        // The path would be as long as the document is deep, so the error has no place.
        Err(ConfigError::new(Place::default(), Problem::TooLarge { what: "levels", most: yaml::DEEPEST }))
    }

    /// An entry of a mapping; `None` for any other value.
    pub(super) fn get(&self, name: &str) -> Option<Self> {
        let Data::Map(entries) = self.data() else { return None };
        let (key, value) = entries.iter().find(|(key, _)| key.name == name)?;
        Some(self.entry(key, value).value)
    }

    /// The items of a list.
    pub(super) fn items(&self) -> Option<Vec<Self>> {
        let Data::List(items) = self.data() else { return None };
        let item = |(place, document)| self.inner(document, format!("{}[{place}]", self.path));
        Some(items.iter().enumerate().map(item).collect())
    }

    pub(super) fn text(&self) -> Option<&'d str> {
        match self.data() {
            Data::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A number.
    pub(super) fn number(&self) -> Option<f64> {
        match *self.data() {
            Data::Int(number) => Some(number as f64),
            Data::Float(number) => Some(number),
            _ => None,
        }
    }

    /// A number, or a text with a number.
    pub(super) fn numeric(&self) -> Option<f64> {
        self.number().or_else(|| match yaml::number(self.text()?.trim())? {
            Data::Int(number) => Some(number as f64),
            Data::Float(number) => Some(number),
            _ => None,
        })
    }

    /// A text, or a list of texts.
    pub(super) fn texts(&self, expected: &str) -> Result<Vec<String>, ConfigError> {
        if let Some(text) = self.text() {
            return Ok(vec![text.to_owned()]);
        }
        let items = self.items().ok_or_else(|| self.expected(expected))?;
        items.iter().map(|item| item.text().map(ToOwned::to_owned).ok_or_else(|| item.expected("a text"))).collect()
    }
}

impl Entry<'_> {
    /// The place of the key.
    pub(super) fn place(&self) -> Place {
        Place::of(self.key.at.clone(), &self.value.path)
    }

    /// The error for an unknown key.
    pub(super) fn unknown(&self, owner: &str, kind: &'static str, known: Vec<String>) -> ConfigError {
        let key = self.key.name.clone();
        let near = nearest(&key, known.iter().map(String::as_str));
        ConfigError::new(self.place(), Problem::Unknown { owner: owner.to_owned(), kind, key, nearest: near, known })
    }
}

/// Warnings that were collected, and the mode for unknown keys.
#[derive(Debug, Default)]
pub(super) struct Notes {
    pub(super) lenient: bool,
    pub(super) warnings: Vec<Warning>,
}

impl Notes {
    pub(super) fn warn(&mut self, place: Place, remark: Remark) {
        let warning = Warning { place, remark };
        log::warn!(target: "optim_std::config", "{warning}");
        self.warnings.push(warning);
    }

    /// Returns an error, or adds it to the warnings in lenient mode.
    pub(super) fn refuse(&mut self, error: ConfigError) -> Result<(), ConfigError> {
        if !self.lenient {
            return Err(error);
        }
        self.warn(error.place().clone(), Remark::Ignored(Box::new(error.problem().clone())));
        Ok(())
    }
}
