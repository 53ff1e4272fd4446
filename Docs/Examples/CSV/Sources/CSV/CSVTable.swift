/// Comma-separated values: rows of texts, and the names of the columns where they are known.
public struct CSVTable: Hashable, Sendable {
    /// The names of the columns; nil where the body says none.
    public var header: [String]?
    /// The rows, each with as many fields as there are columns.
    public var rows: [[String]]

    /// Makes a table.
    public init(header: [String]? = nil, rows: [[String]] = []) {
        self.header = header
        self.rows = rows
    }

    /// The fields of a column, from the first row on; nil where no column has that name.
    public subscript(column name: String) -> [String]? {
        guard let index = header?.firstIndex(of: name) else { return nil }
        return rows.map { $0[index] }
    }
}

/// One row of a table that is read while it arrives.
public struct CSVRow: Hashable, Sendable {
    /// The names of the columns; nil where the body says none.
    public let header: [String]?
    /// The fields in order.
    public let fields: [String]

    /// Makes a row.
    public init(header: [String]? = nil, _ fields: [String]) {
        self.header = header
        self.fields = fields
    }

    /// The field in the column of that name; nil where there is none.
    public subscript(_ column: String) -> String? {
        header?.firstIndex(of: column).map { fields[$0] }
    }
}
