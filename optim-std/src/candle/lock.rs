//! Storages of several tensors, locked together.
//!
//! An operation of candle locks its operands in the order in which they are written: `b.matmul(&a)` locks `b` and then waits for `a`. A step that holds
//! `a` and waits for `b` would wait for ever, whatever its own order is. So a step that holds locks waits for another one only for a limited
//! time. Then it releases all of them, waits for the one that was missing, keeps it, and tries to lock the others, with more patience.

use std::time::Duration;

use candle_core::{Storage, Tensor};
use parking_lot::{RwLock, RwLockReadGuard, RwLockWriteGuard};

/// The lock of a storage.
pub(super) type StorageLock<'a> = &'a RwLock<Storage>;

/// A storage that is being read; `None` without a tensor.
pub(super) type ReadStorage<'a> = Option<RwLockReadGuard<'a, Storage>>;

/// A storage that is being written.
pub(super) type WrittenStorage<'a> = RwLockWriteGuard<'a, Storage>;

/// The first attempt waits so long for a lock while it holds others; each one after it as much longer. Where another thread waits for this one,
/// all of the time is lost, so it grows slowly; where operations are long, it must become longer than they are.
const PATIENCE: Duration = Duration::from_micros(20);

/// Storages to write, and those to read, in the orders in which they were asked for.
pub(super) struct Locked<'a> {
    pub(super) written: Vec<WrittenStorage<'a>>,
    pub(super) read: Vec<ReadStorage<'a>>,
}

/// The place of a lock that another thread held for too long.
#[derive(Clone, Copy)]
enum Busy {
    Write(usize),
    Read(usize),
}

/// The lock of a tensor's storage. Candle lends it with a guard only, so this waits while another thread writes the tensor: nothing may be locked
/// by the caller.
pub(super) fn lock_of(x: &Tensor) -> StorageLock<'_> {
    let (guard, _) = x.storage_and_layout();
    RwLockReadGuard::rwlock(&guard)
}

/// The identity of a storage: tensors share their memory if theirs are equal, elements or none.
pub(super) fn identity(lock: StorageLock<'_>) -> usize {
    std::ptr::from_ref(lock).addr()
}

/// Locks all of these. No storage may be in `write` twice, or in both.
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

/// Waits for the first lock as long as it takes, since nothing is held yet, and for each of the others for a limited time.
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
    // Steps of other optimizers have the same order, as operations of candle that write have: they seldom meet halfway.
    let mut order: Vec<usize> = (0..write.len()).filter(|place| written[*place].is_none()).collect();
    order.sort_unstable_by_key(|place| identity(write[*place]));
    for place in order {
        written[place] = Some(write[place].try_write_for(patience).ok_or(Busy::Write(place))?);
    }
    for (place, lock) in read.iter().enumerate() {
        if let (Some(lock), None) = (lock, &reading[place]) {
            // Several gradients may be one storage.
            reading[place] = Some(lock.try_read_recursive_for(patience).ok_or(Busy::Read(place))?);
        }
    }
    Ok(Locked { written: written.into_iter().flatten().collect(), read: reading })
}
