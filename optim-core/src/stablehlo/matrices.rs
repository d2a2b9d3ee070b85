//! Linear algebra of rows and columns.

use super::body::{ModuleValue, list};
use super::error::StableHloError;
use super::types::{ElementType, Type};
use super::writer::{Of, Writer};
use crate::lang::{Library, Node};

impl Writer {
    pub(super) fn library(
        &mut self,
        of: Of<'_>,
        node: &Node,
        call: Library,
        values: &[ModuleValue],
    ) -> Result<ModuleValue, StableHloError> {
        let to = self.type_of(of, node);
        let operands: Vec<ModuleValue> = node.input_nodes().filter_map(|id| values.get(id).cloned()).collect();
        let operand = |place: usize| operands.get(place).ok_or_else(|| of.malformed(node));
        let leading = of.leading();
        Ok(match call {
            Library::Matmul => {
                let [a, b] = [0, 1].map(|place| operand(place).cloned());
                let [a, b] = [a?, b?].map(|x| self.body.convert(&x, to.element));
                self.product(&a, &b, leading, &to)
            }
            Library::Transpose => self.transposed(operand(0)?, leading),
            Library::Diag => {
                let x = operand(0)?.clone();
                let on = self.is_diagonal(&x.of, leading, "EQ");
                let zero = self.body.constant(0.0, &x.of);
                let diagonal = self.body.select(&on, &x, &zero);
                let diagonal = self.body.reduce("add", &diagonal, 0.0, &[leading]);
                self.body.reshape(&diagonal, &to.sizes)
            }
            Library::FirstCols => self.body.first(operand(0)?, &to.sizes),
            Library::Argsort => self.argsort(operand(0)?, leading + 1),
            Library::TakeCols => self.take_cols(operand(0)?, operand(1)?, leading),
            Library::PutCols => self.put_cols(operand(0)?, operand(1)?, operand(2)?, leading),
            Library::Eye => {
                let on = self.is_diagonal(&to, leading, "EQ");
                self.body.convert(&on, to.element)
            }
            Library::Cholesky => self.cholesky(operand(0)?, leading),
            Library::SolveLower => self.solve_lower(operand(0)?, operand(1)?, leading),
            Library::Quantile
            | Library::RowQuantile
            | Library::ColQuantile
            | Library::MatrixQuantile
            | Library::QuantileAlong
            | Library::QuantileWithout => return Err(of.malformed(node)),
            Library::Eigh | Library::Svd | Library::Qr | Library::Solve | Library::InvRoot => {
                return Err(StableHloError::Decomposition { param: of.param.to_owned(), function: call.name() });
            }
        })
    }

    fn product(&mut self, a: &ModuleValue, b: &ModuleValue, leading: usize, to: &Type) -> ModuleValue {
        let batch = list(&(0..leading).collect::<Vec<_>>());
        let batching = if leading == 0 { String::new() } else { format!(", batching_dims = {batch} x {batch}") };
        let axes = format!("contracting_dims = [{}] x [{leading}], precision = [HIGHEST, HIGHEST]", leading + 1);
        let types = format!("({}, {}) -> {to}", a.of, b.of);
        let operation = format!("stablehlo.dot_general {}, {}{batching}, {axes} : {types}", a.name, b.name);
        self.body.push(operation, to.clone())
    }

    fn transposed(&mut self, x: &ModuleValue, leading: usize) -> ModuleValue {
        let axes: Vec<usize> = (0..leading).chain([leading + 1, leading]).collect();
        self.body.transpose(x, &axes)
    }

    /// Compares the indices of rows and columns: `EQ` gives the diagonal, `GE` the lower triangle.
    fn is_diagonal(&mut self, of: &Type, leading: usize, direction: &str) -> ModuleValue {
        let places = of.of(ElementType::I32);
        let (rows, cols) = (self.body.iota(leading, &places), self.body.iota(leading + 1, &places));
        self.body.compare(direction, &rows, &cols)
    }

    /// The indices that sort the numbers in ascending order. Equal numbers keep their order, NaN is last.
    fn argsort(&mut self, x: &ModuleValue, axis: usize) -> ModuleValue {
        let (places, scalar) = (x.of.of(ElementType::I32), Type::scalar(x.element()));
        let (place, mask) = (Type::scalar(ElementType::I32), Type::scalar(ElementType::Bool));
        let iota = self.body.iota(axis, &places);
        let operation = format!(
            "\"stablehlo.sort\"({}, {}) <{{dimension = {axis} : i64, is_stable = true}}> ({{\n    \
             ^bb0(%a: {scalar}, %b: {scalar}, %a_place: {place}, %b_place: {place}):\n      \
             %less = stablehlo.compare LT, %a, %b : ({scalar}, {scalar}) -> {mask}\n      \
             %a_number = stablehlo.compare EQ, %a, %a : ({scalar}, {scalar}) -> {mask}\n      \
             %b_nan = stablehlo.compare NE, %b, %b : ({scalar}, {scalar}) -> {mask}\n      \
             %before_nan = stablehlo.and %a_number, %b_nan : {mask}\n      \
             %before = stablehlo.or %less, %before_nan : {mask}\n      \
             stablehlo.return %before : {mask}\n    \
             }}) : ({}, {places}) -> ({}, {places})",
            x.name, iota.name, x.of, x.of
        );
        let sorted = self.body.push_all(operation, &[x.of.clone(), places]);
        sorted.into_iter().nth(1).unwrap_or(iota)
    }

    fn take_cols(&mut self, x: &ModuleValue, order: &ModuleValue, leading: usize) -> ModuleValue {
        let batch: Vec<usize> = (0..leading).collect();
        let cols = order.sizes().last().copied().unwrap_or(1);
        let lines: Vec<usize> = order.sizes()[..leading].iter().copied().chain([cols]).collect();
        let order = self.body.reshape(order, &lines);
        let slices: Vec<String> =
            (0..leading).map(|_| 1).chain([x.sizes()[leading], 1]).map(|size: usize| size.to_string()).collect();
        let (batch, cols) = (list(&batch), leading + 1);
        let batching = match leading {
            0 => String::new(),
            _ => format!(" operand_batching_dims = {batch}, start_indices_batching_dims = {batch},"),
        };
        let numbers = format!(
            "#stablehlo.gather<offset_dims = [{leading}], collapsed_slice_dims = [{cols}],{batching} \
             start_index_map = [{cols}], index_vector_dim = {cols}>"
        );
        let operation = format!(
            "\"stablehlo.gather\"({}, {}) <{{dimension_numbers = {numbers}, slice_sizes = array<i64: {}>, \
             indices_are_sorted = false}}> : ({}, {}) -> {}",
            x.name,
            order.name,
            slices.join(", "),
            x.of,
            order.of,
            x.of
        );
        self.body.push(operation, x.of.clone())
    }

    /// Sorting the order gives each column its position there. The first ones come from `y`.
    fn put_cols(&mut self, x: &ModuleValue, order: &ModuleValue, y: &ModuleValue, leading: usize) -> ModuleValue {
        let (cols, put) = (x.sizes()[leading + 1], y.sizes()[leading + 1]);
        let places = self.argsort(order, leading + 1);
        let y = self.body.convert(y, x.element());
        let long = self.body.longer(&y, leading + 1, cols - put);
        let taken = self.take_cols(&long, &places, leading);
        let count = self.body.constant(put as f64, &places.of);
        let among = self.body.compare("LT", &places, &count);
        let among = self.body.broadcast(&among, x.sizes());
        self.body.select(&among, &taken, x)
    }

    /// The lower Cholesky factor of `(x + xᵀ) / 2`, computed in the type of scalars.
    fn cholesky(&mut self, x: &ModuleValue, leading: usize) -> ModuleValue {
        let element = x.element();
        let x = self.body.convert(x, self.scalar);
        let half = self.body.with_constant("multiply", &x, 0.5);
        let other = self.transposed(&half, leading);
        let symmetric = self.body.binary("add", &half, &other);
        let (name, of) = (&symmetric.name, symmetric.of.clone());
        let factor = self.body.push(format!("stablehlo.cholesky {name}, lower = true : {of}"), of.clone());
        let lower = self.is_diagonal(&of, leading, "GE");
        let zero = self.body.constant(0.0, &of);
        let factor = self.body.select(&lower, &factor, &zero);
        // An element above the diagonal that is not finite must give NaN, too.
        let factor = self.all_finite(&factor, &[&factor, &symmetric], leading);
        self.body.convert(&factor, element)
    }

    fn solve_lower(&mut self, a: &ModuleValue, b: &ModuleValue, leading: usize) -> ModuleValue {
        let element = b.element();
        let [a, b] = [a, b].map(|x| self.body.convert(x, self.scalar));
        let lower = self.is_diagonal(&a.of, leading, "GE");
        let zero = self.body.constant(0.0, &a.of);
        let a = self.body.select(&lower, &a, &zero);
        let operation = format!(
            "\"stablehlo.triangular_solve\"({}, {}) <{{left_side = true, lower = true, unit_diagonal = false, \
             transpose_a = #stablehlo<transpose NO_TRANSPOSE>}}> : ({}, {}) -> {}",
            a.name, b.name, a.of, b.of, b.of
        );
        let solution = self.body.push(operation, b.of.clone());
        let solution = self.all_finite(&solution, &[&solution, &a, &b], leading);
        self.body.convert(&solution, element)
    }

    /// `x`, with NaN in each matrix for which one of these operands has a number that is not finite.
    fn all_finite(&mut self, x: &ModuleValue, all: &[&ModuleValue], leading: usize) -> ModuleValue {
        let mut finite: Option<ModuleValue> = None;
        for value in all {
            let each = self.body.push(
                format!("stablehlo.is_finite {} : ({}) -> {}", value.name, value.of, value.of.of(ElementType::Bool)),
                value.of.of(ElementType::Bool),
            );
            let together = self.body.reduce("and", &each, 1.0, &[leading, leading + 1]);
            finite = Some(match finite {
                None => together,
                Some(finite) => self.body.binary("and", &finite, &together),
            });
        }
        let Some(finite) = finite else { return x.clone() };
        let sizes: Vec<usize> = finite.sizes().iter().copied().chain([1, 1]).collect();
        let finite = self.body.reshape(&finite, &sizes);
        let finite = self.body.broadcast(&finite, x.sizes());
        let nan = self.body.constant(f64::NAN, &x.of);
        self.body.select(&finite, x, &nan)
    }
}
