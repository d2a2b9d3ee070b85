//! `Debug` of errors, which users see if `main` returns an error.

use std::error::Error;
use std::fmt;

/// Implements `Debug` of an error type by [`debug`](crate::messages::debug()). Every public error type has it instead of the derived one.
#[doc(hidden)]
#[macro_export]
macro_rules! __debug_as_display {
    ($Error:ident $(<$Inner:ident>)?) => {
        impl $(<$Inner: ::std::error::Error + 'static>)? ::std::fmt::Debug for $Error $(<$Inner>)? {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                $crate::__private::messages::debug(self, f)
            }
        }
    };
}

#[doc(hidden)]
pub use __debug_as_display as debug_as_display;

/// Writes the text of an error, and a line for each of its sources whose text is not in it already.
///
/// # Errors
///
/// Returns an error if the text cannot be written.
pub fn debug(error: &dyn Error, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let text = error.to_string();
    f.write_str(&text)?;
    let sources = std::iter::successors(error.source(), |&error| error.source()).map(ToString::to_string);
    sources.filter(|source| !text.contains(source)).try_for_each(|source| write!(f, "\ncaused by: {source}"))
}

#[cfg(test)]
mod tests {
    use crate::messages::debug_as_display;

    #[derive(thiserror::Error)]
    enum Outer<E> {
        #[error("it failed: {0}")]
        Told(#[source] E),
        #[error("it failed")]
        Untold(#[source] E),
        #[error(transparent)]
        Same(E),
    }

    debug_as_display!(Outer<E>);

    #[test]
    fn debug_has_the_text_and_the_sources_that_are_not_in_it() {
        let inner = || std::fmt::Error;
        let text = inner().to_string();
        assert_eq!(format!("{:?}", Outer::Told(inner())), format!("it failed: {text}"));
        assert_eq!(format!("{:?}", Outer::Untold(inner())), format!("it failed\ncaused by: {text}"));
        assert_eq!(format!("{:?}", Outer::Same(inner())), text);
        let twice = Outer::Untold(Outer::Untold(inner()));
        assert_eq!(format!("{twice:?}"), format!("it failed\ncaused by: {text}"), "a line of each text");
        assert_eq!(format!("{:#?}", Outer::Told(inner())), format!("it failed: {text}"));
    }
}
