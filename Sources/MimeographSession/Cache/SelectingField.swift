import Mimeograph

/// The canonical form of a request field that `Vary` names, for comparison.
///
/// It removes only differences that no server may care about:
/// - several lines of one name are one list (RFC 9110 §5.3);
/// - spaces around commas, at both ends, and around the semicolon of a weight do not count, except in quoted strings (RFC 9110
///   §5.6.1, §12.4.2);
/// - the case of content codings, charsets and language tags does not count (RFC 9110 §8.4.1, §8.3.2; RFC 5646 §2.1.1);
/// - the order of content codings and charsets does not count, but their weights do (RFC 9110 §12.5.2, §12.5.3).
///
/// The order of languages and media types stays, because some servers prefer the first one (RFC 9110 §12.5.4).
///
/// Source: RFC 9111 §4.1.
enum SelectingField {
    /// Returns the bytes to compare for a field.
    ///
    /// - Parameters:
    ///   - name: The name in lower case.
    ///   - values: The values of its lines.
    static func canonical(_ name: String, _ values: [String]) -> [UInt8] {
        let rule = rule(for: name)
        var elements = elements(of: values.joined(separator: ","), allSpaces: rule != .spacesAtCommas)
        if rule != .spacesAtCommas { elements = elements.map { $0.map(lowercased) } }
        // An empty element has no meaning in these lists.
        if rule == .anyOrder {
            elements.removeAll { $0.isEmpty }
            elements.sort { $0.lexicographicallyPrecedes($1) }
        }
        return Array(elements.joined(separator: [UInt8(ascii: ",")]))
    }

    private enum Rule { case spacesAtCommas, anyCase, anyOrder }

    private static func rule(for name: String) -> Rule {
        switch ByteEqualString(name) {
        case "accept-encoding", "accept-charset": .anyOrder
        case "accept-language": .anyCase
        default: .spacesAtCommas
        }
    }

    /// Returns the elements of a list without the spaces around them. Commas in quoted strings do not separate.
    ///
    /// - Parameter allSpaces: Whether to remove all spaces: codings, charsets, languages and their weights contain none.
    private static func elements(of text: String, allSpaces: Bool) -> [[UInt8]] {
        var elements: [[UInt8]] = []
        var element: [UInt8] = []
        var isQuoted = false
        var isEscaped = false
        // The number of spaces at the end of the element.
        var spaces = 0
        for byte in text.utf8 {
            let isSpace = byte == 0x20 || byte == 0x09
            if isQuoted {
                if byte == UInt8(ascii: "\""), !isEscaped { isQuoted = false }
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            } else if byte == UInt8(ascii: ",") {
                element.removeLast(spaces)
                elements.append(element)
                (element, spaces) = ([], 0)
                continue
            } else if isSpace, allSpaces || element.isEmpty {
                continue
            } else if byte == UInt8(ascii: "\"") {
                isQuoted = true
            }
            spaces = isSpace && !isQuoted ? spaces + 1 : 0
            element.append(byte)
        }
        element.removeLast(spaces)
        elements.append(element)
        return elements
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
