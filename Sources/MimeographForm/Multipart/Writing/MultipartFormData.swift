public import Mimeograph

/// A body of several parts: the fields and files of a form.
///
/// ```swift
/// var form = MultipartFormData()
/// form.append("Ada", name: "author")
/// try form.append(encoding: Options(public: true), with: JSONFormat(), name: "options")
/// try form.append(file: "photo.png", name: "photo")              // with `import MimeographFiles`
/// try MultipartRequestSerializer().write(form, into: &request)
/// ```
/// Files and streams are read when the body is sent, in pieces: files of any size take no more memory than one piece. The
/// body can be sent again, with the same boundary, because every part can be read again.
///
/// A name may be any text. What could break out of it (a quotation mark, a line break) is escaped as browsers do; a zero
/// byte is refused when the form is written.
///
/// Source: RFC 7578; RFC 2046 §5.1; WHATWG HTML §4.10.21.8.
public struct MultipartFormData: Sendable {
    /// The parts, in the order in which they are sent.
    public var parts: [MultipartPart] = []

    /// The boundary; nil makes a random one for each writing.
    public var boundary: MultipartBoundary?

    /// Whether a file name that is not plain ASCII is repeated as `filename*` in the parts that are appended from now on.
    /// Default false, as RFC 7578 §4.2 says.
    public var extendsFileNames = false

    /// Makes a form without parts.
    ///
    /// - Parameter boundary: Nil makes a random one, which is what all but tests want.
    public init(boundary: MultipartBoundary? = nil) { self.boundary = boundary }
}

extension MultipartFormData {
    /// Appends a part with any fields.
    public mutating func append(_ part: MultipartPart) { parts.append(part) }

    /// Appends a field of text, in UTF-8 and with no Content-Type, as a browser does: with CRLF for every line end.
    ///
    /// What must stay as it is, to the byte, is appended as bytes: `append(text.utf8, name: name)`.
    ///
    /// Source: WHATWG HTML §4.10.21.8 "multipart/form-data encoding algorithm".
    public mutating func append(_ text: String, name: String) {
        append(.bytes(text.utf8WithLineEndsAsCRLF), name: name)
    }

    /// Appends fields of text in order.
    public mutating func append(contentsOf fields: some Sequence<(String, String)>) {
        for (name, text) in fields { append(text, name: name) }
    }

    /// Appends bytes.
    ///
    /// - Parameters:
    ///   - bytes: `[UInt8]`, a slice, `Data`.
    ///   - name: The name of the form's field.
    ///   - fileName: Makes receivers treat the part as a file.
    ///   - contentType: Nil sends none, which means plain text.
    public mutating func append(
        _ bytes: some Collection<UInt8>,
        name: String,
        fileName: String? = nil,
        contentType: MediaType? = nil
    ) {
        append(.bytes(Array(bytes)), name: name, fileName: fileName, contentType: contentType)
    }

    /// Appends what a source gives when the body is sent.
    ///
    /// Where its length is not known, that of the body is not either.
    public mutating func append(
        source: some BodySource,
        name: String,
        fileName: String? = nil,
        contentType: MediaType? = nil
    ) {
        append(.source(source), name: name, fileName: fileName, contentType: contentType)
    }

    /// Appends a stream whose chunks arrive asynchronously while the body is sent.
    ///
    /// Where its length is not known, that of the body is not either.
    public mutating func append(
        stream: BodyStream,
        name: String,
        fileName: String? = nil,
        contentType: MediaType? = nil
    ) {
        append(.stream(stream), name: name, fileName: fileName, contentType: contentType)
    }

    /// Appends a value, encoded now, with the format's content type.
    ///
    /// - Throws: What the format throws; nothing is appended then.
    public mutating func append(
        encoding value: some Encodable,
        with format: some CodableFormat,
        name: String,
        fileName: String? = nil
    ) throws(SerializationError) {
        let bytes = try format.encode(value)
        append(.bytes(bytes), name: name, fileName: fileName, contentType: format.contentType)
    }

    /// Appends a value, written now by the registry's writer for it, with the content type that this gives.
    ///
    /// - Throws: As ``SerializerRegistry/encode(_:as:)``; nothing is appended then.
    public mutating func append<Value>(
        _ value: Value,
        writtenBy serializers: SerializerRegistry,
        as type: MediaType? = nil,
        name: String,
        fileName: String? = nil
    ) throws(SerializationError) {
        let (contentType, bytes) = try serializers.encode(value, as: type)
        append(.bytes(bytes), name: name, fileName: fileName, contentType: contentType)
    }

    private mutating func append(
        _ content: MultipartPart.Content,
        name: String,
        fileName: String? = nil,
        contentType: MediaType? = nil
    ) {
        let disposition = ContentDisposition(name: name, fileName: fileName)
        var fields = HeaderFields()
        fields["Content-Disposition"] = disposition.text(extendsFileName: extendsFileNames)
        if let contentType { fields["Content-Type"] = contentType.description }
        parts.append(MultipartPart(fields: fields, content: content))
    }
}

/// One part of a multipart body that is to be sent: its header fields and its bytes.
public struct MultipartPart: Sendable {
    /// The header fields, sent in this order.
    public var fields: HeaderFields
    /// Where the bytes come from.
    public var content: Content

    /// Where the bytes of a part come from.
    public enum Content: Sendable {
        /// From memory.
        case bytes([UInt8])
        /// From a source that is opened when the body is sent, such as a file.
        case source(any BodySource)
        /// From a stream whose chunks arrive asynchronously.
        case stream(BodyStream)
    }

    /// Makes a part with any fields, as `multipart/mixed` or `multipart/related` may need them.
    public init(fields: HeaderFields, content: Content) {
        self.fields = fields
        self.content = content
    }

    /// The number of bytes of the content, nil where it is not known.
    public var length: Int? {
        switch content {
        case .bytes(let bytes): bytes.count
        case .source(let source): source.length
        case .stream(let stream): stream.length
        }
    }

    /// The header fields as they are sent, with the empty line after them.
    func head() throws(SerializationError) -> [UInt8] {
        if let error = fields.refused.first {
            throw SerializationError(
                .invalidField,
                "A header field of a part may not be sent: \(error).",
                remedy: "Take line breaks and zero bytes out of the field.",
                underlying: [error]
            )
        }
        var text = ""
        for line in fields { text += "\(line.name): \(line.value)\r\n" }
        return Array("\(text)\r\n".utf8)
    }
}

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
