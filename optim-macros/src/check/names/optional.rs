//! Scheduled hyperparameters of type `Option<f64>`. Their presence is fixed, their value may change from step to step.

use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Lit, LitFloat, Pat};

use crate::ast::{Expr, Node};
use crate::check::Checker;
use crate::check::known::scopes::Binding;
use crate::check::rules::Site;
use crate::fixed::{Fixed, Form, Level, Look, Receiver, Setting};
use crate::parse::Hyper;

impl Checker<'_> {
    /// `self.name.is_some()` and `is_none()`.
    pub(crate) fn optional_method(&mut self, call: &syn::ExprMethodCall) -> Option<Expr> {
        let hyper = self.subject.optional(&call.receiver)?;
        let (method, span) = (&call.method, call.span());
        if (method == "is_some" || method == "is_none") && call.args.is_empty() {
            return Some(self.of_setting(hyper, method, Vec::new(), span));
        }
        Some(self.refused(span, Site::Optional(&call.receiver, method)))
    }

    /// `self.name.method(arguments)`
    fn of_setting(&mut self, hyper: &Hyper, method: &Ident, arguments: Vec<Fixed>, span: Span) -> Expr {
        let setting = Setting { ident: hyper.ident.clone(), look: Look::Copy, shared: hyper.shared };
        let setting = self.fixed(span, Form::Setting(setting));
        let Some(setting) = setting.as_fixed().cloned() else { return setting };
        self.fixed(span, Form::Method(Receiver::Setting, setting, method.clone(), None, arguments))
    }

    /// `let Some(x) = self.name`: returns the fixed condition, and binds `x` to the scheduled number.
    pub(crate) fn optional_let(&mut self, binding: &syn::ExprLet) -> Option<Fixed> {
        let hyper = self.subject.optional(&binding.expr)?;
        let name = hyper.name();
        let span = binding.span();
        let word = |name| Ident::new(name, Span::call_site());
        let (some, none) = (word("is_some"), word("is_none"));
        match &*binding.pat {
            Pat::Ident(absent) if absent.ident == "None" => {
                return self.of_setting(hyper, &none, Vec::new(), span).as_fixed().cloned();
            }
            Pat::TupleStruct(present) if present.path.is_ident("Some") && present.elems.len() == 1 => {
                match &present.elems[0] {
                    Pat::Wild(_) => return self.of_setting(hyper, &some, Vec::new(), span).as_fixed().cloned(),
                    Pat::Ident(new) if new.by_ref.is_none() && new.mutability.is_none() && new.subpat.is_none() => {
                        // The number is read once per step even if it is absent; the condition then keeps the step from using it.
                        let zero = Lit::Float(LitFloat::new("0.0", Span::call_site()));
                        let zero = self.fixed(span, Form::Literal(zero));
                        let zero = zero.as_fixed().cloned().into_iter().collect();
                        let number = self.of_setting(hyper, &word("unwrap_or"), zero, span);
                        let node = Node::Hyper(number.as_fixed().cloned()?, name);
                        let kind = self.kind_of_fixed(if hyper.shared { Level::Shared } else { Level::Fixed });
                        let value = Expr { kind, span, node };
                        self.scopes.bind(&new.ident, Binding::Scheduled(value));
                        return self.of_setting(hyper, &some, Vec::new(), span).as_fixed().cloned();
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        self.breaks(Site::OptionalPattern(&binding.pat, &name));
        self.bind_wrong(&binding.pat);
        None
    }
}
