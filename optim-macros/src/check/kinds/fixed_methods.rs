//! Methods of plain Rust that may be called on fixed values.

use syn::ExprMethodCall;
use syn::spanned::Spanned;

use crate::ast::Expr;
use crate::check::Checker;
use crate::check::kinds::numbers::type_of_method;
use crate::check::known::scopes::Binding;
use crate::check::rules::Site;
use crate::check::syntax::name_of;
use crate::check::terms::plain_methods::Owner;
use crate::fixed::{Fixed, Form};
use crate::ops::{Library, Op, Reduce};

impl Checker<'_> {
    /// A method call whose receiver and arguments are all fixed.
    pub(crate) fn fixed_method(&mut self, call: &ExprMethodCall, receiver: &Expr, arguments: &[Expr]) -> Expr {
        let span = call.span();
        let (Some(receiver), Some(arguments)) =
            (receiver.as_fixed(), arguments.iter().map(|own| own.as_fixed().cloned()).collect::<Option<Vec<Fixed>>>())
        else {
            return self.invalid(span);
        };
        let name = call.method.to_string();
        let of_language = || Op::method(&name).filter(|op| op.arity() == arguments.len() + 1).map(|_| Owner::Language);
        if let Some(owner) = Owner::of(&name).or_else(of_language) {
            if self.breaks(Site::PlainMethod(call, receiver, owner)) {
                return self.invalid(span);
            }
            let kind = owner.receiver();
            let ty = type_of_method(&name, receiver);
            let turbofish = call.turbofish.clone();
            return self.fixed_of(
                span,
                Form::Method(kind, receiver.clone(), call.method.clone(), turbofish, arguments),
                ty,
            );
        }
        if self.breaks(Site::FixedMethod(call)) {
            return self.invalid(span);
        }
        self.refused(span, Site::UnknownMethod(call))
    }

    /// Returns true if no type has a method of this name that a step may call.
    pub(crate) fn is_foreign(&self, call: &ExprMethodCall) -> bool {
        let name = call.method.to_string();
        let text = name.as_str();
        let known = Owner::of(text).is_some()
            || Op::method(text).is_some()
            || Reduce::method(text).is_some()
            || Reduce::of_axis(text).is_some()
            || Library::method(text).is_some()
            || matches!(text, "powi" | "ndim" | "len" | "rows" | "cols" | "dim" | "clone" | "to_owned" | "into");
        let base = name_of(&call.receiver);
        !known
            && !base.is_some_and(|base| {
                base == "self"
                    || matches!(
                        self.scopes.find(&base.to_string()),
                        Some(Binding::State { .. } | Binding::Input | Binding::Output)
                    )
            })
    }
}
