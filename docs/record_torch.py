"""Records runs of torch.optim for the conformance program (docs/conformance.md describes the format).

    pip install torch safetensors
    python docs/record_torch.py recordings
    cargo run --release -p optim-tests --bin conformance -- recordings

Edit RUNS to record what you want to check. All arguments are recorded, including
defaults, so different defaults of the two projects do not matter.
"""

import json
import sys
from pathlib import Path

import torch
from safetensors.torch import save_file

STEPS, RECORD_STEPS = 20, [1, 2, 3, 10, 20]
SHAPES = {"scale": (), "layers.0.bias": (7,), "layers.0.weight": (5, 3), "conv.weight": (4, 3, 2, 2)}

# The optimizer, the run's name, arguments, groups with their own arguments (parameters in none of them have the
# arguments of the run), and steps without gradient, counted from 1.
# No Adam or AdamW with eps: torch adds eps after the bias correction, this project before it.
RUNS = [
    ("SGD", "plain", {"lr": 0.1}, [], {}),
    ("SGD", "nesterov", {"lr": 0.1, "momentum": 0.9, "nesterov": True, "weight_decay": 0.01}, [], {"scale": [1, 7]}),
    ("SGD", "groups", {"lr": 0.1, "momentum": 0.5}, [{"params": ["scale", "layers.0.bias"], "lr": 0.01}], {}),
    ("ASGD", "t0", {"t0": 5.0, "weight_decay": 0.01}, [], {"layers.0.bias": [2, 3, 20]}),
    ("Adadelta", "default", {}, [], {"scale": [1]}),
    ("Adagrad", "lr_decay", {"lr_decay": 0.1, "eps": 1e-10}, [{"params": ["conv.weight"], "weight_decay": 0.1}], {}),
    ("Adam", "no_eps", {"eps": 0.0, "weight_decay": 0.01}, [], {"conv.weight": [4]}),
    ("AdamW", "no_eps", {"eps": 0.0}, [{"params": ["layers.0.bias", "scale"], "weight_decay": 0.0}], {"scale": [1, 2]}),
    ("AdamW", "amsgrad", {"eps": 0.0, "amsgrad": True, "betas": (0.8, 0.95)}, [], {}),
    ("Adamax", "default", {}, [], {"layers.0.weight": [1, 2, 3]}),
    ("RAdam", "default", {}, [], {}),
    ("RMSprop", "default", {}, [], {}),
    ("RMSprop", "centered", {"centered": True, "momentum": 0.9, "alpha": 0.9}, [], {"scale": [3]}),
    ("Rprop", "default", {}, [], {"conv.weight": [10]}),
]

# States that exist here; torch has `step` in every optimizer. Powers of the betas replace Adam's `step`.
KEEPS_STEP = {"ASGD", "Adagrad", "RAdam"}
KEEPS_POWERS = {"Adam": 2, "AdamW": 2, "Adamax": 1}
# Arguments that do not change the result, and one that is a separate class here.
NO_ARGUMENTS = {"foreach", "capturable", "differentiable", "fused", "decoupled_weight_decay"}


def arguments(optimizer):
    """The arguments of the optimizer, without switches that are off: not every optimizer here has them."""
    given = {name: value for name, value in optimizer.defaults.items() if name not in NO_ARGUMENTS}
    return {name: value for name, value in given.items() if value is not None and value is not False}


def states(kind, group, state):
    """The states of one parameter, by the names in this project."""
    found = {name: value for name, value in state.items() if torch.is_tensor(value) and name != "step"}
    if kind in KEEPS_STEP:
        found["step"] = state["step"]
    for place in range(KEEPS_POWERS.get(kind, 0)):
        # The powers for the next step.
        power = group["betas"][place] ** (float(state["step"]) + 1)
        found[f"beta{place + 1}_power"] = torch.tensor(power, dtype=torch.float64)
    return found


def record(kind, name, kwargs, groups, no_grad, dtype, init, grads, tensors):
    """Runs one optimizer, adds its tensors, and returns its entry of the manifest."""
    torch.set_default_dtype(dtype)  # torch keeps scalar state in it
    label = str(dtype).removeprefix("torch.")
    params = {param: value.to(dtype).clone().requires_grad_() for param, value in init.items()}
    grouped = {param for group in groups for param in group["params"]}
    torch_groups = [{**group, "params": [params[param] for param in group["params"]]} for group in groups]
    rest = [value for param, value in params.items() if param not in grouped]
    torch_groups += [{"params": rest}] if rest else []
    optimizer = getattr(torch.optim, kind)(torch_groups, **kwargs)

    recorded = {param: [] for param in params}
    for step in range(1, STEPS + 1):
        for param, value in params.items():
            value.grad = None if step in no_grad.get(param, []) else grads[param][step - 1].to(dtype)
        optimizer.step()
        if step in RECORD_STEPS:
            for param, value in params.items():
                recorded[param].append(value.detach().clone())

    keys = {"init": {}, "grads": {}, "params": {}, "state": {}}
    for param, value in params.items():
        group = next(group for group in optimizer.param_groups if any(value is other for other in group["params"]))
        keys["init"][param], keys["grads"][param] = f"init/{param}", f"grads/{param}"
        keys["params"][param] = f"{name}/{label}/params/{param}"
        tensors[keys["params"][param]] = torch.stack(recorded[param])
        keys["state"][param] = {}
        for state, number in states(kind, group, optimizer.state[value]).items():
            keys["state"][param][state] = f"{name}/{label}/state/{param}/{state}"
            tensors[keys["state"][param][state]] = number.detach().clone()
    return {"name": name, "kwargs": arguments(optimizer), "dtype": label, "groups": groups or None,
            "no_grad": no_grad, "tensors": keys}


def main(folder):
    torch.manual_seed(0)
    init = {param: torch.randn(shape, dtype=torch.float32) for param, shape in SHAPES.items()}
    grads = {param: torch.randn((STEPS, *shape), dtype=torch.float32) for param, shape in SHAPES.items()}
    folder.mkdir(parents=True, exist_ok=True)
    for kind in dict.fromkeys(run[0] for run in RUNS):
        tensors = {f"init/{param}": value for param, value in init.items()}
        tensors |= {f"grads/{param}": value for param, value in grads.items()}
        configs = [record(*run, dtype, init, grads, tensors)
                   for run in RUNS if run[0] == kind for dtype in (torch.float32, torch.float64)]
        manifest = {"optimizer": kind, "source": f"torch {torch.__version__}", "n_steps": STEPS,
                    "record_steps": RECORD_STEPS, "shapes": SHAPES, "configs": configs}
        (folder / f"{kind}.json").write_text(json.dumps(manifest, indent=1) + "\n")
        save_file(tensors, folder / f"{kind}.safetensors")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "recordings"))
