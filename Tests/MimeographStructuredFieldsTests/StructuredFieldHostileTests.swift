import Mimeograph
import MimeographStructuredFields
import TestSupport
import Testing

/// Tests with hostile input: any bytes give a value or an error.
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
}
