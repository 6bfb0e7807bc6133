"""`python -m mjcli` and the console script `mj`."""

import sys


def main() -> None:
    """Runs the command line and exits with its code."""
    from mjcli.cli.main import run  # noqa: PLC0415 - so that the module can be imported without click

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
