//! The runtime with a hand-written optimizer, as the macro would write it.

mod build;
mod configure;
mod kept;
mod misbehave;
mod overhead;
mod read;
mod step;
mod views;
mod written;

use ndarray::{Array1, Array2, Array3, ArrayD, array};

use crate::builder::Builder;
use crate::definition::Definition;
use crate::hyper::{
    Choice, Fields, HyperError, HyperInfo, HyperValue, Hyperparameters, RangeInfo, Setting, ValueError,
    choice_from_value, choice_into_value,
};
use crate::kernel::{Description, Extent, Float, LoopNumber, Source, StepSettings, TensorMut, TensorRef};
use crate::lang::{Graph, GraphError, Recorder};
use crate::optimizer::Optimizer;
use crate::params::{Name, Parameters};
use crate::shape::{Axes, ParamShape};
use crate::state::{Initial, StateInfo};

/// The expected layout of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Any,
    Matrix,
}

impl Choice for Mode {
    const NAMES: &'static [&'static str] = &["any", "matrix"];

    fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    fn parse(name: &str) -> Option<Self> {
        [Self::Any, Self::Matrix].into_iter().find(|mode| mode.name() == name)
    }
}

impl HyperValue for Mode {
    fn into_value(self) -> Setting {
        choice_into_value(self)
    }

    fn from_value(value: &Setting) -> Result<Self, ValueError> {
        choice_from_value(value)
    }
}

/// SGD with momentum, and a state of every sort.
#[derive(Clone, Debug, PartialEq)]
struct Momentum {
    lr: f64,
    /// Momentum, and weight decay next to it to have a tuple.
    pair: (f64, f64),
    nesterov: bool,
    mode: Mode,
}

const LR: usize = 0;
const PAIR: usize = 1;
const NESTEROV: usize = 2;
const MODE: usize = 3;

const NOT_NEGATIVE: RangeInfo = RangeInfo::ANY.at_least(0.0);
const UNIT: RangeInfo = RangeInfo::ANY.at_least(0.0).less_than(1.0);

impl Hyperparameters for Momentum {
    const NAME: &'static str = "Momentum";
    const HYPERS: &'static [HyperInfo] = &[
        HyperInfo::new("lr", "f64").doc("Learning rate.").scheduled().ranges(&[NOT_NEGATIVE]),
        HyperInfo::new("pair", "(f64, f64)")
            .doc("Momentum and weight decay.")
            .default(|| HyperValue::into_value((0.5_f64, 0.0_f64)))
            .scheduled()
            .ranges(&[UNIT, NOT_NEGATIVE]),
        HyperInfo::new("nesterov", "bool").default(|| HyperValue::into_value(false)),
        HyperInfo::new("mode", "Mode").default(|| HyperValue::into_value(Mode::Any)),
    ];

    fn from_values(values: &[Setting]) -> Result<Self, HyperError> {
        let fields = Fields::of::<Self>(values);
        Ok(Self {
            lr: fields.read(LR, HyperValue::from_value)?,
            pair: fields.read(PAIR, HyperValue::from_value)?,
            nesterov: fields.read(NESTEROV, HyperValue::from_value)?,
            mode: fields.read(MODE, HyperValue::from_value)?,
        })
    }

    fn get(&self, index: usize) -> Setting {
        match index {
            LR => self.lr.into_value(),
            PAIR => self.pair.into_value(),
            NESTEROV => self.nesterov.into_value(),
            MODE => self.mode.into_value(),
            _ => Setting::None,
        }
    }

    fn set_scheduled(&mut self, index: usize, component: usize, value: f64) {
        match (index, component) {
            (LR, 0) => self.lr = value,
            (PAIR, 0) => self.pair.0 = value,
            (PAIR, 1) => self.pair.1 = value,
            _ => {}
        }
    }
}

/// Place of the scalar state, the sum of `lr * t`.
const TOTAL: usize = 3;

const STATES: &[StateInfo] = &[
    StateInfo::new("momentum_buffer", Axes::Tensor),
    StateInfo::new("origin", Axes::Tensor).conditional(),
    StateInfo::new("row", Axes::Rows).conditional(),
    StateInfo::new("total", Axes::Scalar),
];

impl Definition for Momentum {
    const STATES: &'static [StateInfo] = STATES;
    const USES_STEP: bool = true;
    const PASSES_ARE_ELEMENTWISE: bool = true;

    fn requirement(&self) -> Result<(), &'static str> {
        if self.nesterov && self.pair.0 == 0.0 {
            return Err("nesterov needs momentum");
        }
        Ok(())
    }

    fn requirement_param(&self, shape: ParamShape) -> Result<(), &'static str> {
        if self.mode == Mode::Matrix && shape.ndim() < 2 {
            return Err("it needs 2 dimensions");
        }
        Ok(())
    }

    fn state_exists(&self, state: usize, shape: ParamShape) -> bool {
        match state {
            1 => self.nesterov,
            2 => shape.ndim() >= 2,
            _ => true,
        }
    }

    fn state_initial(&self, state: usize, _: ParamShape) -> Initial {
        match state {
            1 => Initial::Param,
            2 => Initial::Constant(0.25),
            3 => Initial::Constant(0.1),
            _ => Initial::Constant(0.0),
        }
    }

    fn trace(&self, axes: &[usize], _: u64) -> Result<Graph, GraphError> {
        let recorder = Recorder::new(axes);
        recorder.finish(Self::NAME)
    }

    fn settings(&self, to: &mut StepSettings) {
        to.give([self.lr, self.pair.0, self.pair.1]);
    }

    fn step<'k, E: LoopNumber>(&'k self, cx: &mut Description<'_, 'k, E>) {
        let nesterov = self.nesterov;
        let [lr, momentum, decay] = [0, 1, 2].map(|place| cx.setting(place));
        cx.pass(
            Extent::from(cx.shape()),
            [Source::Grad.tensor()],
            [Source::Param.tensor(), Source::State(0).tensor()],
            [],
            [lr, momentum, decay],
            #[inline(always)]
            move |[lr, momentum, decay], [grad], [param, buffer], []| {
                for ((grad, param), buffer) in grad.iter().zip(param).zip(buffer) {
                    let grad = *grad + decay * *param;
                    *buffer = (momentum * *buffer + grad).flush();
                    let update = if nesterov { grad + momentum * *buffer } else { *buffer };
                    *param = *param - lr * update;
                }
            },
        );
        let total = cx.scalar(TOTAL);
        cx.set_scalar(TOTAL, total + lr * cx.t());
    }
}

/// A builder with a learning rate.
fn momentum(lr: f64) -> Builder<Momentum> {
    Builder::new().set_at(LR, lr.into())
}

/// A nested model with arrays of several dimensions.
#[derive(Clone, Debug, PartialEq)]
struct Model<T> {
    layers: Vec<Layer<T>>,
    scale: Array3<T>,
    extra: Option<Array1<T>>,
}

#[derive(Clone, Debug, PartialEq)]
struct Layer<T> {
    weight: Array2<T>,
    bias: Array1<T>,
}

impl<T: Float> Parameters for Layer<T> {
    type Elem = T;

    fn visit<'a>(&'a self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorRef<'a, T>)) {
        self.weight.visit(name.child("weight"), f);
        self.bias.visit(name.child("bias"), f);
    }

    fn visit_mut<'a>(&'a mut self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorMut<'a, T>)) {
        self.weight.visit_mut(name.child("weight"), f);
        self.bias.visit_mut(name.child("bias"), f);
    }
}

impl<T: Float> Parameters for Model<T> {
    type Elem = T;

    fn visit<'a>(&'a self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorRef<'a, T>)) {
        self.layers.visit(name.child("layers"), f);
        self.scale.visit(name.child("scale"), f);
        self.extra.visit(name.child("extra"), f);
    }

    fn visit_mut<'a>(&'a mut self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorMut<'a, T>)) {
        self.layers.visit_mut(name.child("layers"), f);
        self.scale.visit_mut(name.child("scale"), f);
        self.extra.visit_mut(name.child("extra"), f);
    }
}

const NAMES: [&str; 5] = ["layers.0.weight", "layers.0.bias", "layers.1.weight", "layers.1.bias", "scale"];

fn model() -> Model<f32> {
    let layer = |x: f32| Layer { weight: array![[x, 2.0, 3.0], [4.0, 5.0, 6.0]], bias: array![x, 1.0] };
    Model { layers: vec![layer(1.0), layer(-1.0)], scale: Array3::from_elem((2, 1, 2), 0.5), extra: None }
}

/// Gradients of the model, all of them `x`.
fn grads(x: f32) -> Model<f32> {
    let layer = || Layer { weight: Array2::from_elem((2, 3), x), bias: Array1::from_elem(2, x) };
    Model { layers: vec![layer(), layer()], scale: Array3::from_elem((2, 1, 2), x), extra: None }
}

/// Everything observable about an optimizer.
#[derive(Clone, Debug, PartialEq)]
struct Snapshot {
    states: Vec<(String, String, ArrayD<f64>)>,
    steps: u64,
    values: Vec<(String, String)>,
}

fn snapshot(optimizer: &Optimizer<f32>) -> Snapshot {
    let mut states = Vec::new();
    optimizer.visit_state(|param, state, view| {
        let array = match view {
            crate::StateView::Scalar(number) => ndarray::arr0(number).into_dyn(),
            crate::StateView::Array(array) => array.mapv(f64::from),
        };
        states.push((param.to_owned(), state.to_owned(), array));
    });
    let mut values = Vec::new();
    for info in Momentum::HYPERS {
        for (group, value) in optimizer.value(info.name).expect("a known name") {
            values.push((format!("{group}.{}", info.name), value.to_string()));
        }
    }
    Snapshot { states, steps: optimizer.steps(), values }
}
