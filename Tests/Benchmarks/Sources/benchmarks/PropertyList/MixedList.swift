import Foundation
import Mimeograph

/// A list of mixed values in both formats, written by Foundation.
struct MixedList {
    let name: String
    let tree: [[String: Any]]
    let xml: Data
    let binary: Data
    /// Limits that exceed the size of the lists.
    static let limits = DecodingLimits(inputBytes: 1 << 30, outputBytes: 1 << 30, elements: 1 << 28)

    /// Makes rows until the binary form has about the given size.
    init(name: String, bytes: Int) throws {
        self.name = name
        var generator = Generator(state: 1)
        // A row takes about 430 bytes in the binary format.
        tree = (0..<bytes / 430).map { MixedList.row($0, &generator) }
        xml = try PropertyListSerialization.data(fromPropertyList: tree, format: .xml, options: 0)
        binary = try PropertyListSerialization.data(fromPropertyList: tree, format: .binary, options: 0)
    }

    private static func row(_ number: Int, _ generator: inout Generator) -> [String: Any] {
        let noun = ["Aldgate", "Bermondsey", "Camden", "Dalston", "Écija", "東京", "Farringdon"][generator.below(7)]
        var row: [String: Any] = [
            "identifier": number,
            "name": "\(noun) \(generator.below(10_000))",
            "comment": "Row \(number) of a list that was made to be measured, with words enough for a sentence & more.",
            "latitude": Double(generator.below(180_000_000)) / 1_000_000 - 90,
            "balance": Int64(generator.below(1 << 40)) - 1 << 39,
            "isActive": generator.below(2) == 0,
            "created": Date(timeIntervalSinceReferenceDate: Double(generator.below(800_000_000))),
            "tags": (0..<generator.below(4)).map { _ in "tag\(generator.below(50))" },
        ]
        if generator.below(4) == 0 { row["digest"] = Data((0..<32).map { _ in UInt8(generator.below(256)) }) }
        if generator.below(3) == 0 {
            row["owner"] = ["uid": generator.below(5_000), "role": "editor"] as [String: Any]
        }
        return row
    }

    /// A generator that returns the same numbers in each run.
    struct Generator {
        var state: UInt64

        mutating func below(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) * bound >> 31
        }
    }
}
