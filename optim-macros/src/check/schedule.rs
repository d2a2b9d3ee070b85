//! What only schedules have: `value`, arguments that can't be copied, schedules inside.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::{ExprMethodCall, FnArg, ImplItemFn, Pat, Signature};

use super::arguments::kind_of_type;
use super::{Checker, article, help};
use crate::ast::{Body, Expr, Node};
use crate::diag::Errors;
use crate::kind::Kind;
use crate::parse::{Definition, HyperType, Language};

const VALUE: &str = "fn value(&self, t: Scalar) -> Scalar";

/// Checks `value` of a schedule and the helper functions that it calls; the body, the variable of the time, and the value.
pub(crate) fn schedule(
    definition: &Definition,
    functions: &[ImplItemFn],
    value: &ImplItemFn,
    errors: &mut Errors,
) -> (Body, Ident, Expr) {
    let mut checker = Checker::new(Some(definition), functions, errors);
    let time = checker.value_parameters(&value.sig);
    checker.calls.push(("value".to_owned(), value.sig.ident.span()));
    let result = checker.block_expr(&value.block);
    checker.calls.pop();
    checker.value_result(&value.sig);
    let result = match result.kind {
        _ if checker.gave_up => result,
        Kind::Fixed | Kind::Num(_) | Kind::Wrong => checker.lift(result, &Kind::scalar()),
        ref kind => {
            let message = format!("`value` gives {}, and a schedule gives a number", article(kind));
            let advice = match kind {
                Kind::Mask(_) => "make a number of a mask with `select(mask, 1.0, 0.0)`",
                _ => "end the body with the value, without `;`",
            };
            match value.block.stmts.last() {
                Some(last) => checker.wrong(last, help(&message, advice)),
                None => checker.wrong(&value.sig.ident, help(&message, advice)),
            }
        }
    };
    checker.uncalled_helpers();
    let block = crate::ast::Block::default();
    (Body { locals: checker.locals, block, uses_count: true, consts: checker.consts }, time, result)
}

impl Checker<'_> {
    /// Whether the body is that of a schedule.
    pub(super) fn in_schedule(&self) -> bool {
        self.definition.is_some_and(|definition| definition.language == Language::Schedule)
    }

    /// Binds the parameter of a schedule's `value`; the variable that it is in generated code.
    pub(super) fn value_parameters(&mut self, signature: &Signature) -> Ident {
        self.push_scope();
        let advice = format!("write `{VALUE}`");
        match signature.inputs.first() {
            Some(FnArg::Receiver(receiver)) if matches!(receiver.kind, syn::ReceiverKind::Reference(_, None, None)) => {
            }
            Some(FnArg::Receiver(receiver)) => {
                let message = "`value` takes its arguments as `&self`: a schedule can't change them";
                self.errors.push(receiver, help(message, &advice));
            }
            _ => {
                self.errors.push(&signature.ident, help("`value` takes its arguments as `&self`", &advice));
                self.gave_up = true;
            }
        }
        let typed: Vec<&syn::PatType> = signature
            .inputs
            .iter()
            .filter_map(|input| if let FnArg::Typed(typed) = input { Some(typed) } else { None })
            .collect();
        let unused = Ident::new("t", signature.ident.span());
        let [time] = typed.as_slice() else {
            self.errors.push(&signature.ident, help("`value` takes the time and nothing else", &advice));
            typed.iter().for_each(|typed| self.bind_wrong(&typed.pat));
            return unused;
        };
        let is_scalar = matches!(kind_of_type(&time.ty), Some(kind) if kind == Kind::scalar());
        match &*time.pat {
            _ if !is_scalar => {
                self.errors.push(&time.ty, help("the time is a `Scalar`: a number that is not fixed", &advice));
                self.bind_wrong(&time.pat);
                unused
            }
            Pat::Ident(name) => {
                let origin = format!("the time `{}`", name.ident);
                let id = self.bind_value(&name.ident, name.mutability.is_some(), Some(Kind::scalar()), origin);
                self.locals[id].ident.clone()
            }
            Pat::Wild(_) => unused,
            other => {
                self.errors.push(other, "the parameter of `value` is a plain name");
                self.bind_wrong(other);
                unused
            }
        }
    }

    /// A schedule's `value` says that it gives a `Scalar`.
    pub(super) fn value_result(&mut self, signature: &Signature) {
        let advice = format!("write `{VALUE}`");
        match &signature.output {
            syn::ReturnType::Type(_, ty) if kind_of_type(ty) == Some(Kind::scalar()) => {}
            syn::ReturnType::Type(_, ty) => {
                let message = format!("`value` gives a `Scalar`, and its signature says `{}`", crate::diag::source(ty));
                self.errors.push(ty, help(&message, &advice));
            }
            syn::ReturnType::Default => {
                let message = "`value` gives a `Scalar`, and its signature says nothing";
                self.errors.push(&signature.ident, help(message, &advice));
            }
        }
    }

    /// `self.scheduler.value(t)`, `self.schedulers[0].initial_value()`; the compiler proves that it is a schedule.
    pub(super) fn child(&mut self, call: &ExprMethodCall) -> Expr {
        let (span, name) = (call.span(), call.method.to_string());
        let schedule = self.value(&call.receiver);
        let arguments: Vec<Expr> = call.args.iter().map(|argument| self.value(argument)).collect();
        if schedule.kind.is_wrong() || arguments.iter().any(|argument| argument.kind.is_wrong()) {
            return self.invalid(span);
        }
        let Some(host) = schedule.as_host().cloned() else {
            let message = format!("only a schedule has `{name}`, and this is {}", article(&schedule.kind));
            return self.wrong(call, help(&message, "call it of an argument: `self.scheduler.value(t)`"));
        };
        let root = self.root.clone();
        let wanted = usize::from(name == "value");
        if arguments.len() != wanted {
            return self.wrong_count(call, &name, wanted, arguments.len());
        }
        let Some(time) = arguments.into_iter().next() else {
            return self.host(span, quote_spanned!(span=> #root::Child::initial_value(&#host)));
        };
        self.no_integers(&time, &call.args[0]);
        if !matches!(time.kind, Kind::Fixed | Kind::Num(_)) {
            let message = format!("a schedule has a value at a time, and this is {}", article(&time.kind));
            return self.wrong(&call.args, message);
        }
        Expr { kind: Kind::scalar(), span, node: Node::Child(host, Box::new(time)) }
    }

    /// An argument as the body sees it: what can't be copied is looked at where it is.
    pub(super) fn looked_at(&self, access: TokenStream, kind: &HyperType) -> TokenStream {
        let span = access.span();
        match kind {
            HyperType::List(_) | HyperType::Schedules => quote_spanned!(span=> (&*#access)),
            HyperType::Schedule => quote_spanned!(span=> (&#access)),
            HyperType::Option(item) if !item.is_copy() => match **item {
                HyperType::List(_) => quote_spanned!(span=> #access.as_deref()),
                _ => quote_spanned!(span=> #access.as_ref()),
            },
            _ => access,
        }
    }
}
