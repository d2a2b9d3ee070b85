//! A slice of the step as Rust statements: its values in order, inside of their fixed branches and loops.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

use super::{Kernel, UseCounts};
use crate::fixed::Var;
use crate::ir::{Argument, Around, Branch, Def, Id, Loop, Path, Region, Stmt, Test};
use crate::plan::{Barrier, Frame};

/// The data that the statements of a slice need.
pub(super) struct Scope<'a> {
    /// Values that the slice computes.
    pub(super) compute: &'a BTreeSet<Id>,
    /// Values that code after the slice reads, wherever they are defined.
    pub(super) exports: BTreeSet<Id>,
    /// Values that need a variable, because other code names it.
    pub(super) named: BTreeSet<Id>,
    /// Scalars with a variable of the element type.
    pub(super) casts: BTreeSet<Id>,
    /// Registers that the pass computes scalars from. Printing the pass collects them.
    pub(super) numbers: RefCell<BTreeSet<Id>>,
    pub(super) uses: UseCounts,
    /// The region that uses a value, if it is only one.
    pub(super) used_in: BTreeMap<Id, Path>,
    /// Conditions that were evaluated before the loop: the flag of each branch.
    pub(super) hoisted: BTreeMap<usize, Ident>,
    /// The arm that runs in each branch that is decided outside of the slice.
    pub(super) taken: BTreeMap<usize, usize>,
    /// Fixed variables that the slice needs and that are not in scope.
    pub(super) fixed: BTreeSet<Var>,
    /// The exports inside of each branch, with their arms.
    pub(super) inside: BTreeMap<usize, Vec<(Id, usize)>>,
    /// Values with a variable, because a single expression would be nested too deeply.
    pub(super) deep: BTreeSet<Id>,
    /// True in the code between passes, where `cx` is in scope.
    pub(super) between: bool,
    /// The branches in which items of lists are overwritten.
    pub(super) putting: BTreeSet<usize>,
}

/// The largest depth of a printed expression. The compiler follows expressions by recursion.
const DEPTH: usize = 64;

/// A value of a branch that code after the branch reads.
enum Joined {
    /// A value that differs by arm.
    Phi(Id),
    /// A fixed value that differs by arm, by its index in the branch.
    Fixed(usize),
    /// A value of one arm, which nobody reads after another arm.
    Own(Id, usize),
}

impl<'k> Kernel<'k> {
    /// A scope for code that computes `compute`. Later code reads `exports`.
    pub(super) fn scope<'a>(
        &self,
        region: &Region,
        compute: &'a BTreeSet<Id>,
        results: &[Id],
        exports: BTreeSet<Id>,
    ) -> Scope<'a> {
        let mut used_in: BTreeMap<Id, Path> = BTreeMap::new();
        for id in compute {
            let path = &self.program.values[*id].path;
            match &self.program.values[*id].def {
                Def::Phi(options) => {
                    for (arm, option) in options.iter().enumerate() {
                        let mut path = path.clone();
                        path.push(Around::Arm(self.plan.branch_of.get(id).copied().unwrap_or(usize::MAX), arm));
                        used_in.insert(*option, path);
                    }
                }
                Def::Iteration(_) | Def::After(_) => {}
                _ => {
                    for operand in self.program.operands(*id) {
                        used_in.insert(operand, path.clone());
                    }
                }
            }
        }
        for id in results {
            used_in.insert(*id, self.program.values[*id].path.clone());
        }
        let uses = self.count_uses(compute, results);
        let mut inside: BTreeMap<usize, Vec<(Id, usize)>> = BTreeMap::new();
        for id in &exports {
            for (branch, arm) in self.program.values[*id].path.iter().filter_map(Around::arm) {
                inside.entry(branch).or_default().push((*id, arm));
            }
        }
        let mut scope = Scope {
            compute,
            exports,
            named: BTreeSet::new(),
            casts: BTreeSet::new(),
            numbers: RefCell::default(),
            uses,
            used_in,
            hoisted: BTreeMap::new(),
            taken: BTreeMap::new(),
            fixed: BTreeSet::new(),
            inside,
            deep: BTreeSet::new(),
            between: false,
            putting: self.branches_around(compute.iter().filter(|id| self.program.is_put(**id))),
        };
        scope.deep = self.deep(&scope);
        self.find_needed_fixed(region, &mut scope);
        scope
    }

    /// The branches around these values.
    fn branches_around<'i>(&self, ids: impl Iterator<Item = &'i Id>) -> BTreeSet<usize> {
        ids.flat_map(|id| &self.program.values[*id].path).filter_map(Around::arm).map(|(branch, _)| branch).collect()
    }

    /// Cuts chains of inlined values: returns every value at which an expression reaches the largest depth.
    fn deep(&self, scope: &Scope<'_>) -> BTreeSet<Id> {
        let (mut depths, mut deep) = (BTreeMap::new(), BTreeSet::new());
        // Operands have smaller ids than their users.
        for id in scope.compute.iter().filter(|id| self.is_inline(**id, scope)) {
            let operands = self.program.operands(*id);
            let depth = 1 + operands.iter().filter_map(|operand| depths.get(operand)).max().copied().unwrap_or(0);
            if depth < DEPTH {
                depths.insert(*id, depth);
            } else {
                deep.insert(*id);
            }
        }
        deep
    }

    /// Scalars of one level.
    pub(super) fn scalars(&self, frame: &Frame, region: &Region, compute: &BTreeSet<Id>) -> TokenStream {
        // Passes and later levels may read values that are computed inside of an arm.
        let exports: BTreeSet<Id> = compute
            .iter()
            .copied()
            .filter(|id| {
                let path = &self.program.values[*id].path[frame.path.len()..];
                !path.is_empty()
                    && path.iter().all(|around| matches!(around, Around::Arm(..)))
                    && !self.is_arm_local(*id, compute)
            })
            .collect();
        let results: Vec<Id> = compute.iter().copied().filter(|id| !self.is_arm_local(*id, compute)).collect();
        let mut scope = self.scope(region, compute, &results, exports);
        scope.named = results.into_iter().collect();
        scope.between = true;
        self.statements(region, &scope)
    }

    /// Returns true if a scalar is read only by scalars of the same slice in its own region.
    fn is_arm_local(&self, id: Id, compute: &BTreeSet<Id>) -> bool {
        let path = &self.program.values[id].path;
        !self.kept.contains(&id)
            && self.users[id].iter().all(|user| {
                let value = &self.program.values[*user];
                compute.contains(user) && (matches!(value.def, Def::Phi(_)) || value.path.starts_with(path))
            })
    }

    /// The statements of a region that the scope needs.
    pub(super) fn statements(&self, region: &Region, scope: &Scope<'_>) -> TokenStream {
        let mut tokens = TokenStream::new();
        for stmt in &region.stmts {
            match stmt {
                Stmt::Fixed(_) | Stmt::Left(_) => {
                    if !stmt.defines().is_disjoint(&scope.fixed) {
                        tokens.extend(self.fixed_stmt(stmt));
                    }
                }
                Stmt::Def(id) => {
                    let barrier = Barrier::of(&self.program.values[*id].def);
                    if scope.compute.contains(id) && !self.is_inline(*id, scope) && barrier.is_none() {
                        tokens.extend(self.definition(*id, scope));
                    }
                }
                Stmt::Branch(branch) => tokens.extend(self.branch(branch, scope)),
                Stmt::Loop(iterations) => tokens.extend(self.light_loop(iterations, scope)),
            }
        }
        tokens
    }

    fn definition(&self, id: Id, scope: &Scope<'_>) -> TokenStream {
        if self.literal(id).is_some() {
            return TokenStream::new();
        }
        if let Def::Put(item, value) = &self.program.values[id].def {
            return self.put_scalar(item, &self.operand(*value, false, scope));
        }
        let ident = self.ident(id);
        let expression = self.expression(id, scope);
        let value = &self.program.values[id];
        let ty = match (value.mask, value.shape.is_scalar(), scope.between) {
            _ if self.is_register_in(id, scope) => return quote!(let #ident = #expression;),
            (true, _, true) => quote!(bool),
            (true, _, false) => quote!(Element::Mask),
            (false, true, true) => quote!(f64),
            (false, true, false) => quote!(Element::Wide),
            (false, false, _) => return quote!(let #ident = #expression;),
        };
        quote!(let #ident: #ty = #expression;)
    }

    /// A branch, with the values that code after it reads.
    fn branch(&self, branch: &Branch, scope: &Scope<'_>) -> TokenStream {
        let joined = self.joined(branch, scope);
        if joined.is_empty() && !scope.putting.contains(&branch.id) {
            return TokenStream::new();
        }
        if let Some(arm) = scope.taken.get(&branch.id) {
            let body = self.statements(&branch.arms[*arm].region, scope);
            let others = joined.iter().filter(|joined| !matches!(joined, Joined::Own(_, own) if own == arm));
            let (names, values): (Vec<_>, Vec<_>) =
                others.map(|joined| (self.name_of(joined, branch), self.value_in(joined, *arm, branch, scope))).unzip();
            return quote!(#body #(let #names = #values;)*);
        }
        let names = joined.iter().map(|joined| self.name_of(joined, branch).into_token_stream());
        let names = tuple(&names.collect::<Vec<_>>());
        let arms: Vec<TokenStream> = (0..branch.arms.len())
            .map(|arm| {
                let body = self.statements(&branch.arms[arm].region, scope);
                let values = joined.iter().map(|joined| self.value_in(joined, arm, branch, scope));
                let values = tuple(&values.collect::<Vec<_>>());
                quote!({ #body #values })
            })
            .collect();
        let choice = match (&branch.test, scope.hoisted.get(&branch.id)) {
            (Test::If(_), Some(flag)) => {
                let (then, els) = (&arms[0], &arms[1]);
                quote!(if #flag #then else #els)
            }
            (Test::Match(_), Some(arm)) => {
                let last = arms.len() - 1;
                let patterns = (0..arms.len()).map(|i| {
                    let number = syn::Index::from(i);
                    if i == last { quote!(_) } else { quote!(#number) }
                });
                quote!(match #arm { #(#patterns => #arms)* })
            }
            (_, None) => self.choose(branch, &arms),
        };
        if joined.is_empty() {
            return choice;
        }
        quote!(let #names = #choice;)
    }

    /// The values of a branch that code after it reads.
    fn joined(&self, branch: &Branch, scope: &Scope<'_>) -> Vec<Joined> {
        let phis = branch.phis.iter().filter(|id| scope.compute.contains(id)).map(|id| Joined::Phi(*id));
        let fixed =
            (0..branch.fixed.len()).filter(|place| scope.fixed.contains(&branch.fixed[*place].0)).map(Joined::Fixed);
        let own = scope.inside.get(&branch.id).into_iter().flatten().map(|(id, arm)| Joined::Own(*id, *arm));
        phis.chain(fixed).chain(own).collect()
    }

    fn name_of(&self, joined: &Joined, branch: &Branch) -> Ident {
        match joined {
            Joined::Phi(id) | Joined::Own(id, _) => self.ident(*id),
            Joined::Fixed(place) => branch.fixed[*place].0.0.clone(),
        }
    }

    fn value_in(&self, joined: &Joined, arm: usize, branch: &Branch, scope: &Scope<'_>) -> TokenStream {
        match joined {
            Joined::Phi(id) => {
                let Def::Phi(options) = &self.program.values[*id].def else { unreachable!("a branch joins by phis") };
                self.operand_as(options[arm], *id, scope)
            }
            Joined::Fixed(place) => self.fixed().expr(&branch.fixed[*place].1[arm]),
            Joined::Own(id, own) if *own == arm => self.operand(*id, false, scope),
            Joined::Own(id, _) => self.zero(*id, scope.between),
        }
    }

    pub(super) fn zero(&self, id: Id, between: bool) -> TokenStream {
        let value = &self.program.values[id];
        match (value.mask, value.shape.is_scalar()) {
            (true, true) if between && self.is_register(id) => self.as_number(&quote!(false), true),
            (false, true) if between && self.is_register(id) => self.as_number(&quote!(0.0), false),
            (true, _) if between => quote!(false),
            (false, true) if between => quote!(0.0_f64),
            (true, _) => quote!(Element::known(false)),
            (false, true) => quote!(Element::exact(0.0)),
            (false, false) => quote!(Element::lift(0.0)),
        }
    }

    /// A loop that runs inside a pass or in scalar code.
    fn light_loop(&self, iterations: &Loop, scope: &Scope<'_>) -> TokenStream {
        if self.plan.heavy.contains(&iterations.id) {
            return TokenStream::new();
        }
        let carried: Vec<_> = iterations
            .carried
            .iter()
            .filter(|carried| scope.compute.contains(&carried.after) || scope.compute.contains(&carried.iteration))
            .collect();
        if carried.is_empty() {
            return TokenStream::new();
        }
        let names: Vec<Ident> = carried.iter().map(|carried| self.ident(carried.iteration)).collect();
        let starts = carried.iter().map(|carried| self.operand_as(carried.start, carried.iteration, scope));
        let nexts: Vec<TokenStream> =
            carried.iter().map(|carried| self.operand_as(carried.next, carried.iteration, scope)).collect();
        let body = self.statements(&iterations.body, scope);
        let (pattern, iter) = self.header(&iterations.header);
        quote! {
            #(let mut #names = #starts;)*
            for #pattern in #iter {
                #body
                (#(#names,)*) = (#(#nexts,)*);
            }
        }
    }

    /// The fixed variables in the scope's values, conditions and loops that the top of the kernel does not define.
    fn find_needed_fixed(&self, region: &Region, scope: &mut Scope<'_>) {
        let mut vars = BTreeSet::new();
        for id in scope.compute {
            match &self.program.values[*id].def {
                Def::Fixed(fixed) | Def::Powi(_, fixed) => fixed.variables(&mut vars),
                Def::Item(item) | Def::Put(item, _) => item.index.variables(&mut vars),
                Def::Elementwise(_, arguments) => {
                    for argument in arguments {
                        if let Argument::Fixed(fixed) = argument {
                            fixed.variables(&mut vars);
                        }
                    }
                }
                _ => {}
            }
        }
        let paths = scope.compute.iter().chain(&scope.exports).map(|id| &self.program.values[*id].path);
        let around: BTreeSet<Around> = paths.flatten().copied().collect();
        self.control_vars(region, scope, &around, &mut vars);
        scope.fixed = self.close_over_fixed(region, vars);
    }

    /// Fixed variables in the conditions and loops around the scope's values.
    fn control_vars(&self, region: &Region, scope: &Scope<'_>, around: &BTreeSet<Around>, vars: &mut BTreeSet<Var>) {
        for stmt in &region.stmts {
            match stmt {
                Stmt::Branch(branch) => {
                    let used = branch.phis.iter().any(|id| scope.compute.contains(id))
                        || (0..branch.arms.len()).any(|arm| around.contains(&Around::Arm(branch.id, arm)));
                    if used {
                        branch.conditions(vars);
                    }
                    branch.arms.iter().for_each(|arm| self.control_vars(&arm.region, scope, around, vars));
                }
                Stmt::Loop(iterations) => {
                    if around.contains(&Around::Loop(iterations.id)) {
                        iterations.header.variables(vars);
                    }
                    self.control_vars(&iterations.body, scope, around, vars);
                }
                Stmt::Fixed(_) | Stmt::Left(_) | Stmt::Def(_) => {}
            }
        }
    }

    /// Adds the variables that the defining statements read, until there are no more, and removes variables that the top defines.
    fn close_over_fixed(&self, region: &Region, mut vars: BTreeSet<Var>) -> BTreeSet<Var> {
        loop {
            let before = vars.len();
            add_fixed_uses(region, &mut vars);
            if vars.len() == before {
                break;
            }
        }
        vars.retain(|var| self.local_vars.contains(var));
        vars
    }
}

/// Goes backwards, since statements define variables before they read them.
fn add_fixed_uses(region: &Region, vars: &mut BTreeSet<Var>) {
    for stmt in region.stmts.iter().rev() {
        match stmt {
            Stmt::Fixed(_) | Stmt::Left(_) => {
                if !stmt.defines().is_disjoint(vars) {
                    stmt.variables(vars);
                }
            }
            Stmt::Def(_) => {}
            Stmt::Branch(branch) => {
                for (var, values) in &branch.fixed {
                    if vars.contains(var) {
                        values.iter().for_each(|value| value.variables(vars));
                        branch.conditions(vars);
                    }
                }
                branch.arms.iter().for_each(|arm| add_fixed_uses(&arm.region, vars));
            }
            Stmt::Loop(iterations) => add_fixed_uses(&iterations.body, vars),
        }
    }
}

/// Several items as a tuple, a single one without.
fn tuple(items: &[TokenStream]) -> TokenStream {
    match items {
        [item] => item.clone(),
        items => quote!((#(#items),*)),
    }
}
