//! Files of PyTorch of any bytes. The result is an error or data. Bytes that are not an archive become the pickle of a valid archive.

#![no_main]

use std::cell::RefCell;

use libfuzzer_sys::fuzz_target;
use optim_fuzz::seeds::Seeds;
use optim_fuzz::{Model, Opt, bits, builder, model};
use optim_std::contrib::{Accumulate, Ema};
use optim_std::optimizers::{AdamW, Muon};
use optim_std::torch::{Names, OptimizerState, SchedulerState, TorchFile, TorchValue};
use optim_std::{LoadOptions, Partition};

/// The optimizers that files are loaded into, with the model of `tests/torch`: all optimizers that a file of torch can contain.
const OPTIMIZERS: [&str; 12] = [
    "ASGD",
    "Adadelta",
    "Adagrad",
    "Adam",
    "AdamW",
    "Adamax",
    "NAdam",
    "RAdam",
    "RMSprop",
    "Rprop",
    "SGD",
    "Adafactor",
];

thread_local! {
    static PROGRAM: RefCell<(Model<f32>, Vec<Opt<f32>>)> = {
        let model = model(&[("weight", &[3, 4]), ("bias", &[4]), ("conv", &[2, 3, 2])]);
        let opts = OPTIMIZERS.map(|name| builder(name).build(&model).expect("it takes the model"));
        let wrapped = [
            Ema::new(partition()).build(&model),
            Accumulate::new(partition()).build(&model),
            partition().build(&model),
        ];
        let wrapped = wrapped.into_iter().map(|opt| opt.expect("it takes the model"));
        RefCell::new((model, opts.into_iter().chain(wrapped).collect()))
    };
}

/// Muon for the matrix, AdamW for all other parameters.
fn partition() -> Partition {
    Partition::new().rule("hidden", |param| param.ndim() == 2, Muon::new()).rest("rest", AdamW::new())
}

fuzz_target!(init: Seeds::Torch.start(), |bytes: &[u8]| {
    let is_file = bytes.starts_with(b"PK") || bytes.starts_with(b"\x80\x02\x8a\x0a\x6c\xfc\x9c\x46");
    let file = if is_file { bytes.to_vec() } else { archive(bytes) };
    match TorchFile::from_bytes(file) {
        Ok(file) => read(&file),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});

fn read(file: &TorchFile) {
    values(&file.root(), 5, &mut 2000);
    PROGRAM.with_borrow_mut(|(model, opts)| {
        for value in [Ok(file.root()), file.get("model")].into_iter().flatten() {
            let before = model.clone();
            if value.load_params(model).is_err() {
                assert_eq!(bits(&opts[0], model), bits(&opts[0], &before), "a load that failed changed the model");
            }
        }
        if let Ok(state) = file.optimizer() {
            let mut states =
                vec![state.clone(), state.clone().inner(), OptimizerState::join([state.clone(), state.clone()])];
            states.extend(file.get("averaged").ok().map(|averaged| state.averaged(&averaged)));
            for state in &states {
                opts.iter_mut().for_each(|opt| loaded(state, opt, model));
            }
        }
    });
}

/// Reads all values, within a time limit.
fn values(value: &TorchValue, depth: usize, left: &mut usize) {
    if *left == 0 {
        return;
    }
    *left -= 1;
    drop((value.as_f64(), value.as_bool(), value.as_str().map(str::len), value.as_int(), value.place()));
    drop((value.class().map(str::len), value.as_device(), value.as_dtype(), value.len()));
    assert!(format!("{value:?}").len() < 1 << 16);
    if let Ok(tensor) = value.tensor() {
        if let Ok(array) = tensor.to_array::<f32>() {
            assert_eq!(array.shape(), tensor.shape());
        }
        drop(tensor.to_number());
    }
    if let Ok(state) = value.scheduler() {
        scheduler(&state);
    }
    if depth == 0 {
        return;
    }
    for key in value.keys().unwrap_or_default() {
        if let Ok(inner) = value.get(key) {
            values(&inner, depth - 1, left);
        }
    }
    for inner in [value.arguments(), value.attributes()].into_iter().flatten() {
        values(&inner, depth - 1, left);
    }
    for inner in value.elements().unwrap_or_default() {
        values(&inner, depth - 1, left);
    }
}

/// A continued scheduler has a value at any step, and a written state can be read.
fn scheduler(state: &SchedulerState) {
    let all = [
        state.schedule(),
        state.linear_with_warmup(None, 10),
        state.cosine_with_warmup(3, 10),
        state.constant_with_warmup(None),
    ];
    for result in all {
        match result {
            Ok(schedules) => {
                for steps in [0, 5, u64::MAX] {
                    let _ = schedules.group(0).at(steps);
                    let advanced = schedules.state_at(steps);
                    if let Ok(bytes) = advanced.write(Vec::new()) {
                        let read = TorchFile::from_bytes(bytes)
                            .and_then(|file| file.scheduler())
                            .expect("what is written is read");
                        assert_eq!(format!("{read:?}"), format!("{advanced:?}"));
                    }
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// A converted state is loaded, or nothing changes.
fn loaded(state: &OptimizerState, opt: &mut Opt<f32>, model: &Model<f32>) {
    for names in [Names::Auto, Names::InOrder, Names::InFile, Names::listed(["weight", "bias", "conv"])] {
        match state.convert_for(&*opt, &names) {
            Ok((state, notes)) => {
                notes.iter().for_each(|note| assert!(!note.to_string().is_empty()));
                let before = bits(&*opt, model);
                if opt.load_state_dict(&state, &LoadOptions::strict()).is_err() {
                    assert_eq!(bits(&*opt, model), before, "a load that failed changed the optimizer");
                } else {
                    let mut params = model.clone();
                    drop(opt.step(&mut params, model));
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// An archive with this pickle and one storage of 64 bytes.
fn archive(pickle: &[u8]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    let storage: Vec<u8> = (0..64).collect();
    for (name, contents) in [("x/data.pkl", pickle), ("x/data/0", &storage)] {
        let size = (contents.len() as u32).to_le_bytes();
        let header = bytes.len() as u32;
        let common = [&[20, 0, 0, 8][..], &[0; 10], &size, &size, &(name.len() as u16).to_le_bytes()].concat();
        bytes.extend([b"PK\x03\x04", &*common, &[0, 0], name.as_bytes(), contents].concat());
        directory.extend([b"PK\x01\x02\x14\0", &*common, &[0; 12], &header.to_le_bytes(), name.as_bytes()].concat());
    }
    let (start, size) = (bytes.len() as u32, directory.len() as u32);
    bytes.extend(directory);
    bytes.extend([b"PK\x05\x06\0\0\0\0\x02\0\x02\0", &size.to_le_bytes()[..], &start.to_le_bytes(), &[0, 0]].concat());
    bytes
}
