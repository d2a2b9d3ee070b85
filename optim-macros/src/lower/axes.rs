//! Numbers along an axis that meet other shapes: a pass repeats them from scratch, so they are copied to scratch if necessary.

use proc_macro2::Span;

use super::Lowering;
use crate::ir::{Argument, Def, Id};
use crate::kind::{Axis, Shape};

impl Lowering<'_> {
    /// The shape, with the present fixed variables in its dimensions.
    pub(super) fn shape_here(&self, shape: &Shape) -> Shape {
        match shape.axis() {
            Some(Axis { without, number: Some(number) }) => {
                let number = number.map(|written| self.fixed(written));
                Shape::of_axis(Axis { without: *without, number: Some(number) })
            }
            _ => shape.clone(),
        }
    }

    /// Brings operands to one shape, as whole arrays.
    pub(super) fn alike(&mut self, mut ids: Vec<Id>, span: Span) -> Vec<Id> {
        let joint = self.met_shape(&ids);
        for id in &mut ids {
            if self.values[*id].shape != joint {
                *id = self.repeated(*id, &joint, span);
            }
        }
        ids
    }

    fn met_shape(&self, ids: &[Id]) -> Shape {
        let shapes = ids.iter().map(|id| &self.values[*id].shape);
        shapes.fold(Shape::Scalar, |joint, shape| joint.join(shape).unwrap_or(joint))
    }

    /// Repeats a value in a larger shape.
    pub(super) fn repeated(&mut self, id: Id, shape: &Shape, span: Span) -> Id {
        let (id, mask) = (self.copied(id, shape, span), self.values[id].mask);
        self.define(shape.clone(), mask, span, Def::Lift(id))
    }

    /// Prepares the operands of an operation on values of this shape: a repeated operand that is read from a place is copied first.
    pub(super) fn copy_repeated(&mut self, shape: &Shape, def: &mut Def, span: Span) {
        match def {
            Def::Op(_, ids) => {
                for id in ids {
                    *id = self.copied(*id, shape, span);
                }
            }
            Def::Reduce(_, ids) => {
                let joint = self.met_shape(ids);
                for id in ids {
                    *id = self.copied(*id, &joint, span);
                }
            }
            Def::Elementwise(_, arguments) => {
                for argument in arguments {
                    if let Argument::Value(id) = argument {
                        *id = self.copied(*id, shape, span);
                    }
                }
            }
            _ => {}
        }
    }

    /// A copy of a value in scratch. A pass of another shape cannot read a place along an axis.
    fn copied(&mut self, id: Id, shape: &Shape, span: Span) -> Id {
        let value = &self.values[id];
        let is_place = matches!(
            value.def,
            Def::Load(_)
                | Def::Item(_)
                | Def::Draw(..)
                | Def::Inner(..)
                | Def::Grad
                | Def::Iteration(_)
                | Def::After(_)
        );
        if !is_place || value.shape.axis().is_none() || value.shape == *shape {
            return id;
        }
        let (own, mask) = (value.shape.clone(), value.mask);
        self.define(own, mask, span, Def::Lift(id))
    }
}
