//! Arrays in every layout that a user's array may have.

use std::fmt;

use ndarray::{ArrayD, ArrayViewD, ArrayViewMutD, IxDyn, Slice};

use crate::kernel::Float;
use crate::random::Random;

/// The layout of an array in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MemoryLayout {
    /// The axes from the slowest to the fastest.
    order: Vec<usize>,
    /// Distance of neighbours along each axis in the array that it is a slice of; 0 repeats one entry.
    steps: Vec<isize>,
    /// Entries before and after, along each axis.
    margins: Vec<usize>,
}

impl MemoryLayout {
    /// C order, without gaps.
    pub(super) fn plain(ndim: usize) -> Self {
        Self { order: (0..ndim).collect(), steps: vec![1; ndim], margins: vec![0; ndim] }
    }

    /// Any layout; `repeat` allows axes along which all entries are one.
    pub(super) fn draw(random: &mut Random, ndim: usize, repeat: bool) -> Self {
        let mut layout = Self::plain(ndim);
        if random.one_in(3) {
            return layout;
        }
        match random.below(3) {
            0 => layout.order.reverse(),
            1 => random.shuffle(&mut layout.order),
            _ => {}
        }
        if random.one_in(2) {
            for step in &mut layout.steps {
                let zero = if repeat { 0 } else { 1 };
                *step = *random.pick(&[1, 1, 1, -1, -1, 2, -3, zero]);
            }
        }
        if random.one_in(3) {
            layout.margins.fill_with(|| random.below(3));
        }
        layout
    }
}

impl fmt::Display for MemoryLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::plain(self.order.len()) {
            return f.write_str("C order");
        }
        write!(f, "axes stored in the order {:?}", self.order)?;
        if self.steps.iter().any(|step| *step != 1) {
            write!(f, ", every {:?} entries", self.steps)?;
        }
        if self.margins.iter().any(|margin| *margin != 0) {
            write!(f, ", margins {:?}", self.margins)?;
        }
        Ok(())
    }
}

/// An array in a layout, with the memory around it.
#[derive(Clone, Debug)]
pub(super) struct Laid<T> {
    /// The array that this is a slice of, axes in the order of memory.
    pub(super) memory: ArrayD<T>,
    shape: Vec<usize>,
    layout: MemoryLayout,
}

impl<T: Float> Laid<T> {
    /// An array of this shape; all memory, gaps included, is filled by `next`.
    pub(super) fn new(shape: &[usize], layout: &MemoryLayout, mut next: impl FnMut() -> f64) -> Self {
        let stored = |&axis: &usize| match layout.steps[axis] {
            0 => 1,
            step => shape[axis] * step.unsigned_abs() + 2 * layout.margins[axis],
        };
        let stored: Vec<usize> = layout.order.iter().map(stored).collect();
        let memory = ArrayD::from_shape_simple_fn(IxDyn(&stored), || T::cast(next()));
        Self { memory, shape: shape.to_vec(), layout: layout.clone() }
    }

    /// The array.
    pub(super) fn view(&self) -> ArrayViewD<'_, T> {
        let repeated = |(&axis, &stored): (&usize, &usize)| match self.layout.steps[axis] {
            0 => self.shape[axis],
            _ => stored,
        };
        let whole: Vec<usize> = self.layout.order.iter().zip(self.memory.shape()).map(repeated).collect();
        let Some(view) = self.memory.broadcast(IxDyn(&whole)) else {
            unreachable!("only axes of one entry are repeated")
        };
        let mut view = view.permuted_axes(self.places());
        view.slice_each_axis_inplace(|axis| self.slice(axis.axis.index()));
        view
    }

    /// The array, to write; not for layouts with repeated entries.
    pub(super) fn view_mut(&mut self) -> ArrayViewMutD<'_, T> {
        let places = self.places();
        let Self { memory, shape, layout } = self;
        let mut view = memory.view_mut().permuted_axes(places);
        view.slice_each_axis_inplace(|axis| slice(shape, layout, axis.axis.index()));
        view
    }

    /// Its numbers in C order.
    pub(super) fn numbers(&self) -> Vec<f64> {
        self.view().iter().map(|number| number.as_()).collect()
    }

    fn slice(&self, axis: usize) -> Slice {
        slice(&self.shape, &self.layout, axis)
    }

    /// The place in memory of each axis.
    fn places(&self) -> IxDyn {
        let mut places = vec![0; self.shape.len()];
        for (place, &axis) in self.layout.order.iter().enumerate() {
            places[axis] = place;
        }
        IxDyn(&places)
    }
}

fn slice(shape: &[usize], layout: &MemoryLayout, axis: usize) -> Slice {
    let step = layout.steps[axis];
    if step == 0 {
        return Slice::from(..);
    }
    let (start, len) = (layout.margins[axis], shape[axis] * step.unsigned_abs());
    Slice::new(start as isize, Some((start + len) as isize), step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layout_holds_the_shape() {
        let mut random = Random::new(1);
        for shape in [&[][..], &[0], &[5], &[3, 0, 2], &[4, 3], &[2, 3, 4, 5]] {
            for _ in 0..100 {
                let layout = MemoryLayout::draw(&mut random, shape.len(), true);
                let mut count = 0.0;
                let laid = Laid::<f64>::new(shape, &layout, || {
                    count += 1.0;
                    count
                });
                assert_eq!(laid.view().shape(), shape, "{layout}");
                assert_eq!(laid.numbers().len(), shape.iter().product::<usize>());
                if !layout.steps.contains(&0) {
                    let mut numbers = laid.numbers();
                    numbers.sort_by(f64::total_cmp);
                    numbers.dedup();
                    assert_eq!(numbers.len(), laid.view().len(), "{layout}");
                    assert_eq!(laid.clone().view_mut(), laid.view(), "{layout}");
                }
            }
        }
    }
}
