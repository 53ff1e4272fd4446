/// A content coding that can also be applied and undone in chunks.
///
/// A registry undoes it while a stream arrives, and request bodies that are streams are coded while they are sent.
///
/// ## Writing one
/// A coding of your own, Brotli for example, conforms to this to be used for streams. Both parsers are fed bytes and append
/// chunks of bytes; where either side is cut has no meaning, only the bytes in a row. A decoder that fails has appended what
/// came out before the fault.
public protocol StreamingContentCoding: ContentCoding {
    /// Makes a parser that applies the coding.
    ///
    /// - Throws: ``SerializationError/Code/sourceFailed`` where there is no memory.
    func makeEncoder() throws(SerializationError) -> any IncrementalParser<[UInt8]>

    /// Makes a parser that undoes the coding.
    ///
    /// - Parameter limits: `outputBytes` and `expansionRatio` bound what comes out, while it comes out.
    func makeDecoder(limits: DecodingLimits) -> any IncrementalParser<[UInt8]>
}
