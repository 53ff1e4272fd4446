import Mimeograph
import MimeographImage

extension GIFHeader {
    /// How often the animation runs, 0 for ever.
    var loopCount: Int {
        guard let repetitions else { return 1 }
        return repetitions == 0 ? 0 : repetitions + 1
    }

    /// The shape of a pixel, where it is told and is no square.
    var resolution: ImageResolution? {
        aspect == 0 || aspect == 64
            ? nil : ImageResolution(horizontal: 64, vertical: Double(aspect), unit: .aspectRatio)
    }

    /// The comments and the profile, as far as they may be kept.
    func metadata(_ body: Span<UInt8>, atMost limit: Int) -> ImageMetadata {
        var metadata = ImageMetadata(resolution: resolution)
        var left = limit
        if let profile, left > 0, let bytes = Self.content(of: profile, body, atMost: left), !bytes.isEmpty {
            metadata.iccProfile = bytes
            left -= bytes.count
        }
        for comment in comments.prefix(1_000) where left > 0 {
            guard let bytes = Self.content(of: comment, body, atMost: left) else { continue }
            metadata.texts.append(ImageText("Comment", String(decoding: bytes, as: UTF8.self)))
            left -= bytes.count
        }
        return metadata
    }
}
