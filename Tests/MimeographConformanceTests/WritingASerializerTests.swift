import Foundation
import Testing

/// The article about the example shows code from the example's files, and no other code.
@Suite struct WritingASerializerTests {
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the samples of the article, without their fences.
    private static func samples() throws -> [String] {
        let page = package.appendingPathComponent("Sources/Mimeograph/Mimeograph.docc/WritingASerializer.md")
        let parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```")
        return parts.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element.dropFirst("swift\n".count)) }
    }

    /// Returns the files of the example, with the indentation removed from each line.
    private static func sources() throws -> [String] {
        let folder = package.appendingPathComponent("Docs/Examples/Bencode")
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".swift") && !$0.hasPrefix(".build") }
            .map { try flattened(String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)) }
    }

    private static func flattened(_ text: String) -> String {
        text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
    }

    @Test func samplesAreTheExamples() throws {
        let sources = try Self.sources()
        let samples = try Self.samples()
        #expect(samples.count > 8)
        for sample in samples {
            let text = Self.flattened(sample)
            #expect(sources.contains { $0.contains(text) }, "not in Docs/Examples/Bencode:\n\(sample)")
        }
    }

    /// The article ends with a complete test.
    @Test func theTestIsWhole() throws {
        #expect(
            try Self.samples().contains { $0.contains("import MimeographConformance") && $0.contains("check.run()") }
        )
    }
}
