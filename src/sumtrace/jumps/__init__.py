"""Jump models: how likely the writer moves from one place of the document to another."""
