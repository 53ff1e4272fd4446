package import Mimeograph
import MimeographForm

/// Functions that hide secret values in text for a log or a command line.
///
/// A body is treated as the format that it looks like, because its Content-Type may be wrong. In doubt more is hidden. The parameter
/// `also` has more names of secrets, in lower case.
package enum HiddenValues {
    /// The text that replaces a value.
    package static let mark = "(hidden)"

    /// Returns the value, hidden if its name is a secret's or if it contains a secret.
    package static func hidden(_ value: String, named name: String) -> String {
        SecretName.matchesParameter(name) || holdsSecret(value) ? mark : value
    }

    /// Whether the name is one of others, which are in lower case.
    package static func isOne(_ name: some StringProtocol, of others: [String]) -> Bool {
        if others.isEmpty { return false }
        let name = name.lowercased()
        return others.contains { $0.hasSameBytes(as: name) }
    }

    private static func isSecretParameter(_ name: some StringProtocol, also names: [String]) -> Bool {
        SecretName.matchesParameter(name) || isOne(name, of: names)
    }

    /// Returns a URL without the secret values in its parameters, path and fragment.
    package static func hidden(inURL text: String, also names: [String] = []) -> String {
        let reference = URLReference(text)
        let end = (reference.query ?? reference.fragment)?.startIndex ?? text.endIndex
        var shown = VisibleURL.hidingParameters(inPath: text[..<end], mark: mark) { isSecretParameter($0, also: names) }
        if let query = reference.query { shown += hidden(inParameters: query, also: names) }
        guard let fragment = reference.fragment else { return shown }
        return shown + (reference.query == nil ? "" : "#") + hidden(inParameters: fragment, also: names)
    }

    /// Returns parameters such as `a=1&b=2` without secret values.
    static func hidden(inParameters text: Substring, also names: [String] = []) -> String {
        // Each value still includes its equals sign here.
        let pairs = text.parts(at: "&").map { pair -> (name: Substring, value: Substring) in
            let end = pair.utf8.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            return (pair[..<end], pair[end...])
        }
        let fields = pairs.map { pair in
            (name: decoded(pair.name), value: decoded(Substring(pair.value.utf8.dropFirst())))
        }
        return zip(pairs, secrets(among: fields, also: names)).map { pair, isSecret in
            isSecret && !pair.value.isEmpty ? "\(pair.name)=\(mark)" : "\(pair.name)\(pair.value)"
        }.joined(separator: "&")
    }

    /// Decodes a name or a value of a form. An invalid percent-encoding stays unchanged.
    private static func decoded(_ text: Substring) -> String {
        let plain = String(decoding: text.utf8.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }, as: UTF8.self)
        return PercentEncoding.decoded(plain) ?? plain
    }

    /// Returns whether each field of a form is hidden. If one value is the name of a secret, as in `field=password`, any other
    /// field may contain the secret, and all others are hidden.
    package static func secrets(among fields: [(name: String, value: String)], also names: [String] = []) -> [Bool] {
        let isSecret = fields.map { field in
            isSecretParameter(field.name, also: names)
                || holdsSecret(field.value, also: names)
        }
        let isName = zip(fields, isSecret).map { field, isSecret in !isSecret && namesSecret(field.value) }
        let nameCount = isName.count { $0 }
        return zip(isSecret, isName).map { isSecret, isName in isSecret || nameCount > (isName ? 1 : 0) }
    }

    /// Whether a text is the name of a secret and nothing else.
    static func namesSecret(_ text: some StringProtocol) -> Bool {
        let letters = text.utf8.drop { $0 <= 0x20 }
        guard letters.count <= 64, letters.split(whereSeparator: { $0 <= 0x20 }).count == 1 else { return false }
        // Text of JSON, forms or markup contains names, but is not a name.
        return !letters.contains(where: "{}<>=:".utf8.contains) && SecretName.matches(text)
    }

    /// Returns the text of a body without secret values.
    ///
    /// - Parameter depth: The number of multipart bodies around it.
    package static func hidden(
        inBody text: String,
        _ type: MediaType?,
        depth: Int = 0,
        also names: [String] = []
    ) -> String {
        let essence = type?.essence ?? ""
        if essence.beginsWithBytes(of: "multipart/") {
            guard let boundary = type?[parameter: "boundary"], depth < 4 else { return mark }
            return hidden(inParts: text, boundary, depth: depth, also: names)
        }
        if essence.hasSameBytes(as: "application/x-www-form-urlencoded") {
            return hidden(inParameters: text[...], also: names)
        }
        let start = text.utf8.first { $0 > 0x20 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }
        if start == UInt8(ascii: "<") || type?.isXML == true { return HiddenMarkup(text, also: names).text }
        if type?.isJSON == true || start.map({ "{[\"".utf8.contains($0) }) == true, !isOpenStep(text) {
            return hidden(inJSON: text, also: names)
        }
        let isTable = ["text/csv", "text/tab-separated-values"].contains { essence.hasSameBytes(as: $0) }
        return hidden(inLines: text, isTable: isTable, also: names)
    }

    // MARK: Multipart

    /// Source: RFC 2046 §5.1.1; RFC 7578 §4.2.
    private static func hidden(inParts text: String, _ boundary: String, depth: Int, also names: [String]) -> String {
        let delimiter = "--\(boundary)"
        var delimiters: [String] = []
        // The lines after each delimiter. Lines before the first one are not shown.
        var parts: [[Substring]] = []
        for line in text.parts(at: "\n") {
            if line.beginsWithBytes(of: delimiter) {
                delimiters.append(String(line))
                parts.append([])
            } else if !parts.isEmpty {
                parts[parts.count - 1].append(line)
            }
        }
        // If the last delimiter is missing, the body is truncated. Otherwise an empty part follows it.
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
            shown += hidden(inPart: parts[index], isNamed: isNamed, depth: depth, also: names)
        }
        return shown.isEmpty ? mark : shown.joined(separator: "\n")
    }

    private static func endOfHead(_ lines: [Substring]) -> Int? {
        lines.firstIndex { $0.utf8.allSatisfy { $0 == 0x0D } }
    }

    /// - Parameter isNamed: Whether another part is the name of a secret, which this part may contain.
    private static func hidden(inPart lines: [Substring], isNamed: Bool, depth: Int, also names: [String]) -> [String] {
        guard let end = endOfHead(lines) else { return [mark] }
        var fields = HeaderFields()
        for line in lines[..<end] {
            let pair = line.parts(at: ":", most: 1)
            let value = (pair.last ?? "").utf8.filter { $0 != 0x0D }
            // The line is not a field, or continues the previous one.
            guard pair.count == 2, (try? fields.append(String(pair[0]), String(decoding: value, as: UTF8.self))) != nil
            else { return [mark] }
        }
        let head = lines[...end].map(String.init)
        let name = fields["Content-Disposition"].flatMap { ContentDisposition(parsing: $0) }?.name
        // A name that cannot be parsed may be a secret's.
        if fields.contains("Content-Disposition"), name == nil { return head + [mark] }
        if isNamed { return head + [mark] }
        if let name, isSecretParameter(name, also: names) { return head + [mark] }
        let body = lines[(end + 1)...].joined(separator: "\n")
        return head + [hidden(inBody: body, fields.contentType, depth: depth + 1, also: names)]
    }

    // MARK: Lines

    /// Hides values in lines such as `name: value` and `name=value`, in OpenStep property lists, and in tables.
    ///
    /// - Parameter isTable: Whether the first line names columns, even if it has only one.
    private static func hidden(inLines text: String, isTable: Bool, also names: [String]) -> String {
        var shown: [String] = []
        var isHead = true
        for line in text.parts(at: "\n") {
            // A byte order mark, blank lines and a separator line may precede the column names.
            let start = line.utf8.drop { $0 <= 0x20 || $0 >= 0x80 }
            if isHead, !start.isEmpty, !start.starts(with: "sep=".utf8) {
                isHead = false
                if namesSecretColumn(line, isTable: isTable) {
                    return (shown + [String(line), mark]).joined(separator: "\n")
                }
            }
            if namesSecretInRow(line) {
                shown.append(mark)
                // A quoted value may continue in the next lines.
                if !line.utf8.count(where: { $0 == UInt8(ascii: "\"") }).isMultiple(of: 2) { break }
                continue
            }
            guard let value = secretValue(in: line, also: names) else {
                shown.append(String(line))
                continue
            }
            shown.append("\(line[..<value])\(mark)")
            // The value may continue in the next lines.
            let rest = line[value...].utf8.drop { $0 <= 0x20 || $0 == UInt8(ascii: "\\") }
            guard let first = rest.first, !"({[<|>".utf8.contains(first) else { break }
            if "\"'".utf8.contains(first), !rest.dropFirst().contains(first) { break }
        }
        return shown.joined(separator: "\n")
    }

    /// Returns the non-empty cells of a table row.
    private static func cells(_ line: Substring) -> [Substring.UTF8View] {
        line.utf8.split(whereSeparator: ",;\t".utf8.contains)
    }

    /// Whether a cell is the name of a secret, whose value may be in another cell.
    private static func namesSecretInRow(_ line: Substring) -> Bool {
        let cells = cells(line)
        return cells.count > 1 && cells.contains { namesSecret(Substring($0)) }
    }

    private static func namesSecretColumn(_ line: Substring, isTable: Bool) -> Bool {
        guard isTable || line.utf8.contains(where: ",;\t".utf8.contains) else { return false }
        return cells(line).contains { cell in
            // A sentence with a comma is not a table head.
            cell.count <= 64 && cell.split { $0 <= 0x20 }.count <= 3 && SecretName.matches(Substring(cell))
        }
    }

    /// Whether a word of a command line contains a secret, directly or in the parameters of a URL.
    package static func holdsSecret(inWord word: String) -> Bool {
        holdsSecret(word) || !hidden(inURL: word).hasSameBytes(as: word)
    }

    /// Whether a text contains a secret: `password=x`, `token: x`, `https://ada:x@host`, `Bearer x`.
    package static func holdsSecret(_ text: String, also names: [String] = []) -> Bool {
        if secretValue(in: text[...], also: names) != nil || namesUser(text) { return true }
        let scheme = text.utf8.prefix { $0 > 0x20 }
        guard scheme.count <= 16, text.utf8.count > scheme.count else { return false }
        return ["basic", "bearer", "digest", "token", "negotiate", "apikey", "hmac"].contains {
            scheme.elementsEqual($0.utf8) { byte, small in byte | 0x20 == small }
        }
    }

    /// Whether the text contains a URL with a user.
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

    /// Returns the index of the first secret value in a text: after the `:` or `=` after its name, which may be quoted.
    private static func secretValue(in text: Substring, also names: [String]) -> Substring.Index? {
        let bytes = text.utf8
        let isOfName = { (byte: UInt8) in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D || byte == 0x5F
                || byte == 0x2E || byte >= 0x80
        }
        var position = bytes.startIndex
        while let mark = bytes[position...].firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") }) {
            position = bytes.index(after: mark)
            let before = bytes[..<mark].reversed().drop { $0 <= 0x20 || "\"'\\[]".utf8.contains($0) }
            let bytesOfName = before.prefix(while: isOfName).prefix(64).reversed()
            let name = String(decoding: Array(bytesOfName), as: UTF8.self)
            if SecretName.matches(name) || isOne(name, of: names) { return position }
        }
        return nil
    }

    /// Whether a text that begins with a brace is an OpenStep property list: `=` follows its first name.
    private static func isOpenStep(_ text: String) -> Bool {
        let bytes = text.utf8.drop { $0 <= 0x20 }
        guard bytes.first == UInt8(ascii: "{") else { return false }
        let separator = bytes.dropFirst().first { "=:,[{}".utf8.contains($0) }
        return separator == UInt8(ascii: "=")
    }
}
