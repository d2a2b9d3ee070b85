//! Helper functions, step functions and elementwise functions, and calls of them.

use super::kinds::{COLS, Code, MATRICES, ROWS, SCALAR, Shape, TENSOR, Type};
use super::numbers::LIMIT;
use super::{Generator, indented};

/// The form of a helper function's parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Input {
    Number(Shape),
    Fixed,
    Count,
    /// An enum.
    Mode,
    /// `&mut Tensor`, for the parameter itself.
    Param,
    /// `&mut Tensor`, for a variable or the parameter.
    Target,
    State,
}

/// A helper function of the impl, or a step function next to it.
#[derive(Clone, Debug)]
pub(super) struct Helper {
    name: String,
    method: bool,
    /// True for a step function.
    free: bool,
    inputs: Vec<Input>,
    /// Empty for no result, one shape, or the shapes in a tuple.
    pub(super) outputs: Vec<Shape>,
}

impl Generator {
    /// Draws functions with `#[elementwise]`.
    pub(super) fn draw_elementwise(&mut self) -> String {
        let mut text = String::new();
        for i in 0..self.rng.weighted(&[5, 3, 1]) {
            let (values, fixed) = (1 + self.rng.below(2), self.rng.chance(0.5));
            let name = format!("blend_{i}");
            let names = &["x", "y"][..values];
            let mut inputs: Vec<String> = names.iter().map(|name| format!("{name}: V")).collect();
            inputs.extend(fixed.then(|| "k: f64".to_owned()));
            self.elementwise = true;
            self.budget = 8;
            let body = self.scoped(|this| {
                for name in names {
                    this.declare(name, Type::Number(TENSOR), false);
                }
                if fixed {
                    this.declare("k", Type::Fixed { typed: true }, false);
                }
                this.elementwise_body()
            });
            self.elementwise = false;
            text.push_str(&format!(
                "#[elementwise]\nfn {name}<V: Value>({}) -> V {{\n{}}}\n\n",
                inputs.join(", "),
                indented(&body)
            ));
            self.marked.push((name, values, fixed));
        }
        text
    }

    fn elementwise_body(&mut self) -> String {
        let mut text = String::new();
        if self.rng.chance(0.5) {
            let value = self.limited(TENSOR, 2, LIMIT);
            text.push_str(&format!("let mut z = {};\n", value.text));
            self.declare("z", Type::Number(TENSOR), true);
            let next = self.limited(TENSOR, 2, LIMIT);
            text.push_str(&match self.rng.below(3) {
                0 => format!("for i in 0..2 {{\n    z = {} * (0.2 + i as f64 * 0.3);\n}}\n", next.operand()),
                1 => {
                    let condition = self.condition(0);
                    format!("if {} {{\n    z = {};\n}}\n", condition.text, next.text)
                }
                _ => format!("z *= {}.tanh();\n", next.operand()),
            });
        }
        let value = self.limited(TENSOR, 2, LIMIT);
        format!("{text}{}\n", value.text)
    }

    /// Draws step functions and helper functions. Returns their texts.
    pub(super) fn draw_helpers(&mut self) -> (String, String) {
        let (mut free, mut own) = (String::new(), String::new());
        for i in 0..self.rng.weighted(&[2, 3, 3, 2]) {
            let mut inputs = Vec::new();
            let updates = self.rng.chance(0.4);
            if updates {
                inputs.push(if self.rng.chance(0.4) { Input::Param } else { Input::Target });
            }
            for _ in 0..1 + self.rng.below(2) {
                inputs.push(match self.rng.weighted(&[5, 3, 1, 1, 3, 1]) {
                    0 => Input::Number(TENSOR),
                    1 => Input::Number(SCALAR),
                    2 => Input::Number(ROWS),
                    3 => Input::Number(COLS),
                    4 => Input::Fixed,
                    _ => Input::Count,
                });
            }
            if inputs.contains(&Input::Param) && self.rng.chance(0.6) {
                inputs.push(Input::State);
            }
            if self.modes.chance(0.2) {
                inputs.push(Input::Mode);
            }
            let outputs = match self.rng.below(6) {
                _ if updates && self.rng.chance(0.6) => Vec::new(),
                0 | 1 => vec![TENSOR],
                2 => vec![SCALAR],
                3 => vec![self.rng.pick(&[ROWS, COLS, MATRICES])],
                _ => vec![TENSOR, SCALAR],
            };
            let method = self.rng.chance(0.4);
            let free_one = !method && self.rng.chance(0.8) && may_be_free(&inputs);
            let helper = Helper { name: format!("helper_{i}"), method, free: free_one, inputs, outputs };
            self.free = free_one;
            let asks = self.asks_time;
            self.asks_time &= !free_one;
            let text = self.helper_text(&helper);
            self.asks_time = asks;
            self.free = false;
            match free_one {
                true => free.push_str(&format!("{}{text}", self.attribute(&text))),
                false => own.push_str(&text),
            }
            self.helpers.push(helper);
        }
        (free, own)
    }

    /// The attribute of an item that calls step functions.
    pub(super) fn attribute(&self, text: &str) -> String {
        let called = |helper: &&Helper| helper.free && text.contains(&format!("{}(", helper.name));
        let names: Vec<&str> = self.helpers.iter().filter(called).map(|helper| helper.name.as_str()).collect();
        match names[..] {
            [] => "#[optimizer]\n".to_owned(),
            _ => format!("#[optimizer(uses({}))]\n", names.join(", ")),
        }
    }

    fn helper_text(&mut self, helper: &Helper) -> String {
        let mut parameters: Vec<String> = helper.method.then(|| "&self".to_owned()).into_iter().collect();
        self.has_self = helper.method;
        for (i, input) in helper.inputs.iter().enumerate() {
            let name = ["p", "q", "r", "s"][i.min(3)];
            let ty = match input {
                Input::Number(shape) => {
                    self.declare(name, Type::Number(*shape), false);
                    shape.name()
                }
                Input::Fixed => {
                    self.declare(name, Type::Fixed { typed: true }, false);
                    "f64"
                }
                Input::Count => {
                    self.declare(name, Type::Count(3), false);
                    "usize"
                }
                Input::Mode => {
                    self.declare(name, Type::Mode, false);
                    "Mode"
                }
                Input::Param | Input::Target => {
                    self.param = Some(name.to_owned());
                    "&mut Tensor"
                }
                Input::State => {
                    self.has_state = true;
                    parameters.push("state: &mut State<Self>".to_owned());
                    continue;
                }
            };
            parameters.push(format!("{name}: {ty}"));
        }
        self.budget = 10;
        let mut body = self.statements(2, 1);
        if let Some(param) = self.param.clone() {
            let value = self.limited(TENSOR, 2, LIMIT);
            body.push_str(&format!("*{param} = {};\n", value.text));
        }
        let results: Vec<String> = helper.outputs.iter().map(|shape| self.result(*shape)).collect();
        let (output, result) = match (&helper.outputs[..], &results[..]) {
            ([], _) => (String::new(), String::new()),
            ([one], [result]) => (format!(" -> {}", one.name()), format!("{result}\n")),
            (many, results) => {
                let names: Vec<&str> = many.iter().map(|shape| shape.name()).collect();
                (format!(" -> ({})", names.join(", ")), format!("({})\n", results.join(", ")))
            }
        };
        self.variables.clear();
        self.param = None;
        self.has_state = false;
        self.has_self = false;
        format!(
            "fn {}({}){output} {{\n{}}}\n\n",
            helper.name,
            parameters.join(", "),
            indented(&format!("{body}{result}"))
        )
    }

    /// A result with exactly the shape in the signature.
    fn result(&mut self, shape: Shape) -> String {
        let value = self.limited(shape, 2, LIMIT);
        value.text
    }

    /// A call of a function that returns a number of this shape.
    pub(super) fn call(&mut self, shape: Shape, depth: usize) -> Code {
        let marked = self.marked.clone();
        if !marked.is_empty() && self.rng.chance(0.3) {
            let (name, values, fixed) = self.rng.pick(&marked);
            let exact = self.rng.below(values);
            let mut arguments = Vec::new();
            for i in 0..values {
                let part = if i == exact { shape } else { self.part(shape) };
                arguments.push(if i != exact && self.rng.chance(0.2) {
                    self.fixed(0).text
                } else {
                    self.limited(part, depth, LIMIT).text
                });
            }
            if fixed {
                arguments.push(self.fixed(1).text);
            }
            return Code::simple(format!("{name}({})", arguments.join(", ")), LIMIT);
        }
        match self.helper_call(&[shape], depth) {
            Some(text) => Code::simple(text, LIMIT),
            None => self.leaf(shape),
        }
    }

    /// A call of a helper with these results.
    pub(super) fn helper_call(&mut self, outputs: &[Shape], depth: usize) -> Option<String> {
        let mut usable: Vec<Helper> = self
            .helpers
            .iter()
            .filter(|helper| helper.outputs == outputs && (self.has_self || !helper.method))
            .filter(|helper| helper.free || !self.free)
            .cloned()
            .collect();
        usable.retain(|helper| {
            helper.inputs.iter().all(|input| match input {
                Input::Param => self.param.as_deref() == Some("param"),
                Input::State => self.has_state && !self.reads_state,
                _ => true,
            })
        });
        if usable.is_empty() || self.elementwise {
            return None;
        }
        let helper = self.rng.pick(&usable);
        let mut arguments = Vec::new();
        for input in &helper.inputs {
            arguments.push(match input {
                Input::Number(shape) => self.limited(*shape, depth, LIMIT).text,
                Input::Fixed => self.fixed(1).text,
                Input::Count => self.rng.pick(&["0", "1", "2"]).to_owned(),
                Input::Mode => match self.mode() {
                    Some(mode) if self.modes.chance(0.6) => mode,
                    _ => self.modes.pick(&["Mode::First", "Mode::Second", "Mode::Third"]).to_owned(),
                },
                Input::Param => self.param.clone()?,
                Input::Target => match (self.mutable(|ty| *ty == Type::Number(TENSOR)), self.param.clone()) {
                    (_, Some(param)) if self.rng.chance(0.3) => param,
                    (Some(variable), _) => format!("&mut {}", variable.name),
                    (None, param) => param?,
                },
                Input::State => "state".to_owned(),
            });
        }
        let call = match helper {
            Helper { free: true, .. } => "",
            Helper { method: true, .. } => "self.",
            Helper { .. } => "Self::",
        };
        Some(format!("{call}{}({})", helper.name, arguments.join(", ")))
    }
}

/// Returns true if a step function can take these arguments: values or places, but no state.
fn may_be_free(inputs: &[Input]) -> bool {
    let computes = |input: &Input| matches!(input, Input::Number(_) | Input::Param | Input::Target);
    inputs.iter().any(computes) && !inputs.contains(&Input::State)
}
