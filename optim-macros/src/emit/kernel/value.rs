//! Values as Rust expressions.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Lit, UnOp};

use super::region::Scope;
use super::tile::own;
use super::{Kernel, UseCounts};
use crate::ast::Place;
use crate::emit::printed::Printed;
use crate::fixed::{Fixed, Form};
use crate::ir::{Argument, Def, Id};
use crate::ops::{Class, Op};
use crate::parse::StateKind;
use crate::paths::called;

impl Kernel<'_> {
    /// A scalar in scalar code.
    pub(super) fn scalar(&self, id: Id) -> TokenStream {
        if let Some(literal) = self.literal(id) {
            return literal;
        }
        let ident = self.ident(id);
        quote!(#ident)
    }

    /// A fixed number that is printed where it is used: a literal, or a fixed variable that is visible everywhere.
    pub(super) fn literal(&self, id: Id) -> Option<TokenStream> {
        match &self.program.values[id].def {
            Def::Fixed(fixed) if is_literal(fixed) || self.is_visible(fixed) => Some(self.fixed().expr(fixed)),
            _ => None,
        }
    }

    fn is_visible(&self, fixed: &Fixed) -> bool {
        matches!(fixed.form(), Form::Variable(var) if !self.local_vars.contains(var))
    }

    /// A value as an operand; `element` is true if the operand has the element type.
    pub(super) fn operand(&self, id: Id, element: bool, scope: &Scope<'_>) -> TokenStream {
        self.printed_operand(id, element, scope).tokens
    }

    fn printed_operand(&self, id: Id, element: bool, scope: &Scope<'_>) -> Printed {
        let value = &self.program.values[id];
        if scope.between || !value.shape.is_scalar() {
            return if self.is_inline(id, scope) { self.printed(id, scope) } else { Printed::fixed(&self.scalar(id)) };
        }
        if value.mask || !element {
            return self.scalar_in_loop(id, scope);
        }
        Printed::atom(if scope.casts.contains(&id) {
            self.cast_ident(id).to_token_stream()
        } else if let Some(fixed) = self.fixed_in_loop(id, scope).filter(|_| !self.is_given_as_it_is(id, true, scope)) {
            quote!(Element::lift(#fixed))
        } else {
            let exact = self.scalar_in_loop(id, scope).tokens;
            quote!(Element::rounded(#exact))
        })
    }

    /// A scalar in the loop of a pass, in double precision or as a mask.
    fn scalar_in_loop(&self, id: Id, scope: &Scope<'_>) -> Printed {
        let is_mask = self.program.values[id].mask;
        if self.is_given_as_it_is(id, false, scope) {
            scope.numbers.borrow_mut().insert(id);
            return Printed::atom(self.number_ident(id).to_token_stream());
        }
        match self.fixed_in_loop(id, scope) {
            // The loop begins with statements that convert registers to masks.
            Some(mask) if is_mask && scope.casts.contains(&id) && self.literal(id).is_none() => Printed::fixed(&mask),
            Some(fixed) => Printed::atom(fixed_in_loop(&fixed, is_mask)),
            None if self.is_inline(id, scope) => self.printed(id, scope),
            None => Printed::fixed(&self.scalar(id)),
        }
    }

    /// A fixed number, or a scalar that the loop of a pass does not compute.
    fn fixed_in_loop(&self, id: Id, scope: &Scope<'_>) -> Option<TokenStream> {
        match &self.program.values[id].def {
            Def::Fixed(fixed) if self.is_inline(id, scope) => Some(self.fixed().expr(fixed)),
            _ if self.literal(id).is_some() || !scope.compute.contains(&id) => Some(self.scalar(id)),
            _ => None,
        }
    }

    /// The variable that holds a scalar in the element type.
    pub(super) fn cast_ident(&self, id: Id) -> Ident {
        let ident = self.ident(id);
        Ident::new(&format!("{ident}_e"), Span::mixed_site())
    }

    /// Returns true if a pass gets a register without rounding, because it computes another scalar from it.
    fn is_given_as_it_is(&self, id: Id, element: bool, scope: &Scope<'_>) -> bool {
        let is_cast = scope.casts.contains(&id) && (element || self.program.values[id].mask);
        !scope.between && self.is_register(id) && !scope.compute.contains(&id) && !is_cast
    }

    /// The variable that holds a register without rounding.
    pub(super) fn number_ident(&self, id: Id) -> Ident {
        let ident = self.ident(id);
        Ident::new(&format!("{ident}_n"), Span::mixed_site())
    }

    /// Returns true if a value is printed where it is used, without a variable.
    pub(super) fn is_inline(&self, id: Id, scope: &Scope<'_>) -> bool {
        let value = &self.program.values[id];
        scope.compute.contains(&id)
            && value.name.is_none()
            && scope.uses.get(&id) == Some(&1)
            && !scope.exports.contains(&id)
            && !scope.named.contains(&id)
            && !scope.deep.contains(&id)
            && match &value.def {
                // A variable has a type, which the compiler needs for the user's constant.
                Def::Fixed(fixed) => !matches!(fixed.form(), Form::Constant(_)),
                def => matches!(def, Def::Op(..) | Def::Powi(..) | Def::Lift(_)),
            }
            && scope.used_in.get(&id) == Some(&value.path)
    }

    /// The expression that computes a value.
    pub(super) fn expression(&self, id: Id, scope: &Scope<'_>) -> TokenStream {
        self.printed(id, scope).tokens
    }

    fn printed(&self, id: Id, scope: &Scope<'_>) -> Printed {
        let value = &self.program.values[id];
        let element = !value.shape.is_scalar();
        let root = &self.root;
        let operand = |id: &Id| self.operand(*id, element, scope);
        Printed::atom(match &value.def {
            Def::Fixed(fixed) if scope.between => return Printed::fixed(&self.fixed().expr(fixed)),
            Def::Fixed(fixed) => fixed_in_loop(&self.fixed().expr(fixed), value.mask),
            Def::Hyper(setting, _) => {
                let place = self.setting(setting);
                quote!(cx.setting(#place))
            }
            Def::Count => quote!(#root::Description::t(cx)),
            Def::Load(Place::State(index)) => {
                let read = match self.definition.states[*index].kind {
                    StateKind::Global => quote!(global),
                    _ => quote!(scalar),
                };
                let index = syn::Index::from(*index);
                quote!(#root::Description::#read(cx, #index))
            }
            Def::Item(item) => self.scalar_item(item),
            Def::Load(Place::Input(index)) => {
                let index = syn::Index::from(*index);
                quote!(#root::Description::input(cx, #index))
            }
            Def::Load(Place::Output(_)) => quote!(#root::Description::unreported(cx)),
            Def::Draw(..) => {
                let draw = self.draw(id);
                quote!(#root::Description::number_of(cx, #draw))
            }
            Def::Op(op, ids) => return self.operation(*op, ids, element, scope),
            Def::Powi(base, exponent) => {
                let functions = self.functions(self.has_register(&[*base], element, scope), scope);
                let (base, exponent) = (operand(base), self.fixed().expr(exponent));
                quote!(#functions::powi(#base, (#exponent) as i32))
            }
            Def::Elementwise(path, arguments) if !element && self.is_register_in(id, scope) => {
                self.each(path, arguments, scope)
            }
            Def::Elementwise(path, arguments) => {
                let arguments = arguments.iter().map(|argument| match argument {
                    Argument::Value(id) => operand(id),
                    Argument::Fixed(fixed) => {
                        let fixed = self.fixed().expr(fixed);
                        quote!(#root::Given(#fixed))
                    }
                });
                let ty = match (element, scope.between) {
                    (true, _) => quote!(Element),
                    (false, true) => quote!(f64),
                    (false, false) => quote!(Element::Wide),
                };
                let function = called(path);
                quote_spanned!(function.span()=> #function::call::<#ty>(#(#arguments),*))
            }
            Def::Lift(inner) => return self.printed_operand(*inner, element, scope),
            other => unreachable!("{other:?} is not computed by an expression"),
        })
    }

    /// Returns true if an operand is a scalar that may differ between parameters.
    fn has_register(&self, ids: &[Id], element: bool, scope: &Scope<'_>) -> bool {
        !element && ids.iter().any(|id| self.is_register_in(*id, scope))
    }

    /// A call of an elementwise function with scalars that may differ between parameters.
    fn each(&self, path: &syn::Path, arguments: &[Argument], scope: &Scope<'_>) -> TokenStream {
        let (root, function) = (&self.root, called(path));
        let value = |argument: &Argument| if let Argument::Value(id) = argument { Some(*id) } else { None };
        let values: Vec<Id> = arguments.iter().filter_map(value).collect();
        let numbers = values.iter().map(|id| {
            let value = self.operand(*id, false, scope);
            if self.is_register(*id) { value } else { self.as_number(&value, false) }
        });
        let names: Vec<Ident> = (0..values.len()).map(|place| own(&format!("argument_{place}"))).collect();
        let mut given = names.iter();
        // Fixed arguments have their values already when the step is described.
        let mut known = Vec::new();
        let arguments: Vec<TokenStream> = arguments
            .iter()
            .map(|argument| match argument {
                Argument::Value(_) => given.next().map_or_else(TokenStream::new, |name| quote!(#name)),
                Argument::Fixed(fixed) => {
                    let (name, fixed) = (own(&format!("fixed_{}", known.len())), self.fixed().expr(fixed));
                    known.push(quote!(let #name = #fixed;));
                    quote!(#root::Given(#name))
                }
            })
            .collect();
        let call = quote_spanned!(function.span()=> #function::call::<f64>(#(#arguments),*));
        let each = quote!(#root::number::each([#(#numbers),*], move |[#(#names),*]| #call));
        if known.is_empty() { each } else { quote!({ #(#known)* #each }) }
    }

    fn operation(&self, op: Op, ids: &[Id], element: bool, scope: &Scope<'_>) -> Printed {
        // The operands of a comparison of scalars are scalars, even if the mask meets elements.
        let wide = |ids: &[Id]| ids.iter().any(|id| !self.program.is_scalar(*id));
        let element = if op.class() == Class::Compare { wide(ids) } else { element };
        let arguments: Vec<Printed> = ids.iter().map(|id| self.printed_operand(*id, element, scope)).collect();
        let differ = self.has_register(ids, element, scope);
        let is_plain = scope.between && !differ;
        // Rust's operators compare only plain numbers.
        if (is_plain || op.class() != Class::Compare)
            && let Some(printed) = Printed::operator(op, &arguments, Span::call_site())
        {
            return printed;
        }
        match op {
            Op::Select if is_plain => {
                let [mask, then, els] = [0, 1, 2].map(|i: usize| &arguments[i].tokens);
                Printed::branch(quote!(if #mask { #then } else { #els }))
            }
            function => {
                let (functions, name) = (self.functions(differ, scope), Ident::new(function.name(), Span::call_site()));
                let arguments = arguments.iter().map(|argument| &argument.tokens);
                Printed::atom(quote!(#functions::#name(#(#arguments),*)))
            }
        }
    }

    /// The path of the functions: for numbers in a loop, for scalars that differ between parameters, or for plain numbers.
    fn functions(&self, differ: bool, scope: &Scope<'_>) -> TokenStream {
        let root = &self.root;
        match (scope.between, differ) {
            (false, _) => quote!(#root::Value),
            (true, true) => quote!(#root::number),
            (true, false) => quote!(#root::math),
        }
    }

    /// For each value, how often the slice uses it.
    pub(super) fn count_uses(&self, compute: &BTreeSet<Id>, results: &[Id]) -> UseCounts {
        let mut uses = UseCounts::new();
        for id in compute {
            for operand in self.program.operands(*id) {
                *uses.entry(operand).or_default() += 1;
            }
            if let Def::Iteration(carried) = self.program.values[*id].def {
                let carried = &self.program.carried[carried];
                *uses.entry(carried.start).or_default() += 2;
                *uses.entry(carried.next).or_default() += 2;
            }
        }
        for id in results {
            *uses.entry(*id).or_default() += 1;
        }
        uses
    }
}

/// A fixed number in the loop of a pass, in double precision or as a mask.
fn fixed_in_loop(fixed: &TokenStream, is_mask: bool) -> TokenStream {
    if is_mask { quote!(Element::known(#fixed)) } else { quote!(Element::exact(#fixed)) }
}

fn is_literal(fixed: &Fixed) -> bool {
    match fixed.form() {
        Form::Literal(Lit::Bool(_)) => false,
        Form::Literal(_) => true,
        Form::Unary(UnOp::Neg(_), inner) => matches!(inner.form(), Form::Literal(_)),
        _ => false,
    }
}
