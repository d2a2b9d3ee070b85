//! Steps run at the instruction set that was asked for: else tests that compare levels would compare one with itself.
//!
//! The level is the process's, so this is the only test of its program.

use optim_core::__private::{levels, with_level};
use optim_core::Level;

#[test]
fn a_level_holds_until_its_end() {
    let best = *levels().last().expect("the baseline");
    assert_eq!(Level::current(), best);
    for level in levels() {
        with_level(level, || {
            assert_eq!(Level::current(), level);
            with_level(Level::Baseline, || assert_eq!(Level::current(), Level::Baseline));
            assert_eq!(Level::current(), level);
        });
        assert_eq!(Level::current(), best);
    }
    with_level(Level::Avx512, || assert_eq!(Level::current(), best, "a level that is not there is lowered"));
}
