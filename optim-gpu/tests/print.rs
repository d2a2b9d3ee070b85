//! The text of kernels.

use std::collections::BTreeMap;

use ndarray::ArrayD;
use optim_gpu::print::{Language, kernels};
use optim_std::Engine;

fn engine(name: &str, shapes: &[&[usize]]) -> Engine<f32> {
    let model: BTreeMap<String, ArrayD<f32>> =
        shapes.iter().enumerate().map(|(k, shape)| (format!("p{k}"), ArrayD::zeros(*shape))).collect();
    let entry = optim_std::optimizers().iter().find(|entry| entry.name == name).expect("it is known");
    let made = entry.builder().set("lr", 0.01).expect("it has lr").build(&model).expect("it builds");
    (**made).clone()
}

#[test]
fn look() {
    for name in ["AdamW", "Lamb"] {
        for language in [Language::Wgsl, Language::Cuda, Language::Metal] {
            for (k, text) in kernels(&engine(name, &[&[64, 48]]), language).expect("it prints").iter().enumerate() {
                std::fs::write(format!("/tmp/hprint_{name}_{language}_{k}.txt"), &text.text).unwrap();
            }
        }
    }
}
