//! Forged checkpoint files with correct checksums.

use std::path::Path;

use serde_json::{Value as Json, json};

/// A file in parts.
pub(crate) struct Parts {
    pub(crate) header: Json,
    /// The value of our key in the metadata.
    pub(crate) meta: Json,
    /// The tensors without the checksums.
    pub(crate) data: Vec<u8>,
}

impl Parts {
    pub(crate) fn of(path: &Path) -> Self {
        let bytes = std::fs::read(path).unwrap();
        let length = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
        let header: Json = serde_json::from_slice(&bytes[8..8 + length]).unwrap();
        let meta = serde_json::from_str(header["__metadata__"]["optim"].as_str().unwrap()).unwrap();
        let end = header["checksums"]["data_offsets"][0].as_u64().unwrap() as usize;
        Self { header, meta, data: bytes[8 + length..][..end].to_vec() }
    }

    /// The file, with the metadata and checksums of its current content.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut header = self.header.clone();
        if header["__metadata__"].get("optim").is_some_and(Json::is_string) {
            header["__metadata__"]["optim"] = self.meta.to_string().into();
        }
        assemble(&header.to_string(), &self.data, &places(&header))
    }
}

/// Places of the tensors without the checksums, in order.
fn places(header: &Json) -> Vec<(usize, usize)> {
    let offset = |info: &Json, end: usize| info["data_offsets"][end].as_u64().map(|offset| offset as usize);
    let tensors =
        header.as_object().unwrap().iter().filter(|(name, _)| !["__metadata__", "checksums"].contains(&&***name));
    let mut places: Vec<_> = tensors.filter_map(|(_, info)| Some((offset(info, 0)?, offset(info, 1)?))).collect();
    places.sort_unstable();
    places
}

/// A file with this header as text, and tensors.
pub(crate) fn assemble(header: &str, data: &[u8], places: &[(usize, usize)]) -> Vec<u8> {
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend_from_slice(header.as_bytes());
    let mut checksums = crc32(&bytes).to_le_bytes().to_vec();
    for &(start, end) in places {
        checksums.extend_from_slice(&crc32(data.get(start..end).unwrap_or_default()).to_le_bytes());
    }
    bytes.extend_from_slice(data);
    bytes.extend_from_slice(&checksums);
    bytes
}

/// The checksum, computed bit by bit.
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 })
    })
}

/// The name of a change, and the change.
type Forgery = (&'static str, fn(&mut Parts));

/// Changes to the header and the metadata.
#[expect(clippy::too_many_lines, reason = "a table of changes")]
pub(crate) fn forgeries() -> Vec<Forgery> {
    vec![
        ("no metadata", |parts| drop(parts.header.as_object_mut().unwrap().remove("__metadata__"))),
        ("metadata of others", |parts| parts.header["__metadata__"] = json!({"format": "pt"})),
        ("metadata that is no text", |parts| parts.header["__metadata__"] = json!({"optim": 1})),
        ("a list for metadata", |parts| parts.header["__metadata__"] = json!([])),
        ("another format", |parts| parts.meta["format"] = "other".into()),
        ("no version", |parts| drop(parts.meta.as_object_mut().unwrap().remove("version"))),
        ("version 0", |parts| parts.meta["version"] = 0.into()),
        ("version 2", |parts| parts.meta["version"] = 2.into()),
        ("a huge version", |parts| parts.meta["version"] = u64::MAX.into()),
        ("a negative version", |parts| parts.meta["version"] = (-1).into()),
        ("no optimizer", |parts| drop(parts.meta.as_object_mut().unwrap().remove("optimizer"))),
        ("an optimizer of no name", |parts| parts.meta["optimizer"]["name"] = Json::Null),
        ("another optimizer", |parts| parts.meta["optimizer"]["name"] = "SGD".into()),
        ("negative steps", |parts| parts.meta["optimizer"]["steps"] = (-1).into()),
        ("steps that are no number", |parts| parts.meta["optimizer"]["steps"] = 1.5.into()),
        ("no groups", |parts| parts.meta["optimizer"]["groups"] = json!([])),
        ("a group twice", |parts| {
            let group = parts.meta["optimizer"]["groups"][0].clone();
            parts.meta["optimizer"]["groups"].as_array_mut().unwrap().push(group);
        }),
        ("a group renamed", |parts| parts.meta["optimizer"]["groups"][0]["name"] = "other".into()),
        ("no settings", |parts| parts.meta["optimizer"]["groups"][0]["settings"] = json!({})),
        ("settings as a list", |parts| parts.meta["optimizer"]["groups"][0]["settings"] = json!([1])),
        ("a parameter in no group", |parts| parts.meta["optimizer"]["params"][0]["group"] = u64::MAX.into()),
        ("a parameter in a negative group", |parts| parts.meta["optimizer"]["params"][0]["group"] = (-1).into()),
        ("another shape", |parts| parts.meta["optimizer"]["params"][2]["shape"] = json!([1, 2])),
        ("a huge shape", |parts| parts.meta["optimizer"]["params"][2]["shape"] = json!([u64::MAX, u64::MAX])),
        ("a shape of fractions", |parts| parts.meta["optimizer"]["params"][2]["shape"] = json!([1.5])),
        ("a state less", |parts| drop(parts.meta["optimizer"]["params"][0]["states"].as_array_mut().unwrap().pop())),
        ("a state that is not there", |parts| parts.meta["optimizer"]["params"][0]["states"][0] = "none".into()),
        ("a state of another parameter", |parts| {
            parts.meta["optimizer"]["params"][0]["states"][0] = "/../params/fc1.bias".into();
        }),
        ("a state twice", |parts| {
            let state = parts.meta["optimizer"]["params"][0]["states"][0].clone();
            parts.meta["optimizer"]["params"][0]["states"].as_array_mut().unwrap().push(state);
        }),
        ("a parameter twice", |parts| {
            let param = parts.meta["optimizer"]["params"][1].clone();
            parts.meta["optimizer"]["params"].as_array_mut().unwrap().push(param);
        }),
        ("no parameters", |parts| parts.meta["optimizer"]["params"] = json!([])),
        ("a saved parameter twice", |parts| {
            let param = parts.meta["params"][1].clone();
            parts.meta["params"].as_array_mut().unwrap().push(param);
        }),
        ("a saved parameter that is not there", |parts| parts.meta["params"][0] = "else".into()),
        ("a tensor more", |parts| {
            parts.header["extra"] = json!({"dtype": "F32", "shape": [0], "data_offsets": [0, 0]});
        }),
        ("a tensor less", |parts| drop(parts.header.as_object_mut().unwrap().remove("params/fc1.bias"))),
        ("tensors that overlap", |parts| parts.header["params/fc1.bias"]["data_offsets"] = json!([0, 20])),
        ("a tensor that ends before it starts", |parts| {
            parts.header["params/fc1.bias"]["data_offsets"] = json!([20, 0]);
        }),
        ("a tensor beyond the end", |parts| {
            parts.header["params/fc1.bias"]["data_offsets"] = json!([u64::MAX - 20, u64::MAX]);
        }),
        ("a tensor of a huge shape", |parts| {
            parts.header["params/fc1.bias"]["shape"] = json!([u64::MAX, u64::MAX]);
        }),
        ("a tensor of another shape", |parts| parts.header["params/fc1.bias"]["shape"] = json!([1, 5])),
        ("a tensor of more elements", |parts| parts.header["params/fc1.bias"]["shape"] = json!([6])),
        ("a tensor of whole numbers", |parts| parts.header["params/fc1.bias"]["dtype"] = "I32".into()),
        ("a tensor of half the size", |parts| parts.header["params/fc1.bias"]["dtype"] = "F16".into()),
        ("a tensor of no type", |parts| parts.header["params/fc1.bias"]["dtype"] = "F33".into()),
        ("a tensor that is none", |parts| parts.header["params/fc1.bias"] = json!(1)),
        ("a tensor of half numbers in other bytes", |parts| {
            parts.header["params/fc1.bias"]["dtype"] = "BF16".into();
            parts.header["params/fc1.bias"]["shape"] = json!([10]);
        }),
        ("checksums of another type", |parts| parts.header["checksums"]["dtype"] = "I8".into()),
        ("checksums of another shape", |parts| {
            let count = parts.header["checksums"]["shape"][0].as_u64().unwrap();
            parts.header["checksums"]["shape"] = json!([count * 4]);
        }),
        ("no checksums", |parts| drop(parts.header.as_object_mut().unwrap().remove("checksums"))),
        ("data cut off", |parts| parts.data.truncate(parts.data.len() - 1)),
        ("data too long", |parts| parts.data.push(0)),
        ("a word that is no text", |parts| parts.meta["extra"] = json!({"epoch": 3})),
    ]
}

/// Values that the learning rate cannot have.
pub(crate) fn settings() -> Vec<Json> {
    let mut deep = json!(0.1);
    for _ in 0..30 {
        deep = json!({"schedule": "SequentialLR", "arguments": {"schedulers": [deep, 0.1], "milestones": [2]}});
    }
    let mut doubling = json!({"schedule": "ConstantLR", "arguments": {"learning_rate": 0.1}});
    for _ in 0..15 {
        doubling = json!({"schedule": "ChainedScheduler", "arguments": {"schedulers": [doubling.clone(), 0.1]}});
    }
    let mut lists = json!(1);
    for _ in 0..100 {
        lists = json!([lists]);
    }
    vec![
        json!(null),
        json!(true),
        json!("fast"),
        json!(-1.0),
        json!([0.1]),
        json!([]),
        json!({}),
        json!({"float": "nan"}),
        json!({"float": "inf"}),
        json!({"float": "-inf"}),
        json!({"float": 1}),
        json!({"float": "0.1"}),
        json!({"int": "x"}),
        json!({"int": "-170141183460469231731687303715884105728"}),
        json!({"int": "170141183460469231731687303715884105728"}),
        json!({"schedule": 1}),
        json!({"schedule": "LinearLR"}),
        json!({"schedule": "LinearLR", "arguments": []}),
        json!({"schedule": "LinearLR", "arguments": {}}),
        json!({"schedule": "LinearLR", "arguments": {"initial": 0.0, "end": 0.1, "total_iters": 0}}),
        json!({"schedule": "LinearLR", "arguments": {"initial": 0.0, "end": 0.1, "total_iters": -3}}),
        json!({"schedule": "LinearLR", "arguments": {"initial": 0.0, "end": 0.1, "total_iters": 3, "more": 1}}),
        json!({"schedule": "LinearLR", "arguments": {"initial": -5.0, "end": -5.0, "total_iters": 3}}),
        json!({"schedule": "SequentialLR", "arguments": {"schedulers": [], "milestones": []}}),
        json!({"schedule": "SequentialLR", "arguments": {"schedulers": [0.1, {"schedule": "x"}], "milestones": [1]}}),
        json!({"schedule": "NoSuchLR", "arguments": {}}),
        json!({"schedule": "", "arguments": {}}),
        json!({"schedule": null}),
        json!({"schedule": null, "text": "x".repeat(1000)}),
        json!({"schedule": "LinearLR", "float": "nan"}),
        deep,
        doubling,
        lists,
    ]
}
