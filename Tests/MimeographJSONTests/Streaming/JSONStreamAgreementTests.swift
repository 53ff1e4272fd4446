import Mimeograph
import MimeographJSON
import TestSupport
import Testing

/// Streams against whole documents, and cut bodies against uncut ones, on random bytes.
@Suite struct JSONStreamAgreementTests {
    private static let limits = [
        DecodingLimits.standard, DecodingLimits(inputBytes: 9, depth: 2, elements: 3), DecodingLimits(inputBytes: 24),
    ]

    private static let dictionary = [
        "\\u", "\\ud83d", "[", "]", "{\"", "\":", ",", "null", "true", "1e", "-", "\"", "\u{FEFF}", "\n", "\r\n",
        "\u{1E}", "\n\u{1E}", "\\", " ", "é", "[[[", "]]]",
    ]
    .map { Array($0.utf8) }

    @Test(arguments: [
        (StreamKind.array, #"[1,{"a":[1,-2.5e3,"x\n\u00e9\ud83d\ude00é😀",true,false,null]},"]\"",[[]],null,12 ]"#),
        (.lines, "{\"a\":[1,\"x\\\"\",null]}\r\n\n 12\n\"\\ud83d\\ude00é\"\n[[[]]]\nnull\ntrue"),
        (
            .sequence,
            "\u{1E}{\"a\":[1,\"x\\\"\",null]}\n\u{1E}12\n\u{1E}\u{1E}\"\\ud83d\\ude00é\"\u{1E}[\n[[]]]\n\u{1E}null\n"
        ),
    ])
    func mutations(kind: StreamKind, seed: String) {
        var generator = SeededGenerator(seed: 7)
        var whole = 0
        for round in 0..<3_000 {
            let body = Mutation.mutate(Array(seed.utf8), dictionary: Self.dictionary, using: &generator)
            let options = JSONReadingOptions(
                nullStripping: round % 5 == 0 ? .objectMembersAndArrayElements : .keep,
                duplicateKeys: round % 7 == 0 ? .refuse : .lastWins,
                allowsFragments: round % 11 != 0,
                allowsTrailingCommas: round % 3 == 0
            )
            let limits = Self.limits[round % 4 == 0 ? round / 4 % 3 : 0]
            let skips = round % 2 == 0
            let run = kind.run(body, options: options, limits: limits, skips: skips)
            if run.code == nil { whole += 1 }
            for sizes in [
                Array(repeating: 1, count: body.count),
                (0..<body.count).map { _ in Int.random(in: 1...9, using: &generator) },
                [Int.random(in: 0...body.count, using: &generator)],
            ] {
                let other = kind.run(body, sizes: sizes, options: options, limits: limits, skips: skips)
                if other != run { Issue.record("round \(round): \(other) is not \(run) for \(body)") }
            }
            if kind == .array, limits == .standard { compare(run, body, options, round) }
        }
        #expect(whole > 50)
    }

    private func compare(_ run: StreamRun, _ body: [UInt8], _ options: JSONReadingOptions, _ round: Int) {
        var options = options
        options.allowsFragments = true
        do throws(SerializationError) {
            let whole = try JSON(parsing: body, options: options)
            guard let array = whole.array else { return }
            if run.elements != array.map({ StreamKind.text(of: $0) }) || run.code != nil {
                Issue.record("round \(round): \(run) is not \(StreamKind.text(of: whole)) of \(body)")
            }
        } catch {
            // A body that is not an array, and an error that is found only after reading everything, have another offset.
            if run.code == "dataShape" || run.code == "unsupportedCharset" || options.duplicateKeys == .refuse {
                return
            }
            if run.code != error.code.rawValue || run.location != error.location {
                Issue.record("round \(round): \(run) is not \(error.code) at \(error.location as Any) for \(body)")
            }
        }
    }

    /// Real documents, as elements that are larger and smaller than windows, in chunks of all sizes.
    @Test(.needsCorpora, arguments: ["github_events.json", "twitter.json", "canada.json", "citm_catalog.json"])
    func largeElements(name: String) throws {
        let file = try Corpora.read("json-realworld/\(name)")
        let document = try JSON(parsing: file)
        var values = (document.array.map(Array.init) ?? []).prefix(10)
        if let object = document.object {
            for member in object {
                values.append(member.value)
                values += (member.value.array.map(Array.init) ?? []).prefix(10)
            }
        }
        // White space within elements is kept if possible; `file` itself spans many windows.
        let compact = try values.map { try $0.serialized() }
        let pretty = try values.map { try $0.serialized(.pretty) } + [file]
        let texts = compact.map { String(decoding: $0, as: UTF8.self) }
        let whole = StreamKind.text(of: document)
        let lines: [UInt8] = compact.flatMap { $0 + [0x0D, 0x0A] }
        let sequence: [UInt8] = pretty.flatMap { [0x1E] + $0 + [0x0A] }
        let array: [UInt8] = [0x5B] + pretty.joined(separator: [0x2C]) + [0x5D]
        let bodies: [(StreamKind, [UInt8], [String])] = [
            (.lines, lines, texts), (.sequence, sequence, texts + [whole]), (.array, array, texts + [whole]),
        ]
        for (kind, body, expected) in bodies {
            var generator = SeededGenerator(seed: 1)
            for most in [3000, 100_000] {
                let sizes = (0..<body.count / most * 2 + 1).map { _ in Int.random(in: 1...most, using: &generator) }
                let run = kind.run(body, sizes: sizes)
                #expect(run.code == nil)
                #expect(run.elements == expected, "\(kind) in chunks of up to \(most)")
            }
            // An error far into the body has its location.
            let cut = Array(body.prefix(body.count - 3))
            let run = kind.run(cut, sizes: repeatElement(1 << 16, count: 100))
            if kind != .lines {
                #expect(run.code == "truncated")
                #expect(run.location == SourceLocation(offset: cut.count, in: cut.span))
            }
        }
    }
}
