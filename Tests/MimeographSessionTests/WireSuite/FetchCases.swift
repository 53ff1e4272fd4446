import Mimeograph

/// The responses of web-platform-tests whose bytes a server sends as they are.
///
/// The status codes end without the end of the head, as they do there. The page content-length.html is shortened.
///
/// Source: web-platform-tests/wpt, fetch/h1-parsing: status-code.window.js at dea8f3cf8172, lone-cr.window.js at 9fe43f5b752e,
/// incomplete-response.window.js at 55d618793d99, resources-with-0x00-in-header.window.js at d2da82088749,
/// tools/generate_parsing_asis.py at 1431081a87ad; fetch/content-length: resources/content-lengths.json at 36c7bd65d491,
/// content-length.html at 0bc6450f7e99, api-and-duplicate-headers.any.js at 5b03022d0855.
enum FetchCases {
    static let heads = statusCodes + loneReturns + incomplete + zeroBytes + positions

    // MARK: Heads

    private static let statusCodes: [WireCase] = [
        ("", nil), ("BLAH", nil), ("0 OK", 0), ("1 OK", 1), ("99 NOT OK", 99), ("099 HELLO", 99),
        ("999 DOES IT MATTER", 999), ("1000 BOO", nil), ("65736 NOT 200 OR SOME SUCH", nil), ("131072 HI", nil),
    ].map { (line: String, status: Int?) in
        let sent = "HTTP/1.1 \(line)\nheader-parsing: is sad\n"
        guard let status else { return WireCase("status \(line)", sent, .error("status line")) }
        return WireCase(
            "status \(line)",
            sent,
            .response(status, "", ["header-parsing": "is sad"]),
            but: .error(status < 100 ? "status line" : "incomplete"),
            because: status < 100
                ? "a status code has three digits, and is 100 or more: RFC 9112 §4, RFC 9110 §15"
                : "the head ends with the connection, and may lack fields: RFC 9112 §8"
        )
    }

    private static let loneReturns: [WireCase] = [
        "HTTP/1.1\r200 OK\n\nBODY", "HTTP/1.1 200\rOK\n\nBODY", "HTTP/1.1 200 OK\n\rHeader: Value\n\nBODY",
        "HTTP/1.1 200 OK\nHeader\r: Value\n\nBODY", "HTTP/1.1 200 OK\nHeader:\r Value\n\nBODY",
        "HTTP/1.1 200 OK\nHeader: Value\r\r\nBODY", "HTTP/1.1 200 OK\nHeader: Value\rHeader2: Value2\n\nBODY",
    ].map { WireCase("lone CR \(WireCase.printable($0))", $0, .error("carriage return|not a field|status line")) }

    private static let incomplete: [WireCase] = ["\t", " ", "\u{C}", "\r"].map {
        let sent = "HTTP/1.1 200 OKAYISH\nheader: value\($0)"
        return WireCase("incomplete \(WireCase.printable(sent))", sent, .error("incomplete"))
    }

    private static let zeroBytes: [WireCase] = ["text/javascript", "text/html", "image/png"].map {
        let sent = WireCase.message("HTTP/1.1 200 OK", "Content-Type: \($0)", "Custom: \0", body: "irrelevant")
        return WireCase("zero byte in a head of \($0)", sent, .error("zero byte"))
    }

    /// A zero byte and a carriage return at each position of a head.
    private static let positions: [WireCase] = [("NULL", "\0"), ("CR", "\r")].flatMap { name, symbol in
        parts.indices.dropFirst().map { index in
            let sent = parts[..<index].joined() + symbol + parts[index...].joined()
            return WireCase(
                "\(name) after \(WireCase.printable(parts[..<index].joined()))",
                sent,
                .error("status line|zero byte|carriage return|not a field|incomplete")
            )
        } + [WireCase("\(name) first", symbol + parts.joined(), .error("status line|carriage return"))]
    }

    private static let parts = [
        "HT", "TP", "/", "1", ".", "1", " ", "200", " ", "OK", "\r\n", "X-Frame", "-Options", ":", "DE", "NY",
        "\r\nContent-Length: 5\r\n\r\nTest.",
    ]

    // MARK: Content-Length

    private static let fact = "Fact: this is really forty-two bytes long."
    private static let decimal =
        "an invalid Content-Length does not frame the body, so the response is discarded: RFC 9112 §6.3"

    /// The lines, and the length of the body that a browser reads; nil for an error.
    private static let lines: [([String], Int?)] = [
        (["42"], 42), (["42,42"], 42), (["42", "42"], 42), (["42", "42,42"], 42), (["30"], 30), (["30,30"], 30),
        (["30", "30"], 30), (["30", "30,30"], 30), (["42,30"], nil), (["30,42"], nil), (["42", "30"], nil),
        (["30", "42"], nil), (["30,"], nil), ([",30"], nil), (["30", "\t"], nil), (["", "30"], nil),
        (["aaaah", "nah"], nil), (["aaaah, nah"], nil), (["aaaah", "aaaah"], 42), (["aaaah, aaaah"], 42),
        (["aaaah"], 42),
        (["42s"], 42), (["30s"], 42), (["-1"], 42), (["0x20"], 42), (["030"], 30), (["030", "30"], nil),
        (["030, 30"], nil),
    ]

    static let lengths: [WireCase] =
        lines.map { values, length in
            let fields =
                ["HTTP/1.1 200 OK", "Content-Type: text/plain;charset=UTF-8"] + values.map { "Content-Length: \($0)" }
            let sent = fields.map { $0 + "\r\n" }.joined() + "\r\n" + fact
            let name = WireCase.printable(values.joined(separator: " | "))
            guard let length else { return WireCase(name, sent, .error("Content-Length")) }
            let isValid = values[0].utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2C }
            return WireCase(
                name,
                sent,
                .response(200, String(fact.prefix(length))),
                but: isValid ? nil : .error("Content-Length"),
                because: decimal
            )
        } + [
            WireCase(
                "content-length.html",
                WireCase.message(
                    "HTTP/1.1 200 OK",
                    "Content-Length: 11",
                    body: "<body>PASS\nbut FAIL if this is in the body."
                ),
                .response(200, "<body>PASS\n")
            ),
            WireCase(
                "identical duplicates",
                "HTTP/1.1 200 BLAH\nContent-Type: text/plain\nContent-Type: text/plain\n"
                    + "Content-Length: 6\nContent-Length: 6\n\nTest.\n",
                .response(200, "Test.\n", ["Content-Type": "text/plain, text/plain", "Content-Length": "6, 6"])
            ),
        ]
}
