import Mimeograph
import MimeographImage

extension TIFFReader {
    /// The texts that are kept, by the keywords that PNG has for them. Source: TIFF 6.0 §8; W3C PNG (third edition) §11.3.3.1.
    private static let texts = [
        (269, "Title"), (270, "Description"), (305, "Software"), (315, "Author"), (33_432, "Copyright"),
    ]

    /// What the page says beside its pixels, as far as it may be kept.
    func metadata(_ page: TIFFPage, _ options: ImageReadingOptions) -> ImageMetadata {
        var metadata = ImageMetadata(
            resolution: page.resolution,
            orientation: options.appliesOrientation ? .up : page.orientation
        )
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

extension TIFFOutline {
    /// What the first page is, for a person.
    var info: ImageInfo {
        let photometric = first.photometric ?? (first.samples >= 3 ? 2 : first.bits == 1 ? 0 : 1)
        let layout = TIFFLayout(
            photometric: photometric,
            bits: first.bits,
            samples: first.samples,
            extras: first.extraSamples,
            firstExtra: first.firstExtra
        )
        let units: [Int: ImageResolution.Unit] = [1: .aspectRatio, 3: .centimeter]
        var resolution: ImageResolution?
        if first.resolution.horizontal > 0, first.resolution.vertical > 0 {
            resolution = ImageResolution(
                horizontal: first.resolution.horizontal,
                vertical: first.resolution.vertical,
                unit: units[first.unit] ?? .inch
            )
        }
        return ImageInfo(
            format: .tiff,
            width: first.width,
            height: first.height,
            pixelFormat: layout.format,
            bitsPerSample: first.bits,
            orientation: first.orientation,
            frameCount: pageCount,
            resolution: resolution
        )
    }
}
