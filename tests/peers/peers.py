"""Times steps of this project's optimizers and of Python and other Rust libraries, alternately, and prints a table with ratios.

    python -m venv venv && venv/bin/pip install -r requirements.txt
    venv/bin/python peers.py                        # everything, half an hour
    venv/bin/python peers.py SOAP Prodigy           # some optimizers
    venv/bin/python peers.py --threads 1 AdamW      # one thread only
    venv/bin/python peers.py --theirs candle        # one other library only

Both programs get the same shapes, parameters and gradients, and equivalent settings. One run of a program is a period of the optimizer (SOAP rotates
its bases every tenth step). The ratio is the median over neighbouring runs, their time divided by ours.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import torch
from prodigyopt import Prodigy
from pytorch_optimizer import SOAP, Lamb, Shampoo

HERE = Path(__file__).resolve().parent


def resnet50():
    """The 161 parameters of ResNet-50, 25.6 million elements."""
    shapes = [[64, 3, 7, 7], [64], [64]]
    before = 64
    for width, blocks in [(64, 3), (128, 4), (256, 6), (512, 3)]:
        for block in range(blocks):
            for to, source, kernel in [(width, before, 1), (width, width, 3), (4 * width, width, 1)]:
                shapes += [[to, source, kernel, kernel], [to], [to]]
            if block == 0:
                shapes += [[4 * width, before, 1, 1], [4 * width], [4 * width]]
            before = 4 * width
    return shapes + [[1000, 2048], [1000]]


def matrices(shapes):
    """Its matrices: a convolution of k × k has k times its channels as rows and as columns, so that both programs do the same mathematics."""
    return [[s[0] * (s + [1, 1])[2], s[1] * (s + [1, 1])[2]] for s in shapes if len(s) > 1]


SHAPES = {
    "2^20": [[1 << 20]],
    "2^24": [[1 << 24]],
    "1000 × 100": [[100]] * 1000,
    "1024 × 1024": [[1024, 1024]],
    "ResNet-50": resnet50(),
    "ResNet-50, matrices": matrices(resnet50()),
    "ResNet-50, matrices to 512": [s for s in matrices(resnet50()) if max(s) <= 512],
}
VECTORS = ["2^20", "2^24", "1000 × 100", "ResNet-50"]



def deepspeed(params):
    """DeepSpeed compiles its loop at the first use. The import is here, so the other rows need neither DeepSpeed nor a compiler."""
    os.environ.setdefault("DS_ACCELERATOR", "cpu")
    from deepspeed.ops.adam import DeepSpeedCPUAdam

    return DeepSpeedCPUAdam(params, lr=1e-5, weight_decay=0.01, adamw_mode=True)


ADAMW = {"AdamW": {"lr": 1e-5, "eps": 1e-8, "weight_decay": 0.01}}

# Prodigy's estimate is fixed here: the gradients never change, so it would grow for ever.
# name, shapes, our configuration, the other library, its constructor or the name of a Rust library, steps of a run
CASES = [
    ("AdamW", VECTORS, ADAMW, "torch", lambda p: torch.optim.AdamW(p, lr=1e-5, fused=True), 1),
    ("AdamW", VECTORS, ADAMW, "DeepSpeed", deepspeed, 1),
    ("AdamW", VECTORS, ADAMW, "candle", "candle", 1),
    ("AdamW", VECTORS, ADAMW, "burn", "burn", 1),
    ("AdamW", VECTORS, ADAMW, "dfdx", "dfdx", 1),
    ("SGD", VECTORS, {"SGD": {"lr": 1e-5, "momentum": 0.9}}, "torch", lambda p: torch.optim.SGD(p, lr=1e-5, momentum=0.9, fused=True), 1),
    ("Adafactor", ["2^20", "1000 × 100", "ResNet-50"], {"Adafactor": {"lr": 1e-4}}, "torch", lambda p: torch.optim.Adafactor(p, lr=1e-4, foreach=True), 1),
    ("Lamb", VECTORS, {"Lamb": {"lr": 1e-5}}, "pytorch_optimizer", lambda p: Lamb(p, lr=1e-5, max_grad_norm=0.0), 1),
    # PyTorch computes products in bf16.
    ("Muon", ["1024 × 1024"], {"Muon": {"lr": 1e-4}}, "torch", lambda p: torch.optim.Muon(p, lr=1e-4), 1),
    ("Muon-bf16", ["1024 × 1024"], {"Muon": {"lr": 1e-4}}, "torch", lambda p: torch.optim.Muon(p, lr=1e-4), 1),
    ("Prodigy", VECTORS, {"Prodigy": {"growth_rate": 1.0}}, "prodigyopt", lambda p: Prodigy(p, growth_rate=1.0), 1),
    ("SOAP", ["ResNet-50, matrices to 512", "ResNet-50, matrices"], {"SOAP": {}}, "pytorch_optimizer", lambda p: SOAP(p), 10),
    (
        "Shampoo",
        ["ResNet-50, matrices to 512", "ResNet-50, matrices"],
        {"Shampoo": {"preconditioning_compute_steps": 10}},
        "pytorch_optimizer",
        lambda p: Shampoo(p, preconditioning_compute_steps=10),
        10,
    ),
]


def array(shape, seed, scale):
    """Numbers from -1 to 1 that look random, the same as in `main.rs`."""
    index = (seed + np.arange(int(np.prod(shape)), dtype=np.uint64)).astype(np.uint32)
    bits = (index * np.uint32(2654435761)) >> np.uint32(9)
    numbers = (bits.astype(np.float32) + np.float32(0.5)) / np.float32(1 << 22) - np.float32(1)
    return torch.from_numpy(np.float32(scale) * numbers.reshape(shape))


class Rust:
    """An optimizer of the Rust program, controlled over a pipe."""

    def __init__(self, program, threads, command):
        environment = {**os.environ, "RAYON_NUM_THREADS": str(threads)}
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
        self.ask("make " + json.dumps(command))

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        if not answer:
            sys.exit(f"the Rust program ended at `{line[:200]}`")
        return answer

    def run(self, steps):
        return float(self.ask(f"run {steps}"))

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Python:
    """A Python optimizer."""

    def __init__(self, threads, shapes, optimizer):
        torch.set_num_threads(threads)
        self.params = [torch.nn.Parameter(array(s, 0, 1.0)) for s in shapes]
        for param, shape in zip(self.params, shapes):
            param.grad = array(shape, 7, 0.01)
        self.optimizer = optimizer(self.params)

    def run(self, steps):
        began = time.perf_counter()
        for _ in range(steps):
            self.optimizer.step()
        return time.perf_counter() - began

    def close(self):
        pass


def measure(ours, theirs, steps, seconds, least):
    """Seconds per step of both, and the quartiles of their ratio."""
    for who in (ours, theirs):
        who.run(steps + 1)
    pairs = []
    began = time.perf_counter()
    while time.perf_counter() - began < seconds or len(pairs) < least:
        order = (ours, theirs) if len(pairs) % 2 == 0 else (theirs, ours)
        times = {who: who.run(steps) / steps for who in order}
        pairs.append((times[ours], times[theirs]))
    ratios = [b / a for a, b in pairs]
    quartiles = statistics.quantiles(ratios, n=4) if len(ratios) > 1 else ratios * 3
    return statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs), quartiles


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", metavar="NAME", help="optimizers; all unless told")
    parser.add_argument("--theirs", action="append", choices=sorted({case[3] for case in CASES}), help="only these libraries")
    parser.add_argument("--threads", type=int, action="append", help="number of threads; one and all unless told")
    parser.add_argument("--shapes", action="append", choices=SHAPES, help="only these")
    parser.add_argument("--seconds", type=float, default=5.0, help="for one row, at least")
    parser.add_argument("--least", type=int, default=3, help="pairs of turns, at least")
    options = parser.parse_args()
    unknown = set(options.names) - {name for name, *_ in CASES}
    if unknown:
        parser.error(f"no optimizer {', '.join(sorted(unknown))} here: {', '.join(name for name, *_ in CASES)}")
    subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=HERE, check=True)
    program = HERE / "target" / "release" / "optim-peers"
    print(f"torch {torch.__version__}, f32, {os.cpu_count()} processors")
    print("\n| optimizer | theirs | shapes | threads | theirs / ours | quartiles | ours, ms per step | theirs |")
    print("|---|---|---|---|---|---|---|---|")
    for name, shapes_of, ours, library, theirs, steps in CASES:
        if options.names and name not in options.names or options.theirs and library not in options.theirs:
            continue
        for shapes in shapes_of:
            if options.shapes and shapes not in options.shapes:
                continue
            for threads in options.threads or sorted({1, os.cpu_count()}):
                given = {"shapes": SHAPES[shapes]}
                us = Rust(program, threads, {**given, "optimizer": ours, "bf16_products": name.endswith("-bf16")})
                them = Rust(program, threads, {**given, "library": theirs}) if isinstance(theirs, str) else Python(threads, SHAPES[shapes], theirs)
                a, b, (low, mid, high) = measure(us, them, steps, options.seconds, options.least)
                us.close()
                them.close()
                print(f"| {name} | {library} | {shapes} | {threads} | {mid:.2f} | {low:.2f}–{high:.2f} | {a * 1e3:.3g} | {b * 1e3:.3g} |", flush=True)


if __name__ == "__main__":
    main()
