"""Makes recordings of optimizers of `contrib` with settings that the other recordings leave at their defaults.

    pip install torch==2.15.0 pytorch_optimizer==4.1.0 prodigyopt==1.1.2 safetensors
    python tests/goldens/settings/make_settings.py

The optimizers are from pytorch_optimizer (Apache License 2.0), Prodigy is from prodigyopt (MIT License).
"""

import json
from pathlib import Path

import prodigyopt
import pytorch_optimizer
import torch
from safetensors.torch import save_file

STEPS, RECORD_STEPS = 24, [1, 2, 3, 7, 12, 24]
ALL = {"scale": (), "bias": (7,), "weight": (5, 3), "conv": (4, 3, 2, 2)}
MATRICES = {"weight": (5, 3), "wide": (3, 6)}
SQUARE = {"weight": (4, 4)}
# The separate group in the runs with groups.
GROUP = {"params": ["weight"], "lr": 0.003, "weight_decay": 0.2}

# The shapes, and for each run the arguments, the groups, and the steps without a gradient, counted from 1. Most of these optimizers count the
# steps of a group; this project counts the steps of a parameter. A gradient may be missing only if there is no such count.
RUNS = {
    "ADOPT": (ALL, {
        "betas": ({"lr": 0.02, "betas": [0.8, 0.95], "eps": 1e-3}, [], {}),
        "coupled": ({"lr": 0.02, "weight_decay": 0.1, "betas": [0.7, 0.99]}, [], {}),
        "groups": ({"lr": 0.01, "weight_decouple": True}, [GROUP], {})}),
    "AdaBelief": (ALL, {
        "amsbound": ({"lr": 0.01, "betas": [0.8, 0.9], "ams_bound": True, "eps": 1e-4}, [], {}),
        "coupled": ({"lr": 0.01, "weight_decay": 0.1, "weight_decouple": False, "eps": 1e-8}, [], {}),
        "groups": ({"lr": 0.01}, [GROUP], {})}),
    "AdamP": (ALL, {
        "nesterov": ({"lr": 0.02, "betas": [0.8, 0.95], "nesterov": True, "eps": 1e-4}, [], {}),
        "projected": ({"lr": 0.02, "delta": 2.0, "wd_ratio": 0.5, "weight_decay": 0.1}, [], {}),
        "unprojected": ({"lr": 0.02, "delta": 0.0, "weight_decay": 0.1}, [], {})}),
    "Adan": (ALL, {
        "betas": ({"lr": 0.02, "betas": [0.9, 0.8, 0.95], "eps": 1e-3}, [], {}),
        "coupled": ({"lr": 0.02, "weight_decay": 0.3}, [], {}),
        "groups": ({"lr": 0.01, "weight_decouple": True}, [GROUP], {})}),
    "AdEMAMix": (ALL, {
        "betas": ({"lr": 0.01, "betas": [0.8, 0.95, 0.99], "alpha": 2.0, "eps": 1e-3}, [], {}),
        "decoupled": ({"lr": 0.01, "weight_decay": 0.1, "weight_decouple": True, "t_alpha_beta3": 15, "alpha": 8.0}, [], {}),
        "plain": ({"lr": 0.01, "alpha": 0.0}, [], {})}),
    "AggMo": (ALL, {
        "two": ({"lr": 0.02, "betas": [0.5, 0.8]}, [], {}),
        "decay": ({"lr": 0.02, "betas": [0.0, 0.7, 0.95], "weight_decay": 0.1}, [], {})}),
    "CAME": (MATRICES, {
        "betas": ({"lr": 0.01, "betas": [0.8, 0.95, 0.99]}, [], {}),
        "clipped": ({"lr": 0.01, "clip_threshold": 0.3, "eps1": 1e-6, "eps2": 1e-3}, [], {})}),
    "Grams": (ALL, {
        "betas": ({"lr": 0.02, "betas": [0.7, 0.95], "eps": 1e-2}, [], {}),
        "groups": ({"lr": 0.01}, [GROUP], {})}),
    "LaProp": (ALL, {
        "betas": ({"lr": 0.02, "betas": [0.7, 0.95], "eps": 1e-2}, [], {}),
        "groups": ({"lr": 0.01}, [GROUP], {})}),
    "LARS": (ALL, {
        "nesterov": ({"lr": 0.3, "momentum": 0.9, "nesterov": True, "trust_coefficient": 0.02}, [], {}),
        "dampened": ({"lr": 0.3, "momentum": 0.7, "dampening": 0.3, "weight_decay": 0.05, "trust_coefficient": 0.01}, [], {"conv": [5]}),
        "plain": ({"lr": 0.3, "momentum": 0.0, "trust_coefficient": 0.05}, [], {})}),
    "MADGRAD": (ALL, {
        "slow": ({"lr": 0.02, "momentum": 0.5, "eps": 1e-3}, [], {}),
        "decoupled": ({"lr": 0.02, "weight_decay": 0.1, "weight_decouple": True}, [], {}),
        "plain": ({"lr": 0.02, "momentum": 0.0}, [], {})}),
    "MARS": (ALL, {
        "gamma": ({"lr": 0.01, "betas": [0.8, 0.95], "gamma": 0.3, "eps": 1e-4, "weight_decay": 0.1}, [], {}),
        "one_d": ({"lr": 0.01, "optimize_1d": True, "weight_decay": 0.1}, [], {}),
        "vectors": ({"lr_1d": 0.02, "betas_1d": [0.7, 0.9], "weight_decay_1d": 0.3, "mars_type": "lion", "gamma": 0.1}, [], {})}),
    "NovoGrad": (ALL, {
        "averaged": ({"lr": 0.02, "grad_averaging": True, "betas": [0.8, 0.9]}, [], {}),
        "decoupled": ({"lr": 0.02, "weight_decay": 0.1, "weight_decouple": True, "eps": 1e-3}, [], {})}),
    "Prodigy": (ALL, {
        "growth": ({"d0": 1e-3, "growth_rate": 1.2, "betas": [0.8, 0.95]}, [], {}),
        "beta3": ({"d0": 1e-4, "beta3": 0.5, "lr": 0.5, "eps": 1e-4}, [], {}),
        "warmup": ({"d0": 1e-2, "safeguard_warmup": True, "use_bias_correction": True, "d_coef": 0.5}, [], {})}),
    "QHAdam": (ALL, {
        "betas": ({"lr": 0.02, "betas": [0.95, 0.98], "nus": [0.5, 0.8], "eps": 1e-3}, [], {}),
        "decoupled": ({"lr": 0.02, "nus": [0.7, 1.0], "weight_decay": 0.1, "weight_decouple": True}, [], {})}),
    "SignSGD": (ALL, {
        "plain": ({"lr": 0.02, "momentum": 0.0}, [], {"bias": [2, 3]}),
        "coupled": ({"lr": 0.02, "momentum": 0.5, "weight_decay": 0.3, "weight_decouple": False}, [GROUP], {"scale": [1, 9]})}),
    "SM3": (MATRICES, {
        "beta": ({"lr": 0.05, "beta": 0.9}, [], {}),
        "both": ({"lr": 0.05, "beta": 0.5, "momentum": 0.8, "eps": 1e-3}, [], {})}),
    "SOAP": (SQUARE, {
        "betas": ({"lr": 0.02, "betas": [0.8, 0.9], "precondition_frequency": 5, "eps": 1e-3, "weight_decay": 0.0}, [], {}),
        "every_step": ({"lr": 0.02, "precondition_frequency": 1}, [], {}),
        "own_beta": ({"lr": 0.02, "shampoo_beta": 0.8, "precondition_frequency": 5, "correct_bias": False}, [], {})}),
    "Shampoo": (MATRICES, {
        "decay": ({"lr": 0.1, "weight_decay": 0.1, "matrix_eps": 1e-2}, [], {}),
        "decoupled": ({"lr": 0.1, "weight_decay": 0.1, "weight_decouple": True, "matrix_eps": 1e-2}, [], {}),
        "seldom": ({"lr": 0.1, "momentum": 0.5, "preconditioning_compute_steps": 7, "matrix_eps": 1e-1}, [], {})}),
    "StableAdamW": (ALL, {
        "coupled": ({"lr": 0.02, "betas": [0.8, 0.95], "weight_decay": 0.1, "weight_decouple": False}, [], {}),
        "groups": ({"lr": 0.01, "eps": 1e-3}, [GROUP], {})}),
    "Yogi": (ALL, {
        "betas": ({"lr": 0.02, "betas": [0.8, 0.95], "eps": 1e-2, "initial_accumulator": 1e-2}, [], {}),
        "groups": ({"lr": 0.01}, [GROUP], {})}),
}


def record(kind, name, run, dtype, init, grads, tensors):
    """Runs one optimizer, adds its tensors, and returns its entry of the manifest."""
    kwargs, groups, no_grad = run
    torch.set_default_dtype(dtype)
    label = str(dtype).removeprefix("torch.")
    params = {param: value.to(dtype).clone().requires_grad_() for param, value in init.items()}
    given = {key: tuple(value) if isinstance(value, list) else value for key, value in kwargs.items()}
    grouped = {param for group in groups for param in group["params"]}
    theirs = [{"params": [value for param, value in params.items() if param not in grouped]}]
    theirs += [{**group, "params": [params[param] for param in group["params"]]} for group in groups]
    make = prodigyopt.Prodigy if kind == "Prodigy" else getattr(pytorch_optimizer, kind)
    optimizer = make(theirs, **given)
    recorded = {param: [] for param in params}
    for step in range(1, STEPS + 1):
        for param, value in params.items():
            value.grad = None if step in no_grad.get(param, []) else grads[param][step - 1].to(dtype).clone()
        optimizer.step()
        if step in RECORD_STEPS:
            for param, value in params.items():
                recorded[param].append(value.detach().clone())
    keys = {part: {param: f"{part}/{param}" for param in params} for part in ("init", "grads")}
    keys["params"] = {param: f"{name}/{label}/params/{param}" for param in params}
    tensors |= {keys["params"][param]: torch.stack(values) for param, values in recorded.items()}
    # The package rotates SOAP's bases in single precision.
    precision = "float64_mixed" if kind == "SOAP" and label == "float64" else label
    entry = {"name": name, "kwargs": kwargs, "dtype": precision, "tensors": keys}
    return entry | ({"groups": groups} if groups else {}) | ({"no_grad": no_grad} if no_grad else {})


def main():
    folder = Path(__file__).parent
    for place, (kind, (shapes, runs)) in enumerate(RUNS.items()):
        torch.manual_seed(100 + place)
        torch.set_default_dtype(torch.float32)
        init = {param: torch.randn(shape) for param, shape in shapes.items()}
        grads = {param: torch.randn((STEPS, *shape)) for param, shape in shapes.items()}
        tensors = {f"init/{param}": value for param, value in init.items()}
        tensors |= {f"grads/{param}": value for param, value in grads.items()}
        configs = [record(kind, name, run, dtype, init, grads, tensors)
                   for name, run in runs.items() for dtype in (torch.float32, torch.float64)]
        source = f"torch {torch.__version__.split('+')[0]}"
        package = "prodigyopt 1.1.2" if kind == "Prodigy" else "pytorch_optimizer 4.1.0"
        manifest = {"optimizer": kind, "source": f"{package}, {source}", "states": False, "n_steps": STEPS,
                    "record_steps": RECORD_STEPS, "shapes": shapes, "configs": configs}
        (folder / f"{kind}.json").write_text(json.dumps(manifest, indent=1) + "\n")
        save_file(tensors, folder / f"{kind}.safetensors")


if __name__ == "__main__":
    main()
