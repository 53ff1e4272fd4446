public import Mimeograph

/// A way to write images in one format.
///
/// ``PNGEncoding`` and ``JPEGEncoding`` conform. Other modules can conform for their formats.
public protocol ImageEncoding: Sendable {
    /// The format that the encoding writes.
    var format: ImageFormat { get }

    /// Encodes an image as the bytes of a file.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for an image that the format cannot hold.
    func encode(_ image: Image) throws(SerializationError) -> [UInt8]
}

extension Image {
    /// Encodes the image as the bytes of a file.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for an image that the format cannot hold.
    public func encoded(as encoding: some ImageEncoding) throws(SerializationError) -> [UInt8] {
        try encoding.encode(self)
    }

    /// The image with only its first frame, for formats that hold one picture.
    public var firstFrame: Image {
        if frames.count == 1 { return self }
        var image = withFrames([frames[0]])
        image.loopCount = nil
        return image
    }

    /// Returns the only frame.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` if there are several frames.
    package func onlyFrame(for format: ImageFormat) throws(SerializationError) -> ImageFrame {
        guard frames.count == 1 else {
            throw SerializationError(
                .unencodableValue,
                "The image has \(frames.count) frames, but a \(format) holds only one.",
                remedy: "Write image.firstFrame, or each of image.frames."
            )
        }
        return frames[0]
    }

    /// Returns the Exif data with the orientation of the metadata, or nil if there is nothing to write.
    ///
    /// If the data is missing, invalid or too long, the orientation alone is written.
    ///
    /// - Parameter most: The largest number of bytes that fit.
    package func exifToWrite(atMost most: Int) -> [UInt8]? {
        guard let exif = metadata.exif.map(Exif.withoutMark), exif.count <= most, Exif.hasByteOrder(exif.span) else {
            return metadata.orientation == .up ? nil : Exif.minimal(metadata.orientation)
        }
        let changed = Exif.settingOrientation(metadata.orientation, in: exif)
        // Data without the field means upright.
        let isRight = (Exif.orientation(changed.span) ?? .up) == metadata.orientation
        return isRight ? changed : Exif.minimal(metadata.orientation)
    }
}

/// A serializer that writes an ``Image`` as the body of a request.
///
/// ```swift
/// try ImageRequestSerializer(.jpeg(quality: 90)).write(photo, into: &message)
/// ```
public struct ImageRequestSerializer<Encoding: ImageEncoding>: BodySerialization {
    /// The encoding of the images.
    public var encoding: Encoding

    /// Creates the serializer.
    public init(_ encoding: Encoding) { self.encoding = encoding }

    /// The first media type of the format.
    public var contentType: MediaType { encoding.format.mediaTypes.first ?? .octetStream }

    /// Encodes the image.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for an image that the format cannot hold.
    public func encode(_ input: Image) throws(SerializationError) -> [UInt8] { try encoding.encode(input) }
}
