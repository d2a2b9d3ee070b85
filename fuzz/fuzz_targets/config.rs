//! Configurations of any text. The result is an error, or an optimizer that works and can be saved and loaded.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use optim_fuzz::seeds::Seeds;
use optim_fuzz::{Model, model};
use optim_std::LoadOptions;
use optim_std::config::{Config, ConfigError, Configure, Document};

fuzz_target!(init: Seeds::Config.start(), |bytes: &[u8]| -> Corpus {
    let Ok(text) = str::from_utf8(bytes) else { return Corpus::Reject };
    match Document::parse(text) {
        Ok(document) => whole(&document),
        Err(error) => said(&error),
    }
    Corpus::Keep
});

/// Calls every function that reads a document, strict and lenient.
fn whole(document: &Document) {
    let params = model::<f32>(&[("embedding.weight", &[2, 2]), ("linear.weight", &[2, 3]), ("linear.bias", &[3])]);
    for configure in [Configure::new(), Configure::new().lenient()] {
        match configure.trainer(document) {
            Ok(config) => built(&config, params.clone()),
            Err(error) => said(&error),
        }
        for adjust in [false, true] {
            match configure.lr_scheduler(document.clone(), adjust) {
                Ok(configured) => drop(configured.value.map(|schedule| used(&*schedule))),
                Err(error) => said(&error),
            }
        }
        match configure.scheduler(document.clone()) {
            Ok(configured) => used(&**configured.value.schedule()),
            Err(error) => said(&error),
        }
        match configure.param_groups(&params, document.clone()) {
            Ok(configured) => drop(format!("{configured:?}")),
            Err(error) => said(&error),
        }
    }
}

fn said(error: &ConfigError) {
    assert!(!error.to_string().is_empty() && !format!("{error:?}").is_empty());
}

/// An accepted schedule has a value at any time, and can be drawn.
fn used(schedule: &dyn optim_std::Schedule) {
    for step in [0, 1, 7, 1000, u64::MAX] {
        schedule.at(step);
    }
    drop((schedule.plot(50), schedule.graph(), schedule.length(), schedule.arguments()));
}

/// An accepted configuration is built or refused. A built optimizer steps, and loads its own checkpoint.
fn built(config: &Config, mut params: Model<f32>) {
    let mut opt = match config.build(&params) {
        Ok(opt) => opt,
        Err(error) => return said(&error),
    };
    assert_eq!(opt.param_names().len(), params.len());
    for attached in opt.schedules() {
        used(&*attached.schedule);
    }
    let grads = params.clone();
    for _ in 0..2 {
        drop(opt.step(&mut params, &grads));
    }
    drop((opt.values(), opt.last_report()));
    let saved = opt.state_dict();
    if let Err(error) = opt.load_state_dict(&saved, &LoadOptions::strict()) {
        panic!("it does not load what it saved: {error}");
    }
    assert_eq!(opt.state_dict(), saved);
}
