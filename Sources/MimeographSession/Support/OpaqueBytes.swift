import Mimeograph

/// The bytes of field values as text, of which each can be written back as it was.
///
/// A peer may send any bytes in a field, and wants some of them back as they were: cookies, entity tags, nonces. Most values are
/// ASCII or UTF-8, and stay as they are. A byte that is not part of UTF-8 becomes one scalar for private use, U+10FE00 plus the
/// byte, and is written as that byte again. So that the way back is the same for all, the bytes of these scalars themselves are
/// taken one by one, too.
///
/// Source: RFC 9110 §5.5, "obs-text"; Docs/Decisions/0048.
enum OpaqueBytes {
    /// The scalar of the byte 0.
    private static let base: UInt32 = 0x10_FE00

    /// The scalar that stands for a byte that is not part of UTF-8, from 0x80 on.
    static func scalar(_ byte: UInt8) -> Unicode.Scalar { Unicode.Scalar(base + UInt32(byte)) ?? "\u{FFFD}" }

    /// The byte that a scalar stands for; nil for all other scalars.
    static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
        scalar.value & ~0xFF == base && scalar.value & 0x80 != 0 ? UInt8(truncatingIfNeeded: scalar.value) : nil
    }

    /// The byte that all these scalars begin with in UTF-8. Hardly any other text has it: it is that of U+100000 and above.
    static let lead: UInt8 = 0xF4
}

extension String {
    /// Makes the text of some bytes, of which ``StringProtocol/opaqueBytes`` are the same bytes.
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
    /// The bytes that the text was made of, or UTF-8 where it was not made of bytes.
    var opaqueBytes: [UInt8] {
        guard mayHaveOpaqueBytes else { return Array(utf8) }
        var bytes: [UInt8] = []
        for scalar in unicodeScalars {
            if let byte = OpaqueBytes.byte(scalar) { bytes.append(byte) } else { bytes += String(scalar).utf8 }
        }
        return bytes
    }

    /// How many bytes ``opaqueBytes`` are.
    var opaqueCount: Int { mayHaveOpaqueBytes ? opaqueBytes.count : utf8.count }

    /// The text for people: a byte that is not part of UTF-8 as the character of ISO 8859-1 that it may have been.
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
