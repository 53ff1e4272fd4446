import MimeographTree

extension XMLPropertyListScanner {
    /// Returns the offset of the first byte from `start` that is not white space.
    @inline(__always)
    func endOfSpace(from start: Int) -> Int {
        var cursor = start
        while true {
            // Indentation is tabs, or spaces in even numbers.
            let byte = bytes[cursor]
            guard byte == 0x09 || byte == 0x0A || byte == 0x20 || byte == 0x0D else { return cursor }
            cursor &+= 1
        }
    }

    func isEndTag(at offset: Int) -> Bool {
        bytes[offset] == UInt8(ascii: "<") && bytes[offset + 1] == UInt8(ascii: "/")
    }

    /// Reads the tag at the offset of a less-than sign.
    ///
    /// Tags in their usual form are recognized by the eight bytes after the less-than sign.
    @inline(__always)
    func startTag(at start: Int) throws(PropertyListParseError) -> Tag {
        let word = bytes.word(at: start &+ 1)
        // Each constant is the name and the character after it, the first letter in the lowest bits.
        switch word & 0xFF {
        case 0x6B where word & 0xFFFF_FFFF == 0x3E79_656B:
            return Tag(element: .key, isEmpty: false, end: start &+ 5)
        case 0x73 where word & 0xFF_FFFF_FFFF_FFFF == 0x3E_676E_6972_7473:
            return Tag(element: .string, isEmpty: false, end: start &+ 8)
        case 0x69 where word == 0x3E72_6567_6574_6E69:
            return Tag(element: .integer, isEmpty: false, end: start &+ 9)
        case 0x72 where word & 0xFF_FFFF_FFFF == 0x3E_6C61_6572:
            return Tag(element: .real, isEmpty: false, end: start &+ 6)
        case 0x64:
            switch word & 0xFF_FFFF_FFFF {
            case 0x3E_7463_6964: return Tag(element: .dictionary, isEmpty: false, end: start &+ 6)
            case 0x3E_6174_6164: return Tag(element: .data, isEmpty: false, end: start &+ 6)
            case 0x3E_6574_6164: return Tag(element: .date, isEmpty: false, end: start &+ 6)
            default: return try unusualTag(at: start)
            }
        case 0x61 where word & 0xFFFF_FFFF_FFFF == 0x3E79_6172_7261:
            return Tag(element: .array, isEmpty: false, end: start &+ 7)
        case 0x74 where word & 0xFFFF_FFFF_FFFF == 0x3E2F_6575_7274:
            return Tag(element: .true, isEmpty: true, end: start &+ 7)
        case 0x66 where word & 0xFF_FFFF_FFFF_FFFF == 0x3E_2F65_736C_6166:
            return Tag(element: .false, isEmpty: true, end: start &+ 8)
        default: return try unusualTag(at: start)
        }
    }

    /// Reads a tag with attributes or white space in it, an empty element, or the root.
    @inline(never)
    private func unusualTag(at start: Int) throws(PropertyListParseError) -> Tag {
        var cursor = start + 1
        while isLetter(bytes[cursor]) { cursor += 1 }
        guard let element = element(from: start + 1, to: cursor) else {
            throw parseError(
                cursor == start + 1 ? "Expected the name of an element." : "Property lists have no such element.",
                at: cursor >= bytes.count ? cursor : start
            )
        }
        cursor = try endOfAttributes(from: cursor)
        let isEmpty = bytes[cursor] == UInt8(ascii: "/")
        if isEmpty { cursor += 1 }
        guard bytes[cursor] == UInt8(ascii: ">") else {
            throw parseError("A tag does not end with a greater-than sign.", at: cursor)
        }
        return Tag(element: element, isEmpty: isEmpty, end: cursor + 1)
    }

    private func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }

    private func isNamePart(_ byte: UInt8) -> Bool {
        isLetter(byte) || (0x30...0x3A).contains(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F || byte >= 0x80
    }

    private func element(from start: Int, to end: Int) -> Element? {
        for (name, element) in XMLPropertyListScanner.names where matches(name, from: start, to: end) { return element }
        return nil
    }

    private func matches(_ name: StaticString, from start: Int, to end: Int) -> Bool {
        guard end - start == name.utf8CodeUnitCount else { return false }
        return name.withUTF8Buffer { wanted in
            for index in 0..<(end - start) where unsafe wanted[index] != bytes[start + index] { return false }
            return true
        }
    }

    private static var names: [(StaticString, Element)] {
        [
            ("plist", .plist), ("dict", .dictionary), ("array", .array), ("string", .string), ("key", .key),
            ("data", .data), ("true", .true), ("false", .false), ("integer", .integer), ("real", .real),
            ("date", .date),
        ]
    }

    /// Returns the offset after the attributes of a start tag. Source: XML 1.0 §3.1.
    private func endOfAttributes(from start: Int) throws(PropertyListParseError) -> Int {
        var cursor = start
        while true {
            let next = endOfSpace(from: cursor)
            if bytes[next] == UInt8(ascii: ">") || bytes[next] == UInt8(ascii: "/") { return next }
            guard next > cursor, isNamePart(bytes[next]) else {
                throw parseError("Expected an attribute or the end of the tag.", at: next)
            }
            cursor = next
            while cursor < bytes.count, isNamePart(bytes[cursor]) { cursor += 1 }
            cursor = endOfSpace(from: cursor)
            guard bytes[cursor] == UInt8(ascii: "=") else { throw parseError("An attribute has no value.", at: cursor) }
            cursor = try endOfLiteral(from: endOfSpace(from: cursor + 1))
        }
    }

    /// Returns the offset after a text in quotation marks or apostrophes.
    private func endOfLiteral(from start: Int) throws(PropertyListParseError) -> Int {
        let quote = bytes[start]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw parseError("Expected a text in quotation marks.", at: start)
        }
        var cursor = start + 1
        while cursor < bytes.count, bytes[cursor] != quote {
            if bytes[cursor] == UInt8(ascii: "<") {
                throw parseError("A quoted text contains a less-than sign.", at: cursor)
            }
            cursor += 1
        }
        if cursor >= bytes.count { throw parseError("", at: cursor) }
        return cursor + 1
    }

    /// Returns the offset after the end tag of an element, which must begin at `start`.
    @inline(__always)
    func endOfTag(_ element: Element, at start: Int) throws(PropertyListParseError) -> Int {
        let word = bytes.word(at: start)
        switch element {
        case .key where word & 0xFFFF_FFFF_FFFF == 0x3E79_656B_2F3C: return start &+ 6
        case .string where word == 0x676E_6972_7473_2F3C && bytes[start &+ 8] == 0x3E: return start &+ 9
        case .dictionary where word & 0xFF_FFFF_FFFF_FFFF == 0x3E_7463_6964_2F3C: return start &+ 7
        case .real where word & 0xFF_FFFF_FFFF_FFFF == 0x3E_6C61_6572_2F3C: return start &+ 7
        case .array where word == 0x3E79_6172_7261_2F3C: return start &+ 8
        default: return try endOfUnusualTag(element, at: start)
        }
    }

    @inline(never)
    private func endOfUnusualTag(_ element: Element, at start: Int) throws(PropertyListParseError) -> Int {
        guard isEndTag(at: start) else { throw parseError("Expected the end tag of the element.", at: start) }
        var cursor = start + 2
        while isLetter(bytes[cursor]) { cursor += 1 }
        guard self.element(from: start + 2, to: cursor) == element else {
            throw parseError(
                "An end tag does not belong to the element before it.",
                at: cursor >= bytes.count ? cursor : start
            )
        }
        cursor = endOfSpace(from: cursor)
        guard bytes[cursor] == UInt8(ascii: ">") else {
            throw parseError("An end tag does not end with a greater-than sign.", at: cursor)
        }
        return cursor + 1
    }
}

extension XMLPropertyListScanner {
    /// Returns the offset after white space, comments, processing instructions and, if allowed, a document type declaration.
    /// Source: XML 1.0 §2.5, §2.6, §2.8.
    func endOfMiscellany(from start: Int, allowingDocumentType: Bool = false) throws(PropertyListParseError) -> Int {
        var cursor = start
        var mayHaveType = allowingDocumentType
        while true {
            cursor = endOfSpace(from: cursor)
            guard bytes[cursor] == UInt8(ascii: "<") else { return cursor }
            switch bytes[cursor + 1] {
            case UInt8(ascii: "?"): cursor = try end(of: "?>", from: cursor + 2)
            case UInt8(ascii: "!") where starts("<!--", at: cursor): cursor = try endOfComment(at: cursor)
            case UInt8(ascii: "!") where mayHaveType && starts("<!DOCTYPE", at: cursor):
                cursor = try endOfDocumentType(at: cursor)
                mayHaveType = false
            case UInt8(ascii: "!"): throw parseError("A declaration is not allowed here.", at: cursor)
            default: return cursor
            }
        }
    }

    func starts(_ text: StaticString, at offset: Int) -> Bool {
        guard offset + text.utf8CodeUnitCount <= bytes.count else { return false }
        return text.withUTF8Buffer { wanted in
            for index in wanted.indices where unsafe wanted[index] != bytes[offset + index] { return false }
            return true
        }
    }

    private func end(of text: StaticString, from start: Int) throws(PropertyListParseError) -> Int {
        var cursor = start
        while cursor < bytes.count {
            if starts(text, at: cursor) { return cursor + text.utf8CodeUnitCount }
            cursor += 1
        }
        throw parseError("", at: cursor)
    }

    /// Returns the offset after a comment, which has no two adjacent hyphens. Source: XML 1.0 §2.5.
    func endOfComment(at start: Int) throws(PropertyListParseError) -> Int {
        let hyphens = try end(of: "--", from: start + 4)
        guard bytes[hyphens] == UInt8(ascii: ">") else { throw parseError("A comment holds two hyphens.", at: hyphens) }
        return hyphens + 1
    }

    /// Returns the offset after a document type declaration. Nothing in it has any effect; one that would have an effect is
    /// rejected.
    private func endOfDocumentType(at start: Int) throws(PropertyListParseError) -> Int {
        var cursor = start + 9
        var isInside = false
        while cursor < bytes.count {
            switch bytes[cursor] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): cursor = try endOfLiteral(from: cursor)
            case UInt8(ascii: "["):
                if isInside { throw parseError("A document type declaration is malformed.", at: cursor) }
                isInside = true
                cursor += 1
            case UInt8(ascii: "]"):
                if !isInside { throw parseError("A document type declaration is malformed.", at: cursor) }
                isInside = false
                cursor += 1
            case UInt8(ascii: ">") where !isInside: return cursor + 1
            case UInt8(ascii: "<"):
                guard isInside else { throw parseError("A document type declaration is malformed.", at: cursor) }
                if starts("<!--", at: cursor) {
                    cursor = try endOfComment(at: cursor)
                } else if starts("<?", at: cursor) {
                    cursor = try end(of: "?>", from: cursor + 2)
                } else if starts("<!ELEMENT", at: cursor) || starts("<!ATTLIST", at: cursor)
                    || starts("<!NOTATION", at: cursor)
                {
                    cursor += 9
                } else {
                    throw parseError("The document type declares an entity, which property lists may not.", at: cursor)
                }
            default: cursor += 1
            }
        }
        throw parseError("", at: cursor)
    }
}
