//! Functions without a formula, each a single node in a graph.

use std::fmt;
use std::sync::Arc;

/// A function from number to number without a formula: a closure in a schedule.
///
/// Two are equal only if they are the same object.
#[derive(Clone)]
pub struct Function {
    name: Box<str>,
    run: Arc<dyn Fn(f64) -> f64 + Send + Sync>,
}

impl Function {
    /// Wraps the function `run`; texts and drawings show `name`.
    pub fn new(name: &str, run: impl Fn(f64) -> f64 + Send + Sync + 'static) -> Self {
        Self { name: name.into(), run: Arc::new(run) }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its value.
    pub fn run(&self, x: f64) -> f64 {
        (self.run)(x)
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Function({})", self.name)
    }
}

impl PartialEq for Function {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.run, &other.run)
    }
}
