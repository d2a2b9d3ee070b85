//! The cost of storage: AdamW with states, parameters and gradients kept in fewer bytes, as multiples of the time with `f32` in the same run.
//!
//! ```text
//! cargo bench -p optim-core --features half --bench storage                   # 2^24 elements, one thread and all
//! cargo bench -p optim-core --features half --bench storage -- --level avx2   # with the instructions of AVX2
//! cargo bench -p optim-core --features half --bench storage -- --elements 20  # 2^20 elements
//! ```
//!
//! All of them are built first, and measured in turn, again and again: the least time of each counts.

#![allow(missing_docs, reason = "the optimizers here are read in this file only")]

use std::error::Error;
use std::time::Instant;

use half::bf16;
use ndarray::Array1;
use optim_core::__private::{levels, with_level};
use optim_core::IntoBuilder;
use optim_core::Level;
use optim_core::lang::{State, Tensor};
use optim_core::{Builder, Definition, Optimizer, Parameters, Storage, Threads};
use optim_macros::optimizer;

#[optimizer(crate = optim_core, state <exp_avg = 0.0, exp_avg_sq = 0.0, power1: scalar = { self.beta1 }, power2: scalar = { self.beta2 }>)]
#[derive(Debug, Clone, PartialEq)]
struct AdamW {
    #[hyper(default = 1e-3, scheduled, range = 0.0..)]
    lr: f64,
    #[hyper(default = 0.9, scheduled, range = 0.0..1.0)]
    beta1: f64,
    #[hyper(default = 0.999, scheduled, range = 0.0..1.0)]
    beta2: f64,
}

#[optimizer]
impl AdamW {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param *= 1.0 - self.lr * 0.01;
        state.exp_avg = self.beta1 * state.exp_avg + (1.0 - self.beta1) * grad;
        state.exp_avg_sq = self.beta2 * state.exp_avg_sq + (1.0 - self.beta2) * grad.square();
        let second = (state.exp_avg_sq / (1.0 - state.power2)).sqrt() + 1e-8;
        *param -= self.lr / (1.0 - state.power1) * state.exp_avg / second;
        state.power1 *= self.beta1;
        state.power2 *= self.beta2;
    }
}

/// `f32` weights beside parameters of `bf16`.
#[optimizer(crate = optim_core, state <master = param>)]
#[derive(Debug, Clone, PartialEq)]
struct Master<O: Definition> {
    inner: O,
}

#[optimizer]
impl<O: Definition> Master<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        self.inner.step(&mut state.master, grad);
        *param = state.master;
    }
}

/// A step that is measured.
struct Case {
    name: String,
    bytes: f64,
    step: Box<dyn FnMut() -> Result<(), Box<dyn Error>>>,
    least: f64,
}

fn case<O: Definition, P, G>(name: &str, builder: &Builder<O>, model: P, grads: G) -> Result<Case, Box<dyn Error>>
where
    P: Parameters<Elem = f32> + 'static,
    G: Parameters<Elem = f32> + 'static,
{
    let mut model = model;
    let mut optimizer: Optimizer<f32> = builder.build(&model)?;
    let bytes = optimizer.plan("param")?.bytes_per_element(4);
    let step = Box::new(move || optimizer.step(&mut model, &grads).map(drop).map_err(Into::into));
    Ok(Case { name: name.to_owned(), bytes, step, least: f64::INFINITY })
}

fn cases(elements: usize, threads: Threads) -> Result<Vec<Case>, Box<dyn Error>> {
    let number = |k: usize| ((k * 2_654_435_761) % 1009) as f32 / 504.5 - 1.0;
    let (wide, half) = (
        |scale: f32| Array1::from_shape_fn(elements, |k| scale * number(k)),
        |scale: f32| Array1::from_shape_fn(elements, |k| bf16::from_f32(scale * number(k))),
    );
    let adamw = |storage| {
        let builder = Builder::<AdamW>::new().threads(threads);
        builder.storage("exp_avg", storage).storage("exp_avg_sq", storage)
    };
    let mut cases = Vec::new();
    for storage in Storage::OF_STATES {
        cases.push(case(&format!("states {storage}"), &adamw(storage), wide(1.0), wide(0.1))?);
    }
    cases.push(case("bf16, states f32", &adamw(Storage::Native), half(1.0), half(0.1))?);
    cases.push(case("bf16, states bf16", &adamw(Storage::Bf16), half(1.0), half(0.1))?);
    let random = adamw(Storage::Bf16).storage("param", Storage::Bf16Stochastic);
    cases.push(case("bf16 at random, states bf16", &random, half(1.0), half(0.1))?);
    for storage in [Storage::Block8, Storage::Companded8] {
        cases.push(case(&format!("bf16, states {storage}"), &adamw(storage), half(1.0), half(0.1))?);
    }
    for (split, states) in [
        (Storage::Split8, Storage::Native),
        (Storage::Split8, Storage::Bf16),
        (Storage::Split16, Storage::Native),
        (Storage::Split16, Storage::Bf16),
        (Storage::Split8, Storage::Block8),
        (Storage::Split8, Storage::Companded8),
    ] {
        let name = format!("bf16 {split}, states {states}");
        cases.push(case(&name, &adamw(states).storage("param", split), half(1.0), half(0.1))?);
    }
    let inner = AdamW::new();
    let master = Master::new(inner).threads(threads);
    cases.push(case("bf16, master weights", &master.into_builder(), half(1.0), half(0.1))?);
    Ok(cases)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let value =
        |name: &str| arguments.iter().position(|a| a == name).and_then(|at| arguments.get(at + 1)).map(String::as_str);
    let elements = 1_usize << value("--elements").map_or(Ok(24), str::parse)?;
    let level = match value("--level") {
        Some("baseline") => Level::Baseline,
        Some("avx2") => Level::Avx2,
        _ => levels().last().copied().unwrap_or(Level::Baseline),
    };
    let only = value("--only").unwrap_or_default();
    println!("AdamW, {elements} elements, {level:?}");
    for threads in [Threads::One, Threads::All] {
        let mut cases = cases(elements, threads)?;
        cases.retain(|case| case.name == "states native" || case.name.contains(only));
        with_level(level, || {
            for _ in 0..if elements > 1 << 22 { 12 } else { 200 } {
                for case in &mut cases {
                    let start = Instant::now();
                    (case.step)()?;
                    case.least = case.least.min(start.elapsed().as_secs_f64());
                }
            }
            Ok::<_, Box<dyn Error>>(())
        })?;
        let native = cases[0].least;
        println!("\n{threads:?}\n| | bytes per element | ns per element | of f32 |\n|---|---|---|---|");
        for Case { name, bytes, least, .. } in &cases {
            println!("| {name} | {bytes:.2} | {:.3} | {:.2} |", 1e9 * least / elements as f64, least / native);
        }
    }
    Ok(())
}
