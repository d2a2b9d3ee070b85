//! Inputs besides gradients: two gradients per step, and what does not fit.

use optim_gpu::cubecl::server::Handle;
use optim_gpu::{GpuError, GpuInput, GpuOptimizer};
use optim_std::author::*;
use optim_std::contrib::{SAM, SophiaG};
use optim_std::{Inputs, Optimizer, StepError};

use crate::support::{CLOSE, Model, client, difference, download, model, upload};

const SHAPES: [&[usize]; 3] = [&[5], &[64, 48], &[1500]];

fn given(model: &Model) -> Vec<Option<Handle>> {
    upload(model).into_iter().map(Some).collect()
}

#[test]
fn sam_gives_both_calls_the_same_inputs() {
    let start = model(&SHAPES, 7);
    let build = || SAM::new(SophiaG::new().lr(0.01).k(2)).rho(0.1).build(&start).expect("it builds");
    let (mut host, mut on_host) = (build(), start.clone());
    let mut device = GpuOptimizer::new(build(), client().clone()).unwrap_or_else(|error| panic!("{error}"));
    let params = upload(&start);
    for t in 0..6 {
        let (grads, hessian) = (model(&SHAPES, 100 + t), model(&SHAPES, 200 + t));
        let is_due = !host.due("inner.hessian").expect("an input").is_empty();
        assert_eq!(is_due, t % 2 == 1);
        let arrays = given(&hessian);
        let inputs: &[(&str, GpuInput<'_>)] =
            if is_due { &[("inner.hessian", GpuInput::Arrays(&arrays))] } else { &[] };
        if is_due {
            let before: Vec<_> = params.iter().map(download).collect();
            let error = device.step_with(&params, &[], || Ok::<_, GpuError>(((), given(&grads))));
            let error = error.expect_err("it is due");
            assert!(matches!(error, GpuError::MissingInput { input: "inner.hessian", .. }), "{error}");
            assert_eq!(params.iter().map(download).collect::<Vec<_>>(), before);
        }
        let of_host = Inputs::new().tensors_where_due("inner.hessian", hessian);
        let stepped = host.with_inputs(&of_host).step_with(&mut on_host, |_| Ok::<_, StepError>(((), grads.clone())));
        stepped.expect("it steps");
        let stepped = device.step_with(&params, inputs, || Ok::<_, GpuError>(((), given(&grads))));
        stepped.unwrap_or_else(|error| panic!("{error}"));
    }
    for (param, expected) in params.iter().zip(on_host.values()) {
        let expected: Vec<f32> = expected.iter().copied().collect();
        assert!(difference(&download(param), &expected) < CLOSE);
    }
}

/// An optimizer with an input that is due at every second step, and one that a setting decides about.
#[optimizer(input <field if every(2), price: global if self.priced>)]
#[derive(Debug, Clone, PartialEq)]
struct Fielded {
    #[hyper(default = false, shared)]
    priced: bool,
}

#[optimizer]
impl Fielded {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, _: &mut State<Self>) {
        *param -= 0.1 * grad;
        if every(2) {
            *param -= input.field;
        }
        if self.priced {
            *param -= input.price;
        }
    }
}

#[test]
fn inputs_that_are_not_due_are_refused() {
    let start = model(&SHAPES, 7);
    let optimizer: Optimizer<f32> = Fielded::new().build(&start).expect("it builds");
    let mut device = GpuOptimizer::new(optimizer, client().clone()).unwrap_or_else(|error| panic!("{error}"));
    let (params, grads, field) = (upload(&start), given(&start), given(&start));
    let mut refused = |inputs: &[(&str, GpuInput<'_>)]| {
        device.step_with_inputs(&params, &grads, inputs).expect_err("it does not fit")
    };
    let error = refused(&[("field", GpuInput::Arrays(&field))]);
    assert!(matches!(&error, GpuError::InputNotDue { input: "field", param: Some(param) } if param == "p000"));
    assert_eq!(
        error.to_string(),
        "the input `field` of parameter `p000` is not due in this step\n\
         help: `opt.optimizer().due(\"field\")` lists the parameters that need it"
    );
    let error = refused(&[("price", GpuInput::Number(1.0))]);
    assert!(matches!(error, GpuError::InputNotDue { input: "price", param: None }), "{error}");
    assert!(error.to_string().starts_with("the input `price` is not due in this step\n"), "{error}");
    let none = vec![None; 3];
    let twice = refused(&[("field", GpuInput::Arrays(&none)), ("field", GpuInput::Arrays(&none))]);
    assert!(twice.to_string().contains("`field`"), "{twice}");
    assert_eq!((device.optimizer().steps(), download(&params[0])), (0, start["p000"].iter().copied().collect()));
    device.step_with_inputs(&params, &grads, &[("field", GpuInput::Arrays(&none))]).expect("it is due for none");
    device.step_with_inputs(&params, &grads, &[("field", GpuInput::Arrays(&field))]).expect("now it is due");
}

/// Arrays that are too long or too short, and the input of a parameter without elements.
#[test]
fn an_input_has_the_length_of_its_parameter() {
    let shapes: [&[usize]; 2] = [&[6], &[0]];
    let start = model(&shapes, 7);
    let optimizer: Optimizer<f32> = Fielded::new().build(&start).expect("it builds");
    let mut device = GpuOptimizer::new(optimizer, client().clone()).unwrap_or_else(|error| panic!("{error}"));
    let (params, grads) = (upload(&start), given(&start));
    device.step(&params, &grads).unwrap_or_else(|error| panic!("{error}"));
    let before: Vec<_> = params.iter().map(download).collect();
    for found in [4_usize, 5, 7, 12] {
        let mut field = given(&start);
        field[0] = Some(client().create_from_slice(&vec![0; 4 * found]));
        let error = device.step_with_inputs(&params, &grads, &[("field", GpuInput::Arrays(&field))]);
        let error = error.expect_err("it has another length").to_string();
        assert_eq!(error, format!("the input of parameter `p000` has {found} elements, expected: 6"));
    }
    assert_eq!(before, params.iter().map(download).collect::<Vec<_>>());
    // Any buffer is right for a parameter without elements, also one that is no word.
    let field = [given(&start)[0].clone(), Some(client().create_from_slice(&[1]))];
    device.step_with_inputs(&params, &grads, &[("field", GpuInput::Arrays(&field))]).expect("it fits");
    assert_eq!(device.optimizer().steps(), 2);
}
