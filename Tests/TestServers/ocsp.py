"""Servers on the loopback interface, each with its own stapled certificate status (OCSP).

    ocsp.py FOLDER

Certificates, keys and responses lie in FOLDER, which must be empty. One line of JSON on standard output lists the ports. Each server is
`openssl s_server`, and answers every GET with a page about the connection. All servers end when standard input ends.
"""

import datetime
import json
import os
import re
import ssl
import subprocess
import sys

from tls import LOCAL, Authority, openssl

RSA = ["rsa:2048"]
PSS = ["-rsigopt", "rsa_padding_mode:pss"]


def index(made, folder, name, state):
    """Writes the list of certificates that an authority has signed, as `openssl ocsp` reads it."""
    now = datetime.datetime.now(datetime.timezone.utc)
    expiry = (now + datetime.timedelta(days=30)).strftime("%y%m%d%H%M%SZ")
    revoked = now.strftime("%y%m%d%H%M%SZ") + ",keyCompromise" if state == "R" else ""
    serial = subprocess.run(
        ["openssl", "x509", "-in", made.path("stapled"), "-noout", "-serial"], check=True, capture_output=True, text=True,
    ).stdout.strip().split("=")[1]
    path = f"{folder}/{name}.index"
    with open(path, "w") as file:
        if state:
            file.write(f"{state}\t{expiry}\t{revoked}\t{serial}\tunknown\t/CN=stapled\n")
    return path


def respond(made, folder, name, state="V", signer="authority", issuer="authority", leaf="stapled", arguments=()):
    """Makes a response of an authority, or of a signer on its behalf."""
    path = f"{folder}/{name}.ocsp"
    openssl(
        "ocsp", "-index", index(made, folder, name, state), "-CA", made.path(issuer), "-issuer", made.path(issuer), "-cert",
        made.path(leaf), "-rsigner", made.path(signer), "-rkey", made.path(signer, "key"), "-respout", path, "-noverify",
        *(arguments or ("-ndays", "7")),
    )
    return path


def header(data, at):
    """Returns the start and the end of a DER element's content."""
    first = data[at + 1]
    if first < 0x80:
        return at + 2, at + 2 + first
    count = first & 0x7F
    start = at + 2 + count
    return start, start + int.from_bytes(data[at + 2:start], "big")


def date_back(made, folder, source, name, year):
    """Moves a response to another year and signs it again. Its times and the 256 bytes of RSA at its end have a fixed size."""
    data = bytearray(open(source, "rb").read())
    at, _ = header(data, 0)
    _, at = header(data, at)  # the status
    for _ in range(2):  # [0], and a sequence of an OID and an octet string
        at, _ = header(data, at)
    _, at = header(data, at)
    at, _ = header(data, at)
    begin, _ = header(data, at)
    _, end = header(data, begin)
    signed = re.sub(rb"\x18\x0f\d{4}", lambda _: b"\x18\x0f%04d" % year, bytes(data[begin:end]))
    with open(f"{folder}/{name}.tbs", "wb") as file:
        file.write(signed)
    openssl("dgst", "-sha256", "-sign", made.path("authority", "key"), "-out", f"{folder}/{name}.sig", f"{folder}/{name}.tbs")
    data[begin:end] = signed
    data[-256:] = open(f"{folder}/{name}.sig", "rb").read()
    path = f"{folder}/{name}.ocsp"
    with open(path, "wb") as file:
        file.write(data)
    return path


def main(folder):
    made = Authority(folder)
    made.make("root", is_authority=True)
    made.make("authority", "root", is_authority=True, key=RSA)
    made.make("stapled", "authority", names=LOCAL)
    made.make("neighbour", "authority", names=LOCAL)
    made.make("responder", "authority", usage="OCSPSigning")
    made.make("weakResponder", "authority", usage="OCSPSigning", key=["rsa:1024"])
    made.make("unnamed", "authority")
    made.make("other", is_authority=True)
    bare = ("-ndays", "7", "-resp_no_certs")
    responses = {
        "good": respond(made, folder, "good"),
        "delegated": respond(made, folder, "delegated", signer="responder"),
        "revoked": respond(made, folder, "revoked", "R"),
        "unknown": respond(made, folder, "unknown", ""),
        "unnamed": respond(made, folder, "unnamed", signer="unnamed"),
        "otherAuthority": respond(made, folder, "otherAuthority", signer="other"),
        "otherCertificate": respond(made, folder, "otherCertificate", "", leaf="neighbour"),
        "bare": respond(made, folder, "bare", arguments=bare),
        "weakKey": respond(made, folder, "weakKey", signer="weakResponder"),
        "md5": respond(made, folder, "md5", arguments=("-ndays", "7", "-rmd", "md5")),
        "sha1": respond(made, folder, "sha1", arguments=("-ndays", "7", "-rmd", "sha1")),
        "pssSHA1": respond(made, folder, "pssSHA1", arguments=("-ndays", "7", "-rmd", "sha1", *PSS)),
        "pss": respond(made, folder, "pss", arguments=("-ndays", "7", "-rmd", "sha256", *PSS)),
    }
    year = datetime.datetime.now().year
    responses["expired"] = date_back(made, folder, responses["bare"], "expired", year - 1)
    responses["early"] = date_back(made, folder, responses["bare"], "early", year + 1)
    data = bytearray(open(responses["bare"], "rb").read())
    data[-1] ^= 1
    responses["damaged"] = f"{folder}/damaged.ocsp"
    open(responses["damaged"], "wb").write(data)
    responses["tryLater"] = f"{folder}/tryLater.ocsp"
    open(responses["tryLater"], "wb").write(bytes([0x30, 3, 0x0A, 1, 3]))
    servers = [(name, [["-status_file", path]]) for name, path in responses.items()] + [("absent", [[]])]
    servers.append(("old", [["-status_file", responses["revoked"], "-tls1_2"]]))
    servers.append(("goodOld", [["-status_file", responses["good"], "-tls1_2"]]))
    processes, ports = [], {}
    for name, (extra,) in servers:
        process = subprocess.Popen(
            ["openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", made.path("stapled"), "-key", made.path("stapled", "key"),
             "-cert_chain", made.path("authority"), "-www", *extra],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )
        processes.append(process)
        for line in process.stdout:
            if line.startswith("ACCEPT"):
                ports[name] = int(line.strip().rpartition(":")[2])
                break
    # From 3.6 on, `openssl s_server` does not staple a response for another certificate.
    staples_any = int(ssl.OPENSSL_VERSION_INFO < (3, 6))
    print(json.dumps(ports | {"folder": folder, "pid": os.getpid(), "staples_any": staples_any}), flush=True)
    sys.stdin.read()
    for process in processes:
        process.kill()


if __name__ == "__main__":
    main(sys.argv[1])
