import Mimeograph
import MimeographPropertyList
import Testing

/// The error for a value that cannot be written has its path, at any location and from every function that writes.
@Suite struct UnencodablePathTests {
    static let dateless = PropertyList.date(secondsSinceReferenceDate: 1e300)

    static let lists: [(PropertyList, path: String)] = [
        (dateless, ""), ([dateless], "[0]"), ([1, [], [2, [:], dateless, 3]], "[2].[2]"),
        (["b": 1, "a": dateless, "c": [dateless]], "a"),
        (["a": 1, "b": [["c": 2, "d": [[], dateless]]], "e": 5], "b.[0].d.[1]"),
        (["a": ["z": ["y": [1]], "x": ["w": dateless]], "b": 0], "a.x.w"),
    ]

    private func path(_ error: SerializationError?) -> String? {
        error?.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
    }

    @Test(arguments: PropertyListWritingOptions.Format.allCases, [false, true])
    func built(format: PropertyListWritingOptions.Format, sortedKeys: Bool) {
        for (list, expected) in Self.lists {
            let options = PropertyListWritingOptions(format: format, sortedKeys: sortedKeys)
            let error = #expect(throws: SerializationError.self) { try list.serialized(options) }
            #expect(error?.code == .unencodableValue)
            #expect(path(error) == expected)
            var message = RequestMessage(url: "/")
            let refusal = #expect(throws: SerializationError.self) {
                try PropertyListRequestSerializer(options: options).write(list, into: &message)
            }
            #expect(path(refusal) == expected)
            #expect(expected.isEmpty || refusal?.description.contains(expected.replacing(".[", with: "[")) == true)
        }
    }

    /// The same for parsed lists: XML cannot hold null or a control character.
    @Test(arguments: [false, true])
    func parsed(sortedKeys: Bool) throws {
        let lists: [(PropertyList, path: String)] = [
            (.null, ""), ([[], [:], .null], "[2]"), (["b": 1, "a": [1, ["c": [], "d": .null]], "e": 2], "a.[1].d"),
            (["k": "\u{1}"], "k"), (["a": ["x", "\u{FFFE}"], "b": [:]], "a.[1]"),
            (["a": [["\u{2}": 1]]], "a.[0].\u{2}"),
            (["x": ["\u{FFFF}é": 1, "y": 2], "z": 3], "x.\u{FFFF}é"),
        ]
        let options = PropertyListWritingOptions(sortedKeys: sortedKeys)
        for (list, expected) in lists {
            let read = try PropertyList(parsing: list.serialized(.binary))
            #expect(path(#expect(throws: SerializationError.self) { try read.serialized(options) }) == expected)
            // For a parsed part of a built list, the path leads through both.
            let around: PropertyList = ["first": 1, "list": [0, read]]
            let error = #expect(throws: SerializationError.self) { try around.serialized(options) }
            #expect(path(error) == (expected.isEmpty ? "list.[1]" : "list.[1].\(expected)"))
        }
    }

    /// If a key occurs twice, the last member counts, and so does its path.
    @Test func shadowedMembers() throws {
        let xml = "<plist><dict><key>a</key><array/><key>b</key><true/><key>a</key><string>x</string></dict></plist>"
        let list = try PropertyList(parsing: xml.utf8)
        #expect(try list.serialized().count > 0)
        let twice = BinaryFile([0xD2, 1, 1, 2, 3], [0x51, 0x61], [0x08], [0x00])
        let read = try PropertyList(parsing: twice.bytes)
        #expect(path(#expect(throws: SerializationError.self) { try read.serialized() }) == "a")
    }

    @Test func ofCodableTypes() {
        struct Row: Encodable {
            var name = "n"
            var texts = ["a", "b\u{3}"]
        }
        let error = #expect(throws: SerializationError.self) { try PropertyListFormat().encode(["rows": [Row()]]) }
        #expect(path(error) == "rows.[0].texts.[1]")
        guard case .invalidValue(let value, let context)? = error?.underlying.first as? EncodingError else {
            Issue.record("no EncodingError")
            return
        }
        #expect(value as? String == "string")
        #expect(context.codingPath.count == 4)
    }
}
