//! The types of fixed numbers, where the declarations or the syntax tell them.

use crate::diag::source;
use crate::parse::HyperType;
use crate::parse::types::INTEGERS;

/// The type of a fixed value.
#[derive(Clone, Debug)]
pub(crate) struct Type {
    pub(crate) kind: HyperType,
    /// As it is written; none for a whole number without a suffix, which may be any integer.
    pub(crate) name: Option<String>,
}

impl Type {
    pub(crate) fn new(kind: HyperType, name: &str) -> Self {
        Self { kind, name: Some(name.to_owned()) }
    }

    /// A whole number without a suffix.
    pub(crate) fn any_integer() -> Self {
        Self { kind: HyperType::Integer, name: None }
    }

    pub(crate) fn usize() -> Self {
        Self::new(HyperType::Integer, "usize")
    }

    /// The type of a name, if it is that of numbers or `bool`.
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

    /// The type that is written, if it is that of numbers or `bool`; of an alias nothing is known.
    pub(crate) fn of_syntax(ty: &syn::Type) -> Option<Self> {
        Self::of_name(&source(ty))
    }

    pub(crate) fn is_integer(&self) -> bool {
        matches!(self.kind, HyperType::Integer)
    }

    /// The type of numbers that have the same one: what any of them tells.
    pub(crate) fn common<'t>(types: impl IntoIterator<Item = Option<&'t Self>>) -> Option<Self> {
        let mut known: Vec<&Self> = types.into_iter().flatten().collect();
        known.sort_by_key(|ty| ty.name.is_none());
        known.first().map(|ty| (*ty).clone())
    }
}
