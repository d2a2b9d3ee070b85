//! The inputs that an optimizer declares: values that a step reads in addition to gradients. `collect` checks them.

mod collect;

use std::borrow::Cow;
use std::fmt;

use super::error::StepError;
use super::report::StepReport;
use super::{Optimizer, Param};
use crate::input::InputInfo;
use crate::kernel::Float;
use crate::params::Parameters;
use crate::suggestion::nearest;

/// Values for the declared inputs of an optimizer, for one step.
///
/// ```
/// # use optim_core::Inputs;
/// # use ndarray::array;
/// # let (hessians, loss) = (array![1.0_f32], 0.3);
/// let inputs = Inputs::new().tensors("hessian", &hessians).number("loss", loss);
/// # let _: Inputs<'_, f32> = inputs;
/// ```
///
/// Only the step checks them: an input that is missing, not due, unknown or of a wrong shape is an error.
#[must_use = "inputs are given to a step: `opt.with_inputs(&inputs).step(…)`"]
pub struct Inputs<'a, T: Float> {
    given: Vec<(&'a str, Given<'a, T>)>,
}

/// The value of one input.
enum Given<'a, T: Float> {
    Number(f64),
    /// An array for each parameter, or for some of them.
    Arrays {
        arrays: Box<dyn Parameters<Elem = T> + 'a>,
        /// True if arrays that are not due are ignored.
        where_due: bool,
    },
}

impl<'a, T: Float> Inputs<'a, T> {
    /// No inputs.
    pub const fn new() -> Self {
        Self { given: Vec::new() }
    }

    /// Adds an array for each parameter, by the name of the parameter: any type that gradients can have, or a reference to it. You
    /// may leave parameters out. The shape depends on the declared kind: the parameter's for a `tensor`, `[]` for a `scalar`.
    pub fn tensors(self, input: &'a str, arrays: impl Parameters<Elem = T> + 'a) -> Self {
        self.with(input, Given::Arrays { arrays: Box::new(arrays), where_due: false })
    }

    /// Like [`tensors`](Self::tensors), but ignores arrays that are not [due](Optimizer::due). Use it if you have arrays for the
    /// whole model.
    pub fn tensors_where_due(self, input: &'a str, arrays: impl Parameters<Elem = T> + 'a) -> Self {
        self.with(input, Given::Arrays { arrays: Box::new(arrays), where_due: true })
    }

    /// Adds one number for the whole optimizer: a `global` input.
    pub fn number(self, input: &'a str, number: f64) -> Self {
        self.with(input, Given::Number(number))
    }

    fn with(mut self, input: &'a str, given: Given<'a, T>) -> Self {
        self.given.push((input, given));
        self
    }
}

impl<T: Float> Default for Inputs<'_, T> {
    fn default() -> Self {
        Self::new()
    }
}

/// The names; arrays may be large.
impl<T: Float> fmt::Debug for Inputs<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.given.iter().map(|(name, _)| name)).finish()
    }
}

/// An optimizer with the inputs of its next step. Created by [`Optimizer::with_inputs`].
#[derive(Debug)]
#[must_use = "nothing happens before `step` or `step_with`"]
pub struct WithInputs<'s, 'a, T: Float> {
    optimizer: &'s mut Optimizer<T>,
    inputs: &'s Inputs<'a, T>,
}

impl<T: Float> WithInputs<'_, '_, T> {
    /// [`Optimizer::step`] with these inputs.
    ///
    /// # Errors
    ///
    /// The errors of [`Optimizer::step`], and mistakes in inputs. Nothing has changed then.
    pub fn step<P, G>(self, params: &mut P, grads: &G) -> Result<StepReport, StepError>
    where
        P: Parameters<Elem = T> + ?Sized,
        G: Parameters<Elem = T> + ?Sized,
    {
        self.optimizer.step_given(params, grads, self.inputs)
    }

    /// [`Optimizer::step_with`] with these inputs, which the probe and the step both see.
    ///
    /// # Errors
    ///
    /// The errors of [`Optimizer::step_with`], and mistakes in inputs. Nothing has changed then.
    pub fn step_with<P, G, L, E>(self, params: &mut P, f: impl FnMut(&P) -> Result<(L, G), E>) -> Result<L, E>
    where
        P: Parameters<Elem = T> + ?Sized,
        G: Parameters<Elem = T>,
        E: From<StepError>,
    {
        self.optimizer.step_with_given(params, f, self.inputs)
    }
}

impl<T: Float> Optimizer<T> {
    /// Returns the declared inputs, in order. Pass their values to a step with [`with_inputs`](Self::with_inputs). In a partition, these are the
    /// inputs of all rules, the first of each name: a value is for every rule that declares the name.
    pub fn inputs(&self) -> Vec<&'static InputInfo> {
        let mut inputs: Vec<&'static InputInfo> = Vec::new();
        for info in self.rules.iter().flat_map(|rule| rule.about.inputs) {
            if inputs.iter().all(|known| known.name != info.name) {
                inputs.push(info);
            }
        }
        inputs
    }

    /// Passes inputs to one step: `opt.with_inputs(&inputs).step(&mut model, &grads)`.
    ///
    /// An input is *due* for a parameter at a step if its condition holds there. Each parameter counts its own steps, with a gradient.
    /// Pass every input that is due for a parameter with a gradient, and no input that is not due. For parameters without a gradient,
    /// a due input is optional and not read. Inputs are used as they are, without `grad_scale` and clipping. The policy for
    /// [NaN and infinity](crate::NonFinite) applies to them as to gradients, and masked elements count as 0.
    pub const fn with_inputs<'s, 'a>(&'s mut self, inputs: &'s Inputs<'a, T>) -> WithInputs<'s, 'a, T> {
        WithInputs { optimizer: self, inputs }
    }

    /// Returns the names of the parameters for which an input is due at their next step.
    ///
    /// A `global` input is one number for all parameters, and due for all of them. If a wrapper runs its inner optimizer only at some
    /// steps, the inner optimizer's input is due for the parameters that reach such a step.
    ///
    /// # Errors
    ///
    /// [`StepError::UnknownInput`]
    pub fn due(&self, input: &str) -> Result<Vec<&str>, StepError> {
        let input = self.input(input)?.name;
        let due = self.params.iter().enumerate().filter(|(place, param)| {
            let own = self.about_of(param).inputs.iter().position(|info| info.name == input);
            own.is_some_and(|index| self.is_due(index, *place))
        });
        Ok(due.map(|(_, param)| &*param.name).collect())
    }

    /// The shape of the array of an input for a parameter, if it is due at its next step.
    pub(crate) fn due_shape(&self, input: usize, place: usize) -> Option<Cow<'_, [usize]>> {
        self.is_due(input, place).then(|| self.input_shape(input, &self.params[place]))
    }

    /// A declared input by name.
    fn input(&self, input: &str) -> Result<&'static InputInfo, StepError> {
        let all = self.inputs();
        let known = || all.iter().map(|info| info.name);
        all.iter().find(|info| info.name == input).copied().ok_or_else(|| StepError::UnknownInput {
            optimizer: self.name(),
            input: input.to_owned(),
            nearest: nearest(input, known()),
            known: known().collect(),
        })
    }

    /// Returns true if an input, by its place in the optimizer of the parameter, is due for this parameter at its next step.
    pub(super) fn is_due(&self, input: usize, place: usize) -> bool {
        let (param, t) = (&self.params[place], self.counts[place].next());
        let definition = self.groups[param.group].definition();
        !self.about_of(param).inputs[input].conditional || definition.input_due(input, param.folded, t)
    }

    /// The shape of the array of an input.
    pub(super) fn input_shape<'p>(&self, index: usize, param: &'p Param) -> Cow<'p, [usize]> {
        let about = self.about_of(param);
        let info = &about.inputs[index];
        if info.is_tensor() {
            return Cow::Borrowed(&param.shape);
        }
        let axes = about.axes_of(&param.shape, param.view.as_deref());
        let dims = self.groups[param.group].definition().input_dims(index, param.folded);
        Cow::Owned(match dims {
            Some(dims) if info.pair.is_some() => dims.pair_shape(&axes),
            Some(dims) => dims.array_shape(&axes),
            None => Vec::new(),
        })
    }
}
