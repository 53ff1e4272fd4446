import Bencode
import Mimeograph
package import MimeographConformance

/// The conformance suite of bencode.
package enum BencodeSuites {
    package static var all: [ConformanceSuite] { [bencode] }

    package static let bencode = ConformanceSuite(
        "bencode",
        reading: BencodeResponseSerializer(),
        types: ["application/x-bittorrent"],
        fixtures: [
            .reads("all of it", "d1:ai-7e1:bl3:é!0:ee", as: sample),
            .refuses("cut short", "l3:ab", .truncated),
            .refuses("two values", "i1ei2e", .syntax),
            .refuses("a zero before a number", "i01e", .syntax),
            .refuses("zero with a sign", "i-0e", .syntax),
            .refuses("a number of 64 bits and more", "i9223372036854775808e", .syntax),
            .refuses("a length that never comes", "9223372036854775807:a", .truncated),
            .refuses("a key twice", "d1:ai1e1:ai2ee", .syntax),
            .refuses("keys in another order", "d1:bi1e1:ai2ee", .syntax),
            .refuses("a key that is not a string", "di1ei2ee", .syntax),
            .refuses("a key without a value", "d1:ae", .syntax),
        ],
        capabilities: [
            .writer(BencodeRequestSerializer()),
            .emptyBodyIsRefused,
            .large { size in
                let text = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
                return .reads("large", Array("\(size):".utf8) + text, as: .bytes(text))
            },
            .limit(.depth, at: 20) { Array(repeating: 0x6C, count: $0) + Array(repeating: 0x65, count: $0) },
            .limit(.elements, at: 20) { Array("l".utf8) + empty($0 - 1) + Array("e".utf8) },
            .vocabulary(["i", "e", "l", "d", ":", "0:", "1:a", "-"]),
            .plugin(BencodePlugin()),
            .notApplicable(.charsets, because: "strings are bytes"),
            .notApplicable(.outputBytes, .expansionRatio, because: "values are not larger than the body"),
            .notApplicable(.failedWrite, because: "every value can be written"),
            .notApplicable(.declining, because: "it declines no body"),
            .notApplicable(.pixels, because: "it makes no image"),
            .notApplicable(.oracle, because: "no other reader is available"),
        ]
    )

    private static let sample = Bencode.dictionary([
        Array("a".utf8): .integer(-7), Array("b".utf8): .list([.bytes(Array("é!".utf8)), .bytes([])]),
    ])

    /// Returns a number of empty strings.
    @Sendable private static func empty(_ count: Int) -> [UInt8] { (0..<count).flatMap { _ in Array("0:".utf8) } }
}
