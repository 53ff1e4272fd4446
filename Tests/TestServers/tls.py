"""Servers with good and bad certificates on the loopback interface, and the certificates.

    tls.py FOLDER

Each identity below has a port, which the system chooses, and answers every request with a line of JSON about the connection. A CONNECT
turns it into a proxy for any host. Certificates and keys lie in FOLDER, which must be empty. One line of JSON on standard output lists
the ports. The servers end when standard input ends.

A plain HTTP port, `figures`, reports what each identity has received so far: connections, completed handshakes, raw bytes, and bytes of
requests.
"""

import datetime
import http.server
import json
import os
import select
import socket
import ssl
import subprocess
import sys
import threading

EC = ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
LOCAL = "DNS:localhost,DNS:*.wild.localhost,IP:127.0.0.1,IP:::1"

figures = {}
lock = threading.Lock()


def openssl(*arguments):
    subprocess.run(["openssl", *arguments], check=True, stdin=subprocess.DEVNULL, capture_output=True)


class Authority:
    """An authority: certificates and keys in a folder, each with a name."""

    def __init__(self, folder):
        self.folder = folder
        with open(f"{folder}/ca.cnf", "w") as file:
            file.write(
                f"[ca]\ndefault_ca=c\n[c]\ndatabase={folder}/index.txt\nnew_certs_dir={folder}\nserial={folder}/serial\n"
                "default_md=sha256\npolicy=p\nunique_subject=no\ncopy_extensions=none\nemail_in_dn=no\nstring_mask=utf8only\n"
                "[p]\norganizationName=optional\ncommonName=supplied\n"
                "[req]\ndistinguished_name=d\nstring_mask=utf8only\n[d]\n"
            )
        open(f"{folder}/index.txt", "w").close()
        with open(f"{folder}/serial", "w") as file:
            file.write("1000\n")

    def path(self, name, kind="pem"):
        return f"{self.folder}/{name}.{kind}"

    def pem(self, *names):
        return "".join(open(self.path(name)).read() for name in names)

    def make(self, name, issuer=None, subject=None, names=None, is_authority=False, days=(-1, 30), key=EC, usage=None):
        """Makes a certificate, self-signed without an issuer. The days are its begin and its end, counted from now."""
        lines = [f"basicConstraints=critical,CA:{'TRUE' if is_authority else 'FALSE'}"]
        if is_authority:
            lines.append("keyUsage=critical,keyCertSign,cRLSign")
        if usage:
            lines.append(f"extendedKeyUsage={usage}")
        if names:
            lines.append(f"subjectAltName={names}")
        with open(self.path(name, "ext"), "w") as file:
            file.write("[e]\n" + "\n".join(lines) + "\n")
        openssl(
            "req", "-newkey", *key, "-nodes", "-utf8", "-config", f"{self.folder}/ca.cnf", "-subj", subject or f"/CN={name}",
            "-keyout", self.path(name, "key"), "-out", self.path(name, "csr"),
        )
        now = datetime.datetime.now(datetime.timezone.utc)
        begin, end = ((now + datetime.timedelta(days=each)).strftime("%Y%m%d%H%M%SZ") for each in days)
        signer = (
            ["-cert", self.path(issuer), "-keyfile", self.path(issuer, "key")]
            if issuer else ["-selfsign", "-keyfile", self.path(name, "key")]
        )
        openssl(
            "ca", "-batch", "-notext", "-utf8", "-config", f"{self.folder}/ca.cnf", *signer, "-startdate", begin, "-enddate", end,
            "-extfile", self.path(name, "ext"), "-extensions", "e", "-in", self.path(name, "csr"), "-out", self.path(name),
        )


def make_certificates(folder):
    made = Authority(folder)
    made.make("root", is_authority=True, subject="/O=Mimeograph Tests/CN=Root")
    made.make("other", is_authority=True, subject="/CN=Other root")
    made.make("intermediate", "root", is_authority=True)
    made.make("good", "intermediate", names=LOCAL)
    made.make("self", names=LOCAL, is_authority=False)
    made.make("wrongHost", "intermediate", names="DNS:other.example,IP:127.0.0.9")
    made.make("expired", "intermediate", names=LOCAL, days=(-30, -1))
    made.make("future", "intermediate", names=LOCAL, days=(1, 30))
    made.make("wildcard", "intermediate", names="DNS:*.wild.localhost")
    made.make("address", "intermediate", names="IP:127.0.0.1")
    made.make("commonName", "intermediate", subject="/CN=localhost")
    made.make("weak", "intermediate", names=LOCAL, key=["rsa:1024"])
    made.make("clientOnly", "intermediate", names=LOCAL, usage="clientAuth")
    made.make("evil", "intermediate", names=LOCAL, subject="/CN=red\x1b[31m\u202e\x07name\n")
    # This one is signed with the key of a server's certificate, which is not an authority.
    made.make("byLeaf", "good", names=LOCAL)
    made.make("clientRoot", is_authority=True)
    made.make("client", "clientRoot", usage="clientAuth", subject="/CN=Ada")
    made.make("stranger", "other", usage="clientAuth", subject="/CN=Eve")
    for name, form in (("client", []), ("stranger", [])):
        openssl(
            "pkcs12", "-export", "-in", made.path(name), "-inkey", made.path(name, "key"), "-certfile", made.path("clientRoot"),
            "-passout", "pass:secret", "-out", made.path(name, "p12"), *form,
        )
    openssl(
        "pkcs8", "-topk8", "-in", made.path("client", "key"), "-passout", "pass:secret", "-out", made.path("client", "locked.key"),
    )
    openssl("x509", "-in", made.path("good"), "-outform", "DER", "-out", made.path("good", "der"))
    return made


# The chains that the identities send. The first certificate is the one whose key the identity has.
CHAINS = {
    "good": ["good", "intermediate"],
    "self": ["self"],
    "wrongHost": ["wrongHost", "intermediate"],
    "expired": ["expired", "intermediate"],
    # An attacker in between appends the certificates of the server that it imitates.
    "attackByAppending": ["self", "good", "intermediate", "root"],
    "attackByAppendingSelfSigned": ["good", "intermediate", "self"],
    "future": ["future", "intermediate"],
    "wildcard": ["wildcard", "intermediate"],
    "address": ["address", "intermediate"],
    "commonName": ["commonName", "intermediate"],
    "outOfOrder": ["good", "root", "intermediate"],
    "missing": ["good"],
    "weak": ["weak", "intermediate"],
    "clientOnly": ["clientOnly", "intermediate"],
    "evil": ["evil", "intermediate"],
    "byLeaf": ["byLeaf", "good", "intermediate"],
    "whole": ["good", "intermediate", "root"],
    "mutual": ["good", "intermediate"],
    "old": ["good", "intermediate"],
    # TLS 1.1, and a server without a certificate.
    "ancient": ["good", "intermediate"],
    "anonymous": ["good", "intermediate"],
    # For tests that count the input.
    "counted": ["good", "intermediate"],
    "countedOld": ["good", "intermediate"],
    "countedMutual": ["good", "intermediate"],
}


def context(made, name):
    chain = CHAINS[name]
    made_context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    # The client must be the one to reject a weak key.
    made_context.set_ciphers("DEFAULT@SECLEVEL=0")
    with open(made.path(f"{name}.chain"), "w") as file:
        file.write(made.pem(*chain))
    made_context.load_cert_chain(made.path(f"{name}.chain"), made.path(chain[0], "key"))
    made_context.set_alpn_protocols(["http/1.1"])
    if name in ("old", "countedOld"):
        made_context.maximum_version = ssl.TLSVersion.TLSv1_2
    if name == "ancient":
        made_context.minimum_version, made_context.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
    if name == "anonymous":
        made_context.maximum_version = ssl.TLSVersion.TLSv1_2
        made_context.set_ciphers("aNULL:@SECLEVEL=0")
    if name in ("mutual", "countedMutual"):
        made_context.verify_mode = ssl.CERT_REQUIRED
        made_context.load_verify_locations(made.path("clientRoot"))

    def asked(connection, server_name, _):
        connection.server_name = server_name

    made_context.sni_callback = asked
    return made_context


class Connection:
    """TLS over a socket. It counts every byte from the network."""

    def __init__(self, name, made_context, plain):
        self.name, self.socket = name, plain
        self.incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = made_context.wrap_bio(self.incoming, self.outgoing, server_side=True)

    def count(self, what, number=1):
        with lock:
            figures[self.name][what] += number

    def flush(self):
        data = self.outgoing.read()
        if data:
            self.socket.sendall(data)

    def pump(self, operation, *arguments):
        while True:
            try:
                result = operation(*arguments)
                self.flush()
                return result
            except ssl.SSLWantReadError:
                self.flush()
                data = self.socket.recv(65536)
                self.count("raw", len(data))
                if data:
                    self.incoming.write(data)
                else:
                    self.incoming.write_eof()

    def read(self):
        data = self.pump(self.tls.read, 65536)
        self.count("bytes", len(data))
        return data

    def refuse(self):
        """Sends the alert for the error, and waits until the other end has read it."""
        self.flush()
        self.socket.shutdown(socket.SHUT_WR)
        self.socket.settimeout(5)
        while self.socket.recv(65536):
            pass

    def serve(self):
        self.count("connections")
        try:
            self.pump(self.tls.do_handshake)
        except ssl.SSLError:
            self.refuse()
            raise
        self.count("handshakes")
        data = b""
        requests = 0
        while True:
            while b"\r\n\r\n" not in data:
                more = self.read()
                if not more:
                    return
                data += more
            head, _, data = data.partition(b"\r\n\r\n")
            method, target, _ = head.decode("latin-1").split("\r\n")[0].split(" ")
            if method == "CONNECT":
                self.pump(self.tls.write, b"HTTP/1.1 200 OK\r\n\r\n")
                self.tunnel(target)
                return
            requests += 1
            peer = self.tls.getpeercert() or {}
            body = json.dumps({
                "identity": self.name, "serverName": getattr(self.tls, "server_name", None), "version": self.tls.version(),
                "isResumed": self.tls.session_reused, "requests": requests, "target": target,
                "client": next((pair[1] for part in peer.get("subject", ()) for pair in part if pair[0] == "commonName"), None),
            }).encode()
            lines = ["HTTP/1.1 200 OK", "Content-Type: application/json", f"Content-Length: {len(body)}"]
            if target.startswith("/to?"):
                lines[0] = "HTTP/1.1 302 Found"
                lines.append("Location: " + target[4:])
            if "close" in target:
                lines.append("Connection: close")
            self.pump(self.tls.write, "\r\n".join(lines).encode() + b"\r\n\r\n" + body)
            if "close" in target:
                try:
                    self.pump(self.tls.unwrap)
                except ssl.SSLError:
                    pass
                return

    def tunnel(self, target):
        """Connects the connection to that port of this machine."""
        with socket.create_connection(("127.0.0.1", int(target.rpartition(":")[2]))) as far:
            while True:
                # Data that arrived with an earlier record is read without waiting.
                if self.tls.pending() or self.incoming.pending:
                    ready = [self.socket]
                else:
                    ready, _, _ = select.select([self.socket, far], [], [])
                if far in ready:
                    data = far.recv(65536)
                    if not data:
                        return
                    self.pump(self.tls.write, data)
                if self.socket in ready:
                    data = self.read()
                    if not data:
                        return
                    far.sendall(data)


def listen(name, made_context):
    server = socket.create_server(("127.0.0.1", 0), backlog=256)
    figures[name] = {"connections": 0, "handshakes": 0, "raw": 0, "bytes": 0}

    def serve(plain):
        with plain:
            plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            try:
                Connection(name, made_context, plain).serve()
            except (OSError, ValueError):
                # The other end has refused, or has closed the connection.
                pass

    def accept():
        while True:
            plain, _ = server.accept()
            threading.Thread(target=serve, args=(plain,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return server.getsockname()[1]


class Figures(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        with lock:
            body = json.dumps(figures).encode()
        self.send_response(302 if self.path.startswith("/to?") else 200)
        if self.path.startswith("/to?"):
            self.send_header("Location", self.path[4:])
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def main(folder):
    made = make_certificates(folder)
    ports = {name: listen(name, context(made, name)) for name in CHAINS}
    plain = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Figures)
    plain.daemon_threads = True
    threading.Thread(target=plain.serve_forever, daemon=True).start()
    print(json.dumps(ports | {"figures": plain.server_address[1], "folder": folder, "pid": os.getpid()}), flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main(sys.argv[1])
