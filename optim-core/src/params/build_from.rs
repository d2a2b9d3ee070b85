//! Sources that an optimizer is built from.

use std::fmt;
use std::marker::PhantomData;

use super::{Name, Parameters};
use crate::kernel::{Float, TensorRef};

/// A source for building an optimizer: every [`Parameters`], or [`Shapes`] if there are no arrays yet.
pub trait BuildFrom {
    /// Element type of every array.
    type Elem: Float;

    /// Every parameter, in the order in which the optimizer will have them.
    #[doc(hidden)]
    fn declared(&self) -> Vec<Declared<'_, Self::Elem>>;
}

impl<P: Parameters + ?Sized> BuildFrom for P {
    type Elem = P::Elem;

    fn declared(&self) -> Vec<Declared<'_, P::Elem>> {
        let mut declared = Vec::new();
        self.visit(Name::ROOT, &mut |name, array| {
            let (shape, ordered) = (array.shape(), name.is_ordered());
            declared.push(Declared { name: name.to_string(), shape, ordered, array: Some(array) });
        });
        declared
    }
}

/// Facts about a parameter when an optimizer is built.
#[doc(hidden)]
#[derive(Debug)]
pub struct Declared<'a, T> {
    pub(crate) name: String,
    pub(crate) shape: &'a [usize],
    /// True if the model gives it a place among the others, see [`Name::is_ordered`].
    pub(crate) ordered: bool,
    /// The parameter itself, unless only its shape is known.
    pub(crate) array: Option<TensorRef<'a, T>>,
}

impl<T> Declared<'_, T> {
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Number of axes.
    pub fn ndim(&self) -> usize {
        self.shape.len()
    }
}

/// Names and shapes of parameters with elements of type `T`: enough to [`build`](crate::Builder::build) an optimizer.
///
/// ```
/// # use optim_core::params::{BuildFrom, Shapes};
/// let layers = [("fc1", [3, 4]), ("fc2", [2, 3])];
/// let shapes = Shapes::<f32>::new(layers.map(|(layer, shape)| (format!("{layer}.weight"), shape)));
/// # fn build(_: &impl BuildFrom) {}
/// # build(&shapes);
/// ```
///
/// If a state starts as a copy of its parameter, build from the arrays instead.
pub struct Shapes<T> {
    params: Vec<(String, Box<[usize]>)>,
    elem: PhantomData<fn() -> T>,
}

impl<T: Float> Shapes<T> {
    /// Names and shapes, in the order in which the optimizer will have the parameters.
    pub fn new<N: Into<String>, S: AsRef<[usize]>>(params: impl IntoIterator<Item = (N, S)>) -> Self {
        let params = params.into_iter().map(|(name, shape)| (name.into(), shape.as_ref().into()));
        Self { params: params.collect(), elem: PhantomData }
    }
}

impl<T: Float> BuildFrom for Shapes<T> {
    type Elem = T;

    fn declared(&self) -> Vec<Declared<'_, T>> {
        let params = self.params.iter();
        params.map(|(name, shape)| Declared { name: name.clone(), shape, ordered: true, array: None }).collect()
    }
}

// Not derived: `derive` would require the same traits of `T`, which is not stored.
impl<T> Clone for Shapes<T> {
    fn clone(&self) -> Self {
        Self { params: self.params.clone(), elem: PhantomData }
    }
}

impl<T> fmt::Debug for Shapes<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.params.iter().map(|(name, shape)| (name, shape))).finish()
    }
}
