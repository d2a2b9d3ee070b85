//! The key `storage`: the storage of states.

use super::*;
use optim_std::Storage;

#[test]
fn states_are_kept_as_configured() {
    let text = "
        optimizer:
          AdamW:
            lr: 0.1
            storage: {exp_avg: bf16, exp_avg_sq: block8}
            params:
              '*.bias': {storage: {exp_avg_sq: native}}
              'ln*': {storage: {exp_avg: companded8, exp_avg_sq: f16}, lr: 0.2}
    ";
    let optimizer = built(text).unwrap();
    let found = |param, state| optimizer.storage(param, state).unwrap();
    assert_eq!(found("linear.weight", "exp_avg"), Storage::Bf16);
    assert_eq!(found("linear.weight", "exp_avg_sq"), Storage::Block8);
    assert_eq!(found("linear.bias", "exp_avg"), Storage::Bf16);
    assert_eq!(found("linear.bias", "exp_avg_sq"), Storage::Native);
    assert_eq!(found("ln_1.weight", "exp_avg_sq"), Storage::F16);
    assert_eq!(found("ln_1.weight", "exp_avg"), Storage::Companded8);
    // The same text, also for a state of the inner optimizer.
    let text = "optimizer: {Lookahead: {inner: {AdamW: {lr: 0.1}}, storage: {inner.exp_avg: block8}}}";
    assert_eq!(built(text).unwrap().storage("linear.bias", "inner.exp_avg"), Ok(Storage::Block8));
}

#[test]
fn mistakes_have_words() {
    let with = |storage: &str| error(&format!("optimizer: {{AdamW: {{lr: 0.1, storage: {storage}}}}}"));
    for wrong in ["{exp_avg: int8}", "{exp_avg: 8}", "{exp_avg: {block8: 1}}"] {
        let found = with(wrong);
        assert!(
            found.contains("`native`, `bf16`, `bf16_stochastic`, `f16`, `block8`, `companded8`, `split8` or `split16`"),
            "{found}"
        );
    }
    assert!(with("block8").contains("a mapping from states to"), "{}", with("block8"));
    assert!(with("{exp_avgg: bf16}").contains("did you mean `exp_avg`?"), "{}", with("{exp_avgg: bf16}"));
    let twice = "optimizer: {AdamW: {lr: 0.1, params: {'*bias': {storage: {exp_avg: bf16}}, 'linear*': {storage: {exp_avg: f16}}}}}";
    assert!(error(twice).contains("storage of exp_avg"), "{}", error(twice));
}
