import Mimeograph
import MimeographFiles
import MimeographSession

/// A command that sends a request and shows the response.
protocol RequestCommand: UsesProfiles {
    /// The method of the request, or nil if the first operand names it.
    static var method: HTTPMethod? { get }
}

extension RequestCommand {
    /// Whether a request with this method may have a body.
    private static func hasBody(_ method: HTTPMethod?) -> Bool { method != .get && method != .head }

    static var operands: String {
        "\(method == nil ? "METHOD " : "")URL \(hasBody(method) ? "[ITEM|FILE|-]…" : "[ITEM]…")"
    }

    static var details: String {
        var text = """
            The Accept field lists the types that can be read here, best first. The head of the response goes to standard
            error. The value goes to standard output, as `mimeo decode` shows it, or with --to as `mimeo convert` writes it.
            Values of NDJSON and events are shown as they arrive. Redirects are followed. Without --cookies, cookies last
            until the command ends. The proxy comes from https_proxy, http_proxy and no_proxy.

            """
        if method == .head { text = "The head goes to standard output.\n" }
        text += """

            An ITEM is a part of the request: name==text a parameter of the URL, Name:text a field\(hasBody(method) ? "," : ".")

            """
        if hasBody(method) {
            text += """
                name=text a text and name:=3 a JSON value in the body, name@PATH a file. A path after the separator, as in
                name=@PATH, stands for the content of the file. The values are sent as JSON, with --form as a form, and with
                a file as a multipart form. After a backslash, a separator is a part of the name, and @ of the value.

                Otherwise the body comes from --data or FILE (- is standard input). Its type comes from a header, else
                from the file's extension, else it is JSON. Files are sent unchanged, and read while they are sent.

                """
        }
        if method != .head {
            text += """

                With -o the body goes into a file, which replaces an existing one when it is complete. A pipe or a
                device such as /dev/null is written into, and a link to a file is rejected. An image or other binary
                data goes into `> FILE` and pipes unchanged.

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
        let showing =
            method == .head
            ? PrintedParts.options + Expectations.options + [Settings.coloring, Settings.quieting]
            : RequestOptions.showing + Settings.showing + reading
        return (hasBody(method) ? RequestBody.options : []) + RequestOptions.sending + TrustOptions.all + showing
    }

    static func run(_ arguments: Arguments, console: Console) throws -> ExitCode {
        let (method, arguments) = try methodAndRest(arguments)
        let settings = try Settings(arguments)
        if let type = settings.contentType, (try? MediaType(type)) == nil {
            throw UsageError(ResponseSource.malformed(type))
        }
        let options = try RequestOptions(arguments, console)
        var registry = try Formats.registry(settings)
        // A redirect that is not followed is a valid result.
        registry.validation.statusCodes = StatusCodes(200..<400)
        let body = try RequestBody(arguments, settings, console, registry, options, hasBody: hasBody(method))
        let reporter = Reporter(console, settings)
        do {
            let client = try RequestClient(options, registry, console)
            let followsEvents = arguments.has("log") || options.parts.contains(.timing)
            let events = followsEvents ? client.session.events : nil
            // No request may be running when the process ends.
            defer {
                client.session.invalidate(cancelling: true)
                reporter.save(client.configuration.cookies)
                reporter.save(client.recorder, options.values["har"])
                if let events {
                    let events = Waiting.wait(for: { await events.all })
                    if arguments.has("log") { for event in events { reporter.remark("\(event)") } }
                    if options.parts.contains(.timing) { reporter.remark(timing: events) }
                }
            }
            let message = try client.message(method, body)
            if arguments.has("curl") {
                console.output.write(CurlLine.text(message, body, options) + "\n")
                return .success
            }
            if case .none = body, console.inputIsPiped, RequestBody.usualMethods.contains(method) {
                reporter.remark("standard input is not sent; to send it, write - after the URL")
            }
            reporter.remark("\(method) \(HiddenValues.hidden(inURL: message.url.withoutUser))")
            var target: FileDescriptorWriter?
            if let path = options.outputPath, path != "-" {
                guard case .other? = SystemFile.kind(ofPath: path) else {
                    return try download(message, path, client, reporter, settings)
                }
                target = try .open(path)
            }
            defer { target?.close() }
            let display = ResponseDisplay(options, settings, registry, reporter, target: target)
            let code = try Pages(client, message, display).show()
            if let reason = target?.failure { throw FileError(path: options.outputPath ?? "", reason: reason) }
            return code
        } catch let error as SessionError {
            return reporter.report(error)
        }
    }

    private static func download(
        _ message: RequestMessage,
        _ path: String,
        _ client: RequestClient,
        _ reporter: Reporter,
        _ settings: Settings
    ) throws -> ExitCode {
        let printer = ValuePrinter(settings, reporter.console)
        return try FileDownload(path: path, client: client, reporter: reporter, printer: printer).run(message)
    }

    /// Returns the method, and the arguments after its name.
    ///
    /// - Throws: ``UsageError`` if the first operand should be a method and is none.
    private static func methodAndRest(_ arguments: Arguments) throws(UsageError) -> (HTTPMethod, Arguments) {
        if let method { return (method, arguments) }
        let word = arguments.operands.first ?? ""
        guard !word.isEmpty, word.utf8.allSatisfy(FieldSyntax.isToken) else {
            throw UsageError("name a method and a URL, such as OPTIONS https://example.com/")
        }
        // Methods are case-sensitive, and all registered ones are in upper case. Source: RFC 9110 §9.1.
        return (HTTPMethod(rawValue: word.uppercased()), arguments.withoutFirstOperand())
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
