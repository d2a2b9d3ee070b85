//! The body of a function that is being written: one line per operation, without duplicates.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::rc::Rc;

use super::types::{ElementType, Type};

/// A value of the body.
#[derive(Clone, Debug)]
pub(super) struct ModuleValue {
    pub(super) name: Rc<str>,
    pub(super) of: Type,
}

impl ModuleValue {
    pub(super) fn new(name: &str, of: Type) -> Self {
        Self { name: name.into(), of }
    }

    pub(super) fn element(&self) -> ElementType {
        self.of.element
    }

    pub(super) fn sizes(&self) -> &[usize] {
        &self.of.sizes
    }
}

/// Operations in order. They have no effects, so an operation that already exists is not written again.
#[derive(Debug, Default)]
pub(super) struct ModuleBody {
    lines: String,
    known: HashMap<String, Vec<ModuleValue>>,
}

impl ModuleBody {
    /// The lines so far, indented by four spaces.
    pub(super) fn lines(&self) -> &str {
        &self.lines
    }

    /// Adds an operation with its types, and a result of this type.
    pub(super) fn push(&mut self, operation: String, of: Type) -> ModuleValue {
        let next = self.name();
        let results = self.push_all(operation, std::slice::from_ref(&of));
        results.into_iter().next().unwrap_or_else(|| ModuleValue::new(&next, of))
    }

    /// Adds an operation with several results, of these types.
    pub(super) fn push_all(&mut self, operation: String, of: &[Type]) -> Vec<ModuleValue> {
        if let Some(known) = self.known.get(&operation) {
            return known.clone();
        }
        let name = self.name();
        let values: Vec<ModuleValue> = match of {
            [of] => vec![ModuleValue::new(&name, of.clone())],
            _ => of
                .iter()
                .enumerate()
                .map(|(place, of)| ModuleValue::new(&format!("{name}#{place}"), of.clone()))
                .collect(),
        };
        let count = if of.len() == 1 { String::new() } else { format!(":{}", of.len()) };
        // Writing into a `String` cannot fail.
        let _ = writeln!(self.lines, "    {name}{count} = {operation}");
        self.known.insert(operation, values.clone());
        values
    }

    /// The name of the next result.
    fn name(&self) -> String {
        format!("%{}", self.known.len())
    }

    /// A constant with this number for every element.
    pub(super) fn constant(&mut self, x: f64, of: &Type) -> ModuleValue {
        self.push(format!("stablehlo.constant dense<{}> : {of}", of.element.literal(x)), of.clone())
    }

    /// An integer constant, without rounding.
    pub(super) fn word(&mut self, x: u64, of: &Type) -> ModuleValue {
        self.push(format!("stablehlo.constant dense<{x}> : {of}"), of.clone())
    }

    /// An operation on one value, with a result of its type.
    pub(super) fn unary(&mut self, operation: &str, x: &ModuleValue) -> ModuleValue {
        self.push(format!("stablehlo.{operation} {} : {}", x.name, x.of), x.of.clone())
    }

    /// An operation on two values of one type, with a result of this type.
    pub(super) fn binary(&mut self, operation: &str, a: &ModuleValue, b: &ModuleValue) -> ModuleValue {
        self.push(format!("stablehlo.{operation} {}, {} : {}", a.name, b.name, a.of), a.of.clone())
    }

    /// An operation on a value and a constant.
    pub(super) fn with_constant(&mut self, operation: &str, a: &ModuleValue, b: f64) -> ModuleValue {
        let b = self.constant(b, &a.of);
        self.binary(operation, a, &b)
    }

    /// A comparison: `LT`, `LE`, `GT`, `GE`, `EQ` or `NE`.
    pub(super) fn compare(&mut self, direction: &str, a: &ModuleValue, b: &ModuleValue) -> ModuleValue {
        let of = a.of.of(ElementType::Bool);
        let operation = format!("stablehlo.compare {direction}, {}, {} : ({}, {}) -> {of}", a.name, b.name, a.of, b.of);
        self.push(operation, of)
    }

    /// `a` where the mask is true, else `b`.
    pub(super) fn select(&mut self, mask: &ModuleValue, a: &ModuleValue, b: &ModuleValue) -> ModuleValue {
        let operation = format!("stablehlo.select {}, {}, {} : {}, {}", mask.name, a.name, b.name, mask.of, a.of);
        self.push(operation, a.of.clone())
    }

    /// Converts numbers to another type.
    pub(super) fn convert(&mut self, x: &ModuleValue, element: ElementType) -> ModuleValue {
        if x.element() == element {
            return x.clone();
        }
        self.moved("convert", x, "", x.of.of(element))
    }

    /// Interprets the bits as another type of the same size.
    pub(super) fn bitcast(&mut self, x: &ModuleValue, element: ElementType) -> ModuleValue {
        self.moved("bitcast_convert", x, "", x.of.of(element))
    }

    /// Changes the shape. The elements keep their C order.
    pub(super) fn reshape(&mut self, x: &ModuleValue, sizes: &[usize]) -> ModuleValue {
        if x.sizes() == sizes {
            return x.clone();
        }
        self.moved("reshape", x, "", Type::new(sizes, x.element()))
    }

    /// Broadcasts along axes of size 1; a single number, along all axes.
    pub(super) fn broadcast(&mut self, x: &ModuleValue, sizes: &[usize]) -> ModuleValue {
        if x.sizes() == sizes {
            return x.clone();
        }
        let axes = list(&(0..x.sizes().len()).collect::<Vec<_>>());
        self.moved("broadcast_in_dim", x, &format!(", dims = {axes}"), Type::new(sizes, x.element()))
    }

    /// Permutes the axes.
    pub(super) fn transpose(&mut self, x: &ModuleValue, axes: &[usize]) -> ModuleValue {
        let sizes: Vec<usize> = axes.iter().map(|axis| x.sizes()[*axis]).collect();
        self.moved("transpose", x, &format!(", dims = {}", list(axes)), Type::new(&sizes, x.element()))
    }

    /// The first elements along each axis.
    pub(super) fn first(&mut self, x: &ModuleValue, sizes: &[usize]) -> ModuleValue {
        if x.sizes() == sizes {
            return x.clone();
        }
        let ranges: Vec<String> = sizes.iter().map(|size| format!("0:{size}")).collect();
        self.moved("slice", x, &format!(" [{}]", ranges.join(", ")), Type::new(sizes, x.element()))
    }

    /// Adds zeros at the end of an axis.
    pub(super) fn longer(&mut self, x: &ModuleValue, axis: usize, more: usize) -> ModuleValue {
        if more == 0 {
            return x.clone();
        }
        let zero = self.constant(0.0, &Type::scalar(x.element()));
        let (mut sizes, mut high) = (x.sizes().to_vec(), vec![0; x.sizes().len()]);
        (sizes[axis], high[axis]) = (sizes[axis] + more, more);
        let (none, high) = (list(&vec![0; sizes.len()]), list(&high));
        let of = Type::new(&sizes, x.element());
        let types = format!("({}, {}) -> {of}", x.of, zero.of);
        let operation = format!(
            "stablehlo.pad {}, {}, low = {none}, high = {high}, interior = {none} : {types}",
            x.name, zero.name
        );
        self.push(operation, of)
    }

    /// The index along an axis, for every element.
    pub(super) fn iota(&mut self, axis: usize, of: &Type) -> ModuleValue {
        self.push(format!("stablehlo.iota dim = {axis} : {of}"), of.clone())
    }

    /// Reduces along these axes, which are removed, by `operation`; `initial` is its neutral element.
    pub(super) fn reduce(&mut self, operation: &str, x: &ModuleValue, initial: f64, axes: &[usize]) -> ModuleValue {
        if axes.is_empty() {
            return x.clone();
        }
        let scalar = Type::scalar(x.element());
        let initial = self.constant(initial, &scalar);
        let left = (0..x.sizes().len()).filter(|axis| !axes.contains(axis));
        let of = Type::new(&left.map(|axis| x.sizes()[axis]).collect::<Vec<_>>(), x.element());
        let (x, x_of, initial, axes) = (&x.name, &x.of, &initial.name, list(axes));
        let operation = format!("stablehlo.reduce({x} init: {initial}) applies stablehlo.{operation}");
        self.push(format!("{operation} across dimensions = {axes} : ({x_of}, {scalar}) -> {of}"), of)
    }

    fn moved(&mut self, operation: &str, x: &ModuleValue, how: &str, of: Type) -> ModuleValue {
        self.push(format!("stablehlo.{operation} {}{how} : ({}) -> {of}", x.name, x.of), of)
    }
}

/// `[0, 1]`
pub(super) fn list(numbers: &[usize]) -> String {
    format!("{numbers:?}")
}
