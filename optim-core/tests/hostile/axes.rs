//! An optimizer that sees its parameters with axes that they do not have.

use std::borrow::Cow;

use ndarray::Array1;
use optim_core::__private::{Batching, Description, LoopNumber, Source};
use optim_core::lang::{Graph, GraphError, Recorder};
use optim_core::{Builder, Definition, HyperError, HyperInfo, Hyperparameters, Setting, StateInfo, Threads};

use super::refused;

#[derive(Clone, Debug)]
struct Stretched;

impl Hyperparameters for Stretched {
    const NAME: &'static str = "Stretched";
    const HYPERS: &'static [HyperInfo] = &[];

    fn from_values(_: &[Setting]) -> Result<Self, HyperError> {
        Ok(Self)
    }

    fn get(&self, _: usize) -> Setting {
        Setting::None
    }
}

impl Definition for Stretched {
    const STATES: &'static [StateInfo] = &[];
    const USES_STEP: bool = false;
    const PASSES_ARE_ELEMENTWISE: bool = true;
    const BATCHING: Batching = Batching::Many;

    fn axes(_: &[usize]) -> Cow<'_, [usize]> {
        Cow::Owned(vec![100])
    }

    fn trace(&self, axes: &[usize], _: u64) -> Result<Graph, GraphError> {
        Recorder::new(axes).finish(Self::NAME)
    }

    fn step<'k, E: LoopNumber>(&'k self, cx: &mut Description<'_, 'k, E>) {
        cx.pass(
            cx.shape(),
            [Source::Grad.tensor()],
            [Source::Param.tensor()],
            [],
            [0.0; 0],
            #[inline(always)]
            |[], [grad], [param], []| {
                for i in 0..param.len() {
                    param[i] = param[i] - grad[i];
                }
            },
        );
    }
}

/// A block of parameters has as many elements for each as the first one.
#[test]
fn parameters_of_other_lengths_are_no_block() {
    for lens in [[100, 2, 100], [100, 100, 2], [2, 100, 100]] {
        let mut params = lens.map(Array1::<f32>::ones).to_vec();
        let grads = params.clone();
        let mut opt = Builder::<Stretched>::new().threads(Threads::One).build(&params).expect("nobody looks at axes");
        assert_eq!(refused(|| opt.step(&mut params, &grads)), "a job's shape is that of its parameter", "{lens:?}");
    }
}
