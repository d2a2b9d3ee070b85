//! Optimizers without their types.

use std::fmt::Debug;
use std::ops::{Deref, DerefMut};

use super::{Engine, Optimizer};
use crate::kernel::Float;

/// An optimizer that the program chooses at run time: `Box<dyn AnyOptimizer<f32>>`.
///
/// Like an [`Optimizer`], it has the methods of [`Engine`].
#[diagnostic::on_unimplemented(note = "for a `Box<dyn AnyOptimizer<T>>`, pass `&*opt` or `&mut *opt`")]
pub trait AnyOptimizer<T: Float>: Debug + Send + Sync {
    #[doc(hidden)]
    fn engine(&self) -> &Engine<T>;

    #[doc(hidden)]
    fn engine_mut(&mut self) -> &mut Engine<T>;
}

impl<T: Float> AnyOptimizer<T> for Engine<T> {
    fn engine(&self) -> &Engine<T> {
        self
    }

    fn engine_mut(&mut self) -> &mut Engine<T> {
        self
    }
}

impl<O, T: Float> AnyOptimizer<T> for Optimizer<O, T> {
    fn engine(&self) -> &Engine<T> {
        self
    }

    fn engine_mut(&mut self) -> &mut Engine<T> {
        self
    }
}

impl<T: Float> Deref for dyn AnyOptimizer<T> + '_ {
    type Target = Engine<T>;

    fn deref(&self) -> &Engine<T> {
        self.engine()
    }
}

impl<T: Float> DerefMut for dyn AnyOptimizer<T> + '_ {
    fn deref_mut(&mut self) -> &mut Engine<T> {
        self.engine_mut()
    }
}
