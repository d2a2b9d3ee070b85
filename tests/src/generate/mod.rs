//! Random programs of the step language, for comparing kernels with the graph interpreter.
//!
//! A program is an annotated struct with random hyperparameters and states, and a random step with valid kinds. Its
//! numbers stay small and its functions are smooth, so that kernel and interpreter differ only by rounding. Functions
//! with jumps (comparisons, `floor`, `sign`) get values that are almost never at a jump.
//!
//! Programs prefer constructs that are hard to plan: old states that are read after a reduction, variables carried by loops, values
//! used on both sides of a reduction, nested branches and loops, several shapes in one loop.
//!
//! The build script of this package includes this module, so it uses nothing else of the package, and only the table of
//! the language.

mod assignments;
mod axes;
mod control;
mod fixed;
mod functions;
mod kinds;
mod masks;
mod model;
mod numbers;
mod outputs;
mod reductions;
mod rng;
mod routines;
mod settings;
mod statements;
mod states;
mod table;
mod time;
mod wrapping;

use std::ops::Range;

pub use rng::Rng;

use functions::Helper;
use kinds::{Shape, Type, Variable};
use outputs::Output;
use settings::Settings;
use states::State;

/// Programs from this seed on are larger.
pub const LARGE: u64 = 1_000_000;

/// One of this many programs draws random numbers. The others have loops that run inside a pass.
const DRAWING: u64 = 4;

/// One of this many programs also runs in single precision, which doubles its compile time.
const BOTH_TYPES: u64 = 5;

/// One of this many programs has a `probe`, and one of as many an `eval`.
const PROBES: u64 = 5;
const EVALS: u64 = 4;

/// One of this many programs has lists of states.
const LISTS: u64 = 4;

/// Two of this many programs have inputs, and two have numbers of the whole model; one program has both. Half of all
/// programs have states with other dimensions than the parameter's.
const MODELS: u64 = 6;

/// One of this many programs has numbers along axes.
const AXES: u64 = 5;

/// One of this many programs is a wrapper.
const WRAPPERS: u64 = 7;

/// The seeds whose programs are compiled with the tests. `.ci/run` compiles 200, and `fuzz/programs` compiles as many as you request.
pub const SEEDS: Range<u64> = 0..30;

/// The programs of some seeds, one module each.
#[must_use]
pub fn programs(seeds: Range<u64>) -> String {
    seeds.map(program).collect::<Vec<_>>().join("\n")
}

/// The program of a seed: a module with the optimizer and a test.
#[must_use]
pub fn program(seed: u64) -> String {
    let mut generator = Generator::new(seed);
    let name = format!("P{seed}");
    generator.draw_settings();
    generator.draw_states();
    if generator.has_inputs {
        generator.draw_inputs();
    }
    let marked = generator.draw_elementwise();
    let states = generator.state_declarations();
    let (free, mut functions) = generator.draw_helpers();
    generator.asks_time = true;
    if outputs::are_in(seed) {
        generator.draw_outputs();
    }
    functions.push_str(&generator.step());
    generator.asks_time = false;
    let (probes, evals) = (seed % PROBES == 1 && !generator.wraps, seed % EVALS == 1);
    if probes {
        functions.push_str(&generator.probe());
    }
    if evals {
        functions.push_str(&generator.eval());
    }
    let declaration = generator.declaration(&name, states, &functions);
    let (generics, parameters, checked) =
        if generator.wraps { ("<O: Definition>", "<O>", "<Inside>") } else { ("", "", "") };
    let body = format!(
        "{marked}{free}{declaration}\n{}impl{generics} {name}{parameters} {{\n{}}}\n",
        generator.attribute(&functions),
        indented(&functions)
    );
    let compare = match seed {
        _ if outputs::are_in(seed)
            || probes
            || evals
            || generator.wraps
            || generator.has_inputs
            || generator.has_globals =>
        {
            "check"
        }
        seed if seed.is_multiple_of(BOTH_TYPES) => "compare",
        _ => "compare_double",
    };
    let test = format!("#[test]\nfn agrees() {{\n    {compare}::<{name}{checked}>({seed});\n}}\n");
    format!("mod p{seed} {{\n    use super::*;\n\n{}\n{}}}\n", indented(&body), indented(&test))
}

/// The lines with one more level of indentation.
fn indented(text: &str) -> String {
    text.lines().fold(String::new(), |mut lines, line| {
        if !line.is_empty() {
            lines.push_str("    ");
        }
        lines.push_str(line);
        lines.push('\n');
        lines
    })
}

/// A program while it is drawn.
struct Generator {
    rng: Rng,
    /// Random numbers that only enums use, so that programs without enums do not depend on them.
    modes: Rng,
    settings: Settings,
    states: Vec<State>,
    inputs: Vec<State>,
    outputs: Vec<Output>,
    helpers: Vec<Helper>,
    /// Functions with `#[elementwise]`: name, number of values, and true if a fixed number follows them.
    marked: Vec<(String, usize, bool)>,
    variables: Vec<Variable>,
    /// The conditions that hold here.
    facts: Vec<String>,
    /// The name of the parameter; `None` if the function does not get it.
    param: Option<String>,
    has_grad: bool,
    has_state: bool,
    /// True if the function gets inputs.
    has_input: bool,
    /// True if the function only reads the state.
    reads_state: bool,
    has_self: bool,
    has_count: bool,
    /// True in the body of an elementwise function.
    elementwise: bool,
    /// True in the body of a step function.
    free: bool,
    /// True if the step draws random numbers.
    drawing: bool,
    /// The size of the step, relative to the usual size.
    size: usize,
    /// The number of enclosing loops.
    loops: usize,
    /// The number of these loops whose number of iterations depends on the parameter.
    own_loops: usize,
    /// True if questions about time are allowed: in a step, and in functions that no other routine calls.
    asks_time: bool,
    /// True if some states are lists.
    has_lists: bool,
    /// True if the program has inputs.
    has_inputs: bool,
    /// True if the program has numbers of the whole model.
    has_globals: bool,
    /// True if the function may reduce over the model.
    reduces_model: bool,
    /// True if some states have other dimensions than the parameter's.
    has_sizes: bool,
    /// True if there are numbers along axes.
    has_axes: bool,
    /// True for a wrapper.
    wraps: bool,
    /// True if statements may assign outputs here.
    telling: bool,
    /// The number of enclosing timed branches.
    timed: usize,
    /// The timed conditions of the program.
    timed_conditions: usize,
    /// The number of draws left.
    budget: usize,
}

impl Generator {
    fn new(seed: u64) -> Self {
        let wraps = seed % WRAPPERS == 3;
        Self {
            rng: Rng::new(seed),
            modes: Rng::new(!seed),
            settings: Settings::default(),
            states: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            helpers: Vec::new(),
            marked: Vec::new(),
            variables: Vec::new(),
            facts: Vec::new(),
            param: None,
            has_grad: false,
            has_state: false,
            has_input: false,
            reads_state: false,
            has_self: false,
            has_count: false,
            elementwise: false,
            free: false,
            drawing: seed % DRAWING == DRAWING - 1,
            size: if seed < LARGE { 1 } else { 2 },
            loops: 0,
            own_loops: 0,
            asks_time: (wraps || seed % PROBES != 1) && seed % EVALS != 1,
            has_lists: seed % LISTS == 2 && !wraps,
            has_inputs: matches!(seed % MODELS, 0 | 1),
            has_globals: matches!(seed % MODELS, 1 | 2) && !wraps,
            reduces_model: false,
            has_sizes: matches!(seed % MODELS, 2..=4),
            has_axes: seed % AXES == 3,
            wraps,
            telling: false,
            timed: 0,
            timed_conditions: usize::from(seed.is_multiple_of(3)),
            budget: 0,
        }
    }

    /// The variables in scope. If several have the same name, only the last one.
    fn visible(&self) -> Vec<Variable> {
        let mut found: Vec<Variable> = Vec::new();
        for variable in self.variables.iter().rev() {
            if found.iter().all(|other| other.name != variable.name) {
                found.push(variable.clone());
            }
        }
        found
    }

    /// A random variable of a kind.
    fn variable(&mut self, wanted: impl Fn(&Type) -> bool) -> Option<Variable> {
        let found: Vec<Variable> = self.visible().into_iter().filter(|variable| wanted(&variable.ty)).collect();
        if found.is_empty() { None } else { Some(self.rng.pick(&found)) }
    }

    /// A random mutable variable of a kind.
    fn mutable(&mut self, wanted: impl Fn(&Type) -> bool) -> Option<Variable> {
        let found: Vec<Variable> =
            self.visible().into_iter().filter(|variable| variable.mutable && wanted(&variable.ty)).collect();
        if found.is_empty() { None } else { Some(self.rng.pick(&found)) }
    }

    fn declare(&mut self, name: &str, ty: Type, mutable: bool) {
        self.variables.push(Variable { name: name.to_owned(), ty, mutable });
    }

    /// Draws in a new scope.
    fn scoped<R>(&mut self, draw: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.variables.len();
        let result = draw(self);
        self.variables.truncate(before);
        result
    }

    /// A name for a variable. It is often in use, so that the old variable is shadowed.
    fn name(&mut self) -> String {
        self.rng
            .pick(&[
                "x", "y", "u", "v", "w", "a", "b", "c", "scale", "norm", "update", "ratio", "index", "count", "shape",
                "acc",
            ])
            .to_owned()
    }

    /// A shape for a new variable.
    fn shape(&mut self) -> Shape {
        use kinds::{COLS, Dim, MATRICES, ROWS, SCALAR, TENSOR, matrix};
        if self.has_sizes && self.has_state && self.rng.chance(0.15) {
            return self.rng.pick(&[
                matrix(Dim::Rows, Dim::Fixed),
                matrix(Dim::Fixed, Dim::Cols),
                matrix(Dim::Fixed, Dim::Least),
                matrix(Dim::Least, Dim::Least),
                matrix(Dim::Cols, Dim::Least),
            ]);
        }
        match self.rng.weighted(&[9, 6, 3, 3, 2, 1, 1, 1]) {
            0 => TENSOR,
            1 => SCALAR,
            2 => ROWS,
            3 => COLS,
            4 => MATRICES,
            5 => matrix(Dim::Rows, Dim::Rows),
            6 => matrix(Dim::Cols, Dim::Rows),
            _ => matrix(Dim::Cols, Dim::Cols),
        }
    }
}
