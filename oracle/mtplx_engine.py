#!/usr/bin/env python3
# ruff: noqa: E402  (the environment is settled before NumPy is imported)
"""The recorded MTPLX as an engine of the pipe protocol (docs/engine-protocol.md).

One JSON request per line on stdin, one JSON answer per line on stdout, in order.
Run it with the interpreter that make_env.sh prints. It answers from a request's
inputs alone; replaying the receipts through it is how they are recorded. Whole runs
of a model are mtplx_generate.py's.

Every answer has the form of a receipt's `out`. Three things that a reader would
not expect:

- NumPy's AVX-512 kernels are switched off before NumPy is imported. They round
  exp differently in the last bit, and the receipts come from a host without them.
- The argmax call sites of generation.py sit in the middle of loops that need a
  model. Their expressions are read from the installed file and evaluated, so
  what answers is upstream's text and not a copy of it.
- The lazy sampler with top_k = 0 divides by zero inside MLX and takes the process
  down with SIGFPE. That is how the oracle behaves, and it is left so: the
  harness records a crash as an outcome and starts the engine again.
"""

from __future__ import annotations

import os
import platform
import sys
from typing import Any, BinaryIO

# The dispatch targets of this NumPy build that hold AVX-512 code. Each has to be
# named: switching off X86_V4 alone leaves AVX512_ICL on.
AVX512_TARGETS = "X86_V4 AVX512_ICL AVX512_SPR"


def settle_environment() -> None:
    """Makes the answers depend on nothing that the caller's environment holds.

    MTPLX_* variables choose other routes upstream. NumPy reads its own at import.
    """
    for name in [name for name in os.environ if name.startswith("MTPLX_")]:
        del os.environ[name]
    os.environ.pop("NPY_ENABLE_CPU_FEATURES", None)
    if platform.machine() == "x86_64":
        already_off = os.environ.get("NPY_DISABLE_CPU_FEATURES", "")
        os.environ["NPY_DISABLE_CPU_FEATURES"] = f"{already_off} {AVX512_TARGETS}".strip()


def take_stdout() -> BinaryIO:
    """Keeps the real stdout for answers; whatever a library prints goes to stderr.

    The descriptor is moved, not only sys.stdout: native code prints as well.
    """
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return answers


if __name__ == "__main__":
    ANSWERS = take_stdout()
settle_environment()

import ast
import base64
import contextlib
import copy
import ctypes
import hashlib
import importlib.metadata
import json
import linecache
import re
import signal
import struct
import textwrap
import time
import traceback
import types
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import mlx.core as mx
import numpy as np

JSON = dict[str, Any]


@contextlib.contextmanager
def mac_system_library() -> Iterator[None]:
    """Stands in for the Mac's libSystem while MTPLX is imported elsewhere.

    One of its modules looks up the Mac's clock at import. Nothing that is asked
    here reads that clock, so a monotonic one in its place changes no answer.
    """
    load = ctypes.CDLL

    def timebase(info: Any) -> int:
        info._obj.numer = info._obj.denom = 1
        return 0

    def load_or_stand_in(name: Any, *args: Any, **kwargs: Any) -> Any:
        if str(name).endswith("libSystem.B.dylib"):
            return types.SimpleNamespace(
                mach_timebase_info=timebase,
                mach_continuous_time=lambda: time.monotonic_ns(),
            )
        return load(name, *args, **kwargs)

    if sys.platform != "darwin":
        ctypes.CDLL = load_or_stand_in  # type: ignore[misc,assignment]
    try:
        yield
    finally:
        ctypes.CDLL = load  # type: ignore[misc]


with mac_system_library():
    import mtplx.fast_sampling as fast_sampling
    import mtplx.generation as generation
    import mtplx.sampling as sampling

import mtplx_generate

warnings.simplefilter("ignore")
np.seterr(all="ignore")  # broken rows are the subject; NumPy need not remark on them
mx.set_default_device(mx.cpu)

DTYPES = {"f32": mx.float32, "bf16": mx.bfloat16, "f16": mx.float16}


class Unsupported(Exception):
    """A request this engine does not serve; the text is the reason it gives."""


# Reading a request


def read_number(said: JSON) -> float:
    """A float64 from its bits; the decimal beside them is for people."""
    return struct.unpack(">d", bytes.fromhex(said["x"]))[0]


def read_numbers(said: JSON) -> np.ndarray:
    """A float64 vector from its bits."""
    return np.frombuffer(bytes.fromhex(said["x"]), ">f8").astype(np.float64)


def read_words(text: str, dtype: str, count: int) -> np.ndarray:
    """The bits of `count` values of a row, as unsigned words."""
    words = np.frombuffer(bytes.fromhex(text), ">u4" if dtype == "f32" else ">u2")
    if len(words) != count:
        raise ValueError(f"{len(words)} {dtype} values where n says {count}")
    return words.astype(np.uint32 if dtype == "f32" else np.uint16)


def read_row(said: JSON) -> mx.array:
    """A row of logits in its own format, bit for bit."""
    return mx.view(mx.array(read_words(said["hex"], said["dt"], said["n"])), DTYPES[said["dt"]])


def read_rows(said: JSON) -> mx.array:
    """Rows of one width as a matrix (rows, n)."""
    if len(said["hex"]) != said["rows"]:
        raise ValueError(f"{len(said['hex'])} rows where rows says {said['rows']}")
    return mx.stack([read_row({"dt": said["dt"], "n": said["n"], "hex": text}) for text in said["hex"]])


def read_config(said: JSON) -> sampling.SamplerConfig:
    """Sampling parameters; penalties that are not said are zero."""
    penalties = {name: read_number(said[name]) for name in ("presence_penalty", "frequency_penalty") if name in said}
    return sampling.SamplerConfig(
        temperature=read_number(said["temperature"]),
        top_p=read_number(said["top_p"]),
        top_k=said["top_k"],
        **penalties,
    )


def read_penalties(asked: JSON) -> JSON:
    """Keyword arguments of the readers that take penalties."""
    counts = dict(asked.get("token_counts", []))
    overlay = {token: read_number(value) for token, value in asked.get("overlay", [])}
    return {"token_counts": counts or None, "penalty_overlay": overlay or None}


def read_distribution(said: JSON) -> np.ndarray | sampling.SparseDistribution:
    """A distribution as it stands.

    A sparse one is put together without its constructor, which would divide by
    the sum once more and move last bits.
    """
    if said["type"] == "dense":
        return read_numbers(said["all"])
    made = object.__new__(sampling.SparseDistribution)
    object.__setattr__(made, "token_ids", np.array(said["ids"], dtype=np.int64))
    object.__setattr__(made, "probs", read_numbers(said["p"]))
    object.__setattr__(made, "vocab_size", said["vocab"])
    return made


def read_base64(text: str, dtype: str) -> np.ndarray:
    """A vector from base64 of its little-endian bits."""
    return np.frombuffer(base64.b64decode(text, validate=True), dtype)


# Writing an answer


def decimal(value: Any) -> float | str:
    """The shortest decimal of a float of either width, or its name.

    str() gives the shortest digits for the value's own width: 0.1 for the float32
    next to 0.1, not 0.10000000149.
    """
    if np.isnan(value):
        return "NaN"
    if np.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return float(str(value))


def number(value: float) -> JSON:
    """A float64 as {"v","x"}."""
    return {"v": decimal(float(value)), "x": struct.pack(">d", value).hex()}


def vector(values: np.ndarray, dtype: str) -> JSON:
    """A vector of float64 (">f8") or float32 (">f4") as {"v","x"}."""
    flat = np.asarray(values).reshape(-1).astype(dtype)
    return {"v": [decimal(v) for v in flat], "x": flat.tobytes().hex(" ", flat.itemsize) if flat.size else ""}


def doubles(values: np.ndarray) -> JSON:
    return vector(values, ">f8")


def singles(values: mx.array) -> JSON:
    """A vector of any float format, widened to float32."""
    return vector(np.array(values.astype(mx.float32)), ">f4")


def whole(values: Any) -> list[int]:
    """Integers in row-major order."""
    return [int(value) for value in np.asarray(values).reshape(-1)]


def base64_of(values: np.ndarray, dtype: str) -> str:
    return base64.b64encode(values.astype(dtype).tobytes()).decode()


def refusal(error: Exception) -> JSON:
    """An exception of the oracle, with its census if it carries one."""
    said: JSON = {"kind": type(error).__name__, "msg": str(error)}
    if isinstance(error, sampling.NonFiniteLogitsError):
        where = re.match(r"non-finite logits in (.+?)(?: \(nan=|$)", str(error))
        said |= {
            "where": where[1] if where else str(error),
            "nan": error.nan_count,
            "inf": error.inf_count,
            "vocab": error.vocab_size,
        }
    return said


def attempt(call: Callable[[], Any]) -> tuple[Any, JSON | None]:
    """What a call of the oracle returned, or how it refused.

    Other exceptions than its refusals are breakdowns and pass through.
    """
    try:
        return call(), None
    except (sampling.NonFiniteLogitsError, ValueError, FloatingPointError) as error:
        return None, refusal(error)


def raw_distribution(dist: np.ndarray | sampling.SparseDistribution) -> JSON:
    """A distribution with all its values."""
    if isinstance(dist, sampling.SparseDistribution):
        return sparse_distribution(dist)
    return {"type": "dense", "all": doubles(dist)}


def sparse_distribution(dist: sampling.SparseDistribution) -> JSON:
    return {"type": "sparse", "vocab": int(dist.vocab_size), "ids": whole(dist.token_ids), "p": doubles(dist.probs)}


def distribution(dist: np.ndarray | sampling.SparseDistribution | None) -> JSON | None:
    """A distribution in its short form: a wide dense one is its digest and its 24 best."""
    if dist is None:
        return None
    if isinstance(dist, sampling.SparseDistribution):
        return sparse_distribution(dist)
    values = np.asarray(dist, dtype="<f8")
    said = {
        "type": "dense",
        "n": len(values),
        "nnz": int((values > 0).sum()),
        "sha256": hashlib.sha256(values.tobytes()).hexdigest(),
    }
    if len(values) <= 65:
        return said | {"all": doubles(values)}
    best = np.argsort(-values, kind="stable")[:24]
    return said | {"top_ids": whole(best), "top_p": doubles(values[best])}


def peek(rng: np.random.Generator) -> JSON:
    """The double that rng would give next, without taking it."""
    return number(copy.deepcopy(rng).random())


# Upstream's argmax call sites


def upstream_expression(first: int, last: int) -> types.CodeType:
    """The right-hand side of the assignment in these lines of generation.py."""
    path = generation.__file__
    text = "".join(linecache.getline(path, line) for line in range(first, last + 1))
    match ast.parse(textwrap.dedent(text)).body:
        case [ast.Assign(value=value)] if "mx.argmax(" in text:
            return compile(ast.Expression(value), f"{path}:{first}", "eval")
    raise ImportError(f"{path}:{first} assigns no argmax: this is not the recorded mtplx\n{text}")


COPY_WINDOW = upstream_expression(13295, 13295)
BATCHED_VERIFY = upstream_expression(15339, 15341)
GREEDY_VERIFY = upstream_expression(15371, 15371)


def copy_window(rows: mx.array) -> list[int]:
    """A copied window's rows (1, rows, n), settled at temperature zero."""
    return eval(COPY_WINDOW, {"mx": mx, "_cc_accept": rows})


def batched_verify(rows: mx.array) -> list[int]:
    """All rows (1, rows, n) of a verify window in one call."""
    return eval(BATCHED_VERIFY, {"mx": mx, "accept_logits": rows, "draft_tokens": range(rows.shape[1])})


def greedy_verify(row: mx.array) -> int:
    """One row (n) of a verify window."""
    return eval(GREEDY_VERIFY, {"mx": mx, "_greedy_row": row})


# The groups: each takes a request's entry, kind and inputs to a receipt's `out`


def ordinary_draw(
    row: mx.array, config: sampling.SamplerConfig, rng: np.random.Generator, penalties: JSON
) -> tuple[JSON, JSON | None]:
    """One draw of the ordinary entry and the distribution behind it."""
    drawn, error = attempt(lambda: generation._sample_from_logits(row, config, rng, **penalties))
    if error:
        return {"err": error, "next": peek(rng)}, None
    token, dist = drawn
    return {"tok": int(token), "next": peek(rng)}, distribution(dist)


def ordinary_entry(entry: str, kind: str, asked: JSON) -> JSON:
    row, config, penalties = read_row(asked["row"]), read_config(asked["cfg"]), read_penalties(asked)
    rng = np.random.default_rng(asked["rng_seed"])
    draws, dists = zip(*(ordinary_draw(row, config, rng, penalties) for _ in range(3)), strict=True)
    if dists.count(dists[0]) != len(dists):
        raise RuntimeError("three draws from one row came from different distributions")
    return {"draws": list(draws), "dist": dists[0]}


def sparse_maker(entry: str, asked: JSON) -> Callable[[], sampling.SparseDistribution]:
    """An entry with its arguments read: a mistake in the request must not pass for a refusal."""
    if entry == "sampling.SparseDistribution":
        ids, p = np.array(asked["ids"], dtype=np.int64), read_numbers(asked["p"])
        return partial(sampling.SparseDistribution, ids, p, asked["vocab"])
    row, config, penalties = read_row(asked["row"]), read_config(asked["cfg"]), read_penalties(asked)
    if entry == "fast_sampling._host_sparse_distribution":
        return partial(fast_sampling._host_sparse_distribution, np.array(row.astype(mx.float32)), config)
    if entry == "fast_sampling.sparse_distribution_from_mlx_logits":
        return partial(fast_sampling.sparse_distribution_from_mlx_logits, row, config, **penalties)
    raise Unsupported(f"no such entry: {entry}")


def sparse_fallback(entry: str, kind: str, asked: JSON) -> JSON:
    dist, error = attempt(sparse_maker(entry, asked))
    if error:
        return {"err": error}
    rng = np.random.default_rng(asked["rng_seed"])
    token, error = attempt(lambda: sampling.sample_from_distribution(dist, rng))
    draw = {"err": error} if error else {"tok": int(token), "next": peek(rng)}
    return {"dist": distribution(dist), "draw": draw}


def batch_reader(entry: str, config: sampling.SamplerConfig, width: int) -> Callable[[mx.array], Any]:
    """The batched reader of that name, as a function of the rows alone."""
    if entry == "fast_sampling.bind_batched_top_k_distributions":
        return fast_sampling.bind_batched_top_k_distributions(config, vocab_size=width)
    if entry == "fast_sampling.batched_sparse_distributions_from_mlx_logits":
        return lambda rows: fast_sampling.batched_sparse_distributions_from_mlx_logits(rows, config)
    if entry == "fast_sampling.sparse_distributions_from_mlx_logits":
        return lambda rows: fast_sampling.sparse_distributions_from_mlx_logits(rows, config)
    raise Unsupported(f"no such entry: {entry}")


def batched_fallback(entry: str, kind: str, asked: JSON) -> JSON:
    rows, config = read_rows(asked["rows"]), read_config(asked["cfg"])
    made, error = attempt(lambda: batch_reader(entry, config, rows.shape[1])(rows))
    if error:
        return {"err": error}
    if made is None:  # the route does not apply to these parameters
        return {"none": True}
    rng = np.random.default_rng(asked["rng_seed"])
    if isinstance(made, list):
        draws = [{"tok": int(sampling.sample_from_distribution(dist, rng)), "next": peek(rng)} for dist in made]
        return {"dists": [distribution(dist) for dist in made], "draws": draws}
    draws = [{"tok": int(made.sample(row, rng)), "next": peek(rng)} for row in range(rows.shape[0])]
    return {"ids": [whole(ids) for ids in made.token_ids], "p": [doubles(p) for p in made.probs], "draws": draws}


def accept(target: Any, draft: Any, token: int) -> JSON:
    """The probability that a draft token is accepted."""
    p, error = attempt(lambda: sampling.acceptance_probability(target, draft, token))
    return {"err": error} if error else number(p)


def residual(target: Any, draft: Any) -> JSON:
    """The distribution a rejected token is replaced from."""
    dist, error = attempt(lambda: sampling.residual_distribution(target, draft))
    return {"err": error} if error else {"is_target": dist is target, **raw_distribution(dist)}


def verify(target: Any, draft: Any, token: int, rng: np.random.Generator) -> JSON:
    """The whole decision over one draft token."""
    seen, error = attempt(lambda: sampling.verify_one_token(target, draft, token, rng))
    if error:
        return {"err": error, "next": peek(rng)}
    return {
        "accepted": bool(seen.accepted),
        "tok": int(seen.token_id),
        "accept_p": number(seen.accept_probability),
        "next": peek(rng),
    }


def mixed_distributions(entry: str, kind: str, asked: JSON) -> JSON:
    target, draft, tokens = read_distribution(asked["target"]), read_distribution(asked["draft"]), asked["tokens"]
    rng = np.random.default_rng(asked["rng_seed"])
    return {
        "accept": [accept(target, draft, token) for token in tokens],
        "residual": residual(target, draft),
        "verify": [verify(target, draft, token, rng) for token in tokens],
    }


def read_key(asked: JSON) -> mx.array:
    return mx.random.key(int(asked["seed"]))


def key_split(asked: JSON) -> JSON:
    key = read_key(asked)
    return {"key": whole(key), "split": whole(mx.random.split(key, asked["num"]))}


def words(asked: JSON) -> JSON:
    """Python sees the generator's words only through split."""
    return {"words": whole(mx.random.split(read_key(asked), asked["num"]))}


def uniform(asked: JSON) -> JSON:
    return {"u": singles(mx.random.uniform(shape=asked["shape"], key=read_key(asked), dtype=DTYPES[asked["dt"]]))}


def uniform_range(asked: JSON) -> JSON:
    low, high = read_number(asked["low"]), read_number(asked["high"])
    return {"u": singles(mx.random.uniform(low, high, asked["shape"], key=read_key(asked)))}


def gumbel(asked: JSON) -> JSON:
    return {"g": singles(mx.random.gumbel(asked["shape"], dtype=DTYPES[asked["dt"]], key=read_key(asked)))}


def categorical(asked: JSON) -> JSON:
    rows = read_rows(asked["rows"])
    if asked["form"].startswith("1d"):
        rows = rows[0]
    options = {name: asked[name] for name in ("num_samples", "axis") if name in asked}
    tokens = mx.random.categorical(rows, key=read_key(asked), **options)
    return {"shape": list(tokens.shape), "tok": whole(tokens)}


def lazy_shape(asked: JSON) -> JSON:
    """The lazy sampler's candidates. A top_k of 0 ends this process, see above."""
    ids, log_weights, bad = generation._mx_lazy_shape(read_row(asked["row"]), read_config(asked["cfg"]))
    return {"ids": whole(ids), "log_weights": singles(log_weights), "bad": bool(bad.item())}


def lazy_sample(asked: JSON) -> JSON:
    """The lazy sampler's token. A top_k of 0 ends this process, see above."""
    token = generation._mx_lazy_sample(read_row(asked["row"]), read_config(asked["cfg"]), read_key(asked))
    return {"tok": int(token.item())}


KEYED = {
    "key_split": key_split,
    "words": words,
    "uniform": uniform,
    "uniform_range": uniform_range,
    "gumbel": gumbel,
    "categorical": categorical,
    "lazy_shape": lazy_shape,
    "lazy_sample": lazy_sample,
}


def by_kind(table: Mapping[str, Callable[[JSON], JSON]], kind: str) -> Callable[[JSON], JSON]:
    """A kind's function; what follows a colon names the row and picks nothing."""
    name = kind.split(":")[0]
    if name not in table:
        raise Unsupported(f"no such kind: {kind}")
    return table[name]


def keyed_lazy(entry: str, kind: str, asked: JSON) -> JSON:
    return by_kind(KEYED, kind)(asked)


def draft_with_metrics(row: mx.array) -> JSON | int:
    """The draft reader around line 7577; it looks for two values at least."""
    cube = row.reshape(1, 1, row.shape[0])
    seen, error = attempt(lambda: generation._greedy_draft_token_and_top_values(cube, topk=2))
    return {"err": error} if error else int(seen[0])


def draft_unchecked(row: mx.array, config: sampling.SamplerConfig, seed: int) -> int:
    """The draft reader around line 7664, which checks nothing at temperature zero."""
    rng = np.random.default_rng(seed)
    return int(generation._sample_draft_from_logits(row, config, rng, need_distribution=False)[0])


def metal_argmax(row: mx.array) -> int:
    """What the Metal kernel's source says it would give. Derived, not observed.

    It starts at index 0 with -Inf and takes what is greater, so no NaN wins.
    """
    values = np.array(row.astype(mx.float32))
    return int(np.argmax(np.where(np.isnan(values), -np.inf, values)))


def native_ordinary(row: mx.array, config: sampling.SamplerConfig, seed: int) -> JSON:
    """The ordinary entry in this group's form: token and distribution side by side."""
    draw, dist = ordinary_draw(row, config, np.random.default_rng(seed), {})
    if "err" in draw:
        return draw
    return {"tok": draw["tok"], "dist": dist, "next": draw["next"]}


def native_invalid(entry: str, kind: str, asked: JSON) -> JSON:
    row, config, seed = read_row(asked["row"]), read_config(asked["cfg"]), asked["rng_seed"]
    window = row.reshape(1, 1, row.shape[0])
    greedy = config.temperature <= 0
    lazy = None if greedy else lazy_sample({"row": asked["row"], "cfg": asked["cfg"], "seed": asked["key_seed"]})["tok"]
    return {
        "ordinary": native_ordinary(row, config, seed),
        "lazy": lazy,
        "argmax_7577": draft_with_metrics(row),
        "argmax_13295": copy_window(window),
        "argmax_15371": greedy_verify(row),
        "argmax_batched": batched_verify(window),
        "draft_unchecked": draft_unchecked(row, config, seed) if greedy else None,
        "derived_metal_argmax": metal_argmax(row),
    }


def checked_greedy(row: mx.array) -> JSON:
    """The ordinary entry's token at temperature zero, which draws nothing."""
    config = sampling.SamplerConfig(temperature=0.0)
    draw, _ = ordinary_draw(row, config, np.random.default_rng(0), {})
    return {"err": draw["err"]} if "err" in draw else {"tok": draw["tok"]}


def greedy_order(rows: mx.array, order: Sequence[int]) -> JSON:
    """The rows in one order: all at once, one by one unchecked, one by one checked."""
    window = rows[mx.array(list(order))][None]
    each = [window[0, i] for i in range(len(order))]
    return {
        "order": list(order),
        "batched": batched_verify(window),
        "single": [greedy_verify(row) for row in each],
        "checked": [checked_greedy(row) for row in each],
    }


def batched_greedy(entry: str, kind: str, asked: JSON) -> JSON:
    rows = read_rows(asked["rows"])
    order = range(rows.shape[0])
    return {"forward": greedy_order(rows, list(order)), "reversed": greedy_order(rows, list(reversed(order)))}


def point_mass(entry: str, kind: str, asked: JSON) -> JSON:
    rows, config = read_rows(asked["rows"]), read_config(asked["cfg"])
    rng = np.random.default_rng(asked["rng_seed"])
    seen, error = attempt(lambda: generation._point_mass_block_accept(rows, asked["block"], config, rng))
    if error:
        return {"err": error, "next": peek(rng)}
    accepted, correction = seen
    return {
        "accepted": int(accepted),
        "correction": None if correction is None else int(correction),
        "next": peek(rng),
    }


def rng_call(generator: np.random.Generator, op: JSON) -> Any:
    """The result of one call on a generator."""
    if op["op"] == "random":
        return number(generator.random())
    if op["op"] == "integers":
        return int(generator.integers(op["lo"], op["hi"]))
    if op["op"] == "choice":
        p = read_numbers(op["p"])
        return int(generator.choice(np.arange(len(p)), p=p))
    raise Unsupported(f"no such op: {op['op']}")


def rng_stream(entry: str, kind: str, asked: JSON) -> JSON:
    generator = np.random.default_rng(int(asked["seed"]))
    start = generator.bit_generator.state["state"]
    ops = [op | {"r": rng_call(generator, op)} for op in asked["ops"]]
    end = generator.bit_generator.state
    return {
        "state": f"{start['state']:032x}",
        "inc": f"{start['inc']:032x}",
        "ops": ops,
        "end": {
            "state": f"{end['state']['state']:032x}",
            "has_uint32": int(end["has_uint32"]),
            "uinteger": int(end["uinteger"]),
        },
    }


def exp64(asked: JSON) -> JSON:
    return {"f64": base64_of(np.exp(read_base64(asked["f64"], "<f8")), "<f8")}


def exp32(asked: JSON) -> JSON:
    return {"f32": base64_of(np.array(mx.exp(mx.array(read_base64(asked["f32"], "<f4")))), "<f4")}


def log32(asked: JSON) -> JSON:
    return {"f32": base64_of(np.array(mx.log(mx.array(read_base64(asked["f32"], "<f4")))), "<f4")}


def sum64(asked: JSON) -> JSON:
    values = read_base64(asked["f64"], "<f8")
    return {"r": number(np.sum(values)), "cumsum_last": number(np.cumsum(values)[-1])}


def lse32(asked: JSON) -> JSON:
    row = mx.array(read_base64(asked["f32"], "<f4"))
    softmax = np.array(mx.softmax(row, axis=-1)).astype("<f4")
    return {
        "lse": singles(mx.logsumexp(row, axis=-1)),
        "sum": singles(mx.sum(row)),
        "softmax_sha256": hashlib.sha256(softmax.tobytes()).hexdigest(),
    }


def argpartition(asked: JSON) -> JSON:
    return {"order": whole(mx.argpartition(-read_row(asked["row"]), kth=asked["kth"]))}


NUMERIC = {
    "exp64": exp64,
    "exp32": exp32,
    "log32": log32,
    "sum64": sum64,
    "lse32": lse32,
    "argpartition": argpartition,
}


def numeric(entry: str, kind: str, asked: JSON) -> JSON:
    return by_kind(NUMERIC, kind)(asked)


GROUPS = {
    "ordinary-entry": ordinary_entry,
    "sparse-fallback": sparse_fallback,
    "batched-fallback": batched_fallback,
    "mixed-distributions": mixed_distributions,
    "keyed-lazy": keyed_lazy,
    "native-invalid": native_invalid,
    "batched-greedy": batched_greedy,
    "point-mass": point_mass,
    "rng": rng_stream,
    "numeric": numeric,
}


# The engine's own description

# exp of these two arguments tells hosts apart: the first differs by a bit under
# NumPy's AVX-512 kernel, the second under a libm without fused multiply-add.
EXP_OF_RECORDING_HOST = {
    "-0x1.438366c95ff74p+4": "0x1.c6deceb21a5f0p-30",
    "-0x1.d792a9d07acf4p+3": "0x1.ab6afa36489bdp-22",
}


def exp_as_recorded() -> bool:
    """Whether this host's float64 exp has the receipts' last bits."""
    seen = np.exp([float.fromhex(argument) for argument in EXP_OF_RECORDING_HOST])
    return [value.hex() for value in seen.tolist()] == list(EXP_OF_RECORDING_HOST.values())


def describe() -> JSON:
    """Name, versions, what the last bits depend on, and the groups that are served."""
    simd = np.show_config(mode="dicts").get("SIMD Extensions", {}).get("found", [])
    details = {package: importlib.metadata.version(package) for package in ("mlx", "mlx-lm", "numpy", "transformers")}
    details |= {
        "python": platform.python_version(),
        "device": "mlx-cpu",
        "machine": platform.machine(),
        "libc": " ".join(platform.libc_ver()),
        "numpy_simd": " ".join(simd),
        "exp64": "as recorded" if exp_as_recorded() else "last bits differ from the recording host",
        # The name under which headers of receipts keep what recorded them.
        "record_sha256": hashlib.sha256(Path(__file__).read_bytes()).hexdigest(),
    }
    version = importlib.metadata.version("mtplx")
    commands = [*GROUPS, *mtplx_generate.COMMANDS]
    return {"name": "mtplx", "version": version, "details": details, "commands": commands}


# The pipe


def carry_out(request: JSON) -> JSON:
    """The body of the answer to a request that has an id."""
    command = request["command"]
    if command == "config":
        return describe()
    if command == "ds4-control":
        raise Unsupported("the DS4 sampler is C code of another project and cannot be installed")
    if command in mtplx_generate.COMMANDS:
        return {"out": mtplx_generate.COMMANDS[command](request["in"])}
    if command not in GROUPS:
        raise Unsupported(f"no such command: {command}")
    return {"out": GROUPS[command](request["entry"], request["kind"], request["in"])}


def not_json(name: str) -> float:
    raise ValueError(f"{name} is no JSON")


def answer(line: bytes) -> JSON:
    """The answer to one line. Whatever goes wrong is an answer too, and the next line is read."""
    ident = None
    try:
        request = json.loads(line, parse_constant=not_json)
        if not isinstance(request, dict) or type(request.get("id")) is not int:
            raise ValueError("a request is a JSON object with a whole number as id")
        ident = request["id"]
        return {"id": ident} | carry_out(request)
    except Unsupported as reason:
        return {"id": ident, "unsupported": str(reason)}
    except Exception as error:
        traceback.print_exc()
        return {"id": ident, "error": f"{type(error).__name__}: {error}"}


def encode(said: JSON) -> bytes:
    """An answer as its line. One that has no JSON is a breakdown, not the end of the engine."""
    try:
        text = json.dumps(said, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError) as error:
        text = json.dumps({"id": said["id"], "error": f"{type(error).__name__}: {error}"}, separators=(",", ":"))
    return text.encode() + b"\n"


def main(answers: BinaryIO) -> None:
    # A harness that goes away or interrupts needs no traceback of ours.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if not exp_as_recorded():
        print("exp of float64 has other last bits here than on the recording host", file=sys.stderr)
    for line in sys.stdin.buffer:
        answers.write(encode(answer(line)))
        answers.flush()


if __name__ == "__main__":
    main(ANSWERS)
