import Mimeograph

/// A piece of what curl would write: to the standard output or to a file.
enum CurlOutput: Sendable {
    /// The head of a response.
    case head(ResponseHead)
    /// The fields after a body.
    case trailers(HeaderFields)
    /// A body, or a part of it.
    case bytes([UInt8])

    /// Returns the difference between some pieces and the bytes that the suite expects; nil if there is none.
    ///
    /// The session does not report reason phrases, the version of HTTP in a head, and white space around values.
    static func difference(_ pieces: [CurlOutput], _ expected: [UInt8]) -> String? {
        var rest = expected
        for piece in pieces {
            switch piece {
            case .bytes(let bytes):
                guard rest.starts(with: bytes) else {
                    return "the body is \(bytes.shown), expected \(Array(rest.prefix(bytes.count + 20)).shown)"
                }
                rest.removeFirst(bytes.count)
            case .head(let head):
                guard let parsed = CurlHead(&rest), let status = parsed.status else {
                    return "a head of status \(head.status) where \(rest.shown) is expected"
                }
                guard status == head.status else { return "the status \(head.status), expected \(status)" }
                let fields = head.fields.map { CurlHead.Field($0.name, $0.value) }.sorted()
                if fields != parsed.fields.sorted() {
                    return "the fields \(fields), expected \(parsed.fields.sorted())"
                }
            case .trailers(let fields):
                for field in fields {
                    let line = rest.linesWithEnds.first ?? []
                    guard let expected = CurlHead.Field(line: line), expected == CurlHead.Field(field.name, field.value)
                    else { return "the trailer \(field.name), expected \(line.shown)" }
                    rest.removeFirst(line.count)
                }
            }
        }
        return rest.isEmpty ? nil : "the output ends before \(rest.shown)"
    }
}

/// A head at the beginning of some bytes: of a request or of a response.
struct CurlHead {
    /// A field, with its name in lower case and single spaces in its value.
    struct Field: Comparable, CustomStringConvertible {
        let name: String
        private(set) var value: String

        init(_ name: String, _ value: String) {
            self.name = name.lowercased()
            self.value = value.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
        }

        /// Parses a line; nil if it has no colon.
        init?(line: [UInt8]) {
            let text = String(decoding: line.filter { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
            guard let colon = text.firstIndex(of: ":") else { return nil }
            self.init(String(text[..<colon]), String(text[text.index(after: colon)...]))
        }

        /// Adds a line that continues the value.
        fileprivate mutating func fold(_ line: [UInt8]) {
            let text = String(decoding: line.filter { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
            self = Field(name, "\(value) \(text)")
        }

        var description: String { "\(name): \(value)" }

        static func < (one: Field, other: Field) -> Bool { (one.name, one.value) < (other.name, other.value) }
    }

    /// The first line, without its line end.
    let line: String
    /// The fields in order.
    private(set) var fields: [Field] = []

    /// Parses a head and removes it; nil if the bytes are empty.
    init?(_ bytes: inout [UInt8]) {
        let lines = bytes.linesWithEnds
        guard let first = lines.first else { return nil }
        line = String(decoding: first.filter { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
        var length = first.count
        for line in lines.dropFirst() {
            length += line.count
            if line == [0x0A] || line == [0x0D, 0x0A] { break }
            if let start = line.first, start == 0x20 || start == 0x09, !fields.isEmpty {
                fields[fields.count - 1].fold(line)
            } else if let field = Field(line: line) {
                fields.append(field)
            } else {
                fields.append(Field(line.shown, ""))
            }
        }
        bytes.removeFirst(length)
    }

    /// The status, if it is the head of a response.
    var status: Int? { line.prefixMatch(of: #/HTTP\/\d(?:\.\d)? (\d\d\d)/#).flatMap { Int($0.1) } }

    /// The value of a field.
    func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }
}

extension [UInt8] {
    /// The first bytes as text for a message.
    var shown: String {
        let text = String(decoding: prefix(160), as: UTF8.self).debugDescription
        return count > 160 ? "\(text)… (\(count) bytes)" : text
    }
}
