"""Loads partitions and averaged weights exported by the tests in torch, continues the runs there, and compares with the runs here.

    OPTIM_EXPORT=exported cargo test -p optim-tests --test torch -- --ignored write_partition_for_torch
    python tests/torch/check_partition.py tests/exported
"""

import sys
from pathlib import Path

import torch
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from make import AFTER, BEFORE, FOLDER
from make_partition import DECAY, MuonWithAuxAdam, parameters, step


def load(folder, name):
    return torch.load(folder / f"{name}.pt", weights_only=True)


def groups_of(params, state):
    return [{"params": [(name, params[name]) for name in group["param_names"]]} for group in state["param_groups"]]


def off(ours, theirs, names):
    return max(float((ours[name].detach() - theirs[name]).abs().max()) for name in names)


def go_on(optimizers, params, averaged=None):
    grads = torch.load(FOLDER / "grads.pt")
    for index in range(BEFORE, BEFORE + AFTER):
        step(optimizers, params, grads, index)
        if averaged:
            averaged.update_parameters(params)


def check_two(folder):
    """`torch.optim.Muon` and `torch.optim.AdamW`, each from its file. torch's Muon iterates in half precision."""
    start, after = load(folder, "partition.joint")["model"], load(folder, "partition.after")["model"]
    params, optimizers = parameters(start), {}
    for key, kind in (("muon", torch.optim.Muon), ("adamw", torch.optim.AdamW)):
        state = load(folder, f"partition.{key}")["optimizer"]
        optimizers[key] = kind(groups_of(params, state), lr=0.5)
        optimizers[key].load_state_dict(state)
    go_on(optimizers, params)
    moved = off(params, start, ["weight"])
    return off(params, after, ["conv", "bias"]) < 1e-6 and off(params, after, ["weight"]) < 0.02 * moved


def check_one(folder):
    """One optimizer of both methods, from one file."""
    file, after = load(folder, "partition.joint"), load(folder, "partition.after")["model"]
    params = parameters(file["model"])
    groups = file["optimizer"]["param_groups"]
    groups = [{"params": [params[name] for name in group["param_names"]], "use_muon": group["use_muon"]} for group in groups]
    optimizer = MuonWithAuxAdam(groups)
    optimizer.load_state_dict(file["optimizer"])
    go_on({"optimizer": optimizer}, params)
    return off(params, after, params) < 1e-6


def check_averaged(folder, name, **arguments):
    """AdamW, and the average of its weights."""
    file, after = load(folder, f"{name}.now"), load(folder, f"{name}.then")
    params = parameters(file["model"])
    optimizer = torch.optim.AdamW(groups_of(params, file["optimizer"]), lr=0.5)
    optimizer.load_state_dict(file["optimizer"])
    averaged = AveragedModel(params, **arguments)
    averaged.load_state_dict(file["averaged"])
    go_on({"optimizer": optimizer}, params, averaged)
    there = averaged.state_dict()
    same = there["n_averaged"] == after["averaged"]["n_averaged"]
    return same and off(params, after["model"], params) < 1e-6 and off(there, after["averaged"], after["averaged"]) < 1e-6


def main():
    folder = Path(sys.argv[1])
    checks = {
        "two optimizers": check_two(folder),
        "one optimizer": check_one(folder),
        "Ema": check_averaged(folder, "ema", multi_avg_fn=get_ema_multi_avg_fn(DECAY)),
        "SWA": check_averaged(folder, "swa"),
    }
    for name, ok in checks.items():
        print(f"{'ok  ' if ok else 'FAIL'} {name}")
    sys.exit(not all(checks.values()))


if __name__ == "__main__":
    main()
