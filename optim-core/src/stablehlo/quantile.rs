//! Quantiles: the numbers are sorted, and two neighbours are interpolated.

use super::body::{ModuleValue, list};
use super::error::StableHloError;
use super::types::{ElementType, Type};
use super::writer::{Of, Writer};
use crate::lang::{Library, Node, Over};
use crate::shape::Dim;

impl Writer {
    pub(super) fn quantile(
        &mut self,
        of: Of<'_>,
        node: &Node,
        call: Library,
        values: &[ModuleValue],
    ) -> Result<ModuleValue, StableHloError> {
        let [x, q, ..] = node.inputs() else { return Err(of.malformed(node)) };
        let (extent, to) = (of.graph.extent(*x), self.type_of(of, node));
        if extent.is_empty() {
            return Ok(self.body.constant(f64::NAN, &to));
        }
        let of_x = Type::new(&of.sizes(extent), self.numbers(extent));
        let x = self.input(*x, values, &of_x).ok_or_else(|| of.malformed(node))?;
        let q = self.input(*q, values, &Type::scalar(self.scalar)).ok_or_else(|| of.malformed(node))?;
        let x = match (call.over(), call.kept(node.inputs())) {
            (Some(over), _) => self.joined_last(&x, over, of.leading()),
            // There is already one number for each index.
            (None, Some(_)) if extent.is_of_axis() => self.body.reshape(&x, &[extent.len(), 1]),
            (None, Some(kept)) => self.joined_along(&x, of, kept),
            (None, None) => return Err(of.malformed(node)),
        };
        let (sorted, count) = (self.sorted(&x), x.sizes().last().copied().unwrap_or(1));
        let (whole, weight, allowed) = self.place_of(&q, count);
        let next = self.body.with_constant("add", &whole, 1.0);
        let [a, b] = [&whole, &next].map(|place| self.at(&sorted, place));
        let number = self.between(&a, &b, &weight);
        let last = x.sizes().len() - 1;
        let nan = self.body.compare("NE", &x, &x);
        let nan = self.body.reduce("or", &nan, 0.0, &[last]);
        let nan = self.body.reshape(&nan, number.sizes());
        let none = self.body.constant(f64::NAN, &number.of);
        let number = self.body.select(&nan, &none, &number);
        let allowed = self.body.broadcast(&allowed, number.sizes());
        let number = self.body.select(&allowed, &number, &none);
        let shaped = self.body.reshape(&number, &to.sizes);
        Ok(self.body.convert(&shaped, to.element))
    }

    /// Moves the numbers of each result to the last axis.
    fn joined_last(&mut self, x: &ModuleValue, over: Over, leading: usize) -> ModuleValue {
        let (rows, cols) = (x.sizes()[leading], x.sizes()[leading + 1]);
        let lines: Vec<usize> = x.sizes()[..leading].to_vec();
        match over {
            Over::Row => x.clone(),
            Over::Col => {
                let axes: Vec<usize> = (0..leading).chain([leading + 1, leading]).collect();
                self.body.transpose(x, &axes)
            }
            Over::Matrix => self.body.reshape(x, &[lines, vec![rows * cols]].concat()),
            Over::All => self.body.reshape(x, &[lines.iter().product::<usize>() * rows * cols]),
        }
    }

    /// Moves the numbers of each result along an axis, or along all other axes, to the last axis.
    fn joined_along(&mut self, x: &ModuleValue, of: Of<'_>, kept: Dim) -> ModuleValue {
        let (axis, without) = kept.axis();
        let (place, count) = (of.place(axis), x.sizes().len());
        let (first, last): (Vec<usize>, Vec<usize>) = (0..count).partition(|own| (Some(*own) == place) != without);
        let sizes = [&first, &last].map(|axes| axes.iter().map(|axis| x.sizes()[*axis]).product());
        let x = self.body.transpose(x, &[first, last].concat());
        self.body.reshape(&x, &sizes)
    }

    /// Sorts along the last axis.
    fn sorted(&mut self, x: &ModuleValue) -> ModuleValue {
        let (axis, number, mask) = (x.sizes().len() - 1, Type::scalar(x.element()), Type::scalar(ElementType::Bool));
        let operation = format!(
            "\"stablehlo.sort\"({}) <{{dimension = {axis} : i64, is_stable = false}}> ({{\n    \
             ^bb0(%a: {number}, %b: {number}):\n      \
             %less = stablehlo.compare LT, %a, %b, TOTALORDER : ({number}, {number}) -> {mask}\n      \
             stablehlo.return %less : {mask}\n    \
             }}) : ({}) -> {}",
            x.name, x.of, x.of
        );
        self.body.push(operation, x.of.clone())
    }

    /// The index of the lower neighbour, the weight of the upper one, and true if `q` is from 0 to 1.
    fn place_of(&mut self, q: &ModuleValue, count: usize) -> (ModuleValue, ModuleValue, ModuleValue) {
        let (zero, one) = (self.body.constant(0.0, &q.of), self.body.constant(1.0, &q.of));
        let (above, below) = (self.body.compare("GE", q, &zero), self.body.compare("LE", q, &one));
        let allowed = self.body.binary("and", &above, &below);
        let q = self.body.select(&allowed, q, &zero);
        let place = self.body.with_constant("multiply", &q, (count - 1) as f64);
        let whole = self.body.unary("floor", &place);
        let weight = self.body.binary("subtract", &place, &whole);
        (whole, weight, allowed)
    }

    /// The numbers at an index of the last axis, or the last ones if the index is too large, in the type of scalars.
    fn at(&mut self, sorted: &ModuleValue, place: &ModuleValue) -> ModuleValue {
        let place = self.body.convert(place, ElementType::I64);
        let start = self.body.constant(0.0, &place.of);
        let others = sorted.sizes().len() - 1;
        let starts: Vec<&str> = (0..others).map(|_| &*start.name).chain([&*place.name]).collect();
        let sizes: Vec<usize> = sorted.sizes()[..others].iter().copied().chain([1]).collect();
        let to = Type::new(&sizes, sorted.element());
        let types = vec![place.of.to_string(); others + 1].join(", ");
        let operation = format!(
            "stablehlo.dynamic_slice {}, {}, sizes = {} : ({}, {types}) -> {to}",
            sorted.name,
            starts.join(", "),
            list(&sizes),
            sorted.of
        );
        let taken = self.body.push(operation, to);
        self.body.convert(&taken, self.scalar)
    }

    /// The number between two neighbours. The formula starts from the one that is closer to 0, so it stays between them and never overflows.
    fn between(&mut self, a: &ModuleValue, b: &ModuleValue, weight: &ModuleValue) -> ModuleValue {
        let body = &mut self.body;
        let weight = body.broadcast(weight, a.sizes());
        let (zero, one) = (body.constant(0.0, &a.of), body.constant(1.0, &a.of));
        let rest = body.binary("subtract", &one, &weight);
        let distance = body.binary("subtract", b, a);
        let up = body.binary("multiply", &weight, &distance);
        let up = body.binary("add", a, &up);
        let up = body.binary("minimum", &up, b);
        let down = body.binary("multiply", &rest, &distance);
        let down = body.binary("subtract", b, &down);
        let down = body.binary("maximum", &down, a);
        let [of_a, of_b] = [(&rest, a), (&weight, b)].map(|(weight, x)| body.binary("multiply", weight, x));
        let around = body.binary("add", &of_a, &of_b);
        let (positive, negative) = (body.compare("GT", a, &zero), body.compare("LT", b, &zero));
        let number = body.select(&negative, &down, &around);
        let number = body.select(&positive, &up, &number);
        let (equal, whole) = (body.compare("EQ", a, b), body.compare("EQ", &weight, &zero));
        let lower = body.binary("or", &equal, &whole);
        body.select(&lower, a, &number)
    }
}
