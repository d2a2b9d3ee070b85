//! The kind of every expression.

pub(crate) mod assignments;
pub(crate) mod branches;
pub(crate) mod calls;
pub(crate) mod children;
pub(crate) mod expressions;
pub(crate) mod fixed_methods;
pub(crate) mod integers;
pub(crate) mod items;
pub(crate) mod joins;
pub(crate) mod loops;
pub(crate) mod methods;
pub(crate) mod operators;
pub(crate) mod statements;
pub(crate) mod types;
