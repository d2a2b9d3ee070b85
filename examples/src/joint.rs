//! Several optimizers of one network in one checkpoint.

use std::path::Path;

use optim_std::checkpoint::{Checkpoint, CheckpointFile, GroupDict};
use optim_std::prelude::*;
use optim_std::training::TrainingOptimizer;
use optim_std::{CheckpointError, LoadOptions, StateDict, StepError, StepReport};

use crate::estimate;
use crate::network::Mlp;
use crate::part::Part;
use crate::stock::Optimizers;

impl TrainingOptimizer<Mlp> for Optimizers {
    /// The report is that of the last optimizer, its settings too. Where an optimizer fails, those before it have made their step.
    fn step<G: Parameters<Elem = f32>>(&mut self, model: &mut Mlp, grads: &G) -> Result<StepReport, StepError> {
        let mut report = StepReport::default();
        for (keep, optimizer) in &mut self.parts {
            report = estimate::step(optimizer, &mut Part::new(&mut *model, *keep), &Part::new(grads, *keep))?;
        }
        Ok(report)
    }

    fn save(&self, checkpoint: Checkpoint<'_>, path: &Path) -> Result<(), CheckpointError> {
        match &self.parts[..] {
            [(_, optimizer)] => checkpoint.optimizer(&**optimizer).save(path),
            _ => checkpoint.state_dict(&self.joined()).save(path),
        }
    }

    fn load(&mut self, model: &mut Mlp, file: &CheckpointFile, options: &LoadOptions) -> Result<(), CheckpointError> {
        if let [(_, optimizer)] = &mut self.parts[..] {
            return file.load_with(model, &mut **optimizer, options).map(drop);
        }
        let dict = file.state_dict(optim_std::registry())?;
        let before = self.joined();
        let loaded = self.load_joined(&dict, options).and_then(|()| file.load_params_with(model, options).map(drop));
        if loaded.is_err() {
            // Nothing may have changed. The optimizers made this state themselves, so they take it.
            self.load_joined(&before, &LoadOptions::strict())?;
        }
        loaded
    }
}

/// The text between the name of an optimizer and that of its group.
const SEPARATOR: char = '/';

impl Optimizers {
    /// The states of all as one of an optimizer with all their names.
    fn joined(&self) -> StateDict {
        let mut joined = StateDict {
            optimizer: self.name(),
            steps: 0,
            seed: None,
            globals: Vec::new(),
            groups: Vec::new(),
            params: Vec::new(),
        };
        for (_, optimizer) in &self.parts {
            let dict = optimizer.state_dict();
            let first = joined.groups.len();
            joined.steps = dict.steps;
            joined.groups.extend(dict.groups.into_iter().map(|group| {
                let name = format!("{}{SEPARATOR}{}", dict.optimizer, group.name);
                GroupDict { name, ..group }
            }));
            let named = |(name, value)| (format!("{}{SEPARATOR}{name}", dict.optimizer), value);
            joined.globals.extend(dict.globals.into_iter().map(named));
            joined.params.extend(dict.params.into_iter().map(|mut param| {
                param.group = param.group.saturating_add(first);
                param
            }));
        }
        joined
    }

    fn load_joined(&mut self, joined: &StateDict, options: &LoadOptions) -> Result<(), CheckpointError> {
        let expected = self.name();
        if joined.optimizer != expected {
            return Err(CheckpointError::Optimizer { expected, found: joined.optimizer.clone() });
        }
        for (_, optimizer) in &mut self.parts {
            let prefix = format!("{}{SEPARATOR}", optimizer.name());
            let own = |group: usize| joined.groups.get(group).is_some_and(|group| group.name.starts_with(&prefix));
            // All groups stay, so that parameters keep their places in the list; those of others decide nothing.
            let groups = joined.groups.iter().map(|group| {
                let name = group.name.strip_prefix(&prefix).unwrap_or(&group.name).to_owned();
                GroupDict { name, ..group.clone() }
            });
            let globals = joined.globals.iter();
            let globals = globals.filter_map(|(name, value)| Some((name.strip_prefix(&prefix)?.to_owned(), *value)));
            let params = joined.params.iter().filter(|param| own(param.group)).cloned();
            let dict = StateDict {
                optimizer: optimizer.name().to_owned(),
                steps: joined.steps,
                seed: joined.seed,
                globals: globals.collect(),
                groups: groups.collect(),
                params: params.collect(),
            };
            optimizer.load_state_dict(&dict, options)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use optim_std::training::Training;

    use super::*;
    use crate::stock::{Settings, Stock};

    fn muon(model: &Mlp) -> Optimizers {
        let schedule = |highest| -> Arc<dyn Schedule> { Arc::new(CosineDecayLR::new(highest, 0.0, 10)) };
        let settings =
            Settings { lr: 0.05, schedule: &schedule, weight_decay: 0.1, clip_norm: None, threads: Threads::One };
        Stock::by_name("Muon").unwrap().build(&settings, model).unwrap()
    }

    #[test]
    fn two_optimizers_go_on_from_one_checkpoint_or_stay_as_they_are() {
        let data: crate::data::Dataset = crate::data::digits::load().unwrap().split(0.02, 0).1;
        let dir = std::env::temp_dir().join(format!("optim-joint-{}", std::process::id()));
        let run = |dir: &Path, steps| {
            let mut model = Mlp::new(data.pixels(), 6, &mut fastrand::Rng::with_seed(2));
            let mut optimizers = muon(&model);
            let run = Training::new(steps).checkpoint_dir(dir).resume(true);
            let batches = |_: u64| std::iter::once(&data);
            run.run(&mut model, &mut optimizers, &batches, |model, batch, _| model.loss_and_gradients(batch)).unwrap();
            (model, optimizers)
        };
        let (expected, straight) = run(&dir.join("straight"), 5);
        run(&dir.join("parts"), 2);
        let (model, optimizers) = run(&dir.join("parts"), 5);
        assert_eq!(model.fc1.weight, expected.fc1.weight);
        assert_eq!(model.fc2.bias, expected.fc2.bias);
        assert_eq!(optimizers.joined(), straight.joined());

        // The network of the file is another one.
        let other = dir.join("other.safetensors");
        let small = Mlp::new(3, 2, &mut fastrand::Rng::with_seed(0));
        optimizers.save(Checkpoint::new().params(&small), &other).unwrap();
        let (mut model, mut fresh) = (expected.clone(), muon(&expected));
        let before = fresh.joined();
        let file = CheckpointFile::open(&other).unwrap();
        assert!(fresh.load(&mut model, &file, &LoadOptions::strict()).is_err());
        assert_eq!(fresh.joined(), before);
        std::fs::remove_dir_all(&dir).unwrap();
    }
}
