//! `state.exp_avg`: states by name.

use syn::ExprField;
use syn::spanned::Spanned;

use crate::ast::{Expr, Node, Place};
use crate::check::Checker;
use crate::check::rules::Site;
use crate::diag::source;
use crate::kind::{Axis, Dim, Kind, Length, Shape, SizeSource};
use crate::parse::{StateDim, StateKind};

impl Checker<'_> {
    /// The value of a state.
    pub(crate) fn state(&mut self, field: &ExprField) -> Expr {
        let span = field.span();
        if let Some(list) = self.list_of_states(field) {
            return self.refused(span, Site::List(&list, field));
        }
        match self.state_place(field) {
            Some(index) => {
                Expr { kind: Kind::Num(self.state_shape(index)), span, node: Node::Place(Place::State(index)) }
            }
            None => self.invalid(span),
        }
    }

    /// The shape of a state, or of an item of a list.
    pub(crate) fn state_shape(&mut self, index: usize) -> Shape {
        let Some(definition) = self.subject.definition else { return Shape::Scalar };
        self.declared_shape(&definition.states[index].kind, definition.first_fixed_dim(index))
    }

    /// The shape of a declared kind. `first` is the number of its first fixed dimension.
    pub(crate) fn declared_shape(&mut self, kind: &StateKind, mut number: usize) -> Shape {
        if *kind == StateKind::Global {
            return Shape::Global;
        }
        let Some([rows, cols]) = kind.dims() else { return Shape::Scalar };
        let rows = self.declared_dimension(&rows, &mut number);
        Shape::Matrix(rows, self.declared_dimension(&cols, &mut number))
    }

    /// A declared dimension. `number` is the number of its first fixed expression, and is set to the number after its last one.
    fn declared_dimension(&mut self, dim: &StateDim, number: &mut usize) -> Dim {
        match dim {
            StateDim::One => Dim::One,
            StateDim::Rows => Dim::Rows,
            StateDim::Cols => Dim::Cols,
            StateDim::Fixed(syntax) => {
                let meaning = self.declared_meaning(syntax);
                *number += 1;
                Dim::Fixed(Length::new(meaning, &source(syntax), SizeSource::Declared(*number - 1)))
            }
            StateDim::Axis { without, number: axis } => {
                let axis = axis.as_ref().map(|syntax| {
                    let meaning = self.declared_meaning(syntax);
                    *number += 1;
                    Length::new(meaning, &source(syntax), SizeSource::Declared(*number - 1))
                });
                Dim::Axis(Axis { without: *without, number: axis })
            }
            StateDim::Min(a, b) => {
                let a = self.declared_dimension(a, number);
                Dim::min(&a, &self.declared_dimension(b, number))
            }
        }
    }

    /// The shapes of all states.
    pub(crate) fn state_shapes(&mut self) -> Vec<Shape> {
        (0..self.subject.states().len()).map(|index| self.state_shape(index)).collect()
    }

    /// The index of a state, if the state may be read or assigned here.
    pub(crate) fn state_place(&mut self, field: &ExprField) -> Option<usize> {
        if self.breaks(Site::State(field)) {
            return None;
        }
        let index = self.subject.state_place(field)?;
        self.uses.states.insert(index);
        let state = &self.subject.states()[index];
        if let Some(condition) = &state.cond {
            let needed = self.declared_meaning(condition);
            let standing = self.facts.standing(needed);
            if self.breaks(Site::ConditionalState(field, state, standing)) {
                return None;
            }
        }
        Some(index)
    }

    /// Rule for the whole body: every state is used, since it costs memory for every parameter.
    pub(crate) fn declared_states(&mut self) {
        for (place, state) in self.subject.states().iter().enumerate() {
            self.breaks(Site::Declared(place, state));
        }
    }
}
