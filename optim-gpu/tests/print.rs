//! The text of kernels.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use ndarray::ArrayD;
use optim_gpu::print::{Language, PrintedKernel, kernels};
use optim_gpu::{GpuError, LaunchKind};
use optim_std::prelude::*;
use optim_std::{Optimizer, OptimizerEntry, Storage};

const LANGUAGES: [Language; 3] = [Language::Wgsl, Language::Cuda, Language::Metal];

fn build(entry: &OptimizerEntry, shapes: &[Vec<usize>]) -> Option<Optimizer<f32>> {
    let named = shapes.iter().enumerate();
    let model: BTreeMap<String, ArrayD<f32>> =
        named.map(|(k, shape)| (format!("p{k:03}"), ArrayD::zeros(shape.as_slice()))).collect();
    let made = entry.builder().set("lr", 0.01).ok()?.build(&model).ok()?;
    Some((made).clone())
}

fn printed(name: &str, shapes: &[Vec<usize>], language: Language) -> Vec<PrintedKernel> {
    let entry = optim_std::optimizers().iter().find(|entry| entry.name == name).expect("it is known");
    kernels(&build(entry, shapes).expect("it builds"), language).expect("it prints")
}

/// The number of times that a kernel loads and stores each of its buffers, by the pointers to their elements.
#[derive(Debug, Default)]
struct Accesses {
    loads: HashMap<String, usize>,
    stores: HashMap<String, usize>,
    /// The largest number for one pointer.
    most: usize,
}

fn accesses(text: &str) -> Accesses {
    let mut found = Accesses::default();
    let (mut pointers, mut loads, mut stores) = (HashMap::new(), HashMap::new(), HashMap::new());
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
        if let Some((left, right)) = line.split_once(" = &")
            && let Some((buffer, _)) = right.trim_start_matches("(*").split_once('[')
        {
            let pointer = left.split_whitespace().next_back().expect("a pointer has a name");
            pointers.insert(pointer, buffer.trim_end_matches(')').trim_end_matches("_ref"));
        } else if let Some((_, pointer)) = line.split_once(" = *")
            && let Some(buffer) = pointers.get(pointer.trim_end_matches(';'))
        {
            *found.loads.entry((*buffer).to_owned()).or_default() += 1;
            *loads.entry(pointer.trim_end_matches(';')).or_insert(0) += 1;
        } else if let Some((pointer, _)) = line.strip_prefix('*').and_then(|rest| rest.split_once(" = "))
            && let Some(buffer) = pointers.get(pointer)
        {
            *found.stores.entry((*buffer).to_owned()).or_default() += 1;
            *stores.entry(pointer).or_insert(0) += 1;
        }
    }
    let of_streams = |(pointer, count): (&&str, &usize)| {
        let is_stream = matches!(pointers[*pointer], "param" | "grad" | "states");
        is_stream.then_some(*count)
    };
    found.most = loads.iter().chain(&stores).filter_map(of_streams).max().unwrap_or(0);
    found
}

/// The streams of a launch that are in a buffer.
fn streams_in(buffer: &str, names: &[String]) -> usize {
    let is_here = |name: &&String| match name.as_str() {
        "param" => buffer == "param",
        "grad" => buffer == "grad",
        name => buffer == "states" && !name.starts_with("scratch"),
    };
    names.iter().filter(is_here).count()
}

/// A pass loads each stream once and stores it once.
#[test]
fn streams_are_loaded_and_stored_once() {
    for (name, passes) in [("AdamW", 1), ("Lion", 1), ("Lamb", 2)] {
        for language in LANGUAGES {
            let kernels = printed(name, &[vec![64, 48]], language);
            assert_eq!(kernels, printed(name, &[vec![64, 48]], language), "the text is always the same");
            let of_passes = || kernels.iter().filter(|kernel| kernel.launch.kind == LaunchKind::Pass);
            assert_eq!(of_passes().count(), passes, "{name}");
            for kernel in of_passes() {
                let found = accesses(&kernel.text);
                for buffer in ["param", "grad", "states"] {
                    let count = |counts: &HashMap<String, usize>| counts.get(buffer).copied().unwrap_or(0);
                    let expected =
                        (streams_in(buffer, &kernel.launch.reads), streams_in(buffer, &kernel.launch.writes));
                    assert_eq!((count(&found.loads), count(&found.stores)), expected, "{buffer} in\n{kernel}");
                }
                assert_eq!(found.most, 1, "{kernel}");
            }
        }
    }
}

/// AdamW and Lion read and write only the streams that a step needs.
#[test]
fn streams_have_names() {
    let names = |name: &str| {
        let kernels = printed(name, &[vec![64, 48]], Language::Cuda);
        let streams = |kernel: &PrintedKernel| (kernel.launch.reads.join(" "), kernel.launch.writes.join(" "));
        kernels.iter().map(streams).collect::<Vec<_>>()
    };
    let owned = |reads: &str, writes: &str| (reads.to_owned(), writes.to_owned());
    assert_eq!(names("AdamW"), [owned("param grad exp_avg exp_avg_sq", "param exp_avg exp_avg_sq")]);
    assert_eq!(names("Lion"), [owned("param grad exp_avg", "param exp_avg")]);
    let expected = [
        owned("param grad exp_avg exp_avg_sq", "exp_avg exp_avg_sq"),
        owned("", ""),
        owned("param exp_avg exp_avg_sq", "param"),
    ];
    assert_eq!(names("Lamb"), expected);
}

/// The kernels of an optimizer in a language. Checks that every remark is explained, and that WGSL's own compiler accepts the text with our names.
fn checked(cpu: &Optimizer<f32>, language: Language) -> Option<Vec<PrintedKernel>> {
    let kernels = match kernels(cpu, language) {
        Ok(kernels) => kernels,
        Err(error @ GpuError::Text { .. }) => panic!("{}: {error}", cpu.name()),
        Err(_) => return None,
    };
    for kernel in &kernels {
        assert!(!kernel.text.contains("// @"), "{kernel}");
        assert!(kernel.text.contains(&format!("{}(", kernel.name)), "{kernel}");
        if language == Language::Wgsl {
            let module = naga::front::wgsl::parse_str(&kernel.text);
            let module = module.unwrap_or_else(|error| panic!("{}\n{kernel}", error.emit_to_string(&kernel.text)));
            let (flags, capabilities) = (naga::valid::ValidationFlags::all(), naga::valid::Capabilities::empty());
            let valid = naga::valid::Validator::new(flags, capabilities).validate(&module);
            valid.unwrap_or_else(|error| panic!("{error:?}\n{kernel}"));
        }
    }
    Some(kernels)
}

/// Every step that runs on a device can be printed.
#[test]
fn all_optimizers() {
    let shapes = [vec![5], vec![3, 4], vec![2, 3, 4], vec![64, 48], vec![0]];
    let mut count = 0;
    for entry in optim_std::optimizers() {
        let Some(cpu) = build(entry, &shapes) else { continue };
        count += LANGUAGES.into_iter().filter_map(|language| checked(&cpu, language)).flatten().count();
    }
    assert!(count > 100, "only {count} kernels");
}

/// Parameters of two bytes and states in fewer bytes: each word is stored once.
#[test]
fn fewer_bytes() {
    let model = BTreeMap::from([("w".to_owned(), ArrayD::<half::bf16>::zeros(vec![100]))]);
    for storage in [Storage::Bf16, Storage::F16, Storage::Block8, Storage::Companded8] {
        let optimizer = AdamW::new().storage("param", Storage::Bf16Stochastic);
        let optimizer = optimizer.storage("exp_avg", storage).storage("exp_avg_sq", storage);
        let cpu = optimizer.build(&model).expect("it builds");
        for language in LANGUAGES {
            let kernels = checked(&cpu, language).expect("it prints");
            assert_eq!(kernels.len(), 1, "{language}, {storage}");
            assert!(kernels[0].buffers.contains(&"codes".to_owned()), "{:?}", kernels[0].buffers);
        }
        let stores = accesses(&checked(&cpu, Language::Wgsl).expect("it prints")[0].text).stores;
        let of = |buffer: &str| stores.get(buffer).copied().unwrap_or(0);
        let scales = if storage.block().is_some() { 2 } else { 0 };
        assert_eq!((of("param"), of("codes"), of("states")), (1, 2, scales), "{storage}: {stores:?}");
    }
}

/// A kernel for 128 parameters, which finds slots by binary search.
#[test]
fn many_slots() {
    let kernels = printed("AdamW", &vec![vec![100]; 1000], Language::Cuda);
    assert_eq!(kernels.len(), 8);
    for kernel in &kernels {
        assert_eq!((kernel.name.as_str(), kernel.buffers.len()), ("adamw_pass_1", 2 * 128 + 4));
        let found = accesses(&kernel.text);
        for slot in 0..128 {
            assert_eq!(found.loads[&format!("param{slot}")], 1);
            assert_eq!(found.stores[&format!("param{slot}")], 1);
            assert_eq!(found.loads[&format!("grad{slot}")], 1);
        }
    }
    assert!(kernels[0].text.contains("// parameters: 128 from p000 to p127\n"));
}

/// `BLESS=1` writes the snapshots.
#[test]
fn snapshots() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    let bless = std::env::var_os("BLESS").is_some();
    for (language, extension) in LANGUAGES.into_iter().zip(["wgsl", "cu", "metal"]) {
        let kernels = printed("AdamW", &[vec![64, 48], vec![48]], language);
        let text = kernels.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        let path = folder.join("adamw").with_extension(extension);
        if bless {
            std::fs::create_dir_all(&folder).expect("the folder can be made");
            std::fs::write(&path, &text).expect("the snapshot can be written");
        }
        let known = std::fs::read_to_string(&path).expect("there is a snapshot: BLESS=1 writes it");
        assert!(text == known, "{} differs: BLESS=1 writes it again\n{text}", path.display());
    }
}
