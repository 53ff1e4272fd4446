/// A byte pattern that identifies a media type at the start of a body.
///
/// A signature counts only if a response has no usable Content-Type, or if the label is an `image/*` type, which a signature
/// overrides. Its owner must also be able to produce the wanted Swift type. It never selects a type that can run scripts.
///
/// Source: WHATWG MIME Sniffing §6.
public struct Signature: Hashable, Sendable {
    /// The media type of a body that matches.
    public let type: MediaType
    /// The bytes to find; bits that are 0 in the mask are ignored.
    public let pattern: [UInt8]
    /// The bits of each byte that count; as long as the pattern.
    public let mask: [UInt8]
    /// The offset of the pattern in the body, in bytes.
    public let offset: Int

    /// Makes a signature.
    ///
    /// - Parameters:
    ///   - type: The media type of a body that matches.
    ///   - pattern: The bytes to find.
    ///   - mask: The bits of each byte that count; nil means all. Missing bytes count as 0xFF.
    ///   - offset: The offset of the pattern in bytes; a negative one counts as 0.
    public init(_ type: MediaType, _ pattern: [UInt8], mask: [UInt8]? = nil, offset: Int = 0) {
        self.type = type
        self.pattern = pattern
        let mask = mask ?? []
        self.mask = pattern.indices.map { $0 < mask.count ? mask[$0] : 0xFF }
        self.offset = max(0, offset)
    }

    /// Whether a body that begins with `prefix` has the signature.
    public func matches(_ prefix: Span<UInt8>) -> Bool {
        guard !pattern.isEmpty, offset <= prefix.count, pattern.count <= prefix.count - offset else { return false }
        for index in pattern.indices where (prefix[offset + index] ^ pattern[index]) & mask[index] != 0 {
            return false
        }
        return true
    }

    /// The number of bits that the signature fixes.
    var weight: Int { mask.reduce(0) { $0 + $1.nonzeroBitCount } }
}

extension Signature {
    /// The number of bytes that are inspected at most. Source: WHATWG MIME Sniffing §5.2 (resource header).
    public static let prefixLength = 1445

    /// `image/png`.
    package static let png = Signature("image/png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    /// `image/jpeg`.
    package static let jpeg = Signature("image/jpeg", [0xFF, 0xD8, 0xFF])
    /// `image/gif`, both versions (`GIF87a`, `GIF89a`).
    package static let gif = [
        Signature("image/gif", Array("GIF87a".utf8)),
        Signature("image/gif", Array("GIF89a".utf8)),
    ]
    /// `image/bmp`.
    package static let bmp = Signature("image/bmp", [0x42, 0x4D])
    /// `image/webp`.
    package static let webp = Signature(
        "image/webp",
        Array("RIFF\0\0\0\0WEBPVP".utf8),
        mask: [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]
    )
    /// `image/x-icon`, icons and cursors.
    package static let icon = [
        Signature("image/x-icon", [0x00, 0x00, 0x01, 0x00]),
        Signature("image/x-icon", [0x00, 0x00, 0x02, 0x00]),
    ]
    /// `application/x-gzip`.
    package static let gzip = Signature("application/x-gzip", [0x1F, 0x8B, 0x08])
    /// `application/zip`.
    package static let zip = Signature("application/zip", Array("PK".utf8) + [0x03, 0x04])
    /// `application/x-rar-compressed`.
    package static let rar = Signature("application/x-rar-compressed", Array("Rar ".utf8) + [0x1A, 0x07, 0x00])
    /// `application/x-bplist`, the binary property list.
    package static let binaryPropertyList = Signature("application/x-bplist", Array("bplist00".utf8))
    /// `text/plain`, by the byte order marks of UTF-8 and UTF-16. Source: WHATWG MIME Sniffing §7.1 (BOM rows).
    package static let byteOrderMarks = [
        Signature("text/plain", [0xEF, 0xBB, 0xBF]),
        Signature("text/plain", [0xFE, 0xFF, 0x00, 0x00], mask: [0xFF, 0xFF, 0x00, 0x00]),
        Signature("text/plain", [0xFF, 0xFE, 0x00, 0x00], mask: [0xFF, 0xFF, 0x00, 0x00]),
    ]
}
