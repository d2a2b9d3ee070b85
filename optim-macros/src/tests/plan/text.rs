//! A plan as text: what each pass reads, computes and writes, in the words of the step.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use optim_language::Fold;
use proc_macro2::TokenStream;
use syn::parse_quote;

use crate::ast::{List, Place};
use crate::emit::fixed::FixedPrinter;
use crate::ir::{Argument, Arm, Around, Branch, Def, Id, Loop, Program, Region, Stmt, Test};
use crate::kind::Dim;
use crate::ops::Op;
use crate::parse::Definition;
use crate::plan::{Frame, Pass, Plan, Source, Step};

/// The plan as lines; each iteration of a loop with passes in it is indented.
pub(super) fn text(definition: &Definition, program: &Program, plan: &Plan) -> String {
    let mut names: BTreeMap<Id, String> = BTreeMap::new();
    for (id, value) in program.values.iter().enumerate() {
        let Some(name) = &value.name else { continue };
        let mut name = name.to_string();
        while names.values().any(|other| *other == name) {
            name.push('\'');
        }
        names.insert(id, name);
    }
    let mut text = Text { definition, program, plan, names, lines: String::new(), depth: 0 };
    text.frame(&plan.frame);
    text.lines
}

struct Text<'a> {
    definition: &'a Definition,
    program: &'a Program,
    plan: &'a Plan,
    /// The user's names of values; a second value of a name has a prime.
    names: BTreeMap<Id, String>,
    lines: String,
    depth: usize,
}

impl Text<'_> {
    fn line(&mut self, text: &str) {
        writeln!(self.lines, "{:1$}{text}", "", 4 * self.depth).expect("text");
    }

    /// `what a, b`, or nothing if there is nothing.
    fn list(&mut self, what: &str, items: &[String]) {
        if !items.is_empty() {
            self.line(&format!("{what} {}", items.join(", ")));
        }
    }

    fn frame(&mut self, frame: &Frame) {
        for step in &frame.steps {
            match step {
                Step::Scalars(ids) => self.list("scalars", &self.results(ids)),
                Step::Pass(variants) => variants.passes().into_iter().for_each(|pass| self.pass(pass)),
                Step::Call(id, library) => {
                    let word = if matches!(library.name(), "matmul" | "t") { "product" } else { "call" };
                    let results = self.plan.results(self.program, *id).into_iter();
                    let results = results.map(|slot| slot.map_or_else(|| "nowhere".to_owned(), |slot| self.slot(slot)));
                    let results = results.collect::<Vec<_>>().join(", ");
                    self.line(&format!("{word} {} to {results}", self.whole(*id)));
                }
                Step::Axis(id, _) => {
                    let slot = self.slot(self.plan.operand(*id).slot);
                    self.line(&format!("call {} to {slot}", self.whole(*id)));
                }
                Step::Inner(id) => {
                    let Def::Inner(place, [_, grad], guard) = &self.program.values[*id].def else {
                        unreachable!("a call")
                    };
                    let place = place.map_or_else(|| self.slot(self.plan.operand(*id).slot), |place| self.place(place));
                    let grad = self.value(*grad);
                    self.line(&format!("inner optimizer updates {place} by {grad}{}", self.conditions(guard)));
                }
                Step::Cut(ids) => {
                    let numbers: Vec<String> = ids.iter().map(|id| self.formula(*id, 3)).collect();
                    let path = &self.program.values[ids[0]].path[frame.path.len()..];
                    self.line(&format!("cut for {}{}", numbers.join(", "), self.conditions(path)));
                }
                Step::Loop(iterations) => {
                    let found = find_loop(&self.program.region, iterations.id).expect("a loop of the step");
                    self.line(&format!(
                        "loop {} in {}{}",
                        fixed().pattern(&found.header.pattern),
                        plain(&fixed().whole(&found.header.iter)),
                        self.conditions(&iterations.guard)
                    ));
                    self.depth += 1;
                    for (index, slots) in &iterations.carried {
                        let name = self.value(self.program.carried[*index].iteration);
                        let slots = slots.map_or("as a scalar".to_owned(), |(now, next)| {
                            format!("in {}, next in {}", self.slot(now), self.slot(next))
                        });
                        self.line(&format!("carries {name} {slots}"));
                    }
                    self.frame(&iterations.frame);
                    self.depth -= 1;
                }
            }
        }
    }

    fn pass(&mut self, pass: &Pass) {
        self.line(&format!("pass over {}{}", self.shape(&pass.shape), self.conditions(&pass.around)));
        self.depth += 1;
        let reads = pass.reads.iter().map(|(id, source)| match source {
            Source::Grad => "grad".to_owned(),
            Source::Place(place) => match self.program.values[*id].def {
                Def::Load(_) => self.place(*place),
                _ => format!("{} as {}", self.place(*place), self.value(*id)),
            },
            Source::Slot(slot) => format!("{} as {}", self.slot(*slot), self.value(*id)),
            Source::Draw(_) => self.value(*id),
            Source::Item(_) => self.item(*id),
        });
        let reads: Vec<String> = reads.collect();
        self.list("reads", &reads);
        self.list("takes", &pass.scalars.iter().map(|id| self.value(*id)).collect::<Vec<_>>());
        self.list("computes", &[pass.compute.len().to_string()]);
        for (place, id) in &pass.stores {
            self.line(&format!("{} = {}", self.place(*place), self.whole(*id)));
        }
        for (id, slot) in &pass.saves {
            self.line(&format!("{} = {}", self.slot(*slot), self.whole(*id)));
        }
        for put in &pass.puts {
            let put_value = self.program.operands(*put)[0];
            self.line(&format!("{} = {}", self.item(*put), self.whole(put_value)));
        }
        for id in &pass.reductions {
            self.line(&format!("reduces {}", self.whole(*id)));
        }
        self.depth -= 1;
    }

    /// An item of a list, by its index as it is written.
    fn item(&self, access: Id) -> String {
        let item = self.program.item(access).expect("an access of a list");
        let list = match item.list {
            List::State(place) => self.place(Place::State(place)),
            List::Local(id) => self.program.lists[&id].ident.to_string(),
            List::Output(place) => self.definition.outputs[place].name(),
        };
        format!("{list}[{}]", plain(&fixed().whole(&item.index)))
    }

    /// The members that no other member is computed from.
    fn results(&self, ids: &BTreeSet<Id>) -> Vec<String> {
        let used: BTreeSet<Id> = ids.iter().flat_map(|id| self.program.operands(*id)).collect();
        ids.difference(&used).map(|id| self.whole(*id)).collect()
    }

    fn conditions(&self, path: &[Around]) -> String {
        let conditions = path.iter().map(|around| match around {
            Around::Loop(_) => panic!("a pass is not guarded by a loop"),
            Around::Arm(branch, arm) => {
                let found = find_branch(&self.program.region, *branch).expect("a branch of the step");
                match &found.test {
                    Test::If(test) if *arm == 0 => plain(&fixed().whole_test(test)),
                    Test::If(test) => format!("not {}", plain(&fixed().whole_test(test))),
                    Test::Match(test) => {
                        let Arm { pattern, guard, .. } = &found.arms[*arm];
                        let pattern = fixed().pattern_and_guard(pattern, guard.as_ref());
                        format!("{} is {}", plain(&fixed().whole(test)), plain(&pattern))
                    }
                }
            }
        });
        let conditions: Vec<String> = conditions.collect();
        if conditions.is_empty() { String::new() } else { format!(" if {}", conditions.join(" and ")) }
    }

    fn place(&self, place: Place) -> String {
        match place {
            Place::Param => "param".to_owned(),
            Place::State(index) => self.definition.states[index].name(),
            Place::Input(index) => self.definition.inputs[index].name(),
            Place::Output(index) => self.definition.outputs[index].name(),
        }
    }

    /// `scratch 0`, with its shape where that is not a tensor's.
    fn slot(&self, slot: usize) -> String {
        match self.shape(&self.plan.slots[slot]).as_str() {
            "Tensor" => format!("scratch {slot}"),
            other => format!("scratch {slot} ({other})"),
        }
    }

    fn shape(&self, shape: &crate::kind::Shape) -> String {
        let usual = shape
            .dims()
            .is_none_or(|(rows, cols)| matches!(rows, Dim::One | Dim::Rows) && matches!(cols, Dim::One | Dim::Cols));
        if usual { shape.name().to_owned() } else { format!("{} of other sizes", shape.name()) }
    }

    /// The user's name and the formula behind it.
    fn whole(&self, id: Id) -> String {
        match self.names.get(&id) {
            Some(name) if !self.program.is_input(id) => format!("{name}: {}", self.formula(id, 3)),
            _ => self.formula(id, 3),
        }
    }

    fn value(&self, id: Id) -> String {
        self.inner(id, 2)
    }

    fn inner(&self, id: Id, depth: usize) -> String {
        match self.names.get(&id) {
            Some(name) => name.clone(),
            None => self.formula(id, depth),
        }
    }

    fn formula(&self, id: Id, depth: usize) -> String {
        let Some(deeper) = depth.checked_sub(1) else { return "…".to_owned() };
        let all = |ids: &[Id]| ids.iter().map(|id| self.inner(*id, deeper)).collect::<Vec<_>>().join(", ");
        match &self.program.values[id].def {
            Def::Item(_) => self.item(id),
            Def::Put(_, value) => format!("{} = {}", self.item(id), self.inner(*value, deeper)),
            Def::Fixed(value) => plain(&fixed().expr(value)),
            Def::Hyper(_, name) => name.clone(),
            Def::Grad => "grad".to_owned(),
            Def::Load(place) => self.place(*place),
            Def::Count => "t".to_owned(),
            Def::Draw(law, place) => format!("{} {place}", law.name()),
            Def::Op(op, ids) => match (symbol(*op), &ids[..]) {
                (Some(symbol), [a, b]) => format!("({} {symbol} {})", self.inner(*a, deeper), self.inner(*b, deeper)),
                _ => format!("{}({})", format!("{op:?}").to_lowercase(), all(ids)),
            },
            Def::Powi(a, power) => format!("powi({}, {})", self.inner(*a, deeper), plain(&fixed().expr(power))),
            Def::Elementwise(path, arguments) => {
                let arguments = arguments.iter().map(|argument| match argument {
                    Argument::Value(id) => self.inner(*id, deeper),
                    Argument::Fixed(value) => plain(&fixed().expr(value)),
                });
                let path = path.segments.last().expect("a path");
                format!("{}({})", path.ident, arguments.collect::<Vec<_>>().join(", "))
            }
            Def::Lift(a) => format!("full({})", self.inner(*a, deeper)),
            Def::Reduce(reduce, ids) => format!("{}({})", reduce.name(), all(ids)),
            Def::ReduceTo(reduce, ids) => {
                let shape = self.program.values[id].shape.to_string();
                format!("{}({}) to {shape}", reduce.name(), all(ids))
            }
            Def::Global(fold, id) => {
                let name = match fold {
                    Fold::Sum => "global_sum",
                    Fold::Max => "global_amax",
                    Fold::Min => "global_amin",
                };
                format!("{name}({})", self.inner(*id, deeper))
            }
            Def::Library(library, ids, numbers) => {
                let numbers = numbers.iter().map(|number| plain(&fixed().expr(number)));
                let operands = ids.iter().map(|id| self.inner(*id, deeper)).chain(numbers).collect::<Vec<_>>();
                format!("{}({})", library.name(), operands.join(", "))
            }
            Def::Result(call, place) => format!("{}.{place}", self.inner(*call, depth)),
            Def::Inner(place, [before, _], _) => {
                let place = place.map_or_else(|| self.inner(*before, deeper), |place| self.place(place));
                format!("{place} of the inner optimizer")
            }
            Def::Phi(ids) => format!("one of ({})", all(ids)),
            Def::Iteration(carried) => {
                format!("iteration of {}", self.inner(self.program.carried[*carried].start, deeper))
            }
            Def::After(carried) => format!("end of {}", self.inner(self.program.carried[*carried].start, deeper)),
        }
    }
}

fn symbol(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::Add => "+",
        Op::Sub => "-",
        Op::Mul => "*",
        Op::Div => "/",
        Op::Lt => "<",
        Op::Gt => ">",
        Op::Ge => ">=",
        _ => return None,
    })
}

/// Writes fixed expressions.
fn fixed() -> FixedPrinter<'static> {
    FixedPrinter::shown(Box::leak(Box::new(parse_quote!(::optim_std::__private))))
}

/// Rust without the spaces of tokens.
fn plain(tokens: &TokenStream) -> String {
    let text = tokens.to_string();
    let text = text.replace(" . ", ".").replace(" :: ", "::").replace(" (", "(").replace(" !", "!");
    text.replace("( ", "(").replace(" )", ")").replace("! ", "!").replace(" ,", ",")
}

fn find_branch(region: &Region, id: usize) -> Option<&Branch> {
    region.stmts.iter().find_map(|stmt| match stmt {
        Stmt::Branch(branch) if branch.id == id => Some(branch),
        Stmt::Branch(branch) => branch.arms.iter().find_map(|arm| find_branch(&arm.region, id)),
        Stmt::Loop(iterations) => find_branch(&iterations.body, id),
        Stmt::Fixed(_) | Stmt::Left(_) | Stmt::Def(_) => None,
    })
}

fn find_loop(region: &Region, id: usize) -> Option<&Loop> {
    region.stmts.iter().find_map(|stmt| match stmt {
        Stmt::Loop(iterations) if iterations.id == id => Some(iterations),
        Stmt::Loop(iterations) => find_loop(&iterations.body, id),
        Stmt::Branch(branch) => branch.arms.iter().find_map(|arm| find_loop(&arm.region, id)),
        Stmt::Fixed(_) | Stmt::Left(_) | Stmt::Def(_) => None,
    })
}
