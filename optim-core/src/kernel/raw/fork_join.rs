//! Fork and join: the calling thread does the work, and threads of the pool help if they wake up in time.
//!
//! A sleeping thread takes about 50 µs to wake up, as long as a small step. So the calling thread begins at once. When no work is left, it does
//! not wait for helpers that have not started; `rayon`'s scopes and joins would.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Thread, current, park};

use super::base::Base;

/// The bit of `Fork::state` that stops further helpers from entering. The lower bits are the number of helpers inside.
const CLOSED: usize = 1 << (usize::BITS - 1);

/// The number of times that the calling thread checks for the last helpers before it sleeps: 20 to 50 µs, about the time of a wake-up.
const PATIENCE: usize = 1000;

/// The largest number of unanswered calls per helper. Without a limit, each step would add calls to a pool whose threads are busy with other
/// work. A few calls that come too late for one step are in time for the next.
const UNANSWERED: usize = 8;

thread_local! {
    /// The number of unanswered calls of this thread.
    static CALLS: Arc<AtomicUsize> = Arc::default();
}

/// Work in progress.
// Invariant: `work` points to what exists until the state is `CLOSED` and nobody is inside.
struct Fork {
    work: Base<&'static (dyn Fn() + Sync)>,
    state: AtomicUsize,
    owner: Thread,
    /// The unanswered calls of the owner.
    calls: Arc<AtomicUsize>,
    /// The panic of a helper.
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

/// Calls `work` on the calling thread, and at the same time on at most `others` threads of the pool. Returns when all of them have finished.
///
/// # Panics
/// If `work` panics, on any thread.
pub(in crate::kernel) fn fork_join(others: usize, work: &(dyn Fn() + Sync)) {
    // The invariant, not the type, says how long the work exists: `ForkEnd` always waits, also if `work` panics, until the state is `CLOSED` and
    // nobody is inside.
    let pointer = Base::new((&raw const work).cast_mut().cast());
    let (state, owner, calls, panic) = (AtomicUsize::new(0), current(), CALLS.try_with(Arc::clone), Mutex::new(None));
    // A thread that is ending has lost its count.
    let calls = calls.unwrap_or_default();
    let fork = Arc::new(Fork { work: pointer, state, owner, calls, panic });
    let end = ForkEnd(&fork);
    if fork.calls.load(Ordering::Relaxed) < UNANSWERED * others {
        call_helpers(&fork, others);
    }
    work();
    drop(end);
    let panic = fork.panic.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(panic) = panic {
        resume_unwind(panic);
    }
}

/// Asks the pool for this number of helpers. Each helper asks for others, so a few rounds wake many.
fn call_helpers(fork: &Arc<Fork>, mut count: usize) {
    while count > 0 {
        let half = count.div_ceil(2);
        fork.calls.fetch_add(1, Ordering::Relaxed);
        let fork = Arc::clone(fork);
        rayon::spawn(move || fork.help(half - 1));
        count -= half;
    }
}

impl Fork {
    fn help(self: Arc<Self>, others: usize) {
        self.calls.fetch_sub(1, Ordering::Relaxed);
        // A helper that enters before the state is closed sees everything that was written before it was opened, and `ForkEnd` sees everything that
        // was done inside.
        let before = self.state.fetch_add(1, Ordering::Acquire);
        let _helper = Helper(&self);
        if before & CLOSED == 0 {
            call_helpers(&self, others);
            // SAFETY: this thread is inside since before the state was closed, and so the work exists.
            let work = unsafe { *self.work.get() };
            if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
                *self.panic.lock().unwrap_or_else(PoisonError::into_inner) = Some(panic);
            }
        }
    }
}

/// A helper inside the work. It leaves when it is dropped.
struct Helper<'f>(&'f Fork);

impl Drop for Helper<'_> {
    fn drop(&mut self) {
        if self.0.state.fetch_sub(1, Ordering::Release) == CLOSED + 1 {
            self.0.owner.unpark();
        }
    }
}

/// Closes the work when it is dropped, and waits until all helpers have left.
struct ForkEnd<'f>(&'f Fork);

impl Drop for ForkEnd<'_> {
    fn drop(&mut self) {
        let Self(Fork { state, .. }) = self;
        let mut inside = state.fetch_or(CLOSED, Ordering::Acquire);
        let mut patience = PATIENCE;
        while inside != 0 {
            match patience {
                0 => park(),
                _ => {
                    patience -= 1;
                    std::hint::spin_loop();
                }
            }
            inside = state.load(Ordering::Acquire) - CLOSED;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    fn in_pool_of<R: Send>(threads: usize, test: impl FnOnce() -> R + Send) -> R {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(test)
    }

    fn wait_for(condition: impl Fn() -> bool) {
        while !condition() {
            std::thread::yield_now();
        }
    }

    #[test]
    fn as_many_as_are_asked_for_come_if_there_is_work() {
        in_pool_of(4, || {
            // More rounds than the limit of unanswered calls.
            for others in (0..100).map(|round| round % 4) {
                let present = AtomicUsize::new(0);
                fork_join(others, &|| {
                    present.fetch_add(1, Ordering::Relaxed);
                    wait_for(|| present.load(Ordering::Relaxed) == 1 + others);
                });
                assert_eq!(present.into_inner(), 1 + others);
            }
        });
    }

    #[test]
    fn nobody_waits_for_helpers_that_do_not_come() {
        // The calling thread is the only thread of the pool.
        in_pool_of(1, || {
            let calls = AtomicUsize::new(0);
            fork_join(3, &|| {
                calls.fetch_add(1, Ordering::Relaxed);
            });
            assert_eq!(calls.into_inner(), 1);
            for _ in 0..1000 {
                fork_join(3, &|| ());
            }
            let unanswered = CALLS.with(|calls| calls.load(Ordering::Relaxed));
            assert!((1..UNANSWERED * 3 + 3).contains(&unanswered), "{unanswered}");
        });
    }

    #[test]
    fn helpers_that_are_at_work_are_waited_for() {
        in_pool_of(2, || {
            let caller = current().id();
            let (came, finished) = (AtomicBool::new(false), AtomicBool::new(false));
            fork_join(1, &|| {
                if current().id() == caller {
                    return wait_for(|| came.load(Ordering::Relaxed));
                }
                came.store(true, Ordering::Relaxed);
                // Longer than the caller checks before it sleeps.
                std::thread::sleep(std::time::Duration::from_millis(20));
                finished.store(true, Ordering::Relaxed);
            });
            assert!(finished.into_inner());
        });
    }

    #[test]
    fn a_panic_of_any_thread_is_one_of_the_caller_when_all_have_left() {
        for by_helper in [false, true] {
            in_pool_of(2, || {
                let caller = current().id();
                let (came, left) = (AtomicBool::new(false), AtomicBool::new(false));
                let result = catch_unwind(AssertUnwindSafe(|| {
                    fork_join(1, &|| {
                        let helps = current().id() != caller;
                        came.fetch_or(helps, Ordering::Relaxed);
                        wait_for(|| came.load(Ordering::Relaxed));
                        assert!(helps != by_helper, "by helper: {by_helper}");
                        std::thread::sleep(std::time::Duration::from_millis(5));
                        left.store(true, Ordering::Relaxed);
                    });
                }));
                let message = result.unwrap_err();
                let message = message.downcast_ref::<String>().unwrap();
                assert_eq!(*message, format!("by helper: {by_helper}"));
                assert!(left.into_inner());
            });
        }
    }
}
