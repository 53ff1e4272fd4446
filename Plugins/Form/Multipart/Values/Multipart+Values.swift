public import Mimeograph

extension Multipart.Part {
    /// Reads the content by its own content type.
    ///
    /// ```swift
    /// let form = try serializers.read(Multipart.self, from: body, head: head)
    /// let options = try form["options"]?.read(Options.self, by: serializers)
    /// ```
    /// - Parameters:
    ///   - type: The type that is wanted; any type that a registered serializer makes, or any `Decodable`.
    ///   - serializers: What chooses the serializer. A part without a Content-Type is plain text.
    ///   - limits: What the part may cost; nil takes the registration's, else the registry's.
    /// - Throws: As `SerializerRegistry.read(_:from:as:limits:)`, with the body of the part.
    public func read<Value: Sendable>(
        _ type: Value.Type = Value.self,
        by serializers: SerializerRegistry,
        limits: DecodingLimits? = nil
    ) throws(SerializationError) -> Value {
        try serializers.read(type, from: bytes, as: head.contentType(in: nil), limits: limits)
    }

    /// Reads the content as whatever it is, by its own content type.
    ///
    /// - Throws: As the form that takes a type.
    public func read(
        by serializers: SerializerRegistry,
        limits: DecodingLimits? = nil
    ) throws(SerializationError) -> any Sendable {
        try serializers.read(from: bytes, as: head.contentType(in: nil), limits: limits)
    }
}

extension MultipartHead {
    /// The media type by which a registry chooses who reads the part; nil where the part names one that is none.
    ///
    /// - Parameter type: The type of the whole body, which says what a part is that does not say it.
    ///
    /// Source: RFC 2046 §5.1 (plain text), §5.1.5 (messages, in a digest).
    func contentType(in type: MediaType?) -> MediaType? {
        if fields.contains("Content-Type") { return fields.contentType }
        return type?.essence == "multipart/digest" ? "message/rfc822" : .textPlain
    }
}
