//! Views in the rules of a partition.

use optim_std::prelude::*;
use optim_std::{BuildError, Partition};

use super::{Model, numbers, remembered, seed, steps};

const SHAPES: [(&str, &[usize]); 3] = [("fc.bias", &[4]), ("fc.weight", &[4, 6]), ("qkv.weight", &[12, 5])];

fn model() -> Model<f64> {
    SHAPES.map(|(name, shape)| (name.to_owned(), numbers(shape, seed(name, 90)))).into()
}

fn shape(name: &str) -> &'static [usize] {
    SHAPES.iter().find(|(known, _)| *known == name).unwrap().1
}

#[test]
fn a_rule_sees_its_own_parameters() {
    let muon = || Muon::new().lr(0.1).view("heads", |p| p.name().starts_with("qkv"), |p| [6, 2, p.dim(1)]);
    // Every rule may have a view of the same name, which matches no parameter of another rule.
    let adam = || AdamW::new().lr(0.1).view("heads", |p| p.name() == "fc.bias", |_| [2, 2]);
    let partition = Partition::new().rule("hidden", |p| p.ndim() == 2, muon()).rest("rest", adam());
    let mut params = model();
    let mut opt = partition.build(&params).unwrap();
    steps(&mut opt, &mut params, 3, |name, number| numbers(shape(name), seed(name, number)));
    let mut all = remembered(&opt, &params);
    assert_eq!(opt.view_of("qkv.weight").unwrap().unwrap().shape(), [6, 2, 5]);
    assert_eq!(opt.view_of("fc.bias").unwrap().unwrap().shape(), [2, 2]);
    assert_eq!(opt.view_of("fc.weight").unwrap(), None);

    // Each rule alone.
    let mut alone = Vec::new();
    for matrices in [true, false] {
        let mut params = model();
        params.retain(|_, array| (array.ndim() == 2) == matrices);
        let mut opt = match matrices {
            true => muon().build(&params).unwrap(),
            false => adam().build(&params).unwrap(),
        };
        steps(&mut opt, &mut params, 3, |name, number| numbers(shape(name), seed(name, number)));
        alone.extend(remembered(&opt, &params));
    }
    alone.sort();
    all.sort();
    assert_eq!(all, alone);
}

#[test]
fn views_of_rules_without_parameters() {
    let muon = || Muon::new().view("heads", |_| true, |p| [p.len(), 1]);
    let none = Partition::new().rule("none", |_| false, muon());
    none.clone().optional().rest("rest", AdamW::new()).build(&model()).unwrap();
    // It only matches parameters of another rule.
    let muon = Muon::new().view("heads", |p| p.name() == "fc.bias", |_| [2, 2]);
    let error = Partition::new().rule("hidden", |p| p.ndim() == 2, muon).rest("rest", AdamW::new()).build(&model());
    let error = error.err().unwrap();
    assert_eq!(
        error.to_string(),
        "view `heads` matches no parameter\nhelp: the parameters are `fc.weight`, `qkv.weight`"
    );
    assert!(matches!(error, BuildError::EmptyView { .. }));
}
