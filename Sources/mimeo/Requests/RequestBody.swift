import Mimeograph
import MimeographFiles
import MimeographForm
import MimeographJSON
import MimeographSession

/// The body of a request, from the options or the second operand.
enum RequestBody {
    /// No body.
    case none
    /// Bytes in memory.
    case bytes([UInt8], MediaType)
    /// A file, read while it is sent.
    case file(path: String, MediaType)
    /// A form.
    case form(QueryValue)
    /// A multipart form, whose files are read while they are sent.
    case parts([(name: String, value: String)], [FilePart])

    /// The options that describe the body.
    static let options = [
        OptionDeclaration(
            "data",
            short: "d",
            .required("TEXT|@FILE|-"),
            isSecret: true,
            help: "Sends this text, or the content of a file; - is standard input."
        ),
        OptionDeclaration("form", short: "f", help: "Sends the values as a form, not as JSON."),
        OptionDeclaration(
            "compress",
            .required("CODING"),
            help: "Compresses the body with gzip, deflate, br or zstd; the server must know that it does."
        ),
    ]

    /// Chooses the body from the options and the words after the URL.
    ///
    /// - Parameters:
    ///   - request: The other parts of the request. A field Content-Type names the type of the body.
    ///   - hasBody: Whether the method allows a body.
    /// - Throws: ``UsageError`` or ``FileError``.
    init(
        _ arguments: Arguments,
        _ settings: Settings,
        _ console: Console,
        _ registry: SerializerRegistry,
        _ request: RequestOptions,
        hasBody: Bool
    ) throws {
        let items = request.items
        let data = arguments.values["data"]
        let hasValues = !items.members.isEmpty || !items.files.isEmpty
        if !hasBody, let body = items.body {
            throw UsageError("this request has no body, but \(body) would be one; a parameter of the URL is name==text")
        }
        guard data == nil || items.bodyPath == nil && !hasValues else {
            throw UsageError("use only one body: --data, a file, or values such as name=text")
        }
        if !items.files.isEmpty {
            for file in items.files {
                // Reading a pipe would wait, and consume the bytes that are to be sent.
                if case .other? = SystemFile.kind(ofPath: file.path) {
                    let reason = "A part must be a regular file, not a pipe, a device or a socket"
                    throw FileError(path: file.path, reason: reason)
                }
                _ = try FileReading.read(path: file.path, atMost: 1)
            }
            self = .parts(try items.texts(), items.files)
        } else if arguments.has("form") {
            guard items.bodyPath == nil, data == nil else {
                throw UsageError("--form sends values such as name=text; omit it to send a file or --data")
            }
            self = .form(QueryValue(try items.texts()))
        } else if hasValues {
            let object = try items.object()
            let written = Result { () throws(SerializationError) in try object.serialized() }
            guard case .success(let bytes) = written else { throw UsageError("the values cannot be written as JSON") }
            self = .bytes(bytes, request.fields.contentType ?? .json)
        } else if let source = items.bodyPath ?? data {
            self = try Self.body(source, isOperand: data == nil, settings, console, registry, request.fields)
        } else {
            self = .none
        }
    }

    /// The methods of requests that usually have a body.
    static let usualMethods: Set<HTTPMethod> = [.post, .put, .patch, .query]

    private static func body(
        _ source: String,
        isOperand: Bool,
        _ settings: Settings,
        _ console: Console,
        _ registry: SerializerRegistry,
        _ fields: HeaderFields
    ) throws -> RequestBody {
        if !isOperand, source != "-", !source.hasPrefix("@") {
            return .bytes(Array(source.utf8), try type(Array(source.utf8), "--data", registry, fields))
        }
        let path = source.hasPrefix("@") ? String(source.dropFirst()) : source
        if path.isEmpty { throw UsageError("name a file, or - for standard input") }
        if path != "-", FileReading.isRegular(path) {
            // An unreadable file is an error before the request is sent.
            _ = try FileReading.read(path: path, atMost: 1)
            let type = fields.contentType ?? FileExtensions.mediaType(ofPath: path) ?? .octetStream
            return .file(path: path, type)
        }
        let name = path == "-" ? "standard input" : path
        let limit = settings.limits.inputBytes
        let atMost = limit == .max ? limit : limit + 1
        let bytes = try path == "-" ? console.readInput(atMost) : FileReading.read(path: path, atMost: atMost)
        guard bytes.count <= limit else {
            throw FileError(path: name, reason: "it has more than \(limit) bytes; raise --limits-input-bytes")
        }
        return .bytes(bytes, try type(bytes, name, registry, fields))
    }

    /// Returns the type of a body without a file name: JSON, if it parses. A wrong guess would fail at the server, whose message
    /// may be harder to understand.
    private static func type(
        _ bytes: [UInt8],
        _ name: String,
        _ registry: SerializerRegistry,
        _ fields: HeaderFields
    ) throws(UsageError) -> MediaType {
        if let type = fields.contentType { return type }
        do throws(SerializationError) { _ = try registry.decode(JSON.self, from: bytes, as: .json) } catch {
            throw UsageError("\(name) is not JSON; name its type, such as --header 'Content-Type: text/plain'")
        }
        return "application/json"
    }

    /// Returns the body as content for the session.
    func content() throws(SerializationError) -> RequestContent {
        switch self {
        case .none: return .none
        case .bytes(let bytes, let type): return .body(.bytes(bytes), contentType: type)
        case .file(let path, let type): return .body(.file(path: path), contentType: type)
        case .form(let form): return .form(form)
        case .parts(let fields, let files):
            var form = MultipartFormData()
            for field in fields { form.append(field.value, name: field.name) }
            for file in files { try form.append(file: file.path, name: file.name, fileName: file.fileName) }
            return .multipart(form)
        }
    }
}
