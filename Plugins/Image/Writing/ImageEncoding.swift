public import Mimeograph

/// Writes images in one format, in one way.
///
/// ``PNGEncoding`` and ``JPEGEncoding`` conform; another module's format can.
public protocol ImageEncoding: Sendable {
    /// The format it writes.
    var format: ImageFormat { get }

    /// The bytes of a file.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for an image that the format cannot hold.
    func encode(_ image: Image) throws(SerializationError) -> [UInt8]
}

extension Image {
    /// The bytes of a file with this image.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for an image that the format cannot hold.
    public func encoded(as encoding: some ImageEncoding) throws(SerializationError) -> [UInt8] {
        try encoding.encode(self)
    }

    /// The image with its first frame only, as formats for one picture want it.
    public var firstFrame: Image {
        if frames.count == 1 { return self }
        var image = withFrames([frames[0]])
        image.loopCount = nil
        return image
    }

    /// The only frame.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` where there are several.
    package func onlyFrame(for format: ImageFormat) throws(SerializationError) -> ImageFrame {
        guard frames.count == 1 else {
            throw SerializationError(
                .unencodableValue,
                "The image has \(frames.count) frames, and a \(format) holds one.",
                remedy: "Write image.firstFrame, or each of image.frames."
            )
        }
        return frames[0]
    }

    /// The Exif data with the orientation that the metadata have; nil where there is nothing to say.
    ///
    /// The orientation is written also where the data do not fit, or are none.
    ///
    /// - Parameter most: The most bytes that fit.
    package func exifToWrite(atMost most: Int) -> [UInt8]? {
        guard let exif = metadata.exif.map(Exif.withoutMark), exif.count <= most, Exif.hasByteOrder(exif.span) else {
            return metadata.orientation == .up ? nil : Exif.minimal(metadata.orientation)
        }
        let changed = Exif.settingOrientation(metadata.orientation, in: exif)
        // Data without a field for it mean upright.
        let isRight = (Exif.orientation(changed.span) ?? .up) == metadata.orientation
        return isRight ? changed : Exif.minimal(metadata.orientation)
    }
}

/// Writes an ``Image`` as the body of a request.
///
/// ```swift
/// try ImageRequestSerializer(.jpeg(quality: 90)).write(photo, into: &message)
/// ```
public struct ImageRequestSerializer<Encoding: ImageEncoding>: BodySerialization {
    /// How images are written.
    public var encoding: Encoding

    /// Makes the serializer.
    public init(_ encoding: Encoding) { self.encoding = encoding }

    /// The first media type of the format.
    public var contentType: MediaType { encoding.format.mediaTypes.first ?? .octetStream }

    /// Encodes the image.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for an image that the format cannot hold.
    public func encode(_ input: Image) throws(SerializationError) -> [UInt8] { try encoding.encode(input) }
}
