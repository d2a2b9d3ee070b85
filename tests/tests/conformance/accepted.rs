//! Valid recordings in different forms.

use serde_json::{Value as Json, json};

use crate::recording::{Recording, STEPS};
use crate::{SHAPES, passes};

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
    // Row by row: after steps 3, 1 and 3 again, and before the first step.
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
fn states_need_not_be_recorded() {
    let mut recording = Recording::sgd(SHAPES);
    recording.manifest["states"] = json!(false);
    for config in recording.manifest["configs"].as_array_mut().unwrap() {
        config["tensors"].as_object_mut().unwrap().remove("state");
    }
    passes("no_states", &recording);
}

#[test]
fn groups_and_missing_gradients_pass() {
    let missing = |param: &str, step: usize| (param == "a" && step < 3) || step == 4;
    let lr = |param: &str| if param == "b" { 0.25 } else { 0.5 };
    let mut recording = Recording::sgd_with(SHAPES, lr, |param, step| !missing(param, step));
    recording.set("groups", &json!([{"params": ["b"], "lr": 0.25, "tags": ["slow"], "adjust_learning_rate": 0.5}]));
    recording.set("no_grad", &json!({"a": [1, 2, 4], "b": [4]}));
    // The value of a missing gradient does not matter.
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

    // Scalar states: there is never a gradient, so the powers of the betas do not change.
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
