"""Builds the package: CMake makes the module, setuptools packs it.

TREAD_PYTHON_MODULE names a module that has been built already. TREAD_PYTHON_JOBS limits how many
compilers run at once.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

PYTHON = Path(__file__).resolve().parent
ROOT = PYTHON.parent
WORK = ROOT / "build" / "python"
VERSION = re.search(r"project\(tread VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]


class CMakeBuild(build_ext):
    def build_extension(self, ext):
        target = Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        built = os.environ.get("TREAD_PYTHON_MODULE") or self.build_module(target.name)
        shutil.copyfile(built, target)

    def build_module(self, name):
        build = WORK / "cmake"
        generator = ["-G", "Ninja"] if shutil.which("ninja") else []
        # Without MPI, which only the program uses. A compiler newer than ours may warn of more.
        subprocess.run(
            ["cmake", "-S", ROOT, "-B", build, *generator, "-DCMAKE_BUILD_TYPE=Release", "-DTREAD_PYTHON=ON",
             "-DTREAD_TESTS=OFF", "-DTREAD_WERROR=OFF", "-DTREAD_MPI=OFF", f"-DPython3_EXECUTABLE={sys.executable}"],
            check=True,
        )
        jobs = os.environ.get("TREAD_PYTHON_JOBS", str(os.cpu_count() or 1))
        subprocess.run(["cmake", "--build", build, "--target", "tread_python", "-j", jobs], check=True)
        return build / "python" / name


# What setuptools leaves behind goes where the rest of a build is.
(WORK / "info").mkdir(parents=True, exist_ok=True)
setup(
    version=VERSION,
    packages=["tread"],
    package_data={"tread": ["py.typed", "*.pyi"]},
    ext_modules=[Extension("tread._tread", sources=[])],
    cmdclass={"build_ext": CMakeBuild},
    options={"build": {"build_base": str(WORK / "wheel")}, "egg_info": {"egg_base": str(WORK / "info")}},
)
