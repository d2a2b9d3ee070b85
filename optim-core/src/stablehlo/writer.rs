//! The operations of a graph, written one after the other.
//!
//! In a module, a value has the parameter's leading axes, then its rows and columns, with size 1 where it is broadcast. Numbers
//! along an axis have size 1 along all others. A scalar has no axes. Operands are broadcast to one shape and one type, as in kernels.

use super::body::{ModuleBody, ModuleValue};
use super::error::StableHloError;
use super::types::{ElementType, Type};
use crate::lang::{Arg, Class, Graph, Node, Op, ValueExtent};
use crate::shape::{Dim, Dims};

/// The text of a module that is being written: the body so far, and the types of numbers.
#[derive(Debug)]
pub(super) struct Writer {
    pub(super) body: ModuleBody,
    /// The element type of parameters.
    pub(super) element: ElementType,
    /// The element type of scalars, and of sums before they are rounded.
    pub(super) scalar: ElementType,
    /// Functions that the body calls, by name.
    pub(super) functions: Vec<(String, String)>,
}

/// A graph, and its parameter.
#[derive(Clone, Copy)]
pub(super) struct Of<'g> {
    pub(super) graph: &'g Graph,
    pub(super) param: &'g str,
}

impl Of<'_> {
    /// The sizes of a value with this extent.
    pub(super) fn sizes(&self, extent: ValueExtent) -> Vec<usize> {
        let Some(dims) = extent.dims() else { return Vec::new() };
        let (_, rows, cols) = if dims.is_of_axis() { self.whole().sizes() } else { extent.sizes() };
        let leading = &self.graph.shape()[..self.leading()];
        let sizes = leading.iter().copied().chain([rows, cols]);
        let is_repeated = |place: usize| match dims.cols {
            Dim::Along(axis) => Some(place) != self.place(axis),
            Dim::Without(axis) => Some(place) == self.place(axis),
            _ => false,
        };
        sizes.enumerate().map(|(place, size)| if is_repeated(place) { 1 } else { size }).collect()
    }

    /// The extent of the parameter.
    fn whole(&self) -> ValueExtent {
        ValueExtent::of(Dims::TENSOR, self.graph.param_shape())
    }

    /// The index of an axis of the parameter; `None` if it does not exist. A vector has no rows, and a number has no rows and no columns.
    pub(super) fn place(&self, axis: usize) -> Option<usize> {
        let ndim = self.graph.shape().len();
        (axis < ndim).then(|| axis + 2_usize.saturating_sub(ndim))
    }

    /// The number of axes before rows and columns.
    pub(super) fn leading(&self) -> usize {
        self.graph.shape().len().saturating_sub(2)
    }

    /// The error for a node that recording never creates.
    pub(super) fn malformed(&self, node: &Node) -> StableHloError {
        let number = self.graph.nodes().iter().position(|other| std::ptr::eq(other, node)).unwrap_or(0);
        StableHloError::Malformed { name: self.graph.name().to_owned(), node: number, op: node.op_name() }
    }
}

impl Writer {
    pub(super) fn new(element: ElementType, scalar: ElementType) -> Self {
        Self { body: ModuleBody::default(), element, scalar, functions: Vec::new() }
    }

    /// The type of numbers with this extent.
    pub(super) fn numbers(&self, extent: ValueExtent) -> ElementType {
        if extent.dims().is_none() { self.scalar } else { self.element }
    }

    /// The type of a node's value.
    pub(super) fn type_of(&self, of: Of<'_>, node: &Node) -> Type {
        let element = if node.class() == Class::Mask { ElementType::Bool } else { self.numbers(node.extent()) };
        Type::new(&of.sizes(node.extent()), element)
    }

    /// The value of a node that needs no other graph. Leaves have their own values.
    pub(super) fn node(
        &mut self,
        of: Of<'_>,
        node: &Node,
        values: &[ModuleValue],
    ) -> Result<ModuleValue, StableHloError> {
        match node.op() {
            Op::Reduce(fold, over) => self.reduction(of, node, (*fold, *over), values),
            Op::ReduceTo(fold, kept) => self.reduction_to(of, node, (*fold, *kept), values),
            Op::Library(call) if call.is_quantile() => self.quantile(of, node, *call, values),
            Op::Library(call) => self.library(of, node, *call, values),
            Op::Call(_) => Err(StableHloError::Code { name: of.graph.name().to_owned() }),
            Op::Inner => Err(StableHloError::Inner { name: of.graph.name().to_owned() }),
            Op::Leaf(_) | Op::Global { .. } | Op::Result(..) => Err(of.malformed(node)),
            _ => self.elementwise(of, node, values),
        }
    }

    /// An operand in this type: broadcast, converted, with masks as 1 and 0.
    pub(super) fn input(&mut self, input: Arg, values: &[ModuleValue], to: &Type) -> Option<ModuleValue> {
        match input {
            Arg::Constant(x) => Some(self.body.constant(x, to)),
            Arg::Node(id) => values.get(id).cloned().map(|value| self.fitted(&value, to)),
        }
    }

    /// A value converted to this type.
    pub(super) fn fitted(&mut self, value: &ModuleValue, to: &Type) -> ModuleValue {
        let value = match (value.element(), to.element) {
            (ElementType::Bool, ElementType::Bool) => value.clone(),
            // A number is true if it is 1, as in the interpreter.
            (_, ElementType::Bool) => {
                let one = self.body.constant(1.0, &value.of);
                self.body.compare("EQ", value, &one)
            }
            // A single number is converted before it is broadcast.
            (_, element) => self.body.convert(value, element),
        };
        self.body.broadcast(&value, &to.sizes)
    }

    /// Adds a function next to `main` with these lines. Returns its name.
    pub(super) fn function(&mut self, name: &str, write: impl FnOnce(&mut Self) -> String) -> String {
        if !self.functions.iter().any(|(known, _)| known == name) {
            let outer = std::mem::take(&mut self.body);
            let text = write(self);
            self.body = outer;
            self.functions.push((name.to_owned(), text));
        }
        name.to_owned()
    }
}
