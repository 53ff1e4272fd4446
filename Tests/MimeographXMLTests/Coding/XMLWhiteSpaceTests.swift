import Foundation
import Mimeograph
import MimeographXML
import Testing

/// Checks that white space around a value is ignored, and that an empty optional value is nil.
@Suite struct XMLWhiteSpaceTests {
    enum Colour: String, Codable, CaseIterable { case red, darkBlue = "dark blue", padded = " padded " }
    enum Level: Int, Codable { case low = 1, high = 2 }
    enum Blank: String, Codable { case nothing = "", something }
    struct Name: RawRepresentable, Codable, Equatable { var rawValue: String }

    struct Row<Value: Codable & Equatable>: Codable, Equatable {
        var value: Value
        var attribute: Value?
        enum CodingKeys: String, CodingKey { case value, attribute = "@attribute" }
    }
    struct Maybe<Value: Codable & Equatable>: Codable, Equatable {
        var value: Value?
        var list: [Value?]
        enum CodingKeys: String, CodingKey { case value, list = "item" }
    }

    private static func read<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try XMLFormat().decode(type, from: Array(text.utf8))
    }

    private static func check<Value: Codable & Equatable & Sendable>(_ text: String, _ value: Value) throws {
        for (before, after) in [("", ""), (" ", ""), ("\n  ", "\n"), ("\t", " \r\n")] {
            let padded = before + text + after
            let row = try read(Row<Value>.self, "<r attribute='\(padded)'><value>\(padded)</value></r>")
            #expect(row == Row(value: value, attribute: value), "\(padded)")
            let list = try read(
                Maybe<Value>.self,
                "<r><value>\(padded)</value><item>\(padded)</item><item><![CDATA[\(padded)]]></item></r>"
            )
            #expect(list == Maybe(value: value, list: [value, value]), "\(padded)")
            #expect(try read([String: Value].self, "<r><k>\(padded)</k></r>") == ["k": value])
        }
    }

    @Test func whiteSpaceAroundAValueMeansNothing() throws {
        let uuid = UUID()
        try Self.check(uuid.uuidString, uuid)
        try Self.check(uuid.uuidString.lowercased(), uuid)
        try Self.check("red", Colour.red)
        try Self.check("dark blue", Colour.darkBlue)
        try Self.check("2", Level.high)
        try Self.check("1.5", Decimal(string: "1.5"))
        try Self.check("https://example.com/", URL(string: "https://example.com/"))
    }

    /// White space that is part of the raw value matters.
    @Test func rawValuesWithWhiteSpaceAreThemselves() throws {
        #expect(try Self.read(Row<Colour>.self, "<r><value> padded </value></r>").value == .padded)
        #expect(try Self.read(Row<Name>.self, "<r><value> a </value></r>").value == Name(rawValue: " a "))
        #expect(try Self.read(Row<String>.self, "<r><value> a </value></r>").value == " a ")
        #expect(throws: SerializationError.self) { try Self.read(Row<Colour>.self, "<r><value>dark  blue</value></r>") }
        #expect(throws: SerializationError.self) { try Self.read(Row<Colour>.self, "<r><value> green </value></r>") }
    }

    @Test(arguments: ["<value/>", "<value></value>", "<value> \n </value>"]) func nothingIsNil(element: String) throws {
        let body = "<r>\(element)\(element.replacingOccurrences(of: "value", with: "item"))</r>"
        #expect(try Self.read(Maybe<UUID>.self, body) == Maybe(value: nil, list: [nil]))
        #expect(try Self.read(Maybe<Colour>.self, body) == Maybe(value: nil, list: [nil]))
        #expect(try Self.read(Maybe<Level>.self, body) == Maybe(value: nil, list: [nil]))
        #expect(try Self.read(Maybe<Int>.self, body) == Maybe(value: nil, list: [nil]))
        #expect(try Self.read(Maybe<Blank>.self, body) == Maybe(value: .nothing, list: [.nothing]))
        #expect(throws: SerializationError.self) { try Self.read(Row<UUID>.self, body) }
        #expect(throws: SerializationError.self) { try Self.read(Row<Colour>.self, body) }
    }
}
