//! Recordings with a mistake. The program reports its place.

use serde_json::{Value as Json, json};

use crate::recording::{Recording, STEPS, conformance, folder, replayed};
use crate::{SHAPES, fails, passes};

#[test]
fn non_finite_numbers_must_be_the_recorded_ones() {
    let alter = |recording: &mut Recording, wrong: bool| {
        recording.numbers("init/a")[1] = f64::NAN;
        for step in 0..STEPS {
            recording.numbers("params/a")[3 * step + 1] = f64::NAN;
        }
        let last = 6 * (STEPS - 1);
        recording.numbers("grads/b")[last] = f64::INFINITY;
        recording.numbers("params/b")[last] = f64::NEG_INFINITY;
        recording.numbers("state/a")[1] = f64::NAN;
        recording.numbers("state/b")[0] = f64::INFINITY;
        if wrong {
            recording.numbers("params/b")[last] = f64::INFINITY;
        }
        recording.set("finite", &json!(false));
    };
    let mut recording = Recording::sgd(SHAPES);
    alter(&mut recording, false);
    passes("not_finite", &recording);

    fails("sign", &["b after step 4, element 0", "found -inf, expected inf"], |recording| alter(recording, true));
    fails("nan_expected", &["a after step 2, element 0", "expected NaN", "1 of 45 numbers differ"], |recording| {
        recording.numbers("params/a")[3] = f64::NAN;
    });
    fails("nan_found", &["a after step 1, element 2", "found NaN", "expected "], |recording| {
        recording.numbers("init/a")[2] = f64::NAN;
    });
    fails("infinity", &["b after step 4, element 5 at [1, 2]", "expected inf"], |recording| {
        recording.numbers("params/b")[23] = f64::INFINITY;
    });
}

#[test]
fn altered_numbers_are_found_where_they_are() {
    fails("param", &["b after step 3, element 4 at [1, 1]", "1 of 45 numbers differ"], |recording| {
        recording.numbers("params/b")[16] += 1e-3;
    });
    fails("state", &["momentum_buffer of a, element 2: found", "1 of 45"], |recording| {
        recording.numbers("state/a")[2] += 1e-3;
    });
    fails("setting", &["a after step 1"], |recording| {
        recording.set("kwargs", &json!({"lr": 0.5, "momentum": 0.5, "maximize": true}));
    });

    // Double precision is compared in double precision: a difference that single precision allows is an error.
    let mut recording = Recording::sgd(SHAPES);
    recording.numbers("params/a")[0] *= 1.0 + 1e-9;
    let run = replayed("precision", &recording);
    assert!(run.out.contains("fail  recorded.json  momentum float64  "), "{}", run.out);
    assert!(run.out.ends_with("\n2 passed, 1 failed\n"), "{}", run.out);
}

#[test]
fn incomplete_recordings_name_what_is_missing() {
    fails("no_tensor", &["params of b", "there is no tensor `params/b`"], |recording| {
        recording.tensors.remove("params/b");
    });
    fails("no_state_tensor", &["momentum_buffer of b", "there is no tensor `state/b`"], |recording| {
        recording.tensors.remove("state/b");
    });
    fails("shape", &["init of b", "has shape [3, 2], expected [2, 3]"], |recording| {
        recording.tensors.get_mut("init/b").unwrap().0 = vec![3, 2];
    });
    fails("state_shape", &["momentum_buffer of b", "has shape [6], expected [2, 3]"], |recording| {
        recording.tensors.get_mut("state/b").unwrap().0 = vec![6];
    });
    fails("few_gradients", &["grads of a", "has shape [3, 3], expected [4, 3]"], |recording| {
        recording.tensors.insert("grads/a".to_owned(), (vec![3, 3], vec![0.0; 9]));
    });
    let states = |state: Json| {
        move |recording: &mut Recording| {
            for config in recording.manifest["configs"].as_array_mut().unwrap() {
                config["tensors"]["state"]["a"] = state.clone();
            }
        }
    };
    fails("no_state", &["state of a", "kept but not recorded: `momentum_buffer`"], states(json!({})));
    fails(
        "renamed_state",
        &["state of a", "recorded but not kept: `momentum`;", "kept but not recorded: `momentum_buffer`"],
        states(json!({"momentum": "state/a"})),
    );
    fails("late", &["`record_steps` has 9, but there are 4 steps"], |recording| {
        recording.manifest["record_steps"] = json!([1, 2, 3, 9]);
    });
    fails("states_in_words", &["cannot be read", "`states`: expected true or false, found \"none\""], |recording| {
        recording.manifest["states"] = json!("none");
    });
    fails("no_shapes", &["cannot be read", "`shapes` is missing"], |recording| {
        recording.manifest.as_object_mut().unwrap().remove("shapes");
    });
    fails("dtype", &["`configs[", "].dtype`: expected", "found \"float16\""], |recording| {
        recording.set("dtype", &json!("float16"));
    });
    fails("no_params", &["`tensors.params` has no `b`"], |recording| {
        for config in recording.manifest["configs"].as_array_mut().unwrap() {
            config["tensors"]["params"].as_object_mut().unwrap().remove("b");
        }
    });
    fails("who", &["`no_grad` has `c`, which is not a parameter"], |recording| {
        recording.set("no_grad", &json!({"c": [1]}));
    });
}

#[test]
fn what_an_optimizer_refuses_is_a_failure_with_its_reason() {
    fails("optimizer", &["there is no optimizer `SDG`; help: did you mean `SGD`?"], |recording| {
        recording.manifest["optimizer"] = json!("SDG");
    });
    for (name, kwargs, words) in [
        ("argument", json!({"lr": 0.5, "momentun": 0.5}), "SGD has no hyperparameter `momentun`"),
        ("type", json!({"lr": "fast"}), "`lr` of SGD cannot be fast: expected a number"),
        ("nested", json!({"lr": [[0.5, null], []]}), "`lr` of SGD cannot be"),
        ("object", json!({"lr": {"max": 1}}), "].kwargs.lr`: expected a number"),
        ("range", json!({"lr": -1}), "`lr` of SGD is -1"),
        ("required", json!({}), "`lr` of SGD has no default and was not given"),
    ] {
        fails(name, &[words], |recording| recording.set("kwargs", &kwargs));
    }
    for (name, groups, words) in [
        ("stranger", json!([{"params": ["a", "c"]}]), "`groups` has `c`, which is not a parameter"),
        ("twice", json!([{"params": ["a"]}, {"params": ["b", "a"]}]), "parameter `a` is in two groups"),
        ("members", json!([{"lr": 0.5}]), "].groups[0].params` is missing"),
        ("override", json!([{"params": ["a"], "lr": -0.5}]), "in parameter group `groups[0]`: `lr` of SGD is -0.5"),
        ("unknown", json!([{"params": ["a"], "rl": 0.5}]), "`groups[0]`: SGD has no hyperparameter `rl`"),
    ] {
        fails(name, &[words], |recording| recording.set("groups", &groups));
    }
}

/// A schedule's recording with one changed value, and one with wrong arguments.
#[test]
fn schedules() {
    let folder = folder("schedules");
    let config = |name: &str, kwargs: &str, values: &str| {
        format!(r#"{{"name": "{name}", "kwargs": {kwargs}, "values_f64": {values}}}"#)
    };
    let linear = r#"{"initial_learning_rate": 1.0, "end_learning_rate": 0.0, "total_iters": 4}"#;
    let configs = [
        config("right", linear, "[1.0, 0.75, 0.5]"),
        config("wrong", linear, "[1.0, 0.75, 0.5000001]"),
        config("argument", r#"{"initial": 1.0, "end_learning_rate": 0.0, "total_iters": 0}"#, "[1.0]"),
        config("nan", linear, "[1.0, NaN]"),
        r#"{"name": "single", "kwargs": {"initial_learning_rate": 0.1}, "scheduler": "lambda", "lambdas": ["0.5**e"], "values": [0.1, 0.050000001]}"#.to_owned(),
        r#"{"name": "python", "kwargs": {"initial_learning_rate": 0.1}, "scheduler": "LambdaLR", "lambdas": ["exec(e)"], "values": [0.1]}"#.to_owned(),
    ];
    let text = format!(r#"{{"scheduler": "LinearLR", "configs": [{}]}}"#, configs.join(", "));
    std::fs::write(folder.join("sched_Linear.json"), text).unwrap();
    let run = conformance(&[folder.to_str().unwrap()]);
    assert_eq!(run.code, Some(1), "{}", run.out);
    let verdicts: Vec<&str> = run.out.lines().map(|line| line.split_whitespace().next().unwrap()).collect();
    assert_eq!(verdicts, ["pass", "fail", "fail", "fail", "pass", "fail", "2"], "{}", run.out);
    for text in ["value at step 2: found 0.5, expected 0.5000001", "`total_iters`", "cannot evaluate `exec(e)`"] {
        assert!(run.out.contains(text), "{}", run.out);
    }
}
