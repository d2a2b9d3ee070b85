"""Loads files exported by the tests in torch, continues the runs there, and compares with the runs here.

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


def same(a, b):
    """True if two state dicts are equal; tensors are compared by their numbers."""
    if isinstance(a, dict):
        return isinstance(b, dict) and a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, (list, tuple)):
        return type(a) is type(b) and len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, torch.Tensor):
        return isinstance(b, torch.Tensor) and a.dtype == b.dtype and torch.equal(a, b)
    return type(a) is type(b) and a == b


def check_like(folder):
    """The state of a Trainer, in the form of its file: nothing has changed, and its scheduler continues."""
    theirs = torch.load(FOLDER / "trainer.pt", weights_only=True)
    ours = torch.load(folder / "trainer.like.pt", weights_only=True)
    ordered = torch.load(folder / "trainer.order.pt", weights_only=True)
    rates = []
    for state in (theirs, ours, ordered):
        params = {name: torch.nn.Parameter(torch.zeros(shape)) for name, shape in SHAPES.items()}
        groups = [{"params": [params["weight"], params["conv"]], "weight_decay": 0.1}, {"params": [params["bias"]], "weight_decay": 0.0}]
        optimizer = torch.optim.AdamW(groups, lr=0.5)
        optimizer.load_state_dict(state)
        scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: 1 / (step + 1), last_epoch=BEFORE)
        for value in params.values():
            value.grad = torch.ones_like(value)
        optimizer.step()
        scheduler.step()
        rates.append((scheduler.get_last_lr(), *(value.detach() for value in params.values())))
    return same(theirs, ours) and same(rates[0], rates[1]) and same(rates[0], rates[2])


def check_layer_norm(folder):
    """Weight and bias of one shape, from a map that is sorted by name."""
    run, file = torch.load(FOLDER / "layer_norm.pt"), torch.load(folder / "layer_norm.order.pt", weights_only=True)
    model = torch.nn.LayerNorm(6)
    model.load_state_dict(file["model"])
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.5)
    optimizer.load_state_dict(file["optimizer"])
    for step in range(BEFORE, BEFORE + AFTER):
        for name, value in model.named_parameters():
            value.grad = run["grads"][name][step].clone()
        optimizer.step()
    return max(float((value.detach() - run["after"][name]).abs().max()) for name, value in model.named_parameters()) < 1e-6


def main():
    grads = torch.load(FOLDER / "grads.pt")
    failed = False
    for before in sorted(Path(sys.argv[1]).glob("*.before.pt")):
        off = check(before, grads)
        ok = off is None or off <= TOLERANCE.get(".".join(before.name.split(".")[:2]), 1e-6)
        failed |= not ok
        print(f"{'ok  ' if ok else 'FAIL'} {before.name:45} {'loads' if off is None else f'{off:.1e}'}")
    for check_form in (check_like, check_layer_norm):
        ok = check_form(Path(sys.argv[1]))
        failed |= not ok
        print(f"{'ok  ' if ok else 'FAIL'} {check_form.__name__}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
