//! Texts that are damaged or made to hurt: an error or an optimizer, and nothing in between.

use optim_std::config::{Config, Configure, Document, Problem};

use crate::model;

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

/// Strict or lenient: what is read can be built or is refused, and what is built works.
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
