//! One learning rate for all rules.

use optim_std::author::*;
use optim_std::schedule::from_fn;

use super::*;

/// Its learning rate is at most 1.
#[optimizer]
#[derive(Debug, Clone, PartialEq)]
struct Careful {
    #[hyper(default = 0.5, scheduled, range = 0.0..=1.0)]
    lr: f64,
}

#[optimizer]
impl Careful {
    fn step(&self, param: &mut Tensor, grad: Tensor, _: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

fn built() -> Optimizer<f32> {
    let adam = AdamW::new().lr(0.1).group("bias", |p| p.name().ends_with("bias"), |h| h.weight_decay(0.0));
    let partition = Partition::new().rule("hidden", |p| !is_matrix(p), adam).rest("rest", Careful::new());
    partition.build(&model::<f32>(100)).unwrap()
}

fn rates(opt: &Optimizer<f32>) -> Vec<Option<f64>> {
    opt.groups().iter().map(|group| opt.learning_rate_in(group.name()).unwrap()).collect()
}

#[test]
fn it_changes_in_all_groups() {
    let mut opt = built();
    opt.set_in("hidden.bias", "lr", 0.3).unwrap();
    assert_eq!(rates(&opt), [Some(0.1), Some(0.3), Some(0.5)]);
    assert_eq!(opt.set_learning_rate(0.25), Ok(true));
    assert_eq!(rates(&opt), [Some(0.25); 3]);
    assert_eq!(opt.set_learning_rate(from_fn(|_| 0.75)), Ok(true));
    assert_eq!(rates(&opt), [Some(0.75); 3]);
    // The group does not keep its value.
    assert_eq!(opt.set_learning_rate(0.25), Ok(true));
    opt.schedule(&Tags::all(), "hidden.lr", from_fn(|_| 0.125)).unwrap();
    assert_eq!(rates(&opt), [Some(0.125), Some(0.125), Some(0.25)]);
}

/// The second rule refuses the number. No group has a setting that it did not have before.
#[test]
fn a_refused_number_changes_nothing() {
    let mut opt = built();
    let before = opt.state_dict();
    let refused = opt.set_learning_rate(2.0).unwrap_err();
    assert!(refused.to_string().contains("Careful"), "{refused}");
    assert!(opt.state_dict() == before);
    assert_eq!(rates(&opt), [Some(0.1), Some(0.1), Some(0.5)]);
    opt.schedule(&Tags::all(), "hidden.lr", from_fn(|_| 0.125)).unwrap();
    assert_eq!(rates(&opt), [Some(0.125), Some(0.125), Some(0.5)]);
}

#[test]
fn an_optimizer_may_have_none() {
    #[optimizer]
    #[derive(Debug, Clone, PartialEq)]
    struct Plain {}

    #[optimizer]
    impl Plain {
        fn step(&self, param: &mut Tensor, grad: Tensor, _: &mut State<Self>) {
            *param -= grad;
        }
    }

    let mut opt = Plain::new().build(&model::<f32>(100)).unwrap();
    assert_eq!(opt.set_learning_rate(0.1), Ok(false));
    let mut opt = Lookahead::new(SGD::new(0.1)).build(&model::<f32>(100)).unwrap();
    assert_eq!(opt.set_learning_rate(0.5), Ok(true));
    assert_eq!(rates(&opt), [Some(0.5)]);
}
