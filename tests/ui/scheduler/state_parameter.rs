//! State in the signature of a formula: what the body does with it is not told besides.

use optim_std::author::*;

fn main() {}

#[scheduler]
#[derive(Debug, Clone)]
pub struct Decay {
    pub initial: f64,
}

#[scheduler]
impl Decay {
    fn value(&self, t: Scalar, state: &mut State<Self>) -> Scalar {
        state.last = self.initial / t;
        state.last
    }
}
