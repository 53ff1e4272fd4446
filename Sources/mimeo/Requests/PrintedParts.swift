import Mimeograph
import MimeographSession
import Synchronization

/// The parts of an exchange to print.
struct PrintedParts: OptionSet {
    let rawValue: Int

    /// The head of each request, as sent.
    static let requestHead = PrintedParts(rawValue: 1)
    /// The body of each request, as sent.
    static let requestBody = PrintedParts(rawValue: 2)
    /// The head of the response.
    static let head = PrintedParts(rawValue: 4)
    /// The body of the response.
    static let body = PrintedParts(rawValue: 8)
    /// The times of the request.
    static let timing = PrintedParts(rawValue: 16)

    /// The letters of `--print`, which are those of HTTPie.
    private static let letters: [(letter: Character, part: PrintedParts, name: String)] = [
        ("H", .requestHead, "the head of the request"), ("B", .requestBody, "its body"),
        ("h", .head, "the head of the response"), ("b", .body, "its body"), ("m", .timing, "the times"),
    ]

    static let options = [
        OptionDeclaration(
            "verbose",
            short: "v",
            help: "Also shows each request as it was sent, without secrets, on standard error."
        ),
        OptionDeclaration("head", short: "h", help: "Prints only the head of the response."),
        OptionDeclaration("body", short: "b", help: "Prints only the value of the response; the same as --print=b."),
        OptionDeclaration(
            "print",
            .required("PARTS"),
            help:
                "Prints these parts to standard output: \(letters.map { "\($0.letter) \($0.name)" }.joined(separator: ", "))."
        ),
        OptionDeclaration("show-secrets", help: "With -v or --print, shows passwords and tokens too."),
        OptionDeclaration("timing", help: "Shows how long each phase of the request took."),
    ]

    /// Parses the options.
    ///
    /// - Returns: The parts, and whether the heads belong to the output and not to standard error.
    /// - Throws: ``UsageError`` for an unknown letter or for options that contradict each other.
    static func parse(_ arguments: Arguments) throws(UsageError) -> (parts: PrintedParts, isOutput: Bool) {
        let given = ["verbose", "head", "body", "print"].filter { arguments.has($0) }
        if given.count > 1 {
            throw UsageError("use only one of \(given.map { "--\($0)" }.joined(separator: " and "))")
        }
        let timing: PrintedParts = arguments.has("timing") ? .timing : []
        switch given.first {
        case "verbose": return ([.requestHead, .requestBody, .head, .body, timing], false)
        case "head": return ([.head, timing], true)
        case "body": return ([.body, timing], true)
        case "print":
            var parts = timing
            for letter in arguments.values["print"] ?? "" {
                guard let part = letters.first(where: { $0.letter == letter })?.part else {
                    throw UsageError(
                        "--print takes the letters \(letters.map { String($0.letter) }.joined()), not \(letter)"
                    )
                }
                parts.insert(part)
            }
            return (parts, true)
        default: return ([.head, .body, timing], false)
        }
    }
}

/// A transport that keeps what it sends, so that a user sees the requests as they were sent.
final class SentRequests: Transport {
    /// The longest body to show, in bytes.
    private static let bodyLimit = 1 << 16

    private let transport: any Transport
    private let requests = Mutex<[TransportRequest]>([])

    init(_ transport: any Transport) { self.transport = transport }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        // A retried request could otherwise fill the memory.
        requests.withLock { if $0.count < 100 { $0.append(request) } }
        return try await transport.send(request)
    }

    func enforces(_ policy: SecurityPolicy) -> Bool { transport.enforces(policy) }
    var trustIdentity: String { transport.trustIdentity }
    var waitsForSuspendedTasks: Bool { transport.waitsForSuspendedTasks }
    func invalidate(cancelling: Bool) { transport.invalidate(cancelling: cancelling) }

    /// Returns the text of the requests that were sent since the last call, and forgets them.
    func takeText(_ parts: PrintedParts, showsSecrets: Bool) -> [String] {
        let sent = requests.withLock { requests in
            defer { requests = [] }
            return requests
        }
        return sent.map { request in
            let head = parts.contains(.requestHead) ? Self.head(request, showsSecrets) : nil
            let body = parts.contains(.requestBody) ? Self.body(request, showsSecrets) : nil
            return [head, body].compactMap(\.self).joined(separator: "\n")
        }.filter { !$0.isEmpty }
    }

    private static func head(_ request: TransportRequest, _ showsSecrets: Bool) -> String {
        let url = try? RequestURL(request.url)
        let target = url.map { url in String(url.text.dropFirst(url.origin.count)) } ?? request.url
        let shown = showsSecrets ? target : HiddenValues.hidden(inURL: target)
        var lines = ["\(request.method) \(shown.isEmpty ? "/" : shown) HTTP"]
        if !request.fields.contains("Host"), let url {
            lines.append("Host: \(url.port.map { "\(url.host):\($0)" } ?? url.host)")
        }
        lines += request.fields.map { field in
            let value = field.value.legible
            return "\(field.name): \(showsSecrets ? value : HiddenValues.hidden(value, named: field.name))"
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func body(_ request: TransportRequest, _ showsSecrets: Bool) -> String? {
        switch request.body {
        case .none: return nil
        case .bytes(let bytes) where bytes.isEmpty: return nil
        case .bytes(let bytes):
            guard bytes.count <= bodyLimit, let text = String(validating: bytes, as: UTF8.self),
                !request.fields.contains("Content-Encoding")
            else { return "(a body of \(ByteCount.text(Int64(bytes.count))))\n" }
            return (showsSecrets ? text : HiddenValues.hidden(inBody: text, request.fields.contentType)) + "\n"
        case .file(let path): return "(the file \(path))\n"
        default: return "(a body that was sent as a stream)\n"
        }
    }
}

extension ExchangeMetrics {
    /// The times of the last step in one line, each since the beginning of the step.
    var timing: String {
        var words: [String] = []
        let times = steps.last?.transport
        for (name, time) in [
            ("name", times?.nameResolved), ("connect", times?.connected), ("TLS", times?.secured),
            ("first byte", times?.firstByte), ("total", times?.total),
        ] {
            guard let time else { continue }
            let milliseconds = Double(time.components.attoseconds) / 1e15 + Double(time.components.seconds) * 1e3
            words.append("\(name) \((milliseconds * 10).rounded() / 10) ms")
        }
        if steps.count > 1 { words.append("\(steps.count) requests") }
        if times?.connectionWasReused == true { words.append("connection reused") }
        return words.isEmpty ? "no times" : words.joined(separator: ", ")
    }
}
