//! Deep-learning optimizers, written once as annotated structs and compiled to fused kernels.
//!
//! ```
//! use optim_std::ndarray::{Array1, array};
//! use optim_std::prelude::*;
//!
//! let mut model = array![1.0_f32, -2.0, 3.0];
//! let mut opt = AdamW::new().lr(0.1).build(&model)?;
//! for _ in 0..200 {
//!     let grad = 2.0 * &model; // of the sum of squares
//!     opt.step(&mut model, &grad)?;
//! }
//! assert!(model.iter().all(|x| x.abs() < 0.1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | where | what |
//! |---|---|
//! | [`prelude`] | all that a program needs: `use optim_std::prelude::*;` |
//! | [`optimizers`](mod@optimizers) | the stock optimizers; as data with [`optimizers()`](fn@optimizers) |
//! | [`schedulers`](mod@schedulers) | the stock schedules |
//! | [`registry()`](fn@registry) | every optimizer and schedule by name, your own too |
//! | `config` | optimizers, groups and schedules from YAML, JSON and Rust values (feature `config`, on by default) |
//! | [`optimizer`](macro@optimizer) | write your own: the struct, the step, the rules |
//! | [`scheduler`](macro@scheduler) | write your own schedule: its arguments and its formula |
//! | [`elementwise`](macro@elementwise) | write functions for use in steps |
//! | [`Parameters`] | what is optimized: `#[derive(Parameters)]` structs, maps, arrays |
//! | [`Builder`], [`Optimizer`] | settings, groups, schedules, clipping; stepping and reading state |
//! | [`sparsity`] | masks: elements of parameters that stay zero |
//! | [`checkpoint`] | saving and loading: files, state dicts |
//! | [`torch`] | files of PyTorch, read and written |
//! | [`lang`] | the step language and its graphs |
//! | [`training`] | training loops that survive crashes, with the feature `checkpoint` |
//! | [`Plan`] | what a kernel does to memory |

#[cfg(feature = "config")]
pub mod config;
pub mod optimizers;
pub mod prelude;
pub mod schedulers;
#[cfg(feature = "torch")]
pub mod torch;
#[cfg(feature = "checkpoint")]
pub mod training;

use std::sync::OnceLock;

pub use ndarray;
/// ```
/// use optim_std::prelude::*;
/// use optim_std::sparsity;
///
/// let mut model = optim_std::ndarray::array![[0.1_f32, -3.0], [2.0, 0.5]];
/// let mut opt = AdamW::new().lr(0.1).build(&model)?;
/// opt.set_mask("param", &sparsity::magnitude(&model, 0.5)?)?;
/// for _ in 0..10 {
///     let grad = 2.0 * &model;
///     opt.step(&mut model, &grad)?;
/// }
/// assert_eq!((model[[0, 0]], model[[1, 1]]), (0.0, 0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(inline)]
pub use optim_core::sparsity;
pub use optim_core::*;
pub use optim_macros::{Choice, Parameters, elementwise, optimizer, scheduler};
pub use schedulers::{scheduler_named, schedulers};

/// Every stock optimizer, with its documentation, arguments and their defaults, to be found, explained and made by name.
///
/// ```
/// use optim_std::registry::find;
///
/// let mut model = optim_std::ndarray::array![1.0_f32, -2.0];
/// let builder = find(optim_std::optimizers(), "adamw")?.builder().set("lr", 0.1)?.set("amsgrad", true)?;
/// let mut opt = builder.build(&model)?;
/// let grad = 2.0 * &model;
/// opt.step(&mut model, &grad)?;
/// assert_eq!(opt.name(), "AdamW");
///
/// for entry in optim_std::optimizers() {
///     let names: Vec<_> = entry.hypers.iter().map(|info| info.name).collect();
///     println!("{}({})", entry.name, names.join(", "));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn optimizers() -> &'static [OptimizerEntry] {
    &optimizers::ENTRIES
}

/// Every optimizer and schedule of the program by name: the stock ones, then all that registered themselves.
///
/// ```
/// use optim_std::prelude::*;
///
/// /// Gradient descent.
/// #[optimizer]
/// #[derive(Debug, Clone)]
/// struct Downhill {
///     /// Learning rate.
///     #[hyper(default = 0.1, range = 0.0..)]
///     lr: f64,
/// }
///
/// #[optimizer]
/// impl Downhill {
///     fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
///         *param -= self.lr * grad;
///     }
/// }
///
/// # #[cfg(feature = "inventory")]
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let entry = optim_std::registry().optimizer("downhill")?;
/// assert_eq!((entry.doc, entry.hypers[0].doc), ("Gradient descent.", "Learning rate."));
/// let model = optim_std::ndarray::array![1.0_f32];
/// assert_eq!(entry.builder().set("lr", 0.5)?.build(&model)?.name(), "Downhill");
/// # Ok(())
/// # }
/// # #[cfg(not(feature = "inventory"))]
/// # fn main() {}
/// ```
///
/// Without the feature `inventory`, and on platforms that it doesn't know, these are the stock ones;
/// `optim_std::registry().clone().with::<Downhill>()` adds to them. An optimizer of your own may have the name of a stock one: asking for that
/// name is an error then, which says where both are. All doc tests of a crate are one program: what they ask for by name, a schedule in a
/// checkpoint too, needs a name that no other of them defines.
pub fn registry() -> &'static Registry {
    static ALL: OnceLock<Registry> = OnceLock::new();
    ALL.get_or_init(|| Registry::new().with_optimizers(optimizers()).with_schedules(schedulers()).with_registered())
}

// Generated code names this crate as its users do.
extern crate self as optim_std;

#[doc(hidden)]
pub mod __private {
    pub use optim_core::__private::*;
}

/// The programs of the page on masks are tests.
#[cfg(doctest)]
#[doc = include_str!("../../docs/sparsity.md")]
pub struct Sparsity;

/// The README's programs are tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
