//! The struct of a program: hyperparameters and states, and fixed conditions on them.

use super::Generator;
use super::kinds::Type;

/// The settings of a program.
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
    pub(super) fields: Vec<String>,
}

/// A fixed condition, and the facts in both of its arms.
pub(super) struct Condition {
    pub(super) text: String,
    pub(super) then: Vec<String>,
    pub(super) otherwise: Vec<String>,
}

impl Generator {
    /// Draws the hyperparameters.
    pub(super) fn draw_settings(&mut self) {
        let mut settings = Settings::default();
        // The conditions of assignments to global states need shared settings.
        let shared = if self.has_globals { ", shared" } else { "" };
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
                field(&format!("true{shared}"), &format!("{name}: bool"));
                settings.flags.push(format!("self.{name}"));
            }
        }
        settings.count = self.rng.chance(0.65) || self.has_sizes;
        if settings.count {
            field(&format!("2{shared}"), "n: usize");
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

    /// A variant of the enum, from a setting or an argument.
    pub(super) fn mode(&mut self) -> Option<String> {
        let setting = (self.settings.mode && self.has_self).then(|| "self.mode".to_owned());
        match self.variable(|ty| *ty == Type::Mode) {
            Some(argument) if setting.is_none() || self.modes.chance(0.5) => Some(argument.name),
            _ => setting,
        }
    }

    /// The condition with the names in the current function, whose parameter may have another name.
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
                5 => {
                    if let Some(mode) = self.mode() {
                        return simple(&format!("{mode} == Mode::Second"), &format!("{mode} != Mode::Second"));
                    }
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

    /// Draws something under additional facts.
    pub(super) fn under<R>(&mut self, facts: &[String], run: impl FnOnce(&mut Self) -> R) -> R {
        let known = self.facts.len();
        self.facts.extend(facts.iter().cloned());
        let result = run(self);
        self.facts.truncate(known);
        result
    }
}
