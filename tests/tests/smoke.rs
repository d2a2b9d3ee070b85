//! smoke
use ndarray::{ArrayD, IxDyn};
use optim_std::prelude::*;
use std::collections::BTreeMap;
fn fill(shape: &[usize], seed: u64) -> ArrayD<f64> {
    let mut s = seed;
    ArrayD::from_shape_fn(IxDyn(shape), |_| { s = s.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407); ((s >> 33) as f64 / (1u64 << 31) as f64) - 0.5 })
}
macro_rules! check { ($name:ident, $b:expr, $O:ty) => {
    #[test] fn $name() {
        for shape in [vec![7], vec![5,3], vec![2,3,4], vec![4, 2, 5, 6]] {
            if stringify!($name) == "muon" && shape.len() < 2 { continue }
            let mut p = BTreeMap::from([("w".to_string(), fill(&shape, 1))]);
            let mut opt = $b.build(&p).unwrap();
            for t in 1..=3u64 {
                let g = BTreeMap::from([("w".to_string(), fill(&shape, 10 + t))]);
                let kernel: $O = opt.group("default").unwrap().hyperparameters_at(0);
                let graph = kernel.graph(&shape).unwrap();
                let states: BTreeMap<String, Vec<f64>> = <$O>::STATES.iter().filter_map(|s| opt.state("w", s.name).ok().map(|v| (s.name.to_string(), v.iter().copied().collect()))).collect();
                let out = graph.run(optim_std::lang::Dtype::F64, p["w"].as_slice().unwrap(), g["w"].as_slice().unwrap(), &states, &BTreeMap::new(), t).unwrap();
                opt.step(&mut p, &g).unwrap();
                for (a, b) in p["w"].iter().zip(&out.param) { assert!((a - b).abs() <= 1e-12 * b.abs().max(1.0), "{a} {b} {shape:?} {t}"); }
                for (name, v) in &out.states { 
                    let s = opt.state("w", name).unwrap();
                    for (a, b) in s.iter().zip(v) { assert!((a - b).abs() <= 1e-12 * b.abs().max(1.0), "{name} {a} {b} {shape:?} {t}"); }
                }
            }
        }
    }
}}
check!(lion, Lion::new().lr(0.1).weight_decay(0.1), Lion);
check!(sgd, SGD::new(0.1).momentum(0.9).nesterov(true), SGD);
check!(sgd_plain, SGD::new(0.1), SGD);
check!(adamw, AdamW::new().weight_decay(0.1), AdamW);
check!(adamw_ams, AdamW::new().amsgrad(true).correct_bias(false), AdamW);
check!(lamb, Lamb::new().weight_decay(0.1), Lamb);
check!(adafactor, Adafactor::new(0.1), Adafactor);
check!(adafactor_b1, Adafactor::new(0.1).beta1(Some(0.9)).scale_parameter(false), Adafactor);
check!(muon, Muon::new(), Muon);
#[test] fn show() { println!("{}\n{}\n{}\n{}\n{}\n{}", Lion::plan(), SGD::plan(), AdamW::plan(), Lamb::plan(), Adafactor::plan(), Muon::plan());
  println!("{}", Adafactor::new(0.1).build(&vec![fill(&[3,4],1)]).unwrap().group("default").unwrap().hyperparameters_at(0).graph(&[3,4]).unwrap()); }
