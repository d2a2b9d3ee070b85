//! One body for each decision of the planner.

mod branches;
mod carried;
mod draws;
mod lists;
mod loops;
mod passes;
mod products;
mod shapes;
mod stores;
mod wrappers;

use super::plans;

/// Asserts the plan of a body over the states in `states` and the settings below.
#[track_caller]
fn assert_plan(states: &str, body: &str, expected: &str) {
    let text = format!(
        "#[optimizer(state <{states}>)]
        struct Body {{ #[hyper(scheduled)] lr: f64, k: usize, flag: bool, other: bool }}
        #[optimizer]
        impl Body {{
            fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {{ {body} }}
        }}"
    );
    let (_, found) = plans(&text).remove(0);
    let expected = unindented(expected);
    assert!(found == expected, "{body}\nexpected\n{expected}\nfound\n{found}");
}

/// The lines between the first and the last, without the indentation of the first of them.
fn unindented(text: &str) -> String {
    let text = text.trim_start_matches('\n').trim_end_matches(' ');
    let indentation = text.len() - text.trim_start().len();
    text.lines().map(|line| format!("{}\n", line.get(indentation..).unwrap_or_default())).collect()
}
