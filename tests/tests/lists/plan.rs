//! The streams of a step with lists.

use optim_std::plan::{StepPass, StepPlan};

use crate::local::{Doubled, Weighed};
use crate::optimizers::*;

fn streams(pass: &StepPass) -> String {
    let names = |streams: &[optim_std::plan::StepStream]| {
        streams.iter().map(|stream| &*stream.name).collect::<Vec<_>>().join(" ")
    };
    format!("{} x {} -> {}", pass.times, names(&pass.reads), names(&pass.writes))
}

fn all(plan: &StepPlan) -> Vec<String> {
    plan.passes.iter().map(streams).collect()
}

#[test]
fn a_ring_streams_one_item_in_one_elementwise_pass() {
    for k in [1, 5] {
        let plan = Delayed::new().k(k).plan_for(&[64, 4]).unwrap();
        assert_eq!(all(&plan), ["1 x param queue[slot(self.k)] grad -> param queue[slot(self.k)]"]);
        assert!(plan.is_elementwise());
        assert_eq!(plan.bytes_per_element(4), 20.0);
        assert_eq!(plan.state_bytes(4), 4 * 256 * k);
        assert_eq!(plan.programs.len(), 1, "a slot is no program");
    }
}

#[test]
fn a_loop_streams_one_item_after_the_other() {
    let plan = Momenta::new().n(4).plan_for(&[64, 4]).unwrap();
    let passes = ["1 x  -> sum", "4 x buffers[i] grad sum -> sum buffers[i]", "1 x param sum -> param"];
    assert_eq!(all(&plan), passes);
    assert!(!plan.is_elementwise());
}

#[test]
fn both_loops_of_lbfgs_read_each_pair_twice() {
    let plan = Lbfgs::new().m(4).plan_for(&[64, 4]).unwrap();
    assert_eq!(plan.programs.len(), 2);
    let passes = all(&plan);
    let reads = |list: &str| passes.iter().filter(|pass| pass.starts_with("4 x") && pass.contains(list)).count();
    assert_eq!((reads(" s["), reads(" y[")), (2, 2), "{passes:?}");
    assert!(passes.iter().any(|pass| pass.contains("s[slot(self.m, (self.m - i))]")), "{passes:?}");
    assert_eq!(
        plan.states.iter().map(|state| &*state.name).collect::<Vec<_>>(),
        ["s", "y", "rho", "alpha", "last_param", "last_grad"]
    );
    assert_eq!(plan.state_bytes(4), 4 * 256 * (4 + 4 + 2) + 8 * (4 + 4));
}

#[test]
fn a_list_of_the_step_is_streamed_item_by_item_and_is_no_state() {
    let plan = Doubled::new().k(4).plan_for(&[64, 4]).unwrap();
    // The planner does not know that items with different index expressions differ.
    let passes = [
        "4 x grad -> doubled[item]",
        "1 x doubled[0] -> scratch",
        "4 x scratch -> doubled[item_2]",
        "3 x doubled[i - 1] -> scratch",
        "3 x scratch -> doubled[i]",
        "1 x param doubled[self.at] -> param",
    ];
    assert_eq!(all(&plan), passes);
    assert_eq!(plan.state_bytes(4), 0);
}

#[test]
fn scalars_of_a_list_move_nothing() {
    let passes = all(&Weighed::new().n(3).plan_for(&[64, 4]).unwrap());
    assert!(passes.iter().all(|pass| !pass.contains("norms")), "{passes:?}");
}

#[test]
fn items_under_a_timed_condition_are_streamed_when_it_holds() {
    let plan = Averages::new().m(3).k(2).plan_for(&[64, 4]).unwrap();
    assert_eq!(plan.programs.len(), 2);
    assert_eq!(all(&plan)[0], "1 x param grad -> param");
    assert!(all(&plan).contains(&"3 x sum iterates[i] -> sum".to_owned()), "{:?}", all(&plan));
}

#[test]
fn what_a_probe_overwrites_is_copied() {
    let plan = Nested::new().plan_for(&[64, 4]).unwrap();
    let names: Vec<_> = plan.backup.iter().map(|stream| (&*stream.name, stream.numbers)).collect();
    assert_eq!(names, [("param", 256), ("grid", 4 * 256), ("weight", 4)]);
}
