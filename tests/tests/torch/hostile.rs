//! Malicious files: each gives an error, without a panic, without running code, and without wasting memory.

use optim_std::prelude::*;
use optim_std::torch::{ConvertError, Export, Names, Note, TorchError, TorchFile};

/// An archive with a pickle and one storage of 4 bytes.
fn archive(pickle: &[u8]) -> Vec<u8> {
    archive_of(&[("x/data.pkl", pickle), ("x/data/0", &1.0_f32.to_le_bytes())])
}

fn archive_of(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut directory = Vec::new();
    for &(name, contents) in files {
        let header = bytes.len() as u32;
        let size = (contents.len() as u32).to_le_bytes();
        let mut common = vec![20, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        common.extend([size, size].concat());
        common.extend((name.len() as u16).to_le_bytes());
        bytes.extend([b"PK\x03\x04", &*common, &[0, 0], name.as_bytes(), contents].concat());
        directory.extend([b"PK\x01\x02\x14\0", &*common, &[0; 12], &header.to_le_bytes(), name.as_bytes()].concat());
    }
    let (start, size) = (bytes.len() as u32, directory.len() as u32);
    bytes.extend(directory);
    let count = files.len() as u8;
    bytes.extend([b"PK\x05\x06\0\0\0\0", &[count, 0, count, 0][..]].concat());
    bytes.extend([size.to_le_bytes(), start.to_le_bytes()].concat());
    bytes.extend([0, 0]);
    bytes
}

pub(crate) fn open_pickle(pickle: &[u8]) -> Result<TorchFile, TorchError> {
    TorchFile::from_bytes(archive(pickle))
}

fn message(pickle: &[u8]) -> String {
    open_pickle(pickle).map_or_else(|error| error.to_string(), |file| panic!("{pickle:?} gave {file:?}"))
}

fn text(text: &str) -> Vec<u8> {
    [&[b'X'][..], &(text.len() as u32).to_le_bytes(), text.as_bytes()].concat()
}

/// A called function is kept as its name. Reading its value is an error.
#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn calls_are_data_by_name() {
    let error = |pickle: &[u8]| open_pickle(pickle).unwrap().root().as_f64().unwrap_err().to_string();
    for (module, name) in [
        ("os", "system"),
        ("posix", "system"),
        ("builtins", "eval"),
        ("builtins", "exec"),
        ("builtins", "getattr"),
        ("__builtin__", "__import__"),
        ("subprocess", "Popen"),
        ("torch", "load"),
        ("torch", "save"),
        ("torch._utils", "_rebuild_sparse_tensor"),
        ("torch.nn.modules.linear", "Linear"),
    ] {
        let pickle = format!("c{module}\n{name}\n)R.");
        let expected = format!("the file is an object of `{module}.{name}`, not a number\nhelp: ");
        assert!(error(pickle.as_bytes()).starts_with(&expected), "{}", error(pickle.as_bytes()));
    }
    let system = "an object of `os.system`";
    // The same with a name from the stack, as newer versions write it, and with other instructions that create objects.
    let named = [&b"\x80\x04"[..], &text("os"), &text("system"), b"\x93)R."].concat();
    assert!(error(&named).contains(system));
    assert!(error(b"(ios\nsystem\n.").contains(system));
    assert!(error(b"(cos\nsystem\nK\x01o.").contains(system));
    assert!(error(b"cos\nsystem\n)\x81.").contains(system));
    assert!(error(b"cos\nsystem\n)}\x92.").contains(system));
    assert!(error(b"ccopyreg\n_reconstructor\n(cos\nsystem\nNNtR.").contains(system));
    assert!(error(b"cos\nsystem\n)R)R.").contains(system), "what a call gives is called");
    assert!(error(b"\x82\x01)R.").contains("an object of `copyreg.extension 1`"));
    assert!(error(b"\x84\x01\0\0\0.").contains("the name of `copyreg.extension 1`"));
    assert!(error(b"K\x01)R.").contains("an object of `a class of no name`"));
    assert!(error(b"ccollections\nOrderedDict\nK\x01R.").contains("is a dict, not a number"));
    assert!(error(b"ccollections\nOrderedDict\nK\x01\x85R.").contains("an object of `collections.OrderedDict`"));
    assert!(error(b"cbuiltins\nset\nK\x01\x85R.").contains("an object of `builtins.set`"));
    assert!(error(b"cbuiltins\nint\n)R.").contains("an object of `builtins.int`"));
    assert!(error(b"K\x01Q.").contains("a reference to another file"));
    assert!(error(b"Pid\n.").contains("a reference to another file"));
    // Attributes of values that have none are left out.
    assert_eq!(open_pickle(b"](K\x01K\x02e}b.").unwrap().root().len().unwrap(), 2);
    assert_eq!(open_pickle(b"K\x01}b.").unwrap().root().as_int().unwrap(), 1);
    // An object whose attributes are the object.
    let file = open_pickle(b"cx\ny\n)Rq\x01h\x01b.").unwrap();
    let mut value = file.root();
    for _ in 0..100 {
        value = value.attributes().unwrap();
    }
    assert_eq!(value.class(), Some("x.y"));
    // Keys that are neither text nor numbers.
    let key = [b"}(", &*text("state"), b"}NNs", &text("param_groups"), b"]u."].concat();
    let wrong = open_pickle(&key).unwrap().optimizer().unwrap_err().to_string();
    assert!(wrong.contains("there are keys that are neither text nor numbers"), "{wrong}");
    // Nested calls of objects, a hundred thousand deep.
    let deep = [&b"cx\ny\n"[..], &b")R".repeat(100_000), b"."].concat();
    assert!(error(&deep).contains("a class of no name"));
    // The message does not repeat a name of a megabyte.
    let long = format!("c{}\nx\n)R.", "m".repeat(1 << 20));
    assert!(error(long.as_bytes()).len() < 800);
    // Tensors and arrays from values of other kinds.
    let error = |pickle: &[u8]| open_pickle(pickle).unwrap().root().tensor().unwrap_err().to_string();
    assert!(error(b"ctorch._utils\n_rebuild_tensor_v2\n)R.").contains("has no storage"));
    assert!(error(b"ctorch._utils\n_rebuild_tensor_v2\nK\x01R.").contains("has no storage"));
    assert!(error(b"ctorch._utils\n_rebuild_parameter\n)R.").contains("`torch._utils._rebuild_parameter`"));
    assert!(error(b"cnumpy.core.multiarray\n_reconstruct\n)R.").contains("has no elements"));
    assert!(error(b"cnumpy.core.multiarray\n_reconstruct\n)R(K\x01K\x01tb.").contains("has no shape"));
    let dtype = [b"cnumpy\ndtype\n", &*text("f4"), b"\x85R"].concat();
    let array = |shape: &[u8], bytes: &[u8]| {
        [b"cnumpy.core.multiarray\n_reconstruct\n)R(K\x01", shape, &dtype, b"\x89", bytes, b"tb."].concat()
    };
    let one = open_pickle(&array(b"K\x01\x85", b"C\x04\0\0\x80?")).unwrap();
    assert_eq!(one.root().as_f64().unwrap(), 1.0);
    for wrong in [array(b"K\x02\x85", b"C\x04\0\0\x80?"), array(b"K\x01\x85", b"N"), array(b"K\x01\x85", b"C\0")] {
        assert!(error(&wrong).contains("has no elements, or another number of them"), "{}", error(&wrong));
    }
    let huge = b"J\xff\xff\xff\x7f".repeat(3);
    assert!(error(&array(&[&huge[..], b"\x87"].concat(), b"C\0")).contains("is too large"));
    let scalar = open_pickle(b"cnumpy.core.multiarray\nscalar\n)R.").unwrap();
    assert!(scalar.root().as_f64().is_err() && scalar.root().as_int().is_err() && scalar.root().tensor().is_err());
}

#[test]
fn dicts_of_all_kinds_are_data() {
    let dict = [b"ccollections\nOrderedDict\n)R(", &*text("a"), b"K\x07u}", &text("_metadata"), b"K\x01sb."].concat();
    assert_eq!(open_pickle(&dict).unwrap().get("a").unwrap().as_int().unwrap(), 7);
    let pairs = [b"ccollections\nOrderedDict\n(](](", &*text("a"), b"K\x07eetR."].concat();
    assert_eq!(open_pickle(&pairs).unwrap().get("a").unwrap().as_int().unwrap(), 7);
    // If a key occurs twice, the later value counts.
    let twice = [b"}(", &*text("a"), b"K\x01", &text("a"), b"K\x02u."].concat();
    assert_eq!(open_pickle(&twice).unwrap().get("a").unwrap().as_int().unwrap(), 2);
}

#[test]
fn archives_that_are_packed_or_locked() {
    for (place, value, what) in [(10, 8, "a compressed archive"), (8, 1, "an encrypted archive")] {
        let mut bytes = archive(b"N.");
        let directory = bytes.windows(4).position(|magic| magic == b"PK\x01\x02").unwrap();
        bytes[directory + place] |= value;
        let error = TorchFile::from_bytes(bytes).unwrap_err().to_string();
        assert!(error.contains(what) && error.contains("help: load it and save it again"), "{error}");
    }
}

#[test]
fn what_contains_itself_ends() {
    // A list that contains itself, a dict that contains itself, and lists that are doubled forty times.
    let list = open_pickle(b"]q\0h\0a.").unwrap();
    let mut inner = list.root();
    for _ in 0..1000 {
        inner = inner.at(0).unwrap();
    }
    let dict = open_pickle(&[b"}q\0", &*text("state"), b"h\0s", &text("param_groups"), b"h\0s."].concat()).unwrap();
    dict.optimizer().unwrap_err();
    println!("{list:?} {dict:?}");
    let mut bomb = b"]q\0".to_vec();
    for _ in 0..40 {
        bomb.extend(b"0](h\0h\0eq\0");
    }
    bomb.push(b'.');
    assert_eq!(open_pickle(&bomb).unwrap().root().len().unwrap(), 2);
    // The settings of a group are a list that contains itself.
    let group = [b"](}(", &*text("params"), b"](K\x00e", &text("lr"), b"]q\x01h\x01a", b"ue"].concat();
    let state = [b"}(", &*text("state"), b"}", &text("param_groups"), &group, b"u."].concat();
    let file = open_pickle(&state).unwrap();
    let model = ndarray::array![1.0_f32];
    let opt = SGD::new(0.1).build(&model).unwrap();
    let error = file.optimizer().unwrap().convert_for(&opt, &Names::InOrder).unwrap_err().to_string();
    assert!(error.contains("is a list, not a number"), "{error}");
}

#[test]
fn deep_and_large_pickles_are_bounded() {
    // A hundred thousand nested lists, created and dropped without recursion. A million would need too much memory for the file's length.
    let deep = |count: usize| [vec![b']'; count], vec![b'a'; count - 1], vec![b'.']].concat();
    open_pickle(&deep(100_000)).unwrap();
    assert!(message(&deep(1_000_000)).contains("of its pickle need more than"));
    let many = [vec![b'N'; 9_000_000], b".".to_vec()].concat();
    assert!(message(&many).contains("of its pickle need more than"));
    let marks = vec![b'('; 9_000_000];
    assert!(message(&marks).contains("of its pickle need more than"));
    // Sets of one long list, many times: copied elements count.
    let mut copies = [vec![b'('], vec![b'N'; 100_000], b"lq\0".to_vec()].concat();
    for _ in 0..1000 {
        copies.extend(b"cbuiltins\nset\nh\0\x85R");
    }
    assert!(message(&copies).contains("of its pickle need more than"));
    // Numbers and texts whose length exceeds the file.
    assert!(message(b"\x8b\xff\xff\xff\x7f").contains("ends early"));
    assert!(message(b"\x8a\xff").contains("ends early"));
    assert!(message(b"\x80\x04\x95\xff\0\0\0\0\0\0\0N.").contains("ends early"));
    assert!(message(b"Nr\xff\xff\xff\xff.").contains("a value gets the number 4294967295"));
    assert!(message(b"X\xff\xff\xff\xff").contains("ends early"));
    assert!(message(b"\x8d\xff\xff\xff\xff\xff\xff\xff\xff").contains("ends early"));
    assert!(message(b"\x96\xff\xff\xff\xff\xff\xff\xff\xff").contains("ends early"));
}

/// The form from a machine with the other byte order.
#[test]
fn big_endian_numbers() {
    let files: [(&str, &[u8]); 3] = [
        ("data.pkl", &tensor(0, &[2], &[1], "0")),
        ("byteorder", b"big"),
        ("data/0", &[1.0_f32.to_be_bytes(), (-2.5_f32).to_be_bytes()].concat()),
    ];
    let file = TorchFile::from_bytes(archive_of(&files)).unwrap();
    assert_eq!(file.root().tensor().unwrap().to_array::<f32>().unwrap(), ndarray::array![1.0, -2.5].into_dyn());
}

/// The length of a long dict is not counted again for every use.
#[test]
fn long_dicts_that_are_used_often() {
    // Two dicts grow in turn, so that neighbouring elements are never together. Then ten thousand keys have one of them as their value.
    let two = [&b"}q\0}q\x01"[..], &b"h\0NNsh\x01NNs".repeat(100_000)].concat();
    let keys: Vec<u8> = (0..10_000).flat_map(|key| [&text(&format!("k{key}"))[..], b"h\0"].concat()).collect();
    let file = open_pickle(&[&two[..], b"}(", &keys, b"u."].concat()).unwrap();
    let start = std::time::Instant::now();
    assert_eq!(file.get("k7").unwrap().len().unwrap(), 100_000);
    assert!(file.optimizer().unwrap_err().to_string().contains("there is no state of an optimizer"));
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}

/// One text of a megabyte, used forty thousand times: in keys, names and messages.
#[test]
fn what_is_used_often_is_not_copied_often() {
    let long = [text(&"k".repeat(1 << 20)), b"q\x01".to_vec()].concat();
    let dict = [b"}(", &*long, b"N", &b"h\x01N".repeat(40_000), b"u."].concat();
    let file = open_pickle(&dict).unwrap();
    assert!(format!("{file:?}").len() < 2000);
    assert!(file.get("x").unwrap_err().to_string().len() < 2000);
    let mut model = ndarray::array![1.0_f32];
    let error = file.root().load_params(&mut model).unwrap_err().to_string();
    assert!(error.contains("bytes in the keys of a dict"), "{error}");
    let group = |more: &[u8]| [b"](}(", &*text("params"), b"](", more, b"eue"].concat();
    let state = |group: &[u8]| [b"}(", &*text("state"), b"}", &text("param_groups"), group, b"u."].concat();
    let error = |pickle: &[u8]| open_pickle(pickle).unwrap().optimizer().unwrap_err().to_string();
    let names = [&*long, &b"h\x01".repeat(40_000)].concat();
    assert!(error(&state(&group(&names))).contains("bytes in names of parameters"));
    let key = [b"](}(", &*text("params"), b"]", &long, b"K\x01ue"].concat();
    assert!(error(&state(&key)).contains("bytes in a key: at most 512"));
    let twice = error(&state(&group(b"K\x00K\x00")));
    assert!(twice.contains("parameter 0 is listed twice"), "{twice}");
}

#[test]
fn machines_that_fail() {
    for (pickle, what) in [
        (&b""[..], "ends early"),
        (b".", "a value is missing"),
        (b"t.", "a value is missing"),
        (b"(0.", "a value is missing"),
        (b"\x85.", "a value is missing"),
        (b"K\x01(\x85.", "a value is missing"),
        (b"h\x05.", "used before it is made"),
        (b"\x80\x01.", "version 1"),
        (b"\x80\x06.", "version 6"),
        (b"I1\n.", "instruction 0x49 is unknown"),
        (b"K\x01K\x02a.", "appended to a value that is not a list"),
        (b"}(K\x01u.", "do not match"),
        (b"](K\x01K\x02u.", "not a dict"),
        (b"ctorch", "no end"),
        (b"K\x01K\x01\x93.", "not text"),
        (b"c\xff\nx\n.", "not UTF-8"),
        (b"o.", "a value is missing"),
        (b"(o.", "a value is missing"),
        (b"ios\nsystem\n.", "a value is missing"),
        (b"(K\x01d.", "do not match"),
        (b"\x97.", "instruction 0x97 is unknown"),
    ] {
        let found = message(pickle);
        assert!(found.contains(what), "{pickle:?}: {found}");
    }
}

/// A tensor of storage 0, which has one element of 4 bytes.
fn tensor(offset: i32, shape: &[i32], strides: &[i32], key: &str) -> Vec<u8> {
    let numbers = |numbers: &[i32]| {
        let each: Vec<u8> = numbers.iter().flat_map(|number| [&[b'J'][..], &number.to_le_bytes()].concat()).collect();
        [b"(", &*each, b"t"].concat()
    };
    let storage = [b"(", &*text("storage"), b"ctorch\nFloatStorage\n", &text(key), &text("cpu"), b"K\x01tQ"].concat();
    let (offset, head) = ([&[b'J'][..], &offset.to_le_bytes()].concat(), b"ctorch._utils\n_rebuild_tensor_v2\n(");
    [head, &*storage, &offset, &numbers(shape), &numbers(strides), b"\x89ccollections\nOrderedDict\n)RtR."].concat()
}

#[test]
fn tensors_stay_in_their_storage() {
    let read = |pickle: &[u8]| open_pickle(pickle)?.root().tensor()?.to_array::<f32>();
    let message = |pickle: &[u8]| read(pickle).unwrap_err().to_string();
    assert_eq!(read(&tensor(0, &[], &[], "0")).unwrap().first(), Some(&1.0));
    assert_eq!(read(&tensor(0, &[3, 2], &[0, 0], "0")).unwrap().sum(), 6.0);
    for outside in [
        tensor(1, &[], &[], "0"),
        tensor(0, &[2], &[1], "0"),
        tensor(i32::MAX, &[1], &[1], "0"),
        tensor(0, &[i32::MAX, i32::MAX, i32::MAX], &[i32::MAX, 1, 1], "0"),
        tensor(0, &[i32::MAX; 5], &[0; 5], "0"),
    ] {
        assert!(message(&outside).ends_with("lies outside of its storage"), "{}", message(&outside));
    }
    assert!(message(&tensor(0, &[1 << 30], &[0], "0")).ends_with("repeats the elements of its storage too often"));
    assert!(message(&tensor(-1, &[], &[], "0")).contains("wrong offset"));
    assert!(message(&tensor(0, &[-1], &[1], "0")).contains("no shape or strides"));
    assert!(message(&tensor(0, &[1], &[1, 1], "0")).contains("more axes than strides"));
    assert!(message(&tensor(0, &[1; 65], &[1; 65], "0")).contains("no shape or strides"));
    assert_eq!(message(&tensor(0, &[], &[], "7")), "the file is damaged: in `x/data/7`, nothing: it is missing");
    // The name of a storage is not a path.
    assert!(message(&tensor(0, &[], &[], "../../etc/passwd")).contains("it is missing"));
}

/// One storage of a megabyte in very many tensors. Reading all of them is refused, and reading some of them works.
#[test]
fn one_storage_in_many_tensors() {
    let elements = 1 << 18;
    let shared = tensor(0, &[elements], &[1], "0");
    let dict = |count: u32| {
        let keys =
            (0..count).flat_map(|key| [&text(&format!("k{key}"))[..], shared.strip_suffix(b".").unwrap()].concat());
        [&b"}("[..], &keys.collect::<Vec<u8>>(), b"u."].concat()
    };
    let storage = vec![0; 4 * elements as usize];
    let map = |pickle: &[u8]| {
        let file = TorchFile::from_bytes(archive_of(&[("data.pkl", pickle), ("data/0", &storage)])).unwrap();
        file.root().to_map::<f32>().map(|map| map.len())
    };
    assert_eq!(map(&dict(24)).unwrap(), 24);
    let error = map(&dict(200)).unwrap_err();
    assert!(matches!(error, TorchError::Limit { what: "bytes in the tensors of a dict", .. }), "{error}");
}

/// A state of SGD with additional settings in its group and additional states for its only parameter.
fn sgd(settings: &[u8], states: &[u8]) -> TorchFile {
    let numbers = ["lr", "momentum", "dampening", "weight_decay"].into_iter();
    let numbers: Vec<u8> = numbers.flat_map(|key| [&text(key)[..], b"G\0\0\0\0\0\0\0\0"].concat()).collect();
    let group =
        [&b"](}("[..], &text("params"), b"](K\0e", &numbers, &text("nesterov"), b"\x89", settings, b"ue"].concat();
    let state = [&b"}(K\0}("[..], states, b"uu"].concat();
    open_pickle(&[&b"}("[..], &text("state"), &state, &text("param_groups"), &group, b"u."].concat()).unwrap()
}

/// Tensors that repeat one element: a state that is larger than its parameter, and a setting that is not a number.
#[test]
fn large_states_and_settings() {
    let large = tensor(0, &[1 << 20], &[0], "0");
    let large = |key: &str| [&text(key)[..], large.strip_suffix(b".").unwrap()].concat();
    let model = ndarray::array![1.0_f32];
    let opt = SGD::new(0.1).build(&model).unwrap();
    let saved = sgd(b"", &large("momentum_buffer")).optimizer().unwrap();
    let error = saved.convert_for(&opt, &Names::InOrder).unwrap_err();
    assert!(matches!(&error, ConvertError::Shape { found, .. } if found[..] == [1 << 20]), "{error}");
    let saved = sgd(&large("extra"), b"").optimizer().unwrap();
    let (bytes, notes) = Export::new(&opt).like(&saved, &Names::InOrder).bare().write(Vec::new()).unwrap();
    assert!(notes.iter().any(|note| matches!(note, Note::LeftOut { key, .. } if key == "extra")), "{notes:?}");
    assert!(bytes.len() < 1 << 16);
}

/// An axis of one element may have any stride. torch writes an arbitrary one.
#[test]
fn strides_that_lead_nowhere() {
    let mut pickle = tensor(0, &[2, 1], &[2, i32::MAX], "0");
    let stride = [&b"J"[..], &i32::MAX.to_le_bytes()].concat();
    let place = pickle.windows(5).position(|bytes| bytes == stride).unwrap();
    pickle.splice(place..place + 5, [&b"\x8a\x09"[..], &u64::MAX.to_le_bytes(), &[0]].concat());
    let storage: Vec<u8> = [1.0_f32, 2.0, 3.0].iter().flat_map(|number| number.to_le_bytes()).collect();
    let file = TorchFile::from_bytes(archive_of(&[("data.pkl", &pickle), ("data/0", &storage)])).unwrap();
    assert_eq!(file.root().tensor().unwrap().to_array::<f32>().unwrap(), ndarray::array![[1.0], [3.0]].into_dyn());
}
