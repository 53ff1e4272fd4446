"""Describes the debug build for the checks: the modules of the package, and how to import them."""

import functools
import glob
import json
import os
import shlex
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def run(*command):
    """Returns the output of a command. If the command fails, prints its errors and ends the check."""
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{os.path.basename(sys.argv[0])}: {shlex.join(command[:4])} … failed:\n{done.stderr or done.stdout}")
    return done.stdout


@functools.cache
def manifest():
    return json.loads(run("swift", "package", "dump-package"))


@functools.cache
def folder():
    """Returns the folder of the debug build."""
    return run("swift", "build", "--show-bin-path").strip()


def products():
    """Returns the names of the library products, sorted. Each has one module of the same name."""
    return sorted(product["name"] for product in manifest()["products"] if "library" in product["type"])


@functools.cache
def import_arguments():
    """Returns the compiler arguments to import any of the modules, including C and system modules."""
    arguments = ["-I", os.path.join(folder(), "Modules")]
    for target in manifest()["targets"]:
        if target["type"] != "system":
            continue
        arguments += ["-I", os.path.join(ROOT, target.get("path") or f"Sources/{target['name']}")]
        if target.get("pkgConfig"):
            flags = subprocess.run(
                ["pkg-config", "--cflags", target["pkgConfig"]], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
            )
            for flag in shlex.split(flags.stdout):
                arguments += ["-Xcc", flag]
    for map_file in sorted(glob.glob(os.path.join(folder(), "*.build", "module.modulemap"))):
        arguments += ["-Xcc", f"-fmodule-map-file={map_file}"]
    return arguments


def target_triple():
    """Returns the target triple of the debug build, as `swiftc` prints it."""
    return json.loads(run("swift", "-print-target-info"))["target"]["triple"]
