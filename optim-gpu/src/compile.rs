//! The program of a parameter as kernels, and the row that tells them what is where.

use std::collections::HashMap;

use optim_core::kernel::{NOWHERE, Source, Stream};
use optim_core::program::{
    DataOp, DataPass, DataReduction, DeviceScalar, LoopLine, LoopOperand, LoopWork, Number, ProgramData, ScalarLine,
    ScalarWork,
};
use optim_core::shape::Axes;
use optim_language::Fold;

use crate::body::{Elements, Index, Kept, Operand, PassBody, Place, ScalarBody, Work, column};
use crate::kernels::{CHUNK, scalar_column};

/// The step of a parameter: kernels, each with what it needs to know of this parameter.
#[derive(Debug, Default)]
pub(crate) struct Compiled {
    pub(crate) kernels: Vec<Kernel>,
    pub(crate) rows: Vec<Row>,
    /// The elements that its scratch takes.
    pub(crate) scratch: usize,
    /// Registers behind those of the program, with fixed numbers.
    pub(crate) fixed: Vec<f64>,
}

/// A kernel. Parameters whose kernels are equal share launches.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kernel {
    Pass(PassBody),
    Scalars(ScalarBody),
    /// The key, and the folds.
    Join(Vec<u64>, Vec<Fold>),
}

/// What a kernel needs to know of a parameter.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    /// The numbers of its columns.
    pub(crate) columns: Vec<Column>,
    /// How many cubes it has.
    pub(crate) cubes: usize,
    /// The registers that a join reads and writes.
    pub(crate) registers: Vec<(usize, usize)>,
}

/// The number of a column: as it is, or behind what begins elsewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Column {
    Number(usize),
    /// The slots of the parameter and its gradient among those of the launch.
    Slot,
    /// The first register.
    Registers,
    /// A state of the parameter.
    State(usize),
    /// A place in its scratch.
    Scratch(usize),
    /// A scalar on the device.
    Scalar(DeviceScalar),
}

/// Why there is no kernel: what the step calls, and what to do.
pub(crate) type NoKernel = (String, &'static str);

/// What is known of a parameter.
pub(crate) struct About<'a> {
    /// The elements of each state that is an array.
    pub(crate) states: &'a [Option<usize>],
    pub(crate) scales: bool,
    pub(crate) clips: bool,
}

/// Makes kernels of a program.
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
            DataOp::Call(kind) => {
                let call = kind.call().unwrap_or("a function of the library").to_owned();
                return Err((call, "run this optimizer on the host"));
            }
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

fn operand(number: Number) -> Operand {
    match number {
        Number::Fixed(x) => Operand::Fixed((x as f32).to_bits()),
        Number::Register(register) => Operand::Register(register),
    }
}

/// Scalar arithmetic that no launch does yet.
#[derive(Debug, Default)]
struct Pending {
    body: ScalarBody,
    /// Where the parts of its reductions are, how many of each, and of how many numbers.
    parts: Option<(usize, usize, usize)>,
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
        // The last one holds.
        self.body.stores.retain(|(known, _)| *known != place);
        self.body.stores.push((place, from));
    }

    /// True if it gives a register its number.
    fn gives(&self, register: usize) -> bool {
        let ScalarBody { reductions, loads, lines, .. } = &self.body;
        reductions.iter().any(|(.., to)| *to == register)
            || loads.iter().any(|(to, _)| *to == register)
            || lines.iter().any(|(to, _)| *to == register)
    }
}

struct Compiler<'a> {
    program: &'a ProgramData,
    about: &'a About<'a>,
    made: Compiled,
    slots: Vec<(usize, usize)>,
    scalars: Option<Pending>,
}

impl Compiler<'_> {
    fn add(&mut self, kernel: Kernel, row: Row) {
        self.made.kernels.push(kernel);
        self.made.rows.push(row);
    }

    fn end_scalars(&mut self) {
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

    fn join(&mut self, key: &[u64], adds: &[(Fold, Number)], results: &[usize]) {
        self.end_scalars();
        let registers = adds.iter().zip(results).map(|((_, from), to)| {
            let from = from.register().unwrap_or_else(|| {
                let Number::Fixed(x) = *from else { unreachable!("a number is fixed or has a register") };
                self.made.fixed.push(x);
                self.program.registers + self.made.fixed.len() - 1
            });
            (from, *to)
        });
        let registers = registers.collect();
        let folds = adds.iter().map(|(fold, _)| *fold).collect();
        self.add(Kernel::Join(key.to_vec(), folds), Row { registers, ..Row::default() });
    }

    fn pass(&mut self, pass: &DataPass) -> Result<(), NoKernel> {
        let used = |number: &Number| number.register();
        let needs =
            |pending: &Pending| pass.rounded.iter().chain(&pass.exact).filter_map(used).any(|r| pending.gives(r));
        let reduces = pass.reductions.iter().any(|reduction| reduction.keep == Axes::Scalar);
        let waits = |pending: &Pending| needs(pending) || reduces && pending.parts.is_some();
        if self.scalars.as_ref().is_some_and(waits) {
            self.end_scalars();
        }
        let sizes = pass.extent.sizes();
        let mut kinds: Vec<Axes> = Vec::new();
        for reduction in &pass.reductions {
            if reduction.keep != Axes::Scalar && !kinds.contains(&reduction.keep) {
                kinds.push(reduction.keep);
            }
        }
        // What keeps axes comes first, because it only reads.
        for axes in kinds {
            let own: Vec<(usize, &DataReduction)> =
                pass.reductions.iter().enumerate().filter(|(_, reduction)| reduction.keep == axes).collect();
            let mut walk = Walk::new(self, pass);
            let mut finish = Vec::new();
            for (_, reduction) in &own {
                let (offset, _) = walk.compiler.slots[reduction.slot];
                finish.push((reduction.finish, walk.column(Column::Scratch(offset))));
            }
            let mut body = walk.body(&[], &own)?;
            let columns = walk.columns;
            body.kept = Some(Kept { axes, finish });
            let row = Row { columns, cubes: len_of(sizes, axes), ..Row::default() };
            self.add(Kernel::Pass(body), row);
        }
        let own: Vec<(usize, &DataReduction)> =
            pass.reductions.iter().enumerate().filter(|(_, reduction)| reduction.keep == Axes::Scalar).collect();
        // A loop over nothing has no code.
        let is_same =
            |place: usize| pass.code.outputs.get(place).is_none_or(|from| *from == LoopOperand::Output(place));
        let written: Vec<usize> = (0..pass.outputs.len()).filter(|place| !is_same(*place)).collect();
        if written.is_empty() && own.is_empty() {
            return Ok(());
        }
        let len = len_of(sizes, Axes::Tensor);
        let cubes = len.div_ceil(CHUNK);
        let mut walk = Walk::new(self, pass);
        let body = walk.body(&written, &own)?;
        let mut columns = walk.columns;
        if !own.is_empty() {
            let parts = self.made.scratch;
            self.made.scratch += cubes * own.len();
            columns[column::PARTS] = Column::Scratch(parts);
            let pending = self.scalars.get_or_insert_default();
            pending.parts = Some((parts, cubes, len));
            let results = own.iter().map(|(_, reduction)| (reduction.fold, reduction.finish, reduction.register));
            pending.body.reductions = results.collect();
        }
        self.add(Kernel::Pass(body), Row { columns, cubes, ..Row::default() });
        Ok(())
    }
}

/// One launch of a pass while it is put together.
struct Walk<'c, 'a> {
    compiler: &'c Compiler<'a>,
    pass: &'c DataPass,
    columns: Vec<Column>,
    loads: Vec<Elements>,
    loaded: HashMap<(bool, usize), usize>,
    work: Vec<Work>,
    lines: HashMap<usize, usize>,
}

impl<'c, 'a> Walk<'c, 'a> {
    fn new(compiler: &'c Compiler<'a>, pass: &'c DataPass) -> Self {
        let [batch, rows, cols] = pass.extent.sizes();
        let columns = vec![
            Column::Slot,
            Column::Slot,
            Column::Registers,
            Column::Number(batch),
            Column::Number(rows),
            Column::Number(cols),
            Column::Number(0),
        ];
        debug_assert_eq!(columns.len(), column::STREAMS);
        let (loads, loaded, work, lines) = (Vec::new(), HashMap::new(), Vec::new(), HashMap::new());
        Self { compiler, pass, columns, loads, loaded, work, lines }
    }

    fn column(&mut self, column: Column) -> usize {
        self.columns.push(column);
        self.columns.len() - 1
    }

    /// The body that writes these outputs and takes these reductions, with no more than what they need.
    fn body(&mut self, written: &[usize], reductions: &[(usize, &DataReduction)]) -> Result<PassBody, NoKernel> {
        let code = &self.pass.code;
        let mut stores = Vec::new();
        for place in written {
            let from = self.operand(code.outputs[*place])?;
            let elements = self.elements(&self.pass.outputs[*place])?;
            if elements.place != Place::Nowhere {
                stores.push((elements, from));
            }
        }
        let mut reduced = Vec::new();
        for (place, reduction) in reductions {
            let from = code.reductions.get(*place).map_or(Ok(Operand::Fixed(0)), |from| self.operand(*from))?;
            reduced.push((reduction.fold, from));
        }
        let loads = std::mem::take(&mut self.loads);
        let reads_grad = loads.iter().any(|elements| elements.place == Place::Grad);
        let About { scales, clips, .. } = *self.compiler.about;
        Ok(PassBody {
            loads,
            work: std::mem::take(&mut self.work),
            stores,
            reductions: reduced,
            kept: None,
            scales: scales && reads_grad,
            clips: clips && reads_grad,
        })
    }

    fn operand(&mut self, from: LoopOperand) -> Result<Operand, NoKernel> {
        Ok(match from {
            LoopOperand::Fixed(x) => Operand::Fixed((x as f32).to_bits()),
            LoopOperand::Rounded(place) => operand(self.pass.rounded[place]),
            LoopOperand::Exact(place) => operand(self.pass.exact[place]),
            LoopOperand::Input(place) => self.load(false, place)?,
            LoopOperand::Output(place) => self.load(true, place)?,
            LoopOperand::Line(line) => self.line(line)?,
        })
    }

    fn load(&mut self, is_output: bool, place: usize) -> Result<Operand, NoKernel> {
        if let Some(known) = self.loaded.get(&(is_output, place)) {
            return Ok(Operand::Loaded(*known));
        }
        let stream = if is_output { &self.pass.outputs[place] } else { &self.pass.inputs[place] };
        let elements = self.elements(stream)?;
        let at = self.loads.iter().position(|known| *known == elements).unwrap_or_else(|| {
            self.loads.push(elements);
            self.loads.len() - 1
        });
        self.loaded.insert((is_output, place), at);
        Ok(Operand::Loaded(at))
    }

    /// The line, behind those that it needs. Lines only use lines before them, so their number ends this.
    fn line(&mut self, line: usize) -> Result<Operand, NoKernel> {
        if let Some(known) = self.lines.get(&line) {
            return Ok(Operand::Line(*known));
        }
        let mut needed = vec![line];
        let mut all = Vec::new();
        while let Some(next) = needed.pop() {
            if self.lines.contains_key(&next) || all.contains(&next) {
                continue;
            }
            all.push(next);
            needed.extend(self.pass.code.lines[next].work.operands().iter().filter_map(|operand| operand.line()));
        }
        all.sort_unstable();
        for next in all {
            let LoopLine { work, .. } = self.pass.code.lines[next];
            let number = match work {
                LoopWork::Compute(computation, operands) => {
                    let count = computation.operands();
                    let mut own = [Operand::Fixed(0); 3];
                    for (own, operand) in own.iter_mut().zip(operands).take(count) {
                        *own = self.operand(operand)?;
                    }
                    self.push(Work::Compute(computation, own))
                }
                LoopWork::Powi(x, n) => {
                    let x = self.operand(x)?;
                    self.push(Work::Powi(x, n))
                }
                LoopWork::Flush(x) => {
                    let x = self.operand(x)?;
                    self.push(Work::Flush(x))
                }
                // All numbers are in single precision.
                LoopWork::Convert(x) => match self.operand(x)? {
                    Operand::Line(line) => line,
                    other => self.push(Work::Powi(other, 1)),
                },
            };
            self.lines.insert(next, number);
        }
        Ok(Operand::Line(self.lines[&line]))
    }

    fn push(&mut self, work: Work) -> usize {
        self.work.push(work);
        self.work.len() - 1
    }

    fn elements(&mut self, stream: &Stream) -> Result<Elements, NoKernel> {
        let index = Index::Of(stream.axes);
        let len = len_of(self.pass.extent.sizes(), stream.axes);
        let slot = |slot: usize| self.compiler.slots[slot].0;
        let place = match stream.source {
            Source::Param => Place::Param,
            Source::Grad => Place::Grad,
            Source::RawGrad => Place::RawGrad,
            Source::State(state) => match self.compiler.about.states.get(state) {
                Some(Some(_)) => Place::State(self.state(state)),
                _ => Place::Nowhere,
            },
            Source::Scratch(own) => Place::Scratch(self.scratch(slot(own))),
            Source::Item(_, NOWHERE) => Place::Nowhere,
            Source::Item(own, item) => Place::Scratch(self.scratch(slot(own) + item * len)),
            Source::Repeated(repeated) => {
                let [_, size, behind] = repeated.around();
                let place = Place::Scratch(self.scratch(slot(repeated.slot())));
                let column = self.column(Column::Number(size));
                self.column(Column::Number(behind));
                return Ok(Elements { place, index: Index::Axis { column, without: repeated.is_without() } });
            }
            Source::Input(_) => return Err(("an input".to_owned(), "run this optimizer on the host")),
            Source::Draw(_) => return Err(("a random number".to_owned(), "run this optimizer on the host")),
        };
        Ok(Elements { place, index })
    }

    /// The column of a state; the same for each stream of it.
    fn state(&mut self, state: usize) -> usize {
        let is_it = |column: &Column| matches!(column, Column::State(known) if *known == state);
        self.columns.iter().position(is_it).unwrap_or_else(|| self.column(Column::State(state)))
    }

    fn scratch(&mut self, offset: usize) -> usize {
        let is_it = |column: &Column| matches!(column, Column::Scratch(known) if *known == offset);
        self.columns.iter().position(is_it).unwrap_or_else(|| self.column(Column::Scratch(offset)))
    }
}
