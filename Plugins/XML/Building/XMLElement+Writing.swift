public import Mimeograph

extension XML.Element {
    /// The element as an XML text in UTF-8.
    ///
    /// Namespaces are declared where they are needed. Text is escaped so that a reader gets the same characters,
    /// carriage returns and the white space of attributes included.
    ///
    /// - Parameter options: How the text is laid out.
    /// - Throws: ``SerializationError/Code/unencodableValue``, with the path of elements in `codingPath`, for names and
    ///   characters that XML 1.0 cannot carry, for prefixes without a namespace, for two attributes of one name, and for
    ///   comments and processing instructions that hold their own end.
    public func serialized(_ options: XMLWritingOptions = .compact) throws(SerializationError) -> [UInt8] {
        try XMLElementWriter.write(self, options)
    }
}

extension XML.Element: CustomStringConvertible {
    /// The element as a text without a declaration; where XML cannot carry it, its name and what is wrong.
    public var description: String {
        do {
            return String(decoding: try serialized(XMLWritingOptions(declaration: false)), as: UTF8.self)
        } catch {
            return "\(name.qualified): \(error.message)"
        }
    }
}
