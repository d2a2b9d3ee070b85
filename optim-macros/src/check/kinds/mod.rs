//! Kinds: each syntax becomes a node with a kind. These files announce each [`Site`](super::rules::site::Site) to the rules and contain no messages.

pub(crate) mod assignments;
pub(crate) mod axes;
pub(crate) mod branches;
pub(crate) mod calls;
pub(crate) mod children;
pub(crate) mod dimensions;
pub(crate) mod expressions;
pub(crate) mod fixed_methods;
pub(crate) mod global;
pub(crate) mod inner;
pub(crate) mod items;
pub(crate) mod joins;
pub(crate) mod loops;
pub(crate) mod matrices;
pub(crate) mod methods;
pub(crate) mod numbers;
pub(crate) mod operators;
pub(crate) mod own_lists;
pub(crate) mod statements;
pub(crate) mod time;
