//! Damaged and malicious files: the reader returns an error or numbers, does not panic, and wastes no memory.

use std::path::Path;

use optim_std::safetensors::{SafetensorsError, SafetensorsFile};

use super::{folder, gpt2, path};

/// A file with this header and this number of bytes after it.
fn written(folder: &Path, header: &str, data: usize) -> std::path::PathBuf {
    let path = folder.join("made.safetensors");
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend(header.as_bytes());
    bytes.resize(bytes.len() + data, 0);
    std::fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn every_prefix_and_every_byte() {
    let folder = folder("damaged");
    let bytes = std::fs::read(path("types.safetensors")).unwrap();
    let file = folder.join("cut.safetensors");
    for len in 0..bytes.len() {
        std::fs::write(&file, &bytes[..len]).unwrap();
        assert!(SafetensorsFile::open(&file).is_err(), "{len} bytes");
    }
    let mut model = gpt2::<f32>(str::to_owned);
    for place in 0..bytes.len() {
        let mut bytes = bytes.clone();
        bytes[place] ^= [0x01, 0x20, 0xff][place % 3];
        std::fs::write(&file, bytes).unwrap();
        if let Ok(file) = SafetensorsFile::open(&file) {
            drop(file.to_map::<f32>());
            drop(file.load_params(&mut model));
        }
    }
    // Shortened after it was opened.
    let file = folder.join("later.safetensors");
    std::fs::copy(path("gpt2/model.safetensors"), &file).unwrap();
    let opened = SafetensorsFile::open(&file).unwrap();
    std::fs::OpenOptions::new().write(true).open(&file).unwrap().set_len(3000).unwrap();
    let mut model = gpt2::<f32>(str::to_owned);
    let error = opened.load_params(&mut model).unwrap_err().to_string();
    assert!(error.contains("it was cut off in tensor `"), "{error}");
    assert!(model.values().flatten().all(|&x| x == 0.0));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn headers_that_contradict_themselves() {
    let folder = folder("headers");
    let message = |header: &str, data: usize| {
        let error = SafetensorsFile::open(written(&folder, header, data)).unwrap_err();
        assert!(matches!(error, SafetensorsError::Malformed { .. }), "{error}");
        error.to_string().split_once("file: ").unwrap().1.to_owned()
    };
    let tensor = |name: &str, start: u64, end: u64| {
        format!(
            r#""{name}":{{"dtype":"F32","shape":[{}],"data_offsets":[{start},{end}]}}"#,
            end.saturating_sub(start) / 4
        )
    };
    let both = |a: String, b: String| format!("{{{a},{b}}}");
    let overlap = message(&both(tensor("a", 0, 8), tensor("b", 4, 12)), 12);
    assert_eq!(overlap, "tensor `b` starts at 4, the one before it ends at 8");
    let hole = message(&both(tensor("a", 0, 4), tensor("b", 8, 12)), 12);
    assert_eq!(hole, "tensor `b` starts at 8, the one before it ends at 4");
    assert_eq!(message(&both(tensor("a", 0, 4), tensor("a", 4, 8)), 8), "two tensors are called `a`");
    assert!(message(&format!("{{{}}}", tensor("a", 0, 4)), 3).ends_with("it is cut off"));
    assert!(message(&format!("{{{}}}", tensor("a", 0, 4)), 5).ends_with("it is longer than its tensors"));
    assert!(message(&format!("{{{}}}", tensor("a", 4, 0)), 0).contains("tensor `a`: it starts at 4 and ends at 0"));
    assert!(
        message(&format!("{{{}}}", tensor("a", 0, u64::MAX - 3)), 0).contains("bytes do not make a tensor of shape")
    );
    assert!(message(&format!("{{{}}}", tensor("a", 0, 1 << 60)), 0).contains("it is cut off"));
    let wrong = r#"{"a":{"dtype":"F32","shape":[2,2],"data_offsets":[0,8]}}"#;
    assert!(message(wrong, 8).contains("tensor `a`: 8 bytes do not make a tensor of shape [2, 2] and type F32"));
    let huge = r#"{"a":{"dtype":"F32","shape":[4611686018427387904,0,4611686018427387904],"data_offsets":[0,0]}}"#;
    assert!(message(huge, 0).contains("0 bytes do not make a tensor of shape"));
    assert!(message("[1, 2]", 0).contains("its header: invalid type: sequence, expected an object of tensors"));
    assert!(message(r#"{"a":3}"#, 0).contains("its header: tensor `a`: "));
    let long = folder.join("long.safetensors");
    std::fs::write(&long, [&100_000_001_u64.to_le_bytes()[..], b"[]"].concat()).unwrap();
    let error = SafetensorsFile::open(&long).unwrap_err().to_string();
    assert!(error.ends_with("its header would have 100000001 bytes, allowed: 100000000"), "{error}");
    // The error about an unknown type names it.
    let eight = r#"{"a":{"dtype":"F8_E5M2","shape":[4],"data_offsets":[0,4]}}"#;
    let file = SafetensorsFile::open(written(&folder, eight, 4)).unwrap();
    assert!(file.array::<f32>("a").unwrap_err().to_string().contains("has elements of type F8_E5M2"));
    // The file has no tensors.
    assert_eq!(SafetensorsFile::open(written(&folder, "{}", 0)).unwrap().names().len(), 0);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn indexes_that_lead_elsewhere() {
    let folder = folder("index");
    let parts = path("gpt2_parts");
    for name in ["model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"] {
        std::fs::copy(parts.join(name), folder.join(name)).unwrap();
    }
    let message = |map: &str| {
        let index = folder.join("model.safetensors.index.json");
        std::fs::write(&index, format!("{{\"metadata\":{{}},\"weight_map\":{map}}}")).unwrap();
        SafetensorsFile::open(&index).unwrap_err().to_string()
    };
    for file in ["../secret.safetensors", "/etc/hostname", "..", "", "a/b.safetensors", "./model.safetensors"] {
        let text = message(&format!("{{\"a\":\"{file}\"}}"));
        assert!(
            text.ends_with(&format!("it names the file `{file}`, allowed: names of files in the same folder")),
            "{text}"
        );
    }
    let text = message(r#"{"a":"model-00001-of-00002.safetensors"}"#);
    assert!(text.ends_with("it has no tensor `a`, which the index says is in it"), "{text}");
    assert!(message(r#"{"a":"gone.safetensors"}"#).starts_with("cannot read `"));
    let text = message(r#"{"a":"model.safetensors.index.json"}"#);
    assert!(text.ends_with("it is JSON, but not a safetensors file"), "{text}");
    // One range under two names.
    std::fs::copy(folder.join("model-00002-of-00002.safetensors"), folder.join("again.safetensors")).unwrap();
    let twice =
        r#"{"transformer.ln_f.bias":"again.safetensors","transformer.ln_f.weight":"model-00002-of-00002.safetensors"}"#;
    let text = message(twice);
    assert!(text.contains("is in `") && text.contains("` and in `"), "{text}");
    std::fs::remove_dir_all(&folder).unwrap();
}
