//! The unit tests that stand beside private functions, without compiling the stock optimizers once more: their files are included here.

#![allow(
    dead_code,
    missing_docs,
    unreachable_pub,
    unused_imports,
    reason = "files of the library, a part of which is tested here"
)]

#[path = "../../src/config"]
mod config {
    mod glob;
}

#[path = "../../src/torch"]
mod torch {
    mod convert {
        mod error;
        pub(crate) use error::ConvertError;
    }
    mod error;
    mod pickle {
        mod pool;
    }
    mod scheduler {
        mod cycle;
    }
    mod zip;
}

#[path = "../../src/training"]
mod training {
    mod data;
    mod file_name;
    mod position;
    mod shuffle;
}
