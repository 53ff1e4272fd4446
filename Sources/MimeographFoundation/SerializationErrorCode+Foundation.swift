public import Mimeograph

extension SerializationError.Code {
    /// The text is no URL that a request can be sent to.
    public static let invalidURL = SerializationError.Code(rawValue: "invalidURL")
}
