//! The rules of the language: each is one function, and [`RULES`] has all of them.
//!
//! The rest of the check writes no messages. It announces each [`Site`] that it reaches. [`Checker::breaks`] then asks the rules
//! in the order of the table, and the first one that finds a mistake reports it. The wrong expression gets [`Kind::Wrong`], which breaks no
//! rule, so a mistake is reported once.
//!
//! A rule is in the file of its section in `optim-std/docs/errors.md`; `operands`, `compound_values` and `assignments` are the three
//! parts of `kinds`, and `helpers` belongs to `calls`. A rule that several kinds of sites can break matches on all of
//! them. A rule can read the whole [`Checker`] and changes nothing in it.

mod assignments;
mod axes;
mod calls;
mod compound_values;
mod conditional_state;
mod control_flow;
mod effects;
mod elementwise;
mod functions;
mod global;
mod helpers;
mod hyper;
mod input;
mod lists;
mod matrices;
mod mistake;
mod operands;
mod output;
mod param_written;
mod quantiles;
mod scheduler;
mod signature;
mod site;
mod state;
mod time;
mod wrapping;

use proc_macro2::Span;

use super::Checker;
use crate::ast::{Expr, Node};
use crate::kind::Kind;

pub(crate) use mistake::Mistake;
pub(crate) use site::{Element, Modifier, Site};

/// A rule of the language.
#[cfg_attr(not(test), expect(dead_code, reason = "what readers and tests ask for"))]
pub(crate) struct Rule {
    /// The section of `optim-std/docs/errors.md` that explains it.
    pub(crate) guide: &'static str,
    /// The name of its function.
    pub(crate) name: &'static str,
    /// The rule itself.
    pub(crate) says: &'static str,
    /// The function that returns the mistake at a site, or `None`.
    judge: fn(&Checker, &Site) -> Option<Mistake>,
}

/// `section in file { function: rule; … }`
macro_rules! rules {
    ($($guide:ident in $file:ident { $($name:ident: $says:literal;)* })*) => {
        &[$($(Rule { guide: stringify!($guide), name: stringify!($name), says: $says, judge: $file::$name },)*)*]
    };
}

/// All rules. If a site breaks two of them, the first one in the table is reported.
#[rustfmt::skip]
pub(crate) const RULES: &[Rule] = rules! {
    functions in functions {
        functions_have_no_self: "A step function has no `self`.";
        functions_have_no_state: "A step function has no state, no inputs and no outputs of its own.";
        functions_take_plain_names: "The arguments of a step function have plain names.";
        functions_take_values: "They are values of a kind, places, and fixed values of types that every module knows.";
        functions_compute: "At least one argument is a value of a kind or a place.";
        functions_write_plain_types: "The types in its body are known in every module.";
        functions_have_their_own_names: "A step function is not called like a function of the language.";
        named_functions_are_called: "A function in `uses` is called.";
        functions_are_called_as_named: "A step function is called by its path in `uses`.";
        functions_are_given_all_arguments: "A call has as many arguments as the step function takes.";
        changed_places_differ: "A call changes different places.";
    }
    time in time {
        only_steps_ask_of_time: "Only `step` can use `every`, `after`, `at` and `slot`.";
        questions_have_arguments: "`after` and `at` take one argument, `every` and `slot` one or two.";
        arguments_of_time_are_fixed: "Their arguments are fixed.";
        arguments_of_time_are_integers: "Their arguments are integers.";
        arguments_of_time_are_positive: "Their arguments are at least 1, the second one of `slot` at least 0.";
        timed_values_decide: "A timed condition is the condition of an `if`, a slot indexes a list; they have no other use.";
        timed_conditions_have_plain_names: "A variable of a timed condition is not `mut`.";
        fixed_variables_have_no_time: "A timed `if` can't change a fixed variable.";
        timed_arms_are_numbers: "A fixed value of a timed `if` is an `f64`.";
        dimensions_have_no_time: "A timed `if` can't change dimensions.";
        programs_are_few: "A step has at most 8 programs.";
    }
    control_flow in control_flow {
        branches_are_fixed: "The condition of an `if` and a guard are known before training.";
        conditions_are_bools: "The condition of an `if` and a guard are a `bool`.";
        matches_are_fixed: "The value of a `match` is known before training.";
        loops_are_fixed: "A loop iterates over a fixed range or array, or over an array of values.";
        bounds_are_fixed: "The bounds of a range are fixed.";
        lengths_are_fixed: "The length of an array is fixed.";
        iterations_are_counted: "A loop has a fixed number of iterations: there is no `while` and no `loop`.";
        lazy_logic_is_fixed: "Both sides of `&&` and `||` are fixed.";
        indices_are_fixed: "An index is fixed.";
        casts_are_of_fixed_values: "Only fixed values can be cast.";
        nothing_ends_early: "There is no `return`, `break`, `continue`, `?`, `let … else` or label.";
    }
    effects in effects {
        no_macros: "A body can't call macros.";
        no_closures: "A body has no closures, and no methods that take one.";
        no_items: "Constants, functions and other items are declared outside of a body.";
        no_unsafe: "A body has no `unsafe`.";
        not_asynchronous: "A body has no `async` and no `.await`.";
        no_structs: "Values live in variables, tuples and arrays, not in structs.";
        only_this_syntax: "Other syntax is an error.";
        bodies_are_understood: "What no other rule forbids is supported.";
        statements_have_effects: "A statement has an effect: a fixed value alone has none.";
    }
    state in state {
        nothing_else_is_remembered: "A body remembers only declared state: no statics, no cells.";
        states_are_declared: "The struct declares each state.";
        states_are_used: "A declared state is used.";
        states_are_named: "States are read and assigned one by one, by name.";
        settings_are_named: "Settings are read one by one, by name.";
        settings_stay: "A body can't change a setting.";
        shared_states_stay: "State that is passed as `&State<Self>` is read-only.";
    }
    lists in lists {
        lists_are_indexed: "An item of a list is named by its index; a list as a whole is not a value.";
        lists_are_of_numbers: "A list of the step's own holds numbers.";
        lengths_are_known: "Its length is an integer that is known before the step.";
        indices_are_integers: "The index of an item is an integer.";
        items_exist: "A literal index, and a slot over literally so many places, is within a list of literal length.";
    }
    axes in quantiles {
        fractions_come_first: "Quantiles to an axis take the fraction and then the number of the axis.";
    }
    axes in axes {
        axes_are_given: "`dim` and reductions to an axis take the number of one.";
        axes_are_fixed: "The number of an axis is an integer that is known before training.";
        axes_are_counted_from_the_first: "The number of an axis is at least 0: axes are counted from the first.";
        reduced_values_have_all_axes: "A reduction to an axis takes a value that has all axes, or that one, written alike.";
        variables_keep_their_axes: "A variable has numbers along one axis, in all branches and iterations.";
        matrices_have_rows: "Linear algebra, and quantiles that are not to the same axis, do not accept numbers along an axis.";
        items_by_axis_have_fixed_places: "The index of an item of a list by axis is known before training.";
        values_of_lists_have_axes: "A list of the step can't hold numbers along an axis.";
    }
    input in input {
        inputs_have_a_place: "`step` and `probe` take the declared inputs after the gradient, `eval` takes none.";
        inputs_are_declared: "The struct declares each input.";
        inputs_are_used: "A declared input is read.";
        inputs_are_named: "Inputs are read one by one, by name.";
        inputs_are_read: "The caller gives the inputs: a body can't change them.";
        inputs_are_due: "An input with a condition is read only where the condition is guaranteed to hold.";
    }
    output in output {
        outputs_have_a_place: "`step` takes the declared outputs after the state; `probe` and `eval` take none.";
        outputs_are_declared: "The struct declares each output.";
        outputs_are_assigned: "A declared output, or each item of a list, is assigned on every path of `step` where its condition holds; a timed condition may decide in which steps a `scalar` is assigned.";
        outputs_are_named: "Outputs are assigned one by one, by name, and only lists by an index.";
        outputs_are_written: "A body can't read an output.";
        outputs_exist: "An output with a condition is assigned only where the condition is guaranteed to hold.";
        outputs_are_passed: "Only a function that takes the outputs is given `output`.";
    }
    conditional_state in conditional_state {
        conditions_hold: "A state with a condition is used only where the condition is guaranteed to hold.";
    }
    param_written in param_written {
        every_path_writes: "A step writes the parameter on every path.";
        probes_write: "A probe writes the parameter somewhere.";
    }
    signature in signature {
        functions_are_plain: "Functions are not `const`, `async` or `unsafe` and have no ABI.";
        functions_are_not_generic: "Functions have no generic parameters and no `where`.";
        routines_take_self: "`step`, `probe` and `eval` take their settings as `&self`.";
        routines_take_these: "`step` and `probe` take the parameter, its gradient, optional inputs, its state and an optional step count, `step` optional outputs after the state, `eval` the parameter and its state, with plain names.";
        routines_take_these_types: "They are `&mut Tensor`, `Tensor`, `Input<Self>`, `&mut State<Self>`, `&mut Output<Self>` and `Scalar`; of `eval`, `Tensor` and `&State<Self>`.";
        steps_return_nothing: "`step` and `probe` return nothing.";
        evals_return_the_weights: "`eval` returns a tensor with the parameter's dimensions.";
        helpers_take_this_state: "A function takes the state, the inputs and the outputs of its own optimizer.";
    }
    wrapping in wrapping {
        inner_is_called: "A wrapper calls `step` of the inner optimizer once; its `probe` calls the inner `probe`.";
        inner_has_three_functions: "`step` calls `self.inner.step`, `probe` calls `self.inner.probe`, and `eval` may call `self.inner.eval`.";
        inner_runs_once: "There is exactly one call.";
        inner_runs_on_every_path: "The call is under at most one `if`, whose condition is timed, and not in a loop or a helper function; in `eval` it is under no `if`.";
        inner_takes_two: "It takes the place to update and the gradient; in `eval` it takes the weights.";
        inner_updates_a_place: "The place to update is the parameter or a state.";
        inner_operands_fit: "Both have the dimensions of the parameter.";
        inner_keeps_its_settings: "The settings of the inner optimizer are private.";
    }
    hyper in hyper {
        optionals_are_opened: "A scheduled `Option` is opened by `if let Some(x)`.";
        options_are_done: "A wrapper with the setting `clip_norm` or `clip_value` reads it in `step`.";
    }
    elementwise in elementwise {
        no_self: "An elementwise function has no `self`.";
        numbers_stand_alone: "An elementwise function has no reductions and no products of matrices.";
        functions_return_numbers: "An elementwise function returns a number.";
    }
    scheduler in scheduler {
        value_takes_self: "`value` takes its arguments as `&self`.";
        value_takes_the_time: "`value` takes the time, a `Scalar` with a plain name, and nothing else.";
        value_returns_a_scalar: "The return type of `value` is `Scalar`.";
        schedules_return_numbers: "A schedule returns a number.";
        schedules_have_no_tensors: "A schedule has no tensors.";
        only_schedules_have_values: "`value(t)` is a method of schedules, which are arguments.";
        times_are_numbers: "A schedule has a value at a time, which is a number.";
    }
    matrices in matrices {
        results_are_taken_apart: "Several results of one call are destructured by a `let`.";
        matrices_are_tensors: "Linear algebra takes a `Tensor`; columns are those of a `Tensor` or of `Cols`.";
        matrices_are_square: "`eigh`, `cholesky`, `solve`, `solve_lower`, `inv_root` and `diag` take a square matrix.";
        right_sides_fit: "The right-hand sides of `solve` and `solve_lower` have as many rows as the matrix.";
        roots_are_integers: "The root of `inv_root` is a fixed integer of at least 1.";
        shifts_are_numbers: "`eps` of `inv_root` is a number.";
        columns_are_counted: "`first_cols` takes a fixed integer of at least 1.";
        orders_are_taken: "`take_cols` and `put_cols` take an `Order` of as many columns.";
        columns_are_put_back: "`put_cols` takes columns of as many rows, and no more than there are.";
        identities_have_sizes: "`eye` takes a fixed integer, in a step.";
        dimensions_are_known: "The number of columns is known before the step.";
    }
    global in global {
        only_steps_reduce_the_model: "Only `step` and `probe` reduce over all parameters.";
        model_reductions_repeat_for_all: "A reduction over all parameters is only in loops whose number of iterations is known for the whole model.";
        model_reductions_have_no_time: "A reduction over all parameters is not under a timed condition.";
        global_states_take_global_values: "A global state is assigned numbers of the whole model.";
        global_states_change_for_all: "The conditions around an assignment to a global state are known for the whole model.";
        global_items_have_one_index: "An item of a list of global states or outputs is assigned by an index that is known for the whole model.";
        iterations_keep_the_model: "A variable that a global state is assigned in a loop is a number of the whole model before and after each iteration.";
    }
    global in quantiles {
        quantiles_are_of_parameters: "There is no quantile of the whole model.";
    }
    kinds in quantiles {
        quantiles_are_of_numbers: "A quantile is of numbers, along an axis that they have.";
        fractions_are_numbers: "`q` of a quantile is a number or a `Scalar`, and a literal is at least 0 and at most 1.";
    }
    kinds in operands {
        operators_are_known: "Values have the operators `+ - * / %`, comparisons, `&`, `|` and `!`.";
        operands_fit: "An operation takes numbers; logical operators and `select` take masks.";
        reduced_values_fit: "A reduction takes numbers; sums and means also take masks.";
        arguments_are_numbers: "An elementwise function takes numbers.";
        shapes_agree: "Operands have the same shape, up to broadcasting.";
        reductions_join: "A reduction is along an axis that its value has.";
        products_are_of_matrices: "`matmul` takes two values with dimensions.";
        products_match: "The columns of the first matrix are the rows of the second.";
        tensors_are_transposed: "`t` takes a value with dimensions.";
        exponents_are_integers: "The exponent of `powi` is a fixed integer.";
        powers_are_of_numbers: "`powi` takes a number.";
        numbers_are_floats: "A fixed number in tensor arithmetic is an `f64`.";
        masks_choose: "`select` chooses by a mask; a fixed condition takes an `if`.";
        lifted_values_fit: "`full` takes a number that broadcasts to the parameter, `scalar` a fixed number.";
        draws_are_like_numbers: "Random numbers are drawn one per element of a value that is not fixed.";
        options_are_fixed: "An `Option` holds a fixed value.";
        methods_of_tensors: "A fixed value has no reductions and no products of matrices.";
        literals_are_numbers: "A literal is a number or a boolean.";
        values_have_kinds: "An expression that is used as a value has one.";
    }
    kinds in compound_values {
        arms_agree: "All arms have the same kind.";
        iterations_have_no_value: "The body of a loop has no value.";
        iterations_keep_shapes: "A variable has the same shape before and after each iteration.";
        elements_agree: "All elements of an array have the same kind.";
        lengths_are_literal: "The length of an array of values is a literal.";
        elements_exist: "A literal index is within the array.";
        tuples_have_places: "The elements of a tuple are named by position.";
        elements_are_alike: "The elements of a tensor have no index.";
        fields_exist: "Only tuples have elements by position; the parameter has no fields.";
        patterns_fit: "A pattern matches the value.";
        patterns_are_plain: "A pattern binds plain names, without `ref`.";
        written_types_are_true: "A written type is the type of the value.";
    }
    kinds in assignments {
        the_parameter_is_a_reference: "The value of the parameter is `*param`.";
        only_the_parameter_is_a_reference: "Nothing else is assigned through a reference.";
        variables_have_values: "A variable has a value on every path to where it is read.";
        fixed_variables_stay_fixed: "A fixed variable takes fixed values.";
        targets_are_mutable: "An assigned variable is declared with `mut`.";
        first_values_are_data: "A variable that is declared without a value is assigned one that is not fixed.";
        fixed_elements_stay: "A fixed element of a tuple can't be changed.";
        targets_are_variables: "An element that is assigned is one of a variable, by a literal index.";
        tuples_are_taken_apart: "A tuple is assigned to as many variables as it has elements.";
        assignment_keeps_kinds: "The assigned value has the kind of its target.";
        places_keep_shapes: "The parameter and the states keep the parameter's shape.";
    }
    calls in calls {
        variables_exist: "A name is the name of a variable or a constant.";
        settings_exist: "The struct declares each setting.";
        constants_are_plain: "The path of a constant is not qualified.";
        functions_have_names: "A function is called by its path.";
        functions_are_named_alone: "A function is called without types.";
        functions_are_of_the_language: "Functions of the standard library and of types can't be called.";
        nothing_calls_itself: "A function does not call itself.";
        routines_stand_apart: "`step`, `probe` and `eval` don't call one another.";
        expressions_are_so_deep: "Expressions are nested at most 200 levels deep, including those of helpers.";
        functions_of_numbers_take_fixed_ones: "A function such as `f64::max` takes fixed numbers.";
        helpers_exist: "A function that is called as `self.name` or `Self::name` exists in the impl.";
        calls_have_all_arguments: "A call has as many arguments as its function takes.";
        numbers_are_drawn_in_steps: "Random numbers are drawn only in `step` and `probe`.";
        nothing_is_cloned: "Values are copied, not cloned.";
        the_parameter_has_four_sizes: "The parameter has the methods `ndim`, `len`, `rows` and `cols` for its shape.";
        functions_are_no_methods: "`select`, `full`, `scalar`, `eye`, `normal_like` and `uniform_like` are functions.";
        methods_have_their_receivers: "A method of plain Rust is called on a value that has it.";
        values_change_by_assignment: "A value is changed by an assignment, not by a method such as `mul_`.";
        methods_exist: "A method is one of the language.";
    }
    calls in helpers {
        state_is_passed: "A function that takes the state is given `state`.";
        inputs_are_passed: "Only a function that takes the inputs is given `input`.";
        shared_state_is_passed_on: "A function that changes the state is not given read-only state.";
        changed_arguments_are_mutable: "A function that takes `&mut` is given `param`, or a variable declared with `mut`.";
        values_are_passed: "A function that takes a value is given one, not a reference.";
        arguments_fit: "An argument has the kind that the function's signature says.";
        results_fit: "A function returns the kind that its signature says.";
    }
};

/// The rules about dimensions.
const OF_DIMENSIONS: [&str; 8] = [
    "shapes_agree",
    "products_match",
    "matrices_are_square",
    "right_sides_fit",
    "orders_are_taken",
    "columns_are_put_back",
    "iterations_keep_shapes",
    "places_keep_shapes",
];

impl Checker<'_> {
    /// Checks a site against all rules, and reports the first one that is broken. Returns true if there is one.
    pub(crate) fn breaks(&mut self, site: Site) -> bool {
        // A step function by itself has no dimensions; they are checked at each call.
        let judges = |rule: &&Rule| !(self.subject.is_step_function() && OF_DIMENSIONS.contains(&rule.name));
        let broken = RULES.iter().filter(judges).find_map(|rule| Some((rule, (rule.judge)(self, &site)?)));
        broken.is_some_and(|(rule, mistake)| {
            // The step function passed its own check, so a mistake at its call belongs to the call.
            let mistake = match (self.calls.running().next(), self.calls.running().last()) {
                (Some(inside), Some(outside)) => mistake.at_call(&outside.call, &inside.function.item.sig.ident),
                _ => mistake,
            };
            self.report.tell(rule, mistake);
            true
        })
    }

    /// A wrong expression in place of one that breaks a rule.
    pub(crate) fn refused(&mut self, span: Span, site: Site) -> Expr {
        self.breaks(site);
        self.invalid(span)
    }

    /// A wrong expression in place of one with a reported mistake.
    pub(crate) fn invalid(&mut self, span: Span) -> Expr {
        self.report.give_up(span);
        Expr { kind: Kind::Wrong, span, node: Node::Tuple(Vec::new()) }
    }
}
