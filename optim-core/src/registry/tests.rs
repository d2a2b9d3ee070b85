//! Names that are taken twice, and what registers itself.

use optim_macros::{optimizer, scheduler};

use super::{LookupError, Registry};
use crate as optim_core;
use crate::lang::{Scalar, State, Tensor};

mod one {
    use super::*;

    /// The first of two.
    #[optimizer(crate = optim_core)]
    #[derive(Debug, Clone)]
    pub(super) struct Twin {
        #[hyper(default = 0.1)]
        lr: f64,
    }

    #[optimizer]
    impl Twin {
        fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
            *param -= self.lr * grad;
        }
    }

    /// Half of what it says.
    #[scheduler(crate = optim_core)]
    #[derive(Debug, Clone)]
    pub(super) struct HalfLR {
        rate: f64,
    }

    #[scheduler]
    impl HalfLR {
        fn value(&self, _t: Scalar) -> Scalar {
            scalar(self.rate / 2.0)
        }
    }
}

mod two {
    use super::*;

    #[optimizer(crate = optim_core)]
    #[derive(Debug, Clone)]
    pub(super) struct Twin {
        #[hyper(default = 0.2)]
        lr: f64,
    }

    #[optimizer]
    impl Twin {
        fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
            *param -= self.lr * grad;
        }
    }

    #[scheduler(crate = optim_core)]
    #[derive(Debug, Clone)]
    pub(super) struct Half {
        rate: f64,
    }

    #[scheduler]
    impl Half {
        fn value(&self, _t: Scalar) -> Scalar {
            scalar(self.rate / 4.0)
        }
    }
}

#[test]
fn entries_know_their_documentation_and_place() {
    let registry = Registry::new().with::<one::Twin>().with::<one::Twin>();
    let [entry] = registry.optimizers() else { panic!("one") };
    assert_eq!(entry.doc, "The first of two.");
    assert!(entry.source.file.ends_with("tests.rs") && entry.source.module.ends_with("tests::one"), "{}", entry.source);
    assert!(entry.source.line > 10 && entry.source.line < 30, "{}", entry.source);
}

#[test]
fn two_of_one_name_are_an_error_that_names_both_places() {
    let registry = Registry::new().with::<one::Twin>().with::<two::Twin>();
    assert_eq!(registry.optimizers().len(), 2);
    let error = registry.optimizer("twin").unwrap_err();
    let LookupError::Twice { name: "Twin", places, .. } = &error else { panic!("{error}") };
    assert_ne!(places[0], places[1]);
    let text = error.to_string();
    assert!(places.iter().all(|place| text.contains(&place.to_string())), "{text}");
}

#[test]
fn the_whole_name_of_a_schedule_counts_first() {
    let registry = Registry::new().with_schedule::<one::HalfLR>().with_schedule::<two::Half>();
    assert_eq!(registry.schedule("half").unwrap().name(), "Half");
    assert_eq!(registry.schedule("HALFLR").unwrap().name(), "HalfLR");
    assert!(registry.schedule("Hafl").unwrap_err().to_string().contains("did you mean `Half`"));
}

#[cfg(feature = "inventory")]
#[test]
fn what_is_in_a_function_registers_itself() {
    #[optimizer(crate = optim_core)]
    #[derive(Debug, Clone)]
    struct Inside {
        #[hyper(default = 0.1)]
        lr: f64,
    }

    #[optimizer]
    impl Inside {
        fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
            *param -= self.lr * grad;
        }
    }

    let registry = Registry::global();
    assert_eq!(registry.optimizer("inside").unwrap().name, "Inside");
    assert_eq!(registry.schedule("HalfLR").unwrap().name(), "HalfLR");
    assert!(matches!(registry.optimizer("Twin"), Err(LookupError::Twice { .. })));
    assert!(matches!(registry.optimizer("Insid"), Err(LookupError::UnknownOptimizer(_))));
}
