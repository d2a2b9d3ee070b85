//! The storage of states: `storage: {exp_avg_sq: block8}`.

use optim_core::Storage;

use super::cursor::Cursor;
use super::error::ConfigError;

const EXPECTED: &str = "a mapping from states to `native`, `bf16`, `bf16_stochastic`, `f16`, `block8`, `companded8`, `split8` or `split16`";

/// Names of states, and their storages.
pub(super) fn storages(at: &Cursor<'_>) -> Result<Vec<(String, Storage)>, ConfigError> {
    let storage = |at: &Cursor<'_>| at.text().and_then(|text| text.parse().ok());
    let entries = at.entries(EXPECTED)?;
    let kept = entries.iter().map(|entry| {
        let found = storage(&entry.value);
        let expected = || {
            entry
                .value
                .expected("`native`, `bf16`, `bf16_stochastic`, `f16`, `block8`, `companded8`, `split8` or `split16`")
        };
        Ok((entry.key.name.clone(), found.ok_or_else(expected)?))
    });
    kept.collect()
}
