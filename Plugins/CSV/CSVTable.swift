import Mimeograph

/// Comma-separated values as texts: rows by position, and the names of the columns where there is a header.
///
/// ```swift
/// let table = try CSVResponseSerializer().read(body, head: head)
/// print(table.header ?? [], table[column: "age"] ?? [])
/// ```
public struct CSVTable: Hashable, Sendable {
    /// The names of the columns; nil where there is no header.
    public var header: [String]?
    /// The rows, each with as many fields as there are columns.
    public var rows: [[String]]

    /// Makes a table.
    public init(header: [String]? = nil, rows: [[String]] = []) {
        self.header = header
        self.rows = rows
    }

    /// The fields of the first column of that name, from the first row on; nil where no column has it.
    ///
    /// Names are compared byte by byte.
    public subscript(column name: String) -> [String]? {
        guard let index = header?.firstIndex(where: { $0.hasSameBytes(as: name) }) else { return nil }
        return rows.map { index < $0.count ? $0[index] : "" }
    }

    /// Whether header and rows have the same bytes.
    public static func == (left: CSVTable, right: CSVTable) -> Bool {
        func same(_ left: [String], _ right: [String]) -> Bool {
            left.elementsEqual(right) { $0.hasSameBytes(as: $1) }
        }
        if (left.header == nil) != (right.header == nil) { return false }
        return same(left.header ?? [], right.header ?? []) && left.rows.elementsEqual(right.rows, by: same)
    }

    /// Feeds the bytes, which `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(header?.count)
        for row in [header ?? []] + rows {
            hasher.combine(row.count)
            for field in row { hasher.combine(ByteEqualString(field)) }
        }
    }
}

extension CSVTable: Encodable {
    /// Writes an array of objects, whose members are named as the columns are, or of arrays where there is no header.
    ///
    /// It is what another format makes of a table; CSV itself writes it as it is. Of columns that have the same name the last counts.
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
