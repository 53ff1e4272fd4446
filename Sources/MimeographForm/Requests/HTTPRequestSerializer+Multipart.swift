public import Mimeograph

extension HTTPRequestSerializer {
    /// Makes a request with the default fields whose body is a form of several parts.
    ///
    /// ```swift
    /// let message = try serializer.multipartRequest(.post, url, parameters: ["album": ["id": 7]]) { form in
    ///     form.append(photo, name: "photo", fileName: "photo.png", contentType: .png)
    /// }
    /// ```
    /// The parameters come first, each pair as a part: `album[id]`. They go into the form whatever the method is. Where there
    /// are no parts at all the request is one with no parameters.
    ///
    /// - Parameters:
    ///   - method: The method, which must allow a body.
    ///   - url: The URL as text; it may be relative.
    ///   - parameters: Named values of any type, named and ordered as ``parameters`` says; where that is a closure, which
    ///     makes queries, as AFNetworking does.
    ///   - fields: Fields of this request, which go before the default ones.
    ///   - accept: What Accept says, where neither `fields` nor the default fields have one.
    ///   - writer: Frames the parts.
    ///   - appendParts: Appends the other parts.
    /// - Throws: ``SerializationError/Code/unencodableValue`` for parameters that cannot be written and for GET and HEAD,
    ///   ``SerializationError/Code/invalidField`` for a field that cannot be sent, and what `appendParts` throws.
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

    /// Makes a request with the default fields whose body is a form of several parts, with parameters that are written here.
    ///
    /// - Throws: As the form for any type.
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

    /// A closure makes a whole query, which has no parts.
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
