public import Mimeograph

/// A multipart form: its fields and files.
///
/// ```swift
/// var form = MultipartFormData()
/// form.append("Ada", name: "author")
/// try form.append(encoding: Options(public: true), with: JSONFormat(), name: "options")
/// try form.append(file: "photo.png", name: "photo")              // with `import MimeographFiles`
/// try MultipartRequestSerializer().write(form, into: &request)
/// ```
/// Files and streams are read in pieces while the body is sent. A file of any size needs only as much memory as one piece. The
/// body can be sent again with the same boundary, because every part can be read again.
///
/// A name may be any text. Quotation marks and line ends are escaped as in browsers. A zero byte causes an error when the form is
/// written.
///
/// Source: RFC 7578; RFC 2046 §5.1; WHATWG HTML §4.10.21.8.
public struct MultipartFormData: Sendable {
    /// The parts, in sending order.
    public var parts: [MultipartPart] = []

    /// The boundary. If nil, each writing uses a new random one.
    public var boundary: MultipartBoundary?

    /// Whether parts appended from now on repeat a file name that is not plain ASCII as `filename*`. The default is false, as RFC
    /// 7578 §4.2 requires.
    public var extendsFileNames = false

    /// Makes a form without parts.
    ///
    /// - Parameter boundary: The boundary. Nil makes a random one; only tests need a fixed one.
    public init(boundary: MultipartBoundary? = nil) { self.boundary = boundary }
}

extension MultipartFormData {
    /// Appends a part with any fields.
    public mutating func append(_ part: MultipartPart) { parts.append(part) }

    /// Appends a text field in UTF-8 without a `Content-Type`, as browsers do, and with every line end as CRLF.
    ///
    /// To keep line ends unchanged, append the bytes: `append(text.utf8, name: name)`.
    ///
    /// Source: WHATWG HTML §4.10.21.8 "multipart/form-data encoding algorithm".
    public mutating func append(_ text: String, name: String) {
        append(.bytes(text.utf8WithLineEndsAsCRLF), name: name)
    }

    /// Appends text fields in order.
    public mutating func append(contentsOf fields: some Sequence<(String, String)>) {
        for (name, text) in fields { append(text, name: name) }
    }

    /// Appends bytes.
    ///
    /// - Parameters:
    ///   - bytes: A collection of bytes, such as `[UInt8]`, a slice or `Data`.
    ///   - name: The name of the form field.
    ///   - fileName: The file name. It makes receivers treat the part as a file.
    ///   - contentType: The media type. Nil sends none, which means plain text.
    public mutating func append(
        _ bytes: some Collection<UInt8>,
        name: String,
        fileName: String? = nil,
        contentType: MediaType? = nil
    ) {
        append(.bytes(Array(bytes)), name: name, fileName: fileName, contentType: contentType)
    }

    /// Appends a source that is read when the body is sent.
    ///
    /// If the length of the source is unknown, so is the length of the body.
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
    /// If the length of the stream is unknown, so is the length of the body.
    public mutating func append(
        stream: BodyStream,
        name: String,
        fileName: String? = nil,
        contentType: MediaType? = nil
    ) {
        append(.stream(stream), name: name, fileName: fileName, contentType: contentType)
    }

    /// Encodes a value immediately and appends it, with the content type of the format.
    ///
    /// - Throws: Any error from the format. Nothing is appended in that case.
    public mutating func append(
        encoding value: some Encodable,
        with format: some CodableFormat,
        name: String,
        fileName: String? = nil
    ) throws(SerializationError) {
        let bytes = try format.encode(value)
        append(.bytes(bytes), name: name, fileName: fileName, contentType: format.contentType)
    }

    /// Writes a value immediately with a serializer of the registry and appends it, with the content type of the serializer.
    ///
    /// - Throws: The same errors as ``SerializerRegistry/encode(_:as:)``. Nothing is appended in that case.
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

/// A part of a multipart body for sending: its header fields and its content.
public struct MultipartPart: Sendable {
    /// The header fields, in sending order.
    public var fields: HeaderFields
    /// The content.
    public var content: Content

    /// The content of a part.
    public enum Content: Sendable {
        /// Bytes in memory.
        case bytes([UInt8])
        /// A source that is opened when the body is sent, such as a file.
        case source(any BodySource)
        /// A stream whose chunks arrive asynchronously.
        case stream(BodyStream)
    }

    /// Makes a part with any fields, for example for `multipart/mixed` or `multipart/related`.
    public init(fields: HeaderFields, content: Content) {
        self.fields = fields
        self.content = content
    }

    /// The length of the content in bytes; nil if it is unknown.
    public var length: Int? {
        switch content {
        case .bytes(let bytes): bytes.count
        case .source(let source): source.length
        case .stream(let stream): stream.length
        }
    }

    /// Returns the header fields as they are sent, including the empty line after them.
    func head() throws(SerializationError) -> [UInt8] {
        if let error = fields.refused.first {
            throw SerializationError(
                .invalidField,
                "A header field of a part cannot be sent: \(error).",
                remedy: "Remove line ends and zero bytes from the field.",
                underlying: [error]
            )
        }
        var text = ""
        for line in fields { text += "\(line.name): \(line.value)\r\n" }
        return Array("\(text)\r\n".utf8)
    }
}

extension MultipartFormData {
    /// Appends parameters as text fields, one for each name and value in a query of the parameters.
    ///
    /// ```swift
    /// try form.append(parameters: ["user": ["name": "Ada"], "tags": ["a", "b"]])
    /// // tags[], tags[] and user[name], as AFNetworking sends parameters with files
    /// ```
    /// `Data` is sent as its bytes, unless the encoder has a notation for it other than Base64. Every line end in a text becomes
    /// CRLF, as in ``append(_:name:)``. A null that a query writes as a bare name is an empty field.
    ///
    /// - Parameters:
    ///   - parameters: Named values of any type.
    ///   - encoder: The encoder that names, orders and writes the values. Nothing is escaped.
    /// - Throws: ``SerializationError/Code/unencodableValue``. Nothing is appended in that case.
    public mutating func append(
        parameters: some Encodable,
        encoder: QueryEncoder = .afnetworking
    ) throws(SerializationError) {
        for field in try encoder.fields(of: parameters) { append(field.value ?? [], name: field.name) }
    }

    /// Appends parameters given as a literal, like the overload that takes any `Encodable` parameters.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue``. Nothing is appended in that case.
    public mutating func append(
        parameters: QueryValue,
        encoder: QueryEncoder = .afnetworking
    ) throws(SerializationError) {
        for field in try encoder.fields(of: parameters) { append(field.value ?? [], name: field.name) }
    }
}
