import Mimeograph

/// A Content-Disposition field: what a part of a multipart body is, and the names of its field and file.
///
/// ```swift
/// ContentDisposition(name: "photo", fileName: "a \"b\".png").description
/// // form-data; name="photo"; filename="a %22b%22.png"
/// ```
/// Source: RFC 7578 §4.2; RFC 6266 §4; WHATWG HTML §4.10.21.8 for the escapes.
public struct ContentDisposition: Sendable {
    /// The type in lower case, for example `form-data`, `attachment` or `inline`.
    public var type: String
    /// The name of the form's field; nil where there is none.
    public var name: String?
    /// The name of the file as the sender gave it; nil where there is none. It may hold anything, folders too: see ``fileNameWithoutFolders``.
    public var fileName: String?

    /// Makes a field's value.
    ///
    /// - Parameters:
    ///   - type: A token; it is put in lower case.
    ///   - name: The name of the form's field.
    ///   - fileName: The name of the file.
    public init(type: String = "form-data", name: String? = nil, fileName: String? = nil) {
        self.type = type.lowercased()
        self.name = name
        self.fileName = fileName
    }

    /// Whether the rules of forms hold, which differ from those of responses.
    var isForm: Bool { type.hasSameBytes(as: "form-data") }

    /// The file name after its last slash, backslash or drive letter, without control characters; nil if nothing is left.
    ///
    /// Old browsers send whole paths, and attackers send paths that lead elsewhere.
    public var fileNameWithoutFolders: String? {
        guard let fileName else { return nil }
        let start = fileName.utf8.lastIndex { $0 == FieldSyntax.slash || $0 == FieldSyntax.backslash }
        var name = fileName.unicodeScalars[...]
        if let start { name = name[fileName.utf8.index(after: start)...] }
        // Control characters go first: a drive letter may stand after them.
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
    /// The value as it is sent, names in UTF-8 and escaped so that none can end its quotes or its line.
    public var description: String { text(extendsFileName: false) }

    /// The value as it is sent.
    ///
    /// - Parameter extendsFileName: Whether a file name that is not plain ASCII is repeated as `filename*`, for receivers
    ///   that know nothing else. RFC 7578 §4.2 forbids it in forms, and few receivers of forms read it.
    public func text(extendsFileName: Bool) -> String {
        var text = type
        // A line end of any kind in the name of a field becomes CRLF; in the name of a file it stays what it is.
        if let name { text += "; name=\"\(escaped(name.utf8WithLineEndsAsCRLF))\"" }
        if let fileName {
            text += "; filename=\"\(escaped(fileName.utf8))\""
            if extendsFileName, !fileName.utf8.allSatisfy(Self.isAttributeCharacter) {
                text += "; filename*=UTF-8''\(Self.percentEncoded(fileName))"
            }
        }
        return text
    }

    /// Source: WHATWG HTML §4.10.21.8 "multipart/form-data encoding algorithm"; for other types RFC 9110 §5.6.4, which has no way to
    /// write a line end: a space stands for it.
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
    /// Whether type and names are equal; they are compared by their bytes.
    public static func == (one: ContentDisposition, other: ContentDisposition) -> Bool {
        one.keys == other.keys
    }

    /// Feeds what `==` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(keys) }

    private var keys: [ByteEqualString?] {
        [ByteEqualString(type), name.map { ByteEqualString($0) }, fileName.map { ByteEqualString($0) }]
    }
}
