import Mimeograph

/// The response that a command works on: its head, its body, and where its media type comes from.
struct ResponseSource {
    /// The body.
    let body: [UInt8]
    /// The head: the one that was given, else that of a plain success.
    let head: ResponseHead
    /// What the body is called.
    let name: String
    /// Where the media type comes from, for a person.
    let origin: String

    /// Reads the file that the operands name, `-` being standard input.
    ///
    /// The media type is that of `--type`, else the one in the head of `--head`; without a head, that of the file's
    /// extension. Where none of them says anything the registry looks for a signature.
    ///
    /// - Parameters:
    ///   - arguments: Operands and options.
    ///   - settings: What the options say.
    ///   - console: Where standard input is.
    ///   - isRequired: Whether a body must be named; without one it is empty.
    /// - Throws: ``UsageError``, ``FileError``, or a ``SerializationError`` where the body is larger than the budget.
    init(_ arguments: Arguments, _ settings: Settings, _ console: Console, isRequired: Bool = true) throws {
        guard arguments.operands.count <= 1 else {
            throw UsageError("one file at a time, not \(arguments.operands.count)")
        }
        let path = arguments.operands.first
        if path == nil && isRequired { throw UsageError("which file? Name one, or - for standard input") }
        // One byte more than allowed tells a body that is too large.
        let limit = settings.budget.inputBytes
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
            origin = "from --type"
        } else if settings.headPath == nil, let path, let guess = Formats.mediaType(ofPath: path) {
            head.fields["Content-Type"] = guess.type
            origin = "from the extension .\(guess.fileExtension)"
        }
        self.head = head
        self.origin = origin
        if body.count > limit { throw SerializationError.limitExceeded(.inputBytes, allowed: limit) }
    }

    /// What came, in one line.
    var summary: String {
        let type = head.fields["Content-Type"].map { "\(VisibleText($0)), \(origin)" } ?? origin
        return "\(name): status \(head.status), \(body.count) \(body.count == 1 ? "byte" : "bytes"), \(type)"
    }
}
