"""Sphinx reads this; scripts/docs starts it with the sources laid out by stage.py."""

import html
import os
import pathlib
import re

from docutils import nodes

here = pathlib.Path(__file__).resolve().parent
project = "tread"
author = "The tread authors"
version = release = re.search(r"\bVERSION (\d+\.\d+\.\d+)", (here.parents[1] / "CMakeLists.txt").read_text())[1]
copyright = author

extensions = ["myst_parser", "sphinx_copybutton"]
myst_enable_extensions = ["dollarmath", "colon_fence"]
myst_dmath_double_inline = False
nitpicky = True
math_eqref_format = "({number})"
math_numfig = False  # equations are numbered by page
highlight_language = "text"

html_theme = "furo"
html_title = "tread"
html_static_path = [str(here / "static")]
html_css_files = ["katex/katex.min.css", "tread.css"]
html_extra_path = [os.environ["TREAD_DOCS_EXTRA"]]
html_copy_source = False
html_show_sphinx = False
html_math_renderer = "tex_for_katex"
pygments_style = "default"
pygments_dark_style = "monokai"
copybutton_prompt_text = "$ "


def inline_math(self, node):
    self.body.append(f'<span class="tex">{html.escape(node.astext())}</span>')
    raise nodes.SkipNode


def display_math(self, node):
    """TeX for render_math.cjs, after the equation's number if it has one."""
    place = f' id="{node["ids"][0]}"' if node["ids"] else ""
    self.body.append(f'<div class="math display"{place}>')
    if node["number"]:
        self.body.append(f'<span class="eqno">({node["number"]})')
        self.add_permalink_ref(node, "Permalink to this equation")
        self.body.append("</span>")
    self.body.append(f'<span class="tex" data-display="1">{html.escape(node.astext())}</span></div>')
    raise nodes.SkipNode


def setup(app):
    app.add_html_math_renderer("tex_for_katex", (inline_math, None), (display_math, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
