extension String {
    /// Copies a stretch of field text, decoding isomorphic bytes where there are any.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8, or raw bytes that stand for the code points U+0000…U+00FF.
    ///   - isomorphic: Whether `bytes` are raw.
    init(fieldText bytes: Span<UInt8>, isomorphic: Bool) {
        if isomorphic {
            for index in bytes.indices where bytes[index] >= 0x80 {
                self.init()
                for index in bytes.indices { unicodeScalars.append(Unicode.Scalar(bytes[index])) }
                return
            }
        }
        // SAFETY: `buffer` has room for the count asked for, each index written is below it, and all of it is written.
        unsafe self.init(unsafeUninitializedCapacity: bytes.count) { buffer in
            for index in bytes.indices { unsafe buffer[index] = bytes[index] }
            return bytes.count
        }
    }

    /// Copies ASCII text with its capital letters made small.
    init(lowercasedASCII bytes: Span<UInt8>) {
        // SAFETY: `buffer` has room for the count asked for, each index written is below it, and all of it is written.
        unsafe self.init(unsafeUninitializedCapacity: bytes.count) { buffer in
            for index in bytes.indices { unsafe buffer[index] = FieldSyntax.lowercased(bytes[index]) }
            return bytes.count
        }
    }

    /// At most 64 characters of a text, with control characters spelled out, for a message to a person.
    var quotedForMessage: String {
        var text = "\""
        for scalar in unicodeScalars.prefix(64) {
            switch scalar.value {
            case 0x20...0x7E: text.unicodeScalars.append(scalar)
            default: text += scalar.escaped(asASCII: true)
            }
        }
        return text + (unicodeScalars.dropFirst(64).isEmpty ? "\"" : "…\"")
    }
}
