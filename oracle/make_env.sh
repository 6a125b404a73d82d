#!/usr/bin/env bash
# Makes the oracle's own Python environment in build/oracle, or takes the one that
# is there if it was made from the same requirements, and proves that what is
# installed is the recorded upstream. Only making one needs the package index.
# The last line of stdout is the interpreter; everything else goes to stderr.
#
#   PYTHON=python3.12 oracle/make_env.sh      choose the Python to build on (3.11 or newer)
set -euo pipefail
unset PYTHONPATH PYTHONHOME

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$(dirname "$here")/build
venv=$build/oracle
python=$venv/bin/python
stamp=$venv/requirements.sha256

say() { echo "oracle: $*" >&2; }
fail() {
	say "$@"
	exit 1
}

required() { cat "$here/requirements.txt" "$here/requirements-mtplx.txt" | sha256sum; }

is_current() {
	[ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(required)" ] && "$python" -c '' 2>/dev/null
}

install() { # install ARGUMENTS-OF-PIP...
	"$python" -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: "$@" >&2 ||
		fail "pip could not install what $here asks for (is the package index reachable?)"
}

create() {
	local base=${PYTHON:-python3}
	"$base" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
		fail "$base is no Python 3.11 or newer; name one in PYTHON"
	say "making $venv"
	rm -rf "$venv"
	"$base" -m venv "$venv" >&2 ||
		fail "$base cannot make a virtual environment (Debian keeps that in the package python3-venv)"
	install -r "$here/requirements.txt"
	install --no-deps -r "$here/requirements-mtplx.txt"
}

# same_version, same_files and same_line: three proofs, from the broad one to the one
# that a reader can check by eye.
same_version() {
	local want=2.12.2 seen
	seen=$("$python" -c 'import importlib.metadata as m; print(m.version("mtplx"))')
	[ "$seen" = "$want" ] || fail "mtplx is $seen, recorded was $want"
}

same_files() { # same_files PACKAGE-DIRECTORY
	(cd "$1" && sha256sum --check --quiet - >&2) <<-'SUMS' || fail "mtplx in $1 is not the recorded one; remove $venv to make it anew"
		776744804b67b5b04ff06025a09d0fab0263e9e485c18b313185a3b9a91567fd  sampling.py
		ae092d18e704f18da6d9d1563b6174992791806f25e54aa711bbbed509f803c5  fast_sampling.py
		ce7945071209561a73d989ebe177154f82d1b4b08d3e3bb9b790fd2f036f6020  generation.py
	SUMS
}

same_line() { # same_line FILE NUMBER TEXT
	local seen
	seen=$(sed -n "${2}{s/^[[:space:]]*//;s/[[:space:]]*\$//;p;q}" "$1")
	[ "$seen" = "$3" ] || fail "$1:$2 is not the unchecked argmax: want '$3', is '$seen'"
}

prove() {
	local package
	package=$("$python" -c 'import importlib.util as u; print(u.find_spec("mtplx").submodule_search_locations[0])')
	same_version
	same_line "$package/generation.py" 7577 'token_id = mx.argmax(row, axis=-1)'
	same_line "$package/generation.py" 13295 '_cc_g = [int(x) for x in mx.argmax(_cc_accept[0], axis=-1).tolist()]'
	same_line "$package/generation.py" 15371 'target_token = int(mx.argmax(_greedy_row, axis=-1).item())'
	same_files "$package"
}

# Starting the engine once compiles what it imports: a cold start could outlast the
# time that the harness gives an engine to name itself.
start_once() {
	echo '{"id":1,"command":"config"}' | "$python" "$here/mtplx_engine.py" | grep -q '"name":"mtplx"' ||
		fail "the engine does not start in $venv"
}

[ "$(uname -s)" = Linux ] || fail "the receipts were recorded on Linux, and the requirements are resolved for it; this is $(uname -s)"
mkdir -p "$build"
exec 9>"$build/oracle.lock"
flock 9 # two runs at once would install over each other

if is_current; then
	prove
else
	create
	prove
	start_once
	required >"$stamp"
fi
say "mtplx as recorded: version, sources and the three unchecked argmax lines"
echo "$python"
