public import Mimeograph

/// The text that separates the parts of a multipart body.
///
/// Source: RFC 2046 §5.1.1.
public struct MultipartBoundary: Hashable, Sendable, CustomStringConvertible {
    /// The text of the boundary without leading dashes.
    public let description: String

    /// The maximum number of characters in a boundary.
    public static let maximumLength = 70

    /// Makes a boundary from text.
    ///
    /// - Parameter text: 1 to 70 letters, digits, spaces and the characters `'()+_,-./:=?`, without a space at the end.
    /// - Throws: ``SerializationError/Code/unencodableValue`` for any other text.
    public init(_ text: String) throws(SerializationError) {
        guard (1...Self.maximumLength).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed),
            text.utf8.last != FieldSyntax.space
        else {
            throw SerializationError(
                .unencodableValue,
                "The text is not a valid multipart boundary.",
                remedy: "Use 1 to 70 letters, digits and the characters '()+_,-./:=?, or set none to get a random one."
            )
        }
        description = text
    }

    /// Makes a boundary of 128 random bits. No file contains it by chance, and no sender of a part can guess it.
    public static func random() -> MultipartBoundary {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    /// Makes a boundary of 128 bits from a random number generator.
    public static func random(using generator: inout some RandomNumberGenerator) -> MultipartBoundary {
        var text = "Boundary+"
        for _ in 0..<2 {
            let digits = String(generator.next() as UInt64, radix: 16, uppercase: true)
            text += String(repeating: "0", count: 16 - digits.count) + digits
        }
        return MultipartBoundary(trusted: text)
    }

    private init(trusted text: String) { description = text }

    /// The delimiter before each part except the first, and before the end.
    package var delimiter: [UInt8] { Array("\r\n--\(description)".utf8) }

    /// Source: RFC 2046 §5.1.1 `bchars`.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, FieldSyntax.space: true
        default: "'()+_,-./:=?".utf8.contains(byte)
        }
    }
}
