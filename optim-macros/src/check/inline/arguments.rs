//! The arguments of a helper function in one call.

use syn::{Expr as Syntax, PatType, Type, UnOp};

use crate::ast::Expr;
use crate::check::Checker;
use crate::check::kinds::types::{Role, role_of_type};
use crate::check::names::scopes::Binding;
use crate::check::rules::Site;
use crate::fixed::Fixed;

/// The argument that a parameter of a helper stands for.
pub(crate) enum Bound {
    /// The parameter of the step, its state, or a variable of the caller.
    Role(Binding),
    Fixed(Fixed, Box<Type>),
    Value(Expr),
}

impl Checker<'_> {
    /// The argument that a parameter stands for, by the role that its type gives it; `None` after a mistake.
    pub(crate) fn bound_argument(&mut self, parameter: &PatType, argument: &Syntax) -> Option<Bound> {
        let inner = match argument {
            Syntax::Reference(reference) => &*reference.expr,
            other => other,
        };
        if self.is_reported(inner) || self.breaks(Site::Argument { parameter, argument, inner }) {
            return None;
        }
        let named = match role_of_type(&parameter.ty) {
            Role::State { mutable } => return Some(Bound::Role(Binding::State { mutable })),
            Role::Input => return Some(Bound::Role(Binding::Input)),
            Role::Reference => reference_target(inner),
            Role::Value => return self.value_argument(parameter, argument, inner),
        };
        self.scopes.binding_of(named).cloned().map(Bound::Role)
    }

    fn value_argument(&mut self, parameter: &PatType, argument: &Syntax, inner: &Syntax) -> Option<Bound> {
        let value = self.value(inner);
        if value.kind.is_wrong() || self.breaks(Site::Passed { parameter, argument, value: &value }) {
            return None;
        }
        Some(match value.as_known() {
            Some(fixed) => Bound::Fixed(fixed.clone(), parameter.ty.clone()),
            None => Bound::Value(value),
        })
    }
}

/// `x` in `&mut *x`.
pub(crate) fn reference_target(inner: &Syntax) -> &Syntax {
    match inner {
        Syntax::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => &unary.expr,
        other => other,
    }
}
