"""The documentation site: `make docs` builds it offline into docs/_build/html."""

import sys
from pathlib import Path

import sumtrace

sys.path.insert(0, str(Path(__file__).parent / "extensions"))

project = "Sumtrace"
author = copyright = "The Sumtrace developers"
release = version = sumtrace.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "command_reference"]
exclude_patterns = ["_build", "extensions"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
suppress_warnings = ["myst.header"]

default_role = "code"  # docstrings write `name` for code
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True  # as written, not <function <lambda>>
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
add_module_names = False
smartquotes = False  # options begin with two hyphens

html_theme = "furo"
html_title = f"Sumtrace {version}"
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"light_css_variables": {"font-stack": "system-ui, sans-serif"}}
