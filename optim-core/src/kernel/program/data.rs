//! A program as data, for devices. The host computes scalars that depend only on settings, time and scalar states. The device computes all scalars
//! that depend on reductions.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Description;
use super::computation::Computation;
use super::inner_count::InnerCount;
use super::kept::{Describe, StepKind};
use super::loop_code::{LoopCode, LoopOperand};
use super::op::{LibraryCall, PassParameters, StepOp};
use super::operand::{Drawn, ScalarOperand, ScalarSource};
use super::rows::{Meaning, RowsSoFar, ScalarRow, ScalarRows};
use super::settings::StepSettings;
use super::watch::watched_code;
use super::written::WrittenElement;
use crate::draw::{Draw, Law};
use crate::kernel::{Extent, Finish, Fold, Operand, PassKind, Source, Stream, Streams, math};
use crate::shape::Axes;
use crate::time::{Questions, Time};
use crate::watched::{ReportedNumber, WatchSums};

/// A number of the scalar code.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ScalarNumber {
    /// A constant.
    Fixed(f64),
    /// The value of this register.
    At(usize),
}

/// A scalar that lives on the device, because a step sets it from a reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DeviceScalar {
    /// A scalar state of the parameter.
    State(usize),
    /// A global state of its optimizer.
    Global(usize),
}

/// One step of similar parameters, as data.
pub struct ProgramData {
    /// The operations, in order.
    pub ops: Vec<DataOp>,
    /// Registers to load with values of scalars on the device before the step.
    pub loads: Vec<(usize, DeviceScalar)>,
    /// The values of scalars on the device at the end of the step.
    pub stores: Vec<(DeviceScalar, ScalarNumber)>,
    /// The numbers that the step reports, for [`Optimizer::finish_step`](crate::Optimizer::finish_step). Empty in steps that are not watched.
    pub reports: Vec<ScalarNumber>,
    pub(crate) reported: Vec<ReportedNumber>,
    /// The number of registers. Registers that no line for the device writes contain numbers of the host.
    pub registers: usize,
    rows: Vec<ScalarRow>,
    on_device: Vec<bool>,
    settings: usize,
    shared: usize,
    draws: Vec<Drawn>,
    /// Scalars on the host that the step sets.
    host_stores: Vec<(DeviceScalar, ScalarNumber)>,
    questions: Questions,
    watch: WatchSums,
    /// The scalars that live on the device in any case.
    resident: BTreeSet<DeviceScalar>,
}

/// An operation.
#[derive(Debug)]
pub enum DataOp {
    /// Arithmetic on registers, on the device.
    Scalars(Vec<ScalarLine>),
    /// One walk over memory.
    Pass(DataPass),
    /// A call of a library, which a device may not have.
    Call(DataCall),
    /// A join of numbers of all parameters.
    Join {
        /// The key of the join. Joins run in the order of their keys. A join combines all parameters whose programs have its key.
        key: Vec<u64>,
        /// The operation of each number, and the contribution of this parameter.
        adds: Vec<(Fold, ScalarNumber)>,
        /// The registers of the joined numbers.
        results: Vec<usize>,
    },
}

/// A call of a library on scratch slots.
#[derive(Debug)]
pub struct DataCall {
    /// The function.
    pub kind: PassKind,
    /// Its operands, one matrix of each for each matrix of the batch.
    pub operands: Vec<Operand>,
    /// The slots of the wanted results, with their batch, rows and columns.
    pub results: Vec<(usize, Extent)>,
}

/// A line of scalar code. It computes the number of one register.
#[derive(Clone, Debug)]
pub struct ScalarLine {
    /// The register.
    pub to: usize,
    /// The computation of its number.
    pub work: ScalarWork,
}

/// The computation in a line of scalar code.
#[derive(Clone, Debug)]
pub enum ScalarWork {
    /// An operation of the table.
    Compute(Computation, [ScalarNumber; 3]),
    /// An integer power by repeated multiplication.
    Powi(ScalarNumber, i32),
    /// A function of the user. Devices cannot run it, because its source is not known.
    Function,
}

/// One walk over memory.
#[derive(Debug)]
pub struct DataPass {
    /// Batch, rows and columns.
    pub extent: Extent,
    /// The streams that are only read.
    pub inputs: Vec<Stream>,
    /// The streams that are written. They may also be read before.
    pub outputs: Vec<Stream>,
    /// The reductions.
    pub reductions: Vec<DataReduction>,
    /// The scalars of the loop that are rounded to the type of the elements.
    pub rounded: Vec<ScalarNumber>,
    /// The scalars of the loop that are not rounded.
    pub exact: Vec<ScalarNumber>,
    /// The loop.
    pub code: Arc<LoopCode>,
}

/// A reduction of a pass.
#[derive(Clone, Copy, Debug)]
pub struct DataReduction {
    /// The operation that combines numbers.
    pub fold: Fold,
    /// The last operation on the combined number.
    pub finish: Finish,
    /// The axes that it keeps.
    pub keep: Axes,
    /// The scratch slot of the results if it keeps any axis.
    pub slot: usize,
    /// The register of the result if it keeps none.
    pub register: usize,
}

/// The numbers that the host gives to a program.
pub(crate) struct HostNumbers<'a> {
    pub(crate) settings: &'a [f64],
    pub(crate) time: Time,
    pub(crate) state: &'a dyn Fn(usize) -> f64,
    pub(crate) global: &'a dyn Fn(usize) -> f64,
    pub(crate) input: &'a dyn Fn(usize) -> f64,
    pub(crate) draw: &'a dyn Fn(&Drawn) -> Draw,
}

impl std::fmt::Debug for ProgramData {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProgramData").field("ops", &self.ops).finish_non_exhaustive()
    }
}

impl ProgramData {
    /// The program of an entry for a parameter of this shape, at this time. `resident` are the scalars that live on the device in any case.
    pub(crate) fn describe(
        owner: &dyn Describe<f32>,
        entry: usize,
        kind: StepKind,
        states: Option<&dyn Fn(usize) -> f64>,
        resident: &BTreeSet<DeviceScalar>,
    ) -> Self {
        let (shape, time, watch) = kind;
        let settings = StepSettings::count(&|to| owner.settings_of(entry, to));
        let rows = ScalarRows::new(settings);
        let mut description = Description::<WrittenElement>::new(&rows, shape, time, states);
        description.outputs = watch.outputs;
        owner.describe_written(entry, &mut description);
        let _ = description.watch(watch);
        let (ops, questions) = description.finish();
        let RowsSoFar { rows, shared, each, draws } = rows.into_rows();
        let shared = shared as usize;
        let mut data = Self {
            ops: Vec::new(),
            loads: Vec::new(),
            stores: Vec::new(),
            reports: Vec::new(),
            reported: Vec::new(),
            registers: shared + each as usize,
            on_device: Vec::new(),
            rows,
            settings,
            shared,
            draws,
            host_stores: Vec::new(),
            questions,
            watch,
            resident: resident.clone(),
        };
        let stores: Vec<(DeviceScalar, ScalarNumber)> = ops
            .iter()
            .filter_map(|op| match op {
                StepOp::Set(state, from) => Some((DeviceScalar::State(*state), data.number(*from))),
                StepOp::SetGlobal(state, from) => Some((DeviceScalar::Global(*state), data.number(*from))),
                _ => None,
            })
            .collect();
        let resident = data.place(resident, &stores);
        (data.stores, data.host_stores) = stores.into_iter().partition(|(scalar, _)| resident.contains(scalar));
        for row in &data.rows {
            if let Meaning::Source(from) = row.meaning
                && let Some(scalar) = DeviceScalar::of(from)
                && resident.contains(&scalar)
                && let ScalarNumber::At(to) = data.number(row.to)
            {
                data.loads.push((to, scalar));
            }
        }
        for op in &ops {
            if let StepOp::Report(number, from) = op {
                data.reported.push(*number);
                data.reports.push(data.number(*from));
            }
        }
        data.ops = data.data_ops(ops);
        data
    }

    /// Finds the registers that the device computes, and the scalars that live on the device because they are set from such a register.
    fn place(
        &mut self,
        resident: &BTreeSet<DeviceScalar>,
        stores: &[(DeviceScalar, ScalarNumber)],
    ) -> BTreeSet<DeviceScalar> {
        let mut resident = resident.clone();
        loop {
            let mut on_device = vec![false; self.registers];
            for row in &self.rows {
                let ScalarNumber::At(to) = self.number(row.to) else { continue };
                on_device[to] = match &row.meaning {
                    Meaning::Source(from) => DeviceScalar::of(*from).is_some_and(|scalar| resident.contains(&scalar)),
                    Meaning::Given => true,
                    other => other.operands().iter().any(|operand| is_in(&on_device, self.number(*operand))),
                };
            }
            let before = resident.len();
            resident.extend(stores.iter().filter(|(_, from)| is_in(&on_device, *from)).map(|(scalar, _)| *scalar));
            self.on_device = on_device;
            if resident.len() == before {
                return resident;
            }
        }
    }

    fn number(&self, operand: ScalarOperand) -> ScalarNumber {
        match operand {
            ScalarOperand::Fixed(x) => ScalarNumber::Fixed(x),
            ScalarOperand::Shared(place) => ScalarNumber::At(place as usize),
            ScalarOperand::Each(place) => ScalarNumber::At(self.shared + place as usize),
        }
    }

    fn data_ops(&self, ops: Vec<StepOp<'_, f32>>) -> Vec<DataOp> {
        // The exchanges so far, which decide where the numbers of each slot are.
        let mut swaps: Vec<(usize, usize)> = Vec::new();
        let mut all = Vec::new();
        for op in ops {
            match op {
                StepOp::Scalars(rows) => {
                    let lines: Vec<ScalarLine> = self.rows[rows].iter().filter_map(|row| self.line(row)).collect();
                    if !lines.is_empty() {
                        all.push(DataOp::Scalars(lines));
                    }
                }
                StepOp::Pass(pass) => all.push(DataOp::Pass(self.pass(&pass.parameters, &swaps))),
                StepOp::Calls(calls) => all.extend(calls.iter().map(|LibraryCall { called, .. }| {
                    let operand = |from: &Operand| Operand { slot: now(&swaps, from.slot), ..*from };
                    DataOp::Call(DataCall {
                        kind: called.kind,
                        operands: called.operands.iter().map(operand).collect(),
                        results: called.results.iter().map(|(slot, extent)| (now(&swaps, *slot), *extent)).collect(),
                    })
                })),
                StepOp::Swap(a, b) => swaps.push((a, b)),
                StepOp::Join(key, adds, results) => all.push(DataOp::Join {
                    key,
                    adds: adds.into_iter().map(|(fold, from)| (fold, self.number(from))).collect(),
                    results: results.into_iter().filter_map(|result| self.number(result).register()).collect(),
                }),
                // Devices group passes in their own way.
                StepOp::Pieces(..) | StepOp::Set(..) | StepOp::SetGlobal(..) | StepOp::Report(..) => {}
            }
        }
        all
    }

    /// The line of a row for the device; `None` if the host or another operation sets its number.
    fn line(&self, row: &ScalarRow) -> Option<ScalarLine> {
        let to = self.number(row.to).register().filter(|to| self.on_device[*to])?;
        let work = match &row.meaning {
            Meaning::Compute(computation, operands) => {
                ScalarWork::Compute(*computation, operands.map(|operand| self.number(operand)))
            }
            Meaning::Powi(x, n) => ScalarWork::Powi(self.number(*x), *n),
            Meaning::Call(..) => ScalarWork::Function,
            Meaning::Source(_) | Meaning::Given => return None,
        };
        Some(ScalarLine { to, work })
    }

    fn pass(&self, pass: &PassParameters, swaps: &[(usize, usize)]) -> DataPass {
        let now = |slot: usize| now(swaps, slot);
        let stream = |stream: &Stream| Stream { source: stream.source.in_slots(now), ..*stream };
        let Streams { inputs, outputs, reductions } = pass.moves.streams();
        let results = pass.results.iter().map(|result| self.number(*result).register().unwrap_or(0));
        let reductions = reductions.iter().zip(results).map(|(reduction, register)| DataReduction {
            fold: reduction.fold,
            finish: reduction.finish,
            keep: reduction.keep,
            slot: now(reduction.into),
            register,
        });
        let numbers = |operands: &[ScalarOperand]| operands.iter().map(|operand| self.number(*operand)).collect();
        DataPass {
            extent: pass.extent,
            inputs: inputs.iter().map(stream).collect(),
            outputs: outputs.iter().map(stream).collect(),
            reductions: reductions.collect(),
            rounded: numbers(&pass.casts),
            exact: numbers(&pass.numbers),
            code: match &pass.code {
                Some(code) => watched_code(code, pass, self.watch),
                // Without elements, there is no loop.
                None => {
                    let zeros = |count| vec![LoopOperand::Fixed(0.0); count];
                    let (outputs, reductions) = (zeros(outputs.len()), zeros(pass.results.len()));
                    Arc::new(LoopCode { lines: Vec::new(), outputs, reductions })
                }
            },
        }
    }

    /// Returns true if the device computes the number of a register, or loads it.
    #[must_use]
    pub fn is_on_device(&self, register: usize) -> bool {
        self.on_device.get(register).is_some_and(|on_device| *on_device)
    }

    /// The draws of the step. Streams refer to them by their indices.
    pub(crate) fn draws(&self, given: &HostNumbers<'_>) -> Vec<(Law, [u32; 4])> {
        self.draws.iter().map(|drawn| (drawn.law, (given.draw)(drawn).words())).collect()
    }

    /// The scalars that live on the device.
    pub(crate) fn resident(&self) -> impl Iterator<Item = DeviceScalar> {
        self.stores.iter().map(|(scalar, _)| *scalar).chain(self.loads.iter().map(|(_, scalar)| *scalar))
    }

    /// Returns true if the program is also valid at this time, with these scalar states.
    pub(crate) fn holds(
        &self,
        (_, time, watch): StepKind,
        states: &dyn Fn(usize) -> f64,
        resident: &BTreeSet<DeviceScalar>,
    ) -> bool {
        self.watch == watch
            && self.resident == *resident
            && self.questions.hold(time, |state| InnerCount::next(states(state)))
    }

    /// The numbers of the registers that the host computes; the others are 0.
    pub(crate) fn numbers(&self, given: &HostNumbers<'_>) -> Vec<f64> {
        let mut numbers = vec![0.0; self.registers];
        let count = self.settings.min(given.settings.len());
        numbers[..count].copy_from_slice(&given.settings[..count]);
        numbers[self.settings] = given.time.step() as f64;
        for row in &self.rows {
            let ScalarNumber::At(to) = self.number(row.to) else { continue };
            if self.on_device[to] {
                continue;
            }
            let of = |operand: &ScalarOperand| value(&numbers, self.number(*operand));
            numbers[to] = match &row.meaning {
                Meaning::Source(from) => match from {
                    ScalarSource::Global(state) => (given.global)(*state),
                    ScalarSource::State(state) => (given.state)(*state),
                    ScalarSource::Count(state) => InnerCount::next((given.state)(*state)) as f64,
                    ScalarSource::Input(input) => (given.input)(*input),
                    ScalarSource::Draw(place) => (given.draw)(&self.draws[*place]).number(0),
                },
                Meaning::Compute(computation, operands) => computation.of(operands.each_ref().map(of)),
                Meaning::Powi(x, n) => math::powi(of(x), *n),
                Meaning::Call(function, from) => function(&mut from.iter().map(of)),
                Meaning::Given => 0.0,
            };
        }
        numbers
    }

    /// The values of scalars on the host after the step, with these numbers.
    pub(crate) fn host_stores(&self, numbers: &[f64]) -> Vec<(DeviceScalar, f64)> {
        self.host_stores.iter().map(|(scalar, from)| (*scalar, value(numbers, *from))).collect()
    }
}

impl DeviceScalar {
    /// The scalar of a source, if it is kept from step to step.
    const fn of(source: ScalarSource) -> Option<Self> {
        match source {
            ScalarSource::State(state) => Some(Self::State(state)),
            ScalarSource::Global(state) => Some(Self::Global(state)),
            // Steps are counted on the host.
            ScalarSource::Count(_) | ScalarSource::Input(_) | ScalarSource::Draw(_) => None,
        }
    }
}

impl ScalarNumber {
    /// The register, unless it is a constant.
    #[must_use]
    pub const fn register(self) -> Option<usize> {
        match self {
            Self::Fixed(_) => None,
            Self::At(register) => Some(register),
        }
    }
}

/// The slot that contains the numbers of `slot` after these exchanges.
fn now(swaps: &[(usize, usize)], slot: usize) -> usize {
    swaps.iter().rev().fold(slot, |slot, (a, b)| match slot {
        _ if slot == *a => *b,
        _ if slot == *b => *a,
        _ => slot,
    })
}

fn is_in(registers: &[bool], number: ScalarNumber) -> bool {
    number.register().is_some_and(|register| registers[register])
}

fn value(registers: &[f64], number: ScalarNumber) -> f64 {
    match number {
        ScalarNumber::Fixed(x) => x,
        ScalarNumber::At(register) => registers[register],
    }
}

impl LoopOperand {
    /// The line, if the operand is one.
    #[must_use]
    pub const fn line(self) -> Option<usize> {
        if let Self::Line(line) = self { Some(line) } else { None }
    }
}

impl Source {
    /// The same source, with its slot replaced.
    fn in_slots(self, now: impl Fn(usize) -> usize) -> Self {
        match self {
            Self::Scratch(slot) => Self::Scratch(now(slot)),
            Self::Item(slot, index) => Self::Item(now(slot), index),
            Self::Repeated(repeated) => Self::Repeated(repeated.in_slot(now(repeated.slot()))),
            Self::Param | Self::Grad | Self::RawGrad | Self::State(_) | Self::Input(_) | Self::Draw(_) => self,
        }
    }
}
