"""Responses with the framing, and connections with the end, that a test chooses.

    framing.py FOLDER

`plain` is an HTTP/1.1 server, and a proxy for `http` on the same port. It has the routes of `odd.py` and those below. `tunnel` is a proxy
that answers CONNECT with the bytes in the user name, in base64url, and makes the tunnel if they are a 2xx. `secure` is `plain` over TLS,
and `socket` is `plain` on a Unix-domain socket. `eager` answers a connection's second request at its first byte, and again when the
request is complete; see `/later/NAME`, where NAME is the path. One line of JSON on standard output lists the ports. The servers end when
standard input ends.
"""

import asyncio
import base64
import json
import os
import socket
import ssl
import sys

import odd
import tls


def text_of(coded):
    return base64.urlsafe_b64decode(coded + "=" * (-len(coded) % 4))


@odd.route
async def framed(exchange):
    """`/framed/TEXT`: sends the bytes, in base64url, and leaves the connection open. With `?later=TEXT` it sends more, after the client
    has had time to treat the response as complete; see `/later/NAME`. `?close` closes the connection, and `?reset` resets it."""
    await exchange.body()
    await exchange.send(text_of(exchange.part(1, "")))
    if "later" in exchange.query:
        await asyncio.sleep(0.1)
        try:
            await exchange.send(text_of(exchange.query["later"]))
        finally:
            odd.counters["later " + exchange.query.get("name", "")] += 1
    if "close" in exchange.query:
        exchange.connection.is_open = False
    if "reset" in exchange.query:
        await asyncio.sleep(0.1)
        exchange.reset()


@odd.route
async def later(exchange):
    """`/later/NAME`: whether the later bytes of `/framed/TEXT?later=TEXT&name=NAME` were sent, or the connection has ended."""
    await exchange.answer_json(odd.counters["later " + exchange.part(1, "")])


@odd.route
async def dribbled(exchange):
    """`/dribbled/N`: a head with a line of N bytes, sent byte by byte."""
    await exchange.body()
    writer = exchange.connection.writer
    for byte in b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Long: " + b"v" * exchange.part(1) + b"\r\n\r\n":
        writer.write(bytes([byte]))
        await asyncio.sleep(0)


@odd.route
async def early(exchange):
    """`/early/TEXT`: sends the bytes after the first byte of the request's body, and reads no more of it. `?close` ends the connection;
    otherwise it stays open for a while."""
    exchange.is_read = True
    await exchange.connection.reader.read(1)
    await exchange.send(text_of(exchange.part(1, "")))
    if "close" in exchange.query:
        exchange.connection.writer.write_eof()
    try:
        await asyncio.wait_for(exchange.connection.reader.read(-1) if "close" in exchange.query else asyncio.sleep(300), 300)
    except asyncio.TimeoutError:
        pass
    exchange.connection.is_open = False


async def tunnel(reader, writer):
    connection = odd.Connection(reader, writer)
    try:
        exchange = await connection.next_request()
        if exchange is None:
            return
        given = base64.b64decode(exchange.field("proxy-authorization", "Basic ").split(" ")[1]).decode()
        answer = text_of(given.split(":")[0])
        await exchange.send(answer)
        status = [line for line in answer.split(b"\r\n") if line.startswith(b"HTTP/")][-1].split(b" ")[1]
        if status.startswith(b"2"):
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", int(exchange.target.rpartition(":")[2]))
            await asyncio.gather(odd.pump(reader, far_writer), odd.pump(far_reader, writer))
        else:
            await asyncio.sleep(1)
    except (ConnectionError, asyncio.IncompleteReadError, ValueError, IndexError):
        pass
    finally:
        writer.close()


async def eager(reader, writer):
    hello = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
    name = ""
    try:
        name = (await reader.readuntil(b"\r\n\r\n")).split(b" ")[1].decode()[1:]
        writer.write(hello)
        await reader.read(1)
        writer.write(hello)
        await reader.readuntil(b"\r\n\r\n")
        await asyncio.sleep(0.05)
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison")
        odd.counters["later " + name] += 1
        await reader.read(-1)
    except (ConnectionError, asyncio.IncompleteReadError):
        odd.counters["later " + name] += 1
    finally:
        writer.close()


HEADS = {
    "length": b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nCache-Control: max-age=600\r\n\r\nhello",
    "open": b"HTTP/1.1 200 OK\r\nCache-Control: max-age=600\r\nETag: \"one\"\r\n\r\nhello",
    "old": b"HTTP/1.0 200 OK\r\nCache-Control: max-age=600\r\n\r\nhello",
    "chunked": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
}


@odd.route
async def ends(exchange):
    """`/ends/KIND/cut` or `/ends/KIND/notified`: a body, and the end of the TLS connection without or with the closing alert."""
    await exchange.send(HEADS[exchange.part(1, "")])
    await asyncio.sleep(0.05)
    exchange.connection.is_open = False
    if exchange.part(2, "") == "cut":
        exchange.connection.writer.transport.get_extra_info("socket").shutdown(socket.SHUT_RDWR)


async def main(folder):
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
    made = tls.Authority(folder)
    made.make("root", is_authority=True, subject="/CN=Root")
    made.make("server", "root", names=tls.LOCAL)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(made.path("server"), made.path("server", "key"))
    plain = await asyncio.start_server(odd.serve, "127.0.0.1", 0, limit=1 << 20, backlog=512)
    through = await asyncio.start_server(tunnel, "127.0.0.1", 0, backlog=512)
    secure = await asyncio.start_server(odd.serve, "127.0.0.1", 0, ssl=context, limit=1 << 20, backlog=512)
    at_once = await asyncio.start_server(eager, "127.0.0.1", 0, limit=1 << 20, backlog=512)
    path = os.path.join(folder, "framing.socket")
    local = await asyncio.start_unix_server(odd.serve, path, limit=1 << 20, backlog=1024)
    servers = {"plain": plain, "tunnel": through, "secure": secure, "eager": at_once}
    ports = {name: server.sockets[0].getsockname()[1] for name, server in servers.items()}
    print(json.dumps(ports | {"authority": made.path("root"), "socket": path}), flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    for server in (*servers.values(), local):
        server.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
