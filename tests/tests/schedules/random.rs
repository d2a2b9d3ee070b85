//! Random settings: the formula agrees with the graph, and a value does not depend on earlier calls.

use optim_std::prelude::*;
use proptest::prelude::*;

/// A schedule of each kind, possibly of other schedules.
fn schedule(numbers: &[f64; 4], steps: &[u64; 3], flags: [bool; 2], which: usize) -> ScheduleRef {
    use optim_std::IntoSchedule;
    let &[a, b, c, d] = numbers;
    let &[n, m, k] = steps;
    let [first, second] = flags;
    let milestones = {
        let mut list = vec![n, m, k];
        list.sort_unstable();
        list
    };
    match which {
        0 => ConstantLR::new(a).into_schedule(),
        1 => PolynomialLR::new(a, b, n).power(4.0 * c).cycle(first).into_schedule(),
        2 => LinearLR::new(a, b, n).cycle(first).into_schedule(),
        3 => ExponentialLR::new(a, n, c).staircase(first).into_schedule(),
        4 => InverseExponentialTimeDecayLR::new(a, 2.0 * b, n, c).staircase(first).into_schedule(),
        5 => InverseSquareRootDecayLR::new().initial(a).scale(b).warmup_steps(n as f64).into_schedule(),
        6 => CosineDecayLR::new(a, b, n).into_schedule(),
        7 => PiecewiseConstantLR::new([a, b, c, d], milestones).into_schedule(),
        8 => MultiStepLR::new(a, b, milestones).into_schedule(),
        9 => StepLR::new(a, n, b).into_schedule(),
        10 => CosineAnnealingLR::new(a, n).eta_min(b).into_schedule(),
        11 => CosineAnnealingWarmRestarts::new(a, n).t_mult(m % 4 + 1).eta_min(b).into_schedule(),
        12 => LambdaLR::new(a).into_schedule(),
        13 => MultiplicativeLR::new(a, b).into_schedule(),
        14 => {
            let mode = [CyclicMode::Triangular, CyclicMode::Triangular2, CyclicMode::ExpRange][(k % 3) as usize];
            CyclicLR::new(a, b).step_size_up(n).step_size_down(m).mode(mode).gamma(c).into_schedule()
        }
        15 => {
            let curve = if second { AnnealStrategy::Linear } else { AnnealStrategy::Cos };
            let cycle = OneCycleLR::new(a, b).total_steps(n).pct_start(c).three_phase(first);
            cycle.anneal_strategy(curve).into_schedule()
        }
        16 => ScalePerParamLR::new(schedule(numbers, steps, flags, 6)).adjust_learning_rate(d).into_schedule(),
        17 => {
            let part = |i| schedule(numbers, steps, flags, (which + i * m as usize) % 17);
            SequentialLR::new((0..4).map(part).collect::<Vec<_>>(), milestones).into_schedule()
        }
        _ => {
            let part = |i| schedule(numbers, steps, flags, (which + i * k as usize) % 18);
            ChainedScheduler::new((0..3).map(part).collect::<Vec<_>>()).into_schedule()
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn formula_and_graph_agree(
        numbers in prop::array::uniform4(0.01..1.0_f64),
        steps in prop::array::uniform3(1..60_u64),
        flags in prop::array::uniform2(any::<bool>()),
        which in 0..19_usize,
        times in prop::collection::vec(0..150_u64, 1..8),
    ) {
        let schedule = schedule(&numbers, &steps, flags, which);
        let schedule = schedule.schedule().unwrap();
        prop_assert!(schedule.validate().is_ok(), "{schedule:?}");
        let graph = schedule.graph().unwrap();
        for &step in &times {
            let (fast, slow) = (schedule.at(step), graph.value_at(step as f64).unwrap());
            // If the power of a time is not defined, both are NaN.
            prop_assert!(fast == slow || (fast - slow).abs() <= 1e-12 * fast.abs() || (fast.is_nan() && slow.is_nan()),
                "{schedule:?} at {step}: {fast:?} and {slow:?}");
            prop_assert!(fast.is_finite(), "{schedule:?} at {step}: {fast:?}");
        }
        let forwards: Vec<f64> = times.iter().map(|step| schedule.at(*step)).collect();
        let mut backwards: Vec<f64> = times.iter().rev().map(|step| schedule.at(*step)).collect();
        backwards.reverse();
        prop_assert_eq!(forwards, backwards);
    }

    #[test]
    fn no_arguments_make_it_panic(
        numbers in prop::array::uniform4(any::<f64>()),
        steps in prop::array::uniform3(any::<u64>()),
        flags in prop::array::uniform2(any::<bool>()),
        which in 0..17_usize,
        step in any::<u64>(),
    ) {
        let schedule = schedule(&numbers, &steps, flags, which);
        let schedule = schedule.schedule().unwrap();
        let _ = schedule.validate();
        schedule.at(step);
        schedule.plot(step);
        drop(schedule.graph().map(|graph| graph.value_at(step as f64)));
    }
}

proptest! {
    #[test]
    fn composites_are_what_their_parts_make(
        numbers in prop::array::uniform4(0.01..1.0_f64),
        steps in prop::array::uniform3(1..60_u64),
        flags in prop::array::uniform2(any::<bool>()),
        kinds in prop::collection::vec(0..19_usize, 1..6),
        mut milestones in prop::collection::vec(0..100_u64, 5),
        step in 0..150_u64,
    ) {
        let parts: Vec<ScheduleRef> = kinds.iter().map(|which| schedule(&numbers, &steps, flags, *which)).collect();
        milestones.truncate(parts.len() - 1);
        milestones.sort_unstable();
        let sequential = SequentialLR::new(parts.clone(), milestones.clone());
        prop_assert_eq!(sequential.at(step), parts_at(&parts, &milestones, step));

        let chained = ChainedScheduler::new(parts.clone());
        prop_assume!(chained.validate().is_ok());
        let courses = parts[1..].iter().map(|part| part.at(step) / part.initial_value());
        let expected = courses.fold(parts[0].at(step), |product, course| product * course);
        prop_assert_eq!(chained.at(step), expected);

        // A composite can be a part of another schedule.
        let around = ScalePerParamLR::new(SequentialLR::new((chained, sequential), [step])).adjust_learning_rate(2.0);
        prop_assert_eq!(around.at(step + step), 2.0 * parts_at(&parts, &milestones, step));
    }
}

/// The value of the parts, one after another.
fn parts_at(parts: &[ScheduleRef], milestones: &[u64], step: u64) -> f64 {
    let current = milestones.iter().filter(|milestone| **milestone <= step).count();
    let start = current.checked_sub(1).map_or(0, |last| milestones[last]);
    parts[current].at(step - start)
}
