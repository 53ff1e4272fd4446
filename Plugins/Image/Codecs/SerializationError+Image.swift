public import Mimeograph

extension SerializationError.Code {
    /// The library that decodes an image asks for more memory than it may have for its own needs, or than there is.
    public static let decoderMemory = SerializationError.Code(rawValue: "decoderMemory")
}

extension SerializationError {
    /// The bytes of an image end too early.
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

    /// The bytes break the rules of a format.
    package static func corruptImage(
        _ format: ImageFormat,
        _ sentence: String,
        at location: SourceLocation? = nil
    ) -> SerializationError {
        SerializationError(
            .syntax,
            sentence,
            at: location,
            remedy: "The file is damaged or not what it says; ask the sender for it again, or for another format."
        )
    }

    /// A library has no memory left for what an image asks of it.
    package static func imageNeedsMemory(_ format: ImageFormat) -> SerializationError {
        SerializationError(
            .decoderMemory,
            "The \(format) asks for more memory than is allowed for its decoder, or than there is.",
            remedy: "Ask the sender for a simpler file."
        )
    }

    static func corruptPNG(_ sentence: String, at offset: Int) -> SerializationError {
        corruptImage(.png, sentence, at: SourceLocation(offset: offset))
    }

    /// The JPEG is of a kind that is not read.
    static func unsupportedJPEG(at location: SourceLocation?) -> SerializationError {
        SerializationError(
            .unsupportedMediaType,
            "The JPEG is of a kind that is not read: lossless, hierarchical, or without 8 bits and 1, 3 or 4 components.",
            at: location,
            remedy: "Ask the sender for a baseline or progressive JPEG of 8 bits."
        )
    }
}
