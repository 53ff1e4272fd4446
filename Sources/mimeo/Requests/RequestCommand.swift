import Mimeograph
import MimeographSession

/// A command that sends a request and shows the response.
protocol RequestCommand: Command {
    /// The method of the request.
    static var method: HTTPMethod { get }
}

extension RequestCommand {
    /// Whether the request may have a body.
    static var hasBody: Bool { method != .get && method != .head }

    static var operands: String { hasBody ? "URL [FILE|-]" : "URL" }

    static var details: String {
        var text = """
            The Accept field lists the types that can be read here, best first. The head of the response goes to standard
            error. The value goes to standard output, as `mimeo decode` shows it, or with --to as `mimeo convert` writes it.
            Values of NDJSON and events are shown as they arrive. Redirects are followed. Without --cookies, cookies last
            until the command ends. The proxy comes from https_proxy, http_proxy and no_proxy.

            """
        if method == .head { text = "The head goes to standard output.\n" }
        if hasBody {
            text += """

                The body comes from --data or FILE (- is standard input), or is a form. Its type comes from a header, else
                from the file's extension, else it is JSON. Files are sent unchanged, and read while they are sent.

                """
        }
        if method != .head {
            text += """

                With -o the body goes into a file, which replaces an existing one when it is complete. Only a regular
                file is replaced. For a link, a pipe or a device such as /dev/null, write -o - > PATH.

                """
        }
        if method == .get {
            text += """

                If a download fails or is stopped with Ctrl-C, the received part is kept. The same command resumes the
                download, if the server still has the same file.

                """
        }
        return text + """

            Exit status: 3 no response arrived, 4 the server refused the request (401, 404), 5 the server failed (500),
            130 Ctrl-C. The server's explanation of an error is shown as the value.
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
        // A redirect that is not followed is a valid result.
        registry.validation.statusCodes = StatusCodes(200..<400)
        let body = try RequestBody(arguments, settings, console, registry, hasBody: hasBody, fields: options.fields)
        let reporter = Reporter(console, settings)
        do {
            let client = try RequestClient(options, registry, console)
            let events = arguments.has("log") ? client.session.events : nil
            // No request may be running when the process ends.
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
    /// All elements until the end.
    fileprivate var all: [Element] {
        get async {
            var all: [Element] = []
            for await element in self { all.append(element) }
            return all
        }
    }
}

// One command for each method. They differ only in the method, the name and the summary.

/// The command that sends GET.
enum GetCommand: RequestCommand {
    static let name = "get"
    static let summary = "Sends GET, and shows the value of the response or downloads it."
    static let method = HTTPMethod.get
}

/// The command that sends QUERY.
enum QueryCommand: RequestCommand {
    static let name = "query"
    static let summary = "Sends QUERY with a question in the body, and shows the value of the response."
    static let method = HTTPMethod.query
}

/// The command that sends POST.
enum PostCommand: RequestCommand {
    static let name = "post"
    static let summary = "Sends POST with a body or a form, and shows the value of the response."
    static let method = HTTPMethod.post
}

/// The command that sends PUT.
enum PutCommand: RequestCommand {
    static let name = "put"
    static let summary = "Sends PUT with a body, and shows the value of the response."
    static let method = HTTPMethod.put
}

/// The command that sends PATCH.
enum PatchCommand: RequestCommand {
    static let name = "patch"
    static let summary = "Sends PATCH with a body, and shows the value of the response."
    static let method = HTTPMethod.patch
}

/// The command that sends DELETE.
enum DeleteCommand: RequestCommand {
    static let name = "delete"
    static let summary = "Sends DELETE, and shows the value of the response."
    static let method = HTTPMethod.delete
}

/// The command that sends HEAD.
enum HeadCommand: RequestCommand {
    static let name = "head"
    static let summary = "Sends HEAD, and shows the head of the response."
    static let method = HTTPMethod.head
}
