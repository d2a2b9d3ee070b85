"""Reads the events of a directory with TensorBoard's own reader, and prints each tag with its number of values.

    pip install tensorboard
    python3 tests/tensorboard/read.py DIR [OTHER]

Use it on a directory of `Log::tensorboard(DIR)`, best after a resume: the reader drops the steps that the run has
repeated, so every tag has one value per row, and its steps ascend. The exit status is 1 if they do not, or if the directory
OTHER, for example from an uninterrupted run, has other values.
"""

import sys

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator


def read(directory: str) -> dict[str, list[tuple[int, float]]]:
    """The steps and values of each tag."""
    # 0: keep all values instead of a sample of them.
    events = EventAccumulator(directory, size_guidance={"scalars": 0}, purge_orphaned_data=True)
    events.Reload()
    return {tag: [(value.step, value.value) for value in events.Scalars(tag)] for tag in sorted(events.Tags()["scalars"])}


def main() -> int:
    found = read(sys.argv[1])
    good = bool(found)
    for tag, values in found.items():
        steps = [step for step, _ in values]
        ascends = all(a < b for a, b in zip(steps, steps[1:]))
        good &= ascends
        print(f"{tag}: {len(steps)} values, steps {steps[0]} to {steps[-1]}{'' if ascends else ', NOT ASCENDING'}")
    for other in sys.argv[2:]:
        # As text, in which NaN is NaN.
        same = repr(read(other)) == repr(found)
        good &= same
        print(f"{other} has {'the same values' if same else 'OTHER VALUES'}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
