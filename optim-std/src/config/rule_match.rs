//! The conditions of a rule or a view: which parameters it takes.

use super::cursor::{Cursor, Entry};
use super::document::Data;
use super::error::ConfigError;
use super::glob::matches;

const PATTERNS: &str = "a pattern of parameter names, or a list of patterns";
const AXES: &str = "a number of axes, or a list of numbers";

/// The conditions of a rule. It takes a parameter that meets all given conditions, unless an earlier rule takes it.
#[derive(Clone, Debug, Default)]
pub(super) struct RuleMatch {
    /// Patterns: at least one must match the name.
    patterns: Option<Vec<String>>,
    /// Patterns: none may match the name.
    except: Vec<String>,
    /// Allowed numbers of axes.
    ndim: Option<Vec<usize>>,
    /// True if the rule may have no parameters.
    pub(super) optional: bool,
}

impl RuleMatch {
    /// The keys of the conditions.
    pub(super) const KEYS: [&'static str; 3] = ["match", "except", "ndim"];

    /// Reads the condition in an entry. Returns false if the entry has another key.
    pub(super) fn read(&mut self, entry: &Entry<'_>) -> Result<bool, ConfigError> {
        let at = &entry.value;
        match entry.key.name.as_str() {
            "match" => self.patterns = Some(at.texts(PATTERNS)?),
            "except" => self.except = at.texts(PATTERNS)?,
            "ndim" => self.ndim = Some(axes(at)?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Returns true if the rule is for this parameter.
    pub(super) fn takes(&self, name: &str, ndim: usize) -> bool {
        let any = |patterns: &[String]| patterns.iter().any(|pattern| matches(pattern, name));
        self.patterns.as_deref().is_none_or(any)
            && !any(&self.except)
            && self.ndim.as_deref().is_none_or(|known| known.contains(&ndim))
    }
}

/// One number of axes, or several.
fn axes(at: &Cursor<'_>) -> Result<Vec<usize>, ConfigError> {
    let number = |at: &Cursor<'_>| match *at.data() {
        Data::Int(number) => usize::try_from(number).map_err(|_| at.expected("a number of axes, at least 0")),
        _ => Err(at.expected(AXES)),
    };
    match at.items() {
        None => Ok(vec![number(at)?]),
        Some(items) => items.iter().map(number).collect(),
    }
}
