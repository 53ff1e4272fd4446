"""An HTTP/1.1 server with unusual and forbidden behavior.

    odd.py FOLDER

It listens on the loopback interface, on ports that the system chooses, and on a Unix-domain socket in FOLDER. It prints one line of JSON
with the ports, and ends when its standard input ends. The first part of a request's path names the behavior; see ROUTES.
"""

import asyncio
import base64
import collections
import gzip
import hashlib
import json
import os
import re
import socket
import struct
import sys
import urllib.parse
import urllib.request

ROUTES = {}
counters = collections.Counter()


def route(function):
    ROUTES[function.__name__.replace("_", "-")] = function
    return function


class Exchange:
    """One request and its connection."""

    def __init__(self, connection, method, target, version, fields):
        self.connection = connection
        self.method, self.target, self.version, self.fields = method, target, version, fields
        url = urllib.parse.urlsplit(target)
        self.parts = [urllib.parse.unquote(part) for part in url.path.split("/")[1:]]
        self.query = dict(urllib.parse.parse_qsl(url.query, keep_blank_values=True))
        self.is_read = False
        self.trailers = []

    def field(self, name, otherwise=None):
        values = [value for key, value in self.fields if key.lower() == name]
        return values[0] if values else otherwise

    def part(self, index, otherwise=0):
        return type(otherwise)(self.parts[index]) if len(self.parts) > index else otherwise

    async def chunks(self):
        """The pieces of the body."""
        self.is_read = True
        reader = self.connection.reader
        if self.field("transfer-encoding", "").lower() == "chunked":
            while True:
                size = int((await reader.readline()).split(b";")[0], 16)
                while size > 0:
                    data = await reader.read(min(size, 1 << 16))
                    if not data:
                        raise ConnectionError("the body ended early")
                    size -= len(data)
                    yield data
                    if size == 0:
                        await reader.readexactly(2)
                        break
                else:
                    while line := (await reader.readline()).decode("latin-1").strip():
                        name, _, value = line.partition(":")
                        self.trailers.append([name, value.strip()])
                    return
        left = int(self.field("content-length", "0"))
        while left > 0:
            data = await reader.read(min(left, 1 << 16))
            if not data:
                raise ConnectionError("the body ended early")
            left -= len(data)
            yield data

    async def body(self):
        return b"".join([data async for data in self.chunks()])

    async def send(self, *pieces):
        for piece in pieces:
            self.connection.writer.write(piece if isinstance(piece, bytes) else piece.encode("latin-1"))
        await self.connection.writer.drain()

    async def head(self, status, *fields):
        lines = [f"HTTP/1.1 {status} Odd"] + [f"{name}: {value}" for name, value in fields]
        await self.send("\r\n".join(lines) + "\r\n\r\n")

    async def answer(self, status=200, fields=(), body=b""):
        if not self.is_read:
            await self.body()
        await self.head(status, ("Content-Length", len(body)), *fields)
        if self.method != "HEAD":
            await self.send(body)

    async def answer_json(self, value, status=200, fields=()):
        await self.answer(status, [("Content-Type", "application/json"), *fields], json.dumps(value).encode())

    def reset(self):
        """Resets the connection (RST)."""
        sock = self.connection.writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.writer.transport.abort()


class Connection:
    count = 0

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer
        Connection.count += 1
        self.number = Connection.count
        self.requests = 0
        self.is_open = True

    async def next_request(self):
        line = (await self.reader.readline()).decode("latin-1").rstrip("\r\n")
        if not line:
            return None
        method, target, version = line.split(" ", 2)
        fields = []
        while True:
            line = (await self.reader.readline()).decode("latin-1").rstrip("\r\n")
            if not line:
                break
            name, _, value = line.partition(":")
            fields.append([name, value.strip()])
        self.requests += 1
        return Exchange(self, method, target, version, fields)


async def serve(reader, writer):
    connection = Connection(reader, writer)
    try:
        while connection.is_open:
            exchange = await connection.next_request()
            if exchange is None:
                break
            if exchange.field("expect", "").lower() == "100-continue" and exchange.parts[0] != "refuse":
                await exchange.send("HTTP/1.1 100 Continue\r\n\r\n")
            await ROUTES.get(exchange.parts[0], not_found)(exchange)
            if not exchange.is_read:
                await exchange.body()
            if exchange.field("connection", "").lower() == "close":
                break
    except (ConnectionError, asyncio.IncompleteReadError, ValueError):
        pass
    finally:
        writer.close()


async def not_found(exchange):
    await exchange.answer(404)


# Reports about the request


@route
async def echo(exchange):
    """Returns the whole request as JSON, with a digest of the body. `/echo?link=…` adds the field Link, which names the next page."""
    digest, length, start = hashlib.sha256(), 0, b""
    async for data in exchange.chunks():
        digest.update(data)
        length += len(data)
        start = (start + data)[:1024] if len(start) < 1024 else start
    await exchange.answer_json({
        "method": exchange.method, "target": exchange.target, "version": exchange.version, "fields": exchange.fields,
        "trailers": exchange.trailers,
        "length": length, "sha256": digest.hexdigest(), "body": start.decode("latin-1"),
        "connection": exchange.connection.number, "request": exchange.connection.requests,
    }, fields=[("Link", exchange.query["link"])] if "link" in exchange.query else [])


@route
async def query(exchange):
    """`/query?type=TYPE`: returns the method, type and body of a request as JSON, which stays fresh for a minute. A body of another type gets
    a 415 that lists TYPE."""
    body, wanted = await exchange.body(), exchange.query["type"]
    if exchange.field("content-type") != wanted:
        return await exchange.answer(415, [("Accept-Query", wanted)])
    content = {"method": exchange.method, "type": wanted, "body": body.decode("latin-1")}
    await exchange.answer_json(content, fields=[("Cache-Control", "max-age=60")])


@route
async def count(exchange):
    """Counts and returns the requests for this path; `/count/NAME/peek` does not count."""
    name = exchange.part(1, "")
    if exchange.part(2, "") != "peek":
        counters[name] += 1
    await exchange.answer_json(counters[name])


@route
async def early(exchange):
    """`/early/NAME`: answers before it reads the body. `/count/NAME/peek` then returns how many bytes have come."""
    await exchange.head(200, ("Content-Length", 2))
    await exchange.send("ok")
    async for data in exchange.chunks():
        counters[exchange.part(1, "")] += len(data)


# Bodies


def pattern(length):
    return (bytes(range(251)) * (length // 251 + 1))[:length]


@route
async def bytes_(exchange):
    await exchange.answer(body=pattern(exchange.part(1)))


ROUTES["bytes"] = ROUTES.pop("bytes-")


@route
async def chunked(exchange):
    """`/chunked/N`: N bytes, each in its own chunk, then a trailer."""
    await exchange.head(200, ("Transfer-Encoding", "chunked"), ("Trailer", "X-Trailer"))
    for byte in pattern(exchange.part(1)):
        await exchange.send(b"1\r\n" + bytes([byte]) + b"\r\n")
    await exchange.send("0\r\nX-Trailer: late\r\n\r\n")


@route
async def trailed(exchange):
    """`/trailed?text=…`: `hello` in one chunk, and the text as the trailers; `/trailed/N` sends N trailers of 1000 bytes each.

    `announced=…` names trailers in the head, and `size=N` replaces the body with one of N bytes."""
    await exchange.body()
    announced = exchange.query.get("announced", "")
    fields = [("Trailer", announced)] if announced else []
    await exchange.head(200, ("Transfer-Encoding", "chunked"), ("X-Head", "yes"), *fields)
    body = pattern(int(exchange.query.get("size", 0))) or b"hello"
    await exchange.send(b"%x\r\n" % len(body), body, "\r\n0\r\n", exchange.query.get("text", ""))
    for index in range(exchange.part(1)):
        await exchange.send(f"X-{index}: {'v' * 1000}\r\n")
    await exchange.send("\r\n")


@route
async def endless(exchange):
    await exchange.head(200, ("Transfer-Encoding", "chunked"))
    data = pattern(1 << 16)
    while True:
        await exchange.send(b"%x\r\n" % len(data), data, b"\r\n")


@route
async def large(exchange):
    """`/large/N`: N bytes as fast as the client accepts them."""
    left = exchange.part(1)
    await exchange.head(200, ("Content-Length", left))
    data = pattern(1 << 16)
    while left > 0:
        await exchange.send(data[:left])
        left -= len(data)


@route
async def until_close(exchange):
    """Sends a body without a length, which ends with the connection."""
    await exchange.head(200)
    await exchange.send(pattern(exchange.part(1)))
    exchange.connection.is_open = False


@route
async def slow(exchange):
    """`/slow/COUNT/SECONDS`: bytes with a pause before each."""
    number, seconds = exchange.part(1), exchange.part(2, 0.1)
    await exchange.head(200, ("Content-Length", number))
    for byte in pattern(number):
        await asyncio.sleep(seconds)
        await exchange.send(bytes([byte]))


@route
async def gzipped(exchange):
    body = gzip.compress(pattern(exchange.part(1)))
    await exchange.answer(fields=[("Content-Encoding", "gzip")], body=body)


@route
async def sent(exchange):
    """`/sent?type=TYPE&coding=CODING&body=HEX`: sends these bytes."""
    fields = [("Content-Type", exchange.query["type"]), ("Content-Encoding", exchange.query["coding"])]
    await exchange.answer(fields=fields, body=bytes.fromhex(exchange.query["body"]))


@route
async def validated(exchange):
    """A body that must be validated before each use, with a cookie. The field X-Cookie returns the cookies of the request."""
    fields = [("ETag", '"v"'), ("Cache-Control", "no-cache"), ("Set-Cookie", "berth=12; Path=/")]
    fields.append(("X-Cookie", exchange.field("cookie", "none")))
    if exchange.field("if-none-match") == '"v"':
        await exchange.body()
        await exchange.head(304, *fields)
    else:
        await exchange.answer(fields=fields, body=b"kept")


# Heads


@route
async def status(exchange):
    number = exchange.part(1, 200)
    if number in (204, 304):
        await exchange.body()
        await exchange.head(number)
    else:
        await exchange.answer(number, body=str(number).encode())


@route
async def interim(exchange):
    """Sends several heads before the final one."""
    await exchange.send("HTTP/1.1 102 Processing\r\n\r\n")
    await exchange.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nLink: </b>\r\n\r\n")
    await exchange.answer(fields=[("X-Final", "yes")], body=b"final")


@route
async def hints(exchange):
    """`/hints/COUNT/SECONDS?field=…`: COUNT early hints, with a pause before each, and the response; `?silent` omits the response."""
    await exchange.body()
    field = exchange.query.get("field", "Link: </a>; rel=preload")
    for _ in range(exchange.part(1)):
        await asyncio.sleep(exchange.part(2, 0.0))
        await exchange.send(f"HTTP/1.1 103 Early Hints\r\n{field}\r\n\r\n")
    if "silent" in exchange.query:
        await asyncio.sleep(60)
    await exchange.answer(body=b"final")


@route
async def fields(exchange):
    """`/fields/KIND`: fields that need special care."""
    await exchange.body()
    lines = {
        "duplicate": ["Set-Cookie: a=1, b", "X-Other: 1", "Set-Cookie: c=2", "x-other: 2"],
        "folded": ["X-Folded: one", "\ttwo", "   three", "X-After: yes"],
        "latin": ["X-Latin: caf\u00e9", "X-After: yes"],
        "broken": ["Bad Name: 1", ": no name", "X-Empty:", "X-After: yes"],
        "many": [f"X-Field-{index}: {'v' * 1000}" for index in range(exchange.part(2))],
        "long": ["X-Long: " + "v" * exchange.part(2)],
    }[exchange.part(1, "")]
    await exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n" + "".join(line + "\r\n" for line in lines) + "\r\n")


@route
async def raw(exchange):
    """`/raw?text=…`: sends the text and closes."""
    await exchange.send(exchange.query["text"])
    exchange.connection.is_open = False


# Bytes that must be returned unchanged


@route
async def opaque(exchange):
    """`/opaque/KIND?value=…`: sends bytes in a field, and answers `yes` to a request that returns them unchanged."""
    await exchange.body()
    kind, encoded = exchange.part(1, ""), urllib.parse.urlsplit(exchange.target).query.partition("value=")[2]
    value = urllib.parse.unquote(encoded, "latin-1")
    tag = f'"{value}"'
    landing = f"/opaque/landed/{value}?value={encoded}"
    if kind == "cookie":
        fields = [("Set-Cookie", f"a={value}; Path=/")] if exchange.field("cookie") is None else []
        await exchange.answer(200, fields, b"yes" if exchange.field("cookie") == f"a={value}" else b"no")
    elif kind == "etag":
        fields = [("ETag", tag), ("Cache-Control", "no-cache")]
        isKnown = exchange.field("if-none-match") == tag
        await exchange.answer(304 if isKnown else 200, fields, b"" if isKnown else b"first")
    elif kind == "range":
        if exchange.field("if-range") == tag:
            start = int(exchange.field("range").removeprefix("bytes=").removesuffix("-"))
            await exchange.answer(206, [("ETag", tag), ("Content-Range", f"bytes {start}-999/1000")], pattern(1000)[start:])
        else:
            await exchange.head(200, ("ETag", tag), ("Content-Length", "1000"))
            await exchange.send(pattern(300))
            exchange.connection.is_open = False
    elif kind == "digest":
        found = re.findall(r'(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^,\s]*))', exchange.field("authorization", ""))
        given = {name.lower(): re.sub(r"\\(.)", r"\1", quoted) or bare for name, quoted, bare in found}

        def h(text):
            return hashlib.md5(text.encode("latin-1")).hexdigest()

        last = f"{h(f'ada:{value}:secret')}:{value}:{given.get('nc')}:{given.get('cnonce')}:auth:"
        right = given.get("response") == h(last + h(f"{exchange.method}:{exchange.target}"))
        if right and all(given.get(name) == value for name in ["realm", "nonce", "opaque"]):
            await exchange.answer(200, [], b"yes")
        else:
            challenge = ", ".join(f"{name}={tag}" for name in ["realm", "nonce", "opaque"])
            await exchange.answer(401, [("WWW-Authenticate", f'Digest {challenge}, qop="auth"')], b"no")
    elif kind == "location":
        await exchange.answer(302, [("Location", landing)])
    elif kind == "link":
        await exchange.answer(200, [("Link", f'<{landing}>; rel="next"')])
    else:
        path = urllib.parse.urlsplit(exchange.target).path.removeprefix("/opaque/landed/")
        await exchange.answer(200, [], b"yes" if urllib.parse.unquote(path, "latin-1") == value else path.encode())


# Wrong lengths and early ends


@route
async def lie(exchange):
    """`/lie/DECLARED/SENT`: a wrong Content-Length."""
    await exchange.head(200, ("Content-Length", exchange.part(1)))
    await exchange.send(pattern(exchange.part(2)))
    exchange.connection.is_open = False


@route
async def broken_chunk(exchange):
    await exchange.head(200, ("Transfer-Encoding", "chunked"))
    await exchange.send("5\r\nhello\r\n", "5\r\nhe")
    exchange.connection.is_open = False


@route
async def reset(exchange):
    """`/reset/N`: resets the connection after N bytes of the body; without N, before the head."""
    if len(exchange.parts) > 1:
        await exchange.head(200, ("Content-Length", "100000"))
        await exchange.send(pattern(exchange.part(1)))
        await asyncio.sleep(0.05)
    exchange.reset()


@route
async def hang_up(exchange):
    """Answers, and then closes the connection without announcing it."""
    await exchange.answer(body=b"bye")
    exchange.connection.is_open = False


@route
async def hang_up_once(exchange):
    """`/hang-up-once/NAME`: closes a reused connection at its next request, once; other requests are answered."""
    name = exchange.part(1, "")
    counters[name] += 1
    if exchange.connection.requests > 1 and not counters["hung up " + name]:
        counters["hung up " + name] += 1
        exchange.reset()
        return
    await exchange.answer_json({"requests": counters[name], "length": len(await exchange.body())})


# Time


@route
async def delay(exchange):
    await exchange.body()
    await asyncio.sleep(exchange.part(1, 1.0))
    await exchange.answer(body=b"late")


@route
async def hang(exchange):
    """`/hang/NAME`: never answers; `/hanging/NAME` returns the number of such connections that are still open."""
    exchange.is_read = True
    name = exchange.part(1, "")
    counters["hanging " + name] += 1
    try:
        while await exchange.connection.reader.read(1 << 16):
            pass
    finally:
        counters["hanging " + name] -= 1
        exchange.connection.is_open = False


@route
async def hanging(exchange):
    await exchange.answer_json(counters["hanging " + exchange.part(1, "")])


@route
async def drip(exchange):
    """`/drip/N`: reads the body at N bytes a second and returns its length."""
    exchange.is_read = True
    length = 0
    sock = exchange.connection.writer.get_extra_info("socket")
    if sock is not None:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    rate = exchange.part(1, 1000)
    async for data in exchange.chunks():
        length += len(data)
        await asyncio.sleep(len(data) / rate)
    await exchange.answer_json(length)


# Refusals


@route
async def too_large(exchange):
    """`/too-large/SECONDS`: answers 413 after the head, or SECONDS after the first byte of the body, and reads no more."""
    exchange.is_read = True
    if len(exchange.parts) > 1:
        await exchange.connection.reader.read(1)
        await asyncio.sleep(exchange.part(1, 0.0))
    await exchange.head(413, ("Content-Length", "9"), ("Connection", "close"))
    await exchange.send("too large")
    exchange.connection.is_open = False
    # Unread input would make the system reset the connection, and the client might never see the answer.
    exchange.connection.writer.write_eof()
    for _ in range(1000):
        if not await exchange.connection.reader.read(1 << 16):
            break


@route
async def refuse(exchange):
    """Answers 417 to `Expect: 100-continue` without reading the body. `?text=…` is the answer's body; without Expect, it then echoes."""
    if "text" in exchange.query:
        if exchange.field("expect") is None:
            return await echo(exchange)
        exchange.is_read = True
        return await exchange.answer(417, [], exchange.query["text"].encode())
    exchange.is_read = True
    await exchange.head(417, ("Content-Length", "0"), ("Connection", "close"))
    exchange.connection.is_open = False


@route
async def basic(exchange):
    """`/basic/USER/PASSWORD`"""
    wanted = base64.b64encode(f"{exchange.part(1, '')}:{exchange.part(2, '')}".encode()).decode()
    if exchange.field("authorization") == "Basic " + wanted:
        await exchange.answer(body=b"welcome")
    else:
        await exchange.answer(401, [("WWW-Authenticate", 'Basic realm="odd", charset="UTF-8"')], b"no")


USERS = {"alice": "right", "bob": "b"}


@route
async def whoami(exchange):
    """Returns which of two users sends the request (Basic); `/whoami?cached=1` may be cached."""
    known = {"Basic " + base64.b64encode(f"{name}:{word}".encode()).decode(): name for name, word in USERS.items()}
    user = known.get(exchange.field("authorization"))
    if user is None:
        await exchange.answer(401, [("WWW-Authenticate", 'Basic realm="odd"')], b"no")
    else:
        fields = [("Cache-Control", "max-age=60")] if "cached" in exchange.query else []
        await exchange.answer_json({"user": user, "connection": exchange.connection.number}, fields=fields)


@route
async def broken_off(exchange):
    """Sends a file of 1000 bytes that breaks off after 300, unless the client requests the rest."""
    fields = [("ETag", '"v"'), ("Accept-Ranges", "bytes")]
    await exchange.body()
    start = exchange.field("range", "").removeprefix("bytes=").removesuffix("-")
    if start:
        fields.append(("Content-Range", f"bytes {start}-999/1000"))
        await exchange.answer(206, fields, pattern(1000)[int(start):])
    else:
        await exchange.head(200, ("Content-Length", "1000"), *fields)
        await exchange.send(pattern(300))
        exchange.connection.is_open = False


NONCE = "dcd98b7102dd2f0e8b11d0f600bfb0c093"


@route
async def digest(exchange):
    """`/digest/USER/PASSWORD/ALGORITHM`: qop=auth; `?stale=1` calls the first nonce of a connection stale."""
    user, password, algorithm = exchange.part(1, ""), exchange.part(2, ""), exchange.part(3, "MD5")
    make = hashlib.sha256 if algorithm.startswith("SHA-256") else hashlib.md5
    value = exchange.field("authorization", "")
    given = {}
    if value.lower().startswith("digest "):
        for item in urllib.request.parse_http_list(value[7:]):
            key, _, text = item.strip().partition("=")
            given[key.lower()] = text.strip('"')
    nonce = NONCE
    isstale = False
    if "stale" in exchange.query and given.get("nonce") == NONCE:
        nonce, isstale = NONCE[::-1], True
    elif "stale" in exchange.query and given:
        nonce = NONCE[::-1]

    def h(text):
        return make(text.encode()).hexdigest()

    if given and not isstale and given.get("nonce") == nonce:
        first = h(f"{user}:odd:{password}")
        if algorithm.endswith("-sess"):
            first = h(f"{first}:{nonce}:{given.get('cnonce', '')}")
        second = h(f"{exchange.method}:{exchange.target}")
        wanted = h(f"{first}:{nonce}:{given.get('nc')}:{given.get('cnonce')}:auth:{second}")
        if given.get("response") == wanted and given.get("uri") == exchange.target:
            await exchange.answer_json({"nc": given.get("nc")})
            return
    stale = ", stale=true" if isstale else ""
    challenge = f'Digest realm="odd", nonce="{nonce}", algorithm={algorithm}, qop="auth", opaque="x"{stale}'
    await exchange.answer(401, [("WWW-Authenticate", challenge)], b"no")


@route
async def redirect(exchange):
    """`/redirect/COUNT?status=302`: COUNT redirects, then `/echo`."""
    left = exchange.part(1, 1)
    number = int(exchange.query.get("status", "302"))
    location = f"/redirect/{left - 1}?status={number}" if left > 1 else "/echo"
    await exchange.answer(number, [("Location", location)])


@route
async def redirect_loop(exchange):
    await exchange.answer(302, [("Location", exchange.target)])


@route
async def redirect_to(exchange):
    await exchange.answer(int(exchange.query.get("status", "302")), [("Location", exchange.query["url"])])


# A proxy


async def proxy(reader, writer):
    """Accepts `ada:secret` and `bob:b`, makes tunnels, and answers requests in absolute form itself, mostly with an echo."""
    connection = Connection(reader, writer)
    wanted = ["Basic " + base64.b64encode(user).decode() for user in (b"ada:secret", b"bob:b")]
    try:
        while exchange := await connection.next_request():
            if exchange.field("proxy-authorization") not in wanted:
                await exchange.answer(407, [("Proxy-Authenticate", 'Basic realm="proxy"')])
            elif exchange.target.startswith("refused-"):
                await exchange.answer(int(exchange.target[8:11]))
            elif exchange.method == "CONNECT":
                host, _, port = exchange.target.rpartition(":")
                far_reader, far_writer = await asyncio.open_connection(host, int(port))
                await exchange.send("HTTP/1.1 200 Connected\r\nX-Proxy: yes\r\n\r\n")
                counters["tunnels"] += 1
                await asyncio.gather(pump(reader, far_writer), pump(far_reader, writer))
                return
            else:
                await ROUTES.get(exchange.parts[0], echo)(exchange)
    except (ConnectionError, asyncio.IncompleteReadError, ValueError):
        pass
    finally:
        writer.close()


async def pump(reader, writer):
    try:
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass
    finally:
        writer.close()


async def socks(reader, writer):
    """Runs a SOCKS5 proxy without authentication, which counts the offered methods and serves the requests itself."""
    try:
        version, number = await reader.readexactly(2)
        for method in await reader.readexactly(number):
            counters[f"socks-{method}"] += 1
        writer.write(b"\x05\x00")
        _, _, _, kind = await reader.readexactly(4)
        length = {1: 4, 4: 16}.get(kind) or (await reader.readexactly(1))[0]
        await reader.readexactly(length + 2)
        writer.write(b"\x05\x00\x00\x01\x00\x00\x00\x00\x00\x00")
        await serve(reader, writer)
    except (ConnectionError, asyncio.IncompleteReadError, ValueError):
        writer.close()


async def keep_silent(reader, writer):
    """Reads all input, and never answers."""
    try:
        while await reader.read(1 << 16):
            pass
    except ConnectionError:
        pass
    finally:
        writer.close()


async def main(folder):
    # Clients that close their connections are expected.
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
    plain = await asyncio.start_server(serve, "127.0.0.1", 0, limit=1 << 20, backlog=512)
    through = await asyncio.start_server(proxy, "127.0.0.1", 0, backlog=512)
    silent = await asyncio.start_server(keep_silent, "127.0.0.1", 0)
    sockets = await asyncio.start_server(socks, "127.0.0.1", 0)
    path = os.path.join(folder, "odd.socket")
    local = await asyncio.start_unix_server(serve, path, limit=1 << 20, backlog=1024)
    print(json.dumps({
        "http": plain.sockets[0].getsockname()[1], "proxy": through.sockets[0].getsockname()[1], "socket": path,
        "silent": silent.sockets[0].getsockname()[1], "socks": sockets.sockets[0].getsockname()[1],
    }), flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    for server in (plain, through, silent, sockets, local):
        server.close()


if __name__ == "__main__":
    task = main(sys.argv[1])
    try:
        asyncio.run(task)
    except KeyboardInterrupt:
        pass
