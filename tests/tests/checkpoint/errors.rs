//! Every error, in its words.
