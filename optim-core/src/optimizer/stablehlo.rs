//! A step of the whole model as a module of StableHLO.

use std::collections::BTreeMap;

use super::outputs::number_of;
use super::{Group, Optimizer, Param};
use crate::definition::Routine;
use crate::dtype::DType;
use crate::gradient::NonFinite;
use crate::kernel::{Float, StateSlot};
use crate::lang::{Dtype, Graph, Leaf};
use crate::stablehlo::{Load, Model, Module, ParamGraph, StableHloError};
use crate::state::ListedState;

impl<T: Float> Optimizer<T> {
    /// Exports the next step of all parameters as one StableHLO module, for XLA and other compilers: see
    /// [`stablehlo`](crate::stablehlo).
    ///
    /// Arguments are the parameters, their states, global states, gradients, inputs, scheduled hyperparameters of each group and step counts.
    /// Results are the new parameters and states, each at the index of the argument that it replaces and whose memory it may reuse. The
    /// module's [`signature`](Module::signature) lists both by the names of the model. Every parameter has a gradient. The module contains
    /// the current `grad_scale`, `clip_norm` and `clip_value`.
    ///
    /// [Watched](Self::watch) numbers are additional results after all others, for each parameter and for the whole model, by their names, however
    /// often they are watched.
    ///
    /// The module is valid for the next step, and for all later steps in which timed conditions, such as `every(10)`, have the
    /// same values. For other steps, use [`to_stablehlo_at`](Self::to_stablehlo_at). Everything else that differs from step to
    /// step is an argument.
    ///
    /// # Errors
    ///
    /// See [`StableHloError`]. StableHLO has no `eigh` and similar functions. Modules do not support masks, policies for gradients that are
    /// not finite, and parameters or states stored in fewer bytes.
    pub fn to_stablehlo(&self) -> Result<Module, StableHloError> {
        self.to_stablehlo_at(Routine::Step, 0)
    }

    /// Returns the module of a routine, `later` steps after the next one. An `eval` returns weights for evaluation in addition
    /// to the parameters.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`to_stablehlo`](Self::to_stablehlo), and an error if the optimizer does not have the routine.
    pub fn to_stablehlo_at(&self, routine: Routine, later: u64) -> Result<Module, StableHloError> {
        if !self.masks.is_empty() {
            let help = "apply them to parameters, gradients and states beside the module";
            return Err(StableHloError::Option { option: "masks", help });
        }
        if self.options.non_finite != NonFinite::Off {
            let (option, help) =
                ("a policy on gradients that are not finite", "set it to `NonFinite::Off`, and test gradients before");
            return Err(StableHloError::Option { option, help });
        }
        if self.options.spikes.is_some() {
            let (option, help) = (
                "a policy on gradients that are suddenly large",
                "build it without `spikes`, and compare norms before",
            );
            return Err(StableHloError::Option { option, help });
        }
        self.check_graph_storage()
            .map_err(|(param, error)| StableHloError::Graph { param: param.to_owned(), error: Box::new(error) })?;
        let inputs = self.inputs();
        let global_inputs = inputs.iter().filter(|info| info.global).map(|info| info.name.to_owned());
        if routine == Routine::Step && self.has_probe() && self.watch.sums().update {
            let (option, help) = (
                "watched numbers of parameters and updates of an optimizer with a `probe`",
                "compute them outside of the module: it has the parameters that the probe has moved, not those before",
            );
            return Err(StableHloError::Option { option, help });
        }
        let elements = if T::DTYPE == DType::F64 { Dtype::F64 } else { Dtype::F32 };
        let parts = (0..self.params.len()).map(|place| self.part(routine, place, later)).collect::<Result<_, _>>()?;
        let load =
            Load { scale: self.options.scale, clip_norm: self.options.clip_norm, clip_value: self.options.clip_value };
        let model = Model {
            name: self.name().to_owned(),
            parts,
            global_inputs: global_inputs.collect(),
            global_outputs: self.watch.global_outputs(),
            watched: if routine == Routine::Step { self.watch.built_in() } else { Vec::new() },
            // An evaluation has no gradients.
            load: if routine == Routine::Eval { Load::PLAIN } else { load },
            updates: routine != Routine::Eval,
        };
        model.module(elements)
    }

    fn part(&self, routine: Routine, place: usize, later: u64) -> Result<ParamGraph, StableHloError> {
        let param = &self.params[place];
        let group = &self.groups[param.group];
        let graph = self.graph_of_param(routine, place, later)?;
        Ok(ParamGraph {
            name: param.name.to_string(),
            group: group.name().to_owned(),
            shape: param.shape.to_vec(),
            step: self.counts[place].next().saturating_add(later),
            arrays: self.arrays(place, param, &graph),
            globals: self.globals_of(group),
            graph,
        })
    }

    fn graph_of_param(&self, routine: Routine, place: usize, later: u64) -> Result<Graph, StableHloError> {
        let param = &self.params[place];
        let step = self.steps.saturating_add(later);
        let settings = |error: super::StepError| StableHloError::Settings {
            step: step.saturating_add(1),
            message: error.to_string(),
        };
        let group = &self.groups[param.group];
        let definition = group.definition_at(step).map_err(settings)?;
        let t = self.counts[place].next().saturating_add(later);
        let graph = definition
            .trace_of(routine, &group.about().axes_of(&param.shape, param.view.as_deref()), t)
            .map_err(|error| StableHloError::Graph { param: param.name.to_string(), error: Box::new(error) })?;
        let name = match routine {
            Routine::Step => "step",
            Routine::Probe => "probe",
            Routine::Eval => "eval",
        };
        let graph = graph.ok_or(StableHloError::Routine { optimizer: group.about().name, routine: name })?;
        let graph = graph.with_outputs(|output| self.watched_output(param.group, output));
        Ok(self.graph_in_rule(graph.seeded(self.seed, &param.name), param.group))
    }

    /// The global states of a group's optimizer by their own names, each with its name for [`global`](Self::global).
    fn globals_of(&self, group: &Group) -> BTreeMap<String, String> {
        let rule = &self.rules[group.rule()];
        let states = rule.states.iter().enumerate().filter(|(_, state)| self.is_global(rule, state));
        let name = |(place, state): (usize, &ListedState)| {
            // States of wrappers around a partition do not belong to a rule.
            let name = if rule.shared_states.contains(&place) { &*state.name } else { rule.full_state_name(place) };
            (state.name.to_string(), name.to_owned())
        };
        states.map(name).collect()
    }

    /// The name of an output of a group's optimizer, if it is watched.
    pub(super) fn watched_output(&self, group: usize, output: &str) -> Option<&str> {
        let rule = self.groups[group].rule();
        self.watch.name_of((rule, number_of(self.rules[rule].about.outputs, output)?))
    }

    /// The graph of a group, in which reductions over the model are over the parameters of its rule, except reductions of wrappers around the
    /// partition.
    pub(super) fn graph_in_rule(&self, graph: Graph, group: usize) -> Graph {
        match self.rules.len() {
            0 | 1 => graph,
            _ => graph.in_rule(self.groups[group].rule(), self.around.map_or(0, |around| around.fields().len())),
        }
    }

    /// The shapes of the arrays of a parameter's states and inputs.
    fn arrays(&self, place: usize, param: &Param, graph: &Graph) -> BTreeMap<String, Vec<usize>> {
        let states = self.states_of(param).iter().zip(self.slots_of(place)).filter_map(|(state, slot)| match slot {
            StateSlot::Array(array) => Some((state.name.to_string(), array.shape().to_vec())),
            StateSlot::Stored(stored) => Some((state.name.to_string(), stored.shape().to_vec())),
            StateSlot::Absent | StateSlot::Scalar { .. } => None,
        });
        let is_read =
            |name: &str| graph.leaves().any(|(_, leaf)| matches!(leaf, Leaf::Input { name: read } if read == name));
        let inputs =
            self.about_of(param).inputs.iter().enumerate().filter(|(_, info)| !info.global && is_read(info.name));
        let inputs = inputs.map(|(input, info)| (info.name.to_owned(), self.input_shape(input, param).into_owned()));
        states.chain(inputs).collect()
    }
}
