import Mimeograph
import MimeographStructuredFields
import TestSupport
import Testing

/// Tests of parsing.
///
/// Source: RFC 9651 §4.2.
@Suite struct StructuredFieldParsingTests {
    @Test func valuesHaveTheirTypes() throws {
        let list = try StructuredList(
            parsing: #"1, -2.5, "a\"\\b", to/ken:*, :AQI=:, ?1, @-86400, %"f%c3%bc", ("x";q=1 y);z, -0.0"#
        )
        #expect(
            list == [
                1, -2.5, #"a"\b"#, .token("to/ken:*"), .byteSequence([1, 2]), true, .date(-86_400),
                .displayString("fü"),
                .innerList(
                    InnerList([StructuredItem("x", parameters: ["q": 1]), .token("y")], parameters: ["z": true])
                ),
                0.0,
            ]
        )
        #expect(list[0].integer == 1 && list[0].decimal == nil && list[0].date == nil)
        #expect(list[1].decimal == -2.5 && list[1].integer == nil)
        #expect(list[2].string == #"a"\b"# && list[2].token == nil && list[2].displayString == nil)
        #expect(list[3].token == "to/ken:*" && list[3].string == nil)
        #expect(list[4].byteSequence == [1, 2] && list[4].string == nil)
        #expect(list[5].boolean == true && list[5].integer == nil)
        #expect(list[6].date == -86_400 && list[6].integer == nil)
        #expect(list[7].displayString == "fü" && list[7].string == nil)
        #expect(list[8].items?.map(\.value) == ["x", .token("y")] && list[8].bareItem == nil && list[8].string == nil)
        #expect(list[8].parameters["z"]?.boolean == true && list[8].items?[0].parameters["q"]?.integer == 1)
        #expect(list[0].items == nil && list[0].parameters.isEmpty)
    }

    @Test func dictionariesKeepTheirOrder() throws {
        let fields: HeaderFields = [
            "Priority": "b=1, a", "priority": "c;x=1", "PRIORITY": "b=2",
        ]
        let dictionary = try StructuredDictionary(parsing: fields.values(of: "Priority"))
        #expect(dictionary.keys == ["b", "a", "c"])
        #expect(dictionary.map(\.value) == [2, true, .item(StructuredItem(true, parameters: ["x": 1]))])
        #expect(dictionary["B"] == nil && dictionary["d"] == nil && dictionary.count == 3)
    }

    @Test func missingFieldsAreEmpty() throws {
        #expect(try StructuredDictionary(parsing: []).isEmpty && StructuredList(parsing: []).isEmpty)
        #expect(try StructuredDictionary(parsing: "  ").isEmpty && StructuredList(parsing: "").isEmpty)
        #expect(throws: SerializationError.self) { try StructuredItem(parsing: []) }
        #expect(throws: SerializationError.self) { try StructuredItem(parsing: ["1", "2"]) }
        // The comma between lines may be inside of a string. Source: RFC 9651 §4.2.
        #expect(try StructuredItem(parsing: ["\"a", "b\""]).string == "a, b")
        #expect(throws: SerializationError.self) { try StructuredList(parsing: ["1", ""]) }
    }

    /// Dictionaries that are rejected, with the code, the offset and the expected syntax.
    @Test(
        arguments: [
            ("u=3,", .truncated, 4, "a member after the comma, found the end of the field"),
            ("u=3 i", .syntax, 4, "a comma or the end of the field, found `i`"),
            ("u=", .truncated, 2, "an item, found the end of the field"), ("U=3", .syntax, 0, "a key"),
            ("a, é", .syntax, 3, "found the byte 0xC3"), ("\ta=1", .syntax, 0, "found the byte 0x9"),
            ("a=((1))", .syntax, 3, "the inner list, which has no lists, found `(`"),
            ("a;b=(1)", .syntax, 4, "an item, found `(`"), ("a=(1", .truncated, 4, "a space or the end"),
            ("a=(1\t2)", .syntax, 4, "a space or the end of the inner list"),
            ("a=1.2345", .syntax, 7, "at most 3 digits"),
            ("a=1234567890123.1", .syntax, 15, "at most 12 digits"),
            ("a=1234567890123456", .syntax, 17, "at most 15 digits"),
            ("a=1.", .truncated, 4, "a digit"), ("a=-x", .syntax, 3, "a digit"),
            ("a=@1.5", .syntax, 4, "a whole number"),
            ("a=?2", .syntax, 3, "0 or 1"), ("a=\"x", .truncated, 4, "the quotation mark that ends the string"),
            ("a=\"\\x\"", .syntax, 4, "after the backslash, found `x`"), ("a=\"\u{7F}\"", .syntax, 3, "the byte 0x7F"),
            ("a=:A:", .syntax, 4, "another Base64 digit"),
            ("a=:A A:", .syntax, 4, "another Base64 digit, found a space"),
            ("a=:AA===:", .syntax, 7, "the colon that ends"), ("a=:AA", .truncated, 5, "the colon that ends"),
            ("a=%x", .syntax, 3, "a quotation mark after the percent sign"),
            ("a=%\"%C3\"", .syntax, 5, "in lower case"),
            ("a=%\"%ff\"", .invalidText, 2, "in UTF-8"), ("a=%\"é\"", .syntax, 4, "ends the display string"),
            ("a=1;", .truncated, 4, "a key"), ("a=1; \t", .syntax, 5, "a key"), ("a=1 ;b", .syntax, 4, "a comma"),
        ] as [(String, SerializationError.Code, Int, String)]
    )
    func errorsNameTheirPlace(_ text: String, _ code: SerializationError.Code, _ offset: Int, _ expected: String) {
        let error = #expect(throws: SerializationError.self) { try StructuredDictionary(parsing: text) }
        #expect(error?.code == code && error?.location?.offset == offset, "\(String(describing: error))")
        #expect(
            error?.message.hasPrefix("Expected ") == true && error?.message.contains(expected) == true,
            "\(error?.message ?? "")"
        )
        #expect(error?.remedy != nil)
    }

    @Test func errorsCountBytesOfAllLines() {
        let error = #expect(throws: SerializationError.self) { try StructuredList(parsing: ["a", "b, ,"]) }
        #expect(error?.location?.offset == 6)
    }

    @Test func limitsAreChecked() throws {
        let tight = DecodingLimits(inputBytes: 10, elements: 3)
        #expect(try StructuredList(parsing: "1, 2, 3", limits: tight).count == 3)
        #expect(try StructuredList(parsing: "1;a;b", limits: tight).count == 1)
        for text in ["1, 2, 3,4", "1;a;b;c", "(1 2 3)", "(1 2);c"] {
            let error = #expect(throws: SerializationError.self) { try StructuredList(parsing: text, limits: tight) }
            #expect(error?.limit?.limit == .elements && error?.message.hasPrefix("The field exceeds") == true)
            #expect(error?.remedy?.contains("DecodingLimits.elements") == true)
        }
        let error = #expect(throws: SerializationError.self) {
            try StructuredList(parsing: ["12345", "6789"], limits: tight)
        }
        #expect(error?.limit == LimitExcess(.inputBytes, allowed: 10, actual: 11))
        #expect(try StructuredItem(parsing: "1234567890", limits: tight).integer == 1_234_567_890)
        // The minimum that the RFC requires. Source: RFC 9651 §3.
        let parameters = (0..<256).map { ";\(String(repeating: "k", count: 61))\(100 + $0)" }.joined()
        let members = (0..<1024).map { "m\($0)=\"\(String(repeating: "x", count: 512))\"" }.joined(separator: ",")
        #expect(try StructuredItem(parsing: "1\(parameters)").parameters.count == 256)
        #expect(try StructuredDictionary(parsing: members).count == 1024)
    }
}
