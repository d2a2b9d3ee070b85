//! Steps in parallel with operations of candle and with other steps: locks of many variables.

use super::*;

/// Runs the work in separate threads. Fails if it does not end within a minute, as in a deadlock.
#[track_caller]
fn ends(what: &str, works: Vec<Box<dyn FnOnce() + Send>>) {
    let (sender, receiver) = std::sync::mpsc::channel();
    let count = works.len();
    let threads = works.into_iter().map(|work| {
        let sender = sender.clone();
        std::thread::spawn(move || {
            work();
            sender.send(()).unwrap();
        })
    });
    let threads: Vec<_> = threads.collect();
    drop(sender);
    for _ in 0..count {
        let ended = receiver.recv_timeout(std::time::Duration::from_secs(60));
        assert!(ended.is_ok(), "{what}: {ended:?}");
    }
    threads.into_iter().for_each(|thread| thread.join().unwrap());
}

/// A number of square variables of ones.
fn squares(count: usize) -> Vec<(String, Var)> {
    (0..count).map(|k| (k.to_string(), Var::ones((16, 16), DType::F64, &Device::Cpu).unwrap())).collect()
}

/// Steps that subtract 1 from each element. The gradients are created in each step.
fn steps_of_one(vars: Vec<(String, Var)>, steps: usize) -> Box<dyn FnOnce() + Send> {
    Box::new(move || {
        let mut opt = CandleOptimizer::<SGD, f64>::from_named(vars.clone(), SGD::new(1.0)).unwrap();
        let mut grads = no_grads();
        for (_, var) in &vars {
            grads.insert(var, var.ones_like().unwrap());
        }
        for _ in 0..steps {
            opt.update(&grads).unwrap();
        }
    })
}

/// Another thread holds one variable while it waits for the next, in all orders, without pauses.
#[test]
fn steps_beside_operations_of_candle() {
    let vars = squares(4);
    let running = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(1));
    let mut works = Vec::new();
    for reader in 0..3 {
        let (vars, running) = (vars.clone(), running.clone());
        let multiply = move || {
            for k in reader.. {
                let (a, b) = (&vars[k % 4].1, &vars[(k + 1 + k / 4 % 3) % 4].1);
                b.matmul(a).unwrap();
                a.add(b).unwrap();
                if running.load(std::sync::atomic::Ordering::SeqCst) == 0 {
                    break;
                }
            }
        };
        works.push(Box::new(multiply) as Box<dyn FnOnce() + Send>);
    }
    let steps = steps_of_one(vars.clone(), 300);
    works.push(Box::new(move || {
        steps();
        running.store(0, std::sync::atomic::Ordering::SeqCst);
    }));
    ends("steps", works);
    vars.iter().for_each(|(_, var)| assert_eq!(of(var), [-299.0; 256]));
}

/// Optimizers of the same variables in other orders wait for each other. No step is lost.
#[test]
fn optimizers_of_the_same_variables() {
    let vars = squares(4);
    let reversed = vars.iter().rev().cloned().collect();
    let works = vec![steps_of_one(vars.clone(), 2000), steps_of_one(reversed, 2000)];
    ends("optimizers", works);
    vars.iter().for_each(|(_, var)| assert_eq!(of(var), [-3999.0; 256]));
}

/// The gradients of one optimizer are the variables of the other.
#[test]
fn gradients_that_others_write() {
    let (a, b) = (squares(2), squares(2));
    let work = |vars: &[(String, Var)], others: &[(String, Var)]| {
        let (vars, others) = (vars.to_vec(), others.to_vec());
        Box::new(move || {
            let mut opt = CandleOptimizer::<SGD, f64>::from_named(vars.clone(), SGD::new(1e-4)).unwrap();
            let mut grads = no_grads();
            for ((_, var), (_, other)) in vars.iter().zip(&others) {
                grads.insert(var, other.as_detached_tensor());
            }
            for _ in 0..5000 {
                opt.update(&grads).unwrap();
            }
        }) as Box<dyn FnOnce() + Send>
    };
    ends("gradients", vec![work(&a, &b), work(&b, &a)]);
}

/// Memory without elements has no address, but is shared all the same.
#[test]
fn variables_without_elements() {
    let empty = || Var::zeros((0, 3), DType::F64, &Device::Cpu).unwrap();
    ends(
        "empty",
        vec![Box::new(move || {
            let var = empty();
            let named = [("a", var.clone()), ("b", var)];
            let error = CandleOptimizer::<SGD, f64>::from_named(named, SGD::new(1.0)).unwrap_err();
            assert_eq!(error.to_string(), "the variables `a` and `b` share their memory");

            let vars = [("a", empty()), ("b", empty())];
            let mut grads = no_grads();
            grads.insert(&vars[0].1, vars[0].1.as_detached_tensor());
            grads.insert(&vars[1].1, vars[0].1.as_detached_tensor());
            let mut opt = CandleOptimizer::<SGD, f64>::from_named(vars, SGD::new(1.0)).unwrap();
            assert_eq!(opt.update(&grads).unwrap().updated, 2);
        })],
    );
}

/// Thousands of variables are locked at once.
#[test]
fn thousands_of_variables() {
    let var = |place: usize| (place.to_string(), Var::ones(3, DType::F32, &Device::Cpu).unwrap());
    let vars: Vec<_> = (0..5000).map(var).collect();
    let mut grads = no_grads();
    for (_, var) in &vars {
        grads.insert(var, Tensor::ones(3, DType::F32, &Device::Cpu).unwrap());
    }
    let mut opt = CandleOptimizer::<SGD>::from_named(vars.clone(), SGD::new(0.5)).unwrap();
    let start = std::time::Instant::now();
    assert_eq!(opt.update(&grads).unwrap().updated, 5000);
    println!("5,000 variables: {:?}", start.elapsed());
    assert_eq!(of(&vars[4999].1), [0.5; 3]);
}
