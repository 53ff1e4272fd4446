public import Mimeograph

extension MultipartFormData {
    /// Appends parameters as fields of text, one for each pair that a query of them would have.
    ///
    /// ```swift
    /// try form.append(parameters: ["user": ["name": "Ada"], "tags": ["a", "b"]])
    /// // tags[], tags[] and user[name], as AFNetworking sends parameters beside files
    /// ```
    /// `Data` is sent as its bytes, unless the encoder says otherwise than Base64; in texts every line end becomes CRLF, as in
    /// ``append(_:name:)``. A null that a query would name alone is an empty field.
    ///
    /// - Parameters:
    ///   - parameters: Named values of any type.
    ///   - encoder: How names nest, in which order they come, and how values become text; nothing is escaped.
    /// - Throws: ``SerializationError/Code/unencodableValue``; nothing is appended then.
    public mutating func append(
        parameters: some Encodable,
        encoder: QueryEncoder = .afnetworking
    ) throws(SerializationError) {
        for field in try encoder.fields(of: parameters) { append(field.value ?? [], name: field.name) }
    }

    /// Appends parameters that are written here, as the form for any type does.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue``; nothing is appended then.
    public mutating func append(
        parameters: QueryValue,
        encoder: QueryEncoder = .afnetworking
    ) throws(SerializationError) {
        for field in try encoder.fields(of: parameters) { append(field.value ?? [], name: field.name) }
    }
}
