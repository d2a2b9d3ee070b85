//! Bodies that are not of the step that the other ones are of.

use super::{schedule, texts};
use crate::tests::program::Program;

#[test]
pub(super) fn a_struct_without_hyperparameters() {
    let program = Program::read(
        "#[optimizer]
        struct Plain;
        #[optimizer]
        impl Plain {
            fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) { *param -= self.lr * grad; }
        }",
    );
    assert_eq!(texts(&program), ["`Plain` has no hyperparameter `lr`\nhelp: declare it as a field: `lr: f64`"]);
}

#[test]
pub(super) fn wrong_schedules() {
    let bodies: [(&str, &[&str]); 4] = [
        ("self.typo.value(t)", &["`Curve` has no argument `typo`\nhelp: it has `part`"]),
        ("self.part.value(typo)", &["there is no variable `typo` here"]),
        (
            "self.part = t; t",
            &["a schedule can't change its arguments\nhelp: copy it to a variable: `let mut part = self.part;`"],
        ),
        (
            "-t = t; t",
            &[
                "this can't be assigned: a schedule writes its own variables\nhelp: assign a variable declared with `let mut`, or one of its elements",
            ],
        ),
    ];
    for (body, expected) in bodies {
        assert_eq!(texts(&schedule(body)), expected, "{body}");
    }
}
