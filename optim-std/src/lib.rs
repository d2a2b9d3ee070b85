//! Deep-learning optimizers: annotated structs that compile to fused kernels.
//!
//! Import `optim_std::prelude::*` to train, and `optim_std::author::*` to write optimizers. [The guide](guide) has a page for each topic.
//!
//! # Use an optimizer
//!
//! A model is an ndarray array, a struct of arrays with `#[derive(Parameters)]`, or a map of arrays; gradients have
//! the same form. `build` checks all settings and allocates all state. `step` updates everything; if it returns an error, nothing has changed.
//!
//! ```
//! use optim_std::ndarray::array;
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
//! # Write an optimizer
//!
//! Fields are settings, `state <…>` declares the state, `step` is the update rule. A step that branches on data, or that uses undeclared
//! state, does not compile ([how to](guide::optimizers), [the rules](guide::rules), [errors](guide::errors)).
//!
//! ```
//! use optim_std::author::*;
//!
//! /// Steps by the sign of an average of gradients.
//! #[optimizer(state <exp_avg = 0.0>)]
//! #[derive(Debug, Clone)]
//! struct SignDescent {
//!     /// Learning rate.
//!     #[hyper(default = 1e-3, scheduled, range = 0.0..)]
//!     lr: f64,
//!     /// Weight of the old average.
//!     #[hyper(default = 0.9, range = 0.0..1.0)]
//!     beta: f64,
//! }
//!
//! #[optimizer]
//! impl SignDescent {
//!     fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
//!         state.exp_avg = self.beta * state.exp_avg + (1.0 - self.beta) * grad;
//!         *param -= self.lr * state.exp_avg.sign();
//!     }
//! }
//!
//! println!("{}", SignDescent::default().plan_for(&[4, 3])?); // one pass over memory, 20 bytes per element
//! println!("{}", SignDescent::default().graph(&[4, 3], 1)?); // its operations
//! optim_std::testing::check::<SignDescent>(); // compares kernel and graph
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Schedules and groups
//!
//! A scheduled setting takes a schedule ([stock ones](mod@schedulers), [your own](guide::schedules)). A group is a set of parameters with
//! its own settings ([groups and gradients](guide::groups)).
//!
//! ```
//! # use std::collections::BTreeMap;
//! # use optim_std::ndarray::ArrayD;
//! use optim_std::prelude::*;
//!
//! # let model = BTreeMap::from([("weight", ArrayD::<f32>::zeros(vec![3, 2])), ("bias", ArrayD::zeros(vec![3]))]);
//! let opt = AdamW::new()
//!     .lr(CosineDecayLR::new(1e-3, 1e-5, 10_000).warmup(500))
//!     .weight_decay(0.1)
//!     .group("bias", |p| p.name().ends_with("bias"), |h| h.weight_decay(0.0))
//!     .clip_norm(1.0)
//!     .build(&model)?;
//! assert_eq!(opt.value_in("bias", "weight_decay")?, 0.0.into());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Save and resume
//!
//! A loaded optimizer continues to the same bits ([checkpoints](guide::checkpoints), [training loops](guide::training),
//! [PyTorch](guide::torch)).
//!
#![cfg_attr(feature = "checkpoint", doc = "```")]
#![cfg_attr(not(feature = "checkpoint"), doc = "```ignore")]
//! # use optim_std::ndarray::array;
//! # let path = std::env::temp_dir().join(format!("optim-front-page-{}.safetensors", std::process::id()));
//! use optim_std::prelude::*;
//!
//! let mut model = array![1.0_f32, -2.0];
//! let mut opt = SGD::new(0.1).momentum(0.9).build(&model)?;
//! Checkpoint::new().params(&model).optimizer(&opt).extra("epoch", "3").save(&path)?;
//! CheckpointFile::open(&path)?.load(&mut model, &mut opt)?; // both or neither
//! # std::fs::remove_file(&path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Choose by name
//!
//! Every optimizer and schedule, also your own, can be chosen by name, in a program or in a file ([configuration](guide::configuration)).
//!
//! ```
//! # use optim_std::ndarray::array;
//! let model = array![1.0_f32, -2.0];
//! let opt = optim_std::registry().optimizer("rmsprop")?.builder().set("lr", 0.01)?.build(&model)?;
//! assert_eq!(opt.name(), "RMSprop"); // an `Optimizer<f32>`, like every other
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! The numbers count the crates that a feature adds to the 19 that are always there, four of which are this workspace's.
//!
//! | feature | default | what it is for | adds |
//! |---|---|---|---|
//! | `checkpoint` | on | states and models in files: [`Checkpoint`], `safetensors`, [`training`] | 9: serde_json and what it needs, crc32fast |
//! | `inventory` | on | your own optimizers and schedules are in [`registry()`](fn@registry) without a call | 1 |
//! | `rayon` | on | steps, norms and reductions use all cores; without it, the calling thread does all, with the same results | 6: rayon and what it needs |
//! | `torch` | on | files of PyTorch, read and written: [`torch`] | 0 |
//! | `config` | off | optimizers and schedules from YAML, JSON and Rust values: `config` | 3: saphyr-parser, arraydeque, log |
//! | `indexmap` | off | models that are an `indexmap::IndexMap`, which keeps its order | 3: indexmap and its hash table |
//! | `contrib` | off | optimizers beyond those of the reference: `contrib`. It enables `linalg` | see `linalg` |
//! | `linalg` | off | eigenvalues, singular values, roots and the like in steps ([matrices](guide::matrices)) | 36: faer and what it needs |
//! | `half` | off | models and gradients of `half::bf16` and `half::f16` ([storage](guide::storage)) | 5 |
//! | `candle` | off | optimizers for the variables of candle 0.11 ([candle](guide::candle)) | about 120, most of which a user of candle has |
//! | `burn` | off | optimizers for modules of burn 0.22 ([burn](guide::burn)) | about 110, most of which a user of burn has |
//! | `burn-gpu` | off | the same on a GPU: kernels step burn's tensors where they are ([burn](guide::burn#steps-on-a-gpu)). It enables `burn` | about 70 more, most of which a user of burn on a GPU has |
//!
//! [Support](guide::support) says which versions and platforms are tested.
//!
//! # Modules
//!
//! | module or item | contents |
//! |---|---|
//! | [`guide`] | one page per topic, with programs |
//! | [`prelude`] | the imports of programs that train |
//! | [`author`] | the imports of files with optimizers or schedules of your own |
//! | [`optimizers`](mod@optimizers) | the stock optimizers; as data with [`optimizers()`](fn@optimizers) |
//! | `contrib` | optimizers beyond those of the reference (feature `contrib`, off by default; enables `linalg`) |
//! | [`shelf`](mod@shelf) | step functions, parts that optimizers are made of |
//! | [`schedulers`](mod@schedulers) | the stock schedules |
//! | [`registry()`](fn@registry) | every optimizer and schedule by name, also your own |
//! | `candle` | optimizers for the variables of candle (feature `candle`, off by default) |
//! | `config` | optimizers, groups and schedules from YAML, JSON and Rust values (feature `config`) |
//! | `burn` | optimizers for modules of burn (feature `burn`, off by default) |
//! | [`optimizer`](macro@optimizer) | write your own: the struct and the step |
//! | [`scheduler`](macro@scheduler) | write your own schedule: its arguments and its formula |
//! | [`elementwise`](macro@elementwise) | write functions for use in steps |
//! | [`Parameters`] | models: `#[derive(Parameters)]` structs, maps, arrays, [slices and your own types](guide::parameters) |
//! | [`Builder`], [`Optimizer`] | settings, groups, schedules, clipping; stepping and reading state |
//! | [`sparsity`] | masks: elements of parameters that stay zero |
//! | [`checkpoint`] | saving and loading: files, state dicts |
//! | [`torch`] | files of PyTorch, read and written |
//! | `safetensors` | models of Hugging Face, read and written (feature `checkpoint`, on by default) |
//! | [`lang`] | the step language and its graphs |
//! | [`chart`] | curves of losses and schedules as SVG |
//! | [`training`] | training loops that survive crashes, with the feature `checkpoint` |
//! | [`testing`] | a test for every optimizer: kernel against graph |
//! | [`plan`] | the memory accesses of a step |

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod author;
#[cfg(feature = "burn")]
pub mod burn;
#[cfg(feature = "candle")]
pub mod candle;
#[cfg(feature = "config")]
pub mod config;
#[cfg(feature = "contrib")]
pub mod contrib;
pub mod guide;
pub mod optimizers;
pub mod prelude;
pub mod schedulers;
pub mod shelf;
mod stock;
#[cfg(feature = "torch")]
pub mod torch;
#[cfg(feature = "checkpoint")]
pub mod training;

use std::sync::OnceLock;

#[cfg(feature = "indexmap")]
pub use indexmap;
pub use ndarray;
/// Masks: elements of parameters that stay zero. [The guide](guide::sparsity) explains how they affect a step.
///
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
#[doc(inline)]
pub use optim_core::*;
pub use optim_macros::{Choice, Parameters, elementwise, optimizer, scheduler};
pub use schedulers::{scheduler_named, schedulers};

/// Every stock optimizer, with its documentation, arguments and defaults, for lookup by name. With the feature `contrib`, the
/// optimizers of `contrib` follow.
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
    static ALL: OnceLock<Vec<OptimizerEntry>> = OnceLock::new();
    ALL.get_or_init(|| {
        [
            optimizers::ENTRIES,
            #[cfg(feature = "contrib")]
            contrib::ENTRIES,
        ]
        .concat()
    })
}

/// The stock optimizers that wrap another one, by name: `Lookahead` and others, with the feature `contrib`. Their builders take the
/// builder of the inner optimizer first.
///
/// ```
/// # #[cfg(feature = "contrib")] {
/// let registry = optim_std::registry();
/// let inner = registry.optimizer("AdamW")?.builder().set("lr", 1e-3)?;
/// let builder = registry.optimizer("Lookahead")?.builder().inner(inner)?.set("k", 5_usize)?;
/// let opt = builder.build(&optim_std::ndarray::array![1.0_f32, -2.0])?;
/// assert_eq!(opt.name(), "Lookahead<AdamW>");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn wrappers() -> &'static [OptimizerEntry] {
    #[cfg(feature = "contrib")]
    return contrib::WRAPPERS;
    #[cfg(not(feature = "contrib"))]
    &[]
}

/// Every optimizer and schedule of the program by name: the stock ones, then all others, which register themselves.
///
/// ```
/// use optim_std::author::*;
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
/// Without the feature `inventory`, and on platforms that it does not support, only the stock ones are registered;
/// `optim_std::registry().clone().with::<Downhill>()` adds others. If your own optimizer has the name of a stock one, looking up that name
/// is an error that shows where both are. All doc tests of a crate are one program: optimizers and schedules that they look up by name, also
/// through a checkpoint, need unique names.
pub fn registry() -> &'static Registry {
    static ALL: OnceLock<Registry> = OnceLock::new();
    ALL.get_or_init(|| {
        let stock = Registry::new().with_optimizers(optimizers()).with_optimizers(wrappers());
        stock.with_schedules(schedulers()).with_registered()
    })
}

// Generated code names this crate as its users do.
extern crate self as optim_std;

#[doc(hidden)]
pub mod __private {
    pub use optim_core::__private::*;
    pub use optim_macros::{optimizer_function, optimizer_impl, scheduler_impl};
}
