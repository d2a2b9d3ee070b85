//! Wrappers: torch knows the inner optimizer, and averaged weights are an `AveragedModel`.

use std::path::Path;

use optim_std::contrib::{Accumulate, Ema, GradientCentralization, Lookahead, ReduceOnPlateau, SWA};
use optim_std::optimizers::AdamW;
use optim_std::prelude::*;
use optim_std::torch::{ConvertError, Dialect, Export, Names, Note, OptimizerState, TorchFile, TorchValue};
use optim_std::{LoadOptions, Optimizer, Storage};

use super::partition::recipe;
use super::{AFTER, BEFORE, Model, assert_states, difference, grads, open, tensors};

fn start() -> Model<f32> {
    tensors(&open("adam").get("model").unwrap())
}

fn adamw() -> AdamWBuilder {
    AdamW::torch().lr(0.01)
}

fn steps(model: &mut Model<f32>, opt: &mut Optimizer<f32>, steps: std::ops::Range<usize>) {
    for step in steps {
        opt.step(model, &grads::<f32>(step % (BEFORE + AFTER))).unwrap();
    }
}

fn file_of(export: &Export<'_, f32>) -> (TorchFile, Vec<Note>) {
    let (bytes, notes) = export.write(Vec::new()).unwrap();
    (TorchFile::from_bytes(bytes).unwrap(), notes)
}

fn message(export: &Export<'_, f32>) -> String {
    export.write(Vec::new()).map(drop).unwrap_err().to_string()
}

/// The weights of an `AveragedModel`.
fn averaged(file: &TorchFile) -> Model<f32> {
    let mut all = tensors::<f32>(&file.get("averaged").unwrap());
    all.shift_remove("n_averaged").unwrap();
    all.into_iter().map(|(name, array)| (name.strip_prefix("module.").unwrap().to_owned(), array)).collect()
}

/// Training and averaging that began in torch continue with the same results.
#[test]
fn averages_of_torch_go_on() {
    let average = |file: &str, opt: &mut Optimizer<f32>, model: &mut Model<f32>| {
        let saved = open(file);
        saved.get("model").unwrap().load_params(model).unwrap();
        let state = saved.optimizer().unwrap().averaged(&saved.get("averaged").unwrap());
        let (state, notes) = state.convert_for(opt, &Names::Auto).unwrap();
        assert_eq!(notes, []);
        opt.load_state_dict(&state, &LoadOptions::strict()).unwrap();
        let eval = opt.eval_weights(model).unwrap();
        assert!(difference(&eval, &averaged(&saved).into_iter().collect()) == 0.0, "{file}");

        steps(model, opt, BEFORE..BEFORE + AFTER);
        let after = open(&format!("{file}.after"));
        assert!(difference(model, &tensors(&after.get("model").unwrap())) < 1e-6, "{file}");
        let there = averaged(&after);
        let eval = opt.eval_weights(model).unwrap();
        let off = eval.iter().map(|(name, ours)| (ours - &there[name]).fold(0.0_f32, |most, d| most.max(d.abs())));
        assert!(off.fold(0.0, f32::max) < 1e-6, "{file}");
        // The file equals torch's file.
        let (ours, notes) = file_of(&Export::new(opt).model(&*model));
        assert_eq!(notes, []);
        let count = |file: &TorchFile| file.get("averaged").unwrap().get("n_averaged").unwrap();
        assert_eq!(count(&ours).as_f64().unwrap(), count(&after).as_f64().unwrap());
        assert_eq!(count(&ours).tensor().unwrap().dtype().to_string(), "int64");
        assert_eq!(averaged(&ours), eval);
    };
    let mut model: Model<f32> = start();
    average("averaged_ema", &mut Ema::new(adamw()).decay(0.9).build(&model).unwrap(), &mut model);
    let mut model: Model<f32> = start();
    average("averaged_swa", &mut SWA::new(adamw()).build(&model).unwrap(), &mut model);
}

/// The average is read with all states. Around a partition, it covers all rules.
#[test]
fn averages_come_back() {
    let (mut model, build) = (start(), |model: &Model<f32>| {
        Ema::new(recipe(Muon::torch(), adamw())).decay(0.9).storage("average", Storage::Bf16).build(model).unwrap()
    });
    let mut opt = build(&model);
    steps(&mut model, &mut opt, 0..BEFORE);
    let (file, _) = file_of(&Export::new(&opt).model(&model));
    assert_eq!(file.root().keys().unwrap(), ["model", "averaged", "optimizer"]);
    let mut other = build(&model);
    let state = file.optimizer().unwrap().averaged(&file.get("averaged").unwrap());
    let (state, _) = state.convert_for(&other, &Names::Auto).unwrap();
    other.load_state_dict(&state, &LoadOptions::strict()).unwrap();
    let (a, b) = (opt.state_dict(), other.state_dict());
    assert_eq!((a.groups, a.steps), (b.groups, b.steps));
    for (a, b) in a.params.iter().zip(&b.params) {
        assert_states(&a.states, &b.states);
    }
    // A file of one rule has the whole model's weights next to it.
    let (file, _) = file_of(&Export::new(&opt).rule("rest"));
    assert_eq!((file.optimizer().unwrap().len(), averaged(&file).len()), (2, 3));
}

#[test]
fn averages_have_no_place_in_a_bare_state() {
    let mut model = start();
    let mut opt = Ema::new(adamw()).build(&model).unwrap();
    steps(&mut model, &mut opt, 0..BEFORE);
    let bare = message(&Export::new(&opt).bare());
    assert!(
        bare.starts_with("Ema<AdamW> is a wrapper, and its state `average` has no place in a file of torch"),
        "{bare}"
    );
    let (_, notes) = file_of(&Export::new(&opt).bare().inner());
    let left_out = Note::WrapperLeftOut { optimizer: "Ema<AdamW>", inner: "AdamW", states: vec!["average".to_owned()] };
    assert_eq!(notes, [left_out]);

    // Averages of some parameters, or of different numbers of weights. An `AveragedModel` covers all parameters and has one count.
    let partial = recipe(Ema::new(Muon::torch()), adamw()).build(&model).unwrap();
    assert!(
        message(&Export::new(&partial)).starts_with("Ema<Muon> is a wrapper, and its state `average` has no place")
    );
    let mut uneven = SWA::new(adamw()).build(&model).unwrap();
    let mut grads = grads::<f32>(0);
    grads.shift_remove("bias");
    uneven.step(&mut model, &grads).unwrap();
    let error = message(&Export::new(&uneven));
    let expected =
        "the number of averaged weights of SWA<AdamW> is 1 for parameter `weight`, but 0 for parameter `bias`";
    assert!(error.starts_with(expected), "{error}");
    file_of(&Export::new(&uneven).inner());
    // Before the first weights are averaged, nothing can be lost.
    let late = SWA::new(adamw()).swa_start(100).build(&model).unwrap();
    let (file, notes) = file_of(&Export::new(&late));
    assert_eq!((file.root().keys().unwrap(), notes), (vec!["optimizer"], vec![]));
}

#[test]
fn averages_need_a_place_here() {
    let model = start();
    let saved = open("averaged_ema");
    let averaged = saved.get("averaged").unwrap();
    let state = || saved.optimizer().unwrap();
    let refused = |state: OptimizerState, opt: &Optimizer<f32>| {
        let before = opt.state_dict();
        let error = state.convert_for(opt, &Names::Auto).unwrap_err();
        assert_eq!(opt.state_dict(), before);
        error
    };
    let plain = adamw().build(&model).unwrap();
    assert!(matches!(refused(state().averaged(&averaged), &plain), ConvertError::NoAverage { optimizer: "AdamW" }));
    let ema = Ema::new(adamw()).build(&model).unwrap();
    let error = refused(state(), &ema).to_string();
    assert!(error.contains("`averaged(…)`"), "{error}");
    let error = refused(state().averaged(&averaged).averaged(&averaged), &ema);
    assert!(matches!(error, ConvertError::Twice { .. }), "{error}");
    // The value is not the state of an averaged model.
    for value in [saved.get("optimizer").unwrap(), saved.get("model").unwrap()] {
        assert!(matches!(refused(state().averaged(&value), &ema), ConvertError::File(_)));
    }
    let mut other = model.clone();
    other.insert("bias".to_owned(), ndarray::ArrayD::zeros(vec![5]));
    let other = Ema::new(adamw()).build(&other).unwrap();
    assert!(matches!(refused(state().averaged(&averaged), &other), ConvertError::Shape { .. }));
    // If the caller wants it, the optimizer keeps an average that was not given.
    let (state, notes) = state().inner().convert_for(&ema, &Names::Auto).unwrap();
    let kept = Note::WrapperKept { optimizer: "Ema<AdamW>", inner: "AdamW", states: vec!["average".to_owned()] };
    assert_eq!(notes, [kept]);
    let mut loaded = ema.clone();
    loaded.load_state_dict(&state, &LoadOptions::strict()).unwrap();
    assert_eq!(loaded.state("bias", "average").unwrap(), ema.state("bias", "average").unwrap());
    assert_ne!(loaded.state("bias", "inner.exp_avg").unwrap(), ema.state("bias", "inner.exp_avg").unwrap());
}

/// The inner optimizer continues inside any wrapper.
#[test]
fn what_is_inside_is_written_and_read() {
    fn check(wrapped: &mut Optimizer<f32>, model: &mut Model<f32>, left: &[&str]) {
        steps(model, wrapped, 0..8);
        assert!(matches!(Export::new(wrapped).write(Vec::new()).map(drop), Err(ConvertError::Wrapper { .. })));
        let (file, notes) = file_of(&Export::new(wrapped).inner());
        let states = left.iter().map(|state| (*state).to_owned()).collect();
        let left_out = Note::WrapperLeftOut { optimizer: wrapped.name(), inner: "AdamW", states };
        assert_eq!(notes, [left_out]);
        let plain = adamw().build(&*model).unwrap();
        let (read, notes) = file.optimizer().unwrap().convert_for(&plain, &Names::Auto).unwrap();
        assert_eq!(notes, []);
        for param in model.keys() {
            let inside = wrapped.state(param, "inner.exp_avg").unwrap().into_owned();
            let entry = &read.params.iter().find(|known| known.name == *param).unwrap().states[0].1;
            let optim_std::checkpoint::StateEntry::Tensor(data) = entry else { panic!("{param}") };
            assert_eq!(data.to_array::<f32>(), inside);
        }
        // Reading into the same optimizer changes nothing.
        let before = wrapped.state_dict();
        let (state, _) = file.optimizer().unwrap().inner().convert_for(wrapped, &Names::Auto).unwrap();
        wrapped.load_state_dict(&state, &LoadOptions::strict()).unwrap();
        let after = wrapped.state_dict();
        assert_eq!((&after.groups, &after.globals, after.steps), (&before.groups, &before.globals, before.steps));
        for (before, after) in before.params.iter().zip(&after.params) {
            assert_eq!(before.step_count, after.step_count);
            assert_states(&before.states, &after.states);
        }
    }
    let mut model = start();
    check(&mut Lookahead::new(adamw()).build(&model).unwrap(), &mut model, &["slow"]);
    let mut model = start();
    check(&mut GradientCentralization::new(adamw()).build(&model).unwrap(), &mut model, &[]);
    // It steps every fourth time, and has a separate count.
    let mut model = start();
    let mut opt = Accumulate::new(adamw()).k(4).build(&model).unwrap();
    check(&mut opt, &mut model, &["sum", "grad_norm"]);
    let (file, _) = file_of(&Export::new(&opt).inner());
    let count = file.get("optimizer").unwrap().get("state").unwrap().entry(0).unwrap().get("step").unwrap();
    assert_eq!((opt.steps(), count.as_f64().unwrap()), (8, 2.0));
    let mut fresh = Accumulate::new(adamw()).k(4).build(&model).unwrap();
    let (state, _) = file.optimizer().unwrap().inner().convert_for(&fresh, &Names::Auto).unwrap();
    fresh.load_state_dict(&state, &LoadOptions::strict()).unwrap();
    assert_eq!((fresh.steps(), fresh.step_count("bias")), (8, Ok(8)));
    assert_eq!(fresh.state("bias", "inner.step").unwrap().first(), Some(&2.0));
}

/// The inner optimizer's count is moved to the first of several gradients, so the sum of earlier gradients must be dropped.
#[test]
fn windows_begin_again() {
    let mut model = start();
    let mut opt = Accumulate::new(adamw()).k(4).build(&model).unwrap();
    steps(&mut model, &mut opt, 0..9);
    let (file, _) = file_of(&Export::new(&opt).inner());
    let has_sum = |opt: &Optimizer<f32>| opt.state("bias", "sum").unwrap().iter().any(|number| *number != 0.0);
    assert!(has_sum(&opt));
    let (state, notes) = file.optimizer().unwrap().inner().convert_for(&opt, &Names::Auto).unwrap();
    let states = vec!["sum".to_owned(), "grad_norm".to_owned()];
    let kept = Note::WrapperKept { optimizer: "Accumulate<AdamW>", inner: "AdamW", states: Vec::new() };
    assert_eq!(notes, [kept, Note::WrapperRestarted { optimizer: "Accumulate<AdamW>", states }]);
    opt.load_state_dict(&state, &LoadOptions::strict()).unwrap();
    assert_eq!((opt.steps(), has_sum(&opt)), (8, false));
    // The same with states in fewer bytes.
    for storage in [Storage::Bf16, Storage::Block8, Storage::Companded8] {
        let mut opt = Accumulate::new(adamw()).k(4).storage("sum", storage).build(&model).unwrap();
        steps(&mut model, &mut opt, 0..9);
        assert!(has_sum(&opt));
        let (state, _) = file.optimizer().unwrap().inner().convert_for(&opt, &Names::Auto).unwrap();
        let options = LoadOptions::strict();
        opt.load_state_dict(&state, &if storage == Storage::Bf16 { options } else { options.cast() }).unwrap();
        assert_eq!((opt.steps(), has_sum(&opt)), (8, false), "{storage}");
    }
}

/// The reference keeps a count where its step reads it: the count of the inner optimizer.
#[test]
fn counts_for_cerebras_are_those_inside() {
    fn step(opt: &mut Optimizer<f32>) -> Option<f64> {
        steps(&mut start(), opt, 0..8);
        let (file, _) = file_of(&Export::new(opt).dialect(Dialect::Cerebras).inner());
        let state = file.get("optimizer").unwrap().get("state").unwrap().entry(0).unwrap();
        state.get("step").ok().map(|step| step.as_f64().unwrap())
    }
    let model = start();
    assert_eq!(step(&mut NAdam::new().lr(0.01).build(&model).unwrap()), Some(8.0));
    assert_eq!(step(&mut Accumulate::new(NAdam::new().lr(0.01)).k(4).build(&model).unwrap()), Some(2.0));
    assert_eq!(step(&mut Ema::new(NAdam::new().lr(0.01)).build(&model).unwrap()), Some(8.0));
    assert_eq!(step(&mut Ema::new(SGD::new(0.01)).build(&model).unwrap()), None);
}

/// A scheduler of torch counts the steps of the inner optimizer, and has the groups of all rules.
#[test]
fn schedulers_go_on_inside() {
    let file = open("scheduled");
    let model = tensors::<f32>(&file.get("model").unwrap());
    let names = Names::listed(["weight", "conv", "bias"]);
    let schedules = || file.scheduler().unwrap().linear_with_warmup(4, 12).unwrap();
    let build = || AdamW::new().group("no_decay", |p| p.name() == "bias", |h| h.weight_decay(0.0));
    let mut plain = build().build(&model).unwrap();
    let (state, _) = file.optimizer().unwrap().convert_for(&plain, &names).unwrap();
    plain.load_state_dict(&state, &LoadOptions::strict()).unwrap();
    schedules().attach(&mut plain).unwrap();
    let expected = |steps: u64| plain.groups()[1].value_at("lr", steps).unwrap();

    let wrapped = Accumulate::new(AdamW::new()).k(3);
    let wrapped = wrapped.group("no_decay", |p| p.name() == "bias", |h| h.inner(|i| i.weight_decay(0.0)));
    let mut opt = wrapped.build(&model).unwrap();
    let (state, _) = file.optimizer().unwrap().inner().convert_for(&opt, &names).unwrap();
    opt.load_state_dict(&state, &LoadOptions::strict()).unwrap();
    assert_eq!((plain.steps(), opt.steps()), (5, 15));
    schedules().attach(&mut opt).unwrap();
    // From its third gradient on, the next step is the inner optimizer's sixth.
    for (steps, inside) in [(15, 5), (17, 5), (18, 6), (21, 7)] {
        assert_eq!(opt.groups()[0].value_at("inner.lr", steps).unwrap(), expected(inside), "{steps}");
    }
    let (written, _) = file_of(&Export::new(&opt).inner());
    let groups = written.get("optimizer").unwrap().get("param_groups").unwrap();
    assert_eq!(groups.at(0).unwrap().get("lr").unwrap().as_f64().unwrap(), expected(5).as_f64().unwrap());

    let rules = Partition::new().rule("decayed", |p| p.name() != "bias", AdamW::new()).rest("rest", AdamW::new());
    let mut opt = rules.build(&model).unwrap();
    let (state, _) = file.optimizer().unwrap().convert_for(&opt, &names).unwrap();
    opt.load_state_dict(&state, &LoadOptions::strict()).unwrap();
    schedules().attach(&mut opt).unwrap();
    assert_eq!(opt.groups()[0].value_at("lr", 9).unwrap(), expected(9));

    // The inner optimizers of the rules have finished different numbers of steps.
    let rules = Partition::new().rule("decayed", |p| p.name() != "bias", AdamW::new());
    let mut opt = rules.rest("rest", Accumulate::new(AdamW::new()).k(2)).build(&model).unwrap();
    opt.set_steps(5);
    let error = schedules().attach(&mut opt).unwrap_err().to_string();
    assert!(
        error.starts_with("the scheduler has finished 5 steps, the optimizer 2 in group `rest`\nhelp: "),
        "{error}"
    );
}

#[test]
fn wrappers_are_named() {
    let model = start();
    let opt = GradientCentralization::new(adamw()).build(&model).unwrap();
    let refused = message(&Export::new(&opt));
    let first = refused.lines().next().unwrap();
    assert_eq!(first, "GradientCentralization<AdamW> is a wrapper, and what it does has no place in a file of torch");
    // A number of the whole model in the wrapper is left out. A number in the inner optimizer is not.
    let plateau = ReduceOnPlateau::new(adamw()).build(&model).unwrap();
    let (_, notes) = file_of(&Export::new(&plateau).inner());
    assert!(matches!(&notes[..], [Note::WrapperLeftOut { states, .. }] if !states.is_empty()), "{notes:?}");
    let both = Accumulate::new(Ema::new(adamw())).k(2).build(&model).unwrap();
    let (file, notes) = file_of(&Export::new(&both).inner());
    assert!(file.get("averaged").is_ok());
    let states = vec!["sum".to_owned(), "grad_norm".to_owned()];
    assert_eq!(notes, [Note::WrapperLeftOut { optimizer: "Accumulate<Ema<AdamW>>", inner: "AdamW", states }]);
}

/// Any file gives an error and changes nothing, or gives a state that is loaded.
#[test]
fn all_files_are_read_or_refused() {
    let model = start();
    let partition = || recipe(Muon::torch(), adamw());
    let mut opts: [Optimizer<f32>; 3] = [
        partition().build(&model).unwrap(),
        Ema::new(partition()).build(&model).unwrap(),
        Accumulate::new(partition()).build(&model).unwrap(),
    ];
    let (mut read, mut refused) = (0, 0);
    for entry in std::fs::read_dir(super::path("adam").parent().unwrap()).unwrap() {
        let Ok(file) = TorchFile::open(entry.unwrap().path()) else { continue };
        let keys = file.root().keys().map_or_else(|_| Vec::new(), |keys| keys.into_iter().map(str::to_owned).collect());
        let values: Vec<_> = keys.iter().filter_map(|key| file.get(key).ok()).collect();
        for state in std::iter::once(file.root()).chain(values.clone()).filter_map(|value| value.optimizer().ok()) {
            let is_average = |value: &&TorchValue| value.get("n_averaged").is_ok();
            let averaged = values.iter().filter(is_average).map(|value| state.clone().inner().averaged(value));
            let joined = OptimizerState::join([state.clone(), state.clone()]);
            let states = averaged.chain([state.clone(), state.clone().inner(), joined]);
            for (state, opt) in states.flat_map(|state| (0..3).map(move |opt| (state.clone(), opt))) {
                for names in [Names::Auto, Names::InOrder, Names::listed(["weight", "conv", "bias"])] {
                    let opt = &mut opts[opt];
                    let before = opt.state_dict();
                    let loaded = match state.convert_for(&*opt, &names) {
                        Ok((state, _)) => opt.load_state_dict(&state, &LoadOptions::strict()).is_ok(),
                        Err(error) => error.to_string().is_empty(),
                    };
                    assert!(loaded || opt.state_dict() == before);
                    *if loaded { &mut read } else { &mut refused } += 1;
                }
            }
        }
    }
    assert!(read > 4 && refused > 1000, "{read} were read, {refused} refused");
}

pub(super) fn write_averages(folder: &Path) {
    fn write(opt: &mut Optimizer<f32>, model: &mut Model<f32>, folder: &Path, name: &str) {
        steps(model, opt, 0..BEFORE);
        Export::new(opt).model(&*model).save(folder.join(format!("{name}.now.pt"))).unwrap();
        steps(model, opt, BEFORE..BEFORE + AFTER);
        Export::new(opt).model(&*model).save(folder.join(format!("{name}.then.pt"))).unwrap();
    }
    let mut model = start();
    write(&mut Ema::new(adamw()).decay(0.9).build(&model).unwrap(), &mut model, folder, "ema");
    let mut model = start();
    write(&mut SWA::new(adamw()).build(&model).unwrap(), &mut model, folder, "swa");
}
