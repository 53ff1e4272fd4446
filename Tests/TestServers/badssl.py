"""Servers like those of badssl.com on the loopback interface, each with one certificate or setting, and the certificates.

    badssl.py FOLDER

Each name of SERVERS has a port, which the system chooses, and answers as the servers of tls.py do. FOLDER must be empty. It receives
NAME.pem for each certificate and NAME.chain for each server. One line of JSON on standard output lists the ports. The servers end when
standard input ends.

Source of the cases: chromium/badssl.com, certs and domains.
"""

import base64
import datetime
import json
import os
import ssl
import sys

from tls import EC, Authority, listen, openssl

LOCAL = "DNS:localhost,IP:127.0.0.1,IP:::1"
CA = ("basicConstraints=critical,CA:TRUE", "keyUsage=critical,keyCertSign,cRLSign")


def der(tag, *contents):
    """Returns an element in DER. The contents are bytes, or whole numbers that become an INTEGER each."""
    body = b"".join(each if isinstance(each, bytes) else der(2, each.to_bytes(each.bit_length() // 8 + 1, "big")) for each in contents)
    size = len(body).to_bytes((len(body).bit_length() + 7) // 8, "big")
    return bytes([tag]) + (bytes([len(body)]) if len(body) < 128 else bytes([0x80 | len(size)]) + size) + body


def write_pem(path, label, content):
    with open(path, "w") as file:
        file.write(f"-----BEGIN {label}-----\n{base64.encodebytes(content).decode()}-----END {label}-----\n")


def prime(bits, number, offset):
    """Returns a safe prime from the digits of e or pi. Source: RFC 7919 appendix A; RFC 2409 §6.2; RFC 3526 §5."""
    digits = number(bits - 130)
    return (1 << bits) - (1 << (bits - 64)) - 1 + ((digits + offset) << 64)


def e(bits):
    term = total = 1 << (bits + 64)
    divisor = 1
    while term:
        term //= divisor
        total += term
        divisor += 1
    return total >> 64


def pi(bits):
    def arctangent(inverse):
        term = total = (1 << (bits + 64)) // inverse
        divisor = 1
        while term:
            term //= -inverse * inverse
            divisor += 2
            total += term // divisor
        return total

    return (4 * (4 * arctangent(5) - arctangent(239))) >> 64


class Chains(Authority):
    """An authority for certificates with any extensions. Certificates may share keys."""

    serial = 1

    def key(self, name, kind=EC):
        openssl(
            "genpkey", "-algorithm", kind[0], *(part for option in kind[1:] for part in (() if option == "-pkeyopt" else ("-pkeyopt", option))),
            "-out", self.path(name, "key"),
        )

    def long_key(self, name):
        """Writes an RSA key of 8,192 bits. Its primes are public, because finding others would take seconds."""
        p, q = prime(4096, pi, 240904), prime(4096, e, 5736041)
        d = pow(65537, -1, (p - 1) * (q - 1))
        zero = b"\x02\x01\x00"
        key = der(0x30, zero, p * q, 65537, d, p, q, d % (p - 1), d % (q - 1), pow(q, -1, p))
        write_pem(self.path(name, "key"), "RSA PRIVATE KEY", key)

    def sign(self, name, issuer=None, names=LOCAL, subject=None, key=None, extensions=(), digest="sha256", issuer_key=None, days=None):
        """Makes a certificate for a key, which has the certificate's name by default. Without an issuer it is self-signed.

        The days are its begin and its end, counted from now."""
        key = key or name
        if not os.path.exists(self.path(key, "key")):
            self.key(key)
        lines = ["[req]", "distinguished_name=d", "x509_extensions=e", "string_mask=utf8only", "[d]", "[e]", *extensions]
        if names:
            parts = names.split(",")
            lines.append("subjectAltName=@n" if len(parts) > 20 else f"subjectAltName={names}")
            if len(parts) > 20:
                lines += ["[n]", *(f"DNS.{index}={part[4:]}" for index, part in enumerate(parts))]
        with open(self.path(name, "cnf"), "w") as file:
            file.write("\n".join(lines) + "\n")
        if days:
            self.sign_between(days, name, issuer, subject or f"/CN={name}", key)
            return
        Chains.serial += 1
        signer = ("-CA", self.path(issuer), "-CAkey", self.path(issuer_key or issuer, "key")) if issuer else ()
        openssl(
            "req", "-new", "-x509", "-utf8", "-config", self.path(name, "cnf"), "-key", self.path(key, "key"), *signer, "-subj",
            subject or f"/CN={name}", "-days", "30", "-set_serial", str(Chains.serial), f"-{digest}", "-out", self.path(name),
        )

    def sign_between(self, days, name, issuer, subject, key):
        now = datetime.datetime.now(datetime.timezone.utc)
        begin, end = ((now + datetime.timedelta(days=each)).strftime("%Y%m%d%H%M%SZ") for each in days)
        openssl(
            "req", "-new", "-utf8", "-config", f"{self.folder}/ca.cnf", "-key", self.path(key, "key"), "-subj", subject, "-out", self.path(name, "csr"),
        )
        openssl(
            "ca", "-batch", "-notext", "-utf8", "-config", f"{self.folder}/ca.cnf", "-cert", self.path(issuer), "-keyfile", self.path(issuer, "key"),
            "-startdate", begin, "-enddate", end, "-extfile", self.path(name, "cnf"), "-extensions", "e", "-in", self.path(name, "csr"),
            "-out", self.path(name),
        )


def make_certificates(folder):
    made = Chains(folder)
    made.make("root", is_authority=True, subject="/O=Mimeograph Tests/CN=Root", days=(-400, 400))
    made.make("other", is_authority=True, subject="/CN=Other root")
    made.sign("intermediate", "root", names=None, extensions=CA)
    made.sign("expired", "intermediate", days=(-30, -1), key="leaf")
    made.sign("notYetValid", "intermediate", days=(2, 30), key="leaf")
    made.sign("oldIntermediate", "root", names=None, days=(-30, -1), extensions=CA)
    made.long_key("rsa8192")
    for bits, primes in (512, 2), (1024, 2), (2048, 2), (4096, 4):
        made.key(f"rsa{bits}", ["RSA", f"rsa_keygen_bits:{bits}", f"rsa_keygen_primes:{primes}"])
    made.key("ecc384", ["EC", "ec_paramgen_curve:P-384"])
    for name in "rsa512", "rsa1024", "rsa2048", "rsa4096", "rsa8192", "ecc384":
        made.sign(name, "intermediate")
    leaf(made, "good", "ecc256")
    leaf(made, "selfSigned", issuer=None)
    leaf(made, "untrustedRoot", issuer="other")
    leaf(made, "noCommonName", subject="/O=Example")
    leaf(made, "noSubject", subject="/", names="critical," + LOCAL)
    leaf(made, "noSAN", names=None, subject="/CN=localhost")
    for digest in "sha1", "sha384", "sha512":
        leaf(made, digest, digest=digest)
    made.sign("sha1Authority", "root", names=None, extensions=CA, digest="sha1")
    leaf(made, "sha1Intermediate", issuer="sha1Authority")
    for name, names in NAMES.items():
        leaf(made, name, names=names)
    for name, constraint in CONSTRAINTS.items():
        made.sign(f"{name}Authority", "root", names=None, key="constrained", extensions=(*CA, f"nameConstraints=critical,{constraint}"))
        leaf(made, name, issuer=f"{name}Authority", issuer_key="constrained", names="IP:127.0.0.1" if "IP" in constraint else "DNS:localhost")
    made.sign("shortPath", "root", names=None, extensions=("basicConstraints=critical,CA:TRUE,pathlen:0", CA[1]))
    made.sign("belowShortPath", "shortPath", names=None, extensions=CA)
    leaf(made, "pathTooLong", issuer="belowShortPath")
    made.sign("serverWithKey", "intermediate", extensions=("basicConstraints=critical,CA:FALSE",))
    leaf(made, "notAnAuthority", issuer="serverWithKey")
    made.sign("withoutSigning", "root", names=None, extensions=(CA[0], "keyUsage=critical,digitalSignature"))
    leaf(made, "authorityMayNotSign", issuer="withoutSigning")
    leaf(made, "clientOnly", extensions=("extendedKeyUsage=clientAuth",))
    leaf(made, "wrongKeyUsage", extensions=("keyUsage=critical,cRLSign",))
    leaf(made, "unknownExtension", extensions=("1.2.3.4=critical,DER:05:00",))
    leaf(made, "belowExpired", issuer="oldIntermediate")
    made.make("clientRoot", is_authority=True)
    made.make("client", "clientRoot", usage="clientAuth", subject="/CN=Ada")
    made.make("stranger", "other", usage="clientAuth", subject="/CN=Eve")
    return made


def leaf(made, name, key="leaf", issuer="intermediate", **options):
    made.sign(name, issuer, key=key, **options)


# Host names of certificates: wildcards, addresses and bytes that are not allowed.
NAMES = {
    "wrongHost": "DNS:a.example,DNS:b.example,DNS:c.example,DNS:d.example",
    "names1000": ",".join([*(f"DNS:{index}.example" for index in range(999)), "DNS:localhost"]),
    "names10000": ",".join([*(f"DNS:{index}.example" for index in range(9999)), "DNS:localhost"]),
    "nullByte": "DER:" + ":".join(f"{byte:02x}" for byte in der(0x30, der(0x82, b"localhost\x00.evil.example"))),
    "wildcard": "DNS:*.wild.localhost",
    "wildcardOfTop": "DNS:*.localhost",
    "wildcardAlone": "DNS:*",
    "wildcardInPart": "DNS:w*.wild.localhost,DNS:*w.wild.localhost,DNS:w*w.wild.localhost",
    "wildcardInMiddle": "DNS:a.*.wild.localhost",
    "wildcardTwice": "DNS:*.*.wild.localhost",
    "wildcardForAddress": "DNS:*.0.0.1",
    "address": "IP:127.0.0.1,IP:::1",
    "addressAsName": "DNS:127.0.0.1",
    "upperCase": "DNS:LocalHost",
    "international": "DNS:xn--bcher-kva.localhost",
    "internationalInPart": "DNS:xn--*.wild.localhost",
}
CONSTRAINTS = {
    "permittedName": "permitted;DNS:localhost",
    "otherPermittedName": "permitted;DNS:example.test",
    "excludedName": "excluded;DNS:localhost",
    "permittedAddress": "permitted;IP:127.0.0.0/255.0.0.0",
    "otherPermittedAddress": "permitted;IP:10.0.0.0/255.0.0.0",
    "excludedAddress": "excluded;IP:127.0.0.0/255.0.0.0",
}
# The certificates that a server sends, if not its own and the intermediate one. The first is the one whose key it has.
CHAINS = {
    "selfSigned": ["selfSigned"],
    "untrustedRoot": ["untrustedRoot", "other"],
    "incompleteChain": ["good"],
    "reversedChain": ["good", "root", "intermediate"],
    "sha1Intermediate": ["sha1Intermediate", "sha1Authority"],
    **{name: [name, f"{name}Authority"] for name in CONSTRAINTS},
    "pathTooLong": ["pathTooLong", "belowShortPath", "shortPath"],
    "notAnAuthority": ["notAnAuthority", "serverWithKey", "intermediate"],
    "authorityMayNotSign": ["authorityMayNotSign", "withoutSigning"],
    "belowExpired": ["belowExpired", "oldIntermediate"],
}
# The newest and only version, and the ciphers, of servers that have the certificate rsa2048 or good.
PROTOCOLS = {"tls10": ssl.TLSVersion.TLSv1, "tls11": ssl.TLSVersion.TLSv1_1, "tls12": ssl.TLSVersion.TLSv1_2}
CIPHERS = {
    "cbc": "ECDHE-RSA-AES128-SHA", "nullCipher": "NULL-SHA256", "staticRSA": "AES128-GCM-SHA256", "anonymous": "aNULL",
    "dh1024": "DHE-RSA-AES128-GCM-SHA256", "dh2048": "DHE-RSA-AES128-GCM-SHA256",
}
OWN = ["good", "expired", "notYetValid", "noCommonName", "noSubject", "noSAN", "sha1", "sha384", "sha512", "ecc384", "clientOnly"]
OWN += ["wrongKeyUsage", "unknownExtension", "mutual", *(f"rsa{bits}" for bits in (512, 1024, 2048, 4096, 8192)), *NAMES]
SERVERS = [*OWN, *CHAINS, *PROTOCOLS, *CIPHERS]
# OpenSSL serves no shorter ones. Source: SSL_CTX_set_security_level(3).
DH_PRIMES = {
    1024: prime(1024, pi, 129093),
    2048: prime(2048, e, 560316),
}


def context(made, name):
    chain = CHAINS.get(name, [name, "intermediate"])
    if name in CIPHERS or name in PROTOCOLS:
        chain[0] = "rsa2048"
    elif name == "mutual":
        chain[0] = "good"
    key = next(each for each in (chain[0], "ecc256" if chain[0] == "good" else "leaf") if os.path.exists(made.path(each, "key")))
    made_context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    # The client must be the one to reject weak keys and ciphers.
    made_context.set_ciphers(f"{CIPHERS.get(name, 'DEFAULT')}:@SECLEVEL=0")
    with open(made.path(name, "chain"), "w") as file:
        file.write(made.pem(*chain))
    made_context.load_cert_chain(made.path(name, "chain"), made.path(key, "key"))
    if name in PROTOCOLS:
        made_context.minimum_version = made_context.maximum_version = PROTOCOLS[name]
    # A signature of TLS 1.3 does not fit into the shortest key.
    if name in CIPHERS or name == "rsa512":
        made_context.maximum_version = ssl.TLSVersion.TLSv1_2
    if name[:2] == "dh":
        write_pem(made.path(name, "dh"), "DH PARAMETERS", der(0x30, DH_PRIMES[int(name[2:])], 2))
        made_context.load_dh_params(made.path(name, "dh"))
    if name == "mutual":
        made_context.verify_mode = ssl.CERT_REQUIRED
        made_context.load_verify_locations(made.path("clientRoot"))
    return made_context


def main(folder):
    made = make_certificates(folder)
    ports = {name: listen(name, context(made, name)) for name in SERVERS}
    print(json.dumps(ports | {"folder": folder}), flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main(sys.argv[1])
