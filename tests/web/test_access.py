"""Links: random, the same after a restart, nobody else's to read."""

import os
from pathlib import Path

import pytest

from sumtrace.web.access import state_folder, token_for


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


def test_a_file_keeps_its_token_and_another_gets_another(tmp_path: Path) -> None:
    first = token_for(tmp_path / "gold.jsonl")
    assert len(first) == 43
    assert token_for(tmp_path / "gold.jsonl") == first
    assert token_for(tmp_path / "other.jsonl") != first


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_a_token_that_others_could_read_is_replaced(tmp_path: Path) -> None:
    first = token_for(tmp_path / "gold.jsonl")
    (kept,) = (state_folder() / "annotate").iterdir()
    assert kept.stat().st_mode & 0o777 == 0o600
    kept.chmod(0o644)
    second = token_for(tmp_path / "gold.jsonl")
    assert second != first
    assert kept.stat().st_mode & 0o777 == 0o600


def test_without_a_place_to_keep_it_a_token_is_made_all_the_same(tmp_path: Path, state: Path) -> None:
    state.write_text("a file where the folder should be")
    assert token_for(tmp_path / "gold.jsonl") != token_for(tmp_path / "gold.jsonl")
