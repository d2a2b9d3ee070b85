"""Runs StableHLO modules with XLA and compares the results with the kernels.

    pip install -r tests/xla/requirements.txt
    cargo run --release -p optim-tests --bin stablehlo -- target/xla
    python tests/xla/run.py target/xla            # all cases
    python tests/xla/run.py target/xla Lamb       # cases whose name contains the text

Every case runs on one device. Optimizers run again on eight virtual CPU devices: parameters, gradients and states are divided along
their first axis if possible, and the collectives that XLA adds are printed. jax has no public function to call a module that it did not
trace, so the script uses parts of jax._src. Therefore the versions are pinned.
"""

import collections
import json
import os
import pathlib
import sys

os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=8"
os.environ.setdefault("JAX_ENABLE_X64", "1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import numpy as np
from jax._src import core
from jax._src.interpreters import mlir
from jax._src.lib.mlir import ir
from jax._src.lib.mlir.dialects import func as func_dialect
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P
from safetensors.numpy import load_file

COLLECTIVES = ["all-reduce", "all-gather", "reduce-scatter", "all-to-all", "collective-permute"]
TYPES = {"f32": np.float32, "f64": np.float64, "i64": np.int64}
DEVICES = 8
# In these optimizers, dot products of random gradients nearly cancel: their numbers count as at least 1.
CANCELLING = {"LBFGS"}


def main_of(module):
    return next(op for op in module.body.operations if ir.StringAttr(op.attributes["sym_name"]).value == "main")


def as_function(text):
    """The `main` of a module as a function that jax compiles."""
    with mlir.make_ir_context() as context, ir.Location.unknown(context):
        module = ir.Module.parse(text, context)
        module.operation.verify()
        results = main_of(module).type.results
        shapes = [ir.RankedTensorType(result) for result in results]
        outputs = [core.ShapedArray(tuple(shape.shape), TYPES[str(shape.element_type)]) for shape in shapes]
    primitive = core.Primitive("optim_step")
    primitive.multiple_results = True
    primitive.def_abstract_eval(lambda *_: outputs)

    def lower(ctx, *arguments):
        inner = ir.Module.parse(text)
        types = list(main_of(inner).type.results)
        table = ctx.module_context.symbol_table
        symbol = mlir.merge_mlir_modules(ctx.module_context.module, "optim_step", inner, dst_symtab=table)
        return list(func_dialect.CallOp(types, ir.FlatSymbolRefAttr.get(symbol), arguments).results)

    mlir.register_lowering(primitive, lower)
    return lambda *arguments: primitive.bind(*arguments)


class Modules:
    """Modules of a folder, each compiled once for each kind of placement."""

    def __init__(self, folder):
        self.folder = folder
        self.functions = {}
        self.compiled = {}

    def run(self, name, arguments, donated):
        if name not in self.functions:
            step = as_function((self.folder / name).read_text())
            self.functions[name] = jax.jit(step, donate_argnums=tuple(range(donated)))
        key = (name, tuple(str(a.sharding) for a in arguments))
        if key not in self.compiled:
            self.compiled[key] = self.functions[name].lower(*arguments).compile()
        return self.compiled[key](*arguments), self.compiled[key]


def along_rows(mesh):
    def place(array):
        divided = array.ndim and array.shape[0] and array.shape[0] % DEVICES == 0
        return jax.device_put(array, NamedSharding(mesh, P("rows") if divided else P()))

    return place


def on_one(array):
    return jax.device_put(array, jax.devices()[0])


def run(case, modules, place):
    """The results of each run, the largest number of collectives in one step, and whether memory is reused."""
    tensors = case["arrays"]
    now = {key.removeprefix("start/"): place(array) for key, array in tensors.items() if key.startswith("start/")}
    left, collectives, aliased = [], collections.Counter(), True
    for number, one in enumerate(case["runs"]):
        arguments = []
        for role in one["arguments"]:
            given = tensors.get(f"given/{number}/{role}")
            arguments.append(now[role] if given is None else place(given))
        donated = sum(result in one["arguments"] for result in one["results"])
        results, compiled = modules.run(one["module"], arguments, donated)
        text = compiled.as_text()
        for name in COLLECTIVES:
            collectives[name] = max(collectives[name], text.count(f" {name}(") + text.count(f" {name}-start("))
        aliased = aliased and "input_output_alias" in text
        # A result stays on the device of its argument.
        for role, result in zip(one["results"], results):
            now[role] = place(np.asarray(result))
        left.append({role: np.asarray(now[role]) for role in one["results"]})
    return left, {name: count for name, count in collectives.items() if count}, aliased


def difference(found, expected, allowed):
    """The largest difference as a fraction of the tolerance; NaN must match NaN, infinite numbers must be equal."""
    same = (np.isnan(found) & np.isnan(expected)) | (found == expected)
    with np.errstate(invalid="ignore", divide="ignore"):
        parts = np.where(same, 0.0, np.abs(found - expected) / allowed)
    return float(np.where(np.isnan(parts), np.inf, parts).max(initial=0.0))


def allowance(kind, is_double, least, start, expected):
    """The tolerance of each number; smaller numbers count as `least`."""
    size = np.where(np.isfinite(expected), np.abs(expected), 0.0)
    if kind == "elementwise":
        # Some units in the last place, as in library functions, even for the smallest numbers.
        return (1e-13 if is_double else 1e-6) * size + (1e-307 if is_double else 1e-37)
    if kind == "joined":
        return (1e-13 if is_double else 2e-6) * np.maximum(4.0, size)
    # In single precision 2e-6 of the size and 5e-5 of the change; in double precision 1e-11 of both.
    movement = np.abs(expected - start).max(initial=0.0)
    size = np.maximum(least, size)
    return 1e-11 * (size + movement) if is_double else 2e-6 * size + 5e-5 * movement


def least_size(name, tensors, role, runs):
    """1 for a parameter; for a state its largest number in all steps, since all of them may be small."""
    if role.startswith("param ") or name.split("/")[0] in CANCELLING:
        return 1.0
    sizes = [np.abs(tensors[f"expected/{run}/{role}"]) for run in range(runs) if f"expected/{run}/{role}" in tensors]
    return max((float(size[np.isfinite(size)].max(initial=0.0)) for size in sizes), default=0.0)


def compare(case, left):
    """The largest difference of a case as a fraction of the tolerance, and where it is."""
    worst, place = 0.0, ""
    tensors = case["arrays"]
    is_double = case["name"].endswith("f64")
    for number, results in enumerate(left):
        for role, found in results.items():
            expected = tensors.get(f"expected/{number}/{role}")
            if expected is None:
                continue
            if found.shape != expected.shape or found.dtype != expected.dtype:
                return np.inf, f"run {number + 1}: {role} is {found.dtype}{found.shape}"
            # Outputs have no value before a step.
            start = tensors.get(f"start/{role}", np.zeros_like(expected))
            start, found, expected = (array.astype(np.float64) for array in (start, found, expected))
            least = least_size(case["name"], tensors, role, len(left))
            part = difference(found, expected, allowance(case["kind"], is_double, least, start, expected))
            if part > worst:
                worst, place = part, f"run {number + 1}: {role}"
    return worst, place


def main():
    folder = pathlib.Path(sys.argv[1])
    wanted = sys.argv[2:] or [""]
    cases = [case for case in json.loads((folder / "cases.json").read_text()) if any(name in case["name"] for name in wanted)]
    modules = Modules(folder)
    mesh = Mesh(np.array(jax.devices()), ("rows",))
    failed, donated, summary = [], 0, collections.defaultdict(lambda: [0, 0.0, 0.0, collections.Counter()])
    for case in cases:
        case["arrays"] = load_file(folder / case["tensors"])
        kind = case["name"].split("/")[0] + " " + case["name"].split("/")[-1]
        row = summary[kind]
        row[0] += 1
        ways = [("one", on_one)] + ([("many", along_rows(mesh))] if case["kind"] == "optimizer" else [])
        for way, place in ways:
            try:
                left, collectives, aliased = run(case, modules, place)
                worst, where = compare(case, left)
            except Exception as error:  # what does not compile is reported with the rest
                worst, where, collectives, aliased = np.inf, str(error).split("\n")[0][:300], {}, False
            column = 1 if way == "one" else 2
            row[column] = max(row[column], worst)
            if way == "many":
                row[3] |= collections.Counter(collectives)
            elif case["kind"] == "optimizer":
                donated += aliased
            if worst > 1.0:
                failed.append(f"{case['name']} on {way}: {worst:.3g} of what is allowed, {where}")
                print(failed[-1], flush=True)
        modules.compiled.clear()
        case["arrays"] = None
    print(f"{'':24} cases   one device   {DEVICES} devices   (largest difference, in parts of what is allowed), collectives of a step")
    for kind, (count, one, many, collectives) in sorted(summary.items()):
        found = ", ".join(f"{name} {count}" for name, count in sorted(collectives.items()))
        print(f"{kind:24} {count:5}   {one:10.2e}   {many:10.2e}   {found}")
    optimizers = sum(case["kind"] == "optimizer" for case in cases)
    print(f"{len(cases)} cases, {len(failed)} failed; memory of arguments is taken over in {donated} of {optimizers} cases of optimizers")
    sys.exit(bool(failed))


main()
