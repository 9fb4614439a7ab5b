"""The C library exports the functions of its header, and nothing else.

    exports_test.py NM LIBRARY HEADER
"""

import re
import subprocess
import sys
from pathlib import Path

nm, library, header = sys.argv[1:]
listing = subprocess.run([nm, "-D", "--defined-only", library], stdout=subprocess.PIPE, check=True, text=True).stdout
rows = [line.split() for line in listing.splitlines()]
exported = {name.split("@")[0] for _, kind, name in rows if kind != "A"}
declared = set(re.findall(r"^TREAD_API [^(]*?\b(tread_\w+)\(", Path(header).read_text(encoding="utf-8"), re.MULTILINE))
if not declared:
    sys.exit(f"{header}: no function found")
for name in sorted(exported - declared):
    print(f"exported but not in the header: {name}")
for name in sorted(declared - exported):
    print(f"in the header but not exported: {name}")
unversioned = sorted(name for _, kind, name in rows if kind != "A" and not name.endswith("@@TREAD_1"))
for name in unversioned:
    print(f"without the version TREAD_1: {name}")
sys.exit(1 if exported != declared or unversioned else 0)
