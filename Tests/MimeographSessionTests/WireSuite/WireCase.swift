import Foundation
import Mimeograph

/// A response of a public suite: its bytes, the result that the suite expects, and the session's own result if it differs.
struct WireCase: Sendable {
    /// The result of reading a response.
    enum Outcome: Sendable {
        /// A response with this status and body. It has these fields, and may have others.
        case response(Int = 200, String = "", _ fields: [String: String] = [:])
        /// An error whose message contains one of these texts, separated by `|`. The error names the invalid part.
        case error(_ named: String)

        /// An error with any message, for a suite that is stricter than the session.
        static let anyError = Outcome.error("")
    }

    let name: String
    /// The bytes, one in each scalar. The server closes the connection after them.
    let sent: String
    var method = HTTPMethod.get
    let expected: Outcome
    /// The deliberate difference: the session's result, and the reason.
    var difference: (outcome: Outcome, reason: String)?

    init(
        _ name: String,
        _ sent: String,
        method: HTTPMethod = .get,
        _ expected: Outcome,
        but outcome: Outcome? = nil,
        because reason: String = ""
    ) {
        self.name = name
        self.sent = sent
        self.method = method
        self.expected = expected
        difference = outcome.map { ($0, reason) }
    }

    /// Returns a response with these lines in its head.
    static func message(_ lines: String..., body: String = "") -> String {
        lines.map { $0 + "\r\n" }.joined() + "\r\n" + body
    }

    /// Makes a name printable.
    static func printable(_ text: String) -> String {
        text.unicodeScalars.map { (0x20...0x7E).contains($0.value) ? String($0) : "\\x\(String($0.value, radix: 16))" }
            .joined()
    }
}
