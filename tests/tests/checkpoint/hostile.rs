//! Damaged and malicious files: the loader does not panic, and never loads only a part of an optimizer.

use std::path::PathBuf;

use optim_std::checkpoint::{Checkpoint, CheckpointError, CheckpointFile, StateDict};
use proptest::prelude::*;

use super::forge::{Parts, assemble, forgeries, settings};
use super::{Folder, Model, Noise, Opt, bits, builder, model, train};

/// A file, and the optimizer that loads it.
struct Target {
    folder: Folder,
    model: Model<f32>,
    opt: Opt<f32>,
    before: Vec<String>,
    tried: usize,
}

impl Target {
    fn new(name: &str) -> Self {
        let folder = Folder::new(name);
        let mut params = model::<f32>();
        let mut opt = builder("AdamW").build(&params).unwrap();
        train(&mut opt, &mut params, 0..3);
        Checkpoint::new().params(&params).optimizer(&opt).save(folder.join("good")).unwrap();
        // The optimizer that loads the file is at another step.
        train(&mut opt, &mut params, 3..4);
        let before = bits(&opt, &params);
        Self { folder, model: params, opt, before, tried: 0 }
    }

    fn good(&self) -> PathBuf {
        self.folder.join("good")
    }

    /// Loads the whole file. If loading fails, nothing has changed.
    fn load(&mut self, what: &str, bytes: &[u8]) -> Result<(), CheckpointError> {
        self.tried += 1;
        let path = self.folder.join("bad");
        std::fs::write(&path, bytes).unwrap();
        let result = CheckpointFile::open(&path).and_then(|file| file.load(&mut self.model, &mut self.opt));
        match &result {
            Err(error) => {
                assert_eq!(bits(&self.opt, &self.model), self.before, "{what}");
                assert!(!error.to_string().is_empty() && !format!("{error:?}").is_empty());
            }
            Ok(()) => {
                // Then it is complete: every number equals the file.
                let file = CheckpointFile::open(&path).unwrap();
                let found = sorted(file.state_dict(optim_std::registry()).unwrap());
                assert_eq!(found, sorted(self.opt.state_dict()), "{what}");
                self.before = bits(&self.opt, &self.model);
            }
        }
        result
    }
}

/// Sorts the settings by name, because a forged file has them in this order.
fn sorted(mut dict: StateDict) -> StateDict {
    for group in &mut dict.groups {
        group.settings.sort_by(|(a, _), (b, _)| a.cmp(b));
    }
    dict
}

#[test]
fn cut_off_anywhere() {
    let mut target = Target::new("cut");
    let bytes = std::fs::read(target.good()).unwrap();
    for part in 0..200 {
        let length = bytes.len() * part / 200;
        target.load(&format!("cut to {length}"), &bytes[..length]).unwrap_err();
    }
    for length in bytes.len() - 20..bytes.len() {
        target.load(&format!("cut to {length}"), &bytes[..length]).unwrap_err();
    }
    let longer = [&bytes[..], &[0; 3]].concat();
    target.load("longer", &longer).unwrap_err();
    target.load("the whole", &bytes).unwrap();
    assert!(target.tried > 200);
}

#[test]
fn any_bit_that_flips_is_found() {
    let mut target = Target::new("flip");
    let mut bytes = std::fs::read(target.good()).unwrap();
    let mut noise = Noise(7);
    let length = bytes.len();
    for turn in 0..400 {
        let place = (turn * length / 400 + (noise.next().abs() * 16.0) as usize).min(length - 1);
        let bit = 1 << (turn % 8);
        bytes[place] ^= bit;
        target.load(&format!("bit {bit} of byte {place}"), &bytes).unwrap_err();
        bytes[place] ^= bit;
    }
    target.load("the whole", &bytes).unwrap();
}

#[test]
fn forged_headers() {
    let mut target = Target::new("forged");
    let path = target.good();
    target.load("as it was", &Parts::of(&path).bytes()).unwrap();
    for (what, forge) in forgeries() {
        let mut parts = Parts::of(&path);
        forge(&mut parts);
        let bytes = parts.bytes();
        assert!(target.load(what, &bytes).is_err(), "{what}");
    }
    for setting in settings() {
        let mut parts = Parts::of(&path);
        parts.meta["optimizer"]["groups"][0]["settings"]["lr"] = setting.clone();
        let bytes = parts.bytes();
        let result = target.load(&setting.to_string(), &bytes);
        // It is deep, but still a schedule.
        let allowed = setting["schedule"] == "ChainedScheduler";
        assert_eq!(result.is_ok(), allowed, "{setting}: {result:?}");
    }
    assert!(target.tried > 80);
}

#[test]
fn headers_that_are_no_headers() {
    let mut target = Target::new("headers");
    let deep = format!("{{\"a\":{}", "[".repeat(1_000_000));
    let twice =
        r#"{"a":{"dtype":"F32","shape":[],"data_offsets":[0,4]},"a":{"dtype":"F32","shape":[],"data_offsets":[0,4]}}"#;
    let metas = r#"{"__metadata__":{},"__metadata__":{}}"#;
    let keys = r#"{"__metadata__":{"optim":"{}","optim":"{}"}}"#;
    let headers = ["", "{", "{}", "[]", "null", "1e999", "\"\"", "\u{0}", &deep, twice, metas, keys];
    for header in headers {
        target.load(header.get(..60).unwrap_or(header), &assemble(header, &[0; 4], &[])).unwrap_err();
    }
    let mut invalid = assemble(r#"{"__metadata__":{}}"#, &[], &[]);
    invalid[12] = 0xff;
    target.load("no UTF-8", &invalid).unwrap_err();
    for length in [0, 7, 8, 100_000_000, 100_000_001, 1 << 40, u64::MAX - 7, u64::MAX] {
        let mut bytes = length.to_le_bytes().to_vec();
        bytes.extend_from_slice(b"{}");
        target.load("a header of any length", &bytes).unwrap_err();
    }
    let nested = format!("{{\"__metadata__\":{{\"optim\":\"{}\"}}}}", "[".repeat(100_000));
    target.load("deep metadata", &assemble(&nested, &[], &[])).unwrap_err();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200), front in 0_u64..100, json in any::<bool>()) {
        let folder = Folder::new("random");
        let path = folder.join(&format!("{:?}", std::thread::current().id()));
        let mut file = front.to_le_bytes().to_vec();
        if json {
            file.extend_from_slice(b"{\"__metadata__\":{\"optim\":\"{");
        }
        file.extend_from_slice(&bytes);
        std::fs::write(&path, &file).unwrap();
        prop_assert!(CheckpointFile::open(&path).is_err());
    }

    /// Copies each part of a valid file to each other place.
    #[test]
    fn shuffled_parts(from in 0.0..1.0, to in 0.0..1.0, length in 1_usize..300) {
        thread_local!(static TARGET: std::cell::RefCell<Target> = std::cell::RefCell::new(Target::new("shuffled")));
        TARGET.with_borrow_mut(|target| {
            let good = std::fs::read(target.good()).unwrap();
            let place = |share: f64| ((good.len() as f64 * share) as usize).min(good.len() - length);
            let mut bytes = good.clone();
            bytes.copy_within(place(from)..place(from) + length, place(to));
            let result = target.load("shuffled", &bytes);
            assert_eq!(result.is_ok(), bytes == good);
        });
    }
}
