import TestSupport
import Testing

@testable import MimeographSession

/// Compares the order of removal with a plain list.
@Suite struct RecencyOrderTests {
    @Test func theOldestGoesFirst() {
        var generator = SeededGenerator(seed: 9111)
        var order = RecencyOrder<Int>()
        var list: [Int] = []
        for _ in 0..<20_000 {
            let key = Int.random(in: 0..<60, using: &generator)
            switch Int.random(in: 0..<10, using: &generator) {
            case 0:
                order.remove(key)
                list.removeAll { $0 == key }
            case 1, 2:
                let oldest = list.isEmpty ? nil : list.removeFirst()
                #expect(order.removeOldest() == oldest)
            default:
                order.use(key)
                list.removeAll { $0 == key }
                list.append(key)
            }
            #expect(order.count == list.count)
        }
        while let oldest = order.removeOldest() { #expect(oldest == list.removeFirst()) }
        #expect(list.isEmpty)
    }

    /// One key that is used repeatedly, or keys that are added and removed, leave nothing in the log.
    @Test func theLogDoesNotGrow() {
        var order = RecencyOrder<Int>()
        for number in 0..<10_000 {
            order.use(1)
            order.use(number + 2)
            order.remove(number + 2)
        }
        #expect(order.count == 1)
        #expect(order.lines <= 64)
    }
}

/// Source: RFC 4231 §4.2, §4.3, §4.5; a key shorter than a block is padded with zeros, here by hand.
@Suite struct DigestKeyTests {
    @Test(arguments: [
        (
            [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](1...25), [UInt8](repeating: 0xCD, count: 50),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
        ),
    ])
    func digestsAreThoseOfTheStandard(_ key: [UInt8], _ message: [UInt8], _ digest: String) throws {
        let key = try #require(DigestKey(key + [UInt8](repeating: 0, count: DigestKey.size - key.count)))
        #expect(key.digest(of: message) == digest)
    }

    @Test func keysAreNotAlike() {
        #expect(DigestKey().bytes != DigestKey().bytes)
        #expect(DigestKey([1, 2, 3]) == nil)
    }
}
