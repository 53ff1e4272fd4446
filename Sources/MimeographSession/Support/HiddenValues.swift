import Mimeograph
import MimeographForm

/// Hides the values of secrets in texts for a log or a command line.
///
/// A body is looked through as what it looks like, since its Content-Type may be missing or wrong. In doubt more is hidden than need be.
package enum HiddenValues {
    /// The text in place of a value.
    package static let mark = "(hidden)"

    /// A value, unless its name is that of a secret, or it holds one itself.
    package static func hidden(_ value: String, named name: String) -> String {
        SecretName.matchesParameter(name) || holdsSecret(value) ? mark : value
    }

    /// A URL whose parameters, those of its path and its fragment too, have no secret value.
    package static func hidden(inURL text: String) -> String {
        let reference = URLReference(text)
        let end = (reference.query ?? reference.fragment)?.startIndex ?? text.endIndex
        var shown = VisibleURL.hidingParameters(inPath: text[..<end], mark: mark)
        if let query = reference.query { shown += hidden(inParameters: query) }
        guard let fragment = reference.fragment else { return shown }
        return shown + (reference.query == nil ? "" : "#") + hidden(inParameters: fragment)
    }

    /// Parameters, `a=1&b=2`, without secret values.
    static func hidden(inParameters text: Substring) -> String {
        // A value begins with its equals sign here.
        let pairs = text.parts(at: "&").map { pair -> (name: Substring, value: Substring) in
            let end = pair.utf8.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            return (pair[..<end], pair[end...])
        }
        let fields = pairs.map { pair in
            (name: decoded(pair.name), value: decoded(Substring(pair.value.utf8.dropFirst())))
        }
        return zip(pairs, secrets(among: fields)).map { pair, isSecret in
            isSecret && !pair.value.isEmpty ? "\(pair.name)=\(mark)" : "\(pair.name)\(pair.value)"
        }.joined(separator: "&")
    }

    /// A name or a value of a form as text; a broken percent-encoding stays as it is.
    private static func decoded(_ text: Substring) -> String {
        let plain = String(decoding: text.utf8.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }, as: UTF8.self)
        return PercentEncoding.decoded(plain) ?? plain
    }

    /// Whether each field of a form is hidden. If the value of one is the name of a secret, `field=password`, one of the others may
    /// be the secret, and all of them are hidden.
    package static func secrets(among fields: [(name: String, value: String)]) -> [Bool] {
        let isSecret = fields.map { SecretName.matchesParameter($0.name) || holdsSecret($0.value) }
        let isName = zip(fields, isSecret).map { field, isSecret in !isSecret && namesSecret(field.value) }
        let nameCount = isName.count { $0 }
        return zip(isSecret, isName).map { isSecret, isName in isSecret || nameCount > (isName ? 1 : 0) }
    }

    /// Whether a text is the name of a secret, and nothing else.
    static func namesSecret(_ text: some StringProtocol) -> Bool {
        let letters = text.utf8.drop { $0 <= 0x20 }
        guard letters.count <= 64, letters.split(whereSeparator: { $0 <= 0x20 }).count == 1 else { return false }
        // A text of JSON, of a form or of markup has names, and is none.
        return !letters.contains(where: "{}<>=:".utf8.contains) && SecretName.matches(text)
    }

    /// The text of a body without secret values.
    ///
    /// - Parameter depth: In how many parts of others it stands.
    static func hidden(inBody text: String, _ type: MediaType?, depth: Int = 0) -> String {
        let essence = type?.essence ?? ""
        if essence.beginsWithBytes(of: "multipart/") {
            guard let boundary = type?[parameter: "boundary"], depth < 4 else { return mark }
            return hidden(inParts: text, boundary, depth: depth)
        }
        if essence.hasSameBytes(as: "application/x-www-form-urlencoded") { return hidden(inParameters: text[...]) }
        let start = text.utf8.first { $0 > 0x20 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }
        if start == UInt8(ascii: "<") || type?.isXML == true { return HiddenMarkup(text).text }
        if type?.isJSON == true || start.map({ "{[\"".utf8.contains($0) }) == true, !isOpenStep(text) {
            return hidden(inJSON: text)
        }
        let isTable = ["text/csv", "text/tab-separated-values"].contains { essence.hasSameBytes(as: $0) }
        return hidden(inLines: text, isTable: isTable)
    }

    // MARK: Multipart

    /// Source: RFC 2046 §5.1.1; RFC 7578 §4.2.
    private static func hidden(inParts text: String, _ boundary: String, depth: Int) -> String {
        let delimiter = "--\(boundary)"
        var delimiters: [String] = []
        // The lines behind each delimiter. What stands before the first one is not shown.
        var parts: [[Substring]] = []
        for line in text.parts(at: "\n") {
            if line.beginsWithBytes(of: delimiter) {
                delimiters.append(String(line))
                parts.append([])
            } else if !parts.isEmpty {
                parts[parts.count - 1].append(line)
            }
        }
        // Without its last delimiter it is cut short, and behind that there is nothing.
        if let last = parts.last, last.allSatisfy({ $0.utf8.allSatisfy { $0 <= 0x20 } }) { parts.removeLast() }
        let isName = parts.map { lines in
            endOfHead(lines).map { namesSecret(lines[($0 + 1)...].joined(separator: "\n")) } ?? false
        }
        let nameCount = isName.count { $0 }
        var shown: [String] = []
        for (index, delimiter) in delimiters.enumerated() {
            shown.append(delimiter)
            guard index < parts.count else { break }
            let isNamed = nameCount > (isName[index] ? 1 : 0)
            shown += hidden(inPart: parts[index], isNamed: isNamed, depth: depth)
        }
        return shown.isEmpty ? mark : shown.joined(separator: "\n")
    }

    private static func endOfHead(_ lines: [Substring]) -> Int? {
        lines.firstIndex { $0.utf8.allSatisfy { $0 == 0x0D } }
    }

    /// - Parameter isNamed: Whether another part is the name of a secret, which this one may be.
    private static func hidden(inPart lines: [Substring], isNamed: Bool, depth: Int) -> [String] {
        guard let end = endOfHead(lines) else { return [mark] }
        var fields = HeaderFields()
        for line in lines[..<end] {
            let pair = line.parts(at: ":", most: 1)
            let value = (pair.last ?? "").utf8.filter { $0 != 0x0D }
            // A field that goes on in the next line, or is none.
            guard pair.count == 2, (try? fields.append(String(pair[0]), String(decoding: value, as: UTF8.self))) != nil
            else { return [mark] }
        }
        let head = lines[...end].map(String.init)
        let name = fields["Content-Disposition"].flatMap { ContentDisposition(parsing: $0) }?.name
        // One that cannot be read may be that of a secret.
        if fields.contains("Content-Disposition"), name == nil { return head + [mark] }
        if isNamed { return head + [mark] }
        if let name, SecretName.matchesParameter(name) { return head + [mark] }
        let body = lines[(end + 1)...].joined(separator: "\n")
        return head + [hidden(inBody: body, fields.contentType, depth: depth + 1)]
    }

    // MARK: Lines

    /// Lines such as `name: value` and `name=value`, property lists in the text form of OpenStep, and tables.
    ///
    /// - Parameter isTable: Whether the first line names columns, also if it has one only.
    private static func hidden(inLines text: String, isTable: Bool) -> String {
        var shown: [String] = []
        var isHead = true
        for line in text.parts(at: "\n") {
            // A mark of byte order, a blank line and the line of a separator come before the names of columns.
            let start = line.utf8.drop { $0 <= 0x20 || $0 >= 0x80 }
            if isHead, !start.isEmpty, !start.starts(with: "sep=".utf8) {
                isHead = false
                if namesSecretColumn(line, isTable: isTable) {
                    return (shown + [String(line), mark]).joined(separator: "\n")
                }
            }
            if namesSecretInRow(line) {
                shown.append(mark)
                // A value in quotes may go on in the next lines.
                if !line.utf8.count(where: { $0 == UInt8(ascii: "\"") }).isMultiple(of: 2) { break }
                continue
            }
            guard let value = secretValue(in: line) else {
                shown.append(String(line))
                continue
            }
            shown.append("\(line[..<value])\(mark)")
            // What begins in this line may go on in the next ones.
            let rest = line[value...].utf8.drop { $0 <= 0x20 || $0 == UInt8(ascii: "\\") }
            guard let first = rest.first, !"({[<|>".utf8.contains(first) else { break }
            if "\"'".utf8.contains(first), !rest.dropFirst().contains(first) { break }
        }
        return shown.joined(separator: "\n")
    }

    /// The cells of a row of a table that are not empty.
    private static func cells(_ line: Substring) -> [Substring.UTF8View] {
        line.utf8.split(whereSeparator: ",;\t".utf8.contains)
    }

    /// Whether a cell is the name of a secret, whose value may be in another one.
    private static func namesSecretInRow(_ line: Substring) -> Bool {
        let cells = cells(line)
        return cells.count > 1 && cells.contains { namesSecret(Substring($0)) }
    }

    private static func namesSecretColumn(_ line: Substring, isTable: Bool) -> Bool {
        guard isTable || line.utf8.contains(where: ",;\t".utf8.contains) else { return false }
        return cells(line).contains { cell in
            // A sentence with a comma is not the head of a table.
            cell.count <= 64 && cell.split { $0 <= 0x20 }.count <= 3 && SecretName.matches(Substring(cell))
        }
    }

    /// Whether a word of a command line holds a secret itself, or in the parameters of a URL.
    package static func holdsSecret(inWord word: String) -> Bool {
        holdsSecret(word) || !hidden(inURL: word).hasSameBytes(as: word)
    }

    /// Whether a text holds a secret itself: `password=x`, `token: x`, `https://ada:x@host`, `Bearer x`.
    package static func holdsSecret(_ text: String) -> Bool {
        if secretValue(in: text[...]) != nil || namesUser(text) { return true }
        let scheme = text.utf8.prefix { $0 > 0x20 }
        guard scheme.count <= 16, text.utf8.count > scheme.count else { return false }
        return ["basic", "bearer", "digest", "token", "negotiate", "apikey", "hmac"].contains {
            scheme.elementsEqual($0.utf8) { byte, small in byte | 0x20 == small }
        }
    }

    /// Whether a URL in it has a user.
    private static func namesUser(_ text: String) -> Bool {
        var rest = text[...].utf8
        while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
            rest = rest[rest.index(after: colon)...]
            guard rest.starts(with: "//".utf8) else { continue }
            let authority = rest.dropFirst(2).prefix { $0 > 0x20 && !"/?#\"'<".utf8.contains($0) }
            if authority.contains(UInt8(ascii: "@")) { return true }
        }
        return false
    }

    /// The index of the first secret value in a text: after the `:` or `=` that follows its name, which may be in quotes.
    private static func secretValue(in text: Substring) -> Substring.Index? {
        let bytes = text.utf8
        let isOfName = { (byte: UInt8) in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D || byte == 0x5F
                || byte == 0x2E || byte >= 0x80
        }
        var position = bytes.startIndex
        while let mark = bytes[position...].firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") }) {
            position = bytes.index(after: mark)
            let before = bytes[..<mark].reversed().drop { $0 <= 0x20 || "\"'\\[]".utf8.contains($0) }
            let name = before.prefix(while: isOfName).prefix(64).reversed()
            if SecretName.matches(String(decoding: Array(name), as: UTF8.self)) { return position }
        }
        return nil
    }

    /// Whether what begins with a brace is a property list in the text form of OpenStep: its first name is followed by `=`.
    private static func isOpenStep(_ text: String) -> Bool {
        let bytes = text.utf8.drop { $0 <= 0x20 }
        guard bytes.first == UInt8(ascii: "{") else { return false }
        let separator = bytes.dropFirst().first { "=:,[{}".utf8.contains($0) }
        return separator == UInt8(ascii: "=")
    }
}
