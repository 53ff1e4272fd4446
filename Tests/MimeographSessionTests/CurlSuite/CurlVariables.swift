import Foundation

/// The variables of curl's test files, such as `%HOSTIP`, and the functions, such as `%b64[…]b64%`.
///
/// Source: curl/curl at 5c61e168698a, docs/tests/FILEFORMAT.md, tests/testutil.pm, tests/runner.pm.
struct CurlVariables: Sendable {
    /// The values by name.
    var values: [String: String] = [
        "SP": " ", "TAB": "\t", "CR": "\r", "LT": "<", "GT": ">", "AMP": "&", "VERSION": version, "HOSTIP": "127.0.0.1",
        "CLIENTIP": "127.0.0.1", "DEV_NULL": "/dev/null",
    ]

    /// The version of curl in the field User-Agent.
    static let version = "8.0.0"

    /// The features of curl that this library has. `%if` asks about them.
    private static let features: Set<String> = [
        "proxy", "cookies", "digest", "crypto", "Mime", "libz", "brotli", "zstd", "IDN", "PSL", "http", "large-time",
        "threaded-resolver", "Largefile", "sha512-256",
    ]

    /// Makes variables for a server.
    ///
    /// - Parameters:
    ///   - port: The port of the server.
    ///   - closedPort: A port on which no server listens.
    ///   - folder: The folder for the files of the case.
    init(port: Int, closedPort: Int, folder: String) {
        values["HTTPPORT"] = "\(port)"
        for name in ["PROXYPORT", "NOLISTENPORT", "HTTPSPORT"] { values[name] = "\(closedPort)" }
        values["LOGDIR"] = folder
        for name in ["PWD", "FILE_PWD"] {
            values[name] = folder
            values["\(name)/%LOGDIR"] = folder
        }
    }

    /// Returns the lines that the conditions select, with variables and functions replaced.
    func replaced(in lines: [[UInt8]]) -> [[UInt8]] {
        var shown: [[UInt8]] = []
        // For each condition that is open: whether its lines are shown, and whether the lines after `%else` are.
        var conditions: [(isShown: Bool, isElseShown: Bool)] = []
        for line in lines {
            let isShown = conditions.last?.isShown ?? true
            let start = String(decoding: line.prefix(80).drop { $0 == 0x20 }, as: UTF8.self)
            if let match = start.prefixMatch(of: #/%if (!?)([A-Za-z0-9_-]+)/#) {
                let holds = Self.features.contains(String(match.2)) == match.1.isEmpty
                conditions.append((isShown && holds, isShown && !holds))
            } else if start.hasPrefix("%else") {
                if let last = conditions.popLast() { conditions.append((last.isElseShown, last.isElseShown)) }
            } else if start.hasPrefix("%endif") {
                _ = conditions.popLast()
            } else if isShown {
                shown.append(replaced(in: line))
            }
        }
        // A function may have made several lines.
        return shown.flatMap(\.linesWithEnds)
    }

    private func replaced(in line: [UInt8]) -> [UInt8] {
        guard line.contains(UInt8(ascii: "%")) else { return line }
        var text = withValues(line)
        for function in Function.allCases { text = function.replaced(in: text) }
        return text
    }

    private func withValues(_ line: [UInt8]) -> [UInt8] {
        var line = line
        if let start = line.end(of: Array("%days[".utf8)), let end = line.end(of: [UInt8(ascii: "]")], from: start),
            let days = Int(String(decoding: line[start..<(end - 1)], as: UTF8.self))
        {
            line.replaceSubrange((start - 6)..<end, with: "\(Self.second(days: days))".utf8)
        }
        let names = values.keys.sorted { $0.utf8.count > $1.utf8.count }
        var result: [UInt8] = []
        var rest = line[...]
        while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
            result += rest[..<percent]
            rest = rest[(percent + 1)...]
            if let name = names.first(where: { rest.starts(with: $0.utf8) }), let value = values[name] {
                result += Array(value.utf8)
                rest = rest.dropFirst(name.utf8.count)
            } else {
                result.append(UInt8(ascii: "%"))
            }
        }
        return result + rest
    }

    /// Returns the time in some days, in seconds since 1970.
    private static func second(days: Int) -> Int { Int(Date().timeIntervalSince1970) + days * 86_400 }

    private enum Function: CaseIterable {
        case base64, hexadecimal, repetition

        private var delimiters: (start: String, end: String) {
            switch self {
            case .base64: ("%b64[", "]b64%")
            case .hexadecimal: ("%hex[", "]hex%")
            case .repetition: ("%repeat[", "]%")
            }
        }

        func replaced(in text: [UInt8]) -> [UInt8] {
            let (start, end) = (Array(delimiters.start.utf8), Array(delimiters.end.utf8))
            var text = text
            var searched = 0
            while let from = text.end(of: start, from: searched), let to = text.end(of: end, from: from) {
                let value = value(of: Array(text[from..<(to - end.count)]))
                text.replaceSubrange((from - start.count)..<to, with: value)
                searched = from - start.count + value.count
            }
            return text
        }

        private func value(of argument: [UInt8]) -> [UInt8] {
            switch self {
            case .base64: return Array(Data(argument.percentDecoded).base64EncodedString().utf8)
            case .hexadecimal: return argument.percentDecoded
            case .repetition:
                guard let end = argument.end(of: Array(" x ".utf8)),
                    let count = Int(String(decoding: argument[..<(end - 3)], as: UTF8.self))
                else { return argument }
                return Array(repeatElement(Array(argument[end...]).percentDecoded, count: count).joined())
            }
        }
    }
}

extension [UInt8] {
    /// The bytes with `%` and two hexadecimal digits replaced by the byte.
    var percentDecoded: [UInt8] {
        var decoded: [UInt8] = []
        var index = 0
        while index < count {
            if self[index] == UInt8(ascii: "%"), index + 2 < count,
                let byte = UInt8(String(decoding: self[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
            {
                decoded.append(byte)
                index += 3
            } else {
                decoded.append(self[index])
                index += 1
            }
        }
        return decoded
    }
}
