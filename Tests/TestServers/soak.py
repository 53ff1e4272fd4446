"""The server for a long run of the session: every format, generated from a number, and every fault.

    soak.py PORT

It listens on PORT of the loopback interface, or for 0 on a port that the system chooses. It prints one line of JSON with the port, and
ends when its standard input ends. `/soak/FORMAT/SEED/ROWS` is a body that the client can predict; see `table`. `/soak/echo` returns the
received body. `/create/NAME` accepts resumable uploads; see `uploads.py`. The first two accept:

    fault=FAULT    how the answer goes wrong, see `respond`
    coding=gzip    the body is coded
    cut=SEED       the body comes in pieces of random length
"""

import asyncio
import gzip
import json
import plistlib
import random
import struct
import sys
import urllib.parse
import xml.sax.saxutils
import zlib

import odd
import uploads  # This also registers its routes.

PATIENCE = 30  # seconds for which a stalled answer is held


def table(seed, rows):
    """Returns the rows that client and server both generate from a seed."""
    result = []
    for index in range(rows):
        number = (seed * 31 + index * 7919) % 1_000_003
        result.append({"id": number, "name": f"Row {number} é€\U0001d11e <&>", "ratio": number * 0.125, "on": number % 2 == 0})
    return {"seed": seed, "row": result}


def xml_of(value):
    def element(name, content):
        return f"<{name}>{content}</{name}>"

    def text(value):
        return xml.sax.saxutils.escape(str(value).lower() if isinstance(value, bool) else str(value))

    rows = "".join(element("row", "".join(element(k, text(v)) for k, v in row.items())) for row in value["row"])
    return ('<?xml version="1.0" encoding="UTF-8"?>\n' + element("table", element("seed", value["seed"]) + rows)).encode()


def png_of(seed, rows):
    """Returns a picture of 64 columns. Its pixels depend on column, row and seed."""
    lines = b"".join(
        b"\0" + bytes(part for x in range(64) for part in ((x * 3 + seed) % 256, (y * 5 + seed) % 256, (x ^ y ^ seed) & 255))
        for y in range(rows)
    )

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 64, rows, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")


def lines_of(value, before="", after="\n"):
    return "".join(before + json.dumps(row, ensure_ascii=False) + after for row in value["row"]).encode()


FORMATS = {
    "json": ("application/json", lambda s, n: json.dumps(table(s, n)).encode()),
    "problem": ("application/problem+json", lambda s, n: json.dumps({"title": f"Problem {s}", "status": 200}).encode()),
    "ndjson": ("application/x-ndjson", lambda s, n: lines_of(table(s, n))),
    "json-seq": ("application/json-seq", lambda s, n: lines_of(table(s, n), "\x1e")),
    "xml": ("application/xml", lambda s, n: xml_of(table(s, n))),
    "plist": ("application/x-plist", lambda s, n: plistlib.dumps(table(s, n))),
    "binary-plist": ("application/x-plist", lambda s, n: plistlib.dumps(table(s, n), fmt=plistlib.FMT_BINARY)),
    "png": ("image/png", png_of),
    "form": (
        "application/x-www-form-urlencoded",
        lambda s, n: urllib.parse.urlencode({k: str(v).lower() if isinstance(v, bool) else v for k, v in table(s, 1)["row"][0].items()}).encode(),
    ),
    "event-stream": ("text/event-stream", lambda s, n: lines_of(table(s, n), "data: ", "\n\n")),
    "text": ("text/plain; charset=utf-8", lambda s, n: "\n".join(row["name"] for row in table(s, n)["row"]).encode()),
    "bomb": ("application/json", lambda s, n: b""),
}
BOMB = gzip.compress(b"[" + b" " * (32 << 20) + b"]")


@odd.route
async def soak(exchange):
    if exchange.part(1, "") == "echo":
        kind, body = exchange.field("content-type", "application/octet-stream"), await exchange.body()
    else:
        name, seed, rows = exchange.part(1, ""), exchange.part(2), exchange.part(3)
        kind, make = FORMATS[name]
        body = make(seed, rows)
    fields = [("Content-Type", kind), ("X-Fault", exchange.query.get("fault", "none"))]
    coded = exchange.field("content-encoding") == "gzip"
    if exchange.query.get("coding") == "gzip":
        body = BOMB if exchange.part(1, "") == "bomb" else gzip.compress(body, 1)
        coded = True
    if coded:
        fields.append(("Content-Encoding", "gzip"))
    if not exchange.is_read:
        await exchange.body()
    await respond(exchange, fields, body)


def changed(body, at):
    """Returns the body with another byte at an offset."""
    return body[:at] + bytes([0 if body[at] else 1]) + body[at + 1:]


def coded_alike(whole, body):
    """Whether both bodies are compressed and contain the same bytes."""
    if whole[:2] != b"\x1f\x8b":
        return False
    try:
        return gzip.decompress(whole) == gzip.decompress(body)
    except (EOFError, OSError, zlib.error):
        return False


async def respond(exchange, fields, body):
    fault = exchange.query.get("fault", "none")
    half = len(body) // 2
    if fault == "status":
        return await exchange.answer_json({"type": "about:blank", "title": "As asked for"}, 503)
    if fault == "type":
        return await exchange.answer(200, [("Content-Type", "application/pdf")], b"%PDF-1.7")
    if fault == "reset-before":
        return exchange.reset()
    if fault == "garbage":
        await exchange.send("SSH-2.0-OpenSSH_9.2\r\n\r\n")
        return end(exchange)
    if fault == "corrupt":
        # A text may not contain a zero byte, and compressed data has a checksum.
        at = min(half, len(body) - 1)
        whole, body = body, changed(body, at)
        # The byte may be part of an unused code table. In that case the content would not change.
        while coded_alike(whole, body):
            at += 1
            body = changed(whole, at)
    if fault == "truncate":
        # The message is complete, but its body ends in the middle, and not between two lines.
        while b"\n" in body[half - 1:half + 1] or b"\x1e" in body[half - 1:half + 1]:
            half += 1
        body = body[:half]
    if fault == "bad-chunk":
        await exchange.head(200, ("Transfer-Encoding", "chunked"), *fields)
        await exchange.send(b"%x\r\n" % half, body[:half], b"\r\nno number\r\n", body[half:])
        return end(exchange)
    if exchange.query.get("cut"):
        await exchange.head(200, ("Transfer-Encoding", "chunked"), *fields)
        dice, at = random.Random(int(exchange.query["cut"])), 0
        while at < len(body):
            if fault in BROKEN_OFF and at >= half:
                return await break_off(exchange, fault)
            size = dice.randint(1, max(1, len(body) // 3))
            piece = body[at:at + size]
            await exchange.send(b"%x\r\n" % len(piece), piece, b"\r\n")
            at += size
            if dice.random() < 0.3:
                await asyncio.sleep(0.001)
        # The end of the body is missing, even if the last piece began in the first half.
        return await (break_off(exchange, fault) if fault in BROKEN_OFF else exchange.send(b"0\r\n\r\n"))
    await exchange.head(200, ("Content-Length", len(body)), *fields)
    if fault in BROKEN_OFF:
        await exchange.send(body[:half])
        return await break_off(exchange, fault)
    await exchange.send(body)


BROKEN_OFF = ("reset", "hang-up", "stall")


async def break_off(exchange, fault):
    if fault == "stall":
        await asyncio.sleep(PATIENCE)
    exchange.reset() if fault == "reset" else end(exchange)


def end(exchange):
    exchange.connection.is_open = False


async def main(port):
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
    server = await asyncio.start_server(odd.serve, "127.0.0.1", port, limit=1 << 20, backlog=512)
    print(json.dumps({"http": server.sockets[0].getsockname()[1]}), flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    server.close()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
