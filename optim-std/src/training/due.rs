//! Inputs that a step needs besides gradients.

use optim_core::{Float, Optimizer};

/// The inputs that are [due](Optimizer::due) in a step. [`Training::run_with_inputs`](super::Training::run_with_inputs) passes them to its closure,
/// which must compute these inputs and no others. Most optimizers have none.
///
/// ```
/// use optim_std::ndarray::{Array1, array};
/// use optim_std::author::*;
/// use optim_std::prelude::*;
/// use optim_std::training::{DueInputs, Indexed, Training};
///
/// /// Newton's method, with a curvature that is measured again every 10 steps.
/// #[optimizer(state <curvature = 1.0>, input <hessian: tensor if every(10)>)]
/// #[derive(Debug, Clone)]
/// struct Newton;
///
/// #[optimizer]
/// impl Newton {
///     fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, state: &mut State<Self>) {
///         if every(10) {
///             state.curvature = input.hessian;
///         }
///         *param -= 0.5 * grad / state.curvature;
///     }
/// }
///
/// let mut model = array![3.0_f64, -1.0];
/// let mut opt = Newton::new().build(&model)?;
/// let mut measured = 0;
/// let data = Indexed::new(8, |_epoch, _index| 1.0);
/// Training::new(40).run_with_inputs(&mut model, &mut opt, &data, |model: &Array1<f64>, goal, _at, due: &DueInputs| {
///     let far = model - goal;
///     let mut inputs = Inputs::new();
///     if due.contains("hessian") {
///         measured += 1;
///         inputs = inputs.tensors("hessian", model.mapv(|_| 2.0));
///     }
///     (far.mapv(|x| x * x).sum(), 2.0 * far, inputs)
/// })?;
/// assert_eq!(measured, 4);
/// assert!(model.iter().all(|x| (x - 1.0).abs() < 1e-6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DueInputs {
    inputs: Vec<(&'static str, Vec<String>)>,
}

impl DueInputs {
    /// The inputs that are due in the next step of an optimizer.
    pub fn of<T: Float>(optimizer: &Optimizer<T>) -> Self {
        let inputs = optimizer.inputs().into_iter().map(|info| {
            // The optimizer itself returned the name, so the call cannot fail.
            let due = optimizer.due(info.name).unwrap_or_default();
            (info.name, due.into_iter().map(str::to_owned).collect::<Vec<_>>())
        });
        Self { inputs: inputs.filter(|(_, params)| !params.is_empty()).collect() }
    }

    /// Returns true if an input is due for any parameter, or for the whole model. If you misspell the name, the step
    /// returns an error, because the input is missing.
    pub fn contains(&self, input: &str) -> bool {
        !self.params(input).is_empty()
    }

    /// The names of the parameters for which an input is due, in the order of the model; none if it is not due.
    pub fn params(&self, input: &str) -> &[String] {
        self.inputs.iter().find(|(name, _)| *name == input).map_or(&[], |(_, params)| params)
    }

    /// The names of all inputs that are due.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &'static str> {
        self.inputs.iter().map(|(name, _)| *name)
    }
}
