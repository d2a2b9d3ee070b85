//! The functions of the language that programs call, one variant for each row of its table.

macro_rules! named {
    ($type:ident { $($variant:ident = $name:expr,)* }) => {
        #[derive(Clone, Copy, Debug)]
        pub(super) enum $type { $($variant),* }

        impl $type {
            pub(super) const ALL: &'static [$type] = &[$($type::$variant),*];

            #[allow(dead_code, reason = "some sections are drawn by variant alone")]
            pub(super) fn name(self) -> &'static str {
                match self { $($type::$variant => $name),* }
            }
        }
    };
}

macro_rules! operations {
    ($($section:ident {
        $($Op:ident = $name:ident($($x:ident),+) $(as $sign:tt)?, $work:ident, $meaning:literal;)*
    })*) => {
        $(operations!(@$section $($Op = stringify!($name),)*);)*
    };
    (@unary $($rows:tt)*) => { named!(Unary { $($rows)* }); };
    (@binary $($rows:tt)*) => { named!(Binary { $($rows)* }); };
    (@ternary $($rows:tt)*) => { named!(Ternary { $($rows)* }); };
    // Masks have their own grammar.
    (@$other:ident $($rows:tt)*) => {};
}
optim_language::operations!(operations);

macro_rules! reductions {
    ($($section:ident {
        $($Fold:ident = $all:ident $row:ident $col:ident $matrix:ident $global:ident: $each:ident $join:ident $finish:ident, $meaning:literal;)*
    })*) => {
        named!(Fold { $($($Fold = stringify!($all),)*)* });
    };
}
optim_language::reductions!(reductions);
