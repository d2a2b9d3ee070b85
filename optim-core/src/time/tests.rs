//! Programs against trying all steps, and answers at single steps.

use super::clock::TimeError;
use super::{Clock, Program, Time, programs};

/// The steps of a program among the first ones.
fn steps_of(program: &Program, ask: &dyn Fn(&mut Clock), last: u64) -> Vec<u64> {
    let arms = |step| {
        let mut clock = Clock::at_step(step);
        ask(&mut clock);
        clock.answers.arms
    };
    let own = arms(program.first());
    (1..=last).filter(|step| arms(*step) == own).collect()
}

#[test]
fn programs_and_their_shares_are_those_of_trying_all_steps() {
    let asks: [&dyn Fn(&mut Clock); 11] = [
        &|_| {},
        &|c| _ = c.every(3, "").then(|| c.decides(0, true)),
        &|c| {
            if c.every(2, "") {
                c.decides(0, true);
                let inner = c.every(3, "");
                c.decides(1, inner);
            }
        },
        &|c| {
            let (a, b) = (c.every(4, ""), c.every(6, ""));
            c.decides(0, a || b);
        },
        &|c| {
            let (a, b) = (c.after(5, ""), c.every(2, ""));
            c.decides(0, a && !b);
        },
        &|c| {
            let warm = c.at(7, "");
            c.decides(0, warm);
        },
        &|c| {
            let (a, b) = (c.every_from(4, 1, ""), c.every_from(6, 9, ""));
            c.decides(0, a);
            c.decides(1, b);
        },
        &|c| {
            let none = c.every_from(2, 1, "") && c.every_from(4, 2, "");
            c.decides(0, none);
        },
        &|c| {
            let due = c.every_from(3, 7, "");
            if c.decides(0, due) {
                c.inside((3, 7), |c| {
                    let (a, b, c2) = (c.every(2, ""), c.after(4, ""), c.every_from(3, 5, ""));
                    c.decides(1, a && !b);
                    c.decides(2, c2);
                });
            }
        },
        &|c| {
            let due = c.every_from(2, 1, "");
            if c.decides(0, due) {
                c.inside((2, 1), |c| {
                    let due = c.every_from(2, 2, "");
                    if c.decides(1, due) {
                        c.inside((2, 2), |c| {
                            let due = c.at(3, "");
                            c.decides(2, due);
                        });
                    }
                });
            }
        },
        &|c| {
            // A question that decides nothing makes no program.
            c.every(5, "");
            let due = c.every(3, "");
            c.decides(0, due);
        },
    ];
    for (case, ask) in asks.into_iter().enumerate() {
        let (last, mut seen) = (120, 0);
        let found = programs(ask).unwrap();
        for program in &found {
            let steps = steps_of(program, ask, last);
            assert_eq!(steps.first(), Some(&program.first()), "case {case}");
            let mut expected = 0.0;
            for ((from, to), share) in program.stretches() {
                expected += share.value() * (to.unwrap_or(last) - from + 1) as f64;
            }
            // Ends of stretches without an end need not be those of a period.
            assert!((steps.len() as f64 - expected).abs() < 1.5, "case {case}: {expected} of {steps:?}");
            seen += steps.len();
        }
        assert_eq!(seen as u64, last, "case {case}: each step is one of one program");
    }
}

#[test]
fn a_step_has_at_most_eight_programs() {
    let both = |k: [u64; 4], n: usize| {
        programs(&move |clock| {
            for (branch, k) in k.into_iter().enumerate().take(n) {
                let due = clock.every(k, "");
                clock.decides(branch, due);
            }
        })
    };
    assert_eq!(both([2, 3, 5, 7], 3).unwrap().len(), 8);
    assert_eq!(both([2, 3, 5, 7], 4).unwrap_err(), TimeError::Programs);
    // One divides the other: 5 of 16 combinations are reached.
    assert_eq!(both([2, 4, 8, 16], 4).unwrap().len(), 5);
}

#[test]
fn arguments_are_at_least_one_and_slots_within_their_lists() {
    let error = |ask: &dyn Fn(&mut Clock)| programs(ask).unwrap_err();
    let argument = |call, value: &str, least| TimeError::Argument { call, value: value.to_owned(), least };
    assert_eq!(error(&|c| _ = c.every(0_usize, "every(k)")), argument("every(k)", "0", 1));
    assert_eq!(error(&|c| _ = c.after(-3, "after(n)")), argument("after(n)", "-3", 1));
    assert_eq!(error(&|c| _ = c.slot_later(2, -1, "s")), argument("s", "-1", 0));
    // Found although the first step does not come there.
    let nested = |c: &mut Clock| _ = c.every(1_000_000, "") && c.at(0, "at(n)");
    assert_eq!(error(&nested), argument("at(n)", "0", 1));
    let long = |c: &mut Clock| {
        let slot = c.slot(3, "");
        c.index(slot, 2, "history[slot(3)]");
    };
    assert_eq!(error(&long), TimeError::Slot { call: "history[slot(3)]", slots: 3, length: 2 });
}

/// Inside of something that runs at steps first, first + k, …, the steps are counted from the first one of these.
#[test]
fn counted_steps_answer_as_their_numbers_do() {
    for (k, first) in [(1, 1), (3, 3), (3, 1), (2, 5)] {
        for number in 1..=20_u64 {
            let mut clock = Clock::at_step(first + (number - 1) * k);
            clock.inside((k, first), |c| {
                let time = Time::new(number);
                for (a, b) in [(1, 1), (2, 1), (2, 2), (3, 7), (5, 4)] {
                    assert_eq!(c.every_from(a, b, ""), time.every_from(a, b), "{number}: {a}, {b} in {k}, {first}");
                }
                assert_eq!(c.at(4, ""), number == 4);
                assert_eq!(c.after(4, ""), number > 4);
                assert_eq!(c.index(time.slot(3), 3, ""), (number as usize - 1) % 3);
                let place = c.slot(3, "");
                assert_eq!(c.index(place, 3, ""), (number as usize - 1) % 3);
            });
        }
    }
}

#[test]
fn slots_go_round() {
    let places = |later: u64| (1..=7).map(Time::new).map(move |t| t.index(t.slot_later(3, later), 3));
    assert_eq!(places(0).collect::<Vec<_>>(), [0, 1, 2, 0, 1, 2, 0]);
    assert_eq!(places(1).collect::<Vec<_>>(), [1, 2, 0, 1, 2, 0, 1]);
    assert_eq!(places(5).collect::<Vec<_>>(), [2, 0, 1, 2, 0, 1, 2]);
    let last = Time::new(u64::MAX);
    assert_eq!(last.index(last.slot_later(u64::MAX, u64::MAX - 1), usize::MAX), usize::MAX - 2);
}

#[test]
fn answers_never_panic() {
    for t in [0, 1, u64::MAX] {
        let time = Time::new(t);
        assert!(!time.every(0) && !time.every(-1_i8) && !time.every_from(0, 0) && !time.every_from(1, -1));
        assert!(!time.after(u128::MAX));
        assert_eq!(time.index(time.slot(0), 0), 0);
    }
}
