"""A language model that repeats the question, to test the client with. It listens on the loopback interface.

    python3 server.py [PORT] [KEY]

Without a port it uses a free one. Its first line of output is its URL. It ends when its standard input ends. The name of the model
chooses the behaviour: `echo` answers, `busy` does so at the second attempt, `full` never, `broken` closes the connection in the middle,
`cut` ends the stream there, `failing` reports an error there, `endless` never ends. `GET /log` returns what happened.
"""

import json
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

key = sys.argv[2] if len(sys.argv) > 2 else None
lock = threading.Lock()
log = []


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, value, **fields):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        for name, text in fields.items():
            self.send_header(name.replace("_", "-"), text)
        self.end_headers()
        self.wfile.write(body)

    def problem(self, status, message, **fields):
        self.answer(status, {"error": {"message": message}}, **fields)

    def do_GET(self):
        with lock:
            self.answer(200, log)

    def do_POST(self):
        prompt = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        model, attempt = prompt["model"], (prompt["model"], self.headers.get("Idempotency-Key"))
        with lock:
            is_first = list(attempt) not in log
            log.append(list(attempt))
        if key and self.headers.get("Authorization") != f"Bearer {key}":
            return self.problem(401, "The key is not valid.")
        if model == "full" or model == "busy" and is_first:
            return self.problem(503, "All models are busy.", Retry_After="0")
        words = prompt["messages"][-1]["content"].split()
        if not words:
            return self.problem(400, "The question is empty.")
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            self.stream(model, words)
        except OSError:
            with lock:
                log.append([model, "the client left"])

    def stream(self, model, words):
        self.chunk(": a comment, as services send to keep connections open\n\n")
        for index, word in enumerate(words * (1 << 20 if model == "endless" else 1)):
            if index == 1 and model in ("broken", "cut"):
                self.close_connection = True
                return model == "broken" or self.chunk("")
            if index == 1 and model == "failing":
                return self.event({"error": {"message": "The model failed."}})
            self.event({"choices": [{"delta": {"content": word if index == 0 else f" {word}"}}]})
            time.sleep(0.02)
        self.event({"choices": [{"delta": {}, "finish_reason": "length" if model == "long" else "stop"}]})
        self.event({"choices": [], "usage": {"total_tokens": len(words)}})
        self.chunk("data: [DONE]\n\n")
        self.chunk("")

    def event(self, value):
        self.chunk(f"data: {json.dumps(value)}\n\n")

    def chunk(self, text):
        data = text.encode()
        self.wfile.write(b"%x\r\n%b\r\n" % (len(data), data))


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 0), Handler)
server.daemon_threads = True
print(f"http://127.0.0.1:{server.server_address[1]}/v1/", flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
