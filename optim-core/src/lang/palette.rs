//! The parts that all drawings of a graph share: boxes, labels and colours.

use super::arg::Arg;
use super::graph::{Class, Graph, Target};
use super::op::{Leaf, Op};
use crate::shape::Axes;

/// The family of a box, which decides its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    Gradient,
    Setting,
    State,
    Elementwise,
    Choice,
    Reduction,
    Matrix,
}

impl Family {
    pub(super) const ALL: [Family; 7] = [
        Family::Gradient,
        Family::State,
        Family::Setting,
        Family::Elementwise,
        Family::Choice,
        Family::Reduction,
        Family::Matrix,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Family::Gradient => "parameter, gradient",
            Family::Setting => "setting, step",
            Family::State => "state",
            Family::Elementwise => "elementwise",
            Family::Choice => "mask, choice",
            Family::Reduction => "reduction",
            Family::Matrix => "matrix",
        }
    }

    /// The fill colour. It is pale, under dark text, so that it can be read on light and dark pages.
    pub(super) fn fill(self) -> &'static str {
        match self {
            Family::Gradient => "#dbe9fb",
            Family::Setting => "#fdecc8",
            Family::State => "#d8f0dc",
            Family::Elementwise => "#f1f2f4",
            Family::Choice => "#d3efee",
            Family::Reduction => "#eadcf8",
            Family::Matrix => "#fbdde2",
        }
    }

    /// The border colour.
    pub(super) fn stroke(self) -> &'static str {
        match self {
            Family::Gradient => "#3b78c4",
            Family::Setting => "#b98213",
            Family::State => "#3d9150",
            Family::Elementwise => "#6b7480",
            Family::Choice => "#2a8f8c",
            Family::Reduction => "#8250c4",
            Family::Matrix => "#c44a63",
        }
    }
}

/// The colour of lines and of text outside of boxes: a grey that is visible on light and dark pages.
pub(super) const LINE: &str = "#87909c";
/// The colour of text in boxes.
pub(super) const TEXT: &str = "#1b1f24";

/// One box of a drawing.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    /// `%4`; empty for a store.
    pub(super) id: String,
    /// The operation, the name of a leaf, or the target of a store.
    pub(super) title: String,
    /// Inputs, or the kind of a leaf.
    pub(super) detail: String,
    /// The line of the graph's text for this box.
    pub(super) hint: String,
    pub(super) family: Family,
    /// True for an effect of the step, false for a value.
    pub(super) store: bool,
    /// True for more than one number; its lines are thicker.
    pub(super) many: bool,
}

/// The boxes of a graph, and the lines between them. Unused leaves are left out.
pub(super) struct Figures {
    pub(super) boxes: Vec<Figure>,
    /// Lines from box to box, each pair once, in the order of the inputs.
    pub(super) lines: Vec<(usize, usize)>,
}

impl Graph {
    pub(super) fn figures(&self) -> Figures {
        let uses = self.uses();
        let mut place = vec![None; self.nodes.len()];
        let mut boxes = Vec::new();
        let mut lines = Vec::new();
        for (id, node) in self.nodes.iter().enumerate() {
            if uses[id] == 0 && matches!(node.op, Op::Leaf(_)) {
                continue;
            }
            let this = boxes.len();
            place[id] = Some(this);
            lines.extend(node.input_nodes().filter_map(|input| place[input]).map(|input| (input, this)));
            let kind = self.describe(node);
            let (title, detail) = match &node.op {
                Op::Leaf(leaf) => (leaf.name().to_owned(), kind.clone()),
                _ => (node.title(), node.operands_as(short)),
            };
            boxes.push(Figure {
                id: format!("%{id}"),
                title,
                detail,
                hint: format!("%{id} = {}  # {kind}", node.call()),
                family: family(&node.op, node.class),
                store: false,
                many: node.axes != Axes::Scalar,
            });
        }
        for store in &self.stores {
            lines.extend(place[store.value].map(|value| (value, boxes.len())));
            boxes.push(Figure {
                id: String::new(),
                title: store.target.name().to_owned(),
                detail: format!("store %{}", store.value),
                hint: format!("store {}, %{}", store.target.name(), store.value),
                family: match store.target {
                    Target::Param => Family::Gradient,
                    Target::Output(_) => Family::Reduction,
                    Target::State(_) | Target::Value => Family::State,
                },
                store: true,
                many: store.axes() != Axes::Scalar,
            });
        }
        // `x * x` reads one box twice, but is drawn with one line.
        let mut seen = std::collections::BTreeSet::new();
        lines.retain(|line| seen.insert(*line));
        Figures { boxes, lines }
    }
}

fn family(op: &Op, class: Class) -> Family {
    match op {
        Op::Leaf(Leaf::Param | Leaf::Grad | Leaf::Input { .. }) => Family::Gradient,
        Op::Leaf(Leaf::Hyper { .. } | Leaf::Step | Leaf::Draw { .. }) => Family::Setting,
        Op::Leaf(Leaf::State { .. }) => Family::State,
        Op::Reduce(..) | Op::ReduceTo(..) | Op::Global { .. } => Family::Reduction,
        Op::Library(call) if call.is_quantile() => Family::Reduction,
        Op::Library(_) | Op::Result(..) => Family::Matrix,
        Op::Select => Family::Choice,
        _ if class == Class::Mask => Family::Choice,
        _ => Family::Elementwise,
    }
}

/// An input, with long fixed numbers cut to six digits: `1.0 - 0.9` is drawn as `0.1`. The tooltip has all digits.
fn short(arg: &Arg) -> String {
    let exact = arg.to_string();
    match arg {
        Arg::Constant(x) if exact.len() > 8 => format!("{x:.5e}").parse::<f64>().map_or(exact, |x| format!("{x:?}")),
        _ => exact,
    }
}
