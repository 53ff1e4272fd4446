public import Mimeograph

/// The text that separates the parts of a multipart body.
///
/// Source: RFC 2046 §5.1.1.
public struct MultipartBoundary: Hashable, Sendable, CustomStringConvertible {
    /// The text without the dashes before it.
    public let description: String

    /// The most characters that a boundary may have.
    public static let maximumLength = 70

    /// Makes a boundary of a text.
    ///
    /// - Parameter text: 1 to 70 of the letters, digits and signs `'()+_,-./:=?` and spaces, with no space at the end.
    /// - Throws: ``SerializationError/Code/unencodableValue`` where it is something else.
    public init(_ text: String) throws(SerializationError) {
        guard (1...Self.maximumLength).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed),
            text.utf8.last != FieldSyntax.space
        else {
            throw SerializationError(
                .unencodableValue,
                "The text is no multipart boundary.",
                remedy: "Give 1 to 70 letters, digits and the signs '()+_,-./:=?, or none: a random one is made."
            )
        }
        description = text
    }

    /// Makes a boundary of 128 random bits, which no file holds by chance and no sender of a part can guess.
    public static func random() -> MultipartBoundary {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    /// Makes a boundary of 128 bits from a generator of random numbers.
    public static func random(using generator: inout some RandomNumberGenerator) -> MultipartBoundary {
        var text = "Boundary+"
        for _ in 0..<2 {
            let digits = String(generator.next() as UInt64, radix: 16, uppercase: true)
            text += String(repeating: "0", count: 16 - digits.count) + digits
        }
        return MultipartBoundary(trusted: text)
    }

    private init(trusted text: String) { description = text }

    /// What stands before each part but the first, and before the end.
    package var delimiter: [UInt8] { Array("\r\n--\(description)".utf8) }

    /// Source: RFC 2046 §5.1.1 `bchars`.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, FieldSyntax.space: true
        default: "'()+_,-./:=?".utf8.contains(byte)
        }
    }
}
