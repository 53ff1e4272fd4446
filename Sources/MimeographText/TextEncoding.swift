import Mimeograph

/// A character encoding, found by the label of a `charset` parameter.
///
/// The labels come from the WHATWG Encoding Standard, and for UTF-32 from the IANA registry. They are the same on every platform.
/// As in the standard, `iso-8859-1` and `us-ascii` mean windows-1252. It has the same characters, except for the control codes
/// 0x80 to 0x9F of `iso-8859-1`.
///
/// ```swift
/// TextEncoding(label: "latin1")?.name          // "windows-1252"
/// TextEncoding(label: "Shift_JIS")?.isSupported // false: known by name, with no table here
/// TextEncoding(label: "klingon")               // nil
/// ```
/// Encodings with several bytes per character (GBK, Big5, Shift_JIS, EUC-KR and similar ones) are known by name only, for error
/// messages. This module does not decode them.
///
/// Source: WHATWG Encoding Standard §4.2; RFC 9110 §8.3.2.
public struct TextEncoding: Sendable {
    /// The name as the standard writes it, for example `UTF-8` or `windows-1252`.
    public let name: String

    /// The form of the encoded characters.
    let form: Form

    /// The form of the encoded characters.
    enum Form: Hashable, Sendable {
        case utf8
        case utf16(bigEndian: Bool)
        case utf32(bigEndian: Bool)
        /// ASCII below 0x80, and the table of this definition above.
        case singleByte(definition: Int)
        /// Known by name only.
        case nameOnly
    }

    /// A row of the table of encodings.
    struct Definition: Sendable {
        /// The name in the standard.
        let name: String
        /// The labels in lower case, separated by spaces.
        let labels: String
        /// The code points of the bytes 0x80 to 0xFF, with U+FFFD for none. It is empty if the encoding has no table.
        let upperHalf: [UInt16]
    }

    private init(name: String, form: Form) {
        self.name = name
        self.form = form
    }

    private init(definition index: Int) {
        let definition = Self.definitions[index]
        name = definition.name
        form = definition.upperHalf.isEmpty ? .nameOnly : .singleByte(definition: index)
    }

    /// Whether this module can decode text in this encoding.
    public var isSupported: Bool { form != .nameOnly }
}

extension TextEncoding {
    /// UTF-8.
    public static let utf8 = TextEncoding(name: "UTF-8", form: .utf8)
    /// UTF-16 with the low byte of a unit first. The label `utf-16` means this encoding.
    public static let utf16LittleEndian = TextEncoding(name: "UTF-16LE", form: .utf16(bigEndian: false))
    /// UTF-16 with the high byte of a unit first.
    public static let utf16BigEndian = TextEncoding(name: "UTF-16BE", form: .utf16(bigEndian: true))
    /// UTF-32 with the low byte of a unit first.
    public static let utf32LittleEndian = TextEncoding(name: "UTF-32LE", form: .utf32(bigEndian: false))
    /// UTF-32 with the high byte of a unit first. The label `utf-32` means this encoding. Source: Unicode Standard, D101.
    public static let utf32BigEndian = TextEncoding(name: "UTF-32BE", form: .utf32(bigEndian: true))
    /// Windows Latin 1, which the labels `iso-8859-1` and `us-ascii` also mean.
    public static let windows1252 = TextEncoding(label: "windows-1252") ?? .utf8

    /// Every encoding that has a label, in the order of the standard, UTF-32 last.
    public static let known: [TextEncoding] = definitions.indices.map { index in
        let unicode = [utf8, utf16BigEndian, utf16LittleEndian, utf32BigEndian, utf32LittleEndian]
        return unicode.first { $0.name == definitions[index].name } ?? TextEncoding(definition: index)
    }

    /// Finds the encoding of a label.
    ///
    /// The case of letters is ignored, and so is ASCII white space around the label.
    ///
    /// - Parameter label: The value of a `charset` parameter, or of an encoding declaration in a document.
    /// - Returns: The encoding, or nil if the label is unknown.
    ///
    /// Source: WHATWG Encoding Standard §4.2 "get an encoding".
    public init?(label: some StringProtocol) {
        // No label is longer than 24 bytes, so a very long one is rejected without a copy.
        guard label.utf8.count <= 64 else { return nil }
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D }
        var bytes = label.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }[...]
        while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        guard let encoding = Self.byLabel[String(decoding: bytes, as: UTF8.self)] else { return nil }
        self = encoding
    }

    /// Whether a label means US-ASCII, whose text is UTF-8 as well. As an encoding it is ``windows1252``.
    ///
    /// Source: RFC 2046 §4.1.2; IANA character sets.
    package static func isASCII(label: String) -> Bool {
        ["us-ascii", "ascii", "ansi_x3.4-1968"].contains(where: label.lowercased().hasSameBytes)
    }

    private static let byLabel: [String: TextEncoding] = {
        var table: [String: TextEncoding] = [:]
        for (encoding, definition) in zip(known, definitions) {
            for label in definition.labels.split(separator: " ") { table[String(label)] = encoding }
        }
        return table
    }()
}

extension TextEncoding: Hashable {
    /// Whether both are the same encoding of the standard.
    public static func == (one: TextEncoding, other: TextEncoding) -> Bool { one.name == other.name }

    /// Hashes the name, which `==` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension TextEncoding: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}
