public import Mimeograph

/// A content coding that can also be applied and undone in chunks.
///
/// ## Writing one
/// A coding of your own, Brotli for example, conforms to this to be used by ``CompressedRequestSerializer``. Both parsers are
/// fed bytes and append chunks of bytes; where either side is cut has no meaning, only the bytes in a row.
public protocol StreamingContentCoding: ContentCoding {
    /// Makes a parser that applies the coding.
    ///
    /// - Throws: ``/Mimeograph/SerializationError/Code/sourceFailed`` where there is no memory.
    func makeEncoder() throws(SerializationError) -> any IncrementalParser<[UInt8]>

    /// Makes a parser that undoes the coding.
    ///
    /// - Parameter budget: `outputBytes` and `expansionRatio` bound what comes out, while it comes out.
    func makeDecoder(budget: DecodeBudget) -> any IncrementalParser<[UInt8]>
}
