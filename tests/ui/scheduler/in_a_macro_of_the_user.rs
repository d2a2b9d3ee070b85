use optim_std::author::*;

fn main() {}

/// A branch in a macro of the user's own.
macro_rules! decay {
    ($name:ident, $t:ident, $condition:expr) => {
        #[scheduler]
        #[derive(Debug, Clone)]
        pub struct $name {
            pub initial: f64,
        }

        #[scheduler]
        impl $name {
            fn value(&self, $t: Scalar) -> Scalar {
                if $condition { scalar(1.0) } else { scalar(0.5) }
            }
        }
    };
}

decay!(InAMacro, t, t > 5.0);
