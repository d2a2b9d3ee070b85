//! Watched numbers on a device.

use std::collections::HashMap;

use super::{DeviceError, OnDevice, fails};
use crate::evaluate::{Backend, Evaluated, Fold};
use crate::kernel::{Float, WatchedNumbers};
use crate::lang::{Binary, Unary};
use crate::optimizer::Watched;
use crate::optimizer::watch::ReportedOutput;
use crate::watched::{WatchSums, WatchedSum};

/// The unscaled gradients of the parameters at some places, and the parameters after the step, by place.
type Changed<'x, X> = (&'x [Option<X>], &'x HashMap<usize, X>);

impl<B: Backend, T: Float> OnDevice<B, T> {
    /// The watched numbers of the parameters at these places, before the results of the step are kept.
    pub(super) fn watched(
        &self,
        sums: WatchSums,
        places: &[usize],
        params: &[Option<B::Tensor>],
        (grads, made): Changed<'_, B::Tensor>,
        outputs: &[ReportedOutput],
    ) -> Result<Option<Watched>, DeviceError<B::Error>> {
        if !self.host.watch.is_due(self.host.steps) {
            return Ok(None);
        }
        let mut all = Vec::with_capacity(places.len());
        for (number, place) in places.iter().enumerate() {
            let mut sums_of_param = [0.0; WatchedSum::COUNT];
            if let (Some(param), Some(Some(grad))) = (&params[*place], grads.get(number)) {
                let before = self.masked(*place, param.clone())?;
                let after = made.get(place).unwrap_or(&before);
                sums_of_param = self.sums(sums, &before, after, grad)?;
            }
            all.push((*place, sums_of_param));
        }
        let optimizer = &self.host;
        Ok(Some(optimizer.watch.report(&optimizer.params, all.into_iter(), optimizer.options.scale, outputs)))
    }

    /// The outputs that the step reports.
    pub(super) fn reported(
        &self,
        outputs: &mut [(usize, Evaluated<B::Tensor>)],
    ) -> Result<Vec<ReportedOutput>, DeviceError<B::Error>> {
        let mut reported = Vec::new();
        for (param, output) in outputs {
            let own = &self.host.params[*param];
            let rule = self.host.groups[own.group].rule();
            for (name, value) in std::mem::take(&mut output.reported) {
                if let Some(number) = self.host.watch.number_called(rule, &name) {
                    reported.push((*param, (rule, number), self.known(&value)?));
                }
            }
        }
        Ok(reported)
    }

    fn sums(
        &self,
        sums: WatchSums,
        before: &B::Tensor,
        after: &B::Tensor,
        grad: &B::Tensor,
    ) -> Result<WatchedNumbers, DeviceError<B::Error>> {
        let mut numbers = [0.0; WatchedSum::COUNT];
        let (backend, fails) = (&self.backend, fails("watch"));
        let change = backend.binary(Binary::Sub, after, before).map_err(&fails)?;
        for sum in sums.list() {
            let (fold, each) = match sum {
                WatchedSum::Param => (Fold::Sum, backend.unary(Unary::Square, before)),
                WatchedSum::Update => (Fold::Sum, backend.unary(Unary::Square, &change)),
                WatchedSum::Grad => (Fold::Sum, backend.unary(Unary::Square, grad)),
                WatchedSum::Product => (Fold::Sum, backend.binary(Binary::Mul, &change, grad)),
                WatchedSum::GradMax => (Fold::Max, backend.unary(Unary::Abs, grad)),
            };
            numbers[sum as usize] = self.number(&self.folded(fold, each.map_err(&fails)?)?)?;
        }
        Ok(numbers)
    }
}
