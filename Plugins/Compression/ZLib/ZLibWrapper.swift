/// What stands around the deflated data.
enum ZLibWrapper: Hashable, Sendable {
    /// A header with a name and a time, and a CRC-32 behind. Source: RFC 1952.
    case gzip
    /// Two bytes of header, and an Adler-32 behind. Source: RFC 1950.
    case zlib
    /// Nothing. Source: RFC 1951.
    case raw

    /// How the wrapper and a window of 32 KiB are told to zlib. Source: zlib.h, deflateInit2 and inflateInit2.
    var windowBits: Int32 {
        switch self {
        case .gzip: 15 + 16
        case .zlib: 15
        case .raw: -15
        }
    }
}
