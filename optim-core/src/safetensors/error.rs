//! Errors of reading and writing safetensors files.

use std::path::PathBuf;

use crate::files::FileError;
use crate::messages::shown;
use crate::params::LoadParamsError;

/// The error of reading or writing a safetensors file. The model and an existing file have not changed then.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum SafetensorsError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file is of another kind.
    #[error("`{}` is not a safetensors file of parameters: it is {found}\nhelp: {help}", shown(path.display()))]
    Kind {
        /// The file.
        path: PathBuf,
        /// The kind of the file.
        found: &'static str,
        /// A suggestion.
        help: &'static str,
    },
    /// The file is damaged or truncated.
    #[error("`{}` is not a valid safetensors file: {}", shown(path.display()), shown(reason))]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// There is no tensor of this name.
    #[error(
        "`{}` has no tensor `{}`{}", shown(path.display()), shown(name), nearest.as_ref().map_or_else(String::new, |nearest| format!(" (there is `{}`)", shown(nearest)))
    )]
    NoTensor {
        /// The file.
        path: PathBuf,
        /// The name.
        name: String,
        /// The most similar name, if one is similar.
        nearest: Option<String>,
    },
    /// A tensor that is not of floating-point numbers.
    #[error(
        "tensor `{}` of `{}` has elements of type {}, which parameters cannot have: read are F64, F32, F16 and BF16", shown(name), shown(path.display()), shown(dtype)
    )]
    ElementType {
        /// The file.
        path: PathBuf,
        /// The tensor.
        name: String,
        /// The type, as the file says it.
        dtype: String,
    },
    /// There is not enough memory for a tensor.
    #[error("not enough memory for tensor `{}`: {elements} elements", shown(name))]
    OutOfMemory {
        /// The tensor.
        name: String,
        /// Its number of elements.
        elements: usize,
    },
    /// The file does not fit the model.
    #[error("parameters of `{}`: {error}", shown(path.display()))]
    Params {
        /// The file.
        path: PathBuf,
        /// The error.
        #[source]
        error: LoadParamsError,
    },
    /// The data can't be stored in a file.
    #[error("this cannot be saved: {}", shown(reason))]
    Unwritable {
        /// The reason.
        reason: String,
    },
}

crate::messages::debug_as_display!(SafetensorsError);
