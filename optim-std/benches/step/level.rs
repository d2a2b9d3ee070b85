//! The widest vectors of this machine, for the hand-written loops. They do not use the crate.

#[cfg(target_arch = "x86_64")]
fn has_avx512() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
}

/// The name of the instruction set that the loops are compiled for.
pub(crate) fn name() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    {
        if has_avx512() {
            return "AVX-512";
        }
        if is_x86_feature_detected!("avx2") {
            return "AVX2";
        }
    }
    "baseline instructions"
}

/// Runs a closure compiled for the widest vectors.
#[inline(always)]
pub(crate) fn widest<R>(f: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    {
        if has_avx512() {
            // SAFETY: the machine has these instructions.
            return unsafe { avx512(f) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the machine has these instructions.
            return unsafe { avx2(f) };
        }
    }
    f()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn avx2<R>(f: impl FnOnce() -> R) -> R {
    f()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,avx512f,avx512vl,avx512bw,avx512dq")]
fn avx512<R>(f: impl FnOnce() -> R) -> R {
    f()
}

/// Prefetches the cache lines 2 KiB after a block.
#[inline(always)]
pub(crate) fn prefetch<const N: usize>(block: &[f32; N]) {
    #[cfg(target_arch = "x86_64")]
    for line in 0..N.div_ceil(16) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let ahead = block.as_ptr().wrapping_add(512 + 16 * line);
        // SAFETY: a prefetch has no visible effect and never faults, for any address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(ahead.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = block;
}
