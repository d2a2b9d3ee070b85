//! Files that are made to do harm: an error each time, no panic, no code run, no memory spent.

use optim_std::prelude::*;
use optim_std::torch::{Names, TorchError, TorchFile};

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

#[test]
fn calls_are_refused_by_name() {
    let call =
        |module: &str, name: &str| message(format!("\x02c{module}\n{name}\n)R.").replacen('\x02', "", 1).as_bytes());
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
        ("numpy.core.multiarray", "_reconstruct"),
        ("argparse", "Namespace"),
    ] {
        let found = call(module, name);
        let expected =
            format!("the file wants `{module}.{name}` to be called, which is more than data\nhelp: nothing was called");
        assert!(found.starts_with(&expected), "{found}");
    }
    // The same through the stack, as newer versions write it, and through the other ways to make an object.
    let named = [&b"\x80\x04"[..], &text("os"), &text("system"), b"\x93)R."].concat();
    assert!(message(&named).contains("`os.system`"));
    assert!(message(b"(X\x02\0\0\0ls" as &[u8]).contains("ends early"));
    assert!(message(b"(ios\nsystem\n.").contains("`os.system`"));
    assert!(message(b"(ccollections\nOrderedDict\no.").contains("more than data"));
    assert!(message(b"cos\nsystem\n)\x81.").contains("`os.system`"));
    assert!(message(b"\x82\x01.").contains("a registered extension"));
    // Attributes of anything but a dict.
    assert!(message(b"](K\x01K\x02e}b.").contains("`a list.__setstate__`"));
    assert!(message(b"K\x01}b.").contains("`a whole number.__setstate__`"));
    // What is known is called as torch does, or not at all.
    assert!(message(b"K\x01)R.").contains("`a whole number`"));
    assert!(message(b"ctorch\nfloat32\n)R.").contains("`a type of elements`"));
    assert!(message(b"cbuiltins\nint\n)R.").contains("is called"));
    // A name of a megabyte is not repeated.
    let long = format!("c{}\nx\n)R.", "m".repeat(1 << 20));
    assert!(message(long.as_bytes()).len() < 400);
}

#[test]
fn dicts_of_all_kinds_are_data() {
    let dict = [b"ccollections\nOrderedDict\n)R(", &*text("a"), b"K\x07u}", &text("_metadata"), b"K\x01sb."].concat();
    assert_eq!(open_pickle(&dict).unwrap().get("a").unwrap().as_int().unwrap(), 7);
    let pairs = [b"ccollections\nOrderedDict\n(](](", &*text("a"), b"K\x07eetR."].concat();
    assert_eq!(open_pickle(&pairs).unwrap().get("a").unwrap().as_int().unwrap(), 7);
    // The later of two values counts.
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
    // A list in itself, a dict in itself, and lists doubled forty times.
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
    // The settings of a group that are a list in itself.
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
    // A million lists in each other, made and dropped without recursion.
    let mut deep = vec![b']'; 1_000_000];
    deep.extend(vec![b'a'; 999_999]);
    deep.push(b'.');
    open_pickle(&deep).unwrap();
    let many = [vec![b'N'; 9_000_000], b".".to_vec()].concat();
    assert!(message(&many).contains("too many or too large values: at most 8388608"));
    let marks = vec![b'('; 9_000_000];
    assert!(message(&marks).contains("values: at most"));
    // Sets of one long list, again and again: copied elements count.
    let mut copies = [vec![b'('], vec![b'N'; 100_000], b"lq\0".to_vec()].concat();
    for _ in 0..1000 {
        copies.extend(b"cbuiltins\nset\nh\0\x85R");
    }
    assert!(message(&copies).contains("values: at most"));
    // Numbers and texts that claim to be longer than the file.
    assert!(message(b"\x8b\xff\xff\xff\x7f").contains("bytes in a whole number: at most 16"));
    assert!(message(b"\x8a\xff").contains("bytes in a whole number"));
    assert!(message(b"X\xff\xff\xff\xff").contains("ends early"));
    assert!(message(b"\x8d\xff\xff\xff\xff\xff\xff\xff\xff").contains("ends early"));
    assert!(message(b"\x96\xff\xff\xff\xff\xff\xff\xff\xff").contains("ends early"));
}

/// As a machine with the other order of bytes writes them.
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

/// One text of a megabyte, used a hundred thousand times: as keys, as names, in messages.
#[test]
fn what_is_used_often_is_not_copied_often() {
    let long = [text(&"k".repeat(1 << 20)), b"q\x01".to_vec()].concat();
    let dict = [b"}(", &*long, b"N", &b"h\x01N".repeat(100_000), b"u."].concat();
    let file = open_pickle(&dict).unwrap();
    assert!(format!("{file:?}").len() < 2000);
    assert!(file.get("x").unwrap_err().to_string().len() < 2000);
    let mut model = ndarray::array![1.0_f32];
    let error = file.root().load_params(&mut model).unwrap_err().to_string();
    assert!(error.contains("bytes in the keys of a dict"), "{error}");
    let group = |more: &[u8]| [b"](}(", &*text("params"), b"](", more, b"eue"].concat();
    let state = |group: &[u8]| [b"}(", &*text("state"), b"}", &text("param_groups"), group, b"u."].concat();
    let error = |pickle: &[u8]| open_pickle(pickle).unwrap().optimizer().unwrap_err().to_string();
    let names = [&*long, &b"h\x01".repeat(100_000)].concat();
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
        (b"K\x01K\x02a.", "appended to what is no list"),
        (b"}(K\x01u.", "do not match"),
        (b"](K\x01K\x02u.", "no dict"),
        (b"X\x01\0\0\0\xff.", "no UTF-8"),
        (b"K\x01Q.", "no storage"),
        (b"ctorch", "no end"),
        (b"ccollections\nOrderedDict\nK\x01R.", "arguments are no tuple"),
        (b"ctorch._utils\n_rebuild_tensor_v2\n)R.", "no storage"),
        (b"ctorch._utils\n_rebuild_parameter\n)R.", "no tensor"),
        (b"cbuiltins\nset\nK\x01\x85R.", "no list"),
        (b"ccollections\nOrderedDict\nK\x01\x85R.", "no pairs"),
        (b"K\x01K\x01\x93.", "no text"),
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
    // The name of a storage is no path.
    assert!(message(&tensor(0, &[], &[], "../../etc/passwd")).contains("it is missing"));
}

/// An axis of one element may have any stride; torch writes what it happens to be.
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
