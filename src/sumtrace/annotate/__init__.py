"""The annotation tool: gold alignments, ratings and adjudications made by people in the browser.

``sheet`` holds one pair's marks with their history, ``journal`` puts every change on disk, ``desk`` joins the two for
one annotator, ``server`` shows desks to the browser behind ``guard``.
"""
