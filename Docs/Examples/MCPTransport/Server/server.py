"""A small server of the Model Context Protocol over Streamable HTTP (2025-11-25), to test the transport with.

    python3 server.py [PORT]

It listens on the loopback interface, without a port on a free one. Its first line of output is its URL. It ends when its standard
input ends. `GET /log` returns the requests, and the connections that clients have closed. Each tool responds in another way.
"""

import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOOLS = {
    "echo": "Responds with JSON.",
    "count": "Responds with a stream: progress, then the result.",
    "drop": "Breaks the stream off after the first progress. It can be resumed.",
    "poll": "Ends the stream before the result. It can be resumed.",
    "lose": "Breaks off a stream that cannot be resumed.",
    "forget": "Breaks the stream off, and does not know it when it is resumed.",
    "ask": "Asks the client for its roots in the stream.",
    "wait": "Never responds.",
    "vanish": "Breaks the stream off, and ends the session.",
    "later": "Ends the stream before the result, and says when to resume it, without a message.",
    "linger": "Never ends the stream after the result.",
    "flood": "Sends 1000 notifications before the result.",
    "astray": "Responds with an error that belongs to no request.",
    "announce": "Sends two notifications outside of responses, and breaks that stream off in between.",
    "expire": "Ends the session.",
}
VERSION = "2025-06-18"
state = threading.Condition()
sessions = {}
log = []


class Session:
    def __init__(self):
        self.streams = {"main": []}
        self.responses = {}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, value=None, **fields):
        body = b"" if value is None else json.dumps(value).encode()
        self.send_response(status)
        if value is not None:
            self.send_header("Content-Type", "application/json" if status < 202 else "text/plain")
        for name, text in fields.items():
            self.send_header(name.replace("_", "-"), text)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def session(self):
        """Returns the session of the request, or nothing after an error response."""
        name = self.headers.get("MCP-Session-Id")
        if name is None or self.headers.get("MCP-Protocol-Version") != VERSION:
            return self.answer(400)
        if name not in sessions:
            return self.answer(404)
        return sessions[name]

    def note(self, *words):
        with state:
            log.append([self.command, *words])
            state.notify_all()

    def do_GET(self):
        if self.path == "/log":
            with state:
                return self.answer(200, log)
        last = self.headers.get("Last-Event-ID", "")
        self.note(self.path, last)
        if self.path == "/silent":
            return self.answer(405)
        if self.path == "/flaky" and sum(entry[:2] == ["GET", "/flaky"] for entry in log) < 6:
            return self.begin_stream(), self.chunk("")
        session = self.session()
        if session and last.partition("/")[0] in ("", *session.streams):
            name, _, index = last.partition("/")
            self.stream(session, name or "main", int(index) + 1 if index else 0)
        elif session:
            self.answer(400)

    def do_DELETE(self):
        self.note(self.path, self.headers.get("MCP-Session-Id"))
        if self.session():
            del sessions[self.headers["MCP-Session-Id"]]
            self.answer(204)

    def do_POST(self):
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.headers.get("Authorization"):
            self.note("authorized")
        method = message.get("method", "response")
        self.note(method)
        if method == "initialize":
            name = os.urandom(8).hex()
            sessions[name] = Session()
            return self.answer(200, self.result(message, {
                "protocolVersion": VERSION,
                "capabilities": {"tools": {"listChanged": True}},
                "serverInfo": {"name": "test-server", "version": "1.0"},
            }), MCP_Session_Id=name)
        session = self.session()
        if not session:
            return
        if method == "response":
            with state:
                session.responses[message["id"]] = message
                state.notify_all()
        if "id" not in message or method == "response":
            return self.answer(202, "Accepted")
        if method == "tools/list":
            tools = [{"name": name, "description": text, "inputSchema": {"type": "object"}} for name, text in TOOLS.items()]
            return self.answer(200, self.result(message, {"tools": tools}))
        self.call(session, message)

    def result(self, message, value):
        return {"jsonrpc": "2.0", "id": message["id"], "result": value}

    def call(self, session, message):
        tool = message["params"]["name"]
        text = message["params"].get("arguments", {}).get("text", tool)
        token = message["params"].get("_meta", {}).get("progressToken")
        result = self.result(message, {"content": [{"type": "text", "text": text}]})
        progress = [
            {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": token, "progress": count}}
            for count in (1, 2)
        ]
        if tool == "expire":
            sessions.pop(self.headers["MCP-Session-Id"])
        if tool == "announce":
            with state:
                session.streams["main"] += [{"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}] * 2
                state.notify_all()
        if tool == "astray":
            return self.answer(200, {"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "Parse error"}})
        if tool in ("echo", "expire", "announce"):
            return self.answer(200, result)
        name = os.urandom(4).hex()
        if tool == "ask":
            messages = [{"jsonrpc": "2.0", "id": name, "method": "roots/list"}]
        else:
            # An event without data has the id to resume after.
            messages = [None, *progress * (500 if tool == "flood" else 1), result]
        session.streams[name] = messages
        self.begin_stream()
        try:
            if tool == "ask":
                self.event(f"{name}/0", messages[0])
                with state:
                    state.wait_for(lambda: name in session.responses, timeout=10)
                roots = session.responses[name]["result"]["roots"]
                result["result"]["content"][0]["text"] = " ".join(root["uri"] for root in roots)
                return self.event(f"{name}/1", result), self.chunk("")
            end = {"drop": 2, "forget": 2, "vanish": 2, "lose": 2, "poll": 1, "later": 1, "wait": 2}.get(tool, len(messages))
            for index, event in enumerate(messages[:end]):
                self.event(None if tool == "lose" else f"{name}/{index}", event)
            if tool == "later":
                self.chunk("retry: 300\n\n")
            if tool in ("wait", "linger"):
                while True:
                    self.chunk(": waiting\n\n")
                    threading.Event().wait(0.02)
            if tool == "forget":
                del session.streams[name]
            if tool == "vanish":
                del sessions[self.headers["MCP-Session-Id"]]
            if tool in ("drop", "forget", "vanish", "lose"):
                self.close_connection = True
                return
            self.chunk("")
        except OSError:
            self.note("closed by the client")

    def stream(self, session, name, index):
        """Sends the messages of a stream from an index on. The main stream breaks off after each message."""
        self.begin_stream()
        messages = session.streams[name]
        while True:
            with state:
                state.wait_for(lambda: len(messages) > index)
            self.event(f"{name}/{index}", messages[index])
            index += 1
            if name == "main":
                self.close_connection = True
                return
            if index == len(messages):
                return self.chunk("")

    def begin_stream(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def event(self, name, message):
        lines = [f"id: {name}"] if name else []
        self.chunk("\n".join([*lines, "retry: 10", f"data: {json.dumps(message) if message else ''}", "", ""]))

    def chunk(self, text):
        data = text.encode()
        self.wfile.write(b"%x\r\n%b\r\n" % (len(data), data))


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 0), Handler)
server.daemon_threads = True
print(f"http://127.0.0.1:{server.server_address[1]}/mcp", flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
