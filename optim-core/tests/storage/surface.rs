//! Builders, groups, views, masks, errors.

use ndarray::{Array1, array};
use optim_core::{StateMut, StateView};

use super::*;

fn error(builder: &Builder<Adam>) -> String {
    builder.build(&matrix(2, 3)).unwrap_err().to_string()
}

#[test]
fn mistakes_have_words() {
    let adam = Builder::<Adam>::new;
    assert_eq!(
        error(&adam().storage("exp_avg_sqr", Storage::Block8)),
        "Adam has no state `exp_avg_sqr` whose storage can be chosen\nhelp: did you mean `exp_avg_sq`?"
    );
    assert_eq!(
        error(&adam().storage("momentum", Storage::Bf16)),
        "Adam has no state `momentum` whose storage can be chosen\nhelp: its states are `exp_avg`, `exp_avg_sq`, `power`"
    );
    assert_eq!(
        error(&adam().storage("power", Storage::Bf16)),
        "state `power` is one number and can't be stored as bf16\nhelp: choose the storage of a state that is an array"
    );
    let group = adam().group("all", |_| true, adam().storage("power", Storage::F16));
    assert!(error(&group).starts_with("in parameter group `all`: state `power` is one number"), "{}", error(&group));
    // As it is kept anyway.
    assert!(adam().storage("power", Storage::Native).build(&matrix(2, 3)).is_ok());
}

#[test]
fn the_last_word_counts_and_groups_have_their_own() {
    let model: BTreeMap<String, ArrayD<f32>> =
        [("a".to_owned(), numbers(&[300], 1, Layout::C)), ("b".to_owned(), numbers(&[300], 2, Layout::C))].into();
    let own = Builder::<Adam>::new().storage("exp_avg", Storage::Native).storage("exp_avg_sq", Storage::F16);
    let optimizer = Builder::<Adam>::new()
        .storage("exp_avg", Storage::Bf16)
        .storage("exp_avg", Storage::Block8)
        .group("b", |param| param.name() == "b", own)
        .build(&model)
        .unwrap();
    let found = |param, state| optimizer.storage(param, state).unwrap();
    assert_eq!([found("a", "exp_avg"), found("a", "exp_avg_sq")], [Storage::Block8, Storage::Native]);
    assert_eq!([found("b", "exp_avg"), found("b", "exp_avg_sq")], [Storage::Native, Storage::F16]);
    assert_eq!(optimizer.storage("a", "power"), Ok(Storage::Native));
    let group = optimizer.group("b").unwrap();
    assert_eq!(group.storages().collect::<Vec<_>>(), [("exp_avg_sq", Storage::F16)]);
    // Two numbers, then arrays as they are kept.
    assert_eq!(optimizer.state_bytes(), 2 * 8 + (300 + 8) + 1200 + 1200 + 600);
    // A later change of a group keeps its storage.
    let mut optimizer = optimizer;
    optimizer.set("lr", 0.5).unwrap();
    assert_eq!(optimizer.group("b").unwrap().storages().count(), 1);
}

#[test]
fn views_are_copies_and_what_is_set_is_rounded() {
    let mut model = array![1.0_f32, 2.0, 3.0];
    let mut optimizer = kept(Builder::<Adam>::new(), Storage::Bf16).build(&model).unwrap();
    let name = optimizer.param_names().next().unwrap().to_owned();
    let set: Array1<f32> = array![1.0, 1.001, -3.0];
    optimizer.set_state(&name, "exp_avg", set.view()).unwrap();
    assert_eq!(optimizer.state(&name, "exp_avg").unwrap(), array![1.0, 1.0, -3.0].into_dyn());
    let StateView::Array(view) = optimizer.state_value(&name, "exp_avg").unwrap() else { panic!("an array") };
    assert!(view.is_owned());
    assert!(optimizer.set_state(&name, "exp_avg", array![1.0_f32].view()).unwrap_err().to_string().contains("shape"));
    optimizer.visit_state_mut(|_, state, slot| {
        if let (StateMut::Array(mut array), "exp_avg_sq") = (slot, state) {
            array[[1]] = 4.0;
        }
    });
    assert_eq!(optimizer.state(&name, "exp_avg_sq").unwrap(), array![0.0, 4.0, 0.0].into_dyn());
    // A clone has its own.
    let copy = optimizer.clone();
    optimizer.step(&mut model, &array![1.0_f32, 1.0, 1.0]).unwrap();
    assert_eq!(copy.state(&name, "exp_avg").unwrap(), array![1.0, 1.0, -3.0].into_dyn());
}

#[test]
fn what_is_masked_is_zero_and_the_rest_stays() {
    for storage in KEPT {
        let mut model = model_of::<f32>(&[30, 40], 1, Layout::Fortran);
        let mut optimizer = kept(Builder::<Adam>::new(), storage).build(&model).unwrap();
        let grads = model_of::<f32>(&[30, 40], 2, Layout::C);
        optimizer.step(&mut model, &grads).unwrap();
        let before = optimizer.state("w", "exp_avg").unwrap().into_owned();
        let mask = ArrayD::from_shape_fn(IxDyn(&[30, 40]), |at| (at[0] + at[1]) % 3 > 0);
        optimizer.set_mask("w", &mask).unwrap();
        let after = optimizer.state("w", "exp_avg").unwrap().into_owned();
        for ((before, after), kept) in before.iter().zip(&after).zip(&mask) {
            assert_eq!(after.to_bits(), if *kept { before.to_bits() } else { 0 }, "{storage}");
        }
        optimizer.step(&mut model, &grads).unwrap();
        for name in ["exp_avg", "exp_avg_sq"] {
            let state = optimizer.state("w", name).unwrap();
            assert!(state.iter().zip(&mask).all(|(x, kept)| *kept || x.to_bits() == 0), "{storage}");
            // Half precision and 8 bits have no numbers as small as squares of small ones. Companded groups without negative numbers have them.
            assert!(
                matches!(storage, Storage::F16 | Storage::Block8)
                    || (storage, name) == (Storage::Companded8, "exp_avg")
                    || state.iter().zip(&mask).all(|(x, kept)| *kept == (*x != 0.0)),
                "{storage}"
            );
        }
    }
}

#[test]
fn plans_count_the_bytes() {
    let bytes = |builder: Builder<Adam>| {
        let plan = builder.plan_for(&[512, 1024]).unwrap();
        (plan.bytes_per_element(4), plan.state_bytes(4))
    };
    let numbers = 512 * 1024;
    assert_eq!(bytes(Builder::new()), (28.0, 2 * numbers * 4 + 8));
    assert_eq!(bytes(kept(Builder::new(), Storage::Bf16)), (20.0, 2 * numbers * 2 + 8));
    // A scale of 4 bytes for 256 elements.
    assert_eq!(bytes(kept(Builder::new(), Storage::Block8)), (16.0 + 4.0 / 64.0, 2 * (numbers + numbers / 64) + 8));
    // A scale of 4 bytes for 32 elements.
    assert_eq!(bytes(kept(Builder::new(), Storage::Companded8)), (16.5, 2 * (numbers + numbers / 8) + 8));
    let model = model_of::<f32>(&[512, 1024], 1, Layout::C);
    for storage in [Storage::Block8, Storage::Companded8] {
        let optimizer = kept(Builder::<Adam>::new(), storage).build(&model).unwrap();
        assert_eq!(optimizer.plan("w").unwrap().state_bytes(4), optimizer.state_bytes());
    }
}
