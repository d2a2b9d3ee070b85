use optim_std::prelude::*;

fn main() {}

fn uses() {
    let _ = CosineDecayLR::new(0.1, 0.0);
    let _ = SequentialLR::new(LinearLR::new(0.0, 0.1, 5), [5]);
    let _ = ChainedScheduler::new((ConstantLR::new(0.1), 1));
    let _ = CosineAnnealingWarmRestarts::new(0.1, 10).t_mult("ten");
}
