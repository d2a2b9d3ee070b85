"""Makes files of Muon and AdamW, as two optimizers and as one, and of averaged weights, with real torch.

    pip install torch
    python tests/torch/make_partition.py

As `make.py`: NAME.pt is saved after the first steps, NAME.after.pt after all. The gradients are in `grads.pt`, which `make.py` makes.
"""

import copy

import torch
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from make import AFTER, BEFORE, FOLDER, SHAPES

MATRICES = ["weight"]
OTHERS = ["conv", "bias"]
DECAY = 0.9


class MuonWithAuxAdam(torch.optim.Optimizer):
    """`SingleDeviceMuonWithAuxAdam` of github.com/KellerJordan/Muon: one optimizer, whose groups have different settings. It iterates in
    the precision of the parameters here, and in `bfloat16` there."""

    def __init__(self, groups):
        for group in groups:
            if group["use_muon"]:
                defaults = dict(lr=0.02, momentum=0.95, weight_decay=0)
            else:
                defaults = dict(lr=3e-4, betas=(0.9, 0.95), eps=1e-10, weight_decay=0)
            group.update({**defaults, **group})
            assert group.keys() == {"params", "use_muon", *defaults}
        super().__init__(groups, {})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    p.grad = torch.zeros_like(p)
                state = self.state[p]
                if group["use_muon"]:
                    if not state:
                        state["momentum_buffer"] = torch.zeros_like(p)
                    state["momentum_buffer"].lerp_(p.grad, 1 - group["momentum"])
                    update = orthogonal(p.grad.lerp(state["momentum_buffer"], group["momentum"]))
                    update *= max(1, p.size(-2) / p.size(-1)) ** 0.5
                else:
                    if not state:
                        state.update(step=0, exp_avg=torch.zeros_like(p), exp_avg_sq=torch.zeros_like(p))
                    state["step"] += 1
                    (beta1, beta2), step = group["betas"], state["step"]
                    state["exp_avg"].lerp_(p.grad, 1 - beta1)
                    state["exp_avg_sq"].lerp_(p.grad.square(), 1 - beta2)
                    update = state["exp_avg"] / (1 - beta1**step)
                    update = update / ((state["exp_avg_sq"] / (1 - beta2**step)).sqrt() + group["eps"])
                p.mul_(1 - group["lr"] * group["weight_decay"])
                p.add_(update, alpha=-group["lr"])


def orthogonal(update):
    x = update.mT if update.size(-2) > update.size(-1) else update
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(5):
        square = x @ x.mT
        x = 3.4445 * x + (-4.7750 * square + 2.0315 * square @ square) @ x
    return x.mT if update.size(-2) > update.size(-1) else x


def parameters(values):
    return torch.nn.ParameterDict({name: torch.nn.Parameter(value.clone()) for name, value in values.items()})


def of(params, names):
    return [(name, params[name]) for name in names]


def two(params):
    muon = torch.optim.Muon(of(params, MATRICES), lr=0.02, weight_decay=0.01)
    decays = [{"params": of(params, ["conv"]), "weight_decay": 0.1}, {"params": of(params, ["bias"]), "weight_decay": 0.0}]
    return {"muon": muon, "adamw": torch.optim.AdamW(decays, lr=0.01)}


def joint(params):
    matrices, others = ([params[name] for name in names] for names in (MATRICES, OTHERS))
    groups = [dict(params=matrices, use_muon=True, weight_decay=0.01), dict(params=others, use_muon=False, lr=0.01)]
    return {"optimizer": MuonWithAuxAdam(groups)}


def adamw(params):
    return {"optimizer": torch.optim.AdamW(params.items(), lr=0.01)}


def step(optimizers, params, grads, index):
    for name, value in params.items():
        value.grad = grads[name][index].clone()
    for optimizer in optimizers.values():
        optimizer.step()


def run(name, make, init, grads, average=None):
    params = parameters(init)
    optimizers = make(params)
    averaged = average and average(params)
    for index in range(BEFORE + AFTER):
        if index == BEFORE:
            save(f"{name}.pt", params, optimizers, averaged)
        step(optimizers, params, grads, index)
        if averaged:
            averaged.update_parameters(params)
    save(f"{name}.after.pt", params, {}, averaged)


def save(file, params, optimizers, averaged):
    states = {"model": params, **optimizers} | ({"averaged": averaged} if averaged else {})
    torch.save({key: copy.deepcopy(value.state_dict()) for key, value in states.items()}, FOLDER / file)


def moving(params):
    return AveragedModel(params, multi_avg_fn=get_ema_multi_avg_fn(DECAY))


def main():
    torch.manual_seed(0)
    init = {param: torch.randn(shape) for param, shape in SHAPES.items()}
    grads = torch.load(FOLDER / "grads.pt")
    run("muon_adamw", two, init, grads)
    run("muon_joint", joint, init, grads)
    run("averaged_ema", adamw, init, grads, moving)
    run("averaged_swa", adamw, init, grads, AveragedModel)


if __name__ == "__main__":
    main()
