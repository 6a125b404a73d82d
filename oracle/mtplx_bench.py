#!/usr/bin/env python3
# ruff: noqa: E402  (the engine settles the environment before NumPy is imported)
"""Times the recorded MTPLX, one task at a time, beside whatever else is timed.

`rowproof bench` writes the name of a task on a line of stdin; the answer is one line
with the seconds that one run of it took, the median of a few. Both sides so take
turns within one run, which is the only comparison a shared machine allows.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import mtplx_engine

ANSWERS = mtplx_engine.take_stdout()

import mlx.core as mx
import numpy as np
from mtplx import fast_sampling, generation, sampling

WIDTH = 248320
ROWS = 8
SLICE = 0.1  # seconds of one task, if that is more than a single run


def tasks() -> dict[str, Callable[[], object]]:
    """The readers under the names that rowproof gives its own."""
    values = 16 * np.random.default_rng(1).random(WIDTH) - 8
    row = mx.array(values.astype(np.float32))
    batch = mx.stack([row] * ROWS)
    mx.eval(row, batch)
    draws = np.random.default_rng(2)
    sampled = sampling.SamplerConfig(temperature=0.6, top_p=0.95, top_k=20)

    def ordinary(config: sampling.SamplerConfig) -> Callable[[], object]:
        return lambda: generation._sample_from_logits(row, config, draws)

    return {
        "checked greedy": ordinary(sampling.SamplerConfig(temperature=0.0, top_p=0.95, top_k=20)),
        "checked sampled 0.6/0.95/20": ordinary(sampled),
        "checked dense 1.0/0.95": ordinary(sampling.SamplerConfig(temperature=1.0, top_p=0.95, top_k=0)),
        # The oracle's batched greedy reader does not look at what it reads.
        "checked greedy, 8 rows": lambda: mx.argmax(batch, axis=-1).tolist(),
        "checked sampled, 8 rows": lambda: fast_sampling.batched_sparse_distributions_from_mlx_logits(batch, sampled),
    }


def seconds(task: Callable[[], object]) -> float:
    """The median of the runs that fit into a slice; at least one."""
    took: list[float] = []
    while sum(took) < SLICE:
        start = time.perf_counter()
        task()
        took.append(time.perf_counter() - start)
    return sorted(took)[len(took) // 2]


def main() -> None:
    """Answers until stdin ends; a name that is no task ends the program."""
    known = tasks()
    for line in sys.stdin:
        ANSWERS.write(f"{seconds(known[line.strip()]):.9f}\n".encode())
        ANSWERS.flush()


if __name__ == "__main__":
    main()
