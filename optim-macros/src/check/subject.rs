//! The subject of a check, and the declarations around it.

use std::collections::HashMap;

use proc_macro2::Ident;
use syn::ext::IdentExt;
use syn::{Expr as Syntax, ExprField, Member};

use super::syntax::name_of;
use crate::language::{ELEMENTWISE, Language, Routine, STEP_FUNCTION, Words};
use crate::parse::{Definition, Hyper, HyperType, Input, Output, State, Wraps};

/// A function, and the struct that it belongs to.
pub(crate) struct Subject<'a> {
    /// The declarations of the struct; `None` for an elementwise function.
    pub(crate) definition: Option<&'a Definition>,
    /// The language's nouns, for messages.
    pub(crate) words: &'static Words,
    /// The function that is being checked.
    pub(crate) entry: &'a Ident,
    /// The function of the impl that the runtime calls; `None` in an elementwise function.
    pub(crate) routine: Option<Routine>,
    /// The index of each state in the declaration.
    states: HashMap<String, usize>,
    is_step_function: bool,
}

impl<'a> Subject<'a> {
    pub(crate) fn new(definition: Option<&'a Definition>, routine: Option<Routine>, entry: &'a Ident) -> Self {
        let words = routine.map_or(&ELEMENTWISE, Routine::words);
        let states = definition.into_iter().flat_map(|definition| definition.states.iter().enumerate());
        let states = states.map(|(place, state)| (state.name(), place)).collect();
        Self { definition, words, entry, routine, states, is_step_function: false }
    }

    /// Turns the subject into a step function, which belongs to no struct.
    pub(crate) fn of_step_function(self) -> Self {
        Self { words: &STEP_FUNCTION, is_step_function: true, ..self }
    }

    /// Returns true if a step function is checked by itself, without a call.
    pub(crate) fn is_step_function(&self) -> bool {
        self.is_step_function
    }

    /// The language of the struct; `None` in an elementwise function.
    pub(crate) fn language(&self) -> Option<Language> {
        self.definition.map(|definition| definition.language)
    }

    /// Returns true in the body of a schedule.
    pub(crate) fn in_schedule(&self) -> bool {
        self.language() == Some(Language::Schedule)
    }

    /// The declared states.
    pub(crate) fn states(&self) -> &'a [State] {
        self.definition.map_or(&[], |definition| &definition.states)
    }

    /// The index of the state with the field's name.
    pub(crate) fn state_place(&self, field: &ExprField) -> Option<usize> {
        let Member::Named(name) = &field.member else { return None };
        self.states.get(name.to_string().trim_start_matches("r#")).copied()
    }

    /// The first declared state, as an example in messages.
    pub(crate) fn any_state(&self) -> String {
        self.states().first().map_or_else(|| "name".to_owned(), State::name)
    }

    /// The declared inputs.
    pub(crate) fn inputs(&self) -> &'a [Input] {
        self.definition.map_or(&[], |definition| &definition.inputs)
    }

    /// The index of the input with the field's name.
    pub(crate) fn input_place(&self, field: &ExprField) -> Option<usize> {
        let Member::Named(name) = &field.member else { return None };
        let name = name.to_string();
        self.inputs().iter().position(|input| input.name() == name.trim_start_matches("r#"))
    }

    /// The first declared input, as an example in messages.
    pub(crate) fn any_input(&self) -> String {
        self.inputs().first().map_or_else(|| "name".to_owned(), Input::name)
    }

    /// The declared outputs.
    pub(crate) fn outputs(&self) -> &'a [Output] {
        self.definition.map_or(&[], |definition| &definition.outputs)
    }

    /// The index of the output with the field's name.
    pub(crate) fn output_place(&self, field: &ExprField) -> Option<usize> {
        let Member::Named(name) = &field.member else { return None };
        let name = name.to_string();
        self.outputs().iter().position(|output| output.name() == name.trim_start_matches("r#"))
    }

    /// The first declared output, as an example in messages.
    pub(crate) fn any_output(&self) -> String {
        self.outputs().first().map_or_else(|| "name".to_owned(), Output::name)
    }

    /// The hyperparameter with the field's name.
    pub(crate) fn hyper(&self, field: &ExprField) -> Option<&'a Hyper> {
        let Member::Named(name) = &field.member else { return None };
        self.definition?.hyper(name.to_string().trim_start_matches("r#"))
    }

    /// Returns true if a field is a wrapper's inner optimizer.
    pub(crate) fn is_inner(&self, field: &ExprField) -> bool {
        self.inner().is_some_and(|name| matches!(&field.member, Member::Named(own) if own.unraw() == name))
    }

    /// The name of the inner optimizer; `None` if this is not a wrapper.
    pub(crate) fn inner(&self) -> Option<String> {
        self.definition?.wraps.as_ref().map(Wraps::name)
    }

    /// The hyperparameter that `self.name` reads, if it is a scheduled `Option`.
    pub(crate) fn optional(&self, syntax: &Syntax) -> Option<&'a Hyper> {
        let field = match syntax {
            Syntax::Paren(inner) => return self.optional(&inner.expr),
            Syntax::Field(field) if name_of(&field.base).is_some_and(|base| base == "self") => field,
            _ => return None,
        };
        self.hyper(field).filter(|hyper| hyper.scheduled && matches!(hyper.kind, HyperType::Option(_)))
    }
}
