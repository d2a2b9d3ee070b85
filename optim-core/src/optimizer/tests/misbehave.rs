//! Implementations of `Parameters` that break their promises: typed errors, and nothing is half changed.

use std::cell::Cell;

use super::*;
use crate::optimizer::StepError;

/// Name, shape and numbers.
type Part = (&'static str, &'static [usize], Vec<f32>);

/// Visits one list to read and another to write; every other visit to read has the order turned round.
#[derive(Clone, Debug, PartialEq)]
struct Odd {
    read: Vec<Part>,
    write: Vec<Part>,
    turns: bool,
    visits: Cell<usize>,
}

impl Odd {
    /// A model that behaves well: two parameters of one shape, and one of another.
    fn new() -> Self {
        let parts = vec![("a", &[2][..], vec![1.0, 2.0]), ("b", &[2], vec![3.0, 4.0]), ("c", &[2, 1], vec![5.0, 6.0])];
        Self { read: parts.clone(), write: parts, turns: false, visits: Cell::new(0) }
    }

    fn writing(change: impl FnOnce(&mut Vec<Part>)) -> Self {
        let mut odd = Self::new();
        change(&mut odd.write);
        odd
    }
}

impl Parameters for Odd {
    type Elem = f32;

    fn visit<'a>(&'a self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorRef<'a, f32>)) {
        self.visits.set(self.visits.get() + 1);
        let mut order: Vec<usize> = (0..self.read.len()).collect();
        if self.turns && self.visits.get().is_multiple_of(2) {
            order.reverse();
        }
        for place in order {
            let (part, shape, data) = &self.read[place];
            if let Ok(view) = TensorRef::from_slice(data, shape) {
                f(name.child(part), view);
            }
        }
    }

    fn visit_mut<'a>(&'a mut self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorMut<'a, f32>)) {
        for (part, shape, data) in &mut self.write {
            if let Ok(view) = TensorMut::from_slice(data, shape) {
                f(name.child(part), view);
            }
        }
    }
}

fn mask() -> Array1<bool> {
    array![true, false]
}

/// Every way to write a model must fail, in the same words, and change nothing.
fn refused(model: &Odd) -> String {
    let mut optimizer = momentum(0.5).build(&Odd::new()).expect("valid");
    optimizer.set_mask("a", &mask()).expect("valid");
    let (before, mut after) = (snapshot(&optimizer), model.clone());
    let error = optimizer.step(&mut after, &Odd::new()).expect_err("must fail");
    assert_eq!((after.write.clone(), snapshot(&optimizer)), (model.write.clone(), before.clone()));
    assert_eq!(optimizer.apply_masks(&mut after).expect_err("must fail"), error);
    let with = optimizer.step_with(&mut after, |_| Ok::<_, StepError>(((), Odd::new())));
    assert_eq!(with.expect_err("must fail"), error);
    assert_eq!((after.write, snapshot(&optimizer)), (model.write.clone(), before));
    error.to_string()
}

#[test]
fn visits_in_another_order_are_the_same_step() {
    let mut expected = Odd::new();
    let mut turned = Odd { turns: true, ..Odd::writing(|parts| parts.swap(0, 2)) };
    let mut optimizer = momentum(0.5).build(&expected).expect("valid");
    let mut other = momentum(0.5).build(&turned).expect("valid");
    for _ in 0..4 {
        let grads = turned.clone();
        optimizer.step(&mut expected, &Odd::new()).expect("valid");
        other.step(&mut turned, &grads).expect("valid");
    }
    turned.write.swap(0, 2);
    assert_eq!(turned.write, expected.write);
    assert_eq!(snapshot(&other), snapshot(&optimizer));
}

#[test]
fn what_is_written_must_be_what_was_read() {
    let missing = |param| format!("parameter `{param}` is missing or read-only, but the optimizer was built with it");
    assert_eq!(refused(&Odd::writing(|parts| drop(parts.pop()))), missing("c"));
    assert_eq!(refused(&Odd::writing(Vec::clear)), missing("a"));
    assert_eq!(refused(&Odd::writing(|parts| parts[1].0 = "a")), "two parameters are called `a`");
    assert_eq!(refused(&Odd::writing(|parts| parts.push(parts[0].clone()))), "two parameters are called `a`");
    let shape = |found| format!("parameter `c` has shape {found}, it had [2, 1] when the optimizer was built");
    assert_eq!(refused(&Odd::writing(|parts| parts[2].1 = &[2])), shape("[2]"));
    assert_eq!(refused(&Odd::writing(|parts| parts[2].1 = &[1, 2])), shape("[1, 2]"));
    assert_eq!(refused(&Odd::writing(|parts| parts[2] = ("c", &[3, 1], vec![0.0; 3]))), shape("[3, 1]"));
    assert_eq!(refused(&Odd::writing(|parts| parts[2] = ("c", &[0, 1], vec![]))), shape("[0, 1]"));
    // A buffer of another length than the shape says cannot be seen as an array, so it is not visited.
    assert_eq!(refused(&Odd::writing(|parts| parts[2].2.push(1.0))), missing("c"));
    let unknown = refused(&Odd::writing(|parts| parts[2].0 = "d"));
    assert!(unknown.starts_with("parameter `d` did not exist when the optimizer was built"), "{unknown}");
}

#[test]
fn gradients_and_parameters_that_are_read_twice() {
    let mut odd = Odd::new();
    odd.read.push(odd.read[1].clone());
    assert_eq!(momentum(0.1).build(&odd).expect_err("twice").to_string(), "two parameters are called `b`");
    let mut model = Odd::new();
    let mut optimizer = momentum(0.1).build(&model).expect("valid");
    let before = (model.clone().write, snapshot(&optimizer));
    let error = optimizer.step(&mut model, &odd).expect_err("twice");
    assert_eq!(error.to_string(), "there are two gradients for parameter `b`");
    assert_eq!((model.write, snapshot(&optimizer)), before);
}

#[test]
fn a_visit_that_panics_changes_nothing() {
    struct Panics(Odd);
    impl Parameters for Panics {
        type Elem = f32;
        fn visit<'a>(&'a self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorRef<'a, f32>)) {
            self.0.visit(name, f);
        }
        fn visit_mut<'a>(&'a mut self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorMut<'a, f32>)) {
            self.0.visit_mut(name, f);
            panic!("after all views are out");
        }
    }
    let mut model = Panics(Odd::new());
    let mut optimizer = momentum(0.1).build(&model).expect("valid");
    let before = snapshot(&optimizer);
    let step = || optimizer.step(&mut model, &Odd::new());
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(step)).expect_err("panics");
    assert_eq!((model.0.write, snapshot(&optimizer)), (Odd::new().write, before));
}

#[cfg(feature = "checkpoint")]
mod checkpoints {
    use super::*;
    use crate::{Checkpoint, CheckpointFile};

    /// A file of well-behaved parameters and their optimizer.
    fn saved(name: &str) -> CheckpointFile {
        let path = std::env::temp_dir().join(format!("optim-misbehave-{name}-{}.safetensors", std::process::id()));
        let mut model = Odd::new();
        for (_, _, data) in &mut model.read {
            data.fill(9.0);
        }
        let optimizer = momentum(0.5).build(&model).expect("valid");
        Checkpoint::new().params(&model).optimizer(&optimizer).save(&path).expect("saved");
        let file = CheckpointFile::open(&path).expect("valid");
        std::fs::remove_file(&path).expect("is there");
        file
    }

    #[test]
    fn models_that_misbehave_are_loaded_wholly_or_not_at_all() {
        let file = saved("load");
        let mut turned = Odd { turns: true, ..Odd::writing(|parts| parts.swap(0, 2)) };
        file.load_params(&mut turned).expect("names decide");
        assert!(turned.write.iter().all(|(_, _, data)| data.iter().all(|&x| x == 9.0)));
        for odd in [
            Odd::writing(|parts| drop(parts.pop())),
            Odd::writing(|parts| parts[1].0 = "a"),
            Odd::writing(|parts| parts.push(parts[0].clone())),
            Odd::writing(|parts| parts[2].1 = &[1, 2]),
            Odd::writing(|parts| parts[2] = ("c", &[3, 1], vec![0.0; 3])),
            Odd::writing(|parts| parts[2].0 = "d"),
        ] {
            let mut model = odd.clone();
            let mut optimizer = momentum(0.25).build(&Odd::new()).expect("valid");
            let before = snapshot(&optimizer);
            file.load_params(&mut model).expect_err("refused");
            file.load(&mut model, &mut optimizer).expect_err("refused");
            assert_eq!((model.write, snapshot(&optimizer)), (odd.write, before));
        }
    }

    #[test]
    fn names_that_repeat_are_not_saved() {
        let mut odd = Odd::new();
        odd.read.push(odd.read[1].clone());
        let path = std::env::temp_dir().join(format!("optim-misbehave-twice-{}.safetensors", std::process::id()));
        let error = Checkpoint::new().params(&odd).save(&path).expect_err("twice");
        assert_eq!(error.to_string(), "two tensors are called `params/b`");
        assert!(!path.exists());
    }
}
