import CSimdjson

/// simdjson's document parser, where it was installed when this was built.
enum Simdjson {
    /// The version and the implementation that the processor allows; nil where there is no simdjson.
    static let description: String? = unsafe mimeograph_simdjson_description().map { unsafe String(cString: $0) }

    /// Parsing one text again and again, with one parser and a padded copy of the text that are made beforehand.
    ///
    /// - Returns: Nil where there is no simdjson. Both live until the program ends.
    static func parsing(_ text: [UInt8]) throws -> (() -> Bool)? {
        // SAFETY: the text is copied during the call.
        let prepared = unsafe text.withUnsafeBufferPointer { buffer in
            unsafe mimeograph_simdjson_prepare(buffer.baseAddress, buffer.count)
        }
        guard let prepared = unsafe prepared else { return nil }
        // SAFETY: what is prepared is never freed.
        let parse = { unsafe mimeograph_simdjson_parse(prepared) }
        guard parse() else { throw BrokenEngine("simdjson refuses a document") }
        return parse
    }
}
