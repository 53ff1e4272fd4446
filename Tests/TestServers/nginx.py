"""Starts nginx on the loopback interface, with a certificate made for it.

    nginx.py FOLDER [PORT]

Requests under `/soak/` are forwarded to the server on PORT. All files of nginx lie in FOLDER, which must be empty. One line of JSON
lists the ports and the files. nginx ends when the standard input of this program ends, or when this program is stopped. It is stopped
by its own process id.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time

CONFIGURATION = """
daemon off;
master_process off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log warn;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    default_type application/octet-stream;
    types {{ application/json json; text/plain txt; }}
    sendfile on;
    tcp_nodelay on;
    keepalive_requests 1000000;
    keepalive_timeout 60s;
    # On a busy machine, a test may let the server wait for longer than the minute that nginx allows.
    send_timeout 600s;
    client_body_timeout 600s;
    client_max_body_size 0;
    client_body_buffer_size 64k;
    http2_max_concurrent_streams 128;
    ssl_certificate {folder}/server.pem;
    ssl_certificate_key {folder}/server.key;
    ssl_session_cache shared:tests:1m;
    gzip_types text/plain application/json;
    gzip_min_length 1;

    server {{
        listen 127.0.0.1:{http} backlog=1024;
        listen 127.0.0.1:{https} ssl http2 backlog=1024;
        listen 127.0.0.1:{https1} ssl backlog=1024;
        listen 127.0.0.1:{http2} http2 backlog=1024;
        root {folder}/files;
        location = /small {{
            default_type application/json;
            return 200 '{small}';
        }}
        location = /moved {{ return 307 /small; }}
        location = /version {{ return 200 "$server_protocol $connection $connection_requests"; }}
        location = /gzip {{
            gzip on;
            types {{ }}
            default_type text/plain;
            alias {folder}/files/text.txt;
        }}
        location = /limited {{
            client_max_body_size 1k;
            proxy_pass http://127.0.0.1:{http}/small;
        }}
        location = /drain {{
            proxy_pass http://127.0.0.1:{http}/length;
            proxy_set_header X-Length $content_length;
            proxy_request_buffering off;
            proxy_http_version 1.1;
        }}
        location = /length {{ return 200 "$http_x_length"; }}
        location /soak/ {{
            proxy_pass http://127.0.0.1:{backend};
            proxy_http_version 1.1;
        }}
        location /slow/ {{
            limit_rate 20k;
            alias {folder}/files/;
        }}
        location /put/ {{
            dav_methods PUT DELETE;
            create_full_put_path on;
            alias {folder}/uploads/;
        }}
    }}
    server {{
        listen 127.0.0.1:{shortlived};
        keepalive_requests 3;
        root {folder}/files;
    }}
}}
"""


NGINX = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin") or "nginx"


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def openssl(*arguments):
    subprocess.run(["openssl", *arguments], check=True, stdin=subprocess.DEVNULL, capture_output=True)


def make_certificates(folder):
    """Makes an authority, and a certificate of localhost and 127.0.0.1 that it has signed."""
    authority = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    openssl("req", *authority, "-subj", "/CN=Tests", "-keyout", f"{folder}/authority.key", "-out", f"{folder}/authority.pem")
    openssl("req", *authority, "-subj", "/CN=Others", "-keyout", f"{folder}/other.key", "-out", f"{folder}/other.pem")
    openssl(
        "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=localhost",
        "-keyout", f"{folder}/server.key", "-out", f"{folder}/server.csr",
    )
    with open(f"{folder}/server.ext", "w") as file:
        file.write("subjectAltName=DNS:localhost,IP:127.0.0.1\n")
    openssl(
        "x509", "-req", "-in", f"{folder}/server.csr", "-CA", f"{folder}/authority.pem", "-CAkey",
        f"{folder}/authority.key", "-CAcreateserial", "-days", "2", "-extfile", f"{folder}/server.ext",
        "-out", f"{folder}/server.pem",
    )


def make_files(folder):
    os.mkdir(f"{folder}/files")
    os.mkdir(f"{folder}/uploads")
    with open(f"{folder}/files/text.txt", "w") as file:
        file.write("all work and no play\n" * 1000)
    with open(f"{folder}/files/pattern.bin", "wb") as file:
        file.write((bytes(range(251)) * 4000)[:1_000_000])
    # Sparse files cost no disk space.
    for name, size in (("64M.bin", 64 << 20), ("1G.bin", 1 << 30)):
        with open(f"{folder}/files/{name}", "wb") as file:
            file.truncate(size)


def is_open(port):
    with socket.socket() as each:
        return each.connect_ex(("127.0.0.1", port)) == 0


def start(folder, backend):
    # Another program may take a port after it was found free and before nginx binds it.
    for _ in range(5):
        names = ("http", "https", "https1", "http2", "shortlived")
        ports = dict(zip(names, free_ports(len(names))))
        small = json.dumps({"id": 7, "name": "Ada", "tags": ["a", "b"], "text": "x" * 90})
        with open(f"{folder}/nginx.conf", "w") as file:
            file.write(CONFIGURATION.format(folder=folder, small=small, backend=backend, **ports))
        process = subprocess.Popen(
            [NGINX, "-e", f"{folder}/error.log", "-c", f"{folder}/nginx.conf", "-p", folder],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )
        for _ in range(500):
            if process.poll() is not None:
                break
            if is_open(ports["shortlived"]):
                return process, ports
            time.sleep(0.01)
        process.kill()
        complaint = process.communicate()[1]
    sys.exit("nginx does not start: " + complaint.decode(errors="replace"))


def main(folder, backend=9):
    make_certificates(folder)
    make_files(folder)
    process, ports = start(folder, backend)
    # Stopping this program also stops nginx.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        print(json.dumps(ports | {
            "authority": f"{folder}/authority.pem", "otherAuthority": f"{folder}/other.pem",
            "files": f"{folder}/files", "uploads": f"{folder}/uploads", "pid": process.pid,
        }), flush=True)
        sys.stdin.read()
    finally:
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()


if __name__ == "__main__":
    main(*sys.argv[1:])
