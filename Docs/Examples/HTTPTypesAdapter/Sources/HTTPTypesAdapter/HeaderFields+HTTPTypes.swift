public import HTTPTypes
public import Mimeograph

extension HTTPFields {
    /// Makes the same fields, in the same order, with the spelling of their names.
    ///
    /// - Throws: `invalidField` if a field was rejected when it was set, if a value contains a control character, which
    ///   `HTTPField` would replace with a space, or if there are more fields than `HTTPFields` can hold.
    public init(_ fields: HeaderFields) throws(SerializationError) {
        self.init()
        if let refused = fields.refused.first { throw .invalidField("A field cannot be sent.", underlying: [refused]) }
        // `HTTPFields` traps if there are too many.
        guard fields.lines.count < Int(UInt16.max) else {
            throw .invalidField("\(fields.lines.count) fields are too many: at most \(UInt16.max - 1) can be sent.")
        }
        for line in fields.lines {
            guard let name = HTTPField.Name(line.name), HTTPField.isValidValue(line.value) else {
                throw .invalidField("A field has a name or a value that cannot be sent.")
            }
            append(HTTPField(name: name, value: line.value))
        }
    }
}

extension HeaderFields {
    /// Makes the same fields, in the same order, with the spelling of their names.
    ///
    /// Bytes that are not UTF-8 become U+FFFD, and white space around a value is removed. The compression settings of a field are
    /// lost.
    ///
    /// - Throws: `invalidField` if a name is not a token or a value contains a line break, which `HTTPFields` itself does not
    ///   allow.
    public init(_ fields: HTTPFields) throws(SerializationError) {
        self.init()
        for field in fields { try append(field.name.rawName, checking: field.value) }
    }

    /// Adds a field at the end.
    mutating func append(_ name: String, checking value: String) throws(SerializationError) {
        do throws(HeaderFieldError) {
            try append(name, value)
        } catch {
            throw .invalidField("A field is invalid.", underlying: [error])
        }
    }
}

extension SerializationError {
    static func invalidField(_ message: String, underlying: [any Error] = []) -> SerializationError {
        SerializationError(
            .invalidField,
            message,
            remedy: "Remove control characters from values, and write names in letters.",
            underlying: underlying
        )
    }
}
