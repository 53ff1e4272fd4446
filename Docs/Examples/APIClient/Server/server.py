"""A small service to test the client with: a to-do list in memory, on the loopback interface.

    python3 server.py [PORT] [KEY]

Without a port it uses a free one. Its first line of output is its URL. It ends when its standard input ends. With a key, requests
need a token. POST /token returns one for the key. A token is valid for five requests, so that clients must refresh it.
"""

import json
import os
import sys
import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

key = sys.argv[2] if len(sys.argv) > 2 else None
state = threading.Condition()
items = {}
changes = []
tokens = {}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, value=None, media_type="application/json"):
        body = b"" if value is None else json.dumps(value).encode()
        self.send_response(status)
        if value is not None:
            self.send_header("Content-Type", media_type)
        if status == 401:
            self.send_header("WWW-Authenticate", "Bearer")
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def problem(self, status, detail):
        self.answer(status, {"status": status, "detail": detail}, "application/problem+json")

    def handle_request(self):
        length = int(self.headers.get("Content-Length") or 0)
        self.body = self.rfile.read(length)
        url = urllib.parse.urlsplit(self.path)
        self.query = urllib.parse.parse_qs(url.query)
        path = url.path.strip("/").split("/")
        if path == ["token"] and self.command == "POST":
            return self.give_token()
        if key and not self.takes_token():
            return self.problem(401, "The token is not taken.")
        if path == ["changes"] and self.command == "GET":
            return self.tell_changes()
        with state:
            status, value = self.act(path)
        if isinstance(value, str):
            return self.problem(status, value)
        self.answer(status, value)

    do_GET = do_POST = do_PATCH = do_DELETE = handle_request

    def give_token(self):
        form = urllib.parse.parse_qs(self.body.decode())
        if form.get("client_secret") != [key]:
            return self.problem(401, "The key is not known here.")
        token = os.urandom(16).hex()
        with state:
            tokens[token] = 5
        self.answer(200, {"access_token": token, "token_type": "Bearer", "expires_in": 3600})

    def takes_token(self):
        token = (self.headers.get("Authorization") or "").removeprefix("Bearer ")
        with state:
            left = tokens.get(token, 0)
            tokens[token] = left - 1
        return left > 0

    def tell_changes(self):
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.send_header("Connection", "close")
        self.end_headers()
        told = 0
        while True:
            with state:
                state.wait_for(lambda: len(changes) > told)
                new = changes[told:]
            told += len(new)
            for change in new:
                self.wfile.write(json.dumps(change).encode() + b"\n")
            self.wfile.flush()

    def change(self, kind, item):
        changes.append({"kind": kind, "item": dict(item)})
        state.notify_all()

    def act(self, path):
        if path == ["items"] and self.command == "GET":
            done = self.query.get("done")
            return 200, [item for item in items.values() if not done or done == [str(item["done"]).lower()]]
        if path == ["items"] and self.command == "POST":
            try:
                title = json.loads(self.body)["title"]
            except (ValueError, KeyError, TypeError):
                return 400, "An item is an object with a title."
            if len(title) > 80:
                return 422, "A title has at most 80 characters."
            item = {"id": len(changes) + 1, "title": title, "done": False}
            items[item["id"]] = item
            self.change("added", item)
            return 201, item
        item = items.get(int(path[1])) if len(path) == 2 and path[0] == "items" and path[1].isdigit() else None
        if item is None:
            return 404, "There is no such item."
        if self.command == "PATCH":
            item.update(json.loads(self.body))
            self.change("changed", item)
        elif self.command == "DELETE":
            del items[item["id"]]
            self.change("deleted", item)
            return 204, None
        return 200, item


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 0), Handler)
server.daemon_threads = True
print(f"http://127.0.0.1:{server.server_address[1]}/", flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
