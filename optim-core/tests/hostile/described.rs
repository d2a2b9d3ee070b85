//! Random programs of hand-written optimizers. The claims of an optimizer about its passes are often wrong. Each optimizer is stepped over small
//! parameters: in blocks, in pieces and phase by phase; a few are large. `HOSTILE_CASES=N` sets the number of cases.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use ndarray::{ArrayD, IxDyn};
use optim_core::__private::{
    Batching, Description, Extent, Fold, LoopNumber, Operand, Reduction, Source, StepSettings, TILE, Value, levels,
    with_level,
};
use optim_core::lang::{Graph, GraphError, Recorder};
use optim_core::program::{Finish, Stream};
use optim_core::shape::{Axes, ParamShape};
use optim_core::{Builder, Definition, HyperError, HyperInfo, Hyperparameters, Setting, StateInfo, Threads};

use super::quietly;
use super::random::{Random, SLOTS, array, untouched};

/// The properties that an optimizer claims of its step.
const CLAIMS: [(bool, Batching, bool); 5] = [
    (true, Batching::Many, false),
    (false, Batching::Many, false),
    (false, Batching::Few, false),
    (true, Batching::Few, false),
    (false, Batching::Few, true),
];

/// Sizes whose products overflow, or nearly.
const GIANTS: [usize; 8] = [1 << 31, 1 << 32, 1 << 40, (1 << 61) + 1, 1 << 62, 1 << 63, usize::MAX - 1, usize::MAX];

/// Tiles that passes were called for.
static TILES: AtomicUsize = AtomicUsize::new(0);

/// An optimizer whose step is what the random numbers of a seed say.
#[derive(Clone, Debug)]
struct Attack<const CLAIM: usize>(u64);

thread_local! {
    /// The seed of the next optimizer.
    static SEED: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

impl<const CLAIM: usize> Hyperparameters for Attack<CLAIM> {
    const NAME: &'static str = "Attack";
    const HYPERS: &'static [HyperInfo] = &[];

    fn from_values(_: &[Setting]) -> Result<Self, HyperError> {
        Ok(Self(SEED.get()))
    }

    fn get(&self, _: usize) -> Setting {
        Setting::None
    }
}

impl<const CLAIM: usize> Definition for Attack<CLAIM> {
    const STATES: &'static [StateInfo] = &[
        StateInfo::new("a", Axes::Tensor),
        StateInfo::new("b", Axes::Rows),
        StateInfo::new("c", Axes::Cols),
        StateInfo::new("d", Axes::Tensor).conditional(),
        StateInfo::new("e", Axes::Scalar),
        StateInfo::new("f", Axes::Scalar),
        StateInfo::new("g", Axes::Tensor),
    ];
    const USES_STEP: bool = false;
    const GLOBAL: bool = CLAIMS[CLAIM].2;
    const PASSES_ARE_ELEMENTWISE: bool = CLAIMS[CLAIM].0;
    const SCRATCH: usize = SLOTS;
    const BATCHING: Batching = CLAIMS[CLAIM].1;

    fn state_exists(&self, state: usize, _: ParamShape) -> bool {
        state != 3
    }

    fn trace(&self, axes: &[usize], _: u64) -> Result<Graph, GraphError> {
        Recorder::new(axes).finish(Self::NAME)
    }

    fn scratch(&self, shape: ParamShape, lens: &mut [usize]) {
        let mut random = Random(self.0 ^ 0x77);
        lens.fill_with(|| match random.below(12) {
            0 => random.below(shape.len() + 1),
            _ => shape.len() + random.below(3),
        });
    }

    fn settings(&self, to: &mut StepSettings) {
        to.give([0.5]);
    }

    fn step<'k, E: LoopNumber>(&'k self, cx: &mut Description<'_, 'k, E>) {
        let mut random = Random(self.0);
        for _ in 0..=random.below(5) {
            act(cx, &mut random);
        }
    }
}

fn slot(random: &mut Random) -> usize {
    if random.one_in(40) { SLOTS } else { random.below(SLOTS) }
}

fn act<'k, E: LoopNumber>(cx: &mut Description<'_, 'k, E>, random: &mut Random) {
    let shape = cx.shape();
    match random.below(16) {
        0 => cx.swap(slot(random), slot(random)),
        1 => {
            let state = random.below(9);
            cx.set_scalar(state, cx.scalar(random.below(9)) + cx.t());
        }
        // The matrix library is not for Miri.
        2 if !cfg!(miri) => {
            let (m, n) = (shape.rows(), shape.cols() + usize::from(random.one_in(8)));
            let m = if random.one_in(16) { random.pick(&GIANTS) } else { m };
            cx.matmul(Operand::new(0, m, n), Operand::new(1, m, n).transposed(), slot(random));
        }
        3 => cx.transpose(Operand::new(slot(random), shape.rows(), shape.cols()), slot(random)),
        4 => {
            let [joined] = cx.joined(&[random.next()], [(Fold::Max, cx.scalar(4))]);
            cx.set_global(random.below(3), joined);
        }
        _ => {
            type Pass<E> = for<'p, 'k> fn(&mut Description<'p, 'k, E>, &mut Random);
            let passes: [Pass<E>; 8] = [
                pass::<E, 0, 1, 0>,
                pass::<E, 1, 0, 2>,
                pass::<E, 1, 1, 0>,
                pass::<E, 1, 1, 3>,
                pass::<E, 1, 3, 0>,
                pass::<E, 2, 1, 2>,
                pass::<E, 3, 2, 0>,
                pass::<E, 2, 0, 1>,
            ];
            random.pick(&passes)(cx, random);
        }
    }
}

/// An input or an output: mostly one that fits.
fn stream(random: &mut Random, output: bool) -> Stream {
    use Source::{Grad, Param, Scratch, State};
    let tensors = [[State(0), Grad, State(3), Scratch(0)], [Param, State(6), State(3), Scratch(1)]];
    let all = [Axes::Tensor, Axes::Rows, Axes::Cols, Axes::Matrices, Axes::Scalar];
    let (source, axes) = match random.below(24) {
        0 => (random.pick(&[Param, Grad, State(4), State(99), Scratch(usize::MAX)]), random.pick(&all)),
        1 => (State(random.below(8)), random.pick(&all)),
        2 => (Scratch(random.below(SLOTS)), random.pick(&all)),
        3 if !output => (State(1), Axes::Rows),
        4 if !output => (Scratch(3), Axes::Cols),
        _ => (random.pick(&tensors[usize::from(output)]), Axes::Tensor),
    };
    Stream { source, axes }
}

fn reduction(random: &mut Random) -> Reduction {
    Reduction {
        fold: random.pick(&[Fold::Sum, Fold::Sum, Fold::Sum, Fold::Max, Fold::Min]),
        finish: random.pick(&[Finish::None, Finish::Mean, Finish::Sqrt, Finish::SqrtMean]),
        keep: match random.below(24) {
            0 => random.pick(&[Axes::Matrices, Axes::Tensor]),
            _ => random.pick(&[Axes::Scalar, Axes::Scalar, Axes::Scalar, Axes::Rows, Axes::Cols]),
        },
        into: match random.below(24) {
            0 => random.pick(&[0, 1, SLOTS, usize::MAX]),
            _ => 2 + random.below(3),
        },
    }
}

fn pass<E: LoopNumber, const I: usize, const O: usize, const R: usize>(
    cx: &mut Description<'_, '_, E>,
    random: &mut Random,
) {
    let shape = cx.shape();
    let extent = match random.below(17) {
        16 if random.one_in(2) => Extent::new(random.pick(&GIANTS), random.pick(&[0, 1, 3]), random.pick(&GIANTS)),
        0 => Extent::new(1, 1, shape.len()),
        1 => Extent::new(shape.cols(), shape.batch(), shape.rows()),
        2 => Extent::new(shape.batch(), shape.rows(), 1),
        3 => Extent::new(1, random.below(300), random.below(5)),
        _ => Extent::from(shape),
    };
    let inputs: [Stream; I] = std::array::from_fn(|_| stream(random, false));
    let outputs: [Stream; O] = std::array::from_fn(|_| stream(random, true));
    let reductions: [Reduction; R] = std::array::from_fn(|_| reduction(random));
    let panics = random.one_in(30);
    let scalar = random.pick(&[cx.setting(0), cx.scalar(4), cx.scalar(5), cx.t()]);
    let results = cx.pass(extent, inputs, outputs, reductions, [scalar], move |[by], reads, writes, numbers| {
        TILES.fetch_add(1, Ordering::Relaxed);
        let mut lens = reads.iter().map(|read| read.len()).collect::<Vec<_>>();
        lens.extend(writes.iter().map(|write| write.len()).chain(numbers.iter().map(|numbers| numbers.len())));
        assert!(lens.iter().all(|&len| len == lens[0] && (1..=TILE).contains(&len)), "{lens:?}");
        let sum = reads.into_iter().flatten().fold(E::exact(0.0), |sum, x| sum + finite::<E>(x.wide()));
        for write in writes {
            write.iter_mut().for_each(|x| *x = *x * by + E::rounded(Value::sin(sum)));
            if panics {
                resume_unwind(Box::new("halfway"));
            }
        }
        numbers.into_iter().for_each(|numbers| numbers.fill(sum));
    });
    for result in results {
        if random.one_in(2) {
            cx.set_scalar(4 + random.below(2), result);
        }
    }
}

/// 0 in place of a number that is not finite.
fn finite<E: LoopNumber>(x: E::Wide) -> E::Wide {
    Value::select(Value::lt(Value::abs(x), E::exact(1e300)), x, E::exact(0.0))
}

type Model = BTreeMap<String, ArrayD<f32>>;

const SHAPES: [&[usize]; 16] = [
    &[],
    &[1],
    &[5],
    &[0],
    &[3, 4],
    &[0, 3],
    &[3, 0],
    &[2, 3, 3],
    &[17, 16],
    &[300],
    &[2, 300],
    &[33, 7, 7],
    &[129, 128],
    &[4, 3, 70],
    &[2, 5, 1, 9],
    &[700, 3],
];
/// Enough for several threads, elementwise and pass by pass.
const SHARED: [&[usize]; 5] = [&[40_000], &[131_100], &[520, 505], &[3, 90_000], &[2, 131, 501]];

/// Some steps of an optimizer over parameters most of which have one shape. Returns true if all of them came to their end.
fn case<const CLAIM: usize>(seed: u64) -> bool {
    let mut random = Random(seed ^ 0xabcd);
    let shape = if !cfg!(miri) && random.one_in(30) { random.pick(&SHARED) } else { random.pick(&SHAPES) };
    let model = |random: &mut Random| -> Model {
        let mut other = Random(seed);
        let mut shape = || if other.one_in(6) { other.pick(&SHAPES) } else { shape };
        (0..2 + seed as usize % 12)
            .map(|k| {
                // Most arrays of a model are laid out in one way.
                let plain = random.below(3) > 0;
                let shape = shape();
                let values = || ArrayD::from_shape_simple_fn(IxDyn(shape), || 0.5);
                (format!("{k:02}"), if plain { values() } else { array(shape, random) })
            })
            .collect()
    };
    let mut params = model(&mut random);
    SEED.set(seed);
    let threads =
        random.pick(&[Threads::One, Threads::One, Threads::All, Threads::N(3), Threads::N(usize::MAX), Threads::N(0)]);
    let level = random.pick(&levels());
    let Ok(mut optimizer) = Builder::<Attack<CLAIM>>::new().threads(threads).build(&params) else { return false };
    if random.one_in(4) {
        let _ = optimizer.set_clip_value(Some(0.1));
    }
    let ended = catch_unwind(AssertUnwindSafe(|| {
        for _ in 0..3 {
            let mut grads = model(&mut random);
            if random.one_in(3) {
                grads.retain(|name, _| name != "01");
            }
            with_level(level, || optimizer.step(&mut params, &grads)).expect("gradients fit");
        }
    }));
    assert!(params.into_values().all(untouched), "case {seed}: a parameter");
    ended.is_ok()
}

#[test]
fn random_programs() {
    quietly();
    let cases = std::env::var("HOSTILE_CASES").ok().and_then(|cases| cases.parse().ok());
    let cases: u64 = cases.unwrap_or(if cfg!(miri) { 40 } else { 3000 });
    let ended: usize = (0..cases)
        .map(|seed| {
            let ended = match seed % 5 {
                0 => case::<0>(seed),
                1 => case::<1>(seed),
                2 => case::<2>(seed),
                3 => case::<3>(seed),
                _ => case::<4>(seed),
            };
            usize::from(ended)
        })
        .sum();
    let tiles = TILES.load(Ordering::Relaxed);
    println!("{cases} cases, {ended} to their end, {tiles} tiles");
    // Programs that are all refused would show nothing.
    assert!(ended as u64 > cases / 4 && tiles as u64 > 10 * cases, "{ended} to their end, {tiles} tiles");
}
