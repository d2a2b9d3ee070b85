//! One case: everything that decides what is run, drawn at random, and made simpler where it fails.

use std::fmt;

use super::layout::MemoryLayout;
use super::settings::{self, Settings};
use crate::definition::Routine;
use crate::hyper::{HyperError, Setting, guarded};
use crate::kernel::Threads;
use crate::lang::Dtype;
use crate::optimizer::{About, AnyDefinition, Clip};
use crate::random::Random;
use crate::time::Program;

/// A case of a comparison: settings, parameters, steps.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) settings: Settings,
    pub(super) params: Vec<CaseParam>,
    pub(super) dtype: Dtype,
    pub(super) steps: u64,
    pub(super) threads: Threads,
    pub(super) grad_scale: Option<f64>,
    pub(super) clip_norm: Option<f64>,
    pub(super) clip_value: Option<f64>,
    pub(super) numbers: NumberKind,
    /// Decides the numbers.
    pub(super) seed: u64,
}

/// One parameter of a case.
#[derive(Clone, Debug)]
pub(super) struct CaseParam {
    pub(super) shape: Vec<usize>,
    /// The layout of the array that the optimizer is built for: tensor states lie in memory as it does.
    pub(super) built: MemoryLayout,
    pub(super) param: MemoryLayout,
    pub(super) grad: MemoryLayout,
    /// True if gradients are absent now and then.
    pub(super) skips: bool,
}

/// The kind of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum NumberKind {
    /// About 1.
    Plain,
    /// Numbers of many orders of magnitude, zeros among them.
    Wild,
    /// Gradients and parameters are whole numbers: ties and zeros everywhere.
    Whole,
    /// Gradients are 0.
    ZeroGrad,
    /// A gradient has an infinite or undefined element now and then.
    NonFinite,
}

impl NumberKind {
    /// The next number; `grad` for one of a gradient.
    pub(super) fn next(self, random: &mut Random, grad: bool) -> f64 {
        let plain = random.between(-2.0, 2.0);
        match self {
            Self::Plain => plain,
            Self::Wild if random.one_in(8) => 0.0,
            Self::Wild => plain * 10_f64.powf(random.between(-6.0, 2.0)),
            Self::Whole => plain.round(),
            Self::ZeroGrad => {
                if grad {
                    0.0
                } else {
                    plain
                }
            }
            Self::NonFinite if grad && random.one_in(40) => *random.pick(&[f64::NAN, f64::INFINITY, f64::NEG_INFINITY]),
            Self::NonFinite => plain,
        }
    }
}

/// Shapes with something special to them.
const EDGES: &[&[usize]] = &[&[], &[0], &[1], &[1, 1], &[3, 0, 5], &[0, 4], &[2, 0], &[1, 1, 1, 1], &[1, 7], &[7, 1]];
/// Kernels of convolutions.
const KERNELS: &[&[usize]] = &[&[4, 3, 3, 3], &[8, 5, 1, 1], &[16, 1, 3, 3], &[2, 3, 5, 1], &[3, 4, 5]];
/// Sizes around those of vectors and tiles, and primes.
const SIZES: &[usize] = &[1, 2, 3, 4, 5, 7, 8, 13, 16, 17, 31, 32, 33, 63, 64, 65, 127, 255, 256, 257];
/// Shapes around the units in which large parameters are cut.
const LARGE: &[&[usize]] = &[
    &[1023],
    &[4097],
    &[16383],
    &[16384],
    &[16385],
    &[33_001],
    &[131_101],
    &[129, 257],
    &[257, 65],
    &[33, 511],
    &[3, 65, 129],
    &[1, 16_385],
    &[16_385, 1],
    &[2, 8193],
    &[5000, 7],
    &[7, 5000],
    &[700, 2, 3],
    &[513, 512],
    &[1100, 3, 1, 2],
];

/// A shape; a large one in some cases only, since the interpreter is slow.
pub(super) fn shape(random: &mut Random, large: bool) -> Vec<usize> {
    if large {
        return random.pick(LARGE).to_vec();
    }
    match random.below(10) {
        0 => random.pick(EDGES).to_vec(),
        1 => random.pick(KERNELS).to_vec(),
        2 | 3 => vec![*random.pick(SIZES)],
        4..=6 => (0..2).map(|_| *random.pick(&SIZES[..16])).collect(),
        7 | 8 => (0..3).map(|_| *random.pick(&SIZES[..8])).collect(),
        _ => (0..4 + random.below(2)).map(|_| *random.pick(&SIZES[..5])).collect(),
    }
}

impl CaseParam {
    fn draw(random: &mut Random, shape: Vec<usize>) -> Self {
        let ndim = shape.len();
        let param = MemoryLayout::draw(random, ndim, false);
        let built = if random.one_in(2) { param.clone() } else { MemoryLayout::draw(random, ndim, false) };
        let grad = if random.one_in(3) { param.clone() } else { MemoryLayout::draw(random, ndim, true) };
        Self { built, param, grad, skips: random.one_in(8), shape }
    }
}

/// The reason why no case could be drawn.
#[derive(Debug)]
pub(super) enum Refused {
    /// No settings were found that go together.
    Settings(HyperError),
    /// The optimizer takes none of the shapes.
    Shapes(&'static str),
}

/// Checks that a step of a parameter of this shape is possible, as `build` does.
fn accepts(about: &'static About, kernel: &dyn AnyDefinition, shape: &[usize]) -> Result<(), &'static str> {
    kernel.requirement_param(about.folded(shape))?;
    programs_of(about, kernel, shape).map(drop).ok_or("its timed conditions do not fit these settings")
}

/// The programs of a step; none if there are too many, or they are asked for with numbers that are not allowed.
pub(super) fn programs_of(about: &'static About, kernel: &dyn AnyDefinition, shape: &[usize]) -> Option<Vec<Program>> {
    guarded(about.name(), || kernel.programs(&about.entries_of(Routine::Step), about.folded(shape))).ok()?.ok()
}

impl Case {
    /// Draws a case. `given` settings stay unchanged; `shapes` and `steps` replace what is drawn, if there are any.
    pub(super) fn draw(
        about: &'static About,
        seed: u64,
        given: &Settings,
        shapes: &[Vec<usize>],
        steps: Option<u64>,
    ) -> Result<Self, Refused> {
        const ATTEMPTS: usize = 200;
        let random = &mut Random::new(seed);
        let settings = settings::draw(about, random, given).map_err(Refused::Settings)?;
        let kernel = settings::kernel(about, &settings, 0).map_err(Refused::Settings)?;
        let dtype = if random.one_in(2) { Dtype::F32 } else { Dtype::F64 };
        let large = random.one_in(8);
        let count = if large { 1 } else { 1 + random.below(3) };
        let mut params = Vec::new();
        let mut refusal = "";
        for _ in 0..ATTEMPTS {
            let shape = if shapes.is_empty() { shape(random, large) } else { random.pick(shapes).clone() };
            if let Err(message) = accepts(about, &*kernel, &shape) {
                refusal = message;
                continue;
            }
            params.push(CaseParam::draw(random, shape));
            if params.len() == count {
                break;
            }
        }
        if params.is_empty() {
            return Err(Refused::Shapes(refusal));
        }
        let option = |random: &mut Random, cases, low, high| random.one_in(cases).then(|| random.between(low, high));
        let drawn_steps = if large { 2 } else { 1 + random.below(4) as u64 };
        let numbers = [
            NumberKind::Plain,
            NumberKind::Wild,
            NumberKind::Plain,
            NumberKind::Whole,
            NumberKind::ZeroGrad,
            NumberKind::NonFinite,
        ];
        Ok(Self {
            settings,
            params,
            dtype,
            steps: steps.unwrap_or(drawn_steps),
            threads: *random.pick(&[Threads::One, Threads::All, Threads::N(2), Threads::N(7)]),
            grad_scale: option(random, 5, 0.1, 3.0),
            // Options that a wrapper does itself are among the settings.
            clip_norm: option(random, 8, 0.1, 3.0).filter(|_| about.taken(Clip::Norm).is_none()),
            clip_value: option(random, 5, 0.1, 2.0).filter(|_| about.taken(Clip::Value).is_none()),
            numbers: *random.pick(&numbers),
            seed: random.next(),
        })
    }

    /// Returns true if the optimizer takes the case, and it is among those that were asked for.
    pub(super) fn is_allowed(&self, about: &'static About, given: &Settings, shapes: &[Vec<usize>]) -> bool {
        let kept = |(index, _): &(usize, Setting)| self.settings.iter().any(|(own, _)| own == index);
        given.iter().all(kept)
            && self.params.iter().all(|param| shapes.is_empty() || shapes.contains(&param.shape))
            && settings::kernel(about, &self.settings, 0)
                .is_ok_and(|kernel| self.params.iter().all(|param| accepts(about, &*kernel, &param.shape).is_ok()))
    }

    /// Simpler cases, the simplest first.
    pub(super) fn simpler(&self) -> Vec<Self> {
        let mut cases = Vec::new();
        let mut add = |change: &mut dyn FnMut(&mut Self)| {
            let mut case = self.clone();
            change(&mut case);
            cases.push(case);
        };
        if self.params.len() > 1 {
            for param in &self.params {
                add(&mut |case| case.params = vec![param.clone()]);
            }
        }
        for place in 0..self.params.len() {
            let own = &self.params[place];
            let ndim = own.shape.len();
            for small in [&[1][..], &[2], &[3], &[1, 1], &[2, 2], &[2, 3], &[3, 2], &[2, 2, 2], &[257], &[17, 16]] {
                if small.iter().product::<usize>() < own.shape.iter().product() {
                    add(&mut |case| {
                        let plain = MemoryLayout::plain(small.len());
                        let (built, param, grad) = (plain.clone(), plain.clone(), plain);
                        case.params[place] = CaseParam { shape: small.to_vec(), built, param, grad, skips: own.skips };
                    });
                }
            }
            let plain = MemoryLayout::plain(ndim);
            add(&mut |case| case.params[place].built = plain.clone());
            add(&mut |case| case.params[place].param = plain.clone());
            add(&mut |case| case.params[place].grad = plain.clone());
            add(&mut |case| case.params[place].skips = false);
        }
        for steps in 1..self.steps {
            add(&mut |case| case.steps = steps);
        }
        for place in 0..self.settings.len() {
            add(&mut |case| drop(case.settings.remove(place)));
            add(&mut |case| case.settings[place].1 = case.settings[place].1.at(0));
        }
        add(&mut |case| case.threads = Threads::One);
        add(&mut |case| case.grad_scale = None);
        add(&mut |case| case.clip_norm = None);
        add(&mut |case| case.clip_value = None);
        add(&mut |case| case.numbers = NumberKind::Plain);
        add(&mut |case| case.dtype = Dtype::F64);
        cases.retain(|case| case.size() < self.size());
        cases
    }

    /// The size of a case, which simplification reduces.
    fn size(&self) -> usize {
        let layouts = |param: &CaseParam| {
            let plain = MemoryLayout::plain(param.shape.len());
            [&param.built, &param.param, &param.grad].iter().filter(|layout| ***layout != plain).count()
        };
        let param = |param: &CaseParam| {
            let elements: usize = param.shape.iter().product();
            elements * 100 + param.shape.len() * 10 + layouts(param) + usize::from(param.skips)
        };
        let params: usize = self.params.iter().map(param).sum();
        let scheduled = self.settings.iter().filter(|(_, value)| value.is_scheduled()).count();
        let options = [self.grad_scale, self.clip_norm, self.clip_value].iter().flatten().count();
        params
            + self.params.len() * 1000
            + self.steps as usize
            + 2 * self.settings.len()
            + scheduled
            + options
            + usize::from(self.threads != Threads::One)
            + usize::from(self.numbers != NumberKind::Plain)
            + usize::from(self.dtype == Dtype::F32)
    }

    /// The case in words, as code.
    pub(super) fn describe(&self, about: &'static About, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "  {}", about.name())?;
        for (index, value) in &self.settings {
            write!(f, ", {} = {value}", about.name_of(*index))?;
        }
        if self.settings.is_empty() {
            f.write_str(" with its defaults")?;
        }
        for (place, param) in self.params.iter().enumerate() {
            write!(f, "\n  parameter `{place}` of shape {:?}, {}", param.shape, param.param)?;
            if param.grad != param.param {
                write!(f, "; gradient: {}", param.grad)?;
            }
            if param.built != param.param {
                write!(f, "; when built: {}", param.built)?;
            }
            if param.skips {
                f.write_str("; gradients missing now and then")?;
            }
        }
        let elements = match self.dtype {
            Dtype::F32 => "f32",
            Dtype::F64 => "f64",
        };
        write!(f, "\n  {elements}, {} steps, threads {:?}, numbers {:?}", self.steps, self.threads, self.numbers)?;
        let options = [("grad_scale", self.grad_scale), ("clip_norm", self.clip_norm), ("clip_value", self.clip_value)];
        for (name, value) in options {
            if let Some(value) = value {
                write!(f, ", {name} {value}")?;
            }
        }
        Ok(())
    }
}
