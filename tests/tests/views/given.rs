//! Arrays of a parameter that users pass or get have the shape of the model. States have the shape of the view.

use ndarray::ArrayD;
use optim_std::author::*;
use optim_std::prelude::*;
use optim_std::{AnyBuilder, BuildError, Inputs, Named, StateError, StepError, Storage, Threads, registry};
use optim_tests::stock::rows;
use optim_tests::takes;

use super::{LAYOUTS, Layout, Model, laid, numbers, remembered, same, seed, seen, steps, viewed};

const SHAPE: [usize; 2] = [4, 6];
const VIEW: [usize; 3] = [2, 3, 4];

fn find(name: &str) -> AnyBuilder {
    registry::find(optim_std::optimizers(), name).unwrap().builder().set("lr", 0.1).unwrap()
}

/// Steps of parameters with a mask and storage: in the shape of the model with a view, or in the shape of the view. Optimizers of matrices must
/// accept `view` without a change.
fn masked(builder: &AnyBuilder, view: &[usize], with_view: bool, layout: Layout) -> Vec<(String, Option<u64>)> {
    let shape: &[usize] = if with_view { &SHAPE } else { view };
    let array = |name: &str, number| laid(&seen(&numbers::<f32>(&SHAPE, seed(name, number)), shape), layout);
    let mut params: Model<f32> = ["v0", "v1"].map(|name| (name.to_owned(), array(name, 90))).into();
    let builder = if with_view { viewed(builder.clone(), view) } else { builder.clone() };
    let mut opt = builder.threads(Threads::One).build(&params).unwrap();
    let mask = array("mask", 0).map(|x| *x > -0.3);
    opt.set_mask("v1", &mask).unwrap();
    assert_eq!(opt.mask("v1").unwrap().unwrap().shape(), shape);
    steps(&mut opt, &mut params, 3, array);
    // Sets the mask after states exist.
    opt.set_mask("v0", &mask).unwrap();
    let after = remembered(&opt, &params);
    steps(&mut opt, &mut params, 2, array);
    [after, remembered(&opt, &params)].concat()
}

#[test]
fn masks_of_every_optimizer() {
    for (entry, row) in rows() {
        // Powers of masked elements and the order of sums may differ, as without masks.
        for view in [&[24][..], &[3, 8]] {
            if !takes(entry, view) {
                continue;
            }
            let builder = row.builder(entry, 0.1);
            for layout in LAYOUTS {
                let expected = masked(&builder, view, false, Layout::C);
                let (exact, what) =
                    (row.elementwise || layout != Layout::Fortran, format!("{} {view:?} {layout:?}", entry.name));
                same(&masked(&builder, view, true, layout), &expected, exact, &what);
            }
        }
    }
}

#[test]
fn states_that_are_stored_in_fewer_bytes() {
    for storage in [Storage::Bf16, Storage::Bf16Stochastic, Storage::F16, Storage::Block8, Storage::Companded8] {
        let builder = find("AdamW").storage("exp_avg_sq", storage).storage("exp_avg", Storage::Bf16);
        for layout in LAYOUTS {
            let expected = masked(&builder, &VIEW, false, Layout::C);
            same(&masked(&builder, &VIEW, true, layout), &expected, true, &format!("{storage:?} {layout:?}"));
        }
    }
}

#[test]
fn states_have_the_shape_of_the_view() {
    let mut params = Model::from([("v".to_owned(), numbers::<f64>(&SHAPE, 1)), ("w".to_owned(), numbers(&SHAPE, 2))]);
    let mut opt = viewed(find("AdamW"), &VIEW).build(&params).unwrap();
    let shape = |opt: &Optimizer<f64>, param| match opt.state_value(param, "exp_avg").unwrap() {
        optim_std::StateView::Array(array) => array.shape().to_vec(),
        optim_std::StateView::Scalar(_) => panic!("an array"),
    };
    assert_eq!(shape(&opt, "v"), VIEW);
    assert_eq!(shape(&opt, "w"), SHAPE);
    let view = opt.view_of("v").unwrap().unwrap();
    assert_eq!(
        (view.name(), view.shape(), view.to_string()),
        ("seen", &VIEW[..], "`seen` of shape [2, 3, 4]".to_owned())
    );
    assert_eq!(opt.params().next().unwrap().shape(), SHAPE);
    let error = opt.set_state("v", "exp_avg", ArrayD::<f64>::ones(&SHAPE[..]).view()).unwrap_err();
    assert!(matches!(error, StateError::Shape { .. }), "{error}");
    opt.set_state("v", "exp_avg", ArrayD::<f64>::ones(&VIEW[..]).view()).unwrap();
    // Gradients in the shape of the view are refused, because arrays have the shape of the model.
    let grads = Model::from([("v".to_owned(), numbers::<f64>(&VIEW, 1))]);
    let error = opt.step(&mut params, &grads).unwrap_err();
    assert_eq!(error.to_string(), "the gradient of parameter `v` has shape [2, 3, 4], the parameter has [4, 6]");
    let error = opt.set_mask("v", &ArrayD::from_elem(&VIEW[..], true)).unwrap_err();
    assert!(matches!(error, optim_std::MaskError::Shape { .. }), "{error}");
}

/// Momentum that starts as a copy of the parameter, a scale for each row, and an input of each kind.
#[optimizer(
    state <first = param, scale: rows = 1.0, drawn = normal(0.5)>,
    input <curvature, gains: rows>,
)]
#[derive(Debug, Clone)]
struct Given {
    #[hyper(default = 0.1, range = 0.0..)]
    lr: f64,
}

#[optimizer]
impl Given {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, state: &mut State<Self>) {
        state.scale = 0.5 * state.scale + input.gains * (param.rows() as f64);
        state.first = state.first + input.curvature * grad / state.scale;
        *param -= self.lr * (state.first + state.drawn);
    }
}

/// Makes steps with a gradient at the probed point and all inputs. Returns the bits of all states and of the weights
/// for evaluation, for a model with a view, and for a model with the view's shape.
fn both(builder: impl Fn() -> AnyBuilder, view: &[usize], layout: Layout) -> [Vec<(String, Option<u64>)>; 2] {
    [true, false].map(|with_view| {
        let shape: &[usize] = if with_view { &SHAPE } else { view };
        let (layout, builder) = match with_view {
            true => (layout, viewed(builder(), view)),
            false => (Layout::C, builder()),
        };
        let array = |name: &str, number| laid(&seen(&numbers::<f64>(&SHAPE, seed(name, number)), shape), layout);
        let of = |number| -> Model<f64> { ["v0", "v1"].map(|name| (name.to_owned(), array(name, number))).into() };
        let mut params = of(90);
        let mut opt = builder.seed(7).build(&params).unwrap();
        for number in 0..4 {
            let mut inputs = Inputs::new();
            for info in opt.inputs().iter().filter(|info| info.global) {
                inputs = inputs.number(info.name, 0.5);
            }
            if opt.inputs().iter().any(|info| info.name == "gains") {
                inputs = inputs.tensors("curvature", of(number + 30));
                let rows = |name: &str| (name.to_owned(), numbers::<f64>(&view[..view.len() - 1], seed(name, number)));
                inputs = inputs.tensors("gains", Named(["v0", "v1"].map(rows).to_vec()));
            }
            let grads = |params: &Model<f64>| {
                let grad = |(name, x): (&String, &ArrayD<f64>)| (name.clone(), x + &of(number)[name]);
                Ok::<_, StepError>((0.0, params.iter().map(grad).collect::<Model<f64>>()))
            };
            opt.with_inputs(&inputs).step_with(&mut params, grads).unwrap();
        }
        let weights = opt.eval_weights(&params).unwrap();
        let mut all = remembered(&opt, &params);
        let eval = weights
            .iter()
            .flat_map(|(name, array)| array.iter().map(move |x| (format!("{name} eval"), super::bits(*x))));
        all.extend(eval);
        all
    })
}

#[test]
fn inputs_and_first_values() {
    for layout in LAYOUTS {
        for view in [&VIEW[..], &[24], &[12, 2]] {
            let [with, without] = both(|| optim_std::Builder::<Given>::new().into(), view, layout);
            same(&with, &without, true, &format!("{view:?} {layout:?}"));
        }
    }
    // An input of the wrong shape: its rows must be the view's.
    let mut params = Model::from([("v".to_owned(), numbers::<f64>(&SHAPE, 1))]);
    let mut opt = viewed(optim_std::Builder::<Given>::new().into(), &VIEW).build(&params).unwrap();
    let (grads, rows) = (params.clone(), Model::from([("v".to_owned(), numbers::<f64>(&[4], 1))]));
    let inputs = Inputs::new().tensors("curvature", params.clone()).tensors("gains", rows);
    let error = opt.with_inputs(&inputs).step(&mut params, &grads).unwrap_err();
    assert!(matches!(&error, StepError::InputShape { expected, .. } if *expected == [2, 3]), "{error}");
}

/// A probe with the norm of each matrix, and an average for evaluation.
#[optimizer(state <start = 0.0, average = param, norms: matrices = 0.0>)]
#[derive(Debug, Clone)]
struct Probing {
    #[hyper(default = 0.1, range = 0.0..)]
    lr: f64,
}

#[optimizer]
impl Probing {
    fn probe(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.start = *param;
        state.norms = grad.matrix_norm();
        *param += 0.1 * grad / (state.norms + 1e-12);
    }

    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param = state.start - self.lr * grad;
        state.average = state.average.lerp(*param, 0.25);
    }

    fn eval(&self, _param: Tensor, state: &State<Self>) -> Tensor {
        state.average / state.norms
    }
}

#[test]
fn probes_and_weights_for_evaluation() {
    for layout in LAYOUTS {
        let [with, without] = both(|| optim_std::Builder::<Probing>::new().into(), &VIEW, layout);
        same(&with, &without, true, &format!("{layout:?}"));
    }
}

#[test]
fn optimizers_in_wrappers_see_the_view() {
    let around = |wrapper: &str, inner: AnyBuilder| {
        registry::find(optim_std::wrappers(), wrapper).unwrap().builder().inner(inner).unwrap()
    };
    for wrapper in optim_std::wrappers() {
        for inner in ["AdamW", "Lamb", "Adafactor"] {
            let builder = || around(wrapper.name, find(inner));
            for layout in LAYOUTS {
                let [with, without] = both(builder, &VIEW, layout);
                same(
                    &with,
                    &without,
                    layout != Layout::Fortran,
                    &format!("{} around {inner}, {layout:?}", wrapper.name),
                );
            }
        }
        // Each expert is a matrix, inside the wrapper, too.
        let builder = || around(wrapper.name, find("Muon"));
        let shape = |view: &[usize]| {
            let opt =
                viewed(builder(), view).build(&Model::from([("v".to_owned(), numbers::<f64>(&[2, 3, 4], 1))])).unwrap();
            opt.plan("v").unwrap().to_string()
        };
        assert_ne!(shape(&[2, 3, 4]), shape(&[2, 12]), "{}", wrapper.name);
    }
    let viewed_inside = viewed(find("AdamW"), &VIEW);
    let error =
        around("Ema", viewed_inside).build(&Model::from([("v".to_owned(), numbers::<f64>(&SHAPE, 1))])).err().unwrap();
    assert!(matches!(error, BuildError::InnerOption { option: "view", .. }), "{error}");
}
