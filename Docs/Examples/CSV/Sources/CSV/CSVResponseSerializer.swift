public import Mimeograph
import MimeographText

/// Reads `text/csv` into a ``CSVTable``.
///
/// The first row names the columns where the content type says `header=present`. The text is in UTF-8 unless a byte order
/// mark or the charset parameter says otherwise.
///
/// Source: RFC 4180 §2, §3; RFC 7111 §5.1 (UTF-8).
public struct CSVResponseSerializer: ResponseSerialization {
    /// Makes a serializer.
    public init() {}

    /// `text/csv`, whatever its parameters are.
    public var acceptedTypes: [MediaRange] { ["text/csv"] }

    /// Reads the table; an empty body is an empty one.
    ///
    /// - Throws: `syntax`, `truncated`, `invalidText`, `unsupportedCharset`, and `limitExceeded` for `inputBytes` and for more
    ///   fields than `elements`.
    public func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> CSVTable {
        try limits.check(.inputBytes, body.count)
        let found = try TextDecoding.encoding(of: body, charset: head.contentType?.charset)
        var unbounded = limits
        unbounded.inputBytes = .max
        var parser = CSVParser(hasHeader: head.hasHeader, keepsRows: true, limits: unbounded)
        var rows: [CSVRow] = []
        if found.encoding == .utf8 {
            try parser.consume(body, into: &rows)
            try parser.finish(into: &rows)
        } else {
            do throws(SerializationError) {
                let utf8 = try TextDecoding.transcodeToUTF8(body, from: found.encoding)
                try parser.consume(utf8.span, into: &rows)
                try parser.finish(into: &rows)
            } catch {
                // The location is one in the UTF-8 that was made here; the caller has the body.
                var error = error
                if error.code != .invalidText { error.location = nil }
                throw error
            }
        }
        return CSVTable(header: parser.header, rows: rows.map(\.fields))
    }
}

/// Reads `text/csv` row by row, while it arrives, in little memory.
///
/// ```swift
/// for try await row in try serializers.stream(CSVRow.self, from: chunks, head: head) { print(row["name"] ?? "") }
/// ```
/// The limits count for each row. The text is in UTF-8.
public struct CSVRowSerializer: StreamingResponseSerialization {
    /// Makes a serializer.
    public init() {}

    /// `text/csv`, whatever its parameters are.
    public var acceptedTypes: [MediaRange] { ["text/csv"] }

    /// Makes a parser for one body.
    ///
    /// - Throws: Nothing. The parser throws `syntax`, `truncated`, `invalidText`, `limitExceeded`, and `unsupportedCharset`
    ///   where the content type says another charset than UTF-8 and no byte order mark says otherwise.
    public func makeParser(
        for head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<CSVRow> {
        let charset = head.contentType?.charset
        // A byte order mark, which has not come yet, goes before the parameter.
        let needsMark = charset.map { TextEncoding(label: $0) != .utf8 } ?? false
        return CSVParser(hasHeader: head.hasHeader, needsMark: needsMark, limits: limits)
    }
}

extension ResponseHead {
    /// Whether the first row names the columns. Source: RFC 4180 §3.
    fileprivate var hasHeader: Bool {
        contentType?[parameter: "header"]?.lowercased().utf8.elementsEqual("present".utf8) ?? false
    }
}
