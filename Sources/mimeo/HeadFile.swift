import Mimeograph

/// A reader of a response head in the text form of HTTP/1.1: a status line, then a line for each field.
///
/// ```
/// HTTP/1.1 404 Not Found
/// Content-Type: application/problem+json
/// ```
/// Lines end in LF or CRLF; an empty line ends the head. Source: RFC 9112 §2.1, §4, §5.
enum HeadFile {
    /// The maximum size of a head, in bytes.
    static let limit = 64 << 10

    /// Reads a head.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - path: The name of the file, for errors.
    /// - Throws: ``FileError`` that names the invalid line.
    static func parse(_ bytes: [UInt8], path: String) throws(FileError) -> ResponseHead {
        guard bytes.count <= limit else {
            throw FileError(path: path, reason: "the head has more than \(limit) bytes, which is the limit")
        }
        // Each byte beyond ASCII becomes one scalar, as in field values.
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            String(String.UnicodeScalarView(line.map { Unicode.Scalar($0) })).removingCarriageReturn
        }
        var head = ResponseHead(status: try status(lines.first ?? "", path: path))
        for (index, line) in lines.enumerated().dropFirst() {
            if line.isEmpty { break }
            let parts = line.parts(at: ":", most: 1)
            guard parts.count == 2 else {
                throw FileError(path: path, reason: "line \(index + 1) is not a header field (Name: value)")
            }
            do {
                try head.fields.append(String(parts[0]), String(parts[1]))
            } catch {
                throw FileError(path: path, reason: "line \(index + 1): \(error)")
            }
        }
        return head
    }

    /// Returns the code of a status line such as `HTTP/1.1 200 OK`.
    private static func status(_ line: String, path: String) throws(FileError) -> Int {
        let words = line.utf8.split(separator: UInt8(ascii: " "), maxSplits: 2).map { Substring($0) }
        guard words.count >= 2, words[0].beginsWithBytes(of: "HTTP/"), words[1].utf8.count == 3,
            let code = Int(words[1]),
            (100...599).contains(code)
        else {
            throw FileError(path: path, reason: "line 1 is not a status line (HTTP/1.1 200 OK)")
        }
        return code
    }
}

extension String {
    fileprivate var removingCarriageReturn: String {
        unicodeScalars.last == "\r" ? String(unicodeScalars.dropLast()) : self
    }
}
