//! Nested schedules: their mathematics, at any depth.

use optim_std::author::*;
use optim_std::prelude::*;
use optim_std::schedule::{curve, from_elementwise, from_fn};

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-12 * expected.abs().max(1e-3), "{found:?} instead of {expected:?}");
}

#[test]
fn sequential_in_chained_in_sequential() {
    let inner = SequentialLR::new((LinearLR::new(0.2, 0.4, 4), ExponentialLR::new(0.4, 2, 0.5)), [4]);
    let chained = ChainedScheduler::new((CosineDecayLR::new(0.1, 0.01, 8), inner));
    let outer = SequentialLR::new((LinearLR::new(0.0, 0.1, 5), chained, 0.3), [5, 15]);
    for step in 0..20_u64 {
        let t = step as f64;
        let expected = match step {
            0..5 => 0.1 * t / 5.0,
            5..15 => {
                let own = t - 5.0;
                let cosine = 0.09 * 0.5 * (1.0 + (std::f64::consts::PI * own.min(8.0) / 8.0).cos()) + 0.01;
                let inner = if own < 4.0 { 0.2 + 0.05 * own } else { 0.4 * 0.5_f64.powf((own - 4.0) / 2.0) };
                cosine * inner / 0.2
            }
            _ => 0.3,
        };
        close(outer.at(step), expected);
        close(outer.graph().unwrap().value_at(t).unwrap(), expected);
    }
}

#[test]
fn deep_nesting_is_as_deep_as_the_user_wants() {
    let mut schedule = LinearLR::new(0.1, 0.0, 100).then(1, 0.5);
    for _ in 0..50 {
        schedule = SequentialLR::new((0.1, schedule), [1]);
    }
    assert_eq!((schedule.at(49), schedule.at(50), schedule.at(51)), (0.1, 0.1, 0.5));
    schedule.validate().unwrap();
}

#[test]
fn products_of_products_stay_cheap() {
    let mut schedule = ChainedScheduler::new([LinearLR::new(0.2, 0.1, 10)]);
    for _ in 0..60 {
        schedule = ChainedScheduler::new((StepLR::new(1.0, 100, 0.5), schedule));
    }
    schedule.validate().unwrap();
    close(schedule.at(10), 0.5);
    close(schedule.at(100), 0.5 * 0.5_f64.powi(60));
    close(schedule.graph().unwrap().value_at(10.0).unwrap(), 0.5);
}

#[test]
fn a_factor_of_a_group_reaches_every_schedule_inside() {
    let scaled = |n| ScalePerParamLR::new(ConstantLR::new(n));
    let schedule = SequentialLR::new((scaled(0.1), ChainedScheduler::new([scaled(0.4)]), 1.0), [2, 4]);
    let group = schedule.for_group(0.5).unwrap();
    assert_eq!([0, 2, 4].map(|step| group.at(step)), [0.05, 0.2, 1.0]);
    assert_eq!(schedule.at(0), 0.1);
    assert!(ConstantLR::new(0.1).for_group(0.5).is_none());
}

#[test]
fn functions_of_all_sorts_stand_for_schedules() {
    let by_number = |cycle: f64| 1.0 / cycle;
    let cyclic = CyclicLR::new(0.0, 1.0).step_size_up(2).scale_fn(by_number);
    assert_eq!([2, 6, 10].map(|step| cyclic.at(step)), [1.0, 0.5, 1.0 / 3.0]);
    let by_time = cyclic.clone().scale_fn(curve(|t| t / 10.0)).scale_mode(ScaleMode::Iterations);
    close(by_time.at(6), 0.6);

    let lambda = LambdaLR::new(2.0).lambdas((|t: f64| t, from_fn(|step| step as f64), LinearLR::new(1.0, 2.0, 4)));
    assert_eq!(lambda.at(3), 8.0 * 3.0 * 3.0 * 1.75);
    assert_eq!(LambdaLR::new(2.0).lambdas(Vec::<ScheduleRef>::new()).at(3), 1.0);

    #[elementwise]
    fn damped<V: Value>(t: V) -> V {
        (-t / 10.0).exp()
    }
    let traced = LambdaLR::new(2.0).lambdas([from_elementwise::<damped>()]);
    let opaque = LambdaLR::new(2.0).lambdas([|t: f64| (-t / 10.0).exp()]);
    assert_eq!(traced.at(7), opaque.at(7));
    let (traced, opaque) = (traced.graph().unwrap(), opaque.graph().unwrap());
    assert_eq!((traced.count("exp"), opaque.count("exp"), opaque.count("call")), (1, 0, 1));
    assert_eq!(traced.value_at(7.0), opaque.value_at(7.0));
    assert!(opaque.to_string().contains("call %0, a function of time"), "{opaque}");
}

#[test]
fn the_graph_is_the_formula_as_written() {
    let graph = LinearLR::new(0.0, 0.1, 5).graph().unwrap();
    assert_eq!(
        graph.to_string(),
        "LinearLR []
  %0 = t                                  # scalar
  %1 = sub 5.0, %0                        # scalar
  %2 = div %1, 5.0                        # scalar
  %3 = max %2, 0.0                        # scalar
  %4 = mul -0.1, %3                       # scalar
  %5 = add %4, 0.1                        # scalar
  store value, %5                         # scalar
"
    );
    assert!(graph.to_dot().contains("value") && graph.to_svg().contains("value"));
}

#[test]
fn warm_up() {
    let schedule = CosineDecayLR::new(0.1, 0.0, 10).warmup_from(0.02, 4);
    close(schedule.at(2), 0.06);
    close(schedule.at(4), 0.1);
    close(schedule.at(14), 0.0);
    let none = StepLR::new(0.1, 5, 0.5).warmup(0);
    none.validate().unwrap();
    assert_eq!((none.at(0), none.at(5)), (0.1, 0.05));
}

#[test]
fn one_cycle_holds_its_last_value_and_drives_momentum_the_other_way() {
    for schedule in
        [OneCycleLR::new(0.04, 0.4).total_steps(50), OneCycleLR::new(0.04, 0.4).total_steps(50).three_phase(true)]
    {
        let momentum = schedule.momentum(0.85, 0.95);
        close(schedule.at(49), 0.04 / 1e4);
        assert_eq!(schedule.at(50), schedule.at(49));
        assert_eq!(schedule.at(1_000_000), schedule.at(49));
        for step in 0..50 {
            // If the rate is higher, momentum is lower.
            let (rate, momentum) = (schedule.at(step), momentum.at(step));
            assert!((0.85..=0.95).contains(&momentum), "{step}: {momentum}");
            if step < 15 || schedule.three_phase && rate >= 0.04 {
                close((rate - 0.04) / 0.36, (0.95 - momentum) / 0.1);
            }
        }
    }
}

#[test]
fn restarts_of_any_length() {
    for (t_0, t_mult) in [(1, 2), (5, 2), (3, 3), (10, 7), (7, 1)] {
        let schedule = CosineAnnealingWarmRestarts::new(1.0, t_0).t_mult(t_mult);
        let (mut start, mut length) = (0, t_0);
        for _ in 0..5 {
            for place in 0..length.min(2000) {
                let expected = 0.5 * (1.0 + (std::f64::consts::PI * place as f64 / length as f64).cos());
                close(schedule.at(start + place), expected);
            }
            start += length;
            length *= t_mult;
        }
    }
}

#[test]
fn cycles_of_a_polynomial_grow() {
    let schedule = PolynomialLR::new(1.0, 0.0, 4).cycle(true);
    assert_eq!([0, 4, 5, 6, 8, 9, 12].map(|step| schedule.at(step)), [1.0, 0.0, 0.375, 0.25, 0.0, 0.25, 0.0]);
    let line = LinearLR::new(1.0, 0.0, 4).cycle(true);
    assert_eq!(
        (0..20).map(|step| line.at(step)).collect::<Vec<_>>(),
        (0..20).map(|step| schedule.at(step)).collect::<Vec<_>>()
    );
}
