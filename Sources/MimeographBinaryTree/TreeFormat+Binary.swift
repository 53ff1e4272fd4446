package import Mimeograph
package import MimeographTree

extension TreeFormat {
    /// Decodes a value from a whole document of a binary format.
    ///
    /// - Parameters:
    ///   - body: What the document was read from, with these heads; errors tell where in it a value begins.
    /// - Throws: ``SerializationError/Code/dataShape``, with the `DecodingError` in `underlying`.
    package func decode<V: Decodable>(
        _ type: V.Type,
        from document: TapeDocument,
        of body: Span<UInt8>,
        _ heads: ItemHeads,
        _ strategies: DecodingStrategies?
    ) throws(SerializationError) -> V {
        var context = TreeDecodingContext.begin(document, self, strategies)
        defer { TreeDecodingContext.end(&context) }
        do {
            return try context.root(type)
        } catch {
            var (report, index) = context.report(error, of: V.self)
            if let index {
                report.location = heads.offset(of: index, in: document, body).map { SourceLocation(offset: $0) }
            }
            throw report
        }
    }

    /// Encodes a value to a document.
    ///
    /// - Returns: The document, and whether an object of it has one key twice.
    /// - Throws: ``SerializationError/Code/unencodableValue``, with the coding path.
    package func encode<V: Encodable>(
        _ value: V,
        _ strategies: EncodingStrategies?
    ) throws(SerializationError) -> (document: TapeDocument, repeatsKeys: Bool) {
        var context = TreeEncodingContext.begin(self, strategies)
        defer { TreeEncodingContext.end(&context) }
        do {
            try context.encode(value)
        } catch {
            throw errors.encoding(error, of: V.self)
        }
        return (context.document(), context.repeatsNames)
    }
}
