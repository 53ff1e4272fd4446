import Mimeograph
import MimeographBrotli
import MimeographCompression
import MimeographForm
import MimeographJSON
import MimeographZstandard

/// The command that writes a JSON value as the parameters or the body of a request.
enum EncodeCommand: Command {
    static let name = "encode"
    static let summary = "Writes a JSON value as a form or a multipart form, or as the request that sends it."
    static let operands = "FILE|-"
    static let examples = [
        (line: "encode user.json", meaning: "Writes a form."),
        (line: "encode --to multipart/form-data --file photo=p.jpg -", meaning: "Writes a multipart form."),
        (line: "encode user.json --url https://example.com/ --gzip", meaning: "Writes a whole request."),
    ]
    static let details = """
        The value is read as JSON, unless --type, --head-file or the file's extension names another type. Standard output gets
        the body alone, or with --url the whole request. The method decides whether the parameters go into its URL or its
        body. A multipart type has one part for each parameter, and then one for each --file. The boundary comes from
        --to, or is random.
        """
    static let options =
        [
            OptionDeclaration(
                "to",
                .required("TYPE"),
                help: "The media type to write. Default application/x-www-form-urlencoded."
            ),
            OptionDeclaration(
                "dialect",
                .required("NAME"),
                help: "How a form is written: \(Dialect.names). Default whatwg."
            ),
            OptionDeclaration(
                "file",
                .repeated("NAME=PATH"),
                help: "Adds a file to a multipart body, typed by its extension. May be given several times."
            ),
            OptionDeclaration(
                "gzip",
                .optional("0-9", whenAlone: "6"),
                help: "Compresses the body with gzip; 9 gives the smallest body."
            ),
            OptionDeclaration("br", .optional("0-11", whenAlone: "5"), help: "Compresses the body with Brotli."),
            OptionDeclaration("zstd", .optional("1-22", whenAlone: "3"), help: "Compresses the body with Zstandard."),
            OptionDeclaration("url", .required("URL"), help: "Writes a whole request for this URL."),
            OptionDeclaration("method", .required("METHOD"), help: "The method of the request. Default POST."),
        ] + Settings.reading + [Settings.coloring]

    /// A way to write parameters, as `--dialect` names it.
    private enum Dialect: String, CaseIterable {
        case whatwg, afnetworking, alamofire

        static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

        var encoder: QueryEncoder {
            switch self {
            case .whatwg: .whatwg
            case .afnetworking: .afnetworking
            case .alamofire: .alamofire
            }
        }
    }

    static func run(_ arguments: Arguments, console: Console) throws -> ExitCode {
        var settings = try Settings(arguments)
        let request = try Request(arguments)
        if settings.contentType == nil, settings.headPath == nil,
            arguments.operands.first.flatMap(Formats.mediaType(ofPath:)) == nil
        {
            settings.contentType = "application/json"
        }
        if let coding = request.coding, console.outputIsTerminal {
            let name = coding.names.first ?? ""
            throw UsageError("a terminal cannot show the output of --\(name); send it to a file or a pipe")
        }
        let reporter = Reporter(console, settings)
        let registry = try Formats.registry(settings, writing: request.dialect.encoder)
        do {
            let source = try ResponseSource(arguments, settings, console)
            reporter.remark(source.summary)
            try source.checkSize()
            let value: JSON
            do throws(SerializationError) {
                value = try registry.read(JSON.self, from: source.body, head: source.head)
            } catch {
                reporter.report(error, hint: SniffedFormat(source.body.span))
                return .badBody
            }
            if request.isOfParameters, value.hasEmptyContainer {
                reporter.remark("empty arrays and objects are left out, because parameters cannot represent them")
            }
            let message = try EncodedRequest(
                type: request.type,
                files: request.files.map { try $0.read(atMost: settings.limits.inputBytes) },
                serializer: request.serializer(environment: console.environment),
                encoder: request.dialect.encoder,
                registry: registry
            ).message(request.method, request.url ?? "", value, coding: request.coding)
            let body: [UInt8] = if case .bytes(let bytes) = message.body { bytes } else { [] }
            if request.url == nil {
                reporter.remark(summary(of: message, byteCount: body.count))
            } else {
                reporter.remark("the request, as a transport receives it")
                console.output.write("\(message.method) \(message.url)\n\(fields(of: message))\n")
            }
            console.output.write(body)
            return .success
        } catch let error as SerializationError {
            reporter.report(error)
            // No serializer writes that type, so the usage is wrong, not the value.
            return error.code == .unsupportedMediaType ? .wrongUsage : .badBody
        }
    }

    private static func summary(of message: RequestMessage, byteCount: Int) -> String {
        let coding = message.fields["Content-Encoding"].map { " with \($0)" } ?? ""
        return "written as \(message.fields["Content-Type"] ?? "?")\(coding), \(byteCount) bytes"
    }

    /// Returns the fields as they are sent, including secrets, which the user of the tool provided.
    private static func fields(of message: RequestMessage) -> String {
        message.fields.map { "\($0.name): \($0.value)\n" }.joined()
    }

    /// The parsed options of the request to write.
    private struct Request {
        let type: MediaType
        let dialect: Dialect
        let url: String?
        let method: HTTPMethod
        let files: [FilePart]
        let coding: (any StreamingContentCoding)?

        /// - Throws: ``UsageError`` for an invalid value.
        init(_ arguments: Arguments) throws(UsageError) {
            do {
                type = try MediaType(arguments.values["to"] ?? "application/x-www-form-urlencoded")
            } catch {
                throw UsageError("--to: \(error)")
            }
            let name = arguments.values["dialect"] ?? Dialect.whatwg.rawValue
            guard let dialect = Dialect(rawValue: name) else {
                throw UsageError("--dialect takes one of \(Dialect.names), not \(name)")
            }
            self.dialect = dialect
            url = arguments.values["url"]
            if arguments.has("method"), url == nil { throw UsageError("--method needs --url too") }
            method = HTTPMethod(rawValue: arguments.values["method"] ?? "POST")
            // A method is a token, like a field name.
            var probe = HeaderFields()
            do { try probe.set(method.rawValue, to: "") } catch {
                throw UsageError("--method takes a name such as PUT, not \(method.rawValue)")
            }
            files = try (arguments.lists["file"] ?? []).map(FilePart.init(option:))
            if !files.isEmpty, type.type != "multipart" {
                throw UsageError("--file needs a multipart body; add --to multipart/form-data")
            }
            if !files.isEmpty, HTTPRequestSerializer(client: nil).encodesInURL(method) {
                throw UsageError("--file needs a body, but a \(method) request has its parameters in the URL")
            }
            coding = try Self.coding(arguments)
            if let url, url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) {
                throw UsageError("--url contains a space or a control character")
            }
        }

        /// Whether the value is written as parameters, in the URL or in a form.
        var isOfParameters: Bool {
            type.type.hasSameBytes(as: "multipart")
                || type.essence.hasSameBytes(as: "application/x-www-form-urlencoded")
                || url != nil && HTTPRequestSerializer(client: nil).encodesInURL(method)
        }

        private static func coding(_ arguments: Arguments) throws(UsageError) -> (any StreamingContentCoding)? {
            let options: [(name: String, levels: ClosedRange<Int>, coding: (Int) -> any StreamingContentCoding)] = [
                ("gzip", 0...9, { GzipCoding(level: CompressionLevel(clamping: $0)) }),
                ("br", 0...11, { BrotliCoding(quality: BrotliQuality(clamping: $0)) }),
                ("zstd", 1...22, { ZstandardCoding(level: ZstandardLevel(clamping: $0)) }),
            ]
            let given = options.filter { arguments.has($0.name) }
            guard given.count <= 1 else {
                throw UsageError("one coding at a time, not \(given.map { "--" + $0.name }.joined(separator: " and "))")
            }
            guard let (name, levels, coding) = given.first, let text = arguments.values[name] else { return nil }
            guard let level = Int(text), levels.contains(level) else {
                throw UsageError(
                    "--\(name) takes a level from \(levels.lowerBound) to \(levels.upperBound), not \(text)"
                )
            }
            return coding(level)
        }

        /// Returns the serializer that adds the request's fields. Without a URL there is only a body, so it describes no client.
        func serializer(environment: [String: String]) -> HTTPRequestSerializer {
            guard url != nil else { return HTTPRequestSerializer(client: nil, encoder: dialect.encoder) }
            var client = ClientDescription(environment: environment, version: Tool.version)
            client.name = "mimeo"
            return HTTPRequestSerializer(client: client, encoder: dialect.encoder)
        }
    }
}

extension JSON {
    /// Whether the value is, or contains, an empty array or object. The search does not recurse, so deep values are safe.
    fileprivate var hasEmptyContainer: Bool {
        var rest = [self]
        while let value = rest.popLast() {
            guard let inner = value.array.map(Array.init) ?? value.object?.map(\.value) else { continue }
            if inner.isEmpty { return true }
            rest += inner
        }
        return false
    }
}
