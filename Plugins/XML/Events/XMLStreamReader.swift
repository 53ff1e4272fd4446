import Mimeograph

/// A reader for a body in chunks. It detects the encoding, converts the body to UTF-8 and feeds the parser.
final class XMLStreamReader {
    private let charset: String?
    private let path: XMLSubtreePath?
    private var rules: XMLTree.Rules
    private var stage = Stage.undecided([])
    /// The first four bytes of the text in UTF-8.
    private var beginning: [UInt8] = []

    private enum Stage {
        /// The encoding is unknown. The value holds the bytes so far.
        case undecided([UInt8])
        case reading(XMLPush, XMLConverter?)
        case over
    }

    init(charset: String?, options: XMLReadingOptions, limits: DecodingLimits, selecting path: XMLSubtreePath? = nil) {
        self.charset = charset
        self.path = path
        rules = XMLTree.Rules(options: options, limits: limits)
    }

    typealias Receive = (XMLPush) throws(SerializationError) -> Void

    /// Reads a chunk. The caller receives results in pieces, including those before an error.
    func consume(_ chunk: Span<UInt8>, _ receive: Receive) throws(SerializationError) {
        do throws(SerializationError) {
            switch stage {
            case .undecided(var start):
                // The first chunk is nearly always enough.
                if start.isEmpty, XMLStreamReader.isEnough(chunk) { return try begin(chunk, receive) }
                stage = .undecided([])
                start += [UInt8](chunk)
                if XMLStreamReader.isEnough(start.span) {
                    try begin(start.span, receive)
                } else {
                    stage = .undecided(start)
                }
            case .reading(let push, let converter): try feed(chunk, push, converter, receive)
            case .over: break
            }
        } catch {
            stage = .over
            throw error
        }
    }

    /// Ends the body.
    func finish(_ receive: Receive) throws(SerializationError) {
        defer { stage = .over }
        if case .undecided(let start) = stage {
            if start.isEmpty { throw XML.Document.emptyBody }
            try begin(start.span, receive)
        }
        guard case .reading(let push, let converter) = stage else { return }
        if let converter, converter.isWaiting {
            throw SerializationError(
                .truncated,
                "The body ends in the middle of a character.",
                remedy: "Check whether the transfer was cut off, and send the request again."
            )
        }
        let isWell = push.finish()
        try receive(push)
        if !isWell { throw tooShortError ?? push.error }
    }

    /// The error for a text that is too short for libxml2's push parser; nil for a longer text.
    private var tooShortError: SerializationError? {
        guard beginning.count < 4, !beginning.isEmpty else { return nil }
        let text = (rules.markLength == 3 ? [0xEF, 0xBB, 0xBF] : []) + beginning
        do throws(SerializationError) {
            _ = try XMLTree.parse(text.span, rules: rules)
            return nil
        } catch {
            return error
        }
    }

    /// Returns whether the first bytes are enough to detect the encoding.
    private static func isEnough(_ start: Span<UInt8>) -> Bool {
        guard start.count >= 4 else { return false }
        let hasMark = (start[0], start[1], start[2]) == (0xEF, 0xBB, 0xBF)
        return XMLTextEncoding.isEnough(start.extracting(droppingFirst: hasMark ? 3 : 0))
    }

    private func begin(_ start: Span<UInt8>, _ receive: Receive) throws(SerializationError) {
        let encoding = try XMLTextEncoding(of: start, charset: charset)
        let text = start.extracting(droppingFirst: encoding.markLength)
        let name = encoding.name ?? encoding.declared ?? "UTF-8"
        var converter: XMLConverter?
        let lowercase = ByteEqualString(name.lowercased())
        if lowercase != "utf-8", lowercase != "utf8" {
            converter = XMLTextEncoding.isRefused(name) ? nil : XMLConverter(from: name)
            if converter == nil {
                throw SerializationError(
                    .unsupportedCharset,
                    "The document declares an encoding that is unsupported or does not match its bytes.",
                    at: SourceLocation(offset: 0, line: 1, column: 1),
                    remedy: "Ask the sender for UTF-8."
                )
            }
        }
        rules.encoding = "UTF-8"
        rules.markLength = converter == nil ? encoding.markLength : 0
        let push = try XMLPush(rules: rules, declaredEncoding: encoding.declared, selecting: path)
        stage = .reading(push, converter)
        try feed(text, push, converter, receive)
    }

    private func feed(
        _ chunk: Span<UInt8>,
        _ push: XMLPush,
        _ converter: XMLConverter?,
        _ receive: Receive
    ) throws(SerializationError) {
        guard let converter else { return try feed(chunk, push, receive) }
        // Pieces limit the memory for the conversion of a large chunk.
        var offset = 0
        while offset < chunk.count {
            let end = min(chunk.count, offset + 1 << 16)
            let (text, isValid) = converter.feed(chunk.extracting(offset..<end))
            // Events before the error are delivered first, wherever the chunks are split.
            try feed(text.span, push, receive)
            guard isValid else {
                throw SerializationError(
                    .invalidText,
                    "The document contains bytes that are invalid in its encoding.",
                    remedy: "Ask the sender to declare the correct encoding, or to send UTF-8."
                )
            }
            offset = end
        }
    }

    private func feed(_ text: Span<UInt8>, _ push: XMLPush, _ receive: Receive) throws(SerializationError) {
        if beginning.count < 4 { beginning += [UInt8](text.extracting(first: 4 - beginning.count)) }
        var offset = 0
        while offset < text.count {
            let count = push.feed(text.extracting(offset..<text.count))
            try receive(push)
            if count == 0 { throw push.error }
            offset += count
        }
    }
}
