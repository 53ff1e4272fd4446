extension JSONText {
    /// Writes a string with its quotation marks, escaping what RFC 8259 §7 demands.
    ///
    /// Control characters become `\b \f \n \r \t` or `\u00xx` with lower-case digits; nothing else is escaped, but `/`
    /// where asked for.
    mutating func appendString(_ text: String, escapingSlashes: Bool = false) {
        var text = text
        text.withUTF8 { buffer in
            // SAFETY: the buffer is valid during this closure, and the span does not leave it.
            unsafe appendEscaped(Span(_unsafeElements: buffer), escapingSlashes: escapingSlashes)
        }
    }

    /// The same for bytes that are valid UTF-8.
    mutating func appendEscaped(_ utf8: Span<UInt8>, escapingSlashes: Bool = false) {
        append(UInt8(ascii: "\""))
        for index in utf8.indices {
            let byte = utf8[index]
            switch byte {
            case UInt8(ascii: "\""): append("\\\"")
            case UInt8(ascii: "\\"): append("\\\\")
            case UInt8(ascii: "/") where escapingSlashes: append("\\/")
            case 0x08: append("\\b")
            case 0x09: append("\\t")
            case 0x0A: append("\\n")
            case 0x0C: append("\\f")
            case 0x0D: append("\\r")
            case ..<0x20:
                append("\\u00")
                append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
                append(JSONText.hexDigit(byte & 0x0F))
            default: append(byte)
            }
        }
        append(UInt8(ascii: "\""))
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
