//! Locks of the storages of several tensors.
//!
//! An operation of candle locks its operands in the order in the call: `b.matmul(&a)` locks `b` and then waits for `a`. A step that holds `a` and
//! waits for `b` would then wait for ever, and no order of locks can prevent this. So a step that holds locks waits for another lock only for a
//! limited time. Then it releases all of them, locks the missing one first, and tries the others again with a longer limit.

use std::time::Duration;

use candle_core::{Storage, Tensor};
use parking_lot::{RwLock, RwLockReadGuard, RwLockWriteGuard};

/// The lock of a storage.
pub(super) type StorageLock<'a> = &'a RwLock<Storage>;

/// A storage that is locked for reading; `None` without a tensor.
pub(super) type ReadStorage<'a> = Option<RwLockReadGuard<'a, Storage>>;

/// A storage that is locked for writing.
pub(super) type WrittenStorage<'a> = RwLockWriteGuard<'a, Storage>;

/// The time that the first attempt waits for a lock while it holds others. Each further attempt waits longer by this time. If another thread waits
/// for this thread, all of the time is lost, so the limit grows slowly. In the end it must be longer than the operations of other threads.
const PATIENCE: Duration = Duration::from_micros(20);

/// The locked storages, in the order of the arguments.
pub(super) struct Locked<'a> {
    pub(super) written: Vec<WrittenStorage<'a>>,
    pub(super) read: Vec<ReadStorage<'a>>,
}

/// The index of a lock that another thread held for too long.
#[derive(Clone, Copy)]
enum Busy {
    Write(usize),
    Read(usize),
}

/// The lock of a tensor's storage. candle returns it only with a guard, so this call waits while another thread writes
/// the tensor. The caller must not hold any lock.
pub(super) fn lock_of(x: &Tensor) -> StorageLock<'_> {
    let (guard, _) = x.storage_and_layout();
    RwLockReadGuard::rwlock(&guard)
}

/// The identity of a storage. Tensors with the same identity share their memory, even if they are empty.
pub(super) fn identity(lock: StorageLock<'_>) -> usize {
    std::ptr::from_ref(lock).addr()
}

/// Locks all of these storages. `write` must not contain a storage twice, nor a storage of `read`.
pub(super) fn lock_all<'a>(write: &[StorageLock<'a>], read: &[Option<StorageLock<'a>>]) -> Locked<'a> {
    let (mut patience, mut first) = (PATIENCE, None);
    loop {
        match attempt(write, read, first, patience) {
            Ok(locked) => return locked,
            Err(busy) => first = Some(busy),
        }
        patience += PATIENCE;
    }
}

/// Waits for the first lock without a limit, because no lock is held yet, and for each other lock for a limited time.
fn attempt<'a>(
    write: &[StorageLock<'a>],
    read: &[Option<StorageLock<'a>>],
    first: Option<Busy>,
    patience: Duration,
) -> Result<Locked<'a>, Busy> {
    let mut written: Vec<Option<WrittenStorage<'a>>> = write.iter().map(|_| None).collect();
    let mut reading: Vec<ReadStorage<'a>> = read.iter().map(|_| None).collect();
    match first {
        Some(Busy::Write(place)) => written[place] = Some(write[place].write()),
        Some(Busy::Read(place)) => reading[place] = read[place].map(RwLock::read),
        None => {}
    }
    // Steps of other optimizers and candle's operations that write use the same order, so they seldom block each other.
    let mut order: Vec<usize> = (0..write.len()).filter(|place| written[*place].is_none()).collect();
    order.sort_unstable_by_key(|place| identity(write[*place]));
    for place in order {
        written[place] = Some(write[place].try_write_for(patience).ok_or(Busy::Write(place))?);
    }
    for (place, lock) in read.iter().enumerate() {
        if let (Some(lock), None) = (lock, &reading[place]) {
            // Several gradients may share one storage.
            reading[place] = Some(lock.try_read_recursive_for(patience).ok_or(Busy::Read(place))?);
        }
    }
    Ok(Locked { written: written.into_iter().flatten().collect(), read: reading })
}
