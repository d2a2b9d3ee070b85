//! Masks of parameters: setting, reading, removing.

use ndarray::{ArrayRef, ArrayViewD, Dimension};

use super::Optimizer;
use super::error::StepError;
use crate::kernel::Float;
use crate::params::Parameters;
use crate::sparsity::{MaskElement, MaskError, Masked};
use crate::suggestion::nearest;

impl<T: Float> Optimizer<T> {
    /// Keeps the elements of a parameter at zero where the mask is `false`, or 0. Replaces an existing mask.
    /// [`sparsity`](crate::sparsity) describes the effect on a step.
    ///
    /// Masked elements of states become zero at once. In a state with 8 bits, a block with NaN or infinity stays NaN. The parameter follows in
    /// the next step with a gradient for it, or with [`apply_masks`](Self::apply_masks). Until then it keeps its values, also the lower bits that
    /// the optimizer stores for a [split](crate::Storage::Split8) parameter.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such parameter, or the mask has another shape or contains numbers other than 0 and 1. Nothing has changed
    /// then.
    pub fn set_mask<E: MaskElement, D: Dimension>(
        &mut self,
        param: &str,
        mask: &ArrayRef<E, D>,
    ) -> Result<(), MaskError> {
        let place = self.masked_place(param)?;
        let expected = &*self.params[place].shape;
        if mask.shape() != expected {
            return Err(MaskError::Shape {
                param: param.to_owned(),
                expected: expected.to_vec(),
                found: mask.shape().to_vec(),
            });
        }
        if let Some(other) = mask.iter().find(|element| element.kept().is_none()) {
            return Err(MaskError::Number { param: param.to_owned(), value: other.to_f64() });
        }
        let kept = mask.map(|element| element.kept() == Some(true)).into_dyn();
        let out_of_memory = || MaskError::OutOfMemory { param: param.to_owned(), elements: mask.len() };
        self.masks.set(place, Masked::new(kept, self.params[place].view.as_deref()).ok_or_else(out_of_memory)?);
        self.mask_states(place);
        Ok(())
    }

    /// Removes the mask of a parameter. Returns true if there was one. Masked elements stay zero until a step changes
    /// them.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such parameter.
    pub fn clear_mask(&mut self, param: &str) -> Result<bool, MaskError> {
        let place = self.masked_place(param)?;
        Ok(self.masks.clear(place))
    }

    /// The mask of a parameter, `true` where elements are kept; `None` if it has none.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such parameter.
    pub fn mask(&self, param: &str) -> Result<Option<ArrayViewD<'_, bool>>, MaskError> {
        Ok(self.masks.get(self.masked_place(param)?).map(Masked::kept))
    }

    /// Every mask with the name of its parameter, in the order of the parameters.
    pub fn masks(&self) -> impl Iterator<Item = (&str, ArrayViewD<'_, bool>)> {
        self.masks.iter().map(|(place, masked)| (&*self.params[place].name, masked.kept()))
    }

    /// The fraction of a parameter's elements that its mask keeps; 1 without a mask.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such parameter.
    pub fn density(&self, param: &str) -> Result<f64, MaskError> {
        Ok(self.masks.get(self.masked_place(param)?).map_or(1.0, Masked::density))
    }

    /// The size in bytes of all masks and their copies of gradients.
    pub fn mask_bytes(&self) -> usize {
        self.masks.bytes()
    }

    /// Sets the masked elements of all parameters to zero, without a step.
    ///
    /// # Errors
    ///
    /// Returns an error if the optimizer was built for other parameters, as in [`step`](Self::step). Nothing has changed then.
    pub fn apply_masks<P: Parameters<Elem = T> + ?Sized>(&self, params: &mut P) -> Result<(), StepError> {
        let mut params = self.collect_params(&self.params, params)?;
        self.masks.apply_params(&mut params, self.threads);
        Ok(())
    }

    /// Sets the masked elements of a parameter's states to zero.
    pub(super) fn mask_states(&mut self, place: usize) {
        let (width, states) = (self.width(), self.states_of(&self.params[place]).clone());
        self.masks.apply_states(place, &mut self.slots[place * width..][..width], states.as_slice());
    }

    fn masked_place(&self, param: &str) -> Result<usize, MaskError> {
        self.places.get(param).copied().ok_or_else(|| MaskError::UnknownParameter {
            param: param.to_owned(),
            nearest: nearest(param, self.param_names()),
        })
    }
}
