import Foundation
import Mimeograph
import MimeographForm

/// The bodies that curl's options make: `-d` and its kin, and `-F`.
struct CurlBody {
    /// The bytes on the standard input.
    let input: [UInt8]

    /// The error for a file that does not exist, or for a form that this runner does not make.
    struct Failure: Error {
        let reason: String
    }

    /// The options that make a body or a query.
    static let dataOptions: Set<String> = ["data", "data-raw", "data-binary", "data-urlencode", "json"]

    /// Returns whether the options of a group make a body.
    static func isIn(_ group: CurlCommandLine.Group) -> Bool {
        !group.names.isDisjoint(with: dataOptions.union(["form", "upload-file"]))
    }

    /// Returns the bytes of the data options, or nil if there are none.
    func data(_ group: CurlCommandLine.Group) throws -> [UInt8]? {
        let options = group.options.filter { Self.dataOptions.contains($0.name) }
        guard let first = options.first else { return nil }
        var body = try data(first)
        for option in options.dropFirst() {
            if option.name != "json" { body.append(UInt8(ascii: "&")) }
            body += try data(option)
        }
        return body
    }

    private func data(_ option: CurlCommandLine.Option) throws -> [UInt8] {
        let value = option.value
        switch option.name {
        case "data-urlencode": return Array(try urlencoded(value).utf8)
        case "data-raw": return Array(value.utf8)
        case _ where value.hasPrefix("@"):
            let bytes = try contents(String(value.dropFirst()))
            return option.name == "data" ? bytes.filter { $0 != 0x0D && $0 != 0x0A && $0 != 0 } : bytes
        default: return Array(value.utf8)
        }
    }

    /// Returns a value of `--data-urlencode` or `--url-query`, escaped.
    func urlencoded(_ value: String) throws -> String {
        func escaped(_ text: String) -> String { CurlURL.encoded(text, space: "+") }
        guard let separator = value.firstIndex(where: { $0 == "=" || $0 == "@" }) else { return escaped(value) }
        let name = value[..<separator]
        let rest = String(value[value.index(after: separator)...])
        let text = value[separator] == "=" ? rest : String(decoding: try contents(rest), as: UTF8.self)
        return name.isEmpty ? escaped(text) : "\(name)=\(escaped(text))"
    }

    /// Returns the bytes of a file, or of the standard input for `-`.
    func contents(_ path: String) throws -> [UInt8] {
        if path == "-" { return input }
        if let text = CurlSignatures.files[path] { return Array(text.utf8) }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Failure(reason: "the case names a file that does not exist")
        }
        return [UInt8](data)
    }

    /// Writes the form of the `-F` options into a request.
    func writeForm(_ values: [String], into request: inout RequestMessage) throws {
        let random = (0..<22).map { _ in "abcdefghijklmnopqrstuvwxyz0123456789".randomElement().map(String.init) ?? "0"
        }
        // The boundary has the length of curl's, so that Content-Length is the same.
        var form = MultipartFormData(
            boundary: try MultipartBoundary(String(repeating: "-", count: 24) + random.joined())
        )
        for value in values { try append(value, to: &form) }
        try MultipartRequestSerializer().write(form, into: &request)
    }

    private func append(_ value: String, to form: inout MultipartFormData) throws {
        guard let equals = value.firstIndex(of: "=") else { throw Failure(reason: "-F without a name") }
        let name = String(value[..<equals])
        let field = CurlFormField(String(value[value.index(after: equals)...]))
        let type = try field.type.map { text in
            guard let type = MediaType(parsing: text) else { throw Failure(reason: "-F with the type \(text)") }
            return type
        }
        switch field.source {
        case .text(let text):
            let ownType = type ?? field.fileName.flatMap(Self.type)
            form.append(Array(text.utf8), name: name, fileName: field.fileName, contentType: ownType)
        case .contents(let path):
            form.append(try contents(path), name: name, fileName: field.fileName, contentType: type)
        case .file(let path):
            form.append(
                try contents(path),
                name: name,
                fileName: field.fileName ?? path.split(separator: "/").last.map(String.init) ?? path,
                contentType: type ?? Self.type(ofFile: path)
            )
        }
    }

    /// Returns the media type that curl chooses for a file. Source: curl(1), `--form`.
    private static func type(ofFile path: String) -> MediaType? {
        let types = [
            "gif": "image/gif", "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "svg": "image/svg+xml",
            "txt": "text/plain", "htm": "text/html", "html": "text/html", "pdf": "application/pdf",
            "xml": "application/xml",
        ]
        let ending = path.split(separator: ".").last.map(String.init) ?? ""
        return MediaType(parsing: types[ending] ?? "application/octet-stream")
    }
}

/// A value of `-F` after the name: the content, and its type and file name.
struct CurlFormField {
    enum Source: Equatable {
        case text(String)
        case file(String)
        case contents(String)
    }

    private(set) var source: Source
    private(set) var type: String?
    private(set) var fileName: String?

    init(_ value: String) {
        var rest = value[...]
        let mark = rest.first
        if mark == "@" || mark == "<" { rest.removeFirst() }
        let content = Self.word(&rest)
        source = mark == "@" ? .file(content) : mark == "<" ? .contents(content) : .text(content)
        while rest.popFirst() == ";" {
            let isBefore = rest.prefix { $0 == " " }.count
            rest = rest.dropFirst(isBefore)
            if rest.hasPrefix("type=") {
                rest = rest.dropFirst(5)
                type = Self.type(&rest)
            } else if rest.hasPrefix("filename=") {
                rest = rest.dropFirst(9)
                fileName = Self.word(&rest)
            } else {
                _ = Self.word(&rest)
            }
        }
    }

    /// Reads a media type with its parameters, up to another attribute.
    private static func type(_ rest: inout Substring) -> String {
        var type = word(&rest)
        while rest.first == ";" {
            let parameter = rest.dropFirst().drop { $0 == " " }
            if parameter.hasPrefix("filename=") || parameter.hasPrefix("headers=") || parameter.hasPrefix("encoder=") {
                break
            }
            rest.removeFirst()
            type += ";" + word(&rest)
        }
        return type
    }

    private static func word(_ rest: inout Substring) -> String {
        let spaces = rest.prefix { $0 == " " }
        guard rest.dropFirst(spaces.count).first == "\"" else {
            let end = rest.firstIndex(of: ";") ?? rest.endIndex
            defer { rest = rest[end...] }
            return String(rest[spaces.endIndex..<end])
        }
        rest = rest.dropFirst(spaces.count + 1)
        var word = ""
        while let character = rest.popFirst(), character != "\"" {
            word += character == "\\" ? rest.popFirst().map(String.init) ?? "" : String(character)
        }
        rest = rest.drop { $0 != ";" }
        return word
    }
}
