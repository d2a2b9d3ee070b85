//! A step with the tensors of a library.

use std::collections::{BTreeMap, HashMap};

use super::{DeviceError, OnDevice};
use crate::definition::Routine;
use crate::evaluate::{Backend, Evaluated, Evaluation, Value, run_together};
use crate::kernel::{Float, StepsDone};
use crate::lang::Graph;
use crate::optimizer::dynamic::AnyDefinition;
use crate::optimizer::group::Group;
use crate::optimizer::inspect::{Inspected, Loading};
use crate::optimizer::step::Ran;
use crate::optimizer::{StepError, StepReport};
use crate::shape::ParamShape;

/// A result whose error may be a backend's.
type Done<X, B> = Result<X, DeviceError<<B as Backend>::Error>>;
/// The tensors that a step has computed.
type Made<X> = Vec<Option<X>>;
/// New states, by name, with the places of their parameters.
type NewStates<X> = Vec<(usize, Vec<(String, Value<X>)>)>;
/// New parameters and states.
type NewValues<X> = (Made<X>, NewStates<X>);
/// The results of the graphs, with the places of their parameters.
type ByPlace<X> = Vec<(usize, Evaluated<X>)>;

impl<B: Backend, T: Float> OnDevice<B, T> {
    /// Computes the new parameters from the gradients, and keeps the new states.
    ///
    /// Pass `params` and `grads` in the order of [`Optimizer::params`](crate::Optimizer::params), each as a batch of matrices: see
    /// [`shape`](Self::shape). Pass `None` for parameters without elements; for parameters without a gradient it is optional. The result has new
    /// tensors for the parameters that changed; replace your parameters with them.
    ///
    /// # Errors
    ///
    /// See [`DeviceError`]. Nothing has changed then: all tensors are computed before any is kept.
    pub fn step(
        &mut self,
        params: &[Option<B::Tensor>],
        grads: &[Option<B::Tensor>],
    ) -> Done<(Made<B::Tensor>, StepReport), B> {
        self.host.check()?;
        self.host.advance()?;
        let places = self.given(params, grads)?;
        // Masked elements count as 0, in norms too.
        let masked = |place: &usize| grads[*place].clone().map(|grad| self.masked(*place, grad)).transpose();
        let grads = places.iter().map(masked).collect::<Result<Vec<_>, _>>()?;
        let Loading { load, grad_norm, not_finite, spike } = match self.inspect(&places, params, &grads)? {
            Inspected::Skip(reason) => return Ok((vec![None; params.len()], self.host.skip(reason))),
            Inspected::Load(loading) => loading,
        };
        let is_watched = self.host.watch.is_due(self.host.steps);
        let sums = self.host.watch.sums_after(self.host.steps);
        let handed = if sums.is_empty() { Vec::new() } else { grads.clone() };
        let loaded = |grad: Option<B::Tensor>| grad.map(|grad| self.loaded(grad, load)).transpose();
        let grads = grads.into_iter().map(loaded).collect::<Result<Vec<_>, _>>()?;
        let definitions: Vec<&dyn AnyDefinition> = self.host.groups.iter().map(Group::definition).collect();
        let mut outputs = self.evaluate(&definitions, (Routine::Step, is_watched), &places, params, &grads)?;
        let reported = self.reported(&mut outputs)?;
        // The parameters as the optimizer computes them, including masked elements.
        let left: HashMap<usize, B::Tensor> = match sums.is_empty() {
            true => HashMap::new(),
            false => outputs.iter().filter_map(|(place, output)| Some((*place, output.param.clone()?))).collect(),
        };
        let (made, states) = self.masked_outputs(outputs)?;
        // Everything that may fail comes before the first state is replaced.
        let factors = self.lr_factors(&states)?;
        let watched = self.watched(sums, &places, params, (&handed, &left), &reported)?;
        let norm = grad_norm;
        let grad_norm = if self.host.keeps_norm() { self.taken_norm(&states)? } else { norm };
        for (place, own) in states {
            for (name, value) in own {
                let group = self.host.params[place].group;
                let states = &self.host.rule_of_group(group).states;
                let global = states.place(&name).is_some_and(|index| states.as_slice()[index].info.global);
                if !global {
                    self.states[place].insert(name, value);
                    continue;
                }
                // One number for all parameters of the optimizer, or of all rules.
                let rule = self.host.groups[group].rule();
                let shared =
                    states.place(&name).is_some_and(|place| self.host.rules[rule].shared_states.contains(&place));
                for (own, param) in self.states.iter_mut().zip(&*self.host.params) {
                    if shared || self.host.groups[param.group].rule() == rule {
                        own.insert(name.clone(), value.clone());
                    }
                }
            }
            let count = &mut self.host.counts[place];
            *count = StepsDone::new(count.next());
        }
        factors.into_iter().for_each(|(rule, place, factor)| self.host.put_global(rule, place, factor));
        Ok((made, self.host.finish(places.len(), Ran { grad_norm, norm, not_finite, spike, watched })))
    }

    /// The new values of the states that multiply the learning rate, for the report: the place of the rule, the place of the state, the value.
    fn lr_factors(&self, states: &NewStates<B::Tensor>) -> Done<Vec<(usize, usize, f64)>, B> {
        let optimizer = &self.host;
        let mut factors = Vec::new();
        for (place, rule) in optimizer.rules.iter().enumerate() {
            let of_rule = |param: usize| optimizer.groups[optimizer.params[param].group].rule() == place;
            for factor in rule.lr_factor_places() {
                let name = &*rule.states.as_slice()[factor].name;
                let mut new = states.iter().filter(|(param, _)| of_rule(*param)).flat_map(|(_, own)| own);
                if let Some((_, value)) = new.find(|(known, _)| known == name) {
                    factors.push((place, factor, self.known(value)?));
                }
            }
        }
        Ok(factors)
    }

    /// The norm with which a wrapper clipped in the step that computed these states.
    fn taken_norm(&self, states: &NewStates<B::Tensor>) -> Done<Option<f64>, B> {
        for (place, own) in states {
            let rule = self.host.rule_of(&self.host.params[*place]);
            let Some(state) = rule.norm_state else { continue };
            let name = &*rule.states.as_slice()[state].name;
            for (_, norm) in own.iter().filter(|(known, _)| known == name) {
                let norm = self.known(norm)?;
                if norm.is_nan() || norm >= 0.0 {
                    return Ok(Some(norm));
                }
            }
        }
        Ok(None)
    }

    /// Returns the weights for evaluation from the optimizer's `eval`; `None` for parameters that are evaluated themselves.
    ///
    /// # Errors
    ///
    /// See [`DeviceError`].
    pub fn eval_weights(&self, params: &[Option<B::Tensor>]) -> Done<Made<B::Tensor>, B> {
        self.host.check()?;
        self.count("parameters", params.len())?;
        if !self.host.has_eval() {
            return Ok(vec![None; params.len()]);
        }
        let made = self.host.definitions_of_last_step()?;
        let definitions: Vec<&dyn AnyDefinition> = made.iter().map(|definition| &**definition).collect();
        let places: Vec<usize> = (0..params.len()).filter(|place| params[*place].is_some()).collect();
        let grads: Vec<Option<B::Tensor>> = places.iter().map(|place| params[*place].clone()).collect();
        let outputs = self.evaluate(&definitions, (Routine::Eval, false), &places, params, &grads)?;
        Ok(self.masked_outputs(outputs)?.0)
    }

    fn count(&self, what: &'static str, found: usize) -> Done<(), B> {
        let expected = self.host.params.len();
        if found == expected { Ok(()) } else { Err(DeviceError::Count { what, expected, found }) }
    }

    /// The places of the parameters with a gradient.
    fn given(&self, params: &[Option<B::Tensor>], grads: &[Option<B::Tensor>]) -> Done<Vec<usize>, B> {
        let optimizer = &self.host;
        self.count("parameters", params.len())?;
        self.count("gradients", grads.len())?;
        if optimizer.has_probe() {
            return Err(DeviceError::Probe { optimizer: optimizer.name() });
        }
        let places: Vec<usize> = (0..grads.len()).filter(|place| grads[*place].is_some()).collect();
        for place in &places {
            let param = &optimizer.params[*place];
            let name = || param.name.to_string();
            let expected = [param.folded.batch(), param.folded.rows(), param.folded.cols()];
            if let Some(grad) = &grads[*place]
                && self.backend.shape(grad) != expected
            {
                let found = self.backend.shape(grad).to_vec();
                return Err(StepError::GradientShape { param: name(), expected: expected.to_vec(), found }.into());
            }
            match &params[*place] {
                None => return Err(StepError::MissingParameter { param: name() }.into()),
                Some(tensor) if self.backend.shape(tensor) != expected => {
                    let found = self.backend.shape(tensor).to_vec();
                    return Err(StepError::ParameterShape { param: name(), expected: expected.to_vec(), found }.into());
                }
                Some(_) => {}
            }
            for (index, info) in optimizer.about_of(param).inputs.iter().enumerate() {
                if optimizer.due_shape(index, *place).is_some() {
                    return Err(DeviceError::Input { input: info.name, param: name() });
                }
            }
        }
        Ok(places)
    }

    /// Runs a routine, possibly with watched outputs, for the parameters at these places. The gradients have the same order.
    fn evaluate(
        &self,
        definitions: &[&dyn AnyDefinition],
        (routine, is_watched): (Routine, bool),
        places: &[usize],
        params: &[Option<B::Tensor>],
        grads: &[Option<B::Tensor>],
    ) -> Done<ByPlace<B::Tensor>, B> {
        // One graph for all parameters of one group, shape and count.
        let mut graphs: Vec<Graph> = Vec::new();
        let mut known: HashMap<(usize, &[usize], ParamShape, u64), usize> = HashMap::new();
        let mut tensors = Vec::with_capacity(places.len());
        for (place, grad) in places.iter().zip(grads) {
            let (Some(param), Some(grad)) = (&params[*place], grad) else { continue };
            let (own, count) = (&self.host.params[*place], self.host.counts[*place]);
            let t = if routine == Routine::Step { count.next() } else { count.get() };
            let graph = match known.get(&(own.group, own.seen(), own.folded, t)) {
                Some(graph) => *graph,
                None => {
                    let axes = self.host.about_of(own).axes_of(&own.shape, own.view.as_deref());
                    let graph = definitions[own.group].trace_of(routine, &axes, t);
                    let Some(graph) = graph.map_err(|error| self.graph_error(*place, error))? else { continue };
                    let watched = |output: &str| self.host.watched_output(own.group, output).filter(|_| is_watched);
                    let graph = graph.with_outputs(watched);
                    graphs.push(self.host.graph_in_rule(graph, own.group));
                    known.insert((own.group, own.seen(), own.folded, t), graphs.len() - 1);
                    graphs.len() - 1
                }
            };
            tensors.push((*place, graph, t, self.masked(*place, param.clone())?, grad));
        }
        let hypers = BTreeMap::new();
        let runs = tensors.iter().map(|(place, graph, t, param, grad)| Evaluation {
            graph: &graphs[*graph],
            param,
            grad: *grad,
            states: &self.states[*place],
            hypers: &hypers,
            t: *t,
            draws: self.host.params[*place].draws,
        });
        let outputs = run_together(&self.backend, &runs.collect::<Vec<_>>())?;
        Ok(tensors.iter().map(|(place, ..)| *place).zip(outputs).collect())
    }

    /// The new parameters, and the new states with the places of their parameters. Masked elements are 0.
    fn masked_outputs(&self, outputs: ByPlace<B::Tensor>) -> Done<NewValues<B::Tensor>, B> {
        let mut made = vec![None; self.host.params.len()];
        let mut states = Vec::with_capacity(outputs.len());
        for (place, output) in outputs {
            made[place] = output.param.map(|param| self.masked(place, param)).transpose()?;
            let mut own = output.states;
            if self.masks[place].is_some() {
                for (name, value) in &mut own {
                    let states = self.host.states_of(&self.host.params[place]);
                    let sparse = states.place(name).is_some_and(|index| states.as_slice()[index].info.sparsify);
                    if let (true, Value::Tensor(tensor)) = (sparse, &mut *value) {
                        *tensor = self.masked(place, tensor.clone())?;
                    }
                }
            }
            states.push((place, own));
        }
        Ok((made, states))
    }
}
