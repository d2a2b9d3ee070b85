//! A place in a configuration.

use optim_core::__private::messages::shown;
use std::fmt;
use std::sync::Arc;

/// A place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TextPosition {
    pub(super) file: Option<Arc<str>>,
    /// The line, from 1. 0 means the whole file.
    pub(super) line: usize,
    /// The column, from 1.
    pub(super) column: usize,
}

/// A place in a configuration: file, line and column, if known, and the path inside the document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    position: Option<TextPosition>,
    path: String,
}

impl Place {
    pub(super) fn of(position: Option<TextPosition>, path: &str) -> Self {
        Self { position, path: path.to_owned() }
    }

    /// Writes the place before a message about it.
    pub(super) fn before(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::default() { Ok(()) } else { write!(f, "{self}: ") }
    }

    /// The file's name, if it was read from a file.
    pub fn file(&self) -> Option<&str> {
        self.position.as_ref()?.file.as_deref()
    }

    /// The line, from 1, if it was read from text.
    pub fn line(&self) -> Option<usize> {
        self.position.as_ref().map(|position| position.line).filter(|line| *line > 0)
    }

    /// The column, from 1, if it was read from text.
    pub fn column(&self) -> Option<usize> {
        self.line().and(self.position.as_ref()).map(|position| position.column)
    }

    /// The path inside the document, such as `trainer.init.schedulers[0].SequentialLR`. Empty for the whole document.
    pub fn path(&self) -> &str {
        &self.path
    }
}

/// `run.yaml:12:7 at trainer.init.optimizer`, without unknown parts.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        if let Some(file) = self.file() {
            shown(file).fmt(f)?;
            first = false;
        }
        if let (Some(line), Some(column)) = (self.line(), self.column()) {
            if first {
                write!(f, "line {line}, column {column}")?;
            } else {
                write!(f, ":{line}:{column}")?;
            }
            first = false;
        }
        if !self.path.is_empty() {
            if !first {
                f.write_str(", ")?;
            }
            write!(f, "`{}`", shown(&self.path))?;
            first = false;
        }
        if first { f.write_str("the configuration") } else { Ok(()) }
    }
}
