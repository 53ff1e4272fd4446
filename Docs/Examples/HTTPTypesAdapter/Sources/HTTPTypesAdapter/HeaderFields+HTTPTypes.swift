public import HTTPTypes
public import Mimeograph

extension HTTPFields {
    /// Makes the same fields, in the same order, with the names as they are written.
    ///
    /// - Throws: `invalidField` where a field could not be taken when it was set, where a value holds a control character, for
    ///   which `HTTPField` would put a space, and where there are more fields than `HTTPFields` can hold.
    public init(_ fields: HeaderFields) throws(SerializationError) {
        self.init()
        if let refused = fields.refused.first { throw .invalidField("A field cannot be sent.", underlying: [refused]) }
        // `HTTPFields` traps at the last one that does not fit.
        guard fields.lines.count < Int(UInt16.max) else {
            throw .invalidField("There are \(fields.lines.count) fields, and \(UInt16.max - 1) at most can be sent.")
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
    /// Makes the same fields, in the same order, with the names as they are written.
    ///
    /// Bytes that are no UTF-8 become U+FFFD, and white space around a value is left out. How a field is compressed is lost.
    ///
    /// - Throws: `invalidField` where a name is no token or a value holds a line break, which `HTTPFields` lets nobody make.
    public init(_ fields: HTTPFields) throws(SerializationError) {
        self.init()
        for field in fields { try append(field.name.rawName, checking: field.value) }
    }

    /// Adds a field at the end.
    mutating func append(_ name: String, checking value: String) throws(SerializationError) {
        do throws(HeaderFieldError) {
            try append(name, value)
        } catch {
            throw .invalidField("A field cannot be taken.", underlying: [error])
        }
    }
}

extension SerializationError {
    static func invalidField(_ message: String, underlying: [any Error] = []) -> SerializationError {
        SerializationError(
            .invalidField,
            message,
            remedy: "Take control characters out of values, and write names in letters.",
            underlying: underlying
        )
    }
}
