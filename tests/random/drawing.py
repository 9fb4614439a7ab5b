"""What random cases are made with: distributions, and the text of a case file."""

import random
from dataclasses import dataclass, field


class Draw(random.Random):
    """Distributions that the cases are made of. The same seed is the same case on every machine."""

    def log(self, low, high):
        """Equally often in every decade."""
        return low * (high / low) ** self.random()

    def chance(self, p):
        return self.random() < p

    def sign(self):
        return self.choice([-1, 1])


class Exactly(float):
    """A number that is written with all its digits."""


def number(value):
    if isinstance(value, Exactly):
        return repr(float(value))
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _value(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list):
        return "[" + ", ".join(_value(v) for v in value) + "]"
    return number(value)


def _lines(keys):
    return [f"{key} = {_value(value)}" for key, value in keys.items()]


@dataclass
class Case:
    """A case file and the files beside it: `tables` is table -> key -> value, or a list of those for tables that repeat; None: left out."""

    scenario: str
    tables: dict
    files: dict = field(default_factory=dict)

    def text(self):
        lines = [f'scenario = "{self.scenario}"']
        for table, keys in self.tables.items():
            if isinstance(keys, list):
                for one in keys:
                    lines += ["", f"[[{table}]]"] + _lines(one)
            elif keys is not None:
                lines += ["", f"[{table}]"] + _lines(keys)
        return "\n".join(lines) + "\n"

    def write(self, folder):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "case.toml").write_text(self.text(), encoding="utf-8")
        for name, text in self.files.items():
            (folder / name).write_text(text, encoding="utf-8")
