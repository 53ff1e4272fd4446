import Foundation

/// The variables of `--variable`, and the text of `--expand-…` with them.
///
/// Source: curl(1), "VARIABLES".
struct CurlExpansion: Sendable {
    private var values: [String: [UInt8]] = [:]

    /// Sets a variable: `name=text` or `name@file`. A range such as `[2-5]` after the name selects some of the bytes.
    mutating func set(_ argument: String, _ contents: (String) throws -> [UInt8]) throws {
        let pattern = #/([A-Za-z0-9_]+)(?:\[(\d+)-(\d*)\])?([=@])(.*)/#.dotMatchesNewlines()
        guard let match = argument.wholeMatch(of: pattern) else {
            throw CurlBody.Failure(reason: "--variable: this runner knows only text and files")
        }
        var value = match.4 == "=" ? Array(match.5.utf8) : try contents(String(match.5))
        if let start = match.2.flatMap({ Int($0) }) {
            value = Array(value.prefix(match.3.flatMap { Int($0) }.map { $0 + 1 } ?? value.count).dropFirst(start))
        }
        values[String(match.1)] = value
    }

    /// Returns a text with each `{{name:function}}` replaced. An unknown name stands for nothing.
    func expanded(_ text: String) throws -> String {
        var result = ""
        var rest = text[...]
        // A name has fewer than 128 characters.
        while let match = rest.firstMatch(of: #/\{\{([A-Za-z0-9_]{1,127})((?::[a-z0-9]+)*)\}\}/#) {
            var value = values[String(match.1)] ?? []
            for function in match.2.split(separator: ":") { value = try Self.apply(function, value) }
            result += rest[..<match.range.lowerBound] + String(decoding: value, as: UTF8.self)
            rest = rest[match.range.upperBound...]
        }
        return result + rest
    }

    private static func apply(_ function: Substring, _ value: [UInt8]) throws -> [UInt8] {
        switch function {
        case "trim":
            let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
            return Array(value.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
        case "url":
            return value.flatMap { byte in
                byte < 0x80
                    ? Array(CurlURL.encoded(String(Unicode.Scalar(byte))).utf8)
                    : Array(String(format: "%%%02X", Int(byte)).utf8)
            }
        case "b64": return Array(Data(value).base64EncodedString().utf8)
        case "64dec": return [UInt8](Data(base64Encoded: Data(value)) ?? Data("[64dec-fail]".utf8))
        case "json": return value.flatMap(json)
        default: throw CurlBody.Failure(reason: "--variable: this runner does not know the function \(function)")
        }
    }

    private static func json(_ byte: UInt8) -> [UInt8] {
        let short: [UInt8: Character] = [
            0x0A: "n", 0x0D: "r", 0x09: "t", 0x08: "b", 0x0C: "f", 0x22: "\"", 0x5C: "\\",
        ]
        if let letter = short[byte] { return Array("\\\(letter)".utf8) }
        return byte < 0x20 ? Array(String(format: "\\u%04x", Int(byte)).utf8) : [byte]
    }
}

extension CurlCommandLine {
    /// Returns the arguments in a file of options: one option on a line, with its value.
    ///
    /// Source: curl(1), `--config`.
    static func arguments(ofFile bytes: [UInt8]) -> [String] {
        bytes.linesWithEnds.flatMap { line -> [String] in
            let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            guard !text.isEmpty, !text.hasPrefix("#") else { return [] }
            let isDashed = text.hasPrefix("-")
            let end =
                text.firstIndex { $0 == " " || $0 == "\t" || !isDashed && ($0 == "=" || $0 == ":") } ?? text.endIndex
            let option = isDashed ? String(text[..<end]) : "--\(text[..<end])"
            let value = text[end...].drop { $0 == " " || $0 == "\t" || !isDashed && ($0 == "=" || $0 == ":") }
            if end == text.endIndex { return [option] }
            return [
                option,
                value.first == "\"" ? unquoted(value.dropFirst()) : String(value.prefix { $0 != " " && $0 != "\t" }),
            ]
        }
    }

    private static func unquoted(_ text: Substring) -> String {
        var rest = text
        var value = ""
        while let character = rest.popFirst(), character != "\"" {
            guard character == "\\", let next = rest.popFirst() else {
                value.append(character)
                continue
            }
            value.append(["t": "\t", "n": "\n", "r": "\r", "v": "\u{0B}"][next] ?? next)
        }
        return value
    }
}
