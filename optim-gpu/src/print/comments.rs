//! Comments on kernels, with the user's names.

use std::fmt::Write as _;

use optim_language::{Finish, Fold};

use crate::body::{Operand, PassBody, Place, ScalarBody, Work, column};
use crate::compile::Column;
use crate::launch_plan::PlannedLaunch;
use crate::plan::{Launch, LaunchKernel};
use crate::remark::Remark;
use crate::streams::Names;
use crate::units::{CHUNK, UNITS};

/// The largest number of names in a comment. If there are more, the comment says how many.
const MOST_NAMES: usize = 8;

/// The comments on a launch.
pub(super) struct Comments<'l, 'n, 'e> {
    launch: &'l Launch<Vec<u32>>,
    names: &'n mut Names<'e>,
}

impl<'l, 'n, 'e> Comments<'l, 'n, 'e> {
    pub(super) fn new(launch: &'l Launch<Vec<u32>>, names: &'n mut Names<'e>) -> Self {
        Self { launch, names }
    }

    /// The comment before a kernel.
    pub(super) fn head(&mut self, title: &str, figures: &PlannedLaunch) -> String {
        let PlannedLaunch { params, reads, writes, cubes, bytes, .. } = figures;
        let mut lines = Vec::new();
        let what = match &self.launch.kernel {
            LaunchKernel::Pass { .. } => "a pass over memory",
            LaunchKernel::Scalars(_) => "arithmetic on the numbers of each parameter",
            LaunchKernel::Join(_) => "one number of the whole model",
            LaunchKernel::Product(_) => "products of matrices",
            LaunchKernel::Copy => "matrices in another order",
            LaunchKernel::Eye => "identity matrices",
        };
        lines.push(format!("{title}: {what}, {cubes} cube{} of {UNITS} units", plural(*cubes)));
        lines.push(format!("parameters: {}", listed(params)));
        for (verb, names) in [("reads", reads), ("writes", writes)] {
            if !names.is_empty() {
                lines.push(format!("{verb}: {}", names.join(", ")));
            }
        }
        lines.extend(self.reductions().into_iter().map(|reduction| format!("reduces: {reduction}")));
        if *bytes > 0 {
            lines.push(format!("moves: {bytes} bytes, of all parameters"));
        }
        match &self.launch.kernel {
            LaunchKernel::Pass { .. } => {
                lines.push("x0, x1, ...: numbers of one element".to_owned());
                lines.push("r0, r1, ...: numbers of a parameter, in `registers` from its first one on".to_owned());
            }
            LaunchKernel::Scalars(_) => {
                lines.push("r0, r1, ...: numbers of a parameter, in `registers` from its first one on".to_owned());
            }
            LaunchKernel::Join(_) | LaunchKernel::Product(_) | LaunchKernel::Copy | LaunchKernel::Eye => {}
        }
        lines.push(format!("`table`: {}", self.table()));
        lines.iter().fold(String::new(), |mut text, line| {
            let _ = writeln!(text, "// {line}");
            text
        })
    }

    /// The columns of the table.
    fn table(&mut self) -> String {
        if let LaunchKernel::Join(_) = self.launch.kernel {
            return "the number of parameters, then for each the places of its number and of the joint one".to_owned();
        }
        let matrices = match self.launch.kernel {
            LaunchKernel::Product(_) => {
                Some("the two factors, the product, its rows and columns, the length of its sums")
            }
            LaunchKernel::Copy => Some(
                "what is copied, the copy, its rows, columns and elements, and how far matrices, rows and columns are apart",
            ),
            LaunchKernel::Eye => Some("the matrix, its columns and elements"),
            _ => None,
        };
        if let Some(columns) = matrices {
            return format!("the number of cubes; of each its row and its number there; rows of: {columns}");
        }
        let launch = self.launch;
        let is_pass = matches!(launch.kernel, LaunchKernel::Pass { .. });
        let columns = launch.columns.iter().enumerate().map(|(place, known)| match known {
            Column::Slot => "slot of the parameter and its gradient".to_owned(),
            Column::At => "first element there".to_owned(),
            Column::Registers => "first register".to_owned(),
            Column::State(_) => self.stream(Place::State(place)),
            Column::Scratch(_) if place == column::PARTS && is_pass => "parts of reductions".to_owned(),
            Column::Scratch(_) if !is_pass => "parts of reductions".to_owned(),
            Column::Scratch(_) => self.stream(Place::Scratch(place)),
            Column::Scalar(_) => self.scalar(place),
            Column::Draw(_) => "first register of random numbers".to_owned(),
            Column::Scales(_) => "scales of a state".to_owned(),
            Column::Rounding(_) => "first register of random bits".to_owned(),
            Column::Mask => "mask".to_owned(),
            Column::Number(number) => match (is_pass, place) {
                (true, column::BATCH) => "matrices".to_owned(),
                (true, column::ROWS) => "rows".to_owned(),
                (true, column::COLS) => "columns".to_owned(),
                (true, column::PARTS) => "0".to_owned(),
                (false, 2) => "how many parts".to_owned(),
                (false, _) => "of how many elements".to_owned(),
                (true, _) => number.to_string(),
            },
        });
        let columns: Vec<String> = columns.collect();
        format!("the number of cubes; of each its row and its number there; rows of: {}", columns.join(", "))
    }

    /// The reductions.
    fn reductions(&mut self) -> Vec<String> {
        let launch = self.launch;
        match &launch.kernel {
            LaunchKernel::Pass { body, .. } => (0..body.reductions.len()).map(|k| self.reduced(body, k)).collect(),
            LaunchKernel::Scalars(body) => {
                body.reductions.iter().map(|(fold, finish, to)| format!("r{to} = {}", ended(*fold, *finish))).collect()
            }
            LaunchKernel::Product(_) | LaunchKernel::Copy | LaunchKernel::Eye => Vec::new(),
            LaunchKernel::Join(fold) => vec![format!("the {} of one number of each parameter", named(*fold))],
        }
    }

    fn reduced(&mut self, body: &PassBody, place: usize) -> String {
        let (fold, from) = body.reductions[place];
        let of = self.operand(from);
        let Some(kept) = &body.kept else {
            return format!("the {} of {of}, in parts of {CHUNK} elements", named(fold));
        };
        let (finish, column) = kept.finish[place];
        let to = self.stream(Place::Scratch(column));
        format!("{to} = {} of {of}, of which the axes {} stay", ended(fold, finish), kept.axes.name())
    }

    /// The meaning of a remark.
    pub(super) fn remark(&mut self, remark: Remark) -> Option<String> {
        let launch = self.launch;
        match (&launch.kernel, remark) {
            (_, Remark::Cube) => Some("this cube: the row of its parameter, its number there".to_owned()),
            (_, Remark::Elements) => Some(format!("each unit: every {UNITS}th element of the cube")),
            (LaunchKernel::Pass { body, .. }, remark) => self.in_pass(body, remark),
            (LaunchKernel::Scalars(body), remark) => self.in_scalars(body, remark),
            (LaunchKernel::Join(_) | LaunchKernel::Product(_) | LaunchKernel::Copy | LaunchKernel::Eye, _) => None,
        }
    }

    fn in_pass(&mut self, body: &PassBody, remark: Remark) -> Option<String> {
        Some(match remark {
            Remark::Load(place) => {
                let place = body.loads.get(place)?.place;
                let stream = self.stream(place);
                let also = match (place, body.grad.scales, body.grad.clips) {
                    (Place::Grad, true, true) => ", scaled by `registers[0]`, clipped to `registers[1]`",
                    (Place::Grad, true, false) => ", scaled by `registers[0]`",
                    (Place::Grad, false, true) => ", clipped to `registers[1]`",
                    _ => "",
                };
                format!("load {stream}{also}")
            }
            Remark::Line(line) => format!("x{line} = {}", self.work(*body.work.get(line)?)),
            Remark::Store(place) => {
                let (elements, from) = *body.stores.get(place)?;
                format!("store {} = {}", self.stream(elements.place), self.operand(from))
            }
            Remark::Reduction(place) if place < body.reductions.len() => self.reduced(body, place),
            _ => return None,
        })
    }

    fn in_scalars(&mut self, body: &ScalarBody, remark: Remark) -> Option<String> {
        Some(match remark {
            Remark::Load(place) => {
                let (to, column) = *body.loads.get(place)?;
                format!("r{to} = {}", self.scalar(column))
            }
            Remark::Line(line) => {
                let (to, work) = *body.lines.get(line)?;
                format!("r{to} = {}", self.work(work))
            }
            Remark::Store(place) => {
                let (column, from) = *body.stores.get(place)?;
                format!("store {} = {}", self.scalar(column), self.operand(from))
            }
            Remark::Reduction(place) => {
                let (fold, finish, to) = *body.reductions.get(place)?;
                format!("r{to} = {} of all parts", ended(fold, finish))
            }
            _ => return None,
        })
    }

    fn stream(&mut self, place: Place) -> String {
        self.names.stream(self.launch, place).unwrap_or_else(|| "0".to_owned())
    }

    fn scalar(&self, column: usize) -> String {
        self.names.scalar(self.launch, column).unwrap_or_else(|| "a scalar".to_owned())
    }

    fn operand(&mut self, operand: Operand) -> String {
        match operand {
            Operand::Fixed(bits) => f32::from_bits(bits).to_string(),
            Operand::Register(register) => format!("r{register}"),
            Operand::Held(place) => match &self.launch.kernel {
                LaunchKernel::Pass { body, .. } => format!("r{}", body.held[place]),
                _ => String::new(),
            },
            Operand::Loaded(place) => match &self.launch.kernel {
                LaunchKernel::Pass { body, .. } => self.stream(body.loads[place].place),
                _ => String::new(),
            },
            Operand::Line(line) => format!("x{line}"),
        }
    }

    fn work(&mut self, work: Work) -> String {
        match work {
            Work::Compute(computation, operands) => {
                let own: Vec<String> =
                    operands.iter().take(computation.operands()).map(|operand| self.operand(*operand)).collect();
                let sign = match computation.name() {
                    "add" => "+",
                    "sub" => "-",
                    "mul" => "*",
                    "div" => "/",
                    name => name,
                };
                match &own[..] {
                    [a, b] if !sign.starts_with(|letter: char| letter.is_ascii_alphabetic()) => {
                        format!("{a} {sign} {b}")
                    }
                    _ => format!("{sign}({})", own.join(", ")),
                }
            }
            Work::Powi(x, 1) => self.operand(x),
            Work::Powi(x, n) => format!("powi({}, {n})", self.operand(x)),
            Work::Flush(x) => format!("flush({})", self.operand(x)),
        }
    }
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

fn named(fold: Fold) -> &'static str {
    match fold {
        Fold::Sum => "sum",
        Fold::Max => "largest",
        Fold::Min => "smallest",
    }
}

/// A reduction, and how its result is used.
fn ended(fold: Fold, finish: Finish) -> String {
    let fold = named(fold);
    match finish {
        Finish::None => fold.to_owned(),
        Finish::Mean => format!("{fold} / count"),
        Finish::Sqrt => format!("sqrt({fold})"),
        Finish::SqrtMean => format!("sqrt({fold} / count)"),
    }
}

/// The names if there are few, otherwise the first, the last and the number of names.
fn listed(names: &[String]) -> String {
    match names {
        [first, .., last] if names.len() > MOST_NAMES => format!("{} from {first} to {last}", names.len()),
        names => names.join(", "),
    }
}
