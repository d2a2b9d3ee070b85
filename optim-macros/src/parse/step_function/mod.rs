//! Step functions: functions with `#[optimizer]`. Impls and other step functions list them in `uses(trust_ratio)` to call them.
//!
//! A macro sees only one item. So a step function leaves a hidden macro with its name behind, and its callers ask this macro for its
//! tokens. A [`request::Request`] goes from function to function, and after the last one back to the caller, with all answers.
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | a step function, and the step functions that a body may call |
//! | `arguments.rs` | `uses(…)` and `crate = path`, the arguments of the attribute |
//! | `tokens.rs` | the token form of a step function in its macro |
//! | `request.rs` | the request that goes from macro to macro |

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

/// A step function, as its callers see it.
pub(crate) struct StepFunction {
    /// The name of its macro, which no other function has.
    pub(crate) id: Ident,
    /// True if it has mistakes. They are reported where it is defined.
    pub(crate) broken: bool,
    /// The types in its signature and body that its callers may not be able to name. The type with its name carries them, in this order.
    pub(crate) types: Vec<Type>,
    /// The constants that its body names. The type carries their values.
    pub(crate) constants: Vec<Constant>,
    /// The `#[elementwise]` functions that it calls. The type carries them, too.
    pub(crate) elementwise: Vec<Path>,
    /// The step functions that it calls.
    pub(crate) uses: Vec<Use>,
    pub(crate) item: ItemFn,
}

/// A constant that a body names: `LIMIT`, or `Scaling::Spectral`.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Constant {
    pub(crate) path: Path,
    /// The type before the last segment of the path, `Scaling`. A variant of an enum has this type.
    pub(crate) of: Option<Type>,
}

/// A step function, and the path by which a body calls it.
#[derive(Clone)]
pub(crate) struct Use {
    pub(crate) path: Path,
    /// The name of the function's macro.
    pub(crate) id: Ident,
}

/// The step functions that a body may call, and all functions that these call.
#[derive(Default)]
pub(crate) struct StepFunctions {
    pub(crate) uses: Vec<Use>,
    pub(crate) all: Vec<StepFunction>,
}

impl StepFunctions {
    /// The function with this name.
    pub(crate) fn get(&self, id: &Ident) -> Option<&StepFunction> {
        self.all.iter().find(|function| function.id == *id)
    }

    /// The type of the constant at this path, if the path contains it.
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

    /// Returns true if one of the functions has mistakes.
    pub(crate) fn are_broken(&self) -> bool {
        self.all.iter().any(|function| function.broken)
    }
}

/// Reports attributes that decide which code runs.
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

/// The name of a function's macro. It contains a hash of the place, because other modules may have functions of the same name.
pub(crate) fn id(prefix: &str, item: &ItemFn) -> Ident {
    let name = &item.sig.ident;
    format_ident!("{prefix}_{}_{:016x}", name.unraw(), place_hash(name.span()))
}

/// Returns true for a name that looks like the name of a type.
pub(crate) fn begins_like_a_type(name: &Ident) -> bool {
    name.unraw().to_string().starts_with(char::is_uppercase)
}
