"""Makes recordings of optimizers of `contrib` that were not recorded with the others.

    pip install torch==2.15.0 pytorch_optimizer==4.1.0 safetensors
    python tests/goldens/make_contrib.py

NorMuon, AdaMuon, MuonClip and SCION are from pytorch_optimizer (Apache License 2.0), with Newton-Schulz iterations in the type of the parameters
instead of bfloat16. NAdamW is torch.optim.NAdam with decoupled_weight_decay. SparseAdam is torch.optim.SparseAdam, with the nonzero rows.
"""

import json
from pathlib import Path

import pytorch_optimizer
import torch
from pytorch_optimizer.optimizer.scion import LMONorm
from pytorch_optimizer.optimizer.utils.matrix import zero_power_via_newton_schulz_5
from safetensors.torch import save_file

STEPS, RECORD_STEPS = 20, [1, 2, 3, 5, 10, 20]
ALL = {"scale": (), "bias": (7,), "weight": (5, 3), "conv": (4, 3, 2, 2)}
MATRICES = {"weight": (5, 3), "wide": (3, 6), "conv": (4, 3, 2, 2)}
FLAT = {"weight": (5, 3), "wide": (3, 6)}
TABLES = {"table": (6, 4), "weight": (3, 2)}


def muon(kind):
    return lambda params, **kwargs: getattr(pytorch_optimizer, kind)([{"params": params, "use_muon": True}], **kwargs)


def scion(params, norm_type="auto", **kwargs):
    return pytorch_optimizer.SCION(params, norm_type=LMONorm[norm_type.upper()], **kwargs)


def nadamw(params, decoupled_weight_decay=True, weight_decay=0.01, **kwargs):
    return torch.optim.NAdam(params, decoupled_weight_decay=decoupled_weight_decay, weight_decay=weight_decay, **kwargs)


# The constructor, the shapes, and the arguments of each run.
RUNS = {
    "NorMuon": (muon("NorMuon"), MATRICES, {
        "default": {}, "decay": {"lr": 0.01, "momentum": 0.8, "beta2": 0.9, "weight_decay": 0.1, "nesterov": False, "ns_steps": 3},
        "adjusted": {"use_adjusted_lr": True}, "rms": {"update_scale": "match_rms", "lr": 0.003}}),
    "AdaMuon": (muon("AdaMuon"), MATRICES, {
        "default": {}, "decay": {"lr": 0.01, "betas": [0.8, 0.9], "weight_decay": 0.1, "ns_steps": 3}, "plain": {"use_adjusted_lr": False, "eps": 1e-4}}),
    "MuonClip": (muon("MuonClip"), MATRICES, {
        "default": {}, "decay": {"lr": 0.01, "momentum": 0.8, "weight_decay": 0.1, "ns_steps": 3}, "plain": {"use_adjusted_lr": False}}),
    "SCION": (scion, FLAT, {
        "default": {}, "constraint": {"lr": 0.01, "momentum": 0.3, "constraint": True, "scale": 3.0}, "decay": {"lr": 0.01, "weight_decay": 0.1},
        "sign": {"norm_type": "sign", "lr": 0.01}, "col": {"norm_type": "col", "lr": 0.01}, "row": {"norm_type": "row", "lr": 0.01}}),
    "NAdamW": (nadamw, ALL, {
        "default": {}, "decay": {"lr": 0.01, "betas": [0.8, 0.95], "weight_decay": 0.1, "momentum_decay": 0.02, "eps": 1e-4},
        "coupled": {"decoupled_weight_decay": False, "weight_decay": 0.1}}),
    "SparseAdam": (torch.optim.SparseAdam, TABLES, {"default": {}, "slow": {"lr": 0.01, "betas": [0.8, 0.95], "eps": 1e-4}}),
}


def record(kind, make, name, kwargs, dtype, init, grads, tensors):
    """Runs one optimizer, adds its tensors, and returns its entry of the manifest."""
    torch.set_default_dtype(dtype)
    zero_power_via_newton_schulz_5.__defaults__ = (*zero_power_via_newton_schulz_5.__defaults__[:-1], dtype)
    label = str(dtype).removeprefix("torch.")
    params = {param: value.to(dtype).clone().requires_grad_() for param, value in init.items()}
    given = {key: tuple(value) if isinstance(value, list) else value for key, value in kwargs.items()}
    optimizer = make(list(params.values()), **given)
    recorded = {param: [] for param in params}
    for step in range(1, STEPS + 1):
        for param, value in params.items():
            grad = grads[param][step - 1].to(dtype).clone()
            if kind == "SparseAdam":
                rows = grad.abs().sum(1).nonzero().flatten()
                grad = torch.sparse_coo_tensor(rows[None], grad[rows], grad.shape).coalesce()
            value.grad = grad
        optimizer.step()
        if step in RECORD_STEPS:
            for param, value in params.items():
                recorded[param].append(value.detach().clone())
    keys = {part: {param: f"{part}/{param}" for param in params} for part in ("init", "grads")}
    keys["params"] = {param: f"{name}/{label}/params/{param}" for param in params}
    tensors |= {keys["params"][param]: torch.stack(values) for param, values in recorded.items()}
    return {"name": name, "kwargs": kwargs, "dtype": label, "tensors": keys}


def main():
    folder = Path(__file__).parent
    for kind, (make, shapes, runs) in RUNS.items():
        torch.manual_seed(len(kind))
        torch.set_default_dtype(torch.float32)
        init = {param: torch.randn(shape) for param, shape in shapes.items()}
        grads = {param: torch.randn((STEPS, *shape)) for param, shape in shapes.items()}
        if kind == "SparseAdam":
            for values in grads.values():
                values *= (torch.rand(values.shape[:2]) < 0.5)[..., None]
        tensors = {f"init/{param}": value for param, value in init.items()}
        tensors |= {f"grads/{param}": value for param, value in grads.items()}
        configs = [record(kind, make, name, kwargs, dtype, init, grads, tensors)
                   for name, kwargs in runs.items() for dtype in (torch.float32, torch.float64)]
        source = f"torch {torch.__version__.split('+')[0]}"
        if kind not in ("NAdamW", "SparseAdam"):
            source = f"pytorch_optimizer 4.1.0, {source}"
        manifest = {"optimizer": kind, "source": source, "states": False, "n_steps": STEPS,
                    "record_steps": RECORD_STEPS, "shapes": shapes, "configs": configs}
        (folder / f"{kind}.json").write_text(json.dumps(manifest, indent=1) + "\n")
        save_file(tensors, folder / f"{kind}.safetensors")


if __name__ == "__main__":
    main()
