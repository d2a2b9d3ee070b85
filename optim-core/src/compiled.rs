//! Functions that are compiled here for all crates.
//!
//! A crate that uses a generic function compiles it, unless the function is `#[inline(never)]` and a crate below has compiled it. Some functions
//! depend on the element type only, and on nothing else that users choose. Those that most programs need have the attribute, and this module
//! uses them with both types. A program that trains then compiles little more than its own code.

use std::error::Error;
use std::hint::black_box;
use std::sync::Arc;

use ndarray::ArrayD;

use crate::checkpoint::LoadOptions;
use crate::hyper::schedule::Schedule;
use crate::kernel::{Float, LoopCode};
use crate::optimizer::Optimizer;
use crate::params::Parameters;
use crate::state::StateView;
use crate::tags::Tags;

/// Never called. It must not be inlined: this crate would not compile it then.
#[doc(hidden)]
#[inline(never)]
pub fn compiled() {
    black_box((train::<f32> as fn(_, _, _) -> _, train::<f64> as fn(_, _, _) -> _));
    black_box((LoopCode::run::<f32> as fn(_, _, _, _, _), LoopCode::run::<f64> as fn(_, _, _, _, _)));
}

/// The calls of a program that trains.
fn train<T: Float>(
    optimizer: &mut Optimizer<T>,
    model: &mut Vec<ArrayD<T>>,
    schedule: Arc<dyn Schedule>,
) -> Result<(), Box<dyn Error>>
where
    Vec<ArrayD<T>>: Parameters<Elem = T>,
{
    let grads = model.clone();
    optimizer.step(model, &grads)?;
    optimizer.step_with(model, |model| Ok::<_, Box<dyn Error>>((0.0, model.clone())))?;
    optimizer.schedule(&Tags::all(), "lr", schedule)?;
    optimizer.set("lr", 0.1)?;
    optimizer.set_in("default", "lr", 0.1)?;
    let state = optimizer.state("0", "exp_avg")?.into_owned();
    optimizer.set_state("0", "exp_avg", StateView::Array(state.view().into()))?;
    let dict = optimizer.state_dict();
    optimizer.load_state_dict(&dict, &LoadOptions::strict())?;
    #[cfg(feature = "checkpoint")]
    {
        optimizer.save("")?;
        optimizer.load("")?;
    }
    black_box(optimizer.plan("0")?);
    Ok(())
}
