public import Mimeograph

extension SerializationError.Code {
    /// The library that decodes an image needs more memory than its limit or than the system has.
    public static let decoderMemory = SerializationError.Code(rawValue: "decoderMemory")
}

extension SerializationError {
    package static func truncatedImage(
        _ format: ImageFormat,
        at location: SourceLocation? = nil
    ) -> SerializationError {
        SerializationError(
            .truncated,
            "The \(format) ends too early.",
            at: location,
            remedy: "Check whether the transfer was cut short, or allow partial images in ImageReadingOptions."
        )
    }

    package static func corruptImage(
        _ format: ImageFormat,
        _ sentence: String,
        at location: SourceLocation? = nil
    ) -> SerializationError {
        SerializationError(
            .syntax,
            sentence,
            at: location,
            remedy: "The file is damaged or has the wrong format; ask the sender for it again, or for another format."
        )
    }

    /// Creates the error for a library that runs out of memory while it decodes an image.
    package static func imageNeedsMemory(_ format: ImageFormat) -> SerializationError {
        SerializationError(
            .decoderMemory,
            "The \(format) needs more memory than its decoder may use or than the system has.",
            remedy: "Ask the sender for a simpler file."
        )
    }

    static func corruptPNG(_ sentence: String, at offset: Int) -> SerializationError {
        corruptImage(.png, sentence, at: SourceLocation(offset: offset))
    }

    static func unsupportedJPEG(at location: SourceLocation?) -> SerializationError {
        SerializationError(
            .unsupportedMediaType,
            "This kind of JPEG is not supported: it is lossless, hierarchical, or not of 8 bits and 1, 3 or 4 components.",
            at: location,
            remedy: "Ask the sender for a baseline or progressive JPEG of 8 bits."
        )
    }
}
