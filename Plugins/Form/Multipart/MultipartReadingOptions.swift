import Mimeograph

/// What the parts of a received body may cost, beside the `DecodingLimits`.
public struct MultipartReadingOptions: Hashable, Sendable {
    /// The most parts. Default 1,000.
    public var partCount: Int
    /// The most bytes of the header fields of one part, line ends included. Default 16 KiB.
    public var headBytes: Int
    /// The most bytes of the content of one part; nil, the default, sets no limit of its own.
    public var partBytes: Int?
    /// How many bytes each ``MultipartElement/bytes(_:)`` but the last of a part has; at least 1. Default 64 KiB.
    public var chunkSize: Int

    /// Makes options; what is not given has its default.
    public init(
        partCount: Int = 1000,
        headBytes: Int = 1 << 14,
        partBytes: Int? = nil,
        chunkSize: Int = 1 << 16
    ) {
        self.partCount = partCount
        self.headBytes = headBytes
        self.partBytes = partBytes
        self.chunkSize = max(1, chunkSize)
    }

    /// The defaults.
    public static let standard = MultipartReadingOptions()
}
