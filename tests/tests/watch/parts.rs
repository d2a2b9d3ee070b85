//! Optimizers of parts of a model, with joined watched numbers.

use optim_std::params::Named;
use optim_std::registry::AnyBuilder;

use super::lists::Listing;
use super::*;

/// Parameters in the order of their names.
fn model(seed: usize) -> Model<f64> {
    let shapes: [(&str, &[usize]); 4] =
        [("a.bias", &[7]), ("a.weight", &[5, 7]), ("b.scale", &[1]), ("b.weight", &[3, 4])];
    shapes.iter().map(|(name, shape)| ((*name).to_owned(), array(shape, seed + shape.len()))).collect()
}

fn builders() -> [AnyBuilder; 4] {
    let declared = ALL.into_iter().chain(["matrices.trust_ratio", "rest.update_rms"]);
    let adamw = AdamW::new().group("no_decay", |p| p.ndim() < 2, |h| h.weight_decay(0.0)).watch(ALL);
    let partition = Partition::new()
        .rule("matrices", |p| p.ndim() == 2, LARS::new())
        .rest("rest", StableAdamW::new().group("scale", |p| p.name() == "b.scale", |h| h.lr(1e-4)))
        .watch(declared)
        .seed(3);
    let viewed = AdamW::new().view("flat", |p| p.name() == "a.weight", |p| [p.len()]).watch(["cosine"]);
    // Lists of several lengths.
    let listing =
        Listing::new().group("wide", |p| p.name() == "a.weight", |h| h.k(5)).watch(["sizes", "pair", "cosine"]);
    [adamw.into(), partition.into(), viewed.into(), listing.into()]
}

/// Steps of each parameter alone give the same parameters and numbers as a step of all, to the bit.
#[test]
fn parts_together_are_the_whole() {
    for builder in builders() {
        let (mut whole, mut parts) = (model(1), model(1));
        let mut optimizer = builder.build(&whole).unwrap();
        let one = |name: &str, array: &ArrayD<f64>| Named(vec![(name.to_owned(), array.clone())]);
        let part = builder.clone().part();
        let mut optimizers: Vec<_> = parts.iter().map(|(name, array)| part.build(&one(name, array)).unwrap()).collect();
        for step in 1..4 {
            let grads = model(100 * step);
            let report = optimizer.step(&mut whole, &grads).unwrap();
            let reports = parts.iter_mut().zip(&mut optimizers).map(|((name, array), optimizer)| {
                let mut own = one(name, array);
                let report = optimizer.step(&mut own, &one(name, &grads[name])).unwrap();
                own.0.into_iter().for_each(|(_, new)| *array = new);
                report.watched.expect("it is watched")
            });
            let joined = Watched::joined(reports.collect::<Vec<_>>());
            assert_eq!(joined, report.watched);
            assert_eq!(parts, whole);
        }
    }
    assert_eq!(Watched::joined([]), None);
}

/// Only in a part may rules, groups and views match no parameter.
#[test]
fn the_whole_model_is_checked() {
    for builder in builders() {
        let cube = Named(vec![("cube", array::<f64>(&[2, 1, 2], 1))]);
        assert!(builder.build(&cube).is_err());
        assert!(builder.part().build(&cube).is_ok());
    }
}
