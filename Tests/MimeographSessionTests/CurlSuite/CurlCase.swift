import Foundation

/// A case of curl's test suite: the parts of its file, with the variables replaced.
///
/// A file has the sections `info`, `reply`, `client` and `verify`. Each section has parts, such as `<data crlf="headers">`. A part
/// is a run of lines, which may hold any bytes.
///
/// Source: curl/curl at 5c61e168698a, docs/tests/FILEFORMAT.md, tests/getpart.pm.
struct CurlCase: Sendable {
    /// The content of a part, and its attributes.
    struct Part: Sendable {
        let attributes: [String: String]
        /// The bytes, with the line ends that the attributes ask for.
        let bytes: [UInt8]

        /// The lines without their line ends.
        var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init) }

        /// The bytes as UTF-8.
        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    /// The number, which is also the last component of most URLs.
    let number: Int
    /// The name of the file, such as `test1`.
    let name: String
    private let parts: [String: Part]

    /// Parses a case.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - variables: The values of the variables.
    init(_ file: URL, _ variables: CurlVariables) throws {
        let name = file.lastPathComponent
        self.name = name
        number = Int(name.dropFirst("test".count)) ?? 0
        var variables = variables
        variables.values["TESTNUMBER"] = "\(number)"
        parts = Self.parts(variables.replaced(in: try [UInt8](Data(contentsOf: file)).linesWithEnds))
    }

    /// Returns a part of a section, or nil if it does not exist.
    func part(_ section: String, _ name: String) -> Part? { parts["\(section)/\(name)"] }

    /// Returns the parts of a section whose name is this one, optionally followed by a number.
    func parts(_ section: String, numbered name: String) -> [Part] {
        ([""] + (1...5).map(String.init)).compactMap { part(section, name + $0) }
    }

    private static func parts(_ lines: [[UInt8]]) -> [String: Part] {
        var parts: [String: Part] = [:]
        var section: String?
        var open: (name: String, attributes: [String: String], lines: [[UInt8]])?
        for line in lines {
            let tag = CurlTag(line)
            if let part = open {
                if let tag, tag.isEnd, tag.name == part.name {
                    parts["\(section ?? "")/\(part.name)"] = finished(part.lines, part.attributes)
                    open = nil
                } else {
                    open?.lines.append(line)
                }
            } else if let tag {
                if tag.name == "testcase" { continue }
                if section == nil {
                    section = tag.isEnd ? nil : tag.name
                } else if tag.isEnd {
                    if tag.name == section { section = nil }
                } else {
                    open = (tag.name, tag.attributes, [])
                }
            }
        }
        return parts
    }

    private static func finished(_ lines: [[UInt8]], _ attributes: [String: String]) -> Part {
        var lines = lines
        if attributes["nonewline"] == "yes", lines.last?.last == 0x0A { lines[lines.count - 1].removeLast() }
        switch attributes["crlf"] {
        case "yes": lines = lines.map(CurlLineEnds.withReturn)
        case "headers":
            var ends = CurlLineEnds()
            lines = lines.map { ends.ofHeads($0) }
        default: break
        }
        return Part(attributes: attributes, bytes: Array(lines.joined()))
    }
}

/// A line that begins or ends a section or a part.
private struct CurlTag {
    let name: String
    let isEnd: Bool
    private(set) var attributes: [String: String] = [:]

    init?(_ line: [UInt8]) {
        let text = String(decoding: line.drop { $0 == 0x20 }, as: UTF8.self)
        guard let match = text.prefixMatch(of: #/<(/?)([A-Za-z][A-Za-z0-9-]*)([ \t][^>]*)?>/#) else { return nil }
        isEnd = !match.1.isEmpty
        name = String(match.2)
        for attribute in (match.3 ?? "").matches(of: #/([a-z-]+)=(?:"([^"]*)"|'([^']*)')/#) {
            attributes[String(attribute.1)] = String(attribute.2 ?? attribute.3 ?? "")
        }
    }
}

/// The rules by which a part gets CRLF as its line ends.
///
/// Source: curl/curl at 5c61e168698a, tests/testutil.pm, `subnewlines`.
struct CurlLineEnds {
    private var isAfterHead = false

    /// Returns a line with CRLF at its end.
    static func withReturn(_ line: [UInt8]) -> [UInt8] {
        guard line.last == 0x0A else { return line }
        var line = line
        line.removeLast()
        while line.last == 0x0D { line.removeLast() }
        return line + [0x0D, 0x0A]
    }

    /// Returns a line with CRLF at its end if it looks like a line of a head, or is empty and follows such a line.
    mutating func ofHeads(_ line: [UInt8]) -> [UInt8] {
        if line == [0x0A] {
            defer { isAfterHead = false }
            return isAfterHead ? [0x0D, 0x0A] : line
        }
        isAfterHead = Self.isOfHead(line)
        return isAfterHead ? Self.withReturn(line) : line
    }

    private static func isOfHead(_ line: [UInt8]) -> Bool {
        let text = line.latin1
        let rest = text.last == "\n" ? text.dropLast() : text[...]
        if text.prefixMatch(of: #/(GET|HEAD|POST|PUT|DELETE|CONNECT) \S+ HTTP\/\d/#) != nil { return true }
        if text.prefixMatch(of: #/curl: \(\d+\) /#) != nil || rest.unicodeScalars.contains("\r") { return false }
        return text.prefixMatch(of: #/HTTP\/(1\.1|1\.0|2|3) ([1-5]|9)/#) != nil
            || text.prefixMatch(of: #/[A-Za-z0-9_-]+: /#) != nil
    }
}

extension [UInt8] {
    /// The lines, each with the line feed at its end.
    var linesWithEnds: [[UInt8]] {
        var lines: [[UInt8]] = []
        var rest = self[...]
        while let end = rest.firstIndex(of: 0x0A) {
            lines.append(Array(rest[...end]))
            rest = rest[(end + 1)...]
        }
        if !rest.isEmpty { lines.append(Array(rest)) }
        return lines
    }

    /// The bytes as the first 256 scalars of Unicode, so that patterns can search any bytes.
    var latin1: String {
        var scalars = String.UnicodeScalarView()
        for byte in self { scalars.append(Unicode.Scalar(byte)) }
        return String(scalars)
    }

    /// The position after the first occurrence of some bytes, from a position on.
    func end(of bytes: [UInt8], from start: Int = 0) -> Int? {
        guard count - start >= bytes.count, let first = bytes.first else { return nil }
        var index = start
        while index <= count - bytes.count {
            guard let found = self[index...(count - bytes.count)].firstIndex(of: first) else { return nil }
            if self[found..<(found + bytes.count)].elementsEqual(bytes) { return found + bytes.count }
            index = found + 1
        }
        return nil
    }
}
