"""Types and docstrings of everything public."""

import ast
import inspect
import sys
import unittest
from pathlib import Path

import tread

PYTHON = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PYTHON / "tools"))
import make_stub  # noqa: E402

STUB = (PYTHON / "tread" / "_tread.pyi").read_text(encoding="utf-8")


class Stub(unittest.TestCase):
    def test_stub_is_what_the_module_says(self):
        self.assertEqual(make_stub.module_stub(), STUB, "run python/tools/make_stub.py anew")

    def test_stub_has_every_public_name(self):
        tree = ast.parse(STUB)
        names = {node.name for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        for name in tread.__all__:
            if hasattr(tread._tread, name):
                self.assertIn(name, names)

    def test_stub_has_every_public_member(self):
        classes = {node.name: node for node in ast.parse(STUB).body if isinstance(node, ast.ClassDef)}
        for name, node in classes.items():
            if "__members__" in vars(getattr(tread._tread, name)):
                continue
            stubbed = {item.name for item in node.body if isinstance(item, (ast.FunctionDef, ast.ClassDef))}
            public = {member for member in vars(getattr(tread._tread, name)) if not member.startswith("_")}
            self.assertLessEqual(public, stubbed, name)

    def test_no_type_is_left_as_cpp(self):
        self.assertEqual([line for line in STUB.split("\n") if "::" in line], [])

    def test_python_parts_are_typed(self):
        for module in ("_case", "_errors", "_run"):
            tree = ast.parse((PYTHON / "tread" / f"{module}.py").read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef):
                    self.assertIsNotNone(node.returns, f"{module}: {node.name}")
        self.assertTrue((Path(tread.__file__).parent / "py.typed").exists())


class Docstrings(unittest.TestCase):
    def words(self, thing):
        doc = inspect.getdoc(thing) or ""
        if "(" in doc.split("\n")[0] and "->" in doc.split("\n")[0]:  # pybind11's line with the signature
            doc = "\n".join(doc.split("\n")[1:])
        return doc.strip()

    def test_everything_public_says_what_it_is(self):
        for name in tread.__all__:
            thing = getattr(tread, name)
            self.assertTrue(self.words(thing), name)
            if not inspect.isclass(thing) or "__members__" in vars(thing):
                continue
            for member_name, member in vars(thing).items():
                if not member_name.startswith("_"):
                    self.assertTrue(self.words(member), f"{name}.{member_name}")


if __name__ == "__main__":
    unittest.main()
