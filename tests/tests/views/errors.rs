//! Wrong views are errors of `build` that name the view, the parameter and the requirement.

use ndarray::ArrayD;
use optim_std::optimizers::{AdamWBuilder, Muon};
use optim_std::prelude::*;
use optim_std::{BuildError, ParamInfo, Shapes};

use super::{Model, numbers};

fn model() -> Model<f32> {
    let shapes: [(&str, &[usize]); 3] = [("fc.bias", &[4]), ("fc.weight", &[4, 6]), ("none", &[0, 3])];
    shapes.map(|(name, shape)| (name.to_owned(), numbers(shape, 1))).into()
}

#[allow(clippy::needless_pass_by_value, reason = "a builder is written where it is used")]
fn refused(builder: AdamWBuilder) -> BuildError {
    builder.build(&model()).err().unwrap()
}

fn is(name: &'static str) -> impl Fn(&ParamInfo<'_>) -> bool + Clone + Send + Sync + 'static {
    move |param| param.name() == name
}

#[test]
fn shapes_with_other_numbers_of_elements() {
    let error = refused(AdamW::new().view("heads", is("fc.weight"), |p| [p.dim(0), 2, 2]));
    assert_eq!(
        error.to_string(),
        "view `heads` of parameter `fc.weight` has shape [4, 2, 2] and 16 elements, the parameter has shape [4, 6]\n\
         help: a view has as many elements as its parameter, here 24 elements"
    );
    let refuses = |name, wrong: &'static [usize], count: &str| {
        let error = refused(AdamW::new().view("heads", is(name), move |_| wrong.to_vec()));
        assert!(error.to_string().contains(&format!("and {count}, the parameter")), "{error}");
        match error {
            BuildError::ViewElements { view, param, found, .. } => {
                assert_eq!((&*view, &*param, &*found), ("heads", name, wrong));
            }
            error => panic!("{error}"),
        }
    };
    let too_many = "more elements than memory can hold";
    refuses("fc.weight", &[], "1 element");
    refuses("fc.weight", &[0], "0 elements");
    refuses("fc.weight", &[24, 0], "0 elements");
    refuses("fc.weight", &[usize::MAX, 24], too_many);
    // Numbers whose product overflows to the right number.
    refuses("fc.weight", &[1 << 32, 1 << 32, 24], too_many);
    refuses("none", &[3], "3 elements");
    refuses("none", &[0, usize::MAX], too_many);
    // The number of elements is the same: zero.
    let opt = AdamW::new().view("heads", is("none"), |p| [p.dim(1), p.dim(0), p.dim(7)]).build(&model()).unwrap();
    assert_eq!(opt.view_of("none").unwrap().unwrap().shape(), [3, 0, 1]);
}

#[test]
fn views_of_nothing_and_two_views_of_one_parameter() {
    let same = |p: &ParamInfo<'_>| p.shape().to_vec();
    let error = refused(AdamW::new().view("heads", is("fc.wieght"), same));
    assert_eq!(
        error.to_string(),
        "view `heads` matches no parameter\nhelp: the parameters are `fc.bias`, `fc.weight`, `none`"
    );
    let error = refused(AdamW::new().view("one", is("fc.weight"), same).view("two", |p| p.ndim() == 2, same));
    assert_eq!(error.to_string(), "parameter `fc.weight` is in two views, `one` and `two`");
    let error = refused(AdamW::new().view("one", is("fc.weight"), same).view("one", is("fc.bias"), same));
    assert_eq!(error.to_string(), "two views are called `one`");
}

#[test]
fn a_view_is_not_part_of_a_group() {
    let same = |p: &ParamInfo<'_>| p.shape().to_vec();
    let error = refused(AdamW::new().group("a", is("fc.bias"), move |h| h.view("seen", |_| true, same)));
    assert!(matches!(&error, BuildError::Misplaced { group, option: "view" } if group == "a"), "{error}");
    // Both at once: the group's predicate sees the shape of the model.
    let builder = AdamW::new().group("a", |p| p.ndim() == 2, |h| h.lr(0.5));
    let opt = builder.view("seen", is("fc.weight"), |p| [p.len()]).build(&model()).unwrap();
    assert_eq!(opt.group_of("fc.weight").unwrap().name(), "a");
}

#[test]
fn requirements_see_the_view() {
    let error = Muon::new().build(&ArrayD::<f32>::zeros(vec![6])).unwrap_err();
    assert!(error.to_string().contains("[6]"), "{error}");
    Muon::new().view("matrix", |_| true, |_| [2, 3]).build(&ArrayD::<f32>::zeros(vec![6])).unwrap();
    let error = Muon::new().view("flat", |_| true, |p| [p.len()]).build(&ArrayD::<f32>::zeros(vec![2, 3])).unwrap_err();
    assert!(error.to_string().contains("[6]") && error.to_string().contains("put parameters of fewer"), "{error}");
}

#[test]
fn names_and_shapes_are_enough_and_plans_see_views() {
    let shapes = Shapes::<f32>::new([("blocks.0.qkv.weight", vec![36, 8])]);
    let muon = Muon::new().view("heads", |p| p.name().ends_with("qkv.weight"), |p| vec![6, 6, p.dim(1)]);
    let opt = muon.build(&shapes).unwrap();
    let plan = opt.plan("blocks.0.qkv.weight").unwrap().to_string();
    let as_it_is = Muon::new().view("experts", |p| p.ndim() == 3, |p| p.shape().to_vec());
    assert_eq!(plan, as_it_is.plan_for(&[6, 6, 8]).unwrap().to_string());
    assert_ne!(plan, Muon::new().plan_for(&[6, 6, 8]).unwrap().to_string());
    // A view that does not match a parameter of this name and shape does not affect its plan.
    assert_eq!(as_it_is.plan_for(&[6, 8]).unwrap().to_string(), Muon::new().plan_for(&[6, 8]).unwrap().to_string());
    let error = Muon::new().view("heads", |_| true, |_| [5]).plan_for(&[6, 8]).unwrap_err();
    assert!(matches!(error, BuildError::ViewElements { .. }), "{error}");
    assert!(format!("{muon:?}").contains("view: \"heads\""), "{muon:?}");
}
