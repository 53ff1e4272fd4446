import Mimeograph

/// Which bytes of a file a part of `multipart/byteranges` holds.
///
/// Source: RFC 9110 §14.4.
public struct ByteContentRange: Hashable, Sendable {
    /// The places of the bytes, the first byte of the file at 0.
    public let bytes: Range<Int>
    /// The number of bytes of the whole file; nil where the sender did not know it.
    public let completeLength: Int?

    /// Reads the value of a Content-Range field, for example `bytes 0-99/1234`; nil where it is no range of bytes, or one
    /// that cannot be.
    public init?(parsing text: String) {
        let pieces = text.parts(at: " ").filter { !$0.isEmpty }
        // With a bit set that is none of a letter's the small letters and the capitals of ASCII are the same.
        guard pieces.count == 2, pieces[0].utf8.map({ $0 | 0x20 }).elementsEqual("bytes".utf8) else { return nil }
        let halves = pieces[1].parts(at: "/")
        guard halves.count == 2 else { return nil }
        let ends = halves[0].parts(at: "-")
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last,
            last < Int.max
        else { return nil }
        if halves[1].hasSameBytes(as: "*") {
            completeLength = nil
        } else {
            guard let length = Self.number(halves[1]), last < length else { return nil }
            completeLength = length
        }
        bytes = first..<(last + 1)
    }

    /// Digits only: `Int` by itself would take a sign too.
    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
}
