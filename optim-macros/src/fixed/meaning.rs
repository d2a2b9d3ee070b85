//! Meanings of fixed expressions: equal expressions have the same meaning, which is a number, so conditions can be compared.
//!
//! Variables are replaced by their values. A comparison has the same meaning in both notations, and a negation has the opposite
//! meaning. `a || b` is the negation of `!a && !b`.

use std::collections::{HashMap, HashSet};

use optim_language::time::{Answers, Event};
use syn::{BinOp, Lit, Pat, UnOp};

use super::{Form, Question, Var};

/// The meaning that equal fixed expressions share. A variable has another meaning after an assignment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Meaning(u32);

impl Meaning {
    /// The meaning of expressions in generated code, which no condition of the user contains.
    pub(crate) const OF_GENERATED: Self = Self(u32::MAX);

    /// Returns true if two expressions with this meaning are equal. False for the meaning of generated code.
    pub(crate) fn is_known(self) -> bool {
        self != Self::OF_GENERATED
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Sense {
    Form(Form<Meaning>),
    /// A variable after this number of changes.
    Version(Var, usize),
    Less(Meaning, Meaning),
    Equal(Meaning, Meaning),
    Present(Meaning),
    Matches(Meaning, Pat),
    Not(Meaning),
    Both(Meaning, Meaning),
    Always,
    /// Different from everything else.
    Unknown(u32),
}

/// All meanings of a body.
#[derive(Clone, Default, Debug)]
pub(crate) struct Meanings {
    senses: Vec<Sense>,
    numbers: HashMap<Sense, Meaning>,
}

impl Meanings {
    fn number(&mut self, sense: Sense) -> Meaning {
        if let Some(known) = self.numbers.get(&sense) {
            return *known;
        }
        let new = Meaning(u32::try_from(self.senses.len()).unwrap_or(u32::MAX));
        self.senses.push(sense.clone());
        self.numbers.insert(sense, new);
        new
    }

    fn sense(&self, meaning: Meaning) -> &Sense {
        &self.senses[meaning.0 as usize]
    }

    /// The meaning of an expression with this form.
    pub(crate) fn of(&mut self, form: Form<Meaning>) -> Meaning {
        match form {
            Form::Unary(UnOp::Not(_), a) => self.not(a),
            Form::Binary(op, a, b) => self.binary(op, a, b),
            Form::Block(_, value) => value,
            Form::Method(receiver, a, name, None, arguments) if arguments.is_empty() => {
                match name.to_string().as_str() {
                    "is_some" => self.present(a),
                    "is_none" => {
                        let present = self.present(a);
                        self.not(present)
                    }
                    _ => self.number(Sense::Form(Form::Method(receiver, a, name, None, arguments))),
                }
            }
            form => self.number(Sense::Form(form)),
        }
    }

    fn binary(&mut self, op: BinOp, a: Meaning, b: Meaning) -> Meaning {
        match op {
            BinOp::Lt(_) => self.number(Sense::Less(a, b)),
            BinOp::Gt(_) => self.number(Sense::Less(b, a)),
            BinOp::Ge(_) => {
                let less = self.number(Sense::Less(a, b));
                self.not(less)
            }
            BinOp::Le(_) => {
                let less = self.number(Sense::Less(b, a));
                self.not(less)
            }
            BinOp::Eq(_) => self.equal(a, b),
            BinOp::Ne(_) => {
                let equal = self.equal(a, b);
                self.not(equal)
            }
            BinOp::And(_) => self.both(a, b),
            BinOp::Or(_) => self.either(a, b),
            op => self.number(Sense::Form(Form::Binary(op, a, b))),
        }
    }

    /// A variable after this number of changes, for variables that are assigned somewhere.
    pub(crate) fn version(&mut self, var: &Var, changes: usize) -> Meaning {
        self.number(Sense::Version(var.clone(), changes))
    }

    pub(crate) fn equal(&mut self, a: Meaning, b: Meaning) -> Meaning {
        self.number(Sense::Equal(a.min(b), a.max(b)))
    }

    /// The condition that this option has a value.
    pub(crate) fn present(&mut self, option: Meaning) -> Meaning {
        self.number(Sense::Present(option))
    }

    pub(crate) fn matches(&mut self, value: Meaning, pattern: &Pat) -> Meaning {
        self.number(Sense::Matches(value, pattern.clone()))
    }

    pub(crate) fn always(&mut self) -> Meaning {
        self.number(Sense::Always)
    }

    /// A new meaning.
    pub(crate) fn unknown(&mut self) -> Meaning {
        self.number(Sense::Unknown(u32::try_from(self.senses.len()).unwrap_or(u32::MAX)))
    }

    pub(crate) fn not(&mut self, a: Meaning) -> Meaning {
        match self.sense(a) {
            Sense::Not(inner) => *inner,
            _ => self.number(Sense::Not(a)),
        }
    }

    pub(crate) fn both(&mut self, a: Meaning, b: Meaning) -> Meaning {
        let always = self.always();
        match (a == always, b == always) {
            (true, _) => b,
            (_, true) => a,
            _ if a == b => a,
            _ => self.number(Sense::Both(a, b)),
        }
    }

    pub(crate) fn either(&mut self, a: Meaning, b: Meaning) -> Meaning {
        let (a, b) = (self.not(a), self.not(b));
        let neither = self.both(a, b);
        self.not(neither)
    }

    /// The condition that all of these hold.
    pub(crate) fn all(&mut self, parts: impl IntoIterator<Item = Meaning>) -> Meaning {
        let always = self.always();
        parts.into_iter().fold(always, |all, part| self.both(all, part))
    }

    /// The meaning without its negation, and true if there was no negation.
    pub(crate) fn signed(&self, meaning: Meaning) -> (Meaning, bool) {
        match self.sense(meaning) {
            Sense::Not(inner) => (*inner, false),
            _ => (meaning, true),
        }
    }

    /// The value of a condition at a step; `None` unless literals decide it.
    pub(crate) fn answer(&self, condition: Meaning, step: u64, answers: &mut Answers) -> Option<bool> {
        Some(match self.sense(condition) {
            Sense::Always => true,
            Sense::Not(inner) => !self.answer(*inner, step, answers)?,
            Sense::Both(a, b) => self.answer(*a, step, answers)? && self.answer(*b, step, answers)?,
            Sense::Form(Form::Asked(question, arguments)) => {
                let number = self.count(*arguments.first()?)?;
                let mut after = |n| answers.ask(Event::After(n), step);
                match question {
                    Question::Every => {
                        let first = arguments.get(1).map_or(Some(number), |first| self.count(*first))?;
                        answers.every(number, first, step)
                    }
                    Question::After => after(number),
                    Question::At => after(number.checked_sub(1)?) && !after(number),
                    Question::Slot | Question::Index => return None,
                }
            }
            _ => return None,
        })
    }

    /// The number, if it is a literal.
    pub(crate) fn count(&self, meaning: Meaning) -> Option<u64> {
        match self.sense(meaning) {
            Sense::Form(Form::Literal(Lit::Int(number))) => number.base10_parse().ok(),
            _ => None,
        }
    }

    /// Returns true if a condition follows from these conditions.
    pub(crate) fn follows(&mut self, condition: Meaning, known: &[Meaning]) -> bool {
        let mut facts = HashSet::new();
        let mut open = known.to_vec();
        while let Some(fact) = open.pop() {
            if facts.insert(fact)
                && let Sense::Both(a, b) = self.sense(fact)
            {
                open.extend([*a, *b]);
            }
        }
        self.follows_from(condition, &facts, &mut HashMap::new())
    }

    fn follows_from(
        &mut self,
        condition: Meaning,
        facts: &HashSet<Meaning>,
        done: &mut HashMap<Meaning, bool>,
    ) -> bool {
        if facts.contains(&condition) {
            return true;
        }
        if let Some(known) = done.get(&condition) {
            return *known;
        }
        let follows = match *self.sense(condition) {
            Sense::Always => true,
            Sense::Both(a, b) => self.follows_from(a, facts, done) && self.follows_from(b, facts, done),
            Sense::Not(inner) => match *self.sense(inner) {
                Sense::Both(a, b) => {
                    let (a, b) = (self.not(a), self.not(b));
                    self.follows_from(a, facts, done) || self.follows_from(b, facts, done)
                }
                _ => false,
            },
            _ => false,
        };
        done.insert(condition, follows);
        follows
    }
}

#[cfg(test)]
mod tests {
    use quote::format_ident;
    use syn::parse_quote;

    use super::*;

    fn variable(meanings: &mut Meanings, name: &str) -> Meaning {
        meanings.of(Form::Variable(Var(format_ident!("{name}"))))
    }

    fn compared(meanings: &mut Meanings, op: BinOp) -> Meaning {
        let (a, b) = (variable(meanings, "a"), variable(meanings, "b"));
        meanings.of(Form::Binary(op, a, b))
    }

    #[test]
    fn equal_expressions_are_one() {
        let meanings = &mut Meanings::default();
        assert_eq!(compared(meanings, parse_quote!(+)), compared(meanings, parse_quote!(+)));
        assert_ne!(compared(meanings, parse_quote!(+)), compared(meanings, parse_quote!(-)));
    }

    #[test]
    fn both_ways_to_write_a_comparison_agree() {
        let meanings = &mut Meanings::default();
        let less = compared(meanings, parse_quote!(<));
        let (a, b) = (variable(meanings, "a"), variable(meanings, "b"));
        assert_eq!(less, meanings.of(Form::Binary(parse_quote!(>), b, a)));
        let at_least = compared(meanings, parse_quote!(>=));
        assert_eq!(less, meanings.not(at_least));
        assert_eq!(meanings.signed(at_least), (less, false));
        assert_eq!(
            meanings.of(Form::Binary(parse_quote!(==), a, b)),
            meanings.of(Form::Binary(parse_quote!(==), b, a))
        );
    }

    #[test]
    fn a_conjunction_gives_its_parts_and_needs_them_all() {
        let meanings = &mut Meanings::default();
        let (a, b) = (variable(meanings, "a"), variable(meanings, "b"));
        let both = meanings.both(a, b);
        assert!(meanings.follows(a, &[both]));
        assert!(meanings.follows(both, &[b, a]));
        assert!(!meanings.follows(both, &[a]));
        let not_a = meanings.not(a);
        assert!(!meanings.follows(not_a, &[both]));
    }

    #[test]
    fn a_disjunction_needs_one_of_its_parts_and_its_negation_gives_both() {
        let meanings = &mut Meanings::default();
        let (a, b) = (variable(meanings, "a"), variable(meanings, "b"));
        let either = meanings.either(a, b);
        assert!(meanings.follows(either, &[b]));
        assert!(!meanings.follows(a, &[either]));
        let (neither, not_a) = (meanings.not(either), meanings.not(a));
        assert!(meanings.follows(not_a, &[neither]));
    }

    #[test]
    fn conditions_that_double_each_time_cost_no_more_than_they_are_long() {
        let meanings = &mut Meanings::default();
        let a = variable(meanings, "a");
        let mut chain = a;
        for i in 0..200 {
            let other = variable(meanings, &format!("x{i}"));
            let (left, right) = (meanings.both(chain, other), meanings.either(chain, other));
            chain = meanings.both(left, right);
        }
        assert!(meanings.follows(a, &[chain]));
        let negation = meanings.not(chain);
        assert!(!meanings.follows(negation, &[a]));
    }
}
