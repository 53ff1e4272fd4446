import Foundation
import Mimeograph
import MimeographSession
import MimeographSessionTesting

/// The command that sends the requests of a recording again.
enum ReplayCommand: Command {
    static let name = "replay"
    static let summary = "Sends the requests of a HAR file again, and compares the responses with the recorded ones."
    static let operands = "FILE"
    static let examples = [
        (line: "replay users.har", meaning: "Sends each request, and says what differs."),
        (line: "replay users.har --only GET,HEAD", meaning: "Sends only requests that change nothing."),
        (line: "replay users.har --resolve api.example.com=127.0.0.1:8080", meaning: "Sends them to another server."),
    ]
    static let details = """
        Each request is sent in the recorded order, with its recorded fields and body. The status, the media type and the body
        of the response are compared with the recorded ones, and one line is printed for each request.

        `mimeo get --har FILE` records without secrets. A hidden field is left out; give it with --header, which is sent to
        every server of the recording. Redirects are not followed, because they were recorded as requests of their own.

        Exit status: 6 if a response differs, 3 if none arrived.
        """
    static let options =
        [
            OptionDeclaration(
                "only",
                .required("METHODS"),
                help: "Sends only requests with these methods, such as GET,HEAD."
            ),
            OptionDeclaration("status-only", help: "Compares statuses only."),
        ] + RequestOptions.sending.filter { kept.contains($0.name) } + TrustOptions.all + [
            Settings.coloring, Settings.quieting,
        ]
    private static let kept: Set = [
        "header", "connect-timeout", "idle-timeout", "max-time", "proxy", "resolve", "http2",
    ]

    static func run(_ arguments: Arguments, console: Console) throws -> ExitCode {
        guard let path = arguments.operands.first, arguments.operands.count == 1 else {
            throw UsageError("name one HAR file")
        }
        let settings = try Settings(arguments)
        let reporter = Reporter(console, settings)
        let methods = arguments.values["only"].map { Set($0.uppercased().parts(at: ",").map { String($0).utf8Key }) }
        let entries: [HAR.Entry]
        do throws(SerializationError) { entries = try HAR(contentsOf: path).entries } catch {
            reporter.report(error)
            return .badBody
        }
        var code = ExitCode.success
        for entry in entries where methods?.contains(entry.request.method.utf8Key) ?? true {
            let words = [entry.request.url]
            let options = try RequestOptions(arguments.withOperands(words), console)
            let difference: String?
            do throws(SessionError) {
                difference = try replay(entry, options, settings, console, statusOnly: arguments.has("status-only"))
                if difference != nil, code == .success { code = .unexpected }
            } catch {
                difference = error.message
                code = .noResponse
            }
            let url = VisibleText(HiddenValues.hidden(inURL: entry.request.url))
            console.output.write(
                "\(entry.request.method) \(url): \(difference.map { "\(VisibleText($0))" } ?? "same")\n"
            )
        }
        return code
    }

    /// Sends one request. Returns what differs, or nil.
    private static func replay(
        _ entry: HAR.Entry,
        _ options: RequestOptions,
        _ settings: Settings,
        _ console: Console,
        statusOnly: Bool
    ) throws(SessionError) -> String? {
        var registry = SerializerRegistry()
        registry.validation = .none
        let client = try RequestClient(options, registry, console)
        defer { client.session.invalidate(cancelling: true) }
        var fields = HeaderFields()
        let left = ["host", "content-length", "transfer-encoding", "connection", "accept-encoding"]
        for pair in entry.request.headers {
            let name = pair.name.lowercasedASCII
            let isHidden = pair.value.hasSameBytes(as: HiddenValues.mark) || name.hasPrefix(":")
            if isHidden || left.contains(where: { $0.hasSameBytes(as: name) }) { continue }
            try? fields.append(pair.name, pair.value)
        }
        for field in options.fields { try? fields.set(field.name, to: field.value) }
        var message = RequestMessage(
            method: HTTPMethod(rawValue: entry.request.method),
            url: entry.request.url,
            fields: fields
        )
        if let data = entry.request.postData, let text = data.text {
            message.body = .bytes(bytes(text, data.encoding))
        }
        let response = try client.send(message)
        let body = try response.body.waitForAll(atMost: settings.limits.inputBytes)
        if response.head.status != entry.response.status {
            return "the status is \(response.head.status), it was \(entry.response.status)"
        }
        if statusOnly { return nil }
        let recorded = entry.response.content
        let type = response.head.contentType?.essence ?? ""
        let before = (try? MediaType(recorded.mimeType))?.essence ?? ""
        if !type.hasSameBytes(as: before) {
            return "the media type is \(type.isEmpty ? "missing" : type), it was \(before.isEmpty ? "missing" : before)"
        }
        guard let text = recorded.text, !text.contains(HiddenValues.mark) else { return nil }
        let expected = bytes(text, recorded.encoding)
        if body == expected { return nil }
        let place = zip(body, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        return
            "the body differs at byte \(place ?? min(body.count, expected.count)); it has \(body.count) bytes, it had \(expected.count)"
    }

    private static func bytes(_ text: String, _ encoding: String?) -> [UInt8] {
        encoding == "base64" ? Data(base64Encoded: text).map { Array($0) } ?? [] : Array(text.utf8)
    }
}
