//! Wrappers.

use super::Generator;
use super::kinds::{TENSOR, Type};
use super::numbers::LIMIT;

/// The conditions of the inner optimizer's step, for each list of timed conditions. Together with the other questions
/// about time, they have at most eight combinations.
const CALLED: [&[&str]; 2] = [&["every(2)", "every(4)"], &["every(3)"]];

impl Generator {
    /// The step of the inner optimizer: it updates the parameter, a state or a variable.
    pub(super) fn inner_step(&mut self) -> String {
        let mut places = vec!["param".to_owned(); 2];
        let of_the_parameter = |state: &super::states::State| state.shape == TENSOR && state.condition.is_none();
        let states = self.writable_states().into_iter().filter(of_the_parameter);
        places.extend(states.map(|state| format!("&mut state.{}", state.name)));
        if let Some(variable) = self.mutable(|ty| *ty == Type::Number(TENSOR)) {
            places.extend(vec![format!("&mut {}", variable.name); 3]);
        }
        let place = self.rng.pick(&places);
        let grad = if self.rng.chance(0.3) { "grad".to_owned() } else { self.limited(TENSOR, 2, LIMIT).text };
        let call = format!("self.inner.step({place}, {grad});\n");
        match self.rng.chance(0.4) {
            true => format!("if {} {{\n    {call}}}\n", self.rng.pick(CALLED[self.timed_conditions])),
            false => call,
        }
    }
}
