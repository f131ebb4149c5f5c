import xml.etree.ElementTree as ElementTree

from sumtrace.report.svg import bar_chart, lying_bars

SVG = "{http://www.w3.org/2000/svg}"


def test_bars_are_as_high_as_their_values():
    chart = ElementTree.fromstring(bar_chart("T", ["a", "b"], {"one": [10, 5], "two": [0, 10]}))
    bars = {bar.find(f"{SVG}title").text: float(bar.get("height")) for bar in chart.iter(f"{SVG}rect") if len(bar)}
    assert bars["one, a: 10"] == 2 * bars["one, b: 5"] == bars["two, b: 10"]
    assert bars["two, a: 0"] == 0


def test_names_are_escaped_and_empty_charts_allowed():
    assert "R&amp;D &lt;x&gt;" in bar_chart("R&D <x>", [], {})
    ElementTree.fromstring(lying_bars("nothing", {}))


def test_lying_bars_carry_names_values_and_intervals():
    chart = ElementTree.fromstring(lying_bars("T", {"ours": (50.0, (40.0, 60.0)), "theirs": (25.0, None)}))
    texts = [text.text for text in chart.iter(f"{SVG}text")]
    assert texts == ["T", "ours", "50.0", "theirs", "25.0"]
    halo, whisker = chart.iter(f"{SVG}path")
    assert halo.get("d") == whisker.get("d")
