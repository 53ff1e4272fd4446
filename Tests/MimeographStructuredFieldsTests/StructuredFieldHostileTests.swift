import Mimeograph
import MimeographStructuredFields
import TestSupport
import Testing

/// Tests with hostile input: any bytes give a value or an error, in time in proportion to their number.
@Suite struct StructuredFieldHostileTests {
    private static let sample =
        #"a=1, b;x="q\"\\";y=tok/en:*, c=(1 -2.5;d :AAE=:);z, *e=%"f%c3%bc 100%25", f=@-1659578233, g=?0, h=()"#

    @Test func prefixesAndMutationsAreParsed() {
        let text = Array(Self.sample.utf8)
        for count in 0...text.count { Self.check(text.prefix(count)) }
        var generator = SeededGenerator(seed: 9651)
        let pieces = [
            ", ", ";a", "=", "(", ")", "\"", "\\", ":", "?1", "@", "%\"", "%c3", "-", ".5", "999999999999", "\t",
        ]
        for _ in 0..<20_000 {
            Self.check(Mutation.mutate(text, dictionary: pieces.map { Array($0.utf8) }, using: &generator))
        }
    }

    /// Each pair of bytes, alone and in front of an item.
    @Test func allPairsOfBytesAreParsed() {
        for first in 0...255 as ClosedRange<UInt8> {
            for second in 0...255 as ClosedRange<UInt8> {
                Self.check([first, second])
                Self.check([UInt8(ascii: "a"), UInt8(ascii: "="), first, second, UInt8(ascii: "1")])
            }
        }
    }

    private static func check(_ bytes: some Collection<UInt8>) {
        let text = String(decoding: bytes, as: UTF8.self)
        check(text) { text throws(SerializationError) in
            try StructuredDictionary(parsing: text)
        } serialize: { dictionary in
            try dictionary.serialized()
        }
        check(text) { text throws(SerializationError) in
            try StructuredList(parsing: text)
        } serialize: {
            try $0.serialized()
        }
        check(text) { text throws(SerializationError) in
            try StructuredItem(parsing: text)
        } serialize: {
            try $0.serialized()
        }
    }

    /// Checks that a value is the same after serializing and parsing, and that an error has a location in the text.
    private static func check<Field: Equatable>(
        _ text: String,
        parse: (String) throws(SerializationError) -> Field,
        serialize: (Field) throws -> String?
    ) {
        do throws(SerializationError) {
            let field = try parse(text)
            guard let written = try? serialize(field) else {
                #expect((try? parse("")) == field, "\(text) cannot be serialized")
                return
            }
            #expect((try? parse(written)) == field, "\(text) becomes \(written)")
            #expect((try? serialize(parse(written))) == written)
        } catch {
            let isInside = error.location.map { 0...text.utf8.count ~= $0.offset } ?? false
            #expect([.syntax, .truncated, .invalidText].contains(error.code) && isInside, "\(text): \(error)")
        }
    }

    @Test(
        arguments: [
            "a,", "a=1,", "(1 ),", "(", "((", "a;b", ";a", "\"\\\"", "\"", "1", "1.", ":AAAA:,", "%\"%c3%bc\",", "%25",
            " ", ", ", "=",
        ]
    )
    func fieldsAreParsedInProportionToTheirLength(_ piece: String) {
        let limits = DecodingLimits(inputBytes: 1 << 24, elements: 1 << 24)
        let growth = GrowthOfWork.perDoubling(from: 64, upTo: (1 << 20) / piece.utf8.count) { count in
            "\(String(repeating: piece, count: count))a"
        } work: { text in
            _ = try? StructuredList(parsing: text, limits: limits)
            _ = try? StructuredDictionary(parsing: "a=\(text)", limits: limits)
        }
        #expect(growth < GrowthOfWork.inProportion)
    }

    /// A megabyte of different keys, and of one key.
    @Test(arguments: [true, false]) func manyKeysTakeTimeInProportion(_ areDifferent: Bool) throws {
        let growth = try GrowthOfWork.perDoubling(from: 64, upTo: 1 << 17) { count in
            (0..<count).map { areDifferent ? "k\($0)" : "key" }
        } work: { keys in
            let dictionary = try StructuredDictionary(parsing: keys.joined(separator: ","))
            #expect(dictionary.count == (areDifferent ? keys.count : 1))
            let item = try StructuredItem(parsing: "1;\(keys.joined(separator: ";"))")
            #expect(item.parameters.count == dictionary.count)
        }
        #expect(growth < GrowthOfWork.inProportion)
        let many = (0..<1 << 17).map { "k\($0)" }.joined(separator: ",")
        #expect(try StructuredDictionary(parsing: many).serialized()?.utf8.count == many.utf8.count + (1 << 17) - 1)
    }
}
