"""What the checks need to know of the debug build: the modules that the package offers, and how to import them."""

import functools
import glob
import json
import os
import shlex
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def run(*command):
    """What a command prints; where it fails, its own words and ours end the check."""
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{os.path.basename(sys.argv[0])}: {shlex.join(command[:4])} … failed:\n{done.stderr or done.stdout}")
    return done.stdout


@functools.cache
def manifest():
    return json.loads(run("swift", "package", "dump-package"))


@functools.cache
def folder():
    """Where the debug build lies."""
    return run("swift", "build", "--show-bin-path").strip()


def products():
    """The names of the library products, in order; each is one module of the same name."""
    return sorted(product["name"] for product in manifest()["products"] if "library" in product["type"])


@functools.cache
def import_arguments():
    """The compiler's arguments by which any of the modules can be imported, those of C and of the system included."""
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
    """The triple that the debug build was made for, as `swiftc` names it."""
    return json.loads(run("swift", "-print-target-info"))["target"]["triple"]
