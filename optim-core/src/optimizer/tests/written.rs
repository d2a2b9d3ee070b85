//! Loops as data are what runs, where they are asked for.

use ndarray::arr1;

use super::*;
use crate::lang::Value;

/// Sets a parameter to 1 in a loop that is compiled, and to 2 in one that is written down.
#[derive(Clone, Debug)]
struct Tells;

impl Hyperparameters for Tells {
    const NAME: &'static str = "Tells";
    const HYPERS: &'static [HyperInfo] = &[];

    fn from_values(_: &[Setting]) -> Result<Self, HyperError> {
        Ok(Self)
    }

    fn get(&self, _: usize) -> Setting {
        Setting::None
    }
}

impl Definition for Tells {
    const STATES: &'static [StateInfo] = &[];
    const USES_STEP: bool = false;
    const PASSES_ARE_ELEMENTWISE: bool = true;

    fn trace(&self, axes: &[usize], _: u64) -> Result<Graph, GraphError> {
        Recorder::new(axes).finish(Self::NAME)
    }

    fn step<'k, E: LoopNumber>(&'k self, cx: &mut Description<'_, 'k, E>) {
        let number = if std::any::type_name::<E>().contains("Written") { 2.0 } else { 1.0 };
        cx.pass(Extent::from(cx.shape()), [], [Source::Param.tensor()], [], [0.0; 0], move |[], [], [param], []| {
            param.iter_mut().for_each(|param| *param = <E as Value>::lift(number));
        });
    }
}

#[test]
fn loops_as_data_run_where_they_are_asked_for() {
    let mut param = arr1(&[0.0_f32; 70]);
    let grad = param.clone();
    let mut optimizer = Builder::<Tells>::new().build(&param).expect("valid");
    optimizer.step(&mut param, &grad).expect("it fits");
    assert!(param.iter().all(|x| *x == 1.0), "{param}");
    optimizer.write_loops();
    optimizer.step(&mut param, &grad).expect("it fits");
    assert!(param.iter().all(|x| *x == 2.0), "{param}");
    // They are for one element type.
    let (mut param, grad) = (arr1(&[0.0_f64; 3]), arr1(&[0.0_f64; 3]));
    let mut optimizer = Builder::<Tells>::new().build(&param).expect("valid");
    optimizer.write_loops();
    optimizer.step(&mut param, &grad).expect("it fits");
    assert!(param.iter().all(|x| *x == 1.0), "{param}");
}
