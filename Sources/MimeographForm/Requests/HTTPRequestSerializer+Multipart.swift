public import Mimeograph

extension HTTPRequestSerializer {
    /// Makes a request with the default fields and a multipart form as its body.
    ///
    /// ```swift
    /// let message = try serializer.multipartRequest(.post, url, parameters: ["album": ["id": 7]]) { form in
    ///     form.append(photo, name: "photo", fileName: "photo.png", contentType: .png)
    /// }
    /// ```
    /// Each parameter becomes a part, such as `album[id]`, before the other parts. This does not depend on the method. A form
    /// without parts results in a request without parameters.
    ///
    /// - Parameters:
    ///   - method: The method, which must allow a body.
    ///   - url: The URL as text; it may be relative.
    ///   - parameters: Named values of any type. The encoder in ``parameters`` names and orders them. If that is a closure, which
    ///     makes queries only, the AFNetworking preset is used.
    ///   - fields: Fields of this request, which override the default fields.
    ///   - accept: The value of `Accept`, unless `fields` or the default fields have one.
    ///   - writer: The serializer that writes the form.
    ///   - appendParts: A closure that appends the other parts.
    /// - Throws: ``SerializationError/Code/unencodableValue`` for parameters that cannot be written and for GET and HEAD,
    ///   ``SerializationError/Code/invalidField`` for a field that cannot be sent, and any error from `appendParts`.
    public func multipartRequest(
        _ method: HTTPMethod,
        _ url: String,
        parameters: some Encodable,
        fields: HeaderFields = [:],
        accept: AcceptField? = nil,
        writer: MultipartRequestSerializer = MultipartRequestSerializer(),
        appendParts: (inout MultipartFormData) throws(SerializationError) -> Void = { _ in }
    ) throws(SerializationError) -> RequestMessage {
        var form = MultipartFormData()
        try form.append(parameters: parameters, encoder: multipartEncoder)
        try appendParts(&form)
        return try request(method, url, form, fields: fields, accept: accept, writer: writer)
    }

    /// Makes a request with the default fields and a multipart form as its body, with parameters given as a literal.
    ///
    /// - Throws: The same errors as the overload that takes any `Encodable` parameters.
    public func multipartRequest(
        _ method: HTTPMethod,
        _ url: String,
        parameters: QueryValue = [:],
        fields: HeaderFields = [:],
        accept: AcceptField? = nil,
        writer: MultipartRequestSerializer = MultipartRequestSerializer(),
        appendParts: (inout MultipartFormData) throws(SerializationError) -> Void = { _ in }
    ) throws(SerializationError) -> RequestMessage {
        var form = MultipartFormData()
        try form.append(parameters: parameters, encoder: multipartEncoder)
        try appendParts(&form)
        return try request(method, url, form, fields: fields, accept: accept, writer: writer)
    }

    /// The encoder of ``parameters``. A closure makes a whole query, which cannot be split into parts.
    private var multipartEncoder: QueryEncoder {
        if case .encoder(let encoder) = parameters { encoder } else { .afnetworking }
    }

    private func request(
        _ method: HTTPMethod,
        _ url: String,
        _ form: MultipartFormData,
        fields: HeaderFields,
        accept: AcceptField?,
        writer: MultipartRequestSerializer
    ) throws(SerializationError) -> RequestMessage {
        if form.parts.isEmpty { return try request(method, url, fields: fields, accept: accept) }
        var message = RequestMessage(method: method, url: url, fields: fields)
        try applyFields(to: &message)
        try writer.write(form, into: &message)
        setAccept(accept, of: &message)
        return message
    }
}
