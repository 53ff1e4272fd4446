package import Mimeograph
package import MimeographConformance

extension [ConformanceSuite] {
    /// The checks of all suites, with fewer mutations than the child processes that `Scripts/test` starts at its end.
    package var briefChecks: [ConformanceCheck] {
        flatMap { suite in
            var brief = suite
            brief.mutationCount = 200
            return brief.checks
        }
    }
}

extension ConformanceSuite {
    /// Returns the suite of a content coding, with a long run in addition to the fixtures.
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
                .notApplicable(.inputBytes, because: "a registry measures a body before it decodes the coding"),
                .notApplicable(.depth, .elements, .pixels, because: "bytes have no structure"),
                .notApplicable(.charsets, because: "bytes are not text"),
                .notApplicable(.failedWrite, because: "all bytes can be compressed"),
            ]
        )
    }
}

extension ConformanceCapability {
    /// No second reader of the format is available.
    package static var noOracle: Self { .notApplicable(.oracle, because: "no other reader is available here") }
    /// The values are not images.
    package static var noPixels: Self { .notApplicable(.pixels, because: "its values are not images") }
}

/// Declarations for all serializers of unstructured bodies.
package func unstructured<Value: Sendable>() -> [ConformanceCapability<Value>] {
    [
        .truncationIsInvisible("a shorter body is valid too"),
        .notApplicable(.declining, because: "it declines nothing"),
        .noOracle,
        .notApplicable(.depth, .elements, because: "it has no structure"),
        .notApplicable(.outputBytes, .expansionRatio, because: "inputBytes bounds what it makes"),
        .noPixels,
    ]
}

extension String {
    /// Returns a text of about that many bytes, in which no two parts are the same.
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

/// Returns a number in four bytes, the highest first.
package func big(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
}

extension [UInt8] {
    /// Returns about that many bytes, in which no two parts are the same.
    package static func counting(to size: Int) -> [UInt8] { Array(String.counting(to: size).utf8) }

    /// Joins bytes. The compiler would need minutes for a long sum of literals.
    package init(joining parts: [UInt8]...) { self = parts.flatMap { $0 } }
}
