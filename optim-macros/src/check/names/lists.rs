//! Lists of states, lists of outputs and lists that a step makes: `state.history[i]`, `output.sizes[i]`, `turns[i]`.

use syn::ExprIndex;
use syn::spanned::Spanned;

use crate::ast::{Expr, List, Node};
use crate::check::Checker;
use crate::check::known::lists::{ListOf, Listed};
use crate::check::rules::Site;
use crate::diag::source;
use crate::fixed::{Fixed, Form, Timed};
use crate::kind::{Axis, Dim, Kind, Shape};

impl Checker<'_> {
    /// The list and the index of an item that may be read or assigned here.
    pub(crate) fn item_place(&mut self, list: &Listed, index: &ExprIndex) -> Option<(List, Fixed)> {
        let place = match list.of {
            ListOf::States(field) => self.state_place(field).map(List::State),
            ListOf::Outputs(field) => self.output_place(field).map(List::Output),
            ListOf::Variable(id, _) => Some(List::Local(id)),
        };
        let at = self.value(&index.index);
        let place = place?;
        if at.kind.is_wrong() || self.breaks(Site::ListItem { list, at: &at, syntax: index }) {
            return None;
        }
        if at.kind != Kind::Timed(Timed::Slot) {
            return Some((place, at.as_fixed()?.clone()));
        }
        let length = match place {
            List::State(state) => self.fixed(at.span, Form::Items(state)),
            List::Output(output) => self.fixed(at.span, Form::OutputItems(output)),
            List::Local(id) => Expr::of(self.scopes.length(id)?.0.clone()),
        };
        Some((place, self.slot_index(&at, &length, &list.name)?))
    }

    /// An item of a list.
    pub(crate) fn item(&mut self, list: &Listed, index: &ExprIndex) -> Expr {
        let span = index.span();
        if let ListOf::Outputs(field) = list.of {
            return self.refused(span, Site::OutputRead(field, Some(index)));
        }
        match self.item_place(list, index) {
            Some((list, at)) => {
                let kind = Self::chosen(self.kind_of_item(list, &at, &source(&*index.index)), at.level());
                Expr { kind, span, node: Node::Item(list, at) }
            }
            None => self.invalid(span),
        }
    }

    /// The kind of an item. In a list by axis, the index of the item is the number of its axis.
    pub(crate) fn kind_of_item(&mut self, list: List, at: &Fixed, text: &str) -> Kind {
        match self.kind_of_items(list) {
            Kind::Num(Shape::Matrix(_, Dim::Axis(Axis { without, number: None }))) => {
                Kind::Num(Shape::of_axis(self.axis(without, at, text)))
            }
            kind => kind,
        }
    }

    /// The kind of all items of a list.
    fn kind_of_items(&mut self, list: List) -> Kind {
        match list {
            List::State(state) => Kind::Num(self.state_shape(state)),
            List::Output(output) => self.output_kind(output),
            List::Local(id) => self.flow.kind(id).cloned().unwrap_or(Kind::Num(Shape::Scalar)),
        }
    }
}
