"""A server for the cases of http-client-conformance.

    client.py FOLDER

It listens on the loopback interface, and has the routes of `odd.py` and those below. One line of JSON on standard output has the port.
The server ends when standard input ends.
"""

import asyncio
import gzip
import json
import sys
import uuid
import zlib

import odd

CHUNKED = ("Transfer-Encoding", "chunked")


@odd.route
async def mirror(exchange):
    """Sends each piece of the request's body back as soon as it arrives."""
    await exchange.head(200, CHUNKED)
    async for data in exchange.chunks():
        await exchange.send(b"%x\r\n" % len(data), data, b"\r\n")
    await exchange.send("0\r\n\r\n")


@odd.route
async def dialogue(exchange):
    """`/dialogue/COUNT`: sends the byte `A`, waits until the client has sent it back, and does this COUNT times."""
    await exchange.head(200, CHUNKED)
    pieces = exchange.chunks()
    for _ in range(exchange.part(1)):
        await exchange.send("1\r\nA\r\n")
        if await anext(pieces) != b"A":
            raise ConnectionError("the client sent something else")
    await exchange.send("0\r\n\r\n")
    async for _ in pieces:
        pass


# `TEST` and a newline.
TEXT = b"TEST\n"
CODED = {"gzip": gzip.compress(TEXT), "deflate": zlib.compress(TEXT), "br": b"\x0f\x02\x80" + TEXT + b"\x03"}


@odd.route
async def coded(exchange):
    """`/coded/CODING`: a text, in that content coding if the request accepts it."""
    coding = exchange.part(1, "")
    if coding in [name.strip() for name in exchange.field("accept-encoding", "").split(",")]:
        await exchange.answer(fields=[("Content-Encoding", coding)], body=CODED[coding])
    else:
        await exchange.answer(body=TEXT)


@odd.route
async def stall(exchange):
    """`/stall/NAME`: sends a head and 1000 bytes, and then nothing. `/hanging/NAME` returns the number of such connections."""
    await exchange.head(200, CHUNKED)
    await exchange.send(b"3e8\r\n", odd.pattern(1000), b"\r\n")
    await odd.hang(exchange)


@odd.route
async def ping(exchange):
    await exchange.answer(301, [("Location", "/pong")])


@odd.route
async def pong(exchange):
    await exchange.answer(301, [("Location", "/ping")])


@odd.route
async def cookie(exchange):
    await exchange.answer(fields=[("Set-Cookie", f"foo={uuid.uuid4()}")])


@odd.route
async def revision(exchange):
    """`/revision/NAME`: the number of requests so far whose condition held. It is the entity tag too, and `?quoted` quotes that."""
    await exchange.body()
    counter = "revision " + exchange.part(1, "")
    number = str(odd.counters[counter])
    tag = f'"{number}"' if "quoted" in exchange.query else number
    if exchange.field("if-none-match") == tag:
        odd.counters[counter] += 1
        await exchange.head(304, ("ETag", tag), ("Cached", "true"))
    else:
        await exchange.answer(fields=[("ETag", tag), ("Cached", "false")], body=number.encode())


async def main():
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
    server = await asyncio.start_server(odd.serve, "127.0.0.1", 0, limit=1 << 20, backlog=512)
    print(json.dumps({"http": server.sockets[0].getsockname()[1]}), flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    server.close()


if __name__ == "__main__":
    asyncio.run(main())
