//! Instruction-set levels. They are detected once at run time, and entered through one function per level.
//!
//! A build with debug assertions has only the baseline level and [one loop per pass](ONE_LOOP): loops without optimization gain nothing from wider
//! vectors, and the compiler would have to compile each pass several times. With the feature `levels`, for tests, it has all levels and loops.

use std::sync::atomic::{AtomicU8, Ordering};

/// A set of instructions that kernels may use. Results have the same bits at every level, except the sign and the payload of a NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Level {
    /// The instructions that every machine of the compiled target has.
    Baseline,
    /// 256-bit vectors on x86-64.
    Avx2,
    /// 512-bit vectors on x86-64.
    Avx512,
}

const UNKNOWN: u8 = u8::MAX;
static CURRENT: AtomicU8 = AtomicU8::new(UNKNOWN);

impl Level {
    /// Returns the level in use: the highest level of this machine, or the level set by [`with_level`].
    #[inline]
    #[must_use]
    pub fn current() -> Self {
        match CURRENT.load(Ordering::Relaxed) {
            0 => Self::Baseline,
            1 => Self::Avx2,
            2 => Self::Avx512,
            _ => Self::detect(),
        }
    }

    #[cold]
    fn detect() -> Self {
        let best = levels().last().copied().unwrap_or(Self::Baseline);
        // Keeps a level that another thread has set in the meantime.
        let _ = CURRENT.compare_exchange(UNKNOWN, best as u8, Ordering::Relaxed, Ordering::Relaxed);
        best
    }
}

/// A level that this machine is known to have. All levels except the baseline have instructions that multiply and add at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Isa {
    Baseline,
    #[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), feature = "levels")))]
    Avx2(x86::Avx2),
    #[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), feature = "levels")))]
    Avx512(x86::Avx512),
}

impl Isa {
    /// The level in use.
    #[inline]
    pub(crate) fn current() -> Self {
        Self::of(Level::current()).unwrap_or(Self::Baseline)
    }

    /// A level, if this machine and this build have it.
    #[inline]
    fn of(level: Level) -> Option<Self> {
        match level {
            Level::Baseline => Some(Self::Baseline),
            #[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), feature = "levels")))]
            Level::Avx2 => x86::Avx2::detect().map(Self::Avx2),
            #[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), feature = "levels")))]
            Level::Avx512 => x86::Avx512::detect().map(Self::Avx512),
            #[cfg(not(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), feature = "levels"))))]
            _ => None,
        }
    }

    /// Runs a closure that is compiled for this level. The closure and all functions that it calls must be inlined to benefit.
    #[inline(always)]
    pub(crate) fn run<R>(self, f: impl FnOnce() -> R) -> R {
        self.run_by_level(
            #[inline(always)]
            |_| f(),
        )
    }

    /// Like [`Isa::run`], for a closure whose code differs between levels. Its constant argument is true if it is compiled for the baseline of a
    /// build that also has higher levels.
    #[inline(always)]
    pub(crate) fn run_by_level<R>(self, f: impl FnOnce(bool) -> R) -> R {
        match self {
            Self::Baseline => baseline(f),
            #[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), feature = "levels")))]
            Self::Avx2(level) => level.run(f),
            #[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), feature = "levels")))]
            Self::Avx512(level) => level.run(f),
        }
    }

    /// Returns true if loops at this level read and write upper halves of numbers themselves: see [`Isa::run_with_halves`].
    #[inline]
    pub(crate) fn takes_halves(self) -> bool {
        match self {
            Self::Baseline => !HAS_LEVELS && !ONE_LOOP,
            #[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), feature = "levels")))]
            Self::Avx2(_) => true,
            #[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), feature = "levels")))]
            Self::Avx512(_) => ProcessorHalves::detect().is_some(),
        }
    }

    /// Runs a closure with loops over upper halves, compiled for this level. Its argument gives access to the processor's instructions that round to
    /// upper halves, if the level has them. Does nothing unless the level [takes halves](Isa::takes_halves).
    #[inline(always)]
    pub(crate) fn run_with_halves(self, f: impl FnOnce(Option<ProcessorHalves>)) {
        match self {
            Self::Baseline if HAS_LEVELS => {}
            Self::Baseline => baseline(
                #[inline(always)]
                |_| f(None),
            ),
            #[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), feature = "levels")))]
            Self::Avx2(level) => level.run(
                #[inline(always)]
                |_| f(None),
            ),
            #[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), feature = "levels")))]
            Self::Avx512(_) => {
                if let Some(level) = ProcessorHalves::detect() {
                    level.run(
                        #[inline(always)]
                        |_| f(Some(level)),
                    );
                }
            }
        }
    }
}

/// True if the build has higher levels than the baseline.
const HAS_LEVELS: bool = cfg!(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), feature = "levels")));

/// True if the build has one loop per pass, over tiles of any length: no loop over whole blocks, and no loop that reads upper halves of numbers.
pub(crate) const ONE_LOOP: bool = cfg!(all(debug_assertions, not(feature = "levels")));

#[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), feature = "levels")))]
pub(crate) use x86::ProcessorHalves;

/// Instructions that round numbers to upper halves. This build has none.
#[cfg(not(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), feature = "levels"))))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProcessorHalves {}

/// Returns the levels of this machine, lowest first. Builds with debug assertions have only the baseline, except with the feature `levels`.
#[must_use]
pub fn levels() -> Vec<Level> {
    [Level::Baseline, Level::Avx2, Level::Avx512].into_iter().filter(|&level| Isa::of(level).is_some()).collect()
}

/// Runs a closure with a level in use everywhere in this process, for tests and measurements.
///
/// Other threads of the process use the level at the same time, too. This is harmless, because levels do not change results. If the machine lacks the
/// level, the next lower one is used.
pub fn with_level<R>(level: Level, f: impl FnOnce() -> R) -> R {
    struct Restore(u8);
    impl Drop for Restore {
        fn drop(&mut self) {
            CURRENT.store(self.0, Ordering::Relaxed);
        }
    }
    let usable = levels().into_iter().rfind(|&l| l <= level).unwrap_or(Level::Baseline);
    let _restore = Restore(CURRENT.swap(usable as u8, Ordering::Relaxed));
    f()
}

#[inline(never)]
fn baseline<R>(f: impl FnOnce(bool) -> R) -> R {
    f(HAS_LEVELS)
}

/// The levels of x86-64. A value of such a type exists only if its instructions were found, and it is the only access to them.
#[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), feature = "levels")))]
mod x86 {
    macro_rules! level {
        ($Level:ident: $($feature:tt),*; $all:literal) => {
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub(crate) struct $Level(());

            impl $Level {
                #[inline]
                pub(super) fn detect() -> Option<Self> {
                    ($(is_x86_feature_detected!($feature))&&*).then_some(Self(()))
                }

                #[inline(always)]
                pub(super) fn run<R>(self, f: impl FnOnce(bool) -> R) -> R {
                    #[target_feature(enable = $all)]
                    fn enter<R>(f: impl FnOnce(bool) -> R) -> R {
                        f(false)
                    }
                    // SAFETY: this value comes from `detect`, which has found all instructions that `enter` is compiled for.
                    unsafe { enter(f) }
                }
            }
        };
    }

    level!(Avx2: "avx2", "fma"; "avx2,fma");
    // Like `Avx512`, with instructions that round numbers to upper halves.
    level!(ProcessorHalves: "avx2", "fma", "avx512f", "avx512vl", "avx512bw", "avx512dq", "avx512bf16"; "avx2,fma,avx512f,avx512vl,avx512bw,avx512dq,avx512bf16");
    level!(Avx512: "avx2", "fma", "avx512f", "avx512vl", "avx512bw", "avx512dq"; "avx2,fma,avx512f,avx512vl,avx512bw,avx512dq");
}
