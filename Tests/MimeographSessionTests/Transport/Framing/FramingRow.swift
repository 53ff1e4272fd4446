import Foundation
import Mimeograph
import Testing

/// A row of the table about framing: a response and its outcome.
///
/// The page `Framing.md` of the module has the same table, with the rules of the RFC.
struct FramingRow: Sendable, CustomTestStringConvertible {
    /// The outcome of a response.
    enum Outcome: Equatable, Sendable {
        /// This body. Another request uses the same connection.
        case kept(String)
        /// This body. Another request uses another connection.
        case closed(String)
        /// An error. Another request uses another connection.
        case refused
        /// An error, or in newer versions of libcurl this body. RFC 9112 §2.2 allows recipients to skip a line that begins with a
        /// space if no field precedes it; §5.2 allows them to read a folded field as one line.
        case refusedOrRead(String)
        /// This body, or in newer versions of libcurl an error. Another request uses another connection.
        case refusedOrClosed(String)
    }

    let name: String
    /// The status line without the version.
    var status = "200 OK"
    var version = "HTTP/1.1"
    var method = HTTPMethod.get
    /// The field lines, verbatim.
    let lines: [String]
    /// The bytes after the head.
    var body = "hello"
    /// The bytes before the head.
    var before = ""
    /// Whether the server closes the connection afterwards.
    var closes = false
    let outcome: Outcome

    var testDescription: String { name }

    /// All bytes that the server sends.
    var text: String { before + "\(version) \(status)\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n" + body }

    /// A response that a client mistakes for the next one if it does not detect the wrong framing.
    static let poison = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison"

    /// The path that makes `framing.py` send the response, followed by another response if the connection must not be kept.
    var path: String {
        let sent = outcome == .refused && !closes ? text + Self.poison : text
        return "/framed/\(Self.coded(sent))\(closes ? "?close=1" : "")"
    }

    /// Encodes a text as base64url.
    static func coded(_ text: String) -> String {
        Data(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}

extension FramingRow {
    private static let chunks = "5\r\nhello\r\n0\r\n\r\n"

    private static func length(_ lines: String..., outcome: Outcome) -> FramingRow {
        FramingRow(name: lines.joined(separator: " | "), lines: lines, outcome: outcome)
    }

    private static func coding(_ lines: String..., outcome: Outcome, version: String = "HTTP/1.1") -> FramingRow {
        FramingRow(
            name: "\(version) " + lines.joined(separator: " | "),
            version: version,
            lines: lines,
            body: chunks,
            outcome: outcome
        )
    }

    static let lengths: [FramingRow] = [
        length("Content-Length: 5", outcome: .kept("hello")),
        length("content-length:5", outcome: .kept("hello")),
        length("Content-Length: \t5 \t", outcome: .kept("hello")),
        length("Content-Length: 005", outcome: .kept("hello")),
        length("Content-Length: 5, 5", outcome: .kept("hello")),
        length("Content-Length: 5 ,\t5", outcome: .kept("hello")),
        length("Content-Length: 5", "Content-Length: 5", outcome: .kept("hello")),
        length("Content-Length: 5", "X-Between: 1", "content-length: 5", outcome: .kept("hello")),
        length("Content-Length: 5 ,05", outcome: .refused),
        length("Content-Length: 005", "Content-Length: 5", outcome: .refused),
        length("Content-Length: 5, 6", outcome: .refused),
        length("Content-Length: 6, 5", outcome: .refused),
        length("Content-Length: 5", "Content-Length: 6", outcome: .refused),
        length("Content-Length: 6", "Content-Length: 5", outcome: .refused),
        length("Content-Length: 5", "CONTENT-LENGTH: 6", outcome: .refused),
        length("Content-Length: 5", "Content-Length: 5, 6", outcome: .refused),
        length("Content-Length: 5", "Content-Length:", outcome: .refused),
        length("Content-Length: 5", "Content-Length: x", outcome: .refused),
        length("Content-Length:", outcome: .refused),
        length("Content-Length: ,", outcome: .refused),
        length("Content-Length: 5,", outcome: .refused),
        length("Content-Length: ,5", outcome: .refused),
        length("Content-Length: +5", outcome: .refused),
        length("Content-Length: -1", outcome: .refused),
        length("Content-Length: -5", outcome: .refused),
        length("Content-Length: 0x5", outcome: .refused),
        length("Content-Length: 5.0", outcome: .refused),
        length("Content-Length: 5e0", outcome: .refused),
        length("Content-Length: 5 5", outcome: .refused),
        length("Content-Length: 5;5", outcome: .refused),
        length("Content-Length: \"5\"", outcome: .refused),
        length("Content-Length: 5\u{0B}", outcome: .refused),
        length("Content-Length: 5\rX: 1", outcome: .refused),
        length("Content-Length: 9223372036854775808", outcome: .refused),
        length("Content-Length: 18446744073709551616", outcome: .refused),
        length("Content-Length: 18446744073709551621", outcome: .refused),
        length("Content-Length : 5", outcome: .refused),
        length("X: 1\rContent-Length: 6", "Content-Length: 5", outcome: .refused),
        length("Content-Length: 5\r\n 0", outcome: .refused),
        length("Content-Length:\r\n 5", outcome: .refusedOrRead("hello")),
        length("Content-Length: 5\r\n\t", outcome: .refusedOrRead("hello")),
        length("X-Folded: a\r\n Content-Length: 6", "Content-Length: 5", outcome: .kept("hello")),
        length(" Content-Length: 6", "Content-Length: 5", outcome: .refusedOrRead("hello")),
        length("X-Content-Length: 6", "Content-Length: 5", outcome: .kept("hello")),
        length("Content-Length: 5", "X-Cut: 1\rX: 1", outcome: .refused),
        length("Content-Length: 5", "X-Cut: 1\r", outcome: .refused),
        length("Content-Length: 5", "\rX-Cut: 1", outcome: .refused),
        length("Content-Length: 5", "HTTP/1.1 200 a: b", outcome: .refused),
        length("Content-Length: 6", "HTTP/1.1 302 a: b", "Content-Length: 5", outcome: .refused),
        length("HTTP/1.1 103 a: b", "Content-Length: 5", outcome: .refused),
        FramingRow(name: "more than there are", lines: ["Content-Length: 6"], closes: true, outcome: .refused),
        FramingRow(name: "neither", lines: [], closes: true, outcome: .closed("hello")),
    ]

    static let codings: [FramingRow] = [
        coding("Transfer-Encoding: chunked", outcome: .kept("hello")),
        coding("transfer-encoding:\tChunked ", outcome: .kept("hello")),
        coding("Transfer-Encoding: chunked", "Content-Length: 5", outcome: .refused),
        coding("Content-Length: 5", "Transfer-Encoding: chunked", outcome: .refused),
        coding("Content-Length: 15", "Transfer-Encoding: chunked", outcome: .refused),
        coding("Content-Length: 5", "Transfer-Encoding: identity", outcome: .refused),
        coding("Transfer-Encoding: chunked, chunked", outcome: .refusedOrClosed("hello")),
        coding("Transfer-Encoding: gzip, chunked", "HTTP/1.1 200 a: b", "Content-Length: 5", outcome: .refused),
        coding("Transfer-Encoding: chunked", "Transfer-Encoding: chunked", outcome: .refusedOrClosed("hello")),
        coding("Transfer-Encoding: chunked", "Transfer-Encoding: gzip", outcome: .refused),
        coding("Transfer-Encoding: gzip", outcome: .refused),
        coding("Transfer-Encoding: gzip, chunked", outcome: .refused),
        coding("Transfer-Encoding: chunked, gzip", outcome: .refused),
        coding("Transfer-Encoding: identity", outcome: .refused),
        coding("Transfer-Encoding: identity , chunked", outcome: .refusedOrClosed("hello")),
        coding("Transfer-Encoding: chunked, identity", outcome: .refused),
        coding("Transfer-Encoding: xchunked", outcome: .refused),
        coding("Transfer-Encoding: chunked;q=1", outcome: .refused),
        coding("Transfer-Encoding: \"chunked\"", outcome: .refused),
        coding("Transfer-Encoding: chunked,", outcome: .refused),
        coding("Transfer-Encoding: chunked,,chunked", outcome: .refused),
        coding("Transfer-Encoding: ,chunked", outcome: .refused),
        coding("Transfer-Encoding: chunked\u{0B}", outcome: .refused),
        coding("Transfer-Encoding: \u{0B}chunked", outcome: .refused),
        coding("Transfer-Encoding:", outcome: .refused),
        coding("Transfer-Encoding : chunked", outcome: .refused),
        coding("Transfer-Encoding:\r\n chunked", outcome: .refusedOrRead("hello")),
        coding("Transfer-Encoding: chunked\r\n , gzip", outcome: .refused),
        coding("Transfer-Encoding: gzip\r\n , chunked", outcome: .refused),
        coding("Transfer-Encoding: chunked", outcome: .refused, version: "HTTP/1.0"),
        coding("Transfer-Encoding: chunked", "Content-Length: 5", outcome: .refused, version: "HTTP/1.0"),
        coding("Transfer-Encoding: chunked", "Connection: keep-alive", outcome: .refused, version: "HTTP/1.0"),
    ]

    /// Invalid chunks with a valid coding.
    static let chunkings: [FramingRow] = [
        ("5;a=b\r\nhello\r\n0\r\n\r\n", Outcome.kept("hello")), ("05\r\nhello\r\n00\r\n\r\n", .kept("hello")),
        ("5\r\nhello\r\n0\r\nX-Trailer: 1\r\nContent-Length: 6\r\n\r\n", .kept("hello")),
        ("0x5\r\nhello\r\n0\r\n\r\n", .refused), ("-5\r\nhello\r\n0\r\n\r\n", .refused),
        ("+5\r\nhello\r\n0\r\n\r\n", .refused), (" 5\r\nhello\r\n0\r\n\r\n", .refused),
        ("\r\nhello\r\n0\r\n\r\n", .refused), ("g\r\nhello\r\n0\r\n\r\n", .refused),
        ("4\r\nhello\r\n0\r\n\r\n", .refused), ("10000000000000005\r\nhello\r\n0\r\n\r\n", .refused),
        ("5\r\nhello0\r\n\r\n", .refused),
    ].map { body, outcome in
        FramingRow(
            name: body.replacingOccurrences(of: "\r\n", with: "/"),
            lines: ["Transfer-Encoding: chunked"],
            body: body,
            outcome: outcome
        )
    }

    /// Responses without a body, whatever the fields say.
    static let bodiless: [FramingRow] = [
        ("204", HTTPMethod.get, [], Outcome.kept("")),
        ("204", .get, ["Content-Length: 0"], .kept("")),
        ("204", .get, ["Content-Length: 5"], .closed("")),
        ("204", .get, ["Content-Length: 0", "Content-Length: 5"], .closed("")),
        ("204", .get, ["Transfer-Encoding: chunked"], .closed("")),
        ("304", .get, [], .kept("")),
        ("304", .get, ["Content-Length: 5"], .kept("")),
        ("304", .get, ["Transfer-Encoding: chunked"], .kept("")),
        ("304", .get, ["Content-Length: 5", "Content-Length: 6"], .closed("")),
        ("304", .get, ["Content-Length: 5", "Transfer-Encoding: chunked"], .closed("")),
        ("200", .head, [], .kept("")),
        ("200", .head, ["Content-Length: 5"], .kept("")),
        ("200", .head, ["Transfer-Encoding: chunked"], .kept("")),
        ("404", .head, ["Content-Length: 5, 5"], .kept("")),
        ("200", .head, ["Content-Length: 5, 6"], .refusedOrClosed("")),
        ("200", .head, ["Content-Length: 5", "Content-Length: 6"], .refusedOrClosed("")),
        ("200", .head, ["Content-Length: 5", "Transfer-Encoding: chunked"], .closed("")),
        ("200", .head, ["Content-Length:\r\n 5"], .refusedOrRead("")),
    ].map { status, method, lines, outcome in
        FramingRow(
            name: "\(method) \(status) \(lines.joined(separator: " | "))",
            status: "\(status) Odd",
            method: method,
            lines: lines,
            body: "",
            outcome: outcome
        )
    }

    /// Heads before the final one, other protocols, and invalid status lines.
    static let heads: [FramingRow] =
        [
            ("HTTP/1.1 100 Continue\r\n\r\n", Outcome.kept("hello")),
            ("HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", .kept("hello")),
            ("HTTP/1.1 199 None\r\n\r\n", .kept("hello")),
            ("HTTP/1.1 103 Early Hints\r\nContent-Length: 6\r\n\r\n", .kept("hello")),
            ("HTTP/1.1 100 Continue\r\nTransfer-Encoding: chunked\r\n\r\n", .kept("hello")),
            ("HTTP/1.1 101 Switching Protocols\r\n\r\n", .refused),
            ("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n", .refused),
            ("HTTP/1.1 101 Switching Protocols\r\nContent-Length: 0\r\n\r\n", .refused),
            ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n", .refused),
        ].map { before, outcome in
            FramingRow(
                name: before.replacingOccurrences(of: "\r\n", with: "/"),
                lines: ["Content-Length: 5"],
                before: before,
                outcome: outcome
            )
        }
        + [
            ("HTTP/1.1", "200 OK", "Upgrade: h2c, websocket", Outcome.kept("hello")),
            ("HTTP/1.1", "426 Upgrade Required", "Upgrade: h2c", .kept("hello")),
            ("HTTP/1.0", "200 OK", "X-A: 1", .closed("hello")),
            ("HTTP/1.0", "200 OK", "Connection: keep-alive", .kept("hello")),
            ("HTTP/1.1", "200 OK", "Connection: close", .closed("hello")),
            ("HTTP/2", "200 OK", "X-A: 1", .refused), ("HTTP/2.0", "200 OK", "X-A: 1", .refused),
            ("HTTP/1.2", "200 OK", "X-A: 1", .refused), ("HTTP/3", "200 OK", "X-A: 1", .refused),
            ("HTTP/0.9", "200 OK", "X-A: 1", .refused), ("HTTP/1.1", "0200 OK", "X-A: 1", .refused),
            ("HTTP/1.1", "20 OK", "X-A: 1", .refused), ("HTTP/1.1", "2000 OK", "X-A: 1", .refused),
            ("HTTP/1.1", "+20 OK", "X-A: 1", .refused), ("HTTP/1.1", "099 OK", "X-A: 1", .refused),
            ("HTTP/1.1", "200OK", "X-A: 1", .refused),
        ].map { version, status, line, outcome in
            FramingRow(
                name: "\(version) \(status) \(line)",
                status: status,
                version: version,
                lines: [line, "Content-Length: 5"],
                outcome: outcome
            )
        }

    static let all = lengths + codings + chunkings + bodiless + heads
}
