//! One learning rate for all groups, from a scheduler of burn.

use optim_core::{HyperError, Optimizer, Setting};

use super::error::BurnError;

/// Sets the learning rate of all groups. Nothing has changed after an error.
pub(super) fn set_all(optimizer: &mut Optimizer<f32>, rate: f64) -> Result<(), BurnError> {
    let mut before: Vec<(String, &'static str, Setting)> = Vec::new();
    for group in optimizer.groups().iter().filter(|group| !group.members().is_empty()) {
        let name = group.learning_rate_name();
        let known = group.settings().find(|(hyper, _)| Some(*hyper) == name);
        before.extend(known.map(|(hyper, own)| (group.name().to_owned(), hyper, own.clone())));
    }
    if before.is_empty() {
        return Err(BurnError::NoLearningRate { optimizer: optimizer.name() });
    }
    let is_it = |own: &Setting| own.as_f64().is_some_and(|own| own.to_bits() == rate.to_bits());
    for (done, (group, hyper, own)) in before.iter().enumerate() {
        if is_it(own) {
            continue;
        }
        if let Err(error) = assign(optimizer, group, hyper, &rate.into()) {
            for (group, hyper, own) in &before[..done] {
                // It was allowed before.
                let _ = assign(optimizer, group, hyper, own);
            }
            return Err(error.into());
        }
    }
    Ok(())
}

/// Sets a setting in a group. A setting that all groups share is set in all groups of the rule.
fn assign(optimizer: &mut Optimizer<f32>, group: &str, hyper: &str, value: &Setting) -> Result<(), HyperError> {
    match optimizer.set_in(group, hyper, value.clone()) {
        Err(HyperError::Shared { .. }) => {
            // Names of groups begin with the names of rules, which have no dots.
            let rule = group.split('.').next().filter(|rule| optimizer.rules().any(|known| known == *rule));
            let name = rule.map_or_else(|| hyper.to_owned(), |rule| format!("{rule}.{hyper}"));
            optimizer.set(&name, value.clone())
        }
        result => result,
    }
}
