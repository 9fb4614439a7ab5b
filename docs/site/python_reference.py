"""Reference of the Python package, from its type stubs and sources: signatures and docstrings."""

import ast


def signature(node):
    """The definition without its body, one argument a line if it is long."""
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    line = f"def {node.name}({ast.unparse(node.args)}){returns}"
    if len(line) <= 100:
        return line
    return f"def {node.name}(\n    " + ",\n    ".join(split_arguments(ast.unparse(node.args))) + f"\n){returns}"


def split_arguments(text):
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(text):
        depth += letter in "([{"
        depth -= letter in ")]}"
        if letter == "," and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    return [*parts, text[start:].strip()]


def docstring(node):
    """Docstrings are plain text with set-in lines for formulas."""
    text = ast.get_docstring(node)
    return f"```text\n{text}\n```\n" if text else ""


def is_public(node):
    return isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_")


def members(node):
    lines = []
    for item in node.body:
        if isinstance(item, ast.AnnAssign):
            lines.append(ast.unparse(item))
        elif isinstance(item, ast.FunctionDef) and (not item.name.startswith("_") or item.name == "__init__"):
            lines += [f"@{ast.unparse(decorator)}" for decorator in item.decorator_list]
            text = ast.get_docstring(item)
            lines.append(signature(item))
            lines += [f'    """{text}"""'.replace("\n", "\n    ")] if text else []
    return "\n".join(lines)


def section(name, nodes):
    """A class, or a function with all its overloads."""
    if isinstance(nodes[0], ast.FunctionDef):
        forms = "\n".join(map(signature, nodes))
        return f"### {name}\n\n```python\n{forms}\n```\n\n" + "\n".join(filter(None, map(docstring, nodes)))
    node = nodes[0]
    bases = f"({', '.join(ast.unparse(base) for base in node.bases)})" if node.bases else ""
    body = members(node)
    return f"### {node.name}\n\n```python\nclass {node.name}{bases}\n```\n\n{docstring(node)}" + (f"\n```python\n{body}\n```\n" if body else "")


def pages(root):
    stubs = sorted((root / "python/tread").glob("*.pyi")) if (root / "python/tread").is_dir() else []
    text = ["# Python reference", "", "Made from the type stubs of the package.", ""]
    for stub in stubs:
        tree = ast.parse(stub.read_text())
        name = "tread" if stub.stem == "__init__" else f"tread.{stub.stem}"
        named = {}
        for node in filter(is_public, tree.body):
            named.setdefault(node.name, []).append(node)
        if named or ast.get_docstring(tree):
            text += [f"## {name}", "", docstring(tree), *[section(*item) for item in named.items()]]
    return {"reference/python": "\n".join(text)} if stubs else {}
