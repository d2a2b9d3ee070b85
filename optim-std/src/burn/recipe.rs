//! Builders without their types, and what is refused before the first step.

use optim_core::builder::{BuildError, Builder, IntoBuilder};
use optim_core::lang::Graph;
use optim_core::optimizer::DEFAULT_GROUP;
use optim_core::registry::AnyBuilder;
use optim_core::{AnyOptimizer, Definition, Engine, Float, HyperError, Named, NonFinite, Setting, StepPlan, TensorRef};

use super::error::BurnError;
use super::graph::GradientLoad;
use super::options::LearningRates;
use crate::schedulers::ExponentialLR;

/// A parameter from which an optimizer is built: its name and its numbers.
pub(super) type Model<'a, T> = Named<&'a str, TensorRef<'a, T>>;

/// An optimizer of its own, whatever its kind.
pub(super) type Made<T> = Result<Box<dyn AnyOptimizer<T>>, BuildError>;

/// A builder of any kind.
pub(super) trait Recipe: Send + Sync {
    fn build_f32(&self, model: &Model<'_, f32>) -> Made<f32>;
    fn build_f64(&self, model: &Model<'_, f64>) -> Made<f64>;
    /// The step `t` of a parameter of this shape.
    fn graph(&self, shape: &[usize], t: u64) -> Result<Graph, BuildError>;
    fn plan(&self, shape: &[usize]) -> Result<StepPlan, BuildError>;
}

/// A builder whose type is known.
pub(super) struct Typed<O>(Builder<O>);

impl<O: Definition> Typed<O> {
    pub(super) fn new(builder: impl IntoBuilder<Optimizer = O>) -> Self {
        Self(builder.into_builder())
    }
}

impl<O: Definition + 'static> Recipe for Typed<O> {
    fn build_f32(&self, model: &Model<'_, f32>) -> Made<f32> {
        Ok(Box::new(self.0.build(model)?))
    }

    fn build_f64(&self, model: &Model<'_, f64>) -> Made<f64> {
        Ok(Box::new(self.0.build(model)?))
    }

    fn graph(&self, shape: &[usize], t: u64) -> Result<Graph, BuildError> {
        Ok(self.0.graph(shape, t)?.with_outputs(|_| None::<String>))
    }

    fn plan(&self, shape: &[usize]) -> Result<StepPlan, BuildError> {
        self.0.plan_for(shape)
    }
}

impl Recipe for AnyBuilder {
    fn build_f32(&self, model: &Model<'_, f32>) -> Made<f32> {
        self.build(model)
    }

    fn build_f64(&self, model: &Model<'_, f64>) -> Made<f64> {
        self.build(model)
    }

    fn graph(&self, shape: &[usize], t: u64) -> Result<Graph, BuildError> {
        Ok(AnyBuilder::graph(self, shape, t)?.with_outputs(|_| None::<String>))
    }

    fn plan(&self, shape: &[usize]) -> Result<StepPlan, BuildError> {
        self.plan_for(shape)
    }
}

/// The hyperparameter that burn's learning rate is, and what the builder was given for it.
#[derive(Clone, Debug)]
pub(super) struct LearningRate {
    pub(super) hyper: &'static str,
    pub(super) own: Setting,
}

/// Shapes that are tried one after the other: an optimizer may refuse some, that for matrices those of vectors, say.
const SHAPES: [&[usize]; 4] = [&[2, 2], &[2], &[2, 2, 2, 2], &[]];

/// Checks all that can be checked before the first step, and finds the learning rate.
pub(super) fn examine(recipe: &dyn Recipe, rates: LearningRates) -> Result<Examined, BurnError> {
    // Only names of parameters tell which of its optimizers steps one.
    if let Err(BuildError::PartitionShape { optimizer }) = recipe.plan(&[1]) {
        return Err(BurnError::Partition { optimizer });
    }
    let mut first = None;
    for shape in SHAPES {
        let zeros = vec![0.0; shape.iter().product()];
        let Ok(zeros) = TensorRef::from_slice(&zeros, shape) else { continue };
        match recipe.build_f32(&Named(vec![("0", zeros)])) {
            Ok(mut template) => {
                whole(&template)?;
                let learning_rate = match rates {
                    LearningRates::Own => None,
                    rates => Some(learning_rate(&mut template, rates)?),
                };
                let gradient = GradientLoad { scale: template.grad_scale(), clip: template.clip_value() };
                return Ok(Examined { template, learning_rate, gradient });
            }
            Err(error) => {
                first.get_or_insert(error);
            }
        }
    }
    match first {
        Some(BuildError::EmptyGroup { group, .. } | BuildError::TwoGroups { first: group, .. }) => {
            Err(BurnError::Group { group })
        }
        Some(
            BuildError::EmptyView { view, .. }
            | BuildError::ViewElements { view, .. }
            | BuildError::TwoViews { first: view, .. },
        ) => Err(BurnError::View { view }),
        Some(error) => Err(error.into()),
        None => Err(BuildError::NoParameters.into()),
    }
}

/// Facts about an optimizer before its first step.
pub(super) struct Examined {
    /// One of a small parameter, which tells settings of steps.
    pub(super) template: Box<dyn AnyOptimizer<f32>>,
    /// None with [`LearningRates::Own`].
    pub(super) learning_rate: Option<LearningRate>,
    pub(super) gradient: GradientLoad,
}

fn whole<T: Float>(engine: &Engine<T>) -> Result<(), BurnError> {
    let optimizer = engine.name();
    if engine.is_of_whole_model() {
        return Err(BurnError::WholeModel { optimizer });
    }
    if engine.has_probe() {
        return Err(BurnError::Probe { optimizer });
    }
    if engine.has_eval() {
        return Err(BurnError::Eval { optimizer });
    }
    if let Some(input) = engine.inputs().first() {
        return Err(BurnError::Input { optimizer, input: input.name });
    }
    if let Some(group) = engine.groups().iter().find(|group| group.name() != DEFAULT_GROUP) {
        return Err(BurnError::Group { group: group.name().to_owned() });
    }
    let view = |param: &str| engine.view_of(param).ok().flatten().map(|view| view.name().to_owned());
    if let Some(view) = engine.param_names().find_map(view) {
        return Err(BurnError::View { view });
    }
    if engine.clip_norm().is_some() {
        let help = "`ModuleOptimizer::with_grad_clipping` of burn clips the gradient of each parameter by itself";
        return Err(BurnError::Option { optimizer, option: "clip_norm", help });
    }
    if engine.non_finite() != NonFinite::Off {
        let help = "look at the loss, or at the gradients, before the step";
        return Err(BurnError::Option { optimizer, option: "non_finite", help });
    }
    if engine.spikes().is_some() {
        let help = "compare the norms of gradients before the step";
        return Err(BurnError::Option { optimizer, option: "spikes", help });
    }
    if engine.watching().next().is_some() {
        let help = "a step of burn's optimizers has no report: watch an optimizer that steps the whole module";
        return Err(BurnError::Option { optimizer, option: "watch", help });
    }
    Ok(())
}

fn learning_rate<T: Float>(engine: &mut Engine<T>, rates: LearningRates) -> Result<LearningRate, BurnError> {
    let optimizer = engine.name();
    let settings: Vec<(&'static str, Setting)> = match engine.groups().first() {
        Some(group) => group.settings().map(|(name, value)| (name, value.clone())).collect(),
        None => Vec::new(),
    };
    let known = engine.learning_rate_name();
    let found = settings.iter().find(|(name, _)| Some(*name) == known);
    let Some((hyper, own)) = found.cloned() else {
        return Err(BurnError::NoLearningRate { optimizer, known: settings.iter().map(|(name, _)| *name).collect() });
    };
    if rates == LearningRates::Given && own.is_scheduled() {
        return Err(BurnError::ScheduledLearningRate { optimizer, hyper });
    }
    // A number that takes a schedule is one that may change from step to step.
    if engine.set(hyper, Setting::schedule(ExponentialLR::new(0.1, 2, 0.5))).is_err() {
        return Err(BurnError::FixedLearningRate { optimizer, hyper });
    }
    engine.set(hyper, own.clone()).map_err(|error| BuildError::Hyper { group: DEFAULT_GROUP.to_owned(), error })?;
    Ok(LearningRate { hyper, own })
}

impl LearningRate {
    /// Sets the learning rate of the coming step.
    pub(super) fn set<T: Float>(
        &self,
        engine: &mut Engine<T>,
        rates: LearningRates,
        given: f64,
    ) -> Result<(), HyperError> {
        let rate = match rates {
            LearningRates::Given => given,
            LearningRates::Own => return Ok(()),
            LearningRates::Factor => match self.own.at(engine.steps()).as_f64() {
                Some(own) => own * given,
                // No number: a learning rate that is `none`, say, stays that.
                None => return Ok(()),
            },
        };
        let now = engine.groups().first().and_then(|group| group.settings().find(|(name, _)| *name == self.hyper));
        if let Some((_, now)) = now
            && now.as_f64().is_some_and(|now| now.to_bits() == rate.to_bits())
        {
            return Ok(());
        }
        engine.set(self.hyper, rate)
    }
}
