import CImagePeer
import Harness
import Mimeograph
import MimeographImage

extension ImageRun {
    /// Measures the cost of text with a picture of one pixel and a megabyte of texts.
    mutating func texts() throws {
        let size = 1 << 20
        let latin1 = (0..<size).map { UInt8(0xA1 + $0 % 0x5E) }
        let ascii = (0..<size).map { UInt8(0x20 + $0 &* 7 % 0x5E) }
        let title = Array("Title\0".utf8)
        let pieces = stride(from: 0, to: size, by: size / 512).map { start in
            Self.chunk("tEXt", title + latin1[start..<start + size / 512])
        }
        var plain = 0.0
        var comparison = Comparison("Texts of a PNG")
        let utf8 = Array(String(repeating: "a\u{300}\u{316}日本", count: size / 11).utf8)
        for (name, added, isCompressed) in [
            ("Latin 1, one text", Self.chunk("tEXt", title + latin1), false),
            ("ASCII, one text", Self.chunk("tEXt", title + ascii), false),
            ("Latin 1, 512 texts", pieces.flatMap { $0 }, false),
            ("UTF-8", Self.chunk("iTXt", title + [0, 0, 0, 0] + utf8), false), ("Latin 1, compressed", [], true),
        ] {
            let body = try isCompressed ? Self.compressed(latin1) : Self.picture(added)
            let serializer = ImageResponseSerializer()
            let read = try serializer.read(body).metadata.texts
            guard read.reduce(0, { $0 + $1.value.unicodeScalars.count }) >= size / 3 else {
                throw BrokenEngine("The decoded picture has no texts.")
            }
            let engines = [
                Benchmark(Engine.ours, bytes: size) { try? serializer.read(body).metadata.texts.count },
                Benchmark(Self.library, bytes: size) { Self.decodedHeight(body) },
            ]
            let measurements = measure(name, engines)
            comparison.add(input: name, measurements)
            if !isCompressed { plain = max(plain, measurements[0].minimum / Double(size)) }
        }
        report.add(table: comparison.table)
        report.add(Target("image.texts.ns-per-byte", plain, .atMost, 3))
    }

    /// Returns a PNG with a long text, which our encoder compresses.
    private static func compressed(_ latin1: [UInt8]) throws -> [UInt8] {
        let text = String(String.UnicodeScalarView(latin1.map { Unicode.Scalar($0) }))
        let metadata = ImageMetadata(texts: [ImageText("Title", text)])
        return try Image(width: 1, height: 1, format: .gray8, pixels: [7], metadata: metadata).encoded(as: .png)
    }

    /// Returns a PNG of one pixel, with chunks inserted after the header.
    private static func picture(_ added: [UInt8]) throws -> [UInt8] {
        let plain = try Image(width: 1, height: 1, format: .gray8, pixels: [7]).encoded(as: .png)
        return plain[..<33] + added + plain[33...]
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        // Source: W3C PNG (third edition) annex D.
        let crc = ~body.reduce(UInt32.max) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        func word(_ number: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
        return word(UInt32(content.count)) + body + word(crc)
    }

    private static func decodedHeight(_ body: [UInt8]) -> UInt32 {
        // SAFETY: the call reads only the buffer's bytes.
        unsafe body.withUnsafeBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe mimeograph_image_peer_png($0, buffer.count) } ?? 0
        }
    }
}
