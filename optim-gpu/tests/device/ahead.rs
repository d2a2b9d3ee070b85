//! Replays of steps whose numbers are already on the device.

use optim_gpu::cubecl::client::Graph;
use optim_gpu::cubecl::server::Handle;
use optim_gpu::{GpuError, GpuOptimizer, RecordedAhead, StepsAhead};
use optim_std::prelude::*;
use optim_std::{LoadOptions, Optimizer, StepReport};

use crate::support::{Model, client, download, model, upload};

const SHAPES: [&[usize]; 3] = [&[5], &[64, 48], &[1500]];

fn new(build: &dyn Fn(&Model) -> Optimizer<f32>, start: &Model) -> GpuOptimizer {
    GpuOptimizer::new(build(start), client().clone()).unwrap_or_else(|error| panic!("{error}"))
}

fn grads(seed: u64) -> Vec<Option<Handle>> {
    upload(&model(&SHAPES, seed)).into_iter().map(Some).collect()
}

/// An optimizer that has done one step, and a recording of one step for each of some gradients.
struct Captured {
    optimizer: GpuOptimizer,
    params: Vec<Handle>,
    grads: Vec<Vec<Option<Handle>>>,
    ahead: StepsAhead,
    recorded: Vec<RecordedAhead>,
    graph: Graph,
}

impl Captured {
    fn new(build: &dyn Fn(&Model) -> Optimizer<f32>, grads: Vec<Vec<Option<Handle>>>, steps: usize) -> Self {
        let start = model(&SHAPES, 7);
        let (mut optimizer, params) = (new(build, &start), upload(&start));
        // No step has run that could be recorded.
        assert!(matches!(optimizer.look_ahead(&grads[0], steps), Err(GpuError::Replay)));
        client().graph_prepare().expect("the device prepares");
        // Steps until two consecutive steps have the same program.
        let ahead = loop {
            optimizer.step(&params, &grads[0]).unwrap_or_else(|error| panic!("{error}"));
            match optimizer.look_ahead(&grads[0], steps) {
                Err(GpuError::Replay) if optimizer.optimizer().steps() < 20 => {}
                ahead => break ahead.unwrap_or_else(|error| panic!("{error}")),
            }
        };
        let _ = download(&params[0]);
        client().start_capture().expect("the device records");
        let record = |grads: &Vec<_>| optimizer.record_ahead(&ahead, &params, grads);
        let recorded: Result<Vec<RecordedAhead>, GpuError> = grads.iter().map(record).collect();
        let recorded = recorded.unwrap_or_else(|error| panic!("{error}"));
        let graph = client().stop_capture().expect("the device has recorded");
        Self { optimizer, params, grads, ahead, recorded, graph }
    }

    fn replay(&mut self) -> Result<Vec<StepReport>, GpuError> {
        let graph = &self.graph;
        // SAFETY: all buffers are kept until the end of the test, and only this thread uses them.
        let run = || unsafe { graph.replay() }.map_err(|error| GpuError::Device(error.to_string()));
        self.optimizer.replay_ahead(&mut self.ahead, &self.recorded, run)
    }

    fn step(&mut self) -> StepReport {
        self.optimizer.step(&self.params, &self.grads[0]).unwrap_or_else(|error| panic!("{error}"))
    }
}

/// The same steps, one by one.
struct Eager {
    optimizer: GpuOptimizer,
    params: Vec<Handle>,
}

impl Eager {
    fn new(build: &dyn Fn(&Model) -> Optimizer<f32>) -> Self {
        let start = model(&SHAPES, 7);
        Self { optimizer: new(build, &start), params: upload(&start) }
    }

    fn step(&mut self, grads: &[Option<Handle>]) -> StepReport {
        self.optimizer.step(&self.params, grads).unwrap_or_else(|error| panic!("{error}"))
    }
}

#[track_caller]
fn are_same_params(eager: &Eager, captured: &Captured) {
    for (one, other) in eager.params.iter().zip(&captured.params) {
        let (one, other) = (download(one), download(other));
        assert!(one.iter().zip(&other).all(|(a, b)| a.to_bits() == b.to_bits()), "{:?} {:?}", &one[..3], &other[..3]);
    }
}

/// Compares parameters, and states with all counts.
#[track_caller]
fn are_same(eager: &mut Eager, captured: &mut Captured) {
    are_same_params(eager, captured);
    let dict = |optimizer: &mut GpuOptimizer| {
        let cpu = optimizer.download().unwrap_or_else(|error| panic!("{error}"));
        format!("{:?}", cpu.state_dict())
    };
    let (eager, captured) = (dict(&mut eager.optimizer), dict(&mut captured.optimizer));
    assert!(eager == captured, "the checkpoints differ");
}

fn replays_are_steps(build: &dyn Fn(&Model) -> Optimizer<f32>, replays: usize) {
    let mut captured = Captured::new(build, vec![grads(8)], replays);
    let mut eager = Eager::new(build);
    eager.step(&grads(8));
    assert_eq!(captured.ahead.left(), replays);
    for left in (0..replays).rev() {
        let (expected, found) = (eager.step(&captured.grads[0]), captured.replay());
        let found = found.unwrap_or_else(|error| panic!("{error}"));
        // The values of schedules are part of the state.
        assert_eq!(found, [expected]);
        assert_eq!(captured.ahead.left(), left);
    }
    are_same(&mut eager, &mut captured);
    let error = captured.replay().expect_err("the numbers are used up");
    assert!(matches!(error, GpuError::UsedUp { steps: 1, left: 0 }), "{error}");
    are_same(&mut eager, &mut captured);
}

fn cosine() -> CosineDecayLR {
    CosineDecayLR::new(0.1, 0.001, 900)
}

fn built<B: optim_core::IntoOptimizer>(builder: B, model: &Model) -> Optimizer<f32> {
    builder.into_optimizer(model).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn replays_for_which_the_host_writes_nothing_have_the_bits_of_steps() {
    replays_are_steps(&|model| built(AdamW::new().lr(cosine()), model), 1000);
    replays_are_steps(&|model| built(SGLD::new().lr(cosine()).seed(7), model), 1000);
    replays_are_steps(&|model| built(Lamb::new().lr(cosine()).clip_norm(1.0), model), 1000);
}

#[test]
fn all_optimizers_look_ahead() {
    let start = model(&SHAPES, 7);
    for entry in optim_std::optimizers() {
        let cpu = |model: &Model| {
            let builder = entry.builder().set("lr", 0.01).ok()?;
            let mut cpu = builder.build(model).ok()?;
            cpu.set_clip_norm(Some(1.0)).ok()?;
            Some(cpu)
        };
        let Some(known) = cpu(&start) else { continue };
        if !known.inputs().is_empty() || GpuOptimizer::new(known, client().clone()).is_err() {
            continue;
        }
        println!("{}", entry.name);
        let build = |model: &Model| cpu(model).expect("it builds");
        let mut captured = Captured::new(&build, vec![grads(8)], 4);
        let mut eager = Eager::new(&build);
        for _ in 0..captured.optimizer.optimizer().steps() {
            eager.step(&grads(8));
        }
        for _ in 0..8 {
            eager.step(&captured.grads[0]);
            // A step with another program comes first.
            if captured.ahead.left() == 0 && captured.optimizer.refill(&mut captured.ahead, 4).is_err() {
                captured.step();
            } else {
                captured.replay().unwrap_or_else(|error| panic!("{}: {error}", entry.name));
            }
        }
        are_same(&mut eager, &mut captured);
    }
}

#[test]
fn a_recording_has_several_steps() {
    let build = |model: &Model| built(Lamb::new().lr(cosine()).clip_norm(1.0), model);
    let mut captured = Captured::new(&build, (0..4).map(|k| grads(10 * k)).collect(), 103);
    let mut eager = Eager::new(&build);
    eager.step(&grads(0));
    for _ in 0..25 {
        let expected: Vec<StepReport> = captured.grads.iter().map(|grads| eager.step(grads)).collect();
        assert_eq!(captured.replay().unwrap_or_else(|error| panic!("{error}")), expected);
        // The norm of the last step.
        let norm = |optimizer: &GpuOptimizer| optimizer.grad_norm().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(norm(&captured.optimizer), norm(&eager.optimizer));
        assert!(norm(&eager.optimizer).is_some());
    }
    are_same(&mut eager, &mut captured);
    assert!(matches!(captured.replay(), Err(GpuError::UsedUp { steps: 4, left: 3 })));
    assert_eq!(captured.optimizer.optimizer().steps(), 101);
    assert_eq!(captured.optimizer.refill(&mut captured.ahead, 50).unwrap_or_else(|error| panic!("{error}")), 50);
    assert!(matches!(captured.optimizer.grad_norm(), Ok(None)));
    captured.replay().unwrap_or_else(|error| panic!("{error}"));
    captured.grads.iter().for_each(|grads| drop(eager.step(grads)));
    are_same(&mut eager, &mut captured);
    // It has as many steps as there is room for.
    let left = captured.optimizer.refill(&mut captured.ahead, usize::MAX).unwrap_or_else(|error| panic!("{error}"));
    assert!((103..200).contains(&left), "{left}");
    for _ in 0..2 {
        captured.replay().unwrap_or_else(|error| panic!("{error}"));
        captured.grads.iter().for_each(|grads| drop(eager.step(grads)));
    }
    are_same(&mut eager, &mut captured);
}

#[test]
fn numbers_end_before_a_step_with_another_program() {
    let build = |model: &Model| built(Lookahead::new(AdamW::new().lr(cosine())).k(4), model);
    let mut captured = Captured::new(&build, vec![grads(8)], 100);
    let mut eager = Eager::new(&build);
    eager.step(&grads(8));
    // The 4th step has another program.
    assert_eq!(captured.ahead.left(), 2);
    let mut steps = 1;
    while steps < 30 {
        match captured.replay() {
            Ok(reports) => assert_eq!(reports.len(), 1),
            Err(GpuError::UsedUp { .. }) => {
                assert!(matches!(captured.optimizer.refill(&mut captured.ahead, 100), Err(GpuError::Replay)));
                captured.step();
                let left = captured.optimizer.refill(&mut captured.ahead, 100);
                assert_eq!(left.unwrap_or_else(|error| panic!("{error}")), 3);
            }
            Err(error) => panic!("{error}"),
        }
        eager.step(&captured.grads[0]);
        steps += 1;
    }
    are_same(&mut eager, &mut captured);
    // The same happens before a watched step.
    let watched = |every: u64| {
        move |model: &Model| {
            let mut cpu = built(AdamW::new().lr(0.01), model);
            cpu.watch_every(every, ["grad_norm"]).unwrap_or_else(|error| panic!("{error}"));
            cpu
        }
    };
    assert_eq!(Captured::new(&watched(5), vec![grads(8)], 100).ahead.left(), 3);
    let mut always = Eager::new(&watched(1));
    always.step(&grads(8));
    assert!(matches!(always.optimizer.look_ahead(&grads(8), 100), Err(GpuError::Replay)));
}

/// A change of an optimizer with these parameters and gradients.
type Change = dyn Fn(&mut GpuOptimizer, &[Handle], &[Option<Handle>]);

#[test]
fn other_numbers_than_the_device_has_are_noticed() {
    let build = |model: &Model| built(AdamW::new().lr(cosine()).grad_scale(0.5), model);
    let mut captured = Captured::new(&build, vec![grads(8)], 100);
    let mut eager = Eager::new(&build);
    eager.step(&grads(8));
    let changes: [&Change; 3] = [
        &|optimizer, params, grads| drop(optimizer.step(params, grads).unwrap_or_else(|error| panic!("{error}"))),
        &|optimizer, _, _| optimizer.change_settings(|opt| opt.set_steps(40)),
        &|optimizer, _, _| {
            optimizer.change_settings(|opt| opt.set_grad_scale(0.25)).unwrap_or_else(|error| panic!("{error}"));
        },
    ];
    for change in changes {
        captured.replay().unwrap_or_else(|error| panic!("{error}"));
        eager.step(&captured.grads[0]);
        change(&mut captured.optimizer, &captured.params, &captured.grads[0]);
        change(&mut eager.optimizer, &eager.params, &captured.grads[0]);
        let (left, steps) = (captured.ahead.left(), captured.optimizer.optimizer().steps());
        let error = captured.replay().expect_err("the numbers are others");
        assert!(matches!(error, GpuError::Outdated), "{error}");
        assert_eq!((captured.ahead.left(), captured.optimizer.optimizer().steps()), (left, steps));
        are_same(&mut eager, &mut captured);
        captured.optimizer.refill(&mut captured.ahead, 100).unwrap_or_else(|error| panic!("{error}"));
        for _ in 0..3 {
            captured.replay().unwrap_or_else(|error| panic!("{error}"));
            eager.step(&captured.grads[0]);
        }
        are_same(&mut eager, &mut captured);
    }
    // A setting gives the step another program, which must be recorded again.
    captured.optimizer.change_settings(|opt| opt.set("weight_decay", 0.5)).expect("it has the setting");
    assert!(matches!(captured.replay(), Err(GpuError::Replay)));
    assert!(matches!(captured.optimizer.refill(&mut captured.ahead, 100), Err(GpuError::Replay)));
    are_same_params(&eager, &captured);
}

#[test]
fn numbers_that_do_not_change_are_the_right_ones_too() {
    let build = |model: &Model| built(AdamW::new().lr(cosine()).grad_scale(0.5), model);
    let mut captured = Captured::new(&build, vec![grads(8)], 4);
    let mut eager = Eager::new(&build);
    eager.step(&grads(8));
    client().graph_prepare().expect("the device prepares");
    client().start_capture().expect("the device records");
    let once = captured.optimizer.record(&captured.params, &captured.grads[0]);
    let once = once.unwrap_or_else(|error| panic!("{error}"));
    let _graph = client().stop_capture().expect("the device has recorded");
    let mut other = captured.optimizer.look_ahead(&captured.grads[0], 4).unwrap_or_else(|error| panic!("{error}"));
    // The device gets the numbers for another scale. After the error, the scale is as before.
    let failed = |optimizer: &mut GpuOptimizer| {
        let run = || Err(GpuError::Device("it was not run".to_owned()));
        assert!(matches!(optimizer.replay(&once, run), Err(GpuError::Device(_))));
    };
    let refilled = |optimizer: &mut GpuOptimizer, ahead: &mut StepsAhead| {
        assert!(optimizer.refill(ahead, 4).is_ok_and(|left| left == 4));
    };
    for fails in [true, false] {
        captured.optimizer.refill(&mut captured.ahead, 4).unwrap_or_else(|error| panic!("{error}"));
        captured.optimizer.change_settings(|opt| opt.set_grad_scale(0.25)).expect("it is allowed");
        if fails {
            failed(&mut captured.optimizer);
        } else {
            refilled(&mut captured.optimizer, &mut other);
        }
        captured.optimizer.change_settings(|opt| opt.set_grad_scale(0.5)).expect("it is allowed");
        assert!(matches!(captured.replay(), Err(GpuError::Outdated)));
        captured.optimizer.refill(&mut captured.ahead, 4).unwrap_or_else(|error| panic!("{error}"));
        captured.replay().unwrap_or_else(|error| panic!("{error}"));
        eager.step(&captured.grads[0]);
        are_same(&mut eager, &mut captured);
    }
}

#[test]
fn a_failed_replay_is_not_counted_on_the_device() {
    let build = |model: &Model| built(SGD::new(cosine()), model);
    let mut captured = Captured::new(&build, vec![grads(8)], 100);
    let mut eager = Eager::new(&build);
    eager.step(&grads(8));
    let graph = &captured.graph;
    let run = || {
        // SAFETY: as above.
        unsafe { graph.replay() }.map_err(|error| GpuError::Device(error.to_string()))?;
        Err(GpuError::Device("the device has done the step, and then fails".to_owned()))
    };
    let error = captured.optimizer.replay_ahead(&mut captured.ahead, &captured.recorded, run);
    assert!(matches!(error, Err(GpuError::Device(_))));
    // The step runs again, with the same numbers.
    eager.step(&captured.grads[0]);
    eager.optimizer.change_settings(|opt| opt.set_steps(1));
    captured.replay().unwrap_or_else(|error| panic!("{error}"));
    eager.step(&captured.grads[0]);
    are_same_params(&eager, &captured);
}

#[test]
fn recordings_belong_to_their_numbers() {
    let build = |model: &Model| built(AdamW::new().lr(cosine()), model);
    let mut captured = Captured::new(&build, vec![grads(8)], 10);
    let mut other = Captured::new(&build, vec![grads(8)], 10);
    let none = || -> Result<(), GpuError> { panic!("it is not run") };
    let Captured { optimizer, params, ahead, recorded, .. } = &mut captured;
    for wrong in [
        optimizer.replay_ahead(&mut other.ahead, &other.recorded, none),
        optimizer.replay_ahead(ahead, &other.recorded, none),
        optimizer.replay_ahead(ahead, &[], none),
        other.optimizer.replay_ahead(ahead, recorded, none),
    ] {
        assert!(matches!(wrong, Err(GpuError::Replay)));
    }
    assert!(matches!(optimizer.refill(&mut other.ahead, 10), Err(GpuError::Replay)));
    let mut fewer = grads(8);
    fewer[1] = None;
    assert!(matches!(optimizer.record_ahead(ahead, params, &fewer), Err(GpuError::Replay)));
    optimizer.change_state(|_| ()).unwrap_or_else(|error| panic!("{error}"));
    assert!(matches!(captured.replay(), Err(GpuError::Replay)));
    assert_eq!(captured.optimizer.optimizer().steps(), 1);
}

#[test]
fn a_checkpoint_between_replays_is_that_of_its_step() {
    // The states are arrays, numbers that the host computes, and numbers on the device.
    let build = |model: &Model| built(ScheduleFreeAdamW::new().lr(0.01), model);
    let prodigy = |model: &Model| built(Prodigy::new().lr(cosine()), model);
    for build in [&build as &dyn Fn(&Model) -> Optimizer<f32>, &prodigy] {
        let mut captured = Captured::new(build, vec![grads(8)], 20);
        let mut eager = Eager::new(build);
        eager.step(&grads(8));
        for _ in 0..7 {
            captured.replay().unwrap_or_else(|error| panic!("{error}"));
            eager.step(&captured.grads[0]);
        }
        are_same(&mut eager, &mut captured);
        let dict = captured.optimizer.download().unwrap_or_else(|error| panic!("{error}")).state_dict();
        let mut loaded = Eager { optimizer: new(build, &model(&SHAPES, 7)), params: captured.params.clone() };
        let load = |cpu: &mut Optimizer<f32>| cpu.load_state_dict(&dict, &LoadOptions::default());
        let done = loaded.optimizer.change_state(load).unwrap_or_else(|error| panic!("{error}"));
        done.unwrap_or_else(|error| panic!("{error}"));
        for _ in 0..7 {
            loaded.step(&captured.grads[0]);
            eager.step(&captured.grads[0]);
        }
        for (one, other) in loaded.params.iter().zip(&eager.params) {
            assert_eq!(download(one), download(other));
        }
    }
}

#[test]
fn parameters_share_the_numbers_that_change() {
    let build = |model: &Model| built(AdamW::new().lr(cosine()), model);
    let bytes = |steps| Captured::new(&build, vec![grads(8)], steps).ahead.device_bytes();
    // The guide has this number.
    assert_eq!(bytes(2000) - bytes(1000), 44_000);
}
