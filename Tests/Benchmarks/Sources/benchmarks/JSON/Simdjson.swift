import CSimdjson

/// simdjson's document parser, if it was installed when this was built.
enum Simdjson {
    /// The version, and the implementation for this processor; nil without simdjson.
    static let description: String? = unsafe mimeograph_simdjson_description().map { unsafe String(cString: $0) }

    /// Returns a function that parses one text repeatedly. The parser and a padded copy of the text are made beforehand.
    ///
    /// - Returns: Nil without simdjson. The parser and the copy live until the program ends.
    static func parsing(_ text: [UInt8]) throws -> (() -> Bool)? {
        // SAFETY: the text is copied during the call.
        let prepared = unsafe text.withUnsafeBufferPointer { buffer in
            unsafe mimeograph_simdjson_prepare(buffer.baseAddress, buffer.count)
        }
        guard let prepared = unsafe prepared else { return nil }
        // SAFETY: the prepared parser and text are never freed.
        let parse = { unsafe mimeograph_simdjson_parse(prepared) }
        guard parse() else { throw BrokenEngine("simdjson rejects a document.") }
        return parse
    }
}
