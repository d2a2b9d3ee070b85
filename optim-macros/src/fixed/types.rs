//! The types of fixed numbers, as far as declarations and syntax show them.

use crate::diag::source;
use crate::parse::HyperType;
use crate::parse::types::INTEGERS;

/// The type of a fixed value.
#[derive(Clone, Debug)]
pub(crate) struct Type {
    pub(crate) kind: HyperType,
    /// The type as written; `None` for an integer literal without a suffix, which may have any integer type.
    pub(crate) name: Option<String>,
}

impl Type {
    pub(crate) fn new(kind: HyperType, name: &str) -> Self {
        Self { kind, name: Some(name.to_owned()) }
    }

    /// The type of an integer literal without a suffix.
    pub(crate) fn any_integer() -> Self {
        Self { kind: HyperType::Integer, name: None }
    }

    pub(crate) fn usize() -> Self {
        Self::new(HyperType::Integer, "usize")
    }

    /// The type with this name, if it is a number or `bool`.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        let kind = match name {
            "f64" => HyperType::Float,
            "f32" => HyperType::Single,
            "bool" => HyperType::Bool,
            integer if INTEGERS.contains(&integer) => HyperType::Integer,
            _ => return None,
        };
        Some(Self::new(kind, name))
    }

    /// The written type, if it is a number or `bool`. Aliases cannot be resolved here.
    pub(crate) fn of_syntax(ty: &syn::Type) -> Option<Self> {
        Self::of_name(&source(ty))
    }

    pub(crate) fn is_integer(&self) -> bool {
        matches!(self.kind, HyperType::Integer)
    }

    /// The type of numbers that must have the same type, from any of them that shows it.
    pub(crate) fn common<'t>(types: impl IntoIterator<Item = Option<&'t Self>>) -> Option<Self> {
        let mut known: Vec<&Self> = types.into_iter().flatten().collect();
        known.sort_by_key(|ty| ty.name.is_none());
        known.first().map(|ty| (*ty).clone())
    }
}
