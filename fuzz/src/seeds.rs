//! The first inputs of each target.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;

use optim_fuzz_seeds::{fenced, files, repository, write};
use optim_std::checkpoint::Checkpoint;
use serde_json::{Value as Json, json};

use crate::parts::Parts;
use crate::trained;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// A target.
#[derive(Clone, Copy)]
pub enum Seeds {
    /// Configurations.
    Config,
    /// Files of PyTorch.
    Torch,
    /// Checkpoints.
    Checkpoint,
}

impl Seeds {
    /// Writes the inputs and the dictionary.
    ///
    /// # Panics
    ///
    /// If a file cannot be read or written.
    pub fn start(self) {
        let (target, inputs, words) = match self {
            Self::Config => ("config", config(), config_words()),
            Self::Torch => ("torch", torch(), TORCH.map(<[u8]>::to_vec).into()),
            Self::Checkpoint => ("checkpoint", checkpoint(), CHECKPOINT.map(|word| word.into()).into()),
        };
        let written = inputs.and_then(|inputs| Ok(write(env!("CARGO_MANIFEST_DIR"), target, &inputs, &words)?));
        written.expect("the repository, and leave to write beside this crate");
    }
}

/// Configurations from the documentation, the examples and the recorded cases.
fn config() -> Result<Vec<Vec<u8>>> {
    let mut texts = Vec::new();
    for path in files(&repository("optim-std/docs"), ".md")? {
        texts.extend(fenced(&fs::read_to_string(path)?, "yaml"));
    }
    for path in files(&repository("examples/data"), ".yaml")? {
        texts.push(fs::read_to_string(path)?);
    }
    let cases: Json = serde_json::from_slice(&fs::read(repository("tests/goldens/config_cases.json"))?)?;
    let calls = |kind: &str| cases[kind].as_array().into_iter().flatten().map(|case| case["call"].clone());
    for call in calls("optimizer") {
        let name = call["optimizer_type"].as_str().unwrap_or_default().to_owned();
        texts.push(json!({"optimizer": {name: call["kwargs"]}}).to_string());
    }
    for call in calls("lr_scheduler") {
        texts.push(json!({"optimizer": {"SGD": {"lr": call["learning_rate"]}}}).to_string());
        texts.push(call["learning_rate"].to_string());
    }
    for call in calls("trainer_scheduler") {
        texts.push(json!({"optimizer": {"SGD": {"lr": 0.1}}, "schedulers": [call]}).to_string());
        texts.push(call.to_string());
    }
    Ok(texts.into_iter().map(String::into_bytes).collect())
}

/// Every name that a configuration may contain, and YAML's special characters.
fn config_words() -> Vec<Vec<u8>> {
    let mut words: BTreeSet<&str> = BTreeSet::from([
        "optimizer",
        "schedulers",
        "scheduler",
        "params",
        "tags",
        "adjust_learning_rate",
        "optimizer_type",
        "learning_rate",
        "main_scheduler",
        "chained",
        "param_group_tags",
        "param_group_key",
        "trainer",
        "init",
        "&a ",
        "*a",
        "<<: ",
        "- ",
        ": ",
        "{",
        "}",
        "[",
        "]",
        "|",
        ">-",
        "'",
        "\"",
        "# ",
        "null",
        "true",
        ".inf",
        ".nan",
        "-1",
        "1e999",
        "0x10",
        "!!float ",
        "!!str ",
        "? ",
        "---\n",
        "%YAML 1.2\n",
        "*bias",
        "'*'",
        "steps",
    ]);
    for entry in optim_std::optimizers() {
        words.insert(entry.name);
        words.extend(entry.hypers.iter().map(|info| info.name));
    }
    for entry in optim_std::registry().schedules() {
        words.extend(entry.names());
        words.extend(entry.arguments().iter().map(|info| info.name));
    }
    words.into_iter().map(|word| word.as_bytes().to_vec()).collect()
}

/// Files of PyTorch, and their pickles.
fn torch() -> Result<Vec<Vec<u8>>> {
    let mut inputs = Vec::new();
    for path in files(&repository("tests/torch"), ".pt")? {
        let file = fs::read(path)?;
        let place = |what: &[u8]| file.windows(what.len()).position(|bytes| bytes == what);
        if let (Some(start), Some(end)) = (place(b"\x80\x02}").or(place(b"\x80\x05}")), place(b"PK\x07\x08")) {
            inputs.push(file.get(start..end).unwrap_or_default().to_vec());
        }
        inputs.push(file);
    }
    Ok(inputs)
}

/// Pieces of pickles and archives.
const TORCH: [&[u8]; 41] = [
    b"ccollections\nOrderedDict\n",
    b"ctorch._utils\n_rebuild_tensor_v2\n",
    b"ctorch._utils\n_rebuild_parameter\n",
    b"ctorch\nFloatStorage\n",
    b"cargparse\nNamespace\n",
    b"ccollections\nCounter\n",
    b"cnumpy\ndtype\n",
    b"cnumpy.core.multiarray\nscalar\n",
    b"cnumpy.core.multiarray\n_reconstruct\n",
    b"c_codecs\nencode\n",
    b"ctorch\nDoubleStorage\n",
    b"ctorch\nHalfStorage\n",
    b"ctorch\nfloat32\n",
    b"cbuiltins\nset\n",
    b"cbuiltins\nlist\n",
    b"ccollections\ndefaultdict\n",
    b"ctorch\ndevice\n",
    b"X\x07\0\0\0storage",
    b"X\x05\0\0\0state",
    b"X\x0c\0\0\0param_groups",
    b"X\x06\0\0\0params",
    b"X\x0b\0\0\0param_names",
    b"X\x02\0\0\0lr",
    b"X\x05\0\0\0betas",
    b"X\x04\0\0\0step",
    b"X\x07\0\0\0exp_avg",
    b"X\x0a\0\0\0exp_avg_sq",
    b"X\x01\0\0\x000",
    b"G?\xf0\0\0\0\0\0\0",
    b"J\xff\xff\xff\xff",
    b"\x8a\x08\xff\xff\xff\xff\xff\xff\xff\x7f",
    b"\x8a\x09\xff\xff\xff\xff\xff\xff\xff\xff\0",
    b"K\x01",
    b"\x80\x02",
    b"\x85R",
    b"tQ",
    b"PK\x03\x04",
    b"PK\x01\x02",
    b"PK\x05\x06",
    b"PK\x06\x06",
    b"PK\x06\x07",
];

/// Files of optimizers, with and without parameters, in parts and as whole files.
fn checkpoint() -> Result<Vec<Vec<u8>>> {
    let path = std::env::temp_dir().join(format!("optim-fuzz-seed-{}", std::process::id()));
    let (params, opts) = trained();
    let mut inputs = Vec::new();
    for opt in &opts {
        Checkpoint::new().params(&params).optimizer(opt).extra("epoch", "3").save(&path)?;
        let file = fs::read(&path)?;
        inputs.push(Parts::of(&file).joined());
        inputs.push([b"raw\0", &*file].concat());
        Checkpoint::new().optimizer(opt).save(&path)?;
        inputs.push(Parts::of(&fs::read(&path)?).joined());
    }
    fs::remove_file(&path)?;
    Ok(inputs)
}

const CHECKPOINT: [&str; 26] = [
    "\"schedule\":",
    "\"arguments\":",
    "\"float\":",
    "\"nan\"",
    "\"inf\"",
    "\"int\":",
    "\"shape\":",
    "\"dtype\":",
    "\"F32\"",
    "\"F64\"",
    "\"BOOL\"",
    "\"F16\"",
    "\"BF16\"",
    "\"data_offsets\":",
    "\"masked\":true",
    "\"settings\":",
    "\"states\":",
    "\"adjust_learning_rate\":",
    "null",
    "true",
    "18446744073709551615",
    "-1",
    "1e308",
    "[0]",
    "\"checksums\":",
    "{}",
];
