import CSV
import Mimeograph
import MimeographJSON
import MimeographText
import Testing

/// The plugin in a registry, beside others.
@Suite struct RegistryTests {
    private func head(_ type: String) -> ResponseHead { ResponseHead(status: 200, fields: ["Content-Type": type]) }

    @Test func readsAndWrites() throws {
        let serializers = try SerializerRegistry {
            JSONPlugin()
            CSVPlugin()
            TextPlugin()
        }
        let table = try serializers.read(
            CSVTable.self,
            from: "name,age\r\nAda,36\r\n".utf8,
            head: head("text/csv; header=present")
        )
        #expect(table[column: "age"] == ["36"])
        // A caller that wants the text still gets the text.
        #expect(try serializers.read(String.self, from: "a,b".utf8, head: head("text/csv")) == "a,b")
        let (type, bytes) = try serializers.encode(table)
        #expect(type == "text/csv;charset=utf-8;header=present")
        #expect(bytes == Array("name,age\r\nAda,36\r\n".utf8))
    }

    @Test func rowsWhileTheyArrive() async throws {
        let serializers = try SerializerRegistry { CSVPlugin() }
        let chunks = AsyncStream<[UInt8]> { source in
            for piece in ["name,a", "ge\r", "\nAda,\"3", "6\"\r\nBob", ",40"] { source.yield(Array(piece.utf8)) }
            source.finish()
        }
        var ages: [String] = []
        for try await row in try serializers.stream(CSVRow.self, from: chunks, head: head("text/csv; header=present")) {
            ages.append(row["age"] ?? "")
        }
        #expect(ages == ["36", "40"])
    }

    /// A handler for a media type of one's own.
    @Test func aTypeOfOnesOwn() throws {
        var serializers = try SerializerRegistry { JSONPlugin() }
        try serializers.register(CSVResponseSerializer(), for: "application/vnd.acme.report")
        let table = try serializers.read(
            CSVTable.self,
            from: "a\n".utf8,
            head: head("application/vnd.acme.report;v=2")
        )
        #expect(table.rows == [["a"]])
    }

    /// A user's own goes before a plugin's: a body of JSON is a table here.
    @Test func insteadOfABuiltInOne() throws {
        var serializers = try SerializerRegistry {
            JSONPlugin()
            TextPlugin()
        }
        let asJSON = try serializers.anyValue(from: "[1]".utf8, head: head("application/json"))
        #expect(asJSON is JSON)
        try serializers.register(CSVResponseSerializer(), for: "application/json")
        let asTable = try serializers.anyValue(from: "[1]".utf8, head: head("application/json"))
        #expect(asTable as? CSVTable == CSVTable(rows: [["[1]"]]))
        // What was not replaced still reads what it did.
        #expect(try serializers.read([Int].self, from: "[1]".utf8, head: head("application/json")) == [1])
    }

    @Test(arguments: [
        ("a,b\r\n1,2,3\r\n", 2, 7), ("a,\"b\nc\"d", 2, 3), ("a\rb", 1, 3),
    ])
    func locationsOfErrors(body: String, line: Int, column: Int) throws {
        let error = try #require(throws: SerializationError.self) { try CSVResponseSerializer().read(body.utf8) }
        #expect(error.location?.line == line)
        #expect(error.location?.column == column)
    }
}
