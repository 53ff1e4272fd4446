"""A server of event streams for benchmarks: /COUNT answers with COUNT events, as fast as the client accepts them.

    events.py FOLDER

It listens on the loopback interface, on a port that the system chooses. It prints one line of JSON with the port, and ends when its
standard input ends.
"""

import json
import socket
import sys
import threading


def events(first, last):
    """Returns prices as a server might send them, about 80 bytes each."""
    return b"".join(
        b'id: %d\nevent: price\ndata: {"symbol":"ACME","cents":%d,"isOpen":true}\n\n' % (number, number % 100000)
        for number in range(first, last)
    )


def pieces(count, size=2000):
    for first in range(0, count, size):
        yield events(first, min(first + size, count))


CACHE = {}


def serve(connection):
    with connection:
        request = b""
        while b"\r\n\r\n" not in request:
            data = connection.recv(1 << 16)
            if not data:
                return
            request += data
        count = int(request.split(b" ")[1].strip(b"/") or b"0")
        # The first request for a count makes the body and is not measured.
        body = CACHE.setdefault(count, list(pieces(count)))
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
        try:
            connection.sendall(head % sum(map(len, body)))
            for piece in body:
                connection.sendall(piece)
        except OSError:
            pass  # The client has closed the connection.


def main():
    listener = socket.create_server(("127.0.0.1", 0))
    print(json.dumps({"http": listener.getsockname()[1]}), flush=True)

    def accept():
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=serve, args=(connection,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    sys.stdin.read()


main()
