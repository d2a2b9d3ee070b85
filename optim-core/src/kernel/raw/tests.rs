//! Strided memory: which axes it has, and tiles on their way from and to it.

use ndarray::{Array, IxDyn};

use super::base::Base;
use super::gather::Numbers;
use super::layout::{Axis, are_line, lay, push_axes};
use crate::kernel::tests::support::{LAYOUTS, laid_out, numbers};

fn axes(shape: &[usize], strides: &[isize]) -> Vec<Axis> {
    // Elements before it belong to another array.
    let mut axes = vec![Axis { len: 2, stride: shape[0] as isize * strides[0] }];
    push_axes(&mut axes, shape, Some(strides), 0..shape.len());
    axes.split_off(1)
}

#[test]
fn neighbouring_axes_of_one_run_are_joined() {
    let axis = |len, stride| Axis { len, stride };
    assert_eq!(axes(&[2, 3, 4], &[12, 4, 1]), [axis(24, 1)]);
    assert_eq!(axes(&[2, 3, 4], &[24, 8, 2]), [axis(24, 2)]);
    assert_eq!(axes(&[2, 3, 4], &[-12, -4, -1]), [axis(24, -1)]);
    assert_eq!(axes(&[2, 3, 4], &[20, 4, 1]), [axis(2, 20), axis(12, 1)]);
    assert_eq!(axes(&[2, 3, 4], &[15, 5, 1]), [axis(6, 5), axis(4, 1)]);
    assert_eq!(axes(&[4, 1, 3], &[1, 99, 4]), [axis(4, 1), axis(3, 4)]);
    assert_eq!(axes(&[1, 1], &[1, 1]), []);
}

#[test]
fn a_line_is_at_most_one_axis_of_neighbours() {
    let axis = |len, stride| Axis { len, stride };
    assert!(are_line(&[]) && are_line(&[axis(4, 1)]));
    assert!(!are_line(&[axis(4, 2)]) && !are_line(&[axis(4, -1)]) && !are_line(&[axis(2, 9), axis(4, 1)]));
}

#[test]
#[cfg_attr(miri, ignore = "too slow")]
fn any_stretch_is_gathered_and_scattered() {
    for shape in [&[7][..], &[3, 5], &[2, 3, 4], &[2, 3, 2, 2]] {
        let len = shape.iter().product();
        let counted = Array::from_shape_vec(IxDyn(shape), (0..len).map(|k| k as f64).collect()).unwrap();
        for layout in LAYOUTS {
            let mut array = laid_out(&counted, layout);
            let mut axes = vec![Axis { len: 2, stride: 1 }];
            let (first, last) = lay(&mut axes, shape, Some(array.strides()), 0..shape.len());
            let elements = Numbers::new(Base::new(array.as_mut_ptr()), len, &axes[first..last]);
            for (start, n) in (0..len).flat_map(|start| (0..=len - start).map(move |n| (start, n))) {
                let mut tile = vec![-1.0; len];
                // SAFETY: nobody writes the array meanwhile.
                let read = unsafe { elements.read(start, n, &mut tile) };
                assert_eq!(read, &numbers(&counted)[start..start + n], "{shape:?} {layout:?}");
                assert!(tile[n..].iter().all(|&x| x == -1.0));
                tile.fill(0.5);
                // SAFETY: nobody reads or writes the array meanwhile.
                unsafe { elements.scatter(start, &tile[..n]) };
                let changed: Vec<_> = (0..len).filter(|&k| numbers(&array)[k] == 0.5).collect();
                assert_eq!(changed, Vec::from_iter(start..start + n), "{shape:?} {layout:?}");
                array.assign(&counted);
            }
        }
    }
}

#[test]
fn numbers_end_with_their_array() {
    let mut array = Array::from_shape_fn((3, 4), |(row, col)| (row * 4 + col) as f64);
    for (start, n) in [(12, 1), (13, 0), (0, 13), (usize::MAX, 1), (1, usize::MAX)] {
        let mut buffer = [0.0; 20];
        let mut refused = |axes: &[Axis]| {
            let elements = Numbers::new(Base::new(array.as_mut_ptr()), 12, axes);
            // SAFETY: nobody writes the array meanwhile.
            let read = || unsafe { elements.read(start, n, &mut buffer) }.len();
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(read)).is_err()
        };
        assert!(refused(&[]), "{n} from {start} of a line");
        assert!(refused(&[Axis { len: 3, stride: 4 }, Axis { len: 4, stride: 1 }]), "{n} from {start} of a matrix");
    }
}

/// Whole tiles have codecs of their own where there are wide vectors; a build with debug assertions has none, so this compares something
/// with optimisation only.
#[test]
fn codecs_of_tiles_are_those_of_numbers() {
    for level in crate::kernel::level::levels() {
        codecs_of_tiles(level);
    }
}

#[expect(clippy::too_many_lines, reason = "every codec in one loop over lengths")]
fn codecs_of_tiles(level: crate::kernel::level::Level) {
    use super::codec::Codec;
    use super::coded::{Part, PartMut};
    use super::vectors;
    use crate::kernel::TILE;
    use crate::kernel::level::{Isa, with_level};
    use crate::kernel::storage::Map;

    let mut state = 1_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 32) as u32
    };
    /// The tiles that are decoded and encoded at once.
    const LEN: usize = 2 * TILE;
    let isa = with_level(level, Isa::current);
    let same = |a: f32, b: f32| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
    for round in 0..2000 {
        // Any patterns, numbers of many sizes, numbers of one sign, and close to the ends.
        let mut numbers = [0.0_f32; LEN];
        for x in &mut numbers {
            let any = random();
            *x = match round % 5 {
                0 => f32::from_bits(any),
                1 => (any as f32 / 4e9 - 0.5) * 10_f32.powi(-((random() % 9) as i32)),
                2 => any as f32 / 4e9 * 10_f32.powi(-((random() % 9) as i32)),
                3 => -(any as f32 * 1e-35),
                _ => f32::from_bits(any & 0x80ff_ffff),
            };
        }
        let (mut halves, mut bytes) = ([0_u16; LEN], [0_u8; 2 * LEN]);
        halves.fill_with(|| random() as u16);
        bytes.fill_with(|| random() as u8);
        let mut scales = [1.0, -1.0, -0.3, 1e-30, f32::NAN, 0.0, -1e-37, f32::MAX].repeat(2);
        scales.rotate_left(round % 8);
        type Make = for<'c> fn(&'c [u16], &'c [u8], &'c [f32]) -> Part<'c>;
        let parts: [Make; 6] = [
            |halves, _, _| Part::Bf16(halves),
            |halves, _, _| Part::F16(halves),
            |_, codes, scales| Part::Blocks { map: Map::Dynamic, codes: &codes[..LEN], scales: &scales[..2], skip: 0 },
            |_, codes, scales| Part::Blocks { map: Map::Companded, codes: &codes[..LEN], scales, skip: 0 },
            |halves, rest, _| Part::Split(halves, &rest[..LEN]),
            |halves, rest, _| Part::Split(halves, rest),
        ];
        for part in parts {
            let (mut found, mut expected) = ([0.0_f32; LEN], [0.0_f32; LEN]);
            if vectors::run(isa, Codec::Decode(&part(&halves, &bytes, &scales), &mut found)) {
                part(&halves, &bytes, &scales).decode(&mut expected);
                assert!(
                    found.iter().zip(&expected).all(|(a, b)| same(*a, *b)),
                    "{found:?} for {expected:?}, {scales:?}"
                );
            }
        }
        let key = crate::draw::DrawKey::new(round as u64);
        type MakeMut = for<'c> fn(&'c mut [u16], &'c mut [u8], &'c mut [f32], crate::draw::DrawKey) -> PartMut<'c>;
        let parts: [MakeMut; 7] = [
            |halves, _, _, _| PartMut::Bf16(halves),
            |halves, _, _, key| PartMut::Random(halves, key, 512),
            |halves, _, _, _| PartMut::F16(halves),
            |_, codes, scales, _| PartMut::Blocks(Map::Dynamic, &mut codes[..LEN], &mut scales[..2]),
            |_, codes, scales, _| PartMut::Blocks(Map::Companded, &mut codes[..LEN], scales),
            |halves, rest, _, _| PartMut::Split(halves, &mut rest[..LEN]),
            |halves, rest, _, _| PartMut::Split(halves, rest),
        ];
        for (which, part) in parts.into_iter().enumerate() {
            let mut found = ([0_u16; LEN], [0_u8; 2 * LEN], [0.0_f32; 16]);
            let mut expected = found;
            if vectors::run(isa, Codec::Encode(&mut part(&mut found.0, &mut found.1, &mut found.2, key), &numbers)) {
                part(&mut expected.0, &mut expected.1, &mut expected.2, key).encode(&numbers);
                let halves = found.0.iter().zip(&expected.0).zip(&numbers);
                assert!(halves.into_iter().all(|((a, b), x)| a == b || x.is_nan()), "{which}: {numbers:?}");
                assert_eq!(found.1, expected.1, "{which}: {numbers:?}");
                assert!(found.2.iter().zip(&expected.2).all(|(a, b)| same(*a, *b)));
            }
        }
    }
}

/// Around each number where the code changes, wide vectors and plain code give the same codes. A build with debug assertions and without the feature
/// `levels` has plain code only.
#[test]
fn codes_change_at_the_same_numbers_at_every_level() {
    use super::codec::Codec;
    use super::coded::PartMut;
    use super::vectors;
    use crate::kernel::TILE;
    use crate::kernel::level::{Isa, levels, with_level};
    use crate::kernel::storage::Map;
    use crate::kernel::storage::block::{SIGNED, UNSIGNED};

    for (map, signed) in [(Map::Dynamic, false), (Map::Dynamic, true), (Map::Companded, false), (Map::Companded, true)]
    {
        let mut ends: Vec<f32> = match (map, signed) {
            (Map::Companded, false) => (0..255).map(|code| ((code as f32 + 0.5) / 255.0).powi(2)).collect(),
            (Map::Companded, true) => (0..127).map(|code| (code as f32 + 0.5) / (253.5 - code as f32)).collect(),
            (Map::Dynamic, _) => {
                let stretches = if signed { &SIGNED.stretches } else { &UNSIGNED.stretches };
                let cells = stretches.iter().flat_map(|stretch| {
                    let first = (stretch.from * stretch.factor + stretch.add) as u16;
                    (first..=stretch.last as u16 + 1).map(|cell| (f32::from(cell) - stretch.add) / stretch.factor)
                });
                cells.chain(stretches.iter().map(|stretch| stretch.from)).collect()
            }
        };
        ends.retain(|x| x.is_normal() && (0.0..=1.0).contains(x));
        assert!(ends.len() > 120, "{map:?}: {ends:?}");
        let near = ends.iter().flat_map(|x| (0..17).map(|ulp| f32::from_bits(x.to_bits() - 8 + ulp).min(1.0)));
        let mut numbers: Vec<f32> = near.chain([0.0; TILE]).collect();
        numbers.truncate(numbers.len() / TILE * TILE);
        for (k, x) in numbers.iter_mut().enumerate() {
            match k % 32 {
                // The scale of each group.
                0 => *x = 1.0,
                1 if signed => *x = -1.0,
                k if signed && k % 2 == 1 => *x = -*x,
                _ => {}
            }
        }
        let scales = vec![0.0; numbers.len() / map.block()];
        let (mut expected, mut expected_scales) = (vec![0; numbers.len()], scales.clone());
        map.encode(&numbers, (&mut expected, &mut expected_scales));
        for level in levels() {
            let (mut found, mut found_scales) = (vec![0; numbers.len()], scales.clone());
            let mut part = PartMut::Blocks(map, &mut found, &mut found_scales);
            if vectors::run(with_level(level, Isa::current), Codec::Encode(&mut part, &numbers)) {
                assert_eq!(found_scales, expected_scales);
                let wrong = found.iter().zip(&expected).zip(&numbers).find(|((a, b), _)| a != b);
                assert_eq!(wrong, None, "{map:?}, {level:?}");
            }
        }
    }
}

/// Tables and plain code spread numbers alike at every level; a build with debug assertions has plain code only.
#[test]
fn numbers_are_spread_alike_at_every_level() {
    use super::spread::{Pattern, Tables, spread};
    use crate::kernel::TILE;
    use crate::kernel::geometry::{Cover, Geometry};
    use crate::kernel::level::{Isa, levels, with_level};
    use crate::shape::Axes;

    for rows in 1..=18 {
        for cols in (1..=18).filter(|cols| (2..=TILE).contains(&(rows * cols))) {
            let geometry = Geometry::matrices(10_000, rows, cols, true);
            let Cover::Matrices(matrices) = geometry.cover else { panic!("they are small: {geometry:?}") };
            type Number = fn(usize, usize, usize) -> usize;
            let all: [(Axes, Pattern, usize, Number); 3] = [
                (Axes::Rows, Pattern::Each(cols), matrices * rows, |i, _, cols| i / cols),
                (Axes::Matrices, Pattern::Each(rows * cols), matrices, |i, rows, cols| i / (rows * cols)),
                (Axes::Cols, Pattern::Rows(rows, cols), matrices * cols, |i, rows, cols| {
                    i / (rows * cols) * cols + i % cols
                }),
            ];
            for (kind, pattern, count, number) in all {
                let numbers: Vec<f32> = (0..count).map(|k| k as f32 + 0.5).collect();
                let n = geometry.step;
                for level in levels() {
                    let mut tables = Tables::default();
                    tables.add(kind, &geometry);
                    let mut found = [0.0; TILE];
                    let isa = with_level(level, Isa::current);
                    spread(isa, (pattern, &tables), &numbers, (&mut found, n));
                    for (i, x) in found[..n].iter().enumerate() {
                        assert_eq!(*x, numbers[number(i, rows, cols)], "{level:?}, {pattern:?}, element {i}");
                    }
                }
            }
        }
    }
}
