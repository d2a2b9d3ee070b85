//! Scaling and clipping of gradients on a device.

use super::{DeviceError, OnDevice, fails};
use crate::evaluate::{Backend, Fold, Value};
use crate::gradient::NonFinite;
use crate::kernel::{Float, GradLoad};
use crate::lang::{Binary, Ternary, Unary};
use crate::optimizer::NotFinite;
use crate::optimizer::inspect::{Inspected, Loading, refuse};

impl<B: Backend, T: Float> OnDevice<B, T> {
    /// Inspects the gradients at these places before the step if an option requires it, like [`Optimizer::inspect`].
    pub(super) fn inspect(
        &self,
        places: &[usize],
        params: &[Option<B::Tensor>],
        grads: &[Option<B::Tensor>],
    ) -> Result<Inspected, DeviceError<B::Error>> {
        let (options, backend) = (&self.host.options, &self.backend);
        if !options.needs_scan() {
            return Ok(Inspected::Load(Loading::plain(options.load())));
        }
        let fails = fails("gradient");
        let name = |place: usize| self.host.params[place].name.to_string();
        let mut not_finite = Vec::new();
        let mut joint: Option<B::Tensor> = None;
        for (place, grad) in places.iter().zip(grads.iter().flatten()) {
            if options.non_finite != NonFinite::Off && !self.is_finite(grad)? {
                not_finite.push(NotFinite::Gradient { param: name(*place) });
            }
            if options.needs_norm() {
                let scaled = backend.binary_number(Binary::Mul, grad, options.scale).map_err(&fails)?;
                let squares = backend.unary(Unary::Square, &scaled).map_err(&fails)?;
                let own = self.folded(Fold::Sum, squares)?;
                joint = Some(match joint {
                    None => own,
                    Some(joint) => backend.binary(Binary::Add, &joint, &own).map_err(&fails)?,
                });
            }
        }
        // Parameters are inspected, because one of them may be the cause.
        if options.non_finite == NonFinite::Strict || !not_finite.is_empty() {
            for (place, param) in params.iter().enumerate() {
                let Some(param) = param else { continue };
                if !self.is_finite(&self.masked(place, param.clone())?)? {
                    not_finite.push(NotFinite::Parameter { param: name(place) });
                }
            }
        }
        if !not_finite.is_empty() {
            return Ok(refuse(options.non_finite, not_finite)?);
        }
        let norm_squared = joint.map_or(Ok(0.0), |joint| self.number(&joint))?;
        Ok(self.host.judged(norm_squared.sqrt(), Vec::new()))
    }

    fn is_finite(&self, x: &B::Tensor) -> Result<bool, DeviceError<B::Error>> {
        let sizes = self.backend.unary(Unary::Abs, x).map_err(fails("gradient"))?;
        let largest = self.folded(Fold::Max, sizes)?;
        Ok(self.number(&largest)?.is_finite())
    }

    /// Downloads a number that a step has computed.
    pub(super) fn known(&self, value: &Value<B::Tensor>) -> Result<f64, DeviceError<B::Error>> {
        match value {
            Value::Number(number) => Ok(*number),
            Value::Tensor(tensor) => self.number(tensor),
        }
    }

    pub(super) fn folded(&self, fold: Fold, x: B::Tensor) -> Result<B::Tensor, DeviceError<B::Error>> {
        let axes = self.backend.shape(&x).map(|size| size != 1);
        match axes {
            [false, false, false] => Ok(x),
            axes => self.backend.reduce(fold, &x, axes).map_err(fails("gradient")),
        }
    }

    pub(super) fn number(&self, x: &B::Tensor) -> Result<f64, DeviceError<B::Error>> {
        let numbers = self.backend.download(x).map_err(fails("gradient"))?;
        Ok(numbers.first().copied().unwrap_or(f64::NAN))
    }

    /// Scales and clips a gradient for the step.
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

    /// Sets the masked elements of a tensor with the parameter's shape to 0.
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
