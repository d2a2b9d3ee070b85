//! The tokens that messages mark: wrong programs, with the tokens that a user would call wrong between `«` and `»`. The first message
//! about each must be at exactly these.
//!
//! Rules of the marks: an argument or operand that does not fit, not the call around it; the name of a method that its receiver does
//! not have; the name of a function that is not allowed here, or that lacks arguments; the arguments that are too many; the right side
//! of an assignment; a condition, not its `if`; what the step passes to a helper function, where only time makes it wrong.

mod declared;
mod first;
mod second;
mod whole;

use std::fmt::Write;

use super::program::Program;

/// The declarations around the bodies of these tables; `probe` uses them all, so that no body has to.
const AROUND: &str = "#[optimizer(
    state <
        m = 0.0, s: scalar = 0.0, row: rows = 0.0, col: cols = 0.0, l: (rows, rows) = eye(1.0), basis: (cols, self.k) = 0.0,
        history: [tensor; 3] = 0.0, d: global = 0.0, sums: [global; 3] = 0.0, extra = 0.0 if self.flag,
    >,
    input <seen: tensor, loss: global>,
)]
struct Body {
    #[hyper(scheduled)] lr: f64,
    #[hyper(scheduled)] betas: (f64, f64),
    #[hyper(scheduled)] rate: Option<f64>,
    decay: f64, k: usize, flag: bool, mode: Mode, maybe: Option<f64>, list: [f64; 2],
    #[hyper(shared)] n: usize,
}
#[optimizer]
impl Body {
    fn probe(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, state: &mut State<Self>) {
        let used = (state.m, state.s, state.row, state.col, state.l, state.basis, state.history[0], state.d, state.sums[0]);
        if self.flag { state.extra = input.seen * input.loss; }
        *param -= grad;
    }";

/// A whole program around a body, which may close the step and go on with helper functions.
fn step(body: &str) -> String {
    format!(
        "{AROUND} fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, state: &mut State<Self>, t: Scalar) {{ {body} }} }}"
    )
}

/// The same around the body of `eval`.
fn eval(body: &str) -> String {
    let step = "fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) { *param -= grad; }";
    format!("{AROUND} {step} fn eval(&self, param: Tensor, state: &State<Self>) -> Tensor {{ {body} }} }}")
}

/// A wrapper with this `step` or `eval`.
fn wrapper(functions: &str) -> String {
    format!(
        "#[optimizer(state <slow = param, number: scalar = 0.0>)]
        struct Wrapper<O: Definition> {{ inner: O, k: usize, #[hyper(scheduled)] alpha: f64 }}
        #[optimizer]
        impl<O: Definition> Wrapper<O> {{ {functions}
            fn used(&self, state: &State<Self>) -> Tensor {{ self.alpha * state.slow * state.number }}
        }}"
    )
}

/// An optimizer with this `step`, and perhaps other functions.
fn functions(functions: &str) -> String {
    format!(
        "#[optimizer(state <m = 0.0>)]
        struct Plain {{ #[hyper(scheduled)] lr: f64 }}
        #[optimizer]
        impl Plain {{ {functions} fn used(&self, state: &State<Self>) -> Tensor {{ state.m }} }}"
    )
}

/// An optimizer with this attribute.
fn attribute(arguments: &str) -> String {
    format!(
        "#[optimizer({arguments})]
        struct Plain {{ #[hyper(scheduled)] lr: f64, k: usize, flag: bool, #[hyper(shared)] n: usize }}
        #[optimizer]
        impl Plain {{ fn step(&self, param: &mut Tensor, grad: Tensor, _: &mut State<Self>) {{ *param -= grad; }} }}"
    )
}

/// An optimizer with these fields.
fn fields(fields: &str) -> String {
    format!(
        "#[optimizer]
        struct Plain {{ {fields} }}
        #[optimizer]
        impl Plain {{ fn step(&self, param: &mut Tensor, grad: Tensor, _: &mut State<Self>) {{ *param -= grad; }} }}"
    )
}

/// A schedule with this `value`.
fn schedule(value: &str) -> String {
    format!(
        "#[scheduler]
        struct Curve {{ inner: ScheduleRef, total: u64, rates: Vec<f64>, flag: bool, base: f64 }}
        #[scheduler]
        impl Curve {{ {value} }}"
    )
}

/// A table of programs, and the code around each of them.
type Table = (&'static str, &'static [&'static str], fn(&str) -> String);

/// A place from one token to another: lines from 1, columns from 0.
type Marked = ((usize, usize), (usize, usize));

/// A program without its marks, and what they are around.
fn unmarked(text: &str) -> (String, Marked) {
    let (before, rest) = text.split_once('«').unwrap_or_else(|| panic!("no mark in {text}"));
    let (inside, after) = rest.split_once('»').unwrap_or_else(|| panic!("no end of the mark in {text}"));
    let place = |text: &str| {
        let line = text.rsplit('\n').next().unwrap_or_default();
        (text.matches('\n').count() + 1, line.chars().count())
    };
    let upto = format!("{before}{inside}");
    (format!("{upto}{after}"), (place(before), place(&upto)))
}

/// The tokens at a place.
fn text_at(text: &str, (start, end): Marked) -> String {
    let skip = |place: (usize, usize)| {
        let lines: usize = text.split_inclusive('\n').take(place.0 - 1).map(|line| line.chars().count()).sum();
        lines + place.1
    };
    text.chars().skip(skip(start)).take(skip(end) - skip(start)).collect()
}

/// The difference, if the first message about a program is not at its mark.
fn difference(entry: &str, program: &str) -> Option<String> {
    let (text, marked) = unmarked(program);
    if let Err(error) = syn::parse_file(&text) {
        return Some(format!("{entry}\n    is not Rust: {error}"));
    }
    let messages = Program::read(&text).messages();
    let Some(first) = messages.first() else { return Some(format!("{entry}\n    no message")) };
    let found = (first.start, first.end);
    let line = first.text.lines().next().unwrap_or_default();
    (found != marked).then(|| format!("{entry}\n    marked: {}\n    {line}", text_at(&text, found)))
}

#[test]
fn first_messages_mark_what_is_wrong() {
    let tables: [Table; 13] = [
        ("state", first::STATE, step),
        ("control flow", first::CONTROL_FLOW, step),
        ("effects", first::EFFECTS, step),
        ("kinds", first::KINDS, step),
        ("calls", first::CALLS, step),
        ("functions", whole::FUNCTIONS, functions),
        ("schedules", whole::SCHEDULES, schedule),
        ("elementwise", whole::ELEMENTWISE, str::to_owned),
        ("steps", second::STEPS, step),
        ("evaluation", second::EVALS, eval),
        ("wrappers", second::WRAPPERS, wrapper),
        ("attributes", declared::ATTRIBUTES, attribute),
        ("fields", declared::FIELDS, fields),
    ];
    let (mut report, mut right, mut all) = (String::new(), 0, 0);
    for (name, programs, around) in tables {
        let differences: Vec<String> = programs.iter().filter_map(|entry| difference(entry, &around(entry))).collect();
        all += programs.len();
        right += programs.len() - differences.len();
        if !differences.is_empty() {
            writeln!(report, "{name}: {} of {}\n{}", differences.len(), programs.len(), differences.join("\n"))
                .expect("text");
        }
    }
    assert!(report.is_empty(), "{right} of {all} are at their marks\n{report}");
    assert!(all >= 150, "{all} programs");
}
