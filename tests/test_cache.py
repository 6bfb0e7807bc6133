"""The cache of rule sets: it gives what reading the files gives, or nothing, and nobody ever hears of it.

Fundamental: a rule set from the cache equals the one that was read, no change of a file or of the code is missed, and
no state of the folder is an error.  Configurable: where the folder is.
"""

from __future__ import annotations

import marshal
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

import mjcli
from mjcli.cli.main import run
from mjcli.errors import MjError
from mjcli.ruleset import RuleSet, load_rules, rule_ids, rules_folder, schema
from mjcli.ruleset.cache import CODE, FOLDER_VARIABLE, Loaded, cache_folder, checksum, keep, recall
from mjcli.ruleset.catalogue import FOLDERS_VARIABLE
from mjcli.ruleset.loader import load_file
from mjcli.ruleset.plain import flatten, restore
from mjcli.tiles import Tile
from mjcli.value import Value

PACKAGE = Path(mjcli.__file__).parent
HEADER = 'id = "{id}"\nextends = "{base}"\nname = {{ zh = "本桌", en = "Our table" }}\n[scoring]\ncap = {cap}\n'
# A file so old that only its content tells of a change.
OLD = 1_000_000_000

Write = Callable[..., Path]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the cache, which is not there yet."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.delenv(FOLDERS_VARIABLE, raising=False)
    return tmp_path / "cache"


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a house file."""

    def write_file(name: str = "house", *, cap: int = 4, base: str = "jipinghu", folder: str = "rules") -> Path:
        path = tmp_path / folder / f"{name}.toml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(HEADER.format(id=name, base=base, cap=cap), "utf-8")
        os.utime(path, (OLD, OLD))
        return path

    return write_file


def packaged(name: str) -> str:
    """The file of a rule set of the package."""
    return str(rules_folder() / f"{name}.toml")


def beside(path: Path) -> Callable[[str], str]:
    """Finds what a file extends: beside it, else in the package."""

    def find(name: str) -> str:
        own = path.parent / f"{name}.toml"
        return str(own) if own.is_file() else packaged(name)

    return find


def read(path: Path) -> Loaded:
    """What the TOML readers make of a file."""
    return load_file(path, beside(path))


def kept(path: Path) -> RuleSet | None:
    """What the cache has of a file."""
    return recall(str(path), beside(path))


def cap_of(rules: RuleSet | None) -> int | None:
    """The cap of a rule set, None if there is none."""
    return rules.scoring.cap if rules is not None else None  # type: ignore[union-attr]


# --- the same as what was read


def everything(value: object) -> Iterator[object]:
    """A value and all that is in it."""
    yield value
    if isinstance(value, Value):
        inner: list[object] = [getattr(value, field) for field in type(value)._fields]
    elif isinstance(value, frozenset):
        inner = sorted(value)
    elif isinstance(value, tuple):
        inner = list(value)
    elif hasattr(value, "items"):
        inner = [part for item in value.items() for part in item]
    else:
        inner = []
    for part in inner:
        yield from everything(part)


def shape_of(value: object) -> list[tuple[type, str]]:
    """The type of every part of a value, and how those without parts are written: equal values may differ in these."""
    return [(type(part), repr(part) if len([*everything(part)]) == 1 else "") for part in everything(value)]


@pytest.mark.parametrize("name", rule_ids())
def test_a_rule_set_of_the_package_comes_back(name: str) -> None:
    """Equal, and of the same types all through."""
    path = Path(packaged(name))
    loaded = read(path)
    assert kept(path) is None

    keep(str(path), loaded)

    found = kept(path)
    assert found == loaded.rules
    assert shape_of(found) == shape_of(loaded.rules)


def test_every_class_of_the_schema_has_been_there() -> None:
    """The rule sets of the package have a value of each class between them, so the test above misses none."""
    used = {type(part) for name in rule_ids() for part in everything(load_rules(name))}
    classes = (kind for kind in vars(schema).values() if isinstance(kind, type) and issubclass(kind, Value))
    there = {kind for kind in classes if kind.__module__ == schema.__name__}

    assert there - used == set()


def test_house_files_come_back(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of MJ_RULES_PATH that extends another one there, found by its id, without reading any TOML."""
    write("parent", cap=5)
    monkeypatch.setenv(FOLDERS_VARIABLE, str(write("child", cap=6, base="parent", folder="rules").parent))
    rules = load_rules("child")
    forget(monkeypatch)
    no_toml(monkeypatch)

    found = load_rules("child")

    assert found is not rules
    assert found == rules
    assert found.lineage == ("child", "parent", "jipinghu")
    assert shape_of(found) == shape_of(rules)


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets this process forget what it has read, as a new one would."""
    monkeypatch.setattr("mjcli.ruleset.catalogue._known", {})


def no_toml(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading a rule file is an error from now on."""

    def reads(*_args: object) -> None:
        raise AssertionError("the file is read anew")

    monkeypatch.setattr("mjcli.ruleset.loader.load_file", reads)


def test_what_is_no_rule_set_is_refused() -> None:
    """A part of a kind that could not come back the same is a mistake of the schema, and is said."""
    for part in ([], {}, 1.5, object(), (1, [2]), frozenset([(1,)])):
        with pytest.raises(TypeError):
            flatten(part)


def test_equal_numbers_stay_apart() -> None:
    """A tile, a seat's number and a truth value of the same worth come back as what they were."""
    parts = (Tile(1), 1, True, ("1", None), frozenset(["a"]))

    assert shape_of(restore(marshal.loads(marshal.dumps(flatten(parts))))) == shape_of(parts)


# --- what has changed is read anew


def test_an_edit_shows_though_size_and_time_are_the_same(
    write: Write, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only the content counts: for loading, and for the commands that show and check a file."""
    path = write(cap=4)
    assert cap_of(load_rules(path)) == 4
    before = path.stat()
    write(cap=5)
    assert (path.stat().st_size, path.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)

    forget(monkeypatch)
    assert kept(path) is None
    assert run(["rules", "show", "--json", str(path)]) == 0
    assert '"cap": 5' in capsys.readouterr().out
    path.write_text(HEADER.format(id="house", base="jipinghu", cap=-1), "utf-8")
    assert run(["rules", "check", str(path)]) == 2
    assert "R006" in capsys.readouterr().err


def test_a_line_more_shows(write: Write) -> None:
    """What was added at the end counts too."""
    path = write()
    keep(str(path), read(path))
    assert kept(path) is not None

    path.write_text(path.read_text("utf-8") + "factor = 3\n", "utf-8")

    assert kept(path) is None


def test_an_edit_of_a_base_shows(write: Write) -> None:
    """What a file extends is part of what it was read from."""
    write("parent", cap=5)
    child = write("child", base="parent")
    keep(str(child), read(child))
    assert kept(child) is not None

    write("parent", cap=6)

    assert kept(child) is None


def test_another_base_of_that_name_shows(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """MJ_RULES_PATH decides which file a name means, as ever."""
    for name, cap in (("first", 5), ("second", 6)):
        write("parent", cap=cap, folder=name)
    child = write("child", base="parent", folder="own")
    child.write_text('id = "child"\nextends = "parent"\nname = { zh = "本桌", en = "Ours" }\n', "utf-8")
    os.utime(child, (OLD, OLD))
    caps = []
    for name in ("first", "second", "first"):
        monkeypatch.setenv(FOLDERS_VARIABLE, str(child.parent.parent / name))
        forget(monkeypatch)
        caps.append(cap_of(load_rules(child)))
    monkeypatch.delenv(FOLDERS_VARIABLE)

    assert caps == [5, 6, 5]
    with pytest.raises(MjError):
        load_rules(child)


def test_a_file_that_is_gone_is_gone(write: Write) -> None:
    """The cache never stands in for a file."""
    path = write()
    keep(str(path), read(path))
    path.unlink()

    assert kept(path) is None
    with pytest.raises(MjError):
        load_rules(path)


def test_the_same_content_elsewhere_is_another_file(write: Write) -> None:
    """What a file extends is first looked for beside it."""
    caps = []
    for name, cap in (("first", 5), ("second", 6), ("first", 5), ("second", 6)):
        parent = write("parent", cap=cap, folder=name)
        child = parent.with_name("child.toml")
        child.write_text('id = "child"\nextends = "parent"\nname = { zh = "本桌", en = "Ours" }\n', "utf-8")
        caps.append(cap_of(load_rules(child)))

    assert caps == [5, 6, 5, 6]


def reads_toml(package: Path) -> bool:
    """Whether a new process with the package there reads TOML for the default rule set."""
    script = "import sys\nfrom mjcli.ruleset import load_rules\nload_rules()\nprint('tomllib' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", script], cwd=package, capture_output=True, text=True, check=True)
    return ran.stdout.strip() == "True"


def test_another_code_reads_anew(tmp_path: Path) -> None:
    """A change of the package, and another installation of it, do not take over what the one before has read."""
    for name in ("here", "there"):
        shutil.copytree(PACKAGE, tmp_path / name / "mjcli", ignore=shutil.ignore_patterns("__pycache__", "rules"))
        shutil.copytree(rules_folder(), tmp_path / name / "rules")
    here, there = tmp_path / "here", tmp_path / "there"

    assert [reads_toml(here), reads_toml(here), reads_toml(there), reads_toml(here)] == [True, False, True, False]
    with (here / "mjcli" / "ruleset" / "entries.py").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    assert [reads_toml(here), reads_toml(here), reads_toml(there)] == [True, False, False]


def test_old_code_keeps_nothing(tmp_path: Path) -> None:
    """A process that has loaded the package before it changed does not speak for what lies there now."""
    shutil.copytree(PACKAGE, tmp_path / "mjcli", ignore=shutil.ignore_patterns("__pycache__", "rules"))
    shutil.copytree(rules_folder(), tmp_path / "rules")
    script = (
        "import time\nfrom mjcli.ruleset import load_rules, loader\ntime.sleep(0.05)\n"
        "open('mjcli/ruleset/entries.py', 'a').write('# changed\\n')\nload_rules()"
    )
    subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=True)

    assert [reads_toml(tmp_path), reads_toml(tmp_path)] == [True, False]


def test_all_code_that_reads_is_watched() -> None:
    """The readers of rule files import nothing of the package from outside the parts that are watched."""
    script = "import sys, mjcli.ruleset.loader\nprint(*[name for name in sys.modules if name.startswith('mjcli.')])"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    parts = {name.split(".")[1] for name in ran.stdout.split()}

    assert parts
    assert parts <= set(CODE)


@pytest.mark.parametrize("tag", ["other-1", None])
def test_another_python_reads_anew(write: Write, monkeypatch: pytest.MonkeyPatch, tag: str | None) -> None:
    """What one Python keeps is nothing to another; one without a name for such files keeps nothing."""
    path = write()
    keep(str(path), read(path))
    monkeypatch.setattr(sys.implementation, "cache_tag", tag)

    assert kept(path) is None
    keep(str(path), read(path))
    assert (kept(path) is not None) == (tag is not None)


# --- what is not whole is read anew


def only_file(folder: Path) -> Path:
    """The one file in a folder."""
    (found,) = folder.iterdir()
    return found


def with_checksum(made: Any, good: Path) -> None:
    """Puts other data into a file of the cache, whose checksum is right."""
    data = marshal.dumps(made)
    good.write_bytes(checksum(data) + data)


def test_every_cut_and_every_wrong_byte_is_noticed(write: Write, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is missing or other, the file is as good as none, and the next reading mends it."""
    path = write()
    rules = load_rules(path)
    file = only_file(folder)
    whole = file.read_bytes()
    assert kept(path) == rules
    cuts = [whole[:end] for end in (*range(12), *range(12, len(whole), 211), len(whole) - 1)]
    flips = [whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :] for at in range(0, len(whole), 173)]
    for broken in (*cuts, *flips, whole + b"\0x", b"not a cache at all", bytes(4), bytes(64)):
        file.write_bytes(broken)
        assert kept(path) is None, broken[:40]

    forget(monkeypatch)
    assert load_rules(path) == rules
    assert kept(path) == rules


SHAPES: dict[str, Callable[[tuple[Any, ...]], Any]] = {
    "number": lambda _good: 5,
    "list": list,
    "too short": lambda good: good[:-1],
    "too long": lambda good: (*good, 1),
    "no rule set": lambda good: (*good[:-1], "jipinghu"),
    "another value": lambda good: (*good[:-1], ["Tile", 3]),
    "unknown maker": lambda good: (*good[:-1], ["system", "true"]),
    "fields lacking": lambda good: (*good[:-1], good[-1][:3]),
    "fields too many": lambda good: (*good[:-1], [*good[-1], *good[-1]]),
    "code of no file": lambda good: (good[0], (("nowhere.py", (1, 1, 1)),), *good[2:]),
    "stamps of no file": lambda good: (good[0], ((None, (1, 1, 1)),), *good[2:]),
    "base unknown": lambda good: (*good[:2], (("nobody", "nowhere"),), *good[3:]),
    "another place": lambda good: (("/", "/x.toml"), *good[1:]),
    "content of nothing": lambda good: (*good[:3], (("/nowhere/x.toml", b""),), good[4]),
    "nested without end": lambda good: (*good[:-1], nested(1500)),
}


def nested(depth: int) -> list[Any]:
    """Lists in lists."""
    made: list[Any] = ["tuple"]
    for _ in range(depth):
        made = ["tuple", made]
    return made


@pytest.mark.parametrize("name", SHAPES)
def test_data_of_another_shape_is_as_good_as_none(
    write: Write, folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Even with the right checksum: nothing is made of it, and nothing of it is run."""
    path = write()
    rules = load_rules(path)
    file = only_file(folder)
    good = marshal.loads(file.read_bytes()[len(checksum(b"")) :])
    with_checksum(good, file)
    assert kept(path) == rules

    with_checksum(SHAPES[name](good), file)

    forget(monkeypatch)
    assert kept(path) is None
    assert load_rules(path) == rules


def test_files_of_others_are_not_believed(write: Write, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that somebody else owns, or may write, is not even read."""
    path = write()
    keep(str(path), read(path))
    file = only_file(folder)
    assert file.stat().st_mode & 0o077 == 0
    for mode in (0o620, 0o602):
        file.chmod(mode)
        assert kept(path) is None
    file.chmod(0o600)
    assert kept(path) is not None
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)

    assert kept(path) is None
    assert cap_of(load_rules(path)) == 4


def test_a_pipe_in_the_place_of_a_kept_file(write: Write, folder: Path) -> None:
    """Nobody waits for what may come out of it: the rule set is read, and kept there."""
    path = write()
    load_rules(path)
    file = only_file(folder)
    file.unlink()
    os.mkfifo(file, 0o600)

    assert kept(path) is None
    keep(str(path), read(path))
    assert kept(path) is not None


# --- a folder that cannot be used


def test_a_folder_that_cannot_be_made_is_no_error(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where a file is in the way the rule set is read each time, and nothing is said."""
    (tmp_path / "file").write_text("in the way", "utf-8")
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "file" / "cache"))
    path = write()

    assert [cap_of(load_rules(path)), kept(path)] == [4, None]
    assert run(["rules", "check", str(path)]) == 0
    assert capsys.readouterr().err == ""


def test_a_read_only_folder_is_no_error(write: Write, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is there is used, nothing is written."""
    path, other = write(), write("other")
    keep(str(path), read(path))
    folder.chmod(0o500)

    def denied(path: str, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_CREAT:
            raise PermissionError(13, "Permission denied", path)  # as it is for anybody but the superuser
        return real(path, flags, mode)

    real = os.open
    with monkeypatch.context() as patched:
        patched.setattr(os, "open", denied)
        keep(str(other), read(other))
    folder.chmod(0o700)

    assert kept(path) is not None
    assert kept(other) is None


def test_a_draft_that_cannot_take_its_place_is_removed(write: Write, folder: Path) -> None:
    """Nothing is left lying about where the last step fails."""
    path = write()
    keep(str(path), read(path))
    file = only_file(folder)
    file.unlink()
    (file / "inside").mkdir(parents=True)

    keep(str(path), read(path))

    assert [one.name for one in folder.iterdir()] == [file.name]
    assert kept(path) is None


def test_many_write_at_once(write: Write, folder: Path) -> None:
    """Whoever reads meanwhile finds the whole of what one of them wrote; no draft is left."""
    path = write()
    loaded = read(path)
    keep(str(path), loaded)

    def work(turn: int) -> bool:
        if turn % 2:
            keep(str(path), loaded)
        return kept(path) == loaded.rules

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(200)))
    assert only_file(folder).stat().st_size > 1000


# --- switches and places


@pytest.mark.parametrize("said", ["", "off"])
def test_the_cache_can_be_switched_off(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    """Nothing is written, and nothing is read."""
    path = write()
    keep(str(path), read(path))
    before = sorted(tmp_path.rglob("*"))
    monkeypatch.setenv(FOLDER_VARIABLE, said)

    assert cache_folder() is None
    assert kept(path) is None
    assert cap_of(load_rules(path)) == 4
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("platform", "settings", "expected"),
    [
        pytest.param("linux", {}, "/home/me/.cache/mj", id="linux"),
        pytest.param("linux", {"XDG_CACHE_HOME": "/tmp/mine"}, "/tmp/mine/mj", id="xdg"),
        pytest.param("linux", {"XDG_CACHE_HOME": "mine"}, "/home/me/.cache/mj", id="xdg-relative"),
        pytest.param("darwin", {}, "/home/me/Library/Caches/mj", id="macos"),
        pytest.param("linux", {"HOME": "nowhere"}, None, id="no-home"),
        pytest.param("linux", {FOLDER_VARIABLE: "/elsewhere"}, "/elsewhere", id="variable"),
    ],
)
def test_where_the_folder_is(
    monkeypatch: pytest.MonkeyPatch, platform: str, settings: dict[str, str], expected: str | None
) -> None:
    """Where the platform has such things, unless the variable says otherwise."""
    for name in (FOLDER_VARIABLE, "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in ({"HOME": "/home/me"} | settings).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)

    assert cache_folder() == expected


def test_a_wrong_file_is_not_kept(write: Write, folder: Path) -> None:
    """Problems are found anew each time."""
    path = write(cap=-1)
    for _ in range(2):
        with pytest.raises(MjError):
            load_rules(path)

    assert not folder.exists()


def test_a_pipe_is_read_once(write: Write, folder: Path) -> None:
    """A rule file may be a pipe: it is not kept, and in the place of a file that was kept nothing is taken from it."""
    path = write(cap=4)
    load_rules(path)
    before = only_file(folder).read_bytes()
    text = write(cap=5).read_bytes()
    path.unlink()
    os.mkfifo(path)

    done = Event()

    def write_twice() -> None:
        path.write_bytes(text)
        done.wait(2)  # for whoever opens it once more, this is no rule file
        path.write_bytes(b"the rest")

    writer = Thread(target=write_twice, daemon=True)
    writer.start()

    assert cap_of(load_rules(path)) == 5
    done.set()
    assert only_file(folder).read_bytes() == before
    assert path.read_bytes() == b"the rest"
    writer.join()
