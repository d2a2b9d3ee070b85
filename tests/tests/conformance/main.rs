//! The conformance program, from outside: recordings that it must accept, and mistakes that it must find and name.

mod recording;

use std::fs;

use recording::{Recording, STEPS, conformance, folder, replayed};
use serde_json::{Value as Json, json};

const SHAPES: &[(&str, &[usize])] = &[("a", &[3]), ("b", &[2, 3])];

/// All runs of the recording pass.
#[track_caller]
fn passes(name: &str, recording: &Recording) -> String {
    let run = replayed(name, recording);
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    assert!(run.out.ends_with("\n3 passed, 0 failed\n"), "{}", run.out);
    run.out
}

/// An altered recording fails, in all its runs or as a whole, with a line that has all these words.
#[track_caller]
fn fails(name: &str, words: &[&str], alter: impl FnOnce(&mut Recording)) {
    let mut recording = Recording::sgd(SHAPES);
    alter(&mut recording);
    let run = replayed(name, &recording);
    assert_eq!(run.code, Some(1), "{}{}", run.out, run.err);
    let lines: Vec<&str> = run.out.lines().collect();
    let (summary, lines) = lines.split_last().unwrap();
    assert_eq!(*summary, format!("0 passed, {} failed", lines.len()), "{}", run.out);
    for line in lines {
        assert!(line.starts_with("fail  recorded.json  "), "{line}");
        for word in words {
            assert!(line.contains(word), "`{word}` is not in `{line}`");
        }
    }
}

#[test]
fn recordings_of_any_shape_and_name_pass() {
    passes("plain", &Recording::sgd(SHAPES));
    passes(
        "names",
        &Recording::sgd(&[
            ("layers.0.weight", &[2, 3]),
            ("block/attn/q proj", &[2]),
            ("größe.重み", &[3]),
            ("", &[1]),
            ("number", &[]),
            ("empty", &[0]),
            ("none", &[2, 0, 3]),
            ("five", &[2, 1, 2, 1, 3]),
        ]),
    );
    let out = passes("optional", &{
        let mut recording = Recording::sgd(SHAPES);
        for (key, value) in [("source", json!("by hand")), ("notes", Json::Null)] {
            recording.manifest[key] = value;
        }
        for (key, value) in [("groups", Json::Null), ("no_grad", json!({})), ("finite", json!(true))] {
            recording.set(key, &value);
        }
        recording
    });
    assert!(out.contains("pass  recorded.json  momentum float64_mixed"), "{out}");
}

#[test]
fn any_steps_may_be_recorded() {
    let mut recording = Recording::sgd(SHAPES);
    // Row by row: after steps 3, 1 and 3 again, and before the first.
    for (param, len) in [("a", 3), ("b", 6)] {
        let init = recording.numbers(&format!("init/{param}")).clone();
        let (shape, numbers) = recording.tensors.get_mut(&format!("params/{param}")).unwrap();
        let row = |step: usize| numbers[(step - 1) * len..step * len].to_vec();
        *numbers = [row(3), row(1), row(3), init].concat();
        shape[0] = 4;
    }
    recording.manifest["record_steps"] = json!([3, 1, 3, 0]);
    passes("steps", &recording);

    recording.manifest["record_steps"] = json!([]);
    for param in ["a", "b"] {
        let (shape, numbers) = recording.tensors.get_mut(&format!("params/{param}")).unwrap();
        shape[0] = 0;
        numbers.clear();
    }
    passes("no_steps", &recording);
}

#[test]
fn groups_and_missing_gradients_pass() {
    let missing = |param: &str, step: usize| (param == "a" && step < 3) || step == 4;
    let lr = |param: &str| if param == "b" { 0.25 } else { 0.5 };
    let mut recording = Recording::sgd_with(SHAPES, lr, |param, step| !missing(param, step));
    recording.set("groups", &json!([{"params": ["b"], "lr": 0.25, "tags": ["slow"], "adjust_learning_rate": 0.5}]));
    recording.set("no_grad", &json!({"a": [1, 2, 4], "b": [4]}));
    // What a missing gradient would have been is nobody's business.
    for step in [0, 1, 3] {
        recording.numbers("grads/a")[3 * step..3 * step + 3].fill(f64::NAN);
    }
    passes("groups", &recording);
    recording.set("groups", &json!([{"params": ["b"], "lr": 0.25, "tags": "slow"}, {"params": ["a"]}]));
    passes("all_grouped", &recording);
}

#[test]
fn single_numbers_may_be_arrays_of_one() {
    let mut recording = Recording::sgd(&[("x", &[])]);
    for (key, shape) in [("init", vec![1]), ("grads", vec![STEPS, 1]), ("params", vec![STEPS, 1]), ("state", vec![1])] {
        recording.tensors.get_mut(&format!("{key}/x")).unwrap().0 = shape;
    }
    passes("array_of_one", &recording);

    // Scalar state: no gradient ever comes, so the powers of the betas are what they were.
    let mut recording = Recording::sgd_with(&[("x", &[2])], |_| 0.5, |_, _| false);
    recording.manifest["optimizer"] = json!("adamw");
    recording.set("kwargs", &json!({"lr": 1, "betas": [0.5, 0.75], "amsgrad": false}));
    recording.set("no_grad", &json!({"x": [1, 2, 3, 4]}));
    recording.tensors.insert("zero".to_owned(), (vec![2], vec![0.0; 2]));
    recording.tensors.insert("beta1".to_owned(), (vec![], vec![0.5]));
    recording.tensors.insert("beta2".to_owned(), (vec![1], vec![0.75]));
    for config in recording.manifest["configs"].as_array_mut().unwrap() {
        config["tensors"]["state"]["x"] =
            json!({"exp_avg": "zero", "exp_avg_sq": "zero", "beta1_power": "beta1", "beta2_power": "beta2"});
    }
    passes("scalar_state", &recording);
}

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

    // Double precision is compared as such: a difference that single precision may have is none there.
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
    fails("who", &["`no_grad` has `c`, which is no parameter"], |recording| {
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
        ("stranger", json!([{"params": ["a", "c"]}]), "`groups` has `c`, which is no parameter"),
        ("twice", json!([{"params": ["a"]}, {"params": ["b", "a"]}]), "parameter `a` is in two groups"),
        ("members", json!([{"lr": 0.5}]), "].groups[0].params` is missing"),
        ("override", json!([{"params": ["a"], "lr": -0.5}]), "in parameter group `groups[0]`: `lr` of SGD is -0.5"),
        ("unknown", json!([{"params": ["a"], "rl": 0.5}]), "`groups[0]`: SGD has no hyperparameter `rl`"),
    ] {
        fails(name, &[words], |recording| recording.set("groups", &groups));
    }
}

#[test]
fn damaged_files_are_failures() {
    let folder = folder("damaged");
    let recording = Recording::sgd(SHAPES);
    let (text, bytes) = (recording.manifest.to_string(), recording.bytes());
    recording.write(&folder, "good");
    let write = |name: &str, content: &[u8]| fs::write(folder.join(name), content).unwrap();
    write("cut_json.json", &text.as_bytes()[..text.len() / 2]);
    write("cut_json.safetensors", &bytes);
    write("cut_tensors.json", text.as_bytes());
    write("cut_tensors.safetensors", &bytes[..bytes.len() - 5]);
    write("no_tensors.json", text.as_bytes());
    write("no_manifest.safetensors", &bytes);
    write("list.json", b"[1, 2]");
    write("latin.json", b"{\"optimizer\": \"\xff\"}");
    write("README.md", b"not a recording");
    write("sched_New.json", b"{");
    let run = conformance(&[folder.to_str().unwrap(), "--quiet"]);
    assert_eq!(run.code, Some(1), "{}{}", run.out, run.err);
    for file in [
        "cut_json.json",
        "cut_tensors.json",
        "no_tensors.json",
        "no_manifest.safetensors",
        "list.json",
        "latin.json",
        "sched_New.json",
    ] {
        assert!(run.out.contains(&format!("fail  {file}  cannot be read: ")), "{file}: {}", run.out);
    }
    assert!(run.out.ends_with("\n3 passed, 7 failed\n"), "{}", run.out);
}

#[test]
fn numbers_as_python_writes_them() {
    let folder = folder("python");
    let recording = Recording::sgd(SHAPES);
    recording.write(&folder, "SGD");
    let text = recording.manifest.to_string();
    let text = text.replacen("\"configs\"", "\"crosscheck\": {\"worst\": NaN, \"all\": [-Infinity]}, \"configs\"", 1);
    fs::write(folder.join("SGD.json"), &text).unwrap();
    assert_eq!(conformance(&[folder.to_str().unwrap()]).code, Some(0));
    fs::write(folder.join("SGD.json"), text.replace("\"lr\":0.5", "\"lr\":Infinity")).unwrap();
    let run = conformance(&[folder.to_str().unwrap()]);
    assert!(run.out.contains("`lr` of SGD is inf, allowed: at least 0"), "{}", run.out);
}

#[test]
fn arguments_are_tried_and_exceptions_explained() {
    let folder = folder("validation");
    let case = |optimizer: &str, kwargs: Json, outcome: &str| json!({"optimizer": optimizer, "kwargs": kwargs, "outcome": {"2.10.0": outcome, "2.0.3": "ok"}});
    let cases = json!([
        case("SGD", json!({"lr": 0.1}), "ok"),
        case("SGD", json!({"lr": -0.1}), "ValueError"),
        case("SGD", json!({}), "TypeError"),
        case("SGD", json!({"lr": 0.1, "speed": 1}), "TypeError"),
        case("Adafactor", json!({"lr": 0.1, "clip_threshold": 2}), "ValueError"),
        json!({"optimizer": "SGD", "kwargs": {"lr": 1}, "outcome": "ok"}),
        case("SGD", json!({"lr": -0.1}), "ok"),
        case("SGD", json!({"lr": 0.1}), "ValueError"),
        // Nobody checked the range of an argument that there is none of.
        case("SGD", json!({"lr": 0.1, "speed": -1}), "ValueError"),
        case("Descent", json!({}), "ValueError"),
        json!({"optimizer": "SGD", "kwargs": {"lr": 1}, "outcome": {"2.0.3": "ok"}}),
        json!("SGD"),
    ]);
    fs::write(folder.join("validation_cases.json"), cases.to_string()).unwrap();
    let run = conformance(&[folder.to_str().unwrap()]);
    assert_eq!(run.code, Some(1));
    let verdicts: Vec<&str> = run.out.lines().map(|line| &line[..4]).collect();
    assert_eq!(verdicts[..12], [["pass"; 6], ["fail"; 6]].concat()[..], "{}", run.out);
    assert!(run.out.contains("accepted here on purpose: the reference documents `clip_threshold`"), "{}", run.out);
    assert!(run.out.ends_with("\n6 passed, 6 failed\n"), "{}", run.out);
}

#[test]
fn options() {
    let folder = folder("options");
    Recording::sgd(SHAPES).write(&folder, "First");
    Recording::sgd(SHAPES).write(&folder, "Second");
    fs::write(folder.join("sched_StepLR.json"), "{}").unwrap();
    let folder = folder.to_str().unwrap();

    let run = conformance(&[folder]);
    assert_eq!(run.code, Some(0));
    assert!(run.out.contains("skip  sched_StepLR.json  (schedules are not replayed yet)\n"), "{}", run.out);
    assert!(run.out.ends_with("\n6 passed, 0 failed, 1 skipped\n"), "{}", run.out);
    assert_eq!(conformance(&["--quiet", folder]).out, "6 passed, 0 failed, 1 skipped\n");
    assert_eq!(conformance(&["--filter", "Second", "--quiet", folder]).out, "3 passed, 0 failed\n");
    assert_eq!(
        conformance(&["--quiet", folder, "--filter", "First.json momentum float64_"]).out,
        "1 passed, 0 failed\n"
    );
    assert!(conformance(&["--help"]).out.contains("usage: conformance"));

    let empty = recording::folder("empty");
    for (arguments, error) in [
        (vec![empty.to_str().unwrap()], "error: nothing to replay: there are no recordings in "),
        (vec![folder, "--filter", "Third"], "error: nothing to replay: no case in "),
        (vec!["no such folder"], "error: no such folder: "),
        (vec![folder, folder], "error: one folder at a time"),
        (vec!["--filter"], "error: `--filter` needs a text"),
        (vec!["--verbose"], "error: there is no option `--verbose`"),
    ] {
        let run = conformance(&arguments);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(run.err.starts_with(error), "{}", run.err);
    }
}
