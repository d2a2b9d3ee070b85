//! The inner optimizer is given by its builder.

use optim_std::ndarray::array;
use optim_std::prelude::*;

fn main() {
    let x = array![1.0_f32];
    let _ = Lookahead::new(0.1);
    let _ = Lookahead::new(AdamW::new().build(&x));
    let _ = Lookahead::new(AdamW::new()).group("a", |_| true, |h| h.lr(0.1));
}
