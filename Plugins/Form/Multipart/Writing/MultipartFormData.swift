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
/// Nothing is read before the body is sent, and then in pieces: files of any size take no more memory than one piece. The
/// body can be sent again, with the same boundary, because every part can be read again.
///
/// A name may be any text. What could break out of it (a quotation mark, a line break) is escaped as browsers do; a zero
/// byte is refused when the form is written.
///
/// Source: RFC 7578; RFC 2046 §5.1; WHATWG HTML §4.10.21.8.
public struct MultipartFormData: Sendable {
    /// The parts, in the order in which they are sent.
    public var parts: [MultipartPart] = []

    /// The boundary; nil takes a random one for each writing.
    public var boundary: MultipartBoundary?

    /// Whether a file name that is not plain ASCII is repeated as `filename*` in the parts that are appended from now on.
    /// Default false, as RFC 7578 §4.2 says.
    public var extendsFileNames = false

    /// Makes a form without parts.
    ///
    /// - Parameter boundary: Nil takes a random one, which is what all but tests want.
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
    ///   - fileName: Makes receivers take the part for a file.
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
