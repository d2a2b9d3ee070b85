//! Scaling and clipping of gradients on a device.

use super::{DeviceError, OnDevice, fails};
use crate::evaluate::{Backend, Fold, Value};
use crate::gradient::NonFinite;
use crate::kernel::{Float, GradLoad, Scan};
use crate::lang::{Binary, Ternary, Unary};
use crate::optimizer::StepError;

/// The options for gradients.
pub(super) enum Inspected {
    /// It is not carried out.
    Skip,
    /// It loads them so; their norm, if an option asks for it.
    Load(Option<f64>, GradLoad),
}

impl<B: Backend, T: Float> OnDevice<B, T> {
    /// Reads the gradients at these places before the step where an option asks for it.
    pub(super) fn inspect(
        &self,
        places: &[usize],
        grads: &[Option<B::Tensor>],
    ) -> Result<Inspected, DeviceError<B::Error>> {
        let (options, backend) = (&self.engine.options, &self.backend);
        if !options.needs_scan() {
            return Ok(Inspected::Load(None, options.load()));
        }
        let fails = fails("gradient");
        let mut joint: Option<B::Tensor> = None;
        for (place, grad) in places.iter().zip(grads.iter().flatten()) {
            if options.non_finite != NonFinite::Off {
                let sizes = backend.unary(Unary::Abs, grad).map_err(&fails)?;
                let largest = self.folded(Fold::Max, sizes)?;
                if !self.number(&largest)?.is_finite() {
                    if options.non_finite == NonFinite::Skip {
                        return Ok(Inspected::Skip);
                    }
                    let param = self.engine.params[*place].name.to_string();
                    return Err(StepError::NonFinite { param }.into());
                }
            }
            if options.clip_norm.is_some() {
                let scaled = backend.binary_number(Binary::Mul, grad, options.scale).map_err(&fails)?;
                let squares = backend.unary(Unary::Square, &scaled).map_err(&fails)?;
                let own = self.folded(Fold::Sum, squares)?;
                joint = Some(match joint {
                    None => own,
                    Some(joint) => backend.binary(Binary::Add, &joint, &own).map_err(&fails)?,
                });
            }
        }
        let norm_squared = joint.map_or(Ok(0.0), |joint| self.number(&joint))?;
        let (norm, load) = options.clipped(&Scan { norm_squared, not_finite: None });
        Ok(Inspected::Load(norm, load))
    }

    /// The norm that a wrapper clipped by in the last step, which changed the parameters at these places.
    pub(super) fn taken_norm(&self, changed: &[usize]) -> Result<Option<f64>, DeviceError<B::Error>> {
        let Some(state) = self.engine.norm_state() else { return Ok(None) };
        for place in changed {
            let norm = match self.states[*place].get(&*self.engine.states.as_slice()[state].name) {
                Some(Value::Number(norm)) => *norm,
                Some(Value::Tensor(norm)) => self.number(norm)?,
                None => continue,
            };
            if norm.is_nan() || norm >= 0.0 {
                return Ok(Some(norm));
            }
        }
        Ok(None)
    }

    fn folded(&self, fold: Fold, x: B::Tensor) -> Result<B::Tensor, DeviceError<B::Error>> {
        let axes = self.backend.shape(&x).map(|size| size != 1);
        match axes {
            [false, false, false] => Ok(x),
            axes => self.backend.reduce(fold, &x, axes).map_err(fails("gradient")),
        }
    }

    fn number(&self, x: &B::Tensor) -> Result<f64, DeviceError<B::Error>> {
        let numbers = self.backend.download(x).map_err(fails("gradient"))?;
        Ok(numbers.first().copied().unwrap_or(f64::NAN))
    }

    /// A gradient as the step sees it: scaled and clipped.
    pub(super) fn loaded(&self, grad: B::Tensor, load: GradLoad) -> Result<B::Tensor, DeviceError<B::Error>> {
        let (backend, fails) = (&self.backend, fails("gradient"));
        let mut grad = grad;
        if load.scale != 1.0 {
            grad = backend.binary_number(Binary::Mul, &grad, load.scale).map_err(&fails)?;
        }
        if let Some(clip) = load.clip {
            let limit = |x| backend.fill(x, [1; 3]).map_err(&fails);
            grad = backend.ternary(Ternary::Clamp, &grad, &limit(-clip)?, &limit(clip)?).map_err(&fails)?;
        }
        Ok(grad)
    }

    /// A tensor of the parameter's shape, 0 where that is masked.
    pub(super) fn masked(&self, place: usize, x: B::Tensor) -> Result<B::Tensor, DeviceError<B::Error>> {
        match &self.masks[place] {
            None => Ok(x),
            Some(kept) => {
                let zero = self.backend.fill(0.0, [1; 3]).map_err(fails("mask"))?;
                self.backend.select(kept, &x, &zero).map_err(fails("mask"))
            }
        }
    }
}
