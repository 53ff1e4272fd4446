import Mimeograph

/// The response that a command works on: its head, its body, and where its media type comes from.
struct ResponseSource {
    /// The body.
    let body: [UInt8]
    /// The head: the one that was given, else that of a plain success.
    private(set) var head: ResponseHead
    /// What the body is called.
    let name: String
    /// Where the media type comes from, for a person.
    private(set) var origin: String
    /// The most bytes that a body may have. A body that has more is cut one byte after it.
    let limit: Int

    /// Reads the file that the operands name, `-` being standard input.
    ///
    /// The media type is that of `--type`, else the one in the head of `--head`; without a head, that of the file's
    /// extension. Where none of them says anything the registry looks for a signature. A file that ends in `.gz`, `.br` or `.zst`
    /// is taken for a body with the content coding that it names, unless `--coding` or the head says something of codings.
    ///
    /// - Parameters:
    ///   - arguments: Operands and options.
    ///   - settings: What the options say.
    ///   - console: Where standard input is.
    ///   - isRequired: Whether there must be a body, and a media type in `--type`, because they are to be read. What
    ///     is only explained may have an empty body and a type that is malformed.
    /// - Throws: ``UsageError`` or ``FileError``.
    init(_ arguments: Arguments, _ settings: Settings, _ console: Console, isRequired: Bool = true) throws {
        guard arguments.operands.count <= 1 else {
            let names = arguments.operands.joined(separator: ", ")
            throw UsageError("one file at a time, not \(arguments.operands.count): \(names)")
        }
        let path = arguments.operands.first
        if path.map({ $0.isEmpty }) ?? isRequired { throw UsageError("which file? Name one, or - for standard input") }
        // One byte more than allowed tells a body that is too large.
        limit = settings.limits.inputBytes
        let atMost = limit == Int.max ? limit : limit + 1
        switch path {
        case nil: body = []
        case "-": body = try console.readInput(atMost)
        case let path?: body = try FileReading.read(path: path, atMost: atMost)
        }
        name = path.map { $0 == "-" ? "standard input" : VisibleText($0).description } ?? "no body"

        var head = ResponseHead(status: 200)
        var origin = "no media type given"
        if let headPath = settings.headPath {
            let text = try FileReading.read(path: headPath, atMost: HeadFile.limit + 1)
            head = try HeadFile.parse(text, path: headPath)
            origin = head.fields.contains("Content-Type") ? "from the head" : "the head has no Content-Type"
        }
        if let type = settings.contentType {
            head.fields["Content-Type"] = type
            if isRequired && head.contentType == nil { throw UsageError(Self.malformed(type)) }
            origin = "from --type"
        } else if settings.headPath == nil, let path,
            case let name = Formats.compressed(path)?.name ?? path, let guess = Formats.mediaType(ofPath: name)
        {
            head.fields["Content-Type"] = guess.description
            origin = "from the extension .\(name.parts(at: ".").last ?? "")"
        }
        if let codings = settings.contentCodings {
            head.fields["Content-Encoding"] = codings
        } else if settings.headPath == nil, let coding = path.flatMap(Formats.compressed)?.coding {
            head.fields["Content-Encoding"] = coding
        }
        self.head = head
        self.origin = origin
    }

    /// A response that came from a server.
    init(head: ResponseHead, body: [UInt8], limit: Int) {
        self.head = head
        self.body = body
        self.limit = limit
        name = "the response"
        origin = "from the server"
    }

    /// The same with a media type, because the command reads no other.
    func retyped(as type: MediaType) -> ResponseSource {
        var source = self
        source.head.fields["Content-Type"] = type.description
        source.origin = "which this command reads"
        return source
    }

    /// What to say of a `--type` that is no media type; the usual slip is to give a file extension.
    static func malformed(_ type: String) -> String {
        let guess = Formats.mediaType(ofPath: "a.\(type)").map { "; did you mean \($0)?" } ?? ""
        return "--type takes a media type such as application/json, not \"\(type)\"\(guess)"
    }

    /// Refuses a body that is larger than the limits.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded``.
    func checkSize() throws(SerializationError) {
        if body.count > limit { throw .limitExceeded(.inputBytes, allowed: limit) }
    }

    /// What came, in one line.
    var summary: String { "\(name): status \(head.status), \(bodySummary)" }

    /// What came, in one line, where it is no response.
    var valueSummary: String { "\(name): \(bodySummary)" }

    private var bodySummary: String {
        let type = head.fields["Content-Type"].map { "\(VisibleText($0)), \(origin)" } ?? origin
        let size = body.count > limit ? "more than \(limit)" : "\(body.count)"
        let coding = head.fields["Content-Encoding"].map { ", coded with \(VisibleText($0))" } ?? ""
        return "\(size) \(size == "1" ? "byte" : "bytes"), \(type)\(coding)"
    }
}
