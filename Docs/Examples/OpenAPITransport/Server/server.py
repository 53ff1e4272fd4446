"""A pet shop that returns what it receives, to test the transport with. It listens on the loopback interface.

    python3 server.py [PORT]

Without a port it uses a free one. Its first line of output is its URL. It ends when its standard input ends. `GET /v1/log` returns
the requests, the pieces of their bodies as they arrive, and the connections that clients have closed.
"""

import json
import sys
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

lock = threading.Lock()
log = []


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def note(self, *words):
        with lock:
            log.append(list(words))

    def pieces(self):
        """Returns the body in the pieces in which it arrives, each noted."""
        if self.headers.get("Transfer-Encoding") == "chunked":
            while size := int(self.rfile.readline(), 16):
                piece = self.rfile.read(size)
                self.rfile.readline()
                self.note("piece", len(piece))
                yield piece
            self.rfile.readline()
        else:
            yield self.rfile.read(int(self.headers.get("Content-Length", 0)))

    def answer(self, status, media_type, body):
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def begin_stream(self, media_type):
        self.send_response(200)
        self.send_header("Content-Type", media_type)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def chunk(self, data):
        self.wfile.write(b"%x\r\n%b\r\n" % (len(data), data))

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        if url.path == "/v1/log":
            with lock:
                return self.answer(200, "application/json", json.dumps(log).encode())
        self.note(self.command, self.path)
        if url.path != "/v1/pets/events":
            return self.answer(404, "application/json", b"{}")
        count = int(urllib.parse.parse_qs(url.query).get("count", ["1000000"])[0])
        self.begin_stream("text/event-stream")
        try:
            for number in range(count):
                pet = json.dumps({"id": number, "name": f"Pet {number}"})
                self.chunk(f"id: {number}\ndata: {pet}\n\n".encode())
                time.sleep(0.01)
            self.chunk(b"")
        except OSError:
            self.note("closed by the client")

    def do_POST(self):
        self.note(self.command, self.path, self.headers.get("Accept"), self.headers.get("Content-Type"))
        body = b"".join(self.pieces())
        self.answer(200 if "photos" in self.path else 201, self.headers["Content-Type"], body)

    def do_PUT(self):
        self.note(self.command, self.path)
        body = b"".join(self.pieces())
        # The size is not declared, and the client cannot know it before it has read the body.
        self.begin_stream("application/octet-stream")
        try:
            for start in range(0, len(body), 1000):
                self.chunk(body[start : start + 1000])
            self.chunk(b"")
        except OSError:
            self.note("closed by the client")


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 0), Handler)
server.daemon_threads = True
print(f"http://127.0.0.1:{server.server_address[1]}/v1", flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
