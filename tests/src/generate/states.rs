//! Declared states and inputs, and the places where they may be read and assigned.

use super::Generator;
use super::kinds::{COLS, Dim, MATRICES, ROWS, SCALAR, Shape, TENSOR, Type, matrix};

/// A fixed dimension, as an expression of a setting.
pub(super) const FIXED: &str = "self.n + 1";

/// Conditions of inputs that are not due in every step.
const DUE: &[&str] = &["every(2)", "after(1)"];

/// A declared state or input.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) name: String,
    pub(super) shape: Shape,
    pub(super) condition: Option<String>,
    /// The length of a list.
    pub(super) items: Option<usize>,
    /// True if it is one number for the whole model.
    pub(super) global: bool,
    /// True if it is a source of values with other dimensions than the parameter's.
    root: bool,
}

impl State {
    fn new(name: &str, shape: Shape) -> Self {
        Self { name: name.to_owned(), shape, condition: None, items: None, global: false, root: false }
    }

    /// One number of the whole model.
    fn global(name: &str) -> Self {
        Self { global: true, ..Self::new(name, SCALAR) }
    }

    /// Its kind in the declaration.
    fn kind(&self) -> String {
        let side = |dim: Dim| match dim {
            Dim::Fixed => FIXED,
            Dim::Least => "min(rows, cols)",
            Dim::Rows => "rows",
            _ => "cols",
        };
        match (self.shape.row, self.shape.col) {
            _ if self.global => "global".to_owned(),
            _ if self.shape == TENSOR => "tensor".to_owned(),
            _ if self.shape == SCALAR => "scalar".to_owned(),
            (Some(Dim::Rows), None) => "rows".to_owned(),
            (None, Some(Dim::Cols)) => "cols".to_owned(),
            (None, None) => "matrices".to_owned(),
            (row, col) => format!("({}, {})", row.map_or("1", side), col.map_or("1", side)),
        }
    }
}

impl Generator {
    /// Draws the states.
    pub(super) fn draw_states(&mut self) {
        let kinds = [
            (TENSOR, "buffer"),
            (TENSOR, "moment"),
            (TENSOR, "second"),
            (SCALAR, "power"),
            (SCALAR, "total"),
            (ROWS, "row_mean"),
            (COLS, "col_scale"),
            (ROWS, "per_row"),
            (COLS, "per_col"),
            (MATRICES, "per_matrix"),
            (matrix(Dim::Rows, Dim::Rows), "left"),
            (matrix(Dim::Cols, Dim::Cols), "right"),
            (matrix(Dim::Cols, Dim::Rows), "turned"),
        ];
        let sized = [
            (matrix(Dim::Fixed, Dim::Cols), "coded"),
            (matrix(Dim::Fixed, Dim::Fixed), "core"),
            (matrix(Dim::Least, Dim::Cols), "short"),
            (Shape { row: None, ..matrix(Dim::Rows, Dim::Least) }, "values"),
        ];
        let sized = if self.has_sizes { &sized[..] } else { &[] };
        for (shape, name) in kinds.iter().chain(sized).copied() {
            if self.rng.chance(if matches!(shape, ROWS | COLS | SCALAR | TENSOR) { 0.33 } else { 0.15 }) {
                let condition = if self.rng.chance(0.3) { Some(self.state_condition()) } else { None };
                let items = (self.has_lists && self.rng.chance(0.6)).then(|| 1 + self.rng.below(4));
                self.states.push(State { condition, items, ..State::new(name, shape) });
            }
        }
        if self.has_sizes {
            let roots = [
                (matrix(Dim::Rows, Dim::Fixed), "narrow"),
                (matrix(Dim::Rows, Dim::Least), "least"),
                (matrix(Dim::Least, Dim::Least), "gram"),
            ];
            self.states.extend(roots.map(|(shape, name)| State { root: true, ..State::new(name, shape) }));
        }
        if self.has_globals {
            let condition = self.settings.flags.first().cloned();
            let asked = State { condition, ..State::global("asked") };
            self.states.extend([State::global("seen"), State::global("ratio"), asked]);
        }
    }

    /// Draws the inputs.
    pub(super) fn draw_inputs(&mut self) {
        let kinds = [
            (TENSOR, "field"),
            (TENSOR, "hessian"),
            (ROWS, "by_row"),
            (COLS, "by_col"),
            (SCALAR, "one"),
            (MATRICES, "each"),
            (matrix(Dim::Cols, Dim::Rows), "across"),
        ];
        for (shape, name) in kinds {
            if self.rng.chance(0.4) {
                let condition = match self.rng.below(5) {
                    0 => Some(self.state_condition()),
                    1 if self.asks_time => Some(self.rng.pick(DUE).to_owned()),
                    _ => None,
                };
                self.inputs.push(State { condition, ..State::new(name, shape) });
            }
        }
        self.inputs.push(State::global("loss"));
    }

    /// A condition that a state may have.
    pub(super) fn state_condition(&mut self) -> String {
        let mut conditions = vec!["param.ndim() >= 2".to_owned(), "param.ndim() < 2".to_owned()];
        for flag in &self.settings.flags {
            conditions.extend([flag.clone(), format!("!{flag}")]);
        }
        if self.settings.option {
            conditions.push("self.maybe.is_some()".to_owned());
        }
        if self.settings.mode {
            conditions.push("self.mode == Mode::Second".to_owned());
        }
        self.rng.pick(&conditions)
    }

    /// Declarations of all states, by name.
    pub(super) fn state_declarations(&mut self) -> Vec<(String, String)> {
        let mut states = Vec::new();
        for state in self.states.clone() {
            let kind = match (state.kind(), state.items) {
                (kind, Some(items)) => format!(": [{kind}; {items}]"),
                (kind, None) if kind == "tensor" => String::new(),
                (kind, None) => format!(": {kind}"),
            };
            let is_square = state.shape.row.is_some() && state.shape.row == state.shape.col;
            let initial = match self.rng.below(5) {
                _ if state.global => self.rng.literal(0.1, 0.9),
                _ if state.root => "normal(0.4)".to_owned(),
                1 if is_square => self.rng.pick(&["eye", "eye(0.5)"]).to_owned(),
                0 => self.rng.literal(0.1, 0.9),
                1 if state.shape == TENSOR => "param".to_owned(),
                2 if !self.settings.fixed.is_empty() => format!("{{ {} * 0.5 }}", self.rng.pick(&self.settings.fixed)),
                3 => format!("-{}", self.rng.literal(0.1, 0.9)),
                _ => "0.0".to_owned(),
            };
            let condition = state.condition.map(|condition| format!(" if {condition}")).unwrap_or_default();
            let declaration = format!("    {}{kind} = {initial}{condition},\n", state.name);
            states.push((state.name, declaration));
        }
        states
    }

    /// The annotated struct, with the states and inputs that its functions use.
    pub(super) fn declaration(&self, name: &str, states: Vec<(String, String)>, functions: &str) -> String {
        let is_used = |place: &str, name: &str| {
            let named = format!("{place}.{name}");
            functions.split(&named).skip(1).any(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        };
        let states: Vec<String> =
            states.into_iter().filter(|(name, _)| is_used("state", name)).map(|(_, declaration)| declaration).collect();
        let input = |input: &State| {
            let condition = input.condition.as_ref().map(|condition| format!(" if {condition}")).unwrap_or_default();
            format!("    {}: {}{condition},\n", input.name, input.kind())
        };
        let inputs: Vec<String> = self.inputs.iter().filter(|input| is_used("input", &input.name)).map(input).collect();
        let lists: Vec<String> = [("state", states), ("input", inputs), ("output", self.output_declarations())]
            .into_iter()
            .filter(|(_, entries)| !entries.is_empty())
            .map(|(place, entries)| format!("{place} <\n{}>", entries.concat()))
            .collect();
        let attribute =
            if lists.is_empty() { "#[optimizer]".to_owned() } else { format!("#[optimizer({})]", lists.join(", ")) };
        let (generics, inner) = if self.wraps { ("<O: Definition>", "    inner: O,\n") } else { ("", "") };
        let fields = self.settings.fields.concat();
        format!("{attribute}\n#[derive(Debug, Clone)]\nstruct {name}{generics} {{\n{inner}{fields}}}\n")
    }

    /// The states that exist under the current facts. For a list, one of its items.
    pub(super) fn usable_states(&mut self) -> Vec<State> {
        if !self.has_state {
            return Vec::new();
        }
        let mut states = self.existing(&self.states);
        for state in &mut states {
            if let Some(items) = state.items {
                state.name = format!("{}[{}]", state.name, self.index(items));
            }
        }
        states
    }

    /// States that may be assigned here. Other code assigns global states.
    pub(super) fn writable_states(&mut self) -> Vec<State> {
        let mut states = self.usable_states();
        states.retain(|state| !state.global);
        states
    }

    /// States and inputs that may be read here, as expressions.
    pub(super) fn readable(&mut self, shape: Shape) -> Vec<String> {
        let states = self.usable_states();
        let inputs = if self.has_input { self.existing(&self.inputs) } else { Vec::new() };
        [("state", states), ("input", inputs)]
            .into_iter()
            .flat_map(|(place, all)| all.into_iter().map(move |state| (place, state)))
            .filter(|(_, state)| state.shape == shape)
            .map(|(place, state)| format!("{place}.{}", state.name))
            .collect()
    }

    /// The states that exist under the current facts.
    fn existing(&self, all: &[State]) -> Vec<State> {
        let exists = |state: &&State| state.condition.as_ref().is_none_or(|condition| self.facts.contains(condition));
        all.iter().filter(exists).cloned().collect()
    }

    /// An index into a list.
    pub(super) fn index(&mut self, items: usize) -> String {
        match self.rng.below(4) {
            0 if self.asks_time => format!("slot({items})"),
            1 if self.asks_time => format!("slot({}, {})", 1 + self.rng.below(items), self.rng.below(4)),
            2 | 3 => match self.variable(|ty| matches!(ty, Type::Count(_))) {
                Some(counter) if matches!(counter.ty, Type::Count(below) if below <= items) => counter.name,
                Some(counter) => format!("{} % {items}", counter.name),
                None => self.rng.below(items).to_string(),
            },
            _ => self.rng.below(items).to_string(),
        }
    }
}
