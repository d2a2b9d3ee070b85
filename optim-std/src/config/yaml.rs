//! YAML to a [`Document`], with limits.

use std::borrow::Cow;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use saphyr_parser::{Event, Input, Marker, Parser, ScalarStyle, Span, Tag};

use super::document::{Data, Document, Key};
use super::error::{ConfigError, Problem};
use super::place::{Place, TextPosition};

/// The largest size of a text in bytes. It is more than any configuration has, and few enough to read at once.
const MOST_BYTES: usize = 4 << 20;
/// The largest number of values, with aliases expanded. A few lines with nested aliases could make billions.
const MOST_VALUES: usize = 100_000;
/// The deepest nesting of lists and mappings. Later code walks through the tree by recursion.
pub(super) const DEEPEST: usize = 64;

impl Document {
    /// Reads YAML or JSON. JSON is also YAML.
    ///
    /// Anchors, aliases and merge keys (`<<`) work; custom tags are an error. Numbers follow YAML 1.2: `1e-3` is a number.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not YAML, has several documents, a key twice, or is larger or deeper than any configuration: 4 MiB, 100,000
    /// values with aliases written out, 64 levels.
    pub fn parse(text: &str) -> Result<Self, ConfigError> {
        parse(text, None)
    }

    /// Reads a file of YAML or JSON; its name is in all messages.
    ///
    /// # Errors
    ///
    /// The same errors as [`parse`](Self::parse). Also if the file cannot be read, or is not a regular file. To read a
    /// pipe, use [`parse`](Self::parse).
    pub fn open(path: impl AsRef<Path>) -> Result<Self, ConfigError> {
        let path = path.as_ref();
        let name: Arc<str> = path.display().to_string().into();
        let place = || Place::of(Some(TextPosition { file: Some(Arc::clone(&name)), line: 0, column: 0 }), "");
        // Reads at most one byte more than is allowed.
        let read = || -> std::io::Result<Vec<u8>> {
            let mut bytes = Vec::new();
            let file = optim_core::files::open(path).map_err(|error| error.error)?;
            std::io::Read::read_to_end(&mut std::io::Read::take(file, MOST_BYTES as u64 + 1), &mut bytes)?;
            Ok(bytes)
        };
        let bytes = read().map_err(|error| ConfigError::new(place(), Problem::Unreadable(error.to_string())))?;
        let text = String::from_utf8(bytes)
            .map_err(|_| ConfigError::new(place(), Problem::Unreadable("it is not UTF-8".to_owned())))?;
        parse(&text, Some(&name))
    }
}

/// Reads one document.
fn parse(text: &str, file: Option<&Arc<str>>) -> Result<Document, ConfigError> {
    if text.len() > MOST_BYTES {
        return Err(wrong(file, None, Problem::TooLarge { what: "bytes", most: MOST_BYTES }));
    }
    let mut reader = YamlReader { parser: Parser::new_from_str(text), anchors: Vec::new(), values: 0, file };
    // The text is untrusted, so a panic of the parser becomes an error.
    catch_unwind(AssertUnwindSafe(|| reader.document()))
        .unwrap_or_else(|_| Err(wrong(file, None, Problem::Syntax("the parser failed".to_owned()))))
}

/// The error at a place in the text, or about the whole text.
fn wrong(file: Option<&Arc<str>>, at: Option<Marker>, problem: Problem) -> ConfigError {
    let position = match at {
        Some(at) => Some(position(file, at)),
        None => file.map(|file| TextPosition { file: Some(Arc::clone(file)), line: 0, column: 0 }),
    };
    ConfigError::new(Place::of(position, ""), problem)
}

/// The position in a text. The parser counts lines from 1 and columns from 0.
fn position(file: Option<&Arc<str>>, at: Marker) -> TextPosition {
    TextPosition { file: file.cloned(), line: at.line(), column: at.col() + 1 }
}

struct YamlReader<'t, I: Input> {
    parser: Parser<'t, I>,
    /// The value of each anchor, and the number of values in it; `None` until it is complete.
    anchors: Vec<Option<(Document, usize)>>,
    values: usize,
    file: Option<&'t Arc<str>>,
}

impl<'t, I: Input> YamlReader<'t, I> {
    fn document(&mut self) -> Result<Document, ConfigError> {
        let mut root = None;
        loop {
            let (event, span) = self.next()?;
            match event {
                Event::StreamEnd => return Ok(root.unwrap_or_else(Document::null)),
                Event::DocumentStart(_) if root.is_some() => {
                    return Err(self.syntax(span.start, "there is a second document"));
                }
                Event::Nothing | Event::StreamStart | Event::DocumentStart(_) | Event::DocumentEnd => {}
                event => root = Some(self.value(event, span.start, DEEPEST)?),
            }
        }
    }

    fn next(&mut self) -> Result<(Event<'t>, Span), ConfigError> {
        match self.parser.next_event() {
            Some(Ok(event)) => Ok(event),
            // Inside brackets, the parser reads ahead and has another limit.
            Some(Err(error)) if error.info() == "recursion limit exceeded" => {
                let problem = Problem::TooLarge { what: "levels", most: DEEPEST };
                Err(wrong(self.file, Some(*error.marker()), problem))
            }
            Some(Err(error)) => Err(self.syntax(*error.marker(), error.info())),
            None => Err(wrong(self.file, None, Problem::Syntax("the text ends early".to_owned()))),
        }
    }

    fn value(&mut self, event: Event<'t>, at: Marker, depth: usize) -> Result<Document, ConfigError> {
        let before = self.values;
        self.count(1, at)?;
        let too_deep = || wrong(self.file, Some(at), Problem::TooLarge { what: "levels", most: DEEPEST });
        let (data, anchor) = match event {
            Event::Alias(anchor) => {
                let Some((document, size)) = self.anchors.get(anchor).cloned().flatten() else {
                    return Err(self.syntax(at, "an alias is inside its own definition"));
                };
                self.count(size.saturating_sub(1), at)?;
                // Messages show the place of the alias. The anchor may be valid at other places.
                return Ok(Document { at: Some(position(self.file, at)), ..document });
            }
            Event::Scalar(text, style, anchor, tag) => {
                let data = scalar(&text, style, tag.as_ref()).map_err(|message| self.syntax(at, &message))?;
                (data, anchor)
            }
            Event::SequenceStart(anchor, tag) => {
                plain(tag.as_ref(), "seq").map_err(|message| self.syntax(at, &message))?;
                let depth = depth.checked_sub(1).ok_or_else(too_deep)?;
                (Data::List(self.list(depth)?), anchor)
            }
            Event::MappingStart(anchor, tag) => {
                plain(tag.as_ref(), "map").map_err(|message| self.syntax(at, &message))?;
                let depth = depth.checked_sub(1).ok_or_else(too_deep)?;
                (Data::Map(self.map(depth)?), anchor)
            }
            _ => return Err(self.syntax(at, "a value is missing")),
        };
        let document = Document { data, at: Some(position(self.file, at)) };
        if anchor > 0 {
            if anchor >= self.anchors.len() {
                self.anchors.resize(anchor + 1, None);
            }
            self.anchors[anchor] = Some((document.clone(), self.values - before));
        }
        Ok(document)
    }

    fn list(&mut self, depth: usize) -> Result<Vec<Document>, ConfigError> {
        let mut items = Vec::new();
        loop {
            let (event, span) = self.next()?;
            if matches!(event, Event::SequenceEnd) {
                return Ok(items);
            }
            items.push(self.value(event, span.start, depth)?);
        }
    }

    fn map(&mut self, depth: usize) -> Result<Vec<(Key, Document)>, ConfigError> {
        let (mut entries, mut merged, mut names) = (Vec::new(), Vec::new(), HashSet::new());
        loop {
            let (event, span) = self.next()?;
            let name = match event {
                Event::MappingEnd => break,
                Event::Scalar(name, ..) => name.into_owned(),
                _ => return Err(self.syntax(span.start, "a key is not text")),
            };
            let key = Key { name, at: Some(position(self.file, span.start)) };
            let (event, value_span) = self.next()?;
            let value = self.value(event, value_span.start, depth)?;
            if key.name == "<<" {
                let more: Vec<(Key, Document)> =
                    merge(value).ok_or_else(|| self.syntax(value_span.start, "`<<` merges mappings only"))?;
                merged.extend(more);
                continue;
            }
            if !names.insert(key.name.clone()) {
                return Err(wrong(self.file, Some(span.start), Problem::KeyTwice { key: key.name }));
            }
            entries.push((key, value));
        }
        // The mapping's own keys come first, then merged ones in order.
        for (key, value) in merged {
            if names.insert(key.name.clone()) {
                entries.push((key, value));
            }
        }
        Ok(entries)
    }

    fn count(&mut self, values: usize, at: Marker) -> Result<(), ConfigError> {
        self.values = self.values.saturating_add(values);
        if self.values <= MOST_VALUES {
            return Ok(());
        }
        Err(wrong(self.file, Some(at), Problem::TooLarge { what: "values", most: MOST_VALUES }))
    }

    fn syntax(&self, at: Marker, message: &str) -> ConfigError {
        wrong(self.file, Some(at), Problem::Syntax(message.to_owned()))
    }
}

/// The entries of a mapping, or of a list of mappings.
fn merge(value: Document) -> Option<Vec<(Key, Document)>> {
    match value.data {
        Data::Map(entries) => Some(entries),
        Data::List(items) => {
            let maps = items.into_iter().map(|item| match item.data {
                Data::Map(entries) => Some(entries),
                _ => None,
            });
            Some(maps.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect())
        }
        _ => None,
    }
}

/// Accepts no tag, or the tag of the actual type.
fn plain(tag: Option<&Cow<'_, Tag>>, kind: &str) -> Result<(), String> {
    match tag {
        Some(tag) if !(tag.is_yaml_core_schema() && tag.suffix == kind) => Err(format!("the tag `{tag}` is not known")),
        _ => Ok(()),
    }
}

/// A scalar, read by the core schema of YAML 1.2.
fn scalar(text: &str, style: ScalarStyle, tag: Option<&Cow<'_, Tag>>) -> Result<Data, String> {
    let Some(tag) = tag else {
        return Ok(if style == ScalarStyle::Plain { resolved(text) } else { Data::Text(text.to_owned()) });
    };
    let data = resolved(text);
    match (tag.is_yaml_core_schema().then_some(tag.suffix.as_str()), &data) {
        (Some("str"), _) => Ok(Data::Text(text.to_owned())),
        (Some("null"), Data::Null)
        | (Some("bool"), Data::Bool(_))
        | (Some("int"), Data::Int(_))
        | (Some("float"), Data::Float(_)) => Ok(data),
        (Some("float"), Data::Int(number)) => Ok(Data::Float(*number as f64)),
        _ => Err(format!("the tag `{tag}` does not go with `{text}`")),
    }
}

fn resolved(text: &str) -> Data {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Data::Null,
        "true" | "True" | "TRUE" => return Data::Bool(true),
        "false" | "False" | "FALSE" => return Data::Bool(false),
        ".nan" | ".NaN" | ".NAN" => return Data::Float(f64::NAN),
        _ => {}
    }
    match text.strip_prefix(['+', '-']).unwrap_or(text) {
        ".inf" | ".Inf" | ".INF" if text.starts_with('-') => return Data::Float(f64::NEG_INFINITY),
        ".inf" | ".Inf" | ".INF" => return Data::Float(f64::INFINITY),
        _ => {}
    }
    let radix = |prefix, radix| {
        let digits = text.strip_prefix(prefix)?;
        // `from_str_radix` accepts a sign.
        if digits.starts_with(['+', '-']) { None } else { i128::from_str_radix(digits, radix).ok() }
    };
    if let Some(number) = radix("0x", 16).or_else(|| radix("0o", 8)) {
        return Data::Int(number);
    }
    number(text).unwrap_or_else(|| Data::Text(text.to_owned()))
}

/// A decimal number: digits with an optional sign, point and exponent. Rust would also accept `inf` and `nan`.
pub(super) fn number(text: &str) -> Option<Data> {
    let digits = text.bytes().any(|byte| byte.is_ascii_digit());
    if !digits || !text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte)) {
        return None;
    }
    text.parse().map(Data::Int).or_else(|_| text.parse().map(Data::Float)).ok()
}
