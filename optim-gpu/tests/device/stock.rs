//! All stock optimizers and wrappers.

use optim_std::{Optimizer, OptimizerEntry, optimizers, wrappers};

use crate::support::{CLOSE, Model, compare};

const SHAPES: [&[usize]; 7] = [&[5], &[3, 4], &[2, 3, 4], &[64, 48], &[1500], &[1], &[0, 3]];
/// Shapes for optimizers whose parameters must be matrices.
const MATRICES: [&[usize]; 3] = [&[3, 4], &[2, 3, 4], &[40, 24]];

fn shapes(entry: &OptimizerEntry) -> &'static [&'static [usize]] {
    let takes_vectors = entry
        .builder()
        .set("lr", 0.01)
        .is_ok_and(|builder| builder.build(&ndarray::ArrayD::<f32>::zeros(&[5_usize][..])).is_ok());
    if takes_vectors { &SHAPES } else { &MATRICES }
}

/// The reason why the device refuses an optimizer.
fn reason(error: &str) -> String {
    error.split_once(" calls ").map_or(error, |(_, call)| call).to_owned()
}

#[test]
fn stock_optimizers_agree_with_the_host() {
    let mut refused = Vec::new();
    let mut far = Vec::new();
    for entry in optimizers() {
        let build = |model: &Model| -> Optimizer<f32> {
            let builder = entry.builder().set("lr", 0.01).unwrap_or_else(|error| panic!("{error}"));
            (builder.build(model).unwrap_or_else(|error| panic!("{error}"))).clone()
        };
        match compare(&build, shapes(entry), 20, &|_, _| true) {
            Ok(compared) => {
                println!("{:18} {compared:?}", entry.name);
                if compared.params > CLOSE || compared.states > CLOSE {
                    far.push(format!("{}: {compared:?}", entry.name));
                }
            }
            Err(error) => refused.push(format!("{}: {}", entry.name, reason(&error.to_string()))),
        }
    }
    let help = "which has no kernel: run this optimizer on the host";
    let expected = [("Kron", "solve_lower"), ("Shampoo", "inv_root"), ("SOAP", "eigh")];
    assert_eq!(refused, expected.map(|(name, call)| format!("{name}: `{call}`, {help}")));
    assert!(far.is_empty(), "{}", far.join("\n"));
}

#[test]
fn wrappers_agree_with_the_host() {
    let mut far = Vec::new();
    for (entry, inner) in wrappers().iter().flat_map(|wrapper| ["AdamW", "Lamb"].map(|inner| (wrapper, inner))) {
        let inner_entry = optimizers().iter().find(|known| known.name == inner).expect("a stock optimizer");
        let build = |model: &Model| -> Result<Optimizer<f32>, Box<dyn std::error::Error>> {
            let inner = inner_entry.builder().set("lr", 0.01)?;
            Ok((entry.builder().inner(inner)?.build(model)?).clone())
        };
        if entry.name == "SAM" {
            // It needs gradients at two points: see `probe`.
            continue;
        }
        let build = |model: &Model| build(model).unwrap_or_else(|error| panic!("{error}"));
        match compare(&build, &SHAPES, 20, &|_, _| true) {
            Ok(compared) => {
                println!("{:18} {inner:8} {compared:?}", entry.name);
                if compared.params > CLOSE || compared.states > CLOSE {
                    far.push(format!("{} around {inner}: {compared:?}", entry.name));
                }
            }
            Err(error) => panic!("{} around {inner}: {error}", entry.name),
        }
    }
    assert!(far.is_empty(), "{}", far.join("\n"));
}
