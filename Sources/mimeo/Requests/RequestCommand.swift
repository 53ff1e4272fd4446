import Mimeograph
import MimeographSession

/// A command that sends a request and shows the response.
protocol RequestCommand: Command {
    /// The method that the request has.
    static var method: HTTPMethod { get }
}

extension RequestCommand {
    /// Whether the request may have a body.
    static var hasBody: Bool { method != .get && method != .head }

    static var operands: String { hasBody ? "URL [FILE|-]" : "URL" }

    static var details: String {
        var text = """
            Accept names what can be read here, best first. The head of the response goes to standard error, the value to
            standard output, shown as `mimeo decode` shows it, or with --to written as `mimeo convert` writes it. Of NDJSON
            and of events each is shown as it arrives. Redirects are followed, cookies kept until the end. A proxy is taken
            from https_proxy, http_proxy and no_proxy.

            """
        if method == .head { text = "The head goes to standard output.\n" }
        if hasBody {
            text += """

                The body is that of --data or of FILE, - being standard input, else a form. Its type is that of a header, else
                that of the file's extension, else JSON. Files are sent as they are, and read while they are sent.

                """
        }
        if method != .head {
            text += """

                With -o the body goes into a file, which gets its name when it is whole, in place of one that is there. Only a
                regular file is replaced: for a link, a pipe or a device such as /dev/null write -o - > PATH.

                """
        }
        if method == .get {
            text += """

                A download that breaks off, or is ended with Ctrl-C, leaves its part; the same command goes on with it, where
                the server still has the same file.

                """
        }
        return text + """

            Exit status: 3 no response came, 4 the server refuses (401, 404), 5 the server failed (500), 130 Ctrl-C. What the
            server says about an error is shown as the value.
            """
    }

    static var options: [OptionDeclaration] {
        let reading = Settings.reading.filter { $0.name != "head" && $0.name != "coding" }
        let showing = method == .head ? [] : RequestOptions.showing + reading + [Settings.sizing]
        return (hasBody ? RequestBody.options : []) + RequestOptions.sending + TrustOptions.all + showing + [
            Settings.coloring
        ]
    }

    static func run(_ arguments: Arguments, console: Console) throws -> ExitCode {
        let settings = try Settings(arguments)
        if let type = settings.contentType, (try? MediaType(type)) == nil {
            throw UsageError(ResponseSource.malformed(type))
        }
        let options = try RequestOptions(arguments, console)
        var registry = try Formats.registry(settings)
        // A redirect that is not followed is what was asked for.
        registry.validation.statusCodes = StatusCodes(200..<400)
        let body = try RequestBody(arguments, settings, console, registry, hasBody: hasBody, fields: options.fields)
        let reporter = Reporter(console, settings)
        do {
            let client = try RequestClient(options, registry, console)
            let events = arguments.has("log") ? client.session.events : nil
            // No request may be under way when the process ends.
            defer {
                client.session.invalidate(cancelling: true)
                reporter.save(client.configuration.cookies)
                if let events { for event in Waiting.wait(for: { await events.all }) { reporter.remark("\(event)") } }
            }
            let message = try client.message(method, body)
            if arguments.has("curl") {
                console.output.write(CurlLine.text(message, body, options) + "\n")
                return .success
            }
            reporter.remark("\(method) \(HiddenValues.hidden(inURL: message.url.withoutUser))")
            if let path = options.outputPath, path != "-" {
                let printer = ValuePrinter(settings, console)
                return try FileDownload(path: path, client: client, reporter: reporter, printer: printer).run(message)
            }
            let response = try client.send(message)
            reporter.remark(interim: client.interimResponses, response.metrics)
            return try ResponseDisplay(options, settings, registry, reporter).show(response)
        } catch let error as SessionError {
            return reporter.report(error)
        }
    }
}

extension AsyncStream where Element: Sendable {
    /// All that comes until the end.
    fileprivate var all: [Element] {
        get async {
            var all: [Element] = []
            for await element in self { all.append(element) }
            return all
        }
    }
}

// One command a method: they differ in it, and in what they say of themselves.

/// Sends GET.
enum GetCommand: RequestCommand {
    static let name = "get"
    static let summary = "Sends GET, and shows the value of the response or downloads it."
    static let method = HTTPMethod.get
}

/// Sends POST.
enum PostCommand: RequestCommand {
    static let name = "post"
    static let summary = "Sends POST with a body or a form, and shows the value of the response."
    static let method = HTTPMethod.post
}

/// Sends PUT.
enum PutCommand: RequestCommand {
    static let name = "put"
    static let summary = "Sends PUT with a body, and shows the value of the response."
    static let method = HTTPMethod.put
}

/// Sends PATCH.
enum PatchCommand: RequestCommand {
    static let name = "patch"
    static let summary = "Sends PATCH with a body, and shows the value of the response."
    static let method = HTTPMethod.patch
}

/// Sends DELETE.
enum DeleteCommand: RequestCommand {
    static let name = "delete"
    static let summary = "Sends DELETE, and shows the value of the response."
    static let method = HTTPMethod.delete
}

/// Sends HEAD.
enum HeadCommand: RequestCommand {
    static let name = "head"
    static let summary = "Sends HEAD, and shows the head of the response."
    static let method = HTTPMethod.head
}
