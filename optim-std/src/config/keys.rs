//! The keys of documents that several files know.

pub(super) const OPTIMIZER: &str = "optimizer";
pub(super) const SCHEDULERS: &str = "schedulers";

/// The name that a document has in place of an optimizer's name.
pub(super) const PARTITION: &str = "Partition";

/// Keys that say to which groups and hyperparameters the outermost schedule applies.
pub(super) const TAGS: &str = "param_group_tags";
pub(super) const KEY: &str = "param_group_key";

/// The key of a warm-up, which every schedule accepts.
pub(super) const WARMUP: &str = "warmup";
