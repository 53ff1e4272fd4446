import Mimeograph

/// A `Content-Disposition` field: the purpose of a part, and the names of its form field and file.
///
/// ```swift
/// ContentDisposition(name: "photo", fileName: "a \"b\".png").description
/// // form-data; name="photo"; filename="a %22b%22.png"
/// ```
/// Source: RFC 7578 §4.2; RFC 6266 §4; WHATWG HTML §4.10.21.8 for the escapes.
public struct ContentDisposition: Sendable {
    /// The type in lowercase, such as `form-data`, `attachment` or `inline`.
    public var type: String
    /// The name of the form field, if any.
    public var name: String?
    /// The file name that the sender chose, if any. It may contain anything, including folders; see ``fileNameWithoutFolders``.
    public var fileName: String?

    /// Makes the value of a field.
    ///
    /// - Parameters:
    ///   - type: A token. It is converted to lowercase.
    ///   - name: The name of the form field.
    ///   - fileName: The name of the file.
    public init(type: String = "form-data", name: String? = nil, fileName: String? = nil) {
        self.type = type.lowercased()
        self.name = name
        self.fileName = fileName
    }

    /// Whether the rules of forms apply, which differ from the rules of responses.
    var isForm: Bool { type.hasSameBytes(as: "form-data") }

    /// The file name after its last slash, backslash or drive letter, without control characters; nil if nothing is left.
    ///
    /// Old browsers send whole paths, and attackers send paths outside the folder.
    public var fileNameWithoutFolders: String? {
        guard let fileName else { return nil }
        let start = fileName.utf8.lastIndex { $0 == FieldSyntax.slash || $0 == FieldSyntax.backslash }
        var name = fileName.unicodeScalars[...]
        if let start { name = name[fileName.utf8.index(after: start)...] }
        // Control characters are removed first, because a drive letter may follow them.
        var last = String.UnicodeScalarView(name.filter { $0.properties.generalCategory != .control })[...]
        while last.dropFirst().first == ":", last.first?.properties.isAlphabetic == true { last = last.dropFirst(2) }
        let result = String(String.UnicodeScalarView(last))
        switch ByteEqualString(result) {
        case "", ".", "..": return nil
        default: return result
        }
    }
}

extension ContentDisposition: CustomStringConvertible {
    /// The value as it is sent, with names in UTF-8 and escaped so that they cannot end their quotes or the line.
    public var description: String { text(extendsFileName: false) }

    /// Returns the value as it is sent.
    ///
    /// - Parameter extendsFileName: Whether to repeat a file name that is not plain ASCII as `filename*`, for receivers that only
    ///   understand that. RFC 7578 §4.2 forbids it in forms, and few receivers of forms read it.
    public func text(extendsFileName: Bool) -> String {
        var text = type
        // Line ends in a field name become CRLF. In a file name they do not change.
        if let name { text += "; name=\"\(escaped(name.utf8WithLineEndsAsCRLF))\"" }
        if let fileName {
            text += "; filename=\"\(escaped(fileName.utf8))\""
            if extendsFileName, !fileName.utf8.allSatisfy(Self.isAttributeCharacter) {
                text += "; filename*=UTF-8''\(Self.percentEncoded(fileName))"
            }
        }
        return text
    }

    /// Source: WHATWG HTML §4.10.21.8 "multipart/form-data encoding algorithm". Other types follow RFC 9110 §5.6.4, which cannot
    /// represent line ends, so they become spaces.
    private func escaped(_ text: some Collection<UInt8>) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        for byte in text {
            switch byte {
            case FieldSyntax.carriageReturn: result += isForm ? Array("%0D".utf8) : [FieldSyntax.space]
            case FieldSyntax.lineFeed: result += isForm ? Array("%0A".utf8) : [FieldSyntax.space]
            case FieldSyntax.quote where isForm: result += "%22".utf8
            case FieldSyntax.quote: result += [FieldSyntax.backslash, byte]
            case FieldSyntax.backslash where !isForm: result += [FieldSyntax.backslash, byte]
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Source: RFC 8187 §3.2.1 `attr-char`.
    private static func isAttributeCharacter(_ byte: UInt8) -> Bool {
        FieldSyntax.isToken(byte) && byte != 0x2A && byte != 0x27 && byte != 0x25
    }

    private static func percentEncoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            if isAttributeCharacter(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += byte < 16 ? "%0" : "%"
                result += String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }
}

extension ContentDisposition: Hashable {
    /// Returns whether the types and the names are equal. They are compared by their bytes.
    public static func == (one: ContentDisposition, other: ContentDisposition) -> Bool {
        one.keys == other.keys
    }

    /// Hashes the properties that `==` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(keys) }

    private var keys: [ByteEqualString?] {
        [ByteEqualString(type), name.map { ByteEqualString($0) }, fileName.map { ByteEqualString($0) }]
    }
}
