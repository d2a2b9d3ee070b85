//! Modules of StableHLO: snapshots of three, and checks of all. `tests/xla/run.py` checks their results.

mod export;
mod texts;
