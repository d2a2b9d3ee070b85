//! A step's context: the parameter, its gradient, its states and scratch, and the passes over them.

use super::arena::{Arena, Arenas, Pending};
use super::geometry::{Cover, Geometry};
use super::lane::{Adjust, Lane, Plan};
use super::level::Isa;
use super::reduce::{Kept, Red, put_together};
use super::resolve::Need;
use super::tile::Pass;
use super::{Extent, Float, Fold, GradLoad, Job, Reduction, Source, StateSlot, Stream, StreamAxes, TensorRef};
use crate::shape::ParamShape;

/// Which part of a parameter a context stands for, and who works on it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part<'a, T> {
    /// All of it, on the calling thread.
    Whole,
    /// Elements `from..to` in memory order: elementwise passes only.
    Range(usize, usize),
    /// All of it, each pass shared out among so many workers.
    Shared(usize, &'a Arenas<T>),
    /// None of it: passes and calls are written down, not run.
    Nothing,
}

/// Everything that one parameter's step may touch.
#[derive(Debug)]
pub struct Cx<'a, T: Float> {
    pub(crate) shape: ParamShape,
    pub(crate) param: *mut T,
    pub(crate) dims: &'a [usize],
    pub(crate) strides: Option<&'a [isize]>,
    pub(crate) grad: TensorRef<'a, T>,
    pub(crate) states: &'a [StateSlot<T>],
    pub(crate) load: GradLoad,
    /// Whether the parameter is one run of memory in C order.
    pub(crate) plain: bool,
    pub(crate) t: u64,
    pub(crate) index: usize,
    pub(crate) isa: Isa,
    pub(crate) part: Part<'a, T>,
    /// The place of the coming pass or call in the plan.
    pub(crate) place: usize,
    pub(crate) arena: &'a mut Arena<T>,
}

impl<'a, T: Float> Cx<'a, T> {
    #[inline]
    pub(crate) fn new(job: &'a Job<'_, T>, index: usize, isa: Isa, part: Part<'a, T>, arena: &'a mut Arena<T>) -> Self {
        let (dims, strides) = (job.param.shape(), job.param.strides());
        let (plain, len) = is_plain(dims, strides);
        assert!(len == job.shape.len(), "a job's shape is that of its parameter");
        Self {
            shape: job.shape,
            param: job.param.as_mut_ptr(),
            dims,
            strides,
            grad: job.grad,
            states: job.states,
            load: job.load,
            plain,
            t: job.t,
            index,
            isa,
            part,
            place: 0,
            arena,
        }
    }

    /// The parameter's shape.
    #[inline]
    #[must_use]
    pub fn shape(&self) -> ParamShape {
        self.shape
    }

    /// The step count, from 1.
    #[inline]
    #[must_use]
    pub fn t(&self) -> f64 {
        self.t as f64
    }

    /// The value of a scalar state before this step; 0 for any other state.
    #[inline]
    #[must_use]
    pub fn scalar(&self, state: usize) -> f64 {
        match self.states.get(state) {
            Some(StateSlot::Scalar { value, .. }) => *value,
            _ => 0.0,
        }
    }

    /// The value of a scalar state after this step. [`Cx::scalar`] gives the old one until the step is done.
    #[inline]
    pub fn set_scalar(&mut self, state: usize, value: f64) {
        if let Part::Range(from, _) = self.part
            && from > 0
        {
            // The first piece of a parameter speaks for all.
            return;
        }
        self.arena.pending.push(Pending { job: self.index, state, value });
    }

    /// `base.powf(exponent)`, remembered: parameters that share settings and step count share the work.
    #[inline]
    pub fn powf(&mut self, base: f64, exponent: f64) -> f64 {
        self.arena.powers.get(base, exponent)
    }

    /// Makes room for so many scratch slots of the lengths that `lengths` tells.
    pub(crate) fn reserve(&mut self, slots: usize, lengths: &dyn Fn(ParamShape, &mut [usize])) {
        if let Part::Nothing = self.part {
            return;
        }
        let mut few = [0; 32];
        let mut many = Vec::new();
        let lens = if slots <= few.len() {
            &mut few[..slots]
        } else {
            many.resize(slots, 0);
            &mut many[..]
        };
        lengths(self.shape, lens);
        self.arena.reserve_scratch(lens);
    }

    /// Exchanges two scratch slots.
    ///
    /// # Panics
    /// If there is no such slot: generated code has those that it names.
    pub fn swap(&mut self, a: usize, b: usize) {
        if let Part::Nothing = self.part {
            return;
        }
        self.arena.scratch.swap(a, b);
    }

    /// Tells the place of the coming pass or call among [`Plan::passes`](crate::Plan::passes), which is how what a step does is
    /// put together with what is known of it beforehand. Unless it is told, the place is the one after the last.
    #[inline(always)]
    pub const fn at(&mut self, place: usize) {
        self.place = place;
    }

    /// One pass over an index space: `tile` is called for consecutive stretches of it, with the numbers of each input
    /// (read), of each output (read and written), and a place for each reduction's numbers, which it fills.
    ///
    /// Outputs must have all axes of `extent`, inputs that lack one are repeated along it. Returns the results of
    /// reductions that keep nothing; the others go to their scratch slots, in place of their results stand zeros.
    /// The order in which elements are combined follows from the shape and the layout alone.
    ///
    /// The closure is compiled once per instruction-set level, so it and what it calls must be `#[inline(always)]`.
    ///
    /// # Panics
    /// If the arguments do not fit together, which does not happen in generated code run on valid jobs: an output is
    /// also another stream of the pass; an output or the gradient lacks an axis of the extent; a reduction has no slot of
    /// its own; a state does not exist or has another number of elements than the extent over the stream's axes, a slot
    /// does not exist or has fewer; the kernel says that its passes are elementwise, and this one is not.
    #[inline(always)]
    pub fn pass<const I: usize, const O: usize, const R: usize>(
        &mut self,
        extent: Extent,
        inputs: [Stream; I],
        outputs: [Stream; O],
        reductions: [Reduction; R],
        tile: impl Fn([&[T]; I], [&mut [T]; O], [&mut [f64]; R]) + Sync,
    ) -> [f64; R] {
        let distinct = (0..O).all(|k| {
            let output = outputs[k].source;
            output != Source::Grad
                && inputs.iter().all(|s| s.source != output)
                && outputs[k + 1..].iter().all(|s| s.source != output)
        });
        assert!(distinct, "the outputs of a pass are streams of their own");
        match self.part {
            Part::Whole | Part::Shared(..) => {}
            Part::Range(..) => {
                // Pieces of a parameter run side by side: each must keep to its own elements, the same in every pass.
                let plain = |s: &Stream| s.axes.is_tensor() && !matches!(s.source, Source::Scratch(_));
                let elementwise = R == 0 && extent == self.shape.into() && inputs.iter().chain(&outputs).all(plain);
                assert!(elementwise, "only elementwise passes may be split anywhere");
            }
            Part::Nothing => {
                self.record_pass(extent, &inputs, &outputs, &reductions);
                return [0.0; R];
            }
        }
        let mut lanes_in = [Lane::NONE; I];
        let mut lanes_out = [Lane::NONE; O];
        let len = extent.len();
        let mut reds = reductions.map(|r| Red::one(&r, len));
        let direct = len == self.shape.len()
            && len > 0
            && self.plain
            && reductions.iter().all(|r| r.keep == StreamAxes::ONE)
            && (0..I).all(|k| self.direct(inputs[k], &mut lanes_in[k]))
            && (0..O).all(|k| self.direct(outputs[k], &mut lanes_out[k]));
        let mut geometry = Geometry::flat(len);
        let mut need = Need::of(&geometry, R);
        if !direct {
            if len == 0 {
                self.reduce_nothing(extent, &reductions, &mut reds);
                return reds.map(|red| red.result(red.fold.start()));
            }
            let (inputs, outputs) = ((&inputs[..], &mut lanes_in[..]), (&outputs[..], &mut lanes_out[..]));
            need = self.resolve(extent, inputs, outputs, (&reductions, &mut reds), &mut geometry);
        }
        if self.arena.partials.len() < need.partials {
            self.arena.grow_partials(need.partials);
        }
        let Arena { desk, notes, partials, .. } = &mut *self.arena;
        // Referred to, not moved: copies of what was just written would wait for it to be read back.
        let plan = Plan { geometry: &geometry, isa: self.isa, notes, adjust: Adjust::new(self.load) };
        let linear = matches!(geometry.cover, Cover::Segment(_))
            && lanes_in.iter().all(|lane| lane.is_linear(&plan))
            && lanes_out.iter().all(|lane| lane.is_linear(&plan))
            && reds.iter().all(|red| red.fold == Fold::Sum && red.kept != Kept::Full);
        let pass = Pass {
            plan: &plan,
            inputs: &lanes_in,
            outputs: &lanes_out,
            reductions: &reds,
            partials: partials.as_mut_ptr(),
            columns: need.columns,
            linear,
        };
        // SAFETY: the lanes are those of this geometry, resolved from arrays and slots that fit it, and outputs are
        // distinct from all other streams; this context has exclusive use of the part that it stands for, and that is not
        // `Part::Nothing`.
        unsafe { pass.run(self.part, desk, &tile) };
        for red in &reds {
            // SAFETY: all units are done.
            unsafe { put_together(&plan, red, partials) };
        }
        std::array::from_fn(|k| {
            let red = &reds[k];
            if red.kept != Kept::One {
                return 0.0;
            }
            let mut sum = partials[k];
            for unit in 1..geometry.units {
                sum = red.fold.join(sum, partials[unit * R + k]);
            }
            red.result(sum)
        })
    }

    /// Whether an array has the parameter's shape, and is one run of memory in C order.
    #[inline(always)]
    fn is_alike(&self, shape: &[usize], strides: Option<&[isize]>) -> bool {
        let n = self.dims.len();
        shape.len() == n && (0..n).all(|k| shape[k] == self.dims[k]) && is_plain(shape, strides).0
    }

    /// Resolves a stream in the plain case: one number per element, in C order.
    #[inline(always)]
    fn direct(&mut self, stream: Stream, lane: &mut Lane<T>) -> bool {
        if !stream.axes.is_tensor() {
            return false;
        }
        match stream.source {
            Source::Param => lane.base = self.param,
            Source::Grad => {
                if !self.is_alike(self.grad.shape(), self.grad.strides()) {
                    return false;
                }
                lane.base = self.grad.as_ptr().cast_mut();
                if !self.load.is_plain() {
                    lane.detail = Lane::<T>::ADJUSTED;
                }
            }
            Source::State(index) => match &self.states[index] {
                StateSlot::Array(array) => {
                    if !self.is_alike(array.shape(), Some(array.strides())) {
                        return false;
                    }
                    lane.base = array.as_ptr().cast_mut();
                }
                StateSlot::Absent => lane.detail = Lane::<T>::ABSENT,
                StateSlot::Scalar { .. } => return false,
            },
            Source::Scratch(slot) => {
                let slot = &mut self.arena.scratch[slot];
                if slot.len() < self.shape.len() {
                    return false;
                }
                lane.base = slot.as_mut_ptr();
            }
        }
        true
    }
}

/// Whether an array is one run of memory in C order, and its number of elements.
#[inline]
pub(crate) fn is_plain(shape: &[usize], strides: Option<&[isize]>) -> (bool, usize) {
    let mut len = 1;
    let Some(strides) = strides else {
        for &n in shape.iter().rev() {
            len *= n;
        }
        return (true, len);
    };
    let mut plain = true;
    for (&n, &stride) in shape.iter().zip(strides).rev() {
        plain &= n == 1 || stride == len as isize;
        len *= n;
    }
    (plain, len)
}
