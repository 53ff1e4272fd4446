public import Mimeograph

/// The header fields of one part, and what they say.
///
/// All of it is what the sender claims. A file name is not to be used as a path.
public struct MultipartHead: Hashable, Sendable {
    /// The header fields in order. Bytes that are no UTF-8 are taken for Latin-1, which old senders use.
    public var fields: HeaderFields

    /// Makes a head of fields.
    public init(fields: HeaderFields) { self.fields = fields }

    /// Content-Disposition; nil where there is none that can be read.
    public var disposition: ContentDisposition? {
        fields.values(of: "Content-Disposition").first.flatMap { ContentDisposition(parsing: $0) }
    }

    /// The name of the form's field; nil where there is none.
    public var name: String? { disposition?.name }

    /// The name of the file, which may hold anything; nil where there is none.
    public var fileName: String? { disposition?.fileName }

    /// Content-Type; nil where there is none that can be read. Without one a part is plain text.
    public var contentType: MediaType? { fields.contentType }

    /// Content-ID without its angle brackets, by which parts of `multipart/related` refer to each other. Source: RFC 2392.
    public var contentID: String? {
        guard let text = fields["Content-ID"] else { return nil }
        return text.withoutAngleBrackets
    }

    /// Content-Range, of a part of `multipart/byteranges`; nil where there is none that can be read.
    public var contentRange: ByteContentRange? { fields["Content-Range"].flatMap { ByteContentRange(parsing: $0) } }
}

extension String {
    /// What stands between `<` and `>`, where the text has both at its ends; else the text. By bytes: a mark behind a bracket
    /// belongs to what is between.
    var withoutAngleBrackets: String {
        guard utf8.count >= 2, utf8.first == UInt8(ascii: "<"), utf8.last == UInt8(ascii: ">") else { return self }
        return String(Substring(utf8.dropFirst().dropLast()))
    }
}
