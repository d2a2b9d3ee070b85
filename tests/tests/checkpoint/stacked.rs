//! Very many parameters: a file of stacks, as safe as a file of named tensors.

use std::collections::BTreeMap;

use ndarray::{Array1, Array2, ArrayD, IxDyn, array};
use optim_std::checkpoint::{Checkpoint, CheckpointError, CheckpointFile};
use optim_std::prelude::*;
use optim_std::{LoadOptions, StateDict};
use serde_json::{Value as Json, json};

use super::forge::crc32;
use super::{Folder, Model, Noise, Opt, bits, builder};

/// More tensors than one file can name: parameters of several shapes in turn, one in Fortran order.
fn model() -> Model<f32> {
    let mut noise = Noise(3);
    let shapes: [&[usize]; 4] = [&[1], &[], &[2, 3], &[0, 4]];
    let array = |place: usize, noise: &mut Noise| match place {
        7 => noise.array::<f32>(&[3, 2]).reversed_axes(),
        _ => noise.array(shapes[place % 4]),
    };
    (0..18_000).map(|place| (format!("layer.{place}/ж"), array(place, &mut noise))).collect()
}

/// A group, masks, and parameters without a gradient.
fn trained(model: &mut Model<f32>) -> Opt<f32> {
    let group = builder("AdamW").set("lr", 0.5).unwrap();
    let mut opt = builder("AdamW")
        .set("amsgrad", true)
        .unwrap()
        .group("sevens", |param| param.name().contains("7"), group)
        .build(model)
        .unwrap();
    opt.set_mask("layer.2/ж", &array![[true, false, true], [false, false, true]]).unwrap();
    opt.set_mask("layer.12341/ж", &ndarray::arr0(false)).unwrap();
    for part in [1, 3] {
        let mut noise = Noise(part as u64);
        let grads: Model<f32> = model
            .iter()
            .step_by(part)
            .map(|(name, array)| (name.clone(), ArrayD::from_shape_simple_fn(array.raw_dim(), || noise.next() as f32)))
            .collect();
        opt.step(model, &grads).unwrap();
    }
    opt
}

fn saved(folder: &Folder) -> (Model<f32>, Opt<f32>, Vec<u8>) {
    let mut model = model();
    let opt = trained(&mut model);
    let path = folder.join("run");
    Checkpoint::new().params(&model).optimizer(&opt).extra("epoch", "3").save(&path).unwrap();
    (model, opt, std::fs::read(path).unwrap())
}

fn header(bytes: &[u8]) -> (Json, usize) {
    let length = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    (serde_json::from_slice(&bytes[8..8 + length]).unwrap(), 8 + length)
}

#[test]
fn everything_comes_back() {
    let folder = Folder::new("stacked");
    let (model, opt, bytes) = saved(&folder);
    assert!(bytes.len() < 4 << 20 && header(&bytes).1 < 20_000, "{} bytes", bytes.len());
    let file = CheckpointFile::open(folder.join("run")).unwrap();
    file.verify().unwrap();
    assert_eq!((file.extra("epoch"), file.optimizer_name()), (Some("3"), Some("AdamW")));
    assert!(file.param_names().unwrap().eq(model.keys()));
    assert!(file.state_dict(optim_std::registry()).unwrap() == opt.state_dict());

    let mut other: Model<f32> = model.iter().map(|(name, array)| (name.clone(), array * 0.0)).collect();
    let group = || builder("AdamW");
    let build = |model: &Model<f32>| {
        let builder =
            group().set("amsgrad", true).unwrap().group("sevens", |param| param.name().contains("7"), group());
        builder.build(model).unwrap()
    };
    let mut fresh = build(&other);
    file.load(&mut other, &mut fresh).unwrap();
    assert_eq!(bits(&fresh, &other), bits(&opt, &model));

    // The parameters in another order, and only some of them.
    let some: Vec<(String, ArrayD<f32>)> =
        model.iter().rev().step_by(5).map(|(name, array)| (name.clone(), array * 0.0)).collect();
    let mut some: BTreeMap<String, ArrayD<f32>> = some.into_iter().collect();
    some.insert("more".to_owned(), array![1.0].into_dyn());
    some.insert("layer.0/ж".to_owned(), array![[1.0]].into_dyn());
    let mut fresh = build(&some);
    let (params, states) = file.load_with(&mut some, &mut fresh, &LoadOptions::matching()).unwrap();
    assert_eq!((params.missing, states.missing), (vec!["more".to_owned()], vec!["more".to_owned()]));
    assert_eq!((params.mismatched.len(), params.loaded.len() + 2), (1, some.len()));
    assert!(some.iter().all(|(name, array)| ["more", "layer.0/ж"].contains(&&**name) || *array == model[name]));
    for name in states.loaded {
        assert_eq!(fresh.state(&name, "exp_avg").unwrap(), opt.state(&name, "exp_avg").unwrap(), "{name}");
    }

    let mut wide: Model<f64> = model.iter().map(|(name, array)| (name.clone(), array.mapv(|_| 0.0))).collect();
    file.load_params(&mut wide).unwrap_err();
    file.load_params_with(&mut wide, &LoadOptions::strict().cast()).unwrap();
    assert!(model.iter().all(|(name, array)| wide[name] == array.mapv(f64::from)));
}

#[test]
fn dicts_and_several_models() {
    let folder = Folder::new("stacked-dicts");
    let path = folder.join("run");
    let model: Vec<Array1<f32>> = (0..30_000).map(|place| array![place as f32]).collect();
    let opt = SGD::new(0.1).momentum(0.9).build(&model).unwrap();
    let dict: StateDict = opt.state_dict();
    let more = BTreeMap::from([("more", array![0.5_f64, 0.25])]);
    Checkpoint::new().params(&model).params(&more).state_dict(&dict).save(&path).unwrap();
    let file = CheckpointFile::open(&path).unwrap();
    assert!(file.state_dict(optim_std::registry()).unwrap() == dict);
    assert_eq!(file.param_names().unwrap().nth(29_999), Some("29999"));
    assert_eq!(file.param_names().unwrap().last(), Some("more"));
    let mut back = BTreeMap::from([("more", array![0.0_f64, 0.0])]);
    file.load_params_with(&mut back, &LoadOptions::matching()).unwrap();
    assert_eq!(back, more);
    let text = Checkpoint::new().params(&model).params(&model).save(&path).unwrap_err().to_string();
    assert_eq!(text, "two parameters are called `0`");
    file.verify().unwrap();
}

/// A Python program reads the file as the documentation describes.
#[test]
fn other_programs_can_read_it() {
    let folder = Folder::new("stacked-others");
    let (model, opt, bytes) = saved(&folder);
    let tensors = safetensors::SafeTensors::deserialize(&bytes).unwrap();
    let (_, metadata) = safetensors::SafeTensors::read_metadata(&bytes).unwrap();
    let meta: Json = serde_json::from_str(&metadata.metadata().as_ref().unwrap()["optim"]).unwrap();
    assert_eq!((&meta["format"], &meta["version"]), (&json!("optim-checkpoint"), &json!(2)));
    let mut found = 0;
    for (place, stack) in meta["optimizer"]["params"].as_array().unwrap().iter().enumerate() {
        let tensor = |name: &str| tensors.tensor(&format!("optimizer/{place}/{name}")).unwrap();
        let lengths = tensor("lengths");
        let count = stack["count"].as_u64().unwrap() as usize;
        assert_eq!(lengths.shape(), [count]);
        let states = tensor("states/exp_avg");
        let shape: Vec<usize> =
            stack["shape"].as_array().unwrap().iter().map(|size| size.as_u64().unwrap() as usize).collect();
        assert_eq!(states.shape(), [&[count][..], &shape].concat());
        let names = std::str::from_utf8(tensor("names").data()).unwrap();
        let (mut at, size) = (0, states.data().len() / count);
        for (row, length) in lengths.data().as_chunks::<4>().0.iter().enumerate() {
            let length = u32::from_le_bytes(*length) as usize;
            let name = &names[at..at + length];
            at += length;
            let state = opt.state(name, "exp_avg").unwrap();
            let expected: Vec<u8> = state.iter().flat_map(|x| x.to_le_bytes()).collect();
            assert_eq!(states.data()[row * size..][..size], expected, "{name}");
            found += 1;
        }
    }
    assert_eq!(found, model.len());
}

/// Loads the whole file. If loading fails, nothing has changed.
fn refused(folder: &Folder, bytes: &[u8], model: &mut Model<f32>, opt: &mut Opt<f32>) -> CheckpointError {
    let path = folder.join("bad");
    std::fs::write(&path, bytes).unwrap();
    let first = model["layer.1/ж"].clone();
    let result = CheckpointFile::open(&path).and_then(|file| file.load(model, &mut *opt));
    assert!(model["layer.1/ж"] == first);
    result.unwrap_err()
}

#[test]
fn any_bit_that_flips_is_found() {
    let folder = Folder::new("stacked-flip");
    let (mut model, mut opt, mut bytes) = saved(&folder);
    let mut noise = Noise(9);
    for turn in 0..60 {
        let share = (turn as f64 + noise.next().abs()) / 60.0;
        let place = ((bytes.len() - 1) as f64 * share.min(1.0)) as usize;
        bytes[place] ^= 1 << (turn % 8);
        let error = refused(&folder, &bytes, &mut model, &mut opt);
        assert!(!error.to_string().is_empty());
        bytes[place] ^= 1 << (turn % 8);
    }
    for length in [bytes.len() - 1, bytes.len() / 2, 100, 7] {
        refused(&folder, &bytes[..length], &mut model, &mut opt);
    }
}

/// The file with another header and metadata, or other data, and correct checksums.
fn forged(bytes: &[u8], forge: impl FnOnce(&mut Json, &mut Json, &mut Vec<u8>)) -> Vec<u8> {
    let (mut header, data) = header(bytes);
    let end = header["checksums"]["data_offsets"][0].as_u64().unwrap() as usize;
    let mut meta: Json = serde_json::from_str(header["__metadata__"]["optim"].as_str().unwrap()).unwrap();
    let mut data = bytes[data..data + end].to_vec();
    forge(&mut header, &mut meta, &mut data);
    header["__metadata__"]["optim"] = meta.to_string().into();
    let header = header.to_string();
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend_from_slice(header.as_bytes());
    let mut checksums = crc32(&bytes).to_le_bytes().to_vec();
    data.chunks(1 << 18).for_each(|block| checksums.extend(crc32(block).to_le_bytes()));
    [bytes, data, checksums].concat()
}

#[test]
fn forged_stacks() {
    type Forgery = (&'static str, fn(&mut Json, &mut Json, &mut Vec<u8>));
    fn at(header: &Json, key: &str) -> usize {
        header[key]["data_offsets"][0].as_u64().unwrap() as usize
    }
    let folder = Folder::new("stacked-forged");
    let (mut model, mut opt, bytes) = saved(&folder);
    let path = folder.join("same");
    std::fs::write(&path, forged(&bytes, |_, _, _| {})).unwrap();
    CheckpointFile::open(&path).unwrap().load(&mut model, &mut opt).unwrap();
    let forgeries: [Forgery; 17] = [
        ("a count too small", |_, meta, _| meta["params"][0]["count"] = 1.into()),
        ("a count too large", |_, meta, _| meta["optimizer"]["params"][1]["count"] = u64::MAX.into()),
        ("a negative count", |_, meta, _| meta["optimizer"]["params"][1]["count"] = (-1).into()),
        ("no count", |_, meta, _| drop(meta["params"][0].as_object_mut().unwrap().remove("count"))),
        ("another shape", |_, meta, _| meta["params"][0]["shape"] = json!([2])),
        ("another shape of states", |_, meta, _| meta["optimizer"]["params"][0]["shape"] = json!([1, 1])),
        ("a shape of many axes", |_, meta, _| meta["optimizer"]["params"][0]["shape"] = json!(vec![1; 300])),
        ("a stack less", |_, meta, _| drop(meta["params"].as_array_mut().unwrap().pop())),
        ("a stack more", |_, meta, _| {
            let stack = meta["params"][0].clone();
            meta["params"].as_array_mut().unwrap().push(stack);
        }),
        ("another group", |_, meta, _| meta["optimizer"]["params"][0]["group"] = 1.into()),
        ("a group that is not there", |_, meta, _| meta["optimizer"]["params"][0]["group"] = 9.into()),
        ("a state less", |_, meta, _| drop(meta["optimizer"]["params"][0]["states"].as_array_mut().unwrap().pop())),
        ("version 1", |_, meta, _| meta["version"] = 1.into()),
        ("a place twice", |header, _, data| {
            let place = at(header, "optimizer/0/places");
            data.copy_within(place..place + 4, place + 4);
        }),
        ("a place behind the last", |header, _, data| {
            let place = at(header, "params/0/places");
            data[place..place + 4].copy_from_slice(&u32::MAX.to_le_bytes());
        }),
        ("names that are no text", |header, _, data| {
            let place = at(header, "params/0/names");
            data[place] = 0xff;
        }),
        ("names of other lengths", |header, _, data| {
            let place = at(header, "params/0/lengths");
            data[place] ^= 1;
        }),
    ];
    for (what, forge) in forgeries {
        let error = refused(&folder, &forged(&bytes, forge), &mut model, &mut opt);
        assert!(!matches!(error, CheckpointError::Damaged { .. }), "{what}: {error}");
    }
    let names = |header: &Json, data: &mut Vec<u8>| {
        // The second name becomes the first.
        let place = at(header, "params/1/names");
        assert_eq!(&data[place..place + 8], b"layer.1/");
        let other = at(header, "params/0/names");
        let first = data[other..other + 10].to_vec();
        data[place..place + 10].copy_from_slice(&first);
    };
    let error = refused(&folder, &forged(&bytes, |header, _, data| names(header, data)), &mut model, &mut opt);
    assert!(error.to_string().ends_with("it has parameter `layer.0/ж` twice"), "{error}");
}

/// A description that exceeds the header is refused before anything is written.
#[test]
fn too_many_shapes() {
    let folder = Folder::new("stacked-shapes");
    let path = folder.join("run");
    let model: Vec<Array2<f32>> = (0..250_001).map(|rows| Array2::zeros((rows, 0))).collect();
    let error = Checkpoint::new().params(&model).save(&path).unwrap_err();
    assert!(matches!(error, CheckpointError::HeaderTooLong { params: 250_001, limit: 100_000_000, .. }), "{error}");
    assert_eq!(
        error.to_string(),
        "this cannot be saved: the description of 250001 parameters takes 100000000 bytes or more, allowed: 100000000\n\
         help: parameters of one shape, group and set of states are described together; join small parameters, or save \
         parts of the model in separate files"
    );
    assert!(!path.exists());
}

/// A name may have any length.
#[test]
fn names_that_fill_a_header() {
    let folder = Folder::new("stacked-names");
    let path = folder.join("run");
    let name = |place: usize| format!("{}{place}", "n".repeat(1 << 20));
    let mut model: BTreeMap<String, ArrayD<f32>> =
        (0..40).map(|place| (name(place), ArrayD::from_elem(IxDyn(&[2]), place as f32))).collect();
    Checkpoint::new().params(&model).save(&path).unwrap();
    let file = CheckpointFile::open(&path).unwrap();
    let before = model.clone();
    model.values_mut().for_each(|array| array.fill(0.0));
    file.load_params(&mut model).unwrap();
    assert!(model == before);
}
