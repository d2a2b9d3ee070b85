//! A checkpoint needs no memory beside what is loaded. In a program of its own: everything that is allocated counts.

use std::alloc::{GlobalAlloc, Layout, System};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use ndarray::{Array2, ArrayD};
use optim_std::checkpoint::{Checkpoint, CheckpointFile};
use optim_std::prelude::*;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator, counted.
struct Counting;

impl Counting {
    fn add(size: usize) {
        let now = NOW.fetch_add(size, Ordering::SeqCst) + size;
        PEAK.fetch_max(now, Ordering::SeqCst);
    }
}

// SAFETY: every call is the system allocator's with the same arguments; `realloc` is the default, made of the others.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Self::add(layout.size());
        // SAFETY: the caller's promises are those that the system's allocator asks for.
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

/// Bytes that were allocated at one time while `f` ran, beside what was before.
fn peak<R>(f: impl FnOnce() -> R) -> (usize, R) {
    let before = NOW.load(Ordering::SeqCst);
    PEAK.store(before, Ordering::SeqCst);
    let result = f();
    (PEAK.load(Ordering::SeqCst) - before, result)
}

#[test]
fn nothing_is_in_memory_twice() {
    const ROWS: usize = 5000;
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
    assert!(staged > 100 << 20 && length > staged && length < staged + SMALL, "{length} bytes for {staged}");
    let mut other = model.clone();
    other.values_mut().for_each(|array| array.fill(0.0));
    let mut fresh = AdamW::new().build(&other).unwrap();
    let (loading, result) = peak(|| CheckpointFile::open(&path)?.load(&mut other, &mut fresh));
    result.unwrap();
    // What is refused is not read.
    let mut small = AdamW::new().build(&ndarray::array![1.0_f32]).unwrap();
    let (refusing, result) = peak(|| small.load(&path));
    result.unwrap_err();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(refusing < SMALL, "refusing takes {refusing} bytes");
    assert!(loading < staged + SMALL, "loading takes {loading} bytes for {staged}");
    assert_eq!(other, model);
    assert_eq!(fresh.state("second", "exp_avg").unwrap(), opt.state("second", "exp_avg").unwrap());
}
