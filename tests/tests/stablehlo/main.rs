//! Modules of StableHLO: three of them to read, all of them to hold together. What they compute is checked by `tests/xla/run.py`.

mod export;
mod texts;
