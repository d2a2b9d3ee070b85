"""Makes the files of this folder with torch: states of optimizers after 5 steps, and the parameters after 5 more.

    pip install torch
    python tests/torch/make.py

For every run: NAME.pt holds `{"model": …, "optimizer": …}` after the first steps, NAME.after.pt the parameters at the end.
`grads.pt` has the gradients of all steps, the same for every run; `tests/tests/torch/` continues from the first file with them.
`layer_norm.pt` has a separate run, `trainer.pt` a bare state dict.
The optimizers of Hugging Face and Cerebras are written out here, formula by formula, so no other package is needed.
"""

import argparse
import copy
import datetime
import enum
import functools
import math
from collections import Counter, OrderedDict, defaultdict
from pathlib import Path, PurePosixPath

import numpy
import torch

FOLDER = Path(__file__).parent
BEFORE, AFTER = 5, 5
SHAPES = {"weight": (3, 4), "bias": (4,), "conv": (2, 3, 2)}


class HuggingFaceAdamW(torch.optim.Optimizer):
    """`transformers.AdamW` up to release 4."""

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-6, weight_decay=0.0, correct_bias=True):
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, correct_bias=correct_bias))

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                state, (beta1, beta2) = self.state[p], group["betas"]
                if not state:
                    state.update(step=0, exp_avg=torch.zeros_like(p), exp_avg_sq=torch.zeros_like(p))
                state["step"] += 1
                state["exp_avg"].mul_(beta1).add_(p.grad, alpha=1.0 - beta1)
                state["exp_avg_sq"].mul_(beta2).addcmul_(p.grad, p.grad, value=1.0 - beta2)
                size = group["lr"]
                if group["correct_bias"]:
                    size *= math.sqrt(1.0 - beta2 ** state["step"]) / (1.0 - beta1 ** state["step"])
                p.addcdiv_(state["exp_avg"], state["exp_avg_sq"].sqrt().add_(group["eps"]), value=-size)
                p.add_(p, alpha=-group["lr"] * group["weight_decay"])


class CerebrasAdam(torch.optim.Optimizer):
    """`cerebras.pytorch.optim.Adam` and `AdamW`: powers of the betas instead of a count, two kinds of decay."""

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-6, weight_decay=0.0, l2_regularization_rate=0.0):
        defaults = dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=False, correct_bias=True)
        super().__init__(params, defaults | {"l2_regularization_rate": l2_regularization_rate})
        for group in self.param_groups:
            group["lr"] = torch.tensor(group["lr"])  # as its schedules leave it
            for p in group["params"]:
                powers = {f"beta{k + 1}_power": torch.tensor(group["betas"][k], dtype=torch.float32) for k in (0, 1)}
                self.state[p] = {"exp_avg": torch.zeros_like(p), "exp_avg_sq": torch.zeros_like(p), **powers}

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                state, (beta1, beta2) = self.state[p], group["betas"]
                grad = p.grad + group["l2_regularization_rate"] * p
                state["exp_avg"].mul_(beta1).add_(grad, alpha=1.0 - beta1)
                state["exp_avg_sq"].mul_(beta2).add_(grad.square(), alpha=1.0 - beta2)
                update = state["exp_avg"] / (state["exp_avg_sq"].sqrt() + group["eps"])
                update *= torch.sqrt(1 - state["beta2_power"]) / (1 - state["beta1_power"])
                state["beta1_power"] *= beta1
                state["beta2_power"] *= beta2
                p.sub_(group["lr"] * (update + group["weight_decay"] * p))


# Name of the files, optimizer, its arguments, and groups with their parameters and settings. Without groups, there is one group.
TWO = [{"params": ["weight", "conv"]}, {"params": ["bias"], "lr": 0.03}]
# Extra keys that training scripts add to groups.
LAYERS = [{**group, "layer": layer} for layer, group in enumerate(TWO)]
RUNS = [
    ("sgd", torch.optim.SGD, {"lr": 0.1}, None),
    ("sgd_momentum", torch.optim.SGD, {"lr": 0.1, "momentum": 0.9, "dampening": 0.3, "weight_decay": 0.01}, None),
    ("sgd_nesterov", torch.optim.SGD, {"lr": 0.1, "momentum": 0.9, "nesterov": True, "maximize": True}, TWO),
    ("asgd", torch.optim.ASGD, {"lr": 0.05, "t0": 3.0, "weight_decay": 0.01}, None),
    ("adadelta", torch.optim.Adadelta, {"weight_decay": 0.01}, None),
    ("adagrad", torch.optim.Adagrad, {"lr_decay": 0.1, "initial_accumulator_value": 0.1}, None),
    ("adam", torch.optim.Adam, {"lr": 0.01, "eps": 0.0, "weight_decay": 0.1}, None),
    ("adam_eps", torch.optim.Adam, {"lr": 0.01}, TWO),
    ("adam_lr_tensor", torch.optim.Adam, {"lr": torch.tensor(0.01), "eps": 0.0}, None),
    ("adam_amsgrad", torch.optim.Adam, {"lr": 0.01, "eps": 0.0, "amsgrad": True, "betas": (0.8, 0.9)}, None),
    ("adam_f64", torch.optim.Adam, {"lr": 0.01, "eps": 0.0}, None),
    ("adamw", torch.optim.AdamW, {"lr": 0.01, "eps": 0.0, "weight_decay": 0.1}, TWO),
    ("adamw_eps_late", torch.optim.AdamW, {"lr": 0.01, "eps": 1e-3}, TWO),
    ("adam_eps_late", torch.optim.Adam, {"lr": 0.01, "eps": 1e-3}, None),
    ("adamw_eps_gap", torch.optim.AdamW, {"lr": 0.01, "betas": (0.9, 0.99)}, None),
    ("adamax", torch.optim.Adamax, {"weight_decay": 0.01}, None),
    ("nadam", torch.optim.NAdam, {}, None),
    ("radam", torch.optim.RAdam, {"lr": 0.01, "betas": (0.9, 0.99)}, None),
    ("rmsprop", torch.optim.RMSprop, {"weight_decay": 0.01}, None),
    ("rmsprop_centered", torch.optim.RMSprop, {"centered": True, "momentum": 0.9, "alpha": 0.9}, LAYERS),
    ("rprop", torch.optim.Rprop, {"lr": 0.02}, None),
    ("hf_adamw", HuggingFaceAdamW, {"lr": 0.01}, None),
    ("hf_adamw_no_bias", HuggingFaceAdamW, {"lr": 0.01, "correct_bias": False}, None),
    ("cerebras_adam", CerebrasAdam, {"lr": 0.01, "l2_regularization_rate": 0.1}, None),
    ("cerebras_adamw", CerebrasAdam, {"lr": 0.01, "weight_decay": 0.1}, TWO),
]


def run(name, kind, arguments, groups, init, grads):
    dtype = torch.float64 if name.endswith("_f64") else torch.float32
    params = OrderedDict((param, torch.nn.Parameter(value.to(dtype))) for param, value in init.items())
    if groups is None:
        # A file has names only if the optimizer takes names.
        of = list(params.items()) if kind.__module__.startswith("torch") else list(params.values())
    else:
        of = [{**group, "params": [params[param] for param in group["params"]]} for group in groups]
    optimizer = kind(of, **arguments)
    for step in range(BEFORE + AFTER):
        if step == BEFORE:
            torch.save({"model": params, "optimizer": optimizer.state_dict()}, FOLDER / f"{name}.pt")
        for param, value in params.items():
            # The bias has no gradient in the first step, so its count is lower.
            # In one run it has no gradient before the fifth step.
            first = 4 if name.endswith("_gap") else 1
            late = param == "bias" and step < first and name != "adam_eps" and not name.startswith("cerebras")
            value.grad = None if late else grads[param][step].to(dtype)
        optimizer.step()
    torch.save({param: value.detach() for param, value in params.items()}, FOLDER / f"{name}.after.pt")


def layer_norm():
    """Two parameters of one shape: only names or an order distinguish them."""
    generator = torch.Generator().manual_seed(1)
    grads = {name: torch.randn((BEFORE + AFTER, 6), generator=generator) for name in ("weight", "bias")}
    # One drifts upwards and one downwards: swapped states give other results.
    grads = {"weight": grads["weight"] + 1.0, "bias": 0.01 * grads["bias"] - 0.05}
    file = {"grads": grads}
    for key, named in (("optimizer", False), ("named", True)):
        model = torch.nn.LayerNorm(6)
        optimizer = torch.optim.AdamW(model.named_parameters() if named else model.parameters(), lr=0.1, eps=0.0)
        for step in range(BEFORE + AFTER):
            if step == BEFORE:
                file["model"] = {name: value.detach().clone() for name, value in model.named_parameters()}
                file[key] = copy.deepcopy(optimizer.state_dict())
            for name, value in model.named_parameters():
                value.grad = grads[name][step].clone()
            optimizer.step()
    file["after"] = {name: value.detach() for name, value in model.named_parameters()}
    torch.save(file, FOLDER / "layer_norm.pt")


def scheduled(init, grads):
    """A bare state dict as a Trainer of Hugging Face writes it: two groups, a schedule that has begun, its own switches."""
    params = {param: torch.nn.Parameter(value.clone()) for param, value in init.items()}
    groups = [{"params": [params["weight"], params["conv"]], "weight_decay": 0.1}, {"params": [params["bias"]], "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=0.01, eps=0.0, foreach=True)
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1.0, (step + 1) / 4))
    for step in range(BEFORE):
        for param, value in params.items():
            value.grad = grads[param][step].clone()
        optimizer.step()
        scheduler.step()
    torch.save(optimizer.state_dict(), FOLDER / "trainer.pt")


class Color(enum.Enum):
    RED = 1


class Settings:
    """A user's class."""

    def __init__(self, width):
        self.width, self.parent = width, self


class Ordered(OrderedDict):
    """A user's dict."""


class Layers(list):
    """A user's list."""


def foreign():
    """Other objects than data and tensors in files of training scripts. All of them are read without their classes."""
    parameter = torch.nn.Parameter(torch.tensor([1.0, 2.0]))
    parameter.tag = "attributes of a parameter"
    return {
        "args": argparse.Namespace(lr=0.01, betas=(0.9, 0.999), model=argparse.Namespace(depth=2)),
        "path": PurePosixPath("runs/1"),
        "date": datetime.datetime(2024, 1, 2),
        "partial": functools.partial(print, 1, end=""),
        "color": Color.RED,
        "settings": Settings(3),
        "counter": Counter({30: 1, 80: 2}),
        "ordered": Ordered(a=1, b=2),
        "layers": Layers([1, 2, 3]),
        "default": defaultdict(list, {"a": [1]}),
        "frozen": frozenset([1, 2]),
        "huge": 2**200,
        "bytes": b"\x00\xff",
        "f64": numpy.float64(0.1),
        "f32": numpy.float32(0.5),
        "f16": numpy.float16(-1.5),
        "i64": numpy.int64(-(2**62) - 1),
        "u64": numpy.uint64(2**64 - 1),
        "bool": numpy.bool_(True),
        "big": numpy.array(2.5, dtype=">f8")[()],
        "array": numpy.arange(6, dtype=numpy.float32).reshape(2, 3),
        "fortran": numpy.asfortranarray(numpy.arange(6, dtype=numpy.int16).reshape(2, 3)),
        "other_order": numpy.arange(3, dtype=">i4"),
        "scalar_array": numpy.array(7.0),
        "words": numpy.array(["a", "b"]),
        "objects": numpy.array([None, {}], dtype=object),
        "parameter": parameter,
        "device": torch.device("cuda", 1),
        "size": torch.Size([2, 3]),
        "dtype": torch.bfloat16,
        "rng": torch.Generator().manual_seed(1).get_state()[:16].clone(),
        "python_rng": (3, tuple(range(5)), None),
        "sparse": torch.eye(2).to_sparse(),
        "quantized": torch.quantize_per_tensor(torch.tensor([1.0, 2.0]), 0.5, 0, torch.qint8),
        "meta": torch.zeros(2, device="meta"),
        "module": torch.nn.Linear(2, 1),
        "optimizer": torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=0.1),
        "function": math.sqrt,
        Color.RED: "a key that is no text",
        (1, None): "another one",
    }


def main():
    torch.manual_seed(0)
    init = {param: torch.randn(shape) for param, shape in SHAPES.items()}
    # A drift, so that moments, products and signs all matter.
    grads = {param: torch.randn((BEFORE + AFTER, *shape)) + 0.5 for param, shape in SHAPES.items()}
    torch.save(grads, FOLDER / "grads.pt")
    for arguments in RUNS:
        run(*arguments, init, grads)
    layer_norm()
    scheduled(init, grads)

    # Other methods or settings than the optimizers of the same name here: they must be refused.
    for name, optimizer_of in {
        "muon": lambda weight: torch.optim.Muon([weight], adjust_lr_fn="match_rms_adamw"),
        "adafactor": lambda weight: torch.optim.Adafactor([weight]),
    }.items():
        weight = torch.nn.Parameter(init["weight"].clone())
        optimizer = optimizer_of(weight)
        weight.grad = grads["weight"][0]
        optimizer.step()
        torch.save(optimizer.state_dict(), FOLDER / f"other_{name}.pt")

    # Views of one storage, other types of elements, a module's state with its metadata, what weights_only also reads.
    base = torch.arange(24, dtype=torch.float32)
    layouts = {
        "transposed": base.view(4, 6).t(),
        "sliced": base.view(4, 6)[1:3, ::2],
        "last": base[20:],
        "expanded": base[:3].unsqueeze(1).expand(3, 2),
        "empty": torch.zeros(0, 3),
        "number": torch.tensor(7.5),
        "channels_last": torch.arange(24.0).view(1, 2, 3, 4).to(memory_format=torch.channels_last),
        "f64": torch.tensor([1 / 3], dtype=torch.float64),
        "f16": torch.tensor([1 / 3, -65504.0], dtype=torch.float16),
        "bf16": torch.tensor([1 / 3, 1e30], dtype=torch.bfloat16),
        "i64": torch.tensor([-(2**40)]),
        "i32": torch.tensor([-3], dtype=torch.int32),
        "u8": torch.tensor([200], dtype=torch.uint8),
        "bool": torch.tensor([True, False]),
        "complex": torch.tensor([1j]),
    }
    plain = {"int": 2**70, "negative": -(2**40), "none": None, "float": 1e-8, "tuple": (1, 2.5, "x"), "set": {1, 2},
             "dtype": torch.float32, "size": torch.Size([1, 2]), "device": torch.device("cpu")}
    module = torch.nn.BatchNorm1d(2)
    torch.save({"layouts": layouts, "plain": plain, "module": module.state_dict()}, FOLDER / "values.pt")
    torch.save({"layouts": layouts, "plain": plain}, FOLDER / "protocol_5.pt", pickle_protocol=5)
    torch.save({"layouts": layouts, "plain": plain}, FOLDER / "before_1_6.pt", _use_new_zipfile_serialization=False)

    # A foreign object must not prevent reading model and optimizer.
    weight = torch.nn.Parameter(torch.tensor([[1.0, 2.0]]))
    adam = torch.optim.Adam([("weight", weight)], lr=numpy.float64(0.01))
    weight.grad = torch.ones(1, 2)
    adam.step()
    torch.manual_seed(0)
    objects = foreign() | {"model": {"weight": weight}, "optimizer_state": adam.state_dict()}
    torch.save(objects, FOLDER / "foreign.pt")
    torch.save(objects, FOLDER / "foreign_5.pt", pickle_protocol=5)
    torch.save(objects, FOLDER / "foreign_before_1_6.pt", _use_new_zipfile_serialization=False)

    # Parameters of half precision have states of half precision.
    for dtype in (torch.float16, torch.bfloat16):
        half = torch.nn.Parameter(weight.detach().to(dtype))
        adam = torch.optim.Adam([half], lr=0.01)
        half.grad = torch.tensor([[0.3, -0.1]], dtype=dtype)
        adam.step()
        name = str(dtype).removeprefix("torch.")
        torch.save({"model": {"weight": half}, "optimizer": adam.state_dict()}, FOLDER / f"adam_{name}.pt")

    # The same method as here, in `bfloat16`; for matrices only.
    matrix = torch.nn.Parameter(init["weight"].clone())
    muon = torch.optim.Muon([matrix])
    for step in range(BEFORE + AFTER):
        if step == BEFORE:
            torch.save({"model": {"weight": matrix}, "optimizer": muon.state_dict()}, FOLDER / "muon.pt")
        matrix.grad = grads["weight"][step]
        muon.step()
    torch.save({"weight": matrix.detach()}, FOLDER / "muon.after.pt")


if __name__ == "__main__":
    main()
