//! Numbers about a step that every optimizer can report, as results of a module.

use super::body::ModuleValue;
use super::model::{Model, ParamGraph};
use super::ports::Ports;
use super::signature::Role;
use super::types::Type;
use super::writer::Writer;
use crate::kernel::Fold;
use crate::watched::{SumArithmetic, WatchSums, WatchedSum};

/// Sums of a parameter or of the model as values of the module.
struct ModuleSums<'w> {
    writer: &'w mut Writer,
    sums: [Option<ModuleValue>; WatchedSum::COUNT],
}

impl Model {
    /// Computes the watched numbers from the parameters before and after the step.
    pub(super) fn watch(&self, writer: &mut Writer, ports: &Ports, results: &mut [ModuleValue]) {
        let wanted = self.watched.iter().fold(WatchSums::NONE, |all, number| all.with(number.sums()));
        let mut of_model: [Vec<ModuleValue>; WatchedSum::COUNT] = Default::default();
        for part in &self.parts {
            let mut sums: [Option<ModuleValue>; WatchedSum::COUNT] = Default::default();
            for sum in wanted.list() {
                let value = self.sum(writer, (part, sum), ports, results);
                of_model[sum as usize].extend(value.clone());
                sums[sum as usize] = value;
            }
            self.put_numbers(Some(part), ModuleSums { writer, sums }, ports, results);
        }
        let sums = wanted.list().into_iter().map(|sum| {
            let fold = if sum == WatchedSum::GradMax { Fold::Max } else { Fold::Sum };
            (sum, writer.joint(fold, &of_model[sum as usize]))
        });
        let mut joint: [Option<ModuleValue>; WatchedSum::COUNT] = Default::default();
        for (sum, value) in sums.collect::<Vec<_>>() {
            joint[sum as usize] = Some(value);
        }
        self.put_numbers(None, ModuleSums { writer, sums: joint }, ports, results);
    }

    fn put_numbers(
        &self,
        part: Option<&ParamGraph>,
        mut sums: ModuleSums<'_>,
        ports: &Ports,
        results: &mut [ModuleValue],
    ) {
        for number in &self.watched {
            let role = Role::Output { param: part.map(|part| part.name.clone()), output: number.name().to_owned() };
            if let Some(result) = ports.result(&role) {
                results[result] = number.of(&mut sums);
            }
        }
    }

    /// A sum over a parameter, in double precision.
    fn sum(
        &self,
        writer: &mut Writer,
        (part, sum): (&ParamGraph, WatchedSum),
        ports: &Ports,
        results: &[ModuleValue],
    ) -> Option<ModuleValue> {
        let role = Role::Param { param: part.name.clone() };
        let param = ports.value(&role)?;
        let grad = ports.value(&Role::Grad { param: part.name.clone() })?;
        let after = &results[ports.result(&role)?];
        let scalar = writer.scalar;
        let body = &mut writer.body;
        let [before, after, grad] = [&param, after, &grad].map(|value| body.convert(value, scalar));
        let scale = self.load.scale;
        let grad = if scale == 1.0 { grad } else { body.with_constant("multiply", &grad, scale) };
        let change =
            matches!(sum, WatchedSum::Update | WatchedSum::Product).then(|| body.binary("subtract", &after, &before));
        let change = change.as_ref().unwrap_or(&before);
        let each = match sum {
            WatchedSum::Param => body.binary("multiply", &before, &before),
            WatchedSum::Update => body.binary("multiply", change, change),
            WatchedSum::Grad => body.binary("multiply", &grad, &grad),
            WatchedSum::Product => body.binary("multiply", change, &grad),
            WatchedSum::GradMax => body.unary("abs", &grad),
        };
        let axes: Vec<usize> = (0..each.sizes().len()).collect();
        // 0 is neutral for the maximum of absolute values.
        let operation = if sum == WatchedSum::GradMax { "maximum" } else { "add" };
        Some(body.reduce(operation, &each, 0.0, &axes))
    }
}

impl SumArithmetic for ModuleSums<'_> {
    type Number = ModuleValue;

    fn sum(&mut self, sum: WatchedSum) -> ModuleValue {
        let zero = Type::scalar(self.writer.scalar);
        self.sums[sum as usize].clone().unwrap_or_else(|| self.writer.body.constant(0.0, &zero))
    }

    fn norm(&mut self, sum: WatchedSum) -> ModuleValue {
        let squares = self.sum(sum);
        self.writer.body.unary("sqrt", &squares)
    }

    fn negative(&mut self, x: &ModuleValue) -> ModuleValue {
        self.writer.body.unary("negate", x)
    }

    fn product(&mut self, a: &ModuleValue, b: &ModuleValue) -> ModuleValue {
        self.writer.body.binary("multiply", a, b)
    }

    fn ratio(&mut self, a: &ModuleValue, b: &ModuleValue) -> ModuleValue {
        let body = &mut self.writer.body;
        let quotient = body.binary("divide", a, b);
        let zero = body.constant(0.0, &quotient.of);
        let [first, second] = [a, b].map(|x| body.compare("EQ", x, &zero));
        let both = body.binary("and", &first, &second);
        body.select(&both, &zero, &quotient)
    }
}
