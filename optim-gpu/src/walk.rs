//! A launch of a pass under construction: it loads, computes and stores only what its results need.

use std::collections::HashMap;

use optim_core::Storage;
use optim_core::program::{DataPass, DataReduction, LoopLine, LoopOperand, LoopWork, ScalarNumber};
use optim_core::program::{NOWHERE, Source, Stream};
use optim_core::shape::Axes;

use crate::body::{Elements, Format, GradLoad, Index, Operand, PassBody, Place, Work, column};
use crate::compile::{Column, Compiler, NoKernel, len_of, operand};

/// A launch of a pass under construction.
pub(crate) struct Walk<'c, 'a> {
    pub(crate) compiler: &'c Compiler<'a>,
    pass: &'c DataPass,
    pub(crate) columns: Vec<Column>,
    loads: Vec<Elements>,
    loaded: HashMap<(bool, usize), usize>,
    work: Vec<Work>,
    lines: HashMap<usize, usize>,
    inputs: Vec<usize>,
    held: Vec<usize>,
}

impl<'c, 'a> Walk<'c, 'a> {
    pub(crate) fn new(compiler: &'c Compiler<'a>, pass: &'c DataPass) -> Self {
        let [batch, rows, cols] = pass.extent.sizes();
        let columns = vec![
            Column::Slot,
            Column::At,
            Column::Registers,
            Column::Number(batch),
            Column::Number(rows),
            Column::Number(cols),
            Column::Number(0),
        ];
        debug_assert_eq!(columns.len(), column::STREAMS);
        let (loads, loaded, work, lines) = (Vec::new(), HashMap::new(), Vec::new(), HashMap::new());
        Self { compiler, pass, columns, loads, loaded, work, lines, inputs: Vec::new(), held: Vec::new() }
    }

    pub(crate) fn column(&mut self, column: Column) -> usize {
        self.columns.push(column);
        self.columns.len() - 1
    }

    /// The body that writes these outputs and computes these reductions, without anything that they do not need.
    pub(crate) fn body(
        &mut self,
        written: &[usize],
        reductions: &[(usize, &DataReduction)],
    ) -> Result<PassBody, NoKernel> {
        let code = &self.pass.code;
        let mut stores = Vec::new();
        for place in written {
            let from = self.operand(code.outputs[*place])?;
            let stream = &self.pass.outputs[*place];
            let elements = Elements { format: self.written(stream.source), ..self.elements(stream)? };
            // Each unit has its own element if all axes that are not reduced have length 1.
            let sizes = self.pass.extent.sizes();
            if elements.format.is_packed() && len_of(sizes, stream.axes) != len_of(sizes, Axes::Tensor) {
                return Err((
                    "a state in fewer bytes that a pass over more axes sets".to_owned(),
                    "build it without `storage`",
                ));
            }
            if elements.place != Place::Nowhere {
                stores.push((elements, from));
            }
        }
        let mut reduced = Vec::new();
        for (place, reduction) in reductions {
            reduced.push((reduction.fold, self.operand(code.reductions[*place])?));
        }
        let loads = std::mem::take(&mut self.loads);
        let reads_grad = loads.iter().any(|elements| elements.place == Place::Grad);
        let is_masked = loads.iter().chain(stores.iter().map(|(elements, _)| elements)).any(|elements| elements.masked);
        let mask = is_masked.then(|| self.column(Column::Mask));
        Ok(PassBody {
            loads,
            work: std::mem::take(&mut self.work),
            stores,
            reductions: reduced,
            kept: None,
            columns: self.columns.len(),
            held: std::mem::take(&mut self.held),
            inputs: std::mem::take(&mut self.inputs),
            is_half: self.compiler.about.is_half(),
            grad: if reads_grad { self.compiler.about.grad } else { GradLoad::default() },
            mask,
        })
    }

    fn operand(&mut self, from: LoopOperand) -> Result<Operand, NoKernel> {
        Ok(match from {
            LoopOperand::Fixed(x) => Operand::Fixed((x as f32).to_bits()),
            LoopOperand::Rounded(place) => self.register(self.pass.rounded[place]),
            LoopOperand::Exact(place) => self.register(self.pass.exact[place]),
            LoopOperand::Input(place) => self.load(false, place)?,
            LoopOperand::Output(place) => self.load(true, place)?,
            LoopOperand::Line(line) => self.line(line)?,
        })
    }

    /// A scalar of the pass.
    fn register(&mut self, number: ScalarNumber) -> Operand {
        let Operand::Register(register) = operand(number) else { return operand(number) };
        let at = self.held.iter().position(|known| *known == register).unwrap_or_else(|| {
            self.held.push(register);
            self.held.len() - 1
        });
        Operand::Held(at)
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

    /// Adds a line after the lines that it needs. Lines use only earlier lines, so this ends.
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
                Some(Some(_)) => Place::State(self.own(Column::State(state))),
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
                let index = Index::Axis { column, without: repeated.is_without() };
                return Ok(Elements { place, index, masked: false, format: Format::Single });
            }
            Source::Input(input) => Place::Input(self.input(input)),
            Source::Draw(draw) => Place::Draw(draw.law(), self.column(Column::Draw(draw.place()))),
        };
        let masked = self.compiler.about.masked.is_some_and(|states| match stream.source {
            Source::Param | Source::Grad | Source::RawGrad | Source::Input(_) => stream.axes == Axes::Tensor,
            Source::State(state) => states.get(state).is_some_and(|masked| *masked),
            _ => false,
        });
        let format = self.format(stream.source);
        Ok(Elements { place, index, masked, format })
    }

    /// The place of an input in the inputs of the body.
    fn input(&mut self, input: usize) -> usize {
        self.inputs.iter().position(|known| *known == input).unwrap_or_else(|| {
            self.inputs.push(input);
            self.inputs.len() - 1
        })
    }

    /// The format of the elements of a stream, for a pass that reads them.
    fn format(&mut self, source: Source) -> Format {
        let about = self.compiler.about;
        match source {
            // A gradient has the type of its parameter.
            Source::Param | Source::Grad | Source::RawGrad => given_format(about.storage),
            Source::State(state) => match about.states.get(state).copied().flatten() {
                Some(storage) if storage.block().is_some() => Format::Blocks(storage, self.own(Column::Scales(state))),
                storage => given_format(storage.unwrap_or_default()),
            },
            _ => Format::Single,
        }
    }

    /// The format of the elements of a stream, for a pass that writes them.
    fn written(&mut self, source: Source) -> Format {
        let about = self.compiler.about;
        let (storage, state) = match source {
            Source::Param => (about.storage, None),
            Source::State(state) => (about.states.get(state).copied().flatten().unwrap_or_default(), Some(state)),
            _ => return Format::Single,
        };
        match storage {
            Storage::Bf16Stochastic => Format::Bf16Random(self.own(Column::Rounding(about.rounding(state)))),
            _ => self.format(source),
        }
    }

    fn scratch(&mut self, offset: usize) -> usize {
        self.own(Column::Scratch(offset))
    }

    /// The column of a number, which all streams that need it share.
    fn own(&mut self, column: Column) -> usize {
        self.columns[column::STREAMS..]
            .iter()
            .position(|known| *known == column)
            .map_or_else(|| self.column(column), |place| column::STREAMS + place)
    }
}

/// The format of a parameter, its gradient or a state without scales, for a pass that reads it.
pub(crate) fn given_format(storage: Storage) -> Format {
    match storage {
        Storage::Bf16 | Storage::Bf16Stochastic => Format::Bf16,
        Storage::F16 => Format::F16,
        _ => Format::Single,
    }
}
