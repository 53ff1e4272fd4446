import Mimeograph

/// The characters that stand for themselves in a query; all others are written as `%` and two digits for each byte.
///
/// ```swift
/// var characters = QueryCharacterSet.unreserved
/// characters.insert(contentsOf: ":@")
/// ```
/// It holds printable ASCII only. `%`, `&`, `=`, `+` and `#` are never in it, because a reader gives each of them a meaning
/// of its own: with them in it, what is written would not be read as it was.
public struct QueryCharacterSet: Hashable, Sendable {
    /// The bits of the code points 0 to 63, and of those from 64 on.
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// Makes a set of the characters of a text that may be in one; the others are left out.
    public init(_ characters: some StringProtocol) { insert(contentsOf: characters) }

    /// Adds the characters of a text that may be in a set; the others are left out.
    public mutating func insert(contentsOf characters: some StringProtocol) {
        for byte in characters.utf8 where (0x21...0x7E).contains(byte) && !"%&=+#".utf8.contains(byte) {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
        }
    }

    /// Takes the characters of a text out.
    public mutating func remove(contentsOf characters: some StringProtocol) {
        for byte in characters.utf8 where byte < 128 {
            if byte < 64 { low &= ~(1 << UInt64(byte)) } else { high &= ~(1 << UInt64(byte - 64)) }
        }
    }

    /// Whether the byte stands for itself.
    @inline(__always)
    public func contains(_ byte: UInt8) -> Bool {
        let word = byte < 64 ? low : high
        return byte < 128 && word &>> UInt64(byte & 63) & 1 == 1
    }
}

extension QueryCharacterSet {
    private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

    /// Letters, digits and `-._~`. Source: RFC 3986 §2.3.
    public static let unreserved = QueryCharacterSet(letters + "-._~")

    /// As AFNetworking and Alamofire: ``unreserved`` with `/` and `?`, which a query may hold. Source: RFC 3986 §3.4.
    public static let afnetworking = QueryCharacterSet(letters + "-._~/?")

    /// Letters, digits and `*-._`. Source: WHATWG URL §1.3, the complement of the percent-encode set
    /// "application/x-www-form-urlencoded".
    public static let whatwg = QueryCharacterSet(letters + "*-._")
}
