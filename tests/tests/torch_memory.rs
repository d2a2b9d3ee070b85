//! A file of torch needs memory in proportion to its length, for any content. This test is a program alone, because it
//! counts all allocations.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use optim_std::torch::TorchFile;

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

/// An archive that contains only a pickle.
fn archive(pickle: &[u8]) -> Vec<u8> {
    let name = b"x/data.pkl";
    let size = (pickle.len() as u32).to_le_bytes();
    let mut common = vec![20, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    common.extend([size, size].concat());
    common.extend((name.len() as u16).to_le_bytes());
    let mut bytes = [b"PK\x03\x04", &*common, &[0, 0], name, pickle].concat();
    let directory = [b"PK\x01\x02\x14\0", &*common, &[0; 12], &[0; 4], name].concat();
    let (start, size) = (bytes.len() as u32, directory.len() as u32);
    bytes.extend(directory);
    bytes.extend(b"PK\x05\x06\0\0\0\0\x01\0\x01\0");
    bytes.extend([size.to_le_bytes(), start.to_le_bytes()].concat());
    bytes.extend([0, 0]);
    bytes
}

/// An archive that contains only a list of very many files.
fn crowded() -> Vec<u8> {
    let head = [&b"PK\x01\x02\x14\0\x14\0\0\x08"[..], &[0; 18], &[4, 0], &[0; 16]].concat();
    let mut bytes = b"PK\x03\x04".to_vec();
    for number in 0..200_000_u32 {
        let name = [0, 6, 12, 18].map(|shift| b'0' + (number >> shift & 63) as u8);
        bytes.extend([&head[..], &name].concat());
    }
    let size = (bytes.len() as u32 - 4).to_le_bytes();
    bytes.extend([&b"PK\x05\x06\0\0\0\0\0\0\0\0"[..], &size, &4_u32.to_le_bytes(), &[0, 0]].concat());
    bytes
}

/// A file of torch before 1.6: its beginning, then this pickle.
fn legacy(pickle: &[u8]) -> Vec<u8> {
    [b"\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.\x80\x02M\xe9\x03.\x80\x02}.", pickle, b"]."].concat()
}

const LEN: usize = 3_000_000;

fn repeated(start: &[u8], piece: &[u8], end: &[u8]) -> Vec<u8> {
    [start, &piece.repeat(LEN / piece.len()), end].concat()
}

/// Different numbers, each between `before` and `after`.
fn counted(start: &[u8], before: &[u8], after: &[u8], end: &[u8]) -> Vec<u8> {
    let count = LEN / (before.len() + 4 + after.len());
    let pieces = (0..count as u32).flat_map(|number| [before, &number.to_le_bytes()[..], after].concat());
    [start, &pieces.collect::<Vec<u8>>(), end].concat()
}

/// Small files that try to take much memory, and valid large files.
fn pickles() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("none", repeated(b"(", b"N", b"l.")),
        ("numbers", repeated(b"(", b"K\x01", b"t.")),
        ("large numbers", counted(b"(", b"J", b"", b"t.")),
        ("long numbers", repeated(b"(", b"\x8a\x09\xff\xff\xff\xff\xff\xff\xff\xff\x7f", b"t.")),
        ("floats", repeated(b"(", b"G\x3f\xf0\0\0\0\0\0\0", b"l.")),
        ("lists", repeated(b"(", b"]", b"t.")),
        ("lists in each other", [vec![b']'; LEN / 2], vec![b'a'; LEN / 2 - 1], vec![b'.']].concat()),
        ("dicts", repeated(b"(", b"}", b"t.")),
        ("one element after the other", repeated(b"]", b"Na", b".")),
        ("two lists in turn", repeated(b"]q\0]q\x01", b"h\0Nah\x01Na", b".")),
        ("empty texts", repeated(b"(", b"\x8c\0", b"t.")),
        ("texts", repeated(b"(", b"\x8c\x03abc", b"t.")),
        ("a long text", [&b"X"[..], &(LEN as u32).to_le_bytes(), &vec![b'x'; LEN], b"."].concat()),
        ("two long texts", {
            let half = [&b"X"[..], &(LEN as u32 / 2).to_le_bytes(), &vec![b'x'; LEN / 2]].concat();
            [&half[..], &half, b"\x86."].concat()
        }),
        ("long names", {
            let text = [&b"X"[..], &150_u32.to_le_bytes(), &[b'x'; 150]].concat();
            repeated(&[&text[..], b"q\0"].concat(), b"h\0h\0\x93", b".")
        }),
        ("bytes", repeated(b"(", b"C\x01x", b"t.")),
        ("marks", repeated(b"", b"(", b".")),
        ("memo", counted(b"N", b"r", b"", b".")),
        ("a high number in the memo", [&b"Nr"[..], &u32::MAX.to_le_bytes(), &vec![b'N'; LEN], b"."].concat()),
        ("memoized", repeated(b"N", b"\x94", b".")),
        ("duplicates", repeated(b"N", b"2", b"0.")),
        ("calls", repeated(b"cx\ny\nq\0", b"h\0)R", b".")),
        ("objects", repeated(b"cx\ny\nq\0", b"h\0)RNb", b".")),
        ("objects that are lists", repeated(b"cx\ny\nq\0", b"h\0)RNa", b".")),
        ("copies", {
            let list = [&b"("[..], &vec![b'N'; LEN / 2], b"lq\0"].concat();
            [&list[..], &b"cbuiltins\nset\nh\0\x85R".repeat(LEN / 40), b"."].concat()
        }),
        ("pairs", {
            let list = [&b"(N\x85q\x01"[..], &b"NN\x86".repeat(LEN / 6), b"lq\0"].concat();
            [&list[..], &b"ccollections\nOrderedDict\nh\0\x85R".repeat(LEN / 70), b"."].concat()
        }),
        ("references", repeated(b"N", b"Q", b".")),
        ("a frame without end", [&b"\x80\x04\x95"[..], &u64::MAX.to_le_bytes(), &vec![b'N'; LEN], b"."].concat()),
        ("parameters without states", {
            let ends = [&b"u"[..], b"eu."];
            let text = |text: &str| [&b"X"[..], &(text.len() as u32).to_le_bytes(), text.as_bytes()].concat();
            let start =
                [b"}(", &text("state")[..], b"}", &text("param_groups"), b"](}(", &text("params"), b"("].concat();
            counted(&start, b"J", b"", &[&b"l"[..], &ends.concat()].concat())
        }),
        ("states without parameters", {
            let text = |text: &str| [&b"X"[..], &(text.len() as u32).to_le_bytes(), text.as_bytes()].concat();
            let start = [b"}(", &text("param_groups")[..], b"]", &text("state"), b"}("].concat();
            counted(&start, b"J", b"N", b"uu.")
        }),
        ("an optimizer", state_dict(30_000)),
    ]
}

/// The bytes that torch writes for an Adam with this number of parameters.
fn state_dict(params: u32) -> Vec<u8> {
    let text = |text: &str| [&b"X"[..], &(text.len() as u32).to_le_bytes(), text.as_bytes()].concat();
    let mut memo = 20_u32;
    let mut put = || {
        memo += 1;
        [&b"r"[..], &memo.to_le_bytes()].concat()
    };
    let mut bytes = b"\x80\x02Nq\0".to_vec();
    for (place, name) in ["step", "exp_avg", "exp_avg_sq", "storage", "cpu"].into_iter().enumerate() {
        bytes.extend([&text(name)[..], &[b'q', place as u8, b'0']].concat());
    }
    bytes.extend(
        b"ctorch._utils\n_rebuild_tensor_v2\nq\x060ctorch\nFloatStorage\nq\x070ccollections\nOrderedDict\nq\x080",
    );
    for number in 9..=20 {
        bytes.extend([b'N', b'q', number, b'0']);
    }
    bytes.extend([b"}(", &text("state")[..], b"}"].concat());
    for param in 0..params {
        bytes.extend([&b"(J"[..], &param.to_le_bytes(), b"}", &put(), b"("].concat());
        for state in 0..3_u32 {
            bytes.extend(
                [&[b'h', state as u8][..], b"h\x06((h\x03h\x07", &text(&(3 * param + state).to_string())].concat(),
            );
            bytes.extend(
                [&put()[..], b"h\x04M\0\x04t", &put(), b"QK\0K K \x86", &put(), b"K K\x01\x86", &put()].concat(),
            );
            bytes.extend([&b"\x89h\x08)R"[..], &put(), b"t", &put(), b"R", &put()].concat());
        }
        bytes.extend(b"uu");
    }
    bytes.extend([&text("param_groups")[..], b"]u."].concat());
    bytes
}

/// The memory that a file may need in addition to four times its length.
const CONSTANT: usize = 5 << 20;

#[test]
fn memory_is_in_proportion_to_the_file() {
    let file = crowded();
    let len = file.len();
    let (used, error) = peak(|| TorchFile::from_bytes(file).unwrap_err().to_string());
    assert!(error.contains("without `data.pkl`") && used < 2 * len, "{used} bytes for {len}: {error}");
    for (name, pickle) in pickles() {
        let both = ["none", "bytes", "references", "an optimizer"].contains(&name);
        let legacy = both.then(|| ("legacy", legacy(&pickle)));
        for (format, file) in [("zip", archive(&pickle))].into_iter().chain(legacy) {
            let len = file.len();
            let (peak, result) = peak(|| TorchFile::from_bytes(file).map(|file| drop(file.optimizer())));
            println!("{name}, {format}: {:.2} times its {len} bytes, {result:?}", peak as f64 / len as f64);
            assert!(peak <= 4 * len + CONSTANT, "{name}, {format}: {peak} bytes for {len}");
            // Files that torch writes can be read.
            let sound = ["floats", "a long text", "two long texts", "an optimizer"].contains(&name);
            assert!(!sound || result.is_ok(), "{name}, {format}: {result:?}");
        }
    }
}
