import Mimeograph
import MimeographJSON
import MimeographSession

/// The words after the URL: the parts of a request in HTTPie's notation, or a file with the body.
///
/// | word | meaning |
/// |---|---|
/// | `name=text` | a text in the body |
/// | `name:=3`, `name:='["a"]'` | a JSON value in the body |
/// | `name==text` | a parameter of the URL |
/// | `Name:text` | a field |
/// | `name@path` | a file in a multipart body |
/// | `name=@path`, `name:=@path`, `name==@path`, `Name:@path` | the content of a file as the value |
/// | `path`, `-` | the body, unchanged |
///
/// After a backslash, a separator belongs to the name, and an `@` to the value. A word that begins with `/`, `./`, `../` or `@` is a path.
///
/// Source: HTTPie 3.2, "Request items".
struct RequestItems {
    /// The fields.
    private(set) var fields = HeaderFields()
    /// The fields that came from a file. Their values are secret, whatever their names are.
    private(set) var fieldsOfFiles = HeaderFields()
    /// The parameters of the URL.
    private(set) var query: [(name: String, value: String)] = []
    /// The values of the body.
    private(set) var members: [(name: String, value: JSON)] = []
    /// The files of a multipart body.
    private(set) var files: [FilePart] = []
    /// The path of the body, or `-`.
    private(set) var bodyPath: String?

    /// The largest file that is read as a value, in bytes.
    private static let fileLimit = 16 << 20

    /// Parses the words.
    ///
    /// - Throws: ``UsageError`` for an invalid word, ``FileError`` for a file that cannot be read.
    init(_ words: some Sequence<String>) throws {
        for word in words {
            if let item = Item(word) {
                try add(item)
            } else if let bodyPath {
                throw UsageError(
                    "expected one file, found \(Self.shown(bodyPath)) and \(Self.shown(word)); a value is name=text"
                )
            } else {
                bodyPath = word
            }
        }
        if let bodyPath, !members.isEmpty || !files.isEmpty {
            throw UsageError("use only one body: the file \(Self.shown(bodyPath)), or values such as name=text")
        }
    }

    /// Whether a word in the place of the URL is a value of the body or a parameter.
    static func isValue(_ word: String) -> Bool {
        guard let item = Item(word), !item.name.contains(where: { "./?:".contains($0) }) else { return false }
        return ![.field, .fieldOfFile, .file].contains(item.mark)
    }

    /// Whether a word is the body or a part of it. No file is read.
    static func isOfBody(_ word: String) -> Bool {
        guard let item = Item(word) else { return true }
        return ![.field, .fieldOfFile, .parameter, .parameterOfFile].contains(item.mark)
    }

    private mutating func add(_ item: Item) throws {
        let (name, mark) = (item.name, item.mark.rawValue)
        if item.mark == .field, item.value.beginsWithBytes(of: "//") {
            throw UsageError("expected one URL, found another that begins with \(name):; send one request at a time")
        }
        // The value is not shown, because it may be a secret.
        if name.isEmpty { throw UsageError("a word has no name before \(mark); write name\(mark)…") }
        switch item.mark {
        case .file:
            if item.value.isEmpty { throw UsageError("name a file after \(name)@") }
            files.append(FilePart(name: name, path: item.value))
        case .text, .textOfFile: members.append((name, JSON(try item.text(atMost: Self.fileLimit))))
        case .parameter, .parameterOfFile: query.append((name, try item.text(atMost: Self.fileLimit)))
        case .json, .jsonOfFile:
            let text = try item.text(atMost: Self.fileLimit)
            let parsed = Result { () throws(SerializationError) in try JSON(parsing: Array(text.utf8)) }
            guard case .success(let value) = parsed else {
                throw UsageError("the value of \(name) is not JSON; for a text, write \(name)=…")
            }
            members.append((name, value))
        case .field, .fieldOfFile:
            var text = try item.text(atMost: Self.fileLimit)
            // A file ends in a line feed, which no field may contain.
            if item.mark.isOfFile, text.utf8.last == 0x0A { text.unicodeScalars.removeLast() }
            do { try fields.append(name, text) } catch { throw UsageError("\(name)\(mark): \(error)") }
            if item.mark.isOfFile { try fieldsOfFiles.append(name, text) }
        }
    }

    /// What the words say of a body, without secrets; nil if they say nothing.
    var body: String? { bodyPath.map(Self.shown) ?? members.first?.name ?? files.first?.name }

    private static func shown(_ word: String) -> String {
        HiddenValues.holdsSecret(inWord: word) ? "(hidden)" : VisibleText(word).description
    }

    /// Returns the values as texts, for a form.
    ///
    /// - Throws: ``UsageError`` for a value that is not a text.
    func texts() throws(UsageError) -> [(name: String, value: String)] {
        try members.map { member throws(UsageError) in
            guard let text = member.value.string else {
                throw UsageError("a form holds texts only; write \(member.name)=… in place of \(member.name):=…")
            }
            return (member.name, text)
        }
    }

    /// Returns the values as an object.
    ///
    /// - Throws: ``UsageError`` for two values with one name.
    func object() throws(UsageError) -> JSON {
        var names: Set<ByteEqualString> = []
        for (name, _) in members where !names.insert(name.utf8Key).inserted {
            throw UsageError("\(name) is given twice; for an array, write \(name):='[…]'")
        }
        return .object(members.map { (key: $0.name, value: $0.value) })
    }
}

/// One word, divided at its separator.
private struct Item {
    /// The separators, the longest first.
    enum Mark: String, CaseIterable {
        case jsonOfFile = ":=@"
        case parameterOfFile = "==@"
        case json = ":="
        case parameter = "=="
        case textOfFile = "=@"
        case fieldOfFile = ":@"
        case text = "="
        case field = ":"
        case file = "@"

        /// Whether the value is the content of a file.
        var isOfFile: Bool { self != .file && rawValue.utf8.last == UInt8(ascii: "@") }
    }

    let name: String
    let mark: Mark
    /// The text after the separator.
    let value: String

    /// Divides the word at its first separator. Returns nil for a word without one, and for a path.
    init?(_ word: String) {
        if ["/", "./", "../", "@"].contains(where: { word.beginsWithBytes(of: $0) }) { return nil }
        var name: [UInt8] = []
        var rest = Array(word.utf8)[...]
        while let byte = rest.first {
            if byte == UInt8(ascii: "\\"), let next = rest.dropFirst().first, "\\:=@".utf8.contains(next) {
                name.append(next)
                rest = rest.dropFirst(2)
                continue
            }
            if let mark = Mark.allCases.first(where: { rest.starts(with: $0.rawValue.utf8) }) {
                self.name = String(decoding: name, as: UTF8.self)
                self.mark = mark
                let text = String(decoding: rest.dropFirst(mark.rawValue.utf8.count), as: UTF8.self)
                value = text.beginsWithBytes(of: "\\@") ? String(text.dropFirst()) : text
                return
            }
            name.append(byte)
            rest = rest.dropFirst()
        }
        return nil
    }

    /// Returns the value, or the content of the file that it names.
    func text(atMost limit: Int) throws -> String {
        guard mark.isOfFile else { return value }
        let bytes = try FileReading.read(path: value, atMost: limit + 1)
        if bytes.count > limit { throw FileError(path: value, reason: "it has more than \(limit) bytes") }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw FileError(path: value, reason: "it is not UTF-8; a file in a multipart body is \(name)@\(value)")
        }
        return text
    }
}
