package import Mimeograph
package import MimeographConformance

extension [ConformanceSuite] {
    /// The checks of all suites, with fewer mutations than `Scripts/test` tries in child processes when it is through.
    package var briefChecks: [ConformanceCheck] {
        flatMap { suite in
            var brief = suite
            brief.mutationCount = 200
            return brief.checks
        }
    }
}

extension ConformanceSuite {
    /// The suite of a content coding, which takes a long run beside the fixtures.
    package init(
        _ name: String,
        _ coding: some ContentCoding,
        fixtures: [ConformanceFixture<[UInt8]>],
        plugin: some SerializerPlugin
    ) {
        let coded = { @Sendable (bytes: [UInt8]) in (try? coding.encode(bytes.span)) ?? [] }
        let run = [UInt8](repeating: 7, count: 5000)
        self.init(
            name,
            coding: coding,
            fixtures: fixtures + [.reads("a long run", coded(run), as: run)],
            capabilities: [
                .large { size in
                    // Some of the bytes cannot be compressed.
                    var number: UInt32 = 1
                    let bytes = (0..<size).map { index -> UInt8 in
                        number = number &* 1_664_525 &+ 1_013_904_223
                        return index % 3 == 0 ? 7 : UInt8(truncatingIfNeeded: number >> 24)
                    }
                    return .reads("large", coded(bytes), as: bytes)
                },
                .limit(.outputBytes, at: 1000) { coded([UInt8](repeating: 7, count: $0)) },
                .emptyBodyIsRefused,
                .plugin(plugin),
                .notApplicable(
                    .expansionRatio,
                    because: "a compressor makes no body that expands so many times exactly"
                ),
                .noOracle,
                .notApplicable(.inputBytes, because: "a registry measures what came before it undoes a coding"),
                .notApplicable(.depth, .elements, .pixels, because: "bytes have no structure"),
                .notApplicable(.charsets, because: "bytes are no text"),
                .notApplicable(.failedWrite, because: "all bytes can be compressed"),
            ]
        )
    }
}

extension ConformanceCapability {
    /// No second reader of the format is at hand.
    package static var noOracle: Self { .notApplicable(.oracle, because: "no other reader is at hand here") }
    /// What is read is no image.
    package static var noPixels: Self { .notApplicable(.pixels, because: "it makes no image") }
}

/// What holds for all serializers that read what has no structure.
package func unstructured<Value: Sendable>() -> [ConformanceCapability<Value>] {
    [
        .truncationIsInvisible("a shorter one is one, too"),
        .notApplicable(.declining, because: "it declines nothing"),
        .noOracle,
        .notApplicable(.depth, .elements, because: "it has no structure"),
        .notApplicable(.outputBytes, .expansionRatio, because: "inputBytes bounds what it makes"),
        .noPixels,
    ]
}

extension String {
    /// A text of about that many bytes, in which no two parts are the same.
    package static func counting(to size: Int) -> String {
        var text = ""
        var number = 0
        while text.utf8.count < size {
            text += "\(number) "
            number += 1
        }
        return text
    }
}

/// A number in four bytes, the highest first.
package func big(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
}

extension [UInt8] {
    /// About that many bytes, in which no two parts are the same.
    package static func counting(to size: Int) -> [UInt8] { Array(String.counting(to: size).utf8) }

    /// The bytes of each of these, one after the other.
    ///
    /// A long sum of literals is what the compiler needs minutes for.
    package init(joining parts: [UInt8]...) { self = parts.flatMap { $0 } }
}
