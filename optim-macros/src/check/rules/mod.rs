//! The rules of the language: each is one function, and [`RULES`] has all of them.
//!
//! The rest of the check knows no message. It announces each [`Site`] that it comes to; [`Checker::breaks`] asks the rules
//! in the order of the table, and the first that finds a mistake has it told. What is wrong then gets [`Kind::Wrong`], which no
//! rule minds, so that a mistake is told once.
//!
//! A rule stands in the file of its section in `optim-std/docs/errors.md`; `operands`, `parts` and `targets` are the three
//! parts of `kinds`, and `helpers` belongs to `calls`. A rule that is broken by more than one kind of site matches on all of
//! them. A rule sees the whole [`Checker`] and changes nothing of it.

mod calls;
mod conditional_state;
mod control_flow;
mod effects;
mod elementwise;
mod global;
mod helpers;
mod hyper;
mod input;
mod lists;
mod matrices;
mod mistake;
mod operands;
mod param_written;
mod parts;
mod scheduler;
mod signature;
mod site;
mod state;
mod targets;
mod time;
mod wrapping;

use proc_macro2::Span;

use super::Checker;
use crate::ast::{Expr, Node};
use crate::kind::Kind;

pub(crate) use mistake::Mistake;
pub(crate) use signature::Modifier;
pub(crate) use site::Site;

/// A rule of the language.
#[cfg_attr(not(test), expect(dead_code, reason = "what readers and tests ask for"))]
pub(crate) struct Rule {
    /// The section of `optim-std/docs/errors.md` that explains it.
    pub(crate) guide: &'static str,
    /// The name of its function.
    pub(crate) name: &'static str,
    /// The rule itself.
    pub(crate) says: &'static str,
    /// The mistake at a site, if the rule is broken there.
    judge: fn(&Checker, &Site) -> Option<Mistake>,
}

/// `section in file { function: rule; … }`
macro_rules! rules {
    ($($guide:ident in $file:ident { $($name:ident: $says:literal;)* })*) => {
        &[$($(Rule { guide: stringify!($guide), name: stringify!($name), says: $says, judge: $file::$name },)*)*]
    };
}

/// All rules. Where two are broken at one site, the one that stands first is told.
#[rustfmt::skip]
pub(crate) const RULES: &[Rule] = rules! {
    time in time {
        only_steps_ask_of_time: "Schedules, elementwise functions, `probe` and `eval` ask nothing of time.";
        questions_have_arguments: "`after` and `at` take one argument, `every` and `slot` one or two.";
        arguments_of_time_are_fixed: "Their arguments are fixed.";
        arguments_of_time_are_integers: "Their arguments are integers.";
        arguments_of_time_are_positive: "Their arguments are at least 1, the second one of `slot` at least 0.";
        timed_values_decide: "A timed condition decides an `if`, a slot indexes a list; they do nothing else.";
        timed_conditions_have_plain_names: "A variable of a timed condition is not `mut`.";
        fixed_variables_have_no_time: "A timed `if` changes no fixed variable.";
        timed_arms_are_numbers: "What is fixed in the arms of a timed `if` with a value is an `f64`.";
        dimensions_have_no_time: "A timed `if` changes no dimensions.";
        programs_are_few: "A step has at most 8 programs.";
    }
    control_flow in control_flow {
        branches_are_fixed: "The condition of an `if` and a guard are known before the run.";
        conditions_are_bools: "The condition of an `if` and a guard are a `bool`.";
        matches_are_fixed: "What a `match` looks at is known before the run.";
        loops_are_fixed: "A loop goes over a fixed range or array, or over an array of values.";
        bounds_are_fixed: "The bounds of a range are fixed.";
        lengths_are_fixed: "The length of an array is fixed.";
        turns_are_counted: "A loop has a fixed number of iterations: there is no `while` and no `loop`.";
        lazy_logic_is_fixed: "`&&` and `||` decide what runs, so both sides are fixed.";
        indices_are_fixed: "An index is fixed.";
        casts_are_of_fixed_values: "Only fixed values are cast.";
        nothing_ends_early: "There is no `return`, `break`, `continue`, `?`, `let … else` or label.";
    }
    effects in effects {
        no_macros: "A body can't call macros.";
        no_closures: "A body has no closures, and no methods that take one.";
        no_items: "Constants, functions and other items are declared outside.";
        no_unsafe: "A body has no `unsafe`.";
        not_asynchronous: "A body has no `async` and no `.await`.";
        no_structs: "Values live in variables, tuples and arrays, not in structs.";
        only_this_syntax: "All other syntax is refused.";
        bodies_are_understood: "What no other rule refuses is understood.";
        statements_have_effects: "A statement does something: a fixed value alone does not.";
    }
    state in state {
        nothing_else_is_remembered: "Nothing is remembered but declared state: no statics, no cells.";
        states_are_declared: "The struct declares each state.";
        states_are_used: "A declared state is used.";
        states_are_named: "States are read and assigned one by one, by their names.";
        settings_are_named: "Settings are read one by one, by their names.";
        settings_stay: "A body can't change a setting.";
        shared_states_stay: "State that is passed as `&State<Self>` is read only.";
    }
    lists in lists {
        lists_are_indexed: "An item of a list is named by its index; a list as a whole is not a value.";
        indices_are_integers: "The index of an item is an integer.";
        items_exist: "A literal index, and a slot over literally so many places, is within a list of literal length.";
    }
    input in input {
        inputs_have_a_place: "`step` and `probe` take the declared inputs behind the gradient, `eval` takes none.";
        inputs_are_declared: "The struct declares each input.";
        inputs_are_used: "A declared input is read.";
        inputs_are_named: "Inputs are read one by one, by their names.";
        inputs_are_read: "Inputs are given by the caller: no body changes them.";
        inputs_are_due: "An input with a condition is read only where the condition is guaranteed to hold.";
    }
    conditional_state in conditional_state {
        conditions_hold: "A state with a condition is touched only where the condition is guaranteed to hold.";
    }
    param_written in param_written {
        every_path_writes: "A step writes the parameter on every path.";
        probes_change_something: "A probe writes the parameter or a state.";
    }
    signature in signature {
        functions_are_plain: "Functions are not `const`, `async` or `unsafe` and have no ABI.";
        functions_are_not_generic: "Functions have no generic parameters and no `where`.";
        routines_take_self: "`step`, `probe` and `eval` take their settings as `&self`.";
        routines_take_these: "`step` and `probe` take the parameter, its gradient, perhaps the inputs, its state and perhaps the step count, `eval` the parameter and its state, under plain names.";
        routines_take_these_types: "They are `&mut Tensor`, `Tensor`, `Input<Self>`, `&mut State<Self>` and `Scalar`; of `eval`, `Tensor` and `&State<Self>`.";
        steps_return_nothing: "`step` and `probe` return nothing.";
        evals_give_the_weights: "`eval` gives a tensor with the parameter's dimensions.";
        helpers_take_this_state: "A function takes the state and the inputs of its own optimizer.";
    }
    wrapping in wrapping {
        inner_is_called: "A wrapper calls `step` of the optimizer inside once, and its `probe` that one's `probe`.";
        inner_has_three_functions: "`step` calls `self.inner.step`, `probe` calls `self.inner.probe`, and `eval` may call `self.inner.eval`.";
        inner_runs_once: "The call stands once.";
        inner_runs_on_every_path: "The call stands under at most one `if`, whose condition is timed, and in no loop or helper function; that of `eval` under none.";
        inner_takes_two: "It takes what is updated, and the gradient; that of `eval` takes the weights.";
        inner_updates_a_place: "What it updates is the parameter or a state.";
        inner_operands_fit: "Both have the dimensions of the parameter.";
        inner_keeps_its_settings: "The settings of the optimizer inside are its own.";
    }
    hyper in hyper {
        optionals_are_opened: "A scheduled `Option` is opened by `if let Some(x)`.";
    }
    elementwise in elementwise {
        no_self: "An elementwise function has no `self`.";
        numbers_stand_alone: "An elementwise function has no reductions and no products of matrices.";
    }
    scheduler in scheduler {
        value_takes_self: "`value` takes its arguments as `&self`.";
        value_takes_the_time: "`value` takes the time, a `Scalar` with a plain name, and nothing else.";
        value_gives_a_scalar: "`value` is written to give a `Scalar`.";
        formulas_give_numbers: "A schedule and an elementwise function give a number.";
        schedules_have_no_tensors: "A schedule makes no tensors.";
        only_schedules_have_values: "`value(t)` is a method of schedules, which are arguments.";
        times_are_numbers: "A schedule has a value at a time, which is a number.";
    }
    matrices in matrices {
        results_are_taken_apart: "Several results of one call are taken apart by a `let`.";
        matrices_are_tensors: "Linear algebra takes a `Tensor`; columns are those of a `Tensor` or of `Cols`.";
        matrices_are_square: "`eigh`, `cholesky`, `solve`, `solve_lower`, `inv_root` and `diag` take a square matrix.";
        right_sides_fit: "The right-hand sides of `solve` and `solve_lower` have as many rows as the matrix.";
        roots_are_integers: "The root of `inv_root` is a fixed integer of at least 1.";
        shifts_are_numbers: "`eps` of `inv_root` is a number.";
        columns_are_counted: "`first_cols` takes a fixed integer of at least 1.";
        orders_are_taken: "`take_cols` and `put_cols` take an `Order` of as many columns.";
        columns_are_put_back: "`put_cols` takes columns of as many rows, and no more than there are.";
        identities_have_sizes: "`eye` takes a fixed integer, in a step.";
        dimensions_are_known: "How many columns there are is known before the step.";
    }
    global in global {
        only_steps_reduce_the_model: "Only `step` and `probe` reduce over all parameters.";
        model_reductions_turn_for_all: "A reduction over all parameters stands in loops whose turns are known for the whole model.";
        model_reductions_have_no_time: "A reduction over all parameters stands under no timed condition.";
        global_states_take_global_values: "A global state takes numbers that are known for the whole model.";
        global_states_change_for_all: "What decides whether a global state is assigned is known for the whole model.";
        global_items_have_one_index: "An item of a list of global states is assigned by an index that is known for the whole model.";
        turns_keep_the_model: "A variable that a global state takes in a loop is of the whole model before and after each iteration.";
    }
    kinds in operands {
        operators_are_known: "Values have the operators `+ - * / %`, comparisons, `&`, `|` and `!`.";
        operands_fit: "An operation takes numbers, or masks where it joins or chooses by them.";
        reduced_values_fit: "A reduction takes numbers; sums and means take masks, too.";
        arguments_are_numbers: "An elementwise function takes numbers.";
        shapes_agree: "Values that meet have one shape, up to broadcasting.";
        reductions_join: "A reduction goes along an axis that its value has.";
        products_are_of_matrices: "`matmul` takes two tensors.";
        products_match: "The columns of the first matrix are the rows of the second.";
        tensors_are_transposed: "`t` takes a tensor.";
        exponents_are_integers: "The exponent of `powi` is a fixed integer.";
        powers_are_of_numbers: "`powi` takes a number.";
        numbers_are_floats: "A fixed number that meets values of the body is an `f64`.";
        masks_choose: "`select` chooses by a mask; a fixed condition takes an `if`.";
        lifted_values_fit: "`full` takes a number of the parameter's axes, `scalar` a fixed one.";
        draws_are_like_numbers: "As many random numbers are drawn as a value has that is not fixed.";
        options_are_fixed: "An `Option` holds a fixed value.";
        methods_of_tensors: "A fixed value has no reductions and no products of matrices.";
        literals_are_numbers: "A literal is a number or a boolean.";
        values_have_kinds: "What is used as a value has one.";
    }
    kinds in parts {
        arms_agree: "All arms have one kind.";
        turns_have_no_value: "The body of a loop has no value.";
        turns_keep_shapes: "A variable has one shape before and after each iteration.";
        elements_agree: "All elements of an array have one kind.";
        lengths_are_literal: "The length of an array of values is a literal.";
        elements_exist: "A literal index is within the array.";
        tuples_have_places: "The elements of a tuple are named by their places.";
        elements_are_alike: "The elements of a tensor have no index.";
        fields_exist: "Only tuples have elements by place; the parameter has no fields.";
        patterns_fit: "A pattern takes a value apart as it was put together.";
        patterns_are_plain: "A pattern binds plain names, without `ref`.";
        written_types_are_true: "A written type is the one that the value has.";
    }
    kinds in targets {
        the_parameter_is_a_reference: "The value of the parameter is `*param`.";
        only_the_parameter_is_a_reference: "Nothing else is assigned through a reference.";
        variables_have_values: "A variable has a value on every path to where it is read.";
        fixed_variables_stay_fixed: "A fixed variable takes fixed values.";
        targets_are_mutable: "What is assigned is declared with `mut`.";
        first_values_are_data: "A variable that is declared without a value gets one that is not fixed.";
        fixed_elements_stay: "A fixed element of a tuple stays as it is.";
        targets_are_variables: "An element that is assigned is one of a variable, by a literal index.";
        tuples_are_taken_apart: "Several variables take a tuple of as many values.";
        assignment_keeps_kinds: "Assignment takes the kind of its target.";
        places_keep_shapes: "The parameter and the states keep the parameter's shape.";
    }
    calls in calls {
        variables_exist: "A name is one of a variable or of a constant.";
        settings_exist: "The struct declares each setting.";
        constants_are_plain: "The path of a constant is not qualified.";
        functions_have_names: "A function is called by its path.";
        functions_are_named_alone: "A function is called without types.";
        functions_are_of_the_language: "Functions of the standard library and of types can't be called.";
        nothing_calls_itself: "A function does not call itself.";
        routines_stand_apart: "`step`, `probe` and `eval` don't call one another.";
        expressions_are_so_deep: "Expressions are nested so deep and no deeper, those of helpers included.";
        functions_of_numbers_take_fixed_ones: "A function such as `f64::max` takes fixed numbers.";
        helpers_exist: "A function that is called as `self.name` or `Self::name` is in the impl.";
        calls_have_all_arguments: "A call has as many arguments as its function takes.";
        numbers_are_drawn_in_steps: "Random numbers are drawn in `step` and `probe` alone.";
        nothing_is_cloned: "Values are copied as they are.";
        the_parameter_has_four_sizes: "The shape of the parameter is told by `ndim`, `len`, `rows` and `cols`.";
        functions_are_no_methods: "`select`, `full`, `scalar`, `eye`, `normal_like` and `uniform_like` are functions.";
        methods_exist: "A method is one of the language.";
    }
    calls in helpers {
        state_is_passed: "A function that takes the state is given `state`.";
        inputs_are_passed: "A function that takes the inputs is given `input`, and no other is.";
        shared_state_is_passed_on: "A function that changes the state is not given one that is only read.";
        changed_arguments_are_mutable: "A function that takes `&mut` is given `param`, or a variable declared with `mut`.";
        values_are_passed: "A function that takes a value is given one, not a reference.";
        arguments_fit: "An argument has the kind that the function's signature says.";
        results_fit: "A function gives the kind that its signature says.";
    }
};

impl Checker<'_> {
    /// Asks all rules about a site. Whether one is broken there; the mistake has been told then.
    pub(crate) fn breaks(&mut self, site: Site) -> bool {
        let broken = RULES.iter().find_map(|rule| Some((rule, (rule.judge)(self, &site)?)));
        broken.is_some_and(|(rule, mistake)| {
            self.report.tell(rule, mistake);
            true
        })
    }

    /// Stands in for an expression at a site where a rule is broken.
    pub(crate) fn refused(&mut self, span: Span, site: Site) -> Expr {
        self.breaks(site);
        self.invalid(span)
    }

    /// Stands in for an expression with a mistake that has been told.
    pub(crate) fn invalid(&mut self, span: Span) -> Expr {
        self.report.give_up(span);
        Expr { kind: Kind::Wrong, span, node: Node::Tuple(Vec::new()) }
    }
}
