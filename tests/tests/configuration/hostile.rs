//! Damaged and malicious texts: each gives an error or a complete optimizer.

use optim_std::config::{Config, Configure, Document, Problem};

use crate::{built, model};

const TEXTS: [&str; 3] = [
    "
trainer:
  init:
    optimizer:
      SGD: &sgd
        momentum: 0.9
        params: {'*bias': {tags: [a, \"b\"], weight_decay: 0.0}}
    schedulers:
      - SequentialLR:
          schedulers:
            - LinearLR: {initial_learning_rate: 0.01, end_learning_rate: 0.1, total_iters: 10}
            - CosineDecayLR: {initial_learning_rate: 0.1, end_learning_rate: 0.0, total_iters: 100}
      - ConstantWD: {val: 1e-2, param_group_tags: [null]}
    again: *sgd
",
    r#"{"optimizer": {"optimizer_type": "AdamW", "learning_rate": [{"scheduler": "Constant", "learning_rate": 0.1, "steps": 3}, {"scheduler": "Exponential", "initial_learning_rate": 0.1, "total_iters": 2, "decay_rate": 0.5}], "betas": [0.9, 0.99], "correct_bias": false}}"#,
    "
base: &base
  lr: !!float 1
  weight_decay: >-
    0.1
optimizer:
  adamw:
    <<: [*base]
    weight_decay: 0.1
    adjust_learning_rate: {embedding: 0.5, '?inear*': 2} # comment
",
];

/// Strict or lenient: an accepted text can be built or is refused, and a built optimizer works.
fn try_all(text: &str) -> bool {
    let mut worked = false;
    if let Ok(document) = Document::parse(text) {
        for configure in [Configure::new(), Configure::new().lenient()] {
            let mut model = model();
            let grads = model.clone();
            if let Ok(mut optimizer) = configure.trainer(&document).and_then(|config| config.build(&model)) {
                assert_eq!(optimizer.param_names().len(), model.len());
                drop(optimizer.step(&mut model, &grads));
                worked = true;
            }
        }
    }
    worked
}

#[test]
fn damaged_texts_are_refused_or_work() {
    let mut tried = 0;
    for text in TEXTS {
        assert!(try_all(text), "{text}");
        let characters: Vec<char> = text.chars().collect();
        let mut damaged: Vec<String> =
            (0..characters.len()).step_by(5).map(|end| characters[..end].iter().collect()).collect();
        let mut state = 1_u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        const ALPHABET: &[char] = &[
            '{', '}', '[', ']', ':', ',', '-', '&', '*', '!', '|', '>', '\'', '"', '%', '@', '#', '\n', ' ', '\t', '0',
            '9', '.', 'e', 'é', '\u{0}', '\u{85}', '<', '?', '~',
        ];
        for _ in 0..300 {
            let mut text = characters.clone();
            for _ in 0..=random(3) {
                let place = random(text.len());
                match random(4) {
                    0 => text[place] = ALPHABET[random(ALPHABET.len())],
                    1 => text.insert(place, ALPHABET[random(ALPHABET.len())]),
                    2 => drop(text.remove(place)),
                    _ => {
                        let other = random(text.len());
                        text.swap(place, other);
                    }
                }
            }
            damaged.push(text.into_iter().collect());
        }
        for text in &damaged {
            let _ = try_all(text);
        }
        tried += damaged.len();
    }
    assert!(tried > 800, "{tried}");
}

#[test]
fn bombs_are_refused_at_once() {
    let mut aliases = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..30 {
        let last = level - 1;
        aliases.push_str(&format!("a{level}: &a{level} [{}]\n", vec![format!("*a{last}"); 10].join(", ")));
    }
    let keys: String = (0..200_000).map(|key| format!("k{key}: 1\n")).collect();
    let long = "x".repeat(5 << 20);
    for (text, what) in [
        (aliases, "values"),
        (keys, "values"),
        ("[".repeat(100_000), "levels"),
        ("- ".repeat(100_000), "levels"),
        ("{a: ".repeat(100_000), "levels"),
        (format!("a: {long}"), "bytes"),
    ] {
        let error = Config::parse(&text).expect_err("too large");
        assert!(matches!(error.problem(), Problem::TooLarge { what: found, .. } if *found == what), "{what}: {error}");
    }
}

#[test]
fn deep_documents_are_read_or_refused() {
    let deep = |levels: usize| {
        let mut lr = Document::from(0.5);
        for _ in 0..levels {
            lr = Document::map([("ScalePerParamLR", Document::map([("scheduler", lr)]))]);
        }
        Configure::new().optimizer("SGD", [("lr", lr)]).and_then(|config| config.build(&model()).map(|_| ()))
    };
    assert_eq!(deep(30), Ok(()));
    assert!(matches!(deep(2_000).unwrap_err().problem(), Problem::TooLarge { .. }));
    let mut list = Document::from(0.5);
    for _ in 0..2_000 {
        list = Document::list([list]);
    }
    assert!(Configure::new().optimizer("SGD", [("lr", &list)]).is_err());
    assert!(Configure::new().lr_scheduler(list, false).is_err());
}

#[test]
fn what_is_no_configuration_is_a_typed_error() {
    for text in [
        "a: 1\na: 2",
        "a: &a [*a]",
        "a: *b",
        "--- 1\n--- 2",
        "? [1]\n: 2",
        "!mine 1",
        "!!int x",
        "a: \"",
        "a: 'b",
        "{a: 1",
        "\u{feff}{",
        "%YAML 9.9\n---\n",
        "<<: 1",
        "\t- a",
        "a:\n\tb: 1",
        "&",
        "*",
        "@",
        "`",
        "%",
        "a: [1, 2",
        "!!map [1]",
    ] {
        assert!(Document::parse(text).is_err() || Config::parse(text).is_err(), "{text:?}");
    }
    for value in [
        "0x",
        "0x-1",
        "1e999",
        "-.inf",
        "+.INF",
        "inf",
        "nan",
        "1_000",
        "0b1",
        "1e",
        "--1",
        "..",
        "99999999999999999999999999999999999999999999",
    ] {
        let text = format!("optimizer: {{SGD: {{lr: {value}}}}}");
        assert!(
            Config::parse(&text)
                .and_then(|config| config.build(&model()))
                .map_or(true, |optimizer| optimizer.value("lr").is_ok()),
            "{value}"
        );
    }
}

/// A name that would color a terminal red, begin a new line and reverse the direction of text.
const EVIL: &str = "\x1b[31mx\nhelp: y\u{202e}";

/// The text of an error, with the name escaped.
#[track_caller]
fn assert_harmless(error: &dyn std::error::Error) {
    for text in [error.to_string(), format!("{error:?}")] {
        assert!(text.contains(r"\u{1b}[31mx\nhelp: y\u{202e}"), "{text}");
        assert!(!text.contains(|c: char| (c.is_control() && c != '\n') || c == '\u{202e}'), "{text:?}");
        assert!(!text.contains("\nhelp: y"), "{text}");
    }
}

#[test]
fn names_in_configurations_control_no_terminal() {
    let evil = r#""\e[31mx\nhelp: y\u202e""#;
    for text in [
        format!("optimizer: {{{evil}: {{lr: 0.1}}}}"),
        format!("optimizer: {{AdamW: {{{evil}: 0.1}}}}"),
        format!("optimizer: {{AdamW: {{lr: {evil}}}}}"),
        format!("optimizer: {{AdamW: {{lr: {{scheduler: {evil}}}}}}}"),
        format!("optimizer: {{AdamW: {{{evil}: 0.1, {evil}: 0.1}}}}"),
        format!("optimizer: {{AdamW: {{lr: 0.1, params: {{{evil}: {{weight_decay: 0.0}}}}}}}}"),
    ] {
        assert_harmless(&built(&text).expect_err(&text));
    }
    assert_harmless(&Config::open(std::env::temp_dir().join(EVIL)).unwrap_err());
}

#[test]
fn names_of_parameters_and_in_files_control_no_terminal() {
    use std::collections::BTreeMap;

    use ndarray::{Array1, arr1};
    use optim_std::prelude::*;
    use optim_std::{CheckpointFile, LoadParams};

    let model = |name: &str| BTreeMap::from([(name.to_owned(), arr1(&[1.0_f32]))]);
    let evil = model(EVIL);
    let folder = std::env::temp_dir().join(format!("optim-hostile-names-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();

    // Names in builders and steps.
    let group = |name: &str| AdamW::new().group(name, |_| false, |settings| settings);
    assert_harmless(&group("g").build(&evil).unwrap_err());
    assert_harmless(&group(EVIL).build(&evil).unwrap_err());
    let mut opt = AdamW::new().build(&evil).unwrap();
    assert_harmless(
        &opt.step(&mut model(EVIL), &BTreeMap::from([(EVIL.to_owned(), Array1::<f32>::zeros(2))])).unwrap_err(),
    );
    assert_harmless(&opt.step(&mut model(EVIL), &model(&EVIL.replace('x', "z"))).unwrap_err());
    assert_harmless(&opt.state(EVIL, EVIL).unwrap_err());
    assert_harmless(&opt.set_in(EVIL, "lr", 0.1).unwrap_err());

    // Checkpoints: different names, a path, a name that contradicts the header.
    let path = folder.join("run");
    opt.save(&path).unwrap();
    assert_harmless(&AdamW::new().build(&model("w")).unwrap().load(&path).unwrap_err());
    assert_harmless(&SGD::new(0.1).build(&evil).unwrap().load(folder.join(EVIL)).unwrap_err());
    let bytes = std::fs::read(&path).unwrap();
    let escaped = br"\u001b";
    let at = bytes.windows(escaped.len()).position(|part| part == escaped).expect("the name is in the header");
    let mut changed = bytes.clone();
    changed[at + escaped.len() - 1] = b'a';
    let damaged = folder.join("damaged");
    std::fs::write(&damaged, changed).unwrap();
    let text = CheckpointFile::open(&damaged).and_then(|file| file.load_optimizer(&mut opt)).unwrap_err().to_string();
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");

    // Names in safetensors files.
    let header = r#"{"\u001b[31mx\nhelp: y\u202e":{"dtype":"F32","shape":[1],"data_offsets":[0,SIZE]}}"#;
    for (size, opens) in [("4", true), ("3", false)] {
        let header = header.replace("SIZE", size);
        let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
        bytes.extend(header.as_bytes());
        bytes.extend([0; 4]);
        let path = folder.join("params.safetensors");
        std::fs::write(&path, bytes).unwrap();
        match optim_std::safetensors::SafetensorsFile::open(&path) {
            Ok(file) if opens => {
                assert_harmless(&file.load_params_with(&mut model("w"), &LoadParams::new()).unwrap_err());
            }
            Err(error) if !opens => assert_harmless(&error),
            other => panic!("{other:?}"),
        }
    }

    // Names in files of torch.
    let torch = folder.join(EVIL);
    assert_harmless(&optim_std::torch::TorchFile::open(&torch).unwrap_err());
    std::fs::remove_dir_all(folder).unwrap();
}

/// `main` prints the returned error with `Debug`.
#[test]
fn an_error_that_main_returns_is_readable() {
    let read = || -> Result<(), Box<dyn std::error::Error>> {
        built("optimizer: {AdamW: {lr: 0.1, weight_decai: 0.1}}")?;
        Ok(())
    };
    assert_eq!(
        format!("Error: {:?}", read().unwrap_err()),
        "Error: line 1, column 30, `optimizer.AdamW.weight_decai`: AdamW has no argument `weight_decai`\n\
         help: did you mean `weight_decay`?"
    );
}
