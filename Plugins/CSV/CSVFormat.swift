public import Mimeograph
import MimeographText

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A format that reads and writes rows of any `Codable` type as comma-separated values.
///
/// ```swift
/// struct Person: Codable, Sendable { var name: String; var age: Int? }
/// let people = try CSVFormat().decode([Person].self, from: "name,age\r\nAda,36\r\nBob,\r\n".utf8)
/// ```
/// A row is a flat type. Each property is one field: a text, a number, a Boolean, a date, data, a URL, an enumeration with a raw
/// value, or an optional of these. Properties are found by the names in the header, in any order of columns; columns that a type
/// does not decode are skipped. Rows can also be `[String: String]`, or be read by position: `[String]`, and any other array or
/// set. A table of one column can be read as its values: `[Int]`.
///
/// - A field without quotes and content is nil if the property is optional; `""` is a text.
/// - A Boolean is `true` or `1`, or `false` or `0`, in uppercase or lowercase letters.
/// - A number is decimal. Fields are not trimmed.
/// - Dates are RFC 3339 text and data is Base64, unless a strategy says otherwise.
///
/// Values are read back as they were written, apart from fractions of a second and the few exceptions in ``MimeographCSV``.
///
/// Lines end in CRLF when written, and in CRLF or LF (non-standard) when read; the last line may have no end. An empty line is a
/// row in a table of one column, and is skipped in others (non-standard). All rows have as many fields as the first line. Quotes
/// enclose a whole field, and a quote inside is doubled. All other characters represent themselves, even U+0000. The text is
/// UTF-8, unless a byte order mark or the charset parameter says otherwise.
///
/// Source: RFC 4180 §2, §3; RFC 7111 §5.1 (UTF-8).
public struct CSVFormat: Sendable {
    /// The character between two fields. Default: a comma.
    public var delimiter: CSVDelimiter = .comma
    /// Whether quotes enclose fields that could be misread. Default: true.
    ///
    /// If false, a quote is an ordinary character, and a field with a delimiter or a line end in it cannot be written.
    public var hasQuotes = true
    /// Whether the first line names the columns. Default: the media type decides.
    public var header: CSVHeader = .automatic
    /// The names of the columns, if no header has them. Default: nil.
    ///
    /// If nil, rows without a header have the columns that the type decodes, in the order of its first requests. For a
    /// synthesized `init(from:)`, this is the order of the properties. A coding key with an `intValue` names the column with that
    /// number, counted from 0. When values are written, these names are the header, in this order.
    public var columns: [String]?
    /// Whether an empty field without quotes is nil for an optional text. Default: true.
    ///
    /// If false, it is an empty text. For all other optional types it is always nil.
    public var emptyFieldIsNil = true
    /// The treatment of written texts that a spreadsheet would take for a formula. Default: they are written unchanged.
    public var formulas: CSVFormulas = .write
    /// The strategy for `Date`. The default, native coding, is RFC 3339 text. A closure that writes nothing leaves the field
    /// empty.
    public var dateStrategy: DateStrategy<Date> = .native
    /// The strategy for `Data`. The default, native coding, is Base64 text. A closure that writes nothing leaves the field empty.
    public var dataStrategy: DataStrategy<Data> = .native
    /// The strategy that converts between coding keys and column names. By default they are the same. A closure receives a path
    /// of one key.
    public var keyStrategy: KeyStrategy = .useDefaultKeys
    /// The values that types find in the `userInfo` of their decoder or encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Makes a format.
    ///
    /// - Parameters:
    ///   - delimiter: The character between two fields.
    ///   - header: Whether the first line names the columns.
    ///   - columns: The names of the columns, if no header has them.
    public init(delimiter: CSVDelimiter = .comma, header: CSVHeader = .automatic, columns: [String]? = nil) {
        self.delimiter = delimiter
        self.header = header
        self.columns = columns
    }

    /// A format with tabs between fields and without quotes: `text/tab-separated-values`.
    ///
    /// Source: the IANA registration of that type, which has no escapes; its first line always names the columns.
    public static var tabSeparated: CSVFormat {
        var format = CSVFormat(delimiter: .tab)
        format.hasQuotes = false
        return format
    }
}

extension CSVFormat: CodableFormat {
    /// `text/csv` in UTF-8 with a header, or without one if ``header`` is `absent`; `text/tab-separated-values` if tabs separate
    /// fields that have no quotes.
    public var contentType: MediaType { contentType(hasHeader: header != .absent) }

    /// Returns the same for a table with or without a header.
    func contentType(hasHeader: Bool) -> MediaType {
        if isTabSeparated { return "text/tab-separated-values;charset=utf-8" }
        return hasHeader ? "text/csv;charset=utf-8;header=present" : "text/csv;charset=utf-8;header=absent"
    }

    private var isTabSeparated: Bool { delimiter == .tab && !hasQuotes }

    /// `text/csv` or `text/tab-separated-values`, with any parameters.
    public var acceptedTypes: [MediaRange] { isTabSeparated ? ["text/tab-separated-values"] : ["text/csv"] }

    /// Decodes rows from a whole body, as an array or another sequence. An empty body has no rows, and neither does a body of
    /// only a header.
    ///
    /// - Throws: ``SerializationError/Code/syntax`` for bytes after a quote, a quote in a field, a carriage return alone, rows of
    ///   other lengths than the first line, and column names that are empty or repeated; ``SerializationError/Code/truncated``,
    ///   ``SerializationError/Code/invalidText``, ``SerializationError/Code/unsupportedCharset``;
    ///   ``SerializationError/Code/limitExceeded`` for the bytes, the fields, and names with more than 30 combining marks in a
    ///   row; ``SerializationError/Code/dataShape``, with the `DecodingError` in `underlying`, for rows of another shape. In a
    ///   body of UTF-8, all have the line, the column and the offset.
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

    /// Calls `body` with the UTF-8 text of a whole body, including a byte order mark, and with the limits that remain to be
    /// checked.
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
            // The location is an offset in the converted text, but the caller has the original body.
            var error = error
            error.location = nil
            throw error
        }
    }

    /// Encodes rows to a whole body, from an array or another sequence.
    ///
    /// The header has the keys of the first row, in the order in which it writes them, or ``columns``. An empty array writes the
    /// header if ``columns`` is set, otherwise nothing. Rows by position are written line by line without changes, after
    /// ``columns``.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue``, with the coding path, if a row has other keys or another number of
    ///   fields than the first, if a value is not flat, or if ``formulas`` or ``hasQuotes`` forbids it.
    public func encode<V: Encodable>(_ value: V) throws(SerializationError) -> [UInt8] {
        let writer = CSVTableWriter(self)
        try writer.write(table: value)
        return writer.finish()
    }
}

extension CSVFormat: CodableStreamFormat {
    /// Creates a parser that decodes each row as the body arrives, in memory for one row.
    ///
    /// The limits apply to each row. The text must be UTF-8, which includes US-ASCII.
    ///
    /// - Throws: Nothing. The parser throws the errors of ``decode(_:from:as:limits:)``, and
    ///   ``SerializationError/Code/unsupportedCharset`` if the media type names another charset than UTF-8 and no byte order mark
    ///   says otherwise.
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
