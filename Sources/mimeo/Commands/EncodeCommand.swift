import Mimeograph
import MimeographForm
import MimeographJSON

/// Writes a JSON value as the parameters of a request.
enum EncodeCommand: Command {
    static let name = "encode"
    static let summary = "Writes a JSON value as a form, or as the request that sends it."
    static let operands = "FILE|-"
    static let details = """
        The value is read as JSON, unless --type, --head or the file's extension says otherwise. What is written goes
        to standard output: the body alone, or with --url the whole request, whose parameters are in the URL or in the
        body as the method wants it.
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
            OptionDeclaration("url", .required("URL"), help: "Writes the request to this URL."),
            OptionDeclaration("method", .required("METHOD"), help: "The request's method. Default POST."),
        ] + Settings.reading + [Settings.coloring]

    /// How parameters are written, as `--dialect` names it.
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
        let reporter = Reporter(console, settings)
        let registry = try Formats.registry(settings, writing: request.dialect.encoder)
        do {
            let source = try ResponseSource(arguments, settings, console)
            reporter.remark(source.valueSummary)
            try source.checkSize()
            let value: JSON
            do throws(SerializationError) {
                value = try registry.read(JSON.self, from: source.body, head: source.head)
            } catch {
                reporter.report(error, hint: BodyHint(source.body.span))
                return .badBody
            }
            let written = try request.text(value, registry, environment: console.environment)
            reporter.remark(written.remark)
            console.output.write(written.bytes)
            return .success
        } catch let error as SerializationError {
            reporter.report(error)
            // Nobody writes that type: the value may be as good as it likes, the question is wrong.
            return error.code == .unsupportedMediaType ? .wrongUsage : .badBody
        }
    }

    /// What is to be written.
    private struct Request {
        let type: MediaType
        let dialect: Dialect
        let url: String?
        let method: HTTPMethod

        /// - Throws: ``UsageError`` for a value that makes no sense.
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
            if arguments.has("method"), url == nil { throw UsageError("--method needs a --url to send it to") }
            method = HTTPMethod(rawValue: arguments.values["method"] ?? "POST")
            // A method is a token, as the names of fields are.
            var probe = HeaderFields()
            do { try probe.set(method.rawValue, to: "") } catch {
                throw UsageError("--method takes a name such as PUT, not \(method.rawValue)")
            }
            if let url, url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) {
                throw UsageError("--url has a space or a control character in it")
            }
        }

        func text(
            _ value: JSON,
            _ registry: SerializerRegistry,
            environment: [String: String]
        ) throws(SerializationError) -> (bytes: [UInt8], remark: String) {
            guard let url else {
                let (type, bytes) = try registry.encode(value, as: type)
                return (bytes, "written as \(type), \(bytes.count) bytes")
            }
            var client = ClientDescription(environment: environment, version: Tool.version)
            client.name = "mimeo"
            let serializer = HTTPRequestSerializer(client: client, encoder: dialect.encoder)
            let message = try serializer.request(method, url, body: value, as: type, by: registry)
            var text = Array("\(message.method) \(message.url)\n\(fields(of: message))\n".utf8)
            if case .bytes(let bytes) = message.body { text += bytes }
            return (text, "the request, as it is handed to a transport")
        }

        /// The lines as they are sent, secrets included: the person who runs the tool has given them.
        private func fields(of message: RequestMessage) -> String {
            message.fields.map { "\($0.name): \($0.value)\n" }.joined()
        }
    }
}
