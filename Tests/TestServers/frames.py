"""Forbidden behavior of HTTP/2 servers, and the correct counterparts.

    frames.py FOLDER

The ports are those of `http2.py`, with TLS only. The first request to a port gets a wrong answer, unless a behavior says otherwise. Later
requests are answered with the number of their connection, so a test sees whether the client uses another connection. Each port is
therefore for one test.

Source: RFC 9113 §5.1, §6, §8.1.
"""

import os
import select
import socket
import ssl
import struct
import sys
import threading
import time

import http2
from http2 import (
    ACK, CONTINUATION, DATA, END_HEADERS, END_STREAM, GOAWAY, HEADERS, INITIAL_WINDOW_SIZE, MAX_CONCURRENT_STREAMS, PING,
    PUSH_PROMISE, RST_STREAM, SETTINGS, WINDOW_UPDATE, behaviour, behaviours, block)

PRIORITY = 2
PADDED = 8
HEADER_TABLE_SIZE, ENABLE_PUSH, MAX_FRAME_SIZE = 1, 2, 5
CODES = {
    "no_error": 0, "protocol_error": 1, "internal_error": 2, "flow_control_error": 3, "settings_timeout": 4, "stream_closed": 5,
    "frame_size_error": 6, "refused_stream": 7, "cancel": 8, "compression_error": 9, "connect_error": 10, "enhance_your_calm": 11,
    "inadequate_security": 12, "http_1_1_required": 13,
}
OK = (":status", "200")
LENGTH = ("content-length", 5)
PATIENCE = 60  # seconds for which a connection is held without an answer: longer than a client waits
behaviours.clear()


def register(name, function, settings=(), waits_for_body=True):
    behaviours[name] = (function, settings, waits_for_body)


def is_later(connection):
    return connection.number > 1 or connection.requests > 1


def frames(name, *wanted, pause=0.0, closes=False, is_first=True):
    """Sends frames in one piece, or with a pause after each. A frame is a kind, flags and a payload for the request's stream."""
    def function(connection, identifier):
        if is_first and is_later(connection):
            return connection.answer(identifier)
        parts = [connection.frame(kind, flags, identifier if stream is None else stream, payload)
                 for kind, flags, payload, stream in (each if len(each) == 4 else (*each, None) for each in wanted)]
        if pause:
            for part in parts:
                connection.stream.sendall(part)
                time.sleep(pause)
        else:
            connection.stream.sendall(b"".join(parts))
        if closes:
            time.sleep(0.05)
            raise ConnectionError("closed")
    register(name, function)


def head(*fields, ends=False):
    return HEADERS, END_HEADERS | (END_STREAM if ends else 0), block(*fields)


def data(text, ends=True):
    return DATA, END_STREAM if ends else 0, text


def reset(code):
    return RST_STREAM, 0, struct.pack(">I", code)


def leave(last, code):
    return GOAWAY, 0, struct.pack(">II", last, code), 0


def both(name, *wanted, **options):
    """Registers a behavior that sends the frames in one piece, and another one that sends them one by one."""
    frames(name, *wanted, **options)
    frames(name + "_slowly", *wanted, pause=0.05, **options)


# Complete responses

both("announced", head(OK, LENGTH), data(b"hello"))
both("announced_end_apart", head(OK, LENGTH), data(b"hello", False), data(b""))
both("empty_pieces", head(OK, LENGTH), data(b"", False), data(b"hel", False), data(b"", False), data(b"lo"))
both("padded", head(OK, LENGTH), (DATA, PADDED | END_STREAM, b"\x03hello\0\0\0"))
both("trailers", head(OK, LENGTH), data(b"hello", False), head(("x-last", "1"), ends=True))
both("end_then_reset", head(OK, LENGTH), data(b"hello"), reset(0))
both("head_in_pieces", (HEADERS, 0, block(OK)), (CONTINUATION, 0, b""), (CONTINUATION, END_HEADERS, block(LENGTH)), data(b"hello"))
both("after_hints", head((":status", "103"), ("link", "</a>")), head((":status", "100")), head(OK, LENGTH), data(b"hello"))
both("unknown_frames", (0x42, 0, b"what"), head(OK, LENGTH), (0x43, 0, b""), data(b"hello"))
both("announced_empty", head(OK, ("content-length", 0), ends=True))
both("announced_empty_end_apart", head(OK, ("content-length", 0)), data(b""))
both("empty", head(OK, ends=True))
both("empty_end_apart", head(OK), data(b""))
both("nothing", head((":status", "204"), ends=True))
both("nothing_end_apart", head((":status", "204")), data(b""))
both("not_modified", head((":status", "304"), LENGTH, ends=True))
both("head", head(OK, LENGTH, ends=True))

# Malformed (§8.1.1) or truncated responses

both("empty_with_data", head(OK, ("content-length", 0)), data(b"x"))
both("longer", head(OK, ("content-length", 3)), data(b"abc", False), data(b"d"))
both("longer_by_empty_end", head(OK, ("content-length", 3)), data(b"abcd", False), data(b""))
both("shorter", head(OK, ("content-length", 9)), data(b"hello"))
both("shorter_with_trailers", head(OK, ("content-length", 9)), data(b"hello", False), head(("x-last", "1"), ends=True))
both("trailers_with_status", head(OK, LENGTH), data(b"hello", False), head(OK, ends=True))
both("trailers_with_status_unannounced", head(OK), data(b"hello", False), head(OK, ends=True))
both("trailers_with_path", head(OK, LENGTH), data(b"hello", False), head((":path", "/"), ends=True))
both("trailers_in_capitals", head(OK, LENGTH), data(b"hello", False), head(("X-Last", "1"), ends=True))
both("trailers_of_connection", head(OK, LENGTH), data(b"hello", False), head(("connection", "close"), ends=True))
both("trailers_without_end", head(OK, LENGTH), data(b"hello", False), head(("x-last", "1")), data(b""))
both("second_head", head(OK, LENGTH), head((":status", "201"), LENGTH), data(b"hello"))
both("late_hint", head(OK, LENGTH), data(b"hello", False), head((":status", "103")), data(b""))
both("hint_with_end", head((":status", "103"), ends=True))
frames("nothing_with_data", head((":status", "204")), data(b"x"))
frames("not_modified_with_data", head((":status", "304")), data(b"x"))
frames("head_with_data", head(OK, LENGTH), data(b"hello"))
both("data_first", data(b"hello", False), head(OK, LENGTH, ends=True))
both("no_status", head(LENGTH), data(b"hello"))
both("no_fields", head(), data(b"hello"))
both("status_last", head(LENGTH, OK), data(b"hello"))
both("status_of_letters", head((":status", "abc"), LENGTH), data(b"hello"))
both("two_statuses", head(OK, OK, LENGTH), data(b"hello"))
both("unknown_pseudo_field", head(OK, (":what", "1"), LENGTH), data(b"hello"))
both("name_in_capitals", head(OK, ("X-Name", "1"), LENGTH), data(b"hello"))
both("name_with_space", head(OK, ("x name", "1"), LENGTH), data(b"hello"))
both("name_with_colon", head(OK, ("x:y", "1"), LENGTH), data(b"hello"))
both("name_empty", head(OK, ("", "1"), LENGTH), data(b"hello"))
both("value_with_newline", head(OK, ("x-name", "a\nb: c"), LENGTH), data(b"hello"))
both("value_with_null", head(OK, ("x-name", "a\0b"), LENGTH), data(b"hello"))
both("connection_field", head(OK, ("keep-alive", "1"), LENGTH), data(b"hello"))
both("whole_then_closing", head(OK, LENGTH), data(b"hello", False), closes=True)
for each, code in CODES.items():
    both("whole_then_" + each, head(OK, LENGTH), data(b"hello", False), reset(code))
    both("cut_by_" + each, head(OK, ("content-length", 9)), data(b"hello", False), reset(code))
    both("unannounced_then_" + each, head(OK), data(b"hello", False), reset(code))
    both("head_then_" + each, head(OK, LENGTH), reset(code))
    frames("whole_then_leaving_" + each, head(OK, LENGTH), data(b"hello", False), leave(1, code), closes=True)
    frames("reset_by_" + each, reset(code), is_first=False)

# Frames that are forbidden on a stream or a connection, after a complete response or before it

both("data_behind_end", head(OK, LENGTH), data(b"hello"), data(b"more"))
both("head_behind_end", head(OK, LENGTH), data(b"hello"), head(OK, ends=True))
frames("window_over", (WINDOW_UPDATE, 0, struct.pack(">I", 0x7FFFFFFF)), head(OK, LENGTH), data(b"hello"))
frames("window_by_nothing", (WINDOW_UPDATE, 0, struct.pack(">I", 0)), head(OK, LENGTH), data(b"hello"))
frames("connection_window_over", (WINDOW_UPDATE, 0, struct.pack(">I", 0x7FFFFFFF), 0), head(OK, LENGTH), data(b"hello"))
frames("connection_window_by_nothing", (WINDOW_UPDATE, 0, struct.pack(">I", 0), 0), head(OK, LENGTH), data(b"hello"))
for each, identifier, value in (
        ("window_over", INITIAL_WINDOW_SIZE, 1 << 31), ("frame_of_nothing", MAX_FRAME_SIZE, 0), ("frame_over", MAX_FRAME_SIZE, 1 << 24),
        ("push", ENABLE_PUSH, 1), ("push_of_two", ENABLE_PUSH, 2)):
    frames("settings_" + each, (SETTINGS, 0, struct.pack(">HI", identifier, value), 0), head(OK, LENGTH), data(b"hello"))
frames("settings_cut", (SETTINGS, 0, b"\0\0\0", 0), head(OK, LENGTH), data(b"hello"))
frames("settings_of_a_stream", (SETTINGS, 0, b"", 1), head(OK, LENGTH), data(b"hello"))
frames("ping_cut", (PING, 0, b"1234", 0), head(OK, LENGTH), data(b"hello"))
frames("reset_cut", (RST_STREAM, 0, b"\0"), closes=False)
frames("reset_of_connection", (*reset(2), 0))
frames("data_of_connection", (*data(b"hello"), 0))
frames("head_of_connection", (*head(OK, ends=True), 0))
frames("data_of_idle_stream", (*data(b"hello"), 99))
frames("head_of_idle_stream", (*head(OK, ends=True), 99))
frames("head_of_even_stream", (*head(OK, ends=True), 2))
frames("reset_of_idle_stream", (*reset(0), 99))
frames("continuation_alone", (CONTINUATION, END_HEADERS, block(OK)))
frames("continuation_broken", (HEADERS, 0, block(OK)), data(b"hello"))
frames("padding_over", head(OK, LENGTH), (DATA, PADDED | END_STREAM, b"\xFFhello"))
frames("compression_broken", (HEADERS, END_HEADERS, b"\xFF\xFF\xFF\xFF\xFF\xFF"))
frames("frame_over", head(OK), (DATA, END_STREAM, b"x" * 16385))
frames("leave_twice", leave(1, 0), leave(3, 0), head(OK, LENGTH), data(b"hello"))


# Floods

def flood(name, frame, count=20000, answers=True, first=None):
    """Sends many frames in pieces of a thousand, possibly after another frame, and then a correct response."""
    def function(connection, identifier):
        if is_later(connection):
            return connection.answer(identifier)
        if first:
            kind, flags, payload = first
            connection.send(kind, flags, identifier, payload)
        part = b"".join(connection.frame(kind, flags, identifier if stream is None else stream, payload)
                        for kind, flags, payload, stream in [frame]) * 1000
        for _ in range(count // 1000):
            connection.stream.sendall(part)
        if answers:
            connection.head(identifier, LENGTH)
            connection.data(identifier, b"hello")
        else:
            time.sleep(PATIENCE)
    register(name, function)


flood("flood_of_pings", (PING, 0, b"12345678", 0))
flood("flood_of_answered_pings", (PING, ACK, b"12345678", 0))
flood("flood_of_settings", (SETTINGS, 0, struct.pack(">HI", HEADER_TABLE_SIZE, 4096), 0))
flood("flood_of_empty_settings", (SETTINGS, 0, b"", 0))
flood("flood_of_acknowledgements", (SETTINGS, ACK, b"", 0))
flood("flood_of_priorities", (PRIORITY, 0, b"\0\0\0\0\x10", None))
flood("flood_of_updates", (WINDOW_UPDATE, 0, struct.pack(">I", 1), 0))
flood("flood_of_unknown_frames", (0x42, 0, b"12345678", 0))
flood("flood_of_leaves", (GOAWAY, 0, struct.pack(">II", 1, 0), 0))
flood("flood_of_empty_continuations", (CONTINUATION, 0, b"", None), answers=False, first=(HEADERS, 0, block(OK)))
flood("flood_of_hints", (HEADERS, END_HEADERS, block((":status", "103")), None), answers=False)


@behaviour()
def flood_of_resets(connection, identifier):
    """Resets streams that were never opened, which is a connection error."""
    if is_later(connection):
        return connection.answer(identifier)
    for each in range(3, 2003, 2):
        connection.reset(each)
    time.sleep(PATIENCE)


@behaviour()
def flood_of_empty_data(connection, identifier):
    if is_later(connection):
        return connection.answer(identifier)
    connection.head(identifier)
    for _ in range(20):
        connection.stream.sendall(connection.frame(DATA, 0, identifier) * 1000)
    time.sleep(PATIENCE)


def in_pieces(connection, identifier, fields, status="200", ends=True):
    """Sends a head in as many frames as necessary."""
    encoded = block((":status", status), *fields)
    pieces = [encoded[start:start + 16384] for start in range(0, len(encoded), 16384)]
    for index, piece in enumerate(pieces):
        flags = END_HEADERS if index == len(pieces) - 1 else 0
        connection.send(CONTINUATION if index else HEADERS, flags | (END_STREAM if ends and not index else 0), identifier, piece)


@behaviour()
def head_of_many_fields(connection, identifier):
    """Sends 20,000 fields in at least nine frames."""
    if is_later(connection):
        return connection.answer(identifier)
    in_pieces(connection, identifier, [("x", index) for index in range(20000)])
    time.sleep(PATIENCE)


@behaviour()
def head_of_some_fields(connection, identifier):
    """Sends 6,000 fields."""
    if is_later(connection):
        return connection.answer(identifier)
    in_pieces(connection, identifier, [("x", "1")] * 6000)
    time.sleep(PATIENCE)


@behaviour()
def hint_of_many_fields(connection, identifier):
    """Sends 6,000 fields in interim responses of a hundred each."""
    if is_later(connection):
        return connection.answer(identifier)
    for _ in range(60):
        in_pieces(connection, identifier, [("x", "1")] * 100, status="103", ends=False)
    time.sleep(PATIENCE)


@behaviour()
def trailers_of_many_fields(connection, identifier):
    if is_later(connection):
        return connection.answer(identifier)
    connection.head(identifier)
    connection.data(identifier, b"hello", ends=False)
    for start in range(0, 20000, 1000):
        flags = (END_STREAM if start == 0 else 0) | (END_HEADERS if start == 19000 else 0)
        connection.send(CONTINUATION if start else HEADERS, flags, identifier, block(*[("x", "1")] * 1000))
    time.sleep(PATIENCE)


@behaviour()
def hints_now_and_then(connection, identifier):
    """Sends an interim response every 50 ms, and never a final one."""
    for _ in range(20 * PATIENCE):
        connection.head(identifier, status="103")
        time.sleep(0.05)


# Settings of the first connection, and streams that it does not accept

@behaviour([(MAX_CONCURRENT_STREAMS, 0)])
def takes_no_streams(connection, identifier):
    connection.answer(identifier)


@behaviour([(HEADER_TABLE_SIZE, 0xFFFFFFFF), (MAX_CONCURRENT_STREAMS, 0xFFFFFFFF), (INITIAL_WINDOW_SIZE, 0x7FFFFFFF),
            (MAX_FRAME_SIZE, 0xFFFFFF), (6, 0xFFFFFFFF), (0xFFFF, 0xFFFFFFFF)])
def takes_everything(connection, identifier):
    connection.answer(identifier)


@behaviour([(HEADER_TABLE_SIZE, 0), (6, 0)])
def keeps_no_table(connection, identifier):
    connection.answer(identifier)


def leaving(code, closes):
    """The first connection answers one request, waits for three, and sends GOAWAY after the first of them."""
    def function(connection, identifier):
        if connection.number > 1 or connection.requests == 1:
            return connection.answer(identifier)
        connection.gathered.append(identifier)
        if len(connection.gathered) < 3:
            return
        connection.leave(min(connection.gathered), code)
        connection.answer(min(connection.gathered))
        if closes:
            time.sleep(0.05)
            raise ConnectionError("closed")
    return function


def leaving_all(code, closes):
    """The first connection answers one request, and sends GOAWAY at the next one, which it does not accept."""
    def function(connection, identifier):
        if connection.number > 1 or connection.requests == 1:
            return connection.answer(identifier)
        connection.leave(1, code)
        if closes:
            raise ConnectionError("closed")
    return function


for each, code in CODES.items():
    for closes in (False, True):
        suffix = each + ("_and_closes" if closes else "")
        register("leaves_by_" + suffix, leaving(code, closes))
        register("leaves_all_by_" + suffix, leaving_all(code, closes))


def refusing(name, kind, flags, payload, stream=None):
    """Refuses each request, and adds a byte to a file with the same name."""
    def function(connection, identifier):
        with open(os.path.join(sys.argv[1], name), "a") as file:
            file.write("x")
        connection.send(kind, flags, identifier if stream is None else stream, payload)
    register(name, function)


refusing("refuses_and_counts", *reset(CODES["refused_stream"]))
for each in ("no_error", "enhance_your_calm"):
    refusing("leaves_and_counts_by_" + each, *leave(0, CODES[each]))


# Frames, GOAWAY or a close while no request is running

def idle(name, *wanted, closes=False):
    """The first connection answers one request, and sends frames or closes 50 ms later. Then it makes a file with the same name."""
    def make(name):
        def function(connection, identifier):
            connection.answer(identifier)
            if connection.number > 1:
                return
            time.sleep(0.05)
            for kind, flags, payload, stream in wanted:
                connection.send(kind, flags, stream, payload)
            if closes:
                connection.stream.close()
            open(os.path.join(sys.argv[1], name), "w").close()
        register(name, function)
    make("idle_" + name)
    make("idle_post_" + name)


idle("close", closes=True)
for each, code in CODES.items():
    idle("leave_by_" + each, leave(1, code))
    idle("leave_by_" + each + "_and_close", leave(1, code), closes=True)
idle("leave_later", leave(0x7FFFFFFF, 0))
idle("ping", (PING, 0, b"12345678", 0))
idle("settings", (SETTINGS, 0, struct.pack(">HI", MAX_CONCURRENT_STREAMS, 10), 0))
idle("update", (WINDOW_UPDATE, 0, struct.pack(">I", 1000), 0))
idle("reset", (*reset(0), 1))
idle("data", (*data(b"more"), 1))
idle("head", (*head(OK, ends=True), 1))
idle("push", (PUSH_PROMISE, END_HEADERS, struct.pack(">I", 2) + block((":method", "GET"), (":path", "/")), 1))
idle("cut_frame", (SETTINGS, 0, b"\0\0\0", 0))


# Endless bodies, as fast as the client's windows allow

class Endless:
    """A sender of DATA on all streams in turn, within the windows of §6.9."""

    def __init__(self, connection):
        self.connection, self.lock = connection, threading.Condition()
        self.windows, self.whole, self.initial = {}, 65535, 65535
        self.thread = threading.Thread(target=self.run, daemon=True)

    def run(self):
        chunk = b"\0" * 16384
        try:
            while True:
                with self.lock:
                    ready = [each for each, window in self.windows.items() if window > 0] if self.whole > 0 else []
                    if not ready:
                        self.lock.wait()
                        continue
                    sizes = {}
                    for each in ready:
                        size = max(0, min(len(chunk), self.windows[each], self.whole))
                        self.windows[each] -= size
                        self.whole -= size
                        if size:
                            sizes[each] = size
                for each, size in sizes.items():
                    self.connection.send(DATA, 0, each, chunk[:size])
        except (OSError, ValueError):
            pass

    def hear(self, kind, flags, identifier, payload):
        with self.lock:
            if kind == WINDOW_UPDATE:
                increment = struct.unpack(">I", payload)[0]
                if identifier == 0:
                    self.whole += increment
                elif identifier in self.windows:
                    self.windows[identifier] += increment
            elif kind == SETTINGS and not flags & ACK:
                for start in range(0, len(payload), 6):
                    setting, value = struct.unpack(">HI", payload[start:start + 6])
                    if setting == INITIAL_WINDOW_SIZE:
                        self.windows = {each: window + value - self.initial for each, window in self.windows.items()}
                        self.initial = value
            elif kind == RST_STREAM:
                self.windows.pop(identifier, None)
            self.lock.notify_all()

    def add(self, identifier):
        if not self.thread.is_alive():
            self.connection.stream = Shared(self.connection.stream)
            self.thread.start()
        with self.lock:
            self.windows[identifier] = self.initial
            self.lock.notify_all()


@behaviour([(MAX_CONCURRENT_STREAMS, 1000)])
def endless(connection, identifier):
    connection.head(identifier)
    connection.flow.add(identifier)


class Shared:
    """A TLS stream that one thread reads and another one writes. Python does not synchronize them."""

    def __init__(self, stream):
        stream.setblocking(False)
        self.stream, self.lock = stream, threading.Lock()

    def attempt(self, function, argument):
        while True:
            with self.lock:
                try:
                    return function(argument)
                except (ssl.SSLWantReadError, BlockingIOError):
                    wanted = [self.stream], []
                except ssl.SSLWantWriteError:
                    wanted = [], [self.stream]
            select.select(*wanted, [], 1)

    def recv(self, count):
        return self.attempt(self.stream.recv, count)

    def sendall(self, data):
        while data:
            data = data[self.attempt(self.stream.send, data):]


class Connection(http2.Connection):
    """A connection that tracks windows."""

    def __init__(self, stream, number):
        super().__init__(stream, number)
        self.sending, self.flow = threading.RLock(), Endless(self)

    def send(self, *arguments):
        with self.sending:
            super().send(*arguments)

    def hear(self, kind, flags, identifier, payload):
        self.flow.hear(kind, flags, identifier, payload)


http2.Connection = Connection


# HTTP/1.1 with the version HTTP/2 in the status line, with TLS and without ALPN

def mislabelled(context):
    server = socket.create_server(("127.0.0.1", 0), backlog=64)

    def serve(plain, number):
        try:
            with context.wrap_socket(plain, server_side=True) as stream:
                count = 0
                while stream.recv(65536):
                    count += 1
                    body = f"{number} {count}"
                    part = f"HTTP/2 200 \r\ncontent-length: {len(body)}\r\n\r\n{body}".encode()
                    stream.sendall(part)
                    time.sleep(0.05)
                    stream.sendall(f"HTTP/2 200 \r\ncontent-length: 6\r\n\r\nforged".encode())
        except OSError:
            pass

    def accept():
        number = 0
        while True:
            plain, _ = server.accept()
            number += 1
            threading.Thread(target=serve, args=(plain, number), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return server.getsockname()[1]


if __name__ == "__main__":
    http2.main(sys.argv[1], more={"mislabelled": mislabelled}, plain=False)
