"""The annotation tool: gold alignments made in the browser."""
