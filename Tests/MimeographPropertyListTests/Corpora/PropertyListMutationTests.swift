import Foundation
import Mimeograph
import TestSupport
import Testing

@testable import MimeographPropertyList

/// Any bytes are read as a value or throw an error, and a value is unchanged when it is written and read again.
@Suite struct PropertyListMutationTests {
    static let rounds = 3_000

    private func check(_ seed: [UInt8], dictionary: [[UInt8]], options: PropertyListReadingOptions) throws -> Int {
        var generator = SeededGenerator(seed: UInt64(seed.count))
        var accepted = 0
        var limits = DecodingLimits.standard
        limits.elements = 10_000
        for round in 0..<Self.rounds {
            let body = Mutation.mutate(seed, dictionary: dictionary, using: &generator)
            guard let list = try? PropertyList(parsing: body, options: options, limits: limits) else { continue }
            accepted += 1
            let written = try list.serialized(.binary)
            let again = try PropertyList(parsing: written)
            if again != list { Issue.record("round \(round): \(body)") }
            guard let xml = try? list.serialized(), list.hashValue == again.hashValue else { continue }
            let third = try PropertyList(parsing: xml)
            // Dates lose fractions of a second the first time, and nothing later.
            if try third.serialized() != xml { Issue.record("round \(round): \(body)") }
        }
        return accepted
    }

    private static let sample: PropertyList = [
        "text": "a<b>&é😀", "integers": [0, -1, 255, 65_536, 9_223_372_036_854_775_807], "real": 2.5, "flag": true,
        "data": .data([1, 2, 3, 255]), "date": .date(secondsSinceReferenceDate: 123), "empty": [[:], [], ""],
        "uid": PropertyList(PropertyList.UID(7)), "again": "a<b>&é😀",
    ]

    @Test func binary() throws {
        let pieces: [[UInt8]] = [
            [0xA1], [0xD1], [0x5F], [0x13, 0x80, 0, 0, 0, 0, 0, 0, 0], [0x33], [0x00], [0xD8, 0x3D], [0x62], [0xFF],
        ]
        #expect(try check(Self.sample.serialized(.binary), dictionary: pieces, options: .standard) > 100)
        let shared = BinaryFile([0xA3, 1, 1, 2], [0xD1, 2, 3], [0x51, 0x61], [0xA2, 2, 4], [0x00])
        let stripping = PropertyListReadingOptions(nullStripping: .dictionaryMembersAndArrayElements)
        #expect(try check(shared.bytes, dictionary: pieces, options: stripping) > 20)
    }

    @Test func xml() throws {
        let pieces = [
            "<dict>", "</dict>", "<array/>", "<key>", "</key>", "<string>", "&amp;", "&#x1F600;", "<![CDATA[", "]]>",
            "<!--", "-->", "<integer>0x", "-", "nan", "<!DOCTYPE", "é", "\u{FEFF}", "<true/>", "==",
        ].map { Array($0.utf8) }
        #expect(try check(Self.sample.serialized(), dictionary: pieces, options: .standard) > 100)
        let wide = Array(String(decoding: try Self.sample.serialized(), as: UTF8.self).utf16).flatMap {
            [UInt8($0 & 0xFF), UInt8($0 >> 8)]
        }
        _ = try check(wide, dictionary: pieces, options: .standard)
    }

    @Test func openStep() throws {
        let pieces = ["{", "}", "(", ")", "\"", "\\U", "\\377", "\\", "/*", "*/", "//", "<0a>", "=", ";", ",", "'"]
            .map { Array($0.utf8) }
        let options = PropertyListReadingOptions(allowsOpenStep: true)
        let text = #"{ a = "b c"; list = (1, 'two', <0fbd 77>, {x;}); /* c */ "é\U00e9\n" = $v; }"#
        #expect(try check(Array(text.utf8), dictionary: pieces, options: options) > 100)
        #expect(try check(Array("key = value; \"other\";".utf8), dictionary: pieces, options: options) > 100)
    }
}
