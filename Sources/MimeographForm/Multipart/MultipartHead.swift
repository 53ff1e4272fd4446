public import Mimeograph

/// The header fields of one part, and what they say.
///
/// All of it is what the sender says. A file name is not to be used as a path.
public struct MultipartHead: Hashable, Sendable {
    /// The header fields in order. Bytes that are no UTF-8 are read as Latin-1, which old senders use.
    public var fields: HeaderFields

    /// Makes a head of fields.
    public init(fields: HeaderFields) { self.fields = fields }

    /// Content-Disposition; nil where there is none that can be read.
    public var disposition: ContentDisposition? {
        fields.values(of: "Content-Disposition").first.flatMap { ContentDisposition(parsing: $0) }
    }

    /// The name of the form's field; nil where there is none.
    public var name: String? { disposition?.name }

    /// The name of the file, which may hold anything; nil where there is none.
    public var fileName: String? { disposition?.fileName }

    /// Content-Type; nil where there is none that can be read. Without one a part is plain text.
    public var contentType: MediaType? { fields.contentType }

    /// Content-ID without its angle brackets, by which parts of `multipart/related` refer to each other. Source: RFC 2392.
    public var contentID: String? {
        guard let text = fields["Content-ID"] else { return nil }
        return text.withoutAngleBrackets
    }
}

extension String {
    /// What stands between `<` and `>`, where the text has both at its ends; else the text. By bytes: a mark behind a bracket
    /// belongs to what is between.
    var withoutAngleBrackets: String {
        guard utf8.count >= 2, utf8.first == UInt8(ascii: "<"), utf8.last == UInt8(ascii: ">") else { return self }
        return String(Substring(utf8.dropFirst().dropLast()))
    }
}

/// Makes header fields of bytes, one at a time.
///
/// Source: RFC 5322 §2.2 (fields), §2.2.3 (folded lines); RFC 9110 §5.6.2 for the bytes of a name, as browsers hold it.
struct MultipartHeadBuilder {
    /// What a byte came to.
    enum Outcome {
        case more
        case complete(HeaderFields)
        case invalid(String)
    }

    /// The bytes that were appended.
    private(set) var count = 0
    private var fields = HeaderFields()
    /// The line, and what was folded onto it.
    private var line: [UInt8] = []
    /// Whether the line is complete, unless the next one goes on with it.
    private var isLineComplete = false
    private var isAfterReturn = false
    /// Whether nothing of the line at hand has come yet.
    private var isAtStart = true

    mutating func append(_ byte: UInt8) -> Outcome {
        count += 1
        if isAfterReturn {
            guard byte == 0x0A else { return .invalid("A header line of a part has a CR that does not end it") }
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
        case 0x0A: return .invalid("A header line of a part ends with LF alone")
        case 0x00: return .invalid("A header field of a part has a zero byte")
        default: break
        }
        if isAtStart, isLineComplete {
            if byte == 0x20 || byte == 0x09 {
                // A folded line. Its line end and its spaces are one space; those that follow are trimmed or stay.
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

    /// Reads the line as a field; gives what is wrong with it, where something is.
    private mutating func addLine() -> String? {
        guard isLineComplete else { return nil }
        isLineComplete = false
        defer { line = [] }
        guard let colon = line.firstIndex(of: 0x3A) else { return "A header line of a part has no colon" }
        // What is no UTF-8 is Latin-1.
        let value = line[(colon + 1)...]
        let text =
            String(validating: value, as: UTF8.self)
            ?? String(String.UnicodeScalarView(value.map { Unicode.Scalar($0) }))
        do throws(HeaderFieldError) {
            try fields.append(String(decoding: line[..<colon], as: UTF8.self), text)
        } catch {
            return "A header line of a part has no field name before its colon"
        }
        return nil
    }
}
