//! The program of a parameter as kernels, and the rows of their tables.

use std::sync::Arc;

use optim_core::plan::PassKind;
use optim_core::program::{
    DataCall, DataOp, DeviceScalar, DeviceScalars, NOWHERE, Operand as Matrix, ProgramData, ScalarLine, ScalarNumber,
    ScalarWork, Source,
};
use optim_core::shape::Axes;
use optim_core::{Optimizer, Storage};
use optim_language::Fold;

use crate::body::{GradLoad, Operand, PassBody, Place, ScalarBody, Work};
use crate::error::GpuError;
use crate::matrices::ProductBody;
use crate::scalars::scalar_column;
use crate::units::CHUNK;

/// The step of a parameter: kernels, each with its facts about this parameter.
#[derive(Debug, Default)]
pub(crate) struct Compiled {
    pub(crate) kernels: Vec<Kernel>,
    pub(crate) rows: Vec<Row>,
    /// The number of elements in its scratch.
    pub(crate) scratch: usize,
    /// Fixed numbers, in registers after the registers of the program.
    pub(crate) fixed: Vec<f64>,
}

/// A kernel. Parameters whose kernels are equal share launches.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kernel {
    Pass(PassBody),
    Scalars(ScalarBody),
    /// A product.
    Product(ProductBody),
    /// A copy of elements in another order.
    Copy,
    /// An identity matrix.
    Eye,
    /// The key, and the folds.
    Join(Vec<u64>, Vec<Fold>),
}

impl Kernel {
    /// True if it writes the parameter.
    pub(crate) fn writes_param(&self) -> bool {
        matches!(self, Self::Pass(body) if body.stores.iter().any(|(elements, _)| elements.place == Place::Param))
    }
}

/// A parameter's row for a kernel.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    /// The numbers of its columns.
    pub(crate) columns: Vec<Column>,
    /// The number of cubes.
    pub(crate) cubes: usize,
    /// The registers that a join reads and writes.
    pub(crate) registers: Vec<(usize, usize)>,
}

/// The number in a column: fixed, or relative to the start of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    Number(usize),
    /// The slot of the parameter and its gradient in the launch.
    Slot,
    /// The first element of both in this slot.
    At,
    /// The first register.
    Registers,
    /// A state of the parameter.
    State(usize),
    /// The scales of a state.
    Scales(usize),
    /// The first register of a node that rounds at random.
    Rounding(usize),
    /// A place in its scratch.
    Scratch(usize),
    /// A scalar on the device.
    Scalar(DeviceScalar),
    /// The first register of a draw.
    Draw(usize),
    /// The parameter's mask.
    Mask,
}

/// The reason why there is no kernel: the function that the step calls, and the advice in the error.
pub(crate) type NoKernel = (String, &'static str);

/// Facts about a parameter.
pub(crate) struct About<'a> {
    /// The storage of the parameter, and of each state that is an array.
    pub(crate) storage: Storage,
    pub(crate) states: &'a [Option<Storage>],
    pub(crate) grad: GradLoad,
    /// True for each state to which the parameter's mask applies. Empty without a mask.
    pub(crate) masked: Option<&'a [bool]>,
}

impl About<'_> {
    /// Returns true if the elements of the parameter have two bytes.
    pub(crate) fn is_half(&self) -> bool {
        self.storage != Storage::Native
    }

    /// The place in `ParamProgram::roundings` of the random bits for a state or the parameter.
    pub(crate) fn rounding(&self, state: Option<usize>) -> usize {
        let before = state.map_or(0, |state| 1 + state);
        let states = self.states.iter().map(|storage| storage.unwrap_or_default());
        let all = std::iter::once(self.storage).chain(states);
        all.take(before).filter(|storage| *storage == Storage::Bf16Stochastic).count()
    }
}

/// Makes the kernels of a program.
pub(crate) fn compile(program: &ProgramData, about: &About<'_>) -> Result<Compiled, NoKernel> {
    let mut compiler = Compiler { program, about, made: Compiled::default(), slots: slots(program), scalars: None };
    compiler.made.scratch = compiler.slots.iter().map(|(offset, len)| offset + len).max().unwrap_or(0);
    if !program.loads.is_empty() {
        let pending = compiler.scalars.get_or_insert_default();
        for (register, scalar) in &program.loads {
            pending.load(*register, *scalar);
        }
    }
    for op in &program.ops {
        match op {
            DataOp::Pass(pass) => compiler.pass(pass)?,
            DataOp::Scalars(lines) => compiler.lines(lines)?,
            DataOp::Join { key, adds, results } => compiler.join(key, adds, results),
            DataOp::Call(call) => compiler.call(call)?,
        }
    }
    if !program.stores.is_empty() {
        let pending = compiler.scalars.get_or_insert_default();
        for (scalar, number) in &program.stores {
            pending.store(*scalar, operand(*number));
        }
    }
    compiler.end_scalars();
    Ok(compiler.made)
}

/// Checks that there are kernels for all programs of an optimizer.
pub(crate) fn check(optimizer: &Optimizer<f32>, scalars: &DeviceScalars) -> Result<(), GpuError> {
    let mut known = Vec::new();
    for (param, program) in optimizer.device_programs(scalars)? {
        let address = Arc::as_ptr(&program);
        if known.contains(&address) {
            continue;
        }
        known.push(address);
        let about = About { storage: Storage::Native, states: &[], grad: GradLoad::default(), masked: None };
        let refused = |(call, help)| {
            let param = optimizer.param_names().nth(param).unwrap_or_default().to_owned();
            GpuError::Call { param, call, help }
        };
        compile(&program, &about).map_err(refused)?;
    }
    Ok(())
}

/// The offsets and lengths of the scratch slots of a program.
fn slots(program: &ProgramData) -> Vec<(usize, usize)> {
    let mut lens: Vec<usize> = Vec::new();
    let mut need = |slot: usize, len: usize| {
        if lens.len() <= slot {
            lens.resize(slot + 1, 0);
        }
        lens[slot] = lens[slot].max(len);
    };
    for op in &program.ops {
        if let DataOp::Call(DataCall { operands, results, .. }) = op {
            let batch = results.first().map_or(1, |(_, extent)| extent.sizes()[0]);
            operands.iter().for_each(|from| need(from.slot, batch * from.rows * from.cols));
            results.iter().for_each(|(slot, extent)| need(*slot, extent.len()));
        }
        let DataOp::Pass(pass) = op else { continue };
        let sizes = pass.extent.sizes();
        for stream in pass.inputs.iter().chain(&pass.outputs) {
            match stream.source {
                Source::Scratch(slot) => need(slot, len_of(sizes, stream.axes)),
                Source::Item(_, NOWHERE) => {}
                Source::Item(slot, index) => need(slot, (index + 1) * len_of(sizes, stream.axes)),
                Source::Repeated(repeated) => need(repeated.slot(), repeated.count()),
                _ => {}
            }
        }
        for reduction in pass.reductions.iter().filter(|reduction| reduction.keep != Axes::Scalar) {
            need(reduction.slot, len_of(sizes, reduction.keep));
        }
    }
    let mut offset = 0;
    lens.into_iter()
        .map(|len| {
            let own = (offset, len);
            offset += len;
            own
        })
        .collect()
}

/// The number of entries of some axes.
pub(crate) fn len_of([batch, rows, cols]: [usize; 3], axes: Axes) -> usize {
    match axes {
        Axes::Scalar => 1,
        Axes::Matrices => batch,
        Axes::Rows => batch * rows,
        Axes::Cols => batch * cols,
        Axes::Tensor => batch * rows * cols,
    }
}

pub(crate) fn operand(number: ScalarNumber) -> Operand {
    match number {
        ScalarNumber::Fixed(x) => Operand::Fixed((x as f32).to_bits()),
        ScalarNumber::At(register) => Operand::Register(register),
    }
}

/// Scalar arithmetic that is not in a launch yet.
#[derive(Debug, Default)]
pub(crate) struct Pending {
    pub(crate) body: ScalarBody,
    /// For each reduction, the place and number of its parts, and the number of reduced elements.
    pub(crate) parts: Option<(usize, usize, usize)>,
    scalars: Vec<DeviceScalar>,
}

impl Pending {
    fn place(&mut self, scalar: DeviceScalar) -> usize {
        let at = self.scalars.iter().position(|known| *known == scalar).unwrap_or_else(|| {
            self.scalars.push(scalar);
            self.scalars.len() - 1
        });
        scalar_column::SCALARS + at
    }

    fn load(&mut self, register: usize, scalar: DeviceScalar) {
        let place = self.place(scalar);
        self.body.loads.push((register, place));
    }

    fn store(&mut self, scalar: DeviceScalar, from: Operand) {
        let place = self.place(scalar);
        // If several lines store a place, the last one counts.
        self.body.stores.retain(|(known, _)| *known != place);
        self.body.stores.push((place, from));
    }

    /// Returns true if it writes a register.
    pub(crate) fn gives(&self, register: usize) -> bool {
        let ScalarBody { reductions, loads, lines, .. } = &self.body;
        reductions.iter().any(|(.., to)| *to == register)
            || loads.iter().any(|(to, _)| *to == register)
            || lines.iter().any(|(to, _)| *to == register)
    }
}

pub(crate) struct Compiler<'a> {
    program: &'a ProgramData,
    pub(crate) about: &'a About<'a>,
    pub(crate) made: Compiled,
    pub(crate) slots: Vec<(usize, usize)>,
    pub(crate) scalars: Option<Pending>,
}

impl Compiler<'_> {
    pub(crate) fn add(&mut self, kernel: Kernel, row: Row) {
        self.made.kernels.push(kernel);
        self.made.rows.push(row);
    }

    pub(crate) fn end_scalars(&mut self) {
        let Some(Pending { body, parts, scalars }) = self.scalars.take() else { return };
        let (parts, each, elements) = parts.unwrap_or_default();
        let mut columns =
            vec![Column::Registers, Column::Scratch(parts), Column::Number(each), Column::Number(elements)];
        columns.extend(scalars.into_iter().map(Column::Scalar));
        self.add(Kernel::Scalars(body), Row { columns, cubes: 1, ..Row::default() });
    }

    fn lines(&mut self, lines: &[ScalarLine]) -> Result<(), NoKernel> {
        let pending = self.scalars.get_or_insert_default();
        for ScalarLine { to, work } in lines {
            let work = match work {
                ScalarWork::Compute(computation, operands) => Work::Compute(*computation, operands.map(operand)),
                ScalarWork::Powi(x, n) => Work::Powi(operand(*x), *n),
                ScalarWork::Function => {
                    let call = "an elementwise function of your own on a number that a reduction gives".to_owned();
                    return Err((call, "write it out where it is called"));
                }
            };
            pending.body.lines.push((*to, work));
        }
        Ok(())
    }

    fn join(&mut self, key: &[u64], adds: &[(Fold, ScalarNumber)], results: &[usize]) {
        self.end_scalars();
        let registers = adds.iter().zip(results).map(|((_, from), to)| {
            let from = from.register().unwrap_or_else(|| {
                let ScalarNumber::Fixed(x) = *from else { unreachable!("a number is fixed or has a register") };
                self.made.fixed.push(x);
                self.program.registers + self.made.fixed.len() - 1
            });
            (from, *to)
        });
        let registers = registers.collect();
        let folds = adds.iter().map(|(fold, _)| *fold).collect();
        self.add(Kernel::Join(key.to_vec(), folds), Row { registers, ..Row::default() });
    }

    /// A call that creates, copies or multiplies matrices. Decompositions have no kernel.
    fn call(&mut self, call: &DataCall) -> Result<(), NoKernel> {
        let name =
            || (call.kind.call().unwrap_or("a function of the library").to_owned(), "run this optimizer on the host");
        let [(to, extent)] = call.results[..] else { return Err(name()) };
        let ([batch, rows, cols], to) = (extent.sizes(), Column::Scratch(self.slots[to].0));
        let slot = |operand: &Matrix| Column::Scratch(self.slots[operand.slot].0);
        let number = Column::Number;
        match (call.kind, &call.operands[..]) {
            (PassKind::Matmul, [a, b]) => {
                let inner = if a.transposed { a.rows } else { a.cols };
                let columns = vec![slot(a), slot(b), to, number(rows), number(cols), number(inner)];
                let body = ProductBody::new([a.transposed, b.transposed], rows, cols);
                let cubes = batch * body.tiles(rows, cols);
                self.add(Kernel::Product(body), Row { columns, cubes, ..Row::default() });
            }
            (PassKind::Transpose | PassKind::Diag | PassKind::FirstCols, [from]) => {
                // A transpose copies the stored matrix, or its transpose.
                let flipped = from.transposed != (call.kind == PassKind::Transpose);
                let (row, col) = if flipped { (1, from.cols) } else { (from.cols, 1) };
                let (row, col) = if call.kind == PassKind::Diag { (0, from.cols + 1) } else { (row, col) };
                let len = batch * rows * cols;
                let mut columns = vec![slot(from), to, number(rows), number(cols), number(len)];
                columns.extend([from.rows * from.cols, row, col].map(number));
                self.add(Kernel::Copy, Row { columns, cubes: len.div_ceil(CHUNK), ..Row::default() });
            }
            (PassKind::Eye, []) => {
                let len = batch * rows * cols;
                let columns = vec![to, number(cols), number(len)];
                self.add(Kernel::Eye, Row { columns, cubes: len.div_ceil(CHUNK), ..Row::default() });
            }
            _ => return Err(name()),
        }
        Ok(())
    }
}
