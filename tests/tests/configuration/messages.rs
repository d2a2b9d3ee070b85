//! Messages about mistakes: the place, the reason, and a suggestion.

use crate::error;

#[test]
fn mistakes_are_named_where_they_are() {
    let nested = "
trainer:
  init:
    optimizer:
      SGD: {lr: 0.1}
    schedulers:
      - SequentialLR:
          schedulers:
            - LinearLR: {initial_learning_rate: 0.1, end_learning_rate: 0.2, total_iters: 3}
            - CosineDecayLR:
                initial_learning_rate: 0.1
                end_learning_rate: 0.0
                total_iterz: 5
";
    assert_eq!(
        error(nested),
        "line 13, column 17, `trainer.init.schedulers[0].SequentialLR.schedulers[1].CosineDecayLR.total_iterz`: \
         CosineDecayLR has no argument `total_iterz`\nhelp: did you mean `total_iters`?"
    );
    assert_eq!(
        error(&nested.replace("total_iterz: 5", "total_iters: -5")),
        "line 13, column 30, `trainer.init.schedulers[0].SequentialLR.schedulers[1].CosineDecayLR.total_iters`: \
         `total_iters` of CosineDecayLR cannot be -5: expected a whole number from 0 to 18446744073709551615"
    );
    assert_eq!(
        error(&nested.replace("CosineDecayLR", "CosinDecay")),
        "line 10, column 15, `trainer.init.schedulers[0].SequentialLR.schedulers[1].CosinDecay`: \
         there is no schedule `CosinDecay`\nhelp: did you mean `CosineDecayLR`?"
    );
    assert_eq!(
        error(
            &nested
                .replace(", total_iters: 3", "")
                .replace(
                    "LinearLR: {initial_learning_rate: 0.1, end_learning_rate: 0.2}",
                    "ConstantLR: {learning_rate: 1}"
                )
                .replace("iterz", "iters")
        ),
        "line 9, column 15, `trainer.init.schedulers[0].SequentialLR.schedulers[0]`: \
         this has no `total_iters`, so the start of the next schedule is unknown\nhelp: give it one, or give `milestones`"
    );
}

#[test]
fn optimizers() {
    for (text, expected) in [
        (
            "optimizer: {Adm: {}}",
            "line 1, column 13, `optimizer.Adm`: there is no optimizer `Adm`\nhelp: did you mean `Adam`?",
        ),
        (
            "optimizer: {SGD: {lr: -1}}",
            "line 1, column 23, `optimizer.SGD.lr`: `lr` of SGD is -1.0, allowed: at least 0",
        ),
        (
            "optimizer: {SGD: {lr: '0.1'}}",
            "line 1, column 23, `optimizer.SGD.lr`: expected a number for `lr`, found the text \"0.1\"",
        ),
        (
            "optimizer: {SGD: {momentum: 0.5}}",
            "line 1, column 18, `optimizer.SGD`: `lr` is missing: the learning rate, or a schedule for it",
        ),
        (
            "optimizer: {AdamW: {weight_decay: 0.1, weight_decay_rate: 0.2}}",
            "line 1, column 40, `optimizer.AdamW.weight_decay_rate`: `weight_decay` is given twice, also as `weight_decay_rate`\nhelp: remove one of them",
        ),
        (
            "optimizer: {AdamW: {beta1: 0.5, betas: [0.5, 0.5], beta2: 0.5}}",
            "line 1, column 21, `optimizer.AdamW.beta1`: `betas` is given twice, also as `beta1` and `beta2`\nhelp: remove one of them",
        ),
        (
            "optimizer: {SGD: {lr: 1}, Adam: {}}",
            "line 1, column 12, `optimizer`: expected one optimizer, `{AdamW: {lr: 0.001}}`, found a mapping with `SGD`, `Adam`",
        ),
        (
            "optimizer: SGD",
            "line 1, column 12, `optimizer`: expected one optimizer, `{AdamW: {lr: 0.001}}`, found the text \"SGD\"",
        ),
        (
            "optimiser: {SGD: {lr: 1}}",
            "line 1, column 1, `optimiser`: the configuration has no key `optimiser`\nhelp: did you mean `optimizer`?",
        ),
        ("", "`optimizer` is missing: `optimizer: {AdamW: {lr: 0.001}}`"),
        ("trainer: {}", "line 1, column 10, `trainer`: `init` is missing: it holds `optimizer` and `schedulers`"),
        (
            "{optimizer: {SGD: {lr: 1}}, scheduler: {}}",
            "line 1, column 29, `scheduler`: the configuration has no key `scheduler`\nhelp: did you mean `schedulers`?",
        ),
        (
            "optimizer: {SGD: {lr: 1, momentum: 0, nesterov: true}}",
            "line 1, column 18, `optimizer.SGD`: SGD cannot run with these hyperparameters: `nesterov` needs `momentum` > 0 and `dampening` = 0",
        ),
    ] {
        assert_eq!(error(text), expected, "{text}");
    }
}

#[test]
fn files_are_named() {
    let path = std::env::temp_dir().join(format!("optim-config-{}.yaml", std::process::id()));
    std::fs::write(&path, "optimizer:\n  SGD: {lr: fast}\n").unwrap();
    let said = optim_std::config::Config::open(&path).and_then(|config| config.build(&crate::model())).unwrap_err();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(said.place().file(), path.to_str());
    assert_eq!((said.place().line(), said.place().column()), (Some(2), Some(13)));
    assert!(said.to_string().contains(".yaml:2:13, `optimizer.SGD.lr`: expected a number"), "{said}");
    let missing = optim_std::config::Config::open(&path).unwrap_err();
    assert!(missing.to_string().contains("cannot be read"), "{missing}");
    #[cfg(unix)]
    {
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        let pipe = optim_std::config::Config::open(&path).unwrap_err();
        std::fs::remove_file(&path).unwrap();
        assert!(pipe.to_string().ends_with("cannot be read: it is a named pipe, expected a file"), "{pipe}");
    }
}
