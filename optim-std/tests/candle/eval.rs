//! Weights for evaluation.

use super::*;

/// The weights for evaluation of matrices are an average. For vectors, they are the parameters.
#[optimizer(state <average = param>)]
#[derive(Debug, Clone)]
struct Averaged {
    /// Learning rate.
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    lr: f64,
}

#[optimizer]
impl Averaged {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad;
        state.average = state.average.lerp(*param, 0.1);
    }

    fn eval(&self, param: Tensor, state: &State<Self>) -> Tensor {
        if param.ndim() >= 2 { state.average } else { param }
    }
}

/// All numbers of variables or weights, by their names.
fn all<'t>(tensors: impl IntoIterator<Item = (&'t String, &'t Tensor)>) -> BTreeMap<String, Vec<f64>> {
    tensors.into_iter().map(|(name, tensor)| (name.clone(), of(tensor))).collect()
}

fn numbers_of(vars: &[(String, Var)]) -> BTreeMap<String, Vec<f64>> {
    all(vars.iter().map(|(name, var)| (name, var.as_tensor())))
}

/// The weights equal an optimizer's on the CPU with the same steps, in memory and on the graph. Variables do not change, and later steps do not
/// change the weights.
#[test]
fn weights_for_evaluation() {
    for on_graph in [false, true] {
        let mut vars = vars();
        vars.push(("empty".to_owned(), Var::zeros((0, 3), DType::F64, &Device::Cpu).unwrap()));
        let model = |vars: &[(String, Var)]| {
            let array = |var: &Var| ArrayD::from_shape_vec(var.dims().to_vec(), of(var)).unwrap();
            vars.iter().map(|(name, var)| (name.clone(), array(var))).collect::<BTreeMap<_, _>>()
        };
        let mut cpu = Averaged::new().build(&model(&vars)).unwrap();
        let mut opt = CandleOptimizer::<Averaged, f64>::from_named(vars.clone(), Averaged::new()).unwrap();
        if on_graph {
            opt = opt.on_graph().unwrap();
        }
        let mut host = model(&vars);
        for t in 0..3 {
            let grads = grads(&vars, t);
            let given: BTreeMap<String, ArrayD<f64>> = vars
                .iter()
                .map(|(name, var)| {
                    (name.clone(), ArrayD::from_shape_vec(var.dims().to_vec(), of(grads.get(var).unwrap())).unwrap())
                })
                .collect();
            cpu.step(&mut host, &given).unwrap();
            opt.update(&grads).unwrap();
        }
        let before = numbers_of(&vars);
        let weights = opt.eval_weights().unwrap();
        assert_eq!(numbers_of(&vars), before, "variables change");
        let found = all(&weights);
        let expected = cpu.eval_weights(&host).unwrap();
        assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
        for (name, expected) in &expected {
            assert_eq!(weights[name].dims(), expected.shape());
            same(name, &found[name], &expected.iter().copied().collect::<Vec<f64>>());
        }
        assert_ne!(found["0"], before["0"]);
        assert_eq!(found["2"], before["2"], "a vector");
        assert!(weights.values().all(|weights| !weights.track_op()));
        opt.update(&grads(&vars, 3)).unwrap();
        assert_eq!(all(&weights), found, "weights change with the variables");
    }
}

/// Without an `eval`, they are copies.
#[test]
fn copies_without_an_eval() {
    for on_graph in [false, true] {
        let vars = vars();
        let mut opt = CandleOptimizer::<AdamW, f64>::from_named(vars.clone(), AdamW::new()).unwrap();
        if on_graph {
            opt = opt.on_graph().unwrap();
        }
        let weights = opt.eval_weights().unwrap();
        let before = numbers_of(&vars);
        assert_eq!(all(&weights), before);
        opt.update(&grads(&vars, 0)).unwrap();
        assert_eq!(all(&weights), before);
    }
}

/// Variables of two bytes have weights of two bytes.
#[test]
fn weights_of_two_bytes() {
    let start = tensor(&[4, 3], 1).to_dtype(DType::BF16).unwrap();
    let var = Var::from_tensor(&start).unwrap();
    let mut opt = CandleOptimizer::<Averaged>::from_named([("a", var.clone())], Averaged::new()).unwrap();
    let mut grads = no_grads();
    grads.insert(&var, tensor(&[4, 3], 2).to_dtype(DType::BF16).unwrap());
    opt.update(&grads).unwrap();
    let before = of(&var);
    let weights = opt.eval_weights().unwrap();
    assert_eq!(weights["a"].dtype(), DType::BF16);
    assert_eq!(of(&var), before);
    let average = opt.optimizer().state("a", "average").unwrap().iter().map(|x| f64::from(*x)).collect::<Vec<_>>();
    for (found, expected) in of(&weights["a"]).into_iter().zip(average) {
        assert!((found - expected).abs() <= expected.abs() / 256.0, "{found} for {expected}");
    }
}
