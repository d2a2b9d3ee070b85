"""Reads the events of a directory with TensorBoard's own reader, and prints each tag with its number of values.

    pip install tensorboard
    python3 tests/tensorboard/read.py DIR

Use it on a directory of `Log::tensorboard(DIR)`, best after a resume: the reader drops the steps that the run has
repeated, so every tag has one value per row, and its steps ascend. Exit status 1 if they do not.
"""

import sys

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator


def main() -> int:
    # 0: keep all values instead of a sample of them.
    events = EventAccumulator(sys.argv[1], size_guidance={"scalars": 0}, purge_orphaned_data=True)
    events.Reload()
    good = True
    for tag in sorted(events.Tags()["scalars"]):
        steps = [value.step for value in events.Scalars(tag)]
        ascends = all(a < b for a, b in zip(steps, steps[1:]))
        good &= ascends
        print(f"{tag}: {len(steps)} values, steps {steps[0]} to {steps[-1]}{'' if ascends else ', NOT ASCENDING'}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
