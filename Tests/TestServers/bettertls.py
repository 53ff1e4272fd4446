"""Certificates for the cases of BetterTLS, and for other chains that are hard to build. It listens on no port.

    bettertls.py FOLDER

FOLDER must be empty. It receives NAME.pem for each certificate, and cases.json. Each case has an anchor, the certificates that a server
sends, the host, and the expected verdict: accept, reject, or either of them. One line of JSON on standard output reports that all is
written. The program ends when standard input ends.

Source of the graphs, the reasons and the rules for name constraints: Netflix/bettertls, test-suites/pathbuilding and nameconstraints.
"""

import concurrent.futures
import itertools
import json
import sys

from badssl import CA, Chains

# An arrow is a certificate: the first has signed the second.
GRAPHS = {
    "linear": "ICA>EE TA>ICA",
    "twoRoots": "ICA>EE Root1>ICA Root2>ICA",
    "figure7": "B>EE C>B A>B C>A A>C TA>C TA>A",
    "bridge": "F>H F>G G>F H>I I>H G>I W>F W>G J>K N>EE L>N L>M X>J X>L B>E B>D A>B C>B A>C C>A Y>A Y>C R>S O>R O>Q P>S Z>O Z>P "
    "W>Bridge Bridge>W X>Bridge Bridge>X Y>Bridge Bridge>Y Z>Bridge Bridge>Z",
}
# The graph, the anchor, the server, the invalid arrows, and whether there is another way. Z>O stands for TA Z>O, and so on.
PATHS = [
    ("linear", "TA", "EE", "", True),
    ("twoRoots", "Root1", "EE", "", True),
    ("twoRoots", "Root2", "EE", "", True),
    ("linear", "TA", "EE", "TA>ICA", False),
    ("linear", "TA", "EE", "", True),
    ("linear", "TA", "EE", "TA>ICA", False),
    ("linear", "ICA", "EE", "TA>ICA", True),
    ("twoRoots", "Root1", "EE", "", True),
    ("twoRoots", "Root2", "EE", "", True),
    ("twoRoots", "Root1", "EE", "Root2>ICA", True),
    ("twoRoots", "Root2", "EE", "Root1>ICA", True),
    ("twoRoots", "Root1", "EE", "Root1>ICA", False),
    ("twoRoots", "Root2", "EE", "Root2>ICA", False),
    ("figure7", "TA", "EE", "", True),
    ("figure7", "TA", "EE", "TA>C A>B", True),
    ("figure7", "TA", "EE", "TA>A C>B", True),
    ("bridge", "Z", "D", "", True),
    ("bridge", "Z", "EE", "", True),
    ("bridge", "Z", "EE", "X>Bridge", True),
    ("bridge", "Z", "EE", "Bridge>X", False),
    ("bridge", "Z", "EE", "Z>Bridge", False),
]
# The extensions of an invalid certificate, its digest and its days.
REASONS = {
    "expired": (CA, "sha256", (-30, -1)),
    "nameConstraints": ((*CA, "nameConstraints=critical,permitted;DNS:bad.example.com"), "sha256", None),
    "extendedKeyUsage": ((*CA, "extendedKeyUsage=emailProtection"), "sha256", None),
    "noBasicConstraints": (CA[1:], "sha256", None),
    "notAnAuthority": (("basicConstraints=critical,CA:FALSE", CA[1]), "sha256", None),
    "sha1": (CA, "sha1", None),
}
SERVER = ("basicConstraints=critical,CA:FALSE", "keyUsage=critical,digitalSignature", "extendedKeyUsage=serverAuth")


class Paths(Chains):
    """Certificates by graph and arrow, each made once."""

    def __init__(self, folder):
        super().__init__(folder)
        self.made = set()

    def once(self, name, *arguments, **options):
        if name not in self.made:
            self.made.add(name)
            self.sign(name, *arguments, **options)
        return name

    def anchor(self, graph, node):
        return self.once(f"{graph}.{node}", names=None, subject=f"/O={graph}/CN={node}", extensions=CA)

    def arrow(self, graph, arrow, is_server, reason=None):
        source, target = arrow.split(">")
        self.anchor(graph, target)
        issuer, name, subject, key = self.anchor(graph, source), f"{graph}.{arrow}.{reason}.{is_server}", f"/O={graph}/CN={target}", f"{graph}.{target}"
        extensions, digest, days = REASONS.get(reason, (CA, "sha256", None))
        return self.once(
            name, issuer, key=key, subject=subject, digest=digest, days=days, names="DNS:localhost" if is_server else None,
            extensions=SERVER if is_server else extensions,
        )


def path_cases(made):
    for number, (graph, anchor, server, invalid, is_valid) in enumerate(PATHS):
        for reason in REASONS if invalid else [None]:
            arrows = GRAPHS[graph].split()
            names = [made.arrow(graph, each, each.endswith(f">{server}"), reason if each in invalid.split() else None) for each in arrows]
            own = [name for name, each in zip(names, arrows) if each.endswith(f">{server}")]
            yield {
                "id": f"{number} {graph} {anchor} {invalid} {reason or ''}".strip(), "anchor": made.anchor(graph, anchor), "host": "localhost",
                "chain": own + [name for name in names if name not in own], "expected": "accept" if is_valid else "reject",
            }


def constraint_cases(made):
    """Yields all combinations of names and constraints. V is the client's own name or network, I is another, and - is none."""
    made.once("names.root", names=None, extensions=CA)
    dns = {"V": "test.localhost", "I": "bad.example.com"}
    ip = {"V": "127.0.0.1", "I": "1.1.1.1"}
    networks = {"V": "127.0.0.0/255.255.255.0", "I": "1.1.1.0/255.255.255.0"}
    for allowed, network, excluded, excluded_network in itertools.product("-VI", repeat=4):
        parts = [
            f"permitted;DNS:{'localhost' if allowed == 'V' else 'example.com'}" if allowed != "-" else "",
            f"permitted;IP:{networks[network]}" if network != "-" else "",
            f"excluded;DNS:{'localhost' if excluded == 'V' else 'bad.example.com'}" if excluded != "-" else "",
            f"excluded;IP:{networks[excluded_network]}" if excluded_network != "-" else "",
        ]
        constraint = ",".join(part for part in parts if part)
        authority = made.once(
            f"names.{allowed}{network}{excluded}{excluded_network}", "names.root", names=None, key="names.authority", subject="/CN=Authority",
            extensions=(*CA, f"nameConstraints=critical,{constraint}") if constraint else CA,
        )
        for common, value, name, address in itertools.product(("DNS", "IP"), "-VI", "-VI", "-VI"):
            text = (dns if common == "DNS" else ip).get(value)
            names = ",".join([f"DNS:{dns[each]}" for each in name if each != "-"] + [f"IP:{ip[each]}" for each in address if each != "-"])
            own = made.once(
                f"names.server.{common if text else ''}{value}{name}{address}", authority, names=names or None, key="names.server",
                issuer_key="names.authority", subject=f"/O=Names/CN={text}" if text else "/O=Names", extensions=SERVER,
            )
            wrong_name, wrong_address = breaks(name, allowed, excluded), breaks(address, network, excluded_network)
            wrong_common = breaks(value, allowed, excluded) if common == "DNS" else breaks(value, network, excluded_network)
            for host, is_for in ("test.localhost", name == "V"), ("127.0.0.1", address == "V"):
                expected = "reject" if not is_for or wrong_name or wrong_address else "either" if wrong_common else "accept"
                yield {
                    "id": f"{host} {common}{value} {name}{address} {allowed}{network}{excluded}{excluded_network}", "anchor": "names.root",
                    "chain": [own, authority], "host": host, "expected": expected,
                }


def breaks(name, allowed, excluded):
    """Whether a name is not allowed, or is excluded."""
    return name != "-" and (allowed not in ("-", name) or excluded == name)


def hard_cases(made):
    """Yields chains that no suite has in this form. Names tell the case."""
    def case(name, anchor, chain, expected):
        return {"id": name, "anchor": anchor, "chain": chain, "host": "localhost", "expected": expected}

    root = made.anchor("hard", "Root")
    own = made.arrow("hard", "A>EE", True)
    by_root, by_old = made.arrow("hard", "Root>A", False), made.arrow("hard", "Old>A", False)
    loop = [made.arrow("hard", each, False) for each in ("B>A", "A>B", "B>C", "C>B", "C>A")]
    expired = made.once("hard.expired", "hard.Old", names=None, subject="/O=hard/CN=Old", key="hard.Old", days=(-30, -1), extensions=CA)
    unrelated = [made.arrow("twoRoots", "Root1>ICA", False), made.arrow("linear", "TA>ICA", False)]
    yield case("a cross-signed authority", root, [own, by_old, by_root], "accept")
    yield case("a cross-signed authority whose other root is sent and has expired", root, [own, by_old, expired, by_root], "accept")
    yield case("unrelated certificates", root, [own, *unrelated, by_root], "accept")
    yield case("a certificate sent several times", root, [own, own, by_root, by_root, root, by_root, own], "accept")
    yield case("the wrong order", root, [own, root, by_old, by_root], "accept")
    yield case("a loop of cross-signed authorities", root, [own, *loop], "reject")
    yield case("a loop with a way out", root, [own, *loop, by_root], "accept")
    yield case("the server's certificate only", root, [own], "reject")
    other = made.once("hard.other", names=None, subject="/O=hard/CN=A", extensions=CA)
    yield case("another authority of the same name", root, [own, other, by_root], "accept")
    bare = made.once("hard.bare", "hard.Root", names=None, subject="/O=hard/CN=A", extensions=(*CA, "subjectKeyIdentifier=none"))
    yield case("another authority of the same name, without an identifier of its key", root, [own, bare, by_root], "accept")
    previous, names = root, []
    for number in range(110):
        issuer_key = "long.key" if number else None
        names.insert(0, made.once(f"long.{number}", previous, names=None, key="long.key", issuer_key=issuer_key, extensions=CA))
        previous = names[0]
        if number in (96, 109):
            server = made.once(
                f"long.server.{number}", previous, key="long.key", issuer_key="long.key", names="DNS:localhost", extensions=SERVER,
            )
            yield case(f"{number + 1} authorities", root, [server, *names], "accept" if number == 96 else "reject")


def main(folder):
    made = Paths(folder)
    # Half of the certificates is made at the same time as the other half.
    with concurrent.futures.ThreadPoolExecutor() as pool:
        names = pool.submit(lambda: list(constraint_cases(made)))
        cases = {"paths": list(path_cases(made)), "hard": list(hard_cases(made)), "names": names.result()}
    with open(f"{folder}/cases.json", "w") as file:
        json.dump(cases, file)
    print(json.dumps({"folder": folder}), flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main(sys.argv[1])
