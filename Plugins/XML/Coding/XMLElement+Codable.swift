import Mimeograph

/// A part of a value that has no type of its own may be declared as ``XML/Element``.
///
/// ```swift
/// struct Fault: Codable {
///     var faultcode: String
///     var detail: XML.Element?
/// }
/// ```
///
/// ``XMLFormat`` reads and writes it as the element that it is, comments and all; under a key of another name than its own
/// it is written with the key's. Other coders read and write its text.
extension XML.Element: Decodable {
    /// Reads the text of an element.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        let document: XML.Document
        do { document = try XML.Document(parsing: text.utf8, charset: "utf-8") } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "The text is no XML document.",
                    underlyingError: error
                )
            )
        }
        self.init(root: document)
    }
}

extension XML.Element: Encodable {
    /// Writes the text of the element, without a declaration.
    public func encode(to encoder: any Encoder) throws {
        let bytes = try serialized(XMLWritingOptions(declaration: false))
        var container = encoder.singleValueContainer()
        try container.encode(String(decoding: bytes, as: UTF8.self))
    }
}
