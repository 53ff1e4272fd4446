"""HTTP/2 servers that follow a script, frame by frame, and report what the client sent.

    scripts.py FOLDER

The control port answers HTTP/1.1. `POST /start` takes a script and returns the port of a server for it; `POST /report` takes that port,
waits until the connections have ended, closes the server, and returns the frames of the client. A script is JSON:

    {"secure": true, "isManual": false, "settings": BASE64, "connections": [[STEP, …], …]}

`settings` is the payload of the first SETTINGS frame. Each connection performs its steps in order, and then answers each further request
with the text "again", as do connections without steps. Unless the script is manual, the server acknowledges SETTINGS and PING and returns
the window of each DATA frame. A step is {"action": NAME, "bytes": BASE64, "count": NUMBER}:

    send            sends the bytes as they are, `count` times
    mostBodies      fails if the client has sent more than `count` bytes of bodies
    wait            reads for `count` milliseconds
    close           closes the connection
    heads, requests, bodies, pongs, settled, resets
                    reads until the client has sent so many: starts of requests, complete requests, bytes of bodies, acknowledged
                    PING and SETTINGS frames, and RST_STREAM frames

Source of the behavior: RFC 9113.
"""

import base64
import http.server
import json
import select
import socket
import ssl
import sys
import threading
import time

import http2
import tls
from http2 import ACK, DATA, END_STREAM, GOAWAY, HEADERS, PING, RST_STREAM, SETTINGS, WINDOW_UPDATE

PATIENCE = 15  # seconds for which a step waits for the client
MOST_FRAMES = 500  # frames of the client in a report
servers = {}


class Stalled(Exception):
    """The client has not sent what a step waits for."""


class Closed(Exception):
    """The script closes the connection."""


class Scripted(http2.Connection):
    def __init__(self, stream, number, script):
        super().__init__(stream, number)
        self.script, self.buffer, self.frames = script, b"", []
        self.counts = dict.fromkeys(("heads", "requests", "bodies", "pongs", "settled", "resets"), 0)
        self.handled, self.later, self.waiting, self.whole = 0, False, set(), []
        self.problem, self.is_open = None, True

    def fill(self, deadline):
        """Reads some bytes. Returns false after the deadline."""
        while True:
            pending = isinstance(self.stream, ssl.SSLSocket) and self.stream.pending()
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            if pending or select.select([self.stream], [], [], left)[0]:
                self.stream.settimeout(PATIENCE)
                more = self.stream.recv(65536)
                if not more:
                    raise ConnectionError("the client has closed the connection")
                self.buffer += more
                return True

    def read(self, deadline):
        """Reads a frame. Returns false after the deadline."""
        while len(self.buffer) < 9 or len(self.buffer) < 9 + int.from_bytes(self.buffer[:3], "big"):
            if not self.fill(deadline):
                return False
        length = int.from_bytes(self.buffer[:3], "big")
        kind, flags = self.buffer[3], self.buffer[4]
        identifier = int.from_bytes(self.buffer[5:9], "big") & 0x7FFFFFFF
        payload, self.buffer = self.buffer[9:9 + length], self.buffer[9 + length:]
        self.hear(kind, flags, identifier, payload)
        return True

    def hear(self, kind, flags, identifier, payload):
        if len(self.frames) < MOST_FRAMES or kind in (GOAWAY, RST_STREAM):
            shown = b"" if kind in (DATA, HEADERS) else payload[:64]
            self.frames.append({"kind": kind, "flags": flags, "stream": identifier, "payload": shown.hex()})
        is_manual = self.script.get("isManual", False)
        if kind in (SETTINGS, PING):
            if flags & ACK:
                self.counts["settled" if kind == SETTINGS else "pongs"] += 1
            elif not is_manual:
                self.send(kind, ACK, 0, b"" if kind == SETTINGS else payload)
        elif kind == RST_STREAM:
            self.counts["resets"] += 1
            self.waiting.discard(identifier)
        elif kind == HEADERS:
            self.counts["heads"] += 1
            if self.counts["heads"] > self.handled:
                self.waiting.add(identifier)
        elif kind == DATA:
            self.counts["bodies"] += len(payload)
            if payload and not is_manual:
                for each in (0, identifier):
                    self.send(WINDOW_UPDATE, 0, each, len(payload).to_bytes(4, "big"))
        if kind in (HEADERS, DATA) and flags & END_STREAM:
            self.counts["requests"] += 1
            if identifier in self.waiting:
                self.waiting.discard(identifier)
                self.whole.append(identifier)
        self.answer_others()

    def answer_others(self):
        """Answers the complete requests that no step is about."""
        while self.later and self.whole:
            identifier = self.whole.pop()
            self.head(identifier, ("content-length", 5))
            self.data(identifier, b"again")

    def perform(self, action, data, count):
        if action == "send":
            for start in range(0, count, 1000):
                self.stream.sendall(data * min(1000, count - start))
        elif action == "close":
            raise Closed()
        elif action == "mostBodies":
            if self.counts["bodies"] > count:
                raise Stalled(action)
        elif action == "wait":
            deadline = time.monotonic() + count / 1000
            while self.read(deadline):
                pass
        else:
            deadline = time.monotonic() + PATIENCE
            while self.counts[action] < count:
                if not self.read(deadline):
                    raise Stalled(action)

    def follow(self, steps):
        while len(self.buffer) < 24:
            if not self.fill(time.monotonic() + PATIENCE):
                return
        if not self.buffer.startswith(b"PRI * HTTP/2.0\r\n"):
            # Source: RFC 9113 §7: a client may repeat a request over HTTP/1.1 after HTTP_1_1_REQUIRED.
            self.stream.sendall(b"HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 5\r\n\r\nagain")
            return
        self.buffer = self.buffer[24:]
        self.send(SETTINGS, 0, 0, base64.b64decode(self.script.get("settings", "")))
        self.handled = max([each["count"] for each in steps if each["action"] in ("heads", "requests")], default=1 if steps else 0)
        for step in steps:
            self.problem = step["action"]
            self.perform(step["action"], base64.b64decode(step["bytes"]), step["count"])
        self.problem, self.later = None, True
        self.answer_others()
        while self.read(time.monotonic() + 4 * PATIENCE):
            pass

    def run(self, steps):
        try:
            self.follow(steps)
        except Closed:
            self.problem = None
        except (OSError, ConnectionError, Stalled):
            # The client may have sent its reason before it closed the connection.
            try:
                while self.read(time.monotonic() + 0.2):
                    pass
            except (OSError, ConnectionError):
                pass
        self.stream.close()
        self.is_open = False


class Server:
    def __init__(self, script, context):
        self.script, self.context, self.connections = script, context, []
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        try:
            while True:
                plain, _ = self.listener.accept()
                plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                threading.Thread(target=self.serve, args=(plain,), daemon=True).start()
        except OSError:
            pass

    def serve(self, plain):
        try:
            plain.settimeout(PATIENCE)
            stream = self.context.wrap_socket(plain, server_side=True) if self.script["secure"] else plain
        except OSError:
            return plain.close()
        number = len(self.connections)
        connection = Scripted(stream, number + 1, self.script)
        self.connections.append(connection)
        steps = self.script["connections"]
        connection.run(steps[number] if number < len(steps) else [])

    def report(self):
        deadline = time.monotonic() + PATIENCE
        while any(each.is_open for each in self.connections) and time.monotonic() < deadline:
            time.sleep(0.005)
        self.listener.close()
        return [{"frames": each.frames, "unfinishedStep": each.problem, "hasEnded": not each.is_open} for each in self.connections]


def main(folder):
    made = tls.Authority(folder)
    made.make("root", is_authority=True, subject="/CN=Root")
    made.make("server", "root", names=tls.LOCAL)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(made.path("server"), made.path("server", "key"))
    context.set_alpn_protocols(["h2"])

    class Control(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            value = json.loads(self.rfile.read(int(self.headers["content-length"])))
            if self.path == "/start":
                server = Server(value, context)
                servers[server.port] = server
                result = server.port
            else:
                result = servers.pop(value).report()
            body = json.dumps(result).encode()
            self.send_response(200)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments):
            pass

    control = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Control)
    control.daemon_threads = True
    threading.Thread(target=control.serve_forever, daemon=True).start()
    print(json.dumps({"control": control.server_address[1], "authority": made.path("root")}), flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main(sys.argv[1])
