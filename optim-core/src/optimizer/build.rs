//! From settings and parameters to an optimizer.

use std::collections::{HashMap, HashSet};
use std::marker::PhantomData;
use std::sync::Arc;

use super::allocate::allocate;
use super::build_error::BuildError;
use super::dynamic::{About, KernelOf, kernel_of};
use super::group::{DEFAULT_GROUP, Group, resolve};
use super::spec::{GroupSpec, Spec};
use super::{Engine, Optimizer, Param};
use crate::definition::Definition;
use crate::draw::DrawKey;
use crate::hyper::{HyperError, Setting, guarded};
use crate::kernel::{Arenas, Float, StateSlot, elements};
use crate::lang::Graph;
use crate::params::{Declared, ParamInfo};
use crate::sparsity::Masks;

impl<O: Definition, T: Float> Optimizer<O, T> {
    pub(crate) fn new(spec: &Spec, declared: &[Declared<'_, T>]) -> Result<Self, BuildError> {
        Ok(Self { engine: Engine::new::<O>(spec, declared)?, definition: PhantomData })
    }
}

impl<T: Float> Engine<T> {
    pub(crate) fn new<O: Definition>(spec: &Spec, declared: &[Declared<'_, T>]) -> Result<Self, BuildError> {
        Self::of(About::of::<O>(), kernel_of::<O, T>, spec, declared)
    }

    fn of(
        about: &'static About,
        kernel: KernelOf<T>,
        spec: &Spec,
        declared: &[Declared<'_, T>],
    ) -> Result<Self, BuildError> {
        spec.options.validate()?;
        let mut groups = groups(about, spec)?;
        let (mut params, places) = params(about, declared, DrawKey::new(spec.seed))?;
        assign(&spec.groups, &mut groups, &mut params)?;

        let mut seen = HashSet::new();
        for param in &params {
            if !seen.insert((param.group, &param.shape)) {
                continue;
            }
            fits(kernel, &groups[param.group], param)?;
        }
        let mut slots: Vec<StateSlot<T>> = Vec::with_capacity(params.len() * about.states.len());
        for (param, declared) in params.iter().zip(declared) {
            allocate(&groups[param.group], declared, param.draws, &mut slots)?;
        }
        Ok(Self {
            about,
            kernel,
            groups,
            params,
            slots,
            places,
            masks: Masks::new(),
            arenas: Arenas::new(),
            options: spec.options,
            threads: spec.threads,
            seed: spec.seed,
            steps: 0,
            last_report: None,
        })
    }
}

/// Whether a step of a parameter is possible and fits in memory.
pub(super) fn fits<P, T: Float>(kernel: KernelOf<T>, group: &Group, param: &Param<P>) -> Result<(), BuildError> {
    accepts(group, param).map_err(|error| hyper(group.name(), error))?;
    let elements = kernel(group.definition()).map_or(0, |kernel| kernel.scratch(param.folded));
    if elements > isize::MAX as usize / size_of::<T>() {
        return Err(BuildError::Workspace { param: param.name.to_string(), shape: param.shape.to_vec() });
    }
    Ok(())
}

/// Whether an optimizer with these hyperparameters can update a parameter of this shape.
///
/// All fixed code of the optimizer runs here once, as it will in every step: where it panics, it does so before anything
/// exists.
pub(super) fn accepts<T>(group: &Group, param: &Param<T>) -> Result<(), HyperError> {
    let (about, definition) = (group.about(), group.definition());
    let refused = |message| HyperError::Parameter {
        optimizer: about.name,
        param: param.name.to_string(),
        shape: param.shape.to_vec(),
        message,
    };
    guarded(about.name, || definition.requirement_param(param.folded))?.map_err(refused)?;
    guarded(about.name, || {
        for state in 0..about.states.len() {
            if definition.state_exists(state, param.folded) {
                definition.state_initial(state, param.folded);
            }
        }
        // What does not fit together is a mistake of the macro; the kernel would not have compiled.
        drop(definition.graph(&param.shape));
    })
}

/// The graph of the group `default`.
pub(crate) fn graph(about: &'static About, spec: &Spec, shape: &[usize]) -> Result<Graph, BuildError> {
    let (group, param) = single(about, spec, shape)?;
    accepts(&group, &param).map_err(|error| hyper(DEFAULT_GROUP, error))?;
    Ok(group.definition().graph(shape).map_err(Box::new)?)
}

/// The group `default`, and a parameter of this shape in it.
pub(super) fn single(about: &'static About, spec: &Spec, shape: &[usize]) -> Result<(Group, Param<f64>), BuildError> {
    let settings = resolve(about, &[&spec.settings])
        .and_then(|settings| Group::new(about, DEFAULT_GROUP, Vec::new(), spec.factor, settings, 0));
    let group = settings.map_err(|error| hyper(DEFAULT_GROUP, error))?;
    let name = "param";
    check_size(name, shape)?;
    let folded = about.folded(shape);
    let (name, shape, draws) = (name.into(), shape.into(), DrawKey::new(spec.seed).param(name));
    Ok((group, Param { name, ordered: true, shape, folded, group: 0, t: 0, draws, t_view: 0.0_f64 }))
}

pub(super) fn hyper(group: &str, error: HyperError) -> BuildError {
    BuildError::Hyper { group: group.to_owned(), error }
}

/// The default group and all others, without members.
fn groups(about: &'static About, spec: &Spec) -> Result<Vec<Group>, BuildError> {
    let make = |name: &str, settings: &[&[(usize, Setting)]], own: &Spec| {
        resolve(about, settings)
            .and_then(|settings| Group::new(about, name, own.tags.clone(), own.factor, settings, 0))
            .map_err(|error| hyper(name, error))
    };
    let mut groups = vec![make(DEFAULT_GROUP, &[&spec.settings], spec)?];
    for GroupSpec { name, overrides, .. } in &spec.groups {
        if let Some(option) = overrides.whole {
            return Err(BuildError::Misplaced { group: name.clone(), option });
        }
        if groups.iter().any(|other| other.name() == name) {
            return Err(BuildError::DuplicateGroup { group: name.clone() });
        }
        groups.push(make(name, &[&spec.settings, &overrides.settings], overrides)?);
    }
    Ok(groups)
}

/// Whether there may be an array of this shape.
fn check_size(param: &str, shape: &[usize]) -> Result<(), BuildError> {
    match elements(shape) {
        Ok(_) => Ok(()),
        Err(_) => Err(BuildError::TooLarge { param: param.to_owned(), shape: shape.to_vec() }),
    }
}

type Params<T> = (Vec<Param<T>>, HashMap<Arc<str>, usize>);

/// The parameters, and their places by name.
fn params<T: Float>(about: &About, declared: &[Declared<'_, T>], seed: DrawKey) -> Result<Params<T>, BuildError> {
    let mut params = Vec::with_capacity(declared.len());
    let mut places = HashMap::with_capacity(declared.len());
    for (place, Declared { name, shape, ordered, .. }) in declared.iter().enumerate() {
        let name: Arc<str> = name.as_str().into();
        if places.insert(Arc::clone(&name), place).is_some() {
            return Err(BuildError::DuplicateParameter { param: name.to_string() });
        }
        check_size(&name, shape)?;
        let (shape, folded) = ((*shape).into(), about.folded(shape));
        let draws = seed.param(&name);
        params.push(Param { name, ordered: *ordered, shape, folded, group: 0, t: 0, draws, t_view: T::ZERO });
    }
    if params.is_empty() {
        return Err(BuildError::NoParameters);
    }
    Ok((params, places))
}

/// Puts every parameter into its group.
fn assign<T>(specs: &[GroupSpec], groups: &mut [Group], params: &mut [Param<T>]) -> Result<(), BuildError> {
    for (place, param) in params.iter_mut().enumerate() {
        let info = ParamInfo::new(&param.name, &param.shape, param.ordered);
        for (spec, group) in specs.iter().zip(1..) {
            if !(spec.predicate)(&info) {
                continue;
            }
            if param.group != 0 {
                return Err(BuildError::TwoGroups {
                    param: param.name.to_string(),
                    first: groups[param.group].name().to_owned(),
                    second: spec.name.clone(),
                });
            }
            param.group = group;
        }
        groups[param.group].push_member(place);
    }
    match groups.iter().skip(1).find(|group| group.members().is_empty()) {
        None => Ok(()),
        Some(empty) => Err(BuildError::EmptyGroup {
            group: empty.name().to_owned(),
            params: params.iter().map(|param| param.name.to_string()).collect(),
        }),
    }
}
