//! Kernels against graphs.
use optim_std::optimizers::*;
use optim_std::testing::Check;
macro_rules! t { ($($n:ident $o:ty),*) => { $(#[test] fn $n() { let s = std::time::Instant::now(); match Check::new().run::<$o>() { Ok(x) => println!("{x:?} {:?}", s.elapsed()), Err(f) => panic!("{f}") } })* } }
t!(sgd SGD, adamw AdamW, lion Lion, lamb Lamb, adafactor Adafactor, muon Muon);
