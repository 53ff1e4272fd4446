import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Conversion between a response and a file: lines of text, an empty line and the body.
extension CachedResponse {
    private static let mark = "mimeograph-response 3"

    /// Returns the bytes of a file.
    func fileContents(url: String) -> [UInt8] {
        // Fields and URLs have no line breaks.
        var lines = [
            Self.mark, url, "\(status)", "\(requestTime.timeIntervalSince1970)",
            "\(responseTime.timeIntervalSince1970)",
            varyingFields.joined(separator: ","), variant, "\(body.count)",
            parts?.text ?? "whole",
        ]
        for line in fields { lines.append("\(line.name):\(line.value)") }
        return Array((lines.joined(separator: "\n") + "\n\n").utf8) + body
    }

    /// Parses a file; nil if it is malformed or belongs to another URL.
    init?(fileContents bytes: [UInt8], url: String) {
        var lines: [Substring] = []
        var start = 0
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")), end > start || lines.count == 5 {
            guard let line = String(validating: bytes[start..<end], as: UTF8.self) else { return nil }
            lines.append(line[...])
            start = end + 1
            if start >= bytes.count { return nil }
        }
        guard lines.count >= 9, lines[0].hasSameBytes(as: Self.mark), lines[1].hasSameBytes(as: url),
            let status = Int(lines[2]), let sent = Double(lines[3]), let came = Double(lines[4]),
            let count = Int(lines[7]),
            [sent, came].allSatisfy((0...1e12).contains), start < bytes.count,
            // A truncated head has no empty line.
            bytes[start] == UInt8(ascii: "\n"), bytes.count - start - 1 == count
        else { return nil }
        let parts = StoredParts(String(lines[8]), byteCount: count)
        guard parts != nil || lines[8].hasSameBytes(as: "whole") else { return nil }
        var fields = HeaderFields()
        for line in lines.dropFirst(9) {
            let pair = line.parts(at: ":", most: 1)
            guard pair.count == 2, (try? fields.append(String(pair[0]), String(pair[1]))) != nil else { return nil }
        }
        self.init(
            status: status,
            fields: fields,
            body: Array(bytes[(start + 1)...]),
            parts: parts,
            requestTime: Date(timeIntervalSince1970: sent),
            responseTime: Date(timeIntervalSince1970: came),
            varyingFields: lines[5].parts(at: ",").filter { !$0.isEmpty }.map(String.init),
            variant: String(lines[6])
        )
    }
}
