#!/usr/bin/env python3
"""Compares mimeo with curl and jq as whole processes, and prints targets.

    tool.py MIMEO [--check]
"""

import functools
import http.server
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time

SIZE = 100_000_000
# The seconds after which a program counts as failed.
LONGEST = 120


def run(words):
    """Runs a program, and returns its wall time in seconds and its peak memory in bytes."""
    start = time.perf_counter()
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    clock = threading.Timer(LONGEST, process.kill)
    clock.start()
    _, status, usage = os.wait4(process.pid, 0)
    clock.cancel()
    seconds = time.perf_counter() - start
    if status != 0:
        sys.exit(f"tool.py: {' '.join(words)} failed")
    return seconds, usage.ru_maxrss * 1024


def pairs(one, other, count):
    """Runs both programs in turn. Returns the median of the ratios of their times, and the first one's peak memory."""
    run(one), run(other)
    ratios, memory = [], 0
    for index in range(count):
        if index % 2:
            (mine, peak), (theirs, _) = run(one), run(other)
        else:
            (theirs, _), (mine, peak) = run(other), run(one)
        ratios.append(mine / theirs)
        memory = max(memory, peak)
    return statistics.median(ratios), memory


def write_json(path):
    """Writes an array of objects, and returns its size in bytes."""
    with open(path, "w", encoding="utf-8") as file:
        file.write("[")
        size = number = 0
        while size < SIZE:
            user = {"id": number, "name": f"user {number}", "score": number / 7, "active": number % 2 == 0, "tags": ["a", f"b{number % 17}"]}
            text = ("," if number else "") + json.dumps(user | {"address": {"street": f"{number % 999} Main Street", "city": "Ålesund"}}, ensure_ascii=False)
            file.write(text)
            size += len(text.encode())
            number += 1
        file.write("]")
    return os.path.getsize(path)


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def main():
    mimeo = os.path.abspath(sys.argv[1])
    os.environ["no_proxy"] = "*"
    missed = False

    def target(name, figure, bound):
        nonlocal missed
        missed = missed or figure > bound
        print(f"TARGET tool.{name} {figure:.2f} <= {bound} {'met' if figure <= bound else 'short'}", flush=True)

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "big.json")
        size = write_json(path)
        with open(os.path.join(folder, "small.json"), "w", encoding="utf-8") as file:
            file.write('{"id": 7}')
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"
        target("version", pairs([mimeo, "--version"], ["curl", "--version"], 20)[0], 1.5)
        target("get", pairs([mimeo, "get", f"{url}/small.json"], ["curl", "-s", f"{url}/small.json"], 20)[0], 2)
        download = [mimeo, "get", f"{url}/big.json", "-o", os.path.join(folder, "one")]
        target("download", pairs(download, ["curl", "-s", f"{url}/big.json", "-o", os.path.join(folder, "other")], 5)[0], 1)
        ratio, memory = pairs([mimeo, "decode", path], ["jq", ".", path], 3)
        target("decode", ratio, 1)
        target("decode-memory", memory / size, 6)
        ratio, memory = pairs([mimeo, "decode", path, "--select", "$[*].name"], ["jq", ".[].name", path], 3)
        target("select", ratio, 0.33)
        target("select-memory", memory / size, 6)
        server.shutdown()
    sys.exit(1 if missed and "--check" in sys.argv else 0)


main()
