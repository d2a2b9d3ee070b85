"""Makes `schedulers.pt` with real torch and transformers: states of schedulers, and the learning rates of their steps.

    pip install torch transformers
    python tests/torch/make_schedulers.py

For every scheduler: `states`, the state dicts after 0, 5 and 9 steps; `lrs` and `momenta`, the learning rates and momenta of both parameter
groups after each of 0 to 20 steps; `optimizer`, its state after 5 steps. Two states are also separate files, for the documentation.
`scheduled.pt` is a run like the Trainer's, after 5 steps with the gradients of `make.py`; `scheduled.after.pt` has its parameters after 5 more.
"""

import io
import warnings
from pathlib import Path

import torch
import transformers
from torch.optim import lr_scheduler as lr

FOLDER = Path(__file__).parent
BEFORE, STEPS = (0, 5, 9), 20


class Custom(lr.LRScheduler):
    """A scheduler that is not part of torch."""

    def __init__(self, optimizer, rate):
        self.rate = rate
        super().__init__(optimizer)

    def get_lr(self):
        return [base / (1.0 + self.rate * self.last_epoch) for base in self.base_lrs]


SGD, ADAM = torch.optim.SGD, torch.optim.Adam
SCHEDULERS = {
    "lambda": (SGD, lambda o: lr.LambdaLR(o, lambda epoch: 0.95**epoch)),
    "multiplicative": (SGD, lambda o: lr.MultiplicativeLR(o, lambda epoch: 0.95)),
    "step": (SGD, lambda o: lr.StepLR(o, 3, gamma=0.5)),
    "multi_step": (SGD, lambda o: lr.MultiStepLR(o, [3, 7, 7, 12], gamma=0.5)),
    "constant": (SGD, lambda o: lr.ConstantLR(o, factor=0.25, total_iters=7)),
    "linear": (SGD, lambda o: lr.LinearLR(o, start_factor=0.1, end_factor=0.8, total_iters=7)),
    "exponential": (SGD, lambda o: lr.ExponentialLR(o, 0.9)),
    "polynomial": (SGD, lambda o: lr.PolynomialLR(o, total_iters=12, power=1.5)),
    "cosine": (SGD, lambda o: lr.CosineAnnealingLR(o, 8, eta_min=0.01)),
    "restarts": (SGD, lambda o: lr.CosineAnnealingWarmRestarts(o, 3, T_mult=2, eta_min=0.01)),
    "restarts_equal": (SGD, lambda o: lr.CosineAnnealingWarmRestarts(o, 4)),
    "cyclic": (SGD, lambda o: lr.CyclicLR(o, [0.01, 0.02], [0.1, 0.3], step_size_up=3, step_size_down=4)),
    "cyclic_halves": (ADAM, lambda o: lr.CyclicLR(o, 0.01, 0.1, step_size_up=2, mode="triangular2")),
    "cyclic_decay": (SGD, lambda o: lr.CyclicLR(o, 0.01, 0.1, 3, mode="exp_range", gamma=0.9, cycle_momentum=False)),
    "one_cycle": (SGD, lambda o: lr.OneCycleLR(o, [0.5, 1.0], total_steps=21)),
    "one_cycle_linear": (ADAM, lambda o: lr.OneCycleLR(o, 0.5, 21, pct_start=0.25, three_phase=True, anneal_strategy="linear")),
    "sequential": (
        SGD,
        lambda o: lr.SequentialLR(o, [lr.LinearLR(o, 0.1, total_iters=3), lr.StepLR(o, 2, 0.5), lr.ExponentialLR(o, 0.9)], [3, 8]),
    ),
    "warm_cosine": (SGD, lambda o: lr.SequentialLR(o, [lr.LinearLR(o, 0.1, total_iters=5), lr.CosineAnnealingLR(o, 10)], [5])),
    "chained": (SGD, lambda o: lr.ChainedScheduler([lr.ConstantLR(o, 0.25, 7), lr.ExponentialLR(o, 0.9), lr.LinearLR(o, 0.5, total_iters=4)])),
    "chained_one": (SGD, lambda o: lr.ChainedScheduler([lr.CosineAnnealingWarmRestarts(o, 4)])),
    "chained_restarts": (SGD, lambda o: lr.ChainedScheduler([lr.ExponentialLR(o, 0.9), lr.CosineAnnealingWarmRestarts(o, 4)])),
    "plateau": (SGD, lambda o: lr.ReduceLROnPlateau(o, patience=2)),
    "custom": (SGD, lambda o: Custom(o, 0.5)),
    "hf_linear": (SGD, lambda o: transformers.get_linear_schedule_with_warmup(o, 4, 10)),
    "hf_cosine": (SGD, lambda o: transformers.get_cosine_schedule_with_warmup(o, 4, 14)),
    "hf_constant": (SGD, lambda o: transformers.get_constant_schedule_with_warmup(o, 7)),
}


def optimizer_of(kind):
    groups = [{"params": [torch.nn.Parameter(torch.zeros(1))], "lr": rate} for rate in (0.1, 0.2)]
    return kind(groups, momentum=0.9) if kind is SGD else kind(groups)


def momentum(group):
    return group["betas"][0] if "betas" in group else group["momentum"]


def record(kind, make):
    optimizer = optimizer_of(kind)
    scheduler = make(optimizer)
    states, lrs, momenta = {}, [], []
    for step in range(STEPS + 1):
        lrs.append([float(group["lr"]) for group in optimizer.param_groups])
        momenta.append([float(momentum(group)) for group in optimizer.param_groups])
        if step in BEFORE:
            # Later steps change the lists of a state.
            states[str(step)] = torch.load(buffered(scheduler.state_dict()), weights_only=True)
        if step == 5:
            saved = torch.load(buffered(optimizer.state_dict()), weights_only=True)
        if step < STEPS:
            optimizer.step()
            scheduler.step(1.0) if isinstance(scheduler, lr.ReduceLROnPlateau) else scheduler.step()
    return {"states": states, "lrs": lrs, "momenta": momenta, "optimizer": saved}


def buffered(value):
    buffer = io.BytesIO()
    torch.save(value, buffer)
    buffer.seek(0)
    return buffer


def run():
    init = torch.load(FOLDER / "adamw.pt")["model"]
    grads = torch.load(FOLDER / "grads.pt")
    params = {name: torch.nn.Parameter(value.clone()) for name, value in init.items()}
    groups = [{"params": [params["weight"], params["conv"]], "weight_decay": 0.1}, {"params": [params["bias"]], "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=0.01, eps=0.0)
    scheduler = transformers.get_linear_schedule_with_warmup(optimizer, 4, 12)
    for step in range(10):
        if step == 5:
            saved = {"model": params, "optimizer": optimizer.state_dict(), "scheduler": scheduler.state_dict()}
            torch.save(saved, FOLDER / "scheduled.pt")
        for name, value in params.items():
            value.grad = grads[name][step].clone()
        optimizer.step()
        scheduler.step()
    torch.save({name: value.detach() for name, value in params.items()}, FOLDER / "scheduled.after.pt")


def main():
    warnings.simplefilter("ignore")
    recorded = {name: record(*row) for name, row in SCHEDULERS.items()}
    torch.save(recorded, FOLDER / "schedulers.pt")
    for name in ("lambda", "hf_linear"):
        torch.save(recorded[name]["states"]["5"], FOLDER / f"scheduler_{name}.pt")
    run()


if __name__ == "__main__":
    main()
