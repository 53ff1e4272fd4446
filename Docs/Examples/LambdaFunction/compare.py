#!/usr/bin/env python3
"""Compares the function with the same one that uses Foundation's coders: size, start and first event.

    compare.py [RUNS]

Each function is built for release, with Swift's libraries inside, and is started against a local server that gives it one event.
"""

import http.server
import os
import statistics
import subprocess
import sys
import threading
import time

FOLDER = os.path.dirname(os.path.abspath(__file__))
EVENT = b'{"customer":"Ada","lines":[' + b",".join(b'{"article":"tea %d","count":%d,"price":2.5}' % (i, i) for i in range(100)) + b"]}"
LONGEST = 20  # seconds for one start


class Handler(http.server.BaseHTTPRequestHandler):
    """The part of Lambda's runtime API that a function needs.

    Source: docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
    """

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        run = self.server.run
        if "asked" in run:
            # The function waits for another event until it is stopped.
            return run["ended"].wait(LONGEST)
        run["asked"] = time.perf_counter()
        self.send_response(200)
        for name, value in (("Aws-Request-Id", "1"), ("Deadline-Ms", str(int(time.time() * 1000) + 9000)),
                            ("Invoked-Function-Arn", "arn:aws:lambda:x:1:function:f"), ("Trace-Id", "Root=1"), ("Client-Context", "")):
            self.send_header(f"Lambda-Runtime-{name}", value)
        self.send_header("Content-Length", str(len(EVENT)))
        self.end_headers()
        self.wfile.write(EVENT)

    def do_POST(self):
        body = b""
        if "chunked" in self.headers.get("Transfer-Encoding", ""):
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        else:
            body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.run["answered"], self.server.run["body"] = time.perf_counter(), body
        self.send_response(202)
        self.send_header("Content-Length", "0")
        self.end_headers()
        self.server.run["done"].set()


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, *_):
        """Says nothing: a stopped function ends its connection."""


def build(product, compares):
    """Builds a function, and returns its path and its size without symbols."""
    scratch = os.path.join(FOLDER, ".build", product)
    options = ["-c", "release", "--static-swift-stdlib", "--product", product, "--package-path", FOLDER, "--scratch-path", scratch]
    environment = os.environ | {"COMPARE": "1" if compares else "0"}
    subprocess.run(["swift", "build", *options], check=True, env=environment, stdin=subprocess.DEVNULL, stdout=sys.stderr)
    path = os.path.join(scratch, "release", product)
    stripped = path + ".stripped"
    subprocess.run(["strip", "-o", stripped, path], check=True)
    return stripped, os.path.getsize(stripped)


def start(path, server):
    """Starts a function, and returns the milliseconds until it asks for an event, and until it has answered it."""
    run = server.run = {"done": threading.Event(), "ended": threading.Event()}
    environment = os.environ | {"AWS_LAMBDA_RUNTIME_API": f"127.0.0.1:{server.server_port}", "LOG_LEVEL": "error"}
    began = time.perf_counter()
    process = subprocess.Popen([path], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        if not run["done"].wait(LONGEST):
            sys.exit(f"compare.py: {path} did not answer")
    finally:
        run["ended"].set()
        process.kill()
        process.wait()
    if b'"total":12375' not in run["body"]:
        sys.exit(f"compare.py: {path} answered {run['body']!r}")
    return (run["asked"] - began) * 1000, (run["answered"] - began) * 1000


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    functions = [build("order-function", False), build("foundation-function", True)]
    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    times = [[], []]
    for index in range(runs + 1):
        for which in (0, 1) if index % 2 else (1, 0):
            measured = start(functions[which][0], server)
            if index:  # the first run fills the system's caches
                times[which].append(measured)
    server.shutdown()
    for which, name in enumerate(("Mimeograph", "Foundation")):
        ready, answered = (statistics.median(each[index] for each in times[which]) for index in (0, 1))
        print(f"{name}: {functions[which][1] / 1e6:.1f} MB, ready after {ready:.1f} ms, first answer after {answered:.1f} ms")
    pairs = list(zip(*times))
    print(f"size / Foundation {functions[0][1] / functions[1][1]:.2f}")
    for index, name in ((0, "ready"), (1, "first answer")):
        print(f"{name} / Foundation {statistics.median(one[index] / other[index] for one, other in pairs):.2f}")


main()
