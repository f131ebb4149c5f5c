"""A local page to paste texts into, and the JSON API behind it."""
