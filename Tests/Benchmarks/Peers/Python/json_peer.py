"""Runs orjson, msgspec and jsonpath-rfc9535 as peers of the benchmarks, in a separate process that times itself.

`json_peer.py ENGINE --version` prints the version of the module. `json_peer.py ENGINE MODEL echo` reads a body and writes the value
again. With `decode` or `encode` it reads a body, then numbers. It answers each number with the nanoseconds of processor time for doing
the work that many times. For jsonpath-rfc9535, MODEL is a query: `echo` writes the values that it selects in the body, and `find` finds them. A body is a line with its length, then its bytes. The garbage collector is on, as in ordinary programs.
"""

import importlib.metadata
import sys
import time


def functions(engine, model):
    """Reads and writes as the engine's users do: dictionaries with orjson, declared types with msgspec."""
    if engine == "orjson":
        import orjson

        return orjson.loads, orjson.dumps
    if engine == "jsonpath_rfc9535":
        import json

        import jsonpath_rfc9535

        query = jsonpath_rfc9535.compile(model)
        return json.loads, lambda value: json.dumps(query.find(value).values()).encode()
    import msgspec

    from models import MODELS

    return msgspec.json.Decoder(MODELS[model]).decode, msgspec.json.Encoder().encode


def main():
    engine = sys.argv[1]
    if sys.argv[2:] == ["--version"]:
        __import__(engine)
        print(importlib.metadata.version(engine))
        return
    model, work = sys.argv[2:]
    loads, dumps = functions(engine, model)
    body = sys.stdin.buffer.read(int(sys.stdin.buffer.readline()))
    value = loads(body)
    if work == "echo":
        sys.stdout.buffer.write(dumps(value))
        return
    run, argument = (loads, body) if work == "decode" else (dumps, value)
    if work == "find":
        run = sys.modules[engine].compile(model).find
    for line in sys.stdin.buffer:
        rounds = range(int(line))
        start = time.thread_time_ns()
        for _ in rounds:
            run(argument)
        print(time.thread_time_ns() - start, flush=True)


main()
