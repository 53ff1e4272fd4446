import ImageTestSupport
import Mimeograph
import MimeographImage
import Testing

/// An unsupported kind of JPEG is rejected because of its frame header: by its first bytes, as a whole body and while it arrives.
@Suite struct JPEGKindsTests {
    /// The second byte of the marker, the bits of a sample, and the number of components.
    private static let unreadable: [(UInt8, UInt8, UInt8)] = [
        (0xC3, 8, 1), (0xC5, 8, 1), (0xC6, 8, 1), (0xC7, 8, 1), (0xCB, 8, 1), (0xCD, 8, 1), (0xCE, 8, 1), (0xCF, 8, 1),
        (0xC0, 12, 1), (0xC1, 12, 1), (0xC1, 12, 3), (0xC2, 12, 3), (0xC3, 16, 1), (0xC0, 8, 2), (0xC2, 8, 5),
    ]

    private func frame(_ marker: UInt8, _ bits: UInt8, _ components: UInt8) -> JPEGFile.Segment {
        let parts: [UInt8] = (0..<components).flatMap { number -> [UInt8] in [number + 1, 0x11, 0] }
        return JPEGFile.Segment(marker, [bits, 0, 8, 0, 8, components] + parts)
    }

    @Test(arguments: unreadable) func itIsRefusedByItsFirstBytes(
        _ marker: UInt8,
        _ bits: UInt8,
        _ components: UInt8
    ) throws {
        var file = try JPEGFile(parsing: Pictures.noise(8, 8, format: .gray8).encoded(as: .jpeg))
        let at = try #require(file.segments.firstIndex { $0.marker == 0xC0 })
        file.segments[at] = frame(marker, bits, components)
        let found = PictureAgreement(.jpeg).disagreements(about: file.bytes)
        #expect(found.isEmpty, "\(found)")
        for length in [JPEGFile(Array(file.segments[...at])).bytes.count, file.bytes.count] {
            let error = #expect(throws: SerializationError.self) { try ImageInfo.read(from: file.bytes[..<length]) }
            #expect(error?.code == .unsupportedMediaType)
        }
        let error = #expect(throws: SerializationError.self) { try ImageResponseSerializer().read(file.bytes) }
        #expect(error?.code == .unsupportedMediaType)
        // A body that ends after the frame header, too.
        let cut = JPEGFile(Array(file.segments[...at])).bytes
        let early = PictureAgreement(.jpeg).disagreements(about: cut)
        #expect(early.isEmpty, "\(early)")
    }
}
