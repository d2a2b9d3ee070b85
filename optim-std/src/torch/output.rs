//! The file while it is written.

use std::collections::HashSet;
use std::io::Write;

use optim_core::checkpoint::TensorData;
use optim_core::{Float, Name, Parameters};

use super::dtype::DType;
use super::error::TorchError;
use super::pickle::PickleWriter;
use super::zip::Writer;

/// The name of the folder in the archive.
const FOLDER: &str = "optim";

/// A file while it is written: tensors are written at once, and the pickle at the end.
pub(super) struct Output<W> {
    archive: Writer<W>,
    pub(super) pickle: PickleWriter,
    storages: usize,
}

impl<W: Write> Output<W> {
    pub(super) fn new(out: W) -> Self {
        Self { archive: Writer::new(out), pickle: PickleWriter::new(), storages: 0 }
    }

    pub(super) fn tensor(&mut self, data: &TensorData) -> Result<(), TorchError> {
        self.archive.file(&format!("{FOLDER}/data/{}", self.storages), data.bytes())?;
        self.pickle.tensor(self.storages, data.dtype().into(), data.shape());
        self.storages += 1;
        Ok(())
    }

    /// An integer as a tensor.
    pub(super) fn count(&mut self, count: u64) -> Result<(), TorchError> {
        self.archive.file(&format!("{FOLDER}/data/{}", self.storages), &count.to_le_bytes())?;
        self.pickle.tensor(self.storages, DType::I64, &[]);
        self.storages += 1;
        Ok(())
    }

    pub(super) fn model<T: Float>(&mut self, model: &dyn Parameters<Elem = T>) -> Result<(), TorchError> {
        let mut result = Ok(());
        let mut names = HashSet::new();
        self.pickle.begin_dict();
        model.visit(Name::ROOT, &mut |name, array| {
            if result.is_ok() {
                let name = name.to_string();
                self.pickle.str(&name);
                result = self.tensor(&TensorData::from_view(&array));
                // If a key occurs twice, a dict keeps the last value.
                if let Some(param) = names.replace(name) {
                    result = Err(TorchError::Parameter { param, what: "has the name of another" });
                }
            }
        });
        self.pickle.end_dict();
        result
    }

    pub(super) fn finish(mut self) -> Result<W, TorchError> {
        for (name, contents) in [("data.pkl", &*self.pickle.finish()), ("byteorder", b"little"), ("version", b"3\n")] {
            self.archive.file(&format!("{FOLDER}/{name}"), contents)?;
        }
        Ok(self.archive.finish()?)
    }
}
