import Mimeograph

/// A table of texts: rows by position, and the names of the columns if there is a header.
///
/// ```swift
/// let table = try CSVResponseSerializer().read(body, head: head)
/// print(table.header ?? [], table[column: "age"] ?? [])
/// ```
public struct CSVTable: Hashable, Sendable {
    /// The names of the columns; nil without a header.
    public var header: [String]?
    /// The rows, each with as many fields as there are columns.
    public var rows: [[String]]

    /// Makes a table.
    public init(header: [String]? = nil, rows: [[String]] = []) {
        self.header = header
        self.rows = rows
    }

    /// The fields of the first column with a name, from the first row on; nil if no column has that name.
    ///
    /// Names are compared byte by byte.
    public subscript(column name: String) -> [String]? {
        guard let index = header?.firstIndex(where: { $0.hasSameBytes(as: name) }) else { return nil }
        return rows.map { index < $0.count ? $0[index] : "" }
    }

    /// Whether the headers and rows have the same bytes.
    public static func == (left: CSVTable, right: CSVTable) -> Bool {
        func same(_ left: [String], _ right: [String]) -> Bool {
            left.elementsEqual(right) { $0.hasSameBytes(as: $1) }
        }
        if (left.header == nil) != (right.header == nil) { return false }
        return same(left.header ?? [], right.header ?? []) && left.rows.elementsEqual(right.rows, by: same)
    }

    /// Feeds the bytes that `==` compares to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(header?.count)
        for row in [header ?? []] + rows {
            hasher.combine(row.count)
            for field in row { hasher.combine(ByteEqualString(field)) }
        }
    }
}

extension CSVTable: Encodable {
    /// Writes an array of objects with the column names as keys, or of arrays without a header.
    ///
    /// Other formats encode a table in this way; CSV itself writes it as it is. If columns have the same name, the last counts.
    public func encode(to encoder: any Encoder) throws {
        var rows = encoder.unkeyedContainer()
        guard let header else {
            for row in self.rows { try rows.encode(row) }
            return
        }
        for row in self.rows {
            var fields = rows.nestedContainer(keyedBy: PlainCodingKey.self)
            for (name, field) in zip(header, row) { try fields.encode(field, forKey: PlainCodingKey(name)) }
        }
    }
}
