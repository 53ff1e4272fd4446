import Mimeograph
@testable import MimeographTree
import TestSupport
import Testing

/// Compares the search for repeated keys with the simplest search.
struct RepeatedKeysTests {
    /// Returns an object with those keys, each with a number as its value, before some other words.
    private static func document(_ keys: [String]) -> TapeDocument {
        var bytes: [UInt8] = []
        var tape = [TapeWord(.object, payload: keys.count, offset: 2 * keys.count + 1).bits]
        for (number, key) in keys.enumerated() {
            tape.append(TapeWord(.string, payload: key.utf8.count, offset: bytes.count).bits)
            tape.append(TapeWord(smallInteger: Int64(number)).bits)
            bytes += Array(key.utf8)
        }
        return TapeDocument(bytes: bytes + [UInt8](repeating: 0, count: PaddedBytes.padding), tape: tape)
    }

    /// Returns a random key. Some keys are equal, some have the same end, and some the same beginning.
    private static func key(_ random: inout SeededGenerator, of many: Int) -> String {
        let number = Int.random(in: 0..<many, using: &random)
        switch number % 4 {
        case 0: return "k\(number)"
        case 1: return "a long name with the number \(number) in it and the same end"
        case 2: return String(repeating: "x", count: number % 40)
        default: return "\(number)"
        }
    }

    @Test(arguments: [1, 2, 3, 8, 9, 16, 17, 64, 65, 128, 129, 300])
    func agreesWithASimpleSearch(members: Int) {
        for seed in 0..<100 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let many = members * (seed % 2 == 0 ? 2 : 200)
            let keys = (0..<members).map { _ in Self.key(&random, of: many) }
            let document = Self.document(keys)
            let shadowed = keys.indices.filter { keys[($0 + 1)...].contains(keys[$0]) }.map { 2 * $0 + 1 }
            #expect(document.shadowedMembers(ofObjectAt: 0) ?? [] == shadowed)
            #expect(TapeView(document).hasUniqueKeys(ofObjectAt: 0) == shadowed.isEmpty)
            let second = keys.indices.first { keys[..<$0].contains(keys[$0]) }
            #expect(document.offsetOfDuplicateKey() == second.map { document.word(at: 2 * $0 + 1).offset })
        }
    }

    /// Numbers that differ in any eight neighboring bits use about as many slots as random numbers would, by their lowest and by
    /// their highest bits.
    @Test(arguments: [0, 8, 16, 24, 32, 40, 48, 56])
    func mixedNumbersUseManySlots(shift: Int) {
        let mixed = (0..<256 as Range<UInt64>).map { BitMixer.mix($0 << UInt64(shift), 7) }
        #expect(mixed.allSatisfy { $0 <= UInt32.max })
        #expect(Set(mixed.map { $0 & 255 }).count > 120)
        #expect(Set(mixed.map { $0 >> 24 }).count > 120)
    }
}
