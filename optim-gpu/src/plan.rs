//! The launches of a step. Parameters with equal kernels share launches.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use cubecl::prelude::Client;
use optim_core::Storage;
use optim_core::program::{DescribedStep, ProgramData, ScalarNumber};
use optim_language::Fold;

use crate::body::{GradLoad, PassBody, Place, ScalarBody};
use crate::bytes::bytes_of;
use crate::clipping;
use crate::compile::{About, Column, Compiled, Kernel, Row, compile};
use crate::copying;
use crate::error::GpuError;
use crate::launch::Array;
use crate::layout::Layout;
use crate::matrices::ProductBody;
use crate::random::{WORDS, halves};
use crate::walk::given_format;

/// The largest scratch, in elements, for parameters that share launches. A single parameter may need more.
const SCRATCH: usize = 1 << 24;

/// A launch, with its table on the host or on the device.
#[derive(Debug)]
pub(crate) struct Launch<Table> {
    pub(crate) kernel: LaunchKernel,
    pub(crate) table: Table,
    pub(crate) cubes: usize,
    /// Its parameters.
    pub(crate) params: Vec<usize>,
    /// The columns of its table, for its first parameter.
    pub(crate) columns: Vec<Column>,
    /// The bytes of the streams that it reads and writes.
    pub(crate) bytes: u64,
}

/// The kernel that a launch runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LaunchKernel {
    Pass {
        body: PassBody,
        /// The arena of the states, the arena of their codes, and the parameters in the slots.
        arena: (usize, usize),
        slots: Vec<Option<usize>>,
    },
    Scalars(ScalarBody),
    Join(Fold),
    /// Products of matrices.
    Product(ProductBody),
    Copy,
    Eye,
}

/// The launches of a step, for the parameters with gradients and their programs. It is made on the host and then uploaded.
#[derive(Debug)]
pub(crate) struct Plan<Table = Array> {
    pub(crate) launches: Vec<Launch<Table>>,
    /// Kept, so that no other program gets the same address: see [`key`].
    programs: Vec<Arc<ProgramData>>,
    /// The first register of each parameter of each entry, in the order of the step.
    first: Vec<usize>,
    /// The first register of their random numbers, in the same order.
    draws: Vec<usize>,
    fixed: Vec<(usize, f64)>,
    pub(crate) registers: usize,
    pub(crate) scratch: usize,
}

/// A plan with its registers on the device.
#[derive(Debug)]
pub(crate) struct Ready {
    pub(crate) plan: Plan,
    pub(crate) registers: Array,
    /// The identifier of the [`StepsAhead`](crate::StepsAhead) whose numbers are in the registers, or [`ONE_STEP`](crate::optimizer::ONE_STEP).
    pub(crate) numbers_of: AtomicU64,
}

/// Parameters that share launches, with the kernels of their programs in order.
struct Group {
    arena: (usize, usize),
    items: Vec<Item>,
    kernels: Vec<Kernel>,
    next: usize,
    /// True if all parameters are in one buffer.
    together: bool,
}

struct Item {
    param: usize,
    rule: usize,
    rows: Vec<Row>,
    first_register: usize,
    draws: usize,
    roundings: usize,
    scratch: usize,
}

impl Plan<Vec<u32>> {
    /// The plan of a step. It does not depend on numbers.
    pub(crate) fn new(step: &DescribedStep, layout: &Layout, kind: Kind) -> Result<Self, GpuError> {
        let mut plan = Self {
            launches: Vec::new(),
            programs: step.entries.iter().flatten().map(|own| Arc::clone(&own.program)).collect(),
            first: Vec::new(),
            draws: Vec::new(),
            fixed: Vec::new(),
            registers: clipping::REGISTERS,
            scratch: 0,
        };
        let scales = step.grad_scale != 1.0 || step.clip_norm.is_some();
        let grad = GradLoad { scales, clips: step.clip_value.is_some() };
        if step.clip_norm.is_some() {
            plan.clip(step, layout, kind)?;
        }
        if kind == Kind::Eval {
            plan.copy(layout)?;
        }
        for entry in &step.entries {
            let mut groups = Vec::new();
            for own in entry {
                let (storage, states) = (layout.storage(own.param), layout.storages(own.param));
                // Weights for evaluation are rounded to the nearest, as on the host.
                let storage =
                    if kind == Kind::Eval && storage == Storage::Bf16Stochastic { Storage::Bf16 } else { storage };
                let about = About { storage, states: &states, grad, masked: layout.masked(own.param) };
                let Compiled { mut kernels, mut rows, scratch, fixed } = compile(&own.program, &about)
                    .map_err(|(call, help)| GpuError::Call { param: layout.name(own.param).to_owned(), call, help })?;
                if layout.masked(own.param).is_some() && !kernels.iter().any(Kernel::writes_param) {
                    // The mask also applies to a parameter that the step does not change.
                    let format = given_format(storage);
                    let (kernel, row) = copying::copy(layout.len(own.param), Place::Param, format, true);
                    kernels.push(kernel);
                    rows.push(row);
                }
                let first_register = plan.registers;
                plan.first.push(first_register);
                let behind = first_register + own.program.registers;
                let draws = behind + fixed.len();
                let roundings = draws + WORDS * own.draws.len();
                plan.registers = roundings + WORDS * own.roundings.len();
                plan.draws.push(draws);
                plan.fixed.extend(fixed.into_iter().enumerate().map(|(k, x)| (behind + k, x)));
                let (param, rule) = (own.param, own.rule);
                let item = Item { param, rule, rows, first_register, draws, roundings, scratch };
                place(&mut groups, (layout, kind), item, kernels);
            }
            plan.take_scratch(&mut groups);
            plan.run(groups, layout)?;
        }
        let most = layout.most_bytes();
        if plan.scratch as u64 * 4 > most {
            let param = step.entries.iter().flatten().next().map_or("", |own| layout.name(own.param)).to_owned();
            return Err(GpuError::TooLarge { param, bytes: plan.scratch as u64 * 4, most });
        }
        Ok(plan)
    }

    /// The launches that compute the norm of all gradients, and multiply their factor by the clipping.
    fn clip(&mut self, step: &DescribedStep, layout: &Layout, kind: Kind) -> Result<(), GpuError> {
        let mut groups = Vec::new();
        let mut table: Vec<(usize, [u32; 2])> = Vec::new();
        for own in step.entries.iter().flatten() {
            // Each parameter counts once, even if it has several entries.
            if table.last().is_some_and(|(last, _)| *last >= own.param) {
                continue;
            }
            let load = GradLoad { scales: step.grad_scale != 1.0, clips: false };
            let (kernels, rows, scratch) = clipping::square_sum(
                layout.len(own.param),
                given_format(layout.storage(own.param)),
                load,
                layout.masked(own.param).is_some(),
            );
            let (param, rule, first_register) = (own.param, own.rule, self.registers);
            let item = Item { param, rule, rows: rows.into(), first_register, draws: 0, roundings: 0, scratch };
            table.push((own.param, [whole(self.registers)?, whole(clipping::TOTAL)?]));
            self.registers += 1;
            place(&mut groups, (layout, kind), item, kernels.into());
        }
        self.take_scratch(&mut groups);
        self.run(groups, layout)?;
        let params: Vec<usize> = table.iter().map(|(param, _)| *param).collect();
        self.launches.push(join(Fold::Sum, table)?);
        let (body, row) = clipping::factor();
        let (table, cubes) = self::table(&[(1, row)]);
        let kernel = LaunchKernel::Scalars(body);
        self.launches.push(Launch { kernel, table, cubes, params, columns: Vec::new(), bytes: 0 });
        Ok(())
    }

    /// The launches that copy all parameters from the slots of the gradients.
    fn copy(&mut self, layout: &Layout) -> Result<(), GpuError> {
        let mut groups = Vec::new();
        for param in 0..layout.count() {
            let (kernel, row) = copying::copy(
                layout.len(param),
                Place::RawGrad,
                given_format(layout.storage(param)),
                layout.masked(param).is_some(),
            );
            let item = Item { param, rule: 0, rows: vec![row], first_register: 0, draws: 0, roundings: 0, scratch: 0 };
            place(&mut groups, (layout, Kind::Eval), item, vec![kernel]);
        }
        self.run(groups, layout)
    }

    /// Gives each parameter its scratch. Groups that do not wait for each other use the same memory.
    fn take_scratch(&mut self, groups: &mut [Group]) {
        let mut kept = 0;
        for group in groups {
            let mut offset = kept;
            for item in &mut group.items {
                let len = item.scratch;
                item.scratch = offset;
                offset += len;
            }
            self.scratch = self.scratch.max(offset);
            if group.kernels.iter().any(|kernel| matches!(kernel, Kernel::Join(..))) {
                kept = offset;
            }
        }
    }

    /// The launches of all groups: each group up to its next join, then the join with the lowest key, and so on.
    fn run(&mut self, mut groups: Vec<Group>, layout: &Layout) -> Result<(), GpuError> {
        loop {
            for group in &mut groups {
                while let Some(kernel) = group.kernels.get(group.next) {
                    match kernel {
                        Kernel::Join(..) => break,
                        Kernel::Pass(body) => self.launches.extend(pass(group, body, layout)?),
                        Kernel::Scalars(body) => {
                            let kernel = LaunchKernel::Scalars(body.clone());
                            self.launches.push(group.launch(kernel, 0, layout)?);
                        }
                        Kernel::Product(_) | Kernel::Copy | Kernel::Eye => {
                            let kernel = match kernel {
                                Kernel::Product(body) => LaunchKernel::Product(*body),
                                Kernel::Copy => LaunchKernel::Copy,
                                _ => LaunchKernel::Eye,
                            };
                            let launch = group.launch(kernel, 0, layout)?;
                            self.launches.extend(Some(launch).filter(|launch| launch.cubes > 0));
                        }
                    }
                    group.next += 1;
                }
            }
            let waiting = |group: &Group| match group.kernels.get(group.next) {
                Some(Kernel::Join(key, folds)) => Some((key.clone(), group.items[0].rule, folds.clone())),
                _ => None,
            };
            let Some((key, rule, folds)) =
                groups.iter().filter_map(waiting).min_by(|a, b| (&a.0, a.1).cmp(&(&b.0, b.1)))
            else {
                return Ok(());
            };
            let mut tables: Vec<Vec<(usize, [u32; 2])>> = vec![Vec::new(); folds.len()];
            for group in &mut groups {
                let is_here = waiting(group).is_some_and(|(own, of, _)| own == key && of == rule);
                if !is_here {
                    continue;
                }
                for item in &group.items {
                    for (table, (from, to)) in tables.iter_mut().zip(&item.rows[group.next].registers) {
                        let at = |register: usize| whole(item.first_register + register);
                        table.push((item.param, [at(*from)?, at(*to)?]));
                    }
                }
                group.next += 1;
            }
            for (fold, table) in folds.into_iter().zip(tables) {
                self.launches.push(join(fold, table)?);
            }
        }
    }

    /// The plan with its tables on the device.
    pub(crate) fn upload(self, client: &Client) -> Plan {
        let Self { launches, programs, first, draws, fixed, registers, scratch } = self;
        let launches = launches.into_iter().map(|launch| {
            let Launch { kernel, table, cubes, params, columns, bytes } = launch;
            Launch { kernel, table: Array::new(client, &table), cubes, params, columns, bytes }
        });
        Plan { launches: launches.collect(), programs, first, draws, fixed, registers, scratch }
    }
}

impl Plan {
    /// The numbers that the programs report, read from the registers after the step.
    pub(crate) fn reported(&self, numbers: &[f32]) -> Vec<Vec<f64>> {
        let of = |first: usize, number: &ScalarNumber| match number {
            ScalarNumber::Fixed(x) => *x,
            ScalarNumber::At(register) => f64::from(numbers[first + register]),
        };
        let programs = self.programs.iter().zip(&self.first);
        programs.map(|(program, first)| program.reports.iter().map(|number| of(*first, number)).collect()).collect()
    }

    /// The numbers that the host writes to all registers.
    pub(crate) fn numbers(&self, step: &DescribedStep) -> Vec<f32> {
        let mut numbers = vec![0.0; self.registers];
        numbers[0] = step.grad_scale as f32;
        numbers[1] = step.clip_value.unwrap_or(f64::INFINITY) as f32;
        numbers[clipping::MOST] = step.clip_norm.unwrap_or(f64::INFINITY) as f32;
        for (own, first) in step.entries.iter().flatten().zip(&self.first) {
            let to = numbers[*first..].iter_mut();
            to.zip(&own.numbers).for_each(|(to, from)| *to = *from as f32);
        }
        for (own, first) in step.entries.iter().flatten().zip(&self.draws) {
            let to = numbers[*first..].chunks_exact_mut(WORDS);
            let nodes = own.draws.iter().map(|(_, node)| node).chain(&own.roundings);
            to.zip(nodes).for_each(|(to, node)| to.copy_from_slice(&halves(*node)));
        }
        self.fixed.iter().for_each(|(at, x)| numbers[*at] = *x as f32);
        numbers
    }
}

/// Adds a parameter to the group with the same kernels.
fn place(groups: &mut Vec<Group>, (layout, kind): (&Layout, Kind), item: Item, kernels: Vec<Kernel>) {
    let arena = layout.arena(item.param);
    let slots = if kind == Kind::StepTogether { usize::MAX } else { layout.slots(inputs_of(&kernels)) };
    let fits = |group: &&mut Group| {
        let waits = kernels.iter().any(|kernel| matches!(kernel, Kernel::Join(..)));
        let scratch: usize = group.items.iter().map(|item| item.scratch).sum();
        group.arena == arena
            && group.items[0].rule == item.rule
            && group.items.len() < slots
            && (waits || scratch + item.scratch <= SCRATCH)
            && group.kernels == kernels
    };
    match groups.iter_mut().find(fits) {
        Some(group) => group.items.push(item),
        None => groups.push(Group { arena, items: vec![item], kernels, next: 0, together: kind == Kind::StepTogether }),
    }
}

/// The largest number of inputs that one of these kernels reads.
fn inputs_of(kernels: &[Kernel]) -> usize {
    let of = |kernel: &Kernel| if let Kernel::Pass(body) = kernel { body.inputs.len() } else { 0 };
    kernels.iter().map(of).max().unwrap_or(0)
}

/// A join. Its table has the number of values, then for each parameter, in order, the places of its value and of the result.
fn join(fold: Fold, mut places: Vec<(usize, [u32; 2])>) -> Result<Launch<Vec<u32>>, GpuError> {
    places.sort_unstable();
    let mut table = vec![whole(places.len())?];
    table.extend(places.iter().flat_map(|(_, places)| places));
    let params = places.into_iter().map(|(param, _)| param).collect();
    Ok(Launch { kernel: LaunchKernel::Join(fold), table, cubes: 1, params, columns: Vec::new(), bytes: 0 })
}

impl Group {
    /// The rows of its items for the next kernel: cubes, and numbers of the columns.
    fn rows(&self, layout: &Layout) -> Result<Vec<(usize, Vec<u32>)>, GpuError> {
        let row = |(slot, item): (usize, &Item)| {
            let row = &item.rows[self.next];
            let numbers = row.columns.iter().map(|column| {
                whole(match column {
                    Column::Number(number) => *number,
                    Column::Slot if self.together => 0,
                    Column::Slot => slot,
                    Column::At if self.together => layout.begin(item.param),
                    Column::At => 0,
                    Column::Registers => item.first_register,
                    Column::State(state) => layout.state_offset(item.param, *state),
                    Column::Scratch(offset) => item.scratch + offset,
                    Column::Draw(draw) => item.draws + WORDS * draw,
                    Column::Rounding(node) => item.roundings + WORDS * node,
                    Column::Scales(state) => layout.scales_offset(item.param, *state),
                    Column::Mask => layout.mask_offset(item.param),
                    Column::Scalar(scalar) => layout.scalar_offset(item.param, item.rule, *scalar),
                })
            });
            Ok((row.cubes, numbers.collect::<Result<_, _>>()?))
        };
        self.items.iter().enumerate().map(row).collect()
    }

    /// The launch of its next kernel.
    fn launch(&self, kernel: LaunchKernel, bytes: u64, layout: &Layout) -> Result<Launch<Vec<u32>>, GpuError> {
        let (table, cubes) = table(&self.rows(layout)?);
        let params = self.items.iter().map(|item| item.param).collect();
        let columns = self.items[0].rows[self.next].columns.clone();
        Ok(Launch { kernel, table, cubes, params, columns, bytes })
    }
}

/// The launch of a pass. None if there are no elements.
fn pass(group: &Group, body: &PassBody, layout: &Layout) -> Result<Option<Launch<Vec<u32>>>, GpuError> {
    let rows = group.items.iter().map(|item| &item.rows[group.next]);
    let bytes = rows.map(|row| bytes_of(body, &row.columns, row.cubes)).sum();
    // Few different sizes, because each is compiled separately. No row names the remaining slots.
    let most = layout.slots(inputs_of(&group.kernels));
    let count = if group.together { 1 } else { group.items.len().next_power_of_two().min(most) };
    let slots = (0..count).map(|slot| group.items.get(slot).map(|item| item.param)).collect();
    let kernel = LaunchKernel::Pass { body: body.clone(), arena: group.arena, slots };
    let launch = group.launch(kernel, bytes, layout)?;
    Ok((launch.cubes > 0).then_some(launch))
}

/// A table: the number of cubes, the row and the number of each cube, then the rows.
fn table(rows: &[(usize, Vec<u32>)]) -> (Vec<u32>, usize) {
    let cubes: usize = rows.iter().map(|(cubes, _)| cubes).sum();
    let as_u32 = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let mut numbers = Vec::with_capacity(1 + 2 * cubes);
    numbers.push(as_u32(cubes));
    let mut at = 1 + 2 * cubes;
    for (count, row) in rows {
        numbers.extend((0..*count).flat_map(|own| [as_u32(at), as_u32(own)]));
        at += row.len();
    }
    numbers.extend(rows.iter().flat_map(|(_, row)| row));
    (numbers, cubes)
}

/// A place as a 32-bit number.
fn whole(number: usize) -> Result<u32, GpuError> {
    u32::try_from(number).map_err(|_| GpuError::Device("a buffer has more than 2^32 elements".to_owned()))
}

/// The routine of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Step,
    /// A step with all parameters in one buffer, and all gradients in another.
    StepTogether,
    /// Weights for evaluation, made from copies of the parameters. The parameters are in the slots of the gradients.
    Eval,
}

/// The parameters and programs that a plan is for.
pub(crate) type Key = Vec<(usize, usize)>;

/// The key of a plan. A plan keeps its programs, so no two programs have the same address.
pub(crate) fn key(step: &DescribedStep, kind: Kind) -> Key {
    let options = [step.grad_scale != 1.0, step.clip_value.is_some(), step.clip_norm.is_some()];
    let load = options.into_iter().fold(1 + kind as usize, |all, is| 2 * all + usize::from(is));
    let own = step.entries.iter().flatten().map(|own| (own.param, Arc::as_ptr(&own.program) as usize));
    own.chain([(load, 0)]).collect()
}
