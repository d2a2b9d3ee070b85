//! `input.hessian`: inputs by name.

use syn::ExprField;
use syn::spanned::Spanned;

use crate::ast::{Expr, Node, Place};
use crate::check::Checker;
use crate::check::rules::Site;
use crate::kind::{Kind, Shape};

impl Checker<'_> {
    /// The value of an input.
    pub(crate) fn input(&mut self, field: &ExprField) -> Expr {
        let span = field.span();
        match self.input_place(field) {
            Some(index) => {
                let kind = match self.subject.inputs()[index].global {
                    true => self.global_kind(),
                    false => Kind::Num(self.input_shape(index)),
                };
                Expr { kind, span, node: Node::Place(Place::Input(index)) }
            }
            None => self.invalid(span),
        }
    }

    /// The index of an input, if the input may be read here.
    fn input_place(&mut self, field: &ExprField) -> Option<usize> {
        if self.breaks(Site::Given(field)) {
            return None;
        }
        let index = self.subject.input_place(field)?;
        self.uses.inputs.insert(index);
        let input = &self.subject.inputs()[index];
        if let Some(condition) = &input.cond {
            let needed = self.declared_meaning(condition);
            let standing = self.facts.standing(needed);
            if self.breaks(Site::ConditionalInput(field, input, standing)) {
                return None;
            }
        }
        Some(index)
    }

    fn input_shape(&mut self, index: usize) -> Shape {
        let Some(definition) = self.subject.definition else { return Shape::Scalar };
        self.declared_shape(&definition.inputs[index].kind, definition.first_fixed_dim_of_input(index))
    }

    /// The shapes of all inputs.
    pub(crate) fn input_shapes(&mut self) -> Vec<Shape> {
        (0..self.subject.inputs().len()).map(|index| self.input_shape(index)).collect()
    }

    /// Rule for the whole body: every input is read, since the caller must compute it.
    pub(crate) fn declared_inputs(&mut self) {
        for (place, input) in self.subject.inputs().iter().enumerate() {
            self.breaks(Site::DeclaredInput(place, input));
        }
    }
}
