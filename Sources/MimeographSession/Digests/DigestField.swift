import Mimeograph
import MimeographStructuredFields

/// The digest that a field states for a body.
struct ExpectedDigest: Hashable, Sendable {
    /// The name of the field.
    let field: String
    let algorithm: DigestAlgorithm
    let bytes: [UInt8]
}

/// A parser of `Content-Digest` and `Repr-Digest`, which are dictionaries of byte sequences.
///
/// Source: RFC 9530 §2, §3.
enum DigestField {
    static let content = "Content-Digest"
    static let representation = "Repr-Digest"

    /// The limits of all lines of a field together.
    private static let limits = DecodingLimits(inputBytes: 8 << 10)

    /// Returns the strongest supported digest in the field; nil if the field has none or is malformed.
    static func expected(_ name: String, in fields: HeaderFields) -> ExpectedDigest? {
        supported(name, in: fields).first
    }

    /// Returns the supported digests in the field, the strongest first; none if the field is malformed.
    static func supported(_ name: String, in fields: HeaderFields) -> [ExpectedDigest] {
        let lines = fields.values(of: name)
        guard !lines.isEmpty, let members = try? StructuredDictionary(parsing: lines, limits: limits) else { return [] }
        var digests: [ExpectedDigest] = []
        for algorithm in [DigestAlgorithm.sha512, .sha256] {
            guard let member = members[algorithm.rawValue] else { continue }
            // Only a byte sequence is a digest; a field with another value is malformed.
            guard let bytes = member.byteSequence else { return [] }
            digests.append(ExpectedDigest(field: name, algorithm: algorithm, bytes: bytes))
        }
        return digests
    }

    /// Copies the digests of trailers into a head without digests, because a cache stores no trailers.
    ///
    /// Source: RFC 9530 §2, §3.
    static func merge(_ trailers: HeaderFields, into fields: inout HeaderFields) {
        for name in [content, representation] where expected(name, in: fields) == nil {
            if expected(name, in: trailers) != nil { fields[name] = trailers[name] }
        }
    }
}
