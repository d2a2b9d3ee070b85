//! A recording, from leaves to graph.

use std::marker::PhantomData;

use super::error::GraphError;
use super::graph::{Graph, Target};
use super::handle::{Handle, Scalar, Tensor};
use super::list::List;
use super::op::Leaf;
use super::record;
use crate::kernel::MOST_ITEMS;
use crate::shape::Dims;

/// One recording of a step, in progress on this thread.
///
/// It hands out the leaves, takes the stores and makes the [`Graph`]. Between [`Recorder::new`] and
/// [`Recorder::finish`], operators and functions on handles write into it. Recordings nest: the innermost one is
/// written to. Dropped without `finish`, it leaves nothing behind.
#[derive(Debug)]
pub struct Recorder {
    id: u64,
    _thread: PhantomData<*const ()>,
}

impl Recorder {
    /// Starts a recording for a parameter of this shape.
    pub fn new(shape: &[usize]) -> Recorder {
        Recorder { id: record::begin(shape), _thread: PhantomData }
    }

    /// The parameter before the step.
    pub fn param(&self) -> Tensor {
        self.leaf(Leaf::Param)
    }

    /// The gradient.
    pub fn grad(&self) -> Tensor {
        self.leaf(Leaf::Grad)
    }

    /// The step count, from 1.
    pub fn t(&self) -> Scalar {
        self.leaf(Leaf::Step)
    }

    /// A scheduled hyperparameter (`lr`, or `betas.0` for a component of a tuple) and its present value.
    pub fn hyper(&self, name: &str, value: f64) -> Scalar {
        self.leaf(Leaf::Hyper { name: name.to_owned(), value })
    }

    /// The state with this name before the step, of the kind `K`.
    pub fn state<K: Handle>(&self, name: &str) -> K {
        self.leaf(Leaf::State { name: name.to_owned() })
    }

    /// The state with this name before the step, of the kind `K` and with these dimensions.
    pub fn state_of<K: Handle>(&self, name: &str, dims: Dims) -> K {
        K::lift(record::leaf(self.id, Leaf::State { name: name.to_owned() }, Some(dims)))
    }

    /// The input with this name, of the kind `K`.
    pub fn input<K: Handle>(&self, name: &str) -> K {
        self.leaf(Leaf::Input { name: name.to_owned() })
    }

    /// The input with this name, of the kind `K` and with these dimensions.
    pub fn input_of<K: Handle>(&self, name: &str, dims: Dims) -> K {
        K::lift(record::leaf(self.id, Leaf::Input { name: name.to_owned() }, Some(dims)))
    }

    /// The list of states with this name, with `length` items of the kind `K`.
    pub fn list<K: Handle>(&self, name: &str, length: usize) -> List<K> {
        List::new(name, length, K::AXES.dims())
    }

    /// The same for items with these dimensions.
    pub fn list_of<K: Handle>(&self, name: &str, length: usize, dims: Dims) -> List<K> {
        List::new(name, length, Some(dims))
    }

    /// A list of states whose items have different dimensions, by index.
    pub fn list_by_axis<K: Handle>(&self, name: &str, length: usize, dims: impl Fn(usize) -> Dims) -> List<K> {
        List::by_axis(name, (0..length.min(MOST_ITEMS)).map(dims).collect())
    }

    /// A list that the step makes, with `length` items that begin with this value.
    pub fn list_with<K: Handle>(&self, name: &str, length: usize, start: K) -> List<K> {
        if !(1..=MOST_ITEMS).contains(&length) {
            record::fail(self.id, GraphError::ListLength { list: name.to_owned(), length });
        }
        List::of(name, length, start)
    }

    /// The present value of an item. An index beyond the end is a mistake of the recording.
    pub fn item<K: Handle>(&self, list: &List<K>, index: usize) -> K {
        self.within(list, index);
        list.value(index).unwrap_or_else(|| {
            let leaf = Leaf::State { name: list.name_of(index) };
            K::lift(record::leaf(self.id, leaf, list.dims(index)))
        })
    }

    /// Assigns an item of a list.
    pub fn set_item<K: Handle>(&self, list: &mut List<K>, index: usize, value: K) {
        self.within(list, index);
        list.change(index, value);
    }

    /// Stores a list of states with its present items.
    pub fn store_list<K: Handle>(&self, list: &List<K>) {
        for (index, value) in list.changes() {
            record::store(self.id, Target::State(list.name_of(index)), value.slot(), list.dims(index));
        }
    }

    /// Records a mistake if the index is beyond the end of the list.
    fn within<K: Handle>(&self, list: &List<K>, index: usize) {
        if index >= list.length() {
            let (name, length) = (list.name().to_owned(), list.length());
            record::fail(self.id, GraphError::Item { list: name, index, length });
        }
    }

    /// Begins a loop whose iterations are counted.
    pub fn enter_loop(&self) {
        record::change_iterations(self.id, |iterations| iterations.push(None));
    }

    /// Begins the next iteration of the innermost loop.
    pub fn next_iteration(&self) {
        record::change_iterations(self.id, |iterations| {
            if let Some(iteration) = iterations.last_mut() {
                *iteration = Some(iteration.map_or(0, |iteration| iteration.wrapping_add(1)));
            }
        });
    }

    /// Ends the innermost loop.
    pub fn leave_loop(&self) {
        record::change_iterations(self.id, |iterations| {
            iterations.pop();
        });
    }

    /// Replaces the parameter.
    pub fn store_param(&self, value: Tensor) {
        self.store(Target::Param, value);
    }

    /// Sets the value of a schedule.
    pub fn store_value(&self, value: Scalar) {
        self.store(Target::Value, value);
    }

    /// Replaces a state. The last call for a name counts. A state that gets its own old value is not stored.
    pub fn store_state<K: Handle>(&self, name: &str, value: K) {
        self.store(Target::State(name.to_owned()), value);
    }

    /// The same for a state with these dimensions.
    pub fn store_state_of<K: Handle>(&self, name: &str, value: K, dims: Dims) {
        record::store(self.id, Target::State(name.to_owned()), value.slot(), Some(dims));
    }

    /// Reports an output. The last call for a name counts.
    pub fn report(&self, name: &str, value: Scalar) {
        self.store(Target::Output(name.to_owned()), value);
    }

    /// Reports the assigned items of a list of outputs. If `every` is true, it is a mistake to assign some items but not all.
    pub fn report_list(&self, list: &List<Scalar>, every: bool) {
        for (index, value) in list.changes() {
            self.report(&list.name_of(index), value);
        }
        let (length, is_assigned) = (list.length(), |index: usize| list.value(index).is_some());
        let missing =
            (0..length).find(|index| !is_assigned(*index)).filter(|_| every && list.changes().next().is_some());
        if let Some(index) = missing {
            record::fail(self.id, GraphError::Unreported { list: list.name().to_owned(), index, length });
        }
    }

    /// Ends the recording.
    ///
    /// # Errors
    ///
    /// The first mistake of the step for this shape: sizes that do not fit, or a value of another recording.
    pub fn finish(&self, name: &str) -> Result<Graph, GraphError> {
        let recording = record::end(self.id).ok_or(GraphError::Foreign { op: "finish" })?;
        recording.into_graph(name)
    }

    fn leaf<K: Handle>(&self, leaf: Leaf) -> K {
        K::lift(record::leaf(self.id, leaf, K::AXES.dims()))
    }

    fn store<K: Handle>(&self, target: Target, value: K) {
        record::store(self.id, target, value.slot(), K::AXES.dims());
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        drop(record::end(self.id));
    }
}
