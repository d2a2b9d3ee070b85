//! Parameters in [safetensors](https://github.com/huggingface/safetensors) files, as Hugging Face and PyTorch write and
//! read them: the names, shapes and numbers of a model, without an optimizer.
//!
//! [`SafetensorsFile`] reads, [`save_params`] writes. A [`Checkpoint`](crate::Checkpoint) is a safetensors file too, but contains
//! more than parameters: read it with [`CheckpointFile`](crate::CheckpointFile).
//!
//! ```
//! # let folder = std::env::temp_dir().join(format!("optim-doc-safetensors-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! # let path = folder.join("model.safetensors");
//! use optim_core::safetensors::{SafetensorsFile, save_params};
//!
//! let model = ndarray::array![1.0_f32, -2.0];
//! save_params(&model, &path)?;                                   // in Python: safetensors.torch.load_file(path)
//!
//! let mut other = ndarray::array![0.0_f64, 0.0];
//! let unused = SafetensorsFile::open(&path)?.load_params(&mut other)?;
//! assert_eq!((other[1], unused.len()), (-2.0, 0));
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | purpose |
//! |---|---|
//! | `file` | [`SafetensorsFile`]: a file, or the parts of one, and their contents |
//! | `header` | the front of a file, checked |
//! | `index` | the list of parts |
//! | `save` | writing |
//! | `error` | errors |

mod error;
mod file;
mod header;
mod index;
mod save;

pub use error::SafetensorsError;
pub use file::SafetensorsFile;
pub use save::save_params;

/// Longer headers are neither written nor read, here and in the `safetensors` library.
const LONGEST_HEADER: u64 = 100_000_000;
