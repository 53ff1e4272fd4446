import MimeographTree

// Sixteen bytes at a time.
//
// A block counts how many of its first bytes are plain text of a string, spaces, or characters of three bytes. On x86-64 it uses
// the vector instructions that every such processor has (SSE2): see ``JSONVectorBlock``. On arm64 it uses those that every such
// processor has (NEON): see ``JSONNeonBlock``. All other processors use words of eight bytes: see ``JSONPortableBlock``, which is
// compiled everywhere, so that it is tested everywhere. With the condition `MIMEOGRAPH_WITHOUT_VECTORS` the scanner uses it on
// all processors.

#if arch(x86_64) && canImport(_Builtin_intrinsics) && !MIMEOGRAPH_WITHOUT_VECTORS
    typealias JSONBlock = JSONVectorBlock
#elseif arch(arm64) && canImport(_Builtin_intrinsics.arm.neon) && !MIMEOGRAPH_WITHOUT_VECTORS
    typealias JSONBlock = JSONNeonBlock
#else
    typealias JSONBlock = JSONPortableBlock
#endif

/// The operations of every kind of block.
///
/// The scanner uses one kind by its type, so this protocol costs nothing. It lets the compiler find a missing operation on every
/// processor, not only on processors that use the kind.
protocol JSONBlockOperations {
    /// Loads sixteen bytes.
    init(_ source: JSONBytes, at offset: Int)

    /// The number of bytes before the first that is not plain text, or 16 if all are.
    ///
    /// A quotation mark, a backslash, a control character and a byte outside of ASCII are not plain text.
    var plainLength: Int { get }

    /// Returns the offset of the first byte from `start` that is not plain text, which may be a zero of the padding.
    static func plainEnd(_ source: JSONBytes, from start: Int) -> Int

    /// The number of spaces at its beginning, up to 16.
    var spaceLength: Int { get }

    /// Whether the first bytes are spaces.
    ///
    /// - Parameter mask: A bit for each of up to 31 bytes, without gaps.
    static func areSpaces(_ source: JSONBytes, at offset: Int, mask: UInt32) -> Bool

    /// Whether the first `length` of 64 bytes, at least 1, are equal at both offsets.
    static func areEqual(_ source: JSONBytes, at offset: Int, and other: Int, length: UInt32) -> Bool

    /// The number of digits at its beginning, and the numbers in the first and the last eight bytes. The first byte that is not a
    /// digit and all later ones count as zeros.
    var digits: (length: Int, first: UInt64, second: UInt64) { get }

    /// Whether it begins with four valid characters of three bytes each, none of which needs a closer look.
    var beginsWithFourTriples: Bool { get }
}
