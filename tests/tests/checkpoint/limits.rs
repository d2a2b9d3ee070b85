//! Files at the limits of the format: as short, as long and as deep as allowed, and with duplicates.

use ndarray::array;
use optim_std::checkpoint::CheckpointFile;
use optim_std::prelude::*;
use serde_json::json;

use super::Folder;
use super::errors::text;
use super::forge::assemble;

/// The error for a file with these bytes, without the place in its JSON.
fn refused(folder: &Folder, bytes: &[u8]) -> String {
    let path = folder.join("refused");
    std::fs::write(&path, bytes).unwrap();
    let text = text(&CheckpointFile::open(&path).unwrap_err(), &path);
    text.split(" at line ").next().unwrap().to_owned()
}

#[test]
fn of_lengths() {
    let folder = Folder::new("limits-lengths");
    let of_header = |length: u64, header: &[u8]| refused(&folder, &[&length.to_le_bytes(), header].concat());
    let cut = |found: u64, expected: u64| {
        format!("`FILE` has {found} bytes where its header asks for {expected}: it is cut off or not a checkpoint")
    };
    assert_eq!(refused(&folder, &[]), cut(0, 8));
    assert_eq!(refused(&folder, &[0; 7]), cut(7, 8));
    assert_eq!(refused(&folder, &[0; 8]), "`FILE` is not a checkpoint: its header: EOF while parsing a value");
    assert_eq!(of_header(3, b"{}"), cut(10, 11));
    // The file is complete, but not a checkpoint.
    let foreign = "`FILE` holds tensors, but was not written as a checkpoint of an optimizer\n\
                   help: read parameters from it with `optim_std::safetensors::SafetensorsFile::open`";
    assert_eq!(of_header(2, b"{}"), foreign);
    // The `safetensors` library does the same.
    let longest = 100_000_000;
    assert_eq!(of_header(longest, b"{}"), cut(10, longest + 8));
    assert_eq!(of_header(longest + 1, b"{}"), "`FILE` is not a checkpoint: its header would have 100000001 bytes");
}

#[test]
fn of_depth() {
    let folder = Folder::new("limits-depth");
    let path = folder.join("run");
    let model = array![1.0_f32];
    let deep = |depth: usize| {
        let lr = (2..depth).fold(LinearLR::new(0.0, 0.1, 2).warmup(1), |lr, _| lr.warmup(1));
        SGD::new(lr).build(&model).unwrap()
    };
    let deepest = deep(16);
    deepest.save(&path).unwrap();
    let mut other = SGD::new(0.1).build(&model).unwrap();
    assert_eq!(
        deep(17).save(&path).unwrap_err().to_string(),
        "this cannot be saved: `lr` of group `default` has schedules in schedules, more than 16 deep"
    );
    other.load(&path).unwrap();
    assert_eq!(other.state_dict(), deepest.state_dict());
}

#[test]
fn of_what_is_there_twice_or_is_no_object() {
    let folder = Folder::new("limits-twice");
    let header = |header: &str| {
        let text = refused(&folder, &assemble(header, &[], &[]));
        text.strip_prefix("`FILE` is not a checkpoint: ").unwrap().to_owned()
    };
    let meta = |fields: &str| {
        let meta = format!(r#"{{"format":"optim-checkpoint","version":1,{fields}}}"#);
        header(&json!({"__metadata__": {"optim": meta}}).to_string())
    };
    let tensor = r#""w":{"dtype":"F32","shape":[],"data_offsets":[0,4]}"#;
    let ours = r#""__metadata__":{"optim":""}"#;
    assert_eq!(header(&format!("{{{ours},{tensor},{tensor}}}")), "its header: `w` is there twice");
    assert_eq!(header(r#"{"__metadata__":{},"__metadata__":{}}"#), "its header: `__metadata__` is there twice");
    assert_eq!(header(r#"{"__metadata__":{"optim":"","optim":""}}"#), "its header: `optim` is there twice");
    assert_eq!(meta(r#""extra":{"epoch":"1","epoch":"2"}"#), "its metadata: `epoch` is there twice");
    assert_eq!(
        meta(
            r#""optimizer":{"name":"SGD","steps":0,"params":[],"groups":[
                {"name":"default","tags":[],"settings":{"lr":0.1,"lr":0.2}}]}"#
        ),
        "its metadata: `lr` is there twice"
    );
    assert_eq!(header("[]"), "its header: invalid type: sequence, expected an object of tensors");
    assert_eq!(meta(r#""extra":[]"#), "its metadata: invalid type: sequence, expected an object");
}
