//! Plans: the programs of a step, how often each runs, and the bytes that it moves.

use optim_std::plan::{Runs, StepPlan};

use crate::optimizers::*;

/// The lines of a plan about the steps.
fn programs(plan: &StepPlan) -> Vec<String> {
    plan.programs.iter().map(ToString::to_string).collect()
}

#[test]
fn programs_stream_what_they_touch() {
    let plan = Lookahead::new().k(10).plan_for(&[1000, 100]).unwrap();
    assert_eq!(
        plan.to_string(),
        "Lookahead of [1000, 100]: 2 passes in 2 programs\n  \
           1. over Tensor of 1 x 1000 x 100: reads param grad, writes param\n  \
           2. over Tensor of 1 x 1000 x 100: reads param slow grad, writes param slow\n  \
           9 of 10 steps: pass 1\n  \
           1 of 10 steps: pass 2\n  \
           per element: 12.8 B moved (f32), 0 divisions, 0 square roots\n  \
           in all: 2000000 B moved (f32), 400000 B of state (f32)"
    );
    assert!(plan.is_elementwise() && Forms::new().plan_for(&[10]).unwrap().is_elementwise());
    assert!(!Curvature::new().plan_for(&[10, 10]).unwrap().is_elementwise());
    assert_eq!(plan.programs[1].runs, [Runs { from: 1, to: None, steps: 1, of: 10 }]);
    // If every step is due, there is one program.
    assert_eq!(programs(&Lookahead::new().k(1).plan_for(&[4]).unwrap()), ["every step: pass 1"]);
    let (k, built) = (7, [0.0; 3]);
    let model = ndarray::arr1(&built);
    let name = "0";
    let opt = Lookahead::new().k(k).build(&[model.view()][..]).unwrap();
    assert_eq!(programs(&opt.plan(name).unwrap()), ["6 of 7 steps: pass 1", "1 of 7 steps: pass 2"]);
}

#[test]
fn stretches_of_steps_are_told_exactly() {
    assert_eq!(
        programs(&Forms::new().plan_for(&[8, 8]).unwrap()),
        [
            "steps 1 to 3: pass 1",
            "step 4: pass 2",
            "2 of 3 steps from step 5 on: pass 3",
            "1 of 3 steps from step 5 on: pass 4",
        ]
    );
    // Conditions that imply others add no programs: only 2 of 16 combinations occur.
    assert_eq!(
        programs(&Related::new().plan_for(&[3]).unwrap()),
        ["3 of 4 steps: pass 1", "1 of 4 steps from step 4 on: pass 2"]
    );
    // A step may only add up gradients.
    assert_eq!(programs(&MeanOf::new().plan_for(&[3]).unwrap()), ["2 of 3 steps: pass 1", "1 of 3 steps: pass 2"]);
    let accumulate = MeanOf::new().plan_for(&[3]).unwrap();
    assert!(accumulate.passes[0].writes.iter().all(|stream| stream.name == "sum"), "{accumulate}");
}

#[test]
fn periods_that_start_elsewhere_are_told_exactly() {
    let plan = |k, first| programs(&Phased::new().k(k).first(first).plan_for(&[8]).unwrap());
    // The steps 1, 4, 7, … have one program, except 7, 13, …. At 2, 5, … no condition holds. At 3, 6, … the last one holds.
    assert_eq!(
        plan(3, 1),
        [
            "1 of 2 steps from 1 to 4, and 1 of 6 steps from step 7 on: pass 1",
            "1 of 2 steps from 2 to 5, and 1 of 3 steps from step 7 on: pass 2",
            "1 of 2 steps from 3 to 6, and 1 of 3 steps from step 7 on: pass 3",
            "1 of 6 steps from step 7 on: pass 4",
        ]
    );
    // Both branches move the same numbers.
    let begins = |k, first| programs(&crate::build::Begins::new().k(k).first(first).plan_for(&[3]).unwrap());
    assert_eq!(begins(10, 1), ["1 of 10 steps: pass 1", "9 of 10 steps: pass 1"]);
    assert_eq!(begins(10, 10), ["9 of 10 steps: pass 1", "1 of 10 steps: pass 1"]);
    assert_eq!(
        begins(10, 11),
        ["steps 1 to 10, and 9 of 10 steps from step 11 on: pass 1", "1 of 10 steps from step 11 on: pass 1"]
    );
    assert_eq!(begins(1, 4), ["steps 1 to 3: pass 1", "from step 4 on: pass 1"]);
}

#[test]
fn means_are_those_of_a_long_run() {
    let plan = Forms::new().plan_for(&[8, 8]).unwrap();
    let bytes = |pass: usize| (plan.passes[pass].bytes(4) / 64) as f64;
    let expected = bytes(2) * 2.0 / 3.0 + bytes(3) / 3.0;
    assert!((plan.bytes_per_element(4) - expected).abs() < 1e-12);
    assert_eq!(plan.bytes(4), plan.passes[3].bytes(4), "the most that one step moves");
}

#[test]
fn products_and_scratch_of_one_program_are_no_work_of_others() {
    let plan = Curvature::new().plan_for(&[10, 20]).unwrap();
    let quiet = plan.programs.iter().find(|program| program.runs[0].from == 2).unwrap();
    let passes = || quiet.passes.iter().map(|place| &plan.passes[*place]);
    assert!(passes().all(|pass| pass.kind == optim_std::plan::PassKind::Loop), "{plan}");
    assert!(
        passes().all(|pass| pass.writes.iter().all(|stream| !["grad", "l", "rows"].contains(&&*stream.name))),
        "{plan}"
    );
}
