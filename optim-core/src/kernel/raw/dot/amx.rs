//! Products of pairs of `bf16` with the matrix registers of AMX. A register has 16 rows of 64 bytes: 16 sums, or 16 pairs.
//!
//! The instruction adds the products of 16 pairs per element, the first ones of all pairs and the second ones of all pairs, then these two sums, then
//! the element. Each sum is rounded to nearest, and subnormal numbers count as 0.

use std::arch::asm;
use std::arch::x86_64::{__cpuid, __cpuid_count};
use std::sync::OnceLock;

use super::{Dot, DotTile, Pair};

/// The rows and columns of a tile: two registers each way.
const SIDE: usize = 32;
/// The pairs of a row of a register.
const GROUP: usize = 16;
/// Pairs per line of a panel of one group.
const PANEL: usize = SIDE * GROUP;

/// The loop, if the machine and the system have the instructions.
pub(super) fn dot() -> Option<Dot<f32, Pair>> {
    static FOUND: OnceLock<bool> = OnceLock::new();
    let found = *FOUND.get_or_init(is_permitted);
    found.then_some(Dot { rows: SIDE, cols: SIDE, group: GROUP, depth: 512, add })
}

/// Asks the system for the registers, because each thread needs more memory for them. Returns true if this process may use them from now on. The
/// system refuses if the signal stack of a thread is too small for them.
fn is_permitted() -> bool {
    const REQUEST: libc::c_long = 0x1023;
    const TILE_DATA: libc::c_long = 18;
    if __cpuid(0).eax < 7 {
        return false;
    }
    let features = __cpuid_count(7, 0).edx;
    if features & (1 << 22) == 0 || features & (1 << 24) == 0 {
        return false;
    }
    // SAFETY: this call of the system has two numbers as arguments, and touches no memory of this process.
    unsafe { libc::syscall(libc::SYS_arch_prctl, REQUEST, TILE_DATA) == 0 }
}

/// The layout of the registers: the first palette, and for each of eight registers 16 rows of 64 bytes.
#[repr(C, align(64))]
struct RegisterLayout {
    palette: [u8; 16],
    bytes: [u16; 16],
    rows: [u8; 16],
}

static LAYOUT: RegisterLayout = {
    let (mut palette, mut bytes, mut rows) = ([0; 16], [0; 16], [0; 16]);
    palette[0] = 1;
    let mut register = 0;
    while register < 8 {
        bytes[register] = 64;
        rows[register] = 16;
        register += 1;
    }
    RegisterLayout { palette, bytes, rows }
};

fn add(a: &[Pair], b: &[Pair], tile: &mut DotTile<'_, f32>) {
    let groups = a.len() / PANEL;
    let (stride, first, numbers) = (tile.stride, tile.first, &mut *tile.numbers);
    let start = numbers.as_mut_ptr();
    if groups == 0 || b.len() < groups * PANEL || stride < SIDE || numbers.len() < (SIDE - 1) * stride + SIDE {
        return;
    }
    // SAFETY: a `Dot` with this function exists only if the process may use the instructions. They read `groups` panels of 2,048 bytes each from `a`
    // and `b`, as checked, and read and write 32 rows of 128 bytes, `stride` numbers apart, in `numbers`, as checked. The code changes no other
    // memory and leaves the registers of tiles in their initial state.
    unsafe {
        asm!(
            "ldtilecfg [{layout}]",
            "tilezero tmm0",
            "tilezero tmm1",
            "tilezero tmm2",
            "tilezero tmm3",
            "test {first}, {first}",
            "jnz 2f",
            "tileloadd tmm0, [{upper} + {stride}]",
            "tileloadd tmm1, [{upper} + {stride} + 64]",
            "tileloadd tmm2, [{lower} + {stride}]",
            "tileloadd tmm3, [{lower} + {stride} + 64]",
            "2:",
            "tileloadd tmm4, [{a} + {row_a}]",
            "tileloadd tmm6, [{b} + {row_b}]",
            "tileloadd tmm7, [{b} + {row_b} + 64]",
            "tdpbf16ps tmm0, tmm4, tmm6",
            "tileloadd tmm5, [{a} + {row_a} + 1024]",
            "tdpbf16ps tmm1, tmm4, tmm7",
            "add {a}, 2048",
            "add {b}, 2048",
            "tdpbf16ps tmm2, tmm5, tmm6",
            "tdpbf16ps tmm3, tmm5, tmm7",
            "dec {groups}",
            "jnz 2b",
            "tilestored [{upper} + {stride}], tmm0",
            "tilestored [{upper} + {stride} + 64], tmm1",
            "tilestored [{lower} + {stride}], tmm2",
            "tilestored [{lower} + {stride} + 64], tmm3",
            "tilerelease",
            layout = in(reg) &raw const LAYOUT,
            first = in(reg) usize::from(first),
            upper = in(reg) start,
            lower = in(reg) start.wrapping_add(16 * stride),
            stride = in(reg) stride * size_of::<f32>(),
            a = inout(reg) a.as_ptr() => _,
            b = inout(reg) b.as_ptr() => _,
            row_a = in(reg) 64_usize,
            row_b = in(reg) 128_usize,
            groups = inout(reg) groups => _,
            out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
            out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
            options(nostack),
        );
    }
}
