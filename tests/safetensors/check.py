"""Reads files of the tests with the libraries of Hugging Face.

    OPTIM_EXPORT=exported cargo test -p optim-tests --test hugging_face -- --ignored write_for_torch
    python tests/safetensors/check.py tests/exported
"""

import json
import shutil
import sys
import tempfile
from pathlib import Path

import torch
from safetensors.torch import load_file
from transformers import GPT2LMHeadModel

from make import CONFIG, FOLDER


def main():
    written = Path(sys.argv[1]) / "model.safetensors"
    sums = json.loads((FOLDER / "expected.json").read_text())
    tensors = load_file(written)
    assert set(tensors) | {"lm_head.weight"} == set(sums) | {"lm_head.weight"}, set(tensors) ^ set(sums)
    for name, tensor in tensors.items():
        assert abs(tensor.double().sum().item() - sums[name]) < 1e-5, name
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(written, folder)
        CONFIG.save_pretrained(folder)
        model, report = GPT2LMHeadModel.from_pretrained(folder, output_loading_info=True)
    assert not report["missing_keys"] and not report["unexpected_keys"] and not report["mismatched_keys"], report
    for name, value in model.named_parameters():
        assert torch.equal(value, tensors[name]), name
    print(f"ok: {len(tensors)} tensors, and {type(model).__name__}.from_pretrained")


if __name__ == "__main__":
    main()
