import Mimeograph
import MimeographImage

extension TIFFReader {
    /// The texts that are kept, by the keywords that PNG has for them. Source: TIFF 6.0 §8; W3C PNG (third edition) §11.3.3.1.
    private static let texts = [
        (269, "Title"), (270, "Description"), (305, "Software"), (315, "Author"), (33_432, "Copyright"),
    ]

    /// What the page says beside its pixels, as far as it may be kept.
    func metadata(_ page: TIFFPage, _ options: ImageReadingOptions) -> ImageMetadata {
        var metadata = ImageMetadata(resolution: page.resolution, orientation: page.orientation)
        if options.appliesOrientation { metadata = metadata.turned }
        var left = options.metadataBytes
        if let profile = profile(atMost: left) {
            metadata.iccProfile = profile
            left -= profile.count
        }
        for (tag, keyword) in Self.texts {
            guard let text = text(tag), !text.isEmpty, text.utf8.count <= left else { continue }
            metadata.texts.append(ImageText(keyword, text))
            left -= text.utf8.count
        }
        return metadata
    }
}

extension TIFFPage {
    /// What the page is, for a person.
    ///
    /// - Parameter count: How many pages there are; nil where that is not known.
    func info(pages count: Int?) -> ImageInfo {
        ImageInfo(
            format: .tiff,
            width: width,
            height: height,
            pixelFormat: layout.format,
            bitsPerSample: layout.bits,
            orientation: orientation,
            frameCount: count,
            resolution: resolution
        )
    }
}
