//! Whole folders: files of every kind, and the options.

use std::fs;

use serde_json::{Value as Json, json};

use crate::SHAPES;
use crate::recording::{self, Recording, conformance, folder};

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
        // If an argument does not exist, its range was not checked.
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
    let folder = folder.to_str().unwrap();

    let run = conformance(&[folder]);
    assert_eq!(run.code, Some(0));
    assert!(run.out.ends_with("\n6 passed, 0 failed\n"), "{}", run.out);
    assert_eq!(conformance(&["--quiet", folder]).out, "6 passed, 0 failed\n");
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
