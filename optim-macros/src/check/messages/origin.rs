//! The origins of values, which messages show under a mistake: "`large` on line 14 is computed from the gradient".

use crate::ast::{Argument, Block, Expr, List, LocalId, Node, Place};
use crate::check::Checker;
use crate::diag::line;

impl Checker<'_> {
    /// The same as a line under a message; empty if the origin is unknown.
    pub(crate) fn note(&self, expr: &Expr) -> String {
        self.provenance(expr).map(|text| format!("\nnote: {text}")).unwrap_or_default()
    }

    /// "it is computed from …" for a message about a value.
    pub(crate) fn provenance(&self, expr: &Expr) -> Option<String> {
        let (variable, origin) = self.trace_back(expr)?;
        let itself = matches!(expr.node, Node::Local(_) | Node::Grad | Node::Count | Node::Hyper(..) | Node::Place(_));
        Some(match variable {
            // A parameter of a function has no line where it is computed.
            Some(id) if origin.contains(&format!("`{}`", self.scopes.variable(id).called)) => {
                if itself {
                    format!("it is {origin}")
                } else {
                    format!("it is computed from {origin}")
                }
            }
            Some(id) => {
                let line = line(self.scopes.variable(id).ident.span())
                    .map(|line| format!(" on line {line}"))
                    .unwrap_or_default();
                format!("`{}`{line} is computed from {origin}", self.scopes.variable(id).called)
            }
            None if itself => format!("it is {origin}"),
            None => format!("it is computed from {origin}"),
        })
    }

    /// The values that a value depends on, in the user's names: "`large`, which is computed from the gradient `grad`".
    pub(crate) fn named(&self, expr: &Expr) -> Option<String> {
        let (variable, origin) = self.trace_back(expr)?;
        let called = variable.map(|id| format!("`{}`", self.scopes.variable(id).called));
        Some(match called {
            Some(name) if !origin.contains(&name) => format!("{name}, which is computed from {origin}"),
            _ => origin,
        })
    }

    /// The line that computes the variable which a value depends on: "`large` is computed on line 14".
    pub(crate) fn computed_on(&self, expr: &Expr) -> Option<String> {
        let (variable, origin) = self.trace_back(expr)?;
        let variable = self.scopes.variable(variable?);
        let is_parameter = origin.contains(&format!("`{}`", variable.called));
        let line = line(variable.ident.span()).filter(|_| !is_parameter)?;
        Some(format!("`{}` is computed on line {line}", variable.called))
    }

    /// The first origin of a value.
    pub(crate) fn origin(&self, expr: &Expr) -> Option<String> {
        self.trace_back(expr).map(|(_, origin)| origin)
    }

    /// Returns true if the first origin of a value is the step count.
    pub(crate) fn is_of_step_count(&self, expr: &Expr) -> bool {
        self.origin(expr).is_some_and(|origin| origin.starts_with("the step count"))
    }

    /// The origin of a value: the first variable, tensor, state or scheduled number in it.
    pub(crate) fn trace_back(&self, expr: &Expr) -> Option<(Option<LocalId>, String)> {
        let bare = |origin: String| Some((None, origin));
        match &expr.node {
            Node::Fixed(_) => None,
            Node::Local(id) | Node::Item(List::Local(id), _) => (!self.scopes.variable(*id).origin.is_empty())
                .then(|| (Some(*id), self.scopes.variable(*id).origin.clone())),
            Node::Hyper(_, name) => bare(format!("the scheduled hyperparameter `self.{name}`")),
            Node::Place(Place::Param) => bare("the parameter".to_owned()),
            Node::Place(Place::State(index)) | Node::Item(List::State(index), _) => bare(format!(
                "the state `{}`",
                self.subject.definition.map(|d| d.states[*index].name()).unwrap_or_default()
            )),
            Node::Place(Place::Input(index)) => bare(format!("the input `{}`", self.subject.inputs()[*index].name())),
            Node::Place(Place::Output(_)) | Node::Item(List::Output(_), _) => None,
            Node::Grad => bare("the gradient".to_owned()),
            Node::Count => bare("the step count".to_owned()),
            Node::Op(_, items)
            | Node::Reduce(_, _, items)
            | Node::ReduceTo(_, items)
            | Node::Global(_, _, items)
            | Node::Library(_, items, _)
            | Node::Tuple(items)
            | Node::Array(items) => items.iter().find_map(|item| self.trace_back(item)),
            Node::Elementwise(_, arguments) => arguments.iter().find_map(|argument| match argument {
                Argument::Value(value) => self.trace_back(value),
                Argument::Fixed(_) => None,
            }),
            Node::Draw(..) => bare("random numbers".to_owned()),
            Node::Child(_, time) => self.trace_back(time),
            Node::Inner(..) | Node::InnerEval(_) => bare("the optimizer inside".to_owned()),
            Node::Powi(a, _) | Node::Lift(a) | Node::Field(a, _) | Node::Index(a, _) => self.trace_back(a),
            Node::Block(block) => self.trace_back_block(block),
            Node::If(branch) => self.trace_back_block(&branch.then).or_else(|| self.trace_back_block(&branch.els)),
            Node::Match(matched) => matched.arms.iter().find_map(|arm| self.trace_back_block(&arm.body)),
        }
    }

    pub(crate) fn trace_back_block(&self, block: &Block) -> Option<(Option<LocalId>, String)> {
        block.value.as_ref().and_then(|value| self.trace_back(value))
    }
}
