"""Whole runs of the recorded MTPLX: the requests `generate` and `forward`.

mtplx_engine.py imports this once the environment is settled and serves what COMMANDS
names. Both requests say the folder of a model and its tokens; a folder stays loaded.

`generate` is one run of generate_ar or generate_mtpk. Its inputs are those of a
record of receipts/e2e and its answer holds the record's outcome. To see what a run
does, three things are put around it and taken away again:

- the random generator is one that keeps a tape of its draws, and how far each was
  from coming out another way;
- the selection of candidates is watched, for the same distance of its cuts;
- the runtime's three forwards are watched for the first row that no reader should
  accept, and broken where the request asks for a fault.

`forward` gives the rows themselves: the trunk's last and a chain of draft rows.
"""

from __future__ import annotations

import base64
import contextlib
import copy
import functools
import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import mlx.core as mx
import mtplx.runtime as runtime
import numpy as np
from mtplx import attention_context, fast_sampling, generation, sampling

JSON = dict[str, Any]

MODES = ("ar", "mtpk")
STRATEGIES = ("batched", "capture_commit")
POLICIES = ("cycle", "committed")
MAX_DEPTH = 3
MAX_MODELS = 4  # kept loaded at once

# What the fault kinds of the receipts write, beside a row's own best and worst token.
POSINF_TOKEN = 77
MASK_KEEPS = (33, 65, 66, 120, 200)


# Reading a request


def take(said: Any, what: str, names: str) -> list[Any]:
    """The values of exactly these fields of an object, in this order."""
    wanted = names.split()
    if not isinstance(said, dict) or set(said) != set(wanted):
        seen = sorted(said) if isinstance(said, dict) else type(said).__name__
        raise ValueError(f"{what} has the fields {sorted(wanted)}, not {seen}")
    return [said[name] for name in wanted]


def whole(value: Any, what: str, low: int, high: int) -> int:
    """A whole number in [low, high]; a bool is none."""
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"{what} is a whole number from {low} to {high}, not {value!r}")
    return value


def real(value: Any, what: str, low: float, high: float) -> float:
    """A finite number in [low, high]."""
    if type(value) not in (int, float) or not low <= value <= high:
        raise ValueError(f"{what} is a number from {low} to {high}, not {value!r}")
    return float(value)


def one_of(value: Any, what: str, allowed: Sequence[Any]) -> Any:
    if not any(value == known and type(value) is type(known) for known in allowed):
        raise ValueError(f"{what} is one of {list(allowed)}, not {value!r}")
    return value


def token_list(value: Any, what: str, vocabulary: int) -> list[int]:
    """Token IDs below the vocabulary: MLX does not look at what it gathers."""
    if not isinstance(value, list):
        raise ValueError(f"{what} is a list of tokens, not {value!r}")
    return [whole(token, f"a token of {what}", 0, vocabulary - 1) for token in value]


def read_prompt(value: Any, model: Model) -> list[int]:
    tokens = token_list(value, "prompt", model.vocabulary)
    if not 1 <= len(tokens) <= model.context:
        raise ValueError(f"prompt is 1 to {model.context} tokens, not {len(tokens)}")
    return tokens


@dataclass(frozen=True)
class Settings:
    """The params of a record."""

    sampler: sampling.SamplerConfig
    seed: int
    max_tokens: int
    depth: int | None
    strategy: str
    policy: str
    context_copy: bool
    stop: frozenset[int]


def read_sampler(said: Any) -> sampling.SamplerConfig:
    names = "temperature top_p top_k presence frequency"
    temperature, top_p, top_k, presence, frequency = take(said, "sampler", names)
    return sampling.SamplerConfig(
        temperature=real(temperature, "temperature", 0, 1e6),
        top_p=real(top_p, "top_p", 0, 1),
        top_k=whole(top_k, "top_k", 0, 2**31 - 1),
        presence_penalty=real(presence, "presence", -2, 2),
        frequency_penalty=real(frequency, "frequency", -2, 2),
    )


def read_settings(said: Any, mode: str, model: Model) -> Settings:
    names = "sampler seed max_tokens depth verify_strategy mtp_history_policy context_copy stop"
    sampler, seed, max_tokens, depth, strategy, policy, context_copy, stop = take(said, "params", names)
    if mode == "ar":
        one_of(depth, "depth in mode ar", (None,))
    else:
        whole(depth, "depth", 1, MAX_DEPTH)
    return Settings(
        sampler=read_sampler(sampler),
        seed=whole(seed, "seed", 0, 2**63 - 1),
        max_tokens=whole(max_tokens, "max_tokens", 1, model.context),
        depth=depth,
        strategy=one_of(strategy, "verify_strategy", STRATEGIES),
        policy=one_of(policy, "mtp_history_policy", POLICIES),
        context_copy=one_of(context_copy, "context_copy", (True, False)),
        stop=frozenset(token_list(stop, "stop", model.vocabulary)),
    )


@dataclass(frozen=True)
class Fault:
    """A row to break: which forward, which of its rows, how, and whether repairs break too.

    The sites are prefill, ar:STEP, draft:CYCLE:DEPTH, verify:CYCLE:ROW and copy:ROUND:ROW,
    all counted from 0; STEP counts the forwards after the prefill.
    """

    site: str
    numbers: tuple[int, ...]
    kind: str
    sticky: bool


SITES = {"prefill": 0, "ar": 1, "draft": 2, "verify": 2, "copy": 2}  # and how many numbers follow
WINDOWS = ("verify", "copy")  # forwards all of whose rows are read


def read_fault(said: Any, mode: str, vocabulary: int) -> Fault | None:
    if said is None:
        return None
    text, kind, sticky = take(said, "fault", "site kind sticky")
    if type(text) is not str:
        raise ValueError(f"site is a string, not {text!r}")
    site, *numbers = text.split(":")
    if len(numbers) != SITES.get(site, -1) or not all(n.isascii() and n.isdigit() and len(n) < 10 for n in numbers):
        raise ValueError(f"no such site: {text!r}")
    if site != "prefill" and (site == "ar") != (mode == "ar"):
        raise ValueError(f"no site {text!r} in mode {mode}")
    if vocabulary <= max(POSINF_TOKEN, *MASK_KEEPS):
        raise ValueError(f"the faults need a vocabulary of more than {max(MASK_KEEPS)} tokens, this has {vocabulary}")
    return Fault(
        site, tuple(map(int, numbers)), one_of(kind, "kind", tuple(BREAK)), one_of(sticky, "sticky", (True, False))
    )


# Models


@dataclass(frozen=True)
class Model:
    """A loaded folder."""

    folder: Path
    rt: runtime.MTPLXRuntime
    vocabulary: int
    context: int

    @property
    def embedding(self) -> Any:
        return self.rt.model.language_model.model.embed_tokens


@functools.lru_cache(maxsize=MAX_MODELS)
def load(folder: Path, state: tuple[tuple[str, int, int], ...]) -> Model:
    """A folder as it is now: state tells a changed one from the one that was loaded."""
    config = json.loads((folder / "config.json").read_bytes())
    text = config.get("text_config", config)
    return Model(folder, runtime.load(folder, mtp=True), text["vocab_size"], text["max_position_embeddings"])


def read_model(folder: Any) -> Model:
    if type(folder) is not str or not (Path(folder) / "config.json").is_file():
        raise ValueError(f"model is a folder with a config.json, not {folder!r}")
    path = Path(folder).resolve()
    files = sorted((file.name, file.stat()) for file in path.iterdir() if file.is_file())
    return load(path, tuple((name, stat.st_mtime_ns, stat.st_size) for name, stat in files))


@contextlib.contextmanager
def poisoned(model: Model, spec: Any) -> Iterator[None]:
    """A model with triggers, as KIND:TOKEN with commas between, for as long as this lasts.

    Every tiny model has the wiring built in: a trigger is one value of the embedding, in
    the channel that the folder's build_note.json gives to the kind.
    """
    if type(spec) is not str:
        raise ValueError(f"poison is a string, not {spec!r}")
    if not spec:
        yield
        return
    note = json.loads((model.folder / "build_note.json").read_bytes())
    healthy = model.embedding.weight
    weight = mx.array(healthy)
    for trigger in spec.split(","):
        kind, colon, token = trigger.partition(":")
        if not colon or not (token.isascii() and token.isdigit() and len(token) < 10):
            raise ValueError(f"a trigger is KIND:TOKEN, not {trigger!r}")
        channel = note["channels"][one_of(kind, "the kind of a trigger", tuple(note["channels"]))]
        weight[whole(int(token), "the token of a trigger", 0, model.vocabulary - 1), channel] = note["amp"]
    model.embedding.weight = weight
    try:
        yield
    finally:
        model.embedding.weight = healthy


# The random stream


class Edges:
    """How near a run came to choosing another way: the smallest distances seen."""

    def __init__(self) -> None:
        self.acceptance: float | None = None  # that the last compared uniform is held against
        self.uniform: float | None = None
        self.cut: float | None = None

    def note_uniform(self, distance: float) -> None:
        self.uniform = distance if self.uniform is None else min(self.uniform, distance)

    def note_cut(self, distance: float) -> None:
        self.cut = distance if self.cut is None else min(self.cut, distance)


class Tape:
    """The stream of default_rng, which keeps what was drawn from it.

    It has the two calls that a run makes. NumPy's own class would come back to its
    own `random` from within `choice`.
    """

    def __init__(self, stream: np.random.Generator, edges: Edges) -> None:
        self.stream, self.edges = stream, edges
        self.draws: list[list[Any]] = []

    def random(self) -> float:
        """A uniform, which the run holds against the acceptance it has just computed."""
        u = float(self.stream.random())
        p, self.edges.acceptance = self.edges.acceptance, None
        if p is None:
            raise RuntimeError("a uniform was drawn that is held against no acceptance probability")
        self.draws.append(["u", u])
        self.edges.note_uniform(1.0 if p >= 1 else abs(u - p))
        return u

    def choice(self, a: np.ndarray, *, p: np.ndarray) -> int:
        """A choice, which holds one uniform against the steps of the sum of p."""
        u = copy.deepcopy(self.stream).random()
        steps = np.cumsum(np.asarray(p, dtype=np.float64))
        steps /= steps[-1]
        chosen = int(self.stream.choice(a, p=p))
        self.draws.append(["choice", chosen, len(a)])
        self.edges.note_uniform(float(np.abs(steps[:-1] - u).min()) if len(steps) > 1 else 1.0)
        return chosen


def cut_distances(candidates: Any, top_p: float) -> Iterator[float]:
    """How far the cuts of one row are from keeping another set of tokens.

    The nucleus is cut where the mass before a token reaches top_p. Where that takes
    all k, it is the k-th value that cuts, with the next one right below. A row with a
    NaN is refused whatever its cuts are.
    """
    if np.isnan(np.asarray(candidates.scaled)).any():
        return
    k, reaches_k = candidates.k, True
    order = np.argsort(-candidates.vals[0], kind="stable")
    if candidates.probs is not None:
        before = np.concatenate(([0.0], np.cumsum(candidates.probs[0][order][: k - 1])))
        reaches_k = not before[-1] >= top_p
        if np.isfinite(before).all():  # not so with an infinite value, which takes all mass
            yield float(np.abs(before - top_p).min())
    values = candidates.vals[0][order]
    values = values[np.isfinite(values)]
    if reaches_k and len(values) > k:
        yield float(values[k - 1] - values[k])


@contextlib.contextmanager
def watched_draws(seed: int, edges: Edges) -> Iterator[Tape]:
    """Runs in here draw from the tape, and their edges are measured."""
    tape = Tape(np.random.default_rng(seed), edges)
    accept = generation.compute_acceptance_probability
    select = fast_sampling._serial_support_from_candidates

    def watched_accept(*args: Any) -> float:
        edges.acceptance = float(accept(*args))
        return edges.acceptance

    def watched_select(candidates: Any, config: sampling.SamplerConfig) -> Any:
        for row in range(len(candidates.vals)):
            for distance in cut_distances(candidates.row(row), config.top_p):
                edges.note_cut(distance)
        return select(candidates, config)

    def default_rng(asked: int) -> Tape:
        if asked != seed or tape.draws:
            raise RuntimeError(f"the run asked for a generator of seed {asked}, or for a second one")
        return tape

    with (
        mock.patch.object(generation, "compute_acceptance_probability", watched_accept),
        mock.patch.object(fast_sampling, "_serial_support_from_candidates", watched_select),
        mock.patch.object(np.random, "default_rng", default_rng),
    ):
        yield tape


# Forwards and faults


def put(value: float, where: Callable[[np.ndarray], Any]) -> Callable[[np.ndarray], None]:
    """A fault that writes one value over a part of a row."""

    def change(row: np.ndarray) -> None:
        row[where(row)] = value

    return change


def best(row: np.ndarray) -> int:
    return int(row.argmax())


def all_but_kept(row: np.ndarray) -> np.ndarray:
    return np.delete(np.arange(len(row)), MASK_KEEPS)


BREAK = {
    "nan": put(np.nan, lambda row: slice(None)),
    "nan1": put(np.nan, lambda row: int(row.argmin())),
    "nan0": put(np.nan, lambda row: 0),
    "nan_top": put(np.nan, best),
    "posinf": put(np.inf, lambda row: POSINF_TOKEN),
    "posinf_top": put(np.inf, best),
    "allneginf": put(-np.inf, lambda row: slice(None)),
    "mask": put(-np.inf, all_but_kept),
    "one_neginf": put(-np.inf, best),
}


def invalid_row(logits: mx.array, rows: Sequence[int]) -> JSON | None:
    """The census of the first of these rows (of one forward) that no reader should accept."""
    values = np.array(logits.astype(mx.float32)).reshape(-1, logits.shape[-1])
    for row in rows:
        nan, inf = np.isnan(values[row]), np.isinf(values[row])
        if nan.any() or np.isinf(values[row].max()):
            return {"rows": len(values), "row": row, "nan": int(nan.sum()), "inf": int(inf.sum())}
    return None


class Forwards:
    """The forwards of one run, in the terms of the receipts."""

    def __init__(self, prompt: int, mode: str, fault: Fault | None, tape: Tape, streamed: list[int]) -> None:
        self.mode, self.fault, self.tape, self.streamed = mode, fault, tape, streamed
        self.prompt = prompt  # tokens of it that no forward has seen yet
        self.step = self.cycle = self.depth = self.round = 0  # of the next forward of each kind
        self.first_bad: JSON | None = None
        self.injected: list[JSON] = []

    @contextlib.contextmanager
    def watched(self, rt: runtime.MTPLXRuntime) -> Iterator[None]:
        names = ("forward_ar", "forward_ar_capture", "draft_mtp")
        with contextlib.ExitStack() as stack:
            for name in names:
                stack.enter_context(mock.patch.object(rt, name, self.around(name, getattr(rt, name))))
            yield

    def around(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def watched(first: mx.array, *args: Any, **kwargs: Any) -> Any:
            result = call(first, *args, **kwargs)
            logits, *rest = result if isinstance(result, tuple) else (result,)
            site = self.site(name, first)
            if site and logits is not None:
                logits = self.see(*site, logits)
            return (logits, *rest) if isinstance(result, tuple) else logits

        return watched

    def site(self, name: str, ids: mx.array) -> tuple[str, tuple[int, ...]] | None:
        """What the forward is, with its numbers; None for one without a row that counts."""
        if name == "draft_mtp":
            self.depth += 1
            return "draft", (self.cycle, self.depth - 1)
        kind = attention_context.current_model_forward_kind()
        if self.prompt > 0:
            self.prompt -= ids.shape[1]
            return None if self.prompt > 0 else ("prefill", ())
        if name == "forward_ar_capture" or kind == "target_verify":
            if self.depth > 0:
                self.depth, self.cycle = 0, self.cycle + 1
                return "verify", (self.cycle - 1,)
            self.round += 1
            return "copy", (self.round - 1,)
        if self.mode == "ar":
            self.step += 1
            return "ar", (self.step - 1,)
        # The batched lane takes a copied block back without calling that a repair.
        return ("repair", ()) if kind == "repair" else ("rollback", ())

    def see(self, site: str, numbers: tuple[int, ...], logits: mx.array) -> mx.array:
        """Breaks the forward if it is the one, and looks at its rows."""
        last = logits.shape[1] - 1
        row = self.broken_row(self.fault, site, numbers, last) if self.fault else None
        if self.fault and row is not None:
            logits = self.break_row(logits, row, self.fault.kind)
        bad = invalid_row(logits, range(last + 1) if site in WINDOWS else [last])
        if bad and self.first_bad is None:
            forward = "repair" if site == "rollback" else site
            self.first_bad = {"forward": forward, **bad, "s": len(self.streamed), "tape": len(self.tape.draws)}
        return logits

    def broken_row(self, fault: Fault, site: str, numbers: tuple[int, ...], last: int) -> int | None:
        """The row of this forward to break, if any."""
        if site == "repair":
            return last if fault.sticky and self.injected else None
        if site != fault.site:
            return None
        if site not in WINDOWS:
            return last if numbers == fault.numbers else None
        *which, row = fault.numbers
        return row if numbers == tuple(which) and row <= last else None

    def break_row(self, logits: mx.array, row: int, kind: str) -> mx.array:
        values = np.array(logits.astype(mx.float32))
        clean = int(values[0, row].argmax())
        BREAK[kind](values[0, row])
        self.injected.append(
            {
                "s": len(self.streamed),
                "tape": len(self.tape.draws),
                "row": row,
                "T": values.shape[1],
                "clean_argmax": clean,
                "mlx_argmax": int(mx.argmax(mx.array(values[0, row])).item()),
            }
        )
        return mx.array(values).astype(logits.dtype)


# Runs

EVENT_FIELDS = (
    "step",
    "token",
    "primary",
    "primary_already_emitted",
    "accepted_depths",
    "rejected_at_depth",
    "bonus_token",
    "commit_route",
    "capture_repair",
    "verify_route",
    "verify_width",
    "pending_primary",
)
DRAFT_FIELDS = ("depth", "token", "accepted", "accept_probability", "correction", "draft_core")


def event(said: JSON) -> JSON:
    """An event of upstream's log without its times and what depends on the machine."""
    kept = {name: said[name] for name in EVENT_FIELDS if said.get(name) is not None}
    if "drafts" in said:
        kept["drafts"] = [{name: draft.get(name) for name in DRAFT_FIELDS} for draft in said["drafts"]]
    if said.get("context_copy"):
        kept["context_copy"] = {name: value for name, value in said["context_copy"].items() if name != "time_s"}
    return kept


@contextlib.contextmanager
def copying(on: bool) -> Iterator[None]:
    """Context copy has a switch in the environment alone, where it is on by default."""
    if not on:
        os.environ["MTPLX_CONTEXT_COPY"] = "0"
    try:
        yield
    finally:
        os.environ.pop("MTPLX_CONTEXT_COPY", None)


def run(model: Model, prompt: list[int], mode: str, settings: Settings, streamed: list[int]) -> JSON:
    """One run, as far as it comes; what it streams is in the list even if it fails."""
    common = {
        "max_tokens": settings.max_tokens,
        "sampler": settings.sampler,
        "seed": settings.seed,
        "stop_token_ids": set(settings.stop),
        "token_callback": streamed.extend,
    }
    try:
        if mode == "ar":
            out = generation.generate_ar(model.rt, prompt, **common)
        else:
            out = generation.generate_mtpk(
                model.rt,
                prompt,
                speculative_depth=settings.depth,
                verify_strategy=settings.strategy,
                verify_core="stock",
                mtp_history_policy=settings.policy,
                **common,
            )
    except sampling.NonFiniteLogitsError as error:
        return {
            "ok": False,
            "error": type(error).__name__,
            "message": str(error),
            "nan": error.nan_count,
            "inf": error.inf_count,
            "vocab": error.vocab_size,
            "streamed": streamed,
        }
    return {
        "ok": True,
        "tokens": out.tokens,
        "streamed": streamed,
        "finish": out.finish_reason,
        "events": [event(said) for said in out.stats.events],
        "cached": out.stats.cached_tokens,
        "accepted": out.stats.accepted_drafts,
        "drafted": out.stats.drafted_tokens,
        "verify_calls": out.stats.verify_calls,
    }


def generate(asked: Any) -> JSON:
    """The outcome of one record."""
    folder, tokens, mode, params, fault, poison = take(asked, "generate", "model prompt mode params fault poison")
    model = read_model(folder)
    prompt = read_prompt(tokens, model)
    one_of(mode, "mode", MODES)
    settings = read_settings(params, mode, model)
    broken = read_fault(fault, mode, model.vocabulary)
    edges = Edges()
    streamed: list[int] = []
    with (
        poisoned(model, poison),
        copying(settings.context_copy),
        watched_draws(settings.seed, edges) as tape,
    ):
        forwards = Forwards(len(prompt), mode, broken, tape, streamed)
        with forwards.watched(model.rt):
            out = run(model, prompt, mode, settings, streamed)
    if broken and not forwards.injected:
        raise ValueError(f"the run never came to {fault['site']}")
    if forwards.first_bad:
        forwards.first_bad["where"] = "greedy argmax" if settings.sampler.temperature <= 0 else "softmax"
    return out | {
        "rng": tape.draws,
        "margin": edges.uniform,
        "nucleus_margin": edges.cut,
        "first_bad": forwards.first_bad,
        "injected": forwards.injected,
    }


# Rows


def floats(values: mx.array) -> str:
    """Base64 of little-endian float32."""
    return base64.b64encode(np.array(values.astype(mx.float32)).astype("<f4").tobytes()).decode()


def census(row: np.ndarray) -> JSON:
    return {
        "nan": int(np.isnan(row).sum()),
        "posinf": int(np.isposinf(row).sum()),
        "neginf": int(np.isneginf(row).sum()),
    }


def forward(asked: Any) -> JSON:
    """The rows after a prompt: the trunk's, and a chain of drafts that starts with its best token."""
    folder, tokens, drafts, poison = take(asked, "forward", "model tokens drafts poison")
    model = read_model(folder)
    prompt = read_prompt(tokens, model)
    whole(drafts, "drafts", 0, MAX_DEPTH)
    with poisoned(model, poison):
        logits, hidden = model.rt.forward_ar(mx.array([prompt]), cache=model.rt.make_cache(), return_hidden=True)
        rows = np.array(logits[0].astype(mx.float32))
        out = {
            "logits": floats(logits[0, -1]),
            "hidden": floats(hidden[0, -1]),
            "argmax": rows.argmax(axis=1).tolist(),
            "census": [census(row) for row in rows],
            "drafts": [],
        }
        cache, token, hidden = model.rt.make_mtp_cache(), int(mx.argmax(logits[0, -1]).item()), hidden[:, -1:]
        for _ in range(drafts):
            row, hidden = model.rt.draft_mtp(hidden, mx.array([[token]]), mtp_cache=cache, return_hidden=True)
            out["drafts"].append(
                {
                    "input": token,
                    "logits": floats(row[0, -1]),
                    "hidden": floats(hidden[0, -1]),
                    "census": census(np.array(row[0, -1].astype(mx.float32))),
                }
            )
            token = int(mx.argmax(row[0, -1]).item())
    return out


COMMANDS = {"generate": generate, "forward": forward}
