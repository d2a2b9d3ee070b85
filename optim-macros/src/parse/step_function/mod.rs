//! Functions with `#[optimizer]`, which annotated impls and other such functions call after naming them: `uses(trust_ratio)`.
//!
//! A macro sees one item. So a function leaves a hidden macro behind that has its name, and whoever uses it asks that macro for its
//! text, one function after another: each answers with a [`request::Request`] to the next, and the last one with what was asked for.
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | a function, and the functions that a body may call |
//! | `arguments.rs` | `uses(…)` and `crate = path`, the arguments of the attribute |
//! | `tokens.rs` | a function in the macro that it leaves behind |
//! | `request.rs` | the way from macro to macro |

pub(crate) mod arguments;
pub(crate) mod request;
#[cfg(test)]
mod tests;
mod tokens;

use proc_macro2::Ident;
use quote::format_ident;
use syn::ext::IdentExt;
use syn::visit::Visit;
use syn::{ItemFn, Path, Type, TypePath};

use super::functions::inner_attributes;
use crate::carried;
use crate::diag::{Errors, place_hash};
use crate::language::STEP_FUNCTION;
use crate::paths::is_named;

/// A function with `#[optimizer]`, as its callers see it.
pub(crate) struct StepFunction {
    /// The name of the macro that carries it. No two functions have the same.
    pub(crate) id: Ident,
    /// True if it has mistakes, which are reported where it is defined.
    pub(crate) broken: bool,
    /// The types of its signature and its body that its callers may not know. The type of its name carries them, in this order.
    pub(crate) types: Vec<Type>,
    /// The constants that its body names, whose values that type carries likewise.
    pub(crate) constants: Vec<Constant>,
    /// The `#[elementwise]` functions that it calls, which it carries, too.
    pub(crate) elementwise: Vec<Path>,
    /// The step functions that it calls.
    pub(crate) uses: Vec<Use>,
    pub(crate) item: ItemFn,
}

/// A constant that a body names: `LIMIT`, or `Scaling::Spectral`.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Constant {
    pub(crate) path: Path,
    /// The type that has it, `Scaling`, where its path names one. The variant of an enum is of that type.
    pub(crate) of: Option<Type>,
}

/// A step function under the path by which a body calls it.
#[derive(Clone)]
pub(crate) struct Use {
    pub(crate) path: Path,
    /// Which function it is.
    pub(crate) id: Ident,
}

/// The step functions that a body may call, with all that they call in turn.
#[derive(Default)]
pub(crate) struct StepFunctions {
    pub(crate) uses: Vec<Use>,
    pub(crate) all: Vec<StepFunction>,
}

impl StepFunctions {
    /// The function of this name.
    pub(crate) fn get(&self, id: &Ident) -> Option<&StepFunction> {
        self.all.iter().find(|function| function.id == *id)
    }

    /// The type that has the constant at this path, if the path names one.
    pub(crate) fn type_of(&self, constant: &Path) -> Option<Type> {
        if let Some((of, place)) = carried::of_constant(constant) {
            let function = self.get(&self.uses.iter().find(|named| named.path == of)?.id)?;
            let ty = function.constants.get(place)?.of.as_ref()?;
            return Some(carried::ty(&of, function.types.iter().position(|own| own == ty)?));
        }
        let mut path = constant.clone();
        path.segments.pop();
        path.segments.pop_punct();
        let is_type = path.segments.last().is_some_and(|last| begins_like_a_type(&last.ident));
        is_type.then_some(Type::Path(TypePath { attrs: Vec::new(), qself: None, path }))
    }

    /// Returns true if one of them has mistakes.
    pub(crate) fn are_broken(&self) -> bool {
        self.all.iter().any(|function| function.broken)
    }
}

/// Refuses attributes that decide what runs.
pub(crate) fn attributes(item: &ItemFn, errors: &mut Errors) {
    for attribute in &item.attrs {
        if attribute.path().is_ident("cfg") {
            errors.push(
                attribute,
                "`#[cfg]` stands below `#[optimizer]`\nhelp: put it above, so that it covers the generated code too",
            );
        } else if is_named(attribute.path(), "optimizer") || is_named(attribute.path(), "elementwise") {
            errors.push(
                attribute,
                "a function has either `#[optimizer]` or `#[elementwise]`, once\nhelp: remove this attribute",
            );
        }
    }
    inner_attributes(&STEP_FUNCTION, errors).visit_signature(&item.sig);
    inner_attributes(&STEP_FUNCTION, errors).visit_block(&item.block);
}

/// The name of the macro that carries a function: functions of one name in two modules have two.
pub(crate) fn id(prefix: &str, item: &ItemFn) -> Ident {
    let name = &item.sig.ident;
    format_ident!("{prefix}_{}_{:016x}", name.unraw(), place_hash(name.span()))
}

/// Returns true for a name that begins like that of a type.
pub(crate) fn begins_like_a_type(name: &Ident) -> bool {
    name.unraw().to_string().starts_with(char::is_uppercase)
}
