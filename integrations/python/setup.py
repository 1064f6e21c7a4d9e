"""Builds the library with Go, and a wheel that is for a platform, but for any Python."""

import os
import pathlib
import subprocess

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

HERE = pathlib.Path(__file__).resolve().parent


class Build(build_py):
    def run(self):
        library = HERE / "urn" / "_urn.so"
        subprocess.run(
            [os.environ.get("GO", "go"), "build", "-buildmode=c-shared", "-trimpath", "-ldflags=-s -w", "-o", library, "."],
            cwd=HERE,
            check=True,
        )
        library.with_suffix(".h").unlink()
        super().run()


class Wheel(bdist_wheel):
    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


class Binary(Distribution):
    def has_ext_modules(self):
        return True


setup(cmdclass={"build_py": Build, "bdist_wheel": Wheel}, distclass=Binary)
