//! The kernels as data. CubeCL compiles one kernel for each of these values. They contain no sizes, addresses or numbers.

use optim_core::Storage;
use optim_core::draw::Law;
use optim_core::program::Computation;
use optim_core::shape::Axes;
use optim_language::{Finish, Fold};

/// An operand of the arithmetic on an element or a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Operand {
    /// A fixed number, by its bits.
    Fixed(u32),
    /// A register of the parameter, for arithmetic on registers.
    Register(usize),
    /// A register of the parameter, by its index in [`PassBody::held`].
    Held(usize),
    /// A loaded element.
    Loaded(usize),
    /// The result of an earlier line.
    Line(usize),
}

/// A number that is computed from others, in single precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Work {
    Compute(Computation, [Operand; 3]),
    Powi(Operand, i32),
    Flush(Operand),
}

/// The source or target of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    Param,
    /// The gradient, scaled and clipped.
    Grad,
    /// The gradient as the caller gave it.
    RawGrad,
    /// States. This column of the table has the offset of the first state.
    State(usize),
    /// Scratch, with a column as for states.
    Scratch(usize),
    /// An input, by its index in the inputs of the body.
    Input(usize),
    /// Random numbers. This column has the first register of their node.
    Draw(Law, usize),
    /// Nowhere: reads return 0, and writes do nothing.
    Nowhere,
}

/// The format of the elements of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) enum Format {
    /// As `f32`.
    #[default]
    Single,
    /// The upper halves of `f32`, rounded to the nearest.
    Bf16,
    /// The same, rounded at random. This column has the first register of the random numbers.
    Bf16Random(usize),
    F16,
    /// Codes of 8 bits with scales. This column has the place of their scales among the states.
    Blocks(Storage, usize),
}

impl Format {
    /// The number of bits of an element.
    pub(crate) const fn bits(self) -> usize {
        match self {
            Self::Single => 32,
            Self::Bf16 | Self::Bf16Random(_) | Self::F16 => 16,
            Self::Blocks(..) => 8,
        }
    }

    /// Returns true if a word has several elements.
    pub(crate) const fn is_packed(self) -> bool {
        self.bits() < 32
    }
}

/// The element of a stream that belongs to an element of the pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Index {
    /// The element with the same indices along these axes.
    Of(Axes),
    /// The element of an axis, or of all other axes. The length of the axis and the number of elements behind it are in the table, from this column on.
    Axis { column: usize, without: bool },
}

/// The elements that a pass reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Elements {
    pub(crate) place: Place,
    pub(crate) index: Index,
    /// True if the parameter's mask applies to them.
    pub(crate) masked: bool,
    pub(crate) format: Format,
}

impl Elements {
    /// All elements at a place, as `f32`.
    pub(crate) const fn all(place: Place) -> Self {
        Self { place, index: Index::Of(Axes::Tensor), masked: false, format: Format::Single }
    }
}

/// One walk over memory. If it has reductions of several kinds, the part for one kind.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PassBody {
    pub(crate) loads: Vec<Elements>,
    pub(crate) work: Vec<Work>,
    pub(crate) stores: Vec<(Elements, Operand)>,
    pub(crate) reductions: Vec<(Fold, Operand)>,
    /// Reductions that keep axes: each cube computes one number, including the last operation.
    pub(crate) kept: Option<Kept>,
    /// The number of columns in its rows.
    pub(crate) columns: usize,
    /// The registers that the pass reads.
    pub(crate) held: Vec<usize>,
    /// The inputs of the step that the pass reads, by their indices.
    pub(crate) inputs: Vec<usize>,
    /// True if the elements of the parameter and its gradient have two bytes.
    pub(crate) is_half: bool,
    /// The way to read gradients.
    pub(crate) grad: GradLoad,
    /// The column with the offset of the mask among the states.
    pub(crate) mask: Option<usize>,
}

impl PassBody {
    /// Returns true if it writes words with several elements. Units write such words together.
    pub(crate) fn packs(&self) -> bool {
        self.stores.iter().any(|(elements, _)| elements.format.is_packed())
    }

    /// Returns true if it reads or writes states in fewer bytes.
    pub(crate) fn has_codes(&self) -> bool {
        let all = self.loads.iter().chain(self.stores.iter().map(|(elements, _)| elements));
        all.into_iter().any(|elements| elements.format.is_packed() && matches!(elements.place, Place::State(_)))
    }
}

/// The way to read gradients.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct GradLoad {
    /// True if gradients have a factor, and true if they have a limit. Both numbers are in the first two registers.
    pub(crate) scales: bool,
    pub(crate) clips: bool,
}

/// The end of reductions that keep axes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Kept {
    pub(crate) axes: Axes,
    /// The last operation on each result, and the column with its offset in scratch.
    pub(crate) finish: Vec<(Finish, usize)>,
    /// The column with the number of elements of each result.
    pub(crate) count: usize,
    /// The column with the number of rows in a block, if the reduction keeps columns.
    pub(crate) block: usize,
}

/// Arithmetic on the registers of parameters. Each parameter has a cube.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct ScalarBody {
    /// Reductions whose parts this kernel joins first, and the registers of their results.
    pub(crate) reductions: Vec<(Fold, Finish, usize)>,
    /// Registers that load scalars of the device, with the columns that say where these scalars are.
    pub(crate) loads: Vec<(usize, usize)>,
    /// Lines: each with its register, and with the number of registers before it.
    pub(crate) lines: Vec<(usize, Work)>,
    /// Scalars of the device that the kernel writes.
    pub(crate) stores: Vec<(usize, Operand)>,
}

/// The first columns in every row of the table of a pass.
pub(crate) mod column {
    /// The slot of the parameter and its gradient, and the start of both in this slot.
    pub(crate) const SLOT: usize = 0;
    pub(crate) const AT: usize = 1;
    pub(crate) const REGISTERS: usize = 2;
    pub(crate) const BATCH: usize = 3;
    pub(crate) const ROWS: usize = 4;
    pub(crate) const COLS: usize = 5;
    /// The offset for the parts of reductions.
    pub(crate) const PARTS: usize = 6;
    /// The first column that belongs to one stream.
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

/// The columns of the table of an identity matrix.
pub(crate) mod eye_column {
    pub(crate) const TO: usize = 0;
    /// Its columns, and the number of all its elements.
    pub(crate) const COLS: usize = 1;
    pub(crate) const LEN: usize = 2;
}

/// The columns of the table of a copy.
pub(crate) mod copy_column {
    pub(crate) const FROM: usize = 0;
    pub(crate) const TO: usize = 1;
    /// Rows and columns of the copy, and the number of all its elements.
    pub(crate) const ROWS: usize = 2;
    pub(crate) const COLS: usize = 3;
    pub(crate) const LEN: usize = 4;
    /// The strides of matrices, rows and columns in the source.
    pub(crate) const MATRIX: usize = 5;
    pub(crate) const ROW: usize = 6;
    pub(crate) const COL: usize = 7;
}
