//! Programs against trying all steps, and answers at single steps.

use super::{Clock, Program, Questions, StepCount, Time, TimeError};

/// Questions to a clock.
type Asks<'a> = &'a dyn Fn(&mut Clock);

/// A branch of two arms takes the first one if its condition holds.
fn decides(clock: &mut Clock, branch: usize, holds: bool) -> bool {
    clock.takes(branch, usize::from(!holds));
    holds
}

/// The questions of `ask` at a step.
fn questions(ask: Asks<'_>, step: u64) -> Questions {
    let mut questions = Questions::default();
    ask(&mut Clock::new(StepCount::of_param(Time::new(step)), &mut questions));
    questions
}

fn programs(ask: Asks<'_>) -> Result<Vec<Program>, TimeError> {
    super::programs(|time| questions(ask, time.step()))
}

/// The steps of a program among the first ones.
fn steps_of(program: &Program, ask: Asks<'_>, last: u64) -> Vec<u64> {
    let arms = |step| questions(ask, step).answers.arms;
    let own = arms(program.first());
    (1..=last).filter(|step| arms(*step) == own).collect()
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn programs_and_their_shares_are_those_of_trying_all_steps() {
    let asks: [Asks<'_>; 11] = [
        &|_| {},
        &|c| _ = c.every(3, "").then(|| decides(c, 0, true)),
        &|c| {
            if c.every(2, "") {
                decides(c, 0, true);
                let inner = c.every(3, "");
                decides(c, 1, inner);
            }
        },
        &|c| {
            let (a, b) = (c.every(4, ""), c.every(6, ""));
            decides(c, 0, a || b);
        },
        &|c| {
            let (a, b) = (c.after(5, ""), c.every(2, ""));
            decides(c, 0, a && !b);
        },
        &|c| {
            let warm = c.at(7, "");
            decides(c, 0, warm);
        },
        &|c| {
            let (a, b) = (c.every_from(4, 1, ""), c.every_from(6, 9, ""));
            decides(c, 0, a);
            decides(c, 1, b);
        },
        &|c| {
            let none = c.every_from(2, 1, "") && c.every_from(4, 2, "");
            decides(c, 0, none);
        },
        &|c| {
            let due = c.every_from(3, 7, "");
            if decides(c, 0, due) {
                c.inside((3, 7), |c| {
                    let (a, b, c2) = (c.every(2, ""), c.after(4, ""), c.every_from(3, 5, ""));
                    decides(c, 1, a && !b);
                    decides(c, 2, c2);
                });
            }
        },
        &|c| {
            let due = c.every_from(2, 1, "");
            if decides(c, 0, due) {
                c.inside((2, 1), |c| {
                    let due = c.every_from(2, 2, "");
                    if decides(c, 1, due) {
                        c.inside((2, 2), |c| {
                            let due = c.at(3, "");
                            decides(c, 2, due);
                        });
                    }
                });
            }
        },
        &|c| {
            // A question that decides nothing makes no program.
            c.every(5, "");
            let due = c.every(3, "");
            decides(c, 0, due);
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
        programs(&move |clock: &mut Clock| {
            for (branch, k) in k.into_iter().enumerate().take(n) {
                let due = clock.every(k, "");
                decides(clock, branch, due);
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
    let error = |ask: Asks<'_>| programs(ask).unwrap_err();
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
            let mut questions = Questions::default();
            let mut clock = Clock::new(StepCount::of_param(Time::new(first + (number - 1) * k)), &mut questions);
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

impl Clock<'_> {
    /// Asks for an optimizer that counts only the steps first, first + k, …, of which this is one.
    fn inside(&mut self, (k, first): (u64, u64), ask: impl FnOnce(&mut Clock)) {
        let number = (self.count.time.step() - first) / k + 1;
        let every = self.count.every_inside(Some((k, first)));
        ask(&mut Clock::new(StepCount { time: Time::new(number), state: Some(0), every }, self.questions));
    }
}

#[test]
fn answers_hold_for_steps_that_give_the_same() {
    let ask: Asks<'_> = &|c| {
        let _ = (c.every_from(3, 2, ""), c.after(4, ""), c.at(6, ""), c.slot_later(2, 1, ""));
        c.inside((1, 1), |c| _ = c.every(2, ""));
    };
    let answers = |step: u64, count: u64| {
        let (time, count) = (Time::new(step), Time::new(count));
        (time.every_from(3, 2), time.after(4), time.at(6), time.slot_later(2, 1).place(), count.every(2))
    };
    for step in 1..=12 {
        let found = questions(ask, step);
        for (other, count) in (1..=12).flat_map(|step| [(step, step), (step, step + 1)]) {
            let holds = found.hold(Time::new(other), |_| count);
            assert_eq!(holds, answers(other, count) == answers(step, step), "{step}, {other}, {count}");
        }
    }
}

#[test]
fn what_comes_every_so_many_steps_has_a_period_and_a_first_step() {
    let found = |due: &dyn Fn(&mut Clock) -> bool| {
        let ask: Asks<'_> = &|c| {
            let due = due(c);
            decides(c, 0, due);
        };
        let (calls, others): (Vec<_>, Vec<_>) = programs(ask).unwrap().into_iter().partition(|p| p.takes(0, 0));
        calls[0].every(&others)
    };
    assert_eq!(found(&|_| true), Some((1, 1)));
    assert_eq!(found(&|c| c.every(10, "")), Some((10, 10)));
    assert_eq!(found(&|c| c.every_from(10, 11, "")), Some((10, 11)));
    assert_eq!(found(&|c| c.every_from(10, 1, "") && c.after(10, "")), Some((10, 11)));
    assert_eq!(found(&|c| !c.every(2, "")), Some((2, 1)));
    assert_eq!(found(&|c| c.after(4, "")), Some((1, 5)));
    assert_eq!(found(&|c| c.every(10, "") && !c.every(3, "")), None);
    assert_eq!(found(&|c| c.every(10, "") && !c.after(99, "")), None);
    assert_eq!(found(&|c| c.every(10, "") || c.at(3, "")), None);
    assert_eq!(found(&|c| c.at(3, "")), None);
    // Whatever else is asked.
    let others = |c: &mut Clock| (c.every(3, ""), c.after(7, ""));
    let with_others = |c: &mut Clock| {
        others(c);
        let due = c.every(2, "");
        others(c);
        due
    };
    assert_eq!(found(&with_others), Some((2, 2)));
    assert_eq!(found(&|c| others(c).0 && c.every(2, "")), Some((6, 6)));
}
