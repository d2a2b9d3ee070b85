"""Makes the files of this folder with the libraries of Hugging Face, for `tests/tests/hugging_face/`.

    pip install torch transformers safetensors
    python tests/safetensors/make.py

`types.safetensors` has one tensor of every type, `gpt2/` a model as `save_pretrained` writes it, `gpt2_parts/` the same in several files.
`expected.json` has sums of the parameters as torch sees them.
"""

import json
import shutil
from pathlib import Path

import torch
from safetensors.torch import save_file
from transformers import GPT2Config, GPT2LMHeadModel

FOLDER = Path(__file__).parent
CONFIG = GPT2Config(vocab_size=11, n_positions=5, n_embd=4, n_layer=2, n_head=2)


def main():
    torch.manual_seed(0)
    numbers = torch.tensor([[1 / 3, -2.0, 1e-3], [0.0, -0.0, 65504.0]], dtype=torch.float64)
    types = {name: numbers.to(dtype) for name, dtype in [
        ("f64", torch.float64), ("f32", torch.float32), ("f16", torch.float16), ("bf16", torch.bfloat16)]}
    types |= {"i64": torch.arange(3), "bool": torch.tensor([True, False]), "empty": torch.zeros(0, 3), "number": torch.tensor(7.5)}
    save_file(types, FOLDER / "types.safetensors", metadata={"made by": "make.py"})

    model = GPT2LMHeadModel(CONFIG)
    with torch.no_grad():
        for value in model.parameters():
            value.normal_()
    for folder, arguments in (("gpt2", {}), ("gpt2_parts", {"max_shard_size": "2KB"})):
        shutil.rmtree(FOLDER / folder, ignore_errors=True)
        model.save_pretrained(FOLDER / folder, **arguments)
        for other in FOLDER.glob(f"{folder}/*config.json"):
            other.unlink()
    sums = {name: value.double().sum().item() for name, value in model.named_parameters()}
    (FOLDER / "expected.json").write_text(json.dumps(sums, indent=1) + "\n")


if __name__ == "__main__":
    main()
