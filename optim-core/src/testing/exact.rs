//! The places where a correct kernel may differ from the interpreter.
//!
//! Both round after the same operations, so most steps must agree to the bit. They may differ in four places: sums and
//! products of matrices, which are taken in another order; conversions to single precision of such results, which may then
//! fall to the other side; mathematical functions in single precision, which the library rounds less than perfectly; and normal
//! random numbers. A graph without those is exact.

use optim_language::Work;

use crate::draw::Law;
use crate::kernel;
use crate::lang::{Arg, Class, Dtype, Fold, Graph, Leaf, Library, Node, Op};

/// The stores that are exact: no place where kernel and interpreter may differ is before them.
pub(super) fn exact_stores(graph: &Graph, dtype: Dtype) -> Vec<bool> {
    let tainted = tainted(graph, dtype);
    graph.stores().iter().map(|store| !tainted[store.value()]).collect()
}

/// For each node, whether an inexact operation is before it.
pub(super) fn tainted(graph: &Graph, dtype: Dtype) -> Vec<bool> {
    let mut tainted: Vec<bool> = Vec::with_capacity(graph.nodes().len());
    for node in graph.nodes() {
        let inputs = node.input_nodes().any(|id| tainted[id]);
        tainted.push(inputs || is_inexact(graph, node, dtype));
    }
    tainted
}

/// Returns true if kernel and interpreter may differ in this operation.
pub(super) fn is_inexact(graph: &Graph, node: &Node, dtype: Dtype) -> bool {
    let single = dtype == Dtype::F32 && node.class() == Class::Element;
    match node.op() {
        // Both are made of the same bits by arithmetic of their own.
        Op::Leaf(Leaf::Draw { law, .. }) => *law == Law::Normal,
        // The sums over other parameters may differ.
        Op::Global { .. } => true,
        Op::Reduce(fold, _) | Op::ReduceTo(fold, _) => rounds(graph, node, *fold),
        Op::Library(call) => match call {
            Library::Matmul => true,
            call => call.is_decomposition(),
        },
        // As exact as the call that gives it.
        Op::Result(..) => false,
        op => single && work(op) == Work::Library,
    }
}

/// Returns true if a reduction of these operands rounds.
pub(super) fn rounds(graph: &Graph, node: &Node, fold: Fold) -> bool {
    match fold.join() {
        // The largest and the smallest are numbers that were there.
        kernel::Fold::Max | kernel::Fold::Min => false,
        // Counts are whole numbers.
        kernel::Fold::Sum => !matches!(node.inputs(), [Arg::Node(id), ..] if graph.nodes()[*id].class() == Class::Mask),
    }
}

/// The cost of an elementwise operation and its rounding.
pub(super) fn work(op: &Op) -> Work {
    match op {
        Op::Unary(op) => op.work(),
        Op::Binary(op) => op.work(),
        Op::Ternary(op) => op.work(),
        Op::Compare(op) => op.work(),
        Op::Powi(_) => Work::Cheap,
        _ => Work::Exact,
    }
}
