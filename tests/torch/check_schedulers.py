"""Loads the states of schedulers exported by the tests in torch, continues there, and compares with an uninterrupted run.

    OPTIM_EXPORT=exported cargo test -p optim-tests --test torch -- --ignored write_schedulers_for_torch
    python tests/torch/check_schedulers.py tests/exported
"""

import sys
import warnings
from pathlib import Path

import torch

from make_schedulers import FOLDER, SCHEDULERS, STEPS, optimizer_of


def check(path, name, lrs):
    kind, make = SCHEDULERS[name]
    optimizer = optimizer_of(kind)
    scheduler = make(optimizer)
    scheduler.load_state_dict(torch.load(path, weights_only=True))
    # These come from the optimizer's file.
    for group, rate in zip(optimizer.param_groups, scheduler.get_last_lr()):
        group["lr"] = rate
    inner = getattr(scheduler, "_schedulers", [scheduler])
    start = getattr(scheduler, "last_epoch", inner[0].last_epoch)
    worst = 0.0
    for step in range(start, STEPS + 1):
        for group, rate in zip(optimizer.param_groups, lrs[step]):
            worst = max(worst, abs(group["lr"] - rate))
        if step < STEPS:
            optimizer.step()
            scheduler.step()
    return worst


def main():
    warnings.simplefilter("ignore")
    recorded = torch.load(FOLDER / "schedulers.pt", weights_only=True)
    failed, count = False, 0
    for path in sorted(Path(sys.argv[1]).glob("scheduler.*.pt")):
        name, start = path.name.split(".")[1:3]
        worst = check(path, name, recorded[name]["lrs"])
        failed |= worst > 1e-12
        count += 1
        print(f"{'FAIL' if worst > 1e-12 else 'ok  '} {name:20} from {start:>2} {worst:.1e}")
    sys.exit(failed or count == 0)


if __name__ == "__main__":
    main()
