/// Which characters XML 1.0 can carry, and where.
enum XMLCharacters {
    /// Whether the text is a name without a colon.
    ///
    /// Source: Namespaces in XML 1.0 §3 (NCName); XML 1.0, fifth edition, §2.3 (Name).
    static func isName(_ text: String) -> Bool {
        var scalars = text.unicodeScalars.makeIterator()
        guard let first = scalars.next(), startsName(first) else { return false }
        while let scalar = scalars.next() {
            guard continuesName(scalar) else { return false }
        }
        return true
    }

    /// Whether a name without a colon may begin with the character.
    static func startsName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x61...0x7A, 0x41...0x5A, 0x5F: true
        case 0...0x7F: false
        case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D,
            0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD,
            0x1_0000...0xE_FFFF:
            true
        default: false
        }
    }

    /// Whether a name without a colon may go on with the character.
    static func continuesName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x30...0x39, 0x2D, 0x2E, 0xB7, 0x300...0x36F, 0x203F...0x2040: true
        default: startsName(scalar)
        }
    }

    /// Whether a document may hold the character at all. Source: XML 1.0 §2.2 (Char).
    static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0xFFFD, 0x9, 0xA, 0xD, 0x1_0000...0x10_FFFF: true
        default: false
        }
    }

    /// Whether the character is white space. Source: XML 1.0 §2.3 (S).
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }
}
