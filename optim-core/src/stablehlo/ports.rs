//! Ports: the arguments and results of a module. Also the text around its body.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::Module;
use super::body::ModuleValue;
use super::model::{Model, ParamGraph};
use super::signature::{Port, Role, Signature};
use super::types::{ElementType, Type};
use super::writer::Writer;
use crate::lang::{Leaf, Op, Target, ValueExtent};

/// Arguments and results, and the names of the arguments in the body.
#[derive(Debug)]
pub(super) struct Ports {
    pub(super) arguments: Vec<Port>,
    pub(super) results: Vec<Port>,
    names: Vec<String>,
    /// The indices of arguments and results, by role.
    arguments_at: BTreeMap<String, usize>,
    results_at: BTreeMap<String, usize>,
}

impl Ports {
    /// The ports of a model: first all parameters, then other updated values, then values that are only read.
    pub(super) fn of(model: &Model, writer: &Writer) -> Self {
        let mut ports = PortList::default();
        let is_value = |part: &ParamGraph| part.graph.stores().iter().any(|store| *store.target() == Target::Value);
        if model.parts.iter().any(is_value) {
            for place in 0..model.parts.len() {
                ports.read(model, place, writer);
            }
            let value = Port { role: Role::Value, of: Type::scalar(writer.scalar) };
            return Self::new(ports.ports, vec![value]);
        }
        for part in &model.parts {
            ports.add(Role::Param { param: part.name.clone() }, Type::new(&part.shape, writer.element));
        }
        let params = ports.ports.len();
        for place in 0..model.parts.len() {
            ports.states(model, place, writer);
        }
        let updated = if model.updates { ports.ports.len() } else { params };
        for part in &model.parts {
            ports.add(Role::Grad { param: part.name.clone() }, Type::new(&part.shape, writer.element));
        }
        for place in 0..model.parts.len() {
            ports.read(model, place, writer);
        }
        // Step counts come last, because every model has them.
        let is_step = |port: &Port| matches!(port.role, Role::Step { .. });
        let (steps, mut arguments): (Vec<Port>, Vec<Port>) = ports.ports.into_iter().partition(is_step);
        arguments.extend(steps);
        let mut results = arguments[..updated].to_vec();
        for (place, part) in model.parts.iter().enumerate() {
            for store in part.graph.stores() {
                if let Target::Output(name) = store.target() {
                    let role = model.output_role(place, name);
                    if !results.iter().any(|port| port.role == role) {
                        results.push(Port { role, of: Type::scalar(writer.scalar) });
                    }
                }
            }
        }
        let params = model.parts.iter().map(|part| Some(part.name.clone())).chain([None]);
        for param in params.filter(|_| !model.watched.is_empty()) {
            results.extend(model.watched.iter().map(|number| Port {
                role: Role::Output { param: param.clone(), output: number.name().to_owned() },
                of: Type::scalar(writer.scalar),
            }));
        }
        Self::new(arguments, results)
    }

    fn new(arguments: Vec<Port>, results: Vec<Port>) -> Self {
        let at = |ports: &[Port]| ports.iter().enumerate().map(|(place, port)| (port.role.describe(), place)).collect();
        let (arguments_at, results_at) = (at(&arguments), at(&results));
        let mut taken = BTreeSet::new();
        let names = arguments.iter().map(|port| name(&port.role, &mut taken)).collect();
        Self { arguments, results, names, arguments_at, results_at }
    }

    /// The value of an argument.
    pub(super) fn value(&self, role: &Role) -> Option<ModuleValue> {
        let place = *self.arguments_at.get(&role.describe())?;
        Some(ModuleValue::new(&self.names[place], self.arguments[place].of.clone()))
    }

    /// The index of a result.
    pub(super) fn result(&self, role: &Role) -> Option<usize> {
        self.results_at.get(&role.describe()).copied()
    }

    /// The results of a step that changes nothing.
    pub(super) fn unchanged(&self) -> Vec<ModuleValue> {
        // The value of a schedule is not an argument, and it is always stored.
        let of = |port: &Port| self.value(&port.role).unwrap_or_else(|| ModuleValue::new("%value", port.of.clone()));
        self.results.iter().map(of).collect()
    }

    /// The module with this body.
    pub(super) fn into_module(self, model: &Model, writer: &Writer, results: &[ModuleValue]) -> Module {
        let mut text = format!("module @{} {{\n  func.func public @main(\n", symbol(&model.name));
        for (place, (port, name)) in self.arguments.iter().zip(&self.names).enumerate() {
            let donated = match model.updates && place < self.results.len() && self.result(&port.role) == Some(place) {
                true => format!("tf.aliasing_output = {place} : i32, "),
                false => String::new(),
            };
            let end = if place + 1 < self.arguments.len() { "," } else { "" };
            let info = quoted(&port.role.describe());
            // Writing into a `String` cannot fail.
            let _ = writeln!(text, "    {name}: {} {{{donated}jax.arg_info = {info}}}{end}", port.of);
        }
        text.push_str("  ) -> (\n");
        for (place, port) in self.results.iter().enumerate() {
            let end = if place + 1 < self.results.len() { "," } else { "" };
            let _ = writeln!(text, "    {} {{jax.result_info = {}}}{end}", port.of, quoted(&port.role.describe()));
        }
        text.push_str("  ) {\n");
        text.push_str(writer.body.lines());
        let names: Vec<&str> = results.iter().map(|value| &*value.name).collect();
        let types: Vec<String> = self.results.iter().map(|port| port.of.to_string()).collect();
        match names.is_empty() {
            true => text.push_str("    return\n  }\n"),
            false => {
                let _ = writeln!(text, "    return {} : {}\n  }}", names.join(", "), types.join(", "));
            }
        }
        for (name, function) in &writer.functions {
            let _ = write!(text, "\n  func.func private @{name}{function}");
        }
        text.push_str("}\n");
        Module { text, signature: Signature { arguments: self.arguments, results: self.results } }
    }
}

/// Ports in order, without duplicates.
#[derive(Default)]
struct PortList {
    ports: Vec<Port>,
    known: BTreeSet<String>,
}

impl PortList {
    fn add(&mut self, role: Role, of: Type) {
        if self.known.insert(role.describe()) {
            self.ports.push(Port { role, of });
        }
    }

    /// The states that a part reads or writes.
    fn states(&mut self, model: &Model, place: usize, writer: &Writer) {
        let part = &model.parts[place];
        for node in part.graph.nodes() {
            match node.op() {
                Op::Leaf(Leaf::State { name }) => {
                    self.add(model.state_role(place, name), array(part, name, node.extent(), writer));
                }
                Op::Leaf(Leaf::Draw { step: Some(name), .. }) => {
                    self.add(model.state_role(place, name), Type::scalar(writer.scalar));
                }
                _ => {}
            }
        }
        for store in part.graph.stores() {
            if let Target::State(name) = store.target() {
                self.add(model.state_role(place, name), array(part, name, store.extent(), writer));
            }
        }
    }

    /// Adds the values that a part only reads.
    fn read(&mut self, model: &Model, place: usize, writer: &Writer) {
        let part = &model.parts[place];
        for node in part.graph.nodes() {
            let Op::Leaf(leaf) = node.op() else { continue };
            match leaf {
                Leaf::Step | Leaf::Draw { step: None, .. } => {
                    self.add(model.step_role(place), Type::scalar(ElementType::I64));
                }
                Leaf::Hyper { .. } => {
                    let role = model.role(place, leaf);
                    role.into_iter().for_each(|role| self.add(role, Type::scalar(writer.scalar)));
                }
                Leaf::Input { name } => {
                    let of = array(part, name, node.extent(), writer);
                    model.role(place, leaf).into_iter().for_each(|role| self.add(role, of.clone()));
                }
                Leaf::Param | Leaf::Grad | Leaf::State { .. } | Leaf::Draw { step: Some(_), .. } => {}
            }
        }
    }
}

/// The type of the array of a state or an input.
fn array(part: &ParamGraph, name: &str, extent: ValueExtent, writer: &Writer) -> Type {
    match (extent.dims(), part.arrays.get(name)) {
        (None, _) => Type::scalar(writer.scalar),
        (Some(_), Some(shape)) => Type::new(shape, writer.element),
        (Some(dims), None) => Type::new(&dims.array_shape(part.graph.shape()), writer.element),
    }
}

/// The name of an argument in the body: `%state.fc1.weight.exp_avg`.
fn name(role: &Role, taken: &mut BTreeSet<String>) -> String {
    // It begins with a word, and names in the body begin with a number.
    let plain = format!("%{}", identifier(&role.describe().replace(' ', ".")));
    let mut name = plain.clone();
    let mut others = 1;
    while !taken.insert(name.clone()) {
        others += 1;
        name = format!("{plain}${others}");
    }
    name
}

/// A name that MLIR allows after `%`.
fn identifier(name: &str) -> String {
    let allowed = |c: char| if c.is_ascii_alphanumeric() || "._$-".contains(c) { c } else { '_' };
    name.chars().map(allowed).collect()
}

/// A name that MLIR allows for a module.
fn symbol(name: &str) -> String {
    let name = identifier(name).replace('-', "_");
    if name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') { name } else { format!("_{name}") }
}

/// A string of MLIR: bytes beyond ASCII as two hexadecimal digits.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b' '..=b'~' if byte != b'"' && byte != b'\\' => quoted.push(byte.into()),
            _ => {
                let _ = write!(quoted, "\\{byte:02X}");
            }
        }
    }
    quoted + "\""
}
