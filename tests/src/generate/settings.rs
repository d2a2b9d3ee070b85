//! The struct of a program: hyperparameters and state, and the fixed conditions made of them.

use super::Generator;
use super::kinds::{COLS, Dim, MATRICES, ROWS, SCALAR, Shape, TENSOR, Type, matrix};

/// A declared state.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) name: String,
    pub(super) shape: Shape,
    pub(super) condition: Option<String>,
    /// The length of a list.
    pub(super) items: Option<usize>,
}

/// What a program is told.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    /// Fixed numbers.
    pub(super) fixed: Vec<String>,
    /// Scheduled numbers.
    pub(super) scheduled: Vec<String>,
    pub(super) flags: Vec<String>,
    pub(super) count: bool,
    pub(super) option: bool,
    pub(super) mode: bool,
    /// Names of tuples: fixed and scheduled ones.
    pub(super) pairs: Vec<(String, bool)>,
    fields: Vec<String>,
}

/// A fixed condition, and what is known where it holds and where it does not.
pub(super) struct Condition {
    pub(super) text: String,
    pub(super) then: Vec<String>,
    pub(super) otherwise: Vec<String>,
}

/// The kind of a state of this shape as it is declared.
fn kind(shape: Shape) -> String {
    let side = |dim: Dim| if dim == Dim::Rows { "rows" } else { "cols" };
    match (shape.row, shape.col) {
        _ if shape == TENSOR => String::new(),
        _ if shape == SCALAR => ": scalar".to_owned(),
        (Some(row), Some(col)) => format!(": ({}, {})", side(row), side(col)),
        (Some(_), None) => ": rows".to_owned(),
        (None, Some(_)) => ": cols".to_owned(),
        (None, None) => ": matrices".to_owned(),
    }
}

impl Generator {
    /// Draws the hyperparameters.
    pub(super) fn draw_settings(&mut self) {
        let mut settings = Settings::default();
        let mut field = |attribute: &str, declaration: &str| {
            settings.fields.push(format!("    #[hyper(default = {attribute})]\n    {declaration},\n"));
        };
        field("0.3, scheduled", "lr: f64");
        settings.scheduled.push("self.lr".to_owned());
        if self.rng.chance(0.4) {
            field("0.1, scheduled", "decay: f64");
            settings.scheduled.push("self.decay".to_owned());
        }
        for name in ["alpha", "eps"] {
            if self.rng.chance(0.5) {
                field("0.7", &format!("{name}: f64"));
                settings.fixed.push(format!("self.{name}"));
            }
        }
        if self.rng.chance(0.4) {
            let scheduled = self.rng.chance(0.4);
            field(if scheduled { "(0.9, 0.8), scheduled" } else { "(0.9, 0.8)" }, "betas: (f64, f64)");
            let list = if scheduled { &mut settings.scheduled } else { &mut settings.fixed };
            list.extend(["self.betas.0".to_owned(), "self.betas.1".to_owned()]);
            settings.pairs.push(("self.betas".to_owned(), scheduled));
        }
        for name in ["fast", "wide"] {
            if self.rng.chance(0.5) {
                field("true", &format!("{name}: bool"));
                settings.flags.push(format!("self.{name}"));
            }
        }
        settings.count = self.rng.chance(0.65);
        if settings.count {
            field("2", "n: usize");
        }
        settings.option = self.rng.chance(0.4);
        if settings.option {
            field("None", "maybe: Option<f64>");
        }
        settings.mode = self.rng.chance(0.4);
        if settings.mode {
            field("Mode::First", "mode: Mode");
        }
        self.settings = settings;
    }

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
        for (shape, name) in kinds {
            if self.rng.chance(if matches!(shape, ROWS | COLS | SCALAR | TENSOR) { 0.33 } else { 0.15 }) {
                let condition = if self.rng.chance(0.3) { Some(self.state_condition()) } else { None };
                let items = (self.has_lists && self.rng.chance(0.6)).then(|| 1 + self.rng.below(4));
                self.states.push(State { name: name.to_owned(), shape, condition, items });
            }
        }
    }

    /// A condition that a state may have.
    fn state_condition(&mut self) -> String {
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
            let kind = match (kind(state.shape), state.items) {
                (kind, None) => kind,
                (kind, Some(items)) if kind.is_empty() => format!(": [tensor; {items}]"),
                (kind, Some(items)) => format!(": [{}; {items}]", &kind[2..]),
            };
            let is_square = state.shape.row.is_some() && state.shape.row == state.shape.col;
            let initial = match self.rng.below(5) {
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

    /// The annotated struct, with the states that its functions use.
    pub(super) fn declaration(&self, name: &str, states: Vec<(String, String)>, functions: &str) -> String {
        let is_used = |state: &str| {
            let named = format!("state.{state}");
            functions.split(&named).skip(1).any(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        };
        let states: Vec<String> =
            states.into_iter().filter(|(name, _)| is_used(name)).map(|(_, declaration)| declaration).collect();
        let attribute = if states.is_empty() {
            "#[optimizer]".to_owned()
        } else {
            format!("#[optimizer(state <\n{}>)]", states.concat())
        };
        format!("{attribute}\n#[derive(Debug, Clone)]\nstruct {name} {{\n{}}}\n", self.settings.fields.concat())
    }

    /// States that exist where the present facts hold, of lists one item.
    pub(super) fn usable_states(&mut self) -> Vec<State> {
        if !self.has_state {
            return Vec::new();
        }
        let usable = |state: &&State| state.condition.as_ref().is_none_or(|condition| self.facts.contains(condition));
        let mut states: Vec<State> = self.states.iter().filter(usable).cloned().collect();
        for state in &mut states {
            if let Some(items) = state.items {
                state.name = format!("{}[{}]", state.name, self.index(items));
            }
        }
        states
    }

    /// An index into a list.
    fn index(&mut self, items: usize) -> String {
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

    /// The condition in the words of the present function: its parameter may have another name.
    pub(super) fn local_words(&self, condition: &str) -> String {
        condition.replace("param.", &format!("{}.", self.param.as_deref().unwrap_or("param")))
    }

    /// A fixed condition.
    pub(super) fn condition(&mut self, depth: usize) -> Condition {
        let simple = |text: &str, negated: &str| Condition {
            text: text.to_owned(),
            then: vec![text.to_owned()],
            otherwise: vec![negated.to_owned()],
        };
        for _ in 0..20 {
            match self.rng.below(if self.loops > 0 { 15 } else { 12 }) {
                0 | 1 if !self.settings.flags.is_empty() && self.has_self => {
                    let flag = self.rng.pick(&self.settings.flags);
                    return simple(&flag, &format!("!{flag}"));
                }
                2 | 3 if self.param.is_some() => {
                    let (text, negated) = self
                        .rng
                        .pick(&[("param.ndim() >= 2", "param.ndim() < 2"), ("param.ndim() < 2", "param.ndim() >= 2")]);
                    return Condition { text: self.local_words(text), ..simple(text, negated) };
                }
                4 if self.settings.option && self.has_self => {
                    return simple("self.maybe.is_some()", "self.maybe.is_none()");
                }
                5 if self.settings.mode && self.has_self => {
                    return simple("self.mode == Mode::Second", "self.mode != Mode::Second");
                }
                6 if self.settings.count && self.has_self => return simple("self.n > 1", "self.n <= 1"),
                7 if depth > 0 => {
                    let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
                    let then = a.then.into_iter().chain(b.then).collect();
                    return Condition { text: format!("({}) && ({})", a.text, b.text), then, otherwise: Vec::new() };
                }
                8 if depth > 0 => {
                    let inner = self.condition(depth - 1);
                    return Condition {
                        text: format!("!({})", inner.text),
                        then: inner.otherwise,
                        otherwise: inner.then,
                    };
                }
                9 => {
                    if let Some(flag) = self.variable(|ty| *ty == Type::Flag) {
                        return simple(&flag.name, &format!("!{}", flag.name));
                    }
                }
                10 | 12.. => {
                    if let Some(count) = self.variable(|ty| matches!(ty, Type::Count(_))) {
                        let text = self.rng.pick(&["% 2 == 0", "> 0", "== 1"]);
                        return simple(&format!("{} {text}", count.name), "");
                    }
                }
                11 => {
                    let number = self.fixed(1);
                    let text = format!("{} > {}", number.operand(), self.rng.literal(0.2, 0.6));
                    return Condition { text, then: Vec::new(), otherwise: Vec::new() };
                }
                _ => {}
            }
        }
        Condition { text: "true".to_owned(), then: Vec::new(), otherwise: Vec::new() }
    }

    /// Runs something under further facts.
    pub(super) fn under<R>(&mut self, facts: &[String], run: impl FnOnce(&mut Self) -> R) -> R {
        let known = self.facts.len();
        self.facts.extend(facts.iter().cloned());
        let result = run(self);
        self.facts.truncate(known);
        result
    }
}
