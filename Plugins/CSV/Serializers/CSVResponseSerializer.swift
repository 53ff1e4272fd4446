public import Mimeograph

/// A serializer that reads comma-separated values into a ``CSVTable``, as texts.
///
/// ```swift
/// let table = try CSVResponseSerializer().read(body, head: head)
/// ```
/// The first line is the header, unless the media type has `header=absent` or ``CSVFormat/header`` says otherwise.
public struct CSVResponseSerializer: ResponseSerialization {
    /// The format of the table.
    public var format: CSVFormat

    /// Makes a serializer.
    public init(format: CSVFormat = CSVFormat()) { self.format = format }

    /// The media types of the format: `text/csv` with any parameters.
    public var acceptedTypes: [MediaRange] { format.acceptedTypes }

    /// Reads the table; an empty body is an empty table.
    ///
    /// - Throws: The errors of `CSVFormat.decode(_:from:as:limits:)`, except for rows of another shape and names of columns.
    public func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> CSVTable {
        try format.withUTF8(of: body, as: head.contentType, limits: limits) {
            (text, limits) throws(SerializationError) in
            var rules = CSVRowRules(format, as: head.contentType, of: [String].self, limits: limits, countsAll: true)
            if format.header == .automatic { rules.hasHeader = CSVRowRules.saysHeader(head.contentType) }
            let reader = CSVRowReader(rules)
            var rows: [[String]] = []
            try reader.read(text, isLast: true) { (row) throws(SerializationError) in rows.append(row.texts) }
            return CSVTable(header: reader.names, rows: rows)
        }
    }
}

extension ResponseSerialization where Self == CSVResponseSerializer {
    /// Reads comma-separated values as a table of texts.
    public static var csv: CSVResponseSerializer { CSVResponseSerializer() }
}
