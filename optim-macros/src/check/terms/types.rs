//! The meanings of written types, in bodies and signatures.

use proc_macro2::Ident;
use syn::{GenericArgument, PathArguments, Type};

use crate::check::Checker;
use crate::check::syntax::literal_length;
use crate::fixed::Type as FixedType;
use crate::kind::{Kind, Shape};
use crate::parse::step_function::begins_like_a_type;

/// The forms of parameters that a helper function may have.
pub(crate) enum Role {
    Value,
    /// `&mut Tensor`: the parameter, or a variable of the caller.
    Reference,
    /// `&mut State<Self>`, or `&State<Self>`.
    State {
        mutable: bool,
    },
    /// `Input<Self>`.
    Input,
    /// `&mut Output<Self>`.
    Output {
        mutable: bool,
    },
}

/// The kind of a written type: a type of the step language has its own, all other plain types are fixed.
pub(crate) fn kind_of_type(ty: &Type) -> Option<Kind> {
    match ty {
        Type::Paren(inner) => kind_of_type(&inner.elem),
        Type::Group(inner) => kind_of_type(&inner.elem),
        Type::Reference(inner) => kind_of_type(&inner.elem),
        Type::Tuple(tuple) => {
            let kinds = tuple.elems.iter().map(kind_of_type).collect::<Option<Vec<_>>>()?;
            Some(if !kinds.is_empty() && kinds.iter().all(Kind::is_fixed) { Kind::Fixed } else { Kind::Tuple(kinds) })
        }
        Type::Array(array) => {
            let kind = kind_of_type(&array.elem)?;
            if kind.is_fixed() {
                return Some(Kind::Fixed);
            }
            literal_length(&array.len).map(|n| Kind::Array(vec![kind; n]))
        }
        Type::Path(path) => {
            let last = path.path.segments.last()?;
            Some(match last.ident.to_string().as_str() {
                "Tensor" => Kind::tensor(),
                "Scalar" => Kind::scalar(),
                "Rows" => Kind::Num(Shape::ROWS),
                "Cols" => Kind::Num(Shape::COLS),
                "Matrices" => Kind::Num(Shape::MATRICES),
                "Mask" => Kind::Mask(match &last.arguments {
                    PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
                        Some(GenericArgument::Type(ty)) => kind_of_type(ty)?.shape()?,
                        _ => Shape::TENSOR,
                    },
                    _ => Shape::TENSOR,
                }),
                _ => Kind::Fixed,
            })
        }
        _ => None,
    }
}

/// The type of this kind, as signatures write it.
pub(crate) fn kind_name(kind: &Kind) -> String {
    match kind {
        Kind::Fixed => "f64".to_owned(),
        Kind::Num(shape) => shape.name().to_owned(),
        Kind::Tuple(items) => format!("({})", items.iter().map(kind_name).collect::<Vec<_>>().join(", ")),
        Kind::Array(items) => format!("[{}; {}]", items.first().map(kind_name).unwrap_or_default(), items.len()),
        other => other.to_string().replace('`', ""),
    }
}

pub(crate) fn role_of_type(ty: &Type) -> Role {
    match ty {
        Type::Paren(inner) => role_of_type(&inner.elem),
        Type::Group(inner) => role_of_type(&inner.elem),
        Type::Reference(reference) => match &*reference.elem {
            Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "State") => {
                Role::State { mutable: reference.mutability.is_some() }
            }
            inner if is_input(inner) => Role::Input,
            inner if is_output(inner) => Role::Output { mutable: reference.mutability.is_some() },
            _ if reference.mutability.is_some() => Role::Reference,
            _ => Role::Value,
        },
        other if is_input(other) => Role::Input,
        other if is_output(other) => Role::Output { mutable: false },
        _ => Role::Value,
    }
}

/// Returns true if a type is the inputs of an optimizer, `Input<…>`.
fn is_input(ty: &Type) -> bool {
    is_of(ty, "Input")
}

/// Returns true if a type is the outputs of an optimizer, `Output<…>`.
fn is_output(ty: &Type) -> bool {
    is_of(ty, "Output")
}

/// Returns true if a type is `Name<…>`.
fn is_of(ty: &Type, name: &str) -> bool {
    let Type::Path(path) = ty else { return false };
    let last = path.path.segments.last();
    last.is_some_and(|last| last.ident == name && matches!(last.arguments, PathArguments::AngleBracketed(_)))
}

/// Returns true for types of fixed values that are the same in every module, and for types that may be the user's enums.
pub(crate) fn is_fixed_type(ty: &Type) -> bool {
    match parts(ty) {
        Some(parts) => parts.iter().all(|part| is_fixed_type(part)),
        None => FixedType::of_syntax(ty).is_some() || may_be_choice(ty),
    }
}

/// The parts of a type that may be enums with `#[derive(Choice)]`. The macro cannot see their declarations.
pub(crate) fn choices(ty: &Type) -> Vec<&Type> {
    match parts(ty) {
        Some(parts) => parts.into_iter().flat_map(choices).collect(),
        None if may_be_choice(ty) => vec![ty],
        None => Vec::new(),
    }
}

/// The component types of a tuple, an array or an option.
fn parts(ty: &Type) -> Option<Vec<&Type>> {
    match ty {
        Type::Paren(inner) => Some(vec![&*inner.elem]),
        Type::Group(inner) => Some(vec![&*inner.elem]),
        Type::Array(array) => Some(vec![&*array.elem]),
        Type::Tuple(tuple) => Some(tuple.elems.iter().collect()),
        Type::Path(path) => {
            let last = path.path.segments.last().filter(|last| last.ident == "Option")?;
            let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
            let inner = arguments.args.iter().map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            });
            inner.collect()
        }
        _ => None,
    }
}

/// Returns true for a name like `Scaling` that is not a type of the language.
fn may_be_choice(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    let segments = &path.path.segments;
    path.qself.is_none()
        && segments.iter().all(|segment| segment.arguments.is_none() && segment.ident != "Self")
        && segments.last().is_some_and(|last| begins_like_a_type(&last.ident))
        && kind_of_type(ty).is_some_and(|kind| kind.is_fixed())
        && !["State", "Input", "Output"].iter().any(|name| path.path.is_ident(name))
}

impl Checker<'_> {
    /// Returns true for a reference to `State<Self>`, the state of this optimizer.
    pub(crate) fn is_own_state(&self, ty: &Type) -> bool {
        self.is_own(ty, "State")
    }

    /// Returns true for `Input<Self>`, the inputs of this optimizer.
    pub(crate) fn is_own_input(&self, ty: &Type) -> bool {
        !matches!(ty, Type::Reference(_)) && self.is_own(ty, "Input")
    }

    /// Returns true for a reference to `Output<Self>`, the outputs of this optimizer.
    pub(crate) fn is_own_output(&self, ty: &Type) -> bool {
        self.is_own(ty, "Output")
    }

    /// Returns true for `Name<Self>` or a reference to it.
    fn is_own(&self, ty: &Type, name: &str) -> bool {
        let path = match ty {
            Type::Paren(inner) => return self.is_own(&inner.elem, name),
            Type::Group(inner) => return self.is_own(&inner.elem, name),
            Type::Reference(inner) => return self.is_own(&inner.elem, name),
            Type::Path(path) => &path.path,
            _ => return false,
        };
        let Some(state) = path.segments.last().filter(|last| last.ident == name) else { return false };
        let PathArguments::AngleBracketed(arguments) = &state.arguments else { return false };
        let mut arguments = arguments.args.iter();
        let (Some(GenericArgument::Type(Type::Path(owner))), None) = (arguments.next(), arguments.next()) else {
            return false;
        };
        let is_own = |name: &Ident| name == "Self" || self.subject.definition.is_some_and(|own| *name == own.name);
        owner.path.segments.last().is_some_and(|last| is_own(&last.ident))
    }
}
