public import Mimeograph

/// The header fields of one part, with accessors for their values.
///
/// The sender controls all values. Do not use a file name as a path.
public struct MultipartHead: Hashable, Sendable {
    /// The header fields in order. Values that are not valid UTF-8 are read as Latin-1, which old senders use.
    public var fields: HeaderFields

    /// Makes a head from fields.
    public init(fields: HeaderFields) { self.fields = fields }

    /// The `Content-Disposition`; nil if it is missing or invalid.
    public var disposition: ContentDisposition? {
        fields.values(of: "Content-Disposition").first.flatMap { ContentDisposition(parsing: $0) }
    }

    /// The name of the form field, if any.
    public var name: String? { disposition?.name }

    /// The file name that the sender chose, if any. It may contain anything.
    public var fileName: String? { disposition?.fileName }

    /// The `Content-Type`; nil if it is missing or invalid. A part without one is plain text.
    public var contentType: MediaType? { fields.contentType }

    /// The `Content-ID` without angle brackets. Parts of `multipart/related` refer to each other by it. Source: RFC 2392.
    public var contentID: String? {
        guard let text = fields["Content-ID"] else { return nil }
        return text.withoutAngleBrackets
    }

    /// The `Content-Range` of a part of `multipart/byteranges`; nil if it is missing or invalid.
    public var contentRange: ByteContentRange? { fields["Content-Range"].flatMap { ByteContentRange(parsing: $0) } }
}

extension String {
    /// The text without a leading `<` and a trailing `>` if it has both. It compares bytes, because a combining mark after a
    /// bracket belongs to the content.
    var withoutAngleBrackets: String {
        guard utf8.count >= 2, utf8.first == UInt8(ascii: "<"), utf8.last == UInt8(ascii: ">") else { return self }
        return String(Substring(utf8.dropFirst().dropLast()))
    }
}

/// The range of bytes of a file in a part of `multipart/byteranges`.
///
/// Source: RFC 9110 §14.4.
public struct ByteContentRange: Hashable, Sendable {
    /// The offsets of the bytes, from 0.
    public let bytes: Range<Int>
    /// The number of bytes of the whole file; nil if the sender did not know it.
    public let completeLength: Int?

    /// Reads the value of a `Content-Range` field, such as `bytes 0-99/1234`; nil if it is not a valid range of bytes.
    public init?(parsing text: String) {
        let pieces = text.parts(at: " ").filter { !$0.isEmpty }
        // Setting the bit 0x20 makes ASCII letters lowercase.
        guard pieces.count == 2, pieces[0].utf8.map({ $0 | 0x20 }).elementsEqual("bytes".utf8) else { return nil }
        let halves = pieces[1].parts(at: "/")
        guard halves.count == 2 else { return nil }
        let ends = halves[0].parts(at: "-")
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last,
            last < Int.max
        else { return nil }
        if halves[1].hasSameBytes(as: "*") {
            completeLength = nil
        } else {
            guard let length = Self.number(halves[1]), last < length else { return nil }
            completeLength = length
        }
        bytes = first..<(last + 1)
    }

    /// Parses digits only. `Int` alone would also accept a sign.
    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
}

/// A builder that parses header fields byte by byte.
///
/// Source: RFC 5322 §2.2 (fields), §2.2.3 (folded lines); RFC 9110 §5.6.2 for the bytes of a name, as in browsers.
struct MultipartHeadBuilder {
    /// The result of appending a byte.
    enum Outcome {
        case more
        case complete(HeaderFields)
        case invalid(String)
    }

    /// The number of bytes that were appended.
    private(set) var count = 0
    private var fields = HeaderFields()
    /// The current line and its folded continuations.
    private var line: [UInt8] = []
    /// Whether the line is complete, unless the next one continues it.
    private var isLineComplete = false
    private var isAfterReturn = false
    /// Whether the current line has no bytes yet.
    private var isAtStart = true

    mutating func append(_ byte: UInt8) -> Outcome {
        count += 1
        if isAfterReturn {
            guard byte == 0x0A else { return .invalid("A header line of a part contains a CR without an LF") }
            isAfterReturn = false
            if isAtStart { return addLine().map { .invalid($0) } ?? .complete(fields) }
            isAtStart = true
            isLineComplete = true
            return .more
        }
        switch byte {
        case 0x0D:
            isAfterReturn = true
            return .more
        case 0x0A: return .invalid("A header line of a part ends with LF instead of CRLF")
        case 0x00: return .invalid("A header field of a part contains a zero byte")
        default: break
        }
        if isAtStart, isLineComplete {
            if byte == 0x20 || byte == 0x09 {
                // This line continues the previous one. The line end and the first space become one space.
                isLineComplete = false
                isAtStart = false
                line.append(0x20)
                return .more
            }
            if let problem = addLine() { return .invalid(problem) }
        }
        isAtStart = false
        line.append(byte)
        return .more
    }

    /// Parses the line as a field, and returns a description of its error, if any.
    private mutating func addLine() -> String? {
        guard isLineComplete else { return nil }
        isLineComplete = false
        defer { line = [] }
        guard let colon = line.firstIndex(of: 0x3A) else { return "A header line of a part has no colon" }
        // Text that is not valid UTF-8 is Latin-1.
        let value = line[(colon + 1)...]
        let text =
            String(validating: value, as: UTF8.self)
            ?? String(String.UnicodeScalarView(value.map { Unicode.Scalar($0) }))
        do throws(HeaderFieldError) {
            try fields.append(String(decoding: line[..<colon], as: UTF8.self), text)
        } catch {
            return "A header line of a part has no valid field name before its colon"
        }
        return nil
    }
}
