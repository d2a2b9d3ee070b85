"""The Trainer of Hugging Face resumes from files of step 10 written here, and must end like an uninterrupted run of 15 steps.

    OPTIM_EXPORT=exported cargo test -p optim-tests --test torch -- --ignored write_for_the_trainer
    python tests/torch/check_gpt2.py tests/exported

The folder has `model.safetensors`, `optimizer.pt` and `scheduler.pt`. The uninterrupted run is repeated from the same seed.
"""

import json
import shutil
import sys
import tempfile
from pathlib import Path

import torch
from safetensors.torch import load_file
from transformers import GPT2LMHeadModel

from make_gpt2 import END, FOLDER, KEPT, STEPS, trainer

TOLERANCE = 1e-6


def off(ours, theirs):
    """The largest difference of two dicts of tensors with the same keys."""
    assert ours.keys() == theirs.keys(), ours.keys() ^ theirs.keys()
    return max(float((ours[key].double() - theirs[key].double()).abs().max()) for key in theirs)


def finished(folder, checkpoint=None):
    """Parameters and rates of the last steps: of a run from the start, or from a checkpoint."""
    run = trainer(folder)
    run.train(resume_from_checkpoint=checkpoint and str(checkpoint))
    assert run.state.global_step == STEPS
    rates = {step: rate for step, rate in run.recorder.rates.items() if step > END}
    return {name: param.detach().clone() for name, param in run.model.named_parameters()}, rates


def checkpoint_of(files, folder):
    """A checkpoint of the Trainer: the files, and the `trainer_state.json` of step 5 with the numbers of step 10."""
    checkpoint = folder / f"checkpoint-{END}"
    checkpoint.mkdir(parents=True)
    for file in ["model.safetensors", "optimizer.pt", "scheduler.pt"]:
        shutil.copyfile(files / file, checkpoint / file)
    state = json.loads((FOLDER / f"checkpoint-{KEPT}" / "trainer_state.json").read_text())
    state["epoch"] *= END / state["global_step"]
    state["global_step"] = END
    (checkpoint / "trainer_state.json").write_text(json.dumps(state))
    return checkpoint


def main():
    files, failed = Path(sys.argv[1]), []

    def check(what, ok, shown):
        print(f"{'ok  ' if ok else 'FAIL'} {what:58} {shown}")
        failed.extend([] if ok else [what])

    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        whole, rates = finished(folder / "whole")
        theirs = folder / "whole" / f"checkpoint-{END}"
        again, _ = finished(folder / "again", theirs)
        check("the Trainer from its own checkpoint", off(again, whole) == 0, off(again, whole))

        difference = off(load_file(files / "model.safetensors"), load_file(theirs / "model.safetensors"))
        check("parameters after step 10", difference <= TOLERANCE, f"{difference:.1e}")
        load = lambda folder, file: torch.load(folder / file, weights_only=True)
        ours, torchs = load(files, "optimizer.pt"), load(theirs, "optimizer.pt")
        assert ours["state"].keys() == torchs["state"].keys()
        difference = max(off(ours["state"][key], torchs["state"][key]) for key in torchs["state"])
        check("states of the optimizer after step 10", difference <= TOLERANCE, f"{difference:.1e}")
        for ours, torchs in zip(ours["param_groups"], torchs["param_groups"], strict=True):
            differ = {key for key in ours.keys() | torchs.keys() if ours.get(key) != torchs.get(key)}
            check("a group of the optimizer", differ <= {"param_names"}, differ or "equal")
        ours, torchs = load(files, "scheduler.pt"), load(theirs, "scheduler.pt")
        differ = {key for key in torchs if ours.get(key) != torchs[key]}
        check("the scheduler", not differ, differ or "equal")

        resumed, resumed_rates = finished(folder / "ours", checkpoint_of(files, folder / "ours"))
        difference = off(resumed, whole)
        check("parameters after step 15, resumed from the files", difference <= TOLERANCE, f"{difference:.1e}")
        check("rates of the steps 11 to 15", resumed_rates == rates, list(resumed_rates.values()))

        shutil.copyfile(theirs / "config.json", folder / "ours" / f"checkpoint-{END}" / "config.json")
        model = GPT2LMHeadModel.from_pretrained(folder / "ours" / f"checkpoint-{END}")
        loaded = {name: param.detach() for name, param in model.named_parameters()}
        before = load_file(files / "model.safetensors")
        check("`from_pretrained` reads the parameters", off(loaded, before) == 0, off(loaded, before))
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
