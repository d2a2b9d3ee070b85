#![doc = include_str!("links.md")]
#![doc = include_str!("../../docs/README.md")]
//!
//! ---
//!
//! The pages are Markdown files in `docs/` of the package, so you can also read them next to the source. Each page is included after `links.md`. The
//! link targets in `links.md` come first, so here they replace the targets in the page: modules instead of files.
//!
//! ## Files of the repository
//!
//! Some pages name files that the package does not have: programs of `examples/` and `tests/`, `docs/conformance.md`
//! and `CHANGELOG.md`. In rustdoc, their links lead here. In `docs/`, their links lead to the files.

// Every page exists without its feature, too. Only its programs need the feature, as tests.
#![cfg_attr(docsrs, doc(auto_cfg = false))]

// Programs that need a feature are tests if the feature is on. All of them become one test program, so the names of
// their optimizers must differ from the stock optimizers.

// The order is the same as in the table of contents in `docs/README.md`.

// I train.

#[cfg(any(all(feature = "checkpoint", feature = "torch"), not(doctest)))]
#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/from_pytorch.md")]
///
/// ---
///
/// In the API: [`Builder`](crate::Builder), [`Optimizer`](crate::Optimizer), [`NonFinite`](crate::NonFinite), [`torch`](crate::torch).
pub mod from_pytorch {}

#[cfg(any(all(feature = "checkpoint", feature = "config"), not(doctest)))]
#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/from_cerebras.md")]
///
/// ---
///
/// In the API: [`optimizer`](macro@crate::optimizer), [`scheduler`](macro@crate::scheduler), `config`,
/// [`training`](crate::training), [`Optimizer::visit_state_mut`](crate::Optimizer::visit_state_mut).
pub mod from_cerebras {}

#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/choosing.md")]
///
/// ---
///
/// In the API: [`optimizers`](mod@crate::optimizers), [`StepPlan`](crate::plan::StepPlan).
pub mod choosing {}

#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/gallery.md")]
///
/// ## The pictures
///
/// In `docs/` the pictures are files next to the page. Here they follow each other: schedules, the curved valley, four minima, the tilted valley,
/// values.
///
#[doc = include_str!("../../docs/pictures/schedules.svg")]
///
#[doc = include_str!("../../docs/pictures/rosenbrock.svg")]
///
#[doc = include_str!("../../docs/pictures/himmelblau.svg")]
///
#[doc = include_str!("../../docs/pictures/valley.svg")]
///
#[doc = include_str!("../../docs/pictures/losses.svg")]
///
/// ---
///
/// In the API: [`optimizers`](mod@crate::optimizers), [`schedulers`](mod@crate::schedulers).
pub mod gallery {}

#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/parameters.md")]
///
/// ---
///
/// In the API: [`Parameters`](trait@crate::Parameters), [`Named`](crate::Named), [`Shapes`](crate::Shapes),
/// [`TensorMut`](crate::TensorMut), [`TensorRef`](crate::TensorRef), [`Name`](crate::Name).
pub mod parameters {}

#[cfg(any(feature = "candle", not(doctest)))]
#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/candle.md")]
///
/// ---
///
/// In the API: the module `candle`, with the feature of that name.
pub mod candle {}

#[cfg(any(feature = "burn", not(doctest)))]
#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/burn.md")]
///
/// ---
///
/// In the API: `optim_std::burn`, with the feature `burn`.
pub mod burn {}

// Its program needs `optim-gpu`, so `optim-gpu` tests it.
#[cfg(not(doctest))]
#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/gpu.md")]
///
/// ---
///
/// In the API: the crate `optim-gpu`, [`optim_core::program`].
pub mod gpu {}

#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/schedules.md")]
///
/// ---
///
/// In the API: [`scheduler`](macro@crate::scheduler), [`Schedule`](crate::Schedule), [`Compose`](crate::schedulers::Compose),
/// [`schedule`](mod@crate::schedule), [`schedulers`](mod@crate::schedulers).
pub mod schedules {}

#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/groups.md")]
///
/// ---
///
/// In the API: [`Builder`](crate::Builder), [`Parameters`](crate::Parameters), [`Tags`](crate::Tags), [`Group`](crate::Group),
/// [`ParamView`](crate::ParamView), [`StepReport`](crate::StepReport), [`BuildError`](crate::BuildError), [`StepError`](crate::StepError).
pub mod groups {}

#[cfg(any(feature = "config", not(doctest)))]
#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/configuration.md")]
///
/// ---
///
/// In the API: `config`, [`registry`](fn@crate::registry).
pub mod configuration {}

#[cfg(any(feature = "checkpoint", not(doctest)))]
#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/training.md")]
///
/// ---
///
/// In the API: [`training`](crate::training).
pub mod training {}

#[cfg(any(all(feature = "checkpoint", feature = "contrib"), not(doctest)))]
#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/cookbook.md")]
///
/// ---
///
/// In the API: [`Partition`](crate::Partition), [`training`](crate::training).
pub mod cookbook {}

#[cfg(any(feature = "checkpoint", not(doctest)))]
#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/checkpoints.md")]
///
/// ---
///
/// In the API: [`checkpoint`](crate::checkpoint), [`Checkpoint`](crate::Checkpoint), [`CheckpointFile`](crate::CheckpointFile),
/// [`LoadOptions`](crate::LoadOptions), [`Optimizer`](crate::Optimizer).
pub mod checkpoints {}

#[cfg(any(all(feature = "checkpoint", feature = "contrib", feature = "indexmap", feature = "torch"), not(doctest)))]
#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/torch.md")]
///
/// ---
///
/// In the API: [`torch`](crate::torch).
pub mod torch {}

#[cfg(any(all(feature = "checkpoint", feature = "indexmap"), not(doctest)))]
#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/safetensors.md")]
///
/// ---
///
/// In the API: [`safetensors`](crate::safetensors), [`LoadParams`](crate::LoadParams).
pub mod safetensors {}

#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/storage.md")]
///
/// ## The picture
///
#[doc = include_str!("../../docs/pictures/storage.svg")]
///
/// ---
///
/// In the API: [`Storage`](crate::Storage), [`Builder::storage`](crate::Builder::storage), [`Optimizer::storage`](crate::Optimizer::storage).
pub mod storage {}

#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/sparsity.md")]
///
/// ---
///
/// In the API: [`sparsity`](crate::sparsity), [`Optimizer::set_mask`](crate::Optimizer::set_mask).
pub mod sparsity {}

#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/numerics.md")]
///
/// ---
///
/// In the API: [`Builder`](crate::Builder), [`NonFinite`](crate::NonFinite), [`Threads`](crate::Threads).
pub mod numerics {}

#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/performance.md")]
///
/// ---
///
/// In the API: [`StepPlan`](crate::plan::StepPlan), [`Threads`](crate::Threads).
pub mod performance {}

// I invent optimizers.

#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/optimizers.md")]
///
/// ---
///
/// In the API: [`optimizer`](macro@crate::optimizer), [`elementwise`](macro@crate::elementwise), [`Choice`](macro@crate::Choice),
/// [`testing`](crate::testing), the kinds in [`lang`](crate::lang), [`optimizers`](mod@crate::optimizers).
pub mod optimizers {}

#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/functions.md")]
///
/// ---
///
/// In the API: [`lang::ops`](crate::lang::ops).
pub mod functions {}

#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/shelf.md")]
///
/// ---
///
/// In the API: [`shelf`](mod@crate::shelf), [`optimizer`](macro@crate::optimizer), [`elementwise`](macro@crate::elementwise).
pub mod shelf {}

#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/rules.md")]
///
/// ---
///
/// In the API: [`optimizer`](macro@crate::optimizer), [`lang`](crate::lang).
pub mod rules {}

#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/errors.md")]
///
/// ---
///
/// In the API: [`optimizer`](macro@crate::optimizer), [`scheduler`](macro@crate::scheduler).
pub mod errors {}

#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/messages.md")]
pub mod messages {}

#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/graphs.md")]
///
/// ## The picture
///
#[doc = include_str!("../../docs/pictures/Lion.svg")]
///
/// ---
///
/// In the API: [`Graph`](crate::lang::Graph), [`Definition::graph`](crate::Definition::graph), [`Builder::graph`](crate::Builder::graph),
/// [`Schedule::graph`](crate::Schedule::graph), [`testing`](crate::testing).
pub mod graphs {}

#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/wrapping.md")]
///
/// ---
///
/// In the API: [`optimizer`](macro@crate::optimizer), [`wrappers`](crate::wrappers), [`AnyBuilder::inner`](crate::AnyBuilder::inner).
pub mod wrapping {}

#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/time.md")]
///
/// ---
///
/// In the API: [`optimizer`](macro@crate::optimizer), [`StepProgram`](crate::plan::StepProgram).
pub mod time {}

#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/inputs.md")]
///
/// ---
///
/// In the API: [`Inputs`](crate::Inputs), [`Optimizer::with_inputs`](crate::Optimizer::with_inputs), [`Optimizer::due`](crate::Optimizer::due).
pub mod inputs {}

#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/routines.md")]
///
/// ---
///
/// In the API: [`Optimizer::step_with`](crate::Optimizer::step_with), [`Optimizer::eval_weights`](crate::Optimizer::eval_weights),
/// [`Optimizer::with_eval`](crate::Optimizer::with_eval), [`Routine`](crate::Routine).
pub mod routines {}

#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/global.md")]
///
/// ---
///
/// In the API: [`Optimizer::global`](crate::Optimizer::global), [`Optimizer::globals`](crate::Optimizer::globals),
/// [`StepPlan::phases`](crate::plan::StepPlan::phases).
pub mod global {}

#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/lists.md")]
///
/// ---
///
/// In the API: [`optimizer`](macro@crate::optimizer), [`Optimizer::state`](crate::Optimizer::state).
pub mod lists {}

#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/axes.md")]
///
/// ---
///
/// In the API: [`optimizer`](macro@crate::optimizer), [`State`](crate::lang::State), [`testing`](crate::testing).
pub mod axes {}

#[cfg(any(feature = "linalg", not(doctest)))]
#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/matrices.md")]
///
/// ---
///
/// In the API: [`optimizer`](macro@crate::optimizer), [`BuildError::Dimensions`](crate::BuildError::Dimensions),
/// [`lang::ops`](crate::lang::ops).
pub mod matrices {}

#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/randomness.md")]
///
/// ---
///
/// In the API: [`draw`](crate::draw), [`Builder::seed`](crate::Builder::seed), [`Initial::Normal`](crate::Initial::Normal).
pub mod randomness {}

// I maintain this, or build an adapter.

#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/backends.md")]
///
/// ---
///
/// In the API: [`Backend`](crate::evaluate::Backend), [`OnDevice`](crate::OnDevice), [`Optimizer::on_device`](crate::Optimizer::on_device).
pub mod backends {}

#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/stablehlo.md")]
///
/// ---
///
/// In the API: [`stablehlo`](mod@crate::stablehlo), [`Optimizer::to_stablehlo`](crate::Optimizer::to_stablehlo),
/// [`Graph::to_stablehlo`](crate::lang::Graph::to_stablehlo).
pub mod stablehlo {}

#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/differences.md")]
///
/// ---
///
/// In the API: [`optimizers`](mod@crate::optimizers).
pub mod differences {}

#[doc = include_str!("links.md")]
#[doc = include_str!("../../docs/support.md")]
pub mod support {}
