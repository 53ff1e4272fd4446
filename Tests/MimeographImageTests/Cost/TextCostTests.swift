import ImageTestSupport
import Mimeograph
import MimeographImage
import Testing
import TestSupport

/// The cost of reading, comparing and writing texts of a picture is proportional to their size.
@Suite struct TextCostTests {
    enum Kind: CaseIterable {
        case manyTexts
        case alikeKeywords
        case latin1
        case ascii
        case combiningMarks
        case invalidUTF8
        case translatedKeyword
        case compressed
        case comment

        /// Returns a picture with that many bytes of text.
        func body(_ size: Int) throws -> [UInt8] {
            let latin1 = (0..<size).map { UInt8(0xC0 | $0 & 0x3F) }
            let marks = Array(("a" + String(repeating: "\u{300}\u{316}", count: size / 4)).utf8)
            func png(_ name: String, _ content: [UInt8]...) -> [UInt8] {
                PNGFile(
                    PNGFile.gray().chunks.prefix(1) + content.map { PNGFile.Chunk(name, $0) }
                        + PNGFile.gray().chunks.dropFirst()
                ).bytes
            }
            switch self {
            case .manyTexts, .alikeKeywords:
                // A thousand texts are kept, so the texts become longer, too.
                let count = min(900, size / 64)
                let chunks = (0..<count).map { index in
                    let keyword = self == .manyTexts ? "Key \(index)" : "Key"
                    let text = [UInt8](repeating: 0xE9, count: size / count)
                    return PNGFile.Chunk("tEXt", Array(keyword.utf8) + [0] + text)
                }
                let file = PNGFile.gray()
                return PNGFile(Array(file.chunks.prefix(1)) + chunks + Array(file.chunks.dropFirst())).bytes
            case .latin1: return png("tEXt", Array("Title\0".utf8) + latin1)
            case .ascii: return png("tEXt", Array("Title\0".utf8) + [UInt8](repeating: 0x61, count: size))
            case .combiningMarks: return png("iTXt", Array("Title\0\0\0\0\0".utf8) + marks)
            case .invalidUTF8: return png("iTXt", Array("Title\0\0\0\0\0".utf8) + latin1)
            case .translatedKeyword: return png("iTXt", Array("Title\0\0\0en\0".utf8) + marks + [0])
            case .compressed:
                return png(
                    "zTXt",
                    Array("Title\0\0".utf8) + PNGFile.Chunk.stored(latin1),
                    Array("Author\0\0".utf8) + PNGFile.Chunk.stored(latin1)
                )
            case .comment:
                // Each segment is valid UTF-8.
                let text = marks.dropFirst()
                let segments = stride(from: text.startIndex, to: text.endIndex, by: 64_000).map { start in
                    JPEGFile.Segment(0xFE, Array(text[start..<min(text.endIndex, start + 64_000)]))
                }
                let jpeg = try JPEGFile(parsing: Pictures.photo(1, 1).encoded(as: .jpeg))
                return JPEGFile(Array(jpeg.segments.prefix(1)) + segments + Array(jpeg.segments.dropFirst())).bytes
            }
        }
    }

    private static let largest = 1 << 19

    /// Makes each body once: its checksums take longer than reading it.
    private static func bodies(of kind: Kind) -> (Int) throws -> [UInt8] {
        var made: [Int: [UInt8]] = [:]
        return { size in
            if let body = made[size] { return body }
            let body = try kind.body(size)
            made[size] = body
            return body
        }
    }

    @Test(.measuresTime, arguments: Kind.allCases) func readingIsInProportion(_ kind: Kind) throws {
        let body = Self.bodies(of: kind)
        let growth = try GrowthOfWork.perDoubling(from: 1 << 16, upTo: Self.largest) { size in
            try body(size)
        } work: { body in
            let image = try ImageResponseSerializer().read(body)
            try #require(!image.metadata.texts.isEmpty)
        }
        #expect(growth < GrowthOfWork.inProportion)
    }

    @Test(.measuresTime, arguments: [Kind.manyTexts, .latin1, .translatedKeyword, .comment])
    func streamingIsInProportion(_ kind: Kind) throws {
        let body = Self.bodies(of: kind)
        let growth = try GrowthOfWork.perDoubling(from: 1 << 16, upTo: Self.largest) { size in
            try body(size)
        } work: { body in
            var decoder = ImageDecoder()
            var updates: [ImageUpdate] = []
            for start in stride(from: 0, to: body.count, by: 1_000) {
                try decoder.consume(body[start..<min(body.count, start + 1_000)].span, into: &updates)
            }
            try decoder.finish(into: &updates)
            try #require(!updates.isEmpty)
        }
        #expect(growth < GrowthOfWork.inProportion)
    }

    /// Swift's own comparison takes time that grows with the square of a run of combining marks.
    @Test(.measuresTime, arguments: [Kind.combiningMarks, .translatedKeyword, .comment, .latin1])
    func comparingAndWritingAreInProportion(_ kind: Kind) throws {
        let body = Self.bodies(of: kind)
        let growth = try GrowthOfWork.perDoubling(from: 1 << 14, upTo: Self.largest) { size in
            let body = try body(size)
            let (first, second) = try (ImageResponseSerializer().read(body), ImageResponseSerializer().read(body))
            return (first, second)
        } work: { first, second in
            try #require(first == second)
            try #require(Set([first.metadata, second.metadata]).count == 1)
            _ = try first.encoded(as: .png(level: 0))
            _ = try first.encoded(as: .jpeg)
        }
        #expect(growth < GrowthOfWork.inProportion)
    }
}
