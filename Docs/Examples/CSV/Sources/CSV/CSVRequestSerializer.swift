public import Mimeograph

/// Writes a ``CSVTable`` as `text/csv`, in UTF-8, with CRLF.
///
/// Source: RFC 4180 §2, §3.
public struct CSVRequestSerializer: RequestSerialization {
    /// Makes a serializer.
    public init() {}

    /// `text/csv`; the parameters that are written depend on the table.
    public var contentType: MediaType { "text/csv" }

    /// Sets the body, and Content-Type where there is none.
    ///
    /// - Throws: `unencodableValue` for rows of no field or of different lengths.
    public func write(_ input: CSVTable, into message: inout RequestMessage) throws(SerializationError) {
        let lines = (input.header.map { [$0] } ?? []) + input.rows
        let columns = lines.first?.count ?? 0
        for (index, line) in lines.enumerated() where line.isEmpty || line.count != columns {
            throw SerializationError(
                .unencodableValue,
                "Line \(index + 1) has \(line.count) fields, and the first has \(columns); each needs one at least.",
                remedy: "Give all rows as many fields as there are columns."
            )
        }
        var bytes: [UInt8] = []
        for line in lines {
            for (index, field) in line.enumerated() {
                if index > 0 { bytes.append(0x2C) }
                append(field, isAlone: columns == 1, to: &bytes)
            }
            bytes += [0x0D, 0x0A]
        }
        let hasHeader = input.header != nil
        message.setBody(
            .bytes(bytes),
            as: hasHeader ? "text/csv;charset=utf-8;header=present" : "text/csv;charset=utf-8;header=absent"
        )
    }

    private func append(_ field: String, isAlone: Bool, to bytes: inout [UInt8]) {
        // An empty line could be taken for no row at all, and U+FEFF at the start for a byte order mark.
        let needsQuotes =
            (isAlone && field.isEmpty) || field.unicodeScalars.first?.value == 0xFEFF
            || field.utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0D || $0 == 0x0A }
        guard needsQuotes else {
            bytes += field.utf8
            return
        }
        bytes.append(0x22)
        for byte in field.utf8 {
            if byte == 0x22 { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(0x22)
    }
}
