#[path = "convergence/problems.rs"]
mod problems;
use optim_std::prelude::*;
use problems::PROBLEMS;
#[test]
fn scan() {
    for problem in &PROBLEMS {
        for lr in [1.0, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001] {
            let mut params = (problem.start)();
            let mut opt = LBFGS::new().lr(lr).build(&params).unwrap();
            let mut last = f64::INFINITY;
            for _ in 0..problem.steps {
                let (_, grads) = (problem.loss)(&params);
                opt.step(&mut params, &grads).unwrap();
                last = (problem.loss)(&params).0;
            }
            println!("{} {lr}: {last:e} of {:e}", problem.name, problem.reached);
        }
    }
    let mut x = vec![ndarray::arr1(&[10.0_f64]).into_dyn()];
    let mut opt = LBFGS::new().lr(0.01).build(&x).unwrap();
    for step in 1..=10 {
        let slope = f64::from(11 - step) * 0.2;
        opt.step(&mut x, &vec![ndarray::arr1(&[slope]).into_dyn()]).unwrap();
    }
    println!("slope {:.12}", 10.0 - x[0].sum());
    let mut bad = 0;
    optim_tests::conformance::replay(&optim_tests::goldens(), "LBFGS", &mut |outcome| { println!("{outcome}"); bad += 1; }).unwrap();
    optim_tests::conformance::replay(&optim_tests::goldens(), "SAM", &mut |outcome| { println!("{outcome}"); bad += 1; }).unwrap();
    assert_eq!(bad, 4);
}
