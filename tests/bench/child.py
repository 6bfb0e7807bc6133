"""A fresh process of the benchmark: measures one task, or reads what another process wrote.

`python -m tests.bench.child run TASK FILE` and `… read READER WRITTEN ASKED`
print an object.
"""

from __future__ import annotations

import json
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

from .task import WrongAnswerError, checked, total

# Hands that a task is tried with before the clock starts, so that tables and rule files are loaded.
WARM_UP = 20
# How many answers of this project's are held against the library's.
SAMPLE = 500
# The exit code for an answer that is not the library's.
WRONG = 3


def run_task(name: str, path: Path) -> dict[str, Any]:
    """Measures a task once over the hands of a file, each for the first time; the last ones warm it up."""
    module = import_module(f"{__package__}.{'own' if name.startswith(('one-', 'many-')) else 'peers'}")
    task = module.TASKS[name]()
    lines = path.read_text("utf-8").splitlines()
    task.run(task.read(lines[-WARM_UP:]))
    items = task.read(lines[:-WARM_UP])
    start, used = time.perf_counter(), time.process_time()
    found = task.run(items)
    seconds, processor = time.perf_counter() - start, time.process_time() - used
    amounts = task.amounts(found)
    if task.library is not None:
        amounts = checked(amounts, lines, task.library, SAMPLE)
    return {
        "seconds": seconds,
        "processor": processor,
        "hands": len(items),
        "answers": total(amounts, task.names),
        "note": task.note,
    }


def read(reader: str, written: Path, asked: Path) -> dict[str, Any]:
    """What a process wrote, together."""
    return {"answers": import_module(f"{__package__}.answers").read_answers(reader, written, asked, SAMPLE)}


def main() -> None:
    """Does what the command line says."""
    what, name, *paths = sys.argv[1:]
    try:
        found = (run_task if what == "run" else read)(name, *map(Path, paths))
    except WrongAnswerError as error:
        print(error, file=sys.stderr)
        sys.exit(WRONG)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
