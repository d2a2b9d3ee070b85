//! `output.update_rms`: outputs by name, which a step assigns.

use std::collections::BTreeSet;

use syn::{Expr as Syntax, ExprField};

use crate::check::Checker;
use crate::check::known::Standing;
use crate::check::known::scopes::Binding;
use crate::check::rules::Site;
use crate::kind::{Kind, Shape};

impl Checker<'_> {
    /// The expression as `output.name`, if it is written so.
    pub(crate) fn as_output<'s>(&self, syntax: &'s Syntax) -> Option<&'s ExprField> {
        let Syntax::Field(field) = syntax else { return None };
        matches!(self.scopes.binding_of(&field.base), Some(Binding::Output)).then_some(field)
    }

    /// The index of an output, if the output may be assigned here.
    pub(crate) fn output_place(&mut self, field: &ExprField) -> Option<usize> {
        if self.breaks(Site::Reported(field)) {
            return None;
        }
        let index = self.subject.output_place(field)?;
        let output = &self.subject.outputs()[index];
        if let Some(condition) = &output.cond {
            let needed = self.declared_meaning(condition);
            let standing = self.facts.standing(needed);
            if self.breaks(Site::ConditionalOutput(field, output, standing)) {
                return None;
            }
        }
        Some(index)
    }

    /// The kind of the numbers that an output accepts.
    pub(crate) fn output_kind(&self, index: usize) -> Kind {
        Kind::Num(if self.subject.outputs()[index].global { Shape::Global } else { Shape::Scalar })
    }

    /// At the end of an arm: outputs that do not exist under its condition need no value in it.
    pub(crate) fn settle_outputs(&mut self) {
        let outputs = self.subject.outputs();
        let mut absent = BTreeSet::new();
        for (place, output) in outputs.iter().enumerate() {
            if let Some(condition) = &output.cond {
                let needed = self.declared_meaning(condition);
                if self.facts.standing(needed) == Standing::Fails {
                    absent.insert(place);
                }
            }
        }
        self.flow.leave_outputs(absent);
    }

    /// Rule for the whole body: every output is assigned on every path.
    pub(crate) fn declared_outputs(&mut self, signature: &syn::Signature) {
        for (place, output) in self.subject.outputs().iter().enumerate() {
            self.breaks(Site::DeclaredOutput(place, output, signature));
        }
    }
}
