import Mimeograph

extension LlhttpCases {
    private static let codings =
        "the session asks for no transfer coding, and decodes none but chunked: RFC 9112 §6.3, §7"
    private static let sizes = "libcurl 7.88 skips everything between a chunk's size and the end of its line"

    private static let chunked = "Transfer-Encoding: chunked"

    // MARK: content-length.md, transfer-encoding.md

    static let bodies: [WireCase] = [
        WireCase(
            "Response without Content-Length, but with body",
            WireCase.message(
                "HTTP/1.1 200 OK",
                "Date: Tue, 04 Aug 2009 07:59:32 GMT",
                "Server: Apache",
                "X-Powered-By: Servlet/2.5 JSP/2.1",
                "Content-Type: text/xml; charset=utf-8",
                "Connection: close",
                body: envelope
            ),
            .response(200, envelope, ["X-Powered-By": "Servlet/2.5 JSP/2.1"])
        ),
        WireCase(
            "Content-Length-X",
            WireCase.message("HTTP/1.1 200 OK", "Content-Length-X: 0", chunked, body: "2\r\nOK\r\n0\r\n\r\n"),
            .response(200, "OK", ["Content-Length-X": "0"])
        ),
        WireCase(
            "Content-Length reset when no body is received",
            WireCase.message("HTTP/1.1 200 OK", "Content-Length: 123")
                + WireCase.message("HTTP/1.1 200 OK", "Content-Length: 456"),
            method: .head,
            .response(200, "", ["Content-Length": "123"])
        ),
        WireCase(
            "Tabs in Content-Length",
            WireCase.message("HTTP/1.1 200 OK", "Content-Length:\t42\t", body: String(repeating: "x", count: 42)),
            .response(200, String(repeating: "x", count: 42), ["Content-Length": "42"])
        ),
        WireCase(
            "amazon.com",
            WireCase.message(
                "HTTP/1.1 301 MovedPermanently",
                "Date: Wed, 15 May 2013 17:06:33 GMT",
                "Server: Server",
                "x-amz-id-1: 0GPHKXSJQ826RK7GZEB2",
                "Location: http://www.amazon.com/Dan-Brown/e/B000AP9DSU/ref=s9_pop",
                "Vary: Accept-Encoding,User-Agent",
                "Content-Type: text/html; charset=ISO-8859-1",
                chunked,
                body: "1\r\n\n\r\n0\r\n\r\n"
            ),
            .response(301, "\n", ["x-amz-id-1": "0GPHKXSJQ826RK7GZEB2"])
        ),
        WireCase(
            "Trailing space on chunked body",
            WireCase.message(
                "HTTP/1.1 200 OK",
                "Content-Type: text/plain",
                chunked,
                body:
                    "25  \r\nThis is the data in the first chunk\r\n\r\n1C\r\nand this is the second one\r\n\r\n0  \r\n\r\n"
            ),
            .anyError,
            but: .response(200, "This is the data in the first chunk\r\nand this is the second one\r\n"),
            because: sizes
        ),
        WireCase(
            "chunked before other transfer-encoding",
            WireCase.message("HTTP/1.1 200 OK", "Accept: */*", "Transfer-Encoding: chunked, deflate", body: "World"),
            .response(200, "World"),
            but: .error("Transfer-Encoding \"chunked, deflate\""),
            because: codings
        ),
        WireCase(
            "multiple transfer-encoding where chunked is not the last one",
            WireCase.message("HTTP/1.1 200 OK", "Accept: */*", chunked, "Transfer-Encoding: identity", body: "World"),
            .response(200, "World"),
            but: .error("Transfer-Encoding \"chunked, identity\""),
            because: codings
        ),
        WireCase(
            "chunkedchunked transfer-encoding does not enable chunked encoding",
            WireCase.message(
                "HTTP/1.1 200 OK",
                "Accept: */*",
                "Transfer-Encoding: chunkedchunked",
                body: "2\r\nOK\r\n0\r\n\r\n"
            ),
            .response(200, "2\r\nOK\r\n0\r\n\r\n"),
            but: .error("Transfer-Encoding \"chunkedchunked\""),
            because: codings
        ),
        chunks(
            "Chunk extensions",
            "5;ilovew3;somuchlove=aretheseparametersfor\r\nhello\r\n6;blahblah;blah\r\n world\r\n0\r\n\r\n",
            .response(200, "hello world")
        ),
        chunks(
            "No semicolon before chunk extensions",
            "2 erfrferferf\r\naa\r\n0 rrrr\r\n\r\n",
            .anyError,
            but: .response(200, "aa"),
            because: sizes
        ),
        chunks(
            "No extension after semicolon",
            "2;\r\naa\r\n0\r\n\r\n",
            .anyError,
            but: .response(200, "aa"),
            because: sizes
        ),
        chunks(
            "Chunk extensions quoting",
            "5;ilovew3=\"I love; extensions\";somuchlove=\"aretheseparametersfor\";blah;foo=bar\r\nhello\r\n"
                + "6;blahblah;blah\r\n world\r\n0\r\n\r\n",
            .response(200, "hello world")
        ),
        chunks(
            "Unbalanced chunk extensions quoting",
            "5;ilovew3=\"abc\";somuchlove=\"def; ghi\r\nhello\r\n6;blahblah;blah\r\n world\r\n0\r\n\r\n",
            .anyError,
            but: .response(200, "hello world"),
            because: sizes
        ),
    ]

    private static func chunks(
        _ name: String,
        _ body: String,
        _ expected: WireCase.Outcome,
        but outcome: WireCase.Outcome? = nil,
        because reason: String = ""
    ) -> WireCase {
        let sent = WireCase.message("HTTP/1.1 200 OK", "Host: localhost", "Transfer-encoding: chunked", body: body)
        return WireCase(name, sent, expected, but: outcome, because: reason)
    }

    private static let envelope =
        #"<?xml version=\"1.0\" encoding=\"UTF-8\"?>"# + "\n"
        + #"<SOAP-ENV:Envelope xmlns:SOAP-ENV=\"http://schemas.xmlsoap.org/soap/envelope/\">"# + "\n"
        + "  <SOAP-ENV:Body>\n    <SOAP-ENV:Fault>\n       <faultcode>SOAP-ENV:Client</faultcode>\n"
        + "       <faultstring>Client Error</faultstring>\n    </SOAP-ENV:Fault>\n  </SOAP-ENV:Body>\n</SOAP-ENV:Envelope>"

    // MARK: invalid.md

    private static let words = "a recipient may separate the parts of a status line at any spaces: RFC 9112 §4"
    private static let lineFeeds = "a line may end with a line feed alone: RFC 9112 §2.2"

    static let invalid: [WireCase] = [
        WireCase("Incomplete HTTP protocol", "HTP/1.1 200 OK\r\n\r\n", .error("status line")),
        WireCase("Extra digit in HTTP major version", "HTTP/01.1 200 OK\r\n\r\n", .error("status line")),
        WireCase("Extra digit in HTTP major version #2", "HTTP/11.1 200 OK\r\n\r\n", .error("status line")),
        WireCase("Extra digit in HTTP minor version", "HTTP/1.01 200 OK\r\n\r\n", .error("status line")),
        WireCase("Tab after HTTP version", "HTTP/1.1\t200 OK\r\n\r\n", .error("status line")),
        WireCase(
            "CR before response and tab after HTTP version",
            "\rHTTP/1.1\t200 OK\r\n\r\n",
            .error("status line|carriage return")
        ),
        WireCase("Headers separated by CR", "HTTP/1.1 200 OK\r\nFoo: 1\rBar: 2\r\n\r\n", .error("carriage return")),
        WireCase(
            "Bare CR after response line",
            "HTTP/1.1 200 OK\rContent-Length: 0\r\n\r\n",
            .error("carriage return")
        ),
        WireCase(
            "Bare CR followed by CR after response line",
            "HTTP/1.1 200 OK\r\rContent-Length: 4\r\n\r\nEvil",
            .error("carriage return")
        ),
        WireCase("Invalid HTTP version", "HTTP/5.6 200 OK\r\n\r\n", .error("status line")),
        WireCase("Invalid space after start line", "HTTP/1.1 200 OK\r\n Host: foo\r\n\r\n", .error("folded line")),
        WireCase(
            "Extra space between HTTP version and status code",
            "HTTP/1.1  200 OK\r\n\r\n",
            .anyError,
            but: .response(),
            because: words
        ),
        WireCase("Extra space between status code and reason", "HTTP/1.1 200  OK\r\n\r\n", .response()),
        WireCase("One-digit status code", "HTTP/1.1 2 OK\r\n\r\n", .error("status line")),
        WireCase(
            "Only LFs present and no body",
            "HTTP/1.1 200 OK\nContent-Length: 0\n\n",
            .anyError,
            but: .response(),
            because: lineFeeds
        ),
        WireCase(
            "Only LFs present",
            "HTTP/1.1 200 OK\nFoo: abc\nBar: def\n\nBODY\n",
            .anyError,
            but: .response(200, "BODY\n", ["Foo": "abc", "Bar": "def"]),
            because: lineFeeds
        ),
    ]
}
