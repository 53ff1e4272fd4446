"""HTTP/2 by hand, frame by frame, right and wrong, with TLS (ALPN h2) and over plain text (prior knowledge).

    http2.py FOLDER

Each behavior below has two ports that the system chooses: NAME over plain text and NAMETLS over TLS, with a certificate that
FOLDER/root.pem has signed. One line of JSON on standard output lists the ports. The servers end when standard input ends. Requests are
not decoded: each behavior has its own response, and connections distinguish the requests.

Source: RFC 9113; RFC 7541 §6.2.2 (literal fields without indexing, names and values as they are).
"""

import base64
import hashlib
import json
import socket
import ssl
import struct
import sys
import threading
import time

import tls

DATA, HEADERS, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = 0, 1, 3, 4, 5, 6, 7, 8, 9
END_STREAM, ACK, END_HEADERS = 1, 1, 4
MAX_CONCURRENT_STREAMS, INITIAL_WINDOW_SIZE = 3, 4
NO_ERROR, INTERNAL_ERROR, REFUSED_STREAM, CANCEL = 0, 2, 7, 8
PATIENCE = 20  # seconds for which a connection is held without an answer

behaviours = {}


def behaviour(settings=(), waits_for_body=True):
    """Answers each request. `connection.number` counts the connections of a port, `connection.requests` the requests of a connection."""
    def register(function):
        behaviours[function.__name__] = (function, settings, waits_for_body)
        return function
    return register


def integer(value, bits):
    limit = (1 << bits) - 1
    if value < limit:
        return bytes([value])
    out, value = [limit], value - limit
    while value >= 128:
        out.append(value % 128 + 128)
        value //= 128
    return bytes(out + [value])


def literal(text):
    data = text.encode("latin-1")
    return integer(len(data), 7) + data


def block(*fields):
    return b"".join(b"\x00" + literal(name) + literal(str(value)) for name, value in fields)


class Connection:
    def __init__(self, stream, number):
        self.stream, self.number, self.requests = stream, number, 0
        self.bodies, self.gathered = {}, []

    def frame(self, kind, flags=0, identifier=0, payload=b""):
        return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", identifier) + payload

    def send(self, *arguments):
        self.stream.sendall(self.frame(*arguments))

    def head(self, identifier, *fields, ends=False, status="200"):
        self.send(HEADERS, END_HEADERS | (END_STREAM if ends else 0), identifier, block((":status", status), *fields))

    def data(self, identifier, data, ends=True):
        for start in range(0, max(1, len(data)), 16384):
            is_last = start + 16384 >= len(data)
            self.send(DATA, END_STREAM if ends and is_last else 0, identifier, data[start:start + 16384])

    def reset(self, identifier, code=NO_ERROR):
        self.send(RST_STREAM, 0, identifier, struct.pack(">I", code))

    def leave(self, last, code=NO_ERROR):
        self.send(GOAWAY, 0, 0, struct.pack(">II", last, code))

    def echo(self, identifier):
        """Sends the request's body back."""
        body = self.bodies.pop(identifier, b"")
        self.head(identifier, ("content-length", len(body)), ("x-connection", self.number))
        self.data(identifier, body)

    def answer(self, identifier):
        """Sends a complete response with the number of the connection."""
        body = str(self.number).encode()
        self.head(identifier, ("content-length", len(body)))
        self.data(identifier, body)

    def receive(self, count):
        data = b""
        while len(data) < count:
            more = self.stream.recv(count - len(data))
            if not more:
                raise ConnectionError("the client has closed the connection")
            data += more
        return data

    def hear(self, kind, flags, identifier, payload):
        """Receives each frame of the client before it is answered."""

    def serve(self, function, settings, waits_for_body):
        if self.receive(24) != b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n":
            return
        self.send(SETTINGS, 0, 0, b"".join(struct.pack(">HI", *pair) for pair in settings))
        waiting = set()
        while True:
            header = self.receive(9)
            length, kind, flags = int.from_bytes(header[:3], "big"), header[3], header[4]
            identifier = int.from_bytes(header[5:], "big") & 0x7FFFFFFF
            payload = self.receive(length)
            self.hear(kind, flags, identifier, payload)
            if kind == SETTINGS and not flags & ACK:
                self.send(SETTINGS, ACK)
            elif kind == PING and not flags & ACK:
                self.send(PING, ACK, 0, payload)
            elif kind == GOAWAY:
                return
            elif kind == RST_STREAM:
                waiting.discard(identifier)
                self.bodies.pop(identifier, None)
            if kind == DATA and identifier in waiting:
                self.bodies[identifier] = self.bodies.get(identifier, b"") + payload
            if kind == DATA and length and waits_for_body:
                for each in (0, identifier):
                    self.send(WINDOW_UPDATE, 0, each, struct.pack(">I", length))
            if kind == HEADERS:
                waiting.add(identifier)
            if identifier in waiting and kind in (HEADERS, DATA) and (flags & END_STREAM or not waits_for_body):
                waiting.remove(identifier)
                self.requests += 1
                function(self, identifier)


# Correct responses


@behaviour()
def right(connection, identifier):
    connection.answer(identifier)


@behaviour()
def unannounced(connection, identifier):
    """Sends a complete body without a length."""
    connection.head(identifier)
    connection.data(identifier, b"whole")


@behaviour()
def interim(connection, identifier):
    connection.head(identifier, ("link", "</a>"), status="103")
    connection.answer(identifier)


@behaviour()
def trailed(connection, identifier):
    """Sends a body without a length, and trailers, most of which are forbidden."""
    connection.head(identifier, ("x-head", "yes"))
    connection.data(identifier, b"hello", ends=False)
    fields = ("x-checksum", "abc"), ("set-cookie", "a=1"), ("content-type", "text/html"), ("x-checksum", "def")
    connection.send(HEADERS, END_HEADERS | END_STREAM, identifier, block(*fields))


@behaviour()
def trailed_wrongly(connection, identifier):
    connection.head(identifier)
    connection.data(identifier, b"hello", ends=False)
    connection.send(HEADERS, END_HEADERS | END_STREAM, identifier, block(("content-length", "500"), ("transfer-encoding", "chunked")))


def digested_as(name, digest, *fields):
    """Sends a body without a length, and a digest in its trailers."""
    @behaviour()
    def function(connection, identifier):
        connection.head(identifier, *fields)
        connection.data(identifier, b"hello", ends=False)
        connection.send(HEADERS, END_HEADERS | END_STREAM, identifier, block(("content-digest", digest)))
    behaviours[name] = behaviours.pop("function")


def sha256(data):
    return f"sha-256=:{base64.b64encode(hashlib.sha256(data).digest()).decode()}:"


digested_as("digested", sha256(b"hello"))
digested_as("digested_wrongly", sha256(b"hullo"), ("trailer", "content-digest"))
digested_as("digested_otherwise", "md5=:AAAA:", ("trailer", "content-digest"))


@behaviour()
def hints(connection, identifier):
    """Sends ten thousand early hints, and the response."""
    for _ in range(10000):
        connection.head(identifier, ("link", "</a>; rel=preload"), status="103")
    connection.answer(identifier)


@behaviour()
def nothing(connection, identifier):
    connection.head(identifier, ends=True, status="204")


# Truncated bodies


@behaviour()
def cut(connection, identifier):
    """Sends some bytes without a length, and a reset with NO_ERROR."""
    connection.head(identifier, ("cache-control", "max-age=600"), ("etag", '"one"'))
    connection.data(identifier, b"part", ends=False)
    time.sleep(0.05)
    connection.reset(identifier)


@behaviour()
def cut_of_length(connection, identifier):
    connection.head(identifier, ("content-length", 10))
    connection.data(identifier, b"part", ends=False)
    time.sleep(0.05)
    connection.reset(identifier)


@behaviour()
def cut_by_cancel(connection, identifier):
    cut_with(connection, identifier, CANCEL)


@behaviour()
def cut_by_failure(connection, identifier):
    cut_with(connection, identifier, INTERNAL_ERROR)


@behaviour()
def cut_at_once(connection, identifier):
    """Sends head, data and reset in one piece, so the client sees the reset with the data."""
    part = connection.frame(HEADERS, END_HEADERS, identifier, block((":status", "200")))
    part += connection.frame(DATA, 0, identifier, b"part")
    connection.stream.sendall(part + connection.frame(RST_STREAM, 0, identifier, struct.pack(">I", NO_ERROR)))


@behaviour()
def cut_before_body(connection, identifier):
    connection.head(identifier)
    connection.reset(identifier)


@behaviour()
def cut_by_leaving(connection, identifier):
    connection.head(identifier)
    connection.data(identifier, b"part", ends=False)
    connection.leave(identifier, INTERNAL_ERROR)
    raise ConnectionError("closed")


@behaviour()
def cut_by_leaving_below(connection, identifier):
    """Reports that it did not see the stream, although it has sent a part of the response."""
    connection.head(identifier)
    connection.data(identifier, b"part", ends=False)
    connection.leave(0)
    time.sleep(0.05)
    raise ConnectionError("closed")


@behaviour()
def cut_by_closing(connection, identifier):
    connection.head(identifier)
    connection.data(identifier, b"part", ends=False)
    raise ConnectionError("closed")


def cut_with(connection, identifier, code):
    connection.head(identifier, ("cache-control", "max-age=600"))
    connection.data(identifier, b"part", ends=False)
    time.sleep(0.05)
    connection.reset(identifier, code)


@behaviour()
def without_end(connection, identifier):
    """Sends the whole body, but not the end of the stream."""
    connection.head(identifier)
    connection.data(identifier, b"part", ends=False)


@behaviour()
def forged(connection, identifier):
    """Sends a truncated body, after fields that look like libcurl's reports of frames."""
    line = f"[HTTP/2] [{identifier}] <- FRAME[DATA, len=4, eos=1, padlen=0]"
    connection.head(identifier, ("x-one", line), ("server", line), ("set-cookie", line), ("location", line))
    connection.data(identifier, line.encode(), ends=False)
    connection.leave(identifier)
    connection.reset(identifier)


@behaviour()
def trailing(connection, identifier):
    """Sends a complete body without a length, ended by trailers, and then a reset."""
    connection.head(identifier)
    connection.data(identifier, b"whole", ends=False)
    connection.send(HEADERS, END_HEADERS | END_STREAM, identifier, block(("x-last", "1")))
    connection.reset(identifier)


# Several streams of one connection


@behaviour([(MAX_CONCURRENT_STREAMS, 1000)])
def gathers(connection, identifier, count=100):
    """Answers one request, waits for 100, and sends their bodies back, the last one first."""
    if connection.requests == 1:
        return connection.echo(identifier)
    connection.gathered.append(identifier)
    if len(connection.gathered) == count:
        for each in reversed(connection.gathered):
            connection.echo(each)
        connection.gathered = []


@behaviour([(MAX_CONCURRENT_STREAMS, 100)])
def echoes(connection, identifier):
    connection.echo(identifier)


@behaviour([(INITIAL_WINDOW_SIZE, 1000), (MAX_CONCURRENT_STREAMS, 100)])
def small_window(connection, identifier):
    body = str(len(connection.bodies.pop(identifier, b""))).encode()
    connection.head(identifier, ("content-length", len(body)))
    connection.data(identifier, body)


@behaviour([(MAX_CONCURRENT_STREAMS, 1)])
def one_at_a_time(connection, identifier):
    time.sleep(0.002)
    connection.answer(identifier)


@behaviour([(MAX_CONCURRENT_STREAMS, 1)])
def widens(connection, identifier):
    """Allows one stream, and more after the first answer. Then it waits for ten requests."""
    if connection.requests == 1:
        connection.send(SETTINGS, 0, 0, struct.pack(">HI", MAX_CONCURRENT_STREAMS, 100))
    gathers(connection, identifier, 10)


# GOAWAY, and refused streams


@behaviour()
def leaves(connection, identifier):
    """The first connection announces that it accepts only one request, and then answers it."""
    if connection.number == 1:
        connection.leave(identifier)
        time.sleep(0.05)
    connection.answer(identifier)


@behaviour()
def leaves_above(connection, identifier):
    """The first connection answers one request, waits for four, and answers only the first of them."""
    if connection.number > 1 or connection.requests == 1:
        return connection.answer(identifier)
    connection.gathered.append(identifier)
    if len(connection.gathered) == 4:
        connection.leave(min(connection.gathered))
        connection.answer(min(connection.gathered))


@behaviour()
def refuses_stream(connection, identifier):
    """The first connection refuses each request except the first."""
    if connection.number == 1 and connection.requests > 1:
        return connection.reset(identifier, REFUSED_STREAM)
    connection.answer(identifier)


@behaviour()
def refuses_always(connection, identifier):
    connection.reset(identifier, REFUSED_STREAM)


@behaviour()
def resets_always(connection, identifier):
    connection.reset(identifier, CANCEL)


@behaviour()
def resets_after_interim(connection, identifier):
    connection.head(identifier, ("link", "</a>"), status="103")
    connection.reset(identifier, NO_ERROR)


@behaviour()
def ends_after_interim(connection, identifier):
    connection.head(identifier, ("link", "</a>"), status="103")
    connection.data(identifier, b"")


# Connections that fail


@behaviour()
def stalls(connection, identifier):
    """The first connection answers one request, and then no more. It stays open."""
    if connection.number == 1 and connection.requests > 1:
        time.sleep(PATIENCE)
    connection.answer(identifier)


@behaviour()
def floods(connection, identifier):
    """The first connection answers with 240 KB of fields, and then no more."""
    if connection.number > 1:
        return connection.answer(identifier)
    fields = block((":status", "200"), *((f"x-{index}", "v" * 1000) for index in range(240)))
    pieces = [fields[start:start + 16384] for start in range(0, len(fields), 16384)]
    for index, piece in enumerate(pieces):
        flags = END_HEADERS if index == len(pieces) - 1 else 0
        connection.send(CONTINUATION if index else HEADERS, flags | (0 if index else END_STREAM), identifier, piece)
    time.sleep(PATIENCE)


@behaviour()
def garbles(connection, identifier):
    """The first connection answers with a frame of the wrong size, a connection error, and then no more."""
    if connection.number > 1:
        return connection.answer(identifier)
    connection.head(identifier, ("content-length", 100))
    connection.data(identifier, b"part", ends=False)
    connection.send(WINDOW_UPDATE, 0, 0, b"\0\0\0")
    time.sleep(PATIENCE)


@behaviour()
def garbles_later(connection, identifier):
    """The first connection answers one request, and the next one like `garbles`."""
    connection.answer(identifier) if connection.requests == 1 else garbles(connection, identifier)


@behaviour()
def continues(connection, identifier):
    """The first connection sends one head in 20,000 frames, most of them empty."""
    if connection.number > 1:
        return connection.answer(identifier)
    connection.send(HEADERS, 0, identifier, block((":status", "200")))
    for _ in range(20):
        connection.stream.sendall(connection.frame(CONTINUATION, 0, identifier) * 1000)
    time.sleep(PATIENCE)


@behaviour()
def pushes(connection, identifier):
    """The first connection sends an unrequested push, although the client accepts no push."""
    if connection.number > 1:
        return connection.answer(identifier)
    connection.send(PUSH_PROMISE, END_HEADERS, identifier, struct.pack(">I", 2) + block(
        (":method", "GET"), (":scheme", "https"), (":authority", "localhost"), (":path", "/pushed")))
    connection.head(2, ("content-length", 6))
    connection.data(2, b"pushed")
    time.sleep(PATIENCE)


# Answers before the end of the request, while the client may send nothing


@behaviour([(INITIAL_WINDOW_SIZE, 0)], waits_for_body=False)
def refuses(connection, identifier):
    connection.head(identifier, ("content-length", 9), status="413")
    connection.data(identifier, b"too large")


@behaviour([(INITIAL_WINDOW_SIZE, 0)], waits_for_body=False)
def answers_early(connection, identifier):
    connection.head(identifier, ("content-length", 5))
    connection.data(identifier, b"early")


@behaviour([(INITIAL_WINDOW_SIZE, 0)], waits_for_body=False)
def refuses_and_resets(connection, identifier):
    connection.head(identifier, ("content-length", 9), status="413")
    connection.data(identifier, b"too large")
    connection.reset(identifier)


# Heads with wrong framing


def wrong(name, *fields, status="200"):
    @behaviour()
    def function(connection, identifier):
        connection.head(identifier, *fields, status=status)
        connection.data(identifier, b"hello")
    behaviours[name] = behaviours.pop("function")


wrong("long_status", ("content-length", 5), status="0200")
wrong("short_status", ("content-length", 5), status="20")
wrong("low_status", ("content-length", 5), status="099")
wrong("negative_status", ("content-length", 5), status="-5")
wrong("switching", ("upgrade", "x"), status="101")
wrong("switching_bare", status="101")
wrong("two_lengths", ("content-length", 5), ("content-length", 6))
wrong("same_lengths", ("content-length", 5), ("content-length", 5))
wrong("length_in_list", ("content-length", "5, 6"))
wrong("signed_length", ("content-length", "+5"))
wrong("negative_length", ("content-length", "-1"))
wrong("huge_length", ("content-length", "18446744073709551616"))
wrong("longer_length", ("content-length", 10))
wrong("shorter_length", ("content-length", 2))
wrong("coded", ("transfer-encoding", "chunked"))
wrong("coded_and_long", ("content-length", 5), ("transfer-encoding", "chunked"))
wrong("closing", ("content-length", 5), ("connection", "close"))


def listen(name, context):
    server = socket.create_server(("127.0.0.1", 0), backlog=64)
    function, settings, waits_for_body = behaviours[name]

    def serve(plain, number):
        try:
            plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            stream = context.wrap_socket(plain, server_side=True) if context else plain
            with stream:
                Connection(stream, number).serve(function, settings, waits_for_body)
        except (OSError, ConnectionError):
            # The other end has closed the connection, which some tests do on purpose.
            pass

    def accept():
        number = 0
        while True:
            plain, _ = server.accept()
            number += 1
            threading.Thread(target=serve, args=(plain, number), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return server.getsockname()[1]


def main(folder, more={}, plain=True):
    """Starts all behaviors, and more TLS servers without ALPN: `more` holds functions that take a context and return a port."""
    made = tls.Authority(folder)
    made.make("root", is_authority=True, subject="/CN=Root")
    made.make("server", "root", names=tls.LOCAL)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(made.path("server"), made.path("server", "key"))
    context.set_alpn_protocols(["h2"])
    kinds = [("TLS", context)] + ([("", None)] if plain else [])
    ports = {name + suffix: listen(name, kind) for name in list(behaviours) for suffix, kind in kinds}
    silent = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    silent.load_cert_chain(made.path("server"), made.path("server", "key"))
    ports |= {name: start(silent) for name, start in more.items()}
    print(json.dumps(ports | {"authority": made.path("root"), "folder": folder}), flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main(sys.argv[1])
