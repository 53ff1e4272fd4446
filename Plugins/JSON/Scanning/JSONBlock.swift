import MimeographTree

// Sixteen bytes at a time.
//
// A block answers how many of its first bytes are plain text of a string, spaces, or characters of three bytes. On x86-64
// that takes the vector instructions that every such processor has (SSE2): see ``JSONVectorBlock``. On arm64 it takes those
// that every such processor has (NEON): see ``JSONNeonBlock``. Every other processor has words of eight bytes: see
// ``JSONPortableBlock``, which is compiled everywhere, so that it is tested everywhere. With the condition
// `MIMEOGRAPH_WITHOUT_VECTORS` it is what the scanner uses on all processors.

#if arch(x86_64) && canImport(_Builtin_intrinsics) && !MIMEOGRAPH_WITHOUT_VECTORS
    typealias JSONBlock = JSONVectorBlock
#elseif arch(arm64) && canImport(_Builtin_intrinsics.arm.neon) && !MIMEOGRAPH_WITHOUT_VECTORS
    typealias JSONBlock = JSONNeonBlock
#else
    typealias JSONBlock = JSONPortableBlock
#endif

/// What every kind of block can do.
///
/// The scanner calls one kind by its type, so that this costs nothing. It has the compiler find what a kind lacks on every
/// processor, and not only on those that use the kind.
protocol JSONBlockOperations {
    /// Loads sixteen bytes.
    init(_ source: JSONBytes, at offset: Int)

    /// How many bytes come before the first that is no plain text, 16 where there is none.
    ///
    /// A quotation mark, a backslash, a control character and a byte outside of ASCII are no plain text.
    var plainLength: Int { get }

    /// The offset of the first byte from `start` on that is no plain text; zeros of the padding are none.
    static func plainEnd(_ source: JSONBytes, from start: Int) -> Int

    /// How many spaces it begins with, up to 16.
    var spaceLength: Int { get }

    /// Whether the first bytes are spaces.
    ///
    /// - Parameter mask: A bit for each of up to 31 bytes, without gaps.
    static func areSpaces(_ source: JSONBytes, at offset: Int, mask: UInt32) -> Bool

    /// Whether the first `length` of 64 bytes, at least 1, are the same at both offsets.
    static func areEqual(_ source: JSONBytes, at offset: Int, and other: Int, length: UInt32) -> Bool

    /// How many digits it begins with, and the numbers that the first eight and the other eight bytes are, with zeros for
    /// what is no digit or comes after.
    var digits: (length: Int, first: UInt64, second: UInt64) { get }

    /// Whether it begins with four valid characters of three bytes each, none of which needs a closer look.
    var beginsWithFourTriples: Bool { get }
}
