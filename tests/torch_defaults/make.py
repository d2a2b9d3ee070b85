"""Makes `torch.safetensors`: runs of the optimizers of torch.optim with their defaults, in double precision.

    pip install torch==2.15.0 safetensors
    python tests/torch_defaults/make.py

The gradients of the second half of each array are about as large as `eps`, so its place matters. Muon iterates in double precision instead of bfloat16.
LBFGS minimizes half the sum of squares of `curvature * x - 1`; its `max_iter` is the number of steps.
"""

from pathlib import Path

import torch
from safetensors.torch import save_file

STEPS = 12
SHAPES = {"bias": (6,), "weight": (5, 4)}
KINDS = ["ASGD", "Adadelta", "Adagrad", "Adam", "AdamW", "Adamax", "LBFGS", "Muon", "NAdam", "RAdam", "RMSprop", "Rprop", "SGD"]


def main():
    torch.manual_seed(0)
    torch.set_default_dtype(torch.float64)
    torch.bfloat16 = torch.float64
    init = {param: torch.randn(shape) for param, shape in SHAPES.items()}
    grads = {param: torch.randn((STEPS, *shape)) for param, shape in SHAPES.items()}
    for values in grads.values():
        values.view(STEPS, -1)[:, values[0].numel() // 2:] *= 1e-8
    curvature = {param: 0.5 + torch.rand(shape) for param, shape in SHAPES.items()}
    tensors = {f"init/{param}": value for param, value in init.items()}
    tensors |= {f"grads/{param}": value for param, value in grads.items()}
    tensors |= {f"curvature/{param}": value for param, value in curvature.items()}
    for kind in KINDS:
        names = [param for param in SHAPES if kind != "Muon" or len(SHAPES[param]) == 2]
        params = {param: init[param].clone().requires_grad_() for param in names}
        of_kind = {"max_iter": STEPS} if kind == "LBFGS" else {}
        optimizer = getattr(torch.optim, kind)(list(params.values()), **of_kind)
        if kind == "LBFGS":
            def closure():
                for param, value in params.items():
                    value.grad = curvature[param] * (curvature[param] * value.detach() - 1.0)
                return sum(0.5 * ((curvature[param] * value.detach() - 1.0) ** 2).sum() for param, value in params.items())
            optimizer.step(closure)
        else:
            for step in range(STEPS):
                for param, value in params.items():
                    value.grad = grads[param][step].clone()
                optimizer.step()
        tensors |= {f"{kind}/{param}": value.detach().clone() for param, value in params.items()}
    # Betas other than the defaults, because `eps` of Adam and AdamW depends on them.
    for kind in ("Adam", "AdamW"):
        params = {param: init[param].clone().requires_grad_() for param in SHAPES}
        optimizer = getattr(torch.optim, kind)(list(params.values()), betas=(0.9, 0.95))
        for step in range(STEPS):
            for param, value in params.items():
                value.grad = grads[param][step].clone()
            optimizer.step()
        tensors |= {f"{kind}.95/{param}": value.detach().clone() for param, value in params.items()}
    save_file(tensors, Path(__file__).parent / "torch.safetensors")


if __name__ == "__main__":
    main()
