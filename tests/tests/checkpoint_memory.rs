//! A checkpoint needs no memory besides the loaded data. This test is a program alone, because it counts all allocations.

use std::alloc::{GlobalAlloc, Layout, System};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use ndarray::{Array2, ArrayD};
use optim_std::checkpoint::{Checkpoint, CheckpointFile};
use optim_std::prelude::*;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator, with a count.
struct Counting;

impl Counting {
    fn add(size: usize) {
        let now = NOW.fetch_add(size, Ordering::SeqCst) + size;
        PEAK.fetch_max(now, Ordering::SeqCst);
    }
}

// SAFETY: every call is the system allocator's with the same arguments. `realloc` is the default, which uses the others.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Self::add(layout.size());
        // SAFETY: the caller guarantees what the system's allocator requires.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        Self::add(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::SeqCst);
        // SAFETY: as above; `pointer` came from the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The largest number of additional bytes that were allocated at the same time while `f` ran.
fn peak<R>(f: impl FnOnce() -> R) -> (usize, R) {
    let before = NOW.load(Ordering::SeqCst);
    PEAK.store(before, Ordering::SeqCst);
    let result = f();
    (PEAK.load(Ordering::SeqCst) - before, result)
}

/// Tests of a program run in parallel, and the counter would count all of them.
static ALONE: Mutex<()> = Mutex::new(());

#[test]
fn nothing_is_in_memory_twice() {
    let _alone = ALONE.lock();
    const ROWS: usize = 1500;
    const SMALL: usize = 2 << 20;
    let folder = std::env::temp_dir().join(format!("optim-checkpoint-memory-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("run");
    let mut model: BTreeMap<String, ArrayD<f32>> = BTreeMap::new();
    for (name, start) in [("first", 0.0), ("second", 1.0)] {
        let array = Array2::from_shape_fn((ROWS, 1000), |(row, col)| start + (row + col) as f32);
        model.insert(name.to_owned(), array.into_dyn());
    }
    let mut opt = AdamW::new().build(&model).unwrap();
    for name in ["first", "second"] {
        opt.set_state(name, "exp_avg", optim_std::StateView::from(model[name].view())).unwrap();
    }
    let (saving, result) = peak(|| Checkpoint::new().params(&model).optimizer(&opt).save(&path));
    result.unwrap();
    assert!(saving < SMALL, "saving takes {saving} bytes");

    let staged = model.values().map(|array| array.len() * 4).sum::<usize>() + opt.state_bytes();
    let length = std::fs::metadata(&path).unwrap().len() as usize;
    assert!(staged > 30 << 20 && length > staged && length < staged + SMALL, "{length} bytes for {staged}");
    let mut other = model.clone();
    other.values_mut().for_each(|array| array.fill(0.0));
    let mut fresh = AdamW::new().build(&other).unwrap();
    let (loading, result) = peak(|| CheckpointFile::open(&path)?.load(&mut other, &mut fresh));
    result.unwrap();
    // A refused file is not read.
    let mut small = AdamW::new().build(&ndarray::array![1.0_f32]).unwrap();
    let (refusing, result) = peak(|| small.load(&path));
    result.unwrap_err();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(refusing < SMALL, "refusing takes {refusing} bytes");
    assert!(loading < staged + SMALL, "loading takes {loading} bytes for {staged}");
    assert_eq!(other, model);
    assert_eq!(fresh.state("second", "exp_avg").unwrap(), opt.state("second", "exp_avg").unwrap());
}

/// The memory of a parameter with one element, without its arrays, each of about 120 bytes.
#[test]
fn very_many_parameters() {
    const COUNT: usize = 60_000;
    let _alone = ALONE.lock();
    let path = std::env::temp_dir().join(format!("optim-checkpoint-many-{}", std::process::id()));
    let mut model: Vec<ndarray::Array1<f32>> = (0..COUNT).map(|place| ndarray::array![place as f32]).collect();
    let before = NOW.load(Ordering::SeqCst);
    let mut opt = AdamW::new().build(&model).unwrap();
    let built = (NOW.load(Ordering::SeqCst) - before) / COUNT;
    let grads = model.clone();
    opt.step(&mut model, &grads).unwrap();
    let (saving, result) = peak(|| Checkpoint::new().params(&model).optimizer(&opt).save(&path));
    result.unwrap();
    let length = std::fs::metadata(&path).unwrap().len() as usize;
    let (opening, file) = peak(|| CheckpointFile::open(&path).unwrap());
    let expected = (model.clone(), opt.state("59999", "exp_avg").unwrap().to_owned());
    model.iter_mut().for_each(|array| array.fill(0.0));
    let (loading, result) = peak(|| file.load(&mut model, &mut opt));
    result.unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(model == expected.0 && opt.state("59999", "exp_avg").unwrap() == expected.1);
    let per = |bytes: usize| bytes / COUNT;
    println!(
        "built {built}, file {}, saving {}, opening {}, loading {}",
        per(length),
        per(saving),
        per(opening),
        per(loading)
    );
    assert!(built < 600, "an optimizer has {built} bytes per parameter");
    assert!(per(length) < 80 && per(saving) < 100 && opening < 2 * length && per(loading) < 700);
}

/// CRC-32, byte by byte.
fn crc32(bytes: &[u8]) -> u32 {
    let table: [u32; 256] = std::array::from_fn(|byte| {
        (0..8).fold(byte as u32, |crc, _| if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 })
    });
    !bytes.iter().fold(u32::MAX, |crc, byte| table[usize::from(crc as u8 ^ byte)] ^ (crc >> 8))
}

/// A file with this metadata and these empty tensors, with correct checksums.
fn file(text: &str, tensors: &str, count: usize) -> Vec<u8> {
    let checksums = match text.contains("\"version\":2") {
        true => 1,
        false => count + 1,
    };
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    let header = format!(
        "{{\"__metadata__\":{{\"optim\":\"{text}\"}},{tensors}\"checksums\":{{\"dtype\":\"U8\",\"shape\":[{checksums},4],\"data_offsets\":[0,{}]}}}}",
        4 * checksums
    );
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend(header.as_bytes());
    bytes.extend(crc32(&bytes).to_le_bytes());
    bytes.resize(bytes.len() + 4 * (checksums - 1), 0);
    bytes
}

/// A text of this size: a piece, repeated, with its number in place of `@`.
fn repeated(piece: &str, separator: &str) -> (String, usize) {
    const SIZE: usize = 1 << 20;
    let (mut text, mut count) = (String::new(), 0);
    while text.len() < SIZE {
        if count > 0 {
            text.push_str(separator);
        }
        text.push_str(&piece.replace('@', &format!("{count:x}")));
        count += 1;
    }
    (text, count)
}

/// Files that try to take many times their size. Loading takes at most four times.
#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn a_header_takes_no_more_than_four_times_its_size() {
    const SMALL: usize = 64 << 10;
    let _alone = ALONE.lock();
    let folder = std::env::temp_dir().join(format!("optim-checkpoint-hostile-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let meta = |rest: &str| format!(r#"{{"format":"optim-checkpoint","version":1,{rest}}}"#);
    let optimizer = |groups: &str, params: &str| {
        meta(&format!(r#""optimizer":{{"name":"AdamW","steps":0,"groups":[{groups}],"params":[{params}]}}"#))
    };
    let group =
        |tags: &str, settings: &str| format!(r#"{{"name":"default","tags":[{tags}],"settings":{{{settings}}}}}"#);
    let empty = r#"{"dtype":"F32","shape":[0],"data_offsets":[0,0]}"#;
    let list = |piece: &str| repeated(piece, ",").0;
    let mut files: Vec<(&str, Vec<u8>)> = Vec::new();
    let mut add = |what, bytes| files.push((what, bytes));

    for (what, piece) in [
        ("many tensors", format!(r#""@":{empty},"#)),
        ("many tensors of the format", r#""@":{"dtype":"U8","shape":[0],"data_offsets":[0,0]},"#.to_owned()),
        ("many tensors with escapes", format!(r#""\u00e9@":{empty},"#)),
        ("one name for many tensors", format!(r#""a":{empty},"#)),
        (
            "tensors with long shapes",
            format!(r#""@":{{"dtype":"F32","shape":[{}0],"data_offsets":[0,0]}},"#, "0,".repeat(200)),
        ),
        ("values that are no tensors", r#""@":[[[[[[]]]]]],"#.to_owned()),
    ] {
        let (tensors, count) = repeated(&piece, "");
        add(what, file(&meta(r#""extra":{}"#), &tensors, count));
    }
    let (tensors, count) = repeated(&format!(r#""params/@":{empty},"#), "");
    add(
        "many parameters",
        file(
            &meta(&format!(
                r#""params":[{}]"#,
                (0..count).map(|at| format!(r#""{at:x}""#)).collect::<Vec<_>>().join(",")
            )),
            &tensors,
            count,
        ),
    );
    let long = "x".repeat(1 << 20);
    add("a long name", file(&meta(r#""extra":{}"#), &format!(r#""{long}":{empty},"#), 1));
    let escaped = "\\n".repeat(1 << 19);
    add("a long name with escapes", file(&meta(r#""extra":{}"#), &format!(r#""{escaped}":{empty},"#), 1));
    add(
        "one tensor with a long shape",
        file(
            &meta(r#""extra":{}"#),
            &format!(r#""a":{{"dtype":"F32","shape":[{}],"data_offsets":[0,0]}},"#, list("0")),
            1,
        ),
    );
    add("a deep value", file(&meta(r#""extra":{}"#), &format!(r#""a":{}"#, "[".repeat(1 << 20)), 1));
    add("deep metadata", file(&"[".repeat(1 << 20), "", 0));
    add("long metadata", file(&meta(&format!(r#""extra":{{"a":"{long}"}}"#)), "", 0));
    add("long metadata with escapes", file(&meta(&format!(r#""extra":{{"a":"{escaped}"}}"#)), "", 0));
    add("another format", file(&format!(r#"{{"format":"{long}","version":1}}"#), "", 0));
    add("many words", file(&meta(&format!(r#""extra":{{{}}}"#, list(r#""@":"""#))), "", 0));
    add("one word again and again", file(&meta(&format!(r#""extra":{{{}}}"#, list(r#""":"""#))), "", 0));
    add("many unknown keys", file(&meta(&list(r#""@":[]"#)), "", 0));
    add("many names", file(&meta(&format!(r#""params":[{}]"#, list(r#""""#))), "", 0));
    let param = r#"{"name":"","shape":[],"group":0,"steps":0,"states":[]}"#;
    add("many parameters without states", file(&optimizer(&group("", ""), &list(param)), "", 0));
    let with = |name: &str, shape: &str, states: &str| {
        format!(r#"{{"name":"{name}","shape":[{shape}],"group":0,"steps":0,"states":[{states}]}}"#)
    };
    add("a parameter with a long name", file(&optimizer(&group("", ""), &with(&long, "", "")), "", 0));
    add("a parameter with a long shape", file(&optimizer(&group("", ""), &with("", &list("0"), "")), "", 0));
    add("a parameter with many states", file(&optimizer(&group("", ""), &with("", "", &list(r#""@""#))), "", 0));
    add("many groups", file(&optimizer(&list(r#"{"name":"@","tags":[],"settings":{}}"#), ""), "", 0));
    add("many tags", file(&optimizer(&group(&list(r#""""#), ""), ""), "", 0));
    add("many settings", file(&optimizer(&group("", &list(r#""@":0"#)), ""), "", 0));
    add("a setting of many values", file(&optimizer(&group("", &format!(r#""lr":[{}]"#, list("0"))), ""), "", 0));
    let stack = r#"{"shape":[],"count":0}"#;
    let second = |text: String| text.replacen("\"version\":1", "\"version\":2", 1);
    add("many stacks", file(&second(meta(&format!(r#""params":[{}]"#, list(stack)))), "", 0));
    let stack = |count: &str| {
        format!(
            r#""optimizer":{{"name":"AdamW","steps":0,"groups":[],"params":[{{"shape":[],"group":0,"count":{count},"states":[]}}]}}"#
        )
    };
    let parts = ["names", "lengths", "places", "steps"].map(|name| {
        let dtype = ["U8", "U32", "U64"][usize::from(name != "names") + usize::from(name == "steps")];
        format!(r#""optimizer/0/{name}":{{"dtype":"{dtype}","shape":[0],"data_offsets":[0,0]}},"#)
    });
    let pad = " ".repeat(1 << 20);
    for count in ["0", "4000000000", "18446744073709551615"] {
        add("a stack of any count", file(&second(meta(&(stack(count) + &pad))), &parts.concat(), 4));
    }

    let model = ndarray::array![1.0_f32];
    let path = folder.join("file");
    for (what, bytes) in files {
        std::fs::write(&path, &bytes).unwrap();
        let mut opt = AdamW::new().build(&model).unwrap();
        let (most, result) = peak(|| opt.load(&path));
        let text = result.unwrap_err().to_string();
        println!("{:5.2} × {:9} bytes: {what}: {:.100}", most as f64 / bytes.len() as f64, bytes.len(), text);
        assert!(most < 4 * bytes.len() + SMALL, "{what}: {most} bytes for {}", bytes.len());
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
