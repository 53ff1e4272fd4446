import Mimeograph
import MimeographForm

/// Hides the values of secrets in texts for a log or a command line.
///
/// A body is looked through as what it looks like, since its Content-Type may be missing or wrong. In doubt more is hidden than need be.
package enum HiddenValues {
    /// The text in place of a value.
    static let mark = "(hidden)"

    /// A value, unless its name is that of a secret, or it holds one itself.
    package static func hidden(_ value: String, named name: String) -> String {
        SecretName.matchesParameter(name) || holdsSecret(value) ? mark : value
    }

    /// A URL whose parameters, those of a fragment too, have no secret value.
    package static func hidden(inURL text: String) -> String {
        let reference = URLReference(text)
        guard let first = reference.query ?? reference.fragment else { return text }
        var shown = String(text[..<first.startIndex])
        if let query = reference.query { shown += hidden(inParameters: query) }
        guard let fragment = reference.fragment else { return shown }
        return shown + (reference.query == nil ? "" : "#") + hidden(inParameters: fragment)
    }

    /// Parameters, `a=1&b=2`, without secret values.
    static func hidden(inParameters text: Substring) -> String {
        text.parts(at: "&").map { pair in
            guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else { return String(pair) }
            let name = PercentEncoding.decoded(pair[..<equals]) ?? String(pair[..<equals])
            let value = pair[pair.utf8.index(after: equals)...]
            let isHidden = SecretName.matchesParameter(name) || holdsSecret(PercentEncoding.decoded(value) ?? "")
            return isHidden ? "\(pair[...equals])\(mark)" : String(pair)
        }.joined(separator: "&")
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
        var shown: [String] = []
        // The lines of the part that is read; nil before the first delimiter, where nothing is shown.
        var part: [Substring]?
        for line in text.parts(at: "\n") {
            guard line.beginsWithBytes(of: delimiter) else {
                part?.append(line)
                continue
            }
            if let part { shown += hidden(inPart: part, depth: depth) }
            shown.append(String(line))
            part = []
        }
        // Without its last delimiter it is cut short, and behind that there is nothing.
        if let part, part.contains(where: { !$0.utf8.allSatisfy { $0 <= 0x20 } }) {
            shown += hidden(inPart: part, depth: depth)
        }
        return shown.isEmpty ? mark : shown.joined(separator: "\n")
    }

    private static func hidden(inPart lines: [Substring], depth: Int) -> [String] {
        let isEmpty = { (line: Substring) in line.utf8.allSatisfy { $0 == 0x0D } }
        guard let end = lines.firstIndex(where: isEmpty) else { return [mark] }
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
        for (index, line) in text.parts(at: "\n").enumerated() {
            if index == 0, namesSecretColumn(line, isTable: isTable) { return "\(line)\n\(mark)" }
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

    private static func namesSecretColumn(_ line: Substring, isTable: Bool) -> Bool {
        let separators = ",;\t".utf8
        guard isTable || line.utf8.contains(where: separators.contains) else { return false }
        return line.utf8.split(whereSeparator: separators.contains).contains { cell in
            // A sentence with a comma is not the head of a table.
            cell.count <= 64 && cell.split { $0 <= 0x20 }.count <= 3 && SecretName.matches(Substring(cell))
        }
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
