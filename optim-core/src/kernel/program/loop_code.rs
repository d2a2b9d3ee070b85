//! The loop of a pass as data: lines of arithmetic for one element. A line uses only the numbers of earlier lines.

use std::fmt;

use optim_language::Work;

use super::computation::Computation;
use crate::kernel::{Float, math};

/// The arithmetic of a pass for one element.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoopCode {
    /// The lines. Each may use the lines before it.
    pub lines: Vec<LoopLine>,
    /// The new number of each output.
    pub outputs: Vec<LoopOperand>,
    /// The argument of each reduction.
    pub reductions: Vec<LoopOperand>,
}

/// One line, which computes one number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoopLine {
    /// True if it is computed in double precision, false if in the element type.
    pub wide: bool,
    /// The computation of the number.
    pub work: LoopWork,
}

/// The computation of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LoopWork {
    /// An operation of the table. Masks are 1 and 0.
    Compute(Computation, [LoopOperand; 3]),
    /// An integer power by repeated multiplication.
    Powi(LoopOperand, i32),
    /// A conversion from the other precision.
    Convert(LoopOperand),
    /// The number, with 0 in place of a subnormal one.
    Flush(LoopOperand),
}

/// A number of the loop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LoopOperand {
    /// A constant.
    Fixed(f64),
    /// A scalar of the pass, rounded to the element type.
    Rounded(usize),
    /// A scalar of the pass, not rounded.
    Exact(usize),
    /// The element of an input.
    Input(usize),
    /// The element of an output before the pass.
    Output(usize),
    /// The number of an earlier line.
    Line(usize),
}

/// The number of elements that are computed at once.
const SIDE_BY_SIDE: usize = 64;

type Elements = [f64; SIDE_BY_SIDE];

/// The work of a loop for one element: accesses to streams, and slow operations.
pub(crate) struct LoopUse {
    /// The outputs and inputs whose elements it reads, in this order.
    pub(crate) read: Vec<LoopOperand>,
    /// The outputs whose element changes.
    pub(crate) written: Vec<usize>,
    /// Divisions and square roots, including those inside other operations. Numbers that are the same for all elements do not count.
    pub(crate) divisions: usize,
    pub(crate) square_roots: usize,
}

impl LoopUse {
    /// The largest use by a loop with these numbers of inputs and outputs.
    pub(crate) fn everything(inputs: usize, outputs: usize) -> Self {
        let read = (0..outputs).map(LoopOperand::Output).chain((0..inputs).map(LoopOperand::Input)).collect();
        Self { read, written: (0..outputs).collect(), divisions: 0, square_roots: 0 }
    }
}

impl LoopCode {
    /// Creates the code without unused lines.
    pub(super) fn new(lines: Vec<LoopLine>, outputs: Vec<LoopOperand>, reductions: Vec<LoopOperand>) -> Self {
        let mut is_used = vec![false; lines.len()];
        let mark = |is_used: &mut [bool], operand: &LoopOperand| {
            if let LoopOperand::Line(place) = operand {
                is_used[*place] = true;
            }
        };
        outputs.iter().chain(&reductions).for_each(|operand| mark(&mut is_used, operand));
        for (place, line) in lines.iter().enumerate().rev() {
            if is_used[place] {
                line.work.operands().iter().for_each(|operand| mark(&mut is_used, operand));
            }
        }
        let mut code = Self { lines: Vec::new(), outputs, reductions };
        let mut places = vec![0; lines.len()];
        let renumber = |operand: &mut LoopOperand, places: &[usize]| {
            if let LoopOperand::Line(place) = operand {
                *place = places[*place];
            }
        };
        for (place, mut line) in lines.into_iter().enumerate().filter(|(place, _)| is_used[*place]) {
            places[place] = code.lines.len();
            line.work.operands_mut().iter_mut().for_each(|operand| renumber(operand, &places));
            code.lines.push(line);
        }
        code.outputs.iter_mut().chain(&mut code.reductions).for_each(|operand| renumber(operand, &places));
        code
    }

    /// The work of the loop, which has this number of inputs.
    pub(crate) fn uses(&self, inputs: usize) -> LoopUse {
        let mut used = LoopUse { read: Vec::new(), written: Vec::new(), divisions: 0, square_roots: 0 };
        let is_same = |(place, operand): (usize, &LoopOperand)| *operand == LoopOperand::Output(place);
        used.written.extend((0..self.outputs.len()).filter(|place| !is_same((*place, &self.outputs[*place]))));
        let mut differs = vec![false; self.lines.len()];
        for (place, LoopLine { work, .. }) in self.lines.iter().enumerate() {
            differs[place] = work.operands().iter().any(|operand| match operand {
                LoopOperand::Line(line) => differs[*line],
                LoopOperand::Input(_) | LoopOperand::Output(_) => true,
                LoopOperand::Fixed(_) | LoopOperand::Rounded(_) | LoopOperand::Exact(_) => false,
            });
            if let (true, LoopWork::Compute(computation, _)) = (differs[place], work) {
                let work = computation.work();
                used.divisions += usize::from(matches!(work, Work::Division | Work::RootAndDivision));
                used.square_roots += usize::from(matches!(work, Work::Root | Work::RootAndDivision));
            }
        }
        let of_lines = self.lines.iter().flat_map(|line| line.work.operands());
        let of_outputs = used.written.iter().map(|place| &self.outputs[*place]);
        let read: Vec<LoopOperand> = of_lines.chain(of_outputs).chain(&self.reductions).copied().collect();
        let streams = (0..self.outputs.len()).map(LoopOperand::Output).chain((0..inputs).map(LoopOperand::Input));
        used.read.extend(streams.filter(|stream| read.contains(stream)));
        used
    }

    /// Computes a tile, with the same bits as the compiled loop.
    // Compiled once, see `compiled`.
    #[inline(never)]
    pub(crate) fn run<T: Float>(
        &self,
        (rounded, exact): (&[T], &[f64]),
        inputs: &[&[T]],
        outputs: &mut [&mut [T]],
        reductions: &mut [&mut [f64]],
    ) {
        let lengths = inputs.iter().map(|input| input.len()).chain(outputs.iter().map(|output| output.len()));
        let len = lengths.chain(reductions.iter().map(|numbers| numbers.len())).min().unwrap_or(0);
        let mut numbers: Vec<Elements> = vec![[0.0; SIDE_BY_SIDE]; self.lines.len()];
        for from in (0..len).step_by(SIDE_BY_SIDE) {
            let n = SIDE_BY_SIDE.min(len - from);
            for place in 0..self.lines.len() {
                let read = |operand| read((rounded, exact), inputs, outputs, &numbers, operand, (from, n));
                let line = self.lines[place];
                numbers[place] = if line.wide { line.work.of::<f64>(read) } else { line.work.of::<T>(read) };
            }
            let read = |operand: &LoopOperand| read((rounded, exact), inputs, outputs, &numbers, *operand, (from, n));
            let (written, added): (Vec<Elements>, Vec<Elements>) =
                (self.outputs.iter().map(read).collect(), self.reductions.iter().map(read).collect());
            for (output, numbers) in outputs.iter_mut().zip(written) {
                output[from..from + n].iter_mut().zip(numbers).for_each(|(to, number)| *to = T::cast(number));
            }
            for (reduction, numbers) in reductions.iter_mut().zip(added) {
                reduction[from..from + n].copy_from_slice(&numbers[..n]);
            }
        }
    }
}

/// The numbers of an operand, for `n` elements.
fn read<T: Float>(
    (rounded, exact): (&[T], &[f64]),
    inputs: &[&[T]],
    outputs: &[&mut [T]],
    lines: &[Elements],
    operand: LoopOperand,
    (from, n): (usize, usize),
) -> Elements {
    let mut found = [0.0; SIDE_BY_SIDE];
    let mut elements = |numbers: &[T]| {
        found.iter_mut().zip(&numbers[from..from + n]).for_each(|(to, number)| *to = number.as_());
    };
    match operand {
        LoopOperand::Fixed(x) => found.fill(x),
        LoopOperand::Rounded(place) => found.fill(rounded[place].as_()),
        LoopOperand::Exact(place) => found.fill(exact[place]),
        LoopOperand::Input(place) => elements(inputs[place]),
        LoopOperand::Output(place) => elements(&*outputs[place]),
        LoopOperand::Line(place) => found = lines[place],
    }
    found
}

impl LoopWork {
    /// Computes the numbers in one precision.
    fn of<F: Float>(self, read: impl Fn(LoopOperand) -> Elements) -> Elements {
        let of_one = |x, work: &dyn Fn(F) -> F| read(x).map(|x| work(F::cast(x)).as_());
        match self {
            Self::Compute(computation, operands) => {
                let [a, b, c] = operands.map(read);
                let mut to = [0.0; SIDE_BY_SIDE];
                for k in 0..SIDE_BY_SIDE {
                    to[k] = computation.of([a[k], b[k], c[k]].map(F::cast)).as_();
                }
                to
            }
            Self::Powi(x, n) => of_one(x, &|x| math::powi(x, n)),
            Self::Convert(x) => of_one(x, &|x| x),
            Self::Flush(x) => of_one(x, &math::flush),
        }
    }

    fn operands_mut(&mut self) -> &mut [LoopOperand] {
        match self {
            Self::Compute(computation, operands) => &mut operands[..computation.operands()],
            Self::Powi(x, _) | Self::Convert(x) | Self::Flush(x) => std::slice::from_mut(x),
        }
    }

    /// Its operands.
    #[must_use]
    pub fn operands(&self) -> &[LoopOperand] {
        match self {
            Self::Compute(computation, operands) => &operands[..computation.operands()],
            Self::Powi(x, _) | Self::Convert(x) | Self::Flush(x) => std::slice::from_ref(x),
        }
    }
}

impl fmt::Display for LoopOperand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(x) => write!(f, "{x}"),
            Self::Rounded(place) => write!(f, "scalar{place}"),
            Self::Exact(place) => write!(f, "exact{place}"),
            Self::Input(place) => write!(f, "input{place}"),
            Self::Output(place) => write!(f, "output{place}"),
            Self::Line(place) => write!(f, "x{place}"),
        }
    }
}

impl fmt::Display for LoopCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, LoopLine { wide, work }) in self.lines.iter().enumerate() {
            let name = match work {
                LoopWork::Compute(computation, _) => computation.name().to_owned(),
                LoopWork::Powi(_, n) => format!("powi[{n}]"),
                LoopWork::Convert(_) => "convert".to_owned(),
                LoopWork::Flush(_) => "flush".to_owned(),
            };
            let operands: Vec<String> = work.operands().iter().map(ToString::to_string).collect();
            let precision = if *wide { ", wide" } else { "" };
            writeln!(f, "x{place} = {name}({}){precision}", operands.join(", "))?;
        }
        for (name, numbers) in [("output", &self.outputs), ("reduction", &self.reductions)] {
            for (place, number) in numbers.iter().enumerate() {
                writeln!(f, "{name}{place} = {number}")?;
            }
        }
        Ok(())
    }
}
