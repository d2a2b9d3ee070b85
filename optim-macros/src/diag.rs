//! Compile errors: collected during a stage, and reported together, each once, in source order.

use std::fmt::Display;
use std::ops::{Deref, DerefMut};

pub(crate) use optim_language::nearest;
use proc_macro2::{Delimiter, Group, Literal, Span, TokenStream, TokenTree};
use quote::ToTokens;

/// The mistakes found so far in one macro invocation.
///
/// A message starts with one self-sufficient lower-case line, at most 100 characters, because editors show only that;
/// `\nhelp: …` and `\nnote: …` lines follow it. The last line links the section of the guide that explains the rule.
#[derive(Default)]
pub(crate) struct Errors {
    list: Vec<Reported>,
    /// The number of mistakes that concern only values.
    about_values: usize,
    /// The section of the guide for the next mistakes.
    section: Option<Section>,
}

/// A section of `optim-std/docs/errors.md`, by its anchor.
pub(crate) type Section = &'static str;

/// One mistake.
struct Reported {
    error: syn::Error,
    section: Option<Section>,
}

impl Reported {
    /// The `compile_error!` of this mistake. Its last line links the section of the guide.
    fn to_compile_error(&self) -> TokenStream {
        let tokens = self.error.to_compile_error();
        let Some(section) = self.section else { return tokens };
        let text = format!("{}\nnote: see `optim_std::guide::errors#{section}`", self.error);
        with_text(tokens, &text)
    }
}

/// The same macro call with another text. Its tokens keep their spans: a `syn::Error` covers more than the span that it returns.
fn with_text(tokens: TokenStream, text: &str) -> TokenStream {
    let replaced = |tree: TokenTree| match tree {
        TokenTree::Literal(old) => {
            let mut new = Literal::string(text);
            new.set_span(old.span());
            TokenTree::Literal(new)
        }
        TokenTree::Group(old) => {
            let mut new = Group::new(old.delimiter(), with_text(old.stream(), text));
            new.set_span(old.span());
            TokenTree::Group(new)
        }
        other => other,
    };
    tokens.into_iter().map(replaced).collect()
}

/// Errors that belong to one section. The previous section applies again when this is dropped.
pub(crate) struct About<'a> {
    errors: &'a mut Errors,
    before: Option<Section>,
}

impl Deref for About<'_> {
    type Target = Errors;

    fn deref(&self) -> &Errors {
        self.errors
    }
}

impl DerefMut for About<'_> {
    fn deref_mut(&mut self) -> &mut Errors {
        self.errors
    }
}

impl Drop for About<'_> {
    fn drop(&mut self) {
        self.errors.section = self.before;
    }
}

impl Errors {
    /// No mistakes yet.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// No mistakes yet. This section explains mistakes that no other section explains.
    pub(crate) fn of(section: Section) -> Self {
        Self { section: Some(section), ..Self::default() }
    }

    /// Starts a section of the guide for the mistakes that follow.
    pub(crate) fn about(&mut self, section: Section) -> About<'_> {
        let before = self.section.replace(section);
        About { errors: self, before }
    }

    /// Runs `report`, whose mistakes concern only values. Names, kinds and types are as declared, so a body can still be checked.
    pub(crate) fn of_values<R>(&mut self, report: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.list.len();
        let result = report(self);
        self.about_values += self.list.len() - before;
        result
    }

    /// Returns true if all mistakes concern only values.
    pub(crate) fn are_of_values(&self) -> bool {
        self.about_values == self.list.len()
    }

    /// Adds a mistake that covers all tokens of `at`, or the macro's own name where `at` is empty.
    pub(crate) fn push(&mut self, at: impl ToTokens, message: impl Display) {
        self.add(syn::Error::new_spanned(at, message));
    }

    /// Adds a mistake at one span.
    pub(crate) fn push_at(&mut self, span: Span, message: impl Display) {
        self.add(syn::Error::new(span, message));
    }

    /// Adds the errors of a parser.
    pub(crate) fn add(&mut self, error: syn::Error) {
        let section = self.section;
        self.list.extend(error.into_iter().map(|error| Reported { error, section }));
    }

    /// Adds mistakes that were collected elsewhere.
    pub(crate) fn append(&mut self, other: Self) {
        self.list.extend(other.list);
        self.about_values += other.about_values;
    }

    /// Takes the value of a result, or its error.
    pub(crate) fn take<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.add(error)).ok()
    }

    /// Returns true if nothing was reported.
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The messages in source order, each once, without links to the guide.
    #[cfg(test)]
    pub(crate) fn messages(self) -> Vec<String> {
        self.sorted().iter().map(|found| found.error.to_string()).collect()
    }

    /// One `compile_error!` for each mistake, as items; empty without mistakes.
    pub(crate) fn into_compile_errors(self) -> TokenStream {
        self.sorted().iter().map(Reported::to_compile_error).collect()
    }

    /// The mistakes in source order, without repetitions. The sort is stable: mistakes at one place keep their order.
    fn sorted(self) -> Vec<Reported> {
        let mut keyed: Vec<_> = self.list.into_iter().map(|found| (start(found.error.span()), found)).collect();
        keyed.sort_by(|a, b| a.0.cmp(&b.0));
        let mut kept: Vec<(Option<LineColumn>, Reported)> = Vec::with_capacity(keyed.len());
        for (place, found) in keyed {
            let text = found.error.to_string();
            if !kept.iter().any(|(other, kept)| *other == place && kept.error.to_string() == text) {
                kept.push((place, found));
            }
        }
        kept.into_iter().map(|(_, found)| found).collect()
    }
}

/// A place in the source, ordered as the source is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct LineColumn {
    file: String,
    line: usize,
    column: usize,
}

impl LineColumn {
    fn shifted(mut self, columns: usize) -> Self {
        self.column += columns;
        self
    }

    fn back(mut self, columns: usize) -> Self {
        self.column = self.column.saturating_sub(columns);
        self
    }
}

/// The start of a span; unknown outside a real macro invocation.
#[cfg(not(test))]
fn start(span: Span) -> Option<LineColumn> {
    proc_macro::is_available().then(|| at(span.unwrap().start()))
}

/// The end of a span; unknown outside a real macro invocation.
#[cfg(not(test))]
fn end(span: Span) -> Option<LineColumn> {
    proc_macro::is_available().then(|| at(span.unwrap().end()))
}

#[cfg(not(test))]
fn at(point: proc_macro::Span) -> LineColumn {
    LineColumn { file: point.file(), line: point.line(), column: point.column() }
}

/// In tests, the place is known if the tokens were parsed from text.
#[cfg(test)]
fn start(span: Span) -> Option<LineColumn> {
    at(span, span.start())
}

#[cfg(test)]
fn end(span: Span) -> Option<LineColumn> {
    at(span, span.end())
}

#[cfg(test)]
fn at(span: Span, point: proc_macro2::LineColumn) -> Option<LineColumn> {
    (point.line > 0).then(|| LineColumn { file: span.file(), line: point.line, column: point.column })
}

/// The line on which a span starts, for messages that mention another place; `None` if it is not known.
pub(crate) fn line(span: Span) -> Option<usize> {
    start(span).map(|place| place.line)
}

/// A number for the place of a name in the source: the same in every compilation, different at every other place.
pub(crate) fn place_hash(span: Span) -> u64 {
    let place = start(span).map_or_else(String::new, |place| format!("{}:{}:{}", place.file, place.line, place.column));
    // If a user's macro writes the name several times, the calls differ: the text of a span contains a number for each call.
    let text = format!("{place} {:?}", Span::call_site());
    // FNV-1a, because the standard library's hasher may change between versions.
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Tokens on one line, as the user wrote them.
pub(crate) fn source(tokens: &impl ToTokens) -> String {
    let mut source = SourceText::default();
    source.extend(tokens.to_token_stream());
    source.text
}

/// Text under construction, with a space wherever the source has one.
#[derive(Default)]
struct SourceText {
    text: String,
    /// The end of the last token.
    end: Option<LineColumn>,
}

impl SourceText {
    fn extend(&mut self, tokens: TokenStream) {
        for tree in tokens {
            let TokenTree::Group(group) = &tree else {
                let span = tree.span();
                self.push(&tree.to_string(), start(span).as_ref(), end(span));
                continue;
            };
            let (open, close) = match group.delimiter() {
                Delimiter::Parenthesis => ("(", ")"),
                Delimiter::Brace => ("{", "}"),
                Delimiter::Bracket => ("[", "]"),
                Delimiter::None => ("", ""),
            };
            // The delimiters have lost their own spans if a parser has rebuilt the group.
            let (from, to) = (start(group.span()), end(group.span()));
            let inside = from.clone().map(|place| place.shifted(open.len()));
            self.push(open, from.as_ref(), inside);
            self.extend(group.stream());
            let outside = to.clone().map(|place| place.back(close.len()));
            self.push(close, outside.as_ref(), to);
        }
    }

    fn push(&mut self, token: &str, start: Option<&LineColumn>, end: Option<LineColumn>) {
        if token.is_empty() {
            return;
        }
        if !self.text.is_empty() && (start.is_none() || start != self.end.as_ref()) {
            self.text.push(' ');
        }
        self.text.push_str(token);
        self.end = end;
    }
}

/// Names in backticks, separated by commas, for lists of allowed names.
pub(crate) fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_link_their_section_of_the_guide() {
        let mut errors = Errors::new();
        {
            let errors = &mut errors.about("hyper");
            errors.about("fields").push_at(Span::call_site(), "in");
            errors.push_at(Span::call_site(), "out");
        }
        errors.push_at(Span::call_site(), "none");
        let sections: Vec<_> = errors.list.iter().map(|found| found.section).collect();
        assert_eq!(sections, [Some("fields"), Some("hyper"), None]);
        let text = errors.into_compile_errors().to_string();
        assert!(text.contains("in\\nnote: see `optim_std::guide::errors#fields`\""), "{text}");
        assert!(text.contains("\"none\""), "{text}");
    }

    #[test]
    fn equal_messages_at_one_place_are_reported_once() {
        let mut errors = Errors::new();
        errors.push_at(Span::call_site(), "a");
        errors.push_at(Span::call_site(), "b");
        errors.push_at(Span::call_site(), "a");
        assert_eq!(errors.messages(), ["a", "b"]);
    }
}
