//! A file that is opened as another kind: the help names the function that reads it, and this function reads it.

use std::path::Path;

use optim_std::prelude::*;
use optim_std::safetensors::{SafetensorsError, SafetensorsFile};
use optim_std::torch::{TorchError, TorchFile};
use optim_std::{CheckpointError, FileError};

use super::{folder, path};

/// The messages of the three functions for a file: `None` if they read it.
fn messages(path: &Path) -> [(&'static str, Option<String>); 3] {
    [
        ("CheckpointFile::open", CheckpointFile::open(path).err().map(|error| error.to_string())),
        ("SafetensorsFile::open", SafetensorsFile::open(path).err().map(|error| error.to_string())),
        ("TorchFile::open", TorchFile::open(path).err().map(|error| error.to_string())),
    ]
}

/// One of them reads the file, and the messages of the others name it.
fn only(path: &Path, reader: &str) {
    for (function, message) in messages(path) {
        match message {
            None => assert_eq!(function, reader, "{}", path.display()),
            Some(message) => {
                assert_ne!(function, reader, "{message}");
                let help = message.split_once("\nhelp: ").unwrap_or_else(|| panic!("no help: {message}")).1;
                assert!(help.contains(&format!("{reader}`")), "{function}: {message}");
                let others = ["CheckpointFile::open", "SafetensorsFile::open", "TorchFile::open"];
                assert_eq!(others.iter().filter(|other| help.contains(**other)).count(), 1, "{message}");
            }
        }
    }
}

#[test]
fn every_help_leads_to_what_reads_the_file() {
    only(&path("types.safetensors"), "SafetensorsFile::open");
    only(&path("gpt2/model.safetensors"), "SafetensorsFile::open");
    only(&path("gpt2_parts/model.safetensors.index.json"), "SafetensorsFile::open");
    only(&path("../torch/adam.pt"), "TorchFile::open");

    let folder = folder("kinds");
    let model = ndarray::array![1.0_f32, -2.0];
    let opt = SGD::new(0.1).momentum(0.9).build(&model).unwrap();
    let with_all = folder.join("all.safetensors");
    Checkpoint::new().params(&model).optimizer(&opt).extra("epoch", "3").save(&with_all).unwrap();
    only(&with_all, "CheckpointFile::open");
    let alone = folder.join("alone.safetensors");
    opt.save(&alone).unwrap();
    only(&alone, "CheckpointFile::open");
    let params = folder.join("params.safetensors");
    optim_std::safetensors::save_params(&model, &params).unwrap();
    only(&params, "SafetensorsFile::open");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Files that no function reads, with advice.
#[test]
fn other_files_are_named() {
    let folder = folder("others");
    let message = |bytes: &[u8]| {
        let path = folder.join("model.safetensors");
        std::fs::write(&path, bytes).unwrap();
        let text = SafetensorsFile::open(&path).unwrap_err().to_string();
        text.replace(&*path.display().to_string(), "FILE")
    };
    let legacy = std::fs::read(path("../torch/before_1_6.pt")).unwrap();
    let expected = "`FILE` is not a safetensors file of parameters: it is in the format of torch before 1.6\n\
                    help: load it with torch and save it again: `torch.save(torch.load(path), path)`";
    assert_eq!(message(&legacy), expected);
    assert!(message(b"").contains("it is empty\nhelp: "));
    assert!(message(b"\x89HDF\r\n\x1a\nmore").contains("an HDF5 file\nhelp: "));
    assert!(message(b"GGUF\x03\0\0\0more").contains("a GGUF file\nhelp: "));
    assert!(message(b"version https://git-lfs.github.com/spec/v1").contains("a pointer of Git LFS\nhelp: "));
    assert!(message(b"{\"architectures\": [\"GPT2LMHeadModel\"]}").contains("it is JSON, but not an index"));
    let text = SafetensorsFile::open(&folder).unwrap_err().to_string();
    assert!(text.contains("a folder\nhelp: open the file `model.safetensors` or"), "{text}");
    let missing = SafetensorsFile::open(folder.join("none")).unwrap_err();
    assert!(matches!(missing, SafetensorsError::File(FileError { action: "read", .. })), "{missing}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Opening a pipe would wait for ever for a writer.
#[cfg(unix)]
#[test]
fn pipes_are_not_waited_for() {
    let folder = folder("pipe");
    let pipe = folder.join("model.safetensors");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if made.is_ok_and(|status| status.success()) {
        let text = SafetensorsFile::open(&pipe).unwrap_err().to_string();
        assert!(text.contains("it is a named pipe, expected a file"), "{text}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The errors have the promised types.
#[test]
fn errors_are_typed() {
    let model = path("gpt2/model.safetensors");
    assert!(matches!(CheckpointFile::open(&model), Err(CheckpointError::Foreign { .. })));
    assert!(matches!(TorchFile::open(&model), Err(TorchError::Format { found: "a safetensors file", .. })));
    let torch = SafetensorsFile::open(path("../torch/adam.pt"));
    assert!(matches!(torch, Err(SafetensorsError::Kind { found: "a zip archive, as `torch.save` writes", .. })));
}
