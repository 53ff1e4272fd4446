import Foundation
import Mimeograph
import MimeographCSV
import MimeographJSON
import MimeographText
import TestSupport
import Testing

/// Tables that are written as a whole and row by row.
@Suite struct CSVWritingTests {
    struct Row: Codable, Equatable, Sendable {
        var a: String
        var b: Int?
    }

    private func text(_ value: some Encodable, _ format: CSVFormat = CSVFormat()) throws -> String {
        String(decoding: try format.encode(value), as: UTF8.self)
    }

    @Test func quotesWhereNeeded() throws {
        #expect(
            try text([["a", "b c", "", "d,e", "f\"g", "h\ni", "j\rk"]])
                == "a,b c,,\"d,e\",\"f\"\"g\",\"h\ni\",\"j\rk\"\r\n"
        )
        #expect(try text([["\u{FEFF}a", "\u{FEFF}b"]]) == "\"\u{FEFF}a\",\u{FEFF}b\r\n")
        #expect(try text([["a"], [""]]) == "a\r\n\"\"\r\n")
        #expect(try text([Row(a: "", b: nil)]) == "a,b\r\n,\r\n")
        #expect(try text([1.5, -2]) == "1.5\r\n-2.0\r\n")
        #expect(try text([[1.5]], CSVFormat(delimiter: CSVDelimiter(".") ?? .comma)) == "\"1.5\"\r\n")
    }

    @Test func headers() throws {
        #expect(try text([["b": 1, "a": 2], ["a": 3, "b": 4]]) == "a,b\r\n2,1\r\n3,4\r\n")
        #expect(try text([Row(a: "x", b: 1)], CSVFormat(header: .absent)) == "x,1\r\n")
        #expect(try text([Row(a: "x", b: 1)], CSVFormat(columns: ["c", "b", "a"])) == "c,b,a\r\n,1,x\r\n")
        #expect(try text([Row](), CSVFormat(columns: ["a", "b"])) == "a,b\r\n")
        #expect(try text([Row]()) == "")
        #expect(try text([["1", "2"]], CSVFormat(columns: ["a", "b"])) == "a,b\r\n1,2\r\n")
    }

    @Test func refusals() throws {
        struct Nested: Encodable { var a = [1] }
        struct Empty: Encodable {}
        struct Member: Encodable { var a = Row(a: "", b: 1) }
        var refusing = CSVFormat()
        refusing.formulas = .refuse
        for write in [
            { _ = try CSVFormat().encode([["a"], ["b", "c"]]) }, { _ = try CSVFormat().encode([["a", "b"], ["c"]]) },
            { _ = try CSVFormat().encode([[String]()]) }, { _ = try CSVFormat().encode([["a": 1], ["b": 1]]) },
            { _ = try CSVFormat().encode([["": 1]]) }, { _ = try CSVFormat().encode([Nested()]) },
            { _ = try CSVFormat().encode([Member()]) }, { _ = try CSVFormat().encode([Empty()]) },
            { _ = try CSVFormat().encode(Row(a: "", b: 1)) }, { _ = try CSVFormat().encode(5) },
            { _ = try CSVFormat.tabSeparated.encode([["a\tb"]]) },
            { _ = try CSVFormat.tabSeparated.encode([["a\nb"]]) },
            { _ = try refusing.encode([["=1+1"]]) }, { _ = try CSVFormat(columns: ["b"]).encode([Row(a: "", b: 1)]) },
        ] as [() throws -> Void] {
            let error = try #require(throws: SerializationError.self, performing: write)
            #expect(error.code == .unencodableValue, "\(error)")
            #expect(error.remedy != nil)
        }
        let error = try #require(throws: SerializationError.self) { try CSVFormat().encode([["a": 1], ["b": 1]]) }
        #expect(error.codingPath.map(\.stringValue) == ["Index 1", "b"])
    }

    @Test(arguments: ["=1+1", "+1", "-1", "@a", "\ta", "\ra"])
    func formulas(text: String) throws {
        var format = CSVFormat()
        #expect(try format.decode([[String]].self, from: format.encode([[text]])) == [[text]])
        format.formulas = .escape
        #expect(try format.decode([[String]].self, from: format.encode([[text]])) == [["'" + text]])
        format.formulas = .refuse
        #expect(throws: SerializationError.self) { try format.encode([[text]]) }
        #expect(try self.text([-1], format) == "-1\r\n")
    }

    /// A type that writes nothing becomes an empty field; a container without members does not.
    @Test func nothingIsAnEmptyField() throws {
        struct Nothing: Encodable { func encode(to encoder: any Encoder) {} }
        struct Empty: Encodable {
            enum Keys: CodingKey { case a }
            func encode(to encoder: any Encoder) { _ = encoder.container(keyedBy: Keys.self) }
        }
        struct Row<Member: Encodable>: Encodable {
            var first = 1
            var date = Date(timeIntervalSince1970: 0)
            var data = Data([1])
            var member: Member
            var last = 2
        }
        var format = CSVFormat()
        format.dateStrategy = .custom(encode: { _, _ in })
        format.dataStrategy = .custom(encode: { _, _ in })
        #expect(try text([Row(member: Nothing())], format) == "first,date,data,member,last\r\n1,,,,2\r\n")
        #expect(try text([[Date(), Date()]], format) == ",\r\n")
        #expect(try text([Date()], format) == "\r\n")
        #expect(throws: SerializationError.self) { try format.encode([Row(member: Empty())]) }
        #expect(throws: SerializationError.self) { try format.encode([Nothing()]) }
    }

    @Test func base64IsNoFormula() throws {
        for strategy in [DataStrategy<Data>.native, .base64] {
            var format = CSVFormat()
            format.dataStrategy = strategy
            for formulas in [CSVFormulas.escape, .refuse] {
                format.formulas = formulas
                #expect(try text([["a": Data([0xF8, 0, 0])]], format) == "a\r\n+AAA\r\n")
            }
        }
    }

    /// After a failed row, an index of another column was out of bounds.
    @Test func rowsAfterAFailedRow() async throws {
        let rows = AsyncStream<[String: Int]> { source in
            source.yield(["a": 1])
            source.yield(["b": 1])
            source.finish()
        }
        var iterator = WrittenRows(rows, format: CSVFormat(header: .absent)).makeAsyncIterator()
        for _ in 0..<2 {
            do {
                _ = try await iterator.next()
                Issue.record("the row was written")
            } catch {
                #expect((error as? SerializationError)?.code == .unencodableValue)
            }
        }
    }

    @Test func whileTheyCome() async throws {
        let rows = AsyncStream<Row> { source in
            for number in 0..<3 { source.yield(Row(a: "x\(number)", b: number == 1 ? nil : number)) }
            source.finish()
        }
        var chunks: [String] = []
        for try await chunk in WrittenRows(rows) { chunks.append(String(decoding: chunk, as: UTF8.self)) }
        #expect(chunks == ["a,b\r\nx0,0\r\n", "x1,\r\n", "x2,2\r\n"])
        let body = BodyStream(format: CSVFormat(columns: ["a", "b"])) { AsyncStream<Row> { $0.finish() } }
        var bytes: [UInt8] = []
        // Each loop begins a new table.
        for _ in 0..<2 { for try await chunk in body { bytes += chunk } }
        #expect(bytes == Array("a,b\r\na,b\r\n".utf8))
    }

    @Test func inARegistry() async throws {
        let serializers = try SerializerRegistry {
            JSONPlugin()
            CSVPlugin()
            TextPlugin()
        }
        func head(_ type: String) -> ResponseHead { ResponseHead(status: 200, fields: ["Content-Type": type]) }
        let body = Array("a,b\r\nx,1\r\n".utf8)
        #expect(
            try serializers.read([Row].self, from: body, head: head("text/csv; header=present")) == [Row(a: "x", b: 1)]
        )
        #expect(try serializers.read(CSVTable.self, from: body, head: head("text/csv"))[column: "b"] == ["1"])
        let any = try serializers.anyValue(from: body, head: head("text/csv"))
        #expect(any as? CSVTable == CSVTable(header: ["a", "b"], rows: [["x", "1"]]))
        let tabs = try serializers.read([Row].self, from: "a\tb\nx\t1\n".utf8, head: head("text/tab-separated-values"))
        #expect(tabs == [Row(a: "x", b: 1)])
        #expect(try serializers.read([Row].self, from: [UInt8](), head: head("text/csv")).isEmpty)
        let (type, bytes) = try serializers.encode([Row(a: "x", b: 1)], as: "text/csv")
        #expect(bytes == body)
        #expect(type.essence == "text/csv")
        let (tableType, _) = try serializers.encode(CSVTable(rows: [["1"]]), as: "text/csv")
        #expect(tableType == "text/csv;charset=utf-8;header=absent")
        let table = CSVTable(header: ["a"], rows: [["1"]])
        #expect(try serializers.encode(table, as: "application/json").bytes == Array(#"[{"a":"1"}]"#.utf8))
        #expect(try CSVFormat().encode(table) == Array("a\r\n1\r\n".utf8))
        var message = RequestMessage(method: .post)
        try CSVRequestSerializer().write(CSVTable(header: ["a"], rows: [["1"]]), into: &message)
        #expect(message.fields["Content-Type"] == "text/csv;charset=utf-8;header=present")
        let chunks = AsyncStream<[UInt8]> { source in
            for byte in body { source.yield([byte]) }
            source.finish()
        }
        var rows: [Row] = []
        for try await row in try serializers.stream(Row.self, from: chunks, head: head("text/csv")) { rows.append(row) }
        #expect(rows == [Row(a: "x", b: 1)])
    }
}
