public import Mimeograph

/// Writes a ``CSVTable`` as the body of a request.
///
/// Content-Type becomes `text/csv;charset=utf-8;header=present`, or `header=absent` for a table without a header, unless the request has
/// one already.
public struct CSVRequestSerializer: RequestSerialization {
    /// How the table is written.
    public var format: CSVFormat

    /// Makes a serializer.
    public init(format: CSVFormat = CSVFormat()) { self.format = format }

    /// What the format writes: `text/csv`; whether there is a header depends on the table.
    public var contentType: MediaType { format.contentType }

    /// Sets the body, and Content-Type where there is none.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for rows of no field or of other lengths than the first line, and as
    ///   `CSVFormat.formulas` and `CSVFormat.hasQuotes` say.
    public func write(_ input: CSVTable, into message: inout RequestMessage) throws(SerializationError) {
        let writer = CSVTableWriter(format)
        try writer.write(table: (input.header.map { [$0] } ?? []) + input.rows)
        message.setBody(.bytes(writer.finish()), as: format.contentType(hasHeader: input.header != nil))
    }
}

extension RequestSerialization where Self == CSVRequestSerializer {
    /// Tables of texts as comma-separated values.
    public static var csv: CSVRequestSerializer { CSVRequestSerializer() }
}
