import Mimeograph
import MimeographCSV
import Testing
import TestSupport

/// Tables of the tests of CSV on the Web, with the same cells as there.
///
/// Each case has the number of the test, with its first rows. Its dialect is one that ``CSVFormat`` has options for: a delimiter,
/// quotes, a header or none. All other tests are about metadata, or convert cells by it.
///
/// Source: w3c/csvw, tests/manifest-json.jsonld, tests/manifest-nonnorm.jsonld and the files that they name.
@Suite struct CSVOnTheWebTests {
    struct Case: Sendable, CustomStringConvertible {
        var name: String
        var body: String
        var table: CSVTable
        var format = CSVFormat()
        var mediaType = "text/csv"

        var description: String { name }
    }

    private static let trees = CSVTable(
        header: ["GID", "On Street", "Species", "Trim Cycle", "Inventory Date"],
        rows: [
            ["1", "ADDISON AV", "Celtis australis", "Large Tree Routine Prune", "10/18/2010"],
            ["2", "EMERSON ST", "Liquidambar styraciflua", "Large Tree Routine Prune", "6/2/2010"],
        ]
    )

    /// Returns the lines of the table of trees, each with an end.
    private static func lines(_ table: CSVTable = trees, delimiter: String = ",", end: String = "\n") -> String {
        ([table.header].compactMap { $0 } + table.rows).map { $0.joined(separator: delimiter) + end }.joined()
    }

    private static let spaced = CSVTable(
        header: trees.header,
        rows: trees.rows.map { $0.map { " \($0) " } }
    )

    static let cases = [
        Case(
            name: "001 simple table",
            body: "Surname,FamilyName\nHomer,Simpson\nKrusty,the Clown\n",
            table: CSVTable(
                header: ["Surname", "FamilyName"],
                rows: [["Homer", "Simpson"], ["Krusty", "the Clown"]]
            )
        ),
        Case(
            name: "002 quoted field",
            body: "Surname,FamilyName\nHomer,\"Simpson\"\nKrusty,\"the Clown\"\n",
            table: CSVTable(
                header: ["Surname", "FamilyName"],
                rows: [["Homer", "Simpson"], ["Krusty", "the Clown"]]
            )
        ),
        Case(
            name: "003 surrounding spaces",
            body: "Surname,FamilyName\n Homer , Simpson \n",
            table: CSVTable(header: ["Surname", "FamilyName"], rows: [[" Homer ", " Simpson "]])
        ),
        Case(
            name: "005 empty last field",
            body: "id,Surname,FamilyName,child_id\n2,Marge,Simpson,5\n3,Bart,Simpson,\n",
            table: CSVTable(
                header: ["id", "Surname", "FamilyName", "child_id"],
                rows: [["2", "Marge", "Simpson", "5"], ["3", "Bart", "Simpson", ""]]
            )
        ),
        Case(
            name: "008 delimiters in quotes",
            body: "Book1,Book2,Path\n1,7680,\"http://a/language,http://a/English,http://a/language\"\n",
            table: CSVTable(
                header: ["Book1", "Book2", "Path"],
                rows: [["1", "7680", "http://a/language,http://a/English,http://a/language"]]
            )
        ), Case(name: "009 lines that end in CRLF", body: lines(end: "\r\n"), table: trees),
        Case(
            name: "010 no end of the last line",
            body: "country,name\nAD,Andorra\nAL,Albania",
            table: CSVTable(header: ["country", "name"], rows: [["AD", "Andorra"], ["AL", "Albania"]])
        ),
        Case(
            name: "019 no header, by the media type",
            body: lines(CSVTable(rows: trees.rows)),
            table: CSVTable(rows: trees.rows),
            mediaType: "text/csv;header=absent"
        ),
        Case(
            name: "023 no header, by the dialect",
            body: lines(),
            table: CSVTable(rows: [trees.header ?? []] + trees.rows),
            format: CSVFormat(header: .absent)
        ),
        Case(
            name: "024 a header, by the dialect",
            body: lines(),
            table: trees,
            format: CSVFormat(header: .present),
            mediaType: "text/csv;header=absent"
        ),
        Case(
            name: "028 a quoted field in the last column",
            body: "countryCode,latitude,longitude,name\nAE,23.424076,53.847818,\"United Arab Emirates\"\n",
            table: CSVTable(
                header: ["countryCode", "latitude", "longitude", "name"],
                rows: [["AE", "23.424076", "53.847818", "United Arab Emirates"]]
            )
        ),
        Case(
            name: "050 tabs as delimiters",
            body: lines(delimiter: "\t"),
            table: trees,
            format: CSVFormat(delimiter: .tab)
        ), Case(name: "262 no trimming", body: lines(spaced), table: spaced),
    ]

    @Test(arguments: cases) func tablesHaveTheirCells(_ sample: Case) throws {
        let head = ResponseHead(status: 200, fields: ["Content-Type": sample.mediaType])
        let table = try CSVResponseSerializer(format: sample.format).read(Array(sample.body.utf8), head: head)
        #expect(table == sample.table)
        guard let header = table.header else { return }
        let parser = try sample.format.makeParser(of: [String: String].self, as: head.contentType, limits: .standard)
        let rows = try parser.parse(sample.body.utf8, inChunksOf: 7)
        #expect(rows == table.rows.map { Dictionary(uniqueKeysWithValues: zip(header, $0)) })
    }

    /// Test 091: all rows have the same number of cells.
    @Test func rowsOfOtherLengthsAreRejected() {
        let error = #expect(throws: SerializationError.self) {
            try CSVResponseSerializer().read(Array("col1,col2,col3\n1,2,3\n1,2\n1\n".utf8))
        }
        #expect(error?.code == .syntax && error?.location?.line == 3)
    }

    /// These dialects need options that ``CSVFormat`` does not have. Nothing is skipped or trimmed without them.
    @Test func dialectsWithoutAnOptionChangeNothing() throws {
        func read(_ body: String, _ format: CSVFormat = CSVFormat()) throws -> CSVTable {
            try CSVResponseSerializer(format: format).read(Array(body.utf8))
        }
        let comments = "# publisher City of Palo Alto\n# updated 12/31/2010\n"
        // 051, 052: `commentPrefix` and `skipRows`. A comment is a row of one field.
        for body in [comments + Self.lines(), Self.lines(CSVTable(header: Self.trees.header)) + comments] {
            let error = #expect(throws: SerializationError.self) { try read(body) }
            #expect(error?.code == .syntax)
        }
        // 055: `skipBlankRows`. A row of empty fields is a row, unlike an empty line.
        let blank = ["", "", "", "", ""]
        let rows = [blank, Self.trees.rows[0], blank, Self.trees.rows[1]]
        #expect(try read(Self.lines(CSVTable(header: Self.trees.header, rows: rows))).rows == rows)
        #expect(try read(Self.lines().replacing("\n", with: "\n\n")) == Self.trees)
        // 020, 021, 022, 056, 057, 058: `trim` and `skipInitialSpace`. 022 also has spaces in the header.
        let header = Self.trees.header?.map { " \($0) " }
        #expect(try read(Self.lines(CSVTable(header: header, rows: Self.spaced.rows))).header == header)
        // 025: `skipRows`. 054: `skipColumns`, for which a type leaves out the column.
        #expect(try read(Self.lines(), CSVFormat(header: .absent)).rows.count == 3)
        struct Tree: Decodable, Equatable {
            var species: String
            enum CodingKeys: String, CodingKey { case species = "Species" }
        }
        let trees = try CSVFormat().decode([Tree].self, from: Self.lines().utf8)
        #expect(trees == [Tree(species: "Celtis australis"), Tree(species: "Liquidambar styraciflua")])
    }
}
