//! Errors of `build`, and settings that change later.

use optim_std::author::*;
use optim_std::ndarray::{Array2, arr1};
use optim_std::{BuildError, HyperError};

/// The settings are the indices and lengths.
#[optimizer(state <history: [tensor; self.m] = 0.0, ring: [scalar; 2] = 0.0>)]
#[derive(Debug, Clone)]
pub(crate) struct Told {
    #[hyper(default = 3)]
    m: i64,
    #[hyper(default = 0)]
    index: i64,
    #[hyper(default = 1)]
    slots: usize,
    #[hyper(default = 3)]
    turns: usize,
}

#[optimizer]
impl Told {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.history[self.index] = grad;
        state.ring[slot(self.slots)] += 1.0;
        let mut sum = full(0.0);
        for i in 0..self.turns {
            sum += state.history[i];
        }
        *param -= 0.1 * sum;
    }
}

/// Lists whose length is the width of the parameter.
#[optimizer(state <row: [matrices; param.rows()] = 0.0, col: [scalar; param.cols() * 2] = 0.0 if param.ndim() > 1>)]
#[derive(Debug, Clone)]
pub(crate) struct Sized {
    #[hyper(default = 0.1, scheduled)]
    lr: f64,
}

#[optimizer]
impl Sized {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.row[param.rows() - 1] += grad.matrix_mean();
        if param.ndim() > 1 {
            state.col[0] += 1.0;
        }
        *param -= self.lr * grad * state.row[0];
    }
}

fn refused(builder: &ToldBuilder) -> HyperError {
    match builder.build(&arr1(&[1.0, 2.0])) {
        Err(BuildError::Hyper { error, .. }) => error,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_index_is_within_its_list() {
    assert!(Told::new().index(2).slots(2).build(&arr1(&[1.0, 2.0])).is_ok());
    let error = refused(&Told::new().index(3));
    assert!(matches!(&error, HyperError::Shape { param, .. } if param == "param"), "{error:?}");
    assert!(error.to_string().contains("`history[3]`: the list `history` has 3 items"), "{error}");
    let error = refused(&Told::new().turns(4));
    assert!(error.to_string().contains("`history[3]`: the list `history` has 3 items"), "{error}");
    let error = refused(&Told::new().index(-1));
    assert!(error.to_string().contains("the list `history` has 3 items"), "{error}");
    let error = refused(&Told::new().slots(3));
    assert!(matches!(error, HyperError::Slot { call: "ring[slot(self.slots)]", slots: 3, length: 2, .. }), "{error:?}");
}

#[test]
fn a_list_has_items() {
    for (m, found) in [(0, None), (-4, None), (70_000, Some(70_000))] {
        let error = refused(&Told::new().m(m).turns(0));
        let HyperError::ListLength { list: "history", declared: "self.m", length, .. } = error else {
            panic!("{error:?}")
        };
        assert_eq!(length, found);
    }
    let error = refused(&Told::new().m(0).turns(0)).to_string();
    assert!(error.contains("the list `history` of Told has no items"), "{error}");
}

#[test]
fn a_length_may_depend_on_the_shape() {
    let mut x = Array2::<f64>::ones((3, 2));
    let mut opt = Sized::new().build(&x).unwrap();
    let names: Vec<_> = opt.state_names().collect();
    assert_eq!(names, ["row.0", "col.0", "row.1", "col.1", "row.2", "col.2", "row.3", "col.3"]);
    let exist = |name| opt.state("param", name).is_ok();
    assert!(exist("row.2") && !exist("row.3") && exist("col.3"));
    let grad = x.clone();
    opt.step(&mut x, &grad).unwrap();
    assert_eq!(opt.state("param", "row.2").unwrap(), arr1(&[1.0]).into_shape_with_order(()).unwrap().into_dyn());
    let plan = Sized::new().plan_for(&[3, 2]).unwrap();
    let states: Vec<_> = plan.states.iter().map(|state| (&*state.name, state.numbers)).collect();
    assert_eq!(states, [("row", 3), ("col", 4)]);
    assert_eq!(plan.state_bytes(8), 7 * 8);
}

#[test]
fn a_length_stays_after_build() {
    let x = arr1(&[1.0, 2.0]);
    let mut opt = Told::new().m(4).build(&x).unwrap();
    assert!(matches!(opt.set("m", 5), Err(HyperError::ChangesState { name: "m", .. })));
    assert!(matches!(opt.set("m", 3), Err(HyperError::ChangesState { name: "m", .. })));
    assert!(matches!(opt.set("index", 4), Err(HyperError::Shape { .. })));
    opt.set("index", 3).unwrap();
    opt.set("turns", 1).unwrap();
}
