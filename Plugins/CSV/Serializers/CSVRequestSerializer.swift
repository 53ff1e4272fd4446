public import Mimeograph

/// A serializer that writes a ``CSVTable`` as the body of a request.
///
/// Content-Type becomes `text/csv;charset=utf-8;header=present`, or `header=absent` for a table without a header, unless the
/// request has one already.
public struct CSVRequestSerializer: RequestSerialization {
    /// The format of the table.
    public var format: CSVFormat

    /// Makes a serializer.
    public init(format: CSVFormat = CSVFormat()) { self.format = format }

    /// The media type of the format: `text/csv`. Whether there is a header depends on the table.
    public var contentType: MediaType { format.contentType }

    /// Sets the body, and Content-Type if there is none.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for rows without fields or of other lengths than the first line,
    ///   and if `CSVFormat.formulas` or `CSVFormat.hasQuotes` forbids a text.
    public func write(_ input: CSVTable, into message: inout RequestMessage) throws(SerializationError) {
        let writer = CSVTableWriter(format)
        try writer.write(table: (input.header.map { [$0] } ?? []) + input.rows)
        message.setBody(.bytes(writer.finish()), as: format.contentType(hasHeader: input.header != nil))
    }
}

extension RequestSerialization where Self == CSVRequestSerializer {
    /// Writes tables of texts as comma-separated values.
    public static var csv: CSVRequestSerializer { CSVRequestSerializer() }
}
