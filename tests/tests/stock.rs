//! Properties of every stock optimizer: one pass, and the reference's arguments, defaults, states and checks of arguments.

use std::collections::BTreeMap;

use ndarray::ArrayD;
use optim_std::{BuildError, Builder, Definition, HyperError, OptimizerEntry, Setting, StateView};
use optim_tests::stock::{all, row, shape_for};
use optim_tests::{each_optimizer, plan_of};

#[test]
fn elementwise_optimizers_take_one_pass() {
    fn one_pass<O: Definition>(seen: &mut usize) {
        let entry = OptimizerEntry::of::<O>();
        let expected = row(O::NAME).elementwise;
        assert_eq!(entry.is_global(), row(O::NAME).together, "{}", O::NAME);
        if expected {
            *seen += 1;
            let plan = plan_of(&entry, &shape_for(&entry, &[60]));
            assert!(plan.is_elementwise(), "{plan}");
            assert!(plan.divisions() <= 1.0 && plan.square_roots() <= 1.0, "{plan}");
        }
        assert!(expected || !O::PASSES_ARE_ELEMENTWISE, "{}", O::NAME);
    }
    let mut seen = 0;
    each_optimizer!(one_pass, &mut seen);
    assert_eq!(seen, all().filter(|row| row.elementwise).count());
}

#[test]
fn every_one_is_found_by_name() {
    fn listed<O: Definition>(names: &mut Vec<&str>) {
        names.push(O::NAME);
    }
    let mut names = Vec::new();
    each_optimizer!(listed, &mut names);
    names.sort_unstable();
    let mut found: Vec<_> = optim_std::optimizers().iter().map(|entry| entry.name).collect();
    found.sort_unstable();
    assert_eq!(found, names);
    let mut rows: Vec<_> = all().map(|row| row.name).collect();
    rows.sort_unstable();
    assert_eq!(found, rows);
}

fn model() -> BTreeMap<String, ArrayD<f64>> {
    BTreeMap::from([("weight".to_owned(), ArrayD::ones(vec![2, 3]))])
}

fn build<O: Definition>(settings: &[(String, Setting)]) -> Result<(), BuildError> {
    let builder =
        settings.iter().try_fold(Builder::<O>::new(), |builder, (name, value)| builder.set(name, value.clone()));
    let builder = builder.map_err(|error| BuildError::Hyper { group: "default".to_owned(), error })?;
    builder.build(&model()).map(|_| ())
}

/// Numbers inside and outside a range of the table.
fn examples(range: &str) -> (&[f64], &[f64]) {
    match range {
        "0.." => (&[0.0, 0.5, 2.0, 1e6], &[-1e-8, -1.0]),
        "0+.." => (&[1e-3, 0.5, 2.0, 1e6], &[-1e-8, -1.0]),
        "0..1" => (&[0.0, 0.5, 0.999_999], &[-1e-8, 1.0, 2.0]),
        // A requirement refuses 0, although the range contains it.
        "0+..1" => (&[1e-3, 0.5, 0.999_999], &[-1e-8, 1.0, 2.0]),
        "0+..=1" => (&[1e-3, 0.5, 1.0], &[-1e-8, 1.000_001]),
        "1e-30.." => (&[1e-30, 1e-6, 2.0], &[0.0, -1.0]),
        "1e-100.." => (&[1e-100, 1e-6, 2.0], &[0.0, -1.0]),
        "1.." => (&[1.0, 2.0, 1e6], &[0.999_999, 0.0]),
        "0..=1" => (&[0.0, 0.5, 1.0], &[-1e-8, 1.000_001]),
        _ => (&[-1e6, -0.5, 0.0, 0.5, 2.0, 1e6], &[]),
    }
}

#[test]
fn every_number_has_the_range_of_the_reference() {
    fn in_range<O: Definition>() {
        let Some(declared) = &row(O::NAME).declared else { return };
        for (names, range) in declared.ranges {
            let (allowed, refused) = examples(range);
            for name in names.split(' ') {
                let info = O::HYPERS.iter().find(|info| info.name == name).unwrap();
                // For a tuple, the number is tried at each index.
                let values = |number: f64| match info.type_name {
                    "f64" | "Option<f64>" => vec![Setting::Float(number)],
                    tuple => {
                        let places = tuple.matches("f64").count().max(2);
                        let with = |place: usize| {
                            (0..places).map(|at| if at == place { number } else { 0.5 }).collect::<Vec<_>>()
                        };
                        (0..places)
                            .map(|place| Setting::Tuple(with(place).into_iter().map(Setting::Float).collect()))
                            .collect()
                    }
                };
                let build = |value: Setting| {
                    let mut settings = vec![(name.to_owned(), value)];
                    if name != "lr" && O::HYPERS.iter().any(|info| info.name == "lr" && info.default.is_none()) {
                        settings.push(("lr".to_owned(), Setting::Float(0.1)));
                    }
                    build::<O>(&settings)
                };
                for value in allowed.iter().flat_map(|number| values(*number)) {
                    assert_eq!(build(value.clone()), Ok(()), "{} {name} = {value}", O::NAME);
                }
                for value in refused.iter().chain(&[f64::NAN, f64::INFINITY]).flat_map(|number| values(*number)) {
                    let found = build(value.clone());
                    let Err(BuildError::Hyper { error: HyperError::Range { optimizer, name: own, .. }, .. }) = found
                    else {
                        panic!("{} {name} = {value}: {found:?}", O::NAME)
                    };
                    assert_eq!((optimizer, own), (O::NAME, name));
                }
            }
        }
        // The row lists every number.
        let listed: Vec<&str> = declared.ranges.iter().flat_map(|(names, _)| names.split(' ')).collect();
        for info in O::HYPERS.iter().filter(|info| info.type_name.contains("f64")) {
            assert!(listed.contains(&info.name), "{} {}", O::NAME, info.name);
        }
    }
    each_optimizer!(in_range);
}

/// The optimizers of `contrib` are listed in its documentation.
#[test]
fn the_readme_names_every_one() {
    let readme = include_str!("../../README.md");
    let stock = optim_std::optimizers().iter().filter(|entry| !entry.source.module.contains("::contrib::"));
    let missing: Vec<&str> =
        stock.map(|entry| entry.name).filter(|name| !readme.contains(&format!("`{name}`"))).collect();
    assert_eq!(missing, [""; 0]);
}

/// Adafactor's arguments are the paper's. Muon has no reference.
#[test]
fn all_others_are_compared_with_a_reference() {
    let own: Vec<&str> = all().filter(|row| row.declared.is_none()).map(|row| row.name).collect();
    assert_eq!(own, ["Adafactor", "Muon"]);
}

#[test]
fn arguments_and_states_are_those_of_the_reference() {
    fn number(value: &Setting) -> String {
        match value {
            Setting::Float(number) => number.to_string(),
            Setting::Bool(flag) => flag.to_string(),
            Setting::Tuple(parts) => format!("({})", parts.iter().map(number).collect::<Vec<_>>().join(", ")),
            other => other.to_string(),
        }
    }
    fn as_declared<O: Definition>() {
        let Some(declared) = &row(O::NAME).declared else { return };
        let own = row(O::NAME).own;
        for name in own {
            let info = O::HYPERS.iter().find(|info| info.name == *name).unwrap();
            assert_eq!(info.default.map(|default| default()), Some(Setting::Bool(false)), "{} {name}", O::NAME);
        }
        let found = O::HYPERS.iter().filter(|info| !own.contains(&info.name)).map(|info| match info.default {
            Some(default) => format!("{}={}", info.name, number(&default())),
            None => info.name.to_owned(),
        });
        assert_eq!(found.collect::<Vec<_>>().join(" "), declared.arguments, "{}", O::NAME);
        let required = O::HYPERS.iter().filter(|info| info.default.is_none());
        let builder = required.fold(Builder::<O>::new(), |builder, info| builder.set(info.name, 0.1).unwrap());
        let mut found = Vec::new();
        builder.build(&model()).unwrap().visit_state(|_, state, view| {
            found.push(match view {
                StateView::Scalar(number) => format!("{state}:scalar={number}"),
                StateView::Array(array) => {
                    let first = array.first().unwrap();
                    match array.shape() {
                        [2, 3] => format!("{state}={first}"),
                        shape => format!("{state}{shape:?}={first}"),
                    }
                }
            });
        });
        assert_eq!(found.join(" "), declared.states, "{}", O::NAME);
    }
    each_optimizer!(as_declared);
}

/// Settings that create further states.
#[test]
fn states_under_conditions() {
    fn states<O: Definition>(settings: &[(&str, Setting)], expected: &[&str]) {
        let set = |builder: Builder<O>, (name, value): &(&str, Setting)| builder.set(name, value.clone());
        let builder = settings.iter().try_fold(Builder::<O>::new(), set).unwrap();
        let mut found = Vec::new();
        builder.build(&model()).unwrap().visit_state(|_, state, _| found.push(state.to_owned()));
        assert_eq!(found, expected, "{} {settings:?}", O::NAME);
    }
    use optim_std::optimizers::{Adam, AdamW, RMSprop, SGD};
    let moments = ["exp_avg", "exp_avg_sq", "max_exp_avg_sq"];
    let powers = ["beta1_power", "beta2_power"];
    states::<Adam>(&[("amsgrad", true.into())], &[&moments[..], &powers].concat());
    states::<AdamW>(&[("amsgrad", true.into())], &[&moments[..], &powers].concat());
    states::<AdamW>(&[("correct_bias", false.into())], &moments[..2]);
    states::<RMSprop>(&[("momentum", 0.9.into())], &["square_avg", "momentum_buffer"]);
    states::<RMSprop>(&[("centered", true.into())], &["square_avg", "grad_avg"]);
    states::<SGD>(&[("lr", 0.1.into()), ("momentum", 0.9.into())], &["momentum_buffer"]);
}

/// Numbers in a step may be scheduled, except numbers that states and requirements depend on.
#[test]
fn numbers_take_schedules() {
    fn scheduled<O: Definition>() {
        for info in O::HYPERS.iter().filter(|info| info.type_name.contains("f64")) {
            assert_eq!(info.scheduled, !row(O::NAME).fixed.contains(&info.name), "{}.{}", O::NAME, info.name);
        }
    }
    each_optimizer!(scheduled);
}

/// `cargo run -p optim-tests --bin choosing` writes the page.
#[test]
fn the_page_of_choices_is_current() {
    use optim_tests::choosing::{advice, page, path};
    let written = std::fs::read_to_string(path()).unwrap();
    assert!(written == page(), "the guide's page \"Which optimizer?\" is not current");
    // Every advice is about an existing optimizer, and every optimizer has a paper or a program.
    for advice in advice() {
        assert!(written.contains(&format!("`{}`", advice.name)), "{}", advice.name);
    }
    assert!(
        written
            .lines()
            .filter(|line| line.starts_with("| `") || line.starts_with("| *"))
            .all(|line| line.contains("http"))
    );
}

/// An optimizer of `contrib` is a short file. Six are longer: `APOLLO` and `GaLore` have a branch and states for each
/// side of a matrix. `MARS`, `MuonClip` and `Prodigy` have ten settings or more. `SOAP` has two bases, and rotates its
/// momentum from the old ones to the new ones.
#[test]
fn optimizers_of_contrib_are_short() {
    const LONGER: [(&str, usize); 6] = [
        ("apollo.rs", 89),
        ("galore.rs", 68),
        ("mars.rs", 62),
        ("muon_clip.rs", 62),
        ("prodigy.rs", 83),
        ("soap.rs", 69),
    ];
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../optim-std/src/contrib");
    let mut long = Vec::new();
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let is_code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
        let lines = text.lines().filter(is_code).count();
        let most = LONGER.iter().find(|(name, _)| path.ends_with(name)).map_or(60, |(_, lines)| *lines);
        if lines > most && !path.ends_with("mod.rs") {
            long.push(format!("{}: {lines} lines of code, at most {most}", path.display()));
        }
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}
