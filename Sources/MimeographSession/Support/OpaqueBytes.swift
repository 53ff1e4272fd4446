import Mimeograph

/// The bytes of field values as text that can be written back unchanged.
///
/// A peer may send any bytes in a field, and expects some of them back unchanged: cookies, entity tags, nonces. Most values are
/// ASCII or UTF-8, and stay as they are. A byte that is not part of UTF-8 becomes a private-use scalar, U+10FE00 plus the byte,
/// and is later written as that byte. To keep this reversible, a scalar of this range in the input is also converted byte by
/// byte.
///
/// Source: RFC 9110 §5.5, "obs-text"; Docs/Decisions/0048.
enum OpaqueBytes {
    /// The scalar of the byte 0.
    private static let base: UInt32 = 0x10_FE00

    /// Returns the scalar for a byte that is not part of UTF-8, from 0x80 on.
    static func scalar(_ byte: UInt8) -> Unicode.Scalar { Unicode.Scalar(base + UInt32(byte)) ?? "\u{FFFD}" }

    /// Returns the byte that a scalar stands for; nil for all other scalars.
    static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
        scalar.value & ~0xFF == base && scalar.value & 0x80 != 0 ? UInt8(truncatingIfNeeded: scalar.value) : nil
    }

    /// The first byte of all these scalars in UTF-8. Other text hardly ever contains it, because it starts U+100000 and above.
    static let lead: UInt8 = 0xF4
}

extension String {
    /// Makes a text from bytes. Its ``StringProtocol/opaqueBytes`` are the same bytes.
    package init(opaque bytes: some Collection<UInt8>) {
        if let text = String(validating: bytes, as: UTF8.self), !text.mayHaveOpaqueBytes {
            self = text
            return
        }
        var scalars = String.UnicodeScalarView()
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var rest = bytes[...]
        while true {
            let count: Int
            var found: Unicode.Scalar?
            switch parser.parseScalar(from: &iterator) {
            case .valid(let encoded):
                (count, found) = (encoded.count, Unicode.UTF8.decode(encoded))
            case .error(let length): count = length
            case .emptyInput:
                self = String(scalars)
                return
            }
            if let found, OpaqueBytes.byte(found) == nil {
                scalars.append(found)
            } else {
                for byte in rest.prefix(count) { scalars.append(OpaqueBytes.scalar(byte)) }
            }
            rest = rest.dropFirst(count)
        }
    }
}

extension StringProtocol {
    /// The bytes that the text was made from, or its UTF-8.
    package var opaqueBytes: [UInt8] {
        guard mayHaveOpaqueBytes else { return Array(utf8) }
        var bytes: [UInt8] = []
        for scalar in unicodeScalars {
            if let byte = OpaqueBytes.byte(scalar) { bytes.append(byte) } else { bytes += String(scalar).utf8 }
        }
        return bytes
    }

    var opaqueCount: Int { mayHaveOpaqueBytes ? opaqueBytes.count : utf8.count }

    /// The text for people. A byte that is not part of UTF-8 is shown as its ISO 8859-1 character.
    package var legible: String {
        guard mayHaveOpaqueBytes else { return String(self) }
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            text.append(OpaqueBytes.byte(scalar).map { Unicode.Scalar($0) } ?? scalar)
        }
        return String(text)
    }

    fileprivate var mayHaveOpaqueBytes: Bool { utf8.contains(OpaqueBytes.lead) }
}
