import Mimeograph
import Testing

/// Decodes bodies that are not quite valid as marked types and as the same types without the mark: the value or the error is the same.
struct PlanDecodingTests {
    /// Compares the outcomes of bodies, and records the first few differences.
    private static func compare(
        _ twins: PlanTwins,
        in format: PlanFormat,
        warm: Bool,
        samples: Int = 1,
        _ bodies: ([UInt8]) -> [[UInt8]]
    ) {
        func compare<Marked: PlanSample, Plain: PlanSample>(_ marked: Marked.Type, _ plain: Plain.Type) {
            var differences = 0
            for sample in Plain.samples.prefix(samples) {
                guard case .success(let body) = format.encode(sample), body.count < 1_500 else { continue }
                if warm { for _ in 0..<2 { _ = format.decode(marked, body) } }
                for changed in bodies(body) {
                    let (outcome, expected) = (format.decode(marked, changed), format.decode(plain, changed))
                    if outcome == expected { continue }
                    differences += 1
                    if differences > 3 { return }
                    let text = String(decoding: changed.prefix(500), as: UTF8.self)
                    Issue.record(
                        "\(twins.testDescription), \(format.name), warm \(warm):\n\(text)\n\(outcome)\n\(expected)"
                    )
                }
            }
        }
        compare(twins.marked, twins.plain)
    }

    private static let json = [PlanFormat.json[0], PlanFormat.json[4], PlanFormat.json[5], PlanFormat.json[6]]

    @Test(arguments: zip([0, 0, 1, 2, 3], [true, false, true, true, true]))
    func readsOtherObjectsTheSame(format: Int, warm: Bool) {
        // Each format has a part of the types.
        let all = PlanTwins.all(freshMark: 200 + 2 * format + (warm ? 1 : 0))
        for (number, twins) in all.enumerated() where format == 0 && warm || number % 4 == format {
            Self.compare(twins, in: Self.json[format], warm: warm) { body in
                PlanBodies.objects(like: body).map { Array($0.utf8) }
            }
        }
    }

    private static let mutated = [
        PlanFormat.json[0], PlanFormat.binary[1], PlanFormat.binary[2], PlanFormat.binary[4], PlanFormat.texts[1],
    ]

    @Test(arguments: mutated.indices)
    func readsPrefixesTheSame(format: Int) {
        for (number, twins) in PlanTwins.all(freshMark: 220 + format).enumerated() where number % 5 == format {
            Self.compare(twins, in: Self.mutated[format], warm: true) {
                $0.count < 500 ? PlanBodies.prefixes(of: $0) : []
            }
        }
    }

    private static let names = [
        "Nest<", "Renamed<", "Ranks<", "Box<Plain, Optional<Int>>", "Flags<", "NestsStrange<", "Final<", "Payloads<",
        "CamelNames<",
    ]

    @Test(arguments: mutated.indices)
    func readsMutationsTheSame(format: Int) {
        let isText = format == 0 || format == 4
        let bytes = isText ? Array(#"}],0&"#.utf8) : [0, 0x80, 0xC0, 0xF6, 0xFF]
        for twins in PlanTwins.all(freshMark: 230 + format)
        where Self.names.contains(where: twins.testDescription.hasPrefix) {
            Self.compare(twins, in: Self.mutated[format], warm: true) {
                $0.count < 700 ? PlanBodies.mutations(of: $0, with: bytes) : []
            }
        }
    }

    @Test(arguments: [10, 200, 256, 511, 512, 513, 2_000, 100_000])
    func readsDeepObjectsTheSame(depth: Int) {
        let opening = #"{"name":"a","children":["#
        let text = String(repeating: opening, count: depth) + String(repeating: "]}", count: depth)
        let open = String(repeating: opening, count: depth)
        for body in [text, open, text + "x"] {
            let (one, other) = (
                PlanFormat.json[0].decode(Tree<Odd<Marked>>.self, Array(body.utf8)),
                PlanFormat.json[0].decode(Tree<Plain>.self, Array(body.utf8))
            )
            #expect(one == other)
        }
        // A map of two members, "name" and "children", in MessagePack.
        var packed: [UInt8] = [0x82, 0xA4]
        packed += "name".utf8
        packed += [0xA1, 0x61, 0xA8]
        packed += "children".utf8
        packed.append(0x91)
        let body = Array((0..<depth).map { _ in packed }.joined()).dropLast() + [0x90]
        let format = PlanFormat.binary[2]
        #expect(format.decode(Tree<Odd<Marked>>.self, Array(body)) == format.decode(Tree<Plain>.self, Array(body)))
    }
}
