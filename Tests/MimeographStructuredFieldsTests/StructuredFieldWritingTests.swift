import Mimeograph
import MimeographStructuredFields
import TestSupport
import Testing

/// Tests of serializing.
///
/// Source: RFC 9651 §4.1.
@Suite struct StructuredFieldWritingTests {
    /// Items, and their fields.
    @Test(
        arguments: [
            (0, "0"), (-999_999_999_999_999, "-999999999999999"), (999_999_999_999_999, "999999999999999"),
            (0.0, "0.0"), (-0.0, "0.0"), (1.0, "1.0"), (-1.25, "-1.25"), (0.005, "0.005"), (10.05, "10.05"),
            (0.0015, "0.002"), (0.0025, "0.002"), (-0.0005, "0.0"), (-0.0015, "-0.002"), (9.9995, "10.0"),
            (999_999_999_999.999, "999999999999.999"), (-123_456_789_012.345, "-123456789012.345"),
            ("", "\"\""), (#"a"b\c ~"#, #""a\"b\\c ~""#), (.token("*a/b:c!#$%&'+-.^_`|~"), "*a/b:c!#$%&'+-.^_`|~"),
            (.byteSequence([]), "::"), (.byteSequence([0xFB]), ":+w==:"), (.byteSequence([0xFB, 0xF0]), ":+/A=:"),
            (.byteSequence([0, 0xFF, 0x10]), ":AP8Q:"), (.byteSequence([0, 1, 2, 3]), ":AAECAw==:"),
            (true, "?1"), (false, "?0"), (.date(0), "@0"), (.date(-1), "@-1"),
            (.displayString("a\"%\u{0}\u{7F}ü\\ ~"), "%\"a%22%25%00%7f%c3%bc\\ ~\""),
            (.displayString("👍"), "%\"%f0%9f%91%8d\""),
        ] as [(BareItem, String)]
    )
    func itemsAreWritten(_ item: BareItem, _ text: String) throws {
        #expect(try StructuredItem(item).serialized() == text)
        #expect(item.description == text && StructuredItem(item).description == text)
        if case .decimal(let number) = item, (number * 1000).rounded() != number * 1000 { return }
        #expect(try StructuredItem(parsing: text).value == item)
    }

    /// Values that no field can carry.
    @Test(
        arguments: [
            1_000_000_000_000_000, -1_000_000_000_000_000, .integer(.min), .date(.max), 1e12, -1e12,
            999_999_999_999.9996,
            .decimal(.nan), .decimal(.infinity), .decimal(1e300), "é", "\n", "\u{7F}", .token(""), .token("1a"),
            .token("a b"),
            .token("é"), .token("a\""), .token("a,b"),
        ] as [BareItem]
    )
    func otherItemsAreRejected(_ item: BareItem) {
        let error = #expect(throws: SerializationError.self) { try StructuredItem(item).serialized() }
        #expect(error?.code == .unencodableValue && error?.remedy != nil && error?.codingPath.isEmpty == true)
        #expect(item.description == "(cannot be serialized)")
        let nested: StructuredDictionary = ["a": 1, "b": [1, StructuredItem(2, parameters: ["c": item])]]
        let inner = #expect(throws: SerializationError.self) { try nested.serialized() }
        #expect(inner?.codingPath.map(\.stringValue) == ["b", "Index 1", "c"])
        let list = #expect(throws: SerializationError.self) {
            try ([1, StructuredMember(item)] as StructuredList).serialized()
        }
        #expect(list?.codingPath.map(\.stringValue) == ["Index 1"])
    }

    @Test(arguments: ["", "A", "1", "-a", "a b", "é", "a=", "a;b", "a,b", "a\n", "_"]) func otherKeysAreRejected(
        _ key: String
    ) {
        let dictionary: StructuredDictionary = [key: 1]
        #expect(throws: SerializationError.self) { try dictionary.serialized() }
        #expect(throws: SerializationError.self) { try StructuredItem(1, parameters: [key: 1]).serialized() }
    }

    @Test func structuresAreWritten() throws {
        let item = StructuredItem("x", parameters: ["a": true, "b": false, "c": 1.5])
        let list: StructuredList = [.item(item), [], ["y", .token("z")], true]
        #expect(try list.serialized() == #""x";a;b=?0;c=1.5, (), ("y" z), ?1"#)
        let dictionary: StructuredDictionary = [
            "a": true, "*b": false, "c.d-e_f": .item(StructuredItem(true, parameters: ["x": true])),
            "g": .innerList(InnerList([], parameters: ["y": 1])),
        ]
        #expect(try dictionary.serialized() == "a, *b=?0, c.d-e_f;x, g=();y=1")
        #expect("\(dictionary)" == "a, *b=?0, c.d-e_f;x, g=();y=1" && "\(item.parameters)" == ";a;b=?0;c=1.5")
    }

    /// A field without members is not sent. Source: RFC 9651 §4.1.
    @Test func emptyFieldsAreNotSent() throws {
        #expect(try ([] as StructuredList).serialized() == nil && ([:] as StructuredDictionary).serialized() == nil)
        var fields: HeaderFields = ["Priority": "u=1"]
        fields["Priority"] = try StructuredDictionary().serialized()
        #expect(!fields.contains("Priority"))
    }

    @Test func membersAreSetAndRemoved() {
        var members = StructuredDictionary()
        for number in 0..<40 { members["k\(number)"] = .init(.integer(Int64(number))) }
        members["k7"] = 700
        members["k3"] = nil
        members["none"] = nil
        #expect(members.count == 39 && members["k7"]?.integer == 700 && members["k3"] == nil)
        #expect(members.keys.firstIndex(of: "k7") == 6 && members["k39"]?.integer == 39)
        for number in 0..<36 { members["k\(number)"] = nil }
        #expect(members == ["k36": 36, "k37": 37, "k38": 38, "k39": 39])
        #expect(members != ["k37": 37, "k36": 36, "k38": 38, "k39": 39])
        #expect(members.hashValue == (["k36": 36, "k37": 37, "k38": 38, "k39": 39] as StructuredDictionary).hashValue)
    }

    @Test func textsAreComparedByTheirBytes() {
        let (one, other) = (BareItem.displayString("\u{E9}"), BareItem.displayString("e\u{301}"))
        #expect(one != other && Set([one, other]).count == 2)
        #expect(
            BareItem.string("a") != .token("a") && BareItem.integer(1) != .date(1) && BareItem.integer(1) != .decimal(1)
        )
        #expect(Set([BareItem.string("a"), "a", .token("a"), .displayString("a")]).count == 3)
    }
}
