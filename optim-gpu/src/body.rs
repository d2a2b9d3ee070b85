//! The kernels as data: what CubeCL compiles once for each of these values. Sizes, addresses and numbers are not in them.

use optim_core::draw::Law;
use optim_core::program::Computation;
use optim_core::shape::Axes;
use optim_language::{Finish, Fold};

/// A number while an element or a scalar is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Operand {
    /// The bits of a fixed one.
    Fixed(u32),
    /// A register of the parameter, in arithmetic on registers.
    Register(usize),
    /// A register of the parameter, by its place among those that a pass reads.
    Held(usize),
    /// An element that was loaded.
    Loaded(usize),
    /// The number of a line before.
    Line(usize),
}

/// A number that is computed of others. All of it is in single precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Work {
    Compute(Computation, [Operand; 3]),
    Powi(Operand, i32),
    Flush(Operand),
}

/// Where elements are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    Param,
    /// The gradient, scaled and clipped.
    Grad,
    /// The gradient as it is given.
    RawGrad,
    /// States, from an offset in this column of the table on.
    State(usize),
    /// Scratch, likewise.
    Scratch(usize),
    /// An input, by its place among those of the body.
    Input(usize),
    /// Random numbers, of the node that is in the registers from this column's place on.
    Draw(Law, usize),
    /// Reads give 0, writes vanish.
    Nowhere,
}

/// How the elements of a stream are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) enum Format {
    /// As `f32`.
    #[default]
    Single,
    /// The upper halves of `f32`, rounded to the nearest.
    Bf16,
    /// The same, rounded at random, by the bits of the draw in this column.
    Bf16Random(usize),
    F16,
    /// Codes of 8 bits in blocks, whose scales are among the states from this column's place on.
    Block8(usize),
}

impl Format {
    /// The bits of an element.
    pub(crate) const fn bits(self) -> usize {
        match self {
            Self::Single => 32,
            Self::Bf16 | Self::Bf16Random(_) | Self::F16 => 16,
            Self::Block8(_) => 8,
        }
    }

    /// True if a word has several elements.
    pub(crate) const fn is_packed(self) -> bool {
        self.bits() < 32
    }
}

/// Which element of a stream belongs to one of the pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Index {
    /// The element with the same indices along these axes.
    Of(Axes),
    /// The element of an axis, or of all others; its length and the number of elements behind it are in the table from this column on.
    Axis { column: usize, without: bool },
}

/// The elements that a pass reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Elements {
    pub(crate) place: Place,
    pub(crate) index: Index,
    /// True if the parameter's mask is for them, too.
    pub(crate) masked: bool,
    pub(crate) format: Format,
}

impl Elements {
    /// All elements at a place, as `f32`.
    pub(crate) const fn all(place: Place) -> Self {
        Self { place, index: Index::Of(Axes::Tensor), masked: false, format: Format::Single }
    }
}

/// One walk over memory, or the part of it for one kind of reduction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PassBody {
    pub(crate) loads: Vec<Elements>,
    pub(crate) work: Vec<Work>,
    pub(crate) stores: Vec<(Elements, Operand)>,
    pub(crate) reductions: Vec<(Fold, Operand)>,
    /// Reductions that keep axes: each cube gives one number, and finishes it.
    pub(crate) kept: Option<Kept>,
    /// How many columns its rows have.
    pub(crate) columns: usize,
    /// The registers that are read.
    pub(crate) held: Vec<usize>,
    /// The inputs of the step that are read, by their places.
    pub(crate) inputs: Vec<usize>,
    /// True if the elements of the parameter and its gradient have two bytes.
    pub(crate) is_half: bool,
    /// How gradients are read.
    pub(crate) grad: GradLoad,
    /// The column of the mask's place among states.
    pub(crate) mask: Option<usize>,
}

impl PassBody {
    /// True if it writes words with several elements, which units do together.
    pub(crate) fn packs(&self) -> bool {
        self.stores.iter().any(|(elements, _)| elements.format.is_packed())
    }

    /// True if it reads or writes states in fewer bytes.
    pub(crate) fn has_codes(&self) -> bool {
        let all = self.loads.iter().chain(self.stores.iter().map(|(elements, _)| elements));
        all.into_iter().any(|elements| elements.format.is_packed() && matches!(elements.place, Place::State(_)))
    }
}

/// How gradients are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct GradLoad {
    /// True if they have a factor, and if they have a limit: the first two registers of all.
    pub(crate) scales: bool,
    pub(crate) clips: bool,
}

/// How reductions that keep axes end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Kept {
    pub(crate) axes: Axes,
    /// The last operation on each joint number, and the column of its place in scratch.
    pub(crate) finish: Vec<(Finish, usize)>,
    /// The column with the number of elements of each result.
    pub(crate) count: usize,
    /// The column with the rows of a block, if they are reduced to a number for each column.
    pub(crate) block: usize,
}

/// Arithmetic on the registers of parameters, each of which has a cube.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct ScalarBody {
    /// Reductions whose parts are joined before, and the registers of their results.
    pub(crate) reductions: Vec<(Fold, Finish, usize)>,
    /// Registers that take scalars of the device, by the columns of their places.
    pub(crate) loads: Vec<(usize, usize)>,
    /// Lines: a register, and its number of registers before it.
    pub(crate) lines: Vec<(usize, Work)>,
    /// Scalars of the device that take numbers.
    pub(crate) stores: Vec<(usize, Operand)>,
}

/// The columns that every row of the table of a pass begins with.
pub(crate) mod column {
    /// The slot of the parameter and its gradient, and where both begin there.
    pub(crate) const SLOT: usize = 0;
    pub(crate) const AT: usize = 1;
    pub(crate) const REGISTERS: usize = 2;
    pub(crate) const BATCH: usize = 3;
    pub(crate) const ROWS: usize = 4;
    pub(crate) const COLS: usize = 5;
    /// Where the parts of reductions go.
    pub(crate) const PARTS: usize = 6;
    /// The first of those that are for one stream each.
    pub(crate) const STREAMS: usize = 7;
}

/// The columns of the table of a product.
pub(crate) mod product_column {
    pub(crate) const A: usize = 0;
    pub(crate) const B: usize = 1;
    pub(crate) const TO: usize = 2;
    /// Rows and columns of the product, and the length of the sums.
    pub(crate) const ROWS: usize = 3;
    pub(crate) const COLS: usize = 4;
    pub(crate) const INNER: usize = 5;
}

/// The columns of the table of a copy.
pub(crate) mod copy_column {
    pub(crate) const FROM: usize = 0;
    pub(crate) const TO: usize = 1;
    /// Rows and columns of the copy, and the number of all its elements.
    pub(crate) const ROWS: usize = 2;
    pub(crate) const COLS: usize = 3;
    pub(crate) const LEN: usize = 4;
    /// How far matrices, rows and columns are apart in what is copied.
    pub(crate) const MATRIX: usize = 5;
    pub(crate) const ROW: usize = 6;
    pub(crate) const COL: usize = 7;
}
