import Mimeograph

/// The response that a command works on: its head, its body and the origin of its media type.
struct ResponseSource {
    /// The body.
    let body: [UInt8]
    /// The head. Without `--head-file` its status is 200.
    private(set) var head: ResponseHead
    /// The name of the body, for messages.
    let name: String
    /// The origin of the media type, for messages.
    private(set) var origin: String
    /// Whether the head is that of a response.
    private let hasHead: Bool
    /// The limit of the body, in bytes. A larger body is cut one byte after the limit.
    let limit: Int

    /// Reads the file that the operand names, or standard input for `-`.
    ///
    /// The media type comes from `--type`, else from the head of `--head-file`. Without a head, it comes from the file's extension. If
    /// these name no type, the registry looks for a signature. An ending of `.gz`, `.br` or `.zst` names the content coding of
    /// the body, unless `--coding` or `--head-file` is given.
    ///
    /// - Parameters:
    ///   - arguments: The operands and options.
    ///   - settings: The parsed options.
    ///   - console: The console that provides standard input.
    ///   - isRequired: Whether the command needs a body and a well-formed `--type`. `mimeo explain` needs neither.
    /// - Throws: ``UsageError`` or ``FileError``.
    init(_ arguments: Arguments, _ settings: Settings, _ console: Console, isRequired: Bool = true) throws {
        guard arguments.operands.count <= 1 else {
            let names = arguments.operands.joined(separator: ", ")
            throw UsageError("one file at a time, not \(arguments.operands.count): \(names)")
        }
        hasHead = settings.headPath != nil
        // A pipe is read without asking, but nobody waits for the keyboard.
        let path = arguments.operands.first ?? (isRequired && console.inputIsPiped ? "-" : nil)
        if path.map({ $0.isEmpty }) ?? isRequired { throw UsageError("name a file, or - for standard input") }
        // One byte more than the limit shows that a body is too large.
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
        } else if isRequired, settings.headPath == nil, let type = Self.textType(of: body) {
            head.fields["Content-Type"] = type.description
            origin = "by its first bytes"
        }
        if let codings = settings.contentCodings {
            head.fields["Content-Encoding"] = codings
        } else if settings.headPath == nil, let coding = path.flatMap(Formats.compressed)?.coding {
            head.fields["Content-Encoding"] = coding
        }
        self.head = head
        self.origin = origin
    }

    /// Returns the type of JSON or XML that has no type. Other formats have signatures, which the registry knows.
    private static func textType(of body: [UInt8]) -> MediaType? {
        guard let format = SniffedFormat(body.span), [.json, .xml, .html].contains(format) else { return nil }
        return format.mediaType
    }

    /// Creates a source from a server's response.
    init(head: ResponseHead, body: [UInt8], limit: Int) {
        self.head = head
        self.body = body
        self.limit = limit
        name = "the response"
        hasHead = true
        origin = "from the server"
        if head.fields["Content-Type"] == nil, head.fields["Content-Encoding"] == nil,
            let type = Self.textType(of: body)
        {
            self.head.fields["Content-Type"] = type.description
        }
    }

    /// Returns a copy with a media type, for a command that reads only that type.
    func retyped(as type: MediaType) -> ResponseSource {
        var source = self
        source.head.fields["Content-Type"] = type.description
        source.origin = "assumed by this command"
        return source
    }

    /// Returns the message for a malformed `--type`. Users often give a file extension, so it suggests a type for that.
    static func malformed(_ type: String) -> String {
        let guess = Formats.mediaType(ofPath: "a.\(type)").map { "; did you mean \($0)?" } ?? ""
        return "--type takes a media type such as application/json, not \"\(type)\"\(guess)"
    }

    /// Rejects a body that is larger than the limit.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded``.
    func checkSize() throws(SerializationError) {
        if body.count > limit { throw .limitExceeded(.inputBytes, allowed: limit) }
    }

    /// A summary of the body in one line, with the status if the user gave a head.
    var summary: String {
        let status = hasHead ? "status \(head.status), " : ""
        let type = head.fields["Content-Type"].map { "\(VisibleText($0)), \(origin)" } ?? origin
        let size = body.count > limit ? "more than \(limit)" : "\(body.count)"
        let coding = head.fields["Content-Encoding"].map { ", encoded with \(VisibleText($0))" } ?? ""
        return "\(name): \(status)\(size) \(size == "1" ? "byte" : "bytes"), \(type)\(coding)"
    }
}
