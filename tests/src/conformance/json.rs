//! JSON as Python writes it, parsed with the place of every value.

use serde_json::Value as Json;

use crate::Error;

/// Reads a text. Python's `NaN`, `Infinity` and `-Infinity` are not JSON, and become texts.
///
/// # Errors
///
/// If the text is not JSON otherwise.
pub fn parse(text: &str) -> Result<Json, Error> {
    match serde_json::from_str(text) {
        Ok(json) => Ok(json),
        Err(error) => match serde_json::from_str(&with_quoted_numbers(text)) {
            Ok(json) => Ok(json),
            // The first error has the column numbers of the file.
            Err(_) => Err(error.into()),
        },
    }
}

/// The number for a text that [`parse`] created from a number.
#[must_use]
pub fn special_number(text: &str) -> Option<f64> {
    match text {
        "NaN" => Some(f64::NAN),
        "Infinity" => Some(f64::INFINITY),
        "-Infinity" => Some(f64::NEG_INFINITY),
        _ => None,
    }
}

fn with_quoted_numbers(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len());
    let mut rest = text;
    let (mut in_text, mut escaped) = (false, false);
    while let Some(first) = rest.chars().next() {
        let special = ["NaN", "Infinity", "-Infinity"].into_iter().find(|word| !in_text && rest.starts_with(word));
        if let Some(word) = special {
            quoted.extend(["\"", word, "\""]);
            rest = &rest[word.len()..];
            continue;
        }
        if first == '"' && !escaped {
            in_text = !in_text;
        }
        escaped = in_text && first == '\\' && !escaped;
        quoted.push(first);
        rest = &rest[first.len_utf8()..];
    }
    quoted
}

/// A value and its place, such as `configs[2].tensors.init`.
#[derive(Clone, Debug)]
pub struct Node<'j> {
    json: &'j Json,
    path: String,
}

impl<'j> Node<'j> {
    /// The whole file.
    #[must_use]
    pub fn root(json: &'j Json) -> Self {
        Self { json, path: String::new() }
    }

    /// The value.
    #[must_use]
    pub fn json(&self) -> &'j Json {
        self.json
    }

    /// The path in the document.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// A field of an object.
    ///
    /// # Errors
    ///
    /// If this is not an object, or has no such field.
    pub fn field(&self, name: &str) -> Result<Self, Error> {
        let object = self.json.as_object().ok_or_else(|| self.unexpected("an object"))?;
        match object.get(name) {
            Some(json) => Ok(Self { json, path: self.path_of(name) }),
            None => Err(format!("`{}` is missing", self.path_of(name)).into()),
        }
    }

    /// A field that may be missing or null.
    ///
    /// # Errors
    ///
    /// If this is not an object.
    pub fn optional(&self, name: &str) -> Result<Option<Self>, Error> {
        let object = self.json.as_object().ok_or_else(|| self.unexpected("an object"))?;
        let field = object.get(name).filter(|json| !json.is_null());
        Ok(field.map(|json| Self { json, path: self.path_of(name) }))
    }

    /// Every field of an object.
    ///
    /// # Errors
    ///
    /// If this is not an object.
    pub fn fields(&self) -> Result<impl Iterator<Item = (&'j str, Self)> + use<'j, '_>, Error> {
        let object = self.json.as_object().ok_or_else(|| self.unexpected("an object"))?;
        Ok(object.iter().map(|(name, json)| (name.as_str(), Self { json, path: self.path_of(name) })))
    }

    /// Every item of a list.
    ///
    /// # Errors
    ///
    /// If this is not a list.
    pub fn items(&self) -> Result<impl Iterator<Item = Self> + use<'j, '_>, Error> {
        let items = self.json.as_array().ok_or_else(|| self.unexpected("a list"))?;
        Ok(items.iter().enumerate().map(|(place, json)| Self { json, path: format!("{}[{place}]", self.path) }))
    }

    /// A text.
    ///
    /// # Errors
    ///
    /// If this is not a text.
    pub fn text(&self) -> Result<String, Error> {
        self.json.as_str().map(ToOwned::to_owned).ok_or_else(|| self.unexpected("a text"))
    }

    /// A whole number, 0 or more.
    ///
    /// # Errors
    ///
    /// If this is not a whole number.
    pub fn whole(&self) -> Result<usize, Error> {
        let number = self.json.as_u64().and_then(|number| usize::try_from(number).ok());
        number.ok_or_else(|| self.unexpected("a whole number"))
    }

    /// A list of whole numbers.
    ///
    /// # Errors
    ///
    /// If this is not a list of whole numbers.
    pub fn wholes(&self) -> Result<Vec<usize>, Error> {
        self.items()?.map(|item| item.whole()).collect()
    }

    /// The error for a value of another type.
    #[must_use]
    pub fn unexpected(&self, expected: &str) -> Error {
        let path = if self.path.is_empty() { "the file" } else { &self.path };
        format!("`{path}`: expected {expected}, found {}", shortened(&self.json.to_string())).into()
    }

    fn path_of(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) }
    }
}

fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST).chain("…".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn python_numbers_are_read_and_texts_are_left_alone() {
        let json = parse(r#"{"a": NaN, "b": [-Infinity, Infinity, 1], "c \" NaN": "Infinity \\"}"#).unwrap();
        assert_eq!(json["a"], "NaN");
        assert_eq!(json["b"][0], "-Infinity");
        assert_eq!(json["b"][2], 1);
        assert_eq!(json["c \" NaN"], "Infinity \\");
        assert!(parse(r#"{"a": NaN"#).is_err());
        assert!(parse("").is_err());
    }

    #[test]
    fn errors_name_the_place() {
        let json = parse(r#"{"configs": [{"no_grad": {"p0": [1, -2]}}]}"#).unwrap();
        let configs: Vec<Node<'_>> = Node::root(&json).field("configs").unwrap().items().unwrap().collect();
        let steps = configs[0].field("no_grad").unwrap().field("p0").unwrap();
        assert_eq!(
            steps.wholes().unwrap_err().to_string(),
            "`configs[0].no_grad.p0[1]`: expected a whole number, found -2"
        );
        assert_eq!(configs[0].field("name").unwrap_err().to_string(), "`configs[0].name` is missing");
    }
}
