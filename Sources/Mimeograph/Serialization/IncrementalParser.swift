/// A parser that is fed chunks and does no I/O. Where chunks are cut changes nothing.
///
/// After either method threw, the parser is spent: it is fed no more.
public protocol IncrementalParser<Element> {
    /// What the parser makes.
    associatedtype Element: Sendable

    /// Takes the next bytes, and appends the elements that they complete.
    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [Element]) throws(SerializationError)

    /// Says that no bytes follow, and appends the elements that were waiting for that.
    ///
    /// - Throws: ``SerializationError/Code/truncated`` where the bytes ended in the middle of an element.
    mutating func finish(into elements: inout [Element]) throws(SerializationError)
}
