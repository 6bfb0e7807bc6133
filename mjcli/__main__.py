"""`python -m mjcli` and the console script `mj`."""

import gc
import sys

# What one hand makes is gone with the process; a file of many is still looked through, now and then.
_COLLECT_EVERY = 50_000


def main() -> None:
    """Runs the command line and exits with its code.

    The collector of reference cycles would look at every module several times
    while they load, and once more on the way out: a fifth of the time that one
    hand takes.
    """
    gc.set_threshold(_COLLECT_EVERY)
    from mjcli.cli.main import run  # noqa: PLC0415 - so that the module can be imported without click

    code = run(sys.argv[1:])
    gc.freeze()
    sys.exit(code)


if __name__ == "__main__":
    main()
