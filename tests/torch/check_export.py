"""Loads what the tests exported with real torch, goes on there, and compares with going on here.

    OPTIM_EXPORT=exported cargo test -p optim-tests --test torch -- --ignored write_for_torch
    python tests/torch/check_export.py tests/exported
"""

import sys
from pathlib import Path

import torch

from make import AFTER, BEFORE, FOLDER, SHAPES, CerebrasAdam, HuggingFaceAdamW

# NAdam of torch corrects the momentum by one factor less; Hugging Face decays after the update.
TOLERANCE = {"NAdam.torch": 1e-3, "AdamW.transformers": 1e-4}


def check(before, grads):
    optimizer_name, library = before.name.split(".")[0], before.name.split(".", 1)[1]
    if library.startswith("torch.optim"):
        kind = getattr(torch.optim, optimizer_name)
    elif optimizer_name == "AdamW" and library.startswith("transformers"):
        kind = HuggingFaceAdamW
    elif optimizer_name in ("Adam", "AdamW"):
        kind = CerebrasAdam
    else:
        torch.load(before, weights_only=True)
        return None
    file = torch.load(before, weights_only=True)
    params = {name: torch.nn.Parameter(torch.zeros(shape)) for name, shape in SHAPES.items()}
    groups = [{"params": [params[name] for name in group["param_names"]]} for group in file["optimizer"]["param_groups"]]
    optimizer = kind(groups, lr=0.5)
    if kind is CerebrasAdam and any(group["amsgrad"] or not group["correct_bias"] for group in file["optimizer"]["param_groups"]):
        return None  # written out without it
    with torch.no_grad():
        for name, value in params.items():
            value.copy_(file["model"][name])
    optimizer.load_state_dict(file["optimizer"])
    for step in range(BEFORE, BEFORE + AFTER):
        for name, value in params.items():
            value.grad = grads[name][step].clone()
        optimizer.step()
    after = torch.load(before.with_name(before.name.replace("before", "after")), weights_only=True)["model"]
    off = [(value.detach() - after[name]).abs() / after[name].abs().clamp(min=1.0) for name, value in params.items()]
    return max(float(each.max()) for each in off)


def main():
    grads = torch.load(FOLDER / "grads.pt")
    failed = False
    for before in sorted(Path(sys.argv[1]).glob("*.before.pt")):
        off = check(before, grads)
        ok = off is None or off <= TOLERANCE.get(".".join(before.name.split(".")[:2]), 1e-6)
        failed |= not ok
        print(f"{'ok  ' if ok else 'FAIL'} {before.name:45} {'loads' if off is None else f'{off:.1e}'}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
