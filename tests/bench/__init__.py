"""The benchmark: the project beside its peers from PyPI, every figure a ratio measured in one run on one core.

`python -m tests.bench` runs it; `--help` says what can be chosen.  It installs
nothing: a peer that is not there is left out, with a line that says so.

`data` makes the hands.  `own` and `peers` are the tasks (`task`) that a child
process (`child`) measures, `loops` the plain scripts that read and write whole
files, `answers` reads what was written.  `figures` lists what is compared,
`running` starts the processes in turn, `printing` shows what came of it.
"""
