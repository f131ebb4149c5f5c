"""What the scripts that take pictures of pages share: the browser's flags, small files, and texts with errors to show."""

from __future__ import annotations

from pathlib import Path
from typing import Any

IMAGES = Path(__file__).parents[1] / "docs" / "images"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run"]
COLOURS = 128
"""Of a picture; flat pages look the same with so few, and take a third of the bytes."""

FERRY = {
    "id": "lady-isbel",
    "document": (
        "The council of Port Ellery voted 17 to 14 on Monday to refit the ferry Lady Isbel. The vessel was given two new "
        "engines at a cost of £4.2 million. Work began in March and was carried out at the yard in Skerrow, which had outbid "
        "two rivals. The old engines, fitted in 1988, had failed three times last winter and left islanders cut off for up "
        "to nine days.\n\nThe harbour master, Ruth Calder, said the ferry would return to service in June. She warned that "
        "the slipway might still need repairs. Freight will be carried first; passengers may follow a week later, if the "
        "trials go well.\n\nSome councillors had argued for a new ship. A study put its price at almost £19 million, and the "
        "government declined to help."
    ),
    "summary": (
        "Here is a summary: The council voted on Tuesday to refit the ferry Lady Isbel. The refit cost £4.7m and gave her "
        "two new engines. The harbour master said the ship would be back in June. The slipway will need repairs, and freight "
        "will be carried first. A festival with music and fireworks marked her return. Some councillors wanted a new vessel."
    ),
}


def save(page: Any, name: str) -> None:
    """Take a picture for the documentation."""
    from PIL import Image

    path = IMAGES / f"{name}.png"
    page.screenshot(path=path)
    with Image.open(path) as picture:
        # Coverage, as the colours that tell something fill few of the pixels.
        small = picture.convert("RGB").quantize(
            COLOURS, method=Image.Quantize.MAXCOVERAGE, kmeans=4, dither=Image.Dither.NONE
        )
    small.save(path, optimize=True)
