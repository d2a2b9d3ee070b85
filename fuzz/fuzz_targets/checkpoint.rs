//! Checkpoints of any bytes. A file that cannot be loaded changes nothing. A loaded optimizer has the values in the file.
//!
//! Few changes get past checksums. So an input is a file in parts, separated by zeros: a line with the options of the load, the metadata, the rest of
//! the header, and the tensors. The target joins the parts and adds correct checksums. If the first line is `raw`, the input is a whole file.

#![no_main]

use std::cell::RefCell;
use std::path::PathBuf;

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use optim_fuzz::parts::{Parts, mutated};
use optim_fuzz::seeds::Seeds;
use optim_fuzz::{Model, Opt, bits, trained};
use optim_std::LoadOptions;
use optim_std::checkpoint::{Checkpoint, CheckpointError, CheckpointFile, StateDict, StateEntry, TensorData};
use optim_std::safetensors::SafetensorsFile;

struct Program {
    path: PathBuf,
    model: Model<f32>,
    opts: Vec<Opt<f32>>,
}

thread_local!(static PROGRAM: RefCell<Program> = {
    let (model, opts) = trained();
    RefCell::new(Program { path: std::env::temp_dir().join(format!("optim-fuzz-{}", std::process::id())), model, opts })
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    match Parts::split(&data[..size]).and_then(|parts| mutated(parts, seed)) {
        Some(bytes) if bytes.len() <= max_size => {
            data[..bytes.len()].copy_from_slice(&bytes);
            bytes.len()
        }
        _ => fuzzer_mutate(data, size, max_size),
    }
});

fuzz_target!(init: Seeds::Checkpoint.start(), |bytes: &[u8]| {
    let (options, file) = match (bytes.strip_prefix(b"raw\0"), Parts::split(bytes)) {
        (Some(file), _) => (0, file.to_vec()),
        (None, Some(parts)) => (parts.options, parts.file()),
        (None, None) => return,
    };
    let mut load = if options & 1 == 0 { LoadOptions::strict() } else { LoadOptions::matching() };
    if options & 2 != 0 {
        load = load.cast();
    }
    if options & 4 != 0 {
        load = load.keep_hyperparameters();
    }
    PROGRAM.with_borrow_mut(|program| program.load(&file, &load, options & 7 == 0));
});

impl Program {
    fn load(&mut self, bytes: &[u8], load: &LoadOptions, strict: bool) {
        std::fs::write(&self.path, bytes).expect("a folder for temporary files");
        // Loads the same bytes as a model of another program.
        match SafetensorsFile::open(&self.path) {
            Ok(file) => drop((file.to_map::<f32>(), file.load_params(&mut self.model.clone()))),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
        let file = match CheckpointFile::open(&self.path) {
            Ok(file) => file,
            Err(error) => return assert!(!error.to_string().is_empty()),
        };
        drop((file.verify(), file.extras().len(), file.param_names().map(|names| names.len())));
        let dict = file.state_dict(optim_std::registry());
        let place = self.opts.iter().position(|opt| Some(opt.name()) == file.optimizer_name()).unwrap_or(0);
        let opt = &mut self.opts[place];
        let before = bits(&*opt, &self.model);
        let had = (self.model.clone(), opt.state_dict());

        if let Err(error) = file.load_with(&mut self.model, &mut *opt, load) {
            assert!(!error.to_string().is_empty() && !format!("{error:?}").is_empty());
            assert_eq!(bits(&*opt, &self.model), before, "a load that failed has changed something");
            return;
        }
        let now = opt.state_dict();
        match dict {
            Ok(dict) if strict => {
                assert_eq!(by_name(dict), by_name(now), "the optimizer is not what the file says");
            }
            // The optimizer's own schedule is kept.
            Ok(_) | Err(CheckpointError::ScheduleIsCode { .. }) => {}
            Err(error) => assert!(!strict, "it was loaded, and cannot be read: {error}"),
        }
        // A loaded optimizer can be saved.
        Checkpoint::new().params(&self.model).optimizer(&*opt).save(&self.path).expect("it can be saved");
        let loaded = bits(&*opt, &self.model);
        let again = CheckpointFile::open(&self.path).and_then(|file| file.load(&mut self.model, &mut *opt));
        again.expect("what was saved can be loaded");
        assert_eq!(bits(&*opt, &self.model), loaded, "a file does not hold all that was saved");
        let grads = self.model.clone();
        drop(opt.step(&mut self.model, &grads));
        // The next input starts from the same state.
        self.model = had.0;
        opt.load_state_dict(&had.1, &LoadOptions::strict()).expect("its own state");
        assert_eq!(bits(&*opt, &self.model), before);
    }
}

/// The settings are sorted. In a mask, any byte other than 0 becomes 1, and masked states become 0.
fn by_name(mut dict: StateDict) -> StateDict {
    for group in &mut dict.groups {
        group.settings.sort_by(|(a, _), (b, _)| a.cmp(b));
    }
    for param in &mut dict.params {
        let Some(mask) = &mut param.mask else { continue };
        let kept: Vec<u8> = mask.bytes().iter().map(|byte| u8::from(*byte != 0)).collect();
        *mask = TensorData::new(mask.dtype(), mask.shape().to_vec(), kept.clone()).expect("as many");
        for (_, state) in &mut param.states {
            if let StateEntry::Tensor(tensor) = state
                && tensor.shape() == param.shape
            {
                let elements = tensor.bytes().chunks(tensor.dtype().size()).zip(&kept);
                let bytes = elements.flat_map(|(bytes, kept)| bytes.iter().map(move |byte| byte * kept)).collect();
                *tensor = TensorData::new(tensor.dtype(), tensor.shape().to_vec(), bytes).expect("as many");
            }
        }
    }
    dict
}
