//! Small bodies, valid and invalid: decisions of the check that no program of `tests/ui` depends on.

use super::program::Program;

mod calls;
mod control;
mod numbers;
mod others;
mod right;
mod snapshots;
mod values;

/// A step with this body over these states, expanded.
fn expanded(states: &str, body: &str) -> Program {
    let text = format!(
        "#[optimizer(state <{states}>)]
        struct Body {{
            #[hyper(scheduled)] lr: f64,
            #[hyper(scheduled)] maybe: Option<f64>,
            fixed: Option<f64>,
            k: usize,
            flag: bool,
            other: bool,
            mode: Mode,
            pair: (f64, f64),
            list: [f64; 2],
        }}
        #[optimizer]
        impl Body {{
            fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {{ {body} }}
        }}"
    );
    Program::read(&text)
}

/// A schedule of another one with this body, expanded.
fn schedule(body: &str) -> Program {
    Program::read(&format!(
        "#[scheduler]
        struct Curve {{ part: ScheduleRef }}
        #[scheduler]
        impl Curve {{ fn value(&self, t: Scalar) -> Scalar {{ {body} }} }}"
    ))
}

/// The texts of all messages about a program, without the links to the guide, which `tests::refused` compares.
fn texts(program: &Program) -> Vec<String> {
    let without_link = |text: String| text.split("\nnote: see `optim_std::guide").next().unwrap_or_default().to_owned();
    program.messages().into_iter().map(|message| without_link(message.text)).collect()
}

/// These bodies over these states have exactly these messages.
fn have_messages(bodies: &[(&str, &str, &[&str])]) {
    for (states, body, expected) in bodies {
        assert_eq!(texts(&expanded(states, body)), *expected, "{body}");
    }
}

/// All bodies that break a rule.
pub(super) fn wrong_bodies() {
    calls::wrong_bodies();
    control::wrong_bodies();
    numbers::wrong_bodies();
    values::wrong_bodies();
    others::a_struct_without_hyperparameters();
    others::wrong_schedules();
}
