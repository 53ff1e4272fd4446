import Mimeograph
import MimeographCSV
import MimeographJSON
import MimeographLeniency
import TestSupport
import Testing

struct LossyArrayTests {
    struct Point: Codable, Hashable, Sendable { var x: Int, y: Int }

    struct Shape: Codable, Equatable, Sendable {
        @LossyArray var points: [Point]
        @LossyArray var numbers: [Int]
        @LossyArray var rows: [[Int]]
        var name: String

        init(points: [Point], numbers: [Int], rows: [[Int]], name: String) {
            (self.points, self.numbers, self.rows, self.name) = (points, numbers, rows, name)
        }
    }

    static let shape = Shape(
        points: [Point(x: 1, y: 2), Point(x: 3, y: 4)],
        numbers: [7, 8, 9],
        rows: [[1, 2], [3, 4, 5]],
        name: "a"
    )

    /// The same shape with elements that cannot be decoded.
    static let untidy = Untidy.object([
        "points": .list([
            .object(["x": .number(1), "y": .number(2)]), .object(["x": .number(5)]), .text("p"),
            .object(["x": .number(3), "y": .number(4)]), .object(["x": .number(5), "y": .text("y")]),
        ]),
        "numbers": .list([.text("a"), .number(7), .number(8), .text("b"), .number(9), .text("c")]),
        // Some elements of a row are decoded before it fails.
        "rows": .list([
            .list([.number(1), .number(2)]), .list([.number(1), .number(2), .text("x"), .number(4)]),
            .list([.number(3), .number(4), .number(5)]),
        ]),
        "name": .text("a"),
    ])

    @Test(arguments: AnyCoder.all) func skipsWhatCannotBeDecoded(coder: AnyCoder) throws {
        let decoded = try coder.decode(Shape.self, from: try coder.encode(Self.untidy))
        #expect(decoded == Self.shape)
        #expect(decoded.$points.skipped.map(\.index) == [1, 2, 4])
        #expect(decoded.$numbers.skipped.map(\.index) == [0, 3, 5])
        #expect(decoded.$rows.skipped.map(\.index) == [1])
        #expect(
            [decoded.$points.skippedCount, decoded.$numbers.skippedCount, decoded.$rows.skippedCount] == [3, 3, 1]
        )
        let paths = decoded.$points.skipped.map { $0.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue } }
        #expect(paths.first == ["points", "1", "y"])
        // In XML, the text is an element without members.
        #expect(paths.dropFirst().first?.prefix(2) == ["points", "2"])
        #expect(paths.last == ["points", "4", "y"])
        #expect(decoded.$numbers.skipped.allSatisfy { $0.codingPath.last?.intValue == $0.index })
        #expect(decoded.$rows.skipped.first?.codingPath.map(\.intValue) == [nil, 1, 2])
        #expect(decoded.$numbers.skipped.allSatisfy { $0.error is DecodingError })
    }

    @Test(arguments: AnyCoder.all) func writesWhatItHas(coder: AnyCoder) throws {
        struct Strict: Codable, Equatable {
            var points: [Point], numbers: [Int], rows: [[Int]], name: String
        }
        let decoded = try coder.decode(Shape.self, from: try coder.encode(Self.untidy))
        let body = try coder.encode(decoded)
        let strict = try coder.decode(Strict.self, from: body)
        #expect(strict.points == Self.shape.points && strict.numbers == Self.shape.numbers)
        #expect(strict.rows == Self.shape.rows)
        let again = try coder.decode(Shape.self, from: body)
        #expect(again == Self.shape)
        #expect(again.$points.skippedCount + again.$numbers.skippedCount + again.$rows.skippedCount == 0)
    }

    @Test(arguments: AnyCoder.withNull) func skipsNull(coder: AnyCoder) throws {
        struct Body: Codable {
            @LossyArray var numbers: [Int]
            @LossyArray var optionals: [Int?]
        }
        let list = Untidy.list([.null, .number(1), .null, .null, .number(2), .null])
        let decoded = try coder.decode(
            Body.self,
            from: try coder.encode(Untidy.object(["numbers": list, "optionals": list]))
        )
        #expect(decoded.numbers == [1, 2])
        #expect(decoded.$numbers.skipped.map(\.index) == [0, 2, 3, 5])
        #expect(decoded.optionals == [nil, 1, nil, nil, 2, nil])
        #expect(decoded.$optionals.skippedCount == 0)
    }

    @Test(arguments: AnyCoder.all) func listsInLists(coder: AnyCoder) throws {
        struct Body: Codable, Equatable { @LossyArray var rows: [LossyArray<Int>] }
        let untidy = Untidy.object([
            "rows": .list([
                .list([.text("a"), .number(1)]), .object(["a": .object(["b": .number(1)])]),
                .list([.number(2), .text("b"), .number(3)]),
            ])
        ])
        let decoded = try coder.decode(Body.self, from: try coder.encode(untidy))
        // In XML, the object is a list of one.
        let isList = coder.testDescription == "XML"
        #expect(decoded == Body(rows: isList ? [[1], [], [2, 3]] : [[1], [2, 3]]))
        #expect(decoded.$rows.skipped.map(\.index) == (isList ? [] : [1]))
        #expect(decoded.rows.map { $0.skipped.map(\.index) } == (isList ? [[0], [0], [1]] : [[0], [1]]))
    }

    @Test func keepsTheFirstErrors() throws {
        let text = "[" + String(repeating: #""x",1,"#, count: 50_000) + "2]"
        for coder in AnyCoder.all where coder.testDescription.hasSuffix("JSON") {
            let decoded = try coder.decode(LossyArray<Int>.self, from: Array(text.utf8))
            #expect(decoded.wrappedValue.count == 50_001)
            #expect(decoded.skipped.count == 100)
            #expect(decoded.skippedCount == 50_000)
            #expect(decoded.skipped.map(\.index) == (0..<100).map { 2 * $0 })
        }
    }

    @Test(arguments: AnyCoder.all) func needsAList(coder: AnyCoder) throws {
        struct Body: Codable { @LossyArray var points: [Point] }
        let bodies: [Untidy] = [.object(["a": .number(1)]), .object(["points": .object(["x": .number(1)])])]
        for body in coder.hasTexts ? [] : bodies {
            let bytes = try coder.encode(body)
            #expect(throws: (any Error).self) { try coder.decode(Body.self, from: bytes) }
        }
    }

    /// A row that cannot be decoded costs no other row.
    @Test func rowsOfTables() throws {
        let rows = try CSVFormat().decode(LossyArray<Point>.self, from: "x,y\r\n1,2\r\na,2\r\n3,4\r\n5,\r\n".utf8)
        #expect(rows == [Point(x: 1, y: 2), Point(x: 3, y: 4)])
        #expect(rows.skipped.map(\.index) == [1, 3])
    }

    /// A text with a long run of combining marks is a limit error, which ends decoding.
    @Test func limitsAreNotForgiven() throws {
        struct Limited: Decodable {
            init(from decoder: any Decoder) throws { throw SerializationError(.limitExceeded, "It is too large.") }
        }
        struct Unlimited: Decodable {
            init(from decoder: any Decoder) throws { throw SerializationError(.dataShape, "It is not one.") }
        }
        for coder in [AnyCoder.json] {
            let error = try #require(throws: SerializationError.self) {
                _ = try coder.decode(LossyArray<Limited>.self, from: Array("[1,2]".utf8))
            }
            #expect(error.code == .limitExceeded)
            let decoded = try coder.decode(LossyArray<Unlimited>.self, from: Array("[1,2]".utf8))
            #expect(decoded.skippedCount == 2)
            #expect(decoded.skipped.map { $0.codingPath.map(\.intValue) } == [[0], [1]])
        }
        let key = "a" + String(repeating: "\u{301}\u{316}", count: 1_000)
        let error = try #require(throws: SerializationError.self) {
            _ = try JSONFormat().decode(LossyArray<[String: Int]>.self, from: #"[{"\#(key)":1}]"#.utf8)
        }
        #expect(error.code == .limitExceeded)
    }

    @Test func otherErrorsAreNotForgiven() throws {
        struct Bad: Error {}
        struct Throwing<Thrown: Sendable>: Decodable {
            init(from decoder: any Decoder) throws {
                let limit = SerializationError(.limitExceeded, "It is too large.")
                if Thrown.self is CancellationError.Type { throw CancellationError() }
                if Thrown.self is Bad.Type { throw Bad() }
                throw DecodingError.dataCorrupted(
                    .init(codingPath: [], debugDescription: "It is too large.", underlyingError: limit)
                )
            }
        }
        for coder in AnyCoder.all where coder.testDescription.hasSuffix("JSON") {
            let body = Array("[1,2]".utf8)
            #expect(throws: (any Error).self) { try coder.decode(LossyArray<Throwing<Bad>>.self, from: body) }
            #expect(throws: (any Error).self) { try coder.decode(LossyArray<Throwing<Int>>.self, from: body) }
            #expect(throws: (any Error).self) {
                try coder.decode(LossyArray<Throwing<CancellationError>>.self, from: body)
            }
            // Foundation's decoder finds these errors only when it decodes the number.
            #expect(throws: (any Error).self) {
                try coder.decode(LossyArray<Int>.self, from: Array("[1,-,3,01]".utf8))
            }
        }
    }

    struct Nest: Codable { @LossyArray var inner: [Nest] }

    /// Each kept error has a copy of its path, so without a bound the paths take the square of the body.
    @Test func longPathsAreOnlyCounted() throws {
        let siblings = String(repeating: "1,", count: 200)
        let text =
            String(repeating: #"{"inner":[\#(siblings)"#, count: 100) + "1" + String(repeating: "]}", count: 100)
        var nest = try JSONFormat().decode(Nest.self, from: text.utf8)
        var keyCount = 0
        for level in 1...100 {
            #expect(nest.$inner.skippedCount == (level == 100 ? 201 : 200))
            keyCount += nest.$inner.skipped.reduce(0) { $0 + $1.codingPath.count }
            if level < 100 { nest = try #require(nest.inner.first) }
        }
        #expect(keyCount == 100 * (2 + 4 + 6 + 8 + 10 + 12 + 14 + 16))

        let key = String(repeating: "k", count: 300)
        let named = try JSONFormat().decode([String: LossyArray<Int>].self, from: #"{"\#(key)":["x"]}"#.utf8)
        #expect(named[key]?.skippedCount == 1 && named[key]?.skipped.isEmpty == true)
    }

    /// A container that stays where it is, whatever is decoded.
    @Test(.timeLimit(.minutes(1))) func aContainerThatDoesNotAdvance() {
        #expect(throws: DecodingError.self) { try LossyArray<Int>(from: StuckDecoder()) }
    }

    @Test(arguments: [1, 8, 50, 10_000, 1_000_000]) func deepLists(depth: Int) throws {
        let opening = #"{"inner":["#
        let text = String(repeating: opening, count: depth) + "1" + String(repeating: "]}", count: depth)
        guard depth > 50 else {
            var nest = try JSONFormat().decode(Nest.self, from: text.utf8)
            for _ in 1..<depth { nest = try #require(nest.inner.first) }
            #expect(nest.$inner.skippedCount == 1)
            #expect(nest.$inner.skipped.map(\.codingPath.count) == (depth > 8 ? [] : [2 * depth]))
            return
        }
        let error = try #require(throws: SerializationError.self) {
            _ = try JSONFormat().decode(Nest.self, from: text.utf8)
        }
        #expect(error.code == .limitExceeded)
    }
}

/// A decoder of a list whose container says that it read null, and does not advance.
private struct StuckDecoder: Decoder, UnkeyedDecodingContainer {
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var count: Int? { nil }
    var isAtEnd: Bool { false }
    var currentIndex: Int { 0 }
    private var failure: DecodingError { .dataCorrupted(.init(codingPath: [], debugDescription: "Stuck.")) }

    func decodeNil() throws -> Bool { true }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { throw failure }
    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> { throw failure }
    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw failure }
    func superDecoder() throws -> any Decoder { throw failure }
    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> { throw failure }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { self }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw failure }
}

/// Measures work, so nothing else runs meanwhile.
struct LossyArrayGrowthTests {
    @Test func skippingIsInProportion() throws {
        let growth = try GrowthOfWork.perDoubling(from: 500, upTo: 1 << 18) { size in
            Array(("[" + String(repeating: #"{"x":1},"#, count: size) + "2]").utf8)
        } work: { body in
            _ = try JSONFormat().decode(LossyArray<LossyArrayTests.Point>.self, from: body)
        }
        #expect(growth < GrowthOfWork.inProportion)
    }
}
