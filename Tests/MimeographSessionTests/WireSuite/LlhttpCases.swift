import Mimeograph

/// The responses of llhttp's suite in its strict mode.
///
/// llhttp reads a stream of messages, and its cases may stop inside a body. Here the server sends the rest of such a body, and the
/// first final response counts. Cases of its lenient modes, and of its interface for pausing, are left out.
///
/// Source: nodejs/llhttp at 01e105a30fd0, test/response.
enum LlhttpCases {
    private static let lineFeeds = "a line may end with a line feed alone: RFC 9112 §2.2"
    private static let otherProtocols = "only HTTP/1.0, HTTP/1.1 and HTTP/2 are read"
    private static let emptyLines = "only a server may skip an empty line before a message: RFC 9112 §2.2"

    // MARK: sample.md

    private static let simple = WireCase.message(
        "HTTP/1.1 200 OK",
        "Header1: Value1",
        "Header2:\t Value2",
        "Content-Length: 0"
    )
    private static let page =
        "<HTML><HEAD><meta http-equiv=content-type content=text/html;charset=utf-8>\n<TITLE>301 Moved</TITLE></HEAD><BODY>\n"
        + "<H1>301 Moved</H1>\nThe document has moved\n<A HREF=\"http://www.google.com/\">here</A>.\r\n</BODY></HTML>"

    static let heads: [WireCase] = [
        WireCase("Simple response", simple, .response(200, "", ["Header1": "Value1", "Header2": "Value2"])),
        WireCase(
            "RTSP response",
            WireCase.message("RTSP/1.1 200 OK"),
            .response(),
            but: .error("status line"),
            because: otherProtocols
        ),
        WireCase(
            "ICE response",
            WireCase.message("ICE/1.1 200 OK"),
            .response(),
            but: .error("status line"),
            because: otherProtocols
        ),
        WireCase("Error on invalid response start", WireCase.message("HTTPER/1.1 200 OK"), .error("status line")),
        WireCase("Empty body", WireCase.message("HTTP/1.1 200 OK"), .response()),
        WireCase(
            "Google 301",
            WireCase.message(
                "HTTP/1.1 301 Moved Permanently",
                "Location: http://www.google.com/",
                "Content-Type: text/html; charset=UTF-8",
                "Date: Sun, 26 Apr 2009 11:11:49 GMT",
                "Expires: Tue, 26 May 2009 11:11:49 GMT",
                "X-$PrototypeBI-Version: 1.6.0.3",
                "Cache-Control: public, max-age=2592000",
                "Server: gws",
                "Content-Length:  219  ",
                body: page.padded(to: 219)
            ),
            .response(301, page.padded(to: 219), ["X-$PrototypeBI-Version": "1.6.0.3", "Content-Length": "219"])
        ),
        WireCase("No headers and no body", WireCase.message("HTTP/1.1 404 Not Found"), .response(404)),
        WireCase("No reason phrase", WireCase.message("HTTP/1.1 301"), .response(301)),
        WireCase("Empty reason phrase after space", WireCase.message("HTTP/1.1 200 "), .response()),
        WireCase(
            "No carriage ret",
            "HTTP/1.1 200 OK\nContent-Type: text/html; charset=utf-8\nConnection: close\n\n"
                + "these headers are from http://news.ycombinator.com/",
            .anyError,
            but: .response(200, "these headers are from http://news.ycombinator.com/"),
            because: lineFeeds
        ),
        WireCase(
            "Underscore in header key",
            WireCase.message(
                "HTTP/1.1 200 OK",
                "Server: DCLK-AdSvr",
                "Content-Type: text/xml",
                "Content-Length: 0",
                "DCLK_imp: v7;x;114750856;0-0;0;17820020;0/0;21603567/21621457/1;;~okv=;dcmt=text/xml;;~cs=o"
            ),
            .response(
                200,
                "",
                ["DCLK_imp": "v7;x;114750856;0-0;0;17820020;0/0;21603567/21621457/1;;~okv=;dcmt=text/xml;;~cs=o"]
            )
        ),
        WireCase(
            "bonjourmadame.fr",
            WireCase.message(
                "HTTP/1.0 301 Moved Permanently",
                "Date: Thu, 03 Jun 2010 09:56:32 GMT",
                "Server: Apache/2.2.3 (Red Hat)",
                "Cache-Control: public",
                "Pragma: ",
                "Location: http://www.bonjourmadame.fr/",
                "Vary: Accept-Encoding",
                "Content-Length: 0",
                "Content-Type: text/html; charset=UTF-8",
                "Connection: keep-alive"
            ),
            .response(301, "", ["Pragma": "", "Location": "http://www.bonjourmadame.fr/"])
        ),
        WireCase(
            "Spaces in header value",
            WireCase.message(
                "HTTP/1.1 200 OK",
                "Date: Tue, 28 Sep 2010 01:14:13 GMT",
                "Server: Apache",
                "Cache-Control: no-cache, must-revalidate",
                "Expires: Mon, 26 Jul 1997 05:00:00 GMT",
                ".et-Cookie: PlaxoCS=1274804622353690521; path=/; domain=.plaxo.com",
                "Vary: Accept-Encoding",
                "_eep-Alive: timeout=45",
                "_onnection: Keep-Alive",
                "Transfer-Encoding: chunked",
                "Content-Type: text/html",
                "Connection: close",
                body: "0\r\n\r\n"
            ),
            .response(
                200,
                "",
                [
                    ".et-Cookie": "PlaxoCS=1274804622353690521; path=/; domain=.plaxo.com", "_eep-Alive": "timeout=45",
                    "_onnection": "Keep-Alive",
                ]
            )
        ),
        WireCase(
            "Spaces in header name",
            WireCase.message(
                "HTTP/1.1 200 OK",
                "Server: Microsoft-IIS/6.0",
                "X-Powered-By: ASP.NET",
                "en-US Content-Type: text/xml",
                "Content-Type: text/xml",
                "Content-Length: 16",
                "Date: Fri, 23 Jul 2010 18:45:38 GMT",
                "Connection: keep-alive",
                body: "<xml>hello</xml>"
            ),
            .anyError,
            but: .response(200, "<xml>hello</xml>", ["Content-Type": "text/xml"]),
            because: "a field with an invalid name is omitted, as in browsers, unless it frames the body"
        ),
        WireCase(
            "Non ASCII in status line",
            WireCase.message(
                "HTTP/1.1 500 Ori\u{C3}\u{AB}ntatieprobleem",
                "Date: Fri, 5 Nov 2010 23:07:12 GMT+2",
                "Content-Length: 0",
                "Connection: close"
            ),
            .response(500, "", ["Date": "Fri, 5 Nov 2010 23:07:12 GMT+2"])
        ),
        WireCase(
            "HTTP version 0.9",
            WireCase.message("HTTP/0.9 200 OK"),
            .response(),
            but: .error("status line"),
            because: otherProtocols
        ),
        WireCase(
            "No Content-Length, no Transfer-Encoding",
            WireCase.message("HTTP/1.1 200 OK", "Content-Type: text/plain", body: "hello world"),
            .response(200, "hello world", ["Content-Type": "text/plain"])
        ),
        WireCase(
            "Response starting with CRLF",
            "\r\n" + simple,
            .response(),
            but: .error("status line"),
            because: emptyLines
        ),
    ]

    // MARK: pipelining.md, connection.md

    private static let discarded = "bytes after the response are discarded with the connection: RFC 9112 §6.3"
    private static let upgrades = "101 is an error, because the session asks for no other protocol: RFC 9110 §7.8"

    static let connections: [WireCase] = [
        WireCase(
            "Should parse multiple events",
            WireCase.message("HTTP/1.1 200 OK", "Content-Length: 3", body: "AAA\r\n")
                + WireCase.message("HTTP/1.1 201 Created", "Content-Length: 4", body: "BBBB\r\n")
                + WireCase.message("HTTP/1.1 202 Accepted", "Content-Length: 5", body: "CCCC"),
            .response(200, "AAA")
        ),
        WireCase(
            "Proxy-Connection",
            WireCase.message(
                "HTTP/1.1 200 OK",
                "Content-Type: text/html; charset=UTF-8",
                "Content-Length: 11",
                "Proxy-Connection: close",
                "Date: Thu, 31 Dec 2009 20:55:48 +0000",
                body: "hello world"
            ),
            .response(200, "hello world", ["Proxy-Connection": "close"])
        ),
        WireCase(
            "HTTP/1.0 with keep-alive and EOF-terminated 200 status",
            WireCase.message("HTTP/1.0 200 OK", "Connection: keep-alive", body: "HTTP/1.0 200 OK"),
            .response(200, "HTTP/1.0 200 OK")
        ),
        WireCase(
            "HTTP/1.0 with keep-alive and 204 status",
            WireCase.message("HTTP/1.0 204 No content", "Connection: keep-alive", body: "HTTP/1.0 200 OK"),
            .response(204)
        ),
        WireCase(
            "HTTP/1.1 with EOF-terminated 200 status",
            WireCase.message("HTTP/1.1 200 OK", body: "HTTP/1.1 200 OK"),
            .response(200, "HTTP/1.1 200 OK")
        ),
        WireCase(
            "HTTP/1.1 with 204 status",
            WireCase.message("HTTP/1.1 204 No content", body: "HTTP/1.1 200 OK"),
            .response(204)
        ),
        WireCase(
            "HTTP/1.1 with keep-alive disabled and 204 status",
            WireCase.message("HTTP/1.1 204 No content", "Connection: close", body: "HTTP/1.1 200 OK"),
            .anyError,
            but: .response(204),
            because: discarded
        ),
        WireCase(
            "HTTP/1.1 with keep-alive disabled, content-length",
            WireCase.message(
                "HTTP/1.1 200 No content",
                "Content-Length: 5",
                "Connection: close",
                body: "2ad731e3-4dcd-4f70-b871-0ad284b29ffc"
            ),
            .anyError,
            but: .response(200, "2ad73"),
            because: discarded
        ),
        WireCase(
            "HTTP 101 response with Upgrade and Content-Length header",
            WireCase.message(
                "HTTP/1.1 101 Switching Protocols",
                "Connection: upgrade",
                "Upgrade: h2c",
                "Content-Length: 4",
                body: "body\\\r\nproto"
            ),
            .response(101),
            but: .error("another protocol"),
            because: upgrades
        ),
        WireCase(
            "HTTP 101 response with Upgrade and Transfer-Encoding header",
            WireCase.message(
                "HTTP/1.1 101 Switching Protocols",
                "Connection: upgrade",
                "Upgrade: h2c",
                "Transfer-Encoding: chunked",
                body: "2\r\nbo\r\n2\r\ndy\r\n0\r\n\r\nproto"
            ),
            .response(101),
            but: .error("another protocol"),
            because: upgrades
        ),
        WireCase(
            "HTTP 200 response with Upgrade header",
            WireCase.message("HTTP/1.1 200 OK", "Connection: upgrade", "Upgrade: h2c", body: "body"),
            .response(200, "body", ["Upgrade": "h2c"])
        ),
        WireCase(
            "HTTP 200 response with Upgrade header and Content-Length",
            WireCase.message(
                "HTTP/1.1 200 OK",
                "Connection: upgrade",
                "Upgrade: h2c",
                "Content-Length: 4",
                body: "body"
            ),
            .response(200, "body", ["Upgrade": "h2c"])
        ),
        WireCase(
            "HTTP 200 response with Upgrade header and Transfer-Encoding",
            WireCase.message(
                "HTTP/1.1 200 OK",
                "Connection: upgrade",
                "Upgrade: h2c",
                "Transfer-Encoding: chunked",
                body: "2\r\nbo\r\n2\r\ndy\r\n0\r\n\r\n"
            ),
            .response(200, "body", ["Upgrade": "h2c"])
        ),
        WireCase(
            "HTTP 304 with Content-Length",
            WireCase.message("HTTP/1.1 304 Not Modified", "Content-Length: 10", body: "\r\n")
                + WireCase.message("HTTP/1.1 200 OK", "Content-Length: 5", body: "hello"),
            .response(304, "", ["Content-Length": "10"])
        ),
        WireCase(
            "HTTP 304 with Transfer-Encoding",
            WireCase.message("HTTP/1.1 304 Not Modified", "Transfer-Encoding: chunked")
                + WireCase.message("HTTP/1.1 200 OK", "Transfer-Encoding: chunked", body: "5\r\nhello\r\n0\r\n\r\n"),
            .response(304)
        ),
        WireCase(
            "HTTP 100 first, then 400",
            WireCase.message("HTTP/1.1 100 Continue", body: "\r\n")
                + WireCase.message(
                    "HTTP/1.1 404 Not Found",
                    "Content-Type: text/plain; charset=utf-8",
                    "Content-Length: 14",
                    "Date: Fri, 15 Sep 2023 19:47:23 GMT",
                    "Server: Python/3.10 aiohttp/4.0.0a2.dev0",
                    body: "404: Not Found"
                ),
            .response(404, "404: Not Found"),
            but: .error("status line"),
            because: emptyLines
        ),
        WireCase(
            "HTTP 103 first, then 200",
            WireCase.message("HTTP/1.1 103 Early Hints", "Link: </styles.css>; rel=preload; as=style")
                + WireCase.message(
                    "HTTP/1.1 200 OK",
                    "Date: Wed, 13 Sep 2023 11:09:41 GMT",
                    "Connection: keep-alive",
                    "Keep-Alive: timeout=5",
                    "Content-Length: 17",
                    body: "response content\n"
                ),
            .response(200, "response content\n", ["Keep-Alive": "timeout=5"])
        ),
    ]
}

extension String {
    /// Returns the text with spaces at its end, up to a number of bytes.
    fileprivate func padded(to count: Int) -> String {
        self + String(repeating: " ", count: max(0, count - utf8.count))
    }
}
