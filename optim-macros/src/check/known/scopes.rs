//! The meanings of names at one place of the body.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use proc_macro2::Ident;
use syn::Expr as Syntax;

use crate::ast::{Expr, Local, LocalId, Target};
use crate::check::syntax::name_of;
use crate::fixed::{Fixed, Level, Meaning, Pattern, Type, Var};
use crate::names::Names;

/// The meaning of a name in the body.
#[derive(Clone)]
pub(crate) enum Binding {
    /// A fixed variable.
    Fixed { var: Var, mutable: bool, known: Known },
    /// A variable that holds values of the step.
    Value { id: LocalId, mutable: bool },
    /// A list that lives as long as the step.
    List { id: LocalId, mutable: bool },
    /// Another name for a scheduled hyperparameter.
    Scheduled(Expr),
    /// `param`: a mutable reference to the parameter.
    Param,
    /// A mutable reference to a place of the caller, with the caller's name for it.
    Place { target: Target, called: String },
    /// `state`, to change or only to read.
    State { mutable: bool },
    /// `input`, to read.
    Input,
    /// `output`, to assign.
    Output,
}

/// Facts about a fixed variable.
#[derive(Clone, Default)]
pub(crate) struct Known {
    /// The meaning of its value, if it never changes.
    pub(crate) meaning: Option<Meaning>,
    pub(crate) ty: Option<Type>,
    pub(crate) level: Level,
    /// The range of its values, if it counts the iterations of a loop over literals.
    pub(crate) count: Option<Count>,
}

/// The range of a loop counter between literals.
#[derive(Clone, Copy)]
pub(crate) struct Count {
    /// The largest value.
    pub(crate) last: usize,
    /// The number of branches and loops around the loop's body.
    pub(crate) depth: usize,
}

impl Known {
    /// Facts about a variable of which only the level is known.
    pub(crate) fn at(level: Level) -> Self {
        Self { level, ..Self::default() }
    }
}

/// A variable that holds values of the body.
pub(crate) struct Variable {
    /// Its name in generated code, unique in the body.
    pub(crate) ident: Ident,
    /// True if it may be assigned.
    pub(crate) mutable: bool,
    /// The user's name.
    pub(crate) called: String,
    /// The source of its value, for messages.
    pub(crate) origin: String,
}

impl Variable {
    /// The variable as later stages see it.
    pub(crate) fn local(&self) -> Local {
        Local { ident: self.ident.clone(), mutable: self.mutable }
    }
}

/// The names in scope, and all variables of the body. In generated code, no two variables have the same name.
pub(crate) struct Scopes {
    /// The scopes of the function that is being checked, outermost first.
    open: Vec<Bindings>,
    names: Names,
    variables: Vec<Variable>,
    /// The fixed elements of tuples, by variable and position.
    elements: HashMap<(LocalId, usize), Fixed>,
    /// The lengths of lists: as expressions without variables, and as the user wrote them.
    lengths: HashMap<LocalId, (Fixed, Syntax)>,
    /// The values of immutable fixed variables.
    definitions: BTreeMap<Var, Fixed>,
    /// The arguments behind parameters of helper functions, for timed values.
    passed: BTreeMap<Var, Passed>,
}

/// A timed argument of a helper function.
pub(crate) struct Passed {
    pub(crate) value: Fixed,
    pub(crate) syntax: Syntax,
}

type Bindings = BTreeMap<String, Binding>;

impl Scopes {
    /// A scope without variables; `reserved` names are taken in generated code.
    pub(crate) fn new(reserved: &[&str]) -> Self {
        let mut names = Names::default();
        reserved.iter().for_each(|name| names.reserve(name));
        let (open, variables) = (Vec::new(), Vec::new());
        let (elements, lengths) = (HashMap::new(), HashMap::new());
        let (definitions, passed) = (BTreeMap::new(), BTreeMap::new());
        Self { open, names, variables, elements, lengths, definitions, passed }
    }

    pub(crate) fn enter(&mut self) {
        self.open.push(Bindings::new());
    }

    pub(crate) fn leave(&mut self) {
        self.open.pop();
    }

    /// Enters the body of another function, which sees no names of the caller. Returns the argument for `return_to`.
    pub(crate) fn enter_function(&mut self) -> Vec<Bindings> {
        std::mem::replace(&mut self.open, vec![Bindings::new()])
    }

    pub(crate) fn return_to(&mut self, caller: Vec<Bindings>) {
        self.open = caller;
    }

    pub(crate) fn bind(&mut self, name: &Ident, binding: Binding) {
        if let Some(scope) = self.open.last_mut() {
            scope.insert(name.to_string(), binding);
        }
    }

    pub(crate) fn find(&self, name: &str) -> Option<&Binding> {
        self.open.iter().rev().find_map(|scope| scope.get(name))
    }

    /// The variable that an expression names; `None` if it is not a plain name.
    pub(crate) fn binding_of(&self, syntax: &Syntax) -> Option<&Binding> {
        self.find(&name_of(syntax)?.to_string())
    }

    /// The names in scope, for suggestions after a misspelt name.
    pub(crate) fn visible(&self) -> Vec<String> {
        self.open.iter().flat_map(|scope| scope.keys().cloned()).collect()
    }

    /// A name like `wanted` that no other variable of the body has.
    pub(crate) fn unique(&mut self, wanted: &Ident) -> Ident {
        self.names.unique(wanted)
    }

    /// Adds a variable for values of the body. No name in scope refers to it yet.
    pub(crate) fn add(&mut self, name: &Ident, mutable: bool, origin: String) -> LocalId {
        let ident = self.names.unique(name);
        self.variables.push(Variable { ident, mutable, called: name.to_string(), origin });
        self.variables.len() - 1
    }

    pub(crate) fn variable(&self, id: LocalId) -> &Variable {
        &self.variables[id]
    }

    /// Sets the origin of a variable that was declared without a value.
    pub(crate) fn first_value(&mut self, id: LocalId, origin: Option<String>) {
        if self.variables[id].origin.is_empty() {
            self.variables[id].origin = origin.unwrap_or_default();
        }
    }

    /// Adds a fixed element of this variable, which is a tuple.
    pub(crate) fn add_element(&mut self, id: LocalId, place: usize, element: Fixed) {
        self.elements.insert((id, place), element);
    }

    /// The element of a variable; `None` if it is not fixed.
    pub(crate) fn element(&self, id: LocalId, place: usize) -> Option<&Fixed> {
        self.elements.get(&(id, place))
    }

    /// Returns true if an element of this variable is fixed.
    pub(crate) fn has_elements(&self, id: LocalId) -> bool {
        self.elements.keys().any(|(variable, _)| *variable == id)
    }

    /// Marks this variable as a list of this length.
    pub(crate) fn add_list(&mut self, id: LocalId, length: Fixed, written: Syntax) {
        self.lengths.insert(id, (length, written));
    }

    /// The length of a list, and the length as the user wrote it.
    pub(crate) fn length(&self, id: LocalId) -> Option<&(Fixed, Syntax)> {
        self.lengths.get(&id)
    }

    /// Stores the value of an immutable fixed variable.
    pub(crate) fn define(&mut self, var: &Var, value: &Fixed) {
        self.definitions.insert(var.clone(), value.clone());
    }

    /// Stores the argument that a parameter of a helper function stands for.
    pub(crate) fn pass(&mut self, pattern: &Pattern, value: &Fixed, argument: &Syntax) {
        if let (Pattern::Bind(var, ..), true) = (pattern, value.level().is_timed()) {
            self.passed.insert(var.clone(), Passed { value: value.clone(), syntax: argument.clone() });
        }
    }

    /// The argument that a timed value comes from, in the outermost call.
    pub(crate) fn passed(&self, value: &Fixed) -> Option<&Passed> {
        self.passed_before(value, &mut BTreeSet::new())
    }

    fn passed_before(&self, value: &Fixed, seen: &mut BTreeSet<Var>) -> Option<&Passed> {
        let mut variables = BTreeSet::new();
        value.variables(&mut variables);
        variables.iter().find_map(|var| {
            if !seen.insert(var.clone()) {
                return None;
            }
            let defined = self.definitions.get(var).filter(|value| value.level().is_timed());
            defined.and_then(|value| self.passed_before(value, seen)).or_else(|| self.passed.get(var))
        })
    }

    /// A fixed expression with its variables replaced by their values; `None` if one of them is unknown.
    pub(crate) fn spelled_out(&self, fixed: &Fixed) -> Option<Fixed> {
        // Nested replacements can grow exponentially, so their number is limited. A dimension needs few.
        let left = Cell::new(64);
        let spelled = self.replaced(fixed, &left);
        let mut variables = BTreeSet::new();
        spelled.variables(&mut variables);
        variables.is_empty().then_some(spelled)
    }

    fn replaced(&self, fixed: &Fixed, left: &Cell<usize>) -> Fixed {
        fixed.replaced(&|var| {
            let value = self.definitions.get(var)?;
            left.set(left.get().checked_sub(1)?);
            Some(self.replaced(value, left).form().clone())
        })
    }

    /// The variables as later stages see them.
    pub(crate) fn locals(&self) -> Vec<Local> {
        self.variables.iter().map(Variable::local).collect()
    }

    /// The names of all variables.
    pub(crate) fn into_names(self) -> Names {
        self.names
    }
}

#[cfg(test)]
mod tests {
    use quote::format_ident;

    use super::*;

    fn is_param(scopes: &Scopes, name: &str) -> bool {
        matches!(scopes.find(name), Some(Binding::Param))
    }

    #[test]
    fn the_innermost_scope_comes_first_and_is_forgotten_first() {
        let mut scopes = Scopes::new(&[]);
        let x = format_ident!("x");
        scopes.enter();
        scopes.bind(&x, Binding::State { mutable: true });
        scopes.enter();
        scopes.bind(&x, Binding::Param);
        assert!(is_param(&scopes, "x"));
        scopes.leave();
        assert!(!is_param(&scopes, "x"));
        assert_eq!(scopes.visible(), ["x"]);
    }

    #[test]
    fn a_function_sees_none_of_its_callers_names_and_leaves_none() {
        let mut scopes = Scopes::new(&[]);
        scopes.enter();
        scopes.bind(&format_ident!("outside"), Binding::Param);
        let caller = scopes.enter_function();
        scopes.bind(&format_ident!("inside"), Binding::Param);
        assert!(!is_param(&scopes, "outside"));
        scopes.return_to(caller);
        assert!(is_param(&scopes, "outside") && !is_param(&scopes, "inside"));
    }

    #[test]
    fn variables_of_one_name_have_two_in_generated_code() {
        let mut scopes = Scopes::new(&["shape"]);
        let (x, shape) = (format_ident!("x"), format_ident!("shape"));
        for name in [&x, &x, &shape] {
            scopes.add(name, false, String::new());
        }
        let idents: Vec<String> = scopes.locals().iter().map(|local| local.ident.to_string()).collect();
        assert_eq!(idents, ["x", "x_2", "shape_2"]);
        assert_eq!(scopes.variable(1).called, "x");
    }

    #[test]
    fn the_first_value_of_a_variable_tells_where_it_comes_from() {
        let mut scopes = Scopes::new(&[]);
        let id = scopes.add(&format_ident!("x"), true, String::new());
        scopes.first_value(id, Some("the gradient".to_owned()));
        scopes.first_value(id, Some("the parameter".to_owned()));
        assert_eq!(scopes.variable(id).origin, "the gradient");
    }
}
