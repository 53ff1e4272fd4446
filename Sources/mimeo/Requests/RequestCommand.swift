import Mimeograph
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
                a file as a multipart form. A backslash before a separator makes it a part of the name.

                Otherwise the body comes from --data or FILE (- is standard input). Its type comes from a header, else
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
            reporter.remark("\(method) \(HiddenValues.hidden(inURL: message.url.withoutUser))")
            if let path = options.outputPath, path != "-" {
                let printer = ValuePrinter(settings, console)
                return try FileDownload(path: path, client: client, reporter: reporter, printer: printer).run(message)
            }
            return try Pages(client, message, ResponseDisplay(options, settings, registry, reporter)).show()
        } catch let error as SessionError {
            return reporter.report(error)
        }
    }

    /// Returns the method, and the arguments after its name.
    ///
    /// - Throws: ``UsageError`` if the first operand should be a method and is none.
    private static func methodAndRest(_ arguments: Arguments) throws(UsageError) -> (HTTPMethod, Arguments) {
        if let method { return (method, arguments) }
        let word = arguments.operands.first ?? ""
        var probe = HeaderFields()
        // A method is a token, like a field name.
        guard (try? probe.set(word, to: "")) != nil else {
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

// One command for each method. They differ only in the method, the name and the summary.

/// The command that sends any method.
enum AnyRequestCommand: RequestCommand {
    static let name = "request"
    static let summary = "Sends a request with any method, and shows the value of the response."
    static let examples = [
        (line: "request PURGE https://example.com/cache", meaning: "Sends a method of your own."),
        (line: "request LOCK https://example.com/notes Depth:0", meaning: "With a field."),
    ]
    static let method: HTTPMethod? = nil
}

/// The command that sends OPTIONS.
enum OptionsCommand: RequestCommand {
    static let name = "options"
    static let summary = "Sends OPTIONS, and shows what the server allows."
    static let examples = [
        (line: "options https://example.com/users -h", meaning: "Shows the fields, Allow among them."),
    ]
    static let method: HTTPMethod? = .options
}

/// The command that sends GET.
enum GetCommand: RequestCommand {
    static let name = "get"
    static let summary = "Sends GET, and shows the value of the response or downloads it."
    static let examples = [
        (line: "get https://example.com/users page==2", meaning: "Shows the value, with a parameter in the URL."),
        (line: "get https://example.com/users --select '$[*].name' --raw", meaning: "Shows the names, one per line."),
        (line: "get https://example.com/film.mp4 -o film.mp4", meaning: "Downloads a file; the same command resumes it."),
    ]
    static let method: HTTPMethod? = .get
}

/// The command that sends QUERY.
enum QueryCommand: RequestCommand {
    static let name = "query"
    static let summary = "Sends QUERY with a question in the body, and shows the value of the response."
    static let examples = [
        (line: "query https://example.com/users name=Ada", meaning: "Asks with a JSON object in the body."),
        (line: "query https://example.com/users Accept:text/csv name=Ada --as table", meaning: "Shows the answer as a table."),
    ]
    static let method: HTTPMethod? = .query
}

/// The command that sends POST.
enum PostCommand: RequestCommand {
    static let name = "post"
    static let summary = "Sends POST with a body or a form, and shows the value of the response."
    static let examples = [
        (line: "post https://example.com/users name=Ada age:=36", meaning: "Sends a JSON object."),
        (line: "post https://example.com/login --form user=ada password=@secret.txt", meaning: "Sends a form, with a password from a file."),
        (line: "post https://example.com/photos title=Pier photo@pier.jpg", meaning: "Uploads a file with a multipart form."),
    ]
    static let method: HTTPMethod? = .post
}

/// The command that sends PUT.
enum PutCommand: RequestCommand {
    static let name = "put"
    static let summary = "Sends PUT with a body, and shows the value of the response."
    static let examples = [
        (line: "put https://example.com/users/7 user.json", meaning: "Sends a file."),
        (line: "put https://example.com/users/7 name=Ada 'tags:=[1, 2]' If-Match:abc", meaning: "Sends a JSON object and a field."),
    ]
    static let method: HTTPMethod? = .put
}

/// The command that sends PATCH.
enum PatchCommand: RequestCommand {
    static let name = "patch"
    static let summary = "Sends PATCH with a body, and shows the value of the response."
    static let examples = [
        (line: "patch https://example.com/users/7 age:=37", meaning: "Sends a JSON object."),
        (line: "patch https://example.com/users/7 Content-Type:application/json-patch+json -d @change.json", meaning: "Sends a JSON Patch."),
    ]
    static let method: HTTPMethod? = .patch
}

/// The command that sends DELETE.
enum DeleteCommand: RequestCommand {
    static let name = "delete"
    static let summary = "Sends DELETE, and shows the value of the response."
    static let examples = [
        (line: "delete https://example.com/users/7", meaning: "Deletes a resource."),
        (line: "delete https://example.com/users/7 --expect 204", meaning: "Fails with status 6 for another answer."),
    ]
    static let method: HTTPMethod? = .delete
}

/// The command that sends HEAD.
enum HeadCommand: RequestCommand {
    static let name = "head"
    static let summary = "Sends HEAD, and shows the head of the response."
    static let examples = [
        (line: "head https://example.com/film.mp4", meaning: "Shows the fields without the body."),
        (line: "head https://example.com/ --timing", meaning: "Shows how long each phase took."),
    ]
    static let method: HTTPMethod? = .head
}
