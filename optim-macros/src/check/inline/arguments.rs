//! The arguments of a function in one call.

use syn::spanned::Spanned;
use syn::{Expr as Syntax, PatType};

use crate::check::Checker;
use crate::check::known::calls::{Bound, Callee};
use crate::check::known::scopes::Binding;
use crate::check::rules::Site;
use crate::check::terms::types::{Role, kind_of_type, role_of_type};
use crate::kind::Kind;

impl Checker<'_> {
    /// The argument that a parameter stands for, as its type demands; `None` after a mistake.
    pub(crate) fn bound_argument(&mut self, callee: Callee, parameter: &PatType, argument: &Syntax) -> Option<Bound> {
        let inner = match argument {
            Syntax::Reference(reference) => &*reference.expr,
            other => other,
        };
        if self.is_reported(inner) || self.breaks(Site::Argument { parameter, argument, inner }) {
            return None;
        }
        match role_of_type(&parameter.ty) {
            Role::State { mutable } => Some(Bound::Role(Binding::State { mutable })),
            Role::Input => Some(Bound::Role(Binding::Input)),
            Role::Output { .. } => Some(Bound::Role(Binding::Output)),
            Role::Reference => {
                let binding = self.place_argument(argument, inner)?;
                let value = match &binding {
                    Binding::Place { target, .. } => self.value_in(target, argument.span()),
                    _ => self.param_value(argument.span()),
                };
                let wrong =
                    value.kind.is_wrong() || self.breaks(Site::Passed { callee, parameter, argument, value: &value });
                (!wrong).then_some(Bound::Role(binding))
            }
            Role::Value => self.value_argument(callee, parameter, argument, inner),
        }
    }

    fn value_argument(
        &mut self,
        callee: Callee,
        parameter: &PatType,
        argument: &Syntax,
        inner: &Syntax,
    ) -> Option<Bound> {
        let mut value = self.value(inner);
        // A number that is known before the step can be passed as a `Scalar`, too.
        if kind_of_type(&parameter.ty) == Some(Kind::scalar())
            && let Some(fixed) = value.as_fixed()
        {
            let kind = self.kind_of_fixed(fixed.level());
            if self.breaks(Site::Number(&value, inner)) {
                return None;
            }
            value = value.lift(&kind);
        }
        if value.kind.is_wrong() || self.breaks(Site::Passed { callee, parameter, argument, value: &value }) {
            return None;
        }
        Some(match value.as_known() {
            Some(fixed) => Bound::Fixed(fixed.clone(), parameter.ty.clone()),
            None => Bound::Value(value),
        })
    }
}
