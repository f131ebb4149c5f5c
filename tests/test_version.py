from pathlib import Path

from sumtrace import __version__

ROOT = Path(__file__).parent.parent


def test_the_citation_is_of_this_version():
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
