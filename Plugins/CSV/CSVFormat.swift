public import Mimeograph
import MimeographText

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Reads and writes rows of any `Codable` type as comma-separated values.
///
/// ```swift
/// struct Person: Codable, Sendable { var name: String; var age: Int? }
/// let people = try CSVFormat().decode([Person].self, from: "name,age\r\nAda,36\r\nBob,\r\n".utf8)
/// ```
/// A row is a flat type: each of its properties is one field, which is a text, a number, a truth value, a date, data, a URL, an
/// enumeration with a raw value, or one of these or nothing. What the header names is found by name, in whatever order the columns stand;
/// columns that a type does not ask for are passed over. Rows may also be `[String: String]`, or be read by position: `[String]`, and any
/// other array or set. A table of one column may be read as its values: `[Int]`.
///
/// - A field without quotes and without content is nil where the property is optional; `""` is a text.
/// - A truth value is `true` or `1`, or `false` or `0`, in large or small letters.
/// - A number is a decimal one; nothing is trimmed from a field.
/// - Dates are RFC 3339 text and data is Base64, unless a strategy says otherwise.
///
/// What is written is read back as it was, apart from fractions of a second and the few things that ``MimeographCSV`` names.
///
/// Lines end in CRLF when they are written, and in CRLF or LF (non-standard) when they are read; the last line may have no end. An empty
/// line is a row of a table of one column, and is passed over in others (non-standard). All rows have as many fields as the first line. A
/// quote stands around a whole field, and twice for one in it. All other characters stand for themselves, U+0000 among them. The text is in
/// UTF-8, unless a byte order mark or the charset parameter says otherwise.
///
/// Source: RFC 4180 §2, §3; RFC 7111 §5.1 (UTF-8).
public struct CSVFormat: Sendable {
    /// What stands between two fields. Default: a comma.
    public var delimiter: CSVDelimiter = .comma
    /// Whether quotes stand around fields that could be misread. Default: true.
    ///
    /// When off, a quote is a character as any other, and a field with a delimiter or a line end in it cannot be written.
    public var hasQuotes = true
    /// Whether the first line names the columns. Default: as the media type says.
    public var header: CSVHeader = .automatic
    /// The names of the columns, where no header says them. Default: nil.
    ///
    /// Without them the columns of rows without a header are those that the type asks for, in the order in which it asks for them first,
    /// which is the order of its properties where the compiler has written its `init(from:)`; and a coding key with an `intValue` names
    /// the column of that number, counted from 0. When values are written these names are the header, in this order.
    public var columns: [String]?
    /// Whether an empty field without quotes is nil where an optional text is wanted. Default: true.
    ///
    /// When off, it is an empty text. For all other optional types it is nil in any case.
    public var emptyFieldIsNil = true
    /// What happens to texts that a spreadsheet would take for a formula, when they are written. Default: they are written as they are.
    public var formulas: CSVFormulas = .write
    /// How a `Date` is coded. The native way, which is the default, is RFC 3339 text. A closure that writes nothing leaves the field empty.
    public var dateStrategy: DateStrategy<Date> = .native
    /// How `Data` is coded. The native way, which is the default, is Base64 text. A closure that writes nothing leaves the field empty.
    public var dataStrategy: DataStrategy<Data> = .native
    /// How coding keys and the names of columns become each other. Default: they are the same. The path that a closure gets is the one
    /// key.
    public var keyStrategy: KeyStrategy = .useDefaultKeys
    /// What values find in the `userInfo` of their decoder or encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Makes a format.
    ///
    /// - Parameters:
    ///   - delimiter: What stands between two fields.
    ///   - header: Whether the first line names the columns.
    ///   - columns: The names of the columns, where no header says them.
    public init(delimiter: CSVDelimiter = .comma, header: CSVHeader = .automatic, columns: [String]? = nil) {
        self.delimiter = delimiter
        self.header = header
        self.columns = columns
    }

    /// Fields with tabs between them and without quotes: `text/tab-separated-values`.
    ///
    /// Source: the registration of that type with IANA, which has no escapes; its first line always names the columns.
    public static var tabSeparated: CSVFormat {
        var format = CSVFormat(delimiter: .tab)
        format.hasQuotes = false
        return format
    }
}

extension CSVFormat: CodableFormat {
    /// `text/csv` in UTF-8 with a header, or without one where ``header`` is `absent`; `text/tab-separated-values` where tabs stand
    /// between fields that have no quotes.
    public var contentType: MediaType { contentType(hasHeader: header != .absent) }

    /// The same for a table that is known to have a header, or none.
    func contentType(hasHeader: Bool) -> MediaType {
        if isTabSeparated { return "text/tab-separated-values;charset=utf-8" }
        return hasHeader ? "text/csv;charset=utf-8;header=present" : "text/csv;charset=utf-8;header=absent"
    }

    private var isTabSeparated: Bool { delimiter == .tab && !hasQuotes }

    /// `text/csv`, or `text/tab-separated-values`, whatever its parameters are.
    public var acceptedTypes: [MediaRange] { isTabSeparated ? ["text/tab-separated-values"] : ["text/csv"] }

    /// Decodes rows from a whole body: an array or another sequence of them. An empty body has none, and neither has one of a header
    /// alone.
    ///
    /// - Throws: ``SerializationError/Code/syntax`` for bytes after a quote, a quote in a field, a carriage return alone, rows of other
    ///   lengths than the first line, and names of columns that are empty or there twice; ``SerializationError/Code/truncated``,
    ///   ``SerializationError/Code/invalidText``, ``SerializationError/Code/unsupportedCharset``;
    ///   ``SerializationError/Code/limitExceeded`` for the bytes, the fields, and names with more than 30 combining marks in a row;
    ///   ``SerializationError/Code/dataShape``, with the `DecodingError` in `underlying`, for rows of another shape. All have the line,
    ///   the column and the offset.
    public func decode<V: Decodable>(
        _ type: V.Type,
        from body: Span<UInt8>,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> V {
        try withUTF8(of: body, as: mediaType, limits: limits) { (text, limits) throws(SerializationError) in
            if let rows = type as? any CSVRows.Type,
                let value = try rows.decode(from: text, as: mediaType, by: self, limits: limits) as? V
            {
                return value
            }
            return try CSVTableDecoder.decode(type, from: text, as: mediaType, by: self, limits: limits)
        }
    }

    /// Calls `body` with the text of a whole body in UTF-8, byte order mark included, and the limits that are left to check.
    func withUTF8<Result>(
        of bytes: Span<UInt8>,
        as mediaType: MediaType?,
        limits: DecodingLimits,
        _ body: (_ text: Span<UInt8>, _ limits: DecodingLimits) throws(SerializationError) -> Result
    ) throws(SerializationError) -> Result {
        try limits.check(.inputBytes, bytes.count)
        var limits = limits
        limits.inputBytes = .max
        let found = try TextDecoding.encoding(of: bytes, charset: mediaType?.charset)
        if found.encoding == .utf8 { return try body(bytes, limits) }
        let utf8 = try TextDecoding.transcodeToUTF8(bytes, from: found.encoding)
        do throws(SerializationError) {
            return try body(utf8.span, limits)
        } catch {
            // The location is one in the UTF-8 that was made here; the caller has the body.
            var error = error
            error.location = nil
            throw error
        }
    }

    /// Encodes rows to a whole body: an array or another sequence of them.
    ///
    /// The header has the keys of the first row, in the order in which it writes them, or ``columns``. An empty array gives the header
    /// where ``columns`` says it, else nothing. Rows by position are written line by line as they are, and ``columns`` before them.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue``, with the coding path, where a row has other keys or another number of
    ///   fields than the first, where a value is not flat, and as ``formulas`` and ``hasQuotes`` say.
    public func encode<V: Encodable>(_ value: V) throws(SerializationError) -> [UInt8] {
        let writer = CSVTableWriter(self)
        try writer.write(table: value)
        return writer.finish()
    }
}

extension CSVFormat: CodableStreamFormat {
    /// Makes a parser that decodes each row while the body arrives, in memory for one row.
    ///
    /// The limits count for each row. The text is in UTF-8, of which US-ASCII is a part.
    ///
    /// - Throws: Nothing. The parser throws what ``decode(_:from:as:limits:)`` does, and ``SerializationError/Code/unsupportedCharset``
    ///   where the media type says another charset than UTF-8 and no byte order mark says otherwise.
    public func makeParser<V: Decodable & Sendable>(
        of type: V.Type,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<V> {
        let rules = CSVRowRules(self, as: mediaType, of: type, limits: limits, countsAll: false)
        return CSVRowParser<V>(rules, self)
    }
}

extension CodableFormat where Self == CSVFormat {
    /// Comma-separated values with standard options, for rows of any `Codable` type.
    public static var csv: CSVFormat { CSVFormat() }
}
